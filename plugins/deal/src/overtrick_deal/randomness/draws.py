"""Exact draws: integers below a bound, all equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from overtrick_deal.randomness.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TOP: Final = 1 << 64


class Draws:
    """The draws of consecutive deals.

    Args:
        words: gives the random words.
        start: the index of the first deal.
        count: how many deals.
    """

    def __init__(self, words: Words, start: int, count: int) -> None:
        self._words = words
        self._start = start
        self.count = count

    def words(self, column: int) -> NDArray[np.uint64]:
        """Return a word of 64 random bits for each deal."""
        return self._words.column(column, self._start, self.count)

    def again(self, column: int, place: int, attempt: int) -> int:
        """Return an extra word for the deal at a place of these."""
        return self._words.again(column, self._start + place, attempt)

    def below(self, column: int, bound: int | NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return for each deal a number below a bound, all equally likely.

        A word in the last, incomplete run of the bound's multiples is drawn again.

        Args:
            column: the column of words that it takes.
            bound: one for all, or one for each deal; 1 to 2**63.
        """
        import numpy as np

        words = self.words(column)
        if isinstance(bound, int):
            # Division by one number is much quicker than the remainder.
            size = np.uint64(bound)
            found = words // size
            found *= size
            np.subtract(words, found, out=found)
        else:
            found = words % bound
        # The run that a word is in begins at words - found, and is complete unless it ends past
        # 2**64.
        bad = np.flatnonzero((words - found) > ~(bound - np.uint64(1)))
        for place in bad.tolist():
            size_here = bound if isinstance(bound, int) else int(bound[place])
            found[place] = self._below_again(column, place, size_here)
        return found

    def _below_again(self, column: int, place: int, bound: int) -> int:
        limit = _TOP - _TOP % bound
        attempt = 1
        while (word := self.again(column, place, attempt)) >= limit:
            attempt += 1
        return word % bound
