"""Export format: a whole file, from the lines at its top to its last game.

Source: PBN 2.1 §2.1 (Import format and export format), §2.4 (Escape mechanism).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

import attrs

from overtrick import Board, Extras, Field
from overtrick_pbn.options import WriteOptions
from overtrick_pbn.write.export.board import export_game
from overtrick_pbn.write.export.output import Output
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import WIDTH, clean


def write_export(
    boards: Iterable[Board],
    sink: BinaryIO,
    header: Extras,
    options: WriteOptions,
    losses: Losses,
    *,
    gap: bool = True,
) -> None:
    """Write boards in export format, one at a time.

    Args:
        boards: the boards in order; consumed once.
        sink: the file.
        header: the header of what was read.
        options: the encoding and the creator to name.
        losses: where they and warnings go.
        gap: whether an empty line follows the first lines.

    Raises:
        WriteError: Latin-1 was asked for and lacks a character (`PBN902`).
    """
    rest = iter(boards)
    escapes: list[str] = []
    first = next(rest, None)
    if first is not None:
        first, escapes = _without_leading_escapes(first)
    top = header_lines(header, options.creator, escapes, losses)
    if gap:
        top.append("")
    output = Output(sink, top, options.encoding, losses)
    try:
        if first is not None:
            output.write(export_game(first, losses))
            if escapes:
                losses.changed(Field.EXTRAS, "escape lines at the top belong to the file")
        for board in rest:
            output.write(export_game(board, losses))
        output.close()
    finally:
        output.abandon()


def _without_leading_escapes(board: Board) -> tuple[Board, list[str]]:
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


def header_lines(header: Extras, creator: str, more: Sequence[str], losses: Losses) -> list[str]:
    """Return the lines at the top of a file in Latin-1.

    The escape lines of the file that was read follow the standard's two.

    Args:
        header: the header of what was read.
        creator: the program to name; empty for none.
        more: further escape lines, without the percent sign.
        losses: where they go.

    Source: PBN 2.1 §2.4 (Escape mechanism).
    """
    lines = ["% PBN 2.1", "% EXPORT"]
    if creator:
        lines.append(f"%Creator: {clean(creator)}"[:WIDTH])
    escapes = header.get("pbn:escapes")
    texts = escapes if isinstance(escapes, tuple) else ()
    for text in (*texts, *more):
        line = f"%{text}"
        words = line[1:].strip().lower()
        if words.startswith("content-type:") or (creator and words.startswith("creator:")):
            continue
        if len(line) > WIDTH or clean(line) != line:
            losses.dropped(Field.HEADER, "escape lines have at most 255 characters")
        else:
            lines.append(line)
    if "pbn:embedded" in header:
        losses.dropped(Field.HEADER, "a file in export format is not embedded in a document")
    return lines
