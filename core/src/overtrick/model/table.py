"""The table: seats, sides and vulnerability, and how both follow from the board number."""

from __future__ import annotations

import enum
from typing import Final

from overtrick.findings.errors import ModelError


class Side(enum.IntEnum):
    """The two partnerships."""

    NORTH_SOUTH = 0
    EAST_WEST = 1

    @property
    def symbol(self) -> str:
        """NS or EW."""
        return ("NS", "EW")[self]

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side(1 - self)


class Seat(enum.IntEnum):
    """The four seats, clockwise from North.

    Example:
        >>> Seat.WEST.next, Seat.NORTH.partner, Seat.dealer_of(7)
        (<Seat.NORTH: 0>, <Seat.SOUTH: 2>, <Seat.SOUTH: 2>)
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def symbol(self) -> str:
        """The letter: N, E, S or W."""
        return "NESW"[self]

    @property
    def next(self) -> Seat:
        """The seat to the left: the next in turn."""
        return _SEATS[(self + 1) & 3]

    @property
    def previous(self) -> Seat:
        """The seat to the right."""
        return _SEATS[(self + 3) & 3]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _SEATS[(self + 2) & 3]

    @property
    def side(self) -> Side:
        """The partnership that the seat belongs to."""
        return _SIDES[self & 1]

    def after(self, steps: int) -> Seat:
        """Return the seat `steps` places clockwise (any integer)."""
        return _SEATS[(self + steps) & 3]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a seat letter, in either case.

        Raises:
            ModelError: the text is not one of N, E, S, W.
        """
        index = "NESWnesw".find(text) if len(text) == 1 else -1
        if index < 0:
            msg = f"not a seat: {text!r} (N, E, S or W)"
            raise ModelError(msg)
        return _SEATS[index & 3]

    @classmethod
    def dealer_of(cls, board_number: int) -> Seat:
        """Return the dealer of a duplicate board (1-based number): N, E, S, W in turn.

        Source: Laws of Duplicate Bridge 2017, Law 2.
        """
        return _SEATS[(board_number - 1) & 3]


_SEATS: Final = tuple(Seat)

_SIDES: Final = tuple(Side)


class Vulnerability(enum.Enum):
    """Which sides are vulnerable, each a bit: `NS in vulnerability` asks for one.

    Example:
        >>> Vulnerability.of_board(13).label, Vulnerability.NS in Vulnerability.BOTH
        ('All', True)
        >>> [vulnerability.label for vulnerability in Vulnerability]
        ['None', 'NS', 'EW', 'All']
    """

    # Not an `enum.Flag`, which goes through NS and EW alone.

    NONE = 0
    NS = 1
    EW = 2
    BOTH = 3

    def __contains__(self, sides: Vulnerability) -> bool:
        return self.value & sides.value == sides.value

    def __or__(self, sides: Vulnerability) -> Vulnerability:
        return Vulnerability(self.value | sides.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    @property
    def label(self) -> str:
        """The PBN word: None, NS, EW or All."""
        return ("None", "NS", "EW", "All")[self.value]

    def includes(self, who: Seat | Side) -> bool:
        """Return whether a seat or side is vulnerable."""
        side = who.side if isinstance(who, Seat) else who
        return bool(self.value >> side & 1)

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read a vulnerability: None, Love, -, NS, EW, All or Both, in either case.

        Raises:
            ModelError: the text is none of these.

        Source: PBN 2.1 §3.4.10 (Vulnerable).
        """
        try:
            return _VULNERABILITIES[text.lower()]
        except KeyError:
            msg = f"not a vulnerability: {text!r} (None, NS, EW or All)"
            raise ModelError(msg) from None

    @classmethod
    def of_board(cls, board_number: int) -> Vulnerability:
        """Return the vulnerability of a duplicate board (1-based number; cycle of 16).

        Source: Laws of Duplicate Bridge 2017, Law 2.
        """
        return _CYCLE[(board_number - 1) & 15]


_CYCLE: Final = tuple(
    Vulnerability(value) for value in (0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2)
)

_VULNERABILITIES: Final = {
    "none": Vulnerability.NONE,
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "ns": Vulnerability.NS,
    "ew": Vulnerability.EW,
    "all": Vulnerability.BOTH,
    "both": Vulnerability.BOTH,
}
