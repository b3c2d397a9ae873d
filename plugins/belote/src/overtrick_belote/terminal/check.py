"""`overtrick belote check`: the faults of saved games and hands."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from overtrick import Diagnostic, Severity
from overtrick.plugin import json_text, printable
from overtrick_belote.rules.reading import Record
from overtrick_belote.rules.reading import check as check_text
from overtrick_belote.rules.text import GameRecord, HandRecord
from overtrick_belote.table.recording import MOST_BYTES
from overtrick_belote.table.saves import SUFFIX, SaveError, read_save, restore
from overtrick_cli.commands import INPUT, plural, say_finding


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(*, files: tuple[str, ...], as_json: bool) -> int:
    """Check saved games and hands (.b32) against the rules of the game.

    Cards, calls, play and scores are checked, and each error is reported with its line. A file
    named - is standard input.

    Exit codes: 0 no errors; 1 errors; 2 no such file.
    """
    found: list[dict[str, object]] = []
    is_wrong = False
    for file in files:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if file == "-" else _read(file)
        if file.endswith(SUFFIX):
            trouble = _journal_trouble(data, file)
            is_wrong = is_wrong or trouble is not None
            if as_json and trouble is not None:
                found.append({"path": file, "severity": "error", "message": trouble})
            elif not as_json:
                click.echo(trouble or f"{printable(file)}: nothing wrong", err=trouble is not None)
            continue
        record, findings = check_text(data, file)
        is_wrong = is_wrong or any(f.severity is Severity.ERROR for f in findings)
        if as_json:
            found.extend(_mapping(finding) for finding in findings)
            continue
        for finding in findings:
            say_finding(finding, with_hint=True)
        if not findings and record is not None:
            click.echo(f"{printable(file)}: nothing wrong; {_what(record)}")
    if as_json:
        click.echo(json_text(found, indent=2))
    return INPUT if is_wrong else 0


def _read(file: str) -> bytes:
    with Path(file).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def _journal_trouble(data: bytes, file: str) -> str | None:
    try:
        save, _ = read_save(data, file)
        restore(save, file)
    except SaveError as error:
        return printable(str(error))
    return None


def _mapping(finding: Diagnostic) -> dict[str, object]:
    place = finding.location
    return {
        "path": place.path,
        "line": place.line,
        "column": place.column,
        "severity": finding.severity.label,
        "code": finding.code,
        "message": finding.message,
        "clause": finding.clause,
        "hint": finding.hint,
    }


def _what(record: Record) -> str:
    if isinstance(record, GameRecord):
        return f"a game of {plural(len(record.hands), 'hand')}"
    if isinstance(record, HandRecord):
        return "a hand" if record.is_whole else "a hand with open cards"
    return plural(len(record), "hand")
