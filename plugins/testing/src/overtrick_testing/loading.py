"""Whether the plugin under test loads and declares what it should; other plugins do not matter."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterable
from typing import Any, Final, Protocol, TypeVar

from overtrick import PluginError, PluginLoadWarning, PluginManager, PluginRecord, PluginState
from overtrick.plugin import Kind, default_manager, one_line


class _Spec(Protocol):
    """What the specifications of every kind have, as the core's `Kind` asks for it."""

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...


SpecT = TypeVar("SpecT", bound=_Spec)

FAULTS: Final[tuple[type[BaseException], ...]] = (Exception, SystemExit, GeneratorExit)
"""What counts as a fault of the plugin when its code raises it."""

_STATES: Final = {
    PluginState.BLOCKED: "is not used",
    PluginState.FAILED: "does not load",
    PluginState.INCOMPATIBLE: "does not load",
    PluginState.OUTDATED: "is not used",
    PluginState.CONFLICT: "is not used",
}


class NotLoadedError(AssertionError):
    """The plugin under test does not load, or does not declare what its suite names.

    Attributes:
        modules: the declaration modules that fail.
    """

    def __init__(self, message: str, *modules: str) -> None:
        super().__init__(message)
        self.modules: Final = modules


def installed_plugins() -> PluginManager:
    """Return the installed plugins, found without a warning of those that do not work.

    A plugin of another author that does not work is no fault of the one under test, even where
    pytest makes errors of warnings. With `OVERTRICK_STRICT_PLUGINS=1` it is an error all the same.

    Raises:
        PluginError: a plugin does not work, and that is an error here.
    """
    manager = default_manager()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginLoadWarning)
        manager.records()
    return manager


def plugins_of(modules: Iterable[str]) -> PluginManager:
    """Return some plugins alone, whether they are installed or not.

    Args:
        modules: their declaration modules.

    Raises:
        NotLoadedError: one of them cannot be imported or registered.
    """
    manager = PluginManager(discover=False)
    for name in modules:
        add_plugin(manager, name)
    return manager


def add_plugin(manager: PluginManager, module: str) -> None:
    """Register a plugin that is not installed.

    Args:
        manager: the plugins that it is added to.
        module: its declaration module.

    Raises:
        NotLoadedError: it cannot be imported or registered.
    """
    try:
        with warnings.catch_warnings():
            # It may wait for plugins of others, which do not work.
            warnings.simplefilter("ignore", PluginLoadWarning)
            manager.register(importlib.import_module(module), name=module)
    except FAULTS as error:  # whatever its code raises
        why = one_line(error)
        if not isinstance(error, PluginError):  # which names the plugin itself
            why = f"the plugin {module!r} does not load: {why}"
        raise NotLoadedError(why, module) from error


def find_spec(
    manager: PluginManager,
    kind: Kind[SpecT] | type[SpecT],
    name: str,
    needed: tuple[str, ...] = (),
) -> SpecT:
    """Return a usable specification by its kind and name.

    Args:
        manager: the plugins.
        kind: the class of the specification, or its kind.
        name: its name.
        needed: the declaration modules of plugins that bring the kind.

    Raises:
        NotLoadedError: no usable plugin declares it; the message names the plugins that do not
            work with the reason of each, or else what is declared.
    """
    declared = manager.specs(kind)
    if name in declared:
        return declared[name]
    found = _kind_of(manager, kind)
    what = name if found is None else f"{found.noun} {name!r}"
    idle = [record for record in manager.records() if record.state in _STATES]
    # In conflict with another plugin, or waiting for the plugin that brings the kind.
    own = [record for record in idle if found and name in record.provides.get(found.name, ())]
    if found is not None and not own:
        own = [record for record in manager.records() if found.hook in record.waits]
    names = ", ".join(sorted(declared)) or "none"
    lines = [
        f"no usable plugin declares the {what} (there are: {names})",
        *map(_trouble, own or idle),
    ]
    if len(lines) == 1:
        hook = "its hook" if found is None else found.hook
        lines.append(f"install the plugin (`pip install -e .`), and yield it in {hook}")
    broken = [record.module for record in own or idle if record.module is not None]
    cause = _failure(needed, broken[0]) if len(broken) == 1 else None
    raise NotLoadedError("\n".join(lines), *broken) from cause


def _kind_of(manager: PluginManager, kind: Kind[Any] | type[Any]) -> Kind[Any] | None:
    if isinstance(kind, Kind):
        return kind
    return next((each for each in manager.kinds().values() if each.spec is kind), None)


def _trouble(record: PluginRecord) -> str:
    if record.waits and record.state not in _STATES:
        return f"the plugin {record.name!r} waits for a plugin that brings {record.waits[0]}"
    return f"the plugin {record.name!r} {_STATES[record.state]}: {record.error}"


def _failure(needed: tuple[str, ...], module: str) -> NotLoadedError | None:
    """Return what is raised where a plugin is loaded again: it shows the place of the fault."""
    try:
        plugins_of(dict.fromkeys((*needed, module)))
    except NotLoadedError as error:
        return error
    return None
