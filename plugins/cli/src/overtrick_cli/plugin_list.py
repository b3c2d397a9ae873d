"""`overtrick plugins`: which plugins there are, and what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points
from typing import Any, Final

import attrs
import click

from overtrick import PluginError, PluginManager, PluginRecord, PluginState
from overtrick.plugin import API_VERSION, check_reference, default_manager, printable, resolve
from overtrick_cli.formats import install_one
from overtrick_cli.terminal import print_json, print_table

_GROUP: Final = f"overtrick.plugins.v{API_VERSION.major}"
_ANY_VERSION: Final = re.compile(r"overtrick\.plugins\.v\d+")
_ALIKE: Final = re.compile(r"overtrick[._-]?plugin", re.IGNORECASE)


@click.command()
@click.option(
    "--verbose",
    "-v",
    is_flag=True,
    help="Show hooks, import times and import errors, too.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON list with one object per plugin."
)
def plugins(*, verbose: bool, as_json: bool) -> None:
    """List all plugins with their state and what they provide.

    A plugin that failed is listed with its error, a hook that waits for another plugin with the
    name of that plugin.

    \b
    OVERTRICK_PLUGINS=a,b         load only these plugins (empty: none)
    OVERTRICK_DISABLE_PLUGINS=a   do not load this plugin
    OVERTRICK_STRICT_PLUGINS=1    make a failed plugin an error
    OVERTRICK_TRACE_PLUGINS=1     print every hook call on standard error
    """  # noqa: D301  # \b keeps click from joining lines
    records = default_manager().records()
    if as_json:
        print_json([record.to_dict() for record in records])
        return
    if not records:
        click.echo(f"no plugins; {install_one()}")
        return
    rows = []
    for record in records:
        row = [
            record.name,
            record.state.value,
            record.distribution or "-",
            record.version or "-",
            "; ".join(f"{kind} {', '.join(names)}" for kind, names in record.provides.items())
            or "-",
        ]
        if verbose:
            row += [", ".join(record.hooks) or "-", f"{record.load_ms:.1f}"]
        rows.append(row)
    columns = ["plugin", "state", "distribution", "version", "provides"]
    print_table(columns + (["hooks", "ms"] if verbose else []), rows)
    for record in records:
        for hook in record.waits:
            click.echo(f"\n{record.name}: {hook} waits for a plugin that brings its kind")
    for name, error in broken(default_manager()) if verbose else ():
        click.echo(f"\n{name}: loaded, but {printable(error)}")
    for source, group in misnamed_groups() if verbose else ():
        click.echo(f"\n{source}: the entry-point group {group!r} is not read; {_GROUP!r} is")
    for (state, error), names in _idle(records).items():
        click.echo(f"\n{', '.join(names)} ({state}): {printable(error)}")


def misnamed_groups() -> list[tuple[str, str]]:
    """Return the entry-point groups that look like overtrick's and are not, with who has them."""
    found = entry_points()
    groups = [
        group
        for group in sorted(found.groups)
        if _ALIKE.match(group) and not _ANY_VERSION.fullmatch(group)
    ]
    return [
        (printable(point.dist.name if point.dist is not None else point.name), printable(group))
        for group in groups
        for point in found.select(group=group)
    ]


def broken(manager: PluginManager) -> Iterator[tuple[str, str]]:
    """Yield what a plugin that is loaded names and what cannot be imported, with its name."""
    for kind in manager.kinds().values():
        for spec in manager.specs(kind).values():
            owner = manager.owner_of(spec.name, kind)
            references = dict.fromkeys(_references(spec))
            for reference in references if owner is not None else ():
                try:
                    resolve(reference)
                except PluginError as error:
                    yield str(owner and owner.name), str(error)


def _references(spec: Any) -> Iterator[str]:  # noqa: ANN401  # of any kind
    """Yield what a specification names as code, its capabilities included."""
    for field in attrs.fields(type(spec)):
        value = getattr(spec, field.name)
        if field.validator is check_reference and value is not None:
            yield value
    for capability in getattr(spec, "capabilities", ()):
        yield from _references(capability)


def _idle(records: Iterable[PluginRecord]) -> dict[tuple[PluginState, str], list[str]]:
    """Return the plugins that are not used by state and reason: many are switched off at once."""
    found: dict[tuple[PluginState, str], list[str]] = {}
    for record in records:
        if record.error is not None:
            found.setdefault((record.state, record.error), []).append(record.name)
    return found
