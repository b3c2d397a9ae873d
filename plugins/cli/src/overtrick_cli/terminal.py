"""What commands print: findings and losses on stderr, tables and JSON on stdout, progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import click

from overtrick import Diagnostic, Severity
from overtrick.plugin import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as RichProgress

_COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}

_INDENT: Final = " " * 4
_MIN_WIDTH: Final = 20

ItemT = TypeVar("ItemT")


def say(text: str, *, err: bool = True) -> None:
    """Print a line; in colour on a terminal, unless `NO_COLOR` is set.

    Args:
        text: the line.
        err: whether to print it on stderr; on stdout it is what the command was asked for.
    """
    click.echo(text, err=err, color=_colour())


def _colour() -> bool | None:
    """Return whether to print colours; `None` to decide by whether stdout is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def say_finding(finding: Diagnostic, *, with_hint: bool = False, err: bool = True) -> None:
    """Print a finding: `path:line:column: severity CODE: message (clause)`."""
    place = printable(str(finding.location))
    clause = f" ({printable(finding.clause)})" if finding.clause else ""
    kind = f"{label(finding.severity)} {finding.code}"
    say(f"{place}: {kind}: {printable(finding.message)}{clause}", err=err)
    if with_hint:
        print_hint(finding, err=err)


def label(severity: Severity) -> str:
    """Return the word for a severity, in its colour."""
    return click.style(severity.label, fg=_COLOURS[severity], bold=True)


def print_hint(finding: Diagnostic, *, err: bool = True) -> None:
    """Print the hint of a finding, line by line."""
    for line in (finding.hint or "").splitlines():
        print_indented(line, err=err)


def print_indented(text: str, *, err: bool = True) -> None:
    """Print a text below a finding, indented; on a terminal its lines are wrapped."""
    lines = [printable(text)]
    if is_terminal(err=err):
        import textwrap

        # The last cell of a line is left free: some terminals go on to the next line after it.
        width = max(terminal_width() - len(_INDENT) - 1, _MIN_WIDTH)
        lines = textwrap.wrap(lines[0], width, break_long_words=False, break_on_hyphens=False) or [
            ""
        ]
    for line in lines:
        say(click.style(_INDENT + line, dim=True), err=err)


def counted(counts: Mapping[Severity, int]) -> str:
    """Return counts of findings in words, the worst first.

    Example:
        >>> counted({Severity.NOTE: 1200, Severity.ERROR: 1}), counted({})
        ('1 error, 1,200 notes', '')
    """
    words = [
        plural(counts[severity], severity.label)
        for severity in sorted(Severity, reverse=True)
        if counts.get(severity)
    ]
    return ", ".join(words)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun.

    Example:
        >>> plural(1, "board"), plural(2, "board")
        ('1 board', '2 boards')
    """
    return f"{count} {noun}" if count == 1 else f"{count:,} {noun}s"


def print_json(value: object) -> None:
    """Print a value as JSON, indented, on stdout; nothing in it steers a terminal."""
    from overtrick.plugin import json_text

    click.echo(json_text(value, indent=2))


def is_terminal(*, err: bool = True) -> bool:
    """Return whether stderr, or with `err=False` stdout, is a terminal."""
    stream = sys.stderr if err else sys.stdout
    return stream is not None and stream.isatty()


def terminal_width() -> int:
    """Return how many cells a line of the terminal has; 80 where that is not known."""
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass  # as most often; the terminal itself knows
    for stream in (sys.stderr, sys.stdout, sys.stdin):
        try:
            return os.get_terminal_size(stream.fileno()).columns or 80
        except (AttributeError, OSError, ValueError):
            continue
    return 80


def console() -> Console:
    """Return a console for tables on stdout; where that is no terminal, no line is wrapped."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 10_000
    return Console(width=width, highlight=False)


def print_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table on stdout, its texts taken literally."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    out = console()
    with out.capture() as captured:
        out.print(table)
    # Rich fills every line up to its table's width.
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


class Progress:
    """A bar on stderr, shown only on a terminal and only once a second has passed.

    Args:
        what: the label beside the bar.
        total: how many items there are, `None` where that is not known.
        is_wanted: whether there may be a bar at all.
    """

    _DELAY: Final = 1.0

    def __init__(self, what: str, total: int | None = None, *, is_wanted: bool = True) -> None:
        self._what = what
        self._total = total
        self._count = 0
        self._is_possible = is_wanted and is_terminal()
        self._started = time.monotonic()
        self._bar: RichProgress | None = None
        self._task: Any = None
        self._beside = ""

    def watch(self, items: Iterable[ItemT]) -> Iterator[ItemT]:
        """Pass items on and count them."""
        if not self._is_possible:
            yield from items
            return
        for item in items:
            yield item
            self._count += 1
            # Asking for the time costs more than a board: now and then will do.
            if self._count & 31 == 0 or self._total is not None:
                self._show()

    def advance(self, count: int, beside: str = "") -> None:
        """Count items that come many at a time.

        Args:
            count: the number of items done since the last call.
            beside: other figures, shown beside the bar.
        """
        self._count += count
        self._beside = beside
        if self._is_possible:
            self._show()

    def hide(self) -> None:
        """Take the bar away before something is printed; it comes back a second later."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        self._started = time.monotonic()

    def _show(self) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < self._DELAY:
                return
            self._start()
        if self._bar is not None:
            self._bar.update(self._task, completed=self._count, beside=self._beside)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        columns = [
            # The label names files: nothing in it is markup.
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            *([] if self._total is None else [TextColumn("left"), TimeRemainingColumn()]),
            TextColumn("{task.fields[beside]}", markup=False),
        ]
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._what, total=self._total, beside=self._beside)
        self._bar.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
