"""Formats whose boards have no dealer, no vulnerability and sometimes not even a number.

In duplicate bridge the dealer and the vulnerability follow from the board's number. A reader of
such a format states them; its writer reports the boards where they are something else.

Source: Laws of Duplicate Bridge 2017, Law 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from overtrick.findings.losses import Field, LossKind
from overtrick.model.board import Board
from overtrick.model.table import Seat, Vulnerability

if TYPE_CHECKING:
    from overtrick.framework.contexts import WriteContext

_CYCLE: Final = tuple(
    (Seat.dealer_of(number), Vulnerability.of_board(number)) for number in (16, *range(1, 16))
)


def dealer_and_vulnerability(number: int) -> tuple[Seat, Vulnerability]:
    """Return the dealer and the vulnerability of a duplicate board (1-based number).

    Example:
        >>> dealer_and_vulnerability(7)
        (<Seat.SOUTH: 2>, <Vulnerability.BOTH: 3>)
    """
    return _CYCLE[number & 15]


def report_numbering(ctx: WriteContext, board: Board, number: int) -> None:
    """Report what a board states of number, dealer and vulnerability that will not come back.

    For the writer of a format whose reader gives the board `number`, and the dealer and the
    vulnerability that follow from it. What a board does not state, it is given: `DEFAULTED`.

    Args:
        ctx: where losses are reported.
        board: the board that is written.
        number: the number that it will have when the file is read.
    """
    name = ctx.spec.name
    if board.number is None:
        reason = f"{name} gives every board a number"
        ctx.lose(board, Field.NUMBER, reason, LossKind.DEFAULTED)
    elif board.number != number:
        ctx.lose(board, Field.NUMBER, f"{name} numbers the boards of a file in their order")
    dealer, vulnerability = dealer_and_vulnerability(number)
    for field, stated, given in (
        (Field.DEALER, board.dealer, dealer),
        (Field.VULNERABILITY, board.vulnerability, vulnerability),
    ):
        if stated is None:
            reason = f"{name} gives every board the {field.value} of its number"
            ctx.lose(board, field, reason, LossKind.DEFAULTED)
        elif stated is not given:
            ctx.lose(board, field, f"{name} has only the {field.value} that the number gives")
