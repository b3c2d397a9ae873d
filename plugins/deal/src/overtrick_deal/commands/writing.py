"""Writing boards that a command made: into a file or a pipe, whole or not at all."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

import attrs

from overtrick import Board, Deal, Extras, LossReport, OptionError, UnknownFormatError
from overtrick.plugin import (
    FormatSpec,
    Gathered,
    WriteSettings,
    default_manager,
    first_suffix,
    format_for_target,
    open_target,
    option_names,
    write_boards,
)
from overtrick_cli.commands import PIPE, PLUGIN, USAGE, Failure, check_target, named_format
from overtrick_deal.commands.options import Given
from overtrick_deal.commands.pbn_deals import PbnDeals
from overtrick_deal.generating import hands_of, made_board
from overtrick_deal.sampling.sampler import Sampler

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def target_format(given: Given, sources: Sequence[str] = ()) -> FormatSpec:
    """Return the format to write: as named, as the file's suffix says, or PBN.

    Args:
        given: what was given.
        sources: the files that are read.

    Raises:
        Failure: it cannot be told, or it is not to be had; or the file must not be written.
        FileExistsError: the file is there, and is not to be replaced.
        OptionError: it has no option of a name that was given.
    """
    manager = default_manager()
    if given.to_format is not None or given.output in {None, PIPE}:
        spec = named_format(manager, given.to_format or "pbn", writes=True)
    else:
        try:
            spec = manager.format(format_for_target(str(given.output), manager))
        except UnknownFormatError as error:
            msg = f"{error}\nname the format to write: --to FORMAT"
            raise Failure(msg, USAGE) from error
    if given.output is not None:
        check_target(given.output, force=given.force, sources=sources, writes=spec)
    known = option_names(spec.write_options)
    for key, _ in given.options:
        if key.replace("-", "_") not in known:
            writes = ", ".join(sorted(known)).replace("_", "-") or "none"
            msg = f"no option {key!r}: writing {spec.name} has {writes}"
            raise OptionError(msg)
    return spec


def write(boards: Iterable[Board], given: Given, spec: FormatSpec) -> LossReport:
    """Write boards where they were asked for; standard output gets them once all are made.

    Raises:
        The errors of `overtrick.write`.
    """
    manager = default_manager()
    settings = _settings(given, spec)
    with _target(given) as target:
        return write_boards(boards, target, manager, settings)


def _settings(given: Given, spec: FormatSpec) -> WriteSettings:
    return WriteSettings(
        format=spec.name,
        options=dict(given.options),
        overwrite=given.force,
        with_seed=given.with_seed,
    )


@contextlib.contextmanager
def _target(given: Given) -> Iterator[str | BinaryIO]:
    """Give what to write to; standard output gets its bytes once all is written."""
    if given.output not in {None, PIPE}:
        yield str(given.output)
        return
    with Gathered() as spool:
        yield spool.file
        spool.deliver(sys.stdout.buffer)


def wants_provenance(spec: FormatSpec, given: Given) -> bool:
    """Return whether boards are to name what made them.

    In PBN, but for programs that read little. A seed that is asked for goes to any format: one
    without a place for it reports the loss.
    """
    if given.no_provenance:
        return False
    is_kept = spec.name == "pbn" and dict(given.options).get("style") != "plain"
    return is_kept or given.with_seed


def write_dealt(
    given: Given, sampler: Sampler, spec: FormatSpec, extras: Extras, advance: Callable[[int], None]
) -> LossReport:
    """Write boards that are no more than deals where they were asked for.

    Args:
        given: what was given.
        sampler: finds the deals.
        spec: the format.
        extras: what all boards have.
        advance: told how many more there are.

    Raises:
        The errors of `overtrick.write`.
    """
    request = given.request
    settings = _settings(given, spec)

    def blocks() -> Iterator[NDArray[np.int64]]:
        for hands in hands_of(request, sampler):
            yield hands[list(request.seats)]
            advance(hands.shape[1])

    def board_of(number: int, deal: Deal) -> Board:
        # The deal sits already as it is to be written.
        board = made_board(request, number, deal.masks)
        return attrs.evolve(board, deal=deal, extras=extras)

    if spec.name == "pbn" and dict(given.options).get("style") != "preserve":
        games = PbnDeals(board_of, settings, request.first)
        if games.losses.is_lossless:
            with (
                _target(given) as target,
                open_target(target, overwrite=given.force, suffix=first_suffix(spec)) as sink,
            ):
                games.write(blocks(), sink)
            return games.losses
    with _target(given) as target:
        boards = _boards_of(blocks(), request.first, board_of)
        return write_boards(boards, target, default_manager(), settings)


def _boards_of(
    hands: Iterable[NDArray[np.int64]], first: int, board_of: Callable[[int, Deal], Board]
) -> Iterator[Board]:
    number = first
    for block in hands:
        for masks in block.T.tolist():
            yield board_of(number, Deal.from_masks(*masks))
            number += 1


# --- double dummy -----------------------------------------------------------------------------


def with_tables(boards: Iterator[Board], target: str) -> Iterator[Board]:
    """Yield boards with double-dummy tables, and par where the format has tags for it.

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
    from overtrick_dd import tables
    from overtrick_dd.boards import with_results

    while some := list(itertools.islice(boards, AT_ONCE)):
        grids = tables([board.deal for board in some if board.deal is not None])
        for board, grid in zip(some, grids, strict=True):
            yield with_results(board, grid, target=target)
