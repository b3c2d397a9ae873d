"""Read JSON lines: one board object a line, after an optional line with the file's header.

A board is what `overtrick.board_from_dict` takes; a key that it does not know is refused, since
nobody would read it. Nothing is taken that two programs could read in two ways: the same key twice
in an object, `NaN`, text that is not UTF-8.

Source: overtrick's own; the schema is `overtrick formats json --schema`.
"""

from __future__ import annotations

import codecs
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, NoReturn

import attrs

from overtrick import Board, Location, ModelError, board_from_dict
from overtrick.plugin import extras_from_dict

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the board of each line; in `collect` mode a faulty line yields none."""
    may_have_header = True
    for number, raw in enumerate(ctx.raw_lines(source), 1):
        if number == 1:
            ctx.refuse_wide(raw)
            raw = raw.removeprefix(codecs.BOM_UTF8)  # noqa: PLW2901  # the line without its mark
        if not raw.strip():
            continue
        found = _object(raw, number, ctx)
        if found is None:
            continue
        is_header = found.keys() == {"header"}
        if is_header and not may_have_header:
            ctx.issue("JSON021", line=number, column=1)
        elif is_header:
            _take_header(found["header"], number, ctx)
        else:
            board = _board(found, number, ctx)
            if board is not None:
                yield board
        may_have_header = False


def _object(raw: bytes, line: int, ctx: ReadContext) -> Mapping[str, object] | None:
    """Return the object of a line, or `None` where there is none."""
    try:
        found = load_object(raw)
    except UnicodeDecodeError as error:
        ctx.issue("JSON011", line=line, column=1, why=error.reason)
    except json.JSONDecodeError as error:
        ctx.issue("JSON010", line=line, column=error.colno, why=error.msg)
    except TwiceError as error:
        ctx.issue("JSON013", line=line, column=1, key=error.key)
    except RecursionError:
        ctx.issue("JSON010", line=line, column=1, why="it is nested too deeply")
    except ValueError as error:
        long = "a number has thousands of digits"
        why = error if isinstance(error, NoWordError) else long
        ctx.issue("JSON010", line=line, column=1, why=why)
    else:
        if isinstance(found, dict):
            return found
        names = {list: "a list", str: "a text", type(None): "null", bool: "true or false"}
        ctx.issue("JSON012", line=line, column=1, found=names.get(type(found), "a number"))
    return None


class TwiceError(ValueError):
    """A duplicate key in an object.

    Attributes:
        key: the key.
    """

    def __init__(self, key: str) -> None:
        """Build the message with the key."""
        super().__init__(f"the key {key!r} stands twice")
        self.key = key


class NoWordError(ValueError):
    """A value that JSON does not support."""


def load_object(raw: bytes) -> object:
    """Return the object of a line of JSON.

    Raises:
        UnicodeDecodeError: it is not UTF-8.
        TwiceError: an object has a key twice.
        ValueError: it is not JSON, or says what JSON has no word for.
        RecursionError: it is nested too deeply.
    """
    return json.loads(
        raw.decode("utf-8").rstrip(), object_pairs_hook=_pairs, parse_constant=_no_number
    )


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise TwiceError(next(key for key, count in counts.items() if count > 1))
    return found


def _no_number(word: str) -> NoReturn:
    msg = f"JSON has no {word}"
    raise NoWordError(msg)


def _take_header(value: object, line: int, ctx: ReadContext) -> None:
    try:
        ctx.header = extras_from_dict(value, "the header")
    except ModelError as error:
        ctx.issue("JSON020", line=line, column=1, why=error)


def _board(found: Mapping[str, object], line: int, ctx: ReadContext) -> Board | None:
    try:
        board = board_from_dict(found)
    except ModelError as error:
        number = found.get("board")
        known = number if isinstance(number, int) and not isinstance(number, bool) else None
        ctx.issue("JSON020", line=line, column=1, board=known, why=error)
        return None
    place = Location(path=ctx.path, line=line, board=board.number)
    return attrs.evolve(board, origin=place)
