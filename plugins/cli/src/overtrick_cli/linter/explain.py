"""`overtrick explain`: what a diagnostic code means."""

from __future__ import annotations

import click

from overtrick.plugin import (
    KNOWN_DISTRIBUTIONS,
    DiagnosticCode,
    NamedCatalogue,
    catalogues,
    default_manager,
    printable,
)
from overtrick_cli.failures import USAGE, Failure
from overtrick_cli.linter.codes import complete_code, meant
from overtrick_cli.terminal import label, print_json, print_table


@click.command()
@click.argument("codes", nargs=-1, metavar="[CODE...]", shell_complete=complete_code)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list with one object per code.")
def explain(*, codes: tuple[str, ...], as_json: bool) -> None:
    """Explain codes of findings: the fault, the clause, and a sample with its fix.

    \b
      overtrick explain PBN310
      overtrick explain PBN3
      overtrick explain

    The first letters of a code list all codes that begin with them; without CODE all are listed.
    """  # noqa: D301  # \b keeps click from joining lines
    manager = default_manager()
    known = list(catalogues(manager))
    entries = [(place, entry) for place in known for entry in place.codes.values()]
    chosen = entries if not codes else []
    is_list = not codes
    for text in dict.fromkeys(code.upper() for code in codes):
        exact = [item for item in entries if item[1].code == text]
        found = exact or [item for item in entries if text and item[1].code.startswith(text)]
        if not found:
            msg = f"there is no code {text!r}{meant(text, manager)}"
            raise Failure(msg, USAGE)
        is_list = is_list or not exact
        chosen += found
    if as_json:
        print_json([_as_json(*item) for item in chosen])
    elif is_list:
        _print_list(chosen)
    else:
        for number, item in enumerate(chosen):
            if number:
                click.echo()
            _print_entry(*item)


def _as_json(place: NamedCatalogue, entry: DiagnosticCode) -> dict[str, object]:
    return {
        "code": entry.code,
        "severity": entry.severity.label,
        "message": entry.template,
        "clause": entry.clause,
        "hint": entry.hint,
        "bad": entry.sample,
        "good": entry.fix,
        "is_fixable": entry.is_fixable,
        "why_not": entry.why_not or None,
        "of": place.title,
        "distribution": place.distribution,
    }


def _print_list(items: list[tuple[NamedCatalogue, DiagnosticCode]]) -> None:
    """Print the codes by the catalogue that they are in."""
    for place in dict.fromkeys(place for place, _ in items):
        rows = [
            (entry.code, entry.severity.label, entry.template)
            for other, entry in items
            if other is place
        ]
        click.echo(click.style(_origin(place), bold=True))
        print_table(("code", "severity", "what is wrong"), rows)
        click.echo()


def _origin(place: NamedCatalogue) -> str:
    """Return whose codes they are, in words."""
    if place.distribution in {None, "overtrick"}:
        return place.title
    return f"{place.title}, of {place.distribution}"


def _fixing(entry: DiagnosticCode) -> str:
    """Return whether `--fix` fixes findings of a code, in words."""
    if entry.is_fixable:
        return "`overtrick check --fix` fixes it, where there is one right answer"
    why = f": {entry.why_not}" if entry.why_not else ""
    return f"`overtrick check --fix` does not fix it{why}"


def _about(place: NamedCatalogue, entry: DiagnosticCode) -> str:
    """Return the clause of a code, and whose code it is."""
    is_own = place.distribution in {None, "overtrick", *(one.name for one in KNOWN_DISTRIBUTIONS)}
    clause = entry.clause or ("rule of overtrick" if is_own else "")
    return " · ".join(filter(None, (clause, _origin(place))))


def _print_entry(place: NamedCatalogue, entry: DiagnosticCode) -> None:
    """Print all that is known of a code."""
    click.echo(f"{click.style(entry.code, bold=True)}: {label(entry.severity)}: {entry.template}")
    click.echo(f"    {_about(place, entry)}")
    if entry.hint:
        click.echo(f"    {entry.hint}")
    click.echo(f"    {_fixing(entry)}")
    for title, sample in (("Bad", entry.sample), ("Fixed", entry.fix)):
        if sample:
            click.echo(f"\n{click.style(title, bold=True)}")
            for line in sample.splitlines():
                click.echo(f"    {printable(line)}")
