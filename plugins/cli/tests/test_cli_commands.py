"""show, detect, edit, formats, plugins, and what all commands share."""

from __future__ import annotations

import io
import json
import re
import shlex
import signal
import sys
import time
import types
from importlib.metadata import EntryPoint, EntryPoints

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

from overtrick import PluginManager, __version__
from overtrick.plugin import (
    COLOURS,
    CommandSpec,
    FixerSpec,
    FormatSpec,
    RuleSpec,
    ViewSpec,
    default_manager,
    hookimpl,
)
from overtrick_cli import advising, terminal
from overtrick_cli import application as cli_application
from overtrick_cli import show as cli_show
from overtrick_cli.application import BROKEN_PIPE, INTERRUPTED
from overtrick_cli.formats import shown_default
from overtrick_cli.plugin_list import broken
from overtrick_cli.show import ViewName


@pytest.fixture
def run(overtrick_command):
    return overtrick_command


@pytest.fixture
def night(line_file, split_ten):
    return line_file("# Club", *(f"{n} {split_ten}" for n in range(1, 5)))


# show -------------------------------------------------------------------------------------


def test_show_draws_the_hands(run, night):
    done = run("show", night, "--boards", "3")
    assert done.code == 0
    assert done.out.startswith("Board 3 · Dealer South · EW vulnerable\n")
    assert "♠ AKJ9" in done.out
    assert run("show", night).out.count("Board ") == 4


def test_show_as_json_is_one_object_a_line(run, night, split_ten):
    lines = run("show", "--json", night).out.splitlines()
    assert [json.loads(line)["board"] for line in lines] == [1, 2, 3, 4]
    assert json.loads(lines[0]) == {
        "board": 1, "dealer": "N", "vulnerable": "None", "deal": split_ten,
    }  # fmt: skip


def test_show_tells_errors_and_shows_the_rest(run, line_file, split_ten):
    done = run("show", line_file("rubbish", f"2 {split_ten}"))
    assert done.code == 1
    assert "LINE001" in done.err
    assert done.out.startswith("Board 2")


def test_of_many_findings_of_one_code_some_are_shown_and_the_rest_counted(
    run, line_file, split_ten
):
    done = run("show", line_file(*["rubbish"] * 25, f"2 {split_ten}"))
    assert done.code == 1
    assert done.err.count("error LINE001") == 20
    assert "and 5 more LINE001; `overtrick check " in done.err
    assert done.err.endswith("` shows them\n")


def test_show_without_suit_symbols(run, night, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert run("show", night, "--boards", "1").code == 0
    stream.flush()
    text = stream.buffer.getvalue().decode("ascii")
    assert "S AKJ9" in text
    assert "?" not in text


def test_show_takes_the_view_from_the_name_of_the_target(run, night, tmp_path):
    for name, begins in (("x.html", b"<!DOCTYPE html>"), ("x.svg", b"<svg"), ("x.txt", b"Board")):
        assert run("show", night, "--boards", "1", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(begins), name


def test_show_as_a_page_or_a_picture(run, night, tmp_path):
    page = run("show", night, "--as", "html", "--boards", "1-2")
    assert page.code == 0
    assert page.out.startswith("<!DOCTYPE html>")
    assert page.out.count("<figure") == 2
    target = tmp_path / "night.svg"
    done = run("show", night, "--as", "svg", "-o", target, "-O", "colours=4", "-O", "columns=2")
    assert (done.code, done.out, done.err) == (0, "", "")
    svg = target.read_text()
    assert svg.count('role="img"') == 4
    assert COLOURS["orange"] in svg


def test_show_text_is_what_show_shows(run, night, tmp_path):
    target = tmp_path / "night.txt"
    assert run("show", night, "-o", target).code == 0
    assert target.read_text() == run("show", night).out == run("show", night, "--as", "text").out
    assert run("show", night, "-o", "-").out == target.read_text()
    assert run("show", night, "--json", "-o", tmp_path / "night.json").code == 0
    assert (tmp_path / "night.json").read_text() == run("show", "--json", night).out


def test_show_replaces_a_file_only_when_told(run, night, tmp_path):
    target = tmp_path / "night.html"
    target.write_text("old")
    for words in (("--as", "html"), ("--json",)):
        done = run("show", night, "-o", target, *words)
        assert done.code == 2
        assert "exists; --force replaces it" in done.err
        assert target.read_text() == "old"
    assert run("show", night, "--as", "html", "-o", target, "--force").code == 0
    assert target.read_text().startswith("<!DOCTYPE html>")


def test_a_show_that_fails_leaves_no_file(run, night, tmp_path):
    done = run("show", night, "--as", "html", "-o", tmp_path / "x.html", "--boards", "1,77")
    assert done.code == 2
    assert not (tmp_path / "x.html").exists()


def test_show_writes_what_could_be_read(run, line_file, split_ten, tmp_path):
    done = run("show", line_file("rubbish", f"2 {split_ten}"), "--as", "svg", "-o", tmp_path / "x")
    assert done.code == 1
    assert "LINE001" in done.err
    assert 'aria-label="Board 2' in (tmp_path / "x").read_text()


def test_show_says_which_views_and_options_there_are(run, night):
    done = run("show", night, "--as", "cup")
    assert done.code == 2
    assert done.err.startswith("Error: no view 'cup' (there are: html, png, svg, text)\n")
    done = run("show", night, "--as", "html", "-O", "colour=4")
    assert done.code == 2
    assert "the view html has auction, colours, hide, play, tables" in done.err
    for value, why in (("colours=3", "one of 2, 4; not '3'"), ("play=x", "yes or no")):
        done = run("show", night, "--as", "html", "-O", value)
        assert (done.code, why in done.err) == (2, True)
    done = run("show", night, "--as", "svg", "-O", "columns=0")
    assert "columns is 1 or more, not 0" in done.err
    done = run("show", night, "--as", "html", "--json")
    assert (done.code, "give one" in done.err) == (2, True)


@pytest.mark.parametrize("view", [(), ("--as", "html"), ("--as", "svg"), ("--json",)])
def test_every_view_of_a_sealed_file_needs_a_word(run, line_file, split_ten, view):
    sealed = line_file("# sealed", f"1 {split_ten}")
    done = run("show", sealed, *view)
    assert (done.code, done.out) == (2, "")
    assert "--show-cards shows them" in done.err
    assert "AKJ9" in run("show", sealed, *view, "--show-cards").out


def test_the_views_are_completed():
    names = [item.value for item in ViewName().shell_complete(None, None, "")]
    # Other distributions may bring some of their own.
    assert {"html", "png", "svg", "text"} <= set(names)
    assert names == sorted(names)
    assert [item.value for item in ViewName().shell_complete(None, None, "s")] == ["svg"]


@pytest.fixture
def with_view(monkeypatch):
    """Register a plugin whose view is a function."""

    def register(view, **attributes):
        manager = default_manager()
        plugin = types.ModuleType("plugin_with_a_view")
        spec = ViewSpec(name="mine", summary="x", view="view_of_a_test:view", **attributes)
        module = types.ModuleType("view_of_a_test")
        module.view = view
        monkeypatch.setitem(sys.modules, "view_of_a_test", module)

        @hookimpl
        def overtrick_views():
            return [spec]

        plugin.overtrick_views = overtrick_views
        manager.register(plugin, "with_view")

    return register


def test_a_plugins_view_is_used_and_its_faults_are_its_own(run, night, with_view, tmp_path):
    def view(boards, sink, ctx):
        sink.write(f"{ctx.path} {ctx.header['line:title']} {len(list(boards))}\n".encode())
        raise ValueError("oh dear")

    with_view(view)
    done = run("show", night, "--as", "mine", "-o", tmp_path / "x")
    assert done.code == 4
    assert "the view 'mine' ('with_view') failed: ValueError: oh dear" in done.err
    assert not (tmp_path / "x").exists()


def test_a_terminal_is_spared_what_it_cannot_show(run, night, with_view, monkeypatch):
    with_view(lambda boards, sink, ctx: sink.write(b"\0"), media_type="application/pdf")
    assert run("show", night, "--as", "mine").out == "\0"
    monkeypatch.setattr(cli_show, "_is_terminal", lambda: True)
    done = run("show", night, "--as", "mine")
    assert done.code == 2
    assert "write it to a file with -o OUT" in done.err


@pytest.mark.parametrize("no_colour", ["", "1"])
def test_on_a_terminal_the_title_has_a_rule(run, night, monkeypatch, no_colour):
    monkeypatch.setattr(cli_show, "_is_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", no_colour)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    text = run("show", night, "--boards", "3", "-O", "colours=4").out
    plain = re.sub(r"\x1b\[\d+m", "", text)
    title = plain.split("\n")[0]
    assert title.startswith("Board 3 · Dealer South · EW vulnerable ──")
    assert len(title) == 60
    assert ("\x1b[93m♦" in text) is not bool(no_colour)


def test_a_board_that_is_not_there(run, night):
    done = run("show", night, "--boards", "77")
    said = "Error: no board has a number in 77: the numbers go from 1 to 4\n"
    assert (done.code, done.err) == (2, said)


# detect -----------------------------------------------------------------------------------


def test_detect(run, night):
    assert run("detect", night).out == f"{night}: line\n"
    assert "line    likely      its sniffer" in run("detect", "--explain", night).out
    [found] = json.loads(run("detect", "--json", night).out)
    assert (found["format"], found["answers"][0]["confidence"]) == ("line", "likely")


def test_a_suffix_that_can_only_be_read_is_told_as_such(run, night, line_format, tmp_path):
    done = run("convert", night, tmp_path / "out.xyz")
    assert "the suffix '.xyz' (formats that can be written: line)" in done.err


def test_detect_what_nobody_knows(run, tmp_path, night):
    odd = tmp_path / "odd.bin"
    odd.write_bytes(b"\x00\x01")
    done = run("detect", odd, tmp_path / "nothing", night)
    assert done.code == 2
    assert "is of no format that is known here: it looks like binary data" in done.err
    assert done.out == f"{night}: line\n"
    assert run("detect", odd).code == 1
    explained = run("detect", "--explain", odd)
    assert explained.code == 1
    assert "line    no          its sniffer" in explained.out


def test_a_file_without_boards_is_not_called_right(run, line_file, tmp_path):
    source = line_file("# nothing")
    said = f"{source}: error CORE030: no boards found in the file\n"
    done = run("check", source)
    assert done.code == 1
    assert done.out.startswith(said)
    assert done.out.endswith(f"\n{source}: line, 0 boards, 1 error\n")
    assert said in run("convert", source, tmp_path / "out.line").err


# edit -------------------------------------------------------------------------------------


def numbers(path):
    return [line.split()[0] for line in path.read_text().splitlines() if line[0] != "#"]


def test_edits_are_done_in_the_order_given(run, night, tmp_path):
    target = tmp_path / "out.line"
    done = run(
        "edit", night, target, "--drop", "2", "--renumber", "10", "--drop", "10", "--renumber", "1"
    )
    assert done.code == 0
    assert numbers(target) == ["1", "2"]


def test_swap_move_rotate_and_merge(run, night, tmp_path, line_file, split_ten):
    other = line_file(f"7 {split_ten}", name="other.line")
    target = tmp_path / "out.line"
    done = run(
        "edit", night, target, "--swap", "1,3", "--move", "4:9", "--rotate", "1", "--merge", other
    )
    assert done.code == 0, done.err
    assert numbers(target) == ["1", "2", "3", "7", "9"]
    first, last = (target.read_text().splitlines()[index] for index in (1, 4))
    assert first.startswith("1 N:Q64.K862.84.9543 T53")
    assert last == f"7 {split_ten}"


def test_editing_in_place(run, night):
    assert run("edit", night, night, "--boards", "2-3", "--force").code == 0
    assert numbers(night) == ["2", "3"]


BAD_EDITS = {
    "nothing to do": [],
    "no such board": ["--swap", "1,9"],
    "not a pair": ["--swap", "1"],
    "wrong mark": ["--move", "1,2"],
    "not a number": ["--rotate", "x"],
    "below one": ["--renumber", "0"],
    "clash": ["--merge", "night.line"],
    "no such file": ["--merge", "nothing.line"],
}


@pytest.mark.parametrize("case", BAD_EDITS)
def test_edits_that_cannot_be_done(run, night, tmp_path, case, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("edit", "night.line", "out.line", *BAD_EDITS[case])
    assert done.code == 2
    assert "Error: " in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["night.line"]


def test_errors_in_a_merged_file_name_that_file(run, night, line_file, tmp_path):
    other = line_file("rubbish", name="other.line")
    done = run("edit", night, tmp_path / "out.line", "--merge", other)
    assert done.code == 1
    assert f"{other}:1:1: error LINE001" in done.err


# formats and plugins ----------------------------------------------------------------------


def test_formats(run):
    assert "line    yes    yes     .line .deal  One deal a line" in run("formats").out
    [found] = json.loads(run("formats", "--json").out)
    assert found == {
        "name": "line", "summary": "One deal a line", "suffixes": [".line", ".deal"],
        "reads": True, "writes": True, "distribution": None, "version": None,
        "carries": ["deal", "deal.partial", "dealer", "header", "number", "vulnerability"],
        "requires": [],
    }  # fmt: skip


def test_the_matrix_has_every_field(run):
    from overtrick import Field

    rows = dict(line.split() for line in run("formats", "--matrix").out.splitlines()[1:])
    assert list(rows) == [field.value for field in Field]
    assert rows["deal"] == "yes"
    assert rows["grids"] == "-"


def test_one_format_with_its_options_and_tables(run):
    out = run("formats", "line").out
    assert "reads, writes, fixes" in out
    assert "carries      number, dealer, vulnerability, deal, deal.partial, header" in out
    assert "whose hand comes first (north, dealer)" in out
    assert "overtrick formats line --suits" in out
    assert run("formats", "line", "--suits").out == "1 ♠\n"


@pytest.mark.parametrize(
    ("default", "shown"),
    [(True, "yes"), (False, "no"), (1, "1"), (0, "0"), (None, "-"), ("", '""'), ("auto", "auto")],
)
def test_the_default_of_an_option_is_shown_as_it_is_typed(default, shown):
    assert shown_default(default) == shown


@pytest.mark.parametrize(
    "arguments",
    [["nope"], ["line", "--nag"], ["--nag"], ["line", "suits"], ["line", "--suits", "--x"]],
)
def test_formats_and_tables_that_are_not_there(run, arguments):
    done = run("formats", *arguments)
    assert (done.code, done.out) == (2, "")
    assert "Error: " in done.err


def test_plugins(run):
    rows = [row.split() for row in run("plugins").out.splitlines()]
    assert ["line", "loaded", "-", "-", "formats", "line"] in rows
    assert "overtrick_formats" in run("plugins", "--verbose").out
    listed = json.loads(run("plugins", "--json").out)
    [found] = [record for record in listed if record["name"] == "line"]
    assert (found["name"], found["state"], found["error"]) == ("line", "loaded", None)
    assert (found["formats"], found["provides"]) == (["line"], {"formats": ["line"]})


def test_entry_point_groups_that_are_misspelt_are_named(run, monkeypatch):
    groups = ("overtrick.plugins", "overtrick_plugins.v2", "overtrick.plugins.v2", "pytest11")
    points = EntryPoints(EntryPoint(name="club", value="club", group=group) for group in groups)
    monkeypatch.setattr("overtrick_cli.plugin_list.entry_points", lambda: points)
    out = run("plugins", "--verbose").out
    for group in groups[:2]:
        told = f"club: the entry-point group {group!r} is not read; 'overtrick.plugins.v2' is\n"
        assert told in out
    assert out.count("is not read") == 2
    assert "is not read" not in run("plugins").out


def test_plugins_of_other_kinds_and_hooks_that_wait(run):
    class Club:
        @hookimpl
        def overtrick_rules(self, api):
            for name in ("stock", "order"):
                yield RuleSpec(name=name, summary="", board="a:b", diagnostics="a:C")

        @hookimpl
        def overtrick_views(self, api):
            yield ViewSpec(name="list", summary="", view="a:d")

        @hookimpl(optionalhook=True)
        def overtrick_lessons(self, api):
            yield None

    default_manager().register(Club(), "club")
    out = run("plugins").out
    assert "rules order, stock; views list" in out
    assert "\nclub: overtrick_lessons waits for a plugin that brings its kind\n" in out
    [found] = [r for r in json.loads(run("plugins", "--json").out) if r["name"] == "club"]
    assert found["provides"] == {"rules": ["order", "stock"], "views": ["list"]}
    assert found["waits"] == ["overtrick_lessons"]
    assert found["formats"] == []


# what all commands share ------------------------------------------------------------------


def test_help_and_version(run):
    assert run("--version") == (0, f"overtrick {__version__}\n", "")
    done = run("--help")
    assert done.code == 0
    for name in ("check", "convert", "detect", "edit", "formats", "new-plugin", "plugins", "show"):
        assert f"\n  {name} " in done.out
        if name != "new-plugin":
            assert run(name, "--help").out.startswith(f"Usage: overtrick {name} ")
    assert "_OVERTRICK_COMPLETE=bash_source" in done.out


def test_an_unknown_command(run):
    done = run("frobnicate")
    assert (done.code, done.out) == (2, "")
    assert "No such command 'frobnicate'" in done.err
    assert "did you mean check?" in run("chekc").err


@pytest.fixture
def command(run, monkeypatch):
    """Add a plugin command that does what it is given."""
    import click

    module = types.ModuleType("overtrick_test_command")

    def add(function):
        module.command = click.command("extra")(function)

    class Plugin:
        @hookimpl
        def overtrick_commands(self, api):
            reference = "overtrick_test_command:command"
            yield CommandSpec(name="extra", summary="Something extra", command=reference)

    default_manager().register(Plugin(), "extra")
    module.add = add
    sys.modules.pop(module.__name__, None)
    add.install = lambda: monkeypatch.setitem(sys.modules, module.__name__, module)
    return add


def test_help_shows_a_plugin_command_without_importing_it(run, command):
    # The module cannot be imported at all: the summary is enough.
    assert re.search(r"\n  extra +Something extra\n", run("--help").out)
    done = run("extra")
    assert done.code == 4
    assert "cannot import 'overtrick_test_command'" in done.err


def test_a_plugin_command_runs(run, command):
    import click

    command(lambda: click.echo("ran"))
    command.install()
    assert run("extra") == (0, "ran\n", "")


def raising(error):
    def function():
        raise error

    return function


def test_a_plugin_command_that_fails_is_exit_4_without_a_traceback(run, command):
    command(raising(ZeroDivisionError("oh")))
    command.install()
    done = run("extra")
    assert done.code == 4
    assert "ZeroDivisionError: oh" in done.err
    assert "Traceback" not in done.err
    with pytest.raises(ZeroDivisionError):
        run("--debug", "extra")


def test_errors_of_ours_and_of_the_system_become_messages(run, command):
    from overtrick import DeviceError, OptionError

    for error, code in (
        (DeviceError("the machine is off"), 4),
        (OptionError("no such option"), 2),
        (PermissionError(13, "Permission denied", "x"), 1),
    ):
        command(raising(error))
        command.install()
        done = run("extra")
        assert done.code == code
        assert done.err.startswith("Error: ")
        assert "Traceback" not in done.err


def test_interruption(run, command):
    command(lambda: signal.raise_signal(signal.SIGINT))
    command.install()
    done = run("extra")
    assert done.code == INTERRUPTED
    assert "interrupted" in done.err


def test_a_reader_of_our_output_that_goes_away(run, command, monkeypatch):
    command(raising(BrokenPipeError()))
    command.install()
    monkeypatch.setattr("overtrick_cli.application._end_broken_pipe", lambda: BROKEN_PIPE)
    done = run("extra")
    assert (done.code, done.err) == (BROKEN_PIPE, "")


def test_the_bar_appears_only_on_a_terminal_and_after_a_second(monkeypatch, capfd):
    from overtrick_cli.terminal import Progress

    def bar(delay, terminal):
        monkeypatch.setattr(Progress, "_DELAY", delay)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
        monkeypatch.setenv("TTY_COMPATIBLE", "1" if terminal else "0")
        with Progress("boards", total=3) as progress:
            for _ in progress.watch(range(3)):
                time.sleep(0.01)
        return capfd.readouterr().err

    assert bar(0, False) == ""
    assert bar(10, True) == ""
    shown = bar(0, True)
    assert "boards" in shown
    # Where the end is known, so is the time left.
    assert "left" in shown


def test_a_bar_takes_no_markup_from_a_name(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    monkeypatch.setattr(terminal.Progress, "_DELAY", 0.0)
    with terminal.Progress("checking [/x].pbn", total=2) as progress:
        assert list(progress.watch("ab")) == ["a", "b"]
    assert "checking [/x].pbn" in capsys.readouterr().err


def test_how_to_see_where_the_program_failed(monkeypatch, capsys):
    def fail(words):
        if "--debug" in words:
            return 0
        raise KeyError("x")

    monkeypatch.setattr(cli_application, "_work", fail)
    assert cli_application.run(["show", "the club's.pbn"]) == 4
    command = capsys.readouterr().err.strip().rpartition(": ")[2]
    assert command == "overtrick --debug show 'the club'\"'\"'s.pbn'"
    program, *words = shlex.split(command)
    assert (program, cli_application.run(words)) == ("overtrick", 0)


def test_the_commands_that_messages_advise_can_be_pasted(run, tmp_path):
    file = tmp_path / "the club's evening.txt"
    file.write_bytes(bytes(range(256)))
    program, *words = shlex.split(advising.CHECK(file))
    assert program == "overtrick"
    done = run(*words)
    assert done.code == 1
    assert "CORE051" in done.out
    assert advising.TABLE("club", "--cards") == "overtrick formats club --cards"
    assert advising.DEBUG("check", "x") == "overtrick --debug check x"
    assert run(*shlex.split(advising.DEBUG("formats"))[1:]).code == 0


def test_a_plugin_whose_code_cannot_be_imported_is_named():
    """It is loaded, for its declaration is light; asking for it would fail."""

    def overtrick_formats():
        yield FormatSpec(
            name="half", summary="", reader="nowhere_at_all:read", writer="json:dump",
            sniffer="nowhere_at_all:read", capabilities=(FixerSpec("json:fix"),),
        )  # fmt: skip

    manager = PluginManager(discover=False)
    plugin = types.SimpleNamespace(overtrick_formats=hookimpl(overtrick_formats))
    manager.register(plugin, "half")
    (reader, fixer) = broken(manager)
    assert reader[0] == fixer[0] == "half"
    assert "No module named 'nowhere_at_all'" in reader[1]
    assert fixer[1] == "the module 'json' ('half') has no 'fix'"
