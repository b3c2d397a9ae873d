"""`overtrick new-plugin`: the skeleton of a plugin, which passes its conformance kit at once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from overtrick.cli.skeleton.making import KINDS, distribution_of, make_skeleton, nearly


@click.command("new-plugin")
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default=KINDS[0],
    help="What kind of plugin; a format in text by default.",
)
@click.option(
    "--out-dir",
    "--dir",
    "--folder",
    "folder",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where the plugin's folder is made; here by default.",
)
def new_plugin(name: str, kind: str, folder: Path) -> None:
    """Write the skeleton of a plugin, called NAME.

    It is a complete plugin of something made up, with its tests, and passes its conformance kit
    as it stands: change it step by step, as its README says, and run pytest after each.
    """
    try:
        skeleton = make_skeleton(name, kind)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="NAME") from error
    target = folder / distribution_of(name)
    if os.path.lexists(target):
        raise click.BadParameter(f"{target} exists already", param_hint="NAME")
    if known := nearly(name):
        click.echo(f"note: {name} is nearly {known}, which is overtrick's own", err=True)
    _write(skeleton, target)
    click.echo(f"wrote {target} ({len(skeleton)} files); now:")
    click.echo(f"  cd {target}")
    click.echo("  pip install -e '.[test]'")
    click.echo("  pytest")
    click.echo("README.md says what to do next.")


def _write(skeleton: dict[str, bytes], target: Path) -> None:
    """Write a folder, whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    made = target.parent / f".{target.name}.{os.urandom(8).hex()}.tmp"
    try:
        for path, content in skeleton.items():
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        made.rename(target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
