"""The words of the game in English, and the way to other languages.

`Terms` writes seats, cards, calls and contracts for people. Its English is in the core, so that a
diagram needs nothing else; `Translator` of `overtrick-render` has the other languages.
"""

from __future__ import annotations

from typing import Final

from overtrick.findings.errors import OptionError
from overtrick.framework.lazy import optional
from overtrick.model.calls import Call, Irregularity
from overtrick.model.cards import Card, Rank, Strain, Suit
from overtrick.model.contract import Contract, Result, Score
from overtrick.model.hands import Hand
from overtrick.model.table import Seat, Side, Vulnerability

ENGLISH: Final = "en"
"""The language of the texts in the programs themselves."""


class Terms:
    """The words of the game in one language; in English unless a subclass translates them.

    Attributes:
        language: the code of the language, such as `fr`.

    Example:
        >>> words = terms_in("en")
        >>> words.seat(Seat.SOUTH), words.holding(Hand.parse("AQT2..."), Suit.SPADES)
        ('South', 'AQT2')
    """

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        # Texts are named like the members. Pages use them many times: each is looked up once.
        self._seats = {seat: self.gettext(seat.name.capitalize()) for seat in Seat}
        self._suits = {suit: self.gettext(suit.name.lower()) for suit in Suit}
        self._ranks = {
            rank: self.pgettext("rank letter", rank.symbol) if rank >= Rank.TEN else rank.symbol
            for rank in Rank
        }
        self._letters = {rank.symbol: letter for rank, letter in self._ranks.items()}
        # A ten of two figures, or a knave of two letters, wants blanks on both sides.
        self._between = " " if any(len(letter) > 1 for letter in self._ranks.values()) else ""

    # Texts, by the names that gettext has for them ----------------------------------------

    def gettext(self, message: str) -> str:
        """Return the translation of a text, or the text itself where there is none."""
        return message

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a text that means something else elsewhere."""
        return message

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the translation of a text that depends on a number."""
        return one if count == 1 else many

    # The words of the game ----------------------------------------------------------------

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat: `North`."""
        return self._seats[seat]

    def seat_letter(self, seat: Seat) -> str:
        """Return the letter of a seat: `N`."""
        return self.pgettext("seat letter", seat.symbol)

    def side(self, side: Side) -> str:
        """Return the name of a side: `North–South`."""
        return self.gettext(side.name.title().replace("_", "–"))

    def side_letters(self, side: Side) -> str:
        """Return the letters of a side: `NS`."""
        return self.pgettext("side letters", side.symbol)

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit, as within a sentence: `spades`."""
        return self._suits[suit]

    def suit_letter(self, suit: Suit) -> str:
        """Return the letter of a suit: `S`."""
        return self.pgettext("suit letter", suit.symbol)

    def strain(self, strain: Strain) -> str:
        """Return the sign of a strain: a pip, or `NT`."""
        return strain.glyph if strain.suit is not None else self.pgettext("strain", "NT")

    def rank(self, rank: Rank) -> str:
        """Return the letter of a rank: `A`, `T`, `9`; more than one character in some languages."""
        return self._ranks[rank]

    def card(self, card: Card) -> str:
        """Return a card: the pip and the rank."""
        return card.suit.glyph + self._ranks[card.rank]

    def holding(self, hand: Hand, suit: Suit) -> str:
        """Return the ranks that a hand has in a suit, high to low; empty for a void.

        A blank separates two ranks where the language has a rank of more than one character.
        """
        return self._between.join(self.ranks(hand, suit))

    def ranks(self, hand: Hand, suit: Suit) -> list[str]:
        """Return the letters of the ranks that a hand has in a suit, high to low."""
        return [self._letters[letter] for letter in hand.suit_text(suit)]

    def call(self, call: Call) -> str:
        """Return a call: `Pass`, `X`, `XX`, `1♥`, `3NT`."""
        if call.strain is not None:
            return f"{call.level}{self.strain(call.strain)}"
        return self.pgettext("call", call.symbol)

    def irregularity(self, mark: Irregularity) -> str:
        """Return what was irregular about a call or a card, as within a sentence: `revoke`."""
        return self.gettext(mark.name.lower().replace("_", " "))

    def contract(self, contract: Contract) -> str:
        """Return a contract with its suit symbol, such as `5♥X by South`."""
        if contract.is_passed_out:
            text = self.gettext("passed out")
        else:
            strain = "?" if contract.strain is None else self.strain(contract.strain)
            text = f"{contract.level or ''}{strain}{contract.doubling.symbol}"
        if contract.declarer is None:
            return text
        by = self.gettext("{contract} by {declarer}")
        text = by.format(contract=text, declarer=self.seat(contract.declarer))
        place = self.gettext("(in dummy's place)")
        return f"{text} {place}" if contract.swapped else text

    def vulnerability(self, vulnerability: Vulnerability) -> str:
        """Return who is vulnerable, in one word: `None`, `NS`, `EW`, `All`."""
        return self.pgettext("vulnerability", vulnerability.label)

    def vulnerable(self, vulnerability: Vulnerability) -> str:
        """Return who is vulnerable, as a phrase: `NS vulnerable`."""
        return self.gettext(f"{vulnerability.label} vulnerable")

    def result(self, result: Result) -> str:
        """Return the tricks taken: declarer's, or those of the sides that are given."""
        words = [] if result.tricks is None else [str(result.tricks)]
        words += self._of_sides(result.ns, result.ew)
        return ("^" if result.irregular else "") + " ".join(words)

    def score(self, score: Score) -> str:
        """Return a score: declarer's, or those of the sides that are given."""
        words = [] if score.declarer is None else [str(score.declarer)]
        return " ".join(words + self._of_sides(score.ns, score.ew))

    def _of_sides(self, ns: object, ew: object) -> list[str]:
        return [
            f"{self.side_letters(side)} {value}"
            for side, value in zip(Side, (ns, ew), strict=True)
            if value is not None
        ]


_ENGLISH_TERMS: Final = Terms()


def terms_in(language: str | None) -> Terms:
    """Return the words of the game in a language.

    Languages other than English come with `overtrick-render`.

    Args:
        language: a language's code, such as `fr`; that of the environment where it is `None`,
            which is English without `overtrick-render`.

    Raises:
        OptionError: there are no words in the language.

    Example:
        >>> terms_in("en").gettext("Dealer")
        'Dealer'
    """
    if language == ENGLISH:
        return _ENGLISH_TERMS
    render = optional("overtrick_render")
    if render is None:
        if language is None:
            return _ENGLISH_TERMS
        msg = (
            f"no language {language!r}: languages other than English come with overtrick-render: "
            "python -m pip install overtrick-render"
        )
        raise OptionError(msg)
    terms: Terms = render.translator(language=language)
    return terms
