"""The parts of the server by themselves."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from overtrick import Diagnostic, Fix, Location, Severity, TextEdit
from overtrick_lsp.analysis import Analysis, analyse
from overtrick_lsp.findings import actions, shown
from overtrick_lsp.hovers import hover
from overtrick_lsp.text import Text

FOUND = Diagnostic(
    code="X1",
    severity=Severity.ERROR,
    message="odd",
    location=Location(line=1, column=3, end_line=1, end_column=5),
    fix=Fix(
        summary="write it right",
        edits=(TextEdit(line=1, column=3, end_line=1, end_column=5, text="!"),),
    ),
)


def index(text, position):
    """Return the index of a place in a text, by the protocol's definition of lines."""
    lines = Text(text).lines
    at = 0
    for line in lines[: position.line]:
        at += len(line)
        at += 2 if text[at : at + 2] == "\r\n" else 1
    units = lines[position.line].encode("utf-16-le")[: 2 * position.character]
    return at + len(units.decode("utf-16-le"))


texts = st.text(st.sampled_from('a🂡é["]\r\n\x0c\u2028 '), max_size=30)


@given(texts, texts)
def test_a_rewrite_makes_one_text_of_the_other(old, new):
    edits = Text(old).rewrite(new)
    if old == new:
        assert edits == []
        return
    [edit] = edits
    start, stop = index(old, edit.range.start), index(old, edit.range.end)
    assert old[:start] + edit.new_text + old[stop:] == new


@given(texts, st.integers(0, 40), st.integers(0, 40))
def test_every_place_lies_in_the_text(text, line, column):
    place = Text(text).position(line, column)
    assert 0 <= index(text, place) <= len(text)


@given(texts, st.integers(0, 120))
def test_a_byte_offset_is_a_place_in_the_text(text, offset):
    place = Text(text).range(Location(offset=offset))
    assert place.start <= place.end
    assert index(text, place.start) <= len(text)


def test_a_place_without_an_end_is_the_rest_of_its_line():
    place = Text("one two  \nthree").range(Location(line=1, column=5))
    assert (place.start.character, place.end.character) == (4, 7)


def test_half_a_character_does_not_stop_the_look():
    assert Text("a\ud83c").data == b"a?"


@pytest.mark.parametrize(
    ("severity", "shown_as"),
    [
        (Severity.ERROR, types.DiagnosticSeverity.Error),
        (Severity.WARNING, types.DiagnosticSeverity.Warning),
        (Severity.NOTE, types.DiagnosticSeverity.Information),
    ],
)
def test_severities(severity, shown_as):
    found = attrs.evolve(FOUND, severity=severity, hint="fix it", clause="Law 1")
    seen = shown(found, Text("one two"))
    assert seen.severity is shown_as
    assert seen.message == "odd (Law 1)\nfix it"


@pytest.mark.parametrize(("column", "count"), [(0, 0), (2, 1), (4, 1), (5, 0)])
def test_a_fix_is_offered_where_its_finding_is(column, count):
    here = types.Position(0, column)
    analysis = Analysis(data=b"one two", path="a.x", findings=(FOUND,))
    found = actions("u", Text("one two"), analysis, types.Range(here, here), ["quickfix"])
    assert [action.title for action in found] == ["write it right (X1)"] * count


def test_markdown_in_a_message_is_shown_as_it_stands():
    found = attrs.evolve(FOUND, message="no `tag` *here* ~~~")
    analysis = Analysis(data=b"one two", path="a.x", findings=(found,))
    shown_text = hover(Text("one two"), analysis, types.Position(0, 3)).contents.value
    assert r"\`tag\` \*here\*" in shown_text


def test_a_text_is_read_by_its_name_where_its_content_says_nothing():
    pytest.importorskip("overtrick_pbn")
    assert analyse(b'[Board "1"]\n', "a.pbn").spec.name == "pbn"
    assert analyse(b"", "a.pbn").spec is None


def test_a_format_that_is_no_text_is_left_alone():
    pytest.importorskip("overtrick_dup")
    found = analyse(bytes(156), "a.dup")
    assert found.spec is None
    assert found.findings == ()
