"""Cards and words on a grid of terminal cells."""

from __future__ import annotations

import enum
from typing import Final

import attrs
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from overtrick import Suit
from overtrick_belote.explanations.words import Words
from overtrick_belote.rules.cards import Card


@attrs.frozen
class Palette:
    """The colours of a table."""

    felt: str
    text: str
    faint: str
    accent: str
    chip: str
    chip_text: str
    alarm: str
    face: str = "#f6f3ea"
    black: str = "#15171a"
    red: str = "#c01824"
    edge: str = "#8d8a80"
    back: str = "#29487d"
    back_lines: str = "#7f9fd4"
    gold: str = "#d9a400"


_FELTS: Final = {
    ("green", True): Palette(
        "#0f3d26", "#e8f2ea", "#8db59c", "#ffd75f", "#1f5f3f", "#f2f7f3", "#ff9c9c"
    ),
    ("green", False): Palette(
        "#b9dcc4", "#10281a", "#54735f", "#8a4b00", "#e4f3e8", "#10281a", "#b0101c"
    ),
    ("blue", True): Palette(
        "#10294d", "#e6edf7", "#8ea6c9", "#ffd75f", "#254a80", "#f0f4fa", "#ff9c9c"
    ),
    ("blue", False): Palette(
        "#bcd0ea", "#0d1f3a", "#50678a", "#8a4b00", "#e5eefa", "#0d1f3a", "#b0101c"
    ),
    ("grey", True): Palette(
        "#202224", "#ececec", "#9a9a9a", "#ffd75f", "#3b3e42", "#f4f4f4", "#ff9c9c"
    ),
    ("grey", False): Palette(
        "#d6d6d6", "#1c1c1c", "#666666", "#8a4b00", "#f3f3f3", "#1c1c1c", "#b0101c"
    ),
}

COLOURS: Final = ("green", "blue", "grey")
"""The colours that a table may have."""


def palette(colour: str, *, dark: bool) -> Palette:
    """Return the colours of a table: `green`, `blue` or `grey`, dark or light."""
    return _FELTS[colour, dark]


class Size(enum.Enum):
    """The size of a drawn card: its columns, its rows, and the offset of cards in a hand."""

    FLAT = (5, 3, 4)
    SMALL = (5, 4, 4)
    LARGE = (7, 5, 6)

    @property
    def width(self) -> int:
        """Columns of a complete card."""
        return self.value[0]

    @property
    def height(self) -> int:
        """Rows of a card."""
        return self.value[1]

    @property
    def step(self) -> int:
        """Columns from one card of a hand to the next."""
        return self.value[2]


@attrs.frozen
class Box:
    """A rectangle of cells: its left upper corner, columns and rows."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Return whether a cell is in the box."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """A grid of cells, each a character of one column and a style."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", style)] * width for _ in range(height)]
        self._base = style

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write text from a cell on, clipped to the canvas."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for column, sign in enumerate(text, x):
            if 0 <= column < self.width:
                row[column] = (sign, style)

    def middle(self, y: int, text: str, style: Style, *, x: int = 0, width: int = 0) -> int:
        """Write text centred in a row, or in a part of it; return its first column."""
        start = x + max(0, ((width or self.width) - len(text)) // 2)
        self.put(start, y, text, style)
        return start

    def strip(self, y: int) -> Strip:
        """Return a row as a Textual strip."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width, self._base)
        segments = []
        text, style = "", self._base
        for sign, own in self._cells[y]:
            if own is not style:
                if text:
                    segments.append(Segment(text, style))
                text, style = "", own
            text += sign
        segments.append(Segment(text, style))
        return Strip(segments, self.width)


@attrs.frozen
class CardStyle:
    """The style of a card beside its face.

    Attributes:
        faint: whether it may not be played now.
        chosen: whether it is the one selected.
        winning: whether it wears the medal.
    """

    faint: bool = False
    chosen: bool = False
    winning: bool = False


PLAIN: Final = CardStyle()


class Painter:
    """A painter of cards in the colours of a table and the symbols of a language.

    Args:
        canvas: where it draws.
        colours: the table's colours.
        words: how cards are written.
        letters: whether suits are written as letters, or as letters beside their signs.
    """

    def __init__(self, canvas: Canvas, colours: Palette, words: Words) -> None:
        self.canvas, self.colours, self.words = canvas, colours, words

    def style(self, colour: str, *, bold: bool = False, reverse: bool = False) -> Style:
        """Return a style on the background of the table."""
        return Style(color=colour, bgcolor=self.colours.felt, bold=bold, reverse=reverse)

    def _ink(self, suit: Suit, look: CardStyle) -> Style:
        red = suit in (Suit.HEARTS, Suit.DIAMONDS)
        colour = self.colours.red if red else self.colours.black
        if look.faint:
            colour = "#a86a6a" if red else "#85857d"
        return Style(color=colour, bgcolor=self.colours.face, bold=not look.faint)

    def _edge(self, look: CardStyle) -> Style:
        colour = self.colours.edge
        if look.winning or look.chosen:
            colour = self.colours.gold
        return Style(color=colour, bgcolor=self.colours.face, bold=look.chosen or look.winning)

    def face(self, x: int, y: int, card: Card, size: Size, look: CardStyle = PLAIN) -> Box:
        """Draw a card face up; return its box."""
        edge, ink = self._edge(look), self._ink(card.suit, look)
        width, rows = size.width, size.height
        inner = width - 2
        sign, rank = self.words.suit_sign(card.suit), self.words.rank(card.rank)
        top = "╔{}╗" if look.chosen else "╭{}╮"
        side = "║" if look.chosen else "│"
        foot = "╚{}╝" if look.chosen else "╰{}╯"
        line = "═" if look.chosen else "─"
        self.canvas.put(x, y, top.format(line * inner), edge)
        for row in range(1, rows - 1):
            self.canvas.put(x, y + row, side, edge)
            self.canvas.put(x + width - 1, y + row, side, edge)
            self.canvas.put(x + 1, y + row, " " * inner, ink)
        if size is Size.FLAT:
            self.canvas.put(x + 1, y + 1, f"{rank + sign:<{inner}}", ink)
        elif size is Size.SMALL:
            self.canvas.put(x + 1, y + 1, f"{rank:<{inner}}", ink)
            self.canvas.put(x + 1, y + 2, f"{sign:<{inner}}", ink)
        else:
            self.canvas.put(x + 1, y + 1, f"{rank + sign:<{inner}}", ink)
            self.canvas.put(x + 1, y + 2, f"{sign:^{inner}}", ink)
            self.canvas.put(x + 1, y + 3, f"{rank + sign:>{inner}}", ink)
        self.canvas.put(x, y + rows - 1, foot.format(line * inner), edge)
        if look.winning:
            self.canvas.put(x + width - 2, y, "✪", edge)
        return Box(x, y, width, rows)

    def back(self, x: int, y: int, size: Size) -> Box:
        """Draw a card face down; return its box."""
        style = Style(color=self.colours.back_lines, bgcolor=self.colours.back)
        inner = size.width - 2
        self.canvas.put(x, y, f"╭{'─' * inner}╮", style)
        for row in range(1, size.height - 1):
            self.canvas.put(x, y + row, f"│{'░' * inner}│", style)
        self.canvas.put(x, y + size.height - 1, f"╰{'─' * inner}╯", style)
        return Box(x, y, size.width, size.height)

    def edge_on(self, x: int, y: int, card: Card | None, width: int, look: CardStyle) -> Box:
        """Draw one row of a card in a hand at the side; `None` is face down."""
        if card is None:
            style = Style(color=self.colours.back_lines, bgcolor=self.colours.back)
            self.canvas.put(x, y, f"│{'░' * (width - 2)}│", style)
        else:
            text = self.words.rank(card.rank) + self.words.suit_sign(card.suit)
            self.canvas.put(x, y, "║" if look.chosen else "│", self._edge(look))
            self.canvas.put(x + 1, y, f"{text:<{width - 2}}", self._ink(card.suit, look))
            self.canvas.put(x + width - 1, y, "║" if look.chosen else "│", self._edge(look))
        return Box(x, y, width, 1)

    def cap(self, x: int, y: int, width: int, *, top: bool, face: bool) -> None:
        """Draw the upper or lower edge of a hand at the side."""
        style = (
            Style(color=self.colours.edge, bgcolor=self.colours.face)
            if face
            else Style(color=self.colours.back_lines, bgcolor=self.colours.back)
        )
        text = f"╭{'─' * (width - 2)}╮" if top else f"╰{'─' * (width - 2)}╯"
        self.canvas.put(x, y, text, style)

    def chip(self, x: int, y: int, text: str, *, state: str = "", ink: str = "") -> Box:
        """Draw a button of one row; `state` is empty, `off`, `marked` or `chosen`."""
        colours = self.colours
        style = Style(color=ink or colours.chip_text, bgcolor=colours.chip, bold=True)
        if state == "off":
            style = Style(color=colours.faint, bgcolor=colours.felt)
        elif state == "marked":
            style = Style(color=colours.felt, bgcolor=colours.text, bold=True)
        elif state == "chosen":
            style = Style(color="#101010", bgcolor=colours.gold, bold=True)
        self.canvas.put(x, y, text, style)
        return Box(x, y, len(text), 1)
