"""The values of the game: cards, calls, contracts, auctions, plays, boards.

Everything here is immutable, hashable and picklable. Structure raises (`ModelError`), bridge law
reports (`overtrick.auction_problems`, `play_problems`, `board_problems`).
"""

from __future__ import annotations

from overtrick.model.board import (
    NO_EXTRAS,
    NO_INFO,
    Board,
    Extras,
    ExtraValue,
    Info,
    Source,
)
from overtrick.model.board_set import BoardSet, RecordValue
from overtrick.model.calls import (
    CALLS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallEntry,
    Ending,
    Irregularity,
)
from overtrick.model.cards import CARDS, Card, Rank, Strain, Suit
from overtrick.model.contract import PASSED_OUT, Contract, Doubling, Result, Score
from overtrick.model.grids import Align, Column, DoubleDummyGrid, Grid, Order
from overtrick.model.hands import Deal, Hand
from overtrick.model.missing import EMPTY, NO_MISSING, PLACES, UNKNOWN, Missing
from overtrick.model.play import Play, PlayedCard, Trick
from overtrick.model.scoring import imps, matchpoints, score_contract, score_for_side
from overtrick.model.table import Seat, Side, Vulnerability

__all__ = [
    "CALLS",
    "CARDS",
    "DOUBLE",
    "EMPTY",
    "NO_EXTRAS",
    "NO_INFO",
    "NO_MISSING",
    "PASS",
    "PASSED_OUT",
    "PLACES",
    "REDOUBLE",
    "UNKNOWN",
    "Align",
    "Auction",
    "Board",
    "BoardSet",
    "Call",
    "CallEntry",
    "Card",
    "Column",
    "Contract",
    "Deal",
    "DoubleDummyGrid",
    "Doubling",
    "Ending",
    "ExtraValue",
    "Extras",
    "Grid",
    "Hand",
    "Info",
    "Irregularity",
    "Missing",
    "Order",
    "Play",
    "PlayedCard",
    "Rank",
    "RecordValue",
    "Result",
    "Score",
    "Seat",
    "Side",
    "Source",
    "Strain",
    "Suit",
    "Trick",
    "Vulnerability",
    "imps",
    "matchpoints",
    "score_contract",
    "score_for_side",
]
