"""Double dummy and par for the boards of a version, through overtrick-dd if it is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from overtrick import Board, Deal, DoubleDummyGrid, PluginManager, Seat
from overtrick.plugin import Seals
from overtrick_web.boards.progress import ProgressCallback, ignore_progress
from overtrick_web.boards.reading import Reading
from overtrick_web.boards.rewriting import Rewritten, format_of, rewritten
from overtrick_web.errors import AbsentError

NEEDED: Final = "Double dummy needs overtrick-dd: python -m pip install 'overtrick-web[dd]'"
"""The message if overtrick-dd is not installed."""

SOLVING: Final = "Solving"


@attrs.frozen(kw_only=True)
class Result:
    """The double-dummy result of a board.

    Attributes:
        place: its place in the file, from 1.
        label: what the board is called.
        tricks: a row for each of N, E, S, W, and in it the tricks in C, D, H, S, NT; empty where
            there is no table.
        par: par in words, a line for each that is possible; empty where dealer or vulnerability
            leave too many.
        makes: the contracts that can be made, in words.
        why_not: why there is no table, in English; empty where there is one.
        was_there: whether the file has the same table.
        differs: whether the file has another one.
    """

    place: int
    label: str
    tricks: tuple[tuple[int, ...], ...] = ()
    par: tuple[str, ...] = ()
    makes: str = ""
    why_not: str = ""
    was_there: bool = False
    differs: bool = False


def absence() -> str | None:
    """Return the reason solving is unavailable, in one sentence, or `None` if it is available."""
    if importlib.util.find_spec("overtrick_dd") is None:
        return NEEDED
    from overtrick_dd import unavailable

    return unavailable()


def check_solver() -> None:
    """Raise unless a solver is available.

    Raises:
        AbsentError: there is no solver; the message has the install command.
    """
    why = absence()
    if why is not None:
        raise AbsentError(why)


def double_dummy(
    reading: Reading,
    report: ProgressCallback = ignore_progress,
    *,
    sealed: Seals = "refuse",
) -> tuple[Result, ...]:
    """Return the double-dummy result of each board of a version, in order.

    Args:
        reading: the version, as it was read.
        report: receives the number of solved deals and their total.
        sealed: the treatment of hidden hands.

    Raises:
        AbsentError: there is no solver.
        SolverError: the solver fails with every deal.
        SealedError: the hands are not to be shown, and `sealed` is `refuse`.
    """
    check_solver()
    reading.check_shown(sealed)
    grids, failed = _solved(reading.boards, report)
    return tuple(_results(reading.boards, grids, failed))


def with_tables(boards: Iterable[Board], report: ProgressCallback = ignore_progress) -> list[Board]:
    """Return boards for hand records, with the missing double-dummy tables solved.

    Raises:
        AbsentError: there is no solver.
    """
    check_solver()
    from overtrick_dd import is_whole, stated_table

    found = list(boards)
    wanted = [place for place, board in enumerate(found) if not is_whole(stated_table(board))]
    grids, _ = _solved([found[place] for place in wanted], report)
    for at, grid in grids.items():
        board = found[wanted[at]]
        others = (each for each in board.grids if each.name != grid.to_grid().name)
        found[wanted[at]] = attrs.evolve(board, grids=(*others, grid.to_grid()))
    return found


def _solved(
    boards: Iterable[Board], report: ProgressCallback
) -> tuple[dict[int, DoubleDummyGrid], dict[int, str]]:
    """Return the tables by place, from 0, and the reasons for missing ones."""
    from overtrick_dd import complete_deal, solve

    deals: dict[int, Deal] = {}
    for place, board in enumerate(boards):
        deal = complete_deal(board)
        if deal is not None:
            deals[place] = deal
    places = list(deals)
    grids: dict[int, DoubleDummyGrid] = {}
    failed: dict[int, str] = {}
    report(0, len(places), SOLVING)
    for done, one in enumerate(solve(list(deals.values())), 1):
        if one.grid is not None:
            grids[places[one.place]] = one.grid
        else:
            failed[places[one.place]] = str(one.error)
        report(done, len(places), SOLVING)
    return grids, failed


def _results(
    boards: Iterable[Board], grids: Mapping[int, DoubleDummyGrid], failed: Mapping[int, str]
) -> Iterator[Result]:
    from overtrick_dd import (
        board_pars,
        differences,
        makeable,
        par_text,
        stated_table,
        why_not,
    )

    for place, board in enumerate(boards):
        grid = grids.get(place)
        if grid is None:
            reason = failed.get(place) or why_not(board)
            yield Result(place=place + 1, label=board.label, why_not=reason)
            continue
        stated = stated_table(board)
        pars = board_pars(board, grid)
        yield Result(
            place=place + 1,
            label=board.label,
            tricks=tuple(tuple(count or 0 for count in row) for row in grid.tricks),
            par=tuple(par_text(found) for found in pars) if len(pars) <= len(Seat) else (),
            makes=makeable(grid),
            was_there=stated == grid,
            differs=stated is not None and any(differences(stated, grid)),
        )


def put_in(
    reading: Reading,
    results: Iterable[Result],
    *,
    is_replacing: bool = True,
    keep_going: bool = False,
    sealed: Seals = "keep",
    manager: PluginManager | None = None,
) -> Rewritten:
    """Return a version with tables, and with par if its format has a field for it.

    Args:
        reading: the version, as it was read.
        results: what came of it.
        is_replacing: whether par that the file states is replaced; a table that differs always is.
        keep_going: as for `rewritten`, as `sealed`.
        sealed: what is done about sealed boards.
        manager: the plugins to use; the installed ones by default.

    Raises:
        The errors of `rewritten`.
    """
    from overtrick_dd import with_results

    grids = {result.place: DoubleDummyGrid(result.tricks) for result in results if result.tricks}
    target = format_of(reading)

    def edit(boards: Iterator[Board]) -> Iterator[Board]:
        for place, board in enumerate(boards, 1):
            grid = grids.get(place)
            if grid is None:
                yield board
            else:
                yield with_results(board, grid, target=target, is_replacing=is_replacing)

    return rewritten(reading, edit=edit, keep_going=keep_going, sealed=sealed, manager=manager)
