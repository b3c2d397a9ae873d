"""The diagnostics of BER files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="BER010",
        severity=Severity.ERROR,
        template="invalid digit {found!r}; expected 1 (North), 2 (East), 3 (South) or 4 (West)",
        sample="the digit 5 among the 52",
        fix="1, 2, 3 or 4",
    ),
    DiagnosticCode(
        code="BER011",
        severity=Severity.ERROR,
        template="truncated last deal: {have} of 52 digits",
        hint="the file was cut off, and its last board is lost",
        sample="the first 60 bytes of a file",
        fix="copy the file again",
    ),
    DiagnosticCode(
        code="BER012",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="wrong number of cards: {counts} instead of 13 each",
        hint="a missing or added digit shifts all that follow",
        sample="a 1 where a 2 should be",
        fix="thirteen of each digit",
    ),
)
"""Every code of this plugin."""
