"""A quick verdict: auctions and plays of which it is certain that nothing can be said against them.

Most boards of most files are sound, and to see that needs no more than the numbers of the calls
and a mask of cards for each hand. "No" means that a closer look is needed, never that something
is wrong: that look is in `overtrick.laws.auction` and `overtrick.laws.play`, which alone make
findings.

Source: Laws of Duplicate Bridge 2017, Laws 17 to 22, 44, 53, 61.
"""

from __future__ import annotations

from typing import Final

from overtrick.model.calls import Auction, Ending
from overtrick.model.cards import CARDS, Strain, Suit
from overtrick.model.hands import Deal
from overtrick.model.play import NO_CARD, Play

_PASS, _DOUBLE, _REDOUBLE, _FIRST_BID = 0, 1, 2, 3  # `Call.index`

_BITS: Final = tuple(1 << card.index for card in CARDS)

_SUIT_MASKS: Final = tuple(8191 << 13 * suit for suit in Suit)


def _worth(strain: Strain, led: Suit) -> tuple[int, ...]:
    """What each card is worth in a trick: the highest wins; 0 is a discard."""
    trump = strain.suit
    return tuple(
        card.index + 53 if card.suit is trump else card.index + 1 if card.suit is led else 0
        for card in CARDS
    )


# By the suit's number, as a card's index tells it.
_WORTH: Final = {strain: tuple(_worth(strain, led) for led in Suit) for strain in Strain}


def is_clean_auction(auction: Auction) -> bool:
    """Return whether it is certain that an auction is without any problem.

    An auction with a skipped player or with a mark of an irregularity is never told clean.

    Example:
        >>> from overtrick.model import Seat
        >>> is_clean_auction(Auction.of(Seat.NORTH, "1S X Pass Pass XX AP"))
        True
    """
    highest, bidder, doubled = _PASS, 0, _PASS
    passes, closing = 0, 4
    for turn, entry in enumerate(auction.entries):
        call = entry.call
        if call is None or entry.irregularity is not None or passes == closing:
            return False
        index = call.index
        if index == _PASS:
            passes += 1
            continue
        passes = 0
        is_own = (turn ^ bidder) & 1 == 0
        if index >= _FIRST_BID:
            if index <= highest:
                return False
            highest, bidder, doubled, closing = index, turn, _PASS, 3
        elif index == _DOUBLE:
            if not highest or doubled or is_own:
                return False
            doubled = _DOUBLE
        else:
            if doubled != _DOUBLE or not is_own:
                return False
            doubled = _REDOUBLE
    has_ended = passes == closing
    if auction.ending is Ending.COMPLETE:
        return has_ended
    return auction.ending is not Ending.OPEN or not has_ended


def is_clean_play(  # noqa: PLR0912  # each reason for a closer look
    play: Play, deal: Deal | None, strain: Strain | None
) -> bool:
    """Return whether it is certain that a play is without any problem.

    A play with a mark of an irregularity is never told clean, nor one of hands that are not of
    equal length. Where it is not known who leads to a trick, no player can be seen to revoke.

    Example:
        >>> from overtrick.model import Seat
        >>> deal = Deal.parse("N:AKQJ... .AKQJ.. ..AKQJ. ...AKQJ")
        >>> is_clean_play(Play.of(Seat.NORTH, "SA HA DA CA"), deal, Strain.NOTRUMP)
        True
    """
    if not play.length:
        return play.ending is not Ending.COMPLETE
    if deal is None:
        return False
    indexes = play.indexes
    if indexes is None:
        indexes = _indexes_of(play)
        if indexes is None:
            return False
    first = play.leader.value
    left = [*deal.masks[first:], *deal.masks[:first]]
    length = left[0].bit_count()
    if not length or [mask.bit_count() for mask in left] != [length] * 4:
        return False
    # A seat is told by its column, the first of which is that of the opening leader.
    leader: int | None = 0
    missing = 0
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
                return False
            left[column] = own ^ bit
            if worth is not None and worth[index] > best:
                leader, best = column, worth[index]
        if missing > missing_before:
            leader = None
    count = play.length
    if count > length:
        return False
    if play.ending is Ending.COMPLETE:
        return count == length
    return play.ending is not Ending.OPEN or count < length or missing > 0


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
