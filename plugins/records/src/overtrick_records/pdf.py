"""Draw a sheet as PDF, through typst.

The sheet goes to the template as JSON, so that no text of a file is ever read as Typst.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib import resources
from typing import Any, BinaryIO, Final

from overtrick import Board, PluginError
from overtrick.plugin import ViewContext
from overtrick_records.content import FIXED
from overtrick_records.diagrams import PIP
from overtrick_records.metrics import listed, uncovered
from overtrick_records.options import SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.sheet import (
    LINE,
    ROW,
    TEXT_GAP,
    TEXT_LINE,
    Cell,
    Diagram,
    Line,
    Paragraph,
    Sheet,
    Table,
)
from overtrick_records.texts import SUITS

NEEDED: Final = (
    "PDF needs the library typst: python -m pip install 'overtrick-records[pdf]'; "
    "HTML needs nothing, and a browser prints it"
)
"""The message if typst is not installed."""

FONT: Final = "Overtrick Sheet"
"""The family of the sheets' own font."""

# It has no effect on a PDF, and Poppler's programs print an error about it.
_DEFAULT: Final = b"/Suspects false"

# The same input is to give the same bytes: the file contains no time.
_TIME: Final = 0


def check_typst() -> None:
    """Raise with the install command unless typst is installed.

    Raises:
        PluginError: it is not.
    """
    import importlib.util

    if importlib.util.find_spec("typst") is None:
        raise PluginError(NEEDED)


def pdf_bytes(sheet: Sheet) -> tuple[bytes, tuple[str, ...]]:
    """Return a sheet as PDF, and the remarks on it.

    The same sheet gives the same bytes, on each computer: its letters are of the sheets' own font.

    Raises:
        PluginError: typst is not installed, or fails.
    """
    check_typst()
    import typst

    data = sheet_data(sheet)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    odd = uncovered([text])
    remarks: tuple[str, ...] = ()
    if odd:
        remarks = (f"the sheets' own font has no {listed(odd)}: a box stands there",)
    with resources.as_file(resources.files("overtrick_records")) as folder:
        try:
            made = typst.compile(
                str(folder / "sheet.typ"),
                font_paths=[str(folder / "fonts")],
                # The computer's own fonts are left alone: those of the next one differ.
                ignore_system_fonts=True,
                sys_inputs={"data": text},
                timestamp=_TIME,
            )
        except RuntimeError as error:
            msg = f"typst failed: {str(error)[:400]}"
            raise PluginError(msg) from error
    return made.replace(_DEFAULT, b" " * len(_DEFAULT), 1), remarks


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as JSON values for the template."""
    paper, grid = sheet.paper, sheet.grid
    return {
        "language": sheet.language,
        "title": sheet.title,
        "fonts": [FONT],
        "line": LINE,
        "row": ROW,
        "text": TEXT_LINE,
        "gap": TEXT_GAP,
        "justify": sheet.justify,
        "pip": PIP,
        "fixed": FIXED,
        "colours": {
            suit.symbol: colour for suit, colour in zip(SUITS, sheet.colours.paper, strict=True)
        },
        "paper": {
            "width": paper.width,
            "height": paper.height,
            "top": paper.top,
            "right": paper.right,
            "bottom": paper.bottom,
            "left": paper.left,
            "head": paper.head,
        },
        "grid": {
            "width": grid.width,
            "height": grid.height,
            "size": grid.size,
            "ruled": grid.ruled,
            "pad": grid.pad,
            "columns": grid.columns,
            "across": grid.across,
            "down": grid.down,
            "lines": grid.lines,
            "inner": (grid.width - 2 * grid.pad) / (grid.size * 25.4 / 72),
        },
        "pages": [
            {
                "head": [_line(part) for part in page.head],
                "cells": [_cell(cell) for cell in page.cells],
                "feet": [[_line(part) for part in row] for row in page.feet],
            }
            for page in sheet.pages
        ],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "runs": [
            [run.text, run.suit, ("b" if run.bold else "") + ("i" if run.italic else "")]
            for run in line.runs
        ],
        "scale": round(line.scale, 4),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "row": cell.row,
        "column": cell.column,
        "span": cell.span,
        "title": cell.is_title,
        "corner": _line(cell.corner),
        "facts": [_line(fact) for fact in cell.facts],
        "above": [_piece(piece) for piece in cell.above],
        "centred": cell.is_centred,
        "code": None
        if cell.code is None
        else {
            "svg": cell.code.svg,
            "address": cell.code.address,
            "label": cell.code.label,
            "size": cell.code.size,
        },
        "diagram": None if cell.diagram is None else _diagram(cell.diagram),
        "feet": [_line(foot) for foot in cell.feet],
        "side": [_piece(piece) for piece in cell.side],
        "below": [_piece(piece) for piece in cell.below],
    }


def _diagram(diagram: Diagram) -> dict[str, Any]:
    points, compass = diagram.points, diagram.compass
    return {
        "width": diagram.width,
        "height": diagram.height,
        "hands": [
            {
                "left": hand.left,
                "top": hand.top,
                "player": _line(hand.player),
                "note": hand.note,
                "scale": hand.scale,
                "holdings": [
                    {"suit": holding.suit, "sign": holding.sign, "text": holding.text}
                    for holding in hand.holdings
                ],
            }
            for hand in diagram.hands
        ],
        "points": None
        if points is None
        else {
            "left": points.left,
            "top": points.top,
            "north": points.north,
            "east": points.east,
            "south": points.south,
            "west": points.west,
        },
        "compass": None
        if compass is None
        else {
            "left": compass.left,
            "top": compass.top,
            "size": compass.size,
            "letters": compass.letters,
            "vulnerable": compass.vulnerable,
            "dealer": compass.dealer,
        },
    }


def _piece(piece: Table | Paragraph) -> dict[str, Any]:
    if isinstance(piece, Table):
        return _table(piece)
    return {
        "kind": "paragraph",
        "line": _line(piece.line),
        "fixed": piece.fixed,
        "heading": piece.heading,
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "kind": "table",
        "head": table.has_head,
        "columns": [
            {"head": _line(column.head), "align": column.align, "width": column.width}
            for column in table.columns
        ],
        "rows": [[_line(cell) for cell in row] for row in table.rows],
        "notes": [_line(note) for note in table.notes],
        "scale": table.scale,
        "ruled": table.ruled,
        "shaded": table.shaded,
    }


def show_pdf(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write a sheet as PDF; the view `pdf`."""
    sheet = make_sheet(boards, ctx.header, ctx.options(SheetOptions), language=ctx.language)
    data, _ = pdf_bytes(sheet)
    sink.write(data)
