"""BigDeal's deals, from 160 random bits and the owner's name.

Deal by deal a counter goes up by one, from 1. The hash of the counter, the random bits and the hash
of the owner gives 160 bits, of which the first 96 are a number; where no deal has it, the counter
goes on. Some three in ten numbers are too large.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick_deal.errors import DealingError
from overtrick_deal.numbering.orders import DEALS
from overtrick_deal.verifiable.ripemd160 import ripemd160

RANDOM_BYTES: Final = 20
"""The number of random bytes for a set of deals."""

OWNER: Final = "Identification of owner or tournament"
"""The owner of a set where BigDeal's settings name none."""


def bigdeal_numbers(random: bytes, owner: str | bytes = OWNER) -> Iterator[int]:
    """Yield the deal numbers of a set in BigDeal's order, endlessly.

    The deals of a set are its beginning, whatever numbers its boards have. BigDeal makes 100 at the
    most: there are no more than 160 random bits in them.

    Args:
        random: the random bits of the set, 20 bytes; BigDeal hashes what it collects into them,
            with RIPEMD-160.
        owner: the dealing person or club in BigDeal's settings (`OWNER` if unset), so that
            no other owner has the same deals; text is UTF-8.

    Raises:
        DealingError: not 20 random bytes.

    Example:
        >>> numbers = bigdeal_numbers(bytes(20), "Club Utopia")
        >>> next(numbers) < DEALS
        True

    Source: BigDeal 2.0, `main.c`, `collect.c`; its deals of the World Bridge Games 2024.
    """
    if len(random) != RANDOM_BYTES:
        msg = f"a set of deals is made from {RANDOM_BYTES} random bytes, not {len(random)}"
        raise DealingError(msg)
    name = owner.encode() if isinstance(owner, str) else owner
    return _numbers(random + ripemd160(name))


def _numbers(rest: bytes) -> Iterator[int]:
    for counter in range(1, 1 << 32):
        digest = ripemd160(counter.to_bytes(4, "little") + rest)
        number = int.from_bytes(digest[:12], "big")
        if number < DEALS:
            yield number
