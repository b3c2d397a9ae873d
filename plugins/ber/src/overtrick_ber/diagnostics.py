"""The diagnostics of BER files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="BER010",
        severity=Severity.ERROR,
        template="{found!r} is no holder of a card (1 North, 2 East, 3 South, 4 West)",
        sample="the digit 5 among the 52",
        mend="1, 2, 3 or 4",
    ),
    DiagnosticCode(
        code="BER011",
        severity=Severity.ERROR,
        template="the last deal ends after {have} of 52 digits",
        hint="the file was cut off; the last board is lost",
        sample="the first 60 bytes of a file",
        mend="copy the whole file again",
    ),
    DiagnosticCode(
        code="BER012",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="thirteen cards to each player expected, not {counts}",
        hint="a digit that was lost or added moves all that follows",
        sample="a 1 where a 2 should be",
        mend="thirteen of each digit",
    ),
)
"""Every code of this plugin."""
