"""Print the lines of code of each distribution and its rooms, and of tests, benchmarks and docs.

    python bench/count_lines.py [--rooms] [--against REFERENCE_OR_CHECKOUT] [--write]

Lines of code are those that are neither empty nor comment nor docstring. The distributions are
`core` and the folders of `plugins`, as the checkout has them; a room is a module or folder of a
distribution's package. `--against` prints another version beside this one, `--write` puts the
table of the distributions into `docs/explanation/design.md`.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.checkouts import ROOT, checkout, projects
from bench.tables import aligned, markdown, write_into

NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
ALL = "all distributions"
# What stands beside the distributions, by folder.
BESIDE = {
    "tests": ("tests", "plugins/*/tests", "core/tests", "plugins/pbn_conformance/cases"),
    "bench": ("bench",),
    "docs, examples, .ci": ("docs", "examples", ".ci"),
}

Counts = dict[str, Counter[str]]


def lines_of_code(path: Path) -> int:
    """Return how many lines of a module are code."""
    text = path.read_text("utf-8")
    prose: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - prose)


def count_distributions(folder: Path) -> Counts:
    """Return the lines of each room of each distribution of a checkout."""
    found: Counts = {}
    for name, (path, _) in projects(folder).items():
        rooms = found.setdefault(name, Counter())
        for package in sorted((path / "src").iterdir()):
            for module in sorted(package.rglob("*.py")) if package.is_dir() else [package]:
                if module.suffix == ".py":
                    room = module.relative_to(package).parts[0] if package.is_dir() else ""
                    rooms["(modules)" if not room or room.endswith(".py") else room] += (
                        lines_of_code(module)
                    )
    return found


def count_beside(folder: Path) -> Counter[str]:
    """Return the lines of what is no distribution of a checkout."""
    return Counter(
        {
            name: sum(
                lines_of_code(module)
                for pattern in patterns
                for part in folder.glob(pattern)
                for module in part.rglob("*.py")
            )
            for name, patterns in BESIDE.items()
        }
    )


def table(versions: list[tuple[Counts, Counter[str]]], *, rooms: bool) -> list[list[str]]:
    """Return the rows of the table: a name, and its lines in each version."""
    rows: list[list[str]] = []

    def add(label: str, numbers: list[int | None]) -> None:
        rows.append([label, *("" if number is None else f"{number:,}" for number in numbers)])

    names = list(dict.fromkeys(name for counts, _ in reversed(versions) for name in counts))
    for name in names:
        add(name, [sum(v[name].values()) if name in v else None for v, _ in versions])
        found = [counts.get(name, Counter()) for counts, _ in versions]
        for room in dict.fromkeys(room for one in found for room, _ in one.most_common()):
            if rooms:
                add(f"    {room}", [one.get(room) for one in found])
    add(ALL, [sum(sum(one.values()) for one in counts.values()) for counts, _ in versions])
    for name in BESIDE:
        add(name, [beside[name] for _, beside in versions])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--rooms", action="store_true", help="each room too")
    parser.add_argument("--against", metavar="VERSION", help="a git reference or a checkout")
    parser.add_argument(
        "--write", action="store_true", help="write the table into docs/explanation/design.md"
    )
    asked = parser.parse_args()
    columns, versions = ["lines of code", "now"], [(count_distributions(ROOT), count_beside(ROOT))]
    if asked.against:
        with checkout(asked.against) as folder:
            versions.insert(0, (count_distributions(folder), count_beside(folder)))
        columns.insert(1, asked.against if asked.write else "before")
    print(aligned(columns, table(versions, rooms=asked.rooms)), end="")
    if asked.write:
        text = markdown(columns, table(versions, rooms=False))
        write_into(ROOT / "docs" / "explanation" / "design.md", "lines", text)


if __name__ == "__main__":
    main()
