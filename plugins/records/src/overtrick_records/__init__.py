"""Hand records for the wall and for the class: PDF and HTML, as BridgeComposer prints them.

This module only declares the command and the views; nothing of them is imported here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.framework.spec import ApiVersion, CommandSpec, ViewSpec, hookimpl

__version__: Final = "1.0.0"


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `records`."""
    yield CommandSpec(
        name="records",
        summary="Print hand records: PDF or HTML, for the wall or for a class",
        command="overtrick_records.command:records",
    )


@hookimpl
def overtrick_views(api: ApiVersion) -> Iterator[ViewSpec]:
    """Declare the views `records` and `pdf`."""
    yield ViewSpec(
        name="records",
        summary="Hand records on one page of HTML, ready to be printed",
        view="overtrick_records.views:show_html",
        media_type="text/html",
        options="overtrick_records.options:SheetOptions",
    )
    yield ViewSpec(
        name="pdf",
        summary="Hand records as PDF",
        view="overtrick_records.views:show_pdf",
        suffixes=(".pdf",),
        media_type="application/pdf",
        options="overtrick_records.options:SheetOptions",
    )
