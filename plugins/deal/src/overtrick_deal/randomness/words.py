"""Random 64-bit words addressed by place: the words of a deal never depend on others.

A deal has a few columns of words. The word of a column for the deal of an index is a function of
the seed, the column and the index, so that a run can be cut into blocks, or shared by processes,
anywhere, and a seed's deals stay the same.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from overtrick_deal.randomness.seed import Seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK: Final = 1024
"""The number of words from one call of SHAKE."""

_AGAIN: Final = b"again"


class Words:
    """The random words of a seed."""

    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self._key = seed.words_key
        self._column = self._shake if seed.generator == "shake128" else self._philox

    def column(self, column: int, start: int, count: int) -> NDArray[np.uint64]:
        """Return the words of a column for some deals.

        Args:
            column: 0 to 255.
            start: the index of the first deal, from 0.
            count: how many deals.
        """
        return self._column(column, start, count)

    def again(self, column: int, index: int, attempt: int) -> int:
        """Return an extra word for one deal, if a draw rejects its own.

        Args:
            column: the column.
            index: the deal's index.
            attempt: 1 for the first further word, and so on.
        """
        place = index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        data = hashlib.shake_128(self._key + _AGAIN + bytes([column]) + place).digest(8)
        return int.from_bytes(data, "little")

    def _shake(self, column: int, start: int, count: int) -> NDArray[np.uint64]:
        import numpy as np

        first, skipped = divmod(start, _BLOCK)
        last = (start + count + _BLOCK - 1) // _BLOCK
        head = self._key + bytes([column])
        parts = []
        for block in range(first, last):
            size = min(_BLOCK, start + count - block * _BLOCK)
            digest = hashlib.shake_128(head + block.to_bytes(8, "big")).digest(8 * size)
            parts.append(digest)
        words = np.frombuffer(b"".join(parts), "<u8")
        return words[skipped : skipped + count]

    def _philox(self, column: int, start: int, count: int) -> NDArray[np.uint64]:
        import numpy as np

        key = hashlib.sha256(self._key + bytes([column])).digest()[:16]
        first, skipped = divmod(start, 4)  # a counter gives four words
        bits = np.random.Philox(key=int.from_bytes(key, "little"), counter=first)
        return bits.random_raw(skipped + count)[skipped:]
