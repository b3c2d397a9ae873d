"""The dealer and the vulnerability implied by a board's number.

In duplicate bridge they follow from the number, and many formats do not store them. Such a format
declares it (`FormatSpec.implied`). Its reader leaves them out or takes them from
`ReadContext.implied`, and `WriteContext.numbered` reports the boards with other values.

Source: Laws of Duplicate Bridge 2017, Law 2.
"""

from __future__ import annotations

import functools
from typing import TypedDict

import attrs

from overtrick.findings.losses import Field
from overtrick.framework.spec.formats import FOLLOWING
from overtrick.model.board import Board
from overtrick.model.table import Seat, Vulnerability


class Implied(TypedDict, total=False):
    """The arguments of `Board` that follow from its number."""

    dealer: Seat
    vulnerability: Vulnerability


def implied(number: int, fields: frozenset[Field] = FOLLOWING) -> Implied:
    """Return the dealer and vulnerability implied by a board's number (1-based).

    Example:
        >>> implied(7)
        {'dealer': <Seat.SOUTH: 2>, 'vulnerability': <Vulnerability.BOTH: 3>}
        >>> Board(number=7, **implied(7)).dealer
        <Seat.SOUTH: 2>
    """
    return cycle(fields)[number & 15]


@functools.cache
def cycle(fields: frozenset[Field]) -> tuple[Implied, ...]:
    """Return the values implied by the numbers 16, 1, 2, ... 15; they repeat every 16 boards."""
    found: list[Implied] = []
    for number in (16, *range(1, 16)):
        values: Implied = {}
        if Field.DEALER in fields:
            values["dealer"] = Seat.dealer_of(number)
        if Field.VULNERABILITY in fields:
            values["vulnerability"] = Vulnerability.of_board(number)
        found.append(values)
    return tuple(found)


def with_implied(board: Board, fields: frozenset[Field]) -> Board:
    """Return a board with the dealer and vulnerability that follow from its number.

    Example:
        >>> with_implied(Board(number=2), FOLLOWING).vulnerability
        <Vulnerability.NS: 1>
    """
    # Readers that fill in what is implied leave nothing to do, which is seen first.
    if board.number is None or (board.dealer is not None and board.vulnerability is not None):
        return board
    left = {
        field
        for field in fields
        if getattr(board, field.value) is None and board.said(field.value) is None
    }
    return attrs.evolve(board, **implied(board.number, frozenset(left))) if left else board
