"""A view: boards as a Markdown table, for a club's bulletin."""

import attrs

import overtrick as ot


@ot.hookimpl
def overtrick_views():
    yield ot.ViewSpec(
        name="markdown",
        summary="A table for a bulletin in Markdown",
        view="overtrick_markdown:view",
        suffixes=(".md",),
        media_type="text/markdown",
        options="overtrick_markdown:Options",
    )


@attrs.frozen(kw_only=True)
class Options:
    players: bool = ot.option(False, help="a column for each player")


def view(boards, sink, ctx):
    players = [f"player_{seat.name.lower()}" for seat in ot.Seat]
    columns = ["board", "contract", "declarer", "result", "score"]
    columns += players if ctx.options(Options).players else []
    sink.write(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n".encode())
    for record in ot.BoardSet(boards=tuple(boards)).to_records():
        cells = ("" if record[name] is None else str(record[name]) for name in columns)
        sink.write(f"| {' | '.join(map(escape, cells))} |\n".encode())


def escape(text):
    # What strangers wrote must not end a cell, nor a line.
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")
