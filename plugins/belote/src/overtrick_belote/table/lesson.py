"""The tutorial hand at a graphical table: its script and its comments."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from overtrick_belote.explanations.tutorial import LEVEL, SEED, Step, steps
from overtrick_belote.players.advice import Reason
from overtrick_belote.rules.tutorial_hand import tutorial_hand
from overtrick_belote.table.entries import ActionTaken
from overtrick_belote.table.recording import entries_of
from overtrick_belote.table.session import Table
from overtrick_belote.table.setup import DEFAULT_PLAYERS, OneHand, Setup


@attrs.frozen
class Lesson:
    """A scripted hand.

    Attributes:
        script: what each player does, in order.
        comments: the comments, by the place of the following action.
    """

    script: tuple[ActionTaken, ...]
    comments: Mapping[int, Step]

    def coming(self, table: Table) -> ActionTaken | None:
        """Return the next action; `None` at the end or after a deviation from the script."""
        done = [(step.seat, step.action) for step in table.steps]
        told = [(entry.seat, entry.action) for entry in self.script]
        if done != told[: len(done)] or len(done) == len(told):
            return None
        return self.script[len(done)]

    def notes(self, table: Table) -> tuple[Reason, ...]:
        """Return the current comments, before a human player's turn and at the end."""
        place = len(table.steps)
        is_told = self.coming(table) is not None or place == len(self.script)
        step = self.comments.get(place) if is_told else None
        return () if step is None else step.notes


def lesson() -> tuple[Setup, Lesson]:
    """Return the table of the tutorial hand, and its script."""
    record = tutorial_hand()
    state = record.begin()
    hand = OneHand(hands=state.dealt, dealer=state.dealer)
    setup = Setup(seed=SEED, players=DEFAULT_PLAYERS, adviser=LEVEL, hand=hand)
    script = tuple(e for e in entries_of(record, DEFAULT_PLAYERS) if isinstance(e, ActionTaken))
    own = [place for place, entry in enumerate(script) if not entry.by_computer]
    told = steps(record.replay())
    return setup, Lesson(script, dict(zip([*own, len(script)], told, strict=True)))
