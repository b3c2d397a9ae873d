"""The options for writing HRF files."""

from __future__ import annotations

import attrs

from overtrick.plugin import option


@attrs.frozen(kw_only=True)
class WriteOptions:
    """The options for writing an HRF file."""

    filler: str | None = option(
        default=None,
        choices=("blanks", "nuls"),
        help="what fills a record up to 128 bytes, which is not documented; "
        "what the source has, else blanks",
    )
