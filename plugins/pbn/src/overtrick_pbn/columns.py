"""Reads PBN as columns: canonical games straight from the text, all others through boards.

Source: PBN 2.1; which games are canonical stands in `overtrick_pbn.scan.template`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from overtrick_pbn.scan.file import scan_file

if TYPE_CHECKING:
    from overtrick import Board, BoardColumn
    from overtrick.plugin import ReadContext, Rows


def scan(
    source: BinaryIO, ctx: ReadContext, columns: Sequence[BoardColumn]
) -> Iterator[Board | Rows]:
    """Yield the boards of a PBN file in its order, as rows where a game is canonical.

    Args:
        source: the file, opened in binary mode.
        ctx: what the caller wants and where findings go.
        columns: what the rows are to hold.

    Raises:
        TextEncodingError, ParseError, InconsistentDataError: as `overtrick_pbn.reader.read`.
    """
    return scan_file(source, ctx, columns)
