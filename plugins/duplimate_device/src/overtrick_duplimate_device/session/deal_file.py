"""The deals of a file; no error message names a card.

Boards that look unintended are found here, before a card falls: boards that hold a complete suit
in each hand, as files have where nothing was dealt; boards that are empty or incomplete; the same
deal under several numbers.
"""

from __future__ import annotations

import collections
import enum
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import attrs

from overtrick import (
    Board,
    Deal,
    Diagnostic,
    Field,
    FormatError,
    NumberRanges,
    OvertrickError,
    Severity,
)
from overtrick.plugin import DealCounter, DealCounterSpec, advice, printable
from overtrick_duplimate_device.interface.blind import HIDDEN, redact
from overtrick_duplimate_device.journal.journal import fingerprint
from overtrick_duplimate_device.session.counters import FileCounters, GuardedCounter

CHECK: Final = advice("duplimate.check", "check")
"""Check a file."""

PIPE: Final = "-"
"""The file name that means standard input."""

_PIPED: Final = "pipe:"
_MOST_FINDINGS: Final = 5
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")


class DealsError(OvertrickError):
    """A file that cannot be dealt; the message names no card.

    Attributes:
        plain: the message without the command for details.
    """

    def __init__(self, message: str, command: str = "") -> None:
        super().__init__(f"{message}; see: {command}" if command else message)
        self.plain = message


class FileChangedError(OvertrickError):
    """The file of deals has changed since the session began."""


def _boards(numbers: Iterable[int]) -> str:
    """Return some boards in words.

    Example:
        >>> _boards([7]), _boards([3, 1, 2, 9])
        ('Board 7', 'Boards 1-3,9')
    """
    chosen = sorted(set(numbers))
    name = "Board" if len(chosen) == 1 else "Boards"
    return f"{name} {NumberRanges.from_numbers(chosen)}"


def is_placeholder(deal: Deal) -> bool:
    """Return whether each hand is a complete suit: a placeholder for an undealt board.

    Example:
        >>> is_placeholder(Deal.parse("N:AKQJT98765432... .AKQJT98765432.. "
        ...                           "..AKQJT98765432. ...AKQJT98765432"))
        True
    """
    return all(len({card.suit for card in hand}) == 1 for hand in deal)


class OddReasons(enum.StrEnum):
    """The reasons a board looks unintended.

    `PLACEHOLDER`: a complete suit in each hand. `TWINS`: the same deal under several numbers.
    `REPEATED`: a number that occurs several times in the file, always with the same deal. Left out
    are `EMPTY` (no cards), `INCOMPLETE` (not all cards) and `UNNUMBERED` boards.
    """

    PLACEHOLDER = "placeholder"
    TWINS = "twins"
    REPEATED = "repeated"
    EMPTY = "empty"
    INCOMPLETE = "incomplete"
    UNNUMBERED = "unnumbered"


@attrs.frozen(kw_only=True)
class Concern:
    """A concern about an unintended board.

    Attributes:
        odd: what it is.
        boards: which ones, in ascending order; empty for those without a number.
        times: the number of its occurrences in the file, or of boards without a number.
    """

    odd: OddReasons
    boards: tuple[int, ...] = ()
    times: int = 0

    def __str__(self) -> str:
        """Return it as a sentence for the operator, in English."""
        if self.odd is OddReasons.UNNUMBERED:
            return f"{self.times} boards have no number and are left out."
        which = _boards(self.boards)
        if self.odd is OddReasons.REPEATED:
            return f"{which} stands {self.times} times in the file, always the same."
        what = {
            OddReasons.PLACEHOLDER: "a whole suit in each hand, so never dealt.",
            OddReasons.TWINS: "the same deal.",
            OddReasons.EMPTY: "no cards, left out.",
            OddReasons.INCOMPLETE: "not all cards, left out.",
        }
        return f"{which}: {what[self.odd]}"


@attrs.frozen(kw_only=True)
class Concerns:
    """The concerns about a selection of boards.

    Attributes:
        found: the concerns, in the order of display.
        doubtful: the boards among the chosen ones that are hardly meant.
        is_asked: whether nothing may be dealt without the operator's word.
    """

    found: tuple[Concern, ...] = ()
    doubtful: frozenset[int] = frozenset()
    is_asked: bool = False

    @property
    def told(self) -> tuple[str, ...]:
        """The sentences for the operator; they name no card."""
        return tuple(map(str, self.found))


@attrs.frozen(kw_only=True)
class DealFile:
    """The boards that a file has to deal.

    Attributes:
        path: the file, absolute; for boards from a pipe a name made of their content.
        format: its format.
        deals: the complete deals by board number; never printed.
        is_hidden: whether the file marks its hands as hidden.
        deal_counter: keeps the counters of the file's format, or `None` where it has none.
        empty: boards without any card.
        incomplete: boards of which some cards are missing.
        repeated: the number of occurrences of each repeated board.
        unnumbered: how many boards have no number.
        findings: what the file's reader warns of, in words that name no card.
    """

    path: Path
    format: str
    deals: Mapping[int, Deal] = attrs.field(repr=False)
    is_hidden: bool = False
    deal_counter: DealCounter | None = None
    empty: tuple[int, ...] = ()
    incomplete: tuple[int, ...] = ()
    repeated: Mapping[int, int] = attrs.field(factory=dict)
    unnumbered: int = 0
    findings: tuple[str, ...] = ()

    @property
    def is_piped(self) -> bool:
        """Whether the boards came through a pipe."""
        return is_piped(str(self.path))

    @property
    def title(self) -> str:
        """The name of the file for the operator."""
        return "boards from a pipe" if self.is_piped else self.path.name

    @property
    def counters(self) -> FileCounters:
        """The file's own counters."""
        return FileCounters(self.path, self.deal_counter)

    def concerns(self, boards: Iterable[int], *, is_chosen: bool) -> Concerns:
        """Return the concerns about boards that look unintended.

        Args:
            boards: the boards to deal.
            is_chosen: whether the user selected them; then omissions are deliberate.
        """
        wanted = tuple(boards)
        found: list[Concern] = []
        placeholders = tuple(board for board in wanted if is_placeholder(self.deals[board]))
        if placeholders:
            found.append(Concern(odd=OddReasons.PLACEHOLDER, boards=placeholders))
        same: dict[Deal, list[int]] = collections.defaultdict(list)
        for board in wanted:
            if board not in placeholders:
                same[self.deals[board]].append(board)
        twins = [tuple(sorted(numbers)) for numbers in same.values() if len(numbers) > 1]
        found += [Concern(odd=OddReasons.TWINS, boards=numbers) for numbers in twins]
        is_asked = bool(found)
        found += [
            Concern(odd=OddReasons.REPEATED, boards=(board,), times=self.repeated[board])
            for board in wanted
            if board in self.repeated
        ]
        if not is_chosen:
            left_out = ((OddReasons.EMPTY, self.empty), (OddReasons.INCOMPLETE, self.incomplete))
            found += [Concern(odd=odd, boards=boards) for odd, boards in left_out if boards]
            if self.unnumbered:
                found.append(Concern(odd=OddReasons.UNNUMBERED, times=self.unnumbered))
            is_asked = is_asked or bool(self.empty or self.incomplete or self.unnumbered)
        later = {board for numbers in twins for board in numbers[1:]}
        return Concerns(
            found=tuple(found), doubtful=frozenset({*placeholders, *later}), is_asked=is_asked
        )

    def why_not(self, board: int) -> str:
        """Return the reason a board cannot be dealt, or an empty text."""
        if board in self.deals:
            return ""
        if board in self.empty:
            return f"board {board} has no cards"
        if board in self.incomplete:
            return f"board {board} has not all cards"
        return f"the file has no board {board}"

    def check(self, salt: str, fingerprints: Mapping[int, str]) -> tuple[int, ...]:
        """Return the boards whose deals differ from some fingerprints."""
        return tuple(
            board
            for board, mark in fingerprints.items()
            if board not in self.deals or fingerprint(salt, board, self.deals[board]) != mark
        )


def is_piped(path: str) -> bool:
    """Return whether a journal's path means boards from a pipe."""
    return path.startswith(_PIPED)


def read_deals(
    source: Path | bytes, format_name: str | None = None, *, name: str | None = None
) -> DealFile:
    """Read the complete deals of a file.

    Args:
        source: the file, or what came through a pipe.
        format_name: its format; detected from the content if not given.
        name: what the file is called in messages; its path where it is not given.

    Raises:
        DealsError: the file has errors, no complete deal, or several deals for one number.
        OvertrickError: its format cannot be detected.
        OSError: it cannot be opened.
    """
    import overtrick

    name = name or (PIPE if isinstance(source, bytes) else str(source))
    try:
        # Whether or not the file hides its hands, they are never shown.
        with overtrick.open_boards(
            source, format=format_name, wants=[Field.DEAL], path=name, sealed="keep"
        ) as reader:
            boards, spec, is_hidden = tuple(reader), reader.spec, reader.is_sealed
            findings = _blind(reader.diagnostics, name)
    except FormatError as error:
        # The message may quote the line, and with it the cards.
        where, code = error.diagnostic.location, error.diagnostic.code
        msg = (
            f"{where}: error {code}: the file cannot be dealt from. What is wrong is left out "
            "because it may name cards"
        )
        raise DealsError(msg, CHECK(name)) from None
    numbered: dict[int, list[Board]] = collections.defaultdict(list)
    for board in boards:
        if board.number is not None:
            numbered[board.number].append(board)
    deals = _deals(numbered, name)
    if not deals:
        msg = f"{name}: there is no board with a number and a complete deal"
        raise DealsError(msg)
    without = [number for number in numbered if number not in deals]
    empty = [number for number in without if not any(_cards(b) for b in numbered[number])]
    declared = spec.capability(DealCounterSpec)
    return DealFile(
        path=_key(source) if isinstance(source, bytes) else source.resolve(),
        format=spec.name,
        deals=deals,
        is_hidden=is_hidden,
        deal_counter=(
            None
            if declared is None or isinstance(source, bytes)
            else GuardedCounter(spec.name, declared.counter)
        ),
        empty=tuple(sorted(empty)),
        incomplete=tuple(sorted(set(without) - set(empty))),
        repeated={
            number: len(found)
            for number, found in numbered.items()
            if number in deals and len(found) > 1
        },
        unnumbered=sum(board.number is None for board in boards),
        findings=findings,
    )


def _key(content: bytes) -> Path:
    """Return the path that represents boards from a pipe: equal content has an equal path."""
    return Path(f"{_PIPED}{hashlib.sha256(content).hexdigest()}")


def _cards(board: Board) -> int:
    return 0 if board.deal is None else sum(len(hand) for hand in board.deal)


def _deals(numbered: Mapping[int, list[Board]], name: str) -> dict[int, Deal]:
    """Return the complete deals, by number.

    Raises:
        DealsError: a number has several.
    """
    deals: dict[int, Deal] = {}
    unclear = []
    for number, boards in numbered.items():
        found = {
            deal
            for board in boards
            if board.deal is not None and (deal := board.deal.completed()).is_complete
        }
        if len(found) > 1:
            unclear.append(number)
        elif found:
            deals[number] = found.pop()
    if unclear:
        msg = f"{name}: {_boards(unclear)}: several deals; nobody can tell which is meant"
        raise DealsError(msg)
    return deals


def _blind(diagnostics: Iterable[Diagnostic], name: str) -> tuple[str, ...]:
    """Return the warnings of a reader, each code once, without cards."""
    found: dict[str, list[Diagnostic]] = collections.defaultdict(list)
    for diagnostic in diagnostics:
        if diagnostic.severity > Severity.NOTE:
            found[diagnostic.code].append(diagnostic)
    lines = []
    for same in list(found.values())[:_MOST_FINDINGS]:
        first = same[0]
        words = _QUOTED.sub(HIDDEN, redact(first.message))
        more = f" (and {len(same) - 1:,} more)" if len(same) > 1 else ""
        line = f"{first.location}: {first.severity.label} {first.code}: {words}{more}"
        lines.append(printable(line))
    if len(found) > _MOST_FINDINGS:
        lines.append(f"and {len(found) - _MOST_FINDINGS} more codes; see: {CHECK(name)}")
    return tuple(lines)


def fingerprints_of(deals: Mapping[int, Deal], salt: str, boards: Iterable[int]) -> dict[int, str]:
    """Return the fingerprints of some boards' deals."""
    return {board: fingerprint(salt, board, deals[board]) for board in boards}
