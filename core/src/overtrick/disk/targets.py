"""Open a target: a path, which is replaced atomically, or a binary file."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from typing import BinaryIO, cast

from overtrick.disk.archives import open_zip
from overtrick.disk.atomic import FileState, atomic_output
from overtrick.disk.compression import (
    Compression,
    ContentError,
    compressing,
    compression_for,
    locked,
    unpacked_name,
)
from overtrick.disk.sources import file_of, let_go_of_archives, open_source, path_of
from overtrick.findings.errors import ParseError

WriteTarget = str | os.PathLike[str] | BinaryIO
"""What can be written: a path, or a file opened in binary mode."""


def state_of(target: WriteTarget) -> FileState | None:
    """Return the state of a target now, for `open_target`; `None` for an open file.

    Whoever makes new bytes of old ones asks before the old ones are read, for the target may be
    where they come from.
    """
    path = path_of(target)
    if path is None:
        return None
    try:
        return FileState.of(path)
    except (OSError, ValueError):
        return None  # opening it reports the reason


@contextlib.contextmanager
def open_target(
    target: WriteTarget, *, overwrite: bool, suffix: str = "", since: FileState | None = None
) -> Iterator[BinaryIO]:
    """Open a target: a path is replaced atomically, an open file is written as it is.

    A path that ends in `.gz`, `.xz` or `.zip` is compressed; the same content gives the same
    bytes, whatever the file's name and the time.

    Args:
        target: a path or an open file.
        overwrite: whether an existing file may be replaced.
        suffix: the suffix of the file in a `.zip` where the name of the target does not imply it.
        since: the state of a path before anything was read of which the bytes are made; its state
            now where not given.

    Raises:
        TargetExistsError: the path exists and `overwrite` is false.
        TargetError: another program changed it since (`CORE055`), or it cannot be written.
        TypeError: a file opened in text mode, or something that is no target.
    """
    path = path_of(target)
    if path is not None:
        compression = compression_for(path)
        with atomic_output(path, overwrite=overwrite, since=since) as file:
            if compression is None:
                yield file
            else:
                member = os.path.basename(unpacked_name(path))
                if not os.path.splitext(member)[1]:
                    member += suffix
                with compressing(file, compression, member) as sink:
                    yield sink
        return
    if isinstance(target, io.TextIOBase):
        msg = (
            "open the file in binary mode ('wb'): its encoding is the format's business; "
            "overtrick.dumps gives text"
        )
        raise TypeError(msg)
    if not callable(getattr(target, "write", None)):
        msg = f"cannot write to {target!r:.60}: give a path, or a file opened in binary mode ('wb')"
        raise TypeError(msg)
    yield cast("BinaryIO", target)


def replace_content(
    path: str | os.PathLike[str], data: bytes, *, since: FileState | None = None
) -> None:
    """Replace a file's content atomically; a compressed file stays compressed.

    Args:
        path: the file; in a zip file that holds several, the path of one of them.
        data: the content, not compressed.
        since: the state of the file that the content was made from; its state now where not given.

    Raises:
        OSError: the folder or disk refuses, or another program changed the file meanwhile.
        ParseError: an archive that cannot be unpacked, and so cannot be packed again.
    """
    with open_source(path) as opened:
        compression, member = opened.compression, opened.member
    if compression is Compression.TAR:
        raise ParseError(locked("tar", "no file in it can be replaced").diagnostic(path_of(path)))
    if compression is None:
        with atomic_output(path, overwrite=True, since=since) as sink:
            sink.write(data)
        return
    file = file_of(path)
    let_go_of_archives()
    with atomic_output(file, overwrite=True, since=since) as sink:
        if member is None:
            with compressing(sink, compression) as packed:
                packed.write(data)
            return
        try:
            with open(file, "rb") as source, open_zip(source) as archive:
                archive.copy_with(sink, member, data)
        except ContentError as error:
            raise ParseError(error.diagnostic(file)) from error
