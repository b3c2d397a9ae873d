"""The content and layout of a sheet: plain values, drawn as HTML and as PDF.

Lengths on paper are in millimetres, sizes of letters in points, and lengths inside of a cell in
ems, that is, in sizes of the cell's letters. Nothing is computed by those who draw: each text is
final, and so is the place of each hand.
"""

from __future__ import annotations

from typing import Final, Literal

import attrs

POINT: Final = 25.4 / 72
"""A point in millimetres."""

LINE: Final = 1.1
"""From one line of cards to the next, in ems."""

ROW: Final = 1.4
"""From one row of a table to the next, in ems of its letters."""

TEXT_LINE: Final = 1.3
"""From one line of a text to the next, in ems."""

TEXT_GAP: Final = 0.55
"""The space between two paragraphs besides the line's own, in ems."""

Align = Literal["left", "center", "right"]


@attrs.frozen
class Run:
    """A run of letters in one style.

    Attributes:
        text: one character where it is the sign of a suit.
        suit: `S`, `H`, `D` or `C` where the text is the sign of that suit.
        bold: whether it is bold.
        italic: whether it slants.
    """

    text: str
    suit: str = ""
    bold: bool = False
    italic: bool = False


@attrs.frozen
class Line:
    """One line of text, or a paragraph of several.

    Attributes:
        runs: from left to right.
        scale: the size of its letters, in ems of the cell.
    """

    runs: tuple[Run, ...] = ()
    scale: float = 1.0

    @property
    def text(self) -> str:
        """The text without its style."""
        return "".join(run.text for run in self.runs)

    def __bool__(self) -> bool:
        return bool(self.runs)


NOTHING: Final = Line()
"""An empty line."""


@attrs.frozen(kw_only=True)
class Holding:
    """One suit of a hand.

    Attributes:
        suit: `S`, `H`, `D` or `C`.
        sign: the suit's sign.
        name: the suit's name, for those who hear the sheet.
        text: the ranks, high to low; a dash for a void.
        spoken: the text for screen readers, if it differs.
    """

    suit: str
    sign: str
    name: str
    text: str
    spoken: str = ""


@attrs.frozen(kw_only=True)
class Hand:
    """A hand and its place in the diagram.

    Attributes:
        seat: the seat's name.
        player: the player's name; empty where it is not shown.
        holdings: spades first; empty where the hand is not shown.
        note: the text in place of a hidden hand.
        scale: the size of the ranks, in ems; smaller where a suit is too long for its place.
        left: from the diagram's left edge, in ems.
        top: from the diagram's upper edge, in ems.
    """

    seat: str
    player: Line = NOTHING
    holdings: tuple[Holding, ...] = ()
    note: str = ""
    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0


@attrs.frozen(kw_only=True)
class Points:
    """The high-card points of the four hands, arranged like the hands.

    Attributes:
        north: as text, like those of the other seats; empty where the hand is hidden.
        spoken: all of them in words.
        left: from the diagram's left edge to the middle of the four, in ems.
        top: from the diagram's upper edge to the line of North's, in ems.
    """

    north: str
    east: str
    south: str
    west: str
    spoken: str
    left: float
    top: float


@attrs.frozen(kw_only=True)
class Compass:
    """The square between the hands with the letters of the seats.

    Attributes:
        letters: of North, East, South and West.
        vulnerable: whether each of these is.
        dealer: 0 to 3, `None` where it is not shown.
        left: from the diagram's left edge, in ems.
        top: from the diagram's upper edge, in ems.
        size: the side of the square, in ems.
    """

    letters: tuple[str, str, str, str]
    vulnerable: tuple[bool, bool, bool, bool]
    dealer: int | None
    left: float
    top: float
    size: float


@attrs.frozen(kw_only=True)
class Diagram:
    """The hands of a board around each other.

    Attributes:
        width: in ems.
        height: in ems.
        hands: North, East, South and West, as far as they are shown.
        points: `None` where they are not shown.
        compass: `None` where there is none.
    """

    width: float
    height: float
    hands: tuple[Hand, ...] = ()
    points: Points | None = None
    compass: Compass | None = None


@attrs.frozen(kw_only=True)
class Column:
    """A column of a table.

    Attributes:
        head: its heading.
        align: the alignment of its cells.
        width: in ems of the table's letters.
    """

    head: Line
    align: Align
    width: float


@attrs.frozen(kw_only=True)
class Table:
    """A table.

    Attributes:
        title: what it is.
        columns: from left to right.
        rows: the cells of each row, as many as there are columns.
        notes: lines below it.
        scale: the size of its letters, in ems of the cell.
        ruled: whether rows are separated by lines.
        shaded: whether every second row is grey.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Line, ...], ...]
    notes: tuple[Line, ...] = ()
    scale: float = 1.0
    ruled: bool = False
    shaded: bool = False

    @property
    def has_head(self) -> bool:
        """Whether a column has a heading."""
        return any(column.head for column in self.columns)

    @property
    def width(self) -> float:
        """The width of all columns, in ems of the cell."""
        return self.scale * sum(column.width for column in self.columns)


@attrs.frozen(kw_only=True)
class Paragraph:
    """A paragraph.

    Attributes:
        line: its text.
        fixed: whether blanks and line ends count, as in a text typed for a fixed pitch.
        heading: whether it is a heading.
    """

    line: Line
    fixed: bool = False
    heading: bool = False


@attrs.frozen(kw_only=True)
class Code:
    """A QR code.

    Attributes:
        svg: the picture, an `svg` element.
        address: where it leads.
        label: what is found there, in words.
        size: width and height, in millimetres.
    """

    svg: str
    address: str
    label: str
    size: float


@attrs.frozen(kw_only=True)
class Cell:
    """A board on a page, or the title in its place.

    Attributes:
        row: counted from 0 at the top; 0 where cells are one below the other.
        column: counted from 0 at the left.
        span: how many columns it takes.
        is_title: whether it is the title of the sheet.
        label: what it is called in words: `Board 7`.
        corner: the board's number in the upper right corner.
        facts: lines in the upper left corner; the lines of a title.
        above: paragraphs above all that.
        diagram: the hands.
        feet: lines below the hands: makeable contracts and par.
        side: tables and paragraphs beside the hands.
        below: tables and paragraphs below all that.
        code: the QR code of the board's online address.
        is_centred: whether hands and tables are centred.
    """

    row: int = 0
    column: int = 0
    span: int = 1
    is_title: bool = False
    label: str = ""
    corner: Line = NOTHING
    facts: tuple[Line, ...] = ()
    above: tuple[Paragraph, ...] = ()
    diagram: Diagram | None = None
    feet: tuple[Line, ...] = ()
    side: tuple[Table | Paragraph, ...] = ()
    below: tuple[Table | Paragraph, ...] = ()
    code: Code | None = None
    is_centred: bool = False


@attrs.frozen(kw_only=True)
class Page:
    """A page.

    Attributes:
        label: what it is called in words: `Page 1`.
        head: the text at the left, in the middle and at the right of its upper edge.
        cells: in reading order.
        feet: the lines at its lower edge, each with its left, middle and right part.
    """

    label: str
    head: tuple[Line, Line, Line]
    cells: tuple[Cell, ...]
    feet: tuple[tuple[Line, Line, Line], ...] = ()


@attrs.frozen(kw_only=True)
class Grid:
    """The grid of a page's cells.

    Attributes:
        columns: the number side by side.
        rows: the number one below the other.
        width: of a cell, in millimetres.
        height: of a cell, in millimetres.
        across: the space between two columns, in millimetres.
        down: the space between two rows, in millimetres.
        size: the size of the letters, in points.
        ruled: whether cells have lines around them; those that have none are one below the
            other, in as many columns as there are.
        pad: the space between such a line and what is in the cell, in millimetres.
        lines: where cells have no lines around them: whether there is one between two columns,
            and between a cell and the next one below it.
    """

    columns: int
    rows: int
    width: float
    height: float
    across: float
    down: float
    size: float
    ruled: bool
    pad: float
    lines: tuple[bool, bool] = (False, False)


@attrs.frozen(kw_only=True)
class Paper:
    """The paper and its margins, in millimetres.

    Attributes:
        width: of the sheet.
        height: of the sheet.
        top: the margin at the upper edge.
        right: at the right edge.
        bottom: at the lower edge.
        left: at the left edge.
        head: the height that the line at the upper edge takes, inside of the margin.
        foot: the height that the lines at the lower edge take, inside of the margin.
    """

    width: float
    height: float
    top: float
    right: float
    bottom: float
    left: float
    head: float = 0.0
    foot: float = 0.0

    @property
    def inner_width(self) -> float:
        """The width between the margins."""
        return self.width - self.left - self.right

    @property
    def inner_height(self) -> float:
        """The height between the lines at the edges."""
        return self.height - self.top - self.bottom - self.head - self.foot


@attrs.frozen(kw_only=True)
class Colours:
    """The colours of the suits, as `#rrggbb`: on paper, and on a dark screen.

    Attributes:
        paper: of spades, hearts, diamonds and clubs; empty for that of the text.
        dark: the same.
    """

    paper: tuple[str, str, str, str]
    dark: tuple[str, str, str, str]


@attrs.frozen(kw_only=True)
class Sheet:
    """All pages.

    Attributes:
        language: the code of the language, such as `fr`.
        layout: the layout's name.
        title: the title of the sheet, as plain text.
        paper: the paper.
        grid: the grid of each page's cells.
        colours: of the suits.
        suit_names: of spades, hearts, diamonds and clubs, for those who hear the sheet.
        pages: at least one.
        justify: whether both edges of commentary are straight.
        count: the number of boards on them, repetitions included.
        said: the remarks for the user on deviations from the file, each once.
    """

    language: str
    layout: str
    title: str
    paper: Paper
    grid: Grid
    colours: Colours
    suit_names: tuple[str, str, str, str]
    pages: tuple[Page, ...]
    justify: bool = False
    count: int = 0
    said: tuple[str, ...] = ()
