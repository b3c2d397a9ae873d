"""Boards dealt after the end of a journal that was restored from an older copy.

A backup program, or a copy of a folder, can take a session's journal back in time: both of its
files are sound, and it does not know the boards that were dealt since. Two things remember them.
The machine knows its last job, and the names of a session's jobs follow from its salt, so that a
job of this session that the journal has not begun is recognised. The file of deals counts copies,
so that a counter above the one that the journal wrote down last shows a copy that the journal does
not know, unless another session counted it.
"""

from __future__ import annotations

import enum
import hashlib
import hmac
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import attrs

from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Plan

MAX_AHEAD: Final = 1000
"""Attempts beyond the journal's last one that are recognised by the machine's last job."""

PROBES: Final = 8
"""Attempts beyond the journal's last one that the machine is asked about, at least."""

MAX_PROBES: Final = 40
"""Attempts that it is asked about at most; no machine is known to remember more."""


def job_name(salt: str, repairs: int, attempt: int) -> str:
    """Return the unique name of a session's job: 16 hexadecimal digits.

    Args:
        salt: the session's.
        repairs: how often its journal was repaired with a loss: what is begun afterwards is
            another job than what was begun before under the same number.
        attempt: the number of the attempt.

    Example:
        >>> job_name("00" * 32, 0, 1) == job_name("00" * 32, 0, 1) != job_name("00" * 32, 0, 2)
        True
    """
    message = f"job {repairs} {attempt}".encode("ascii")
    return hmac.new(bytes.fromhex(salt), message, hashlib.sha256).hexdigest()[:16]


def attempts_ahead(job_id: str, attempts: int, name: Callable[[int], str]) -> int:
    """Return the number of attempts that a machine knows beyond the journal, by its last job.

    Args:
        job_id: the machine's last job.
        attempts: attempts in the journal.
        name: returns the name of an attempt's job.
    """
    if not job_id or job_id == name(attempts):
        return 0
    ahead = range(1, MAX_AHEAD + 1)
    return next((more for more in ahead if name(attempts + more) == job_id), 0)


def counted_by(journals: Iterable[Journal], path: str, since: Mapping[int, int]) -> dict[int, int]:
    """Return the copies by board that other sessions added to a file's counters.

    Args:
        journals: the other sessions'.
        path: the file of deals, absolute.
        since: the counters from which on they are asked for, by board.
    """
    copies: dict[int, int] = {}
    file = os.path.realpath(path)
    for journal in journals:
        if os.path.realpath(journal.header.path) != file:
            continue
        shares: dict[int, int] = {}
        for entry in journal.entries():
            if entry.board is None or entry.kind not in {EntryKind.COUNTED, EntryKind.SETTLED}:
                continue
            value, share = entry.detail.get("value"), entry.detail.get("share")
            if not isinstance(value, int) or not isinstance(share, int):
                continue
            more = share - shares.get(entry.board, 0)
            shares[entry.board] = share
            if more > 0 and value > since.get(entry.board, 0):
                copies[entry.board] = copies.get(entry.board, 0) + more
        # One that was killed while it counted does not know whether it did.
        for board, counting in journal.ledger().counting.items():
            more = counting.share - shares.get(board, 0)
            copies[board] = copies.get(board, 0) + max(more, 0)
    return copies


class Evidence(enum.Enum):
    """The evidence that a board was dealt after the journal's end.

    `PROVED`: the machine remembers its job, or it was dealt before one that the machine remembers.
    `COUNTED`: the file counts a copy that the journal does not know. `BEGUN`: jobs were begun that
    the journal does not know, and this board was next.
    """

    PROVED = enum.auto()
    COUNTED = enum.auto()
    BEGUN = enum.auto()


@attrs.frozen
class Unknown:
    """A board that may have been dealt after the journal's end.

    Attributes:
        board: its number.
        copies: how many copies, at most.
        evidence: what shows it.
    """

    board: int
    copies: int
    evidence: Evidence


@attrs.define
class DealEvidence:
    """The evidence for boards dealt after the journal's end.

    Attributes:
        is_back: whether the machine knows jobs of this session that the journal does not.
        forgotten: attempts of which the machine only knows that they were made.
        proved: attempts that the machine finished: their numbers, ascending, and boards.
        counters: the file's counters by board, where they are above the journal's; `None` where
            the file has none.
        answered: boards that are not dealt, by the operator's answer.
        last: the board that was proved last.
    """

    is_back: bool = False
    forgotten: int = 0
    proved: dict[int, int] = attrs.field(factory=dict)
    counters: dict[int, int] | None = None
    answered: set[int] = attrs.field(factory=set)
    last: int | None = None

    def unknown(self, plan: Plan, ledger: Ledger) -> Unknown | None:
        """Return the next board to resolve, or `None` when nothing is left.

        Args:
            plan: the session's.
            ledger: what its journal knows by now.
        """
        certain = self._certain(plan, ledger)
        counted = self._counted(plan, ledger, certain)
        if counted is not None:
            return counted
        if certain:
            # The counters of a file already include the boards dealt before.
            proved = certain[0] if self.counters is None else next(iter(self.proved.values()))
            return Unknown(proved, 1, Evidence.PROVED)
        if self.counters is not None or not self.forgotten:
            return None
        task = plan.next_task(ledger.done)
        # In order, the first board that is not dealt is the last to be asked about.
        left = plan.boards if plan.is_auto_number else () if task is None else (task.board,)
        for board in left:
            if plan.is_wanted(board, ledger.done) and board not in self.answered:
                # In order, nothing was begun after the board that the machine dealt last.
                is_later = not plan.is_auto_number and self.last not in {None, board}
                return None if is_later else Unknown(board, 1, Evidence.BEGUN)
        return None

    def _counted(self, plan: Plan, ledger: Ledger, certain: Sequence[int]) -> Unknown | None:
        """Return the next board with an excess in the file's counter, if it matters."""
        counters = self.counters or {}
        for board in (*(board for board in certain if board in counters), *counters):
            copies = counters[board] - ledger.counted.get(board, 0)
            uncounted = ledger.copies(board) - ledger.shares.get(board, 0)
            # What was dealt before the journal's end may have been counted after it.
            if board in certain or (self.is_back and uncounted >= copies):
                return Unknown(board, copies, Evidence.PROVED)
            if plan.is_wanted(board, ledger.done) or uncounted:
                return Unknown(board, copies, Evidence.COUNTED)
        return None

    def _certain(self, plan: Plan, ledger: Ledger) -> list[int]:
        """Return the proved boards and, in order, those dealt before one of them."""
        proved = list(self.proved.values())
        if plan.is_auto_number:
            return proved
        done, order = dict(ledger.done), []
        for _ in range(self.forgotten + len(proved)):
            task = plan.next_task(done)
            if task is None:
                break
            order.append(task.board)
            done[task.board] = done.get(task.board, 0) + 1
            if task.board in proved[-1:]:
                return order
        return proved

    def settle(self, unknown: Unknown, attempts: int, *, is_dealt: bool) -> int:
        """Apply an answer: whether this session dealt a board after the journal's end.

        Args:
            unknown: what was asked about.
            attempts: attempts that the journal knows.
            is_dealt: whether it was dealt.

        Returns:
            The last attempt that the journal accounts for with this answer, so that it is not
            found once more after a kill.
        """
        board = unknown.board
        if self.counters and board in self.counters:
            del self.counters[board]
            proofs = [number for number, found in self.proved.items() if found == board]
            for number in proofs[: unknown.copies]:
                del self.proved[number]
                attempts = max(attempts, number)
            return attempts
        if not is_dealt:
            self.answered.add(board)
            return attempts
        proofs = [number for number, found in self.proved.items() if found == board]
        if not proofs:
            self.forgotten -= 1
            return attempts + 1
        del self.proved[proofs[0]]
        self.last = board
        return max(attempts, proofs[0])
