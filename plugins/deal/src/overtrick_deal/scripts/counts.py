"""Kaplan and Rubens' evaluation as in `dealer`, which differs slightly from other readings.

Scripts have their limits from what the program counts, so they count as it does.
"""

from __future__ import annotations

from typing import Final

import overtrick_hands
from overtrick_hands import Evaluator

_ACE, _KING, _QUEEN, _JACK, _TEN, _NINE, _EIGHT = (1 << bit for bit in range(12, 5, -1))
_HONOURS: Final = _ACE | _KING | _QUEEN | _JACK

_LONG: Final = 7
"""The suit length from which on ten and nine do not count."""


def _quality(holding: int) -> int:
    """Return the quality of a suit in twentieths of a point."""
    length = holding.bit_count()
    found = overtrick_hands.quality.suit_values[holding]
    if length >= _LONG:
        return found - (length if holding & _TEN else 0)
    # The nine counts with just two honours above it, or with the ten or the eight beside it.
    honours = (holding & _HONOURS).bit_count()
    if holding & _NINE and honours > 2 and not holding & (_TEN | _EIGHT):
        return found - length
    return found


def _cccc(holding: int) -> int:
    """Return the value of a suit in twentieths of a point."""
    found = overtrick_hands.cccc.suit_values[holding]
    found += _quality(holding) - overtrick_hands.quality.suit_values[holding]
    return found + (5 if holding & _QUEEN and holding.bit_count() == 2 else 0)


_SOURCE: Final = "`dealer` 20211121, as it counts"

quality: Final = Evaluator(
    name="dealer_quality",
    summary="suit quality of Kaplan and Rubens as dealer counts it",
    source=_SOURCE,
    scale=20,
    of_suit=_quality,
    for_hands=False,
)
"""The quality of a suit: no ten in seven cards or more, no nine below three honours.

Source: the counts of `dealer` 20211121 (Debian) for sample hands.
"""

cccc: Final = Evaluator(
    name="dealer_cccc",
    summary="Kaplan and Rubens' Four C's as dealer counts them",
    source=_SOURCE,
    scale=20,
    of_suit=_cccc,
    of_shape=overtrick_hands.cccc.of_shape,
    for_suits=False,
)
"""Kaplan and Rubens' count: as `quality`, and a quarter of a point more for a doubleton queen.

Source: the counts of `dealer` 20211121 (Debian) for sample hands.
"""
