"""Print which programs' own tags and escape lines the PBN files of a folder have.

`python tests/sweeps/pbn_programs.py DIR` prints two tables for the documentation: each tag with the
files and boards that have it, how many say nothing, how many values cannot be read, and how many
contradict the board; and each directive with its files, lines and faults. Then every finding that
`overtrick check` has for them, with its place (`--quiet` leaves these out).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path

from overtrick import read
from overtrick.findings.errors import OvertrickError
from overtrick_pbn.check.programs import PROGRAM_CODES, TAG_CODES
from overtrick_pbn.programs.escapes import FORMS, directives
from overtrick_pbn.programs.values import NO_VALUE

OTHERS = ("OptimumScore", "OptimumResultTable", "ParScore", "DDResults", "Hidden", "Student")
DENIED = frozenset({"PBN731", "PBN732", "PBN733", "PBN734", "LAW309"})


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quiet", action="store_true", help="leave out the findings")
    arguments = parser.parse_args()
    files: defaultdict[str, set[str]] = defaultdict(set)
    times: Counter[str] = Counter()
    empty: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    denied: Counter[str] = Counter()
    findings: list[str] = []
    wrong = {code: name for name, code in TAG_CODES.items()}
    codes = {entry.code for entry in PROGRAM_CODES}
    for path in sorted(arguments.folder.iterdir()):
        try:
            boards = read(path, format="pbn", errors="collect", check=True)
        except OvertrickError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            continue
        for board in boards:
            for name in (*TAG_CODES, *OTHERS):
                value = board.extras.get(f"pbn:{name}")
                is_table = name == "OptimumResultTable" and board.grid(name) is not None
                if is_table and "pbn:OptimumResultTable.from" in board.extras:
                    continue
                if isinstance(value, str) or is_table:
                    times[name] += 1
                    files[name].add(path.name)
                    empty[name] += isinstance(value, str) and value.strip() in NO_VALUE
        sources = (boards.header, *(board.extras for board in boards))
        for directive in (line for extras in sources for line in directives(extras).lines):
            if directive.is_known:
                times[f"%{directive.name}"] += 1
                files[f"%{directive.name}"].add(path.name)
                faults[f"%{directive.name}"] += directive.fault is not None
        for found in boards.diagnostics:
            name = wrong.get(found.code)
            if name is not None:
                faults[name] += 1
            elif found.code in DENIED:
                denied[(found.part or "OptimumScore").rpartition(":")[2]] += 1
            elif found.code == "PBN401" and "OptimumScore" in found.message:
                faults["OptimumScore"] += 1
            if found.code in codes or found.code == "LAW309":
                findings.append(f"{path.name}:{found.location.line}: {found.code} {found.message}")
    print("| tag | files | boards | say nothing | cannot be read | contradict |")
    print("|---|---|---|---|---|---|")
    for name in (*TAG_CODES, *OTHERS):
        numbers = (len(files[name]), times[name], empty[name], faults[name], denied[name])
        print(f"| `{name}` | {' | '.join(map(str, numbers))} |")
    print("\n| escape line | files | lines | do not fit |\n|---|---|---|---|")
    for name in sorted(f"%{name}" for name in FORMS):
        print(f"| `{name}` | {len(files[name])} | {times[name]} | {faults[name]} |")
    lines = {name for name in times if name.startswith("%")}
    with_lines = set().union(*(files[name] for name in lines))
    count = sum(times[name] for name in lines)
    print(f"\n{len(lines)} names in {len(with_lines)} files, {count} lines")
    if not arguments.quiet:
        print("", *findings, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
