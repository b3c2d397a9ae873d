"""Writes PBN: strict export format, or what was read with only the changes in it.

Source: PBN 2.1 §2.1 (Import format and export format).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick_pbn.options import WriteOptions
from overtrick_pbn.write.losses import Losses

if TYPE_CHECKING:
    from overtrick import Board
    from overtrick.plugin import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write boards as PBN, one at a time.

    Args:
        boards: the boards in order; consumed once.
        sink: the file.
        ctx: options (`WriteOptions`), the header of what was read, losses.

    Raises:
        WriteError: Latin-1 was asked for and lacks a character (`PBN902`).
    """
    options = ctx.options(WriteOptions)
    losses = Losses(ctx, cut_values=options.long_values == "cut")
    style = options.style_for(ctx.source_format)
    if style == "preserve":
        from overtrick_pbn.write.preserve.file import write_preserved

        write_preserved(boards, sink, ctx.header, losses)
    elif style == "plain":
        from overtrick_pbn.write.export.plain import write_plain

        write_plain(boards, sink, ctx.header, options, losses)
    else:
        from overtrick_pbn.write.export.file import write_export

        write_export(boards, sink, ctx.header, options, losses)
