"""A second way through the rules of play, announces and scores, written from their text alone.

Cards are two letters (`SJ`), hands are sets of them, orders are written out as strings: nothing is
shared with the package but what these names mean. The tests and `tests/sweeps/belote_rules.py`
hold the package against it.
"""

from __future__ import annotations

import itertools

NATURAL = "789TJQKA"
SIDE_ORDER = "789JQKTA"
TRUMP_ORDER = "78QKTA9J"
SIDE_WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_WORTH = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
FOURS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
PACK = [suit + rank for suit in "SHDC" for rank in NATURAL]


def worth(card, trump):
    """What a card is worth (1.2, 1.3)."""
    return (TRUMP_WORTH if card[0] == trump else SIDE_WORTH).get(card[1], 0)


def beats(card, other, trump):
    """Whether a card played later takes what another would win (5.2)."""
    if card[0] == other[0]:
        order = TRUMP_ORDER if card[0] == trump else SIDE_ORDER
        return order.index(card[1]) > order.index(other[1])
    return card[0] == trump


def winner(trick, trump):
    """The place of the winning card: the one that no other takes."""
    place = 0
    for later in range(1, len(trick)):
        if beats(trick[later], trick[place], trump):
            place = later
    return place


def may_play(hand, trick, trump, undertrump=False):
    """The cards that may be played (5.3), each asked by itself."""
    return {card for card in hand if not forbidden(card, hand, trick, trump, undertrump)}


def forbidden(card, hand, trick, trump, undertrump):
    """Why a card may not be played, or nothing."""
    if not trick:
        return None
    led = trick[0][0]
    best = trick[winner(trick, trump)]
    partner_is_high = len(trick) > 1 and trick[-2] == best
    if any(held[0] == led for held in hand):
        if card[0] != led:
            return "follow suit"
        over = {held for held in hand if held[0] == trump and beats(held, best, trump)}
        return "cover the trump led" if led == trump and over and card not in over else None
    if partner_is_high or not any(held[0] == trump for held in hand):
        return None
    if best[0] != trump:
        return None if card[0] == trump else "trump"
    if any(held[0] == trump and beats(held, best, trump) for held in hand):
        return None if card[0] == trump and beats(card, best, trump) else "overtrump"
    return "undertrump" if undertrump and card[0] != trump else None


def announces(hand):
    """Every announce in a hand, as (points, kind, cards); kinds: 9 for jacks down to 1."""
    found = []
    for place, rank in enumerate("J9ATKQ"):
        cards = frozenset(suit + rank for suit in "SHDC")
        if cards <= hand:
            found.append((FOURS[rank], 9 - place, cards))
    for length, points, kind in ((5, 100, 3), (4, 50, 2), (3, 20, 1)):
        for suit, start in itertools.product("SHDC", range(9 - length)):
            cards = frozenset(suit + rank for rank in NATURAL[start : start + length])
            if cards <= hand:
                found.append((points, kind, cards))
    return found


def height(announce, trump):
    """By what announces of two sides are compared (6.2, 6.7)."""
    _, kind, cards = announce
    suits = {card[0] for card in cards}
    top = max(NATURAL.index(card[1]) for card in cards)
    return kind, top, suits == {trump}


def best_partition(hand, trump):
    """The greatest total of announces without a card in common, then the highest ones (6.3)."""
    every = announces(hand)
    best = (0, [])
    for count in range(1, 4):
        for chosen in itertools.combinations(every, count):
            cards = [card for _, _, held in chosen for card in held]
            if len(cards) == len(set(cards)):
                total = sum(points for points, _, _ in chosen)
                heights = sorted((height(one, trump) for one in chosen), reverse=True)
                best = max(best, (total, heights))
    return best


def counting_side(declared, trump):
    """The side, 0 or 1, whose announces count; `None` where none do.

    Args:
        declared: pairs of side and announce.
        trump: the trump suit.
    """
    tops = [
        max((height(one, trump) for side, one in declared if side == which), default=None)
        for which in (0, 1)
    ]
    if tops[0] == tops[1]:
        return None
    if tops[0] is None or tops[1] is None:
        return 0 if tops[1] is None else 1
    return 0 if tops[0] > tops[1] else 1


def score(bid, multiplier, tricks, counted, belot):
    """What declarers and defenders score with the rules as they are by default (7).

    Args:
        bid: the amount.
        multiplier: 1, 2 or 4.
        tricks: the points of tricks, of the declarers and of the defenders.
        counted: the announces that count, of each.
        belot: 0 or 20, of each.
    """
    ours, theirs = (sum(side) for side in zip(tricks, counted, belot, strict=True))
    if ours > theirs and ours >= bid + 2:
        round_points = [int(points / 10 + 0.5) * 10 for points in tricks]
        return (
            (round_points[0] + counted[0] + bid) * multiplier + belot[0],
            (round_points[1] + counted[1]) * multiplier + belot[1],
        )
    return belot[0], (160 + bid + sum(counted)) * multiplier + belot[1]
