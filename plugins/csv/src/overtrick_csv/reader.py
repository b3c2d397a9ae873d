"""Read the CSV deal files of Big Deal: 18 quoted cells a line and no heading line.

The holdings of North, East, South and West, spades first, then the board number, then dealer and
vulnerability as in `N/-`, `E/NS`, `S/EW`, `W/All`. Known variants: LF or CRLF line ends. The name
CSV says nothing of the content: files with other columns are other formats.

Source: observed in files of Big Deal 2.0 and deal-convert; no published specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick import (
    Board,
    CardError,
    Deal,
    Extras,
    Hand,
    Location,
    ModelError,
    Seat,
    Vulnerability,
)
from overtrick.plugin import parse_holding
from overtrick_csv.cells import COLUMNS, split_line

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

Cells = list[tuple[int, str]]


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield a board for each line of 18 cells; an invalid cell becomes `None`."""
    is_first = True
    for number, line in enumerate(_lines(source, ctx), 1):
        text = line.rstrip("\r\n\x1a ")
        if is_first and text:
            is_first = False
            if line.endswith("\r"):
                ctx.header = Extras({"csv:source": "crlf"})
        if not text:
            continue
        board = _plain_board(text, number, ctx)
        if board is not None:
            yield board
            continue
        cells = split_line(text)
        if cells is None:
            ctx.issue("CSV011", line=number, column=1)
        elif len(cells) != COLUMNS:
            ctx.issue("CSV010", line=number, column=1, count=len(cells))
        else:
            yield _board(cells, number, ctx)


def _lines(source: BinaryIO, ctx: ReadContext) -> Iterator[str]:
    """Yield the lines with the CR of a CRLF, which shows the file's line ends."""
    for index, raw in enumerate(ctx.raw_lines(source)):
        if index == 0:
            ctx.refuse_wide(raw)
        line = raw.removeprefix(b"\xef\xbb\xbf") if index == 0 else raw
        end = b"\n" if line.endswith(b"\n") else b"\r"
        yield line.removesuffix(end).decode("latin-1")


_QUOTED: Final = re.compile(
    r'"([2-9TJQKA]*)",' * 16 + r'"([1-9][0-9]{0,8})","([NESW])/(-|None|NS|EW|All)"'
)


def _plain_board(text: str, line: int, ctx: ReadContext) -> Board | None:
    """Return the board of a plainly written line; `None` if each cell must be examined."""
    match = _QUOTED.fullmatch(text)
    if match is None:
        return None
    *holdings, number, dealer, vulnerability = match.groups()
    deal = Deal.from_holdings(holdings)
    if deal is None:
        return None
    return Board(
        number=int(number),
        dealer=Seat.parse(dealer),
        vulnerability=Vulnerability.parse(vulnerability),
        deal=deal,
        origin=Location(path=ctx.path, line=line, board=int(number)),
    )


def _board(cells: Cells, line: int, ctx: ReadContext) -> Board:
    column, text = cells[16]
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
    if not number:
        ctx.issue("CSV030", line=line, column=column, found=text[:20])
    deal = _deal(cells, line, number, ctx)
    dealer, vulnerability = _dealer_and_vulnerability(cells[17], line, number, ctx)
    return Board(
        number=number or None,
        dealer=dealer,
        vulnerability=vulnerability,
        deal=deal,
        origin=Location(path=ctx.path, line=line, board=number or None),
    )


def _deal(cells: Cells, line: int, number: int, ctx: ReadContext) -> Deal | None:
    masks = [0, 0, 0, 0]
    taken = 0
    sound = True
    for index, (column, text) in enumerate(cells[:16]):
        seat = Seat(index // 4)
        try:
            holding = parse_holding(text)
        except CardError as error:
            ctx.issue(
                "CSV020", line=line, column=column, board=number, seat=_name(seat), reason=error
            )
            sound = False
            continue
        mask = holding << 13 * (3 - index % 4)
        for other in Seat if mask & taken else ():
            if masks[other] & mask:
                reason = f"{_name(other)} and {_name(seat)}"
                ctx.issue("CSV022", line=line, column=column, board=number, who=reason)
                sound = False
                mask &= ~masks[other]
        masks[seat] |= mask
        taken |= mask
    if not sound:
        return None
    for seat in Seat:
        count = masks[seat].bit_count()
        if count != 13:
            column = cells[4 * seat][0]
            ctx.issue(
                "CSV021", line=line, column=column, board=number, seat=_name(seat), count=count
            )
            sound = False
    if not sound:
        return None
    north, east, south, west = masks
    return Deal((Hand(north), Hand(east), Hand(south), Hand(west)))


def _name(seat: Seat) -> str:
    return seat.name.title()


def _dealer_and_vulnerability(
    cell: tuple[int, str], line: int, number: int, ctx: ReadContext
) -> tuple[Seat | None, Vulnerability | None]:
    column, text = cell
    dealer, _, vulnerability = text.partition("/")
    try:
        return Seat.parse(dealer), Vulnerability.parse(vulnerability)
    except ModelError:
        ctx.issue("CSV031", line=line, column=column, board=number, found=text[:20])
        return None, None
