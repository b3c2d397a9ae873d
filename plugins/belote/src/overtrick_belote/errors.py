"""What can be wrong with what is asked of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from overtrick import OvertrickError


class BeloteError(OvertrickError, ValueError):
    """Something that the game has no place for."""


class IllegalActionError(BeloteError):
    """A call, a declaration or a card that the rules do not allow now."""


Kinds = type[object] | tuple[type[object], ...]


def expect(value: object, kinds: Kinds, name: str, what: str) -> None:
    """Refuse what is of another kind than it should be.

    Args:
        value: what is given.
        kinds: what it may be; a truth is no whole number here.
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
    """Return a validator of a field that refuses other kinds; see `expect`."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        expect(value, kinds, field.name, what)

    return check
