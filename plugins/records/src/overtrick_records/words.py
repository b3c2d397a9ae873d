"""The words of the sheets, in the language of those who read them."""

from __future__ import annotations

from overtrick.model import Rank, Seat, Side, Strain, Suit, Vulnerability


class Words:
    """English."""

    language = "en"

    def gettext(self, text: str) -> str:
        """Return a text."""
        return text

    def pgettext(self, context: str, text: str) -> str:
        """Return a text that means something else elsewhere."""
        return text

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return seat.name.capitalize()

    def seat_letter(self, seat: Seat) -> str:
        """Return the letter of a seat."""
        return seat.symbol

    def side_letters(self, side: Side) -> str:
        """Return the letters of a side."""
        return side.symbol

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit."""
        return suit.name.lower()

    def strain(self, strain: Strain) -> str:
        """Return the sign of a strain."""
        return strain.glyph

    def rank(self, rank: Rank) -> str:
        """Return the letter of a rank."""
        return rank.symbol

    def vulnerability(self, vulnerability: Vulnerability) -> str:
        """Return who is vulnerable in one word."""
        return vulnerability.label


def words_of(language: str | None) -> Words:
    """Return the words of a language."""
    return Words()
