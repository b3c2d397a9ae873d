"""Clauses 3 to 3.3: game layout, tokens, tag pairs."""

from __future__ import annotations

from cases.table import (
    CALLED,
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
    f'[Board "1"]\n[Deal "{DEAL}"]\n@PBN301:3|3.4@[Board "2"]\n[Deal "{DEAL}"]\n',
    {"board": 1, "deal": DEAL},
    {"board": 2, "deal": DEAL},
)
invalid(
    "3",
    "text-outside",
    "text that is no part of a game",
    '[Board "1"]\n\n@PBN306:3|3.2@Generated 100 hands\n',
)
invalid(
    "3",
    "calls-behind-the-last-game",
    "a game ends at a semi-empty line, the last one too",
    '[Dealer "N"]\n[Auction "N"]\n1D Pass\n\n@PBN306:3|3.2@1H AP\n',
)
invalid(
    "3",
    "rows-behind-the-last-game",
    "a game ends at a semi-empty line, the last one too",
    '[ScoreTable "Rank;Names"]\n1 Ann\n \n@PBN306:3|3.2@2 Bob\n',
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

invalid(
    "3.2",
    "lone-backslash",
    "a backslash in a string is two backslashes",
    '[Event "C:@PBN317@\\dir"]\n',
    {"event": "C:\\dir"},
)
invalid(
    "3.2",
    "suit-symbol-in-string",
    "the suit symbols of comments are no escapes in a string",
    CALLED + '2D =1= AP\n[Note "1:6@PBN317@\\H or 6\\S"]\n',
    called("2D Pass Pass Pass", notes={"0": "6\\H or 6\\S"}),
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
    '[Annotator "A;B"]\n',
    {"extras": {"pbn:Annotator": "A;B"}},
)
valid(
    "3.3",
    "case-sensitive-names",
    "tag names are case sensitive: ROOM is another tag",
    '@~PBN318@[ROOM "x"]\n',
    {"extras": {"pbn:ROOM": "x"}},
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
