"""Draw a sheet as one self-contained HTML page, for the screen and the printer."""

from __future__ import annotations

import base64
import functools
import html
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import BinaryIO, Final

from overtrick import Board
from overtrick.plugin import ViewContext
from overtrick_records.content import FIXED
from overtrick_records.diagrams import PIP
from overtrick_records.metrics import font_data, listed, uncovered
from overtrick_records.options import SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.sheet import (
    LINE,
    ROW,
    TEXT_GAP,
    TEXT_LINE,
    Cell,
    Code,
    Compass,
    Diagram,
    Hand,
    Holding,
    Line,
    Page,
    Paragraph,
    Points,
    Run,
    Sheet,
    Table,
)
from overtrick_records.texts import SUITS

# Names of the parts of a sheet whose letters a face draws.
_FACES: Final = (
    ("regular", 400, "normal"),
    ("bold", 700, "normal"),
    ("italic", 400, "italic"),
    ("bold-italic", 700, "italic"),
)
# The width of a board without hands, in ems.
_NO_DIAGRAM: Final = 16.0
# Asks for the sign as text: some systems would show an emoji.
_AS_TEXT: Final = "\ufe0e"


def html_text(sheet: Sheet) -> Iterator[str]:
    """Yield a sheet as HTML, in pieces.

    Everything that comes from a file is escaped, and nothing is loaded from elsewhere.
    """
    drawing = _Drawing(sheet)
    yield (
        f'<!DOCTYPE html>\n<html lang="{html.escape(sheet.language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(sheet.title)}</title><style>{drawing.style()}</style></head>\n"
        f'<body class="{sheet.layout}{" justify" if sheet.justify else ""}"><main>\n'
        f'<h1 class="title">{html.escape(sheet.title)}</h1>\n'
    )
    for page in sheet.pages:
        yield drawing.page(page)
    yield "</main></body></html>\n"


def html_notes(pages: Iterable[str]) -> tuple[str, ...]:
    """Return the remarks on a sheet drawn by `html_text`."""
    odd = uncovered(page.replace(_AS_TEXT, "") for page in pages)
    if not odd:
        return ()
    return (f"the sheets' own font has no {listed(odd)}: each browser takes another one for that",)


@functools.cache
def _rules() -> str:
    """Return the style sheet, without the parts that depend on the sheet."""
    return resources.files("overtrick_records").joinpath("sheet.css").read_text(encoding="utf-8")


class _Drawing:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.names = {suit.symbol: name for suit, name in zip(SUITS, sheet.suit_names, strict=True)}

    # The style -------------------------------------------------------------------------------

    def style(self) -> str:
        """Return the style: fonts, the measures of this sheet, and the common rules."""
        paper, grid = self.sheet.paper, self.sheet.grid
        measures = {
            "paper-width": f"{paper.width:g}mm",
            # A page that is as high as the paper may, by rounding, be taken for a little higher.
            "paper-height": f"{paper.height - 0.2:g}mm",
            "top": f"{paper.top:g}mm",
            "right": f"{paper.right:g}mm",
            "bottom": f"{max(paper.bottom - 0.2, 0):g}mm",
            "left": f"{paper.left:g}mm",
            "head": f"{paper.head:g}mm",
            "columns": str(grid.columns),
            "across": f"{grid.across:g}mm",
            "down": f"{grid.down:g}mm",
            "cell-width": f"{grid.width:g}mm",
            "cell-height": f"{grid.height:g}mm",
            "pad": f"{grid.pad:g}mm",
            "size": f"{grid.size:g}pt",
            "line": f"{LINE:g}em",
            "row": f"{ROW:g}em",
            "text-line": f"{TEXT_LINE:g}",
            "text-gap": f"{TEXT_GAP:g}em",
            "pip": f"{PIP:g}em",
        }
        root = ";".join(f"--{name}:{value}" for name, value in measures.items())
        light, dark = (
            "".join(
                f".{suit.symbol}{{color:{colour}}}"
                for suit, colour in zip(SUITS, colours, strict=True)
                if colour
            )
            for colours in (self.sheet.colours.paper, self.sheet.colours.dark)
        )
        return (
            f"{self.fonts()}@page{{size:{paper.width:g}mm {paper.height:g}mm;margin:0}}"
            f":root{{{root}}}{_rules()}{light}"
            f"@media screen and (prefers-color-scheme:dark){{{dark}}}"
        )

    def fonts(self) -> str:
        """Return the font faces of the sheet."""
        looks = {(run.bold, run.italic) for run in _runs_of(self.sheet)} | {
            (False, False),
            (True, False),
        }
        return "".join(
            f"@font-face{{font-family:Sheet;font-weight:{weight};font-style:{style};"
            f"src:url(data:font/woff2;base64,{_font(name)}) format('woff2')}}"
            for name, weight, style in _FACES
            if (weight == 700, style == "italic") in looks
        )

    # Pages and cells -------------------------------------------------------------------------

    def page(self, page: Page) -> str:
        """Return a page."""
        head = self.edge("head", page.head) if self.sheet.paper.head else ""
        cells = "".join(map(self.cell, page.cells))
        if not self.sheet.grid.ruled:
            columns = [
                "".join(self.cell(cell) for cell in page.cells if cell.column == column)
                for column in range(self.sheet.grid.columns)
            ]
            cells = "".join(f'<div class="column">{column}</div>' for column in columns)
        feet = "".join(self.edge("foot", row) for row in page.feet)
        kind = "cells" if self.sheet.grid.ruled else "flow"
        for name, is_drawn in zip(("between", "under"), self.sheet.grid.lines, strict=True):
            kind += f" {name}" if is_drawn else ""
        below = f'<div class="feet-of-page">{feet}</div>' if feet else ""
        inner = f'{head}<div class="{kind}">{cells}</div>{below}'
        return f'<section class="page" aria-label="{html.escape(page.label)}">{inner}</section>\n'

    def edge(self, name: str, parts: Iterable[Line]) -> str:
        """Return a line at the upper or the lower edge of a page."""
        texts = "".join(f"<div>{self.line(part)}</div>" for part in parts)
        return f'<div class="{name}">{texts}</div>'

    def cell(self, cell: Cell) -> str:
        """Return a board, or the title in its place."""
        width = _NO_DIAGRAM if cell.diagram is None else cell.diagram.width
        place = f"--r:{cell.row + 1};--c:{cell.column + 1};--s:{cell.span};--w:{width:g}"
        below = "".join(map(self.piece, cell.below))
        if cell.is_title:
            lines = "".join(map(self.block, cell.facts))
            return f'<div class="cell name" style="{place}">{lines}{below}</div>'
        corner = (
            self.block(cell.corner, ' class="corner" aria-hidden="true"') if cell.corner else ""
        )
        # The heading has the same in words.
        facts = "".join(map(self.block, cell.facts))
        if facts:
            facts = f'<div class="facts" aria-hidden="true">{facts}</div>'
        diagram = "" if cell.diagram is None else self.diagram(cell.diagram)
        feet = "".join(map(self.block, cell.feet))
        feet = f'<div class="feet">{feet}</div>' if feet else ""
        side = "".join(map(self.piece, cell.side))
        code = "" if cell.code is None else self.code(cell.code)
        if not self.sheet.grid.ruled and self.sheet.grid.columns == 1:
            side, code = side + code, ""
        side = f'<div class="side">{side}</div>' if side else ""
        upper = ""
        if corner or facts or diagram or feet:
            bare = "" if cell.diagram is not None else " bare"
            upper = f'<div class="board{bare}">{corner}{facts}{diagram}{feet}</div>'
        if upper or side:
            upper = f'<div class="upper">{upper}{side}</div>'
        heading = f'<h2 class="spoken">{html.escape(cell.label)}</h2>'
        above = "".join(map(self.piece, cell.above))
        kind = "cell centred" if cell.is_centred else "cell"
        return (
            f'<article class="{kind}" style="{place}">{heading}{above}{upper}{code}{below}'
            "</article>"
        )

    def code(self, code: Code) -> str:
        """Return a QR code, as a link for readers on screen."""
        label = html.escape(code.label)
        # The picture has no words beyond those of its link.
        picture = code.svg.replace("<svg ", '<svg aria-hidden="true" ', 1)
        return (
            f'<a class="code" style="width:{code.size:g}mm" href="{html.escape(code.address)}" '
            f'aria-label="{label}" title="{label}">{picture}</a>'
        )

    # Hands -----------------------------------------------------------------------------------

    def diagram(self, diagram: Diagram) -> str:
        """Return the hands around each other."""
        parts = "".join(map(self.hand, diagram.hands))
        if diagram.points is not None:
            parts += self.points(diagram.points)
        if diagram.compass is not None:
            parts += self.compass(diagram.compass)
        size = f"width:{diagram.width:g}em;height:{diagram.height:g}em"
        return f'<div class="diagram" style="{size}">{parts}</div>'

    def hand(self, hand: Hand) -> str:
        """Return a hand in its place."""
        name = self.block(hand.player) if hand.player else ""
        note = f'<p class="note">{html.escape(hand.note)}</p>' if hand.note else ""
        suits = "".join(
            f'<li><span class="pip {holding.suit}" aria-hidden="true">{holding.sign}{_AS_TEXT}'
            f'</span><span class="spoken">{html.escape(holding.name)}: '
            f"{self.heard(holding, hand.scale)}</li>"
            for holding in hand.holdings
        )
        suits = f"<ul>{suits}</ul>" if suits else ""
        return (
            f'<div class="hand" style="left:{hand.left:g}em;top:{hand.top:g}em">'
            f'<h3 class="spoken">{html.escape(hand.seat)}</h3>{name}{note}{suits}</div>'
        )

    def heard(self, holding: Holding, scale: float) -> str:
        """Return the ranks of a suit, and the end of the text for screen readers."""
        text = html.escape(holding.text)
        size = "" if scale == 1 else f' style="font-size:{scale:g}em"'
        if holding.spoken:
            spoken = html.escape(holding.spoken)
            return f'{spoken}</span><span aria-hidden="true"{size}>{text}</span>'
        return f"</span><span{size}>{text}</span>" if size else f"</span>{text}"

    def points(self, points: Points) -> str:
        """Return the points of the four hands, arranged like the hands."""
        step = LINE * 0.86
        texts = (
            (points.north, 0.0, 0.0),
            (points.east, 1.25, step),
            (points.south, 0.0, 2 * step),
            (points.west, -1.25, step),
        )
        shown = "".join(
            f'<span style="left:{points.left + x - 1:g}em;top:{points.top + y:g}em">'
            f"<small>{html.escape(text)}</small></span>"
            for text, x, y in texts
        )
        spoken = f'<p class="spoken">{html.escape(points.spoken)}</p>'
        return f'{spoken}<div class="points" aria-hidden="true">{shown}</div>'

    def compass(self, compass: Compass) -> str:
        """Return the square with the letters of the seats; the heading has the same in words."""
        middle, far = compass.size / 2 - 0.6, compass.size - 1.25
        places = ((middle, 0.08), (far, middle), (middle, compass.size - 1.25), (0.05, middle))
        letters = "".join(
            f'<span class="{"vulnerable" if compass.vulnerable[at] else "safe"}'
            f'{" dealer" if compass.dealer == at else ""}" style="left:{x:g}em;top:{y:g}em">'
            f"<small>{html.escape(compass.letters[at])}</small></span>"
            for at, (x, y) in enumerate(places)
        )
        place = (
            f"left:{compass.left:g}em;top:{compass.top:g}em;"
            f"width:{compass.size:g}em;height:{compass.size:g}em"
        )
        return f'<div class="compass" aria-hidden="true" style="{place}">{letters}</div>'

    # Texts and tables ------------------------------------------------------------------------

    def line(self, line: Line) -> str:
        """Return a line, with suit names for screen readers."""
        text = "".join(map(self.run, line.runs))
        return (
            text
            if abs(line.scale - 1) < 0.001
            else f'<span style="font-size:{line.scale:.3g}em">{text}</span>'
        )

    def block(self, line: Line, more: str = "") -> str:
        """Return a line in a block of its own, with the height of its letters."""
        text = "".join(map(self.run, line.runs))
        return f'<p{more} style="font-size:{line.scale:.3g}em">{text}</p>'

    def run(self, run: Run) -> str:
        """Return a run of letters in one style."""
        if run.suit:
            name = html.escape(self.names[run.suit])
            sign = f"{run.text}{_AS_TEXT}"
            return f'<span class="{run.suit}" role="img" aria-label="{name}">{sign}</span>'
        text = html.escape(run.text)
        text = f"<i>{text}</i>" if run.italic else text
        return f"<b>{text}</b>" if run.bold else text

    def piece(self, piece: Table | Paragraph) -> str:
        """Return a table or a paragraph."""
        if isinstance(piece, Table):
            return self.table(piece)
        text = "".join(map(self.run, piece.line.runs))
        size = f"{piece.line.scale * (FIXED if piece.fixed else 1):.3g}em"
        if piece.heading:
            return f'<h2 style="font-size:{size}"><b>{text}</b></h2>'
        kind = "fixed" if piece.fixed else "text"
        return f'<p class="{kind}" style="font-size:{size}">{text}</p>'

    def table(self, table: Table) -> str:
        """Return a table; it scrolls sideways if the screen is too narrow."""
        widths = "".join(f'<col style="width:{column.width:g}em">' for column in table.columns)
        head = "".join(
            f'<th scope="col" class="{column.align}">{self.line(column.head)}</th>'
            for column in table.columns
        )
        head = f"<thead><tr>{head}</tr></thead>" if table.has_head else ""
        rows = "".join(
            "<tr>"
            + "".join(
                f'<td class="{table.columns[at].align}">{self.line(cell)}</td>'
                for at, cell in enumerate(row)
            )
            + "</tr>"
            for row in table.rows
        )
        notes = "".join(f"<p>{self.line(note)}</p>" for note in table.notes)
        width = sum(column.width for column in table.columns)
        label = html.escape(table.title)
        kind = f"table{' ruled' if table.ruled else ''}{' shaded' if table.shaded else ''}"
        return (
            f'<div class="{kind}" style="--z:{table.scale:g};--t:{table.width:g}" '
            f'role="region" tabindex="0" aria-label="{label}"><table style="width:{width:g}em">'
            f'<caption class="spoken">{label}</caption><colgroup>{widths}</colgroup>{head}'
            f"<tbody>{rows}</tbody></table>{notes}</div>"
        )


@functools.cache
def _font(name: str) -> str:
    return base64.b64encode(font_data(f"{name}.woff2")).decode()


def _runs_of(sheet: Sheet) -> Iterator[Run]:
    """Yield the runs that may be bold or italic: those of titles, tables and commentary."""
    for page in sheet.pages:
        for cell in page.cells:
            for piece in (*cell.above, *cell.side, *cell.below):
                if isinstance(piece, Paragraph):
                    yield from piece.line.runs
                else:
                    for row in (*piece.rows, piece.notes):
                        for line in row:
                            yield from line.runs


def show_html(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write a sheet as HTML; the view `records`."""
    sheet = make_sheet(boards, ctx.header, ctx.options(SheetOptions), language=ctx.language)
    for piece in html_text(sheet):
        sink.write(piece.encode())
