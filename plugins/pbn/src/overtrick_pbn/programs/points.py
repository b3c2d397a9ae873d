"""High-card points as a tag states them, and what is known of `HCP`.

No published source describes the tag `HCP`, and no file of the corpus has it. A value that names
each seat speaks for itself; four bare numbers do not say whose they are, and are refused.
"""

from __future__ import annotations

import re
from typing import Final

from overtrick import Board, ModelError, Seat
from overtrick_pbn.programs.values import stated
from overtrick_pbn.standard import lexis

_POINTS: Final = re.compile(rf"({lexis.PROGRAM_SEAT}):?([0-9]{{1,2}})", re.ASCII)
MOST: Final = 37
"""The most high-card points that thirteen cards have."""


def parse_points(text: str) -> dict[Seat, int]:
    """Read a value of `HCP` that names the seats.

    Args:
        text: seats with their points, `N:12 E:8 S:10 W:10`; the colon may be left out, and
            commas may stand between two. Not every seat need be there.

    Returns:
        The points by seat, 0 to 37 each, in the order of the text.

    Raises:
        ModelError: a number without a seat, a seat that stands twice, more points than a hand
            can have, or more than 40 in all.

    Example:
        >>> parse_points("N:12 E:8")
        {<Seat.NORTH: 0>: 12, <Seat.EAST: 1>: 8}
    """
    points: dict[Seat, int] = {}
    for word in text.replace(",", " ").split():
        match = _POINTS.fullmatch(word)
        if match is None:
            if word.isdecimal():
                msg = f"no source says whose {word} points these are"
            else:
                msg = f"{word[:20]!r} is no seat with its points, such as N:12"
            raise ModelError(msg)
        seat, count = Seat.parse(match[1]), int(match[2])
        if seat in points:
            msg = f"{seat.symbol} stands in it twice"
            raise ModelError(msg)
        if count > MOST:
            msg = f"{seat.symbol} cannot have {count} points (0 to {MOST})"
            raise ModelError(msg)
        points[seat] = count
    if not points:
        msg = "it is empty"
        raise ModelError(msg)
    total = sum(points.values())
    if total > 40 or (len(points) == 4 and total < 40):
        msg = f"a pack has 40 points, not {total}"
        raise ModelError(msg)
    return points


def format_points(points: dict[Seat, int]) -> str:
    """Return points as `HCP` states them here, in the given order of seats."""
    return " ".join(f"{seat.symbol}:{count}" for seat, count in points.items())


def hand_points(board: Board) -> dict[Seat, int] | None:
    """Return what a board's `HCP` states, `None` where there is no such tag.

    Raises:
        ModelError: the value cannot be read; the message says why.

    Example:
        >>> from overtrick import loads
        >>> [board] = loads('[HCP "N:12 E:8 S:10 W:10"]', format="pbn")
        >>> hand_points(board)[Seat.WEST]
        10
    """
    return stated(board, "HCP", parse_points)


def denied_points(board: Board, points: dict[Seat, int]) -> dict[Seat, int]:
    """Return the points that a board's whole hands have where a tag states others."""
    deal = board.deal
    if deal is None:
        return {}
    hands = {seat: deal[seat] for seat in points}
    return {
        seat: hand.hcp
        for seat, hand in hands.items()
        if len(hand) == 13 and hand.hcp != points[seat]
    }
