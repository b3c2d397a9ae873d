"""Hold what `check` finds against what another checkout finds: all of it, in the same order.

    python tests/sweeps/same_findings.py OTHER FOLDER... [--mutants 1] [--games 500]
        [--seed 0] [--quick] [--read]

Every PBN file of the folders is checked, with some mutants of it, and so many games that are made
and mutated (`plugins/pbn/tests/pbn_games.py`), each also as a file that says `% EXPORT`. Both
checkouts look at the same bytes; each finding is compared whole: code, severity, message, place and
its end, clause, hint, part and fix. Exit code 1 if anything differs.

`--read` compares what `read` gives in place of `check`: its findings, and every board with place
and text. Each input stands there three times in a row, so that what the reader learns of the
first games serves for others.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from overtrick import Board
from overtrick.tools.board_json import board_to_dict
from sweeps.pbn_exports import GAMES, load_games

HERE = Path(__file__).resolve().parents[2]
_SHOWN = 5
_LARGEST = 200_000  # of larger files no mutants are made


def cases(given: argparse.Namespace) -> Iterator[tuple[str, bytes]]:
    """Yield the inputs: names and bytes, the same ones each time."""
    games = load_games()
    for folder in given.folders:
        for path in sorted(Path(folder).rglob("*.pbn")):
            data = path.read_bytes()
            yield str(path), data
            text = data.decode("latin-1")
            for number in range(given.mutants if len(data) < _LARGEST else 0):
                r = random.Random(f"{given.seed}-{path.name}-{number}")
                yield f"{path}, mutant {number}", games.mutate(r, text).encode("latin-1", "replace")
            if given.mutants and b"% EXPORT" not in data and len(data) < _LARGEST:
                yield f"{path} as export", b"% PBN 2.1\r\n% EXPORT\r\n" + data
    for number in range(given.games):
        r = random.Random(f"{given.seed}-{number}")
        parts = [games.random_game(r, wild=number % 3 > 0) for _ in range(r.choice([1, 2, 5]))]
        head = ("% PBN 2.1\n", "% PBN 2.1\n% EXPORT\n", "")[number % 3]
        text = head + "\n\n".join(part.strip("\n") for part in parts) + "\n"
        if number % 4 == 3:
            text = games.mutate(r, text)
        if number % 5 == 4:
            text = text.replace("\n", "\r\n")
        yield f"made {number}", text.encode()


def dump(given: argparse.Namespace) -> None:
    """Print the findings of each input as one line of JSON."""
    import overtrick
    from overtrick.findings.errors import OvertrickError

    for name, data in cases(given):
        end = ""
        found: list[object] = []
        boards: list[object] = []
        source = io.BytesIO(b"\n\n".join([data] * 3) if given.read else data)
        try:
            with overtrick.open_boards(
                source, format="pbn", path="x.pbn", check=not given.read, errors="collect"
            ) as reader:
                try:
                    for board in reader:
                        boards.append(known_of(board) if given.read else None)
                except OvertrickError as error:
                    end = str(error)
                found = [[item.to_dict(), item.part] for item in reader.diagnostics]
        except OvertrickError as error:
            end = str(error)
        print(json.dumps([name, len(boards), end, found + boards if given.read else found]))


def known_of(board: Board) -> list[object]:
    """Return all that a board says, and all that is known of where it comes from."""
    source = board.source
    return [
        board_to_dict(board),
        [*board.extras.items()],
        repr(board.missing),
        repr(board.origin),
        None if source is None else [source.text, source.context],
        board.is_as_read,
    ]


def run(checkout: Path, given: argparse.Namespace) -> subprocess.Popen[str]:
    """Start this script with the sources of a checkout."""
    sources = [checkout / "core" / "src", *sorted(checkout.glob("plugins/*/src"))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sources))}
    folders = [str(Path(folder).resolve()) for folder in given.folders]
    numbers = [f"--mutants={given.mutants}", f"--games={given.games}", f"--seed={given.seed}"]
    return subprocess.Popen(
        [sys.executable, __file__, str(checkout), *folders, *numbers, "--dump"]
        + ["--read"] * given.read,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def tell(one: list[object], other: list[object]) -> None:
    """Print in what the findings of one input differ."""
    print(f"{one[0]}: boards {other[1]} and {one[1]}, ends {other[2]!r} and {one[2]!r}")
    shown = 0
    for before, now in itertools.zip_longest(list(other[3]), list(one[3])):
        if before != now:
            print("  before:", json.dumps(before))
            print("  now:   ", json.dumps(now))
            shown += 1
            if shown == _SHOWN:
                break


def main() -> None:
    """Run both checkouts and compare them, input by input."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("folders", nargs="*", default=[str(GAMES.parents[1])])
    parser.add_argument("--mutants", type=int, default=1)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--quick", action="store_true", help="50 games that are made, no files")
    parser.add_argument("--read", action="store_true", help="compare boards and findings of read")
    parser.add_argument("--dump", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.quick:
        given.folders, given.games = [], 50
    if given.dump:
        dump(given)
        return
    before, now = run(given.other.resolve(), given), run(HERE, given)
    count = different = findings = 0
    for one, other in itertools.zip_longest(now.stdout or (), before.stdout or ()):
        count += 1
        findings += len(json.loads(one)[3]) if one else 0
        if one != other:
            different += 1
            if different <= 10 * _SHOWN:
                tell(json.loads(one or '["", 0, "", []]'), json.loads(other or '["", 0, "", []]'))
    failed = before.wait() or now.wait()
    print(f"{count} inputs, {findings} findings: {different} inputs differ")
    sys.exit(1 if different or failed or not count else 0)


if __name__ == "__main__":
    main()
