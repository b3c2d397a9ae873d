"""What a club director does with a night's boards, with every plugin that is installed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

import overtrick
from overtrick.plugin import default_manager

NAMES = {spec.name for spec in overtrick.formats()}

needs_dlm = pytest.mark.skipif("dlm" not in NAMES, reason="overtrick-dlm is not installed")
needs_pbn = pytest.mark.skipif(not {"dlm", "pbn"} <= NAMES, reason="overtrick-pbn is not installed")


@pytest.fixture
def run(overtrick_command, tmp_path, monkeypatch):
    """Run `overtrick` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return overtrick_command


@pytest.fixture
def example(repository):
    """The DLM file that ships in the repository."""
    return next((repository / "examples").glob("*.dlm"))


def letters(path):
    """The 26 letters of each board of a DLM file."""
    lines = path.read_text().splitlines()
    return {line[6:8]: line[9:35] for line in lines if line.startswith("Board ")}


@needs_dlm
def test_a_file_that_is_not_touched_comes_back_byte_for_byte(run, example, tmp_path):
    run("convert", example, "same.dlm")
    assert (tmp_path / "same.dlm").read_bytes() == example.read_bytes()


@needs_pbn
def test_the_example_becomes_a_pbn_and_a_dlm_again(run, example, tmp_path):
    done = run("convert", example, "out.pbn")
    assert done.stderr.endswith("(dlm to pbn)\n")
    before, after = overtrick.read(example), overtrick.read(tmp_path / "out.pbn")
    for one, other in zip(before, after, strict=True):
        assert one.deal == other.deal
        assert (one.number, one.dealer, one.vulnerability) == (
            other.number, other.dealer, other.vulnerability,
        )  # fmt: skip
    run("check", "--strict", "out.pbn")
    run("convert", "out.pbn", "again.dlm")
    run("check", "--strict", "again.dlm")
    first, last = letters(example), letters(tmp_path / "again.dlm")
    for board in before:
        assert first[f"{board.number:02}"] == last[f"{board.number:02}"]


@needs_pbn
def test_golden_files_agree_in_both_directions(run, shared, tmp_path):
    golden = shared / "golden"
    run("check", golden / "dupsoft-32-boards.dlm", golden / "children-in-need.dlm")
    run("check", golden / "dupsoft-32-boards.pbn")
    run("convert", golden / "dupsoft-32-boards.dlm", "out.pbn")
    ours = overtrick.read(tmp_path / "out.pbn")
    theirs = overtrick.read(golden / "dupsoft-32-boards.pbn")
    assert len(ours) == 32
    for one, other in zip(ours, theirs, strict=True):
        assert one.deal == other.deal
        assert (one.number, one.dealer, one.vulnerability) == (
            other.number, other.dealer, other.vulnerability,
        )  # fmt: skip
    run("convert", golden / "dupsoft-32-boards.pbn", "out.dlm")
    first, last = letters(golden / "dupsoft-32-boards.dlm"), letters(tmp_path / "out.dlm")
    assert all(first[f"{number:02}"] == last[f"{number:02}"] for number in range(1, 33))


@needs_dlm
def test_an_edited_set_has_right_checksums_and_counters(run, example, tmp_path):
    before = overtrick.read(example)
    first, second = before[0], before[1]
    run(
        "edit", example, "new.dlm", "--drop", str(before[2].number), "--renumber", "1",
        "--swap", "1,2", "--rotate", "1",
    )  # fmt: skip
    run("check", "--strict", "new.dlm")
    after = overtrick.read(tmp_path / "new.dlm")
    assert [board.number for board in after] == list(range(1, len(before)))
    assert after[0].deal == second.deal.rotated(1)
    assert after[1].deal == first.deal.rotated(1)
    for board in after:
        assert board.dealer is overtrick.Seat.dealer_of(board.number)
        assert board.vulnerability == overtrick.Vulnerability.of_board(board.number)


@needs_dlm
def test_merging_two_sets(run, example, tmp_path):
    count = len(overtrick.read(example))
    run("convert", example, "second.dlm", "--renumber", count + 1)
    run("edit", example, "both.dlm", "--merge", "second.dlm")
    run("check", "--strict", "both.dlm")
    both = overtrick.read(tmp_path / "both.dlm")
    assert [board.number for board in both] == list(range(1, 2 * count + 1))
    assert both[count].deal == both[0].deal
    clash = run("edit", example, "clash.dlm", "--merge", example, code=2)
    assert f"in both sets of boards: 1-{count}" in clash.stderr


@needs_pbn
def test_editing_a_played_pbn_says_what_is_dropped(run, tmp_path):
    (tmp_path / "played.pbn").write_text(
        '% PBN 2.1\n\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
        '[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]\n'
        '[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n[Score "NS 90"]\n'
        '[Auction "N"]\n1NT AP\n'
    )
    done = run("edit", "played.pbn", "turned.pbn", "--rotate", "2", "--report", "losses.json")
    lost = {loss["field"] for loss in json.loads((tmp_path / "losses.json").read_text())["losses"]}
    assert {"auction.calls", "contract", "result", "score"} <= lost
    assert "the auction (1 board: 1) left out: the hands were rotated" in done.stderr
    run("edit", "played.pbn", "kept.pbn", "--rotate", "2", "--fail-on-loss", code=3)
    assert not (tmp_path / "kept.pbn").exists()
    run("check", "turned.pbn")
    [board] = overtrick.read(tmp_path / "turned.pbn")
    assert board.deal[overtrick.Seat.SOUTH].text == "T53.AJ7.AT.AQ762"
    assert not isinstance(board.auction, overtrick.Auction)


@needs_pbn
def test_layout_alone_is_no_loss(run, tmp_path):
    deal = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
    (tmp_path / "a.pbn").write_text(
        f'% PBN 2.1\n% EXPORT\n\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'
    )
    run("convert", "a.pbn", "a.dlm", "--fail-on-loss")


@needs_pbn
def test_the_table_of_glyphs(run):
    lines = run("formats", "pbn", "--nag").stdout.splitlines()
    assert lines[1] == "1 good call"


def test_every_plugin_command_has_help(run):
    for name in default_manager().commands():
        assert run(name, "--help").stdout.startswith("Usage: ")


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_format_tells_all_about_itself(run, name):
    out = run("formats", name).stdout
    assert out.startswith(f"{name}: ")
    assert "carries" in out


@needs_pbn
def test_a_format_that_can_only_be_read_is_named(run, example):
    if "rbn" not in NAMES:
        pytest.skip("overtrick-rbn is not installed")
    done = run("convert", example, "out.rbn", code=2)
    assert "rbn can be read but not written" in done.stderr


@needs_dlm
@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no pipes that break here")
def test_a_pipe_whose_reader_has_gone_is_no_error(example):
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-m", "overtrick_cli", "convert", "-q", example, "-", "--to", "dlm"]
    with os.fdopen(write_end, "wb") as gone:
        done = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")
