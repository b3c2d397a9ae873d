"""Speed of the DLM plugin: letters to hands, and a whole 99-board file to checked boards.

    python bench/bench_dlm.py [--quick]

The decoding figure is boards a second in one process; beside it stands a plain loop in the same
run, the way a reader is written without thought for speed. The file's figure is milliseconds.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import overtrick
from overtrick import Deal
from overtrick_dlm.letters import ALPHABET, decode_letters, encode_letters

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "club-evening.dlm"


def plain_decode(letters: bytes) -> tuple[int, int, int, int]:
    masks = [0, 0, 0, 0]
    for place, letter in enumerate(letters):
        value = letter - ALPHABET[0]
        masks[value >> 2] |= 1 << (51 - 2 * place)
        masks[value & 3] |= 1 << (50 - 2 * place)
    return tuple(masks)


def random_letters(count: int) -> list[bytes]:
    generator = random.Random(1)
    found = []
    for _ in range(count):
        cards = list(range(52))
        generator.shuffle(cards)
        masks = [sum(1 << card for card in cards[seat::4]) for seat in range(4)]
        found.append(encode_letters(Deal.from_masks(*masks)))
    return found


def best_seconds(function, repeat: int) -> float:
    best = float("inf")
    for _ in range(repeat):
        started = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - started)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    quick = parser.parse_args().quick
    letters = random_letters(2_000 if quick else 20_000)
    assert all(decode_letters(text) == plain_decode(text) for text in letters[:1000])
    ours = len(letters) / best_seconds(lambda: [decode_letters(text) for text in letters], 5)
    plain = len(letters) / best_seconds(lambda: [plain_decode(text) for text in letters], 5)
    print(
        f"decode     {ours:12,.0f} boards/s   plain loop {plain:10,.0f}   ratio {ours / plain:.1f}"
    )
    data = EXAMPLE.read_bytes()
    options = {"all_boards": True}
    assert len(overtrick.read(data, options=options)) == 99
    seconds = best_seconds(lambda: overtrick.read(data, options=options), 20 if quick else 200)
    print(f"99 boards  {seconds * 1000:12.2f} ms, read, checked and turned into boards")


if __name__ == "__main__":
    main()
