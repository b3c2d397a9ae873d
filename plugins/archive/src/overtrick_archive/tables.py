"""The tables of an archive: their columns, and their rows from read boards."""

from __future__ import annotations

import functools
import hashlib
import re
import struct
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from overtrick import Batch, Cell, ColumnType, Diagnostic, Suit
from overtrick.plugin import ALL_CARDS_MASK
from overtrick_archive.rows import REST, STORED, held_text, scores_of
from overtrick_hands import SHAPES, hcp, shape_indexes

BOARDS: Final = "boards"
RESULTS: Final = "results"
FILES: Final = "files"
FINDINGS: Final = "findings"
SOLVED: Final = "solved"

FILE: Final = "file"
"""The column with the file of a row: the SHA-256 of the file."""

FROM: Final = "double_dummy_from"
"""The column of `boards`, not stored in parts, with the source of the double-dummy table."""

FROM_FILE: Final = "file"
"""The source name for the board's own file."""

YEAR: Final = "year"
"""The column of `boards` stored in the folders' names, not in the parts."""

_SEATS: Final = ("north", "east", "south", "west")
HANDS: Final = tuple(f"{seat}_hand" for seat in _SEATS)
"""The columns of a deal."""

DOUBLE_DUMMY: Final = "double_dummy"
"""The column of the double-dummy tables."""

_SUITS: Final = tuple(suit.name.lower() for suit in sorted(Suit, reverse=True))
_TYPES: Final = {
    ColumnType.INTEGER: pa.int64(),
    ColumnType.MASK: pa.uint64(),
    ColumnType.NUMBER: pa.float64(),
    ColumnType.TEXT: pa.string(),
    ColumnType.TRICKS: pa.list_(pa.int8(), 20),
}
_SMALL: Final = frozenset({"level", "doubling", "result", "result_ns", "result_ew"})
_WORDS: Final = frozenset({"auction", "play"})

# The columns of a score table that are numbers, by what they are called in the file.
_NUMBERS: Final = {
    f"{name.lower()}_{side.lower()}": f"{name}_{side}"
    for name in ("Score", "IMP", "MP", "Percentage")
    for side in ("NS", "EW")
}
_TEXTS: Final = {
    "pair_ns": "PairId_NS",
    "pair_ew": "PairId_EW",
    "names_ns": "Names_NS",
    "names_ew": "Names_EW",
    "contract": "Contract",
    "declarer": "Declarer",
}


def _type_of(name: str, type: ColumnType) -> pa.DataType:
    if name in _SMALL:
        return pa.int8()
    return pa.list_(pa.string()) if name in _WORDS else _TYPES[type]


SCHEMAS: Final[dict[str, pa.Schema]] = {
    BOARDS: pa.schema(
        [
            (FILE, pa.string()),
            ("place", pa.int32()),
            *((column.name, _type_of(column.name, column.type)) for column in STORED),
            ("deal_hash", pa.uint64()),
            *(
                (f"{seat}_{what}", pa.string() if what == "shape" else pa.int8())
                for seat in _SEATS
                for what in ("hcp", *_SUITS, "shape")
            ),
            (REST, pa.string()),
        ]
    ),
    RESULTS: pa.schema(
        [
            (FILE, pa.string()),
            ("place", pa.int32()),
            ("row", pa.int32()),
            *((name, pa.string()) for name in _TEXTS),
            ("result", pa.int8()),
            *((name, pa.float64()) for name in _NUMBERS),
            ("cells", pa.map_(pa.string(), pa.string())),
        ]
    ),
    FILES: pa.schema(
        [
            ("path", pa.string()),
            ("sha256", pa.string()),
            ("bytes", pa.int64()),
            ("format", pa.string()),
            ("encoding", pa.string()),
            ("boards", pa.int64()),
            ("header", pa.string()),
            ("code", pa.string()),
            ("error", pa.string()),
        ]
    ),
    FINDINGS: pa.schema(
        [
            (FILE, pa.string()),
            ("code", pa.string()),
            ("severity", pa.string()),
            ("line", pa.int64()),
            ("column", pa.int64()),
            ("offset", pa.int64()),
            ("board", pa.int64()),
            ("message", pa.string()),
        ]
    ),
    SOLVED: pa.schema(
        [
            ("deal_hash", pa.uint64()),
            *((hand, pa.uint64()) for hand in HANDS),
            (DOUBLE_DUMMY, _TYPES[ColumnType.TRICKS]),
            ("solver", pa.string()),
            ("version", pa.string()),
            (FILE, pa.string()),
            ("error", pa.string()),
        ]
    ),
}
"""The columns of each table, in order; `year` of `boards` is in no part (see `YEAR`)."""

ROW_GROUP: Final = 32_768
"""The number of rows in a row group, with the minimum and maximum of each column."""

TABLES: Final = tuple(SCHEMAS)
"""The names of the tables."""


def empty(name: str) -> pa.Table:
    """Return a table without rows."""
    return SCHEMAS[name].empty_table()


def made(name: str, rows: Sequence[dict[str, Any]]) -> pa.Table:
    """Return a table of rows."""
    return pa.Table.from_pylist(list(rows), schema=SCHEMAS[name])


def boards_of(batch: Batch, file: str | None, place: int) -> pa.Table:
    """Return the table `boards` of read boards.

    Args:
        batch: the columns `overtrick_archive.rows.READ`.
        file: the SHA-256 of the file, `None` for boards of no file.
        place: which of the file's boards the first one is, 0-based.
    """
    count = len(batch)
    schema = SCHEMAS[BOARDS]
    found: dict[str, pa.Array] = {
        FILE: pa.repeat(pa.scalar(file, pa.string()), count),
        "place": pa.array(np.arange(place, place + count, dtype="int32")),
        REST: pa.array(batch[REST], pa.string()),
    }
    for column in STORED:
        values = batch[column.name]
        if column.name in _WORDS:
            found[column.name] = divided(values)
        else:
            found[column.name] = _array(values, schema.field(column.name).type)
    found |= _judged([batch[hand] for hand in HANDS])
    return pa.Table.from_arrays([found[name] for name in schema.names], schema=schema)


def _array(values: list[Cell], type: pa.DataType) -> pa.Array:
    """Return values as a column; one that it cannot hold becomes null."""
    try:
        return pa.array(values, type)
    except _NOT_HELD:
        # `rest` holds the boards of these.
        return pa.array([value if _is_held(value, type) else None for value in values], type)


_NOT_HELD: Final = (pa.ArrowInvalid, OverflowError, UnicodeEncodeError)


def _is_held(value: Cell, type: pa.DataType) -> bool:
    try:
        pa.scalar(value, type)
    except _NOT_HELD:
        return False
    return True


def divided(values: list[Cell]) -> pa.Array:
    """Return texts of words as lists of words; a text without a word becomes an empty list."""
    texts = pa.array(values, pa.string())
    # What is cut from no text is one empty word; from none, nothing.
    words = pc.split_pattern(pc.if_else(pc.equal(texts, ""), None, texts), " ")
    return pa.ListArray.from_arrays(words.offsets, words.values, mask=texts.is_null())


def _judged(hands: list[list[Cell]]) -> dict[str, pa.Array]:
    """Return the evaluation of hands; nulls for hands without thirteen cards."""
    found: dict[str, pa.Array] = {"deal_hash": pa.array(map(_hash_of, *hands), pa.uint64())}
    for seat, cells in zip(_SEATS, hands, strict=True):
        masks = np.array([0 if mask is None else mask for mask in cells], dtype="int64")
        others = np.array([mask.bit_count() != 13 for mask in masks.tolist()], dtype=bool)
        masks[others] = _ANY_HAND
        shapes = shape_indexes(masks)
        found[f"{seat}_hcp"] = pa.array(hcp.on_masks(masks).astype("int8"), mask=others)
        for suit, lengths in zip(_SUITS, _lengths().T, strict=True):
            found[f"{seat}_{suit}"] = pa.array(lengths[shapes], mask=others)
        found[f"{seat}_shape"] = _shapes().take(pa.array(shapes.astype("int16"), mask=others))
    return found


_ANY_HAND: Final = (1 << 13) - 1  # placeholder for a missing hand


@functools.cache
def _lengths() -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.array(SHAPES, dtype="int8")


@functools.cache
def _shapes() -> pa.Array:
    """Return the patterns of the 560 shapes, longest suit first: `5-4-3-1`."""
    return pa.array(["-".join(map(str, sorted(shape, reverse=True))) for shape in SHAPES])


def hash_of_masks(north: int, east: int, south: int, west: int) -> int:
    """Return the hash of a deal by its masks: a number of 64 bits.

    It is the first eight bytes of the SHA-256 of the four masks, North first; each of these, and
    the hash itself, is a number of eight bytes, the lowest first.

    Example:
        >>> hash_of_masks(8191, 8191 << 13, 8191 << 26, 8191 << 39)
        11258069538930999823
    """
    data = struct.pack("<4Q", north, east, south, west)
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "little")


def _hash_of(*masks: Any) -> int | None:  # noqa: ANN401  # cells of a column of masks
    north, east, south, west = masks
    if north is None or north | east | south | west != ALL_CARDS_MASK:
        return None
    return hash_of_masks(north, east, south, west)


def results_of(batch: Batch, file: str, place: int) -> pa.Table:
    """Return the table `results` of read boards: a row for each row of a score table.

    Args:
        batch: the columns `overtrick_archive.rows.READ`.
        file: the SHA-256 of the file.
        place: which of the file's boards the first one is, 0-based.
    """
    rows: list[dict[str, Any]] = []
    for at, rest in enumerate(cast("list[str | None]", batch[REST]), place):
        for number, texts in enumerate(scores_of(rest)):
            cells = {held_text(name): held_text(cell) for name, cell in texts.items()}
            row: dict[str, Any] = {
                FILE: file,
                "place": at,
                "row": number,
                "cells": list(cells.items()),
            }
            row |= {name: cells.get(key) for name, key in _TEXTS.items()}
            row |= {name: _number(cells.get(key)) for name, key in _NUMBERS.items()}
            tricks = _number(cells.get("Result"))
            if tricks is not None and tricks in range(14):
                row["result"] = int(tricks)
            rows.append(row)
    return made(RESULTS, rows) if rows else empty(RESULTS)


_NUMBER: Final = re.compile(r"[+-]?(\d{1,18}(\.\d{0,18})?|\.\d{1,18})", re.ASCII)


def _number(cell: str | None) -> float | None:
    return float(cell) if cell is not None and _NUMBER.fullmatch(cell) else None


def findings_of(findings: Iterable[Diagnostic], file: str) -> pa.Table:
    """Return the table `findings` of a file."""
    rows = [
        {
            FILE: file,
            "code": one.code,
            "severity": one.severity.label,
            "line": one.location.line,
            "column": one.location.column,
            "offset": one.location.offset,
            "board": one.location.board,
            "message": held_text(one.message),
        }
        for one in findings
    ]
    return made(FINDINGS, rows) if rows else empty(FINDINGS)


_YEAR: Final = r"^([0-9]{4})([^0-9].*)?$"


def years_of(boards: pa.Table) -> list[tuple[str, pa.Table]]:
    """Return boards grouped by the year of their date, which names their folder: `2024`.

    A date begins with its year. Boards without one are under `UNDATED`, behind the others.
    """
    years = pc.replace_substring_regex(boards["date"], _YEAR, r"\1")
    is_year = pc.match_substring_regex(boards["date"], _YEAR)
    years = pc.if_else(pc.fill_null(is_year, fill_value=False), years, UNDATED)
    names = sorted(pc.unique(years).to_pylist(), key=lambda name: (name == UNDATED, name))
    if len(names) == 1:
        return [(names[0], boards)]
    # Moved together once, and cut: to pick out each of a hundred years takes a hundred times that.
    places = pc.index_in(years, pa.array(names)).to_numpy()
    together = boards.take(pa.array(np.argsort(places, kind="stable")))
    ends = np.cumsum(np.bincount(places)).tolist()
    return [
        (name, together.slice(start, end - start))
        for name, start, end in zip(names, [0, *ends], ends, strict=False)
    ]


def order_of(dates: pa.ChunkedArray) -> np.ndarray[Any, np.dtype[np.int64]] | None:
    """Return the order of the rows by date, as texts; `None` if they are sorted already.

    Rows of one date keep their order, and those without one are the last.
    """
    found = pc.sort_indices(dates).to_numpy().astype("int64")
    return None if (found == np.arange(len(found))).all() else found


UNDATED: Final = "__HIVE_DEFAULT_PARTITION__"
"""The folder name that Parquet readers take for null."""
