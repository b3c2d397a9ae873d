"""Reconstruct a damaged journal: every sound step of either file.

As long as only one of the files is damaged, nothing is lost. Where both are, a step counts only if
its mark proves it; what was lost between such steps is reconstructed from the steps after the
gap, as far as it follows: the numbers of the attempts, the copies, and the order of the plan. What
does not follow is in doubt, and is asked; nothing is guessed.
"""

from __future__ import annotations

import collections
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from overtrick_duplimate_device.journal.chain import (
    MAGIC,
    Content,
    Line,
    chained,
    read_content,
    read_line,
)
from overtrick_duplimate_device.journal.journal import Header, read_entry, read_header
from overtrick_duplimate_device.journal.ledger import Attempt, Entry, EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Order, Plan

# The beginning of a line, anywhere in the data.
_MARKED: Final = re.compile(rb"([0-9]{1,9}) ([0-9a-f]{32}) \{")
_SHORTEST_LINE: Final = 90
_MAX_FALSE_LINES: Final = 1000
_FEWEST_STEPS: Final = 4
"""The minimum number of steps of a board: fewer lost steps hold no complete board."""


@attrs.frozen
class Sound:
    """The undamaged lines of a damaged journal.

    Attributes:
        lines: the header and the steps behind it, without a gap; empty where the header is lost.
        later: sound steps behind a gap.
        last: the last step that was written, as far as the files show.
        rival: if both files are intact but differ, the lines of the shorter.
    """

    lines: tuple[Line, ...]
    later: tuple[Line, ...]
    last: int
    rival: tuple[Line, ...] = ()

    @property
    def count_lost(self) -> int:
        """The number of steps that are lost, or contradicted by the other file."""
        lost = sum(last - first + 1 for first, last in self.lost)
        return lost + len(set(self.rival) - set(self.lines))

    @property
    def lost(self) -> tuple[tuple[int, int], ...]:
        """The lost steps: the first and the last of each gap."""
        numbers = [len(self.lines) - 1, *(line.number for line in self.later), self.last + 1]
        pairs = itertools.pairwise(numbers)
        return tuple((before + 1, after - 1) for before, after in pairs if after > before + 1)


def sound_lines(first: bytes | None, second: bytes | None) -> Sound:
    """Return every line of a journal that is sound in one of its two files."""
    files = [data for data in (first, second) if data is not None]
    contents = [read_content(data) for data in files]
    for n, content in enumerate(contents):
        if any(_is_repair_of(content, data) for data in files[:n] + files[n + 1 :]):
            # A repair was killed between the two files; what it was made from is kept elsewhere.
            files, contents = [files[n]], [content]
            break
    # An intact file takes precedence over a damaged one; of two intact ones, the longer.
    order = sorted(range(len(files)), key=lambda n: _rank(contents[n]), reverse=True)
    given: dict[int, list[Line]] = {}
    for n in order:
        for data in files[n].split(b"\n")[:-1]:
            line = read_line(data)
            if line is not None:
                given.setdefault(line.number, []).append(line)
    sound: dict[int, Line] = {}
    for number in sorted(given):
        candidates = list(_proven(number, given))
        before = sound.get(number - 1)
        fitting = [
            line
            for line in candidates
            if before is not None and line == Line.after(before, line.text)
        ]
        if fitting or candidates:
            sound[number] = (fitting or candidates)[0]
    length = next(n for n in range(len(sound) + 1) if n not in sound)
    later = tuple(sound[n] for n in sorted(sound) if n > length) if length else ()
    last = max(length - 1, *(line.number for line in later), *(_last_of(f, sound) for f in files))
    if last == length - 1:
        last += max(_more_steps(data, sound) for data in files)
    if last == length - 1 and len(contents) == 2 and _is_cut_off(*contents):
        last += 1  # at least
    lines = tuple(sound[n] for n in range(length))
    rivals = [content.lines for content in contents if _is_intact(content)]
    rival = next((rival for rival in rivals if not set(rival) <= set(lines)), ())
    return Sound(lines, later, last, rival)


def _is_repair_of(content: Content, other: bytes) -> bool:
    """Return whether one file is intact and a repair of the other."""
    if not _is_intact(content):
        return False
    marks = {line.mark for line in content.lines}
    given = [line for data in other.split(b"\n")[:-1] if (line := read_line(data)) is not None]
    at = next(
        (n for n in range(len(content.lines) - 1, 0, -1) if _is_repaired(content.lines[n])), 0
    )
    # A journal that continues the repaired one has steps of it, or a step that follows from it.
    goes_on = any(
        line.number >= at
        and (line.mark in marks or line == Line.after(content.lines[-1], line.text))
        for line in given
    )
    return at > 0 and not goes_on


def _is_repaired(line: Line) -> bool:
    try:
        return read_entry(line.text)[1].kind is EntryKind.REPAIRED
    except (ValueError, LookupError, TypeError):
        return False


def _is_cut_off(first: Content, second: Content) -> bool:
    """Return whether the first file is cut off in a way that no crash explains.

    It is begun when the second file has all the steps before it.
    """
    is_begun = bool(first.rest) and not first.is_broken
    return is_begun and len(second.lines) < len(first.lines)


def _is_intact(content: Content) -> bool:
    return not content.is_broken and not content.rest and bool(content.lines)


def _rank(content: Content) -> tuple[bool, int]:
    return _is_intact(content), len(content.lines)


def _proven(number: int, given: Mapping[int, list[Line]]) -> Iterator[Line]:
    """Yield the lines of a number that the hash chain proves."""
    marks = [line.mark for line in given.get(number - 1, ())] if number else [None]
    for line in given[number]:
        for before in marks:
            mark = chained(before, number, line.text)
            if mark == line.mark or any(
                after.mark == chained(mark, number + 1, after.text)
                for after in given.get(number + 1, ())
            ):
                # In the second case only the mark itself was changed; the next line proves it.
                yield Line(number, mark, line.text)
                break


def _last_of(data: bytes, sound: Mapping[int, Line]) -> int:
    """Return the last step of a file: by its line numbers, and by its line count."""
    known = {line.mark for line in sound.values()}
    # A line without its end was never finished.
    found = _MARKED.findall(data, 0, data.rfind(b"\n") + 1)
    # The number of a line that is known elsewhere may have been changed here.
    most = _MAX_FALSE_LINES + 10 * len(data) // _SHORTEST_LINE
    numbers = (n for number, mark in found if mark not in known and (n := int(number)) <= most)
    return max(len({mark for _, mark in found}) - 1, *numbers, -1)


def _more_steps(data: bytes, sound: Mapping[int, Line]) -> int:
    """Return the possible number of steps in the unreadable part of a file."""
    ended = data.rfind(b"\n") + 1
    # Behind the last line end is nothing, or a step that was never finished; or else zeros.
    size = len(data) if b"\0" in data[ended:] else ended
    known = {line.mark: len(line.data) for line in sound.values()}
    marks = [mark for _, mark in _MARKED.findall(data)]
    doubled = sum(known.get(mark, 0) for mark in marks) - sum(
        known.get(mark, 0) for mark in set(marks)
    )
    excess = size - len(MAGIC) - sum(known.values()) - doubled
    return max(excess // _SHORTEST_LINE, 0)


@attrs.frozen(kw_only=True)
class Doubt:
    """A board that may have been dealt; only a check of the board can decide.

    Attributes:
        board: its number.
        copy: which copy of it.
        is_extra: whether it was asked for with `redeal`.
    """

    board: int
    copy: int
    is_extra: bool = False


@attrs.frozen(kw_only=True)
class SalvagedState:
    """The reconstructed state of a session with a damaged journal.

    Attributes:
        header: what the session is about.
        sound: the lines that it is known from.
        ledger: what was surely dealt, and what is in hand, if that is known.
        doubts: what may have been dealt besides, in the order in which it would have been.
        last_at: when the last sound step was written, UTC, ISO 8601; empty where there is none.
    """

    header: Header
    sound: Sound
    ledger: Ledger
    doubts: tuple[Doubt, ...]
    last_at: str


def understand(sound: Sound, counters: Mapping[int, int]) -> SalvagedState:
    """Return the reconstruction from the sound lines of a journal.

    Args:
        sound: with the header among them.
        counters: the file's own, by board; empty where it has none or cannot be read.

    Raises:
        ValueError, LookupError, TypeError, AttributeError: they were not written by this version.
    """
    header = read_header(sound.lines[0].text)
    story = _Story(header.plan, Ledger.of((), header.base))
    last_at, position = "", 0
    for line in (*sound.lines[1:], *sound.later):
        last_at, entry = read_entry(line.text)
        if line.number > position + 1:
            story.gap(line.number - position - 1)
        story.hear(entry)
        position = line.number
    if sound.last > position:
        story.end_in_gap(sound.last - position, counters)
    if sound.rival:
        story.hear_rival(
            Ledger.of((read_entry(line.text)[1] for line in sound.rival[1:]), header.base)
        )
    doubts = tuple(story.doubts())
    return SalvagedState(
        header=header, sound=sound, ledger=story.ledger, doubts=doubts, last_at=last_at
    )


@attrs.define
class _Story:
    """A ledger built from steps with gaps."""

    plan: Plan
    ledger: Ledger
    open_attempts: list[Attempt] = attrs.field(factory=list)
    """The attempts whose end may have been in a gap."""
    unknown: int = 0
    """The number of attempts without any other information."""
    uncounted: int = 0
    """The maximum number of attempts in gaps without a later known attempt."""
    guessed: set[int] = attrs.field(factory=set)
    """Attempts of which it is not known whether they belonged to the plan."""
    ambiguous: collections.Counter[int] = attrs.field(factory=collections.Counter)
    """Copies that were dealt in such attempts, by board."""
    either: list[int] = attrs.field(factory=list)
    """Boards of which a copy was taken for one of the plan's, and may have been one more."""
    has_gap: bool = False
    disputed: list[int] = attrs.field(factory=list)
    """The boards that only one of two files records as dealt, once for each copy."""

    def gap(self, steps: int) -> None:
        """Account for a gap of lost steps."""
        self.has_gap = True
        if self.ledger.attempt is not None:
            self.open_attempts.append(self.ledger.attempt)
            self.ledger.attempt = None
            steps -= 1
        self.uncounted += max(steps, 0) // _FEWEST_STEPS

    def end_in_gap(self, steps: int, counters: Mapping[int, int]) -> None:
        """Account for lost steps at the end."""
        ledger, attempt = self.ledger, self.ledger.attempt
        ended = 0 if attempt is None else 1
        attempts = max(steps - ended, 0) // _FEWEST_STEPS
        if attempt is not None and not attempts:
            board = attempt.board
            if counters.get(board, 0) <= ledger.counted.get(board, 0):
                # No other board can have been begun, and this one was not counted: the machine may
                # still know of it. It is asked, or else the operator, when the session goes on.
                ledger.attempt = attrs.evolve(attempt, stage=EntryKind.FINISHING)
                return
        self.gap(steps)

    def hear_rival(self, other: Ledger) -> None:
        """Account for the steps of the other file: those in only one file are doubtful."""
        ledger, boards = self.ledger, self.plan.boards
        done = {board: min(ledger.done.get(board, 0), other.done.get(board, 0)) for board in boards}
        most = {board: max(ledger.done.get(board, 0), other.done.get(board, 0)) for board in boards}
        for board in boards:
            self.disputed += [board] * (most[board] - done[board])
        ledger.done = done
        if ledger.attempt != other.attempt:
            self.gap(0)

    def hear(self, entry: Entry) -> None:
        """Apply a sound step."""
        if self.has_gap and entry.attempt is not None:
            self._find(entry, entry.attempt)
        if self.has_gap and entry.kind is EntryKind.INTEND:
            self._infer(entry)
        attempt = self.ledger.attempt
        self.ledger.apply(entry)
        if entry.kind is EntryKind.DEALT and attempt is not None and attempt.number in self.guessed:
            self.ambiguous[attempt.board] += 1

    def _find(self, entry: Entry, number: int) -> None:
        """Make the attempt of a step the one in hand."""
        ledger = self.ledger
        # Attempts are numbered: how many there were in gaps before is known by now.
        self.uncounted = 0
        if ledger.attempt is not None and ledger.attempt.number == number:
            return
        for attempt in self.open_attempts:
            if attempt.number == number:
                self.open_attempts.remove(attempt)
                ledger.attempt = attempt
                return
        self.unknown += max(number - ledger.attempts - 1, 0)
        ledger.attempts = number
        if entry.kind is not EntryKind.INTEND:
            board = entry.board or 0
            # Its first step recorded whether it was requested with `redeal`.
            self.guessed.add(number)
            ledger.attempt = Attempt(
                number=number,
                board=board,
                copy=entry.copy or 1,
                job_id=entry.job_id or "",
                is_extra=not self.plan.is_wanted(board, ledger.done),
                boot="",
                window=None,
                stage=EntryKind.STARTING,
            )

    def _infer(self, entry: Entry) -> None:
        """Infer earlier dealt boards from a board's copy number and the plan's order."""
        plan, board, copy = self.plan, entry.board or 0, entry.copy or 1
        ledger = self.ledger
        self._raise(board, copy - 1)
        while ledger.done.get(board, 0) > copy - 1 and self.ambiguous[board]:
            # What was taken for a copy of the plan was one more.
            self.ambiguous[board] -= 1
            ledger.done[board] -= 1
            ledger.extra_done[board] = ledger.extra_done.get(board, 0) + 1
        if plan.is_auto_number or board not in plan.boards or entry.detail.get("extra"):
            return
        at = plan.boards.index(board)
        for other in plan.boards[:at]:
            is_set = plan.order is Order.SET
            self._raise(other, min(copy, plan.copies or copy) if is_set else plan.copies or 0)
        if plan.order is Order.SET:
            for other in plan.boards[at + 1 :]:
                self._raise(other, copy - 1)

    def _raise(self, board: int, copies: int) -> None:
        """Count copies of a board as dealt by the plan, as later steps imply."""
        done, extra = self.ledger.done, self.ledger.extra_done
        while done.get(board, 0) < copies:
            done[board] = done.get(board, 0) + 1
            if self.ambiguous[board] and extra.get(board, 0):
                # It may as well have been one more, and the plan's copy among what is lost.
                self.ambiguous[board] -= 1
                extra[board] -= 1
                self.either.append(board)
                continue
            for attempt in self.open_attempts:
                if attempt.board == board and not attempt.is_extra:
                    self.open_attempts.remove(attempt)
                    break
            else:
                self.unknown = max(self.unknown - 1, 0)

    def doubts(self) -> Iterator[Doubt]:
        """Yield the boards that may also have been dealt."""
        done = dict(self.ledger.done)
        for attempt in self.open_attempts:
            copy = done.get(attempt.board, 0) + 1
            yield Doubt(board=attempt.board, copy=copy, is_extra=attempt.is_extra)
            if not attempt.is_extra:
                done[attempt.board] = copy
        for board in self.disputed:
            done[board] = done.get(board, 0) + 1
            yield Doubt(board=board, copy=done[board])
        in_hand = self.ledger.attempt
        if in_hand is not None and not in_hand.is_extra:
            done[in_hand.board] = done.get(in_hand.board, 0) + 1
        yield from self._unknown_doubts(done)

    def _unknown_doubts(self, done: dict[int, int]) -> Iterator[Doubt]:
        unknown = self.unknown + self.uncounted
        if not unknown:
            return
        in_hand = self.ledger.attempt
        extras = list(self.ledger.extras)
        if in_hand is not None and in_hand.is_extra and in_hand.board in extras:
            extras.remove(in_hand.board)
        for board in (*extras, *self.either):
            yield Doubt(board=board, copy=done.get(board, 0) + 1, is_extra=True)
        if not self.plan.is_auto_number:
            for _ in range(unknown):
                task = self.plan.next_task(done)
                if task is None:
                    return
                yield Doubt(board=task.board, copy=task.copy)
                done[task.board] = task.copy
            return
        # The operator chose the board: it may be any that is still to be dealt.
        for board in self.plan.boards:
            for _ in range(unknown):
                if self.plan.is_wanted(board, done):
                    done[board] = done.get(board, 0) + 1
                    yield Doubt(board=board, copy=done[board])
