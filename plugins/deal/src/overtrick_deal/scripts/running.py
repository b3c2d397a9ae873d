"""Run a script: draw its deals, and carry out its actions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from overtrick_deal.errors import DealingError
from overtrick_deal.randomness.seed import Seed
from overtrick_deal.sampling.predeal import Predeal
from overtrick_deal.sampling.sampler import Sampler
from overtrick_deal.scripts import printing
from overtrick_deal.scripts.compiling import asks_solver, split
from overtrick_deal.scripts.evaluating import Arrays, Tables
from overtrick_deal.scripts.parsing import ScriptLimits, parse_script
from overtrick_deal.scripts.tree import Average, Expression, Frequency, Script, Show
from overtrick_deal.statistics.moments import Moments
from overtrick_deal.statistics.reports import shown_in_notebook, table_json
from overtrick_deal.statistics.tables import Frequencies, JointFrequencies, Rows
from overtrick_hands import Condition, compile_condition

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SOLVED_AT_ONCE: Final = 32  # a batch of the solver's


def predeal_of(script: Script) -> Predeal:
    """Return the predealt cards of a script.

    Raises:
        DealingError: it cannot be dealt so.
    """
    lengths = [[script.counts.get((seat, suit), -1) for suit in (3, 2, 1, 0)] for seat in range(4)]
    north, east, south, west = ((a, b, c, d) for a, b, c, d in lengths)
    cards = [script.cards.get(seat, 0) for seat in range(4)]
    return Predeal(
        cards=(cards[0], cards[1], cards[2], cards[3]), lengths=(north, east, south, west)
    )


class Deals:
    """The deals of a script.

    Attributes:
        tried: how many deals were drawn for those that came so far.
        produced: how many came.
        in_vain: why no more came, where fewer came than were wanted.
    """

    def __init__(
        self,
        script: Script,
        *,
        seed: Seed,
        where: Condition | None = None,
        count: int | None = None,
        tries: int | None = None,
        seconds: float | None = None,
        jobs: int = 1,
        tables: Tables | None = None,
    ) -> None:
        found = split(script.condition)
        self._wanted = count or script.wanted
        self._tries = tries or script.tries
        self._residue = found.residue
        self._seconds = seconds
        self._tables = tables
        if where is None:
            where = found.where
        elif found.where is not None:
            where = found.where & where
        self._sampler = Sampler(
            where, predeal_of(script), seed=seed, max_tries=self._tries, jobs=jobs
        )
        self.tried = 0
        self.produced = 0
        self.in_vain = ""

    def __iter__(self) -> Iterator[Arrays]:
        """Yield the deals in blocks.

        Raises:
            DealingError: the condition divides by 0, needs a solver that is not there, or not one
                deal came.
        """
        until = None if self._seconds is None else time.monotonic() + self._seconds
        for hands, tried in self._drawn():
            left = self._tries - self.tried
            # Where each deal drawn is a try, a try too many is none.
            each_is_a_try = tried == hands.shape[1]
            arrays = Arrays(hands[:, :left] if each_is_a_try else hands, self._tables)
            places = arrays.kept(self._residue)
            wanted = self._wanted - self.produced
            is_enough = len(places) >= wanted
            places = places[:wanted]
            # What was drawn behind the last one wanted was not tried.
            counted = int(places[-1]) + 1 if is_enough and each_is_a_try else tried
            self.tried += min(counted, left)
            if len(places):
                if len(places) < len(arrays):
                    arrays = arrays.of(places)
                self.produced += len(arrays)
                yield arrays
            if self.produced >= self._wanted or self.tried >= self._tries:
                break
            if until is not None and time.monotonic() > until:
                self.in_vain = f"stopped after {self._seconds:g} seconds"
                break
        if not self.produced:
            why = self.in_vain or f"{self.tried:,} deals were tried in vain"
            raise DealingError(why)

    def _drawn(self) -> Iterator[tuple[NDArray[np.int64], int]]:
        """Yield deals with the number of draws; in small batches if they are solved."""
        blocks = self._sampler.blocks()
        step = _SOLVED_AT_ONCE if any(map(asks_solver, self._residue)) else None
        while True:
            try:
                block = next(blocks)
            except DealingError as error:
                self.in_vain = str(error)
                return
            count = len(block)
            if step is None or count <= step:
                yield block.hands, block.tried
                continue
            for start in range(0, count, step):
                hands = block.hands[:, start : start + step]
                # The tries of a block, shared out among its parts.
                before, behind = (
                    place * block.tried // count for place in (start, start + hands.shape[1])
                )
                yield hands, behind - before


@attrs.frozen(kw_only=True)
class AverageResult:
    """The result of an average.

    Attributes:
        label: what the script calls it.
        moments: the sums that it follows from.
    """

    label: str
    moments: Moments

    @property
    def mean(self) -> float | None:
        """The average; `None` without deals."""
        found = self.moments.mean(0)
        return None if found is None else float(found)


@attrs.frozen(kw_only=True)
class FrequencyResult:
    """The result of a frequency table.

    Attributes:
        label: what the script calls it.
        table: the table.
    """

    label: str
    table: Frequencies | JointFrequencies


@attrs.define(kw_only=True, repr=False)
class Outcome:
    """The result of a script.

    Attributes:
        produced: how many deals it made.
        tried: how many it tried for them; as many where they were drawn by the condition.
        seed: what they follow from.
        in_vain: why it stopped early; empty where it did not.
        results: what its averages and frequencies came to, in their order.
        deals: what it prints of each deal, for programs; only where that was asked for.
    """

    produced: int = 0
    tried: int = 0
    seed: str = ""
    in_vain: str = ""
    results: list[AverageResult | FrequencyResult] = attrs.field(factory=list)
    deals: list[dict[str, Any]] | None = None

    @property
    def tables(self) -> tuple[Frequencies | JointFrequencies, ...]:
        """The frequency tables, in order."""
        return tuple(one.table for one in self.results if isinstance(one, FrequencyResult))

    def __repr__(self) -> str:
        return f"<Outcome of {self.produced:,} deals>"

    def _repr_html_(self) -> str:
        averages = [one for one in self.results if isinstance(one, AverageResult)]
        text = "".join(printing.average(one.label, one.mean) for one in averages)
        return shown_in_notebook(text, self.tables)

    def text(self) -> str:
        """Return the averages and tables in the format of `dealer`."""
        found = []
        for result in self.results:
            if isinstance(result, AverageResult):
                found.append(printing.average(result.label, result.mean))
            elif isinstance(result.table, Frequencies):
                found.append(printing.frequency(result.label, result.table))
            else:
                found.append(printing.joint_frequency(result.label, result.table))
        return "".join(found)

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        found: list[dict[str, Any]] = []
        for result in self.results:
            if isinstance(result, AverageResult):
                found.append(
                    {
                        "action": "average",
                        "label": result.label,
                        "mean": result.mean,
                        "deviation": result.moments.deviation(0),
                    }
                )
            else:
                found.append(
                    {"action": "frequency", "label": result.label, **table_json(result.table)}
                )
        deals = {} if self.deals is None else {"deals": self.deals}
        return {
            "produced": self.produced,
            "tried": self.tried,
            "seed": self.seed,
            **deals,
            "results": found,
        }


class _Shower:
    """A printer of deals for the actions of a script."""

    def __init__(
        self, script: Script, actions: tuple[Show, ...], event: str, write: Callable[[str], object]
    ) -> None:
        self._script = script
        self._actions = [action for action in actions if action.form != "print"]
        self._pages = [action for action in actions if action.form == "print"]
        self._kept: list[NDArray[np.int64]] = []
        self._event = event
        self._write = write
        self._number = 0

    def show(self, arrays: Arrays) -> None:
        """Print some deals."""
        if self._pages:
            self._kept.append(arrays.hands)
        if not self._actions:
            return
        columns = [
            [item if isinstance(item, str) else arrays.numbers(item).tolist() for item in one.items]
            for one in self._actions
        ]
        for place, masks in enumerate(arrays.hands.T.tolist()):
            self._number += 1
            for action, items in zip(self._actions, columns, strict=True):
                values = [item if isinstance(item, str) else item[place] for item in items]
                self._write(self._text(action.form, masks, values))

    def _text(self, form: str, masks: list[int], items: list[Any]) -> str:
        if form == "printall":
            return printing.all_hands(self._number, masks)
        if form == "printew":
            return printing.east_and_west(masks)
        if form == "printpbn":
            return printing.pbn(
                self._number,
                masks,
                dealer=self._script.dealer,
                vulnerability=self._script.vulnerability,
                event=self._event,
            )
        if form == "printes":
            return "".join(map(str, items))
        value = items[0] if items else None
        return (printing.compact if form == "printcompact" else printing.one_line)(masks, value)

    def finish(self) -> None:
        """Print the output after all deals: the pages of `print`."""
        if self._kept:
            hands = np.concatenate(self._kept, axis=1)
            for action in self._pages:
                self._write(printing.pages(hands, action.seats))


def run_script(
    script: Script | str,
    *,
    seed: Seed | None = None,
    where: Condition | str | None = None,
    count: int | None = None,
    tries: int | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    tables: Tables | None = None,
    write: Callable[[str], object] | None = None,
    keep_deals: bool = False,
    with_seed: bool = False,
    watch: Callable[[int], None] | None = None,
    limits: ScriptLimits | None = None,
) -> Outcome:
    """Run a script: draw its deals, print its output, and compute its statistics.

    Args:
        script: what `parse_script` gave, or the text.
        seed: what the deals follow from; one of the system where none is given.
        where: what the deals have to be like besides.
        count: the number of deals, in place of the script's.
        tries: the maximum number of deals to draw, in place of the script's.
        seconds: how long it may work, about.
        jobs: how many processes share in the work.
        tables: solves deals, for `tricks`.
        write: gets what the actions print of each deal; nothing is printed where it is not given.
        keep_deals: whether the outcome has the deals that the script prints, for programs.
        with_seed: whether PBN that is printed names the seed as its event.
        watch: called now and then with the number of deals so far.
        limits: what a script given as text may ask for.

    Returns:
        What the averages and frequencies came to.

    Raises:
        ScriptError: the script cannot be understood.
        DealingError: no deal can satisfy it, or none did.

    Example:
        >>> outcome = run_script(
        ...     "produce 1000 condition hcp(north) == 20 action average hcp(north)",
        ...     seed=Seed.of(1),
        ... )
        >>> outcome.produced, outcome.results[0].mean
        (1000, 20.0)
    """
    if isinstance(script, str):
        script = parse_script(script, limits)
    if isinstance(where, str):
        where = compile_condition(where)
    seed = seed or Seed.of_system()
    deals = Deals(
        script,
        seed=seed,
        where=where,
        count=count,
        tries=tries,
        seconds=seconds,
        jobs=jobs,
        tables=tables,
    )
    outcome = Outcome(seed=str(seed), deals=[] if keep_deals and script.prints else None)
    collectors = [_collector(action) for action in script.actions if not isinstance(action, Show)]
    shows = tuple(action for action in script.actions if isinstance(action, Show))
    event = "Hand simulated by overtrick deal" + (f", seed {seed}" if with_seed else "")
    shower = None if write is None else _Shower(script, shows, event, write)
    for arrays in deals:
        if shower is not None:
            shower.show(arrays)
        if outcome.deals is not None:
            outcome.deals += _json_deals(shows, arrays, len(outcome.deals) + 1)
        for _, add in collectors:
            add(arrays)
        if watch is not None:
            watch(deals.produced)
    if shower is not None:
        shower.finish()
    outcome.results.extend(result for result, _ in collectors)
    outcome.produced, outcome.tried = deals.produced, deals.tried
    outcome.in_vain = deals.in_vain
    return outcome


def _json_deals(shows: tuple[Show, ...], arrays: Arrays, first: int) -> Iterator[dict[str, Any]]:
    """Yield the deals as JSON values, with the printed numbers of each."""
    numbers = [
        arrays.numbers(item).tolist()
        for show in shows
        for item in show.items
        if isinstance(item, Expression)
    ]
    for place, masks in enumerate(arrays.hands.T.tolist()):
        deal: dict[str, Any] = {"board": first + place}
        names = ("north", "east", "south", "west")
        hands = zip(names, map(printing.hand_text, masks), strict=True)
        deal["hands"] = dict(hands)
        if numbers:
            deal["values"] = [column[place] for column in numbers]
        yield deal


Collector = tuple[AverageResult | FrequencyResult, Callable[[Arrays], None]]


def _collector(action: Average | Frequency) -> Collector:
    """Return a result, and the function that adds deals to it."""
    if isinstance(action, Average):
        moments = Moments((1,))
        of = action.of
        result = AverageResult(label=action.label, moments=moments)
        return result, lambda arrays: moments.add([arrays.numbers(of)])
    rows = [Rows(title=action.label, low=axis.low, high=axis.high) for axis in action.axes]
    parts: list[Expression] = [axis.of for axis in action.axes]
    if len(rows) == 1:
        table = Frequencies(rows[0])
        result_of = FrequencyResult(label=action.label, table=table)
        return result_of, lambda arrays: table.add(arrays.numbers(parts[0]))
    joint = JointFrequencies(rows[0], rows[1])
    result_of = FrequencyResult(label=action.label, table=joint)
    return result_of, lambda arrays: joint.add(*(arrays.numbers(part) for part in parts))
