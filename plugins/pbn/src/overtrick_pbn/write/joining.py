"""Puts the parts of a PBN file together that were written by themselves.

Source: PBN 2.1 §2.1 (Import format and export format), §2.2 (Character set).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, BinaryIO

from overtrick import NO_EXTRAS
from overtrick.plugin import FileJoiner, WrittenPart
from overtrick_pbn.options import WriteOptions
from overtrick_pbn.write.export.file import top_lines, without_leading_escapes
from overtrick_pbn.write.export.output import UTF_8, Output
from overtrick_pbn.write.losses import Losses

if TYPE_CHECKING:
    from overtrick import Board, Diagnostic
    from overtrick.plugin import WriteContext


class Joiner(FileJoiner):
    """Puts the parts of a PBN file together, in one encoding."""

    def __init__(self, sink: BinaryIO, ctx: WriteContext) -> None:
        super().__init__(sink, ctx)
        self._export: Output | None = None

    def begin(self, first: Board) -> Mapping[str, str] | None:
        """Write what stands before the games of an export, as soon as its encoding is known."""
        options = self.ctx.options(WriteOptions)
        style = options.style_for(self.ctx.source_format)
        if style == "preserve":
            return None if "pbn:embedded" in self.ctx.header else {}
        losses = Losses(self.ctx, cut_values=options.long_values == "cut")
        if style == "plain":
            losses.begin(first)
            top = top_lines(NO_EXTRAS, options, [], losses, gap=False)
        else:
            escapes = without_leading_escapes(first)[1]
            top = top_lines(self.ctx.header, options, escapes, losses, gap=True)
        self._export = Output(self.sink, top, options.encoding, losses)
        return {}

    def add(self, part: WrittenPart) -> Iterable[Diagnostic]:
        """Take the next part; that the file is UTF-8 is said once."""
        if self._export is None:
            return super().add(part)
        is_known = self._export.encoding == UTF_8
        self._export.put_part(part.data, is_utf8=part.notes["encoding"] == UTF_8)
        return [item for item in part.diagnostics if not (is_known and item.code == "PBN909")]

    def end(self) -> None:
        """Write what waited for the encoding."""
        if self._export is not None:
            self._export.close()

    def close(self) -> None:
        """Let go of what waits."""
        if self._export is not None:
            self._export.abandon()
