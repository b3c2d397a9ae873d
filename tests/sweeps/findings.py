"""Count what `overtrick check` finds in real files, and print the table of verdicts.

    python tests/sweeps/findings.py FOLDER            docs/generated/findings-on-real-files.md
    python tests/sweeps/findings.py FOLDER --cases    three cases of each code, to be looked at

Every code that is found in at least three files is listed, with what was found right or wrong about
it when three cases of it were looked at by hand (`VERDICTS`). The exit code is 1 if there is a code
without a verdict.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path

from overtrick import read
from overtrick.findings.diagnostics import Diagnostic
from overtrick.findings.errors import OvertrickError

LEAST = 3

VERDICTS = {
    "LAW104": (
        "right",
        "lesson files close auctions with four or five passes after a bid",
    ),
    "LAW301": (
        "right",
        "the verifier's error files; `1CXX` over an auction that ends in `X`",
    ),
    "LAW302": (
        "right",
        "the same; a lesson deal that names the wrong declarer",
    ),
    "LAW307": (
        "right",
        "a log and the verifier write a number of tricks for a board that was passed out "
        "(§3.4.15: empty)",
    ),
    "LAW310": (
        "right, a note",
        "lesson and test files deal by hand, not by board number; reported once a file",
    ),
    "LAW311": (
        "right, a note",
        "the same for vulnerability",
    ),
    "LAW314": (
        "right, a note",
        "collections of several sets, each numbered from 1; reported once a file",
    ),
    "LAW312": (
        "right, a note",
        "partial deals and end positions",
    ),
    "PBN203": (
        "right, a note",
        "UTF-8 names and suit symbols, the norm in practice (§2.2 has ISO 8859-1)",
    ),
    "PBN206": (
        "right",
        "commentary in one long line; the verifier's file fills 254 characters and CRLF, "
        "where §2.3 counts both ends",
    ),
    "PBN212": (
        "right, a note",
        "spaces that do not break, text that was decoded twice; said once a file",
    ),
    "PBN213": (
        "right, a note",
        "commentary and wide table headers; said once a file (§2.3 discourages, no more)",
    ),
    "PBN222": (
        "right, a note",
        "dealing programs and files made by hand say no version (§2.4)",
    ),
    "PBN308": (
        "right",
        "`[Event Random Deal #]`: one table manager leaves the quotes out",
    ),
    "PBN309": (
        "right",
        "the verifier's error files",
    ),
    "PBN317": (
        "right",
        "`\\H` for a suit symbol in notes and events: §3.8 has these in commentary alone",
    ),
    "PBN321": (
        "right",
        "lesson files give a lead without a contract (§3.1)",
    ),
    "PBN331": (
        "right",
        "`2024-07-12`, `1-Dec-2023`: most programs write dates their own way (§3.4.3)",
    ),
    "PBN332": (
        "right",
        "`100Deals-1`, `1-1`: names of exercises, kept as the board's name (§3.4.4)",
    ),
    "PBN333": (
        "right",
        "templates (`$dealer`) and the verifier's error files",
    ),
    "PBN334": (
        "right",
        "the same",
    ),
    "PBN335": (
        "right",
        "the same; an exercise set of two hands in place of four",
    ),
    "PBN337": (
        "right",
        "templates (`$declarer`) and the verifier's error files",
    ),
    "PBN338": (
        "right",
        "the same",
    ),
    "PBN339": (
        "right",
        "the same",
    ),
    "PBN371": (
        "right",
        "`____` in bidding quizzes: the call to be found, which PBN writes `+` (§3.5)",
    ),
    "PBN397": (
        "right",
        "a bidding engine writes the notes of the auction behind the play, where they "
        "belong to the play (§3.5.5)",
    ),
    "PBN398": (
        "right, a note",
        "the same notes, seen from the other side",
    ),
    "PBN401": (
        "right",
        "the verifier's error files",
    ),
    "PBN511": (
        "right",
        "`0` as a call in the verifier's ActionTable, `PASS` as a contract",
    ),
    "PBN650": (
        "right",
        "CRLF files that a version control system turned to LF; said once a file (§2.3)",
    ),
    "PBN653": (
        "right",
        '`[Play "W"]S4`, `[Event"#"]` in files that say `% EXPORT`',
    ),
    "PBN654": (
        "right",
        "files with `% EXPORT` and only the tags of the deal (§3.4)",
    ),
    "PBN655": (
        "right",
        "`[Board]` before `[Event]`, programs' own tags before the mandatory ones",
    ),
    "PBN656": (
        "right",
        "results, names and scores behind the auction and the play (§3.1)",
    ),
    "PBN660": (
        "right",
        "programs say `% EXPORT` and write every deal from North; reported once a file (§3.4.11)",
    ),
    "PBN663": (
        "right",
        "auctions on one line in files that say `% EXPORT` (§3.5)",
    ),
    "PBN668": (
        "right",
        "an opening lead alone on its line in files that say `% EXPORT` (§3.6)",
    ),
    "PBN801": (
        "right",
        "`P`, `PASS`, `all pass`: files made by hand and two programs (§3.5.1)",
    ),
    "PBN802": (
        "right",
        "`Dbl` in files made by hand and in those of one application",
    ),
    "PBN803": (
        "right",
        "`1N`: bidding programs and files made by hand",
    ),
    "PBN804": (
        "right",
        "`4N*` in the test sets of one bidding engine",
    ),
    "PBN805": (
        "right, a note",
        "`pass`, `p` and cards in lower case, which import format allows (§3.11)",
    ),
    "PBN808": (
        "right",
        "`...` for a hand that is not shown; beside hands with cards it cannot be an "
        "empty one (§3.4.11)",
    ),
    "PBN812": (
        "right",
        "`3N` as a contract of two bidding programs",
    ),
    "PBN815": (
        "right, a note",
        '`[Play "W"]S4`, which import format allows',
    ),
}


def findings_of(path: Path) -> tuple[Diagnostic, ...]:
    """Return what is found in a file, law included."""
    try:
        return read(path, format="pbn", errors="collect", check=True).diagnostics
    except OvertrickError as error:
        diagnostic = getattr(error, "diagnostic", None)
        return () if diagnostic is None else (diagnostic,)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cases", action="store_true", help="three cases of each code")
    parser.add_argument("--code", help="of this code only")
    options = parser.parse_args()
    times: Counter[str] = Counter()
    files: Counter[str] = Counter()
    severities: dict[str, set[str]] = defaultdict(set)
    cases: dict[str, list[tuple[Path, Diagnostic]]] = defaultdict(list)
    for path in sorted(options.folder.glob("*.pbn")):
        found = findings_of(path)
        times.update(item.code for item in found)
        seen = set()
        for item in found:
            severities[item.code].add(item.severity.label)
            if item.code not in seen:
                seen.add(item.code)
                cases[item.code].append((path, item))
        files.update(seen)
    codes = [code for code in sorted(times) if files[code] >= LEAST]
    if options.cases:
        for code in codes if options.code is None else [options.code]:
            step = max(1, len(cases[code]) // 3)
            for path, item in cases[code][::step][:3]:
                lines = path.read_bytes().decode("latin-1").splitlines()
                line = lines[item.location.line - 1] if item.location.line else ""
                print(
                    f"{code} {path.name[:40]}:{item.location.line} {item.message}\n    {line[:110]}"
                )
        return 0
    print(
        "| code | severity | files | times | verdict | why it is there |\n|---|---|---|---|---|---|"
    )
    for code in codes:
        verdict, why = VERDICTS.get(code, ("?", "?"))
        severity = ", ".join(sorted(severities[code]))
        print(f"| {code} | {severity} | {files[code]} | {times[code]:,} | {verdict} | {why} |")
    return int(any(code not in VERDICTS for code in codes))


if __name__ == "__main__":
    sys.exit(main())
