"""The grammars of PBN: `pbn.lark`, the standard's, and `observed.lark`, what real programs add.

The reader parses by them every tag value, auction, play and table that its quick way does not take,
or all of them (`-O parser=grammar`). Cutting a file into games and a game into tags is a scanner.
Lark takes long to import, so that only who parses imports this module.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from overtrick_pbn.text.lexing import PlacedLexer, SectionLexer, ValueLexer

FOLDER: Final = Path(__file__).parents[1]
"""Where the grammars lie."""

OBSERVED_STARTS: Final = ("game", "calls", "cards", "elements")
"""The start symbols of both grammars."""

OBSERVED_VALUES: Final = (
    *("seat", "vulnerable", "deal", "declarer", "contract", "result", "score", "board", "column"),
)
"""The start symbols of tag values that the observed grammar widens."""

SECTIONS: Final = ("calls", "cards", "elements")
"""Those of what follows a tag, of which the observed grammar takes any text."""

STARTS: Final = (
    *("pbn", *OBSERVED_STARTS, "seat", "vulnerable", "deal", "declarer", "contract", "result"),
    *("note_text", "date", "board", "french_mp", "hidden", "room", "score", "score_decimal"),
    *("score_percentage", "score_rubber", "rubber_history", "optimum_score", "round", "time"),
    *("time_control", "seconds", "columns", "column", "cell_call", "cell_card", "cell_declarer"),
    *("cell_seat", "cell_contract", "cell_denomination", "cell_result", "cell_ranks", "cell_time"),
    *("cell_score", "cell_range", "cell_number", "cell_count"),
)
"""The start symbols of the standard's grammar."""


@functools.cache
def parser(start: str, *, observed: bool = False) -> Lark:
    """Return the parser of a start symbol, built once a process: LALR, never Earley."""
    return Lark.open(
        str(FOLDER / ("observed.lark" if observed else "pbn.lark")),
        parser="lalr",
        lexer=PlacedLexer if observed and start in SECTIONS else "contextual",
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


Event = tuple[str, list["Event | Token"]]
"""What a rule took: its name, and its tokens and the events in it, in the order of the text."""


class _Events:
    """Gives lark what makes an event of each rule while it parses, so that no tree is built.

    Lark looks for an attribute of each rule and terminal. Terminals have none, and the children of
    a rule with an underscore go into the rule around it, which lark does itself.
    """

    def __getattr__(self, name: str) -> Callable[[list[Event | Token]], Event]:
        if name[0] == "_" or name.isupper():
            raise AttributeError(name)
        # The name may be a token of the grammar, which compares by a function of lark's.
        return functools.partial(_event, str(name))


def _event(name: str, children: list[Event | Token]) -> Event:
    return name, children


@functools.cache
def _section_parser(start: str) -> Lark:
    return Lark.open(
        str(FOLDER / "observed.lark"),
        parser="lalr",
        lexer=SectionLexer,
        start=start,
        transformer=_Events(),
    )


def events(body: str, start: str) -> list[Event | Token]:
    """Return the events of what follows a tag, whatever it is.

    Args:
        body: the text behind the tag; white space at its end would be gone through again and again.
        start: `calls`, `cards` or `elements`.
    """
    parsed = _section_parser(start).parse(body)
    return cast("Event", parsed)[1]


@functools.cache
def value_parser(*, observed: bool) -> Lark:
    """Return the parser of all tag values, which builds in the time of one."""
    return Lark.open(
        str(FOLDER / ("observed.lark" if observed else "pbn.lark")),
        parser="lalr",
        lexer=ValueLexer,
        start=[*(OBSERVED_VALUES if observed else STARTS[STARTS.index("seat") :])],
        maybe_placeholders=False,
        transformer=_Events(),
    )


def value(text: str, start: str) -> list[Token] | None:
    """Return the tokens of a tag value in the order of the text; `None` where it is none.

    The observed grammar says so, where it widens the standard's.

    Args:
        text: the value, without the blanks at its ends.
        start: such as `contract`.
    """
    try:
        parsed = value_parser(observed=start in OBSERVED_VALUES).parse(text, start=start)
    except UnexpectedInput:
        return None
    tokens = cast("tuple[str, list[Token]]", parsed)[1]
    return [token for token in tokens if token.type[0] != "_" and token.type != "COLON"]
