"""Fixing: a fault that has one right answer, and the file with it; all other bytes stay."""

from __future__ import annotations

from cases.table import BODY, CALLED, DEAL, EXPORT_HEADER, PLAYED, TRICK, Table, export_game

TABLE = Table()
fixes = TABLE.fixes

_HAND = "N:AQ53.85.J532.T42"
fixes("3.4.11", "double-blank", "one blank between two hands",
      "A space character exists between two consecutive hands.",
      f'[Deal "{_HAND}  - - -"]\n', f'[Deal "{_HAND} - - -"]\n')  # fmt: skip
fixes("3.4.11", "ten", "the ten is T",
      'Note that the \'ten\' is defined as the single character "T".',
      f'[Deal "{_HAND.replace("T", "10")} - - -"]\n', f'[Deal "{_HAND} - - -"]\n')  # fmt: skip
fixes("3.4.11", "dots", "a hand that is not given is a hyphen",
      'A hand whose cards are not given, is indicated by "-" .',
      f'[Deal "{_HAND} ... ... ..."]\n', f'[Deal "{_HAND} - - -"]\n')  # fmt: skip
fixes("3.6.1", "ten", "the ten is T",
      "<rank> = A , K , Q , J , T , 9 , 8 , 7 , 6 , 5 , 4 , 3 , 2.",
      PLAYED + '[Play "W"]\nS10 SQ S2 S4\n*\n',
      PLAYED + '[Play "W"]\nST SQ S2 S4\n*\n')  # fmt: skip
fixes("3.2", "lone-backslash", "a backslash in a string is two",
      "A backslash inside a string is represented by two adjacent backslashes.",
      '[Event "C:\\dir"]\n', '[Event "C:\\\\dir"]\n')  # fmt: skip
fixes("3.2", "unescaped-quote", "a quote in a string has a backslash before it",
      "A quote inside a string is represented by the backslash immediately followed by a quote.",
      '[Event "the "big" one"]\n', '[Event "the \\"big\\" one"]\n')  # fmt: skip
_ODD = '\t[Board   "1" ]  \n[Dealer "N"] ; a {comment\n\n \n[ Board "2"]'
fixes("2.1", "nothing-to-fix", "a file without a fault stays as it is, to the byte",
      "the use of (superfluous) tabs and space characters does not matter",
      _ODD, _ODD)  # fmt: skip
for _name, _clause, _from, _to, _quote in (
    ("p", "3.5.1", "1C P Pass Pass", "1C Pass Pass Pass", "Pass the player passes"),
    ("dbl", "3.5.1", "1C Dbl AP", "1C X AP", "X the player doubles"),
    ("n", "3.5.1", "1N AP", "1NT AP", "<k><denomination> the player bids a contract"),
):
    fixes(_clause, _name, "a call in the words of the standard", _quote,
          f"{CALLED}{_from}\n", f"{CALLED}{_to}\n", by_practice=True)  # fmt: skip
for _clause, _name, _tag, _from, _to, _quote in (
    ("3.4.3", "hyphens", "Date", "2023-07-28", "2023.07.28",
     'The Date tag value field always uses a standard ten character format: "YYYY.MM.DD".'),
    ("3.4.9", "word", "Dealer", "North", "N", "The tag value is \"W\" (West), \"N\" (North), \"E\" "
     "(East), or \"S\" (South)."),
    ("3.4.10", "hyphen", "Vulnerable", "N-S", "NS", '"NS" North-South vulnerable'),
    ("3.4.14", "n", "Contract", "3N", "3NT", "D (Diamonds), C (Clubs), or NT (NoTrump)"),
    ("4.1.7", "lower-case", "Room", "open", "Open",
     'The only two possible tag values are: "Open" and "Closed".'),
):  # fmt: skip
    fixes(_clause, _name, "a value in the words of the standard", _quote,
          f'[{_tag} "{_from}"]\n', f'[{_tag} "{_to}"]\n', by_practice=True)  # fmt: skip


def _export(  # noqa: PLR0917  # a table in six columns
    clause: str, name: str, says: str, quote: str, text: str, fixed: str
) -> None:
    """Add a file that says it is in export format."""
    fixes(clause, name, says, quote, text, fixed, header=EXPORT_HEADER, newline="\r\n")


_GAME = export_game()
_export("2.3", "export-tab", "no tabs",
        "Tab characters, both horizontal and vertical, are not permitted in the export format.",
        _GAME.replace('[Site "', '[Site\t"'), _GAME)  # fmt: skip
_export("3", "export-blanks", "an empty line between games",
        "In export format, each game (except for the first) must start with an empty text line.",
        _GAME + " \n" + export_game(Board="2"), _GAME + "\n" + export_game(Board="2"))  # fmt: skip
_export("3.3", "export-white-space", "one blank between name and value",
        "there is a single space character between the tag name and the tag value.",
        _GAME.replace('[Site "', '[Site   "'), _GAME)  # fmt: skip
_export("3.3", "export-two-on-a-line", "each tag on a line by itself",
        "Export format requires each tag pair to appear left justified on a line by itself.",
        _GAME.replace('[Event ""]\n', '[Event ""] '), _GAME)  # fmt: skip
_export("3.4", "export-order", "the mandatory tags in their order",
        "For export format, the order of tag pairs is: (1) the mandatory tags in a fixed order",
        _GAME.replace('[Event ""]\n[Site ""]', '[Site ""]\n[Event ""]'), _GAME)  # fmt: skip
_export("3.4.10", "export-both", "both sides are All",
        'In export format the tag values "None" and "All" are applied.',
        export_game(Vulnerable="Both"), export_game(Vulnerable="All"))  # fmt: skip
_export("3.4.11", "export-ranks", "ranks descend",
        "In export format, the ranks must be given in descending order;",
        export_game(Deal=DEAL.replace("AQ53", "A3Q5")), _GAME)  # fmt: skip
_export("3.4.15", "export-side", "the result is declarer's",
        "In export format the tag value contains the number of tricks won by declarer.",
        export_game(Result="NS 7"), _GAME)  # fmt: skip
_export("3.11", "export-lower", "upper case only",
        "In export format, only uppercase characters are allowed.",
        export_game(Dealer="n"), _GAME)  # fmt: skip
_export("3.5.2", "export-order", "the note reference, then the NAGs",
        "In export format, the order is: the optional note reference, and then the NAGs in "
        "increasing order of the NAG values.",
        export_game('[Auction "N"]\n1S $15 =1= Pass Pass Pass\n[Note "1:text"]\n'),
        export_game('[Auction "N"]\n1S =1= $15 Pass Pass Pass\n[Note "1:text"]\n'))  # fmt: skip
_export("3.5.3", "export-suffix", "suffixes are NAGs",
        "The optional suffix has been translated into the corresponding NAG (chapter 3.7).",
        export_game('[Auction "N"]\n1S ! Pass Pass Pass\n'),
        export_game('[Auction "N"]\n1S $1 Pass Pass Pass\n'))  # fmt: skip
_LINES = "Each auction line contains 4 calls."
_export("3.5", "export-lines", "four calls a line", _LINES,
        export_game('[Auction "N"]\nPass Pass\n1NT Pass\n3NT Pass Pass Pass\n'),
        export_game(BODY))  # fmt: skip
_export("3.5", "export-dealer", "the dealer calls first",
        "In export format this player is always the dealer.",
        export_game('[Auction "W"]\n- Pass Pass 1NT\nPass 3NT Pass Pass\nPass\n'),
        export_game(BODY))  # fmt: skip
_export("3.6", "export-lines", "four cards a line",
        "Each play line contains 4 cards.",
        export_game('[Play "W"]\nS6 SQ\nS2 S4\n*\n'),
        export_game(f'[Play "W"]\n{TRICK}\n*\n'))  # fmt: skip
_export("5.2", "export-rows", "a row is a line",
        "In export format, all the table elements of a row are contained in one text line",
        export_game('[TotalScoreTable "-Rank;TotalMP"]\n1 70.5 2 60\n'),
        export_game('[TotalScoreTable "-Rank;TotalMP"]\n1 70.5\n2 60\n'))  # fmt: skip
_export("5.2", "export-width", "cells have the width of their column",
        "Extra spaces must be added before/after the table element to reach the minimum width.",
        export_game('[TotalScoreTable "-Rank\\3R;TotalMP"]\n1 70.5\n2 60\n'),
        export_game('[TotalScoreTable "-Rank\\3R;TotalMP"]\n  1 70.5\n  2 60\n'))  # fmt: skip
_export("3.4", "export-missing", "all mandatory tags, unknown where nothing is known",
        'then the tag is given with tag value "?".',
        _GAME.replace('[Site ""]\n', ""), _GAME.replace('[Site ""]', '[Site "?"]'))  # fmt: skip
_export("3.8", "export-behind-tag", "a comment behind a tag on a line of its own",
        "comments succeeding an event tag are printed at the begin of a new line.",
        _GAME.replace('[Board "1"]', '[Board "1"] {text}'),
        _GAME.replace('[Board "1"]', '[Board "1"]\n{text}'))  # fmt: skip
fixes("3", "blank-line", "a semi-empty line between two games",
      "Each game, except for the first game, starts with a semi-empty line.",
      f'[Board "1"]\n[Deal "{_HAND} - - -"]\n[Board "2"]\n[Deal "{_HAND} - - -"]\n',
      f'[Board "1"]\n[Deal "{_HAND} - - -"]\n\n[Board "2"]\n[Deal "{_HAND} - - -"]\n',
      by_practice=True)  # fmt: skip
fixes("5.1", "quotes", "an element of other characters is a string",
      "the characters ';' , '{' , and '}' are forbidden in section tokens",
      '[MyTable "Name"]\n56%\n', '[MyTable "Name"]\n"56%"\n', by_practice=True)  # fmt: skip
for _clause, _name, _says, _quote, _from, _to in (
    (
        "3.5",
        "line-for-the-next",
        "the plus stands for the next call",
        "The '+' replaces the next call to be made.",
        "1C ___",
        "1C +",
    ),
    (
        "3.5",
        "passes-again",
        "AP stands for passes that have not been given",
        "The auction section ends with all passes",
        "1C Pass Pass Pass AP",
        "1C Pass Pass Pass",
    ),
    ("3.5.1", "all-pass", "all passes are AP", "AP all players pass", "1C all pass", "1C AP"),
):
    fixes(_clause, _name, _says, _quote, f"{CALLED}{_from}\n", f"{CALLED}{_to}\n",
          by_practice=True)  # fmt: skip
fixes("3.5", "seat", "the first call is the dealer's where nobody is named",
      "The direction of the player making the first call is given as tag value in the Auction tag "
      "pair", CALLED.replace('Auction "N"', 'Auction ""') + "1C AP\n",
      CALLED + "1C AP\n", by_practice=True)  # fmt: skip
fixes("3.1", "data-on-the-line", "the elements begin behind the line of their tag",
      "The Auction tag is followed by multiple auction lines containing the calls.",
      CALLED.rstrip() + " 1C AP\n", CALLED + "1C AP\n", by_practice=True)  # fmt: skip
for _clause, _name, _tag, _from, _to, _quote in (
    ("3.4.3", "month-in-words", "Date", "28 Jul 2023", "2023.07.28",
     'The Date tag value field always uses a standard ten character format: "YYYY.MM.DD".'),
    ("3.4.3", "figures", "Date", "20160831", "2016.08.31",
     'The Date tag value field always uses a standard ten character format: "YYYY.MM.DD".'),
    ("3.4.3", "either-way", "Date", "03/04/2020", "03/04/2020",
     'The Date tag value field always uses a standard ten character format: "YYYY.MM.DD".'),
    ("3.4.4", "leading-zero", "Board", "01", "1", "The Board tag value is a positive integer"),
    ("3.4.11", "suit-letters", "Deal", "N:SAK.H.D.C - - -", "N:AK... - - -",
     "The Deal tag value gives the cards of each hand."),
    ("3.4.15", "leading-zero", "Result", "09", "9", "with <result> = 0 .. 13 ."),
    ("3.4.15", "blank-behind-caret", "Result", "^ 9", "^9",
     'A caret character ("^") preceding one of the above tag values indicates that the <result> '
     "differs from the actual number of won tricks."),
    ("4.1.4", "lower-case", "FrenchMP", "yes", "Yes",
     'The only two possible tag values are: "Yes" and "No".'),
    ("4.1.6", "lower-case", "Hidden", "ns", "NS",
     "The possible characters are: W (West), N (North), E (East), and S (South)."),
    ("4.2.1", "plus", "Score", "NS +420", "NS 420",
     "where <score> is the integer number of points."),
    ("4.5.1", "short", "Time", "8:30:00", "08:30:00",
     'This uses a time-of-day value in the form "HH:MM:SS"'),
):  # fmt: skip
    fixes(_clause, _name, "a value in the words of the standard", _quote,
          f'[{_tag} "{_from}"]\n', f'[{_tag} "{_to}"]\n', by_practice=True)  # fmt: skip
fixes("3.2", "escapes-stay", "a backslash that escapes stays one",
      "A backslash inside a string is represented by two adjacent backslashes.",
      '[Event "C:\\dir \\"x\\""]\n', '[Event "C:\\\\dir \\"x\\""]\n')  # fmt: skip
_export("3.5.2", "export-nags", "NAGs in increasing order",
        "In export format, the order is: the optional note reference, and then the NAGs in "
        "increasing order of the NAG values.",
        export_game('[Auction "N"]\n1S $15 $2 Pass Pass Pass\n'),
        export_game('[Auction "N"]\n1S $2 $15 Pass Pass Pass\n'))  # fmt: skip
_export("5.2", "export-row-over-lines", "a row is one line",
        "In export format, all the table elements of a row are contained in one text line",
        export_game('[TotalScoreTable "-Rank;TotalMP"]\n1\n70.5\n2 60\n'),
        export_game('[TotalScoreTable "-Rank;TotalMP"]\n1 70.5\n2 60\n'))  # fmt: skip
fixes("3.5.1", "p-twice", "each call in the words of the standard", "Pass the player passes",
      f"{CALLED}1C P 1H P\n2H AP\n", f"{CALLED}1C Pass 1H Pass\n2H AP\n",
      by_practice=True)  # fmt: skip
