"""The base of all contexts: the options of the plugin, and the one way to build a diagnostic."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from overtrick.findings.codes import CORE_CODES
from overtrick.findings.diagnostics import (
    Catalogue,
    Diagnostic,
    DiagnosticCode,
    Diagnostics,
    Fix,
    Location,
    Severity,
)
from overtrick.findings.errors import PluginError
from overtrick.findings.filled import fill
from overtrick.framework.guard import Guard, resolve
from overtrick.framework.spec.formats import FormatSpec
from overtrick.framework.spec.rules import RuleSpec
from overtrick.framework.spec.views import ViewSpec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.model.board import Board

OptionsT = TypeVar("OptionsT")


def catalogue_of(reference: str) -> Catalogue:
    """Return the catalogue that a reference names.

    Raises:
        PluginLoadError: it cannot be imported.
        PluginError: it is none.
    """
    listed = resolve(reference)
    if isinstance(listed, Catalogue):
        return listed
    with Guard(f"the catalogue {reference!r}", reference):
        # A plugin that lists its codes in a plain mapping has them found as well.
        return Catalogue(*listed.values())


class Context:
    """The base of all contexts: a plugin's specification and options."""

    spec: FormatSpec | RuleSpec | ViewSpec

    def __init__(
        self, spec: FormatSpec | RuleSpec | ViewSpec, path: str | None, options: object | None
    ) -> None:
        self.spec = spec
        self.path = path
        self._options = options

    def options(self, cls: type[OptionsT]) -> OptionsT:
        """Return the plugin's options, an instance of its own class, defaults if none given.

        Raises:
            PluginError: the options are of another class than the one declared.
        """
        options = self._options
        if options is None:
            return cls()
        if not isinstance(options, cls):
            msg = f"{self.spec.name}: declared options are not {cls.__name__}"
            raise PluginError(msg)
        return options


class ReportingContext(Context):
    """A context that reports findings from a catalogue.

    `issue` of the classes below reports a finding; `_build` is how it is made.
    """

    spec: FormatSpec | RuleSpec

    def __init__(
        self, spec: FormatSpec | RuleSpec, path: str | None, options: object | None
    ) -> None:
        super().__init__(spec, path, options)
        self.diagnostics = Diagnostics()
        self._catalogue: Catalogue | None = None

    def _entry(self, code: str) -> DiagnosticCode | None:
        if self._catalogue is None:
            reference = self.spec.diagnostics
            self._catalogue = Catalogue() if reference is None else catalogue_of(reference)
        return self._catalogue.get(code) or CORE_CODES.get(code)

    def _build(
        self,
        code: str,
        message: str | None,
        location: Location,
        values: Mapping[str, object],
        *,
        severity: Severity | None = None,
        clause: str | None = None,
        hint: str | None = None,
        part: str | None = None,
        fix: Fix | None = None,
    ) -> tuple[Diagnostic, DiagnosticCode]:
        """Return a finding and the catalogue's entry of its code.

        Raises:
            PluginError: the catalogue does not list the code and there is no message.
        """
        entry = self._entry(code)
        if entry is None:
            if message is None:
                msg = f"the plugin {self.spec.name!r} does not list its code {code!r}"
                raise PluginError(msg)
            entry = DiagnosticCode(code=code, severity=Severity.ERROR, template="")
        if message is None:
            message = fill(entry.template, **{"board": location.board, **values})
        if hint is None:
            # What a fix does is more exact than the catalogue's advice.
            hint = entry.hint if fix is None else fix.summary
        diagnostic = Diagnostic(
            code=code,
            severity=entry.severity if severity is None else severity,
            message=message,
            location=location,
            clause=entry.clause if clause is None else clause,
            hint=hint,
            part=part,
            fix=fix,
        )
        return diagnostic, entry


class BoardContext(ReportingContext):
    """A context whose findings refer to boards: that of writers and rules."""

    def issue(
        self,
        code: str,
        message: str | None = None,
        /,
        *,
        board: Board | None = None,
        severity: Severity | None = None,
        clause: str | None = None,
        hint: str | None = None,
        part: str | None = None,
        **values: object,
    ) -> Diagnostic:
        """Report a finding; a writer's error ends the writing and nothing is written.

        Args:
            code: a code of the plugin's catalogue, or any code if a message is given.
            message: the message, in place of the catalogue's template.
            board: the board that it concerns; `None` for the file. A format with board numbers of
                its own gives the board with that number.
            severity: in place of the catalogue's.
            clause: in place of the catalogue's.
            hint: in place of the catalogue's.
            part: the part of the board, such as `auction.3` or `dealer`; for a rule, the file's
                format may know its exact place.
            **values: what fills the template's fields.

        Returns:
            The diagnostic, which is also in `diagnostics`.

        Raises:
            WriteError: the finding is an error of a writer.
            PluginError: the catalogue does not list the code and there is no message.
        """
        diagnostic, _ = self._build(
            code,
            message,
            self._place(board),
            values,
            severity=severity,
            clause=clause,
            hint=hint,
            part=part,
        )
        return self._report(diagnostic, board)

    def _place(self, board: Board | None) -> Location:
        raise NotImplementedError

    def _report(self, diagnostic: Diagnostic, board: Board | None) -> Diagnostic:
        raise NotImplementedError
