"""Speed of the DUP reader: bytes to boards, both parts of every record compared card by card.

    python bench/bench_dup.py [--quick]

Prints boards a second of processor time in one process, the best of several runs: streamed from
one long file, and read whole, 99 boards at a time, as real files are. Beside them stands a plain
loop in the same run, which reads the card numbers one by one and makes the same deals, the sorted
hands left unread.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import overtrick
from overtrick import Card, Deal, Field, Hand
from overtrick_dup.cards import encode_bri, encode_dge

WANTED = {Field.NUMBER, Field.DEAL}


def make_file(boards: int) -> bytes:
    generator = random.Random(1)
    pack = list(range(52))
    records = []
    for _ in range(boards):
        generator.shuffle(pack)
        north, east, south, west = (sum(1 << card for card in pack[at::4]) for at in range(4))
        masks = north, east, south, west
        records.append(encode_bri(masks) + encode_dge(masks) + b"YN1  1 99 ")
    return b"".join(records)


def streamed(data: bytes) -> int:
    with overtrick.open_boards(data, format="dup", wants=WANTED) as boards:
        return sum(1 for _ in boards)


def streamed_all(data: bytes) -> int:
    with overtrick.open_boards(data, format="dup") as boards:
        return sum(1 for _ in boards)


def read_whole(data: bytes) -> int:
    size = 99 * 156
    return sum(
        len(overtrick.read(data[at : at + size], format="dup"))
        for at in range(0, len(data) - size + 1, size)
    )


def plain(data: bytes) -> int:
    deals = []
    for at in range(0, len(data), 156):
        hands = [
            Hand.of(
                Card(52 - int(data[place : place + 2])) for place in range(start, start + 26, 2)
            )
            for start in range(at, at + 78, 26)
        ]
        deals.append(Deal((*hands, Hand())).completed())
    return len(deals)


def rate(work: Callable[[bytes], int], data: bytes, runs: int) -> float:
    best = 0.0
    for _ in range(runs):
        started = time.process_time()
        boards = work(data)
        best = max(best, boards / (time.process_time() - started))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    quick = parser.parse_args().quick
    runs, boards = (3, 9_900) if quick else (7, 49_500)
    data = make_file(boards)
    base = rate(plain, data[: 156 * 4_950], 3)
    print(f"a plain loop, nothing checked: {base:,.0f} boards/s")
    for name, work in (
        ("streamed, number and deal wanted", streamed),
        ("streamed, everything wanted", streamed_all),
        ("files of 99 boards, read whole", read_whole),
    ):
        found = rate(work, data, runs)
        print(f"{name}: {found:,.0f} boards/s ({found / base:.1f} times the plain loop)")


if __name__ == "__main__":
    main()
