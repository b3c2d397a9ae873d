"""A file that is not there, or has nothing in it: one wording, whichever command is given it."""

from __future__ import annotations

import gzip
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
    "deal describe", "deal from-number", "duplimate redeal", "duplimate devices",
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
    "archive add", "check", "convert", "dd", "deal number", "duplimate deal", "edit", "link",
    "records", "select", "show", "testing make-oracle",
}  # fmt: skip
FROM = READ - {"deal number", "duplimate deal", "testing make-oracle"}

EMPTY = {
    "no bytes": b"",
    "blanks": b" \n\r\n\t\n",
    "a byte order mark": b"\xef\xbb\xbf\r\n",
    "the end of a DOS file": b"\r\n\x1a",
    "many blanks": b"\n" * 5000,
    "nothing, packed": gzip.compress(b"\n"),
}


@pytest.fixture
def told_of(tmp_path, monkeypatch, capsys):
    """Run a command on `evening.pbn` with some content; return the exit code and all it printed."""
    pytest.importorskip("overtrick_pbn")
    monkeypatch.chdir(tmp_path)

    def make(command, content, *more):
        if command not in {" ".join(path) for path, _ in walk(application)}:
            pytest.skip("the command is not installed")
        (tmp_path / "evening.pbn").write_bytes(content)
        shutil.rmtree("new.archive", ignore_errors=True)
        words = ["evening.pbn" if word == "FILE" else word for word in COMMANDS[command]]
        code = run([*command.split(), *words, *more])
        done = capsys.readouterr()
        assert not (tmp_path / "evening.pdf").exists()
        assert not (tmp_path / "made.dlm").exists()
        return code, done.out + done.err

    return make


@pytest.mark.parametrize("command", sorted(READ | {"detect"}))
def test_an_empty_file_is_called_empty(command, told_of):
    for name, content in EMPTY.items():
        code, said = told_of(command, content)
        assert code == 1, name
        if command == "duplimate deal":  # which repeats nothing that is said of a file
            assert "error CORE045: the file cannot be dealt from" in said, name
            continue
        assert "error CORE045: the file is empty\n" in said, name
        assert "save, copy or download it again" in said, name


@pytest.mark.parametrize("command", sorted(FROM))
def test_an_empty_file_is_empty_whatever_format_it_is_said_to_have(command, told_of):
    for format_name in ("pbn", "dlm", "lin"):
        code, said = told_of(command, b"\n", "--from", format_name)
        assert code == 1, format_name
        assert "error CORE045: the file is empty\n" in said, format_name


@pytest.mark.parametrize("content", [b"% PBN 2.1\n% EXPORT\n", b"; a comment\n{and another}\n"])
@pytest.mark.parametrize("command", sorted(READ))
def test_a_file_without_boards_is_said_to_have_none(command, content, told_of):
    code, said = told_of(command, content)
    assert code == 1
    if command == "archive add":
        assert "1 has no board (CORE030 in the table findings)" in said
    elif command in {"duplimate deal", "testing make-oracle"}:
        assert "no board" in said
    else:
        assert "error CORE030: no boards found in the file\n" in said


def test_no_page_is_written_of_no_boards(tmp_path, monkeypatch, capsys):
    pytest.importorskip("overtrick_pbn")
    monkeypatch.chdir(tmp_path)
    for content, said in ((b"", "the file is empty"), (b"% PBN 2.1\n", "no boards found")):
        (tmp_path / "evening.pbn").write_bytes(content)
        for options in (["-o", "evening.html"], ["--json", "-o", "evening.json"]):
            assert run(["show", "evening.pbn", *options]) == 1
            assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["evening.pbn"]
