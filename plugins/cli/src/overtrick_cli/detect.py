"""`overtrick detect`: which format a file is in, and why."""

from __future__ import annotations

import click

from overtrick import Detection, Diagnostic, OvertrickError, PluginManager
from overtrick.plugin import (
    ask_formats,
    default_manager,
    detect_source,
    files_in,
    keeping_archives,
    misnamed,
    open_source,
    printable,
)
from overtrick_cli.failures import Failure, exit_code, failing
from overtrick_cli.inputs import PIPE, standard_input
from overtrick_cli.options import FILE, is_debugging
from overtrick_cli.terminal import print_json, print_table, say_finding


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--explain", is_flag=True, help="Show each format's answer for the file.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list with one object per file.")
@click.pass_context
@keeping_archives()  # else each file of an archive costs going through all of it
def detect(ctx: click.Context, *, files: tuple[str, ...], explain: bool, as_json: bool) -> int:
    """Detect the format of files, by content first and by suffix second."""
    manager = default_manager()
    code = 0
    results: list[dict[str, object]] = []
    for name in (found.path for given in files for found in files_in(given)):
        answers: list[tuple[str, str, str]] = []
        try:
            detection, misnaming = _detect(name, manager, answers)
        except (Failure, OvertrickError, OSError) as error:
            if is_debugging(ctx):
                raise
            failure = failing(error, name)
            code = max(code, error.exit_code if isinstance(error, Failure) else exit_code(error))
            if as_json:
                results.append(_entry(name, None, answers) | _reason(failure))
                continue
            say_finding(failure, with_hint=True)
            if explain and answers:
                print_table(("format", "confidence", "why"), answers)
            continue
        if as_json:
            reason = _reason(misnaming[0]) if misnaming else {}
            results.append(_entry(name, detection.format, answers) | reason)
            continue
        click.echo(f"{printable(name)}: {detection.format}")
        for finding in misnaming:
            say_finding(finding, with_hint=True)
        if explain:
            print_table(("format", "confidence", "why"), answers)
    if as_json:
        print_json(results)
    return code


def _entry(
    name: str, format_name: str | None, answers: list[tuple[str, str, str]]
) -> dict[str, object]:
    keys = ("format", "confidence", "reason")
    entries = [dict(zip(keys, answer, strict=True)) for answer in answers]
    return {"path": name, "format": format_name, "answers": entries}


def _reason(finding: Diagnostic) -> dict[str, object]:
    """Return the reason why a file's format was not detected, as keys of its entry."""
    found = finding.to_dict()
    return {key: found[key] for key in ("severity", "code", "message", "clause", "hint")}


def _detect(
    name: str, manager: PluginManager, answers: list[tuple[str, str, str]]
) -> tuple[Detection, list[Diagnostic]]:
    """Detect a file's format; add the answers of all formats to `answers` first."""
    with open_source(standard_input() if name == PIPE else name, path=name) as opened:
        given = ask_formats(opened, manager)
        answers += [
            (answer.format, answer.confidence.name.lower(), answer.reason) for answer in given
        ]
        asked = {answer.format for answer in given}
        for spec in manager.formats().values():
            if spec.name not in asked:
                why = "another was sure" if spec.reader is not None else "it cannot be read"
                answers.append((spec.name, "not asked", why))
        detection = detect_source(opened, manager)
        return detection, misnamed(opened, manager.format(detection.format), manager)
