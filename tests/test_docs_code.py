"""Every code block of the documentation runs, and passes a strict type checker.

Python blocks of a page share a namespace, in the order of the page. Shell blocks run line by line
in an empty folder that holds `examples/`: a plain `overtrick` command in this process, called as
its script calls it, and a line that needs a shell in one. What installs or builds is proven
elsewhere (`.ci/wheels.py`, `.ci/run`) and passed over here; any other block that is not run says
why in a comment before it: `<!-- not run: the reason -->`, or `<!-- from FILE -->` where it is a
file that has tests of its own.

The type checker sees each page as one module, and the examples and what `overtrick new-plugin`
writes as they are: all at once, since it reads overtrick itself each time that it is started.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import overtrick
import overtrick_dd
from overtrick_testing import KINDS, make_skeleton

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    [
        ROOT / "README.md",
        *(ROOT / "core").glob("README.md"),
        *(ROOT / "plugins").glob("*/README.md"),
        *(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
    ]
)

# Commands of a shell block that install or build; each is run by the continuous integration.
INSTALLS = re.compile(r"\bpip install\b|\bpython3? -m (venv|pip|sphinx|build|pytest)\b|^\. ")

FENCE = re.compile(
    r"(?P<reason><!-- (?:not run:|from) [^\n]+ -->\n+)?"
    r"^(?P<mark>`{3,}|~{3,})(?P<language>[\w{}-]*)[^\n]*\n"
    r"(?P<code>.*?)^(?P=mark)$",
    re.MULTILINE | re.DOTALL,
)


def blocks(page: Path) -> list[tuple[str, str, int]]:
    """Return the page's blocks that are to be run: language, code, line."""
    text = page.read_text("utf-8")
    return [
        (match["language"], match["code"], text.count("\n", 0, match.start("code")) + 1)
        for match in FENCE.finditer(text)
        if match["language"] in {"python", "sh", "console"} and not match["reason"]
    ]


def shell_commands(language: str, code: str) -> list[str]:
    lines = code.replace("\\\n", " ").splitlines()
    if language == "console":
        lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    commands = (line.partition("  #")[0].strip() for line in lines)
    return [line for line in commands if line and line[0] != "#" and not INSTALLS.search(line)]


# What only a shell understands; and processes of a command's own, which are not to be this one's.
NEEDS_SHELL = re.compile(r"[|<>;&$*`]|--jobs")


def run_page(command):
    """Run `overtrick serve` until its page is open, then end it as its user would."""
    with subprocess.Popen(
        [sys.executable, "-m", "overtrick_cli", *shlex.split(command)[1:]],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1", "BROWSER": "true"},
    ) as page:
        said = ""
        for line in page.stdout:
            said += line
            if "Ctrl-C" in line:
                page.send_signal(signal.SIGINT)
        assert page.wait(timeout=30) == 0, f"{command}\n{said}"


def run_shell(command, overtrick_command):
    if command.startswith("overtrick dd ") and overtrick_dd.unavailable() is not None:
        return  # there is no solver for this Python or system
    if command.startswith("overtrick serve") and "shortcut" not in command:
        run_page(command)
    elif command.startswith("overtrick ") and not NEEDS_SHELL.search(command):
        overtrick_command(*shlex.split(command)[1:])
    else:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", command],
            check=False,
            capture_output=True,
            text=True,
            env=os.environ | {"PATH": path},
            timeout=120,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def is_runnable(page: Path) -> bool:
    return any(
        language == "python" or shell_commands(language, code) for language, code, _ in blocks(page)
    )


# The first pages that are read; each of the others takes up to ten seconds.
FIRST = {ROOT / "README.md", ROOT / "core/README.md", ROOT / "docs/tutorials/program.md"}


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, marks=() if page in FIRST else pytest.mark.slow, id=str(page.relative_to(ROOT))
        )
        for page in PAGES
        if is_runnable(page)
    ],
)
def test_every_code_block_of_a_page_runs(page, tmp_path, monkeypatch, overtrick_command):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OVERTRICK_CACHE", str(tmp_path / "cache"))
    # Journals of dealing sessions belong into the page's own folder.
    monkeypatch.setenv("OVERTRICK_SESSIONS", str(tmp_path / "sessions"))
    monkeypatch.setenv("OVERTRICK_WORK", str(tmp_path / "page"))
    # So do games of 32-card bridge.
    monkeypatch.setenv("OVERTRICK_BELOTE", str(tmp_path / "belote"))
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "evenings").mkdir()
    # The names that the pages use for a reader's own files.
    for name in ("evening.dlm", "tuesday.dlm", "evenings/monday.dlm"):
        shutil.copy(ROOT / "examples" / "club-evening.dlm", tmp_path / name)
    shutil.copy(ROOT / "plugins/records/tests/data/lesson.pbn", tmp_path / "composer.pbn")
    overtrick.convert("evening.dlm", "hands.lin")
    both_rooms = [
        attrs.evolve(board, info=attrs.evolve(board.info, room=room))
        for board in overtrick.read("evening.dlm")
        for room in ("Open", "Closed")
    ]
    overtrick.write(both_rooms, "match.lin")
    namespace: dict[str, object] = {"__name__": "__docs__"}
    for language, code, line in blocks(page):
        if language == "python":
            # As many line ends in front as the page has, so that a traceback shows its lines.
            exec(compile("\n" * line + code, str(page), "exec"), namespace)  # noqa: S102  # our own pages
        else:
            for command in shell_commands(language, code):
                run_shell(command, overtrick_command)


def test_there_are_pages_with_code():
    assert sum(len(blocks(page)) for page in PAGES) >= 10


def page_module(page: Path) -> str:
    """Return the Python blocks of a page as one module, each at its own lines."""
    text = ""
    for language, code, line in blocks(page):
        if language == "python":
            text += "\n" * (line - 1 - text.count("\n")) + code
    return text


def example_files() -> list[Path]:
    """Return the modules of the examples; their tests are typed as little as other tests."""
    files = sorted((ROOT / "examples").rglob("*.py"))
    return [path for path in files if not {"tests", "conftest.py"} & set(path.parts)]


def skeleton_files(folder: Path) -> list[Path]:
    """Return the modules of plugins that `overtrick new-plugin` began, their tests included."""
    for kind in KINDS:
        for path, content in make_skeleton(f"begun_{kind.replace('-', '_')}", kind).items():
            file = folder / kind / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    return sorted(folder.rglob("*.py"))


@pytest.mark.slow
def test_every_code_block_example_and_skeleton_passes_mypy_strict(tmp_path):
    modules: dict[str, Path] = {}
    for page in PAGES:
        if text := page_module(page):
            name = "page_" + re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
            modules[f"{name}.py"] = page.relative_to(ROOT)
    begun = skeleton_files(tmp_path / "begun")
    files = [*map(str, [*sorted(tmp_path.glob("*.py")), *example_files(), *begun])]
    assert len(modules) >= 10
    assert len(begun) >= 2 * len(KINDS)
    assert len(files) > len(modules) + len(begun)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", *files],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
    )
    said = done.stdout + done.stderr
    for name, page in modules.items():
        said = said.replace(f"{tmp_path}/{name}", str(page)).replace(name, str(page))
    assert done.returncode == 0, said


@pytest.mark.parametrize(
    "name", ["README.md", "docs/tutorials/program.md", "docs/howto/embedding.md", "examples"]
)
def test_a_field_is_asked_for_none_and_for_nothing_else(name):
    path = ROOT / name
    texts = map(Path.read_text, example_files()) if path.is_dir() else [page_module(path)]
    for text in texts:
        assert not re.search(r"\b(isinstance|cast|hasattr)\(|type: ignore|\bAny\b", text)
