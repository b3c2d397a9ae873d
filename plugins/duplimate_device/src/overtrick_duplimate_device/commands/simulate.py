"""`simulate`: a machine with the line protocol."""

from __future__ import annotations

import contextlib
import functools
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import click

from overtrick_duplimate_device.commands.options import DONE
from overtrick_duplimate_device.interface.boards import parse_boards
from overtrick_duplimate_device.simulator.attendant import Attendant
from overtrick_duplimate_device.simulator.ground_truth import EventLog
from overtrick_duplimate_device.simulator.physics import PhysicalBoard
from overtrick_duplimate_device.simulator.server import Port, PtyPort, Server, SocketPort
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.station import Station

_HANDS = "in [NUMBER] · out · deck (fill the hopper) · key (fault fixed) · quit"

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _rate_option(flag: str, what: str) -> Callable[[_Command], _Command]:
    return click.option(
        flag,
        type=click.FloatRange(0, 1),
        default=0.0,
        show_default=True,
        metavar="PROBABILITY",
        help=f"Set the probability of {what}.",
    )


def _address(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[str, int] | None:
    """Read a `HOST:PORT` address."""
    if value is None:
        return None
    host, colon, port = value.rpartition(":")
    if colon and port.isascii() and port.isdigit() and int(port[:6]) < 65536:
        return host.strip("[]") or "127.0.0.1", int(port)
    msg = f"{value!r} is not HOST:PORT"
    raise click.BadParameter(msg)


@click.command()
@click.option(
    "--listen",
    metavar="HOST:PORT",
    callback=_address,
    help="Listen on a TCP address; port 0 chooses a free port.",
)
@click.option(
    "--pty", "is_pty", is_flag=True, help="Listen on a pseudo-terminal and print its name."
)
@click.option(
    "--speed",
    type=click.FloatRange(0, 1000),
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Set the speed: 1 for a real machine's, 0 for as fast as possible.",
)
@click.option(
    "--seed",
    type=int,
    metavar="SEED",
    default=0,
    show_default=True,
    help="Use the same decks and faults for the same integer.",
)
@_rate_option("--faults", "a fault, per card")
@_rate_option("--link-faults", "a garbled, late or misplaced message, per message")
@_rate_option("--board-faults", "a wrong or missing board, per board")
@_rate_option("--cuts", "a lost cable or power, per card")
@click.option(
    "--script",
    default="",
    metavar="JOB@CARD:FAULT,...",
    help="Cause faults at given cards, such as 1@17:jam.",
)
@click.option(
    "--boards",
    metavar="NUMBERS",
    help="Use boards with numbers that the machine can read, such as 1-32.",
)
@click.option("--manual", is_flag=True, help=f"Tend the machine yourself; type: {_HANDS}.")
@click.option(
    "--witness",
    type=click.Path(dir_okay=False, path_type=Path),
    hidden=True,
    help="Write the ground truth, with all cards, to a file (for tests).",
)
def simulate(
    *,
    listen: tuple[str, int] | None,
    is_pty: bool,
    speed: float,
    seed: int,
    faults: float,
    link_faults: float,
    board_faults: float,
    cuts: float,
    script: str,
    boards: str | None,
    manual: bool,
    witness: Path | None,
) -> int:
    """Run a simulated dealing machine until Ctrl-C.

    It prints its address; give this address to `overtrick duplimate deal --device`. Without
    --manual, it inserts and removes boards, fills the hopper and fixes faults by itself.
    """
    if (listen is None) is not is_pty:
        msg = "give either --listen HOST:PORT or --pty"
        raise click.UsageError(msg)
    settings = MachineSettings(
        seed=seed,
        speed=speed,
        fault_rate=faults,
        link_rate=link_faults,
        board_rate=board_faults,
        cut_rate=cuts,
        script=script,
        numbers=parse_boards(boards, range(1, 10_000)) if boards else (),
        is_manual=manual,
    )
    machine, attendant = make_machine(settings)
    attendant.is_away = manual
    port: Port
    if listen is not None:
        port = SocketPort(*listen)
        address = f"socket://{port.address}"
    else:
        port = PtyPort()
        address = port.address
    server = Server(Station(machine, attendant, speed=speed), port)
    with contextlib.ExitStack() as stack:
        if witness is not None:
            machine.witness = stack.enter_context(EventLog.open(witness))
        click.echo(f"A simulated machine waits at {address}")
        sys.stdout.flush()
        if manual:
            click.echo(f"Type: {_HANDS}")
            threading.Thread(target=_hands, args=(attendant, server), daemon=True).start()
        _serve(server)
    return DONE


def _serve(server: Server) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        server.stop()

    before = {name: signal.signal(name, stop) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run()
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _hands(attendant: Attendant, server: Server) -> None:
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "in":
            number = int(rest) if rest.isascii() and rest.isdigit() else None
            board = PhysicalBoard(number=number)
            server.soon(functools.partial(attendant.machine.insert_board, board))
        elif word == "out":
            server.soon(lambda: attendant.put_away(attendant.machine.take_board()))
        elif word == "deck":
            server.soon(attendant.bring_deck)
        elif word == "key":
            server.soon(attendant.machine.press_key)
        elif word == "quit":
            server.stop()
        else:
            click.echo(f"Type: {_HANDS}")
