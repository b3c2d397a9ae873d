"""Programs' own tags and escape lines, typed: what BridgeComposer and others add to PBN.

Nothing here is of the standard. Each function reads what one program writes and says from which
source its meaning is known; what is not known is refused (`ModelError`) or kept as text.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

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

# Each is imported when it is first asked for: who reads the tricks of a table needs no page layout.
_MODULES: Final = {
    "escapes": """
        BoardsPerPage Colour Directive Directives Font Footer Margins Paper Title directives
    """,
    "flags": "BoardFlags board_flags",
    "par": "Minimax StatedContract StatedPar minimax optimum_score par_contract",
    "points": "hand_points",
    "tricks": "ability double_dummy_tricks",
}
_MODULE_OF: Final = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(importlib.import_module(f"{__name__}.{module}"), name)


def __dir__() -> list[str]:
    return __all__
