"""The group `overtrick deal`, which generates boards when no subcommand is chosen."""

from __future__ import annotations

import sys
from typing import Final

import click

from overtrick import board_to_dict
from overtrick_cli.commands import PIPE, LazyGroup, Progress, print_json, quiet_option, say
from overtrick_deal.commands.options import (
    COUNT,
    Output,
    Places,
    Search,
    SectionedCommand,
    json_option,
    output_options,
    places_options,
    search_options,
)
from overtrick_deal.commands.writing import (
    provenance,
    report_written,
    target_format,
    with_tables,
    write,
    write_deals,
)
from overtrick_deal.generating import Request

_COMMANDS: Final = {
    name: (f"overtrick_deal.commands.{module}:{attribute}", summary)
    for name, module, attribute, summary in (
        ("bigdeal", "number", "bigdeal", "Generate a set that BigDeal dealt, from its log"),
        ("commit", "commit", "commit_event", "Make the secret keys of an event"),
        ("count", "probability", "count", "Compute how likely deals are, and what they contain"),
        ("describe", "commit", "describe", "Describe an event whose boards can be verified"),
        ("from-number", "number", "from_number", "Generate the deals that have given numbers"),
        ("number", "number", "number", "Print the numbers of the deals in a file"),
        ("reveal", "reveal", "reveal_event", "Generate the boards of an event, a file per session"),
        ("script", "script", "script", "Run a script in the language of dealer"),
        ("verify", "verify", "verify_boards", "Check published boards against an event's keys"),
    )
}

MOVED: Final = {
    "--probability": "count",
    "--explain": "count --explain",
    "--statistics": "count --statistics",
    "--frequency": "count --frequency",
    "--theory": "count --theory",
    "--no-theory": "count --no-theory",
    "--plot": "count --plot",
    "--script": "script FILE",
    "--describe": "describe EVENT.sqd",
    "--commit": "commit EVENT.sqd",
    "--reveal": "reveal EVENT.sqd",
    "--verify": "verify EVENT.sqd BOARDS",
    "--number": "from-number NUMBER",
    "--number-of": "number FILE",
    "--bigdeal": "bigdeal HEX",
}
"""The action options of 1.x, and the commands that replace them."""


class DealGroup(SectionedCommand, LazyGroup):
    """The commands of `overtrick deal`; an option of 1.x gets an error with its replacement."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in sections, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before a subcommand."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name
            if name not in MOVED:
                raise
            msg = f"{error.message.rstrip('.')}; use `overtrick deal {MOVED[name]}`"
            raise click.NoSuchOption(name, msg, ctx=ctx) from None

    def hint(self, word: str) -> str:
        """Return a suggestion; for a number, the command for that many boards."""
        if word.isdecimal():
            return f"; `overtrick deal --count {word}` generates {word} boards"
        return super().hint(word)


@click.command(
    cls=DealGroup,
    members=_COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--count", type=click.IntRange(min=1), default=COUNT, show_default=True, metavar="N",
    help="Generate N boards.",
)  # fmt: skip
@search_options("Generate only boards that satisfy a condition.")
@places_options
@click.option("--with-dd", is_flag=True, help="Add double-dummy tables and par.")
@output_options()
@json_option
@quiet_option
@click.pass_context
def deal(
    ctx: click.Context,
    /,
    *,
    count: int,
    search: Search,
    places: Places,
    output: Output,
    with_dd: bool,
    as_json: bool,
    quiet: bool,
) -> int | None:
    """Generate boards at random, or boards that satisfy a condition.

    \b
    Generate 24 boards; generate the same boards again, from a seed:
      overtrick deal --count 24 -o evening.pbn
      overtrick deal --count 24 --seed lesson-7 -o lesson.dlm
    North opens a strong notrump and South has spades; a strong hand that sits South:
      overtrick deal --count 24 -o lesson.pbn --where \\
        "north.hcp in 15..17 and balanced(north) and south.spades >= 4"
      overtrick deal --where "north.hcp >= 20" --to-south north -o strong.pbn
    Fix cards beforehand; x is a small card, - a void, a number a length:
      overtrick deal --count 8 --predeal N:AKxx.-.Q. --predeal south.clubs=5 -o splinter.pbn
    Add double-dummy tables; choose by tricks (both need overtrick-dd):
      overtrick deal --with-dd -o evening.pbn
      overtrick deal --count 4 --where "tricks(south, notrump) >= 9 and ns.hcp <= 22"
    How likely is that? Run a script of dealer; generate for a tournament:
      overtrick deal count --where "ns.hcp >= 33"
      overtrick deal script lesson.dl -o lesson.pbn
      overtrick deal describe --help
    """  # noqa: D301  # click reads the mark that \b stands for
    given = [param.opts[0] for param in ctx.command.params if _is_given(ctx, param)]
    if ctx.invoked_subcommand is not None:
        if given:
            msg = f"put {given[0]} after the command: overtrick deal {ctx.invoked_subcommand} ..."
            raise click.UsageError(msg)
        return None
    if as_json and output.path == PIPE:
        msg = "--json and -o - both print to standard output: give one of them"
        raise click.UsageError(msg)
    is_asked_for = as_json or output.path or output.to_format or "--count" in given
    if not is_asked_for and sys.stdout.isatty():
        msg = f"-o OUT writes {count} boards to a file; --count N prints N boards here, as PBN"
        raise click.UsageError(msg)
    request = search.request(count)
    if as_json and output.path is None:
        return _print_boards(request, places, output, with_dd=with_dd, quiet=quiet)
    spec = target_format(output)
    sampler = request.sampler()
    way = sampler.plan.way
    text = request.provenance(way, with_seed=output.with_seed)
    hands, extras = sampler.hands(count), provenance(output, spec, text)
    layout = places.layout()
    with Progress("boards", total=count) as progress:
        if with_dd:
            made = with_tables(layout.boards(hands, extras), spec.name)
            losses = write(progress.watch(made), output, spec)
        else:
            losses = write_deals(hands, layout, output, spec, extras, progress=progress)
    if as_json:
        print_json(_facts(request, way) | {"file": output.path, "count": count})
    elif not quiet:
        report_written(count, output, losses, f"; seed {request.seed}, {way}")
    return 0


def _is_given(ctx: click.Context, param: click.Parameter) -> bool:
    source = ctx.get_parameter_source(str(param.name))
    return source is click.core.ParameterSource.COMMANDLINE


def _print_boards(
    request: Request, places: Places, output: Output, *, with_dd: bool, quiet: bool
) -> int:
    """Print boards as JSON."""
    sampler = request.sampler()
    way = sampler.plan.way
    made = places.layout().boards(sampler.hands(request.count))
    if with_dd:
        made = with_tables(made, "json")
    with Progress("boards", total=request.count) as progress:
        boards = [board_to_dict(board) for board in progress.watch(made)]
    facts = _facts(request, way) if output.with_seed else {"way": way}
    print_json(facts | {"boards": boards})
    if not quiet:
        say(f"seed {request.seed}")
    return 0


def _facts(request: Request, way: str) -> dict[str, object]:
    """Return the facts that determine some boards, as JSON values."""
    return {
        "seed": request.seed.text,
        "generator": request.seed.generator,
        "where": None if request.where is None else request.where.text,
        "predeal": str(request.predeal) or None,
        "way": way,
    }
