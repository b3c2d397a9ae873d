"""Standard input, output and error of the process that also work when closed, full or broken.

Commands use them like any other stream. A closed input or output raises a clear error on the first
read or write, not before. Messages that standard error does not accept are lost without an error.
"""

from __future__ import annotations

import errno
import io
import os
import select
import sys
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from typing_extensions import Buffer

_NUMBERS: Final = ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY))


class _ClosedInput(io.RawIOBase):
    """A standard input that is closed."""

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def readinto(self, buffer: Buffer, /) -> int:
        raise OSError(errno.EBADF, "standard input is closed")


class _Output(io.FileIO):
    """Standard output; its errors name it."""

    is_closed = False
    is_broken = False

    def write(self, data: Buffer, /) -> int | None:  # type: ignore[override]  # None where full
        """Write some bytes."""
        if self.is_closed:
            raise _refused(errno.EBADF, "it is closed")
        try:
            return super().write(data)
        except BrokenPipeError:
            self.is_broken = True
            raise
        except OSError as error:
            raise _refused(error.errno, error.strerror or str(error)) from error


class _Messages(io.FileIO):
    """Standard error; what it does not take is lost."""

    def write(self, data: Buffer, /) -> int | None:  # type: ignore[override]  # None where full
        """Write some bytes."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def _refused(number: int | None, why: str) -> OSError:
    from overtrick import TargetError

    return TargetError(number, why, "standard output")


def prepare_streams() -> None:
    """Replace the standard streams of this process; called once, at the start.

    A closed descriptor is opened on the null device, in the direction that fails: otherwise the
    next file to be opened would get its number, and the printed text.
    """
    for number, flags in _NUMBERS:
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), "utf-8")
    sys.stdout = _wrapped(sys.stdout, 1)
    sys.stderr = _wrapped(sys.stderr, 2)


def _wrapped(stream: TextIO | None, number: int) -> TextIO:
    """Return a stream on a descriptor that writes as another did, which may be closed."""
    raw = (_Output if number == 1 else _Messages)(number, "wb", closefd=False)
    if stream is None:
        if isinstance(raw, _Output):
            raw.is_closed = True
        return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", "replace", write_through=True)
    if not isinstance(stream, io.TextIOWrapper) or not _is_plain(stream):
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        # A character that the terminal cannot show does not end the program.
        errors="replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _is_plain(stream: io.TextIOWrapper) -> bool:
    """Return whether a stream is on a file of the system; a console may have one of its own."""
    binary = stream.buffer
    return type(getattr(binary, "raw", binary)) is io.FileIO


def is_output_broken() -> bool:
    """Return whether the reader of standard output has gone away."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return isinstance(raw, _Output) and raw.is_broken


def end_output() -> None:
    """Close the output: later text, such as from a plugin's `atexit` function, is not data."""
    try:
        sys.stdout.flush()
        os.dup2(2, 1)
    except (OSError, ValueError):
        return  # it is broken or closed, which was reported already


def takes_at_once(number: int) -> bool:
    """Return whether a descriptor takes some lines without waiting, as a full pipe does not."""
    try:
        return bool(select.select([], [number], [], 0)[1])
    except (OSError, ValueError):
        return True  # on Windows `select` works only with sockets


def give_up_waiting() -> None:
    """Discard output that would wait for a reader, after a signal."""
    for number in (1, 2):
        if not takes_at_once(number):
            _silence(number)


def _silence(number: int) -> None:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, number)
    os.close(sink)


def give_up_output() -> None:
    """Discard buffered output, so that Python prints no error at exit."""
    if sys.stdout is None:
        return
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        return  # a stream without a descriptor
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if isinstance(raw, _Output):
        raw.is_closed = False
    _silence(number)
