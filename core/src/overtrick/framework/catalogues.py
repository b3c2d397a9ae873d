"""Every diagnostic code that is installed: of the core, bridge law, formats, rules, other files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from overtrick.findings.codes import CORE_CODES
from overtrick.findings.diagnostics import Catalogue, DiagnosticCode
from overtrick.framework.core_kinds import FORMATS, OTHER_FILES, RULES
from overtrick.framework.spec import resolve

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

    Raises:
        PluginLoadError: a plugin's catalogue cannot be imported.

    Example:
        >>> from overtrick.framework.manager import PluginManager
        >>> [known.title for known in catalogues(PluginManager(discover=False))]
        ['Core', 'Bridge law']
    """
    # Imported here because whoever reads a file without checking it needs no law.
    from overtrick.laws import LAW_CODES

    yield NamedCatalogue(title="Core", distribution="overtrick", codes=CORE_CODES)
    yield NamedCatalogue(title="Bridge law", distribution="overtrick", codes=LAW_CODES)
    sharing: dict[str, list[str]] = {}
    for spec in manager.specs(FORMATS).values():
        if spec.diagnostics is not None:
            sharing.setdefault(spec.diagnostics, []).append(spec.name)
    for reference, names in sharing.items():
        owner = manager.owner_of(names[0])
        yield NamedCatalogue(
            title=", ".join(name.upper() for name in names),
            distribution=None if owner is None else owner.distribution,
            codes=resolve(reference),
        )
    seen = set(sharing)
    for rule in manager.specs(RULES).values():
        if rule.diagnostics not in seen:
            seen.add(rule.diagnostics)
            owner = manager.owner_of(rule.name, RULES)
            yield NamedCatalogue(
                title=f"The rule {rule.name}",
                distribution=None if owner is None else owner.distribution,
                codes=resolve(rule.diagnostics),
            )

    for other in manager.specs(OTHER_FILES).values():
        if other.diagnostics is not None and other.diagnostics not in seen:
            seen.add(other.diagnostics)
            owner = manager.owner_of(other.name, OTHER_FILES)
            yield NamedCatalogue(
                title=other.name.upper(),
                distribution=None if owner is None else owner.distribution,
                codes=resolve(other.diagnostics),
            )


def all_codes(manager: PluginManager) -> dict[str, DiagnosticCode]:
    """Return the entry of every code that is installed, by code, in the order of the catalogues.

    Raises:
        PluginLoadError: a plugin's catalogue cannot be imported.
    """
    found: dict[str, DiagnosticCode] = {}
    for known in catalogues(manager):
        for code, entry in known.codes.items():
            found.setdefault(code, entry)
    return found
