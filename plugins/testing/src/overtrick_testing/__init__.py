"""The conformance kit that ships with overtrick (extra `overtrick[testing]`).

    >>> from overtrick.testing import FormatSuite
    >>> FormatSuite.level
    2

`FormatSuite` holds the obligations of a format as tests, `RuleSuite`, `ViewSuite` and
`CommandSuite` those of a rule, a view and a command; `KitBase` and `obligation` make a suite for
another kind of plugin, with `check_light` and the like for what all declarations owe.
`overtrick.testing.strategies` makes boards and their parts with hypothesis; the other names help
with samples, a corpus and its oracles.
"""

from __future__ import annotations

try:
    import hypothesis
    import pytest
except ImportError as error:
    msg = (
        f"overtrick.testing needs {error.name}, which is not installed: "
        "pip install 'overtrick[testing]'"
    )
    raise ImportError(msg, name=error.name) from error

from overtrick.testing import strategies
from overtrick.testing.auditing import watching
from overtrick.testing.comparing import changed_fields, changes, unreported
from overtrick.testing.corpus import Corpus, code_of, find_corpus
from overtrick.testing.declaration import (
    check_callable,
    check_catalogue,
    check_light,
    check_summary,
    declaring_module,
)
from overtrick.testing.examples import (
    awkward_boards,
    example_boards,
    keep_fields,
    rare_boards,
    strip_source,
)
from overtrick.testing.formats.suite import FormatSuite
from overtrick.testing.fuzzing import STRAY_TOKENS, damaged, line_lengths
from overtrick.testing.harness import CountingStream, Harness, OneShot, Reading, Written
from overtrick.testing.hostile import HOSTILE_TEXTS, hostile_boards, unprintable_line
from overtrick.testing.kinds.commands import CommandSuite
from overtrick.testing.kinds.views import ViewSuite
from overtrick.testing.obligations import LATEST_LEVEL, KitBase, obligation, skip
from overtrick.testing.oracles import NoOracleWarning
from overtrick.testing.rules import RuleSuite

__all__ = [
    "HOSTILE_TEXTS",
    "LATEST_LEVEL",
    "STRAY_TOKENS",
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
    "damaged",
    "declaring_module",
    "example_boards",
    "find_corpus",
    "hostile_boards",
    "keep_fields",
    "line_lengths",
    "obligation",
    "rare_boards",
    "skip",
    "strategies",
    "strip_source",
    "unprintable_line",
    "unreported",
    "watching",
]

del hypothesis, pytest
