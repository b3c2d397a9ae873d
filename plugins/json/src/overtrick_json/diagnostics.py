"""The diagnostics of JSON lines."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="JSON010",
        severity=Severity.ERROR,
        template="invalid JSON: {why}",
        hint="write each board as one object on one line",
        sample='{"board": 1,',
        fix='{"board": 1}',
    ),
    DiagnosticCode(
        code="JSON011",
        severity=Severity.ERROR,
        kind="encoding",
        template="the line is not UTF-8: {why}",
        sample="a name in Latin-1",
        fix="save the file as UTF-8",
    ),
    DiagnosticCode(
        code="JSON012",
        severity=Severity.ERROR,
        template="expected the object of a board, got {found}",
        hint="write a list of boards without its brackets and commas, one board per line",
        sample='[{"board": 1}]',
        fix='{"board": 1}',
    ),
    DiagnosticCode(
        code="JSON013",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="duplicate key {key!r} in one object",
        sample='{"board": 1, "board": 2}',
        fix='{"board": 1}',
    ),
    DiagnosticCode(
        code="JSON020",
        severity=Severity.ERROR,
        template="{why}",
        hint="`overtrick formats json --schema` prints the keys and values of a board",
        sample='{"board": 1, "dealer": "X"}',
        fix='{"board": 1, "dealer": "N"}',
    ),
    DiagnosticCode(
        code="JSON021",
        severity=Severity.ERROR,
        template="misplaced header; it must be the first line, before all boards",
        sample='{"board": 1} in line 1, {"header": {}} in line 2',
        fix='{"header": {}} in line 1',
    ),
)
"""Every code of this plugin."""
