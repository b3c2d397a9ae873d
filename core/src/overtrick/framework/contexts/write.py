"""The context of a writer: the header, findings and losses, and helpers for numbers and deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NoReturn

import attrs

from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.findings.errors import WriteError
from overtrick.findings.filled import fill
from overtrick.findings.losses import Field, LossCollector, LossKind
from overtrick.framework.contexts.base import BoardContext
from overtrick.framework.numbering import cycle
from overtrick.framework.spec.formats import FormatSpec
from overtrick.model.board import NO_EXTRAS, Board, Extras

if TYPE_CHECKING:
    from overtrick.framework.seals import Seals
    from overtrick.model.hands import Deal

_DERIVED: Final = {
    Field.DEALER: "{format} derives the dealer from the board number",
    Field.VULNERABILITY: "{format} derives the vulnerability from the board number",
}
_NOT_OWN: Final = {
    Field.DEALER: "{format} always derives the dealer from the board number",
    Field.VULNERABILITY: "{format} always derives the vulnerability from the board number",
}


class WriteContext(BoardContext):
    """The context of a writer: its options, the header, and where losses go.

    Attributes:
        spec: the format that is written.
        path: the file's name, for messages; `None` where there is none.
        header: the metadata of the source; a writer uses its own format's keys.
        source_format: the format that the boards were read from, `None` where unknown.
        is_sealed: whether the hands are hidden; the writer states it if its format can.
        sealed: how hidden hands are treated where the format cannot state it.
        keeps_seed: whether a seed in the provenance of a board may be written.
        passed_over: returns the extras that are no loss: those of other formats that this one
            carries, and those that hold only layout.
        label_of: returns what people call an extra, by its key.
        diagnostics: the findings so far.
    """

    spec: FormatSpec

    def __init__(
        self,
        spec: FormatSpec,
        *,
        path: str | None = None,
        header: Extras = NO_EXTRAS,
        source_format: str | None = None,
        options: object | None = None,
    ) -> None:
        super().__init__(spec, path, options)
        self._implied = cycle(spec.implied)
        self.header = header
        self.source_format = source_format
        self.is_sealed = False
        self.sealed: Seals = "keep"
        self.keeps_seed = False
        self.losses = LossCollector()
        self.passed_over: Callable[[], frozenset[str]] = frozenset
        self.label_of: Callable[[str], str] = str
        self._has_deals = spec.requires is not None and spec.requires.deals is not None

    def lose(
        self,
        board: Board | None,
        field: Field,
        reason: str,
        kind: LossKind = LossKind.DROPPED,
        *,
        extra: str | None = None,
    ) -> None:
        """Report that a value is not in the target as it was in the source.

        Everything outside `FormatSpec.carries` is reported by the core; a writer reports only
        what it cannot write of a field that it does carry.

        Args:
            board: the board, or `None` for the file's metadata.
            field: what is lost.
            reason: why, in a few words; the same for all boards, for it is counted.
            kind: what became of it.
            extra: the key of the extra that is lost, of a board or of the header.
        """
        what = "" if extra is None else self.label_of(extra)
        self.losses.add(board, field, reason, kind, what)

    def numbered(
        self, boards: Iterable[Board], start: int | None = None
    ) -> Iterator[tuple[int, Board]]:
        """Yield boards with the numbers that they will have when the file is read.

        What a board states of its number, and of what follows from it (`FormatSpec.implied`),
        and what will not come back, is reported as lost. What it does not state, it is given:
        `DEFAULTED`.

        Args:
            boards: the boards, in the order of the file.
            start: the number of the first board, for a format that numbers the boards of a file
                in their order; `None` for one that keeps each board's number. A board without
                one then gets the number after the last.
        """
        number = 0 if start is None else start - 1
        for board in boards:
            stated = board.number
            number += 1
            if start is None and stated is not None:
                number = stated
            self._report_numbering(board, number)
            if stated != number:
                self.check_number(board, number)
            yield number, board

    def deals(
        self, boards: Iterable[Board], start: int | None = None
    ) -> Iterator[tuple[int, Deal]]:
        """Yield numbers, as `numbered` does, with complete deals: all that many formats hold.

        Args:
            boards: the boards, in the order of the file.
            start: as for `numbered`.

        Raises:
            WriteError: a board has no complete deal (`CORE070`).
        """
        deal_of = self.deal_of
        for number, board in self.numbered(boards, start):
            yield number, deal_of(board)

    def deal_of(self, board: Board) -> Deal:
        """Return a board's deal, 52 cards.

        Raises:
            WriteError: it has none that is complete (`CORE070`).
        """
        deal = board.deal
        # Where the format requires it, that was looked at before the writer had the board.
        if deal is None or not (self._has_deals or deal.is_complete):
            self.refuse_deal(board)
        return deal

    def refuse_deal(self, board: Board) -> NoReturn:
        """Refuse a board that has no complete deal.

        Raises:
            WriteError: always (`CORE070`).
        """
        self.issue("CORE070", board=board, label=board.label, format=self.spec.name)
        raise AssertionError  # an error ends the writing

    def check_number(self, board: Board, number: int) -> None:
        """Refuse a number that the format has no place for (`FormatSpec.requires`).

        Boards come to a writer with it done; it does so itself for a number that it gives.

        Raises:
            WriteError: the number is not among those (`CORE071`).
        """
        requires = self.spec.requires
        if requires is None or requires.numbers is None:
            return
        low, high = requires.numbers
        if not low <= number <= high:
            named = board if board.number == number else attrs.evolve(board, number=number)
            name = self.spec.name
            self.issue("CORE071", board=named, number=number, low=low, high=high, format=name)

    def _report_numbering(self, board: Board, number: int) -> None:
        name = self.spec.title
        if board.number is None:
            reason = fill("{format} requires a board number", format=name)
            self.lose(board, Field.NUMBER, reason, LossKind.DEFAULTED)
        elif board.number != number:
            reason = fill("{format} numbers boards in file order", format=name)
            self.lose(board, Field.NUMBER, reason)
        follows = self._implied[number & 15]
        for field, stated, given in (
            (Field.DEALER, board.dealer, follows.get("dealer")),
            (Field.VULNERABILITY, board.vulnerability, follows.get("vulnerability")),
        ):
            if given is None:
                continue
            if stated is None:
                self.lose(board, field, fill(_DERIVED[field], format=name), LossKind.DEFAULTED)
            elif stated is not given:
                self.lose(board, field, fill(_NOT_OWN[field], format=name))

    def _place(self, board: Board | None) -> Location:
        return Location(path=self.path, board=None if board is None else board.number)

    def _report(self, diagnostic: Diagnostic, board: Board | None) -> Diagnostic:
        self.diagnostics.append(diagnostic)
        if diagnostic.is_error:
            raise WriteError(diagnostic)
        return diagnostic
