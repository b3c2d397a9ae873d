"""Count the cards that a player sees and remembers at a turn, once for all heuristics.

Everything here is certain: it follows from the cards that were seen, from the rules of the play
and from the declarations, whatever the hidden cards are.
"""

from __future__ import annotations

from typing import Final

from overtrick import Seat
from overtrick_belote.errors import BeloteError
from overtrick_belote.rules.cards import (
    CARDS,
    FULL_DECK,
    POINTS,
    STRENGTH,
    SUIT_MASKS,
    Card,
    cards_of,
    following,
    hand_of,
    side_of,
)
from overtrick_belote.rules.play import Trick, legal_cards
from overtrick_belote.rules.state import View

_SEATS: Final = tuple(Seat)

HIGHER: Final = tuple(
    tuple(
        sum(
            1 << other
            for other in range(32)
            if other >> 3 == card >> 3 and STRENGTH[trump][other] > STRENGTH[trump][card]
        )
        for card in range(32)
    )
    for trump in range(4)
)
"""The higher cards of a card's own suit, by trump suit, then card."""

LOW_CARDS: Final = 0x07070707
"""Sevens, eights and nines: the cards used for signals."""

# A trump is worth more than its points: as much as keeping a queen and a half.
_COST: Final = tuple(
    tuple(
        20 * POINTS[trump][card] + STRENGTH[trump][card] + (60 if card >> 3 == trump else 0)
        for card in range(32)
    )
    for trump in range(4)
)


_KING_AND_QUEEN: Final = 0x60


class PlayerView:
    """A position from the view of one player.

    Attributes:
        view: what the player may know.
        seat: the player, his `partner`, and the one who plays after him, `after`.
        trump: the trump suit.
        declaring: whether the player's side has the contract.
        hand: his cards.
        legal: those of them that he may play.
        cards: the cards on the table.
        place: how many these are, 0 to 3.
        led: the suit led, as a number; -1 where the player leads.
        winning: the card that wins so far; `None` where the player leads.
        partner_wins: whether it is partner's.
        out: the cards that he has not seen: the three others hold all that are left of them.
        can: by seat, the cards of `out` that a player may still hold.
        enemy: the cards that one opponent or the other may hold.
        tricks_left: how many tricks are to be played, with this one.

    Args:
        view: what the player may know; it is his turn to play a card.
        memory: of how many complete tricks he remembers the cards that are not trumps; without a
            number, of all.

    Raises:
        BeloteError: it is not his turn to play a card.
    """

    __slots__ = (
        "_row",
        "after",
        "can",
        "cards",
        "declaring",
        "enemy",
        "hand",
        "led",
        "legal",
        "memory",
        "out",
        "partner",
        "partner_wins",
        "place",
        "points",
        "seat",
        "tricks_left",
        "trump",
        "trump_mask",
        "view",
        "winning",
    )

    def __init__(self, view: View, memory: int | None = None) -> None:
        contract, trick = view.contract, view.trick
        if contract is None or trick is None or view.turn != view.seat:
            msg = f"{view.seat.symbol} has no card to play now"
            raise BeloteError(msg)
        self.view, self.memory = view, memory
        seat = self.seat = view.seat
        self.partner = _SEATS[(seat + 2) & 3]
        self.after = following(seat)
        trump = self.trump = contract.bid.suit
        self.trump_mask = SUIT_MASKS[trump]
        self.declaring = side_of(seat) == contract.side
        self._row = POINTS[trump]
        self.hand = view.hand
        cards = self.cards = trick.cards
        self.legal = legal_cards(view.hand, cards, trump, view.options)
        self.place = len(cards)
        self.tricks_left = 8 - len(view.tricks)
        self.points = sum(self._row[card] for card in cards)
        self.led, self.partner_wins = -1, False
        self.winning: Card | None = None
        if cards:
            place = trick.winning_place(trump)
            self.led = cards[0] >> 3
            self.winning = cards[place]
            self.partner_wins = place == self.place - 2
        self._count(trick)

    def _count(self, trick: Trick) -> None:
        """Count the unseen cards and their possible holders."""
        view, trump = self.view, self.trump
        strength = STRENGTH[trump]
        belot = _KING_AND_QUEEN << (8 * trump)
        forgotten = 0 if self.memory is None else max(0, len(view.tricks) - self.memory)
        seen = view.dealt
        never = [0, 0, 0, 0]
        for number, played in enumerate((*view.tricks, trick)):
            keep = FULL_DECK if number >= forgotten else self.trump_mask
            seat, best, best_place = played.leader, -1, 0
            led = played.cards[0] >> 3 if played.cards else trump
            for place, card in enumerate(played.cards):
                seen |= 1 << card & keep
                over = best < 0 or (strength[card] > strength[best] and card >> 3 in (led, trump))
                if place:
                    free = over or best_place == place - 2
                    never[seat] |= self._denied(card, best, led, free=free) & keep
                if over:
                    best, best_place = card, place
                if 1 << card & belot and view.belot != seat:
                    # King or queen without "belot": the other of the two is not his.
                    never[seat] |= belot
                seat = following(seat)
        out = self.out = FULL_DECK & ~seen
        if view.belot is not None:
            self._held(never, view.belot, belot)
        for seat, announce in view.shown:
            self._held(never, seat, announce.mask)
        can = self.can = [out & ~mask for mask in never]
        self.enemy = can[(self.seat + 1) & 3] | can[(self.seat + 3) & 3]

    def _denied(self, card: int, best: int, led: int, *, free: bool) -> int:
        """Return the cards that a player cannot hold, by the duties to follow, trump and overtrump.

        Args:
            card: what he played, not as the leader.
            best: the card that won until then.
            led: the suit led.
            free: whether he went over it, or had no need to where he had not the suit.
        """
        trump, suit = self.trump, card >> 3
        above = HIGHER[trump][best] if best >> 3 == trump else self.trump_mask
        if suit == led:
            went_over = STRENGTH[trump][card] > STRENGTH[trump][best]
            return 0 if led != trump or went_over else above
        gone = SUIT_MASKS[led]
        if not free:
            gone |= above
            if suit != trump and self.view.options.undertrump_duty:
                gone |= self.trump_mask
        return gone

    @staticmethod
    def _held(never: list[int], seat: Seat, cards: int) -> None:
        for other in range(4):
            if other != seat:
                never[other] |= cards

    @property
    def leads(self) -> bool:
        """Whether the player leads."""
        return not self.cards

    @property
    def trumps(self) -> int:
        """The player's trumps, as a hand."""
        return self.hand & self.trump_mask

    @property
    def enemy_trumps(self) -> int:
        """The trumps that either opponent may hold, as a hand."""
        return self.enemy & self.trump_mask

    def value(self, card: int) -> int:
        """The points of a card, 0 to 20."""
        return self._row[card]

    def beats(self, card: int) -> bool:
        """Return whether a card of the player would win the trick so far."""
        winning = self.winning
        if winning is None:
            return True
        row = STRENGTH[self.trump]
        return row[card] > row[winning] and card >> 3 in (winning >> 3, self.trump)

    def beating(self) -> int:
        """Return the legal cards that would win the trick so far, as a hand."""
        return hand_of(card for card in cards_of(self.legal) if self.beats(card))

    def master(self, card: int) -> bool:
        """Return whether no opponent can hold a higher card of its suit."""
        return not HIGHER[self.trump][card] & self.enemy

    def threatened(self, card: int) -> bool:
        """Return whether an opponent who plays later may beat the card that wins so far."""
        if self.place == 3:
            return False
        can = self.can[self.after]
        if self.place == 0:
            can = self.enemy
        if HIGHER[self.trump][card] & can:
            return True
        return card >> 3 != self.trump and bool(can & self.trump_mask)

    def void(self, seat: int, suit: int) -> bool:
        """Return whether a player is known to be void in a suit."""
        return not self.can[seat] & SUIT_MASKS[suit]

    def ruffs(self, seat: int, suit: int) -> bool:
        """Return whether a player is known to be void in a suit and may hold a trump."""
        return self.void(seat, suit) and bool(self.can[seat] & self.trump_mask)

    def enemy_ruffs(self, suit: int) -> bool:
        """Return whether an opponent is known to be void in a suit and may hold a trump."""
        return self.ruffs((self.seat + 1) & 3, suit) or self.ruffs((self.seat + 3) & 3, suit)

    def side_winners(self) -> list[Card]:
        """Return the player's winners outside trumps: cards that no opponent can beat in suit."""
        return [card for card in cards_of(self.hand & ~self.trump_mask) if self.master(card)]

    def cheapest(self, cards: int) -> Card:
        """Return the cheapest of some cards: by points, then rank; trumps last."""
        row = _COST[self.trump]
        return min(cards_of(cards), key=row.__getitem__)

    def lowest(self, cards: int) -> Card:
        """Return the lowest-ranked of some cards."""
        row = STRENGTH[self.trump]
        return min(cards_of(cards), key=row.__getitem__)

    def highest(self, cards: int) -> Card:
        """Return the highest-ranked of some cards."""
        row = STRENGTH[self.trump]
        return max(cards_of(cards), key=row.__getitem__)

    def richest(self, cards: int) -> Card:
        """Return the card with the most points; the lowest of equals."""
        row, strength = self._row, STRENGTH[self.trump]
        return max(cards_of(cards), key=lambda card: (row[card], -strength[card]))

    def bared_ten(self, card: Card) -> Card | None:
        """Return the ten, not yet a winner, that would become unguarded if the card were played."""
        if card >> 3 == self.trump:
            return None
        suit = self.hand & SUIT_MASKS[card >> 3]
        ten = CARDS[8 * (card >> 3) + 3]
        if suit ^ 1 << card == 1 << ten and not self.master(ten):
            return ten
        return None

    def discard(self, cards: int) -> Card:
        """Return the best discard of some cards: cheap, no winner, no guard of a ten."""
        row = _COST[self.trump]

        def cost(card: Card) -> int:
            price = row[card]
            if card >> 3 != self.trump:
                if self.master(card):
                    price += 80
                if self.bared_ten(card) is not None:
                    price += 50
            return price

        return min(cards_of(cards), key=cost)
