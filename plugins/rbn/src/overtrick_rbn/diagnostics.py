"""The diagnostics of RBN files."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING
_CLAUSE: Final = "RBN, article 7A12"
_HANDS: Final = "H W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:"

CODES: Final = Catalogue(
    DiagnosticCode(
        code="RBN001",
        severity=_ERROR,
        template="unknown line {found!r}; expected a label with data",
        clause=_CLAUSE,
        sample="Z something",
        fix="E something",
    ),
    DiagnosticCode(
        code="RBN002",
        severity=_WARNING,
        template="duplicate label {label} in a record; the first counts",
        clause=_CLAUSE,
        sample=f"B 8\nB 9\n{_HANDS}",
        fix=f"B 8\n{_HANDS}",
    ),
    DiagnosticCode(
        code="RBN003",
        severity=_WARNING,
        template="unclosed comment; expected a right brace",
        clause="observed; no published specification",
        sample=f"{_HANDS}\n{{never closed",
        fix=f"{_HANDS}\n{{closed}}",
    ),
    DiagnosticCode(
        code="RBN010",
        severity=_ERROR,
        kind="inconsistent",
        template="invalid hands: {error}",
        clause=_CLAUSE,
        sample="H W:AZ:::",
        fix=_HANDS,
    ),
    DiagnosticCode(
        code="RBN011",
        severity=_WARNING,
        template="invalid value {found!r} of {label}; kept as text",
        clause=_CLAUSE,
        sample=f"B eight\n{_HANDS}",
        fix=f"B 8\n{_HANDS}",
    ),
    DiagnosticCode(
        code="RBN020",
        severity=_ERROR,
        template="the auction is left out: {error}",
        clause=_CLAUSE,
        sample=f"{_HANDS}\nA WZ:1S2Y",
        fix=f"{_HANDS}\nA WZ:1S2H2S4D:4SPP5H:XA",
    ),
    DiagnosticCode(
        code="RBN021",
        severity=_ERROR,
        template="the contract is left out: {error}",
        clause=_CLAUSE,
        sample=f"{_HANDS}\nC 9H:N",
        fix=f"{_HANDS}\nC 5HX:N",
    ),
    DiagnosticCode(
        code="RBN030",
        severity=_ERROR,
        kind="inconsistent",
        template="the play is left out: {error}",
        clause=_CLAUSE,
        sample=f"{_HANDS}\nC 5HX:N\nP CK97Q",
        fix=f"{_HANDS}\nC 5HX:N\nP CK972",
    ),
)
