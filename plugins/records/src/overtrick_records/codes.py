"""QR codes that link to a board on an online page, through overtrick-lin if it is installed."""

from __future__ import annotations

import importlib.util
import re
from typing import Final

from overtrick import Board, PluginError
from overtrick_records.sheet import Code

NEEDED: Final = (
    "codes come from overtrick-lin and segno: python -m pip install 'overtrick-records[link]'"
)
"""The message if one of them is not installed."""

MODULE: Final = 0.4
"""The width of a module of a code on paper, in millimetres: telephones read it from a wall."""

_SIDE: Final = re.compile(r'viewBox="0 0 (\d+) ')


def check_codes() -> None:
    """Raise with the install command unless codes can be made.

    Raises:
        PluginError: overtrick-lin or segno is not installed.
    """
    if any(importlib.util.find_spec(name) is None for name in ("overtrick_lin", "segno")):
        raise PluginError(NEEDED)


def make_code(board: Board, to: str, label: str) -> Code | str:
    """Return the code of a board, or the reason it has none.

    The address holds the hands, dealer and vulnerability, no names: a code of more is larger.

    Args:
        board: the board.
        to: the viewer, `bbo` or `bsol`.
        label: what the board is called.

    Raises:
        PluginError: overtrick-lin or segno is not installed.
    """
    check_codes()
    from overtrick_lin import VIEWERS, LinkError, link, qr_svg

    try:
        address = link(board, to=to, deal_only=True)
        svg = qr_svg(address)
    except LinkError as error:
        return str(error)
    match = _SIDE.search(svg)
    side = int(match[1]) if match is not None else 65
    return Code(
        svg=svg,
        address=address,
        label=f"{label}: {VIEWERS[to].name}",
        size=round(side * MODULE, 2),
    )
