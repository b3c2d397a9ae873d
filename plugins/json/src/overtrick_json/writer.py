"""Write JSON lines: the header, if the file has one, and one object for each board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick import Board, Extras, board_to_dict
from overtrick.plugin import extras_to_dict, json_text

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a line for the header, unless it is empty, and a line for each board."""
    # The text of the file that the boards came from, kept by some formats, is not what it says.
    header = {key: value for key, value in ctx.header.items() if not key.endswith(":source")}
    if header:
        sink.write(_line({"header": extras_to_dict(Extras(header))}))
    for board in boards:
        sink.write(_line(board_to_dict(board)))


def _line(value: object) -> bytes:
    return f"{json_text(value)}\n".encode()
