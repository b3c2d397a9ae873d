"""Code in a process of its own: Python anew, with the folders that this one imports from."""

from __future__ import annotations

import functools
import getpass
import locale
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

SECONDS = 120
"""How long such code may take."""

USER, HOST = "somebody", "somewhere"

VARIABLES: Final = {
    "USER": USER, "LOGNAME": USER, "USERNAME": USER, "HOSTNAME": HOST, "COMPUTERNAME": HOST,
    "COLUMNS": "41", "LINES": "7", "EDITOR": "somebody's",
}  # fmt: skip
"""The environment of a process with another user, host and terminal."""


def be_elsewhere() -> None:
    """Give this process another user, host, platform, locale and other arguments.

    It is called in a process that ends soon: nothing is put back. A locale is set here as far as
    Python's own functions state it; what C libraries make of one needs a locale that is installed.
    """
    sys.argv[:] = ["elsewhere", "--quiet", "boards.txt"]
    sys.platform = "darwin" if sys.platform != "darwin" else "linux"
    replaced: dict[Any, dict[str, Callable[..., object]]] = {
        getpass: {"getuser": lambda: USER},
        os: {"getlogin": lambda: USER, "cpu_count": lambda: 3},
        socket: {"gethostname": lambda: HOST, "getfqdn": lambda name="": HOST},
        platform: {
            "node": lambda: HOST, "system": lambda: "Elsewhere", "machine": lambda: "else",
            "platform": lambda *_, **__: "Elsewhere-1", "release": lambda: "1",
        },
        locale: {
            "getlocale": lambda category=None: ("de_DE", "ISO8859-1"),
            "getpreferredencoding": lambda do_setlocale=True: "ISO-8859-1",
            "getencoding": lambda: "ISO-8859-1",
        },
    }  # fmt: skip
    for module, functions in replaced.items():
        for name, function in functions.items():
            setattr(module, name, function)
    if hasattr(os, "uname"):
        os.uname = lambda: os.uname_result(("Elsewhere", HOST, "1", "1", "else"))
    conventions = getattr(locale, "_override_localeconv", None)
    if isinstance(conventions, dict):
        # What Python's own tests set: "1.000,5" in `locale.str` and `locale.format_string`.
        conventions.update({"decimal_point": ",", "thousands_sep": ".", "grouping": [3, 3, 0]})


@functools.cache
def locale_folder(name: str = "de_DE") -> str | None:
    """Return a folder with a locale that was compiled there, for `LOCPATH`.

    Returns:
        `None` where the system has no `localedef` or no sources of locales.
    """
    compiler = shutil.which("localedef")
    if compiler is None:
        return None
    folder = tempfile.TemporaryDirectory(prefix="overtrick-locales-")
    _FOLDERS.append(folder)
    words = [compiler, "-i", name, "-f", "UTF-8", f"{folder.name}/{name}.UTF-8"]
    done = subprocess.run(words, capture_output=True, check=False, timeout=SECONDS)
    return folder.name if done.returncode == 0 else None


# Removed when the process ends.
_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def search_path() -> str:
    """Return the folders that this process imports from, as `PYTHONPATH` of another.

    Relative ones, and the empty one, are those of this process: the other may be in another folder.

    Example:
        >>> all(map(os.path.isabs, search_path().split(os.pathsep)))
        True
    """
    return os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)


def run_elsewhere(
    code: str,
    *words: str,
    job: bytes = b"",
    folder: str | None = None,
    output: int = subprocess.PIPE,
    variables: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run code in a fresh interpreter to its end.

    Args:
        code: the program.
        words: its arguments.
        job: what it reads from standard input.
        folder: its working directory; this one's where not given.
        output: the descriptor of its standard output; it is kept where not given.
        variables: what stands in its environment besides.

    Returns:
        What came of it, with what it printed.

    Raises:
        subprocess.TimeoutExpired: it is not done after two minutes.

    Example:
        >>> run_elsewhere("import sys; print(sys.argv[1])", "north").stdout.split()
        [b'north']
    """
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        input=job,
        stdout=output,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": search_path()} | dict(variables or {}),
        check=False,
        timeout=SECONDS,
    )
