"""`overtrick check`: everything that is wrong in files, and mending what has one right answer."""

from __future__ import annotations

import click

from overtrick.api import open_boards
from overtrick.cli.conversion import PIPE, no_board, open_input
from overtrick.cli.failures import INPUT, USAGE, Failure, describe, exit_code
from overtrick.cli.options import KeyValue, is_debugging
from overtrick.cli.terminal import (
    Progress,
    count_findings,
    plural,
    print_json,
    say,
    say_finding,
)
from overtrick.files.fixing import fix_file, fixing_rules
from overtrick.files.sources import files_in
from overtrick.files.writing import replace_content
from overtrick.findings.diagnostics import Diagnostic, Severity
from overtrick.findings.errors import FormatError, OvertrickError
from overtrick.framework.manager import PluginManager, default_manager
from overtrick.tools.printable import printable


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--from", "from_format", metavar="FORMAT", help="Format of the files.")
@click.option("-O", "options", type=KeyValue(), multiple=True, help="An option for reading.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as a JSON list.")
@click.option("--fix", is_flag=True, help="Mend what has one right answer, in the file itself.")
@click.pass_context
def check(
    ctx: click.Context,
    *,
    files: tuple[str, ...],
    from_format: str | None,
    options: tuple[tuple[str, str], ...],
    strict: bool,
    as_json: bool,
    fix: bool,
) -> int:
    """Say what is wrong in files: where, and by which clause.

    Each file is read strictly by its format, and each board is held against the laws of bridge:
    auction against contract and declarer, play against deal, result against play, score against
    all of them. The findings are printed on standard error, or with --json on standard output.
    """
    manager = default_manager()
    code = 0
    everything: list[Diagnostic] = []
    for name in (part for given in files for part in files_in(given)):
        try:
            if fix:
                _fix(name, from_format, dict(options), manager)
            found, summary = _check(name, from_format, dict(options), manager)
        except Failure as error:
            say(f"Error: {printable(name)}: {error.message}")
            code = max(code, error.exit_code)
            continue
        except (OvertrickError, OSError) as error:
            if is_debugging(ctx):
                raise
            say(f"Error: {describe(error)}")
            code = max(code, exit_code(error))
            continue
        everything += found
        if not as_json:
            for finding in found:
                say_finding(finding, with_hint=True)
            click.echo(f"{printable(name)}: {summary}")
        threshold = Severity.WARNING if strict else Severity.ERROR
        if any(finding.severity >= threshold for finding in found):
            code = max(code, INPUT)
    if as_json:
        print_json([finding.to_dict() for finding in everything])
    return code


def _check(
    name: str, from_format: str | None, options: dict[str, str], manager: PluginManager
) -> tuple[list[Diagnostic], str]:
    """Return what is wrong in a file, and a line about it."""
    with (
        Progress(f"checking {name}") as progress,
        open_input(name, from_format, manager) as (stream, spec, detected),
        open_boards(
            stream,
            format=spec.name,
            errors="collect",
            check=True,
            options=options,
            path=name,
            manager=manager,
        ) as reader,
    ):
        count = 0
        found = list(detected)
        try:
            for _ in progress.watch(reader):
                count += 1
        except FormatError as error:
            found += reader.diagnostics
            if error.diagnostic not in found:
                found.append(error.diagnostic)
        else:
            found += reader.diagnostics
    if not count and not any(finding.is_error for finding in found):
        found.append(no_board(name))
    found.sort(key=_place)
    return found, f"{spec.name}, {plural(count, 'board')}, {count_findings(found)}"


def _place(finding: Diagnostic) -> tuple[int, int]:
    """Sort by position; findings without one come last, in the order they were made."""
    location = finding.location
    if location.line is not None:
        return location.line, location.column or 0
    return (1 << 60, 0) if location.offset is None else (location.offset, 0)


def _fix(
    name: str, from_format: str | None, options: dict[str, str], manager: PluginManager
) -> None:
    """Mend a file in its place and say what was done.

    Raises:
        Failure: neither the format nor a rule mends such files, or the file is a pipe.
        ParseError: the file is compressed, and damaged.
        OvertrickError: see `fix_file`; the file is untouched.
        OSError: the file cannot be read or replaced.
    """
    if name == PIPE:
        msg = "--fix needs a file that it can replace"
        raise Failure(msg, USAGE)
    with open_input(name, from_format, manager) as (opened, spec, _):
        if spec.fixer is None and not fixing_rules(spec, manager):
            msg = f"there is no fixer for the format {spec.name!r}"
            raise Failure(msg, USAGE)
        data = opened.stream.read()
        opened.damage.raise_found()
    fixed = fix_file(data, spec, manager, path=name, options=options)
    for item in fixed.left:
        say_finding(item, with_hint=True)
    if fixed.data == data:
        say(f"{printable(name)}: nothing to fix")
        return
    replace_content(name, fixed.data)
    for item in fixed.done:
        say_finding(item)
    say(f"{printable(name)}: rewritten, {plural(len(fixed.done), 'place')} mended")
