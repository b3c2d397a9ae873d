"""Running the conformance kit over a good format, or over one that is spoilt."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import itertools
import runpy
import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from overtrick_testing import FormatSuite, requirements
from overtrick_testing.formats.process_state import restore_state, take_state

HERE = Path(__file__).parent
MUTANTS: tuple[Any, ...] = runpy.run_path(str(HERE / "mutants.py"))["MUTANTS"]
KeptExamples: type = runpy.run_path(str(HERE / "kept_examples.py"))["KeptExamples"]
REQUIREMENTS = sorted(name for name in dir(FormatSuite) if name.startswith("test_"))

FORMATS = {
    "demo_format": ("demo", "corpus"),
    "tape_format": ("tape", "tape"),
    "calls_format": ("calls", "calls"),
}
"""The good formats, with their names and the folders of their corpora."""

# Each takes processes of its own or long files, so they run only where an edit can change what
# they see.
DEAR = {
    "test_reading_time_is_linear": ("kept",),
    "test_writing_time_is_linear": ("kept",),
    "test_cost_is_linear": ("kept",),
    "test_memory_stays_flat": ("kept", "list("),
    "test_nothing_is_kept_of_a_board": ("kept", "list("),
    "test_the_locale_changes_nothing": ("format(number",),
    "test_declaration_is_light": ("import",),
    "test_writer_is_deterministic": ("import", "set(", "hash("),
    "test_reader_is_deterministic": ("import", "set(", "hash(", "LAST"),
    "test_line_ends_are_the_formats_own": ("import",),
}

_COUNTER = itertools.count()


@attrs.frozen
class Outcome:
    """What became of a requirement: passed, skipped with a reason, or failed with an exception."""

    passed: bool = False
    skipped: str = ""
    error: BaseException | None = None

    @property
    def told(self) -> str:
        """What the plugin's author is told of it."""
        return str(getattr(self.error, "overtrick_kit", self.error))


PASSED = Outcome(passed=True)


def spoil(good: str, edits: Iterable[str]) -> str:
    """Return the source of a good format with edits, old and new in turn.

    Raises:
        AssertionError: what is to be replaced does not stand there once.
    """
    source = (HERE / f"{good}.py").read_text(encoding="utf-8")
    rest = iter(edits)
    for old, new in zip(rest, rest, strict=True):
        assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {good}"
        source = source.replace(old, new)
    return source


@contextlib.contextmanager
def suite_of(good: str, edits: tuple[str, ...], folder: Path, *before: type) -> Iterator[type]:
    """Write a variant of a good format as a module and give the suite that tries it."""
    name = f"{good}_{next(_COUNTER)}"
    source = spoil(good, edits).replace(f"{good}:", f"{name}:")
    (folder / f"{name}.py").write_text(source, "utf-8")
    format_name, corpus = FORMATS[good]
    process = take_state()
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield type(
            "Suite",
            (*before, FormatSuite),
            {
                "format_name": format_name,
                "plugin": name,
                "corpus": str(HERE / corpus),
                "read_ahead": 2048,
                # As many of all that is tried once each as a plugin's author has.
                "max_examples": 20 if before else None,
                "__module__": FormatSuite.__module__,
            },
        )
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(name, None)
        restore_state(process)


def outcome_of(suite: type, test: str, folder: Path | None = None) -> Outcome:
    """Run a requirement of a suite and return what became of it.

    Args:
        suite: the suite.
        test: the requirement.
        folder: the folder for one that takes `tmp_path`.
    """
    run = getattr(suite(), test)
    given = {"tmp_path": folder} if "tmp_path" in inspect.signature(run).parameters else {}
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run(**given)
    except pytest.skip.Exception as skipped:
        return Outcome(skipped=str(skipped))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  # what fails is looked at by the caller
        return Outcome(error=error)
    return PASSED


def alone(suite: type, test: str) -> None:
    """Make a suite believe that pytest runs one of its requirements only: it waits for no other."""
    requirements.ledger_of(suite).chosen = frozenset({test})


def can_see(test: str, edits: tuple[str, ...]) -> bool:
    """Return whether a requirement can see an edit; some are dear."""
    words = DEAR.get(test)
    return words is None or any(word in new for new in edits[1::2] for word in words)
