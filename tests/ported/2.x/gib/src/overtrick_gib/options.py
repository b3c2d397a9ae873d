"""Options of the format `gib`."""

from __future__ import annotations

import attrs

from overtrick.plugin import option


@attrs.frozen(kw_only=True)
class Options:
    """For reading and writing."""

    first: str = option("W", help="whose hand comes first", choices=("N", "E", "S", "W"))
