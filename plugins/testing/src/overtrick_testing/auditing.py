"""Noticing what a reader does beside reading: files, processes, sockets, code."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from typing import Final
from unittest import mock

# What a reader has no business with; see the table of audit events in Python's documentation.
_WATCHED: Final = (
    "open", "exec", "compile", "import", "subprocess.", "socket.", "urllib.", "ctypes.",
    "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.listdir", "os.scandir",
    "os.remove", "os.rename", "os.mkdir", "os.startfile", "shutil.", "glob.", "tempfile.",
    "pickle.", "marshal.", "webbrowser.", "sqlite3.",
)  # fmt: skip


class _Watch(threading.local):
    """What the current thread has done, while it is watched; `None` while it is not."""

    seen: list[str] | None = None


_WATCH: Final = _Watch()
_INSTALLED: list[bool] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    seen = _WATCH.seen
    if seen is not None and event.startswith(_WATCHED):
        first = f" {arguments[0]!r:.100}" if arguments else ""
        seen.append(f"{event}{first}")


@contextlib.contextmanager
def watching() -> Iterator[list[str]]:
    """Record what this thread does within the block: files opened, code run, and the like.

    Python cannot take an audit hook out again, so one is put in once and asleep otherwise.

    Example:
        >>> with watching() as seen:
        ...     _ = eval("1 + 1")
        >>> any(event.startswith("exec") for event in seen)
        True
    """
    if not _INSTALLED:
        sys.addaudithook(_hook)
        _INSTALLED.append(True)
    seen: list[str] = []
    _WATCH.seen = seen
    try:
        yield seen
    finally:
        _WATCH.seen = None


@contextlib.contextmanager
def asking() -> Iterator[set[str]]:
    """Record the names of the environment's variables that are looked up within the block.

    Example:
        >>> with asking() as names:
        ...     _ = os.environ.get("NO_SUCH_VARIABLE")
        >>> names
        {'NO_SUCH_VARIABLE'}
    """
    kind = type(os.environ)
    usual = kind.__getitem__
    names: set[str] = set()

    def look_up(self: os._Environ[str], name: str) -> str:
        names.add(name)
        return usual(self, name)

    with mock.patch.object(kind, "__getitem__", look_up):
        yield names
