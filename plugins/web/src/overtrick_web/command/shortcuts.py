"""Desktop shortcuts that open the page: install and remove them.

Source: Desktop Entry Specification 1.5 (keys; "The Exec key" for how arguments are quoted);
`xdg-user-dirs` for the folder of the desktop, which has another name in each language.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from shutil import which
from typing import Final

import attrs
import platformdirs

from overtrick.plugin import atomic_output
from overtrick_cli.commands import USAGE, Failure
from overtrick_render import translator
from overtrick_web.site.languages import LANGUAGES, PACKAGE

NAME: Final = "overtrick"
"""The label of the icon."""

MARK: Final = "overtrick serve --install-shortcut"
"""The mark of our shortcuts: a file without it is not ours."""

_EXECUTABLE: Final = 0o755
_LOOKED_AT: Final = 8192  # bytes
_SECONDS: Final = 10
# Where the page cannot be opened, the window stays open with the reason.
_STAYS: Final = '"$@" || { echo; echo "Press Enter to close this window."; read -r _; }'
_RESERVED: Final = re.compile(r"[\s\"'\\><~|&;$*?#()`]")
_ESCAPED: Final = re.compile(r"[\"`$\\]")
_BATCH: Final = re.compile(r"[^\w.:/\\=-]", re.ASCII)


@attrs.frozen(kw_only=True)
class Shortcut:
    """A shortcut that opens the page.

    Attributes:
        path: where it belongs.
        data: its bytes.
        is_executable: whether it gets the executable bit.
        is_on_desktop: whether it is on the desktop, where it is double-clicked.
    """

    path: Path
    data: bytes
    is_executable: bool = False
    is_on_desktop: bool = False


def shortcuts(
    command: Sequence[str],
    *,
    system: str = sys.platform,
    desktop: Path | None = None,
    applications: Path | None = None,
) -> tuple[Shortcut, ...]:
    r"""Return the shortcuts of a system.

    Args:
        command: the command line that opens the page, its program with the full path.
        system: as `sys.platform` names it.
        desktop: the folder of the desktop, `None` where there is none.
        applications: for Linux, the folder of the user's own desktop entries.

    Example:
        >>> (made,) = shortcuts(["/opt/x/overtrick", "serve", "--open"], system="darwin",
        ...                     desktop=Path("/Users/x/Desktop"))
        >>> made.path.name, made.data.splitlines()[-1]
        ('overtrick.command', b'exec /opt/x/overtrick serve --open')
    """
    if system == "win32":
        made = [(desktop, f"{NAME}.bat", _batch(command))]
    elif system == "darwin":
        made = [(desktop, f"{NAME}.command", _shell(command))]
    else:
        entry = _entry(command)
        made = [(applications, f"{NAME}-page.desktop", entry), (desktop, f"{NAME}.desktop", entry)]
    return tuple(
        Shortcut(
            path=folder / name,
            data=text.encode("utf-8"),
            is_executable=system != "win32" and folder == desktop,
            is_on_desktop=folder == desktop,
        )
        for folder, name, text in made
        if folder is not None
    )


def shortcuts_here(words: Iterable[str]) -> tuple[Shortcut, ...]:
    """Return the shortcuts of this system, for this user and this installation.

    Args:
        words: options of `serve` beside `--open`.

    Raises:
        Failure: there is no folder that a shortcut could lie in.
    """
    desktop = platformdirs.user_desktop_path()
    # Who wants no desktop has the folder of his own for it, by a convention of xdg-user-dirs.
    has_desktop = desktop.is_dir() and desktop != Path.home()
    made = shortcuts(
        [*_program(), "serve", "--open", *words],
        desktop=desktop if has_desktop else None,
        applications=platformdirs.user_data_path() / "applications",
    )
    if not made:
        msg = f"there is no desktop to lay a shortcut on: {desktop} is no folder"
        raise Failure(msg, USAGE)
    return made


def install(made: Iterable[Shortcut]) -> None:
    """Write shortcuts; only a previous one of ours is replaced.

    Raises:
        Failure: another file is in the place of one; none is written then.
        OSError: one cannot be written.
    """
    made = tuple(made)
    for one in made:
        if one.path.exists() and not is_ours(one.path):
            msg = f"{one.path} is not a shortcut of overtrick's: it is left alone; rename it first"
            raise Failure(msg, USAGE)
    for one in made:
        one.path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_output(one.path, overwrite=True) as file:
            file.write(one.data)
        if one.is_executable:
            one.path.chmod(_EXECUTABLE)
            _trust(one)


def remove(made: Iterable[Shortcut]) -> list[Path]:
    """Remove our existing shortcuts; return their paths."""
    there = [one.path for one in made if one.path.exists() and is_ours(one.path)]
    for path in there:
        path.unlink()
    return there


def is_ours(path: Path) -> bool:
    """Return whether a file is a shortcut of ours."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return MARK.encode() in file.read(_LOOKED_AT)


def _program() -> list[str]:
    """Return the command that starts the overtrick of this Python, with its full path."""
    name = f"{NAME}.exe" if sys.platform == "win32" else NAME
    python = Path(sys.executable)
    for folder in (python.parent, Path(sysconfig.get_path("scripts"))):
        if (folder / name).is_file():
            return [str((folder / name).absolute())]
    return [str(python.absolute()), "-m", "overtrick_cli"]


# Linux ---------------------------------------------------------------------------------------


def _entry(command: Sequence[str]) -> str:
    """Return a desktop entry; it opens in a terminal window, which shows the address."""
    comments = "".join(
        f"Comment{f'[{language}]' if language != 'en' else ''}={_value(text)}\n"
        for language, text in _comments().items()
    )
    icon = str(files(PACKAGE).joinpath("static", "site", "icon.svg"))
    words = " ".join(_argument(word) for word in ("sh", "-c", _STAYS, NAME, *command))
    return (
        f"[Desktop Entry]\nType=Application\nVersion=1.5\nName={NAME}\n{comments}"
        f"Exec={_value(words)}\nIcon={_value(icon)}\nTerminal=true\n"
        f"Categories=Game;CardGame;\nKeywords=bridge;\nX-Written-By={MARK}\n"
    )


def _comments() -> Mapping[str, str]:
    return {
        language: translator(PACKAGE, language).gettext("A page for bridge clubs")
        for language in LANGUAGES
    }


def _argument(word: str) -> str:
    """Return a word quoted for the Exec key."""
    word = word.replace("%", "%%")
    if word and not _RESERVED.search(word):
        return word
    return '"' + _ESCAPED.sub(lambda match: "\\" + match[0], word) + '"'


def _value(text: str) -> str:
    """Return a text escaped as the value of a key."""
    for old, new in (("\\", "\\\\"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(old, new)
    return text


def _trust(one: Shortcut) -> None:
    """Mark the shortcut as trusted on the desktops that require it."""
    program = which("gio")
    if program is None:
        return
    marks = {
        "metadata::trusted": "true",  # GNOME
        "metadata::xfce-exe-checksum": sha256(one.data).hexdigest(),
    }
    for name, value in marks.items():
        # Not every file system keeps such marks; the desktop then asks once.
        subprocess.run(  # noqa: S603  # the program that was found, and our own words
            [program, "set", str(one.path), name, value],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
        )


# Windows and macOS ---------------------------------------------------------------------------


def _batch(command: Sequence[str]) -> str:
    """Return a batch file; its window stays open if the page could not be opened."""
    lines = [
        "@echo off",
        f"rem Written by {MARK}",
        # From the next line on the file is read as UTF-8.
        "chcp 65001 >nul",
        f"title {NAME}",
        " ".join(_batch_word(word) for word in command),
        "if errorlevel 1 pause",
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _batch_word(word: str) -> str:
    word = word.replace("%", "%%")
    if word and not _BATCH.search(word):
        return word
    # Strokes before the closing quote would take its meaning from it.
    strokes = len(word) - len(word.rstrip("\\"))
    return f'"{word}{chr(92) * strokes}"'


def _shell(command: Sequence[str]) -> str:
    return f"#!/bin/sh\n# Written by {MARK}\nexec {shlex.join(command)}\n"
