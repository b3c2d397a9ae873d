"""The sampler: deals that satisfy a condition, each as likely as any other."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from overtrick_deal.errors import DealingError
from overtrick_deal.randomness.draws import Draws
from overtrick_deal.randomness.seed import Seed
from overtrick_deal.randomness.words import Words
from overtrick_deal.sampling.block import Block
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_hands.conditions.condition import Condition
from overtrick_hands.conditions.printing import to_text
from overtrick_hands.conditions.vectors import evaluated, foreign

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from overtrick_deal.sampling.planning import Plan

MAX_TRIES: Final = 100_000_000
"""So many deals are tried in vain, one after the other, before a run gives up."""

_FIRST_BLOCK: Final = 64
_LARGEST_BLOCK: Final = 8192  # whose arrays stay in the processor's second cache


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
        memory: so many bytes the tables of the condition may take, 300 MB where it is not given;
            what would take more is dealt plainly and tested.

    Raises:
        DealingError: no deal can satisfy the condition, or it looks at something else than cards.

    Example:
        >>> from overtrick_hands import north, south
        >>> sampler = Sampler(north.hcp.between(15, 17) & north.balanced, seed=Seed.of(7))
        >>> sampler.count
        2459889306033936371246080000
        >>> sampler.take(3).shape
        (4, 3)
    """

    def __init__(
        self,
        where: Condition | None = None,
        predeal: Predeal = NOTHING,
        *,
        seed: Seed | None = None,
        max_tries: int | None = None,
        jobs: int = 1,
        memory: int | None = None,
    ) -> None:
        from overtrick_deal.sampling.counting import MEMORY
        from overtrick_deal.sampling.planning import way_of

        self.where = where
        self.predeal = predeal
        self.seed = Seed.of_system() if seed is None else seed
        self.max_tries = MAX_TRIES if max_tries is None else max_tries
        self.jobs = jobs
        self._words = Words(self.seed)
        tree = None if where is None else where.tree
        if tree is not None:
            other = foreign(tree)
            if other is not None:
                msg = f"the cards of a deal do not tell {to_text(other)}"
                raise DealingError(msg)
        self._way = way_of(tree, predeal, MEMORY if memory is None else memory)

    @property
    def plan(self) -> Plan:
        """Which parts of the condition are sampled, which are tested, and why."""
        return self._way.plan

    @property
    def count(self) -> int | None:
        """How many deals satisfy the condition; `None` where a part of it is not counted."""
        return self.plan.count

    @property
    def probability(self) -> Fraction | None:
        """How likely a deal is to satisfy the condition, given what is dealt before as cards."""
        return self.plan.probability

    def blocks(self) -> Iterator[Block]:
        """Yield deals without end, in their order.

        Raises:
            DealingError: `max_tries` deals in a row were tried in vain.
        """
        start, size = 0, _FIRST_BLOCK
        vain = 0
        while True:
            hands = self._way.dealer.deal(Draws(self._words, start, size))
            hands, behind = self._passed(hands)
            # So many were tried since the last one that passed.
            vain = behind if hands.shape[1] else vain + size
            yield Block(hands, size)
            if vain >= self.max_tries:
                tested = " and ".join(self.plan.tested)
                msg = f"{vain:,} deals were tried in vain: {tested}"
                raise DealingError(msg)
            start += size
            size = min(2 * size, _LARGEST_BLOCK)

    def _passed(self, hands: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
        """Return the deals that satisfy what is tested, and how many come behind the last."""
        import numpy as np

        places: NDArray[np.int64] | None = None
        count = hands.shape[1]
        for tree in self._way.tests:
            answers = evaluated(tree, dict(enumerate(hands)))
            found = np.flatnonzero(answers)
            hands = hands[:, found]
            places = found if places is None else places[found]
            if not len(found):
                break
        if places is None:
            return hands, 0
        return hands, count - 1 - int(places[-1]) if len(places) else count

    def take(self, count: int) -> NDArray[np.int64]:
        """Return the first so many deals, as masks of shape (4, count).

        Raises:
            DealingError: `max_tries` deals in a row were tried in vain.
        """
        import numpy as np

        found = np.empty((4, max(0, count)), np.int64)
        filled = 0
        if count > 0:
            for block in self.blocks():
                more = min(len(block), count - filled)
                found[:, filled : filled + more] = block.hands[:, :more]
                filled += more
                if filled == count:
                    break
        return found
