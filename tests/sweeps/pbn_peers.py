"""Run other programs over exports of PBN files and compare deals, calls and cards with ours.

    python tests/sweeps/pbn_peers.py --install PEERS
    NODE_PATH=PEERS/node_modules \\
        python tests/sweeps/pbn_peers.py --python PEERS/bin/python [PATH ...]

`--install` makes a folder with an environment of endplay and bridgebots, and the npm package `pbn`
where npm is there. Each PATH is a PBN file or a folder of them; without one, the styles of
`pbn_styles.py` are taken. Every file is given to every program three times: as it is, in export
format, and as plain PBN (`-O style=plain`). `--boards` takes so many of each file at most, so that
every program reads the same boards.

A file is *alike* if the program reads all of its boards with the same deals, calls and cards as we
do. bridgebots reads records of boards that were played alone; it is given those (`played_out`).
The exit code is 1 if a plain file is not alike.
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

import pbn_styles

import overtrick
from overtrick_pbn_conformance.programs import Program, open_program, read_text

FORMS = ("original", "export", "plain")
PYTHON_PEERS = ("endplay==0.5.12", "bridgebots==0.0.12")
NPM_PEER = "pbn@1.6.1"
NO_CARDS = "..."

Said = list[tuple[Any, ...]]


def played_out(board: overtrick.Board) -> bool:
    """Return whether bridgebots reads such boards: whole deals, played, with all that tells it."""
    contract, result = board.contract, board.result
    return (
        board.deal is not None
        and board.deal.is_complete
        and board.dealer is not None
        and contract is not None
        and bool(contract.level)
        and contract.declarer is not None
        and result is not None
        and (result.tricks is not None or result.for_declarer(contract.declarer) is not None)
    )


TAKES: dict[str, Callable[[overtrick.Board], bool]] = {
    "endplay": lambda board: True,
    "bridgebots": played_out,
    "npm-pbn": lambda board: True,
}
"""Which boards a program is given."""


def _hands(deal: str | None) -> tuple[str, ...]:
    if not deal:
        return ("-",) * 4
    hands = deal.partition(":")[2].split(" ")
    first = "NESW".index(deal[0])
    hands = hands[4 - first :] + hands[: 4 - first]
    return tuple("-" if hand == NO_CARDS else hand for hand in hands)


def said(board: dict[str, Any]) -> tuple[Any, ...]:
    """Return the deal, the calls and the cards of a board in the JSON of the suite."""
    auction = board.get("auction") or {}
    play = board.get("play") or {}
    rows = [list(row) for row in play.get("tricks", ())]
    while rows and not any(rows[-1]):
        rows.pop()
    calls = tuple(auction.get("calls", ()))
    cards = tuple(tuple(row) for row in rows)
    return (_hands(board.get("deal")), calls, (play.get("leader"), cards) if cards else ())


def in_order(boards: Iterable[tuple[Any, ...]], program: str) -> Said:
    """Return boards in an order in which they compare: bridgebots puts equal deals together."""
    found = list(boards)
    return sorted(found, key=repr) if program == "bridgebots" else found


def verdict(ours: Said, answer: dict[str, Any], program: str) -> str:
    """Return `alike`, or what is different."""
    if "error" in answer:
        return f"refused: {answer['error'][:90]}"
    theirs = in_order(map(said, answer["boards"]), program)
    if len(theirs) != len(ours):
        return f"{len(theirs)} boards of {len(ours)}"
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
        for what, mine, its in zip(("deal", "calls", "cards"), one, other, strict=True):
            if mine != its:
                return f"board {number}: {what} {its} for {mine}"[:240]
    return "alike"


def forms_of(
    path: Path, limit: int, takes: Callable[[overtrick.Board], bool], names: tuple[str, ...]
) -> dict[str, Any]:
    """Return a file's forms, each with what we read in it; none for a file without boards."""
    boards = overtrick.read(path, format="pbn", errors="collect")
    kept = [board for board in boards.boards if takes(board)]
    if not kept:
        return {}
    some = overtrick.BoardSet(boards=tuple(kept[:limit]), header=boards.header)
    forms = {}
    for form in names:
        style = "preserve" if form == "original" else form
        sink = io.BytesIO()
        whole = form == "original" and len(kept) == len(boards) <= limit
        overtrick.write(some, sink, format="pbn", options={"style": style})
        text = path.read_bytes() if whole else sink.getvalue()
        read = overtrick.read(text, format="pbn", errors="collect")
        forms[form] = (text, [said(overtrick.board_to_dict(board)) for board in read])
    return forms


def run(
    program: Program,
    paths: list[Path],
    limit: int,
    *,
    verbose: bool,
    forms: tuple[str, ...] = FORMS,
) -> tuple[Counter[str], int]:
    """Give every file to a program; print what is not alike in plain files."""
    counts: Counter[str] = Counter()
    files = 0
    for path in paths:
        found_forms = forms_of(path, limit, TAKES[program.name], forms)
        files += bool(found_forms)
        for form, (text, boards) in found_forms.items():
            ours = in_order(boards, program.name)
            found = verdict(ours, read_text(program, text), program.name)
            counts[form] += found == "alike"
            if found != "alike" and (form == "plain" or verbose):
                print(f"  {program.name} {form} {path.name}: {found}", flush=True)
    return counts, files


def install(folder: Path) -> None:
    """Make an environment of the programs."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", *PYTHON_PEERS], check=True)
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not here: its package pbn will be passed over")
    else:
        subprocess.run([npm, "install", "--prefix", folder, "--silent", NPM_PEER], check=True)


def is_there(name: str, python: str | None) -> bool:
    """Return whether a program is installed."""
    if name == "npm-pbn":
        node = shutil.which("node")
        command = [node, "-e", "require('pbn')"] if node else []
    else:
        command = [python or sys.executable, "-c", f"import {name}"]
    return (
        bool(command) and not subprocess.run(command, capture_output=True, check=False).returncode
    )


def files_of(paths: list[Path]) -> list[Path]:
    """Return the PBN files of some paths in order."""
    found: list[Path] = []
    for path in paths:
        found += [path] if path.is_file() else sorted(path.glob("*.pbn"))
    return found


def make_styles(folder: Path, boards: int = 40) -> None:
    """Write files in the styles of real programs."""
    pbn_styles.make_all(folder, boards)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--install", type=Path, metavar="PEERS")
    parser.add_argument("--python", help="the interpreter that has endplay and bridgebots")
    parser.add_argument("--only", choices=TAKES, help="one program")
    parser.add_argument("--boards", type=int, default=200, help="of each file at most")
    parser.add_argument("--verbose", action="store_true", help="tell of originals and exports, too")
    parser.add_argument("--json", type=Path, help="write the numbers there")
    options = parser.parse_args()
    if options.install:
        install(options.install)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        if not options.paths:
            make_styles(Path(folder))
        paths = files_of(options.paths or [Path(folder)])
        rows = {}
        for name in [options.only] if options.only else TAKES:
            if not is_there(name, options.python):
                print(f"{name} is not installed and passed over")
                continue
            program = open_program(name, options.python)
            rows[name] = run(program, paths, options.boards, verbose=options.verbose)
            program.close()
    print(f"{'':12}{'files':>7}" + "".join(f"{form:>10}" for form in FORMS))
    for name, (counts, files) in rows.items():
        print(f"{name:12}{files:7}" + "".join(f"{counts[form]:10}" for form in FORMS))
    if options.json:
        table = {name: {"files": files, **counts} for name, (counts, files) in rows.items()}
        options.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return int(any(counts["plain"] != files for counts, files in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
