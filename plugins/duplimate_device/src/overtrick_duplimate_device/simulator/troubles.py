"""The faults of a simulated machine and their times: from a seed or from a script."""

from __future__ import annotations

import enum
import random
import re
from typing import Final

import attrs

from overtrick import OptionError


class SimulatedFault(enum.StrEnum):
    """The faults that the simulator supports."""

    HOPPER_EMPTY = "hopper_empty"
    EXTRA_CARD = "extra_card"
    UNREADABLE = "unreadable"
    MISREAD = "misread"
    DUPLICATE = "duplicate"
    FOREIGN_CARD = "foreign_card"
    DOUBLE_FEED = "double_feed"
    UNSEEN_DOUBLE_FEED = "unseen_double_feed"
    JAM = "jam"
    POCKET_FULL = "pocket_full"
    BOARD_MISSING = "board_missing"
    BOARD_PULLED = "board_pulled"
    WRONG_POCKET = "wrong_pocket"
    WRONG_BOARD = "wrong_board"
    CABLE_PULLED = "cable_pulled"
    POWER_CUT = "power_cut"
    TAKEN = "taken"
    GARBAGE = "garbage"
    LATE = "late"
    TWICE = "twice"
    OUT_OF_ORDER = "out_of_order"


CARD_TROUBLES: Final = (
    SimulatedFault.HOPPER_EMPTY,
    SimulatedFault.EXTRA_CARD,
    SimulatedFault.UNREADABLE,
    SimulatedFault.MISREAD,
    SimulatedFault.DUPLICATE,
    SimulatedFault.FOREIGN_CARD,
    SimulatedFault.DOUBLE_FEED,
    SimulatedFault.UNSEEN_DOUBLE_FEED,
    SimulatedFault.JAM,
    SimulatedFault.POCKET_FULL,
    SimulatedFault.BOARD_PULLED,
)
"""Troubles that happen at a card, by chance or by script."""

SCRIPTED_TROUBLES: Final = (
    SimulatedFault.BOARD_MISSING,
    SimulatedFault.TAKEN,
    SimulatedFault.WRONG_POCKET,
)
"""The faults reserved for scripts: at random they would hide the effects of others."""

LINK_TROUBLES: Final = (
    SimulatedFault.GARBAGE,
    SimulatedFault.LATE,
    SimulatedFault.TWICE,
    SimulatedFault.OUT_OF_ORDER,
)
"""Troubles that happen to a message on the line."""

CUT_TROUBLES: Final = (SimulatedFault.CABLE_PULLED, SimulatedFault.POWER_CUT)
"""Troubles that end the connection; they happen at a card, too."""

RIVAL: Final = "rival"
"""The name of the host that takes over the machine by script; it falls silent at once."""

_SCRIPT_ENTRY: Final = re.compile(r"(\d+)(?:@(\d+))?:([a-z_]+)")


@attrs.define
class TroublePlan:
    """A schedule of faults: random, scripted, or none.

    Attributes:
        seed: the same seed gives the same troubles.
        card_rate: chance of a trouble at each card, 0 to 1.
        link_rate: chance of a trouble at each message sent, 0 to 1.
        board_rate: chance that the wrong board, or none, is put in.
        cut_rate: chance at each card that the cable or the power goes.
        script: what happens at which job and card, besides; jobs count from 1 in the order in
            which the machine starts them, cards are those dropped before, 0 to 51.
    """

    seed: int = 0
    card_rate: float = 0.0
    link_rate: float = 0.0
    board_rate: float = 0.0
    cut_rate: float = 0.0
    script: dict[tuple[int, int], SimulatedFault] = attrs.field(factory=dict)
    _random: random.Random = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311  # troubles, not secrets

    def _chance(self, rate: float) -> bool:
        return rate > 0 and self._random.random() < rate

    def at_card(self, ordinal: int, dropped: int) -> SimulatedFault | None:
        """Return the fault at a card of the job of that ordinal, or `None`."""
        scripted = self.script.get((ordinal, dropped))
        if scripted is not None:
            del self.script[ordinal, dropped]
            return scripted
        if self._chance(self.cut_rate):
            return self._random.choice(CUT_TROUBLES)
        return self._random.choice(CARD_TROUBLES) if self._chance(self.card_rate) else None

    def at_board(self) -> SimulatedFault | None:
        """Return the fault of the next inserted board, or `None`."""
        return SimulatedFault.WRONG_BOARD if self._chance(self.board_rate) else None

    def at_start(self) -> SimulatedFault | None:
        """Return the fault at the start of a job, or `None`."""
        return SimulatedFault.BOARD_MISSING if self._chance(self.board_rate) else None

    def at_message(self) -> SimulatedFault | None:
        """Return the fault of a message, or `None`."""
        return self._random.choice(LINK_TROUBLES) if self._chance(self.link_rate) else None

    def noise(self) -> bytes:
        """Return random garbage."""
        return self._random.randbytes(self._random.randrange(1, 40))


def parse_script(text: str) -> dict[tuple[int, int], SimulatedFault]:
    """Parse a script: `JOB@CARD:TROUBLE`, separated by commas or white space.

    Raises:
        OptionError: an entry is not of this form, or its trouble is not one for a card.

    Example:
        >>> parse_script("1@17:jam, 3:misread")
        {(1, 17): <SimulatedFault.JAM: 'jam'>, (3, 0): <SimulatedFault.MISREAD: 'misread'>}
    """
    script: dict[tuple[int, int], SimulatedFault] = {}
    for word in text.replace(",", " ").split():
        match = _SCRIPT_ENTRY.fullmatch(word)
        known = (*CARD_TROUBLES, *CUT_TROUBLES, *SCRIPTED_TROUBLES)
        allowed = {trouble.value: trouble for trouble in known}
        if match is None or match[3] not in allowed or int(match[2] or 0) > 51:
            names = ", ".join(sorted(allowed))
            msg = f"not a fault: {word!r}; write JOB@CARD:FAULT with card 0 to 51, one of {names}"
            raise OptionError(msg)
        script[int(match[1]), int(match[2] or 0)] = allowed[match[3]]
    return script
