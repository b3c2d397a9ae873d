"""`overtrick check` and `overtrick explain`, as a user types them."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")


@pytest.fixture
def run(overtrick_command):
    return overtrick_command


@pytest.fixture
def night(line_file, split_ten):
    return line_file("# Club", *(f"{n} {split_ten}" for n in range(1, 5)))


def test_check_says_where_and_by_which_clause(run, line_file, split_ten, night):
    bad = line_file(split_ten, "rubbish", "3 N:A... A... - -", name="bad.line")
    done = run("check", night, bad)
    assert done.code == 1
    assert done.out.splitlines() == [
        f"{night}: line, 4 boards, nothing wrong",
        f"{bad}: line, 2 boards, 2 errors, 1 warning",
        "2 files, 2 errors, 1 warning",
    ]
    assert done.err.splitlines()[:3] == [
        f"{bad}:1:1: warning LINE003: no board number (Line format §3)",
        f"{bad}:2:1: error LINE001: not a line: 'rubbish' (Line format §1)",
        "    write a number and a deal",
    ]


def test_check_as_json(run, line_file):
    bad = line_file("rubbish")
    done = run("check", "--json", bad)
    assert done.code == 1
    assert json.loads(done.out) == [
        {
            "path": str(bad), "line": 1, "column": 1, "end_line": None, "end_column": None,
            "offset": None, "board": None, "fix": None,
            "severity": "error", "code": "LINE001", "message": "not a line: 'rubbish'",
            "clause": "Line format §1", "hint": "write a number and a deal",
        }
    ]  # fmt: skip


def test_check_of_sound_files(run, night):
    assert run("check", night).code == 0
    assert run("check", "--json", night).out == "[]\n"


def test_check_strictly(run, line_file, split_ten):
    odd = line_file(split_ten)
    assert run("check", odd).code == 0
    assert run("check", "--strict", odd).code == 1


def test_check_applies_the_law_of_bridge(run, line_file):
    done = run("check", line_file("1 N:A... - - -"))
    assert "note LAW312" in done.err


def test_check_goes_on_after_a_file_that_cannot_be_read(run, night, tmp_path, line_file):
    hopeless = line_file("!stop", name="hopeless.line")
    broken = line_file("!bug", name="broken.line")
    done = run("check", tmp_path / "nothing", hopeless, broken, night)
    assert done.code == 4
    said = "nothing: error CORE050: the file cannot be read: No such file or directory"
    assert said in done.err
    assert "LINE020" in done.err
    assert "the reader of 'line'" in done.err
    assert f"{night}: line, 4 boards, nothing wrong" in done.out


def test_check_reads_a_pipe(run, night):
    assert run("check", "-", stdin=night.read_bytes()).out == "-: line, 4 boards, nothing wrong\n"


def test_fixing_rewrites_the_file_and_says_what_it_did(run, line_file, split_ten):
    path = line_file(f"1 {split_ten.lower()}", f"2 {split_ten}")
    done = run("check", "--fix", path)
    assert done.code == 0
    assert done.err.splitlines()[0] == f"{path}:1: note LINE001: upper case (Line format §1)"
    assert f"{path}: rewritten, 1 place mended" in done.err
    assert path.read_text() == f"1 {split_ten}\n2 {split_ten}\n"
    before = path.stat()
    assert f"{path}: nothing to fix" in run("check", "--fix", path).err
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_fixing_needs_a_file_and_a_fixer(run, night):
    assert run("check", "--fix", "-", stdin=night.read_bytes()).code == 2


def test_a_fixer_that_fails_leaves_the_file(run, night, line_format, monkeypatch):
    def fix(source, sink, ctx):
        sink.write(b"half")
        yield from ()
        msg = "careless"
        raise KeyError(msg)

    monkeypatch.setattr(line_format, "fix", fix)
    before = night.read_bytes()
    done = run("check", "--fix", night)
    assert done.code == 4
    assert "the fixer of 'line' failed: KeyError" in done.err
    assert night.read_bytes() == before
