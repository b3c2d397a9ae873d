"""What a plugin's functions are given besides boards and files: one context object each.

New abilities become attributes of a context, never new parameters of readers, writers, rules and
views.
"""

from __future__ import annotations

import codecs
import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import (
    TYPE_CHECKING,
    BinaryIO,
    Final,
    Literal,
    NamedTuple,
    NoReturn,
    TypeVar,
)

import attrs

from overtrick.findings.codes import CORE_CODES
from overtrick.findings.diagnostics import (
    Catalogue,
    Diagnostic,
    DiagnosticCode,
    Diagnostics,
    Fix,
    Location,
    Severity,
)
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
from overtrick.findings.losses import Field, LossCollector, LossKind
from overtrick.framework.guard import Guard
from overtrick.framework.numbering import Implied, cycle
from overtrick.framework.spec import ExtrasSpec, FormatSpec, RuleSpec, ViewSpec, resolve
from overtrick.model.board import NO_EXTRAS, Board, Extras

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.framework.seals import Seals
    from overtrick.model.hands import Deal

ErrorMode = Literal["raise", "collect"]

_EXCEPTIONS: Final[Mapping[str, type[FormatError]]] = {
    "parse": ParseError,
    "inconsistent": InconsistentDataError,
    "encoding": TextEncodingError,
    "limit": LimitError,
    "write": WriteError,
}

OptionsT = TypeVar("OptionsT")
PieceT = TypeVar("PieceT", bound=bytes | str)


@attrs.frozen(kw_only=True)
class Limits:
    """What a caller allows a file to cost; `None` for no limit.

    The limits are checked whenever the reader asks for more bytes and after each board.

    Attributes:
        max_bytes: the most bytes that are read.
        max_boards: the most boards that are yielded.
        max_seconds: the longest time from opening to the last board, wall clock.
    """

    max_bytes: int | None = None
    max_boards: int | None = None
    max_seconds: float | None = None


NO_LIMITS: Final = Limits()
"""What a file may cost where nobody says: anything."""


class Part(NamedTuple):
    """A part of a file that is read by itself, as if the rest had been read as well.

    Attributes:
        start: the byte where it begins.
        end: the byte behind it, `None` for the last.
        state: what the format's splitter passes to its reader about the file before the part, as
            name and value pairs.
    """

    start: int
    end: int | None
    state: tuple[tuple[str, str], ...] = ()


def _options(name: str, options: object | None, cls: type[OptionsT]) -> OptionsT:
    if options is None:
        return cls()
    if not isinstance(options, cls):
        msg = f"{name}: declared options are not {cls.__name__}"
        raise PluginError(msg)
    return options


def _hint(entry: DiagnosticCode, fix: Fix | None) -> str | None:
    """Return what to do about a finding: what its fix does says more than its catalogue."""
    return entry.hint if fix is None else fix.summary


def catalogue_of(reference: str) -> Catalogue:
    """Return the catalogue that a reference names.

    Raises:
        PluginLoadError: it cannot be imported.
        PluginError: it is none.
    """
    listed = resolve(reference)
    if isinstance(listed, Catalogue):
        return listed
    with Guard(f"the catalogue {reference!r}", reference):
        # A plugin that lists its codes in a plain mapping has them found as well.
        return Catalogue(*listed.values())


class _Context:
    """What reading, writing and checking have in common: options, the catalogue, reporting."""

    spec: FormatSpec | RuleSpec

    def __init__(
        self, spec: FormatSpec | RuleSpec, path: str | None, options: object | None
    ) -> None:
        self.spec = spec
        self.path = path
        self.diagnostics = Diagnostics()
        self._options = options
        self._catalogue: Catalogue | None = None
        # Those that findings were made of: a file often has one of them in each board.
        self._entries: dict[str, DiagnosticCode] = {}

    def options(self, cls: type[OptionsT]) -> OptionsT:
        """Return the plugin's options, an instance of its own class, defaults if none given.

        Raises:
            PluginError: the options are of another class than the one declared.
        """
        return _options(self.spec.name, self._options, cls)

    def _entry(self, code: str) -> DiagnosticCode | None:
        if self._catalogue is None:
            reference = self.spec.diagnostics
            self._catalogue = Catalogue() if reference is None else catalogue_of(reference)
        return self._catalogue.find(code) or CORE_CODES.find(code)

    def _make(
        self,
        code: str,
        message: str | None,
        location: Location,
        values: Mapping[str, object],
        *,
        severity: Severity | None = None,
        clause: str | None = None,
        hint: str | None = None,
        part: str | None = None,
        fix: Fix | None = None,
    ) -> tuple[Diagnostic, DiagnosticCode]:
        """Return a finding and the catalogue's entry of its code."""
        entry = self._entry(code)
        if entry is None:
            if message is None:
                raise self._unlisted(code)
            entry = DiagnosticCode(code=code, severity=Severity.ERROR, template="")
        diagnostic = _made(
            entry,
            location,
            values,
            message=message,
            severity=severity,
            clause=clause,
            hint=hint,
            part=part,
            fix=fix,
        )
        return diagnostic, entry

    def _unlisted(self, code: str) -> PluginError:
        return PluginError(f"the plugin {self.spec.name!r} does not list its code {code!r}")


def _made(
    entry: DiagnosticCode,
    location: Location,
    values: Mapping[str, object],
    *,
    message: str | None = None,
    severity: Severity | None = None,
    clause: str | None = None,
    hint: str | None = None,
    part: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    """Return a finding of a catalogue's entry."""
    return Diagnostic(
        code=entry.code,
        severity=entry.severity if severity is None else severity,
        message=entry.template.format(**{"board": location.board, **values})
        if message is None
        else message,
        location=location,
        clause=entry.clause if clause is None else clause,
        hint=_hint(entry, fix) if hint is None else hint,
        part=part,
        fix=fix,
    )


Span = tuple[int, int, int, int, int]
"""Line, column and byte offset where something begins, line and column behind it."""


def _made_at(  # noqa: PLR0917  # partial takes them in half the space without names
    entry: DiagnosticCode,
    reader: str | None,
    path: str | None,
    span: Span | Callable[[], Span],
    board: int | None,
    part: str | None,
    clause: str | None,
    severity: Severity | None,
    values: Mapping[str, object],
) -> Diagnostic:
    """Return a finding that was reported by `ReadContext.issue_at`."""
    # It is made long after the plugin's own code has ended.
    with Guard(f"finding the place of {entry.code}", reader):
        line, column, offset, end_line, end_column = span() if callable(span) else span
        place = Location(
            path=path,
            line=line,
            column=column,
            offset=offset,
            board=board,
            end_line=end_line,
            end_column=end_column,
        )
        return _made(entry, place, values, severity=severity, clause=clause, part=part)


class ReadContext(_Context):
    """What a reader is given.

    Attributes:
        spec: the format that is read.
        path: the file's name, for messages; `None` where there is none.
        errors: `raise` at the first error, or `collect` them and go on.
        wants: the fields that the caller will look at, `None` for all; a reader may skip
            the rest.
        checking: whether the reader should also report what the format's standard forbids
            though the meaning is plain, down to notes.
        limits: what the caller allows the file to cost.
        part: the part of the file that is to be read, `None` for all of it; only the reader of a
            format with a splitter is given one. The source is still the complete file, and can
            seek.
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

    def seal_header(self) -> None:
        """Refuse any later change of the header; called by the core at the first board."""
        self._header_is_final = True

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
            fix: what mends it, where there is one right answer.
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
        diagnostic, entry = self._make(
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
        self._report(diagnostic, entry)
        return diagnostic

    def _report(self, diagnostic: Diagnostic, entry: DiagnosticCode) -> None:
        """Keep a finding, note what it casts doubt on, and raise where it ends the reading."""
        self.diagnostics.append(diagnostic)
        self._doubt(entry, diagnostic.part)
        if diagnostic.is_error and self.errors == "raise":
            raise _EXCEPTIONS[entry.kind](diagnostic)

    def _doubt(self, entry: DiagnosticCode, part: str | None) -> None:
        if part is not None and entry.doubts:
            self._doubted.add(part)

    def issue_at(
        self,
        code: str,
        span: Span | Callable[[], Span],
        values: Mapping[str, object],
        *,
        board: int | None = None,
        part: str | None = None,
        clause: str | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Report a finding as `issue` does; what raises nothing is put together when looked at.

        A file may have a finding in each board, and most who read it never look: 3 µs in place
        of 12.

        Args:
            code: a code of the plugin's catalogue.
            span: where it begins and ends, or what finds that out; it is called at once or later,
                so that what it holds is kept.
            values: what fills the template's fields; it is kept.
            board: the board's number.
            part: the part of the board.
            clause: in place of the catalogue's.
            severity: in place of the catalogue's.

        Raises:
            FormatError: as `issue` does.
        """
        entry = self._entries.get(code)
        if entry is None:
            entry = self._entry(code)
            if entry is None:
                raise self._unlisted(code)
            self._entries[code] = entry
        make = partial(
            _made_at,
            entry,
            self.spec.reader,
            self.path,
            span,
            board,
            part,
            clause,
            severity,
            values,
        )
        is_error = (entry.severity if severity is None else severity) is Severity.ERROR
        if is_error and self.errors == "raise":
            self._report(make(), entry)
            return
        self.diagnostics.append_later(make)
        if part is not None and entry.doubts:
            self._doubted.add(part)

    def refuse(
        self, code: str, *, offset: int | None = None, line: int | None = None, **values: object
    ) -> FormatError:
        """Return the exception of a finding that ends the reading in either error mode."""
        diagnostic, entry = self._make(
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

    def text(self, source: BinaryIO, *, encoding: str | None = None) -> Iterator[str]:
        """Yield the decoded lines of a file without their ends (LF, CRLF or CR).

        A byte order mark is taken off. Without an `encoding`, each line is UTF-8 if it can be,
        otherwise CP1252, otherwise Latin-1.

        Raises:
            TextEncodingError: the file is UTF-16 or UTF-32 (`CORE020`), or a line is not in
                the encoding that was asked for (`CORE021`).
        """
        start = end = 0
        for raw in source:
            start, end = end, end + len(raw)
            line = raw
            if start == 0:
                self.refuse_wide(line)
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
        """Return the next bytes of a file: so many, and fewer only at its end.

        A pipe may give less than it is asked for at a time; here that is put together.

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
            head: what was read of the records already, to tell how they are laid out; the source
                stands behind it.
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


def raw_lines(source: Iterable[bytes]) -> Iterator[bytes]:
    r"""Yield the lines of a file with their ends: LF, CRLF or a CR by itself.

    Example:
        >>> list(raw_lines([b"a\r\n", b"b\rc"]))
        [b'a\r\n', b'b\r', b'c']
    """
    for line in source:
        if line.count(b"\r") == line.endswith(b"\r\n"):  # no CR but that of the end
            yield line
        else:
            yield from line.splitlines(keepends=True)


_WIDE_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_MARKS: Final = tuple(mark for mark, _ in _WIDE_MARKS)


_FIRST: Final = 4  # text of two bytes or four a letter has a zero among so many
_ENOUGH: Final = 512
_OF_TEXT: Final = bytes((9, 10, 13, *range(0x20, 0x7F), *range(0xA0, 0x100)))


def wide_encoding(head: bytes) -> str | None:
    r"""Return `UTF-16` or `UTF-32` for a file that begins as text in one of them, else `None`.

    It has the mark of one, or, without a mark, zeros where plain letters have their upper bytes.

    Example:
        >>> wide_encoding("[Event".encode("utf-16")), wide_encoding("[Event".encode("utf-32-be"))
        ('UTF-16', 'UTF-32')
        >>> wide_encoding(b"[Event"), wide_encoding(b"\x00\x01\x02\x03\x04\x05\x06\x07")
        (None, None)
    """
    if head.startswith(_MARKS):
        return next(name for mark, name in _WIDE_MARKS if head.startswith(mark))
    if b"\0" not in head[:_FIRST]:
        return None
    for width, name in ((4, "UTF-32"), (2, "UTF-16")):
        text = head[: min(_ENOUGH, len(head) // width * width)]
        for low in (0, width - 1):  # where the letters are: little-endian, big-endian
            letters = text[low::width]
            rest = b"".join(text[place::width] for place in range(width) if place != low)
            # All that is plain, with a letter of another script now and then.
            is_long = len(letters) > 1 or letters == b"\n"
            is_text = is_long and not letters[:2].translate(None, _OF_TEXT)
            if is_text and b"\0" not in letters and rest.count(0) >= len(rest) - len(letters) // 4:
                return name
    return None


def decoded_line(line: bytes) -> tuple[str, str]:
    """Return a line as text, and its encoding: UTF-8 if it can be, else CP1252, else Latin-1."""
    for candidate in ("utf-8", "cp1252"):
        try:
            return line.decode(candidate), candidate
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1"), "latin-1"


def decode_line(line: bytes) -> str:
    """Return a line as text, as `decoded_line` does."""
    return decoded_line(line)[0]


class WriteContext(_Context):
    """What a writer is given.

    Attributes:
        spec: the format that is written.
        path: the file's name, for messages; `None` where there is none.
        header: what the source said of the whole file; a writer uses its own format's keys.
        source_format: the format that the boards were read from, `None` where unknown.
        is_sealed: whether the hands are not to be shown; `header` says so in the format's way.
        sealed: what is done where the file would not be sealed, `None` for `seals.current()`.
        keeps_seed: whether a seed in the provenance of a board may be written.
        layout_keys: the extras of all formats that say nothing but how a file is laid out.
        foreign_extras: the extras of other formats that this one carries (`ExtrasSpec.foreign`).
        diagnostics: the findings so far.
    """

    spec: FormatSpec

    def __init__(
        self,
        spec: FormatSpec,
        *,
        path: str | None = None,
        header: Extras = NO_EXTRAS,
        source_format: str | None = None,
        options: object | None = None,
    ) -> None:
        super().__init__(spec, path, options)
        self._implied = cycle(spec.implied)
        self.header = header
        self.source_format = source_format
        self.is_sealed = False
        self.sealed: Seals | None = None
        self.keeps_seed = False
        self.losses = LossCollector()
        self.layout_keys: frozenset[str] = frozenset()
        extras = spec.capability(ExtrasSpec)
        self.foreign_extras = () if extras is None else extras.foreign
        self._has_deals = spec.requires is not None and spec.requires.deals is not None

    def lose(
        self,
        board: Board | None,
        field: Field,
        reason: str,
        kind: LossKind = LossKind.DROPPED,
    ) -> None:
        """Report that a value is not in the target as it was in the source.

        Everything outside `FormatSpec.carries` is reported by the core; a writer reports only
        what it cannot write of a field that it does carry.

        Args:
            board: the board, or `None` for what belongs to the whole file.
            field: what is lost.
            reason: why, in a few words; the same for all boards, for it is counted.
            kind: what became of it.
        """
        self.losses.add(board, field, reason, kind)

    def numbered(
        self, boards: Iterable[Board], start: int | None = None
    ) -> Iterator[tuple[int, Board]]:
        """Yield boards with the numbers that they will have when the file is read.

        What a board states of its number, and of what follows from it (`FormatSpec.implied`),
        and what will not come back, is reported as lost. What it does not state, it is given:
        `DEFAULTED`.

        Args:
            boards: the boards, in the order of the file.
            start: the number of the first board, for a format that numbers the boards of a file
                in their order; `None` for one that keeps each board's number. A board without
                one then gets the number after the last.
        """
        number = 0 if start is None else start - 1
        for board in boards:
            stated = board.number
            number += 1
            if start is None and stated is not None:
                number = stated
            self._report_numbering(board, number)
            if stated != number:
                self.check_number(board, number)
            yield number, board

    def deals(
        self, boards: Iterable[Board], start: int | None = None
    ) -> Iterator[tuple[int, Deal]]:
        """Yield numbers, as `numbered` does, with complete deals: all that many formats hold.

        Args:
            boards: the boards, in the order of the file.
            start: as for `numbered`.

        Raises:
            WriteError: a board has no complete deal (`CORE070`).
        """
        deal_of = self.deal_of
        for number, board in self.numbered(boards, start):
            yield number, deal_of(board)

    def deal_of(self, board: Board) -> Deal:
        """Return a board's deal, 52 cards.

        Raises:
            WriteError: it has none that is complete (`CORE070`).
        """
        deal = board.deal
        # Where the format requires it, that was looked at before the writer had the board.
        if deal is None or not (self._has_deals or deal.is_complete):
            self.refuse_deal(board)
        return deal

    def refuse_deal(self, board: Board) -> NoReturn:
        """Refuse a board that has no complete deal.

        Raises:
            WriteError: always (`CORE070`).
        """
        self.issue("CORE070", board=board, label=board.label, format=self.spec.name)
        raise AssertionError  # an error ends the writing

    def check_number(self, board: Board, number: int) -> None:
        """Refuse a number that the format has no place for (`FormatSpec.requires`).

        Boards come to a writer with it done; it does so itself for a number that it gives.

        Raises:
            WriteError: the number is not among those (`CORE071`).
        """
        requires = self.spec.requires
        if requires is None or requires.numbers is None:
            return
        low, high = requires.numbers
        if not low <= number <= high:
            named = board if board.number == number else attrs.evolve(board, number=number)
            name = self.spec.name
            self.issue("CORE071", board=named, number=number, low=low, high=high, format=name)

    def _report_numbering(self, board: Board, number: int) -> None:
        name = self.spec.name
        if board.number is None:
            reason = f"{name} gives every board a number"
            self.lose(board, Field.NUMBER, reason, LossKind.DEFAULTED)
        elif board.number != number:
            self.lose(board, Field.NUMBER, f"{name} numbers the boards of a file in their order")
        follows = self._implied[number & 15]
        for field, stated, given in (
            (Field.DEALER, board.dealer, follows.get("dealer")),
            (Field.VULNERABILITY, board.vulnerability, follows.get("vulnerability")),
        ):
            if given is None:
                continue
            if stated is None:
                reason = f"{name} gives every board the {field.value} of its number"
                self.lose(board, field, reason, LossKind.DEFAULTED)
            elif stated is not given:
                reason = f"{name} has only the {field.value} that the number gives"
                self.lose(board, field, reason)

    def issue(  # one keyword for each part of a diagnostic
        self,
        code: str,
        message: str | None = None,
        /,
        *,
        board: Board | None = None,
        severity: Severity | None = None,
        clause: str | None = None,
        hint: str | None = None,
        part: str | None = None,
        **values: object,
    ) -> Diagnostic:
        """Report a finding; an error ends the writing and nothing is written.

        Args:
            code: a code of the plugin's catalogue, or any code if a message is given.
            message: the message, in place of the catalogue's template.
            board: the board, as `lose` has it; `None` for what belongs to the whole file. A format
                that numbers boards itself gives the board under the number of its own.
            severity: in place of the catalogue's.
            clause: in place of the catalogue's.
            hint: in place of the catalogue's.
            part: the part of the board, such as `auction.3`.
            **values: what fills the template's fields.

        Returns:
            The diagnostic, which is also in `diagnostics`.

        Raises:
            WriteError: the finding is an error.
        """
        number = None if board is None else board.number
        diagnostic, _ = self._make(
            code,
            message,
            Location(path=self.path, board=number),
            values,
            severity=severity,
            clause=clause,
            hint=hint,
            part=part,
        )
        self.diagnostics.append(diagnostic)
        if diagnostic.is_error:
            raise WriteError(diagnostic)
        return diagnostic


class RuleContext(_Context):
    """What a rule is given besides the boards.

    Attributes:
        spec: the rule.
        path: the file's name, for messages; `None` where there is none.
        format: the name of the file's format, `None` for a board of no file.
        header: what the file says of all its boards.
        diagnostics: the findings so far.
    """

    spec: RuleSpec

    def __init__(
        self,
        spec: RuleSpec,
        *,
        path: str | None = None,
        format: str | None = None,  # the word that users know
        header: Extras = NO_EXTRAS,
        locate: Callable[[Diagnostic, Board], Diagnostic] | None = None,
    ) -> None:
        super().__init__(spec, path, None)
        self.format = format
        self.header = header
        self._locate = locate

    def issue(
        self,
        code: str,
        message: str | None = None,
        /,
        *,
        board: Board | None = None,
        severity: Severity | None = None,
        clause: str | None = None,
        hint: str | None = None,
        part: str | None = None,
        **values: object,
    ) -> Diagnostic:
        """Report a finding.

        Args:
            code: a code of the rule's catalogue, or any code if a message is given.
            message: the message, in place of the catalogue's template.
            board: the board that it speaks of; `None` for the file as a whole.
            severity: in place of the catalogue's.
            clause: in place of the catalogue's.
            hint: in place of the catalogue's.
            part: the part of the board, such as `auction.3` or `dealer`; the file's format may
                know its exact place.
            **values: what fills the template's fields.

        Returns:
            The diagnostic, which is also in `diagnostics`.

        Raises:
            PluginError: the catalogue does not list the code and there is no message.
        """
        place = Location() if board is None or board.origin is None else board.origin
        if place.path is None:
            place = attrs.evolve(place, path=self.path)
        if place.board is None and board is not None and board.number is not None:
            place = attrs.evolve(place, board=board.number)
        diagnostic, _ = self._make(
            code, message, place, values, severity=severity, clause=clause, hint=hint, part=part
        )
        if board is not None and self._locate is not None:
            diagnostic = self._locate(diagnostic, board)
        self.diagnostics.append(diagnostic)
        return diagnostic


class ViewContext:
    """What a view is given besides the boards.

    Attributes:
        spec: the view.
        path: the name of the boards' file, for a title; `None` where there is none.
        header: what the file says of all its boards.
        is_terminal: whether a person sees the output at once.
        has_colour: whether what is shown may have colours, where the view has a choice.
        language: the code of the language that people read it in, as for `overtrick.translator`.
    """

    def __init__(
        self,
        spec: ViewSpec,
        *,
        path: str | None = None,
        header: Extras = NO_EXTRAS,
        options: object | None = None,
        is_terminal: bool = False,
        has_colour: bool = False,
        language: str = "en",
    ) -> None:
        self.spec = spec
        self.path = path
        self.header = header
        self.is_terminal = is_terminal
        self.has_colour = has_colour
        self.language = language
        self._options = options

    def options(self, cls: type[OptionsT]) -> OptionsT:
        """Return the view's options, an instance of its own class, defaults if none given.

        Raises:
            PluginError: the options are of another class than the one declared.
        """
        return _options(self.spec.name, self._options, cls)
