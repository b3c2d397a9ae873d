"""The operator's view as values, for programs with their own display and language."""

from __future__ import annotations

import collections
import threading
import time
from collections.abc import Mapping
from typing import Final

import attrs

from overtrick.plugin import printable
from overtrick_duplimate_device.interface.blind import redact
from overtrick_duplimate_device.interface.faults import FaultCode
from overtrick_duplimate_device.session.actions import Notice, NoticeKind
from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.phases import OperatorTask, Outcome, Phase, Question
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.session.watchers import words_of
from overtrick_duplimate_device.session.words import words_for

_NEEDY: Final = frozenset({Phase.WAITING, Phase.REMOVING, Phase.ASKING})
_SPEAKING: Final = frozenset({*_NEEDY, Phase.FAULT, Phase.PAUSED, Phase.OFFLINE, Phase.TAKEN})
_MAX_NOTICES: Final = 200


@attrs.frozen(kw_only=True)
class TimedNotice:
    """A notice, and its time.

    Attributes:
        kind: what it is about.
        text: the words, in English; never a card.
        at: seconds since 1970.
        board: the board that it is about, or `None`.
        copy: which copy of it, or `None`.
        fault: the fault that it is about, or `None`.
    """

    kind: NoticeKind
    text: str
    at: float
    board: int | None = None
    copy: int | None = None
    fault: FaultCode | None = None


@attrs.frozen(kw_only=True)
class Picture:
    """The operator's view of a session at a moment; it holds no card.

    Attributes:
        number: ascending; the same number is the same picture.
        moment: the number of the first picture since which the same is waited for, of the same
            board: a word that was meant for another moment is not meant for this one.
        phase: what the session waits for.
        outcome: why it ended, or `None`.
        need: what has to be done with a board now, or `None`.
        question: what is asked, or `None`.
        fault: the fault that waits for a hand, or `None`; `FAULT_HELP` has its words.
        words: the operator's answers that have an effect now.
        text: what has to be done, in English; `printable`, and never a card.
        board: the board in hand, or else the one that is wanted or comes next; `None` where any
            will do, or nothing is left.
        number_in: the number read from the board in the machine, or `None`.
        copy: which copy of `board`, or `None`.
        copies: copies of each board by the plan, or `None` for no limit.
        cards: cards of the board in hand, 0 to 52.
        in_hand: whether a board is begun.
        boards: the plan's boards in the order of dealing.
        done: copies dealt by board, those beyond the plan too.
        dealt: boards dealt by the plan, copies counted.
        total: boards to deal by the plan, copies counted; `None` for no limit.
        rival: the host that took the machine, or empty.
        told: the notices, the oldest first; the last 200.
    """

    number: int
    moment: int
    phase: Phase
    outcome: Outcome | None
    need: OperatorTask | None
    question: Question | None
    fault: FaultCode | None
    words: frozenset[Operator]
    text: str
    board: int | None
    number_in: int | None
    copy: int | None
    copies: int | None
    cards: int
    in_hand: bool
    boards: tuple[int, ...]
    done: Mapping[int, int]
    dealt: int
    total: int | None
    rival: str
    told: tuple[TimedNotice, ...]


class PictureWatcher:
    """A watcher that keeps the operator's view; the session's thread writes, others read.

    Attributes:
        picture: what is seen now, or `None` before the session's first step.

    Example:
        >>> watcher = PictureWatcher()
        >>> watcher.show(Notice(NoticeKind.PROMPT, "Put the empty board 3 into the machine."))
        >>> watcher.picture is None
        True
    """

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self._notices: collections.deque[TimedNotice] = collections.deque(maxlen=_MAX_NOTICES)
        self._changed = threading.Condition()

    def show(self, notice: Notice) -> None:
        """Store a notice."""
        timed = TimedNotice(
            kind=notice.kind,
            text=words_of(notice),
            at=time.time(),
            board=notice.board,
            copy=notice.copy,
            fault=notice.fault,
        )
        with self._changed:
            self._notices.append(timed)

    def refresh(self, session: Session) -> None:
        """Update the view from the session, and wake waiting threads."""
        with self._changed:
            before = self.picture
            number, moment = (1, 1) if before is None else (before.number, before.moment)
            picture = _picture(session, number, moment, tuple(self._notices))
            if picture == before:
                return
            if before is not None:
                number += 1
                is_same = _waited_for(picture) == _waited_for(before)
                moment = before.moment if is_same else number
                picture = attrs.evolve(picture, number=number, moment=moment)
            self.picture = picture
            self._changed.notify_all()

    def wait(self, number: int = 0, timeout: float | None = None) -> Picture | None:
        """Return the view, once it is newer than a number.

        Args:
            number: what was seen before; 0 for nothing.
            timeout: seconds after which it is returned as it is.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self.picture is not None and self.picture.number != number, timeout
            )
            return self.picture


def _waited_for(picture: Picture) -> tuple[object, ...]:
    return picture.phase, picture.need, picture.question, picture.fault, picture.board, picture.copy


def _picture(
    session: Session, number: int, moment: int, notices: tuple[TimedNotice, ...]
) -> Picture:
    ledger, plan, phase = session.ledger, session.plan, session.phase
    attempt, task = ledger.attempt, session.next_task
    need = session.need if phase in _NEEDY else None
    board = copy = None
    if attempt is not None:
        board, copy = attempt.board, attempt.copy
    elif need is OperatorTask.TAKE_OUT or session.question in {Question.COUNTED, Question.BEGUN}:
        board = session.wanted
    elif task is not None and not plan.is_auto_number:
        board, copy = task.board, task.copy
    return Picture(
        number=number,
        moment=moment,
        phase=phase,
        outcome=session.outcome,
        need=need,
        question=session.question if phase is Phase.ASKING else None,
        fault=session.fault.code if phase is Phase.FAULT and session.fault is not None else None,
        words=words_for(session),
        text=printable(redact(session.message)) if phase in _SPEAKING else "",
        board=board,
        number_in=session.number,
        copy=copy,
        copies=plan.copies,
        cards=session.cards,
        in_hand=attempt is not None,
        boards=plan.boards,
        done={board: ledger.copies(board) for board in sorted({*plan.boards, *ledger.extra_done})},
        dealt=sum(ledger.done.values()),
        total=plan.total,
        rival=printable(redact(session.rival)) if phase is Phase.TAKEN else "",
        told=notices,
    )
