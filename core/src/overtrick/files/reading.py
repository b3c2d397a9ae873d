"""Read boards from a file: detection, limits, both error modes, checks."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, Self, TypedDict

import attrs

from overtrick.disk.sources import Meter, ReadSource, guard, open_on
from overtrick.files.checking import Checks
from overtrick.files.detection import Detection, detect_source, misnamed, refuse_empty
from overtrick.findings.diagnostics import Diagnostic, Diagnostics
from overtrick.findings.errors import (
    DetectionError,
    FormatError,
    InconsistentDataError,
    OptionError,
    ParseError,
    PluginError,
    UnknownFormatError,
)
from overtrick.findings.losses import Field
from overtrick.framework.catalogues import blind, blind_error
from overtrick.framework.contexts.limits import NO_LIMITS, Limits
from overtrick.framework.contexts.read import ErrorMode, Part, ReadContext
from overtrick.framework.guard import FAULTS, Guard, around, resolve
from overtrick.framework.numbering import with_implied
from overtrick.framework.options import Options, make_options, one_of
from overtrick.framework.seals import Seals, check_shown, hides_hands
from overtrick.framework.spec.formats import FormatSpec
from overtrick.model.board import Board, Extras
from overtrick.model.board_set import BoardSet

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager


class ReadKeywords(TypedDict, total=False):
    """The keywords of `overtrick.read`; `ReadSettings` describes them."""

    format: str | None
    errors: ErrorMode
    wants: Iterable[Field] | None
    options: Options | None
    check: bool
    limits: Limits | None
    path: str | None
    sealed: Seals


def _to_fields(fields: Iterable[Field] | None) -> frozenset[Field] | None:
    return None if fields is None else frozenset(fields)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ReadSettings:
    """The settings of a read; each is a keyword of `overtrick.read`.

    Attributes:
        format: the format's name; detected from the content and suffix where it is not given.
        errors: `raise` at the first error, or `collect` errors and go on.
        wants: the fields that the caller uses, `None` for all.
        options: the format's own options.
        check: also check each board, and the file against the finer rules of its format.
        limits: what the file may cost.
        path: the file's name, for messages and for detection by suffix, in place of the source's
            own.
        sealed: how a file with hidden hands is treated.

    Raises:
        OptionError: `errors` or `sealed` is another word.
    """

    format: str | None = None
    errors: ErrorMode = attrs.field(default="raise", validator=one_of(ErrorMode))
    wants: frozenset[Field] | None = attrs.field(default=None, converter=_to_fields)
    options: Options | None = None
    check: bool = False
    limits: Limits | None = None
    path: str | None = None
    sealed: Seals = attrs.field(default="refuse", validator=one_of(Seals))


_TYPED: Final = (FormatError, DetectionError, OptionError, PluginError, OSError, MemoryError)
"""What a reader may raise; a `ModelError` names no place in the file, so none may escape it."""

_SPARE_BOARDS: Final = 100_000
"""A reader that yields this many boards more than its file has bytes counts as endless."""

_CHECKED_BOARDS: Final = 1 << 16
"""The interval, in boards, at which the count is compared with the file's size."""


class BoardReader(Iterator[Board]):
    """The boards of an open file, one at a time; made by `overtrick.open_boards`.

    It is a context manager; leaving it closes the file.

    Attributes:
        path: the file's name, or `None`.
        detection: how the format was detected.
    """

    def __init__(
        self,
        source: ReadSource,
        manager: PluginManager,
        settings: ReadSettings,
        *,
        part: Part | None = None,
    ) -> None:
        self._manager = manager
        self._check = settings.check
        self._check_errors = 0
        self._count = 0
        self._meter = Meter(settings.limits, settings.path)
        self._stack = contextlib.ExitStack()
        try:
            self._open(source, settings, part)
        except BaseException:
            self._stack.close()
            raise

    def _open(self, source: ReadSource, settings: ReadSettings, part: Part | None) -> None:
        """Open the file, detect its format and read up to the first board."""
        opened = open_on(self._stack, source, self._meter)
        self.path = self._meter.path = self._meter.path or opened.path
        if settings.format is None:
            self.detection = detect_source(opened, self._manager, self.path)
        else:
            self.detection = Detection(format=settings.format)
        self._spec = self._manager.format(self.detection.format)
        if self._spec.reader is None:
            msg = f"the format {self._spec.name!r} can be written but not read"
            raise UnknownFormatError(msg)
        if settings.format is not None:  # detection has checked it already
            refuse_empty(opened, self.path)
        self._context = ReadContext(
            self._spec,
            path=self.path,
            errors=settings.errors,
            wants=settings.wants,
            options=make_options(self._spec.name, self._spec.read_options, settings.options),
            checking=settings.check,
            limits=self._meter.limits,
            part=part,
        )
        if part is None or part.start == 0:
            self._context.diagnostics += misnamed(opened, self._spec, self._manager, self.path)
        self._size = opened.size
        if opened.compression is not None:
            opened.damage.hand_to(self._note_damage)
        stream = opened.stream
        if settings.limits is not None:
            stream = guard(stream, self._meter)
        self._is_open = True
        self._boards = self._iterate(stream)
        # The header is known once the first board is, so it is read ahead.
        self._first: Board | None = None
        self._refusal: FormatError | None = None
        self._sealed = settings.sealed
        try:
            with around.get():
                self._first = next(self._boards, None)
        except FormatError as error:
            self._refuse_sealed()
            if settings.errors == "raise":
                raise
            # The first `next` raises it, so that the caller can see the findings before it.
            self._refusal = error
        self._refuse_sealed()

    @property
    def format(self) -> str:
        """The name of the format that is read."""
        return self._spec.name

    @property
    def spec(self) -> FormatSpec:
        """The format that is read."""
        return self._spec

    @property
    def header(self) -> Extras:
        """The metadata of the file."""
        return self._context.header

    @property
    def is_sealed(self) -> bool:
        """Whether the file marks its hands as hidden."""
        return self._context.is_sealed

    @property
    def is_blind(self) -> bool:
        """Whether the findings omit the file's content because its hands are hidden."""
        return self._sealed != "show" and self.is_sealed

    def _refuse_sealed(self) -> None:
        if self._sealed == "refuse" and self.is_sealed:
            check_shown(hides_hands(self.path), "refuse", is_sealed=True)

    @property
    def diagnostics(self) -> Diagnostics:
        """The findings so far; all of them once the iteration has ended."""
        if self.is_blind:
            return blind(self._context.diagnostics, self._manager)
        return self._context.diagnostics

    @property
    def reader_errors(self) -> int:
        """The number of errors that the format's reader reported so far, without laws and rules.

        A file that was read with `check` can be converted where this is 0.
        """
        found = sum(1 for item in self._context.diagnostics if item.is_error)
        return found - self._check_errors

    def _check_end(self, stream: BinaryIO) -> None:
        """Refuse an endless reader: it yields more boards than the file has bytes.

        Raises:
            ValueError: it does.
        """
        size = self._size
        if size is None:
            try:
                size = stream.tell()
            except (AttributeError, OSError, ValueError):
                return  # the caller's own file has no position
        if self._count > size + _SPARE_BOARDS:
            msg = f"it gave {self._count:,} boards of {size:,} bytes, and may have no end"
            raise ValueError(msg)

    def _note_damage(self, damage: Diagnostic) -> None:
        """Add the finding of a damaged compressed file; the content before it is sound."""
        self._context.diagnostics.append(damage)
        if self._context.errors == "raise":
            raise ParseError(damage)

    def _iterate(self, stream: BinaryIO) -> Generator[Board, None, None]:
        context = self._context
        follows = self._spec.implied
        is_limited = self._meter.limits != NO_LIMITS
        checks: Checks | None = None
        try:
            boards: Iterator[object] = resolve(str(self._spec.reader))(stream, context)
            for item in boards:
                if not isinstance(item, Board):
                    msg = f"it gave {item!r:.60}, which is no Board"
                    raise TypeError(msg)  # a fault of the reader, reported below
                board = with_implied(item, follows) if follows else item
                if not self._count:
                    header = context.finish_header()
                    checks = self._checks_of(header) if self._check else None
                self._count += 1
                if not self._count % _CHECKED_BOARDS:
                    self._check_end(stream)
                if is_limited:
                    self._meter.check_boards(self._count)
                if checks is not None:
                    self._report(checks.see(board, context.take_doubts()))
                try:
                    yield board
                except GeneratorExit:
                    return  # the caller wants no more
            if self._check:
                self._report((checks or self._checks_of(context.finish_header())).end())
        except _TYPED as error:
            raise self._without_content(error) from error.__cause__
        except FAULTS as error:
            raise self._failure(error) from (None if self.is_blind else error)

    def _without_content(self, error: BaseException) -> BaseException:
        """Return an error; that of a file with hidden hands loses the file's content."""
        if isinstance(error, FormatError) and self.is_blind:
            redacted = blind_error(error, self._manager)
            # The context is the original error, whose message may name cards.
            redacted.__suppress_context__ = True
            return redacted
        return error

    def _failure(self, error: BaseException) -> PluginError:
        what = f"{self.path or '<data>'}: the reader of {self._spec.name!r}"
        # The exception's message may name cards.
        shown = PluginError(type(error).__name__) if self.is_blind else error
        guard = Guard(what, self._spec.reader)
        return guard.failure(shown, at=f" at board {self._count + 1}")

    def _checks_of(self, header: Extras) -> Checks:
        """Return the checks of this file, whose header is known after the first board."""
        return Checks(self._manager, self._spec, path=self.path, header=header)

    def _report(self, found: Iterable[Diagnostic]) -> None:
        for diagnostic in found:
            located = diagnostic
            if located.location.path is None and self.path is not None:
                located = located.at(attrs.evolve(located.location, path=self.path))
            self._context.diagnostics.append(located)
            if located.is_error:
                self._check_errors += 1
                if self._context.errors == "raise":
                    raise InconsistentDataError(located)

    def __next__(self) -> Board:
        if self._first is not None:
            board, self._first = self._first, None
            return board
        if not self._is_open:
            msg = f"{self.path or 'the file'} is closed"
            raise ValueError(msg)
        if self._refusal is not None:
            refusal, self._refusal = self._refusal, None
            raise refusal
        with around.get():
            return next(self._boards)

    def rest(self) -> tuple[Board, ...]:
        """Return all boards that have not been read yet."""
        first, self._first = self._first, None
        if first is None and (first := next(self, None)) is None:
            return ()
        with around.get():
            return (first, *self._boards)

    def kept(self) -> BoardSet:
        """Return all boards that have not been read yet, with the file's metadata."""
        boards = self.rest()
        return BoardSet(
            boards=boards,
            format=self._spec.name,
            is_sealed=self.is_sealed,
            diagnostics=tuple(self.diagnostics),
            header=self._context.header,
        )

    def close(self) -> None:
        """Close the file; a file that the caller opened stays open."""
        self._is_open = False
        self._first = None
        # The reader's generator runs its clean-up now.
        with around.get():
            self._boards.close()
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
