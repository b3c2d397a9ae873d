"""Clauses 5.1, 5.2 and chapter 6: sections, tables in general, files."""

from __future__ import annotations

from cases.table import (
    EXPORT_HEADER,
    Table,
    called,
    export_board,
    export_game,
    grid,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid


# 5.1 General description

valid(
    "5.1",
    "section-tokens",
    "section elements divided by white space",
    '[MySection "x"]\na:b c=d <e>\n\\f 100\n',
    {**grid("MySection", "", "a:b c=d <e>", "\\f 100"), "extras": {"pbn:MySection": "x"}},
)
valid(
    "5.1",
    "strings",
    "a string may hold what a section token may not",
    '[ActionTable "Rank;Remark"]\n1 "a; {b} [c] \\"d\\" 5%"\n',
    {
        "grids": {
            "ActionTable": {"columns": ["Rank", "Remark"], "rows": [["1", 'a; {b} [c] "d" 5%']]}
        }
    },
)
valid(
    "5.1",
    "comment-behind-tag",
    "commentary stands behind the tag pair of a section",
    '[ActionTable "Rank"]\n{best first}\n1\n2\n',
    {
        **grid("ActionTable", "Rank", "1", "2"),
        "extras": {"pbn:comments": [["ActionTable", "best first"]]},
    },
)
invalid(
    "5.1",
    "comment-inside",
    "commentary behind a section element is forbidden",
    '[ActionTable "Rank"]\n1\n@PBN504@{second}\n2\n',
)
invalid(
    "5.1",
    "comment-at-end",
    "commentary behind the last element is forbidden too",
    '[ActionTable "Rank"]\n1 @PBN504@; first\n',
)
for _name, _text in (("bracket", "]"), ("brace", "}")):
    invalid(
        "5.1",
        _name,
        f"a section token has no {_text}",
        f'[ActionTable "Rank;Call"]\n1 @PBN505:5.1|3.2@{_text}\n',
    )
invalid(
    "5.1",
    "percent",
    "a section token has no percent sign",
    '[ActionTable "Rank;Remark"]\n1 @PBN506:3.2|5.1@5%\n',
)
invalid(
    "5.1",
    "export-blanks",
    "in export format one blank divides elements",
    export_game('[MySection "x"]\na @PBN672@ b\n'),
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 5.2 Description of tables

valid(
    "5.2",
    "user-columns",
    "columns of one's own",
    '[ScoreTable "Rank;MyColumn"]\n1 x\n2 y\n',
    grid("ScoreTable", "Rank;MyColumn", "1 x", "2 y"),
)
valid(
    "5.2",
    "own-table",
    "a table of one's own",
    '[MyTable "A;B"]\n1 2\n3 4\n',
    grid("MyTable", "A;B", "1 2", "3 4"),
)
valid(
    "5.2",
    "order",
    "+ for a descending column, - for an ascending one",
    '[TotalScoreTable "-Rank;+TotalMP"]\n1 70\n2 60.5\n2 60.5\n4 9\n',
    grid(
        "TotalScoreTable",
        "Rank;TotalMP",
        "1 70",
        "2 60.5",
        "2 60.5",
        "4 9",
        layout=[{"order": "-"}, {"order": "+"}],
    ),
)
valid(
    "5.2",
    "widths",
    "least widths, with and without an alignment",
    '[ScoreTable "Rank\\3R;PairId_NS\\4L;IMP_NS\\2"]\n  1 7    12\n 10 1234 -3\n',
    grid(
        "ScoreTable",
        "Rank;PairId_NS;IMP_NS",
        "1 7 12",
        "10 1234 -3",
        layout=[{"width": 3, "align": "R"}, {"width": 4, "align": "L"}, {"width": 2}],
    ),
)
valid(
    "5.2",
    "any-lines",
    "in import format lines break anywhere",
    '[ScoreTable "Rank;PairId_NS"]\n1\n7 2 8\n',
    grid("ScoreTable", "Rank;PairId_NS", "1 7", "2 8"),
)
valid(
    "5.2",
    "unknown-cells",
    "? is unknown, - is irrelevant, ^ marks an artificial score",
    '[ScoreTable "Rank;Contract;Score_NS"]\n1 ? ^420\n2 - ^-50\n',
    grid("ScoreTable", "Rank;Contract;Score_NS", "1 ? ^420", "2 - ^-50"),
)
valid(
    "5.2",
    "no-rows",
    "a table without rows",
    '[ScoreTable "Rank;Contract"]\n',
    grid("ScoreTable", "Rank;Contract"),
)
invalid(
    "5.2",
    "missing-cell",
    "each row has an element for every column",
    '[ActionTable "Rank;Call"]\n1 1C\n@PBN501@2\n',
)
TABLE.practice(
    "5.2",
    "no-column",
    "a checker warns of columns without names",
    '@PBN502@[ScoreTable ";"]\n1\n',
    quote="A column name token is a sequence of zero or more printing characters",
)
invalid(
    "5.2",
    "no-semicolons",
    "semicolons divide the columns",
    '@PBN503:5.2|3.2@[OptimumResultTable "Declarer Denomination Result"]\nN NT 9\n',
)
invalid(
    "5.2",
    "width",
    "an integer follows the backslash",
    '@PBN515:3.2|5.2@[ActionTable "Rank;Call\\L"]\n1 1C\n',
)
invalid(
    "5.2",
    "not-descending",
    "the rows of a + column descend",
    '[TotalScoreTable "+TotalMP"]\n60\n@PBN510@70\n',
    grid("TotalScoreTable", "TotalMP", "60", "70", layout=[{"order": "+"}]),
)
invalid(
    "5.2",
    "not-ascending",
    "the rows of a - column ascend",
    '[TotalScoreTable "-Rank"]\n1\n3\n@PBN510@2\n',
    grid("TotalScoreTable", "Rank", "1", "3", "2", layout=[{"order": "-"}]),
)
invalid(
    "5.2",
    "export-row",
    "in export format a row is one line",
    export_game('[ActionTable "Rank;Call"]\n1\n@PBN671@1C\n'),
    export_board(**grid("ActionTable", "Rank;Call", "1 1C")),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "5.2",
    "export-width",
    "in export format cells are filled up to their width alone",
    export_game('[ActionTable "Rank\\2R;Call"]\n 1 @PBN672@ 1C\n'),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "5.2",
    "export-last-width",
    "in export format the last column is filled up to its width too",
    export_game('[ActionTable "Rank\\2R;Call\\4L"]\n@PBN672@ 1 1C\n'),
    header=EXPORT_HEADER,
    newline="\r\n",
)
valid(
    "5.2",
    "export-widths",
    "in export format cells are filled up to their width",
    export_game('[ActionTable "Rank\\2R;Call\\4L;Percentage\\3R"]\n 1 1C   100\n10 Pass  50\n'),
    export_board(
        **grid(
            "ActionTable",
            "Rank;Call;Percentage",
            "1 1C 100",
            "10 Pass 50",
            layout=[
                {"width": 2, "align": "R"},
                {"width": 4, "align": "L"},
                {"width": 3, "align": "R"},
            ],
        )
    ),
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 6.1, 6.2 Files

valid("6.1", "extension", "the name of the file ends in .pbn", '[Board "1"]\n', {"board": 1})
invalid(
    "6.1",
    "extension",
    "the name of the file ends in .pbn",
    '[Board "1"]\n',
    {"board": 1},
    header="@PBN610@% PBN 2.1\n",
    suffix=".txt",
)
_DOCUMENTS: list[tuple[str, str, str, list[dict[str, object]]]] = [
    (
        "embedded",
        "<PBN> and </PBN> delimit PBN in another document",
        '<html>\n<p>A game: "7NT" [sic]</p>\n<PBN>\n[Board "1"]\n[Dealer "N"]\n</PBN>\n</html>\n',
        [{"board": 1, "dealer": "N"}],
    ),
    (
        "two-parts",
        "two embedded parts",
        'one\n<PBN>\n[Board "1"]\n</PBN>\ntwo\n<PBN>\n[Board "2"]\n</PBN>\nthree\n',
        [{"board": 1}, {"board": 2}],
    ),
    (
        "tags-behind",
        "what stands behind the end is no PBN",
        'x\n<PBN>\n[Board "1"]\n</PBN>\n[Board "9"]\n{\n',
        [{"board": 1}],
    ),
    (
        "tags-before",
        "what stands before the begin is no PBN, even where it looks like it",
        '[Board "8"]\n<PBN>\n[Board "1"]\n</PBN>\n',
        [{"board": 1}],
    ),
    (
        "several-games",
        "the delimited text is a PBN file: games divided by empty lines",
        'x\n<PBN>\n% PBN 2.1\n[Board "1"]\n\n[Board "2"]\n[Dealer "S"]\n</PBN>\ny\n',
        [{"board": 1}, {"board": 2, "dealer": "S"}],
    ),
    (
        "at-the-edges",
        "the delimiters at the beginning and at the end of the document",
        '<PBN>\n[Board "1"]\n</PBN>',
        [{"board": 1}],
    ),
    (
        "sections",
        "sections and comments inside the delimiters",
        'x\n<PBN>\n[Dealer "N"]\n[Auction "N"]\n1C {a < b} Pass Pass Pass\n</PBN>\n<b>end</b>\n',
        [called("1C Pass Pass Pass", comments={"0": "a < b"})],
    ),
]
for _name, _says, _text, _boards in _DOCUMENTS:
    valid("6.2", _name, _says, _text, *_boards, header="", suffix=".html", part="embedding")
valid(
    "6.2",
    "crlf",
    "an embedded part with lines ended by CRLF",
    'x\n<PBN>\n[Board "1"]\n</PBN>\ny\n',
    {"board": 1},
    header="",
    newline="\r\n",
    suffix=".html",
    part="embedding",
)
invalid(
    "6.2",
    "not-closed",
    "</PBN> signals the end of the PBN text",
    'text\n@PBN601@<PBN>\n[Board "1"]\n',
    header="",
    suffix=".html",
    part="embedding",
)
invalid(
    "6.2",
    "fault-inside",
    "a fault has its line in the document",
    'one\n<PBN>\n[Board "1"]\n[Dealer @PBN333:3.4.9@"X"]\n</PBN>\ntwo\n',
    header="",
    suffix=".html",
    part="embedding",
)
