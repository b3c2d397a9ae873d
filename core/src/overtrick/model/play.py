"""The play: tricks of four cards, in seat order, as the file has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

import attrs

from overtrick.findings.errors import CardError
from overtrick.model.calls import Ending, Irregularity
from overtrick.model.cards import CARDS, Card, Strain
from overtrick.model.notebook import html_of
from overtrick.model.table import Seat, Side


@attrs.frozen(kw_only=True, repr=False)
class PlayedCard:
    """A card in a play, with its annotations.

    `PlayedCard.plain(card)` returns one shared object for each card without annotation.

    Attributes:
        card: the card; `None` where a comment or note belongs to a card that is not given.
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
        """Whether the card has no annotation."""
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

    def winner(self, leader: Seat, strain: Strain) -> Seat | None:
        """Return the seat that wins the trick, or `None` where a card is not known.

        Args:
            leader: the seat that led to the trick.
            strain: the trumps.

        Example:
            >>> Trick.of(Seat.WEST, "SQ", "S4", "H2", "SA").winner(Seat.WEST, Strain.HEARTS)
            <Seat.EAST: 1>
        """
        indexes = []
        for seat in _TURNS[leader]:
            card = self.card_of(seat)
            if card is None:
                return None
            indexes.append(card.index)
        return _TURNS[leader][winning_step(indexes, strain)]

    @property
    def is_complete(self) -> bool:
        """Whether all four cards are known."""
        return all(played is not None and played.card is not None for played in self.cards)

    def __repr__(self) -> str:
        cards = " ".join("-" if played is None else str(played) for played in self.cards)
        return f"<Trick N E S W: {cards}>"


NO_CARD: Final = 255
"""The value in `Play.indexes` of a card that is not given."""


Annotated = tuple[tuple[int, PlayedCard], ...]
"""The cards with annotations, each after its index in the play, in ascending order."""


class _Indexes:
    """Declare the private slots of a play, which attrs does not know."""

    __slots__ = ("_annotated", "_indexes")

    _indexes: bytes
    _annotated: Annotated


@attrs.frozen(kw_only=True, repr=False, eq=False)
class Play(_Indexes):
    """The tricks of a board.

    A play made by `of_indexes` stores one byte a card (52 bytes in place of 1,700) and builds its
    tricks on first access.

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
            is_complete = len(tricks) == 13 and all(trick.is_complete for trick in tricks)
            ending = Ending.COMPLETE if is_complete else Ending.UNKNOWN
        return cls(leader=leader, tricks=tricks, ending=ending)

    @classmethod
    def of_indexes(
        cls, leader: Seat, indexes: bytes, ending: Ending = Ending.UNKNOWN, said: Annotated = ()
    ) -> Play:
        """Return a play in compact form, for plays with few annotations.

        Args:
            leader: the seat of the first column.
            indexes: `Card.index` of each card in the order of columns from `leader`, row by row;
                255 for a card that is not given, as for those that fill up the last row.
            ending: how the play ends.
            said: the cards that are not plain, each after its index in `indexes`.

        Raises:
            CardError: a number is none of a card.

        Example:
            >>> Play.of_indexes(Seat.WEST, bytes([50, 27, 40, 255]))
            <Play W: SK H3 S3 ->
        """
        if indexes.translate(None, _INDEXES):
            msg = f"not the indexes of cards: {indexes!r:.60}"
            raise CardError(msg)
        if len(indexes) & 3:
            indexes += _NO_CARDS[: -len(indexes) & 3]
        play = _NEW(cls)
        _SET_LEADER(play, leader)
        _SET_ENDING(play, ending)
        _SET_INDEXES(play, indexes)
        _SET_ANNOTATED(play, said)
        return play

    @property
    def indexes(self) -> bytes | None:
        """The cards as `of_indexes` takes them; `None` where a card has an annotation.

        A play that was made from tricks computes them on each access.
        """
        try:
            return None if self._annotated else self._indexes
        except AttributeError:
            return _indexes_of(self.leader.value, self.tricks)

    @property
    def length(self) -> int:
        """The number of tricks, without building them."""
        try:
            return len(self._indexes) >> 2
        except AttributeError:
            return len(self.tricks)

    def is_whole(self, length: int = 13) -> bool:
        """Return whether there are `length` tricks and all their cards are given."""
        try:
            indexes = self._indexes
        except AttributeError:
            return len(self.tricks) == length and all(trick.is_complete for trick in self.tricks)
        return len(indexes) == 4 * length and NO_CARD not in indexes

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> tuple[Trick, ...]:
            # Only called where `tricks` has not been made yet.
            if name != "tricks":
                msg = f"{type(self).__name__!r} object has no attribute {name!r}"
                raise AttributeError(msg)
            tricks = _tricks_of(self.leader.value, self._indexes, self._annotated)
            _SET_TRICKS(self, tricks)
            return tricks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        if self.leader != other.leader or self.ending != other.ending:
            return False
        try:
            return self._indexes == other._indexes and self._annotated == other._annotated
        except AttributeError:
            return self.tricks == other.tricks

    def __hash__(self) -> int:
        return hash((self.leader, self.tricks, self.ending))

    def leader_of(self, index: int, strain: Strain) -> Seat | None:
        """Return the leader of the trick at a 0-based index, or `None` where it is not known.

        A lead out of turn that was accepted counts as the lead.

        Raises:
            IndexError: there is no such trick.
        """
        return self.leaders(strain)[index]

    def leaders(self, strain: Strain) -> tuple[Seat | None, ...]:
        """Return the leader of each trick, in order; `None` where it is not known."""
        return self._course(strain)[0]

    def winners(self, strain: Strain) -> tuple[Seat | None, ...]:
        """Return the winner of each trick, in order; `None` where it is not known."""
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
            leader = None if leader is None else trick.winner(leader, strain)
            winners.append(leader)
        return tuple(leaders), tuple(winners)

    def winner_of(self, index: int, strain: Strain) -> Seat | None:
        """Return the winner of the trick at a 0-based index with a strain as trumps.

        `None` where a card of that trick or its leader is not known.

        Raises:
            IndexError: there is no such trick.
        """
        return self.winners(strain)[index]

    def tricks_won(self, side: Side, strain: Strain) -> int:
        """Return the number of tricks that a side wins, of those whose winner is known, 0 to 13."""
        winners = self.winners(strain)
        return sum(1 for winner in winners if winner is not None and winner.side is side)

    def __repr__(self) -> str:
        rows = []
        for trick in self.tricks:
            cards = (trick.cards[self.leader.after(step)] for step in range(4))
            rows.append(" ".join("-" if played is None else str(played) for played in cards))
        return f"<Play {self.leader.symbol}: {' / '.join(rows)}>"

    _repr_html_ = html_of


def winning_step(indexes: Sequence[int], strain: int) -> int:
    """Return the position of the winning card of a trick, 0 for the lead.

    Args:
        indexes: `Card.index` of each, in the order in which they were played.
        strain: the trumps.

    Example:
        >>> trick = [Card.parse(card).index for card in ("SQ", "S4", "H2", "SA")]
        >>> winning_step(trick, Strain.HEARTS), winning_step(trick, Strain.NOTRUMP)
        (2, 3)
    """
    best = indexes[0]
    suit = best // 13
    winner = 0
    for step in range(1, len(indexes)):
        index = indexes[step]
        # Suits and strains have the same numbers, so a trump is a card whose suit is the strain.
        if index // 13 == suit:
            if index > best:
                best, winner = index, step
        elif index // 13 == strain:
            best, suit, winner = index, strain, step
    return winner


# The setters of the slots: a frozen class refuses `setattr`, and `object.__setattr__` is slower.
_NEW: Final = Play.__new__
_SET_LEADER: Final = Play.__dict__["leader"].__set__
_SET_TRICKS: Final = Play.__dict__["tricks"].__set__
_SET_ENDING: Final = Play.__dict__["ending"].__set__
_SET_INDEXES: Final = _Indexes.__dict__["_indexes"].__set__
_SET_ANNOTATED: Final = _Indexes.__dict__["_annotated"].__set__

_INDEXES: Final = bytes((*range(52), NO_CARD))
_NO_CARDS: Final = bytes([NO_CARD] * 3)

_PLAYED: Final[dict[int, PlayedCard | None]] = {**dict(enumerate(PLAIN_CARDS)), NO_CARD: None}

# The shared entries live as long as the program, so their ids are unique, and cheaper to hash.
_INDEX_OF: Final = {id(played): index for index, played in _PLAYED.items()}


def _indexes_of(first: int, tricks: tuple[Trick, ...]) -> bytes | None:
    """Return the cards of tricks in the order of columns; `None` where one has an annotation."""
    cards = list(chain.from_iterable([trick.cards for trick in tricks]))
    try:
        indexes = bytes(map(_INDEX_OF.__getitem__, map(id, cards)))
    except KeyError:
        # A card may be plain without being the shared entry.
        if not all(played is None or played.is_plain for played in cards):
            return None
        indexes = bytes(_index_of(played) for played in cards)
    columns = bytearray(len(indexes))
    for step in range(4):
        columns[step::4] = indexes[(first + step) & 3 :: 4]
    return bytes(columns)


def _index_of(played: PlayedCard | None) -> int:
    return NO_CARD if played is None or played.card is None else played.card.index


def _tricks_of(first: int, indexes: bytes, annotated: Annotated) -> tuple[Trick, ...]:
    """Return the tricks of cards in the order of columns from a seat."""
    cards = list(map(_PLAYED.__getitem__, indexes))
    for place, played in annotated:
        cards[place] = played
    # Column k is the seat k places after the leader; a trick is in the order of seats.
    columns = (
        cards[-first & 3 :: 4],
        cards[1 - first & 3 :: 4],
        cards[2 - first & 3 :: 4],
        cards[3 - first & 3 :: 4],
    )
    return tuple(map(Trick, zip(*columns, strict=True)))


_SEATS: Final = tuple(Seat)

_TURNS: Final = tuple(tuple(seat.after(step) for step in range(4)) for seat in _SEATS)
