"""The solving process: it reads questions as JSON from its input and answers in turn.

It is started as `python -m overtrick_dd.worker MODULE:ATTRIBUTE`. What a solver prints, or the
library below it, goes to standard error, for the answers alone may come out.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from overtrick import CARDS, Deal, Seat, Strain
from overtrick.plugin import one_line, resolve

if TYPE_CHECKING:
    from overtrick_dd.solver import Solver

# The caller gives up first; this is for an abandoned worker.
_GRACE: Final = 30.0


def answer(solver: Solver, question: dict[str, Any]) -> object:
    """Return the answer to a question, as JSON values.

    Args:
        solver: who knows.
        question: `do`, which is `tables`, `leads` or `plays`, and what it is about.
    """
    if question["do"] == "tables":
        grids = solver.tables([Deal.parse(text) for text in question["deals"]])
        return [[count for row in grid.tricks for count in row] for grid in grids]
    deal = Deal.parse(question["deal"])
    strain, declarer = Strain(question["strain"]), Seat(question["declarer"])
    if question["do"] == "leads":
        found = solver.leads(deal, strain, declarer)
        return [[card.index, tricks] for card, tricks in found.items()]
    cards = [CARDS[index] for index in question["cards"]]
    return list(solver.plays(deal, strain, declarer, cards))


def serve(reference: str, questions: BinaryIO, answers: BinaryIO) -> None:
    """Load the solver of a reference and answer questions until the input ends."""

    def send(message: dict[str, object]) -> None:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()

    try:
        solver: Solver = resolve(reference)()
    except BaseException as error:  # noqa: BLE001  # the caller gets every failure
        send({"error": one_line(error, named=not isinstance(error, Exception)) or one_line(error)})
        return
    version = getattr(solver, "version", None)
    send({"ready": True, "version": version if isinstance(version, str) else None})
    for line in questions:
        question = json.loads(line)
        faulthandler.dump_traceback_later(question["timeout"] + _GRACE, exit=True)
        try:
            found = answer(solver, question)
        except BaseException as error:  # noqa: BLE001  # likewise
            send({"error": one_line(error)})
        else:
            send({"found": found})
        finally:
            faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Serve the solver on the command line; Ctrl-C is handled by the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.argv[1], sys.stdin.buffer, answers)
    # Some builds of DDS crash when they are unloaded.
    os._exit(0)


if __name__ == "__main__":
    main()
