"""Views of boards as HTML, SVG and PNG, and the vocabulary of bridge in six languages.

    >>> from overtrick import Hand
    >>> from overtrick_render import svg_diagram
    >>> svg_diagram(Hand.parse("AKQ2.K3.J54.T987")).startswith("<svg")
    True

Every name is imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ViewSpec, hookimpl, lazy_names

if TYPE_CHECKING:
    from overtrick_render.drawing import escaped, number, shortened
    from overtrick_render.html import html_diagram, html_page
    from overtrick_render.png import PngLook, png_diagram
    from overtrick_render.svg import SheetLook, svg_diagram, svg_sheet
    from overtrick_render.translation import (
        Translator,
        language_of,
        languages,
        translated,
        translator,
        untranslated,
    )

__all__ = [
    "PngLook",
    "SheetLook",
    "Translator",
    "escaped",
    "html_diagram",
    "html_page",
    "language_of",
    "languages",
    "number",
    "png_diagram",
    "shortened",
    "svg_diagram",
    "svg_sheet",
    "translated",
    "translator",
    "untranslated",
]


__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "drawing": "escaped number shortened",
        "html": "html_diagram html_page",
        "png": "PngLook png_diagram",
        "svg": "SheetLook svg_diagram svg_sheet",
        "translation": "Translator language_of languages translated translator untranslated",
    },
)


@hookimpl
def overtrick_views() -> Iterator[ViewSpec]:
    """Declare the views beyond text."""
    yield ViewSpec(
        name="html",
        summary="A page of diagrams, for browsers and paper",
        view="overtrick_render.html:view",
        suffixes=(".html", ".htm"),
        media_type="text/html",
        options="overtrick:Look",
    )
    yield ViewSpec(
        name="png",
        summary="Diagrams on one picture of pixels",
        view="overtrick_render.png:view",
        suffixes=(".png",),
        media_type="image/png",
        options="overtrick_render.png:PngLook",
    )
    yield ViewSpec(
        name="svg",
        summary="Diagrams on one picture",
        view="overtrick_render.svg:view",
        suffixes=(".svg",),
        media_type="image/svg+xml",
        options="overtrick_render.svg:SheetLook",
    )
