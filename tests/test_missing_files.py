"""A file that is not there: one wording and one guess, whichever command is given its name."""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("click")

from overtrick_cli.commands import application, run, walk

# What each command is given beside the misspelt file, `FILE`.
COMMANDS = {
    "archive add": ["new.archive", "FILE"],
    "archive compact": ["FILE"],
    "archive dd": ["FILE"],
    "archive duplicates": ["FILE"],
    "archive find": ["FILE", "N:AKQ... - - -"],
    "archive remove": ["FILE", "x"],
    "archive sql": ["FILE", "select 1"],
    "archive stats": ["FILE"],
    "archive verify": ["FILE"],
    "belote check": ["FILE"],
    "belote play": ["FILE"],
    "check": ["FILE"],
    "convert": ["FILE", "made.dlm"],
    "dd": ["FILE"],
    "deal commit": ["FILE"],
    "deal count": ["--script", "FILE"],
    "deal number": ["FILE"],
    "deal reveal": ["FILE"],
    "deal script": ["FILE"],
    "deal verify": ["FILE", "evening.pbn"],
    "detect": ["FILE"],
    "duplimate deal": ["FILE", "--device", "simulator:"],
    "edit": ["FILE", "made.dlm", "--renumber", "1"],
    "link": ["FILE"],
    "records": ["FILE"],
    "select": ["FILE", "--where", "north.hcp > 12"],
    "show": ["FILE"],
    "testing make-oracle": ["FILE"],
}
NO_FILE = {
    "belote", "belote edit", "belote hand", "belote history", "belote match", "belote rules",
    "belote settings", "belote statistics", "belote tutorial", "deal", "deal bigdeal",
    "deal describe", "deal from-number", "duplimate again", "duplimate devices",
    "duplimate identify", "duplimate log", "duplimate record", "duplimate repair",
    "duplimate resume", "duplimate simulate", "duplimate status", "duplimate verify", "explain",
    "formats", "new-plugin", "plugins", "serve",
}  # fmt: skip


def test_every_command_is_known_here():
    commands = {" ".join(path) for path, _ in walk(application)}
    assert commands - COMMANDS.keys() - NO_FILE == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file_is_called_so_with_a_guess(
    command, tmp_path, monkeypatch, capsys, repository
):
    if command not in {" ".join(path) for path, _ in walk(application)}:
        pytest.skip("the command is not installed")
    monkeypatch.chdir(tmp_path)
    shutil.copy(repository / "examples/club-evening.dlm", "evening.pbn")
    words = ["evning.pbn" if word == "FILE" else word for word in COMMANDS[command]]
    code = run([*command.split(), *words])
    done = capsys.readouterr()
    said = done.out + done.err
    assert "evning.pbn: " in said
    assert "No such file or directory; did you mean evening.pbn?" in said
    assert code == (1 if command == "archive add" else 2)


# Commands that read boards and have nothing to do where there are none.
READ = {
    "check", "convert", "dd", "deal number", "duplimate deal", "edit", "link", "records", "select",
    "show",
}  # fmt: skip


@pytest.mark.parametrize("command", sorted(READ))
def test_a_file_without_boards_is_said_to_have_none(command, tmp_path, monkeypatch, capsys):
    pytest.importorskip("overtrick_pbn")
    if command not in {" ".join(path) for path, _ in walk(application)}:
        pytest.skip("the command is not installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.pbn").write_bytes(b"")
    words = ["evening.pbn" if word == "FILE" else word for word in COMMANDS[command]]
    run([*command.split(), *words])
    done = capsys.readouterr()
    said = done.out + done.err
    assert "no board" in said
    assert not (tmp_path / "evening.pdf").exists()


def test_no_page_is_written_of_no_boards(tmp_path, monkeypatch, capsys):
    pytest.importorskip("overtrick_pbn")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.pbn").write_bytes(b"")
    for options in (["-o", "evening.html"], ["--json", "-o", "evening.json"]):
        assert run(["show", "evening.pbn", *options]) == 1
        assert "no board was found" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["evening.pbn"]
