"""Writing boards: the pre-report of what a format does not carry, and whole files only."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Literal, cast, get_args

from overtrick.files.atomic import atomic_output
from overtrick.findings.errors import (
    LossError,
    OptionError,
    OvertrickError,
    PluginError,
    UnknownFormatError,
)
from overtrick.findings.losses import ALL_FIELDS, Field, LossCollector, LossKind, LossReport
from overtrick.framework.contexts import WriteContext
from overtrick.framework.options import make_options
from overtrick.framework.spec import resolve
from overtrick.model.board import NO_EXTRAS, Board, Extras
from overtrick.model.fields import stated_fields

if TYPE_CHECKING:
    from overtrick.files.reading import Options
    from overtrick.framework.manager import PluginManager

WriteTarget = str | os.PathLike[str] | BinaryIO
"""What can be written: a path, or a file opened in binary mode."""

OnLoss = Literal["report", "raise"]


def make_write_context(
    manager: PluginManager,
    format_name: str,
    *,
    path: str | None = None,
    header: Extras = NO_EXTRAS,
    source_format: str | None = None,
    options: Options | None = None,
    losses: LossCollector | None = None,
) -> WriteContext:
    """Return the context for writing a format.

    Args:
        manager: knows the format.
        format_name: the format's name.
        path: the target's name, for messages.
        header: what the source says of the whole file.
        source_format: the format that the boards were read from.
        options: the format's own options.
        losses: where losses are gathered, together with what is in it already.

    Raises:
        UnknownFormatError: no plugin writes the format.
        OptionError: an option that the format does not have.
    """
    spec = manager.format(format_name)
    if spec.writer is None:
        msg = f"the format {format_name!r} can be read but not written"
        raise UnknownFormatError(msg)
    context = WriteContext(
        spec,
        path=path,
        header=header,
        source_format=source_format,
        options=make_options(format_name, spec.write_options, options),
    )
    if losses is not None:
        context.losses = losses
    context.layout_keys = frozenset(
        f"{known.name}:{key}" for known in manager.formats().values() for key in known.layout
    )
    _lose_header(context)
    return context


def _lose_header(context: WriteContext) -> None:
    name = context.spec.name
    keys = _stated(context.header, context)
    lost = [key for key in keys if not key.startswith(f"{name}:")]
    if Field.HEADER not in context.spec.carries:
        lost += [key for key in keys if key.startswith(f"{name}:")]
    if lost:
        reason = f"{name} has no place for {', '.join(lost)}"
        context.lose(None, Field.HEADER, reason)


def _stated(extras: Extras, context: WriteContext) -> list[str]:
    """Return the keys that say something, less those that the writer takes from other formats."""
    passed_over = context.layout_keys
    return [
        key
        for key in extras
        if not key.endswith(":source")
        and key not in passed_over
        and key not in context.spec.foreign_extras
    ]


def pre_report(boards: Iterable[Board], context: WriteContext) -> Iterator[Board]:
    """Pass the boards on, reporting what each states that the format does not carry."""
    spec = context.spec
    missing = ALL_FIELDS - spec.carries - {Field.EXTRAS, Field.HEADER}
    uncarried = [field for field in Field if field in missing]
    no_place = f"{spec.name} has no place for it"
    kept = (f"{spec.name}:",) if Field.EXTRAS in spec.carries else ()
    for board in boards:
        for field in stated_fields(board, uncarried):
            context.lose(board, field, no_place)
        if board.extras:
            lost = [key for key in _stated(board.extras, context) if not key.startswith(kept)]
            if lost:
                reason = f"{spec.name} has no place for {', '.join(lost)}"
                context.lose(board, Field.EXTRAS, reason, LossKind.DROPPED)
        yield board


class _Watched(Iterator[Board]):
    """The boards, remembering an exception that they raise themselves."""

    def __init__(self, boards: Iterable[Board]) -> None:
        self._boards = iter(boards)
        self.error: Exception | None = None

    def __next__(self) -> Board:
        try:
            board = next(self._boards)
        except StopIteration:
            raise
        except Exception as error:
            self.error = error
            raise
        if not isinstance(cast("object", board), Board):
            self.error = TypeError(f"boards are Board objects, not {board!r:.60}")
            raise self.error
        return board


def write_stream(boards: Iterable[Board], sink: BinaryIO, context: WriteContext) -> None:
    """Write boards to an open binary file.

    Raises:
        WriteError: a board cannot be written in this format.
        PluginError: the writer itself failed.
    """
    spec = context.spec
    source = _Watched(boards)
    try:
        resolve(str(spec.writer))(pre_report(source, context), sink, context)
    except (OvertrickError, OSError):
        raise
    except Exception as error:
        if error is source.error:
            raise  # the caller's own boards raised it, not the writer
        msg = f"the writer of {spec.name!r} failed: {type(error).__name__}: {error}"
        raise PluginError(msg) from error


def check_on_loss(on_loss: OnLoss) -> None:
    """Refuse a word that is none: a misspelt `raise` must not lose anything in silence.

    Raises:
        OptionError: it is neither `report` nor `raise`.
    """
    if on_loss not in get_args(OnLoss):
        msg = f"on_loss is 'report' or 'raise', not {on_loss!r}"
        raise OptionError(msg)


def finish(context: WriteContext, on_loss: OnLoss) -> LossReport:
    """Return the loss report.

    Raises:
        LossError: something is lost and `on_loss` is `raise`.
    """
    report = context.losses.report()
    if on_loss == "raise" and not report.is_lossless:
        raise LossError(report)
    return report


@contextlib.contextmanager
def open_target(target: WriteTarget, *, overwrite: bool) -> Iterator[BinaryIO]:
    """Open a target: a path is replaced whole or not at all, an open file is written as it is.

    Raises:
        FileExistsError: the path exists and `overwrite` is false.
        TypeError: a file opened in text mode.
    """
    if isinstance(target, (str, os.PathLike)):
        with atomic_output(target, overwrite=overwrite) as file:
            yield file
    else:
        if isinstance(cast("object", target), io.TextIOBase):
            msg = "open the file in binary mode ('wb'): its encoding is the format's business"
            raise TypeError(msg)
        yield target
