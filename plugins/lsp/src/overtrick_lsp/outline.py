"""The outline of a text: its boards."""

from __future__ import annotations

from lsprotocol import types

from overtrick import Board
from overtrick.plugin import printable
from overtrick_lsp.analysis import Analysis
from overtrick_lsp.text import Text


def outline(text: Text, analysis: Analysis) -> list[types.DocumentSymbol]:
    """Return the boards in order, each up to the line before the next.

    Boards of a format that does not tell their lines are left out.
    """
    placed = [
        (board, board.origin.line)
        for board in analysis.boards
        if board.origin is not None and board.origin.line is not None
    ]
    found = []
    for index, (board, line) in enumerate(placed):
        last = placed[index + 1][1] - 1 if index + 1 < len(placed) else len(text.lines)
        # Empty lines between two boards belong to neither.
        while last > line and not text.lines[last - 1].strip():
            last -= 1
        last = max(last, line)
        first_line = text.lines[line - 1]
        found.append(
            types.DocumentSymbol(
                name=_name(board),
                detail=_detail(board, is_sealed=analysis.boards.is_sealed),
                kind=types.SymbolKind.Class,
                range=types.Range(
                    text.position(line, 1), text.position(last, len(text.lines[last - 1]) + 1)
                ),
                selection_range=types.Range(
                    text.position(line, 1), text.position(line, len(first_line) + 1)
                ),
            )
        )
    return found


def _name(board: Board) -> str:
    label = printable(board.label)
    return f"Board {label}" if board.number is not None else label


def _detail(board: Board, *, is_sealed: bool) -> str:
    """Return contract and result, dealer and vulnerability, as far as they are known.

    Of a sealed board not what was bid and made, which tells of its hands.
    """
    parts = []
    if board.contract is not None and not is_sealed:
        parts.append(str(board.contract))
    if not is_sealed and board.result is not None and board.result.tricks is not None:
        parts.append(f"{board.result.tricks} tricks")
    if board.dealer is not None:
        parts.append(f"dealer {board.dealer.symbol}")
    if board.vulnerability is not None:
        parts.append(f"vulnerable {board.vulnerability.label}")
    return ", ".join(parts)
