r"""A board as a JSON object, and back.

A field that the board does not state has no key. The value is `null` where the board states that
the field is unknown, and `""` where it states that the field does not apply. The object has these
keys, in this order:

- `board`, `name`, `dealer` (`"N"`), `vulnerable` (`"None"`, `"NS"`, `"EW"`, `"All"`)
- `deal`: from North, ranks high to low, `-` for a hand not given
- `event`, `site`, `date`, `room`; `players` by seat; `teams` with `home` and `visit`
- `scoring`; `declarer` (`"^S"` where declarer and dummy changed places); `contract` (`"5HX"`,
  `"Pass"`, in an end position `"H"`; `null` beside a declarer where nothing else is known)
- `result`: declarer's tricks; an object with `declarer`, `NS`, `EW` and `irregular` where the
  board states more than that
- `score`: `declarer`, `NS`, `EW`; a number, or text where a number would lose digits
- `auction`: `dealer`, `calls` (`null` for a player who was skipped), `ending` (`complete`,
  `open`, `closed`, `unknown`), and the annotations of the calls, keyed by 0-based index: `notes`,
  `nags`, `comments`, `irregularities` (`insufficient_bid`, `skipped`, `revoke`,
  `lead_out_of_turn`); `alerts` is a list of indices
- `play`: `leader`, `tricks` (each clockwise from the leader of trick one, `null` for a card not
  given), `ending`, and `notes`, `nags`, `comments`, `irregularities` keyed `"<trick>.<seat>"`
  with a 0-based trick
- `grids` by name: `columns`, `rows`, and `layout` where a column has an order, a width or an
  alignment. A second grid of one name has the key `<name>#2` and the true `name` inside
- `extras`: tuples become lists
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypedDict, TypeVar

import attrs

from overtrick.findings.errors import ModelError
from overtrick.model.board import DEEPEST, Board, Extras, ExtraValue, Info
from overtrick.model.calls import PLAIN_CALLS, Auction, Call, CallEntry, Ending, Irregularity
from overtrick.model.cards import Card
from overtrick.model.contract import Contract, Result, Score
from overtrick.model.grids import Align, Column, Grid, Order
from overtrick.model.hands import Deal
from overtrick.model.missing import (
    EMPTY,
    PLACES,
    PLAYER_PLACES,
    TEAM_PLACES,
    TEXT_PLACES,
    UNKNOWN,
    Missing,
)
from overtrick.model.play import PLAIN_CARDS, Play, PlayedCard, Trick
from overtrick.model.table import Seat, Vulnerability

__all__ = [
    "JsonObject",
    "JsonValue",
    "board_from_dict",
    "board_to_dict",
    "extras_from_dict",
    "extras_to_dict",
]

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]
"""What JSON can hold."""

JsonObject = dict[str, JsonValue]
"""A JSON object."""

_TEXT_KEYS: Final = ("event", "site", "date", "room")
_TEAM_KEYS: Final = ("home", "visit")
_ANNOTATIONS: Final = ("notes", "nags", "comments", "irregularities")

# Every integer below this size is exact as a 64-bit float, the number type of JSON readers.
_LARGEST_EXACT: Final = 2**53


def board_to_dict(board: Board) -> JsonObject:
    """Return a board as an object that `json.dumps` takes, as `overtrick show --json` prints it.

    The object does not contain `origin` and `source`.

    Example:
        >>> from overtrick import UNKNOWN
        >>> board_to_dict(Board(number=1, dealer=Seat.NORTH, contract=Contract.parse("5HX"),
        ...                     missing={"scoring": UNKNOWN}))
        {'board': 1, 'dealer': 'N', 'scoring': None, 'contract': '5HX'}
    """
    info, contract, missing = board.info, board.contract, board.missing
    found: JsonObject = {}
    for key, (place, get, to_json, _) in _STATED.items():
        value = get(board)
        if value is not None:
            found[key] = to_json(value)
        elif place in missing:
            found[key] = _MISSING[missing[place]]
    players: JsonObject = {}
    for seat, name, place in zip("NESW", info.players, PLAYER_PLACES, strict=True):
        _put(players, seat, name, missing.get(place))
    teams: JsonObject = {}
    for key, name, place in zip(_TEAM_KEYS, info.teams, TEAM_PLACES, strict=True):
        _put(teams, key, name, missing.get(place))
    found |= {"players": players} if players else {}
    found |= {"teams": teams} if teams else {}
    _put(found, "declarer", _declarer(contract), missing.get("declarer"))
    _put(found, "contract", None if contract is None else contract.text, missing.get("contract"))
    if contract is not None and contract.level is None and contract.strain is None:
        found["contract"] = None
    if board.grids:
        found["grids"] = _grids_to_dict(board.grids)
    if board.extras:
        found["extras"] = extras_to_dict(board.extras)
    return {key: found[key] for key in _KEYS if key in found}


def _put(found: JsonObject, key: str, value: JsonValue, missing: Missing | None = None) -> None:
    """Add a value, or the reason why it is missing: `null` for unknown, `""` for empty."""
    if value is not None:
        found[key] = value
    elif missing is not None:
        found[key] = _MISSING[missing]


_MISSING: Final = {UNKNOWN: None, EMPTY: ""}


def _declarer(contract: Contract | None) -> str | None:
    if contract is None or contract.declarer is None:
        return None
    return f"{'^' if contract.swapped else ''}{contract.declarer.symbol}"


def _result_to_json(result: Result) -> JsonValue:
    if result.tricks is not None and result == Result(tricks=result.tricks):
        return result.tricks
    found: JsonObject = {}
    _put(found, "declarer", result.tricks)
    _put(found, "NS", result.ns)
    _put(found, "EW", result.ew)
    return found | ({"irregular": True} if result.irregular else {})


def _score_to_dict(score: Score) -> JsonObject:
    found: JsonObject = {}
    for key, points in (("declarer", score.declarer), ("NS", score.ns), ("EW", score.ew)):
        if points is None:
            continue
        number = float(points)
        if abs(points) < _LARGEST_EXACT and points == int(points):
            found[key] = int(points)
        else:
            found[key] = number if Decimal(repr(number)) == points else str(points)
    return found


def _add_annotations(
    found: JsonObject, annotated: Iterable[tuple[str, CallEntry | PlayedCard]]
) -> None:
    """Add the annotations of calls or cards, by their keys."""
    tables: dict[str, JsonObject] = {name: {} for name in _ANNOTATIONS}
    for key, entry in annotated:
        _put(tables["notes"], key, entry.note)
        if entry.nags:
            tables["nags"][key] = list(entry.nags)
        _put(tables["comments"], key, entry.comment)
        if entry.irregularity is not None:
            tables["irregularities"][key] = entry.irregularity.name.lower()
    found |= {name: table for name, table in tables.items() if table}


def _auction_to_dict(auction: Auction) -> JsonObject:
    found: JsonObject = {
        "dealer": auction.dealer.symbol,
        "calls": [None if e.call is None else e.call.symbol for e in auction.entries],
        "ending": auction.ending.value,
    }
    alerts: list[JsonValue] = [i for i, entry in enumerate(auction.entries) if entry.alert]
    found |= {"alerts": alerts} if alerts else {}
    # Most calls have no annotation: their entries are the shared ones, found by identity.
    annotated = [
        (str(index), entry)
        for index, entry in enumerate(auction.entries)
        if entry.call is None or entry is not PLAIN_CALLS[entry.call.index]
    ]
    _add_annotations(found, annotated)
    return found


def _play_to_dict(play: Play) -> JsonObject:
    seats = [play.leader.after(step) for step in range(4)]
    tricks: list[JsonValue] = []
    annotated: list[tuple[str, PlayedCard]] = []
    for number, trick in enumerate(play.tricks):
        cards = (trick.card_of(seat) for seat in seats)
        tricks.append([None if card is None else card.symbol for card in cards])
        for seat in seats:
            played = trick.cards[seat]
            if played is not None:
                annotated.append((f"{number}.{seat.symbol}", played))
    found: JsonObject = {
        "leader": play.leader.symbol,
        "tricks": tricks,
        "ending": play.ending.value,
    }
    _add_annotations(found, annotated)
    return found


def _grids_to_dict(grids: tuple[Grid, ...]) -> JsonObject:
    found: JsonObject = {}
    names = {grid.name for grid in grids}
    for grid in grids:
        key, count = grid.name, 1
        while key in found or (count > 1 and key in names):
            count += 1
            key = f"{grid.name}#{count}"
        cells: JsonObject = {} if key == grid.name else {"name": grid.name}
        cells["columns"] = [column.name for column in grid.columns]
        if any(column != Column(name=column.name) for column in grid.columns):
            cells["layout"] = [_column_to_dict(column) for column in grid.columns]
        cells["rows"] = [list(row) for row in grid.rows]
        found[key] = cells
    return found


def _column_to_dict(column: Column) -> JsonObject:
    found: JsonObject = {}
    found |= {"order": column.order.value} if column.order.value else {}
    found |= {"width": column.width} if column.width is not None else {}
    return found | ({"align": column.align.value} if column.align.value else {})


def extras_to_dict(extras: Extras) -> JsonObject:
    """Return extras as a JSON object, with lists for tuples.

    Example:
        >>> extras_to_dict(Extras({"dlm:startup": (("SuppressDeals", "No"),)}))
        {'dlm:startup': [['SuppressDeals', 'No']]}
    """
    return {key: _extra_to_json(value) for key, value in extras.items()}


def _extra_to_json(value: ExtraValue) -> JsonValue:
    return [_extra_to_json(item) for item in value] if isinstance(value, tuple) else value


# From JSON to boards. The input is untrusted: every key and every type is checked.

_KEYS: Final = (
    *("board", "name", "dealer", "vulnerable", "deal", *_TEXT_KEYS, "players", "teams"),
    *("scoring", "declarer", "contract", "result", "score", "auction", "play"),
    *("grids", "extras"),
)
"""The keys of the object, in its order."""

_KNOWN: Final = frozenset(_KEYS)

_T = TypeVar("_T")


def board_from_dict(data: Mapping[str, object]) -> Board:
    """Return the board of an object made by `board_to_dict`.

    Raises:
        ModelError: a key or value that `board_to_dict` would not have made; the message names it.

    Example:
        >>> board_from_dict({"board": 1, "dealer": "N", "contract": "5HX", "declarer": "S"})
        <Board 1 N 5HX by S>
    """
    found = _object(data, "the board", _KNOWN)
    players = _object(found.get("players", {}), "players", frozenset("NESW"))
    teams = _object(found.get("teams", {}), "teams", frozenset(_TEAM_KEYS))
    # Keyed by the places of a board; the places of its info are taken out below.
    values: dict[str, Any] = {
        place: _stated(found, key, read) for key, (place, _, _, read) in _STATED.items()
    }
    info = {key: values.pop(f"info.{key}") for key in _TEXT_KEYS}
    north, east, south, west = (_stated(players, seat, _text) for seat in "NESW")
    return Board(
        **values,
        contract=_contract(found),
        info=Info(
            **info,
            players=(north, east, south, west),
            teams=(_stated(teams, "home", _text), _stated(teams, "visit", _text)),
        ),
        missing=_missing(found, players, teams),
        grids=tuple(
            _grid(key, value) for key, value in _object(found.get("grids", {}), "grids").items()
        ),
        extras=extras_from_dict(found.get("extras", {}), "extras"),
    )


def extras_from_dict(data: object, what: str) -> Extras:
    """Return the extras of a JSON object that `extras_to_dict` made.

    Args:
        data: the object.
        what: the object's name in messages.

    Raises:
        ModelError: a key or value that `extras_to_dict` would not have made.

    Example:
        >>> extras_from_dict({"dlm:duplicates": 4}, "the header")
        <Extras dlm:duplicates>
    """
    return Extras({key: _extra(value, key) for key, value in _object(data, what).items()})


def _refuse(what: str, wanted: str, value: object) -> ModelError:
    try:
        shown = f"{value!r:.60}"
    except RecursionError:
        shown = f"so deep a {type(value).__name__}"
    return ModelError(f"{what} is {wanted} in the JSON of a board, not {shown}")


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _refuse(what, "text", value)
    return value


def _integer(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _refuse(what, "a whole number", value)
    return value


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, (list, tuple)):
        raise _refuse(what, "a list", value)
    return list(value)


def _integers(value: object, what: str) -> tuple[int, ...]:
    return tuple(_integer(item, what) for item in _list(value, what))


def _texts(value: object, what: str) -> tuple[str, ...]:
    return tuple(_text(item, what) for item in _list(value, what))


def _object(value: object, what: str, keys: frozenset[str] | None = None) -> dict[str, object]:
    """Return an object; with `keys`, refuse any other key rather than ignore it."""
    if not isinstance(value, Mapping):
        raise _refuse(what, "an object", value)
    found = {_text(key, f"a key of {what}"): item for key, item in value.items()}
    unknown = sorted(found.keys() - keys) if keys is not None else []
    if unknown:
        msg = f"{what} has no key {unknown[0]!r} in the JSON of a board"
        raise ModelError(msg)
    return found


def _stated(found: Mapping[str, object], key: str, read: Callable[[object, str], _T]) -> _T | None:
    """Read the value at a key; `None` for null, and for "" where the value is not text."""
    value = found.get(key)
    return None if value is None or (value == "" and read is not _text) else read(value, key)


_PLAYERS: Final = dict(zip("NESW", PLAYER_PLACES, strict=True))
_TEAMS: Final = dict(zip(_TEAM_KEYS, TEAM_PLACES, strict=True))


def _missing(
    found: Mapping[str, object], players: Mapping[str, object], teams: Mapping[str, object]
) -> dict[str, Missing]:
    """Return the fields stated to be unknown (null) or empty ("", except in text fields)."""
    missing: dict[str, Missing] = {}
    for part, places in ((found, _PLACES), (players, _PLAYERS), (teams, _TEAMS)):
        for key, place in places.items():
            if key in part and part[key] is None:
                missing[place] = UNKNOWN
            elif part.get(key) == "" and place not in TEXT_PLACES:
                missing[place] = EMPTY
    return missing


def _seat(value: object, what: str) -> Seat:
    return Seat.parse(_text(value, what))


def _vulnerability(value: object, what: str) -> Vulnerability:
    return Vulnerability.parse(_text(value, what))


def _deal(value: object, what: str) -> Deal:
    return Deal.parse(_text(value, what))


def _contract(found: Mapping[str, object]) -> Contract | None:
    stated = found.get("declarer")
    is_swapped = isinstance(stated, str) and stated.startswith("^")
    declarer = (
        _seat(str(stated)[1:], "declarer") if is_swapped else _stated(found, "declarer", _seat)
    )
    contract = _stated(found, "contract", _text)
    if not contract:
        if declarer is None:
            return None
        if found.get("contract") == "":
            raise _refuse("contract", "not empty beside a declarer", "")
        return Contract(declarer=declarer, swapped=is_swapped)
    return attrs.evolve(Contract.parse(contract, declarer=declarer), swapped=is_swapped)


def _result(value: object, what: str) -> Result:
    if not isinstance(value, Mapping):
        return Result(tricks=_integer(value, what))
    found = _object(value, what, frozenset({"declarer", "NS", "EW", "irregular"}))
    irregular = found.pop("irregular", False)
    if not isinstance(irregular, bool):
        raise _refuse("irregular", "true or false", irregular)
    tricks, ns, ew = (
        _integer(found[key], f"{what} {key}") if key in found else None
        for key in ("declarer", "NS", "EW")
    )
    return Result(tricks=tricks, ns=ns, ew=ew, irregular=irregular)


def _score(value: object, what: str) -> Score:
    found = _object(value, what, frozenset({"declarer", "NS", "EW"}))
    declarer, ns, ew = (
        _points(found[key], f"{what} {key}") if key in found else None
        for key in ("declarer", "NS", "EW")
    )
    return Score(declarer=declarer, ns=ns, ew=ew)


def _points(value: object, what: str) -> Decimal | str:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise _refuse(what, "a number", value)
    # The shortest text of a float is the number that was written, not its binary neighbour.
    return value if isinstance(value, str) else Decimal(repr(value))


def _ending(found: Mapping[str, object], what: str) -> Ending:
    value = found.get("ending", Ending.UNKNOWN.value)
    try:
        return Ending(value)
    except ValueError:
        raise _refuse(
            f"the ending of the {what}", "complete, open, closed or unknown", value
        ) from None


class _AnnotationKeywords(TypedDict):
    note: str | None
    nags: tuple[int, ...]
    comment: str | None
    irregularity: Irregularity | None


def _irregularity(value: object, what: str) -> Irregularity:
    name = _text(value, what)
    try:
        return Irregularity[name.upper()]
    except KeyError:
        raise _refuse(what, "an irregularity", name) from None


class _Annotations:
    """The annotations of calls or cards; `finish` refuses keys that were not taken."""

    def __init__(self, found: Mapping[str, object], what: str) -> None:
        self.what = what
        self.tables = {
            name: _object(found.get(name, {}), f"{what} {name}") for name in _ANNOTATIONS
        }

    def take(self, key: str) -> _AnnotationKeywords:
        """Return the annotations of one call or card, as arguments of its class."""
        return _AnnotationKeywords(
            note=self._take("notes", key, _text),
            nags=self._take("nags", key, _integers) or (),
            comment=self._take("comments", key, _text),
            irregularity=self._take("irregularities", key, _irregularity),
        )

    def _take(self, name: str, key: str, read: Callable[[object, str], _T]) -> _T | None:
        table = self.tables[name]
        return read(table.pop(key), f"{self.what} {name} {key}") if key in table else None

    def finish(self) -> None:
        """Refuse annotations of a call or card that is not there."""
        for name, table in self.tables.items():
            for key in table:
                msg = f"{self.what} {name} speak of {key!r}, which is not there"
                raise ModelError(msg)


def _auction(value: object, what: str) -> Auction:
    found = _object(value, what, frozenset({"dealer", "calls", "ending", "alerts", *_ANNOTATIONS}))
    annotations = _Annotations(found, what)
    alerts = {_integer(index, "alerts") for index in _list(found.get("alerts", []), "alerts")}
    entries: list[CallEntry] = []
    for index, word in enumerate(_list(found.get("calls"), "calls")):
        call = None if word is None else Call.parse(_text(word, f"calls {index}"))
        entry = CallEntry(call=call, alert=index in alerts, **annotations.take(str(index)))
        entries.append(PLAIN_CALLS[call.index] if call is not None and entry.is_plain else entry)
    annotations.finish()
    if any(not 0 <= index < len(entries) for index in alerts):
        msg = f"alerts speak of calls that are not there: {sorted(alerts)}"
        raise ModelError(msg)
    dealer = _seat(found.get("dealer"), f"the dealer of the {what}")
    return Auction(dealer=dealer, entries=tuple(entries), ending=_ending(found, what))


def _play(value: object, what: str) -> Play:
    found = _object(value, what, frozenset({"leader", "tricks", "ending", *_ANNOTATIONS}))
    annotations = _Annotations(found, what)
    leader = _seat(found.get("leader"), f"the leader of the {what}")
    tricks = tuple(
        _trick(row, number, leader, annotations)
        for number, row in enumerate(_list(found.get("tricks"), "tricks"))
    )
    annotations.finish()
    return Play(leader=leader, tricks=tricks, ending=_ending(found, what))


def _trick(value: object, number: int, leader: Seat, annotations: _Annotations) -> Trick:
    words = _list(value, f"tricks {number}")
    if len(words) != 4:
        raise _refuse(f"tricks {number}", "four cards", value)
    slots: list[PlayedCard | None] = [None] * 4
    for step, word in enumerate(words):
        seat = leader.after(step)
        key = f"{number}.{seat.symbol}"
        card = None if word is None else Card.parse(_text(word, f"tricks {key}"))
        played = PlayedCard(card=card, **annotations.take(key))
        if card is not None and played.is_plain:
            slots[seat] = PLAIN_CARDS[card.index]
        elif played != PlayedCard(card=None):
            slots[seat] = played
    north, east, south, west = slots
    return Trick((north, east, south, west))


def _grid(key: str, value: object) -> Grid:
    found = _object(value, f"the grid {key}", frozenset({"name", "columns", "layout", "rows"}))
    name = _text(found.get("name", key), "the name of a grid")
    names = _texts(found.get("columns", []), f"the columns of {key}")
    layout = _list(found.get("layout", [{}] * len(names)), f"the layout of {key}")
    if len(layout) != len(names):
        raise _refuse(f"the layout of {key}", "as long as its columns", layout)
    columns = tuple(map(_column, names, layout))
    rows = tuple(_texts(row, f"a row of {key}") for row in _list(found.get("rows", []), key))
    return Grid(name=name, columns=columns, rows=rows)


def _column(name: str, value: object) -> Column:
    found = _object(value, f"the layout of {name}", frozenset({"order", "width", "align"}))
    width = found.get("width")
    try:
        order, align = Order(found.get("order", "")), Align(found.get("align", ""))
    except ValueError as error:
        msg = f"the layout of {name} in the JSON of a board: {error}"
        raise ModelError(msg) from None
    return Column(
        name=name,
        order=order,
        width=None if width is None else _integer(width, f"the width of {name}"),
        align=align,
    )


def _extra(value: object, key: str, depth: int = 1) -> ExtraValue:
    if isinstance(value, (list, tuple)):
        if depth > DEEPEST:
            msg = f"the extra {key} has {DEEPEST} lists within one another at most in the JSON"
            raise ModelError(f"{msg} of a board")
        return tuple(_extra(item, key, depth + 1) for item in value)
    if value is None or isinstance(value, (str, int)):
        return value
    raise _refuse(f"the extra {key}", "text, a number or a list", value)


def _plain(value: object) -> JsonValue:
    if not isinstance(value, (str, int)):
        msg = f"no JSON for {value!r}"
        raise ModelError(msg)
    return value


class _Key(NamedTuple):
    place: str
    get: Callable[[Board], Any]
    to_json: Callable[[Any], JsonValue]
    read: Callable[[object, str], object]


def _key(
    place: str, to_json: Callable[[Any], JsonValue], read: Callable[[object, str], object]
) -> _Key:
    return _Key(place, attrgetter(place), to_json, read)


_STATED: Final = {
    "board": _key("number", _plain, _integer),
    "name": _key("name", _plain, _text),
    "dealer": _key("dealer", attrgetter("symbol"), _seat),
    "vulnerable": _key("vulnerability", attrgetter("label"), _vulnerability),
    "deal": _key("deal", Deal.to_text, _deal),
    **{key: _key(f"info.{key}", _plain, _text) for key in _TEXT_KEYS},
    "scoring": _key("scoring", _plain, _text),
    "result": _key("result", _result_to_json, _result),
    "score": _key("score", _score_to_dict, _score),
    "auction": _key("auction", _auction_to_dict, _auction),
    "play": _key("play", _play_to_dict, _play),
}
"""The keys of single values: each with its place on the board and its conversions."""

_PLACES: Final = {
    key: stated.place for key, stated in _STATED.items() if stated.place in PLACES
} | {
    "declarer": "declarer",
    "contract": "contract",
}
