"""Which plugin serves a format, device or command name; where two claim one, neither does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar

from overtrick.findings.errors import FormatConflictError

if TYPE_CHECKING:
    from overtrick.framework.spec import CommandSpec, DeviceSpec, FormatSpec

SpecT = TypeVar("SpecT", bound="FormatSpec | DeviceSpec | CommandSpec")

BUILT_IN_COMMANDS: Final = frozenset(
    {"check", "convert", "detect", "edit", "formats", "new-plugin", "plugins", "show"}
)
"""The commands that no plugin may shadow."""


class Registry(Generic[SpecT]):
    """Specifications by name, with the plugins that declared them."""

    def __init__(self, kind: str, reserved: frozenset[str] = frozenset()) -> None:
        self.kind = kind
        self.reserved = reserved
        self._entries: dict[str, dict[str, SpecT]] = {}

    def add(self, plugin: str, spec: SpecT) -> None:
        """Enter what a plugin declares."""
        self._entries.setdefault(spec.name, {})[plugin] = spec

    def remove(self, plugin: str) -> None:
        """Take out all that a plugin declared."""
        for name in tuple(self._entries):
            self._entries[name].pop(plugin, None)
            if not self._entries[name]:
                del self._entries[name]

    def conflicts(self) -> dict[str, tuple[str, ...]]:
        """Return the unusable names, each with the plugins that claim it."""
        return {
            name: tuple(sorted(owners))
            for name, owners in sorted(self._entries.items())
            if len(owners) > 1 or name in self.reserved
        }

    def usable(self) -> dict[str, SpecT]:
        """Return the specifications by name, sorted, less those in conflict."""
        return {
            name: next(iter(owners.values()))
            for name, owners in sorted(self._entries.items())
            if len(owners) == 1 and name not in self.reserved
        }

    def owner(self, name: str) -> str | None:
        """Return the plugin that serves a usable name."""
        owners = self._entries.get(name, {})
        return next(iter(owners)) if len(owners) == 1 and name not in self.reserved else None

    def get(self, name: str) -> SpecT | None:
        """Return the specification of a name, or `None` where nobody declares it.

        Raises:
            FormatConflictError: several plugins declare it, or it is reserved.
        """
        owners = self._entries.get(name)
        if owners is None:
            return None
        if name in self.reserved:
            msg = f"the {self.kind} {name!r} is built in; {_and(owners)} may not replace it"
            raise FormatConflictError(msg)
        if len(owners) > 1:
            msg = (
                f"the {self.kind} {name!r} is declared by {_and(owners)}; "
                f"block one, for example OVERTRICK_DISABLE_PLUGINS={sorted(owners)[-1]}"
            )
            raise FormatConflictError(msg)
        return next(iter(owners.values()))


def _and(names: dict[str, SpecT]) -> str:
    return " and ".join(repr(name) for name in sorted(names))
