"""Headers that are incomplete or contradict themselves: findings come out, and sound files."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import Field, FormatError, WriteError
from overtrick.plugin import API_VERSION, ReadContext
from overtrick_dlm import overtrick_formats
from overtrick_dlm.bookkeeping import BOOKKEEPER
from overtrick_dlm.document import NUMBER_RANGES
from overtrick_dlm.fixer import fix
from overtrick_dlm.options import ReadOptions
from overtrick_dlm.parsing import ignore, parse_document
from overtrick_dlm.reader import read

DATA = Path(__file__).parent / "data"
SOURCES = [(DATA / f"{name}.dlm").read_bytes() for name in ("dupsoft-32-boards", "mid")]
(SPEC,) = overtrick_formats(API_VERSION)

KEYWORDS = (
    b"Headline", b"Status", b"Duplicates", b"From board", b"To board", b"Dealing method",
    b"Next board to duplimate", b"PrintOuts", b"Crypto key", b"Checksum", b"Duplicates 01",
    b"Property 01", b"Board 01", b"Duplicates 50", b"Board 50", b"Board 99", b"Board 00",
    b"Board 1", b"X",
)  # fmt: skip
VALUES = (
    b"", b"0", b"1", b"2", b"99", b"100", b"255", b"256", b"999", b"1000", b"-1", b" 1", b"x",
    b"Show", b"Edit", b"Sealed", b"show", b"=", b"\xff", b"\xb2", b"018", b"a" * 26,
    b"aaaaaabffffffkkkkkklpppppp015", b"fnbkmmincldklcfcofoiefnapm018",
    b"FNBKMMINCLDKLCFCOFOIEFNAPM018", b"fnbkmmincldklcfcofoiefnapm1",
)  # fmt: skip
LINES = st.builds(b"%s=%s".__mod__, st.tuples(st.sampled_from(KEYWORDS), st.sampled_from(VALUES)))
OTHERS = st.sampled_from([b"[Document]", b"[DOCUMENT]", b"[STARTUP]", b"", b"SuppressDeals=Yes"])


@st.composite
def short_files(draw):
    """Return a file of a few lines: some of a header, in any order, some twice."""
    lines = draw(st.lists(LINES | OTHERS, max_size=8))
    if draw(st.booleans()):
        lines.insert(0, b"[Document]")
    return draw(st.sampled_from([b"\r\n", b"\n", b"\r"])).join(lines)


@st.composite
def changed_files(draw):
    """Return a whole file of which some lines are gone, changed, doubled or elsewhere."""
    lines = draw(st.sampled_from(SOURCES)).splitlines(keepends=True)
    places = st.integers(0, 14) | st.integers(0, len(lines) - 3)
    for change, place, other, line in draw(
        st.lists(st.tuples(st.integers(0, 3), places, places, LINES), max_size=4)
    ):
        if change == 0:
            lines[place] = b""
        elif change == 1:
            lines[place] = lines[place].partition(b"=")[0] + b"=" + line.partition(b"=")[2] + b"\n"
        elif change == 2:
            lines[place], lines[other] = lines[other], lines[place]
        else:
            lines[place] += line + b"\r\n"
    return b"".join(lines)


FILES = short_files() | changed_files()
READINGS = [
    {},
    {"all_boards": True},
    {"placeholders": "keep"},
    {"ignore_crypto_key": True, "all_boards": True},
]


@settings(deadline=None)
@given(FILES, st.sampled_from(["raise", "collect"]), st.booleans(), st.sampled_from(READINGS))
def test_reading_and_checking_end_with_findings(data, errors, checking, options):
    context = ReadContext(SPEC, errors=errors, checking=checking, options=ReadOptions(**options))
    with contextlib.suppress(FormatError):
        list(read(io.BytesIO(data), context))


@settings(deadline=None)
@given(FILES)
def test_fixing_ends_and_is_done_in_one_run(data):
    once, twice = io.BytesIO(), io.BytesIO()
    list(fix(io.BytesIO(data), once, ReadContext(SPEC)))
    assert list(fix(io.BytesIO(once.getvalue()), twice, ReadContext(SPEC))) == []
    assert twice.getvalue() == once.getvalue()


@settings(deadline=None)
@given(FILES, st.sampled_from(READINGS))
def test_what_can_be_read_is_written_as_a_file_without_errors(data, options):
    try:
        boards = overtrick.read(
            io.BytesIO(data), format="dlm", errors="collect", options=options, sealed="keep"
        )
    except FormatError:
        return
    out = io.BytesIO()
    try:
        overtrick.write(boards, out, format="dlm", options={"max_placeholders": 97})
    except WriteError as error:
        # What stands in the file but in no other: no board, text of another alphabet.
        assert re.search("DLM055|DLM052", str(error))
        return
    again = overtrick.read(
        out.getvalue(), format="dlm", errors="collect", options=options, sealed="keep"
    )
    has_key = parse_document(out.getvalue(), ignore).number("Crypto key", 0) != 0
    found = {item.code for item in again.diagnostics if item.is_error}
    assert found == set()
    assert has_key <= bool(options.get("ignore_crypto_key"))
    assert again.is_sealed == boards.is_sealed
    if options == {}:
        assert [(b.number, b.deal) for b in again] == [(b.number, b.deal) for b in boards]


@settings(deadline=None)
@given(FILES)
def test_counting_refuses_a_file_with_errors_and_leaves_none(data):
    try:
        counters = BOOKKEEPER.counters(data)
    except FormatError:
        return
    counted = BOOKKEEPER.with_counters(data, dict.fromkeys(counters, 3))
    assert overtrick.read(counted, format="dlm", sealed="keep").diagnostics is not None
    assert BOOKKEEPER.counters(counted) == dict.fromkeys(counters, 3)


@pytest.mark.parametrize("first", [b"", b"\r\n", b"[Document]\r\n", b"[STARTUP]\r\n"])
def test_a_header_of_one_line_is_read(first):
    boards = overtrick.read(first + b"From board=255", format="dlm", errors="collect")
    assert len(boards) == 0
    assert any(item.is_error for item in boards.diagnostics)


def test_a_number_contradicts_no_line_that_is_missing():
    data = b"[Document]\r\nFrom board=255\r\n"
    boards = overtrick.read(data, format="dlm", errors="collect")
    codes = [item.code for item in boards.diagnostics]
    assert {"DLM005", "DLM006", "DLM007"} <= set(codes)
    assert "DLM008" not in codes


@pytest.mark.parametrize("keyword", NUMBER_RANGES)
@pytest.mark.parametrize("value", ["", "x", "-1", "256", "999", "1000"])
def test_a_number_out_of_its_range_is_no_number(keyword, value):
    data = re.sub(rb"\n%s=\d+" % keyword.encode(), f"\n{keyword}={value}".encode(), SOURCES[0])
    if keyword == "Crypto key" and value in {"256", "999"}:
        assert parse_document(data, ignore).number(keyword, 7) == int(value)
    else:
        assert parse_document(data, ignore).number(keyword, 7) == 7


@pytest.mark.parametrize(
    "old",
    [b"Board 77=", b"Board 05="],
)
def test_a_board_that_is_damaged_is_not_blessed_with_a_checksum(old):
    data = re.sub(old + rb"[a-p]{3}", old + b"xyz", SOURCES[0])
    with pytest.raises(FormatError, match="DLM025"):
        BOOKKEEPER.with_counters(data, {1: 2})
    boards = overtrick.read(data, errors="collect")
    out = io.BytesIO()
    overtrick.write(boards, out, format="dlm")
    document = parse_document(out.getvalue(), ignore)
    assert document.is_placeholder(int(old[6:8]))
    assert overtrick.read(out.getvalue())[0].deal == boards[0].deal


@pytest.mark.parametrize(
    ("key", "value"),
    [("dlm:duplicates", 256), ("dlm:next_board", 5000), ("dlm:next_board", "1\nTo board=99")],
)
def test_a_number_of_another_file_that_cannot_stand_is_a_loss(key, value):
    boards = overtrick.read(SOURCES[1])
    boards = attrs.evolve(boards, header=boards.header.with_items({key: value}))
    out = io.BytesIO()
    losses = overtrick.write(boards, out, format="dlm")
    assert [loss.field for loss in losses] == [Field.HEADER]
    assert overtrick.read(out.getvalue()).diagnostics == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("dlm:startup", (("Makeable", "1\r\nTo board=99"),)),
        ("dlm:startup", (("♠", "1"),)),
        ("dlm:headline", "a\nStatus=Show"),
    ],
)
def test_a_text_of_another_file_that_cannot_stand_is_refused(key, value):
    boards = overtrick.read(SOURCES[1])
    boards = attrs.evolve(boards, header=boards.header.with_items({key: value}))
    with pytest.raises(WriteError, match="DLM052"):
        overtrick.write(boards, io.BytesIO(), format="dlm")


@pytest.mark.parametrize(
    ("status", "written"),
    [("Foo", b"Sealed"), ("Show\nTo board=99", b"Sealed"), ("", b"Show"), ("SHOW", b"Show")],
)
def test_a_status_that_is_unknown_is_written_as_a_seal(status, written):
    boards = overtrick.read(SOURCES[1])
    boards = attrs.evolve(boards, header=boards.header.with_items({"dlm:status": status}))
    out = io.BytesIO()
    overtrick.write(boards, out, format="dlm", sealed="keep")
    assert b"\nStatus=%s\n" % written in out.getvalue()
