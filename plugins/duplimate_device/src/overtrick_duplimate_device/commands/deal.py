"""`deal`, `resume` and `redeal`."""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from overtrick import NumberRanges
from overtrick.plugin import printable
from overtrick_cli.commands import (
    Failure,
    FormatName,
    complete_boards,
    say_finding,
)
from overtrick_duplimate_device.commands.advice import (
    DEAL_ALL,
    DEAL_SOME,
    NEW,
    REDEAL,
    REDEAL_ALL,
    RememberingCommand,
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
from overtrick_duplimate_device.dealing.proposal import (
    Machine,
    UnfinishedError,
    make_plan,
    propose,
)
from overtrick_duplimate_device.dealing.resume import (
    BoardsNeededError,
    HeldSession,
    begin,
    take_up,
)
from overtrick_duplimate_device.dealing.status import state_of
from overtrick_duplimate_device.interface.driver import MachineTakenError
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.paths import SUFFIX, open_to_others
from overtrick_duplimate_device.journal.plan import Order
from overtrick_duplimate_device.journal.store import (
    AllFinishedError,
    find_journal,
    journal_folder,
    survey,
)
from overtrick_duplimate_device.session.deal_file import PIPE, Concerns, DealFile, read_deals
from overtrick_duplimate_device.session.keyboard import (
    interrupts,
    is_terminal,
    listen,
    operator_input,
    quiet_keys,
)
from overtrick_duplimate_device.session.phases import Outcome
from overtrick_duplimate_device.session.watchers import make_watcher

_EXIT_CODES = {
    Outcome.FINISHED: DONE,
    Outcome.STOPPED: INTERRUPTED,
    Outcome.DEVICE: DEVICE,
    Outcome.FILE: INPUT,
}
_UNATTENDED_PATIENCE = 600.0
_MOST_COPIES = 255
_MAX_NAMED = 3


def _copies(ctx: click.Context, param: click.Parameter, value: str) -> int | None:
    """Read a number of copies; `*` means no limit."""
    if value == "*":
        return None
    if value.isascii() and value.isdigit() and 1 <= int(value[:4]) <= _MOST_COPIES:
        return int(value)
    msg = f"{value!r} is not a number from 1 to {_MOST_COPIES}, nor *"
    raise click.BadParameter(msg)


_NUMBERS = re.compile(r"[0-9]+(-[0-9]*)?(,[0-9]+(-[0-9]*)?)*")


class DealPath(click.Path):
    """The path of an existing file of boards; near misses and numbers are accepted."""

    def convert(
        self,
        value: Any,  # noqa: ANN401  # as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401  # as click has it
        """Return the path."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            path = Path(value)
            if os.path.lexists(path):
                raise
            if _NUMBERS.fullmatch(str(value)):
                msg = (
                    f"there is no file {value!r}; to choose boards of a file: FILE --boards {value}"
                )
                self.fail(msg, param, ctx)
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from None


_FILE = DealPath(exists=True, dir_okay=False, allow_dash=True, path_type=Path)

yes_option = click.option(
    "--yes",
    "is_yes",
    is_flag=True,
    help="Deal without asking even if the boards look unintended: a complete suit in each hand, "
    "the same deal twice, missing boards.",
)


@click.command(
    cls=RememberingCommand, stray="boards are chosen with --boards, as in FILE --boards {words}"
)
@click.argument("file", type=_FILE)
@click.option(
    "--boards",
    metavar="NUMBERS",
    shell_complete=complete_boards,
    show_default="all",
    help="Deal only these boards, such as 1-8,12.",
)
@click.option(
    "--copies",
    metavar="N|*",
    callback=_copies,
    default="1",
    show_default=True,
    help="Deal N copies of each board; * deals copies until you stop.",
)
@click.option(
    "--order",
    type=click.Choice([order.value for order in Order], case_sensitive=False),
    show_default="board, but set with --copies '*'",
    help="Deal all copies of a board before the next board, or all boards before the next set.",
)
@click.option("--descending", is_flag=True, help="Start with the highest board number.")
@click.option(
    "--auto-number", is_flag=True, help="Let the number on the inserted board choose the deal."
)
@click.option(
    "--sorted",
    "is_sorted",
    is_flag=True,
    help="Deal cards without bar codes from sorted decks; the cards are not checked.",
)
@click.option("--stop-card", is_flag=True, help="Expect an extra card between the decks.")
@click.option(
    "--new",
    "is_new",
    is_flag=True,
    help="Start a new session even if one on this file is not finished.",
)
@yes_option
@click.option(
    "--from",
    "from_format",
    metavar="FORMAT",
    type=FormatName(),
    show_default="detected",
    help="Read FILE as this format.",
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
    from_format: str | None,
    settings: RunSettings,
) -> int:
    """Deal the boards of FILE; - reads standard input.

    A journal records every board, so that `overtrick duplimate resume` can continue after any
    interruption. Some formats count the dealt copies of each board in the file; these counts are
    updated after each board.
    """
    url = chosen_device(settings.device)
    source = read_deals(_source(file), from_format)
    plan = make_plan(
        source,
        boards,
        copies=copies,
        order=Order(order) if order else None,
        is_descending=descending,
        is_auto_number=auto_number,
        is_sorted=is_sorted,
        stop_card=stop_card,
    )
    try:
        proposal = propose(
            source,
            plan,
            _machine(url, settings),
            journal_folder(settings.sessions_dir),
            is_chosen=bool(boards),
            is_new=is_new,
            despite_damage=settings.despite_damage,
        )
    except UnfinishedError as error:
        raise _unfinished(error.journal, source, settings) from None
    _warn(source)
    ways = [("deal them all the same with", same_command(DEAL_ALL, "--yes"))]
    if proposal.right:
        chosen = str(NumberRanges.from_numbers(proposal.right))
        ways.append(("deal the others with", same_command(DEAL_SOME, "--boards", chosen)))
    _ask(proposal.concerns, ways, is_yes=is_yes, file=file)
    with _taking():
        # Where nothing can be printed, nothing is begun.
        held = begin(proposal, announce=functools.partial(_introduce, source, settings))
    with held:
        _warn_of_folder(proposal.folder)
        return _run(held, settings)


def _machine(url: str, settings: RunSettings) -> Machine:
    return Machine(url=url, timeout=settings.timeout, take=settings.take)


@contextlib.contextmanager
def _taking() -> Iterator[None]:
    """Report the command that takes over a machine used by another host."""
    try:
        yield
    except MachineTakenError as error:
        raise taken(error) from None


def _unfinished(before: Journal, source: DealFile, settings: RunSettings) -> click.UsageError:
    name = before.header.session
    msg = (
        f"the session {name} on this file is not finished "
        f"({dealt_words(before)} dealt).\n"
        f"Go on with: {resume_command(name, settings, file=_file_again(source))}\n"
        f"or begin anew with: {same_command(NEW, '--new')}"
    )
    return click.UsageError(msg)


def dealt_words(journal: Journal) -> str:
    """Return the number of boards dealt in a session, in words."""
    state = state_of(journal)
    total = state.plan.total
    return f"{state.dealt} of {total}" if total else f"{state.dealt}"


def _source(file: Path) -> Path | bytes:
    """Return the source of the boards: the file, or all of standard input."""
    if str(file) != PIPE:
        return file
    if sys.stdin is None:
        msg = "the boards are to come from standard input, which is closed"
        raise click.UsageError(msg)
    return sys.stdin.buffer.read()


def _file_again(source: DealFile) -> str:
    """Return the option value for boards from a pipe, or an empty text for a file."""
    return PIPE if source.is_piped else ""


def _warn(source: DealFile) -> None:
    for line in source.findings:
        click.echo(line, err=True)


def _ask(
    concerns: Concerns, ways: list[tuple[str, str]], *, is_yes: bool, file: Path | None = None
) -> None:
    """Report unintended-looking boards; continue only with the operator's consent.

    Raises:
        Failure: there is no operator to ask, or the operator refuses.
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


def _warn_of_folder(folder: Path) -> None:
    finding = open_to_others(folder)
    if finding is not None:
        say_finding(finding, with_hint=True)


def _introduce(source: DealFile, settings: RunSettings, session: str) -> None:
    click.echo(f"Session {session}")
    if source.is_piped:
        click.echo(
            "The boards came through a pipe: what is dealt stands in the session's journal only, "
            "and to go on after a stop the same boards must come once more."
        )
    elif source.deal_counter is None:
        click.echo(
            f"A file of the format {source.format} has no counters: what is dealt stands in the "
            "session's journal only."
        )
    if source.is_hidden and settings.show_cards:
        click.echo("This file's hands are not to be shown; --show-cards names cards at fault.")


file_option = click.option(
    "--file",
    type=_FILE,
    help="Read the boards from FILE (- for standard input) if the session's file has moved.",
)


@click.command(
    cls=RememberingCommand,
    stray="--session names the session, --file says where its boards are now",
)
@session_option
@file_option
@run_options
def resume(
    *,
    session: str | None,
    file: Path | None,
    settings: RunSettings,
) -> int:
    """Continue a session that was stopped or lost its machine.

    Without --session, the most recently used unfinished session is continued. A board that was
    only partly dealt must be emptied; it is dealt again.
    """
    folder = journal_folder(settings.sessions_dir)
    try:
        path = find_journal(
            folder, session, unfinished=True, despite_damage=settings.despite_damage
        )
    except AllFinishedError as error:
        last = _last_words(error.last, settings)
        click.echo(f"Nothing is left to deal: every session is finished, {last}")
        return DONE
    others = () if session else _unfinished_others(folder, path)
    with _take_up(path, file, settings) as held:
        machine = _machine_again(held, settings)
        with _taking():
            held.resume(
                machine,
                despite_damage=settings.despite_damage,
                announce=_announcing(held, settings, others),
            )
        return _run(held, settings, file=file)


def _last_words(last: Journal, settings: RunSettings) -> str:
    name, path = last.header.session, printable(last.header.path)
    ledger = last.ledger()
    where = () if settings.sessions_dir is None else ("--sessions-dir", settings.sessions_dir)
    boards = [*ledger.extra_done, *ledger.done] or last.header.plan.boards
    return (
        f"the last one {name} on {path} ({dealt_words(last)} dealt).\n"
        "`duplimate deal FILE` deals another file; to deal a board of this one again: "
        f"{REDEAL(str(boards[-1]), '--session', name, *where)}"
    )


def _unfinished_others(folder: Path, path: Path) -> tuple[Journal, ...]:
    """Return the other unfinished sessions, the most recently used first."""
    return tuple(journal for journal in survey(folder).unfinished() if journal.path != path)


@click.command(
    cls=RememberingCommand,
    stray="one board is dealt once more, of the session that --session names",
)
@click.argument("board", type=click.IntRange(1))
@session_option
@file_option
@yes_option
@run_options
def redeal(
    *,
    board: int,
    session: str | None,
    file: Path | None,
    is_yes: bool,
    settings: RunSettings,
) -> int:
    """Deal BOARD once more, in addition to the copies of the session.

    Without --session, the most recently used session is chosen, finished or not.
    """
    path = find_journal(
        journal_folder(settings.sessions_dir), session, despite_damage=settings.despite_damage
    )
    with _take_up(path, file, settings) as held:
        why_not = held.why_not(board)
        if why_not:
            raise click.UsageError(why_not)
        ways = [("deal it all the same with", same_command(REDEAL_ALL, "--yes"))]
        _ask(held.concerns(board), ways, is_yes=is_yes, file=file)
        machine = _machine_again(held, settings)
        with _taking():
            held.redeal(
                board,
                machine,
                despite_damage=settings.despite_damage,
                announce=_announcing(held, settings),
            )
        return _run(held, settings, file=file)


def _take_up(path: Path, file: Path | None, settings: RunSettings) -> HeldSession:
    try:
        return take_up(path, None if file is None else _source(file))
    except BoardsNeededError as error:
        name = path.name.removesuffix(SUFFIX)
        msg = f"{error}: send them to {resume_command(name, settings, file=PIPE)}"
        raise click.UsageError(msg) from None


def _machine_again(held: HeldSession, settings: RunSettings) -> Machine:
    return _machine(chosen_device(settings.device, held.journal.header.device), settings)


def _announcing(
    held: HeldSession, settings: RunSettings, others: tuple[Journal, ...] = ()
) -> Callable[[str], None]:
    def announce(session: str) -> None:
        _introduce(held.source, settings, session)
        click.echo(f"{printable(held.source.title)}: {dealt_words(held.journal)} dealt so far.")
        for other in others[:_MAX_NAMED]:
            name, path = other.header.session, printable(other.header.path)
            command = resume_command(name, settings)
            click.echo(f"Not finished either: {path} ({dealt_words(other)} dealt): {command}")
        _warn_of_folder(held.journal.path.parent)

    return announce


def _run(held: HeldSession, settings: RunSettings, *, file: Path | None = None) -> int:
    header, source = held.journal.header, held.source
    url = header.device if held.machine is None else held.machine.url
    stream = operator_input(is_piped=source.is_piped)
    patience = settings.operator_timeout
    if patience is None and not is_terminal(stream):
        patience = _UNATTENDED_PATIENCE
    with (
        quiet_keys(stream),
        make_watcher(source.title, show_cards=settings.show_cards) as watcher,
    ):
        runner = held.runner(
            watcher,
            assume_dealt=None if settings.assume_dealt is None else settings.assume_dealt == "yes",
            most_tries=settings.max_tries,
            reconnect=settings.reconnect,
            patience=patience,
            how_to_go_on=resume_command(
                header.session,
                settings,
                device="" if url == header.device else url,
                file=_file_again(source) if file is None else str(file),
            ),
        )
        listen(runner, stream)
        with interrupts(runner, can_pause=is_terminal(stream)):
            outcome = runner.run()
    return _EXIT_CODES[outcome]
