"""Convert deals to and from their numbers, in the orders of BigDeal, Pavlicek and Andrews.

There are 53,644,737,765,488,792,839,237,440,000 deals, and four published ways to count them. All
go by exact integers; each begins at the number with which its author begins.

- `bigdeal`, from 0: North's hand, then East's among the cards left, then South's, each by its
  place among all such hands in the order of the dictionary, the spade ace first. What BigDeal draws
  and writes in its `goedel` format.
- `pavlicek`, from 1: card by card, spades from the ace down, then hearts, diamonds, clubs; the
  numbers left are shared out among North, East, South and West as their vacant places are.
- `pavlicek-ranked`, from 1: the same, card by card by rank: the four aces, the four kings ...
- `andrews`, from 1: as `bigdeal`, but each hand by its number in the combinatorial number system.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from math import comb
from typing import Final, Literal

import attrs

from overtrick import Deal
from overtrick.plugin import ALL_CARDS_MASK
from overtrick_deal.errors import DealingError

Order = Literal["bigdeal", "pavlicek", "pavlicek-ranked", "andrews"]
"""An order of all deals."""

DEALS: Final = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""The number of deals: 53,644,737,765,488,792,839,237,440,000, a number of 96 bits."""

# The hands of one seat after North's (or North's and East's) are dealt.
_EAST: Final = comb(39, 13)
_SOUTH: Final = comb(26, 13)

# By k: how many sets of k cards lie below each card, C(0, k) to C(51, k).
_BELOW: Final = tuple(tuple(comb(n, k) for n in range(52)) for k in range(14))

_SUITED: Final = tuple(range(51, -1, -1))
_RANKED: Final = tuple(13 * suit + rank for rank in range(12, -1, -1) for suit in (3, 2, 1, 0))


def deal_number(deal: Deal, order: Order = "bigdeal") -> int:
    """Return the number of a deal.

    Args:
        deal: all 52 cards dealt; one hand that is not given is filled in.
        order: how deals are counted. `bigdeal` counts from 0, the others from 1.

    Raises:
        DealingError: cards are missing, or there is no such order.

    Example:
        >>> deal = Deal.parse("N:AT3.K8654.AT6.93 Q65.A9732.3.KJ42 J974.QJT.K752.A7 -")
        >>> deal_number(deal)
        8769329935151910410009728500
        >>> deal_of_number(deal_number(deal, "pavlicek"), "pavlicek") == deal.completed()
        True

    Source: BigDeal, `Documentation/godel.tex`; R. Pavlicek, *Mapping Bridge Deals*
        (rpbridge.net/7z68.htm); T. Andrews, *The Impossible Bridge Book*.
    """
    rules = _rules(order)
    completed = deal.completed()
    if not completed.is_complete:
        msg = f"a deal without all its 52 cards has no number: {len(completed.missing)} are missing"
        raise DealingError(msg)
    return rules.first + rules.number_of(completed.masks)


def deal_of_number(number: int, order: Order = "bigdeal") -> Deal:
    """Return the deal with a number.

    Args:
        number: from 0 to `DEALS` - 1 in BigDeal's order, from 1 to `DEALS` in the others.
        order: how deals are counted.

    Raises:
        DealingError: there is no deal of that number, or no such order.

    Example:
        >>> print(deal_of_number(1, "pavlicek"))
        N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432

    Source: as `deal_number`.
    """
    rules = _rules(order)
    index = number - rules.first
    if not 0 <= index < DEALS:
        last = rules.first + DEALS - 1
        msg = f"deals are numbered from {rules.first} to {last:,} ({order}), not {_shown(number)}"
        raise DealingError(msg)
    north, east, south = rules.hands_of(index)
    return Deal.from_masks(north, east, south, ALL_CARDS_MASK ^ (north | east | south))


def _shown(number: int) -> str:
    """Return a number for a message; a very long one by its size in bits."""
    if abs(number) < 10**40:
        return f"{number:,}"
    return f"{'-' * (number < 0)}a number of {number.bit_length()} bits"


def _set_number(cards: int, among: int) -> int:
    """Return the number of a set of cards in the combinatorial number system, lowest card 0."""
    number = 0
    k = cards.bit_count()
    while cards:
        bit = 1 << (cards.bit_length() - 1)
        number += _BELOW[k][(among & (bit - 1)).bit_count()]
        cards ^= bit
        k -= 1
    return number


def _set_of_number(number: int, among: int) -> int:
    """Return the thirteen cards with a set number among the given cards."""
    left = []
    rest = among
    while rest:
        lowest = rest & -rest
        left.append(lowest)
        rest ^= lowest
    cards = 0
    for k in range(13, 0, -1):
        below = _BELOW[k]
        place = bisect_right(below, number, 0, len(left)) - 1
        number -= below[place]
        cards |= left[place]
    return cards


def _mirrored(mask: int) -> int:
    """Return a mask with the spade ace as its lowest bit."""
    return int(f"{mask:052b}"[::-1], 2)


def _bigdeal_number(masks: tuple[int, int, int, int]) -> int:
    north, east, south, west = masks
    # The dictionary runs from the highest card down, the other way round than the number system.
    return (
        DEALS - 1
        - (_set_number(north, ALL_CARDS_MASK) * _EAST + _set_number(east, east | south | west))
        * _SOUTH
        - _set_number(south, south | west)
    )  # fmt: skip


def _bigdeal_hands(index: int) -> tuple[int, int, int]:
    rest, south_number = divmod(DEALS - 1 - index, _SOUTH)
    north_number, east_number = divmod(rest, _EAST)
    north = _set_of_number(north_number, ALL_CARDS_MASK)
    left = ALL_CARDS_MASK ^ north
    east = _set_of_number(east_number, left)
    return north, east, _set_of_number(south_number, left ^ east)


def _andrews_number(masks: tuple[int, int, int, int]) -> int:
    north, east, south, west = map(_mirrored, masks)
    number = _set_number(north, ALL_CARDS_MASK) * _EAST + _set_number(east, east | south | west)
    return number * _SOUTH + _set_number(south, south | west)


def _andrews_hands(index: int) -> tuple[int, int, int]:
    # Mirrored, it is BigDeal's order counted from the end.
    north, east, south = map(_mirrored, _bigdeal_hands(DEALS - 1 - index))
    return north, east, south


def _pavlicek_number(masks: tuple[int, int, int, int], cards: tuple[int, ...] = _SUITED) -> int:
    north, east, south, _ = masks
    vacant = [13, 13, 13, 13]
    space, number = DEALS, 0
    for left, card in zip(range(52, 0, -1), cards, strict=True):
        bit = 1 << card
        seat = 0 if north & bit else 1 if east & bit else 2 if south & bit else 3
        # Divided last: then nothing is left over.
        number += space * sum(vacant[:seat]) // left
        space = space * vacant[seat] // left
        vacant[seat] -= 1
    return number


def _pavlicek_hands(index: int, cards: tuple[int, ...] = _SUITED) -> tuple[int, int, int]:
    vacant = [13, 13, 13, 13]
    masks = [0, 0, 0, 0]
    space = DEALS
    for left, card in zip(range(52, 0, -1), cards, strict=True):
        for seat in range(4):
            share = space * vacant[seat] // left
            if index < share:
                break
            index -= share
        space = share
        vacant[seat] -= 1
        masks[seat] |= 1 << card
    return masks[0], masks[1], masks[2]


def _ranked_number(masks: tuple[int, int, int, int]) -> int:
    return _pavlicek_number(masks, _RANKED)


def _ranked_hands(index: int) -> tuple[int, int, int]:
    return _pavlicek_hands(index, _RANKED)


@attrs.frozen
class _Rules:
    """An order of deals: its first number, and the conversions in both directions, from 0."""

    first: int
    number_of: Callable[[tuple[int, int, int, int]], int]
    hands_of: Callable[[int], tuple[int, int, int]]


_ORDERS: Final[dict[str, _Rules]] = {
    "bigdeal": _Rules(0, _bigdeal_number, _bigdeal_hands),
    "pavlicek": _Rules(1, _pavlicek_number, _pavlicek_hands),
    "pavlicek-ranked": _Rules(1, _ranked_number, _ranked_hands),
    "andrews": _Rules(1, _andrews_number, _andrews_hands),
}

ORDERS: Final[tuple[Order, ...]] = ("bigdeal", "pavlicek", "pavlicek-ranked", "andrews")
"""The orders that there are."""


def _rules(order: str) -> _Rules:
    rules = _ORDERS.get(order)
    if rules is None:
        msg = f"there is no order {order!r} of deals (there are: {', '.join(ORDERS)})"
        raise DealingError(msg)
    return rules
