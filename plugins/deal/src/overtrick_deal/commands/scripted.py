"""`overtrick deal --script`: deals by a script in the language of `dealer`, and statistics."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import attrs
import click

from overtrick import Board, Deal, Seat, Strain, Vulnerability
from overtrick.plugin import replace_file
from overtrick_cli.commands import (
    FILE,
    PIPE,
    PLUGIN,
    Failure,
    Progress,
    check_target,
    plural,
    print_json,
    say,
    standard_input,
)
from overtrick_deal.commands.options import Given, Option
from overtrick_deal.commands.writing import target_format, wants_provenance, write
from overtrick_deal.errors import ScriptError
from overtrick_deal.generating import made_board, with_provenance

if TYPE_CHECKING:
    from overtrick_deal.randomness.seed import Seed
    from overtrick_deal.scripts.evaluating import Tables
    from overtrick_deal.scripts.tree import Script
    from overtrick_deal.statistics.tables import Frequencies, JointFrequencies

OPTIONS: tuple[Option, ...] = (
    click.option(
        "--script", "script", type=FILE, metavar="FILE",
        help="Run a script in the language of dealer; - for standard input.",
    ),
    click.option(
        "--statistics", "averaged", multiple=True, metavar="NUMBER[,NUMBER...]",
        help="Print the mean and deviation of numbers such as north.hcp; deal into no file.",
    ),
    click.option(
        "--frequency", "frequencies", multiple=True, metavar="NUMBER[,LOW..HIGH]",
        help="Print how often a number has each value; of two numbers a table.",
    ),
    click.option(
        "--theory/--no-theory", "theory", default=None,
        help="Count exactly how often it is so in the long run; else where that is quick.",
    ),
    click.option(
        "--plot", "plot", type=FILE, metavar="OUT.svg", help="Draw the tables of frequencies."
    ),
)  # fmt: skip

_DEALS: Final = 100_000  # that are counted where --count is not given


def run(given: Given, values: Mapping[str, object]) -> int | None:
    """Do what the options of this module ask for; `None` where none of them was given.

    Args:
        given: what was given besides them.
        values: the values of `OPTIONS`, by name.
    """
    path = cast("str | None", values["script"])
    plot = cast("str | None", values["plot"])
    averaged = cast("tuple[str, ...]", values["averaged"])
    frequencies = cast("tuple[str, ...]", values["frequencies"])
    if plot is not None:
        read = [] if path is None else [path]
        check_target(plot, force=given.force, sources=read)
    if path is not None:
        if averaged or frequencies:
            msg = "a script says itself what is counted: give no --statistics and no --frequency"
            raise click.UsageError(msg)
        if values["theory"] is not None:
            msg = "--theory is for --frequency; a script's tables are as the program prints them"
            raise click.UsageError(msg)
        return _run_script(given, path, plot)
    if values["theory"] is not None and not frequencies:
        msg = "--theory is for --frequency, which is not given"
        raise click.UsageError(msg)
    if averaged or frequencies:
        if given.output is not None:
            msg = "--statistics and --frequency count deals, and write none: give no -o"
            raise click.UsageError(msg)
        theory = cast("bool | None", values["theory"])
        return _count(given, averaged, frequencies, theory=theory, plot=plot)
    if plot is not None:
        msg = "--plot draws what --frequency or a script counts"
        raise click.UsageError(msg)
    return None


def _count(
    given: Given,
    averaged: tuple[str, ...],
    frequencies: tuple[str, ...],
    *,
    theory: bool | None,
    plot: str | None,
) -> int:
    """Print what deals come to."""
    from overtrick_deal.statistics.reports import tally

    request = given.request
    count = request.count if given.counted else _DEALS
    with Progress("deals", total=count) as progress:
        found = tally(
            averaged,
            frequencies,
            where=request.where,
            predeal=request.predeal,
            count=count,
            seed=request.seed,
            theory=theory,
            max_tries=request.max_tries,
            jobs=request.jobs,
            watch=_watched(progress),
        )
    if given.as_json:
        print_json(found.to_json())
    else:
        click.echo(str(found))
    _draw(found.tables, plot)
    if not given.quiet:
        say(f"{plural(count, 'deal')}, seed {request.seed}")
    return 0


def _watched(progress: Progress) -> Callable[[int], None]:
    """Return what is told how many deals there are so far."""
    before = 0

    def watch(count: int) -> None:
        nonlocal before
        progress.advance(count - before)
        before = count

    return watch


def _draw(tables: Sequence[Frequencies | JointFrequencies], plot: str | None) -> None:
    """Draw some tables into a file.

    Raises:
        click.UsageError: there are none.
    """
    if plot is None:
        return
    from overtrick_deal.statistics import plots

    if not tables:
        msg = "--plot draws tables of frequencies, and there is none"
        raise click.UsageError(msg)
    replace_file(plot, f"{plots.plot(tables)}\n".encode())


def _run_script(given: Given, path: str, plot: str | None) -> int:
    from overtrick_deal.scripts.parsing import parse_script
    from overtrick_deal.scripts.running import run_script

    script = _scripted(given, parse_script(_text(path)))
    request = given.request
    if given.output is not None:
        return _write_boards(given, script, path)
    count = request.count if given.counted else None
    with Progress("deals", total=count or script.wanted) as progress:
        outcome = run_script(
            script,
            seed=request.seed,
            where=request.where,
            count=count,
            tries=request.max_tries,
            jobs=request.jobs,
            tables=_tables(),
            write=None if given.as_json else sys.stdout.write,
            keep_deals=given.as_json,
            with_seed=given.with_seed,
            watch=_watched(progress),
        )
    if given.as_json:
        told = outcome.to_json()
        if "deals" in told and not given.with_seed:
            del told["seed"]
        print_json(told)
    else:
        sys.stdout.write(outcome.text())
        sys.stdout.flush()
    _draw(outcome.tables, plot)
    if not given.quiet:
        _tell(request.seed, outcome.produced, outcome.tried, outcome.in_vain)
    return 0


def with_condition(given: Given, path: str) -> Given:
    """Return what was given, with a script's condition and what it deals beforehand.

    Raises:
        ScriptError: the script cannot be understood, or a part of its condition can only be tried
            on deals.
    """
    from overtrick_deal.scripts.compiling import split
    from overtrick_deal.scripts.parsing import parse_script
    from overtrick_deal.scripts.running import predeal_of

    script = _scripted(given, parse_script(_text(path)))
    found = split(script.condition)
    for part in found.residue:
        msg = "this part of the condition is tried on deals, and cannot be counted"
        raise ScriptError(msg, script.text, part.place.line, part.place.column)
    where = given.request.where
    if where is None:
        where = found.where
    elif found.where is not None:
        where = found.where & where
    request = attrs.evolve(given.request, where=where, predeal=predeal_of(script))
    return attrs.evolve(given, request=request)


def _scripted(given: Given, script: Script) -> Script:
    """Return a script, with what is dealt beforehand on the command line.

    Raises:
        click.UsageError: both deal cards beforehand.
    """
    if given.request.predeal.is_empty:
        return script
    if script.cards or script.counts:
        msg = "the script deals cards beforehand, and so does --predeal: give one of them"
        raise click.UsageError(msg)
    return _with_predeal(script, given)


def _with_predeal(script: Script, given: Given) -> Script:
    """Return a script with what was dealt beforehand on the command line."""
    predeal = given.request.predeal
    if any(any(counts) for counts in predeal.small):
        msg = "small cards (x) of --predeal are for --where; a script has lengths: spades(north)==5"
        raise click.UsageError(msg)
    return attrs.evolve(
        script,
        cards={seat: mask for seat, mask in enumerate(predeal.cards) if mask},
        counts={
            (seat, 3 - place): length
            for seat, lengths in enumerate(predeal.lengths)
            for place, length in enumerate(lengths)
            if length >= 0
        },
    )


def _text(path: str) -> str:
    """Return a script's text; what is not UTF-8 is taken for Latin-1.

    Raises:
        ScriptError: it is longer than scripts may be.
    """
    from overtrick_deal.scripts.parsing import ScriptLimits

    most = ScriptLimits().characters
    if path == PIPE:
        content = standard_input().read(4 * most + 1)
    else:
        with Path(path).open("rb") as file:
            content = file.read(4 * most + 1)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _tables() -> Tables | None:
    """Return what solves deals, where overtrick-dd is installed and has a solver."""
    try:
        import overtrick_dd
    except ModuleNotFoundError:
        return None

    def tables(deals: Sequence[Deal]) -> list[list[list[int]]]:
        why = overtrick_dd.unavailable()
        if why is not None:
            raise Failure(why, PLUGIN)
        return [
            [[grid.tricks_of(seat, strain) or 0 for strain in sorted(Strain)] for seat in Seat]
            for grid in overtrick_dd.tables(deals)
        ]

    return tables


def _write_boards(given: Given, script: Script, path: str) -> int:
    """Write the deals of a script as boards; what it counts is not counted."""
    from overtrick_deal.scripts.running import Deals

    request = given.request
    deals = Deals(
        script,
        seed=request.seed,
        where=request.where,
        count=request.count if given.counted else None,
        tries=request.max_tries,
        jobs=request.jobs,
        tables=_tables(),
    )
    if request.dealer is None and script.dealer is not None:
        request = attrs.evolve(request, dealer=Seat(script.dealer))
    if request.vulnerability is None and script.vulnerability is not None:
        request = attrs.evolve(request, vulnerability=Vulnerability(script.vulnerability))

    def boards() -> Iterator[Board]:
        number = request.first
        for arrays in deals:
            for masks in arrays.hands.T.tolist():
                yield made_board(request, number, masks)
                number += 1

    spec = target_format(given, [path])
    with Progress("boards") as progress:
        made = boards()
        if wants_provenance(spec, given):
            text = request.provenance("script", with_seed=given.with_seed)
            made = with_provenance(made, text)
        losses = write(progress.watch(made), given, spec)
    if not given.quiet:
        _tell(request.seed, deals.produced, deals.tried, deals.in_vain)
        if losses:
            say(losses.summary())
    return 0


def _tell(seed: Seed, produced: int, tried: int, in_vain: str) -> None:
    """Say how many deals there were, and what they follow from."""
    say(f"{plural(produced, 'deal')} of {tried:,} tried; seed {seed}")
    if in_vain:
        say(f"note: {in_vain}")
