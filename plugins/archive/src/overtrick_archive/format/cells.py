"""Parse the cells of foreign tables with the columns of an archive's `boards`.

Exports write numbers as floats, lists of words as one text, a date as a date, seats in either case.
A value with one meaning is accepted; any other is an error that names its column.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from overtrick import (
    COLUMNS,
    Board,
    Call,
    Card,
    ColumnType,
    Contract,
    Deal,
    Doubling,
    ModelError,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick_archive.rows import COMPLETE_BOARD, REST, STORED
from overtrick_archive.tables import FROM, FROM_FILE

SEATS: Final = ("north", "east", "south", "west")
HANDS: Final = tuple(f"{seat}_hand" for seat in SEATS)
DEAL: Final = "deal"

NEEDED: Final = (
    *(column.name for column in STORED if column.name not in {"line", "offset", "contract"}),
    REST,
)
"""The columns of a board in the form of `overtrick_archive.rows`."""

KNOWN: Final = frozenset({*NEEDED, DEAL, "contract", FROM})
"""The columns that are looked at."""

WORDS: Final = frozenset({"auction", "play"})

# The first combines the others; opener and leader may follow from dealer and declarer.
_NOT_COMPARED: Final = frozenset({REST, DEAL, FROM, "opener", "leader"})

# The beginning of `rest` for a board with a value that its column cannot hold; the column is empty.
_COMPLETE_REST: Final = f'{{"{COMPLETE_BOARD}":'

_TRICKS: Final = 20
_LONGEST: Final = 60


def drop_solved_tables(columns: dict[str, list[Any]]) -> None:
    """Remove double-dummy tables that come from a solver only."""
    if FROM in columns and "double_dummy" in columns:
        columns["double_dummy"] = [
            table if not isinstance(word, str) or word.startswith(FROM_FILE) else None
            for table, word in zip(columns["double_dummy"], columns[FROM], strict=True)
        ]


def row_of(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row in the form for `overtrick_archive.rows.board_of`.

    Args:
        cells: values by the names of columns, of whatever Python type; others are passed over.

    Raises:
        ModelError: a cell is not such as its column has.

    Example:
        >>> row = row_of({"number": 7.0, "dealer": "s", "contract": "4SX", "declarer": "N"})
        >>> row["number"], row["dealer"], row["level"], row["strain"], row["doubling"]
        (7, 'S', 4, 'S', 1)
    """
    row = {name: _plain(name, cells.get(name)) for name in NEEDED}
    text = row[REST]
    if text and not text.startswith("{"):
        return row
    _divide_deal(row, _plain(DEAL, cells.get(DEAL)))
    _divide_contract(row, _plain("contract", cells.get("contract")))
    if row["auction"] is not None and row["opener"] is None:
        row["opener"] = row["dealer"]
        if row["dealer"] is None:
            msg = "auction: nobody says who called first (opener, dealer)"
            raise ModelError(msg)
    if row["play"] is not None and row["leader"] is None:
        if row["declarer"] is None:
            msg = "play: nobody says who led first (leader, declarer)"
            raise ModelError(msg)
        row["leader"] = Seat.parse(row["declarer"]).after(1).symbol
    # An auction without calls and a play without cards are what a table leaves empty.
    row["auction"] = row["auction"] or ()
    row["play"] = row["play"] or ()
    return row


def contradiction(board: Board, cells: Mapping[str, Any]) -> tuple[str, object, object] | None:
    """Return a column that contradicts the board, with both values.

    A value of a board may be in a row twice: in `rest` and in other columns, in `contract` and in
    `level`. Where one of them was changed, it is unknown which is meant.

    Args:
        board: the board that was made of the row.
        cells: values by the names of columns.
    """
    is_rest_complete = str(cells.get(REST)).startswith(_COMPLETE_REST)
    for name, cell in cells.items():
        if name in _NOT_COMPARED or (cell is None and is_rest_complete):
            continue
        if name == "double_dummy" and cells.get(FROM) not in {None, FROM_FILE}:
            continue  # a solver's value, in part or completely
        stated: object = COLUMNS[name].of(board)
        if name in WORDS or name == "double_dummy":
            cell, stated = _words(cell), _words(stated)  # noqa: PLW2901  # the same, as tuples
        if cell == stated:
            continue
        parsed = _plain(name, list(cell) if isinstance(cell, tuple) else cell)
        if isinstance(parsed, list):
            parsed = tuple(parsed)
        elif name == "contract" and (parsed is None or "level" not in cells):
            continue  # it follows from the others, or was taken from here
        elif name == "contract":
            parsed = Contract.parse(parsed).text
        if parsed != stated:
            return name, parsed, stated
    return None


def _words(stated: object) -> tuple[object, ...] | None:
    if isinstance(stated, str):
        stated = stated.split()
    return tuple(stated) or None if isinstance(stated, (list, tuple)) else None


def _divide_deal(row: dict[str, Any], deal: Deal | None) -> None:
    missing = [name for name in HANDS if row[name] is None]
    if deal is not None and len(missing) == len(HANDS):
        row.update(zip(HANDS, deal.masks, strict=True))
    elif missing and len(missing) < len(HANDS):
        msg = f"{missing[0]}: it is empty, and the other hands are not"
        raise ModelError(msg)


def _divide_contract(row: dict[str, Any], text: str | None) -> None:
    if text is None or row["level"] is not None or row["strain"] is not None:
        return
    contract = Contract.parse(text)
    row["level"] = contract.level
    row["strain"] = None if contract.strain is None else contract.strain.symbol
    row["doubling"] = int(contract.doubling)


def _plain(name: str, cell: object) -> Any:  # noqa: ANN401  # what a row of a table holds
    if cell is None or cell != cell:  # noqa: PLR0124  # NaN: no value in many tables
        return None
    try:
        return _OF_COLUMN[name](cell)
    except (ModelError, ValueError, TypeError) as error:
        msg = f"{name}: {error}"
        raise ModelError(msg) from None


def _text(cell: object) -> str:
    if isinstance(cell, str):
        return cell
    raise _wrong("text", cell)


def _date(cell: object) -> str:
    if isinstance(cell, datetime.date):
        # Platforms differ in how `strftime` writes a year before 1000.
        return cell.isoformat()[:10].replace("-", ".")
    return _text(cell)


def _integer(cell: object) -> int:
    if isinstance(cell, int) and not isinstance(cell, bool):
        return cell
    if isinstance(cell, (float, Decimal)) and cell == cell.__trunc__():
        return int(cell)
    raise _wrong("a whole number", cell)


def _number(cell: object) -> float:
    if isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool):
        return float(cell)
    raise _wrong("a number", cell)


def _deal(cell: object) -> Deal:
    if isinstance(cell, dict):
        # What questions in SQL know as a deal.
        return Deal.from_masks(*(_integer(cell.get(seat)) for seat in SEATS))
    return Deal.parse(_text(cell))


def _tricks(cell: object) -> tuple[int | None, ...]:
    if not isinstance(cell, list) or len(cell) != _TRICKS:
        raise _wrong("twenty numbers of tricks", cell)
    return tuple(None if count is None else _integer(count) for count in cell)


def _words_of(parse: Callable[[str], str]) -> Callable[[object], list[str]]:
    def words(cell: object) -> list[str]:
        found = cell.split() if isinstance(cell, str) else cell
        if not isinstance(found, list):
            raise _wrong("a list of words", cell)
        last = len(found) - 1
        return [
            word if at == last and word in ("+", "*") else parse(_text(word))
            for at, word in enumerate(found)
        ]

    return words


def _call(word: str) -> str:
    return Call.parse(word).symbol


def _card(word: str) -> str:
    return word if word == "-" else Card.parse(word).symbol


def _seat(cell: object) -> str:
    return Seat.parse(_text(cell)).symbol


def _vulnerability(cell: object) -> str:
    return Vulnerability.parse(_text(cell)).label


def _strain(cell: object) -> str:
    return Strain.parse(_text(cell)).symbol


def _doubling(cell: object) -> int:
    return Doubling(_integer(cell))


def _wrong(wanted: str, cell: object) -> ModelError:
    return ModelError(f"{wanted} is wanted, not {f'{cell!r}':.{_LONGEST}}")


_OF_TYPE: Final[dict[ColumnType, Callable[[object], object]]] = {
    ColumnType.INTEGER: _integer,
    ColumnType.MASK: _integer,
    ColumnType.NUMBER: _number,
    ColumnType.TEXT: _text,
    ColumnType.TRICKS: _tricks,
}

_OF_COLUMN: Final[dict[str, Callable[[object], object]]] = {
    **{name: _OF_TYPE[column.type] for name, column in COLUMNS.items()},
    **dict.fromkeys(("dealer", "declarer", "opener", "leader"), _seat),
    REST: _text,
    FROM: _text,
    DEAL: _deal,
    "vulnerability": _vulnerability,
    "strain": _strain,
    "doubling": _doubling,
    "date": _date,
    "auction": _words_of(_call),
    "play": _words_of(_card),
}
