"""RIPEMD-160, the hash of BigDeal.

Python has it from OpenSSL, and many builds of OpenSSL have it no longer. Then the hash is worked
out here: more slowly, and still for thousands of deals a second.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Final

_MASK: Final = 0xFFFFFFFF

# Which word of a block each of the 80 steps takes, and by how much its sum is turned; the left
# line and the right one.
_LEFT_WORDS: Final = (
    *range(16),
    7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
    3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
    1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
    4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
)  # fmt: skip
_RIGHT_WORDS: Final = (
    5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
    6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
    15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
    8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
    12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
)  # fmt: skip
_LEFT_TURNS: Final = (
    11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
    7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
    11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
    11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
    9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
)  # fmt: skip
_RIGHT_TURNS: Final = (
    8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
    9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
    9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
    15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
    8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
)  # fmt: skip
_LEFT_ADDED: Final = (0x00000000, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E)
_RIGHT_ADDED: Final = (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0x00000000)

_START: Final = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)

_State = tuple[int, int, int, int, int]


def ripemd160(data: bytes) -> bytes:
    """Return the hash of some bytes: 20 bytes.

    Example:
        >>> ripemd160(b"abc").hex()
        '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'

    Source: H. Dobbertin, A. Bosselaers, B. Preneel, *RIPEMD-160: A Strengthened Version of RIPEMD*.
    """
    if _is_in_hashlib():
        return hashlib.new("ripemd160", data, usedforsecurity=False).digest()
    return ripemd160_in_python(data)


@functools.cache
def _is_in_hashlib() -> bool:
    try:
        hashlib.new("ripemd160", usedforsecurity=False)
    except ValueError:
        return False
    return True


def ripemd160_in_python(data: bytes) -> bytes:
    """Return the hash of some bytes, in pure Python.

    Source: as `ripemd160`.
    """
    padding = b"\x80" + bytes(-(len(data) + 9) % 64)
    padded = data + padding + (8 * len(data)).to_bytes(8, "little")
    state: _State = _START
    for place in range(0, len(padded), 64):
        state = _compressed(state, padded[place : place + 64])
    return b"".join(word.to_bytes(4, "little") for word in state)


def _compressed(state: _State, block: bytes) -> _State:
    words = [int.from_bytes(block[place : place + 4], "little") for place in range(0, 64, 4)]
    a, b, c, d, e = _line(state, words, (_LEFT_WORDS, _LEFT_TURNS, _LEFT_ADDED), 0, 1)
    f, g, h, i, j = _line(state, words, (_RIGHT_WORDS, _RIGHT_TURNS, _RIGHT_ADDED), 4, -1)
    return (
        (state[1] + c + i) & _MASK,
        (state[2] + d + j) & _MASK,
        (state[3] + e + f) & _MASK,
        (state[4] + a + g) & _MASK,
        (state[0] + b + h) & _MASK,
    )


def _line(
    state: _State,
    words: list[int],
    line: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
    kind: int,
    way: int,
) -> _State:
    """Return the result of the 80 steps of a line, with its functions in either order."""
    a, b, c, d, e = state
    order, turns, added = line
    for step in range(80):
        match kind + way * (step >> 4):
            case 0:
                mixed = b ^ c ^ d
            case 1:
                mixed = b & c | ~b & d
            case 2:
                mixed = (b | ~c) ^ d
            case 3:
                mixed = b & d | c & ~d
            case _:
                mixed = b ^ (c | ~d)
        total = (a + mixed + words[order[step]] + added[step >> 4]) & _MASK
        turn = turns[step]
        turned = (total << turn | total >> (32 - turn)) & _MASK
        a, b, c, d, e = e, (turned + e) & _MASK, b, (c << 10 | c >> 22) & _MASK, d
    return a, b, c, d, e
