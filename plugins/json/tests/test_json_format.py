"""JSON lines beyond the requirements: the schema, other formats' extras, what strangers write."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given

import overtrick
from overtrick import Board, BoardSet, Extras, Seat
from overtrick_json.schema import SCHEMA, text
from overtrick_testing.strategies import board_sets

jsonschema = pytest.importorskip("jsonschema")

CORPUS = Path(__file__).parent / "corpus"
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def written(boards, **options) -> bytes:
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="json", **options)
    return sink.getvalue()


def codes(data: bytes) -> list[str]:
    return [d.code for d in overtrick.read(data, format="json", errors="collect").diagnostics]


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(text()) == SCHEMA


@pytest.mark.slow
@given(board_sets(max_size=2, nasty=True))
def test_all_that_is_written_is_as_the_schema_says(boards):
    for line in written(boards).splitlines():
        VALIDATOR.validate(json.loads(line))


# What stands beside a file of the corpus and says what is in it is no file of boards.
FILES = [path for path in sorted(CORPUS.glob("*/*.json*")) if not path.name.endswith(".json.json")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_schema_and_the_reader_agree(path):
    lines = path.read_bytes().splitlines()
    try:
        sound = all(VALIDATOR.is_valid(json.loads(line)) for line in lines)
    except ValueError:
        sound = False
    # That a key stands twice, or in which line, a schema cannot say.
    beyond = path.name.startswith(("JSON013", "JSON021"))
    assert sound == (path.parent.name == "valid" or beyond)


@pytest.mark.parametrize(
    "change",
    [
        {"dealer": "X"},
        {"vulnerable": "Some"},
        {"deal": "N:AKQ"},
        {"board": "1"},
        {"auction": {"dealer": "N", "calls": ["8C"], "ending": "open"}},
        {"auction": {"dealer": "N", "ending": "open"}},
        {"play": {"leader": "N", "tricks": [["S1"]], "ending": "open"}},
        {"players": {"X": "Nobody"}},
        {"score": {"NS": "many"}},
        {"extras": {"x": {}}},
        {"nothing": 1},
    ],
    ids=json.dumps,
)
def test_what_the_reader_refuses_the_schema_refuses(change):
    line = {"board": 1} | change
    assert codes(json.dumps(line).encode()) == ["JSON020"]
    assert not VALIDATOR.is_valid(line)


def test_what_another_format_says_comes_through():
    boards = BoardSet(
        boards=(Board(number=1, dealer=Seat.NORTH, extras=Extras({"dlm:duplicates": 4})),),
        header=Extras({"dlm:startup": (("Statistics", "Yes"),), "dlm:source": "raw"}),
        format="dlm",
    )
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="json")
    assert report.is_lossless
    again = overtrick.read(sink.getvalue())
    assert again.format == "json"
    assert again[0].extras == boards[0].extras
    assert dict(again.header) == {"dlm:startup": (("Statistics", "Yes"),)}


def test_sealed_boards_are_not_written_in_clear_unless_they_may_be_shown():
    status = Extras({"dlm:status": "Sealed"})
    boards = BoardSet(boards=(Board(number=1),), header=status, format="dlm", is_sealed=True)
    with pytest.raises(overtrick.SealedError):
        written(boards, sealed="keep")
    data = written(boards, sealed="show")
    # The seal is kept for whoever writes the format again that has it.
    assert data.startswith(b'{"header": {"dlm:status": "Sealed"}}\n')


def test_what_is_wrong_is_told_with_its_line_and_spares_the_others():
    data = b'{"board": 1}\n\n{"board": 2,}\n{"board": 2}\r\n[1]\n{"board": 3}'
    found = overtrick.read(data, format="json", errors="collect")
    assert [board.number for board in found] == [1, 2, 3]
    assert [(d.code, d.location.line, d.location.column) for d in found.diagnostics] == [
        ("JSON010", 3, 13),
        ("JSON012", 5, 1),
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"[" * 100_000, "JSON010"),
        (b'{"board": ' + b"9" * 5000 + b"}", "JSON010"),
        (b'{"extras": {"a": ' + b"[" * 500 + b"]" * 500 + b"}}", "JSON020"),
        (b'{"header": {"a": ' + b"[" * 500 + b"]" * 500 + b"}}", "JSON020"),
        (b'{"board": Infinity}', "JSON010"),
        (b'{"board": 1, "event": "\x00"}', "JSON010"),
        (b"null", "JSON012"),
        (b"true", "JSON012"),
        (b"1.5", "JSON012"),
        (b'{"header": 1}', "JSON020"),
        (b'{"header": {}, "board": 1}', "JSON020"),
    ],
    ids=lambda value: value[:24].decode("latin-1") if isinstance(value, bytes) else value,
)
def test_what_a_stranger_sends_is_refused_with_a_code(line, code):
    assert codes(line) == [code]


@pytest.mark.parametrize(
    ("head", "claimed"),
    [
        (b'{"board": 1, "deal": ""}', True),
        (b'\xef\xbb\xbf{"header": {"dlm:status": "Show"}}\n', True),
        (b'{"name": "package", "version": "1.0.0"}', False),
        (b'{"header": "text"}', False),
        (b'[{"board": 1, "deal": ""}]', False),
        (b'{"$schema": "x", "type": "object"}', False),
        (b'{"cells": [], "metadata": {}}', False),
    ],
)
def test_only_boards_are_claimed(head, claimed):
    try:
        found = overtrick.detect(head, path="x.json").format
    except overtrick.UnknownFormatError:
        found = None
    assert (found == "json") is claimed
