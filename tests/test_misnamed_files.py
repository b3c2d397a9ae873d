"""A file whose name promises another format: its content counts, and every command says so."""

from __future__ import annotations

import io
import zipfile

import pytest

import overtrick
from overtrick import Deal, Seat, Vulnerability
from overtrick.plugin import default_manager

pytest.importorskip("click")

from overtrick_cli.commands import run

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
BOARDS = [
    overtrick.Board(
        number=number,
        dealer=Seat.dealer_of(number),
        vulnerability=Vulnerability.of_board(number),
        deal=DEAL,
    )
    for number in (1, 2)
]
FORMATS = default_manager().formats()
CERTAIN = [name for name in ("dlm", "json", "lin", "pbn") if name in FORMATS]
SUFFIXES = sorted({spec.suffixes[0] for spec in FORMATS.values() if spec.reader})


def written(name: str) -> bytes:
    sink = io.BytesIO()
    overtrick.write(BOARDS, sink, format=name)
    return sink.getvalue()


def codes(path, **given):
    boards = overtrick.read(path, errors="collect", check=True, **given)
    found = {"CORE046", "PBN610"} & {item.code for item in boards.diagnostics}
    return boards.format, sorted(found)


@pytest.mark.parametrize("name", CERTAIN)
def test_the_content_counts_and_the_name_is_reported(name, tmp_path):
    data = written(name)
    for suffix in (*SUFFIXES, ".text"):
        path = tmp_path / f"evening{suffix}"
        path.write_bytes(data)
        is_own = suffix in FORMATS[name].suffixes
        expected = [] if is_own else ["CORE046"]
        if suffix == ".text":
            expected = ["PBN610"] if name == "pbn" else []
        assert codes(path) == (name, expected), suffix
        assert codes(path, format=name) == (name, expected), suffix


@pytest.mark.parametrize("name", CERTAIN)
def test_the_name_in_an_archive_counts(name, tmp_path):
    suffix = ".dlm" if name == "pbn" else ".pbn"
    with zipfile.ZipFile(tmp_path / "night.zip", "w") as file:
        file.writestr(f"evening{suffix}", written(name))
        file.writestr(f"evening{FORMATS[name].suffixes[0]}", written(name))
    assert codes(tmp_path / "night.zip" / f"evening{suffix}") == (name, ["CORE046"])
    own = tmp_path / "night.zip" / f"evening{FORMATS[name].suffixes[0]}"
    assert codes(own) == (name, [])


COMMANDS = {
    "check": ["FILE"],
    "convert": ["FILE", "made.csv"],
    "detect": ["FILE"],
    "edit": ["FILE", "made.dlm", "--renumber", "3"],
    "link": ["FILE"],
    "records": ["FILE", "-o", "made.html", "--no-tables"],
    "select": ["FILE", "--where", "north.hcp > 12"],
    "show": ["FILE"],
}
COUNTED = {"records", "select"}  # they say that there is a warning, and who shows it


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_so(command, tmp_path, monkeypatch, capsys):
    for name in ("dlm", "csv", "lin", "hands", "records"):
        pytest.importorskip(f"overtrick_{name}")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.pbn").write_bytes(written("dlm"))
    words = ["evening.pbn" if word == "FILE" else word for word in COMMANDS[command]]
    assert run([command, *words]) == 0
    done = capsys.readouterr()
    told = done.out + done.err
    if command in COUNTED:
        assert "1 warning" in told
    else:
        assert (
            "evening.pbn: warning CORE046: misleading suffix .pbn, used by PBN; "
            "the content is DLM\n"
        ) in told
