"""The diagnostics of JSON lines."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="JSON010",
        severity=Severity.ERROR,
        template="not JSON: {why}",
        hint="a board is one object, whole in its line",
        sample='{"board": 1,',
        mend='{"board": 1}',
    ),
    DiagnosticCode(
        code="JSON011",
        severity=Severity.ERROR,
        kind="encoding",
        template="the line is not UTF-8: {why}",
        sample="a name in Latin-1",
        mend="save the file as UTF-8",
    ),
    DiagnosticCode(
        code="JSON012",
        severity=Severity.ERROR,
        template="a line is the object of a board, not {found}",
        hint="a list of boards is written without its brackets and commas, a board a line",
        sample='[{"board": 1}]',
        mend='{"board": 1}',
    ),
    DiagnosticCode(
        code="JSON013",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="the key {key!r} stands twice in one object",
        sample='{"board": 1, "board": 2}',
        mend='{"board": 1}',
    ),
    DiagnosticCode(
        code="JSON020",
        severity=Severity.ERROR,
        template="{why}",
        hint="`overtrick formats json --schema` prints what a board may have",
        sample='{"board": 1, "dealer": "X"}',
        mend='{"board": 1, "dealer": "N"}',
    ),
    DiagnosticCode(
        code="JSON021",
        severity=Severity.ERROR,
        template="the header stands in the first line, before all boards",
        sample='{"board": 1} in line 1, {"header": {}} in line 2',
        mend='{"header": {}} in line 1',
    ),
)
"""Every code of this plugin."""
