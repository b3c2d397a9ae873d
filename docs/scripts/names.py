"""List every module and every public name with what it means, for whoever wants to know the house.

    python docs/scripts/names.py [PACKAGE...]

The meaning is the first line of a docstring, so a riddle here is a riddle in the code.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def packages() -> list[Path]:
    """The folders of all packages, the core first."""
    found = (
        *ROOT.glob("core/src/*/__init__.py"),
        *sorted(ROOT.glob("plugins/*/src/*/__init__.py")),
    )
    return [path.parent for path in found]


def meaning(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The first line of a docstring."""
    return (ast.get_docstring(node) or "").partition("\n")[0]


def names(path: Path) -> list[tuple[str, str]]:
    """The name and meaning of a module, and of its public classes and functions."""
    tree = ast.parse(path.read_text("utf-8"))
    found = [("", meaning(tree))]
    found += [
        (node.name, meaning(node))
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("_")
    ]
    return found


def main() -> None:
    """Print the list."""
    chosen = set(sys.argv[1:])
    for package in packages():
        if chosen and package.name not in chosen:
            continue
        for path in sorted(package.rglob("*.py")):
            module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
            for name, words in names(path):
                label = f"    {name}" if name else module.removesuffix(".__init__")
                sys.stdout.write(f"{label:50} {words}\n")


if __name__ == "__main__":
    main()
