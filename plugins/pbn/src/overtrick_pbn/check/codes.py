"""The codes of the linter: what the standard forbids although it can be read, and what is mended.

First the rules of any PBN file, numbered by the standard's chapters like the reader's codes, and
the contradictions inside a game (PBN701 to PBN719); then the rules of export format (PBN650 to
PBN679), which hold only where a file says `% EXPORT`; then what `check --fix` did (PBN751 to
PBN779), with `MENDS`, which pairs each finding that is mended with its mend.

Samples of export format are shown with LF; in a file their lines end with CRLF.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from overtrick.findings.diagnostics import DiagnosticCode, ErrorKind, Severity

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
    *,
    doubts: bool = False,
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
        doubts=doubts,
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
    _code("PBN317", _WARN, "3.2", "a backslash in a string of {name} stands before neither a quote "
          "nor a backslash", "write two backslashes",
          r'[Event "C:\dir"]', r'[Event "C:\\dir"]'),
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
          '[ScoreTable "Result"]\n9', doubts=True),
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
    _code("PBN610", _WARN, "6.1", "the name of a PBN file ends in .pbn",
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

HEADER: Final = "% PBN 2.1\n% EXPORT\n"

MANDATORY_GAME: Final[Mapping[str, str]] = {
    "Event": "", "Site": "", "Date": "", "Board": "1", "West": "", "North": "", "East": "",
    "South": "", "Dealer": "N", "Vulnerable": "None",
    "Deal": "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5",
    "Scoring": "", "Declarer": "S", "Contract": "3NT", "Result": "7",
}  # fmt: skip
"""The 15 mandatory tags of a game in export format, in order."""


def export_game(after: str = "", **tags: str) -> str:
    """Return a file of one game in export format, with other values for some mandatory tags.

    Example:
        >>> export_game('[Room "Open"]', Dealer="E").splitlines()[-1]
        '[Room "Open"]'
    """
    values = {**MANDATORY_GAME, **tags}
    lines = "".join(f'[{name} "{value}"]\n' for name, value in values.items())
    return f"{HEADER}{lines}{after}" + ("\n" if after else "")


def _export(  # noqa: PLR0917  # a row of a table
    code: str, clause: str, template: str, hint: str, sample: str, mend: str
) -> DiagnosticCode:
    return _code(code, _WARN, clause, template, hint, sample, mend)


_AUCTION: Final = '[Auction "N"]\n'
_PLAY: Final = '[Play "W"]\n'

EXPORT_CODES: Final[tuple[DiagnosticCode, ...]] = (
    _export("PBN650", "2.3", "in export format a line ends with CR and LF",
          "save the file with CRLF; this is said of the first line that has not",
          "a file in export format with LF alone", "the same with CRLF"),
    _export("PBN651", "2.3", "a tab is not permitted in export format", "write blanks",
          export_game("{a\tb}"), export_game("{a b}")),
    _export("PBN652", "3", "in export format an empty line without blanks divides games",
          "delete the blanks on that line",
          export_game() + " \n" + export_game(Board="2").removeprefix(HEADER),
          export_game() + "\n" + export_game(Board="2").removeprefix(HEADER)),
    _export("PBN653", "3.3", 'in export format the tag {name} stands as [{name} "value"] on a line '
          "of its own", "one blank between name and value, none elsewhere, nothing before it",
          export_game().replace('[Site "', '[Site  "'), export_game()),
    _export("PBN654", "3.4", "in export format all mandatory tags are given, but not {names}",
          'give it with "?" where it is unknown, with "" where it does not apply',
          export_game().replace('[Site ""]\n', ""), export_game()),
    _export("PBN655", "3.4", "in export format the tag {name} belongs before {before}",
          "the fifteen mandatory tags in their order, then the others by the alphabet",
          export_game('[Room "Open"]\n[Competition "Teams"]'),
          export_game('[Competition "Teams"]\n[Room "Open"]')),
    _export("PBN656", "3.1", "in export format {what} belongs before {before}",
          "identification, auction, play, then the other sections by the alphabet",
          export_game(f"{_PLAY}*\n{_AUCTION}3NT *", Declarer="N").replace('Play "W"', 'Play "E"'),
          export_game(f"{_AUCTION}3NT *\n{_PLAY}*", Declarer="N").replace('Play "W"', 'Play "E"')),
    _export("PBN658", "3.4.10", "export format says None, NS, EW or All, not {value}",
          "None for Love and -, All for Both", export_game(Vulnerable="Love"), export_game()),
    _export("PBN659", "3.4.11", "in export format the ranks of a suit descend: {value}",
          "write them from A down to 2",
          export_game().replace("AQ53", "A3Q5"), export_game()),
    _export("PBN660", "3.4.11", "in export format the deal begins with the dealer {dealer}, "
          "not {first}", "rotate the hands", export_game(Dealer="E"), export_game()),
    _export("PBN661", "3.4.15", "in export format the result is the number of declarer's tricks: "
          "{value}", "give declarer's tricks alone", export_game(Result="NS 7"), export_game()),
    _export("PBN662", "3.5", "in export format the auction begins with the dealer's call",
          "name the dealer in the Auction tag and leave out the hyphens before his call",
          export_game('[Auction "W"]\n- 3NT *', Declarer="N"),
          export_game(f"{_AUCTION}3NT *", Declarer="N")),
    _export("PBN663", "3.5", "in export format a line of the auction has four calls, not {count}",
          "fewer only where annotations fill the line",
          export_game(f"{_AUCTION}3NT Pass Pass\nPass", Declarer="N"),
          export_game(f"{_AUCTION}3NT Pass Pass Pass", Declarer="N")),
    _export("PBN664", "3.5.2", "in export format annotations stand as note, then NAGs ascending",
          "write =1= $3 $25",
          export_game(f'{_AUCTION}3NT $3 =1= *\n[Note "1:text"]', Declarer="N"),
          export_game(f'{_AUCTION}3NT =1= $3 *\n[Note "1:text"]', Declarer="N")),
    _export("PBN665", "3.5.3", "in export format the suffix {text} is written as {nag}",
          "write the numeric annotation glyph",
          export_game(f"{_AUCTION}3NT! *", Declarer="N"),
          export_game(f"{_AUCTION}3NT $1 *", Declarer="N")),
    _export("PBN666", "3.7", "in export format a single blank follows {text}",
          "put one blank between it and what follows on the line",
          export_game(f"{_AUCTION}3NT $1  *", Declarer="N"),
          export_game(f"{_AUCTION}3NT $1 *", Declarer="N")),
    _export("PBN667", "3.6", "in export format the play begins with the opening leader {leader}",
          "name declarer's left-hand opponent in the Play tag and give the cards in that order",
          export_game('[Play "N"]\n- - - S6\n*'), export_game(f"{_PLAY}S6 - - -\n*")),
    _export("PBN668", "3.6", "in export format a line of the play has four cards, not {count}",
          "a hyphen for a card that is unknown or not played",
          export_game(f"{_PLAY}S6 SQ\n*"), export_game(f"{_PLAY}S6 SQ - -\n*")),
    _export("PBN669", "3.8", "in export format {what}",
          "begin a comment on a new line behind a tag, elsewhere after one blank",
          export_game().replace('[Site ""]', '[Site ""] {home}'),
          export_game().replace('[Site ""]', '[Site ""]\n{home}')),
    _export("PBN671", "5.2", "{name}: in export format each row is one line of {columns} elements",
          "one row a line",
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT\n9'),
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9')),
    _export("PBN672", "5.2", "{name}: in export format elements are divided by one blank and "
          "filled up to their width alone", "one blank between elements",
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT  9'),
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9')),
)  # fmt: skip


def _mend(code: str, clause: str | None, template: str, sample: str, mend: str) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=_NOTE,
        clause=None if clause is None else f"PBN 2.1 §{clause}",
        template=template,
        hint="nothing to do; this is what was mended",
        sample=sample,
        mend=mend,
    )


FIX_CODES: Final[tuple[DiagnosticCode, ...]] = (
    _mend("PBN751", "3.11", "mended: {old} in upper case as {new}", '[Dealer "n"]', '[Dealer "N"]'),
    _mend("PBN752", "3.5.1", "mended: {old} written Pass or AP",
          '[Dealer "N"]\n[Auction "N"]\n1C P *', '[Dealer "N"]\n[Auction "N"]\n1C Pass *'),
    _mend("PBN753", "3.5.1", "mended: {old} written {new}",
          '[Dealer "N"]\n[Auction "N"]\n1C Dbl *', '[Dealer "N"]\n[Auction "N"]\n1C X *'),
    _mend("PBN754", "3.5.1", "mended: notrump in {old} written {new}",
          '[Dealer "N"]\n[Auction "N"]\n1N *', '[Dealer "N"]\n[Auction "N"]\n1NT *'),
    _mend("PBN755", "3.6.1", "mended: the ten in {old} written T",
          '[Deal "N:A10... - - -"]', '[Deal "N:AT... - - -"]'),
    _mend("PBN756", "3.4.11", "mended: a hand that is not given written -",
          '[Deal "N:A... ... - -"]', '[Deal "N:A... - - -"]'),
    _mend("PBN757", "3.4.10", "mended: vulnerability {old} written {new}",
          '[Vulnerable "N-S"]', '[Vulnerable "NS"]'),
    _mend("PBN758", None, "mended: blanks at the ends of the value of {name} taken away",
          '[Vulnerable "None "]', '[Vulnerable "None"]'),
    _mend("PBN759", "3.3", "mended: quotes and brackets of {name} put in their places",
          "[Event No quotes]", '[Event "No quotes"]'),
    _mend("PBN760", "2.4", "mended: the line % PBN 2.1 added", '[Board "1"]',
          '% PBN 2.1\n[Board "1"]'),
    _mend("PBN761", "2.2", "mended: the byte order mark taken away",
          "bytes EF BB BF before % PBN", "% PBN 2.1"),
    _mend("PBN762", "3.4.4", "mended: leading zeros of the board number {old} taken away",
          '[Board "01"]', '[Board "1"]'),
    _mend("PBN763", "3.4.11", "mended: blanks in the deal taken away",
          '[Deal "N: A... K...  - -"]', '[Deal "N:A... K... - -"]'),
    _mend("PBN765", "3", "mended: an empty line put between two games",
          '[Board "1"]\n[Deal "N:- - - -"]\n[Board "2"]\n[Deal "N:- - - -"]',
          '[Board "1"]\n[Deal "N:- - - -"]\n\n[Board "2"]\n[Deal "N:- - - -"]'),
    _mend("PBN766", "3.4.14", "mended: the contract {old} written {new}",
          '[Contract "3N"]', '[Contract "3NT"]'),
    _mend("PBN767", "2.3", "mended: lines ended with CR and LF",
          "a file in export format with LF alone", "the same with CRLF"),
    _mend("PBN768", "3.4", "mended: tags and sections put in the order of export format",
          export_game('[Room "Open"]\n[Competition "Teams"]'),
          export_game('[Competition "Teams"]\n[Room "Open"]')),
    _mend("PBN769", "3.3", "mended: the tag {name} written as export format has it",
          export_game().replace('[Site "', '[Site  "'), export_game()),
    _mend("PBN770", "3.4.11", "mended: the deal written from the dealer, ranks descending",
          export_game().replace("AQ53", "A3Q5"), export_game()),
    _mend("PBN771", "3.5.2", "mended: the annotations {old} written {new}",
          export_game('[Auction "N"]\n3NT! *', Declarer="N"),
          export_game('[Auction "N"]\n3NT $1 *', Declarer="N")),
    _mend("PBN772", "2.3", "mended: tabs written as blanks",
          export_game('[Auction "N"]\n3NT\t*', Declarer="N"),
          export_game('[Auction "N"]\n3NT *', Declarer="N")),
    _mend("PBN773", "3", "mended: blanks on the empty line between games taken away",
          export_game() + " \n" + export_game(Board="2"),
          export_game() + "\n" + export_game(Board="2")),
    _mend("PBN774", "3.4.11", "mended: suit letters in the deal taken away",
          '[Deal "N:SA.HK.DQ.CJ - - -"]', '[Deal "N:A.K.Q.J - - -"]'),
    _mend("PBN775", "3.4.15", "mended: the result {old} written as declarer's tricks, {new}",
          export_game(Result="NS 7"), export_game()),
    _mend("PBN777", "3.4.3", "mended: {name} {old} written {new}",
          '[Date "28 Jul 2023"]', '[Date "2023.07.28"]'),
    _mend("PBN778", "3.4.9", "mended: the seat {old} written {new}",
          '[Dealer "North"]', '[Dealer "N"]'),
    _mend("PBN779", "3.2", "mended: backslashes in {name} doubled",
          r'[Event "C:\dir"]', r'[Event "C:\\dir"]'),
    _mend("PBN780", "3.5.1", "mended: AP behind the end of the auction taken away",
          '[Dealer "N"]\n[Auction "N"]\n1C Pass Pass Pass AP',
          '[Dealer "N"]\n[Auction "N"]\n1C Pass Pass Pass'),
    _mend("PBN781", "3.5", "mended: the seat of the first call written, {new}",
          '[Dealer "N"]\n[Auction ""]\n1C *', '[Dealer "N"]\n[Auction "N"]\n1C *'),
    _mend("PBN782", "5.2", "mended: semicolons put between the columns of {name}",
          '[OptimumResultTable "Declarer Denomination Result"]\nN NT 6',
          '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 6'),
    _mend("PBN783", "3.2", "mended: {old} put in quotes",
          '[ScoreTable "Remark"]\n56%', '[ScoreTable "Remark"]\n"56%"'),
    _mend("PBN784", "3.5", "mended: the {name} section begun on a new line",
          '[Dealer "N"]\n[Auction "N"] 1C *', '[Dealer "N"]\n[Auction "N"]\n1C *'),
    _mend("PBN776", "3.8", "mended: a comment put where export format has it",
          export_game().replace('[Site ""]', '[Site ""] {home}'),
          export_game().replace('[Site ""]', '[Site ""]\n{home}')),
)  # fmt: skip

MENDS: Final[dict[str, str]] = {
    "PBN202": "PBN761",
    "PBN222": "PBN760",
    "PBN301": "PBN765",
    "PBN308": "PBN759",
    "PBN309": "PBN759",
    "PBN310": "PBN759",
    "PBN311": "PBN759",
    "PBN314": "PBN759",
    "PBN341": "PBN762",
    "PBN342": "PBN763",
    "PBN650": "PBN767",
    "PBN651": "PBN772",
    "PBN652": "PBN773",
    "PBN653": "PBN769",
    "PBN655": "PBN768",
    "PBN656": "PBN768",
    "PBN658": "PBN757",
    "PBN659": "PBN770",
    "PBN660": "PBN770",
    "PBN661": "PBN775",
    "PBN664": "PBN771",
    "PBN665": "PBN771",
    "PBN666": "PBN771",
    "PBN669": "PBN776",
    "PBN801": "PBN752",
    "PBN802": "PBN753",
    "PBN803": "PBN754",
    "PBN805": "PBN751",
    "PBN806": "PBN755",
    "PBN807": "PBN755",
    "PBN808": "PBN756",
    "PBN809": "PBN774",
    "PBN810": "PBN758",
    "PBN811": "PBN757",
    "PBN812": "PBN766",
    "PBN813": "PBN751",
    "PBN816": "PBN751",
    "PBN317": "PBN779",
    "PBN331": "PBN777",
    "PBN367": "PBN780",
    "PBN368": "PBN781",
    "PBN371": "PBN753",
    "PBN401": "PBN777",
    "PBN403": "PBN777",
    "PBN503": "PBN782",
    "PBN506": "PBN783",
    "PBN815": "PBN784",
    "PBN817": "PBN778",
}
"""What `check --fix` mends: the code of a finding, and the code that tells of its mend."""

CHECK_CODES: Final[tuple[DiagnosticCode, ...]] = (*_RULES, *EXPORT_CODES, *FIX_CODES)
"""Every code of the linter and the fixer."""
