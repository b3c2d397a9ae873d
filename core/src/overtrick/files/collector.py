"""Pausing the garbage collector while a file's boards are read and kept.

A board is a handful of objects that stay and make no cycle, yet the collector walks through all of
them again and again while they grow in number: a sixth of the time of reading a file.
"""

from __future__ import annotations

import contextlib
import gc
import os
import threading
from collections.abc import Iterator


class _Pause:
    """Who has paused the collector; one for the process, as the collector is.

    Attributes:
        depth: how many are at it, in all threads.
    """

    def __init__(self) -> None:
        # Whatever is freed meanwhile may read a file itself.
        self._lock = threading.RLock()
        self._was_enabled = False
        self.depth = 0

    def begin(self) -> None:
        """Pause the collector if nobody has yet."""
        with self._lock:
            if not self.depth:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self.depth += 1

    def end(self) -> None:
        """Let the collector go on after the last one, if it was at work before the first."""
        with self._lock:
            self.depth = max(self.depth - 1, 0)
            if not self.depth and self._was_enabled:
                gc.enable()

    def forget(self) -> None:
        """Begin anew in a forked process, which has one thread and none of the others' pauses."""
        paused, self.depth = self.depth, 0
        self._lock = threading.RLock()
        if paused and self._was_enabled:
            gc.enable()


_PAUSE = _Pause()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_PAUSE.forget)


@contextlib.contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the collector; it goes on as before when the last one who paused it is through.

    The pauses of several threads, and those inside of one another, add up.
    """
    _PAUSE.begin()
    try:
        yield
    finally:
        _PAUSE.end()


def collect_young() -> None:
    """Free what was left behind since the last time, so that a pause costs no memory."""
    gc.collect(0)
