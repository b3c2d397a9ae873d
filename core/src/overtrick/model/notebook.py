"""How notebooks show the values of the game: by a function that is put here from above.

The model draws no pictures, and need not know who does. The package `overtrick` puts its HTML view
here when a name of it is first used; without one, a notebook shows the `repr`.
"""

from __future__ import annotations

from collections.abc import Callable

Show = Callable[[object], str | None]
"""Returns a value as HTML, or `None` where nothing is installed that draws it."""

show: Show | None = None
"""What shows the values, or `None` for nobody."""


def html_of(value: object) -> str | None:
    """Return a value as HTML, or `None` where nobody shows it."""
    return None if show is None else show(value)
