"""The lengths of suits: the 560 shapes of a hand, and the index of each.

Source: Thomas Andrews, Deal 3.1.9, Hand Distribution Table.
"""

from __future__ import annotations

import math
from typing import Final

Shape = tuple[int, int, int, int]
"""The numbers of spades, hearts, diamonds and clubs; thirteen in all."""

THREES: Final = tuple(math.comb(n + 2, 3) for n in range(14))
"""C(n+2, 3) for n = 0 to 13."""

TWOS: Final = tuple(math.comb(n + 1, 2) for n in range(14))
"""C(n+1, 2) for n = 0 to 13."""


def _shapes() -> tuple[Shape, ...]:
    found: list[Shape] = []
    for clubs in range(13, -1, -1):
        for diamonds in range(14 - clubs):
            for hearts in range(13 - clubs - diamonds, -1, -1):
                found.append((13 - clubs - diamonds - hearts, hearts, diamonds, clubs))
    found.sort(key=lambda shape: shape_index(*shape[:3]))
    return tuple(found)


def shape_index(spades: int, hearts: int, diamonds: int) -> int:
    """Return the index of a shape among the 560, in the squashed order of 3-subsets.

    Args:
        spades: how many, 0 to 13.
        hearts: how many.
        diamonds: how many; the rest of thirteen are clubs.

    Returns:
        C(s+h+d+2, 3) + C(s+h+1, 2) + C(s, 1), 0 to 559.

    Example:
        >>> shape_index(5, 4, 3), SHAPES[414]
        (414, (5, 4, 3, 1))

    Source: Deal 3.1.9, Hand Distribution Table.
    """
    return THREES[spades + hearts + diamonds] + TWOS[spades + hearts] + spades


SHAPES: Final[tuple[Shape, ...]] = _shapes()
"""The 560 shapes by index."""
