"""The quick look at a game of which only number, dealer, vulnerability and deal are wanted.

A board that was read in part is not kept for writing back, so that all of the game's other tags may
be passed over; of those that later games can inherit only the board number matters here.

It takes a game whose four tags are written as export format writes them, each at the beginning of
its line, and gives what the long way gives; any other game it leaves alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from overtrick import Board, Field, Location
from overtrick.plugin import made_board
from overtrick_pbn.read.deal import plain_deal, read_deal
from overtrick_pbn.read.values import MAX_DIGITS, SEATS
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.values import VULNERABLE
from overtrick_pbn.text.scanners import plain_tag

if TYPE_CHECKING:
    from overtrick_pbn.read.inheritance import Inheritance
    from overtrick_pbn.text.syntax import Game

SKIMMED: Final = frozenset(
    {Field.NUMBER, Field.DEALER, Field.VULNERABILITY, Field.DEAL, Field.PARTIAL_DEAL}
)
"""What a skimmed board has."""

# A line that begins with a bracket is neither in a rest-of-line comment, nor in an escape line,
# nor in a string; only a brace comment can reach over it.
_TAG: Final = re.compile(r"\n" + plain_tag("Board|Dealer|Vulnerable|Deal", lexis.BARE_STRING))
_LONG_COMMENT: Final = re.compile(r"\{[^}\r\n]*+(?:[\r\n]|\Z)")
_SPACED: Final = re.compile(r"\[\s")
_INHERITS: Final = '"#'
_BOARD: Final = ("Board",)


class _OddValueError(Exception):
    """A value that must be read the long way, since there is something to say of it."""


def skim(game: Game, inheritance: Inheritance, path: str | None) -> Board | None:
    """Return the board of a game, or `None` where it has to be read the long way."""
    text = game.text
    if text[0] != "[" or inheritance.standing or _INHERITS in text:
        return None
    tags = _TAG.findall("\n" + text)
    fields = dict(tags)
    if len(tags) != 4 or len(fields) != 4 or _SPACED.search(text):
        return None
    # A tag that begins a game and stands twice may begin another one: Dealer counts as Deal here.
    if text.count("[Board") > 1 or text.count("[Deal") > 2 or text.count("[Event") > 1:
        return None
    if ("{" in text and _LONG_COMMENT.search(text)) or "</PBN>" in text:
        return None
    number = fields["Board"]
    if not (number.isdecimal() and number.isascii()) or number[0] == "0":
        return None
    dealer = SEATS.get(fields["Dealer"])
    vulnerability = VULNERABLE.get(fields["Vulnerable"])
    if dealer is None or vulnerability is None or len(number) >= MAX_DIGITS:
        return None
    try:
        deal = plain_deal(fields["Deal"]) or read_deal(fields["Deal"], _refuse)
    except _OddValueError:
        return None
    if deal is None:
        return None
    inheritance.keep(_BOARD, [number])
    return made_board(
        number=int(number),
        dealer=dealer,
        vulnerability=vulnerability,
        deal=deal,
        origin=Location(path=path, line=game.line, column=1, offset=game.offset, board=int(number)),
    )


def _refuse(code: str, **values: object) -> None:
    raise _OddValueError(code)
