"""Read BHG (Borel): an empty line, then a line of 52 letters for each deal.

A line is four hands of thirteen letters, clockwise from the dealer. There are no board numbers: the
first is 1 unless the option says otherwise, and the dealer follows from the number. Known variants:
LF or CRLF line ends.

Source: observed in files of Big Deal 2.0 and deal-convert (that the dealer's hand comes first was
checked on both); no published specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick import Board, Deal, Extras, Location, Seat
from overtrick_bhg.letters import LENGTH, LETTERS, parse_letters
from overtrick_bhg.options import ReadOptions

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

MOST_FAULTS: Final = 4
"""How many faults of a line are worth a message."""

_END_OF_FILE: Final = b"\x1a"


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards in order; a damaged one, in `collect` mode, without its deal."""
    number = ctx.options(ReadOptions).first_board
    head = b""
    for line, raw in enumerate(ctx.raw_lines(source), 1):
        content = raw.rstrip(b"\r\n " + _END_OF_FILE)
        if line <= 2:
            # The first line is empty, which is little to tell by.
            head += raw
            ctx.refuse_wide(head)
        if line == 1:
            content = content.removeprefix(b"\xef\xbb\xbf")
            if raw.endswith(b"\r\n"):
                ctx.header = Extras({"bhg:source": "crlf"})
            if content:
                ctx.issue("BHG013", line=1)
        if not content:
            continue
        yield Board(
            number=number,
            **ctx.implied(number),
            deal=_deal(content, Seat.dealer_of(number), line, number, ctx),
            origin=Location(path=ctx.path, line=line, board=number),
        )
        number += 1


def _deal(content: bytes, dealer: Seat, line: int, number: int, ctx: ReadContext) -> Deal | None:
    if len(content) != LENGTH:
        ctx.issue("BHG010", line=line, board=number, have=len(content))
        return None
    if len(set(content)) == LENGTH and not content.translate(None, LETTERS):
        hands = [parse_letters(content[at : at + 13]) for at in (0, 13, 26, 39)]
        north, east, south, west = (hands[(seat - dealer) % 4] for seat in Seat)
        return Deal((north, east, south, west))
    seen: set[int] = set()
    faults = 0
    for column, letter in enumerate(content, 1):
        found = chr(letter)
        if faults == MOST_FAULTS:
            break
        faults += letter not in LETTERS or letter in seen
        if letter not in LETTERS:
            ctx.issue("BHG011", line=line, column=column, board=number, found=found)
        elif letter in seen:
            ctx.issue("BHG012", line=line, column=column, board=number, found=found)
        seen.add(letter)
    return None
