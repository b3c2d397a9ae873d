"""What stands twice in a PBN game: each value is in what is written, or its loss is reported."""

from __future__ import annotations

import io
import json
from typing import NamedTuple

import pytest

import overtrick

DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
GAME = f"""% PBN 2.1
%Creator: tester
{{before}}
[Event "Cup"]
[Site "Home"]
[Date "2020.01.02"]
[Board "1"]
[West "Wim"]
[North "Nell"]
[East "Eve"]
[South "Sam"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "{DEAL}"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "1NT"]
[Result "7"]
{{at the result}}
[Annotator "Ann"]
[Note "outside"]
[OptimumScore "NS 90"]
%escaped
[Room "Open"]
[Score "NS 90"]
[Unknown "abc"]
[lower "low"]
[Auction "N"]
Pass =1= Pass 1NT $1 {{called}} Pass
%inside
Pass Pass
[Note "1:weak"]
[Play "W"]
S9 =1= S3 S2 SJ
*
[Note "1:fourth"]
[Free "free"]
word
[OptimumResultTable "Declarer;Denomination;Result"]
N NT 7
[ScoreTable "Rank;Names"]
1 Us
"""
TWICE = "tags and sections that stand twice"
COMMENTS = "comments between the tags"
ESCAPES = "lines of other programs (%)"
NOTES = "notes on the auction that no call refers to"
STRAY = "text that is not PBN"


class Kind(NamedTuple):
    """An element of a game with another one of its kind behind it.

    Attributes:
        first: the text of the one.
        second: the text of the other.
        value: what the second says, as JSON has it.
        lost: what the loss of it is called where the target has no place for it.
    """

    first: str
    second: str
    value: str
    lost: str = TWICE


VALUES = {
    "Board": "4711",
    "Contract": "6DXX",
    "Date": "1999.12.31",
    "Deal": "W:AKQJT98765432... - - -",
    "Dealer": "W",
    "Declarer": "E",
    "OptimumScore": "EW 4711",
    "Result": "11",
    "Score": "EW 4711",
    "Vulnerable": "All",
}
"""Of tags that do not take any text."""


def tag(name: str) -> Kind:
    [first] = [line for line in GAME.splitlines(keepends=True) if line.startswith(f"[{name} ")]
    value = VALUES.get(name, "other")
    return Kind(first, f'[{name} "{value}"]\n', value)


TAGS = [line[1:].partition(" ")[0] for line in GAME.splitlines() if line.startswith("[")]
KINDS = {
    **{
        f"tag {name}": tag(name)
        for name in TAGS
        if name not in {"Note", "Auction", "Play", "Free"} and not name.endswith("Table")
    },
    "tag without quotes": Kind('[Room "Open"]\n', "[Room other]\n", "other"),
    "tag without bracket": Kind('[Room "Open"]\n', '[Room "other"\n', "other"),
    "tag that inherits": Kind('[Room "Open"]\n', '[Room "##other"]\n', "##other"),
    "tag in another place": Kind("1 Us\n", '[Room "other"]\n', "other"),
    "auction": Kind('[Note "1:weak"]\n', '[Auction "N"]\n7NT\n', "7NT"),
    "auction of another": Kind('[Note "1:weak"]\n', '[Auction "E"]\n7NT\n', "7NT"),
    "note of an auction": Kind(
        '[Note "1:fourth"]\n', '[Auction "N"]\n7NT =1=\n[Note "1:other"]\n', "1:other"
    ),
    "play": Kind('[Note "1:fourth"]\n', '[Play "W"]\nCA\n', "CA"),
    "table": Kind("1 Us\n", '[ScoreTable "Rank;Names"]\n1 Them\n', "Them"),
    "table of other columns": Kind("1 Us\n", '[ScoreTable "Rank;Others"]\n1 Us\n', "Others"),
    "double-dummy table": Kind(
        "N NT 7\n", '[OptimumResultTable "Declarer;Denomination;Result"]\nE C 11\n', "E C 11"
    ),
    "free section": Kind("word\n", '[Free "free"]\nother\n', "other"),
    "value of a free section": Kind("word\n", '[Free "other"]\nword\n', "other"),
    "comment": Kind("{at the result}\n", "{other}\n", "other", COMMENTS),
    "comment of a line": Kind("{at the result}\n", ";other\n", "other", COMMENTS),
    "comment before the game": Kind("{before}\n", "{other}\n", "other", COMMENTS),
    "comment at a call": Kind("{called}", " {other}", "other", "comments on the auction"),
    "comment at a repeated tag": Kind(
        '[Room "Open"]\n', '[Room "Open"]\n{other}\n', "other", COMMENTS
    ),
    "comment at a repeated note": Kind(
        '[Note "1:weak"]\n', '[Note "1:weak"]\n{other}\n', "other", COMMENTS
    ),
    "escape line": Kind("%escaped\n", "%other\n", "other", ESCAPES),
    "escape line in a section": Kind("%inside\n", "%other\n", "other", ESCAPES),
    "escape line in a tag": Kind('[Room "Open"]\n', '[Room\n%other\n"Open"]\n', "other", ESCAPES),
    "line of the file": Kind("%Creator: tester\n", "%other\n", "other", ESCAPES),
    "note": Kind('[Note "1:weak"]\n', '[Note "1:other"]\n', "other", NOTES),
    "note without a reference": Kind('[Note "1:weak"]\n', '[Note "2:other"]\n', "other", NOTES),
    "note without a number": Kind('[Note "1:weak"]\n', '[Note "other"]\n', "other", NOTES),
    "note of the play": Kind(
        '[Note "1:fourth"]\n',
        '[Note "1:other"]\n',
        "other",
        "notes on the play that no card refers to",
    ),
    "note outside": Kind(
        '[Note "outside"]\n', '[Note "other"]\n', "other", "notes outside auction and play"
    ),
    "numbered note outside": Kind(
        '[Note "outside"]\n',
        '[Note "1:one"]\n[Note "1:other"]\n',
        "1:other",
        "notes outside auction and play",
    ),
    "glyph": Kind("$1", " $77", "77", "ratings of calls"),
    "text": Kind('[Room "Open"]\n', "other\n", "other", STRAY),
    "text at a repeated tag": Kind('[Room "Open"]\n', '[Room "Open"]\nother\n', "other", STRAY),
    "text behind the game": Kind("1 Us\n", "\nother\n", "other", STRAY),
    "tag that is none": Kind('[Room "Open"]\n', "[: other]\n", "other", STRAY),
}


def converted(text: str, to_format: str) -> tuple[str, str, list[overtrick.Loss]]:
    """Return what is written, the findings in words, and the losses."""
    sink = io.BytesIO()
    done = overtrick.convert(
        text.encode(),
        sink,
        from_format="pbn",
        to_format=to_format,
        write_options={"style": "export"} if to_format == "pbn" else None,
        errors="collect",
        keep_going=True,
    )
    told = "\n".join(item.message for item in done.diagnostics)
    return sink.getvalue().decode(), told, list(done.losses)


def twice(kind: Kind) -> str:
    assert GAME.count(kind.first) == 1
    return GAME.replace(kind.first, kind.first + kind.second)


def told(loss: overtrick.Loss) -> tuple[object, ...]:
    return loss.field, loss.kind, loss.what, loss.reason


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_json_has_all_that_stands_twice(kind):
    once, _, _ = converted(GAME, "json")
    text, _, losses = converted(twice(kind), "json")
    value = json.dumps(kind.value)[1:-1]
    assert text.count(value) > once.count(value)
    assert not losses


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_pbn_export_has_it_or_reports_its_loss(kind):
    once, _, before = converted(GAME, "pbn")
    text, _, losses = converted(twice(kind), "pbn")
    more = {told(loss) for loss in losses} - {told(loss) for loss in before}
    assert text.count(kind.value) > once.count(kind.value) or more
    # What is left out does not stand in the place of something else.
    assert kind.lost != TWICE or text.count("\n[") == once.count("\n[")


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_lin_has_it_or_reports_its_loss(kind):
    once, _, _ = converted(GAME, "lin")
    text, _, losses = converted(twice(kind), "lin")
    names = {loss.what or loss.field.label for loss in losses}
    assert text.count(kind.value) > once.count(kind.value) or kind.lost in names


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.lost == TWICE], ids=str)
def test_what_is_ignored_is_reported_with_the_place_of_both(kind):
    text = twice(kind)
    _, findings, _ = converted(text, "json")
    name = kind.second[1:].partition(" ")[0]
    line = 1 + text[: text.index(f"[{name} ")].count("\n")
    [found] = [said for said in findings.splitlines() if said.startswith("duplicate ")]
    assert f" {name}: " in found
    assert f"in line {line} counts" in found


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_preserved_files_keep_it(kind):
    text = twice(kind).encode()
    sink = io.BytesIO()
    boards = overtrick.read(text, format="pbn", errors="collect")
    assert not list(overtrick.write(boards, sink, format="pbn", options={"style": "preserve"}))
    assert sink.getvalue() == text
