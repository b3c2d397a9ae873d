"""No command replaces a file that may have been meant as an input, nor advises to."""

from __future__ import annotations

import gzip
import os
import re
import shlex
import zipfile

import attrs
import pytest

from overtrick import PluginRecord, PluginState
from overtrick.plugin import default_manager, hookimpl

pytest.importorskip("click")
pytest.importorskip("rich")

ADVICE = "--force replaces it"


class PagePlugin:
    """A second format: the lines of `line` behind a first line `# page`."""

    def __init__(self, line_format):
        changes = {"name": "page", "suffixes": (".page",), "sniffer": None, "magic": (b"# page",)}
        self._spec = attrs.evolve(line_format.SPEC, **changes)

    @hookimpl
    def overtrick_formats(self):
        return [self._spec]


@pytest.fixture
def run(overtrick_command, line_format):
    default_manager().register(PagePlugin(line_format), "page")
    return overtrick_command


@pytest.fixture
def monday(line_file, split_ten):
    return line_file(f"1 {split_ten}", name="mon.line")


@pytest.fixture
def tuesday(line_file, split_ten):
    return line_file(f"2 {split_ten}", name="tue.line")


@pytest.fixture
def page(line_file, split_ten):
    return line_file("# page", f"3 {split_ten}", name="wed.page")


@pytest.fixture
def refused(run):
    """Run a command with and without `--force`; it changes no file and does not advise to."""

    def check(target, *arguments, why, force=True):
        before = target.read_bytes()
        for more in ((), ("--force",)) if force else ((),):
            done = run(*arguments, *more)
            assert done.code == 2, done.err
            assert why in done.err
            assert ADVICE not in done.err
            assert target.read_bytes() == before
        return done

    return check


@pytest.mark.parametrize("format", ["page", "line"])
def test_two_files_of_a_pattern_are_no_source_and_target(refused, monday, tuesday, format):
    why = f"{monday} and {tuesday} may both be sources; give --out-dir FOLDER"
    done = refused(tuesday, "convert", monday, tuesday, "--to", format, why=why)
    assert ("leave out --to" in done.err) is (format == "line")


def test_a_target_like_its_source_is_replaced_where_nothing_else_is_meant(run, monday, tuesday):
    assert ADVICE in run("convert", monday, tuesday).err
    assert run("convert", monday, tuesday, "--force").code == 0
    assert tuesday.read_bytes() == monday.read_bytes()


@pytest.mark.parametrize("words", [("convert",), ("edit", "--rotate", "1")])
def test_boards_in_another_format_are_not_replaced(refused, monday, page, words):
    why = f"{page} is a file of boards in another format (page, not line); give another target"
    done = refused(page, words[0], monday, page, *words[1:], "--to", "line", why=why)
    assert ("--out-dir" in done.err) is (words[0] == "convert")


def test_content_counts_before_the_suffix(refused, run, monday, page, tmp_path):
    target = tmp_path / "notes.txt"
    target.write_bytes(page.read_bytes())
    refused(target, "convert", monday, target, "--to", "line", why="(page, not line)")
    # Of boards in the format that is written the name may be any.
    assert run("convert", monday, target, "--to", "page", "--force").code == 0


def test_a_file_of_two_formats_is_replaced_by_either(run, monday, page, tmp_path):
    target = tmp_path / "both.line"
    target.write_bytes(page.read_bytes())
    assert "could be" in run("detect", target).err
    assert run("convert", monday, target, "--force").code == 0


def test_a_file_that_cannot_be_looked_into_counts_by_its_suffix(refused, run, monday, tmp_path):
    target = tmp_path / "damaged.page.gz"
    target.write_bytes(gzip.compress(b"# page\n" * 99)[:12] + b"\0\0\0")
    refused(target, "convert", monday, target, "--to", "line", why="(page, not line)")
    refused(target, "show", monday, "-o", target, why="is a file of boards (page)")
    rubbish = tmp_path / "rubbish.page"
    rubbish.write_bytes(b"\0rubbish")
    refused(rubbish, "convert", monday, rubbish, "--to", "line", why="(page, not line)")


@pytest.mark.parametrize(("name", "content"), [("empty.page", b""), ("notes.txt", b"\0notes")])
def test_what_holds_no_boards_is_replaced_with_force(run, monday, tmp_path, name, content):
    target = tmp_path / name
    target.write_bytes(content)
    done = run("convert", monday, target, "--to", "line")
    assert (done.code, target.read_bytes()) == (2, content)
    assert done.err == f"Error: {target} exists; {ADVICE}\n"
    assert run("convert", monday, target, "--to", "line", "--force").code == 0
    assert target.read_bytes() == monday.read_bytes()


def test_an_archive_of_several_files_is_not_replaced(refused, monday, tuesday, tmp_path):
    packed = tmp_path / "night.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(monday, "mon.line")
        archive.write(tuesday, "tue.line")
    refused(packed, "convert", monday, packed, "--to", "line", why="holds several files")
    member = packed / "tue.line"
    words = ("convert", member, packed, "--to", "line", "--from", "line")
    refused(packed, *words, "--force", why="holds several files", force=False)
    refused(packed, *words, why="is one of the files to read", force=False)


SPELLINGS = {
    "the name itself": lambda path: path,
    "another spelling": lambda path: f"{path.parent}/./{path.name}",
    "a symbolic link": lambda path: linked(path, os.symlink),
    "a hard link": lambda path: linked(path, os.link),
}


def linked(path, link):
    other = path.with_name("linked.line")
    link(path, other)
    return other


@pytest.mark.filterwarnings("ignore:.*hard link")
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_source_is_replaced_in_its_own_format_alone(refused, run, monday, spelling):
    target = SPELLINGS[spelling](monday)
    why = f"{target} is one of the files to read; give another target"
    refused(monday, "convert", monday, target, why=why, force=False)
    refused(monday, "edit", monday, target, "--drop", "1", why=why, force=False)
    why = "in another format (line, not page)"
    refused(monday, "convert", monday, target, "--to", "page", "--force", why=why, force=False)
    assert run("edit", monday, target, "--renumber", "7", "--force").code == 0
    with open(target) as file:  # a spelling that pathlib would tidy
        assert file.read().startswith("7 ")


def test_a_source_has_the_format_that_the_user_names(refused, run, tmp_path, split_ten):
    source = tmp_path / "notes.txt"
    source.write_bytes(b"\0")
    words = ("convert", source, source, "--from", "page", "--force")
    refused(source, *words, "--to", "line", why="(page, not line)", force=False)
    source.write_text(f"1 {split_ten}\n")
    assert run(*words, "--to", "page").code == 0


def test_the_target_is_looked_at_before_the_source_is_read(run, line_file, tuesday, page, tmp_path):
    broken = line_file("rubbish", name="broken.line")
    for words in (("convert",), ("edit", "--rotate", "1")):
        done = run(words[0], broken, tuesday, *words[1:])
        assert (done.code, done.err) == (2, f"Error: {tuesday} exists; {ADVICE}\n")
    out = tmp_path / "out"
    out.mkdir()
    (out / "wed.line").write_text("old")
    # Its header is lost.
    done = run("convert", page, "--to", "line", "--out-dir", out)
    assert done.err.splitlines()[0] == f"Error: {out / 'wed.line'} exists; {ADVICE}"
    done = run("show", broken, "-o", tuesday)
    assert "LINE001" not in done.err


def test_a_file_that_is_merged_is_a_source(refused, monday, tuesday):
    words = ("edit", monday, tuesday, "--merge", tuesday)
    refused(tuesday, *words, why="is one of the files to read", force=False)
    why = "(line, not page)"
    refused(tuesday, *words, "--to", "page", "--force", why=why, force=False)


def test_a_report_replaces_no_boards(refused, run, monday, tuesday, page):
    target = monday.with_name("out.line")
    edit = ("edit", monday, target, "--merge", tuesday)
    refused(tuesday, *edit, "--report", tuesday, why="would replace the source")
    why = f"{page} is a file of boards (page); name another file for --report"
    refused(page, "convert", monday, target, "--report", page, why=why)
    assert not target.exists()
    report = monday.with_name("losses.json")
    for _ in range(2):  # that of an earlier run
        assert run("convert", monday, target, "--force", "--report", report).code == 0


@pytest.mark.parametrize("words", [(), ("--as", "html"), ("--json",)])
def test_show_replaces_no_boards(refused, run, monday, tuesday, words):
    why = f"{tuesday} is a file of boards (line); give another target"
    refused(tuesday, "show", monday, *words, "-o", tuesday, why=why)
    why = "is one of the files to read"
    refused(monday, "show", monday, *words, "-o", monday.parent / "." / "mon.line", why=why)
    target = monday.with_name("shown.txt")
    assert run("show", monday, *words, "-o", target).code == 0
    assert run("show", monday, *words, "-o", target, "--force").code == 0


def test_an_oracle_replaces_no_boards(refused, monday, tuesday):
    why = f"{tuesday} is a file of boards (line); give another target"
    refused(tuesday, "testing", "make-oracle", monday, "-o", tuesday, why=why)


def test_no_target_in_a_folder_is_the_source_of_another(refused, run, monday, tuesday, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "mon.line").symlink_to(tuesday)
    words = ("convert", monday, tuesday, "--to", "line", "--out-dir", out)
    refused(tuesday, *words, why=f"{out / 'mon.line'} is {tuesday}, which is to be converted")
    other = out / "other"
    other.write_text("old")
    for name in ("mon.line", "tue.line"):
        (out / name).unlink(missing_ok=True)
        (out / name).symlink_to(other)
    refused(other, *words, why=f"{out / 'mon.line'} and {out / 'tue.line'} are one file")


def test_a_folder_of_sources_is_converted_in_place(run, monday, tuesday, tmp_path):
    words = ("convert", monday, tuesday, "--to", "line", "--out-dir", tmp_path)
    done = run(*words)
    assert done.code == 2
    assert f"{monday} is one of the files to read; give another folder" in done.err
    assert run(*words, "--force", "--renumber", "5").code == 0
    assert [path.read_text()[0] for path in (monday, tuesday)] == ["5", "5"]


def test_boards_in_another_format_stay_in_the_folder(refused, monday, page, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    target = out / "mon.page"
    target.write_text(monday.read_text() + "\0")  # `line` by its content
    why = "in another format (line, not page); give another folder"
    refused(target, "convert", monday, "--to", "page", "--out-dir", out, why=why)


def test_what_is_no_file_is_written_to(run, monday, tmp_path):
    assert run("convert", monday, os.devnull, "--to", "page").code == 0
    if hasattr(os, "mkfifo"):
        pipe = tmp_path / "pipe.line"
        os.mkfifo(pipe)
        # Opened for both, it can be written to although it has no reader yet.
        reader = os.open(pipe, os.O_RDWR)
        assert run("convert", monday, pipe).code == 0
        assert os.read(reader, 1 << 16) == monday.read_bytes()
        os.close(reader)


def advised(text):
    """Return the words of the one command that a message advises."""
    [command] = re.findall(r"`overtrick ([^`]+)`", text)
    return shlex.split(command)


def test_a_suffix_of_a_view_is_for_show_and_one_of_a_format_for_convert(run, monday, tmp_path):
    shown, written = tmp_path / "a.html", tmp_path / "b.page"
    for words, target in (
        (("convert", monday, shown), shown), (("show", monday, "-o", written), written)
    ):  # fmt: skip
        done = run(*words)
        assert done.code == 2
        assert "did you mean" not in done.err
        assert "--to" not in done.err
        assert not target.exists()
        assert run(*advised(done.err)).code == 0
        assert target.stat().st_size
    done = run("edit", monday, tmp_path / "c.html", "--renumber", "1")
    assert done.code == 2
    assert "such a file shows boards: the view html makes it" in done.err
    assert "`" not in done.err


def test_a_format_that_is_switched_off_is_not_to_be_named(run, monday, tmp_path, monkeypatch):
    words = "convert", monday, tmp_path / "a.pbn"
    blocked = PluginRecord(name="pbn", state=PluginState.BLOCKED, error="switched off by X")
    monkeypatch.setattr(default_manager(), "records", lambda: (blocked,))
    done = run(*words)
    assert (done.code, done.err.splitlines()[-1]) == (2, "the plugin 'pbn' is switched off by X")
    monkeypatch.setattr(default_manager(), "records", lambda: ())
    assert "name the format to write: --to FORMAT" in run(*words).err


def test_text_is_written_under_no_name_that_promises_something_else(run, monday, tmp_path):
    for name in ("a.svgg", "a.docx"):
        done = run("show", monday, "-o", tmp_path / name)
        assert done.code == 2
        assert "no view makes a file of the suffix" in done.err
        assert not (tmp_path / name).exists()
    assert run("show", monday, "-o", tmp_path / "plain").code == 0
