"""Rules of tables and other sections: cells, order of rows, layout, and what the rows mean.

Source: PBN 2.1 §5.1 to §5.10.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable
from typing import Final

import attrs

from overtrick import (
    PASS,
    Align,
    Column,
    Contract,
    Grid,
    Hand,
    ModelError,
    Order,
    Seat,
    Side,
    Suit,
    score_for_side,
)
from overtrick.plugin import parse_holding
from overtrick_pbn.check.layout import blanks_before
from overtrick_pbn.check.state import Checker
from overtrick_pbn.read.tables import parse_columns
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import DECIMAL, TABLES, cell_form, column_form, one_cell
from overtrick_pbn.standard.tags import SECTIONS
from overtrick_pbn.standard.values import SUIT_LETTERS
from overtrick_pbn.text.annotations import AUCTION, PLAY, Mark, scan, timed_counts
from overtrick_pbn.text.elements import elements_at, is_allowed
from overtrick_pbn.text.quoting import LONE_BACKSLASH

_LINE_END: Final = re.compile(r"[\r\n]")
_OTHER: Final = SECTIONS | {"Note"}
_WIDEST: Final = 255


@attrs.frozen
class Table:
    """A table as the reader has it, with the places of its cells.

    Attributes:
        checker: the game.
        grid: what the reader made of it.
    """

    checker: Checker
    grid: Grid

    @property
    def name(self) -> str:
        """The table's name."""
        return self.grid.name

    @property
    def start(self) -> int:
        """Where the table's tag begins."""
        return self.checker.start(self.name)

    @functools.cached_property
    def cells(self) -> list[Mark]:
        """The elements of the table as they stand, in the order of the text."""
        return elements_at(self.checker.cut, self.checker.position(self.name))

    def cell(self, row: int, column: int) -> Mark:
        """Return the element of a row and a column, both counted from 0."""
        return self.cells[row * len(self.grid.columns) + column]

    def say(
        self,
        code: str,
        index: int,
        *,
        end: int | None = None,
        clause: str | None = None,
        part: str | None = None,
        **values: object,
    ) -> None:
        """Report a finding in the table, as `Checker.say` does."""
        part, values["name"] = part or self.name, self.name
        self.checker.say(code, index, end=end, clause=clause, part=part, severity=None, **values)


def check_tables(checker: Checker) -> None:
    """Report what is wrong with the tables and other sections of a game."""
    for name, grid in checker.grids.items():
        # A table that a tag of a program states has no cells.
        if name in _OTHER or name not in checker.values:
            continue
        table, body = Table(checker, grid), checker.body(name)
        if "\\" in body:
            _check_strings(table)
        if not grid.columns:
            if checker.is_export:
                _check_blanks(table)
            continue
        # Most tables have sound cells and are laid out as export format has them.
        rows = _sound_rows(name, checker.values[name], grid)
        is_sound = rows is not None and rows.fullmatch(body) is not None
        if is_sound or _check_cells(table):
            # What is wrong in itself is not held against anything else.
            _check_order(table)
            check_contents(table)
        if checker.is_export and not is_sound:
            _check_layout(table)


def _sound_rows(name: str, header: str, grid: Grid) -> re.Pattern[str] | None:
    """Return the form of rows with sound cells in the layout of export format, if it has one."""
    # Columns that are inherited, or spelled oddly, are not those of the tag's own value.
    return _form_of_rows(name, header) if parse_columns(header) is grid.columns else None


@functools.lru_cache(maxsize=256)
def _form_of_rows(name: str, header: str) -> re.Pattern[str] | None:
    columns = parse_columns(header)
    if "\\" in "".join(column.name for column in columns):
        return None
    if sum(1 + (column.width or 0) for column in columns) > _WIDEST:
        return None
    row = " ".join(_form_of_cell(name, column) for column in columns)
    return re.compile(rf"(?:[\r\n]++{row})*+[\r\n]++")


def _form_of_cell(name: str, column: Column) -> str:
    """Return the form of a cell before white space, with the blanks that fill its column."""
    cell, width = one_cell(name, column.name) or lexis.SECTION_TOKEN, column.width or 0
    fills = [(size, " " * (width - size)) for size in range(1, width)]
    if column.align is Align.RIGHT:
        before = [rf"{blanks}(?=\S{{{size}}}\s)" for size, blanks in fills]
        return "(?:" + "|".join([*before, rf"(?=\S{{{width}}})"]) + ")" + cell
    behind = [rf"(?<=\s\S{{{size}}}){blanks}" for size, blanks in fills]
    return cell + "(?:" + "|".join([*behind, rf"(?<=\S{{{width}}})"]) + ")"


def _check_strings(table: Table) -> None:
    """A backslash in a string stands before another or a quote (§3.2); elsewhere it is free."""
    for raw, start in table.cells:
        if raw[0] == '"' and "\\" in raw:
            match = LONE_BACKSLASH.match(raw, 1, len(raw) - 1)
            if match is not None:
                table.checker.say("PBN317", start + match.end() - 1, name=table.name)
                return


def _check_cells(table: Table) -> bool:
    """Report cells that are no values of their columns; return whether all are sound."""
    is_sound = True
    grid, checker = table.grid, table.checker
    columns = list(zip(*grid.rows, strict=True))
    for position, column in enumerate(grid.columns):
        if "\\" in column.name:
            start = checker.values[table.name].find(column.name)
            place = (start, start + len(column.name)) if start >= 0 else None
            checker.say_inside(
                "PBN515", table.name, place, part=table.name, name=table.name, heading=column.name
            )
        form = column_form(table.name, column.name)
        if form is None or not grid.rows:
            continue
        if form.fullmatch("\n".join({*columns[position]})):
            continue
        for number, text in enumerate(columns[position]):
            if form.fullmatch(text):
                continue
            is_sound = False
            cell = table.cell(number, position)
            # Of characters that no element has the reader has told.
            if is_allowed(cell.text):
                table.say(
                    "PBN511", cell.start, clause=TABLES[table.name].clause, heading=column.name,
                    value=text[:40],
                )  # fmt: skip
    return is_sound


def _check_order(table: Table) -> None:
    """The rows against the order that a column states; the first breach of each column."""
    for position, column in enumerate(table.grid.columns):
        if column.order is Order.NONE:
            continue
        previous = None
        for number, row in enumerate(table.grid.rows):
            value = number_of(row[position])
            if value is None:
                continue
            if previous is not None and _is_breach(column, previous, value):
                table.say(
                    "PBN510", table.cell(number, position).start, part=f"{table.name}.{number}",
                    row=number + 1, heading=column.name,
                )  # fmt: skip
                break
            previous = value


def _is_breach(column: Column, previous: float, value: float) -> bool:
    return value > previous if column.order is Order.DESCENDING else value < previous


# Export format


def _check_layout(table: Table) -> None:
    """One row a line, one blank between elements besides what fills a width."""
    text, columns = table.checker.game.text, table.grid.columns
    for number in range(len(table.grid.rows)):
        row = table.cells[number * len(columns) : (number + 1) * len(columns)]
        first = row[0]
        start, before_row = blanks_before(text, first.start)
        is_laid_out = _is_laid_out(text, start, row, columns)
        if is_laid_out and not before_row:
            continue
        pairs = itertools.pairwise(row)
        broken = next((c for b, c in pairs if _LINE_END.search(text, b.end, c.start)), None)
        if broken is None and before_row:
            broken = first
        if broken is not None:
            table.say("PBN671", broken.start, columns=len(columns))
            return
        if not is_laid_out:
            table.say("PBN672", first.start, end=row[-1].end, clause="5.2")
            return


def _is_laid_out(text: str, start: int, row: list[Mark], columns: tuple[Column, ...]) -> bool:
    """Return whether a row stands as export format has it, from the beginning of its line."""
    index = start
    for cell, column in zip(row, columns, strict=True):
        if cell is not row[0]:
            if not text.startswith(" ", index):
                return False
            index += 1
        raw, width = cell.text, column.width or 0
        is_left = column.align is not Align.RIGHT and text.startswith(raw.ljust(width), index)
        if not is_left and (
            column.align is Align.LEFT or not text.startswith(raw.rjust(width), index)
        ):
            return False
        index += max(len(raw), width)
    return text[index : index + 1] in {"", "\r", "\n"}


def _check_blanks(table: Table) -> None:
    text = table.checker.game.text
    for before, cell in itertools.pairwise(table.cells):
        between = text[before.end : cell.start]
        if between != " " and not _LINE_END.search(between):
            table.say("PBN672", cell.start, clause="5.1")
            return


# What the rows mean


_NUMBER: Final = re.compile(DECIMAL)


def number_of(text: str) -> float | None:
    """Return the number that a cell begins with, such as 3 of `3=`; `None` where there is none."""
    match = _NUMBER.match(text.strip().removeprefix("^").removeprefix("="))
    return None if match is None else float(match.group())


def check_contents(table: Table) -> None:
    """Report what a table of the standard says that cannot be."""
    check = _CONTENTS.get(table.name)
    if check is not None:
        check(table)


def _times(table: Table) -> None:
    """A thinking time for each call or card of the section before."""
    checker, grid = table.checker, table.grid
    name = "Auction" if grid.name == "AuctionTimeTable" else "Play"
    clause = "5.4" if name == "Auction" else "5.8"
    if name not in checker.values or checker.position(name) > checker.position(grid.name):
        checker.say("PBN512", table.start, clause=clause, name=grid.name, section=name)
        return
    board = checker.board
    rules = AUCTION if name == "Auction" else PLAY
    words = [place.word for place in scan(checker.body(name), rules).places]
    counts = set(timed_counts(words))
    least = min(counts)
    if board is not None and name == "Auction" and board.auction is not None:
        counts.add(sum(1 for entry in board.auction.entries if entry.call is not None))
    if board is not None and name == "Play" and board.play is not None:
        cards = (played for trick in board.play.tricks for played in trick)
        counts.add(sum(1 for played in cards if played is not None and played.card is not None))
    if len(grid.rows) not in counts and least:
        what = "calls" if name == "Auction" else "cards"
        rows = len(grid.rows)
        table.say("PBN513", table.start, clause=clause, rows=rows, count=least, what=what)


_WHOLE: Final = 10**9


def _ranges(table: Table) -> None:
    """Score ranges cover every score once; bounds are exclusive, scores are whole numbers."""
    grid = table.grid
    for side in (side.symbol for side in Side):
        column = next(
            (i for i, c in enumerate(grid.columns) if c.name == f"ScoreRange_{side}"), None
        )
        if column is None or not grid.rows:
            continue
        covered: list[tuple[int, int]] = []
        for row in grid.rows:
            bounds = _bounds(row[column])
            if bounds is None:
                return
            covered.append(bounds)
        why = _why_not_covered(sorted(covered))
        if why is not None:
            table.checker.say("PBN514", table.start, part=grid.name, why=why)


def _bounds(text: str) -> tuple[int, int] | None:
    """Return the least and the greatest score of a range."""
    form = cell_form("InstantScoreTable", "ScoreRange_NS")
    if form is None or not form.fullmatch(text):
        return None
    low, comma, high = text.partition(",")
    if not comma:
        return int(low), int(low)
    return (
        -_WHOLE if low == "*" else int(low) + 1,
        _WHOLE if high == "*" else int(high) - 1,
    )


def _why_not_covered(covered: list[tuple[int, int]]) -> str | None:
    if covered[0][0] != -_WHOLE:
        return f"nothing below {covered[0][0]}"
    for (_, end), (start, _) in itertools.pairwise(covered):
        if start <= end:
            return f"{start} stands in two ranges"
        # Trick scores are multiples of ten: nobody can score what lies between them.
        if any(score % 10 == 0 for score in range(end + 1, min(start, end + 12))):
            return f"{end + 1} stands in no range"
    return None if covered[-1][1] == _WHOLE else f"nothing above {covered[-1][1]}"


def _optimum_play(table: Table) -> None:
    """The cards of each row are held by the player whose turn it is."""
    checker, grid = table.checker, table.grid
    board = checker.board
    if board is None or board.deal is None:
        return
    contract, play = board.contract, board.play
    if contract is None or contract.strain is None or play is None:
        return
    hands = list(board.deal)
    # The leader of each trick that was begun, and of the next one.
    leaders = (*play.leaders(contract.strain), *play.winners(contract.strain)[-1:])
    suits = [(position, Suit.parse(column.name)) for position, column in enumerate(grid.columns)
             if column.name and column.name in SUIT_LETTERS]  # fmt: skip
    for number, row in enumerate(grid.rows):
        trick = number // 4
        leader = leaders[trick] if trick < len(leaders) else play.leader if not trick else None
        if leader is None:
            return
        seat = leader.after(number % 4)
        for position, suit in suits:
            missing = _not_held(row[position], suit, hands[seat])
            if missing is not None and len(board.deal[seat]):
                place = table.cell(number, position).start
                checker.say("PBN703", place, part=f"{grid.name}.{number}", seat=seat.symbol,
                            card=missing, row=number + 1)  # fmt: skip
                return
        card = play.tricks[trick].card_of(seat) if trick < len(play.tricks) else None
        if card is None:
            continue
        hands[seat] = hands[seat] - Hand.of([card]) if card in hands[seat] else hands[seat]


def _not_held(ranks: str, suit: Suit, hand: Hand) -> str | None:
    form = cell_form("OptimumPlayTable", suit.symbol)
    if form is None or not form.fullmatch(ranks):
        return None
    try:
        extra = parse_holding(ranks) & ~hand.holding(suit)
    except ModelError:
        return None
    return (
        f"{suit.symbol}{ranks[0]}"
        if extra == parse_holding(ranks)
        else (None if not extra else f"{suit.symbol}{_first_rank(ranks, extra)}")
    )


def _first_rank(ranks: str, extra: int) -> str:
    return next(rank for rank in ranks if parse_holding(rank) & extra)


def _scores(table: Table) -> None:
    """The trick score of each row against its contract and result."""
    checker, grid = table.checker, table.grid
    board = checker.board
    names = [column.name for column in grid.columns]
    wanted = ("Contract", "Declarer", "Result", "Score_NS")
    if board is None or board.vulnerability is None:
        return
    if any(name not in names for name in wanted):
        return
    positions = [names.index(name) for name in wanted]
    forms = [cell_form("ScoreTable", name) for name in wanted]
    for number, row in enumerate(grid.rows, 1):
        cells = [row[position] for position in positions]
        if not all(
            form is not None and form.fullmatch(cell)
            for form, cell in zip(forms, cells, strict=True)
        ):
            continue
        contract, declarer, result, stated = cells
        if contract == PASS.symbol:
            continue
        bid = Contract.parse(contract, Seat.parse(declarer))
        found = score_for_side(bid, int(result), board.vulnerability, Side.NORTH_SOUTH)
        if found != int(stated):
            place = table.cell(number - 1, positions[3]).start
            checker.say("PBN704", place, part=f"{grid.name}.{number - 1}", contract=contract,
                        declarer=declarer, tricks=result, found=found, stated=stated,
                        row=number)  # fmt: skip


_CONTENTS: Final[dict[str, Callable[[Table], None]]] = {
    "AuctionTimeTable": _times,
    "PlayTimeTable": _times,
    "InstantScoreTable": _ranges,
    "OptimumPlayTable": _optimum_play,
    "ScoreTable": _scores,
}
