"""`overtrick_cli.commands`: what commands of plugins are made of."""

from __future__ import annotations

import sys
import types

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

import click

from overtrick import EditError
from overtrick.plugin import CommandSpec, hookimpl
from overtrick_cli import commands
from overtrick_cli.commands import Failure, ReadableBoards, reads_boards


@click.command()
@reads_boards()
@click.option("--loud", is_flag=True)
def numbers(*, boards: ReadableBoards, loud: bool) -> int | None:
    """Print the numbers of the boards."""
    click.echo(" ".join(board.label for board in boards) + "!" * loud)
    return 3 if loud else None


@click.command()
@reads_boards(numbers=())
def whole(boards: ReadableBoards) -> None:
    """Fail as commands do."""
    msg = f"no {boards.spec.name} today"
    raise Failure(msg, commands.USAGE)


@click.command()
@reads_boards(numbers=("--only",))
def careful(boards: ReadableBoards) -> None:
    """Miss a board."""
    list(boards)
    msg = "there is no board 99"
    raise EditError(msg)


@pytest.fixture
def run(overtrick_command, monkeypatch):
    from overtrick.plugin import default_manager

    @hookimpl
    def overtrick_commands():
        for name in ("numbers", "whole", "careful"):
            yield CommandSpec(name=name, summary=name, command=f"club_commands:{name}")

    module = types.ModuleType("club_commands")
    module.numbers, module.whole, module.careful = numbers, whole, careful
    module.overtrick_commands = overtrick_commands
    monkeypatch.setitem(sys.modules, "club_commands", module)
    default_manager().register(module, "club_commands")
    return overtrick_command


@pytest.fixture
def night(line_file, split_ten):
    return line_file("# Club", *(f"{n} {split_ten}" for n in range(1, 5)))


def test_a_command_gets_the_boards_of_a_file(run, night):
    done = run("numbers", night)
    assert (done.code, done.out, done.err) == (0, "1 2 3 4\n", "")


def test_some_boards_are_chosen(run, night):
    assert run("numbers", night, "--boards", "2-3").out == "2 3\n"
    assert run("careful", night, "--only", "2").code == commands.USAGE
    assert run("whole", night, "--boards", "2").code == commands.USAGE


def test_standard_input_is_a_file_too(run, night):
    done = run("numbers", "-", "--from", "line", "--boards", "4", stdin=night.read_bytes())
    assert done.out == "4\n"


def test_errors_of_the_file_are_told_and_are_the_exit_code(run, line_file, split_ten):
    done = run("numbers", line_file("# Club", f"1 {split_ten}", "rubbish", f"3 {split_ten}"))
    assert (done.code, done.out) == (commands.INPUT, "1 3\n")
    assert ":3:1: error LINE001" in done.err


def test_the_greater_exit_code_is_that_of_the_command(run, line_file, night):
    assert run("numbers", night, "--loud").code == 3
    assert run("numbers", line_file("rubbish"), "--loud").code == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("no-such.line",), "no-such.line"),
        (("{night}", "--from", "nothing"), "nothing"),
        (("{night}", "-O", "colour=red"), "no option 'colour': reading line has"),
        (("{night}", "--boards", "x"), "--boards"),
    ],
)
def test_wrong_usage_is_told(run, night, words, told):
    done = run("numbers", *(word.format(night=night) for word in words))
    assert (done.code, done.out) == (commands.USAGE, "")
    assert told in done.err


def test_a_failure_has_its_code_and_words(run, night):
    done = run("whole", night)
    assert (done.code, done.err) == (commands.USAGE, "Error: no line today\n")


def test_where_a_board_is_missing_the_findings_are_told_before(run, line_file, split_ten):
    done = run("careful", line_file(f"1 {split_ten}", "rubbish"))
    assert done.code == commands.USAGE
    assert done.err.index("LINE001") < done.err.index("there is no board 99")


def test_every_name_is_there_and_documented():
    assert sorted(commands.__all__) == sorted(set(commands.__all__))
    assert set(commands.__all__) <= set(dir(commands))
    for name in commands.__all__:
        value = getattr(commands, name)
        assert value is not None
        if callable(value):
            assert value.__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'Bored'"):
        _ = commands.Bored
