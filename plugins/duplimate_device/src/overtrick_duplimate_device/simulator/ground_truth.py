"""The ground truth of the simulation: the real place of each card, for tests of a session.

Lines of words, appended at once: a killed simulator loses none of them. They hold cards; the
file is for tests only and never written unless it is asked for.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self


class EventLog:
    """A log that appends lines to a file."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file for appending.

        Raises:
            OSError: it cannot be opened.
        """
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        return cls(os.open(path, flags, 0o600))

    def __call__(self, *words: object) -> None:
        """Append one line."""
        os.write(self._descriptor, (" ".join(map(str, words)) + "\n").encode("ascii"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        os.close(self._descriptor)
