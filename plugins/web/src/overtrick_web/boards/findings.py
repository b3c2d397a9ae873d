"""The findings of a file, each with its board and line."""

from __future__ import annotations

import bisect
import string
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from overtrick import Board, Diagnostic, Location, PluginManager, Severity
from overtrick.plugin import FilledText, catalogues, in_order, printable, printable_lines

_BEFORE: Final = 48
_MARKED: Final = 80
_BEHIND: Final = 60
_CUT: Final = "…"


@attrs.frozen(kw_only=True)
class Excerpt:
    """A line of a file with the place of a finding; each part is printable.

    Attributes:
        line: the line's number, 1-based.
        before: the text before the place; distant text is cut.
        marked: the place; empty where only the line is known.
        behind: the text after it.
    """

    line: int
    before: str
    marked: str
    behind: str


@attrs.frozen(kw_only=True)
class Finding:
    """A finding, with its place.

    Attributes:
        number: its place among all findings of the file, 1-based, in the file's order.
        diagnostic: what is wrong.
        position: the position of the board that it is about, 1-based; `None` where it is about
            the file, or the board is not known.
        excerpt: the line that it speaks of; `None` where the file has no lines, or they are not
            to be shown.
    """

    number: int
    diagnostic: Diagnostic
    position: int | None = None
    excerpt: Excerpt | None = None

    @property
    def is_fixable(self) -> bool:
        """Whether the finding has a fix."""
        return self.diagnostic.fix is not None

    @property
    def is_fixable_alone(self) -> bool:
        """Whether the finding can be fixed alone; only text edits can."""
        fix = self.diagnostic.fix
        return fix is not None and bool(fix.edits)


@attrs.frozen(kw_only=True)
class Group:
    """The findings of one code and severity.

    Attributes:
        code: the code.
        severity: how bad they are.
        message: the message of the first of them.
        clause: the clause that the first of them names.
        count: how many there are.
        fixable: the number of them that can be fixed.
        fixable_alone: the number of them that can be fixed without the others of the file.
    """

    code: str
    severity: Severity
    message: str
    clause: str | None
    count: int
    fixable: int
    fixable_alone: int


@attrs.frozen(kw_only=True, eq=False)
class Findings:
    """All findings of a file.

    Attributes:
        all: the findings, in the file's order.
        groups: by code, the worst first, then the most frequent.
        failure: the error that ended reading early, `None` if it reached the end: the part
            after it was not checked.
        is_blind: whether the findings quote no content of the file, because its hands are hidden.
    """

    all: tuple[Finding, ...] = ()
    groups: tuple[Group, ...] = ()
    failure: str | None = None
    is_blind: bool = False
    _by_position: Mapping[int, tuple[Finding, ...]] = attrs.field(factory=dict, repr=False)

    @property
    def fixable(self) -> int:
        """The number of fixable findings."""
        return sum(group.fixable for group in self.groups)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(group.count for group in self.groups if group.severity is severity)

    @property
    def errors(self) -> int:
        """The number of errors."""
        return self.count(Severity.ERROR)

    @property
    def warnings(self) -> int:
        """The number of warnings."""
        return self.count(Severity.WARNING)

    @property
    def notes(self) -> int:
        """The number of notes."""
        return self.count(Severity.NOTE)

    def of_board(self, position: int) -> tuple[Finding, ...]:
        """Return the findings of the board at a position, 1-based."""
        return self._by_position.get(position, ())

    def of_file(self) -> tuple[Finding, ...]:
        """Return the findings about no board."""
        return self._by_position.get(0, ())

    def of_code(self, code: str) -> tuple[Finding, ...]:
        """Return the findings of a code."""
        return tuple(item for item in self.all if item.diagnostic.code == code)

    def numbered(self, number: int) -> Finding:
        """Return the finding with a number.

        Raises:
            IndexError: there is none.
        """
        if not 1 <= number <= len(self.all):
            msg = f"there is no finding {number}"
            raise IndexError(msg)
        return self.all[number - 1]

    def worst(self, position: int) -> Severity | None:
        """Return the worst severity of a board's findings; `None` if there are none."""
        return max((item.diagnostic.severity for item in self.of_board(position)), default=None)


NO_FINDINGS: Final = Findings()
"""The findings of a file without faults."""


@attrs.frozen(kw_only=True)
class Explanation:
    """The description of a code, as shown by `overtrick explain`.

    Attributes:
        code: the code.
        severity: how bad such a finding is.
        message: its message, with `{name}` for the file's own words.
        clause: the standard and clause that is broken.
        hint: what to do about it.
        bad: the shortest text that has such a finding, or what it is in words.
        good: the same put right.
        is_fixable: whether fixing the file fixes it.
        why_not: the reason it has no single right answer, if it is not fixed.
        origin: whose code it is, such as `PBN` or `Bridge law`.
    """

    code: str
    severity: Severity
    message: str
    clause: str | None
    hint: str | None
    bad: str
    good: str
    is_fixable: bool
    why_not: str
    origin: str


class _Open:
    """The value of a single finding, which is left open in the description of its code."""

    def __format__(self, spec: str) -> str:
        return "…"

    def __repr__(self) -> str:
        return "…"


def _left_open(template: str) -> FilledText:
    names = {name: _Open() for _, name, _, _ in string.Formatter().parse(template) if name}
    return FilledText(template.format(**names), template, names)


def explain(code: str, manager: PluginManager) -> Explanation | None:
    """Return the description of a code; `None` for an unknown code.

    Args:
        code: the code, such as `PBN310`.
        manager: knows the codes.
    """
    for place in catalogues(manager):
        entry = place.codes.get(code)
        if entry is not None:
            return Explanation(
                code=entry.code,
                severity=entry.severity,
                message=_left_open(entry.template),
                clause=entry.clause,
                hint=entry.hint,
                bad=printable_lines(entry.sample.replace("\r\n", "\n")),
                good=printable_lines(entry.fix.replace("\r\n", "\n")),
                is_fixable=entry.is_fixable,
                why_not=entry.why_not,
                origin=place.title,
            )
    return None


def placed(
    found: Iterable[Diagnostic],
    boards: Sequence[Board],
    lines: Mapping[int, str],
    *,
    failure: str | None = None,
    is_blind: bool = False,
) -> Findings:
    """Return findings, each with its excerpt and board.

    Args:
        found: the findings of one file.
        boards: its boards.
        lines: the lines that the findings speak of, by number, as far as they may be shown.
        failure: what ended the reading too early, `None` where it came to the end.
        is_blind: whether the findings quote no content of the file.
    """
    positions = _Positions(boards)
    items = tuple(
        Finding(
            number=number,
            diagnostic=item,
            position=positions.of(item.location),
            excerpt=_excerpt(item.location, lines),
        )
        for number, item in enumerate(in_order(dict.fromkeys(found)), 1)
    )
    by_position: dict[int, list[Finding]] = {}
    for item in items:
        by_position.setdefault(item.position or 0, []).append(item)
    return Findings(
        all=items,
        groups=_groups(items),
        failure=failure,
        is_blind=is_blind,
        by_position={position: tuple(some) for position, some in by_position.items()},
    )


class _Positions:
    """An index of the boards' places in a file."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._lines: list[tuple[int, int]] = []
        self._offsets: list[tuple[int, int]] = []
        self._numbers: dict[int, int] = {}
        for position, board in enumerate(boards, 1):
            origin = board.origin
            if origin is not None and origin.line is not None:
                self._lines.append((origin.line, position))
            elif origin is not None and origin.offset is not None:
                self._offsets.append((origin.offset, position))
            number = board.number if board.number is not None else position
            self._numbers.setdefault(number, position)
        self._lines.sort()
        self._offsets.sort()

    def of(self, location: Location) -> int | None:
        """Return the position of the board at a location."""
        # A finding about the complete file is located at its beginning, and names no board.
        is_of_file = location.board is None and (location.line == 1 or location.offset == 0)
        if is_of_file:
            return None
        found = _last(self._lines, location.line)
        if found is None and location.line is None:
            found = _last(self._offsets, location.offset)
        if found is None and location.board is not None:
            found = self._numbers.get(location.board)
        return found


def _last(places: list[tuple[int, int]], place: int | None) -> int | None:
    """Return the item at a place or the last one before it."""
    if place is None:
        return None
    index = bisect.bisect_right(places, place, key=lambda item: item[0])
    return places[index - 1][1] if index else None


def _groups(items: Sequence[Finding]) -> tuple[Group, ...]:
    counts: Counter[tuple[Severity, str]] = Counter()
    fixable: Counter[tuple[Severity, str]] = Counter()
    alone: Counter[tuple[Severity, str]] = Counter()
    first: dict[tuple[Severity, str], Diagnostic] = {}
    for item in items:
        key = (item.diagnostic.severity, item.diagnostic.code)
        counts[key] += 1
        fixable[key] += item.is_fixable
        alone[key] += item.is_fixable_alone
        first.setdefault(key, item.diagnostic)
    order = sorted(counts, key=lambda key: (-key[0], -counts[key], key[1]))
    return tuple(
        Group(
            code=key[1],
            severity=key[0],
            message=first[key].message,
            clause=first[key].clause,
            count=counts[key],
            fixable=fixable[key],
            fixable_alone=alone[key],
        )
        for key in order
    )


def _excerpt(location: Location, lines: Mapping[int, str]) -> Excerpt | None:
    if location.line is None or location.line not in lines:
        return None
    text = lines[location.line]
    if location.column is None:
        return Excerpt(line=location.line, before=_start(text), marked="", behind="")
    begin = min(max(location.column - 1, 0), len(text))
    end = begin + 1 if location.end_column is None else location.end_column - 1
    if location.end_line is not None and location.end_line > location.line:
        end = len(text)
    end = max(min(end, len(text)), begin)
    before, marked = text[:begin], text[begin:end]
    if len(before) > _BEFORE:
        before = _CUT + before[-_BEFORE:]
    if len(marked) > _MARKED:
        marked = marked[:_MARKED] + _CUT
    behind = text[end:]
    return Excerpt(
        line=location.line,
        before=printable(before),
        # A place behind the last character is a blank.
        marked=printable(marked) or " ",
        behind=printable(behind if len(behind) <= _BEHIND else behind[:_BEHIND] + _CUT),
    )


def _start(text: str) -> str:
    most = _BEFORE + _MARKED
    return printable(text if len(text) <= most else text[:most] + _CUT)
