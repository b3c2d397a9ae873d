"""Hands and deals: sets of cards as 52-bit masks that users never have to see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import attrs

from overtrick.findings.errors import CardError, DealError, ModelError
from overtrick.model.cards import CARDS, RANK_SYMBOLS, Card, Suit
from overtrick.model.notebook import html_of
from overtrick.model.table import Seat

ALL_CARDS_MASK: Final = (1 << 52) - 1

_SUIT_MASK: Final = (1 << 13) - 1

# The four aces; kings, queens and jacks lie one, two and three bits below.
_ACES: Final = 1 << 51 | 1 << 38 | 1 << 25 | 1 << 12

# The text of each of the 8192 holdings in a suit, ranks descending; made when it is first wanted.
_HOLDINGS: Final[list[str]] = []

_RANK_BITS: Final = {symbol: 1 << bit for bit, symbol in enumerate(RANK_SYMBOLS)}
_RANK_BITS.update({symbol.lower(): bit for symbol, bit in tuple(_RANK_BITS.items())})

# What has been read before is read at once: the same holdings recur in every file.
_HOLDING_MASKS: Final[dict[str, int]] = {}


def holding_texts() -> list[str]:
    """Return the texts of all 8192 holdings by their 13 bits; callers must not change the list."""
    if not _HOLDINGS:
        texts = [""]
        for symbol in RANK_SYMBOLS:
            texts += [symbol + text for text in texts]
        # At once, for whoever else asks at the same time.
        _HOLDINGS[:] = texts
    return _HOLDINGS


def holding_text(holding: int) -> str:
    """Return the ranks of a 13-bit holding (bit 0 is the deuce), high to low."""
    return holding_texts()[holding]


def parse_holding(text: str) -> int:
    """Return the 13-bit holding of a suit's ranks, in any order and either case.

    Raises:
        CardError: a character is not a rank, or a rank occurs twice.
    """
    mask = _HOLDING_MASKS.get(text)
    if mask is not None:
        return mask
    mask = 0
    for symbol in text:
        bit = _RANK_BITS.get(symbol)
        if bit is None:
            msg = f"not a rank: {symbol!r} in {text!r} (A K Q J T 9 to 2)"
            raise CardError(msg)
        if mask & bit:
            msg = f"duplicate rank {symbol} in {text!r}"
            raise CardError(msg)
        mask |= bit
    # Ranks in descending order are few (8192); anything else must not fill the memory.
    if holding_text(mask) == text:
        _HOLDING_MASKS[text] = mask
    return mask


@attrs.frozen(repr=False)
class Hand:
    """A set of 0 to 13 cards; an empty hand is one that is not given.

    Attributes:
        mask: bit *i* is the card of index *i* (0 club two, 51 spade ace).

    A hand iterates from spades to clubs, high to low, and has the set operators `|`, `&`, `-`.

    Raises:
        CardError: the mask has bits outside the pack, or more than 13 of them.

    Example:
        >>> hand = Hand.parse("KQT2.AT.J6542.85")
        >>> len(hand), hand.suit_text(Suit.HEARTS), Card.parse("SK") in hand
        (13, 'AT', True)
    """

    mask: int = 0

    def __attrs_post_init__(self) -> None:
        if self.mask >> 52 or self.mask.bit_count() > 13:
            if not 0 <= self.mask <= ALL_CARDS_MASK:
                msg = "a hand's mask has 52 bits"
                raise CardError(msg)
            msg = f"{self.mask.bit_count()} cards in one hand (13 at most)"
            raise CardError(msg)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """Return the hand of some cards, in any order.

        Raises:
            CardError: a card is given twice, or there are more than 13.
        """
        mask = 0
        for card in cards:
            if mask >> card.index & 1:
                msg = f"duplicate card {card} in one hand"
                raise CardError(msg)
            mask |= 1 << card.index
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read four holdings divided by dots, spades first, or `-` for a hand not given.

        Raises:
            CardError: not four holdings, a wrong rank, a rank twice, or over 13 cards.

        Source: PBN 2.1 §3.4.11 (Deal).
        """
        if text == "-":
            return _NO_HAND
        suits = text.split(".")
        if len(suits) != 4:
            msg = f"a hand has four suits divided by dots, not {len(suits)}: {text!r}"
            raise CardError(msg)
        mask = 0
        for holding in suits:
            mask = mask << 13 | parse_holding(holding)
        return cls(mask)

    def holding(self, suit: Suit) -> int:
        """Return the 13-bit holding in a suit; bit 0 is the deuce."""
        return self.mask >> 13 * suit & _SUIT_MASK

    def suit_text(self, suit: Suit) -> str:
        """Return the ranks held in a suit, high to low; empty for a void."""
        return holding_text(self.mask >> 13 * suit & _SUIT_MASK)

    @property
    def text(self) -> str:
        """The hand as `KQT2.AT.J6542.85`, or `-` where it is not given."""
        mask = self.mask
        if not mask:
            return "-"
        text = holding_texts()
        spades, hearts = text[mask >> 39], text[mask >> 26 & 8191]
        return f"{spades}.{hearts}.{text[mask >> 13 & 8191]}.{text[mask & 8191]}"

    @property
    def hcp(self) -> int:
        """The high-card points: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack; 0 to 37.

        An empty hand, of which nothing is known, has 0.

        Example:
            >>> Hand.parse("KQT2.AT.J6542.85").hcp
            10
        """
        mask = self.mask
        return (
            4 * (mask & _ACES).bit_count()
            + 3 * (mask & _ACES >> 1).bit_count()
            + 2 * (mask & _ACES >> 2).bit_count()
            + (mask & _ACES >> 3).bit_count()
        )

    @property
    def shape(self) -> str:
        """The lengths of the suits, longest first, joined by hyphens: `5-4-2-2`.

        Players name a shape without the suits in this way; where suits matter, in the order
        spades, hearts, diamonds, clubs, see `lengths`.

        Example:
            >>> hand = Hand.parse("KQT2.AT.J6542.85")
            >>> hand.shape, hand.lengths
            ('5-4-2-2', (4, 2, 5, 2))
        """
        return "-".join(map(str, sorted(self.lengths, reverse=True)))

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """The number of spades, hearts, diamonds and clubs."""
        mask = self.mask
        return (
            (mask >> 39).bit_count(),
            (mask >> 26 & 8191).bit_count(),
            (mask >> 13 & 8191).bit_count(),
            (mask & 8191).bit_count(),
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, spades to clubs, high to low."""
        return tuple(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Hand {self.text}>"

    _repr_html_ = html_of

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            index = mask.bit_length() - 1
            mask ^= 1 << index
            yield CARDS[index]

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.index & 1)

    def __or__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.mask | other.mask)

    def __and__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.mask & other.mask)

    def __sub__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.mask & ~other.mask)


_NO_HAND: Final = Hand(0)


class _Masks:
    """Has the one place of a deal that is none of its attributes."""

    __slots__ = ("_masks",)

    _masks: int


@attrs.frozen(repr=False, eq=False)
class Deal(_Masks):
    """Four hands by seat, with no card in two of them; some may be partial or not given.

    A complete deal made by `from_masks` stores one number (52 bytes in place of 392, 0.7 µs in
    place of 1.8) and builds its hands on first access.

    Attributes:
        hands: North, East, South, West.

    Raises:
        DealError: a card is in two hands; the message names it.

    Example:
        >>> deal = Deal.parse("N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 -")
        >>> deal.completed()[Seat.WEST]
        <Hand KQT2.AT.J6542.85>
    """

    hands: tuple[Hand, Hand, Hand, Hand]

    def __attrs_post_init__(self) -> None:
        north, east, south, west = self.hands
        a, b, c, d = north.mask, east.mask, south.mask, west.mask
        twice = a & b | (a | b) & c | (a | b | c) & d
        if twice:
            cards = [index for index in range(51, -1, -1) if twice >> index & 1]
            names = ", ".join(f"{CARDS[index].symbol} ({self._holders(index)})" for index in cards)
            which = "card" if len(cards) == 1 else "cards"
            msg = f"{which} in two hands: {names}"
            raise DealError(msg)

    def _holders(self, index: int) -> str:
        """Return the seats that hold the card of an index, as a message names them."""
        return " and ".join(
            seat.symbol for seat, hand in zip(Seat, self.hands, strict=True)
            if hand.mask >> index & 1
        )  # fmt: skip

    @classmethod
    def from_holdings(cls, holdings: Iterable[str]) -> Deal | None:
        """Return the deal of the ranks of sixteen suits, or `None` if it is not a complete pack.

        It is the fast way for readers of formats in which nearly every deal is complete; a reader
        then checks the others suit by suit.

        Args:
            holdings: ranks as `overtrick.plugin.parse_holding` takes them: North's spades, hearts,
                diamonds and clubs, then East's, South's and West's.

        Example:
            >>> Deal.from_holdings(["AKQJT98765432", "", "", ""] * 4) is None
            True
            >>> text = "AK..AKQJT9876.AK QJ.AKQ.5432.QJT9 T98.JT98765..876 765432.432..5432"
            >>> print(Deal.from_holdings(suit for hand in text.split() for suit in hand.split(".")))
            N:AK..AKQJT9876.AK QJ.AKQ.5432.QJT9 T98.JT98765..876 765432.432..5432
        """
        try:
            suits = [parse_holding(ranks) for ranks in holdings]
        except CardError:
            return None
        north, east, south, west = (
            suits[at] << 39 | suits[at + 1] << 26 | suits[at + 2] << 13 | suits[at + 3]
            for at in (0, 4, 8, 12)
        )
        counts = {north.bit_count(), east.bit_count(), south.bit_count(), west.bit_count()}
        if counts != {13} or north | east | south | west != ALL_CARDS_MASK:
            return None
        return cls.unchecked(north, east, south, west)

    @classmethod
    def from_masks(cls, north: int, east: int, south: int, west: int) -> Deal:
        """Return the deal of four 52-bit masks (see `Hand.mask`).

        Raises:
            CardError: a mask is no hand.
            DealError: a card is in two hands.
        """
        if (
            north | east | south | west == ALL_CARDS_MASK
            and north.bit_count() == east.bit_count() == south.bit_count() == 13
            and west.bit_count() == 13
        ):
            # Four times thirteen cards that are the complete pack: no card occurs twice.
            return cls.unchecked(north, east, south, west)
        return cls((Hand(north), Hand(east), Hand(south), Hand(west)))

    @classmethod
    def unchecked(cls, north: int, east: int, south: int, west: int) -> Deal:
        """Return the deal of four masks that the caller has proved; for readers.

        Each mask has thirteen cards, and no card is in two of them (see `from_masks`).

        Example:
            >>> deal = Deal.unchecked(8191, 8191 << 13, 8191 << 26, 8191 << 39)
            >>> deal.is_complete
            True
        """
        deal = cls.__new__(cls)
        _SET_MASKS(deal, north | east << 52 | south << 104 | west << 156)
        return deal

    @property
    def masks(self) -> tuple[int, int, int, int]:
        """The masks of the four hands, North first (see `Hand.mask`).

        Example:
            >>> Deal.from_masks(8191, 8191 << 13, 8191 << 26, 8191 << 39).masks[1] == 8191 << 13
            True
        """
        try:
            return _apart(self._masks)
        except AttributeError:
            north, east, south, west = self.hands
            return north.mask, east.mask, south.mask, west.mask

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> tuple[Hand, Hand, Hand, Hand]:
            # Only called where `hands` has not been made yet.
            if name != "hands":
                msg = f"{type(self).__name__!r} object has no attribute {name!r}"
                raise AttributeError(msg)
            hands = tuple(map(_hand, _apart(self._masks)))
            _SET_HANDS(self, hands)
            return hands

    def __eq__(self, other: object) -> bool:
        return self.masks == other.masks if isinstance(other, Deal) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.masks)

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read `first:hand hand hand hand`, clockwise from the seat named first.

        Raises:
            CardError: a hand cannot be read.
            DealError: not four hands after a seat and a colon, or a card in two hands.

        Source: PBN 2.1 §3.4.11 (Deal).
        """
        if text[1:2] != ":":
            msg = f"a deal begins with a seat and a colon, such as N: ; not {text[:2]!r}"
            raise DealError(msg)
        try:
            first = Seat.parse(text[0])
        except ModelError as error:
            raise DealError(str(error)) from None
        words = text[2:].split()
        if len(words) != 4:
            msg = f"a deal has four hands, not {len(words)}"
            raise DealError(msg)
        hands = [Hand.parse(word) for word in words]
        turn = (4 - first) & 3
        north, east, south, west = hands[turn:] + hands[:turn]
        return cls((north, east, south, west))

    def __getitem__(self, seat: Seat) -> Hand:
        return self.hands[seat]

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    @property
    def is_complete(self) -> bool:
        """Whether all 52 cards are dealt, 13 to each seat."""
        try:
            return bool(self._masks)  # only a complete deal is stored as one number
        except AttributeError:
            a, b, c, d = self.masks
        # No card is in two hands, so all 52 are there if and only if the union is the pack,
        # and no hand holds more than 13.
        return a | b | c | d == ALL_CARDS_MASK

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that are in no hand, spades to clubs, high to low."""
        a, b, c, d = self.masks
        left = ALL_CARDS_MASK & ~(a | b | c | d)
        if not left:
            return ()
        return tuple(CARDS[index] for index in range(51, -1, -1) if left >> index & 1)

    def completed(self) -> Deal:
        """Return the deal with the one missing hand filled in.

        Where three hands have 13 cards the fourth gets the rest; otherwise the deal itself.
        """
        masks = [*self.masks]
        short = [index for index, mask in enumerate(masks) if mask.bit_count() != 13]
        if len(short) != 1 or masks[short[0]]:
            return self
        north, east, south, west = masks
        masks[short[0]] = ALL_CARDS_MASK ^ (north | east | south | west)
        return Deal.from_masks(*masks)

    def rotated(self, quarter_turns: int) -> Deal:
        """Return the deal with every hand passed `quarter_turns` seats clockwise."""
        turn = -quarter_turns & 3
        north, east, south, west = self.hands[turn:] + self.hands[:turn]
        return Deal((north, east, south, west))

    def to_text(self, first: Seat = Seat.NORTH) -> str:
        """Return the deal as PBN writes it, beginning with the seat `first`.

        Source: PBN 2.1 §3.4.11 (Deal).
        """
        masks: tuple[int, ...] = self.masks
        if first:
            masks = (*masks[first:], *masks[:first])
        if not all(masks):
            return f"{first.symbol}:{' '.join([Hand(mask).text for mask in masks])}"
        a, b, c, d = masks
        text = holding_texts()
        # Every suit by itself: a call for each hand would take as long again.
        return (
            f"{first.symbol}:"
            f"{text[a >> 39]}.{text[a >> 26 & 8191]}.{text[a >> 13 & 8191]}.{text[a & 8191]} "
            f"{text[b >> 39]}.{text[b >> 26 & 8191]}.{text[b >> 13 & 8191]}.{text[b & 8191]} "
            f"{text[c >> 39]}.{text[c >> 26 & 8191]}.{text[c >> 13 & 8191]}.{text[c & 8191]} "
            f"{text[d >> 39]}.{text[d >> 26 & 8191]}.{text[d >> 13 & 8191]}.{text[d & 8191]}"
        )

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Deal {self.to_text()}>"

    _repr_html_ = html_of


_NEW_HAND: Final = Hand.__new__
_SET_MASK: Final = Hand.__dict__["mask"].__set__
_SET_HANDS: Final = Deal.__dict__["hands"].__set__
_SET_MASKS: Final = _Masks.__dict__["_masks"].__set__


def _apart(masks: int) -> tuple[int, int, int, int]:
    """Return the four masks of one number, North's the lowest bits."""
    return (
        masks & ALL_CARDS_MASK,
        masks >> 52 & ALL_CARDS_MASK,
        masks >> 104 & ALL_CARDS_MASK,
        masks >> 156,
    )


def _hand(mask: int) -> Hand:
    """Return the hand of a mask that is known to be one."""
    hand = _NEW_HAND(Hand)
    _SET_MASK(hand, mask)
    return hand
