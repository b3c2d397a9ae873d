"""The picture of the table, as data: made from a session, drawn by a scene."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.rules.cards import Card

SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@attrs.frozen
class Target:
    """A selectable target on the table.

    Attributes:
        kind: `card` (of a hand), `played` (on the table), `amount`, `suit`, `more`, `pass`,
            `double`, `announce`, `call` (a player's last call), `hand` (a hand face down),
            `medal` or `felt`.
        value: which one: a card, a seat, an amount, a suit or a place.
    """

    kind: str
    value: int = 0


@attrs.frozen(kw_only=True)
class HandPicture:
    """A hand in a picture.

    Attributes:
        cards: its cards in order; `None` for each that is face down.
        playable: those that may be played now; others are faint. `None` where nothing is asked.
        name: the text beside it.
        said: the player's last call or declaration.
        is_turn: whether the player is to act.
    """

    cards: tuple[Card | None, ...] = ()
    playable: int | None = None
    name: str = ""
    said: str = ""
    is_turn: bool = False


@attrs.frozen(kw_only=True)
class BiddingBox:
    """The available calls.

    Attributes:
        amounts: the amounts on this page.
        least: the lowest that may be bid; 821 where none may.
        amount: the amount that is chosen.
        more: the text of the button for other amounts.
        double: the text of the double button, empty if no double is legal.
        pass_: the text of the pass button.
    """

    amounts: tuple[int, ...]
    least: int
    amount: int
    more: str
    double: str
    pass_: str


@attrs.frozen(kw_only=True)
class Picture:
    """The complete picture of the table.

    Attributes:
        hands: the four hands, by seat.
        trick: the cards on the table with their players.
        winner: the player with the medal, or `None`.
        box: the bidding box, where one is asked for a call.
        buttons: what may be announced.
        lines: words in the middle of an empty table.
        moving: a card on its way: the card, its player, and how far it is, 0 to 1.
        selectable: the kinds of targets that the keys go to.
    """

    hands: tuple[HandPicture, HandPicture, HandPicture, HandPicture] = (
        HandPicture(),
        HandPicture(),
        HandPicture(),
        HandPicture(),
    )
    trick: tuple[tuple[Seat, Card], ...] = ()
    winner: Seat | None = None
    box: BiddingBox | None = None
    buttons: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    moving: tuple[Card, Seat, float] | None = None
    selectable: frozenset[str] = frozenset()
