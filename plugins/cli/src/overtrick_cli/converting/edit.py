"""`overtrick edit`: what an organiser does to a set of boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from overtrick_cli.converting.conversion import Job, Step, perform
from overtrick_cli.converting.reporting import check_report, tell, write_report
from overtrick_cli.options import FILE, Ranges, conversion_options, is_debugging
from overtrick_cli.shell.completion import complete_boards

if TYPE_CHECKING:
    from overtrick.plugin import Seals

_PAIR: Final = re.compile(r"\s*([1-9]\d{0,8})\s*([,:])\s*([1-9]\d{0,8})\s*", re.ASCII)

# The function of `overtrick.tools.editing` that each option calls.
_FUNCTIONS: Final = {
    "boards": "select",
    "drop": "drop",
    "merge": "merge",
    "move": "move",
    "renumber": "renumber",
    "rotate": "rotate",
    "swap": "swap",
}


class Pair(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """Two board numbers with a mark between them."""

    def __init__(self, mark: str) -> None:
        self.name = f"A{mark}B"
        self._mark = mark

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the two numbers."""
        if isinstance(value, tuple):
            return value
        match = _PAIR.fullmatch(str(value))
        if match is None or match[2] != self._mark:
            self.fail(f"{value!r} is not two board numbers, such as 3{self._mark}7", param, ctx)
        return int(match[1]), int(match[3])

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the boards of the file that is named."""
        return complete_boards(ctx, param, incomplete, self._mark)


class OrderedCommand(click.Command):
    """A command that keeps the order of its options, repeated ones included."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Note the order of the options and parse them."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        ctx.meta["overtrick.order"] = [param.name for param in order]
        return super().parse_args(ctx, args)


def _steps(order: list[str], given: Mapping[str, tuple[Any, ...]]) -> Iterator[Step]:
    """Return the edits in the order of the command line."""
    values = {name: iter(found) for name, found in given.items()}
    for name in order:
        if name in values:
            value = next(values[name])
            yield _FUNCTIONS[name], value if isinstance(value, tuple) else (value,)


@click.command(cls=OrderedCommand)
@click.argument("source", type=FILE, metavar="SRC")
@click.argument("target", type=FILE, metavar="DST")
@click.option("--boards", type=Ranges(), multiple=True, help="Keep only these boards.")
@click.option("--drop", type=Ranges(), multiple=True, help="Remove these boards, such as 9,12-14.")
@click.option("--swap", type=Pair(","), multiple=True, help="Swap the hands of two boards.")
@click.option(
    "--move",
    type=Pair(":"),
    multiple=True,
    help="Move board A to place B; the boards between shift.",
)
@click.option(
    "--rotate", type=int, multiple=True, metavar="N", help="Rotate all hands N seats clockwise."
)
@click.option(
    "--merge",
    type=FILE,
    multiple=True,
    metavar="OTHER",
    help="Append the boards of another file; add --renumber after it if numbers would repeat.",
)
@click.option(
    "--renumber",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="FROM",
    help="Number the boards consecutively from FROM.",
)
@conversion_options
@click.pass_context
def edit(
    ctx: click.Context,
    /,
    *,
    source: str,
    target: str,
    from_format: str | None,
    to_format: str | None,
    options: tuple[tuple[str, str], ...],
    strict: bool,
    keep_going: bool,
    fail_on_loss: bool,
    report: str | None,
    force: bool,
    sealed: Seals,
    quiet: bool,
    **given: tuple[Any, ...],
) -> int:
    """Edit a set of boards and write it as DST.

    Edits are made in the order given, each as often as it is given:

    \b
      overtrick edit night.dlm new.dlm --drop 9 --swap 3,7 --renumber 1

    A board with a new number gets the dealer and vulnerability of that number if it had those of
    its old one. What no longer holds is dropped and listed: the auction when the dealer changes,
    the score when the vulnerability changes, bidding, play and results when the hands are rotated.
    Double-dummy tables are rotated with the hands.
    """  # noqa: D301  # \b keeps click from joining lines
    steps = tuple(_steps(ctx.meta["overtrick.order"], given))
    if not steps:
        msg = "give at least one edit, such as --swap 3,7"
        raise click.UsageError(msg)
    job = Job(
        source=source,
        target=target,
        from_format=from_format,
        to_format=to_format,
        options=options,
        steps=steps,
        keep_going=keep_going,
        strict=strict,
        force=force,
        fail_on_loss=fail_on_loss,
        sealed=sealed,
    )
    check_report(report, [job])
    outcome = perform(job)
    tell(outcome, is_debugging=is_debugging(ctx), is_quiet=quiet)
    if report is not None:
        write_report(report, [outcome], is_single=True)
    return outcome.code
