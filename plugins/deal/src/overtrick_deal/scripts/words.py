"""The vocabulary of `dealer`: each word with its terminal.

All are written in small letters, but NS and EW, which may be in either case, and the cards.

Source: `dealer` manual, Lexical structure, Expressions, Actions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import attrs

import overtrick_hands
from overtrick_hands import Evaluator

SEATS: Final = {"north": 0, "east": 1, "south": 2, "west": 3}
SUITS: Final = {"club": 0, "diamond": 1, "heart": 2, "spade": 3}
SIDES: Final = {"none": 0, "ns": 1, "NS": 1, "ew": 2, "EW": 2, "all": 3}
"""Vulnerabilities, as the model numbers them."""
SUIT_LETTERS: Final = "CDHS"
RANK_LETTERS: Final = "23456789TJQKA"

_AND_PLURAL: Final = (
    "club", "diamond", "heart", "spade", "notrump", "hcp", "ten", "jack", "queen", "king", "ace",
    "loser", "control", "trick", "imp",
)  # fmt: skip


@attrs.frozen
class AlternateCount:
    """One of the ten alternate counts.

    Attributes:
        name: its readable synonym.
        evaluator: its default points.
    """

    name: str
    evaluator: Evaluator


def _c13() -> Evaluator:
    return overtrick_hands.points(6, 4, 2, 1)


ALTERNATE_COUNTS: Final = (
    AlternateCount("tens", overtrick_hands.tens),
    AlternateCount("jacks", overtrick_hands.jacks),
    AlternateCount("queens", overtrick_hands.queens),
    AlternateCount("kings", overtrick_hands.kings),
    AlternateCount("aces", overtrick_hands.aces),
    AlternateCount("top2", overtrick_hands.top2),
    AlternateCount("top3", overtrick_hands.top3),
    AlternateCount("top4", overtrick_hands.top4),
    AlternateCount("top5", overtrick_hands.top5),
    AlternateCount("c13", _c13()),
)
"""The default points of pt0 to pt9.

Source: `dealer` manual, altcount.
"""


def _terminals() -> dict[str, str]:
    found = {
        "and": "_AND",
        "or": "_OR",
        "not": "NOT",
        "any": "ANY",
        "notrump": "NOTRUMP",
        "vul": "IS_VULNERABLE",
        "nv": "IS_VULNERABLE",
        **dict.fromkeys(SEATS, "SEAT"),
        **dict.fromkeys(SUITS, "SUIT"),
        **dict.fromkeys(SIDES, "SIDE"),
        **dict.fromkeys(("hcp", "loser", "control"), "COUNT"),
        "trick": "TRICKS",
        "imp": "IMPS",
    }
    for number, count in enumerate(ALTERNATE_COUNTS):
        found[f"pt{number}"] = found[count.name] = found[count.name.rstrip("s")] = "COUNT"
    for command in (
        *("generate", "produce", "dealer", "vulnerable", "predeal", "pointcount", "altcount"),
        *("condition", "action"),
    ):
        found[command] = f"_{command.upper()}"
    for word in (
        *("printall", "printew", "printpbn", "print", "printcompact", "printoneline", "printes"),
        *("average", "frequency", "quality", "cccc", "shape", "hascard", "score"),
    ):
        found[word] = word.upper()
    for word in _AND_PLURAL:
        found[f"{word}s"] = found[word]
    return found


TERMINALS: Final[Mapping[str, str]] = _terminals()
"""The terminal of each reserved word."""

NOT_KNOWN: Final = {
    "rnd": "random numbers in a condition have no chance that can be told",
    "evalcontract": "the program itself does not do it",
}
"""Words that some versions of the program know, and the reason these scripts lack them."""

_HOLDING: Final = re.compile(r"[CDHS]A?K?Q?J?T?9?8?7?6?5?4?3?2?")
_CARD: Final = re.compile(r"[2-9TJQKA][CDHS]")
_CONTRACT: Final = re.compile(r"x[1-7][CDHSN]")
_PATTERN: Final = re.compile(r"[0-9x]{4}")


def terminal_of(word: str) -> str:
    """Return the terminal of a word or a number.

    Example:
        >>> terminal_of("hcps"), terminal_of("SAQ42"), terminal_of("x3N"), terminal_of("opener")
        ('COUNT', 'HOLDING', 'CONTRACT', 'NAME')
    """
    if word.isdigit():
        return "FOUR_DIGITS" if len(word) == 4 else "NUMBER"
    found = TERMINALS.get(word)
    if found is not None:
        return found
    for pattern, terminal in (
        (_PATTERN, "PATTERN"),
        (_HOLDING, "HOLDING"),
        (_CARD, "CARD"),
        (_CONTRACT, "CONTRACT"),
    ):
        if pattern.fullmatch(word):
            return terminal
    return "NAME"
