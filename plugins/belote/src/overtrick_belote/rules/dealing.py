"""Deals: shuffled, cut, numbered, or completed from given cards (rules 3 and 9.2)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from overtrick import Seat
from overtrick_belote.errors import BeloteError, expect
from overtrick_belote.rules.cards import (
    CARDS,
    FULL_DECK,
    Card,
    Side,
    cards_of,
    four_masks,
    hand_of,
    ordered,
    side_of,
    turn_order,
)
from overtrick_belote.rules.options import Restacking, RuleOptions

if TYPE_CHECKING:
    from overtrick_belote.rules.state import Hands, HandState

NUMBERED_HANDS: Final = 1_000_000
_PACKETS: Final = (3, 2, 3)


class SeededRandom:
    """A random generator from a seed, the same in every version of Python and on every machine.

    SHA-256 of the seed and a counter, four bytes a draw.

    Example:
        >>> lots = SeededRandom("a seed")
        >>> [lots.below(6) for _ in range(8)]
        [0, 0, 0, 5, 2, 0, 1, 1]
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode(errors="surrogatepass")
        self._block = b""
        self._counter = 0

    def below(self, limit: int) -> int:
        """Return a random number from 0 to `limit - 1`, uniformly; the limit is 1 to 2**32."""
        if not 1 <= limit <= 1 << 32:
            msg = f"not a limit to draw below: {limit}"
            raise BeloteError(msg)
        most = (1 << 32) - (1 << 32) % limit
        while True:
            if not self._block:
                counter = self._counter.to_bytes(8, "big")
                self._block = hashlib.sha256(self._seed + b"\0" + counter).digest()
                self._counter += 1
            word, self._block = int.from_bytes(self._block[:4], "big"), self._block[4:]
            if word < most:
                return word % limit

    def shuffled(self, cards: Sequence[Card]) -> list[Card]:
        """Return some cards in random order, every order equally likely."""
        deck = list(cards)
        for place in range(len(deck) - 1, 0, -1):
            other = self.below(place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        return deck


def cut(deck: Sequence[Card], lots: SeededRandom, options: RuleOptions) -> tuple[Card, ...]:
    """Cut a deck: put its lower part on its upper part (3.7).

    Args:
        deck: the cards, the top one first.
        lots: where the size of the upper part comes from; one draw.
        options: the rules of the table: `least_cut`.
    """
    least = options.least_cut
    place = least + lots.below(len(deck) - 2 * least + 1)
    return (*deck[place:], *deck[:place])


def deal_deck(deck: Sequence[Card], dealer: Seat) -> Hands:
    """Deal a deck in packets of three, two and three from the dealer's right (3.3).

    Args:
        deck: the 32 cards, the top one first.
        dealer: the dealer.

    Returns:
        The four hands as masks, by seat.

    Raises:
        BeloteError: it is not a deck of the 32 cards.
    """
    if len(deck) != len(CARDS) or hand_of(deck) != FULL_DECK:
        msg = "a deck is each of the 32 cards once"
        raise BeloteError(msg)
    hands = [0, 0, 0, 0]
    place = 0
    first = turn_order(dealer)[1]
    for packet in _PACKETS:
        for seat in turn_order(first):
            for card in deck[place : place + packet]:
                hands[seat] |= 1 << card
            place += packet
    return (hands[0], hands[1], hands[2], hands[3])


def restack(state: HandState) -> tuple[Card, ...]:
    """Gather the cards of a finished hand for the next deal, the top card first (3.6).

    Each side's tricks lie in the order won, each with its cards in the order played; the options
    decide whose pile is on top. After a hand without a contract the four hands are one under
    another from the dealer's right on, each as it is held: spades, hearts, diamonds, clubs, in
    each the ace first.

    Raises:
        BeloteError: the hand is not finished.
    """
    if state.turn is not None:
        msg = "the hand is not over: its cards cannot be put together"
        raise BeloteError(msg)
    contract = state.contract
    if contract is None:
        return tuple(
            card
            for seat in turn_order(turn_order(state.dealer)[1])
            for card in ordered(state.dealt[seat])
        )
    trump = contract.bid.suit
    piles: dict[Side, list[Card]] = {Side.NORTH_SOUTH: [], Side.EAST_WEST: []}
    for trick in state.tricks:
        piles[side_of(trick.winner(trump))] += trick.cards
    top = contract.side
    if state.options.restacking is Restacking.DEFENDERS_ON_TOP:
        top = top.other
    return (*piles[top], *piles[top.other])


def complete(hands: Sequence[int], dealer: Seat | None, seed: str) -> tuple[Hands, Seat]:
    """Deal the cards that an edited hand leaves open, and choose its dealer (9.2).

    Args:
        hands: what is given to each player, as masks, by seat; each up to eight cards.
        dealer: the dealer, `None` for one of chance.
        seed: where chance comes from; the same seed completes the same cards alike, whether
            the dealer is given or not.

    Raises:
        BeloteError: there are not four hands, one has more than eight cards, or a card is
            in two.

    Example:
        >>> complete([0xFF, 0xFF00, 0xFF0000, 0], Seat.WEST, "any")[0][3] == 0xFF000000
        True
    """
    four_masks(hands)
    expect(dealer, (Seat, type(None)), "dealer", "a Seat or None")
    expect(seed, str, "seed", "a text")
    seen = 0
    for seat, hand in zip(Seat, hands, strict=True):
        if hand & ~FULL_DECK or hand < 0:
            msg = f"{seat.symbol} is given cards that are none of the 32"
            raise BeloteError(msg)
        if hand.bit_count() > 8:
            msg = f"{seat.symbol} is given {hand.bit_count()} cards; a player has eight"
            raise BeloteError(msg)
        if hand & seen:
            twice = next(cards_of(hand & seen))
            owners = [s.symbol for s in Seat if hands[s] >> twice & 1]
            msg = f"{twice} is given to {' and '.join(owners)}"
            raise BeloteError(msg)
        seen |= hand
    lots = SeededRandom(f"overtrick belote edited {seed}")
    drawn = Seat(lots.below(4))
    rest = lots.shuffled(list(cards_of(FULL_DECK & ~seen)))
    whole = list(hands)
    for seat in Seat:
        missing = 8 - whole[seat].bit_count()
        whole[seat] |= hand_of(rest[:missing])
        del rest[:missing]
    return (whole[0], whole[1], whole[2], whole[3]), drawn if dealer is None else dealer


def numbered_hand(number: int) -> tuple[Hands, Seat]:
    """Return the hands and the dealer of a hand number; they never change.

    Args:
        number: 1 to 1,000,000.

    Raises:
        TypeError: it is no whole number.
        BeloteError: there is no such number.
    """
    expect(number, int, "number", "a whole number")
    if not 1 <= number <= NUMBERED_HANDS:
        msg = f"there is no hand {number}: they are numbered 1 to {NUMBERED_HANDS:,}"
        raise BeloteError(msg)
    lots = SeededRandom(f"overtrick belote hand {number}")
    dealer = Seat(lots.below(4))
    return deal_deck(lots.shuffled(CARDS), dealer), dealer
