"""The standard's tables: their columns, and the form of each column's cells.

Source: PBN 2.1 §5.3 to §5.10.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from overtrick_pbn.standard import lexis

_INT: Final = lexis.CELL_INT
_COUNT: Final = lexis.CELL_COUNT
_SEAT: Final = lexis.CELL_SEAT
_CONTRACT: Final = f"(?:{lexis.CELL_CONTRACT}|{lexis.CELL_PASS})"
_CALL: Final = f"(?:{lexis.CELL_BID}|{lexis.CELL_PASS}|{lexis.CELL_ALL_PASS}|{lexis.CELL_RISK})"
_CARD: Final = lexis.SUIT_RANK
_TRICKS: Final = f"(?:{lexis.TRICKS})"
_TIME: Final = lexis.CELL_TIME
_RANGE: Final = rf"(?:{_INT}(?:,(?:{_INT}|{lexis.ASTERISK}))?|{lexis.ASTERISK},{_INT})"
_RANKS: Final = lexis.RANKS

DECIMAL: Final = lexis.CELL_DECIMAL
"""A number as the standard's tables have it."""


class Table(NamedTuple):
    """A table: the clause that defines it, and the form of each column's cells.

    The form is a regular expression, `None` where the standard leaves the cells free.
    """

    clause: str
    columns: Mapping[str, str | None]


TABLES: Final[Mapping[str, Table]] = {
    "ActionTable": Table("5.3", {
        "Rank": None, "Call": _CALL, "Card": _CARD, "Declarer": f"(?:{lexis.CARET})?{_SEAT}",
        "Contract": _CONTRACT, "Percentage": DECIMAL,
    }),
    "AuctionTimeTable": Table("5.4", {"Time": _TIME, "TotalTime": _TIME}),
    "InstantScoreTable": Table("5.5", {
        "Rank": None, "ScoreRange_NS": _RANGE, "ScoreRange_EW": _RANGE, "IMP_NS": DECIMAL,
        "IMP_EW": DECIMAL, "Percentage_NS": DECIMAL, "Percentage_EW": DECIMAL,
    }),
    "OptimumPlayTable": Table("5.6", {"S": _RANKS, "H": _RANKS, "D": _RANKS, "C": _RANKS}),
    "OptimumResultTable": Table("5.7", {
        "Declarer": _SEAT, "Denomination": lexis.DENOMINATION, "Result": _TRICKS,
    }),
    "PlayTimeTable": Table("5.8", {"Time": _TIME, "TotalTime": _TIME}),
    "ScoreTable": Table("5.9", {
        "Rank": None, "PairId_NS": None, "PairId_EW": None, "Names_NS": None, "Names_EW": None,
        "Contract": _CONTRACT, "Declarer": _SEAT, "Result": _TRICKS, "Score_NS": _INT,
        "Score_EW": _INT, "IMP_NS": DECIMAL, "IMP_EW": DECIMAL, "MP_NS": DECIMAL,
        "MP_EW": DECIMAL, "Percentage_NS": DECIMAL, "Percentage_EW": DECIMAL,
        "Multiplicity": _COUNT,
    }),
    "TotalScoreTable": Table("5.10", {
        "Rank": None, "PairId": None, "Names": None, "TotalScore": DECIMAL, "TotalIMP": DECIMAL,
        "TotalMP": DECIMAL, "TotalPercentage": DECIMAL, "MeanScore": DECIMAL,
        "MeanIMP": DECIMAL, "MeanMP": DECIMAL, "MeanPercentage": DECIMAL, "NrBoards": _COUNT,
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
    form = None if table not in TABLES else TABLES[table].columns.get(column)
    return None if form is None else re.compile(form)
