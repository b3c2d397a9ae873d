"""What can be wrong with a file of the format `cds`, by code."""

from __future__ import annotations

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES = Catalogue(
    DiagnosticCode(
        code="CDS001",
        severity=Severity.ERROR,
        template="the last record has {size} bytes, not 14",
        sample="any file cut in the middle of a record",
        fix="the whole file",
    ),
    DiagnosticCode(
        code="CDS002",
        severity=Severity.ERROR,
        template="not 13 cards for each seat: {counts}",
        sample="a record of 14 zero bytes",
        fix="a record that gives each seat 13 cards",
    ),
    DiagnosticCode(
        code="CDS003",
        severity=Severity.ERROR,
        kind="write",
        template="a board needs all 52 cards",
        sample="a board without a deal",
        fix="a board with a complete deal",
    ),
)
