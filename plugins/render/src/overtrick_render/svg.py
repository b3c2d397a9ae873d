"""Boards, deals and hands as SVG: pictures without font, script or network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO, Final

import attrs

from overtrick import ENGLISH, Board, Deal, DoubleDummyGrid, Hand, Look, Seat, Strain, Terms
from overtrick.plugin import OPTIMUM_RESULT_TABLE, BoardText, Table, ViewContext
from overtrick_render.drawing import (
    SUITS,
    VOID,
    Tabular,
    compass,
    escaped,
    fitted,
    not_given,
    number,
    pip,
    shortened,
    spoken_title,
    text_run,
    width_of,
    wrapped,
)
from overtrick_render.translation import translator

_PAD: Final = 18.0
_COLUMN: Final = 138.0
_GAP: Final = 10.0
_COMPASS: Final = 98.0
_INNER: Final = 3 * _COLUMN + 2 * _GAP

# Sizes of type, and the distance of two lines of each.
_CARDS: Final = 19.0
_CARDS_LINE: Final = 24.5
_NAME: Final = 12.5
_NAME_LINE: Final = 17.0
_BODY: Final = 14.0
_BODY_LINE: Final = 20.0
_SMALL: Final = 12.5
_SMALL_LINE: Final = 18.0

# The least width of a column of calls or cards.
_RECORD: Final = 46.0

_FONTS: Final = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif"

_DARK: Final = (
    ".overtrick-paper{fill:#1c1c1e;stroke:#444}.overtrick-ink{fill:#ededed;color:#ededed}"
    ".overtrick-faint{fill:#a5a5a5}"
)
# Attributes say the same for programs that know no style sheets: black on white.
_STYLES: Final = {
    "auto": f"<style>@media (prefers-color-scheme:dark){{{_DARK}}}</style>",
    "light": "",
    "dark": f"<style>{_DARK}</style>",
}
_INK: Final = 'class="overtrick-ink" fill="#1b1b1b" color="#1b1b1b"'
_FAINT: Final = 'class="overtrick-faint" fill="#636363"'


@attrs.frozen(kw_only=True)
class _Picture:
    """Drawings, and the size that they need."""

    width: float
    height: float
    parts: list[str]
    title: str
    words: str

    @property
    def label(self) -> str:
        return escaped(f"{self.title}. {self.words}" if self.words else self.title)

    def content(self, width: float, height: float) -> str:
        """Return the drawings on a sheet of a size."""
        size = f'width="{number(width - 1)}" height="{number(height - 1)}"'
        return (
            f'<rect class="overtrick-paper" x="0.5" y="0.5" {size} rx="4" fill="#fff"'
            f' stroke="#d4d4d4"/><g {_INK}>{"".join(self.parts)}</g>'
        )


def svg_diagram(
    shown: Board | Deal | Hand | Tabular, look: Look | None = None, *, language: str = ENGLISH
) -> str:
    """Return a board, a deal, a hand, an auction, a play or a table as an SVG picture.

    The suits are drawn, so that no font need have them. The picture has its own paper, white or,
    in a browser that asks for it, dark; `SheetLook(paper="dark")` makes it dark anywhere. What it
    shows is also told in words, for those who hear it. The same board gives the same text.

    Args:
        shown: what to show.
        look: colours of the suits, and which parts of a board and which hands.
        language: the code of the language, one of `languages()`.

    Raises:
        OptionError: a language that there are no words of.

    Example:
        >>> hand = Hand.parse("KQT2.AT.J6542.85")
        >>> "spades K Q 10 2, hearts A 10, diamonds J 6 5 4 2, clubs 8 5" in svg_diagram(hand)
        True
    """
    chosen = look or Look()
    words = translator(language=language)
    if isinstance(shown, Hand):
        picture = _hand_picture(shown, chosen, words)
    elif isinstance(shown, Deal):
        picture = _deal_picture(shown, chosen, words)
    elif isinstance(shown, Tabular):
        picture = _table_picture(Table.of(shown, words), chosen)
    else:
        picture = _board_picture(shown, chosen, words)
    return _document(picture, chosen)


def svg_sheet(
    boards: Iterable[Board],
    look: Look | None = None,
    *,
    columns: int = 3,
    language: str = ENGLISH,
) -> str:
    """Return boards in rows on one picture.

    Args:
        boards: in the order in which they are to stand.
        look: as for `svg_diagram`.
        columns: how many stand side by side, 1 or more.
        language: as for `svg_diagram`.

    Raises:
        OptionError: a language that there are no words of.
    """
    chosen = look or Look()
    words = translator(language=language)
    pictures = [_board_picture(board, chosen, words) for board in boards]
    if len(pictures) == 1:
        return _document(pictures[0], chosen)
    wide = max((picture.width for picture in pictures), default=0)
    bottom = 0.0
    out = []
    for start in range(0, len(pictures), columns):
        row = pictures[start : start + columns]
        high = max(picture.height for picture in row)
        for index, picture in enumerate(row):
            place = f"translate({number(index * (wide + _GAP))} {number(bottom)})"
            content = picture.content(wide, high)
            out.append(
                f'<g transform="{place}" role="img" aria-label="{picture.label}">{content}</g>'
            )
        bottom += high + _GAP
    width = min(columns, len(pictures)) * (wide + _GAP) - _GAP
    count = len(pictures)
    told = words.ngettext("{count} board", "{count} boards", count).format(count=count)
    label = f'role="group" aria-label="{escaped(told)}"'
    return _root(max(width, 1), max(bottom - _GAP, 1), label, chosen, "".join(out))


def _document(picture: _Picture, look: Look) -> str:
    content = picture.content(picture.width, picture.height)
    title = f"<title>{escaped(picture.title)}</title>"
    label = f'role="img" aria-label="{picture.label}"'
    return _root(picture.width, picture.height, label, look, title + content)


def _root(width: float, height: float, label: str, look: Look, content: str) -> str:
    size = f"{number(width)} {number(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}"'
        f' height="{number(height)}" viewBox="0 0 {size}" font-family="{_FONTS}" {label}>'
        f"{_STYLES[look.paper if isinstance(look, SheetLook) else 'auto']}{content}</svg>"
    )


def _hand_picture(hand: Hand, look: Look, words: Terms) -> _Picture:
    widest = max(width_of(words.holding(hand, suit) or VOID, _CARDS) for suit in SUITS)
    width = max(2 * _PAD + 1.3 * _CARDS + 1.15 * widest, 120)
    height = 2 * _PAD + 4 * _CARDS_LINE - 6
    return _Picture(
        width=width,
        height=height,
        parts=_hand(hand, _PAD, _PAD, look, words, room=width - 2 * _PAD),
        title=words.gettext("Hand"),
        words=_hand_spoken(hand, words),
    )


def _deal_picture(deal: Deal, look: Look, words: Terms) -> _Picture:
    parts, height = _deal(Board(deal=deal), deal, _PAD, look, words)
    return _Picture(
        width=2 * _PAD + _INNER,
        height=height + _PAD,
        parts=parts,
        title=words.gettext("Deal"),
        words=_hands_spoken(look.shown(deal), words),
    )


def _table_picture(table: Table, look: Look) -> _Picture:
    parts, right, bottom = _table(table, _PAD, look)
    lines = (", ".join(cell for cell in row if cell) for row in table.lines)
    return _Picture(
        width=right + 2 * _PAD,
        height=bottom + _PAD - 4,
        parts=parts,
        title=table.title,
        words="; ".join([*lines, *table.notes]),
    )


def _hand_spoken(hand: Hand, words: Terms) -> str:
    """Return a hand in words, for screen readers: `spades A K 10, hearts none, ...`."""
    if not hand:
        return words.gettext("not given")
    parts = []
    for suit in SUITS:
        shown = zip(hand.suit_text(suit), words.ranks(hand, suit), strict=True)
        ranks = " ".join("10" if letter == "T" else rank for letter, rank in shown)
        parts.append(f"{words.suit(suit)} {ranks or words.gettext('none')}")
    return ", ".join(parts)


def _hands_spoken(deal: Deal, words: Terms) -> str:
    return "; ".join(f"{words.seat(seat)}: {_hand_spoken(deal[seat], words)}" for seat in Seat)


def _board_picture(board: Board, look: Look, words: Terms) -> _Picture:
    texts = BoardText(board, words)
    told = []
    parts: list[str] = []
    y = _PAD
    for line in texts.occasion():
        for part in wrapped(line, _NAME, _INNER):
            parts.append(f"<g {_FAINT}>{text_run(part, _PAD, y + 11, _NAME, look)}</g>")
            y += _NAME_LINE
    y += 6 if y > _PAD else 0
    tricks = corner = None
    if board.deal is not None:
        corner = board.grid(OPTIMUM_RESULT_TABLE) if look.tables else None
        tricks = None if corner is None else texts.tricks()
        drawn, y = _deal(board, board.deal, y, look, words, tricks=tricks)
        parts += drawn
        told.append(_hands_spoken(look.shown(board.deal), words))
    else:
        corner_lines, end_of_corner = _corner(board, y, look, words)
        parts.append(corner_lines)
        y = max(y + 4 * _BODY_LINE, end_of_corner)
    end = texts.outcome()
    if end:
        told.append(", ".join(end))
        y += _GAP
        for line in wrapped(" · ".join(end), _BODY, _INNER):
            parts.append(text_run(line, _PAD, y + 14, _BODY, look))
            y += _BODY_LINE
    width = _INNER
    for table in texts.tables(look, without=None if tricks is None else corner):
        drawn, right, y = _table(table, y + _GAP, look)
        parts += drawn
        width = max(width, right)
    return _Picture(
        width=width + 2 * _PAD,
        height=y + _PAD,
        parts=parts,
        title=spoken_title(board, words),
        words=". ".join(told),
    )


def _deal(
    board: Board,
    deal: Deal,
    top: float,
    look: Look,
    words: Terms,
    *,
    tricks: DoubleDummyGrid | None = None,
) -> tuple[list[str], float]:
    """Return the drawing of four hands and the corners, and its lower end."""
    names = BoardText(board, words).players()
    deal = deal.completed()
    parts, end_of_corner = [], top
    if board.number is not None or board.name:
        lines, end_of_corner = _corner(board, top, look, words)
        parts.append(lines)
    middle = _PAD + _COLUMN + _GAP
    left = middle + (_COLUMN - _COMPASS) / 2
    east = _PAD + 2 * (_COLUMN + _GAP) + 8
    height = 4 * _CARDS_LINE
    y = top
    for row in ((Seat.NORTH,), (Seat.WEST, Seat.EAST), (Seat.SOUTH,)):
        has_names = any(seat in names for seat in row)
        if has_names:
            y += _NAME_LINE
        for seat in row:
            x = {Seat.WEST: _PAD, Seat.EAST: east}.get(seat, left)
            room = _COLUMN - 8 if seat in {Seat.WEST, Seat.EAST} else 2 * _COLUMN - 30
            if seat is Seat.SOUTH and tricks is not None:
                room = east - left - _GAP
            if seat in names:
                name = shortened(names[seat], _NAME, room)
                run = text_run(name, x, y - 4, _NAME, look)
                parts.append(f"<g {_FAINT}>{run}</g>")
            if not look.hides(seat):
                parts += _hand(deal[seat], x, y, look, words, room=room)
        if len(row) == 2:
            place = f"translate({number(left)} {number(y - 3)}) scale({_COMPASS / 100:g})"
            parts.append(f'<g transform="{place}">{compass(board, words)}</g>')
        y += height + (_GAP if Seat.SOUTH not in row else 0)
        if Seat.NORTH in row:
            y = max(y, end_of_corner)
    parts += _points(look.shown(deal), y - height, words)
    if tricks is not None:
        parts += _makeable_table(tricks, y - height, look, words)
    return parts, y - 6


def _hand(hand: Hand, x: float, top: float, look: Look, words: Terms, *, room: float) -> list[str]:
    """Return the four suits below each other, up to the available width."""
    if not hand:
        run = text_run(not_given(words), x, top + 16, _BODY, look)
        return [f"<g {_FAINT}>{run}</g>"]
    parts = []
    start = x + _CARDS * 1.15
    for line, suit in enumerate(SUITS):
        baseline = top + 17 + line * _CARDS_LINE
        parts.append(pip(suit, x, baseline, _CARDS, look))
        ranks = words.holding(hand, suit) or VOID
        spaced = width_of(ranks, _CARDS) + 1.5 * len(ranks)
        available = room - _CARDS * 1.15
        tight = ' letter-spacing="1.5"'
        if spaced > available:
            tight = f' textLength="{number(available)}" lengthAdjust="spacingAndGlyphs"'
        parts.append(
            f'<text x="{number(start)}" y="{number(baseline)}"'
            f' font-size="{number(_CARDS)}"{tight}>{escaped(ranks)}</text>'
        )
    return parts


def _corner(board: Board, top: float, look: Look, words: Terms) -> tuple[str, float]:
    """Return the lines at the upper left (number, name, dealer, vulnerability), and their end."""
    first, *others = BoardText(board, words).heading()
    y = top + 16
    lines = []
    for line in fitted(first, _CARDS, _COLUMN + _GAP, 1 if len(others) > 2 else 2):
        run = text_run(line, _PAD, y, _CARDS, look)
        lines.append(f'<g font-weight="bold">{run}</g>')
        y += 21
    for other in others:
        for line in fitted(other, _BODY, _COLUMN + _GAP, 2):
            lines.append(text_run(line, _PAD, y, _BODY, look))
            y += _BODY_LINE
    return "".join(lines), y - 2


def _points(deal: Deal, top: float, words: Terms) -> list[str]:
    """Return the high-card points of four full hands, arranged like the hands."""
    if not deal.is_complete:
        return []
    x, y = _PAD + 34, top + 30
    places = {
        Seat.NORTH: (x, y),
        Seat.EAST: (x + 26, y + 18),
        Seat.SOUTH: (x, y + 36),
        Seat.WEST: (x - 26, y + 18),
    }
    parts = [
        f'<text x="{number(at)}" y="{number(line)}" font-size="{number(_BODY)}">{deal[seat].hcp}'
        "</text>"
        for seat, (at, line) in places.items()
    ]
    unit = escaped(words.gettext("HCP"))
    label = f'<text x="{number(x)}" y="{number(y + 17)}" font-size="10" {_FAINT}>{unit}</text>'
    return [f'<g text-anchor="middle">{"".join(parts)}{label}</g>']


def _makeable_table(tricks: DoubleDummyGrid, top: float, look: Look, words: Terms) -> list[str]:
    """Return the double-dummy tricks as a small table at the lower right."""
    x = _PAD + 2 * (_COLUMN + _GAP) + 8
    step = 22.0
    parts = []
    for column, strain in enumerate(reversed(Strain)):
        at = x + 30 + column * step
        if strain.suit is None:
            parts.append(
                f'<text x="{number(at)}" y="{number(top + 14)}" font-size="11">'
                f"{escaped(words.strain(strain))}</text>"
            )
        else:
            parts.append(pip(strain.suit, at - 5, top + 14, 13, look))
    for line, seat in enumerate(Seat, 1):
        y = number(top + 14 + line * _SMALL_LINE)
        parts.append(
            f'<text x="{number(x + 6)}" y="{y}" font-size="{number(_SMALL)}" font-weight="bold">'
            f"{escaped(words.seat_letter(seat))}</text>"
        )
        for column, strain in enumerate(reversed(Strain)):
            count = tricks.tricks_of(seat, strain)
            at = x + 30 + column * step
            shown = "-" if count is None else str(count)
            parts.append(
                f'<text x="{number(at)}" y="{y}" font-size="{number(_SMALL)}">{shown}</text>'
            )
    return [f'<g text-anchor="middle">{"".join(parts)}</g>']


def _table(table: Table, top: float, look: Look) -> tuple[list[str], float, float]:
    """Return the drawing of a table, its width, and its lower end."""
    y = top + _BODY
    parts = [f'<g font-weight="bold">{text_run(table.title, _PAD, y, _BODY, look)}</g>']
    count = max(map(len, table.lines), default=0)
    least = _RECORD if table.is_record else 0.0
    widths = [
        max(least, *(width_of(row[column], _SMALL) for row in table.lines if column < len(row)))
        for column in range(count)
    ]
    space = 18.0
    for index, row in enumerate(table.lines):
        y += _SMALL_LINE
        x = _PAD
        for column, cell in enumerate(row):
            start = x
            if table.is_right(column):
                start = x + widths[column] - width_of(cell, _SMALL)
            parts.append(text_run(cell, start, y, _SMALL, look))
            x += widths[column] + space
        if index == 0 and table.head:
            end = number(_PAD + sum(widths) + space * max(count - 1, 0))
            parts.append(
                f'<path d="M{number(_PAD)} {number(y + 4.5)}H{end}" stroke="#999" fill="none"/>'
            )
            y += 4
    right = sum(widths) + space * max(count - 1, 0)
    for note in table.notes:
        for line in wrapped(note, _SMALL, max(_INNER, right)):
            y += _SMALL_LINE
            parts.append(f"<g {_FAINT}>{text_run(line, _PAD, y, _SMALL, look)}</g>")
    return parts, right, y + 4


def _check_columns(instance: object, attribute: attrs.Attribute[int], value: int) -> None:
    if value < 1:
        msg = f"columns is 1 or more, not {value}"
        raise ValueError(msg)


@attrs.frozen(kw_only=True)
class SheetLook(Look):
    """The style of boards on a sheet, and their arrangement.

    Attributes:
        columns: how many boards stand side by side, 1 or more.
        paper: `light`, `dark`, or `auto` for what the browser asks for and else light.

    Raises:
        ValueError: no column at all, or a paper of another name.
    """

    columns: int = attrs.field(
        default=3, validator=_check_columns, metadata={"help": "boards side by side"}
    )
    paper: str = attrs.field(
        default="auto",
        validator=attrs.validators.in_(("auto", "light", "dark")),
        metadata={
            "help": "the ground; auto: as the browser asks",
            "choices": ("auto", "light", "dark"),
        },
    )


def view(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write a picture of boards; the view `svg`."""
    look = ctx.options(SheetLook)
    sink.write(
        svg_sheet(boards, look, columns=look.columns, language=ctx.language).encode() + b"\n"
    )
