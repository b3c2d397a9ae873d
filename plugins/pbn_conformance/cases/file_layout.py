"""Chapter 2: file layout."""

from __future__ import annotations

from cases.table import (
    EXPORT_HEADER,
    Table,
    called,
    export_board,
    export_game,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid

# 2.1 Import format and export format

valid(
    "2.1",
    "import",
    "in import format the order of tags and superfluous blanks do not matter",
    '\t[Vulnerable   "NS" ]\n  [ Board "3"]\n[Dealer "S"]\n',
    {"board": 3, "dealer": "S", "vulnerable": "NS"},
)
valid(
    "2.1",
    "export",
    "a game in export format, lines ended by CRLF",
    export_game(),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "2.1",
    "export-incomplete",
    "a file that says it is in export format, but has not its tags",
    '@PBN654:3.4|2.1|3.1@[Site ""]\n[Date ""]\n[Board "1"]\n[West ""]\n[North ""]\n[East ""]\n'
    '[South ""]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal ""]\n[Scoring ""]\n[Declarer ""]\n'
    '[Contract ""]\n',
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 2.2 Character set

valid(
    "2.2",
    "latin-1",
    "ISO 8859-1 letters in strings and comments",
    '[North "Bj\u00f6rn"]\n{ d\u00e9fense }\n',
    {"players": {"N": "Bj\u00f6rn"}, "extras": {"pbn:comments": [["North", " d\u00e9fense "]]}},
)
valid(
    "2.2",
    "vertical-tab",
    "horizontal and vertical tabs are permitted between tokens",
    '[Board\t"1"]\n[Dealer\x0b"N"]\n',
    {"board": 1, "dealer": "N"},
)
valid(
    "2.2",
    "upper-latin",
    "all letters from 192 to 255 may be used",
    '[Event "\u00c0\u00d1\u00df\u00f8\u00ff"]\n',
    {"event": "\u00c0\u00d1\u00df\u00f8\u00ff"},
)
invalid(
    "2.2",
    "control-character",
    "ASCII control characters other than tabs are not permitted",
    '[Board "1"]\n{a @PBN204@\x01 b}\n',
)
invalid("2.2", "delete", "code 127 is not used", '[Board "1"]\n{a @PBN204@\x7f b}\n')
invalid(
    "2.2", "c1-control", "codes 128 to 159 are not used", '[Board "1"]\n[Event "it@PBN214@\x92s"]\n'
)
valid(
    "2.2",
    "discouraged",
    "the use of codes 160 to 191 is discouraged, not forbidden",
    '[Event "20 @~PBN212@\u00a3"]\n',
    {"event": "20 \u00a3"},
)
invalid(
    "2.2",
    "symbol",
    "characters outside ASCII stand in strings and comments alone",
    '[ActionTable "Rank;Remark"]\n1 @PBN506:3.2|2.2|5.1@caf\u00e9\n',
)
invalid(
    "2.2",
    "byte-order-mark",
    "a byte order mark is no part of ISO 8859-1 text",
    '@PBN202@% PBN 2.1\n[Board "1"]\n',
    {"board": 1},
    header="",
    prefix=b"\xef\xbb\xbf",
)
invalid(
    "2.2",
    "utf-16",
    "UTF-16 is not an eight bit character set",
    '@PBN201@% PBN 2.1\n[Board "1"]\n',
    header="",
    prefix=b"\xff\xfe",
    encoding="utf-16-le",
)

# 2.3 Line specification

valid("2.3", "lf", "lines ended by LF", '[Board "1"]\n[Dealer "N"]\n', {"board": 1, "dealer": "N"})
valid(
    "2.3",
    "crlf",
    "lines ended by CRLF",
    '[Board "1"]\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N"},
    newline="\r\n",
)
valid(
    "2.3",
    "cr",
    "lines ended by CR",
    '[Board "1"]\n[Dealer "N"]\n\n[Board "2"]\n',
    {"board": 1, "dealer": "N"},
    {"board": 2},
    newline="\r",
)
valid(
    "2.3",
    "no-end-of-line",
    "the last line of a file in import format may just end",
    '[Board "1"]\n[Dealer "N"]',
    {"board": 1, "dealer": "N"},
)
valid(
    "2.3",
    "255",
    "a line of 255 characters, its CRLF included",
    "@~PBN213@{" + 251 * "x" + '}\n[Board "1"]\n',
    {"board": 1, "extras": {"pbn:comments": [["", 251 * "x"]]}},
    newline="\r\n",
)
invalid(
    "2.3",
    "256",
    "a line is at most 255 characters long, its CRLF included",
    '[Board "1"]\n@~PBN213@@PBN206@{' + 252 * "x" + "}\n",
    newline="\r\n",
)
invalid(
    "2.3", "tab-in-string", "a tab may not stand in string data", '[Event @PBN313:2.3|3.2@"a\tb"]\n'
)
valid(
    "2.3",
    "80",
    "lines of 80 or more printing characters are discouraged, not forbidden",
    '@~PBN213@[Description "' + 64 * "x" + '"]\n',
    {"extras": {"pbn:Description": 64 * "x"}},
)
valid(
    "2.3",
    "79",
    "a line of 79 printing characters is not discouraged",
    '[Description "' + 63 * "x" + '"]\n',
    {"extras": {"pbn:Description": 63 * "x"}},
)
invalid(
    "2.3",
    "export-lf",
    "in export format every line ends with CRLF",
    export_game(),
    export_board(),
    header="@PBN650@% PBN 2.1\n% EXPORT\n",
)
invalid(
    "2.3",
    "export-tab",
    "in export format there are no tabs",
    export_game("{a@PBN651@\tb}\n"),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "2.3",
    "export-last-line",
    "in export format the last line ends with CRLF as well",
    export_game().removesuffix('[Result "7"]\n') + '@PBN650@[Result "7"]',
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 2.4 Escape mechanism

valid(
    "2.4",
    "ignored",
    "a line that begins with a percent sign is ignored",
    '[Board "1"]\n% [Board "2"]\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N", "extras": {"pbn:escapes": [["Board", ' [Board "2"]']]}},
)
valid(
    "2.4",
    "elsewhere",
    "a percent sign elsewhere begins no escape",
    '[Event "100 % sure"]\n[Board "1"] ; 5 %\n',
    {"event": "100 % sure", "board": 1, "extras": {"pbn:comments": [["Board", " 5 %"]]}},
)
valid(
    "2.4",
    "in-auction",
    "an escape line between the calls of an auction is ignored",
    '[Dealer "N"]\n[Auction "N"]\n1C Pass\n% 7NT\nPass Pass\n',
    {**called("1C Pass Pass Pass"), "extras": {"pbn:escapes": [["Auction", " 7NT"]]}},
)
valid(
    "2.4",
    "version",
    "the version of the standard and the export mark",
    export_game(),
    export_board(),
    header="% PBN 2.1\n% EXPORT\n",
    newline="\r\n",
)
valid(
    "2.4",
    "version-1.0",
    "a file of version 1.0",
    '[Board "1"]\n',
    {"board": 1},
    header="% PBN 1.0\n",
)
invalid(
    "2.4",
    "not-in-first-column",
    "behind a blank a percent sign begins no escape",
    '[Board "1"]\n @PBN306:3|2.4|3.2|5.1@% remark\n[Dealer "N"]\n',
)
valid(
    "2.4",
    "no-version",
    "the line with the version is proposed, not demanded",
    '@~PBN222@[Board "1"]\n',
    {"board": 1},
    header="",
)
valid(
    "2.4",
    "not-a-version",
    "an escape line that is no version is ignored",
    '[Board "1"]\n',
    {"board": 1},
    header="@~PBN222@% PBN (c) 2021 a program\n",
)
valid(
    "2.4",
    "two-versions",
    "each escape line is ignored: the second one with a version too",
    '[Board "1"]\n\n% PBN 2.1\n[Board "2"]\n',
    {"board": 1},
    {"board": 2},
)
valid(
    "2.4",
    "between-tokens",
    "an escape line between two tokens of a tag pair",
    '[Event\n% note\n"X"]\n[Board "1"]\n',
    {"event": "X", "board": 1},
)
valid(
    "2.4",
    "behind-cr",
    "behind a CR alone a percent sign stands in the first column",
    '[Board "1"]\n% [Board "2"]\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N"},
    newline="\r",
)
