"""The diagnostics of HRF files, for reading and writing."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode, ErrorKind

_NOTE, _WARNING, _ERROR = Severity.NOTE, Severity.WARNING, Severity.ERROR
_PAGE: Final = "Convert page"


def _code(
    code: str,
    severity: Severity,
    template: str,
    sample: str,
    mend: str,
    *,
    kind: ErrorKind = "parse",
    hint: str | None = None,
    clause: str | None = _PAGE,
) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=severity,
        template=template,
        kind=kind,
        clause=clause,
        hint=hint,
        sample=sample,
        mend=mend,
    )


CODES: Final = Catalogue(
    # The file as a sequence of records
    _code("HRF010", _ERROR,
          "the length is no multiple of 128: after the last record come {have} bytes that are no "
          "record ({found})",
          "a file of 32 records and the text 'end' behind them",
          "cut the file after the last record"),
    _code("HRF011", _ERROR, "record {record} ends after {have} bytes",
          "the first 200 bytes of an HRF file", "copy the whole file again",
          hint="the file was cut off; the last board is lost"),
    _code("HRF012", _ERROR, "record {record} begins with {found!r}, not with a board number and S",
          "SJ987H...", "1SJ987H..."),
    _code("HRF013", _ERROR, "nothing behind record {record} can be read: where the next one begins "
          "cannot be told",
          "records that run together, one of them damaged", "records of 128 bytes, or lines"),
    _code("HRF014", _WARNING, "record {record} has more than the deal behind it: {found!r}",
          "a name in the filling", "blanks",
          hint="it is kept, and written back to an HRF file", clause=None),
    _code("HRF015", _WARNING, "the filling of record {record} is cut short; the deal is whole",
          "a file without the blanks of its last record", "fill up to 128 bytes", clause=None),
    # The hands
    _code("HRF021", _ERROR, "record {record}, {seat}: the hands end after {found} characters",
          "1SJ987HJT7643", "all four hands"),
    _code("HRF022", _ERROR, "record {record}, {seat}: {found!r} is no suit letter and no rank",
          "1SX987H...", "S, H, D, C or A K Q J T 9 to 2"),
    _code("HRF023", _ERROR,
          "record {record}, {seat}: the suit {found} where {expected} is expected",
          "1SJ987DA4H...", "the suits in the order S H D C"),
    _code("HRF024", _ERROR, "record {record}: {seat} has {found} cards",
          "fourteen ranks with North and twelve with East", "thirteen cards a hand",
          kind="inconsistent"),
    _code("HRF025", _ERROR,
          "record {record}: {seat} has the card {found}, which {expected} has too",
          "the spade ace with North and with East", "each card once", kind="inconsistent"),
    _code("HRF026", _ERROR, "record {record}: the board number is 0",
          "0SJ987H...", "1SJ987H..."),
    # Writing
)  # fmt: skip
"""Every code of this plugin, all from the reader."""
