"""Chapter 4: supplemental tags, inheritance, expandability."""

from __future__ import annotations

from cases.table import DEAL, EXPORT_HEADER, PLAYED, Table, export_board, export_game, extras

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid


def _kept(clause: str, name: str, says: str, *values: str) -> None:
    """A tag whose value is kept as it stands, one file for each value."""
    for number, value in enumerate(values, 1):
        valid(
            clause,
            f"{name.lower()}-{number}" if len(values) > 1 else name.lower(),
            says,
            f'[{name} "{value}"]\n',
            extras(**{name: value}),
        )


def _wrong(clause: str, name: str, says: str, *values: str) -> None:
    """A value that the tag does not allow, one file for each; it is kept all the same."""
    for number, value in enumerate(values, 1):
        invalid(
            clause,
            f"{name.lower()}-{number}" if len(values) > 1 else name.lower(),
            says,
            f'[{name} @PBN401@"{value}"]\n',
            extras(**{name: value}),
        )


# 4.1 Game related information

_kept("4.1.1", "Competition", "the type of competition", "Teams")
valid(
    "4.1.2",
    "dealid-same-deal",
    "games of the same deal have the same DealId",
    f'[DealId "7"]\n[Deal "{DEAL}"]\n\n[DealId "7"]\n[Deal "{DEAL}"]\n',
    {"deal": DEAL, **extras(DealId="7")},
    {"deal": DEAL, **extras(DealId="7")},
)
invalid(
    "4.1.2",
    "dealid-two-deals",
    "no two deals have the same DealId",
    f'[DealId "7"]\n[Deal "{DEAL}"]\n\n[DealId @PBN411@"7"]\n[Deal "N:AKQJT98765432... - - -"]\n',
    {"deal": DEAL, **extras(DealId="7")},
    {"deal": "N:AKQJT98765432... - - -", **extras(DealId="7")},
)
_kept("4.1.3", "Description", "any description of the game", "a pretty squeeze")
_kept("4.1.4", "FrenchMP", "French scoring: Yes or No", "Yes", "No")
_wrong("4.1.4", "FrenchMP", "French scoring: Yes or No", "Maybe")
_kept("4.1.5", "Generator", "the program that dealt", "Dealer 1.0, seed 5")
_kept("4.1.6", "Hidden", "directions of hidden hands", "WE", "N", "WNES")
_wrong("4.1.6", "Hidden", "only W, N, E and S are hidden", "WX", "West")
valid("4.1.7", "open", "the open room", '[Room "Open"]\n', {"room": "Open"})
valid("4.1.7", "closed", "the closed room", '[Room "Closed"]\n', {"room": "Closed"})
invalid("4.1.7", "other", "a room is Open or Closed", '[Room @PBN401@"Third"]\n', {"room": "Third"})
_kept("4.1.8", "Termination", "why the game ended", "normal", "time forfeit")

# 4.2 Score related information

for _name, _value, _means in (
    ("declarer", "420", {"declarer": 420}), ("ew", "EW 50", {"EW": 50}),
    ("ns", "NS -100", {"NS": -100}), ("ew-ns", "EW -420 NS 420", {"EW": -420, "NS": 420}),
    ("ns-ew", "NS 0 EW 0", {"NS": 0, "EW": 0}),
):  # fmt: skip
    valid(
        "4.2.1",
        _name,
        "one of the five forms of a score",
        f'[Score "{_value}"]\n',
        {"score": _means},
    )
invalid("4.2.1", "word", "a score is a whole number", '[Score @PBN402@"many"]\n')
invalid("4.2.1", "broken", "a score is a whole number", '[Score @PBN402@"NS 10.a"]\n')
for _name, _value, _means in (
    ("decimal", "4.2", {"declarer": 4.2}), ("decimal-side", "NS 50.5", {"NS": 50.5})
):  # fmt: skip
    invalid(
        "4.2.1",
        _name,
        "a score is the whole number of points",
        f'[Score @PBN407@"{_value}"]\n',
        {"score": _means},
    )
TABLE.practice(
    "4.2.1",
    "plus",
    "programs write a plus sign before points that are won",
    '[Score @~PBN403@"NS +420"]\n',
    {"score": {"NS": 420}},
    quote="where <score> is the integer number of points.",
)
_kept("4.2.2", "ScoreIMP", "IMPs, whole or with a decimal dot", "NS 11", "NS -2.5 EW 2.5", "3")
_wrong("4.2.2", "ScoreIMP", "IMPs are a number", "many", "NS 10.a", "NS 2,5")
_kept("4.2.3", "ScoreMP", "matchpoints, whole or with a decimal dot", "EW 12", "EW 12.5")
_wrong("4.2.3", "ScoreMP", "matchpoints are a number", "top", "NS")
_kept("4.2.4", "ScorePercentage", "a number from 0 to 100", "NS 50.00 EW 50.00", "100", "0")
_wrong("4.2.4", "ScorePercentage", "a number from 0 to 100", "NS 100.01", "-10", "50%")
_kept("4.2.5", "ScoreRubber", "points above and below the line", "NS 150/100", "0/60")
_wrong("4.2.5", "ScoreRubber", "points above and below the line", "100", "NS 100/", "NS -10/60")
_kept(
    "4.2.6",
    "ScoreRubberHistory",
    "the score before a deal of a rubber",
    "NS 0 0/0 EW 0 0/0",
    "NS 0 300/100 0 EW 500 50/40 60",
    "NS 0 0/100 0 30 EW 0 0/0 120 0",
)
valid(
    "4.2.6",
    "vulnerable",
    "the side that won a game is vulnerable",
    '[Vulnerable "NS"]\n[ScoreRubberHistory "NS 0 0/100 0 EW 0 0/0 0"]\n',
    {"vulnerable": "NS", **extras(ScoreRubberHistory="NS 0 0/100 0 EW 0 0/0 0")},
)
_wrong(
    "4.2.6",
    "ScoreRubberHistory",
    "three to five score units for each side",
    "NS 0 0/0",
    "NS 0/0 EW 0/0",
    "NS 0 0/0 0 0 0 EW 0 0/0 0 0 0",
)
invalid(
    "4.2.6",
    "two-games-at-once",
    "both sides are in the same game",
    '[ScoreRubberHistory @PBN401@"NS 0 0/0 0 EW 0 0/0"]\n',
    extras(ScoreRubberHistory="NS 0 0/0 0 EW 0 0/0"),
)
invalid(
    "4.2.6",
    "not-vulnerable",
    "the games won define the vulnerability",
    '[Vulnerable "All"]\n[ScoreRubberHistory @PBN701@"NS 0 0/100 0 EW 0 0/0 0"]\n',
    {"vulnerable": "All", **extras(ScoreRubberHistory="NS 0 0/100 0 EW 0 0/0 0")},
)
_kept(
    "4.2.7",
    "OptimumScore",
    "the score of one side, or opposite ones of both",
    "NS 420",
    "EW -100",
    "NS 600 EW -600",
    "EW 50 NS -50",
)
_wrong("4.2.7", "OptimumScore", "the side is named, and its score", "100", "EW")
invalid(
    "4.2.7",
    "not-opposite",
    "the scores of the sides are opposite",
    '[OptimumScore @PBN702@"NS 420 EW 420"]\n',
    extras(OptimumScore="NS 420 EW 420"),
)

# 4.3 Player related information

_kept("4.3.1", "BidSystemEW", "the bidding system of a side", "Acol")
_kept("4.3.1", "BidSystemNS", "the bidding system of a side", "2/1")
for _name in ("PairEW", "PairNS"):
    _kept("4.3.2", _name, "a partnership", "Jones;Smith")
for _seat in ("West", "North", "East", "South"):
    _kept("4.3.3", f"{_seat}NA", "a network address", "jo@example.org")
    _kept("4.3.4", f"{_seat}Type", "a type of player", "human")

# 4.4 Event related information

_kept("4.4.1", "EventDate", "a date as in the Date tag", "2026.11.20", "2026.??.??")
_wrong("4.4.1", "EventDate", "a date as in the Date tag", "20.11.2026")
_kept("4.4.2", "EventSponsor", "the sponsor", "A Bank")
valid("4.4.3", "hometeam", "the home team", '[HomeTeam "Reds"]\n', {"teams": {"home": "Reds"}})
_kept("4.4.4", "Round", "letters, digits, underscores, parts divided by periods", "1", "Final_A.2")
_wrong(
    "4.4.4", "Round", "letters, digits, underscores, parts divided by periods", "&", "-1", "1..2"
)
_kept("4.4.5", "Section", "a playing section", "Ladies")
_kept("4.4.6", "Stage", "a stage of the event", "Semifinal")
valid(
    "4.4.7",
    "table-crlf",
    "a tag, not a section, whatever the line end",
    '[Table "12"]\n[Board "1"]\n',
    {"board": 1, **extras(Table="12")},
    newline="\r\n",
)
_kept("4.4.7", "Table", "a table, normally a number", "12", "A3")
valid(
    "4.4.8",
    "visitteam",
    "the visiting team",
    '[VisitTeam "Blues"]\n',
    {"teams": {"visit": "Blues"}},
)

# 4.5, 4.6 Time

_kept("4.5.1", "Time", "hours, minutes and seconds", "20:15:00", "20:??:??")
_wrong("4.5.1", "Time", "colons divide two digits each", "20.15.00", "8:15:00", "25:00:00")
_kept("4.5.2", "UTCDate", "a date as in the Date tag", "2026.11.20")
_wrong("4.5.2", "UTCDate", "a date as in the Date tag", "2026-11-20")
_kept("4.5.3", "UTCTime", "a time as in the Time tag", "19:15:00")
_wrong("4.5.3", "UTCTime", "a time as in the Time tag", "7pm")
_kept("4.6.1", "TimeControl", "games and minutes, or no limit", "4/30", "")
_wrong("4.6.1", "TimeControl", "games and minutes", "4 in 30")
_kept("4.6.2", "TimeCall", "seconds", "60")
_wrong("4.6.2", "TimeCall", "seconds are a number", "a minute")
_kept("4.6.3", "TimeCard", "seconds", "30")
_wrong("4.6.3", "TimeCard", "seconds are a number", "0:30")

# 4.7 Miscellaneous

_kept("4.7.1", "Annotator", "who annotated the game", "Jones, A.; Smith, J.")
_kept("4.7.2", "AnnotatorNA", "the annotator's address", "jo@example.org")
valid(
    "4.7.3",
    "application",
    "data of a program follow in a comment",
    '[Application "Viewer"]\n{colour=4}\n',
    {"extras": {"pbn:Application": "Viewer", "pbn:comments": [["Application", "colour=4"]]}},
)
_kept("4.7.4", "Mode", "the playing mode", "TABLE", "EM")

# 4.8 Tag value inheritance

valid(
    "4.8",
    "inherit",
    "# takes the value of the game before",
    '[Event "A"]\n[Board "1"]\n\n[Event "#"]\n[Board "2"]\n',
    {"event": "A", "board": 1},
    {"event": "A", "board": 2},
)
valid(
    "4.8",
    "chain",
    "# after # takes the last real value",
    '[Event "A"]\n[Board "1"]\n\n[Event "#"]\n[Board "2"]\n\n[Event "#"]\n[Board "3"]\n',
    {"event": "A", "board": 1},
    {"event": "A", "board": 2},
    {"event": "A", "board": 3},
)
valid(
    "4.8",
    "nearest",
    "# takes the value of the nearest game, not of the first",
    '[Event "A"]\n[Board "1"]\n\n[Event "B"]\n[Board "2"]\n\n[Event "#"]\n[Board "3"]\n',
    {"event": "A", "board": 1},
    {"event": "B", "board": 2},
    {"event": "B", "board": 3},
)
valid(
    "4.8",
    "players",
    "each tag inherits its own value",
    '[West "A"]\n[North "B"]\n\n[West "#"]\n[North "C"]\n\n[West "#"]\n[North "#"]\n',
    {"players": {"W": "A", "N": "B"}},
    {"players": {"W": "A", "N": "C"}},
    {"players": {"W": "A", "N": "C"}},
)
valid(
    "4.8",
    "over-a-gap",
    "the nearest previous game that has the tag",
    '[Event "A"]\n[Board "1"]\n\n[Board "2"]\n\n[Event "#"]\n[Board "3"]\n',
    {"event": "A", "board": 1},
    {"board": 2},
    {"event": "A", "board": 3},
)
valid(
    "4.8",
    "nothing-before",
    "without a previous tag the value is empty",
    '[Event @~PBN405@"#"]\n[Board "1"]\n',
    {"event": "", "board": 1},
)
valid(
    "4.8",
    "supplemental",
    "supplemental tags inherit too",
    '[Stage "Final"]\n\n[Stage "#"]\n',
    extras(Stage="Final"),
    extras(Stage="Final"),
)
valid(
    "4.8",
    "all-games",
    "## is the value in all subsequent games",
    '[Event "##A"]\n[Board "1"]\n\n[Board "2"]\n\n[Board "3"]\n',
    {"event": "A", "board": 1},
    {"event": "A", "board": 2},
    {"event": "A", "board": 3},
)
valid(
    "4.8",
    "redefined",
    "a value redefined in the middle of the file, without ##",
    '[Date "##2026.11.20"]\n[Board "1"]\n\n[Board "2"]\n\n[Date "2026.11.21"]\n[Board "3"]\n\n'
    '[Board "4"]\n',
    {"date": "2026.11.20", "board": 1},
    {"date": "2026.11.20", "board": 2},
    {"date": "2026.11.21", "board": 3},
    {"date": "2026.11.21", "board": 4},
)
valid(
    "4.8",
    "hash-inside",
    "a number sign that is not the whole value inherits nothing",
    '[West "A#23"]\n',
    {"players": {"W": "A#23"}},
)
valid(
    "4.8",
    "hash-first",
    "the special values are # alone and what begins with ##",
    '[West "A"]\n\n[West "#23"]\n',
    {"players": {"W": "A"}},
    {"players": {"W": "#23"}},
)
valid(
    "4.8",
    "export-omitted",
    "in export format a mandatory tag may be left out after ##",
    export_game(Event="##Pairs") + "\n" + export_game(Board="2").replace('[Event ""]\n', ""),
    export_board(event="Pairs"),
    export_board(event="Pairs", board=2),
    header=EXPORT_HEADER,
    newline="\r\n",
)
for _name in ("Dealer", "Vulnerable", "Deal", "Contract"):
    _first = {"Dealer": "N", "Vulnerable": "NS", "Deal": DEAL, "Contract": "Pass"}[_name]
    invalid(
        "4.8",
        f"forbidden-{_name.lower()}",
        f"{_name} is one of the tags that cannot inherit",
        f'[{_name} "{_first}"]\n\n[{_name} @PBN404@"#"]\n',
    )
invalid(
    "4.8",
    "forbidden-declarer",
    "Declarer is one of the tags that cannot inherit",
    '[Declarer "N"]\n[Contract "1C"]\n\n[Declarer @PBN404@"#"]\n[Contract "1C"]\n',
)
invalid(
    "4.8",
    "forbidden-auction",
    "Auction is one of the tags that cannot inherit",
    '[Dealer "N"]\n[Auction "N"]\nAP\n\n[Dealer "N"]\n[Auction @PBN404@"#"]\nAP\n',
)
invalid(
    "4.8",
    "forbidden-play",
    "Play is one of the tags that cannot inherit",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n*\n\n' + PLAYED + '[Play @PBN404@"#"]\nS6 SQ S2 S4\n*\n',
)
invalid("4.8", "forbidden-hash-hash", "the same tags cannot use ##", '[Dealer @PBN404@"##N"]\n')

# 4.9, 4.10

valid(
    "4.9",
    "unknown-tag",
    "a tag that is not known is skipped, its neighbours are read",
    '[Board "1"]\n[FutureTag "x"]\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N", **extras(FutureTag="x")},
)
valid(
    "4.9",
    "unknown-section",
    "a section that is not known is skipped to the next tag",
    '[Board "1"]\n[FutureSection "x"]\na b c\n"d e" f\n[Dealer "N"]\n',
    {
        "board": 1,
        "dealer": "N",
        "grids": {"FutureSection": {"columns": [], "rows": [["a", "b", "c"], ["d e", "f"]]}},
        **extras(FutureSection="x"),
    },
)
valid(
    "4.10",
    "version-1.0",
    "a file of PBN 1.0",
    '[Board "1"]\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N"},
    header="% PBN 1.0\n",
)
valid(
    "4.10",
    "version-2.0",
    "a file of PBN 2.0",
    '[Board "1"]\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N"},
    header="% PBN 2.0\n",
)

invalid(
    "4.4.4",
    "Round-blank",
    "a blank belongs to no part of a round",
    '[Board "1"]\n[Round @PBN810:4.4.4@"3 "]\n',
)
