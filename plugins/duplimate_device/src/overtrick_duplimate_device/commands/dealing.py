"""`deal`, `resume` and `again`."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import click

from overtrick.findings.printable import printable
from overtrick_duplimate_device.commands.options import (
    DEVICE,
    DONE,
    INPUT,
    INTERRUPTED,
    RunSettings,
    chosen_device,
    run_options,
    session_option,
)
from overtrick_duplimate_device.drivers.choosing import open_device
from overtrick_duplimate_device.interface.boards import parse_boards
from overtrick_duplimate_device.interface.driver import Driver, Mode
from overtrick_duplimate_device.journal.journal import Header, Journal, new_salt
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.journal.store import (
    find_journal,
    journal_folder,
    new_session_name,
    unfinished_on,
)
from overtrick_duplimate_device.session.deal_file import (
    DealFile,
    FileChangedError,
    fingerprints_of,
    read_deals,
)
from overtrick_duplimate_device.session.keyboard import interrupts, listen, quiet_keys
from overtrick_duplimate_device.session.phases import Outcome
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.session.watchers import make_watcher

_EXIT_CODES = {
    Outcome.FINISHED: DONE,
    Outcome.STOPPED: INTERRUPTED,
    Outcome.DEVICE: DEVICE,
    Outcome.FILE: INPUT,
}
_UNATTENDED_PATIENCE = 600.0
_MOST_COPIES = 255


def _copies(ctx: click.Context, param: click.Parameter, value: str) -> int | None:
    """Read a number of copies; `*` is no limit."""
    if value == "*":
        return None
    if value.isascii() and value.isdigit() and 1 <= int(value[:4]) <= _MOST_COPIES:
        return int(value)
    msg = f"{value!r} is not a number from 1 to {_MOST_COPIES}, nor *"
    raise click.BadParameter(msg)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--boards", metavar="1-8,12", help="Which boards.  [default: all of the file]")
@click.option(
    "--copies",
    metavar="N|*",
    callback=_copies,
    default="1",
    show_default=True,
    help="Of each board; * for no limit.",
)
@click.option(
    "--order",
    type=click.Choice([order.value for order in Order]),
    help="All copies of a board first, or set after set.  [default: board; set with --copies '*']",
)
@click.option("--descending", is_flag=True, help="Begin with the highest board.")
@click.option(
    "--auto-number", is_flag=True, help="The number on the inserted board chooses the deal."
)
@click.option(
    "--sorted",
    "is_sorted",
    is_flag=True,
    help="Cards without bar codes, in sorted order; nothing is cross-checked.",
)
@click.option("--stop-card", is_flag=True, help="An extra card divides the decks.")
@click.option(
    "--new",
    "is_new",
    is_flag=True,
    help="Begin anew although a session on this file is not finished.",
)
@click.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="The file's format; told from its content otherwise.",
)
@run_options
def deal(
    *,
    file: Path,
    boards: str | None,
    copies: int | None,
    order: str | None,
    descending: bool,
    auto_number: bool,
    is_sorted: bool,
    stop_card: bool,
    is_new: bool,
    format_name: str | None,
    settings: RunSettings,
) -> int:
    """Deal the boards of FILE, and keep a journal that survives anything.

    Where the file's format counts dealt copies, its counters follow each board. Files of other
    formats have no counters; then the journal is the only record.
    """
    url = chosen_device(settings.device)
    source = read_deals(file, format_name)
    numbers = parse_boards(boards, tuple(source.deals)) if boards else tuple(sorted(source.deals))
    plan = Plan(
        boards=tuple(reversed(numbers)) if descending else numbers,
        copies=copies,
        order=Order(order) if order else (Order.SET if copies is None else Order.BOARD),
        is_auto_number=auto_number,
        mode=Mode.SORTED if is_sorted else Mode.DEAL,
        stop_card=stop_card,
    )
    folder = journal_folder(settings.sessions)
    before = None if is_new else unfinished_on(folder, source.path)
    if before is not None:
        msg = (
            f"the session {before.header.session} on this file is not finished "
            f"({before_dealt(before.path)} dealt). Go on with `overtrick duplimate resume`, or "
            "begin anew with --new"
        )
        raise click.UsageError(msg)
    driver = open_device(url, timeout=settings.timeout)
    try:
        journal = Journal.create(folder, _header(source, plan, url))
    except BaseException:
        driver.close()
        raise
    with journal:
        _introduce(journal, source, settings)
        return _run(journal, source, driver, url, settings)


def before_dealt(path: Path) -> str:
    """Return how many boards of a session are dealt, in words."""
    with Journal.open(path, write=False) as journal:
        total = journal.header.plan.total
        dealt = sum(journal.ledger().done.values())
    return f"{dealt} of {total}" if total else f"{dealt}"


def _header(source: DealFile, plan: Plan, url: str) -> Header:
    salt = new_salt()
    return Header(
        session=new_session_name(source.path, datetime.datetime.now()),
        path=str(source.path),
        format=source.format,
        device=url,
        plan=plan,
        base=source.counters.read(),
        salt=salt,
        fingerprints=fingerprints_of(source.deals, salt, source.deals),
    )


def _introduce(journal: Journal, source: DealFile, settings: RunSettings) -> None:
    click.echo(f"Session {journal.header.session}")
    if source.bookkeeper is None:
        click.echo(
            f"A file of the format {source.format} has no counters: what is dealt stands in the "
            "session's journal only."
        )
    if source.is_hidden and settings.show_cards:
        click.echo("This file's hands are not to be shown; --show-cards names cards at fault.")


@click.command()
@session_option
@run_options
def resume(
    *,
    session: str | None,
    settings: RunSettings,
) -> int:
    """Go on with a session that was stopped, killed, or cut off from its machine.

    Without --session it is the one that was used last and is not finished. A board that was
    half dealt must be emptied and is dealt afresh.
    """
    path = find_journal(journal_folder(settings.sessions), session, unfinished=True)
    with Journal.open(path) as journal:
        return _go_on(journal, _same_deals(journal), settings, Entry(kind=EntryKind.RESUMED))


@click.command()
@click.argument("board", type=click.IntRange(1))
@session_option
@run_options
def again(
    *,
    board: int,
    session: str | None,
    settings: RunSettings,
) -> int:
    """Deal BOARD once more, beyond what the session was to deal.

    Without --session it is the session that was used last, finished or not.
    """
    path = find_journal(journal_folder(settings.sessions), session)
    with Journal.open(path) as journal:
        source = _same_deals(journal)
        if board not in source.deals:
            msg = f"the file has no complete deal for board {board}"
            raise click.UsageError(msg)
        is_asked = board in journal.ledger().extras
        entry = None if is_asked else Entry(kind=EntryKind.AGAIN, board=board)
        return _go_on(journal, source, settings, entry, extras_only=True)


def _same_deals(journal: Journal) -> DealFile:
    header = journal.header
    source = read_deals(Path(header.path), header.format)
    changed = source.check(header.salt, header.fingerprints)
    if changed:
        names = ", ".join(map(str, changed[:8])) + (", ..." if len(changed) > 8 else "")
        msg = (
            f"{printable(header.path)}: the deals are not those that the session began with "
            f"(board {names}); nothing is dealt"
        )
        raise FileChangedError(msg)
    return source


def _go_on(
    journal: Journal,
    source: DealFile,
    settings: RunSettings,
    entry: Entry | None,
    *,
    extras_only: bool = False,
) -> int:
    url = chosen_device(settings.device, journal.header.device)
    driver = open_device(url, timeout=settings.timeout)
    _introduce(journal, source, settings)
    if entry is not None:
        journal.write(entry)
    return _run(journal, source, driver, url, settings, extras_only=extras_only)


def _run(
    journal: Journal,
    source: DealFile,
    driver: Driver,
    url: str,
    settings: RunSettings,
    *,
    extras_only: bool = False,
) -> int:
    session = Session(
        journal.header.plan,
        source.deals,
        journal.ledger(),
        assume_dealt=settings.assume_dealt,
        extras_only=extras_only,
    )
    patience = settings.patience
    if patience is None and not sys.stdin.isatty():
        patience = _UNATTENDED_PATIENCE
    with quiet_keys(), make_watcher(source.path.name, show_cards=settings.show_cards) as watcher:
        runner = Runner(
            session,
            journal,
            lambda: open_device(url, timeout=settings.timeout),
            source.counters,
            watcher,
            driver=driver,
            reconnect=settings.reconnect,
            patience=patience,
        )
        listen(runner)
        with interrupts(runner):
            outcome = runner.run()
    return _EXIT_CODES[outcome]
