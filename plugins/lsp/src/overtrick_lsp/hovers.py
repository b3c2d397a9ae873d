"""Hover texts: findings with their codes explained, and the board as a diagram."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

import overtrick
from overtrick import Diagnostic
from overtrick.plugin import DiagnosticCode, all_codes, default_manager
from overtrick_lsp.analysis import Analysis
from overtrick_lsp.text import Text

_FENCE: Final = "~~~"
_SEALED: Final = "The file says that its hands are not to be shown."


def hover(text: Text, analysis: Analysis, position: types.Position) -> types.Hover | None:
    """Return the hover text at a position: the findings there, else the board.

    The findings come first, each with its clause, a bad and a good sample of its code.
    """
    here = [
        finding for finding in analysis.findings if _holds(text.range(finding.location), position)
    ]
    codes = all_codes(default_manager()) if here else {}
    parts = [_explained(finding, codes.get(finding.code)) for finding in here]
    board = analysis.board_at(position.line + 1)
    if board is not None and analysis.boards.is_sealed:
        parts.append(_SEALED)
    elif board is not None:
        parts.append(_fenced(overtrick.text_diagram(board)))
    if not parts:
        return None
    value = "\n\n---\n\n".join(parts)
    return types.Hover(contents=types.MarkupContent(types.MarkupKind.Markdown, value))


def _explained(finding: Diagnostic, entry: DiagnosticCode | None) -> str:
    lines = [f"**{finding.code}** {finding.severity.label}: {_plain(finding.message)}"]
    if finding.clause:
        lines.append(f"*{_plain(finding.clause)}*")
    if finding.hint:
        lines.append(_plain(finding.hint))
    if entry is not None:
        lines += _samples(entry)
    return "\n\n".join(lines)


def _samples(entry: DiagnosticCode) -> Iterator[str]:
    if entry.sample:
        yield f"Not so:\n\n{_fenced(entry.sample)}"
    if entry.mend:
        yield f"But so:\n\n{_fenced(entry.mend)}"


def _fenced(text: str) -> str:
    """Return a text as a literal block of Markdown."""
    fence = _FENCE
    while fence in text:
        fence += "~"
    return f"{fence}\n{text}\n{fence}"


def _plain(text: str) -> str:
    """Return a text with its Markdown escaped."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|~" else sign for sign in text)


def _holds(place: types.Range, position: types.Position) -> bool:
    return place.start <= position <= place.end
