"""Files that are cut off at any byte: where that shows it is said, and nothing is made up."""

from __future__ import annotations

import io
import re

import pytest

import overtrick
from overtrick import Severity
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.fixer import fix

SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
HEAD = "% PBN 2.1\r\n% EXPORT\r\n\r\n"
TAGS = """[Event "Cup"]
[Board "1"]
[West "W \\"X\\""]
[Dealer "N"]
[Deal "N:AK... - - -"]
[Contract "1NT"]
"""
SECTIONS = """[Auction "N"]
1C {strong} 1S
[Note "1:weak"]
[Play "W"]
S9 S3
*
[OptimumResultTable "Declarer;Denomination;Result"]
N NT 7
S NT 7
[ScoreTable "Rank;Names"]
1 "Us two"
"""
GAME = (TAGS + SECTIONS).replace("\n", "\r\n")


def fixed(data):
    """Return a file after `check --fix`, and the codes of what was done."""
    sink = io.BytesIO()
    made = [item.code for item in fix(io.BytesIO(data), sink, ReadContext(SPEC, errors="collect"))]
    return sink.getvalue(), made


def found_in(data, **options):
    return overtrick.read(io.BytesIO(data), format="pbn", errors="collect", **options).diagnostics


def is_inside_tag(text):
    """Return whether a text of sound tags ends between the brackets of one."""
    return text.rfind("[") > text.rfind("]")


CUTS = [GAME[:count] for count in range(2, len(GAME)) if GAME[:count] != "["]
IN_TAGS = [text for text in CUTS if is_inside_tag(text)]
IN_SECTIONS = [
    text
    for text in CUTS
    if not is_inside_tag(text)
    # Where what is there is no call, card or row; what is one may be all that was written.
    and re.search(r'\{[^}]*\Z|"Us[^"]*\Z|\n1 "?\Z|[\n ]S\Z|\n[NS](?: NT? ?)?\Z|\b1\Z', text)
]


@pytest.mark.parametrize("before", ["", f"{GAME}\r\n"], ids=["alone", "behind another"])
@pytest.mark.parametrize(
    "step", [pytest.param(1, id="everywhere", marks=pytest.mark.slow), pytest.param(17, id="some")]
)
def test_nothing_is_made_up_for_a_game_that_is_cut_off(before, step):
    assert len(IN_TAGS) > 150
    assert len(IN_SECTIONS) > 20
    whole, _ = fixed(f"{HEAD}{before}".encode())
    for text in (IN_TAGS + IN_SECTIONS)[::step]:
        data = f"{HEAD}{before}{text}".encode()
        assert fixed(data)[0] == whole + text.encode(), text[-20:]


@pytest.mark.parametrize("text", CUTS[::3], ids=len)
def test_fixing_a_file_that_is_cut_off_twice_is_fixing_it_once(text):
    once, _ = fixed(f"{HEAD}{text}".encode())
    assert fixed(once) == (once, [])


@pytest.mark.parametrize("text", IN_TAGS[::3], ids=len)
def test_a_tag_that_is_cut_off_is_one_finding_with_its_place_and_what_to_do(text):
    findings = found_in(f"{HEAD}{text}".encode(), check=True)
    [found] = [item for item in findings if item.code in {"PBN307", "PBN310", "PBN315"}]
    begin = text.rindex("[")
    assert found.code == "PBN315"
    assert found.message == f"truncated tag at the end of the game: {text[begin:][:40]}"
    assert found.location.offset == len(HEAD) + begin
    assert found.hint == "the file is apparently truncated here: get it again, or complete the tag"
    # A value that is complete is read.
    is_read = re.search(r'(?<!\\)"\Z', text) is not None and text[begin:].count('"') > 1
    assert found.severity is (Severity.WARNING if is_read else Severity.ERROR)
    # Nothing is offered to an editor either.
    assert all(item.fix is None for item in findings)


@pytest.mark.parametrize("text", IN_SECTIONS, ids=len)
def test_a_section_that_is_cut_off_has_a_hint(text):
    data = f"{HEAD}{text}".encode()
    assert any(_speaks_of_the_end(item) for item in found_in(data, check=True))
    assert any(_speaks_of_the_end(item) for item in found_in(data))


def _speaks_of_the_end(item):
    return item.code == "PBN302" or item.hint.endswith("or the file is cut off here: get it again")


@pytest.mark.parametrize(
    "section", ['[Auction "N"]\n1C 1Z', '[Play "W"]\nSA S1', '[ScoreTable "Rank;Pair"]\n1']
)
def test_a_section_with_a_fault_that_goes_on_is_not_cut_off(section):
    text = f'[Event "Cup"]\n{section}\n[Room "Open"]\n'
    assert not any(_speaks_of_the_end(item) for item in found_in(text.encode(), check=True))
    assert "PBN785" in fixed(f"{HEAD}{text}".encode())[1]


@pytest.mark.parametrize("name", ["", "W", "We", "West", "D", "Deal", "Xy"])
@pytest.mark.parametrize("rest", ["", " ", ' "', ' "Wi'])
def test_a_line_that_breaks_off_last_keeps_tags_from_being_added(name, rest):
    text = f'{HEAD}[Event "Cup"]\r\n[{name}{rest}\r\n'
    assert fixed(text.encode()) == (text.encode(), [])
    [lacking] = [item for item in found_in(text.encode(), check=True) if item.code == "PBN654"]
    assert lacking.fix is None
    assert "the last tag is broken" in lacking.hint


@pytest.mark.parametrize(
    ("begin", "meant"),
    [
        ("We", {"West"}),
        ("D", {"Date", "Dealer", "Deal", "Declarer"}),
        ("S", {"Site", "South", "Scoring"}),
        ("Xy", set()),
    ],
)
def test_a_line_that_breaks_off_keeps_the_tags_that_it_may_begin_from_being_added(begin, meant):
    text = f'{HEAD}[Event "Cup"]\r\n[Board "1"]\r\n[{begin}\r\n[North "N"]\r\n'
    names = set(re.findall(r"\[(\w+) ", fixed(text.encode())[0].decode()))
    mandatory = {
        *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
        *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
    }
    assert names == mandatory - meant
