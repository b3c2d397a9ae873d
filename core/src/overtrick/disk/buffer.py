"""A buffer for output to a pipe or device, held until it is complete."""

from __future__ import annotations

import shutil
import tempfile
from typing import IO, BinaryIO, Final, Self, cast

_IN_MEMORY: Final = 16 << 20


class Gathered:
    """A buffer whose bytes reach a pipe all together or not at all.

    Attributes:
        file: takes the bytes; it can seek.

    Example:
        >>> import io
        >>> pipe = io.BytesIO()
        >>> with Gathered() as gathered:
        ...     _ = gathered.file.write(b"all of it")
        ...     gathered.deliver(pipe)
        >>> pipe.getvalue()
        b'all of it'
    """

    def __init__(self) -> None:
        self._spool = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  # closed below
        self.file = cast("BinaryIO", self._spool)

    def deliver(self, target: IO[bytes]) -> None:
        """Write all of it.

        Args:
            target: what it goes to; it stays open.

        Raises:
            OSError: the target does not take it.
        """
        self._spool.seek(0)
        shutil.copyfileobj(self._spool, target)
        target.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._spool.close()
