"""The two notations of a deal in these files, and their bytes.

BRI: 39 card numbers of two digits, 01 the spade ace to 52 the club deuce, for North, East and
South; West has what is left. The order of the cards inside a hand is free.

DGE: 68 bytes, for each of North, East, South and West the four suit bytes 6 (spades), 3 (hearts),
4 (diamonds) and 5 (clubs), each followed by its ranks from the ace down; all thirteen ranks of a
hand and its four suit bytes make 17.

Source: Convert page (parts BRI and DGE); the suit bytes, which the page
prints as pips, are those of code page 437 and as observed in files of Big Deal.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable
from typing import Final

from overtrick import CardError, Deal, Hand
from overtrick.plugin import holding_text

Masks = tuple[int, int, int, int]
"""The 52-bit masks of North, East, South and West (see `overtrick.Hand.mask`)."""

BRI_LENGTH: Final = 78
DGE_LENGTH: Final = 68

PACK: Final = (1 << 52) - 1

# Two digits are one byte of binary-coded decimals, so `unhexlify` cuts a whole part at once.
_CODES: Final = bytes(int(f"{number:02}", 16) for number in range(1, 53))

# A byte for each of the 39 places, of values that no card number has.
_OWNERS: Final = b"\xf0" * 13 + b"\xf1" * 13 + b"\xf2" * 13
_NORTH, _EAST, _SOUTH = (
    bytes(49 if value == owner else 48 for value in range(256)) for owner in (0xF0, 0xF1, 0xF2)
)

SUIT_BYTES: Final = b"\x06\x03\x04\x05"
"""Spades, hearts, diamonds, clubs."""

# What stands for the holdings of each suit, spades first: in DGE, in BRI, and back from DGE. There
# are 8192 in a suit, of which a file has some hundreds, so they are learnt as they come.
_Parts = dict[int, bytes]
_SORTED: Final[tuple[_Parts, _Parts, _Parts, _Parts]] = ({}, {}, {}, {})
_NUMBERS: Final[tuple[_Parts, _Parts, _Parts, _Parts]] = ({}, {}, {}, {})
_HOLDINGS: Final[tuple[dict[bytes, int], ...]] = ({}, {}, {}, {})


def _learn(masks: Iterable[int]) -> None:
    """Cache the bytes for the holdings of some hands."""
    for mask in masks:
        for index, suit in enumerate(SUIT_BYTES):
            holding = mask >> 13 * (3 - index) & 8191
            ranks = [rank for rank in range(12, -1, -1) if holding >> rank & 1]
            part = bytes((suit,)) + holding_text(holding).encode()
            _SORTED[index][holding] = part
            _NUMBERS[index][holding] = b"".join(
                b"%02d" % (13 * index + 13 - rank) for rank in ranks
            )
            _HOLDINGS[index][part] = holding


def decode_bri(part: bytes) -> Masks | None:
    """Return the hands of 78 digits, or `None` unless these are 39 different card numbers.

    Example:
        >>> hands = decode_bri(b"".join(b"%02d" % number for number in range(1, 40)))
        >>> hands is not None and [mask.bit_length() for mask in hands]
        [52, 39, 26, 13]
    """
    try:
        owners = _CODES.translate(bytes.maketrans(binascii.unhexlify(part), _OWNERS))
    except ValueError:  # not hexadecimal digits, or not 78 of them
        return None
    north = int(owners.translate(_NORTH), 2)
    east = int(owners.translate(_EAST), 2)
    south = int(owners.translate(_SOUTH), 2)
    west = north ^ east ^ south ^ PACK
    # A card that stands twice, or a number outside 1 to 52, leaves West with more than 13.
    return (north, east, south, west) if west.bit_count() == 13 else None


def to_deal(masks: Masks) -> Deal:
    """Return the deal of masks known to be complete.

    Example:
        >>> to_deal((8191 << 39, 8191 << 26, 8191 << 13, 8191)) == Deal.from_masks(
        ...     8191 << 39, 8191 << 26, 8191 << 13, 8191)
        True
    """
    north, east, south, west = masks
    return Deal.from_masks(north, east, south, west)


def encode_bri(masks: Masks) -> bytes:
    """Return the hands as 78 digits, each hand from the spade ace down.

    Example:
        >>> encode_bri((8191 << 39, 8191 << 26, 8191 << 13, 8191))[:8]
        b'01020304'
    """
    s, h, d, c = _NUMBERS
    north, east, south, _ = masks
    try:
        return b"".join(
            (
                s[north >> 39], h[north >> 26 & 8191], d[north >> 13 & 8191], c[north & 8191],
                s[east >> 39], h[east >> 26 & 8191], d[east >> 13 & 8191], c[east & 8191],
                s[south >> 39], h[south >> 26 & 8191], d[south >> 13 & 8191], c[south & 8191],
            )
        )  # fmt: skip
    except KeyError:
        _learn(masks)
        return encode_bri(masks)


# The top bit of each of 38 bytes, but not of those where one hand ends and the next begins.
_TOP_BITS: Final = int.from_bytes(b"\x80" * 38, "big")
_WITHIN_HANDS: Final = int.from_bytes(
    b"\x80" * 12 + b"\0" + b"\x80" * 12 + b"\0" + b"\x80" * 12, "big"
)
_LAST_38: Final = (1 << 304) - 1


def is_sorted(part: bytes) -> bool:
    """Return whether the 78 digits of a deal list each hand from the spade ace down.

    Example:
        >>> is_sorted(b"".join(b"%02d" % number for number in range(1, 40)))
        True
    """
    # All 38 pairs of neighbours are compared at once: a number's bytes are at most 0x52, so with
    # the top bit set a byte less the one before it keeps that bit if and only if it is not lower.
    codes = int(part, 16)
    return ((codes & _LAST_38 | _TOP_BITS) - (codes >> 8)) & _WITHIN_HANDS == _WITHIN_HANDS


def encode_dge(masks: Masks) -> bytes:
    r"""Return the hands as 68 bytes.

    Example:
        >>> encode_dge((8191 << 39, 8191 << 26, 8191 << 13, 8191))[:17]
        b'\x06AKQJT98765432\x03\x04\x05'
    """
    spades, hearts, diamonds, clubs = _SORTED
    n, e, s, w = masks
    try:
        # One expression: it runs for every board that is read.
        return b"".join(
            (
                spades[n >> 39], hearts[n >> 26 & 8191], diamonds[n >> 13 & 8191], clubs[n & 8191],
                spades[e >> 39], hearts[e >> 26 & 8191], diamonds[e >> 13 & 8191], clubs[e & 8191],
                spades[s >> 39], hearts[s >> 26 & 8191], diamonds[s >> 13 & 8191], clubs[s & 8191],
                spades[w >> 39], hearts[w >> 26 & 8191], diamonds[w >> 13 & 8191], clubs[w & 8191],
            )
        )  # fmt: skip
    except KeyError:
        _learn(masks)
        return encode_dge(masks)


def _mask_of(parts: tuple[bytes, ...]) -> int | None:
    """Return the hand of four suits with their ranks; `None` if it is invalid."""
    try:
        mask = Hand.parse(".".join(part[1:].decode("latin-1") for part in parts)).mask
    except CardError:
        return None
    _learn((mask,))
    is_sound = all(part in known for part, known in zip(parts, _HOLDINGS, strict=True))
    return mask if is_sound else None


def decode_dge(part: bytes) -> Masks | None:
    """Return the hands of 68 bytes, or `None` if these are no valid deal.

    Example:
        >>> decode_dge(encode_dge((8191 << 39, 8191 << 26, 8191 << 13, 8191)))[3]
        8191
    """
    spades, hearts, diamonds, clubs = _HOLDINGS
    masks = []
    union = 0
    for start in (0, 17, 34, 51):
        hand = part[start : start + 17]
        second, third, fourth = hand.find(3), hand.find(4), hand.find(5)
        if min(second, third, fourth) < 0:
            return None
        parts = hand[:second], hand[second:third], hand[third:fourth], hand[fourth:]
        try:
            mask = (
                spades[parts[0]] << 39
                | hearts[parts[1]] << 26
                | diamonds[parts[2]] << 13
                | clubs[parts[3]]
            )
        except KeyError:
            new = _mask_of(parts)
            if new is None:
                return None
            mask = new
        masks.append(mask)
        union |= mask
    north, east, south, west = masks
    return (north, east, south, west) if union == PACK and len(part) == 68 else None
