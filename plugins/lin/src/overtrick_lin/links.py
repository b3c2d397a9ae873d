"""Links to online viewers, with a board in them.

The address contains the board as LIN, on one line, without the values of a complete match:
the viewer reads it and requests the board from no server.

Source: Handviewer documentation (`lin`); observed, addresses that Bridge Solver Online's own pages
make.
"""

from __future__ import annotations

import io
from typing import Final
from urllib.parse import quote

import attrs

from overtrick import NO_EXTRAS, Board, Field, Info, LossKind, LossReport, OvertrickError
from overtrick.plugin import API_VERSION, WriteContext
from overtrick_lin import overtrick_formats
from overtrick_lin.values import MAX_BOARD_NUMBER
from overtrick_lin.writer import Output, line_of


class LinkError(OvertrickError, ValueError):
    """A board that a viewer cannot show, or an unknown viewer."""


@attrs.frozen(kw_only=True)
class Viewer:
    """A page that shows a board.

    Attributes:
        name: what people call it.
        page: its address; the quoted LIN comes behind it.
        needs_all_cards: whether it can do nothing with less than 52 cards.
    """

    name: str
    page: str
    needs_all_cards: bool = False


VIEWERS: Final = {
    "bbo": Viewer(
        name="Bridge Base Online's hand viewer",
        page="https://www.bridgebase.com/tools/handviewer.html?lin=",
    ),
    "bsol": Viewer(
        name="Bridge Solver Online",
        page="https://dds.bridgewebs.com/bsol_standalone/ddummy.html?lin=",
        needs_all_cards=True,
    ),
}
"""The viewers by the words for `--to`."""


@attrs.frozen(kw_only=True)
class Link:
    """A link with a board in it.

    Attributes:
        address: the address.
        losses: the board's values without a place in LIN; those of a match or a complete file are
            no part of a link and not counted.
    """

    address: str
    losses: LossReport


def make_link(board: Board, *, to: str = "bbo", deal_only: bool = False) -> Link:
    """Return the link to a viewer with a board in it.

    Args:
        board: the board.
        to: the viewer, a key of `VIEWERS`.
        deal_only: whether names, auction, play and result stay out, for a short address.

    Raises:
        LinkError: the viewer is not known, the board has no cards, or the viewer needs more of
            them.
    """
    if to not in VIEWERS:
        msg = f"no viewer {to!r} (there are: {', '.join(VIEWERS)})"
        raise LinkError(msg)
    viewer = VIEWERS[to]
    # The one hand that may be missing follows from the others; not every viewer draws that.
    deal = None if board.deal is None else board.deal.completed()
    if deal is None or not any(deal):
        msg = f"board {board.label} has no cards to show"
        raise LinkError(msg)
    if viewer.needs_all_cards and not deal.is_complete:
        msg = f"board {board.label}: {viewer.name} needs all 52 cards"
        raise LinkError(msg)
    spec = next(spec for spec in overtrick_formats(API_VERSION) if spec.name == "lin")
    ctx = WriteContext(spec)
    shown = _shown(attrs.evolve(board, deal=deal), deal_only=deal_only)
    return Link(address=_address(shown, viewer, ctx), losses=ctx.losses.report())


def address_in(board: Board, viewer: Viewer, ctx: WriteContext) -> str:
    """Return the link to a viewer with as much of a board as it can hold.

    Args:
        board: the board; a part of its cards will do, or none.
        viewer: the viewer.
        ctx: what is written; what of the board is not in the address is reported there.
    """
    number, deal = board.number, board.deal
    if number is not None and not 0 <= number <= MAX_BOARD_NUMBER:
        ctx.lose(board, Field.NUMBER, f"LIN board numbers end at {MAX_BOARD_NUMBER}")
        board = attrs.evolve(board, number=None)
    if deal is not None and (complete := deal.completed()) != deal:
        reason = "the missing hand is filled in"
        ctx.lose(board, Field.PARTIAL_DEAL, reason, LossKind.APPROXIMATED)
        ctx.lose(board, Field.DEAL, reason, LossKind.DEFAULTED)
        board = attrs.evolve(board, deal=complete)
    return _address(_shown(board, deal_only=False), viewer, ctx)


def _address(board: Board, viewer: Viewer, ctx: WriteContext) -> str:
    commands = Output(io.BytesIO(), ctx).commands(board)
    # The title has the number; if it has a name instead, the page has the number, as in a file.
    if board.number is not None and board.name:
        commands.insert(0, ("qx", f"o{board.number}"))
    written = [
        _with_dealer(name, value) for name, value in commands if (name, value) != ("pn", ",,,")
    ]
    # Bars and blanks would end an address in a mail or a chat; a comma does not.
    return viewer.page + quote(line_of(written), safe=",")


def _with_dealer(name: str, value: str) -> tuple[str, str]:
    """Return a command with a digit before the hands, which viewers read as the dealer."""
    return name, f"0{value}" if name == "md" and not value[0].isdigit() else value


def _shown(board: Board, *, deal_only: bool) -> Board:
    """Return the part of a board that a link can show."""
    if deal_only:
        return Board(
            number=board.number,
            dealer=board.dealer,
            vulnerability=board.vulnerability,
            deal=board.deal,
        )
    info = Info(players=board.info.players)
    return attrs.evolve(board, info=info, extras=NO_EXTRAS)
