"""Writes PBN: strict export format, or what was read with only the changes in it.

Source: PBN 2.1 §2.1 (Import format and export format).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

import attrs

from overtrick.findings.losses import Field
from overtrick.model import Board
from overtrick_pbn.options import WriteOptions
from overtrick_pbn.write.export.game import export_game, header_lines
from overtrick_pbn.write.export.lines import EOL
from overtrick_pbn.write.export.output import Output
from overtrick_pbn.write.losses import SILENT, Report

if TYPE_CHECKING:
    from overtrick.framework.contexts import WriteContext


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
        from overtrick_pbn.write.preserve.file import write_preserved

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
    rest = iter(boards)
    first = next(rest, None)
    escapes: list[str] = []
    if first is not None:
        first, escapes = without_leading_escapes(first)

    def header(utf8: bool) -> str:
        # The header may be made more than once; its losses are told once.
        nonlocal told
        teller = SILENT if told else report
        lines = header_lines(ctx.header, options.creator, escapes, utf8=utf8, report=teller)
        told = True
        return EOL.join([*lines, "", ""])

    output = Output(sink, header, options.encoding, report)
    try:
        if first is not None:
            output.write(export_game(first, report))
            if escapes:
                report.changed(Field.EXTRAS, "an escape line at the top of a file is the file's")
        for board in rest:
            output.write(export_game(board, report))
        output.close()
    finally:
        output.abandon()


def without_leading_escapes(board: Board) -> tuple[Board, list[str]]:
    """Return the first board without the escape lines before its first tag, and those lines.

    At the top of a file they would be read as the file's own.
    """
    pairs = board.extras.get("pbn:escapes")
    if not isinstance(pairs, tuple):
        return board, []
    leading = [pair for pair in pairs if isinstance(pair, tuple) and pair[:1] == ("",)]
    if not leading:
        return board, []
    kept = tuple(pair for pair in pairs if pair not in leading)
    extras = board.extras.without("pbn:escapes")
    if kept:
        extras = extras.with_items({"pbn:escapes": kept})
    return attrs.evolve(board, extras=extras), [str(pair[1]) for pair in leading]
