"""The views `records` and `pdf`: sheets through `overtrick show`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from overtrick.framework.contexts import ViewContext
from overtrick.model import Board
from overtrick_records.html import html_text
from overtrick_records.options import SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.pdf import pdf_bytes


def show_html(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write a sheet as HTML; the view `records`."""
    sheet = make_sheet(boards, ctx.header, ctx.options(SheetOptions), language=ctx.language)
    for piece in html_text(sheet):
        sink.write(piece.encode())


def show_pdf(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write a sheet as PDF; the view `pdf`."""
    sheet = make_sheet(boards, ctx.header, ctx.options(SheetOptions), language=ctx.language)
    data, _ = pdf_bytes(sheet)
    sink.write(data)
