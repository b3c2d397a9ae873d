"""What the plugin `good` does; imported only when it is needed."""

import os
import signal

from overtrick import Board, Deal, Location
from overtrick.plugin import Confidence


def read(source, ctx):
    for number, line in enumerate(ctx.text(source), 1):
        if line == "!die":
            os.kill(os.getpid(), signal.SIGKILL)
        yield Board(
            number=number, deal=Deal.parse(line), origin=Location(path=ctx.path, line=number)
        )


def write(boards, sink, ctx):
    for board in boards:
        sink.write(f"{board.deal}\n".encode())


def sniff(probe):
    return Confidence.LIKELY if probe.head.startswith(b"N:") else Confidence.NO


def command():
    """Not a click command."""
