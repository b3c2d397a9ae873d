"""Tables, opening leads and the cost of cards: from the cache, or from a solver."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from overtrick import (
    Board,
    Card,
    Deal,
    DealError,
    DoubleDummyGrid,
    ModelError,
    OptionError,
    Play,
    PluginError,
    PluginManager,
    Seat,
    Strain,
    play_problems,
)
from overtrick.plugin import Guard, default_manager, resolve
from overtrick_dd.cache import deal_key, shared_cache
from overtrick_dd.process import SolverLostError, SolverProcess, kept_process
from overtrick_dd.solver import SolverError
from overtrick_dd.spec import SOLVERS, SolverSpec

SOLVER_VARIABLE: Final = "OVERTRICK_SOLVER"
"""The environment variable that names the solver where no argument does."""

TIMEOUT: Final = 120.0
"""Seconds that one call of a solver may take; a table takes a quarter of one on most machines."""

_CALL: Final = 1.5
"""The target seconds of a call: the cost of a crash or Ctrl-C, and the interval of progress."""

_TRIES: Final = 2
_FAILURES: Final = 3
"""The number of consecutive failed deals after which the solver itself is at fault."""

Restarted = Callable[[Sequence[int], str], None]
"""A callback for a lost solver, with the places of its deals and the way it ended."""


@attrs.frozen(kw_only=True)
class SolvedDeal:
    """The result of one deal.

    Attributes:
        place: which of the deals that were given, from 0.
        grid: the table; `None` where the solver failed.
        error: how it failed, else `None`.
        was_known: whether the cache had it.
    """

    place: int
    grid: DoubleDummyGrid | None = None
    error: SolverError | None = None
    was_known: bool = False


@attrs.frozen(kw_only=True)
class CardCost:
    """A played card, and its double-dummy cost.

    Attributes:
        seat: who played it.
        card: the card.
        before: declarer's tricks, 0 to 13, if from here on everybody plays as well as can be.
        after: the same once the card is played.
        cost: tricks that the card gave away, by the side that played it; 0 for a best card.
    """

    seat: Seat
    card: Card
    before: int
    after: int
    cost: int


def table(deal: Deal, *, solver: str | None = None, use_cache: bool = True) -> DoubleDummyGrid:
    """Return the tricks of every declarer in every strain.

    Args:
        deal: the four hands, complete; where just one is missing it follows from the others.
        solver: the solver's name; else the one that `OVERTRICK_SOLVER` names, else `dds`.
        use_cache: whether the cache is read and written.

    Raises:
        DealError: the deal is not complete.
        SolverError: there is no solver, or it failed.
        OptionError: there is no solver of that name.

    Example:
        >>> import overtrick_dd
        >>> hands = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
        >>> overtrick_dd.table(Deal.parse(hands))  # doctest: +SKIP
        <DoubleDummyGrid C,D,H,S,NT N:8,8,6,4,5 E:5,5,5,9,8 S:8,8,6,4,5 W:5,5,6,9,8>

    Source: DDS 2.9 (CalcAllTables); PBN 2.1 §5.7 (OptimumResultTable) for the table's meaning.
    """
    return tables([deal], solver=solver, use_cache=use_cache)[0]


def tables(
    deals: Iterable[Deal], *, solver: str | None = None, use_cache: bool = True
) -> tuple[DoubleDummyGrid, ...]:
    """Return the table of each deal, in order; equal deals are solved once.

    Args:
        deals: each complete, or short of just one hand.
        solver: as for `table`.
        use_cache: as for `table`.

    Raises:
        DealError: a deal is not complete; the message counts from 1.
        SolverError: there is no solver, or it failed with a deal; the others are in the cache.
        OptionError: there is no solver of that name.
    """
    given = tuple(deals)
    found: dict[int, DoubleDummyGrid] = {}
    failed: dict[int, SolverError] = {}
    for result in solve(given, solver=solver, use_cache=use_cache):
        if result.grid is not None:
            found[result.place] = result.grid
        elif result.error is not None:
            failed[result.place] = result.error
    for place, error in sorted(failed.items()):
        msg = f"deal {place + 1} of {len(given)}: {error}"
        raise SolverError(msg) from error
    return tuple(found[place] for place in range(len(given)))


def solve(
    deals: Sequence[Deal],
    *,
    solver: str | SolverSpec | None = None,
    use_cache: bool = True,
    timeout: float = TIMEOUT,
    restarted: Restarted | None = None,
    process: SolverProcess | None = None,
) -> Iterator[SolvedDeal]:
    """Yield the result of each deal, cached ones first; an abandoned iteration loses nothing.

    A solver that dies or exceeds its time is restarted. Its deals are retried in halves, which
    isolates a deal that makes it fail; the others are still solved.

    Args:
        deals: each complete, or short of just one hand.
        solver: as for `table`, or what `chosen_solver` gave.
        use_cache: as for `table`.
        timeout: seconds that one call of the solver may take.
        restarted: called where the solver was lost; what it raises ends the solving.
        process: the solver's process that is asked, one of `overtrick_dd.process`; `None` for the
            one that all share.

    Raises:
        DealError: a deal is not complete; the message counts from 1. Before anything is solved.
        SolverError: there is no solver, or it fails with every deal.
        OptionError: there is no solver of that name.
    """
    complete = [_completed(deal, f"deal {place}") for place, deal in enumerate(deals, 1)]
    spec = chosen_solver(solver)
    cache = shared_cache() if use_cache else None
    places: dict[bytes, list[int]] = {}
    for place, deal in enumerate(complete):
        places.setdefault(_question(spec, b"T", deal), []).append(place)
    known = {} if cache is None else cache.get(list(places))
    left: list[tuple[bytes, int]] = []
    for question, same in places.items():
        grid = _grid(known.get(question, b""))
        if grid is None:
            left.append((question, same[0]))
        else:
            for place in same:
                yield SolvedDeal(place=place, grid=grid, was_known=True)
    if not left:
        return
    questions = {place: question for question, place in left}
    asked = _Tables(spec, process or kept_process(spec), timeout, restarted)
    for lump in asked.solve([place for _, place in left], complete):
        rows = [(questions[place], numbers) for place, numbers in lump.found]
        if cache is not None and rows:
            cache.put(rows)
        for question, numbers in rows:
            grid = _grid(numbers)
            for place in places[question]:
                yield SolvedDeal(place=place, grid=grid)
        if lump.error is not None:
            for place in places[questions[lump.failed]]:
                yield SolvedDeal(place=place, error=lump.error)


def leads(
    deal: Deal,
    strain: Strain,
    declarer: Seat,
    *,
    solver: str | None = None,
    use_cache: bool = True,
) -> Mapping[Card, int]:
    """Return declarer's tricks after each of the 13 opening leads.

    Args:
        deal: as for `table`.
        strain: the trumps.
        declarer: who plays the hand; the seat to the left leads.
        solver: as for `table`.
        use_cache: as for `table`.

    Returns:
        Declarer's tricks, 0 to 13, by card: spades first, high to low.

    Raises:
        The errors of `table`.
    """
    complete = _completed(deal, "the deal")
    spec = chosen_solver(solver)
    cards = tuple(complete[declarer.next])

    def ask() -> Iterable[int]:
        tricks = dict(_ask(spec, question_about("leads", complete, strain, declarer)))
        return [tricks[card.index] for card in cards]

    question = _question(spec, b"L", complete) + bytes((strain, declarer))
    return dict(zip(cards, _kept(question, 13, ask, use_cache=use_cache), strict=True))


def plays(
    board: Board, *, solver: str | None = None, use_cache: bool = True
) -> tuple[CardCost, ...]:
    """Return the double-dummy cost of each played card, in the order of play.

    The play ends with the first card that is not known, as where declarer claimed.

    Args:
        board: with a deal, a contract with its declarer, and a play.
        solver: as for `table`.
        use_cache: as for `table`.

    Raises:
        ModelError: the board lacks one of these, its play breaks the law (the message has the
            fault), or a seat other than declarer's left led.
        SolverError, OptionError: as for `table`.
    """
    if board.deal is None or board.play is None or board.contract is None:
        msg = "what cards cost is known of a board with a deal, a contract and a play"
        raise ModelError(msg)
    strain, declarer = board.contract.strain, board.contract.declarer
    if strain is None or declarer is None:
        msg = f"what cards cost needs the trumps and the declarer: {board.contract}"
        raise ModelError(msg)
    deal = _completed(board.deal, f"board {board.label}")
    if board.play.leader is not declarer.next:
        leader = board.play.leader.symbol
        msg = f"{declarer.next.symbol} leads against {declarer.symbol}, not {leader}"
        raise ModelError(msg)
    for finding in play_problems(board.play, deal, strain):
        msg = f"the play of board {board.label} cannot be followed: {finding.message}"
        raise ModelError(msg)
    played = list(_played(board.play, strain))
    if not played:
        return ()
    first, second = board.play.leaders(strain), (declarer.next, *board.play.winners(strain))
    out_of_turn = [leads for leads, won in zip(first, second, strict=False) if leads is not won]
    _check_followed(played, deal, board.label, out_of_turn)
    spec = chosen_solver(solver)
    cards = [card.index for _, card in played]

    def ask() -> Iterable[int]:
        found: list[int] = _ask(
            spec, {**question_about("plays", deal, strain, declarer), "cards": cards}
        )
        return found

    question = _question(spec, b"P", deal) + bytes((strain, declarer, *cards))
    tricks = _kept(question, len(cards) + 1, ask, use_cache=use_cache)
    costs = []
    for place, (seat, card) in enumerate(played):
        before, after = tricks[place], tricks[place + 1]
        cost = before - after if seat.side is declarer.side else after - before
        costs.append(CardCost(seat=seat, card=card, before=before, after=after, cost=cost))
    return tuple(costs)


def unavailable(solver: str | None = None) -> str | None:
    """Return the reason solving is unavailable, in one sentence; `None` if it is available.

    It is quick: nothing is started.

    Args:
        solver: as for `table`.
    """
    try:
        spec = chosen_solver(solver)
    except (SolverError, OptionError) as error:
        return str(error)
    return absence_of(spec)


def chosen_solver(
    name: str | SolverSpec | None = None, manager: PluginManager | None = None
) -> SolverSpec:
    """Return the chosen solver: by name, by the environment, or the first available one.

    Args:
        name: the solver's name, or the solver itself, which is given back.
        manager: the plugins to use; the installed ones by default.

    Raises:
        OptionError: there is no solver of that name.
        SolverError: there is none that can be used.
    """
    if isinstance(name, SolverSpec):
        return name
    solvers = (default_manager() if manager is None else manager).specs(SOLVERS)
    wanted = name or os.environ.get(SOLVER_VARIABLE)
    if wanted:
        if wanted not in solvers:
            msg = f"there is no solver {wanted!r} (there are: {', '.join(solvers) or 'none'})"
            raise OptionError(msg)
        found = solvers[wanted]
        if (why := absence_of(found)) is not None:
            raise SolverError(why)
        return found
    # Our own one first, whatever the others are called.
    reasons = []
    for spec in sorted(solvers.values(), key=lambda spec: (spec.name != "dds", spec.name)):
        why = absence_of(spec)
        if why is None:
            return spec
        reasons.append(why)
    raise SolverError(reasons[0] if reasons else "no plugin declares a double-dummy solver")


def absence_of(spec: SolverSpec) -> str | None:
    """Return the reason a solver is unavailable, in one sentence; `None` if it is available."""
    if spec.absence is None:
        return None
    try:
        absence = resolve(spec.absence)
        with Guard(f"asking the solver {spec.name!r} if it is there", spec.absence, typed=()):
            why = absence()
            return None if why is None else str(why)
    except PluginError as error:
        # It cannot be used, and another may.
        return str(error)


def _completed(deal: Deal, what: str) -> Deal:
    """Return a deal of 52 cards.

    Raises:
        DealError: cards are missing.
    """
    complete = deal.completed()
    if not complete.is_complete:
        msg = f"{what} is not complete: {52 - len(complete.missing)} of 52 cards"
        raise DealError(msg)
    return complete


def _question(spec: SolverSpec, kind: bytes, deal: Deal) -> bytes:
    # Solvers may err: what one found is not the answer of another.
    return kind + deal_key(deal) + spec.name.encode() + b":"


def _check_followed(
    played: Sequence[tuple[Seat, Card]], deal: Deal, label: str, out_of_turn: Sequence[Seat | None]
) -> None:
    """Raise for play that the solver rejects: a revoke, or a lead out of turn.

    Raises:
        ModelError: there is one.
    """
    hands = [set(hand) for hand in deal.hands]
    what = f"{out_of_turn[0].symbol} leads out of turn" if out_of_turn and out_of_turn[0] else ""
    for place, (seat, card) in enumerate(played):
        led = played[place - place % 4][1].suit
        if card.suit is not led and any(held.suit is led for held in hands[seat]):
            what = f"{seat.symbol} revokes with {card}"
        hands[seat].discard(card)
    if what:
        msg = f"the play of board {label} cannot be followed double dummy: {what}"
        raise ModelError(msg)


def question_about(what: str, deal: Deal, strain: Strain, declarer: Seat) -> dict[str, object]:
    """Return a question about the play of one deal, in the form of `overtrick_dd.worker.answer`.

    Args:
        what: `leads` or `plays`.
        deal: the four hands, complete.
        strain: the trumps.
        declarer: who plays the hand.
    """
    return {"do": what, "deal": deal.to_text(), "strain": int(strain), "declarer": int(declarer)}


def _kept(
    question: bytes, count: int, ask: Callable[[], Iterable[int]], *, use_cache: bool
) -> bytes:
    """Return trick counts from the cache, or else from a solver."""
    known = shared_cache().get([question]).get(question) if use_cache else None
    if known is None or len(known) != count or max(known) > 13:
        known = _tricks(ask(), count)
        if use_cache:
            shared_cache().put([(question, known)])
    return known


def _tricks(numbers: Iterable[int], count: int) -> bytes:
    """Return a solver's answer as bytes, one for each number.

    Raises:
        SolverError: the number of trick counts is wrong.
    """
    found = list(numbers)
    if len(found) != count or not all(0 <= number <= 13 for number in found):
        msg = f"{count} numbers of tricks were asked for, and others came: {found}"
        raise SolverError(msg)
    return bytes(found)


def _grid(numbers: bytes) -> DoubleDummyGrid | None:
    """Return the table of twenty numbers; `None` if they are invalid."""
    if len(numbers) != 20 or max(numbers) > 13:
        return None
    return DoubleDummyGrid(tuple(tuple(numbers[start : start + 5]) for start in (0, 5, 10, 15)))


def _played(play: Play, strain: Strain) -> Iterator[tuple[Seat, Card]]:
    """Yield the cards in the order of play, up to the first unknown one."""
    for trick, leader in zip(play.tricks, play.leaders(strain), strict=True):
        if leader is None:
            return
        for step in range(4):
            seat = leader.after(step)
            card = trick.card_of(seat)
            if card is None:
                return
            yield seat, card


def _ask(spec: SolverSpec, question: Mapping[str, object]) -> Any:  # noqa: ANN401  # JSON
    """Send a single question, and repeat it once if the process was lost."""
    process = kept_process(spec)
    for _ in range(_TRIES):
        try:
            return process.ask(question, TIMEOUT)
        except SolverLostError as error:
            how = error
    msg = f"the solver {spec.name} failed: {how}"
    raise SolverError(msg)


@attrs.frozen(kw_only=True)
class _Lump:
    """The result of one call: tables by place, or the one deal that failed."""

    found: Sequence[tuple[int, bytes]] = ()
    failed: int = -1
    error: SolverError | None = None


@attrs.define
class _Tables:
    """A client that requests tables in batches; after a lost process it repeats the batch."""

    _spec: SolverSpec
    _process: SolverProcess
    _timeout: float
    _restarted: Restarted | None

    def solve(self, places: Sequence[int], deals: Sequence[Deal]) -> Iterator[_Lump]:
        """Yield the results of the deals at some places, batch by batch, in order."""
        # A lump that was lost is cut in halves, so the lumps to come are kept apart.
        ahead = list(places)
        again: list[tuple[Sequence[int], int]] = []
        size = min(os.cpu_count() or 1, self._spec.largest)
        failures = 0
        while ahead or again:
            if again:
                lump, tries = again.pop()
            else:
                lump, tries = ahead[:size], 0
                del ahead[:size]
            started = time.monotonic()
            why = ""
            found: list[bytes] = []
            try:
                found = self._ask([deals[place] for place in lump])
            except SolverLostError as error:
                why = str(error)
                if self._restarted is not None:
                    self._restarted(lump, why)
            except SolverError as error:
                why = str(error)
                if self._process.pid is None:
                    raise  # it does not even start
            if not why:
                failures = 0
                yield _Lump(found=list(zip(lump, found, strict=True)))
                pace = len(lump) / max(time.monotonic() - started, 1e-3)
                size = max(1, min(self._spec.largest, round(pace * _CALL), 4 * size))
            elif len(lump) > 1:
                half = len(lump) // 2
                again += [(lump[half:], 0), (lump[:half], 0)]
            elif tries + 1 < _TRIES:
                again.append((lump, tries + 1))
            else:
                failures += 1
                failure = SolverError(f"the solver {self._spec.name} failed: {why}")
                if failures == _FAILURES:
                    raise failure
                yield _Lump(failed=lump[0], error=failure)

    def _ask(self, deals: Sequence[Deal]) -> list[bytes]:
        question = {"do": "tables", "deals": [deal.to_text() for deal in deals]}
        found = self._process.ask(question, self._timeout)
        if len(found) != len(deals):
            msg = f"{len(deals)} deals were asked for, and not as many tables came"
            raise SolverError(msg)
        return [_tricks(numbers, 20) for numbers in found]
