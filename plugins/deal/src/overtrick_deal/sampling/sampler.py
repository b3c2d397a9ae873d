"""The sampler: deals that satisfy a condition, each as likely as any other."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from overtrick_deal.errors import DealingError
from overtrick_deal.randomness.draws import Draws
from overtrick_deal.randomness.seed import Seed
from overtrick_deal.randomness.words import Words
from overtrick_deal.sampling.block import Block
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_hands.conditions.condition import Condition
from overtrick_hands.conditions.printing import to_text
from overtrick_hands.conditions.vectors import foreign

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_TRIES: Final = 100_000_000
"""So many deals are tried in vain, one after the other, before a run gives up."""

_FIRST_BLOCK: Final = 64
_LARGEST_BLOCK: Final = 8192  # whose arrays stay in the processor's second cache


@attrs.frozen(kw_only=True)
class Plan:
    """How deals are found.

    Attributes:
        sampled: the parts of the condition that every deal drawn satisfies.
        tested: the parts that deals drawn are tried on.
        why: why it is done in this way.
    """

    sampled: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    why: str = ""


class Sampler:
    """Finds deals that satisfy a condition, each as likely as any other.

    The deal of an index follows from the seed, the condition and the predeal alone: not from how
    many are asked for, in which portions, or by how many processes.

    Args:
        where: what the deals have to be like; `None` for any.
        predeal: what is dealt before.
        seed: what the deals follow from; one of the system's where it is not given.
        max_tries: so many deals in a row are tried in vain before it gives up.
        jobs: how many processes share in the work.

    Raises:
        DealingError: no deal can satisfy the condition, or it looks at something else than cards.
    """

    def __init__(
        self,
        where: Condition | None = None,
        predeal: Predeal = NOTHING,
        *,
        seed: Seed | None = None,
        max_tries: int | None = None,
        jobs: int = 1,
    ) -> None:
        from overtrick_deal.sampling.plain import PlainDealer

        self.where = where
        self.predeal = predeal
        self.seed = Seed.of_system() if seed is None else seed
        self.max_tries = MAX_TRIES if max_tries is None else max_tries
        self.jobs = jobs
        self._words = Words(self.seed)
        if where is not None:
            other = foreign(where.tree)
            if other is not None:
                msg = f"the cards of a deal do not tell {to_text(other)}"
                raise DealingError(msg)
        if not predeal.is_cards_only:
            msg = "small cards and lengths cannot be dealt before yet"
            raise DealingError(msg)
        self._dealer = PlainDealer(predeal.cards)
        tested = () if where is None else tuple(part.text for part in where.parts)
        self.plan = Plan(tested=tested)
        self.count: int | None = self._dealer.count if where is None else None
        self.probability: Fraction | None = Fraction(1) if where is None else None

    def blocks(self) -> Iterator[Block]:
        """Yield deals without end, in their order.

        Raises:
            DealingError: `max_tries` deals in a row were tried in vain.
        """
        import numpy as np

        start, size = 0, _FIRST_BLOCK
        vain = 0
        while True:
            hands = self._dealer.deal(Draws(self._words, start, size))
            if self.where is not None:
                passed = np.flatnonzero(self.where.on_masks(*hands))
                hands = hands[:, passed]
                # Behind the last one that passed.
                vain = size - 1 - int(passed[-1]) if len(passed) else vain + size
            if hands.shape[1] or not vain:
                yield Block(hands, size)
            if vain >= self.max_tries:
                msg = f"{vain:,} deals were tried in vain: {self.where}"
                raise DealingError(msg)
            start += size
            size = min(2 * size, _LARGEST_BLOCK)

    def take(self, count: int) -> NDArray[np.int64]:
        """Return the first so many deals, as masks of shape (4, count).

        Raises:
            DealingError: `max_tries` deals in a row were tried in vain.
        """
        import numpy as np

        if count < 1:
            return np.empty((4, 0), np.int64)
        parts = []
        left = count
        for block in self.blocks():
            parts.append(block.hands[:, :left])
            left -= len(parts[-1][0])
            if left <= 0:
                break
        return np.concatenate(parts, axis=1)
