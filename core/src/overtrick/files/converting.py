"""From one file to another, board by board: nothing is written from a source with errors."""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import attrs

from overtrick.files.reading import BoardReader, ReadSettings
from overtrick.files.sources import path_of
from overtrick.files.writing import (
    WriteSettings,
    WriteTarget,
    finish,
    first_suffix,
    format_for_target,
    make_write_context,
    open_target,
    state_of,
    write_stream,
)
from overtrick.findings.diagnostics import Diagnostic, Diagnostics, Severity
from overtrick.findings.errors import LossError, OvertrickError, WriteError
from overtrick.findings.losses import LossCollector, LossReport
from overtrick.framework import seals
from overtrick.framework.contexts import WritePart
from overtrick.framework.guard import Guard, check_open
from overtrick.framework.manager import default_manager
from overtrick.framework.spec import resolve
from overtrick.model.board import Board

if TYPE_CHECKING:
    from overtrick.disk.atomic import FileState
    from overtrick.files.sources import ReadSource
    from overtrick.framework.contexts import Part, WriteContext
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.protocols import FileJoiner, WrittenPart

Edit = Callable[[Iterator[Board]], Iterable[Board]]
"""What is done to boards on the way."""


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


class _AsAWhole(Exception):  # noqa: N818  # a signal inside this module, not an error
    """The target is to be written by one process."""


def convert_boards(
    source: ReadSource,
    target: WriteTarget,
    manager: PluginManager,
    reading: ReadSettings,
    writing: WriteSettings,
    *,
    keep_going: bool = False,
    strict: bool = False,
    edit: Edit | None = None,
    losses: LossCollector | None = None,
    diagnostics: Diagnostics | None = None,
    others_sealed: bool = False,
    since: FileState | None = None,
) -> Conversion:
    """Convert a file; `overtrick.convert` says what each argument means.

    `others_sealed` says that the edit brings in boards whose hands are not to be shown, and `since`
    is the state of the target before the source was opened, if that was done already.
    """
    since = since or state_of(target)
    with BoardReader(source, manager, reading) as reader:
        name = writing.format or format_for_target(target, manager)
        context = make_write_context(
            manager,
            name,
            path=path_of(target),
            header=reader.header,
            source_format=reader.format,
            options=writing.options,
            losses=losses,
            is_sealed=reader.is_sealed or others_sealed,
            sealed=writing.sealed,
        )
        count = 0

        def counted() -> Iterator[Board]:
            nonlocal count
            for board in reader if edit is None else edit(reader):
                count += 1
                yield board

        written = True
        try:
            with open_target(
                target,
                overwrite=writing.overwrite,
                suffix=first_suffix(context.spec),
                since=since,
            ) as sink:
                try:
                    write_stream(counted(), sink, context)
                except WriteError:
                    if keep_going or not is_bad(reader.diagnostics, strict=strict):
                        raise
                    # The source's own errors come first: read on, so that all are known.
                    for _ in reader:
                        pass
                if is_bad(reader.diagnostics, strict=strict) and not keep_going:
                    raise _NotWritten
                report = finish(context, writing.on_loss)
        except _NotWritten:
            written, report = False, context.losses.report()
        finally:
            written_with = context.diagnostics
            if context.is_sealed and (writing.sealed or seals.current()) != "show":
                from overtrick.framework.catalogues import blind  # few files are sealed

                written_with = blind(written_with, manager)
            if diagnostics is not None:
                diagnostics.extend((*reader.diagnostics, *written_with))
        return Conversion(
            written=written,
            boards=count,
            source_format=reader.format,
            target_format=name,
            losses=report,
            diagnostics=(*reader.diagnostics, *written_with),
        )


def convert_parts(
    path: str,
    target: WriteTarget,
    manager: PluginManager,
    reading: ReadSettings,
    writing: WriteSettings,
    *,
    processes: int,
    keep_going: bool = False,
    strict: bool = False,
    losses: LossCollector,
    diagnostics: Diagnostics,
    advance: Callable[[int], None],
    since: FileState | None = None,
) -> Conversion | None:
    """Convert one file by several processes, its boards as they stand.

    The bytes, the losses and the findings are those of `convert_boards`. Parts wait in memory, some
    for each process; one process writes them into the target, which is replaced whole or not at
    all. Where anything prevents that, the target, losses and diagnostics are as before.

    Args:
        path: the source.
        target: a path, or an empty file that can seek.
        manager: the installed plugins.
        reading: how the source is read, its format given.
        writing: how the target is written, its format given.
        processes: how many processes there are, this one included; 2 at the least.
        keep_going: write what could be read although the source has errors.
        strict: warnings in the source count as errors.
        losses: where losses are gathered.
        diagnostics: gets all findings.
        advance: told how many boards were written, now and then.
        since: the state of the target before the source was opened, if that was done already.

    Returns:
        What the conversion did; `None` where one process is to do it: for a file that cannot be
        cut, a format that cannot be put together, and after any failure.

    Raises:
        LossError: something is lost and `on_loss` is `raise`.
    """
    since = since or state_of(target)
    # What several processes need is imported where there are several.
    from overtrick.files.splitting import SLOW, Crew, parts_of

    source_format, target_format = str(reading.format), str(writing.format)
    how_to_join = manager.format(target_format).joiner
    # What is to stay sealed is written as a whole, and looked at again.
    if how_to_join is None or manager.format(source_format).seal is not None:
        return None
    # Another process may have another standard input.
    work = _ConvertPart(
        path=os.path.realpath(path), reading=reading, writing=writing, target=path_of(target)
    )
    found = Diagnostics()
    count = 0
    try:
        parts = parts_of(work.path, manager.format(source_format), processes, SLOW)
        first = next(parts)
        if first.end is None:
            return None
        with BoardReader(work.path, manager, attrs.evolve(reading, part=first)) as reader:
            board = next(reader, None)
            context = work.context(manager, reader, LossCollector())
        if board is None:
            return None
        with open_target(
            target,
            overwrite=writing.overwrite,
            suffix=first_suffix(context.spec),
            since=since,
        ) as sink:
            joiner = _Joiner(how_to_join, sink, context)
            work = attrs.evolve(work, told=joiner.begin(board))
            crew = Crew(work, itertools.chain((first,), parts), processes)
            try:
                for _, piece in crew.results():
                    found.extend(piece.found)
                    context.diagnostics.extend(joiner.add(piece.written))
                    context.losses.merge(piece.losses)
                    count += piece.boards
                    advance(piece.boards)
                joiner.end()
            finally:
                crew.close()
                joiner.close()
            if is_bad(found, strict=strict) and not keep_going:
                raise _NotWritten
            report = finish(context, writing.on_loss)
    except LossError:
        _take(losses, diagnostics, context, found)
        raise
    except _NotWritten:
        written, report = False, context.losses.report()
    except (_AsAWhole, OvertrickError, OSError):
        if not isinstance(target, (str, os.PathLike)):
            target.seek(0)
            target.truncate()
        return None
    else:
        written = True
    _take(losses, diagnostics, context, found)
    return Conversion(
        written=written,
        boards=count,
        source_format=source_format,
        target_format=target_format,
        losses=report,
        diagnostics=(*found, *context.diagnostics),
    )


class _Joiner:
    """A format's joiner at work; it may fail, and then says so."""

    def __init__(self, reference: str, sink: BinaryIO, context: WriteContext) -> None:
        make = resolve(reference)
        self._sink = sink
        self._guard = Guard(f"the joiner of {context.spec.name!r}", reference)
        with self._guard:
            self._joiner: FileJoiner = make(sink, context)

    def begin(self, first: Board) -> tuple[tuple[str, str], ...]:
        """Return what the writers of all parts are told.

        Raises:
            _AsAWhole: the file is to be written by one of them.
        """
        with self._guard:
            told = self._joiner.begin(first)
            if told is not None:
                return tuple(told.items())
        raise _AsAWhole

    def add(self, part: WrittenPart) -> list[Diagnostic]:
        """Take the next part; return what of its findings holds for the whole file."""
        with self._guard:
            return list(self._joiner.add(part))

    def end(self) -> None:
        with self._guard:
            self._joiner.end()
            check_open(self._sink)

    def close(self) -> None:
        with self._guard:
            self._joiner.close()


def is_bad(found: Iterable[Diagnostic], *, strict: bool) -> bool:
    """Return whether nothing is to be written from a source with some findings."""
    threshold = Severity.WARNING if strict else Severity.ERROR
    return any(item.severity >= threshold for item in found)


def _take(
    losses: LossCollector, diagnostics: Diagnostics, context: WriteContext, found: Diagnostics
) -> None:
    losses.merge(context.losses)
    diagnostics.extend((*found, *context.diagnostics))


class _Piece(NamedTuple):
    """What came of a part.

    Attributes:
        written: what was written.
        boards: of how many boards.
        found: what was found in the source.
        losses: what the target does not have.
    """

    written: WrittenPart
    boards: int
    found: tuple[Diagnostic, ...]
    losses: LossCollector


@attrs.frozen(kw_only=True, eq=False, repr=False)
class _ConvertPart:
    """Converts a part of a file, in whichever process.

    Attributes:
        path: the source.
        reading: how it is read.
        writing: how the target is written.
        target: its name, for messages.
        told: what the format's joiner tells its writer.
    """

    path: str
    reading: ReadSettings
    writing: WriteSettings
    target: str | None
    told: tuple[tuple[str, str], ...] = ()

    def context(
        self, manager: PluginManager, reader: BoardReader, losses: LossCollector
    ) -> WriteContext:
        """Return the context for writing what a reader reads."""
        return make_write_context(
            manager,
            str(self.writing.format),
            path=self.target,
            header=reader.header,
            source_format=reader.format,
            options=self.writing.options,
            losses=losses,
        )

    def __call__(self, part: Part) -> _Piece:
        from overtrick.framework.protocols import WrittenPart

        manager = default_manager()
        count = 0

        def counted() -> Iterator[Board]:
            nonlocal count
            for board in reader:
                count += 1
                yield board

        with BoardReader(self.path, manager, attrs.evolve(self.reading, part=part)) as reader:
            context = self.context(manager, reader, LossCollector())
            context.part = WritePart(
                is_first=not part.start, is_last=part.end is None, told=self.told
            )
            sink = io.BytesIO()
            write_stream(counted(), sink, context)
            return _Piece(
                written=WrittenPart(
                    data=sink.getvalue(),
                    notes=context.notes,
                    diagnostics=tuple(context.diagnostics),
                ),
                boards=count,
                found=tuple(reader.diagnostics),
                losses=context.losses,
            )
