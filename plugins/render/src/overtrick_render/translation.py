"""The words that people read, in their own language: one way for the core and for all plugins.

A package that has texts for people keeps a folder `locale` with one catalogue a language, such as
`fr.po`. What it does not have is looked up in the core's catalogue, which has the words of the
game, and else stands in English. Views and sheets are translated; messages of the linter, errors
and the help of commands are English, so that what is searched for and quoted is the same for all.
"""

from __future__ import annotations

import functools
import gettext
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick.findings.errors import OptionError, PluginError
from overtrick.model.calls import Call, Irregularity
from overtrick.model.cards import Card, Rank, Strain, Suit
from overtrick.model.contract import Contract, Result, Score
from overtrick.model.hands import Hand
from overtrick.model.table import Seat, Side, Vulnerability

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from overtrick.tools.po import Entry

ENGLISH: Final = "en"
"""The language of the texts in the programs themselves."""

_CORE: Final = "overtrick"

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_SEATS: Final = {
    Seat.NORTH: "North",
    Seat.EAST: "East",
    Seat.SOUTH: "South",
    Seat.WEST: "West",
}
_SIDES: Final = {Side.NORTH_SOUTH: "North–South", Side.EAST_WEST: "East–West"}
_SUITS: Final = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}
_VULNERABLE: Final = {
    Vulnerability.NONE: "None vulnerable",
    Vulnerability.NS: "NS vulnerable",
    Vulnerability.EW: "EW vulnerable",
    Vulnerability.BOTH: "All vulnerable",
}
_IRREGULARITIES: Final = {
    Irregularity.INSUFFICIENT_BID: "insufficient bid",
    Irregularity.SKIPPED: "skipped",
    Irregularity.REVOKE: "revoke",
    Irregularity.LEAD_OUT_OF_TURN: "lead out of turn",
}

TERMS: Final[tuple[tuple[str | None, str], ...]] = (
    *(
        (None, word)
        for table in (_SEATS, _SIDES, _SUITS, _VULNERABLE, _IRREGULARITIES)
        for word in table.values()
    ),
    *(("seat letter", seat.symbol) for seat in Seat),
    *(("side letters", side.symbol) for side in Side),
    *(("suit letter", suit.symbol) for suit in reversed(Suit)),
    *(("rank letter", rank.symbol) for rank in reversed(Rank) if rank >= Rank.TEN),
    *(("vulnerability", vulnerability.label) for vulnerability in _VULNERABLE),
    *(("call", call) for call in ("Pass", "X", "XX")),
    ("strain", "NT"),
    # What sheets of plugins say; the core's own views need only some of them.
    *(
        (None, word)
        for word in (
            "Board",
            "Dealer",
            "Vulnerable",
            "Contract",
            "Declarer",
            "Dummy",
            "Lead",
            "Opening lead",
            "Result",
            "Score",
            "Scoring",
            "Trick",
            "Tricks",
            "Points",
            "High-card points",
            "Auction",
            "Play",
            "Par",
            "Par contract",
            "Par score",
            "Makeable contracts",
            "Double-dummy tricks",
            "Notrump",
            "Double",
            "Redouble",
            "Passed out",
            "Sacrifice",
            "Overtrick",
            "Undertrick",
            "Event",
            "Site",
            "Date",
            "Room",
            "Session",
            "Round",
            "Table",
            "Team",
            "Pair",
            "Player",
            "Teams",
            "Pairs",
            "Percent",
            "Matchpoints",
            "Hand records",
            "Traveller",
            "Commentary",
            "Page",
        )
    ),
)
"""The words of the game, each with its context, that the core's catalogues have in any case."""


class Translator:
    """Texts and the words of the game in one language.

    Made by `translator`. The three methods of gettext's names are for a package's own texts; the
    programs that collect texts for translators (`xgettext`, Babel) know them by these names.

    Attributes:
        language: the code of the language, such as `fr`.

    Example:
        >>> words = translator(language="fr")
        >>> words.seat(Seat.SOUTH), words.holding(Hand.parse("AQT2..."), Suit.SPADES)
        ('Sud', 'A D 10 2')
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue
        self._ranks = {
            rank.symbol: self.pgettext("rank letter", rank.symbol) if rank >= Rank.TEN
            else rank.symbol
            for rank in Rank
        }  # fmt: skip
        # A ten of two figures, or a knave of two letters, wants blanks on both sides.
        self._between = " " if any(len(letter) > 1 for letter in self._ranks.values()) else ""

    # The texts of a package ---------------------------------------------------------------

    def gettext(self, message: str) -> str:
        """Return the translation of a text, or the text itself where there is none."""
        return self._catalogue.gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a text that means something else elsewhere."""
        return self._catalogue.pgettext(context, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the translation of a text that depends on a number."""
        return self._catalogue.ngettext(one, many, count)

    # The words of the game ----------------------------------------------------------------

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat: `North`."""
        return self.gettext(_SEATS[seat])

    def seat_letter(self, seat: Seat) -> str:
        """Return the letter of a seat: `N`."""
        return self.pgettext("seat letter", seat.symbol)

    def side(self, side: Side) -> str:
        """Return the name of a side: `North–South`."""
        return self.gettext(_SIDES[side])

    def side_letters(self, side: Side) -> str:
        """Return the letters of a side: `NS`."""
        return self.pgettext("side letters", side.symbol)

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit, as within a sentence: `spades`."""
        return self.gettext(_SUITS[suit])

    def suit_letter(self, suit: Suit) -> str:
        """Return the letter of a suit: `S`."""
        return self.pgettext("suit letter", suit.symbol)

    def strain(self, strain: Strain) -> str:
        """Return the sign of a strain: a pip, or `NT`."""
        return strain.glyph if strain.suit is not None else self.pgettext("strain", "NT")

    def rank(self, rank: Rank) -> str:
        """Return the letter of a rank: `A`, `T`, `9`; more than one character in some languages."""
        return self._ranks[rank.symbol]

    def card(self, card: Card) -> str:
        """Return a card: the pip and the rank."""
        return card.suit.glyph + self._ranks[card.rank.symbol]

    def holding(self, hand: Hand, suit: Suit) -> str:
        """Return the ranks that a hand has in a suit, high to low; empty for a void.

        A blank stands between two where the language has a rank of more than one character.
        """
        return self._between.join(self._ranks[rank] for rank in hand.suit_text(suit))

    def call(self, call: Call) -> str:
        """Return a call: `Pass`, `X`, `XX`, `1♥`, `3NT`."""
        if call.strain is not None:
            return f"{call.level}{self.strain(call.strain)}"
        return self.pgettext("call", call.symbol)

    def irregularity(self, mark: Irregularity) -> str:
        """Return what was irregular about a call or a card, as within a sentence: `revoke`."""
        return self.gettext(_IRREGULARITIES[mark])

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
        return self.gettext(_VULNERABLE[vulnerability])

    def result(self, result: Result) -> str:
        """Return the tricks that were taken: declarer's, or those of the sides that are told."""
        words = [] if result.tricks is None else [str(result.tricks)]
        words += self._of_sides(result.ns, result.ew)
        return ("^" if result.irregular else "") + " ".join(words)

    def score(self, score: Score) -> str:
        """Return a score: declarer's, or those of the sides that are told."""
        words = [] if score.declarer is None else [str(score.declarer)]
        return " ".join(words + self._of_sides(score.ns, score.ew))

    def _of_sides(self, ns: object, ew: object) -> list[str]:
        return [
            f"{self.side_letters(side)} {value}"
            for side, value in zip(Side, (ns, ew), strict=True)
            if value is not None
        ]


def translator(package: str = _CORE, language: str | None = None) -> Translator:
    """Return the texts of a package in a language.

    What the package has no translation for is looked up among the words of the core, and stands
    in English where they have none either.

    Args:
        package: the import name of the package, whose folder `locale` has the catalogues.
        language: a language's code, such as `fr` or `fr_CA`; the environment's where not given.

    Raises:
        OptionError: a language that the core has no words of.
        PluginError: a catalogue that cannot be read.

    Example:
        >>> translator(language="de").gettext("Dealer")
        'Teiler'
    """
    return _translator(package, language_of(language))


@functools.cache
def _translator(package: str, language: str) -> Translator:
    words = _read(package, language)
    if package != _CORE:
        words.add_fallback(_read(_CORE, language))
    return Translator(language, words)


def _read(package: str, language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    # Texts in English, as most are read, need no catalogue and nothing that reads one.
    from overtrick.tools.po import catalogue

    return catalogue(_entries(package, f"{language}.po"))


def _entries(package: str, name: str) -> list[Entry]:
    """Return what stands in a file of a package's catalogues; nothing where there is no such."""
    from overtrick.tools.po import parse_po

    file = _folder(package).joinpath(name)
    if not file.is_file():
        return []
    try:
        return parse_po(file.read_text(encoding="utf-8"))
    except ValueError as error:
        msg = f"the catalogue {name} of {package} cannot be read: {error}"
        raise PluginError(msg) from error


def untranslated(package: str, language: str) -> tuple[str, ...]:
    """Return the texts of a package, by its `messages.pot`, that stand in English in a language.

    Args:
        package: the import name of the package.
        language: a language's code; any, whether or not there are words in it.

    Raises:
        PluginError: a catalogue that cannot be read.

    Example:
        >>> untranslated("overtrick", "fr"), "Dealer" in untranslated("overtrick", "it")
        ((), True)
    """
    known = {entry.key for entry in _entries(package, f"{language}.po") if entry.is_translated}
    texts = _entries(package, "messages.pot")
    return tuple(text.message for text in texts if text.message and text.key not in known)


def _folder(package: str) -> Traversable:
    from importlib import resources  # not needed, and slow to load, for texts in English

    return resources.files(package).joinpath("locale")


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that the core has the words of the game in, sorted.

    Example:
        >>> languages()
        ('de', 'en', 'fr', 'nl', 'pl', 'sv')
    """
    names = [file.name for file in _folder(_CORE).iterdir()]
    return tuple(sorted({ENGLISH, *(name[:-3] for name in names if name.endswith(".po"))}))


def language_of(chosen: str | None = None, environment: Mapping[str, str] | None = None) -> str:
    """Return the code of the language to use, one of `languages()`.

    Args:
        chosen: what a person asked for, such as `fr`, `fr_CA` or `fr-CA.UTF-8`.
        environment: where to look if nothing is chosen, the process's own by default. As with
            gettext, the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set counts, and
            may name several languages with colons between them. English where none is known.

    Raises:
        OptionError: there are no words in the language that was chosen.

    Example:
        >>> language_of("de-AT"), language_of(None, {"LANG": "sv_SE.UTF-8"}), language_of(None, {})
        ('de', 'sv', 'en')
    """
    if chosen is not None:
        found = _known(chosen)
        if found is None:
            msg = f"no language {chosen!r} (there are: {', '.join(languages())})"
            raise OptionError(msg)
        return found
    variables = os.environ if environment is None else environment
    first = next((variables[name] for name in _VARIABLES if variables.get(name)), "")
    for name in first.split(":"):
        if name in {"C", "POSIX"} or name.startswith("C."):
            break
        found = _known(name)
        if found is not None:
            return found
    return ENGLISH


def _known(name: str) -> str | None:
    """Return the code of a language by the name of a locale, that of the region if there is one."""
    code = name.replace("-", "_").partition(".")[0].partition("@")[0]
    language, _, region = code.partition("_")
    if language.lower() == ENGLISH:
        return ENGLISH  # needs no catalogue, and a process in English looks for none
    for candidate in (f"{language.lower()}_{region.upper()}", language.lower()):
        if candidate in languages():
            return candidate
    return None
