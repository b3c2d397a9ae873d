"""Plugins use the public modules of the core and of each other, in tests, examples and docs too.

Of a plugin these are its top-level package, whose `__all__` lists the names, and its kit,
`PACKAGE.testing`. Import-linter holds the sources to the same.
"""

from __future__ import annotations

import ast
import collections
import functools
import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

PUBLIC = {
    "overtrick",
    "overtrick_cli.commands",
    "overtrick.plugin",
    "overtrick_testing",
    "overtrick_testing.strategies",
}


BLOCKS: Final = (ast.stmt, ast.excepthandler, ast.match_case)


@functools.cache
def imports_of(path):
    """The statements of a file that import, wherever they stand."""
    found, left = [], [ast.parse(path.read_text("utf-8"))]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        # Expressions, most of a file, are not looked into.
        for _, parts in ast.iter_fields(node) if not isinstance(node, ast.expr) else ():
            if isinstance(parts, list):
                left.extend(part for part in parts if isinstance(part, BLOCKS))
    return found


def modules_imported(path):
    for node in imports_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                is_module = node.module not in PUBLIC and not alias.name[0].isupper()
                yield inside if is_module and node.module.count(".") == 1 else node.module


def private_imports(path):
    found = set()
    for module in modules_imported(path):
        if module == "overtrick" or module.startswith("overtrick."):
            known = any(
                module == name or module.startswith(f"{name}.") for name in PUBLIC - {"overtrick"}
            )
            if module != "overtrick" and not known:
                found.add(module)
    return found


def test_a_private_import_is_found(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(
        "import overtrick\nimport overtrick.model.board\nfrom overtrick import Board\n"
        "from overtrick.plugin import FormatSpec\nfrom overtrick.files import splitting\n"
        "from overtrick.findings.errors import DealError\n"
    )
    assert private_imports(path) == {
        "overtrick.model.board",
        "overtrick.files.splitting",
        "overtrick.findings.errors",
    }


@pytest.mark.slow
def test_tests_of_plugins_and_examples_import_no_private_module_of_the_core(repository):
    found = {}
    for folder in (*(repository / "plugins").glob("*/tests"), repository / "examples"):
        for path in folder.rglob("*.py"):
            if private := private_imports(path):
                found[path.relative_to(repository).as_posix()] = private
    assert not found


# Between plugins ------------------------------------------------------------------------------

# Benches and long checks measure or try the inside of a plugin from outside; each of one alone.
INSIDE_ONE: Final = ("bench/**/*.py", "tests/*/**/*.py")

_IN_TEXT: Final = re.compile(
    r"^\s*(?:>>> |\.\.\. )?(?:from|import) (overtrick_\w+(?:\.\w+)*)(?: import (.*))?", re.MULTILINE
)


@pytest.fixture(scope="session")
def packages(repository):
    """The top-level package of each plugin, and its folder."""
    found = (repository / "plugins").glob("*/src/overtrick_*/__init__.py")
    return {path.parent.name: path.parent for path in found}


@functools.cache
def public_names(folder):
    """The names that a package lists; `None` where it lists none."""
    for node in ast.parse((folder / "__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(one) for one in node.targets] == [
            "__all__"
        ]:
            return set(ast.literal_eval(node.value))
    return None


def names_imported(path):
    """Each module that a file imports from, and the names; none where it is imported itself."""
    text = path.read_text("utf-8")
    if "overtrick_" not in text:
        return
    if path.suffix != ".py":
        for module, names in _IN_TEXT.findall(text):
            yield module, set(re.findall(r"\w+", names.partition("#")[0]))
        return
    for node in imports_of(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, set()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module, {alias.name for alias in node.names}


def inside_imports(path, packages, own=None):
    """What a file imports of the inside of plugins other than its own, by package."""
    found = collections.defaultdict(set)
    for module, names in names_imported(path):
        package = module.partition(".")[0]
        if package not in packages or package == own:
            continue
        if module == package:
            public = public_names(packages[package])
            hidden = set() if public is None else names - public - {"__version__", "testing"}
            modules = {
                name
                for name in names
                if (packages[package] / f"{name}.py").exists()
                or (packages[package] / name / "__init__.py").exists()
            }
            inside = {f"{package}.{name}" for name in hidden | modules}
            found[package] |= inside - {*PUBLIC, f"{package}.testing"}
        elif module not in {*PUBLIC, f"{package}.testing"}:
            found[package].add(module)
    return {package: modules for package, modules in found.items() if modules}


def test_an_import_of_the_inside_of_a_plugin_is_found(tmp_path, packages):
    code = tmp_path / "module.py"
    code.write_text(
        "import overtrick_hands\nfrom overtrick_hands import Condition, tables\n"
        "from overtrick_dd import solve\nfrom overtrick_dd import kept_process as process\n"
        "def late():\n    from overtrick_dd.solving import chosen_solver\n"
        "from overtrick_dd.testing import SolverSuite\nimport overtrick_web.site.site\n"
    )
    expected = {
        "overtrick_hands": {"overtrick_hands.tables"},
        "overtrick_dd": {"overtrick_dd.solving"},
        "overtrick_web": {"overtrick_web.site.site"},
    }
    assert inside_imports(code, packages) == expected
    del expected["overtrick_web"]
    assert inside_imports(code, packages, own="overtrick_web") == expected
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> from overtrick_dd.boards import why_not  # a reason\n```\n")
    assert inside_imports(page, packages) == {"overtrick_dd": {"overtrick_dd.boards"}}


def test_plugins_import_only_the_surface_of_other_plugins(repository, packages):
    found = {}
    for package, folder in packages.items():
        for path in folder.parents[1].rglob("*"):
            if path.suffix in {".py", ".md", ".txt"} and "corpus" not in path.parts:
                inside = inside_imports(path, packages, own=package)
                if inside:
                    found[path.relative_to(repository).as_posix()] = inside
    assert found == {}


def test_examples_docs_skeletons_and_tests_import_only_the_surface_of_plugins(repository, packages):
    paths: list[Path] = []
    for folder, pattern in (
        ("core", "**/*.py"), ("core", "**/*.txt"), ("docs", "**/*.md"), ("docs", "**/*.py"),
        ("examples", "**/*.py"), ("examples", "**/*.md"), ("tests", "*.py"), (".", "*.md"),
    ):  # fmt: skip
        paths += (repository / folder).glob(pattern)
    found = {
        path.relative_to(repository).as_posix(): inside
        for path in paths
        if "_build" not in path.parts and (inside := inside_imports(path, packages))
    }
    assert found == {}


@pytest.mark.slow
def test_a_bench_or_a_long_check_looks_into_one_plugin_at_most(repository, packages):
    found = {}
    for pattern in INSIDE_ONE:
        for path in repository.glob(pattern):
            inside = inside_imports(path, packages)
            if len(inside) > 1:
                found[path.relative_to(repository).as_posix()] = inside
    assert found == {}


def test_every_plugin_has_a_contract_that_protects_its_inside(repository, packages):
    tool = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    protected = {
        contract["allowed_importers"][0]: contract["protected_modules"]
        for contract in tool["contracts"]
        if contract["type"] == "protected"
    }
    linted = set(tool["root_packages"]) - {"overtrick"}
    assert protected == {package: [f"{package}.*"] for package in linted}
    assert set(packages) - linted <= {"overtrick_pbn_conformance"}
