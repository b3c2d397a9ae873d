"""Options shared by several commands of the group, and their values."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import attrs
import click
from click.shell_completion import CompletionItem

from overtrick import ModelError, Seat, Vulnerability
from overtrick_cli.commands import FILE, FormatName, KeyValue, beginning
from overtrick_deal.generating import Layout, Request, turned
from overtrick_deal.randomness.seed import DEFAULT, GENERATORS, Seed
from overtrick_deal.sampling.predeal import Predeal
from overtrick_hands import Condition, compile_condition

Decorator = Callable[[Any], Any]
"""Adds options or arguments to a command."""

COUNT: Final = 16
"""Boards that are dealt where `--count` is not given."""

_SECTIONS: Final = {
    "Deals": (
        "count", "where", "predeal", "script_path", "deals", "order", "owner", "sessions",
        "reserve", "phase_boards", "seed",
    ),
    "Event": ("event", "delayed_information", "phases", "keys", "delayed_value", "fingerprint"),
    "Boards": ("first", "dealer", "vulnerability", "to_south", "rotate", "swap", "with_dd"),
    "Results": ("explain", "averaged", "frequencies", "theory", "plot"),
    "Output": (
        "path", "to_format", "options", "out_dir", "show_cards", "as_json", "with_seed",
        "no_provenance", "force", "quiet",
    ),
    "Generator": ("generator", "max_tries", "jobs"),
}  # fmt: skip
"""Names of parameters, in the order of the help."""


class SectionedCommand(click.Command):
    """A command whose help groups options by subject, and whose errors list all missing ones."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; an error lists all missing options, not only the first."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as error:
            given, _, _ = self.make_parser(ctx).parse_args(words)
            missing = [
                f"{param.opts[0]} {param.metavar or ''}".strip()
                for param in self.get_params(ctx)
                if isinstance(param, click.Option) and param.required and param.name not in given
            ]
            if len(missing) < 2:
                raise
            msg = f"missing options: {', '.join(missing)}"
            raise click.UsageError(msg, ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in sections, ungrouped ones last."""
        records = {
            str(param.name): record
            for param in self.get_params(ctx)
            if isinstance(param, click.Option)
            and (record := param.get_help_record(ctx)) is not None
        }
        for title, names in _SECTIONS.items():
            found = [records.pop(name) for name in names if name in records]
            if found:
                with formatter.section(title):
                    formatter.write_dl(found)
        with formatter.section("Other options"):
            formatter.write_dl(list(records.values()))


class _Word(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """A seat or a vulnerability."""

    def __init__(self, kind: type[Seat] | type[Vulnerability]) -> None:
        self.name = kind.__name__.lower()
        self._kind = kind

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Seat | Vulnerability:
        """Return the value of a word."""
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
        """Return the words with the typed prefix."""
        if self._kind is Seat:
            return beginning([seat.name.lower() for seat in Seat], incomplete)
        return beginning(["none", "ns", "ew", "both"], incomplete)


def collected(kind: type, name: str, options: tuple[Decorator, ...]) -> Decorator:
    """Return a decorator that adds options and passes their values as one object.

    Args:
        kind: the attrs class of the object; options that are not among `options` have its defaults.
        name: the parameter that gets it.
        options: options whose parameters are fields of the class.
    """
    fields = attrs.fields_dict(kind)

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def call(*args: object, **values: object) -> object:
            own = {field: values.pop(field) for field in fields if field in values}
            return command(*args, **values, **{name: kind(**own)})

        for option in reversed(options):
            call = option(call)
        return call

    return add


# --- which deals ------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Search:
    """The search options: condition, predeal, seed and limits."""

    where: str | None = None
    predeal: tuple[str, ...] = ()
    seed: str | None = None
    generator: str = DEFAULT
    max_tries: int | None = None
    jobs: int = 1

    def request(self, count: int) -> Request:
        """Return a request for a number of deals.

        Raises:
            OptionError: the condition, the cards or the seed cannot be understood.
        """
        return Request(
            count=count,
            seed=(
                Seed.of_system(self.generator)
                if self.seed is None
                else Seed.of(self.seed, self.generator)
            ),
            where=self.condition(),
            predeal=Predeal.parse(*self.predeal),
            max_tries=self.max_tries,
            jobs=self.jobs,
        )

    def condition(self) -> Condition | None:
        """Return the condition, `None` if there is none."""
        return None if self.where is None else compile_condition(self.where)


def search_options(where: str, max_tries: str = "100 million") -> Decorator:
    """Return a decorator that adds the options of a `Search`, the parameter `search`.

    Args:
        where: what `--where` does in this command.
        max_tries: the default of `--max-tries`.
    """
    return collected(
        Search,
        "search",
        (
            click.option("--where", metavar="CONDITION", help=where),
            click.option(
                "--predeal", multiple=True, metavar="CARDS",
                help="Fix cards or lengths of a hand, such as N:AKxx.-.Q. or south.clubs=5; may "
                "be repeated.",
            ),
            click.option(
                "--seed", metavar="SEED",
                show_default="random", help="Generate the same deals for the same seed.",
            ),
            click.option(
                "--generator", type=click.Choice(list(GENERATORS), case_sensitive=False),
                default=DEFAULT, show_default=True, help="Choose the random number generator.",
            ),
            click.option(
                "--max-tries", type=click.IntRange(min=1), metavar="N",
                show_default=max_tries, help="Give up after N rejected deals in a row.",
            ),
            click.option(
                "--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
                help="Use N processes.",
            ),
        ),
    )  # fmt: skip


# --- which boards -----------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Places:
    """The board options: numbers, dealer, vulnerability, and rotation of the hands."""

    first: int = 1
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    rotate: int = 0
    to_south: Seat | None = None
    swap: tuple[str, ...] = ()

    def layout(self) -> Layout:
        """Return the layout of boards.

        Raises:
            click.UsageError: two options move the hands.
        """
        if sum((bool(self.rotate), self.to_south is not None, bool(self.swap))) > 1:
            msg = "--rotate, --to-south and --swap exclude each other; give one of them"
            raise click.UsageError(msg)
        turns = self.rotate if self.to_south is None else Seat.SOUTH - self.to_south
        north, east, south, west = turned(turns)
        if "ns" in self.swap:
            north, south = south, north
        if "ew" in self.swap:
            east, west = west, east
        return Layout(
            first=self.first,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            seats=(north, east, south, west),
        )


_NUMBERING: Final[tuple[Decorator, ...]] = (
    click.option(
        "--first", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
        help="Number the boards from N.",
    ),
    click.option(
        "--dealer", type=_Word(Seat), metavar="SEAT",
        show_default="by board number", help="Set the dealer of all boards.",
    ),
    click.option(
        "--vulnerable", "vulnerability", type=_Word(Vulnerability), metavar="SIDES",
        show_default="by board number",
        help="Set the vulnerability of all boards: none, ns, ew or both.",
    ),
)  # fmt: skip

_MOVING: Final[tuple[Decorator, ...]] = (
    click.option(
        "--to-south", type=_Word(Seat), metavar="SEAT",
        help="Rotate each deal so that the hand dealt to SEAT sits South.",
    ),
    click.option(
        "--rotate", type=click.IntRange(-3, 3), default=0, show_default=True, metavar="N",
        help="Move the hands of each deal N seats clockwise.",
    ),
    click.option(
        "--swap", type=click.Choice(["ns", "ew"], case_sensitive=False), multiple=True,
        help="Exchange the hands of two partners; may be given for both sides.",
    ),
)  # fmt: skip

numbering_options: Final = collected(Places, "places", _NUMBERING)
"""Adds `--first`, `--dealer` and `--vulnerable`: the parameter `places`."""

places_options: Final = collected(Places, "places", (*_NUMBERING, *_MOVING))
"""Adds `numbering_options` and those that move hands: the parameter `places`."""


# --- where boards are written -----------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Output:
    """The output options; `path` is `None` or `-` for standard output."""

    path: str | None = None
    to_format: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    with_seed: bool = False
    no_provenance: bool = False
    force: bool = False

    def __attrs_post_init__(self) -> None:
        """Raise for mutually exclusive options."""
        if self.with_seed and self.no_provenance:
            msg = "--with-seed and --no-provenance exclude each other; give one of them"
            raise click.UsageError(msg)


def _format_options(default: str) -> tuple[Decorator, ...]:
    """Return the options of the output format.

    Args:
        default: the format without `--to`.
    """
    return (
        click.option(
            "--to", "to_format", metavar="FORMAT", type=FormatName(),
            show_default=default, help="Write this format.",
        ),
        click.option(
            "-O", "options", type=KeyValue(), multiple=True,
            help="Set an option of the format; see `overtrick formats FORMAT`.",
        ),
        click.option("--no-provenance", is_flag=True, help="Omit generator metadata."),
        click.option("--force", is_flag=True, help="Replace files that exist."),
    )  # fmt: skip


def output_options(
    help: str = "Write the boards to a file.",
    default: str | None = "standard output",
    seed: str = "seed and condition, which determine these boards and all that follow",
) -> Decorator:
    """Return a decorator that adds the options of an `Output`, the parameter `output`.

    Args:
        help: what `-o` does in this command.
        default: what happens without it.
        seed: what `--with-seed` writes.
    """
    return collected(
        Output,
        "output",
        (
            click.option("-o", "path", type=FILE, metavar="OUT", show_default=default, help=help),
            *_format_options("by the suffix of the file, else pbn"),
            click.option("--with-seed", is_flag=True, help=f"Write {seed}, with the boards."),
        ),
    )


files_options: Final = collected(Output, "output", _format_options("pbn"))
"""Adds the options of an `Output` for a command that names its files itself."""


json_option: Final[Decorator] = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as JSON."
)
