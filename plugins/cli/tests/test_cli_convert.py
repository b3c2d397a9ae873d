"""`overtrick convert`, as a user types it."""

from __future__ import annotations

import bz2
import contextlib
import json
import shutil
import types
from pathlib import Path

import attrs
import pytest

from overtrick import Field, Severity
from overtrick.plugin import Requires, default_manager, hookimpl

pytest.importorskip("click")
pytest.importorskip("rich")


@pytest.fixture
def run(overtrick_command):
    return overtrick_command


@pytest.fixture
def night(line_file, split_ten):
    return line_file("# Club", *(f"{n} {split_ten}" for n in range(1, 5)))


def test_a_file_to_a_file(run, night, tmp_path):
    target = tmp_path / "out.line"
    done = run("convert", night, target)
    assert done == (0, "", f"{target}: 4 boards (line to line)\n")
    assert target.read_bytes() == night.read_bytes()


def test_quiet_says_nothing(run, night, tmp_path):
    assert run("convert", "-q", night, tmp_path / "out.line") == (0, "", "")


def test_an_existing_target_needs_force(run, night, tmp_path):
    target = tmp_path / "out.line"
    target.write_text("old")
    done = run("convert", night, target)
    assert (done.code, done.err) == (2, f"Error: {target} exists; --force replaces it\n")
    assert target.read_text() == "old"
    assert run("convert", night, target, "--force").code == 0
    assert target.read_bytes() == night.read_bytes()


def test_a_pipe(run, night):
    done = run("convert", "-", "--from", "line", "--to", "line", "-", stdin=night.read_bytes())
    assert done.code == 0
    assert done.out.encode() == night.read_bytes()


def test_a_pipe_whose_format_is_told_from_its_content(run, night):
    assert run("convert", "-", "--to", "line", "-", stdin=night.read_bytes()).code == 0


def test_a_pipe_with_errors_writes_nothing(run, night):
    done = run("convert", "-", "--to", "line", "-", stdin=night.read_bytes() + b"rubbish\n")
    assert (done.code, done.out) == (1, "")
    assert "-:6:1: error LINE001: not a line: 'rubbish' (Line format §1)\n" in done.err


def test_a_pipe_needs_a_target_format(run, night):
    done = run("convert", night, "-")
    assert done.code == 2
    assert "--to FORMAT" in done.err


def test_errors_are_told_and_nothing_is_written(run, line_file, split_ten, tmp_path):
    source = line_file(f"1 {split_ten}", "rubbish")
    target = tmp_path / "out.line"
    done = run("convert", source, target)
    assert done.code == 1
    assert done.err.splitlines() == [
        f"{source}:2:1: error LINE001: not a line: 'rubbish' (Line format §1)",
        "    write a number and a deal",
        f"Error: nothing was written: 1 error in {source} (--keep-going writes what could be read)",
    ]
    assert not target.exists()


def test_keep_going_writes_what_could_be_read(run, line_file, split_ten, tmp_path):
    source = line_file(f"1 {split_ten}", "rubbish", f"3 {split_ten}")
    target = tmp_path / "out.line"
    assert run("convert", source, target, "--keep-going").code == 1
    assert len(target.read_text().splitlines()) == 2


def test_strict_counts_warnings(run, line_file, split_ten, tmp_path):
    source = line_file(split_ten)
    target = tmp_path / "out.line"
    done = run("convert", source, target, "--strict")
    assert done.code == 1
    assert "warning LINE003" in done.err
    assert "--strict" in done.err
    assert not target.exists()
    assert run("convert", source, target).code == 0


def test_the_end_of_a_hopeless_file_shows_what_was_found_before(run, line_file, tmp_path):
    done = run("convert", line_file("rubbish", "!stop"), tmp_path / "out.line")
    assert done.code == 1
    assert done.err.index("LINE001") < done.err.index("LINE020")


def test_selecting_and_renumbering(run, night, tmp_path):
    target = tmp_path / "out.line"
    assert run("convert", night, target, "--boards", "2,4", "--renumber", 9).code == 0
    assert [line.split()[0] for line in target.read_text().splitlines()] == ["#", "9", "10"]


@pytest.mark.parametrize("boards", ["4-2", "a", "0", "99"])
def test_boards_that_make_no_sense(run, night, tmp_path, boards):
    done = run("convert", night, tmp_path / "out.line", "--boards", boards)
    assert done.code == 2
    assert not (tmp_path / "out.line").exists()


def test_options_reach_the_source_and_the_target(run, line_file, split_ten, tmp_path):
    source = line_file(split_ten)
    target = tmp_path / "out.line"
    done = run("convert", source, target, "-O", "numbered=no", "-O", "title=A = B")
    assert done.code == 0
    assert target.read_text() == f"# A = B\n{split_ten}\n"


@pytest.mark.parametrize("given", ["colour=red", "nonsense", "=x", "copies=many", "first=south"])
def test_options_that_nobody_has(run, night, tmp_path, given):
    done = run("convert", night, tmp_path / "out.line", "-O", given)
    assert done.code == 2
    assert given.partition("=")[0] in done.err
    assert not (tmp_path / "out.line").exists()


@pytest.fixture
def lossy(line_format, monkeypatch):
    """The format `line` with a reader whose boards say more than `line` can hold."""
    import attrs

    def read(source, ctx):
        for board in line_format.read(source, ctx):
            yield attrs.evolve(board, scoring="IMP")

    monkeypatch.setattr(line_format, "talkative", read, raising=False)
    from overtrick.plugin import default_manager, hookimpl

    spec = attrs.evolve(
        line_format.SPEC, name="talk", suffixes=(".talk",), reader="overtrick_line_format:talkative"
    )

    class Plugin:
        @hookimpl
        def overtrick_formats(self, api):
            yield spec

    default_manager().register(Plugin(), "talk")


@pytest.mark.usefixtures("run", "lossy")
class TestLosses:
    def test_what_is_lost_is_listed(self, run, night, tmp_path):
        done = run("convert", night, tmp_path / "out.line", "--from", "talk")
        assert done.code == 0
        line = "loss: the scoring (4 boards: 1-4) left out: not stored in LINE"
        assert line in done.err.splitlines()

    def test_failing_on_loss(self, run, night, tmp_path):
        report = tmp_path / "losses.json"
        done = run(
            "convert", night, tmp_path / "out.line", "--from", "talk", "--fail-on-loss",
            "--report", report, "-q",
        )  # fmt: skip
        assert done.code == 3
        assert "loss: the scoring" in done.err
        assert not (tmp_path / "out.line").exists()
        assert json.loads(report.read_text())["losses"][0]["field"] == "scoring"

    def test_the_report_is_json(self, run, night, tmp_path):
        report = tmp_path / "losses.json"
        target = tmp_path / "out.line"
        assert run("convert", night, target, "--from", "talk", "--report", report).code == 0
        assert json.loads(report.read_text()) == {
            "source": str(night),
            "target": str(target),
            "source_format": "talk",
            "target_format": "line",
            "written": True,
            "boards": 4,
            "lossless": False,
            "losses": [
                {
                    "field": "scoring", "kind": "dropped", "count": 4,
                    "what": "the scoring", "reason": "not stored in LINE",
                    "boards": ["1", "2", "3", "4"],
                }
            ],
        }  # fmt: skip

    def test_errors_weigh_more_than_losses(self, run, line_file, tmp_path):
        done = run(
            "convert", line_file("rubbish"), tmp_path / "out.line", "--from", "talk",
            "--fail-on-loss",
        )  # fmt: skip
        assert done.code == 1


def test_many_files(run, line_file, split_ten, tmp_path):
    good = [line_file(f"{n} {split_ten}", name=f"n{n}.line") for n in (1, 2)]
    bad = line_file("rubbish", name="bad.line")
    out = tmp_path / "deep" / "out"
    report = tmp_path / "r.json"
    done = run(
        "convert", good[0], bad, good[1], "--to", "line", "--out-dir", out, "--report", report
    )
    assert done.code == 1
    assert sorted(path.name for path in out.iterdir()) == ["n1.line", "n2.line"]
    assert done.err.splitlines()[-1] == "2 of 3 files converted, 1 not"
    assert [entry["written"] for entry in json.loads(report.read_text())] == [True, False, True]


@pytest.mark.slow
def test_many_files_in_processes_of_which_none_knows_the_format(run, night, tmp_path, monkeypatch):
    # Fresh processes know the installed plugins, not this test's own.
    monkeypatch.setattr("overtrick.files.processes._is_alone", lambda: False)
    other = tmp_path / "other.line"
    other.write_bytes(night.read_bytes())
    done = run("convert", night, other, "--to", "line", "--out-dir", tmp_path / "o", "--jobs", 2)
    assert done.code == 2
    assert done.err.count("no plugin for the format 'line'") == 2


USAGE = {
    "one path": ["a"],
    "three paths": ["a", "b", "c"],
    "out-dir without to": ["a", "--out-dir", "o"],
    "jobs without out-dir": ["a", "b", "--jobs", "2"],
    "pipe among many": ["a", "-", "--to", "line", "--out-dir", "o"],
    "no jobs": ["a", "--to", "line", "--out-dir", "o", "--jobs", "0"],
    "one target twice": ["a.line", "a.deal", "--to", "line", "--out-dir", "o"],
    "a folder to a file": [".", "x.line"],
    "a folder without a folder": [".", "--to", "line"],
    "a file to itself": ["a.line", "a.line"],
    "missing source": ["nothing.line", "out.line"],
    "unknown target": ["nothing.line", "out.zip"],
    "unknown from": ["nothing.line", "out.line", "--from", "zip"],
    "unknown to": ["nothing.line", "out.line", "--to", "zip"],
    "unknown option": ["a", "b", "--frobnicate"],
}


@pytest.mark.parametrize("case", USAGE)
def test_wrong_usage(run, case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("convert", *USAGE[case])
    assert (done.code, done.out) == (2, "")
    assert "Error: " in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_as_target_is_explained(run, night, tmp_path):
    done = run("convert", night, tmp_path)
    assert done.code == 2
    assert "--out-dir" in done.err


def test_a_reader_at_fault_is_exit_4(run, line_file, split_ten, tmp_path):
    source = line_file(f"1 {split_ten}", "!bug")
    done = run("convert", source, tmp_path / "out.line")
    assert done.code == 4
    assert "the reader of 'line' ('line') failed at board 2" in done.err
    assert "Traceback" not in done.err
    assert "Traceback" in run("--debug", "convert", source, tmp_path / "out.line").err


def test_what_a_file_says_cannot_steer_the_terminal(run, line_file, tmp_path):
    done = run("convert", line_file("\x1b[2J\x1b]0;title\x07"), tmp_path / "out.line")
    assert done.code == 1
    assert "\x1b" not in done.err
    assert "\x07" not in done.err


@pytest.mark.parametrize("role", ["source", "target"])
def test_a_report_never_replaces_a_file_of_the_conversion(run, night, tmp_path, role):
    target = tmp_path / "out.line"
    before = night.read_bytes()
    report = {"source": night, "target": tmp_path / "." / "out.line"}[role]
    done = run("convert", night, target, "--report", report, "--force")
    assert done.code == 2
    assert f"would replace the {role}" in done.err
    assert night.read_bytes() == before
    assert not target.exists()


def test_a_report_without_a_folder_is_refused_before_anything_is_written(run, night, tmp_path):
    target = tmp_path / "out.line"
    done = run("convert", night, target, "--report", tmp_path / "no" / "losses.json")
    assert done.code == 2
    assert f"there is no folder {tmp_path / 'no'}" in done.err
    assert not target.exists()


def test_a_target_without_a_folder_is_told_by_the_folder_not_a_temporary_name(run, night, tmp_path):
    done = run("convert", night, tmp_path / "no" / "out.line")
    target, folder = tmp_path / "no" / "out.line", tmp_path / "no"
    message = f"Error: {target} cannot be written: there is no folder {folder}\n"
    assert (done.code, done.err) == (2, message)
    done = run("edit", night, tmp_path, "--drop", "1")
    assert (done.code, done.err) == (2, f"Error: {tmp_path} is a folder: give a file\n")


def test_findings_have_no_colour_where_the_user_wants_none(run, line_file, monkeypatch, tmp_path):
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda _, color=None: color is False)
    source = line_file("rubbish")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in run("convert", source, tmp_path / "out.line").err
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("convert", source, tmp_path / "out.line").err


@pytest.mark.parametrize("words", [("edit", "--drop", "2"), ("convert",)])
def test_a_file_that_another_program_changed_after_it_was_opened_stays_as_that_left_it(
    run, night, monkeypatch, words
):
    from overtrick_cli.converting import conversion

    before = conversion.open_input

    @contextlib.contextmanager
    def opened(*given):
        with before(*given) as found:
            # Read from here on, the other program's version would be lost.
            other = night.with_name("other")
            other.write_text("another program's\n")
            other.replace(night)
            yield found

    monkeypatch.setattr(conversion, "open_input", opened)
    done = run(words[0], night, night, *words[1:], "--force", "-q")
    assert done.code == 1
    assert "another program changed it meanwhile" in done.err
    assert night.read_text() == "another program's\n"
    assert not list(night.parent.glob(".*.tmp"))


@pytest.mark.parametrize("command", ["convert", "check", "show", "detect"])
def test_a_file_that_is_not_there_may_be_meant_by_another_name(run, night, command):
    typed = night.with_name(f"{night.name[0]}x{night.name[1:]}")
    more = [night.with_name("out.line")] if command == "convert" else []
    done = run(command, typed, *more)
    assert done.code == 2
    assert f"did you mean {night.name}?" in done.err + done.out


def test_sets_with_the_same_numbers_are_merged_by_one_command(run, night, tmp_path):
    both = tmp_path / "both.line"
    refused = run("edit", night, both, "--merge", night)
    assert refused.code == 2
    assert "or all with --renumber 1 behind --merge" in refused.err
    assert run("edit", night, both, "--renumber", "1", "--merge", night).code == 2
    assert not both.exists()
    done = run("edit", night, both, "--merge", night, "--merge", night, "--renumber", "1")
    assert done.code == 0, done.err
    assert "line, 12 boards" in run("check", both).out
    assert run("edit", both, tmp_path / "last.line", "--boards", "1-12").code == 0


def test_a_folder_is_converted_with_the_folders_in_it(run, tmp_path, split_ten, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("evenings/tue.line", "evenings/week 2/tue.line", "evenings/.hidden/x.line"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"1 {split_ten}\n")
    for target in ("o", "evenings/o"):
        for options in ([], ["--force"]):  # what the first run has made is no source of the second
            done = run("convert", "evenings", "--to", "line", "--out-dir", target, *options)
            assert (done.code, done.err.splitlines()[-1]) == (0, "2 of 2 files converted")
        made = {str(path.relative_to(target)) for path in Path(target).rglob("*.line")}
        assert made == {"tue.line", "week 2/tue.line"}
        shutil.rmtree(target)


def test_files_of_one_name_keep_their_folders(run, tmp_path, split_ten, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["season/tue/a.line", "season/wed/a.line", "season/b.line"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"1 {split_ten}\n")
    done = run("convert", *names, "--to", "line", "--out-dir", "o")
    assert done.code == 0
    assert done.err.startswith("note: several files are called a: their folders are kept below o\n")
    made = {str(path.relative_to("o")) for path in Path("o").rglob("*.line")}
    assert made == {"tue/a.line", "wed/a.line", "b.line"}


def test_a_folder_without_boards_is_said_to_have_none(run, tmp_path):
    done = run("convert", tmp_path, "--to", "line", "--out-dir", tmp_path / "o")
    assert done.code == 2
    assert "no file of a known format was found in" in done.err
    assert not (tmp_path / "o").exists()


def test_what_to_type_for_a_folder_is_in_the_message(run, tmp_path):
    done = run("convert", tmp_path, "x.line")
    assert "is a folder: give --to FORMAT and --out-dir FOLDER to convert what is in it" in done.err


@pytest.fixture
def clashing(tmp_path, split_ten, monkeypatch):
    """A folder with two pairs of files that have one target each, and a file that has its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f").mkdir()
    data = f"1 {split_ten}\n".encode()
    for name in ("a.line", "a.deal", "b.line", "c.line"):
        Path(f"f/{name}").write_bytes(data)
    Path("f/b.line.bz2").write_bytes(bz2.compress(data))
    return "f"


def test_all_files_that_have_one_target_are_named_before_anything_is_written(run, clashing):
    done = run("convert", clashing, "--to", "line", "--out-dir", "o")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines() == [
        "Error: nothing was converted:",
        "  f/a.deal and f/a.line would both be written to o/a.line",
        "  f/b.line and f/b.line.bz2 would both be written to o/b.line",
        "convert files of one suffix at a time, as in f/*.line, or rename all but one; "
        "--keep-going converts the other file",
    ]
    assert not Path("o").exists()


def test_keep_going_converts_the_files_that_have_a_target_of_their_own(run, clashing):
    words = ("convert", clashing, "--to", "line", "--out-dir", "o", "--keep-going")
    done = run(*words, "--report", "r.json")
    assert done.code == 2
    lines = done.err.splitlines()
    assert lines[0] == "o/c.line: 1 board (line to line)"
    assert lines[1].startswith("Error: f/a.deal: not converted: f/a.deal and f/a.line would")
    assert (len(lines), lines[-1]) == (6, "1 of 5 files converted, 4 not")
    assert [path.name for path in Path("o").iterdir()] == ["c.line"]
    report = json.loads(Path("r.json").read_text())
    assert [(item["source"], item["written"]) for item in report] == [
        ("f/c.line", True), ("f/a.deal", False), ("f/a.line", False), ("f/b.line", False),
        ("f/b.line.bz2", False),
    ]  # fmt: skip


def test_a_file_that_is_given_twice_is_one_file(run, clashing):
    given = ("f/c.line", f"{Path.cwd()}/f/c.line", "f/../f/c.line")
    done = run("convert", *given, "--to", "line", "--out-dir", "o")
    assert (done.code, done.err.splitlines()[-1]) == (0, "1 of 1 file converted")


@pytest.fixture
def careless(line_format):
    """A format whose writer fills gaps with a warning, and loses the number of a board."""

    def write(boards, sink, ctx):
        ctx.issue("GAP001", "a gap was filled", severity=Severity.WARNING)
        for board in boards:
            sink.write(f"{board.deal.to_text()}\n".encode())

    line_format.careless_write = write
    spec = attrs.evolve(
        line_format.SPEC, name="gap", suffixes=(".gap",),
        writer="overtrick_line_format:careless_write",
        sniffer=None, reader=None, carries={Field.DEAL}, requires=Requires(deals="complete"),
        capabilities=(),
    )  # fmt: skip
    plugin = types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: [spec]))
    default_manager().register(plugin, "gap")
    yield
    del line_format.careless_write


def test_what_a_target_would_lack_is_told_only_where_it_is_written(
    run, careless, line_file, split_ten, tmp_path
):
    good, target, report = f"1 {split_ten}", tmp_path / "out.gap", tmp_path / "losses.json"
    done = run("convert", line_file(good), target)
    assert done.code == 0
    assert "warning GAP001" in done.err
    assert "loss: the board's number" in done.err
    target.unlink()
    for lines, words in (
        ([good, "rubbish"], []),  # an error in the source
        (["N:- - - -", good], ["--strict"]),  # a warning there
        ([good, "!stop"], ["--keep-going"]),  # an error that ends the reading
        ([good, "2 N:A... - - -"], []),  # a board that the target cannot hold
        ([good, "!bug"], []),  # a plugin that fails
        ([good], ["--boards", "7"]),  # an edit that is refused
    ):
        done = run("convert", line_file(*lines), target, *words, "--report", report)
        assert (done.code > 0, target.exists()) == (True, False), lines
        assert "GAP001" not in done.err, lines
        assert "loss:" not in done.err, lines
        assert json.loads(report.read_text())["losses"] == [], lines
    done = run("convert", line_file(good), target, "--fail-on-loss")
    assert done.code == 3
    assert "loss: the board's number" in done.err
    assert "GAP001" not in done.err


def test_errors_are_counted_where_they_are(run, careless, line_file, split_ten, tmp_path):
    target = tmp_path / "out.gap"
    source = line_file(f"1 {split_ten}", "rubbish", "3 N:A... - - -", "more rubbish")
    for words in ([], ["--keep-going"]):
        done = run("convert", source, target, *words)
        assert done.code == 1
        assert (done.err.count("LINE001"), done.err.count("CORE070")) == (2, 1)
        assert done.err.splitlines()[-1] == (
            f"Error: nothing was written: {source} has errors, "
            f"and {target} cannot hold what was read"
        )
    done = run("convert", line_file("3 N:A... - - -"), target)
    assert done.err.splitlines()[-1] == "Error: nothing was written"
    assert "`overtrick edit`" in done.err


@pytest.mark.parametrize("command", ["convert", "edit"])
def test_no_option_is_advised_where_no_board_was_read(run, line_file, tmp_path, command):
    target = tmp_path / "out.line"
    edit = ["--renumber", 1] if command == "edit" else []
    for lines, code in ((["rubbish"], "error LINE001"), (["# a title"], "CORE030")):
        source = line_file(*lines)
        for words in ([], ["--keep-going"]):
            done = run(command, source, target, *edit, *words)
            assert (done.code, target.exists()) == (1, False)
            assert code in done.err
            assert done.err.splitlines()[-1] == (
                f"Error: nothing was written: no board could be read from {source}"
            )
