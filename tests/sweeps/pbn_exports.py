"""Check what comes out of export: nothing but what the input's content deserves.

    python tests/sweeps/pbn_exports.py FOLDER...
    python tests/sweeps/pbn_exports.py --games COUNT [--seed N]

Reads every PBN file of the folders, whole, or so many generated and mutated files, exports each,
and prints what `check` has against the export that it has not against the file itself, unless the
loss report told of it (`undeserved` in `plugins/pbn/tests/pbn_games.py`). Exit code 1 if anything
is printed.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

GAMES = Path(__file__).parents[2] / "plugins" / "pbn" / "tests" / "pbn_games.py"


def load_games() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pbn_games", GAMES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def generated(games: ModuleType, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    for number in range(count):
        r = random.Random(f"{seed}-{number}")
        parts = [games.random_game(r, wild=number % 3 > 0) for _ in range(r.choice([1, 1, 2]))]
        text = "% PBN 2.1\n" + "\n\n".join(part.strip("\n") for part in parts) + "\n"
        if number % 3 == 2:
            text = games.mutate(r, text)
        yield f"game {seed}-{number}", text.encode("utf-8", "replace")


def files(folders: list[Path]) -> Iterator[tuple[str, bytes]]:
    for folder in folders:
        for path in sorted(folder.iterdir()):
            if path.is_file():
                yield path.name, path.read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--games", type=int, default=0, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    games = load_games()
    looked_at = faulty = 0
    for given in (files(chosen.folders), generated(games, chosen.games, chosen.seed)):
        for name, data in given:
            looked_at += 1
            found = games.undeserved(data)
            faulty += bool(found)
            for line in found:
                print(f"{name}: {line}")
    print(f"{looked_at} files, {faulty} with findings in their export that they do not deserve")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
