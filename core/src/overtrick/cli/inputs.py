"""What commands read from: a path or standard input, opened once and its format told."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from overtrick.cli.failures import INPUT, Failure, named_format
from overtrick.files.detection import detect_source
from overtrick.files.sources import OpenSource, open_source
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Diagnostic, Location

if TYPE_CHECKING:
    from overtrick.files.reading import BoardReader
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec import FormatSpec

PIPE: Final = "-"
"""The name of standard input and output."""


def no_board(path: str) -> Diagnostic:
    """Return the finding that a file has no board, which its format alone need not mind."""
    return core_finding("CORE030", Location(path=path))


def standard_input() -> BinaryIO:
    """Return standard input.

    Raises:
        Failure: it is closed.
    """
    if sys.stdin is None:
        msg = "standard input is closed"
        raise Failure(msg, INPUT)
    return sys.stdin.buffer


@contextlib.contextmanager
def open_input(
    name: str,
    format_name: str | None,
    manager: PluginManager,
    *,
    data: bytes | None = None,
) -> Iterator[tuple[OpenSource, FormatSpec, tuple[Diagnostic, ...]]]:
    """Open a path or standard input once, and tell its format.

    Args:
        name: a path, or `-` for standard input.
        format_name: the format's name where the user gives it.
        manager: knows the formats.
        data: the content, where it has been read before.

    Yields:
        The open source, its format, and what was found on telling the format.

    Raises:
        Failure: the format named is not to be had.
        DetectionError: the format cannot be told.
        ParseError: it is compressed and cannot be unpacked.
        OSError: the file cannot be opened.
    """
    spec = None if format_name is None else named_format(manager, format_name, reads=True)
    source = data if data is not None else standard_input() if name == PIPE else name
    with open_source(source, path=name) as opened:
        if spec is not None:
            yield opened, spec, ()
            return
        detection = detect_source(opened, manager)
        yield opened, manager.format(detection.format), detection.diagnostics


def refuse_sealed(reader: BoardReader, name: str, *, show_cards: bool, verb: str = "shows") -> None:
    """Refuse to tell of hands that a file says are sealed, unless the user asks for them.

    Args:
        reader: reads the file.
        name: the file's name.
        show_cards: whether `--show-cards` was given.
        verb: what `--show-cards` does with the hands.

    Raises:
        click.UsageError: the hands are sealed, and it was not.
    """
    if reader.is_sealed and not show_cards:
        msg = f"{name} says that its hands are not to be shown; --show-cards {verb} them"
        raise click.UsageError(msg)
