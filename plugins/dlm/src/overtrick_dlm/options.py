"""The options for reading and writing DLM files."""

from __future__ import annotations

import attrs

from overtrick.plugin import option


@attrs.frozen(kw_only=True)
class ReadOptions:
    """What can be chosen when a DLM file is read."""

    all_boards: bool = option(
        default=False, help="read all 99 boards, not only those from 'From board' to 'To board'"
    )
    placeholders: str = option(
        default="omit",
        choices=("omit", "keep"),
        help="what becomes of unused boards in the range (a whole suit in each hand, never dealt): "
        "'omit' leaves them out, 'keep' reads them as boards",
    )
    ignore_crypto_key: bool = option(
        default=False,
        help="read the letters as they stand although the file has a crypto key; "
        "what the key does is not published",
    )


@attrs.frozen(kw_only=True)
class WriteOptions:
    """Options for writing a DLM file; an empty one keeps the source's value."""

    headline: str | None = option(default=None, help="the Headline line")
    status: str | None = option(
        default=None,
        choices=("Show", "Edit", "Sealed"),
        help="the Status line; Sealed for hands that nobody may see",
    )
    duplicates: int | None = option(
        default=None, help="the Duplicates line: how many sets to deal in automatic mode, 0 to 99"
    )
    max_placeholders: int = option(
        default=8,
        help="how many missing board numbers may be filled with placeholders, 0 to 97",
    )
    startup: str | None = option(
        default=None,
        help="the settings after [STARTUP], divided by semicolons, as in "
        "SuppressDeals=Yes;Makeable=1; 'none' leaves the part out",
    )
