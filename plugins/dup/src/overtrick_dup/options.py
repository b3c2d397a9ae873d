"""The options for reading and writing DUP, BRI and DGE files."""

from __future__ import annotations

import attrs

from overtrick.plugin import option


@attrs.frozen(kw_only=True)
class ReadOptions:
    """The options for reading a file."""

    first_board: int | None = option(
        default=None,
        help="the number of the first board; in place of what a DUP says, and of 1 in a BRI or DGE",
    )

    def __attrs_post_init__(self) -> None:
        if self.first_board is not None and self.first_board < 1:
            msg = f"first-board is 1 or more, not {self.first_board}"
            raise ValueError(msg)


@attrs.frozen(kw_only=True)
class WriteOptions:
    """The options for writing a DUP file; an empty one keeps the source's value."""

    copies: int | None = option(
        default=None, help="copies of each board, 0 to 99 (1 unless the source says more)"
    )
    random: bool | None = option(
        default=None, help="the answer to 'Random hands?' (yes unless the source says no)"
    )
    trailer: str = option(
        default="every",
        choices=("every", "first"),
        help="the records that get the ten bytes about the set, where the source does not tell",
    )
    blind: str = option(
        default="no",
        choices=("no", "first", "all"),
        help="the records whose sorted hands are left blank",
    )
    layout: str = option(
        default="kept",
        choices=("kept", "records", "lines"),
        help="records of 156 bytes, or lines of 78 digits; what the source has, else records",
    )

    def __attrs_post_init__(self) -> None:
        if self.copies is not None and not 0 <= self.copies <= 99:
            msg = f"copies is 0 to 99, not {self.copies}"
            raise ValueError(msg)


@attrs.frozen(kw_only=True)
class BriWriteOptions:
    """The options for writing a BRI file."""

    layout: str = option(
        default="kept",
        choices=("kept", "padded", "bare", "lines"),
        help="records of 128 bytes, of 78 bytes, or lines; what the source has, else 128 bytes",
    )


@attrs.frozen(kw_only=True)
class DgeWriteOptions:
    """The options for writing a DGE file."""

    layout: str = option(
        default="kept",
        choices=("kept", "padded", "bare", "lines"),
        help="records of 128 bytes, of 68 bytes, or lines; what the source has, else 128 bytes",
    )
