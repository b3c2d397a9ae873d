"""Fixing DLM files: what has one right answer, and that no deal is ever made up."""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
from overtrick.plugin import API_VERSION, ReadContext
from overtrick_dlm import overtrick_formats
from overtrick_dlm.fixer import fix

_PLACE = Path(__file__).with_name("test_dlm_reader.py")
_SPEC = importlib.util.spec_from_file_location("dlm_reader_cases", _PLACE)
CASES = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(CASES)

CORRUPTIONS = {name: data for name, (data, _, _) in CASES.CORRUPTIONS.items()}
DUPSOFT, CHILDREN = CASES.DUPSOFT, CASES.CHILDREN
(FORMAT,) = overtrick_formats(API_VERSION)
NOT_ENDED = CHILDREN[: CHILDREN.index(b"[STARTUP]") - 2]


def fixed_file(data):
    sink = io.BytesIO()
    done = list(fix(io.BytesIO(data), sink, ReadContext(FORMAT)))
    return sink.getvalue(), done


def deals(data):
    boards = overtrick.read(
        data, format="dlm", errors="collect", options={"all_boards": "yes"}, sealed="show"
    )
    return {board.number: board.deal for board in boards}


# What comes back to the byte. All else below is left as it is, or fixed otherwise.
RESTORED = {
    "headline twice", "headline behind status", "status in lower case", "duplicates no number",
    "duplicates gone", "from 0", "from twice", "from gone", "to 100", "to gone", "next gone",
    "checksum no number", "checksum gone", "copies no number", "copies gone", "copies twice",
    "copies behind board", "property gone", "board in capitals", "text behind the checksum",
    "blank behind the checksum", "board line twice", "empty line", "headline keyword",
    "status keyword", "from keyword", "board keyword", "checksum digit", "board checksum digit",
}  # fmt: skip

# The lines are believed, and the checksum follows.
FOLLOWED = {
    "status Edit without its checksum": b"Checksum=35", "duplicates digit": b"Checksum=33",
    "status Sealed without its checksum": b"Checksum=33", "method digit": b"Checksum=35",
    "next digit": b"Checksum=36",
}  # fmt: skip


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corruption_is_fixed_or_left(name):
    data, done = fixed_file(CORRUPTIONS[name])
    if name in RESTORED:
        assert data == DUPSOFT
        assert done
    elif name in FOLLOWED:
        assert FOLLOWED[name] in data
        assert CASES.codes_of(data) == []
    else:
        assert (data, done) == (CORRUPTIONS[name], [])


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_no_deal_is_made_up_and_fixed_twice_is_fixed_once(name):
    before, (data, _) = deals(CORRUPTIONS[name]), fixed_file(CORRUPTIONS[name])
    true = deals(DUPSOFT)
    for number, deal in deals(data).items():
        assert deal in {before.get(number), true[number]}
    assert fixed_file(data) == (data, [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Status=Show", b"Status= SHOW"), (b"To board=32", b"to  board=32"),
        (b"To board=32", b"To board= 32 "), (b"Next board", b"NEXT BOARD"),
        (b"Board 05=", b"board 05="), (b"Duplicates 05=", b"Duplicate 05="),
    ],
)  # fmt: skip
def test_spelling_is_fixed(old, new):
    assert CHILDREN.count(old) == 1
    assert fixed_file(CHILDREN.replace(old, new))[0] == CHILDREN


def test_the_catalogue_says_which_codes_are_fixed():
    found = {item.code for data in CORRUPTIONS.values() for item in fixed_file(data)[1]}
    found |= {item.code for item in fixed_file(NOT_ENDED)[1]}
    turned = CHILDREN.replace(b"From board=1\r", b"From board=32\r").replace(
        b"To board=32\r", b"To board=1\r"
    )
    found |= {item.code for item in fixed_file(turned)[1]}
    codes = CASES.CODES
    found |= {item.code for item in fixed_file(SHORT)[1]}
    assert found == {code for code, entry in codes.items() if entry.is_fixable}
    for code, entry in codes.items():
        assert entry.is_fixable or entry.kind == "write" or entry.why_not, code


SHORT = CASES.replaced(CASES.LINE_1, CASES.LINE_1[:-3] + "18")


def test_a_checksum_gets_its_zeros():
    assert fixed_file(SHORT)[0] == DUPSOFT


def test_what_is_done_is_told_at_its_place():
    _, done = fixed_file(CORRUPTIONS["status in lower case"])
    assert [str(item) for item in done] == [
        "<data>:3:8: note DLM006: write Status=Show (DLM paper §1.3.1)"
    ]


def test_first_and_last_change_places_where_the_checksum_holds():
    turned = CHILDREN.replace(b"From board=1\r", b"From board=32\r").replace(
        b"To board=32\r", b"To board=1\r"
    )
    assert fixed_file(turned)[0] == CHILDREN
    wrong = turned.replace(b"\nChecksum=33\r", b"\nChecksum=34\r")
    assert fixed_file(wrong) == (wrong, [])


def test_a_checksum_of_another_count_proves_the_letters():
    # The counter was written and the line was not: the letters are proven by the count before.
    more = CASES.replaced(CASES.LINE_1, CASES.LINE_1[:-3] + "017").replace(
        b"Duplicates 01=1\r", b"Duplicates 01=3\r"
    )
    data, done = fixed_file(more)
    assert b"Board 01=fnbkmmincldklcfcofoiefnapm016\r" in data
    assert done[0].message == "write 016; 017 goes with Duplicates 01=2"
    # One that fits no count near by proves nothing, and the line stays; nor does one that a letter
    # `l` in place of an `o` would bring about as well.
    for count in (b"9", b"2"):
        far = DUPSOFT.replace(b"Duplicates 01=1\r", b"Duplicates 01=" + count + b"\r")
        assert fixed_file(far) == (far, [])


def test_a_header_is_not_believed_against_its_boards():
    # 31 of the 32 boards that were dealt: a digit of the range may have been hit.
    data = CORRUPTIONS["to digit"]
    assert fixed_file(data) == (data, [])


def test_fixes_stand_in_the_findings():
    _, found = CASES.read_collecting(CORRUPTIONS["board in capitals"])
    [item] = found
    assert item.fix.summary == "write the letters small"
    assert (item.location.column, item.location.end_column) == (10, 36)


def test_the_last_line_is_ended_where_it_is_whole():
    assert fixed_file(NOT_ENDED)[0] == NOT_ENDED + b"\r\n"
    cut = NOT_ENDED[:-1]
    assert fixed_file(cut) == (cut, [])


@pytest.mark.slow
@given(st.data())
def test_damage_to_any_byte_never_gives_a_deal_that_was_not_there(data):
    true = deals(CHILDREN)
    place = data.draw(st.integers(0, len(CHILDREN) - 1))
    byte = data.draw(st.binary(min_size=0, max_size=2))
    damaged = CHILDREN[:place] + byte + CHILDREN[place + 1 :]
    fixed, _ = fixed_file(damaged)
    before = deals(damaged)
    for number, deal in deals(fixed).items():
        assert deal in {before.get(number), true[number]}
    assert fixed_file(fixed) == (fixed, [])


@given(st.permutations(range(20)))
def test_lines_in_any_order_come_back_into_theirs(order):
    lines = CHILDREN.splitlines(keepends=True)
    mixed = [lines[40 + place] for place in order]
    data = b"".join([*lines[:40], *mixed, *lines[60:]])
    assert fixed_file(data)[0] == CHILDREN
