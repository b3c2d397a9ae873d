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
        template="line of {name} with {length} characters (at most 255); a tag pair cannot be "
        "divided, so it is written in full",
        hint="shorten the value, or use -O long-values=cut",
        sample="writing a board whose event has 300 characters",
        fix="a shorter event",
    ),
    DiagnosticCode(
        code="PBN902",
        severity=Severity.ERROR,
        kind="write",
        clause="PBN 2.1 §2.2",
        template="character {character} is not in ISO 8859-1",
        hint="use -O encoding=utf-8 or encoding=auto",
        sample="writing with encoding=latin-1 a board whose event is 'Kraków'",
        fix="-O encoding=auto",
    ),
    DiagnosticCode(
        code="PBN903",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §5.2",
        template="row of {name} with {length} characters (at most 253), divided",
        hint="readers that follow the standard join the row again",
        sample="writing a ScoreTable whose row has 300 characters",
        fix="shorter cells",
    ),
    DiagnosticCode(
        code="PBN904",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §3.5",
        template="first call by {seat}, but the dealer is {dealer}; written unchanged",
        sample="writing a board with dealer N whose auction begins with W",
        fix="the same seat for both",
        hint="state the same seat as dealer and as first caller",
    ),
    DiagnosticCode(
        code="PBN905",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §2.2",
        template="the edit adds {character} to a game in {encoding}; the game is written as UTF-8",
        hint="readers that expect one encoding for the file display it wrongly",
        sample="changing the event of a Latin-1 file to 'Kraków' and preserving the rest",
        fix="-O style=export, which writes the complete file in one encoding",
    ),
    DiagnosticCode(
        code="PBN906",
        severity=Severity.NOTE,
        kind="write",
        template="edit not possible in place; the game is rewritten",
        sample="changing the auction of a game whose closing quote is missing",
        fix="nothing to do",
        hint="the game is correct, but its layout is lost",
    ),
    DiagnosticCode(
        code="PBN907",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §5.2",
        template="column widths of {name} make a row of {length} characters (at most 253); "
        "written without them",
        hint="use smaller widths",
        sample="writing a ScoreTable whose columns have the widths 200 and 100",
        fix="the widths 20 and 10",
    ),
    DiagnosticCode(
        code="PBN908",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §5.4",
        template="{name} has {rows} rows, but {count} {what} are written",
        hint="give the table one row for each; hyphens and the sign for the next one have none",
        sample="writing an auction of four calls with an AuctionTimeTable of five rows",
        fix="four rows",
    ),
    DiagnosticCode(
        code="PBN909",
        severity=Severity.NOTE,
        kind="write",
        clause="PBN 2.1 §2.2",
        template="file written as UTF-8, which the standard does not provide for: {why}",
        hint="-O encoding=latin-1 rejects such characters",
        sample="writing with encoding=auto a board whose event is '\u0141\u00f3d\u017a'",
        fix="an event in Latin-1 letters",
    ),
    DiagnosticCode(
        code="PBN910",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §3.4.15",
        template="declarer's tricks cannot be derived from the result {value}; written unchanged",
        hint="enter the declarer, or declarer's tricks",
        sample="writing a board with the result 'NS 9' and no declarer",
        fix="the same with the declarer",
    ),
    DiagnosticCode(
        code="PBN911",
        severity=Severity.WARNING,
        kind="write",
        clause="PBN 2.1 §3.3",
        template='tag name "{name}" does not begin with a capital letter; written unchanged',
        hint="rename the tag",
        sample="writing a board with the extra 'pbn:rating'",
        fix="the extra 'pbn:Rating'",
    ),
)
