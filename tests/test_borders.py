"""Plugins use the core's public modules alone, in their tests and in the examples too."""

from __future__ import annotations

import ast

PUBLIC = {
    "overtrick",
    "overtrick_cli.commands",
    "overtrick.plugin",
    "overtrick_testing",
    "overtrick_testing.strategies",
}

# Import-linter holds the sources, with the same exceptions; these are of tests.
PRIVATE = {
    "plugins/archive/tests/test_archive_packed.py": {"overtrick.disk.archives"},
    "plugins/duplimate_device/tests/test_advice.py": {"overtrick.findings.advice"},
    "plugins/cli/tests/test_cli_check.py": {
        "overtrick.framework.known_distributions",
        "overtrick.framework.suggestions",
    },
    "plugins/render/tests/test_notebook.py": {"overtrick.model.notebook"},
}


def modules_imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
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


def test_tests_of_plugins_and_examples_import_no_private_module_of_the_core(repository):
    found = {}
    for folder in (*(repository / "plugins").glob("*/tests"), repository / "examples"):
        for path in folder.rglob("*.py"):
            if private := private_imports(path):
                found[path.relative_to(repository).as_posix()] = private
    assert found == PRIVATE
