"""Chapters 5 and 6: supplemental sections, tables, files."""

from __future__ import annotations

from typing import Any

from cases.table import (
    CALLED,
    DEAL,
    EXPORT_HEADER,
    PLAYED,
    Json,
    Table,
    called,
    export_board,
    export_game,
    play,
    played,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid


def grid(name: str, columns: str, *rows: str, layout: list[Json] | None = None) -> Json:
    """Return the grids of one table; cells are divided by blanks, `_` is a blank inside one."""
    table: dict[str, Any] = {"columns": columns.split(";") if columns else []}
    if layout is not None:
        table["layout"] = layout
    table["rows"] = [[cell.replace("_", " ") for cell in row.split()] for row in rows]
    return {"grids": {name: table}}


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
        f'[ActionTable "Rank;Call"]\n1 @PBN505@{_text}\n',
    )
invalid(
    "5.1",
    "percent",
    "a section token has no percent sign",
    '[ActionTable "Rank;Remark"]\n1 @PBN506:3.2@5%\n',
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
invalid("5.2", "no-column", "a table has one column at least", '@PBN502@[ScoreTable ";"]\n1\n')
invalid(
    "5.2",
    "no-semicolons",
    "semicolons divide the columns",
    '@PBN503@[OptimumResultTable "Declarer Denomination Result"]\nN NT 9\n',
)
invalid(
    "5.2",
    "width",
    "an integer follows the backslash",
    '@PBN515:3.2@[ActionTable "Rank;Call\\L"]\n1 1C\n',
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


def _tables(clause: str, name: str, says: str, columns: str, *rows: str) -> None:
    body = "".join(f"{row}\n" for row in rows)
    valid(clause, name.lower(), says, f'[{name} "{columns}"]\n{body}', grid(name, columns, *rows))


def _cell(clause: str, table: str, column: str, says: str, cell: str, code: str = "PBN511") -> None:
    invalid(clause, column.lower(), says, f'[{table} "{column}"]\n@{code}@{cell}\n')


# 5.3 to 5.10: the defined tables

_tables(
    "5.3",
    "ActionTable",
    "actions with their percentages",
    "Rank;Call;Card;Declarer;Contract;Percentage",
    "1 1C - - - 100",
    "2 - SA S 4SX 12.5",
)
_cell("5.3", "ActionTable", "Call", "a call as in the auction", "9C")
_cell("5.3", "ActionTable", "Card", "a card as in the play", "AS")
_cell("5.3", "ActionTable", "Declarer", "a direction", "Q")
_cell("5.3", "ActionTable", "Contract", "a contract", "8NT")
_cell("5.3", "ActionTable", "Percentage", "a percentage", "many")

valid(
    "5.4",
    "times",
    "a thinking time for each call",
    CALLED + "1C Pass Pass Pass\n"
    '[AuctionTimeTable "Time;TotalTime"]\n05 05\n12 17\n01:02 01:19\n00:00:01 01:20\n',
    {
        **called("1C Pass Pass Pass"),
        **grid("AuctionTimeTable", "Time;TotalTime", "05 05", "12 17", "01:02 01:19", "00:00:01 01:20"),
    },
)
invalid(
    "5.4",
    "no-auction",
    "an auction stands before the table",
    '@PBN512@[AuctionTimeTable "Time"]\n12\n',
    grid("AuctionTimeTable", "Time", "12"),
)
invalid(
    "5.4",
    "too-many",
    "a row for each call",
    CALLED + '1C *\n@PBN513@[AuctionTimeTable "Time"]\n1\n2\n',
    {**called("1C", "closed"), **grid("AuctionTimeTable", "Time", "1", "2")},
)
invalid(
    "5.4",
    "time",
    "a time has seconds, minutes, hours",
    CALLED + '1C *\n[AuctionTimeTable "Time"]\n@PBN511@soon\n',
)

_tables(
    "5.5",
    "InstantScoreTable",
    "ranges that cover every score once",
    "ScoreRange_NS;Percentage_NS",
    "420,* 100",
    "420 80",
    "-50,420 60",
    "*,-49 0",
)
_cell("5.5", "InstantScoreTable", "ScoreRange_NS", "a score, or two bounds", "100,200,300")
invalid(
    "5.5",
    "overlap",
    "score ranges do not overlap",
    '@PBN514@[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n100,* 100\n120 50\n*,101 0\n',
)
invalid(
    "5.5",
    "gap",
    "score ranges cover the whole score space",
    '@PBN514@[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n100,* 100\n*,100 0\n',
)

valid(
    "5.6",
    "cards",
    "optimum cards of the leader and of the players after him",
    PLAYED + '[Play "W"]\nS6 SQ - -\n*\n[OptimumPlayTable "S;H;D;C"]\nT986 - - 5\nAQ53 - - -\n',
    played(
        play=play("S6 SQ - -", ending="closed"),
        **grid("OptimumPlayTable", "S;H;D;C", "T986 - - 5", "AQ53 - - -"),
    ),
)
invalid(
    "5.6",
    "not-held",
    "the optimum cards are cards of the player",
    PLAYED + '[Play "W"]\nS6 SQ - -\n*\n[OptimumPlayTable "S;H;D;C"]\n@PBN703@K - - -\n',
)
invalid(
    "5.6",
    "rank",
    "ranks, or a hyphen",
    PLAYED + '[Play "W"]\nS6 SQ - -\n*\n[OptimumPlayTable "S;H;D;C"]\n@PBN511@1 - - -\n',
)

_TWENTY = [f"{seat} {strain} {6 if seat in 'NS' else 7}"
           for seat in "NESW" for strain in ("NT", "S", "H", "D", "C")]  # fmt: skip
_tables("5.7", "OptimumResultTable", "twenty rows", "Declarer;Denomination;Result", *_TWENTY)
valid(
    "5.7",
    "any-row-order",
    "rows in any order, not all of them",
    '[OptimumResultTable "Declarer;Denomination;Result"]\nW C 0\nN NT 13\n',
    grid("OptimumResultTable", "Declarer;Denomination;Result", "W C 0", "N NT 13"),
)
_cell("5.7", "OptimumResultTable", "Declarer", "a direction", "X")
_cell("5.7", "OptimumResultTable", "Denomination", "a denomination", "N")
_cell("5.7", "OptimumResultTable", "Result", "0 to 13 tricks", "14")

valid(
    "5.8",
    "times",
    "a thinking time for each card",
    PLAYED + '[Play "W"]\nS6 SQ - -\n*\n[PlayTimeTable "Time"]\n05\n07\n',
    played(play=play("S6 SQ - -", ending="closed"), **grid("PlayTimeTable", "Time", "05", "07")),
)
invalid(
    "5.8",
    "no-play",
    "a play stands before the table",
    '@PBN512@[PlayTimeTable "Time"]\n12\n',
    grid("PlayTimeTable", "Time", "12"),
)
invalid(
    "5.8",
    "too-many",
    "a row for each card",
    PLAYED + '[Play "W"]\nS6 - - -\n*\n@PBN513@[PlayTimeTable "Time"]\n1\n2\n3\n4\n5\n',
)
invalid(
    "5.8",
    "time",
    "a time has seconds, minutes, hours",
    PLAYED + '[Play "W"]\nS6 - - -\n*\n[PlayTimeTable "Time"]\n@PBN511@1h\n',
)

_tables(
    "5.9",
    "ScoreTable",
    "results of a tournament",
    "Rank;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;IMP_NS;MP_NS;"
    "Percentage_NS;Multiplicity",
    "1 3 12 4S N 10 620 -620 8 22 91.7 2",
    "3 5 ? - - - ^300 - - - 60 1",
    "4 7 A1 Pass - - 0 0 -2.5 10 41 1",
)
valid(
    "5.9",
    "names",
    "a string with the names of the players",
    '[ScoreTable "Names_NS;Names_EW"]\n"Jones;Smith" "The Reds"\n',
    grid("ScoreTable", "Names_NS;Names_EW", "Jones;Smith The_Reds"),
)
_cell("5.9", "ScoreTable", "Contract", "a contract", "4Spades")
_cell("5.9", "ScoreTable", "Declarer", "a direction", "North")
_cell("5.9", "ScoreTable", "Result", "0 to 13 tricks", "+1")
_cell("5.9", "ScoreTable", "Percentage_NS", "a number", "50x")
invalid(
    "5.9",
    "wrong-score",
    "the score is that of contract and tricks",
    '[Vulnerable "None"]\n[ScoreTable "Contract;Declarer;Result;Score_NS"]\n'
    "3NT S 9 400\n@PBN704@3NT S 9 630\n",
)

_tables(
    "5.10",
    "TotalScoreTable",
    "total scores of a tournament",
    "Rank;PairId;TotalScore;TotalIMP;TotalMP;TotalPercentage;MeanScore;MeanIMP;MeanMP;"
    "MeanPercentage;NrBoards;Multiplicity",
    "1 226 2400 31 393.1 70.38 100 1.3 16.4 70.38 24 1",
)
_cell("5.10", "TotalScoreTable", "TotalMP", "a number", "top")
_cell("5.10", "TotalScoreTable", "NrBoards", "a number of games", "2.5")

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
valid(
    "6.2",
    "embedded",
    "<PBN> and </PBN> delimit PBN in another document",
    '<html>\n<p>A game: "7NT" [sic]</p>\n<PBN>\n[Board "1"]\n[Dealer "N"]\n</PBN>\n</html>\n',
    {"board": 1, "dealer": "N"},
    header="",
    suffix=".html",
)
valid(
    "6.2",
    "two-parts",
    "two embedded parts",
    'one\n<PBN>\n[Board "1"]\n</PBN>\ntwo\n<PBN>\n[Board "2"]\n</PBN>\nthree\n',
    {"board": 1},
    {"board": 2},
    header="",
    suffix=".html",
)
invalid(
    "6.2",
    "not-closed",
    "</PBN> signals the end of the PBN text",
    'text\n@PBN601@<PBN>\n[Board "1"]\n',
    header="",
    suffix=".html",
)
