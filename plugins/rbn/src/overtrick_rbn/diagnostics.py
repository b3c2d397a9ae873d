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
        template="the line {found!r} is no label with data",
        clause=_CLAUSE,
        sample="Z something",
        mend="E something",
    ),
    DiagnosticCode(
        code="RBN002",
        severity=_WARNING,
        template="the label {label} stands twice in a record; the first counts",
        clause=_CLAUSE,
        sample=f"B 8\nB 9\n{_HANDS}",
        mend=f"B 8\n{_HANDS}",
    ),
    DiagnosticCode(
        code="RBN003",
        severity=_WARNING,
        template="a comment is not closed by a right brace",
        clause="observed; no published specification",
        sample=f"{_HANDS}\n{{never closed",
        mend=f"{_HANDS}\n{{closed}}",
    ),
    DiagnosticCode(
        code="RBN010",
        severity=_ERROR,
        kind="inconsistent",
        template="the hands cannot be read: {error}",
        clause=_CLAUSE,
        sample="H W:AZ:::",
        mend=_HANDS,
    ),
    DiagnosticCode(
        code="RBN011",
        severity=_WARNING,
        template="{label} is {found!r}, which cannot be read; it is kept as text",
        clause=_CLAUSE,
        sample=f"B eight\n{_HANDS}",
        mend=f"B 8\n{_HANDS}",
    ),
    DiagnosticCode(
        code="RBN020",
        severity=_ERROR,
        template="the auction is left out: {error}",
        clause=_CLAUSE,
        sample=f"{_HANDS}\nA WZ:1S2Y",
        mend=f"{_HANDS}\nA WZ:1S2H2S4D:4SPP5H:XA",
    ),
    DiagnosticCode(
        code="RBN021",
        severity=_ERROR,
        template="the contract is left out: {error}",
        clause=_CLAUSE,
        sample=f"{_HANDS}\nC 9H:N",
        mend=f"{_HANDS}\nC 5HX:N",
    ),
    DiagnosticCode(
        code="RBN030",
        severity=_ERROR,
        kind="inconsistent",
        template="the play is left out: {error}",
        clause=_CLAUSE,
        sample=f"{_HANDS}\nC 5HX:N\nP CK97Q",
        mend=f"{_HANDS}\nC 5HX:N\nP CK972",
    ),
)
