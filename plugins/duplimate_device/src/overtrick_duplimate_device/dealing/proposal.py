"""A proposed session: boards, order and machine; nothing has started yet."""

from __future__ import annotations

from pathlib import Path

import attrs

from overtrick import NumberRanges, OvertrickError
from overtrick_duplimate_device.drivers.selection import open_device, own_claim
from overtrick_duplimate_device.interface.boards import parse_boards
from overtrick_duplimate_device.interface.driver import DEFAULT_TIMEOUT, Driver, Mode
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.journal.store import refuse_damaged, unfinished_on
from overtrick_duplimate_device.session.deal_file import Concerns, DealFile, DealsError


class UnfinishedError(OvertrickError):
    """The file has an unfinished session.

    Attributes:
        journal: that session's, closed.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__(f"the session {journal.header.session} on this file is not finished")
        self.journal = journal


@attrs.frozen(kw_only=True)
class Machine:
    """A machine, and its connection settings.

    Attributes:
        url: its address (see `find_driver`).
        timeout: seconds that it may take to answer.
        take: whether to take it from another host when the session begins.
    """

    url: str
    timeout: float = DEFAULT_TIMEOUT
    take: bool = False

    def open(self, session: str, *, take: bool = False) -> Driver:
        """Open the machine for a session.

        Args:
            session: the session's name.
            take: whether to take it from another host.

        Raises:
            DeviceError, PluginError, MachineTakenError: as `open_device`.
        """
        return open_device(self.url, timeout=self.timeout, claim=own_claim(session, take=take))


@attrs.frozen(kw_only=True)
class Proposal:
    """A proposed session, ready to start.

    Attributes:
        source: the file, or what came through a pipe.
        plan: which boards, how often, in which order.
        is_chosen: whether the user selected the boards.
        machine: the machine that is to deal.
        folder: where the session's journal will be.
    """

    source: DealFile
    plan: Plan
    is_chosen: bool
    machine: Machine
    folder: Path

    @property
    def concerns(self) -> Concerns:
        """The concerns about boards that look unintended."""
        return self.source.concerns(sorted(self.plan.boards), is_chosen=self.is_chosen)

    @property
    def right(self) -> tuple[int, ...]:
        """The boards without concerns, ascending."""
        return tuple(sorted(set(self.plan.boards) - self.concerns.doubtful))


def make_plan(
    source: DealFile,
    boards: str | None = None,
    *,
    copies: int | None = 1,
    order: Order | None = None,
    is_descending: bool = False,
    is_auto_number: bool = False,
    is_sorted: bool = False,
    stop_card: bool = False,
) -> Plan:
    """Return the plan for a file.

    Args:
        source: the file.
        boards: which ones, such as `1-8,12`; all without it.
        copies: copies of each board, or `None` for no limit.
        order: which copy comes next; board by board without it, set by set without a limit.
        is_descending: whether the highest board comes first.
        is_auto_number: whether the number on the inserted board chooses the deal.
        is_sorted: whether the cards have no bar codes and come in sorted order.
        stop_card: whether an extra card divides the decks.

    Raises:
        DealsError: one of the boards cannot be dealt; the message has the reason.
        OptionError: the file has not all of the boards, or the plan has no end to a board.
        EditError: the boards cannot be read (see `NumberRanges.parse`).
    """
    if boards:
        _explain_missing(boards, source)
        numbers = parse_boards(boards, tuple(source.deals))
    else:
        numbers = tuple(sorted(source.deals))
    return Plan(
        boards=tuple(reversed(numbers)) if is_descending else numbers,
        copies=copies,
        order=order or (Order.SET if copies is None else Order.BOARD),
        is_auto_number=is_auto_number,
        mode=Mode.SORTED if is_sorted else Mode.DEAL,
        stop_card=stop_card,
    )


def _explain_missing(boards: str, source: DealFile) -> None:
    """Raise with the reason for each requested board that cannot be dealt.

    Raises:
        DealsError: one of them cannot.
    """
    ranges = NumberRanges.parse(boards)
    absent = [board for board in (*source.empty, *source.incomplete) if board in ranges]
    reasons = [source.why_not(board) for board in sorted(absent)]
    if reasons:
        msg = f"{'; '.join(reasons)}; nothing is dealt"
        raise DealsError(msg)


def propose(
    source: DealFile,
    plan: Plan,
    machine: Machine,
    folder: Path,
    *,
    is_chosen: bool,
    is_new: bool = False,
    despite_damage: bool = False,
) -> Proposal:
    """Return a proposed session; `concerns` lists the boards that look unintended.

    Args:
        source: the file.
        plan: the boards and copies to deal.
        machine: the machine to deal on.
        folder: the folder of journals (see `journal_folder`).
        is_chosen: whether the user selected the boards.
        is_new: whether it is begun although a session on this file is not finished.
        despite_damage: whether it is begun although a damaged journal may be of this file or
            machine, and boards may then be dealt twice.

    Raises:
        DamagedJournalError: there is such a journal.
        UnfinishedError: there is such a session.
        JournalError: the folder cannot be read.
    """
    if not despite_damage:
        refuse_damaged(folder, source.path, machine.url)
    before = None if is_new else unfinished_on(folder, source.path)
    if before is not None:
        raise UnfinishedError(before)
    return Proposal(source=source, plan=plan, is_chosen=is_chosen, machine=machine, folder=folder)
