"""Findings as annotations of GitHub Actions: workflow commands on standard output.

Source: GitHub Docs, Workflow commands for GitHub Actions (error, warning, notice).
"""

from __future__ import annotations

from typing import Final

import click

from overtrick import Diagnostic, Severity
from overtrick.plugin import printable
from overtrick_cli.linter.job import Checked
from overtrick_cli.linter.text import Totals, left_out, print_fixes

_COMMANDS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
}


class GithubReport:
    """Print one annotation for each finding."""

    def add(self, checked: Checked) -> None:
        """Print the annotations of a file."""
        print_fixes(checked)
        for finding in checked.findings:
            click.echo(annotation(finding))
        for code, count in left_out(checked).items():
            text = f"{checked.path}: and {count:,} more {code}"
            click.echo(f"::notice file={_property(checked.path)}::{_data(text)}")

    def end(self, totals: Totals) -> None:
        """Print nothing: the report has no totals."""


def annotation(finding: Diagnostic) -> str:
    r"""Return a finding as a workflow command.

    Example:
        >>> from overtrick import Location
        >>> place = Location(path="a,b", line=4, column=12, end_line=4, end_column=14)
        >>> odd = Diagnostic(code="X1", severity=Severity.ERROR, message="100% odd", location=place)
        >>> print(annotation(odd).replace("::a", "::\n  a"))
        ::error title=overtrick (X1),file=a%2Cb,line=4,col=12,endLine=4,endColumn=14::
          a,b:4:12: X1 100%25 odd
    """
    location = finding.location
    parts: dict[str, object] = {"title": f"overtrick ({finding.code})"}
    if location.path is not None:
        parts["file"] = location.path
    if location.line is not None:
        parts["line"] = location.line
        end = location.end_line
        # A place over several lines has no columns there.
        is_one_line = end is None or end == location.line
        if is_one_line and location.column is not None:
            parts["col"] = location.column
        if end is not None:
            parts["endLine"] = end
        if is_one_line and location.column is not None and location.end_column is not None:
            parts["endLine"] = location.line
            parts["endColumn"] = location.end_column
    text = f"{location}: {finding.code} {finding.message}"
    if finding.clause:
        text += f" ({finding.clause})"
    if finding.hint:
        text += f"\n{finding.hint}"
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in parts.items())
    return f"::{_COMMANDS[finding.severity]} {properties}::{_data(text)}"


def _data(text: str) -> str:
    shown = "\n".join(printable(line) for line in text.split("\n"))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
