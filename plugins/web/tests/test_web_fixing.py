"""Findings beside their board and line; fixing with the difference before anything changes."""

from __future__ import annotations

import gzip
import re

import pytest

from overtrick import Severity
from overtrick.plugin import default_manager
from overtrick_web.boards.findings import explain
from overtrick_web.boards.fixing import (
    EVERYTHING,
    FixRequest,
    NothingToFixError,
    can_fix_all,
    fix,
)
from overtrick_web.boards.reading import Readings, read

pytest.importorskip("overtrick_pbn")

MANAGER = default_manager()

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
ODD = (
    "% PBN 2.1\r\n"
    '[Event "<script>alert(1)</script>"]\r\n[Date "2024-05-24"]\r\n'
    f'[Board "1"]\r\n[Dealer "N"]\r\n[Vulnerable "None"]\r\n[Deal "{DEAL}"]\r\n'
    '[Contract "3N"]\r\n[Auction "N"]\r\n1N P 3N AP\r\n\r\n'
    '[Date "2024-05-25"]\r\n[Board "2"]\r\n[Dealer "E"]\r\n[Vulnerable "NS"]\r\n'
    f'[Deal "{DEAL}"]\r\n'
).encode()


def fixed(data, wish, name="odd.pbn", **settings):
    return fix(read(data, name, MANAGER), data, wish, MANAGER, **settings)


def check(data, name, manager):
    return read(data, name, manager).findings


def test_findings_stand_beside_their_board_and_line():
    found = check(ODD, "odd.pbn", MANAGER)
    dates = found.of_code("PBN331")
    assert [item.position for item in dates] == [1, 2]
    assert [item.excerpt.line for item in dates] == [3, 12]
    assert (dates[0].excerpt.before, dates[0].excerpt.marked, dates[0].excerpt.behind) == (
        "[Date ",
        '"2024-05-24"',
        "]",
    )
    assert all(item.is_fixable_alone for item in dates)
    assert found.of_board(2) == tuple(item for item in found.all if item.position == 2)
    assert found.worst(1) is Severity.WARNING
    assert found.numbered(dates[0].number) is dates[0]
    assert found.errors + found.warnings + found.notes == len(found.all)
    group = next(group for group in found.groups if group.code == "PBN331")
    assert (group.count, group.fixable_alone, group.clause) == (2, 2, "PBN 2.1 §3.4.3")


def test_a_long_line_is_cut_around_the_place():
    tag = f'[Date "{"9" * 3000}"]'
    data = ODD.replace(b'[Date "2024-05-24"]', tag.encode())
    for item in check(data, "odd.pbn", MANAGER).all:
        if item.excerpt is not None:
            shown = item.excerpt.before + item.excerpt.marked + item.excerpt.behind
            assert len(shown) < 250


def test_codes_are_explained_with_a_bad_and_a_good_sample():
    about = explain("PBN331", MANAGER)
    assert about.clause == "PBN 2.1 §3.4.3"
    assert about.bad != about.good
    assert about.is_fixable
    assert explain("NONE999", MANAGER) is None
    # What is told of one finding stands in no explanation.
    about = explain("PBN336", MANAGER)
    assert about is not None
    assert "{" not in about.message
    assert "…" in about.message


def test_one_finding_is_fixed_and_no_other():
    found = check(ODD, "odd.pbn", MANAGER).of_code("PBN331")[1]
    fixing = fixed(ODD, FixRequest(number=found.number))
    assert fixing.data == ODD.replace(b"2024-05-25", b"2024.05.25")
    lines = [(line.kind, line.old, line.new, line.text) for line in fixing.hunks[0]]
    assert ("old", 12, None, '[Date "2024-05-25"]') in lines
    assert ("new", None, 12, '[Date "2024.05.25"]') in lines
    assert [(change.position, change.fields[0].name) for change in fixing.boards] == [(2, "date")]
    assert fixing.boards[0].fields[0].new == "2024.05.25"
    assert fixing.left == ()


def test_all_of_a_code_are_fixed_and_no_other():
    fixing = fixed(ODD, FixRequest(code="PBN331"))
    assert fixing.data == ODD.replace(b"2024-05-2", b"2024.05.2")
    assert len(fixing.done) == 2


def test_everything_is_what_check_fix_would_write():
    import overtrick
    from overtrick.plugin import fix_file

    fixing = fixed(ODD, EVERYTHING)
    spec = next(spec for spec in overtrick.formats() if spec.name == "pbn")
    assert fixing.data == fix_file(ODD, spec, MANAGER, path="odd.pbn").data
    assert not fixing.reading.findings.of_code("PBN331")
    assert {item.diagnostic.code for item in fixing.left} == {
        item.diagnostic.code for item in fixing.reading.findings.all
    }
    assert sum(count for _, _, count in fixing.summary) == len(fixing.done)


def test_a_compressed_file_stays_compressed():
    packed = gzip.compress(ODD)
    fixing = fixed(packed, FixRequest(code="PBN331"), name="odd.pbn.gz")
    assert gzip.decompress(fixing.data) == ODD.replace(b"2024-05-2", b"2024.05.2")


def test_what_cannot_be_fixed_says_so():
    with pytest.raises(NothingToFixError, match="format is not known"):
        fixed(b"a letter", EVERYTHING, name="letter.txt")
    with pytest.raises(NothingToFixError, match="by itself"):
        fixed(ODD, FixRequest(code="LAW310"))
    sound = fixed(ODD, EVERYTHING).data
    with pytest.raises(NothingToFixError, match="one right answer"):
        fixed(sound, EVERYTHING)


def test_a_wish_is_for_one_thing():
    with pytest.raises(ValueError, match="one finding"):
        FixRequest(code="PBN331", number=1)


def test_line_ends_that_change_can_be_seen():
    data = b"% PBN 2.1\n% EXPORT\n" + ODD.split(b"\r\n", 1)[1].replace(b"\r\n", b"\n")
    fixing = fixed(data, EVERYTHING)
    assert any("␍" in line.text for hunk in fixing.hunks for line in hunk if line.kind == "new")


def test_a_sealed_file_is_fixed_without_a_line_of_it_shown():
    pytest.importorskip("overtrick_dlm")
    import io

    import overtrick

    sink = io.BytesIO()
    boards = overtrick.loads(ODD, errors="collect")
    overtrick.dump(boards, sink, format="dlm", options={"status": "Sealed"})
    sound = sink.getvalue()
    bad = re.sub(rb"\nChecksum=\d+", b"\nChecksum=1", sound)
    reading = read(bad, "blind.dlm", MANAGER)
    assert reading.is_sealed
    found = reading.findings
    assert found.is_blind
    assert [item.diagnostic.code for item in found.all] == ["DLM009"]
    assert found.all[0].excerpt is None
    assert can_fix_all(reading, MANAGER)
    fixing = fix(reading, bad, EVERYTHING, MANAGER, shows_hands=False)
    assert fixing.data == sound
    assert (fixing.is_blind, fixing.hunks, fixing.boards) == (True, (), ())


def test_what_was_found_is_kept_for_the_next():
    readings = Readings(MANAGER)
    assert readings.known("a", "odd.pbn") is None
    first = readings.of("a", "odd.pbn", lambda: ODD)
    assert readings.of("a", "odd.pbn", lambda: b"") is first
    assert readings.known("a", "odd.pbn") is first
    assert first.findings.of_code("PBN331")
