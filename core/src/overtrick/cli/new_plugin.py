"""`overtrick new-plugin`: the skeleton of a plugin, which passes the conformance kit at once."""

from __future__ import annotations

import keyword
import os
import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Final

import click

from overtrick.framework.manager import default_manager

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")

# Where each file of `skeleton/` goes.
_TEMPLATES: Final = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "declaration.py.txt": "src/@@package@@/__init__.py",
    "diagnostics.py.txt": "src/@@package@@/diagnostics.py",
    "reader.py.txt": "src/@@package@@/reader.py",
    "writer.py.txt": "src/@@package@@/writer.py",
    "test.py.txt": "tests/test_@@name@@.py",
}

_DEAL: Final = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"

# Files whose every byte counts, and one that only has to be there.
_SMALL: Final = {
    ".gitattributes": "tests/corpus/** -text\n",
    "src/@@package@@/py.typed": "",
    "tests/corpus/valid/two-boards@@suffix@@": f"@@name@@ 1\n1\tN\tNone\t{_DEAL}\n2\tE\tNS\t\n",
    "tests/corpus/valid/two-boards.json": (
        f'{{"board": 1, "dealer": "N", "vulnerable": "None", "deal": "{_DEAL}"}}\n'
        '{"board": 2, "dealer": "E", "vulnerable": "NS"}\n'
    ),
    "tests/corpus/invalid/@@PREFIX@@001-no-first-line@@suffix@@": "boards\n2\tE\tNS\t\n",
    "tests/corpus/invalid/@@PREFIX@@002-two-cells@@suffix@@": "@@name@@ 1\n1\tN\n2\tE\tNS\t\n",
    "tests/corpus/invalid/@@PREFIX@@003-no-seat@@suffix@@": "@@name@@ 1\n1\tQ\tNone\t\n",
}


def make_skeleton(name: str) -> dict[str, str]:
    """Return the files of a plugin's skeleton: path within its folder, and text.

    Args:
        name: the format's name, `[a-z][a-z0-9_]*`, at most 30 characters.

    Raises:
        ValueError: the name is not of that form, or is a word of Python.

    Example:
        >>> sorted(make_skeleton("club"))[:3]
        ['.gitattributes', 'README.md', 'pyproject.toml']
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        msg = f"a format's name is 1 to 30 small letters, digits and _, a letter first: {name!r}"
        raise ValueError(msg)
    letters = re.sub("[^A-Z]", "", name.upper())
    values = {
        "name": name,
        "package": f"overtrick_{name}",
        "distribution": f"overtrick-{name.replace('_', '-')}",
        "suffix": f".{name}",
        "class": "".join(word.capitalize() for word in name.split("_")),
        "PREFIX": letters[:8] if len(letters) > 1 else f"{letters}FORMAT",
    }
    templates = files("overtrick.cli") / "skeleton"
    texts = {
        path: (templates / template).read_text(encoding="utf-8")
        for template, path in _TEMPLATES.items()
    }
    return {_fill(path, values): _fill(text, values) for path, text in (texts | _SMALL).items()}


def _fill(text: str, values: dict[str, str]) -> str:
    for key, value in values.items():
        text = text.replace(f"@@{key}@@", value)
    return text


@click.command("new-plugin")
@click.argument("name")
@click.option(
    "--out-dir",
    "--dir",
    "folder",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where the plugin's folder is made; here by default.",
)
def new_plugin(name: str, folder: Path) -> None:
    """Write the skeleton of a plugin for the format NAME.

    It is a complete plugin of a made-up format, with its tests, and passes the conformance kit
    as it stands: change it step by step, and run pytest after each.
    """
    try:
        skeleton = make_skeleton(name)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="NAME") from error
    if name in default_manager().formats():
        owner = default_manager().owner_of(name)
        source = "a plugin" if owner is None else owner.source
        raise click.BadParameter(f"{source} serves {name!r} already", param_hint="NAME")
    target = folder / f"overtrick-{name.replace('_', '-')}"
    if target.exists():
        raise click.BadParameter(f"{target} exists already", param_hint="NAME")
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f".{target.name}.{os.urandom(8).hex()}.tmp"
    try:
        for path, text in skeleton.items():
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            # As bytes: the corpus has its own ends of lines on every system.
            file.write_bytes(text.encode())
        made.rename(target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    click.echo(f"wrote {target} ({len(skeleton)} files); now:")
    click.echo(f"  cd {target}")
    click.echo("  pip install -e '.[test]'")
    click.echo("  pytest")
