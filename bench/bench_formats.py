"""Speed of the formats that are neither PBN, LIN nor DLM: boards a second, read and written.

    python bench/bench_formats.py [--files N] [--profile] [--quick] [FORMAT...]

The boards are dealt at random, each with its hands alone, as these formats have them (RBN, which is
only read: with an auction too), 99 of them in a file, read from memory and written to it. Prints
processor time, the best of several runs. `--profile` prints where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import pstats
import random
import time
from collections.abc import Callable
from functools import partial

import overtrick
from overtrick import Board, BoardSet, Deal

FORMATS = ("ber", "bhg", "bri", "csv", "dge", "dup", "hrf", "rbn", "rzd")
PER_FILE = 99  # a DUP file holds no more


def make_boards(count: int) -> BoardSet:
    generator = random.Random(1)
    pack = list(range(52))
    boards = []
    for number in range(1, count + 1):
        generator.shuffle(pack)
        north, east, south, west = (sum(1 << card for card in pack[at::4]) for at in range(4))
        deal = Deal.from_masks(north, east, south, west)
        boards.append(Board(number=number, deal=deal))
    return BoardSet(boards=tuple(boards))


def rbn_file(boards: BoardSet) -> bytes:
    """Return the boards as RBN, which nobody writes any more."""
    lines = []
    for board in boards:
        hands = board.deal.hands
        west, north, east = (hands[3].text, hands[0].text, hands[1].text)
        lines += (f"B {board.number}", f"H W:{west}:{north}:{east}:", "A NZ:1N2C:X2HP4H:XA",
                  "C 4HX:S", "R 9", "")  # fmt: skip
    return "\n".join(lines).encode()


def seconds(function: Callable[[], object]) -> float:
    begun = time.process_time()
    function()
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help="all of them by default")
    parser.add_argument("--files", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--quick", action="store_true", help="few boards, and each once")
    asked = parser.parse_args()
    files, rounds = (1, 1) if asked.quick else (asked.files, asked.rounds)
    boards = make_boards(PER_FILE)
    count = PER_FILE * files
    specs = {spec.name: spec for spec in overtrick.formats()}
    print(f"{'':5}{'read':>19}{'written':>21}")
    for name in asked.formats or FORMATS:
        data = rbn_file(boards)
        wrote = ""
        if specs[name].writer is not None:
            data = written(boards, name)
            wrote = rate(
                partial(repeated, files, written, boards, name), count, rounds, asked.profile
            )
        load = partial(overtrick.loads, data, format=name)
        assert len(load()) == PER_FILE, (name, load())
        read = rate(partial(repeated, files, load), count, rounds, asked.profile)
        print(f"{name:5}{read}{wrote}")


def written(boards: BoardSet, name: str) -> bytes:
    sink = io.BytesIO()
    overtrick.dump(boards, sink, format=name)
    return sink.getvalue()


def repeated(times: int, work: Callable[..., object], *arguments: object) -> None:
    for _ in range(times):
        work(*arguments)


def rate(work: Callable[[], object], count: int, rounds: int, is_profiled: bool) -> str:
    if is_profiled:
        profiler = cProfile.Profile()
        profiler.runcall(work)
        pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
    return f"{count / min(seconds(work) for _ in range(rounds)):12,.0f} boards/s"


if __name__ == "__main__":
    main()
