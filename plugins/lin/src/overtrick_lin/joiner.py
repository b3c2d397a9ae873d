"""Puts the parts of a LIN file together that were written by themselves."""

from __future__ import annotations

import io
from collections.abc import Mapping

from overtrick import Board
from overtrick.plugin import FileJoiner, WriteContext
from overtrick_lin.match import ROOMS
from overtrick_lin.options import WriteOptions
from overtrick_lin.writer import Output


class Joiner(FileJoiner):
    """Puts parts together, which must know what the first board says of the match."""

    def begin(self, first: Board) -> Mapping[str, str] | None:
        """Return what stands in front of the boards; `None` where a match's results do."""
        if first.info.room in ROOMS:
            return None
        # The first part tells what of it is lost.
        silent = WriteContext(
            self.ctx.spec, header=self.ctx.header, options=self.ctx.options(WriteOptions)
        )
        output = Output(io.BytesIO(), silent)
        output.begin(first)
        return {} if output.key is None else output.key._asdict()
