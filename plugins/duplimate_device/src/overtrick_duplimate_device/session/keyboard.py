"""The operator's hands: what is typed, and Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Final

from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.phases import Phase, Question
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session

_WORDS: Final = {
    "p": Operator.PAUSE,
    "pause": Operator.PAUSE,
    "c": Operator.CONTINUE,
    "continue": Operator.CONTINUE,
    "e": Operator.AFRESH,
    "afresh": Operator.AFRESH,
    "s": Operator.STOP,
    "stop": Operator.STOP,
    "q": Operator.STOP,
    "y": Operator.YES,
    "yes": Operator.YES,
    "n": Operator.NO,
    "no": Operator.NO,
}


def understand(line: str, session: Session) -> Operator | None:
    """Return what a typed line means now, or `None` if it means nothing."""
    word = line.strip().lower()
    if word:
        return _WORDS.get(word)
    if session.phase in {Phase.FAULT, Phase.PAUSED}:
        return Operator.CONTINUE
    if session.question is Question.BOARD_READY:
        return Operator.YES
    # An empty line never answers a doubt.
    return None


def listen(runner: Runner) -> None:
    """Read standard input in a thread of its own until it ends."""

    def read() -> None:
        # Closed or unreadable standard input is the same as nobody there.
        with contextlib.suppress(OSError, ValueError):
            for line in sys.stdin:
                word = understand(line, runner.session)
                if word is not None:
                    runner.say(word)
        runner.is_unattended = True

    if sys.stdin is None:
        runner.is_unattended = True
        return
    threading.Thread(target=read, name="operator", daemon=True).start()


@contextlib.contextmanager
def quiet_keys() -> Iterator[None]:
    """Keep what is typed from being echoed into the live view, on a terminal that can."""
    try:
        import termios

        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
    except (ImportError, AttributeError, OSError, ValueError, termios.error):
        # No terminal, or a system without this: then there is nothing to keep quiet.
        yield
        return
    quiet = list(before)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


class CtrlC:
    """Counts Ctrl-C: the first pauses, the second stops; going on makes the next a first."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._continued = -1

    def press(self) -> Operator:
        """Return what a Ctrl-C means now."""
        runner = self._runner
        if runner.session.phase is Phase.PAUSED or self._continued == runner.continued:
            return Operator.STOP
        self._continued = runner.continued
        return Operator.PAUSE


@contextlib.contextmanager
def interrupts(runner: Runner) -> Iterator[None]:
    """Let Ctrl-C pause after the card, and stop safely the second time."""
    presses = CtrlC(runner)

    def interrupted(number: int, frame: FrameType | None) -> None:
        runner.say(presses.press())

    def terminated(number: int, frame: FrameType | None) -> None:
        runner.say(Operator.STOP)

    before = signal.signal(signal.SIGINT, interrupted)
    before_term = signal.signal(signal.SIGTERM, terminated)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGTERM, before_term)
