"""Errors of the game, and type checks of arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from overtrick import OvertrickError


class BeloteError(OvertrickError, ValueError):
    """The base class of the game's errors."""


class IllegalActionError(BeloteError):
    """A call, a declaration or a card that the rules do not allow now."""


Kinds = type[object] | tuple[type[object], ...]


def expect(value: object, kinds: Kinds, name: str, what: str) -> None:
    """Raise `TypeError` unless a value has one of the expected types.

    Args:
        value: what is given.
        kinds: the expected types; a bool is not accepted as a whole number.
        name: what it is called where it is given.
        what: the kinds in words.

    Raises:
        TypeError: it is of another kind.

    Example:
        >>> expect("3", int, "number", "a whole number")
        Traceback (most recent call last):
        ...
        TypeError: number must be a whole number, not '3' (str)
    """
    if isinstance(value, kinds) and not (kinds is int and isinstance(value, bool)):
        return
    shown = repr(value)
    said = "None" if value is None else type(value).__name__
    if value is not None and len(shown) <= 40:
        said = f"{shown} ({said})"
    msg = f"{name} must be {what}, not {said}"
    raise TypeError(msg)


def of_kind(kinds: Kinds, what: str) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """Return an attrs validator that raises `TypeError` for other types; see `expect`."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        expect(value, kinds, field.name, what)

    return check
