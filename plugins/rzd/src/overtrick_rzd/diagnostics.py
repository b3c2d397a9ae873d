"""The diagnostics of RZD files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="RZD010",
        severity=Severity.ERROR,
        template="truncated header: {have} of 13 bytes",
        sample="the first 10 bytes of a file",
        fix="copy the file again",
    ),
    DiagnosticCode(
        code="RZD011",
        severity=Severity.WARNING,
        template="header not padded with blanks",
        sample="NULs after the number of deals",
        fix="eleven blanks",
    ),
    DiagnosticCode(
        code="RZD012",
        severity=Severity.ERROR,
        template="truncated last deal: {have} of 13 bytes",
        hint="the file was cut off, and its last board is lost",
        sample="the first 60 bytes of a file",
        fix="copy the file again",
    ),
    DiagnosticCode(
        code="RZD013",
        severity=Severity.WARNING,
        template="the header states {count} deals, but the file has {have}",
        sample="a header of 36 deals before 16",
        fix="the actual number of deals",
    ),
    DiagnosticCode(
        code="RZD014",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="wrong number of cards: {counts} instead of 13 each",
        hint="a missing or added byte shifts all that follow",
        sample="a byte FF in place of a byte 1B",
        fix="thirteen cards to each",
    ),
)
"""Every code of this plugin."""
