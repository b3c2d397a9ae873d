"""The grammars of PBN: `pbn.lark`, the standard's, and `observed.lark`, what real programs add.

No file is read through them: the scanners take their tokens from the same terminals (see
`overtrick_pbn.standard.lexis`) and are many times as fast. They are the reference that the scanners
are held to, and they give a parse tree to whoever wants one.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lark import Lark

if TYPE_CHECKING:
    from lark import Token, Tree

FOLDER: Final = Path(__file__).parents[1]
"""Where the grammars lie."""

OBSERVED_STARTS: Final = ("game", "calls", "cards", "elements")
"""The start symbols of both grammars."""

STARTS: Final = (
    *("pbn", *OBSERVED_STARTS, "seat", "vulnerable", "deal", "declarer", "contract", "result"),
    *("note_text", "date", "board", "french_mp", "hidden", "room", "score", "score_decimal"),
    *("score_percentage", "score_rubber", "rubber_history", "optimum_score", "round", "time"),
    *("time_control", "seconds", "columns"),
)
"""The start symbols of the standard's grammar."""


@functools.cache
def parser(start: str, *, observed: bool = False) -> Lark:
    """Return the parser of a start symbol, built once a process: LALR, never Earley."""
    name = "observed.lark" if observed else "pbn.lark"
    return Lark.open(
        str(FOLDER / name),
        parser="lalr",
        lexer="contextual",
        start=start,
        propagate_positions=True,
    )


def parse(text: str, start: str, *, observed: bool) -> Tree[Token]:
    """Return the tree of a text; `overtrick_pbn.parse` says more."""
    known = OBSERVED_STARTS if observed else STARTS
    if start not in known:
        msg = f"no start symbol {start!r}: {', '.join(known)}"
        raise ValueError(msg)
    return parser(start, observed=observed).parse(text)
