"""Hypothesis strategies for every type of the model.

They shrink towards the plain: no annotation, few calls, short text.

Example:
    >>> from hypothesis import given, settings
    >>> @given(boards(consistent=True))
    ... @settings(max_examples=5, database=None, deadline=None)
    ... def a_contract_that_is_played_has_a_declarer(board):
    ...     contract = board.contract
    ...     assert contract is None or contract.is_passed_out or contract.declarer is not None
    >>> a_contract_that_is_played_has_a_declarer()
"""

from __future__ import annotations

from overtrick_testing.strategies.board import Numbering, board_sets, boards
from overtrick_testing.strategies.game import auctions, call_entries, nags, played_cards, plays
from overtrick_testing.strategies.value import (
    calls,
    cards,
    columns,
    contracts,
    deals,
    double_dummy_grids,
    extras,
    grids,
    hands,
    holdings,
    infos,
    missing,
    ranks,
    results,
    scores,
    seats,
    sides,
    strains,
    suits,
    texts,
    vulnerabilities,
)

__all__ = [
    "Numbering",
    "auctions",
    "board_sets",
    "boards",
    "call_entries",
    "calls",
    "cards",
    "columns",
    "contracts",
    "deals",
    "double_dummy_grids",
    "extras",
    "grids",
    "hands",
    "holdings",
    "infos",
    "missing",
    "nags",
    "played_cards",
    "plays",
    "ranks",
    "results",
    "scores",
    "seats",
    "sides",
    "strains",
    "suits",
    "texts",
    "vulnerabilities",
]
