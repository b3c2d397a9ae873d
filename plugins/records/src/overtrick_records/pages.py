"""Lay out boards on the pages of a sheet: layout, sizes, and positions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from overtrick import (
    ENGLISH,
    NO_EXTRAS,
    Board,
    Extras,
    Look,
    ModelError,
    OptionError,
    Seat,
    Vulnerability,
)
from overtrick.plugin import COLOURS, printable
from overtrick_records.codes import make_code
from overtrick_records.content import Writer
from overtrick_records.diagrams import DIAGRAM_WIDTH
from overtrick_records.flow import Piece, paged
from overtrick_records.games import BoardGames, by_board, scored, tables_of
from overtrick_records.lessons import Lessons
from overtrick_records.metrics import TextFitter, fitted, line_width, shortened
from overtrick_records.options import MAX_PER_PAGE, PAPERS, SheetOptions
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
    POINT,
    ROW,
    Cell,
    Code,
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
from overtrick_records.texts import SUITS, date_text, line, makeable
from overtrick_render import translator

_MARGIN: Final = 7.5
_HEAD: Final = 6.0
_FOOT_LINE: Final = 4.0
_MAX_FEET: Final = 4  # lines at the page's lower edge
_PAD: Final = 1.2
_MAX_POINTS: Final = 18.0
_FEET: Final = 0.86

# The maximum width of a diagram in a wide cell, as a multiple of its own width.
_MAX_WIDTH_RATIO: Final = 1.4

_FLOW_MARGIN: Final = 15.0
_MAX_LESSONS: Final = 6
_FORM_ROWS: Final = 9
_WITH_CODES: Final = ("large", "teaching")


def make_sheet(
    boards: Iterable[Board],
    header: Extras = NO_EXTRAS,
    options: SheetOptions | None = None,
    *,
    language: str = ENGLISH,
) -> Sheet:
    """Return the sheet of some boards, complete for `html_text` and `pdf_bytes`.

    Args:
        boards: in the order of the sheet.
        header: the header of the file, with BridgeComposer's settings.
        options: the layout and its content.
        language: the code of the language, one of `overtrick.languages()`.

    Raises:
        OptionError: a language that there are no words of; a code on a layout that has no room.
        PluginError: a code is wanted, and what makes it is not installed.
    """
    return _Maker(tuple(boards), header, options or SheetOptions(), language).sheet()


class _Maker:
    """A maker of one sheet."""

    def __init__(
        self, boards: tuple[Board, ...], header: Extras, options: SheetOptions, language: str
    ) -> None:
        # A hand that follows from the three others is known.
        self.boards = tuple(map(_completed, boards))
        self.options = options
        self.remarks: list[str] = []
        self.cuts = TextFitter()
        self.codes: dict[int, Code | str] = {}
        self.codeless: dict[str, None] = {}
        self.settings = self._settings(header)
        self.words = translator("overtrick_records", language)
        self.writer = Writer(
            words=self.words,
            settings=self.settings,
            hide=options.hidden,
            tables=options.tables,
            cuts=self.cuts,
        )
        self.layout = self._layout()
        if options.link is not None and self.layout not in _WITH_CODES:
            msg = f"{self.layout} has no room for codes: link is for the layouts large and teaching"
            raise OptionError(msg)
        self.event, self.site, self.date = self._occasion()
        self.games = self._once()
        self.legend = self._legend()

    def _settings(self, header: Extras) -> Settings:
        if not self.options.settings:
            return NO_SETTINGS
        if unreadable(header):
            self.remarks.append(
                "BridgeComposer's settings in the file need overtrick-pbn to be read"
            )
        return settings_of(header)

    def _parts(self, board: Board) -> Parts:
        return parts_of(board) if self.options.settings else ALL_PARTS

    def _layout(self) -> str:
        """Return the layout; automatic choice depends on the file's settings and content."""
        chosen = self.options.layout
        if chosen != "auto":
            return chosen
        per_page = self.options.per_page or self.settings.per_page
        columns = 0 if self.options.per_page else self.settings.columns
        if (columns or per_page in {1, 2, 3}) and any(
            board.auction is not None or "pbn:comments" in board.extras for board in self.boards
        ):
            return "teaching"
        return {18: "acbl", 4: "large"}.get(self.settings.per_page, "club")

    def _once(self) -> list[BoardGames]:
        """Merge the games of a board that look equal, and return the games of each board.

        The auctions of a lesson differ.
        """
        if self.layout == "teaching":
            return []
        is_wall = self.layout != "travellers"
        games = by_board(self.boards, self.writer.hidden if is_wall else _nothing_hidden)
        if len(games) < len(self.boards):
            of = "1 board" if len(games) == 1 else f"{len(games):,} boards"
            once = "is drawn once" if is_wall else "has one table"
            self.remarks.append(f"{len(self.boards):,} games of {of}: each board {once}")
            self.boards = tuple(each.board for each in games)
        return games

    def _legend(self) -> str:
        """Return the legend of symbols and numbers; empty if none are used."""
        words, found = self.words, []
        if self.layout in {"club", "acbl", "large"}:
            grids = [grid for board in self.boards if (grid := self.writer.grid(board)) is not None]
            if any("/" in side for grid in grids for side in makeable(grid, words)):
                found.append(words.gettext("2/1♥: the first of the two makes 2, the other 1"))
            if grids:
                found.append(
                    words.gettext("Par: points of North–South; +1 is an overtrick, −1 one down")
                )
            if any(board.deal is not None and board.deal.is_complete for board in self.boards):
                found.append(words.gettext("Lower left: high-card points"))
        return " \u00b7 ".join(found)

    def _occasion(self) -> tuple[str, str, str]:
        """Return event, site and date for the head, as far as all boards share them."""
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

    # The sheet -------------------------------------------------------------------------------

    def sheet(self) -> Sheet:
        """Return the sheet."""
        if not self.boards:
            self.remarks.append("there is no board")
        make = {
            "teaching": self._lessons,
            "travellers": self._travellers,
        }.get(self.layout, self._cells)
        paper, grid, cells = make()
        pages = tuple(
            Page(
                label=f"{self.words.gettext('Page')} {number}",
                head=self._head(number, len(cells), paper),
                cells=each,
                feet=self._feet(number, len(cells), paper.inner_width / (8 * POINT)),
            )
            for number, each in enumerate(cells, 1)
        )
        self._report_missing_parts()
        spades, hearts, diamonds, clubs = (self.words.suit(suit) for suit in SUITS)
        return Sheet(
            language=self.words.language,
            layout=self.layout,
            title=self.cuts.shortened(
                "the title", "", self.event or self.words.gettext("Hand records"), 60.0
            ),
            paper=paper,
            grid=grid,
            colours=self._colours(),
            suit_names=(spades, hearts, diamonds, clubs),
            pages=pages,
            justify=self.settings.justify,
            count=len(self.boards),
            said=tuple(dict.fromkeys(self.remarks)),
        )

    def _report_missing_parts(self) -> None:
        """Record the parts missing from the sheet."""
        short = [
            board.label for board in self.boards if board.deal is None or not board.deal.is_complete
        ]
        if short and self.layout != "travellers":
            self.remarks.append(f"{_boards(short)} without all four hands")
        for what, labels in self.cuts.found.items():
            of = "" if "" in labels else f" of {_boards(tuple(labels))}"
            self.remarks.append(f"too long for its place and cut: {what}{of}")
        if self.codeless:
            self.remarks.append(
                f"{_boards(tuple(self.codeless))} without a code: hands are hidden or missing"
            )
        self._report_ignored_settings()
        if self.options.tables and self.layout != "travellers":
            without = [
                board.label
                for board in self.boards
                if board.deal is not None and board.deal.is_complete and not self._has_tricks(board)
            ]
            if without:
                self.remarks.append(
                    f"{_boards(without)} without makeable contracts: no table of tricks"
                )

    def _report_ignored_settings(self) -> None:
        """Record the settings of the file that the sheet does not follow."""
        if not self.options.settings:
            return
        wants = [*self._boards_per_page(), *self.settings.unfollowed]
        parts = {board.label: self._parts(board) for board in self.boards}
        breaks = [label for label, each in parts.items() if each.column]
        if breaks and self.layout != "teaching":
            wants.append(f"column breaks before {_boards(breaks)}, but in lessons")
        odd = [label for label, each in parts.items() if each.unknown]
        if odd:
            wants.append(f"BCFlags of {_boards(odd)} with bits that no source explains")
        if wants:
            self.remarks.append(f"not followed of the file's settings: {'; '.join(wants)}")

    def _boards_per_page(self) -> Iterator[str]:
        """Yield the file's number of boards on a page, if the sheet has another one."""
        # Whoever names a number, or a layout that is one, wants no other.
        if self.layout != "club" or self.options.per_page:
            return
        count, columns = self.settings.per_page, self.settings.columns
        if columns:
            yield f"%BoardsPerPage fit,{columns} (in lessons alone)"
        elif count in {1, 2}:
            yield f"%BoardsPerPage {count} (in lessons alone)"
        elif count > MAX_PER_PAGE:
            yield f"%BoardsPerPage {count} ({MAX_PER_PAGE} at most)"

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
        """Return the paper with its margins, reduced if they leave too little room."""
        settings = self.settings
        width, height = settings.paper or PAPERS["a4"]
        if self.options.paper is not None:
            width, height = PAPERS[self.options.paper]
        top = right = bottom = left = margin
        if settings.margins is not None:
            top, right, bottom, left = settings.margins
            if left + right > 0.6 * width or top + bottom > 0.6 * height:
                top = right = bottom = left = margin
                self.remarks.append(
                    "the file's margins leave too little of the page: others are taken"
                )
        foot = _FOOT_LINE * len(self._feet(1, 1, 1000.0))
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
        """Return the line at the upper edge, in 9 points."""
        if self.layout == "acbl":
            return NOTHING, NOTHING, NOTHING
        limit = paper.inner_width / (9 * POINT)
        right = [part for part in (self.site, self.date) if part]
        if self.settings.set_id:
            right.append(f"{self.words.gettext('Set')} {printable(self.settings.set_id)}")
        if count > 1 and not any("%n" in text for *_, text in self.settings.footers):
            right.append(f"{number}/{count}")
        where = self._fitted_line("site, date and set", " · ".join(right), 0.45 * limit)
        event = NOTHING
        if self.event:
            free = limit - line_width(where.runs) * where.scale - 2.0
            event = self._fitted_line("the title", self.event, free, 1.25, bold=True)
        return event, NOTHING, where

    def _fitted_line(
        self, what: str, text: str, limit: float, scale: float = 1.0, *, bold: bool = False
    ) -> Line:
        """Return a text for an edge of the page in one line; a cut is reported."""
        # A text of any length is not measured letter by letter.
        made = line(self.cuts.shortened(what, "", text, 120.0, bold=bold), scale, bold=bold)
        return self.cuts.fitted(what, "", made, limit, 0.55)

    def _feet(self, number: int, count: int, limit: float) -> tuple[tuple[Line, Line, Line], ...]:
        """Return the lines at the lower edge, as set in the file."""
        rows: dict[tuple[int, int], list[str]] = {}
        for row, column, text in self.settings.footers:
            for step, part in enumerate(
                text.replace("\\\\n", "\n").replace("\\n", "\n").split("\n")
            ):
                cells = rows.setdefault((row, step), ["", "", ""])
                cells[column] = self._filled(part, number, count)
        feet = []
        if self.legend and self.layout != "acbl":
            feet.append((fitted(line(self.legend), limit), NOTHING, NOTHING))
        for _, (left, middle, right) in sorted(rows.items()):
            # The width goes to those that are there.
            width = limit / (3 if middle else 1 + bool(left and right)) - 1.0
            first, second, third = (
                self._fitted_line("the page's lower edge", text, width) if text else NOTHING
                for text in (left, middle, right)
            )
            feet.append((first, second, third))
        most = _MAX_FEET + bool(self.legend and self.layout != "acbl")
        if len(feet) > most:
            self.cuts.note("the page's lower edge", "")
        return tuple(feet[:most])

    def _filled(self, text: str, number: int, count: int) -> str:
        """Return a text of the lower edge with its placeholders filled."""
        values = {
            "D": self.date,
            "s": self.site,
            "e": self.event,
            "t": printable(self.settings.set_id or ""),
            "n": str(number + self.settings.first_page - 1),
            "N": str(count + self.settings.first_page - 1),
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
        wanted = min(wanted, MAX_PER_PAGE)
        largest = max(map(len, self._groups(wanted)))
        is_sparse = largest < wanted and not (is_acbl or is_large or self.options.per_page)
        if is_sparse:
            wanted = max(largest, 1)
        tables = is_large and any(self.writer.grid(board) is not None for board in self.boards)
        feet = 0
        inner = 99.0
        while True:
            # One line in a wide cell becomes two in a narrow one.
            counts = [self.writer.feet_count(board, inner, _FEET) for board in self.boards]
            if inner < 99.0 and max(counts, default=0) <= feet:
                break
            feet = max(counts, default=0)
            grid = self._wall(paper, wanted, feet, has_tables=tables, is_sparse=is_sparse)
            inner = (grid.width - 2 * _PAD) / (grid.size * POINT)
        title = 2 if is_acbl else 0
        pages: list[tuple[Cell, ...]] = []
        groups = self._groups(min(wanted, grid.columns * grid.rows - title))
        for number, group in enumerate(groups, 1):
            cells = [self._title(number, len(groups), 2 * inner)] if is_acbl else []
            for place, board in enumerate(group, title):
                cells.append(self._cell(board, *divmod(place, grid.columns), inner, tables=tables))
            pages.append(tuple(cells))
        return paper, grid, pages

    def _wall(
        self, paper: Paper, wanted: int, feet: int, *, has_tables: bool, is_sparse: bool
    ) -> Grid:
        """Return the grid with the largest letters for cells with lines below the hands."""
        need = 12 * LINE + (feet * _FEET * LINE + 0.3 if feet else 0)
        table = 5 * ROW * 0.85 + 0.8 if has_tables else 0
        need += table
        if self.layout == "acbl" and not self.options.per_page:
            columns, rows = 4, 5
        else:
            columns, rows = _best(wanted + (2 if self.layout == "acbl" else 0), paper, need)
        width, height = paper.inner_width / columns, paper.inner_height / rows
        free = height - 2 * _PAD
        em = min((width - 2 * _PAD) / DIAGRAM_WIDTH, free / need, _MAX_POINTS * POINT)
        code = max((each.size for each in map(self._code, self.boards) if each), default=0.0)
        if code:
            # It is beside the table, or below all else.
            em = min(em, (free - code - 1.0) / (need - table))
            if em * DIAGRAM_WIDTH < 2.2 * code:
                msg = f"a code has no room with {columns * rows} boards on a page"
                raise OptionError(msg)
        if is_sparse:
            # What the largest letters leave of the page is left free, not drawn as empty cells.
            width = min(width, _MAX_WIDTH_RATIO * DIAGRAM_WIDTH * em + 2 * _PAD)
            height = min(height, need * em + 2 * _PAD)
        return Grid(
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

    def _groups(self, count: int) -> list[list[Board]]:
        """Return the boards of each page, up to a number, with the file's page breaks."""
        groups: list[list[Board]] = [[]]
        for board in self.boards:
            if groups[-1] and (len(groups[-1]) == count or self._parts(board).page):
                groups.append([])
            groups[-1].append(board)
        return groups

    def _cell(self, board: Board, row: int, column: int, inner: float, *, tables: bool) -> Cell:
        writer = self.writer
        # A wide cell does not tear the hands apart.
        width = min(inner, _MAX_WIDTH_RATIO * DIAGRAM_WIDTH)
        # A suit that is as long as can be wants its place between the two corners.
        corner = writer.corner(board, 0.66 * width - 4.7)
        facts = writer.facts(board, ALL_PARTS, 0.34 * width)
        diagram = writer.diagram(board, corner=corner, facts=facts, width=width)
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
            facts=facts,
            diagram=diagram,
            feet=feet,
            below=tuple(below),
            code=self._code(board),
        )

    def _title(self, number: int, count: int, inner: float) -> Cell:
        """Return the title in the place of the first two boards."""
        event = self._fitted_line("the title", self.event, inner, 1.7, bold=True)
        rest = [self.site, self.date]
        if self.settings.set_id:
            rest.append(f"{self.words.gettext('Set')} {printable(self.settings.set_id)}")
        if count > 1:
            rest.append(f"{self.words.gettext('Page')} {number}/{count}")
        lines = [event] if self.event else []
        lines += [
            self._fitted_line("site, date and set", text, inner, 1.15) for text in rest if text
        ]
        if self.legend:
            lines.append(fitted(line(self.legend, 0.86), inner, 0.5))
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

    def _lessons(self) -> tuple[Paper, Grid, list[tuple[Cell, ...]]]:
        settings, wanted = self.settings, self.options.per_page
        # A page of many boards is one for the wall, not for a lesson.
        per_page = wanted or (settings.per_page if settings.per_page <= _MAX_LESSONS else 0)
        paper = self._paper(_FLOW_MARGIN)
        lessons = Lessons(
            writer=self.writer,
            settings=settings,
            parts=self._parts,
            code=self._code,
            per_page=per_page,
            columns=0 if wanted else settings.columns,
            paper=paper,
            remarks=self.remarks,
        )
        return paper, *lessons.pages(self.boards)

    def _code(self, board: Board) -> Code | None:
        """Return the QR code of a board; none if hands are hidden or missing."""
        to = self.options.link
        if to is None or board.deal is None:
            return None
        if self.writer.hidden(board):
            self.codeless[board.label] = None
            return None
        key = id(board)
        if key not in self.codes:
            self.codes[key] = make_code(board, to, self.writer.label(board))
        found = self.codes[key]
        if isinstance(found, Code):
            return found
        self.codeless[board.label] = None
        return None

    def _travellers(self) -> tuple[Paper, Grid, list[tuple[Cell, ...]]]:
        paper = self._paper()
        size = 9.0
        grid = self._flow(paper, size)
        em = size * POINT
        width, height = paper.inner_width / em, paper.inner_height / em
        writer, words = self.writer, self.words
        pieces: list[Piece] = []
        blank: list[str] = []
        filled: list[str] = []
        games_used = 0
        totals: list[Table] = []
        by_number: list[str] = []
        for board, games in ((each.board, each.games) for each in self.games):
            if board.vulnerability is None and board.number is not None:
                by_number.append(board.label)
                vulnerable = Vulnerability.of_board(board.number)
                board = attrs.evolve(board, vulnerability=vulnerable)  # noqa: PLW2901  # as law 2 has it
                games = tuple(attrs.evolve(game, vulnerability=vulnerable) for game in games)  # noqa: PLW2901  # the same
            heading = [writer.label(board)]
            heading += [fact.text for fact in writer.facts(board, ALL_PARTS, 40.0)]
            pieces.append(Paragraph(line=line(" · ".join(heading), 1.1, bold=True), heading=True))
            tables = tables_of(games, "ScoreTable")
            if not tables:
                own, count = scored(games, words, least=_FORM_ROWS)
                games_used += count
                (blank if own is None else filled).append(board.label)
                tables = [] if own is None else [own]
            pieces += [
                writer.scores(scores, label=board.label, width=width, scale=1.0)
                for scores in tables
            ]
            if not tables:
                pieces.append(self._form(width))
            for total in tables_of(games, "TotalScoreTable"):
                table = writer.scores(total, label="", width=width, scale=1.0)
                table = attrs.evolve(table, title=words.gettext("Total scores"))
                if table not in totals:
                    totals.append(table)
        for table in totals:
            pieces += [Paragraph(line=line(table.title, 1.1, bold=True), heading=True), table]
        if by_number:
            self.remarks.append(f"{_boards(by_number)} without a vulnerability: that of the number")
        if filled:
            of = "1 game" if games_used == 1 else f"{games_used:,} games"
            self.remarks.append(
                f"{_boards(filled)} without a table of scores: filled in from {of}, "
                "as far as these tell"
            )
        if blank:
            self.remarks.append(
                f"{_boards(blank)} without a table of scores: a form to be filled in"
            )

        def again(heading: Paragraph) -> Paragraph:
            text = words.gettext("{board} (continued)").format(board=heading.line.text)
            return attrs.evolve(heading, line=fitted(line(text, 1.1, bold=True), width, 0.6))

        pages = paged(pieces, width, height, height, again)
        return (
            paper,
            grid,
            [(Cell(label=words.gettext("Scores"), below=tuple(each)),) for each in pages],
        )

    def _form(self, width: float) -> Table:
        """Return an empty table of scores, to fill in by hand."""
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
            rows=((Line((Run(" "),)),) * len(heads),) * _FORM_ROWS,
            ruled=True,
        )


def _best(count: int, paper: Paper, need: float) -> tuple[int, int]:
    """Return the columns and rows that give a number of cells the largest letters."""

    def em(columns: int) -> float:
        rows = -(-count // columns)
        wide = (paper.inner_width / columns - 2 * _PAD) / DIAGRAM_WIDTH
        high = (paper.inner_height / rows - 2 * _PAD) / need
        # A page that is full looks better than one with places left over.
        return min(wide, high) * count / (columns * rows)

    columns = max(range(1, count + 1), key=em)
    return columns, -(-count // columns)


def _nothing_hidden(_: Board) -> frozenset[Seat]:
    """Return no seat: tables of scores show no hands."""
    return frozenset()


def _completed(board: Board) -> Board:
    """Return a board with all four hands if three are known."""
    deal = None if board.deal is None else board.deal.completed()
    return board if deal is board.deal else attrs.evolve(board, deal=deal)


def _boards(labels: Sequence[str]) -> str:
    """Return boards in words: `3 boards (1, 2, 5)`."""
    shown = ", ".join(_short(label) for label in labels[:5])
    more = ", ..." if len(labels) > 5 else ""
    count = "1 board" if len(labels) == 1 else f"{len(labels):,} boards"
    return f"{count} ({shown}{more})"


def _short(label: str) -> str:
    return shortened(printable(label), 12.0)


def _colour_or_none(colour: str) -> str:
    """Return a colour; an empty text for black, the colour of the text."""
    return "" if colour == "#000000" else colour


def _colours(paper: Sequence[str]) -> Colours:
    spades, hearts, diamonds, clubs = paper
    dark = [_lighter(colour) for colour in paper]
    return Colours(
        paper=(spades, hearts, diamonds, clubs), dark=(dark[0], dark[1], dark[2], dark[3])
    )


def _lighter(colour: str) -> str:
    """Return a colour for a dark screen: mixed with white until it is legible."""
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
