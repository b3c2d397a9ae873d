"""A file whose line ends were doubled, CR CR LF: what two transfers in text mode make of a file."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.fixer import fix
from overtrick_pbn.read.locator import locate
from overtrick_pbn.read.parts import split
from overtrick_pbn.text import games

SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
ONCE = (
    '% PBN 2.1\n[Event "Caf\u00e9"]\n[Board "1"]\n[Dealer "n"]\n{two\nlines}\n[Auction "N"]\n'
    "1D pass 1S AP\n\n"
    '[Event "#"]\n[Board "2"]\n[Contract "6N"]\n[ScoreTable "Rank;Result"]\n1 9\n2 14\n'
)
CRLF = ONCE.encode().replace(b"\n", b"\r\n")
DOUBLED = ONCE.encode().replace(b"\n", b"\r\r\n")


def read(data):
    return overtrick.read(io.BytesIO(data), format="pbn", errors="collect", check=True)


def told(boards):
    """Return the findings but for the one about line ends, with the bytes that come before each."""
    return [
        (item.code, item.message, item.location.line, item.location.column)
        for item in boards.diagnostics
        if item.code != "PBN215"
    ]


def test_it_is_read_as_with_cr_lf_and_one_finding_says_so():
    boards, others = read(DOUBLED), read(CRLF)
    assert list(boards) == list(others)
    assert len(boards) == 2
    assert told(boards) == told(others) != []
    [found] = [item for item in boards.diagnostics if item.code == "PBN215"]
    assert (found.location.line, found.location.column, found.location.offset) == (1, 10, 9)


def test_offsets_are_those_of_the_file():
    lines = DOUBLED.split(b"\r\r\n")
    starts = [sum(len(line) + 3 for line in lines[:number]) for number in range(len(lines))]
    boards = read(DOUBLED)
    places = [item.location for item in boards.diagnostics if item.location.offset is not None]
    places += [locate(boards[0], "auction.1"), locate(boards[1], "ScoreTable.1")]
    assert len(places) > 5
    for place in places:
        before = lines[place.line - 1].decode()[: place.column - 1].encode()
        assert place.offset == starts[place.line - 1] + len(before), place


def test_it_is_fixed_and_its_games_too():
    once, twice = io.BytesIO(), io.BytesIO()
    codes = [
        [item.code for item in fix(io.BytesIO(data), sink, ReadContext(SPEC, errors="collect"))]
        for data, sink in ((CRLF, once), (DOUBLED, twice))
    ]
    assert once.getvalue() == twice.getvalue()
    assert codes[1] == ["PBN791", *codes[0]]


@pytest.mark.parametrize("data", [DOUBLED, DOUBLED.replace(b"\r\r\n\r\r\n", b"\r\r\n")])
def test_it_is_kept_where_it_is_preserved(data):
    boards, sink = read(data), io.BytesIO()
    assert len(boards) == 2
    options = {"style": "preserve"}
    overtrick.write(boards, sink, format="pbn", options=options)
    assert sink.getvalue() == data


@pytest.mark.parametrize("size", range(24, 40))
def test_a_line_end_may_be_in_two_blocks(monkeypatch, size):
    monkeypatch.setattr(games, "BLOCK", size)
    assert list(read(DOUBLED)) == list(read(CRLF))


def test_it_is_not_cut_into_parts():
    assert [(part.start, part.end) for part in split(io.BytesIO(DOUBLED), 20)] == [(0, None)]


@pytest.mark.parametrize(
    "data", [DOUBLED.replace(b"\r\r\n[Board", b"\r\n[Board"), b'[Event "a"]\r\r[Board "1"]\r\r']
)
def test_other_line_ends_are_what_they_are(data):
    assert "PBN215" not in {item.code for item in read(data).diagnostics}
