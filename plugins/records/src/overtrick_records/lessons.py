"""Lessons: boards with auctions and commentary, one on a page or several in columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

import attrs

from overtrick import Board
from overtrick_records.content import PITCH, Writer, table_height
from overtrick_records.diagrams import LESSON_WIDTH
from overtrick_records.flow import SPARE, Piece, divided, in_parts, paged, piece_height
from overtrick_records.metrics import breakable, fitted
from overtrick_records.settings import Parts, Settings
from overtrick_records.sheet import (
    LINE,
    NOTHING,
    POINT,
    Cell,
    Code,
    Diagram,
    Grid,
    Line,
    Paper,
    Paragraph,
    Table,
)
from overtrick_records.texts import line

# How much smaller the commentary may be so that each board has one page.
_SMALLER: Final = (0.95, 0.9, 0.85, 0.8)

# The space between two columns and between two boards of one, in millimetres, where the file
# does not state it.
_GUTTER: Final = (7.0, 5.0)

_SIZE: Final = 12.0
_MIN_POINTS: Final = 6.0

# The maximum number of boards for a single column.
_ONE_COLUMN: Final = 3

# The space below the upper part of a board, and that between commentary and hands, in ems.
_BELOW_UPPER: Final = 1.2
_ABOVE_UPPER: Final = 0.4

_PageCells: TypeAlias = list[tuple[Cell, ...]]


@attrs.define(kw_only=True)
class Lessons:
    """A maker of lesson pages.

    Attributes:
        writer: makes the parts of a board.
        settings: what the file wants.
        parts: which parts of a board are shown.
        code: the code that leads to a board; `None` where there is none.
        per_page: the number of boards on a page; 0 for one where there is commentary, else for as
            many as there is room for.
        columns: the number of columns; 0 to derive it from their number.
        paper: the paper.
        remarks: the remarks for the user.
    """

    writer: Writer
    settings: Settings
    parts: Callable[[Board], Parts]
    code: Callable[[Board], Code | None]
    per_page: int
    columns: int
    paper: Paper
    remarks: list[str] = attrs.field(factory=list)

    def pages(self, boards: Iterable[Board]) -> tuple[Grid, _PageCells]:
        """Return the grid of the cells, and the cells of each page."""
        boards = tuple(boards)
        # A text is read a board at a time; auctions and plays alone would leave pages empty.
        has_text = any("pbn:comments" in board.extras for board in boards)
        most = self.per_page or (1 if has_text and not self.columns else 0)
        grid = self._grid(self.columns or (1 if most <= _ONE_COLUMN else 2))
        em = grid.size * POINT
        width, height = grid.width / em, grid.height / em
        size = self.settings.size("Commentary", 0.92 * grid.size) / grid.size
        stated = min(max(size, 0.6), 1.4)
        flow = _Flow(grid=grid, height=height, most=most, gap=grid.down / em)
        if most != 1:
            for board in boards:
                flow.add(self._lesson(board, grid, stated), self.parts(board))
            return grid, flow.pages()
        lessons = [self._lesson(board, grid, stated) for board in boards]

        def all_fit(some: Iterable[_Lesson]) -> bool:
            return all(lesson.height(width) <= height - SPARE for lesson in some)

        # Where not even the smallest size fits, the text keeps the one that it should have.
        if not all_fit(lessons):
            for part in _SMALLER[::-1]:
                smaller = [self._lesson(board, grid, stated * part) for board in boards]
                if not all_fit(smaller):
                    break
                lessons = smaller
        for board, lesson in zip(boards, lessons, strict=True):
            flow.add(lesson, self.parts(board))
        return grid, flow.pages()

    def _grid(self, wanted: int) -> Grid:
        """Return the grid of the boards, with letters no larger than the columns allow."""
        paper, settings = self.paper, self.settings
        across, down = settings.gutter or _GUTTER
        size = settings.size("Diagram", _SIZE)
        for columns in range(wanted, 0, -1):
            width = (paper.inner_width - (columns - 1) * across) / columns
            # One column holds the auction beside the hands.
            ems = 34.0 if columns == 1 else LESSON_WIDTH
            largest = width / (ems * POINT)
            if largest >= _MIN_POINTS or columns == 1:
                break
        if columns != wanted:
            self.remarks.append(f"{wanted} columns are too narrow: {columns} are made")
        return Grid(
            columns=columns,
            rows=1,
            width=round(width, 4),
            height=round(paper.inner_height, 4),
            across=round(across if columns > 1 else 0.0, 4),
            down=round(down, 4),
            size=math.floor(min(size, largest) * 20) / 20,
            ruled=False,
            pad=0.0,
            lines=settings.lines,
        )

    # A board ---------------------------------------------------------------------------------

    def _lesson(self, board: Board, grid: Grid, scale: float) -> _Lesson:
        """Return the content of a board, with its commentary in a size."""
        em = grid.size * POINT
        width, room = grid.width / em, grid.height / em - 2 * SPARE
        narrow = grid.columns > 1
        parts = self.parts(board)
        comments = {
            slot: list(self._commentary(board, slot, parts, width, scale))
            for slot in ("before", "middle", "after", "final")
        }
        label, facts = self._names(board, parts, narrow=narrow)
        diagram = self._diagram(board, parts, label, facts, width)
        # In a column, text beside the hands moves below them.
        wide = narrow or diagram is None
        beside = min(width, 22.0) if wide else width - LESSON_WIDTH - 2.0
        tables, feet, notes = self._calls_and_cards(board, parts, beside, width)
        tables, more = _with_short_notes(tables, beside, room)
        side: list[Piece] = [*tables]
        below: list[Piece] = []
        texts: list[Piece] = [*comments["middle"]]
        rest: list[Piece] = [*notes, *more, *comments["after"], *comments["final"]]
        if narrow:
            below = [*texts, *side, *(Paragraph(line=foot) for foot in feet)]
            side, feet, texts = [], [], []
        elif sum(table_height(table, beside) for table in tables) > room:
            below, side = side, []  # there they can be divided
        texts += rest
        high = max(
            diagram.height if diagram is not None else 0.0,
            sum(fact.scale for fact in facts) * LINE,
            label.scale * LINE if label else 0.0,
        )
        high += sum(foot.scale * LINE for foot in feet) + (0.4 if feet else 0.0)
        beside_high = sum(piece_height(table, beside) for table in side)
        code = self.code(board)
        if code is not None and narrow:
            high += code.size / em + 0.6
        elif code is not None:
            beside_high += code.size / em + 0.6
        if self.settings.floats and not wide:
            beside_high += _float(texts, side, beside, high - beside_high)
        above = comments["before"]
        used = sum(piece_height(piece, width) for piece in above)
        upper = max(high, beside_high)
        if used + upper + 4.0 > room:
            # Content split between pages comes below.
            below[:0], above, used = above, [], 0.0
        if upper:
            used += upper + _BELOW_UPPER + (_ABOVE_UPPER if above else 0.0)
        cell = Cell(
            label=self.writer.spoken(board),
            corner=label,
            facts=facts,
            above=tuple(above),
            diagram=diagram,
            feet=tuple(feet),
            side=tuple(side),
            code=code,
            is_centred=self.settings.centre,
        )
        again = self.writer.words.gettext("{board} (continued)")
        return _Lesson(
            cell=cell,
            used=used,
            below=(*below, *texts, *self._scores(board, parts, width)),
            again=again.format(board=self.writer.label(board)),
        )

    def _commentary(
        self, board: Board, slot: str, parts: Parts, width: float, scale: float
    ) -> Iterator[Paragraph]:
        for paragraph in self.writer.comments(board, slot, parts):
            pitch = PITCH if paragraph.fixed else 0.0
            runs = breakable(paragraph.line.runs, 0.985 * width / scale, pitch)
            yield from in_parts(attrs.evolve(paragraph, line=Line(runs, scale)))

    def _diagram(
        self, board: Board, parts: Parts, label: Line, facts: tuple[Line, ...], width: float
    ) -> Diagram | None:
        if not parts.diagram:
            return None
        return self.writer.diagram(
            board,
            corner=label,
            facts=facts,
            width=min(LESSON_WIDTH, width),
            with_points=self.settings.points,
            with_compass=self.settings.compass,
            with_names=True,
            keep_space=parts.space or not self.writer.hidden(board),
        )

    def _calls_and_cards(
        self, board: Board, parts: Parts, beside: float, width: float
    ) -> tuple[list[Table], list[Line], list[Paragraph]]:
        """Return auction and play, the lines below the hands, and the notes on a lead."""
        writer, left = self.writer, min(LESSON_WIDTH, width)
        tables: list[Table] = []
        feet: list[Line] = []
        notes: list[Paragraph] = []
        if parts.auction and board.auction is not None and board.auction.entries:
            tables.append(
                writer.auction(board.auction, parts, label=board.label, width=beside, scale=0.92)
            )
        if parts.play and board.play is not None:
            play = writer.play(board.play, parts, label=board.label, width=beside, scale=0.9)
            if isinstance(play, Table):
                tables.append(play)
            elif play:
                feet.append(writer.cuts.fitted("leads", board.label, play[0], left))
                notes += [
                    Paragraph(line=Line(breakable(note.runs, width / note.scale), note.scale))
                    for note in play[1:]
                ]
        outcome = writer.outcome(board, parts)
        if outcome:
            foot = Line(outcome.runs, 0.9)
            feet.append(writer.cuts.fitted("results", board.label, foot, left, 0.6))
        if parts.results:
            feet += writer.feet(board, left, 0.86)
        return tables, feet, notes

    def _scores(self, board: Board, parts: Parts, width: float) -> Iterator[Table]:
        if parts.scores and parts.results:
            for table in board.grids:
                if table.name == "ScoreTable" and table.rows:
                    yield self.writer.scores(table, label=board.label, width=width, scale=0.8)

    def _names(self, board: Board, parts: Parts, *, narrow: bool) -> tuple[Line, tuple[Line, ...]]:
        """Return the label of a board for the right corner, and the lines of the left one.

        In a column the label is the first of these lines.
        """
        if not self.settings.labels:
            return NOTHING, ()
        limit = 0.34 * LESSON_WIDTH
        facts = self.writer.facts(board, parts, limit)
        if not parts.number:
            return NOTHING, facts
        if not narrow:
            return self.writer.corner(board, LESSON_WIDTH - limit - 5.0), facts
        label = line(self.writer.label(board), 1.1, bold=True)
        return NOTHING, (self.writer.cuts.fitted("labels", board.label, label, limit, 0.6), *facts)


def _with_short_notes(
    tables: list[Table], width: float, room: float
) -> tuple[list[Table], list[Paragraph]]:
    """Return tables, with notes longer than half a page as separate paragraphs."""
    made, notes = [], []
    for table in tables:
        bare = attrs.evolve(table, notes=())
        if table_height(table, width) - table_height(bare, width) > room / 2:
            notes += [Paragraph(line=Line(note.runs, table.scale)) for note in table.notes]
            made.append(bare)
        else:
            made.append(table)
    return made, [part for note in notes for part in in_parts(note)]


def _float(texts: list[Piece], side: list[Piece], beside: float, room: float) -> float:
    """Move paragraphs from `texts` to `side` as far as they fit; return their height."""
    used = 0.0
    while texts and isinstance(texts[0], Paragraph) and not texts[0].fixed:
        high = piece_height(texts[0], beside)
        if used + high <= room:
            side.append(texts.pop(0))
            used += high
            continue
        head, rest = divided(texts[0], beside, room - used)
        if head is not None and rest is not None:
            side.append(head)
            texts[0] = rest
            used += piece_height(head, beside)
        break
    return used


@attrs.frozen(kw_only=True)
class _Lesson:
    """The content of a board.

    Attributes:
        cell: its upper part.
        used: how high that is, in ems.
        below: the content below it.
        again: what it is called where it goes on.
    """

    cell: Cell
    used: float
    below: tuple[Piece, ...]
    again: str

    def height(self, width: float) -> float:
        """Return the total height, in ems."""
        return self.used + sum(piece_height(piece, width) for piece in self.below)

    @property
    def is_empty(self) -> bool:
        """Whether no part of the board is shown."""
        return not self.used and not self.below


@attrs.define(kw_only=True)
class _Flow:
    """A flow of boards, one below the other, column by column.

    Attributes:
        grid: how many columns there are, and how wide.
        height: of a column, in ems.
        most: the number of boards on a page; 0 for as many as fit.
        gap: between two boards of a column, in ems.
    """

    grid: Grid
    height: float
    most: int
    gap: float
    _made: list[list[Cell]] = attrs.field(factory=lambda: [[]], init=False)
    _column: int = attrs.field(default=0, init=False)
    _left: float = attrs.field(init=False)
    _count: int = attrs.field(default=0, init=False)
    _is_fresh: bool = attrs.field(default=True, init=False)

    def __attrs_post_init__(self) -> None:
        self._left = self.height

    def add(self, lesson: _Lesson, parts: Parts) -> None:
        """Add a board after the last one, or at a break required by the file or by lack of room."""
        if lesson.is_empty:
            return
        width = self.grid.width / (self.grid.size * POINT)
        if (parts.page or (self.most and self._count >= self.most)) and self._made[-1]:
            self._turn()
        elif parts.column and not self._is_fresh:
            self._next()
        high = lesson.height(width)
        if not self._is_fresh and high + self.gap > self._left - SPARE:
            self._next()
        if high <= self._left - SPARE:
            self._put(attrs.evolve(lesson.cell, below=lesson.below), high)
            self._count += 1
            return
        shown = paged(list(lesson.below), width, self.height, self._left - lesson.used)
        self._put(attrs.evolve(lesson.cell, below=tuple(shown[0])), self.height)
        for more in shown[1:]:
            self._next()
            again = fitted(line(lesson.again, 0.86), width, 0.5)
            cell = Cell(label=lesson.again, facts=(again,), below=tuple(more))
            self._put(cell, 2.0 + sum(piece_height(piece, width) for piece in more))
        self._count += 1

    def _put(self, cell: Cell, high: float) -> None:
        if not self._is_fresh:
            self._left -= self.gap
        self._made[-1].append(attrs.evolve(cell, column=self._column))
        self._left -= high
        self._is_fresh = False

    def _next(self) -> None:
        """Begin the next column, on a new page after the last column."""
        if self._column + 1 >= self.grid.columns:
            self._turn()
        else:
            self._column += 1
            self._left, self._is_fresh = self.height, True

    def _turn(self) -> None:
        """Begin the next page."""
        self._made.append([])
        self._column, self._left, self._count, self._is_fresh = 0, self.height, 0, True

    def pages(self) -> _PageCells:
        """Return the cells of each page."""
        return [tuple(cells) for cells in self._made]
