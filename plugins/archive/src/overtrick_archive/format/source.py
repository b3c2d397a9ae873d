"""A seekable file: the metadata of a Parquet file is at its end."""

from __future__ import annotations

import contextlib
import io
import shutil
import tempfile
from collections.abc import Iterator
from typing import BinaryIO, Final, cast

_IN_MEMORY: Final = 1 << 23
_PIECE: Final = 1 << 16


@contextlib.contextmanager
def in_any_order(source: BinaryIO) -> Iterator[tuple[BinaryIO, int]]:
    """Yield a file with cheap seeking, and its length in bytes.

    A file of the system and bytes in memory are such. Anything else is copied first: a pipe cannot
    go back, a compressed file would be unpacked from its start each time, and of a file with limits
    each byte counts once.
    """
    with contextlib.ExitStack() as stack:
        file = source
        if not _is_seekable_at_no_cost(source):
            file = cast(
                "BinaryIO", stack.enter_context(tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))
            )
            shutil.copyfileobj(source, file, _PIECE)
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        yield file, size


def _is_seekable_at_no_cost(source: BinaryIO) -> bool:
    raw = source.raw if isinstance(source, io.BufferedReader) else source
    return isinstance(raw, (io.BytesIO, io.FileIO)) and raw.seekable() and source.tell() == 0
