"""The standard's tables: their columns, and the type of each column's cells.

Source: PBN 2.1 §5.3 to §5.10.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.values import form

DECIMAL: Final = lexis.CELL_DECIMAL
"""A number as the standard's tables have it."""


class Table(NamedTuple):
    """A table: the clause that defines it, and the type of each column's cells.

    The type is a rule of the grammar, `None` where the standard leaves the cells free.
    """

    clause: str
    columns: Mapping[str, str | None]


# The types of cells: rules of the grammar.
_CALL: Final = "cell_call"
_CARD: Final = "cell_card"
_CONTRACT: Final = "cell_contract"
_COUNT: Final = "cell_count"
_DECLARER: Final = "cell_declarer"
_DENOMINATION: Final = "cell_denomination"
_NUMBER: Final = "cell_number"
_RANGE: Final = "cell_range"
_RANKS: Final = "cell_ranks"
_RESULT: Final = "cell_result"
_SCORE: Final = "cell_score"
_SEAT: Final = "cell_seat"
_TIME: Final = "cell_time"

TABLES: Final[Mapping[str, Table]] = {
    "ActionTable": Table("5.3", {
        "Rank": None, "Call": _CALL, "Card": _CARD, "Declarer": _DECLARER,
        "Contract": _CONTRACT, "Percentage": _NUMBER,
    }),
    "AuctionTimeTable": Table("5.4", {"Time": _TIME, "TotalTime": _TIME}),
    "InstantScoreTable": Table("5.5", {
        "Rank": None, "ScoreRange_NS": _RANGE, "ScoreRange_EW": _RANGE, "IMP_NS": _NUMBER,
        "IMP_EW": _NUMBER, "Percentage_NS": _NUMBER, "Percentage_EW": _NUMBER,
    }),
    "OptimumPlayTable": Table("5.6", {"S": _RANKS, "H": _RANKS, "D": _RANKS, "C": _RANKS}),
    "OptimumResultTable": Table("5.7", {
        "Declarer": _SEAT, "Denomination": _DENOMINATION, "Result": _RESULT,
    }),
    "PlayTimeTable": Table("5.8", {"Time": _TIME, "TotalTime": _TIME}),
    "ScoreTable": Table("5.9", {
        "Rank": None, "PairId_NS": None, "PairId_EW": None, "Names_NS": None, "Names_EW": None,
        "Contract": _CONTRACT, "Declarer": _SEAT, "Result": _RESULT, "Score_NS": _SCORE,
        "Score_EW": _SCORE, "IMP_NS": _NUMBER, "IMP_EW": _NUMBER, "MP_NS": _NUMBER,
        "MP_EW": _NUMBER, "Percentage_NS": _NUMBER, "Percentage_EW": _NUMBER,
        "Multiplicity": _COUNT,
    }),
    "TotalScoreTable": Table("5.10", {
        "Rank": None, "PairId": None, "Names": None, "TotalScore": _NUMBER, "TotalIMP": _NUMBER,
        "TotalMP": _NUMBER, "TotalPercentage": _NUMBER, "MeanScore": _NUMBER,
        "MeanIMP": _NUMBER, "MeanMP": _NUMBER, "MeanPercentage": _NUMBER, "NrBoards": _COUNT,
        "Multiplicity": _COUNT,
    }),
}  # fmt: skip
"""The standard's tables with their predefined columns."""

AUCTION_TIMES: Final = "AuctionTimeTable"
PLAY_TIMES: Final = "PlayTimeTable"

HYPHENS: Final = "pbn:AuctionTimeTable.hyphens"
"""The extra that counts the first rows of an `AuctionTimeTable` that are those of hyphens.

Source: PBN 2.1 §3.5.1 (a hyphen is a call token), §5.4 (a row for each call token).
"""

NAMES: Final = frozenset({"Names_NS", "Names_EW", "Names"})
"""The columns whose cells are string tokens. Source: PBN 2.1 §5.9, §5.10."""

TRICKS_TAGS: Final = ("DoubleDummyTricks", "Ability")
"""Tags of programs that state an `OptimumResultTable`, the one to believe first before the other.

Source: observed; `overtrick_pbn.programs.tricks` reads them.
"""

SPELLED_IN: Final = "pbn:OptimumResultTable.from"
"""The extra that names the tag by which a board's table was stated, where it was no table."""


@functools.cache
def cell_form(table: str, column: str) -> re.Pattern[str] | None:
    """Return the form of a column's cells, `None` where the standard leaves it free.

    Example:
        >>> cell_form("OptimumResultTable", "Result").fullmatch("14") is None
        True
    """
    rule = None if table not in TABLES else TABLES[table].columns.get(column)
    return None if rule is None else form(rule)


@functools.cache
def column_form(table: str, column: str) -> re.Pattern[str] | None:
    r"""Return the form of all cells of a column together, each on a line.

    `None` as for `cell_form`. A cell may state nothing, and may have the caret of an irregularity.

    Example:
        >>> column_form("OptimumResultTable", "Result").fullmatch("9\n-\n^13") is None
        False

    Source: PBN 2.1 §3.9 (Irregularities), §5.2 (unknown and irrelevant elements).
    """
    form = cell_form(table, column)
    if form is None:
        return None
    bare = re.sub(r"\(\?P<\w+>", "(?:", form.pattern)
    cell = rf"[^\S\n]*+\^?(?:[?-]|{bare})[^\S\n]*+"
    return re.compile(rf"{cell}(?:\n{cell})*+")
