"""`RuleSuite`: the requirements of a rule, one named test each."""

from __future__ import annotations

import io
import itertools
import json
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, ClassVar, Final

import attrs
from hypothesis import strategies as st

from overtrick import (
    NO_EXTRAS,
    NO_INFO,
    Board,
    Diagnostic,
    Extras,
    Field,
    Info,
    Location,
)
from overtrick.plugin import (
    Catalogue,
    RuleContext,
    RuleSample,
    RuleSpec,
    make_write_context,
    resolve,
    write_stream,
)
from overtrick_testing import strategies
from overtrick_testing.comparing import changed_fields, difference
from overtrick_testing.declaration import (
    check_callable,
    check_catalogue,
    check_light,
    check_summary,
    declaring_module,
)
from overtrick_testing.elsewhere import VARIABLES, run_elsewhere
from overtrick_testing.examples import full_board
from overtrick_testing.formats.cost import COUNTS, GROWTH, growth
from overtrick_testing.harness import Harness
from overtrick_testing.oracles import extent, record_reach
from overtrick_testing.requirements import KitBase, requirement, skip

Boards = tuple[Board, ...]

_SPACED: Final = ("two  blanks", "a\ttab", "a no-break\u00a0space")
"""Texts that a rule about blanks at the ends has nothing to say of."""

_FILLED: Final = (
    "name", "scoring", "grids", "extras", "deal", "dealer", "vulnerability", "auction", "play",
    "contract", "result", "score", "number",
)  # fmt: skip
"""The fields of a board, besides its info, that are filled in."""

# Runs in a process of its own: reads a pickled job, and prints what the rule says.
_ELSEWHERE: Final = """
import json, pickle, sys
from overtrick.plugin import RuleContext, resolve
from overtrick_testing.elsewhere import be_elsewhere
spec, format_name, cases = pickle.loads(sys.stdin.buffer.read())
be_elsewhere()
told = []
for boards, header in cases:
    context = RuleContext(spec, path="sample", format=format_name, header=header)
    if spec.board is not None:
        for board in boards:
            resolve(spec.board)(board, context)
    else:
        check = resolve(spec.file)(context)
        for board in boards:
            check.see(board)
        check.end()
    told.append([str(item) for item in context.diagnostics])
json.dump(told, sys.stdout)
"""


class RuleSuite(KitBase):
    """Every requirement of a rule; a plugin's test file subclasses it.

    Each requirement is one test, as in `FormatSuite`: one that does not apply skips with its
    reason, and one that cannot be met yet is marked by name.

        class TestStock(RuleSuite):
            rule_name = "stock"

    Attributes:
        rule_name: the rule's name.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number.
    """

    rule_name: ClassVar[str]

    # What the requirements use ---------------------------------------------------------------

    @property
    def spec(self) -> RuleSpec:
        """The rule's specification."""
        return self.find_spec(RuleSpec, self.rule_name)

    @property
    def samples(self) -> tuple[RuleSample, ...]:
        """The rule's own samples."""
        assert self.spec.samples is not None, "the rule has no samples: nothing shows that it works"
        return tuple(resolve(self.spec.samples)())

    @property
    def format_name(self) -> str | None:
        """A format that the rule is for; `None` where it is for any."""
        return next(iter(self.spec.formats), None)

    def make_context(self, header: Extras = NO_EXTRAS) -> RuleContext:
        """Return the context of a file."""
        return RuleContext(self.spec, path="sample", format=self.format_name, header=header)

    def find(self, boards: Boards, header: Extras = NO_EXTRAS) -> tuple[Diagnostic, ...]:
        """Return what the rule says of the boards of a file; an exception passes through."""
        context = self.make_context(header)
        if self.spec.board is not None:
            check_board = resolve(self.spec.board)
            for board in boards:
                check_board(board, context)
        else:
            check = resolve(str(self.spec.file))(context)
            for board in boards:
                check.see(board)
            check.end()
        return tuple(context.diagnostics)

    def fix(self, boards: Boards, header: Extras = NO_EXTRAS) -> tuple[Boards, RuleContext]:
        """Return the boards of a file fixed, and the context with what was done."""
        context = self.make_context(header)
        return tuple(resolve(str(self.spec.fix))(iter(boards), context)), context

    def need_format(self) -> str:
        """Return the rule's format; skip where it has none that can be written and read here."""
        name = self.format_name
        if name is None:
            skip(f"the rule {self.rule_name} is for any format")
        spec = self.manager.formats().get(name)
        if spec is None or spec.writer is None or spec.reader is None:
            skip(f"the format {name!r} is not here to be written and read")
        return name

    def need_fix(self) -> None:
        """Skip where the rule fixes nothing."""
        if self.spec.fix is None:
            skip(f"the rule {self.rule_name} has no fix")

    def is_triggered_by_a_sample(self, code: str) -> bool:
        """Return whether boards can trigger a code; overridden for one that only a fix reports."""
        return bool(code)

    # The requirements ------------------------------------------------------------------------

    @requirement(level=1)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        check_light(self.plugin or declaring_module(self.manager, RuleSpec, self.rule_name))

    @requirement(level=1)
    def test_spec_fields_are_valid(self) -> None:
        """The specification says what it must, and can be sent to another process."""
        spec = self.spec
        check_summary(spec.summary)
        assert len(set(spec.formats)) == len(spec.formats), "a format stands twice"
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @requirement(level=1)
    def test_references_resolve(self) -> None:
        """Every reference names something of the shape that its protocol asks for."""
        for role, count in (("board", 2), ("file", 1), ("fix", 2), ("samples", 0)):
            reference = getattr(self.spec, role)
            if reference is not None:
                check_callable(role, reference, count)
        catalogue = self.spec.diagnostics
        assert isinstance(resolve(catalogue), Catalogue), f"diagnostics {catalogue} is no Catalogue"

    @requirement(level=1)
    def test_catalogue_is_complete(self) -> None:
        """Every diagnostic code has the plugin's prefix and a message."""
        catalogue = resolve(self.spec.diagnostics)
        assert isinstance(catalogue, Catalogue), f"{catalogue!r:.60} is no Catalogue"
        check_catalogue(catalogue, has_samples=False)

    @requirement(level=1)
    def test_every_code_has_a_sample(self) -> None:
        """Every code of the catalogue that the rule can find has a sample, and no other has."""
        catalogue: Catalogue = resolve(self.spec.diagnostics)
        shown = {sample.code for sample in self.samples}
        assert shown, "there is no sample"
        assert shown <= set(catalogue), f"not in the catalogue: {', '.join(shown - set(catalogue))}"
        others = self._codes_of_other_rules()
        wanted = {code for code in set(catalogue) - others if self.is_triggered_by_a_sample(code)}
        assert wanted <= shown, f"no sample for {', '.join(sorted(wanted - shown))}"

    def _codes_of_other_rules(self) -> set[str]:
        """Return what the samples of rules with the same catalogue show."""
        spec = self.spec
        return {
            sample.code
            for rule in self.manager.specs(RuleSpec).values()
            if rule != spec and rule.diagnostics == spec.diagnostics and rule.samples is not None
            for sample in resolve(rule.samples)()
        }

    @requirement(level=1)
    def test_bad_samples_give_their_code_alone(self) -> None:
        """Of the bad boards of a sample the rule says its code, and no other."""
        for sample in self.samples:
            codes = {item.code for item in self.find(sample.bad, sample.header)}
            given = ", ".join(sorted(codes)) or "none"
            assert codes == {sample.code}, f"the sample of {sample.code} gives {given}"

    @requirement(level=1)
    def test_good_samples_give_nothing(self) -> None:
        """Of the good boards of a sample the rule has nothing to say."""
        for sample in self.samples:
            assert sample.good, f"the sample of {sample.code} has no good boards"
            found = self.find(sample.good, sample.header)
            assert not found, f"the good boards of {sample.code} give {found[0]}"
        boards = [board for sample in self.samples for board in (*sample.bad, *sample.good)]
        codes = ", ".join(sorted({sample.code for sample in self.samples}))
        record_reach(f"{self.rule_name}: samples of {codes}: {extent(boards)}")

    @requirement(level=1)
    def test_fix_fixes_its_samples(self) -> None:
        """What the fix changes is right afterwards."""
        self.need_fix()
        changed = 0
        for sample in self.samples:
            fixed, _ = self.fix(sample.bad, sample.header)
            if fixed != sample.bad:
                changed += 1
                left = self.find(fixed, sample.header)
                assert not left, f"fixing the sample of {sample.code} leaves {left[0]}"
        assert changed, "the fix changes no sample"

    @requirement(level=1)
    def test_fix_leaves_good_samples(self) -> None:
        """The fix changes nothing that the rule does not complain of."""
        self.need_fix()
        for sample in self.samples:
            fixed, _ = self.fix(sample.good, sample.header)
            assert fixed == sample.good, f"the fix changes the good boards of {sample.code}"

    @requirement(level=1)
    def test_fix_twice_is_once(self) -> None:
        """Fixing what is fixed changes nothing."""
        self.need_fix()

        def check(boards: list[Board]) -> None:
            once, _ = self.fix(tuple(boards))
            assert self.fix(once)[0] == once, "fixing twice is not fixing once"

        for sample in self.samples:
            once, _ = self.fix(sample.bad, sample.header)
            twice, _ = self.fix(once, sample.header)
            assert twice == once, f"fixing {sample.code} twice is not fixing it once"
        self.for_all(check, st.lists(strategies.boards(), max_size=3), share=0.5)

    @requirement(level=1, after=("test_survives_any_boards",))
    def test_fixed_samples_can_be_written(self) -> None:
        """What was fixed can be written in the rule's format, and is right when it is read."""
        self.need_fix()
        name = self.need_format()
        for sample in self.samples:
            fixed, _ = self.fix(sample.bad, sample.header)
            if fixed != sample.bad:
                sink = io.BytesIO()
                context = make_write_context(self.manager, name, header=sample.header)
                write_stream(fixed, sink, context)
                back = Harness(self.manager, name).read(sink.getvalue())
                left = self.find(back.boards, back.header)
                assert not left, f"fixed, written and read, {sample.code} gives {left[0]}"

    @requirement(level=1)
    def test_survives_any_boards(self) -> None:
        """Whatever the boards are, the rule answers, and says the same twice."""

        def check(boards: list[Board]) -> None:
            found = self.find(tuple(boards))
            assert self.find(tuple(boards)) == found, "the rule says another thing the second time"

        for sample in self.samples:
            for boards in (sample.bad, sample.bad[::-1], sample.good):
                check(list(boards))
        self.for_all(check, st.lists(strategies.boards(), max_size=3))

    @requirement(level=2)
    def test_findings_name_a_place_that_exists(self) -> None:
        """A finding stands at one of the boards, with its number and its line, and has words.

        Words that quote a text have it as it is in the file, with the blanks around it.
        """
        for sample in self.samples:
            self._check_quoted(sample)
            boards = _placed((*sample.bad, *sample.good))
            numbers = {board.number for board in boards}
            lines = {board.origin.line for board in boards if board.origin is not None}
            for finding in self.find(boards, sample.header):
                place = finding.location
                assert finding.message.strip(), f"a finding of {finding.code} has no words"
                assert place.board is None or place.board in numbers, (
                    f"{finding.code} speaks of board {place.board}, which is not there"
                )
                assert place.line is None or place.line in lines, (
                    f"{finding.code} names line {place.line}, at which no board stands"
                )
                assert self.spec.board is None or place.line is not None, (
                    f"{finding.code} is of one board, and does not say which: issue(board=board)"
                )

    def _spaced(self, sample: RuleSample) -> Iterator[tuple[str, Boards]]:
        """Yield the bad boards with blanks around one text that the good boards have otherwise."""
        if len(sample.bad) != len(sample.good):
            return
        for at, (bad, good) in enumerate(zip(sample.bad, sample.good, strict=True)):
            for text, board in _padded(bad, good):
                yield text, (*sample.bad[:at], board, *sample.bad[at + 1 :])

    def _check_quoted(self, sample: RuleSample) -> None:
        """Assert that findings quote a text with the blanks around it."""
        for text, boards in self._spaced(sample):
            for finding in self.find(boards, sample.header):
                words = finding.message
                # Without quotation marks it may be a value that was parsed.
                is_quoted = any(f"{mark}{text.strip()}{mark}" in words for mark in "\"'`")
                assert not is_quoted or text in words, (
                    f"{finding.code} is about {text!r}, and its words are {words!r:.160}: a user "
                    "does not see the blanks that are in the file"
                )

    @requirement(level=2, after=("test_bad_samples_give_their_code_alone",))
    def test_findings_are_at_their_boards(self) -> None:
        """A sample's findings are at the boards of its `at`, and at a field that `good` changes.

        They are there too where other boards stand around them, if the rule is for single boards.
        The field is the finding's `part`; a finding may have none.
        """
        for sample in self.samples:
            expected = sample.at
            if expected is None:
                assert len(sample.bad) == 1, (
                    f"the sample of {sample.code} has {len(sample.bad)} bad boards and does not "
                    "state which of them the findings are about: at=(0,)"
                )
                expected = (0,)
            boards = _placed(sample.bad)
            found = self.find(boards, sample.header)
            self._check_places(sample.code, boards, found, expected)
            self._check_parts(sample, found)
            if self.spec.board is not None:
                boards = _placed((*sample.good, *sample.bad, *sample.good))
                moved = tuple(at + len(sample.good) for at in expected)
                self._check_places(sample.code, boards, self.find(boards, sample.header), moved)

    def _check_places(
        self,
        code: str,
        boards: Boards,
        findings: tuple[Diagnostic, ...],
        expected: tuple[int, ...],
    ) -> None:
        lines = [board.origin.line for board in boards if board.origin is not None]
        for finding in findings:
            assert finding.location.line is not None or not expected, (
                f"{code} has no place: issue(board=board) gives it that of the board"
            )
        places = (item.location.line for item in findings)
        at = tuple(lines.index(place) for place in places if place in lines)
        # A rule may have several findings about one board.
        found = tuple(one for place, one in enumerate(at) if one not in at[:place])
        assert found == tuple(dict.fromkeys(expected)), (
            f"{code} is found at the boards {_listed(found)} of {len(boards)}, expected at "
            f"{_listed(expected)}, counted from 0"
        )

    def _check_parts(self, sample: RuleSample, findings: tuple[Diagnostic, ...]) -> None:
        changed: set[Field] = set()
        for before, after in _pairs(sample.bad, sample.good):
            # Both ways, since the extras that only the second board has do not count.
            changed |= changed_fields(before, after) | changed_fields(after, before)
        names = sorted({_top(field.value) for field in changed})
        for finding in findings:
            assert finding.part is None or _top(finding.part) in names, (
                f"the part of {finding.code} is {finding.part!r}; the good boards of its sample "
                f"differ from the bad ones in {', '.join(names) or 'nothing'}"
            )

    @requirement(level=2, after=("test_survives_any_boards",))
    def test_boards_without_numbers_are_checked(self) -> None:
        """Boards without numbers, or with equal ones, are checked and fixed, all with a place."""
        for sample in self.samples:
            for numbers in ((None,), (None, 7), (7, None), (7,)):
                given = (*sample.bad, *sample.good, *sample.bad)
                boards = _placed(
                    tuple(
                        attrs.evolve(board, number=numbers[at % len(numbers)])
                        for at, board in enumerate(given)
                    )
                )
                for finding in self.find(boards, sample.header):
                    assert self.spec.board is None or finding.location.line is not None, (
                        f"{finding.code} at a board without a number has no place"
                    )
                if self.spec.fix is not None:
                    self.fix(boards, sample.header)

    @requirement(level=2, after=("test_survives_any_boards",))
    def test_fix_keeps_every_board(self) -> None:
        """The fix gives every board, with all of it that no finding is about.

        The bad boards of a sample are filled with all that boards can have: the fix changes the
        fields that the good boards change, and no others. A board without a finding stays as it
        is, whatever blanks are in its texts.
        """
        self.need_fix()

        def check(boards: Boards, header: Extras = NO_EXTRAS) -> None:
            fixed, _ = self.fix(boards, header)
            assert len(fixed) == len(boards), (
                f"the fix gives {len(fixed)} boards for {len(boards)}; `check --fix` leaves its "
                "fixes out then"
            )
            others = {type(one).__name__ for one in fixed} - {Board.__name__}
            assert not others, (
                f"the fix gives {', '.join(sorted(others))} where a Board is expected"
            )

        for sample in self.samples:
            both = (*sample.bad, *sample.good)
            for boards in (sample.bad, sample.good, both, both[::-1], both * 3, ()):
                check(boards, sample.header)
                check(tuple(attrs.evolve(board, number=None) for board in boards), sample.header)
            self._check_other_fields(sample)
        self.for_all(
            lambda boards: check(tuple(boards)),
            st.lists(strategies.boards(), max_size=4),
            share=0.5,
        )
        for text in _SPACED:
            self._check_untouched(_with_text(Board(), text))
            self._check_untouched(_with_text(full_board(), text))
        self.for_all(
            self._check_untouched,
            st.builds(_with_text, strategies.boards(), st.sampled_from(_SPACED)),
            share=0.5,
        )

    def _check_other_fields(self, sample: RuleSample) -> None:
        """Assert that the fix changes nothing of the bad boards but what the good ones change."""
        fixed, _ = self.fix(sample.bad, sample.header)
        if fixed == sample.bad:
            return
        right = sample.good if len(sample.good) == len(sample.bad) else fixed
        for filling in (full_board(), _spaced_board()):
            full = self._fill(sample, filling)
            fixed, _ = self.fix(full, sample.header)
            for index, (before, after) in enumerate(zip(full, fixed, strict=True)):
                allowed = changed_fields(sample.bad[index], right[index])
                for field in sorted(changed_fields(before, after) - allowed):
                    words = difference(before, after, field, "becomes")
                    msg = f"the fix of {sample.code} changes what it should keep: {words}"
                    raise AssertionError(msg)
                self._check_other_texts(sample.code, sample.bad[index], right[index], before, after)

    def _check_other_texts(
        self, code: str, bad: Board, right: Board, before: Board, after: Board
    ) -> None:
        """Assert that of a field of several texts the fix changes those alone that it should."""
        wrong, good, given, fixed = map(_texts, (bad, right, before, after))
        for place, text in given.items():
            if wrong.get(place) == good.get(place) and fixed.get(place) != text:
                msg = (
                    f"the fix of {code} changes what it should keep: {place} {text!r} becomes "
                    f"{fixed.get(place)!r}"
                )
                raise AssertionError(msg)

    def _fill(self, sample: RuleSample, filling: Board) -> Boards:
        """Return the bad boards with each field that they lack and that adds no other finding."""
        boards = sample.bad
        for name in (*attrs.fields_dict(Info), *_FILLED):
            more = tuple(_filled(board, name, filling) for board in boards)
            if {item.code for item in self.find(more, sample.header)} == {sample.code}:
                boards = more
        return boards

    def _check_untouched(self, board: Board) -> None:
        """Assert that the fix leaves a board as it is where nothing is found."""
        if self.find((board,)):
            return
        fixed, _ = self.fix((board,))
        for after in fixed:
            for field in sorted(changed_fields(board, after)):
                words = difference(board, after, field, "becomes")
                msg = f"the fix changes a board of which nothing is found: {words}"
                raise AssertionError(msg)

    @requirement(level=2, after=("test_survives_any_boards",))
    def test_cost_is_linear(self) -> None:
        """Four times the boards of a sample take four times the steps to check and to fix."""
        for sample in self.samples:
            for what, chosen in (("bad", sample.bad), ("good", sample.good)):
                made = {
                    count: tuple(
                        attrs.evolve(board, number=index)
                        for index, board in enumerate(chosen * count, 1)
                    )
                    for count in COUNTS
                }
                checked = growth(partial(_at, made, self.find, sample.header))
                where = f"the {what} boards of {sample.code}: four times as many take"
                assert checked < GROWTH, f"checking {where} {checked:.1f} times the steps"
                if self.spec.fix is not None:
                    fixed = growth(partial(_at, made, self.fix, sample.header))
                    assert fixed < GROWTH, f"fixing {where} {fixed:.1f} times the steps"

    @requirement(level=2)
    def test_files_know_nothing_of_each_other(self) -> None:
        """What is said of a file does not hang on those before, of a board not on others."""
        for sample in self.samples:
            bad = self.find(sample.bad, sample.header)
            self.find(sample.good, sample.header)
            assert self.find(sample.bad, sample.header) == bad, (
                f"after another file the sample of {sample.code} gives another thing"
            )
            if self.spec.board is not None:
                both = self.find((*sample.good, *sample.bad), sample.header)
                assert both == bad, f"beside other boards the sample of {sample.code} is another"

    @requirement(level=2)
    def test_any_header_will_do(self) -> None:
        """Whatever the file's header says, the rule answers."""
        headers = (NO_EXTRAS, Extras({"kit:text": "x"}), Extras({"kit:list": ("a", 1)}))
        for sample in self.samples:
            for header in headers:
                self.find(sample.bad, header)
                self.find((), header)

    @requirement(level=2)
    def test_a_fix_settles(self) -> None:
        """After the fix no finding that it fixes is left, beside other boards too.

        A text that is found with blanks around it is fixed as it is without them.
        """
        self.need_fix()
        with_fix = {
            sample.code
            for sample in self.samples
            if self.fix(sample.bad, sample.header)[0] != sample.bad
        }

        def left(boards: Boards, header: Extras = NO_EXTRAS) -> set[str]:
            fixed, _ = self.fix(boards, header)
            return {item.code for item in self.find(fixed, header)} & with_fix

        for sample in self.samples:
            for boards in ((*sample.bad, *sample.good), (*sample.good, *sample.bad)):
                codes = left(boards, sample.header) if sample.code in with_fix else set()
                assert not codes, f"beside good boards the fix leaves {', '.join(sorted(codes))}"
            for text, boards in self._spaced(sample) if sample.code in with_fix else ():
                found = {item.code for item in self.find(boards, sample.header)}
                codes = left(boards, sample.header) & found
                assert not codes, f"of {text!r} the fix leaves {', '.join(sorted(codes))}"

        def check(board: Board) -> None:
            if self.fix((board,))[0] != (board,):
                codes = left((board,))
                assert not codes, f"the fix changes a board and leaves {', '.join(sorted(codes))}"

        self.for_all(check, strategies.boards(), share=0.5)

    @requirement(level=2)
    def test_bad_samples_are_found_in_a_file(self) -> None:
        """A bad sample that is written in the rule's format and read again gives its code."""
        name = self.need_format()
        harness = Harness(self.manager, name)
        for sample in self.samples:
            written = harness.try_write(sample.bad, header=sample.header)
            if written is None:
                continue
            back = harness.read(written.data)
            codes = {item.code for item in self.find(back.boards, back.header)}
            assert codes == {sample.code}, (
                f"in a file of the format {name} the sample of {sample.code} gives "
                f"{', '.join(sorted(codes)) or 'nothing'}"
            )

    @requirement(level=2)
    def test_says_the_same_in_every_process(self) -> None:
        """What the rule says does not depend on the process: its hash seed, user, host, folder."""
        cases = [(sample.bad, sample.header) for sample in self.samples]
        here = [[str(item) for item in self.find(*case)] for case in cases]
        job = pickle.dumps((self.spec, self.format_name, cases))
        for seed, zone in (("1", "Asia/Tokyo"), ("2", "UTC"))[: self.scaled(2)]:
            with tempfile.TemporaryDirectory() as folder:
                done = run_elsewhere(
                    _ELSEWHERE, job=job, folder=folder,
                    variables={**VARIABLES, "PYTHONHASHSEED": seed, "TZ": zone},
                )  # fmt: skip
            words = done.stderr.decode("utf-8", "replace")
            assert done.returncode == 0, f"in a process of its own the rule fails:\n{words}"
            assert json.loads(done.stdout) == here, (
                f"with the hash seed {seed} it says another thing"
            )


def _at(
    made: dict[int, Boards], work: Callable[[Boards, Extras], object], header: Extras, count: int
) -> object:
    return work(made[count], header)


def _spaced_board() -> Board:
    """Return a full board with blanks around its texts, in no order."""
    board = _with_text(full_board(), " Zoe ")
    info = attrs.evolve(
        board.info, players=(" Dan ", " Ada ", " Cor ", " Bea "), teams=(" Visitors ", " Home ")
    )
    return attrs.evolve(
        board, info=info, extras=Extras({"kit:text": " x ", "kit:list": ("b", "a")})
    )


def _texts(board: Board) -> dict[str, object]:
    """Return each text of the fields that have several, by its place."""
    found = {f"info.players.{seat}": text for seat, text in enumerate(board.info.players)}
    found |= {f"info.teams.{side}": text for side, text in enumerate(board.info.teams)}
    return {**found, **{f"extras.{key}": value for key, value in board.extras.items()}}


def _padded(bad: Board, good: Board) -> Iterator[tuple[str, Board]]:
    """Yield the bad board with blanks around each text that the good one has otherwise."""

    def about(**values: Any) -> Board:  # noqa: ANN401  # of any field
        return attrs.evolve(bad, info=attrs.evolve(bad.info, **values))

    for name in ("name", "scoring"):
        text = getattr(bad, name)
        if text and text != getattr(good, name):
            values: dict[str, Any] = {name: f" {text} "}
            yield f" {text} ", attrs.evolve(bad, **values)
    for name in attrs.fields_dict(Info):
        value, right = getattr(bad.info, name), getattr(good.info, name)
        if isinstance(value, str) and value != right:
            yield f" {value} ", about(**{name: f" {value} "})
        for at, text in enumerate(value if isinstance(value, tuple) else ()):
            if text and text != right[at]:
                spaced = (*value[:at], f" {text} ", *value[at + 1 :])
                yield f" {text} ", about(**{name: spaced})
    for key, value in bad.extras.items():
        if isinstance(value, str) and value != good.extras.get(key):
            extras = Extras({**bad.extras, key: f" {value} "})
            yield f" {value} ", attrs.evolve(bad, extras=extras)


def _filled(board: Board, name: str, full: Board) -> Board:
    """Return a board with a field of the full board, or the board itself where it has that."""
    if name in attrs.fields_dict(Info):
        value = getattr(full.info, name)
        if name in {"players", "teams"}:
            own = getattr(board.info, name)
            value = tuple(theirs if mine is None else mine
                          for mine, theirs in zip(own, value, strict=True))  # fmt: skip
        elif getattr(board.info, name) != getattr(NO_INFO, name):
            return board
        return attrs.evolve(board, info=attrs.evolve(board.info, **{name: value}))
    if name == "extras":
        return attrs.evolve(board, extras=Extras({**full.extras, **board.extras}))
    if getattr(board, name):
        return board
    return attrs.evolve(board, **{name: getattr(full, name)})


def _with_text(board: Board, text: str) -> Board:
    """Return a board with a text in each of its fields that are texts."""
    info = Info(
        event=text, site=text, date=text, room=text, players=(text,) * 4, teams=(text, text)
    )
    return attrs.evolve(board, name=text, scoring=text, info=info)


def _pairs(bad: Boards, good: Boards) -> Iterable[tuple[Board, Board]]:
    """Return the boards to compare: those at the same place, or all where their counts differ."""
    if len(bad) == len(good):
        return zip(bad, good, strict=True)
    return itertools.product(bad, good)


def _top(part: str) -> str:
    """Return the field that a part of a board is in: `info.players` of `info.players.west`."""
    names = part.split(".")
    return ".".join(names[:2] if names[0] == "info" else names[:1])


def _listed(indexes: tuple[int, ...]) -> str:
    return ", ".join(map(str, indexes)) or "none"


def _placed(boards: Boards) -> Boards:
    """Return boards that stand each at a line of its own."""
    return tuple(
        attrs.evolve(board, origin=Location(path="sample", line=10 * index, board=board.number))
        for index, board in enumerate(boards, 1)
    )
