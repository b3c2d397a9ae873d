"""Obligations of a splitter and a joiner: the parts of a file are the whole file."""

from __future__ import annotations

import io
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import OvertrickError
from overtrick.findings.losses import DEAL_FIELDS, Field
from overtrick.framework.contexts import Part
from overtrick.framework.spec import resolve
from overtrick.model.board import NO_EXTRAS, Board, Extras
from overtrick.testing.formats.reading import ReadingObligations
from overtrick.testing.formats.writing import WritingObligations
from overtrick.testing.harness import Reading
from overtrick.testing.obligations import obligation, skip

if TYPE_CHECKING:
    from overtrick.framework.contexts import ErrorMode


class PartObligations(ReadingObligations, WritingObligations):
    """What a format owes whose files can be read or written in parts: part of `FormatSuite`."""

    def need_splitter(self) -> None:
        """Skip where the format's files are read as a whole."""
        self.need_reader()
        if self.spec.splitter is None:
            skip(f"{self.format_name} has no splitter: one process reads a file")

    def parts_of(self, data: bytes, size: int) -> tuple[Part, ...]:
        """Return the parts that the splitter makes of a file."""
        parts = tuple(resolve(str(self.spec.splitter))(io.BytesIO(data), size))
        assert parts, f"the splitter makes no part at all of {len(data)} bytes"
        ends = [part.end for part in parts]
        assert [part.start for part in parts] == [0, *ends[:-1]], f"{parts!r} leave gaps"
        assert ends[-1] is None, f"the last part ends at {ends[-1]}, not with the file"
        return parts

    @obligation(level=1, after=("test_writer_refuses_with_typed_errors",))
    def test_long_file_has_parts(self) -> None:
        """A long file of sound boards is cut, about where it is asked to be."""
        self.need_splitter()
        self.need_writer()
        data, _ = self.long_file(most=250)
        parts = self.parts_of(data, len(data) // 10)
        assert len(parts) >= 4, f"a tenth of the file asked for, and it has {len(parts)} parts"

    @obligation(
        level=1,
        after=(
            "test_error_modes_agree",
            "test_an_error_leaves_the_neighbours",
        ),
    )
    def test_parts_read_are_the_whole(self) -> None:
        """The parts have the boards, places, findings and header of the whole file."""
        self.need_splitter()

        def check(drawn: tuple[bytes, int]) -> None:
            data, count = drawn
            parts = self.parts_of(data, max(1, len(data) // count))
            self._check_parts(data, parts, "collect", None)
            self._check_parts(data, parts, "collect", DEAL_FIELDS)
            self._check_parts(data, parts, "raise", None)

        for sample in self.samples:
            check((sample * 3, 8))
        several = self.any_file().map(lambda data: data * 3)
        self.for_all(check, st.tuples(several, st.integers(2, 12)))

    def _check_parts(
        self,
        data: bytes,
        parts: tuple[Part, ...],
        mode: ErrorMode,
        wants: frozenset[Field] | None,
    ) -> None:
        whole = self.harness.read(data, errors=mode, wants=wants)
        if whole.crash is not None:
            return  # test_only_format_errors_escape is about it
        pieces: list[Reading] = []
        for part in parts:
            pieces.append(self.harness.read(data, errors=mode, wants=wants, part=part))
            crash = pieces[-1].crash
            if crash is not None:
                msg = f"{part!r} cannot be read: {type(crash).__name__}: {crash}"
                raise AssertionError(msg) from crash
            if pieces[-1].error is not None:
                break
        error = pieces[-1].error
        assert str(error) == str(whole.error), (
            f"mode {mode!r}: the parts end with {error}, the whole with {whole.error}"
        )
        boards = _with_places([board for piece in pieces for board in piece.boards])
        assert boards == _with_places(whole.boards), f"{parts!r} have other boards than {data!r}"
        found = tuple(item for piece in pieces for item in piece.diagnostics)
        assert found == whole.diagnostics, f"{parts!r} have other findings than {data!r}"
        assert all(piece.header == whole.header for piece in pieces), (
            f"{parts!r} do not have the header of {data!r}"
        )

    @obligation(
        level=1,
        after=(
            "test_writer_is_deterministic",
            "test_boards_keep_their_order",
        ),
    )
    def test_parts_written_are_the_whole(self) -> None:
        """Parts that are written by themselves and joined are the file, its losses and findings."""
        self.need_writer()
        if self.spec.joiner is None:
            skip(f"{self.format_name} has no joiner: one process writes a file")
        # Part of a file may have no boards; whether a file may is the format's own business.
        padding: tuple[tuple[Board, ...], ...] = ((),) if self.harness.refusal(()) is None else ()
        joined = 0

        def check(boards: Sequence[Board], header: Extras = NO_EXTRAS, *, own: bool) -> None:
            nonlocal joined
            middle = (len(boards) + 1) // 2
            cuts = (boards[:1], *padding, boards[1:middle], boards[middle:])
            pieces = tuple(tuple(piece) for piece in cuts if piece or padding)
            source = self.format_name if own else None
            joined += self._check_joined(pieces, header, source)

        check(self.examples, own=False)
        for sample in self.samples if self.spec.reader is not None else ():
            found = self.harness.read(sample * 3)
            if found.boards:
                check(found.boards, found.header, own=True)
        assert joined, "no file was written in parts: the joiner or the writer refuses them all"
        boards = st.lists(self.any_boards(), min_size=1, max_size=4)
        self.for_all(
            lambda drawn: check(tuple(itertools.chain(*drawn)), own=False), boards, share=0.5
        )

    def _check_joined(
        self, pieces: tuple[tuple[Board, ...], ...], header: Extras, source: str | None
    ) -> bool:
        """Hold what is written in parts against one file; return whether it can be."""
        boards = [board for piece in pieces for board in piece]
        whole = refused = joined = None
        try:
            whole = self.harness.write(boards, header=header, source_format=source)
        except OvertrickError as error:
            refused = error
        except Exception:  # noqa: BLE001  # test_writer_refuses_with_typed_errors is about it
            return False
        try:
            joined = self.harness.write_parts(pieces, header=header, source_format=source)
        except OvertrickError:
            return False  # the file is written as a whole then
        assert refused is None or joined is None, (
            f"written in parts, but refused as a whole: {refused}"
        )
        assert joined is None or joined == whole, (
            f"what is written in parts is not the file: {joined!r:.1500}, but {whole!r:.1500}"
        )
        return joined is not None


def _with_places(boards: Sequence[Board]) -> list[tuple[Board, Location | None]]:
    return [(board, board.origin) for board in boards]
