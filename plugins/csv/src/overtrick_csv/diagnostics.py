"""The diagnostics of CSV deal files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode, ErrorKind


def _code(
    code: str, template: str, sample: str, fix: str, *, kind: ErrorKind = "parse"
) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=Severity.ERROR,
        template=template,
        kind=kind,
        sample=sample,
        fix=fix,
    )


CODES: Final = Catalogue(
    _code("CSV010", "line of {count} cells instead of 18",
          "a line without the last cell", "sixteen holdings, the board, dealer and vulnerability"),
    _code("CSV011", "unbalanced quotes in the line",
          '"Q975,"J7652"', '"Q975","J7652"'),
    _code("CSV020", "{seat}: {reason}", '"Q9x5"', '"Q975"'),
    _code("CSV021", "{seat} has {count} cards", "a holding with one rank too many", "13 cards in "
          "each hand",
          kind="inconsistent"),
    _code("CSV022", "{who} have a card in common", "the spade ace with North and with East",
          "each card once", kind="inconsistent"),
    _code("CSV030", "invalid board number {found!r}", '"0"', '"1"'),
    _code("CSV031", "invalid dealer and vulnerability {found!r}", '"N/None/1"', '"N/-"'),
)  # fmt: skip
"""Every code of this plugin."""
