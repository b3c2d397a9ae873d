"""Solve with a progress bar and the time left; report failures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from overtrick import Deal, DoubleDummyGrid
from overtrick.plugin import printable
from overtrick_cli.commands import Progress, plural, say
from overtrick_dd.cache import cache_path, shared_cache
from overtrick_dd.solving import TIMEOUT, solve

KeyT = TypeVar("KeyT", bound=Hashable)


def solve_telling(
    deals: Mapping[KeyT, Deal],
    name: Callable[[KeyT], str],
    *,
    solver: str | None = None,
    use_cache: bool = True,
    timeout: float = TIMEOUT,
) -> tuple[dict[KeyT, DoubleDummyGrid], list[KeyT]]:
    """Solve deals and report progress on stderr.

    Where the solver is lost, the deals that it had are named; so is each that it fails with.
    Ctrl-C says what is kept and passes through.

    Args:
        deals: complete deals, by whatever the caller knows them by.
        name: what the user knows one by, such as `board 7`.
        solver: as for `solve`.
        use_cache: as for `solve`.
        timeout: as for `solve`.

    Returns:
        The tables, and which deals the solver failed with.

    Raises:
        SolverError: there is no solver, or it fails with every deal.
        OptionError: there is no solver of that name.
    """
    keys = list(deals)
    found: dict[KeyT, DoubleDummyGrid] = {}
    failed: list[KeyT] = []
    with Progress("double dummy", total=len(keys)) as progress:

        def restarted(lost: Sequence[int], how: str) -> None:
            progress.hide()
            names = ", ".join(printable(name(keys[place])) for place in lost)
            say(f"the solver was lost ({printable(how)}); again: {names}")

        try:
            for one in progress.watch(
                solve(
                    list(deals.values()),
                    solver=solver,
                    use_cache=use_cache,
                    timeout=timeout,
                    restarted=restarted,
                )
            ):
                key = keys[one.place]
                if one.grid is not None:
                    found[key] = one.grid
                else:
                    failed.append(key)
                    progress.hide()
                    say(f"{printable(name(key))}: {printable(str(one.error))}")
        except KeyboardInterrupt:
            progress.hide()
            is_kept = use_cache and cache_path() is not None and shared_cache().trouble is None
            kept = ", and kept for the next time" if is_kept else ""
            say(f"stopped: {len(found)} of {plural(len(keys), 'table')} are done{kept}")
            raise
    return found, failed
