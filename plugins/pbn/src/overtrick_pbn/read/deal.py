"""The Deal tag: from text to a `Deal`, deviations reported.

Source: PBN 2.1 §3.4.11 (Deal), §3.11; suit letters, `10` and `...` as real programs write them.
"""

from __future__ import annotations

import re
from typing import Final

from overtrick import CardError, Deal, DealError, Hand, Rank, Seat
from overtrick.plugin import parse_holding
from overtrick_pbn.read.values import MISSING, Say, spelled
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.values import RANK_LETTERS, SUIT_LETTERS, literal
from overtrick_pbn.text.values import tokens

# A hand with the letters of its suits, whatever stands behind them.
LETTERED_HAND: Final = re.compile(
    r"\.".join(f"{letter}([^.]*+)" for letter in SUIT_LETTERS), re.IGNORECASE
)
_TEN: Final = literal(lexis.OBSERVED_TEN)


def read_deal(value: str, say: Say, *, by_grammar: bool = False) -> Deal | None:
    """Read the Deal tag (§3.4.11), where `plain_deal` has not."""
    bare = value.strip()
    if bare in MISSING:
        spelled("Deal", value, [], say)
        return None
    found = tokens("deal", bare, by_grammar=by_grammar)
    if not found:
        # Nobody knows what was meant, so how it ought to be spelled is not said.
        say("PBN335", reason=_why_not(bare))
        return None
    first, *hands = found
    if by_grammar and bare == f"{first[1]}:{' '.join(hand for _, hand in hands)}":
        # Written as the standard has it, unless the look-up says no.
        deal = plain_deal(value)
        if deal is not None:
            return deal
    plain = [_plain_hand(hand) for _, hand in hands]
    text = f"{first[1]}:{' '.join(plain)}"
    kinds = {kind for kind, _ in hands}
    is_odd = {
        "PBN342": bare[2:] != " ".join(hand for _, hand in hands),
        "PBN808": any(not hand.strip(".") for hand in plain),
        "PBN809": "LETTERED_HAND" in kinds,
        "PBN807": _TEN in bare,
        "PBN813": text != text.upper(),
    }
    spelled("Deal", value, [(code, {"name": "Deal"}) for code, odd in is_odd.items() if odd], say)
    deal = plain_deal(text.upper())
    if deal is not None:
        return deal
    try:
        return Deal.parse(text)
    except (CardError, DealError) as error:
        say("PBN336", reason=str(error))
        return None


def _plain_hand(text: str) -> str:
    """Return a hand as the model reads it."""
    letters = LETTERED_HAND.fullmatch(text)
    plain = ".".join(letters.groups()) if letters is not None else text
    return with_letters(plain)


def with_letters(cards: str) -> str:
    """Return cards with the letter of each ten that is written in figures."""
    return cards.replace(_TEN, Rank.TEN.symbol)


def _why_not(value: str) -> str:
    """Return why a value is no deal."""
    hands = [_plain_hand(word) for word in value[2:].split()]
    try:
        Deal.parse(f"{value[:2]}{' '.join(hands)}")
    except (CardError, DealError) as error:
        return str(error)
    return "a deal has a seat, a colon and four hands"


def plain_deal(value: str) -> Deal | None:
    """Return the deal of a value of which there is nothing to say, `None` for any other."""
    try:
        return fast_deal(value)
    except (DealError, CardError, IndexError, KeyError):
        return None


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


_FIRST: Final = {f"{seat.symbol}:": seat.value for seat in Seat}
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


# Where in the value of a Deal tag something is wrong, for who reports it

_WORD: Final = re.compile(r"[^ \t]+")
_BLANKS: Final = re.compile(r"(?<=:)[ \t]++|(?<=[^ \t])[ \t]{2,}+(?=[^ \t])|\t++")
_CARD: Final = re.compile(rf"{lexis.OBSERVED_TEN}|.", re.DOTALL)
_RANKS: Final = frozenset(RANK_LETTERS)
_SEATS: Final = "".join(seat.symbol for seat in Seat)


def hands_in(value: str) -> list[tuple[str, int, str]]:
    """Return the hands of a deal's text: whose each is, where it begins, its text.

    Example:
        >>> hands_in("E:A... K... - -")[1]
        ('S', 7, 'K...')
    """
    first = _SEATS.find(value[:1].upper())
    found = _WORD.finditer(value, 2)
    return [
        (_SEATS[(first + number) % 4], match.start(), match[0])
        for number, match in enumerate(found)
    ]


def cards_in(hand: str) -> list[tuple[int, str, int, int]]:
    """Return the cards of a hand's text: number of the suit, rank, where it begins and ends."""
    if hand == "-":
        return []
    has_letters = LETTERED_HAND.fullmatch(hand) is not None
    found: list[tuple[int, str, int, int]] = []
    start = 0
    for suit, text in enumerate(hand.split(".")):
        for match in _CARD.finditer(text, 1 if has_letters else 0):
            rank = with_letters(match[0]).upper()
            found.append((suit, rank, start + match.start(), start + match.end()))
        start += len(text) + 1
    return found


def fault_in_deal(value: str) -> tuple[int, int] | None:
    """Return where in a deal's text the first card or hand is that cannot be.

    That is a rank that is none, a hand that has not four suits, more than 13 cards or is one too
    many, or a card that stood before.

    Example:
        >>> fault_in_deal("N:AK... .. - -"), fault_in_deal("N:A2... A... - -")
        ((8, 10), (8, 9))
    """
    hands = hands_in(value)
    if value[1:2] != ":" or value[:1].upper() not in _SEATS:
        return 0, min(2, len(value))
    twice = None
    seen: set[tuple[int, str]] = set()
    for _, start, hand in () if _are_sound([hand for *_, hand in hands]) else hands:
        cards = cards_in(hand)
        wrong = next((card for card in cards if card[1] not in _RANKS), None)
        if hand != "-" and hand.count(".") != 3:
            return start, start + len(hand)
        if wrong is not None:
            return start + wrong[2], start + wrong[3]
        for suit, rank, begin, end in cards:
            if (suit, rank) in seen:
                twice = twice or (start + begin, start + end)
            seen.add((suit, rank))
        if len(cards) > 13:
            twice = twice or (start, start + len(hand))
    if len(hands) > 4:
        return hands[4][1], len(value)
    return twice


def _are_sound(hands: list[str]) -> bool:
    """Return whether hands have four suits and no card is wrong: by look-up, not card by card."""
    seen = 0
    for hand in hands:
        suits = _plain_hand(hand).upper().split(".")
        if hand == "-":
            continue
        try:
            masks = list(map(_holding, suits))
        except CardError:
            return False
        if len(masks) != 4 or sum(mask.bit_count() for mask in masks) > 13:
            return False
        mask = masks[0] << 39 | masks[1] << 26 | masks[2] << 13 | masks[3]
        if mask & seen:
            return False
        seen |= mask
    return True


def blanks_in_deal(value: str) -> tuple[int, int] | None:
    """Return where in a deal's text the first blanks are that the standard does not have."""
    match = _BLANKS.search(value)
    return None if match is None else match.span()


def ten_in_deal(value: str) -> tuple[int, int] | None:
    """Return where in a deal's text the first ten stands that is written 10."""
    start = value.find(_TEN)
    return None if start < 0 else (start, start + len(_TEN))


def dots_in_deal(value: str) -> tuple[int, int] | None:
    """Return where in a deal's text the first hand stands that is written as three dots."""
    return next(((start, start + 3) for _, start, hand in hands_in(value) if hand == "..."), None)


def letters_in_deal(value: str) -> tuple[int, int] | None:
    """Return where in a deal's text the first hand stands that has letters for its suits."""
    for _, start, hand in hands_in(value):
        if LETTERED_HAND.fullmatch(hand):
            return start, start + len(hand)
    return None
