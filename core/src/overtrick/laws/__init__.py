"""The laws of bridge: faults of a board, its auction and its play.

Files contain irregularities of real tables and typing errors, so the model allows both. These
functions return the problems. They never raise, and an accepted irregularity that is marked as such
is no problem.

Source: Laws of Duplicate Bridge 2017; PBN 2.1 §3.9 (Irregularities).
"""

from __future__ import annotations

from overtrick.laws.auction import auction_problems
from overtrick.laws.board import board_problems
from overtrick.laws.codes import LAW_CODES
from overtrick.laws.play import play_problems

__all__ = ["LAW_CODES", "auction_problems", "board_problems", "play_problems"]
