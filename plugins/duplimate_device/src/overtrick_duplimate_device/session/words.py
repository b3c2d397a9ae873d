"""The operator's available answers, and their keys."""

from __future__ import annotations

from typing import Final

from overtrick_duplimate_device.interface.faults import FAULT_HELP, Recovery
from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.phases import Phase, Question
from overtrick_duplimate_device.session.session import Session

_EMPTIED: Final = "emptied, deal the board afresh"


def words_for(session: Session) -> frozenset[Operator]:
    """Return the operator's answers that have an effect now.

    Afresh is there only where going on is something else.
    """
    phase = session.phase
    words = {Operator.STOP}
    if phase is Phase.OVER:
        return frozenset()
    if phase is Phase.ASKING:
        words |= {Operator.YES, Operator.NO}
    elif phase in {Phase.DEALING, Phase.WAITING, Phase.REMOVING}:
        words.add(Operator.PAUSE)
    elif phase is Phase.TAKEN:
        words |= {Operator.CONTINUE, Operator.TAKE}
    elif phase is Phase.PAUSED:
        words.add(Operator.CONTINUE)
        if session.ledger.attempt is not None:
            words.add(Operator.AFRESH)
    elif phase is Phase.FAULT and session.fault is not None:
        words.add(Operator.CONTINUE)
        recovery = FAULT_HELP[session.fault.code].recovery
        if session.ledger.attempt is not None and recovery is Recovery.CONTINUE:
            words.add(Operator.AFRESH)
    return frozenset(words)


def keys_for(session: Session) -> str:
    """Return the keys that have an effect now; empty if none has."""
    phase, words = session.phase, words_for(session)
    if phase is Phase.OFFLINE:
        return "looking for the machine · s: stop"
    if phase is Phase.DEALING:
        return "Ctrl-C: pause after this card · twice: stop"
    go_on = "go on"
    if phase is Phase.TAKEN:
        go_on = "ask for the machine again"
    elif phase is Phase.FAULT and Operator.AFRESH in words:
        go_on = "fixed, go on"
    elif phase is Phase.FAULT and session.ledger.attempt is not None:
        go_on = _EMPTIED
    yes = "Enter" if session.question is Question.BOARD_READY else "y"
    keys = {
        Operator.CONTINUE: f"Enter: {go_on}",
        Operator.AFRESH: f"e: {_EMPTIED}",
        Operator.TAKE: "t: take it from there",
        Operator.YES: f"{yes}: yes",
        Operator.NO: "n: no",
        Operator.PAUSE: "p: pause",
        Operator.STOP: "s or Ctrl-C: stop" if phase in {Phase.PAUSED, Phase.TAKEN} else "s: stop",
    }
    labels = [key for word, key in keys.items() if word in words]
    return " · ".join(labels) if phase not in {Phase.SETTLING, Phase.LOADING, Phase.OVER} else ""
