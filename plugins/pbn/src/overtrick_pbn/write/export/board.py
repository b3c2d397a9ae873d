"""Export format: one board as the text of a game.

Source: PBN 2.1 §2.1 to §2.4, §3 to §3.8, §3.11, §5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from overtrick import Board, Field, Grid
from overtrick_pbn.standard.tables import HYPHENS
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_pbn.write.export.lines import EOL
from overtrick_pbn.write.export.tags import (
    FIELD_OF,
    mandatory_values,
    stated_values,
    supplemental_values,
    tag_line,
)
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import WIDTH

# Many files have deals alone, and writing these needs none of what writes all else.
if TYPE_CHECKING:
    from overtrick_pbn.write.export.remarks import Remarks

# A value of fewer characters fits the line of any mandatory tag.
_SHORT: Final = WIDTH - 16

_SECTIONS: Final = frozenset({"auction", "play"})
_OF_SECTIONS: Final = frozenset(
    {"pbn:auction.notes", "pbn:play.notes", "pbn:Auction.rest", HYPHENS}
)

# The mandatory tags in one go, for values that need no escapes and fit their lines.
_PLAIN_TAGS: Final = EOL.join(f'[{name} "%s"]' for name in MANDATORY)


def game_lines(board: Board, losses: Losses, *, complete: bool = True) -> list[str]:
    """Return the lines of a board in export format, without the empty line between games.

    Args:
        board: the board.
        losses: where they go.
        complete: whether all mandatory tags are written and tables sorted, as export format
            demands; else only the tags that the board states, and tables in its order.
    """
    losses.begin(board)
    extras = board.extras
    remarks = None
    if extras and ("pbn:comments" in extras or "pbn:escapes" in extras):
        from overtrick_pbn.write.export.remarks import Remarks

        remarks = Remarks(extras, losses)
    grids: list[Grid] = []
    if board.grids:
        from overtrick_pbn.write.export.tables import written_grids

        grids = written_grids(board, losses, by_name=complete)
    lines: list[str] = []
    if remarks is not None:
        remarks.put(lines, "")
    _put_identification(board, lines, grids, remarks, losses, complete=complete)
    if remarks is not None and remarks.is_done:
        remarks.finish()
        remarks = None
    if grids or _has_sections(board):
        from overtrick_pbn.write.export.sections import put_sections

        put_sections(board, grids, lines, remarks, losses)
    if remarks is not None:
        remarks.finish()
    return lines


def _has_sections(board: Board) -> bool:
    """Return whether a board has an auction or a play, or says something of one."""
    return (
        board.auction is not None
        or board.play is not None
        or (bool(board.missing) and not _SECTIONS.isdisjoint(board.missing))
        or (bool(board.extras) and not _OF_SECTIONS.isdisjoint(board.extras))
    )


def export_game(board: Board, losses: Losses, *, complete: bool = True) -> str:
    r"""Return a board as a game in export format, the empty line behind it included.

    Example:
        >>> from overtrick_pbn.write.losses import SILENT
        >>> export_game(Board(number=1), SILENT).split("\r\n")[3]
        '[Board "1"]'
    """
    lines = game_lines(board, losses, complete=complete)
    lines += ("", "")
    return EOL.join(lines)


def _put_identification(
    board: Board,
    lines: list[str],
    grids: list[Grid],
    remarks: Remarks | None,
    losses: Losses,
    *,
    complete: bool,
) -> None:
    supplemental = supplemental_values(board, losses, {grid.name for grid in grids})
    stated = stated_values(board, losses) if not complete else None
    values = mandatory_values(board, losses) if stated is None else list(stated.values())
    names = MANDATORY if stated is None else tuple(stated)
    text = "".join(values)
    is_plain = '"' not in text and "\\" not in text and len(names) == len(MANDATORY)
    if is_plain and (len(text) < _SHORT or max(map(len, values)) < _SHORT):
        text = _PLAIN_TAGS % tuple(values)
        # One text, unless something may stand between the tags.
        tags = [text] if remarks is None else text.split(EOL)
    else:
        tags = [
            tag_line(name, value, FIELD_OF[name], losses)
            for name, value in zip(names, values, strict=True)
        ]
    if remarks is None:
        lines += tags
    else:
        for name, tag in zip(names, tags, strict=True):
            lines.append(tag)
            strays = remarks.rest(board) if name == names[-1] else []
            remarks.put(lines, name, *strays)
    for index, (name, value) in enumerate(supplemental):
        lines.append(tag_line(name, value, FIELD_OF.get(name, Field.EXTRAS), losses))
        # Notes may repeat; what stands at them stands behind the last.
        if remarks is not None and name not in (tag for tag, _ in supplemental[index + 1 :]):
            remarks.put(lines, name)
