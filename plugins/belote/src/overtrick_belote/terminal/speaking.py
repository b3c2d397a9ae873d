"""How the terminal speaks: which language, how cards are shown, where lines are broken."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

import attrs
import click

from overtrick import Suit
from overtrick.cli.terminal import terminal_width
from overtrick.tools.printable import printable
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.players.sentences import table
from overtrick_belote.rules.auction import Bid, Call
from overtrick_belote.rules.cards import Card, ordered
from overtrick_belote.table.refusals import RULES as REFUSALS
from overtrick_belote.telling.hint import Explanation, told
from overtrick_belote.telling.sentences import fill, tell
from overtrick_belote.telling.words import Words
from overtrick_belote.terminal.phrases import RULES

_TEXTS: Final = table(RULES, REFUSALS)
_GLYPHS: Final = "♠♥♦♣"


@attrs.frozen
class BothWords(Words):
    """Cards with letter and symbol: `S♠J`, so that a voice and an eye can tell them."""

    def suit_sign(self, suit: Suit) -> str:
        """Return a suit in short: its letter and its symbol."""
        return self._core.suit_letter(suit) + suit.glyph

    def call(self, call: Call) -> str:
        """Return a call: `110 S♠`, `pass`, `double`, `redouble`."""
        if isinstance(call, Bid):
            return f"{call.amount} {self.suit_sign(call.suit)}"
        return super().call(call)


def symbols_are_possible() -> bool:
    """Tell whether standard output can show the symbols of the suits."""
    try:
        _GLYPHS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@attrs.frozen
class Speaker:
    """Says things on standard output.

    Attributes:
        language: `en` or `fr`.
        cards: `both`, `letters` or `symbols`.
    """

    language: str
    cards: str

    @classmethod
    def of(cls, language: str, cards: str) -> Speaker:
        """Return a speaker; where there are no symbols it shows letters."""
        return cls(language, cards if symbols_are_possible() else "letters")

    @property
    def words(self) -> Words:
        """How things of the game are called."""
        if self.cards == "both":
            return BothWords(self.language)
        return Words(self.language, self.cards == "symbols")

    def text(self, name: str, **facts: Fact) -> str:
        """Return a text of the terminal or a refusal."""
        return fill(_TEXTS[name], facts, self.words)

    def reason(self, reason: Reason) -> str:
        """Return the sentence of a reason: a refusal's, or a player's."""
        if reason.rule in _TEXTS:
            return fill(_TEXTS[reason.rule], reason.facts, self.words)
        return tell(reason, self.language, symbols=self.cards != "letters")

    def say(self, name: str, **facts: Fact) -> None:
        """Say a text of the terminal."""
        self.write(self.text(name, **facts))

    def say_reason(self, reason: Reason) -> None:
        """Say the sentence of a reason."""
        self.write(self.reason(reason))

    def write(self, text: str, *, indent: str = "") -> None:
        """Write a text; on a terminal its lines are broken between words."""
        for line in wrapped(text, indent):
            click.echo(line)

    def explain(self, explanation: Explanation) -> None:
        """Say what a player would do or did, why, and what was compared."""
        found = told(explanation, self.language, symbols=self.cards != "letters")
        self.write(found.headline)
        for sentence in found.why:
            self.write(sentence, indent="  ")
        if found.rows:
            for line in _columns([found.headings, *found.rows]):
                click.echo(f"  {line}")
        if found.tried:
            self.say("tried")
            for sentence in found.tried:
                self.write(sentence, indent="  ")

    def hand(self, hand: int, trump: Suit | None = None) -> str:
        """Return the cards of a hand by suits: `S♠ A K 9  H♥ 10 7`."""
        parts = []
        cards = ordered(hand, trump)
        for suit in reversed(Suit):
            ranks = [self.words.rank(card.rank) for card in cards if card.suit == suit]
            if ranks:
                parts.append(f"{self.words.suit_sign(suit)} {' '.join(ranks)}")
        return "   ".join(parts) or self.text("no-cards")

    def listed(self, cards: Iterable[Card]) -> str:
        """Return cards with their numbers: `1 S♠A, 2 S♠K`."""
        return ", ".join(f"{n} {self.words.card(card)}" for n, card in enumerate(cards, 1))


def ask(prompt: str) -> str:
    """Ask for a line.

    Raises:
        EOFError: the input has ended; the line of the prompt is.
    """
    try:
        text = input(prompt)
    except EOFError:
        click.echo()
        raise
    if not sys.stdin.isatty():
        # What comes out of a pipe is read like what was typed.
        click.echo(printable(text))
    return text


def wrapped(text: str, indent: str = "") -> Iterator[str]:
    """Yield the lines of a text; broken between words where it goes to a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        yield indent + printable(text)
        return
    width = max(terminal_width() - 1, 30)
    lines = textwrap.wrap(
        text.replace("\N{NO-BREAK SPACE}", "\ue000"),
        width,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    for line in lines or [""]:
        yield printable(line.replace("\ue000", "\N{NO-BREAK SPACE}"))


def _columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    table_rows = list(rows)
    widths = [max(len(row[place]) for row in table_rows) for place in range(len(table_rows[0]))]
    for row in table_rows:
        first, *rest = row
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()
