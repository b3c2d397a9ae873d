"""What commands print: findings and losses on stderr, tables and JSON on stdout, progress."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import click

from overtrick.findings.diagnostics import Diagnostic, Severity
from overtrick.tools.printable import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as RichProgress

_COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}

ItemT = TypeVar("ItemT")


def say(text: str) -> None:
    """Print a line on stderr; in colour on a terminal, unless `NO_COLOR` is set."""
    click.echo(text, err=True, color=False if os.environ.get("NO_COLOR") else None)


def say_finding(finding: Diagnostic, *, with_hint: bool = False) -> None:
    """Print a finding on stderr: `path:line:column: severity CODE: message (clause)`."""
    place = printable(str(finding.location))
    label = click.style(finding.severity.label, fg=_COLOURS[finding.severity], bold=True)
    clause = f" ({printable(finding.clause)})" if finding.clause else ""
    say(f"{place}: {label} {finding.code}: {printable(finding.message)}{clause}")
    if with_hint and finding.hint:
        say(click.style(f"    {printable(finding.hint)}", dim=True))


def count_findings(findings: Iterable[Diagnostic]) -> str:
    """Return how many findings there are of each severity, in words.

    Example:
        >>> count_findings([])
        'nothing wrong'
    """
    items = list(findings)
    words = []
    for severity in sorted(Severity, reverse=True):
        count = sum(1 for item in items if item.severity is severity)
        if count:
            words.append(plural(count, severity.label))
    return ", ".join(words) or "nothing wrong"


def plural(count: int, noun: str) -> str:
    """Return a count with its noun.

    Example:
        >>> plural(1, "board"), plural(2, "board")
        ('1 board', '2 boards')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def print_json(value: object) -> None:
    """Print a value as JSON, indented, on stdout."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


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
    """

    _DELAY: Final = 1.0

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what = what
        self._total = total
        self._count = 0
        self._is_possible = sys.stderr.isatty()
        self._started = time.monotonic()
        self._bar: RichProgress | None = None
        self._task: Any = None

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

    def _show(self) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < self._DELAY:
                return
            self._start()
        if self._bar is not None:
            self._bar.update(self._task, completed=self._count)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
        )

        columns = [
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        ]
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._what, total=self._total)
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
