"""`overtrick belote tutorial`: a hand with comments, to learn the game at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs
import click

from overtrick_belote.explanations.tutorial import Step
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.rules.state import Action, Declare, Event, HandState, Play, TrickWon
from overtrick_belote.table.entries import ActionTaken
from overtrick_belote.table.lesson import lesson as lesson_of_the_hand
from overtrick_belote.table.session import Table
from overtrick_belote.terminal.line import LinePlay
from overtrick_belote.terminal.options import language_option, spoken

_TRICK: Final = "tutorial-trick"
_SHOWN_ANYWAY: Final = frozenset({_TRICK, "tutorial-cards", "card-game"})
"""The events that the table itself shows, or does not need for one hand."""


@attrs.define
class Lesson(LinePlay):
    """A scripted hand: the action of each player, and its comments."""

    script: Sequence[ActionTaken] = ()
    comments: dict[int, Step] = attrs.field(factory=dict)
    _begun: set[int] = attrs.field(factory=set)
    _commented: set[int] = attrs.field(factory=set)
    _place: int = 0

    @property
    def _is_on_script(self) -> bool:
        """Whether the play has followed the script so far."""
        done = [(step.seat, step.action) for step in self.table.steps]
        return done == [(entry.seat, entry.action) for entry in self.script[: len(done)]]

    def _go_on(self) -> None:
        place = len(self.table.steps)
        if place < self._place:
            # Actions after an undo are narrated again.
            self._begun = {own for own in self._begun if own < place}
            self._commented = {own for own in self._commented if own < place}
        self._place = place
        if not self._is_on_script or self.table.is_over:
            LinePlay._go_on(self)
        elif self.table.is_persons_turn:
            self._comment(place)
            self._persons_turn()
        else:
            trick = self.table.state.trick
            if self.table.state.tricks and trick is not None and not trick.cards:
                # The comments on a trick come before the next one begins.
                ahead = min(own for own in self.comments if own >= place)
                self._comment(ahead, is_first=True)
            self.table.happen(self.script[place])
            self._tell(self.table.steps[-1])

    def _comment(self, place: int, *, is_first: bool = False) -> None:
        """Print the comments of a turn, or only those before its trick begins."""
        step = self.comments.get(place)
        if step is None or place in self._commented:
            return
        rules = [reason.rule for reason in step.notes]
        begins = rules.index(_TRICK) if _TRICK in rules else 0
        notes = step.notes[:begins]
        if not is_first:
            self._commented.add(place)
            notes = step.notes[begins:] if place in self._begun else step.notes
        if place not in self._begun or not is_first:
            self._begun.add(place)
            self._say_notes(notes)

    def _say_notes(self, notes: Sequence[Reason]) -> None:
        said = [reason for reason in notes if reason.rule not in _SHOWN_ANYWAY]
        if said:
            click.echo()
        for reason in said:
            self.speaker.say_reason(reason)

    def _welcome(self) -> None:
        self.speaker.say("lesson-keys")

    def _act(self, action: Action) -> None:
        place = len(self.table.steps)
        is_told = self._is_on_script and place < len(self.script)
        if is_told and action != self.script[place].action:
            self.speaker.say("lesson-other", action=_told(self.script[place].action))
            return
        LinePlay._act(self, action)

    def _obey_nothing(self) -> None:
        """Handle an empty line: play the scripted action."""
        if self.table.is_over or not self._is_on_script:
            LinePlay._obey_nothing(self)
        else:
            self._act(self.script[len(self.table.steps)].action)

    def _tell_event(self, event: Event, state: HandState, *, forced: bool) -> None:
        # The next comment of the lesson also narrates a won trick.
        if not (self._is_on_script and isinstance(event, TrickWon)):
            LinePlay._tell_event(self, event, state, forced=forced)

    def _tell_card(self) -> None:
        if self._is_on_script:
            self._comment(len(self.table.steps))
        else:
            LinePlay._tell_card(self)


def _told(action: Action) -> Fact:
    if isinstance(action, Play):
        return action.card
    return action.announce if isinstance(action, Declare) else action


@click.command()
@language_option
def tutorial(*, language: str | None, cards: str | None) -> None:
    """Learn the game: play a hand with comments.

    At each turn the tutorial explains what to look for and what to do; press Enter to do it. All
    keys of the table work here, too: h for a hint, w for the reason of a call or card, ? for help.
    """
    setup, told = lesson_of_the_hand()
    table = Table(setup)
    speaker = spoken(language, cards)
    lesson = Lesson(
        table, speaker, autoplay=False, script=told.script, comments=dict(told.comments)
    )
    lesson.play()
    speaker.say("goodbye")
