"""What all parts of the suite share: the obligation mark, the format under test, its samples."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, NoReturn, ParamSpec, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overtrick.findings.losses import Field
from overtrick.framework.manager import PluginManager, default_manager
from overtrick.framework.spec import FormatSpec
from overtrick.model.board import Board
from overtrick.testing.corpus import Corpus, find_corpus
from overtrick.testing.examples import awkward_boards, example_boards, rare_boards
from overtrick.testing.harness import Harness

P = ParamSpec("P")
R = TypeVar("R")

LATEST_LEVEL = 2
"""The highest level of the suite; new obligations come at a level of their own."""


# Made once for each suite class, not for each of its tests.
_HARNESSES: dict[type, Harness] = {}
_SAMPLES: dict[type, tuple[bytes, ...]] = {}
_EXAMPLES: dict[type, tuple[Board, ...]] = {}
_SINGLE_EXAMPLES: dict[type, tuple[Board, ...]] = {}


def obligation(level: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a method of a suite an obligation of a level.

    The test skips in a suite that asks for a lower level.
    """

    def decorate(test: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(test)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            suite = args[0]
            assert isinstance(suite, KitBase)
            if level > suite.level:
                pytest.skip(f"an obligation of level {level}; this suite asks for {suite.level}")
            return test(*args, **kwargs)

        return run

    return decorate


class KitBase:
    """What the suites of all kinds of plugin share.

    Attributes:
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number, since one board tries many things at once.
    """

    # Inherited, so that a test that a plugin overrides carries it too.
    pytestmark: ClassVar[pytest.MarkDecorator] = pytest.mark.overtrick_kit

    level: ClassVar[int] = LATEST_LEVEL
    plugin: ClassVar[str | None] = None
    max_examples: ClassVar[int | None] = None

    @classmethod
    def make_manager(cls) -> PluginManager:
        """Return the plugins to test with: the installed ones, or only `plugin`."""
        if cls.plugin is None:
            return default_manager()
        manager = PluginManager(discover=False)
        manager.register(importlib.import_module(cls.plugin), name=cls.plugin)
        return manager

    def for_all(
        self, check: Callable[[R], None], strategy: st.SearchStrategy[R], *, share: float = 1.0
    ) -> None:
        """Run a check on generated values; `share` scales the number of examples."""
        count = self.max_examples
        if count is None:
            count = settings().max_examples // 5
        chosen = settings(
            max_examples=max(5, int(count * share)),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        chosen(given(strategy)(check))()


class SuiteBase(KitBase):
    """The format under test and its samples.

    Attributes:
        format_name: the format's name.
        corpus: a folder with `valid/` and `invalid/<CODE>-*`, looked for from the test
            module's folder upwards; `None` where there is none.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        read_ahead: how many bytes a streaming reader may take beyond the board it yields.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number, since one board tries many things at once.
    """

    format_name: ClassVar[str]
    corpus: ClassVar[str | None] = None
    read_ahead: ClassVar[int] = 1 << 16

    @classmethod
    def make_examples(cls, carries: frozenset[Field]) -> tuple[Board, ...]:
        """Return boards that the format can hold in one file, three at the least."""
        return example_boards(carries)

    # What the obligations use ---------------------------------------------------------------

    @property
    def harness(self) -> Harness:
        """The format under test."""
        suite = type(self)
        if suite not in _HARNESSES:
            _HARNESSES[suite] = Harness(suite.make_manager(), suite.format_name)
        return _HARNESSES[suite]

    @property
    def spec(self) -> FormatSpec:
        """The format's specification."""
        return self.harness.spec

    @property
    def found_corpus(self) -> Corpus | None:
        """The corpus, or `None` where the suite names none.

        Raises:
            FileNotFoundError: the suite names a folder that is nowhere.
        """
        if self.corpus is None:
            return None
        others = {
            suffix
            for spec in default_manager().formats().values()
            if spec.reader is not None and spec.name != self.format_name
            for suffix in spec.suffixes
        }
        here = Path(inspect.getfile(type(self))).parent
        return find_corpus(self.corpus, here, self.spec.suffixes, others)

    @property
    def samples(self) -> tuple[bytes, ...]:
        """Sound files: what the writer makes of the examples, then the valid corpus."""
        suite = type(self)
        if suite not in _SAMPLES:
            _SAMPLES[suite] = self._find_samples()
        return _SAMPLES[suite]

    def _find_samples(self) -> tuple[bytes, ...]:
        found: list[bytes] = []
        if self.spec.writer is not None:
            for boards in (self.examples, self.examples[:1]):
                written = self.harness.try_write(boards)
                if written is not None:
                    found.append(written.data)
        corpus = self.found_corpus
        if corpus is not None:
            found += [path.read_bytes() for path in corpus.valid]
        return tuple(dict.fromkeys(found))

    @property
    def examples(self) -> tuple[Board, ...]:
        """The boards of `make_examples`, in the fields that the format carries."""
        suite = type(self)
        if suite not in _EXAMPLES:
            _EXAMPLES[suite] = suite.make_examples(self.spec.carries)
        return _EXAMPLES[suite]

    @property
    def single_examples(self) -> tuple[Board, ...]:
        """Boards to be written each to a file of its own: the examples and rarer things."""
        suite, carries = type(self), self.spec.carries
        if suite not in _SINGLE_EXAMPLES:
            rarer = (*rare_boards(carries), *awkward_boards(carries))
            _SINGLE_EXAMPLES[suite] = (*self.examples, *rarer)
        return _SINGLE_EXAMPLES[suite]

    def need_reader(self) -> None:
        """Skip where the format cannot be read."""
        if self.spec.reader is None:
            skip(f"{self.format_name} has no reader")

    def need_writer(self) -> None:
        """Skip where the format cannot be written."""
        if self.spec.writer is None:
            skip(f"{self.format_name} has no writer")

    def need_both(self) -> None:
        """Skip where the format cannot be read or cannot be written."""
        self.need_reader()
        self.need_writer()

    def need_samples(self) -> tuple[bytes, ...]:
        """Return the samples of a readable format, or skip where there are none."""
        self.need_reader()
        if not self.samples:
            skip(f"{self.format_name} has neither a writer nor a corpus to take a sample from")
        return self.samples


def skip(reason: str) -> NoReturn:
    """Skip the test that runs, with its reason."""
    pytest.skip(reason)
