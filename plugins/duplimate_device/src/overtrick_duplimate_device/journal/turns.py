"""The order of use of sessions: each use has a number, and the highest is the latest.

A process that begins or resumes a session takes the next number of its folder and writes it into
the journal, in its first line. So the order depends neither on a clock nor on file times.
The numbers are taken under a lock of the folder, one above the highest that any journal there has:
there is no counter that could be lost.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from overtrick_duplimate_device.journal.paths import lock, second_path, session_paths

PATIENCE: Final = 10.0
"""Seconds for which another program's turn is waited for; it takes some milliseconds."""

# Inside a JSON text a quotation mark has a backslash before it, so nothing else looks like this.
_TURN: Final = re.compile(rb'"turn": ([1-9][0-9]{0,11})\b')


def highest_turn(*contents: bytes | None) -> int:
    """Return the highest turn in some files of journals, damaged or not; 0 if there is none.

    Example:
        >>> highest_turn(b'{"turn": 3, "at": ""}', None)
        3
    """
    return max((int(turn) for data in contents if data for turn in _TURN.findall(data)), default=0)


@contextlib.contextmanager
def next_turn(folder: Path) -> Iterator[int]:
    """Yield the next turn of a folder, under a lock until the end of the block.

    Raises:
        LockedError: another program kept the lock for all of `PATIENCE`.
        OSError: the folder cannot be read or refuses.
    """
    with lock(folder / "turns", patience=PATIENCE):
        highest = 0
        for path in session_paths(folder):
            for file in (path, second_path(path)):
                # An unreadable one does no harm here; it is reported where it matters.
                with contextlib.suppress(OSError):
                    highest = max(highest, highest_turn(file.read_bytes()))
        yield highest + 1
