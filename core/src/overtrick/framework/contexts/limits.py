"""Limits on the cost of a file."""

from __future__ import annotations

from typing import Final

import attrs


@attrs.frozen(kw_only=True)
class Limits:
    """Limits on the cost of a file; `None` for no limit.

    The limits are checked whenever the reader asks for more bytes and after each board.

    Attributes:
        max_bytes: the most bytes that are read.
        max_boards: the most boards that are yielded.
        max_seconds: the longest time from opening to the last board, wall clock.
    """

    max_bytes: int | None = None
    max_boards: int | None = None
    max_seconds: float | None = None


NO_LIMITS: Final = Limits()
"""The default: no limits."""
