"""What the writer's parts tell: losses and warnings of one board, or nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick import Field, LossKind

if TYPE_CHECKING:
    from overtrick import Board
    from overtrick.plugin import WriteContext


class Losses:
    """Passes on what cannot be written of the board in hand.

    Without a context it is silent: for comparing two forms of a board.

    Attributes:
        board: the board in hand; `None` for what belongs to the whole file.
        cut_values: whether values that are too long for a line are cut.
    """

    __slots__ = ("_context", "_told", "board", "cut_values")

    def __init__(self, context: WriteContext | None, *, cut_values: bool = False) -> None:
        self._context = context
        self._told: set[tuple[LossKind, Field, str]] = set()
        self.board: Board | None = None
        self.cut_values = cut_values

    def begin(self, board: Board | None) -> None:
        """Speak of another board from now on; what is told twice of it counts once."""
        self.board = board
        if self._told:
            self._told = set()

    def _tell(self, loss: tuple[LossKind, Field, str]) -> None:
        if self._context is not None and loss not in self._told:
            self._told.add(loss)
            kind, field, reason = loss
            self._context.lose(self.board, field, reason, kind)

    def dropped(self, field: Field, reason: str) -> None:
        """Report that a value is not written."""
        self._tell((LossKind.DROPPED, field, reason))

    def changed(self, field: Field, reason: str) -> None:
        """Report that a value is written in another form, which comes back different."""
        self._tell((LossKind.APPROXIMATED, field, reason))

    def filled(self, field: Field, reason: str) -> None:
        """Report that a value is written which the board does not state."""
        self._tell((LossKind.DEFAULTED, field, reason))

    def repeat(self, loss: tuple[LossKind, Field, str]) -> None:
        """Pass on a loss that was kept by a `KeptLosses`."""
        self._tell(loss)

    def warn(self, code: str, *, part: str | None = None, **values: str | int) -> None:
        """Report a diagnostic of the writer's catalogue."""
        if self._context is not None:
            fields: dict[str, Any] = dict(values)  # any, since `issue` has keywords of other types
            self._context.issue(code, board=self.board, part=part, **fields)


class KeptLosses(Losses):
    """Keeps what it is told.

    Attributes:
        calls: the losses, each as its kind, field and reason.
    """

    __slots__ = ("calls",)

    def __init__(self) -> None:
        super().__init__(None)
        self.calls: list[tuple[LossKind, Field, str]] = []

    def _tell(self, loss: tuple[LossKind, Field, str]) -> None:
        self.calls.append(loss)


SILENT = Losses(None)
"""Tells nobody."""
