"""A rule for PBN files: the boards are in the order of their numbers, or are put so."""

from collections.abc import Iterable, Iterator

import overtrick as ot

CODES = ot.Catalogue(
    ot.DiagnosticCode(code="ORDER001", severity=ot.Severity.NOTE, template="after board {last}")
)


@ot.hookimpl
def overtrick_rules() -> Iterator[ot.RuleSpec]:
    yield ot.RuleSpec(
        name="order", summary="Boards are in order of number", formats=("pbn",),
        file="overtrick_order:Order",
        diagnostics="overtrick_order:CODES",
        samples="overtrick_order:samples",
        fix="overtrick_order:fix",
    )  # fmt: skip


class Order(ot.FileCheck):
    last = 0

    def see(self, board: ot.Board) -> None:
        if board.number and board.number < self.last:
            self.ctx.issue("ORDER001", board=board, part="number", last=self.last)
        self.last = board.number or self.last


def fix(boards: Iterable[ot.Board], ctx: ot.RuleContext) -> list[ot.Board]:
    ctx.issue("ORDER001", "the boards are in order now")
    return sorted(boards, key=lambda board: board.number or 0)


def samples() -> Iterator[ot.RuleSample]:
    one, two = ot.Board(number=1), ot.Board(number=2)
    yield ot.RuleSample(code="ORDER001", bad=[two, one], good=[one, two])
