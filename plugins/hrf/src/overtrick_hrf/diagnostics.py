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
    fix: str,
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
        fix=fix,
    )


CODES: Final = Catalogue(
    # The file as a sequence of records
    _code("HRF010", _ERROR,
          "file length not a multiple of 128: {have} surplus bytes after the last record "
          "({found})",
          "a file of 32 records followed by the text 'end'",
          "cut the file after the last record"),
    _code("HRF011", _ERROR, "truncated record {record}: {have} bytes",
          "the first 200 bytes of an HRF file", "copy the file again",
          hint="the file was cut off, and its last board is lost"),
    _code("HRF012", _ERROR, "record {record} begins with {found!r} instead of a board number "
          "and S",
          "SJ987H...", "1SJ987H..."),
    _code("HRF013", _ERROR, "unreadable data after record {record}: the start of the next "
          "record cannot be determined",
          "records that run together, one of them damaged", "records of 128 bytes, or lines"),
    _code("HRF014", _WARNING, "surplus data after the deal in record {record}: {found!r}",
          "a name in the padding", "blanks",
          hint="it is kept, and written back to an HRF file", clause=None),
    _code("HRF015", _WARNING, "truncated padding of record {record}; the deal is complete",
          "a file without the blanks of its last record", "pad to 128 bytes", clause=None),
    # The hands
    _code("HRF021", _ERROR, "record {record}, {seat}: hands end after {found} characters",
          "1SJ987HJT7643", "all four hands"),
    _code("HRF022", _ERROR, "record {record}, {seat}: {found!r} is neither a suit letter nor a "
          "rank",
          "1SX987H...", "S, H, D, C or A K Q J T 9 to 2"),
    _code("HRF023", _ERROR,
          "record {record}, {seat}: suit {found} instead of {expected}",
          "1SJ987DA4H...", "the suits in the order S H D C"),
    _code("HRF024", _ERROR, "record {record}: {seat} has {found} cards",
          "fourteen ranks for North and twelve for East", "thirteen cards in each hand",
          kind="inconsistent"),
    _code("HRF025", _ERROR,
          "record {record}: duplicate card {found}, held by {seat} and {expected}",
          "the spade ace in North's and East's hands", "each card once", kind="inconsistent"),
    _code("HRF026", _ERROR, "record {record}: board number 0",
          "0SJ987H...", "1SJ987H..."),
    # Writing
)  # fmt: skip
"""Every code of this plugin, all from the reader."""
