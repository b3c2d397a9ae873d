"""Clauses 3.5 to 3.5.2: the auction and its calls."""

from __future__ import annotations

from cases.table import (
    BID,
    BODY,
    CALLED,
    EXPORT_HEADER,
    Table,
    auction,
    called,
    export_board,
    export_game,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid
_export = TABLE.breaks_export

# 3.5 Auction section

valid(
    "3.5",
    "complete",
    "the auction ends with all passes",
    CALLED + "1C 1H 1S Pass\nPass Pass\n",
    called("1C 1H 1S Pass Pass Pass"),
)
valid(
    "3.5",
    "passed-out",
    "four passes",
    CALLED + "Pass Pass Pass Pass\n",
    called("Pass Pass Pass Pass"),
)
valid(
    "3.5",
    "columns",
    "players before the dealer have a hyphen",
    '[Dealer "N"]\n[Auction "W"]\n-  1C Pass Pass\nPass\n',
    called("1C Pass Pass Pass"),
)
valid(
    "3.5",
    "three-hyphens",
    "three players sit before the dealer in the table",
    '[Dealer "N"]\n[Auction "E"]\n- - - 1C\nPass Pass Pass\n',
    called("1C Pass Pass Pass"),
)
valid(
    "3.5",
    "closed",
    "an asterisk: no further calls will be given",
    CALLED + "1C Pass *\n",
    called("1C Pass", "closed"),
)
valid(
    "3.5",
    "open",
    "a plus sign stands for the next call",
    CALLED + "1C Pass +\n",
    called("1C Pass", "open"),
)
valid(
    "3.5",
    "unmarked",
    "the plus sign is not obligatory",
    CALLED + "1C Pass\n",
    called("1C Pass", "unknown"),
)
valid(
    "3.5",
    "five-on-a-line",
    "in import format a line may have any number of calls",
    CALLED + "1C Pass 1H Pass 2H\nPass Pass Pass\n",
    called("1C Pass 1H Pass 2H Pass Pass Pass"),
)
valid(
    "3.5",
    "export",
    "in export format four calls a line, from the dealer",
    export_game(BODY),
    export_board(auction=auction(BID)),
    header=EXPORT_HEADER,
    newline="\r\n",
)
invalid(
    "3.5",
    "first-seat",
    "the first call is made by W, N, E or S",
    '[Dealer "N"]\n[Auction @PBN360@"X"]\n1C Pass Pass Pass\n',
)
invalid(
    "3.5",
    "not-the-dealer",
    "the dealer makes the first call",
    '[Dealer "N"]\n[Auction @PBN369@"W"]\n1C Pass Pass Pass\n',
)
invalid(
    "3.5",
    "not-the-dealer-and-what-follows",
    "the dealer makes the first call; that the declarer does not fit follows from it",
    '[Dealer "N"]\n[Declarer "N"]\n[Contract "1C"]\n[Auction @PBN369@"W"]\n1C Pass Pass Pass\n',
)
invalid(
    "3.5",
    "not-the-dealer-nor-the-contract",
    "the dealer makes the first call, and the contract is the last bid",
    '[Dealer "N"]\n[Declarer "W"]\n[Contract @LAW301:3.4.14@"2C"]\n'
    '[Auction @PBN369@"W"]\n1C Pass Pass Pass\n',
    several="who calls first says nothing of the level: two faults, each for itself",
)
invalid(
    "3.5",
    "four-hyphens",
    "only players before the dealer have a hyphen: three at most",
    '[Dealer "N"]\n[Auction "N"]\n- - - @PBN373:3.5|3.5.1@- 1C Pass Pass Pass\n',
)
invalid(
    "3.5",
    "hyphens-beyond-the-dealer",
    "the dealer has no hyphen",
    '[Dealer "N"]\n[Auction @PBN369@"W"]\n- - 1C Pass Pass Pass\n',
)
invalid(
    "3.5",
    "after-all-pass",
    "the auction ends with all passes",
    CALLED + "1C AP @PBN364@1H Pass Pass Pass\n",
)
invalid("3.5", "call-after-end", "no call follows the asterisk", CALLED + "1C Pass * @PBN364@2C\n")
invalid("3.5", "call-after-plus", "no call follows the plus sign", CALLED + "1C + @PBN364@Pass\n")
invalid(
    "3.5",
    "after-passes",
    "the auction ends with all passes",
    CALLED + "1C Pass Pass Pass\n@LAW104:3.5@1H\n",
)
_export(
    "export-not-the-dealer",
    "3.5",
    "in export format the Auction tag names the dealer",
    '@PBN662@[Auction "W"]\n- Pass Pass 1NT\nPass 3NT Pass Pass\nPass\n',
    {"auction": auction(BID)},
)
_export(
    "export-three-a-line",
    "3.5",
    "in export format a line has four calls",
    '[Auction "N"]\n@PBN663@Pass Pass 1NT\nPass 3NT Pass Pass\nPass\n',
    {"auction": auction(BID)},
)

# 3.5.1 Auction call

for _level in "1234567":
    valid(
        "3.5.1",
        f"level-{_level}",
        "bids of the level in all five denominations",
        CALLED + f"{_level}C {_level}D {_level}H {_level}S\n{_level}NT AP\n",
        called(f"{_level}C {_level}D {_level}H {_level}S {_level}NT Pass Pass Pass"),
    )
valid(
    "3.5.1",
    "doubles",
    "double and redouble",
    CALLED + "1C X XX Pass\nPass Pass\n",
    called("1C X XX Pass Pass Pass"),
)
valid(
    "3.5.1",
    "all-pass-first",
    "all players pass at once",
    CALLED + "AP\n",
    called("Pass Pass Pass Pass"),
)
valid(
    "3.5.1",
    "all-pass-annotated",
    "AP completes passes that were given, with annotations among the calls",
    CALLED + "1C ! Pass AP\n",
    called("1C Pass Pass Pass", nags={"0": [1]}),
)
valid(
    "3.5.1",
    "all-pass-after-passes",
    "AP completes passes that were given",
    CALLED + "1C Pass AP\n",
    called("1C Pass Pass Pass"),
)
invalid("3.5.1", "level-8", "levels are 1 to 7", CALLED + "@PBN361@8C AP\n")
invalid("3.5.1", "no-denomination", "a bid has a denomination", CALLED + "@PBN361@1 AP\n")
invalid(
    "3.5.1",
    "p",
    "a pass is written Pass",
    CALLED + "1C @PBN801@P Pass Pass\n",
    called("1C Pass Pass Pass"),
)
invalid(
    "3.5.1",
    "dbl",
    "a double is written X",
    CALLED + "1C @PBN802@Dbl AP\n",
    called("1C X Pass Pass Pass"),
)
invalid(
    "3.5.1", "n", "notrump is written NT", CALLED + "@PBN803@1N AP\n", called("1NT Pass Pass Pass")
)
invalid(
    "3.5.1",
    "hyphen-inside",
    "after the first call a hyphen has no meaning",
    CALLED + "1C @PBN365@- 2C AP\n",
)
invalid(
    "3.5.1",
    "unknown-call",
    "a call is one of those that the standard names",
    CALLED + "1H @PBN370@AC Pass\n",
    called("1H", "open"),
)
invalid(
    "3.5.1",
    "blank",
    "a line for the answer of a quiz is no call; the sign for the next call is meant",
    CALLED + "1NT Pass @PBN371:3.5|3.5.1@____\n",
    called("1NT Pass", "open"),
)
invalid(
    "3.5.1",
    "blank-inside",
    "a line for the answer of a quiz is no call; what follows it is not told",
    CALLED + "1NT Pass @PBN370@____ $2 Pass\n",
    called("1NT Pass", "open"),
)
invalid(
    "3.5.1",
    "prose",
    "words are no calls",
    CALLED + "Pass @PBN361@etc. Pass\n",
)

# 3.5.2 Auction annotations

valid(
    "3.5.2",
    "any-order",
    "in import format annotations stand in any order",
    CALLED + '1S !! =1= $25 Pass $25 =1= ? Pass Pass\n[Note "1:text"]\n',
    called(
        "1S Pass Pass Pass", notes={"0": "text", "1": "text"}, nags={"0": [3, 25], "1": [2, 25]}
    ),
)
valid(
    "3.5.2",
    "several-nags",
    "any number of NAGs at one call",
    CALLED + "1S $15 $16 $17 AP\n",
    called("1S Pass Pass Pass", nags={"0": [15, 16, 17]}),
)
invalid("3.5.2", "two-suffixes", "at most one suffix at a call", CALLED + "1S ! @PBN363@? AP\n")
invalid(
    "3.5.2",
    "two-notes",
    "at most one note reference at a call",
    CALLED + '1S =1= @PBN363@=2= AP\n[Note "1:a"]\n[Note "2:b"]\n',
)
invalid("3.5.2", "no-call", "an annotation follows a call", CALLED + "@PBN362@$1 1S AP\n")
_export(
    "export-order",
    "3.5.2",
    "in export format the note comes first, then the NAGs",
    BODY.replace("Pass Pass 1NT", "Pass @PBN664@$15 =1= Pass 1NT") + '[Note "1:text"]\n',
    {"auction": auction(BID, nags={"0": [15]}, notes={"0": "text"})},
)
_export(
    "export-nags-ascending",
    "3.5.2",
    "in export format NAGs ascend",
    BODY.replace("Pass Pass 1NT", "Pass @PBN664@$16 $15 Pass 1NT"),
    {"auction": auction(BID, nags={"0": [15, 16]})},
)
