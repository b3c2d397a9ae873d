"""Print the modules of ours that a board passes on its way through read, check, export, preserve
and deal.

    python docs/way_of_a_board.py [--modules] [--markdown] [--board FILE.pbn]

A module counts as entered where one of its functions is called; what runs because a module is
imported does not count. One plain board with auction, play and table is taken: read from PBN,
checked, exported, written back untouched and with another vulnerability, and dealt by a simulated
machine. Each way
is walked twice, and the second walk is counted, so that what is built once a process is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import attrs

import overtrick

BOARD = b"""% PBN 2.1
% EXPORT
[Event "Club night"]
[Site "Town"]
[Date "2026.11.20"]
[Board "1"]
[West "W"]
[North "N"]
[East "E"]
[South "S"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "1NT"]
[Result "7"]
[Auction "N"]
1NT Pass Pass Pass
[Play "E"]
D5 D3 D8 DT
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT  6
N  S  5
"""


def modules_entered(walk: Callable[[], None]) -> list[str]:
    """Return the names of our modules of which a function is called, in the order of the calls."""
    files: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name not in {"<module>", "<genexpr>", "<lambda>"}:
            files.setdefault(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    ours = {
        file: name
        for name, module in sys.modules.items()
        if name.startswith("overtrick") and (file := getattr(module, "__file__", None)) in files
    }
    return [ours[file] for file in files if file in ours]


def rooms_entered(way: str) -> list[str]:
    """Return the rooms (package and folder) that a way enters, in the order of first calls."""
    KEPT["boards"] = overtrick.read(BOARD, format="pbn")
    WAYS[way]()
    rooms = (".".join(name.split(".")[:2]) for name in modules_entered(WAYS[way]))
    return list(dict.fromkeys(rooms))


def read() -> None:
    overtrick.read(BOARD, format="pbn")


def check() -> None:
    overtrick.read(BOARD, format="pbn", errors="collect", check=True)


def export() -> None:
    overtrick.write(KEPT["boards"], io.BytesIO(), format="pbn", options={"style": "export"})


def preserve() -> None:
    overtrick.write(KEPT["boards"], io.BytesIO(), format="pbn", options={"style": "preserve"})


def edit() -> None:
    boards = [
        attrs.evolve(board, vulnerability=overtrick.Vulnerability.NS) for board in KEPT["boards"]
    ]
    overtrick.write(boards, io.BytesIO(), format="pbn", options={"style": "preserve"})


def deal() -> None:
    from overtrick_cli.commands import run

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "one.pbn"
        source.write_bytes(BOARD)
        sys.argv = ["overtrick", "duplimate", "deal", str(source), "--new"]
        sys.argv += ["--device", "simulator:?speed=0", "--sessions", str(Path(folder) / "sessions")]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = run()
    if code:
        sys.exit(f"dealing ended with code {code}")


KEPT: dict[str, overtrick.BoardSet] = {}
WAYS: dict[str, Callable[[], None]] = {
    "read": read,
    "check": check,
    "export": export,
    "preserve": preserve,
    "preserve, edited": edit,
    "deal": deal,
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--modules", action="store_true", help="name them too")
    parser.add_argument("--markdown", action="store_true", help="as a table")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    KEPT["boards"] = overtrick.read(BOARD, format="pbn")
    if asked.markdown:
        print("| way | modules entered |\n|---|---|")
    for name, walk in WAYS.items():
        walk()
        found = modules_entered(walk)
        print(f"| {name} | {len(found)} |" if asked.markdown else f"{name:18}{len(found):4}")
        if asked.modules:
            print("\n".join(f"    {module}" for module in sorted(found)))


if __name__ == "__main__":
    main()
