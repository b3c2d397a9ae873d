"""A rule for PBN files: the boards are in the order of their numbers, or are put so."""

from collections.abc import Iterable, Iterator

import overtrick as ot
import overtrick.plugin as op

CODES = op.Catalogue(
    op.DiagnosticCode(code="ORDER001", severity=ot.Severity.NOTE, template="after board {last}")
)


@op.hookimpl
def overtrick_rules() -> Iterator[op.RuleSpec]:
    yield op.RuleSpec(
        name="order",
        summary="The boards are in the order of their numbers",
        formats=("pbn",),
        file="overtrick_order:Order",
        diagnostics="overtrick_order:CODES",
        samples="overtrick_order:samples",
        fix="overtrick_order:fix",
    )


class Order(op.FileCheck):
    last = 0

    def see(self, board: ot.Board) -> None:
        if board.number and board.number < self.last:
            self.ctx.issue("ORDER001", board=board, part="number", last=self.last)
        self.last = board.number or self.last


def fix(boards: Iterable[ot.Board], ctx: op.RuleContext) -> list[ot.Board]:
    return sorted(boards, key=lambda board: board.number or 0)


def samples() -> Iterator[op.RuleSample]:
    two = [ot.Board(number=2), ot.Board(number=1)]
    yield op.RuleSample(code="ORDER001", bad=two, good=ot.Board(), at=[1])
