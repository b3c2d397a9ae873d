"""Inputs of commands: a path or standard input, opened once, with its format detected."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import click

import overtrick
from overtrick import (
    Diagnostic,
    EditError,
    FormatError,
    Location,
    OptionError,
    OvertrickError,
    Severity,
)
from overtrick.plugin import (
    OpenSource,
    Seals,
    core_finding,
    default_manager,
    detect_source,
    file_of,
    in_order,
    open_source,
    option_names,
    printable,
    readable_suffixes,
    refuse_empty,
)
from overtrick_cli.advising import CHECK
from overtrick_cli.failures import INPUT, Failure, named_format
from overtrick_cli.options import FILE, KeyValue, Ranges, from_option, show_cards_option
from overtrick_cli.same_file import is_same_place
from overtrick_cli.terminal import say, say_finding

if TYPE_CHECKING:
    from overtrick import Board, BoardReader, Limits, PluginManager
    from overtrick.plugin import FormatSpec, ReadSource

PIPE: Final = "-"
"""The name of standard input and output."""

_MAX_PER_CODE: Final = 20
"""The maximum number of findings of one code on stderr, beside the output of a command."""


def no_board(path: str) -> Diagnostic:
    """Return the finding that a file has no board, which its format alone need not mind."""
    return core_finding("CORE030", Location(path=path))


def nothing_found(paths: Iterable[str], manager: PluginManager) -> str:
    """Return the message for folders without a file of a known format."""
    where = ", ".join(printable(path) for path in paths)
    known = ", ".join(sorted(readable_suffixes(manager))) or "no format is installed"
    return f"no file of a known format was found in {where} (looked for {known})"


def standard_input() -> BinaryIO:
    """Return standard input.

    Raises:
        Failure: it is closed.
    """
    if sys.stdin is None:
        msg = "standard input is closed"
        raise Failure(msg, INPUT)
    return sys.stdin.buffer


def is_pipe(path: str) -> bool:
    """Return whether what is read from a path cannot be read twice, nor replaced."""
    if path == PIPE:
        return True
    name = file_of(path)
    # `pathlib` would raise for a folder without access; opening the file reports that later.
    is_other = os.path.exists(name) and not os.path.isfile(name)
    return is_other and not os.path.isdir(name)


def is_read_too(target: str, sources: Iterable[str]) -> bool:
    """Return whether a file that is written is one of those that are read."""
    files = [file_of(source) for source in sources if source != PIPE]
    return target != PIPE and any(is_same_place(file, target) for file in files)


@contextlib.contextmanager
def open_input(
    name: str,
    format_name: str | None,
    manager: PluginManager,
    *,
    data: bytes | None = None,
    limits: Limits | None = None,
) -> Iterator[tuple[OpenSource, FormatSpec]]:
    """Open a path or standard input once, and detect its format.

    Args:
        name: a path, or `-` for standard input.
        format_name: the format's name where the user gives it.
        manager: knows the formats.
        data: the content, where it has been read before.
        limits: what it may cost; anything where not given.

    Yields:
        The open source and its format.

    Raises:
        Failure: the format named is not to be had.
        DetectionError: cannot detect the format.
        ParseError: it is empty, or compressed and cannot be unpacked.
        OSError: the file cannot be opened.
    """
    spec = None if format_name is None else named_format(manager, format_name, reads=True)
    source = data if data is not None else standard_input() if name == PIPE else name
    with open_source(source, path=name, limits=limits) as opened:
        if spec is not None:
            refuse_empty(opened)
            yield opened, spec
            return
        detection = detect_source(opened, manager)
        yield opened, manager.format(detection.format)


class ReadableBoards:
    """The boards of a file as far as they can be read, for a command that shows or counts them.

    Iteration yields them once; an error that ends it is among the findings.

    Attributes:
        path: its name as the user gave it, `-` for standard input.
        reader: the file's reader, with its `header` and `is_sealed`.
        spec: the file's format.
    """

    def __init__(
        self,
        path: str,
        reader: BoardReader,
        spec: FormatSpec,
        numbers: str | None = None,
    ) -> None:
        self.path = path
        self.reader = reader
        self.spec = spec
        self._numbers = numbers
        self._refusal: Diagnostic | None = None
        self._has_boards: bool | None = None  # not known before the end

    def __iter__(self) -> Iterator[Board]:
        if self._numbers is None:
            return self._read()
        from overtrick import select

        return iter(select(self._read(), self._numbers))

    def _read(self) -> Iterator[Board]:
        has_boards = False
        try:
            for board in self.reader:
                has_boards = True
                yield board
        except FormatError as error:
            self._refusal = error.diagnostic
        self._has_boards = has_boards

    @property
    def findings(self) -> list[Diagnostic]:
        """The findings so far, in the order of the file."""
        found = list(self.reader.diagnostics)
        if self._refusal is not None and self._refusal not in found:
            found.append(self._refusal)
        return list(in_order(found))

    def tell(self, *, strict: bool = False) -> int:
        """Print warnings and errors on stderr, at most 20 of each code; return the exit code.

        A file without boards is an error here, even if its format allows it.

        Args:
            strict: warnings count as errors.
        """
        found = [finding for finding in self.findings if finding.severity > Severity.NOTE]
        if self._has_boards is False and not any(finding.is_error for finding in found):
            found.append(no_board(self.path))
        counts: Counter[str] = Counter()
        for finding in found:
            counts[finding.code] += 1
            if counts[finding.code] <= _MAX_PER_CODE:
                say_finding(finding, with_hint=finding.is_error)
        for code, count in counts.items():
            if count > _MAX_PER_CODE:
                where = next(finding for finding in found if finding.code == code).location.path
                command = CHECK(*(() if where is None else (where,)))
                say(f"and {count - _MAX_PER_CODE:,} more {code}; `{command}` shows them")
        return INPUT if any(strict or item.is_error for item in found) else 0


@contextlib.contextmanager
def open_readable(
    name: str,
    format_name: str | None,
    options: Callable[[FormatSpec], dict[str, str]] = lambda spec: {},
    numbers: str | None = None,
    *,
    sealed: Seals = "refuse",
) -> Iterator[ReadableBoards]:
    """Open a file for a command that does not convert it.

    Args:
        name: a path, or `-` for standard input.
        format_name: the format's name where the user gives it.
        options: the options for reading, once the format is known.
        numbers: the boards that are asked for, such as `1-16,20`; all of them where it is `None`.
        sealed: what is done about a sealed file, as `show_cards_option` gives it.

    Yields:
        Its boards.

    Raises:
        SealedError: the hands are sealed.
        The errors of `open_input`.
    """
    from overtrick import BoardReader
    from overtrick.plugin import ReadSettings

    manager = default_manager()
    with open_input(name, format_name, manager) as (stream, spec):
        settings = ReadSettings(
            format=spec.name, errors="collect", options=options(spec), path=name, sealed=sealed
        )
        with BoardReader(stream, manager, settings) as reader:
            yield ReadableBoards(name, reader, spec, numbers)


def read_options(options: Iterable[tuple[str, str]], spec: FormatSpec) -> dict[str, str]:
    """Return options for reading, all of which the format has to know.

    Raises:
        OptionError: it does not know one of them.
    """
    known = option_names(spec.read_options)
    for key, _ in options:
        if key.replace("-", "_") not in known:
            names = ", ".join(sorted(known)).replace("_", "-") or "none"
            msg = f"no option {key!r}: reading {spec.name} has {names}"
            raise OptionError(msg)
    return dict(options)


def reads_boards(
    *,
    what: str = "file",
    show_cards: str = "Show hidden hands, too.",
    numbers: tuple[str, ...] = ("--boards",),
) -> Callable[[Callable[..., int | None]], Callable[..., int]]:
    """Return what gives a click command the boards of a file, as `boards`.

    It adds FILE (a path, or `-` for standard input; packed files too), `--from`, `-O`, `--boards`
    and `--show-cards`, with their completions for shells. The command gets a `ReadableBoards`. At
    its end the findings of the file are printed on standard error. The exit code is 1 if there is
    an error, or the command's own if that is higher. The script turns exceptions of overtrick
    that leave the command into messages and exit codes. For instance::

        @click.command()
        @reads_boards()
        def points(boards: ReadableBoards) -> None:
            for board in boards: ...

    Args:
        what: what the file is, in the help of `--from`.
        show_cards: the help of `--show-cards`: what the command does with sealed hands then.
        numbers: the option that chooses some of the boards, by all its names; empty for none.
    """

    def decorate(command: Callable[..., int | None]) -> Callable[..., int]:
        @functools.wraps(command)
        def run(
            *,
            file: str,
            from_format: str | None,
            options: tuple[tuple[str, str], ...],
            sealed: Seals,
            boards: str | None = None,
            **others: Any,  # noqa: ANN401  # the options of the command itself
        ) -> int:
            reading = functools.partial(read_options, options)
            with open_readable(file, from_format, reading, boards, sealed=sealed) as readable:
                try:
                    code = command(boards=readable, **others)
                except EditError:
                    readable.tell()  # a finding may be the reason why a board is missing
                    raise
                return max(code or 0, readable.tell())

        added: list[Callable[[Callable[..., int]], Callable[..., int]]] = [
            click.argument("file", type=FILE),
            from_option(what),
            click.option(
                "-O",
                "options",
                type=KeyValue(),
                multiple=True,
                help="Set an option for reading; see `overtrick formats FORMAT`.",
            ),
            show_cards_option(show_cards),
        ]
        if numbers:
            text = "Use only these boards, such as 3 or 1-16,20."
            added.insert(1, click.option(*numbers, "boards", type=Ranges(), help=text))
        for add in reversed(added):
            run = add(run)
        return run

    return decorate


def is_sealed_source(
    source: ReadSource, manager: PluginManager, format_name: str | None = None
) -> bool:
    """Return whether a file marks its hands as hidden.

    It reads the file up to the first board: the caller needs the answer before it writes any.
    """
    try:
        with overtrick.open_boards(
            source, manager=manager, format=format_name, errors="collect", wants=(), sealed="keep"
        ) as reader:
            return reader.is_sealed
    except (OvertrickError, OSError):
        return False  # reading its boards reports the error
