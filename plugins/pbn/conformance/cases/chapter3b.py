"""Chapter 3 from 3.5: auction, play, glyphs, commentary, irregularities, end positions, case."""

from __future__ import annotations

from cases.table import (
    CALLED,
    DEAL,
    EXPORT_HEADER,
    PLAYED,
    Json,
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

BID = "Pass Pass 1NT Pass 3NT Pass Pass Pass"
BODY = '[Auction "N"]\nPass Pass 1NT Pass\n3NT Pass Pass Pass\n'
TRICK = "S6 SQ S2 S4"


def _export(name: str, clause: str, says: str, body: str, board: Json | None = None) -> None:
    boards = () if board is None else (export_board(**board),)
    invalid(clause, name, says, export_game(body), *boards, header=EXPORT_HEADER, newline="\r\n")


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
    '[Dealer @LAW303@"N"]\n[Auction @PBN369@"W"]\n1C Pass Pass Pass\n',
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

# 3.5.3 Auction suffix

for _nag, (_name, _suffix) in enumerate(
    (("good", "!"), ("poor", "?"), ("very-good", "!!"), ("very-poor", "??"),
     ("speculative", "!?"), ("questionable", "?!")), 1,
):  # fmt: skip
    valid(
        "3.5.3",
        _name,
        f"{_suffix} is the NAG ${_nag}",
        CALLED + f"1S{_suffix} AP\n",
        called("1S Pass Pass Pass", nags={"0": [_nag]}),
    )
    valid(
        "3.6.3",
        _name,
        f"{_suffix} is the NAG ${_nag + 6}",
        PLAYED + f'[Play "W"]\nS6{_suffix} SQ S2 S4\n*\n',
        played(play=play(TRICK, ending="closed", nags={"0.W": [_nag + 6]})),
    )
invalid("3.5.3", "three-signs", "there are exactly six suffixes", CALLED + "1S !!@PBN363:3.5.2@! AP\n")
_export(
    "export-suffix",
    "3.5.3",
    "in export format suffixes are translated to NAGs",
    BODY.replace("1NT Pass", "1NT @PBN665@! Pass"),
    {"auction": auction(BID, nags={"2": [1]})},
)

# 3.5.4 Auction note reference

valid(
    "3.5.4",
    "range",
    "references from 1 to 32",
    CALLED + '1S =1= Pass =32= Pass Pass\n[Note "1:first"]\n[Note "32:last"]\n',
    called("1S Pass Pass Pass", notes={"0": "first", "1": "last"}),
)
valid(
    "3.5.4",
    "shared",
    "several calls use the same reference",
    CALLED + '1S =1= Pass =1= Pass Pass\n[Note "1:both"]\n',
    called("1S Pass Pass Pass", notes={"0": "both", "1": "both"}),
)
invalid(
    "3.5.4",
    "thirty-three",
    "a reference is 32 at the most",
    CALLED + '1S =33= AP\n[Note @PBN396@"33:text"]\n',
    called("1S Pass Pass Pass", notes={"0": "text"}),
)
invalid(
    "3.5.4",
    "zero",
    "a reference is 1 at least",
    CALLED + '1S =0= AP\n[Note @PBN396@"0:text"]\n',
    called("1S Pass Pass Pass", notes={"0": "text"}),
)
invalid("3.5.4", "letter", "a reference is a number", CALLED + "1S @PBN361:3.5.1@=a= AP\n")
invalid(
    "3.5.4",
    "asterisk",
    "an alert is a note reference, not an asterisk",
    CALLED + "1S@PBN804@* Pass Pass Pass\n",
    called("1S Pass Pass Pass", alerts=[0]),
)
_export(
    "export-blank",
    "3.5.4",
    "in export format one blank follows a reference",
    BODY.replace("1NT Pass", "1NT @PBN666@=1=Pass") + '[Note "1:text"]\n',
    {"auction": auction(BID, notes={"2": "text"})},
)

# 3.5.5 Auction note explanation

valid(
    "3.5.5",
    "explained",
    "notes stand behind the calls",
    CALLED + '1S =1= Pass 2NT =2= AP\n[Note "1:five cards"]\n[Note "2:natural: 11"]\n',
    called("1S Pass 2NT Pass Pass Pass", notes={"0": "five cards", "2": "natural: 11"}),
)
invalid(
    "3.5.5",
    "unexplained",
    "a reference is explained by a note",
    CALLED + "1S @PBN397@=1= AP\n",
    called("1S Pass Pass Pass", alerts=[0]),
)
invalid(
    "3.5.5", "unused", "a note explains a reference", CALLED + '1S AP\n@PBN398@[Note "1:text"]\n'
)
invalid(
    "3.5.5",
    "twice",
    "notes differ in their number",
    CALLED + '1S =1= AP\n[Note "1:text"]\n@PBN303@[Note "1:other"]\n',
)
invalid(
    "3.5.5",
    "misplaced",
    "a note stands in no other section",
    '[Dealer "N"]\n@PBN322@[Note "1:text"]\n',
)
invalid(
    "3.5.5",
    "no-number",
    "a note has a number, a colon and a text",
    CALLED + '1S =1= AP\n[Note "1:text"]\n@PBN399@[Note "text"]\n',
)

# 3.6 Play section

_RANKS = "AKQJT98765432"
_SUITS = f"N:{_RANKS}... .{_RANKS}.. ..{_RANKS}. ...{_RANKS}"

valid(
    "3.6",
    "first-trick",
    "cards in the order of the seats, the leader's first",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n*\n',
    played(play=play(TRICK, ending="closed")),
)
valid(
    "3.6",
    "columns-keep",
    "each line begins with the leader of the first trick",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\nHA H5 H2 HK\n*\n',
    played(play=play(TRICK, "HA H5 H2 HK", ending="closed")),
)
valid("3.6", "thirteen-tricks", "the play ends after thirteen tricks", '[Play ""]\n', {"play": ""})
valid(
    "3.6",
    "closed-in-trick",
    "an asterisk in the middle of a trick",
    PLAYED + '[Play "W"]\nS6 SQ - -\n*\n',
    played(play=play("S6 SQ - -", ending="closed")),
)
valid(
    "3.6",
    "open-in-trick",
    "a plus sign stands for the next card, wherever it is",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\nHA H5 + -\n',
    played(play=play(TRICK, "HA H5 - -", ending="open")),
)
valid(
    "3.6",
    "open-before-cards",
    "the plus sign need not be the last character",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n+ H5 H2 HK\n',
    played(play=play(TRICK, "- H5 H2 HK", ending="open")),
)
valid(
    "3.6",
    "any-layout",
    "in import format lines break anywhere",
    PLAYED + '[Play "W"]\nS6 SQ\nS2 S4 HA H5 H2\nHK *\n',
    played(play=play(TRICK, "HA H5 H2 HK", ending="closed")),
)
invalid(
    "3.6",
    "leader",
    "the first card is played by W, N, E or S",
    PLAYED + '[Play @PBN380@"X"]\nS6 SQ S2 S4\n*\n',
)
invalid(
    "3.6",
    "card-after-end",
    "no card follows the asterisk",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n* @PBN384@HA\n',
)
invalid(
    "3.6",
    "two-plus-signs",
    "one card is the next one",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n+ @PBN387@+ - -\n',
)
_export(
    "export-leader",
    "3.6",
    "in export format the play begins with the opening leader",
    '@PBN667@[Play "S"]\n- S6 SQ S2\n*\n',
)
_export(
    "export-short-line",
    "3.6",
    "in export format a line has four cards",
    '[Play "W"]\n@PBN668@S6 SQ\n*\n',
)

# 3.6.1 Play card

valid(
    "3.6.1",
    "hyphen",
    "a hyphen: the card does not matter",
    PLAYED + '[Play "W"]\nS6 - S2 -\n*\n',
    played(play=play("S6 - S2 -", ending="closed")),
)
valid(
    "3.6.1",
    "all-ranks",
    "all ranks of a suit",
    '[Deal "W:- AKQJT98765432... - -"]\n[Declarer "W"]\n[Contract "1NT"]\n[Play "N"]\n'
    + "".join(f"S{rank} - - -\n" for rank in "AKQJT98765432"),
    {
        "deal": "N:AKQJT98765432... - - -",
        "declarer": "W",
        "contract": "1NT",
        "play": play(
            *(f"S{rank} - - -" for rank in "AKQJT98765432"), leader="N", ending="complete"
        ),
    },
)
invalid(
    "3.6.1",
    "bad-rank",
    "there is no card of rank 1",
    PLAYED + '[Play "W"]\nS6 @PBN381@S1 S2 S4\n*\n',
)
invalid(
    "3.6.1",
    "rank-first",
    "the suit stands before the rank",
    PLAYED + '[Play "W"]\n@PBN381@6S SQ S2 S4\n*\n',
)
invalid(
    "3.6.1",
    "ten",
    "the ten is written T",
    PLAYED + '[Play "W"]\n@PBN806@S10 SQ S2 S4\n*\n',
    played(play=play("ST SQ S2 S4", ending="closed")),
)

# 3.6.2 Play annotations

valid(
    "3.6.2",
    "any-order",
    "in import format annotations stand in any order",
    PLAYED + '[Play "W"]\nS6 $200 =1= !! SQ S2 S4\n*\n[Note "1:fourth best"]\n',
    played(play=play(TRICK, ending="closed", nags={"0.W": [9, 200]}, notes={"0.W": "fourth best"})),
)
invalid(
    "3.6.2",
    "two-suffixes",
    "at most one suffix at a card",
    PLAYED + '[Play "W"]\nS6 ! @PBN383@? SQ S2 S4\n*\n',
)
invalid(
    "3.6.2",
    "no-card",
    "an annotation follows a card",
    PLAYED + '[Play "W"]\n@PBN382@$7 S6 SQ S2 S4\n*\n',
)
_export(
    "export-order",
    "3.6.2",
    "in export format the note comes first, then the NAGs",
    '[Play "W"]\nS6 @PBN664@$15 =1= SQ S2 S4\n*\n[Note "1:text"]\n',
    {"play": play(TRICK, ending="closed", nags={"0.W": [15]}, notes={"0.W": "text"})},
)

# 3.6.3 Play suffix

invalid(
    "3.6.3",
    "three-signs",
    "there are exactly six suffixes",
    PLAYED + '[Play "W"]\nS6 !!@PBN383:3.6.2@! SQ S2 S4\n*\n',
)
_export(
    "export-suffix",
    "3.6.3",
    "in export format suffixes are translated to NAGs",
    '[Play "W"]\nS6 @PBN665@! SQ S2 S4\n*\n',
    {"play": play(TRICK, ending="closed", nags={"0.W": [7]})},
)

# 3.6.4, 3.6.5 Play notes

valid(
    "3.6.4",
    "shared",
    "several cards use the same reference",
    PLAYED + '[Play "W"]\nS6 =1= SQ S2 =1= S4\n*\n[Note "1:count"]\n',
    played(play=play(TRICK, ending="closed", notes={"0.W": "count", "0.E": "count"})),
)
invalid(
    "3.6.4",
    "thirty-three",
    "a reference is 32 at the most",
    PLAYED + '[Play "W"]\nS6 =33= SQ S2 S4\n*\n[Note @PBN396@"33:text"]\n',
)
_export(
    "export-blank",
    "3.6.4",
    "in export format one blank follows a reference",
    '[Play "W"]\nS6 @PBN666@=1=  SQ S2 S4\n*\n[Note "1:text"]\n',
    {"play": play(TRICK, ending="closed", notes={"0.W": "text"})},
)
valid(
    "3.6.5",
    "own-numbers",
    "the notes of the play have their own numbers",
    PLAYED + '[Auction "N"]\nPass Pass 1NT =1= Pass\n3NT AP\n[Note "1:15 to 17"]\n'
    '[Play "W"]\nS6 =1= SQ S2 S4\n*\n[Note "1:fourth best"]\n',
    played(
        auction=auction(BID, notes={"2": "15 to 17"}),
        play=play(TRICK, ending="closed", notes={"0.W": "fourth best"}),
    ),
)
invalid(
    "3.6.5",
    "unexplained",
    "a reference is explained by a note",
    PLAYED + '[Play "W"]\nS6 @PBN397@=1= SQ S2 S4\n*\n',
)
invalid(
    "3.6.5",
    "unused",
    "a note explains a reference",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n*\n@PBN398@[Note "1:text"]\n',
)
invalid(
    "3.6.5",
    "twice",
    "notes differ in their number",
    PLAYED + '[Play "W"]\nS6 =1= SQ S2 S4\n*\n[Note "1:text"]\n@PBN303@[Note "1:other"]\n',
)

# 3.7 Numeric Annotation Glyphs

valid(
    "3.7",
    "zero-and-255",
    "values from 0 to 255",
    CALLED + "1S $0 $255 AP\n",
    called("1S Pass Pass Pass", nags={"0": [0, 255]}),
)
valid(
    "3.7",
    "of-calls",
    "$13: a call corrected manually",
    CALLED + "1S $13 AP\n",
    called("1S Pass Pass Pass", nags={"0": [13]}),
)
valid(
    "3.7",
    "of-cards",
    "$14: a card corrected manually",
    PLAYED + '[Play "W"]\nS6 $14 SQ S2 S4\n*\n',
    played(play=play(TRICK, ending="closed", nags={"0.W": [14]})),
)
invalid("3.7", "256", "255 is the largest value", CALLED + "1S @PBN395@$256 AP\n")
invalid("3.7", "no-number", "a number follows the dollar sign", CALLED + "1S @PBN395@$a AP\n")
invalid(
    "3.7",
    "card-nag-at-call",
    "$7 to $12 and $14 belong to cards",
    CALLED + "1S @PBN325@$7 AP\n",
    called("1S Pass Pass Pass", nags={"0": [7]}),
)
invalid(
    "3.7",
    "call-nag-at-card",
    "$1 to $6 and $13 belong to calls",
    PLAYED + '[Play "W"]\nS6 @PBN325@$1 SQ S2 S4\n*\n',
    played(play=play(TRICK, ending="closed", nags={"0.W": [1]})),
)
_export(
    "export-blank",
    "3.7",
    "in export format one blank follows a NAG",
    BODY.replace("1NT Pass", "1NT @PBN666@$15Pass"),
    {"auction": auction(BID, nags={"2": [15]})},
)

# 3.8 Commentary

valid(
    "3.8",
    "rest-of-line",
    "a semicolon comment reaches to the end of the line",
    '[Board "1"] ; one {two\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N", "extras": {"pbn:comments": [["Board", " one {two"]]}},
)
valid(
    "3.8",
    "braces",
    "a brace comment over several lines",
    '[Board "1"]\n{one\ntwo; three}\n',
    {"board": 1, "extras": {"pbn:comments": [["Board", "one\ntwo; three"]]}},
)
valid(
    "3.8",
    "no-nesting",
    "a brace comment ends at the first right brace",
    '[Board "1"]\n{a {b}\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N", "extras": {"pbn:comments": [["Board", "a {b"]]}},
)
valid(
    "3.8",
    "before-first-tag",
    "a comment before any tag",
    '{hello}\n[Board "1"]\n',
    {"board": 1, "extras": {"pbn:comments": [["", "hello"]]}},
)
valid(
    "3.8",
    "percent-inside",
    "inside braces a percent sign is a normal character",
    '[Board "1"]\n{one\n% two\n}\n',
    {"board": 1, "extras": {"pbn:comments": [["Board", "one\n% two\n"]]}},
)
valid(
    "3.8",
    "tags-inside",
    "a tag inside a comment is text",
    '[Board "1"]\n{[Board "2"]}\n',
    {"board": 1, "extras": {"pbn:comments": [["Board", '[Board "2"]']]}},
)
valid(
    "3.8",
    "at-a-call",
    "a comment refers to the call before it",
    CALLED + "1C {opens} Pass Pass Pass\n",
    called("1C Pass Pass Pass", comments={"0": "opens"}),
)
valid(
    "3.8",
    "at-an-annotation",
    "a comment behind an annotation",
    CALLED + "1C ! {opens} Pass ; no bid\nPass Pass\n",
    called("1C Pass Pass Pass", nags={"0": [1]}, comments={"0": "opens", "1": " no bid"}),
)
valid(
    "3.8",
    "at-a-card",
    "a comment refers to the card before it",
    PLAYED + '[Play "W"]\nS6 SQ {finesse} S2 S4\n*\n',
    played(play=play(TRICK, ending="closed", comments={"0.N": "finesse"})),
)
valid(
    "3.8",
    "suit-symbols",
    "the suits are noted by a backslash and a letter",
    '[Board "1"]\n{\\S \\H \\D \\C}\n',
    {"board": 1, "extras": {"pbn:comments": [["Board", "\\S \\H \\D \\C"]]}},
)
valid(
    "3.8",
    "suit-symbols-in-string",
    "a backslash before a letter stays in a string",
    CALLED + '2D =1= AP\n[Note "1:6\\H or 6\\S"]\n',
    called("2D Pass Pass Pass", notes={"0": "6\\H or 6\\S"}),
)
invalid(
    "3.8",
    "never-closed",
    "a brace comment ends with a right brace",
    '[Board "1"]\n@PBN302@{text\n[Dealer "N"]\n',
)
invalid(
    "3.8",
    "inside-tag",
    "a comment cannot stand inside a tag pair",
    '@PBN307:3.3@[Event {text} "a"]\n[Board "1"]\n',
)
invalid(
    "3.8",
    "export-same-line",
    "in export format a comment behind a tag begins a new line",
    export_game().replace('[Site ""]', '[Site ""] @PBN669@{home}'),
    export_board(extras={"pbn:comments": [["Site", "home"]]}),
    header=EXPORT_HEADER,
    newline="\r\n",
)
_export(
    "export-two-blanks",
    "3.8",
    "in export format one blank precedes a comment",
    BODY.replace("1NT Pass", "1NT  @PBN669@{strong} Pass"),
    {"auction": auction(BID, comments={"2": "strong"})},
)

# 3.9 Irregularities

valid(
    "3.9",
    "insufficient-bid",
    "an insufficient bid that was accepted",
    CALLED + "1D ^I 1C Pass Pass Pass\n",
    called("1D 1C Pass Pass Pass", irregularities={"1": "insufficient_bid"}),
)
valid(
    "3.9",
    "skipped-dealer",
    "the dealer was skipped",
    CALLED + "^S 1D Pass Pass Pass\n",
    called(". 1D Pass Pass Pass", irregularities={"0": "skipped"}),
)
valid(
    "3.9",
    "skipped-twice",
    "two players were skipped",
    CALLED + "1D ^S ^S 2D Pass Pass Pass\n",
    called("1D . . 2D Pass Pass Pass", irregularities={"1": "skipped", "2": "skipped"}),
)
valid(
    "3.9",
    "skipped-and-insufficient",
    "a player was skipped for an insufficient bid",
    CALLED + "1D ^S ^I 1C Pass Pass Pass\n",
    called("1D . 1C Pass Pass Pass", irregularities={"1": "skipped", "2": "insufficient_bid"}),
)
valid(
    "3.9",
    "revoke",
    "a revoke",
    PLAYED + '[Play "W"]\nS6 SQ S2 ^R H9\n*\n',
    played(play=play("S6 SQ S2 H9", ending="closed", irregularities={"0.S": "revoke"})),
)
valid(
    "3.9",
    "lead-out-of-turn",
    "East instead of West leads",
    PLAYED + '[Play "W"]\nC5 C2 ^L C3 C8\n*\n',
    played(play=play("C5 C2 C3 C8", ending="closed", irregularities={"0.E": "lead_out_of_turn"})),
)
invalid(
    "3.9",
    "insufficient-unmarked",
    "an insufficient bid is marked",
    CALLED + "1D @LAW101@1C Pass Pass Pass\n",
)
invalid(
    "3.9",
    "sufficient-marked",
    "a sufficient bid is not marked",
    CALLED + "1D @LAW107@^I 1H Pass Pass Pass\n",
)
invalid(
    "3.9",
    "insufficient-pass",
    "a pass is not insufficient",
    CALLED + "1D @PBN366@^I Pass Pass Pass\n",
)
invalid(
    "3.9", "revoke-unmarked", "a revoke is marked", PLAYED + '[Play "W"]\nS6 SQ S2 @LAW203@H9\n*\n'
)
invalid("3.9", "revoke-in-auction", "a revoke is a card's", CALLED + "1D @PBN366@^R 1H AP\n")
invalid(
    "3.9",
    "insufficient-in-play",
    "an insufficient bid is a call's",
    PLAYED + '[Play "W"]\n@PBN386@^I S6 SQ S2 S4\n*\n',
)

# 3.10 End positions

_END = '[Deal "N:A2... K3... Q4... J5..."]\n'
_END_BOARD = {"deal": "N:A2... K3... Q4... J5..."}
valid(
    "3.10",
    "trump",
    "the contract of an end position is the denomination",
    _END + '[Declarer "S"]\n[Contract "H"]\n',
    {**_END_BOARD, "declarer": "S", "contract": "H"},
)
valid(
    "3.10",
    "notrump",
    "an end position at notrump",
    _END + '[Contract "NT"]\n',
    {**_END_BOARD, "contract": "NT"},
)
valid(
    "3.10",
    "lead",
    "the Play tag is the lead of the first trick of the end position",
    _END + '[Declarer "S"]\n[Contract "NT"]\n[Play "S"]\nS4 S5 S2 S3\n*\n',
    {
        **_END_BOARD,
        "declarer": "S",
        "contract": "NT",
        "play": play("S4 S5 S2 S3", leader="S", ending="closed"),
    },
)
invalid(
    "3.10",
    "odd-tricks",
    "an end position has no number of odd tricks",
    _END + '[Declarer "S"]\n[Contract @PBN353@"2H"]\n',
    {**_END_BOARD, "declarer": "S", "contract": "2H"},
)
invalid(
    "3.10",
    "full-deal",
    "a full deal has a whole contract",
    f'[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract @PBN353@"H"]\n',
    {"deal": DEAL, "declarer": "S", "contract": "H"},
)

# 3.11 Case sensitivity

valid(
    "3.11",
    "seats-and-sides",
    "in import format lower case is allowed",
    '[Dealer "n"]\n[Vulnerable "ew"]\n[Declarer "s"]\n[Contract "3ntxx"]\n',
    {"dealer": "N", "vulnerable": "EW", "declarer": "S", "contract": "3NTXX"},
)
valid(
    "3.11",
    "deal",
    "a deal in lower case",
    '[Deal "w:kqt2.at.j6542.85 - - -"]\n',
    {"deal": "N:- - - KQT2.AT.J6542.85"},
)
valid(
    "3.11",
    "calls",
    "calls in lower case",
    '[Dealer "N"]\n[Auction "n"]\n1c pass 1nt x\nxx ap\n',
    called("1C Pass 1NT X XX Pass Pass Pass"),
)
valid(
    "3.11",
    "cards",
    "cards in lower case",
    PLAYED + '[Play "w"]\ns6 sq S2 s4\n*\n',
    played(play=play(TRICK, ending="closed")),
)
valid(
    "3.11",
    "vulnerable",
    "all words of Vulnerable in lower case",
    '[Vulnerable "both"]\n',
    {"vulnerable": "All"},
)
valid(
    "3.11",
    "pass",
    "the contract of a passed-out board in lower case",
    '[Declarer ""]\n[Contract "pass"]\n',
    {"contract": "Pass"},
)
invalid(
    "3.11",
    "export-dealer",
    "in export format there is upper case only",
    export_game(Dealer="n").replace('"n"', '@PBN813@"n"'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
_export(
    "export-calls",
    "3.11",
    "in export format calls are in upper case",
    '[Auction "N"]\nPass Pass 1NT Pass\n@PBN805@3nt Pass Pass Pass\n',
    {"auction": auction(BID)},
)
_export(
    "export-cards",
    "3.11",
    "in export format cards are in upper case",
    '[Play "W"]\n@PBN805@s6 SQ S2 S4\n*\n',
    {"play": play(TRICK, ending="closed")},
)
