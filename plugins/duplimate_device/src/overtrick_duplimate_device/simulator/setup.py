"""The setup of a simulated machine from options, for the driver and the `simulate` command."""

from __future__ import annotations

import secrets

import attrs

from overtrick_duplimate_device.interface.driver import Capabilities, Mode
from overtrick_duplimate_device.protocol.frames import WINDOW
from overtrick_duplimate_device.simulator.attendant import Attendant
from overtrick_duplimate_device.simulator.machine import STAGE_SECONDS, Machine
from overtrick_duplimate_device.simulator.troubles import TroublePlan, parse_script


@attrs.frozen(kw_only=True)
class MachineSettings:
    """The settings of a simulated machine.

    Attributes:
        seed: the same seed gives the same decks and faults.
        speed: 1 for a real machine's pace, 0 for as fast as it can.
        fault_rate: chance of a fault at each card, 0 to 1.
        link_rate: chance of garbage, delay or disorder at each message, 0 to 1.
        board_rate: chance that a wrong board, or none, is put in, 0 to 1.
        cut_rate: chance at each card that cable or power go, 0 to 1.
        script: faults at given cards (see `parse_script`).
        numbers: the boards at hand by number; empty for boards without a readable number.
        is_manual: whether the machine is unattended.
        fixes: whether the attendant also fixes faults; otherwise they wait for a command.
        outage: seconds for which the machine cannot be reached after its cable or power went; only
            where it is driven in the same process.
    """

    seed: int = 0
    speed: float = 1.0
    fault_rate: float = 0.0
    link_rate: float = 0.0
    board_rate: float = 0.0
    cut_rate: float = 0.0
    script: str = ""
    numbers: tuple[int, ...] = ()
    is_manual: bool = False
    fixes: bool = True
    outage: float = 0.0


def make_machine(
    settings: MachineSettings, *, window: int = WINDOW, boot_name: str | None = None
) -> tuple[Machine, Attendant]:
    """Return a machine and its attendant.

    Raises:
        OptionError: the script cannot be read.
    """
    seconds = sum(STAGE_SECONDS.values())
    machine = Machine(
        TroublePlan(
            seed=settings.seed,
            card_rate=settings.fault_rate,
            link_rate=settings.link_rate,
            board_rate=settings.board_rate,
            cut_rate=settings.cut_rate,
            script=parse_script(settings.script),
        ),
        capabilities=Capabilities(
            modes=frozenset(Mode),
            reads_cards=True,
            detects_board=True,
            reads_board_numbers=bool(settings.numbers),
            stop_card=True,
            reports=True,
            confirms=True,
            window=window,
            speed=round(1 / seconds, 1),
        ),
        boot_name=boot_name or secrets.token_hex(4),
    )
    return machine, Attendant(machine, numbers=settings.numbers, fixes=settings.fixes)
