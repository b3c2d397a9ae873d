"""The diagnostics of BHG files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="BHG010",
        severity=Severity.ERROR,
        template="the line has {have} characters, not 52",
        sample="a line of 51 letters",
        mend="52 letters, each once",
    ),
    DiagnosticCode(
        code="BHG011",
        severity=Severity.ERROR,
        template="{found!r} is no card (A to Z, a to z)",
        sample="the digit 1 among the letters",
        mend="a letter",
    ),
    DiagnosticCode(
        code="BHG012",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="the letter {found} stands twice",
        sample="A in the first hand and in the second",
        mend="each letter once",
    ),
    DiagnosticCode(
        code="BHG013",
        severity=Severity.WARNING,
        template="the first line is not empty",
        hint="other programs pass over the first line, and with it the first board",
        sample="a file that begins with 52 letters",
        mend="an empty line before them",
    ),
)
"""Every code of this plugin."""
