"""`repair`: show what is known of a session with a damaged journal, and repair the journal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import click

from overtrick import NumberRanges, OvertrickError
from overtrick.plugin import printable
from overtrick_cli.commands import Failure, plural, print_json, say_finding
from overtrick_duplimate_device.commands.advice import RESUME
from overtrick_duplimate_device.commands.damage import damage_facts
from overtrick_duplimate_device.commands.options import (
    DONE,
    INPUT,
    USAGE,
    folder_option,
    json_option,
    session_option,
)
from overtrick_duplimate_device.journal.codes import SET_ASIDE, DamagedJournalError
from overtrick_duplimate_device.journal.ledger import Ledger
from overtrick_duplimate_device.journal.pair import read_file
from overtrick_duplimate_device.journal.paths import lock, second_path
from overtrick_duplimate_device.journal.repair import fixed, put_back, set_aside, settled
from overtrick_duplimate_device.journal.salvage import Doubt, SalvagedState, sound_lines, understand
from overtrick_duplimate_device.journal.store import find_journal, journal_folder, survey


@click.command()
@session_option
@folder_option
@click.option(
    "--dealt",
    metavar="NUMBERS",
    help="Mark these boards in doubt as dealt, such as 4,6-8, and the others as not dealt.",
)
@click.option(
    "--assume-dealt",
    type=click.Choice(["yes", "no"], case_sensitive=False),
    help="Mark all boards in doubt as dealt or not dealt. With 'no', empty them: they are dealt "
    "again.",
)
@click.option("--dry-run", is_flag=True, help="Report the state of the session and change nothing.")
@click.option(
    "--set-aside",
    "is_set_aside",
    is_flag=True,
    help="Give up the session: rename its files, so that other sessions can deal again.",
)
@json_option
def repair(
    *,
    session: str | None,
    sessions_dir: str | None,
    dealt: str | None,
    assume_dealt: str | None,
    dry_run: bool,
    is_set_aside: bool,
    as_json: bool,
) -> int:
    """Repair a session whose journal is damaged.

    \b
      overtrick duplimate repair
      overtrick duplimate repair --session 20261120 --dealt 4

    The command reports which boards were certainly dealt, and which are in doubt. A journal has two
    files; if only one of them is damaged, no board is in doubt. Look at each board in doubt: it was
    dealt if every pocket has thirteen cards. After the repair, continue the session as usual.

    The damaged files are kept, with ".damaged" after their names. Without --session, the only
    damaged journal is repaired.
    """  # noqa: D301  # click reads the mark that \b stands for
    error = _damaged(journal_folder(sessions_dir), session)
    if error is None:
        if as_json:
            print_json({"repaired": False, "findings": []})
        else:
            click.echo("The journals are as they were written; there is nothing to repair.")
        return DONE
    with lock(error.path):
        if is_set_aside:
            return _give_up(error, dry_run=dry_run, as_json=as_json)
        known, counters = _known(error)
        report = _Report(error, known, counters)
        if not as_json:
            report.print()
        answers = _answers(known, dealt, assume_dealt, is_asked=not (dry_run or as_json))
        if dry_run:
            if as_json:
                print_json(report.facts())
            return DONE
        if answers is None:
            if as_json:
                print_json(report.facts())
            msg = (
                f"{plural(len(known.doubts), 'board')} in doubt: look at each, then say which were "
                "dealt, with --dealt 4,6 or with --assume-dealt yes or no"
            )
            raise Failure(msg, USAGE)
        ledger = settled(known, answers)
        kept = put_back(error.path, fixed(known, ledger, counters))
    report = attrs.evolve(report, ledger=ledger, kept=kept, answers=answers)
    if as_json:
        print_json(report.facts())
    else:
        report.print_result()
    return DONE


def _damaged(folder: Path, session: str | None) -> DamagedJournalError | None:
    """Return the requested damaged journal, or `None` if none is damaged.

    Raises:
        Failure: several are, and none is named.
    """
    damaged = survey(folder).damaged
    if session is not None:
        path = find_journal(folder, session)
        return next((error for error in damaged if error.path == path), None)
    if len(damaged) > 1:
        names = "\n".join(f"  --session {error.session}" for error in damaged)
        msg = f"{len(damaged)} journals in {folder} are damaged; which one?\n{names}"
        raise Failure(msg, USAGE)
    return damaged[0] if damaged else None


def _known(error: DamagedJournalError) -> tuple[SalvagedState, Mapping[int, int]]:
    """Return the reconstructed state of a session, and the counters of its file.

    Raises:
        Failure: nothing is known, because not even the header can be read.
    """
    try:
        sound = sound_lines(read_file(error.path), read_file(second_path(error.path)))
        if not sound.lines:
            raise ValueError
        known = understand(sound, {})
        if known.header.session != error.session:
            raise ValueError
        counters = _counters(known)
        return understand(sound, counters), counters
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        for finding in error.findings:
            say_finding(finding)
        msg = (
            f"nothing can be known of the session {error.session}: not even what it was to deal "
            "can be read. Look at the boards, and at the counters of the file, if it has any. "
            f"To rename its files, so that they are in nobody's way: {SET_ASIDE(*error.where)}"
        )
        raise Failure(msg, INPUT) from None


def _counters(known: SalvagedState) -> Mapping[int, int]:
    """Return the counters of the session's file; empty if it has none or is unreadable."""
    from overtrick_duplimate_device.session.deal_file import read_deals

    try:
        source = read_deals(Path(known.header.path), known.header.format)
        return source.counters.read()
    except (OvertrickError, OSError, ValueError):
        # They only help; an unusable file is reported when the session resumes.
        return {}


def _answers(
    known: SalvagedState, dealt: str | None, assume_dealt: str | None, *, is_asked: bool
) -> tuple[Doubt, ...] | None:
    """Return the doubtful boards that were dealt; `None` if there is no answer.

    Raises:
        OptionError: the list of boards cannot be read.
    """
    if not known.doubts:
        return ()
    if dealt is not None:
        boards = NumberRanges.parse(dealt)
        return tuple(doubt for doubt in known.doubts if doubt.board in boards)
    if assume_dealt is not None:
        return known.doubts if assume_dealt == "yes" else ()
    if not is_asked or sys.stdin is None or not sys.stdin.isatty():
        return None
    return tuple(
        doubt
        for doubt in known.doubts
        if click.confirm(
            f"Look at board {doubt.board} (copy {doubt.copy}): does each pocket hold thirteen "
            "cards, and was no fault shown?"
        )
    )


def _give_up(error: DamagedJournalError, *, dry_run: bool, as_json: bool) -> int:
    kept = () if dry_run else set_aside(error.path)
    if as_json:
        print_json({**damage_facts(error), "repaired": False, "kept": [str(file) for file in kept]})
        return DONE
    for finding in error.findings:
        say_finding(finding)
    if not dry_run:
        click.echo(f"The session {error.session} is given up; its files are kept:")
        for file in kept:
            click.echo(f"  {printable(str(file))}")
    return DONE


@attrs.frozen
class _Report:
    """The report on a damaged session."""

    error: DamagedJournalError
    known: SalvagedState
    counters: Mapping[int, int]
    ledger: Ledger | None = None
    kept: tuple[Path, ...] = ()
    answers: tuple[Doubt, ...] = ()

    @property
    def go_on(self) -> str:
        """The command that resumes the session."""
        return RESUME(*self.error.where)

    def facts(self) -> dict[str, Any]:
        """Return the report as facts for programs."""
        known, ledger = self.known, self.ledger or self.known.ledger
        return {
            **damage_facts(self.error),
            "repaired": self.ledger is not None,
            "steps": len(known.sound.lines) + len(known.sound.later) - 1,
            "lost": known.sound.count_lost,
            "last_at": known.last_at,
            "surely_dealt": _texts(known.ledger.done),
            "surely_dealt_again": _texts(known.ledger.extra_done),
            "in_doubt": [{"board": doubt.board, "copy": doubt.copy} for doubt in known.doubts],
            "taken_for_dealt": [
                {"board": doubt.board, "copy": doubt.copy} for doubt in self.answers
            ],
            "in_hand": None if ledger.attempt is None else ledger.attempt.board,
            "left": {str(board): count for board, count in _left(known, ledger).items()},
            "counters_ahead": _texts(self._ahead()),
            "kept": [str(file) for file in self.kept],
            "go_on": self.go_on,
        }

    def _ahead(self) -> dict[int, int]:
        """Return the excess of the file's counters over the sound steps."""
        counted = self.known.ledger.counted
        return {
            board: value - counted[board]
            for board, value in self.counters.items()
            if value > counted.get(board, value)
        }

    def print(self) -> None:
        """Print the report."""
        known, ledger = self.known, self.known.ledger
        header, lost = known.header, known.sound.count_lost
        for finding in self.error.findings:
            say_finding(finding)
        click.echo(f"Session {header.session}")
        click.echo(f"File    {printable(header.path)}")
        click.echo(f"Machine {printable(header.device)}")
        if lost:
            steps = len(known.sound.lines) + len(known.sound.later) - 1
            click.echo(
                f"Lost    {plural(lost, 'step')} of {steps + lost}, in both files; the last one "
                f"that can be read is of {known.last_at[:19].replace('T', ' ')} UTC"
            )
        else:
            click.echo("Lost    nothing: what one file lacks, the other has")
        click.echo(f"Dealt   surely: {_boards(ledger.done)}")
        if ledger.extra_done:
            click.echo(f"        surely once more: {_boards(ledger.extra_done)}")
        if known.doubts:
            names = ", ".join(f"{doubt.board} (copy {doubt.copy})" for doubt in known.doubts)
            click.echo(f"        in doubt: board {names}")
        if ledger.attempt is not None:
            click.echo(
                f"In hand board {ledger.attempt.board} (copy {ledger.attempt.copy}): what became "
                "of it is found out when the session goes on"
            )
        ahead = self._ahead()
        if known.doubts and ahead:
            click.echo(
                f"Counter the file's own counters know of more copies than this: {_boards(ahead)}"
            )

    def print_result(self) -> None:
        """Print the result of the repair."""
        left = _left(self.known, self.ledger or self.known.ledger)
        if self.answers:
            names = ", ".join(f"{doubt.board} (copy {doubt.copy})" for doubt in self.answers)
            click.echo(f"Taken for dealt: board {names}")
        if self.known.header.plan.copies is not None:
            click.echo(f"Left    {_boards(left)}")
        click.echo("The journal is whole again. The damaged files are kept:")
        for file in self.kept:
            click.echo(f"  {printable(str(file))}")
        if left or self.known.header.plan.copies is None or self.known.ledger.attempt is not None:
            click.echo(f"Go on with: {self.go_on}")
        else:
            click.echo("All boards are dealt.")


def _left(known: SalvagedState, ledger: Ledger) -> dict[int, int]:
    plan = known.header.plan
    if plan.copies is None:
        return {}
    left = {board: plan.copies - ledger.done.get(board, 0) for board in plan.boards}
    return {board: count for board, count in left.items() if count > 0}


def _texts(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(board): count for board, count in sorted(counts.items()) if count}


def _boards(counts: Mapping[int, int]) -> str:
    """Return boards with their copies, such as `1, 2×3`; `none` if empty."""
    words = [
        f"{board}×{count}" if count > 1 else f"{board}"
        for board, count in sorted(counts.items())
        if count
    ]
    return ", ".join(words) or "none"
