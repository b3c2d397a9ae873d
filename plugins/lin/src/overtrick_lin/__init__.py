"""LIN, the files of Bridge Base Online, and links to online viewers.

This module only declares; what its functions need is imported when they are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick import Field
from overtrick.plugin import (
    DEAL_FIELDS,
    ApiVersion,
    CommandSpec,
    ExtrasSpec,
    FormatSpec,
    hookimpl,
    lazy_names,
)

if TYPE_CHECKING:
    from overtrick import Board
    from overtrick_lin.links import VIEWERS, LinkError


__all__ = ["VIEWERS", "LinkError", "link", "overtrick_commands", "overtrick_formats", "qr_svg"]

__getattr__, __dir__ = lazy_names(globals(), {"links": "VIEWERS LinkError"})


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the formats `lin` and `link_list`."""
    yield FormatSpec(
        name="lin",
        summary="Bridge Base Online's hand records and vugraph files",
        suffixes=(".lin",),
        magic=(b"vg|", b"qx|", b"pn|", b"md|"),
        reader="overtrick_lin.reader:read",
        writer="overtrick_lin.writer:write",
        sniffer="overtrick_lin.sniffer:sniff",
        carries=DEAL_FIELDS
        | {
            Field.NAME,
            Field.PARTIAL_DEAL,
            Field.CONTRACT,
            Field.RESULT,
            Field.SCORING,
            Field.AUCTION_CALLS,
            Field.AUCTION_NOTES,
            Field.AUCTION_ALERTS,
            Field.PLAY_CARDS,
            Field.INFO_EVENT,
            Field.INFO_ROOM,
            Field.INFO_PLAYERS,
            Field.INFO_TEAMS,
            Field.EXTRAS,
            Field.HEADER,
        },
        # PBN has the segment of a match as a tag, and its records as escape lines.
        capabilities=(
            ExtrasSpec(
                foreign=("pbn:Stage", "pbn:escapes"),
                labels={
                    "listed": "what the list of results says otherwise",
                    "match": "the records of the match",
                    "other": "pages of a lesson, and other records of LIN",
                    "vg": "the match",
                    "rs": "the list of results",
                    "pn": "the list of players",
                    "pw": "the list of players",
                    "mp": "the list of scores",
                    "bn": "the list of board numbers",
                },
            ),
        ),
        read_options="overtrick_lin.options:ReadOptions",
        write_options="overtrick_lin.options:WriteOptions",
        diagnostics="overtrick_lin.diagnostics:CODES",
    )
    yield FormatSpec(
        name="link_list",
        summary="lists of links to hand viewers in the net, a board in each",
        suffixes=(".links",),
        reader="overtrick_lin.links_reader:read_link_list",
        writer="overtrick_lin.links_writer:write_link_list",
        sniffer="overtrick_lin.sniffer:sniff_link_list",
        carries=DEAL_FIELDS
        | {
            Field.NAME,
            Field.PARTIAL_DEAL,
            Field.CONTRACT,
            Field.RESULT,
            Field.AUCTION_CALLS,
            Field.AUCTION_NOTES,
            Field.AUCTION_ALERTS,
            Field.PLAY_CARDS,
            Field.INFO_PLAYERS,
        },
        diagnostics="overtrick_lin.diagnostics:CODES",
    )


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `link`."""
    yield CommandSpec(
        name="link",
        summary="Print a link to an online viewer for each board",
        command="overtrick_lin.cli:link",
    )


def link(board: Board, *, to: str = "bbo", deal_only: bool = False) -> str:
    """Return a link to an online viewer, which contains the board.

    Args:
        board: the board; what LIN has no place for is left out.
        to: `bbo` for Bridge Base Online's hand viewer, `bsol` for Bridge Solver Online.
        deal_only: whether names, auction, play and result stay out, for a short address.

    Raises:
        LinkError: the viewer is not known, the board has no cards, or the viewer needs more of
            them.

    Example:
        >>> from overtrick import Board, Deal, Seat
        >>> deal = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -")
        >>> address = link(Board(number=1, dealer=Seat.NORTH, deal=deal), to="bsol")
        >>> address.partition("lin=")[2][:41]
        'st%7C%7Cmd%7C3S872HT9543DK9732C,SQ64HK862'
    """
    from overtrick_lin.links import make_link

    return make_link(board, to=to, deal_only=deal_only).address


def qr_svg(text: str, *, size: float | None = None) -> str:
    """Return a text, usually an address, as a QR code: an `svg` element, dark on white.

    Args:
        text: what the code says; the same text gives the same bytes.
        size: width and height in pixels; without it the picture takes the room that it is given.

    Raises:
        LinkError: the text is too long for a code.
        PluginError: segno is not installed (`overtrick-lin[qr]`).
    """
    from overtrick_lin import qr

    return qr.qr_svg(text, size=size)
