"""The kit of commands against itself: a good one passes it all, a spoilt one is caught."""

from __future__ import annotations

import importlib
import runpy
import sys
from pathlib import Path

import pytest

from overtrick_testing import CommandSuite

pytest.importorskip("click")

outcome_of = runpy.run_path(str(Path(__file__).with_name("running.py")))["outcome_of"]

DECLARATION = """
import overtrick as ot
import overtrick.plugin as op

@op.hookimpl
def overtrick_commands():
    command = f"{__name__}.command:demo"
    yield op.CommandSpec(name="demo", summary="Tell the spades", command=command)
"""
COMMAND = '''
import json
import sys
import click
import overtrick as ot
import overtrick.plugin as op
from overtrick_cli.commands import show_cards_option
from overtrick.plugin import printable

@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@show_cards_option()
def demo(file, as_json, sealed):
    """Tell how many spades North has."""
    source = sys.stdin.buffer if file == "-" else file
    with ot.open_boards(source, errors="collect", sealed=sealed) as boards:
        found = {board.label: len(board.deal[ot.Seat.NORTH]) for board in boards}
    if as_json:
        click.echo(json.dumps(found))
        return
    click.echo(f"{printable(file)}: {found}")
'''

# What is spoilt: what stands there, what is put in its place, and the requirement that names it.
MUTANTS = {
    "a heavy import": (
        "import overtrick.plugin as op\n\n@op", "import hypothesis, overtrick.plugin as op\n\n@op",
        "declaration_is_light",
    ),
    "a hook that fails": ("yield op.CommandSpec", "yield op.CommandSpecs", "plugin_loads"),
    "no summary": ('"Tell the spades"', '""', "spec_fields_are_valid"),
    "a function that is no command": (
        "@click.command()\n", "@(lambda command: print)\n@click.command()\n",
        "spec_fields_are_valid",
    ),
    "an option without help": ('help="For programs."', 'help=""', "help_is_given"),
    "a command that says not what it does": (
        '    """Tell how many spades North has."""\n', "", "help_is_given",
    ),
    "any option will do": (
        "@click.command()",
        "@click.command(context_settings=dict(ignore_unknown_options=True, allow_extra_args=True))",
        "an_unknown_option_is_wrong_usage",
    ),
    "an exit code that nobody asked for": (
        "    source =", "    raise SystemExit(3)\n    source =", "it_works",
    ),
    "nothing is told": ('    click.echo(f"{p', '    str(f"{p', "it_works"),
    "another thing each time": (
        "{found}", "{__import__('time').perf_counter_ns()}", "it_works",
    ),
    "a file that is not there is passed over": (
        "click.Path(exists=True, dir_okay=False, allow_dash=True)",
        "click.UNPROCESSED, callback=lambda ctx, param, value: value if value == '-' or "
        "__import__('os').path.exists(value) else '/dev/null'",
        "a_missing_file_is_named",
    ),
    "a traceback for a broken file": (
        "    with ot",
        "    if file != '-':\n        __import__('pathlib').Path(file).read_text('utf-8')\n"
        "    with ot",
        "a_broken_file_is_told_in_words",
    ),
    "a pipe is not read": (
        'sys.stdin.buffer if file == "-"', '"/no-such-file" if file == "-"',
        "pipes_are_taken",
    ),
    "a pipe that gives nothing": (
        '    if as_json:', '    if file == "-":\n        return\n    if as_json:',
        "pipes_are_taken",
    ),
    "words among the JSON": (
        "        click.echo(json", "        click.echo('here it is')\n        click.echo(json",
        "json_is_json",
    ),
    "JSON of Python": ("json.dumps(found)", "str(found)", "json_is_json"),
    "a name that steers the terminal": (
        "{printable(file)}", "{file}", "what_is_printed_is_printable",
    ),
    "a stream that is closed": (
        '    click.echo(f"{p',
        '    try:\n        click.echo("x" * 100000)\n    except BrokenPipeError:\n'
        '        __import__("traceback").print_exc()\n    click.echo(f"{p',
        "a_closed_output_is_no_fault",
    ),
    "hands that are shown": (
        'sealed=sealed', 'sealed="show"', "sealed_boards_stay_hidden",
    ),
}  # fmt: skip
NAMES = sorted(name for name in dir(CommandSuite) if name.startswith("test_"))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs requirements over a variant of the command; it names failures."""

    def run_some(old, new, *requirements):
        name = f"command_{abs(hash((old, new)))}"
        count = DECLARATION.count(old) + COMMAND.count(old)
        assert count == 1 or not old, f"{old!r} stands {count} times"
        package = tmp_path / name
        package.mkdir()
        for file, source in (("__init__", DECLARATION), ("command", COMMAND)):
            text = source.replace(old, new) if old else source
            (package / f"{file}.py").write_text(text, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()

        class Suite(CommandSuite):
            plugin = name
            command_lines = (("demo", "{file}"),)

        failed = {}
        for test in requirements:
            folder = tmp_path / test
            folder.mkdir()
            outcome = outcome_of(Suite, test, folder)
            assert not outcome.skipped, f"{test} skips: {outcome.skipped}"
            if outcome.error is not None:
                failed[test] = outcome.error
        for module in (name, f"{name}.command"):
            sys.modules.pop(module, None)
        return failed

    return run_some


@pytest.mark.slow
def test_a_good_command_passes(run):
    assert run("", "", *NAMES) == {}


@pytest.mark.slow
@pytest.mark.parametrize("what", MUTANTS)
def test_a_spoilt_command_is_caught_by_the_requirement_that_names_it(run, what):
    old, new, named = MUTANTS[what]
    assert run(old, new, f"test_{named}"), f"{what} passes test_{named}"


def test_every_requirement_bites():
    assert {f"test_{named}" for _, _, named in MUTANTS.values()} == set(NAMES)
