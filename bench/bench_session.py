"""The session's own milliseconds a board: journal, checks and the file, without the machine.

    python bench/bench_session.py [--boards 200] [--quick]

The same boards are dealt with the driver that answers at once, so all the time that passes is
the session's own: every entry on the disk before the next step, 52 cards checked one by one, the
DLM file replaced and flushed after each board. The budget is 20 ms a board.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import overtrick
from overtrick_dlm.bookkeeping import BOOKKEEPER
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    BoardOut,
    Capabilities,
    CardDropped,
    Done,
    Identity,
    Status,
)
from overtrick_duplimate_device.journal.journal import Header, Journal, new_salt
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.session.counters import FileCounters
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "plugins/duplimate_device/tests/data/dupsoft-32-boards.dlm"
BUDGET = 20.0


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
        from overtrick.model import Seat

        self.events = [
            CardDropped(job_id=job_id, position=n, pocket=Seat(seat), card=card)
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--quick", action="store_true", help="32 boards, and no limit is held")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.boards = 32
    folder = Path(tempfile.mkdtemp(prefix="bench-session-", dir="."))
    try:
        file = Path(shutil.copy(GOLDEN, folder / "evening.dlm"))
        deals = {board.number: board.deal for board in overtrick.read(file)}
        copies = -(-arguments.boards // len(deals))
        plan = Plan(boards=tuple(deals), copies=copies, order=Order.SET)
        keeper = FileCounters(file, BOOKKEEPER)
        header = Header(
            session="bench", path=str(file), format="dlm", device="", plan=plan,
            base=keeper.read(), salt=new_salt(), fingerprints={},
        )  # fmt: skip
        with Journal.create(folder, header) as journal:
            session = Session(plan, deals, journal.ledger())
            machine = AtOnce(deals)
            runner = Runner(session, journal, lambda: machine, keeper, Nobody())
            runner.begin()
            times, last, dealt = [], time.perf_counter(), 0
            busy = time.process_time()
            while not session.is_over:
                runner.step()
                if session.ledger.dealt != dealt:
                    dealt, now = session.ledger.dealt, time.perf_counter()
                    times.append((now - last) * 1000)
                    last = now
            busy = (time.process_time() - busy) * 1000 / len(times)
    finally:
        shutil.rmtree(folder)
    median, mean = statistics.median(times), statistics.mean(times)
    worst = sorted(times)[int(len(times) * 0.99)]
    print(f"{len(times)} boards: median {median:.1f} ms, mean {mean:.1f} ms, 99% {worst:.1f} ms")
    print(f"of that {busy:.1f} ms are the processor's; the rest is waiting for disk and others")
    print(f"budget {BUDGET:.0f} ms a board: {'kept' if median < BUDGET else 'NOT KEPT'}")
    return 0 if median < BUDGET or arguments.quick else 1


if __name__ == "__main__":
    sys.exit(main())
