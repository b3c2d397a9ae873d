"""The scenarios by name."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from chaos.evening import Evening, Kind
from chaos.files import play_files, play_jobs
from chaos.games import play_games
from chaos.stage import Stage


@attrs.frozen
class Scenario:
    """What a run is.

    Attributes:
        summary: in one line.
        play: plays it on a stage.
    """

    summary: str
    play: Callable[[Stage], None]


def evening(summary: str, **facts: object) -> Scenario:
    """Return the scenario of an evening of a kind."""
    kind = Kind(**facts)
    return Scenario(summary, lambda stage: Evening(stage, kind).run())


SLIPS = ("--faults", "0.002", "--link-faults", "0.01", "--cuts", "0.0005")
BAD = ("--faults", "0.01", "--link-faults", "0.02", "--board-faults", "0.05", "--cuts", "0.002")
SCRIPTED = ("--script", "1@17:jam,1@30:hopper_empty,2@51:power_cut,3@0:board_missing,4@9:misread")

SCENARIOS: dict[str, Scenario] = {
    "kills": evening(
        "kill -9 of session and machine at random moments",
        during={"kill session": 4, "kill machine": 3, "kill at the last cards": 4},
        machine=(SLIPS,),
        has_counters=False,
    ),
    "signals": evening(
        "SIGTERM, SIGINT once and twice, SIGHUP, a closed lid, somebody typing",
        at_start={"plainly": 3, "operator": 1, "signal at a write": 3},
        during={"signal": 6, "freeze": 2, "type": 2, "nothing": 1},
        machine=((), SLIPS),
    ),
    "writes": evening(
        "kill -9 at the n-th write, flush or rename of the session",
        at_start={"kill at a write": 8, "plainly": 1},
        during={"nothing": 3, "kill machine": 1},
    ),
    "disk": evening(
        "writes, flushes, renames and opens of the session fail, for once or for good",
        at_start={"refused write": 8, "plainly": 1},
        during={"nothing": 3, "kill session": 1},
    ),
    "full-disk": evening(
        "a disk of a megabyte that is full now and then",
        during={"fill disk": 6, "kill session": 1},
        small_disk=True,
    ),
    "clock": evening(
        "clocks that are a day wrong or jump by a day, and another session used before",
        at_start={"wrong clock": 6, "plainly": 1},
        during={"kill session": 4, "nothing": 1, "signal": 1},
        decoy=True,
    ),
    "machine": evening(
        "jams, missing and doubled cards, wrong boards, cables pulled, power cut",
        during={"kill session": 1, "nothing": 4, "freeze": 1},
        machine=(BAD, SCRIPTED, (*SLIPS, *SCRIPTED)),
    ),
    "line": evening(
        "garbage, changed and lost bytes both ways, and strangers on the line",
        during={"stranger": 3, "nothing": 4, "kill machine": 1},
        line=0.02,
    ),
    "hosts": evening(
        "two sessions on one machine",
        during={"kill session": 2, "kill machine": 1, "nothing": 3, "signal": 1},
        hosts=(2,),
        one_machine=True,
        patience=5,
    ),
    "shared": evening(
        "two or three sessions, each on its machine, on one file",
        during={"kill session": 3, "kill machine": 1, "nothing": 2},
        at_start={"plainly": 3, "kill at a write": 1},
        between={"nothing": 3, "recount": 1},
        hosts=(2, 3),
        one_file=True,
    ),
    "meanwhile": evening(
        "other commands on the file and other programs' counts; a file changed, cut, gone, moved",
        during={"look": 4, "kill session": 2},
        between={"nothing": 1, "recount": 2, "other deals": 2, "move": 1},
    ),
    "pipe": evening(
        "boards from standard input, killed and interrupted",
        during={"kill session": 4, "signal": 2, "kill machine": 1},
        piped=True,
    ),
    "sealed": evening(
        "a sealed file, which other commands look at, copy, convert and edit meanwhile",
        at_start={"plainly": 3, "bad stream": 1},
        during={"look": 6, "edit": 2, "kill session": 2},
        is_sealed=True,
    ),
    "edits": evening(
        "somebody edits the file in place while it is dealt",
        during={"edit": 6, "kill session": 1},
    ),
    "journals": evening(
        "bytes of a journal changed, cut or gone, its files lost, between two runs",
        during={"kill session": 4, "kill machine": 1},
        between={"damage": 1},
    ),
    "streams": evening(
        "standard streams that are full, broken or closed",
        at_start={"bad stream": 5, "plainly": 1},
        during={"kill session": 2, "nothing": 3},
        machine=((), SLIPS),
    ),
    "files": Scenario(
        "convert, edit, merge and check --fix: writes that fail, kills, signals", play_files
    ),
    "jobs": Scenario(
        "commands by several processes: workers and the first one killed, Ctrl-C", play_jobs
    ),
    "games": Scenario("games of 32-card bridge, killed with -9", play_games),
    "mixed": evening(
        "all of it",
        at_start={
            "plainly": 3, "refused write": 2, "kill at a write": 2, "wrong clock": 2,
            "signal at a write": 1, "bad stream": 1, "operator": 1,
        },
        during={
            "kill session": 2, "kill machine": 2, "kill at the last cards": 2, "signal": 2,
            "freeze": 1, "stranger": 1, "look": 2, "type": 1, "nothing": 1,
        },
        between={"nothing": 5, "recount": 2, "other deals": 1, "damage": 1},
        machine=((), SLIPS, BAD),
        line=0.005,
        faults=(12, 24),
    ),
}  # fmt: skip
