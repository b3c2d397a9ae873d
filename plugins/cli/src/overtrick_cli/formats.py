"""`overtrick formats`: what each format reads, writes and carries, its options and tables."""

from __future__ import annotations

import click

from overtrick import Field, PluginManager
from overtrick.plugin import (
    ALL_FIELDS,
    KNOWN_DISTRIBUTIONS,
    FixerSpec,
    FormatSpec,
    TablesSpec,
    default_manager,
    describe_options,
    resolve,
)
from overtrick_cli.advising import TABLE
from overtrick_cli.failures import named_format
from overtrick_cli.options import FormatName
from overtrick_cli.terminal import plural, print_json, print_table


def install_one() -> str:
    """Return the sentence that names the packages of formats."""
    names = ", ".join(known.name for known in KNOWN_DISTRIBUTIONS if known.formats)
    return f"install one with `python -m pip install NAME`, where NAME is one of: {names}"


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("name", type=FormatName(), metavar="[FORMAT]", required=False)
@click.option(
    "--matrix", is_flag=True, help="Print a table of the fields that each format carries."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON list with one object per format."
)
@click.pass_context
def formats(ctx: click.Context, *, name: str | None, matrix: bool, as_json: bool) -> None:
    """List the formats, or describe one FORMAT with its options.

    Some formats have tables of their own, such as the annotation glyphs of PBN: `overtrick formats
    FORMAT` lists their names, and `overtrick formats FORMAT --TABLE` prints one.
    """
    manager = default_manager()
    if ctx.args:
        _write_table(ctx, name, manager)
        return
    specs = list(manager.formats().values()) if name is None else [named_format(manager, name)]
    if as_json:
        print_json([_as_json(spec, manager) for spec in specs])
    elif matrix:
        _print_matrix(specs)
    elif name is not None:
        _print_all(specs[0], manager)
    elif specs:
        rows = [
            (
                spec.name,
                "yes" if spec.reader else "-",
                "yes" if spec.writer else "-",
                " ".join(spec.suffixes) or "-",
                spec.summary,
            )
            for spec in specs
        ]
        print_table(("format", "reads", "writes", "suffixes", "what it is"), rows)
    else:
        click.echo("no formats: no plugin is installed or allowed; see `overtrick plugins`")
        click.echo(install_one())


def _write_table(ctx: click.Context, name: str | None, manager: PluginManager) -> None:
    """Write the table that an option names which click does not know."""
    if name is None or name.startswith("-") or len(ctx.args) > 1:
        given = ctx.args[-1] if name is None or not name.startswith("-") else name
        raise click.NoSuchOption(given, ctx=ctx)
    spec = named_format(manager, name)
    table = ctx.args[0].removeprefix("--")
    declared = spec.capability(TablesSpec)
    tables = [] if declared is None else [key for key, _ in declared.tables]
    if declared is None or table not in tables or not ctx.args[0].startswith("--"):
        possible = [f"--{key}" for key in tables]
        raise click.NoSuchOption(ctx.args[0], possibilities=possible, ctx=ctx)
    click.echo(declared.content(table), nl=False)


def _as_json(spec: FormatSpec, manager: PluginManager) -> dict[str, object]:
    owner = manager.owner_of(spec.name)
    return {
        "name": spec.name,
        "summary": spec.summary,
        "suffixes": list(spec.suffixes),
        "reads": spec.reader is not None,
        "writes": spec.writer is not None,
        "carries": sorted(spec.carries),
        "requires": [] if spec.requires is None else list(spec.requires.words),
        "distribution": None if owner is None else owner.distribution,
        "version": None if owner is None else owner.version,
    }


def _print_matrix(specs: list[FormatSpec]) -> None:
    rows = [
        (field.value, *("yes" if field in spec.carries else "-" for spec in specs))
        for field in Field
    ]
    print_table(("field", *(spec.name for spec in specs)), rows)
    demands = [(spec.name, ", ".join(spec.requires.words)) for spec in specs if spec.requires]
    if demands:
        click.echo()
        print_table(("format", "requires of a board, to be written"), demands)


def _print_all(spec: FormatSpec, manager: PluginManager) -> None:
    owner = manager.owner_of(spec.name)
    missing = [field.value for field in Field if field in ALL_FIELDS - spec.carries]
    does = [word for word, part in (("reads", spec.reader), ("writes", spec.writer)) if part]
    kind = "binary" if spec.binary else "text"
    rows = [
        ("suffixes", " ".join(spec.suffixes) or "-"),
        ("can", ", ".join(does) + (", fixes" if spec.capability(FixerSpec) else "")),
        ("kind", kind + ("" if spec.streams else ", read whole")),
        ("from", "-" if owner is None else owner.source),
    ]
    if spec.spec_url is not None:
        rows.append(("described at", spec.spec_url))
    if spec.diagnostics is not None:
        rows.append(("diagnostics", plural(len(resolve(spec.diagnostics)), "code")))
    carries = "everything" if not missing else f"everything but {', '.join(missing)}"
    if len(spec.carries) <= len(missing):
        carries = ", ".join(field.value for field in Field if field in spec.carries) or "nothing"
    rows.append(("carries", carries))
    if spec.requires is not None:
        rows.append(("requires", ", ".join(spec.requires.words)))
    declared = spec.capability(TablesSpec)
    for table, _ in () if declared is None else declared.tables:
        rows.append(("table", TABLE(spec.name, f"--{table}")))
    click.echo(f"{spec.name}: {spec.summary}")
    width = max(len(label) for label, _ in rows)
    for label, text in rows:
        click.echo(f"  {label:<{width}}  {text}")
    options = describe_options(spec)
    if options:
        click.echo("\nOptions, given as -O name=value:\n")
        print_table(
            ("for", "name", "default", "what it does"),
            [
                (
                    option.direction,
                    option.name,
                    shown_default(option.default),
                    option.help + (f" ({', '.join(option.choices)})" if option.choices else ""),
                )
                for option in options
            ],
        )


def shown_default(default: object) -> str:
    """Return an option's default as a user types it."""
    if isinstance(default, bool):  # not by a dictionary: 1 equals True
        return "yes" if default else "no"
    if default is None:
        return "-"
    return str(default) or '""'
