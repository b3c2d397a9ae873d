"""Reads PBN: import format as the standard has it, and what real programs make of it.

Portable Bridge Notation was written by Tis Veugen and the readers of rec.games.bridge; version 2.1
dates from 2007.05.17. Known variants: deal-only files of dealing programs, BridgeComposer's UTF-8
files with layout lines, log files of table managers with a header before every game, score tables
of tournament programs.

Source: PBN 2.1; observed files of some twenty programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from overtrick_pbn.read.file import read_file

if TYPE_CHECKING:
    from overtrick import Board
    from overtrick.plugin import ReadContext


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards of a PBN file in its order, holding two at most.

    Args:
        source: the file, opened in binary mode.
        ctx: what the caller wants and where findings go.

    Raises:
        TextEncodingError: the file is UTF-16 or UTF-32 (`PBN201`).
        ParseError: an error of `errors="raise"` mode (see `overtrick_pbn.read.codes`).
        InconsistentDataError: the same, for a deal that contradicts itself (`PBN336`).

    Example:
        >>> import io
        >>> from overtrick.plugin import ReadContext
        >>> from overtrick.plugin import FormatSpec
        >>> spec = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
        >>> [board.number for board in read(io.BytesIO(b'[Board "7"]'), ReadContext(spec))]
        [7]
    """
    if not ctx.checking:
        return read_file(source, ctx)
    # Only who checks pays for the rules.
    from overtrick_pbn.check.linter import Linter

    return read_file(source, ctx, Linter(ctx))
