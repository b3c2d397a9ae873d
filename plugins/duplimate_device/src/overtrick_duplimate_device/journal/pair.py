"""The two files of a journal, and their agreement.

A journal is written twice: every line goes to the first file and is flushed to the disk, then to
the second, and only then does `Journal.write` return. So a process killed at any byte
leaves one of four states, and each of them is intact:

| first file | second file | |
|---|---|---|
| n steps | n steps | between two steps |
| n steps and the beginning of another | n steps | the step was not written |
| n + 1 steps | n steps | the step was written |
| n + 1 steps | n steps and the beginning of the same | the step was written |

Everything else is damage, and is reported. In particular the first file is never shorter than the
second, and the second is never more than one step behind.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import time
from pathlib import Path
from typing import Final

import attrs

from overtrick import Diagnostic
from overtrick_duplimate_device.journal.chain import (
    MAGIC,
    MAGIC_OF_ANY,
    Content,
    Line,
    read_content,
)
from overtrick_duplimate_device.journal.codes import DamagedJournalError, journal_finding
from overtrick_duplimate_device.journal.paths import second_path
from overtrick_duplimate_device.journal.turns import highest_turn

MOST_BYTES: Final = 200_000_000
"""A journal is never so large: a board takes some 2,000 bytes."""

# Another program may be writing: both files are read again until two reads agree.
_MAX_READS: Final = 40
_RETRY_SECONDS: Final = 0.02
_READING: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


@attrs.frozen
class Pair:
    """An intact journal.

    Attributes:
        lines: the header and the steps.
        first_size: the bytes of the first file that count; a line that was not finished goes.
        second_size: those of the second file.
        missing: what the second file lacks: nothing, or the last step.
    """

    lines: tuple[Line, ...]
    first_size: int
    second_size: int
    missing: bytes


def read_file(path: Path) -> bytes | None:
    """Return the content of a file, `None` if it is missing.

    Raises:
        OSError: it is no file, is too large, or cannot be read.
    """
    try:
        descriptor = os.open(path, _READING)
    except FileNotFoundError:
        return None
    try:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "it is no file", str(path))
        if state.st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def read_pair(path: Path) -> Pair | None:
    """Read both files of a journal, even while another program writes to them.

    Args:
        path: the first file.

    Returns:
        Their combined content; `None` where no session was begun: there is no file, or only the
        second one with nothing but the header, whose maker was killed.

    Raises:
        DamagedJournalError: one is damaged or missing; the error has the findings.
    """
    seen: tuple[bytes | None, bytes | None] | None = None
    for count in range(_MAX_READS):
        # The second file is never ahead of the first, so it is read before it.
        try:
            second = read_file(second_path(path))
            first = read_file(path)
        except OSError as error:
            why = error.strerror or str(error)
            finding = journal_finding("JRN106", Path(str(error.filename or path)), why=why)
            raise DamagedJournalError(path, (finding,)) from error
        if first is None and second is None:
            return None
        judged = judge(path, first, second)
        if not isinstance(judged, tuple):
            return judged
        if (first, second) == seen or count == _MAX_READS - 1:
            file, device = _about(first, second)
            turn = highest_turn(first, second)
            raise DamagedJournalError(path, judged, file=file, device=device, turn=turn)
        # Another program may be writing at this moment. Content that was the same before and after
        # the other file was read was there at the same time; only that can be damage.
        if seen is not None:
            time.sleep(_RETRY_SECONDS)
        seen = first, second
    return None


def _about(*contents: bytes | None) -> tuple[str | None, str | None]:
    """Return the file of deals and the machine of a journal, from its sound part."""
    file = device = None
    for line in max((read_content(data or b"").lines for data in contents), key=len):
        if b'"device": ' in line.text:
            values = json.loads(line.text)
            # The machine may be another one since the session was gone on with.
            device = str(values.get("device") or values.get("detail", {}).get("device") or device)
            file = str(values.get("path") or file)
    return file, device


def judge(
    path: Path, first: bytes | None, second: bytes | None
) -> Pair | tuple[Diagnostic, ...] | None:
    """Return the verdict on two files: an intact journal, no session, or the findings."""
    other = second_path(path)
    if first is None or second is None:
        return _judge_one(path, first, second)
    one = read_content(first)
    two = one if first == second else read_content(second)
    found = [
        finding
        for place, content, data in ((path, one, first), (other, two, second))
        if (finding := _broken(place, content, data)) is not None
    ]
    if found:
        return tuple(found)
    common = min(len(one.lines), len(two.lines))
    if common and one.lines[common - 1] != two.lines[common - 1]:
        # The marks are chained: where the last common line is the same, all before it are.
        step = next(n for n, (a, b) in enumerate(zip(one.lines, two.lines, strict=False)) if a != b)
        return (journal_finding("JRN104", path, step + 2, step=step_words(step), other=other.name),)
    if one.last < two.last:
        return (_short(path, one, other, two),)
    if one.last > two.last + 1 or not two.lines:
        return (_short(other, two, path, one),)
    return _intact_pair(one, two) or (
        journal_finding("JRN102", other, two.last + 3, step=step_words(two.last + 1)),
    )


def _intact_pair(one: Content, two: Content) -> Pair | None:
    """Return the content of two files, unless the second ends otherwise than after a crash."""
    missing = b"" if one.last == two.last else one.lines[-1].data
    is_begun = missing.startswith(two.rest) or (bool(missing) and not two.rest.strip(b"\0"))
    if not is_begun or (missing and one.rest):
        return None
    return Pair(one.lines, one.size, two.size, missing)


def _judge_one(
    path: Path, first: bytes | None, second: bytes | None
) -> tuple[Diagnostic, ...] | None:
    """Return the findings of a journal with one file missing."""
    other = second_path(path)
    if first is None:
        content = read_content(second or b"")
        if not content.is_broken and not content.rest and content.last == 0:
            # The second file is made first: nothing was dealt when its maker was killed.
            return None
        return (_missing(path, other, content),)
    content = read_content(first)
    found = _broken(path, content, first)
    if found is not None and found.code == "JRN105":
        # What other versions wrote has no second file.
        return (found,)
    missing = _missing(other, path, content)
    return (missing,) if found is None else (missing, found)


def _missing(path: Path, other: Path, content: Content) -> Diagnostic:
    return journal_finding("JRN103", path, other=other.name, steps=max(content.last, 0))


def _broken(path: Path, content: Content, data: bytes) -> Diagnostic | None:
    """Return the finding of a single file; an unfinished last line is no fault."""
    if not content.is_broken:
        return None
    if data.startswith(MAGIC):
        step = content.last + 1
        return journal_finding("JRN102", path, step + 2, step=step_words(step))
    what = "no journal"
    if data.startswith(b"SQLite format 3\0"):
        what = "an SQLite database, as version 1.0.0 wrote journals"
    elif data.startswith(MAGIC_OF_ANY):
        what = "a journal of another version"
    return journal_finding("JRN105", path, 1, what=what)


def _short(path: Path, content: Content, other: Path, longer: Content) -> Diagnostic:
    """Return the finding of a truncated file."""
    if content.rest:
        # More than nothing of the next line is there: it was cut, or its line end was changed.
        step = content.last + 1
        return journal_finding("JRN102", path, step + 2, step=step_words(step))
    return journal_finding(
        "JRN101", path, len(content.lines) + 1,
        last=max(content.last, 0), other=other.name, other_last=longer.last,
    )  # fmt: skip


def step_words(step: int) -> str:
    """Return the name of a line in messages: `step 4`, or `the header`."""
    return f"step {step}" if step > 0 else "the header"
