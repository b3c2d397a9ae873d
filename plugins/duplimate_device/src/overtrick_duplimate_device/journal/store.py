"""The folder of journals, and the selection of one."""

from __future__ import annotations

import datetime
import os
import re
import secrets
from pathlib import Path
from typing import Final

import attrs

from overtrick_duplimate_device.journal.codes import DamagedJournalError, JournalError
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import LedgerStatus
from overtrick_duplimate_device.journal.paths import SUFFIX, session_paths

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


class AllFinishedError(JournalError):
    """Every session of the folder is finished.

    Attributes:
        last: the one that was used last, closed.
    """

    def __init__(self, last: Journal) -> None:
        super().__init__(
            f"every session is finished, the last one {last.header.session}; name one with "
            "--session"
        )
        self.last = last


@attrs.frozen
class JournalSurvey:
    """A survey of all journals of a folder.

    Attributes:
        sound: those that are as they were written, the one used last first, closed.
        damaged: why each of the others cannot be trusted.
    """

    sound: tuple[Journal, ...]
    damaged: tuple[DamagedJournalError, ...]

    def unfinished(self) -> tuple[Journal, ...]:
        """Return the sound sessions with boards left to deal, the most recently used first."""
        return tuple(
            journal for journal in self.sound if journal.standing is not LedgerStatus.FINISHED
        )


def survey(folder: Path) -> JournalSurvey:
    """Read every journal of a folder.

    Raises:
        JournalError: the folder is there and cannot be read.
    """
    try:
        paths = session_paths(folder)
    except OSError as error:
        msg = f"the folder of journals {folder} cannot be read: {error.strerror or error}"
        raise JournalError(msg) from error
    sound, damaged = [], []
    for path in paths:
        try:
            journal = Journal.read(path)
        except DamagedJournalError as error:
            damaged.append(error)
        else:
            if journal is not None:
                sound.append(journal)
    sound.sort(key=lambda journal: (journal.turn, journal.path.name), reverse=True)
    return JournalSurvey(tuple(sound), tuple(damaged))


def find_journal(
    folder: Path,
    name: str | None = None,
    *,
    unfinished: bool = False,
    despite_damage: bool = False,
) -> Path:
    """Return the journal that a user selects.

    Args:
        folder: where to look.
        name: the session's name or the beginning of it; the one used last without it.
        unfinished: only one that still has boards to deal.
        despite_damage: ignore damaged journals, at the user's request.

    Raises:
        DamagedJournalError: the one used last is or may be damaged.
        AllFinishedError: all of them are finished.
        JournalError: there is none, or the name fits several.
    """
    if name is not None:
        return _named_journal(folder, name)
    found = survey(folder)
    candidates = found.unfinished() if unfinished else found.sound
    for error in () if despite_damage else found.damaged:
        # A turn that is not known may be the last.
        if not candidates or not error.turn or error.turn >= candidates[0].turn:
            raise error
    if candidates:
        return candidates[0].path
    if found.sound:
        raise AllFinishedError(found.sound[0])
    msg = f"there are no sessions in {folder}; `duplimate deal FILE` begins one"
    raise JournalError(msg)


def _named_journal(folder: Path, name: str) -> Path:
    try:
        paths = session_paths(folder)
    except OSError as error:
        msg = f"the folder of journals {folder} cannot be read: {error.strerror or error}"
        raise JournalError(msg) from error
    exact = folder / (name + SUFFIX)
    if exact in paths:
        return exact
    matches = [path for path in paths if path.name.startswith(name)]
    if len(matches) == 1:
        return matches[0]
    found = ", ".join(path.name.removesuffix(SUFFIX) for path in (matches or paths)[-4:])
    what = "several sessions fit" if matches else "there is no session"
    more = f"; the newest are {found}" if found else "; `duplimate deal FILE` begins one"
    msg = f"{what} {name!r} in {folder}{more}"
    raise JournalError(msg)


def unfinished_on(folder: Path, path: Path) -> Journal | None:
    """Return the last unfinished session of a file, closed, or `None`."""
    for journal in survey(folder).unfinished():
        if Path(journal.header.path) == path:
            return journal
    return None


def refuse_damaged(folder: Path, path: Path, device: str) -> None:
    """Raise if a damaged journal may be of the same file or machine.

    Args:
        folder: where the journals are.
        path: the absolute path of the deal file.
        device: the URL of the machine to deal on.

    Raises:
        DamagedJournalError: there is one; where it cannot be read which file and machine it is
            about, it may be these.
    """
    for error in survey(folder).damaged:
        is_known = error.file is not None and error.device is not None
        if (
            not is_known
            or Path(str(error.file)) == path
            or _machine(str(error.device)) == _machine(device)
        ):
            error.is_in_the_way = True
            raise error


def _machine(device: str) -> str:
    """Return the part of a URL that identifies the machine, without its settings."""
    return device.partition("?")[0]
