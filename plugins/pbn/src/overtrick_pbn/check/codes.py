"""The codes of the linter: what the standard forbids although it can be read.

Here are the rules of any PBN file, numbered by the standard's chapters like the reader's codes,
and the contradictions inside a game (PBN701 to PBN719). The rules of export format are in
`codes_export`, what `check --fix` does in `codes_fix`.
"""

from __future__ import annotations

from typing import Final

from overtrick.findings.diagnostics import DiagnosticCode, ErrorKind, Severity
from overtrick_pbn.check.export_codes import EXPORT_CODES
from overtrick_pbn.check.fix.codes import FIX_CODES

_NOTE, _WARN = Severity.NOTE, Severity.WARNING

_CARDS: Final = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
_LAYOUT: Final = f'[Vulnerable "None"]\n[Deal "{_CARDS}"]\n'


def _code(  # noqa: PLR0917  # a row of a table
    code: str,
    severity: Severity,
    clause: str,
    template: str,
    hint: str,
    sample: str,
    mend: str,
    kind: ErrorKind = "parse",
) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=severity,
        clause=f"PBN 2.1 §{clause}",
        template=template,
        hint=hint,
        sample=sample,
        mend=mend,
        kind=kind,
    )


_RULES: Final = (
    # 2: file layout
    _code("PBN212", _NOTE, "2.2", "the character {character} looks different on other systems",
          "write it in letters; this is said of the first one in a file",
          '[Event "20 \u00a3"]', '[Event "20 pounds"]'),
    _code("PBN213", _NOTE, "2.3", "the line has {length} printing characters; 80 or more are "
          "discouraged", "break the line; this is said of the first one in a file",
          '[Description "' + 70 * "x" + '"]', '[Description "x"]'),
    _code("PBN222", _NOTE, "2.4", "the file does not say which version of PBN it follows",
          "begin it with the line % PBN 2.1", '[Board "1"]', '% PBN 2.1\n[Board "1"]'),
    _code("PBN223", _NOTE, "2.4", "not a version of the standard: {text}",
          "there are the versions 1.0, 2.0 and 2.1", '% PBN 2\n[Board "1"]',
          '% PBN 2.1\n[Board "1"]'),
    # 3.1: what must stand before what
    _code("PBN320", _WARN, "3.1", "the Dealer tag must be filled before the auction",
          "put a Dealer tag before the Auction tag",
          '[Auction "N"]\n1C *', '[Dealer "N"]\n[Auction "N"]\n1C *'),
    _code("PBN321", _WARN, "3.1", "{names} must be filled before the play",
          "put Deal, Declarer and Contract before the Play tag",
          '[Play "W"]\nS6 SQ S2 S4\n*',
          f'[Deal "{_CARDS}"]\n[Declarer "S"]\n[Contract "4S"]\n[Play "W"]\nS6 SQ S2 S4\n*'),
    _code("PBN322", _WARN, "3.5.5", "a Note stands outside the auction and the play",
          "put it behind the calls or cards that refer to it",
          '[Note "1:text"]', '[Dealer "N"]\n[Auction "N"]\n1C =1= *\n[Note "1:text"]'),
    _code("PBN325", _WARN, "3.7", "{nag} belongs to {what}",
          "$1 to $6 and $13 are for calls, $7 to $12 and $14 for cards",
          '[Dealer "N"]\n[Auction "N"]\n1C $7 *', '[Dealer "N"]\n[Auction "N"]\n1C $1 *'),
    # 3.4: mandatory tags
    _code("PBN350", _WARN, "3.4.3", "there is no such day: {value}",
          "months are 01 to 12, days 01 to 31", '[Date "2026.13.01"]', '[Date "2026.12.01"]'),
    _code("PBN351", _NOTE, "3.4.5", "a blank follows a comma in a name: {value}",
          "write the family name, comma, blank, first name",
          '[West "Doe,Jo"]', '[West "Doe, Jo"]'),
    _code("PBN352", _WARN, "3.4.12", "an empty field in the scoring method: {value}",
          "name a scoring method on each side of a semicolon",
          '[Scoring "IMP;"]', '[Scoring "IMP;Butler"]'),
    _code("PBN353", _WARN, "3.10", "{why}: {value}",
          "an end position has a denomination alone, a full deal a whole contract",
          '[Deal "N:A... K... Q... J..."]\n[Contract "1S"]',
          '[Deal "N:A... K... Q... J..."]\n[Contract "S"]'),
    _code("PBN354", _WARN, "3.4.11", "{seat} has {count} cards, another hand has 13",
          "give every hand that is shown its 13 cards",
          '[Deal "N:AKQJT98765432... .AKQJT9876543.. - -"]',
          '[Deal "N:AKQJT98765432... .AKQJT98765432.. - -"]', "inconsistent"),
    # 4: supplemental tags
    _code("PBN411", _WARN, "4.1.2", "the DealId {value} stood at another deal before",
          "give every deal an identification of its own",
          '[DealId "7"]\n[Deal "N:A... K... Q... J..."]\n\n'
          '[DealId "7"]\n[Deal "N:2... 3... 4... 5..."]',
          '[DealId "7"]\n[Deal "N:A... K... Q... J..."]\n\n'
          '[DealId "8"]\n[Deal "N:2... 3... 4... 5..."]',
          "inconsistent"),
    # 5: tables
    _code("PBN510", _WARN, "5.2", "{name}: row {row} breaks the order of column {heading}",
          "sort the rows, or take the sign from the column's name",
          '[TotalScoreTable "+TotalMP"]\n5\n7', '[TotalScoreTable "+TotalMP"]\n7\n5'),
    _code("PBN511", _WARN, "5.2", "{name}: not a value of the column {heading}: {value}",
          "? is an unknown value, - an irrelevant one",
          '[ScoreTable "Result"]\nmany',
          '[ScoreTable "Result"]\n9'),
    _code("PBN512", _WARN, "5.4", "the {name} must follow the {section} that it belongs to",
          "put the table behind that section",
          '[AuctionTimeTable "Time"]\n12',
          '[Dealer "N"]\n[Auction "N"]\n1C *\n[AuctionTimeTable "Time"]\n12'),
    _code("PBN513", _WARN, "5.4", "{name}: {rows} rows for {count} {what}",
          "the table has one row for each of them, in order",
          '[Dealer "N"]\n[Auction "N"]\n1C *\n[AuctionTimeTable "Time"]\n12\n34',
          '[Dealer "N"]\n[Auction "N"]\n1C *\n[AuctionTimeTable "Time"]\n12', "inconsistent"),
    _code(
        "PBN515",
        _WARN,
        "3.2",
        "{name}: a width is a number, with L or R behind it: {heading}",
        "write the column's name, a backslash, the least width, and L or R",
        '[ActionTable "Rank;Call\\L"]\n1 1C',
        '[ActionTable "Rank;Call\\4L"]\n1 1C',
    ),
    _code("PBN514", _WARN, "5.5", "the score ranges do not cover every score once: {why}",
          "the ranges do not overlap and cover the whole score space",
          '[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n100,* 100\n*,100 0',
          '[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n100,* 100\n100 50\n*,100 0',
          "inconsistent"),
    # 6: files
    _code("PBN610", _NOTE, "6.1", "the name of a PBN file ends in .pbn",
          "rename the file", "a PBN file with the name boards.txt", "rename it to boards.pbn"),
    # contradictions inside a game
    _code("PBN701", _WARN, "4.2.6", "by the rubber history {found} vulnerable, not {stated}",
          "a side is vulnerable when it has won a game of the current rubber",
          '[Vulnerable "All"]\n[ScoreRubberHistory "NS 0 0/100 0 EW 0 0/0 0"]',
          '[Vulnerable "NS"]\n[ScoreRubberHistory "NS 0 0/100 0 EW 0 0/0 0"]', "inconsistent"),
    _code("PBN702", _WARN, "4.2.7", "the optimum scores of the two sides are not opposite: {value}",
          "the score of NS is that of EW with the other sign",
          '[OptimumScore "NS 420 EW 420"]', '[OptimumScore "NS 420 EW -420"]', "inconsistent"),
    _code("PBN703", _WARN, "5.6", "OptimumPlayTable: {seat} does not hold {card} in row {row}",
          "the rows follow the cards of the play one by one",
          f'{_LAYOUT}[Declarer "S"]\n[Contract "3NT"]\n[Play "W"]\n*\n'
          '[OptimumPlayTable "S;H;D;C"]\nK - - -',
          f'{_LAYOUT}[Declarer "S"]\n[Contract "3NT"]\n[Play "W"]\n*\n'
          '[OptimumPlayTable "S;H;D;C"]\n6 - - -', "inconsistent"),
    _code("PBN704", _WARN, "5.9", "ScoreTable: {contract} by {declarer} with {tricks} tricks is "
          "{found} for NS, not {stated} (row {row})",
          "an artificial score is marked with ^",
          '[Vulnerable "None"]\n[ScoreTable "Contract;Declarer;Result;Score_NS"]\n3NT S 9 630',
          '[Vulnerable "None"]\n[ScoreTable "Contract;Declarer;Result;Score_NS"]\n3NT S 9 400',
          "inconsistent"),
)  # fmt: skip

CHECK_CODES: Final[tuple[DiagnosticCode, ...]] = (*_RULES, *EXPORT_CODES, *FIX_CODES)
