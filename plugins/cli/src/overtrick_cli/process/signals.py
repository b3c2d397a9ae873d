"""Signals that end a command: Ctrl-C, system shutdown, a closed terminal.

Before a command begins there is nothing to clean up, and a signal ends the process at once. After
that the first signal raises an exception in the command, so that its clean-up runs; the second one
ends the process at once. Signals that are ignored already, as under `nohup`, stay ignored.
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

MESSAGES: Final = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}
"""The message of each signal that ends a command."""

_NUMBERS: Final[dict[int, str]] = {
    int(getattr(signal, name)): word for name, word in MESSAGES.items() if hasattr(signal, name)
}
INTERRUPT: Final[int] = int(signal.SIGINT)
HAS_BROKEN_PIPES: Final = hasattr(signal, "SIGPIPE")
"""Whether this system reports that the reader of an output is gone."""


class Stopped(KeyboardInterrupt):
    """The exception that a signal raises in the command.

    Args:
        number: the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _State:
    """The state of this process.

    Attributes:
        is_begun: whether a command has begun.
        received: the first signal received.
    """

    is_begun = False
    received: int | None = None


def handle_signals() -> None:
    """Install the signal handlers; `main` calls it once, before anything else."""
    for number in _NUMBERS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _answer)
    # Runs last: afterwards Python restores the default handlers, which would end the process.
    atexit.register(_ignore)
    sys.unraisablehook = _answer_unraised


def _ignore() -> None:
    for number in _NUMBERS:
        signal.signal(number, signal.SIG_IGN)


def begin() -> None:
    """Note that a command begins: from now on a signal must undo its work."""
    _State.is_begun = True


def end(code: int) -> None:
    """Note that all work is done: a signal no longer changes the exit code.

    Args:
        code: the exit code.
    """

    def leave(_number: int, _frame: FrameType | None) -> None:
        os._exit(code)

    for number in _NUMBERS:
        if signal.getsignal(number) is _answer:
            signal.signal(number, leave)


def received() -> int | None:
    """Return the first signal received, `None` without one."""
    return _State.received


def words(number: int) -> str:
    """Return the message for a signal.

    Args:
        number: the signal.
    """
    return f"{_NUMBERS.get(number, 'interrupted')}; no file was left half-written"


def print_signal(number: int) -> int:
    """Print the message for a signal with system calls only, since any code may be interrupted.

    Args:
        number: the signal.

    Returns:
        The exit code.
    """
    try:
        if takes_at_once(2):
            os.write(2, f"{words(number)}\n".encode())
    except OSError:
        return 128 + number  # standard error is closed
    return 128 + number


def _answer(number: int, _frame: FrameType | None) -> None:
    is_first = _State.received is None
    if is_first:
        _State.received = number
    if _State.is_begun and is_first:
        # Output on the way out, also that of click, must not wait for a reader.
        give_up_waiting()
        raise Stopped(number)
    _leave(number)


def _answer_unraised(unraised: UnraisableHookArgs) -> None:
    """Handle a signal that arrived where exceptions are ignored, as in a finalizer."""
    if isinstance(unraised.exc_value, Stopped):
        _leave(unraised.exc_value.number)
    sys.__unraisablehook__(unraised)


def _leave(number: int) -> None:
    """End the process at once; remove its temporary files and end its child processes."""
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
        print_signal(number)
    finally:
        os._exit(128 + number)
