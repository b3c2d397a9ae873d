"""Every command that any page, help text or message names exists, with the options it is given."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from overtrick_cli.commands import application, walk

ROOT = Path(__file__).resolve().parents[1]
# Commands that readers are shown how to write, and pages of what is no more.
EXAMPLES = {"points"}
OF_EARLIER_RELEASES = {"porting-to-2.md"}

PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "plugins/*/README.md", "core/README.md",
                    "examples/**/*.md", "plugins/*/src/**/*.md", "plugins/*/src/**/*.html")
    for path in ROOT.glob(pattern)
    if "CHANGELOG" not in path.name and "_build" not in path.parts
    and path.name not in OF_EARLIER_RELEASES
)  # fmt: skip
SOURCES = sorted((ROOT / "plugins").glob("*/src/**/*.py")) + sorted(
    (ROOT / "core/src").glob("**/*.py")
)


_FENCE = re.compile(r"^```(sh|text|console|bash|bat|)\n(.*?)^```", re.M | re.S)
_INLINE = re.compile(r"`(overtrick [^`\n]+)`")
_IN_BLOCK = re.compile(r"^\s*(?:\$ |> |\.venv/bin/|\S+=\S+ )*(overtrick (?!\().*)$", re.M)
_END = re.compile(r"(?<!\S)(?:\||>|2>|&&|;|#|\)).*")


def commands_in(path):
    """Yield each line of a page that is a command, as its words."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        lines = re.findall(r"`(overtrick [^`\n{]+)`", text)
        lines += re.findall(r"^      (overtrick .+)$", text, re.M)  # samples in a help text
    else:
        blocks = [body for _, body in _FENCE.findall(text)]
        lines = [line for body in blocks for line in _IN_BLOCK.findall(body.replace("\\\n", " "))]
        lines += _INLINE.findall(_FENCE.sub("", text))
    for line in lines:
        try:
            words = shlex.split(_END.sub("", line.replace("[", " ").replace("]", " ")))
        except ValueError:
            continue  # half a sentence in quotes
        if len(words) > 1:
            yield line, words[1:]


def fault_of(words):
    """Return what is wrong with a command, `None` where it could be typed."""
    group, ctx = application, click.Context(application)
    path = []
    words = list(words)
    while words and words[0].startswith("--") and words[0] in {"--debug", "--version", "--help"}:
        words.pop(0)
    while isinstance(group, click.Group) and words and not words[0].startswith("-"):
        name = words[0]
        if not re.fullmatch(r"[a-z][a-z-]*", name):
            break  # COMMAND, or three dots
        if not path and name in EXAMPLES:
            return None
        found = group.get_command(ctx, name)
        if found is None:
            if group is not application and group.invoke_without_command:
                break
            return f"no command {' '.join([*path, name])}"
        group, ctx = found, click.Context(found, parent=ctx)
        path.append(words.pop(0))
    known = {"--help", "-h"}
    for parameter in group.params:
        known.update(parameter.opts)
        known.update(parameter.secondary_opts)
    if path[:1] == ["formats"]:
        return None  # tables of formats are options of it
    for word in words:
        option = word.split("=")[0].rstrip(".,;:")
        if option.startswith("--") and len(option) > 2 and option not in known:
            return f"{' '.join(path)} has no option {option}"
        if re.fullmatch(r"-[a-zA-Z]", option) and option not in known:
            return f"{' '.join(path)} has no option {option}"
    return None


def test_some_commands_are_found():
    assert sum(1 for path in PAGES for _ in commands_in(path)) > 200


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_of_a_page_exists(path):
    faults = {line: fault for line, words in commands_in(path) if (fault := fault_of(words))}
    assert faults == {}


def test_every_command_in_help_and_messages_exists():
    faults = {
        (str(path.relative_to(ROOT)), line): fault
        for path in SOURCES
        for line, words in commands_in(path)
        if (fault := fault_of(words))
    }
    assert faults == {}


def test_the_generator_generates_and_the_machine_deals():
    """*Deal* as a verb is what a dealing machine does with cards."""
    for path, command in walk(application):
        if path[0] != "deal":
            continue
        texts = [command.help or "", command.get_short_help_str()]
        texts += [
            option.help or "" for option in command.params if isinstance(option, click.Option)
        ]
        # Command lines are no prose, and a noun is no verb.
        prose = re.sub(r"overtrick deal[^\n]*", "", "\n".join(texts))
        verbs = re.findall(
            r"^ *Deal (?!or)\w+|; deal \w+|\bdeals? (?:boards|them|a set)", prose, re.M
        )
        assert verbs == [], path
