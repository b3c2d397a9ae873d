r"""A board as a JSON object, and back.

A key that the board does not state is absent, what it states to be unknown is `null`, what it
states not to apply is `""`. The object has these keys, in this order:

- `board`, `name`, `dealer` (`"N"`), `vulnerable` (`"None"`, `"NS"`, `"EW"`, `"All"`)
- `deal`: from North, ranks high to low, `-` for a hand not given
- `event`, `site`, `date`, `room`; `players` by seat; `teams` with `home` and `visit`
- `scoring`; `declarer` (`"^S"` where declarer and dummy changed places); `contract` (`"5HX"`,
  `"Pass"`, in an end position `"H"`; `null` beside a declarer where nothing else is known)
- `result`: declarer's tricks; an object with `declarer`, `NS`, `EW` and `irregular` where the
  board tells more than that
- `score`: `declarer`, `NS`, `EW`; a number, or text where a number would lose digits
- `auction`: `dealer`, `calls` (`null` for a player who was skipped), `ending` (`complete`,
  `open`, `closed`, `unknown`), and what is said about the calls, keyed by 0-based index: `notes`,
  `nags`, `comments`, `irregularities` (`insufficient_bid`, `skipped`, `revoke`,
  `lead_out_of_turn`); `alerts` is a list of indices
- `play`: `leader`, `tricks` (each clockwise from the leader of trick one, `null` for a card not
  given), `ending`, and `notes`, `nags`, `comments`, `irregularities` keyed `"<trick>.<seat>"`
  with a 0-based trick
- `grids` by name: `columns`, `rows`, and `layout` where a column has an order, a width or an
  alignment. A second grid of one name has the key `<name>#2` and the true `name` inside
- `extras`: lists stand for tuples
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from overtrick.findings.errors import ModelError
from overtrick.model.board import Board, ExtraValue
from overtrick.model.calls import Auction, CallEntry
from overtrick.model.contract import Contract, Result, Score
from overtrick.model.grids import Column, Grid
from overtrick.model.hands import Deal
from overtrick.model.missing import EMPTY, PLAYER_PLACES, TEAM_PLACES, UNKNOWN, Missing
from overtrick.model.play import Play, PlayedCard
from overtrick.model.table import Seat, Vulnerability
from overtrick.tools.board_from_json import TEAM_KEYS, board_from_dict

__all__ = ["JsonObject", "JsonValue", "board_from_dict", "board_to_dict"]

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]
"""What JSON can hold."""

JsonObject = dict[str, JsonValue]
"""A JSON object."""

_ABOUT: Final = ("notes", "nags", "comments", "irregularities")

_LARGEST_EXACT: Final = 2**53


def board_to_dict(board: Board) -> JsonObject:
    """Return a board as an object that `json.dumps` takes, as `overtrick show --json` prints it.

    Where the board came from (`origin`, `source`) is not part of it.

    Example:
        >>> from overtrick.model import UNKNOWN
        >>> board_to_dict(Board(number=1, dealer=Seat.NORTH, contract=Contract.parse("5HX"),
        ...                     missing={"scoring": UNKNOWN}))
        {'board': 1, 'dealer': 'N', 'scoring': None, 'contract': '5HX'}
    """
    info, contract, missing = board.info, board.contract, board.missing
    found: JsonObject = {}
    _put(found, "board", board.number, missing.get("number"))
    _put(found, "name", board.name)
    _put(found, "dealer", board.dealer, missing.get("dealer"))
    _put(found, "vulnerable", board.vulnerability, missing.get("vulnerability"))
    _put(found, "deal", board.deal, missing.get("deal"))
    _put(found, "event", info.event, missing.get("info.event"))
    _put(found, "site", info.site, missing.get("info.site"))
    _put(found, "date", info.date, missing.get("info.date"))
    _put(found, "room", info.room, missing.get("info.room"))
    players: JsonObject = {}
    for seat in Seat:
        _put(players, seat.symbol, info.players[seat], missing.get(PLAYER_PLACES[seat]))
    teams: JsonObject = {}
    for key, value, place in zip(TEAM_KEYS, info.teams, TEAM_PLACES, strict=True):
        _put(teams, key, value, missing.get(place))
    found |= {"players": players} if players else {}
    found |= {"teams": teams} if teams else {}
    _put(found, "scoring", board.scoring, missing.get("scoring"))
    _put(found, "declarer", _declarer(contract), missing.get("declarer"))
    _put(found, "contract", None if contract is None else contract.text, missing.get("contract"))
    if contract is not None and contract.level is None and contract.strain is None:
        found["contract"] = None
    _put(found, "result", board.result, missing.get("result"))
    _put(found, "score", board.score, missing.get("score"))
    _put(found, "auction", board.auction, missing.get("auction"))
    _put(found, "play", board.play, missing.get("play"))
    if board.grids:
        found["grids"] = _grids_to_dict(board.grids)
    if board.extras:
        found["extras"] = {key: _extra_to_json(value) for key, value in board.extras.items()}
    return found


def _put(found: JsonObject, key: str, value: object, said: Missing | None = None) -> None:
    """Add what is stated: a value, `null` for unknown, `""` for empty."""
    if value is not None:
        found[key] = _to_json(value)
    elif said is not None:
        found[key] = _MISSING[said]


_MISSING: Final = {UNKNOWN: None, EMPTY: ""}


def _to_json(value: object) -> JsonValue:
    match value:
        case Seat():
            return value.symbol
        case Vulnerability():
            return value.label
        case str() | int():
            return value
        case Deal():
            return value.to_text()
        case Result():
            return _result_to_json(value)
        case Score():
            return _score_to_dict(value)
        case Auction():
            return _auction_to_dict(value)
        case Play():
            return _play_to_dict(value)
    msg = f"no JSON for {value!r}"
    raise ModelError(msg)


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


def _about(found: JsonObject, said: Iterable[tuple[str, CallEntry | PlayedCard]]) -> None:
    """Add what is said about calls or cards, by their keys."""
    tables: dict[str, JsonObject] = {name: {} for name in _ABOUT}
    for key, entry in said:
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
    _about(found, ((str(index), entry) for index, entry in enumerate(auction.entries)))
    return found


def _play_to_dict(play: Play) -> JsonObject:
    seats = [play.leader.after(step) for step in range(4)]
    tricks: list[JsonValue] = []
    said: list[tuple[str, PlayedCard]] = []
    for number, trick in enumerate(play.tricks):
        cards = (trick.card_of(seat) for seat in seats)
        tricks.append([None if card is None else card.symbol for card in cards])
        for seat in seats:
            played = trick.cards[seat]
            if played is not None:
                said.append((f"{number}.{seat.symbol}", played))
    found: JsonObject = {
        "leader": play.leader.symbol,
        "tricks": tricks,
        "ending": play.ending.value,
    }
    _about(found, said)
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


def _extra_to_json(value: ExtraValue) -> JsonValue:
    return [_extra_to_json(item) for item in value] if isinstance(value, tuple) else value
