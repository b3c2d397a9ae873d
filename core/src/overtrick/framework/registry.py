"""Who declares what, of one kind; where two claim the same, neither has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple

from overtrick.findings.errors import FormatConflictError
from overtrick.framework.spec import Kind, SpecT


class Claim(NamedTuple):
    """A value that several specifications have, though only one may.

    Attributes:
        attribute: the attribute of the specifications.
        value: what they have there.
        owners: the plugins that declare them, sorted; one, where the name is the core's.
    """

    attribute: str
    value: object
    owners: tuple[str, ...]


class Registry(Generic[SpecT]):
    """The specifications of a kind, with the plugins that declared them."""

    def __init__(self, kind: Kind[SpecT]) -> None:
        self.kind = kind
        self._reserved = kind.reserved | {spec.name for spec in kind.built_in}
        self._entries: list[tuple[str, SpecT]] = []
        self._usable: dict[str, SpecT] | None = None

    def add(self, plugin: str, spec: SpecT) -> None:
        """Enter what a plugin declares."""
        self._entries.append((plugin, spec))
        self._usable = None

    def remove(self, plugin: str) -> None:
        """Take out all that a plugin declared."""
        self._entries = [entry for entry in self._entries if entry[0] != plugin]
        self._usable = None

    def entries(self) -> tuple[tuple[str, SpecT], ...]:
        """Return all that was declared, with the plugins, the unusable included."""
        return tuple(self._entries)

    def conflicts(self) -> list[Claim]:
        """Return what more than one plugin claims, or a plugin against what comes built in."""
        claims: dict[tuple[str, object], set[str]] = {}
        for plugin, spec in self._entries:
            for attribute in self.kind.unique:
                claims.setdefault((attribute, getattr(spec, attribute)), set()).add(plugin)
        found = [
            Claim(attribute, value, tuple(sorted(owners)))
            for (attribute, value), owners in claims.items()
            if len(owners) > 1 or self._is_taken(attribute, value)
        ]
        return sorted(found, key=lambda claim: (claim.attribute, str(claim.value)))

    def _is_taken(self, attribute: str, value: object) -> bool:
        if attribute == "name":
            return value in self._reserved
        return any(getattr(spec, attribute) == value for spec in self.kind.built_in)

    def usable(self) -> dict[str, SpecT]:
        """Return the specifications by name, sorted, less those in conflict."""
        return dict(self.in_use())

    def in_use(self) -> Mapping[str, SpecT]:
        """Return what `usable` returns: the same mapping until something is added or removed."""
        if self._usable is None:
            barred = {(claim.attribute, claim.value) for claim in self.conflicts()}
            found = {spec.name: spec for spec in self.kind.built_in}
            for _, spec in self._entries:
                if not any((name, getattr(spec, name)) in barred for name in self.kind.unique):
                    found[spec.name] = spec
            self._usable = dict(sorted(found.items()))
        return self._usable

    def names_of(self, plugin: str) -> tuple[str, ...]:
        """Return the names of what a plugin declares, sorted."""
        return tuple(sorted(spec.name for owner, spec in self._entries if owner == plugin))

    def owner(self, name: str) -> str | None:
        """Return the plugin that serves a usable name; `None` also for what comes built in."""
        spec = self.in_use().get(name)
        return next((owner for owner, entry in self._entries if entry is spec), None)

    def get(self, name: str) -> SpecT | None:
        """Return the specification of a name, or `None` where nobody declares it.

        Raises:
            FormatConflictError: several plugins declare it, or it is built in and a plugin
                declares it too.
        """
        spec = self.in_use().get(name)
        if spec is not None and name not in self._reserved:
            return spec
        mine = [entry for _, entry in self._entries if entry.name == name]
        for claim in self.conflicts():
            if any(getattr(entry, claim.attribute) == claim.value for entry in mine):
                raise FormatConflictError(self._describe(name, claim))
        return spec

    def _describe(self, name: str, claim: Claim) -> str:
        by = " and ".join(map(repr, claim.owners))
        what = f"the {self.kind.noun} {name!r}"
        if claim.attribute != "name":
            what += f" cannot be used: its {claim.attribute} {claim.value!r}"
        if self._is_taken(claim.attribute, claim.value):
            return f"{what} is built in; {by} may not replace it"
        return (
            f"{what} is declared by {by}; "
            f"block one, for example OVERTRICK_DISABLE_PLUGINS={claim.owners[-1]}"
        )
