"""`ViewSuite`: the obligations of a view, one named test each."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import io
import itertools
import pickle
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

import attrs
import pytest
from hypothesis import strategies as st

from overtrick import Board, Deal, Field, OptionError, Seat
from overtrick.plugin import (
    ViewContext,
    ViewSpec,
    default_manager,
    make_options,
    resolve,
)
from overtrick_render import languages
from overtrick_testing import strategies
from overtrick_testing.comparing import unlike
from overtrick_testing.declaration import (
    check_callable,
    check_light,
    check_summary,
    declaring_module,
)
from overtrick_testing.elsewhere import VARIABLES, run_elsewhere
from overtrick_testing.examples import example_boards, keep_fields, rare_boards
from overtrick_testing.harness import OneShot
from overtrick_testing.hostile import HOSTILE_TEXTS, hostile_boards
from overtrick_testing.kinds.media import checker, without_colours
from overtrick_testing.loading import find_spec
from overtrick_testing.obligations import KitBase, obligation, skip
from overtrick_testing.oracles import reach, read_oracle, record_reach
from overtrick_testing.sealing import sealed_files

# Runs in a process of its own: reads a pickled job, and prints the digest of what was shown.
_ELSEWHERE: Final = """
import hashlib, io, pickle, sys
from overtrick.plugin import ViewContext, resolve
from overtrick_testing.elsewhere import be_elsewhere
spec, boards = pickle.loads(sys.stdin.buffer.read())
be_elsewhere()
sink = io.BytesIO()
resolve(spec.view)(iter(boards), sink, ViewContext(spec, path="sample"))
sys.stdout.write(hashlib.sha256(sink.getvalue()).hexdigest())
"""
_MANY: Final = 60

Options = Mapping[str, object]


class ViewSuite(KitBase):
    """Every obligation of a view; a plugin's test file subclasses it.

    Each obligation is one test, as in `FormatSuite`: one that does not apply skips with its
    reason, and one that cannot be met yet is marked by name.

        class TestMarkdown(ViewSuite):
            view_name = "markdown"
            shows = {"contract", "result"}

    Attributes:
        view_name: the view's name.
        shows: the fields of a board that the view says it shows: without one of them, what it
            makes is another.
        option_values: values to be tried of options that have no choices, by name; text and
            numbers need one.
        needs: options that go with others alone: for each the values of those, by name.
        expected: a folder with expected outputs, looked for from the test module's folder upwards:
            `NAME.json` has boards as `overtrick show --json` prints them, and beside it stands
            what the view makes of them, `NAME` with the view's first suffix.
        streams: whether the view writes as it goes, and holds one board at a time.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number.
    """

    view_name: ClassVar[str]
    shows: ClassVar[Iterable[Field | str]] = ()
    option_values: ClassVar[Mapping[str, tuple[object, ...]]] = {}
    needs: ClassVar[Mapping[str, Options]] = {}
    expected: ClassVar[str | None] = None
    streams: ClassVar[bool] = False

    @classmethod
    def make_boards(cls) -> tuple[Board, ...]:
        """Return boards that the view can show; in one of them is each field of `shows`."""
        return (*example_boards(), *rare_boards())

    # What the obligations use ---------------------------------------------------------------

    @property
    def spec(self) -> ViewSpec:
        """The view's specification."""
        return self.find_spec(ViewSpec, self.view_name)

    def make_context(self, options: Options | None = None, **more: Any) -> ViewContext:  # noqa: ANN401  # of `ViewContext`
        """Return the context of a file's boards."""
        spec = self.spec
        chosen = make_options(spec.name, spec.options, dict(options or {}), noun="view")
        return ViewContext(spec, path="sample", options=chosen, **more)

    def render(
        self,
        boards: Iterable[Board],
        options: Options | None = None,
        **more: Any,  # noqa: ANN401  # of `ViewContext`
    ) -> bytes:
        """Return what the view makes of boards; an exception passes through."""
        sink = io.BytesIO()
        resolve(self.spec.view)(OneShot(boards), sink, self.make_context(options, **more))
        return sink.getvalue()

    def choices(self) -> Iterator[tuple[str, object]]:
        """Yield each option with each of its values that is not its default."""
        if self.spec.options is None:
            return
        for field in attrs.fields(resolve(self.spec.options)):
            default = field.default
            chosen: Iterable[object]
            if field.name in self.option_values:
                chosen = self.option_values[field.name]
            elif field.metadata.get("choices"):
                chosen = field.metadata["choices"]
            elif isinstance(default, bool):
                chosen = (not default,)
            else:
                msg = (
                    f"the option {field.name} takes any value: name one to be tried, "
                    f"option_values = {{{field.name!r}: (...,)}}"
                )
                raise AssertionError(msg)
            for value in chosen:
                if str(value) != str(default):
                    yield field.name, value

    @contextlib.contextmanager
    def not_printing(self) -> Iterator[None]:
        """Assert that nothing is printed in the block."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            yield
        for name, stream in (("standard output", out), ("standard error", err)):
            text = stream.getvalue()
            assert not text, f"the view prints on {name}: {text[:100]!r}; it writes to its sink"

    # The obligations ------------------------------------------------------------------------

    @obligation(level=2)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        if self.spec in self.manager.kinds()["views"].built_in:
            skip(f"the view {self.view_name} comes with the core")
        check_light(self.plugin or declaring_module(self.manager, ViewSpec, self.view_name))

    @obligation(level=2)
    def test_spec_fields_are_valid(self) -> None:
        """The specification says what it must, and can be sent to another process."""
        spec = self.spec
        check_summary(spec.summary)
        kind, _, subtype = spec.media_type.partition("/")
        is_media_type = bool(kind) and bool(subtype) and " " not in spec.media_type
        assert is_media_type, f"no media type: {spec.media_type!r}"
        assert len(set(spec.suffixes)) == len(spec.suffixes), "a suffix stands twice"
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @obligation(level=2)
    def test_references_resolve(self) -> None:
        """The view is called with three arguments; its options are a class, each with its help."""
        check_callable("view", self.spec.view, 3)
        if self.spec.options is None:
            return
        options = resolve(self.spec.options)
        assert attrs.has(options), f"{self.spec.options} is no attrs class"
        for field in attrs.fields(options):
            assert field.default is not attrs.NOTHING, f"the option {field.name} has no default"
            assert field.metadata.get("help"), f"the option {field.name} has no help"

    @obligation(level=2)
    def test_output_is_of_its_media_type(self) -> None:
        """What is made is valid as its media type; nothing in it runs or is fetched."""
        check = checker(self.spec.media_type)
        if check is None:
            skip(f"nobody here knows what {self.spec.media_type} looks like")
        for boards in (self.make_boards(), self.make_boards()[:1], ()):
            data = self.render(boards)
            try:
                check(data)
            except AssertionError as error:
                msg = f"with {len(boards)} boards it is no {self.spec.media_type}: {error}"
                raise AssertionError(msg) from error

    @obligation(level=2)
    def test_shows_what_it_says_it_shows(self) -> None:
        """Without a field of `shows`, what is made of a board is another; boards are told apart."""
        boards = self.make_boards()
        for field in sorted(Field(name) for name in self.shows):
            others = frozenset(Field) - {field}
            without = [keep_fields(board, others) for board in boards]
            pairs = [(a, b) for a, b in zip(boards, without, strict=True) if a != b]
            assert pairs, f"none of make_boards has {field}"
            told = any(self.render([a]) != self.render([b]) for a, b in pairs)
            assert told, f"with {field} and without it, what is shown is the same"
        shown = {self.render([board]) for board in boards[:3]}
        assert len(shown) == len(boards[:3]), "different boards are shown alike"

    @obligation(level=2, after=("test_shows_what_it_says_it_shows",))
    def test_each_hand_is_shown(self) -> None:
        """A deal of which one hand is known is shown with this hand, differently for each seat."""
        if "deal" not in set(self.shows):
            skip(f"the view {self.view_name} does not show deals (`shows`)")
        empty = self.render([self._dealt(frozenset())])
        shown = {seat: self.render([self._dealt(frozenset({seat}))]) for seat in Seat}
        if all(data == empty for data in shown.values()):
            skip(f"the view {self.view_name} shows no incomplete deal")
        for seat, data in shown.items():
            assert data != empty, (
                f"of a deal in which {seat.name.capitalize()}'s hand alone is known, that hand is "
                "not shown"
            )
        for seat, other in itertools.combinations(Seat, 2):
            assert shown[seat] != shown[other], (
                f"a hand of {seat.name.capitalize()} and one of {other.name.capitalize()} are "
                "shown alike"
            )

    def _dealt(self, seats: frozenset[Seat]) -> Board:
        """Return a board with the hands of some seats; all four have the same cards."""
        hands = ("AKQ2.J54.T98.763" if seat in seats else "-" for seat in Seat)
        return Board(number=1, dealer=Seat.NORTH, deal=Deal.parse(f"N:{' '.join(hands)}"))

    @obligation(level=2, after=("test_each_hand_is_shown",))
    def test_shows_what_is_expected(self) -> None:
        """Of the boards of each expected output the view makes the bytes that stand beside it."""
        if self.expected is None:
            skip(f"no expected output says that what {self.view_name} shows is right (`expected`)")
        here = Path(inspect.getfile(type(self))).parent
        folder = next(
            (base / self.expected for base in (here, *here.parents)
             if (base / self.expected).is_dir()), None,
        )  # fmt: skip
        assert folder is not None, f"no folder {self.expected!r} in {here} or above it"
        sources = sorted(folder.glob("*.json"))
        assert sources, f"no file *.json in {folder}"
        suffix = next(iter(self.spec.suffixes), ".txt")
        told: list[Board] = []
        for source in sources:
            boards = read_oracle(source).boards or ()
            told += boards
            wanted, made = source.with_suffix(suffix).read_bytes(), self.render(boards)
            assert made == wanted, (
                f"of {source.name} the view makes (here) another thing than "
                f"{source.with_suffix(suffix).name} (there), {unlike(made, wanted)}"
            )
        shows = {Field(name) for name in self.shows}
        record_reach(f"{self.view_name}: {reach(len(sources), told, shows)}")

    @obligation(level=2, after=("test_every_option_changes_what_is_shown",))
    def test_options_out_of_range_are_refused(self) -> None:
        """A number that an option cannot take is an `OptionError`; what it takes works."""
        if self.spec.options is None:
            skip(f"the view {self.view_name} has no options")
        boards = self.make_boards()[:2]
        tried = 0
        for field in attrs.fields(resolve(self.spec.options)):
            kind = str(field.type)
            if isinstance(field.default, bool) or not ("int" in kind or "float" in kind):
                continue
            for value in (-1, 0, 1, 1000):
                tried += 1
                try:
                    self.render(boards, {**self.needs.get(field.name, {}), field.name: str(value)})
                except OptionError:
                    continue
                except Exception as error:  # any error but an OptionError is a fault
                    msg = f"{field.name}={value} fails with {type(error).__name__}: {error}"
                    raise AssertionError(msg) from error
        if not tried:
            skip(f"the view {self.view_name} has no option that is a number")

    @obligation(level=2)
    def test_every_option_changes_what_is_shown(self) -> None:
        """Each option works in each of its choices, and each choice changes something."""
        boards = self.make_boards()
        ways: list[dict[str, Any]] = [{}]
        if self.spec.is_text:
            ways.append({"is_terminal": True, "has_colour": True})
        if self.spec.options is None:
            skip(f"the view {self.view_name} has no options")
        plain = [self.render(boards, **way) for way in ways]
        defaults = {field.name: field.default for field in attrs.fields(resolve(self.spec.options))}
        seen: dict[str, dict[str, list[bytes]]] = {}
        found = list(self.choices())
        # A picture of pixels, or a document, takes its time.
        for name, value in found if self.spec.is_text else found[: self.scaled(len(found))]:
            needed = self.needs.get(name, {})
            before = [self.render(boards, needed, **way) for way in ways] if needed else plain
            made = [self.render(boards, {**needed, name: str(value)}, **way) for way in ways]
            # One of the choices may be what the view chooses by itself.
            assert made != before or defaults[name] in {"auto", None}, (
                f"{name}={value} changes nothing"
            )
            for other, same in seen.setdefault(name, {}).items():
                assert made != same, f"{name}={value} is the same as {name}={other}"
            seen[name][str(value)] = made

    @obligation(level=2)
    def test_hostile_texts_do_no_harm(self) -> None:
        """Whatever texts a file has, what is made is valid, printable, and no markup of theirs."""
        check = checker(self.spec.media_type)
        if check is None:
            skip(f"nobody here knows what {self.spec.media_type} looks like")
        boards = hostile_boards()
        # The first board has everything, and comes with each of the texts.
        few = boards[: len(HOSTILE_TEXTS)]
        if not self.spec.is_text:
            for board in few[: self.scaled(len(few))]:
                self._check_hostile(self.render([board]), "of one board")
            return
        self._check_hostile(self.render(boards), "with no options")
        for name, value in self.choices():
            data = self.render(few, {**self.needs.get(name, {}), name: str(value)})
            self._check_hostile(data, f"with {name}={value}")
        data = self.render(boards, is_terminal=True, has_colour=True)
        self._check_hostile(without_colours(data), "on a terminal")

    def _check_hostile(self, data: bytes, when: str) -> None:
        check = checker(self.spec.media_type)
        assert check is not None
        try:
            check(data)
        except AssertionError as error:
            msg = f"{when}, hostile texts get through: {error}"
            raise AssertionError(msg) from error
        if self.spec.media_type == "text/html":
            assert b"<script>\"'" not in data, f"{when}, a <script> of a file gets into the page"

    @obligation(level=2)
    def test_is_the_same_in_every_process(self) -> None:
        """What is made does not depend on the process: its seed, user, host, folder, language."""
        boards = self.make_boards()
        here = hashlib.sha256(self.render(boards)).hexdigest()
        assert hashlib.sha256(self.render(boards)).hexdigest() == here, "the second time is another"
        job = pickle.dumps((self.spec, boards))
        others = (("1", "Asia/Tokyo", "de_DE.UTF-8"), ("2", "UTC", "C"), ("3", "EST", "C"))
        for seed, zone, language in others[: self.scaled(len(others))]:
            with tempfile.TemporaryDirectory() as folder:
                done = run_elsewhere(
                    _ELSEWHERE, job=job, folder=folder,
                    variables={
                        **VARIABLES, "PYTHONHASHSEED": seed, "TZ": zone, "LANG": language,
                        "LC_ALL": language, "COLUMNS": "40",
                    },
                )  # fmt: skip
            words = done.stderr.decode("utf-8", "replace")
            assert done.returncode == 0, f"in a process of its own the view fails:\n{words}"
            assert done.stdout.decode() == here, f"in another process (hash seed {seed}) it differs"

    @obligation(level=2)
    def test_takes_boards_as_they_come(self) -> None:
        """The boards are gone through once; a view that `streams` writes before the last came."""
        self.render(self.make_boards())
        if not self.streams:
            return
        sink, before = io.BytesIO(), []

        def boards() -> Iterator[Board]:
            for number in range(1, _MANY + 1):
                before.append(sink.tell())
                yield attrs.evolve(example_boards()[0], number=number)

        resolve(self.spec.view)(boards(), sink, self.make_context())
        assert before[_MANY // 2] < before[-1], (
            f"nothing is written between the {_MANY // 2}th and the last of {_MANY} boards: "
            "they are held"
        )

    @obligation(level=2)
    def test_prints_nothing(self) -> None:
        """What is shown is written to the sink; nothing is printed."""
        with self.not_printing():
            self.render(self.make_boards())
            self.render((), language="fr")

    @obligation(level=2)
    def test_every_language_is_shown(self) -> None:
        """The view works in each language that the game has words in."""
        for language in languages() if self.spec.is_text else ("de", "sv"):
            data = self.render(self.make_boards()[:1], language=language)
            assert data, f"in {language} nothing is shown"

    @obligation(level=2)
    def test_survives_any_board(self) -> None:
        """Whatever the boards are, something valid is made."""
        check = checker(self.spec.media_type)

        def try_it(boards: list[Board]) -> None:
            data = self.render(boards)
            if check is not None:
                check(data)

        share = 0.5 if self.spec.is_text else 0.1
        self.for_all(try_it, st.lists(strategies.boards(), max_size=2), share=share)

    @obligation(level=1)
    def test_sealed_boards_stay_hidden(self, tmp_path: Path) -> None:
        """`overtrick show --as NAME` refuses a sealed file, into a file and a pipe."""
        pytest.importorskip("click")
        plugins = () if self.plugin is None else (self.plugin,)
        with sealed_files(tmp_path, *plugins) as files:
            name = self.view_name
            suffix = "".join(find_spec(default_manager(), ViewSpec, name).suffixes[:1])
            files.check(("show", "{file}", "--as", name, "-o", "{out}" + suffix))
            files.check(("show", "{file}", "--as", name))
