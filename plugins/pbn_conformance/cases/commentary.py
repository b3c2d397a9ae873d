"""Clauses 3.7 to 3.11: glyphs, comments, irregularities, end positions, case."""

from __future__ import annotations

from cases.table import (
    BID,
    BODY,
    CALLED,
    DEAL,
    EXPORT_HEADER,
    PLAYED,
    TRICK,
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
_export = TABLE.breaks_export

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
    "lines-by-cr",
    "a comment over lines that end with CR",
    '[Board "1"]\n{one\n\ntwo}\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N", "extras": {"pbn:comments": [["Board", "one\n\ntwo"]]}},
    newline="\r",
)
valid(
    "3.8",
    "semicolon-before-cr",
    "a semicolon comment ends with its line, ended by CR",
    '[Board "1"] ; one\n[Dealer "N"]\n',
    {"board": 1, "dealer": "N", "extras": {"pbn:comments": [["Board", " one"]]}},
    newline="\r",
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
for _name, _value in (("declarer", "1"), ("ns", "NS 1"), ("ew", "EW 1"), ("both", "EW 1 NS 1")):
    valid(
        "3.10",
        f"result-{_name}",
        "the tricks are those of the position: two here",
        _END + f'[Declarer "W"]\n[Contract "NT"]\n[Result "{_value}"]\n',
        {**_END_BOARD, "declarer": "W", "contract": "NT", "result": 1},
    )
invalid(
    "3.10",
    "result-too-high",
    "no more tricks are won than there are",
    _END + '[Declarer "S"]\n[Contract "NT"]\n[Result @PBN000:3.10|3.4.15@"12"]\n',
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
    '[Dealer @~PBN813@"n"]\n[Vulnerable @~PBN813@"ew"]\n[Declarer @~PBN813@"s"]\n'
    '[Contract @~PBN813@"3ntxx"]\n',
    {"dealer": "N", "vulnerable": "EW", "declarer": "S", "contract": "3NTXX"},
)
valid(
    "3.11",
    "deal",
    "a deal in lower case",
    '[Deal @~PBN813@"w:kqt2.at.j6542.85 - - -"]\n',
    {"deal": "N:- - - KQT2.AT.J6542.85"},
)
valid(
    "3.11",
    "calls",
    "calls in lower case",
    '[Dealer "N"]\n[Auction @~PBN813@"n"]\n@~PBN805@1c pass 1nt x\nxx ap\n',
    called("1C Pass 1NT X XX Pass Pass Pass"),
)
valid(
    "3.11",
    "cards",
    "cards in lower case",
    PLAYED + '[Play @~PBN813@"w"]\n@~PBN805@s6 sq S2 s4\n*\n',
    played(play=play(TRICK, ending="closed")),
)
valid(
    "3.11",
    "vulnerable",
    "all words of Vulnerable in lower case",
    '[Vulnerable @~PBN813@"both"]\n',
    {"vulnerable": "All"},
)
valid(
    "3.11",
    "pass",
    "the contract of a passed-out board in lower case",
    '[Declarer ""]\n[Contract @~PBN813@"pass"]\n',
    {"declarer": "", "contract": "Pass"},
)
invalid(
    "3.11",
    "result-side",
    "lower case sides are allowed in Vulnerable alone",
    '[Declarer "S"]\n[Contract "3NT"]\n[Result @PBN816:3.11|3.4.15@"ns 9"]\n',
    {"declarer": "S", "contract": "3NT", "result": 9},
)
invalid(
    "3.11",
    "score-side",
    "lower case sides are allowed in Vulnerable alone",
    '[Score @PBN816:3.11|4.2.1@"ns 420"]\n',
    {"score": {"NS": 420}},
)
for _name, _lower in (
    ("vulnerable", "none"), ("deal", DEAL.lower()), ("declarer", "s"), ("contract", "3nt")
):  # fmt: skip
    _tag = f'[{_name.capitalize()} "'
    invalid(
        "3.11",
        f"export-{_name}",
        "in export format there is upper case only",
        export_game(**{_name.capitalize(): _lower}).replace(
            _tag, f'[{_name.capitalize()} @PBN813:3.11|3.4.10|3.4.11@"'
        ),
        export_board(),
        header=EXPORT_HEADER,
        newline="\r\n",
    )
_export(
    "export-auction-seat",
    "3.11",
    "in export format the seat of the auction is in upper case",
    '[Auction @PBN813@"n"]\nPass Pass 1NT Pass\n3NT Pass Pass Pass\n',
    {"auction": auction(BID)},
)
_export(
    "export-play-seat",
    "3.11",
    "in export format the seat of the play is in upper case",
    '[Play @PBN813@"w"]\nS6 SQ S2 S4\n*\n',
    {"play": play(TRICK, ending="closed")},
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
