"""The dealing session's own milliseconds a board: journal, checks and the file.

The same boards are dealt by a driver that answers at once, so all the time that passes is the
session's own: every entry on the disk before the next step, 52 cards checked one by one, the DLM
file replaced and flushed after each board.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import overtrick
from bench.measuring import ROOT, Given, Row
from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device import (
    BoardIn,
    BoardOut,
    Capabilities,
    CardDropped,
    Done,
    FileCounters,
    Header,
    Identity,
    Journal,
    Order,
    Plan,
    Runner,
    Session,
    Status,
)
from overtrick_duplimate_device.journal.journal import new_salt

GOLDEN = ROOT / "plugins/duplimate_device/tests/data/dupsoft-32-boards.dlm"


class AtOnce:
    """A machine that takes no time; its cards are made before the clock starts."""

    capabilities = Capabilities(window=4)

    def __init__(self, deals):
        self.cards = {
            number: [(seat, card) for seat, hand in enumerate(deal) for card in hand]
            for number, deal in deals.items()
        }
        self.deals = deals
        self.events = []

    def identify(self):
        return Identity(model="at once", boot="1")

    def status(self):
        return Status(board_in=True, is_fresh=True)

    def load(self, job):
        self.job = job

    def start(self, job_id):
        self.events = [
            CardDropped(job_id=job_id, position=n, pocket=overtrick.Seat(seat), card=card)
            for n, (seat, card) in enumerate(self.cards[self.job.board], 1)
        ]
        self.events += [Done(job_id=job_id), BoardOut(), BoardIn()]
        self.events.reverse()

    def next_event(self, timeout):
        return self.events.pop() if self.events else None

    def close(self):
        pass


class Nobody:
    def show(self, notice):
        pass

    def refresh(self, session):
        pass


def dealt(folder: Path, boards: int) -> tuple[list[float], float]:
    """Return the milliseconds of each board by the clock, and those of the processor for one."""
    file = Path(shutil.copy(GOLDEN, folder / "evening.dlm"))
    deals = {board.number: board.deal for board in overtrick.read(file)}
    plan = Plan(boards=tuple(deals), copies=-(-boards // len(deals)), order=Order.SET)
    keeper = FileCounters(file, BOOKKEEPER)
    header = Header(
        session="bench", path=str(file), format="dlm", device="", plan=plan,
        base=keeper.read(), salt=new_salt(), fingerprints={},
    )  # fmt: skip
    times, count = [], 0
    with Journal.create(folder, header) as journal:
        session = Session(plan, deals, journal.ledger())
        machine = AtOnce(deals)
        runner = Runner(session, journal, lambda: machine, keeper, Nobody())
        runner.begin()
        last, busy = time.perf_counter(), time.process_time()
        while not session.is_over:
            runner.step()
            if session.ledger.dealt != count:
                count, now = session.ledger.dealt, time.perf_counter()
                times.append((now - last) * 1000)
                last = now
    return times, (time.process_time() - busy) * 1000 / len(times)


def rows(given: Given) -> Iterator[Row]:
    """Deal the boards of a file, again and again."""
    # Beside the checkout, since a folder for temporary files may be in memory.
    folder = Path(tempfile.mkdtemp(prefix="bench-session-", dir=ROOT))
    try:
        times, busy = dealt(folder, given.size(200, 32))
    finally:
        shutil.rmtree(folder)
    yield Row("a board, median", statistics.median(times), "ms", floor=20)
    yield Row("a board, 99th percentile", sorted(times)[int(len(times) * 0.99)], "ms")
    yield Row("a board, processor", busy, "ms")
