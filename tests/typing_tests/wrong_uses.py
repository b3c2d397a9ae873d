"""Uses that a type checker must refuse; each `type: ignore` that is not needed is an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import overtrick
from overtrick import Board, Deal, Seat
from overtrick.plugin import FormatSpec, ReadContext, Reader, WriteContext, Writer

# A deal may be missing or unknown: both must be told apart from a hand before it is used.
board = Board(number=1)
board.deal[Seat.NORTH]  # type: ignore[index]  # None has no hands

# Values are immutable, and made by name.
board.number = 2  # type: ignore[misc]  # frozen
Board(1)  # type: ignore[call-arg]  # keyword only
Board(vulnerable=True)  # type: ignore[call-arg]  # the word is vulnerability

# A declaration is data of the right types.
FormatSpec(name="x", summary="x", carries={1})  # type: ignore[arg-type]  # fields have names
FormatSpec(name="x", summary="x", reader=print)  # type: ignore[arg-type]  # by reference, as text

# Error modes and loss policies are closed sets of words.
overtrick.read("x", errors="ignore")  # type: ignore[arg-type]  # raise or collect
overtrick.loads("x", errors="ignore")  # type: ignore[arg-type]  # the keywords are those of read
overtrick.loads("x", eror="raise")  # type: ignore[call-arg]  # misspelt
overtrick.loads(None)  # type: ignore[arg-type]  # text or bytes
overtrick.write([board], "x", on_loss="silent")  # type: ignore[arg-type]  # report or raise


def read_text(source: str, ctx: ReadContext) -> Iterator[Board]:
    """Read text: readers get bytes."""
    yield Board(deal=Deal.parse(source))


def write_twice(boards: list[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a list: writers get an iterable, once."""


reader: Reader = read_text  # type: ignore[assignment]  # a reader is given bytes
writer: Writer = write_twice  # type: ignore[assignment]  # a writer is given any iterable


def lose(boards: Iterable[Board], ctx: WriteContext) -> None:
    """Lose something that is no field."""
    for each in boards:
        ctx.lose(each, "deal", "a word, not a Field")  # type: ignore[arg-type]  # Field.DEAL
        ctx.issue("CLUB001", board=each.number)  # type: ignore[arg-type]  # the board itself
