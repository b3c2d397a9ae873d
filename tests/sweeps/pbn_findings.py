"""Print what `overtrick check` finds in every PBN file of a folder.

    python tests/sweeps/pbn_findings.py DIR [--markdown] [--without TEXT] [--code PBN801]

It prints a line a file with the number of boards and of findings by code; then the sums by code and
by group of files (the part of the name before two underscores). `--markdown` prints the two sums as
tables for the documentation, where each code's occurrence is justified; `--code` lists where one
code is found instead.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from overtrick import read
from overtrick.findings.diagnostics import Diagnostic, Severity
from overtrick.findings.errors import OvertrickError
from overtrick.laws import LAW_CODES
from overtrick_pbn.diagnostics import CODES

Findings = tuple[int, tuple[Diagnostic, ...]]


def findings_of(path: Path) -> Findings:
    """Return the number of boards of a file and what is found in it, law included."""
    try:
        boards = read(path, format="pbn", errors="collect", check=True)
    except OvertrickError as error:
        diagnostic = getattr(error, "diagnostic", None)
        return 0, (diagnostic,) if diagnostic is not None else ()
    return len(boards), boards.diagnostics


def severity_of(code: str) -> str:
    entry = CODES.get(code) or LAW_CODES.get(code)
    return "?" if entry is None else entry.severity.label


def meaning_of(code: str) -> str:
    entry = CODES.get(code) or LAW_CODES.get(code)
    return "?" if entry is None else entry.template


def print_codes(counts: Counter[str], files: Counter[str], *, markdown: bool) -> None:
    if markdown:
        print("| code | severity | files | times | what |\n|---|---|---|---|---|")
    for code in sorted(counts):
        text = meaning_of(code).replace("|", "\\|")
        if markdown:
            print(f"| {code} | {severity_of(code)} | {files[code]} | {counts[code]} | {text} |")
        else:
            print(f"{code} {severity_of(code):8}{files[code]:5}{counts[code]:8}  {text}")


def print_groups(groups: dict[str, Counter[str]], *, markdown: bool) -> None:
    heads = ("files", "boards", "errors", "warnings", "notes")
    if markdown:
        print("| group | " + " | ".join(heads) + " |\n|" + "---|" * (len(heads) + 1))
    else:
        print(f"{'group':40}" + "".join(f"{head:>9}" for head in heads))
    for name, counts in sorted(groups.items()):
        cells = [counts[head] for head in heads]
        if markdown:
            print(f"| {name} | " + " | ".join(str(cell) for cell in cells) + " |")
        else:
            print(f"{name:40}" + "".join(f"{cell:>9}" for cell in cells))


_LABELS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.NOTE: "notes"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--code", help="list the places of one code")
    parser.add_argument("--without", default="\0", help="leave out files with this in their name")
    options = parser.parse_args()
    paths = sorted(
        p
        for p in options.folder.rglob("*")
        if p.suffix.lower() == ".pbn" and options.without not in p.name
    )
    counts: Counter[str] = Counter()
    files: Counter[str] = Counter()
    groups: dict[str, Counter[str]] = {}
    for path in paths:
        boards, found = findings_of(path)
        codes = Counter(diagnostic.code for diagnostic in found)
        counts += codes
        files += Counter(dict.fromkeys(codes, 1))
        group = groups.setdefault(path.name.partition("__")[0], Counter())
        group += Counter(files=1, boards=boards)
        group += Counter(_LABELS[diagnostic.severity] for diagnostic in found)
        groups[path.name.partition("__")[0]] = group
        if options.code:
            for diagnostic in found:
                if diagnostic.code == options.code:
                    print(diagnostic)
        elif not options.markdown:
            text = " ".join(f"{code}:{count}" for code, count in sorted(codes.items()))
            print(f"{path.name}: {boards} boards, {len(found)} findings: {text}")
    if not options.code:
        print()
        print_codes(counts, files, markdown=options.markdown)
        print()
        print_groups(groups, markdown=options.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
