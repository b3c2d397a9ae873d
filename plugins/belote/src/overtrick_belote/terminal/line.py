"""Line mode: print each event, prompt for each action.

It needs nothing but standard input and output: a terminal, a pipe, a screen reader. Cards are named
by letters beside symbols, and nothing is shown by colour alone.
"""

from __future__ import annotations

import enum
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs
import click

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.hint import Explanation
from overtrick_belote.explanations.medal import VALUES
from overtrick_belote.explanations.narration import narrated, trick_begins
from overtrick_belote.players.advice import Fact, Level, Reason
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid
from overtrick_belote.rules.cards import Card, Rank, Side, following, ordered, side_of
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import (
    Action,
    Declare,
    Event,
    HandState,
    Phase,
    Play,
    playable,
)
from overtrick_belote.rules.text import SUFFIX, write
from overtrick_belote.table.recording import hand_record_of, record_of, write_record
from overtrick_belote.table.refusals import RefusedError
from overtrick_belote.table.session import Command, Step, Table
from overtrick_belote.table.setup import HUMAN, read_players
from overtrick_belote.terminal.speaking import TextPrinter, ask, wrapped
from overtrick_belote.terminal.typed import (
    Order,
    example_bid,
    folded,
    read_part,
    read_seats,
    read_typed,
    typed_kind,
)


class End(enum.Enum):
    """The reason play ended."""

    QUIT = "quit"
    INPUT = "input"
    FINISHED = "finished"


class _Ended(Exception):  # noqa: N818  # nothing has gone wrong
    """The end of play, as an exception."""

    def __init__(self, end: End) -> None:
        super().__init__(end.value)
        self.end = end


Finished = Callable[[Table], None]
"""The function called with the table of a won game."""

_ALWAYS: Final = ("peek", "values", "rules", "save", "players", "nohelp", "quit")
_HELP_NOW: Final = {
    Phase.AUCTION: ("call", "hint", "why", "info", "undo", "end", *_ALWAYS),
    Phase.PLAY: (
        "card", "announce", "hint", "why", "medal", "last", "info", "score", "undo", "replay",
        "end", *_ALWAYS,
    ),
    Phase.OVER: ("next", "review", "why", "score", "medal", "replay", "undo", *_ALWAYS),
}  # fmt: skip
"""The commands that belong to each part of a hand."""

_ONCE: Final = frozenset({"without-fast"})
"""The sentences about the players themselves: printed once, not with every hint."""

_ON: Final = ("on", "yes", "y", "oui", "o")
_OFF: Final = ("off", "no", "non", "n")
_TRICKS: Final = 8

_MOST_SAID: Final = 8
"""The maximum number of choices in a review, unless more of them had a cost."""


@attrs.define
class LinePlay:
    """One or several human players at a table in line mode.

    Attributes:
        table: the table.
        speaker: prints the texts.
        autoplay: whether a card that must be played is played by itself.
        medal: whether the winner of each trick is named with the points that he has taken.
        finished: called when a game has been won.
    """

    table: Table
    speaker: TextPrinter
    autoplay: bool = True
    medal: bool = True
    finished: Finished | None = None
    _listed: tuple[Card, ...] = ()
    _shown: tuple[Seat, int] | None = None
    _sits: Seat | None = None
    _told_finished: bool = False
    _said: frozenset[str] = frozenset()

    def play(self) -> End:
        """Play until a user stops, the input ends, or the game is finished."""
        self._welcome()
        self._tell_where_it_stands()
        try:
            while True:
                self._go_on()
        except _Ended as ended:
            return ended.end

    def watch(self) -> None:
        """Let the computer play the hand to its end, and narrate it."""
        self._begin_hand()
        for step in self.table.end_cards():
            self._tell(step)
        self._tell_card()

    # What is printed by itself ------------------------------------------------------------

    def _welcome(self) -> None:
        people = self.table.people
        if len(people) == 1:
            seat = people[0]
            others = side_of(seat).other.seats
            self.speaker.say("welcome-one", seat=seat, partner=Seat((seat + 2) % 4), others=others)
        else:
            named: Fact = people or (self.speaker.text("nobody"),)
            self.speaker.say("welcome", people=named, count=len(people))
        self.speaker.say("welcome-keys")

    def _begin_hand(self) -> None:
        state = self.table.state
        facts: dict[str, Fact] = {"dealer": state.dealer, "first": following(state.dealer)}
        click.echo()
        if self.table.game is not None:
            self.speaker.say(
                "hand-begins",
                number=self.table.hand_number,
                game_points=state.options.game_points,
                **_points(state.standing),
                **facts,
            )
            return
        hand = self.table.setup.hand
        number = None if hand is None else hand.number
        if number is None:
            self.speaker.say("one-hand", **facts)
        else:
            self.speaker.say("numbered-hand", number=number, **facts)

    def _tell_where_it_stands(self) -> None:
        """Narrate the hand so far, as when a game is resumed."""
        self._begin_hand()
        steps = self.table.steps
        begin = 0
        if self.table.state.tricks and not self.table.is_over:
            self._say_calls()
            self._say_contract()
            # The tricks that are over are not narrated again, except the last.
            done = 4 * len(self.table.state.tricks)
            cards = [step.place for step in steps if isinstance(step.action, Play)]
            begin = cards[done - 4]
        for step in steps[begin:]:
            self._tell(step)

    def _tell(self, step: Step, *, forced: bool = False) -> None:
        begins = trick_begins(step.before) if isinstance(step.action, Play) else None
        if begins is not None:
            click.echo()
            self.speaker.say_reason(begins)
        for event in step.events:
            self._tell_event(event, self._after(step), forced=forced)

    def _after(self, step: Step) -> HandState:
        place = step.place + 1
        steps = self.table.steps
        return steps[place].before if place < len(steps) else self.table.state

    def _tell_event(self, event: Event, state: HandState, *, forced: bool) -> None:
        for reason in narrated((event,), state, medal=self.medal, forced=forced):
            self.speaker.say_reason(reason)

    # Turns --------------------------------------------------------------------------------

    def _go_on(self) -> None:
        if self.table.is_over:
            self._after_hand()
        elif self.table.is_persons_turn:
            self._persons_turn()
        else:
            step = self.table.step()
            if step is not None:
                self._tell(step)

    def _persons_turn(self) -> None:
        seat = self.table.turn
        forced = self.table.play_forced() if self.autoplay else None
        if forced is not None:
            self._tell(forced, forced=True)
            return
        if seat is None:
            return
        self._show_cards(seat)
        self._offer_announces()
        state = self.table.state
        if state.phase is Phase.AUCTION:
            self._listed = ()
            prompt = self.speaker.text("prompt-call", choices=self._calls_to_choose())
        else:
            self._listed = tuple(ordered(playable(state), _trump(state)))
            prompt = self.speaker.text("prompt-card", choices=self.speaker.listed(self._listed))
        self._obey(self._ask(prompt))

    def _show_cards(self, seat: Seat) -> None:
        """Show the player at turn his cards, once a turn and on request."""
        state = self.table.state
        if self._shown == (seat, len(self.table.steps)):
            return
        click.echo()
        if len(self.table.people) > 1 and self._sits != seat:
            self._pass_keyboard(seat)
        trump = _trump(state)
        hand = self.speaker.hand(state.hands[seat], trump)
        self.speaker.say("your-cards", seat=seat, cards=hand)
        self._shown, self._sits = (seat, len(self.table.steps)), seat

    def _pass_keyboard(self, seat: Seat) -> None:
        self.speaker.say("pass-keyboard", seat=seat)
        if sys.stdin is not None and sys.stdin.isatty():
            self._ask("")
            click.clear()
            self._recall()

    def _recall(self) -> None:
        """Narrate the events that the next human player has not seen on this screen."""
        state = self.table.state
        if state.phase is Phase.AUCTION:
            self._say_calls()
            return
        self._say_contract()
        if state.tricks:
            self._last(())
            self.speaker.say("points-so-far", **_points(state.trick_points()))
        if state.trick is not None and state.trick.cards:
            self.speaker.say("on-the-table", cards=self._trick_cards(state.trick))

    def _offer_announces(self) -> None:
        for announce in self.table.announces():
            word = typed_kind(self.speaker.words, announce.kind)
            self.speaker.say("may-announce", announce=announce, word=word)

    def _calls_to_choose(self) -> str:
        actions = self.table.actions()
        say = self.speaker.text
        choices = [say("choice-pass")] if PASS in actions else []
        least = next((action for action in actions if isinstance(action, Bid)), None)
        if least is not None:
            example = example_bid(self.speaker.words, least.amount)
            choices.append(say("choice-bid", least=least.amount, example=example))
        if DOUBLE in actions:
            choices.append(say("choice-double"))
        if REDOUBLE in actions:
            choices.append(say("choice-redouble"))
        return ", ".join(choices)

    def _after_hand(self) -> None:
        self._tell_card()
        if self.table.is_finished and not self._told_finished:
            self._told_finished = True
            outcome = self.table.outcome
            if outcome is not None and outcome.winner is not None:
                totals, side = outcome.totals, outcome.winner
                ours, theirs = totals[side], totals[side.other]
                self.speaker.say("game-won", side=side, ours=ours, theirs=theirs)
                if self.finished is not None:
                    self.finished(self.table)
        while self.table.is_over:
            name = "prompt-finished" if self.table.is_finished else "prompt-over"
            self._obey(self._ask(self.speaker.text(name)))
            if not self.table.steps:
                # The next hand, or this one again.
                self._begin_hand()
                return

    def _tell_card(self) -> None:
        click.echo()
        card = self.table.score_card()
        for reason in card.reasons:
            if reason != card.game or self.table.game is not None:
                self.speaker.say_reason(reason)

    # What is typed ------------------------------------------------------------------------

    def _ask(self, prompt: str) -> str:
        lines = list(self._prompt_lines(prompt))
        for line in lines[:-1]:
            click.echo(line)
        try:
            return ask(lines[-1])
        except EOFError:
            raise _Ended(End.INPUT) from None

    def _prompt_lines(self, prompt: str) -> Iterator[str]:
        lines = list(wrapped(f"{prompt} >"))
        yield from lines[:-1]
        yield f"{lines[-1]} "

    def _obey(self, text: str) -> None:
        try:
            self._obey_typed(text)
        except RefusedError as error:
            self.speaker.say_reason(error.reason)
        except (BeloteError, OSError) as error:
            self.speaker.write(self.speaker.wrong(error))

    def _obey_typed(self, text: str) -> None:
        goes_on = text.strip() == "1" and self.table.is_over and not self.table.is_finished
        if not text.strip() or goes_on:
            self._obey_nothing()
            return
        typed = read_typed(text, self.table, self.speaker.words, self._listed)
        match typed:
            case Order(name, words):
                self._order(name, words)
            case Reason():
                self.speaker.say_reason(typed)
            case _:
                self._act(typed)

    def _act(self, action: Action) -> None:
        """Carry out the choice of the player at turn."""
        self._tell(self.table.act(action))

    def _obey_nothing(self) -> None:
        """Handle an empty line: begin the next hand when one is over, else show the state."""
        if not self.table.is_over:
            self._info(())
            self._shown = None
        elif self.table.is_finished:
            raise _Ended(End.FINISHED)
        else:
            self._next(())

    def _order(self, name: str, words: Sequence[str]) -> None:
        orders: dict[str, Callable[[Sequence[str]], None]] = {
            "help": self._help,
            "hint": self._hint,
            "why": self._why,
            "medal": self._medal,
            "last": self._last,
            "info": self._info,
            "bids": lambda _: self._say_calls(),
            "hand": self._hand,
            "score": self._score,
            "values": self._values,
            "peek": self._peek,
            "undo": self._undo,
            "replay": self._replay,
            "end": self._end,
            "review": self._review,
            "compare": self._compare,
            "next": self._next,
            "shuffle": self._shuffle,
            "save": self._save,
            "save!": self._save_over,
            "copy": self._copy,
            "players": self._players,
            "nohelp": self._nohelp,
            "rules": self._rules,
            "announce": self._announce,
            "quit": self._quit,
        }
        orders[name](words)

    def _help(self, words: Sequence[str]) -> None:
        """Print the available input: for this moment, or everything."""
        phase = self.table.state.phase
        names = _HELP_NOW[phase]
        if words:
            names = tuple(dict.fromkeys(name for each in _HELP_NOW.values() for name in each))
        if phase is Phase.PLAY and self.table.state.tricks and not words:
            names = tuple(name for name in names if name != "announce")
        rows = [
            (self.speaker.text(f"help-{name}"), self.speaker.text(f"help-{name}-what"))
            for name in names
        ]
        self.speaker.rows(rows)
        if not words:
            self.speaker.say("help-more")

    def _hint(self, _: Sequence[str]) -> None:
        self._explain(self.table.hint())

    def _explain(self, explanation: Explanation) -> None:
        self.speaker.explain(explanation, brief=self._said)
        self._said |= _ONCE & {reason.rule for reason in explanation.reasons}

    def _why(self, words: Sequence[str]) -> None:
        steps = [step for step in self.table.steps if step.by_computer] or list(self.table.steps)
        seats = read_seats(words, self.speaker.words)
        tricks = _numbers(words)
        if len(seats) + len(tricks) < len(words):
            self.speaker.say("which-why")
            return
        if seats:
            steps = [step for step in self.table.steps if step.seat == seats[0]]
        if tricks:
            cards = [step for step in self.table.steps if isinstance(step.action, Play)]
            steps = [
                step
                for step in cards
                if len(step.before.tricks) + 1 == tricks[0] and (not seats or step.seat == seats[0])
            ]
        if not steps:
            self._say_not_done(seats, tricks)
            return
        analysis = self.table.analysis(steps[-1].place)
        if not analysis.agrees:
            action = analysis.step.action
            told = action.card if isinstance(action, Play) else action
            self.speaker.say("would-do", seat=analysis.step.seat, action=told)
        self._explain(analysis.explanation)

    def _say_not_done(self, seats: Sequence[Seat], tricks: Sequence[int]) -> None:
        """Print the reason there is nothing to explain yet."""
        reason = self.table.refusal(Command.ANALYSIS)
        state = self.table.state
        begun = len(state.tricks) + (state.trick is not None and bool(state.trick.cards))
        if reason is not None and reason.rule == "without-help":
            self.speaker.say_reason(reason)
        elif tricks and (tricks[0] > begun or not seats):
            self.speaker.say("trick-not-played", number=tricks[0])
        elif tricks:
            self.speaker.say("seat-not-played", seat=seats[0], number=tricks[0])
        elif seats:
            self.speaker.say("nothing-of-seat", seat=seats[0])
        elif reason is not None:
            self.speaker.say_reason(reason)

    def _medal(self, words: Sequence[str]) -> None:
        numbers = _numbers(words)
        if words and not numbers:
            command = "medal" if self._english else "medaille"
            self.speaker.say("which-trick", command=command, most=_TRICKS)
            return
        if numbers and len(self.table.state.tricks) < numbers[0]:
            self.speaker.say("trick-not-played", number=numbers[0])
            return
        found = self.table.medal(numbers[0] - 1 if numbers else -1)
        for reason in found.reasons:
            self.speaker.say_reason(reason)

    def _last(self, _: Sequence[str]) -> None:
        self.speaker.say("last-trick", cards=self._trick_cards(self.table.last_trick()))

    def _trick_cards(self, trick: Trick) -> tuple[str, ...]:
        return tuple(
            self.speaker.text("seat-card", seat=trick.player(place), card=card)
            for place, card in enumerate(trick.cards)
        )

    def _info(self, _: Sequence[str]) -> None:
        state, say = self.table.state, self.speaker.say
        say("dealer-is", seat=state.dealer)
        if state.phase is Phase.AUCTION:
            self._say_calls()
        else:
            self._say_contract()
        if state.declared:
            said = tuple(
                self.speaker.text("seat-kind", seat=seat, kind=announce.kind)
                for seat, announce in state.declared
            )
            say("announced-so-far", announces=said)
        if state.trick is not None and state.trick.cards:
            say("on-the-table", cards=self._trick_cards(state.trick))
        if state.tricks:
            say("points-so-far", **_points(state.trick_points()))
        if self.table.game is not None:
            say(
                "game-so-far",
                game_points=state.options.game_points,
                **_points(self.table.totals),
            )
        self.speaker.write(self._players_text())

    def _say_calls(self) -> None:
        calls = tuple(
            self.speaker.text("seat-call", seat=seat, call=call)
            for seat, call in self.table.state.auction.calls
        )
        if calls:
            self.speaker.write(self.speaker.text("bids-so-far", calls=", ".join(calls)))
        else:
            self.speaker.say("no-calls")

    def _say_contract(self) -> None:
        contract = self.table.state.contract
        if contract is None:
            self.speaker.say("no-bids")
        else:
            self.speaker.say("contract-now", contract=contract, seat=contract.declarer)

    def _hand(self, _: Sequence[str]) -> None:
        state = self.table.state
        for seat in self.table.people:
            trump = _trump(state)
            hand = self.speaker.hand(state.hands[seat], trump)
            self.speaker.say("cards-of", seat=seat, cards=hand)

    def _score(self, _: Sequence[str]) -> None:
        if self.table.is_over:
            self._tell_card()
            return
        state = self.table.state
        self.speaker.say("points-so-far", **_points(state.trick_points()))
        points = state.options.game_points
        self.speaker.say("game-so-far", game_points=points, **_points(self.table.totals))

    def _values(self, _: Sequence[str]) -> None:
        for name, values in zip(("ranks-of-trumps", "ranks-of-others"), VALUES, strict=True):
            row = ", ".join(f"{self._rank(rank)} {points}" for rank, points in values)
            self.speaker.write(f"{self.speaker.text(name)}: {row}")

    def _rank(self, rank: Rank) -> str:
        return self.speaker.words.rank(rank)

    def _peek(self, words: Sequence[str]) -> None:
        seats = read_seats(words, self.speaker.words)
        if words and not seats:
            self.speaker.say("which-seat")
            return
        state = self.table.state
        trump = _trump(state)
        for seat in seats or list(Seat):
            hand = self.speaker.hand(self.table.peek(seat), trump)
            self.speaker.say("cards-of", seat=seat, cards=hand)

    def _undo(self, _: Sequence[str]) -> None:
        self.table.undo()
        self._told_finished = False
        self.speaker.say("undone")
        self._info(())
        self._shown = None

    def _replay(self, words: Sequence[str]) -> None:
        part = read_part(words)
        if part is None:
            self.speaker.say("which-part", command="replay" if self._english else "rejouer")
            return
        if part == "bidding":
            self.table.replay_bidding()
        else:
            self.table.replay_cards()
        self._told_finished = False
        self._shown = None
        self.speaker.say("replayed", what=self.speaker.text(f"part-{part}"))
        if self.table.steps:
            self._say_calls()
            self._say_contract()

    @property
    def _english(self) -> bool:
        return self.speaker.language == "en"

    def _end(self, words: Sequence[str]) -> None:
        part = read_part(words)
        if part is None:
            self.speaker.say("which-part", command="end" if self._english else "finir")
            return
        steps = self.table.end_bidding() if part == "bidding" else self.table.end_cards()
        for step in steps:
            self._tell(step)

    def _review(self, words: Sequence[str]) -> None:
        seats = read_seats(words, self.speaker.words)
        if words and not seats:
            self.speaker.say("which-seat")
            return
        for seat in seats or list(self.table.people):
            found = self.table.review(seat)
            for reason in found.summary:
                self.speaker.say_reason(reason)
            for choice in found.notable[: max(_MOST_SAID, len(found.costly))]:
                for reason in (*choice.sentences, *choice.reasons):
                    if reason.rule in _ONCE:
                        continue
                    self.speaker.write(self.speaker.reason(reason), indent="  ")

    def _compare(self, _: Sequence[str]) -> None:
        other = self.table.compare()
        own = self.table.state
        points, own_points = _scored(other), _scored(own)
        self.speaker.say(
            "compared",
            contract=self._result(other),
            own=self._result(own),
            own_north_south=own_points[Side.NORTH_SOUTH],
            own_east_west=own_points[Side.EAST_WEST],
            **_points(points),
        )
        calls = ", ".join(
            self.speaker.text("seat-call", seat=seat, call=call)
            for seat, call in other.auction.calls
        )
        self.speaker.say("compared-calls", calls=calls)
        for number, trick in enumerate(other.tricks, 1):
            self.speaker.say("compared-trick", number=number, cards=self._trick_cards(trick))

    def _result(self, state: HandState) -> str:
        score = state.score
        if score is None:
            return self.speaker.text("part-void")
        contract = score.contract
        return self.speaker.text(
            "part-result", contract=contract, seat=contract.declarer, made=int(score.made)
        )

    def _next(self, _: Sequence[str]) -> None:
        self.table.next_hand()
        self._shown = None

    def _shuffle(self, _: Sequence[str]) -> None:
        self.table.next_hand(shuffle=True)
        self._shown = None

    def _save(self, words: Sequence[str], *, overwrite: bool = False) -> None:
        name = " ".join(words)
        if not name.isprintable() or not Path(name).name or name == "-":
            self.speaker.say("which-file")
            return
        # `~` without a known user stays as typed.
        path = Path(os.path.expanduser(name))  # noqa: PTH111  # pathlib's raises there
        is_device = path.exists() and not path.is_file() and not path.is_dir()
        if is_device:
            self.speaker.say("file-special", path=str(path))
            return
        if not path.suffix:
            path = path.parent / f"{path.name}{SUFFIX}"
        try:
            write_record(path, record_of(self.table), overwrite=overwrite)
        except FileExistsError:
            self.speaker.say("path-exists", path=str(path))
        else:
            self.speaker.say("saved", path=str(path))

    def _save_over(self, words: Sequence[str]) -> None:
        self._save(words, overwrite=True)

    def _copy(self, _: Sequence[str]) -> None:
        click.echo(write(hand_record_of(self.table)), nl=False)

    def _players_text(self) -> str:
        human = self.speaker.text("part-human")
        return ", ".join(
            self.speaker.text(
                "player-is",
                seat=seat,
                who=human if level is None else self.speaker.words.level(level),
            )
            for seat, level in zip(Seat, self.table.players, strict=True)
        )

    def _players(self, words: Sequence[str]) -> None:
        seats = read_seats(words[:1], self.speaker.words)
        if words and not seats:
            self.speaker.say("which-seat")
            return
        if len(words) == 2:
            known = {folded(self.speaker.words.level(level)): level.value for level in Level}
            human = folded(self.speaker.text("part-human"))
            who = {**known, human: HUMAN}.get(folded(words[1]), words[1])
            self.table.seat_players(read_players({seats[0].symbol: who}, self.table.players))
        self.speaker.say("players-are", players=self._players_text())

    def _nohelp(self, words: Sequence[str]) -> None:
        answer = folded(words[0]) if words else "on"
        if answer not in (*_ON, *_OFF):
            self.speaker.say("which-help")
            return
        without = answer in _ON
        self.table.switch_help(without=without)
        if without == self.table.is_without_help:
            self.speaker.say("help-is-off" if without else "help-is-on")
        else:
            self.speaker.say("help-is-off-next" if without else "help-is-on-next")

    def _rules(self, words: Sequence[str]) -> None:
        from overtrick_belote.terminal.pages import show_page

        command = "rules" if self._english else "regles"
        show_page(self.speaker, " ".join(words), self.table.state.options, command=command)

    def _announce(self, _: Sequence[str]) -> None:
        announces = self.table.announces()
        if not announces:
            self.speaker.say("nothing-to-announce")
        for announce in announces:
            self._act(Declare(announce))

    def _quit(self, _: Sequence[str]) -> None:
        raise _Ended(End.QUIT)


def _numbers(words: Sequence[str]) -> list[int]:
    """Return the trick numbers among some words."""
    return [int(word) for word in words if word in "12345678" and len(word) == 1]


def _trump(state: HandState) -> Suit | None:
    """Return the trump suit, once the auction is over."""
    contract = state.contract
    return None if contract is None or state.phase is Phase.AUCTION else contract.bid.suit


def _points(points: tuple[int, int]) -> dict[str, Fact]:
    return {"north_south": points[Side.NORTH_SOUTH], "east_west": points[Side.EAST_WEST]}


def _scored(state: HandState) -> tuple[int, int]:
    return (0, 0) if state.score is None else state.score.score
