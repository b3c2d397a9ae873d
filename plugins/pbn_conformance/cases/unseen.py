"""Faults that no other file shows: cases for mutants of reader, linter, writer and fixer."""

from __future__ import annotations

from cases.table import (
    BODY,
    CALLED,
    DEAL,
    EXPORT_HEADER,
    PLAYED,
    TRICK,
    Table,
    called,
    export_game,
    grid,
    play,
    played,
)

TABLE = Table()
valid, invalid, exports, fixes = TABLE.valid, TABLE.invalid, TABLE.exports, TABLE.fixes


def _game(clause: str, name: str, says: str, quote: str, body: str, *outputs: str) -> None:
    """Add an export of a game with all mandatory tags: what stands behind them."""
    exports(clause, name, says, quote, export_game(body), *(export_game(one) for one in outputs))


# Chapter 2

invalid("2.2", "undefined-in-windows", "codes 128 to 159 are not used",
        '[Board "1"]\n[Event "a@PBN214@\x81b"]\n',
        quote="They are not used for PBN data representation.")  # fmt: skip
invalid("2.3", "export-vertical-tab", "no vertical tab in export format",
        export_game('[Auction "N"]\n@PBN651@Pass Pass 1NT\vPass\n3NT Pass Pass Pass\n'),
        header=EXPORT_HEADER, newline="\r\n",
        quote="Tab characters, both horizontal and vertical, are not permitted in the export "
        "format.")  # fmt: skip
invalid("2.4", "export-behind-other-lines", "the line of export format may follow other lines",
        '@PBN654:3.4@[Board "1"]\n', header="% PBN 2.1\n%a program\n% EXPORT\n\n", newline="\r\n",
        quote="It indicates that a PBN file has export format.")  # fmt: skip
fixes("2.4", "no-version", "the version on the first line",
      "It indicates the version of the PBN standard used by a computer program.",
      '[Board "1"]\n', '% PBN 2.1\n[Board "1"]\n', header="", by_practice=True)  # fmt: skip
fixes("2.3", "export-line-ends", "each line ends with CR and LF",
      "This end-of-line indicator equals the CRLF character-pair",
      EXPORT_HEADER + "\n" + export_game(BODY) + "\n",
      (EXPORT_HEADER + "\n" + export_game(BODY) + "\n").replace("\n", "\r\n"),
      header="")  # fmt: skip
_COMMENT = "x" * 238
_game("2.3", "export-line-of-254", "no line has more than 255 characters with its end",
      "The length of a PBN text line is maximally 255 characters, including the non-visible "
      "characters, especially the end-of-line indicator.",
      f'[Auction "N"]\nPass Pass 1NT\n{{{_COMMENT}}} Pass\n3NT Pass Pass Pass\n',
      f'[Auction "N"]\nPass Pass 1NT\n{{{_COMMENT}}} Pass\n3NT Pass Pass Pass\n')  # fmt: skip

# 3 to 3.3

valid("3", "line-of-a-tab", "a line of tabs and blanks ends a game",
      '[Board "1"]\n \t\n[Board "2"]\n',
      {"board": 1}, {"board": 2}, newline="\r\n",
      quote="or a line having only spaces and/or tab characters.")  # fmt: skip
invalid("3.1", "play-without-contract-alone", "a play needs a contract before it",
        f'[Deal "{DEAL}"]\n[Declarer "S"]\n@PBN321@[Play "W"]\n{TRICK}\n*\n',
        {"deal": DEAL, "declarer": "S", "contract": None, "play": play(TRICK, ending="closed")},
        quote="If the play section is present, then the tags 'Deal', 'Declarer' and 'Contract' "
        "must be filled before the play section.")  # fmt: skip

# 3.4

_DAY = "the final two characters are digits that give the day of the month."
valid("3.4.3", "leap-day-of-any-year", "29 February of a year that is not known",
      '[Date "????.02.29"]\n', {"date": "????.02.29"}, quote=_DAY)  # fmt: skip
for _name, _tag, _value, _clause, _quote in (
    ("no-leap-day", "Date", "2023.02.29", "3.4.3", _DAY),
    ("no-leap-day-in-1900", "Date", "1900.02.29", "3.4.3", _DAY),
    ("no-such-day", "EventDate", "2023.04.31", "4.4.1",
     "The used format is the same as for the Date tag."),
    ("no-such-day", "UTCDate", "2023.02.30", "4.5.2", "This tag is similar to the Date tag"),
):  # fmt: skip
    invalid(_clause, _name, "there is no such day", f'[{_tag} @PBN350@"{_value}"]\n',
            quote=_quote)  # fmt: skip
valid("3.4.8", "no-blank", "a blank should follow a comma in a name",
      '[South @~PBN351:3.4.5|3.4.8@"Jones,Anne"]\n', {"players": {"S": "Jones,Anne"}},
      quote="The names are given here as they are for the West tag value.")  # fmt: skip
invalid("3.4.14", "no-odd-tricks", "1 to 7 odd tricks",
        '[Declarer "S"]\n[Contract @PBN338@"0S"]\n',
        quote="<k> the number of odd tricks, <k> = 1 .. 7")  # fmt: skip
_PARTIAL = "When the play has not ended, then the Result tag indicates the number of won tricks"
for _name, _value in (("ns", "NS 1"), ("ew", "EW 0"), ("declarer", "1")):
    valid("3.4.15", f"partial-{_name}", "the tricks of a play that has not ended, without +",
          f'{PLAYED}[Result "{_value}"]\n[Play "W"]\n{TRICK}\n- H8 - -\n',
          played(result=1, play=play(TRICK, "- H8 - -")), quote=_PARTIAL)  # fmt: skip
exports("3.4.15", "export-passed-out", "no declarer and no result of a board that was passed out",
        "When all 4 players pass, then the tag value is an empty string.",
        export_game(Contract="Pass", Declarer="", Result="").replace('[Result ""]\n', "").replace(
            '[Declarer ""]\n', ""),
        export_game(Contract="Pass", Declarer="", Result=""))  # fmt: skip

# Auction

_game("3.5", "open-behind-four", "the plus sign begins a line behind four calls",
      "The '+' replaces the next call to be made.",
      '[Auction "N"]\nPass Pass 1NT Pass +\n',
      '[Auction "N"]\nPass Pass 1NT Pass\n+\n')  # fmt: skip
_game("3.5.4", "alert-without-text", "a call is alerted by a note without a text",
      "A note is used for indicating alerts",
      BODY.replace("1NT", "1NT =1=") + '[Note "1:"]\n',
      BODY.replace("1NT", "1NT =1=") + '[Note "1:"]\n')  # fmt: skip
_NOTED = BODY.replace("1NT", "1NT =1=")
_NOTED += '[Note "1:used"]\n{a}\n[Note "2:unused"]\n{b}\n'
_game("3.5.5", "comment-behind-unused", "a comment stays at its note",
      "A comment refers to the preceding event tag, auction call, played card, suffix, note "
      "reference, or nag.",
      _NOTED, _NOTED)  # fmt: skip
valid("3.5.2", "note-behind-comment", "a note after a comment at the same call",
      CALLED + '1S {five} =1= Pass Pass Pass\n[Note "1:text"]\n',
      called("1S Pass Pass Pass", notes={"0": "text"}, comments={"0": "five"}),
      quote="In import format, the annotations can be given in any order.",
      round_trip=False)  # fmt: skip
fixes("3.5.2", "export-note-behind-nag", "the note comes first",
      "In export format, the order is: the optional note reference, and then the NAGs in "
      "increasing order of the NAG values.",
      export_game('[Auction "N"]\n1S $2 =1= Pass Pass Pass\n[Note "1:text"]\n'),
      export_game('[Auction "N"]\n1S =1= $2 Pass Pass Pass\n[Note "1:text"]\n'),
      header=EXPORT_HEADER, newline="\r\n")  # fmt: skip

# Play

_game("3.6", "hyphens-with-comment", "a dash for each card that has not been played",
      "A dash '-' is used for each card that is unknown or that has not been played (yet).",
      '[Play "W"]\nS6 {text} SQ\n*\n', '[Play "W"]\nS6 {text} SQ - -\n*\n')  # fmt: skip
_NAGS = "The values $7 .. $12 and $14 may only be used for played cards in the play section."
invalid("3.7", "corrected-card-at-call", "14 is a card's",
        CALLED + "1S @PBN325@$14 AP\n",
        called("1S Pass Pass Pass", nags={"0": [14]}), quote=_NAGS)  # fmt: skip
valid("3.7", "corrected-card", "14 is a card's", PLAYED + '[Play "W"]\nS6 $14 SQ S2 S4\n*\n',
      played(play=play(TRICK, ending="closed", nags={"0.W": [14]})), quote=_NAGS)  # fmt: skip
invalid("3.7", "corrected-call-at-card", "13 is a call's",
        PLAYED + '[Play "W"]\nS6 @PBN325@$13 SQ S2 S4\n*\n',
        quote="The NAG values $1 .. $6 and $13 may only be used for calls in the auction "
        "section.")  # fmt: skip

# 3.10, 3.11

_END = '[Deal "N:A2... K3... Q4... J5..."]\n[Contract "NT"]\n'
valid("3.10", "lead-without-declarer", "the Play tag names who leads",
      _END + '[Play "S"]\nS4 S5 S2 S3\n*\n',
      {"deal": "N:A2... K3... Q4... J5...", "contract": "NT",
       "play": play("S4 S5 S2 S3", leader="S", ending="closed")},
      quote="The tag value of the play section indicates the lead player at the first trick."
      )  # fmt: skip
valid("3.11", "card-beside-a-revoke", "lower case is allowed beside marks as well",
      PLAYED + '[Play "W"]\n@~PBN805@s6 sq S2 ^R h9\n*\n',
      played(play=play("S6 SQ S2 H9", ending="closed", irregularities={"0.S": "revoke"})),
      quote="In import format, lowercase characters are allowed, to ease human input."
      )  # fmt: skip
_UPPER = "In export format, only uppercase characters are allowed."
for _name, _from, _to in (
    ("irregular-declarer", '[Declarer "^s"]\n', '[Declarer "^S"]\n'),
    ("end-position", _END.replace("NT", "nt"), _END),
    ("contract", '[Contract "3nt"]\n', '[Contract "3NT"]\n'),
    ("doubled-contract", '[Contract "4sx"]\n', '[Contract "4SX"]\n'),
):
    fixes("3.11", _name, "upper case", _UPPER, _from, _to, by_practice=True)

# Chapter 5

_game("5.1", "word-in-quotes", "a string token stays one, though it needs no quotes",
      "Either it is a string token, or a section token.",
      '[MyTable "Name;Score"]\n"Jones" 12\n"-" -\n', '[MyTable "Name;Score"]\n"Jones" 12\n"-" -\n'
      )  # fmt: skip
valid("5.3", "redouble", "a call as in the auction section",
      '[ActionTable "Rank;Call"]\n1 XX\n2 X\n3 AP\n',
      grid("ActionTable", "Rank;Call", "1 XX", "2 X", "3 AP"),
      quote="Call call as defined in auction section")  # fmt: skip
_TIMES = "The order of the thinking times is exactly the same as the order of the {} tokens"
invalid("5.4", "table-before-auction", "the auction stands before the table",
        '[Dealer "N"]\n@PBN512@[AuctionTimeTable "Time"]\n1\n[Auction "N"]\n1C *\n',
        quote="An Auction section must be given before this table section.")  # fmt: skip
_game("5.4", "export-hyphens", "the time of a hyphen goes with it", _TIMES.format("call"),
      '[Auction "W"]\n- Pass Pass 1NT\nPass 3NT Pass Pass\nPass\n'
      '[AuctionTimeTable "Time"]\n0\n1\n2\n3\n4\n5\n6\n7\n8\n',
      BODY + '[AuctionTimeTable "Time"]\n1\n2\n3\n4\n5\n6\n7\n8\n')  # fmt: skip
_RANGES = "all the score ranges together cover the whole score space."
for _name, _rows in (("nothing-above", "100,200 100\n*,101 0\n"), ("nothing-below", "100,* 100\n")):
    invalid("5.5", _name, "score ranges cover the whole score space",
            f'@PBN514@[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n{_rows}',
            quote=_RANGES)  # fmt: skip
invalid("5.5", "gap-of-east-west", "the ranges of East and West cover all scores as well",
        '@PBN514@[InstantScoreTable "ScoreRange_EW;Percentage_EW"]\n100,* 100\n*,100 0\n',
        quote=_RANGES)  # fmt: skip
invalid("5.6", "not-held-in-the-second-trick", "the optimum cards are cards of the player",
        PLAYED + f'[Play "W"]\n{TRICK}\nH3 - - -\n*\n[OptimumPlayTable "S;H;D;C"]\n'
        "6 - - -\n5 - - -\n2 - - -\n4 - - -\n- @PBN703@K - -\n",
        quote="Each next row gives the optimum cards for the current player based on the actual, "
        "previously played cards according to the Play section.")  # fmt: skip
invalid("5.8", "table-before-play", "the play stands before the table",
        PLAYED + f'@PBN512@[PlayTimeTable "Time"]\n1\n2\n3\n4\n[Play "W"]\n{TRICK}\n*\n',
        quote="A Play section must be given before this table section.")  # fmt: skip
_game("5.8", "export-leader", "the times follow the opening leader's column", _TIMES.format("card"),
      '[Play "N"]\nSQ S2 S4 S6\n*\n[PlayTimeTable "Time"]\n1\n2\n3\n4\n',
      '[Play "W"]\nS6 ^L SQ S2 S4\n*\n[PlayTimeTable "Time"]\n4\n1\n2\n3\n')  # fmt: skip

# 6.2

_DELIMITERS = "The delimiters do not occur in a PBN file itself."
invalid("6.2", "closed-never-opened", "</PBN> has no place in a PBN file",
        '[Board "1"]\n@PBN602@</PBN>\n[Board "2"]\n', quote=_DELIMITERS)  # fmt: skip
valid("6.2", "empty-part", "PBN text without a game, closed", '[Board "1"]\n</PBN>\n</html>\n',
      {"board": 1}, header="<html>\n<PBN></PBN>\n<p>text</p>\n<PBN>\n", suffix=".html",
      quote="The delimiter <PBN> signals the begin of the PBN text, and the delimiter </PBN> "
      "signals the end of the PBN text.", part="embedding")  # fmt: skip
_PART = EXPORT_HEADER + export_game(BODY)
fixes("6.2", "export-format-inside", "the rules of export format hold inside the delimiters alone",
      "A PBN file or a part of it might be embedded in another document",
      f"<html>\n<PBN>\n{_PART}</PBN>\n<p>text \n".replace('[Site ""]\n', ""),
      "<html>\n<PBN>\n" + _PART.replace('[Site ""]', '[Site "?"]').replace("\n", "\r\n")
      + "</PBN>\n<p>text \n", header="")  # fmt: skip
