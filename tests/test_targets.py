"""Every command that writes a file: it replaces no file of boards by something else."""

from __future__ import annotations

import shutil

import click
import pytest

import overtrick
from overtrick_cli.commands import application

NEEDS = ("archive", "belote", "csv", "dd", "deal", "dlm", "duplimate_device", "hands", "lin", "pbn")
for _name in (*NEEDS, "records"):
    pytest.importorskip(f"overtrick_{_name}")

# What each option that names a file to write is given with. OUT is that file: boards as PBN, which
# nothing here writes. `made` is a file that was written before, `spare` one that is not there.
WRITES = {
    "archive add --report": ["made.archive", "evening.dlm", "--report", "OUT"],
    "archive dd --report": ["made.archive", "--report", "OUT"],
    "archive dd -o": ["made.archive", "--check", "--format", "csv", "-o", "OUT"],
    "archive duplicates -o": ["made.archive", "--format", "csv", "-o", "OUT"],
    "archive find -o": ["made.archive", "N:AKQ... - - -", "--format", "csv", "-o", "OUT"],
    "archive sql --report": [
        "made.archive", "--where", "board > 0", "--as-boards", "-o", "spare.dlm", "--report", "OUT",
    ],
    "archive sql -o": ["made.archive", "--where", "board > 0", "--format", "csv", "-o", "OUT"],
    "archive stats -o": ["made.archive", "--format", "csv", "-o", "OUT"],
    "belote edit -o": ["-S", "SJ", "-o", "OUT"],
    "convert --report": ["evening.dlm", "spare.lin", "--report", "OUT"],
    "convert paths": ["evening.dlm", "OUT", "--to", "lin"],
    "dd --report": ["evening.dlm", "-o", "spare.csv", "--report", "OUT"],
    "dd -o": ["evening.dlm", "--to", "csv", "-o", "OUT"],
    "deal -o": ["--to", "dlm", "-o", "OUT"],
    "deal bigdeal -o": ["0" * 40, "--to", "dlm", "-o", "OUT"],
    "deal count --plot": ["--frequency", "north.hcp", "--plot", "OUT"],
    "deal from-number -o": ["1", "--to", "dlm", "-o", "OUT"],
    "deal script --plot": ["lesson.dl", "--plot", "OUT"],
    "deal script -o": ["lesson.dl", "--to", "dlm", "-o", "OUT"],
    "duplimate record out": ["OUT", "--to", "dlm", "--device", "simulator:?speed=0"],
    "edit --report": ["evening.dlm", "spare.dlm", "--drop", "1", "--report", "OUT"],
    "edit target": ["evening.dlm", "OUT", "--drop", "1", "--to", "dlm"],
    "link --qr": ["evening.dlm", "--boards", "1", "--qr", "OUT"],
    "records -o": ["evening.dlm", "--to", "html", "-o", "OUT"],
    "select --report": [
        "evening.dlm", "--where", "board > 0", "-o", "spare.dlm", "--report", "OUT",
    ],
    "select -o": ["evening.dlm", "--where", "board > 0", "--to", "dlm", "-o", "OUT"],
    "show -o": ["evening.dlm", "-o", "OUT"],
    "testing make-oracle -o": ["evening.dlm", "-o", "OUT"],
}  # fmt: skip

# What names a file that is read, that is refused where it is there, or that must be there.
OTHERS = {
    "archive add sources",
    "archive remove names",
    "belote check files",
    "belote play file",
    "check paths",
    "convert --out-dir",
    "dd file",
    "deal commit --keys",
    "deal commit description_path",
    "deal count --script",
    "deal describe description_path",
    "deal number path",
    "deal reveal --keys",
    "deal reveal --out-dir",
    "deal reveal description_path",
    "deal script path_of_script",
    "deal verify --keys",
    "deal verify description_path",
    "deal verify files",
    "detect files",
    "duplimate redeal --file",
    "duplimate deal file",
    "duplimate resume --file",
    "duplimate simulate --witness",
    "edit --merge",
    "edit source",
    "link file",
    "new-plugin --from-sample",
    "new-plugin --out-dir",
    "records files",
    "select paths",
    "serve --password-file",
    "serve --data-dir",
    "show file",
    "testing make-oracle files",
}

# An image has the suffix of its kind, whatever is in the file.
SUFFIXES = {"link --qr": ".svg"}


def options_of(command, name="", parent=None):
    """Yield each option and argument of a command and those below it that takes a path."""
    if isinstance(command, click.Group):
        ctx = click.Context(command, parent=parent)
        for child in command.list_commands(ctx):
            yield from options_of(command.get_command(ctx, child), f"{name} {child}", ctx)
    for parameter in command.params:
        is_path = isinstance(parameter.type, click.Path)
        if is_path and parameter.name not in {"archive", "sessions_dir"}:
            is_option = isinstance(parameter, click.Option)
            yield f"{name} {parameter.opts[0] if is_option else parameter.name}".strip()


def test_every_option_that_takes_a_path_is_known_here():
    assert set(options_of(application)) == set(WRITES) | OTHERS


@pytest.fixture
def folder(tmp_path, repository, monkeypatch, overtrick_command):
    """A folder with boards in it, which the commands run in."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(repository / "examples" / "club-evening.dlm", "evening.dlm")
    overtrick_command("edit", "evening.dlm", "few.dlm", "--boards", "1-2")
    overtrick_command("convert", "few.dlm", "boards.pbn")
    overtrick_command("archive", "add", "made.archive", "few.dlm", "--quiet")
    (tmp_path / "lesson.dl").write_text("produce 2 action frequency (hcp(north), 0, 37)")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("option", WRITES)
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_no_command_replaces_boards_by_something_else(folder, overtrick_command, option, force):
    target = folder / f"OUT{SUFFIXES.get(option, '.boards')}"
    (folder / "boards.pbn").rename(target)
    before = target.read_bytes()
    assert overtrick.detect(target).format == "pbn"
    *command, parameter = option.split()
    has_force = any("--force" in known.opts for known in command_of(application, command).params)
    if force and (not has_force or parameter == "--report"):
        force = ()  # a report replaces that of an earlier run without it
    words = [target.name if word == "OUT" else word for word in WRITES[option]]
    printed = overtrick_command(*command, *words, *force, code=2)
    assert target.name in printed.stderr
    assert "; " in printed.stderr
    assert "--force replaces" not in printed.stderr
    assert target.read_bytes() == before
    assert not list(folder.glob("spare.*"))


@pytest.mark.slow
def test_an_answer_replaces_an_answer_and_no_part_of_the_archive(folder, overtrick_command):
    # Boards in a cell make no file of boards of the answer.
    words = ("archive", "sql", "made.archive", "select * from boards", "-o")
    overtrick_command(*words, "answer.csv")
    assert "exists; --force replaces it" in overtrick_command(*words, "answer.csv", code=2).stderr
    overtrick_command(*words, "answer.csv", "--force")
    manifest = folder / "made.archive" / "manifest.json"
    before = manifest.read_bytes()
    for more in (["-o", manifest], ["--as-boards", "--to", "json", "-o", manifest]):
        printed = overtrick_command(*words[:-1], *more, "--force", code=2)
        assert f"{manifest} is part of made.archive; give another target" in printed.stderr
    printed = overtrick_command("archive", "dd", "made.archive", "--report", manifest, code=2)
    assert "is part of made.archive; name another file for --report" in printed.stderr
    assert manifest.read_bytes() == before


def test_files_that_are_no_boards_are_known_too(folder, overtrick_command):
    overtrick_command("belote", "edit", "-S", "SJ", "-o", "third.b32")
    overtrick_command("belote", "edit", "-S", "SJ", "-o", "third.b32", "--force")
    why = "third.b32 is a hand or game of 32-card bridge"
    printed = overtrick_command("convert", "few.dlm", "third.b32", "--to", "pbn", "--force", code=2)
    assert why in printed.stderr


def test_the_script_and_the_files_of_an_event_are_not_replaced(folder, overtrick_command):
    script = folder / "lesson.dl"
    script.write_text("produce 2\n")
    for words in (["--to", "pbn", "-o"], ["--plot"]):
        printed = overtrick_command("deal", "script", script, *words, script, "--force", code=2)
        assert f"{script} is " in printed.stderr
        assert script.read_text() == "produce 2\n"


def test_codes_are_written_for_all_boards_or_none(folder, overtrick_command):
    (folder / "code-2.svg").write_text("<svg/>")
    printed = overtrick_command("link", "few.dlm", "--qr", "code-{board}.svg", code=2)
    assert printed == ("", "Error: code-2.svg exists; --force replaces it\n")
    assert not (folder / "code-1.svg").exists()
    overtrick_command("link", "few.dlm", "--qr", "code-{board}.svg", "--force")
    assert (folder / "code-1.svg").exists()


def command_of(group, names):
    for name in names:
        group = group.get_command(click.Context(group), name)
    return group


# What writes files of one kind whatever their names, and is told by its own help.
ANY_NAME = {
    "belote edit -o",  # a text of its own
    "testing make-oracle -o",  # for authors of plugins
}


@pytest.mark.slow
@pytest.mark.parametrize("option", sorted(WRITES.keys() - ANY_NAME))
def test_no_command_writes_one_kind_under_the_name_of_another(folder, overtrick_command, option):
    """`show --as html -o a.svg`, `convert a.dlm b.rbn --to pbn`, `--report x.pbn`."""
    *command, _ = option.split()
    words = ["OUT.rbn" if word == "OUT" else word for word in WRITES[option]]
    printed = overtrick_command(*command, *words, code=2)
    assert "OUT.rbn" in printed.stderr or ".rbn" in printed.stderr or "an .svg" in printed.stderr
    assert not (folder / "OUT.rbn").exists()
    assert not list(folder.glob("spare.*"))


def test_a_view_is_not_written_under_the_name_of_another(folder, overtrick_command):
    printed = overtrick_command("show", "few.dlm", "--as", "html", "-o", "a.svg", code=2)
    assert "a.svg ends like svg, and the view html would be written" in printed.stderr
    assert "let it end in .htm" in printed.stderr
    overtrick_command("show", "few.dlm", "--as", "html", "-o", "a.page")
    assert (folder / "a.page").exists()


def test_a_packed_target_says_what_is_in_it(folder, overtrick_command):
    printed = overtrick_command("convert", "few.dlm", "a.zip", code=2)
    assert "name what is in it before .zip, as in NAME.SUFFIX.zip" in printed.stderr
