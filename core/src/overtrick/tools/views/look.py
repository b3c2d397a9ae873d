"""How a picture looks: the options that all views of boards share, and the colours of the suits."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick.framework.spec import option
from overtrick.model.cards import Suit


@attrs.frozen(kw_only=True)
class Look:
    """How a board is shown, and which of its parts.

    Attributes:
        colours: 2 for black and red suits; 4 for blue spades, red hearts, orange diamonds and
            green clubs.
        auction: whether the auction is shown.
        play: whether the play is shown.
        tables: whether the board's tables are shown, double-dummy tricks among them.

    Raises:
        ValueError: another number of colours.

    Example:
        >>> Look(colours=4, play=False)
        Look(colours=4, auction=True, play=False, tables=True)
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

    def colour_of(self, suit: Suit) -> str | None:
        """Return the name of a suit's colour, or `None` for that of the text."""
        return (_TWO if self.colours == 2 else _FOUR)[suit]


_TWO: Final = {Suit.CLUBS: None, Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: None}
_FOUR: Final = {
    Suit.CLUBS: "green",
    Suit.DIAMONDS: "orange",
    Suit.HEARTS: "red",
    Suit.SPADES: "blue",
}

COLOURS: Final = {"red": "#e3132c", "orange": "#b35e00", "green": "#158238", "blue": "#2f6fde"}
"""Colours as bright as they can be read on white paper and on a dark screen alike."""
