"""The text form of hands and games, `.b32`, for saves, reports and the clipboard.

    32-card bridge 1

    dealer: W
    north: SA98 HKT C9J8
    ...
    calls: S pass, E pass, N 80C, W pass
    announces: S third of SQ
    trick 1: S C7, E CT, N CJ, W CQ

Every line is a name, a colon and a value. What is as the rules have it by default is left out, and
of the hands what is open. `reading` reads what is written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError, IllegalActionError, expect
from overtrick_belote.rules.announces import Announce
from overtrick_belote.rules.auction import Call
from overtrick_belote.rules.cards import FULL_DECK, RANK_SYMBOLS, Card, following
from overtrick_belote.rules.dealing import complete
from overtrick_belote.rules.game import Game, finish, new_game, next_hand
from overtrick_belote.rules.options import (
    DEFAULT_OPTIONS,
    RuleOptions,
    changed_options,
    option_name,
    option_text,
)
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import (
    Action,
    Declare,
    Hands,
    HandState,
    Play,
    apply,
    start,
)

SUFFIX: Final = ".b32"
VERSION: Final = 1
FIRST_LINE: Final = f"32-card bridge {VERSION}"
SEAT_NAMES: Final = ("north", "east", "south", "west")
NOTE_NAME: Final = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)

Notes = Mapping[str, str]


def _to_notes(notes: Notes) -> dict[str, str]:
    return dict(sorted(notes.items()))


@attrs.frozen(kw_only=True)
class HandRecord:
    """A hand in text form: complete or partly edited, unplayed, unfinished or finished.

    Attributes:
        hands: what each player is dealt, as masks by seat; up to eight cards each.
        dealer: the dealer, `None` where he is open.
        options: the rules of the table.
        number: its number among the numbered hands.
        seed: by what the cards that are open and the dealer are drawn.
        standing: the points of the game before it, by side.
        unshuffled: whether the cards were only cut since the hand before.
        calls: the calls with the player of each.
        declared: the declarations made.
        cards: the cards played, in order.
        score: what it scored, by side, once it is over.
        notes: whatever else is to be kept with it, one line each.
    """

    hands: Hands
    dealer: Seat | None
    options: RuleOptions = DEFAULT_OPTIONS
    number: int | None = None
    seed: str | None = None
    standing: tuple[int, int] = (0, 0)
    unshuffled: bool = False
    calls: tuple[tuple[Seat, Call], ...] = ()
    declared: tuple[tuple[Seat, Announce], ...] = ()
    cards: tuple[Card, ...] = ()
    score: tuple[int, int] | None = None
    notes: Notes = attrs.field(factory=dict, converter=_to_notes)

    @property
    def is_whole(self) -> bool:
        """Whether all cards are dealt and the dealer is known."""
        north, east, south, west = self.hands
        return self.dealer is not None and north | east | south | west == FULL_DECK

    def begin(self, seed: str = "") -> HandState:
        """Return the hand before the first call.

        Args:
            seed: by what open cards are dealt, where the record has no seed of its own.

        Raises:
            BeloteError: the hands cannot be dealt.
        """
        hands, dealer = self.hands, self.dealer
        if not self.is_whole or dealer is None:
            chosen = seed if self.seed is None else self.seed
            hands, dealer = complete(hands, dealer, chosen)
        return start(
            hands, dealer, self.options, standing=self.standing, unshuffled=self.unshuffled
        )

    def actions(self) -> Iterator[tuple[Seat | None, Action]]:
        """Yield all actions in order: calls, cards, and declarations before a player's first card.

        The player is `None` where it is whoever is at turn: of cards.
        """
        yield from self.calls
        for place, card in enumerate(self.cards):
            if place < 4:
                yield from self._said_at(place)
            yield None, Play(card)
        if len(self.cards) < 4:
            yield from self._said_at(len(self.cards))

    def _said_at(self, place: int) -> Iterator[tuple[Seat | None, Action]]:
        """Return the declarations of the player of a place in the first trick."""
        if self.dealer is None:
            return
        player = following(self.dealer)
        for _ in range(place):
            player = following(player)
        for seat, announce in self.declared:
            if seat == player:
                yield seat, Declare(announce)

    def replay(self, seed: str = "", *, cards: int | None = None) -> HandState:
        """Return the hand after the recorded actions.

        Args:
            seed: as `begin` has it.
            cards: the number of recorded cards to play, `None` for all; 0 goes back to the
                start of the play.

        Raises:
            BeloteError: a recorded action is against the rules.
        """
        state = self.begin(seed)
        played = 0
        for seat, action in attrs.evolve(self, dealer=state.dealer).actions():
            if isinstance(action, (Declare, Play)) and played == cards:
                return state
            state, _ = apply(state, action, seat)
            played += isinstance(action, Play)
        if len(state.declared) < len(self.declared):
            seat, announce = next(said for said in self.declared if said not in state.declared)
            msg = f"{seat.symbol} has no turn at which to announce {announce}"
            raise IllegalActionError(msg)
        return state


@attrs.frozen(kw_only=True)
class GameRecord:
    """A game in text form.

    Attributes:
        seed: where its shuffles and cuts come from.
        dealer: the first dealer, `None` if the seed decides.
        options: the rules of the table; those of its hands are the same.
        hands: the hands in order; the last may be broken off.
        notes: whatever else is to be kept with it, one line each.
    """

    seed: str
    dealer: Seat | None = None
    options: RuleOptions = DEFAULT_OPTIONS
    hands: tuple[HandRecord, ...] = ()
    notes: Notes = attrs.field(factory=dict, converter=_to_notes)

    def replay(self) -> tuple[Game, HandState | None]:
        """Return the game after its finished hands, and the hand in progress.

        The hand is `None` where the last one is over, or there is none yet.

        Raises:
            BeloteError: the hands are not those that the game deals, or are played against the
                rules.
        """
        game = new_game(self.seed, self.options, self.dealer)
        for place, record in enumerate(self.hands, 1):
            state = record.replay()
            if state.turn is not None and place == len(self.hands):
                if state.dealt != next_hand(game, shuffle=not state.unshuffled).dealt:
                    msg = f"this is not hand {place} of the game"
                    raise BeloteError(msg)
                return game, state
            game = finish(game, state)
        return game, None


def record_hand(
    state: HandState,
    *,
    number: int | None = None,
    seed: str | None = None,
    notes: Notes | None = None,
) -> HandRecord:
    """Return the record of a hand.

    Args:
        state: the hand, however far it has come.
        number: its number, where it is a numbered hand.
        seed: the seed that completed it, where it was edited in part.
        notes: what else is to be kept with it.

    Example:
        >>> state = start((0xFF, 0xFF00, 0xFF0000, 0xFF000000), Seat.WEST)
        >>> print(write(record_hand(state)), end="")
        32-card bridge 1
        <BLANKLINE>
        dealer: W
        north: CAKQJT987
        east: DAKQJT987
        south: HAKQJT987
        west: SAKQJT987
    """
    expect(state, HandState, "state", "a HandState")
    tricks = state.tricks if state.trick is None else (*state.tricks, state.trick)
    score = (0, 0) if state.score is None else state.score.score
    return HandRecord(
        hands=state.dealt,
        dealer=state.dealer,
        options=state.options,
        number=number,
        seed=seed,
        standing=state.standing,
        unshuffled=state.unshuffled,
        calls=state.auction.calls,
        declared=state.declared,
        cards=tuple(card for trick in tricks for card in trick.cards),
        score=score if state.turn is None else None,
        notes={} if notes is None else notes,
    )


def record_game(
    game: Game, state: HandState | None = None, *, notes: Notes | None = None
) -> GameRecord:
    """Return the record of a game.

    Args:
        game: the game.
        state: the hand that is being played.
        notes: what else is to be kept with it.
    """
    expect(game, Game, "game", "a Game")
    expect(state, (HandState, type(None)), "state", "a HandState or None")
    played = game.hands if state is None else (*game.hands, state)
    return GameRecord(
        seed=game.seed,
        dealer=played[0].dealer if played else game.dealer,
        options=game.options,
        hands=tuple(record_hand(hand) for hand in played),
        notes={} if notes is None else notes,
    )


def write(record: HandRecord | GameRecord | Sequence[HandRecord]) -> str:
    """Write a hand, a game or several hands; the output is deterministic.

    Raises:
        BeloteError: a seed or a note is no single line, or begins or ends with a blank.
    """
    kinds = (HandRecord, GameRecord, list, tuple)
    expect(record, kinds, "record", "a HandRecord, a GameRecord or several HandRecords")
    if isinstance(record, list | tuple):
        for each in record:
            expect(each, HandRecord, "each record", "a HandRecord")
    lines = [FIRST_LINE, ""]
    if isinstance(record, HandRecord):
        lines += _hand_lines(record)
    elif isinstance(record, GameRecord):
        lines.append(f"game: {_line('seed', record.seed)}")
        if record.dealer is not None:
            lines.append(f"first dealer: {record.dealer.symbol}")
        lines += _option_lines(record.options)
        lines += _note_lines(record.notes)
        lines += _sections(record.hands, record.options)
    else:
        lines += _sections(record, DEFAULT_OPTIONS)[1:]
    return "\n".join(lines) + "\n"


def _sections(hands: Sequence[HandRecord], options: RuleOptions) -> list[str]:
    lines: list[str] = []
    for place, hand in enumerate(hands, 1):
        lines += ("", f"hand {place}", *_hand_lines(hand, options))
    return lines


def _line(name: str, value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        whole = False
    else:
        whole = value == value.strip() and not set("\r\n") & set(value)
    if not whole:
        msg = f"the {name} {value!r} cannot stand in one line as it is"
        raise BeloteError(msg)
    return value


def _note_lines(notes: Notes) -> list[str]:
    for name in notes:
        if not NOTE_NAME.fullmatch(name):
            msg = f"a note has a name of small letters, digits and hyphens, not {name!r}"
            raise BeloteError(msg)
    return [f"note {name}: {_line(f'note {name}', text)}".rstrip() for name, text in notes.items()]


def _option_lines(options: RuleOptions, known: RuleOptions = DEFAULT_OPTIONS) -> list[str]:
    return [
        f"option {option_name(name)}: {option_text(value)}"
        for name, value in changed_options(options, known).items()
    ]


def hand_text(hand: int) -> str:
    """Return the cards of a hand as text.

    Example:
        >>> hand_text(0x80_00_00_E1)
        'SA CAKQ7'
    """
    suits: dict[str, str] = {}
    for suit in reversed(Suit):
        held = hand >> (8 * suit) & 0xFF
        if held:
            ranks = (RANK_SYMBOLS[rank] for rank in range(7, -1, -1) if held >> rank & 1)
            suits[suit.symbol] = "".join(ranks)
    return " ".join(suit + ranks for suit, ranks in suits.items())


def points_text(points: tuple[int, int]) -> str:
    """Return the points of both sides as text: `NS 270, EW 30`."""
    return f"NS {points[0]}, EW {points[1]}"


def _in_fours(items: Sequence[str]) -> Iterator[str]:
    for place in range(0, len(items), 4):
        yield ", ".join(items[place : place + 4])


def _hand_lines(record: HandRecord, options: RuleOptions = DEFAULT_OPTIONS) -> list[str]:
    lines = []
    if record.number is not None:
        lines.append(f"number: {record.number}")
    if record.dealer is not None:
        lines.append(f"dealer: {record.dealer.symbol}")
    for name, hand in zip(SEAT_NAMES, record.hands, strict=True):
        if hand:
            lines.append(f"{name}: {hand_text(hand)}")
    if record.seed is not None:
        lines.append(f"seed: {_line('seed', record.seed)}".rstrip())
    lines += _option_lines(record.options, options)
    if record.standing != (0, 0):
        lines.append(f"standing: {points_text(record.standing)}")
    if record.unshuffled:
        lines.append("unshuffled: yes")
    lines += _note_lines(record.notes)
    calls = [f"{seat.symbol} {call}" for seat, call in record.calls]
    lines += (f"calls: {four}" for four in _in_fours(calls))
    said = [f"{seat.symbol} {announce}" for seat, announce in record.declared]
    lines += (f"announces: {four}" for four in _in_fours(said))
    lines += _trick_lines(record)
    if record.score is not None:
        lines.append(f"score: {points_text(record.score)}")
    # A hand of which nothing is known is a hand all the same.
    return lines or ["north: -"]


def _trick_lines(record: HandRecord) -> Iterator[str]:
    """Yield the tricks with the player of each card."""
    if not record.cards:
        return
    state = record.replay(cards=0)
    contract = state.contract
    if contract is None or state.trick is None:
        msg = "cards are told of a hand without a contract"
        raise BeloteError(msg)
    leader = state.trick.leader
    for place in range(0, len(record.cards), 4):
        trick = Trick(leader, record.cards[place : place + 4])
        played = (f"{trick.player(i).symbol} {card}" for i, card in enumerate(trick.cards))
        yield f"trick {place // 4 + 1}: {', '.join(played)}"
        leader = trick.winner(contract.bid.suit)
