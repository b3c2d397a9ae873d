"""Export: auction, play and supplemental sections, input and expected bytes."""

from __future__ import annotations

from cases.table import BODY, Table, export_game

TABLE = Table()
exports = TABLE.exports

_PLAY = '[Play "W"]\nS6 SQ S2 S4\n*\n'


def _game(clause: str, name: str, says: str, quote: str, body: str, *outputs: str) -> None:
    """Add a game with all mandatory tags: what stands behind them, and what comes of it."""
    exports(clause, name, says, quote, export_game(body), *(export_game(one) for one in outputs))


# Sections

_SORTED = "The supplemental sections are sorted alphabetically by their tag name."
_game(
    "3.1",
    "sections",
    "auction, play, then the supplemental sections by their names",
    "In export format, the sections must be given in the above order.",
    '[TotalScoreTable "Rank"]\n1\n' + _PLAY + BODY,
    BODY + _PLAY + '[TotalScoreTable "Rank"]\n1\n',
)
_game("3.1", "tables", "supplemental sections by their names", _SORTED,
      '[TotalScoreTable "Rank"]\n1\n[ActionTable "Rank"]\n2\n',
      '[ActionTable "Rank"]\n2\n[TotalScoreTable "Rank"]\n1\n')  # fmt: skip
_game("3.1", "tags-behind-sections", "the identification section comes first",
      "In export format, the sections must be given in the above order.",
      BODY + '[Room "Open"]\n', '[Room "Open"]\n' + BODY)  # fmt: skip

# Auction

_FIRST = "In export format this player is always the dealer. Each auction line contains 4 calls."
_game("3.5", "columns", "the dealer calls first, without hyphens", _FIRST,
      '[Auction "W"]\n- Pass Pass 1NT\nPass 3NT Pass Pass\nPass\n', BODY)  # fmt: skip
_game("3.5", "lines", "four calls a line", _FIRST,
      '[Auction "N"]\nPass Pass 1NT Pass 3NT\nPass\nPass Pass\n', BODY)  # fmt: skip
_game("3.5", "closed", "an auction that is closed",
      'The "*" character indicates that no further calls will or can be given.',
      '[Auction "N"]\nPass Pass 1NT *\n',
      '[Auction "N"]\nPass Pass 1NT\n*\n', '[Auction "N"]\nPass Pass 1NT *\n')  # fmt: skip
_game("3.5", "open", "the plus sign behind the last call",
      "Hence, it is placed after the last call (and its annotations).",
      '[Auction "N"]\nPass Pass 1NT +\n', '[Auction "N"]\nPass Pass 1NT +\n')  # fmt: skip
_ORDER = (
    "For example, in an import format PBN file the construction '1S !! =1= $25' becomes in export "
    "format '1S =1= $3 $25'."
)
_game("3.5.2", "example", "the example of the standard", _ORDER,
      '[Auction "N"]\n1S !! =1= $25 Pass Pass Pass\n[Note "1:text"]\n',
      '[Auction "N"]\n1S =1= $3 $25 Pass Pass Pass\n[Note "1:text"]\n')  # fmt: skip
_game("3.5.2", "nags-ascend", "NAGs in increasing order",
      "In export format, the order is: the optional note reference, and then the NAGs in "
      "increasing order of the NAG values.",
      '[Auction "N"]\n1S $200 $15 $16 Pass Pass Pass\n',
      '[Auction "N"]\n1S $15 $16 $200 Pass Pass Pass\n')  # fmt: skip
for _nag, _suffix in enumerate(("!", "?", "!!", "??", "!?", "?!"), 1):
    _game("3.5.3", f"suffix-{_nag}", f"{_suffix} becomes ${_nag}",
          "These suffixes correspond with the NAG values $1 - $6.",
          f'[Auction "N"]\n1S{_suffix} Pass Pass Pass\n',
          f'[Auction "N"]\n1S ${_nag} Pass Pass Pass\n')  # fmt: skip
    _game("3.6.3", f"suffix-{_nag}", f"{_suffix} becomes ${_nag + 6}",
          "These suffixes correspond with the NAG values $7 - $12.",
          f'[Play "W"]\nS6{_suffix} SQ S2 S4\n*\n',
          f'[Play "W"]\nS6 ${_nag + 6} SQ S2 S4\n*\n')  # fmt: skip
_game("3.5.4", "blank", "one blank behind a reference",
      "In export format, a single space character is entered after the note reference, if it is "
      "followed by another token in the text line.",
      '[Auction "N"]\n1S=1=Pass=1=Pass Pass\n[Note "1:text"]\n',
      '[Auction "N"]\n1S =1= Pass =1= Pass Pass\n[Note "1:text"]\n')  # fmt: skip
_game("3.5.5", "notes", "the notes at the end of the calls, those of the play in the play",
      "The note tags, dedicated to the auction, are placed in the auction section at the end of "
      "the auction calls.",
      BODY.replace("1NT", "1NT =1=") + '[Note "1:strong"]\n'
      + '[Play "W"]\nS6 =1= SQ S2 S4\n*\n[Note "1:fourth best"]\n',
      BODY.replace("1NT", "1NT =1=") + '[Note "1:strong"]\n'
      + '[Play "W"]\nS6 =1= SQ S2 S4\n*\n[Note "1:fourth best"]\n')  # fmt: skip
_game("3.7", "blank", "one blank behind a NAG",
      "In export format, a single space character is entered after the NAG if it is followed by "
      "another token in the text line.",
      '[Auction "N"]\n1S$15Pass Pass Pass\n', '[Auction "N"]\n1S $15 Pass Pass Pass\n')  # fmt: skip
_game("3.11", "auction", "calls in upper case",
      "In export format, only uppercase characters are allowed.",
      '[Auction "n"]\npass Pass 1nt Pass\n3nt pass pass pass\n', BODY)  # fmt: skip
_game("3.11", "play", "cards in upper case",
      "In export format, only uppercase characters are allowed.",
      '[Play "w"]\ns6 sq S2 s4\n*\n', _PLAY)  # fmt: skip
_game("3.8", "at-a-call", "one blank before a comment in a line",
      "When a comment does not start at a new line, then a single space preceeds the comment begin "
      'character ";" or "{".',
      '[Auction "N"]\nPass Pass 1NT{strong} Pass\n3NT Pass Pass Pass\n',
      '[Auction "N"]\nPass Pass 1NT {strong} Pass\n3NT Pass Pass Pass\n')  # fmt: skip
_IRREGULAR = "The following notation handles the irregularity (A) - (D):"
for _name, _calls in (
    ("insufficient-bid", "1D ^I 1C Pass Pass\nPass\n"),
    ("skipped", "1D ^S 2D Pass\nPass Pass\n"),
    ("skipped-and-insufficient", "1D ^S ^I 1C Pass\nPass Pass\n"),
):
    _game("3.9", _name, "an irregularity stays", _IRREGULAR,
          f'[Auction "N"]\n{_calls}', f'[Auction "N"]\n{_calls}')  # fmt: skip
for _name, _cards in (("revoke", "S6 SQ S2 ^R H9"), ("lead-out-of-turn", "C5 C2 ^L C3 C8")):
    _game("3.9", _name, "an irregularity stays", _IRREGULAR,
          f'[Play "W"]\n{_cards}\n*\n', f'[Play "W"]\n{_cards}\n*\n')  # fmt: skip

# Play

_LEADER = (
    "In export format this player is always the opening leader, being declarer's left hand "
    "opponent. Each play line contains 4 cards."
)
_game("3.6", "leader", "the opening leader comes first; who led in his place is marked", _LEADER,
      '[Play "N"]\nSQ S2 S4 S6\n*\n', '[Play "W"]\nS6 ^L SQ S2 S4\n*\n')  # fmt: skip
_game("3.6", "lines", "four cards a line", _LEADER,
      '[Play "W"]\nS6 SQ\nS2 S4 - H5 *\n', '[Play "W"]\nS6 SQ S2 S4\n- H5 - -\n*\n')  # fmt: skip
_game("3.6", "dashes", "a dash for a card that has not been played",
      "A dash '-' is used for each card that is unknown or that has not been played (yet).",
      '[Play "W"]\nS6\n*\n', '[Play "W"]\nS6 - - -\n*\n')  # fmt: skip
_game("3.6", "open", "the plus sign replaces the next card",
      "The '+' replaces the next card to be played.",
      '[Play "W"]\nS6 SQ S2 S4\n+ H5 H2 HK\n', '[Play "W"]\nS6 SQ S2 S4\n+ H5 H2 HK\n')  # fmt: skip
_game("3.6", "open-behind-the-lead", "the plus sign replaces the next card",
      "The '+' replaces the next card to be played.",
      '[Play "W"]\nS6 SQ S2 S4\n- H5 +\n', '[Play "W"]\nS6 SQ S2 S4\n- H5 + -\n')  # fmt: skip
_game("3.6.2", "example", "the example of the standard",
      "For example, in an import format PBN file the construction 'SK !! =1= $200' becomes in "
      "export format 'SK =1= $9 $200'.",
      '[Play "W"]\nS6 !! =1= $200 SQ S2 S4\n*\n[Note "1:text"]\n',
      '[Play "W"]\nS6 =1= $9 $200 SQ S2 S4\n*\n[Note "1:text"]\n')  # fmt: skip

# Supplemental sections

_game("5.1", "blanks", "one blank between the elements of a line",
      "In export format, all the section elements in one text line are separated by a single space "
      "character.",
      '[ActionTable "Rank;Call"]\n1    1C\n2\t1D\n',
      '[ActionTable "Rank;Call"]\n1 1C\n2 1D\n')  # fmt: skip
_game("5.1", "strings", "a string stays a string",
      "A string token can be used for section data consisting of characters, that are not allowed "
      "for section tokens.",
      '[ScoreTable "Rank;Names_NS"]\n1 "Jones;Smith"\n',
      '[ScoreTable "Rank;Names_NS"]\n1 "Jones;Smith"\n')  # fmt: skip
_game("5.2", "rows", "a row is a line",
      "In export format, all the table elements of a row are contained in one text line",
      '[ActionTable "Rank;Call"]\n1\n1C 2\n1D\n',
      '[ActionTable "Rank;Call"]\n1 1C\n2 1D\n')  # fmt: skip
_WIDTH = "Extra spaces must be added before/after the table element to reach the minimum width."
_game("5.2", "widths", "cells are filled up to their width", _WIDTH,
      '[ActionTable "Rank\\3R;Call\\5L;Percentage\\3R"]\n1 1C 100\n10 Pass 5\n',
      '[ActionTable "Rank\\3R;Call\\5L;Percentage\\3R"]\n'
      '  1 1C    100\n 10 Pass    5\n')  # fmt: skip
_game("5.2", "last-width", "the last cell is filled up too", _WIDTH,
      '[ActionTable "Rank\\3R;Call\\5L"]\n1 1C\n',
      '[ActionTable "Rank\\3R;Call\\5L"]\n  1 1C   \n')  # fmt: skip
_game("5.2", "order-marks", "the marks of order stay in the names of columns",
      "The character '+' means descending (i.e. highest value at first row), and the character '-' "
      "means ascending (i.e. lowest value at first row).",
      '[TotalScoreTable "-Rank;+TotalMP"]\n1 70\n2 60.5\n',
      '[TotalScoreTable "-Rank;+TotalMP"]\n1 70\n2 60.5\n')  # fmt: skip
_TWENTY = "".join(f"{seat} {strain} {6 if seat in 'NS' else 7}\n"
                  for seat in "NESW" for strain in ("NT", "S", "H", "D", "C"))  # fmt: skip
_game("5.7", "full-table", "a full table of twenty rows",
      "A full table consists of 20 rows.",
      f'[OptimumResultTable "Declarer;Denomination;Result"]\n{_TWENTY}',
      f'[OptimumResultTable "Declarer;Denomination;Result"]\n{_TWENTY}')  # fmt: skip
