"""The conformance kit for plugins of overtrick.

    >>> from overtrick_testing import FormatSuite
    >>> FormatSuite.level
    2

`FormatSuite` holds the requirements of a format as tests, `RuleSuite`, `ViewSuite` and
`CommandSuite` those of a rule, a view and a command; `KitBase` and `requirement` make a suite for
another kind of plugin, with `check_light` and the like for what all declarations owe.
`overtrick_testing.strategies` makes boards and their parts with hypothesis; the other names help
with samples, a corpus and its oracles.

Every name is imported when it is first used: the `overtrick` command asks this package for its
commands, and needs no pytest for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import CommandSpec, hookimpl, lazy_names

if TYPE_CHECKING:
    from overtrick_testing import strategies
    from overtrick_testing.advice import Advice
    from overtrick_testing.auditing import watching
    from overtrick_testing.comparing import changed_fields, changes, unreported
    from overtrick_testing.corpus import Corpus, code_of, find_corpus
    from overtrick_testing.declaration import (
        check_callable,
        check_catalogue,
        check_light,
        check_summary,
        declaring_module,
    )
    from overtrick_testing.examples import (
        awkward_boards,
        example_boards,
        keep_fields,
        rare_boards,
        strip_source,
    )
    from overtrick_testing.failures import failed
    from overtrick_testing.formats.cost import count_steps
    from overtrick_testing.formats.suite import FormatSuite
    from overtrick_testing.fuzzing import STRAY_TOKENS, damaged, line_lengths
    from overtrick_testing.harness import CountingStream, Harness, OneShot, Reading, Written
    from overtrick_testing.hostile import HOSTILE_TEXTS, hostile_boards, unprintable_line
    from overtrick_testing.kinds.commands import CommandSuite
    from overtrick_testing.kinds.rules import RuleSuite
    from overtrick_testing.kinds.views import ViewSuite
    from overtrick_testing.oracles import NoOracleWarning, oracle_suffixes, read_oracle
    from overtrick_testing.requirements import LATEST_LEVEL, KitBase, requirement, skip
    from overtrick_testing.sealing import sealed_files
    from overtrick_testing.skeleton.making import KINDS, make_skeleton

__all__ = [
    "HOSTILE_TEXTS",
    "KINDS",
    "LATEST_LEVEL",
    "STRAY_TOKENS",
    "Advice",
    "CommandSuite",
    "Corpus",
    "CountingStream",
    "FormatSuite",
    "Harness",
    "KitBase",
    "NoOracleWarning",
    "OneShot",
    "Reading",
    "RuleSuite",
    "ViewSuite",
    "Written",
    "awkward_boards",
    "changed_fields",
    "changes",
    "check_callable",
    "check_catalogue",
    "check_light",
    "check_summary",
    "code_of",
    "count_steps",
    "damaged",
    "declaring_module",
    "example_boards",
    "failed",
    "find_corpus",
    "hostile_boards",
    "keep_fields",
    "line_lengths",
    "make_skeleton",
    "oracle_suffixes",
    "rare_boards",
    "read_oracle",
    "requirement",
    "sealed_files",
    "skip",
    "strategies",
    "strip_source",
    "unprintable_line",
    "unreported",
    "watching",
]


_names, __dir__ = lazy_names(
    globals(),
    {
        "advice": "Advice",
        "auditing": "watching",
        "comparing": "changed_fields changes unreported",
        "corpus": "Corpus code_of find_corpus",
        "declaration": "check_callable check_catalogue check_light check_summary declaring_module",
        "examples": "awkward_boards example_boards keep_fields rare_boards strip_source",
        "failures": "failed",
        "formats.cost": "count_steps",
        "formats.suite": "FormatSuite",
        "fuzzing": "STRAY_TOKENS damaged line_lengths",
        "harness": "CountingStream Harness OneShot Reading Written",
        "hostile": "HOSTILE_TEXTS hostile_boards unprintable_line",
        "kinds.commands": "CommandSuite",
        "kinds.rules": "RuleSuite",
        "kinds.views": "ViewSuite",
        "requirements": "LATEST_LEVEL KitBase requirement skip",
        "oracles": "NoOracleWarning oracle_suffixes read_oracle",
        "sealing": "sealed_files",
        "skeleton.making": "KINDS make_skeleton",
    },
)


def __getattr__(name: str) -> object:
    if name == "strategies":
        import importlib

        return importlib.import_module("overtrick_testing.strategies")
    return _names(name)


@hookimpl
def overtrick_commands() -> Iterator[CommandSpec]:
    """Declare the commands for authors of plugins."""
    yield CommandSpec(
        name="new-plugin",
        summary="Write the skeleton of a plugin: a format, a rule, a view ...",
        command="overtrick_testing.skeleton.new_plugin:new_plugin",
    )
    yield CommandSpec(
        name="testing",
        summary="Prepare the tests of a plugin",
        command="overtrick_testing.commands:testing",
    )
