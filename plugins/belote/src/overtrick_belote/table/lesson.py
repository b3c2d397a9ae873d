"""The commented hand at a drawn table: what is told beforehand, and what is said about it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from overtrick_belote.explanations.tutorial import LEVEL, SEED, Step, steps
from overtrick_belote.players.advice import Reason
from overtrick_belote.rules.tutorial_hand import tutorial_hand
from overtrick_belote.table.entries import Did
from overtrick_belote.table.recording import entries_of
from overtrick_belote.table.session import Table
from overtrick_belote.table.setup import DEFAULT_PLAYERS, OneHand, Setup


@attrs.frozen
class Lesson:
    """A hand that is told beforehand.

    Attributes:
        script: what each player does, in order.
        comments: what is said, by the place of the action before which it is said.
    """

    script: tuple[Did, ...]
    comments: Mapping[int, Step]

    def coming(self, table: Table) -> Did | None:
        """Return what comes now, `None` at the end or where somebody did something else."""
        done = [(step.seat, step.action) for step in table.steps]
        told = [(entry.seat, entry.action) for entry in self.script]
        if done != told[: len(done)] or len(done) == len(told):
            return None
        return self.script[len(done)]

    def notes(self, table: Table) -> tuple[Reason, ...]:
        """Return what is said now, before a person's turn and at the end."""
        place = len(table.steps)
        is_told = self.coming(table) is not None or place == len(self.script)
        step = self.comments.get(place) if is_told else None
        return () if step is None else step.notes


def lesson() -> tuple[Setup, Lesson]:
    """Return the table of the commented hand, and what is told there."""
    record = tutorial_hand()
    state = record.begin()
    hand = OneHand(hands=state.dealt, dealer=state.dealer)
    setup = Setup(seed=SEED, players=DEFAULT_PLAYERS, adviser=LEVEL, hand=hand)
    script = tuple(e for e in entries_of(record, DEFAULT_PLAYERS) if isinstance(e, Did))
    own = [place for place, entry in enumerate(script) if not entry.by_computer]
    told = steps(record.replay())
    return setup, Lesson(script, dict(zip([*own, len(script)], told, strict=True)))
