"""The state of each plugin found."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

import attrs


class PluginState(enum.StrEnum):
    """The state of a plugin."""

    LOADED = "loaded"
    BLOCKED = "blocked"
    FAILED = "failed"
    INCOMPATIBLE = "incompatible"
    OUTDATED = "outdated"
    CONFLICT = "conflict"


TROUBLE: Final[Mapping[PluginState, str]] = {
    PluginState.FAILED: "failed to load",
    PluginState.INCOMPATIBLE: "is incompatible",
    PluginState.OUTDATED: "is outdated",
    PluginState.CONFLICT: "is in conflict",
}
"""What is the matter with a plugin that does not work, in words."""


@attrs.frozen(kw_only=True)
class PluginRecord:
    """A plugin found, whether or not it works.

    Attributes:
        name: the entry point's name, or the name given to `PluginManager.register`.
        module: the module that has the hook implementations, `None` for an object.
        distribution: the installed distribution, `None` where registered by hand.
        version: the distribution's version.
        state: what became of it.
        error: why it is not used, in one line; `None` where it works.
        hooks: the overtrick hooks that it implements, sorted.
        provides: for each kind of plugin the names of what it declares, sorted, also of what
            cannot be used because another plugin declares it too.
        waits: the hooks that it implements for kinds that no plugin brings, sorted.
        load_ms: the milliseconds that importing and registering it took.
    """

    name: str
    module: str | None = None
    distribution: str | None = None
    version: str | None = None
    state: PluginState = PluginState.LOADED
    error: str | None = None
    hooks: tuple[str, ...] = ()
    # A mapping has no hash; what a plugin provides follows from what it is.
    provides: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict, hash=False)
    waits: tuple[str, ...] = ()
    load_ms: float = 0.0

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats that it declares, sorted."""
        return self.provides.get("formats", ())

    @property
    def source(self) -> str:
        """The distribution and version for a message, or the plugin's name."""
        if self.distribution is None:
            return repr(self.name)
        return f"{self.distribution} {self.version}" if self.version else self.distribution

    def to_dict(self) -> dict[str, str | float | list[str] | dict[str, list[str]] | None]:
        """Return the record as a JSON object."""
        return {
            "name": self.name,
            "distribution": self.distribution,
            "version": self.version,
            "state": self.state.value,
            "error": self.error,
            "hooks": list(self.hooks),
            "formats": list(self.formats),
            "provides": {kind: list(names) for kind, names in self.provides.items()},
            "waits": list(self.waits),
            "load_ms": round(self.load_ms, 1),
        }
