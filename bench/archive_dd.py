"""Double dummy for archives: deals a second, and whether the easy deals come first.

Random deals are added to an archive and solved by `overtrick archive dd`, by the clock; the
archives of one process and of two must be equal. Then other deals are solved one by one in the
order in which `dd` takes them: the smaller the share of the time that the first half takes, the
better that order.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import overtrick
import overtrick_archive
from bench.archive import tree
from bench.measuring import Given, Row, overtrick_command, run


def random_deals(count: int, seed: int) -> Iterator[overtrick.Deal]:
    chance, cards = random.Random(seed), list(range(52))
    for _ in range(count):
        chance.shuffle(cards)
        masks = [sum(1 << card for card in cards[at : at + 13]) for at in range(0, 52, 13)]
        yield overtrick.Deal.from_masks(*masks)


def share_of_first_half(count: int) -> float:
    """Return which share of the time the deals take that come first."""
    from overtrick_archive.solving import expected_costs
    from overtrick_dd import solve

    deals = list(random_deals(count, 2))
    hands = np.array([deal.masks for deal in deals], dtype="uint64")
    list(solve(deals[:1], use_cache=False))  # the solver starts before the first is timed
    seconds = []
    for at in np.argsort(expected_costs(hands), kind="stable"):
        begun = time.perf_counter()
        list(solve([deals[at]], use_cache=False))
        seconds.append(time.perf_counter() - begun)
    return 100 * sum(seconds[: count // 2]) / (sum(seconds) or 1)


def rows(given: Given) -> Iterator[Row]:
    """Measure one process and two, then the order."""
    count = given.size(200, 4)
    boards = [
        overtrick.Board(number=number, deal=deal)
        for number, deal in enumerate(random_deals(count, 1), 1)
    ]
    with tempfile.TemporaryDirectory() as name:
        file, made = Path(name) / "deals.pbn", []
        overtrick.write(overtrick.BoardSet(boards=tuple(boards)), file)
        for jobs in (1, 2):
            archive = Path(name) / f"by-{jobs}"
            overtrick_archive.add(archive, [file])
            words = ("archive", "dd", str(archive), "--jobs", str(jobs), "--quiet")
            done = run(overtrick_command(*words), OVERTRICK_CACHE=f"{name}/cache-{jobs}")
            made.append(tree(archive / "solved"))
            what = "one process" if jobs == 1 else "two processes"
            yield Row(f"archive dd, {what}", count / done.clock, "deals/s")
        if made[0] != made[1]:
            raise SystemExit("the archives of one process and of two differ")
    yield Row("time of the first half of the deals", share_of_first_half(given.size(240, 4)), "%")
