"""Language and speech of the page: its texts, and the words for speech output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from overtrick import Suit
from overtrick_belote.explanations.labels import label
from overtrick_belote.explanations.sentences import RULES, fill
from overtrick_belote.explanations.words import FRENCH, LANGUAGES, Words, words
from overtrick_belote.players.advice import Reason
from overtrick_belote.players.sentences import table
from overtrick_belote.rules.auction import Bid, Call
from overtrick_belote.rules.cards import CARDS, Card
from overtrick_belote.table.faults import in_words
from overtrick_belote.table.refusals import RULES as REFUSALS

_TEXTS: Final = {**RULES, **table(REFUSALS)}

_ONLY: Final = {
    "de": "Dieses Spiel spricht Englisch und Französisch.",
    "nl": "Dit spel spreekt Engels en Frans.",
}
"""The notice for users whose language the game does not have."""


@attrs.frozen
class SpokenWords(Words):
    """Cards and calls by their names, for speech output."""

    def suit_sign(self, suit: Suit) -> str:
        """Return the name of a suit."""
        return self.suit(suit)

    def card(self, card: Card) -> str:
        """Return the name of a card: `jack of spades`."""
        return self.card_name(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return some cards of one suit by name."""
        return self.listed(self.card_name(card) for card in cards)

    def call(self, call: Call) -> str:
        """Return a call: `110 spades`, `pass`, `double`, `redouble`."""
        if isinstance(call, Bid):
            return f"{call.amount} {self.suit(call.suit)}"
        return super().call(call)


@attrs.frozen
class PageTexts:
    """The texts of the page in one language, for reading and for speech output.

    Attributes:
        language: `en` or `fr`.
        symbols: whether cards are written as ♠J, else in letters as SJ.
        only: the notice for users whose language the game does not have, else empty.
    """

    language: str
    symbols: bool = True
    only: str = ""

    @classmethod
    def of(cls, site: str, chosen: str, cards: str) -> PageTexts:
        """Return the voice for a user.

        Args:
            site: the language of the page around the table.
            chosen: the language of the settings, empty where it is that of the page.
            cards: how cards are shown: `both`, `letters` or `symbols`.
        """
        language = chosen or (site if site in LANGUAGES else "en")
        return cls(language, cards != "letters", "" if chosen else _ONLY.get(site, ""))

    @property
    def words(self) -> Words:
        """The vocabulary for reading."""
        return words(self.language, self.symbols)

    @property
    def spoken(self) -> Words:
        """The vocabulary for speech output."""
        return SpokenWords(self.language)

    def label(self, name: str, **facts: object) -> str:
        """Return a label."""
        return label(name, self.language, **facts)

    def tell(self, reason: Reason) -> str:
        """Return the sentence of a reason, for reading."""
        return _begun(fill(_TEXTS[reason.rule], reason.facts, self.words))

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason, for speech output."""
        return _begun(fill(_TEXTS[reason.rule], reason.facts, self.spoken))

    def wrong(self, error: Exception) -> str:
        """Return an error as a sentence."""
        return _begun(in_words(error, self.words))

    def card_names(self) -> dict[str, str]:
        """Return the name of each card by its letters."""
        return {str(card): self.words.card_name(card) for card in CARDS}

    @property
    def locale(self) -> str:
        """The language as a browser's locale name."""
        return FRENCH if self.language == FRENCH else "en"


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
