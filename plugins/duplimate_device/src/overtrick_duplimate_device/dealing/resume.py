"""Start a session, resume one, or redeal a board of one; a runner then runs it."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

import attrs

from overtrick.plugin import printable
from overtrick_duplimate_device.dealing.proposal import Machine, Proposal
from overtrick_duplimate_device.interface.driver import Driver
from overtrick_duplimate_device.journal.journal import Header, Journal, new_salt
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind
from overtrick_duplimate_device.journal.store import (
    new_session_name,
    refuse_damaged,
    survey,
)
from overtrick_duplimate_device.session.deal_file import (
    Concerns,
    DealFile,
    DealsError,
    FileChangedError,
    fingerprints_of,
    is_piped,
    read_deals,
)
from overtrick_duplimate_device.session.past import counted_by, job_name
from overtrick_duplimate_device.session.runner import RECONNECT, Runner
from overtrick_duplimate_device.session.session import MOST_TRIES, Session
from overtrick_duplimate_device.session.watchers import Watcher


class BoardsNeededError(DealsError):
    """The session's boards came through a pipe and must be supplied again."""


def _ignore(session: str) -> None:
    """Do nothing."""


@attrs.define(kw_only=True)
class HeldSession:
    """A session locked by this program; a context manager that releases it.

    Attributes:
        journal: what was done.
        source: the file of its deals, which are still those that it began with.
        machine: the machine that deals it, or `None` before it is gone on with.
        extras_only: whether only what was asked for with `redeal` is dealt.
        is_new: whether it is begun just now.
    """

    journal: Journal
    source: DealFile
    machine: Machine | None = None
    extras_only: bool = False
    is_new: bool = False
    _driver: Driver | None = None

    @property
    def name(self) -> str:
        """The session's name."""
        return self.journal.header.session

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Release the session, and the machine unless a runner releases it."""
        driver, self._driver = self._driver, None
        try:
            if driver is not None:
                driver.close()
        finally:
            self.journal.close()

    def why_not(self, board: int) -> str:
        """Return the reason a board cannot be dealt, or an empty text."""
        return self.source.why_not(board)

    def concerns(self, board: int) -> Concerns:
        """Return the concerns about an extra board; none if the plan includes it."""
        if board in self.journal.header.plan.boards:
            return Concerns()
        return self.source.concerns([board], is_chosen=True)

    def resume(
        self,
        machine: Machine,
        *,
        despite_damage: bool = False,
        announce: Callable[[str], None] = _ignore,
    ) -> None:
        """Resume the session at its end.

        Args:
            machine: the machine that goes on with it; need not be the one that began.
            despite_damage: see `propose`.
            announce: receives the session's name before anything is written; its exceptions end the
                session.

        Raises:
            DamagedJournalError: a damaged journal may be of this file or machine.
            DeviceError, PluginError, MachineTakenError: the machine cannot be opened.
            JournalError: the journal cannot be written.
        """
        self._go_on(machine, Entry(kind=EntryKind.RESUMED), despite_damage, announce)

    def redeal(
        self,
        board: int,
        machine: Machine,
        *,
        despite_damage: bool = False,
        announce: Callable[[str], None] = _ignore,
    ) -> None:
        """Redeal a board beyond the plan; `concerns` tests whether it is intended.

        Args:
            board: its number.
            machine: the machine that deals it.
            despite_damage: see `propose`.
            announce: as for `resume`.

        Raises:
            DealsError: the board cannot be dealt.
            OvertrickError: as `resume`.
        """
        reason = self.why_not(board)
        if reason:
            raise DealsError(reason)
        is_asked = board in self.journal.ledger().extras
        entry = None if is_asked else Entry(kind=EntryKind.AGAIN, board=board)
        self.extras_only = True
        self._go_on(machine, entry, despite_damage, announce)

    def _go_on(
        self,
        machine: Machine,
        entry: Entry | None,
        despite_damage: bool,
        announce: Callable[[str], None],
    ) -> None:
        if not despite_damage:
            refuse_damaged(self.journal.path.parent, self.source.path, machine.url)
        driver = machine.open(self.name, take=machine.take)
        try:
            announce(self.name)
            if entry is not None:
                self.journal.write(attrs.evolve(entry, detail={"device": machine.url}))
        except BaseException:
            driver.close()
            raise
        self.machine, self._driver = machine, driver

    def runner(
        self,
        watcher: Watcher,
        *,
        assume_dealt: bool | None = None,
        most_tries: int = MOST_TRIES,
        reconnect: float = RECONNECT,
        patience: float | None = None,
        how_to_go_on: str = "",
    ) -> Runner:
        """Return the runner of the session, once; it releases the machine at its end.

        Args:
            watcher: shows what happens.
            assume_dealt: the answer to a doubt, or `None` to ask; `True` is about the board that
                was in hand when the session ended, and no later one.
            most_tries: the maximum number of consecutive starts of a board without operator input.
            reconnect: seconds for which a lost machine is looked for.
            patience: seconds to wait for the operator, or `None` for ever.
            how_to_go_on: the command that goes on with the session, or empty.

        Raises:
            DealsError: the session was neither begun nor gone on with.
        """
        machine, driver = self.machine, self._driver
        if machine is None:
            msg = f"the session {self.name} was not gone on with"
            raise DealsError(msg)
        self._driver = None
        header, ledger = self.journal.header, self.journal.ledger()
        session = Session(
            header.plan,
            self.source.deals,
            ledger,
            make_job_id=functools.partial(job_name, header.salt, ledger.repairs),
            assume_dealt=assume_dealt,
            extras_only=self.extras_only,
            is_resumed=not self.is_new,
            most_tries=most_tries,
            how_to_go_on=how_to_go_on,
        )
        return Runner(
            session,
            self.journal,
            lambda: machine.open(self.name),
            self.source.counters,
            watcher,
            driver=driver,
            take_machine=lambda: machine.open(self.name, take=True),
            reconnect=reconnect,
            patience=patience,
            others=None if self.is_new or self.extras_only else self._counted_by_others,
        )

    def _counted_by_others(self, since: Mapping[int, int]) -> Mapping[int, int]:
        sessions = survey(self.journal.path.parent).sound
        others = (other for other in sessions if other.path != self.journal.path)
        return counted_by(others, self.journal.header.path, since)


def begin(proposal: Proposal, *, announce: Callable[[str], None] = _ignore) -> HeldSession:
    """Start a session.

    Args:
        proposal: what is dealt, and on which machine.
        announce: receives the session's name before anything is written; its exceptions end the
            session.

    Raises:
        DeviceError, PluginError, MachineTakenError: the machine cannot be opened.
        JournalError: the journal cannot be made.
        OSError: the file cannot be read once more.
    """
    source, machine = proposal.source, proposal.machine
    salt = new_salt()
    header = Header(
        session=new_session_name(source.path, datetime.datetime.now()),
        path=str(source.path),
        format=source.format,
        device=machine.url,
        plan=proposal.plan,
        base=source.counters.read(),
        salt=salt,
        fingerprints=fingerprints_of(source.deals, salt, source.deals),
    )
    driver = machine.open(header.session, take=machine.take)
    try:
        announce(header.session)
        journal = Journal.create(proposal.folder, header)
    except BaseException:
        driver.close()
        raise
    return HeldSession(journal=journal, source=source, machine=machine, is_new=True, driver=driver)


def take_up(path: Path, file: Path | bytes | None = None) -> HeldSession:
    """Lock an existing session.

    Args:
        path: its journal (see `find_journal`).
        file: where its boards are, if not where they were; or the boards themselves.

    Raises:
        BoardsNeededError: its boards came through a pipe, and are not given.
        FileChangedError: the deals are not those that it began with.
        JournalError: there is none, or it cannot be written.
        LockedError: another program has it.
        OvertrickError, OSError: the file cannot be read.
    """
    journal = Journal.open(path)
    try:
        return HeldSession(journal=journal, source=_same_deals(journal, file))
    except BaseException:
        journal.close()
        raise


def _same_deals(journal: Journal, file: Path | bytes | None) -> DealFile:
    header = journal.header
    if file is None and is_piped(header.path):
        msg = "the boards of this session came through a pipe and must come once more"
        raise BoardsNeededError(msg)
    source = read_deals(Path(header.path) if file is None else file, header.format)
    changed = source.check(header.salt, header.fingerprints)
    if changed:
        names = ", ".join(map(str, changed[:8])) + (", ..." if len(changed) > 8 else "")
        msg = (
            f"{printable(header.path)}: the deals are not those that the session began with "
            f"(board {names}); nothing is dealt"
        )
        raise FileChangedError(msg)
    return source
