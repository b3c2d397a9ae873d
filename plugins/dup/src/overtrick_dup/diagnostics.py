"""The diagnostics of DUP, BRI and DGE files, for reading and writing."""

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
    _code("DUP010", _ERROR,
          "file length not a multiple of {length}: {have} surplus bytes after record {record} "
          "({found})",
          "a file of 32 records followed by the text 'end'",
          "cut the file after the last record",
          hint="bytes were added to the file, or it has another format"),
    _code("DUP011", _ERROR, "truncated record {record}: {have} of {length} bytes",
          "the first 200 bytes of a DUP file", "copy the file again",
          hint="the file was cut off, and its last board is lost"),
    _code("DUP012", _ERROR, "line {record} has {have} characters, not {length}",
          "a line of 77 digits among lines of 78", "restore the missing digit"),
    _code("DUP013", _WARNING, "{count} bytes of padding after the last record, ignored",
          "a Ctrl-Z at the end of the file", "cut the file after the last record", clause=None),
    _code("DUP014", _WARNING, "truncated padding of record {record}; the deal is complete",
          "a BRI file without the blanks and NULs of its last record", "pad to 128 bytes",
          clause=None),
    _code("DUP015", _WARNING, "padding of record {record} is {found}, not blanks and NULs",
          "a program's name between the records of a BRI file", "pad with blanks and NULs",
          hint="it is kept, and written back to a file of the same format", clause=None),
    # The BRI part
    _code("DUP020", _ERROR, "record {record}, {seat}: invalid card number {found!r}",
          "0A among the digits", "a number from 01 to 52"),
    _code("DUP021", _ERROR, "record {record}, {seat}: card number {found} out of range 01 to 52",
          "53 or 00 among the numbers", "a number from 01 to 52"),
    _code("DUP022", _ERROR,
          "record {record}: duplicate card {card}, held by {first} and {second}",
          "01 in North's and East's hands", "each number once", kind="inconsistent"),
    # The DGE part
    _code("DUP023", _ERROR, "record {record}, {seat}: {found!r} is neither a suit byte nor a "
          "rank",
          "the letter X among the ranks", "one of 6 3 4 5 or A K Q J T 9 to 2"),
    _code("DUP024", _ERROR, "record {record}, {seat}: {expected} expected here",
          "a hand with the byte 4 before the byte 3", "the suit bytes in the order 6 3 4 5"),
    _code("DUP025", _ERROR, "record {record}: {seat} has {count} cards in the sorted hands",
          "fourteen ranks for North and twelve for East", "thirteen cards in each hand",
          kind="inconsistent"),
    _code("DUP026", _ERROR,
          "record {record}: duplicate card {card} in the sorted hands, held by {first} and "
          "{second}",
          "the spade ace in North's and East's hands", "each card once", kind="inconsistent"),
    _code("DUP027", _ERROR, "record {record}: the two parts disagree: {cards}",
          "a BRI part with the hands of East and South exchanged", "the same deal in both parts",
          kind="inconsistent", hint="the file does not show which part is right: get it again"),
    _code("DUP028", _WARNING, "record {record}, {seat}: {suit} not in descending order",
          "the spades 6 7 2", "the spades 7 6 2"),
    _code("DUP029", _NOTE, "record {record}: blank sorted hands (blind record)",
          "68 blanks in place of the sorted hands", "nothing to fix: the deal is in the card "
          "numbers",
          clause=None),
    # The trailer
    _code("DUP030", _ERROR,
          "record {record}: invalid field {field!r} in the trailer: {found!r}",
          "XN1  1 32 ", "YN1  1 32 ", hint="use -O first-board=N to number the boards yourself"),
    _code("DUP031", _WARNING,
          "the file counts backwards, which is undocumented; the boards are numbered upwards in "
          "the order of the file",
          "YY1  1 32 ", "YN1  1 32 ", hint="check the board numbers against the printed hands"),
    _code("DUP032", _WARNING,
          "record {record}: trailer {found!r} differs from the first record's",
          "YN1  1 32 in the first record and YN1  1 16 in the second", "the same in all records"),
    _code("DUP033", _WARNING,
          "the trailer states boards {lowest} to {highest}, but the file has {count}",
          "12 records with the highest board 32", "YN1  1 12 "),
    _code("DUP034", _WARNING,
          "record {record}: trailer {found!r} instead of {expected!r}",
          "yn  1 1 32", "YN1  1 32 "),
    _code("DUP035", _WARNING,
          "no trailer in the first record; the boards are numbered from {first}",
          "ten blanks at the end of the first record", "YN1  1 32 ",
          hint="use -O first-board=N if they begin elsewhere"),
    _code("DUP036", _WARNING, "board numbers above 99, which the dealing program does not "
          "support",
          "100 records", "two files", clause=None),
    _code("DUP037", _WARNING,
          "lines of 78 digits instead of records of 156 bytes; the boards are numbered from "
          "{first}",
          "78 digits and a line end", "a file with the sorted hands and trailers",
          clause=None, hint="use -O first-board=N if they begin elsewhere"),
    # Writing
    _code("DUP151", _ERROR, "more than 99 boards; a DUP file holds at most 99",
          "100 boards", "write two files", kind="write", clause=None),
    _code("DUP152", _ERROR,
          "board numbers {lowest} to {highest}; a DUP file ends at 99",
          "boards 90 to 105", "renumber them, or write two files", kind="write", clause=None,
          hint="overtrick convert --renumber 1"),
)  # fmt: skip
"""Every code of this plugin; DUP010 to DUP037 from the readers, DUP151 and up from the writer."""
