"""A player's certain knowledge of the hidden hands, from his view alone.

Every fact follows from the rules alone: it is never wrong, whoever plays.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.rules.announces import Kind
from overtrick_belote.rules.cards import FULL_DECK, STRENGTH, SUIT_MASKS, Card
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import View
from overtrick_belote.solving.ranked import turn_of

KING_AND_QUEEN = 0x60


@attrs.frozen(kw_only=True)
class Knowledge:
    """Certain facts about the cards, by seat (North, East, South, West).

    Attributes:
        seat: whose knowledge it is.
        trump: the trump suit; `None` in the auction.
        counts: how many cards each still holds.
        possible: the cards each may still hold; the player's own are his hand.
        certain: the cards each must still hold.
        played: the cards each has played.
        kinds: the kinds of announces each made without showing the cards: his complete hand holds
            one of each.
        silent: the players who played a card without an announce. A computer that is silent has
            none; a human may have kept it, so it is no hard fact.
    """

    seat: Seat
    trump: Suit | None
    counts: tuple[int, int, int, int]
    possible: tuple[int, int, int, int]
    certain: tuple[int, int, int, int]
    played: tuple[int, int, int, int]
    kinds: tuple[tuple[Kind, ...], ...]
    silent: tuple[bool, bool, bool, bool]

    def void(self, seat: Seat, suit: Suit) -> bool:
        """Return whether a player is certainly void in a suit."""
        return not self.possible[seat] & SUIT_MASKS[suit]

    def allows(self, hands: tuple[int, ...]) -> bool:
        """Return whether four remaining hands satisfy all facts except the declarations."""
        return all(
            hand.bit_count() == self.counts[seat]
            and not hand & ~self.possible[seat]
            and not self.certain[seat] & ~hand
            for seat, hand in enumerate(hands)
        )


def tricks_of(view: View) -> Iterator[Trick]:
    """Yield the tricks of a view, the one on the table last."""
    yield from view.tricks
    if view.trick is not None:
        yield view.trick


def denied(cards: tuple[Card, ...], trump: Suit, options: RuleOptions) -> int:
    """Return the cards that the player of the last of some cards cannot hold, by the rules.

    Args:
        cards: the cards of a trick in turn, at least two.
        trump: the trump suit.
        options: the rules of the table.
    """
    card, before = cards[-1], cards[:-1]
    led = before[0] >> 3
    strength = STRENGTH[trump]
    place, best = 0, before[0]
    for at, other in enumerate(before[1:], 1):
        if strength[other] > strength[best] and (other >> 3 in (trump, led)):
            place, best = at, other
    above = sum(
        1 << other
        for other in range(8 * trump, 8 * trump + 8)
        if best >> 3 != trump or strength[other] > strength[best]
    )
    over = card >> 3 == trump and above >> card & 1
    if led == trump:
        if card >> 3 != trump:
            return SUIT_MASKS[trump]
        return 0 if over else above
    if card >> 3 == led:
        return 0
    no = SUIT_MASKS[led]
    if place == len(before) - 2 or over:
        # Partner was high, so nothing was due; or what was due was done.
        return no
    if card >> 3 != trump and options.undertrump_duty:
        return no | SUIT_MASKS[trump]
    return no | above


def know(view: View) -> Knowledge:
    """Return the knowledge of a player.

    Example:
        >>> from overtrick_belote.rules.dealing import numbered_hand
        >>> from overtrick_belote.rules.state import start, view
        >>> hands, dealer = numbered_hand(1)
        >>> known = know(view(start(hands, dealer), Seat.SOUTH))
        >>> known.possible[Seat.NORTH] & hands[Seat.SOUTH], known.counts
        (0, (8, 8, 8, 8))
    """
    me = view.seat
    contract = view.contract if view.trick is not None or view.tricks else None
    trump = contract.bid.suit if contract is not None else None
    played = [0, 0, 0, 0]
    possible = [FULL_DECK] * 4
    certain = [0, 0, 0, 0]
    if trump is not None:
        for trick in tricks_of(view):
            for place, card in enumerate(trick.cards):
                seat = trick.player(place)
                played[seat] |= 1 << card
                if place:
                    possible[seat] &= ~denied(trick.cards[: place + 1], trump, view.options)
        belot = KING_AND_QUEEN << (8 * trump)
        for seat in Seat:
            if seat == view.belot:
                certain[seat] |= belot & ~played[seat]
            elif played[seat] & belot:
                possible[seat] &= ~belot
    for seat, announce in view.shown:
        certain[seat] |= announce.mask & ~played[seat]
    gone = played[0] | played[1] | played[2] | played[3]
    counts = [8 - cards.bit_count() for cards in played]
    certain[me] = view.hand
    for seat in Seat:
        possible[seat] = view.hand if seat == me else possible[seat] & ~gone & ~view.hand
    _settle(counts, possible, certain)
    shown = {seat for seat, _ in view.shown}
    kinds = tuple(
        () if seat == me or seat in shown else tuple(kind for who, kind in view.said if who == seat)
        for seat in Seat
    )
    spoken = {seat for seat, _ in view.said}
    silent = [bool(played[seat]) and seat not in spoken for seat in Seat]
    return Knowledge(
        seat=me,
        trump=trump,
        counts=_four(counts),
        possible=_four(possible),
        certain=_four(certain),
        played=_four(played),
        kinds=kinds,
        silent=(silent[0], silent[1], silent[2], silent[3]),
    )


def _settle(counts: list[int], possible: list[int], certain: list[int]) -> None:
    """Propagate the constraints: a card with one possible holder is his, a full hand is full."""
    changed = True
    while changed:
        changed = False
        for seat in range(4):
            others = possible[seat - 1] | possible[seat - 2] | possible[seat - 3]
            only = certain[seat] | (possible[seat] & ~others)
            may = possible[seat]
            for other in range(4):
                if other != seat:
                    may &= ~certain[other]
            if only.bit_count() == counts[seat]:
                may = only
            elif may.bit_count() == counts[seat]:
                only = may
            if only != certain[seat] or may != possible[seat]:
                certain[seat], possible[seat], changed = only, may, True


def _four(row: list[int]) -> tuple[int, int, int, int]:
    return (row[0], row[1], row[2], row[3])


def players_in_turn(me: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    """Return the four seats in turn from a player on."""
    first, second, third, fourth = sorted(Seat, key=lambda seat: turn_of(seat, me))
    return (first, second, third, fourth)


def contract_suit(view: View) -> Suit:
    """Return the trump suit of a view in the play.

    Raises:
        BeloteError: there is no contract.
    """
    if view.contract is None:
        msg = "there is no contract yet"
        raise BeloteError(msg)
    return view.contract.bid.suit
