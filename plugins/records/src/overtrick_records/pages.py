"""From boards to the pages of a sheet: which layout, how large, and what stands where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from overtrick.findings.errors import ModelError
from overtrick.model import NO_EXTRAS, Board, Extras
from overtrick.tools.printable import printable
from overtrick.tools.translation import ENGLISH, translator
from overtrick.tools.views.look import COLOURS, Look
from overtrick_records.content import (
    DIAGRAM_WIDTH,
    LESSON_WIDTH,
    Writer,
    paragraph_height,
    table_height,
)
from overtrick_records.metrics import fitted, line_width, shortened
from overtrick_records.options import PAPERS, SheetOptions
from overtrick_records.settings import (
    ALL_PARTS,
    NO_SETTINGS,
    Parts,
    Settings,
    parts_of,
    settings_of,
    unreadable,
)
from overtrick_records.sheet import (
    LINE,
    NOTHING,
    ROW,
    TEXT_GAP,
    TEXT_LINE,
    Cell,
    Colours,
    Column,
    Grid,
    Line,
    Page,
    Paper,
    Paragraph,
    Run,
    Sheet,
    Table,
)
from overtrick_records.texts import SUITS, date_text, line

POINT: Final = 25.4 / 72
"""A point in millimetres."""

_MARGIN: Final = 7.5
_HEAD: Final = 6.0
_FOOT_LINE: Final = 4.0
_PAD: Final = 1.2
_LARGEST: Final = 18.0
_FEET: Final = 0.86
_FLOW_MARGIN: Final = 15.0

# How much smaller the commentary may be so that each board has one page.
_SMALLER: Final = (0.95, 0.9, 0.85, 0.8)

# A paragraph of more letters is taken in parts.
_ENDLESS: Final = 6000

# A text of so many letters is cut on every sheet.
_LONG: Final = 200

# What a page keeps free, in ems: lengths are rounded by those who draw.
_SPARE: Final = 1.0

Piece = Table | Paragraph


def make_sheet(
    boards: Iterable[Board],
    header: Extras = NO_EXTRAS,
    options: SheetOptions | None = None,
    *,
    language: str = ENGLISH,
) -> Sheet:
    """Return the sheet of some boards: all that `html_text` and `pdf_bytes` draw.

    Args:
        boards: in the order in which they are to stand.
        header: what the file says of all of them, BridgeComposer's settings among it.
        options: the layout and what stands on it.
        language: the code of the language, one of `overtrick.languages()`.

    Raises:
        OptionError: a language that there are no words of.
    """
    return _Maker(tuple(boards), header, options or SheetOptions(), language).sheet()


class _Maker:
    """Makes one sheet."""

    def __init__(
        self, boards: tuple[Board, ...], header: Extras, options: SheetOptions, language: str
    ) -> None:
        self.boards = boards
        self.options = options
        self.said: list[str] = []
        self.settings = self._settings(header)
        self.words = translator("overtrick_records", language)
        self.writer = Writer(
            words=self.words,
            settings=self.settings,
            hide=options.hidden,
            tables=options.tables,
        )
        self.layout = self._layout()
        self.event, self.site, self.date = self._occasion()

    def _settings(self, header: Extras) -> Settings:
        if not self.options.settings:
            return NO_SETTINGS
        if unreadable(header):
            self.said.append("BridgeComposer's settings in the file need overtrick-pbn to be read")
        return settings_of(header)

    def _parts(self, board: Board) -> Parts:
        return parts_of(board) if self.options.settings else ALL_PARTS

    def _layout(self) -> str:
        """Return the layout; where the file is to choose it, by what it says and has."""
        chosen = self.options.layout
        if chosen != "auto":
            return chosen
        per_page = self.options.per_page or self.settings.per_page
        if per_page in {1, 2} and any(
            board.auction is not None or "pbn:comments" in board.extras for board in self.boards
        ):
            return "teaching"
        return {18: "acbl", 4: "large"}.get(self.settings.per_page, "club")

    def _occasion(self) -> tuple[str, str, str]:
        """Return event, site and date for the head: what is the same for all boards."""
        settings = self.settings

        def common(values: Iterable[str | None]) -> str:
            found = {value for value in values if value and value != "?"}
            return found.pop() if len(found) == 1 else ""

        event = self.options.title
        if event is None:
            event = settings.event or common(board.info.event for board in self.boards)
            event = event or self.words.gettext("Hand records")
        site = settings.site or common(board.info.site for board in self.boards)
        date = settings.date or common(board.info.date for board in self.boards)
        return printable(event), printable(site), date_text(date, self.words)

    # The whole -------------------------------------------------------------------------------

    def sheet(self) -> Sheet:
        """Return the sheet."""
        if not self.boards:
            self.said.append("there is no board")
        make = {
            "teaching": self._teaching,
            "travellers": self._travellers,
        }.get(self.layout, self._cells)
        paper, grid, cells = make()
        pages = tuple(
            Page(
                label=f"{self.words.gettext('Page')} {number}",
                head=self._head(number, len(cells), paper),
                cells=each,
                feet=self._feet(number, len(cells)),
            )
            for number, each in enumerate(cells, 1)
        )
        self._say_what_is_wanting()
        spades, hearts, diamonds, clubs = (self.words.suit(suit) for suit in SUITS)
        return Sheet(
            language=self.words.language,
            layout=self.layout,
            title=shortened(self.event or self.words.gettext("Hand records"), 60.0),
            paper=paper,
            grid=grid,
            colours=self._colours(),
            suit_names=(spades, hearts, diamonds, clubs),
            pages=pages,
            justify=self.settings.justify,
            said=tuple(dict.fromkeys(self.said)),
        )

    def _say_what_is_wanting(self) -> None:
        """Take note of what the user will miss on the sheet."""
        short = [
            board.label for board in self.boards if board.deal is None or not board.deal.is_complete
        ]
        if short and self.layout != "travellers":
            self.said.append(f"{_boards(short)} without all four hands")
        for board in self.boards:
            info = board.info
            names = (board.name, info.event, info.site, *info.players, *info.teams)
            longest = max((len(name) for name in names if name), default=0)
            if longest > _LONG:
                self.said.append(
                    f"board {_short(board.label)}: a name of {longest:,} letters is cut"
                )
        if self.options.tables and self.layout != "travellers":
            without = [
                board.label
                for board in self.boards
                if board.deal is not None and board.deal.is_complete and not self._has_tricks(board)
            ]
            if without:
                self.said.append(
                    f"{_boards(without)} without makeable contracts: no table of tricks"
                )

    def _has_tricks(self, board: Board) -> bool:
        try:
            return bool(self.writer.hidden(board)) or board.double_dummy is not None
        except ModelError:
            return False

    def _colours(self) -> Colours:
        stated = self.settings.colours
        if self.options.colours is None and stated is not None and len(stated) == 4:
            return _colours([_colour_or_none(colour) for colour in stated])
        look = Look(colours=self.options.colours or 2)
        names = [look.colour_of(suit) for suit in SUITS]
        return _colours([COLOURS[name] if name else "" for name in names])

    def _paper(self, margin: float = _MARGIN) -> Paper:
        """Return the paper with its margins; where they leave too little, with small ones."""
        settings = self.settings
        width, height = settings.paper or PAPERS["a4"]
        if self.options.paper is not None:
            width, height = PAPERS[self.options.paper]
        top = right = bottom = left = margin
        if settings.margins is not None:
            top, right, bottom, left = settings.margins
            if left + right > 0.6 * width or top + bottom > 0.6 * height:
                top = right = bottom = left = margin
        foot = _FOOT_LINE * len(self._feet(1, 1))
        return Paper(
            width=width,
            height=height,
            top=round(top, 3),
            right=round(right, 3),
            bottom=round(bottom, 3),
            left=round(left, 3),
            head=_HEAD,
            foot=foot,
        )

    def _head(self, number: int, count: int, paper: Paper) -> tuple[Line, Line, Line]:
        """Return the line at the upper edge; its size is that of 9 points."""
        if self.layout == "acbl":
            return NOTHING, NOTHING, NOTHING
        limit = paper.inner_width / (9 * POINT)
        right = [part for part in (self.site, self.date) if part]
        if self.settings.set_id:
            right.append(f"{self.words.gettext('Set')} {printable(self.settings.set_id)}")
        if count > 1 and not any("%n" in text for *_, text in self.settings.footers):
            right.append(f"{number}/{count}")
        where = fitted(line(shortened(" · ".join(right), 80.0)), 0.45 * limit)
        event = NOTHING
        if self.event:
            free = limit - line_width(where.runs) * where.scale - 2.0
            event = fitted(line(shortened(self.event, 90.0, bold=True), 1.25, bold=True), free)
        return event, NOTHING, where

    def _feet(self, number: int, count: int) -> tuple[tuple[Line, Line, Line], ...]:
        """Return the lines at the lower edge, as the file wants them."""
        rows: dict[tuple[int, int], list[str]] = {}
        for row, column, text in self.settings.footers:
            for step, part in enumerate(
                text.replace("\\\\n", "\n").replace("\\n", "\n").split("\n")
            ):
                cells = rows.setdefault((row, step), ["", "", ""])
                cells[column] = self._filled(part, number, count)
        feet = []
        for _, (left, middle, right) in sorted(rows.items()):
            first, second, third = (
                fitted(line(shortened(text, 60.0)), 30.0) if text else NOTHING
                for text in (left, middle, right)
            )
            feet.append((first, second, third))
        return tuple(feet[:4])

    def _filled(self, text: str, number: int, count: int) -> str:
        """Return a text of the lower edge with what its signs stand for."""
        values = {
            "D": self.date,
            "s": self.site,
            "e": self.event,
            "t": printable(self.settings.set_id or ""),
            "n": str(number),
            "N": str(count),
            "P": "",
            "%": "%",
        }
        found = ""
        rest = iter(text)
        for character in rest:
            sign = next(rest, "") if character == "%" else ""
            found += values.get(sign, f"%{sign}") if character == "%" else character
        return printable(found).strip()

    # Boards side by side ---------------------------------------------------------------------

    def _cells(self) -> tuple[Paper, Grid, list[tuple[Cell, ...]]]:
        paper = self._paper()
        is_acbl, is_large = self.layout == "acbl", self.layout == "large"
        if is_acbl:
            paper = attrs.evolve(paper, head=0.0)
        wanted = self.options.per_page or {"acbl": 18, "large": 4}.get(self.layout, 0)
        if not wanted:
            wanted = self.settings.per_page if self.settings.per_page > 2 else 18
        wanted = min(wanted, 60)
        feet = max((len(self.writer.feet(board, 99.0, _FEET)) for board in self.boards), default=0)
        tables = is_large and any(self.writer.grid(board) is not None for board in self.boards)
        need = 12 * LINE + (feet * _FEET * LINE + 0.3 if feet else 0)
        need += 5 * ROW * 0.85 + 0.8 if tables else 0
        if is_acbl and not self.options.per_page:
            columns, rows = 4, 5
        else:
            columns, rows = _best(wanted + 2 * is_acbl, paper, need)
        width, height = paper.inner_width / columns, paper.inner_height / rows
        em = min((width - 2 * _PAD) / DIAGRAM_WIDTH, (height - 2 * _PAD) / need, _LARGEST * POINT)
        grid = Grid(
            columns=columns,
            rows=rows,
            width=round(width, 4),
            height=round(height, 4),
            across=0.0,
            down=0.0,
            size=math.floor(em / POINT * 20) / 20,
            ruled=True,
            pad=_PAD,
        )
        inner = (width - 2 * _PAD) / (grid.size * POINT)
        title = 2 if is_acbl else 0
        pages: list[tuple[Cell, ...]] = []
        groups = self._groups(min(wanted, columns * rows - title))
        for number, group in enumerate(groups, 1):
            cells = [self._title(number, len(groups), 2 * inner)] if is_acbl else []
            for place, board in enumerate(group, title):
                cells.append(self._cell(board, *divmod(place, columns), inner, tables=tables))
            pages.append(tuple(cells))
        return paper, grid, pages

    def _groups(self, count: int) -> list[list[Board]]:
        """Return the boards of each page: so many, or fewer where the file begins a new one."""
        groups: list[list[Board]] = [[]]
        for board in self.boards:
            if groups[-1] and (len(groups[-1]) == count or self._parts(board).page):
                groups.append([])
            groups[-1].append(board)
        return groups

    def _cell(self, board: Board, row: int, column: int, inner: float, *, tables: bool) -> Cell:
        writer = self.writer
        corner = writer.corner(board)
        # A wide cell does not tear the hands apart.
        width = min(inner, 1.4 * DIAGRAM_WIDTH)
        diagram = writer.diagram(board, corner=corner, width=width)
        below: list[Piece] = []
        grid = writer.grid(board) if tables else None
        if grid is not None:
            below.append(writer.tricks_table(grid, 0.85))
        feet = writer.feet(board, inner, _FEET)
        if diagram is None:
            feet = (*feet, line(self.words.gettext("(no hands)"), _FEET))
        return Cell(
            row=row,
            column=column,
            label=writer.spoken(board),
            corner=corner,
            facts=writer.facts(board, ALL_PARTS, 0.34 * width),
            diagram=diagram,
            feet=feet,
            below=tuple(below),
        )

    def _title(self, number: int, count: int, inner: float) -> Cell:
        """Return the title in the place of the first two boards."""
        event = fitted(line(shortened(self.event, 80.0, bold=True), 1.7, bold=True), inner, 0.55)
        rest = [self.site, self.date]
        if self.settings.set_id:
            rest.append(f"{self.words.gettext('Set')} {printable(self.settings.set_id)}")
        if count > 1:
            rest.append(f"{self.words.gettext('Page')} {number}/{count}")
        lines = [event] if self.event else []
        lines += [fitted(line(shortened(text, 80.0), 1.15), inner) for text in rest if text]
        if self.options.tables and any(
            self.writer.grid(board) is not None for board in self.boards
        ):
            lines.append(
                fitted(line(self.words.gettext("Par: points of North–South"), 0.86), inner)
            )
        return Cell(span=2, is_title=True, label=self.event, facts=tuple(lines))

    # One below the other ---------------------------------------------------------------------

    def _flow(self, paper: Paper, size: float) -> Grid:
        return Grid(
            columns=1,
            rows=1,
            width=round(paper.inner_width, 4),
            height=round(paper.inner_height, 4),
            across=0.0,
            down=0.0,
            size=size,
            ruled=False,
            pad=0.0,
        )

    def _teaching(self) -> tuple[Paper, Grid, list[tuple[Cell, ...]]]:
        paper = self._paper(_FLOW_MARGIN)
        size = self.settings.size("Diagram", 12.0)
        # The hands and the auction beside them need some width.
        size = math.floor(min(size, paper.inner_width / (34 * POINT)) * 20) / 20
        grid = self._flow(paper, size)
        em = size * POINT
        width, height = paper.inner_width / em, paper.inner_height / em
        stated = min(max(self.settings.size("Commentary", 0.92 * size) / size, 0.6), 1.4)

        def pages(part: float) -> list[list[tuple[Cell, ...]]]:
            scale = stated * part
            return [self._lesson_pages(board, width, height, scale) for board in self.boards]

        lessons = pages(1.0)
        # Where not even the smallest size fits, the text keeps the one that it should have.
        if any(map(_goes_on, lessons)) and not any(map(_goes_on, pages(_SMALLER[-1]))):
            fitting = (found for found in map(pages, _SMALLER) if not any(map(_goes_on, found)))
            lessons = next(fitting)
        return paper, grid, [page for lesson in lessons for page in lesson] or [()]

    def _lesson_pages(
        self, board: Board, width: float, height: float, scale: float
    ) -> list[tuple[Cell, ...]]:
        """Return the pages of a board: one, or more where its commentary is long."""
        cell, used = self._lesson(board, width)
        pieces = list(self._lesson_below(board, width, scale))
        shown = _paged(pieces, width, height, height - used)
        pages: list[tuple[Cell, ...]] = [(attrs.evolve(cell, below=tuple(shown[0])),)]
        again = self.words.gettext("{board} (continued)").format(board=self.writer.label(board))
        pages += [
            (Cell(label=again, facts=(line(again, 0.86),), below=tuple(more)),)
            for more in shown[1:]
        ]
        return pages

    def _lesson(self, board: Board, width: float) -> tuple[Cell, float]:
        """Return the upper part of a board's page, and how high it is in ems."""
        writer, parts = self.writer, self._parts(board)
        corner = NOTHING
        if parts.number and self.settings.labels:
            corner = writer.corner(board)
        diagram = None
        if parts.diagram:
            diagram = writer.diagram(
                board,
                corner=corner,
                width=LESSON_WIDTH,
                with_points=self.settings.points,
                with_compass=self.settings.compass,
                with_names=True,
                keep_space=parts.space or not writer.hidden(board),
            )
        left = LESSON_WIDTH
        beside = width - left - 2.0 if diagram is not None else min(width, 22.0)
        side: list[Table] = []
        lead: list[Line] = []
        if parts.auction and board.auction is not None and board.auction.entries:
            side.append(writer.auction(board.auction, parts, width=beside, scale=0.92))
        if parts.play and board.play is not None:
            play = writer.play(board.play, parts, scale=0.9)
            if isinstance(play, Table):
                side.append(play)
            elif play is not None:
                lead.append(fitted(play.line, left))
        feet = [*lead]
        outcome = writer.outcome(board, parts)
        if outcome:
            feet.append(fitted(Line(outcome.runs, 0.9), left))
        if parts.results:
            feet += writer.feet(board, left, 0.86)
        facts = writer.facts(board, parts, 0.34 * left) if self.settings.labels else ()
        cell = Cell(
            label=writer.spoken(board),
            corner=corner,
            facts=facts,
            diagram=diagram,
            feet=tuple(feet),
            side=tuple(side),
        )
        high = diagram.height if diagram is not None else len(facts) * LINE + (1.7 if corner else 0)
        high += sum(foot.scale * LINE for foot in feet) + (0.4 if feet else 0)
        beside_high = sum(table_height(table, beside) for table in side)
        return cell, max(high, beside_high) + 1.2

    def _lesson_below(self, board: Board, width: float, scale: float) -> Iterable[Piece]:
        writer, parts = self.writer, self._parts(board)
        for slot in ("before", "middle", "final"):
            for paragraph in writer.comments(board, slot, parts):
                sized = attrs.evolve(paragraph, line=Line(paragraph.line.runs, scale))
                yield from _in_parts(sized)
        if parts.scores and parts.results:
            for grid in board.grids:
                if grid.name == "ScoreTable" and grid.rows:
                    yield writer.scores(grid, width=width, scale=0.8)

    def _travellers(self) -> tuple[Paper, Grid, list[tuple[Cell, ...]]]:
        paper = self._paper()
        size = 9.0
        grid = self._flow(paper, size)
        em = size * POINT
        width, height = paper.inner_width / em, paper.inner_height / em
        writer, words = self.writer, self.words
        pieces: list[Piece] = []
        blank: list[str] = []
        totals: list[Table] = []
        for board in self.boards:
            heading = [writer.label(board)]
            heading += [fact.text for fact in writer.facts(board, ALL_PARTS, 40.0)]
            pieces.append(Paragraph(line=line(" · ".join(heading), 1.1, bold=True), heading=True))
            scores = board.grid("ScoreTable")
            if scores is not None and scores.rows:
                pieces.append(writer.scores(scores, width=width, scale=1.0))
            else:
                blank.append(board.label)
                pieces.append(self._form(width))
            total = board.grid("TotalScoreTable")
            if total is not None and total.rows:
                table = writer.scores(total, width=width, scale=1.0)
                table = attrs.evolve(table, title=words.gettext("Total scores"))
                if table not in totals:
                    totals.append(table)
        for table in totals:
            pieces += [Paragraph(line=line(table.title, 1.1, bold=True), heading=True), table]
        if blank:
            self.said.append(f"{_boards(blank)} without a table of scores: a form to be filled in")
        pages = _paged(pieces, width, height, height)
        return (
            paper,
            grid,
            [(Cell(label=words.gettext("Scores"), below=tuple(each)),) for each in pages],
        )

    def _form(self, width: float) -> Table:
        """Return an empty table of scores, to be filled in by hand."""
        heads = (
            "PairId_NS",
            "PairId_EW",
            "Contract",
            "Declarer",
            "Lead",
            "Result",
            "Score_NS",
            "Score_EW",
            "MP_NS",
            "MP_EW",
        )
        each = width / len(heads)
        columns = tuple(
            Column(
                head=fitted(line(self.writer.head(name), bold=True), each - 0.7),
                align="left",
                width=round(each, 3),
            )
            for name in heads
        )
        return Table(
            title=self.words.gettext("Scores"),
            columns=columns,
            rows=((Line((Run(" "),)),) * len(heads),) * 9,
            ruled=True,
        )


def _best(count: int, paper: Paper, need: float) -> tuple[int, int]:
    """Return columns and rows for so many cells in which the letters are the largest."""

    def em(columns: int) -> float:
        rows = -(-count // columns)
        wide = (paper.inner_width / columns - 2 * _PAD) / DIAGRAM_WIDTH
        high = (paper.inner_height / rows - 2 * _PAD) / need
        # A page that is full looks better than one with places left over.
        return min(wide, high) * count / (columns * rows)

    columns = max(range(1, count + 1), key=em)
    return columns, -(-count // columns)


def _paged(pieces: Sequence[Piece], width: float, height: float, first: float) -> list[list[Piece]]:
    """Return the pieces of each page; a heading stays with what follows it.

    Args:
        pieces: in their order.
        width: of the page, in ems.
        height: of a page, in ems.
        first: what is free on the first page, in ems.
    """
    pages: list[list[Piece]] = [[]]
    left = first - _SPARE
    waiting = list(reversed(pieces))
    while waiting:
        piece = waiting.pop()
        high = _height(piece, width)
        follow = 0.0
        if isinstance(piece, Paragraph) and piece.heading and waiting:
            follow = min(_height(waiting[-1], width), (_ENOUGH + 2) * ROW)
        if high + follow <= left:
            pages[-1].append(piece)
            left -= high
            continue
        head, rest = _divided(piece, width, left)
        if head is not None and rest is not None:
            pages[-1].append(head)
            waiting.append(rest)
        elif left < height - 5.0 or pages[-1]:
            waiting.append(piece)
        else:
            pages[-1].append(piece)  # it is higher than a page and cannot be divided
            continue
        pages.append([])
        # The line that says what goes on here takes its place too.
        left = height - 2.0 - _SPARE
    return pages


def _goes_on(lesson: list[tuple[Cell, ...]]) -> bool:
    """Return whether a board has more than one page."""
    return len(lesson) > 1


def _height(piece: Piece, width: float) -> float:
    if isinstance(piece, Table):
        return table_height(piece, width)
    return paragraph_height(piece, width)


_ENOUGH: Final = 4


def _divided(piece: Piece, width: float, left: float) -> tuple[Piece | None, Piece | None]:
    """Return the part of a piece that a page still has place for, and the rest; or neither."""
    if isinstance(piece, Table):
        count = int(((left - TEXT_GAP) / piece.scale - ROW) / ROW)
        if count < _ENOUGH or count >= len(piece.rows):
            return None, None
        return (
            attrs.evolve(piece, rows=piece.rows[:count], notes=()),
            attrs.evolve(piece, rows=piece.rows[count:]),
        )
    scale = piece.line.scale
    count = int((left - TEXT_GAP) / (TEXT_LINE * scale))
    if piece.fixed or piece.heading or count < _ENOUGH:
        return None, None
    # No page holds more letters, be they as narrow as they may.
    low, high = 0, min(sum(len(run.text) for run in piece.line.runs), int(count * width / 0.15))
    while high - low > 1:
        middle = (low + high) // 2
        head, _ = _cut_at(piece, middle)
        if paragraph_height(head, width) <= left:
            low = middle
        else:
            high = middle
    text = piece.line.text
    blank = text.rfind(" ", 0, low)
    head, rest = _cut_at(piece, blank if blank > low // 2 else low)
    return (head, rest) if head.line.runs and rest.line.runs else (None, None)


def _cut_at(paragraph: Paragraph, place: int) -> tuple[Paragraph, Paragraph]:
    """Return a paragraph in two parts, the first with so many letters."""
    before: list[Run] = []
    behind: list[Run] = []
    at = 0
    for run in paragraph.line.runs:
        split = min(max(place - at, 0), len(run.text))
        at += len(run.text)
        if split:
            before.append(attrs.evolve(run, text=run.text[:split]))
        if split < len(run.text):
            text = run.text[split:]
            behind.append(attrs.evolve(run, text=text if behind else text.lstrip()))
    scale = paragraph.line.scale
    return (
        attrs.evolve(paragraph, line=Line(tuple(before), scale)),
        attrs.evolve(paragraph, line=Line(tuple(run for run in behind if run.text), scale)),
    )


def _in_parts(paragraph: Paragraph) -> Iterator[Paragraph]:
    """Yield a paragraph, one without end in parts: each page would look through the whole rest."""
    runs: list[Run] = []
    count = 0
    for run in paragraph.line.runs:
        for at in range(0, len(run.text), _ENDLESS):
            part = (
                run
                if len(run.text) <= _ENDLESS
                else attrs.evolve(run, text=run.text[at : at + _ENDLESS])
            )
            if runs and count + len(part.text) > _ENDLESS:
                yield attrs.evolve(paragraph, line=Line(tuple(runs), paragraph.line.scale))
                runs, count = [], 0
            runs.append(part)
            count += len(part.text)
    yield attrs.evolve(paragraph, line=Line(tuple(runs), paragraph.line.scale))


def _boards(labels: Sequence[str]) -> str:
    """Return boards in words: `3 boards (1, 2, 5)`."""
    shown = ", ".join(_short(label) for label in labels[:5])
    more = ", ..." if len(labels) > 5 else ""
    count = "1 board" if len(labels) == 1 else f"{len(labels):,} boards"
    return f"{count} ({shown}{more})"


def _short(label: str) -> str:
    return shortened(printable(label), 12.0)


def _colour_or_none(colour: str) -> str:
    """Return a colour; nothing for black, which is that of the text."""
    return "" if colour == "#000000" else colour


def _colours(paper: Sequence[str]) -> Colours:
    spades, hearts, diamonds, clubs = paper
    dark = [_lighter(colour) for colour in paper]
    return Colours(
        paper=(spades, hearts, diamonds, clubs), dark=(dark[0], dark[1], dark[2], dark[3])
    )


def _lighter(colour: str) -> str:
    """Return a colour for a dark screen: mixed with white until it can be read."""
    if not colour:
        return ""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    for _ in range(8):
        if _luminance(parts) >= 0.24:
            break
        parts = [round(part + (255 - part) * 0.2) for part in parts]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _luminance(parts: Sequence[int]) -> float:
    """Return the relative luminance of a colour, 0 to 1.

    Source: WCAG 2.2, definition of relative luminance.
    """
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
