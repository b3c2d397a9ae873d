"""The codes of the writer: PBN901 to PBN929."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import DiagnosticCode

WRITE_CODES: Final[tuple[DiagnosticCode, ...]] = (
    DiagnosticCode(
        code="PBN901",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §2.3",
        template="the line of {name} has {length} characters (255 at most); a tag pair "
        "cannot be divided, so it is written whole",
        hint="shorten the value, or give -O long-values=cut",
        sample="writing a board whose event has 300 characters",
        fix="a shorter event",
    ),
    DiagnosticCode(
        code="PBN902",
        severity=Severity.ERROR,
        kind="write",
        clause="PBN 2.1 §2.2",
        template="the character {character} is not in ISO 8859-1",
        hint="give -O encoding=utf-8 or encoding=auto",
        sample="writing with encoding=latin-1 a board whose event is 'Kraków'",
        fix="-O encoding=auto",
    ),
    DiagnosticCode(
        code="PBN903",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §5.2",
        template="a row of {name} has {length} characters (253 at most) and is divided",
        hint="readers that follow the standard put the row together again",
        sample="writing a ScoreTable whose row has 300 characters",
        fix="shorter cells",
    ),
    DiagnosticCode(
        code="PBN904",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §3.5",
        template="{seat} calls first, but {dealer} is the dealer; written as it stands",
        sample="writing a board with dealer N whose auction begins with W",
        fix="the same seat for both",
        hint="state the same seat as dealer and as first caller",
    ),
    DiagnosticCode(
        code="PBN905",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §2.2",
        template="a change brings {character} into a game that was {encoding}; "
        "the game is written as UTF-8",
        hint="readers that take the whole file for {encoding} show it wrongly",
        sample="changing the event of a Latin-1 file to 'Kraków' and preserving the rest",
        fix="-O style=export, which writes the whole file in one encoding",
    ),
    DiagnosticCode(
        code="PBN906",
        severity=Severity.NOTE,
        kind="write",
        template="the change could not be made in place; the game is written anew",
        sample="changing the auction of a game whose closing quote is missing",
        fix="nothing to do",
        hint="the game is right but no longer laid out as it was",
    ),
    DiagnosticCode(
        code="PBN907",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §5.2",
        template="the widths of {name} make a row of {length} characters (253 at most); "
        "the row is written without them",
        hint="give the columns smaller widths",
        sample="writing a ScoreTable whose columns have the widths 200 and 100",
        fix="the widths 20 and 10",
    ),
    DiagnosticCode(
        code="PBN908",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §5.4",
        template="{name} has {rows} rows, but {count} {what} are written",
        hint="give the table one row for each of them; hyphens and the mark for the next one "
        "have none",
        sample="writing an auction of four calls with an AuctionTimeTable of five rows",
        fix="four rows",
    ),
    DiagnosticCode(
        code="PBN909",
        severity=Severity.NOTE,
        kind="write",
        clause="PBN 2.1 §2.2",
        template="the file is written as UTF-8, which the standard does not have: {why}",
        hint="-O encoding=latin-1 refuses such characters",
        sample="writing with encoding=auto a board whose event is '\u0141\u00f3d\u017a'",
        fix="an event in Latin-1 letters",
    ),
    DiagnosticCode(
        code="PBN910",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §3.4.15",
        template="nobody can tell declarer's tricks from the result {value}; written as it stands",
        hint="give the declarer, or his tricks",
        sample="writing a board with the result 'NS 9' and no declarer",
        fix="the same with the declarer",
    ),
    DiagnosticCode(
        code="PBN911",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §3.3",
        template="a tag name begins with an upper case letter, not {name}; written as it stands",
        hint="give the tag another name",
        sample="writing a board with the extra 'pbn:rating'",
        fix="the extra 'pbn:Rating'",
    ),
)
