"""The shapes of the functions that a plugin's specifications name.

They speak of boards and of contexts, so they stand above both; a declaration needs none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, Protocol

import attrs

from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.framework.contexts.read import Part, ReadContext
from overtrick.framework.contexts.rule import RuleContext
from overtrick.framework.contexts.view import ViewContext
from overtrick.framework.contexts.write import WriteContext
from overtrick.framework.spec import Confidence, Probe
from overtrick.model.board import NO_EXTRAS, Board, Extras, ExtraValue

if TYPE_CHECKING:
    pass


class Reader(Protocol):
    """Reads a format: a generator that holds one board at a time."""

    def __call__(self, source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
        """Yield the boards of a file in its order."""


class Splitter(Protocol):
    """Cuts a file into parts that can be read by themselves, by several processes at a time."""

    def __call__(self, source: BinaryIO, size: int) -> Iterator[Part]:
        """Yield the parts of a file in order, each of about so many bytes; all are the whole.

        The reader gets the complete file, which can seek, and a part as `ReadContext.part`. It
        must give the boards, the findings and the header that it gives for the part when it reads
        all; what concerns the header is reported with the first part only.
        """


class Writer(Protocol):
    """Writes a format: consumes the boards once, in order."""

    def __call__(self, boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
        """Write the boards to a binary file."""


class Sniffer(Protocol):
    """Tells whether a file is of a format: pure, total and fast."""

    def __call__(self, probe: Probe) -> Confidence:
        """Return how sure it is."""


class Locator(Protocol):
    """Finds the exact place of a part of a board (see `Diagnostic.part`)."""

    def __call__(self, board: Board, part: str) -> Location | None:
        """Return the place, or `None` where it cannot be told."""


class Fixer(Protocol):
    """Mends what has one right answer; `overtrick check --fix` calls it."""

    def __call__(self, source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterable[Diagnostic]:
        """Write the mended file and return what was done."""


class Rotator(Protocol):
    """Rotates an extra that names seats along with the hands (see `ExtrasSpec.rotated`)."""

    def __call__(self, value: ExtraValue, turns: int) -> ExtraValue:
        """Return the extra of a board whose hands have moved on clockwise.

        Args:
            value: the extra of the board as it was.
            turns: how many seats each hand moves on, 1 to 3: after 1, North's hand is East's.

        Returns:
            The value for the turned hands; `None` where it cannot be told, and the extra is
            dropped.
        """


class DealCounter(Protocol):
    """Counts in the bytes of a file how often each of its boards was dealt; it opens none itself.

    Both methods raise a `FormatError` for bytes that are no sound file of the format.
    """

    def counters(self, data: bytes) -> Mapping[int, int]:
        """Return how often each board of a file was dealt, 0 or more, by its number."""

    def with_counters(self, data: bytes, counters: Mapping[int, int]) -> bytes:
        """Return the file with the counters of some boards set and all else as it was.

        What depends on them, such as a checksum, follows. A counter that stands already changes
        no byte.

        Raises:
            ValueError: a board or a number that the format cannot hold.
        """


class BoardRule(Protocol):
    """Says what is wrong with a board, with `ctx.issue`."""

    def __call__(self, board: Board, ctx: RuleContext) -> None:
        """Look at one board; boards come in the order of their file."""


class FileCheck:
    """Looks at the boards of one file: what a rule for files is, as a subclass.

    It keeps what it has to remember of the boards, and nothing else is kept of them.

    Attributes:
        ctx: says what is wrong (`ctx.issue`), and knows the file's header and format.
    """

    def __init__(self, ctx: RuleContext) -> None:
        self.ctx = ctx

    def see(self, board: Board) -> None:
        """Look at the next board of the file."""

    def end(self) -> None:
        """Say what can only be said once all boards were seen."""


class FileRule(Protocol):
    """Begins to check a file: a subclass of `FileCheck`, or a function that makes one."""

    def __call__(self, ctx: RuleContext) -> FileCheck:
        """Return what will see the boards; `ctx.header` is known already."""


class RuleFix(Protocol):
    """Mends what a rule finds, and may say with `ctx.issue` what it did, board by board."""

    def __call__(self, boards: Iterable[Board], ctx: RuleContext) -> Iterable[Board]:
        """Return all boards, those mended that need it; a generator is usual."""


class View(Protocol):
    """Shows boards: consumes them once, in order."""

    def __call__(self, boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
        """Write what is shown to a binary file; text is UTF-8."""


def _to_boards(boards: Board | Iterable[Board]) -> tuple[Board, ...]:
    return (boards,) if isinstance(boards, Board) else tuple(boards)


@attrs.frozen(kw_only=True)
class RuleSample:
    """Boards by which a rule is tested.

    Attributes:
        code: the code that the bad boards give.
        bad: a board or boards, as of one file, that give this code and no other.
        good: the same put right: the rule has nothing to say of them.
        header: the header of their file.
    """

    code: str
    bad: tuple[Board, ...] = attrs.field(converter=_to_boards)
    good: tuple[Board, ...] = attrs.field(converter=_to_boards)
    header: Extras = NO_EXTRAS
