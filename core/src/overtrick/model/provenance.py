"""Provenance: the text that names what made a board, and the seed that may be in it.

All boards of a set follow from its seed, those of a later session too. So the seed is left out of
every file that is written, unless the user asks for it.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from overtrick.model.board import Board

# What `overtrick deal --with-seed` writes: the program, at most the way in which the deals were
# found, then the seed and all else that is needed to deal the boards again.
_BEGINNING: Final = "overtrick deal"
_GENERATOR: Final = re.compile(
    r"(overtrick deal(?:: [a-z ]+)?), (?:seed .+|deal number [0-9,]+) \([a-z0-9-]+\).*", re.S
)
# PBN that a script of `dealer` prints names its seed as the event.
_EVENT: Final = re.compile(r"(Hand simulated by overtrick deal), seed .+ \([a-z0-9-]+\)", re.S)


def without_seed(board: Board) -> Board | None:
    """Return a board less the seed that its provenance holds, `None` where it holds none.

    The condition and the cards dealt before, which are of use with the seed alone, go with it, and
    so does the number of a deal. What other programs write stays.

    Example:
        >>> from overtrick import Board, Extras
        >>> board = Board(extras=Extras({"x:made_by": "overtrick deal: plain, seed 7 (philox)"}))
        >>> without_seed(board).extras["x:made_by"]
        'overtrick deal: plain'
        >>> without_seed(Board(extras=Extras({"x:made_by": "Dealer 1.0, seed 7"}))) is None
        True
    """
    bare = {
        key: found[1]
        for key, value in board.extras.items()
        if isinstance(value, str)
        and value.startswith(_BEGINNING)
        and (found := _GENERATOR.fullmatch(value))
    }
    event = board.info.event
    played_in = _EVENT.fullmatch(event) if event else None
    if not bare and played_in is None:
        return None
    return attrs.evolve(
        board,
        extras=board.extras.with_items(bare) if bare else board.extras,
        info=attrs.evolve(board.info, event=played_in[1]) if played_in else board.info,
    )
