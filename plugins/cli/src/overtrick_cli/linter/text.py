"""Reports of checked files: text lines, diffs, JSON and statistics."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import click

from overtrick import Diagnostic, Severity
from overtrick.plugin import printable
from overtrick_cli.linter.excerpt import excerpt
from overtrick_cli.linter.job import Checked
from overtrick_cli.terminal import (
    counted,
    plural,
    print_hint,
    print_indented,
    print_json,
    print_table,
    say,
    say_finding,
    terminal_width,
)

_MIN_WIDTH = 24
"""A terminal of fewer cells shows no lines of files."""


NOTHING_WRONG: Final = "nothing wrong"

NONE_SELECTED: Final = "no finding with a selected code"
"""What is printed in place of `NOTHING_WRONG` where other codes may have been found."""


class Totals:
    """The counts of all files.

    Args:
        nothing: the words for no finding.
    """

    def __init__(self, nothing: str = NOTHING_WRONG) -> None:
        self._nothing = nothing
        self._severities: Counter[Severity] = Counter()
        self._fixable = 0
        self._fixed = 0
        self.files = 0
        self.changed = 0

    def add(self, checked: Checked) -> None:
        """Count a file."""
        self.files += 1
        self._severities += checked.severities
        self._fixable += checked.fixable
        self._fixed += len(checked.done)
        self.changed += checked.is_changed

    def __str__(self) -> str:
        text = f"{plural(self.files, 'file')}, {counted(self._severities) or self._nothing}"
        return text + fixed(self._fixed) + can_be_fixed(self._fixable)

    @property
    def of_diff(self) -> str:
        """The summary of `--diff`."""
        places = f"; {plural(self._fixed, 'place')} to fix" if self._fixed else ""
        text = f"{plural(self.changed, 'file')} would change{places}"
        bad = {key: count for key, count in self._severities.items() if count}
        return f"{text}; {counted(bad)}" if bad else text


def fixed(count: int) -> str:
    """Return the number of fixed places, worded to follow other counts."""
    return f"; {plural(count, 'place')} fixed" if count else ""


def can_be_fixed(count: int) -> str:
    """Return the number of fixable findings, worded to follow other counts."""
    return f"; {count:,} can be fixed with --fix" if count else ""


class TextReport:
    """Print each finding, on request with its source line, and a line for each file, on stdout.

    Args:
        shows_lines: whether to show the source lines of findings.
        is_quiet: whether to print only findings.
        is_only: whether there is only one file, whose line replaces the totals.
        is_fixing: whether files are fixed.
        nothing: the words for no finding.
    """

    def __init__(
        self,
        *,
        shows_lines: bool,
        is_quiet: bool,
        is_only: bool,
        is_fixing: bool,
        nothing: str = NOTHING_WRONG,
    ) -> None:
        self._nothing = nothing
        self._shows_lines = shows_lines
        self._is_quiet = is_quiet
        self._is_only = is_only
        self._is_fixing = is_fixing

    def add(self, checked: Checked) -> None:
        """Print the result of a file."""
        self._print_fixes(checked)
        for finding in checked.findings:
            say_finding(finding, err=False)
            if self._shows_lines:
                print_excerpt(finding, checked.lines)
            print_remedies(finding)
        for code, count in left_out(checked).items():
            rest = f"{printable(checked.path)}: and {count:,} more {code}"
            say(click.style(f"{rest} (--max-per-code 0 shows them all)", dim=True), err=False)
        if checked.format is None or self._is_quiet:
            return
        if checked.file.is_named or checked.counts or checked.is_changed:
            boards = plural(checked.boards, "board")
            found = counted(checked.severities) or self._nothing
            text = f"{printable(checked.path)}: {checked.format}, {boards}, {found}"
            click.echo(text + (can_be_fixed(checked.fixable) if self._is_only else ""))

    def _print_fixes(self, checked: Checked) -> None:
        for item in checked.left:
            say_finding(item, with_hint=True, err=False)
        if self._is_quiet:
            return
        if checked.is_changed:
            counts = Counter(item.code for item in checked.done)
            first: dict[str, Diagnostic] = {}
            for item in checked.done:
                first.setdefault(item.code, item)
            for code, item in first.items():
                say_finding(item, err=False)
                if counts[code] > 1:
                    more = f"{printable(checked.path)}: and {counts[code] - 1:,} more {code}"
                    say(click.style(more, dim=True), err=False)
            places = plural(len(checked.done), "place")
            say(f"{printable(checked.path)}: rewritten, {places} fixed", err=False)
        elif self._is_fixing and checked.format is not None and checked.file.is_named:
            say(f"{printable(checked.path)}: nothing to fix", err=False)

    def end(self, totals: Totals) -> None:
        """Print the totals."""
        if totals.files and not self._is_quiet and not self._is_only:
            click.echo(str(totals))


def left_out(checked: Checked) -> Counter[str]:
    """Return the number of findings of each code that are not shown."""
    found: Counter[str] = Counter()
    for item in checked.counts:
        if item.number > item.kept:
            found[item.code] += item.number - item.kept
    return found


def print_excerpt(finding: Diagnostic, lines: Mapping[int, str]) -> None:
    """Print the source line of a finding, with marks under the place."""
    location = finding.location
    width = terminal_width()
    if location.line is None or location.line not in lines or width < _MIN_WIDTH:
        return
    gutter = f"{location.line:>5} | "
    text = lines[location.line]
    end = location.end_column
    if location.end_line is not None and location.end_line > location.line:
        end = len(text) + 1
    # The last cell of a line stays empty: some terminals wrap the line after it.
    shown, marks = excerpt(text, location.column, end, width - len(gutter) - 1)
    say(click.style(gutter, fg="blue") + shown, err=False)
    if marks:
        colour = "red" if finding.is_error else "yellow"
        bar = click.style(" " * (len(gutter) - 2) + "| ", fg="blue")
        say(bar + click.style(marks, fg=colour, bold=True), err=False)


def print_remedies(finding: Diagnostic) -> None:
    """Print the hint of a finding, and what `--fix` would do."""
    if finding.fix is None:
        print_hint(finding, err=False)
        return
    if finding.hint != finding.fix.summary:
        print_hint(finding, err=False)
    print_indented(f"--fix: {finding.fix.summary}", err=False)


class DiffReport:
    """Print what would change as a diff on stdout, and all else on stderr.

    Args:
        is_quiet: whether to print only diffs and failures.
    """

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_quiet = is_quiet

    def add(self, checked: Checked) -> None:
        """Print what would change in a file."""
        for item in (*checked.left, *checked.findings):
            say_finding(item, with_hint=True)
        if checked.is_changed and not checked.diff:
            where = f"{printable(checked.path)}: {plural(len(checked.done), 'place')} to fix"
            say(f"{where}; no patch can change what is compressed, so it is not in the diff")
        if not checked.diff:
            return
        out = getattr(sys.stdout, "buffer", None)
        if out is None or sys.stdout.isatty():
            for line in checked.diff.decode("utf-8", "replace").splitlines():
                click.echo(_coloured(line))
            return
        sys.stdout.flush()
        out.write(checked.diff)
        out.flush()

    def end(self, totals: Totals) -> None:
        """Print the totals."""
        if not self._is_quiet:
            say(totals.of_diff)


def _coloured(line: str) -> str:
    text = printable(line)
    for start, style in (("---", {"bold": True}), ("+++", {"bold": True}), ("@@", {"fg": "cyan"}),
                         ("-", {"fg": "red"}), ("+", {"fg": "green"})):  # fmt: skip
        if text.startswith(start):
            return click.style(text, **style)
    return text


class JsonReport:
    """Print every finding of every file as a JSON list on stdout."""

    def __init__(self) -> None:
        self._found: list[dict[str, object]] = []

    def add(self, checked: Checked) -> None:
        """Add the findings of a file."""
        print_fixes(checked)
        self._found += [finding.to_dict() for finding in checked.findings]

    def end(self, totals: Totals) -> None:
        """Print the list."""
        print_json(self._found)


def print_fixes(checked: Checked) -> None:
    """Print the fixed findings of a file on stderr, because a program reads stdout."""
    for item in (*checked.left, *checked.done):
        say_finding(item)


class StatisticsReport:
    """Print the count of each code, the most frequent first, as a table or as JSON.

    Args:
        as_json: whether to print JSON.
        is_quiet: whether to omit the totals.
    """

    def __init__(self, *, as_json: bool, is_quiet: bool) -> None:
        self._as_json = as_json
        self._is_quiet = is_quiet
        self._rows: dict[tuple[str, str], dict[str, int]] = {}
        self._messages: dict[tuple[str, str], str] = {}

    def add(self, checked: Checked) -> None:
        """Add the counts of a file."""
        print_fixes(checked)
        for item in checked.counts:
            key = (item.code, item.severity.label)
            row = self._rows.setdefault(key, {"count": 0, "files": 0, "fixable": 0})
            row["count"] += item.number
            row["files"] += 1
            row["fixable"] += item.fixable
            self._messages.setdefault(key, item.message)

    def end(self, totals: Totals) -> None:
        """Print the table."""
        rows = sorted(self._rows.items(), key=lambda row: (-row[1]["count"], row[0]))
        if self._as_json:
            print_json(
                [
                    {"code": key[0], "severity": key[1], **row, "message": self._messages[key]}
                    for key, row in rows
                ]
            )
            return
        if rows:
            columns = ("count", "code", "severity", "files", "fixable", "for example")
            print_table(columns, (self._cells(key, row) for key, row in rows))
        if totals.files and not self._is_quiet:
            click.echo(str(totals))

    def _cells(self, key: tuple[str, str], row: dict[str, int]) -> Iterable[str]:
        return (
            f"{row['count']:,}",
            *key,
            f"{row['files']:,}",
            f"{row['fixable']:,}" if row["fixable"] else "-",
            self._messages[key],
        )
