"""Finding, loading and isolating plugins.

A plugin that fails is kept as a record with its error: never hidden, never fatal.
"""

from __future__ import annotations

import functools
import os
import re
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs
import pluggy

from overtrick.findings.errors import (
    FormatConflictError,
    PluginError,
    PluginLoadError,
    PluginLoadWarning,
    PluginVersionError,
    UnknownFormatError,
)
from overtrick.framework import hookspecs
from overtrick.framework.records import TROUBLE, PluginRecord, PluginState, one_line
from overtrick.framework.registry import BUILT_IN_COMMANDS, Registry
from overtrick.framework.spec import API_VERSION, PROJECT_NAME, CommandSpec, DeviceSpec, FormatSpec

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_DECLARING: Final[Mapping[str, type[FormatSpec] | type[DeviceSpec] | type[CommandSpec]]] = {
    "overtrick_formats": FormatSpec,
    "overtrick_devices": DeviceSpec,
    "overtrick_commands": CommandSpec,
}


class PluginManager:
    """Knows the plugins and what they declare.

    Args:
        discover: look for installed plugins on first need; `False` for a program that
            registers its plugins itself (a frozen application, a test).
        environment: where the `OVERTRICK_...` controls are read; the process's by default.

    Example:
        >>> manager = PluginManager(discover=False)
        >>> manager.formats()
        {}
    """

    def __init__(
        self, *, discover: bool = True, environment: Mapping[str, str] | None = None
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._discovered = not discover
        self._strict_error: PluginError | None = None
        self._lock = threading.RLock()
        self._is_ready = not discover
        self._records: dict[str, PluginRecord] = {}
        self._pluggy = pluggy.PluginManager(PROJECT_NAME)
        self._pluggy.add_hookspecs(hookspecs)
        self._formats: Registry[FormatSpec] = Registry("format")
        self._devices: Registry[DeviceSpec] = Registry("device")
        self._commands: Registry[CommandSpec] = Registry("command", BUILT_IN_COMMANDS)
        self._declared: list[FormatSpec | DeviceSpec | CommandSpec] = []
        if self._flag("OVERTRICK_TRACE_PLUGINS"):
            self._pluggy.trace.root.setwriter(sys.stderr.write)
            self._pluggy.enable_tracing()
        for hook, kind in _DECLARING.items():
            getattr(self._pluggy.hook, hook).call_historic(
                result_callback=functools.partial(self._collect, hook, kind),
                kwargs={"api": API_VERSION},
            )

    def _flag(self, name: str) -> bool:
        return self._environment.get(name, "") not in {"", "0"}

    @property
    def strict(self) -> bool:
        """Whether a plugin that fails is an error (`OVERTRICK_STRICT_PLUGINS=1`)."""
        return self._flag("OVERTRICK_STRICT_PLUGINS")

    def register(self, plugin: object, name: str) -> PluginRecord:
        """Register a module or object as a plugin, without entry points.

        Args:
            plugin: the module with the hook implementations.
            name: what to call it; a second registration under one name is refused.

        Returns:
            Its record.

        Raises:
            PluginLoadError: it fails to register.
            PluginVersionError: it needs another version of overtrick.
        """
        if name in self._records:
            msg = f"a plugin named {name!r} is registered already"
            raise PluginLoadError(msg)
        started = time.perf_counter()
        record = PluginRecord(name=name)
        try:
            hooks, formats = self._register(plugin, name)
        except PluginError:
            raise
        except (Exception, SystemExit) as error:
            msg = f"the plugin {name!r} failed to register: {one_line(error)}"
            raise PluginLoadError(msg) from error
        record = attrs.evolve(
            record,
            hooks=hooks,
            formats=formats,
            load_ms=(time.perf_counter() - started) * 1000,
        )
        self._records[name] = record
        self._mark_conflicts()
        return self._records[name]

    def _collect(
        self,
        hook: str,
        kind: type[FormatSpec] | type[DeviceSpec] | type[CommandSpec],
        result: Iterable[object],
    ) -> None:
        # Called inside pluggy's register(): a generator that raises halfway raises there.
        if isinstance(result, (str, bytes)) or not isinstance(result, Iterable):
            msg = f"{hook} must give an iterable of {kind.__name__}, not {type(result).__name__}"
            raise PluginLoadError(msg)
        for spec in result:
            if not isinstance(spec, kind):
                msg = f"{hook} gave {spec!r:.80}, which is no {kind.__name__}"
                raise PluginLoadError(msg)
            needed = tuple(spec.requires_api)
            if needed > tuple(API_VERSION):
                wanted = ".".join(str(part) for part in needed)
                msg = (
                    f"{spec.name!r} needs plugin interface {wanted}, "
                    f"this overtrick has {API_VERSION}"
                )
                raise PluginVersionError(msg)
            self._declared.append(spec)

    def _register(self, plugin: object, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Register with pluggy and take over what was declared, or leave no trace."""
        self._declared = []
        try:
            self._pluggy.register(plugin, name=name)
            self._pluggy.check_pending()
            self._refuse_wrappers(plugin)
        except BaseException as error:
            self._unregister(name)
            if isinstance(error, pluggy.PluginValidationError):
                raise PluginVersionError(self._explain(error)) from error
            raise
        for spec in self._declared:
            if isinstance(spec, FormatSpec):
                self._formats.add(name, spec)
            elif isinstance(spec, DeviceSpec):
                self._devices.add(name, spec)
            else:
                self._commands.add(name, spec)
        hooks = sorted(caller.name for caller in self._pluggy.get_hookcallers(plugin) or ())
        formats = sorted(spec.name for spec in self._declared if isinstance(spec, FormatSpec))
        return tuple(hooks), tuple(formats)

    def _refuse_wrappers(self, plugin: object) -> None:
        # A wrapper could change what other plugins answer, depending on who came first.
        for caller in self._pluggy.get_hookcallers(plugin) or ():
            for implementation in caller.get_hookimpls():
                if implementation.plugin is plugin and (
                    implementation.wrapper or implementation.hookwrapper
                ):
                    msg = f"{caller.name} is a hook wrapper, which overtrick does not support"
                    raise PluginLoadError(msg)

    def _unregister(self, name: str) -> None:
        if self._pluggy.has_plugin(name):
            self._pluggy.unregister(name=name)
        for registry in (self._formats, self._devices, self._commands):
            registry.remove(name)

    def _explain(self, error: pluggy.PluginValidationError) -> str:
        text = " ".join(str(error).split())
        match = re.search(r"unknown hook '(\w+)'", text)
        if match is None:
            return f"made for another version of overtrick: {text}"
        import difflib

        known = sorted(name for name in dir(hookspecs) if name.startswith("overtrick_"))
        near = difflib.get_close_matches(match[1], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(known)
        return f"implements the unknown hook {match[1]!r}; {hint}"

    def discover(self) -> None:
        """Load the installed plugins; done once, on first need.

        Raises:
            PluginError: a plugin does not work and `OVERTRICK_STRICT_PLUGINS` is set.
        """
        if self._is_ready:
            return
        # Two threads may ask first at the same time: the second waits for the first.
        with self._lock:
            if not self._discovered:
                self._discovered = True
                self._discover()
                self._is_ready = self._strict_error is None
        if self._strict_error is not None:
            raise self._strict_error

    def _discover(self) -> None:
        allowed = self._names("OVERTRICK_PLUGINS")
        blocked = self._names("OVERTRICK_DISABLE_PLUGINS") or frozenset()
        # Imported here because a program that registers its own plugins needs no metadata.
        from overtrick.framework.discovery import find_entry_points

        entry_points, unreadable = find_entry_points()
        for name, why in unreadable:
            self._records[name] = PluginRecord(
                name=name, distribution=name, state=PluginState.FAILED, error=why
            )
        for entry_point, major in entry_points:
            is_allowed = allowed is None or entry_point.name in allowed
            self._load(entry_point, major, is_allowed and entry_point.name not in blocked)
        self._mark_conflicts()
        for record in self._records.values():
            if record.state in TROUBLE:
                self._complain(record)

    def _names(self, variable: str) -> frozenset[str] | None:
        value = self._environment.get(variable)
        if value is None:
            return None
        return frozenset(name.strip() for name in value.split(",") if name.strip())

    def _complain(self, record: PluginRecord) -> None:
        trouble = TROUBLE[record.state]
        message = f"the plugin {record.name!r} ({record.source}) {trouble}: {record.error}"
        if self.strict:
            self._strict_error = self._strict_error or _STRICT_ERRORS[record.state](message)
            return
        warnings.warn(message, PluginLoadWarning, stacklevel=2)

    def _load(self, entry_point: EntryPoint, major: int, wanted: bool) -> None:
        started = time.perf_counter()
        name = entry_point.name
        from overtrick.framework.discovery import origin_of

        distribution, version = origin_of(entry_point)
        record = PluginRecord(name=name, distribution=distribution, version=version)
        if name in self._records:
            # Two distributions use one entry-point name: tell them apart, keep both.
            name = f"{name} ({record.distribution})"
            record = attrs.evolve(record, name=name)
        if not wanted:
            self._records[name] = attrs.evolve(record, state=PluginState.BLOCKED)
            return
        if major != API_VERSION.major:
            self._records[name] = attrs.evolve(
                record,
                state=PluginState.INCOMPATIBLE,
                error=f"made for plugin interface {major}, this overtrick has {API_VERSION}",
            )
            return
        try:
            hooks, formats = self._register(entry_point.load(), name)
        except PluginVersionError as error:
            record = attrs.evolve(
                record, state=PluginState.INCOMPATIBLE, error=one_line(error, named=False)
            )
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a plugin does wrong
            record = attrs.evolve(record, state=PluginState.FAILED, error=one_line(error))
        else:
            record = attrs.evolve(record, hooks=hooks, formats=formats)
        elapsed = (time.perf_counter() - started) * 1000
        self._records[name] = attrs.evolve(record, load_ms=elapsed)

    def _mark_conflicts(self) -> None:
        reasons: dict[str, list[str]] = {}
        for registry in (self._formats, self._devices, self._commands):
            for name, owners in registry.conflicts().items():
                for owner in owners:
                    others = [self._records[other].source for other in owners if other != owner]
                    by = " and ".join(others) or "overtrick itself"
                    reason = f"the {registry.kind} {name!r} is also declared by {by}"
                    reasons.setdefault(owner, []).append(reason)
        for owner, found in reasons.items():
            self._records[owner] = attrs.evolve(
                self._records[owner], state=PluginState.CONFLICT, error="; ".join(found)
            )

    def records(self) -> tuple[PluginRecord, ...]:
        """Return the plugins that were found, by name."""
        self.discover()
        return tuple(record for _, record in sorted(self._records.items()))

    def formats(self) -> dict[str, FormatSpec]:
        """Return the usable formats by name."""
        self.discover()
        return self._formats.usable()

    def devices(self) -> dict[str, DeviceSpec]:
        """Return the usable device drivers by name."""
        self.discover()
        return self._devices.usable()

    def commands(self) -> dict[str, CommandSpec]:
        """Return the usable plugin commands by name."""
        self.discover()
        return self._commands.usable()

    def owner_of(self, format_name: str) -> PluginRecord | None:
        """Return the plugin that serves a format."""
        self.discover()
        owner = self._formats.owner(format_name)
        return None if owner is None else self._records[owner]

    def format(self, name: str) -> FormatSpec:
        """Return the format of a name.

        Raises:
            UnknownFormatError: no usable plugin declares it; plugins that failed are named.
            FormatConflictError: two distributions declare it.
        """
        self.discover()
        try:
            spec = self._formats.get(name)
        except FormatConflictError as error:
            owners = self._formats.conflicts().get(name, ())
            sources = " and ".join(self._records[owner].source for owner in owners)
            msg = f"{error} (they come from {sources})"
            raise FormatConflictError(msg) from None
        if spec is None:
            known = ", ".join(self._formats.usable()) or "none"
            msg = f"no plugin for the format {name!r} (there are: {known}){self.trouble()}"
            raise UnknownFormatError(msg)
        return spec

    def trouble(self) -> str:
        """Return a sentence for each plugin that does not work, or nothing."""
        self.discover()
        lines = [
            f"\nthe plugin {record.name!r} is installed but {TROUBLE[record.state]}: "
            f"{record.error}; run `overtrick plugins --verbose`"
            for record in self.records()
            if record.state in TROUBLE
        ]
        return "".join(lines)

    def call_each(
        self, hook: str, on_error: Callable[[str, Exception], None], **arguments: object
    ) -> list[tuple[str, Any]]:
        """Call every implementation of a hook, each by itself, in the order of plugin names.

        Args:
            hook: the hook's name.
            on_error: called with the plugin's name and the exception of each that fails.
            **arguments: the hook's arguments; an implementation gets those that it names.

        Returns:
            The plugin's name and its result, an iterable result as a list.
        """
        self.discover()
        results = []
        implementations = getattr(self._pluggy.hook, hook).get_hookimpls()
        if not implementations:
            return []
        for implementation in sorted(implementations, key=lambda impl: impl.plugin_name):
            chosen = {name: arguments[name] for name in implementation.argnames}
            try:
                result = implementation.function(**chosen)
                if isinstance(result, Iterable) and not isinstance(result, str):
                    result = list(result)
            except Exception as error:  # noqa: BLE001  # whatever a plugin does wrong
                on_error(implementation.plugin_name, error)
            else:
                results.append((implementation.plugin_name, result))
        return results


_STRICT_ERRORS: Final[Mapping[PluginState, type[PluginError]]] = {
    PluginState.FAILED: PluginLoadError,
    PluginState.INCOMPATIBLE: PluginVersionError,
    PluginState.CONFLICT: FormatConflictError,
}


@functools.cache
def default_manager() -> PluginManager:
    """Return the process's own manager, which discovers the installed plugins."""
    return PluginManager()
