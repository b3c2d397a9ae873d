"""Boards, deals and hands as plain text, for terminals and mails."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Iterable
from typing import BinaryIO, Final

from overtrick.framework.contexts.views import ViewContext
from overtrick.model.board import Board
from overtrick.model.cards import Suit
from overtrick.model.hands import Deal, Hand
from overtrick.model.table import Seat
from overtrick.tools.diagram.content import BoardText, Look, Table, Tabular
from overtrick.tools.terms import ENGLISH, Terms, terms_in

_INDENT: Final = 15
_WIDTH: Final = 15
_SUITS: Final = tuple(reversed(Suit))


def text_diagram(
    shown: Board | Deal | Hand | Tabular, look: Look | None = None, *, language: str = ENGLISH
) -> str:
    """Return a board, a deal, a hand, an auction, a play or a table as plain text.

    A board has its hands around a compass, then auction, play and tables; parts that it does not
    have are left out. The text has suit symbols (♠ ♥ ♦ ♣), no trailing blanks, and no control
    characters from the file.

    Args:
        shown: what to show.
        look: which parts of a board, and which hands; all of them by default. Text has no colours.
        language: the code of the language; others than English need `overtrick-render`.

    Raises:
        OptionError: a language that there are no words of.

    Example:
        >>> from overtrick import Vulnerability
        >>> print(text_diagram(Board(number=1, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE,
        ...     deal=Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 - -"))))
        Board 1 · Dealer North · None vulnerable
        <BLANKLINE>
                       ♠ T53
                       ♥ AJ7
                       ♦ AT
                       ♣ AQ762
        (not given)          N         ♠ AKJ9
                           W   E       ♥ Q
                             S         ♦ QJ65
                                       ♣ KJT8
                       (not given)
    """
    words = terms_in(language)
    if isinstance(shown, Hand):
        return "\n".join(_hand_lines(shown, words))
    if isinstance(shown, Deal):
        return deal_text(shown, words, look or Look())
    if isinstance(shown, Tabular):
        return table_text(Table.of(shown, words))
    texts = BoardText(shown, words)
    parts = [title_text(texts)]
    parts += [deal_text(shown.deal, words, look or Look())] if shown.deal is not None else []
    end = " · ".join(texts.outcome())
    parts += [end] if end else []
    parts += map(table_text, texts.tables(look or Look()))
    return "\n\n".join(parts)


def title_text(texts: BoardText) -> str:
    """Return the lines above a diagram: number, dealer, vulnerability; event; players."""
    letter = texts.words.seat_letter
    names = "  ".join(f"{letter(seat)}: {name}" for seat, name in texts.players().items())
    lines = [" · ".join(texts.heading()), *texts.occasion(), names]
    return "\n".join(line for line in lines if line)


def deal_text(deal: Deal, words: Terms, look: Look) -> str:
    """Return four hands around a compass; `—` for a void, `(not given)` for no hand."""
    shown = look.shown(deal)
    north, east, south, west = (
        [""] * 4 if look.hides(seat) else _hand_lines(shown[seat], words) for seat in Seat
    )
    # As wide as a suit of thirteen, unless ranks of two characters make a longer one.
    width = max([_INDENT, *(len(line) + 2 for line in west if len(line) > _INDENT)])
    blank = " " * width
    n, e, s, w = map(words.seat_letter, Seat)
    compass = (f"      {n}", f"    {w}   {e}", f"      {s}", "")
    lines = [blank + line for line in north]
    lines += [
        f"{left:<{width}}{middle:<{_WIDTH + 1}}{right}"
        for left, middle, right in zip(
            west + [""] * (4 - len(west)), compass, east + [""] * (4 - len(east)), strict=True
        )
    ]
    lines += [blank + line for line in south]
    return "\n".join(line.rstrip() for line in lines)


def _hand_lines(hand: Hand, words: Terms) -> list[str]:
    if not hand:
        return [words.gettext("(not given)")]
    return [f"{suit.glyph} {words.holding(hand, suit) or '—'}" for suit in _SUITS]


def table_text(table: Table) -> str:
    """Return a table, every column as wide as its widest cell."""
    lines = table.lines
    text = [] if table.is_record else [table.title]
    count = max((len(row) for row in lines), default=0)
    widths = [max(_width(row[i]) for row in lines if i < len(row)) for i in range(count)]
    for row in lines:
        cells = []
        for index, cell in enumerate(row):
            fill = " " * (widths[index] - _width(cell))
            cells.append(fill + cell if table.is_right(index) else cell + fill)
        text.append("  ".join(cells).rstrip())
    return "\n".join([*text, *table.notes])


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


# Bright colours, which are read on dark terminals and on light ones.
_TERMINAL_COLOURS: Final = {"red": 91, "orange": 93, "green": 92, "blue": 94}


def view(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write boards as plain text, a blank line between two of them; the view `text`."""
    look = ctx.options(Look)
    for index, board in enumerate(boards):
        text = text_diagram(board, look, language=ctx.language)
        if ctx.is_terminal:
            text = _for_terminal(text, look, ctx)
        blank = "\n" if index else ""
        sink.write(f"{blank}{text}\n".encode())


def _for_terminal(text: str, look: Look, ctx: ViewContext) -> str:
    """Return a diagram with a rule behind its title, coloured where that is wanted."""
    title, _, rest = text.partition("\n")
    rule = "─" * max(shutil.get_terminal_size().columns - _width(title) - 1, 0)
    if not ctx.has_colour:
        return f"{title} {rule}\n{rest}"
    for suit in _SUITS:
        colour = look.colour_of(suit)
        if colour is not None:
            coloured = f"\x1b[{_TERMINAL_COLOURS[colour]}m{suit.glyph}\x1b[0m"
            rest = rest.replace(suit.glyph, coloured)
    return f"\x1b[1m{title}\x1b[0m \x1b[92m{rule}\x1b[0m\n{rest}"
