"""Games and hands begun, saved and resumed for a graphical table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import attrs

from overtrick_belote.rules.text import GameRecord, HandRecord
from overtrick_belote.table.entries import Entry
from overtrick_belote.table.lesson import Lesson, lesson
from overtrick_belote.table.recording import Begin, entries_of, players_of, table_setup
from overtrick_belote.table.saves import Journal
from overtrick_belote.table.session import Table
from overtrick_belote.table.settings import Settings
from overtrick_belote.table.setup import OneHand, Setup
from overtrick_belote.table.storage import now
from overtrick_belote.table.won_games import is_untouched, remember


def usual_setup(settings: Settings, hand: OneHand | None = None) -> Setup:
    """Return the setup of a game or a hand from the settings, with a random deal.

    Args:
        settings: what the person chose.
        hand: the hand, `None` for a game.
    """
    return Setup(
        seed=secrets.token_hex(8),
        players=settings.players,
        adviser=settings.adviser,
        options=settings.options,
        hand=hand,
        without_help=settings.without_help,
    )


@attrs.define
class TableManager:
    """The manager of the current table: it begins, resumes and closes games.

    Attributes:
        journal: the table and its file.
        settings: what the person chose.
        lesson: the script, if the tutorial hand is played.
    """

    journal: Journal
    settings: Settings
    lesson: Lesson | None = None

    @property
    def table(self) -> Table:
        """The table."""
        return self.journal.table

    def begin(
        self, hand: OneHand | None = None, setup: Setup | None = None, entries: Sequence[Entry] = ()
    ) -> None:
        """Begin a new game or hand; the previous one stays on disk if unfinished.

        Args:
            hand: the hand, `None` for a game.
            setup: how the table is set up, instead of by the settings.
            entries: what has happened there already.

        Raises:
            BeloteError: what has happened cannot have happened.
            OSError: the folder or disk refuses.
        """
        journal = Journal.begin(setup or usual_setup(self.settings, hand), now(), entries)
        self.leave()
        self.journal = journal
        self.lesson = None

    def teach(self) -> None:
        """Begin the tutorial hand.

        Raises:
            OSError: the folder or disk refuses.
        """
        setup, told = lesson()
        self.begin(setup=setup)
        self.lesson = told

    def take_up(self, record: HandRecord | GameRecord, begin: Begin) -> None:
        """Begin from a saved game or hand.

        Raises:
            BeloteError: it is against the rules.
            OSError: the folder or disk refuses.
        """
        players = players_of(record, self.settings.players)
        setup = table_setup(
            record,
            secrets.token_hex(8),
            players,
            adviser=self.settings.adviser,
            without_help=self.settings.without_help,
        )
        self.begin(setup=setup, entries=entries_of(record, players, begin))

    def keep(self) -> None:
        """Add a won game to the history.

        Raises:
            OSError: the folder or disk refuses.
        """
        remember(self.journal, self.table)

    def leave(self) -> None:
        """Leave the table: it can be resumed if it is unfinished and a human player has acted."""
        if self.table.is_finished or not self.table.entries or is_untouched(self.table):
            self.journal.discard()
        else:
            self.journal.close()
