"""Chapter 3 up to 3.4.15: game layout, tokens, tag pairs, the identification section."""

from __future__ import annotations

from cases.table import (
    DEAL,
    EXPORT_HEADER,
    PLAYED,
    Table,
    auction,
    called,
    export_board,
    export_game,
    play,
    played,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid

# 3 Game layout

valid("3", "empty-file", "a file has zero or more games: none at all", "")
valid(
    "3",
    "two-games",
    "an empty line begins a new game",
    '[Board "1"]\n\n[Board "2"]\n',
    {"board": 1},
    {"board": 2},
)
valid(
    "3",
    "semi-empty-line",
    "a line of blanks and tabs begins a new game too",
    '[Board "1"]\n \t \n[Board "2"]\n',
    {"board": 1},
    {"board": 2},
)
valid(
    "3",
    "several-empty-lines",
    "more than one empty line between games",
    '[Board "1"]\n\n\n\n[Board "2"]\n\n\n',
    {"board": 1},
    {"board": 2},
)
valid(
    "3",
    "empty-line-in-comment",
    "an empty line inside a comment does not end the game",
    '[Board "1"]\n{one\n\ntwo}\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N", "extras": {"pbn:comments": [["Board", "one\n\ntwo"]]}},
)
valid(
    "3",
    "same-data-again",
    "several games may hold identical information",
    '[Event "A"]\n[Board "1"]\n\n[Event "A"]\n[Board "1"]\n',
    {"event": "A", "board": 1},
    {"event": "A", "board": 1},
)
invalid(
    "3",
    "no-empty-line",
    "a game that does not begin with an empty line",
    f'[Board "1"]\n[Deal "{DEAL}"]\n@PBN301@[Board "2"]\n[Deal "{DEAL}"]\n',
    {"board": 1, "deal": DEAL},
    {"board": 2, "deal": DEAL},
)
invalid(
    "3",
    "text-outside",
    "text that is no part of a game",
    '[Board "1"]\n\n@PBN306@Generated 100 hands\n',
)
invalid(
    "3",
    "export-blanks",
    "in export format the line between games has no blanks",
    export_game() + "@PBN652@ \n" + export_game(Board="2"),
    export_board(),
    export_board(board=2),
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 3.1 Game sections

valid(
    "3.1",
    "all-sections",
    "identification, auction, play and a supplemental section",
    PLAYED + '[Auction "N"]\nPass Pass 1NT Pass\n3NT AP\n[Play "W"]\nS6 SQ S2 S4\n*\n'
    '[ActionTable "Rank;Call"]\n1 3NT\n',
    played(
        auction=auction("Pass Pass 1NT Pass 3NT Pass Pass Pass"),
        play=play("S6 SQ S2 S4", ending="closed"),
        grids={"ActionTable": {"columns": ["Rank", "Call"], "rows": [["1", "3NT"]]}},
    ),
)
valid(
    "3.1",
    "outcome-in-tags",
    "the outcome of an auction may be given by tags alone",
    '[Declarer "S"]\n[Contract "3NT"]\n',
    {"declarer": "S", "contract": "3NT"},
)
valid(
    "3.1",
    "tag-after-play",
    "in import format tags stand in any order, after the play as well",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n*\n[Event "late"]\n',
    played(event="late", play=play("S6 SQ S2 S4", ending="closed")),
)
invalid(
    "3.1",
    "auction-without-dealer",
    "before an auction the Dealer tag must be filled",
    '@PBN320@[Auction "N"]\n1C Pass Pass Pass\n',
    {"auction": auction("1C Pass Pass Pass")},
)
invalid(
    "3.1",
    "dealer-after-auction",
    "the Dealer tag stands before the auction",
    '@PBN320@[Auction "N"]\n1C Pass Pass Pass\n[Dealer "N"]\n',
    called("1C Pass Pass Pass"),
)
invalid(
    "3.1",
    "play-without-deal",
    "before a play Deal, Declarer and Contract must be filled",
    '[Declarer "S"]\n[Contract "3NT"]\n@PBN321@[Play "W"]\nS6 SQ S2 S4\n*\n',
    {"declarer": "S", "contract": "3NT", "play": play("S6 SQ S2 S4", ending="closed")},
)
invalid(
    "3.1",
    "play-without-contract",
    "before a play Deal, Declarer and Contract must be filled",
    f'[Deal "{DEAL}"]\n@PBN321@[Play "W"]\nS6 SQ S2 S4\n*\n',
    {"deal": DEAL, "play": play("S6 SQ S2 S4", ending="closed")},
)
invalid(
    "3.1",
    "export-section-order",
    "in export format the auction stands before the play",
    export_game('[Play "W"]\n*\n@PBN656@[Auction "N"]\nPass Pass 1NT Pass\n3NT AP\n'),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.1",
    "export-tables-sorted",
    "in export format sections are sorted by their tag name",
    export_game('[TotalScoreTable "Rank"]\n1\n@PBN656@[ActionTable "Rank"]\n1\n'),
    header=EXPORT_HEADER,
    newline="\r\n",
)

# 3.2 Tokens

valid(
    "3.2",
    "quote-and-backslash",
    "a quote and a backslash in a string",
    '[Event "the \\"big\\" one \\\\ other"]\n',
    {"event": 'the "big" one \\ other'},
)
valid(
    "3.2", "empty-string", "two adjacent quotes are an empty string", '[Event ""]\n', {"event": ""}
)
valid(
    "3.2",
    "apostrophe",
    "an apostrophe is not a quote",
    "[Event \"it's 'so'\"]\n",
    {"event": "it's 'so'"},
)
valid(
    "3.2",
    "self-terminating",
    "brackets and strings need no blanks around them",
    '[Event"a"][Site"b"]\n',
    {"event": "a", "site": "b"},
)
valid(
    "3.2",
    "other-tokens-in-string",
    "brackets, braces and semicolons inside a string",
    '[Event "a ] b [ c { d } e ; f"]\n',
    {"event": "a ] b [ c { d } e ; f"},
)
valid(
    "3.2",
    "glued-annotations",
    "annotations terminate themselves and the call before them",
    '[Dealer "N"]\n[Auction "N"]\n1C!=1=$15 Pass?$255Pass Pass\n[Note "1:strong"]\n',
    called("1C Pass Pass Pass", notes={"0": "strong"}, nags={"0": [1, 15], "1": [2, 255]}),
)
valid(
    "3.2",
    "self-delimiting-marks",
    "an asterisk terminates the call before it",
    '[Dealer "N"]\n[Auction "N"]\n1C*\n',
    called("1C", "closed"),
)
valid(
    "3.2",
    "name-characters",
    "letters, digits and underscores make a name",
    '[My_Tag2 "x"]\n',
    {"extras": {"pbn:My_Tag2": "x"}},
)
invalid(
    "3.2",
    "no-quotes",
    "a tag value is a string token with quotes",
    "@PBN308@[Event Spring_Pairs]\n",
    {"event": "Spring_Pairs"},
)
invalid(
    "3.2",
    "no-closing-quote",
    "a string is terminated by its closing quote",
    '@PBN309@[Event "Spring Pairs]\n[Board "1"]\n',
    {"event": "Spring Pairs", "board": 1},
)
invalid(
    "3.2",
    "unescaped-quote",
    "a quote inside a string has a backslash before it",
    '@PBN314@[Event "the "big" one"]\n',
    {"event": 'the "big" one'},
)

# 3.3 Tag pair

valid(
    "3.3",
    "several-on-a-line",
    "several tag pairs on one line",
    '[Event "a"] [Site "b"]\t[Board "1"]\n',
    {"event": "a", "site": "b", "board": 1},
)
valid(
    "3.3",
    "over-several-lines",
    "one tag pair over several lines",
    '[\nEvent\n"a"\n]\n[Board "1"]\n',
    {"event": "a", "board": 1},
)
valid(
    "3.3",
    "white-space",
    "white space between the tokens of a tag pair",
    '[  Event\t "a"  ]\n',
    {"event": "a"},
)
valid(
    "3.3",
    "items",
    "several items in a value, divided by semicolons",
    '[Annotator "A; B"]\n',
    {"extras": {"pbn:Annotator": "A; B"}},
)
valid(
    "3.3",
    "case-sensitive-names",
    "tag names are case sensitive: DEALER is another tag",
    '[DEALER "x"]\n',
    {"extras": {"pbn:DEALER": "x"}},
)
invalid(
    "3.3",
    "lower-case-name",
    "a tag name begins with an upper case letter",
    '@PBN312@[dealer "N"]\n',
    {"extras": {"pbn:dealer": "N"}},
)
invalid(
    "3.3",
    "no-closing-bracket",
    "a tag pair ends with a right bracket",
    '@PBN310@[Event "a"\n[Board "1"]\n',
    {"event": "a", "board": 1},
)
invalid(
    "3.3",
    "no-value",
    "a tag pair has a value",
    '@PBN311@[Event]\n[Board "1"]\n',
    {"event": "", "board": 1},
)
invalid("3.3", "no-name", "a tag pair has a name", '@PBN307@["a"]\n[Board "1"]\n')
invalid(
    "3.3",
    "export-two-on-a-line",
    "in export format each tag stands on a line of its own",
    export_game().replace('[Event ""]\n', '[Event ""] @PBN653@'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.3",
    "export-blanks",
    "in export format one blank divides name and value",
    export_game().replace('[Site "', '@PBN653@[Site  "'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.3",
    "export-indented",
    "in export format a tag begins in the first column",
    export_game().replace("[Site", " @PBN653@[Site"),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)

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
invalid(
    "3.4",
    "repeated",
    "a tag that already occurred is ignored",
    '[Event "first"]\n@PBN303@[Event "second"]\n',
    {"event": "first"},
)
invalid(
    "3.4",
    "export-repeated",
    "in export format a tag occurs once",
    export_game('[Room "Open"]\n@PBN303@[Room "Closed"]\n'),
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
invalid(
    "3.4.5",
    "comma",
    "a blank follows a comma in a name",
    '[West @PBN351@"Jones,Adam"]\n',
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
invalid("3.4.9", "dealer-word", "the dealer is W, N, E or S", '[Dealer @PBN333@"North"]\n')

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
    "a hand has thirteen cards at the most",
    '[Deal @PBN336@"N:AQ532.85.J532.T42 - - -"]\n',
)
invalid(
    "3.4.11",
    "twelve-cards",
    "a hand has not one card less than another",
    '[Deal @PBN354@"N:AQ5.85.J532.T42 2.Q7642.A8.AK763 - -"]\n',
    {"deal": "N:AQ5.85.J532.T42 2.Q7642.A8.AK763 - -"},
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

# 3.4.12 Scoring

valid("3.4.12", "basic", "a basic scoring system", '[Scoring "IMP"]\n', {"scoring": "IMP"})
valid(
    "3.4.12",
    "modifiers",
    "fields divided by semicolons",
    '[Scoring "IMP;Butler-2;Mean"]\n',
    {"scoring": "IMP;Butler-2;Mean"},
)
valid(
    "3.4.12",
    "open-ended",
    "the values are open ended",
    '[Scoring "HouseRules"]\n',
    {"scoring": "HouseRules"},
)
invalid(
    "3.4.12",
    "empty-field",
    "a field names a system or a modifier",
    '[Scoring @PBN352@";"]\n',
    {"scoring": ";"},
)

# 3.4.13 Declarer

for _seat in "WNES":
    valid(
        "3.4.13",
        f"declarer-{_seat.lower()}",
        "the declarer is one of four directions",
        f'[Declarer "{_seat}"]\n[Contract "1C"]\n',
        {"declarer": _seat, "contract": "1C"},
    )
valid(
    "3.4.13",
    "swapped",
    "declarer and dummy changed places",
    '[Declarer "^S"]\n[Contract "1C"]\n',
    {"declarer": "^S", "contract": "1C"},
)
valid(
    "3.4.13",
    "passed-out",
    "when all pass, the declarer is an empty string",
    '[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n',
    {"contract": "Pass", "result": ""},
)
invalid(
    "3.4.13",
    "word",
    "the declarer is W, N, E or S",
    '[Declarer @PBN337@"South"]\n[Contract "1C"]\n',
)
invalid(
    "3.4.13",
    "passed-out-with-declarer",
    "when all pass there is no declarer",
    '[Declarer @PBN343@@LAW307:3.4.15@"S"]\n[Contract "Pass"]\n[Result ""]\n',
)

# 3.4.14 Contract

for _text in ("1C", "2D", "3H", "4S", "5NT", "6CX", "7NTXX"):
    valid(
        "3.4.14",
        _text.lower(),
        "odd tricks, denomination, risk",
        f'[Declarer "S"]\n[Contract "{_text}"]\n',
        {"declarer": "S", "contract": _text},
    )
valid(
    "3.4.14", "pass", "all players pass", '[Declarer ""]\n[Contract "Pass"]\n', {"contract": "Pass"}
)
invalid("3.4.14", "eight", "odd tricks are 1 to 7", '[Declarer "S"]\n[Contract @PBN338@"8C"]\n')
invalid(
    "3.4.14",
    "word",
    "denominations are S, H, D, C and NT",
    '[Declarer "S"]\n[Contract @PBN338@"5Hearts"]\n',
)
invalid(
    "3.4.14",
    "n",
    "notrump is NT",
    '[Declarer "S"]\n[Contract @PBN812@"3N"]\n',
    {"declarer": "S", "contract": "3NT"},
)
invalid(
    "3.4.14", "xxx", "the risk is nothing, X or XX", '[Declarer "S"]\n[Contract @PBN338@"3SXXX"]\n'
)

# 3.4.15 Result

_S = '[Declarer "S"]\n[Contract "3NT"]\n'
_CONTRACT = {"declarer": "S", "contract": "3NT"}
valid(
    "3.4.15",
    "declarer",
    "tricks won by declarer",
    f'{_S}[Result "9"]\n',
    {**_CONTRACT, "result": 9},
)
valid("3.4.15", "zero", "no trick at all", f'{_S}[Result "0"]\n', {**_CONTRACT, "result": 0})
valid(
    "3.4.15",
    "ew",
    "tricks won by EW: the others are declarer's",
    f'{_S}[Result "EW 4"]\n',
    {**_CONTRACT, "result": 9},
)
valid("3.4.15", "ns", "tricks won by NS", f'{_S}[Result "NS 9"]\n', {**_CONTRACT, "result": 9})
valid(
    "3.4.15",
    "ew-ns",
    "tricks of both sides, EW first",
    f'{_S}[Result "EW 4 NS 9"]\n',
    {**_CONTRACT, "result": 9},
)
valid(
    "3.4.15",
    "ns-ew",
    "tricks of both sides, NS first",
    f'{_S}[Result "NS 9 EW 4"]\n',
    {**_CONTRACT, "result": 9},
)
valid(
    "3.4.15",
    "ns-without-declarer",
    "the side's tricks where the declarer is not known",
    '[Result "NS 9"]\n',
    {"result": {"NS": 9}},
)
valid(
    "3.4.15",
    "irregular",
    "the players agreed on a wrong number of tricks",
    f'{_S}[Result "^9"]\n',
    {**_CONTRACT, "result": {"declarer": 9, "irregular": True}},
)
invalid("3.4.15", "fourteen", "tricks are 0 to 13", f'{_S}[Result @PBN339@"14"]\n')
invalid("3.4.15", "word", "the result is a number of tricks", f'{_S}[Result @PBN339@"C-2"]\n')
invalid(
    "3.4.15",
    "sum",
    "both sides together win thirteen tricks",
    f'{_S}[Result @PBN340@"NS 9 EW 2"]\n',
)
invalid(
    "3.4.15",
    "passed-out",
    "when all pass, the result is an empty string",
    '[Declarer ""]\n[Contract "Pass"]\n@LAW307@[Result "7"]\n',
)
invalid(
    "3.4.15",
    "export-side",
    "in export format the result is declarer's tricks",
    export_game(Result="NS 7").replace('"NS 7"', '@PBN661@"NS 7"'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
