"""The sampler: deals that satisfy a condition, all equally likely."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

from overtrick_deal.errors import DealingError
from overtrick_deal.randomness.draws import Draws
from overtrick_deal.randomness.seed import Seed
from overtrick_deal.randomness.words import Words
from overtrick_deal.sampling.block import Block, DrawnDeals
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_hands import Call, Condition, Node, evaluated, foreign, to_text, walk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from overtrick_deal.sampling.plan import Plan

MAX_TRIES: Final = 100_000_000
"""The maximum number of consecutive failed deals of a run."""

if TYPE_CHECKING:
    Masks: TypeAlias = NDArray[np.int64]

_SHARED_BLOCK: Final = 32_768
_FIRST_BLOCK: Final = 64
_LARGEST_BLOCK: Final = 4096  # whose arrays stay in the processor's second cache


class Sampler:
    """A sampler of the deals that satisfy a condition, all equally likely.

    The deal of an index follows from the seed, the condition and the predeal alone: not from how
    many are asked for, in which portions, or by how many processes.

    Args:
        where: what the deals have to be like; `None` for any.
        predeal: what is dealt before.
        seed: what the deals follow from; one of the system's where it is not given.
        max_tries: the maximum number of consecutive failed deals.
        jobs: how many processes share in the work.
        memory: the maximum size of the condition's tables in bytes, by default 300 MB;
            what would take more is dealt plainly and tested.

    Raises:
        DealingError: no deal can satisfy the condition, or it looks at something else than cards.

    Example:
        >>> from overtrick_hands import north, south
        >>> sampler = Sampler(north.hcp.between(15, 17) & north.balanced, seed=Seed.of(7))
        >>> sampler.count
        2610137721058114653884217600
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
            other = _beyond_cards(tree)
            if other is not None:
                msg = f"the cards of a deal do not determine {to_text(other)}"
                raise DealingError(msg)
        self._memory = MEMORY if memory is None else memory
        self._way = way_of(tree, predeal, self._memory)

    @property
    def plan(self) -> Plan:
        """The sampled and the tested parts of the condition, with the reason."""
        return self._way.plan

    @property
    def count(self) -> int | None:
        """The number of deals that satisfy the condition; `None` if a part of it is not counted."""
        return self.plan.count

    @property
    def probability(self) -> Fraction | None:
        """The probability that a deal satisfies the condition, given the predealt cards."""
        return self.plan.probability

    def blocks(self) -> Iterator[Block]:
        """Yield an endless stream of deals, in order.

        Raises:
            DealingError: `max_tries` deals in a row were tried in vain, or there is no solver for
                what takes double-dummy tricks.
        """
        import numpy as np

        end, last = 0, -1
        for drawn in self._passing_solver(self._drawn()):
            # How many were tried in vain before each that passed, and behind the last one.
            behind = np.diff(drawn.places, prepend=last, append=drawn.end) - 1
            over = np.flatnonzero(behind >= self.max_tries)
            if len(over):
                kept = int(over[0])
                if kept:
                    yield Block(drawn.hands[:, :kept], drawn.end - end)
                tested = " and ".join(self.plan.tested)
                msg = f"{self.max_tries:,} deals in a row were tried in vain: {tested}"
                raise DealingError(msg)
            yield Block(drawn.hands, drawn.end - end)
            end = drawn.end
            last = int(drawn.places[-1]) if len(drawn.places) else last

    def _drawn(self) -> Iterator[DrawnDeals]:
        """Yield the deals that satisfy the parts about cards."""
        start, size = 0, _FIRST_BLOCK
        while self.jobs < 2 or size < _LARGEST_BLOCK:
            yield self.part(start, size)
            start += size
            size = min(2 * size, _LARGEST_BLOCK)
        from overtrick_deal.sampling.sharing import shared

        yield from shared(self.part, start, _SHARED_BLOCK, self.jobs)

    def part(self, start: int, size: int) -> DrawnDeals:
        """Return the deals of a range that satisfy the parts about cards.

        Args:
            start: the index of the first deal drawn.
            size: how many are drawn.
        """
        import numpy as np

        places = np.arange(start, start + size)
        hands = self._way.dealer.deal(Draws(self._words, start, size))
        for tree in self._way.tests:
            found = np.flatnonzero(evaluated(tree, dict(enumerate(hands))))
            hands, places = hands[:, found], places[found]
            if not len(found):
                break
        return DrawnDeals(hands, places, start + size)

    def _passing_solver(self, parts: Iterator[DrawnDeals]) -> Iterator[DrawnDeals]:
        """Yield the deals that pass the double-dummy parts."""
        if not self._way.asks:
            yield from parts
            return
        from overtrick_deal.sampling.solving import Solving

        solving = Solving(self._way.asks)
        for part in parts:
            yield from solving.passed(part)

    def hands(self, count: int | None = None) -> Iterator[Masks]:
        """Yield the hands of the first deals in blocks, some of which may be empty.

        Args:
            count: how many deals; without end if `None`.

        Returns:
            Masks of shape (4, n): rows North, East, South, West.

        Raises:
            The errors of `blocks`.

        Example:
            >>> sum(hands.shape[1] for hands in Sampler(seed=Seed.of(1)).hands(10))
            10
        """
        left = count
        if left is not None and left < 1:
            return
        for block in self.blocks():
            hands = block.hands[:, :left]
            yield hands
            if left is not None:
                left -= hands.shape[1]
                if not left:
                    return

    def take(self, count: int, *, watch: Callable[[int], None] | None = None) -> Masks:
        """Return the first `count` deals, as masks of shape (4, count).

        Args:
            count: how many.
            watch: called now and then with the number so far.

        Raises:
            DealingError: `max_tries` deals in a row were tried in vain.
        """
        import numpy as np

        found = np.empty((4, max(0, count)), np.int64)
        filled = 0
        for hands in self.hands(count):
            more = hands.shape[1]
            found[:, filled : filled + more] = hands
            filled += more
            if watch is not None:
                watch(filled)
        return found

    def estimate(self, tries: int = 100_000) -> tuple[float, float]:
        """Return the estimated probability that a deal satisfies the condition.

        Args:
            tries: the number of deals to draw and test; counted parts are exact.

        Returns:
            How likely it is, and the standard error of that.
        """
        share = float(self.plan.share) if self.plan.sampled else 1.0
        tried = passed = 0
        for drawn in self._passing_solver(self._drawn()):
            tried = drawn.end
            passed += len(drawn.places)
            if tried >= tries:
                break
        rate = passed / tried
        return share * rate, share * (rate * (1 - rate) / tried) ** 0.5

    def __reduce__(self) -> tuple[Callable[..., Sampler], tuple[object, ...]]:
        given = (self.where, self.predeal, self.seed, self.max_tries, self._memory)
        return _again, given


def _again(
    where: Condition | None, predeal: Predeal, seed: Seed, max_tries: int, memory: int
) -> Sampler:
    """Return a sampler in another process."""
    return Sampler(where, predeal, seed=seed, max_tries=max_tries, memory=memory)


def _beyond_cards(tree: Node) -> Node | None:
    """Return the first part of a condition that neither cards nor double dummy determine."""
    for node in walk(tree):
        if isinstance(node, Call) and node.name != "tricks":
            bare = Call(node.kind, node.name)
            if foreign(bare) is not None:
                return node
    return None
