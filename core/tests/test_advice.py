"""Every command that a message of the core advises is run as it stands."""

from __future__ import annotations

import re
import shlex
import sys

import pytest

from overtrick.findings.advice import ALL, Advice, advice, quoted
from overtrick.findings.codes import CORE_CODES, core_finding
from overtrick.findings.diagnostics import Location
from overtrick_cli.commands import run


def pasted(command, capsys, code=0):
    """Run what was advised, with the words that a shell makes of it."""
    program, *words = shlex.split(command)
    assert program == "overtrick"
    capsys.readouterr()
    assert run(words) == code
    return "".join(capsys.readouterr())


def told(text):
    """Return the one command that a message advises."""
    (command,) = re.findall(r"`(overtrick [^`]+)`", text)
    return command


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "the club's evening.txt"
    path.write_bytes(bytes(range(256)))
    return path


@pytest.mark.parametrize("code", ["CORE030", "CORE051"])
def test_how_to_see_what_the_formats_make_of_a_file(code, file, capsys):
    finding = core_finding(code, Location(path=str(file)), why="x")
    pasted(told(finding.hint), capsys, code=1)
    assert "`overtrick detect --explain`" in CORE_CODES[code].hint


def test_how_to_see_why_a_plugin_does_not_work(capsys):
    assert ALL["core.plugins"]() == "overtrick plugins --verbose"
    assert "overtrick" in pasted(ALL["core.plugins"](), capsys)


def test_every_advice_of_the_core_is_tried_here():
    assert {name for name in ALL if name.startswith("core.")} == {
        "core.detect", "core.plugins",
    }  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="the words are those of a POSIX shell")
def test_words_are_quoted_for_a_shell():
    assert quoted("a b") == "'a b'"
    assert quoted("\x1b") == "$'\\x1b'"
    assert quoted("\udcff'") == "$'\\xff\\x27'"
    assert quoted("") == "''"


def test_an_advice_has_a_name_of_its_own():
    with pytest.raises(ValueError, match="already"):
        advice("core.detect", "check")
    assert Advice("x", ("check",))("a") == "overtrick check a"
