"""A block of deals, as masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@attrs.frozen(eq=False)
class Block:
    """A block of deals.

    Attributes:
        hands: 52-bit masks (`overtrick.Hand.mask`) of shape (4, n): rows North, East, South, West.
        tried: how many deals were drawn for them.
    """

    hands: NDArray[np.int64]
    tried: int

    def __len__(self) -> int:
        return int(self.hands.shape[1])


@attrs.frozen(eq=False)
class DrawnDeals:
    """The drawn deals that passed the tests.

    Attributes:
        hands: masks of shape (4, n).
        places: the index of each among all deals drawn, ascending.
        end: the index behind the last deal that was drawn.
    """

    hands: NDArray[np.int64]
    places: NDArray[np.int64]
    end: int
