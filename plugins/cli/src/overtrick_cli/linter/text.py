"""Telling a person what is wrong in files: lines, or the places themselves on a terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping

import click

from overtrick import Diagnostic, Severity
from overtrick.plugin import printable
from overtrick_cli.linter.excerpt import excerpt
from overtrick_cli.linter.job import Checked
from overtrick_cli.terminal import (
    counted,
    plural,
    print_json,
    print_table,
    say,
    say_below,
    say_finding,
    say_hint,
    terminal_width,
)

_NARROWEST = 24
"""A terminal of fewer cells shows no lines of files."""


class Totals:
    """What all files come to."""

    def __init__(self) -> None:
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
        text = f"{plural(self.files, 'file')}, {counted(self._severities)}"
        return text + fixed(self._fixed) + can_be_fixed(self._fixable)

    @property
    def of_diff(self) -> str:
        """What `--diff` came to."""
        places = f"; {plural(self._fixed, 'place')} to fix" if self._fixed else ""
        text = f"{plural(self.changed, 'file')} would change{places}"
        bad = {key: count for key, count in self._severities.items() if count}
        return f"{text}; {counted(bad)}" if bad else text


def fixed(count: int) -> str:
    """Return how many places were fixed, to be put behind other counts."""
    return f"; {plural(count, 'place')} fixed" if count else ""


def can_be_fixed(count: int) -> str:
    """Return how many findings can be fixed, to be put behind other counts."""
    return f"; {count:,} can be fixed with --fix" if count else ""


class TextReport:
    """Findings, one line each, or with the line they speak of, and a line for each file, on stdout.

    Args:
        shows_lines: whether to show the lines that findings speak of.
        is_quiet: whether to tell findings alone.
        is_only: whether there is but one file, whose line is then the last one too.
        is_fixing: whether files are fixed.
    """

    def __init__(
        self, *, shows_lines: bool, is_quiet: bool, is_only: bool, is_fixing: bool
    ) -> None:
        self._shows_lines = shows_lines
        self._is_quiet = is_quiet
        self._is_only = is_only
        self._is_fixing = is_fixing

    def tell(self, checked: Checked) -> None:
        """Tell what came of a file."""
        self._tell_fixes(checked)
        for finding in checked.findings:
            say_finding(finding, err=False)
            if self._shows_lines:
                say_place(finding, checked.lines)
            say_help(finding)
        for code, count in left_out(checked).items():
            rest = f"{printable(checked.path)}: and {count:,} more {code}"
            say(click.style(f"{rest} (--max-per-code 0 shows them all)", dim=True), err=False)
        if checked.format is None or self._is_quiet:
            return
        if checked.file.is_named or checked.counts or checked.is_changed:
            boards, found = plural(checked.boards, "board"), counted(checked.severities)
            text = f"{printable(checked.path)}: {checked.format}, {boards}, {found}"
            click.echo(text + (can_be_fixed(checked.fixable) if self._is_only else ""))

    def _tell_fixes(self, checked: Checked) -> None:
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
        """Tell what all files came to."""
        if totals.files and not self._is_quiet and not self._is_only:
            click.echo(str(totals))


def left_out(checked: Checked) -> Counter[str]:
    """Return how many findings of each code are not shown."""
    found: Counter[str] = Counter()
    for item in checked.counts:
        if item.number > item.kept:
            found[item.code] += item.number - item.kept
    return found


def say_place(finding: Diagnostic, lines: Mapping[int, str]) -> None:
    """Print the line that a finding speaks of, with marks under the place."""
    location = finding.location
    width = terminal_width()
    if location.line is None or location.line not in lines or width < _NARROWEST:
        return
    gutter = f"{location.line:>5} | "
    text = lines[location.line]
    end = location.end_column
    if location.end_line is not None and location.end_line > location.line:
        end = len(text) + 1
    # The last cell of a line is left free: some terminals go on to the next line after it.
    shown, marks = excerpt(text, location.column, end, width - len(gutter) - 1)
    say(click.style(gutter, fg="blue") + shown, err=False)
    if marks:
        colour = "red" if finding.is_error else "yellow"
        bar = click.style(" " * (len(gutter) - 2) + "| ", fg="blue")
        say(bar + click.style(marks, fg=colour, bold=True), err=False)


def say_help(finding: Diagnostic) -> None:
    """Print what to do about a finding, and what `--fix` would do."""
    if finding.fix is None:
        say_hint(finding, err=False)
        return
    if finding.hint != finding.fix.summary:
        say_hint(finding, err=False)
    say_below(f"--fix: {finding.fix.summary}", err=False)


class DiffReport:
    """What would change, as a diff on stdout; all else on stderr.

    Args:
        is_quiet: whether to tell nothing but the diffs and failures.
    """

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_quiet = is_quiet

    def tell(self, checked: Checked) -> None:
        """Tell what would change in a file."""
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
        """Tell what all files came to."""
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
    """Every finding of every file, as a JSON list on stdout."""

    def __init__(self) -> None:
        self._found: list[dict[str, object]] = []

    def tell(self, checked: Checked) -> None:
        """Take up a file."""
        say_fixes(checked)
        self._found += [finding.to_dict() for finding in checked.findings]

    def end(self, totals: Totals) -> None:
        """Print the list."""
        print_json(self._found)


def say_fixes(checked: Checked) -> None:
    """Print what was fixed in a file on stderr, where stdout is for a program."""
    for item in (*checked.left, *checked.done):
        say_finding(item)


class StatisticsReport:
    """How often each code was found, the most frequent first, as a table or as JSON.

    Args:
        as_json: whether it is for a program.
        is_quiet: whether the last line is left out.
    """

    def __init__(self, *, as_json: bool, is_quiet: bool) -> None:
        self._as_json = as_json
        self._is_quiet = is_quiet
        self._rows: dict[tuple[str, str], dict[str, int]] = {}
        self._messages: dict[tuple[str, str], str] = {}

    def tell(self, checked: Checked) -> None:
        """Take up a file."""
        say_fixes(checked)
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
