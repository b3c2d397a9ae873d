"""A command, a rule of `check`, and a page of diagrams, in one plugin."""

from overtrick import Board, Deal, Severity
from overtrick.plugin import (
    Catalogue, CommandSpec, DiagnosticCode, FormatSpec, RuleContext, RuleSample, RuleSpec, hookimpl
)

CODES = Catalogue(DiagnosticCode(code="TRIO001", severity=Severity.WARNING, template="{seat} has a suit of {length}", hint="was it shuffled?"))


@hookimpl
def overtrick_commands():
    yield CommandSpec(name="points", summary="High-card points of every hand", command="overtrick_trio.command:points")


@hookimpl
def overtrick_rules():
    yield RuleSpec(name="long_suit", summary="No hand has a suit of eight", board="overtrick_trio:check", diagnostics="overtrick_trio:CODES", samples="overtrick_trio:samples")


def check(board: Board, ctx: RuleContext) -> None:
    if isinstance(board.deal, Deal):
        for seat, hand in zip("NESW", board.deal.hands):
            if len(hand) == 13 and max(hand.lengths) >= 8:
                ctx.issue("TRIO001", board=board, seat=seat, length=max(hand.lengths))


def samples():
    bad = Board(deal=Deal.parse("N:AKQJT987.AKQJT.. 65432.98765.432. ..AKQJT98.AKQJT9 ..765.8765432"))
    yield RuleSample(code="TRIO001", bad=bad, good=Board())


@hookimpl
def overtrick_formats():
    yield FormatSpec(name="html", summary="A page of hand diagrams", suffixes=(".html", ".htm"), writer="overtrick_trio.page:write", carries={"number", "dealer", "vulnerability", "deal", "deal.partial"})
