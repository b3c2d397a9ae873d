"""`overtrick serve --install-shortcut`: what is double-clicked, on each system."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import pytest

from overtrick_cli.commands import Failure
from overtrick_web.command.shortcuts import install, is_ours, remove, shortcuts

ODD = '/home/Zoë/a b/100% & "co" $HOME/`x`/c\\d/it\'s;e'
LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="a desktop entry is for Linux")


def entry_of(text):
    """Return the keys of a desktop entry, their escapes undone."""
    parser = configparser.RawConfigParser(strict=True, delimiters=("=",))
    parser.optionxform = str
    parser.read_string(text)
    undone = {"\\\\": "\\", "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\s": " "}
    return {
        key: re.sub(r"\\.", lambda match: undone[match[0]], value)
        for key, value in parser["Desktop Entry"].items()
    }


def words_of(line):
    """Return the words of an Exec key, as the specification has them split."""
    words = re.findall(r'"(?:[^"\\]|\\.)*"|[^\s"]+', line)
    plain = [
        re.sub(r'\\(["`$\\])', r"\1", word[1:-1]) if word.startswith('"') else word
        for word in words
    ]
    assert not any(re.search(r"(?<!%)(?:%%)*%(?!%)", word) for word in plain)
    return [word.replace("%%", "%") for word in plain]


@pytest.mark.parametrize("word", ["plain", ODD, "", "a=b", "%f", "two\nlines", "tab\there"])
def test_a_desktop_entry_starts_exactly_the_command(tmp_path, word):
    program = tmp_path / "a b %d" / 'say "it" $'
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    program.chmod(0o755)
    command = [str(program), "serve", "--open", "--data-dir", word]
    (made,) = shortcuts(command, system="linux", applications=tmp_path)
    entry = entry_of(made.data.decode())
    done = subprocess.run(words_of(entry["Exec"]), capture_output=True, text=True, check=True)
    assert done.stdout == "".join(f"{one}|" for one in command[1:])


def test_a_desktop_entry_has_what_the_specification_demands(tmp_path):
    made = shortcuts(
        ["/x/overtrick", "serve", "--open"],
        system="linux",
        desktop=tmp_path / "Bureau",
        applications=tmp_path / "applications",
    )
    assert [one.path.relative_to(tmp_path).as_posix() for one in made] == [
        "applications/overtrick-page.desktop",
        "Bureau/overtrick.desktop",
    ]
    assert [one.is_executable for one in made] == [False, True]
    entry = entry_of(made[0].data.decode())
    assert entry["Type"] == "Application"
    assert entry["Terminal"] == "true"
    assert {"Comment", "Comment[fr]", "Comment[de]", "Comment[nl]"} <= set(entry)
    assert Path(entry["Icon"]) == Path(str(files("overtrick_web") / "static/site/icon.svg"))
    assert Path(entry["Icon"]).read_text().startswith("<svg")
    if shutil.which("desktop-file-validate"):
        path = tmp_path / "overtrick.desktop"
        path.write_bytes(made[0].data)
        done = subprocess.run(["desktop-file-validate", path], capture_output=True, check=False)
        assert done.returncode == 0, done.stdout


def test_a_window_stays_where_the_page_cannot_be_opened(tmp_path):
    (made,) = shortcuts(["false"], system="linux", applications=tmp_path)
    words = words_of(entry_of(made.data.decode())["Exec"])
    done = subprocess.run(words, input="\n", capture_output=True, text=True, check=False)
    assert "Press Enter to close this window." in done.stdout


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("serve", "serve"),
        (r"C:\py\Scripts\overtrick.exe", r"C:\py\Scripts\overtrick.exe"),
        (r"C:\Program Files\over trick.exe", r'"C:\Program Files\over trick.exe"'),
        (r"C:\a&b\x.exe", r'"C:\a&b\x.exe"'),
        (r"C:\50%\x.exe", r'"C:\50%%\x.exe"'),
        (r"C:\Users\Zoë\x.exe", r'"C:\Users\Zoë\x.exe"'),
        (r"C:\a^b (2)\x.exe", r'"C:\a^b (2)\x.exe"'),
        ("D:\\my club\\", '"D:\\my club\\\\"'),
        ("", '""'),
    ],
)
def test_a_batch_file_quotes_what_windows_would_take_for_something_else(word, line):
    (made,) = shortcuts([word, "serve"], system="win32", desktop=Path("Desktop"))
    text = made.data.decode("utf-8")
    assert made.path == Path("Desktop/overtrick.bat")
    assert text.split("\r\n") == [
        "@echo off",
        "rem Written by overtrick serve --install-shortcut",
        "chcp 65001 >nul",
        "title overtrick",
        f"{line} serve",
        "if errorlevel 1 pause",
        "",
    ]
    assert not made.is_executable
    # Before the code page is UTF-8, nothing but ASCII is read.
    assert text.partition("chcp 65001")[0].isascii()


def test_a_command_file_of_macos_starts_exactly_the_command(tmp_path):
    (made,) = shortcuts([ODD, "serve", "--open"], system="darwin", desktop=tmp_path)
    lines = made.data.decode().splitlines()
    assert made.path.name == "overtrick.command"
    assert made.is_executable
    assert lines[0] == "#!/bin/sh"
    assert shlex.split(lines[-1]) == ["exec", ODD, "serve", "--open"]


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_a_former_one_is_replaced_and_a_foreign_one_is_not(tmp_path, system):
    former = shortcuts(["/old/overtrick"], system=system, desktop=tmp_path)
    made = shortcuts(["/new/overtrick"], system=system, desktop=tmp_path)
    install(former)
    install(made)
    (path,) = [one.path for one in made]
    assert path.read_bytes() == made[0].data
    assert remove(made) == [path]
    assert remove(made) == []
    path.write_text("mine")
    with pytest.raises(Failure, match=r"is not a shortcut of overtrick's: it is left alone"):
        install(made)
    assert remove(made) == []
    assert path.read_text() == "mine"
    path.unlink()
    path.mkdir()
    assert not is_ours(path)


@pytest.fixture
def home(tmp_path):
    """A user's folder with a desktop in another language, and a browser that notes addresses."""
    (tmp_path / ".config").mkdir()
    (tmp_path / "Schreib tisch").mkdir()
    (tmp_path / ".config/user-dirs.dirs").write_text('XDG_DESKTOP_DIR="$HOME/Schreib tisch"\n')
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >>{shlex.quote(str(tmp_path / "opened"))}\n')
    browser.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    kept.pop("OVERTRICK_WORK", None)
    return kept | {"HOME": str(tmp_path), "BROWSER": f"{browser} %s"}


def overtrick(home, *words):
    return subprocess.run(
        [sys.executable, "-m", "overtrick_cli", *words],
        env=home,
        cwd=home["HOME"],
        capture_output=True,
        text=True,
        check=False,
    )


def opened(home, count):
    """Return the addresses that the browser was given, when there are so many."""
    path = Path(home["HOME"], "opened")
    end = time.monotonic() + 30
    while time.monotonic() < end:
        found = path.read_text().split() if path.exists() else []
        if len(found) >= count:
            return found
        time.sleep(0.05)
    pytest.fail(f"the browser was not opened {count} times")


@pytest.mark.slow
@LINUX_ONLY
def test_two_double_clicks_open_one_page_twice(home):
    done = overtrick(home, "serve", "--install-shortcut", "--port", "0", "--data-dir", "my club")
    assert done.returncode == 0, done.stderr
    folder = Path(home["HOME"])
    path = folder / "Schreib tisch/overtrick.desktop"
    listed = folder / ".local/share/applications/overtrick-page.desktop"
    assert f"Wrote {path}" in done.stderr + done.stdout
    assert path.read_bytes() == listed.read_bytes()
    assert os.access(path, os.X_OK)
    words = words_of(entry_of(path.read_text("utf-8"))["Exec"])
    assert words[-5:] == ["--open", "--port", "0", "--data-dir", str(folder / "my club")]
    first = subprocess.Popen(
        words, env=home, cwd="/", stdin=subprocess.DEVNULL, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        opened(home, 1)
        second = subprocess.run(
            words, env=home, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=30, check=False,
        )  # fmt: skip
        assert second.returncode == 0
        addresses = opened(home, 2)
        assert len(addresses) == 2
        assert addresses[0] == addresses[1]
        assert "The page is open already" in second.stderr + second.stdout
    finally:
        os.killpg(first.pid, signal.SIGINT)
        first.wait(20)
    done = overtrick(home, "serve", "--remove-shortcut")
    assert done.returncode == 0
    assert not path.exists()
    assert not listed.exists()
    assert "There is no shortcut" in overtrick(home, "serve", "--remove-shortcut").stderr


@pytest.mark.slow
@LINUX_ONLY
def test_clicks_in_quick_succession_open_one_page(home):
    words = [
        *(sys.executable, "-m", "overtrick_cli", "serve", "--open"),
        *("--port", "0", "--data-dir", str(Path(home["HOME"], "work"))),
    ]
    clicks = [
        subprocess.Popen(
            words, env=home, stdin=subprocess.DEVNULL, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        for _ in range(3)
    ]  # fmt: skip
    try:
        assert len(set(opened(home, 3))) == 1
        end = time.monotonic() + 20
        while sum(one.poll() is None for one in clicks) > 1:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert [one.returncode for one in clicks if one.poll() is not None] == [0, 0]
    finally:
        for one in clicks:
            if one.poll() is None:
                one.send_signal(signal.SIGINT)
            one.communicate(timeout=20)


@pytest.mark.slow
@LINUX_ONLY
def test_without_a_desktop_it_is_among_the_applications(home):
    Path(home["HOME"], "Schreib tisch").rmdir()
    done = overtrick(home, "serve", "--install-shortcut")
    assert done.returncode == 0
    assert "among the applications opens the page" in done.stderr + done.stdout


@pytest.mark.slow
def test_both_at_once_is_wrong_usage(home):
    done = overtrick(home, "serve", "--install-shortcut", "--remove-shortcut")
    assert done.returncode == 2
    assert "exclude each other" in done.stderr
