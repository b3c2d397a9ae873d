"""A board out of JSON that a stranger may have written: the inverse of `board_to_dict`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final, TypeVar

import attrs

from overtrick.findings.errors import ModelError
from overtrick.model.board import Board, Extras, ExtraValue, Info
from overtrick.model.calls import PLAIN_CALLS, Auction, Call, CallEntry, Ending, Irregularity
from overtrick.model.cards import Card
from overtrick.model.contract import Contract, Result, Score
from overtrick.model.grids import Align, Column, Grid, Order
from overtrick.model.hands import Deal
from overtrick.model.missing import (
    EMPTY,
    PLAYER_PLACES,
    TEAM_PLACES,
    TEXT_PLACES,
    UNKNOWN,
    Missing,
)
from overtrick.model.play import PLAIN_CARDS, Play, PlayedCard, Trick
from overtrick.model.table import Seat, Vulnerability

TEXT_KEYS: Final = ("event", "site", "date", "room")
TEAM_KEYS: Final = ("home", "visit")

_ABOUT: Final = ("notes", "nags", "comments", "irregularities")

_KEYS: Final = frozenset(
    {
        *("board", "name", "dealer", "vulnerable", "deal", *TEXT_KEYS, "players", "teams"),
        *("scoring", "declarer", "contract", "result", "score", "auction", "play"),
        *("grids", "extras"),
    }
)

_T = TypeVar("_T")


def board_from_dict(data: Mapping[str, object]) -> Board:
    """Return the board of an object made by `overtrick.tools.board_json.board_to_dict`.

    Raises:
        ModelError: a key or value that `board_to_dict` would not have made; the message names it.

    Example:
        >>> board_from_dict({"board": 1, "dealer": "N", "contract": "5HX", "declarer": "S"})
        <Board 1 N 5HX by S>
    """
    found = _object(data, "the board", _KEYS)
    event, site, date, room = (_stated_text(found, key) for key in TEXT_KEYS)
    players = _object(found.get("players", {}), "players", frozenset("NESW"))
    north, east, south, west = (_stated_text(players, seat) for seat in "NESW")
    teams = _object(found.get("teams", {}), "teams", frozenset(TEAM_KEYS))
    name = found.get("name")
    return Board(
        number=_stated(found, "board", _integer),
        name=None if name is None else _text(name, "name"),
        dealer=_stated(found, "dealer", _seat),
        vulnerability=_stated(found, "vulnerable", _vulnerability),
        deal=_stated(found, "deal", _deal),
        scoring=_stated_text(found, "scoring"),
        contract=_contract(found),
        result=_stated(found, "result", _result),
        score=_stated(found, "score", _score),
        auction=_stated(found, "auction", _auction),
        play=_stated(found, "play", _play),
        info=Info(
            event=event,
            site=site,
            date=date,
            room=room,
            players=(north, east, south, west),
            teams=(_stated_text(teams, "home"), _stated_text(teams, "visit")),
        ),
        missing=_missing(found, players, teams),
        grids=tuple(
            _grid(key, value) for key, value in _object(found.get("grids", {}), "grids").items()
        ),
        extras=Extras(
            {
                key: _extra(value, key)
                for key, value in _object(found.get("extras", {}), "extras").items()
            }
        ),
    )


def _refuse(what: str, wanted: str, value: object) -> ModelError:
    return ModelError(f"{what} is {wanted} in the JSON of a board, not {value!r:.60}")


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


def _texts(value: object, what: str) -> tuple[str, ...]:
    return tuple(_text(item, what) for item in _list(value, what))


def _object(value: object, what: str, keys: frozenset[str] | None = None) -> dict[str, object]:
    """Return an object; with `keys`, refuse any other key, which nobody would read."""
    if not isinstance(value, Mapping):
        raise _refuse(what, "an object", value)
    found = {_text(key, f"a key of {what}"): item for key, item in value.items()}
    unknown = sorted(found.keys() - keys) if keys is not None else []
    if unknown:
        msg = f"{what} has no key {unknown[0]!r} in the JSON of a board"
        raise ModelError(msg)
    return found


def _stated(found: Mapping[str, object], key: str, read: Callable[[object, str], _T]) -> _T | None:
    """Read the value at a key; nothing for null and "", which are no values."""
    value = found.get(key)
    return None if value is None or value == "" else read(value, key)


def _stated_text(found: Mapping[str, object], key: str) -> str | None:
    value = found.get(key)
    return None if value is None else _text(value, key)


_PLACES: Final = {
    "board": "number",
    "vulnerable": "vulnerability",
    **{key: key for key in ("dealer", "deal", "scoring", "declarer", "contract")},
    **{key: key for key in ("result", "score", "auction", "play")},
    **{key: f"info.{key}" for key in TEXT_KEYS},
}
_PLAYERS: Final = dict(zip("NESW", PLAYER_PLACES, strict=True))
_TEAMS: Final = dict(zip(TEAM_KEYS, TEAM_PLACES, strict=True))


def _missing(
    found: Mapping[str, object], players: Mapping[str, object], teams: Mapping[str, object]
) -> dict[str, Missing]:
    """Return what is stated to be unknown (null) or, where it is no text, to be empty ("")."""
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
    if contract is None:
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


class _Said:
    """What is said about calls or cards; every key must be asked for."""

    def __init__(self, found: Mapping[str, object], what: str) -> None:
        self.what = what
        self.tables = {name: _object(found.get(name, {}), f"{what} {name}") for name in _ABOUT}

    def note(self, key: str) -> str | None:
        return self._optional_text("notes", key)

    def comment(self, key: str) -> str | None:
        return self._optional_text("comments", key)

    def _optional_text(self, name: str, key: str) -> str | None:
        table = self.tables[name]
        return _text(table.pop(key), f"{self.what} {name} {key}") if key in table else None

    def nags(self, key: str) -> tuple[int, ...]:
        what = f"{self.what} nags {key}"
        return tuple(_integer(nag, what) for nag in _list(self.tables["nags"].pop(key, []), what))

    def irregularity(self, key: str) -> Irregularity | None:
        if key not in self.tables["irregularities"]:
            return None
        what = f"{self.what} irregularities {key}"
        name = _text(self.tables["irregularities"].pop(key), what)
        try:
            return Irregularity[name.upper()]
        except KeyError:
            raise _refuse(what, "an irregularity", name) from None

    def finish(self) -> None:
        """Refuse what is said about a call or card that is not there."""
        for name, table in self.tables.items():
            for key in table:
                msg = f"{self.what} {name} speak of {key!r}, which is not there"
                raise ModelError(msg)


def _auction(value: object, what: str) -> Auction:
    found = _object(value, what, frozenset({"dealer", "calls", "ending", "alerts", *_ABOUT}))
    said = _Said(found, what)
    alerts = {_integer(index, "alerts") for index in _list(found.get("alerts", []), "alerts")}
    entries: list[CallEntry] = []
    for index, word in enumerate(_list(found.get("calls"), "calls")):
        call = None if word is None else Call.parse(_text(word, f"calls {index}"))
        key = str(index)
        entry = CallEntry(
            call=call,
            note=said.note(key),
            nags=said.nags(key),
            comment=said.comment(key),
            irregularity=said.irregularity(key),
            alert=index in alerts,
        )
        entries.append(PLAIN_CALLS[call.index] if call is not None and entry.is_plain else entry)
    said.finish()
    if any(not 0 <= index < len(entries) for index in alerts):
        msg = f"alerts speak of calls that are not there: {sorted(alerts)}"
        raise ModelError(msg)
    dealer = _seat(found.get("dealer"), f"the dealer of the {what}")
    return Auction(dealer=dealer, entries=tuple(entries), ending=_ending(found, what))


def _play(value: object, what: str) -> Play:
    found = _object(value, what, frozenset({"leader", "tricks", "ending", *_ABOUT}))
    said = _Said(found, what)
    leader = _seat(found.get("leader"), f"the leader of the {what}")
    tricks = tuple(
        _trick(row, number, leader, said)
        for number, row in enumerate(_list(found.get("tricks"), "tricks"))
    )
    said.finish()
    return Play(leader=leader, tricks=tricks, ending=_ending(found, what))


def _trick(value: object, number: int, leader: Seat, said: _Said) -> Trick:
    words = _list(value, f"tricks {number}")
    if len(words) != 4:
        raise _refuse(f"tricks {number}", "four cards", value)
    slots: list[PlayedCard | None] = [None] * 4
    for step, word in enumerate(words):
        seat = leader.after(step)
        key = f"{number}.{seat.symbol}"
        card = None if word is None else Card.parse(_text(word, f"tricks {key}"))
        played = PlayedCard(
            card=card,
            note=said.note(key),
            nags=said.nags(key),
            comment=said.comment(key),
            irregularity=said.irregularity(key),
        )
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


def _extra(value: object, key: str) -> ExtraValue:
    if isinstance(value, (list, tuple)):
        return tuple(_extra(item, key) for item in value)
    if value is None or isinstance(value, (str, int)):
        return value
    raise _refuse(f"the extra {key}", "text, a number or a list", value)
