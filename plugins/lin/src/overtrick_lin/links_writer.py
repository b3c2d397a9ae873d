"""Write lists of links: one link to Bridge Base Online's hand viewer a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from overtrick import Board
from overtrick.plugin import WriteContext
from overtrick_lin.links import VIEWERS, address_in


def write_link_list(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a link to Bridge Base Online's hand viewer for each board, one a line."""
    for board in boards:
        sink.write(address_in(board, VIEWERS["bbo"], ctx).encode("ascii") + b"\n")
