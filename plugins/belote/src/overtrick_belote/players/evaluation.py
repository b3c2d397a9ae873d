"""The evaluation of a hand with a trump suit, as a sum of items.

The values were fitted to exact results of random deals, and to auctions of the players among
themselves (`tests/sweeps/belote_bidding.py` prints both). One hand alone has little information:
the true points lie 45 to 50 around the sum.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

import attrs

from overtrick import Suit
from overtrick_belote.players.advice import Reason
from overtrick_belote.players.conventions import because
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.announces import BELOT, Announce, Kind, best_announces
from overtrick_belote.rules.cards import Rank
from overtrick_belote.rules.options import RuleOptions


class TrumpOwner(enum.IntEnum):
    """The owner of the trump suit.

    `TOGETHER` is for both hands of the declaring side, where both are known and summed.
    """

    MINE = 0
    PARTNERS = 1
    THEIRS = 2
    TOGETHER = 3


@attrs.frozen(kw_only=True)
class Weights:
    """The points that the cards of one hand add for the declaring side.

    Attributes:
        base: the points without any of them, the opponents leading to the first trick.
        trump: each trump.
        jack: the jack of trumps.
        nine: the nine of trumps.
        ace: the ace of trumps.
        ten: the ten of trumps.
        side_ace: an ace of another suit.
        ace_ten: its ten with it.
        guarded_ten: a ten of another suit without its ace, not alone.
        void: another suit of which there is no card, where there are trumps.
        no_trump: that there is no trump.
        lead: that the declaring side leads to the first trick.
    """

    base: int
    trump: int
    jack: int
    nine: int
    ace: int
    ten: int
    side_ace: int
    ace_ten: int
    guarded_ten: int
    void: int
    no_trump: int
    lead: int


WEIGHTS: Final = (
    Weights(
        base=-8, trump=16, jack=42, nine=19, ace=10, ten=5,
        side_ace=23, ace_ten=7, guarded_ten=5, void=14, no_trump=0, lead=19,
    ),
    Weights(
        base=51, trump=13, jack=38, nine=18, ace=5, ten=5,
        side_ace=29, ace_ten=8, guarded_ten=9, void=18, no_trump=0, lead=19,
    ),
    Weights(
        base=160, trump=-10, jack=-18, nine=-9, ace=-4, ten=-1,
        side_ace=-9, ace_ten=4, guarded_ten=-2, void=-5, no_trump=-20, lead=6,
    ),
    Weights(
        base=-21, trump=3, jack=38, nine=14, ace=6, ten=5,
        side_ace=22, ace_ten=3, guarded_ten=4, void=12, no_trump=0, lead=9,
    ),
)  # fmt: skip
"""By `TrumpOwner`; of their suit, my cards take points away from them.

Those against them are fitted to auctions of our own players, announces and belot in, as who has bid
against us has strength that a hand of chance has not: so my cards matter less there.
The last goes with half the points of a quick play-out, and is half of what two hands sum up to.
"""

ANNOUNCE_VALUES: Final = {Kind.THIRD: 15, Kind.FOURTH: 47, Kind.FIFTH: 97}
"""The average value of sequences, as they may be beaten; fours are counted in full."""

RULES: Final = (
    Rule("value-base", "To begin with: {value:+}.", "Au départ : {value:+}."),
    Rule(
        "value-trumps",
        "{count} {count|trump|trumps} in {trump}: {value:+}.",
        "{count} {count|atout|atouts} à {trump} : {value:+}.",
    ),
    Rule(
        "value-no-trump",
        "No trump, so that my partner has more of them: {value:+}.",
        "Pas d'atout, donc mon partenaire en a davantage : {value:+}.",
    ),
    Rule("value-jack", "The jack of trumps: {value:+}.", "Le valet d'atout : {value:+}."),
    Rule("value-nine", "The nine of trumps: {value:+}.", "Le neuf d'atout : {value:+}."),
    Rule("value-ace", "The ace of trumps: {value:+}.", "L'as d'atout : {value:+}."),
    Rule("value-ten", "The ten of trumps: {value:+}.", "Le dix d'atout : {value:+}."),
    Rule(
        "value-side-aces",
        "{count} {count|ace|aces} outside trumps: {value:+}.",
        "{count} as hors atout : {value:+}.",
    ),
    Rule(
        "value-ace-tens",
        "{count} {count|ten|tens} with {count|its ace|their aces}: {value:+}.",
        "{count} dix avec {count|son as|leurs as} : {value:+}.",
    ),
    Rule(
        "value-guarded-tens",
        "{count} guarded {count|ten|tens} outside trumps: {value:+}.",
        "{count} dix {count|gardé|gardés} hors atout : {value:+}.",
    ),
    Rule(
        "value-voids",
        "{count} {count|suit|suits} to ruff: {value:+}.",
        "{count} {count|couleur|couleurs} à couper : {value:+}.",
    ),
    Rule(
        "value-lead",
        "The declaring side leads first: {value:+}.",
        "Le camp du preneur entame : {value:+}.",
    ),
    Rule("value-belot", "Belot: {value:+}.", "La belote : {value:+}."),
    Rule(
        "value-announce",
        "{announce:a}, which may be beaten: {value:+}.",
        "{announce:a}, qui peut être battue : {value:+}.",
    ),
    Rule(
        "value-four",
        "{announce:a}: {value:+}.",
        "{announce:a} : {value:+}.",
    ),
)


@attrs.frozen
class Item:
    """One line of the sum.

    Attributes:
        reason: what it is for, with its facts.
        value: what it adds, in points.
    """

    reason: Reason
    value: int


def trump_part(suit_cards: int, weights: Weights) -> tuple[tuple[str, int, int], ...]:
    """Return the items of a hand's trumps: rule, count and value of each.

    Args:
        suit_cards: the eight cards of the trump suit as the lowest bits.
        weights: the values.
    """
    count = suit_cards.bit_count()
    ranks = (
        ("value-jack", Rank.JACK, weights.jack),
        ("value-nine", Rank.NINE, weights.nine),
        ("value-ace", Rank.ACE, weights.ace),
        ("value-ten", Rank.TEN, weights.ten),
    )
    found = [("value-trumps", count, count * weights.trump)] if count else []
    if not count and weights.no_trump:
        found.append(("value-no-trump", 1, weights.no_trump))
    found += [(rule, 1, value) for rule, rank, value in ranks if suit_cards >> rank & 1]
    return tuple(found)


def side_part(suit_cards: int, weights: Weights) -> tuple[tuple[str, int], ...]:
    """Return the items of one suit outside trumps: rule and value of each.

    Args:
        suit_cards: the eight cards of the suit as the lowest bits.
        weights: the values.
    """
    ace, ten = suit_cards >> Rank.ACE & 1, suit_cards >> Rank.TEN & 1
    found: list[tuple[str, int]] = []
    if ace:
        found.append(("value-side-aces", weights.side_ace))
    if ace and ten:
        found.append(("value-ace-tens", weights.ace_ten))
    if ten and not ace and suit_cards.bit_count() > 1:
        found.append(("value-guarded-tens", weights.guarded_ten))
    if not suit_cards:
        found.append(("value-voids", weights.void))
    return tuple(found)


_TRUMP_SUMS: Final = tuple(
    tuple(sum(part[2] for part in trump_part(cards, weights)) for cards in range(256))
    for weights in WEIGHTS
)
_SIDE_SUMS: Final = tuple(
    tuple(sum(part[1] for part in side_part(cards, weights)) for cards in range(256))
    for weights in WEIGHTS
)


def cards_value(hand: int, trump: Suit, whose: TrumpOwner, leads: bool) -> int:
    """Return the value of the cards of a complete hand, without declarations.

    Args:
        hand: a complete hand.
        trump: the trump suit.
        whose: whose suit it is.
        leads: whether the declaring side leads to the first trick.
    """
    sides = _SIDE_SUMS[whose]
    weights = WEIGHTS[whose]
    cards = hand >> (8 * trump) & 0xFF
    value = (
        weights.base
        + _TRUMP_SUMS[whose][cards]
        + sides[hand & 0xFF]
        + sides[hand >> 8 & 0xFF]
        + sides[hand >> 16 & 0xFF]
        + sides[hand >> 24]
        - sides[cards]
    )
    if not cards:
        # Without a trump there is nothing to ruff with.
        for suit in range(4):
            if suit != trump and not hand >> (8 * suit) & 0xFF:
                value -= weights.void
    return value + weights.lead if leads else value


def cards_items(hand: int, trump: Suit, whose: TrumpOwner, leads: bool) -> tuple[Item, ...]:
    """Return the items of the value of the cards of a complete hand (see `cards_value`)."""
    weights = WEIGHTS[whose]
    cards = hand >> (8 * trump) & 0xFF
    items = [Item(because("value-base", value=weights.base), weights.base)]
    for rule, count, value in trump_part(cards, weights):
        items.append(Item(because(rule, count=count, trump=trump, value=value), value))
    sides: dict[str, tuple[int, int]] = {}
    for suit in range(4):
        if suit == trump:
            continue
        for rule, value in side_part(hand >> (8 * suit) & 0xFF, weights):
            if rule == "value-voids" and not cards:
                continue
            count, so_far = sides.get(rule, (0, 0))
            sides[rule] = (count + 1, so_far + value)
    for rule, (count, value) in sides.items():
        items.append(Item(because(rule, count=count, value=value), value))
    if leads:
        items.append(Item(because("value-lead", value=weights.lead), weights.lead))
    return tuple(items)


def _sequences(suit_cards: int) -> int:
    """Return the average value of the sequences in a suit; of eight the third counts too."""
    value = run = 0
    for rank in range(9):
        if suit_cards >> rank & 1:
            run += 1
            continue
        if run >= 5:
            value += ANNOUNCE_VALUES[Kind.FIFTH]
        elif run >= 3:
            value += ANNOUNCE_VALUES[Kind.THIRD if run == 3 else Kind.FOURTH]
        run = 0
    return value + ANNOUNCE_VALUES[Kind.THIRD] if suit_cards == 0xFF else value


_SEQUENCES: Final = tuple(_sequences(cards) for cards in range(256))


def announces_value(hand: int, trump: Suit, options: RuleOptions) -> int:
    """Return the value of belote and declarations of a complete hand."""
    belot = BELOT if hand >> (8 * trump) & 0x60 == 0x60 else 0
    if not options.announces or not may_announce(hand):
        return belot
    plain = options.belot_cards_in_announces and options.eight_in_sequence_twice
    if plain and not hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFC:
        # Without a four no card is in two of them: suit by suit.
        row = _SEQUENCES
        return (
            belot
            + row[hand & 0xFF]
            + row[hand >> 8 & 0xFF]
            + row[hand >> 16 & 0xFF]
            + row[hand >> 24]
        )
    return belot + sum(map(announce_value, best_announces(hand, trump, options)))


def may_announce(hand: int) -> bool:
    """Return quickly whether a hand can have a declaration: a sequence, or four of a rank."""
    thirds = hand & hand >> 1 & hand >> 2 & 0x3F3F3F3F
    return bool(thirds or hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFC)


def announce_value(announce: Announce) -> int:
    """Return the average value of a declaration, which may be beaten."""
    return ANNOUNCE_VALUES.get(announce.kind, announce.points)


def announces_items(hand: int, trump: Suit, options: RuleOptions) -> tuple[Item, ...]:
    """Return the items of the value of belote and declarations of a complete hand."""
    items: list[Item] = []
    if hand >> (8 * trump) & 0x60 == 0x60:
        items.append(Item(because("value-belot", value=BELOT), BELOT))
    for announce in best_announces(hand, trump, options):
        value = announce_value(announce)
        rule = "value-four" if announce.suit is None else "value-announce"
        items.append(Item(because(rule, announce=announce, value=value), value))
    return tuple(items)


def total(items: Sequence[Item]) -> int:
    """Return the sum of some items."""
    return sum(item.value for item in items)
