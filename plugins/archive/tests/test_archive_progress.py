"""What is said while a long command works: a bar on a terminal, lines elsewhere, or nothing."""

from __future__ import annotations

import re

from overtrick_archive.commands import progress
from overtrick_archive.commands.progress import ProgressDisplay, Stage
from overtrick_cli.commands import run


def stage(done):
    return Stage(
        done=done, total=300, seconds=2.0, boards=100 * done, files=done // 10, errors=done // 30
    )


def test_a_line_now_and_then_where_there_is_no_terminal(capsys, monkeypatch):
    times = iter([0.0, 1.0, 30.0, 31.0, 61.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(times))
    with ProgressDisplay("kB", is_wanted=True) as display:
        for done in (10, 30, 40, 60):
            display.show(stage(done))
    assert capsys.readouterr().err.splitlines() == [
        "30 of 300 kB: 3 files, 3,000 boards, 1,500 boards/s, 1 error, about 18 s left",
        "60 of 300 kB: 6 files, 6,000 boards, 3,000 boards/s, 2 errors, about 8 s left",
    ]


def test_a_bar_with_the_same_figures_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("overtrick_cli.terminal.is_terminal", lambda: True)
    monkeypatch.setattr(progress, "is_terminal", lambda: True)
    monkeypatch.setattr("overtrick_cli.terminal.Progress._DELAY", 0.0)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with ProgressDisplay("kB", is_wanted=True) as display:
        display.show(stage(30))
        display.show(stage(60))
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().err)
    assert "6 files, 6,000 boards, 3,000 boards/s, 2 errors" in plain
    assert "60/300" in plain


def test_nothing_is_said_where_that_is_not_wanted(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with ProgressDisplay("boards", is_wanted=False) as display:
        display.show(stage(30))
    (tmp_path / "a.odd").write_bytes(b"")
    assert run(["archive", "add", "--quiet", str(tmp_path / "a"), str(tmp_path)]) == 0
    assert capsys.readouterr().err == ""


def test_before_anything_is_done_nobody_knows_how_long_it_takes():
    first = Stage(done=0, total=300, seconds=0.0, boards=0)
    assert first.seconds_left is None
    assert first.figures() == "0 boards, 0 boards/s, 0 errors"
