"""`overtrick new-plugin`: the skeleton of a plugin, which passes its conformance kit at once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from overtrick_testing.skeleton.making import (
    KINDS,
    Sample,
    distribution_of,
    make_skeleton,
    nearly,
)
from overtrick_testing.skeleton.sampling import MOST_OF_A_SAMPLE, look_at


@click.command("new-plugin")
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice(KINDS, case_sensitive=False),
    show_default="a format, text or as the sample",
    help="Set the kind of plugin.",
)
@click.option(
    "--from-sample",
    "sample_path",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Start from this file of the format, and copy it into the corpus.",
)
@click.option(
    "--out-dir",
    "folder",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    show_default="the working directory",
    help="Create the plugin in this folder.",
)
def new_plugin(name: str, kind: str | None, sample_path: Path | None, folder: Path) -> None:
    """Write the skeleton of a plugin, called NAME.

    The skeleton is a complete example with tests, and passes its conformance kit. Change it step
    by step, as its README describes, and run pytest after each step.

    With --from-sample, the skeleton is made for the structure of the file: records of one length,
    lines, or blocks of lines. The failing tests of its kit show what is left to do.
    """
    sample = None if sample_path is None else _sample(sample_path, kind)
    if sample is not None and kind is None:
        kind = "binary" if sample.look.is_binary else "text"
    try:
        skeleton = make_skeleton(name, kind or KINDS[0], sample)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="NAME") from error
    target = folder / distribution_of(name)
    if os.path.lexists(target):
        raise click.BadParameter(f"{target} exists already", param_hint="NAME")
    if known := nearly(name):
        click.echo(f"note: {name} is nearly {known}, which is overtrick's own", err=True)
    _write(skeleton, target)
    if sample is not None:
        click.echo(f"{sample.name} looks like {sample.look.words}:")
        for reason in sample.look.reasons:
            click.echo(f"  {reason}")
    click.echo(f"wrote {target} ({len(skeleton)} files); now:")
    click.echo(f"  cd {target}")
    click.echo("  pip install -e '.[test]'")
    click.echo("  pytest")
    click.echo("README.md says what to do next.")


def _sample(path: Path, kind: str | None) -> Sample:
    """Return a sample that is a format of some kind."""
    with path.open("rb") as file:
        data = file.read(MOST_OF_A_SAMPLE + 1)
    try:
        look = look_at(data)
    except ValueError as error:
        raise click.BadParameter(f"{path}: {error}", param_hint="--from-sample") from error
    if kind in {"binary", "text"} and look.is_binary != (kind == "binary"):
        msg = f"{path} is not {kind}: it looks like {look.words}"
        raise click.BadParameter(msg, param_hint="--kind")
    return Sample(path.name, data, look)


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
