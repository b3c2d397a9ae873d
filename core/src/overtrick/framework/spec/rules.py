"""A rule for boards or files, declared as data."""

from __future__ import annotations

import attrs

from overtrick.findings.errors import PluginLoadError
from overtrick.framework.spec.reference import (
    check_name,
    check_reference,
    to_texts,
)


@attrs.frozen(kw_only=True)
class RuleSpec:
    """A rule, declared as data: for single boards, or for a complete file.

    `overtrick check`, `overtrick.read(..., check=True)` and `overtrick.lint` apply the rules of
    all plugins; `lint`, which is given one board, those for boards of any format.

    Attributes:
        name: the rule's name, `[a-z][a-z0-9_]*`.
        summary: one line for a person.
        board: reference to a function `(board: Board, ctx: RuleContext) -> None`, for a rule
            that looks at one board at a time, in the order of their file.
        file: reference to a subclass of `FileCheck`, or a function that makes one of a
            `RuleContext`, for a rule that sees a file's header and its boards one after another; a
            rule has either `board` or `file`.
        formats: the names of the formats whose files the rule is for; empty for any.
        diagnostics: reference to the `Catalogue` of the rule's codes.
        samples: reference to a callable without arguments that gives `RuleSample`s, by which the
            kit tests the rule; `None` where there are none.
        fix: reference to a function `(boards: Iterable[Board], ctx: RuleContext) ->
            Iterable[Board]`, which returns all boards, those fixed that need it, and may report
            with `ctx.issue` what it did; `overtrick check --fix` calls it.

    To pass the kit (`overtrick_testing.RuleSuite`), a rule has `samples` with a bad and a good
    board for every code of its catalogue. The bad board gives that code alone, the good one
    nothing. Each finding names a board or a place that exists (`ctx.issue(code, board=board)`),
    also for boards without a number; the rule remembers nothing from one file to the next, and
    its time grows with the boards and no faster. A `fix` returns every board, makes each bad
    sample good, and changes nothing the second time.

    Raises:
        PluginLoadError: a name or reference that is not of the form described, or both or none
            of `board` and `file`.

    Example:
        >>> RuleSpec(name="stock", summary="We own 36 boards", board="club.rules:stock",
        ...          diagnostics="club.rules:CODES").is_for("pbn")
        True
    """

    name: str = attrs.field(validator=check_name)
    summary: str
    board: str | None = attrs.field(default=None, validator=check_reference)
    file: str | None = attrs.field(default=None, validator=check_reference)
    formats: tuple[str, ...] = attrs.field(default=(), converter=to_texts)
    diagnostics: str = attrs.field(validator=check_reference)
    samples: str | None = attrs.field(default=None, validator=check_reference)
    fix: str | None = attrs.field(default=None, validator=check_reference)

    def __attrs_post_init__(self) -> None:
        if (self.board is None) == (self.file is None):
            msg = f"the rule {self.name!r} needs either `board` or `file`"
            raise PluginLoadError(msg)

    def is_for(self, format_name: str | None) -> bool:
        """Return whether the rule is for files of a format; `None` for a board of no file."""
        return not self.formats or format_name in self.formats
