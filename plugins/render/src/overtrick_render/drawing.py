"""Elements of SVG pictures: text measured without a font, drawn suit symbols, the compass.

Whoever looks at the picture may not have the font that it was made for. So the suits are drawn as
shapes, and a run of text with a pip behind it is set to the width that it was given here.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Final

from overtrick import Auction, Board, DoubleDummyGrid, Grid, Look, Play, Seat, Suit, Terms
from overtrick.plugin import COLOURS, BoardText

Tabular = Auction | Play | Grid | DoubleDummyGrid
"""What is shown as a table by itself."""

SUITS: Final = tuple(reversed(Suit))
"""Spades first, as every player sorts a hand."""

VOID: Final = "—"
"""What stands for no card in a suit."""

# In a square of 100 units.
_PIPS: Final = {
    Suit.SPADES: "M50 4C60 27 93 43 93 66 93 78 84 85 74 85 66 85 59 81 55 75 56 84 60 91 68 97H32"
    "C40 91 44 84 45 75 41 81 34 85 26 85 16 85 7 78 7 66 7 43 40 27 50 4Z",
    Suit.HEARTS: "M50 96C42 78 5 58 5 31 5 16 16 6 28 6 38 6 46 12 50 22 54 12 62 6 72 6"
    " 84 6 95 16 95 31 95 58 58 78 50 96Z",
    Suit.DIAMONDS: "M50 2C58 19 72 37 87 50 72 63 58 81 50 98 42 81 28 63 13 50 28 37 42 19 50 2Z",
    Suit.CLUBS: "M50 4A21 21 0 0 1 67 38 21.5 21.5 0 1 1 55 70C56 81 60 90 68 97H32"
    "C40 90 44 81 45 70A21.5 21.5 0 1 1 33 38 21 21 0 0 1 50 4Z",
}

_SUIT_OF_GLYPH: Final = {suit.glyph: suit for suit in Suit}

# The widths of Helvetica's ASCII characters in thousandths of the size, which every sans-serif
# font is near to; letters and digits that are not named have the common width.
_WIDTHS: Final = {
    character: width
    for width, characters in {
        191: "'",
        222: "ijl",
        260: "|",
        278: " !,./:;I[\\]ft",
        333: "()-`r",
        334: "{}",
        355: '"',
        389: "*",
        469: "^",
        500: "Jcksvxyz",
        584: "+<=>~",
        611: "FTZ",
        667: "&ABEKPSVXY",
        722: "CDHNRUw",
        778: "GOQ",
        833: "Mm",
        889: "%",
        944: "W",
        1015: "@",
    }.items()
    for character in characters
}
_COMMON_WIDTH: Final = 556

PIP_WIDTH: Final = 0.86
"""How far a pip moves the text on, as a part of the size."""


_PIP_SHAPE: Final = 0.76
"""How wide and high a pip itself is, as a part of the size."""


def escaped(text: str) -> str:
    """Return printable text as XML text or attribute value."""
    # What XML 1.0 has no place for, `printable` has replaced.
    return html.escape(text)


def number(value: float) -> str:
    """Return a coordinate with at most one decimal."""
    return f"{round(value, 1):g}"


def width_of(text: str, size: float) -> float:
    """Return the approximate width of a text, suit symbols included."""
    units = 0.0
    for character in text:
        if character.isascii():
            units += _WIDTHS.get(character, _COMMON_WIDTH)
        elif character in _SUIT_OF_GLYPH:
            units += 1000 * PIP_WIDTH
        elif unicodedata.combining(character):
            continue
        else:
            units += 1000 if unicodedata.east_asian_width(character) in "WF" else 600
    return units * size / 1000


def wrapped(text: str, size: float, limit: float) -> Iterator[str]:
    """Yield a text in lines up to a maximum width; a longer word is broken."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, size) <= limit:
            line = longer
            continue
        if line:
            yield line
        line = ""
        for character in word:
            if line and width_of(line + character, size) > limit:
                yield line
                line = ""
            line += character
    yield line


def shortened(text: str, size: float, limit: float) -> str:
    """Return a text up to a maximum width; a longer one is cut and ends in `…`."""
    room = limit - width_of("…", size)
    width = 0.0
    fits = 0  # how many characters leave room for the sign of more
    for index, character in enumerate(text):
        width += width_of(character, size)
        if width > limit:
            return f"{text[:fits].rstrip(' -,.')}…"
        if width <= room:
            fits = index + 1
    return text


def fitted(text: str, size: float, limit: float, lines: int) -> Iterator[str]:
    """Yield a text in a maximum number of lines; the last one is cut if the text is longer."""
    left = text
    for line in islice(wrapped(text, size, limit), lines - 1):
        yield line
        left = left[len(line) :].lstrip(" ")
    if left:
        yield shortened(left, size, limit)


def pip(suit: Suit, x: float, baseline: float, size: float, look: Look) -> str:
    """Return a suit symbol on the baseline of a text."""
    colour = look.colour_of(suit)
    fill = "" if colour is None else f' fill="{COLOURS[colour]}"'
    scale = round(size * _PIP_SHAPE / 100, 4)
    place = f"translate({number(x)} {number(baseline - size * 0.73)}) scale({scale:g})"
    return f'<path transform="{place}"{fill} d="{_PIPS[suit]}"/>'


def text_run(text: str, x: float, baseline: float, size: float, look: Look) -> str:
    """Return a line of text with its suit symbols drawn."""
    parts = re.split("([♠♥♦♣])", text)
    out = []
    for index, part in enumerate(parts):
        if not part:
            continue
        if part in _SUIT_OF_GLYPH:
            # In the middle of its room, for a pip that touches a level is hard to read.
            room = (PIP_WIDTH - _PIP_SHAPE) * size
            out.append(pip(_SUIT_OF_GLYPH[part], x + room / 2, baseline, size, look))
        else:
            shown = part.strip(" ")
            start = x + width_of(part[: len(part) - len(part.lstrip(" "))], size)
            # A pip behind the text stands where the text was measured to end.
            exact = ""
            if index < len(parts) - 1 and len(shown) > 1:
                exact = f' textLength="{number(width_of(shown, size))}"'
            if shown:
                out.append(
                    f'<text x="{number(start)}" y="{number(baseline)}"'
                    f' font-size="{number(size)}"{exact}>{escaped(shown)}</text>'
                )
        x += width_of(part, size)
    return "".join(out)


_SIDES: Final = {
    Seat.NORTH: ("0,0 100,0 74,26 26,26", 50, 13),
    Seat.EAST: ("100,0 100,100 74,74 74,26", 87, 50),
    Seat.SOUTH: ("100,100 0,100 26,74 74,74", 50, 87),
    Seat.WEST: ("0,100 0,0 26,26 26,74", 13, 50),
}


def compass(board: Board, words: Terms) -> str:
    """Return a duplicate board seen from above, in a square of 100 units.

    The sides of those who are vulnerable are red and full, the others' are hollow; the dealer's
    letter stands in a ring; the number is in the middle.
    """
    vulnerability = board.vulnerability
    out = ['<g stroke-linejoin="round" text-anchor="middle" font-weight="bold">']
    for seat, (corners, x, y) in _SIDES.items():
        is_red = vulnerability is not None and vulnerability.includes(seat)
        fill = f'fill="{COLOURS["red"]}"' if is_red else 'fill="none"'
        out.append(f'<polygon points="{corners}" {fill} stroke="#888" stroke-width="1.5"/>')
        ink = ' fill="#fff"' if is_red else ""
        if seat is board.dealer:
            ring = "#fff" if is_red else "currentColor"
            out.append(
                f'<circle cx="{x}" cy="{y}" r="10.5" fill="none" stroke="{ring}" stroke-width="2"/>'
            )
        letter = escaped(words.seat_letter(seat))
        out.append(f'<text x="{x}" y="{number(y + 5.4)}" font-size="15"{ink}>{letter}</text>')
    if board.number is not None:
        shown = str(board.number)
        size = min(32.0, 42 / max(width_of(shown, 1), 0.1))
        middle = number(50 + size * 0.36)
        out.append(f'<text x="50" y="{middle}" font-size="{number(size)}">{shown}</text>')
    return "".join([*out, "</g>"])


def spoken_title(board: Board, words: Terms) -> str:
    """Return number, name, dealer and vulnerability as one phrase."""
    return ", ".join(BoardText(board, words).heading())


def not_given(words: Terms) -> str:
    """Return the placeholder of a hand without known cards."""
    return words.gettext("(not given)")
