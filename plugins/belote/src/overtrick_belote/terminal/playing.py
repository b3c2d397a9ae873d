"""Sitting down to play: a game that was interrupted, a new one, a hand, or what was saved."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from overtrick.cli.application import INTERRUPTED
from overtrick.cli.failures import INPUT, USAGE, Failure
from overtrick.tools.printable import printable
from overtrick_belote.table.entries import Did, Entry
from overtrick_belote.table.keeping import remember
from overtrick_belote.table.saves import Journal, SaveError, running_games
from overtrick_belote.table.session import Table
from overtrick_belote.table.settings import Settings
from overtrick_belote.table.setup import Setup
from overtrick_belote.table.storage import InUseError
from overtrick_belote.terminal.line import End, LinePlay
from overtrick_belote.terminal.options import Chosen, now, speaker_of
from overtrick_belote.terminal.speaking import Speaker, ask
from overtrick_belote.terminal.typed import folded


def play_game(chosen: Chosen, *, is_new: bool, is_resumed: bool, has_tui: bool) -> None:
    """Play a game: the one that was interrupted, if it is wanted, or a new one."""
    drawing = _drawing(chosen.speaker, is_wanted=has_tui)
    journal = None if is_new else _offered(chosen.speaker, is_resumed=is_resumed)
    if journal is None:
        if is_resumed:
            msg = chosen.speaker.text("nothing-to-resume")
            raise Failure(msg, USAGE)
        journal = Journal.begin(chosen.setup(), now())
    play(journal, chosen.settings, drawing)


def play_hand(
    setup: Setup, settings: Settings, *, entries: Sequence[Entry] = (), has_tui: bool = False
) -> None:
    """Play a hand, or a game from where a save has it."""
    drawing = _drawing(speaker_of(settings), is_wanted=has_tui)
    play(Journal.begin(setup, now(), entries), settings, drawing)


def play(
    journal: Journal,
    settings: Settings,
    drawing: Callable[[Journal, Settings], None] | None = None,
) -> None:
    """Play at a table, in lines or drawn, and close its file."""

    def finished(table: Table) -> None:
        remember(journal, table)

    with journal:
        speaker = speaker_of(settings)
        if drawing is not None:
            drawing(journal, settings)
            return
        line = LinePlay(
            journal.table,
            speaker,
            autoplay=settings.autoplay,
            medal=settings.medal,
            finished=finished,
        )
        try:
            end = line.play()
        except KeyboardInterrupt:
            raise _interrupted(speaker) from None
        if journal.table.is_finished or _is_untouched(journal.table):
            journal.discard()
            speaker.say("goodbye")
        else:
            speaker.say("kept" if end in (End.QUIT, End.INPUT) else "goodbye")


def _interrupted(speaker: Speaker) -> click.exceptions.Exit:
    """Say that the game is kept, and return the end of the command."""
    click.echo()
    speaker.say("kept")
    return click.exceptions.Exit(INTERRUPTED)


def _is_untouched(table: Table) -> bool:
    """Whether no person has chosen anything yet: there is nothing to keep."""
    return bool(table.people) and all(
        isinstance(entry, Did) and entry.by_computer for entry in table.entries
    )


def _drawing(speaker: Speaker, *, is_wanted: bool) -> Callable[[Journal, Settings], None] | None:
    """Return what draws the table, where that is wanted; it needs Textual."""
    if not is_wanted:
        return None
    try:
        from overtrick_belote.terminal.tui.app import play_drawn
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise Failure(speaker.text("needs-textual"), USAGE) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure(speaker.text("needs-terminal"), USAGE)
    return play_drawn


def _offered(speaker: Speaker, *, is_resumed: bool) -> Journal | None:
    """Return the game that was interrupted last, if there is one and it is wanted."""
    for path in running_games():
        journal = _opened(speaker, path, is_resumed=is_resumed)
        if journal is None:
            continue
        if is_resumed or _is_wanted(speaker, journal):
            return journal
        journal.close()
        return None
    return None


def _opened(speaker: Speaker, path: Path, *, is_resumed: bool) -> Journal | None:
    try:
        return Journal.resume(path)
    except InUseError:
        told = speaker.text("in-use", date=_date_of(speaker, path))
        if is_resumed:
            raise Failure(told, INPUT) from None
        speaker.write(told)
    except FileNotFoundError:
        pass  # it was finished this moment
    except (SaveError, OSError) as error:
        speaker.say("damaged-game", why=printable(str(error)))
    return None


def _date_of(speaker: Speaker, path: Path) -> str:
    try:
        date = datetime.datetime.strptime(path.name[:15], "%Y%m%d-%H%M%S")
    except ValueError:
        return path.name
    return written_date(speaker, date)


def written_date(speaker: Speaker, date: datetime.datetime) -> str:
    """Return a date with its time, as the language writes it."""
    return f"{date:%d/%m/%Y %H:%M}" if speaker.language == "fr" else f"{date:%Y-%m-%d %H:%M}"


def _is_wanted(speaker: Speaker, journal: Journal) -> bool:
    table = journal.table
    date = written_date(speaker, journal.save.begun)
    if table.game is None:
        speaker.say("unfinished-hand", date=date)
    else:
        speaker.say(
            "unfinished-game",
            date=date,
            number=table.hand_number,
            north_south=table.totals[0],
            east_west=table.totals[1],
        )
    while True:
        try:
            answer = folded(ask(f"{speaker.text('prompt-resume')} > "))
        except EOFError:
            journal.close()
            speaker.say("kept")
            raise click.exceptions.Exit(0) from None
        except KeyboardInterrupt:
            journal.close()
            raise _interrupted(speaker) from None
        if answer in ("y", "yes", "o", "oui", ""):
            return True
        if answer in ("n", "no", "non"):
            return False
        if answer in ("d", "delete", "s", "supprimer"):
            journal.discard()
            return False
