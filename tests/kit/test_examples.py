"""The example distributions, as if they were installed; what the tutorial claims of them."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"


def _load_installed():
    spec = importlib.util.spec_from_file_location(
        "kit_installed", Path(__file__).parent / "installed.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


installed = _load_installed()


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the copied examples."""
    return tmp_path_factory.mktemp("copies")


@pytest.fixture(scope="module")
def example(copies: Path):
    """Copy an example out of the source tree and return its folder and environment."""

    def make(name: str) -> tuple[Path, dict[str, str]]:
        project, site = copies / name, copies / "site" / name
        if not project.exists():
            ignored = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(EXAMPLES / name, project, ignore=ignored)
        return project, installed.environment_with(project, site)

    return make


TESTED = ("binary", "command", "kind", "page", "plugin", "rule", "view")


@pytest.fixture(scope="module")
def tested(example, copies: Path) -> str:
    """What pytest says of the tests of the examples, all installed and in one process."""
    projects, environments = zip(*map(example, TESTED), strict=True)
    paths = os.pathsep.join(environment["PYTHONPATH"] for environment in environments)
    environment = environments[0] | {"PYTHONPATH": paths}
    done = installed.run_tests(*projects, environment=environment, folder=copies)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTED)
def test_an_example_passes_its_tests(tested: str, name: str) -> None:
    assert re.search(rf"^{name}/tests/test_\w+\.py::\S+ PASSED", tested, re.MULTILINE), tested
    if name == "plugin":
        assert "line has no sniffer" in tested  # it ran, and said what it skipped


def test_the_tutorial_plugin_has_forty_lines_at_most() -> None:
    files = list((EXAMPLES / "plugin").glob("*.py"))
    assert [path.name for path in files] == ["overtrick_line.py"]
    assert len(files[0].read_text(encoding="utf-8").splitlines()) <= 40


def test_a_binary_format_has_less_than_sixty_lines() -> None:
    # Its tests, declaration, options and comments included.
    files = [*(EXAMPLES / "binary").rglob("*.py")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(files) == 2
    assert sum(bool(line.strip()) for line in lines) < 60


@pytest.mark.parametrize("name", ["kind", "rule"])
def test_a_kind_and_a_rule_have_forty_lines_at_most(name: str) -> None:
    [file] = (EXAMPLES / name).glob("*.py")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 40


def test_a_page_has_less_than_forty_lines() -> None:
    # With its declaration and its template.
    folder = EXAMPLES / "page" / "overtrick_evenings"
    files = [*folder.rglob("*.py"), *folder.rglob("*.html")]
    assert {file.name for file in files} == {"__init__.py", "page.py", "front.html"}
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line.strip()) for line in lines) < 40


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("overtrick_pbn") is None, reason="PBN is not here")
def test_the_example_rule_looks_across_boards_and_fixes(example, tmp_path: Path) -> None:
    _, environment = example("rule")
    file = tmp_path / "night.pbn"
    games = [f'[Board "{number}"]\n[Deal "{DEAL}"]\n; as it was\n' for number in (1, 3, 2)]
    file.write_bytes("\n".join(["% PBN 2.1", *games]).encode())
    command = ("-m", "overtrick_cli", "check", "night.pbn")
    done = installed.run(*command, environment=environment, folder=tmp_path)
    assert done.returncode == 0
    assert "note ORDER001: after board 3" in done.stdout
    fixed = installed.run(*command, "--fix", environment=environment, folder=tmp_path)
    assert "CORE032: fixed by the rule 'order': The boards are in the order" in fixed.stdout
    assert "ORDER001: after" not in fixed.stdout
    text = file.read_text()
    assert [text.index(f'[Board "{n}"]') for n in (1, 2, 3)] == sorted(
        text.index(f'[Board "{n}"]') for n in (1, 2, 3)
    )
    assert text.count("; as it was") == 3
    before = file.read_bytes()
    again = installed.run(*command, "--fix", environment=environment, folder=tmp_path)
    assert "nothing to fix" in again.stdout
    assert file.read_bytes() == before


def test_the_tutorial_plugin_is_found_and_converts(example, tmp_path: Path) -> None:
    _, environment = example("plugin")
    (tmp_path / "night.deal").write_bytes(f"1\tOpen pairs\t{DEAL}\n".encode())
    code = (
        "import overtrick\n"
        "done = overtrick.convert('night.deal', 'copy.deal')\n"
        "print(done.source_format, done.boards, done.losses.is_lossless)"
    )
    done = installed.run("-c", code, environment=environment, folder=tmp_path)
    assert done.stdout.split() == ["line", "1", "True"], done.stderr
    assert (tmp_path / "copy.deal").read_bytes() == (tmp_path / "night.deal").read_bytes()


@pytest.mark.slow
def test_the_command_example_is_a_command_of_the_script(example, tmp_path: Path) -> None:
    _, environment = example("command")
    _, line_environment = example("plugin")
    environment["PYTHONPATH"] += os.pathsep + line_environment["PYTHONPATH"]
    (tmp_path / "night.deal").write_bytes(f"7\t\t{DEAL}\n".encode())
    help_text = installed.run(
        "-m", "overtrick_cli", "--help", environment=environment, folder=tmp_path
    ).stdout
    assert "Count the high-card points of every hand" in help_text
    done = installed.run(
        "-m", "overtrick_cli", "points", "night.deal", environment=environment, folder=tmp_path
    )
    assert done.stdout == "   7  N 15  E 17  S  3  W  5\n", done.stderr


def test_the_command_s_declaration_imports_no_click(example) -> None:
    project, environment = example("command")
    code = "import overtrick_points, sys; print('click' in sys.modules)"
    done = installed.run("-c", code, environment=environment, folder=project)
    assert done.stdout.strip() == "False", done.stderr


@pytest.mark.slow
def test_the_view_example_shows_boards(example, tmp_path: Path) -> None:
    [file] = (EXAMPLES / "view").glob("*.py")
    assert len(file.read_text(encoding="utf-8").splitlines()) < 40
    _, environment = example("view")
    _, line_environment = example("plugin")
    environment["PYTHONPATH"] += os.pathsep + line_environment["PYTHONPATH"]
    (tmp_path / "night.deal").write_bytes(f"7\t\t{DEAL}\n".encode())
    words = ("-m", "overtrick_cli", "show", "night.deal", "--as", "markdown")
    done = installed.run(*words, environment=environment, folder=tmp_path)
    assert done.stdout.splitlines()[2] == "| 7 |  |  |  |  |", done.stderr
