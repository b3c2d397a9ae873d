"""`overtrick deal script`: deals by a script in the language of `dealer`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from overtrick import Deal, Seat, Strain, Vulnerability
from overtrick.plugin import replace_file
from overtrick_cli.commands import (
    FILE,
    PIPE,
    PLUGIN,
    Failure,
    Progress,
    check_suffix,
    check_target,
    plural,
    print_json,
    quiet_option,
    say,
    standard_input,
)
from overtrick_deal.commands.options import (
    Output,
    Places,
    Search,
    SectionedCommand,
    json_option,
    output_options,
    places_options,
    search_options,
)
from overtrick_deal.commands.writing import provenance, target_format, write_deals
from overtrick_deal.errors import ScriptError

if TYPE_CHECKING:
    from overtrick_deal.generating import Request
    from overtrick_deal.sampling.predeal import Predeal
    from overtrick_deal.scripts.evaluating import Tables
    from overtrick_deal.scripts.tree import Script
    from overtrick_deal.statistics.tables import Frequencies, JointFrequencies
    from overtrick_hands import Condition


@click.command(cls=SectionedCommand)
@click.argument("path_of_script", type=FILE, metavar="FILE")
@click.option(
    "--count", type=click.IntRange(min=1), show_default="`produce` of the script", metavar="N",
    help="Generate N deals.",
)  # fmt: skip
@search_options(
    "Generate only what satisfies this condition as well.", max_tries="`generate` of the script"
)
@places_options
@click.option(
    "--plot", type=FILE, metavar="OUT.svg", help="Draw the frequencies of the script."
)  # fmt: skip
@output_options(
    "Write the deals to a file of boards, instead of running the script's actions.", default=None
)
@json_option
@quiet_option
def script(
    *,
    path_of_script: str,
    count: int | None,
    search: Search,
    places: Places,
    plot: str | None,
    output: Output,
    as_json: bool,
    quiet: bool,
) -> int:
    """Run a script in the language of dealer; - reads it from standard input.

    The actions print to standard output. With -o the deals are written as boards instead.

    \b
      overtrick deal script lesson.dl
      overtrick deal script lesson.dl -o lesson.pbn --count 24
      overtrick deal count --script lesson.dl
    """  # noqa: D301  # click reads the mark that \b stands for
    read = read_script(path_of_script)
    request = search.request(read.wanted if count is None else count)
    read = _with_predeal(read, request)
    if output.path is not None:
        if plot is not None or as_json:
            msg = "-o writes boards and runs no actions; give no --plot and no --json"
            raise click.UsageError(msg)
        return _write_boards(read, path_of_script, request, places, output, quiet=quiet)
    unused = Output(with_seed=output.with_seed, force=output.force)
    if places != Places() or output != unused:
        msg = "options of boards and their format need -o OUT"
        raise click.UsageError(msg)
    if plot is not None:
        check_target(plot, force=output.force, sources=[path_of_script])
        check_suffix(plot, (".svg",), "SVG")
    from overtrick_deal.scripts.running import run_script

    with Progress("deals", total=request.count) as progress:
        outcome = run_script(
            read,
            seed=request.seed,
            where=request.where,
            count=request.count,
            tries=request.max_tries,
            jobs=request.jobs,
            tables=_tables(),
            write=None if as_json else sys.stdout.write,
            keep_deals=as_json,
            with_seed=output.with_seed,
            watch=advancing(progress),
        )
    if as_json:
        found = outcome.to_json()
        if "deals" in found and not output.with_seed:
            del found["seed"]
        print_json(found)
    else:
        sys.stdout.write(outcome.text())
        sys.stdout.flush()
    draw_tables(outcome.tables, plot)
    if not quiet:
        _report(request, outcome.produced, outcome.tried, outcome.in_vain)
    return 0


def _write_boards(
    read: Script, path: str, request: Request, places: Places, output: Output, *, quiet: bool
) -> int:
    """Write the deals of a script as boards."""
    from overtrick_deal.scripts.running import Deals

    deals = Deals(
        read,
        seed=request.seed,
        where=request.where,
        count=request.count,
        tries=request.max_tries,
        jobs=request.jobs,
        tables=_tables(),
    )
    layout = places.layout()
    if layout.dealer is None and read.dealer is not None:
        layout = attrs.evolve(layout, dealer=Seat(read.dealer))
    if layout.vulnerability is None and read.vulnerability is not None:
        layout = attrs.evolve(layout, vulnerability=Vulnerability(read.vulnerability))
    spec = target_format(output, [path])
    text = request.provenance("script", with_seed=output.with_seed)
    extras = provenance(output, spec, text)
    hands = (arrays.hands for arrays in deals)
    with Progress("boards") as progress:
        losses = write_deals(hands, layout, output, spec, extras, progress=progress)
    if not quiet:
        _report(request, deals.produced, deals.tried, deals.in_vain)
        if losses:
            say(losses.summary())
    return 0


def _report(request: Request, produced: int, tried: int, in_vain: str) -> None:
    """Print the number of deals and their seed to standard error."""
    say(f"{plural(produced, 'deal')} of {tried:,} tried; seed {request.seed}")
    if in_vain:
        say(f"note: {in_vain}")


def advancing(progress: Progress) -> Callable[[int], None]:
    """Return a function that moves a progress bar to a number of deals."""
    before = 0

    def watch(count: int) -> None:
        nonlocal before
        progress.advance(count - before)
        before = count

    return watch


def draw_tables(tables: Sequence[Frequencies | JointFrequencies], plot: str | None) -> None:
    """Draw tables into a file, if one is named.

    Raises:
        click.UsageError: there are no tables.
    """
    if plot is None:
        return
    from overtrick_deal.statistics import plots

    if not tables:
        msg = "--plot draws tables of frequencies, and the script has none"
        raise click.UsageError(msg)
    replace_file(plot, f"{plots.plot(tables)}\n".encode())


# --- scripts ----------------------------------------------------------------------------------


def read_script(path: str) -> Script:
    """Return the script in a file; text that is not UTF-8 is read as Latin-1.

    Raises:
        ScriptError: it is too long or cannot be understood.
        OSError: it cannot be read.
    """
    from overtrick_deal.scripts.parsing import ScriptLimits, parse_script

    # One byte more than a text of the allowed length can have.
    limit = 4 * ScriptLimits().characters + 1
    if path == PIPE:
        content = standard_input().read(limit)
    else:
        with Path(path).open("rb") as file:
            content = file.read(limit)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return parse_script(text)


def condition_of(read: Script, request: Request) -> tuple[Condition | None, Predeal]:
    """Return the combined condition and predealt cards of a script and a request.

    Raises:
        ScriptError: a part of the script's condition can only be tested on deals.
        click.UsageError: both the script and the request fix cards.
    """
    from overtrick_deal.scripts.compiling import split
    from overtrick_deal.scripts.running import predeal_of

    read = _with_predeal(read, request)
    found = split(read.condition)
    for part in found.residue:
        msg = "this part of the condition is tried on deals, and cannot be counted"
        raise ScriptError(msg, read.text, part.place.line, part.place.column)
    where = request.where
    if where is None:
        where = found.where
    elif found.where is not None:
        where = found.where & where
    return where, predeal_of(read)


def _with_predeal(read: Script, request: Request) -> Script:
    """Return a script with the predealt cards of a request.

    Raises:
        click.UsageError: both fix cards, or the request has small cards.
    """
    predeal = request.predeal
    if predeal.is_empty:
        return read
    if read.cards or read.counts:
        msg = "the script deals cards beforehand, and so does --predeal: give one of them"
        raise click.UsageError(msg)
    if any(any(counts) for counts in predeal.small):
        msg = "small cards (x) of --predeal are for --where; a script has lengths: spades(north)==5"
        raise click.UsageError(msg)
    return attrs.evolve(
        read,
        cards={seat: mask for seat, mask in enumerate(predeal.cards) if mask},
        counts={
            (seat, 3 - place): length
            for seat, lengths in enumerate(predeal.lengths)
            for place, length in enumerate(lengths)
            if length >= 0
        },
    )


def _tables() -> Tables | None:
    """Return the solver function, if overtrick-dd is installed with a solver."""
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
