"""Hand records for display and for classes: PDF and HTML, as BridgeComposer prints them.

    import overtrick, overtrick_records
    boards = overtrick.read("evening.pbn")
    sheet = overtrick_records.make_sheet(boards, boards.header)
    page = "".join(overtrick_records.html_text(sheet))

The module declares the command and the views; what makes and draws sheets is imported when it is
asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ApiVersion, CommandSpec, ViewSpec, hookimpl, lazy_names

if TYPE_CHECKING:
    from overtrick_records.html import html_notes, html_text
    from overtrick_records.options import SheetOptions
    from overtrick_records.pages import make_sheet
    from overtrick_records.pdf import pdf_bytes, sheet_data
    from overtrick_records.sheet import Sheet


__all__ = [
    "Sheet",
    "SheetOptions",
    "html_notes",
    "html_text",
    "make_sheet",
    "pdf_bytes",
    "sheet_data",
]


__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "html": "html_notes html_text",
        "options": "SheetOptions",
        "pages": "make_sheet",
        "pdf": "pdf_bytes sheet_data",
        "sheet": "Sheet",
    },
)


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `records`."""
    yield CommandSpec(
        name="records",
        summary="Print hand records as PDF or HTML, for the wall or for a class",
        command="overtrick_records.command:records",
    )


@hookimpl
def overtrick_views(api: ApiVersion) -> Iterator[ViewSpec]:
    """Declare the views `records` and `pdf`."""
    yield ViewSpec(
        name="records",
        summary="Hand records on one page of HTML, ready to be printed",
        view="overtrick_records.html:show_html",
        media_type="text/html",
        options="overtrick_records.options:SheetOptions",
    )
    yield ViewSpec(
        name="pdf",
        summary="Hand records as PDF",
        view="overtrick_records.pdf:show_pdf",
        suffixes=(".pdf",),
        media_type="application/pdf",
        options="overtrick_records.options:SheetOptions",
    )
