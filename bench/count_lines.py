"""Print the lines of code of the core, the PBN plugin and the device, in all and room by room.

    python bench/count_lines.py [CHECKOUT] [--rooms] [--without FILE...]

Lines of code are those that are neither empty nor comment nor docstring. `--without` leaves out
modules by the end of their path, such as `files/compression.py`, so that what was added can be told
from what was there.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

PACKAGES = ("core/src", "plugins/pbn/src", "plugins/duplimate_device/src")
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("checkout", nargs="?", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--rooms", action="store_true", help="each room too")
    parser.add_argument("--without", nargs="*", default=[], help="modules to leave out")
    asked = parser.parse_args()
    for package in PACKAGES:
        (source,) = (path for path in (asked.checkout / package).iterdir() if path.is_dir())
        rooms: Counter[str] = Counter()
        for path in source.rglob("*.py"):
            if not path.as_posix().endswith(tuple(asked.without) or ("\n",)):
                room = path.relative_to(source).parts[0]
                rooms["(top)" if room.endswith(".py") else room] += lines_of_code(path)
        print(f"{source.name:28}{sum(rooms.values()):7,}")
        if asked.rooms:
            print("\n".join(f"    {room:24}{count:7,}" for room, count in rooms.most_common()))


if __name__ == "__main__":
    main()
