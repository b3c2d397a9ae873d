"""Writes PBN: strict export format, or what was read with only the changes in it.

Source: PBN 2.1 §2.1 (Import format and export format).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick.model import Board
from overtrick_pbn.export import EOL, export_game, header_lines
from overtrick_pbn.export_report import SILENT, Report
from overtrick_pbn.options import WriteOptions
from overtrick_pbn.output import Output

if TYPE_CHECKING:
    from overtrick.contexts import WriteContext


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
    report = Report(ctx, cut_values=options.long_values == "cut")
    style = options.style
    if style == "auto":
        style = "preserve" if ctx.source_format == "pbn" else "export"
    if style == "preserve":
        from overtrick_pbn.preserve import write_preserved

        write_preserved(boards, sink, ctx.header, report)
    else:
        write_export(boards, sink, ctx, options, report)


def write_export(
    boards: Iterable[Board],
    sink: BinaryIO,
    ctx: WriteContext,
    options: WriteOptions,
    report: Report,
) -> None:
    """Write boards in export format.

    Raises:
        WriteError: Latin-1 was asked for and lacks a character (`PBN902`).
    """
    told = False

    def header(utf8: bool) -> str:
        # The header may be made more than once; its losses are told once.
        nonlocal told
        lines = header_lines(
            ctx.header, options.creator, utf8=utf8, report=SILENT if told else report
        )
        told = True
        return EOL.join([*lines, "", ""])

    output = Output(sink, header, options.encoding, report)
    try:
        for board in boards:
            output.write(export_game(board, report))
        output.close()
    finally:
        output.abandon()
