"""The kit as pytest sees it: marks, skips with reasons, levels, xfail by name, missing extras."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick import Board, Extras, Field, Location
from overtrick_testing import (
    CountingStream,
    OneShot,
    changed_fields,
    code_of,
    example_boards,
    find_corpus,
)
from overtrick_testing.comparing import changes, imagined, unreported
from overtrick_testing.elsewhere import run_elsewhere
from overtrick_testing.examples import awkward_boards, rare_boards
from overtrick_testing.fuzzing import line_lengths, stray_tokens
from overtrick_testing.harness import Written

PLUGIN = '''
"""One number a line."""

import overtrick
from overtrick.plugin import FormatSpec, hookimpl



@hookimpl
def overtrick_formats():
    yield FormatSpec(name="numbers", summary="Board numbers", suffixes=(".numbers",),
                               reader="numbers_plugin:read", carries={"number"})


def read(source, ctx):
    for line, text in enumerate(ctx.text(source), 1):
        if text.isascii() and text.isdigit():
            yield overtrick.Board(number=int(text[:9]), origin=overtrick.Location(line=line))
        else:
            ctx.issue("NUM001", "not a number", line=line)
'''

TEST = """
import pytest
from overtrick_testing import FormatSuite


class TestNumbers(FormatSuite):
    format_name = "numbers"
    plugin = "numbers_plugin"
    corpus = "tests/corpus"

    @pytest.mark.xfail(strict=True, reason="no such code yet")
    def test_corpus_invalid_yields_its_code(self):
        super().test_corpus_invalid_yields_its_code()


class TestNumbersAtNoLevel(FormatSuite):
    format_name = "numbers"
    plugin = "numbers_plugin"
    level = 0
"""


def run_python(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    if cwd is not None:
        environment["PYTHONPATH"] = os.pathsep.join([str(cwd), environment["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("third_party")
    (folder / "numbers_plugin.py").write_text(PLUGIN, encoding="utf-8")
    corpus = folder / "tests" / "corpus"
    (corpus / "valid").mkdir(parents=True)
    (corpus / "invalid").mkdir()
    (corpus / "valid" / "three.numbers").write_bytes(b"1\n2\n3\n")
    (corpus / "valid" / "three.json").write_text('[{"board": 1}, {"board": 2}, {"board": 3}]')
    (corpus / "invalid" / "NUM002-word.numbers").write_bytes(b"1\nword\n")
    (folder / "tests" / "test_numbers.py").write_text(TEST, encoding="utf-8")
    done = run_python(
        "-m", "pytest", "-v", "-rsx", "--strict-markers", "-p", "no:cacheprovider",
        "-p", "no:xdist", "-W", "error", "-m", "overtrick_kit", cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_requirement_is_a_test_of_its_own_with_the_kit_mark(report: str) -> None:
    assert "TestNumbers::test_only_format_errors_escape PASSED" in report
    assert "TestNumbers::test_corpus_valid_reads_clean PASSED" in report


@pytest.mark.slow
def test_a_missing_capability_skips_with_its_reason(report: str) -> None:
    assert "numbers has no writer" in report
    assert "numbers has no sniffer: suffix and magic decide" in report


@pytest.mark.slow
def test_a_requirement_can_be_expected_to_fail_by_name(report: str) -> None:
    assert "TestNumbers::test_corpus_invalid_yields_its_code XFAIL" in report
    assert "no such code yet" in report


@pytest.mark.slow
def test_requirements_above_the_suite_s_level_are_off(report: str) -> None:
    assert "a requirement of level 1; this suite asks for 0" in report
    assert "TestNumbersAtNoLevel::test_only_format_errors_escape SKIPPED" in report
    assert "TestNumbersAtNoLevel::test_only_format_errors_escape PASSED" not in report


def test_the_pytest_plugin_imports_neither_overtrick_nor_hypothesis() -> None:
    done = run_python(
        "-c",
        "import sys, _overtrick_pytest; "
        "print({'overtrick', 'hypothesis', 'attrs'} & set(sys.modules))",
    )
    assert done.stdout.strip() == "set()", done.stderr


def test_a_plugin_that_is_not_installed_is_named() -> None:
    from overtrick_testing import FormatSuite

    class Suite(FormatSuite):
        format_name = "no_such_format"

    with pytest.raises(AssertionError, match="declares the format 'no_such_format'"):
        Suite().test_plugin_loads()


def test_examples_state_every_field_of_a_board() -> None:
    from overtrick.plugin import field_value

    boards = (*example_boards(), *rare_boards())
    stated = {f for board in boards for f in Field if field_value(board, f) is not None}
    assert set(Field) - stated == {Field.EXTRAS, Field.HEADER}


def test_a_board_keeps_only_the_fields_asked_for() -> None:
    from overtrick.plugin import field_value

    for field in set(Field) - {Field.EXTRAS, Field.HEADER}:
        for board in (*rare_boards({field}), *awkward_boards({field})):
            stated = {other for other in Field if field_value(board, other) is not None}
            assert stated <= {field}


def test_changed_fields_tell_a_lost_hand_from_a_changed_deal() -> None:
    whole, partial = example_boards()[2], rare_boards()[4]
    assert changed_fields(whole, partial) == {Field.DEAL}
    assert changed_fields(partial, whole) == {Field.PARTIAL_DEAL}


def test_extras_that_a_format_adds_are_no_change_but_those_it_drops_are() -> None:
    before = Board(extras=Extras({"kit:a": 1}))
    more = Board(extras=Extras({"kit:a": 1, "line:b": 2}))
    assert changed_fields(before, more) == set()
    assert changed_fields(more, before) == {Field.EXTRAS}


def test_a_missing_board_counts_as_the_loss_of_all_it_said() -> None:
    found = changes([Board(number=1), Board(number=2)], [Board(number=1)])
    assert set(found) == {Field.NUMBER}
    assert "board 2" in found[Field.NUMBER]


def test_reported_and_observed_losses_are_compared_both_ways() -> None:
    from overtrick import Loss, LossKind, LossReport

    report = LossReport(
        (
            Loss(field=Field.NAME, kind=LossKind.DROPPED, reason="r", count=1),
            Loss(field=Field.DEALER, kind=LossKind.DEFAULTED, reason="r", count=1),
        )
    )
    written = Written(data=b"", report=report)
    found = changes([Board(number=1)], [Board()])
    assert set(unreported(found, written)) == {Field.NUMBER}
    assert imagined(found, written) == ["name dropped (r)"]


def test_one_shot_objects_to_a_second_pass() -> None:
    boards = OneShot([Board(number=1)])
    assert len(list(boards)) == 1
    with pytest.raises(AssertionError, match="second time"):
        list(boards)


def test_counting_stream_hands_out_small_pieces() -> None:
    stream = CountingStream(bytes(2000))
    assert len(stream.read(1000) or b"") == 512
    assert stream.position == 512


def test_corpus_is_found_from_any_folder_above(tmp_path: Path) -> None:
    (tmp_path / "tests" / "corpus" / "invalid").mkdir(parents=True)
    (tmp_path / "tests" / "corpus" / "invalid" / "X001-bad.x").touch()
    (tmp_path / "tests" / "corpus" / "invalid" / "README.md").touch()
    corpus = find_corpus("tests/corpus", tmp_path / "tests")
    assert [code for code, _ in corpus.invalid] == ["X001"]
    assert corpus.valid == ()
    with pytest.raises(FileNotFoundError, match="no folder"):
        find_corpus("no/such/corpus", tmp_path)


def test_a_misnamed_invalid_file_is_an_error() -> None:
    with pytest.raises(ValueError, match="<CODE>-<slug>"):
        code_of(Path("bad.deal"))


def test_lines_are_counted_by_all_three_ends() -> None:
    assert line_lengths(b"ab\r\nc\rdef\n") == [2, 1, 3, 0]
    assert line_lengths(b"ab\r\r\nc\r\r\nd") == [2, 1, 1]
    assert line_lengths(b"ab\nc\r\r\nd") == [2, 1, 0, 1]
    assert line_lengths(b"") == [0]


def test_stray_tokens_are_the_same_every_time() -> None:
    assert list(stray_tokens([b"one two three"])) == list(stray_tokens([b"one two three"]))
    assert list(stray_tokens([])) == []


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        (Location(line=3), "line 3 in a file of 2 lines"),
        (Location(line=1, column=5), "column 5 in line 1, which ends at 4"),
        (Location(offset=5), "offset 5 in a file of 4 bytes"),
        (Location(column=1), "column 1 of no line"),
    ],
)
def test_a_place_outside_the_file_is_named(place: Location, fault: str) -> None:
    from overtrick_testing import FormatSuite

    with pytest.raises(AssertionError, match=fault):
        FormatSuite().check_place(place, b"abc\n", "X001")


def test_another_process_imports_from_the_same_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "here_alone.py").write_text("WORD = 'north'\n")
    (tmp_path / "parts" / "there_alone.py").write_text("WORD = 'south'\n")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("parts")
    monkeypatch.syspath_prepend("")
    code = "import here_alone, there_alone; print(here_alone.WORD, there_alone.WORD)"
    done = run_elsewhere(code, folder=str(tmp_path / "elsewhere"))
    assert done.stdout.split() == [b"north", b"south"], done.stderr.decode()
