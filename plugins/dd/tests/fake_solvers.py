"""Solvers that are quick, slow, or fail on purpose; the folder `DD_FAKE` tells them what to do.

Their tables are made up, but always the same for a deal.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

from overtrick import Deal, DoubleDummyGrid, Seat


def random_deals(count, seed=1):
    chosen = random.Random(seed)
    deals = []
    for _ in range(count):
        cards = list(range(52))
        chosen.shuffle(cards)
        masks = (sum(1 << card for card in cards[place : place + 13]) for place in (0, 13, 26, 39))
        deals.append(Deal.from_masks(*masks))
    return deals


def made_up(deal):
    """The table of a deal: twenty numbers out of its cards."""
    number = hash(deal.masks)  # of numbers alone, so the same in every process
    return DoubleDummyGrid(
        tuple(
            tuple((number >> 3 * (5 * row + place)) % 14 for place in range(5)) for row in range(4)
        )
    )


class Fake:
    def __init__(self):
        self.folder = Path(os.environ["DD_FAKE"])
        self.started = time.time()
        with (self.folder / "starts").open("a") as file:
            file.write(f"{os.getpid()}\n")
        self.ills = {}
        for path in self.folder.glob("*.ill"):
            for line in path.read_text().splitlines():
                self.ills[line] = path.stem

    def tables(self, deals):
        sys.stdout.write("a library that talks\n")
        Path("dump.txt").write_text("and leaves things where it runs\n")
        with (self.folder / "calls").open("a") as file:
            file.write(f"{len(deals)}\n")
        if sum(map(int, (self.folder / "calls").read_text().split())) > 24:
            while (self.folder / "gate").exists():
                time.sleep(0.01)
        found = []
        for deal in deals:
            time.sleep(float(os.environ.get("DD_FAKE_PAUSE", "0")))
            self.suffer(deal)
            found.append(made_up(deal))
        return found

    def suffer(self, deal):
        ill = self.ills.get(deal.to_text())
        if ill == "dies":
            sys.stderr.write("free(): invalid size\n")
            sys.stderr.flush()
            os._exit(3)
        if ill == "hangs":
            time.sleep(60)
        if ill == "raises":
            raise ValueError("nine hearts")

    def leads(self, deal, strain, declarer):
        self.suffer(deal)
        return {card: (card.index + strain) % 14 for card in deal[declarer.next]}

    def plays(self, deal, strain, declarer, cards):
        self.suffer(deal)
        return [7] * (len(cards) + 1)


class Short(Fake):
    def tables(self, deals):
        return super().tables(deals)[1:]

    def plays(self, deal, strain, declarer, cards):
        return [7]


class Wild(Fake):
    def tables(self, deals):
        return [_WildTable((14, 300, -1)[deal[Seat.NORTH].mask % 3]) for deal in deals]


class _WildTable:
    """A table of numbers that are none of tricks, as only a faulty library can give them."""

    def __init__(self, number):
        self.tricks = ((number, 7, 7, 7, 7),) * 4


def open_wild():
    return Wild()


def open_fake():
    return Fake()


def open_short():
    return Short()


def open_broken():
    raise RuntimeError("the library is of another century")


def open_mute():
    os._exit(7)


def absent():
    return "it is on holiday: pip install presence"
