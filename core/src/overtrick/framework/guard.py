"""Call plugin code: import it by reference; any exception becomes an error that names the plugin.

Plugins are trusted code: they run in this process and may do whatever a program may do. The guard
is for their mistakes. It reports them as a `PluginError` with the distribution's name, so that the
other plugins go on. Ctrl-C, an exhausted memory and our own errors pass as they are.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
import weakref
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, ClassVar, Final

from overtrick.findings.errors import OvertrickError, PluginError, PluginLoadError

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import BinaryIO, Protocol, Self

    class Owner(Protocol):
        """Knows which distribution declared some code: the plugin manager."""

        def source_of(self, reference: str) -> str | None:
            """Return the distribution and version that declared it, `None` for no plugin."""


FAULTS: Final = (Exception, SystemExit, GeneratorExit)
"""What is the plugin's fault when it escapes; `MemoryError` apart, and our own errors."""

TYPED: Final[tuple[type[BaseException], ...]] = (OvertrickError, OSError)
"""What a plugin may raise of the file that it reads or writes: our errors, and the system's."""

around: Final[ContextVar[AbstractContextManager[object]]] = ContextVar(
    "around",
    default=contextlib.nullcontext(),  # noqa: B039  # it has no state
)
"""A reentrant context manager entered around plugin code; the command line sets it."""

_owners: Final[list[weakref.ref[Owner]]] = []


def add_owner(owner: Owner) -> None:
    """Ask an owner, from now on, for the distribution of a reference; the newest is asked first."""
    _owners.append(weakref.ref(owner, _owners.remove))


def whose(reference: str | None) -> str:
    """Return the distribution that declared a reference, in brackets, or an empty string."""
    if reference is not None:
        for known in reversed(_owners):
            owner = known()
            source = None if owner is None else owner.source_of(reference)
            if source is not None:
                return f" ({source})"
    return ""


def one_line(error: BaseException, *, named: bool = True) -> str:
    """Return an exception on one line, with its class unless it is one of overtrick's.

    Example:
        >>> one_line(SystemExit(0)), one_line(PluginError("it failed")), one_line(KeyError())
        ('SystemExit: 0', 'it failed', 'KeyError')
    """
    text = " ".join(str(error).split())
    if not named or isinstance(error, PluginError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


_MOVED: Final = {
    "overtrick.testing": "overtrick_testing",
    "overtrick.commands": "overtrick_cli.commands",
    "overtrick.cli": "overtrick_cli.commands",
    "overtrick.edits": "overtrick",
}
"""Modules of 1.x and where their names are now; those of all others are in `overtrick.plugin`."""

_NO_NAME: Final = re.compile(
    r"cannot import name '(?P<name>\w+)' from 'overtrick'"
    r"|module 'overtrick' has no attribute '(?P<attribute>\w+)'"
)


def moved(error: BaseException) -> str:
    """Return the new place of a name of 1.x, for the message of an error; or an empty string.

    Example:
        >>> moved(ImportError("cannot import name 'hookimpl' from 'overtrick'"))
        "; 'hookimpl' moved to overtrick.plugin in overtrick 2"
        >>> moved(ModuleNotFoundError("", name="overtrick.testing.suites"))
        "; 'overtrick.testing' moved to overtrick_testing in overtrick 2"
        >>> moved(ModuleNotFoundError("", name="numpy"))
        ''
    """
    if isinstance(error, ModuleNotFoundError):
        words = (error.name or "").split(".")
        if words[0] != "overtrick" or len(words) == 1:
            return ""
        old = ".".join(words[:2])
        return f"; {old!r} moved to {_MOVED.get(old, 'overtrick.plugin')} in overtrick 2"
    found = _NO_NAME.match(str(error)) if isinstance(error, (ImportError, AttributeError)) else None
    if found is None:
        return ""
    name = found["name"] or found["attribute"]
    for place in ("overtrick.plugin", "overtrick_render"):
        # Imported by name: overtrick.plugin imports this module, and overtrick_render may be
        # missing.
        with contextlib.suppress(ModuleNotFoundError):
            if name in importlib.import_module(place).__all__:
                return f"; {name!r} moved to {place} in overtrick 2"
    return ""


class Guard:
    """Turn exceptions of a plugin's code into a `PluginError` that names it; a context manager.

    `Exception`, `SystemExit` and `GeneratorExit` are the plugin's faults; `MemoryError` and Ctrl-C
    pass as they are. Only the plugin's code runs inside: a generator of ours never yields there.

    Attributes:
        around: a context variable whose value, a reentrant context manager, is entered around
            plugin code. The command line redirects standard output by it.

    Args:
        what: the code, such as `the reader of 'pbn'`.
        reference: the reference by which the plugin declared it; its distribution is named.
        typed: what may escape as it is; errors of overtrick and of the system by default.
        kind: the class of the error.
        spare: returns whether an exception comes from the caller's own code that the plugin
            called.

    Raises:
        PluginError: the code raised something else; it is the cause.

    Example:
        >>> with Guard("the reader of 'line'"):
        ...     raise SystemExit(0)
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.PluginError: the reader of 'line' failed: SystemExit: 0
    """

    around: ClassVar = around

    __slots__ = ("_around", "_kind", "_passing", "_reference", "_spare", "_what")

    def __init__(
        self,
        what: str,
        reference: str | None = None,
        *,
        typed: tuple[type[BaseException], ...] = TYPED,
        kind: type[PluginError] = PluginError,
        spare: Callable[[BaseException], bool] | None = None,
    ) -> None:
        self._what = what
        self._reference = reference
        self._passing = (*typed, MemoryError)
        self._kind = kind
        self._spare = spare

    def __enter__(self) -> Self:
        self._around = around.get()
        self._around.__enter__()
        return self

    def __exit__(
        self,
        _: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._around.__exit__(None, None, None)
        if not isinstance(error, FAULTS) or isinstance(error, self._passing):
            return
        if self._spare is None or not self._spare(error):
            raise self.failure(error) from error

    def failure(self, error: BaseException, *, at: str = "") -> PluginError:
        """Return the error that names the code, its distribution and what it raised.

        A subclass may add details.

        Args:
            error: what the code raised.
            at: the place, appended to `failed`.
        """
        what = f"{self._what}{whose(self._reference)} failed{at}"
        return self._kind(f"{what}: {one_line(error)}{moved(error)}")


def resolve(reference: str) -> Any:  # noqa: ANN401  # what it names is checked where it is used
    """Import and return the object of a `module:attribute` reference.

    Raises:
        PluginLoadError: the module cannot be imported or has no such attribute.

    Example:
        >>> resolve("overtrick.framework.spec.interface:PROJECT_NAME")
        'overtrick'
    """
    module_name, _, attribute = reference.partition(":")
    what = f"the import of {module_name!r} for {reference!r}"
    with Guard(what, reference, typed=(PluginLoadError,), kind=PluginLoadError):
        return _imported(module_name, attribute, reference)


def _imported(module_name: str, attribute: str, reference: str) -> Any:  # noqa: ANN401  # likewise
    try:
        return getattr(importlib.import_module(module_name), attribute)
    except ImportError as error:
        what = f"cannot import {module_name!r} for {reference!r}{whose(reference)}"
        msg = f"{what}: {error}{moved(error)}"
        raise PluginLoadError(msg) from error
    except AttributeError as error:
        if error.obj is not sys.modules.get(module_name):
            raise
        msg = f"the module {module_name!r}{whose(reference)} has no {attribute!r}"
        raise PluginLoadError(msg) from error


def check_open(file: BinaryIO) -> None:
    """Raise if a plugin closed the file that it received; call this inside its guard.

    Raises:
        ValueError: it is closed.
    """
    if file.closed:
        msg = "it closed the file that it was given to write to"
        raise ValueError(msg)
