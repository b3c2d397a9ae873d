"""All installed diagnostic codes: of the core, bridge law, formats, rules and other files."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

import attrs

from overtrick.findings.codes import CORE_CODES
from overtrick.findings.diagnostics import Catalogue, Diagnostic, DiagnosticCode, Diagnostics
from overtrick.findings.errors import FormatError, PluginError, PluginLoadWarning
from overtrick.framework.contexts.base import catalogue_of
from overtrick.framework.core_kinds import FORMATS, OTHER_FILES, RULES
from overtrick.framework.spec.kinds import Kind

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager


@attrs.frozen(kw_only=True, eq=False)
class NamedCatalogue:
    """A catalogue of codes and where it comes from.

    Attributes:
        title: what its codes are about, such as `Bridge law`, `PBN` or `The rule stock`.
        distribution: the distribution that brings it, `None` where it is not known.
        codes: the catalogue.
    """

    title: str
    distribution: str | None
    codes: Catalogue


def catalogues(manager: PluginManager) -> Iterator[NamedCatalogue]:
    """Yield every catalogue once: the core's two first, then formats, rules, other files.

    A `PluginLoadWarning` reports a catalogue that cannot be loaded; the others follow.

    Example:
        >>> from overtrick import PluginManager
        >>> [known.title for known in catalogues(PluginManager(discover=False))]
        ['Core', 'Bridge law']
    """
    # Imported here because whoever reads a file without checking it needs no law.
    from overtrick.laws import LAW_CODES

    yield NamedCatalogue(title="Core", distribution="overtrick", codes=CORE_CODES)
    yield NamedCatalogue(title="Bridge law", distribution="overtrick", codes=LAW_CODES)
    # By reference, since formats may share a catalogue: those that declare it, all of one kind.
    declared: dict[str, tuple[Kind[Any], list[str]]] = {}
    kinds: tuple[Kind[Any], ...] = (FORMATS, RULES, OTHER_FILES)
    for kind in kinds:
        for spec in manager.specs(kind).values():
            if spec.diagnostics is not None:
                first, names = declared.setdefault(spec.diagnostics, (kind, []))
                names += [spec.name] if first is kind else []
    for reference, (kind, names) in declared.items():
        try:
            codes = catalogue_of(reference)
        except PluginError as error:
            warnings.warn(
                f"some codes are not known here: {error}", PluginLoadWarning, stacklevel=2
            )
            continue
        owner = manager.owner_of(names[0], kind)
        is_rule = kind is RULES
        yield NamedCatalogue(
            title=f"The rule {names[0]}" if is_rule else ", ".join(names).upper(),
            distribution=None if owner is None else owner.distribution,
            codes=codes,
        )


def all_codes(manager: PluginManager) -> dict[str, DiagnosticCode]:
    """Return the entries of all installed codes, in the order of the catalogues."""
    found: dict[str, DiagnosticCode] = {}
    for known in catalogues(manager):
        for code, entry in known.codes.items():
            found.setdefault(code, entry)
    return found


_FIELD: Final = re.compile(r"\{[^{}]*\}")


def blind(found: Iterable[Diagnostic], manager: PluginManager | None = None) -> Diagnostics:
    """Return findings of hidden boards without the file's values; code and place remain.

    Args:
        found: the findings.
        manager: knows the codes; the installed plugins where not given.

    Example:
        >>> from overtrick import Severity
        >>> from overtrick import PluginManager
        >>> found = Diagnostic(code="LAW313", severity=Severity.ERROR, message="SA and more")
        >>> "SA" in blind([found], PluginManager(discover=False))[0].message
        False
    """
    from overtrick.framework.manager import default_manager

    known = None
    redacted = Diagnostics()
    for finding in found:
        known = all_codes(manager or default_manager()) if known is None else known
        entry = known.get(finding.code)
        text = "details omitted" if entry is None else _without_values(entry, finding)
        redacted.append(
            attrs.evolve(
                finding,
                message=f"{text} (details omitted: the hands are hidden)",
                hint=None if entry is None else entry.hint,
                part=None,
                fix=None,
            )
        )
    return redacted


def _without_values(entry: DiagnosticCode, finding: Diagnostic) -> str:
    """Return the message of a code, with "…" for every value but the board's number."""
    number = finding.location.board

    def replaced(field: re.Match[str]) -> str:
        return str(number) if field[0] == "{board}" and number is not None else "…"

    return _FIELD.sub(replaced, entry.template)


def blind_error(error: FormatError, manager: PluginManager | None = None) -> FormatError:
    """Return the same error without any value of the file."""
    return type(error)(blind([error.diagnostic], manager)[0])
