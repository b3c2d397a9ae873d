"""Overtrick on Windows, as far as another system can show it (see `windows/sitecustomize.py`).

Commands run in processes whose overtrick sees Windows; and the source is searched for modules,
functions and signals that Windows lacks, used without asking for them first.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

HOOK = Path(__file__).with_name("windows")
# Not imported: processes that other tests start inherit the search path, and with it the hook.
missing = SimpleNamespace(**runpy.run_path(str(HOOK / "missing.py")))
ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(
    path for room in ("core", "plugins/*") for path in ROOT.glob(f"{room}/src/**/*.py")
)

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="imitated with /proc")


class Windows:
    """Commands in processes that see Windows, in a folder of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("OVERTRICK_")},
            "HOME": str(folder / "home"),
            "OVERTRICK_SESSIONS": str(folder / "sessions"),
            "OVERTRICK_BELOTE": str(folder / "belote"),
            "OVERTRICK_CACHE": str(folder / "cache"),
            "PYTHONPATH": str(HOOK),
            "PYTHONIOENCODING": "cp1252",
            "PYTHONWARNDEFAULTENCODING": "1",
        }
        shutil.copy(ROOT / "examples" / "club-evening.dlm", folder / "evening.dlm")
        self("convert", "evening.dlm", "evening.pbn")

    def start(self, *words, **more):
        return subprocess.Popen(
            [sys.executable, *words], cwd=self.folder, env=self.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="cp1252", **more,
        )  # fmt: skip

    def __call__(self, *words, code=0, stdin=""):
        return self.python("-m", "overtrick_cli", *words, code=code, stdin=stdin)

    def python(self, *words, code=0, stdin=""):
        process = self.start(*words)
        printed, _ = process.communicate(stdin, timeout=120)
        assert "Traceback" not in printed, (words, printed)
        assert process.returncode == code, (words, printed)
        return printed


@pytest.fixture
def windows(tmp_path):
    pytest.importorskip("click")
    pytest.importorskip("rich")
    return Windows(tmp_path)


@pytest.mark.slow
@linux_only
def test_the_imitation_is_seen_by_overtrick_alone(windows):
    (windows.folder / "overtrick_probe.py").write_text(
        "import os, signal, sys\n"
        "def lacks(name):\n"
        "    try:\n"
        "        __import__(name, globals())\n"
        "    except ModuleNotFoundError:\n"
        "        return True\n"
        "print(sys.platform, os.name, lacks('termios'), lacks('pty'), hasattr(os, 'fork'),\n"
        "      hasattr(os, 'O_RDONLY'), hasattr(signal, 'SIGHUP'), hasattr(signal, 'SIGINT'))\n"
        "open('a', 'w', encoding='ascii').close()\n"
        "with open('b', 'w', encoding='ascii'):\n"
        "    for work in (lambda: os.replace('a', 'b'), lambda: os.unlink('b'),\n"
        "                 lambda: open('a:b', 'w', encoding='ascii'), lambda: os.mkdir('nul'),\n"
        "                 lambda: os.rename('a', 'b'), lambda: open('a')):\n"
        "        try:\n"
        "            work()\n"
        "        except Exception as error:\n"
        "            print(type(error).__name__)\n",
        encoding="ascii",
    )
    script = "import overtrick_probe, sys, termios; print(sys.platform)"
    words = windows.python("-c", script).split()
    assert words[:8] == ["win32", "nt", "True", "True", "False", "True", "False", "True"]
    refused = ["PermissionError", "PermissionError", "OSError", "OSError", "FileExistsError"]
    assert words[8:] == [*refused, "EncodingWarning", "linux"]


IMPORTS = """
import importlib, sys, traceback
for name in sys.stdin.read().split():
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        # Libraries that not every installation has; what Windows lacks is none of them.
        print(name, "needs", error.name)
    except BaseException:
        print(name, "fails", traceback.format_exc())
print("done")
"""


def modules():
    """Return the names of all modules of all distributions that are installed here."""
    found = []
    for path in SOURCES:
        parts = path.relative_to(path.parents[len(path.parts) - 1 - path.parts.index("src")]).parts
        name = ".".join(parts[1:]).removesuffix(".py").removesuffix(".__init__")
        if importlib.util.find_spec(name.partition(".")[0]) and not name.endswith("__main__"):
            found.append(name)
    return found


@pytest.mark.slow
@linux_only
def test_every_module_of_every_plugin_is_imported_without_what_windows_lacks(windows):
    names = modules()
    assert len(names) > 500
    printed = windows.python("-c", IMPORTS, stdin=" ".join(names))
    lines = printed.splitlines()
    assert lines[-1] == "done", printed
    needed = {line.split()[-1].partition(".")[0] for line in lines[:-1] if " needs " in line}
    assert [line for line in lines if " fails " in line] == [], printed
    assert not needed & missing.MODULES
    assert not {name for name in needed if name.startswith("overtrick")}


@pytest.mark.slow
@linux_only
def test_looking_at_files(windows):
    assert "Commands:" in windows("--help")
    assert "failed" not in windows("plugins")
    assert "pbn" in windows("formats")
    assert windows("detect", "evening.pbn").split() == ["evening.pbn:", "pbn"]
    for options in ((), ("--jobs", "2"), ("--fix",)):
        # The shells of Windows leave patterns to the program.
        assert "2 files" in windows("check", *options, "evening.*")
    assert "no*.pbn" in windows("check", "no*.pbn", code=2)
    assert "AKJ9" in windows("show", "evening.pbn")
    windows("show", "evening.pbn", "-o", "evening.html")
    assert "select" in windows("select", "--help")
    assert "of 32 boards" in windows("select", "evening.pbn", "--where", "north.hcp >= 12")


@pytest.mark.slow
@linux_only
def test_writing_files(windows):
    folder = windows.folder
    (folder / "odd.pbn").write_bytes(
        (folder / "evening.pbn")
        .read_bytes()
        .replace(b'[Vulnerable "None"]', b'[Vulnerable "NONE" ]')
    )
    windows("check", "--fix", "odd.pbn")
    assert b'[Vulnerable "None"]' in (folder / "odd.pbn").read_bytes()
    assert "exists" in windows("convert", "evening.dlm", "evening.pbn", code=2)
    windows("convert", "evening.dlm", "evening.pbn", "--force")
    windows("convert", "evening.pbn", "odd.pbn", "--to", "csv", "--out-dir", "csv", "--jobs", "2")
    assert {path.name for path in (folder / "csv").iterdir()} == {"evening.csv", "odd.csv"}
    assert "T53" in windows("convert", "evening.pbn", "-", "--to", "csv")
    windows("edit", "evening.pbn", "evening.pbn", "--boards", "1-4", "--force")
    windows("deal", "--count", "4", "--seed", "1", "-o", "four.pbn")
    assert "[Deal " in windows("deal", "--count", "4")
    windows("new-plugin", "tuesday")
    assert not list(folder.rglob("*.tmp"))


@pytest.mark.slow
@linux_only
def test_double_dummy_and_hand_records(windows):
    windows("deal", "--count", "2", "--seed", "1", "-o", "two.pbn")
    pytest.importorskip("endplay", reason="no solver")
    assert "Declarer" in windows("dd", "two.pbn")
    windows("dd", "two.pbn", "-o", "two.pbn", "--force")
    windows("dd", "--cache", "clear")
    windows("records", "two.pbn", "-o", "two.html")


@pytest.mark.slow
@linux_only
def test_archives(windows):
    pytest.importorskip("duckdb")
    windows("archive", "add", "club.archive", "evening.pbn", "--jobs", "2")
    windows("archive", "add", "club.archive", "evening.dlm")
    question = "select count(*) as boards from boards"
    assert windows("archive", "sql", "club.archive", question).split() == ["boards", "64"]
    windows("archive", "compact", "club.archive")
    windows("archive", "remove", "club.archive", "evening.dlm")
    windows("archive", "verify", "club.archive")
    other = windows.folder / "other"
    other.mkdir()
    (other / "letter.txt").touch()
    assert "no archive" in windows("archive", "add", "other", "evening.pbn", code=1)
    assert [path.name for path in other.iterdir()] == ["letter.txt"]


@pytest.mark.slow
@linux_only
def test_dealing(windows):
    device = ("--device", "simulator:?speed=0")
    windows("duplimate", "deal", "evening.dlm", "--boards", "1-2", *device)
    assert "finished" in windows("duplimate", "status")
    windows("duplimate", "redeal", "2", *device)
    taken = ("--device", "simulator:?speed=0&script=2@3:taken", "--operator-timeout", "0.1")
    windows("duplimate", "deal", "evening.dlm", "--boards", "3-4", *taken, code=4)
    windows("duplimate", "resume", "--assume-dealt", "no", *device)
    assert "finished" in windows("duplimate", "status")
    windows("duplimate", "log")
    (damaged,) = sorted((windows.folder / "sessions").glob("*.session"))[-1:]
    damaged.write_bytes(damaged.read_bytes()[:-40] + b"x" * 40)
    windows("duplimate", "repair")
    windows("duplimate", "devices")
    assert "no pseudo-terminals" in windows("duplimate", "simulate", "--pty", code=4)
    # Counters have a lock of their own beside the file, which is removed.
    assert not list(windows.folder.glob("*.lock"))


@pytest.mark.slow
@linux_only
def test_a_game_of_belote(windows):
    windows("belote", "--seed", "1", stdin="p\n")
    assert "Goodbye" in windows("belote", stdin="q\n")
    windows("belote", stdin="d\n")


@pytest.mark.slow
@linux_only
def test_a_game_is_kept_after_the_disk_was_full(windows):
    windows("belote", "--seed", "1", stdin="p\n")
    (saved,) = (windows.folder / "belote" / "games").glob("*.b32game")
    assert windows.python("-c", FULL_DISK, str(saved)).split() == ["behind", "whole"]


FULL_DISK = """
import os, sys
from pathlib import Path
from types import SimpleNamespace
from overtrick_belote.table.saves import Journal

journal = Journal.resume(Path(sys.argv[1]))
entry, fsync = journal.table.entries[-1], os.fsync

def full(_):
    raise OSError(28, "No space left on device")

os.fsync = full
try:
    journal._write(entry)
except OSError:
    print("behind")
os.fsync = fsync
journal._write(entry)
journal.close()
with Journal.resume(Path(sys.argv[1])) as again:
    print("whole" if again.table.entries == journal.table.entries else "damaged")
"""


@pytest.mark.slow
@linux_only
def test_the_page(windows):
    pytest.importorskip("uvicorn")
    process = windows.start("-m", "overtrick_cli", "serve", "--port", "0", "--data-dir", "work")
    try:
        address = re.search(r"http://\S+", process.stdout.readline())[0]
        with urllib.request.urlopen(address) as answer:  # noqa: S310  # our own page
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert "Traceback" not in printed
    assert process.returncode == 0


# --- the source ---------------------------------------------------------------------------------

_GUARD = re.compile(r"sys\.platform|os\.name\b|hasattr\(|TYPE_CHECKING")


def _is_caught(handlers, *names):
    return any(
        name in ast.unparse(handler.type) for handler in handlers if handler.type for name in names
    )


class Unguarded(ast.NodeVisitor):
    """Collects what Windows lacks and a module uses without a guard."""

    def __init__(self, text):
        self.found = []
        self._guards = 0
        self.visit(ast.parse(text))

    def _body(self, statements):
        """Visit statements; what follows `if GUARD: return` or `raise` is guarded too."""
        before = self._guards
        for statement in statements:
            self.visit(statement)
            if isinstance(statement, ast.If) and _GUARD.search(ast.unparse(statement.test)):
                self._guards += isinstance(statement.body[-1], (ast.Return, ast.Raise))
        self._guards = before

    def visit_FunctionDef(self, node):
        self._body(node.body)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  # the name that `ast` gives it

    def visit_If(self, node):
        guards = bool(_GUARD.search(ast.unparse(node.test)))
        self._guards += guards
        self._body(node.body)
        self._body(node.orelse)
        self._guards -= guards

    def visit_IfExp(self, node):
        guards = bool(_GUARD.search(ast.unparse(node.test)))
        self._guards += guards
        self.generic_visit(node)
        self._guards -= guards

    def visit_BoolOp(self, node):
        guards = bool(_GUARD.search(ast.unparse(node.values[0])))
        self._guards += guards
        self.generic_visit(node)
        self._guards -= guards

    def visit_Try(self, node):
        imported = {
            alias.asname or alias.name
            for statement in node.body
            if isinstance(statement, ast.Import)
            for alias in statement.names
        }
        for handler in node.handlers:
            for name in ast.walk(handler.type) if handler.type else ():
                if isinstance(name, ast.Attribute) and ast.unparse(name.value) in imported:
                    # The import fails, and then so does the clause.
                    self.found.append(f"{name.lineno}: except {ast.unparse(name)}")
        guards = _is_caught(node.handlers, "ImportError", "ModuleNotFoundError", "AttributeError")
        self._guards += guards
        self._body(node.body)
        self._guards -= guards
        for part in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(part)

    def visit_With(self, node):
        guards = any(
            re.search(r"suppress\(.*(Import|Attribute)Error", ast.unparse(item))
            for item in node.items
        )
        self._guards += guards
        self.generic_visit(node)
        self._guards -= guards

    def _import(self, line, *names):
        for name in names:
            if name.partition(".")[0] in missing.MODULES and not self._guards:
                self.found.append(f"{line}: import {name}")

    def visit_Import(self, node):
        self._import(node.lineno, *(alias.name for alias in node.names))

    def visit_ImportFrom(self, node):
        self._import(node.lineno, "" if node.level else node.module)
        for alias in node.names:
            self._attribute(node.lineno, node.module, alias.name)

    def _attribute(self, line, module, name):
        pattern = missing.ATTRIBUTES.get(module)
        if pattern is not None and pattern.fullmatch(name) and not self._guards:
            self.found.append(f"{line}: {module}.{name}")

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name):
            self._attribute(node.lineno, node.value.id, node.attr)
        self.generic_visit(node)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("try:\n    import termios\n    x()\nexcept (ImportError, termios.error):\n    y()",
         ["4: except termios.error"]),
        ("import fcntl", ["1: import fcntl"]),
        ("if sys.platform != 'win32':\n    import fcntl", []),
        ("def f():\n    from pwd import getpwuid", ["2: import pwd"]),
        ("try:\n    import pwd\nexcept ImportError:\n    pwd = None", []),
        ("def f():\n    if sys.platform == 'win32':\n        return\n    os.fchown(1, 2, 3)", []),
        ("def f():\n    if x:\n        return\n    os.fchown(1, 2, 3)", ["4: os.fchown"]),
        ("x = os.pread if hasattr(os, 'pread') else None", []),
        ("from signal import SIGKILL, SIGINT", ["1: signal.SIGKILL"]),
        ("os.open(p, os.O_RDONLY | os.O_NOFOLLOW)", ["1: os.O_NOFOLLOW"]),
    ],
)  # fmt: skip
def test_what_is_found(text, found):
    assert Unguarded(text).found == found


@pytest.mark.slow
def test_nothing_that_windows_lacks_is_used_without_a_guard():
    found = {
        str(path.relative_to(ROOT)): list(lines)
        for path in SOURCES
        if (lines := Unguarded(path.read_text(encoding="utf-8")).found)
    }
    assert not found
