"""Clauses 5.3 to 5.10: the tables that the standard defines."""

from __future__ import annotations

from cases.table import (
    CALLED,
    PLAYED,
    Table,
    called,
    grid,
    play,
    played,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid


def _table(clause: str, name: str, says: str, columns: str, *rows: str) -> None:
    body = "".join(f"{row}\n" for row in rows)
    tag = f'[{name} "{columns}"]'
    note = "@~PBN213:2.3@" if len(tag) >= 80 else ""
    valid(clause, name.lower(), says, f"{note}{tag}\n{body}", grid(name, columns, *rows))


def _cell(clause: str, table: str, column: str, says: str, cell: str) -> None:
    invalid(clause, column.lower(), says, f'[{table} "{column}"]\n@PBN511@{cell}\n')


# 5.3 to 5.10: the defined tables

_table(
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
        **grid(
            "AuctionTimeTable", "Time;TotalTime", "05 05", "12 17", "01:02 01:19", "00:00:01 01:20"
        ),
    },
)
valid(
    "5.4",
    "skipped-player",
    "a row for each call token; ^S is an irregularity token",
    CALLED + '1D ^S 1H AP\n[AuctionTimeTable "Time"]\n05\n12\n30\n',
    {
        **called("1D . 1H Pass Pass Pass", irregularities={"1": "skipped"}),
        **grid("AuctionTimeTable", "Time", "05", "12", "30"),
    },
    round_trip=False,
)
invalid(
    "5.4",
    "row-for-a-skipped-player",
    "a row for each call token; ^S is an irregularity token",
    CALLED + '1D ^S 1H *\n@PBN513@[AuctionTimeTable "Time"]\n05\n12\n30\n',
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
invalid(
    "5.4",
    "time-of-61-seconds",
    "minutes and seconds go up to 59, as in the Time tag",
    CALLED + '1C *\n[AuctionTimeTable "Time"]\n@PBN511:5.4|4.5.1@00:61\n',
)
invalid(
    "5.4",
    "time-of-60-minutes",
    "minutes and seconds go up to 59, as in the Time tag",
    CALLED + '1C *\n[AuctionTimeTable "TotalTime"]\n@PBN511:5.4|4.5.1@00:60:00\n',
)

_table(
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
_table("5.7", "OptimumResultTable", "twenty rows", "Declarer;Denomination;Result", *_TWENTY)
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

# North, East, South and West, each in notrump, spades, hearts, diamonds and clubs.
_TRICKS = {"N": (6, 9, 5, 3, 8), "E": (7, 3, 8, 10, 4), "S": (6, 9, 5, 2, 8), "W": (6, 3, 7, 10, 1)}
for _tag, _value in (
    ("DoubleDummyTricks", "6953869528738a4637a1"),
    ("Ability", "N:69538 E:738A4 S:69528 W:637A1"),
):
    TABLE.practice(
        "5.7",
        _tag.lower(),
        "programs state the numbers of tricks in a tag of their own",
        f'[{_tag} "{_value}"]\n',
        {
            **grid(
                "OptimumResultTable",
                "Declarer;Denomination;Result",
                *(
                    f"{seat} {strain} {count}"
                    for seat, counts in _TRICKS.items()
                    for strain, count in zip(("NT", "S", "H", "D", "C"), counts, strict=True)
                ),
                layout=[{}, {"width": 2, "align": "R"}, {"width": 2, "align": "R"}],
            ),
            "extras": {f"pbn:{_tag}": _value},
        },
        quote="For each direction, being the declarer, and for each denomination the maximum "
        "number of tricks is given based on optimum declarer play and optimum defence.",
    )

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

_table(
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

_table(
    "5.10",
    "TotalScoreTable",
    "total scores of a tournament",
    "Rank;PairId;TotalScore;TotalIMP;TotalMP;TotalPercentage;MeanScore;MeanIMP;MeanMP;"
    "MeanPercentage;NrBoards;Multiplicity",
    "1 226 2400 31 393.1 70.38 100 1.3 16.4 70.38 24 1",
)
_cell("5.10", "TotalScoreTable", "TotalMP", "a number", "top")
_cell("5.10", "TotalScoreTable", "NrBoards", "a number of games", "2.5")
