"""Read BER: 52 digits a deal, from the spade ace to the club deuce, without separators.

Each digit is the holder of a card: 1 North, 2 East, 3 South, 4 West. There are no board numbers:
the first is 1 unless the option says otherwise. Known variants: none; line ends and blanks are
passed over.

Source: observed in files of Big Deal 2.0 and deal-convert; no published specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick import Board, Deal, Location, Seat
from overtrick_ber.options import ReadOptions

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

LENGTH: Final = 52
MOST_FAULTS: Final = 4
"""How many faults of a deal are worth a message."""

_BETWEEN: Final = b" \t\r\n\x1a"
_HOLDERS: Final = tuple(
    bytes(49 if value == holder else 48 for value in range(256)) for holder in b"1234"
)


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards in file order; a damaged one, in `collect` mode, without its deal."""
    number = ctx.options(ReadOptions).first_board
    digits, places = b"", list[int]()
    offset = 0
    while piece := source.read(LENGTH - len(digits)):
        if not offset:
            ctx.refuse_wide(piece)
        if not piece.translate(None, b"1234") and not digits and len(piece) == LENGTH:
            digits, places = piece, list(range(offset, offset + LENGTH))
        else:
            for at, value in enumerate(piece, offset):
                if value not in _BETWEEN:
                    digits += bytes((value,))
                    places.append(at)
        offset += len(piece)
        if len(digits) == LENGTH:
            yield _board(digits, places, number, ctx)
            number += 1
            digits, places = b"", []
    if digits:
        ctx.issue("BER011", offset=places[0], board=number, have=len(digits))


def _board(digits: bytes, places: list[int], number: int, ctx: ReadContext) -> Board:
    return Board(
        number=number,
        **ctx.implied(number),
        deal=_deal(digits, places, number, ctx),
        origin=Location(path=ctx.path, offset=places[0], board=number),
    )


def _deal(digits: bytes, places: list[int], number: int, ctx: ReadContext) -> Deal | None:
    # The digits of one holder as a binary number are his hand: the spade ace is the highest bit.
    masks = [int(digits.translate(table), 2) for table in _HOLDERS]
    counts = [mask.bit_count() for mask in masks]
    if counts == [13, 13, 13, 13]:
        north, east, south, west = masks
        return Deal.from_masks(north, east, south, west)
    odd = [index for index, value in enumerate(digits) if value not in b"1234"]
    for index in odd[:MOST_FAULTS]:
        found = digits[index : index + 1].decode("latin-1")
        ctx.issue("BER010", offset=places[index], board=number, found=found)
    if not odd:
        text = ", ".join(
            f"{seat.name.title()} {count}" for seat, count in zip(Seat, counts, strict=True)
        )
        ctx.issue("BER012", offset=places[0], board=number, counts=text)
    return None
