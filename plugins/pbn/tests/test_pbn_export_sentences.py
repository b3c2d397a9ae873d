"""Every sentence of the standard that says what holds in export format, each with what it asks.

A row is a sentence word for word, an import text, and the export that the sentence asks for; where
it cannot be obeyed, what the loss report says of it. `STATES_NO_RULE` lists the sentences that name
export format without a rule for a file.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import overtrick
from overtrick.plugin import FormatSpec, WriteContext
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_pbn.writer import write

SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")

STANDARD = Path(__file__).parents[4] / "shared" / "spec" / "pbn-2.1-standard.txt"
DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
FROM_EAST = "E:2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5 AQ53.85.J532.T42"
KNOWN = {"Board": "1", "Dealer": "N", "Vulnerable": "None", "Deal": DEAL, "Declarer": "S",
         "Contract": "3NT", "Result": "9"}  # fmt: skip
LONG = "x" * 300
HEAD = "% PBN 2.1\n% EXPORT\n\n"


TWICE = tuple(
    f"a {name} tag that occurs twice in a game is left out"
    for name in ("Board", "Round", "Vulnerable")
)


class Row(NamedTuple):
    """A sentence with a case of it.

    Attributes:
        clause: where it stands.
        sentence: its words.
        source: the import text.
        export: the export, with LF, from the first tag on.
        told: the codes and reasons that the loss report has, besides what was not given.
    """

    clause: str
    sentence: str
    source: str
    export: str
    told: tuple[str, ...] = ()


def game(after: str = "", **tags: str) -> str:
    """Return a game as export format has it, with other values for some mandatory tags."""
    values = dict.fromkeys(MANDATORY, "?") | KNOWN | tags
    return "".join(f'[{name} "{values[name]}"]\n' for name in MANDATORY) + after + "\n"


def given(after: str = "", **tags: str) -> str:
    """Return the tags that are known of the same game, in import format."""
    values = KNOWN | tags
    return "".join(f'[{name} "{value}"]\n' for name, value in values.items()) + after


CALLS = '[Auction "N"]\n'
CARDS = '[Play "W"]\n'
NO_TABS = "PBN strings hold no line ends, tabs or control characters"
DIVIDED = "comment lines over 255 characters are divided, and control characters left out"
DECLARERS = "the Result tag contains declarer's tricks"

LINE = (
    "In export format a text line contains printing characters concluded by an end-of-line "
    "indicator."
)
CRLF = "This end-of-line indicator equals the CRLF character-pair"
TABS = "Tab characters, both horizontal and vertical, are not permitted in the export format."
LENGTH = "The length of a PBN text line is maximally 255 characters"
LATIN = (
    "PBN data is represented using a subset of the eight bit ISO 8859/1 (Latin 1) character set."
)
EXPORT = "It indicates that a PBN file has export format."
EMPTY = "In export format, each game (except for the first) must start with an empty text line."
ORDER = "In export format, the sections must be given in the above order."
SORTED = "The supplemental sections are sorted alphabetically by their tag name."
FIFTEEN = "The identification section contains 15 mandatory tags."
BLANKS = (
    "For PBN export format, there are no white space characters between the left bracket and the "
    "tag name, there are no white space characters between the tag value and the right bracket, "
    "and there is a single space character between the tag name and the tag value."
)
ITSELF = "Export format requires each tag pair to appear left justified on a line by itself."
MANDATORY_SET = "These tags are mandatory for a PBN file in export format."
UNKNOWN = (
    "When a tag value of a mandatory tag is unknown (because it was not given in the import "
    'format), then the tag is given with tag value "?".'
)
INAPPROPRIATE = "then the tag is given as an empty string."
FIXED = "For export format, the order of tag pairs is:"
ONCE = "In export format, tag pairs may only occur once."
NONE_ALL = 'In export format the tag values "None" and "All" are applied.'
RANKS = (
    "In export format, the ranks must be given in descending order; <first> is equal to the dealer."
)
TRICKS = "In export format the tag value contains the number of tricks won by declarer."
DEALER = "In export format this player is always the dealer."
FOUR_CALLS = "Each auction line contains 4 calls."
LESS_CALLS = "Only due to much annotation, a line may contain less than 4 calls."
LEFT_CALL = "The call of the dealer always starts left justified at a new line."
MARKS = (
    "In export format, the order is: the optional note reference, and then the NAGs in increasing "
    "order of the NAG values."
)
TRANSLATED = "The optional suffix has been translated into the corresponding NAG (chapter 3.7)."
CALL_EXAMPLE = "'1S !! =1= $25' becomes in export format '1S =1= $3 $25'."
CARD_EXAMPLE = "'SK !! =1= $200' becomes in export format 'SK =1= $9 $200'."
SUFFIXES = (
    "A one-to-one correspondence is needed, because the suffixes are translated to NAG values for "
    "the export format."
)
AFTER_NOTE = (
    "In export format, a single space character is entered after the note reference, if it is "
    "followed by another token in the text line."
)
AFTER_NAG = (
    "In export format, a single space character is entered after the NAG if it is followed by "
    "another token in the text line."
)
LEADER = (
    "In export format this player is always the opening leader, being declarer's left hand "
    "opponent."
)
FOUR_CARDS = "Each play line contains 4 cards."
LESS_CARDS = "Only due to much annotation, a line may contain less than 4 cards."
LEFT_CARD = "The card of the opening leader always starts left justified at a new line."
DASH = "A dash '-' is used for each card that is unknown or that has not been played (yet)."
POSITION = (
    "The position of the comment must be preserved when a PBN file is converted from import format "
    "to export format."
)
REORDERED = (
    "This holds especially when the order of the tags is changed to obey the prescribed tag order "
    "in export format."
)
NEW_LINE = (
    "In export format comments succeeding an event tag are printed at the begin of a new line."
)
ONE_SPACE = (
    "When a comment does not start at a new line, then a single space preceeds the comment begin "
    'character ";" or "{".'
)
UPPER = "In export format, only uppercase characters are allowed."
OMITTED = (
    "Note that in export format a mandatory tag can be omitted when there is a corresponding tag "
    "using ## in a previous game."
)
ELEMENTS = (
    "In export format, all the section elements in one text line are separated by a single space "
    "character."
)
WIDTHS = "Extra spaces must be added before/after the table element to reach the minimum width."
NICELY = "This is needed to format a table nicely in export format."
ROWS_OF_A_TABLE = (
    "In export format, all the table elements of a row are contained in one text line, and they "
    "are separated by a single space character."
)

ROWS = [
    Row("2.2", LATIN, given('[Round "\u00c9t\u00e9"]\n'), game('[Round "\u00c9t\u00e9"]\n')),
    Row("2.2", LATIN, given('[Round "\u0141\u00f3d\u017a"]\n'),
        game('[Round "\u0141\u00f3d\u017a"]\n'), ("PBN909",)),
    Row("2.3", LINE, given('[Round "1"]'), game('[Round "1"]\n')),
    Row("2.3", CRLF, given().replace("\n", "\r"), game()),
    Row("2.3", TABS, given(f'\t[Round\t"1"]\n{CALLS}\t1C\tAP'),
        game(f'[Round "1"]\n{CALLS}1C Pass Pass Pass\n')),
    Row("2.3", TABS, given('[Round "1\t2"]\n'), game('[Round "1 2"]\n'), (NO_TABS,)),
    Row("2.3", TABS, given('[Round "1"]\n{a\tb}\n'),
        game('[Round "1"]\n{a       b}\n'), (DIVIDED,)),
    Row("2.3", LENGTH, given(f'[Round "1"]\n{{{"word " * 60}}}\n'),
        game(f'[Round "1"]\n{{{"word " * 49}word\n{"word " * 10}}}\n'), (DIVIDED,)),
    Row("2.3", LENGTH, given(f'[Round "{LONG}"]\n'), game(f'[Round "{LONG}"]\n'), ("PBN901",)),
    Row("2.3", LENGTH, given(f'[MyTable "A;B"]\n{"a" * 200} {"b" * 100}\n'),
        game(f'[MyTable "A;B"]\n{"a" * 200}\n{"b" * 100}\n'), ("PBN903",)),
    Row("2.4", EXPORT, given(), game()),
    Row("3", EMPTY, given() + " \t\n\n" + given(Board="2"), game() + game(Board="2")),
    Row("3.1", ORDER, f'{given()}[ActionTable "Rank"]\n1\n{CARDS}*\n{CALLS}1C AP\n[Round "1"]\n',
        game(f'[Round "1"]\n{CALLS}1C Pass Pass Pass\n{CARDS}*\n[ActionTable "Rank"]\n1\n')),
    Row("3.1", SORTED, given('[ZTable "A"]\n1\n[ATable "B"]\n2\n[M ""]\nx y\n'),
        game('[ATable "B"]\n2\n[M ""]\nx y\n[ZTable "A"]\n1\n'),
        ("export format sorts tables by name",)),
    Row("3.1", FIFTEEN, '[Event "E"]\n', game(Event="E", **dict.fromkeys(KNOWN, "?"))),
    Row("3.3", BLANKS, given('[ Round\n "1" ]\n'), game('[Round "1"]\n')),
    Row("3.3", ITSELF, given('  [Round "1"] [Room "Open"] ; a comment\n'),
        game('[Room "Open"]\n; a comment\n[Round "1"]\n').replace("; a comment", "{ a comment}")),
    Row("3.4", MANDATORY_SET, given(), game()),
    Row("3.4", UNKNOWN, given(Site="S"), game(Site="S")),
    Row("3.4", INAPPROPRIATE, f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n',
        game(**{n: "" for n in MANDATORY if n not in {"Dealer", "Vulnerable", "Deal", "Board"}},
             Board="?")),
    Row("3.4", FIXED, "".join(reversed(given('[Round "1"]\n[Mode "TC"]\n').splitlines(True))),
        game('[Mode "TC"]\n[Round "1"]\n')),
    Row("3.4", ONCE, given('[Round "1"]\n[Board "2"]\n[Round "2"]\n[Vulnerable "All"]\n'),
        game('[Round "1"]\n'), TWICE),
    *(Row("3.4.10", NONE_ALL, given(Vulnerable=value), game(Vulnerable=right))
      for value, right in (("Love", "None"), ("-", "None"), ("Both", "All"), ("EW", "EW"))),
    Row("3.4.11", RANKS, given(Deal=DEAL.replace("AQ53", "35QA")), game()),
    Row("3.4.11", RANKS, given(Dealer="E"), game(Dealer="E", Deal=FROM_EAST)),
    # Nobody knows the dealer.
    Row("3.4.11", RANKS, given(Dealer="?", Deal=FROM_EAST), game(Dealer="?")),
    *(Row("3.4.15", TRICKS, given(Result=value), game(Result=right))
      for value, right in (("NS 9", "9"), ("EW 4", "9"), ("EW 4 NS 9", "9"), ("^NS 9", "^9"))),
    Row("3.4.15", TRICKS, given(f"{CARDS}S6 SQ S2 S4\n+\n", Result="EW 0"),
        game(f"{CARDS}S6 SQ S2 S4\n- + - -\n", Result="1")),
    Row("3.4.15", TRICKS, given(Result="NS 9", Declarer="?"), game(Result="NS 9", Declarer="?"),
        ("PBN910",)),
    Row("3.5", DEALER, given('[Auction "W"]\n- 1C AP\n'), game(f"{CALLS}1C Pass Pass Pass\n")),
    Row("3.5", DEALER, given('[Auction "W"]\n1C AP\n'),
        game('[Auction "W"]\n1C Pass Pass Pass\n'), ("PBN904",)),
    Row("3.5", FOUR_CALLS, given(f"{CALLS}1C\nPass 1H Pass 2H\nAP\n"),
        game(f"{CALLS}1C Pass 1H Pass\n2H Pass Pass Pass\n")),
    Row("3.5", LESS_CALLS, given(f"{CALLS}1C {{{'x' * 250}}} Pass\n1H AP\n"),
        game(f"{CALLS}1C\n{{{'x' * 250}}}\nPass 1H Pass\nPass Pass\n")),
    Row("3.5", LEFT_CALL, given(f"{CALLS}  1C {{a}} Pass {{b\nc}} 1H Pass 2H AP\n"),
        game(f"{CALLS}1C {{a}} Pass {{b\nc}} 1H Pass\n2H Pass Pass Pass\n")),
    Row("3.5.2", MARKS, given(f'{CALLS}1C $25 $7 $3 =4= AP\n[Note "4:t"]\n'),
        game(f'{CALLS}1C =1= $3 $7 $25 Pass Pass Pass\n[Note "1:t"]\n')),
    Row("3.5.2", TRANSLATED, given(f"{CALLS}1C! AP\n"), game(f"{CALLS}1C $1 Pass Pass Pass\n")),
    Row("3.5.2", CALL_EXAMPLE, given(f'{CALLS}1S !! =1= $25 AP\n[Note "1:t"]\n'),
        game(f'{CALLS}1S =1= $3 $25 Pass Pass Pass\n[Note "1:t"]\n')),
    *(Row("3.5.3", SUFFIXES, given(f"{CALLS}1C {suffix} AP\n"),
          game(f"{CALLS}1C ${nag} Pass Pass Pass\n"))
      for nag, suffix in enumerate(("!", "?", "!!", "??", "!?", "?!"), 1)),
    Row("3.5.4", AFTER_NOTE, given(f'{CALLS}1C =1=Pass=1={{c}} Pass Pass=1=\n[Note "1:t"]\n'),
        game(f'{CALLS}1C =1= Pass =1= {{c}} Pass Pass =1=\n[Note "1:t"]\n')),
    Row("3.6", LEADER, given('[Play "N"]\nSA S2 S4 S6\n*\n'),
        game(f"{CARDS}S6 ^L SA S2 S4\n*\n"),
        ("the Play tag names the opening leader, W",
         "the actual leader is marked as out of turn")),
    Row("3.6", FOUR_CARDS, given(f"{CARDS}S6\nSQ S2 S4 D4 D2 DA D6\n*\n"),
        game(f"{CARDS}S6 SQ S2 S4\nD4 D2 DA D6\n*\n")),
    Row("3.6", LESS_CARDS, given(f"{CARDS}S6 {{{'x' * 250}}} SQ S2 S4\n*\n"),
        game(f"{CARDS}S6\n{{{'x' * 250}}}\nSQ S2 S4\n*\n")),
    Row("3.6", LEFT_CARD, given(f"{CARDS}  S6 SQ S2 {{a\nb}} S4 D4 D2 DA D6\n*\n"),
        game(f"{CARDS}S6 SQ S2 {{a\nb}} S4\nD4 D2 DA D6\n*\n")),
    Row("3.6", DASH, given(f"{CARDS}S6 SQ\n*\n"), game(f"{CARDS}S6 SQ - -\n*\n")),
    *(Row("3.6", DASH, given(f"{CARDS}{rows}+\n"), game(f"{CARDS}{rows}{right}\n"))
      for rows, right in (("S6 SQ S2 S4\n", "- + - -"), ("", "+ - - -"), ("S6 ", "+ - -"))
      if not (rows and right == "- + - -")),
    Row("3.6", DASH, given(f"{CARDS}S6 SQ S2 S4\n- +\n"),
        game(f"{CARDS}S6 SQ S2 S4\n- + - -\n")),
    Row("3.6.2", MARKS, given(f'{CARDS}S6 $25 $9 =2= SQ S2 S4\n*\n[Note "2:t"]\n'),
        game(f'{CARDS}S6 =1= $9 $25 SQ S2 S4\n*\n[Note "1:t"]\n')),
    Row("3.6.2", CARD_EXAMPLE, given(f'{CARDS}SK !! =1= $200 *\n[Note "1:t"]\n'),
        game(f'{CARDS}SK =1= $9 $200 - - -\n*\n[Note "1:t"]\n')),
    *(Row("3.6.3", SUFFIXES, given(f"{CARDS}S6{suffix} SQ S2 S4\n*\n"),
          game(f"{CARDS}S6 ${nag} SQ S2 S4\n*\n"))
      for nag, suffix in enumerate(("!", "?", "!!", "??", "!?", "?!"), 7)),
    Row("3.6.4", AFTER_NOTE, given(f'{CARDS}S6=1=SQ  =1=   S2 S4=1=\n*\n[Note "1:t"]\n'),
        game(f'{CARDS}S6 =1= SQ =1= S2 S4 =1=\n*\n[Note "1:t"]\n')),
    Row("3.7", AFTER_NAG, given(f"{CALLS}1C$15   $16{{c}}Pass$17 Pass Pass\n"),
        game(f"{CALLS}1C $15 $16 {{c}} Pass $17 Pass Pass\n")),
    Row("3.8", POSITION, given(f"{CALLS}{{a}} 1C {{b}} $15 {{c}} AP {{d}}\n"),
        game(f"{CALLS}{{a}}\n1C $15 {{b\nc}} Pass Pass Pass {{d}}\n")),
    Row("3.8", REORDERED, '[Round "1"] {r}\n{s}\n' + given("{t}\n"),
        game("{t}\n" '[Round "1"]\n{r}\n{s}\n'), ("comments follow the order of the tags",)),
    Row("3.8", NEW_LINE, given('[Round "1"]{r}\n'), game('[Round "1"]\n{r}\n')),
    Row("3.8", ONE_SPACE, given(f"{CALLS}1C{{b}}Pass   {{c}} Pass Pass\n"),
        game(f"{CALLS}1C {{b}} Pass {{c}} Pass Pass\n")),
    Row("3.11", UPPER, given(
        '[Auction "n"]\n1c ap\n[Play "w"]\ns6 sq S2 s4\n*\n',
        Dealer="n", Vulnerable="none", Deal=DEAL.lower(), Declarer="s", Contract="3nt"),
        game(f"{CALLS}1C Pass Pass Pass\n{CARDS}S6 SQ S2 S4\n*\n")),
    Row("3.11", UPPER, given(Contract="pass", Declarer="", Result=""),
        game(Contract="Pass", Declarer="", Result="")),
    Row("3.11", UPPER, given(Result="ns 9"), game()),
    # What may be omitted is written all the same.
    Row("4.8", OMITTED, given(Event="##Cup") + "\n" + given(Board="2"),
        game(Event="Cup") + game(Event="Cup", Board="2")),
    Row("5.1", ELEMENTS, given('[M "x"]\na    b "c  d"\n  e\n'), game('[M "x"]\na b "c  d"\ne\n')),
    Row("5.1", "Commentary after a section element is forbidden.", given('[M "x"]\na {c}\nb\n'),
        game('[M "x"]\n{c}\na\nb\n'), ("comments are possible only after a section's tag",)),
    Row("5.2", WIDTHS, given('[MyTable "A\\3R;B\\4;C\\5L"]\n1 2 3\n4 "5 6" 7\n'),
        game('[MyTable "A\\3R;B\\4;C\\5L"]\n  1 2    3    \n  4 "5 6" 7    \n')),
    Row("5.2", NICELY, given('[MyTable "A;B\\3R"]\n1   2\n'), game('[MyTable "A;B\\3R"]\n1   2\n')),
    Row("5.2", WIDTHS, given('[MyTable "A\\200;B\\100"]\n1 2\n'),
        game('[MyTable "A\\200;B\\100"]\n1 2\n'), ("PBN907",)),
    Row("5.2", ROWS_OF_A_TABLE, given('[MyTable "A;B"]\n1\n2 3   4\n'),
        game('[MyTable "A;B"]\n1 2\n3 4\n')),
]  # fmt: skip

# Other sentences that have the word, by how they begin.
STATES_NO_RULE = (
    '2.1 Import format and export format',
    'The PBN standard discerns two formats: the "import" format and the "export" format.',
    "The export format is rather strict and is used to describe data that is usually prepared",
    "A file with export format can be read by a PBN parser on any computer!",
    "So, a PBN parser with the capability of writing a PBN file in export format guarantees",
    "The export format obeys some additional rules.",
    "The syntax is: % EXPORT",
    "There are no rules for converting comments from import format to export format.",
    "After a conversion, the import file won't be used anymore; the export file is used",
)  # fmt: skip


def named(row: Row) -> str:
    return f"{row.clause} {row.sentence[:40]}"


def exported(source: str) -> tuple[str, list[str]]:
    """Return the export of an import text and what its loss report says."""
    boards = overtrick.read(
        io.BytesIO(f"% PBN 2.1\n{source}".encode()), format="pbn", errors="collect"
    )
    sink = io.BytesIO()
    context = WriteContext(SPEC, header=boards.header)
    write(boards, sink, context)
    told = [item.code for item in context.diagnostics]
    told += [loss.reason for loss in context.losses.report() if loss.kind != "defaulted"]
    data = sink.getvalue()
    text = data.decode("utf-8" if b"charset=UTF-8" in data else "iso-8859-1")
    return text, told


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_export_obeys_the_sentence_or_says_so(row):
    text, told = exported(row.source)
    assert "\n" not in text.replace("\r\n", "")
    head, _, games = text.replace("\r\n", "\n").partition("\n\n")
    assert head.split("\n")[:2] == ["% PBN 2.1", "% EXPORT"]
    assert games == row.export
    assert sorted(told) == sorted(row.told)


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_what_obeys_the_sentence_comes_back_and_passes_check(row):
    text, _ = exported(row.source)
    data = text.encode("utf-8" if "charset=UTF-8" in text else "iso-8859-1")
    boards = overtrick.read(io.BytesIO(data), format="pbn", errors="collect", check=True)
    codes = {item.code for item in boards.diagnostics if item.code.startswith("PBN6")}
    # What the loss report owns up to.
    owned = {"PBN904": "PBN662", "PBN907": "PBN672", "PBN903": "PBN671"}
    assert codes <= {owned[code] for code in row.told if code in owned}
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    assert sink.getvalue() == data


def flat(text: str) -> str:
    return " ".join(text.split())


needs_standard = pytest.mark.skipif(
    not STANDARD.is_file(), reason="no folder 'shared' beside the repository: no standard"
)


@needs_standard
def test_the_sentences_are_the_standards_own():
    standard = flat(STANDARD.read_text(encoding="utf-8"))
    missing = {row.sentence for row in ROWS if flat(row.sentence) not in standard}
    assert not missing


@needs_standard
def test_no_sentence_about_export_format_is_left_out():
    standard = flat(STANDARD.read_text(encoding="utf-8").partition("7.  PBN software")[2])
    spans = []
    for known in [*(row.sentence for row in ROWS), *STATES_NO_RULE]:
        start = standard.find(flat(known))
        while start >= 0:
            spans.append((start, start + len(flat(known))))
            start = standard.find(flat(known), start + 1)
    left = [
        standard[max(0, match.start() - 80) : match.end() + 80]
        for match in re.finditer(r"[Ee]xport|EXPORT", standard)
        if not any(start <= match.start() < end for start, end in spans)
    ]
    assert not left
