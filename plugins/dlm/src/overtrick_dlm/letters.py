"""The 26 letters of a board and the checksums: pure functions, nothing else.

Each letter stands for two cards of the pack in the order SA SK SQ ... C3 C2: letter number
`4 * first + second` (`a` is 0) with North 0, East 1, South 2, West 3. A hand's mask has bit 51
for the ace of spades and bit 0 for the club deuce. Read for one seat, each letter is a digit of
base 4 for the two cards, and the digits are the mask of that seat.

Source: DLM paper §1.3.7 (Duplicates, Properties and Board).
"""

from __future__ import annotations

import functools
import operator
from typing import Final

from overtrick import Deal

ALPHABET: Final = b"abcdefghijklmnop"

PLACEHOLDER: Final = b"aaaaaabffffffkkkkkklpppppp"
"""An unused board: every seat has a complete suit."""

# For each seat, the digit of a letter: 2 for the first of its cards, 1 for the second, 3 for both.
_DIGITS: Final = tuple(
    bytes.maketrans(
        ALPHABET,
        bytes(ord("0") + 2 * (letter >> 2 == seat) + (letter & 3 == seat) for letter in range(16)),
    )
    for seat in range(4)
)

# Two bits of each of the four masks, which are a letter together.
_LETTER_OF_BITS: Final = {
    (
        2 * (first == 0) + (second == 0),
        2 * (first == 1) + (second == 1),
        2 * (first == 2) + (second == 2),
    ): ALPHABET[4 * first + second]
    for first in range(4)
    for second in range(4)
}


def decode_letters(letters: bytes) -> tuple[int, int, int, int]:
    """Return the masks of North, East, South and West of 26 letters `a` to `p`.

    The masks are disjoint and hold all 52 cards; whether each has 13 is not checked.

    Example:
        >>> [mask.bit_count() for mask in decode_letters(b"aaaaaabffffffkkkkkklpppppp")]
        [13, 13, 13, 13]

    Source: DLM paper §1.3.7.
    """
    north, east, south, west = _DIGITS
    return (
        int(letters.translate(north), 4),
        int(letters.translate(east), 4),
        int(letters.translate(south), 4),
        int(letters.translate(west), 4),
    )


def is_deal(letters: bytes) -> bool:
    """Return whether a board's letters deal 13 cards to each hand.

    Example:
        >>> is_deal(PLACEHOLDER), is_deal(b"a" * 26), is_deal(b"")
        (True, False, False)
    """
    return (
        len(letters) == 26
        and not letters.strip(ALPHABET)
        and all(mask.bit_count() == 13 for mask in decode_letters(letters))
    )


def encode_letters(deal: Deal) -> bytes:
    """Return the 26 letters of a complete deal.

    Example:
        >>> encode_letters(Deal.from_masks(*decode_letters(PLACEHOLDER))) == PLACEHOLDER
        True

    Source: DLM paper §1.3.7.
    """
    north, east, south = (hand.mask for hand in deal.hands[:3])
    return bytes(
        _LETTER_OF_BITS[north >> shift & 3, east >> shift & 3, south >> shift & 3]
        for shift in range(50, -1, -2)
    )


def board_checksum(letters: bytes, board: int, copies: int) -> int:
    """Return the checksum of a board line, 0 to 255.

    Args:
        letters: the 26 letters.
        board: the board's number, 1 to 99.
        copies: the value of `Duplicates NN`, 0 or more.

    Example:
        >>> board_checksum(b"fnbkmmincldklcfcofoiefnapm", 1, 1)
        18

    Source: DLM paper §1.3.7. The letters count 1 to 16; their ASCII codes give the same
    because 26 is even.
    """
    return functools.reduce(operator.xor, letters) ^ board ^ copies


STATUS_VALUES: Final = {"Show": 0, "Edit": 3, "Sealed": 1}
"""What each status counts in the header's checksum.

Source: DLM paper §1.3.1 for Show and Edit; Sealed as Big Deal 2.0 writes it (observed).
"""


def header_checksum(
    *, status: str, duplicates: int, first: int, last: int, method: int, next_board: int
) -> int:
    """Return the checksum of the header.

    Args:
        status: Show, Edit or Sealed.
        duplicates: the `Duplicates` line.
        first: the `From board` line.
        last: the `To board` line.
        method: the `Dealing method` line, 1 where there is none.
        next_board: the `Next board to duplimate` line.

    Example:
        >>> header_checksum(status="Show", duplicates=0, first=1, last=32, method=1, next_board=0)
        32

    Source: DLM paper §1.3.6; the absent method counts 1 in every file seen (observed).
    """
    return STATUS_VALUES[status] ^ duplicates ^ first ^ last ^ method ^ next_board
