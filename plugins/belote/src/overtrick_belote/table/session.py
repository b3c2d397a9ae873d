"""A table: humans and computer players play a game or one hand, with undo and review.

    table = Table(Setup(seed="any", hand=OneHand.numbered(4711)))
    for step in table.advance():  # the computer's players act until a person must
        ...
    table.act(PASS)

Everything is data for whoever shows it. Nothing is printed, read from a disk or drawn but from the
seed, so the actions reproduce everything: `entries`, which happen to another table of the same
setup by `happen`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator

import attrs

from overtrick import Seat
from overtrick_belote.errors import expect
from overtrick_belote.explanations.hint import Explanation, explain
from overtrick_belote.explanations.medal import Medal, medal
from overtrick_belote.explanations.review import Review, review
from overtrick_belote.explanations.score_card import ScoreCard, score_card
from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.players.levels import advise
from overtrick_belote.rules.announces import Announce, best_announces
from overtrick_belote.rules.cards import Card, cards_of
from overtrick_belote.rules.game import Game, finish, new_game, next_hand
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import (
    Action,
    Declare,
    Event,
    HandState,
    Phase,
    Play,
    View,
    apply,
    expect_action,
    legal,
    playable,
    start,
    view,
)
from overtrick_belote.table.entries import (
    ActionTaken,
    Entry,
    HandBegun,
    HandUndone,
    Helped,
    HelpToggled,
    PlayersSeated,
)
from overtrick_belote.table.refusals import RefusedError, refusal, why_not
from overtrick_belote.table.setup import Players, Setup


class Command(enum.Enum):
    """A request of a human player besides calls and cards."""

    HINT = "hint"
    ANALYSIS = "analysis"
    REVIEW = "review"
    PEEK = "peek"
    LAST_TRICK = "last-trick"
    UNDO = "undo"
    REPLAY_BIDDING = "replay-bidding"
    REPLAY_CARDS = "replay-cards"
    END_BIDDING = "end-bidding"
    END_CARDS = "end-cards"
    COMPARE = "compare"
    NEXT_HAND = "next-hand"


_HELP = frozenset({Command.HINT, Command.ANALYSIS, Command.REVIEW, Command.PEEK, Command.COMPARE})
_ENTRIES = (ActionTaken, HandUndone, HandBegun, PlayersSeated, HelpToggled, Helped)
_REPLAYS = frozenset({Command.UNDO, Command.REPLAY_BIDDING, Command.REPLAY_CARDS})
_ENDS = frozenset({Command.END_BIDDING, Command.END_CARDS})


@attrs.frozen(kw_only=True)
class Step:
    """An action at the table.

    Attributes:
        place: its place among the actions of the hand, from 0.
        seat: who did it.
        action: what.
        events: what the table saw of it.
        level: how well the computer played that chose it, `None` where a person chose.
        before: the hand before it.
    """

    place: int
    seat: Seat
    action: Action
    events: tuple[Event, ...]
    level: Level | None
    before: HandState

    @property
    def by_computer(self) -> bool:
        """Whether the computer chose it, also for a human's seat."""
        return self.level is not None


@attrs.frozen(kw_only=True)
class Analysis:
    """The reasons of an action, or the computer's choice in its place.

    Attributes:
        step: what was done.
        explanation: what the player, or for a person the adviser, chooses there, and why.
    """

    step: Step
    explanation: Explanation

    @property
    def agrees(self) -> bool:
        """Whether the action agrees with the advice."""
        return self.step.action == self.explanation.action


class Table:
    """Four seats, and the game or one hand played there.

    Args:
        setup: how it is set up.

    Attributes:
        setup: how it was set up.
        players: who sits where now.
        without_help: whether hands are played without help from now on.
        entries: all that has happened.
    """

    def __init__(self, setup: Setup) -> None:
        expect(setup, Setup, "setup", "a Setup")
        self.setup = setup
        self.players = setup.players
        self.without_help = setup.without_help
        self.entries: list[Entry] = []
        self._listener: Callable[[Entry], None] | None = None
        self._game: Game | None
        self._state: HandState
        self._steps: list[Step]
        self._advice: dict[tuple[int, Level], Advice]
        self._outcome: Game | None
        self._was_helped: bool
        self._hand_without_help: bool
        hand = setup.hand
        if hand is not None:
            self._game = None
            state = start(
                hand.hands,
                hand.dealer,
                setup.options,
                standing=hand.standing,
                unshuffled=hand.unshuffled,
            )
            self._begin(state)
        else:
            self._game = new_game(setup.seed, setup.options, setup.dealer)
            self._begin(next_hand(self._game))

    def listen(self, listener: Callable[[Entry], None]) -> None:
        """Register a listener for each entry, called after it has happened."""
        self._listener = listener

    # What is seen -------------------------------------------------------------------------

    @property
    def game(self) -> Game | None:
        """The game before this hand, or `None` for a single hand."""
        return self._game

    @property
    def state(self) -> HandState:
        """The hand so far. It holds all cards: show `view` to users."""
        return self._state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The actions of this hand, in order."""
        return tuple(self._steps)

    @property
    def turn(self) -> Seat | None:
        """The player to act, or `None` when the hand is over."""
        return self._state.turn

    @property
    def hand_number(self) -> int:
        """The number of the hand in the game, from 1."""
        return 1 if self._game is None else len(self._game.hands) + 1

    @property
    def is_persons_turn(self) -> bool:
        """Whether a human player must act now."""
        return self.turn is not None and self.players[self.turn] is None

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.turn is None

    @property
    def outcome(self) -> Game | None:
        """The game with this hand; `None` before the hand is over, and for a single hand."""
        if self._game is None or not self.is_over:
            return None
        if self._outcome is None:
            self._outcome = finish(self._game, self._state)
        return self._outcome

    @property
    def is_finished(self) -> bool:
        """Whether the game is won, or the single hand is over."""
        outcome = self.outcome
        return self.is_over and (outcome is None or outcome.winner is not None)

    @property
    def totals(self) -> tuple[int, int]:
        """The points of the game by side, including this hand once it is over."""
        outcome = self.outcome
        if outcome is not None:
            return outcome.totals
        return self._state.standing

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of human players."""
        return tuple(seat for seat in Seat if self.players[seat] is None)

    @property
    def was_helped(self) -> bool:
        """Whether this hand had help: a hint, an undo, or actions by the computer."""
        return self._was_helped

    @property
    def is_without_help(self) -> bool:
        """Whether this hand is played without help."""
        return self._hand_without_help

    def view(self, seat: Seat) -> View:
        """Return the view of a player."""
        return view(self._state, seat)

    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """Return all legal actions of a player, by default the one at turn; see `legal`."""
        return legal(self._state, seat)

    def forced_card(self) -> Card | None:
        """Return the card that the player at turn must play, if it is the only legal one."""
        cards = playable(self._state)
        return next(cards_of(cards)) if cards.bit_count() == 1 else None

    def announces(self) -> tuple[Announce, ...]:
        """Return the best declarations that the player at turn has yet to make."""
        contract = self._state.contract
        seat = self.turn
        if seat is None or contract is None or self._state.trick is None or self._state.tricks:
            return ()
        sayable = {action.announce for action in self.actions() if isinstance(action, Declare)}
        if not sayable:
            return ()
        best = best_announces(self._state.dealt[seat], contract.bid.suit, self._state.options)
        return tuple(announce for announce in best if announce in sayable)

    # What may be asked --------------------------------------------------------------------

    def refusal(self, command: Command) -> Reason | None:
        """Return the reason a command is unavailable now, or `None` if it is available."""
        expect(command, Command, "command", "a Command")
        is_help = command in _HELP | _REPLAYS or (command in _ENDS and bool(self.people))
        if is_help and self._hand_without_help and not self.is_over:
            return refusal("without-help")
        return self._why_not_now(command)

    def _why_not_now(self, command: Command) -> Reason | None:
        is_over, phase = self.is_over, self._state.phase
        found: Reason | None = None
        match command:
            case Command.HINT if not self.is_persons_turn:
                found = refusal("hand-over" if is_over else "turn-of-computer")
            case Command.ANALYSIS if not self._steps:
                found = refusal("no-action-yet")
            case Command.REVIEW | Command.COMPARE if not is_over:
                found = refusal("hand-not-over")
            case Command.LAST_TRICK if not self._state.tricks:
                found = refusal("no-trick-yet")
            case Command.UNDO if self._last_own_place() is None:
                found = refusal("nothing-to-undo")
            case Command.REPLAY_BIDDING if not self._steps:
                found = refusal("no-action-yet")
            case Command.REPLAY_CARDS if self._play_place() is None:
                found = refusal("no-contract" if is_over else "no-play-yet")
            case Command.END_BIDDING if phase is not Phase.AUCTION:
                found = refusal("hand-over" if is_over else "auction-over")
            case Command.END_CARDS if is_over:
                found = refusal("hand-over")
            case Command.NEXT_HAND:
                found = self._why_no_next_hand()
        return found

    def _why_no_next_hand(self) -> Reason | None:
        outcome = self.outcome
        if not self.is_over:
            return refusal("hand-not-over")
        if outcome is None:
            return refusal("no-next-hand")
        return None if outcome.winner is None else refusal("game-over", side=outcome.winner)

    def _allow(self, command: Command) -> None:
        reason = self.refusal(command)
        if reason is not None:
            raise RefusedError(reason)

    # What is done -------------------------------------------------------------------------

    def act(self, action: Action, seat: Seat | None = None) -> Step:
        """Call, declare or play for a human player.

        Args:
            action: what is done.
            seat: who does it; without one, who is at turn.

        Raises:
            RefusedError: the rules do not allow it, or it is the computer's turn.
            TypeError: it is no action.
        """
        expect_action(action)
        expect(seat, (Seat, type(None)), "seat", "a Seat or None")
        seat = self.turn if seat is None else seat
        if seat is None:
            raise RefusedError(refusal("hand-over"))
        if self.players[seat] is not None:
            raise RefusedError(refusal("turn-of-computer"))
        self.happen(ActionTaken(seat, action, by_computer=False))
        return self._steps[-1]

    def play_forced(self) -> Step | None:
        """Play the only legal card of the player at turn; return `None` if there is a choice.

        It is no player's choice: taking back goes past it.
        """
        card, seat = self.forced_card(), self.turn
        if card is None or seat is None or self.announces():
            return None
        self.happen(ActionTaken(seat, Play(card), by_computer=True))
        return self._steps[-1]

    def step(self) -> Step | None:
        """Let the computer player at turn act; return `None` if it is no computer player's turn."""
        seat = self.turn
        if seat is None or self.players[seat] is None:
            return None
        return self._let(seat, self._level(seat))

    def advance(self) -> Iterator[Step]:
        """Let the computer players act until a human player must, one step after another."""
        while (step := self.step()) is not None:
            yield step

    def end_bidding(self) -> Iterator[Step]:
        """Let the computer bid for all seats until the auction is over; this counts as help.

        Raises:
            RefusedError: the auction is over, or people play the hand without help.
        """
        self._allow(Command.END_BIDDING)
        self._help_people()
        return self._play_on(lambda: self._state.phase is Phase.AUCTION)

    def end_cards(self) -> Iterator[Step]:
        """Let the computer call and play for all seats to the end; this counts as help.

        Raises:
            RefusedError: the hand is over, or people play it without help.
        """
        self._allow(Command.END_CARDS)
        self._help_people()
        return self._play_on(lambda: not self.is_over)

    def _play_on(self, goes_on: Callable[[], bool]) -> Iterator[Step]:
        while goes_on() and self.turn is not None:
            yield self._let(self.turn, self._level(self.turn))

    def _level(self, seat: Seat) -> Level:
        return self.players[seat] or self.setup.adviser

    def _let(self, seat: Seat, level: Level) -> Step:
        advice = advise(self.view(seat), level, self.setup.seed)
        place = len(self._steps)
        self.happen(ActionTaken(seat, advice.action, by_computer=True))
        self._advice[place, level] = advice
        return self._steps[-1]

    def undo(self) -> None:
        """Undo to before the last call, declaration or card of a human player.

        Raises:
            RefusedError: there is none in this hand, or it is not over and without help.
        """
        self._allow(Command.UNDO)
        place = self._last_own_place()
        if place is not None:
            self._go_back(place)

    def replay_bidding(self) -> None:
        """Undo to the beginning of the hand.

        Raises:
            RefusedError: nothing was called yet, or the hand is not over and without help.
        """
        self._allow(Command.REPLAY_BIDDING)
        self._go_back(0)

    def replay_cards(self) -> None:
        """Undo to the first card of the hand, before its declarations.

        Raises:
            RefusedError: no card was played yet, or the hand is not over and without help.
        """
        self._allow(Command.REPLAY_CARDS)
        place = self._play_place()
        if place is not None:
            self._go_back(place)

    def _go_back(self, place: int) -> None:
        if not self._was_helped:
            self.happen(Helped())
        self.happen(HandUndone(place))

    def _last_own_place(self) -> int | None:
        return next((s.place for s in reversed(self._steps) if not s.by_computer), None)

    def _play_place(self) -> int | None:
        return next((s.place for s in self._steps if s.before.trick is not None), None)

    def next_hand(self, *, shuffle: bool = False) -> None:
        """Begin the next hand of the game.

        Args:
            shuffle: whether both sides agree to shuffle the cards (3.4).

        Raises:
            RefusedError: the hand is not over, or no other is to come.
        """
        self._allow(Command.NEXT_HAND)
        self.happen(HandBegun(shuffle))

    def seat_players(self, players: Players) -> None:
        """Change the players; the player at turn may change with them.

        A person's seat that goes to the computer within a hand is help, as `end_cards` is.

        Raises:
            BeloteError: North is to be a person.
            RefusedError: the computer is to go on for a person in a hand without help.
        """
        attrs.evolve(self.setup, players=players)  # North is judged there
        if not self.is_over and any(players[seat] is not None for seat in self.people):
            if self._hand_without_help and self._last_own_place() is not None:
                raise RefusedError(refusal("without-help"))
            if self._last_own_place() is not None:
                self._help()
        self.happen(PlayersSeated(players))

    def switch_help(self, *, without: bool) -> None:
        """Switch play without help on or off.

        A hand that was begun keeps its way to its end, unless it is to be without help and
        no human player has acted or taken help yet. Once it is over there is nothing
        to hide: it is explained, compared and replayed in any case, and a replay counts as help.
        """
        expect(without, bool, "without", "True or False")
        if without != self.without_help:
            self.happen(HelpToggled(without))

    # Help ---------------------------------------------------------------------------------

    def peek(self, seat: Seat) -> int:
        """Return the remaining cards of a player, as a hand; the dealt cards when the hand is over.

        Raises:
            RefusedError: the hand is not over and without help.
            TypeError: it is no seat.
        """
        expect(seat, Seat, "seat", "a Seat")
        if not (self.turn == seat and self.is_persons_turn):
            self._allow(Command.PEEK)
            self._help()
        return self._state.dealt[seat] if self.is_over else self._state.hands[seat]

    def last_trick(self) -> Trick:
        """Return the last complete trick.

        Raises:
            RefusedError: there is none yet.
        """
        self._allow(Command.LAST_TRICK)
        return self._state.tricks[-1]

    def hint(self) -> Explanation:
        """Return the adviser's action for the human player at turn, with its reasons.

        Raises:
            RefusedError: no person is at turn, or the hand is played without help.
        """
        self._allow(Command.HINT)
        self._help()
        state, seat = self._state, self.turn
        if seat is None:
            raise RefusedError(refusal("hand-over"))
        advice = self._advice_at(len(self._steps), state, seat, self.setup.adviser)
        return explain(view(state, seat), advice)

    def analysis(self, place: int) -> Analysis:
        """Return the reasons of an action; for a human player, the adviser's choice.

        Args:
            place: its place among the actions of the hand, from 0; -1 for the last.

        Raises:
            RefusedError: nothing was done there, or the hand is not over and without help.
        """
        expect(place, int, "place", "a whole number")
        self._allow(Command.ANALYSIS)
        if not -len(self._steps) <= place < len(self._steps):
            raise RefusedError(refusal("no-action-yet"))
        self._help()
        step = self._steps[place]
        level = step.level or self.setup.adviser
        before = step.before
        advice = self._advice_at(step.place, before, step.seat, level)
        past = advice.action == step.action
        explanation = explain(view(before, step.seat), advice, past=past)
        return Analysis(step=step, explanation=explanation)

    def _advice_at(self, place: int, state: HandState, seat: Seat, level: Level) -> Advice:
        key = (place, level)
        if key not in self._advice:
            self._advice[key] = advise(view(state, seat), level, self.setup.seed)
        return self._advice[key]

    def medal(self, place: int = -1) -> Medal:
        """Return the reason the winning card of a trick wins it.

        Args:
            place: which of the tricks that are complete, from 0; -1 for the last.

        Raises:
            RefusedError: there is no such trick.
        """
        expect(place, int, "place", "a whole number")
        tricks, contract = self._state.tricks, self._state.contract
        if contract is None or not -len(tricks) <= place < len(tricks):
            raise RefusedError(refusal("no-trick-yet"))
        which = place % len(tricks)
        return medal(tricks[which], contract.bid.suit, tricks[:which])

    def score_card(self) -> ScoreCard:
        """Return the score of the hand, with its steps.

        Raises:
            RefusedError: the hand is not over.
        """
        if not self.is_over:
            raise RefusedError(refusal("hand-not-over"))
        return score_card(self._state.score, self._state.options, self._state.standing)

    def review(self, seat: Seat) -> Review:
        """Return the cost of a player's choices, the worst first.

        Raises:
            RefusedError: the hand is not over.
        """
        expect(seat, Seat, "seat", "a Seat")
        self._allow(Command.REVIEW)
        setup = self.setup
        return review(self._state, seat, lambda seen: advise(seen, setup.adviser, setup.seed))

    def compare(self) -> HandState:
        """Return the same hand played to its end with the adviser in the humans' seats.

        Raises:
            RefusedError: the hand is not over.
        """
        self._allow(Command.COMPARE)
        state = start(
            self._state.dealt,
            self._state.dealer,
            self._state.options,
            standing=self._state.standing,
            unshuffled=self._state.unshuffled,
        )
        while state.turn is not None:
            seat = state.turn
            advice = advise(view(state, seat), self._level(seat), self.setup.seed)
            state, _ = apply(state, advice.action)
        return state

    def _help_people(self) -> None:
        if self.people:
            self._help()

    def _help(self) -> None:
        if not self._was_helped and not self.is_over:
            self.happen(Helped())

    # What has happened --------------------------------------------------------------------

    def happen(self, entry: Entry) -> None:
        """Apply an entry: an action of a player, or an entry of a save.

        Raises:
            BeloteError: it cannot happen now.
        """
        expect(entry, _ENTRIES, "entry", "something that happens at a table")
        match entry:
            case ActionTaken():
                self._do(entry)
            case HandUndone(place):
                self._take_back(place)
            case HandBegun(shuffle):
                self._go_on(shuffle)
            case PlayersSeated(players):
                self.players = players
            case HelpToggled(without):
                self.without_help = without
                if without and not self._was_helped and self._last_own_place() is None:
                    self._hand_without_help = True
                elif not without and self.is_over:
                    self._hand_without_help = False
            case Helped():
                self._was_helped = True
        self.entries.append(entry)
        if self._listener is not None:
            self._listener(entry)

    def _begin(self, state: HandState) -> None:
        self._state = state
        self._steps = []
        self._advice = {}
        self._outcome = None
        self._was_helped = False
        self._hand_without_help = self.without_help

    def _do(self, entry: ActionTaken) -> None:
        reason = why_not(self._state, entry.seat, entry.action)
        if reason is not None:
            raise RefusedError(reason)
        before = self._state
        self._state, events = apply(before, entry.action, entry.seat)
        step = Step(
            place=len(self._steps),
            seat=entry.seat,
            action=entry.action,
            events=events,
            level=self._level(entry.seat) if entry.by_computer else None,
            before=before,
        )
        self._steps.append(step)

    def _take_back(self, place: int) -> None:
        if not 0 <= place < len(self._steps):
            raise RefusedError(refusal("nothing-to-undo"))
        self._state = self._steps[place].before
        del self._steps[place:]
        self._outcome = None
        self._advice = {key: found for key, found in self._advice.items() if key[0] <= place}

    def _go_on(self, shuffle: bool) -> None:
        reason = self._why_no_next_hand()
        outcome = self.outcome
        if reason is not None or outcome is None:
            raise RefusedError(reason or refusal("no-next-hand"))
        state = next_hand(outcome, shuffle=shuffle)
        self._game = outcome
        self._begin(state)
