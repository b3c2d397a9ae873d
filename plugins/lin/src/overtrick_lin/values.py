"""Parse and format values: hands, calls, cards, results of a match.

Source: observed; Big Deal 2.0 writes `md`, `sv` and `ah` the same way; no published specification.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from overtrick import (
    CALLS,
    CARDS,
    Auction,
    Call,
    CallEntry,
    CallError,
    Card,
    CardError,
    Contract,
    Deal,
    DealError,
    Doubling,
    Ending,
    Hand,
    Play,
    Result,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick.plugin import NO_CARD, parse_holding, passes_to_end, winning_step
from overtrick_lin.commands import SHORT

HAND_ORDER: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and of names; also of the digits 1 to 4 before the hands."""

MAX_BOARD_NUMBER: Final = 9999
"""The highest number of a board that is read: `o` or `c` and four digits, or in a title."""

LAYOUT: Final = frozenset({"pg", "st", "rh", "mn"})
"""Page turns and screen layout: they carry nothing of the game."""

MATCH: Final = frozenset({"vg", "rs", "pw", "mp", "bn"})
"""The records of a match about all its boards, kept in the header unchanged."""

OF_BOARD: Final = frozenset({"pc", "mb", "an", "mc", "qx", "md", "pn", "ah", "sv"})
"""The commands about a board; any other is kept unchanged."""

TITLE: Final = re.compile(r"\s*board\s*(\d{1,4})\s*", re.IGNORECASE)
"""A title that is a board's number and no more."""

_VULNERABILITIES: Final = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.BOTH,
}


def parse_vulnerability(text: str) -> Vulnerability | None:
    """Return the vulnerability of an `sv` value, or `None` for an unknown one."""
    return _VULNERABILITIES.get(text.strip().lower())


def parse_dealer(text: str) -> Seat | None:
    """Return the dealer of an `md` value; `None` without a leading digit 1 to 4."""
    digit = text.lstrip()[:1]
    return HAND_ORDER[int(digit) - 1] if digit in _DEALERS else None


_DEALERS: Final = frozenset("1234")


def parse_hands(text: str) -> tuple[Seat | None, Deal | None, int]:
    """Return the dealer, the deal and the number of written hands of an `md` value.

    The dealer is `None` without a digit 1 to 4, the deal where no card is given. A fourth hand
    that is left out gets the rest of the pack.

    Raises:
        CardError: a character that is no suit or rank, a card twice, over 13 cards in a hand.
        DealError: a card in two hands, or more than four hands.
    """
    text = "".join(text.split())
    dealer = HAND_ORDER[int(text[0]) - 1] if text[:1] in {"1", "2", "3", "4"} else None
    if text[:1].isdigit():
        text = text[1:]
    texts = text.split(",")
    # The text after a fourth comma is empty in every file seen; anything else is a fifth hand.
    while len(texts) > 4 and not texts[-1]:
        texts.pop()
    if len(texts) > 4:
        msg = f"{len(texts)} hands"
        raise DealError(msg)
    masks = [0, 0, 0, 0]
    for seat, hand in zip(HAND_ORDER, texts, strict=False):
        masks[seat] = _parse_hand(hand)
    deal = Deal.from_masks(*masks).completed()
    return dealer, (deal if any(masks) else None), len(texts)


_HAND: Final = re.compile(
    r"(?:S([2-9TJQKA]{0,13}))?(?:H([2-9TJQKA]{0,13}))?"
    r"(?:D([2-9TJQKA]{0,13}))?(?:C([2-9TJQKA]{0,13}))?"
)

# Ranks are in either order, so there are 2 * 8192 texts of one suit without a fault.
_holding: Final = functools.lru_cache(maxsize=1 << 14)(parse_holding)


def _parse_hand(text: str) -> int:
    match = _HAND.fullmatch(text)
    if match is None:
        return _parse_odd_hand(text).mask
    spades, hearts, diamonds, clubs = match.groups("")
    try:
        mask = (
            _holding(spades) << 39 | _holding(hearts) << 26
            | _holding(diamonds) << 13 | _holding(clubs)
        )  # fmt: skip
    except CardError:
        return _parse_odd_hand(text).mask
    # A hand of more than thirteen cards has its own error class.
    return mask if mask.bit_count() <= 13 else Hand(mask).mask


def _parse_odd_hand(text: str) -> Hand:
    """Parse a hand symbol by symbol: suits in any order, voids marked, or a fault."""
    if text == "0":  # lesson authors' "as before": no cards are given
        return Hand()
    mask = 0
    suit: int | None = None
    for symbol in text.upper().replace("10", "T"):
        place = "CDHS".find(symbol)
        if place >= 0:
            suit = place
            continue
        if symbol == "-" and suit is not None:  # a void, marked by a dash behind its letter
            continue
        rank = "23456789TJQKA".find(symbol)
        if rank < 0 or suit is None:
            msg = f"{symbol!r} in {text!r} is no suit letter or rank of a suit"
            raise CardError(msg)
        bit = 1 << 13 * suit + rank
        if mask & bit:
            msg = f"the card {CARDS[13 * suit + rank]} stands twice in {text!r}"
            raise CardError(msg)
        mask |= bit
    return Hand(mask)


def hands_text(deal: Deal | None) -> str:
    """Return the four hands as an `md` value, South first; empty without cards."""
    if deal is None:
        return ",,,"
    # From South on the seats follow as in `HAND_ORDER`.
    return ",".join(map(_hand_text, deal.to_text(Seat.SOUTH)[2:].split(" ")))


def _hand_text(text: str) -> str:
    if text == "-":
        return ""
    spades, hearts, diamonds, clubs = text.split(".")
    return f"S{spades}H{hearts}D{diamonds}C{clubs}"


_CALL: Final = re.compile(
    r"\s*(!*)([1-7]\s*(?:NT|[NSHDC])|PASS|P|DBL|D|REDBL|RDBL|R|XX|X|-|(?=\?))\s*(!*)\s*(\?*)",
    re.IGNORECASE,
)


def parse_calls(text: str) -> tuple[tuple[CallEntry | None, str], ...]:
    """Return the calls of an `mb` value, each with its question marks.

    A question mark where a call is asked for comes without a call.

    Raises:
        CallError: something that is no call; it carries what could not be read.
    """
    return (_short_calls if len(text) <= SHORT else _calls)(text)


def _calls(text: str) -> tuple[tuple[CallEntry | None, str], ...]:
    found: list[tuple[CallEntry | None, str]] = []
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = _CALL.match(text, place)
        if match is None or match[2] == "-":
            raise CallError(text[place:].strip()[:20])
        word = "".join(match[2].split()).upper()
        entry = None
        if word:
            call = Call.parse("XX" if word == "REDBL" else word)
            is_alerted = match[1] or match[3]
            entry = CallEntry(call=call, alert=True) if is_alerted else CallEntry.plain(call)
        found.append((entry, match[4]))
        place = match.end()
    return tuple(found)


_short_calls: Final = functools.lru_cache(maxsize=1024)(_calls)


_CALL_TEXTS: Final = ("p", "d", "r", *(call.symbol.replace("NT", "N") for call in CALLS[3:]))


def call_text(entry: CallEntry) -> str:
    """Return a call as an `mb` value: `p`, `d`, `r`, `1C` to `7N`, `!` for an alert."""
    assert entry.call is not None  # noqa: S101  # the writer stops before skipped players
    text = _CALL_TEXTS[entry.call.index]
    return f"{text}!" if entry.alert else text


_CARD: Final = re.compile(r"\s*([SHDC])\s*(10|[2-9TJQKA])", re.IGNORECASE)


def parse_cards(text: str) -> bytes:
    """Return the cards of a `pc` value, one or several, as `Card.index` of each.

    Raises:
        CardError: something that is no card; it carries what could not be read.
    """
    return (_short_cards if len(text) <= SHORT else _cards)(text)


def _cards(text: str) -> bytes:
    found = bytearray()
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = _CARD.match(text, place)
        if match is None:
            raise CardError(text[place:].strip()[:20])
        found.append(Card.parse(match[1].upper() + match[2].upper()).index)
        place = match.end()
    return bytes(found)


_short_cards: Final = functools.lru_cache(maxsize=1024)(_cards)


def make_auction(dealer: Seat, entries: list[CallEntry]) -> Auction:
    """Return the auction; it is complete if final passes end it."""
    calls = tuple(entries)
    ending = Ending.UNKNOWN if passes_to_end(calls) else Ending.COMPLETE
    return Auction(dealer=dealer, entries=calls, ending=ending)


def make_play(
    cards: bytes, deal: Deal | None, contract: Contract | None, *, claimed: bool
) -> tuple[Play, int]:
    """Return the play of cards in the order of play, and the tricks won.

    The leader is the seat that holds the first card, else declarer's left-hand opponent; the
    winner of each trick leads to the next. The tricks are those of the leader's side.

    Args:
        cards: `Card.index` of each, of one at least.
        deal: the deal, if it is known.
        contract: the contract, if it is known.
        claimed: whether the play ended in a claim.

    Raises:
        CardError: a card is played twice, over 52 cards, or the player is unknown.
    """
    if len(set(cards)) != len(cards):
        msg = "a card is played twice"
        raise CardError(msg)
    first = holder_of(cards[0], deal)
    declarer = None if contract is None else contract.declarer
    if first is None and declarer is not None:
        first = declarer.next
    strain = None if contract is None else contract.strain
    if first is None or (strain is None and len(cards) > 4):
        msg = "neither the deal nor a contract says who leads"
        raise CardError(msg)
    trumps = Strain.NOTRUMP if strain is None else strain
    # Columns are counted from the opening leader's.
    leader, won = 0, 0
    columns = bytearray()
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        row = trick.ljust(4, _NO_CARD)
        columns += row[4 - leader :] + row[: 4 - leader]
        if len(trick) == 4:
            leader = (leader + winning_step(trick, trumps)) & 3
            won += not leader & 1
    is_complete = len(cards) == 52
    ending = Ending.COMPLETE if is_complete else Ending.CLOSED if claimed else Ending.UNKNOWN
    return Play.of_indexes(first, bytes(columns), ending), won


_NO_CARD: Final = bytes([NO_CARD])


def holder_of(index: int, deal: Deal | None) -> Seat | None:
    """Return the holder of a card by its index; `None` if no hand of the deal has it."""
    for seat, mask in enumerate(() if deal is None else deal.masks):
        if mask >> index & 1:
            return Seat(seat)
    return None


_MATCH_RESULT: Final = re.compile(
    r"([1-7])(NT|[NSHDC])([NESW])(x{0,2})(=|[+-]\d{1,2})", re.IGNORECASE
)


def parse_match_result(text: str) -> tuple[Contract, Result | None] | None:
    """Return the contract and result of one item of an `rs` value; `None` for an empty one.

    Raises:
        CallError: the text is no result.

    Example:
        >>> parse_match_result("5HWx-1")
        (<Contract 5HX by W>, <Result 10>)
    """
    text = text.strip()
    if not text:
        return None
    if text.lower() in {"p", "pass", "passout", "ap"}:
        return Contract.parse("Pass"), None
    match = _MATCH_RESULT.fullmatch(text)
    if match is None:
        raise CallError(text)
    level, strain, declarer, risk, over = match.groups()
    contract = Contract(
        level=int(level),
        strain=Strain.parse(strain),
        doubling=Doubling(len(risk)),
        declarer=Seat.parse(declarer),
    )
    return contract, Result(tricks=int(level) + 6 + (0 if over == "=" else int(over)))
