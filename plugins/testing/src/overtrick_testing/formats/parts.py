"""Requirements of a splitter: the parts of a file are the complete file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from hypothesis import strategies as st

from overtrick import (
    COLUMNS,
    Board,
    BoardColumn,
    Cell,
    ColumnType,
    Field,
    Location,
    PluginError,
    board_column,
)
from overtrick.plugin import DEAL_FIELDS, Part, SplitterSpec, resolve
from overtrick_testing.comparing import changes, unlike
from overtrick_testing.formats.reading import ReadingRequirements
from overtrick_testing.formats.writing import WritingRequirements
from overtrick_testing.harness import Scanned
from overtrick_testing.requirements import requirement, skip

if TYPE_CHECKING:
    from overtrick.plugin import ErrorMode


def _board_of(board: Board) -> Cell:
    # Held in memory alone, a column may have any value.
    return cast("Cell", (board, board.origin))


_BOARD: Final = board_column("board", ColumnType.TEXT, _board_of, Field)

_OF_DEALS: Final = tuple(name for name, column in COLUMNS.items() if column.fields <= DEAL_FIELDS)


class PartRequirements(ReadingRequirements, WritingRequirements):
    """Requirements of a format whose files can be scanned in parts: part of `FormatSuite`."""

    def need_splitter(self) -> None:
        """Skip where the format's files are not scanned in parts."""
        self.need_reader()
        if self.spec.capability(SplitterSpec) is None:
            skip(f"{self.format_name} has no splitter: one process scans a file")

    def parts_of(self, data: bytes, size: int) -> tuple[Part, ...]:
        """Return the parts that the splitter makes of a file."""
        declared = self.spec.capability(SplitterSpec)
        assert declared is not None, "only a format with a splitter has parts"
        parts = tuple(resolve(declared.splitter)(io.BytesIO(data), size))
        assert parts, f"the splitter makes no part at all of {len(data)} bytes"
        ends = [part.end for part in parts]
        assert [part.start for part in parts] == [0, *ends[:-1]], f"{parts!r} leave gaps"
        assert ends[-1] is None, f"the last part ends at {ends[-1]}, not with the file"
        return parts

    @requirement(level=1, after=("test_writer_refuses_with_typed_errors",))
    def test_long_file_has_parts(self) -> None:
        """A long file of sound boards is cut, about where it is asked to be."""
        self.need_splitter()
        self.need_writer()
        data, _ = self.long_file(most=250)
        parts = self.parts_of(data, len(data) // 10)
        assert len(parts) >= 4, f"a tenth of the file asked for, and it has {len(parts)} parts"

    @requirement(
        level=1,
        after=(
            "test_error_modes_agree",
            "test_an_error_leaves_the_neighbours",
            "test_empty_lines_move_places",
        ),
    )
    def test_parts_scanned_are_the_whole(self) -> None:
        """The parts have the boards, places, findings and header of the complete file."""
        self.need_splitter()

        def check(drawn: tuple[bytes, int]) -> None:
            data, count = drawn
            parts = self.parts_of(data, max(1, len(data) // count))
            self._check_parts(data, parts, "collect", (_BOARD,))
            self._check_parts(data, parts, "collect", tuple(COLUMNS))
            self._check_parts(data, parts, "collect", _OF_DEALS)
            self._check_parts(data, parts, "raise", (_BOARD,))

        for sample in self.samples:
            check((sample * 3, 8))
        several = self.any_file().map(lambda data: data * 3)
        self.for_all(check, st.tuples(several, st.integers(2, 12)))

    def _check_parts(
        self,
        data: bytes,
        parts: tuple[Part, ...],
        mode: ErrorMode,
        columns: tuple[str | BoardColumn, ...],
    ) -> None:
        whole = self.harness.scan(data, columns, errors=mode)
        if _crash_of(whole) is not None:
            return  # test_only_format_errors_escape is about it
        pieces: list[Scanned] = []
        for part in parts:
            pieces.append(self.harness.scan(data, columns, errors=mode, part=part))
            crash = _crash_of(pieces[-1])
            if crash is not None:
                msg = f"{part!r} cannot be scanned: {crash}"
                raise AssertionError(msg) from crash
            if pieces[-1].error is not None:
                break
        error = pieces[-1].error
        assert str(error) == str(whole.error), (
            f"mode {mode!r}: the parts end with {error}, the whole with {whole.error}"
        )
        rows = [row for piece in pieces for row in piece.rows]
        if rows != list(whole.rows):
            cuts = ", ".join(str(part.start) for part in parts[1:])
            raise AssertionError(f"cut at {cuts}: {_first_unlike(rows, whole.rows)}")
        if mode == "raise":
            return  # what a part found before an error in its first board is lost with the error
        found = tuple(item for piece in pieces for item in piece.diagnostics)
        assert found == whole.diagnostics, (
            f"the parts (here) have other findings than the whole (there), "
            f"{unlike(list(map(str, found)), list(map(str, whole.diagnostics)))}"
        )
        assert all(piece.header == whole.header for piece in pieces), (
            f"{parts!r} do not have the header of {data!r}"
        )


def _crash_of(scanned: Scanned) -> PluginError | None:
    """Return the fault of the plugin that ended a scan, if one did."""
    return scanned.error if isinstance(scanned.error, PluginError) else None


_Row = tuple[Cell, ...]


def _first_unlike(parts: Sequence[_Row], whole: Sequence[_Row]) -> str:
    """Return the first board for which the parts have other values than the complete file."""
    for number, (one, other) in enumerate(zip(parts, whole, strict=False), 1):
        if one == other:
            continue
        if not isinstance(one[0], tuple):
            return f"board {number} is {unlike(one, other)}"
        here, there = (cast("tuple[Board, Location | None]", row[0]) for row in (one, other))
        if here[0] != there[0]:
            told = changes([there[0]], [here[0]]).values()
            return "\n".join([f"board {number} of the whole is another in its part:", *told])
        return f"board {number} is at {there[1]} in the whole, and its part says {here[1]}"
    return f"the whole has {len(whole)} boards, its parts {len(parts)}"
