from __future__ import annotations

import json
import pickle

import attrs
import pytest

from overtrick.files.fixing import apply_fixes
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import (
    Catalogue,
    Diagnostic,
    DiagnosticCode,
    Diagnostics,
    Fix,
    Location,
    Severity,
    TextEdit,
)
from overtrick.findings.filled import FilledText, fill
from overtrick.framework.catalogues import blind
from overtrick.framework.contexts.read import ReadContext
from overtrick.framework.spec.formats import FormatSpec

NOTE = Diagnostic(code="X001", severity=Severity.NOTE, message="odd")
ERROR = Diagnostic(
    code="X002",
    severity=Severity.ERROR,
    message="bad",
    location=Location(path="a.pbn", line=4, column=2, board=7),
    clause="PBN 2.1 §5.7",
    hint="fix it",
    part="contract",
)


@pytest.mark.parametrize(
    ("location", "text"),
    [
        (Location(), "<data>"),
        (Location(path="a"), "a"),
        (Location(path="a", line=3), "a:3"),
        (Location(path="a", line=3, column=5, offset=99), "a:3:5"),
        (Location(path="-", offset=99), "-:@99"),
        (Location(path="a", column=5), "a"),
    ],
)
def test_a_place_reads_as_editors_understand_it(location, text):
    assert str(location) == text


def test_a_finding_reads_on_one_line():
    assert str(ERROR) == "a.pbn:4:2: error X002: bad (PBN 2.1 §5.7)"
    assert str(NOTE) == "<data>: note X001: odd"
    assert ERROR.is_error
    assert not NOTE.is_error


def test_a_finding_is_a_json_object():
    assert ERROR.to_dict() == {
        "path": "a.pbn",
        "line": 4,
        "column": 2,
        "end_line": None,
        "end_column": None,
        "offset": None,
        "board": 7,
        "severity": "error",
        "code": "X002",
        "message": "bad",
        "clause": "PBN 2.1 §5.7",
        "hint": "fix it",
        "fix": None,
    }


def test_a_fix_is_part_of_the_json_object():
    edit = TextEdit(line=4, column=2, end_line=4, end_column=4, text="6NT")
    found = attrs.evolve(ERROR, fix=Fix(summary="write 6NT", edits=(edit,)))
    assert found.to_dict()["fix"] == {
        "summary": "write 6NT",
        "edits": [{"line": 4, "column": 2, "end_line": 4, "end_column": 4, "text": "6NT"}],
    }


def test_a_reader_reports_where_a_place_ends_and_what_fixes_it():
    spec = FormatSpec(name="x", summary="")
    context = ReadContext(spec, errors="collect")
    fix = Fix(
        summary="leave it out",
        edits=(TextEdit(line=1, column=2, end_line=1, end_column=3, text=""),),
    )
    found = context.issue("X1", "odd", line=1, column=2, end_line=1, end_column=3, fix=fix)
    assert (found.location.end_line, found.location.end_column, found.fix) == (1, 3, fix)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_a_fix_counts_lines_as_readers_do(end):
    edit = TextEdit(line=3, column=1, end_line=3, end_column=2, text="Pass")
    fix = Fix(summary="write Pass", edits=(edit,))
    text = end.join(["one", "", "P", "four", ""])
    assert fix.apply(text) == text.replace("P", "Pass")
    data, made = apply_fixes(text.encode(), [fix])
    assert (data.decode(), made) == (fix.apply(text), (0,))


def test_severities_are_ordered():
    assert Severity.NOTE < Severity.WARNING < Severity.ERROR
    assert [severity.label for severity in Severity] == ["note", "warning", "error"]


def test_findings_are_collected_in_order():
    found = Diagnostics([NOTE])
    assert not found.has_errors
    found.append(ERROR)
    found.extend([NOTE])
    assert list(found) == [NOTE, ERROR, NOTE]
    assert (len(found), found[1]) == (3, ERROR)
    assert found.codes() == {"X001", "X002"}
    assert found.of(Severity.NOTE) == (NOTE, NOTE)
    assert found.has_errors
    assert repr(found) == "<Diagnostics 3: X001, X002>"


def test_a_catalogue_is_a_mapping_of_codes_in_their_order():
    codes = [
        DiagnosticCode(code=code, severity=Severity.ERROR, template="bad") for code in ("B", "A")
    ]
    catalogue = Catalogue(*codes)
    assert list(catalogue) == ["B", "A"]
    assert (catalogue["A"], len(catalogue)) == (codes[1], 2)


def test_a_code_is_listed_once():
    entry = DiagnosticCode(code="A", severity=Severity.ERROR, template="bad")
    with pytest.raises(ValueError, match="listed twice"):
        Catalogue(entry, entry)


def test_a_message_keeps_what_its_template_was_filled_with():
    codes = Catalogue(
        DiagnosticCode(code="X001", severity=Severity.ERROR, template="bad {what!r} in {line:03}")
    )
    error = ValueError("x")
    found = codes["X001"].finding(Location(), None, what="a\x1bb", line=7, more=error)
    message = found.at(Location(path="a")).message
    for text in (message, pickle.loads(pickle.dumps(found)).message):
        assert text == "bad 'a\\x1bb' in 007"
        assert text.template == "bad {what!r} in {line:03}"
        # An exception would keep its frames, and may not be picklable.
        assert text.values == {"what": "a\x1bb", "line": 7, "more": "x"}
    assert found == attrs.evolve(found, message=str(message))
    assert type(json.loads(json.dumps(message))) is str


def test_a_message_that_cannot_be_filled_again_is_plain_text():
    assert type(fill("{what!r}", what=ValueError("x"))) is str
    assert not isinstance(NOTE.message, FilledText)


def test_a_message_put_in_anothers_place_keeps_no_values():
    found = core_finding("CORE041", Location(), kind="gzip")
    assert isinstance(found.message, FilledText)
    [hidden] = blind([found])
    assert not isinstance(hidden.message, FilledText)
