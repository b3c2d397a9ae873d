"""`overtrick deal`: boards at random, by a condition, by a script, or so that all can verify it."""

from __future__ import annotations

import click

from overtrick.cli.inputs import PIPE
from overtrick.cli.options import FILE, KeyValue, complete_format
from overtrick.cli.terminal import Progress, plural, say
from overtrick.findings.errors import ModelError
from overtrick.model.table import Seat, Vulnerability
from overtrick_deal.commands import scripted, verified
from overtrick_deal.commands.options import Given, added
from overtrick_deal.commands.writing import target_format, write
from overtrick_deal.generating import Request, boards, with_provenance
from overtrick_deal.randomness.seed import DEFAULT, GENERATORS, Seed
from overtrick_deal.sampling.predeal import Predeal
from overtrick_hands.conditions.condition import compile_condition


class _Word(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """A value of the game that is written as a word."""

    def __init__(self, kind: type[Seat] | type[Vulnerability]) -> None:
        self.name = kind.__name__.lower()
        self._kind = kind

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Seat | Vulnerability:
        """Return what the word says."""
        if isinstance(value, self._kind):
            return value
        text = str(value)
        words = {seat.name.lower(): seat for seat in Seat} if self._kind is Seat else {}
        found = words.get(text.lower())
        if found is not None:
            return found
        try:
            return self._kind.parse(text)
        except ModelError as error:
            self.fail(str(error), param, ctx)


@click.command()
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="How many boards.")
@click.option("--seed", metavar="SEED", help="The same seed gives the same boards again.")
@click.option("--where", metavar="CONDITION", help="What the deals have to be like.")
@click.option(
    "--predeal",
    "given_before",
    multiple=True,
    metavar="CARDS",
    help="What a hand holds, such as N:AKxx.-.Q. or south.clubs=5; may be repeated.",
)
@click.option(
    "-o", "output", type=FILE, metavar="OUT", help="Write the boards to a file; - to a pipe."
)
@click.option(
    "--to", "to_format", metavar="FORMAT", shell_complete=complete_format,
    help="Format to write; PBN to a pipe where it is not named.",
)  # fmt: skip
@click.option(
    "-O",
    "options",
    type=KeyValue(),
    multiple=True,
    help="An option of the format; see `overtrick formats FORMAT`.",
)
@click.option(
    "--first", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="The first board's number.",
)  # fmt: skip
@click.option("--dealer", type=_Word(Seat), metavar="SEAT", help="Who deals on all boards.")
@click.option(
    "--vulnerable", "vulnerability", type=_Word(Vulnerability), metavar="WHO",
    help="Who is vulnerable on all boards: none, ns, ew or both.",
)  # fmt: skip
@click.option(
    "--generator",
    type=click.Choice(list(GENERATORS)),
    default=DEFAULT,
    show_default=True,
    help="What expands the seed.",
)
@click.option(
    "--max-tries",
    type=click.IntRange(min=1),
    metavar="N",
    help="Give up after so many deals in vain, one after the other.",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, metavar="N",
    help="How many processes share in the work.",
)  # fmt: skip
@added(scripted.OPTIONS)
@added(verified.OPTIONS)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what is wrong.")
def deal(
    *,
    count: int | None,
    seed: str | None,
    where: str | None,
    given_before: tuple[str, ...],
    output: str | None,
    to_format: str | None,
    options: tuple[tuple[str, str], ...],
    first: int,
    dealer: Seat | None,
    vulnerability: Vulnerability | None,
    generator: str,
    max_tries: int | None,
    jobs: int,
    as_json: bool,
    force: bool,
    quiet: bool,
    **modes: object,
) -> int:
    """Deal boards: at random, or so that they fit a condition.

    \b
    24 boards into a file, or any other format:
      overtrick deal --count 24 -o evening.pbn
      overtrick deal --count 24 -o evening.dlm
    North opens a strong notrump, South has spades:
      overtrick deal --count 24 -o lesson.pbn --where \\
        "north.hcp in 15..17 and balanced(north) and south.spades >= 4"
    """  # noqa: D301  # click reads the mark that \b stands for
    request = Request(
        count=16 if count is None else count,
        seed=Seed.of_system(generator) if seed is None else Seed.of(seed, generator),
        where=None if where is None else compile_condition(where),
        predeal=Predeal.parse(*given_before),
        first=first,
        dealer=dealer,
        vulnerability=vulnerability,
        max_tries=max_tries,
        jobs=jobs,
    )
    given = Given(
        request=request,
        counted=count is not None,
        where=where,
        output=output,
        to_format=to_format,
        options=options,
        force=force,
        as_json=as_json,
        quiet=quiet,
    )
    for run in (verified.run, scripted.run):
        code = run(given, modes)
        if code is not None:
            return code
    return _generate(given)


def _generate(given: Given) -> int:
    """Write the boards that are asked for."""
    request = given.request
    spec = target_format(given)
    with Progress("boards", total=request.count) as progress:
        made = boards(request)
        if spec.name == "pbn":
            made = with_provenance(made, request.provenance())
        losses = write(progress.watch(made), given, spec)
    if not given.quiet:
        where = "" if given.output in {None, PIPE} else f" to {given.output}"
        say(f"{plural(request.count, 'board')}{where}")
        if losses:
            say(losses.summary())
    return 0
