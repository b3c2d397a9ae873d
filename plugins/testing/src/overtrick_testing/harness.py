"""Calling a format's reader and writer the way the core does, and keeping all that happened."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from overtrick import (
    NO_EXTRAS,
    Board,
    BoardColumn,
    Cell,
    Diagnostic,
    Extras,
    Field,
    FormatError,
    LossKind,
    LossReport,
    OvertrickError,
    PluginError,
    Scan,
    board_to_dict,
)
from overtrick.plugin import (
    Options,
    Part,
    ReadContext,
    ReadSettings,
    WriteContext,
    make_options,
    make_write_context,
    pre_report,
    resolve,
    with_implied,
)
from overtrick_testing.loading import FAULTS

if TYPE_CHECKING:
    from overtrick import PluginManager
    from overtrick.plugin import ErrorMode, FormatSpec


@attrs.frozen(kw_only=True)
class Reading:
    """What came of reading some bytes.

    Attributes:
        boards: the boards that were yielded.
        header: what the file says of them all.
        diagnostics: the findings, those of the exception included.
        error: the `FormatError` that ended the reading, if one did.
        crash: any other exception that did: a fault of the plugin.
    """

    boards: tuple[Board, ...] = ()
    header: Extras = NO_EXTRAS
    diagnostics: tuple[Diagnostic, ...] = ()
    error: FormatError | None = attrs.field(default=None, eq=str)
    crash: BaseException | None = attrs.field(default=None, eq=repr)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found that is worse than a note."""
        if self.error is not None or self.crash is not None:
            return False
        return all(item.severity.label == "note" for item in self.diagnostics)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that were found, sorted, each once."""
        return tuple(sorted({item.code for item in self.diagnostics}))


@attrs.frozen(kw_only=True)
class Written:
    """What came of writing some boards.

    Attributes:
        data: the file.
        report: what was lost, as `overtrick.write` returns it.
        diagnostics: what was found on writing.
    """

    data: bytes
    report: LossReport
    diagnostics: tuple[Diagnostic, ...] = ()

    def fields(self, *kinds: LossKind) -> frozenset[Field]:
        """Return the fields that were reported with one of some kinds, or with any."""
        return frozenset(loss.field for loss in self.report if not kinds or loss.kind in kinds)


@attrs.frozen(kw_only=True)
class Scanned:
    """The result of scanning a file or a part of one.

    Attributes:
        rows: the values of the columns, by board.
        header: the header of the file.
        diagnostics: the findings.
        error: the exception that ended the scan.
    """

    rows: tuple[tuple[Cell, ...], ...] = ()
    header: Extras = NO_EXTRAS
    diagnostics: tuple[Diagnostic, ...] = ()
    error: Exception | None = None


def said(found: Reading) -> str:
    """Return all that a file says and that was found, the least field included, as text."""
    boards = [json.dumps(board_to_dict(board)) for board in found.boards]
    return repr((boards, found.header, found.diagnostics, str(found.error)))


def wrote(done: Written | None) -> tuple[bytes, str, str] | None:
    """Return a file's bytes with its losses and findings as text; `None` where none was written."""
    return None if done is None else (done.data, repr(done.report), repr(done.diagnostics))


def is_refusal(error: BaseException) -> bool:
    """Return whether an exception of a writer is a refusal, and no fault of its own.

    Example:
        >>> is_refusal(OvertrickError("no room")), is_refusal(PluginError("no such code"))
        (True, False)
    """
    return isinstance(error, OvertrickError) and not isinstance(error, PluginError)


class Sink(io.BytesIO):
    """A file to be written that stays open: that it was closed is noted, so as to be one fault.

    Attributes:
        was_closed: whether something closed it.

    Example:
        >>> sink = Sink()
        >>> with sink:
        ...     _ = sink.write(b"boards")
        >>> sink.was_closed, sink.getvalue()
        (True, b'boards')
    """

    was_closed = False

    def close(self) -> None:
        """Note that it was closed, and stay open."""
        self.was_closed = True


class OneShot(Iterable[Board]):
    """An iterable that can be gone through once and has no length.

    Raises:
        AssertionError: it is iterated a second time.
    """

    def __init__(self, boards: Iterable[Board]) -> None:
        self._boards = boards
        self._used = False

    def __iter__(self) -> Iterator[Board]:
        assert not self._used, "the writer goes through its boards a second time"
        self._used = True
        return iter(self._boards)


class CountingStream(io.RawIOBase):
    """A file that counts the bytes that were asked of it, and hands them out in small pieces."""

    piece = 512

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = memoryview(data)
        self.position = 0

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # the buffers that io passes
        """Fill the buffer with the next piece."""
        view = memoryview(buffer).cast("B")
        chunk = self._data[self.position : self.position + min(len(view), self.piece)]
        view[: len(chunk)] = chunk
        self.position += len(chunk)
        return len(chunk)


class ShortReads(io.RawIOBase):
    """A file that gives a few bytes at a time, however many are asked for, as a pipe may.

    Args:
        data: what it holds.
        most: the most bytes that it gives at once.

    Example:
        >>> ShortReads(b"boards", 2).read(4)
        b'bo'
    """

    def __init__(self, data: bytes, most: int) -> None:
        super().__init__()
        self._data = io.BytesIO(data)
        self._most = most

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # the buffers that io passes
        """Fill the beginning of the buffer with the next bytes."""
        return self._data.readinto(memoryview(buffer)[: self._most])


class Harness:
    """One format under test.

    Args:
        manager: where it is registered.
        name: its name.

    Raises:
        UnknownFormatError: no usable plugin declares it; those that failed are named.
    """

    def __init__(self, manager: PluginManager, name: str) -> None:
        self.manager = manager
        self.spec: FormatSpec = manager.format(name)

    def start(
        self,
        source: io.BufferedIOBase,
        *,
        errors: ErrorMode = "collect",
        wants: frozenset[Field] | None = None,
        checking: bool = False,
        options: Options | None = None,
    ) -> tuple[Iterator[Board], ReadContext]:
        """Return the boards of a file as the reader yields them, and the reader's context."""
        context = ReadContext(
            self.spec,
            path=self.path,
            errors=errors,
            wants=wants,
            checking=checking,
            options=make_options(self.spec.name, self.spec.read_options, options),
        )
        return resolve(str(self.spec.reader))(source, context), context

    @property
    def path(self) -> str:
        """A file name for messages."""
        return f"sample{next(iter(self.spec.suffixes), '')}"

    def read(
        self,
        data: bytes | io.BufferedIOBase,
        *,
        errors: ErrorMode = "collect",
        wants: frozenset[Field] | None = None,
        checking: bool = False,
        options: Options | None = None,
    ) -> Reading:
        """Read a file to the end; return what happened, exceptions included.

        Args:
            data: its bytes, or what gives them.
            errors: as `overtrick.read` has it.
            wants: the fields that are looked at, `None` for all.
            checking: whether what the format forbids is reported too.
            options: the format's own options, values by name.

        Raises:
            OptionError: the options are not the format's, or not such as it takes.
        """
        boards: list[Board] = []
        error: FormatError | None = None
        crash: BaseException | None = None
        context = ReadContext(self.spec)
        make_options(self.spec.name, self.spec.read_options, options)
        source = io.BytesIO(data) if isinstance(data, bytes) else data
        try:
            iterator, context = self.start(
                source,
                errors=errors,
                wants=wants,
                checking=checking,
                options=options,
            )
            for board in iterator:
                context.finish_header()
                boards.append(with_implied(board, self.spec.implied))
        except FormatError as raised:
            error = raised
        except FAULTS as raised:  # test_only_format_errors_escape is about it
            crash = raised
        findings = tuple(context.diagnostics)
        if error is not None and error.diagnostic not in findings:
            findings = (*findings, error.diagnostic)
        return Reading(
            boards=tuple(boards),
            header=context.header,
            diagnostics=findings,
            error=error,
            crash=crash,
        )

    def scan(
        self,
        data: bytes,
        columns: Iterable[str | BoardColumn],
        *,
        errors: ErrorMode = "collect",
        part: Part | None = None,
    ) -> Scanned:
        """Scan a file, or a part of it, to the end; return what happened, exceptions included.

        Args:
            data: the bytes of the complete file.
            columns: the columns, as `overtrick.scan` takes them.
            errors: as `overtrick.scan` has it.
            part: which part is scanned, `None` for all.
        """
        settings = ReadSettings(format=self.spec.name, errors=errors, path=self.path, sealed="show")
        rows: list[tuple[Cell, ...]] = []
        scan: Scan | None = None
        error: Exception | None = None
        try:
            scan = Scan(io.BytesIO(data), self.manager, settings, columns=columns, part=part)
            for batch in scan:
                rows.extend(batch.rows())
        except OvertrickError as raised:
            error = raised
        return Scanned(
            rows=tuple(rows),
            header=NO_EXTRAS if scan is None else scan.header,
            diagnostics=() if scan is None else tuple(scan.diagnostics),
            error=error,
        )

    def write(
        self,
        boards: Iterable[Board],
        *,
        header: Extras = NO_EXTRAS,
        source_format: str | None = None,
        options: Options | None = None,
    ) -> Written:
        """Write boards as `overtrick.write` does, to memory.

        Raises:
            WriteError: the format cannot hold one of them.
            OptionError: the options are not the format's, or not such as it takes.
            Exception: whatever the writer raises; nothing is wrapped.
        """
        context = self.write_context(header, source_format, options)
        sink = Sink()
        resolve(str(self.spec.writer))(pre_report(boards, context), sink, context)
        return _written(sink, context)

    def write_directly(self, boards: Iterable[Board]) -> bytes:
        """Hand boards to the writer itself, with nothing of the core between them."""
        sink = Sink()
        resolve(str(self.spec.writer))(boards, sink, self.write_context())
        return sink.getvalue()

    def try_write(
        self,
        boards: Iterable[Board],
        *,
        header: Extras = NO_EXTRAS,
        source_format: str | None = None,
        options: Options | None = None,
    ) -> Written | None:
        """Write boards, or return `None` where the format refuses them.

        A writer that crashes counts as refusing here: `test_writer_refuses_with_typed_errors` is
        about it.
        """
        try:
            return self.write(boards, header=header, source_format=source_format, options=options)
        except FAULTS:  # see the docstring
            return None

    def refusal(self, boards: Iterable[Board]) -> BaseException | None:
        """Return what the writer raises for some boards, or `None` where it writes them."""
        try:
            self.write(boards)
        except FAULTS as error:  # the caller tells the kinds apart
            return error
        return None

    def write_context(
        self,
        header: Extras = NO_EXTRAS,
        source_format: str | None = None,
        options: Options | None = None,
    ) -> WriteContext:
        """Return the context of a writer.

        Raises:
            OptionError: the options are not the format's, or not such as it takes.
        """
        return make_write_context(
            self.manager,
            self.spec.name,
            path=self.path,
            header=header,
            source_format=source_format,
            options=options,
        )


def _written(sink: Sink, context: WriteContext) -> Written:
    return Written(
        data=sink.getvalue(),
        report=context.losses.report(),
        diagnostics=tuple(context.diagnostics),
    )
