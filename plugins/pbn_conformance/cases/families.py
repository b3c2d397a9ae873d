"""Families of faults that programs share: numbers, letter case, backslashes, side tables, ends."""

from __future__ import annotations

from cases.table import (
    CALLED,
    DEAL,
    EXPORT_HEADER,
    PLAYED,
    RANKS,
    SUITS,
    TRICK,
    Table,
    called,
    export_game,
    play,
    played,
)

TABLE = Table()
valid, invalid, exports = TABLE.valid, TABLE.invalid, TABLE.exports

# Numbers

_RESULT = "with <result> = 0 .. 13 ."
for _name, _value in (("leading-zero", "09"), ("leading-zero-of-a-side", "NS 09")):
    invalid(
        "3.4.15",
        _name,
        "a number of tricks has no leading zeros",
        f'[Declarer "S"]\n[Contract "3NT"]\n[Result @PBN345@"{_value}"]\n',
        {"declarer": "S", "contract": "3NT", "result": 9},
        quote=_RESULT,
    )
for _name, _value in (("plus-sign", "+9"), ("decimal", "9.0"), ("negative", "-1")):
    invalid(
        "3.4.15",
        _name,
        "a number of tricks is a whole number from 0 to 13",
        f'[Declarer "S"]\n[Contract "3NT"]\n[Result @PBN339@"{_value}"]\n',
        quote=_RESULT,
    )
invalid(
    "3.4.15",
    "blank-behind-caret",
    "the caret stands right before the value",
    '[Declarer "S"]\n[Contract "3NT"]\n[Result @PBN345@"^ 9"]\n',
    quote='A caret character ("^") preceding one of the above tag values indicates that the '
    "<result> differs from the actual number of won tricks.",
)
for _name, _value in (("decimal", "1.5"), ("plus-sign", "+1"), ("separator", "1,000")):
    invalid(
        "3.4.4",
        _name,
        "a board number is a positive integer",
        f'[Board @PBN332@"{_value}"]\n',
        quote="The Board tag value is a positive integer, indicating the board number of the deal.",
    )
invalid(
    "3.5.4",
    "zero-unexplained",
    "a note index is between 1 and 32, whether a note explains it or not",
    CALLED + "1S @PBN396:3.5.4|3.5.5@=0= AP\n",
    quote="The value of <note_index> lies between 1 and 32.",
)

# Letter case

for _name, _value, _plain in (("contract-mixed", "3nT", "3NT"), ("double-mixed", "4HxX", "4HXX")):
    invalid(
        "3.11",
        _name,
        "a word is in upper case or in lower case, not in both",
        f'[Contract @PBN812:3.11|3.4.14@"{_value}"]\n',
        {"contract": _plain},
        quote="The following table shows the tags where lowercase characters can be used:",
    )

# Backslashes

_BACKSLASH = "A backslash inside a string is represented by two adjacent backslashes."
invalid(
    "3.2",
    "lone-backslash-in-table",
    "the strings of a table have two backslashes as well",
    '[MyTable "Name"]\n"C:@PBN317:3.2|5.1@\\dir"\n',
    {"grids": {"MyTable": {"columns": ["Name"], "rows": [["C:\\dir"]]}}},
    quote=_BACKSLASH,
)
valid(
    "3.2",
    "backslash-in-section-token",
    "in a section token a backslash has no special meaning",
    '[MyTable "Name"]\nC:\\dir\n',
    {"grids": {"MyTable": {"columns": ["Name"], "rows": [["C:\\dir"]]}}},
    quote="The backslash is allowed, but has no special meaning.",
)
exports(
    "3.2",
    "suit-symbol-in-string",
    "a backslash in a string is two backslashes",
    _BACKSLASH,
    export_game(Event="5\\S"),
    export_game(Event="5\\\\S"),
)

# Irregularities and side tables

exports(
    "5.4",
    "times-of-a-skipped-player",
    "as many times as calls",
    "The order of the thinking times is exactly the same as the order of the call tokens in the "
    "Auction section.",
    export_game('[Auction "N"]\n1NT ^S Pass AP\n[AuctionTimeTable "Time"]\n01\n02\n03\n'),
    export_game('[Auction "N"]\n1NT ^S Pass AP\n[AuctionTimeTable "Time"]\n01\n02\n03\n'),
)

# End positions and what is played next

_POSITION = '[Dealer "N"]\n[Deal "N:A2... K3... .A2.. ..A2."]\n[Declarer "W"]\n[Contract "NT"]\n'
valid(
    "3.10",
    "all-played",
    "a position of two cards is played out in two tricks",
    f'{_POSITION}[Play "N"]\nSA SK HA DA\nS2 S3 H2 D2\n',
    {
        "dealer": "N", "deal": "N:A2... K3... .A2.. ..A2.", "declarer": "W", "contract": "NT",
        "play": play("SA SK HA DA", "S2 S3 H2 D2", leader="N", ending="complete"),
    },
    quote="A game is considered an end position when the maximum number of cards of each hand in "
    "the Deal tag is less than 13.",
)  # fmt: skip
invalid(
    "3.6",
    "plus-alone-in-a-row",
    "the plus stands for the card of the player whose turn it is",
    f'{PLAYED}[Play "W"]\n{TRICK}\n@PBN388@+ - - -\n',
    played(play=play(TRICK, ending="open")),
    quote="The '+' replaces the next card to be played.",
)
invalid(
    "3.6",
    "export-short-row-with-plus",
    "a row with a plus has four places as well",
    export_game(f'[Play "W"]\n{TRICK}\n@PBN668@- +\n'),
    header=EXPORT_HEADER,
    newline="\r\n",
    quote="Each play line contains 4 cards.",
)
exports(
    "3.6",
    "row-with-plus",
    "a dash for each card that has not been played yet",
    "A dash '-' is used for each card that is unknown or that has not been played (yet).",
    export_game(f'[Play "W"]\n{TRICK}\n- +\n'),
    export_game(f'[Play "W"]\n{TRICK}\n- + - -\n'),
)
exports(
    "3.4.15",
    "partial-of-the-other-side",
    "declarer has won the completed tricks that the other side has not",
    "When the play has not ended, then the Result tag indicates the number of won tricks for the "
    "completed, played tricks in the play section.",
    export_game(f'[Play "W"]\n{TRICK}\n- + - -\n', Result="EW 0"),
    export_game(f'[Play "W"]\n{TRICK}\n- + - -\n', Result="1"),
)

# What is plain is read alike beside what is not: irregularities and glyphs

_SKIPPED = {"irregularities": {"1": "skipped"}}
valid(
    "3.9",
    "columns",
    "hyphens and irregularities in one auction",
    '[Dealer "N"]\n[Auction "W"]\n- 1C ^S Pass Pass AP\n',
    called("1C . Pass Pass Pass", **_SKIPPED),
    quote="In that case, each player before the dealer has a hyphen",
)
for _code, _name, _word in (("PBN801", "p", "P"), ("PBN801", "passed", "PASS")):
    invalid(
        "3.5.1",
        f"{_name}-beside-a-skipped-player",
        "a call in other words is one fault",
        f"{CALLED}1C ^S @{_code}@{_word} AP\n",
        called("1C . Pass Pass Pass", **_SKIPPED),
        quote="Pass the player passes",
    )
valid(
    "3.6.3",
    "thirteen-tricks",
    "a glyph at a card of a whole play",
    f'[Deal "{SUITS}"]\n[Declarer "N"]\n[Contract "7S"]\n[Play "E"]\n'
    + "".join(f"H{rank} D{rank} C{rank} S{rank}\n" for rank in RANKS[:-1])
    + "H2 D2 C2 S2 $9\n",
    {
        "deal": SUITS, "declarer": "N", "contract": "7S",
        "play": play(
            *(f"H{rank} D{rank} C{rank} S{rank}" for rank in RANKS),
            leader="E", ending="complete", nags={"12.N": [9]},
        ),
    },
    quote="The play section ends after 13 tricks",
)  # fmt: skip
valid(
    "3.11",
    "card-with-glyph",
    "a lower-case card with a glyph",
    f'{PLAYED}[Play "W"]\n@~PBN805@s6 $9 SQ S2 S4\n*\n',
    played(play=play("S6 SQ S2 S4", ending="closed", nags={"0.W": [9]})),
    quote="In import format, lowercase characters are allowed, to ease human input.",
)

valid(
    "3.8",
    "two-at-a-call",
    "two comments at one call, in their order",
    CALLED + "1C {one} {two} Pass Pass Pass\n",
    called("1C Pass Pass Pass", comments={"0": "one\ntwo"}),
    quote="A comment refers to the preceding event tag, auction call, played card",
)
invalid(
    "3.5",
    "glyph-of-the-next-call",
    "the next call is not made, so nothing is said of it",
    f"{CALLED}1C + @PBN372:3.5|3.5.2@$1\n",
    called("1C", "open"),
    quote="Hence, it is placed after the last call (and its annotations).",
)

# Nothing is concluded from what is in doubt

invalid(
    "3.4.15",
    "sides-and-a-score",
    "of numbers that do not make thirteen nobody knows which is right",
    '[Dealer "N"]\n[Vulnerable "None"]\n[Declarer "S"]\n[Contract "3NT"]\n'
    '[Result @PBN340@"NS 9 EW 5"]\n[Score "NS 430"]\n',
    quote=_RESULT,
)
invalid(
    "5.7",
    "row-with-a-fault",
    "one fault in a row is one fault of the table",
    '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT @PBN511@14\nS NT 9\n',
    quote="number of tricks won by declarer: 0 .. 13",
)

for _name, _deal in (("ranks-of-a-hand", "N:AQ53.85.J532.T42 - - -"), ("ranks-of-a-deal", DEAL)):
    valid(
        "3.11",
        _name,
        "ranks in lower case behind a seat in upper case",
        f'[Deal @~PBN813@"N:{_deal[2:].lower()}"]\n',
        {"deal": _deal},
        quote="In import format, lowercase characters are allowed, to ease human input.",
    )
valid(
    "4.8",
    "nearest-of-other-tags",
    "the nearest game that has the tag, whatever other tags it has",
    '[Event "a"]\n[Board "1"]\n\n[Event "b"]\n[Site "s"]\n[Board "2"]\n\n'
    '[Event "c"]\n[Board "3"]\n\n[Event "#"]\n[Board "4"]\n',
    {"event": "a", "board": 1},
    {"event": "b", "site": "s", "board": 2},
    {"event": "c", "board": 3},
    {"event": "c", "board": 4},
    quote='A tag with the special tag value "#" inherits the tag value of the corresponding tag in '
    "the nearest previous game.",
)

# Tags that stand twice

valid(
    "3.4",
    "late-event-again",
    "a tag that already occurred is ignored, and begins no game",
    f'[Event "first"]\n[Board "1"]\n[Deal "{DEAL}"]\n@~PBN304@[Event "second"]\n[Site "here"]\n',
    {"event": "first", "site": "here", "board": 1, "deal": DEAL},
    quote="In import format, a tag pair that already occurred, is ignored.",
)

# Embedding

valid(
    "6.2",
    "delimiter-behind-tags",
    "what stands before the delimiter is no PBN, whatever it looks like",
    '[Board "8"]\n[Event "x"]\n\n  <PBN>\n[Board "1"]\n</PBN>\n',
    {"board": 1},
    header="",
    suffix=".html",
    part="embedding",
    quote="The delimiter <PBN> signals the begin of the PBN text",
)

valid(
    "6.2",
    "in-a-line",
    "PBN begins and ends inside a line of prose",
    '<p>The board <PBN>[Board "3"] [Dealer "N"]</PBN> is not [Board "4"].</p>\n',
    {"board": 3, "dealer": "N"},
    header="",
    suffix=".html",
    part="embedding",
    quote="The delimiter <PBN> signals the begin of the PBN text",
)

# One fault

invalid(
    "3.4.11",
    "lower-case-no-ranks",
    "a character that is no rank is one fault, in whatever case",
    '[Deal @PBN335@"N:xxxxx.xxx.xxx.xx - - -"]\n',
    quote="The ranks are defined as (in descending order):",
)
