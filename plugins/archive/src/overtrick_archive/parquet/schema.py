"""The columns of a Parquet file of boards, and what is noted beside them."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from overtrick_archive.rows import STORED
from overtrick_archive.tables import BOARDS, FILE, SCHEMAS

HEADER: Final = b"overtrick:header"
"""Under this key stands what the file says of all its boards, as JSON."""

# Where a board stands in a file, which says nothing of the board.
_PLACES: Final = (FILE, "place", "line", "offset")

SCHEMA: Final = pa.schema([field for field in SCHEMAS[BOARDS] if field.name not in _PLACES])
"""The columns that are written."""

HANDS: Final = ("north_hand", "east_hand", "south_hand", "west_hand")
"""The columns of the four hands."""

DEAL: Final = "deal"
"""The column that holds them as text, for want of these."""

WORDS: Final = tuple(
    field.name for field in SCHEMA if field.type == pa.list_(pa.string()) and field.name != "rest"
)
"""The columns that are lists of words."""

READ: Final = (*(column.name for column in STORED if column.name not in _PLACES), "rest")
"""The columns that boards are made of, where they are there."""

UNREAD: Final = frozenset({*SCHEMAS[BOARDS].names, "year", DEAL, "double_dummy_from"} - {*READ})
"""The columns that follow from others, or tell where a board stood; nothing is lost with them."""
