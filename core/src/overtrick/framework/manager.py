"""Finding, loading and isolating plugins.

A plugin that fails is kept as a record with its error: never hidden, never fatal.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
import time
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic

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
from overtrick.framework.core_kinds import COMMANDS, FORMATS, KINDS
from overtrick.framework.guard import Guard, add_owner, one_line
from overtrick.framework.records import TROUBLE, PluginRecord, PluginState
from overtrick.framework.spec.capabilities import Capability
from overtrick.framework.spec.commands import CommandSpec
from overtrick.framework.spec.formats import FormatSpec
from overtrick.framework.spec.interface import API_VERSION, PROJECT_NAME
from overtrick.framework.spec.kinds import Kind, SpecT
from overtrick.framework.spec.reference import COMMAND, NAME
from overtrick.framework.spec.views import ViewSpec

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from overtrick.framework.suggestions import What


class _Hooks(pluggy.PluginManager):
    """Finds the implementations of a plugin among the names that its module has already.

    pluggy asks a module for each of its names, which would import what `lazy_names` puts off.
    """

    _MARK: Final = f"{PROJECT_NAME}_impl"

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Return what an implementation is marked with, `None` for what is none."""
        if isinstance(plugin, types.ModuleType) and not hasattr(vars(plugin).get(name), self._MARK):
            return None
        return super().parse_hookimpl_opts(plugin, name)


class Registry(Generic[SpecT]):
    """The specifications of a kind, with the plugins that declared them.

    Attributes:
        kind: the kind.
        asked: the plugins that were asked for theirs; each is asked once.
    """

    def __init__(self, kind: Kind[SpecT]) -> None:
        self.kind = kind
        self.asked: set[str] = set()
        self._reserved = kind.reserved | {spec.name for spec in kind.built_in}
        self._entries: list[tuple[str, SpecT]] = []
        self._usable: dict[str, SpecT] | None = None

    def add(self, plugin: str, spec: SpecT) -> None:
        """Enter what a plugin declares."""
        self._entries.append((plugin, spec))
        self._usable = None

    def remove(self, plugin: str) -> None:
        """Take out all that a plugin declared; it can be asked again."""
        self.asked.discard(plugin)
        self._entries = [entry for entry in self._entries if entry[0] != plugin]
        self._usable = None

    def entries(self) -> tuple[tuple[str, SpecT], ...]:
        """Return all that was declared, with the plugins, the unusable included."""
        return tuple(self._entries)

    def conflicts(self) -> dict[str, tuple[str, ...]]:
        """Return the names that cannot be used, each with the plugins that declare it, all sorted.

        Several plugins declare it, or it comes built in.
        """
        owners: dict[str, set[str]] = {}
        for plugin, spec in self._entries:
            owners.setdefault(spec.name, set()).add(plugin)
        return {
            name: tuple(sorted(plugins))
            for name, plugins in sorted(owners.items())
            if len(plugins) > 1 or name in self._reserved
        }

    def usable(self) -> Mapping[str, SpecT]:
        """Return the specifications by name, sorted, less those in conflict.

        It is the same mapping until something is added or removed.
        """
        if self._usable is None:
            conflicts = self.conflicts()
            found = {spec.name: spec for spec in self.kind.built_in}
            found |= {spec.name: spec for _, spec in self._entries if spec.name not in conflicts}
            self._usable = dict(sorted(found.items()))
        return self._usable

    def names_of(self, plugin: str) -> tuple[str, ...]:
        """Return the names of what a plugin declares, sorted."""
        return tuple(sorted(spec.name for owner, spec in self._entries if owner == plugin))

    def owner(self, name: str) -> str | None:
        """Return the plugin that serves a usable name; `None` also for what comes built in."""
        spec = self.usable().get(name)
        return next((owner for owner, entry in self._entries if entry is spec), None)


class PluginManager:
    """The plugins and their declarations.

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
        self._pluggy = _Hooks(PROJECT_NAME)
        # By the kind's name; those of kinds that plugins bring come and go with them.
        self._registries: dict[str, Registry[Any]] = {
            kind.name: Registry(kind) for kind in (KINDS, *KINDS.built_in)
        }
        self._is_tracing = self._flag("OVERTRICK_TRACE_PLUGINS")
        add_owner(self)

    def _flag(self, name: str) -> bool:
        return self._environment.get(name, "") not in {"", "0"}

    @property
    def strict(self) -> bool:
        """Whether a plugin that fails is an error (`OVERTRICK_STRICT_PLUGINS=1`)."""
        return self._flag("OVERTRICK_STRICT_PLUGINS")

    def register(self, plugin: object, name: str) -> PluginRecord:
        """Register a module or object as a plugin, without entry points.

        A plugin that fails leaves nothing behind but a record with its error, as an installed one
        does; this method raises the error as well.

        Args:
            plugin: the module with the hook implementations.
            name: what to call it; a second registration under one name is refused, unless the
                first failed.

        Returns:
            Its record.

        Raises:
            PluginLoadError: it fails to register.
            PluginVersionError: it needs another version of overtrick.
        """
        known = self._records.get(name)
        if known is not None and known.state not in {PluginState.FAILED, PluginState.INCOMPATIBLE}:
            msg = f"a plugin named {name!r} is registered already"
            raise PluginLoadError(msg)
        module = plugin.__name__ if isinstance(plugin, types.ModuleType) else None
        error = self._take_up(PluginRecord(name=name, module=module), lambda: plugin)
        if isinstance(error, PluginVersionError):
            raise error
        if error is not None:
            msg = f"the plugin {name!r} failed to register: {one_line(error)}"
            raise PluginLoadError(msg) from error
        for failed in self._settle():
            self._complain(self._records[failed])
        return self._records[name]

    def _take_up(self, record: PluginRecord, load: Callable[[], object]) -> PluginError | None:
        """Load and register a plugin, and keep its record; return why it cannot be used."""
        started = time.perf_counter()
        failed = None
        try:
            with Guard("its import", typed=(PluginError,), kind=PluginLoadError):
                plugin = load()
            self._register(plugin, record.name)
        except PluginError as error:
            record = _with_error(record, error)
            failed = error
        except KeyboardInterrupt as error:
            # The plugin may have blocked: the note names it to the user who pressed Ctrl-C.
            error.add_note(
                f"the plugin {record.name!r} was being loaded; {_DISABLE}={record.name} starts "
                "without it"
            )
            raise
        elapsed = (time.perf_counter() - started) * 1000
        self._records[record.name] = attrs.evolve(record, load_ms=elapsed)
        return failed

    def _register(self, plugin: object, name: str) -> None:
        """Take over what a plugin declares, or leave no trace of it."""
        try:
            with Guard("its registration", typed=(PluginError,), kind=PluginLoadError):
                self._pluggy.register(plugin, name=name)
                found = self._implementations(name)
            self._examine(found)
            self._ask(name, KINDS, found)
            self._refuse_unknown_hooks(name, found)
            for kind in self._kinds():
                self._ask(name, kind, found)
        except BaseException:
            self._withdraw(name)
            raise

    def _implementations(self, name: str) -> dict[str, pluggy.HookImpl]:
        """Return a plugin's implementations by the name of their hook."""
        plugin = self._pluggy.get_plugin(name)
        found = {}
        for caller in (plugin is not None and self._pluggy.get_hookcallers(plugin)) or ():
            for implementation in caller.get_hookimpls():
                if implementation.plugin is plugin:
                    found[caller.name] = implementation
        return found

    def _examine(self, implementations: Mapping[str, pluggy.HookImpl]) -> None:
        """Refuse wrappers, and arguments that a hook does not have."""
        for hook, implementation in implementations.items():
            if implementation.wrapper or implementation.hookwrapper:
                # It could change what other plugins answer, depending on who came first.
                msg = f"{hook} is a hook wrapper, which overtrick does not support"
                raise PluginLoadError(msg)
            unknown = [name for name in implementation.argnames if name not in _ARGUMENTS]
            if unknown:
                msg = (
                    f"made for another version of overtrick: its {hook} names the argument "
                    f"{unknown[0]!r} (there is: {', '.join(_ARGUMENTS)})"
                )
                raise PluginVersionError(msg)

    def _refuse_unknown_hooks(
        self, name: str, implementations: Mapping[str, pluggy.HookImpl]
    ) -> None:
        """Refuse hooks that neither the core has nor the plugin itself brings.

        A hook of another plugin's kind needs `optionalhook`, whether or not that plugin is
        installed. So the result does not depend on the order of plugins, and a misspelt hook is
        always reported.
        """
        own = {kind.hook for owner, kind in self._registries["kinds"].entries() if owner == name}
        known = {KINDS.hook, *(kind.hook for kind in KINDS.built_in), *own}
        for hook, implementation in sorted(implementations.items()):
            if hook in known or implementation.optionalhook:
                continue
            import difflib

            near = difflib.get_close_matches(hook, sorted(known), n=1)
            hint = f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(sorted(known))
            msg = (
                f"implements the unknown hook {hook!r}; {hint} "
                "(the hook of another plugin's kind is marked @hookimpl(optionalhook=True))"
            )
            raise PluginVersionError(msg)

    def _kinds(self) -> list[Kind[Any]]:
        """Return the kinds that can be declared now, after setting up those that are new."""
        kinds: list[Kind[Any]] = list(self._registries["kinds"].usable().values())
        current = {kind.name: kind for kind in (KINDS, *kinds)}
        for name, registry in list(self._registries.items()):
            if current.get(name) != registry.kind:
                # Its bringer is gone, or another brings the same: its hook waits again.
                del self._registries[name]
        for name, kind in current.items():
            if name not in self._registries:
                self._registries[name] = Registry(kind)
        return kinds

    def _ask(
        self, name: str, kind: Kind[Any], implementations: Mapping[str, pluggy.HookImpl]
    ) -> None:
        """Enter what a plugin declares of a kind; it is asked once."""
        implementation = implementations.get(kind.hook)
        registry = self._registries[kind.name]
        if implementation is None or name in registry.asked:
            return
        registry.asked.add(name)
        with Guard(f"its {kind.hook}", typed=(PluginError,), kind=PluginLoadError):
            declared = self._declared(kind, self._call(implementation))
            # Exhausted before anything is entered: a generator may raise halfway.
            specs = list(declared)
        for spec in specs:
            registry.add(name, spec)

    def _declared(self, kind: Kind[SpecT], result: object) -> Iterable[SpecT]:
        expected = kind.spec.__name__
        if isinstance(result, (str, bytes)) or not isinstance(result, Iterable):
            msg = f"{kind.hook} must give an iterable of {expected}, not {type(result).__name__}"
            raise PluginLoadError(msg)
        names = set()
        for spec in result:
            if not isinstance(spec, kind.spec):
                msg = f"{kind.hook} gave {spec!r:.80}, which is no {expected}"
                raise PluginLoadError(msg)
            texts: tuple[object, ...] = (spec.name, spec.summary)
            if not all(isinstance(text, str) for text in texts):
                # Whoever lists them counts on it.
                msg = f"{kind.hook} gave {spec!r:.80}, whose name or summary is no text"
                raise PluginLoadError(msg)
            # A command and a view are words on the command line.
            pattern = COMMAND if issubclass(kind.spec, (CommandSpec, ViewSpec)) else NAME
            if not pattern.fullmatch(spec.name):
                msg = f"{kind.hook} gave the name {spec.name!r}, which must match {pattern.pattern}"
                raise PluginLoadError(msg)
            if spec.name in names:
                msg = f"{kind.hook} gave the {kind.noun} {spec.name!r} twice"
                raise PluginLoadError(msg)
            names.add(spec.name)
            yield spec

    def _call(self, implementation: pluggy.HookImpl) -> object:
        """Call one implementation with the arguments that it names."""
        if self._is_tracing:
            what = f"{implementation.plugin_name}: {implementation.function.__name__}"
            sys.stderr.write(f"overtrick: {what}({', '.join(implementation.argnames)})\n")
        return implementation.function(*(_ARGUMENTS[name] for name in implementation.argnames))

    def _withdraw(self, name: str) -> None:
        """Take out all that is known of a plugin, the kinds that it brought included."""
        if self._pluggy.has_plugin(name):
            self._pluggy.unregister(name=name)
        for registry in self._registries.values():
            registry.remove(name)
        self._kinds()

    def _settle(self) -> list[str]:
        """Call hooks whose kind is registered by now, and update the plugins' states.

        Returns:
            The plugins that failed in it.
        """
        failed = []
        while (waiting := self._next_to_ask()) is not None:
            name, kind = waiting
            try:
                self._ask(name, kind, self._implementations(name))
            except PluginError as error:
                self._withdraw(name)
                self._records[name] = _with_error(self._records[name], error)
                failed.append(name)
        self._update_states()
        return failed

    def _next_to_ask(self) -> tuple[str, Kind[Any]] | None:
        for kind in self._kinds():
            caller = getattr(self._pluggy.hook, kind.hook, None)
            for implementation in () if caller is None else caller.get_hookimpls():
                if implementation.plugin_name not in self._registries[kind.name].asked:
                    return implementation.plugin_name, kind
        return None

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
        allowed = self._names(_ALLOW)
        blocked = self._names(_DISABLE) or frozenset()
        # Imported here because a program that registers its own plugins needs no metadata.
        from overtrick.framework.discovery import find_entry_points, origin_of
        from overtrick.framework.variables import meant_variable, unknown_name

        entry_points, unreadable = find_entry_points()
        for name, why in unreadable:
            self._records[name] = PluginRecord(
                name=name, distribution=name, state=PluginState.FAILED, error=why
            )
        for entry_point, major in entry_points:
            off = None
            if entry_point.name in blocked:
                off = _DISABLE
            elif allowed is not None and entry_point.name not in allowed:
                off = _ALLOW
            distribution, version = origin_of(entry_point)
            record = PluginRecord(
                name=entry_point.name,
                module=entry_point.module,
                distribution=distribution,
                version=version,
            )
            self._load(entry_point, major, record, off)
        self._settle()
        # With those that were registered by hand before.
        present = {*self._records, *(entry_point.name for entry_point, _ in entry_points)}
        for variable, names in ((_ALLOW, allowed or ()), (_DISABLE, blocked)):
            for name in sorted(set(names) - present):
                self._warn(unknown_name(variable, name, present))
        for variable in self._environment:
            if (meant := meant_variable(variable, _VARIABLES)) is not None:
                self._warn(f"{variable} means nothing to overtrick; did you mean {meant}?")
        for record in self._records.values():
            # A plugin for an earlier overtrick is listed, and changes nothing else.
            if record.state in TROUBLE and record.state is not PluginState.OUTDATED:
                self._complain(record)

    def _warn(self, message: str) -> None:
        """Warn of a variable that does not do what it was set for.

        Raises:
            PluginLoadError: that is an error here.
        """
        if self.strict:
            raise PluginLoadError(message)
        warnings.warn(message, PluginLoadWarning, stacklevel=2)

    def _names(self, variable: str) -> frozenset[str] | None:
        value = self._environment.get(variable)
        if value is None:
            return None
        return frozenset(name.strip() for name in value.split(",") if name.strip())

    def _complain(self, record: PluginRecord) -> None:
        trouble = TROUBLE[record.state]
        message = f"the plugin {record.name!r} ({record.source}) {trouble}: {record.error}"
        if self.strict:
            self._is_ready = False
            self._strict_error = self._strict_error or _STRICT_ERRORS[record.state](message)
            return
        warnings.warn(message, PluginLoadWarning, stacklevel=2)

    def _load(
        self, entry_point: EntryPoint, major: int, record: PluginRecord, off: str | None
    ) -> None:
        """Load a plugin, or note why not; `off` is the variable that switches it off."""
        name = record.name
        if name in self._records:
            # Two distributions use one entry-point name: keep both, under different names.
            name = f"{name} ({record.distribution})"
            record = attrs.evolve(record, name=name)
        if off is not None:
            self._records[name] = attrs.evolve(
                record, state=PluginState.BLOCKED, error=f"switched off by {off}"
            )
            return
        if major != API_VERSION.major:
            is_older = major < API_VERSION.major
            from overtrick.framework.discovery import how_to_update

            advice = how_to_update(entry_point) if is_older else _UPDATE_OVERTRICK
            self._records[name] = attrs.evolve(
                record,
                state=PluginState.OUTDATED if is_older else PluginState.INCOMPATIBLE,
                error=f"made for overtrick {major}.x; {advice}",
            )
            return
        self._take_up(record, entry_point.load)

    def _update_states(self) -> None:
        """Update the records of the plugins that work."""
        reasons = self._conflicts()
        hooks_of_kinds = {registry.kind.hook for registry in self._registries.values()}
        for name, record in self._records.items():
            if record.state not in {PluginState.LOADED, PluginState.CONFLICT}:
                continue
            hooks = tuple(sorted(self._implementations(name)))
            self._records[name] = attrs.evolve(
                record,
                state=PluginState.CONFLICT if name in reasons else PluginState.LOADED,
                error="; ".join(reasons[name]) if name in reasons else None,
                hooks=hooks,
                provides={
                    kind: names
                    for kind, registry in sorted(self._registries.items())
                    if (names := registry.names_of(name))
                },
                waits=tuple(hook for hook in hooks if hook not in hooks_of_kinds),
            )

    def _conflicts(self) -> dict[str, list[str]]:
        """Return for each plugin what it declares though it may not, in words."""
        reasons: dict[str, list[str]] = {}
        for _, registry in sorted(self._registries.items()):
            for name, owners in registry.conflicts().items():
                for owner in owners:
                    others = [self._records[other].source for other in owners if other != owner]
                    by = " and ".join(others) or "overtrick itself"
                    what = (
                        f"the {registry.kind.noun} {name!r} is also declared by {by}; "
                        f"{_DISABLE}={owner} turns this plugin off"
                    )
                    reasons.setdefault(owner, []).append(what)
        return reasons

    def records(self) -> tuple[PluginRecord, ...]:
        """Return the plugins that were found, by name."""
        self.discover()
        return tuple(record for _, record in sorted(self._records.items()))

    def kinds(self) -> dict[str, Kind[Any]]:
        """Return the usable kinds of plugin by name: the core's, and those that plugins bring."""
        return self.specs(KINDS)

    def specs(self, kind: Kind[SpecT] | type[SpecT]) -> dict[str, SpecT]:
        """Return the usable specifications of a kind by name, with those that come built in.

        Of a kind that no usable plugin brings, there are none but the built-in ones.

        Args:
            kind: the class of the specifications, such as `RuleSpec`, or the kind itself.

        Raises:
            LookupError: no kind has specifications of the class.

        Example:
            >>> from overtrick.plugin import ViewSpec
            >>> list(PluginManager(discover=False).specs(ViewSpec))
            ['text']
        """
        return dict(self._registry(kind).usable())

    def _registry(self, kind: Kind[SpecT] | type[SpecT]) -> Registry[SpecT]:
        self.discover()
        if isinstance(kind, type):
            known = (each for each in self._registries.values() if each.kind.spec is kind)
            found = next(known, None)
            if found is None:
                msg = f"no kind of plugin has specifications of the class {kind.__name__}"
                raise LookupError(msg)
            return found
        found = self._registries.get(kind.name)
        # It is asked with every file, and most often is the very kind.
        if found is not None and (found.kind is kind or found.kind == kind):
            return found
        return Registry(kind)

    def formats(self) -> dict[str, FormatSpec]:
        """Return the usable formats by name."""
        return self.specs(FORMATS)

    def commands(self) -> dict[str, CommandSpec]:
        """Return the usable commands by name, built in and of plugins."""
        return self.specs(COMMANDS)

    def owner_of(self, name: str, kind: Kind[Any] | type[Any] = FORMATS) -> PluginRecord | None:
        """Return the plugin that provides a format, or a name of another kind.

        `None` where no plugin or more than one does, and for built-in names.
        """
        owner = self._registry(kind).owner(name)
        return None if owner is None else self._records[owner]

    def source_of(self, reference: str) -> str | None:
        """Return the distribution and version of the plugin that declared a reference.

        `None` where none did.

        Args:
            reference: `module:attribute`, anywhere in a specification.
        """
        for registry in self._registries.values():
            for owner, spec in registry.entries():
                if reference in _texts(attrs.astuple(spec, recurse=False)):
                    record = self._records.get(owner)
                    return repr(owner) if record is None else record.source
        return None

    def format(self, name: str) -> FormatSpec:
        """Return the format of a name.

        Raises:
            UnknownFormatError: no usable plugin declares it; plugins that failed are named.
            FormatConflictError: two distributions declare it.
        """
        if not self._is_ready:
            self.discover()
        registry: Registry[FormatSpec] = self._registries[FORMATS.name]
        usable = registry.usable()
        if name in usable:
            return usable[name]
        if owners := registry.conflicts().get(name):
            sources = " and ".join(self._records[owner].source for owner in owners)
            msg = (
                f"the format {name!r} is declared by {' and '.join(map(repr, owners))}; block one, "
                f"for example {_DISABLE}={owners[-1]} (they come from {sources})"
            )
            raise FormatConflictError(msg)
        known = ", ".join(usable) or "none"
        helps = self.hint("format", name, usable)
        msg = f"no plugin for the format {name!r} (there are: {known}){helps}"
        raise UnknownFormatError(msg)

    def hint(self, what: What, word: str, known: Iterable[str] = ()) -> str:
        """Return what helps with a word that is not known, to be put behind the error.

        That is the plugin that brings it and is switched off, outdated or broken; or else the
        distribution to install for it, or the word that was meant; and which plugins do not work.

        Args:
            what: what the word was to name.
            word: what was typed; a suffix is lower case with its dot, a code upper case.
            known: the words that there are; nothing is guessed for one of them.

        Returns:
            A question behind a semicolon, lines with a line break before each, or nothing.

        Example:
            >>> print(PluginManager(discover=False).hint("format", "lin"))
            <BLANKLINE>
            the format 'lin' comes with overtrick-lin: python -m pip install overtrick-lin
        """
        from overtrick.framework.suggestions import hint  # most words are known

        return hint(self.records(), what, word, known)

    def hint_for_content(self, head: bytes) -> str:
        """Return a line that names what to install for a file that begins so, or nothing.

        Args:
            head: the first bytes of a file that no format takes.

        Example:
            >>> print(PluginManager(discover=False).hint_for_content(b"% PBN 2.1"))
            <BLANKLINE>
            such files are read by overtrick-pbn: python -m pip install overtrick-pbn
        """
        from overtrick.framework.suggestions import hint_for_content  # most files are known

        return hint_for_content(self.records(), head)


def _texts(values: object) -> Iterator[str]:
    """Yield the texts of a specification, those in its tuples and capabilities too."""
    if isinstance(values, str):
        yield values
    elif isinstance(values, Capability):
        yield from _texts(attrs.astuple(values, recurse=False))
    elif isinstance(values, tuple):
        for value in values:
            yield from _texts(value)


def _with_error(record: PluginRecord, error: BaseException) -> PluginRecord:
    """Return the record of a plugin that does not work."""
    incompatible = isinstance(error, PluginVersionError)
    return attrs.evolve(
        record,
        state=PluginState.INCOMPATIBLE if incompatible else PluginState.FAILED,
        error=one_line(error, named=not incompatible),
        hooks=(),
        provides={},
        waits=(),
    )


_ARGUMENTS: Final = {"api": API_VERSION}
"""The arguments that the hook of a kind of plugin may name."""

_ALLOW: Final = "OVERTRICK_PLUGINS"
_DISABLE: Final = "OVERTRICK_DISABLE_PLUGINS"
_VARIABLES: Final = (_ALLOW, _DISABLE, "OVERTRICK_STRICT_PLUGINS", "OVERTRICK_TRACE_PLUGINS")

_UPDATE_OVERTRICK: Final = f"this is {API_VERSION.major}.x: update overtrick"

_STRICT_ERRORS: Final[Mapping[PluginState, type[PluginError]]] = {
    PluginState.FAILED: PluginLoadError,
    PluginState.INCOMPATIBLE: PluginVersionError,
    PluginState.CONFLICT: FormatConflictError,
}


@functools.cache
def default_manager() -> PluginManager:
    """Return the process's own manager, which discovers the installed plugins."""
    return PluginManager()
