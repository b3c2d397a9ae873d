"""Export: the file layout and the identification section, input and expected bytes."""

from __future__ import annotations

from cases.table import DEAL, Table, export_game

TABLE = Table()
exports = TABLE.exports

_GAME = export_game()

exports(
    "2.3",
    "line-ends",
    "each line ends with CRLF",
    "This end-of-line indicator equals the CRLF character-pair",
    _GAME,
    _GAME,
)
exports(
    "2.3",
    "tabs",
    "there are no tabs",
    "Tab characters, both horizontal and vertical, are not permitted in the export format.",
    _GAME.replace('[Event "', '\t[Event\t"').replace('[Site "', '[Site\x0b"'),
    _GAME,
)
exports(
    "2.2",
    "latin-1",
    "ISO 8859-1, a byte a character",
    "PBN data is represented using a subset of the eight bit ISO 8859/1 (Latin 1) character set.",
    export_game(North="Bj\u00f6rn"),
    export_game(North="Bj\u00f6rn"),
)
_LINE = "In export format, each game (except for the first) must start with an empty text line."
exports(
    "3",
    "empty-line",
    "an empty line, without blanks, between games",
    _LINE,
    _GAME + "  \t \n" + export_game(Board="2"),
    _GAME + "\n" + export_game(Board="2"),
)
exports(
    "3.2",
    "quote-and-backslash",
    "quotes and backslashes in a string",
    "A quote inside a string is represented by the backslash immediately followed by a quote.",
    export_game(Event='a \\"b\\" \\\\ c'),
    export_game(Event='a \\"b\\" \\\\ c'),
)
exports(
    "3.3",
    "white-space",
    "one blank between name and value, no other white space",
    "there is a single space character between the tag name and the tag value.",
    _GAME.replace('[Event ""]', '[  Event   ""  ]'),
    _GAME,
)
_ITSELF = "Export format requires each tag pair to appear left justified on a line by itself."
exports("3.3", "one-a-line", "each tag on a line by itself", _ITSELF,
        _GAME.replace("]\n", "] ", 3), _GAME)  # fmt: skip
exports("3.3", "left-justified", "each tag left justified", _ITSELF,
        _GAME.replace("[Site", "   [Site"), _GAME)  # fmt: skip
exports("3.3", "one-line", "each tag on one line", _ITSELF,
        _GAME.replace('[Site ""]', '[Site\n""\n]'), _GAME)  # fmt: skip
_ORDER = "For export format, the order of tag pairs is: (1) the mandatory tags in a fixed order"
_LINES = _GAME.splitlines(keepends=True)
exports("3.4", "mandatory-order", "the mandatory tags in their order", _ORDER,
        "".join(reversed(_LINES)), _GAME)  # fmt: skip
exports(
    "3.4",
    "supplemental-order",
    "supplemental tags by the alphabet, behind the mandatory ones",
    "(2) the supplemental tags, sorted alphabetically by their tag name",
    '[VisitTeam "B"]\n[Room "Open"]\n' + _GAME + '[Competition "Teams"]\n[HomeTeam "A"]\n',
    _GAME + '[Competition "Teams"]\n[HomeTeam "A"]\n[Room "Open"]\n[VisitTeam "B"]\n',
)
_UNKNOWN = (
    "When a tag value of a mandatory tag is unknown (because it was not given in the import "
    'format), then the tag is given with tag value "?".'
)
for _name in ("Event", "Site", "Date", "West", "Scoring", "Result"):
    exports(
        "3.4",
        f"not-given-{_name.lower()}",
        "a mandatory tag that was not given is unknown",
        _UNKNOWN,
        "".join(line for line in _LINES if not line.startswith(f"[{_name} ")),
        export_game(**{_name: "?"}),
    )
exports(
    "3.4",
    "contract-beside-empty-declarer",
    "what was not given is unknown, whatever stands beside it",
    _UNKNOWN,
    "".join(line for line in export_game(Declarer="", Result="?").splitlines(keepends=True)
            if not line.startswith("[Contract ")),
    export_game(Declarer="", Contract="?", Result="?"),
)  # fmt: skip
exports(
    "3.4",
    "bare",
    "all that was not given is unknown",
    _UNKNOWN,
    '[Site "S"]\n[Event "E"]\n',
    export_game(
        **{line[1:].partition(" ")[0]: "?" for line in _LINES} | {"Event": "E", "Site": "S"}
    ),
)
exports("3.4", "unknown", "a value that is unknown stays unknown", _UNKNOWN,
        export_game(Event="?", Date="?", West="?", Result="?"),
        export_game(Event="?", Date="?", West="?", Result="?"))  # fmt: skip
exports(
    "3.4",
    "inappropriate",
    "an empty value stays empty",
    "When a tag value of a mandatory tag is inappropriate",
    export_game(Scoring="", Declarer="", Contract="", Result=""),
    export_game(Scoring="", Declarer="", Contract="", Result=""),
)
exports(
    "3.4",
    "once",
    "a tag occurs once: the first one counts",
    "In export format, tag pairs may only occur once. In import format, a tag pair that already "
    "occurred, is ignored.",
    export_game(Event="first").replace("[Site", '[Event "second"]\n[Site'),
    export_game(Event="first"),
)
_VUL = 'In export format the tag values "None" and "All" are applied.'
for _name, _value, _written in (
    ("love", "Love", "None"), ("hyphen", "-", "None"), ("both", "Both", "All"),
    ("lower", "all", "All"), ("ns", "NS", "NS"),
):  # fmt: skip
    exports("3.4.10", _name, "no side is None, both are All", _VUL,
            export_game(Vulnerable=_value), export_game(Vulnerable=_written))  # fmt: skip
_DEAL = (
    "In export format, the ranks must be given in descending order; <first> is equal to the dealer."
)
exports("3.4.11", "ranks", "ranks descend", _DEAL,
        export_game(Deal=DEAL.replace("N:AQ53.85", "N:35AQ.58")), _GAME)  # fmt: skip
_HANDS = DEAL[2:].split(" ")
for _turn, _seat in enumerate("NESW"):
    _turned = f"{_seat}:" + " ".join(_HANDS[_turn:] + _HANDS[:_turn])
    exports("3.4.11", f"first-{_seat.lower()}", "the dealer's hand is the first", _DEAL,
            export_game(Dealer=_seat), export_game(Dealer=_seat, Deal=_turned))  # fmt: skip
exports(
    "3.4.11",
    "two-hands",
    "a hand that is not given is a hyphen",
    'A hand whose cards are not given, is indicated by "-" .',
    export_game(Dealer="E", Deal=f"N:{_HANDS[0]} - {_HANDS[2]} -", Declarer="", Contract="",
                Result=""),
    export_game(Dealer="E", Deal=f"E:- {_HANDS[2]} - {_HANDS[0]}", Declarer="", Contract="",
                Result=""),
)  # fmt: skip
_RESULT = "In export format the tag value contains the number of tricks won by declarer."
for _name, _value, _written in (
    ("ns", "NS 7", "7"), ("ew", "EW 6", "7"), ("both", "EW 6 NS 7", "7"), ("zero", "NS 0", "0"),
):  # fmt: skip
    exports("3.4.15", _name, "the result is declarer's", _RESULT,
            export_game(Result=_value), export_game(Result=_written))  # fmt: skip
exports(
    "3.4.15",
    "irregular",
    "a result that differs from the tricks won keeps its caret",
    'A caret character ("^") preceding one of the above tag values indicates that the <result> '
    "differs from the actual number of won tricks.",
    export_game(Result="^9"),
    export_game(Result="^9"),
)
exports(
    "3.4.13",
    "passed-out",
    "when all pass, declarer and result are empty",
    "When all 4 players pass, then the tag value is an empty string.",
    export_game(Declarer="", Contract="Pass", Result=""),
    export_game(Declarer="", Contract="Pass", Result=""),
)
exports(
    "3.4.13",
    "swapped",
    "declarer and dummy swapped",
    "The tag value becomes a caret (^) followed by the direction of the irregular declarer:",
    export_game(Declarer="^S"),
    export_game(Declarer="^S"),
)
_UPPER = "In export format, only uppercase characters are allowed."
for _name, _value in (
    ("Dealer", "n"), ("Deal", DEAL.lower()), ("Declarer", "s"), ("Contract", "3nt"),
    ("Vulnerable", "none"),
):  # fmt: skip
    exports("3.11", _name.lower(), "upper case only", _UPPER,
            export_game(**{_name: _value}), _GAME)  # fmt: skip
_END = "N:A2... K3... Q4... J5..."
exports(
    "3.10",
    "end-position",
    "the contract of an end position is the denomination",
    "the tag value only contains the denomination",
    export_game(Deal=_END, Declarer="W", Contract="NT", Result="1"),
    export_game(Deal=_END, Declarer="W", Contract="NT", Result="1"),
)
exports(
    "3.10",
    "end-position-result",
    "declarer's tricks are those of the position: two less the other side's",
    _RESULT,
    export_game(Deal=_END, Declarer="W", Contract="NT", Result="NS 2"),
    export_game(Deal=_END, Declarer="W", Contract="NT", Result="0"),
)
exports(
    "6.2",
    "embedded",
    "the exported file is PBN alone",
    "The delimiters do not occur in a PBN file itself.",
    f"<html>\n<PBN>\n{_GAME}</PBN>\n</html>\n",
    _GAME,
    header="",
    suffix=".html",
)
_COMMENT = (
    "In export format comments succeeding an event tag are printed at the begin of a new line."
)
exports("3.8", "at-a-tag", "a comment behind a tag begins a line", _COMMENT,
        _GAME.replace('[Site ""]', '[Site ""] {home}'),
        _GAME.replace('[Site ""]\n', '[Site ""]\n{home}\n'))  # fmt: skip
exports(
    "3.8",
    "moves-with-its-tag",
    "a comment stays behind its tag",
    "The position of the comment must be preserved when a PBN file is converted from import format "
    "to export format.",
    '[Site ""]\n{home}\n' + _GAME.replace('[Site ""]\n', ""),
    _GAME.replace('[Site ""]\n', '[Site ""]\n{home}\n'),
)
exports(
    "3.8",
    "at-the-begin",
    "a comment before any tag",
    "Also a comment can be positioned at the begin of the game (before any tag).",
    "{first}\n" + _GAME,
    "{first}\n" + _GAME,
)
