"""A view: boards as a Markdown table, for a club's bulletin."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import attrs

import overtrick as ot
import overtrick.plugin as op


@op.hookimpl
def overtrick_views() -> Iterator[op.ViewSpec]:
    """Declare the view; its options are the class below."""
    about = "A table for a bulletin in Markdown"
    shown, options = "overtrick_markdown:view", "overtrick_markdown:Options"
    yield op.ViewSpec(
        name="markdown", summary=about, view=shown, suffixes=(".md",), options=options
    )


@attrs.frozen(kw_only=True)
class Options:
    """What `-O` takes."""

    players: bool = op.option(False, help="a column for each player")


def view(boards: Iterable[ot.Board], sink: BinaryIO, ctx: op.ViewContext) -> None:
    """Write a row for each board."""
    columns = ["board", "contract", "declarer", "result", "score"]
    if ctx.options(Options).players:
        columns += [f"player_{seat.name.lower()}" for seat in ot.Seat]
    sink.write(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n".encode())
    for record in ot.BoardSet(boards=tuple(boards)).to_records():
        cells = ("" if record[name] is None else str(record[name]) for name in columns)
        # Text of a file must end no cell and no line, and steer no terminal.
        safe = (op.printable(" ".join(cell.split())).replace("|", "&#124;") for cell in cells)
        sink.write(f"| {' | '.join(safe)} |\n".encode())
