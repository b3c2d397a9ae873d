"""What can be wrong with a file of the format `gib`, by code."""

from __future__ import annotations

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

_HANDS = "T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K"

CODES = Catalogue(
    DiagnosticCode(
        code="GIB001",
        severity=Severity.ERROR,
        template="no complete deal: {error}",
        sample="T5.K4.652.A98542",
        fix=_HANDS,
    ),
    DiagnosticCode(
        code="GIB002",
        severity=Severity.ERROR,
        template="after the colon stand 20 digits 0 to D, not {text!r}",
        sample=f"{_HANDS}:65E",
        fix=f"{_HANDS}:65658888888843433232",
    ),
    DiagnosticCode(
        code="GIB003",
        severity=Severity.ERROR,
        kind="write",
        template="a board needs all 52 cards",
        sample="a board without a deal",
        fix="a board with a complete deal",
    ),
)
