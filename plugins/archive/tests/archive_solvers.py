"""A solver that is made up: quick, always the same for a deal, and ill where a test wants it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from overtrick import DoubleDummyGrid, PluginManager
from overtrick.plugin import hookimpl


def numbers_of(masks):
    """The table of a deal: twenty numbers out of its cards."""
    number = hash(tuple(masks))  # of numbers alone, so the same in every process
    return [(number >> 3 * place) % 14 for place in range(20)]


def grid_of(numbers):
    return DoubleDummyGrid(tuple(tuple(numbers[at : at + 5]) for at in range(0, 20, 5)))


class Fake:
    """The folder `ARCHIVE_FAKE` says which deals it cannot bear, and is told what it was asked."""

    version = "1.2"

    def __init__(self):
        self.folder = Path(os.environ["ARCHIVE_FAKE"])
        self.ills = {}
        for path in self.folder.glob("*.ill"):
            for line in path.read_text().splitlines():
                self.ills[line] = path.stem

    def tables(self, deals):
        with (self.folder / "asked").open("a") as file:
            file.write("".join(f"{deal.to_text()}\n" for deal in deals))
        time.sleep(float(os.environ.get("ARCHIVE_FAKE_PAUSE", "0")) * len(deals))
        if any(self.ills.get(deal.to_text()) == "short" for deal in deals):
            return []
        return [self.table(deal) for deal in deals]

    def table(self, deal):
        ill = self.ills.get(deal.to_text())
        if ill == "dies":
            os._exit(3)
        if ill == "hangs":
            time.sleep(60)
        if ill == "raises":
            raise ValueError("nine hearts")
        return grid_of(numbers_of(deal.masks))


def open_fake():
    return Fake()


def open_broken():
    raise RuntimeError("the library is of another century")


class Solvers:
    """The plugin of the made-up solvers, and what they were asked."""

    def __init__(self, folder):
        self.folder = folder

    @hookimpl(optionalhook=True)
    def overtrick_solvers(self, api):
        from overtrick_dd import SolverSpec

        for name in ("fake", "broken"):
            yield SolverSpec(
                name=name, summary="Made up", solver=f"archive_solvers:open_{name}", largest=4
            )

    @property
    def asked(self):
        """The deals that were asked for, in order; the one that tells if it is the deals is not."""
        path = self.folder / "asked"
        lines = path.read_text().splitlines() if path.exists() else []
        return [line for line in lines if "AKQJT98765432" not in line]

    def make_ill(self, how, *deals):
        text = "".join(f"{deal.to_text()}\n" for deal in deals)
        (self.folder / f"{how}.ill").write_text(text)


def manager_of(folder):
    """Return plugins with the made-up solvers among them."""
    manager = PluginManager()
    manager.register(Solvers(folder), name="made-up")
    return manager
