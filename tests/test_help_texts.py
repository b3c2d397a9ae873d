"""Help texts are plain: a command's summary and help agree, and no text is a riddle."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("click")

import click

from overtrick_cli.commands import LazyGroup, application, walk

# Words that stand in for a term of the field, or that make a noun of a clause.
RIDDLES = re.compile(
    r"\b(told|tells?|says?|said|stands?|whoever|whatever|nobody|somebody|everybody|mends?|mended"
    r"|so many|so long|so often|at the most|at the least|what came of|in the net|sealed"
    r"|announces)\b"
    r"|\bwho (does|has|is)\b",
    re.IGNORECASE,
)
# Written with the commands of overtrick-cli, which follow the same rules.
ELSEWHERE = "overtrick_cli."
# Flags of overtrick-cli that other commands share; their texts are its own.
SHARED = {"--from", "--to", "-O", "--strict", "--keep-going", "--show-cards", "--report", "--force",
          "--lang", "--jobs", "--boards"}  # fmt: skip


def commands():
    """Yield each command that is not of overtrick-cli, with the words that choose it."""
    for path, command in walk(application):
        function = command.callback
        if function is not None and not function.__module__.startswith(ELSEWHERE):
            yield " ".join(path), command


def first_word(text):
    return text.split()[0].strip(".,:;")


def riddles_in(text):
    return [found[0] for found in RIDDLES.finditer(text)]


def test_a_help_text_begins_as_its_summary():
    """A text that was meant for another function has another verb."""
    other = {}
    group = application
    todo = [((), group, click.Context(group))]
    while todo:
        path, group, ctx = todo.pop()
        for name, (_, summary) in group.members().items():
            command = group.get_command(ctx, name)
            where = (*path, name)
            if isinstance(command, LazyGroup):
                todo.append((where, command, click.Context(command, parent=ctx)))
            function = command.callback
            if function is None or function.__module__.startswith(ELSEWHERE):
                continue
            if first_word(command.help) != first_word(summary):
                other[" ".join(where)] = (first_word(summary), first_word(command.help))
    assert other == {}


def test_no_help_text_is_a_riddle():
    found = {name: words for name, command in commands() if (words := riddles_in(command.help))}
    assert found == {}


def test_no_option_is_a_riddle():
    found = {}
    for name, command in commands():
        for option in command.params:
            if not isinstance(option, click.Option) or SHARED.intersection(option.opts):
                continue
            if words := riddles_in(option.help):
                found[name, option.opts[0]] = words
    assert found == {}


def test_no_metavar_is_a_pronoun():
    found = [
        (name, option.opts[0])
        for name, command in commands()
        for option in command.params
        if isinstance(option, click.Option)
        and {"WHO", "WHICH", "WHAT"}.intersection(re.findall(r"[A-Z]+", option.metavar or ""))
    ]
    assert found == []
