"""Start of play: an interrupted game, a new one, a single hand, or a save."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from overtrick_belote.table.entries import Entry
from overtrick_belote.table.saves import Journal
from overtrick_belote.table.session import Table
from overtrick_belote.table.settings import Settings
from overtrick_belote.table.setup import Setup
from overtrick_belote.table.storage import now
from overtrick_belote.table.won_games import is_untouched, remember
from overtrick_belote.terminal.line import End, LinePlay
from overtrick_belote.terminal.options import Chosen, speaker_of
from overtrick_belote.terminal.speaking import TextPrinter
from overtrick_belote.terminal.unfinished_games import offered, resumed
from overtrick_cli.commands import INTERRUPTED, USAGE, Failure


def play_game(chosen: Chosen, *, is_new: bool, is_resumed: bool, has_tui: bool) -> None:
    """Play a game: an interrupted one, if the user wants it, or a new one."""
    drawing = _drawing(chosen.speaker, is_wanted=has_tui)
    journal = None
    if is_resumed:
        journal = resumed(chosen.speaker)
        if journal is None:
            msg = chosen.speaker.text("nothing-to-resume")
            raise Failure(msg, USAGE)
    elif not is_new:
        try:
            journal = offered(chosen.speaker)
        except KeyboardInterrupt:
            click.echo()
            chosen.speaker.say("kept")
            raise click.exceptions.Exit(INTERRUPTED) from None
    if journal is None:
        journal = Journal.begin(chosen.setup(), now())
    play(journal, chosen.settings, drawing)


def play_hand(
    setup: Setup, settings: Settings, *, entries: Sequence[Entry] = (), has_tui: bool = False
) -> None:
    """Play a single hand, or resume a game from saved entries."""
    drawing = _drawing(speaker_of(settings), is_wanted=has_tui)
    play(Journal.begin(setup, now(), entries), settings, drawing)


def play(
    journal: Journal,
    settings: Settings,
    drawing: Callable[[Journal, Settings], None] | None = None,
) -> None:
    """Play at a table, in line mode or full-screen, and close its file."""

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
            click.echo()
            if is_untouched(journal.table):
                journal.discard()
            else:
                speaker.say("kept")
            raise click.exceptions.Exit(INTERRUPTED) from None
        if journal.table.is_finished or is_untouched(journal.table):
            journal.discard()
            speaker.say("goodbye")
        else:
            speaker.say("kept" if end in (End.QUIT, End.INPUT) else "goodbye")


def _drawing(
    speaker: TextPrinter, *, is_wanted: bool
) -> Callable[[Journal, Settings], None] | None:
    """Return the full-screen player, if requested; it needs Textual."""
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
