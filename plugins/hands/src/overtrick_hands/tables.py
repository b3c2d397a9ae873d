"""Double-dummy tables for a condition: in batches, and only if it depends on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Generic, TypeVar

import attrs

from overtrick import Deal, DoubleDummyGrid, Seat, Strain

MAX_DEALS: Final = 10_000
"""The number of deals solved together: their items wait, and the order is kept."""

_MAX_WAITING: Final = 5 * MAX_DEALS

ItemT = TypeVar("ItemT")


@attrs.define
class Tables:
    """The tables of a condition that is evaluated twice: before and after solving.

    A condition of three values that is true or false without a table is so with it, so that the
    table is needed only where it is unknown and has asked.

    Attributes:
        known: the tables that are there.
        asked: the last deal that was asked for and is not there.
    """

    known: dict[Deal, DoubleDummyGrid] = attrs.field(factory=dict)
    asked: Deal | None = None

    def __call__(self, deal: Deal, declarer: Seat, strain: Strain) -> int | None:
        """Return the tricks, as a `Solver` does; `None` where there is no table yet."""
        grid = self.known.get(deal)
        if grid is None:
            self.asked = deal
            return None
        return grid.tricks_of(declarer, strain)


@attrs.frozen(kw_only=True)
class Tried(Generic[ItemT]):
    """An item with the answer of a condition.

    Attributes:
        item: what it was tried on.
        answer: whether it is true of it, `None` where that is unknown.
        deal: the deal whose table could decide, `None` where none could.
    """

    item: ItemT
    answer: bool | None
    deal: Deal | None = None


def tried(
    items: Iterable[ItemT], test: Callable[[ItemT], bool | None], tables: Tables
) -> Iterator[Tried[ItemT]]:
    """Evaluate a condition on items, and yield the results.

    Args:
        items: the items.
        test: the condition.
        tables: its solver.
    """
    for item in items:
        tables.asked = None
        answer = test(item)
        yield Tried(item=item, answer=answer, deal=tables.asked if answer is None else None)


def answered(
    attempts: Iterable[Tried[ItemT]],
    test: Callable[[ItemT], bool | None],
    tables: Tables,
    solve: Callable[[Mapping[Deal, ItemT]], Mapping[Deal, DoubleDummyGrid]],
) -> Iterator[tuple[ItemT, bool | None]]:
    """Yield items with their answers, in order, after solving the tables that they depend on.

    Args:
        attempts: what came of the items without tables.
        test: the condition.
        tables: its solver.
        solve: the function for tables of deals, each with an item that has it; those that
            cannot be solved are left out.
    """
    waiting: list[Tried[ItemT]] = []
    deals: dict[Deal, ItemT] = {}

    def rest() -> Iterator[tuple[ItemT, bool | None]]:
        if deals:
            tables.known = dict(solve(deals))
        for one in waiting:
            yield one.item, one.answer if one.deal is None else test(one.item)
        tables.known = {}
        waiting.clear()
        deals.clear()

    for one in attempts:
        if not deals and one.deal is None:
            yield one.item, one.answer
            continue
        waiting.append(one)
        if one.deal is not None:
            deals.setdefault(one.deal, one.item)
        if len(deals) >= MAX_DEALS or len(waiting) >= _MAX_WAITING:
            yield from rest()
    yield from rest()
