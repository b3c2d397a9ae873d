"""Clauses 3.4 to 3.4.11: the identification section up to the deal."""

from __future__ import annotations

from cases.table import (
    DEAL,
    EXPORT_HEADER,
    Table,
    export_board,
    export_game,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid

# 3.4 Identification section

valid(
    "3.4",
    "nothing-mandatory",
    "in import format no tag is mandatory",
    '[Deal "N:AQ53.85.J532.T42 - - -"]\n',
    {"deal": "N:AQ53.85.J532.T42 - - -"},
)
valid(
    "3.4",
    "unknown-and-inappropriate",
    "? is an unknown value, an empty string no value at all",
    '[Event "?"]\n[Site ""]\n[Date "?"]\n[Board ""]\n[West "?"]\n[Dealer "?"]\n'
    '[Vulnerable ""]\n[Deal "?"]\n[Scoring "?"]\n[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n',
    {
        "event": None,
        "site": "",
        "date": None,
        "board": "",
        "players": {"W": None},
        "dealer": None,
        "vulnerable": "",
        "deal": None,
        "scoring": None,
        "declarer": None,
        "contract": None,
        "result": None,
    },
)
valid(
    "3.4",
    "export-order",
    "mandatory tags in their order, the others by the alphabet",
    export_game('[Competition "Teams"]\n[HomeTeam "A"]\n[Room "Open"]\n[VisitTeam "B"]\n'),
    export_board(
        room="Open", teams={"home": "A", "visit": "B"}, extras={"pbn:Competition": "Teams"}
    ),
    header=EXPORT_HEADER,
    newline="\r\n",
)
valid(
    "3.4",
    "any-order",
    "in import format the order of tags does not matter",
    '[Result "7"]\n[Contract "3NT"]\n[Declarer "S"]\n[Board "1"]\n',
    {"board": 1, "declarer": "S", "contract": "3NT", "result": 7},
)
valid(
    "3.4",
    "repeated",
    "in import format a tag that already occurred is ignored",
    '[Event "first"]\n@~PBN304@[Event "second"]\n',
    {"event": "first"},
)
invalid(
    "3.4",
    "export-repeated",
    "in export format a tag occurs once",
    export_game('[Room "Open"]\n@PBN304@[Room "Closed"]\n'),
    export_board(room="Open"),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.4",
    "export-missing",
    "in export format all mandatory tags are given",
    "@PBN654@" + export_game().replace('[Scoring ""]\n', ""),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.4",
    "export-mandatory-order",
    "in export format mandatory tags have a fixed order",
    export_game().replace('[Event ""]\n[Site ""]', '[Site ""]\n@PBN655@[Event ""]'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.4",
    "export-supplemental-order",
    "in export format supplemental tags are sorted",
    export_game('[Room "Open"]\n@PBN655@[Competition "Teams"]\n'),
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 3.4.1 to 3.4.8

valid(
    "3.4.1",
    "event",
    "the event",
    '[Event "Spring Foursomes, final"]\n',
    {"event": "Spring Foursomes, final"},
)
valid(
    "3.4.2",
    "site",
    "the site with an ISO 3166 country code",
    '[Site "Amsterdam, The Netherlands NLD"]\n',
    {"site": "Amsterdam, The Netherlands NLD"},
)
valid("3.4.3", "date", "year, month and day", '[Date "1995.06.10"]\n', {"date": "1995.06.10"})
valid(
    "3.4.3",
    "date-unknown-day",
    "question marks in place of unknown digits",
    '[Date "1995.06.??"]\n',
    {"date": "1995.06.??"},
)
valid(
    "3.4.3",
    "date-unknown-all",
    "nothing of the date is known",
    '[Date "????.??.??"]\n',
    {"date": "????.??.??"},
)
invalid(
    "3.4.3",
    "date-hyphens",
    "periods divide year, month and day",
    '[Date @PBN331@"2023-07-28"]\n',
    {"date": "2023-07-28"},
)
invalid(
    "3.4.3",
    "date-short",
    "the format has always ten characters",
    '[Date @PBN331@"95.06.10"]\n',
    {"date": "95.06.10"},
)
invalid(
    "3.4.3",
    "date-letter",
    "digits or question marks only",
    '[Date @PBN331@"1995.o6.10"]\n',
    {"date": "1995.o6.10"},
)
invalid(
    "3.4.3",
    "date-no-such-month",
    "there are twelve months",
    '[Date @PBN350@"1995.13.10"]\n',
    {"date": "1995.13.10"},
)
valid("3.4.4", "board", "a positive whole number", '[Board "12"]\n', {"board": 12})
invalid("3.4.4", "board-zero", "the board number is positive", '[Board @PBN332@"0"]\n')
invalid(
    "3.4.4",
    "board-word",
    "the board number is a number",
    '[Board @PBN332@"Example 1"]\n',
    {"name": "Example 1"},
)
valid(
    "3.4.5",
    "names",
    "family name, comma, first name; several names divided by semicolons",
    '[West "Jones, Adam;Smith, Jo"]\n',
    {"players": {"W": "Jones, Adam;Smith, Jo"}},
)
valid(
    "3.4.5",
    "comma",
    "a blank should follow a comma in a name",
    '[West @~PBN351@"Jones,Adam"]\n',
    {"players": {"W": "Jones,Adam"}},
)
valid(
    "3.4.6", "north", "the north player", '[North "Smith, Jo"]\n', {"players": {"N": "Smith, Jo"}}
)
valid("3.4.7", "east", "the east player", '[East "Smith, Jo"]\n', {"players": {"E": "Smith, Jo"}})
valid(
    "3.4.8", "south", "the south player", '[South "Smith, Jo"]\n', {"players": {"S": "Smith, Jo"}}
)

# 3.4.9 Dealer

for _seat in "WNES":
    valid(
        "3.4.9",
        f"dealer-{_seat.lower()}",
        "the dealer is one of four directions",
        f'[Dealer "{_seat}"]\n',
        {"dealer": _seat},
    )
invalid(
    "3.4.9",
    "dealer-word",
    "the dealer is W, N, E or S",
    '[Dealer @PBN817@"North"]\n',
    {"dealer": "N"},
)
invalid("3.4.9", "dealer-colour", "the dealer is W, N, E or S", '[Dealer @PBN333@"Black"]\n')

# 3.4.10 Vulnerable

for _name, _value, _means in (
    ("none", "None", "None"), ("love", "Love", "None"), ("hyphen", "-", "None"),
    ("ns", "NS", "NS"), ("ew", "EW", "EW"), ("all", "All", "All"), ("both", "Both", "All"),
):  # fmt: skip
    valid(
        "3.4.10",
        _name,
        f"{_value} is one of the seven values",
        f'[Vulnerable "{_value}"]\n',
        {"vulnerable": _means},
    )
invalid("3.4.10", "one-seat", "not a vulnerability", '[Vulnerable @PBN334@"E"]\n')
invalid(
    "3.4.10",
    "hyphenated",
    "sides are written NS and EW",
    '[Vulnerable @PBN811@"N-S"]\n',
    {"vulnerable": "NS"},
)
invalid(
    "3.4.10",
    "export-both",
    "export format says All",
    export_game(Vulnerable="Both").replace('"Both"', '@PBN658@"Both"'),
    export_board(vulnerable="All"),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.4.10",
    "export-love",
    "export format says None",
    export_game(Vulnerable="Love").replace('"Love"', '@PBN658@"Love"'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 3.4.11 Deal

valid("3.4.11", "full", "four hands clockwise from the first", f'[Deal "{DEAL}"]\n', {"deal": DEAL})
valid(
    "3.4.11",
    "first-west",
    "the first hand may be any",
    '[Deal "W:T9876.AJ3.QT94.5 AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98"]\n',
    {"deal": DEAL},
)
valid(
    "3.4.11",
    "any-rank-order",
    "in import format the ranks of a suit stand in any order",
    '[Deal "N:35AQ.58.23J5.24T - - -"]\n',
    {"deal": "N:AQ53.85.J532.T42 - - -"},
)
valid(
    "3.4.11",
    "void",
    "nothing stands in the place of a suit without cards",
    '[Deal "N:.AKQJT98765432.. - - -"]\n',
    {"deal": "N:.AKQJT98765432.. - - -"},
)
valid(
    "3.4.11",
    "spade-void-first",
    "a void in spades at the beginning of a hand",
    '[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]\n',
    {"deal": "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"},
)
valid(
    "3.4.11",
    "two-hands",
    "a hyphen for a hand that is not given",
    '[Deal "W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"]\n',
    {"deal": "N:- A8654.KQ5.T.QJT6 - KQT2.AT.J6542.85"},
)
invalid(
    "3.4.11",
    "bad-rank",
    "the ranks are A K Q J T 9 to 2",
    '[Deal @PBN335@"N:vKQ2.AT.J6542.85 - - -"]\n',
)
invalid(
    "3.4.11",
    "ten",
    "the ten is written T",
    '[Deal @PBN807@"N:AQ103.85.J532.J42 - - -"]\n',
    {"deal": "N:AQT3.85.J532.J42 - - -"},
)
invalid(
    "3.4.11",
    "card-twice",
    "no card is in two hands",
    '[Deal @PBN336@"N:AQ53.85.J532.T42 A.Q7642.A8.K7632 - -"]\n',
)
invalid(
    "3.4.11",
    "fourteen-cards",
    "a hand has thirteen cards at most",
    '[Deal @PBN336@"N:AQ532.85.J532.T42 - - -"]\n',
)
TABLE.practice(
    "3.4.11",
    "twelve-cards",
    "a checker warns of a hand with one card less than another",
    '[Deal @PBN354@"N:AQ5.85.J532.T42 2.Q7642.A8.AK763 - -"]\n',
    {"deal": "N:AQ5.85.J532.T42 2.Q7642.A8.AK763 - -"},
    quote="The Deal tag value gives the cards of each hand.",
)
invalid(
    "3.4.11",
    "three-suits",
    "three dots divide four suits",
    '[Deal @PBN335@"N:AQ53.85.J532 - - -"]\n',
)
invalid(
    "3.4.11",
    "three-hands",
    "four hands are named, given or not",
    '[Deal @PBN335@"N:AQ53.85.J532.T42 - -"]\n',
)
invalid(
    "3.4.11",
    "no-first",
    "the direction of the first hand is given",
    '[Deal @PBN335@"AQ53.85.J532.T42 - - -"]\n',
)
invalid(
    "3.4.11",
    "double-blank",
    "one blank stands between two hands",
    '[Deal @PBN342@"N:AQ53.85.J532.T42  - - -"]\n',
    {"deal": "N:AQ53.85.J532.T42 - - -"},
)
invalid(
    "3.4.11",
    "dots-for-no-hand",
    "a hand that is not given is a hyphen",
    '[Deal @PBN808@"N:AQ53.85.J532.T42 ... - -"]\n',
    {"deal": "N:AQ53.85.J532.T42 - - -"},
)
invalid(
    "3.4.11",
    "export-rank-order",
    "in export format ranks descend",
    export_game().replace('"N:AQ53', '@PBN659@"N:A3Q5'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.4.11",
    "export-first",
    "in export format the dealer's hand is the first",
    export_game(Dealer="E").replace('"N:AQ53', '@PBN660@"N:AQ53'),
    export_board(dealer="E"),
    header=EXPORT_HEADER,
    newline="\r\n",
)
