"""The diagnostics of BHG files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="BHG010",
        severity=Severity.ERROR,
        template="line of {have} characters instead of 52",
        sample="a line of 51 letters",
        fix="52 letters, each once",
    ),
    DiagnosticCode(
        code="BHG011",
        severity=Severity.ERROR,
        template="invalid character {found!r}; expected A to Z or a to z",
        sample="the digit 1 among the letters",
        fix="a letter",
    ),
    DiagnosticCode(
        code="BHG012",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="duplicate letter {found}",
        sample="A in the first hand and in the second",
        fix="each letter once",
    ),
    DiagnosticCode(
        code="BHG013",
        severity=Severity.WARNING,
        template="the first line is not empty",
        hint="other programs skip the first line, and with it the first board",
        sample="a file that begins with 52 letters",
        fix="an empty line before them",
    ),
)
"""Every code of this plugin."""
