"""Real files of some twenty programs: all are read, none loses a byte, export keeps boards."""

from __future__ import annotations

import io
from collections import Counter

import pytest

import overtrick
import overtrick_pbn as programs
from overtrick_pbn.read.file import reread
from overtrick_testing import changed_fields

pytestmark = pytest.mark.slow

# The only files with errors, and why they have them.
WITH_ERRORS = {
    "errors_": "the verifier's own collections of errors",
    "template": "templates with names such as $dealer in place of values",
    "Set2.pbn": "deals of two hands, of which the standard has no form",
}


@pytest.fixture(scope="module")
def files(pbn_shared):
    """The real PBN files by name, with their bytes."""
    folder = pbn_shared / "corpus" / "wild" / "pbn"
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def sets(files):
    """What each file reads as."""
    return {
        name: overtrick.read(data, format="pbn", errors="collect") for name, data in files.items()
    }


def written(boards, style):
    """Return what writing gives, and the losses."""
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="pbn", options={"style": style})
    return sink.getvalue(), report


def test_all_files_are_read(sets):
    assert len(sets) == 147
    assert sum(len(boards) for boards in sets.values()) == 26606


def test_no_file_loses_a_byte(files, sets):
    for name, boards in sets.items():
        assert written(boards, "preserve")[0] == files[name], name


def test_the_correct_files_of_the_verifier_are_correct(sets):
    correct = [boards for name, boards in sets.items() if "correct_" in name]
    assert len(correct) == 6
    # The verifier takes a plus sign in the first column for whoever's card is next (§3.6).
    codes = [item.code for boards in correct for item in boards.diagnostics]
    assert codes == ["PBN388", "PBN388"]


def test_errors_are_in_files_that_have_them(sets):
    for name, boards in sets.items():
        errors = [str(item) for item in boards.diagnostics if item.is_error]
        if errors:
            assert any(part in name for part in WITH_ERRORS), (name, errors[:3])


@pytest.mark.slow
def test_boards_come_back_from_export(sets):
    for name, boards in sets.items():
        some = overtrick.BoardSet(boards=boards.boards[:150], header=boards.header)
        data, report = written(some, "export")
        again = overtrick.read(data, format="pbn", errors="collect")
        reported = report.by_field().keys()
        for before, after in zip(some, again, strict=True):
            assert changed_fields(before, after) <= reported, (name, before.origin)
        assert written(again, "export")[0] == data, name


def test_boards_are_read_again_from_their_source(sets):
    for name, boards in sets.items():
        for board in boards.boards[:: 1 + len(boards) // 50]:
            assert reread(board.source) == board, (name, board.origin)


def test_the_golden_file_has_the_deals_of_its_dlm(pbn_shared):
    golden = pbn_shared / "golden"
    pbn = overtrick.read(golden / "dupsoft-32-boards.pbn")
    dlm = pytest.importorskip("overtrick_dlm") and overtrick.read(golden / "dupsoft-32-boards.dlm")
    assert pbn.diagnostics == ()
    assert len(pbn) == 32
    for ours, theirs in zip(pbn, dlm, strict=True):
        assert (ours.number, ours.dealer, ours.vulnerability) == (
            theirs.number,
            theirs.dealer,
            theirs.vulnerability,
        )
        assert ours.deal == theirs.deal


@pytest.mark.parametrize("name", ["blind", "full36", "mid"])
def test_the_sets_of_big_deal_are_the_same_in_both_formats(pbn_shared, name):
    pytest.importorskip("overtrick_dlm")
    folder = pbn_shared / "corpus" / "bigdeal-2.0"
    pbn = overtrick.read(folder / f"{name}.pbn")
    dlm = overtrick.read(folder / f"{name}.dlm", sealed="show")
    assert [board.deal for board in pbn] == [board.deal for board in dlm]


def test_what_programs_state_of_a_deal_is_read_and_agrees(sets):
    counts = Counter()
    for boards in sets.values():
        for board in boards:
            stated = {
                "DoubleDummyTricks": programs.double_dummy_tricks(board),
                "Ability": programs.ability(board),
                "ParContract": programs.par_contract(board),
                "Minimax": programs.minimax(board),
                "BCFlags": programs.board_flags(board),
            }
            counts.update(name for name, value in stated.items() if value is not None)
            for name in ("DoubleDummyTricks", "Ability"):
                # One of them is a board on which nothing was computed.
                if stated[name] is not None and any(map(any, stated[name].tricks)):
                    assert stated[name] == board.double_dummy
    assert counts == {
        "DoubleDummyTricks": 244, "Ability": 1814, "ParContract": 80, "Minimax": 1814,
        "BCFlags": 2303,
    }  # fmt: skip


def test_every_directive_that_is_known_fits_its_form(sets):
    known = Counter()
    for boards in sets.values():
        found = programs.directives(boards.header)
        known.update(line.name for line in found.lines if line.is_known)
        assert [line.fault for line in found.lines if line.fault] == []
        assert [line for line in found.lines if not line.is_known] == []
    assert known["Font"] > 300
    assert len(known) > 45
