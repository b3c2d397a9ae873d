"""`deal`, `resume` and `again`."""

from __future__ import annotations

import datetime
import functools
import sys
from pathlib import Path

import attrs
import click

from overtrick.cli.failures import Failure
from overtrick.cli.shell.completion import complete_boards, complete_format
from overtrick.cli.terminal import say_finding
from overtrick.findings.printable import printable
from overtrick.tools.ranges import NumberRanges
from overtrick_duplimate_device.commands.advising import (
    AGAIN_ALL,
    DEAL_ALL,
    DEAL_SOME,
    NEW,
    Remembering,
    resume_command,
    same_command,
    taken,
)
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
from overtrick_duplimate_device.drivers.choosing import open_device, own_claim
from overtrick_duplimate_device.interface.boards import parse_boards
from overtrick_duplimate_device.interface.driver import Driver, MachineTakenError, Mode
from overtrick_duplimate_device.journal.journal import Header, Journal, new_salt
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind
from overtrick_duplimate_device.journal.places import open_to_others
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.journal.store import (
    find_journal,
    journal_folder,
    new_session_name,
    refuse_damaged,
    unfinished_on,
)
from overtrick_duplimate_device.session.deal_file import (
    PIPE,
    Concerns,
    DealFile,
    DealsError,
    FileChangedError,
    fingerprints_of,
    is_piped,
    read_deals,
)
from overtrick_duplimate_device.session.keyboard import (
    interrupts,
    is_terminal,
    listen,
    operator_input,
    quiet_keys,
)
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


_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)

yes_option = click.option(
    "--yes",
    "is_yes",
    is_flag=True,
    help="Deal also what looks as if it was not meant: a whole suit in each hand, the same deal "
    "twice, boards left out.",
)


@click.command(cls=Remembering)
@click.argument("file", type=_FILE)
@click.option(
    "--boards",
    metavar="NUMBERS",
    shell_complete=complete_boards,
    help="Which boards, such as 1-8,12.  [default: all of the file]",
)
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
@yes_option
@click.option(
    "--from",
    "--format",
    "format_name",
    metavar="FORMAT",
    shell_complete=complete_format,
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
    is_yes: bool,
    format_name: str | None,
    settings: RunSettings,
) -> int:
    """Deal the boards of FILE, and keep a journal that survives anything.

    FILE is - for standard input. Where the file's format counts dealt copies, its counters follow
    each board. Files of other formats have no counters; then the journal is the only record.
    """
    url = chosen_device(settings.device)
    source = read_deals(_source(file), format_name)
    if boards:
        _explain_missing(boards, source)
        numbers = parse_boards(boards, tuple(source.deals))
    else:
        numbers = tuple(sorted(source.deals))
    plan = Plan(
        boards=tuple(reversed(numbers)) if descending else numbers,
        copies=copies,
        order=Order(order) if order else (Order.SET if copies is None else Order.BOARD),
        is_auto_number=auto_number,
        mode=Mode.SORTED if is_sorted else Mode.DEAL,
        stop_card=stop_card,
    )
    folder = journal_folder(settings.sessions)
    if not settings.despite_damage:
        refuse_damaged(folder, source.path, url)
    before = None if is_new else unfinished_on(folder, source.path)
    if before is not None:
        name = before.header.session
        msg = (
            f"the session {name} on this file is not finished "
            f"({before_dealt(before.path)} dealt).\n"
            f"Go on with: {resume_command(name, settings, file=_file_again(source))}\n"
            f"or begin anew with: {same_command(NEW, '--new')}"
        )
        raise click.UsageError(msg)
    _warn(source)
    concerns = source.concerns(numbers, is_chosen=bool(boards))
    right = sorted(set(numbers) - concerns.doubtful)
    ways = [("deal them all the same with", same_command(DEAL_ALL, "--yes"))]
    if right:
        chosen = str(NumberRanges.from_numbers(right))
        ways.append(("deal the others with", same_command(DEAL_SOME, "--boards", chosen)))
    _ask(concerns, ways, is_yes=is_yes, file=file)
    header = _header(source, plan, url)
    driver = _open(url, settings, header.session)
    try:
        # Where nothing can be printed, nothing is begun.
        _introduce(header.session, source, settings)
        journal = Journal.create(folder, header)
    except BaseException:
        driver.close()
        raise
    with journal:
        _warn_of_folder(folder)
        return _run(journal, source, driver, url, settings)


def _source(file: Path) -> Path | bytes:
    """Return where the boards are: the file, or all of standard input."""
    if str(file) != PIPE:
        return file
    if sys.stdin is None:
        msg = "the boards are to come from standard input, which is closed"
        raise click.UsageError(msg)
    return sys.stdin.buffer.read()


def _file_again(source: DealFile) -> str:
    """Return where the boards must come from once more, or nothing for the session's own file."""
    return PIPE if source.is_piped else ""


def _explain_missing(boards: str, source: DealFile) -> None:
    """Say of each board that was asked for why it cannot be dealt.

    Raises:
        DealsError: one of them cannot.
    """
    ranges = NumberRanges.parse(boards)
    absent = [board for board in (*source.empty, *source.incomplete) if board in ranges]
    reasons = [source.why_not(board) for board in sorted(absent)]
    if reasons:
        msg = f"{'; '.join(reasons)}; nothing is dealt"
        raise DealsError(msg)


def _warn(source: DealFile) -> None:
    for line in source.findings:
        click.echo(line, err=True)


def _ask(
    concerns: Concerns, ways: list[tuple[str, str]], *, is_yes: bool, file: Path | None = None
) -> None:
    """Tell what looks as if it was not meant; go on only with the operator's word.

    Raises:
        Failure: there is nobody to ask, or the operator says no.
    """
    for line in concerns.told:
        click.echo(line)
    if not concerns.is_asked or is_yes:
        return
    # Where the boards came through a pipe, standard input has no answer.
    is_asked = is_terminal(sys.stdin) and is_terminal(sys.stdout) and str(file) != PIPE
    if is_asked and click.confirm("Was this meant? Deal all the same?", default=False):
        return
    advice = "\nor ".join(f"{what}:\n{command}" for what, command in ways)
    msg = f"Nothing is dealt. Where this was meant, {advice}"
    raise Failure(msg, INPUT)


def _open(url: str, settings: RunSettings, session: str) -> Driver:
    """Open the machine.

    Raises:
        Failure: another host has it.
    """
    try:
        return _connect(url, settings, session, take=settings.take)
    except MachineTakenError as error:
        raise taken(error) from None


def _connect(url: str, settings: RunSettings, session: str, *, take: bool = False) -> Driver:
    return open_device(url, timeout=settings.timeout, claim=own_claim(session, take=take))


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


def _warn_of_folder(folder: Path) -> None:
    finding = open_to_others(folder)
    if finding is not None:
        say_finding(finding, with_hint=True)


def _introduce(session: str, source: DealFile, settings: RunSettings) -> None:
    click.echo(f"Session {session}")
    if source.is_piped:
        click.echo(
            "The boards came through a pipe: what is dealt stands in the session's journal only, "
            "and to go on after a stop the same boards must come once more."
        )
    elif source.bookkeeper is None:
        click.echo(
            f"A file of the format {source.format} has no counters: what is dealt stands in the "
            "session's journal only."
        )
    if source.is_hidden and settings.show_cards:
        click.echo("This file's hands are not to be shown; --show-cards names cards at fault.")


file_option = click.option(
    "--file",
    type=_FILE,
    help="Where the session's boards are now, if not where they were; - for standard input.",
)


@click.command(cls=Remembering)
@session_option
@file_option
@run_options
def resume(
    *,
    session: str | None,
    file: Path | None,
    settings: RunSettings,
) -> int:
    """Go on with a session that was stopped, killed, or cut off from its machine.

    Without --session it is the one that was used last and is not finished. A board that was
    half dealt must be emptied and is dealt afresh.
    """
    path = find_journal(
        journal_folder(settings.sessions),
        session,
        unfinished=True,
        despite_damage=settings.despite_damage,
    )
    with Journal.open(path) as journal:
        source = _same_deals(journal, file, settings)
        return _go_on(journal, source, settings, Entry(kind=EntryKind.RESUMED), file=file)


@click.command(cls=Remembering)
@click.argument("board", type=click.IntRange(1))
@session_option
@file_option
@yes_option
@run_options
def again(
    *,
    board: int,
    session: str | None,
    file: Path | None,
    is_yes: bool,
    settings: RunSettings,
) -> int:
    """Deal BOARD once more, beyond what the session was to deal.

    Without --session it is the session that was used last, finished or not.
    """
    path = find_journal(
        journal_folder(settings.sessions), session, despite_damage=settings.despite_damage
    )
    with Journal.open(path) as journal:
        source = _same_deals(journal, file, settings)
        why_not = source.why_not(board)
        if why_not:
            raise click.UsageError(why_not)
        if board not in journal.header.plan.boards:
            ways = [("deal it all the same with", same_command(AGAIN_ALL, "--yes"))]
            _ask(source.concerns([board], is_chosen=True), ways, is_yes=is_yes, file=file)
        is_asked = board in journal.ledger().extras
        entry = None if is_asked else Entry(kind=EntryKind.AGAIN, board=board)
        return _go_on(journal, source, settings, entry, file=file, extras_only=True)


def _same_deals(journal: Journal, file: Path | None, settings: RunSettings) -> DealFile:
    header = journal.header
    if file is None and is_piped(header.path):
        msg = (
            "the boards of this session came through a pipe and must come once more: send them to "
            f"{resume_command(header.session, settings, file=PIPE)}"
        )
        raise click.UsageError(msg)
    source = read_deals(Path(header.path) if file is None else _source(file), header.format)
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
    file: Path | None,
    extras_only: bool = False,
) -> int:
    url = chosen_device(settings.device, journal.header.device)
    if not settings.despite_damage:
        refuse_damaged(journal.path.parent, source.path, url)
    driver = _open(url, settings, journal.header.session)
    try:
        _introduce(journal.header.session, source, settings)
        _warn_of_folder(journal.path.parent)
        if entry is not None:
            journal.write(attrs.evolve(entry, detail={"device": url}))
    except BaseException:
        driver.close()
        raise
    return _run(journal, source, driver, url, settings, file=file, extras_only=extras_only)


def _run(
    journal: Journal,
    source: DealFile,
    driver: Driver,
    url: str,
    settings: RunSettings,
    *,
    file: Path | None = None,
    extras_only: bool = False,
) -> int:
    header = journal.header
    session = Session(
        header.plan,
        source.deals,
        journal.ledger(),
        assume_dealt=None if settings.assume_dealt is None else settings.assume_dealt == "yes",
        extras_only=extras_only,
        most_tries=settings.tries,
        how_to_go_on=resume_command(
            header.session,
            settings,
            device="" if url == header.device else url,
            file=_file_again(source) if file is None else str(file),
        ),
    )
    stream = operator_input(is_piped=source.is_piped)
    patience = settings.patience
    if patience is None and not is_terminal(stream):
        patience = _UNATTENDED_PATIENCE
    with (
        quiet_keys(stream),
        make_watcher(source.title, show_cards=settings.show_cards) as watcher,
    ):
        runner = Runner(
            session,
            journal,
            functools.partial(_connect, url, settings, header.session),
            source.counters,
            watcher,
            driver=driver,
            take_machine=functools.partial(_connect, url, settings, header.session, take=True),
            reconnect=settings.reconnect,
            patience=patience,
        )
        listen(runner, stream)
        with interrupts(runner):
            outcome = runner.run()
    return _EXIT_CODES[outcome]
