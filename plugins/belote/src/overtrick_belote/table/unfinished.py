"""Unfinished games and hands on disk, intact or damaged."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterator
from pathlib import Path

import attrs

from overtrick.plugin import printable
from overtrick_belote.table.saves import (
    SaveError,
    read_save,
    read_sound_part,
    restore,
    running_games,
)
from overtrick_belote.table.session import Table
from overtrick_belote.table.storage import InUseError, locked
from overtrick_cli.commands import describe


@attrs.frozen(kw_only=True)
class Unfinished:
    """An unfinished game or hand.

    Attributes:
        path: its file.
        begun: its start, local time; `None` if unknown.
        table: its state, of a damaged one before the damage; `None` if nothing of it
            can be used, or it is being played.
        why: what is wrong with the file; empty where nothing is.
        line: the last line before the damage that could be read; 0 where nothing of it can be used.
        in_use: whether it is being played elsewhere.
    """

    path: Path
    begun: datetime.datetime | None
    table: Table | None = None
    why: str = ""
    line: int = 0
    in_use: bool = False

    @property
    def is_sound(self) -> bool:
        """Whether the file is intact."""
        return not self.why


def unfinished_games() -> Iterator[Unfinished]:
    """Yield the unfinished games, the most recently played first.

    Raises:
        OSError: the folder of all that is kept cannot be used.
    """
    for path in running_games():
        found = _looked_at(path)
        if found is not None:
            yield found


def _looked_at(path: Path) -> Unfinished | None:
    try:
        with locked(path):
            return _read(path, path.read_bytes())
    except InUseError:
        return Unfinished(path=path, begun=_date_of(path), in_use=True)
    except FileNotFoundError:
        return None  # it was finished this moment
    except OSError as error:
        return Unfinished(path=path, begun=_date_of(path), why=describe(error))


def _read(path: Path, data: bytes) -> Unfinished:
    try:
        save, _ = read_save(data, path.name)
        return Unfinished(path=path, begun=save.begun, table=restore(save, path.name))
    except SaveError as error:
        why = printable(str(error))
    try:
        save, line = read_sound_part(data, path.name)
        table = restore(save, path.name)
    except SaveError:
        return Unfinished(path=path, begun=_date_of(path), why=why)
    return Unfinished(path=path, begun=save.begun, table=table, why=why, line=line)


def _date_of(path: Path) -> datetime.datetime | None:
    """Return the start time of a game, from its file name."""
    with contextlib.suppress(ValueError):
        return datetime.datetime.strptime(path.name[:15], "%Y%m%d-%H%M%S")
    return None


def delete_game(path: Path) -> bool:
    """Delete an unfinished game.

    Returns:
        Whether it is gone; false where it is being played.

    Raises:
        OSError: the folder or disk refuses.
    """
    try:
        with locked(path):
            path.unlink(missing_ok=True)
    except InUseError:
        return False
    with contextlib.suppress(OSError):
        path.with_name(f"{path.name}.lock").unlink()
    return True
