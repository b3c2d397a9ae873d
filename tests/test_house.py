"""The rooms of the house: few enough modules to see, told apart by name, knowing no format."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import overtrick

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = sorted(
    path.parent
    for folder in (ROOT / "core", *ROOT.glob("plugins/*"))
    for path in folder.glob("src/*/__init__.py")
)
MOST_MODULES = 16

# Where the core may speak of formats: an example in a message, the generated table of
# distributions, and the kit, which shows every sniffer the beginnings of other formats' files.
MAY_NAME_A_FORMAT = {
    "model/board.py": {"an extra's key names its format, as in 'pbn:Room': "},
    "testing/formats/sniffing.py": {"pbn", "lin", "dlm"},
    # Tables of other content, with the suffix that one format shares with the world.
    "testing/formats/strangers.py": {
        "accounts.csv",
        "quoted.csv",
        "semicolons.csv",
        "eighteen.csv",
    },
}


def modules(folder):
    return [path for path in folder.glob("*.py") if path.name != "__init__.py"]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_room_holds_more_modules_than_can_be_seen(package):
    crowded = {
        str(folder.relative_to(package)): len(modules(folder))
        for folder in (package, *(path for path in package.rglob("*") if path.is_dir()))
        if len(modules(folder)) > MOST_MODULES
    }
    assert not crowded


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_two_modules_differ_only_by_a_plural(package):
    names = {path.stem for path in package.rglob("*.py")}
    assert not {name for name in names if f"{name}s" in names or f"{name}es" in names}


def strings_of_code(path):
    """Yield the texts that a module works with: its string constants, less its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {
        id(statement.value)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


@pytest.mark.slow
def test_the_core_names_no_format():
    """Formats are the plugins' business; one generated table of distributions knows them."""
    names = {
        name
        for path in ROOT.glob("plugins/*/src/*/__init__.py")
        for name in re.findall(r'FormatSpec\(\s*name="(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert len(names) > 8
    # The core speaks JSON itself, whether its lines are a format that is installed or not.
    formats = names - {"json"}
    word = re.compile(rf"(?<![A-Za-z])({'|'.join(formats)})(?![A-Za-z])")
    core = ROOT / "core" / "src" / "overtrick"
    found = {}
    for path in core.rglob("*.py"):
        name = path.relative_to(core).as_posix()
        if name == "framework/known_distributions.py":
            continue
        spoken = {text for text in strings_of_code(path) if word.search(text)}
        if spoken := spoken - MAY_NAME_A_FORMAT.get(name, set()):
            found[name] = spoken
    assert not found


READMES = sorted([ROOT / "core" / "README.md", *ROOT.glob("plugins/*/README.md")])
# The headings of a package's README, in their order; some packages have no use for some.
ORDER = ["Install", "Example", "What it carries", "What it drives", "What it does", "Limits"]
ORDER += ["Sources"]


@pytest.mark.parametrize("page", READMES, ids=lambda path: path.parent.name)
def test_every_package_tells_the_same_in_the_same_order(page):
    headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == [heading for heading in ORDER if heading in headings]
    assert {"Install", "Example", "Limits", "Sources"} <= set(headings)


def test_the_places_that_answer_a_newcomers_questions_exist():
    page = (ROOT / "docs" / "explanation" / "where-is-it.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+\?) \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) >= 10
    for question, answer in rows:
        places = re.findall(r"`([^`]+)`", answer)
        assert places, question
        assert all((ROOT / place).exists() for place in places), question


def test_what_a_checker_is_told_to_overlook_has_a_reason():
    """Each `noqa` and `type: ignore` names what is overlooked and says why, behind a second `#`."""
    overlooked = re.compile(r"# (?:ruff: )?(?:noqa|type: ignore)(?=[:\[\s]|$).*")
    reasoned = re.compile(r"# (?:(?:ruff: )?noqa: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\])  # \S.+")
    folders = [ROOT / name for name in ("bench", "core", "docs", "examples", "plugins", "tests")]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    assert len(files) > 400
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := overlooked.search(line)) and not reasoned.match(match[0])
    ]
    assert not found


def projects():
    """Yield the `pyproject.toml` of each distribution and of what shows how one is written."""
    for pattern in ("core", "plugins/*", "examples/*"):
        for path in sorted(ROOT.glob(f"{pattern}/pyproject.toml")):
            yield path, tomllib.loads(path.read_text("utf-8"))


def requirements(project):
    """Yield what a project requires, extras included, as names and limits."""
    extras = project.get("optional-dependencies", {}).values()
    for text in [*project.get("dependencies", ()), *(each for extra in extras for each in extra)]:
        name, limits = re.fullmatch(r"([\w-]+(?:\[[\w,-]+\])?)(.*)", text).groups()
        yield name, limits


def test_one_version_is_written_once():
    """Each distribution takes it from the core's `__init__`."""
    source = ROOT / "core" / "src" / "overtrick" / "__init__.py"
    found = 0
    for path, about in projects():
        if path.parent.parent == ROOT / "examples":
            continue
        found += 1
        assert about["project"]["dynamic"] == ["version"], path
        version = about["tool"]["hatch"]["version"]
        assert (path.parent / version["path"]).resolve() == source
        (written,) = re.findall(version["pattern"], source.read_text("utf-8"))
        assert written == overtrick.__version__
    assert found == len(PACKAGES)


def test_what_is_ours_is_required_by_major_and_minor_version():
    """Of two that are installed together none is older, and none of another major version."""
    major, minor, _ = overtrick.__version__.split(".")
    expected = f">={major}.{minor},<{int(major) + 1}"
    ours = [
        (path, name, limits)
        for path, about in projects()
        for name, limits in requirements(about["project"])
        if name.startswith("overtrick")
    ]
    assert len(ours) > 40
    assert not [each for each in ours if each[2] != expected]


def test_uv_finds_every_package_in_the_workspace():
    """One that another needs and that is missing here stops uv for all."""
    sources = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["uv"]["sources"]
    projects = {
        tomllib.loads(path.read_text("utf-8"))["project"]["name"]
        for path in (ROOT / "core" / "pyproject.toml", *ROOT.glob("plugins/*/pyproject.toml"))
    }
    assert sources == {name: {"workspace": True} for name in projects}


def test_every_file_has_a_name_that_windows_takes():
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no clone, or no git")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = listed.stdout.decode("utf-8", "replace").split("\0")
    assert len(names) > 100
    assert [name for name in names if not re.fullmatch(r"[\w./+=,@ ~-]*", name, re.ASCII)] == []
