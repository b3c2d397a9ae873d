"""Types for plugin code: readers, writers, checks of files.

The attributes that name other functions, such as `FixerSpec.fixer`, describe their signatures. A
declaration needs none of these types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, Protocol

import attrs

from overtrick.framework.contexts.read import ReadContext
from overtrick.framework.contexts.rules import RuleContext
from overtrick.framework.contexts.write import WriteContext
from overtrick.model.board import NO_EXTRAS, Board, Extras


class Reader(Protocol):
    """The type of a reader: a generator that holds one board at a time."""

    def __call__(self, source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
        """Yield the boards of a file in its order."""


class Writer(Protocol):
    """The type of a writer, which takes the boards once, in order."""

    def __call__(self, boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
        """Write the boards to a binary file."""


class DealCounter(Protocol):
    """Reads and sets, in the bytes of a file, how often each of its boards was dealt.

    Both methods raise a `FormatError` for bytes that are no sound file of the format.
    """

    def counters(self, data: bytes) -> Mapping[int, int]:
        """Return how often each board of a file was dealt, 0 or more, by its number."""

    def with_counters(self, data: bytes, counters: Mapping[int, int]) -> bytes:
        """Return the file with the counters of some boards set and all else as it was.

        Dependent bytes, such as a checksum, change too. A counter that has its value already
        changes no byte.

        Raises:
            ValueError: a board or a number that the format cannot hold.
        """


class FileCheck:
    """A rule's check of the boards of one file.

    It stores all that it needs of earlier boards; the boards themselves are not kept.

    Attributes:
        ctx: reports findings (`ctx.issue`), and has the file's header and format.
    """

    def __init__(self, ctx: RuleContext) -> None:
        self.ctx = ctx

    def see(self, board: Board) -> None:
        """Look at the next board of the file."""

    def end(self) -> None:
        """Report findings that need all boards."""


def _to_boards(boards: Board | Iterable[Board]) -> tuple[Board, ...]:
    return (boards,) if isinstance(boards, Board) else tuple(boards)


def _to_indexes(at: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if at is None else tuple(at)


@attrs.frozen(kw_only=True)
class RuleSample:
    """A board that breaks a rule and one that keeps it, by which the rule is tested.

    Attributes:
        code: the code that the bad boards give.
        bad: a board or boards, as of one file, that give this code and no other.
        good: the same boards corrected: the rule has no finding on them.
        header: the header of their file.
        at: the indexes of the bad boards that the findings are about, from 0 and in the order of
            the findings; empty for findings about the file. `None` is the one bad board.
    """

    code: str
    bad: tuple[Board, ...] = attrs.field(converter=_to_boards)
    good: tuple[Board, ...] = attrs.field(converter=_to_boards)
    header: Extras = NO_EXTRAS
    at: tuple[int, ...] | None = attrs.field(default=None, converter=_to_indexes)
