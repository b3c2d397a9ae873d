"""The flow of tables and paragraphs, split at the end of a page or a column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

import attrs

from overtrick_records.content import paragraph_height, table_height
from overtrick_records.sheet import ROW, TEXT_GAP, TEXT_LINE, Line, Paragraph, Run, Table

Piece: TypeAlias = Table | Paragraph

SPARE: Final = 1.0
"""The reserve of a page, in ems: renderers round lengths."""

# A paragraph of more letters is taken in parts.
_ENDLESS: Final = 6000

# The minimum number of lines of a table or paragraph before a page break.
_MIN_ROWS: Final = 4


def paged(
    pieces: Sequence[Piece],
    width: float,
    height: float,
    first: float,
    again: Callable[[Paragraph], Paragraph] | None = None,
) -> list[list[Piece]]:
    """Return the pieces of each page; a heading stays with the text after it.

    Args:
        pieces: in their order.
        width: of the page, in ems.
        height: of a page, in ems.
        first: what is free on the first page, in ems.
        again: makes the heading of what goes on on another page; without it there is none.
    """
    heading: Paragraph | None = None
    pages: list[list[Piece]] = [[]]
    left = first - SPARE
    waiting = list(reversed(pieces))
    while waiting:
        piece = waiting.pop()
        is_heading = isinstance(piece, Paragraph) and piece.heading
        heading = piece if isinstance(piece, Paragraph) and is_heading else heading
        high = piece_height(piece, width)
        follow = 0.0
        if is_heading and waiting:
            follow = min(piece_height(waiting[-1], width), (_MIN_ROWS + 2) * ROW)
        if high + follow <= left:
            pages[-1].append(piece)
            left -= high
            continue
        head, rest = divided(piece, width, left)
        if head is not None and rest is not None:
            pages[-1].append(head)
            waiting.append(rest)
        elif left < height - 5.0 or pages[-1]:
            waiting.append(piece)
        else:
            pages[-1].append(piece)  # it is higher than a page and cannot be divided
            continue
        pages.append([])
        # The continuation line needs room too.
        left = height - 2.0 - SPARE
        if again is not None and heading is not None and not is_heading:
            made = again(heading)
            pages[-1].append(made)
            left -= max(piece_height(made, width) - 2.0, 0.0)
    return pages


def piece_height(piece: Piece, width: float) -> float:
    """Return an upper bound of a piece's height, in ems."""
    if isinstance(piece, Table):
        return table_height(piece, width)
    return paragraph_height(piece, width)


def divided(piece: Piece, width: float, left: float) -> tuple[Piece | None, Piece | None]:
    """Return the part of a piece that fits on a page, and the rest; or neither."""
    if isinstance(piece, Table):
        count = int(((left - TEXT_GAP) / piece.scale - ROW) / ROW)
        if count < _MIN_ROWS or count >= len(piece.rows):
            return None, None
        return (
            attrs.evolve(piece, rows=piece.rows[:count], notes=()),
            attrs.evolve(piece, rows=piece.rows[count:]),
        )
    scale = piece.line.scale
    count = int((left - TEXT_GAP) / (TEXT_LINE * scale))
    if piece.fixed or piece.heading or count < _MIN_ROWS:
        return None, None
    # No page holds more letters, be they as narrow as they may.
    low, high = 0, min(sum(len(run.text) for run in piece.line.runs), int(count * width / 0.15))
    while high - low > 1:
        middle = (low + high) // 2
        head, _ = _cut_at(piece, middle)
        if paragraph_height(head, width) <= left:
            low = middle
        else:
            high = middle
    text = piece.line.text
    blank = text.rfind(" ", 0, low)
    head, rest = _cut_at(piece, blank if blank > low // 2 else low)
    return (head, rest) if head.line.runs and rest.line.runs else (None, None)


def _cut_at(paragraph: Paragraph, place: int) -> tuple[Paragraph, Paragraph]:
    """Return a paragraph split after a number of letters."""
    before: list[Run] = []
    behind: list[Run] = []
    at = 0
    for run in paragraph.line.runs:
        split = min(max(place - at, 0), len(run.text))
        at += len(run.text)
        if split:
            before.append(attrs.evolve(run, text=run.text[:split]))
        if split < len(run.text):
            text = run.text[split:]
            behind.append(attrs.evolve(run, text=text if behind else text.lstrip()))
    scale = paragraph.line.scale
    return (
        attrs.evolve(paragraph, line=Line(tuple(before), scale)),
        attrs.evolve(paragraph, line=Line(tuple(run for run in behind if run.text), scale)),
    )


def in_parts(paragraph: Paragraph) -> Iterator[Paragraph]:
    """Yield a paragraph, a very long one in parts, to keep page breaking fast."""
    runs: list[Run] = []
    count = 0
    for run in paragraph.line.runs:
        for at in range(0, len(run.text), _ENDLESS):
            part = (
                run
                if len(run.text) <= _ENDLESS
                else attrs.evolve(run, text=run.text[at : at + _ENDLESS])
            )
            if runs and count + len(part.text) > _ENDLESS:
                yield attrs.evolve(paragraph, line=Line(tuple(runs), paragraph.line.scale))
                runs, count = [], 0
            runs.append(part)
            count += len(part.text)
    yield attrs.evolve(paragraph, line=Line(tuple(runs), paragraph.line.scale))
