"""How a picture looks: the options that all views of boards share, and the colours of the suits."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick.framework.spec import option
from overtrick.model.cards import Suit
from overtrick.model.hands import Deal, Hand
from overtrick.model.table import Seat


def _to_seats(text: str) -> str:
    """Return the letters of seats in their order, each once.

    Raises:
        ValueError: a letter that is no seat's.
    """
    seats = {Seat.parse(letter) for letter in text if letter not in ", "}
    return "".join(seat.symbol for seat in sorted(seats))


@attrs.frozen(kw_only=True)
class Look:
    """How a board is shown, and which of its parts.

    Attributes:
        colours: 2 for black and red suits; 4 for blue spades, red hearts, orange diamonds and
            green clubs.
        auction: whether the auction is shown.
        play: whether the play is shown.
        tables: whether the board's tables are shown, double-dummy tricks among them.
        hide: the letters of the seats whose hands are not shown, such as `EW`; their place stays
            empty. What tells of them elsewhere, as the play does, is shown unless it is left out.

    Raises:
        ValueError: another number of colours, or a letter that is no seat's.

    Example:
        >>> Look(colours=4, hide="e,w").hides(Seat.WEST)
        True
    """

    colours: int = attrs.field(
        default=2,
        converter=int,
        validator=attrs.validators.in_((2, 4)),
        metadata={"help": "how many colours the suits have", "choices": ("2", "4")},
    )
    auction: bool = option(True, help="show the auction")
    play: bool = option(True, help="show the play")
    tables: bool = option(True, help="show the board's tables")
    hide: str = attrs.field(
        default="",
        converter=_to_seats,
        metadata={"help": "hands not to be shown, such as EW"},
    )

    def hides(self, seat: Seat) -> bool:
        """Return whether the hand of a seat is not to be shown."""
        return seat.symbol in self.hide

    def colour_of(self, suit: Suit) -> str | None:
        """Return the name of a suit's colour, or `None` for that of the text."""
        return (_TWO if self.colours == 2 else _FOUR)[suit]

    def shown(self, deal: Deal) -> Deal:
        """Return a deal without the hands that are not to be shown.

        A hand that follows from the three others is known, and is shown or hidden as they are.
        """
        deal = deal.completed()
        if not self.hide:
            return deal
        north, east, south, west = (Hand() if self.hides(seat) else deal[seat] for seat in Seat)
        return Deal((north, east, south, west))


_TWO: Final = {Suit.CLUBS: None, Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: None}
_FOUR: Final = {
    Suit.CLUBS: "green",
    Suit.DIAMONDS: "orange",
    Suit.HEARTS: "red",
    Suit.SPADES: "blue",
}

COLOURS: Final = {"red": "#e3132c", "orange": "#b35e00", "green": "#158238", "blue": "#2f6fde"}
"""Colours as bright as they can be read on white paper and on a dark screen alike."""
