"""The functions that users call: read, write, convert, detect, check, and what is installed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from overtrick.files.checking import Checks
from overtrick.files.detection import Detection, detect_format, make_probe, suffix_of
from overtrick.files.reading import BoardReader, Options
from overtrick.files.showing import named_view, show_stream, view_for_target
from overtrick.files.sources import ReadSource, open_source
from overtrick.files.writing import (
    OnLoss,
    WriteTarget,
    check_on_loss,
    finish,
    make_write_context,
    open_target,
    write_stream,
)
from overtrick.findings.diagnostics import Diagnostic, Diagnostics, Severity
from overtrick.findings.errors import OptionError, UnknownFormatError, WriteError
from overtrick.findings.losses import Field, LossCollector, LossReport
from overtrick.framework.contexts import ErrorMode, Limits, ViewContext
from overtrick.framework.manager import default_manager
from overtrick.framework.options import make_options
from overtrick.framework.records import PluginRecord
from overtrick.model.board import NO_EXTRAS, Board
from overtrick.model.board_set import BoardSet

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec import FormatSpec


def open_boards(
    source: ReadSource,
    *,
    format: str | None = None,  # the word that users know
    errors: ErrorMode = "raise",
    wants: Iterable[Field] | None = None,
    options: Options | None = None,
    check: bool = False,
    limits: Limits | None = None,
    path: str | None = None,
    manager: PluginManager | None = None,
) -> BoardReader:
    """Open a file of boards; the result is a context manager and an iterator of `Board`.

    Args:
        source: a path, a file opened in binary mode, or bytes.
        format: the format's name, obeyed without a look at the content; told from the
            content and suffix where it is not given.
        errors: `raise` at the first error, or `collect` errors in `.diagnostics` and go on
            with what can be read.
        wants: the fields that will be looked at, `None` for all; a reader may skip the rest.
        options: the format's own options, by name.
        check: also check each board against bridge law and the plugins' rules, and the file
            against the finer rules of its format.
        limits: what the file may cost; for files from strangers.
        path: a name for messages, in place of the source's own.
        manager: the plugins to use; the installed ones by default.

    Raises:
        FileNotFoundError: there is no such file; also the other errors of `open`.
        UnknownFormatError: no plugin knows the format.
        AmbiguousFormatError: several formats claim the file.
        FormatError: an error in the file, in `raise` mode.
        LimitError: a limit is passed, in either mode.
        OptionError: an option that the format does not have.

    Example:
        >>> import overtrick
        >>> with overtrick.open_boards(b"", format="nothing") as boards:
        ...     pass
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.UnknownFormatError: no plugin for the format 'nothing' ...
    """
    return BoardReader(
        source,
        default_manager() if manager is None else manager,
        format=format,
        errors=errors,
        wants=wants,
        options=options,
        check=check,
        limits=limits,
        path=path,
    )


def read(
    source: ReadSource,
    *,
    format: str | None = None,  # the word that users know
    errors: ErrorMode = "raise",
    wants: Iterable[Field] | None = None,
    options: Options | None = None,
    check: bool = False,
    limits: Limits | None = None,
    path: str | None = None,
    manager: PluginManager | None = None,
) -> BoardSet:
    """Read all boards of a file.

    The arguments and errors are those of `open_boards`.

    Returns:
        The boards in the file's order, with the file's header, format and diagnostics.
    """
    with open_boards(
        source,
        format=format,
        errors=errors,
        wants=wants,
        options=options,
        check=check,
        limits=limits,
        path=path,
        manager=manager,
    ) as reader:
        boards = tuple(reader)
        return BoardSet(
            boards=boards,
            header=reader.header,
            format=reader.format,
            diagnostics=tuple(reader.diagnostics),
        )


def _writable(manager: PluginManager) -> list[str]:
    return [name for name, spec in manager.formats().items() if spec.writer is not None]


def format_for_target(
    target: WriteTarget,
    manager: PluginManager | None = None,
) -> str:
    """Return the name of the format that a target's suffix stands for.

    Raises:
        UnknownFormatError: no format, or more than one, writes files of that suffix.
    """
    plugin_manager = default_manager() if manager is None else manager
    path = os.fspath(target) if isinstance(target, (str, os.PathLike)) else None
    suffix = suffix_of(path)
    names = [
        name
        for name, spec in plugin_manager.formats().items()
        if spec.writer is not None and suffix in spec.suffixes
    ]
    if len(names) == 1:
        return names[0]
    what = f"the suffix {suffix!r}" if suffix else "a target without a suffix"
    readable = [
        name
        for name, spec in plugin_manager.formats().items()
        if suffix in spec.suffixes and spec.writer is None
    ]
    if names:
        why = f"formats with it: {', '.join(names)}"
    elif readable:
        why = f"{', '.join(readable)} can be read but not written"
    else:
        why = f"formats that can be written: {', '.join(_writable(plugin_manager)) or 'none'}"
    msg = f"cannot tell the format of {what} ({why}){plugin_manager.trouble()}"
    raise UnknownFormatError(msg)


def write(
    boards: BoardSet | Iterable[Board],
    target: WriteTarget,
    *,
    format: str | None = None,  # the word that users know
    on_loss: OnLoss = "report",
    options: Options | None = None,
    overwrite: bool = False,
    manager: PluginManager | None = None,
) -> LossReport:
    """Write boards to a file; a path is replaced whole or not at all.

    Args:
        boards: a `BoardSet` (its header is written where the format has a place for it), or
            any iterable of boards, which is consumed once.
        target: a path, or a file opened in binary mode.
        format: the format's name; told from the target's suffix where it is not given.
        on_loss: `report` losses in the result, or `raise` them before the file is replaced.
        options: the format's own options, by name.
        overwrite: whether an existing file may be replaced.
        manager: the plugins to use; the installed ones by default.

    Returns:
        What was lost.

    Raises:
        FileExistsError: the target exists and `overwrite` is false.
        UnknownFormatError: no plugin writes the format.
        WriteError: a board cannot be written in this format; nothing was written.
        LossError: something would be lost and `on_loss` is `raise`; nothing was written.
        OptionError: an option that the format does not have, or a word that is no `on_loss`.
        TypeError: a target opened in text mode, or something that is no `Board`.
    """
    check_on_loss(on_loss)
    plugin_manager = default_manager() if manager is None else manager
    name = format_for_target(target, plugin_manager) if format is None else format
    whole = boards if isinstance(boards, BoardSet) else None
    context = make_write_context(
        plugin_manager,
        name,
        path=os.fspath(target) if isinstance(target, (str, os.PathLike)) else None,
        header=NO_EXTRAS if whole is None else whole.header,
        source_format=None if whole is None else whole.format,
        options=options,
    )
    with open_target(target, overwrite=overwrite) as sink:
        write_stream(boards, sink, context)
        return finish(context, on_loss)


@attrs.frozen(kw_only=True)
class Conversion:
    """What a conversion did.

    Attributes:
        written: whether the target was written; errors in the source prevent it.
        boards: the number of boards that were written.
        source_format: the name of the format that was read.
        target_format: the name of the format that was written.
        losses: what the target does not have.
        diagnostics: what was found in the source and on writing.
    """

    written: bool
    boards: int
    source_format: str
    target_format: str
    losses: LossReport
    diagnostics: tuple[Diagnostic, ...] = ()


class _NotWritten(Exception):  # noqa: N818  # a signal inside this module, not an error
    """The source has errors: leave the target alone."""


def convert(
    source: ReadSource,
    target: WriteTarget,
    *,
    from_format: str | None = None,
    to_format: str | None = None,
    read_options: Options | None = None,
    write_options: Options | None = None,
    errors: ErrorMode = "raise",
    keep_going: bool = False,
    strict: bool = False,
    on_loss: OnLoss = "report",
    overwrite: bool = False,
    edit: Callable[[Iterator[Board]], Iterable[Board]] | None = None,
    losses: LossCollector | None = None,
    diagnostics: Diagnostics | None = None,
    limits: Limits | None = None,
    path: str | None = None,
    manager: PluginManager | None = None,
) -> Conversion:
    """Convert a file of boards to another format, board by board.

    Args:
        source: a path, a file opened in binary mode, or bytes.
        target: a path, or a file opened in binary mode.
        from_format: the source's format; told from its content where it is not given.
        to_format: the target's format; told from its suffix where it is not given.
        read_options: options of the source's format.
        write_options: options of the target's format.
        errors: `raise` at the first error in the source, or `collect` them; then the target is
            written only if there were none, or with `keep_going`.
        keep_going: write what could be read although the source has errors.
        strict: warnings in the source count as errors.
        on_loss: `report` losses in the result, or `raise` them; then nothing is written.
        overwrite: whether an existing file may be replaced.
        edit: what to do to the boards on the way (see `overtrick.tools.editing`).
        losses: where losses are gathered; give the same one to an edit that drops something.
        diagnostics: gets all findings, also where an exception ends the conversion.
        limits: what the source may cost.
        path: a name for the source in messages.
        manager: the plugins to use; the installed ones by default.

    Raises:
        The errors of `open_boards` and of `write`. An open target may have been written to in
        part; a path never is.
    """
    check_on_loss(on_loss)
    plugin_manager = default_manager() if manager is None else manager
    with open_boards(
        source,
        format=from_format,
        errors=errors,
        options=read_options,
        limits=limits,
        path=path,
        manager=plugin_manager,
    ) as reader:
        name = format_for_target(target, plugin_manager) if to_format is None else to_format
        context = make_write_context(
            plugin_manager,
            name,
            path=os.fspath(target) if isinstance(target, (str, os.PathLike)) else None,
            header=reader.header,
            source_format=reader.format,
            options=write_options,
            losses=losses,
        )
        count = 0

        def counted() -> Iterator[Board]:
            nonlocal count
            for board in reader if edit is None else edit(reader):
                count += 1
                yield board

        def is_bad() -> bool:
            threshold = Severity.WARNING if strict else Severity.ERROR
            return any(item.severity >= threshold for item in reader.diagnostics)

        written = True
        try:
            with open_target(target, overwrite=overwrite) as sink:
                try:
                    write_stream(counted(), sink, context)
                except WriteError:
                    if keep_going or not is_bad():
                        raise
                    # The source's own errors come first: read on, so that all are known.
                    for _ in reader:
                        pass
                if is_bad() and not keep_going:
                    raise _NotWritten
                report = finish(context, on_loss)
        except _NotWritten:
            written, report = False, context.losses.report()
        finally:
            if diagnostics is not None:
                diagnostics.extend((*reader.diagnostics, *context.diagnostics))
        return Conversion(
            written=written,
            boards=count,
            source_format=reader.format,
            target_format=name,
            losses=report,
            diagnostics=(*reader.diagnostics, *context.diagnostics),
        )


def detect(
    source: ReadSource, *, path: str | None = None, manager: PluginManager | None = None
) -> Detection:
    """Tell which format a file is in, and what every format said of it.

    Raises:
        FileNotFoundError: there is no such file.
        UnknownFormatError: every format says no.
        AmbiguousFormatError: several formats are equally sure.
    """
    plugin_manager = default_manager() if manager is None else manager
    with open_source(source) as opened:
        name = opened.path if path is None else path
        return detect_format(make_probe(opened.head, name, opened.size), plugin_manager, name)


def formats(*, manager: PluginManager | None = None) -> tuple[FormatSpec, ...]:
    """Return the formats of the installed plugins, by name."""
    return tuple((default_manager() if manager is None else manager).formats().values())


def plugins(*, manager: PluginManager | None = None) -> tuple[PluginRecord, ...]:
    """Return the plugins that were found, by name, those that do not work included."""
    return (default_manager() if manager is None else manager).records()


def lint(board: Board, *, manager: PluginManager | None = None) -> tuple[Diagnostic, ...]:
    """Return what bridge law and the plugins' rules say against a board.

    Rules for one format, and rules for a file as a whole, need a file: `overtrick.read` with
    `check=True` applies them too.

    Example:
        >>> from overtrick import Auction, Board, Seat
        >>> bad = Board(auction=Auction.of(Seat.NORTH, "2C 1D Pass Pass Pass"))
        >>> [finding.part for finding in lint(bad)]
        ['auction.1']
    """
    return Checks(default_manager() if manager is None else manager).see(board)


def show(
    boards: Board | Iterable[Board],
    target: WriteTarget,
    *,
    view: str | None = None,
    options: Options | None = None,
    overwrite: bool = False,
    manager: PluginManager | None = None,
) -> None:
    """Show boards through a view: a page, a picture, or what a plugin makes of them.

    A view chooses what it shows; nothing that it leaves out counts as lost.

    Args:
        boards: one board, or many in their order.
        target: a path, or a file opened in binary mode.
        view: the view's name, such as `svg`; told from the target's suffix where it is not given.
        options: the view's options, such as `{"colours": 4}`.
        overwrite: whether an existing file may be replaced.
        manager: the plugins to use; the installed ones by default.

    Raises:
        FileExistsError: the path exists and `overwrite` is false.
        OptionError: there is no such view, none for the suffix, or an option that it does not
            have.
        PluginError: the view failed; a path is left as it was.

    Example:
        >>> import io
        >>> from overtrick import Board
        >>> file = io.BytesIO()
        >>> show(Board(number=7), file, view="text")
        >>> file.getvalue().decode().splitlines()
        ['Board 7']
    """
    plugin_manager = default_manager() if manager is None else manager
    path = os.fspath(target) if isinstance(target, (str, os.PathLike)) else None
    if view is not None:
        spec = named_view(plugin_manager, view)
    elif path is not None:
        spec = view_for_target(plugin_manager, path)
    else:
        msg = "name the view of an open file: view='html'"
        raise OptionError(msg)
    context = ViewContext(
        spec,
        header=boards.header if isinstance(boards, BoardSet) else NO_EXTRAS,
        options=make_options(spec.name, spec.options, options, noun="view"),
    )
    with open_target(target, overwrite=overwrite) as sink:
        show_stream((boards,) if isinstance(boards, Board) else boards, sink, context)
