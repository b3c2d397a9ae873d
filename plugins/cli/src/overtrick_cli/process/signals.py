"""What ends a command from outside: Ctrl-C, the end of the system, a terminal that is closed.

Until a command begins there is nothing to be cleaned up, and the process ends at once. From then on
a signal is raised as an exception where the command is, so that whatever it has begun is taken
back; the second one ends the process at once. Signals that are ignored already, as under `nohup`,
stay so.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from typing import TYPE_CHECKING, Final

from overtrick_cli.process.streams import give_up_waiting, takes_at_once

if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType

SAID: Final = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}
"""What is said of each signal that ends a command."""

_NUMBERS: Final[dict[int, str]] = {
    int(getattr(signal, name)): word for name, word in SAID.items() if hasattr(signal, name)
}
INTERRUPT: Final[int] = int(signal.SIGINT)
HAS_BROKEN_PIPES: Final = hasattr(signal, "SIGPIPE")
"""Whether a process hears here that the reader of its output went away."""


class Stopped(KeyboardInterrupt):
    """A signal came; it is raised where the command is.

    Args:
        number: the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _State:
    """What has come.

    Attributes:
        is_begun: whether a command has begun.
        received: the first signal that came.
    """

    is_begun = False
    received: int | None = None


def handle_signals() -> None:
    """Answer to signals from now on; done once, before anything else, by the process's own main."""
    for number in _NUMBERS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _answer)
    # Called last: after it Python gives signals back to the system, which would end the process.
    atexit.register(_ignore)
    sys.unraisablehook = _answer_unraised


def _ignore() -> None:
    for number in _NUMBERS:
        signal.signal(number, signal.SIG_IGN)


def begin() -> None:
    """Say that a command begins: what it does is to be taken back from now on."""
    _State.is_begun = True


def end(code: int) -> None:
    """Say that all is done: no signal changes the exit code now.

    Args:
        code: the exit code.
    """

    def leave(_number: int, _frame: FrameType | None) -> None:
        os._exit(code)

    for number in _NUMBERS:
        if signal.getsignal(number) is _answer:
            signal.signal(number, leave)


def received() -> int | None:
    """Return the signal that came, `None` where none did."""
    return _State.received


def words(number: int) -> str:
    """Return what is said of a signal.

    Args:
        number: the signal.
    """
    return f"{_NUMBERS.get(number, 'interrupted')}; no file was left half-written"


def say(number: int) -> int:
    """Say on standard error which signal came, where nothing else of ours may be running any more.

    Args:
        number: the signal.

    Returns:
        The exit code.
    """
    try:
        if takes_at_once(2):
            os.write(2, f"{words(number)}\n".encode())
    except OSError:
        return 128 + number  # nobody is there to read it
    return 128 + number


def _answer(number: int, _frame: FrameType | None) -> None:
    is_first = _State.received is None
    if is_first:
        _State.received = number
    if _State.is_begun and is_first:
        # Whatever is printed on the way out, by click too, must not wait for a reader.
        give_up_waiting()
        raise Stopped(number)
    _leave(number)


def _answer_unraised(unraised: UnraisableHookArgs) -> None:
    """Answer to a signal that came where Python lets nothing be raised, as in a finalizer."""
    if isinstance(unraised.exc_value, Stopped):
        _leave(unraised.exc_value.number)
    sys.__unraisablehook__(unraised)


def _leave(number: int) -> None:
    """End the process at once, with nothing of it left on the disk and nobody working for it."""
    for other in _NUMBERS:
        signal.signal(other, signal.SIG_IGN)
    atomic = sys.modules.get("overtrick.disk.atomic")
    if atomic is not None:
        atomic.remove_temporaries()
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None:
        for child in processes.active_children():
            child.terminate()
    try:
        say(number)
    finally:
        os._exit(128 + number)
