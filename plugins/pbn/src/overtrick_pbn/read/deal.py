"""The Deal tag: from text to a `Deal`, deviations reported.

Source: PBN 2.1 §3.4.11 (Deal), §3.11; suit letters, `10` and `...` as real programs write them.
"""

from __future__ import annotations

import re
from typing import Final

from overtrick.findings.errors import CardError, DealError
from overtrick.model import Deal, Hand
from overtrick.model.hands import parse_holding
from overtrick_pbn.read.values import MISSING, Say, spelled

_SUIT_LETTERS: Final = re.compile(r"S([^.]*+)\.H([^.]*+)\.D([^.]*+)\.C([^.]*+)", re.IGNORECASE)


_CARDS: Final = frozenset("AKQJT98765432.- ")


def read_deal(value: str, say: Say) -> Deal | None:
    """Read the Deal tag (§3.4.11)."""
    try:
        deal = fast_deal(value)
    except (DealError, CardError, IndexError, KeyError):
        deal = None
    if deal is not None:
        return deal
    bare = value.strip()
    if bare in MISSING:
        spelled("Deal", value, [], say)
        return None
    text, odd = _plain_deal(bare)
    try:
        deal = Deal.parse(text)
    except DealError as error:
        deal, reason = None, str(error)
        inconsistent = "in two hands" in reason
    except CardError as error:
        deal, reason = None, str(error)
        inconsistent = "stands twice" in reason or "cards in one hand" in reason
    if deal is None and not (inconsistent and _CARDS.issuperset(text[2:].upper())):
        # Nobody knows what was meant, so how it ought to be spelled is not said.
        say("PBN335", reason=reason)
        return None
    spelled("Deal", value, [(code, {"name": "Deal"}) for code in odd], say)
    if deal is None:
        say("PBN336", reason=reason)
    return deal


def _plain_deal(text: str) -> tuple[str, list[str]]:
    """Return a deal in the standard's form, as far as its meaning is plain.

    With it come the codes of what is odd in it.
    """
    if text[1:2] != ":":
        return text, []
    first, rest = text[0], text[2:]
    words = rest.split()
    odd = [] if " ".join(words) == rest else ["PBN342"]
    hands: list[str] = []
    odd_hand = suit_letters = ten = False
    for word in words:
        hand = word
        letters = _SUIT_LETTERS.fullmatch(hand)
        if letters:
            suit_letters = True
            hand = ".".join(letters.groups())
        if hand == "...":
            odd_hand = True
            hand = "-"
        if "10" in hand:
            ten = True
            hand = hand.replace("10", "T")
        hands.append(hand)
    plain = f"{first}:{' '.join(hands)}"
    found = {"PBN808": odd_hand, "PBN809": suit_letters, "PBN807": ten,
             "PBN813": plain != plain.upper()}  # fmt: skip
    return plain, odd + [code for code, is_so in found.items() if is_so]


_NO_HAND: Final = Hand(0)


def fast_deal(value: str) -> Deal | None:
    """Return the deal of a value in the standard's form, `None` where it is not in it.

    Raises:
        CardError: a hand that cannot be.
        DealError: a card in two hands.
    """
    first = _FIRST.get(value[:2])
    if first is None:
        return None
    words = value[2:].split(" ")
    if len(words) != 4:
        return None
    one, two, three, _ = words
    # With a full number of holdings, three hands of four suits leave four for the last.
    if one.count(".") != 3 or two.count(".") != 3 or three.count(".") != 3:
        return _partial_deal(first, words)
    holdings = ".".join(words).split(".")
    if len(holdings) != 16:
        return _partial_deal(first, words)
    known = _HOLDINGS.__getitem__
    try:
        a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q = map(known, holdings)
    except KeyError:
        a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q = map(_holding, holdings)
    masks = (
        a << 39 | b << 26 | c << 13 | d,
        e << 39 | f << 26 | g << 13 | h,
        i << 39 | j << 26 | k << 13 | m,
        n << 39 | o << 26 | p << 13 | q,
    )
    if 0 in masks:
        return None
    return Deal.from_masks(masks[-first], masks[1 - first], masks[2 - first], masks[3 - first])


def _partial_deal(first: int, words: list[str]) -> Deal | None:
    """Return a deal of which hands may be missing, `None` where its form is another."""
    hands: list[Hand] = []
    for word in words:
        if word == "-":
            hands.append(_NO_HAND)
            continue
        suits = word.split(".")
        if len(suits) != 4:
            return None
        spades, hearts, diamonds, clubs = map(_holding, suits)
        mask = spades << 39 | hearts << 26 | diamonds << 13 | clubs
        if not mask:
            return None
        hands.append(Hand(mask))
    return Deal((hands[-first], hands[1 - first], hands[2 - first], hands[3 - first]))


_FIRST: Final = {"N:": 0, "E:": 1, "S:": 2, "W:": 3}
_HOLDINGS: Final[dict[str, int]] = {"": 0}


def _holding(text: str) -> int:
    mask = _HOLDINGS.get(text)
    if mask is None:
        if text != text.upper():
            raise CardError(text)
        mask = parse_holding(text)
        # Holdings in any order are many: what is kept must stay small.
        if len(_HOLDINGS) < 1 << 16:
            _HOLDINGS[text] = mask
    return mask
