"""Reads PBN for its columns: boards with no more than the columns need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from overtrick_pbn.read.file import read_file

if TYPE_CHECKING:
    from overtrick import Board, BoardColumn
    from overtrick.plugin import ReadContext


def scan(source: BinaryIO, ctx: ReadContext, columns: Sequence[BoardColumn]) -> Iterator[Board]:
    """Yield the boards of a PBN file in its order.

    Args:
        source: the file, opened in binary mode.
        ctx: what the caller wants and where findings go.
        columns: the columns; what of a board they need stands in `ctx.wants`.

    Raises:
        TextEncodingError, ParseError, InconsistentDataError: as `overtrick_pbn.reader.read`.
    """
    return read_file(source, ctx)
