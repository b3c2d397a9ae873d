"""The progress of a long command: a bar on a terminal, occasional lines elsewhere."""

from __future__ import annotations

import time
from typing import Final, Self

import attrs

from overtrick_cli.commands import Progress, is_terminal, plural, say

EVERY: Final = 30.0
"""The seconds between two lines without a terminal."""


@attrs.frozen(kw_only=True)
class Stage:
    """The progress of the work.

    Attributes:
        done: how much is done, in the unit that the time left goes by: bytes, boards.
        total: how much there is.
        seconds: how long it has taken so far.
        boards: how many boards are done.
        files: how many files are done, `None` where they are not counted.
        errors: how much went wrong.

    Example:
        >>> stage = Stage(done=30, total=90, seconds=2.0, boards=8_000, files=1, errors=0)
        >>> stage.rate, stage.seconds_left
        (4000.0, 4.0)
        >>> stage.figures()
        '1 file, 8,000 boards, 4,000 boards/s, 0 errors'
    """

    done: int
    total: int
    seconds: float
    boards: int
    files: int | None = None
    errors: int = 0

    @property
    def rate(self) -> float:
        """Boards a second, 0 before there are any."""
        return self.boards / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The remaining time at the present rate, `None` before the start."""
        return self.seconds * (self.total - self.done) / self.done if self.done else None

    def figures(self) -> str:
        """Return the counts in words."""
        files = [] if self.files is None else [plural(self.files, "file")]
        words = [*files, plural(self.boards, "board"), f"{self.rate:,.0f} boards/s"]
        return ", ".join([*words, plural(self.errors, "error")])


class ProgressDisplay:
    """A progress display on standard error.

    Args:
        unit: what `Stage.done` and `Stage.total` count.
        is_wanted: whether any output is allowed.
    """

    def __init__(self, unit: str, *, is_wanted: bool) -> None:
        self._unit = unit
        self._is_wanted = is_wanted
        self._has_lines = is_wanted and not is_terminal()
        self._progress: Progress | None = None
        self._done = 0
        self._last_line = time.monotonic()

    def show(self, stage: Stage) -> None:
        """Show the progress, if an update is due."""
        if self._has_lines:
            self._print_line(stage)
        elif self._is_wanted:
            if self._progress is None:
                self._progress = Progress(self._unit, total=stage.total)
            self._progress.advance(stage.done - self._done, stage.figures())
            self._done = stage.done

    def _print_line(self, stage: Stage) -> None:
        now = time.monotonic()
        if now - self._last_line < EVERY:
            return
        self._last_line = now
        left = stage.seconds_left
        words = "" if left is None else f", about {left:,.0f} s left"
        say(f"{stage.done:,} of {stage.total:,} {self._unit}: {stage.figures()}{words}")

    def hide(self) -> None:
        """Remove the bar before other output; it comes back."""
        if self._progress is not None:
            self._progress.hide()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.hide()
