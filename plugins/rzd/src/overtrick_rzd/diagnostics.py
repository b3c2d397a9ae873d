"""The diagnostics of RZD files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="RZD010",
        severity=Severity.ERROR,
        template="the header ends after {have} of 13 bytes",
        sample="the first 10 bytes of a file",
        mend="copy the whole file again",
    ),
    DiagnosticCode(
        code="RZD011",
        severity=Severity.WARNING,
        template="the header is not filled with blanks",
        sample="NULs behind the number of deals",
        mend="eleven blanks",
    ),
    DiagnosticCode(
        code="RZD012",
        severity=Severity.ERROR,
        template="the last deal ends after {have} of 13 bytes",
        hint="the file was cut off; the last board is lost",
        sample="the first 60 bytes of a file",
        mend="copy the whole file again",
    ),
    DiagnosticCode(
        code="RZD013",
        severity=Severity.WARNING,
        template="the header says {count} deals, but there are {have}",
        sample="a header of 36 deals before 16",
        mend="the number of deals that are there",
    ),
    DiagnosticCode(
        code="RZD014",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="thirteen cards to each player expected, not {counts}",
        hint="a byte that was lost or added moves all that follows",
        sample="a byte FF in place of a byte 1B",
        mend="thirteen cards to each",
    ),
)
"""Every code of this plugin."""
