"""A hand from the first call to the last card: immutable states, and the transitions between them.

    state = start(hands, dealer, options)
    state, events = apply(state, legal(state)[0])

Nothing here reads, prints, draws lots or waits. `view` is all that a player may know.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError, IllegalActionError, expect
from overtrick_belote.rules.announces import (
    BELOT,
    Announce,
    Kind,
    announceable,
    has_belot,
    may_stand_together,
    possible,
    winning_side,
)
from overtrick_belote.rules.auction import (
    Auction,
    Bid,
    Call,
    Contract,
    Double,
    Pass,
    Redouble,
    add_call,
    is_legal_call,
    legal_calls,
    open_auction,
)
from overtrick_belote.rules.cards import (
    FULL_DECK,
    LAST_TRICK,
    SLAM,
    Card,
    Side,
    cards_of,
    following,
    four_masks,
    side_of,
)
from overtrick_belote.rules.options import DEFAULT_OPTIONS, RuleOptions
from overtrick_belote.rules.play import Trick, legal_cards
from overtrick_belote.rules.scoring import Earned, HandScore, score_hand

Hands = tuple[int, int, int, int]
"""Four hands as masks, by seat: North, East, South, West."""


class Phase(enum.Enum):
    """The phase of a hand."""

    AUCTION = "auction"
    PLAY = "play"
    OVER = "over"


@attrs.frozen
class Declare:
    """Make a declaration before one's first card (6.5)."""

    announce: Announce


@attrs.frozen
class Play:
    """Play a card."""

    card: Card


Action = Pass | Bid | Double | Redouble | Declare | Play


@attrs.frozen
class Called:
    """A player called."""

    seat: Seat
    call: Call


@attrs.frozen
class AuctionEnded:
    """The auction is over; without a contract neither side scores."""

    contract: Contract | None


@attrs.frozen
class Declared:
    """A player made a declaration: its kind is announced, not its cards (6.5)."""

    seat: Seat
    kind: Kind


@attrs.frozen
class BeloteAnnounced:
    """A player announced belote with the first of king and queen of trumps, then rebelote."""

    seat: Seat
    again: bool


@attrs.frozen
class CardPlayed:
    """A player played a card."""

    seat: Seat
    card: Card


@attrs.frozen
class DeclarationsCompared:
    """The declarations were compared, with the first card of the second trick (6.6).

    Attributes:
        side: whose announces count, `None` where they tie and are void.
        shown: the announces whose cards are shown.
        points: what they count.
    """

    side: Side | None
    shown: tuple[tuple[Seat, Announce], ...]
    points: int


@attrs.frozen
class TrickWon:
    """A trick is complete.

    Attributes:
        seat: who won it.
        trick: the trick.
        points: its points; the last trick's ten or hundred is in them.
    """

    seat: Seat
    trick: Trick
    points: int


@attrs.frozen
class HandEnded:
    """The hand is over; the score is `None` without a contract."""

    score: HandScore | None


Event = (
    Called
    | AuctionEnded
    | Declared
    | BeloteAnnounced
    | CardPlayed
    | DeclarationsCompared
    | TrickWon
    | HandEnded
)


@attrs.frozen(kw_only=True)
class HandState:
    """The complete state of a hand so far, with all four hands.

    Attributes:
        options: the rules of the table.
        dealer: the dealer.
        dealt: the four complete hands, by seat.
        standing: the points of the game before this hand, by side.
        unshuffled: whether the cards were only cut since the hand before (3.4).
        auction: the auction.
        hands: what each still holds, by seat.
        tricks: the tricks that are complete.
        trick: the trick on the table; `None` before the play and after it.
        turn: who is to act; `None` when the hand is over.
        declared: the declarations made, in order.
        belot: the player with belote, `None` until it is announced.
        score: the score, when the hand is over and there was a contract.
    """

    options: RuleOptions
    dealer: Seat
    dealt: Hands
    standing: tuple[int, int] = (0, 0)
    unshuffled: bool = False
    auction: Auction
    hands: Hands
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    turn: Seat | None
    declared: tuple[tuple[Seat, Announce], ...] = ()
    belot: Seat | None = None
    score: HandScore | None = None

    @property
    def phase(self) -> Phase:
        """Auction, play, or over."""
        if self.turn is None:
            return Phase.OVER
        return Phase.PLAY if self.trick is not None else Phase.AUCTION

    @property
    def contract(self) -> Contract | None:
        """The contract, or the highest bid so far."""
        return self.auction.contract

    @property
    def compared(self) -> bool:
        """Whether the declarations have been compared: a card of the second trick was played."""
        return len(self.tricks) > 1 or (
            len(self.tricks) == 1 and self.trick is not None and bool(self.trick.cards)
        )

    @property
    def winning_announces(self) -> Side | None:
        """The side whose declarations count, among those made so far."""
        contract = self.contract
        if contract is None:
            return None
        return winning_side(self.declared, contract.bid.suit, self.options)

    @property
    def shown(self) -> tuple[tuple[Seat, Announce], ...]:
        """The declarations whose cards everyone has seen (6.5)."""
        if not self.compared:
            return ()
        if self.options.show_all_announces:
            return self.declared
        side = self.winning_announces
        return tuple(said for said in self.declared if side_of(said[0]) == side)

    def trick_points(self) -> tuple[int, int]:
        """Return the points of the complete tricks by side, with the ten for the last."""
        return _tricks_taken(self)[0]


@attrs.frozen(kw_only=True)
class View:
    """The information of one player about a hand: all public actions, and his own cards.

    Attributes:
        seat: the player.
        options: the rules of the table.
        dealer: the dealer.
        standing: the points of the game before this hand, by side.
        unshuffled: whether the cards were only cut since the hand before.
        dealt: the player's own complete hand.
        hand: what is left of it.
        auction: the auction.
        tricks: the tricks that are complete.
        trick: the trick on the table; `None` before the play and after it.
        turn: who is to act.
        said: the declarations made, with their kinds, in order.
        shown: the announces whose cards everybody has seen.
        own: the player's own declarations made.
        belot: the player who announced belote.
    """

    seat: Seat
    options: RuleOptions
    dealer: Seat
    standing: tuple[int, int]
    unshuffled: bool
    dealt: int
    hand: int
    auction: Auction
    tricks: tuple[Trick, ...]
    trick: Trick | None
    turn: Seat | None
    said: tuple[tuple[Seat, Kind], ...]
    shown: tuple[tuple[Seat, Announce], ...]
    own: tuple[Announce, ...]
    belot: Seat | None

    @property
    def contract(self) -> Contract | None:
        """The contract, or the highest bid so far."""
        return self.auction.contract

    @property
    def phase(self) -> Phase:
        """Auction, play, or over."""
        if self.turn is None:
            return Phase.OVER
        return Phase.PLAY if self.trick is not None else Phase.AUCTION


_ACTIONS: Final = (Pass, Bid, Double, Redouble, Declare, Play)


def expect_action(action: object) -> None:
    """Raise unless the value is a call, a declaration or a played card.

    Raises:
        TypeError: it is none, or an element is of another type.

    Example:
        >>> expect_action("pass")
        Traceback (most recent call last):
        ...
        TypeError: action must be a Pass, Bid, Double, Redouble, Declare or Play, not 'pass' (str)
    """
    expect(action, _ACTIONS, "action", "a Pass, Bid, Double, Redouble, Declare or Play")
    if isinstance(action, Play):
        expect(action.card, Card, "the card that is played", "a Card")
    elif isinstance(action, Declare):
        expect(action.announce, Announce, "the announce that is declared", "an Announce")
    elif isinstance(action, Bid):
        expect(action.amount, int, "the amount of a bid", "a whole number")
        expect(action.suit, Suit, "the suit of a bid", "a Suit")


def start(
    hands: Sequence[int],
    dealer: Seat,
    options: RuleOptions = DEFAULT_OPTIONS,
    *,
    standing: tuple[int, int] = (0, 0),
    unshuffled: bool = False,
) -> HandState:
    """Begin a hand.

    Args:
        hands: the four hands as masks, by seat (North, East, South, West); eight cards each.
        dealer: the dealer; the player on his right speaks and leads first.
        options: the rules of the table.
        standing: the points of the game before this hand, by side.
        unshuffled: whether the cards were only cut since the hand before.

    Raises:
        BeloteError: a hand has not eight cards, or a card is in two.
    """
    four_masks(hands)
    expect(dealer, Seat, "dealer", "a Seat")
    expect(options, RuleOptions, "options", "RuleOptions")
    north, east, south, west = hands
    dealt = (north, east, south, west)
    for seat, hand in zip(Seat, dealt, strict=True):
        if hand.bit_count() != 8 or hand & ~FULL_DECK:
            msg = f"{seat.symbol} has {hand.bit_count()} cards, not 8 of the 32"
            raise BeloteError(msg)
    if north | east | south | west != FULL_DECK:
        msg = "a card stands in two hands"
        raise BeloteError(msg)
    auction = open_auction(dealer)
    return HandState(
        options=options,
        dealer=dealer,
        dealt=dealt,
        standing=standing,
        unshuffled=unshuffled,
        auction=auction,
        hands=dealt,
        turn=auction.turn,
    )


def legal(state: HandState, seat: Seat | None = None) -> tuple[Action, ...]:
    """Return all legal actions of a player.

    Args:
        state: the hand.
        seat: the player; without one, who is at turn. Others have something to do only where
            doubling out of turn is allowed (4.7).

    Returns:
        In the auction: pass, then bids from the lowest, then double or redouble. In the play:
        announces not yet declared, before the player's first card, then cards, the highest card
        number first. Nothing when the hand is over.
    """
    expect(state, HandState, "state", "a HandState")
    seat = state.turn if seat is None else seat
    return () if seat is None else choices(view(state, seat))


def choices(view: View) -> tuple[Action, ...]:
    """Return all legal actions of a player from his view; as `legal` does."""
    if view.trick is None:
        return legal_calls(view.auction, view.seat, view.options)
    contract = view.contract
    if view.seat != view.turn or contract is None:
        return ()
    cards = legal_cards(view.hand, view.trick.cards, contract.bid.suit, view.options)
    return (
        *(Declare(announce) for announce in _sayable(view, contract)),
        *(Play(card) for card in cards_of(cards)),
    )


def playable(state: HandState) -> int:
    """Return the legal cards of the player at turn, as a hand; 0 outside the play."""
    if state.trick is None or state.turn is None or state.contract is None:
        return 0
    suit = state.contract.bid.suit
    return legal_cards(state.hands[state.turn], state.trick.cards, suit, state.options)


def _sayable(view: View, contract: Contract) -> list[Announce]:
    """Return the declarations that a player may make before his first card, after those made."""
    if not view.options.announces or view.tricks:
        return []
    cards = announceable(view.dealt, contract.bid.suit, view.options)
    return [
        announce
        for announce in possible(cards)
        if announce not in view.own
        and may_stand_together([*view.own, announce], cards, view.options)
    ]


def apply(
    state: HandState, action: Action, seat: Seat | None = None
) -> tuple[HandState, tuple[Event, ...]]:
    """Apply an action; return the next state and the events that the table sees.

    Args:
        state: the hand.
        action: what is done.
        seat: who does it; without one, who is at turn.

    Raises:
        IllegalActionError: the rules do not allow it now.
        TypeError: it is no action.
    """
    expect(state, HandState, "state", "a HandState")
    expect_action(action)
    seat = state.turn if seat is None else seat
    expect(seat, (Seat, type(None)), "seat", "a Seat")
    if seat is None:
        msg = "the hand is over"
        raise IllegalActionError(msg)
    if isinstance(action, Play):
        return _play(state, seat, action.card)
    if isinstance(action, Declare):
        return _declare(state, seat, action.announce)
    return _call(state, seat, action)


def _call(state: HandState, seat: Seat, call: Call) -> tuple[HandState, tuple[Event, ...]]:
    if state.auction.turn is None:
        msg = f"{seat.symbol} cannot call {call}: the auction is over"
        raise IllegalActionError(msg)
    if not is_legal_call(state.auction, seat, call, state.options):
        msg = f"{seat.symbol} cannot call {call} now"
        raise IllegalActionError(msg)
    auction = add_call(state.auction, seat, call, state.options)
    called = Called(seat, call)
    if auction.turn is not None:
        return attrs.evolve(state, auction=auction, turn=auction.turn), (called,)
    if auction.contract is None:
        over = attrs.evolve(state, auction=auction, turn=None)
        return over, (called, AuctionEnded(None), HandEnded(None))
    leader = following(state.dealer)
    playing = attrs.evolve(state, auction=auction, turn=leader, trick=Trick(leader))
    return playing, (called, AuctionEnded(auction.contract))


def _declare(
    state: HandState, seat: Seat, announce: Announce
) -> tuple[HandState, tuple[Event, ...]]:
    contract = state.contract
    if seat != state.turn or state.trick is None or contract is None:
        msg = (
            f"{seat.symbol} cannot announce now: it is done before one's first card, at one's turn"
        )
        raise IllegalActionError(msg)
    if announce not in _sayable(view(state, seat), contract):
        msg = f"{seat.symbol} cannot announce {announce} now"
        raise IllegalActionError(msg)
    said = attrs.evolve(state, declared=(*state.declared, (seat, announce)))
    return said, (Declared(seat, announce.kind),)


def _play(state: HandState, seat: Seat, card: Card) -> tuple[HandState, tuple[Event, ...]]:
    contract, trick = state.contract, state.trick
    why = None
    if trick is None or contract is None:
        why = "the hand is over" if state.turn is None else "the auction is not over"
    elif seat != state.turn:
        why = f"it is not the turn of {seat.symbol}"
    elif not state.hands[seat] >> card & 1:
        why = f"{seat.symbol} does not hold it"
    elif not playable(state) >> card & 1:
        allowed = ", ".join(str(choice) for choice in cards_of(playable(state)))
        why = f"the rules allow {allowed}"
    if trick is None or contract is None or why is not None:
        msg = f"{seat.symbol} cannot play {card}: {why}"
        raise IllegalActionError(msg)
    trump = contract.bid.suit
    events: list[Event] = [CardPlayed(seat, card)]
    left = [hand & ~(1 << card) for hand in state.hands]
    belot = state.belot
    if card >> 3 == trump and card & 7 in (5, 6) and has_belot(state.dealt[seat], trump):
        events.append(BeloteAnnounced(seat, again=belot is not None))
        belot = seat
    trick = Trick(trick.leader, (*trick.cards, card))
    tricks, turn = state.tricks, following(seat)
    next_trick: Trick | None = trick
    if len(trick.cards) == 4:
        winner = trick.winner(trump)
        tricks = (*tricks, trick)
        turn, next_trick = winner, Trick(winner)
    done = attrs.evolve(
        state,
        hands=(left[0], left[1], left[2], left[3]),
        tricks=tricks,
        trick=next_trick,
        turn=turn,
        belot=belot,
    )
    if len(state.tricks) == 1 and len(trick.cards) == 1 and state.declared:
        events.append(_shown(done))
    if len(trick.cards) == 4:
        events.append(TrickWon(turn, trick, _with_bonus(done, trick, trump)))
    if len(tricks) == 8:
        done = attrs.evolve(done, trick=None, turn=None, score=_score(done, contract))
        events.append(HandEnded(done.score))
    return done, tuple(events)


def _shown(state: HandState) -> DeclarationsCompared:
    side = state.winning_announces
    points = sum(said.points for seat, said in state.declared if side_of(seat) == side)
    return DeclarationsCompared(side, state.shown, points)


def _tricks_taken(state: HandState) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the points by side, with the ten for the last trick, and the tricks."""
    contract = state.contract
    points, won = [0, 0], [0, 0]
    if contract is None:
        return (0, 0), (0, 0)
    trump = contract.bid.suit
    for trick in state.tricks:
        side = side_of(trick.winner(trump))
        points[side] += trick.points(trump)
        won[side] += 1
        if won[0] + won[1] == 8:
            points[side] += SLAM if won[side] == 8 else LAST_TRICK
    return (points[0], points[1]), (won[0], won[1])


def _with_bonus(state: HandState, trick: Trick, trump: Suit) -> int:
    points = trick.points(trump)
    if len(state.tricks) == 8:
        points += SLAM if 8 in _tricks_taken(state)[1] else LAST_TRICK
    return points


def _score(state: HandState, contract: Contract) -> HandScore:
    points, won = _tricks_taken(state)
    side = state.winning_announces
    declared, announces, belot = [0, 0], [0, 0], [0, 0]
    for seat, announce in state.declared:
        declared[side_of(seat)] += announce.points
    if side is not None:
        announces[side] = declared[side]
    if state.belot is not None:
        belot[side_of(state.belot)] = BELOT
    earned = Earned(
        tricks=points,
        won=won,
        announces=(announces[0], announces[1]),
        declared=(declared[0], declared[1]),
        belot=(belot[0], belot[1]),
    )
    return score_hand(contract, earned, state.options)


def view(state: HandState, seat: Seat) -> View:
    """Return the view of a player: his information about a hand, and no more."""
    expect(state, HandState, "state", "a HandState")
    expect(seat, Seat, "seat", "a Seat")
    return View(
        seat=seat,
        options=state.options,
        dealer=state.dealer,
        standing=state.standing,
        unshuffled=state.unshuffled,
        dealt=state.dealt[seat],
        hand=state.hands[seat],
        auction=state.auction,
        tricks=state.tricks,
        trick=state.trick,
        turn=state.turn,
        said=tuple((who, announce.kind) for who, announce in state.declared),
        shown=state.shown,
        own=tuple(announce for who, announce in state.declared if who == seat),
        belot=state.belot,
    )
