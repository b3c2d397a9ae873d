"""Write boards to a file or a pipe, atomically."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

import attrs

from overtrick import NO_EXTRAS, Board, Deal, Extras, LossReport, OptionError, UnknownFormatError
from overtrick.plugin import (
    FormatSpec,
    Gathered,
    WriteSettings,
    default_manager,
    format_for_target,
    open_target,
    option_names,
    printable,
    write_boards,
)
from overtrick_cli.commands import (
    PIPE,
    PLUGIN,
    USAGE,
    Failure,
    check_target,
    named_format,
    plural,
    say,
)
from overtrick_deal.commands.options import Output
from overtrick_deal.commands.pbn_deals import PbnDeals
from overtrick_deal.generating import AS_DEALT, Layout, provenance_extras

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from overtrick_cli.commands import Progress


def target_format(output: Output, sources: Sequence[str] = ()) -> FormatSpec:
    """Return the output format: the named one, the one of the file's suffix, or PBN.

    Args:
        output: the options of the command.
        sources: the files that are read.

    Raises:
        Failure: the format is unknown or cannot be written, or the file must not be replaced.
        FileExistsError: the file exists, and `--force` was not given.
        OptionError: the format has no option of a name that was given.
    """
    manager = default_manager()
    if output.to_format is not None or output.path in {None, PIPE}:
        spec = named_format(manager, output.to_format or "pbn", writes=True)
    else:
        try:
            spec = manager.format(format_for_target(str(output.path), manager))
        except UnknownFormatError as error:
            raise Failure(str(error), USAGE) from error
    if output.path is not None:
        check_target(output.path, force=output.force, sources=sources, writes=spec)
    known = option_names(spec.write_options)
    for key, _ in output.options:
        if key.replace("-", "_") not in known:
            writes = ", ".join(sorted(known)).replace("_", "-") or "none"
            msg = f"no option {key!r}: writing {spec.name} has {writes}"
            raise OptionError(msg)
    return spec


def provenance(output: Output, spec: FormatSpec, text: str) -> Extras:
    """Return the generator metadata of boards, unless the options omit it.

    PBN keeps it, except in the style for programs that read little. A seed is written to any
    format on request: one without a place for it reports the loss.
    """
    is_kept = spec.name == "pbn" and dict(output.options).get("style") != "plain"
    if output.no_provenance or not (is_kept or output.with_seed):
        return NO_EXTRAS
    return provenance_extras(text)


def write(boards: Iterable[Board], output: Output, spec: FormatSpec) -> LossReport:
    """Write boards; standard output receives them once all are made.

    Raises:
        The errors of `overtrick.write`.
    """
    with _target(output) as target:
        return write_boards(boards, target, default_manager(), _settings(output, spec))


def write_deals(
    blocks: Iterable[NDArray[np.int64]],
    layout: Layout,
    output: Output,
    spec: FormatSpec,
    extras: Extras,
    *,
    progress: Progress,
) -> LossReport:
    """Write boards that have only deals: in batches for PBN.

    Args:
        blocks: the hands as they were dealt: masks of shape (4, n).
        layout: numbers, dealer, vulnerability and seats of the boards.
        output: the options of the command.
        spec: the format.
        extras: the extras of all boards.
        progress: the bar that counts boards.

    Raises:
        The errors of `overtrick.write`.
    """

    def seated() -> Iterator[NDArray[np.int64]]:
        for hands in blocks:
            yield hands[list(layout.seats)]
            progress.advance(hands.shape[1])

    in_place = attrs.evolve(layout, seats=AS_DEALT)
    if spec.name == "pbn" and dict(output.options).get("style") != "preserve":

        def board_of(number: int, deal: Deal) -> Board:
            return in_place.board(number, deal.masks, extras)

        games = PbnDeals(board_of, _settings(output, spec), layout.first)
        if games.losses.is_lossless:
            with (
                _target(output) as target,
                open_target(target, overwrite=output.force, suffix=spec.suffix) as sink,
            ):
                games.write(seated(), sink)
            return games.losses
    return write(in_place.boards(seated(), extras), output, spec)


def _settings(output: Output, spec: FormatSpec) -> WriteSettings:
    return WriteSettings(
        format=spec.name,
        options=dict(output.options),
        overwrite=output.force,
        with_seed=output.with_seed,
    )


@contextlib.contextmanager
def _target(output: Output) -> Iterator[str | BinaryIO]:
    """Yield a path, or a spool that is copied to standard output at the end."""
    if output.path not in {None, PIPE}:
        yield str(output.path)
        return
    with Gathered() as spool:
        yield spool.file
        spool.deliver(sys.stdout.buffer)


def report_written(count: int, output: Output, losses: LossReport, more: str = "") -> None:
    """Print the number of written boards and their losses to standard error."""
    where = "" if output.path in {None, PIPE} else f" to {printable(output.path)}"
    say(f"{plural(count, 'board')}{where}{more}")
    if losses:
        say(losses.summary())


def with_tables(boards: Iterator[Board], target: str) -> Iterator[Board]:
    """Yield boards with double-dummy tables, and with par if the format has tags for it.

    Args:
        boards: the boards.
        target: the name of the format that will be written.

    Raises:
        Failure: there is no solver.
    """
    from overtrick_deal.sampling.solving import AT_ONCE, absence

    why = absence("--with-dd needs a solver")
    if why is not None:
        raise Failure(why, PLUGIN)
    from overtrick_dd import tables, with_results

    while some := list(itertools.islice(boards, AT_ONCE)):
        grids = tables([board.deal for board in some if board.deal is not None])
        for board, grid in zip(some, grids, strict=True):
            yield with_results(board, grid, target=target)
