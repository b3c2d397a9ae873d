"""The context of a rule: the file's header and format, and findings."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.framework.contexts.base import BoardContext
from overtrick.framework.spec.rules import RuleSpec
from overtrick.model.board import NO_EXTRAS, Board, Extras


class RuleContext(BoardContext):
    """The context of a rule: where its findings go.

    Attributes:
        spec: the rule.
        path: the file's name, for messages; `None` where there is none.
        format: the name of the file's format, `None` for a board of no file.
        header: the file's metadata.
        diagnostics: the findings so far.
    """

    spec: RuleSpec

    def __init__(
        self,
        spec: RuleSpec,
        *,
        path: str | None = None,
        format: str | None = None,  # the word that users know
        header: Extras = NO_EXTRAS,
        locate: Callable[[Diagnostic, Board], Diagnostic] | None = None,
    ) -> None:
        super().__init__(spec, path, None)
        self.format = format
        self.header = header
        self._locate = locate

    def _place(self, board: Board | None) -> Location:
        place = Location() if board is None or board.origin is None else board.origin
        if place.path is None:
            place = attrs.evolve(place, path=self.path)
        if place.board is None and board is not None and board.number is not None:
            place = attrs.evolve(place, board=board.number)
        return place

    def _report(self, diagnostic: Diagnostic, board: Board | None) -> Diagnostic:
        if board is not None and self._locate is not None:
            diagnostic = self._locate(diagnostic, board)
        self.diagnostics.append(diagnostic)
        return diagnostic
