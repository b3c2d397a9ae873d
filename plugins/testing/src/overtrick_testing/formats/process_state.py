"""State of the process that plugin code must leave alone: taken, compared, restored."""

from __future__ import annotations

import decimal
import locale
import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any, Final

State = dict[str, Any]
"""The value of each part, by its name."""


def _umask() -> int:
    mask = os.umask(0o077)  # the only way to read it is to set it
    os.umask(mask)
    return mask


def _set_environment(before: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(before)


def _set_search_path(before: list[str]) -> None:
    sys.path[:] = before


def _handlers() -> dict[int, Any]:
    found = {int(number): signal.getsignal(number) for number in signal.valid_signals()}
    # A handler that is not Python's is `None`, and cannot be set again.
    return {number: handler for number, handler in found.items() if handler is not None}


def _set_handlers(before: dict[int, Any]) -> None:
    for number, handler in before.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


def _filters() -> tuple[Any, ...]:
    return warnings.showwarning, *warnings.filters


def _set_filters(before: tuple[Any, ...]) -> None:
    # This also makes Python forget what it decided by the other filters.
    warnings.resetwarnings()
    warnings.showwarning, *warnings.filters[:] = before  # type: ignore[index]  # it is a list


def _arithmetic() -> dict[str, Any]:
    now = decimal.getcontext()
    names = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")
    values = {name: getattr(now, name) for name in names}
    return values | {"traps": [trap for trap, is_on in now.traps.items() if is_on]}


def _set_arithmetic(before: dict[str, Any]) -> None:
    decimal.setcontext(decimal.Context(**before))


_PARTS: Final[dict[str, tuple[Callable[[], Any], Callable[[Any], object]]]] = {
    "working directory": (os.getcwd, os.chdir),
    "environment": (lambda: dict(os.environ), _set_environment),
    "module search path": (lambda: list(sys.path), _set_search_path),
    "locale": (
        lambda: locale.setlocale(locale.LC_ALL),
        lambda before: locale.setlocale(locale.LC_ALL, before),
    ),
    "signal handlers": (_handlers, _set_handlers),
    "file mode mask": (_umask, os.umask),
    "recursion limit": (sys.getrecursionlimit, sys.setrecursionlimit),
    "integer digit limit": (sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    "warning filters": (_filters, _set_filters),
    "decimal arithmetic": (_arithmetic, _set_arithmetic),
}


def take_state() -> State:
    """Return the state now."""
    return {name: take() for name, (take, _) in _PARTS.items()}


def restore_state(before: State) -> None:
    """Set all that has changed again."""
    now = take_state()
    for name, (_, restore) in _PARTS.items():
        if now[name] != before[name]:
            restore(before[name])


def changed_parts(before: State) -> list[str]:
    """Return the names of the parts that have another value now."""
    now = take_state()
    return [name for name in _PARTS if now[name] != before[name]]
