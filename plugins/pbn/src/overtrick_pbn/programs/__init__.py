"""Programs' own tags and escape lines, typed: what BridgeComposer and others add to PBN.

Nothing here is of the standard. Each function reads what one program writes and says from which
source its meaning is known; what is not known is refused (`ModelError`) or kept as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.plugin import lazy_names

if TYPE_CHECKING:
    from overtrick_pbn.programs.escapes import (
        BoardsPerPage,
        Colour,
        Directive,
        Directives,
        Font,
        Footer,
        Margins,
        Paper,
        Title,
        directives,
    )
    from overtrick_pbn.programs.flags import BoardFlags, board_flags
    from overtrick_pbn.programs.par import (
        Minimax,
        StatedContract,
        StatedPar,
        minimax,
        optimum_score,
        par_contract,
    )
    from overtrick_pbn.programs.points import hand_points
    from overtrick_pbn.programs.tricks import ability, double_dummy_tricks

__all__ = [
    "BoardFlags",
    "BoardsPerPage",
    "Colour",
    "Directive",
    "Directives",
    "Font",
    "Footer",
    "Margins",
    "Minimax",
    "Paper",
    "StatedContract",
    "StatedPar",
    "Title",
    "ability",
    "board_flags",
    "directives",
    "double_dummy_tricks",
    "hand_points",
    "minimax",
    "optimum_score",
    "par_contract",
]

# Who reads the tricks of a table needs no page layout.
__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "escapes": """
            BoardsPerPage Colour Directive Directives Font Footer Margins Paper Title directives
        """,
        "flags": "BoardFlags board_flags",
        "par": "Minimax StatedContract StatedPar minimax optimum_score par_contract",
        "points": "hand_points",
        "tricks": "ability double_dummy_tricks",
    },
)
