"""The progress of long-running work."""

from __future__ import annotations

from typing import Protocol


class ProgressCallback(Protocol):
    """A progress callback; it may end the work by an exception."""

    def __call__(self, done: int, total: int | None = None, words: str = "") -> None:
        """Record the progress.

        Args:
            done: how much is done.
            total: how much there is to do, `None` if unknown.
            words: what is being done, in a few words of English that do not change with it.

        Raises:
            CancelledJobError: the job was cancelled.
        """


def ignore_progress(done: int, total: int | None = None, words: str = "") -> None:
    """Ignore the progress."""
