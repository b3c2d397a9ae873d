"""Check boards against bridge law and the plugins' rules, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import attrs

from overtrick.findings.codes import plugin_failure
from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.findings.errors import PluginError
from overtrick.framework.contexts.rules import RuleContext
from overtrick.framework.core_kinds import RULES
from overtrick.framework.guard import Guard, resolve
from overtrick.framework.spec.capabilities import LocatorSpec
from overtrick.framework.spec.rules import RuleSpec
from overtrick.laws import board_problems
from overtrick.laws.numbering import NumberedDeals
from overtrick.model.board import NO_EXTRAS, Board, Extras

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.protocols import FileCheck
    from overtrick.framework.spec.formats import FormatSpec


ONCE_A_FILE: Final = frozenset({"LAW310", "LAW311", "LAW312", "LAW314"})
"""Notes on what is usual in some files and then so on all their boards."""


class Checks:
    """The checks of the boards of one file, in the order of the boards.

    Bridge law comes first, then the rules by name. A rule that fails is reported as `CORE900`
    with its plugin's name, and the others go on. Of earlier boards, only the state of the rules
    and the hash of each number's deal are kept. Where the format has a `LocatorSpec`, findings get
    the exact position of their part.

    Args:
        manager: the plugins with the rules.
        spec: the format of the file; `None` for a board without a file.
        path: the file's name, for messages.
        header: the file's metadata.
    """

    def __init__(
        self,
        manager: PluginManager,
        spec: FormatSpec | None = None,
        *,
        path: str | None = None,
        header: Extras = NO_EXTRAS,
    ) -> None:
        self._spec = spec
        self._found: list[Diagnostic] = []
        self._reported: set[str] = set()
        self._deals = NumberedDeals()
        name = None if spec is None else spec.name
        self._rules = [
            _Rule(
                rule,
                RuleContext(rule, path=path, format=name, header=header, locate=self._locate),
                manager,
            )
            for rule in manager.specs(RULES).values()
            # A single board has no file for a file rule to check.
            if rule.is_for(name) and (rule.file is None or spec is not None)
        ]

    def see(self, board: Board, doubted: frozenset[str] = frozenset()) -> tuple[Diagnostic, ...]:
        """Return the findings of the next board; nothing is concluded from `doubted` parts."""
        found = board_problems(board, doubted=doubted)
        if (repeated := self._deals.problem_of(board)) is not None:
            found = (*found, repeated)
        for item in found:
            if item.code in ONCE_A_FILE:
                if item.code in self._reported:
                    continue
                self._reported.add(item.code)
            self._found.append(self._locate(item, board))
        for rule in self._rules:
            self._found += rule.see(board)
        return self._take() if self._found else ()

    def end(self) -> tuple[Diagnostic, ...]:
        """Return the findings of the file rules, after the last board."""
        for rule in self._rules:
            self._found += rule.end()
        return self._take()

    def _take(self) -> tuple[Diagnostic, ...]:
        found = tuple(self._found)
        self._found.clear()
        return found

    def _locate(self, item: Diagnostic, board: Board) -> Diagnostic:
        """Return a finding with the position of its part, where the format knows it."""
        known = None if self._spec is None else self._spec.capability(LocatorSpec)
        if self._spec is None or known is None or item.part is None:
            return item
        try:
            find = resolve(known.locator)
            with Guard("its locator", known.locator, typed=()):
                place: Location | None = find(board, item.part) or find(board, "")
                if place is None:
                    return item
                number = place.board if place.board is not None else item.location.board
                if number != place.board:
                    place = attrs.evolve(place, board=number)
        except PluginError as error:
            # A finding without a position beats none.
            failure = plugin_failure(self._spec.name, error, board.origin)
            if failure not in self._found:
                self._found.append(failure)
            return item
        return item.at(place)


class _BoardCheck:
    """Apply a stateless board rule to the boards of a file."""

    def __init__(self, ctx: RuleContext) -> None:
        self._ctx = ctx
        self._rule: Callable[[Board, RuleContext], object] = resolve(str(ctx.spec.board))

    def see(self, board: Board) -> None:
        if isinstance(self._rule(board, self._ctx), Iterator):
            # The body of a generator has not run yet: its findings would be lost.
            msg = "it gave an iterator; a rule tells what it finds with ctx.issue"
            raise TypeError(msg)

    def end(self) -> None:
        """Do nothing: a board rule has no state."""


class _Rule:
    """Apply one rule to one file and report its failures."""

    def __init__(self, spec: RuleSpec, context: RuleContext, manager: PluginManager) -> None:
        self._spec = spec
        self._context = context
        self._manager = manager
        self._taken = 0
        self._check: FileCheck | _BoardCheck | None = None
        self._is_over = False
        self._guard = Guard(f"the rule {spec.name!r}", spec.board or spec.file, typed=())

    def see(self, board: Board) -> list[Diagnostic]:
        """Return the rule's findings on the next board."""
        return self._run(lambda check: check.see(board), board)

    def end(self) -> list[Diagnostic]:
        """Return the rule's findings at the end of the file."""
        return [] if self._spec.file is None else self._run(lambda check: check.end(), None)

    def _run(
        self, step: Callable[[FileCheck | _BoardCheck], None], board: Board | None
    ) -> list[Diagnostic]:
        if self._is_over:
            return []
        try:
            with self._guard:
                if self._check is None:
                    file = self._spec.file
                    make = _BoardCheck if file is None else resolve(file)
                    self._check = make(self._context)
                step(self._check)
        except PluginError as error:
            # The state of a file rule is unreliable after a failure, so the rule stops.
            self._is_over = self._spec.file is not None
            self._context.diagnostics.append(self._failure(error, board))
        return self._take()

    def _take(self) -> list[Diagnostic]:
        """Return the findings that are new."""
        found = self._context.diagnostics
        if len(found) == self._taken:
            return []
        new = [found[index] for index in range(self._taken, len(found))]
        self._taken = len(found)
        return new

    def _failure(self, error: PluginError, board: Board | None) -> Diagnostic:
        owner = self._manager.owner_of(self._spec.name, RULES)
        plugin = self._spec.name if owner is None else owner.name
        return plugin_failure(plugin, error, None if board is None else board.origin)
