"""The cost of reading one file, held against the limits of the caller."""

from __future__ import annotations

import time
from typing import Final

from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import LimitError
from overtrick.framework.contexts.limits import NO_LIMITS, Limits

_ARCHIVE_BYTES: Final = 1 << 16  # what an archive adds to small files is not their fault


class Meter:
    """Checks what a file has cost so far; the time counts from here.

    Args:
        limits: what it may cost; anything where not given.
        path: its name, for messages.
    """

    def __init__(self, limits: Limits | None = None, path: str | None = None) -> None:
        self.limits = NO_LIMITS if limits is None else limits
        self.path = path
        self._started = time.monotonic()

    def check_time(self) -> None:
        """Refuse a file that takes too long.

        Raises:
            LimitError: it does (`CORE012`).
        """
        limit = self.limits.max_seconds
        if limit is not None and time.monotonic() - self._started > limit:
            raise LimitError(core_finding("CORE012", Location(path=self.path), limit=limit))

    def check_bytes(self, count: int) -> None:
        """Refuse a file of which more bytes are read than it may cost, or that takes too long.

        Raises:
            LimitError: so many are (`CORE010`).
        """
        limit = self.limits.max_bytes
        if limit is not None and count > limit:
            place = Location(path=self.path, offset=limit)
            raise LimitError(core_finding("CORE010", place, limit=limit))
        self.check_time()

    def check_archive(self, count: int) -> None:
        """Refuse an archive that is, or unpacks to, more bytes than one file may cost.

        Raises:
            LimitError: it is (`CORE010`).
        """
        limit = self.limits.max_bytes
        if limit is not None and count > limit + _ARCHIVE_BYTES:
            raise LimitError(core_finding("CORE010", Location(path=self.path), limit=limit))
        self.check_time()

    def check_boards(self, count: int) -> None:
        """Refuse a file of more boards than it may have, or that takes too long.

        Raises:
            LimitError: it has (`CORE011`).
        """
        limit = self.limits.max_boards
        if limit is not None and count > limit:
            raise LimitError(core_finding("CORE011", Location(path=self.path), limit=limit))
        self.check_time()
