"""Rules of tables and other sections: cells, order of rows, layout, and what the rows mean.

Source: PBN 2.1 §5.1 to §5.10.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

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
from overtrick_pbn.standard.tables import DECIMAL, TABLES, cell_form
from overtrick_pbn.standard.tags import SECTIONS
from overtrick_pbn.standard.values import SUIT_LETTERS
from overtrick_pbn.text.annotations import scan_of, timed_counts
from overtrick_pbn.text.elements import elements_of, is_allowed
from overtrick_pbn.text.quoting import LONE_BACKSLASH, unquote
from overtrick_pbn.text.syntax import Section

_LINE_END: Final = re.compile(r"[\r\n]")
_NOTHING: Final = frozenset({"?", "-"})
_OTHER: Final = SECTIONS | {"Note"}


class Cell(NamedTuple):
    """A section element: its text without quotes, as it stands, and where it begins."""

    text: str
    raw: str
    start: int

    @property
    def end(self) -> int:
        """The index behind the element."""
        return self.start + len(self.raw)


Rows = tuple[tuple[Cell, ...], ...]


@attrs.frozen
class Table:
    """A table with the places of its cells.

    Attributes:
        section: the tag and its data.
        grid: what the reader made of it.
        rows: the cells, row by row.
    """

    section: Section
    grid: Grid
    rows: Rows

    @property
    def name(self) -> str:
        """The table's name."""
        return self.grid.name


def check_tables(checker: Checker) -> None:
    """Report what is wrong with the tables and other sections of a game."""
    board = checker.board
    if board is None or not board.grids:
        return
    grids = checker.grids
    for name in [name for name in checker.values if name in grids]:
        grid = grids[name]
        if name in _OTHER:
            continue
        section = checker.first[name]
        cells = list(_cells(checker.game.text, section))
        _check_strings(checker, section, cells)
        count = len(grid.columns)
        if not count:
            if checker.is_export:
                _check_blanks(checker, section, cells)
            continue
        if len(cells) != count * len(grid.rows):
            continue
        rows = tuple(tuple(cells[start : start + count]) for start in range(0, len(cells), count))
        table = Table(section, grid, rows)
        if _check_cells(checker, table):
            # What is wrong in itself is not held against anything else.
            _check_order(checker, table)
            check_contents(checker, section, grid, rows)
        if checker.is_export:
            _check_layout(checker, table)


def _cells(text: str, section: Section) -> Iterator[Cell]:
    for raw, start in elements_of(text, section):
        yield Cell(unquote(raw[1:-1]) if raw[0] == '"' else raw, raw, start)


def _check_strings(checker: Checker, section: Section, cells: list[Cell]) -> None:
    """A backslash in a string stands before another or a quote (§3.2); elsewhere it is free."""
    for cell in cells:
        if cell.raw[0] == '"' and "\\" in cell.raw:
            match = LONE_BACKSLASH.match(cell.raw, 1, len(cell.raw) - 1)
            if match is not None:
                checker.say("PBN317", cell.start + match.end() - 1, name=section.name)
                return


def _check_cells(checker: Checker, table: Table) -> bool:
    """Report cells that are no values of their columns; return whether all are sound."""
    is_sound = True
    for position, column in enumerate(table.grid.columns):
        if "\\" in column.name:
            start = table.section.value.find(column.name)
            place = (start, start + len(column.name)) if start >= 0 else None
            checker.say_inside(
                "PBN515", table.section, place, part=table.name, name=table.name,
                heading=column.name,
            )  # fmt: skip
        form = cell_form(table.name, column.name)
        if form is None:
            continue
        for row in table.rows:
            cell = row[position]
            bare = cell.text.strip().removeprefix("^")
            if bare in _NOTHING or form.fullmatch(bare):
                continue
            is_sound = False
            # Of characters that no element has the reader has told.
            if is_allowed(cell.raw):
                checker.say(
                    "PBN511", cell.start, clause=TABLES[table.name].clause, part=table.name,
                    name=table.name, heading=column.name, value=cell.text[:40],
                )  # fmt: skip
    return is_sound


def _check_order(checker: Checker, table: Table) -> None:
    """The rows against the order that a column states; the first breach of each column."""
    for position, column in enumerate(table.grid.columns):
        if column.order is Order.NONE:
            continue
        previous = None
        for number, row in enumerate(table.rows, 1):
            value = number_of(row[position].text)
            if value is None:
                continue
            if previous is not None and _is_breach(column, previous, value):
                checker.say(
                    "PBN510", row[position].start, part=f"{table.name}.{number - 1}",
                    name=table.name, row=number, heading=column.name,
                )  # fmt: skip
                break
            previous = value


def _is_breach(column: Column, previous: float, value: float) -> bool:
    return value > previous if column.order is Order.DESCENDING else value < previous


# Export format


def _check_layout(checker: Checker, table: Table) -> None:
    """One row a line, one blank between elements besides what fills a width."""
    text = checker.game.text
    for row in table.rows:
        first = row[0]
        start, before_row = blanks_before(text, first.start)
        is_laid_out = _is_laid_out(text, start, row, table.grid.columns)
        if is_laid_out and not before_row:
            continue
        broken = next(
            (
                cell
                for before, cell in itertools.pairwise(row)
                if _LINE_END.search(text, before.start + len(before.raw), cell.start)
            ),
            None,
        )
        if broken is None and before_row:
            broken = first
        if broken is not None:
            checker.say(
                "PBN671",
                broken.start,
                part=table.name,
                name=table.name,
                columns=len(table.grid.columns),
            )
            return
        if not is_laid_out:
            checker.say(
                "PBN672", first.start, end=row[-1].end, clause="5.2", part=table.name,
                name=table.name,
            )  # fmt: skip
            return


def _is_laid_out(text: str, start: int, row: tuple[Cell, ...], columns: tuple[Column, ...]) -> bool:
    """Return whether a row stands as export format has it, from the beginning of its line."""
    index = start
    for cell, column in zip(row, columns, strict=True):
        if cell is not row[0]:
            if not text.startswith(" ", index):
                return False
            index += 1
        raw, width = cell.raw, column.width or 0
        is_left = column.align is not Align.RIGHT and text.startswith(raw.ljust(width), index)
        if not is_left and (
            column.align is Align.LEFT or not text.startswith(raw.rjust(width), index)
        ):
            return False
        index += max(len(raw), width)
    return text[index : index + 1] in {"", "\r", "\n"}


def _check_blanks(checker: Checker, section: Section, cells: list[Cell]) -> None:
    text = checker.game.text
    for before, cell in itertools.pairwise(cells):
        between = text[before.start + len(before.raw) : cell.start]
        if between != " " and not _LINE_END.search(between):
            checker.say("PBN672", cell.start, clause="5.1", part=section.name, name=section.name)
            return


# What the rows mean


_NUMBER: Final = re.compile(DECIMAL)


def number_of(text: str) -> float | None:
    """Return the number that a cell begins with, such as 3 of `3=`; `None` where there is none."""
    match = _NUMBER.match(text.strip().removeprefix("^").removeprefix("="))
    return None if match is None else float(match.group())


def check_contents(checker: Checker, section: Section, grid: Grid, rows: Rows) -> None:
    """Report what a table of the standard says that cannot be.

    Args:
        checker: the game.
        section: the table's tag and data.
        grid: the table.
        rows: the cells of each row, with their places.
    """
    check = _CONTENTS.get(grid.name)
    if check is not None:
        check(checker, section, grid, rows)


def _times(checker: Checker, section: Section, grid: Grid, rows: Rows) -> None:
    """A thinking time for each call or card of the section before."""
    name = "Auction" if grid.name == "AuctionTimeTable" else "Play"
    clause = "5.4" if name == "Auction" else "5.8"
    owner = checker.first.get(name)
    if owner is None or owner.start > section.start:
        checker.say("PBN512", section.start, clause=clause, name=grid.name, section=name)
        return
    board = checker.board
    words = [place.word for place in scan_of(checker.game.text, owner)[0].places]
    counts = set(timed_counts(words))
    least = min(counts)
    if board is not None and name == "Auction" and board.auction is not None:
        counts.add(sum(1 for entry in board.auction.entries if entry.call is not None))
    if board is not None and name == "Play" and board.play is not None:
        cards = (played for trick in board.play.tricks for played in trick)
        counts.add(sum(1 for played in cards if played is not None and played.card is not None))
    if len(grid.rows) not in counts and least:
        what = "calls" if name == "Auction" else "cards"
        checker.say("PBN513", section.start, clause=clause, part=grid.name, name=grid.name,
                    rows=len(grid.rows), count=least, what=what)  # fmt: skip


_WHOLE: Final = 10**9


def _ranges(checker: Checker, section: Section, grid: Grid, rows: Rows) -> None:
    """Score ranges cover every score once; bounds are exclusive, scores are whole numbers."""
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
            checker.say("PBN514", section.start, part=grid.name, why=why)


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


def _optimum_play(checker: Checker, section: Section, grid: Grid, rows: Rows) -> None:
    """The cards of each row are held by the player whose turn it is."""
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
                place = rows[number][position].start
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


def _scores(checker: Checker, section: Section, grid: Grid, rows: Rows) -> None:
    """The trick score of each row against its contract and result."""
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
            place = rows[number - 1][positions[3]].start
            checker.say("PBN704", place, part=f"{grid.name}.{number - 1}", contract=contract,
                        declarer=declarer, tricks=result, found=found, stated=stated,
                        row=number)  # fmt: skip


_Check = Callable[[Checker, Section, Grid, Rows], None]

_CONTENTS: Final[dict[str, _Check]] = {
    "AuctionTimeTable": _times,
    "PlayTimeTable": _times,
    "InstantScoreTable": _ranges,
    "OptimumPlayTable": _optimum_play,
    "ScoreTable": _scores,
}
