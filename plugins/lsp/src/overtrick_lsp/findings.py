"""Findings in the form of an editor, and their fixes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lsprotocol import types

from overtrick import Diagnostic, Severity
from overtrick.plugin import FixerSpec
from overtrick_lsp.analysis import Analysis
from overtrick_lsp.text import Text

SOURCE: Final = "overtrick"
FIX_ALL: Final = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def shown(finding: Diagnostic, text: Text) -> types.Diagnostic:
    """Return a finding for an editor: message, clause, and a hint on a line of its own."""
    message = f"{finding.message} ({finding.clause})" if finding.clause else finding.message
    if finding.hint:
        message = f"{message}\n{finding.hint}"
    return types.Diagnostic(
        range=text.range(finding.location),
        message=message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
    )


def actions(
    uri: str, text: Text, analysis: Analysis, place: types.Range, only: Iterable[str] | None
) -> list[types.CodeAction]:
    """Return the fixes in a range: one for each finding there, and one for all.

    Args:
        uri: the document.
        text: its text.
        analysis: what was found in it.
        place: where the cursor or the selection is.
        only: the kinds of action that the editor asks for, and those below them; all if `None`.
    """
    wanted = None if only is None else tuple(only)
    found: list[types.CodeAction] = []
    if _is_wanted(types.CodeActionKind.QuickFix.value, wanted):
        found += _quick_fixes(uri, text, analysis, place)
    # An editor that asks for everything shows a menu: mending all belongs there too, where
    # something can be mended at all.
    fixable = analysis.spec is not None and analysis.spec.capability(FixerSpec) is not None
    if fixable and _is_wanted(FIX_ALL, wanted) and (wanted is not None or analysis.findings):
        edits = text.rewrite(analysis.mended())
        if edits:
            found.append(
                types.CodeAction(
                    title="Mend everything that has one right answer",
                    kind=FIX_ALL,
                    edit=types.WorkspaceEdit(changes={uri: edits}),
                )
            )
    return found


def _quick_fixes(
    uri: str, text: Text, analysis: Analysis, place: types.Range
) -> Iterable[types.CodeAction]:
    for finding in analysis.findings:
        if finding.fix is None or not finding.fix.edits:
            continue
        diagnostic = shown(finding, text)
        if not _touch(diagnostic.range, place):
            continue
        edits = [text.edit(edit) for edit in finding.fix.edits]
        yield types.CodeAction(
            title=f"{finding.fix.summary} ({finding.code})",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=True,
            edit=types.WorkspaceEdit(changes={uri: edits}),
        )


def _is_wanted(kind: str, wanted: tuple[str, ...] | None) -> bool:
    return wanted is None or any(kind == one or kind.startswith(f"{one}.") for one in wanted)


def _touch(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end
