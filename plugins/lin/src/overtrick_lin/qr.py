"""QR codes of addresses: for print, for a file, for a terminal.

`segno` makes them; it comes with `overtrick-lin[qr]`.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from overtrick import PluginError
from overtrick_lin.links import LinkError

if TYPE_CHECKING:
    from segno import QRCode

_QUIET_ZONE: Final = 4
"""The blank modules around a code that readers want, by ISO/IEC 18004."""


def qr_svg(text: str, *, size: float | None = None) -> str:
    """Return a text as a QR code, an `svg` element with dark modules on white.

    The same text gives the same bytes.

    Args:
        text: most often an address.
        size: width and height in pixels; without it the picture takes the room that it is given.

    Raises:
        LinkError: the text is too long for a code.
        PluginError: segno is not installed.
    """
    code = _code(text)
    out = io.BytesIO()
    code.save(
        out, kind="svg", xmldecl=False, nl=False, light="#fff", border=_QUIET_ZONE, omitsize=True,
        svgclass=None, lineclass=None,
    )  # fmt: skip
    svg = out.getvalue().decode()
    if size is None:
        return svg
    return svg.replace("<svg ", f'<svg width="{size:g}" height="{size:g}" ', 1)


def qr_png(text: str, *, scale: int = 8) -> bytes:
    """Return a text as a QR code in PNG.

    Args:
        text: most often an address.
        scale: how many pixels wide a module is.

    Raises:
        LinkError: the text is too long for a code.
        PluginError: segno is not installed.
    """
    out = io.BytesIO()
    _code(text).save(out, kind="png", scale=scale, border=_QUIET_ZONE)
    return out.getvalue()


def qr_terminal(text: str) -> str:
    """Return a text as a QR code of block characters, for a terminal in colour.

    Raises:
        LinkError: the text is too long for a code.
        PluginError: segno is not installed.
    """
    out = io.StringIO()
    _code(text).terminal(out, border=_QUIET_ZONE, compact=True)
    return out.getvalue()


def _code(text: str) -> QRCode:
    try:
        import segno
    except ImportError:
        msg = "a QR code needs segno: python -m pip install 'overtrick-lin[qr]'"
        raise PluginError(msg) from None
    try:
        # The least correction of errors; segno raises it as far as the code grows no larger by it.
        return segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        msg = f"a text of {len(text):,} characters is too long for a QR code"
        raise LinkError(msg) from None
