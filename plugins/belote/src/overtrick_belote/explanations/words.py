"""The vocabulary of the game in two languages: cards, players, calls, declarations, numbers."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterable
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import Bid, Call, Contract, Double, Pass
from overtrick_belote.rules.cards import CARDS, Card, Rank, Side
from overtrick_render import Translator, language_of, translator

ENGLISH: Final = "en"
FRENCH: Final = "fr"
LANGUAGES: Final = (ENGLISH, FRENCH)

_HARD_BLANK: Final = "\N{NO-BREAK SPACE}"

_RANKS: Final = {
    ENGLISH: ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    FRENCH: ("sept", "huit", "neuf", "dix", "valet", "dame", "roi", "as"),
}
_PLURAL_RANKS: Final = {
    ENGLISH: ("sevens", "eights", "nines", "tens", "jacks", "queens", "kings", "aces"),
    FRENCH: ("sept", "huit", "neuf", "dix", "valets", "dames", "rois", "as"),
}
_SEQUENCES: Final = {
    ENGLISH: ("third", "fourth", "fifth"),
    FRENCH: ("tierce", "quarte", "quinte"),
}
_FOURS: Final = {
    Kind.FOUR_QUEENS: Rank.QUEEN,
    Kind.FOUR_KINGS: Rank.KING,
    Kind.FOUR_TENS: Rank.TEN,
    Kind.FOUR_ACES: Rank.ACE,
    Kind.FOUR_NINES: Rank.NINE,
    Kind.FOUR_JACKS: Rank.JACK,
}
_NUMBERS: Final = {
    ENGLISH: (
        "no",
        *[
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ],
    ),
    FRENCH: (
        "aucun",
        *[
            "un",
            "deux",
            "trois",
            "quatre",
            "cinq",
            "six",
            "sept",
            "huit",
            "neuf",
            "dix",
            "onze",
            "douze",
        ],
    ),
}
_CALLS: Final = {
    ENGLISH: ("pass", "double", "redouble"),
    FRENCH: ("passe", "contre", "surcontre"),
}
_LEVELS: Final = {
    ENGLISH: {Level.NOVICE: "novice", Level.ADVANCED: "advanced", Level.EXPERT: "expert"},
    FRENCH: {Level.NOVICE: "débutant", Level.ADVANCED: "confirmé", Level.EXPERT: "expert"},
}
_JOINTS: Final = {ENGLISH: {"and": " and ", "or": " or "}, FRENCH: {"and": " et ", "or": " ou "}}


def game_language(chosen: str | None = None) -> str:
    """Return the language of the game: `fr`, or `en` for any other.

    Args:
        chosen: what a person asked for, such as `fr_CA`; the environment's where not given, as
            everywhere in overtrick.

    Raises:
        OptionError: overtrick has no such language at all.

    Example:
        >>> game_language("fr-CA"), game_language("de")
        ('fr', 'en')
    """
    return FRENCH if language_of(chosen) == FRENCH else ENGLISH


@attrs.frozen
class Words:
    """The vocabulary of a language. Made by `words`.

    Attributes:
        language: `en` or `fr`.
        symbols: whether cards are written as ♠J, else in letters as SJ.
    """

    language: str
    symbols: bool = True

    @property
    def _core(self) -> Translator:
        return translator(language=self.language)

    # Cards --------------------------------------------------------------------------------

    def rank(self, rank: Rank) -> str:
        """Return a rank in short: `J`; the ten is `10`."""
        return "10" if rank is Rank.TEN else self._core.pgettext("rank letter", rank.symbol)

    def suit_sign(self, suit: Suit) -> str:
        """Return a suit in short: ♠, or the language's letter."""
        return suit.glyph if self.symbols else self._core.suit_letter(suit)

    def card(self, card: Card) -> str:
        """Return a card in short: ♠J, or SJ."""
        return self.suit_sign(card.suit) + self.rank(card.rank)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return some cards of one suit in short: ♠J-10-9."""
        row = list(cards)
        return self.suit_sign(row[0].suit) + "-".join(self.rank(card.rank) for card in row)

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit: `spades`, `pique`."""
        return self._core.suit(suit)

    def rank_name(self, rank: Rank, form: str = "name") -> str:
        """Return the name of a rank, bare (`name`) or with its article (`the`, `a`)."""
        return self._with_article(_RANKS[self.language][rank], form, rank is Rank.QUEEN)

    def card_name(self, card: Card, form: str = "name") -> str:
        """Return the name of a card, bare (`name`) or with its article (`the`, `a`)."""
        of = "de" if self.language == FRENCH else "of"
        return f"{self.rank_name(card.rank, form)} {of} {self.suit(card.suit)}"

    def _with_article(self, name: str, form: str, feminine: bool) -> str:
        if form == "name":
            return name
        if self.language == FRENCH:
            if form == "a":
                return f"{'une' if feminine else 'un'} {name}"
            return f"l'{name}" if name == "as" else f"{'la' if feminine else 'le'} {name}"
        if form == "a":
            return f"{'an' if name[0] in 'ae' else 'a'} {name}"
        return f"the {name}"

    # The table ----------------------------------------------------------------------------

    def seat(self, seat: Seat) -> str:
        """Return the name of a player: `North`."""
        return self._core.seat(seat)

    def side(self, side: Side) -> str:
        """Return the name of a side: `North-South`."""
        north, south = (self.seat(seat) for seat in side.seats)
        return f"{north}-{south}"

    def call(self, call: Call) -> str:
        """Return a call: `110♠` (`110 spades` in letters), `pass`, `double`, `redouble`."""
        if isinstance(call, Bid):
            if self.symbols:
                return f"{call.amount}{call.suit.glyph}"
            return f"{call.amount} {self.suit(call.suit)}"
        place = 0 if isinstance(call, Pass) else 1 if isinstance(call, Double) else 2
        return _CALLS[self.language][place]

    def contract(self, contract: Contract) -> str:
        """Return a contract with its doubles: `120♣`, `120♣ doubled`."""
        doubles = ("", "doubled", "redoubled")
        if self.language == FRENCH:
            doubles = ("", "contré", "surcontré")
        return f"{self.call(contract.bid)} {doubles[contract.multiplier // 2]}".rstrip()

    def level(self, level: Level) -> str:
        """Return the name of a player's level: `advanced`, `confirmé`."""
        return _LEVELS[self.language][level]

    def kind(self, kind: Kind, form: str = "name") -> str:
        """Return the name of a kind of declaration, `third`; with its article for `a`."""
        if kind <= Kind.FIFTH:
            return self._with_article(_SEQUENCES[self.language][kind], form, feminine=True)
        ranks = _PLURAL_RANKS[self.language][_FOURS[kind]]
        if self.language == FRENCH:
            joint = "d'" if ranks == "as" else "de "
            return self._with_article(f"carré {joint}{ranks}", form, feminine=False)
        return f"four {ranks}"

    def announce(self, announce: Announce, form: str = "name") -> str:
        """Return a declaration with its cards: `third ♠Q-J-10`."""
        kind = self.kind(announce.kind, form)
        if announce.suit is None:
            return kind
        top = 8 * announce.suit + announce.top
        row = (CARDS[top - place] for place in range(announce.kind.length))
        return f"{kind} {self.cards(row)}"

    # Numbers and lists --------------------------------------------------------------------

    def number(self, number: float, decimals: int = 0, *, signed: bool = False) -> str:
        """Return a number, rounded half away from zero, with a sign if requested."""
        scaled = int(abs(number) * 10**decimals + 0.5)
        whole, rest = divmod(scaled, 10**decimals)
        text = str(whole)
        if decimals:
            point = "," if self.language == FRENCH else "."
            text += f"{point}{rest:0{decimals}d}"
        if number < 0 and scaled:
            return f"-{text}"
        return f"+{text}" if signed and scaled else text

    def share(self, share: float) -> str:
        """Return a fraction as a percentage: `62%`, `62 %`."""
        blank = _HARD_BLANK if self.language == FRENCH else ""
        return f"{self.number(100 * share)}{blank}%"

    def date(self, date: datetime.datetime) -> str:
        """Return a date with its time: `2026-11-22 18:40`, `22/11/2026 18:40`."""
        return f"{date:%d/%m/%Y %H:%M}" if self.language == FRENCH else f"{date:%Y-%m-%d %H:%M}"

    def number_word(self, number: int, *, feminine: bool = False) -> str:
        """Return an integer from 0 to 12 as a word before a noun, other integers in figures."""
        names = _NUMBERS[self.language]
        if not 0 <= number < len(names):
            return self.number(number)
        if feminine and self.language == FRENCH and number < 2:
            return f"{names[number]}e"
        return names[number]

    def listed(self, items: Iterable[str], joint: str = "and") -> str:
        """Return items as a list: `♠J, ♠9 and ♠A`; `joint` is and, or, sum or row."""
        if joint == "sum":
            return " + ".join(items)
        if joint == "row":
            return (" ; " if self.language == FRENCH else "; ").join(items)
        *first, last = items
        if not first:
            return last
        return ", ".join(first) + _JOINTS[self.language][joint] + last

    def plural(self, number: float, one: str, many: str) -> str:
        """Return the form of a word for a number: French takes the singular for 0 too."""
        single = abs(number) < 2 if self.language == FRENCH else abs(number) == 1
        return one if single else many

    # The other way ------------------------------------------------------------------------

    def read_card(self, text: str) -> Card:
        """Read a card as users type it: the suit's symbol or the language's letters.

        Else it is read in English letters, so that in French C is hearts, and S, H, D are read too.

        Raises:
            BeloteError: it is none of the 32 cards.

        Example:
            >>> words("fr").read_card("pv"), words("en").read_card("♠10")
            (Card('SJ'), Card('ST'))
        """
        typed = text.strip().upper()
        for card in CARDS:
            signs = (card.suit.glyph, self._core.suit_letter(card.suit))
            if any(typed == sign + self.rank(card.rank) for sign in signs):
                return card
        return Card.parse(typed)


@functools.cache
def words(language: str = ENGLISH, symbols: bool = True) -> Words:
    """Return the vocabulary of a language, `en` or `fr`.

    Raises:
        BeloteError: the game does not speak it.

    Example:
        >>> words("fr").announce(Announce(Kind.THIRD, Rank.QUEEN, Suit.SPADES), "a")
        'une tierce ♠D-V-10'
    """
    if language not in LANGUAGES:
        msg = f"the game does not speak {language!r} (it speaks: {', '.join(LANGUAGES)})"
        raise BeloteError(msg)
    return Words(language, symbols)
