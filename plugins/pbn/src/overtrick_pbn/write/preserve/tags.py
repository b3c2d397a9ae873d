"""A board's tags as name and value, for telling which of them an edit has changed.

Source: PBN 2.1 §3.4 (Identification section), §4 (Supplemental tags).
"""

from __future__ import annotations

from overtrick.model import Board, Deal, Seat
from overtrick_pbn.write.export.tags import stated_values, supplemental_values
from overtrick_pbn.write.losses import SILENT


def stated_tags(board: Board) -> dict[str, str]:
    """Return the values of the tags that a board states, those with sections left out.

    Example:
        >>> stated_tags(Board(number=7))
        {'Board': '7'}
    """
    tags = stated_values(board, SILENT)
    sections = {grid.name for grid in board.grids if grid.columns}
    tags.update(
        (name, value)
        for name, value in supplemental_values(board, SILENT, sections)
        if name != "Note"
    )
    return tags


def deal_value(deal: Deal, dealer: Seat | None, old_value: str) -> str:
    """Return the value of the Deal tag, beginning with the seat that it began with before."""
    if old_value[1:2] == ":" and old_value[0].upper() in "NESW":
        return deal.to_text(Seat.parse(old_value[0]))
    return deal.to_text(Seat.NORTH if dealer is None else dealer)
