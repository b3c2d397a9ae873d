"""Parse the values of labels: hands, auction, contract, play.

Source: RBN, article 7A12; what rests on a real file alone is marked as observed.
"""

from __future__ import annotations

import re
from typing import Final

from overtrick import (
    Auction,
    Call,
    CallEntry,
    CallError,
    Card,
    CardError,
    Contract,
    Deal,
    DealError,
    Ending,
    Hand,
    Play,
    PlayedCard,
    Seat,
    Strain,
    Trick,
    Vulnerability,
)

_VULNERABILITIES: Final = {
    "Z": Vulnerability.NONE,
    "N": Vulnerability.NS,
    "E": Vulnerability.EW,
    "B": Vulnerability.BOTH,
}

SCORING: Final = {"M": "MP", "I": "IMP"}
"""The forms of scoring whose letters the description explains; others stay as they are."""


def parse_hands(text: str) -> Deal:
    """Return the deal of `W:hand:hand:hand:hand`; one omitted hand gets the remaining cards.

    Raises:
        CardError: a hand cannot be read.
        DealError: no seat in front, over four hands, or a card in two hands.
    """
    parts = [part.strip() for part in text.split(":")]
    if parts[0] not in {"N", "E", "S", "W"} or not 2 <= len(parts) <= 5:
        msg = "it begins with a seat and a colon, and has four hands at the most"
        raise DealError(msg)
    first = Seat.parse(parts[0])
    hands = [Hand()] * 4
    for step, part in enumerate(parts[1:]):
        hands[first.after(step)] = Hand.parse(part) if part else Hand()
    north, east, south, west = hands
    return Deal((north, east, south, west)).completed()


_CALLS: Final = re.compile(r"([1-7](?:NT|[CDHSN])|[PXRA])|:|\s+")


def parse_auction(text: str) -> tuple[Seat | None, Vulnerability | None, Auction | None]:
    """Return the dealer, the vulnerability and the calls of `WZ:1S2H2S4D:4SPP5H:XA`.

    The start may be left out (RBN 3.2); then nothing is said of dealer and vulnerability, and
    the auction counts from West.

    Raises:
        CallError: something that is no call.
    """
    dealer, vulnerability = None, None
    start = re.match(r"([NESW])([ZNEB?]):?", text)
    if start is not None:
        dealer = Seat.parse(start[1])
        vulnerability = _VULNERABILITIES.get(start[2])
        text = text[start.end() :]
    entries: list[CallEntry] = []
    place = 0
    while place < len(text):
        match = _CALLS.match(text, place)
        if match is None:
            msg = f"{text[place : place + 10]!r} is no call"
            raise CallError(msg)
        place = match.end()
        word = match[1]
        if word == "A":
            missing = 4 if not any(e.call is not None and e.call.is_bid for e in entries) else 3
            trailing = 0
            for entry in reversed(entries):
                if entry.call is not Call.parse("P"):
                    break
                trailing += 1
            entries += [CallEntry.plain(Call.parse("P"))] * max(0, missing - trailing)
        elif word is not None:
            entries.append(CallEntry.plain(Call.parse(word)))
    if not entries:
        return dealer, vulnerability, None
    first = Seat.WEST if dealer is None else dealer
    auction = Auction(dealer=first, entries=tuple(entries), ending=Ending.UNKNOWN)
    if auction.is_complete:
        auction = Auction(dealer=first, entries=tuple(entries), ending=Ending.COMPLETE)
    return dealer, vulnerability, auction


def parse_contract(text: str) -> Contract:
    """Return the contract of `5HX:N`, or of `P` for a passed-out board.

    Raises:
        CallError: the text is no contract or no seat.
    """
    contract, _, declarer = text.strip().partition(":")
    if contract in {"P", "Pass", "PASS"}:
        return Contract.parse("Pass")
    if declarer and declarer not in {"N", "E", "S", "W"}:
        msg = f"{declarer!r} is no seat"
        raise CallError(msg)
    return Contract.parse(
        contract.replace("R", "XX"), declarer=Seat.parse(declarer) if declarer else None
    )


_NAGS: Final = {"!": 7, "?": 8, "!!": 9, "??": 10, "!?": 11, "?!": 12}
_CARD: Final = re.compile(r"([SHDC]?)([AKQJT2-9])([!?]{0,2})")


def parse_play(text: str, deal: Deal, strain: Strain, leader: Seat) -> Play:
    """Return the play of `CK972:CQ!H483:...`: a rank without a letter belongs to the suit led.

    Each card must be in its player's hand, which shows that the reading is right.

    Raises:
        CardError: something that is no card, or a card that its player does not hold.

    Source: RBN, article 7A12; that a bare rank is of the suit led, and not of the suit named last,
    is observed, and every card is checked against the deal.
    """
    first = leader
    tricks = []
    held = {seat: set(deal[seat]) for seat in Seat}
    for row in filter(None, (part.strip() for part in text.split(":"))):
        slots: list[PlayedCard | None] = [None] * 4
        place, led = 0, ""
        for step in range(4):
            if place >= len(row):
                break
            match = _CARD.match(row, place)
            if match is None or not (match[1] or led):
                msg = f"{row[place:]!r} is no card"
                raise CardError(msg)
            place = match.end()
            led = led or match[1]
            card, seat = Card.parse((match[1] or led) + match[2]), leader.after(step)
            if card not in held[seat]:
                msg = f"{seat.symbol} does not hold {card}"
                raise CardError(msg)
            held[seat].remove(card)
            nags = (_NAGS[match[3]],) if match[3] else ()
            slots[seat] = PlayedCard(card=card, nags=nags) if nags else PlayedCard.plain(card)
        if place < len(row):
            msg = f"over four cards in the trick {row!r}"
            raise CardError(msg)
        north, east, south, west = slots
        trick = Trick((north, east, south, west))
        tricks.append(trick)
        winner = trick.winner(leader, strain) if trick.is_complete else None
        leader = leader if winner is None else winner
    whole = len(tricks) == 13 and tricks[-1].is_complete
    ending = Ending.COMPLETE if whole else Ending.UNKNOWN
    return Play(leader=first, tricks=tuple(tricks), ending=ending)
