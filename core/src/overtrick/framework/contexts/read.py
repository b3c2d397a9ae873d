"""The context of a reader: options, findings, and helpers for lines and records."""

from __future__ import annotations

import codecs
import contextlib
import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, Literal, NamedTuple, TypeVar

import attrs

from overtrick.findings.diagnostics import Diagnostic, Fix, Location, Severity
from overtrick.findings.errors import (
    FormatError,
    InconsistentDataError,
    LimitError,
    ModelError,
    OvertrickError,
    ParseError,
    PluginError,
    TextEncodingError,
    WriteError,
)
from overtrick.findings.losses import Field
from overtrick.framework.contexts.base import ReportingContext
from overtrick.framework.contexts.limits import NO_LIMITS, Limits
from overtrick.framework.numbering import Implied, cycle
from overtrick.framework.spec.formats import FormatSpec
from overtrick.framework.text import (
    decode_line,
    has_doubled_ends,
    split_lines,
    wide_encoding,
)
from overtrick.model.board import NO_EXTRAS, Board, Extras

if TYPE_CHECKING:
    from collections.abc import Mapping

ErrorMode = Literal["raise", "collect"]

_EXCEPTIONS: Final[Mapping[str, type[FormatError]]] = {
    "parse": ParseError,
    "inconsistent": InconsistentDataError,
    "encoding": TextEncodingError,
    "limit": LimitError,
    "write": WriteError,
}

PieceT = TypeVar("PieceT", bound=bytes | str)


class Part(NamedTuple):
    """A part of a file that is read on its own, with the same result as within the file.

    Attributes:
        start: the byte where it begins.
        end: the byte behind it, `None` for the last.
        state: what the format's splitter passes to its reader about the file before the part, as
            name and value pairs.
    """

    start: int
    end: int | None
    state: tuple[tuple[str, str], ...] = ()


class ReadContext(ReportingContext):
    """The context of a reader: its options and limits, and where findings go.

    Attributes:
        spec: the format that is read.
        path: the file's name, for messages; `None` where there is none.
        errors: `raise` at the first error, or `collect` them and go on.
        wants: the fields that the caller will look at, `None` for all; a reader may skip
            the rest.
        checking: whether the reader should also report what the format's standard forbids
            though the meaning is plain, down to notes.
        limits: what the caller allows the file to cost.
        part: the part of the file to read, `None` for all of it; only the reader of a format with
            a splitter gets one. The source is still the complete file, and can seek.
        is_sealed: whether the file marks its hands as hidden; the reader sets it before the first
            finding that names a card, and before it yields the first board.
        diagnostics: the findings so far.
    """

    spec: FormatSpec

    def __init__(
        self,
        spec: FormatSpec,
        *,
        path: str | None = None,
        errors: ErrorMode = "raise",
        wants: frozenset[Field] | None = None,
        options: object | None = None,
        checking: bool = False,
        limits: Limits | None = None,
        part: Part | None = None,
    ) -> None:
        super().__init__(spec, path, options)
        self.part = part
        self.errors: ErrorMode = errors
        self.wants = wants
        self.checking = checking
        self.limits = NO_LIMITS if limits is None else limits
        self._implied = cycle(spec.implied)
        self._doubted: set[str] = set()
        self._header: Extras = NO_EXTRAS
        self._header_is_final = False
        self.is_sealed = False
        self._deadline = (
            None if self.limits.max_seconds is None else time.monotonic() + self.limits.max_seconds
        )

    @property
    def header(self) -> Extras:
        """File-level data that only the format knows; set before the first board is yielded.

        Raises:
            PluginError: set after the first board.
        """
        return self._header

    @header.setter
    def header(self, header: Extras) -> None:
        if self._header_is_final:
            msg = f"{self.spec.name}: the header must be set before the first board is yielded"
            raise PluginError(msg)
        self._header = header

    def take_doubts(self) -> frozenset[str]:
        """Return the parts in doubt by the findings since the last call; called by the core."""
        doubted = frozenset(self._doubted)
        self._doubted.clear()
        return doubted

    def finish_header(self) -> Extras:
        """Return the header, and refuse any later change; called by the core at the first board."""
        self._header_is_final = True
        return self._header

    def implied(self, number: int) -> Implied:
        """Return what follows from a board's number in this format, as arguments of `Board`.

        A board that is made with `Board(number=number, **ctx.implied(number), ...)` need not be
        filled in afterwards, which takes longer than reading many a format.
        """
        return self._implied[number & 15]

    def wants_any(self, *fields: Field) -> bool:
        """Return whether the caller will look at any of some fields."""
        return self.wants is None or not self.wants.isdisjoint(fields)

    def issue(  # one keyword for each part of a diagnostic
        self,
        code: str,
        message: str | None = None,
        /,
        *,
        line: int | None = None,
        column: int | None = None,
        offset: int | None = None,
        board: int | None = None,
        severity: Severity | None = None,
        clause: str | None = None,
        hint: str | None = None,
        part: str | None = None,
        end_line: int | None = None,
        end_column: int | None = None,
        fix: Fix | None = None,
        **values: object,
    ) -> Diagnostic:
        """Report a finding; errors raise where the caller asked for that.

        Args:
            code: a code of the plugin's catalogue, or any code if a message is given.
            message: the message, in place of the catalogue's template.
            line: 1-based line.
            column: 1-based column in code points.
            offset: 0-based byte offset.
            board: the board's number.
            severity: in place of the catalogue's.
            clause: in place of the catalogue's.
            hint: in place of the catalogue's; where there is a fix, its summary is.
            part: the part of the board, such as `auction.3`.
            end_line: 1-based line where the place ends.
            end_column: 1-based, the column behind its last character.
            fix: what fixes it, where there is one right answer.
            **values: what fills the template's fields.

        Returns:
            The diagnostic, which is also in `diagnostics`.

        Raises:
            FormatError: the finding is an error and `errors` is `raise`; the class is the one
                that the catalogue's `kind` names.
        """
        location = Location(
            path=self.path,
            line=line,
            column=column,
            offset=offset,
            board=board,
            end_line=end_line,
            end_column=end_column,
        )
        diagnostic, entry = self._build(
            code,
            message,
            location,
            values,
            severity=severity,
            clause=clause,
            hint=hint,
            part=part,
            fix=fix,
        )
        self.diagnostics.append(diagnostic)
        if part is not None and entry.doubts:
            self._doubted.add(part)
        if diagnostic.is_error and self.errors == "raise":
            raise _EXCEPTIONS[entry.kind](diagnostic)
        return diagnostic

    def refuse(
        self, code: str, *, offset: int | None = None, line: int | None = None, **values: object
    ) -> FormatError:
        """Return the exception of a finding that ends the reading in either error mode."""
        diagnostic, entry = self._build(
            code,
            None,
            Location(path=self.path, offset=offset, line=line),
            values,
        )
        return _EXCEPTIONS[entry.kind](diagnostic)

    def check_time(self) -> None:
        """Stop if the caller's time is up.

        Raises:
            LimitError: reading takes longer than `limits.max_seconds` (`CORE012`).
        """
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise self.refuse("CORE012", limit=self.limits.max_seconds)

    def refuse_wide(self, head: bytes) -> None:
        """Refuse a file that begins as text in UTF-16 or UTF-32; `text` does so itself.

        Args:
            head: its first line, or as much as there is.

        Raises:
            TextEncodingError: it does (`CORE020`), in either error mode.
        """
        if name := wide_encoding(head):
            raise self.refuse("CORE020", offset=0, encoding=name)

    def report_doubled_ends(self, head: bytes) -> bool:
        """Report that each line ends with CR CR LF (`CORE022`); return whether it does.

        `text`, `lines` and `raw_lines` do so themselves, and take it for one line end.

        Args:
            head: the first line, or as much as there is.
        """
        is_doubled = has_doubled_ends(head)
        if is_doubled:
            self.issue("CORE022", line=1)
        return is_doubled

    def raw_lines(self, source: Iterable[bytes]) -> Iterator[bytes]:
        r"""Yield the lines of a file with their ends: LF, CRLF or a CR by itself.

        CR CR LF is one line end where the first line ends so, and is reported (`CORE022`).

        Example:
            >>> ctx = ReadContext(FormatSpec(name="line", summary="One deal a line"))
            >>> list(ctx.raw_lines([b"a\r\n", b"b\rc"]))
            [b'a\r\n', b'b\r', b'c']
        """
        lines = iter(source)
        first = next(lines, b"")
        is_doubled = self.report_doubled_ends(first)
        for line in itertools.chain((first,) if first else (), lines):
            if line.count(b"\r") == line.endswith(b"\r\n"):  # no CR but that of the end
                yield line
            else:
                yield from split_lines(line, is_doubled=is_doubled)

    def text(self, source: BinaryIO, *, encoding: str | None = None) -> Iterator[str]:
        """Yield the decoded lines of a file without their ends (LF, CRLF or CR).

        CR CR LF is one line end where the first line ends so, and is reported (`CORE022`). A byte
        order mark is taken off. Without an `encoding`, each line is UTF-8 if it can be,
        otherwise CP1252, otherwise Latin-1.

        Raises:
            TextEncodingError: the file is UTF-16 or UTF-32 (`CORE020`), or a line is not in
                the encoding that was asked for (`CORE021`).
        """
        start = end = 0
        is_doubled = False
        for raw in source:
            start, end = end, end + len(raw)
            line = raw
            if start == 0:
                self.refuse_wide(line)
                is_doubled = self.report_doubled_ends(line)
                line = line.removeprefix(codecs.BOM_UTF8)
            try:
                decoded = decode_line(line) if encoding is None else line.decode(encoding)
            except (UnicodeDecodeError, LookupError) as error:
                raise self.refuse(
                    "CORE021", offset=start, encoding=encoding, error=error
                ) from error
            if "\r" not in decoded:
                yield decoded.removesuffix("\n")
            else:
                # A CR that is not part of a CRLF ends a line as well.
                text = decoded.removesuffix("\n").removesuffix("\r")
                if is_doubled:
                    text = text.removesuffix("\r")
                yield from text.split("\r")

    def lines(self, source: BinaryIO, *, encoding: str | None = None) -> Iterator[tuple[int, str]]:
        r"""Yield the 1-based number and the text of each line, empty ones too, as `text` has them.

        Raises:
            TextEncodingError: as `text` does.

        Example:
            >>> import io
            >>> ctx = ReadContext(FormatSpec(name="line", summary="One deal a line"))
            >>> list(ctx.lines(io.BytesIO(b"one\r\n\r\ntwo\n")))
            [(1, 'one'), (2, ''), (3, 'two')]
        """
        return enumerate(self.text(source, encoding=encoding), 1)

    def take(self, source: BinaryIO, count: int) -> bytes:
        """Return the next `count` bytes of a file, and fewer only at its end.

        One read of a pipe may return less; this method reads until it has them all.

        Args:
            source: the file.
            count: how many bytes are wanted.
        """
        taken: bytes = source.read(count)
        while taken and len(taken) < count and (more := source.read(count - len(taken))):
            taken += more
        return taken

    def records(
        self,
        source: BinaryIO,
        size: int,
        *,
        start: int = 0,
        head: bytes = b"",
        short: str | None = "CORE060",
    ) -> Iterator[tuple[int, bytes]]:
        r"""Yield the place and the bytes of each record of a file that has them all of one length.

        One record is held at a time, and no byte is read beyond the one that is yielded.

        Args:
            source: the file, from the first record on.
            size: the length of a record in bytes.
            start: the place of the first record: 0-based bytes from the start of the file. A header
                before it is read with `take`.
            head: the bytes of the records that were read already, to detect their layout; the
                source is positioned after them.
            short: the code under which a last record that is cut off is reported at its place: that
                of the core, or one of the format's own, whose message may use `have`, `size` and
                `record` (1-based). With `None` it is yielded as it is, for the reader to judge.

        Raises:
            ParseError: the last record is cut off (`CORE060`) and `errors` is `raise`.

        Example:
            >>> import io
            >>> ctx = ReadContext(FormatSpec(name="n", summary="Three bytes"), errors="collect")
            >>> source = io.BytesIO(b"2:onetwoth")
            >>> ctx.take(source, 2), list(ctx.records(source, 3, start=2))
            (b'2:', [(2, b'one'), (5, b'two')])
            >>> print(ctx.diagnostics[0].message)
            the last record ends after 2 of 3 bytes
        """
        if size < 1:
            msg = f"a record has {size} bytes"
            raise ValueError(msg)
        read, place = source.read, start
        for at in range(0, len(head) - size + 1, size):
            yield place, head[at : at + size]
            place += size
        data = head[place - start :] or read(size)
        while data:
            if len(data) < size:
                # A pipe may give less than was asked for before its end.
                data += self.take(source, size - len(data))
                if len(data) < size:
                    break
            yield place, data
            place += size
            data = read(size)
        if not data:
            return
        if short is None:
            yield place, data
        else:
            record = (place - start) // size + 1
            self.issue(short, offset=place, have=len(data), size=size, record=record)

    def boards(
        self,
        pieces: Iterable[tuple[int, PieceT]],
        make: Callable[[PieceT], Board | None],
    ) -> Iterator[Board]:
        r"""Yield the board of each record or line; one that is none is reported at its place.

        A board without an `origin` is given it. What `make` raises of a piece that cannot be a
        board (`ModelError`, such as a card twice, or another `ValueError`, such as a number that is
        none) is reported under `CORE061` at the piece's offset or line. Any other exception is a
        fault of the plugin.

        Args:
            pieces: what `records` gives (places are offsets) or `lines` (places are lines).
            make: returns the board of a piece, or `None` for a piece without one.

        Raises:
            ParseError: a piece cannot be a board and `errors` is `raise`.

        Example:
            >>> import io
            >>> ctx = ReadContext(FormatSpec(name="n", summary="Numbers"), errors="collect")
            >>> pieces = ctx.lines(io.BytesIO(b"7\nx\n"))
            >>> [board.number for board in ctx.boards(pieces, lambda text: Board(number=int(text)))]
            [7]
            >>> print(ctx.diagnostics[0].location.line, ctx.diagnostics[0].message)
            2 this is no board: invalid literal for int() with base 10: 'x'
        """
        for place, piece in pieces:
            try:
                board = make(piece)
            except ValueError as error:
                line, offset = (place, None) if isinstance(piece, str) else (None, place)
                self._unreadable(error, line=line, offset=offset)
                continue
            if board is None:
                continue
            if board.origin is None:
                line, offset = (place, None) if isinstance(piece, str) else (None, place)
                origin = Location(path=self.path, line=line, offset=offset, board=board.number)
                board = attrs.evolve(board, origin=origin)
            yield board

    @contextlib.contextmanager
    def record(
        self, *, offset: int | None = None, line: int | None = None, board: int | None = None
    ) -> Iterator[None]:
        """Report at its place what cannot be a board, as `boards` does, and go on behind the block.

        For readers that need more than a piece of the file to make a board of it.

        Args:
            offset: where the board begins: 0-based bytes from the start of the file.
            line: or its 1-based line.
            board: its number, where it is known.

        Raises:
            ParseError: a `ModelError` or another `ValueError` came out of the block (`CORE061`) and
                `errors` is `raise`.

        Example:
            >>> ctx = ReadContext(FormatSpec(name="n", summary="Numbers"), errors="collect")
            >>> from overtrick import Seat
            >>> with ctx.record(offset=14, board=2):
            ...     dealer = Seat.parse("X")
            >>> ctx.diagnostics[0].location.offset
            14
        """
        try:
            yield
        except ValueError as error:
            self._unreadable(error, offset=offset, line=line, board=board)

    def _unreadable(
        self, error: Exception, *, offset: int | None, line: int | None, board: int | None = None
    ) -> None:
        if isinstance(error, OvertrickError) and not isinstance(error, ModelError):
            raise error  # a finding that was reported, a refusal
        try:
            self.issue("CORE061", offset=offset, line=line, board=board, error=error)
        except FormatError as refusal:
            raise refusal from error
