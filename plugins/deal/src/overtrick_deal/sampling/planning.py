"""Choose the sampling method: draw from counts, or deal plainly and test.

The way follows from the condition and what is dealt before alone, never from how many deals are
asked for: else a seed's first deals would change with their number.
"""

from __future__ import annotations

import collections
import functools
import itertools
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Final, Protocol, cast

import attrs

from overtrick_deal.errors import ImpossibleError
from overtrick_deal.randomness.draws import Draws
from overtrick_deal.sampling.cells import UnwieldyError, questions_in
from overtrick_deal.sampling.counting import MEMORY, Counter
from overtrick_deal.sampling.factoring import (
    Formula,
    Part,
    SumQuestion,
    asks_tricks,
    parts_of,
    restrictions,
)
from overtrick_deal.sampling.plain import PlainDealer
from overtrick_deal.sampling.plan import Plan
from overtrick_deal.sampling.predeal import Predeal
from overtrick_deal.sampling.tables import Array
from overtrick_hands import Node, to_text, verdict

RARE: Final = Fraction(1, 10)
"""The probability above which plain dealing with tests is faster than the tables."""

_KEPT: Final = 8
"""The maximum number of conditions with cached tables, fewer beyond the memory of one."""


class Dealer(Protocol):
    """The interface of dealers."""

    def deal(self, draws: Draws) -> Array:
        """Return deals as masks, a row for each seat, North first."""
        ...


@attrs.frozen(eq=False, slots=False)
class SamplingMethod:
    """A sampling method, with its dealer.

    Attributes:
        plan: in words and numbers.
        make: makes what draws deals.
        tests: what the deals drawn have to satisfy besides, on cards alone.
        asks: what they have to satisfy besides, which takes double-dummy tricks.
        size: about how many bytes it takes.
    """

    plan: Plan
    make: Callable[[], Dealer]
    tests: tuple[Node, ...] = ()
    asks: tuple[Node, ...] = ()
    size: int = 0

    @functools.cached_property
    def dealer(self) -> Dealer:
        """The dealer; made on first use, as counting alone needs none."""
        return self.make()


_ways: Final[collections.OrderedDict[tuple[object, ...], SamplingMethod]] = (
    collections.OrderedDict()
)
_lock: Final = threading.Lock()


def way_of(tree: Node | None, predeal: Predeal, memory: int = MEMORY) -> SamplingMethod:
    """Return the sampling method for a condition.

    Args:
        tree: the condition, `None` for any deal.
        predeal: what is dealt before.
        memory: the maximum size of its tables in bytes.

    Raises:
        DealingError: no deal satisfies it.
    """
    key = (tree, predeal, memory)
    with _lock:
        found = _ways.get(key)
        if found is not None:
            _ways.move_to_end(key)
            return found
    made = _made(tree, predeal, memory)
    with _lock:
        _ways[key] = made
        while len(_ways) > 1 and (
            len(_ways) > _KEPT or sum(way.size for way in _ways.values()) > MEMORY
        ):
            _ways.popitem(last=False)
    return made


def forget() -> None:
    """Clear the cached tables."""
    with _lock:
        _ways.clear()


def _made(tree: Node | None, predeal: Predeal, memory: int) -> SamplingMethod:
    parts: list[Part] = []
    if tree is not None:
        if verdict(tree) is False:
            msg = f"no deal can satisfy it: {to_text(tree)}"
            raise ImpossibleError(msg)
        parts = parts_of(tree)
    before = [part for restriction in restrictions(predeal) for part in parts_of(restriction)]
    parts += before
    parts = [part for part in parts if not verdict(part.tree)]
    plain = PlainDealer(predeal.cards)
    if not parts:
        why = "All deals are equally likely."
        plan = Plan(why=why, share=Fraction(1), count=plain.count, total=plain.count)
        return SamplingMethod(plan, lambda: plain)
    chosen, counter = _counted(parts, predeal, memory)
    left = [part for part in parts if part not in chosen]
    uncounted = tuple(to_text(part.tree) for part in left)
    if counter is None:
        why = "Plain deals are tested: nothing of the condition can be counted."
        plan = Plan(why=why, share=Fraction(1), uncounted=uncounted, count=None, total=plain.count)
        return _tested(parts, plain, plan)
    if not counter.count:
        asked = [to_text(part.tree) for part in chosen if part not in before]
        if len(asked) < len(chosen):
            asked.append(f"the cards dealt before: {predeal}")
        msg = f"no deal can satisfy it: {' and '.join(asked)}"
        raise ImpossibleError(msg)
    share = Fraction(counter.count, counter.total)
    count = None if left else counter.count
    plan = Plan(why="", share=share, uncounted=uncounted, count=count, total=counter.total)
    if share >= RARE:
        why = f"Plain deals are tested: {_percent(share)} of them satisfy what can be counted."
        return _tested(parts, plain, attrs.evolve(plan, why=why))
    if not counter.can_draw:
        why = "Plain deals are tested: the tables to sample would take too much memory."
        return _tested(parts, plain, attrs.evolve(plan, why=why))
    plan = attrs.evolve(
        plan,
        sampled=tuple(to_text(part.tree) for part in chosen),
        tested=uncounted,
        why=f"Sampled without rejection: {_percent(share)} of plain deals are so.",
    )
    tests, asks = _apart(left)
    return SamplingMethod(plan, counter.dealer, tests, asks, counter.size)


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4g} %"


def _tested(parts: list[Part], plain: PlainDealer, plan: Plan) -> SamplingMethod:
    tests, asks = _apart(parts)
    texts = tuple(to_text(part.tree) for part in parts)
    return SamplingMethod(attrs.evolve(plan, tested=texts), lambda: plain, tests, asks)


def _apart(parts: list[Part]) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Return the parts that depend on cards alone, and those with double-dummy tricks."""
    trees = [part.tree for part in parts]
    asks = tuple(tree for tree in trees if asks_tricks(tree))
    return tuple(tree for tree in trees if not asks_tricks(tree)), asks


def _counted(parts: list[Part], predeal: Predeal, memory: int) -> tuple[list[Part], Counter | None]:
    """Return the counted parts, and their counter."""
    able = [part for part in parts if part.formula is not None and 1 <= len(part.seats) <= 2]
    seats = frozenset(seat for part in able for seat in part.seats)
    if not able:
        return [], None
    pair = tuple(sorted(seats)) if len(seats) <= 2 else _rarest(able, predeal)
    chosen = [part for part in able if part.seats <= set(pair)]
    while chosen:
        formulas = [cast("Formula", part.formula) for part in chosen]
        try:
            return chosen, Counter(formulas, pair, predeal.cards, memory)
        except UnwieldyError:
            # The part that asks for the most different sums is tested instead.
            chosen.remove(max(chosen, key=_sums))
    return [], None


def _sums(part: Part) -> int:
    questions = questions_in(cast("Formula", part.formula))
    return sum(isinstance(question, SumQuestion) for question in questions)


def _rarest(parts: list[Part], predeal: Predeal) -> tuple[int, int]:
    """Return the two seats whose parts are satisfied by the fewest deals."""
    pairs = list(itertools.combinations(range(4), 2))
    if all(len(part.seats) == 1 for part in parts):
        # Counting each hand separately is fast, and precise enough.
        alone = [_share([p for p in parts if p.seats == {seat}], predeal) for seat in range(4)]
        return min(pairs, key=lambda pair: (alone[pair[0]] * alone[pair[1]], pair))
    shares = {
        pair: _share([part for part in parts if part.seats <= set(pair)], predeal) for pair in pairs
    }
    return min(pairs, key=lambda pair: (shares[pair], pair))


def _share(parts: list[Part], predeal: Predeal) -> Fraction:
    """Return the probability that a deal satisfies some parts; 1 if that is too expensive."""
    if not parts:
        return Fraction(1)
    seats = tuple(sorted({seat for part in parts for seat in part.seats}))
    try:
        counter = Counter([cast("Formula", p.formula) for p in parts], seats, predeal.cards, 0)
    except UnwieldyError:
        return Fraction(1)
    return Fraction(counter.count, counter.total)
