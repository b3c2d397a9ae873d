"""`ViewSuite`: the requirements of a view, one named test each."""

from __future__ import annotations

import contextlib
import gc
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
    field_value,
    make_options,
    resolve,
)
from overtrick_render import languages
from overtrick_testing import strategies
from overtrick_testing.advice import NOTHING_KEPT
from overtrick_testing.comparing import difference, unlike
from overtrick_testing.declaration import (
    check_callable,
    check_light,
    check_summary,
    declaring_module,
)
from overtrick_testing.elsewhere import VARIABLES, run_elsewhere
from overtrick_testing.every_value import doubled_pairs, numbered_board, value_pairs
from overtrick_testing.examples import example_boards, full_board, keep_fields, rare_boards
from overtrick_testing.failures import failed
from overtrick_testing.harness import OneShot, Sink
from overtrick_testing.hostile import HOSTILE_TEXTS, Place, hostile_boards
from overtrick_testing.kinds.contents import (
    CUT_MARKS,
    LONG_TEXTS,
    NUMBERS,
    Expected,
    board_with_texts,
    find_expected,
    lacks,
    numbers_in,
    places_of_texts,
    words_in,
)
from overtrick_testing.kinds.media import checker, visible_text, without_colours
from overtrick_testing.loading import find_spec
from overtrick_testing.oracles import reach, read_oracle, record_reach
from overtrick_testing.requirements import KitBase, requirement, skip
from overtrick_testing.sealing import sealed_files

# Runs in a process of its own: reads a pickled job, and prints the digest of what was shown.
_ELSEWHERE: Final = """
import hashlib, pickle, sys
from overtrick.plugin import ViewContext, resolve
from overtrick_testing.elsewhere import be_elsewhere
from overtrick_testing.harness import Sink
spec, boards = pickle.loads(sys.stdin.buffer.read())
be_elsewhere()
sink = Sink()
resolve(spec.view)(iter(boards), sink, ViewContext(spec, path="sample"))
sys.stdout.write(hashlib.sha256(sink.getvalue()).hexdigest())
"""
_MANY: Final = 60
_FEW: Final = 4

Options = Mapping[str, object]


class ViewSuite(KitBase):
    """Every requirement of a view; a plugin's test file subclasses it.

    Each requirement is one test, as in `FormatSuite`: one that does not apply skips with its
    reason, and one that cannot be met yet is marked by name.

        class TestMarkdown(ViewSuite):
            view_name = "markdown"
            shows = {"contract", "result"}

    Attributes:
        view_name: the view's name.
        shows: the fields of a board that the view says it shows: without one of them, what it
            makes is another.
        shows_with: the fields that an option adds, by the option's name; none for an option that
            adds the same text to every board.
        option_values: values to be tried of options that have no choices, by name; text and
            numbers need one.
        needs: options that go with others alone: for each the values of those, by name.
        expected: a folder with expected outputs, looked for from the test module's folder upwards:
            `NAME.json` has boards as `overtrick show --json` prints them, and beside it stands
            what the view makes of them, `NAME` with the view's suffix, and what it makes of them
            with options, `NAME.OPTION=VALUE` with the suffix; a comma divides several options.
        streams: whether the view writes as it goes, and holds one board at a time.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number.
    """

    view_name: ClassVar[str]
    shows: ClassVar[Iterable[Field | str]] = ()
    shows_with: ClassVar[Mapping[str, Iterable[Field | str]]] = {}
    option_values: ClassVar[Mapping[str, tuple[object, ...]]] = {}
    needs: ClassVar[Mapping[str, Options]] = {}
    expected: ClassVar[str | None] = None
    streams: ClassVar[bool] = False

    @classmethod
    def make_boards(cls) -> tuple[Board, ...]:
        """Return boards that the view can show; in one of them is each field of `shows`."""
        return (*example_boards(), *rare_boards())

    # What the requirements use ---------------------------------------------------------------

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
        sink = Sink()
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

    def _way(self, name: str, value: object) -> Options:
        """Return an option with those that it goes with."""
        return {**self.needs.get(name, {}), name: str(value)}

    def ways(self) -> Iterator[tuple[str, Options]]:
        """Yield the ways to show boards, each in words: with no options, and with each choice."""
        yield "", {}
        for name, value in self.choices():
            yield f" with {name}={value}", self._way(name, value)

    @property
    def is_legible(self) -> bool:
        """Whether the text that a reader sees can be read out of what the view makes."""
        return visible_text(self.spec.media_type, self.render(())) is not None

    def need_legible(self) -> None:
        """Skip where no text can be read out of what the view makes."""
        if not self.is_legible:
            skip(f"no text can be read out of {self.spec.media_type}")

    def show(self, *boards: Board, options: Options | None = None) -> str:
        """Return the text that a reader sees of boards, of a view that is legible."""
        text = visible_text(self.spec.media_type, self.render(boards, options))
        assert text is not None, f"no text can be read out of {self.spec.media_type}"
        return text

    @contextlib.contextmanager
    def not_printing(self) -> Iterator[None]:
        """Assert that nothing is printed in the block."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            yield
        for name, stream in (("standard output", out), ("standard error", err)):
            text = stream.getvalue()
            assert not text, f"the view prints on {name}: {text[:100]!r}; it writes to its sink"

    # The requirements ------------------------------------------------------------------------

    @requirement(level=2)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        if self.spec in self.manager.kinds()["views"].built_in:
            skip(f"the view {self.view_name} comes with the core")
        check_light(self.plugin or declaring_module(self.manager, ViewSpec, self.view_name))

    @requirement(level=2)
    def test_spec_fields_are_valid(self) -> None:
        """The specification says what it must, and can be sent to another process."""
        spec = self.spec
        check_summary(spec.summary)
        kind, _, subtype = spec.media_type.partition("/")
        is_media_type = bool(kind) and bool(subtype) and " " not in spec.media_type
        assert is_media_type, f"no media type: {spec.media_type!r}"
        assert len(set(spec.suffixes)) == len(spec.suffixes), "a suffix stands twice"
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @requirement(level=2)
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

    @requirement(level=2)
    def test_leaves_its_file_open(self) -> None:
        """The file that the view writes to is left open: it belongs to the caller."""
        for boards in (self.make_boards(), ()):
            sink = Sink()
            resolve(self.spec.view)(OneShot(boards), sink, self.make_context())
            gc.collect()  # what was wrapped around it closes it when it goes
            assert not sink.was_closed, "the view closed the file that it was given"

    @requirement(level=2)
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

    @requirement(level=2, after=("test_is_the_same_in_every_process",))
    def test_shows_what_it_says_it_shows(self) -> None:
        """Without a field of `shows`, what is made of a board is another; boards are told apart.

        So are two boards that differ in the value of such a field alone, such as a contract that is
        doubled or redoubled.
        """
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
        shows = {Field(name) for name in self.shows}
        for field, one, other in (*value_pairs(), *doubled_pairs()):
            if field in shows and self.render([one]) == self.render([other]):
                raise AssertionError(difference(one, other, field, "is shown as if it were"))

    @requirement(level=2, after=("test_every_option_changes_what_is_shown",))
    def test_options_show_what_they_say_they_show(self) -> None:
        """What an option adds is of the boards: its own fields, or words that differ by board.

        The fields are those of `shows_with`.
        """
        if self.spec.options is None:
            skip(f"the view {self.view_name} has no options")
        full = full_board()
        for name, some in self.shows_with.items():
            ways = [self._way(name, value) for option, value in self.choices() if option == name]
            assert ways, f"shows_with names the option {name}, of which no value is tried"
            for field in sorted(map(Field, some)):
                without = keep_fields(full, frozenset(Field) - {field})
                differs = any(
                    self.render([full], way) != self.render([without], way) for way in ways
                )
                assert differs, f"with {name} a board with {field} and one without are shown alike"
        if not self.is_legible:
            return
        boards = (full, Board(), *self.make_boards()[:3])
        for name, value in self.choices():
            if name not in self.shows_with:
                self._check_added(boards, name, value)

    def _check_added(self, boards: Iterable[Board], name: str, value: object) -> None:
        """Assert that an option does not add the same words to every board."""
        needed, way = self.needs.get(name, {}), self._way(name, value)
        added = [
            words_in(self.show(board, options=way)) - words_in(self.show(board, options=needed))
            for board in boards
        ]
        # A title is the same for all of them.
        words = " ".join(added[0] - words_in(str(value)))
        assert not words or any(one != added[0] for one in added), (
            f"{name}={value} adds the words {words:.80} to every board alike, and nothing of any "
            "board: are its cells empty?"
        )

    @requirement(
        level=2,
        after=("test_shows_what_it_says_it_shows", "test_every_option_changes_what_is_shown"),
    )
    def test_texts_are_shown_in_full(self) -> None:
        """A text is shown to its end, or `…` marks that it is cut; with each option, too.

        Texts are names, notes, comments and the cells of tables.
        """
        self.need_legible()
        for what, way in self.ways():
            for place in self._suspects(way):
                self._check_text(place, what, way)

    def _suspects(self, way: Options) -> list[Place]:
        """Return the places of texts that may be cut: beginning or end of a long one is missing."""
        places = places_of_texts()
        ends = {place: (f"qx{index:02}", f"zk{index:02}") for index, place in enumerate(places)}

        def shown(between: str) -> str:
            texts = {place: between.join(found) for place, found in ends.items()}
            return "".join(self.show(board_with_texts(texts), options=way).split()).lower()

        short, longer = shown(""), [shown(text) for text in LONG_TEXTS]
        found = [
            place
            for place, (begin, end) in ends.items()
            if begin in short and not all(begin in text and end in text for text in longer)
        ]
        if way:  # those that are marked were looked at without options, one by one
            return [
                place
                for place in found
                if not all(_marks(_after(text, ends[place][0])) for text in longer)
            ]
        # What is cut at once is not found by its beginning.
        plain = dict.fromkeys(places, "a")
        before = self.render([board_with_texts(plain)])
        return found + [
            place
            for place in places
            if ends[place][0] not in short
            and self.render([board_with_texts({**plain, place: "b"})]) != before
        ]

    def _check_text(self, place: Place, what: str, way: Options) -> None:
        def shown(text: str) -> str:
            return self.show(board_with_texts({place: text}), options=way)

        marks = _marks(shown("a"))
        for between in LONG_TEXTS:
            text = between.join(("Begin", "End"))
            full = shown(text)
            if _marks(full) > marks:
                continue
            for index in (len(text) - 1, len(text) // 2, 0):
                if shown(_changed(text, index)) == full:
                    at = next(at for at in range(len(text)) if shown(_changed(text, at)) == full)
                    msg = (
                        f"the text {'.'.join(map(str, place))} is cut{what}, and no … tells of it: "
                        f"of {len(text)} characters the one after {at} is not shown"
                    )
                    raise AssertionError(msg)

    @requirement(level=2, after=("test_shows_what_it_says_it_shows",))
    def test_numbers_are_those_of_the_boards(self) -> None:
        """A number that is shown is the board's own, and a board without one is shown with none."""
        self.need_legible()
        boards = [attrs.evolve(numbered_board(7), number=number) for number in NUMBERS]
        if self.render(boards[:1]) == self.render(boards[1:2]):
            skip(f"the view {self.view_name} shows no numbers")
        for number, board in zip(NUMBERS, boards, strict=True):
            shown = numbers_in(self.show(board))
            assert number in shown, f"board {number} is shown without the number {number}"
        found = numbers_in(self.show(*boards))
        for number in NUMBERS:
            assert number in found, f"beside others board {number} is shown without its number"
        for at in range(len(boards)):
            some = [*boards[:at], attrs.evolve(boards[at], number=None), *boards[at + 1 :]]
            more = numbers_in(self.show(*some)) - found
            assert not more, (
                f"board {at + 1} of {len(some)} has no number, and is shown with "
                f"{', '.join(map(str, more))}"
            )

    @requirement(
        level=2,
        after=("test_shows_what_it_says_it_shows", "test_numbers_are_those_of_the_boards"),
    )
    def test_nothing_is_invented(self) -> None:
        """A board that lacks a value is not shown as a board that has it.

        The values are the number, dealer, vulnerability, contract, declarer and result.
        """
        for lack in lacks():
            # A picture of pixels, or a document, takes its time.
            others = lack.others if self.spec.is_text else lack.others[:_FEW]
            made = [self.render([board]) for board in others]
            lacking = self.render([lack.board])
            if len(set(made)) > 1 and lacking in made:
                value = field_value(others[made.index(lacking)], lack.field)
                msg = f"a board without a {lack.what} is shown as one with {lack.field} {value}"
                raise AssertionError(msg)

    @requirement(level=2, after=("test_shows_what_it_says_it_shows",))
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

    @requirement(level=2, after=("test_each_hand_is_shown",))
    def test_shows_what_is_expected(self) -> None:
        """Of the boards of each expected output the view makes the bytes that stand beside it."""
        boards: list[Board] = []
        found = [each for each in self._expected() if not each.options]
        for each in found:
            boards += self._check_expected(each)
        if not found:
            skip(f"all expected outputs of {self.view_name} are with options")
        shows = {Field(name) for name in self.shows}
        record_reach(f"{self.view_name}: {reach(len(found), boards, shows)}")

    @requirement(
        level=2,
        after=("test_shows_what_is_expected", "test_every_option_changes_what_is_shown"),
    )
    def test_options_show_what_is_expected(self) -> None:
        """With options too, the view makes the bytes of each expected output that has them."""
        if self.spec.options is None:
            skip(f"the view {self.view_name} has no options")
        found = [each for each in self._expected() if each.options]
        for each in found:
            self._check_expected(each)
        tried = {(name, value) for each in found for name, value in each.options.items()}
        if found:
            words = ", ".join(f"{name}={value}" for name, value in sorted(tried))
            record_reach(f"{self.view_name}: expected outputs with {words}")
        left = {name for name, _ in self.choices()} - {name for name, _ in tried}
        if left:
            skip(f"no expected output has these options: {', '.join(sorted(left))}")

    def _expected(self) -> tuple[Expected, ...]:
        if self.expected is None:
            skip(f"no expected output says that what {self.view_name} shows is right (`expected`)")
        here = Path(inspect.getfile(type(self))).parent
        folder = next(
            (base / self.expected for base in (here, *here.parents)
             if (base / self.expected).is_dir()), None,
        )  # fmt: skip
        assert folder is not None, f"no folder {self.expected!r} in {here} or above it"
        return find_expected(folder, self.spec.suffixes)

    def _check_expected(self, expected: Expected) -> tuple[Board, ...]:
        boards = read_oracle(expected.source).boards or ()
        made, wanted = self.render(boards, expected.options), expected.output.read_bytes()
        assert made == wanted, (
            f"of {expected.source.name} the view makes (here) another thing than "
            f"{expected.output.name} (there), {unlike(made, wanted)}"
        )
        return boards

    @requirement(level=2, after=("test_every_option_changes_what_is_shown",))
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
                    self.render(boards, self._way(field.name, value))
                except OptionError:
                    continue
                except Exception as error:  # any error but an OptionError is a fault
                    msg = f"{field.name}={value} fails with {type(error).__name__}: {error}"
                    raise AssertionError(msg) from error
        if not tried:
            skip(f"the view {self.view_name} has no option that is a number")

    @requirement(level=2, after=("test_is_the_same_in_every_process",))
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
            made = [self.render(boards, self._way(name, value), **way) for way in ways]
            # One of the choices may be what the view chooses by itself.
            assert made != before or defaults[name] in {"auto", None}, (
                f"{name}={value} changes nothing"
            )
            for other, same in seen.setdefault(name, {}).items():
                assert made != same, f"{name}={value} is the same as {name}={other}"
            seen[name][str(value)] = made

    @requirement(level=2)
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
            data = self.render(few, self._way(name, value))
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

    @requirement(level=2)
    def test_is_the_same_in_every_process(self) -> None:
        """What is made does not depend on the process: its seed, user, host, folder, language."""
        boards = self.make_boards()
        first = self.render(boards)
        self._check_again(boards, first, "")
        self.render([full_board()])
        self._check_again(boards, first, ", after other boards")
        for way in self._ways_that_work(boards):
            self._check_again(boards, first, f", after a call with {way}")
        here = hashlib.sha256(first).hexdigest()
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

    def _check_again(self, boards: tuple[Board, ...], before: bytes, when: str) -> None:
        """Assert that boards are shown as they were before."""
        again = self.render(boards)
        if again != before:
            msg = (
                f"the second call with the same input differs{when}: {unlike(again, before)}; the "
                "view keeps something from one call to the next"
            )
            raise failed(msg, "view", advice=NOTHING_KEPT)

    def _ways_that_work(self, boards: tuple[Board, ...]) -> Iterator[str]:
        """Show boards with each choice of an option, and yield those that can be shown."""
        try:
            found = list(self.choices())
        except AssertionError:  # test_every_option_changes_what_is_shown is about it
            return
        for name, value in found if self.spec.is_text else found[: self.scaled(len(found))]:
            try:
                self.render(boards, self._way(name, value))
            except Exception:  # noqa: BLE001, S112  # so it is of this
                continue
            yield f"{name}={value}"

    @requirement(level=2)
    def test_takes_boards_as_they_come(self) -> None:
        """The boards are gone through once; a view that `streams` writes before the last came."""
        self.render(self.make_boards())
        if not self.streams:
            return
        sink, before = Sink(), []

        def boards() -> Iterator[Board]:
            for number in range(1, _MANY + 1):
                before.append(sink.tell())
                yield attrs.evolve(example_boards()[0], number=number)

        resolve(self.spec.view)(boards(), sink, self.make_context())
        assert before[_MANY // 2] < before[-1], (
            f"nothing is written between the {_MANY // 2}th and the last of {_MANY} boards: "
            "they are held"
        )

    @requirement(level=2)
    def test_prints_nothing(self) -> None:
        """What is shown is written to the sink; nothing is printed."""
        with self.not_printing():
            self.render(self.make_boards())
            self.render((), language="fr")

    @requirement(level=2)
    def test_every_language_is_shown(self) -> None:
        """The view works in each language that the game has words in."""
        for language in languages() if self.spec.is_text else ("de", "sv"):
            data = self.render(self.make_boards()[:1], language=language)
            assert data, f"in {language} nothing is shown"

    @requirement(level=2)
    def test_survives_any_board(self) -> None:
        """Whatever the boards are, something valid is made."""
        check = checker(self.spec.media_type)

        def try_it(boards: list[Board]) -> None:
            data = self.render(boards)
            if check is not None:
                check(data)

        share = 0.5 if self.spec.is_text else 0.1
        self.for_all(try_it, st.lists(strategies.boards(), max_size=2), share=share)

    @requirement(level=1, after=("test_leaves_its_file_open",))
    def test_sealed_boards_stay_hidden(self, tmp_path: Path) -> None:
        """`overtrick show --as NAME` refuses a sealed file, into a file and a pipe."""
        pytest.importorskip("click")
        plugins = () if self.plugin is None else (self.plugin,)
        with sealed_files(tmp_path, *plugins) as files:
            name = self.view_name
            suffix = "".join(find_spec(default_manager(), ViewSpec, name).suffixes[:1])
            files.check(("show", "{file}", "--as", name, "-o", "{out}" + suffix))
            files.check(("show", "{file}", "--as", name))


def _marks(text: str) -> int:
    """Return how often a text says that something is cut."""
    return sum(map(text.count, CUT_MARKS))


def _after(text: str, begin: str) -> str:
    """Return what stands after the beginning of a text, up to that of another."""
    return text.partition(begin)[2].partition("qx")[0]


def _changed(text: str, index: int) -> str:
    """Return a text with another letter at a place."""
    return f"{text[:index]}{'q' if text[index] != 'q' else 'z'}{text[index + 1 :]}"
