"""Operator input: typed lines, and Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final, TextIO

from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.phases import Phase, Question
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session

_TERMINAL: Final = "CONIN$" if sys.platform == "win32" else "/dev/tty"

_WORDS: Final = {
    "p": Operator.PAUSE,
    "pause": Operator.PAUSE,
    "c": Operator.CONTINUE,
    "continue": Operator.CONTINUE,
    "e": Operator.AFRESH,
    "afresh": Operator.AFRESH,
    "t": Operator.TAKE,
    "take": Operator.TAKE,
    "s": Operator.STOP,
    "stop": Operator.STOP,
    "q": Operator.STOP,
    "y": Operator.YES,
    "yes": Operator.YES,
    "n": Operator.NO,
    "no": Operator.NO,
}


def understand(line: str, session: Session) -> Operator | None:
    """Return the meaning of a typed line, or `None` for an empty one without a meaning."""
    word = line.strip().lower()
    if word:
        return _WORDS.get(word, Operator.UNCLEAR)
    if session.phase in {Phase.FAULT, Phase.PAUSED, Phase.TAKEN}:
        return Operator.CONTINUE
    if session.question is Question.BOARD_READY:
        return Operator.YES
    # An empty line never answers a doubt.
    return Operator.UNCLEAR if session.phase is Phase.ASKING else None


def operator_input(*, is_piped: bool = False) -> TextIO | None:
    """Return the stream of the operator's input, or `None` if there is none.

    Args:
        is_piped: whether standard input was used up for the boards; then it is the terminal that
            the command belongs to, if there is one.
    """
    if not is_piped:
        return sys.stdin
    try:
        return Path(_TERMINAL).open(encoding="utf-8", errors="replace")
    except OSError:
        return None


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream may be a terminal; a closed one is not."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def listen(runner: Runner, stream: TextIO | None) -> None:
    """Read the operator's input in a thread of its own until it ends."""

    def read() -> None:
        # Closed or unreadable standard input means that there is no operator.
        with contextlib.suppress(OSError, ValueError):
            for line in stream or ():
                word = understand(line, runner.session)
                if word is not None:
                    runner.say(word)
        runner.is_unattended = True

    if stream is None:
        runner.is_unattended = True
        return
    threading.Thread(target=read, name="operator", daemon=True).start()


@contextlib.contextmanager
def quiet_keys(stream: TextIO | None) -> Iterator[None]:
    """Turn off the echo of typed keys in the live view, if the terminal can."""
    if sys.platform == "win32" or stream is None or not is_terminal(stream):
        yield
        return
    import termios

    descriptor = stream.fileno()
    try:
        before = termios.tcgetattr(descriptor)
    except termios.error:  # the terminal is gone
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
    """A counter of Ctrl-C: the first pauses, the second stops; continuing resets it.

    Args:
        runner: runs the session.
        can_pause: whether an operator can continue after a pause; otherwise the first signal stops.
    """

    def __init__(self, runner: Runner, *, can_pause: bool) -> None:
        self._runner = runner
        self._can_pause = can_pause
        self._continued = -1

    def press(self) -> Operator:
        """Return the meaning of a Ctrl-C now."""
        runner = self._runner
        is_paused = runner.session.phase in {Phase.PAUSED, Phase.TAKEN}
        if is_paused or not self._can_pause or self._continued == runner.continued:
            return Operator.STOP
        self._continued = runner.continued
        return Operator.PAUSE


@contextlib.contextmanager
def interrupts(runner: Runner, *, can_pause: bool) -> Iterator[None]:
    """Make Ctrl-C pause after the current card, and stop safely the second time.

    Args:
        runner: runs the session.
        can_pause: whether an operator can continue after a pause; otherwise the first signal stops.
    """
    presses = CtrlC(runner, can_pause=can_pause)

    def interrupted(number: int, frame: FrameType | None) -> None:
        runner.say(presses.press())

    def terminated(number: int, frame: FrameType | None) -> None:
        runner.say(Operator.STOP)

    handlers = {signal.SIGINT: interrupted, signal.SIGTERM: terminated}
    sighup = getattr(signal, "SIGHUP", None)
    if sighup is not None and signal.getsignal(sighup) is not signal.SIG_IGN:
        handlers[sighup] = terminated  # the terminal is gone, and no operator can answer any more
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
