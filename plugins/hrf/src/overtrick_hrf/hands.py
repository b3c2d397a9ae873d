"""A board in HRF: a number, then four hands of suit letters and ranks.

Source: Convert page, part HRF FORMAT: two boards printed as running
text, and "each hand takes 128 bytes". That the number is not padded, how wide it may be and what
fills the 128 bytes is not documented anywhere; what is done here is an assumption.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from overtrick import CARDS, Deal, Hand, Seat

MOST_FAULTS: Final = 4
"""How many faults of a record are worth a message."""

HANDS_LENGTH: Final = 68
"""Four hands, each of 13 ranks and four suit letters."""

RECORD_LENGTH: Final = 128

NUMBER: Final = re.compile(rb"[ \0]*([0-9]{1,3})[ \0]*(?=[Ss])")

_SUITS: Final = "SHDC"
_RANKS: Final = "23456789TJQKA"
_NAMES: Final = tuple(seat.name.title() for seat in Seat)


@attrs.frozen(kw_only=True)
class Fault:
    """The fault of four hands.

    Attributes:
        code: the diagnostic code.
        at: its place, 0-based from the start of the hands.
        seat: the hand it is in.
        found: what stands there, or a count, or a card.
        expected: what should stand there, or who else has the card.
    """

    code: str
    at: int
    seat: str
    found: str
    expected: str = ""


_HANDS: Final = re.compile(4 * f"S([{_RANKS}]*)H([{_RANKS}]*)D([{_RANKS}]*)C([{_RANKS}]*)")


def _plain_deal(text: str) -> Deal | None:
    """Return the deal of four hands without a fault; `None` if they need the slow parser."""
    match = _HANDS.fullmatch(text, 0, HANDS_LENGTH)
    return None if match is None else Deal.from_holdings(match.groups())


def parse_hands(text: str) -> tuple[Deal | None, int, list[Fault]]:
    """Read four hands from the beginning of a text.

    A hand ends at the suit letter S of the next one, the last with its thirteenth card.

    Args:
        text: capitals, as the format has them.

    Returns:
        The deal or `None`, how many characters were read, and what is wrong.

    Example:
        >>> text = "SAKQJT98765432HDC" "SHAKQJT98765432DC" "SHDAKQJT98765432C"
        >>> parse_hands(text + "SHDCAKQJT98765432" + "2S")[0][Seat.WEST]
        <Hand ...AKQJT98765432>
    """
    deal = _plain_deal(text)
    if deal is not None:
        return deal, HANDS_LENGTH, []
    masks: list[int] = []
    holders: dict[int, str] = {}
    suit = 3
    at = 0
    seat = _NAMES[0]
    faults: list[Fault] = []
    for at, letter in enumerate(text):
        if len(masks) == 4 and suit == 3 and masks[3].bit_count() >= 13:
            break
        place = _SUITS.find(letter)
        expected = _SUITS[(suit + 1) % 4]
        if place >= 0:
            if letter != expected or (len(masks) == 4 and suit == 3):
                faults.append(_fault("HRF023", at, seat, letter, expected))
                return None, at, faults
            suit = place
            if suit == 0:
                masks.append(0)
                seat = _NAMES[len(masks) - 1]
            continue
        rank = _RANKS.find(letter)
        if rank < 0 or not masks:
            faults.append(_fault("HRF022", at, seat, letter, expected))
            return None, at, faults
        index = 13 * (3 - suit) + rank
        if index in holders and len(faults) < MOST_FAULTS:
            faults.append(_fault("HRF025", at, seat, CARDS[index].symbol, holders[index]))
        holders.setdefault(index, seat)
        masks[-1] |= 1 << index
    else:
        at = len(text)
    if not faults:
        faults += _count_faults(masks, suit, at)
    if faults:
        return None, at, faults
    north, east, south, west = masks
    return Deal((Hand(north), Hand(east), Hand(south), Hand(west))), at, []


def _fault(code: str, at: int, seat: str, found: str, expected: str) -> Fault:
    return Fault(code=code, at=at, seat=seat, found=found, expected=expected)


def _count_faults(masks: list[int], suit: int, length: int) -> list[Fault]:
    if len(masks) < 4 or suit < 3:
        seat = _NAMES[max(len(masks) - 1, 0)]
        return [_fault("HRF021", length, seat, str(length), _SUITS[(suit + 1) % 4])]
    return [
        _fault("HRF024", 0, _NAMES[seat], str(mask.bit_count()), "13")
        for seat, mask in enumerate(masks)
        if mask.bit_count() != 13
    ]


def format_hands(deal: Deal) -> str:
    """Return a complete deal as 68 characters.

    Example:
        >>> deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -")
        >>> format_hands(deal.completed())[:20]
        'SAKQJT98765432HDCSHA'
    """
    return "".join(map(_hand, deal.hands))


def _hand(hand: Hand) -> str:
    spades, hearts, diamonds, clubs = hand.text.split(".")
    return f"S{spades}H{hearts}D{diamonds}C{clubs}"


LAYOUTS: Final = ("blanks", "nuls", "lines crlf", "lines lf", "joined")
"""How records stand in a file: of 128 bytes with one filling or the other, lines, run together."""


def format_record(number: int, deal: Deal, layout: str) -> bytes:
    r"""Return a record in the form of a file.

    Args:
        number: the board's number, 1 to 999.
        deal: a complete deal.
        layout: one of `LAYOUTS`.
    """
    record = f"{number}{format_hands(deal)}".encode()
    match layout:
        case "joined":
            return record
        case "lines crlf":
            return record + b"\r\n"
        case "lines lf":
            return record + b"\n"
        case _:
            return record.ljust(RECORD_LENGTH, b"\0" if layout == "nuls" else b" ")
