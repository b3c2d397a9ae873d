"""Mutate DLM files and see that nothing but boards and typed errors comes out.

    python bench/fuzz_dlm.py [COUNT] [SEED]

Prints how many mutants were read clean, with findings, and refused; any other exception ends it.
"""

from __future__ import annotations

import collections
import random
import sys
from pathlib import Path

import overtrick

FOLDER = Path(__file__).resolve().parents[1] / "plugins" / "dlm" / "tests" / "data"


def mutate(data: bytes, generator: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(generator.choice((1, 1, 1, 2, 5, 20))):
        place = generator.randrange(len(changed) + 1) if changed else 0
        kind = generator.randrange(6)
        if kind == 0 and place < len(changed):
            changed[place] = generator.randrange(256)
        elif kind == 1 and place < len(changed):
            changed[place] = generator.choice(b"abcdefghijklmnop0123456789=\r\n ")
        elif kind == 2:
            del changed[place : place + generator.randrange(1, 60)]
        elif kind == 3:
            changed[place:place] = bytes(generator.randrange(256) for _ in range(5))
        elif kind == 4:
            lines = bytes(changed).splitlines(keepends=True)
            if lines:
                lines.insert(generator.randrange(len(lines)), generator.choice(lines))
            changed = bytearray(b"".join(lines))
        else:
            changed = changed[:place] if generator.random() < 0.1 else changed
    return bytes(changed)


def main(count: int, seed: int) -> None:
    generator = random.Random(seed)
    sources = [path.read_bytes() for path in sorted(FOLDER.glob("*.dlm"))]
    outcome: collections.Counter[str] = collections.Counter()
    for number in range(count):
        data = mutate(generator.choice(sources), generator)
        boards = overtrick.read(data, format="dlm", errors="collect")
        assert all(board.deal.is_complete for board in boards)
        codes = {item.code for item in boards.diagnostics}
        outcome["found" if codes else "clean"] += 1
        outcome.update(codes)
        try:
            overtrick.read(data, format="dlm")
        except overtrick.FormatError:
            outcome["refused"] += 1
        if number % 10_000 == 9_999:
            print(f"{number + 1:,} mutants", file=sys.stderr)
    for name in sorted(outcome):
        print(f"{name:8} {outcome[name]:8,}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 100_000,
        int(sys.argv[2]) if len(sys.argv) > 2 else 1,
    )
