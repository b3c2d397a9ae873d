"""`overtrick deal`: boards at random, by a condition, by a script, or so that all can verify it."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from overtrick import Extras, ModelError, Seat, Vulnerability, board_to_dict
from overtrick.plugin import printable
from overtrick_cli.commands import (
    FILE,
    PIPE,
    KeyValue,
    Progress,
    beginning,
    complete_format,
    plural,
    print_json,
    say,
)
from overtrick_deal.commands import scripted, verified
from overtrick_deal.commands.options import Given, added
from overtrick_deal.commands.writing import (
    target_format,
    wants_provenance,
    with_tables,
    write,
    write_dealt,
)
from overtrick_deal.errors import ImpossibleError
from overtrick_deal.generating import (
    Request,
    Seats,
    boards,
    provenance_extras,
    turned,
    with_provenance,
)
from overtrick_deal.randomness.seed import DEFAULT, GENERATORS, Seed
from overtrick_deal.sampling.plan import Plan
from overtrick_deal.sampling.predeal import Predeal
from overtrick_deal.sampling.sampler import Sampler
from overtrick_hands.conditions.condition import compile_condition

_TRIES = 200_000
"""So many deals are tried to estimate what cannot be counted."""


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

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that there are."""
        if self._kind is Seat:
            return beginning([seat.name.lower() for seat in Seat], incomplete)
        return beginning(["none", "ns", "ew", "both"], incomplete)


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
@click.option(
    "--rotate", type=click.IntRange(-3, 3), default=0, metavar="N",
    help="Pass all hands on so many seats clockwise, once they are dealt.",
)  # fmt: skip
@click.option(
    "--to-south",
    type=_Word(Seat),
    metavar="SEAT",
    help="Turn the deals so that this seat's hand sits South.",
)
@click.option(
    "--swap",
    type=click.Choice(["ns", "ew"]),
    multiple=True,
    help="Let partners change hands; may be given for both sides.",
)
@click.option("--probability", is_flag=True, help="Print how likely such a deal is; deal none.")
@click.option("--explain", is_flag=True, help="Print how such deals are found; deal none.")
@click.option("--with-dd", is_flag=True, help="Put double-dummy tables and par into the boards.")
@click.option(
    "--with-seed", is_flag=True,
    help="Write seed and condition (or the deal's number) with the boards. "
    "They give these boards again, and all that follow.",
)  # fmt: skip
@click.option("--no-provenance", is_flag=True, help="Do not say in the file what made it.")
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
    rotate: int,
    to_south: Seat | None,
    swap: tuple[str, ...],
    probability: bool,
    explain: bool,
    with_dd: bool,
    with_seed: bool,
    no_provenance: bool,
    as_json: bool,
    force: bool,
    quiet: bool,
    **modes: object,
) -> int:
    """Deal boards: at random, or so that they fit a condition.

    Without -o they go to standard output, as PBN where --to names no other format.

    \b
    24 boards into a file of any format; by a seed, to have them again:
      overtrick deal --count 24 -o evening.pbn
      overtrick deal --count 24 --seed lesson-7 -o lesson.dlm
    North opens a strong notrump, South has spades; a strong hand that sits South:
      overtrick deal --count 24 -o lesson.pbn --where \\
        "north.hcp in 15..17 and balanced(north) and south.spades >= 4"
      overtrick deal --count 24 --where "north.hcp >= 20" --to-south north -o strong.pbn
    How likely that is, and how such deals are found:
      overtrick deal --where "ns.hcp >= 33" --probability
      overtrick deal --where "ns.hcp >= 33 and east.spades >= 6" --explain
    Cards dealt before: x is a small card, - a void, a number a length:
      overtrick deal --count 8 --predeal N:AKxx.-.Q. --predeal south.clubs=5
    A script of dealer; what deals come to, as numbers and as a picture:
      overtrick deal --script lesson.dl -o lesson.pbn
      overtrick deal --count 100000 --statistics ns.hcp,ns.fit --where "ns.fit >= 8"
      overtrick deal --frequency north.hcp --plot points.svg
    For a tournament, so that anybody can verify it (docs/verifiable-dealing.md):
      overtrick deal --commit cup.sqd
      overtrick deal --reveal cup.sqd --delayed-value 24107.36 --to dlm --out-dir boards
      overtrick deal --verify cup.sqd boards
    The numbers of deals, and deals of numbers:
      overtrick deal --number-of evening.pbn
      overtrick deal --number 6904023658446448646504663492 -o one.pbn
    Double dummy, with overtrick-dd:
      overtrick deal --count 16 --with-dd -o evening.pbn
      overtrick deal --count 4 --where "tricks(south, notrump) >= 9 and ns.hcp <= 22"
    """  # noqa: D301  # click reads the mark that \b stands for
    seats = _seats(rotate, to_south, swap)
    request = Request(
        count=16 if count is None else count,
        seed=Seed.of_system(generator) if seed is None else Seed.of(seed, generator),
        where=None if where is None else compile_condition(where),
        predeal=Predeal.parse(*given_before),
        first=first,
        dealer=dealer,
        vulnerability=vulnerability,
        seats=seats,
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
        with_seed=with_seed,
        no_provenance=no_provenance,
    )
    if with_seed and no_provenance:
        msg = "--with-seed and --no-provenance exclude each other"
        raise click.UsageError(msg)
    if as_json and output == PIPE:
        msg = "--json and -o - both print to standard output: give one of them"
        raise click.UsageError(msg)
    if (probability or explain) and count is not None:
        msg = "--probability and --explain deal nothing: give no --count"
        raise click.UsageError(msg)
    if (probability or explain) and modes["script"] is not None:
        given = scripted.with_condition(given, str(modes["script"]))
        return _tell(given, probability=probability, explain=explain)
    for run in (verified.run, scripted.run):
        code = run(given, modes)
        if code is not None:
            return code
    if probability or explain:
        return _tell(given, probability=probability, explain=explain)
    return _generate(given, with_dd=with_dd)


def _seats(rotate: int, to_south: Seat | None, swap: tuple[str, ...]) -> Seats:
    """Return whose hand sits where.

    Raises:
        click.UsageError: two options say it.
    """
    if sum((bool(rotate), to_south is not None, bool(swap))) > 1:
        msg = "--rotate, --to-south and --swap: give one of them"
        raise click.UsageError(msg)
    if to_south is not None:
        return turned(Seat.SOUTH - to_south)
    north, east, south, west = turned(rotate)
    if "ns" in swap:
        north, south = south, north
    if "ew" in swap:
        east, west = west, east
    return north, east, south, west


# --- how likely, and how found ----------------------------------------------------------------


def _tell(given: Given, *, probability: bool, explain: bool) -> int:
    """Print how likely such deals are, or how they are found."""
    where = given.request.where
    try:
        sampler = given.request.sampler()
    except ImpossibleError as error:
        if given.as_json:
            print_json(
                {"where": None if where is None else where.text, "count": 0, "probability": 0.0}
            )
        else:
            click.echo(f"{error}" if explain else "0: no deal can satisfy it")
        return 0
    plan = sampler.plan
    about = None
    if probability and plan.count is None:
        about = sampler.estimate(_TRIES)
    if given.as_json:
        print_json(
            {
                "where": None if where is None else where.text,
                "predeal": str(given.request.predeal) or None,
                "way": plan.way,
                "sampled": list(plan.sampled),
                "tested": list(plan.tested),
                "why": plan.why,
                "count": plan.count,
                "total": plan.total,
                "probability": float(plan.probability) if plan.probability is not None else None,
                "estimate": about and {"probability": about[0], "standard_error": about[1]},
            }
        )
        return 0
    if explain:
        click.echo(str(plan))
    if probability or plan.probability is not None:
        click.echo(_likely(plan, about))
    return 0


def _likely(plan: Plan, about: tuple[float, float] | None) -> str:
    share = plan.probability
    if share is not None:
        odds = f"1 in {1 / float(share):,.6g}" if share else "never"
        return (
            f"{100 * float(share):.6g} % ({odds}): {plan.count:,} of {plan.total:,} deals, exactly"
        )
    if about is None:
        return ""
    return (
        f"about {100 * about[0]:.4g} % (standard error {100 * about[1]:.2g} %), by {_TRIES:,} tries"
    )


# --- boards -----------------------------------------------------------------------------------


def _generate(given: Given, *, with_dd: bool) -> int:
    """Write the boards that are asked for."""
    request = given.request
    spec = None if given.as_json and given.output is None else target_format(given)
    sampler = request.sampler()
    provenance = request.provenance(sampler.plan.way, with_seed=given.with_seed)
    extras = Extras()
    if spec is not None and wants_provenance(spec, given):
        extras = provenance_extras(provenance)
    with Progress("boards", total=request.count) as progress:
        try:
            if spec is None:
                made = boards(request, sampler)
                if with_dd:
                    made = with_tables(made, "json")
                found = [board_to_dict(board) for board in progress.watch(made)]
                told = _as_json(given, sampler) if given.with_seed else {"way": sampler.plan.way}
                print_json(told | {"boards": found})
                if not given.quiet:
                    say(f"seed {request.seed}")
                return 0
            if with_dd:
                made = boards(request, sampler)
                if extras:
                    made = with_provenance(made, provenance)
                made = with_tables(made, spec.name)
                losses = write(progress.watch(made), given, spec)
            else:
                losses = write_dealt(given, sampler, spec, extras, progress.advance)
        except KeyboardInterrupt:
            progress.hide()
            raise
    if given.as_json:
        print_json(_as_json(given, sampler) | {"file": given.output, "count": request.count})
        return 0
    if not given.quiet:
        where = "" if given.output in {None, PIPE} else f" to {printable(given.output)}"
        say(f"{plural(request.count, 'board')}{where}; seed {request.seed}, {sampler.plan.way}")
        if losses:
            say(losses.summary())
    return 0


def _as_json(given: Given, sampler: Sampler) -> dict[str, object]:
    where = given.request.where
    return {
        "seed": given.request.seed.text,
        "generator": given.request.seed.generator,
        "where": None if where is None else where.text,
        "predeal": str(given.request.predeal) or None,
        "way": sampler.plan.way,
    }
