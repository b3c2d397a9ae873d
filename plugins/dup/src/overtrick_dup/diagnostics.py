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
    _code("DUP010", _ERROR,
          "the length is no multiple of {length}: after record {record} come {have} bytes that "
          "are no record ({found})",
          "a file of 32 records and the text 'end' behind them",
          "cut the file after the last record",
          hint="bytes were added to the file, or it is of another kind"),
    _code("DUP011", _ERROR, "record {record} ends after {have} of {length} bytes",
          "the first 200 bytes of a DUP file", "copy the whole file again",
          hint="the file was cut off; the last board is lost"),
    _code("DUP012", _ERROR, "line {record} has {have} characters, not {length}",
          "a line of 77 digits among lines of 78", "put the missing digit back"),
    _code("DUP013", _WARNING, "{count} bytes of filling follow the last record and are left out",
          "a Ctrl-Z at the end of the file", "cut the file after the last record", clause=None),
    _code("DUP014", _WARNING, "the filling of record {record} is cut short; the deal is whole",
          "a BRI file without the blanks and NULs of its last record", "fill up to 128 bytes",
          clause=None),
    _code("DUP015", _WARNING, "the filling of record {record} is {found}, not blanks and NULs",
          "a program's name between the records of a BRI file", "fill with blanks and NULs",
          hint="it is kept, and written back to a file of the same kind", clause=None),
    # The BRI part
    _code("DUP020", _ERROR, "record {record}, {seat}: {found!r} is no card number",
          "0A among the digits", "a number from 01 to 52"),
    _code("DUP021", _ERROR, "record {record}, {seat}: the card number {found} is not 01 to 52",
          "53 or 00 among the numbers", "a number from 01 to 52"),
    _code("DUP022", _ERROR,
          "record {record}: the card {card} stands twice, with {first} and {second}",
          "01 with North and with East", "each number once", kind="inconsistent"),
    # The DGE part
    _code("DUP023", _ERROR, "record {record}, {seat}: {found!r} is no suit byte and no rank",
          "the letter X among the ranks", "one of 6 3 4 5 or A K Q J T 9 to 2"),
    _code("DUP024", _ERROR, "record {record}, {seat}: {expected} expected here",
          "a hand with the byte 4 before the byte 3", "the suit bytes in the order 6 3 4 5"),
    _code("DUP025", _ERROR, "record {record}: {seat} has {count} cards in the sorted hands",
          "fourteen ranks with North and twelve with East", "thirteen cards a hand",
          kind="inconsistent"),
    _code("DUP026", _ERROR,
          "record {record}: the card {card} stands twice in the sorted hands, with {first} and "
          "{second}",
          "the spade ace with North and with East", "each card once", kind="inconsistent"),
    _code("DUP027", _ERROR, "record {record}: the two parts disagree: {cards}",
          "a BRI part with the hands of East and South changed over", "the same deal in both parts",
          kind="inconsistent", hint="nobody can tell which part is right; ask for the file again"),
    _code("DUP028", _WARNING, "record {record}, {seat}: the {suit} do not descend from the ace",
          "the spades 6 7 2", "the spades 7 6 2"),
    _code("DUP029", _NOTE, "record {record}: the sorted hands are blank (a blind record)",
          "68 blanks in place of the sorted hands", "nothing: the deal is in the card numbers",
          clause=None),
    # The trailer
    _code("DUP030", _ERROR,
          "record {record}: the field {field!r} of the last ten bytes is {found!r}",
          "XN1  1 32 ", "YN1  1 32 ", hint="give -O first-board=N to number the boards yourself"),
    _code("DUP031", _WARNING,
          "the file counts backwards; what that means for the numbers is not documented, so the "
          "boards are numbered upwards in the order of the file",
          "YY1  1 32 ", "YN1  1 32 ", hint="check the board numbers against the printed hands"),
    _code("DUP032", _WARNING,
          "record {record}: its last ten bytes {found!r} are not those of the first",
          "YN1  1 32 in the first record and YN1  1 16 in the second", "the same in all records"),
    _code("DUP033", _WARNING,
          "the file says boards {lowest} to {highest}, but it has {count}",
          "12 records with the highest board 32", "YN1  1 12 "),
    _code("DUP034", _WARNING,
          "record {record}: the last ten bytes {found!r} should be {expected!r}",
          "yn  1 1 32", "YN1  1 32 "),
    _code("DUP035", _WARNING,
          "the first record has no last ten bytes; the boards are numbered from "
          "{first}",
          "ten blanks at the end of the first record", "YN1  1 32 ",
          hint="-O first-board=N if they begin elsewhere"),
    _code("DUP036", _WARNING, "there are boards above 99, which the dealing program does not know",
          "100 records", "two files", clause=None),
    _code("DUP037", _WARNING,
          "the file is lines of 78 digits, not records of 156 bytes; the boards are numbered "
          "from {first}",
          "78 digits and a line end", "a file with the sorted hands and the last ten bytes",
          clause=None, hint="-O first-board=N if they begin elsewhere"),
    # Writing
    _code("DUP151", _ERROR, "more than 99 boards; a DUP file holds 99",
          "100 boards", "write them to two files", kind="write", clause=None),
    _code("DUP152", _ERROR,
          "the boards would be numbered {lowest} to {highest}; a DUP file ends at 99",
          "boards 90 to 105", "renumber them, or write two files", kind="write", clause=None,
          hint="overtrick convert --renumber 1"),
)  # fmt: skip
"""Every code of this plugin; DUP010 to DUP037 from the readers, DUP151 and up from the writer."""
