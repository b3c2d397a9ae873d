"""Boards, deals and hands as PNG: the SVG pictures, drawn by resvg.

`resvg-py` comes with `overtrick[png]`. It draws the suits from their shapes and the letters in a
font of the system; so the same board gives the same bytes on the same system only.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from types import ModuleType
from typing import BinaryIO, Final

import attrs

from overtrick import ENGLISH, Board, Deal, Hand, Look, OptionError, PluginError
from overtrick.plugin import ViewContext
from overtrick_render.drawing import Tabular
from overtrick_render.svg import SheetLook, svg_diagram, svg_sheet

_SIZE: Final = re.compile(r'width="([\d.e+]+)" height="([\d.e+]+)"')

MOST_PIXELS: Final = 100_000_000
"""The largest picture that is drawn: 400 megabytes while it is."""


def png_diagram(
    shown: Board | Deal | Hand | Tabular,
    look: Look | None = None,
    *,
    scale: int = 2,
    language: str = ENGLISH,
) -> bytes:
    """Return the picture of `svg_diagram` as PNG.

    Args:
        shown: what to show.
        look: as for `svg_diagram`; a paper that follows the browser is white.
        scale: how many pixels a unit of the SVG picture has, 1 or more.
        language: as for `svg_diagram`.

    Raises:
        OptionError: a language that there are no words of, or more than 100 million pixels.
        PluginError: resvg-py is not installed, or there is no font on this system.
    """
    return png_of(svg_diagram(shown, look, language=language), scale)


def png_of(svg: str, scale: int) -> bytes:
    """Return one of our SVG pictures as PNG.

    Raises:
        OptionError: the picture would have more than 100 million pixels.
        PluginError: resvg-py is not installed, or there is no font on this system.
    """
    size = _SIZE.search(svg)
    if size is not None:
        width, height = (round(float(side) * scale) for side in size.groups())
        if width * height > MOST_PIXELS:
            msg = (
                f"a picture of {width:,} by {height:,} pixels is too large: choose fewer boards or"
                " a smaller scale"
            )
            raise OptionError(msg)
    resvg = _resvg()
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=scale))


@functools.cache
def _resvg() -> ModuleType:
    try:
        import resvg_py
    except ImportError:
        msg = "a PNG picture needs resvg-py: python -m pip install 'overtrick[png]'"
        raise PluginError(msg) from None
    # Without a font it leaves all letters out and says nothing, which would be half a picture.
    tries = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{content}</svg>'
        for content in ('<text x="0" y="15" font-family="sans-serif">W</text>', "")
    )
    letter, blank = (bytes(resvg_py.svg_to_bytes(svg_string=svg)) for svg in tries)
    if letter == blank:
        msg = "a PNG picture needs a font: this system has none (DejaVu and Liberation are free)"
        raise PluginError(msg)
    return resvg_py


def _check_scale(instance: object, attribute: attrs.Attribute[int], value: int) -> None:
    if not 1 <= value <= 10:
        msg = f"scale is 1 to 10, not {value}"
        raise ValueError(msg)


@attrs.frozen(kw_only=True)
class PngLook(SheetLook):
    """The style of a PNG picture.

    Attributes:
        scale: how many pixels a unit of the SVG picture has, 1 to 10.

    Raises:
        ValueError: a scale out of its range.
    """

    scale: int = attrs.field(
        default=2, validator=_check_scale, metadata={"help": "how large: 1 to 10"}
    )


def view(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write a picture of boards; the view `png`."""
    look = ctx.options(PngLook)
    sheet = svg_sheet(boards, look, columns=look.columns, language=ctx.language)
    sink.write(png_of(sheet, look.scale))
