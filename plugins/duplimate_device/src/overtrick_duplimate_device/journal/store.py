"""Where the journals are, and which one is meant."""

from __future__ import annotations

import datetime
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from overtrick_duplimate_device.journal.journal import SUFFIX, Journal, JournalError
from overtrick_duplimate_device.journal.ledger import Standing

FOLDER_VARIABLE: Final = "OVERTRICK_SESSIONS"
"""The environment variable that names the folder of journals."""


def journal_folder(chosen: str | None = None) -> Path:
    """Return the folder of journals.

    Args:
        chosen: the user's choice; otherwise the environment's, otherwise the platform's folder
            for the state of programs.
    """
    folder = chosen or os.environ.get(FOLDER_VARIABLE)
    if folder:
        return Path(folder).expanduser()
    import platformdirs

    return Path(platformdirs.user_state_path("overtrick", appauthor=False)) / "sessions"


def new_session_name(path: Path, now: datetime.datetime) -> str:
    """Return a name for a new session on a file, such as `20261120-193000-evening-4f2a`.

    Args:
        path: the file of deals.
        now: local time.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:24] or "boards"
    return f"{now:%Y%m%d-%H%M%S}-{stem}-{secrets.token_hex(2)}"


def journal_paths(folder: Path) -> list[Path]:
    """Return the journals in a folder, the one written last first."""
    found = []
    for path in folder.glob("*" + SUFFIX):
        times = [path.stat().st_mtime_ns]
        log = path.with_name(path.name + "-wal")
        if log.exists():
            times.append(log.stat().st_mtime_ns)
        found.append((max(times), path.name, path))
    return [path for _, _, path in sorted(found, reverse=True)]


def journals(folder: Path) -> Iterator[Journal]:
    """Yield the readable journals in a folder, the one written last first, open to read.

    Each is closed as the next one is asked for.
    """
    for path in journal_paths(folder):
        try:
            journal = Journal.open(path, write=False)
        except JournalError:
            # A damaged or foreign file; whoever names it gets the reason.
            continue
        with journal:
            yield journal


def find_journal(folder: Path, name: str | None = None, *, unfinished: bool = False) -> Path:
    """Return the journal that is meant.

    Args:
        folder: where to look.
        name: the session's name or the beginning of it; the one written last without it.
        unfinished: prefer one that still has boards to deal.

    Raises:
        JournalError: there is none, or the name fits several.
    """
    if name is not None:
        return _named_journal(folder, name)
    newest = None
    for journal in journals(folder):
        newest = newest or journal.path
        if not unfinished or journal.ledger().standing is not Standing.FINISHED:
            return journal.path
    if newest is None:
        msg = f"there are no sessions in {folder}"
        raise JournalError(msg)
    if unfinished:
        msg = "every session is finished; name one with --session"
        raise JournalError(msg)
    return newest


def _named_journal(folder: Path, name: str) -> Path:
    exact = folder / (name + SUFFIX)
    if exact.is_file():
        return exact
    matches = [path for path in journal_paths(folder) if path.name.startswith(name)]
    if len(matches) == 1:
        return matches[0]
    what = "several sessions fit" if matches else "there is no session"
    msg = f"{what} {name!r} in {folder}"
    raise JournalError(msg)


def unfinished_on(folder: Path, path: Path) -> Journal | None:
    """Return the last session on a file that is not finished, closed, or `None`."""
    for journal in journals(folder):
        if Path(journal.header.path) == path and (
            journal.ledger().standing is not Standing.FINISHED
        ):
            return journal
    return None
