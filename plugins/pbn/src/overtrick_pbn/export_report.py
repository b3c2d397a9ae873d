"""What the writer's parts tell: losses and warnings of one board, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from overtrick.losses import Field, LossKind

if TYPE_CHECKING:
    from overtrick.contexts import WriteContext
    from overtrick.model import Board


class Report:
    """Passes on what cannot be written of the board in hand.

    A report without a context is silent: for comparing two forms of a board.

    Attributes:
        board: the board in hand; `None` for what belongs to the whole file.
        cut_values: whether values that are too long for a line are cut.
    """

    __slots__ = ("_context", "board", "cut_values")

    def __init__(self, context: WriteContext | None, *, cut_values: bool = False) -> None:
        self._context = context
        self.board: Board | None = None
        self.cut_values = cut_values

    def dropped(self, field: Field, reason: str) -> None:
        """Report that a value is not written."""
        if self._context is not None:
            self._context.lose(self.board, field, reason, LossKind.DROPPED)

    def changed(self, field: Field, reason: str) -> None:
        """Report that a value is written in another form, which comes back different."""
        if self._context is not None:
            self._context.lose(self.board, field, reason, LossKind.APPROXIMATED)

    def filled(self, field: Field, reason: str) -> None:
        """Report that a value is written which the board does not state."""
        if self._context is not None:
            self._context.lose(self.board, field, reason, LossKind.DEFAULTED)

    def repeat(self, loss: tuple[LossKind, Field, str]) -> None:
        """Pass on a loss that was kept by a `Recording`."""
        kind, field, reason = loss
        if self._context is not None:
            self._context.lose(self.board, field, reason, kind)

    def warn(self, code: str, *, part: str | None = None, **values: str | int) -> None:
        """Report a diagnostic of the writer's catalogue."""
        if self._context is not None:
            number = self.board.number if self.board is not None else None
            issue: Callable[..., object] = self._context.issue
            issue(code, board=number if isinstance(number, int) else None, part=part, **values)


class Recording(Report):
    """Keeps what it is told.

    Attributes:
        calls: the losses, each as its kind, field and reason.
    """

    __slots__ = ("calls",)

    def __init__(self) -> None:
        super().__init__(None)
        self.calls: list[tuple[LossKind, Field, str]] = []

    def dropped(self, field: Field, reason: str) -> None:
        """Keep that a value is not written."""
        self.calls.append((LossKind.DROPPED, field, reason))

    def changed(self, field: Field, reason: str) -> None:
        """Keep that a value is written in another form."""
        self.calls.append((LossKind.APPROXIMATED, field, reason))

    def filled(self, field: Field, reason: str) -> None:
        """Keep that a value is written which the board does not state."""
        self.calls.append((LossKind.DEFAULTED, field, reason))


SILENT = Report(None)
"""Tells nobody."""
