"""Count the modules and functions of ours that a board passes through on each of its ways.

    python docs/scripts/way_of_a_board.py [--modules] [--against REFERENCE_OR_CHECKOUT] [--write]

A board with auction, play and table goes each way twice, and the second time is counted, so that
what is built once a process is left out, and so is what runs only because a module is imported.

- modules: those in which a function is called.
- functions, calls: how many different ones are called, and how often.
- returns: how often a call enters a module that the way had left for another one.

`--against` walks the same ways in another version and prints both; `--write` puts the table into
`docs/explanation/design.md`. The ways of commands and of the page run in this process too.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import attrs

import overtrick

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench.checkouts import ROOT, checkout, environment_of
from bench.measuring import command_line
from bench.tables import aligned, markdown, write_into

BOUNDARY = "----way-of-a-board"
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


LEFT_OUT = {"<module>", "<genexpr>", "<lambda>"}


class Walk(NamedTuple):
    """What was called on a way.

    Attributes:
        modules: the names of our modules, in the order of first calls.
        functions: how many functions of them were called.
        calls: how often.
        returns: how often a module was entered again after another one.
    """

    modules: list[str]
    functions: int
    calls: int
    returns: int


class Recorder:
    """Records the functions that are called in all threads, while it is told to."""

    def __init__(self) -> None:
        self.calls: list[CodeType] = []
        self.is_on = False

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Take a call; `sys.setprofile` calls this."""
        if self.is_on and event == "call" and frame.f_code.co_name not in LEFT_OUT:
            self.calls.append(frame.f_code)

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Let this thread and those that begin meanwhile report their calls."""
        threading.setprofile(self.note)
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def walk(self) -> Walk:
        """Return what was recorded of our modules."""
        files = {
            file: name
            for name, module in list(sys.modules.items())
            if name.startswith("overtrick") and (file := getattr(module, "__file__", None))
        }
        calls = [code for code in self.calls if code.co_filename in files]
        stays = [
            code.co_filename
            for before, code in zip([None, *calls], calls, strict=False)
            if before is None or before.co_filename != code.co_filename
        ]
        modules = list(dict.fromkeys(files[file] for file in stays))
        return Walk(modules, len(set(calls)), len(calls), len(stays) - len(modules))


def recorded(way: Callable[[], None]) -> Walk:
    """Return what is called when a way is gone for the second time."""
    way()
    recorder = Recorder()
    with recorder.installed():
        recorder.is_on = True
        way()
    return recorder.walk()


def rooms_entered(way: str) -> list[str]:
    """Return the rooms (package and folder) that a way enters, in the order of first calls."""
    rooms = (".".join(name.split(".")[:2]) for name in recorded(WAYS[way]).modules)
    return list(dict.fromkeys(rooms))


def boards() -> overtrick.BoardSet:
    if "boards" not in KEPT:
        KEPT["boards"] = overtrick.read(BOARD, format="pbn")
    return KEPT["boards"]


def read() -> None:
    overtrick.read(BOARD, format="pbn")


def check() -> None:
    overtrick.read(BOARD, format="pbn", errors="collect", check=True)


def export() -> None:
    overtrick.write(boards(), io.BytesIO(), format="pbn", options={"style": "export"})


def preserve() -> None:
    overtrick.write(boards(), io.BytesIO(), format="pbn", options={"style": "preserve"})


def edit() -> None:
    edited = [attrs.evolve(board, vulnerability=overtrick.Vulnerability.NS) for board in boards()]
    overtrick.write(edited, io.BytesIO(), format="pbn", options={"style": "preserve"})


def command(words: str) -> Callable[[], None]:
    """Return the way through a command; `FILE` and `FOLDER` stand for the board and a folder."""

    def way() -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "one.pbn"
            source.write_bytes(BOARD)
            places = {"FILE": str(source), "FOLDER": folder}
            arguments = [re.sub("FILE|FOLDER", lambda m: places[m[0]], w) for w in words.split()]
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                code = command_line()(arguments)
        if code:
            sys.exit(f"overtrick {words} ended with code {code}: {said.getvalue()}")

    return way


def upload() -> Walk:
    """Serve the page, drop a file twice and look at its boards; return what the second one calls.

    The server is in this thread, since it handles signals; the browser is another one.
    """
    recorder = Recorder()
    failed: list[BaseException] = []

    def browse(output: Path) -> None:
        try:
            address = printed_address(output)
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            opener.open(address).read()
            for number in (1, 2):
                recorder.is_on = number == 2
                drop(opener, address, number)
            recorder.is_on = False
        except BaseException as error:
            failed.append(error)
            raise
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    with tempfile.TemporaryDirectory() as folder:
        for name in ("STATE", "DATA", "CACHE", "CONFIG"):
            os.environ[f"XDG_{name}_HOME"] = f"{folder}/{name.lower()}"
        output = Path(folder) / "output"
        with printed_into(output):
            browser = threading.Thread(target=browse, args=(output,))
            browser.start()
            with recorder.installed():
                command_line()(["serve", "--port", "0"])
        browser.join()
    if failed:
        sys.exit(f"the page could not be used: {failed[0]!r}")
    return recorder.walk()


def drop(opener: urllib.request.OpenerDirector, address: str, number: int) -> None:
    """Drop a file on the page and read the page of its boards, to which that leads."""
    origin = address.partition("/enter")[0]
    data = BOARD + b"\n" * number  # equal bytes would be one file
    disposition = 'Content-Disposition: form-data; name="files"; filename="one.pbn"'
    head, tail = f"--{BOUNDARY}\r\n{disposition}\r\n\r\n", f"\r\n--{BOUNDARY}--\r\n"
    asked = urllib.request.Request(  # our own server
        f"{origin}/files/drop",
        head.encode() + data + tail.encode(),
        {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Origin": origin},
    )
    with opener.open(asked) as answer:
        page = answer.read().decode()
    if 'class="board-card' not in page:
        sys.exit(f"the page of the boards has no board: {page[:500]}")


@contextlib.contextmanager
def printed_into(path: Path) -> Iterator[None]:
    """Let what this process prints meanwhile go into a file."""
    sys.stdout.flush()
    before = {descriptor: os.dup(descriptor) for descriptor in (1, 2)}
    with path.open("wb") as file:
        for descriptor in before:
            os.dup2(file.fileno(), descriptor)
        try:
            yield
        finally:
            sys.stdout.flush()
            for descriptor, saved in before.items():
                os.dup2(saved, descriptor)
                os.close(saved)


def printed_address(path: Path) -> str:
    """Wait until an address is in the file and return it."""
    for _ in range(600):
        if found := re.search(r"(http://\S+)\s", path.read_text("utf-8")):
            return found[1]
        time.sleep(0.1)
    sys.exit("no address was printed")


KEPT: dict[str, overtrick.BoardSet] = {}
DEAL = "duplimate deal FILE --new --device simulator:?speed=0 --sessions-dir FOLDER/sessions"
WAYS: dict[str, Callable[[], None]] = {
    "read": read,
    "check": check,
    "export": export,
    "preserve": preserve,
    "preserve, edited": edit,
    "command check": command("check FILE"),
    "command convert": command("convert FILE FOLDER/one.lin"),
    "deal": command(DEAL),
    "records": command("records FILE -o FOLDER/one.pdf"),
    "archive add": command("archive add FOLDER/archive FILE --quiet"),
}
COLUMNS = ("modules", "functions", "calls", "returns")


def walks() -> dict[str, Walk]:
    """Go all ways and return what each calls."""
    return {name: recorded(way) for name, way in WAYS.items()} | {"page, upload": upload()}


def walks_of(folder: Path) -> dict[str, Walk]:
    """Go all ways in another version, in a process of its own."""
    with environment_of(folder) as environment:
        done = subprocess.run(
            [sys.executable, __file__, "--json"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    if done.returncode:
        sys.exit(f"the ways of {folder} could not be gone")
    return {name: Walk(*walk) for name, walk in json.loads(done.stdout).items()}


def numbers(walk: Walk) -> tuple[int, int, int, int]:
    return (len(walk.modules), *walk[1:])


def changes(before: Walk, now: Walk) -> list[str]:
    """Return each number before and now."""
    pairs = zip(numbers(before), numbers(now), strict=True)
    return [f"{old:,} -> {new:,}" for old, new in pairs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--modules", action="store_true", help="name them too")
    parser.add_argument("--against", metavar="VERSION", help="a git reference or a checkout")
    parser.add_argument(
        "--write", action="store_true", help="write the table into docs/explanation/design.md"
    )
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    now = walks()
    if asked.json:
        print(json.dumps(now))
        return
    columns = ["way of one board", *COLUMNS]
    rows = [[name, *(f"{number:,}" for number in numbers(walk))] for name, walk in now.items()]
    if asked.against:
        with checkout(asked.against) as folder:
            before = walks_of(folder)
        rows = [
            [
                name,
                *(
                    f"{old} -> {new}"
                    for old, new in zip(numbers(before[name]), numbers(walk), strict=True)
                ),
            ]
            for name, walk in now.items()
        ]
        columns[0] += f", {asked.against} -> now"
    print(aligned(columns, rows), end="")
    if asked.modules:
        for name, walk in now.items():
            print(f"{name}:", *sorted(walk.modules), sep="\n    ")
    if asked.write:
        write_into(ROOT / "docs" / "explanation" / "design.md", "ways", markdown(columns, rows))


if __name__ == "__main__":
    main()
