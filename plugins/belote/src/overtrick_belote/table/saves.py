"""Running games on disk: a journal that grows with every action.

A file is text: a line with the format, then a line an entry, each with the checksum of what
follows (CRC-32, eight hexadecimal digits) and a JSON object. The first entry describes how the
table was set up, the others what has happened, in order:

    overtrick-belote-game 1
    5ad6c1f0 {"name": "20261122-1105-4f2a", "begun": "2026-11-22T11:05:00", "setup": {...}}
    0c4b8e11 {"did": "80S", "seat": "S", "by": "person"}

An entry is on the disk before anybody is asked for the next one, so a kill at any moment loses at
most the action that is being made: a last line without its end is no entry. Anything else that is
not as it was written is refused, with its line.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import json
import os
import re
import secrets
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Self

import attrs

from overtrick.plugin import FileLock, atomic_output
from overtrick_belote.errors import BeloteError
from overtrick_belote.table.entries import Entry, entry_mapping, read_entry
from overtrick_belote.table.session import Table
from overtrick_belote.table.setup import Setup, read_setup, setup_mapping
from overtrick_belote.table.storage import aside, kept_folder, locked

SUFFIX: Final = ".b32game"
_HEAD: Final = "overtrick-belote-game 1"
_HEAD_OF_ANY: Final = "overtrick-belote-game "
_LINE: Final = re.compile(r"([0-9a-f]{8}) (\{.*\})")
# Windows would make two characters of a line's end.
_APPENDING: Final = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
MOST_BYTES: Final = 10_000_000
"""A save is never so large: a game of a hundred hands takes some 300,000."""


class SaveError(BeloteError):
    """An unreadable save, with the line and the fault."""


@attrs.frozen(kw_only=True)
class Save:
    """A saved game or hand.

    Attributes:
        name: its name, which contains its start time.
        begun: when, local time.
        setup: how the table was set up.
        entries: what has happened.
    """

    name: str
    begun: datetime.datetime
    setup: Setup
    entries: tuple[Entry, ...] = ()

    @classmethod
    def new(cls, setup: Setup, now: datetime.datetime) -> Self:
        """Return the save of a new table."""
        name = f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
        return cls(name=name, begun=now.replace(microsecond=0), setup=setup)


def save_bytes(save: Save) -> bytes:
    """Return a save as bytes."""
    header: dict[str, object] = {
        "name": save.name,
        "begun": save.begun.isoformat(),
        "setup": setup_mapping(save.setup),
    }
    lines = [f"{_HEAD}\n".encode(), _line(header)]
    lines += [_line(entry_mapping(entry)) for entry in save.entries]
    return b"".join(lines)


def _line(value: dict[str, object]) -> bytes:
    text = json.dumps(value, ensure_ascii=True, separators=(", ", ": "))
    return f"{zlib.crc32(text.encode()):08x} {text}\n".encode()


def read_save(data: bytes, name: str) -> tuple[Save, int]:
    """Read a save.

    Args:
        data: the content of the file.
        name: the file's name, for messages.

    Returns:
        The save, and how many bytes of the file it takes: what is behind them is the beginning
        of an entry that was being written when the program ended.

    Raises:
        SaveError: it is no save, or damaged; the error has the line.
    """
    if len(data) > MOST_BYTES:
        msg = f"{name}: too large for a game ({len(data):,} bytes)"
        raise SaveError(msg)
    end = data.rfind(b"\n") + 1
    lines = data[:end].split(b"\n")[:-1]
    if not lines or lines[0] != _HEAD.encode():
        other = bool(lines) and lines[0].startswith(_HEAD_OF_ANY.encode())
        what = "a save of another version" if other else "not a saved game"
        msg = f"{name}:1: this is {what}"
        raise SaveError(msg)
    if len(lines) < 2:
        msg = f"{name}:2: it ends before it tells what is played"
        raise SaveError(msg)
    header = _read_header(_object(lines[1], name, 2), name)
    entries = tuple(
        _read_entry(_object(line, name, number), name, number)
        for number, line in enumerate(lines[2:], 3)
    )
    return attrs.evolve(header, entries=entries), end


def read_sound_part(data: bytes, name: str) -> tuple[Save, int]:
    """Read the part of a damaged save before the damage.

    Args:
        data: the content of the file.
        name: the file's name, for messages.

    Returns:
        The save with the entries before the first that cannot be read or cannot have happened,
        and the number of the last line that was read, at least 2.

    Raises:
        SaveError: the damage is in the setup of the table: nothing of it can be used.
    """
    lines = data[:MOST_BYTES].split(b"\n")[:-1]
    begin, _ = read_save(b"".join(line + b"\n" for line in lines[:2]), name)
    table, number = Table(begin.setup), 2
    with contextlib.suppress(BeloteError):
        # The damage ends it; its line and what is wrong are reported by `read_save` and `restore`.
        for line in lines[2:]:
            table.happen(_read_entry(_object(line, name, number + 1), name, number + 1))
            number += 1
    return attrs.evolve(begin, entries=tuple(table.entries)), number


def _object(line: bytes, name: str, number: int) -> dict[str, object]:
    match = _LINE.fullmatch(line.decode("ascii", "replace"))
    if match is None:
        msg = f"{name}:{number}: not an entry of a game"
        raise SaveError(msg)
    if int(match[1], 16) != zlib.crc32(match[2].encode()):
        msg = f"{name}:{number}: damaged: the checksum is not that of the entry"
        raise SaveError(msg)
    try:
        found = json.loads(match[2])
    except (ValueError, RecursionError):
        msg = f"{name}:{number}: not an entry of a game"
        raise SaveError(msg) from None
    if not isinstance(found, dict):
        msg = f"{name}:{number}: not an entry of a game"
        raise SaveError(msg)
    return found


def _read_header(header: dict[str, object], name: str) -> Save:
    try:
        setup = header.get("setup")
        return Save(
            name=str(header["name"]),
            begun=datetime.datetime.fromisoformat(str(header["begun"])),
            setup=read_setup(setup if isinstance(setup, dict) else {}),
        )
    except KeyError as error:
        msg = f"{name}:2: {error.args[0]!r} is missing"
        raise SaveError(msg) from None
    except ValueError as error:
        msg = f"{name}:2: {error}"
        raise SaveError(msg) from None


def _read_entry(written: dict[str, object], name: str, number: int) -> Entry:
    try:
        return read_entry(written)
    except BeloteError as error:
        msg = f"{name}:{number}: {error}"
        raise SaveError(msg) from None


def restore(save: Save, name: str) -> Table:
    """Return the table of a save.

    Raises:
        SaveError: an entry is impossible; the error has the line.
    """
    table = Table(save.setup)
    for number, entry in enumerate(save.entries, 3):
        try:
            table.happen(entry)
        except BeloteError as error:
            msg = f"{name}:{number}: this cannot have happened ({error})"
            raise SaveError(msg) from error
    return table


class Journal:
    """The open file of a running game; a lock keeps other programs out.

    Attributes:
        path: the file.
        save: the game as it was begun, without entries.
        table: the table, which reports all events to the journal.
    """

    def __init__(self, path: Path, save: Save, table: Table, lock: FileLock, file: int) -> None:
        self.path = path
        self.save = save
        self.table = table
        self._lock = lock
        self._file: int | None = file
        self._is_closed = False
        table.listen(self._write)

    @classmethod
    def begin(cls, setup: Setup, now: datetime.datetime, entries: Sequence[Entry] = ()) -> Self:
        """Begin a game or hand.

        Args:
            setup: how the table is set up.
            now: local time.
            entries: what has happened already, where it comes from a save.

        Raises:
            OSError: the folder or disk refuses.
        """
        save = attrs.evolve(Save.new(setup, now), entries=tuple(entries))
        path = games_folder() / (save.name + SUFFIX)
        table = restore(save, path.name)
        lock = locked(path)
        try:
            with atomic_output(path) as file:
                file.write(save_bytes(save))
            descriptor = os.open(path, _APPENDING)
        except BaseException:
            lock.release()
            raise
        return cls(path, attrs.evolve(save, entries=()), table, lock, descriptor)

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Resume an interrupted game.

        Raises:
            InUseError: another program is playing it.
            SaveError: it is damaged.
            OSError: it cannot be read or written.
        """
        lock = locked(path)
        try:
            data = path.read_bytes()
            save, end = read_save(data, path.name)
            table = restore(save, path.name)
            descriptor = os.open(path, _APPENDING)
            if end < len(data):
                # The beginning of an entry that was being written when the program ended.
                os.truncate(path, end)
        except BaseException:
            lock.release()
            raise
        return cls(path, attrs.evolve(save, entries=()), table, lock, descriptor)

    @classmethod
    def rescue(cls, path: Path) -> Self:
        """Resume the part of a damaged game before the damage.

        The damaged file is kept as it is beside it (see `aside`).

        Raises:
            InUseError: another program is playing it.
            SaveError: nothing of it can be used.
            OSError: it cannot be read or written.
        """
        with locked(path):
            data = path.read_bytes()
            save, _ = read_sound_part(data, path.name)
            with atomic_output(aside(path)) as file:
                file.write(data)
            with atomic_output(path, overwrite=True) as file:
                file.write(save_bytes(save))
        return cls.resume(path)

    def snapshot(self) -> Save:
        """Return the game in its current state."""
        return attrs.evolve(self.save, entries=tuple(self.table.entries))

    def _write(self, entry: Entry) -> None:
        if self._is_closed:
            return
        if self._file is None:
            self._write_whole()
            return
        line = _line(entry_mapping(entry))
        size = os.fstat(self._file).st_size
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
            os.fsync(self._file)
        except OSError:
            # A part of an entry, or one that is missing, would damage the game: the next entry
            # replaces the file, which cannot be open then on Windows.
            self._close_file()
            os.truncate(self.path, size)
            raise

    def _write_whole(self) -> None:
        """Rewrite the complete file, after a failed write."""
        with atomic_output(self.path, overwrite=True) as file:
            file.write(save_bytes(self.snapshot()))
        self._file = os.open(self.path, _APPENDING)

    def _close_file(self) -> None:
        descriptor, self._file = self._file, None
        if descriptor is not None:
            os.close(descriptor)

    def close(self) -> None:
        """Close the file and release its lock."""
        self._is_closed = True
        self._close_file()
        self._lock.release()

    def discard(self) -> None:
        """Close the file and delete it: the game is finished or discarded."""
        self._is_closed = True
        self._close_file()
        self.path.unlink(missing_ok=True)
        self._lock.release()
        # Whoever takes the lock just now finds that there is no game any more.
        with contextlib.suppress(OSError):
            self.path.with_name(self.path.name + ".lock").unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def games_folder() -> Path:
    """Return the folder of running games.

    Raises:
        OSError: the folder of all that is kept cannot be used.
    """
    return kept_folder() / "games"


def running_games() -> Iterator[Path]:
    """Yield the unfinished games, the most recently played first."""
    found = [(path.stat().st_mtime_ns, path.name, path) for path in _files(games_folder())]
    for _, _, path in sorted(found, reverse=True):
        yield path


def _files(folder: Path) -> list[Path]:
    return list(folder.glob("*" + SUFFIX)) if folder.is_dir() else []
