"""The version of the plugin interface, and the mark of a hook's implementation."""

from __future__ import annotations

from typing import Final, NamedTuple

import pluggy

PROJECT_NAME: Final = "overtrick"

hookimpl: Final = pluggy.HookimplMarker(PROJECT_NAME)
"""Marks a plugin's function as the implementation of an overtrick hook.

The hook of a kind that another plugin brings is marked `@hookimpl(optionalhook=True)`: it waits
where that plugin is not installed.
"""


class ApiVersion(NamedTuple):
    """A version of the plugin interface.

    The major number is part of the entry-point group (`overtrick.plugins.v2`). Within a major
    number everything is additive: a plugin that needs a newer minor number requires that version
    of the distribution `overtrick`.
    """

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


API_VERSION: Final = ApiVersion(2, 0)
"""What this overtrick offers to plugins."""
