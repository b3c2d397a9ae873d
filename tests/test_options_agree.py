"""One name for one option: a flag means the same in every command, and a meaning has one flag."""

from __future__ import annotations

from collections import defaultdict

import pytest

pytest.importorskip("click")

import click

from overtrick_cli.commands import application, walk

# Flags that mean two things, each of which has no better word in its command.
TWO_MEANINGS = {
    "--count": "how many boards to deal (deal); how many fit, and nothing else (select)",
    "--format": "how findings are told (check); how the answer is given (archive)",
    "--from": "where in a saved hand to go on (belote play)",
    "--order": "how deals are counted (deal); in which order copies are dealt (duplimate)",
    "--script": "a script of dealer (deal); what befalls a simulated machine (duplimate simulate)",
    "--session": "a session of an event (deal); a session of dealing (duplimate)",
    "--statistics": "how often a code was found (check); what deals come to (deal)",
    "--swap": "two boards (edit); the hands of two partners (deal)",
    "--to": "a format, but what writes no boards has kinds of its own (link, records)",
}

# What a command calls in itself by one name though users know it by two.
TWO_FLAGS = {
    "output": "where to, and how findings are told (check)",
}


def options():
    for path, command in walk(application):
        for param in command.params:
            if isinstance(param, click.Option):
                yield " ".join(path), param, click.Context(command)


def test_a_flag_means_the_same_everywhere():
    meanings = defaultdict(lambda: defaultdict(list))
    for command, option, ctx in options():
        what = "no value" if option.is_flag else option.make_metavar(ctx)
        for flag in (*option.opts, *option.secondary_opts):
            meanings[flag][what].append(command)
    two = {flag: dict(found) for flag, found in meanings.items() if len(found) > 1}
    assert {flag: two[flag] for flag in two.keys() - TWO_MEANINGS.keys()} == {}
    assert TWO_MEANINGS.keys() <= two.keys(), "these mean one thing only by now"


def test_a_meaning_has_one_flag():
    flags = defaultdict(lambda: defaultdict(list))
    for command, option, _ in options():
        flags[option.name][frozenset(option.opts)].append(command)
    two = {
        name: {" ".join(sorted(words)): commands for words, commands in found.items()}
        for name, found in flags.items()
        if not frozenset.intersection(*found)
    }
    assert {name: two[name] for name in two.keys() - TWO_FLAGS.keys()} == {}
    assert TWO_FLAGS.keys() <= two.keys(), "these have one flag only by now"


def test_an_option_has_one_long_name():
    two = {
        (command, *names)
        for command, option, _ in options()
        if len(names := [name for name in option.opts if name.startswith("--")]) > 1
    }
    assert two == set()


def test_a_name_has_one_short_form():
    """`--quiet` is `-q` everywhere, or nowhere; likewise for all others."""
    short = defaultdict(lambda: defaultdict(list))
    for command, option, _ in options():
        for name in option.opts:
            if name.startswith("--"):
                others = tuple(sorted(set(option.opts) - {name}))
                short[name][others].append(command)
    two = {name: dict(found) for name, found in short.items() if len(found) > 1}
    assert two == {}


def test_what_any_command_may_print_less_of_is_said_in_the_same_words():
    helps = {option.help for _, option, _ in options() if "--quiet" in option.opts}
    assert len(helps) == 1


def test_a_command_that_says_what_it_wrote_can_be_quiet():
    """What `-o` writes is reported, and a script may not want to hear of it."""
    flags = defaultdict(set)
    for command, option, _ in options():
        flags[command].update(option.opts)
    loud = {command for command, found in flags.items() if "-o" in found and "--quiet" not in found}
    assert loud == SILENT.keys()


# Commands with `-o` that have nothing to keep to themselves.
SILENT = {
    "archive duplicates": "it prints errors alone",
    "archive find": "it prints errors alone",
    "archive stats": "it prints errors alone",
    "belote edit": "it prints errors alone",
    "show": "it prints what is wrong alone",
    "testing make-oracle": "it is for authors of plugins, and prints one line a file",
}


def test_values_are_taken_in_letters_of_either_case():
    """`--to PBN`, `--format JSON`, `--as HTML`: nobody means another word by them."""
    refused = []
    for command, option, ctx in options():
        kind = option.type
        if isinstance(kind, click.Choice):
            words = [str(word) for word in kind.choices]
        elif option.make_metavar(ctx) == "FORMAT":
            words = ["pbn"]
        elif option.make_metavar(ctx) == "VIEW":
            words = ["html"]
        elif option.make_metavar(ctx) == "CODE":
            words = ["fr"]
        elif option.make_metavar(ctx) == "SEAT" and kind is not click.STRING:
            words = ["north", "n"]
        else:
            continue
        for word in words:
            try:
                same = {str(kind.convert(form, option, ctx)) for form in (word, word.upper())}
            except click.UsageError as error:
                refused.append((command, *option.opts, str(error)))
                continue
            if len(same) > 1:
                refused.append((command, *option.opts, *same))
    assert refused == []


def test_every_option_says_what_it_does():
    silent = [(command, option.opts) for command, option, _ in options() if not option.help]
    assert silent == []
