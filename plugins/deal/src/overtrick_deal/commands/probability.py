"""`overtrick deal count`: the probability of deals, and their statistics."""

from __future__ import annotations

import attrs
import click

from overtrick_cli.commands import (
    FILE,
    Progress,
    check_suffix,
    check_target,
    plural,
    print_json,
    quiet_option,
    say,
)
from overtrick_deal.commands.options import (
    Search,
    SectionedCommand,
    json_option,
    search_options,
)
from overtrick_deal.commands.script import advancing, condition_of, draw_tables, read_script
from overtrick_deal.errors import ImpossibleError
from overtrick_deal.generating import Request
from overtrick_deal.sampling.plan import Plan


@click.command(cls=SectionedCommand, no_args_is_help=True)
@search_options("Count deals that satisfy a condition.")
@click.option(
    "--script",
    "script_path",
    type=FILE,
    metavar="FILE",
    help="Count deals that satisfy the condition of a script of dealer; - for standard input.",
)
@click.option("--explain", is_flag=True, help="Print how such deals are found.")
@click.option(
    "--statistics",
    "averaged",
    multiple=True,
    metavar="NUMBER[,NUMBER...]",
    help="Print mean, deviation and correlation of numbers such as north.hcp.",
)
@click.option(
    "--frequency",
    "frequencies",
    multiple=True,
    metavar="NUMBER[,LOW..HIGH]",
    help="Print how often a number has each value, or two numbers each pair of values.",
)
@click.option(
    "--theory/--no-theory",
    "theory",
    default=None,
    show_default="where it is quick",
    help="Print the exact frequencies beside those counted.",
)
@click.option("--plot", type=FILE, metavar="OUT.svg", help="Draw the tables of --frequency.")
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Generate N deals for estimates, statistics and frequencies.",
)
@json_option
@click.option("--force", is_flag=True, help="Replace a picture that exists.")
@quiet_option
def count(
    *,
    search: Search,
    script_path: str | None,
    explain: bool,
    averaged: tuple[str, ...],
    frequencies: tuple[str, ...],
    theory: bool | None,
    plot: str | None,
    deals: int,
    as_json: bool,
    force: bool,
    quiet: bool,
) -> int:
    """Compute how likely deals are, and what they contain.

    The probability is exact where the condition can be counted, else it is estimated.

    \b
    How likely is a condition, and how are such deals found?
      overtrick deal count --where "ns.hcp >= 33"
      overtrick deal count --where "ns.hcp >= 33 and east.spades >= 6" --explain
      overtrick deal count --script lesson.dl
    What do deals hold, as numbers and as a picture?
      overtrick deal count --statistics ns.hcp,ns.fit --where "ns.fit >= 8"
      overtrick deal count --frequency north.hcp --plot points.svg
    """  # noqa: D301  # click reads the mark that \b stands for
    if theory is not None and not frequencies:
        msg = "--theory and --no-theory need --frequency"
        raise click.UsageError(msg)
    if plot is not None and not frequencies:
        msg = "--plot needs --frequency"
        raise click.UsageError(msg)
    if explain and (averaged or frequencies):
        msg = "--explain excludes --statistics and --frequency; run the command twice"
        raise click.UsageError(msg)
    if plot is not None:
        sources = [] if script_path is None else [script_path]
        check_suffix(plot, (".svg",), "SVG")
        check_target(plot, force=force, sources=sources)
    request = search.request(deals)
    if script_path is not None:
        where, predeal = condition_of(read_script(script_path), request)
        request = attrs.evolve(request, where=where, predeal=predeal)
    if not averaged and not frequencies:
        return _print_probability(request, explain=explain, as_json=as_json)
    from overtrick_deal.statistics.reports import tally

    with Progress("deals", total=deals) as progress:
        found = tally(
            averaged,
            frequencies,
            where=request.where,
            predeal=request.predeal,
            count=deals,
            seed=request.seed,
            theory=theory,
            max_tries=request.max_tries,
            jobs=request.jobs,
            watch=advancing(progress),
        )
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(str(found))
    draw_tables(found.tables, plot)
    if not quiet:
        say(f"{plural(deals, 'deal')}, seed {request.seed}")
    return 0


def _print_probability(request: Request, *, explain: bool, as_json: bool) -> int:
    """Print the probability of deals, and on request the sampling method."""
    where = None if request.where is None else request.where.text
    try:
        sampler = request.sampler()
    except ImpossibleError as error:
        if as_json:
            print_json({"where": where, "count": 0, "probability": 0.0})
        else:
            click.echo(str(error) if explain else "0: no deal can satisfy it")
        return 0
    plan = sampler.plan
    estimate = sampler.estimate(request.count) if plan.count is None else None
    if as_json:
        print_json(
            {
                "where": where,
                "predeal": str(request.predeal) or None,
                "way": plan.way,
                "sampled": list(plan.sampled),
                "tested": list(plan.tested),
                "why": plan.why,
                "count": plan.count,
                "total": plan.total,
                "probability": float(plan.probability) if plan.probability is not None else None,
                "estimate": estimate
                and {"probability": estimate[0], "standard_error": estimate[1]},
            }
        )
        return 0
    if explain:
        click.echo(str(plan))
    if estimate is None:
        click.echo(_exactly(plan))
    else:
        share, deviation = (100 * part for part in estimate)
        tries = f"at least {request.count:,} tries"
        click.echo(f"about {share:.4g} % (standard error {deviation:.2g} %), by {tries}")
    return 0


def _exactly(plan: Plan) -> str:
    share = plan.probability or 0
    odds = f"1 in {1 / float(share):,.6g}" if share else "never"
    return f"{100 * float(share):.6g} % ({odds}): {plan.count:,} of {plan.total:,} deals, exactly"
