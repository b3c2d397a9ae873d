"""The options for reading."""

from __future__ import annotations

import attrs

from overtrick.plugin import option


@attrs.frozen(kw_only=True)
class ReadOptions:
    """The options for reading a file."""

    first_board: int = option(
        default=1, help="the number of the first board; the file has no numbers"
    )

    def __attrs_post_init__(self) -> None:
        if self.first_board < 1:
            msg = f"first-board is 1 or more, not {self.first_board}"
            raise ValueError(msg)
