"""The forms that a specification's texts may have: names, references, suffixes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, cast

import attrs

from overtrick.findings.errors import PluginLoadError

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
COMMAND: Final = re.compile(r"[a-z][a-z0-9-]*")
"""A word on the command line."""

REFERENCE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", re.ASCII)
"""Names an attribute of a module: `module:attribute`."""


def check_name(instance: object, attribute: attrs.Attribute[str], value: str) -> None:
    """Validate the name of a specification; an attrs validator."""
    if not NAME.fullmatch(value):
        msg = f"{attribute.name} must match {NAME.pattern}, not {value!r}"
        raise PluginLoadError(msg)


def check_command(instance: object, attribute: attrs.Attribute[str], value: str) -> None:
    """Refuse a name that cannot be a word on the command line."""
    if not COMMAND.fullmatch(value):
        msg = f"{attribute.name} must match {COMMAND.pattern}, not {value!r}"
        raise PluginLoadError(msg)


def check_reference(instance: object, attribute: attrs.Attribute[Any], value: str | None) -> None:
    """Validate a `module:attribute` reference; an attrs validator for specifications.

    `None` is valid where it is the field's default.

    Raises:
        PluginLoadError: the value is no reference.
    """
    if value is None and attribute.default is None:
        return
    if not REFERENCE.fullmatch(str(value)):
        msg = f"{attribute.name} must be a 'module:attribute' reference, not {value!r}"
        raise PluginLoadError(msg)


def check_suffixes(
    instance: object, attribute: attrs.Attribute[tuple[str, ...]], value: tuple[str, ...]
) -> None:
    """Refuse a suffix without its dot or in capitals."""
    for suffix in value:
        if not suffix.startswith(".") or suffix != suffix.lower():
            msg = f"a suffix is lower case and begins with a dot: {suffix!r}"
            raise PluginLoadError(msg)


def to_texts(values: Iterable[str]) -> tuple[str, ...]:
    """Return texts as a tuple; an attrs converter.

    Raises:
        PluginLoadError: one text in place of several, which would count as its letters.
    """
    if isinstance(values, str):
        msg = f"several texts are wanted, such as ({values!r},), not the text {values!r} alone"
        raise PluginLoadError(msg)
    return tuple(values)


def to_marks(values: Iterable[bytes]) -> tuple[bytes, ...]:
    """Return the bytes that files begin with as a tuple; an attrs converter.

    Raises:
        PluginLoadError: one of them is no bytes, or empty, which is how every file begins.
    """
    found: tuple[object, ...] = tuple(values)
    if any(not isinstance(mark, bytes) or not mark for mark in found):
        msg = f"what files begin with is several bytes, none of them empty, not {values!r}"
        raise PluginLoadError(msg)
    return cast("tuple[bytes, ...]", found)
