"""Open tables: found by name, resumed after a restart."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import attrs

from overtrick_belote.table.entries import Entry, HandBegun, HandUndone, Helped
from overtrick_belote.table.house import TableManager
from overtrick_belote.table.lesson import lesson
from overtrick_belote.table.saves import SUFFIX, Journal, games_folder
from overtrick_belote.table.session import Step, Table
from overtrick_belote.table.settings import Settings, read_settings
from overtrick_belote.table.setup import Setup
from overtrick_belote.table.storage import data_folder, now
from overtrick_belote.table.unfinished import Unfinished, delete_game, unfinished_games
from overtrick_belote.table.won_games import is_untouched

MOST_OPEN: Final = 12
"""The maximum number of open games; the least recently used one is closed for another."""

_NAME: Final = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{4}")


@attrs.define(eq=False)
class OpenTable:
    """An open table.

    Attributes:
        house: the table, its file, and what the person chose.
        lock: held by whoever looks at the table or does something there.
    """

    house: TableManager
    lock: threading.RLock = attrs.field(factory=threading.RLock)

    @property
    def name(self) -> str:
        """The game's name."""
        return self.house.journal.save.name

    @property
    def table(self) -> Table:
        """The table."""
        return self.house.table

    @property
    def version(self) -> int:
        """The number of events so far: it only grows, and survives a restart."""
        return len(self.table.entries)

    def since(self, version: int) -> tuple[Entry, ...]:
        """Return the events since a version.

        Args:
            version: what a window has seen; a number that never was is taken as nothing seen.
        """
        entries = self.table.entries
        return tuple(entries[version:]) if 0 <= version <= len(entries) else tuple(entries)

    def is_stale(self, version: int) -> bool:
        """Return whether a window has an outdated version of the table; help does not count."""
        is_known = 0 <= version <= self.version
        return not is_known or any(not isinstance(e, Helped) for e in self.since(version))

    def new_steps(self, version: int) -> tuple[Step, ...] | None:
        """Return the actions since a version, or `None` after an undo or a new hand."""
        entries = self.since(version)
        if any(isinstance(entry, HandUndone | HandBegun) for entry in entries):
            return None
        steps = self.table.steps
        count = sum(not isinstance(entry, Helped) for entry in entries)
        return steps[len(steps) - min(count, len(steps)) :]


class Tables:
    """The open tables of one folder of games."""

    def __init__(self) -> None:
        self._open: dict[str, OpenTable] = {}
        self._lock = threading.RLock()

    def settings(self) -> Settings:
        """Return the user's settings."""
        return read_settings()[0]

    def begin(self, begin: Callable[[Settings], Setup]) -> OpenTable:
        """Begin a game or hand.

        Args:
            begin: sets up the table.

        Raises:
            OSError: the folder or disk refuses.
        """
        settings = self.settings()
        journal = Journal.begin(begin(settings), now())
        return self._add(TableManager(journal, settings))

    def add(self, house: TableManager) -> OpenTable:
        """Take over a table that was begun elsewhere."""
        return self._add(house)

    def find(self, name: str) -> OpenTable | None:
        """Return a table by its name, loaded from disk if it is not open; `None` if there is none.

        Raises:
            InUseError: it is being played elsewhere, as in a terminal.
            SaveError: its file is damaged.
            OSError: it cannot be read or written.
        """
        with self._lock:
            found = self._open.pop(name, None)
            if found is not None:
                self._open[name] = found
                return found
            path = _path(name)
            if path is None or not path.exists():
                return None
            return self._add(TableManager(Journal.resume(path), self.settings()))

    def rescue(self, name: str) -> OpenTable | None:
        """Return a table of the intact part of a damaged game; see `Journal.rescue`."""
        with self._lock:
            path = _path(name)
            if path is None or not path.exists():
                return None
            return self._add(TableManager(Journal.rescue(path), self.settings()))

    def _add(self, house: TableManager) -> OpenTable:
        setup, told = lesson()
        if house.table.setup == setup:
            house.lesson = told
        sitting = OpenTable(house)
        with self._lock:
            self._open[sitting.name] = sitting
            while len(self._open) > MOST_OPEN:
                self._close(next(iter(self._open)))
        return sitting

    def leave(self, name: str) -> None:
        """Close a table; a finished or untouched game is deleted."""
        with self._lock:
            if name in self._open:
                self._close(name)

    def _close(self, name: str) -> None:
        sitting = self._open.pop(name)
        with sitting.lock:
            sitting.house.leave()

    def discard(self, name: str) -> bool:
        """Close a table and delete its file; return `False` if it is not open."""
        with self._lock:
            sitting = self._open.pop(name, None)
        if sitting is None:
            return False
        with sitting.lock:
            sitting.house.journal.discard()
        return True

    def close(self) -> None:
        """Close all tables."""
        with self._lock:
            for name in list(self._open):
                self._close(name)

    def unfinished(self) -> Iterator[Unfinished]:
        """Yield the unfinished games, the most recently played first.

        Raises:
            OSError: the folder of all that is kept cannot be used.
        """
        with self._lock:
            own = dict(self._open)
        for game in unfinished_games():
            sitting = own.get(game.path.name.removesuffix(SUFFIX))
            if sitting is None:
                if game.table is not None and game.is_sound and is_untouched(game.table):
                    delete_game(game.path)  # left over from a program that was ended
                else:
                    yield game
                continue
            with sitting.lock:
                journal = sitting.house.journal
                yield attrs.evolve(
                    game, table=sitting.table, begun=journal.save.begun, in_use=False
                )


def _path(name: str) -> Path | None:
    return games_folder() / (name + SUFFIX) if _NAME.fullmatch(name) else None


def game_path(name: str) -> Path | None:
    """Return the file of a game by its name, or `None` for an invalid name."""
    return _path(name)


@functools.cache
def _tables(folder: Path) -> Tables:
    return Tables()


def open_tables() -> Tables:
    """Return the open tables of the games folder: one object for the process."""
    return _tables(data_folder())
