"""The 13 bytes of a deal: a byte for each rank, ace to deuce, two bits for each suit's holder.

The highest two bits are the spade's holder, then hearts, diamonds and clubs; 0 North, 1 East,
2 South, 3 West.

Source: observed in files of Big Deal 2.0; no published specification.
"""

from __future__ import annotations

from typing import Final

HEADER_LENGTH: Final = 13
RECORD_LENGTH: Final = 13
FILLING: Final = b" " * 11

Masks = tuple[int, int, int, int]
"""The 52-bit masks of North, East, South and West (see `overtrick.Hand.mask`)."""


def decode_record(record: bytes) -> Masks:
    """Return the cards of the four seats; not always thirteen each.

    Example:
        >>> decode_record(bytes([0b00011011]) * 13)[3] == 8191
        True
    """
    masks = [0, 0, 0, 0]
    for place, holders in enumerate(record):
        rank = 1 << 12 - place
        masks[holders >> 6] |= rank << 39
        masks[holders >> 4 & 3] |= rank << 26
        masks[holders >> 2 & 3] |= rank << 13
        masks[holders & 3] |= rank
    north, east, south, west = masks
    return north, east, south, west


def encode_record(masks: Masks) -> bytes:
    """Return a complete deal as 13 bytes.

    Example:
        >>> encode_record((8191 << 39, 8191 << 26, 8191 << 13, 8191))[0] == 0b00011011
        True
    """
    # The two bits of a seat: 1 of East and West, 2 of South and West.
    _, east, south, west = masks
    low, high = east | west, south | west
    record = []
    for rank in range(12, -1, -1):
        holders = 0
        for card in (39 + rank, 26 + rank, 13 + rank, rank):
            holders = holders << 2 | (high >> card & 1) << 1 | low >> card & 1
        record.append(holders)
    return bytes(record)
