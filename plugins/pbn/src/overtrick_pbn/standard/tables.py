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

    The type `call` is the rule `cell_call` of the grammar; `None` where the standard leaves the
    cells free.
    """

    clause: str
    columns: Mapping[str, str | None]


TABLES: Final[Mapping[str, Table]] = {
    "ActionTable": Table("5.3", {
        "Rank": None, "Call": "call", "Card": "card", "Declarer": "declarer",
        "Contract": "contract", "Percentage": "number",
    }),
    "AuctionTimeTable": Table("5.4", {"Time": "time", "TotalTime": "time"}),
    "InstantScoreTable": Table("5.5", {
        "Rank": None, "ScoreRange_NS": "range", "ScoreRange_EW": "range", "IMP_NS": "number",
        "IMP_EW": "number", "Percentage_NS": "number", "Percentage_EW": "number",
    }),
    "OptimumPlayTable": Table("5.6", {"S": "ranks", "H": "ranks", "D": "ranks", "C": "ranks"}),
    "OptimumResultTable": Table("5.7", {
        "Declarer": "seat", "Denomination": "denomination", "Result": "result",
    }),
    "PlayTimeTable": Table("5.8", {"Time": "time", "TotalTime": "time"}),
    "ScoreTable": Table("5.9", {
        "Rank": None, "PairId_NS": None, "PairId_EW": None, "Names_NS": None, "Names_EW": None,
        "Contract": "contract", "Declarer": "seat", "Result": "result", "Score_NS": "score",
        "Score_EW": "score", "IMP_NS": "number", "IMP_EW": "number", "MP_NS": "number",
        "MP_EW": "number", "Percentage_NS": "number", "Percentage_EW": "number",
        "Multiplicity": "count",
    }),
    "TotalScoreTable": Table("5.10", {
        "Rank": None, "PairId": None, "Names": None, "TotalScore": "number", "TotalIMP": "number",
        "TotalMP": "number", "TotalPercentage": "number", "MeanScore": "number",
        "MeanIMP": "number", "MeanMP": "number", "MeanPercentage": "number", "NrBoards": "count",
        "Multiplicity": "count",
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
    kind = None if table not in TABLES else TABLES[table].columns.get(column)
    return None if kind is None else form(f"cell_{kind}")


@functools.cache
def column_form(table: str, column: str) -> re.Pattern[str] | None:
    r"""Return the form of all cells of a column together, each on a line.

    `None` as for `cell_form`. A cell may state nothing, and may have the caret of an irregularity.

    Example:
        >>> column_form("OptimumResultTable", "Result").fullmatch("9\n-\n^13") is None
        False

    Source: PBN 2.1 §3.9 (Irregularities), §5.2 (unknown and irrelevant elements).
    """
    bare = one_cell(table, column)
    if bare is None:
        return None
    cell = rf"[^\S\n]*+{bare}[^\S\n]*+"
    return re.compile(rf"{cell}(?:\n{cell})*+")


def one_cell(table: str, column: str) -> str | None:
    """Return the pattern of one cell as `column_form` has it, without blanks and groups."""
    form = cell_form(table, column)
    if form is None:
        return None
    bare = re.sub(r"\(\?P<\w+>", "(?:", form.pattern)
    return rf"\^?(?:[?-]|{bare})"
