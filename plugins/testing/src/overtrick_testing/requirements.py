"""What all parts of the suite share: the requirement mark, the format under test, its samples."""

from __future__ import annotations

import contextlib
import functools
import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final, NoReturn, ParamSpec, TypeVar

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

from overtrick import NO_EXTRAS, Board, Extras, Field, PluginError, PluginManager
from overtrick.plugin import FormatSpec, Kind, Options
from overtrick_testing.advice import ADVICE, Advice
from overtrick_testing.comparing import changes, in_another_order, unreported
from overtrick_testing.corpus import Corpus, find_corpus
from overtrick_testing.examples import awkward_boards, example_boards, rare_boards, strip_source
from overtrick_testing.failures import TOLD, failed, found_with, lost, references, tell
from overtrick_testing.harness import Harness, Reading, Written
from overtrick_testing.loading import SpecT, find_spec, installed_plugins, plugins_of
from overtrick_testing.oracles import oracle_suffixes

P = ParamSpec("P")
R = TypeVar("R")

LATEST_LEVEL = 2
"""The highest level of the suite; new requirements come at a level of their own."""

SHRINKING: Final = 4.0
"""How many seconds one test may take to make a failing example smaller."""

SHRINKING_IN_ALL: Final = 15.0
"""How many seconds all tests of a suite may take for it; then the first example must do."""

# Made once for each suite class, not for each of its tests.
_MANAGERS: dict[type, PluginManager] = {}
_HARNESSES: dict[type, Harness] = {}
_SAMPLES: dict[type, tuple[bytes, ...]] = {}
_EXAMPLES: dict[type, tuple[Board, ...]] = {}
_SINGLE_EXAMPLES: dict[type, tuple[Board, ...]] = {}
_LEDGERS: dict[type, Ledger] = {}


def requirement(
    level: int, *, after: tuple[str, ...] = ()
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a method of a suite a requirement of a level.

    The test skips in a suite that asks for a lower level.

    One fault is to give one failure. So where the test fails, those it builds on are tried too,
    in any order of the tests and in any process, each once for a suite class: if one of them
    fails, this one skips and names the one to fix first. It fails all the same where that
    one is not among the tests that are run: a fault gives one failure, never none.

    Args:
        level: the level of the suite from which on it is owed.
        after: the names of the requirements it builds on, the most basic first. They take no
            fixtures, or only such as this one takes too.
    """

    def decorate(test: Callable[P, R]) -> Callable[P, R]:
        name = getattr(test, "__name__", "")

        @functools.wraps(test)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            suite = args[0]
            assert isinstance(suite, KitBase)
            if level > suite.level:
                pytest.skip(f"a requirement of level {level}; this suite asks for {suite.level}")
            ledger = ledger_of(type(suite))
            is_own = getattr(type(suite), name, None) is run  # the plugin may have put its own test
            if is_own and name in ledger.ahead:
                raise ledger.ahead.pop(name)
            try:
                result = test(*args, **kwargs)
            except _NO_VERDICT:
                raise
            except BaseException as error:
                first = suite.first_fault(name, kwargs)
                if is_own:
                    ledger.faults[name] = first or name
                if first is not None:
                    skipped = pytest.skip.Exception(_BECAUSE.get(first, _BECAUSE_OF).format(first))
                    skipped.__dict__["first"] = first  # for a test that a plugin put around this
                    raise skipped from None
                suite.tell(error, name, inspect.getdoc(test) or "")
                raise
            if is_own:
                ledger.faults[name] = None
            return result

        run.after = after  # type: ignore[attr-defined]  # what the ledger goes by
        return run

    return decorate


_LOADS: Final = "test_plugin_loads"
"""The requirement that all others build on."""

_BECAUSE_OF: Final = "fails because of {}; fix that first"
_BECAUSE: Final = {_LOADS: "not tried, because the plugin does not load; {} tells why"}

# What ends a test without saying anything of the plugin.
_NO_VERDICT: Final = (
    pytest.skip.Exception,
    pytest.xfail.Exception,
    pytest.exit.Exception,
    KeyboardInterrupt,
)


@attrs.define
class Ledger:
    """What became of the requirements of a suite class.

    Attributes:
        faults: by the name of a requirement that was run, the one to fix: itself, another that
            it builds on, or none.
        ahead: what was raised by those that were run for the sake of others, until their turn
            comes.
        chosen: the tests that pytest was asked to run; `None` where it does not run them.
        shrinking: the seconds that are left for making failing examples smaller.
    """

    faults: dict[str, str | None] = attrs.field(factory=dict)
    ahead: dict[str, BaseException] = attrs.field(factory=dict)
    chosen: frozenset[str] | None = None
    shrinking: float = SHRINKING_IN_ALL


class _TimeIsUpError(BaseException):
    """The search for a smaller example has had its time."""


class KitBase:
    """What the suites of all kinds of plugin share.

    Attributes:
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        needed_plugins: the declaration modules that a `plugin` is registered with, such as the
            one that brings the kind; of kits of other kinds.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number, since one board tries many things at once.
        advice: what to change where a requirement fails, by its name; of kits of other kinds.
    """

    # Inherited, so that a test that a plugin overrides carries it too.
    pytestmark: ClassVar[pytest.MarkDecorator] = pytest.mark.overtrick_kit

    level: ClassVar[int] = LATEST_LEVEL
    plugin: ClassVar[str | None] = None
    needed_plugins: ClassVar[tuple[str, ...]] = ()
    max_examples: ClassVar[int | None] = None
    advice: ClassVar[Mapping[str, Advice]] = {}

    @pytest.fixture(autouse=True)
    def _look_at_the_session(self, request: pytest.FixtureRequest) -> None:
        """Keep which tests of the suite pytest was asked to run, and look for plugins once."""
        with contextlib.suppress(PluginError):  # the requirements meet it themselves
            installed_plugins()
        ledger = ledger_of(type(self))
        if ledger.chosen is None:
            ledger.chosen = frozenset(
                item.originalname
                for item in request.session.items
                if isinstance(item, pytest.Function) and item.cls is type(self)
            )

    def tell(self, error: BaseException, name: str, owed: str) -> None:
        """Attach the report for the plugin's author to an exception; pytest prints it."""
        try:
            targets = self.targets()
        except Exception:  # noqa: BLE001  # what the suite is about may be at fault itself
            targets = {}
        advice = self.advice.get(name, ADVICE.get(name))
        text = " ".join(owed.partition("\n\n")[0].split())
        told = tell(error, advice, text, targets, filter(None, (self.plugin,)))
        error.__dict__[TOLD] = told

    def targets(self) -> Mapping[str, object]:
        """Return what may be at fault, by the roles that `Advice` and failures name.

        `Where` names the last place in the packages of these that a failure passed through, or
        else where what has the role begins. Each is a function, class or property, or a reference
        to one ("module:attribute"). They are the references of the specification; a kit that tries
        an object that the plugin made overrides this with the object's methods.
        """
        return references(self.spec)

    def first_fault(self, name: str, given: Mapping[str, object]) -> str | None:
        """Return the requirement to fix before one that has failed, or `None`.

        Args:
            name: the one that has failed; those that it builds on are run if they were not yet.
            given: the fixtures that it was given, by name.
        """
        ledger = ledger_of(type(self))
        for other in _built_on(type(self), name):
            if ledger.chosen is not None and other not in ledger.chosen:
                continue
            if other not in ledger.faults:
                ledger.faults[other] = self._fault_of(other, given)
            fault = ledger.faults[other]
            if fault is not None:
                return fault
        return None

    def _fault_of(self, name: str, given: Mapping[str, object]) -> str | None:
        test = getattr(self, name)
        wanted = inspect.signature(test).parameters
        if not wanted.keys() <= given.keys():
            return None  # a plugin's own test with fixtures of its own, which only pytest makes
        ledger = ledger_of(type(self))
        try:
            test(**{key: given[key] for key in wanted})
        except pytest.skip.Exception as skipped:
            first = skipped.__dict__.get("first")
            return None if first is None else str(first)
        except pytest.xfail.Exception:
            return None
        except BaseException as error:
            if isinstance(error, _NO_VERDICT):
                raise
            if ledger.chosen is not None:
                ledger.ahead[name] = error  # whatever a plugin raises, its own test shows it
            return name
        return None

    @classmethod
    def make_manager(cls) -> PluginManager:
        """Return the plugins to test with: the installed ones, or only `plugin`.

        Raises:
            NotLoadedError: the plugin cannot be imported or registered.
        """
        if cls.plugin is None:
            return installed_plugins()
        return plugins_of(dict.fromkeys((*cls.needed_plugins, cls.plugin)))

    @property
    def manager(self) -> PluginManager:
        """The plugins to test with."""
        suite = type(self)
        if suite.plugin is None:  # the installed ones, which a test may replace
            return suite.make_manager()
        if suite not in _MANAGERS:
            _MANAGERS[suite] = suite.make_manager()
        return _MANAGERS[suite]

    @property
    def spec(self) -> object:
        """The specification under test; a suite that is about one overrides it."""
        return None

    def find_spec(self, kind: Kind[SpecT] | type[SpecT], name: str) -> SpecT:
        """Return the specification under test; fail with the reason if it is missing.

        Args:
            kind: the class of the specification, or its kind.
            name: its name.

        Raises:
            NotLoadedError: no usable plugin declares it.

        Example:
            >>> from overtrick.plugin import ViewSpec
            >>> KitBase().find_spec(ViewSpec, "text").suffixes
            ('.txt',)
        """
        return find_spec(self.manager, kind, name, self.needed_plugins)

    @requirement(level=1)
    def test_plugin_loads(self) -> None:
        """The plugin loads, and declares what the suite is about."""
        self.manager.records()
        if self.spec is None:
            skip("the suite is about no specification (`spec`)")

    def scaled(self, count: int) -> int:
        """Return how often to do what is worth doing `count` times at 100 examples a property.

        Above a hundred it grows with their number; below, it falls with its third power (to a
        sixteenth at 40), for who asks for few examples wants to be done soon, and trying each of
        many things takes longer than any property. It is 1 at least.

        Args:
            count: how often with hypothesis's own profile, which has 100 examples.
        """
        examples = settings().max_examples if self.max_examples is None else self.max_examples * 5
        share = examples / 100
        return max(1, int(count * (share if share > 1 else share**3)))

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
            phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        ledger = ledger_of(type(self))
        allowed = min(SHRINKING, ledger.shrinking)
        smallest: tuple[BaseException, R] | None = None
        begun = 0.0

        def bounded(value: R) -> None:
            nonlocal smallest, begun
            if smallest is not None and time.monotonic() > begun + allowed:
                raise _TimeIsUpError  # hypothesis lets it pass: the search ends at once
            try:
                check(value)
            except UnsatisfiedAssumption:
                raise
            except BaseException as error:
                if smallest is None:
                    begun = time.monotonic()
                smallest = error, value
                raise

        try:
            chosen(given(strategy)(bounded))()
        except KeyboardInterrupt:
            raise
        except BaseException:
            if smallest is None:
                raise
        if smallest is not None:
            error, value = smallest
            ledger.shrinking = max(0.0, ledger.shrinking - (time.monotonic() - begun))
            error.__notes__ = []  # how to call hypothesis again; the example itself is told
            found_with(error, value)
            raise error


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
        libraries: compiled libraries that take the types of `datetime` when they are imported:
            in the kit's processes that is done before these have another clock.
        dividers: the bytes that divide boards in a text format: where one is damaged, the board
            after it may be lost.
        kept_bytes: how many bytes a streaming reader or writer may keep of a board.
    """

    format_name: ClassVar[str]
    corpus: ClassVar[str | None] = None
    dividers: ClassVar[bytes] = b"\r\n"
    kept_bytes: ClassVar[int] = 8
    read_ahead: ClassVar[int] = 1 << 16
    libraries: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def make_examples(cls, carries: frozenset[Field]) -> tuple[Board, ...]:
        """Return boards that the format can hold in one file, three at least."""
        return example_boards(carries)

    # What the requirements use ---------------------------------------------------------------

    @property
    def harness(self) -> Harness:
        """The format under test."""
        suite = type(self)
        if suite not in _HARNESSES:
            self.find_spec(FormatSpec, suite.format_name)  # its failure names the reason
            _HARNESSES[suite] = Harness(self.manager, suite.format_name)
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
        others = oracle_suffixes() - set(self.spec.suffixes)
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

    def _check_kept(
        self,
        boards: Sequence[Board],
        found: Reading,
        written: Written,
        how: str = "silent loss of {}",
        *,
        header: Extras | None = None,
        source_format: str | None = None,
        options: Options | None = None,
    ) -> None:
        """Assert that boards came back as they were written, but for what was reported as lost.

        Args:
            boards: what was written.
            found: what was read of it.
            written: what came of writing.
            how: what stands before each field that is another, with `{}` for its name.
            header: what was written of them all; `None` where it is not compared.
            source_format: as the boards were written with.
            options: as the boards were written with.
        """
        headers = () if header is None else (header, found.header)
        fields = unreported(changes(boards, found.boards, *headers), written)
        if not fields:
            return
        roles = self._at_fault(
            boards, found, written, header=header, source_format=source_format, options=options
        )
        if moved := in_another_order(boards, found.boards):
            raise failed(moved, *roles, advice=ADVICE["test_boards_keep_their_order"])
        lost(fields, how, roles)

    def _check_count(
        self, boards: Sequence[Board], read: Sequence[Board], written: Written
    ) -> None:
        """Assert that as many boards were read as were written."""
        if len(read) != len(boards):
            msg = f"{len(boards)} boards were written, {len(read)} are read"
            raise failed(msg, *self._at_fault(boards, Reading(boards=tuple(read)), written))

    def _at_fault(
        self,
        boards: Sequence[Board],
        found: Reading,
        written: Written,
        *,
        header: Extras | None = None,
        source_format: str | None = None,
        options: Options | None = None,
    ) -> tuple[str, ...]:
        """Return the roles of those that lost something of boards, the likeliest first.

        Where the writer makes the same file of what was read, the file is the same for both:
        the writer is at fault. Otherwise it may be either.

        Args:
            boards: what was written.
            found: what was read of it.
            written: what came of writing.
            header: what was written of them all; `None` for nothing.
            source_format: as the boards were written with.
            options: as the boards were written with.
        """
        again = self.harness.try_write(
            _unadorned(boards, found.boards),
            header=NO_EXTRAS if header is None else found.header,
            source_format=source_format,
            options=options,
        )
        is_in_file = again is None or again.data != written.data
        return ("reader", "writer") if is_in_file else ("writer",)

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


def _unadorned(boards: Sequence[Board], read: Sequence[Board]) -> Sequence[Board]:
    """Return boards that were read as a program would have made them, with the extras written."""
    if len(boards) != len(read):
        return strip_source(read)
    pairs = zip(strip_source(read), boards, strict=True)
    return [attrs.evolve(board, extras=before.extras) for board, before in pairs]


def ledger_of(suite: type) -> Ledger:
    """Return the ledger of a suite class."""
    return _LEDGERS.setdefault(suite, Ledger())


def _built_on(suite: type, name: str) -> list[str]:
    """Return all that a requirement builds on, the most basic first."""
    found: dict[str, None] = {}

    def add(one: str) -> None:
        tests = (vars(base).get(one) for base in suite.__mro__)
        after = (getattr(test, "after", None) for test in tests)
        for other in next(filter(None, after), ()):
            add(other)
            found[other] = None

    add(name)
    return [_LOADS, *(other for other in found if other != _LOADS)] if name != _LOADS else []


def skip(reason: str) -> NoReturn:
    """Skip the test that runs, with its reason."""
    pytest.skip(reason)
