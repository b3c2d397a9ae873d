"""The play: tricks of four cards, in seat order, as the file has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from overtrick.findings.errors import CardError
from overtrick.model.calls import Ending, Irregularity
from overtrick.model.cards import CARDS, Card, Strain
from overtrick.model.table import Seat, Side


@attrs.frozen(kw_only=True, repr=False)
class PlayedCard:
    """A card as it stands in a play, with what is said about it.

    `PlayedCard.plain(card)` returns one shared object for each card without annotation.

    Attributes:
        card: the card; `None` where a comment or note stands at a card that is not given.
        note: the explanation of the card (a lead convention, a signal).
        nags: numeric annotation glyphs, 0 to 255, ascending.
        comment: commentary that follows the card.
        irregularity: an accepted irregularity.
    """

    card: Card | None
    note: str | None = None
    nags: tuple[int, ...] = ()
    comment: str | None = None
    irregularity: Irregularity | None = None

    @staticmethod
    def plain(card: Card) -> PlayedCard:
        """Return the shared entry of a card without annotation."""
        return PLAIN_CARDS[card.index]

    @property
    def is_plain(self) -> bool:
        """Whether nothing is said about the card."""
        return self == PLAIN_CARDS[self.card.index] if self.card is not None else False

    def __str__(self) -> str:
        return "-" if self.card is None else self.card.symbol

    def __repr__(self) -> str:
        about = f" {self.note!r}" if self.note is not None else ""
        return f"<PlayedCard {self}{about}>"


PLAIN_CARDS: Final[tuple[PlayedCard, ...]] = tuple(PlayedCard(card=card) for card in CARDS)
"""The shared entries of the 52 cards without annotation, by `Card.index`."""


@attrs.frozen(repr=False)
class Trick:
    """Four cards by seat, North first; `None` for a card that is not given.

    Example:
        >>> trick = Trick.of(Seat.WEST, "SK", "H3", "S4", "S3")
        >>> trick[Seat.WEST], trick[Seat.EAST]
        (<PlayedCard SK>, <PlayedCard S4>)
    """

    cards: tuple[PlayedCard | None, PlayedCard | None, PlayedCard | None, PlayedCard | None]

    @classmethod
    def of(cls, first: Seat, *cards: str) -> Trick:
        """Return a trick of up to four card texts, clockwise from `first`; `-` for none.

        Raises:
            CardError: a text is not a card, or there are more than four.
        """
        if len(cards) > 4:
            msg = f"a trick has four cards, not {len(cards)}: {' '.join(cards)}"
            raise CardError(msg)
        slots: list[PlayedCard | None] = [None] * 4
        for step, text in enumerate(cards):
            if text != "-":
                slots[first.after(step)] = PLAIN_CARDS[Card.parse(text).index]
        north, east, south, west = slots
        return cls((north, east, south, west))

    def __getitem__(self, seat: Seat) -> PlayedCard | None:
        return self.cards[seat]

    def card_of(self, seat: Seat) -> Card | None:
        """Return the card that a seat played, or `None`."""
        played = self.cards[seat]
        return None if played is None else played.card

    def __iter__(self) -> Iterator[PlayedCard | None]:
        return iter(self.cards)

    @property
    def is_complete(self) -> bool:
        """Whether all four cards are known."""
        return all(played is not None and played.card is not None for played in self.cards)

    def __repr__(self) -> str:
        cards = " ".join("-" if played is None else str(played) for played in self.cards)
        return f"<Trick N E S W: {cards}>"


@attrs.frozen(kw_only=True, repr=False)
class Play:
    """The tricks of a board.

    Attributes:
        leader: the seat of the first column: the player who made the opening lead.
        tricks: in order, 0 to 13 of them.
        ending: how the play ends.

    Example:
        >>> play = Play.of(Seat.WEST, "SK H3 S4 S3", "C5 C2 C6 CK")
        >>> play.winner_of(0, Strain.HEARTS), play.tricks_won(Side.NORTH_SOUTH, Strain.HEARTS)
        (<Seat.NORTH: 0>, 2)
    """

    leader: Seat
    tricks: tuple[Trick, ...] = ()
    ending: Ending = Ending.UNKNOWN

    @classmethod
    def of(cls, leader: Seat, *rows: str, ending: Ending | None = None) -> Play:
        """Return the play of rows of card texts, each in the order of columns from `leader`.

        The ending follows from the rows unless it is given.

        Raises:
            CardError: a text is not a card.
        """
        tricks = tuple(Trick.of(leader, *row.split()) for row in rows)
        if ending is None:
            whole = len(tricks) == 13 and all(trick.is_complete for trick in tricks)
            ending = Ending.COMPLETE if whole else Ending.UNKNOWN
        return cls(leader=leader, tricks=tricks, ending=ending)

    def leader_of(self, index: int, strain: Strain) -> Seat | None:
        """Return who led to the trick at a 0-based index, or `None` where it cannot be told.

        A lead out of turn that was accepted counts as the lead.

        Raises:
            IndexError: there is no such trick.
        """
        return self.leaders(strain)[index]

    def leaders(self, strain: Strain) -> tuple[Seat | None, ...]:
        """Return who led to each trick, in order; `None` where it cannot be told."""
        return self._course(strain)[0]

    def winners(self, strain: Strain) -> tuple[Seat | None, ...]:
        """Return who won each trick, in order; `None` where it cannot be told."""
        return self._course(strain)[1]

    def _course(self, strain: Strain) -> tuple[tuple[Seat | None, ...], tuple[Seat | None, ...]]:
        """Return the leaders and the winners of the tricks."""
        leaders: list[Seat | None] = []
        winners: list[Seat | None] = []
        leader: Seat | None = self.leader
        for trick in self.tricks:
            for index, played in enumerate(trick.cards):
                if played is not None and played.irregularity is Irregularity.LEAD_OUT_OF_TURN:
                    leader = _SEATS[index]
            leaders.append(leader)
            leader = None if leader is None else trick_winner(trick, leader, strain)
            winners.append(leader)
        return tuple(leaders), tuple(winners)

    def winner_of(self, index: int, strain: Strain) -> Seat | None:
        """Return who won the trick at a 0-based index with a strain as trumps.

        `None` where a card of that trick, or who led to it, is not known.

        Raises:
            IndexError: there is no such trick.
        """
        return self.winners(strain)[index]

    def tricks_won(self, side: Side, strain: Strain) -> int:
        """Return how many tricks a side is seen to win, 0 to 13."""
        winners = self.winners(strain)
        return sum(1 for winner in winners if winner is not None and winner.side is side)

    def __repr__(self) -> str:
        rows = []
        for trick in self.tricks:
            cards = (trick.cards[self.leader.after(step)] for step in range(4))
            rows.append(" ".join("-" if played is None else str(played) for played in cards))
        return f"<Play {self.leader.symbol}: {' / '.join(rows)}>"


def trick_winner(trick: Trick, leader: Seat, strain: Strain) -> Seat | None:
    """Return who wins a trick that `leader` led to, or `None` where a card is not known."""
    cards, winner = trick.cards, leader
    led = cards[leader]
    best = None if led is None else led.card
    if best is None:
        return None
    for seat in _FOLLOWERS[leader]:
        played = cards[seat]
        card = None if played is None else played.card
        if card is None:
            return None
        # Suits and strains have the same numbers, so a trump is a card whose suit is the strain.
        if card.suit is best.suit:
            if card.index > best.index:
                best, winner = card, seat
        elif int(card.suit) == int(strain):
            best, winner = card, seat
    return winner


_SEATS: Final = tuple(Seat)

_FOLLOWERS: Final = tuple(tuple(seat.after(step) for step in (1, 2, 3)) for seat in _SEATS)
