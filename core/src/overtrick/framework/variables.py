"""Environment variables that select plugins, and suggestions for misspelt ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_PREFIX: Final = "OVERTRICK_"
_NEAR: Final = 0.8
"""How much alike two names must be; plugins have variables of their own."""


def unknown_name(variable: str, name: str, present: Iterable[str]) -> str:
    """Return the message for a variable that names a plugin that is not installed."""
    from overtrick.framework.suggestions import did_you_mean  # most names are right

    message = f"{variable} names {name!r}, and no such plugin is installed"
    return message + did_you_mean(name, present)


def meant_variable(variable: str, known: Sequence[str]) -> str | None:
    """Return the known variable nearest to an unknown one, or `None`.

    Example:
        >>> known = ["OVERTRICK_PLUGINS", "OVERTRICK_DISABLE_PLUGINS"]
        >>> meant_variable("OVERTRICK_DISABLE", known)
        'OVERTRICK_DISABLE_PLUGINS'
        >>> meant_variable("OVERTRICK_SESSIONS", known) is None
        True
    """
    if not variable.startswith(_PREFIX) or variable in known:
        return None
    import difflib  # few have such a variable

    word = variable.removeprefix(_PREFIX)
    names = {name.removeprefix(_PREFIX): name for name in known}
    for rest, name in names.items():
        if word and rest.startswith(f"{word}_"):
            return name
    close = difflib.get_close_matches(word, names, n=1, cutoff=_NEAR)
    return names[close[0]] if close else None
