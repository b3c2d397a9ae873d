"""The entries of a journal, and the state that is their sum.

The state is a fold over the entries and nothing else, so a session that is resumed knows
exactly what the one before it had written down.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Final, Self

import attrs

Detail = Mapping[str, "str | int | None"]


class EntryKind(enum.StrEnum):
    """The kinds of recorded steps."""

    CONNECTED = "connected"
    LOST = "lost"
    INTEND = "intend"
    STARTING = "starting"
    STARTED = "started"
    FINISHING = "finishing"
    FAULT = "fault"
    CLEARED = "cleared"
    PAUSED = "paused"
    CONTINUED = "continued"
    DOUBT = "doubt"
    DEALT = "dealt"
    FAILED = "failed"
    COUNTING = "counting"
    COUNTED = "counted"
    AGAIN = "again"
    RESUMED = "resumed"
    STOPPED = "stopped"
    FINISHED = "finished"
    REPAIRED = "repaired"
    SETTLED = "settled"


@attrs.frozen(kw_only=True)
class Entry:
    """A recorded step.

    Attributes:
        kind: what happened, or is about to.
        board: the board's number.
        copy: which copy of it.
        attempt: counts the tries of the session, from 1.
        job_id: the machine's name for the attempt.
        detail: particulars; never a card.
    """

    kind: EntryKind
    board: int | None = None
    copy: int | None = None
    attempt: int | None = None
    job_id: str | None = None
    detail: Detail = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class Attempt:
    """A board that was started and is neither dealt nor aborted.

    Attributes:
        number: counts the tries of the session, from 1.
        board: the board's number.
        copy: which copy of it.
        job_id: the machine's name for the attempt.
        is_extra: whether it was asked for with `redeal`.
        boot: the machine's boot token when it was begun.
        window: the driver's `Capabilities.window` when it was begun.
        stage: the last of `INTEND`, `STARTING`, `STARTED`, `FINISHING` that was written.
        is_doubtful: whether `DOUBT` was written.
    """

    number: int
    board: int
    copy: int
    job_id: str
    is_extra: bool
    boot: str
    window: int | None
    stage: EntryKind
    is_doubtful: bool = False

    @property
    def may_have_started(self) -> bool:
        """Whether the start command may have been sent to the machine."""
        return self.stage is not EntryKind.INTEND

    @property
    def may_be_complete(self) -> bool:
        """Whether all 52 cards may be in the board.

        The machine cannot drop the last card before `FINISHING` was written, unless its driver
        knows no bound (`window` is `None`).
        """
        if not self.may_have_started:
            return False
        return self.window is None or self.stage is EntryKind.FINISHING


@attrs.frozen(kw_only=True)
class Counting:
    """A pending change of the file's counter, which may or may not have been made.

    Attributes:
        token: the change's name.
        share: the copies of this session that are in the counter after it.
        after: digest of the file after it.
    """

    token: str
    share: int
    after: str


class LedgerStatus(enum.StrEnum):
    """The status of a session."""

    OPEN = "open"
    STOPPED = "stopped"
    FINISHED = "finished"


_STAGES: Final = frozenset({EntryKind.STARTING, EntryKind.STARTED, EntryKind.FINISHING})

_STATUS_OF: Final = {
    EntryKind.RESUMED: LedgerStatus.OPEN,
    EntryKind.STOPPED: LedgerStatus.STOPPED,
    EntryKind.FINISHED: LedgerStatus.FINISHED,
}


@attrs.define
class Ledger:
    """The sum of a journal.

    Attributes:
        done: copies dealt by the plan, by board.
        extra_done: copies dealt beyond the plan (`redeal`), by board.
        extras: boards asked for once more and not dealt yet, in order.
        attempt: what is in hand, or `None`.
        attempts: tries so far.
        standing: the status of the session.
        counted: the last counter known to be in the file, by board.
        shares: the copies of this session that are in the file's counter, by board.
        counting: changes of the file that were begun and whose end is not known, by board.
        token: the name of the last change that was begun.
        faults: faults so far.
        failed: tries that were given up.
        repairs: how often the journal was repaired with a loss.
    """

    done: dict[int, int] = attrs.field(factory=dict)
    extra_done: dict[int, int] = attrs.field(factory=dict)
    extras: list[int] = attrs.field(factory=list)
    attempt: Attempt | None = None
    attempts: int = 0
    standing: LedgerStatus = LedgerStatus.OPEN
    counted: dict[int, int] = attrs.field(factory=dict)
    shares: dict[int, int] = attrs.field(factory=dict)
    counting: dict[int, Counting] = attrs.field(factory=dict)
    token: str = ""
    faults: int = 0
    failed: int = 0
    repairs: int = 0

    @classmethod
    def of(cls, entries: Iterable[Entry], base: Mapping[int, int]) -> Self:
        """Return the sum of some entries.

        Args:
            entries: in the order in which they were written.
            base: the file's counters when the session was made.
        """
        ledger = cls(counted=dict(base))
        for entry in entries:
            ledger.apply(entry)
        return ledger

    def apply(self, entry: Entry) -> None:
        """Add one entry."""
        kind, board = entry.kind, entry.board
        if kind is EntryKind.INTEND:
            self._begin(entry)
        elif kind in _STAGES and self.attempt is not None:
            self.attempt = attrs.evolve(self.attempt, stage=kind)
        elif kind is EntryKind.DOUBT and self.attempt is not None:
            self.attempt = attrs.evolve(self.attempt, is_doubtful=True)
        elif kind is EntryKind.DEALT and self.attempt is not None:
            self._count(self.attempt)
        elif kind is EntryKind.FAILED:
            self.attempt = None
            self.failed += 1
        elif kind is EntryKind.FAULT:
            self.faults += 1
        elif kind is EntryKind.COUNTING and board is not None:
            self._begin_to_count(board, entry)
        elif kind is EntryKind.COUNTED and board is not None:
            self._counted(board, entry)
        elif kind is EntryKind.AGAIN and board is not None:
            self.extras.append(board)
            self.standing = LedgerStatus.OPEN
        elif kind in _STATUS_OF:
            self.standing = _STATUS_OF[kind]
        elif kind is EntryKind.REPAIRED:
            self._repaired(entry)
        elif kind is EntryKind.SETTLED and board is not None:
            self._settled(board, entry)

    def _begin(self, entry: Entry) -> None:
        window = entry.detail.get("window")
        self.attempts = entry.attempt or self.attempts + 1
        self.attempt = Attempt(
            number=self.attempts,
            board=entry.board or 0,
            copy=entry.copy or 1,
            job_id=entry.job_id or "",
            is_extra=bool(entry.detail.get("extra")),
            boot=str(entry.detail.get("boot") or ""),
            window=window if isinstance(window, int) else None,
            stage=EntryKind.INTEND,
        )

    def _count(self, attempt: Attempt) -> None:
        board = attempt.board
        if attempt.is_extra:
            self.extra_done[board] = self.extra_done.get(board, 0) + 1
            if board in self.extras:
                self.extras.remove(board)
        else:
            self.done[board] = self.done.get(board, 0) + 1
        self.attempt = None

    def _repaired(self, entry: Entry) -> None:
        """Reset the attempt in hand after lost steps; later entries restate the known facts."""
        if not _number(entry, "lost"):
            return
        self.repairs += 1
        self.attempt = None
        self.extras = []
        self.counting = {}
        self.attempts = _number(entry, "attempts")
        self.failed = _number(entry, "failed")
        self.faults = _number(entry, "faults")
        self.standing = LedgerStatus.OPEN

    def _settled(self, board: int, entry: Entry) -> None:
        self.done[board] = _number(entry, "done")
        self.extra_done[board] = _number(entry, "extra")
        self.attempts = max(self.attempts, _number(entry, "attempts"))
        self._counted(board, entry)

    def _begin_to_count(self, board: int, entry: Entry) -> None:
        self.token = str(entry.detail.get("token") or "")
        self.counting[board] = Counting(
            token=self.token,
            share=_number(entry, "share"),
            after=str(entry.detail.get("after") or ""),
        )

    def _counted(self, board: int, entry: Entry) -> None:
        self.counted[board] = _number(entry, "value")
        self.shares[board] = _number(entry, "share")
        self.counting.pop(board, None)

    def copies(self, board: int) -> int:
        """Return the number of copies of a board that this session dealt."""
        return self.done.get(board, 0) + self.extra_done.get(board, 0)

    @property
    def dealt(self) -> int:
        """The total number of boards dealt, copies included."""
        return sum(self.done.values()) + sum(self.extra_done.values())


def _number(entry: Entry, name: str) -> int:
    value = entry.detail.get(name)
    return value if isinstance(value, int) else 0
