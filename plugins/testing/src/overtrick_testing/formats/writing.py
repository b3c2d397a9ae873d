"""Requirements of a writer: nothing lost in silence, no false alarm, one pass, always the same."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Final

import attrs
from hypothesis import reject
from hypothesis import strategies as st

from overtrick import Board, BoardReader, Field
from overtrick.plugin import DEAL_FIELDS, ReadSettings, SealSpec, field_value, resolve
from overtrick_testing import strategies
from overtrick_testing.advice import Advice
from overtrick_testing.comparing import changes, imagined, unlike, unnamed, vanished
from overtrick_testing.every_value import (
    NUMBERS,
    auction_boards,
    odd_boards,
    play_boards,
)
from overtrick_testing.examples import rare_boards, strip_source
from overtrick_testing.failures import failed
from overtrick_testing.harness import OneShot, Reading, Sink, Written, is_refusal
from overtrick_testing.requirements import SuiteBase, requirement, skip

_OF_EACH: Final = Advice(
    "Call ctx.lose for each board that loses something: the report counts them, and a user looks "
    "up which they are."
)
_DROPPED: Final = Advice(
    "Report LossKind.DROPPED, which ctx.lose does by itself, where nothing of a value is written; "
    "APPROXIMATED is for one that is written differently."
)


class _StoppedError(Exception):
    """What the boards raise while they are written."""


class WritingRequirements(SuiteBase):
    """What a writer owes: part of `FormatSuite`."""

    def any_boards(self) -> st.SearchStrategy[tuple[Board, ...]]:
        """Return a strategy of boards to write, from sound ones to what no table ever saw."""
        carried = self.spec.carries
        foreign = strategies.extras("kit")
        numbers = st.sampled_from(NUMBERS)
        free = strategies.boards(extras=foreign, numbers=numbers)
        within = strategies.boards(carries=carried, require=carried & DEAL_FIELDS, numbers=numbers)
        sound = strategies.boards(
            require=DEAL_FIELDS, consistent=True, nasty=True, extras=foreign, numbers=numbers
        )
        sets = strategies.board_sets(
            min_size=1, max_size=3, numbering="contiguous", require=DEAL_FIELDS, consistent=True
        )
        single = st.one_of(sound, within, free).map(lambda board: (board,))
        return single | sets.map(lambda boards: boards.boards)

    def round_trip(self, boards: tuple[Board, ...]) -> tuple[Written, Reading]:
        """Write boards and read them back; generated ones that are refused do not count."""
        written = self.harness.try_write(boards)
        if written is None:
            reject()
        return written, self.harness.read(written.data)

    def check_examples(self, check: Callable[[tuple[Board, ...]], None]) -> None:
        """Run a check on each of the examples that the format takes."""
        for board in self.single_examples:
            if self.harness.try_write((board,)) is not None:
                check((board,))

    @requirement(
        level=1,
        after=(
            "test_every_contract_comes_back",
            "test_every_double_dummy_table_comes_back",
            "test_reader_is_deterministic",
        ),
    )
    def test_no_silent_loss(self) -> None:
        """Every field that comes back different from what was written is in the loss report.

        It is there for each board: where two boards lose the same, both are named.
        """
        self.need_both()

        def check(boards: tuple[Board, ...]) -> None:
            written, found = self.round_trip(boards)
            self._check_kept(boards, found, written)

        self.check_examples(check)
        for board in (*self.single_examples, *odd_boards()):
            self._check_named(board)
        self.for_all(check, self.any_boards(), share=2.0)

    def _check_named(self, board: Board) -> None:
        """Assert that a loss is reported of a board and of another one with the same in it."""
        alone = self.harness.try_write((board,))
        if alone is None or alone.report.is_lossless:
            return
        twins = [attrs.evolve(board, number=number) for number in (1, 2)]
        written = self.harness.try_write(twins)
        found = () if written is None else self.harness.read(written.data).boards
        if written is None or len(found) != len(twins):
            return
        for field, label, named in unnamed(twins, found, written):
            of_what = f"of board {named} alone" if named else "of the file as a whole"
            msg = (
                f"boards 1 and 2 lose {field.value}; it is reported {of_what}, not of board {label}"
            )
            raise failed(msg, "writer", advice=_OF_EACH)

    @requirement(level=1, after=("test_carried_fields_come_back",))
    def test_no_crying_wolf(self) -> None:
        """Every field that is reported as dropped or approximated does come back different.

        Of one that is approximated something comes back.
        """
        self.need_both()

        def check(boards: tuple[Board, ...]) -> None:
            written, found = self.round_trip(boards)
            false = imagined(changes(boards, found.boards), written)
            assert not false, f"reported as lost, but came back whole: {'; '.join(false)}"
            gone = vanished(boards[0], found.boards[0], written) if len(found.boards) == 1 else []
            if gone:
                msg = f"nothing of it is in the file: {'; '.join(gone)}"
                raise failed(msg, "writer", advice=_DROPPED)

        self.check_examples(check)
        for board in odd_boards():
            if self.harness.try_write((board,)) is not None:
                check((board,))
        self.for_all(check, self.any_boards())

    @requirement(
        level=1,
        after=(
            "test_every_contract_comes_back",
            "test_every_double_dummy_table_comes_back",
        ),
    )
    def test_what_is_written_reads_clean(self) -> None:
        """What the writer makes, the reader reads without an error; plain boards without a word."""
        self.need_both()
        for board in self.examples:
            written = self.harness.write((board,))
            found = self.harness.read(written.data)
            assert found.is_clean, (
                f"the reader says of the writer's own {written.data!r:.200}: "
                f"{found.crash or found.diagnostics[0]}"
            )

        def check(boards: tuple[Board, ...]) -> None:
            _, found = self.round_trip(boards)
            errors = [item for item in found.diagnostics if item.is_error]
            assert not errors, f"the reader refuses what the writer wrote: {errors[0]}"

        self.check_examples(check)
        self.for_all(check, self.sound_boards())

    def sound_boards(self) -> st.SearchStrategy[tuple[Board, ...]]:
        """Return a strategy of boards in the format's own fields with nothing wrong in them."""
        carried = self.spec.carries
        return strategies.board_sets(
            min_size=1,
            max_size=3,
            numbering="contiguous",
            carries=carried,
            require=carried & DEAL_FIELDS,
            consistent=True,
        ).map(lambda boards: boards.boards)

    @requirement(level=1, after=("test_writer_refuses_with_typed_errors",))
    def test_a_seal_is_kept(self) -> None:
        """Boards that are sealed are written sealed, wherever they come from; others are not."""
        if self.spec.capability(SealSpec) is None:
            skip(f"{self.format_name} has no seal")
        self.need_both()
        settings = ReadSettings(format=self.format_name, errors="collect", sealed="keep")
        for is_sealed in (False, True):
            context = self.harness.write_context()
            context.is_sealed = is_sealed
            sink = Sink()
            resolve(str(self.spec.writer))(iter(self.examples), sink, context)
            with BoardReader(sink.getvalue(), self.harness.manager, settings) as reader:
                found = f"written with is_sealed={is_sealed}, read with {reader.is_sealed}"
                assert reader.is_sealed is is_sealed, found

    @requirement(
        level=1,
        after=(
            "test_no_silent_loss",
            "test_what_is_written_reads_clean",
        ),
    )
    def test_read_write_read_is_stable(self) -> None:
        """A file that is read, written and read again says the same, to the last extra."""
        self.need_both()
        for sample in self.samples:
            self._check_stable(sample)

        def check(boards: tuple[Board, ...]) -> None:
            written, _ = self.round_trip(boards)
            self._check_stable(written.data)

        self.for_all(check, self.any_boards(), share=0.5)

    def _check_stable(self, data: bytes) -> None:
        first = self.harness.read(data)
        if not first.is_clean:
            return  # what cannot be understood cannot be written back
        for boards in (first.boards, strip_source(first.boards)):
            written = self.harness.try_write(
                boards, header=first.header, source_format=self.format_name
            )
            assert written is not None, "the writer refuses what its own reader has read"
            second = self.harness.read(written.data)
            self._check_kept(
                boards, second, written, "{} is not stable",
                header=first.header, source_format=self.format_name,
            )  # fmt: skip
            if written.report.is_lossless:
                assert second.boards == first.boards, (
                    f"what was read is not what was there, {unlike(second.boards, first.boards)}"
                )

    @requirement(
        level=1,
        after=(
            "test_only_format_errors_escape",
            "test_writer_refuses_with_typed_errors",
        ),
    )
    def test_carried_fields_come_back(self) -> None:
        """Of every field that the declaration claims, some board comes back as it was written."""
        self.need_both()
        missing = self.spec.carries - {Field.EXTRAS, Field.HEADER}
        examples: dict[Field, tuple[tuple[Board, ...], Reading, Written]] = {}
        varied = (*auction_boards(self.spec.carries)[:1], *play_boards(self.spec.carries)[:1])
        for board in (*self.single_examples, *varied):
            stated = {field for field in missing if field_value(board, field) is not None}
            written = self.harness.try_write((board,)) if stated else None
            if written is not None:
                found = self.harness.read(written.data)
                lost = stated & frozenset(changes((board,), found.boards))
                missing -= stated - lost
                examples |= dict.fromkeys(lost, ((board,), found, written))
        if missing:
            names = ", ".join(sorted(field.value for field in missing))
            tried = next((examples[field] for field in sorted(missing & examples.keys())), None)
            roles = () if tried is None else self._at_fault(*tried)
            msg = f"declared as carried, but no example brings it back: {names}"
            raise failed(msg, *roles)

    @requirement(level=1)
    def test_writer_consumes_its_boards_once(self) -> None:
        """The writer goes through its boards once and asks them for no length or index."""
        self.need_writer()
        boards = self.examples
        try:
            whole = self.harness.write_directly(boards)
            is_always_the_same = self.harness.write_directly(boards) == whole
        except Exception:  # noqa: BLE001  # test_writer_refuses_with_typed_errors is about it
            skip("the writer does not write the examples, however they are given to it")
        if not is_always_the_same:
            skip("the writer gives other bytes each time: test_writer_is_deterministic is about it")
        try:
            found = self.harness.write_directly(OneShot(boards))
        except Exception as error:  # how it fails is its own: an index, a length
            name = type(error).__name__
            msg = f"given boards that can be gone through once, the writer fails: {name}: {error}"
            raise AssertionError(msg) from error
        assert found == whole, "given boards that can be gone through once, it writes other bytes"

    @requirement(level=1, after=("test_writer_consumes_its_boards_once",))
    def test_writer_refuses_with_typed_errors(self) -> None:
        """What a format cannot hold is refused with a `WriteError`, or another of our own.

        A `PluginError`, such as that of a code that is not in the catalogue, is none.
        """
        self.need_writer()

        def check(boards: tuple[Board, ...]) -> None:
            error = self.harness.refusal(boards)
            if error is not None and not is_refusal(error):
                msg = f"the writer fails with {type(error).__name__}: {error}"
                raise AssertionError(msg) from error

        # The fields that the format does not carry are there too: it is handed them all the same.
        for board in (*self.single_examples, *rare_boards(), *odd_boards()):
            check((board,))
        self.for_all(check, self.any_boards())

    @requirement(level=2, after=("test_writer_consumes_its_boards_once",))
    def test_a_writer_can_be_stopped(self) -> None:
        """An exception of the boards passes through the writer; its file is left open, always."""
        self.need_writer()
        sink = Sink()
        resolve(str(self.spec.writer))(self.examples[:1], sink, self.harness.write_context())
        gc.collect()  # what was wrapped around it closes it when it goes
        assert not sink.was_closed, "the writer closed the file that it was given"

        def boards() -> Iterator[Board]:
            yield self.examples[0]
            raise _StoppedError

        sink = Sink()
        try:
            resolve(str(self.spec.writer))(boards(), sink, self.harness.write_context())
        except _StoppedError:
            pass
        except Exception as error:  # whatever a writer makes of it
            msg = f"the boards end with an exception, and the writer raises another: {error!r}"
            raise AssertionError(msg) from error
        else:
            msg = "the boards end with an exception, and the writer ends as if they were complete"
            raise AssertionError(msg)
        assert not sink.was_closed, (
            "the boards end with an exception, and the writer closed the file that it was given"
        )

    @requirement(level=1, after=("test_writer_consumes_its_boards_once",))
    def test_no_boards_can_be_written(self) -> None:
        """A file of no boards is written and read back as one, or refused with a typed error."""
        self.need_writer()
        error = self.harness.refusal(())
        assert error is None or is_refusal(error), repr(error)
        if error is None and self.spec.reader is not None:
            found = self.harness.read(self.harness.write(()).data)
            assert found.crash is None, repr(found.crash)
            assert not found.boards, f"no boards come back as {found.boards!r}"
