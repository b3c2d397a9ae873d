"""Hostile texts in every text of a board, through every view, writer and command that there is.

Commands are found through the registry: each that takes a file is given one of each format, with a
hostile name, once as it is and once with each of its flags.
"""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path

import click

import overtrick
from fuzzing.seeds import of_suffixes
from fuzzing.targets import ViewTarget, check_view, run_command
from overtrick.findings.errors import OvertrickError
from overtrick.framework.guard import resolve
from overtrick.framework.manager import default_manager
from overtrick.plugin import ViewSpec
from overtrick_testing.hostile import hostile_boards, unprintable_line

NAME = "a[/x]\x1b[31m\x9b\u202e\u2066\n{}"
"""A file's name that holds controls, marks of direction and, with its folder, markup."""

MORE = {
    "convert": [["OUT.lin"], ["OUT.pbn", "--report", "OUT.json"]],
    "edit": [["OUT.pbn", "--renumber"]],
    "records": [["-o", "OUT.html"]],
    "select": [["board >= 0"], ["board >= 0", "--json"]],
}
"""What a command asks for besides a file."""

APART = {"--help", "--version", "--force", "--fix", "--tui", "--debug", "--diff"}
"""The last prints a patch, which is data, unless a terminal takes it."""
SKIPPED = {"duplimate", "new-plugin"}
"""The first would deal, the second makes a folder and shows nothing of a file."""


def show_all():
    """Look at all views and commands; print what is shown that should not be; return whether."""
    manager = default_manager()
    faults = [*of_views(manager), *of_values(), *of_commands(manager)]
    for what, line in faults:
        print(f"{what}: {line!r:.300}")
    print(f"{len(faults)} views and commands show what is not printable")
    return bool(faults)


def of_views(manager):
    """Yield the views that show what they should not, each with the line."""
    for spec in manager.specs(ViewSpec).values():
        target = ViewTarget(manager, spec)
        for number, board in enumerate(hostile_boards()):
            try:
                check_view(spec, target.show((board,), random.Random(number)))
            except Exception as error:  # noqa: BLE001  # told as a fault of the view
                yield f"view {spec.name}, board {number}", f"{type(error).__name__}: {error}"
                break


def of_values():
    """Yield what Python's own ways to show a board and a finding show."""
    for board in hostile_boards():
        boards = overtrick.BoardSet(boards=(board,))
        shown = [repr(board), str(board), board._repr_html_(), boards._repr_html_(), board.label]
        shown += [str(item) for item in overtrick.lint(board)]
        for text in shown[:-1]:
            line = unprintable_line(text)
            if line is not None:
                yield "a value", line
                return


def leaves(words, command):
    """Yield the commands of a group, each with its words."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from leaves((*words, name), command.get_command(context, name))
        return
    yield words, command


def lines_of(words, command, path):
    """Yield the command lines to try on a file."""
    for more in MORE.get(words[0], [[]]):
        yield [*words, path, *more] if words[0] != "select" else [*words, *more, path]
    if words[0] in MORE:
        return
    for parameter in command.params:
        flag = max(parameter.opts, key=len)
        if isinstance(parameter, click.Option) and parameter.is_flag and flag not in APART:
            yield [*words, path, flag]


def takes_file(command):
    """Tell whether a command takes a file that is there."""
    return any(
        isinstance(item, click.Argument) and isinstance(item.type, click.Path)
        for item in command.params
    )


def files(manager, folder):
    """Write hostile boards in each format; yield the files, each with its format."""
    (folder / NAME).parent.mkdir()
    for spec in manager.formats().values():
        if spec.writer is None:
            continue
        path = folder / NAME.replace("{}", spec.suffixes[0])
        written = []
        for board in hostile_boards():
            try:
                overtrick.write([board], path, format=spec.name, overwrite=True)
            except OvertrickError:
                continue
            written.append(path.read_bytes())
        if written:
            path.write_bytes(b"\n".join(written) if not spec.binary else written[0])
            yield spec.name, path
    for number, data in enumerate(of_suffixes({".pbn"})[:3]):
        path = folder / NAME.replace("{}", f"{number}.pbn")
        path.write_bytes(data.replace(b'"', b'"\xc2\x9b\xe2\x80\xae\x1b[2J', 40))
        yield "pbn", path


def of_commands(manager):
    """Yield the command lines that show what they should not, each with the line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = {key: os.environ.get(key) for key in ("XDG_DATA_HOME", "XDG_STATE_HOME", "HOME")}
        os.environ.update(dict.fromkeys(kept, name))
        try:
            for format_name, path in list(files(manager, folder)):
                for spec_name, spec in manager.commands().items():
                    if spec_name in SKIPPED:
                        continue
                    for words, command in leaves((spec_name,), resolve(spec.command)):
                        if takes_file(command):
                            yield from faults_of(words, command, path, format_name, folder)
        finally:
            for key, value in kept.items():
                os.environ.pop(key) if value is None else os.environ.update({key: value})


def faults_of(words, command, path, format_name, folder):
    """Run a command in each way on a file; yield what it shows that it should not."""
    for line in lines_of(words, command, str(path)):
        said = [word.replace("OUT", str(folder / "out[/x]\x9b\u202e")) for word in line]
        for out in folder.glob("out*"):
            out.unlink()
        _, shown = run_command(said)
        what = f"{' '.join(words)} {' '.join(line[len(words) + 1 :])} ({format_name})"
        if "this is a fault in overtrick" in shown:
            yield what, shown
        bad = unprintable_line(shown)
        if bad is not None:
            yield what, bad
        for out in folder.glob("out*"):
            if out.suffix in {".json", ".html"}:
                bad = unprintable_line(out.read_text("utf-8", "surrogateescape"))
                if bad is not None:
                    yield f"{what}: {out.suffix} file", bad
