"""The kit of seals against itself: what shows sealed boards unasked fails, others pass."""

from __future__ import annotations

import sys
import types

import pytest

import overtrick
from overtrick import BoardReader
from overtrick.plugin import CommandSpec, hookimpl
from overtrick_testing import CommandSuite, ViewSuite

click = pytest.importorskip("click")
show_cards_option = pytest.importorskip("overtrick_cli.options").show_cards_option


def shown(file, sealed="refuse"):
    with overtrick.open_boards(file, errors="collect", sealed=sealed) as boards:
        for board in boards:
            click.echo(board.deal.to_text(overtrick.Seat.NORTH))


@click.command()
@click.argument("file")
@show_cards_option()
def sound(file, sealed):
    shown(file, sealed)


@click.command()
@click.argument("file")
@show_cards_option()
def careless(file, sealed):
    shown(file, sealed="show")


@click.command()
@click.argument("file")
def wordless(file):
    shown(file)


@click.command()
@click.argument("file")
@show_cards_option(otherwise="keep")
def hushed(file, sealed):
    """Shows nothing of the hands, and works on sealed ones."""
    with overtrick.open_boards(file, errors="collect", sealed=sealed) as boards:
        click.echo(f"{sum(1 for _ in boards)} boards")
        for finding in boards.diagnostics:
            click.echo(finding, err=True)


@click.command()
@click.argument("file")
@show_cards_option(otherwise="keep")
def scribe(file, sealed):
    """Writes what it kept as if it were no sealed board's."""
    with overtrick.open_boards(file, errors="collect", sealed=sealed) as boards:
        overtrick.write(list(boards), "copy.kitseal")


@pytest.fixture
def plugin(monkeypatch, tmp_path):
    """The name of a module that declares a command."""

    def make(command):
        name = "plugin_of_a_command"
        module = types.ModuleType(name)
        module.it = command

        @hookimpl
        def overtrick_commands():
            yield CommandSpec(name="shown", summary="Show boards", command=f"{name}:it")

        module.overtrick_commands = overtrick_commands
        monkeypatch.setitem(sys.modules, name, module)
        return name

    return make


def outcome(command, plugin, folder, *, keeps=False):
    words = (("shown", "{file}"),)
    suite = type(
        "Suite",
        (CommandSuite,),
        {"plugin": plugin(command), "keeping" if keeps else "command_lines": words},
    )
    suite().test_sealed_boards_stay_hidden(folder)


def test_sound_commands_pass(plugin, tmp_path):
    outcome(sound, plugin, tmp_path)
    outcome(hushed, plugin, tmp_path, keeps=True)


@pytest.mark.parametrize(
    ("command", "why"),
    [(careless, "names cards of a sealed file"), (wordless, "--show-cards does not work")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_command_that_shows_hands_fails(command, why, plugin, tmp_path):
    with pytest.raises(AssertionError, match=why):
        outcome(command, plugin, tmp_path)


def test_a_command_that_forgets_the_seal_fails(plugin, tmp_path):
    with pytest.raises(AssertionError, match="which is not sealed"):
        outcome(scribe, plugin, tmp_path, keeps=True)


def test_a_suite_without_a_command_line_fails(tmp_path):
    with pytest.raises(AssertionError, match="no command line to try"):
        CommandSuite().test_plugin_loads()
    with pytest.raises(pytest.skip.Exception, match="test_plugin_loads"):
        CommandSuite().test_sealed_boards_stay_hidden(tmp_path)


@pytest.mark.slow
def test_a_view_fails_where_nobody_looks_for_a_seal(tmp_path, monkeypatch):
    suite = type("Suite", (ViewSuite,), {"view_name": "text"})
    suite().test_sealed_boards_stay_hidden(tmp_path)
    monkeypatch.setattr(BoardReader, "is_sealed", False)
    with pytest.raises(AssertionError, match=r"names cards|does not refuse"):
        suite().test_sealed_boards_stay_hidden(tmp_path)
