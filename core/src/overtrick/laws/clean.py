"""A quick verdict: auctions and plays of which it is certain that nothing can be said against them.

Most boards of most files are sound, and to see that needs no more than the numbers of the calls
and a mask of cards for each hand. "No" means that a closer look is needed, never that something
is wrong: that look is in `overtrick.laws.auction` and `overtrick.laws.play`, which alone make
findings.

Source: Laws of Duplicate Bridge 2017, Laws 17 to 22, 44, 53, 61.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from overtrick.model.calls import Auction, Ending
from overtrick.model.cards import CARDS, Strain, Suit
from overtrick.model.grids import Grid
from overtrick.model.hands import Deal
from overtrick.model.play import NO_CARD, Play
from overtrick.model.table import Seat

_PASS, _DOUBLE, _REDOUBLE, _FIRST_BID = 0, 1, 2, 3  # `Call.index`

_BITS: Final = tuple(1 << card.index for card in CARDS)

_SUIT_MASKS: Final = tuple(8191 << 13 * suit for suit in Suit)
_ALL_OF: Final = tuple((suit,) * 4 for suit in range(4))
_SUITS: Final = bytes(index // 13 & 7 for index in range(256))

_TABLE_COLUMNS: Final = ["Declarer", "Denomination", "Result"]
_TABLE_ROWS: Final[dict[tuple[str, ...], tuple[Seat, Strain]]] = {
    (seat.symbol, strain.symbol, result): (seat, strain)
    for seat in Seat
    for strain in Strain
    for result in (*map(str, range(14)), "?", "-")
}
"""The rows as nearly all tables have them, with what each is about."""


def _worth(strain: Strain, led: Suit) -> tuple[int, ...]:
    """What each card is worth in a trick: the highest wins; 0 is a discard."""
    trump = strain.suit
    return tuple(
        card.index + 53 if card.suit is trump else card.index + 1 if card.suit is led else 0
        for card in CARDS
    )


# By the suit's number, as a card's index tells it.
_WORTH: Final = {strain: tuple(_worth(strain, led) for led in Suit) for strain in Strain}


class AuctionCourse(NamedTuple):
    """What a clean auction comes to.

    Attributes:
        highest: the last bid as `Call.index`, 0 where there is none.
        bidder: the 0-based turn at which it was made.
        doubled: 0, 1 for a double of it that stands, 2 for a redouble.
        has_ended: whether the passes that close an auction have been made.
    """

    highest: int
    bidder: int
    doubled: int
    has_ended: bool


def is_clean_auction(auction: Auction) -> bool:
    """Return whether it is certain that an auction is without any problem.

    An auction with a skipped player or with a mark of an irregularity is never told clean.

    Example:
        >>> from overtrick import Seat
        >>> is_clean_auction(Auction.of(Seat.NORTH, "1S X Pass Pass XX AP"))
        True
    """
    return clean_auction(auction) is not None


def clean_auction(auction: Auction) -> AuctionCourse | None:
    """Return what an auction comes to that `is_clean_auction` holds for, `None` for any other."""
    highest, bidder, doubled = _PASS, 0, _PASS
    passes, closing = 0, 4
    for turn, entry in enumerate(auction.entries):
        call = entry.call
        if call is None or entry.irregularity is not None or passes == closing:
            return None
        index = call.index
        if index == _PASS:
            passes += 1
            continue
        passes = 0
        is_own = (turn ^ bidder) & 1 == 0
        if index >= _FIRST_BID:
            if index <= highest:
                return None
            highest, bidder, doubled, closing = index, turn, _PASS, 3
        elif index == _DOUBLE:
            if not highest or doubled or is_own:
                return None
            doubled = _DOUBLE
        else:
            if doubled != _DOUBLE or not is_own:
                return None
            doubled = _REDOUBLE
    has_ended = passes == closing
    ending = auction.ending
    if (ending is Ending.COMPLETE and not has_ended) or (ending is Ending.OPEN and has_ended):
        return None
    return AuctionCourse(highest, bidder, doubled, has_ended)


def is_clean_play(play: Play, deal: Deal | None, strain: Strain | None) -> bool:
    """Return whether it is certain that a play is without any problem.

    A play with a mark of an irregularity is never told clean, nor one of hands that are not of
    equal length. Where it is not known who leads to a trick, no player can be seen to revoke.

    Example:
        >>> from overtrick import Seat
        >>> deal = Deal.parse("N:AKQJ... .AKQJ.. ..AKQJ. ...AKQJ")
        >>> is_clean_play(Play.of(Seat.NORTH, "SA HA DA CA"), deal, Strain.NOTRUMP)
        True
    """
    return clean_play(play, deal, strain) is not None


def clean_play(play: Play, deal: Deal | None, strain: Strain | None) -> tuple[int, int] | None:
    """Return the tricks that are seen to be won in a play that `is_clean_play` holds for.

    Returns:
        Those of the side of `play.leader` and those of the other one; without trumps nobody is seen
        to win. `None` for any other play.
    """
    count, ending = play.length, play.ending
    if not count:
        return None if ending is Ending.COMPLETE else (0, 0)
    if deal is None:
        return None
    indexes = play.indexes
    if indexes is None:
        indexes = _indexes_of(play)
        if indexes is None:
            return None
    first = play.leader.value
    masks = deal.masks
    hands = (*masks[first:], *masks[:first])
    length = hands[0].bit_count()
    if not length or count > length or [mask.bit_count() for mask in hands] != [length] * 4:
        return None
    is_whole = NO_CARD not in indexes
    if ending is Ending.COMPLETE and count < length:
        return None
    if ending is Ending.OPEN and count == length and is_whole:
        return None
    if is_whole:
        return _whole_tricks(indexes, hands, strain)
    return _tricks_with_gaps(indexes, hands, strain)


def _whole_tricks(
    indexes: bytes, hands: tuple[int, ...], strain: Strain | None
) -> tuple[int, int] | None:
    """Return the tricks won of a play in which every card is told; see `clean_play`.

    Args:
        indexes: the cards in the order of columns, of which the first is the opening leader's.
        hands: the masks of the columns' hands.
        strain: the trumps.
    """
    columns = indexes[::4], indexes[1::4], indexes[2::4], indexes[3::4]
    count = len(columns[0])
    for column, mask in zip(columns, hands, strict=True):
        cards = sum(map(_BITS.__getitem__, column))
        # Two cards that are the same add up to one bit; and all have to be held.
        if cards & ~mask or cards.bit_count() != count:
            return None
    suits = [column.translate(_SUITS) for column in columns]
    # Cards that are not played any more are left as well.
    suits = [
        of if mask.bit_count() == count else of + _left(mask, column)
        for of, mask, column in zip(suits, hands, columns, strict=True)
    ]
    of_0, of_1, of_2, of_3 = suits
    worths = None if strain is None else _WORTH[strain]
    leader = 0
    won = [0, 0]
    for number, (trick, of) in enumerate(
        zip(zip(*columns, strict=True), zip(*suits, strict=False), strict=False)
    ):
        led = of[leader]
        if of == _ALL_OF[led]:
            leader = trick.index(max(trick))
        else:
            # Who does not follow suit may not have a card of it later.
            if (
                (of[0] != led and of_0.find(led, number) >= 0)
                or (of[1] != led and of_1.find(led, number) >= 0)
                or (of[2] != led and of_2.find(led, number) >= 0)
                or (of[3] != led and of_3.find(led, number) >= 0)
            ):
                return None
            if worths is not None:
                worth = worths[led]
                a, b, c, d = trick
                found = worth[a], worth[b], worth[c], worth[d]
                leader = found.index(max(found))
        if worths is None:
            # Nobody knows who leads to the next trick, so that no revoke can be seen.
            return 0, 0
        won[leader & 1] += 1
    return won[0], won[1]


def _left(mask: int, played: bytes) -> bytes:
    """Return the suits of the cards of a hand that are not among those played."""
    left = mask & ~sum(map(_BITS.__getitem__, played))
    return bytes(suit for suit in range(4) if left & _SUIT_MASKS[suit])


def _tricks_with_gaps(
    indexes: bytes, hands: tuple[int, ...], strain: Strain | None
) -> tuple[int, int] | None:
    """Return the tricks won of a play in which not every card is told; as `_whole_tricks`."""
    left = list(hands)
    # A seat is told by its column, the first of which is that of the opening leader.
    leader: int | None = 0
    missing = 0
    won = [0, 0]
    worths = None if strain is None else _WORTH[strain]
    cards = iter(indexes)
    for trick in zip(cards, cards, cards, cards, strict=True):
        led = NO_CARD if leader is None else trick[leader]
        suit_mask, worth = 0, None
        if led != NO_CARD:
            suit = led // 13
            suit_mask = _SUIT_MASKS[suit]
            worth = None if worths is None else worths[suit]
        leader, best = None, -1
        missing_before = missing
        for column, index in enumerate(trick):
            if index == NO_CARD:
                missing += 1
                continue
            bit, own = _BITS[index], left[column]
            # Not held, or played before; or he does not follow suit though he could.
            if not own & bit or (own & suit_mask and not bit & suit_mask):
                return None
            left[column] = own ^ bit
            if worth is not None and worth[index] > best:
                leader, best = column, worth[index]
        if missing > missing_before:
            leader = None
        if leader is not None:
            won[leader & 1] += 1
    return won[0], won[1]


def is_clean_table(table: Grid) -> bool:
    """Return whether it is certain that a table of double-dummy results can be read as one.

    Example:
        >>> from overtrick import DoubleDummyGrid
        >>> is_clean_table(DoubleDummyGrid(((7, 6, 5, 4, 3),) * 4).to_grid())
        True
    """
    if [column.name for column in table.columns] != _TABLE_COLUMNS:
        return False
    places = set(map(_TABLE_ROWS.get, table.rows))
    return None not in places and len(places) == len(table.rows)


def _indexes_of(play: Play) -> bytes | None:
    """Return the cards of a play whatever is said of them; `None` where that is an irregularity.

    They are in the order of columns.
    """
    indexes = bytearray()
    for trick in play.tricks:
        for step in range(4):
            played = trick.cards[play.leader.after(step)]
            if played is None:
                indexes.append(NO_CARD)
            elif played.card is None or played.irregularity is not None:
                return None
            else:
                indexes.append(played.card.index)
    return bytes(indexes)
