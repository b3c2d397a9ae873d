"""What the standard's tables hold: the values of their columns, and what their rows mean.

Source: PBN 2.1 §5.3 to §5.10.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from overtrick.findings.errors import ModelError
from overtrick.model import (
    Auction,
    Contract,
    Deal,
    Hand,
    Play,
    Seat,
    Suit,
    Vulnerability,
)
from overtrick.model.grids import Grid
from overtrick.model.hands import parse_holding
from overtrick.model.scoring import score_for_side
from overtrick.model.table import Side
from overtrick_pbn.check.state import Checker, value_index
from overtrick_pbn.text import lexis
from overtrick_pbn.text.annotations import slots_of
from overtrick_pbn.text.syntax import Section


class CellRule(NamedTuple):
    """The form of a column's cells and the clause that states it."""

    pattern: re.Pattern[str]
    clause: str


# In a table the standard's words stand in upper case alone: §3.11 names no table.
_INT: Final = r"-?[0-9]{1,9}"
_COUNT: Final = r"[0-9]{1,9}"
_DECIMAL: Final = r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?"
_SEAT: Final = r"[WNES]"
_BID: Final = f"{lexis.LEVEL}{lexis.DENOMINATION}"
_CONTRACT: Final = rf"(?:{_BID}X{{0,2}}|Pass)"
_CALL: Final = rf"(?:{_BID}|Pass|AP|XX?)"
_CARD: Final = f"{lexis.SUIT}{lexis.RANK}"
_TRICKS: Final = f"(?:{lexis.TRICKS})"
_TIME: Final = r"(?:(?:[0-9]+:)?[0-9]+:)?[0-9]+"
_RANGE: Final = rf"(?:{_INT}(?:,(?:{_INT}|\*))?|\*,{_INT})"
_RANKS: Final = f"{lexis.RANK}+"

_COLUMNS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "ActionTable": ("5.3", {"Call": _CALL, "Card": _CARD, "Declarer": rf"\^?{_SEAT}",
                            "Contract": _CONTRACT, "Percentage": _DECIMAL}),
    "AuctionTimeTable": ("5.4", {"Time": _TIME, "TotalTime": _TIME}),
    "InstantScoreTable": ("5.5", {"ScoreRange_NS": _RANGE, "ScoreRange_EW": _RANGE,
                                  "IMP_NS": _DECIMAL, "IMP_EW": _DECIMAL,
                                  "Percentage_NS": _DECIMAL, "Percentage_EW": _DECIMAL}),
    "OptimumPlayTable": ("5.6", dict.fromkeys("SHDC", _RANKS)),
    "OptimumResultTable": ("5.7", {"Declarer": _SEAT, "Denomination": lexis.DENOMINATION,
                                   "Result": _TRICKS}),
    "PlayTimeTable": ("5.8", {"Time": _TIME, "TotalTime": _TIME}),
    "ScoreTable": ("5.9", {"Contract": _CONTRACT, "Declarer": _SEAT, "Result": _TRICKS,
                           "Score_NS": _INT, "Score_EW": _INT, "IMP_NS": _DECIMAL,
                           "IMP_EW": _DECIMAL, "MP_NS": _DECIMAL, "MP_EW": _DECIMAL,
                           "Percentage_NS": _DECIMAL, "Percentage_EW": _DECIMAL,
                           "Multiplicity": _COUNT}),
    "TotalScoreTable": ("5.10", {"TotalScore": _DECIMAL, "TotalIMP": _DECIMAL,
                                 "TotalMP": _DECIMAL, "TotalPercentage": _DECIMAL,
                                 "MeanScore": _DECIMAL, "MeanIMP": _DECIMAL, "MeanMP": _DECIMAL,
                                 "MeanPercentage": _DECIMAL, "NrBoards": _COUNT,
                                 "Multiplicity": _COUNT}),
}  # fmt: skip

_RULES: Final = {
    (table, column): CellRule(re.compile(pattern), clause)
    for table, (clause, columns) in _COLUMNS.items()
    for column, pattern in columns.items()
}


def cell_rule(table: str, column: str) -> CellRule | None:
    """Return the form of a column's cells, `None` where the standard leaves it free.

    Example:
        >>> cell_rule("OptimumResultTable", "Result").pattern.fullmatch("14") is None
        True
    """
    return _RULES.get((table, column))


_NUMBER: Final = re.compile(_DECIMAL)


def number_of(text: str) -> float | None:
    """Return the number that a cell begins with, such as 3 of `3=`; `None` where there is none."""
    match = _NUMBER.match(text.strip().removeprefix("^").removeprefix("="))
    return None if match is None else float(match.group())


def check_contents(checker: Checker, section: Section, grid: Grid, starts: Sequence[int]) -> None:
    """Report what a table of the standard says that cannot be.

    Args:
        checker: the game.
        section: the table's tag and data.
        grid: the table.
        starts: where each row begins in the game's text.
    """
    check = _CONTENTS.get(grid.name)
    if check is not None:
        check(checker, section, grid, starts)


def _times(checker: Checker, section: Section, grid: Grid, starts: Sequence[int]) -> None:
    """A thinking time for each call or card of the section before."""
    name = "Auction" if grid.name == "AuctionTimeTable" else "Play"
    clause = "5.4" if name == "Auction" else "5.8"
    owner = checker.first.get(name)
    if owner is None or owner.start > section.start:
        checker.say("PBN512", section.start, clause=clause, name=grid.name, section=name)
        return
    board = checker.board
    found = slots_of(checker.game.text, owner)
    words = sum(1 for place in found if place.word.text not in {"-", "+"})
    counts = {words, words + sum(1 for place in found if place.word.text == "-")}
    if board is not None and name == "Auction" and isinstance(board.auction, Auction):
        counts.add(len(board.auction.entries))
    if board is not None and name == "Play" and isinstance(board.play, Play):
        counts.add(sum(1 for trick in board.play.tricks for card in trick if card is not None))
    if len(grid.rows) not in counts and words:
        what = "calls" if name == "Auction" else "cards"
        checker.say("PBN513", section.start, clause=clause, part=grid.name, name=grid.name,
                    rows=len(grid.rows), count=words, what=what)  # fmt: skip


_WHOLE: Final = 10**9


def _ranges(checker: Checker, section: Section, grid: Grid, starts: Sequence[int]) -> None:
    """Score ranges cover every score once; bounds are exclusive, scores are whole numbers."""
    for side in ("NS", "EW"):
        column = next(
            (i for i, c in enumerate(grid.columns) if c.name == f"ScoreRange_{side}"), None
        )
        if column is None or not grid.rows:
            continue
        covered: list[tuple[int, int]] = []
        for row in grid.rows:
            if cell_rule(grid.name, f"ScoreRange_{side}") is None:
                return
            bounds = _bounds(row[column])
            if bounds is None:
                return
            covered.append(bounds)
        why = _why_not_covered(sorted(covered))
        if why is not None:
            checker.say("PBN514", value_index(section), part=grid.name, why=why)


def _bounds(text: str) -> tuple[int, int] | None:
    """Return the least and the greatest score of a range."""
    if not re.fullmatch(_RANGE, text):
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


def _optimum_play(checker: Checker, section: Section, grid: Grid, starts: Sequence[int]) -> None:
    """The cards of each row are held by the player whose turn it is."""
    board = checker.board
    if board is None or not isinstance(board.deal, Deal):
        return
    contract, play = board.contract, board.play
    if not isinstance(contract, Contract) or contract.strain is None or not isinstance(play, Play):
        return
    hands = list(board.deal)
    # The leader of each trick that was begun, and of the next one.
    leaders = (*play.leaders(contract.strain), *play.winners(contract.strain)[-1:])
    suits = [(position, Suit.parse(column.name)) for position, column in enumerate(grid.columns)
             if column.name in {"S", "H", "D", "C"}]  # fmt: skip
    for number, (row, start) in enumerate(zip(grid.rows, starts, strict=True)):
        trick = number // 4
        leader = leaders[trick] if trick < len(leaders) else play.leader if not trick else None
        if leader is None:
            return
        seat = leader.after(number % 4)
        for position, suit in suits:
            missing = _not_held(row[position], suit, hands[seat])
            if missing is not None and len(board.deal[seat]):
                checker.say("PBN703", start, part=f"{grid.name}.{number}", seat=seat.symbol,
                            card=missing, row=number + 1)  # fmt: skip
                return
        card = play.tricks[trick].card_of(seat) if trick < len(play.tricks) else None
        if card is None:
            continue
        hands[seat] = hands[seat] - Hand.of([card]) if card in hands[seat] else hands[seat]


def _not_held(ranks: str, suit: Suit, hand: Hand) -> str | None:
    if not re.fullmatch(_RANKS, ranks):
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


def _scores(checker: Checker, section: Section, grid: Grid, starts: Sequence[int]) -> None:
    """The trick score of each row against its contract and result."""
    board = checker.board
    names = [column.name for column in grid.columns]
    wanted = ("Contract", "Declarer", "Result", "Score_NS")
    if board is None or not isinstance(board.vulnerability, Vulnerability):
        return
    if any(name not in names for name in wanted):
        return
    positions = [names.index(name) for name in wanted]
    for number, (row, start) in enumerate(zip(grid.rows, starts, strict=True), 1):
        contract, declarer, result, stated = (row[position] for position in positions)
        forms = (_CONTRACT, _SEAT, _TRICKS, _INT)
        cells = (contract, declarer, result, stated)
        if not all(re.fullmatch(form, cell) for form, cell in zip(forms, cells, strict=True)):
            continue
        if contract == "Pass":
            continue
        bid = Contract.parse(contract, Seat.parse(declarer))
        found = score_for_side(bid, int(result), board.vulnerability, Side.NORTH_SOUTH)
        if found != int(stated):
            checker.say("PBN704", start, part=f"{grid.name}.{number - 1}", contract=contract,
                        declarer=declarer, tricks=result, found=found, stated=stated,
                        row=number)  # fmt: skip


_Check = Callable[[Checker, Section, Grid, Sequence[int]], None]

_CONTENTS: Final[dict[str, _Check]] = {
    "AuctionTimeTable": _times,
    "PlayTimeTable": _times,
    "InstantScoreTable": _ranges,
    "OptimumPlayTable": _optimum_play,
    "ScoreTable": _scores,
}
