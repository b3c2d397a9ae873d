"""Output of the terminal: language, symbols of cards, line breaks."""

from __future__ import annotations

import contextlib
import sys
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

import attrs
import click

from overtrick import Suit
from overtrick.plugin import printable
from overtrick_belote.explanations.hint import Explanation, told
from overtrick_belote.explanations.phrases import EVENTS
from overtrick_belote.explanations.sentences import fill, tell
from overtrick_belote.explanations.words import Words
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.players.sentences import table
from overtrick_belote.rules.auction import Bid, Call
from overtrick_belote.rules.cards import Card, ordered
from overtrick_belote.table.faults import RULES as FAULTS
from overtrick_belote.table.faults import in_words
from overtrick_belote.table.refusals import RULES as REFUSALS
from overtrick_belote.terminal.phrases import RULES
from overtrick_cli.commands import terminal_width

_TEXTS: Final = table(RULES, REFUSALS, FAULTS, EVENTS)
_GLYPHS: Final = "♠♥♦♣"


@attrs.frozen
class BothWords(Words):
    """Cards with letter and symbol: `S♠J`, for speech output and for reading."""

    def suit_sign(self, suit: Suit) -> str:
        """Return a suit in short: its letter and its symbol."""
        return self._core.suit_letter(suit) + suit.glyph

    def call(self, call: Call) -> str:
        """Return a call: `110 S♠`, `pass`, `double`, `redouble`."""
        if isinstance(call, Bid):
            return f"{call.amount} {self.suit_sign(call.suit)}"
        return super().call(call)


def symbols_are_possible() -> bool:
    """Return whether standard output can encode the suit symbols."""
    try:
        _GLYPHS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@attrs.frozen
class TextPrinter:
    """A printer of texts on standard output.

    Attributes:
        language: `en` or `fr`.
        cards: `both`, `letters` or `symbols`.
    """

    language: str
    cards: str

    @classmethod
    def of(cls, language: str, cards: str) -> TextPrinter:
        """Return a speaker; it shows letters if symbols cannot be encoded."""
        return cls(language, cards if symbols_are_possible() else "letters")

    @property
    def words(self) -> Words:
        """The vocabulary of the game."""
        if self.cards == "both":
            return BothWords(self.language)
        return Words(self.language, self.cards == "symbols")

    def text(self, name: str, **facts: Fact) -> str:
        """Return a text of the terminal, or a refusal."""
        return fill(_TEXTS[name], facts, self.words)

    def reason(self, reason: Reason) -> str:
        """Return the sentence of a reason: a refusal's, or a player's."""
        if reason.rule in _TEXTS:
            return fill(_TEXTS[reason.rule], reason.facts, self.words)
        return tell(reason, self.language, symbols=self.cards != "letters")

    def say(self, name: str, **facts: Fact) -> None:
        """Print a text of the terminal."""
        self.write(self.text(name, **facts))

    def say_reason(self, reason: Reason) -> None:
        """Print the sentence of a reason."""
        self.write(self.reason(reason))

    def write(self, text: str, *, indent: str = "") -> None:
        """Print a text; on a terminal its lines are wrapped between words."""
        for line in wrapped(text, indent):
            click.echo(line)

    def wrong(self, error: Exception) -> str:
        """Return the message of an error, in the user's language."""
        return in_words(error, self.words)

    def explain(self, explanation: Explanation, *, brief: Collection[str] = ()) -> None:
        """Print the action of a player, its reasons, and the comparison.

        Args:
            explanation: the explanation.
            brief: rules whose sentences are left out.
        """
        kept = tuple(reason for reason in explanation.reasons if reason.rule not in brief)
        found = told(
            attrs.evolve(explanation, reasons=kept),
            self.language,
            symbols=self.cards != "letters",
        )
        self.write(found.headline)
        for sentence in (*found.why, *found.notes):
            self.write(sentence, indent="  ")
        if found.rows:
            for line in columns(found.headings, found.rows):
                click.echo(f"  {line}")
        tried = [sentence for sentence in found.tried if sentence not in found.why]
        if tried:
            self.say("tried")
        for sentence in tried:
            self.write(sentence, indent="  ")

    def hand(self, hand: int, trump: Suit | None = None) -> str:
        """Return the cards of a hand by suits, trumps first: `trumps S♠ J 9   H♥ 10 7`."""
        parts = []
        cards = ordered(hand, trump)
        for suit in sorted(Suit, key=lambda suit: (suit == trump, suit), reverse=True):
            ranks = [self.words.rank(card.rank) for card in cards if card.suit == suit]
            if ranks:
                part = f"{self.words.suit_sign(suit)} {' '.join(ranks)}"
                parts.append(f"{self.text('part-trumps')} {part}" if suit == trump else part)
        return "   ".join(parts) or self.text("no-cards")

    def rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Print names with their values, in columns if the line has room."""
        width = max(len(name) for name, _ in rows)
        for name, what in rows:
            for line in wrapped(f"{name.ljust(width)}  {what}", hang=" " * (width + 2)):
                click.echo(line)

    def listed(self, cards: Iterable[Card]) -> str:
        """Return cards with their numbers: `1 S♠A, 2 S♠K`."""
        return ", ".join(f"{n} {self.words.card(card)}" for n, card in enumerate(cards, 1))


def ask(prompt: str) -> str:
    """Ask for a line.

    Raises:
        EOFError: the input has ended; the line of the prompt is.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        # Arrow keys edit the line and bring back what was typed; not all systems have it.
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # importing it is all
    try:
        text = input(prompt)
    except EOFError:
        click.echo()
        raise
    if not sys.stdin.isatty():
        # What comes out of a pipe is read like what was typed.
        click.echo(printable(text))
    return text


def wrapped(text: str, indent: str = "", hang: str = "  ") -> Iterator[str]:
    """Yield the lines of a text, wrapped between words if the output is a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        yield indent + printable(text)
        return
    width = max(terminal_width() - 1, 30)
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent + hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    for line in lines or [""]:
        yield printable(line)


def columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; long headings are wrapped to keep columns narrow."""
    cells = [[row[place] for row in rows] for place in range(len(headings))]
    widths = [
        max(*map(len, column), *map(len, heading.split()))
        for heading, column in zip(headings, cells, strict=True)
    ]
    broken = [textwrap.wrap(h, width) for h, width in zip(headings, widths, strict=True)]
    depth = max(map(len, broken))
    heads = [[""] * (depth - len(lines)) + lines for lines in broken]
    for row in [*zip(*heads, strict=True), *rows]:
        line = [row[0].ljust(widths[0])]
        line += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join(line).rstrip()
