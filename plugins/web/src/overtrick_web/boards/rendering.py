"""Render one board for a page: its diagram, tables and links."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

import attrs
from markupsafe import Markup, escape

from overtrick import NO_INFO, Board, ExtraValue, Grid, Look, ModelError, Suit
from overtrick.plugin import (
    OPTIMUM_RESULT_TABLE,
    BoardText,
    Table,
    json_text,
    printable,
    printable_lines,
)
from overtrick_render import SheetLook, Translator, svg_diagram

LIN_NEEDED: Final = "python -m pip install overtrick-lin"
"""The install command for links to online viewers."""

_VIEWERS: Final = (("bbo", "Bridge Base Online"), ("bsol", "Bridge Solver Online"))
# The style sheet of the page colours the paper: no picture brings a style of its own.
_LOOK: Final = SheetLook(paper="light", auction=False, play=False)
_SUITS: Final = {suit.glyph: suit.name.lower() for suit in Suit}
_COMMENTS: Final = frozenset({"comments", "commentary", "comment"})
# Values about the layout of the file, not about the board.
_LAYOUT: Final = frozenset({"escapes", "BCFlags", "auction.notes", "play.notes"})
_LONGEST: Final = 2_000


def card_picture(board: Board, language: str) -> Markup:
    """Return the picture of a board in a list: hands and play, without names.

    Args:
        board: the board.
        language: the language's code.
    """
    plain = attrs.evolve(board, info=NO_INFO, missing={}, scoring=None, grids=_solved(board))
    return Markup(svg_diagram(plain, _LOOK, language=language))  # noqa: S704  # it escapes texts


def full_picture(board: Board, language: str) -> Markup:
    """Return the picture of a single board: hands, names and event, contract and result.

    Auction, play and tables are beside it, from `tables`.

    Args:
        board: the board.
        language: the language's code.
    """
    shown = attrs.evolve(
        board,
        missing={
            place: what for place, what in board.missing.items() if not place.startswith("info")
        },
        grids=_solved(board),
    )
    return Markup(svg_diagram(shown, _LOOK, language=language))  # noqa: S704  # as above


def tables(board: Board, words: Translator) -> Iterator[Table]:
    """Return auction, play and the board's own tables, ready for display.

    Args:
        board: the board.
        words: in which language.
    """
    return BoardText(board, words).tables(Look())


def comments(board: Board) -> Iterator[tuple[str, str]]:
    """Yield the comments of a board: place and text, with line breaks kept."""
    for key, value in board.extras.items():
        if key.partition(":")[2].lower() in _COMMENTS:
            for place, text in _pairs(value):
                if text.strip():
                    yield printable(place), printable_lines(text.replace("\r\n", "\n")).strip()


def others(board: Board) -> Iterator[tuple[str, str]]:
    """Yield the values that only the file's format has, as name and text."""
    for key, value in board.extras.items():
        name = key.partition(":")[2]
        if name in _LAYOUT or name.lower() in _COMMENTS:
            continue
        text = value if isinstance(value, str) else json_text(value)
        if text and text != "null":
            yield printable(name), printable(text[:_LONGEST])


@attrs.frozen(kw_only=True)
class Link:
    """A link to an online viewer with a board.

    Attributes:
        name: the viewer's name.
        address: the address; following it shows the hands to the viewer's owner.
    """

    name: str
    address: str


def has_links() -> bool:
    """Return whether links are available: overtrick-lin is installed."""
    return importlib.util.find_spec("overtrick_lin") is not None


def links(board: Board) -> tuple[Link, ...]:
    """Return the links to online viewers for a board; none for a board that they cannot show.

    Args:
        board: the board, whose hands may be shown.
    """
    if not has_links():
        return ()
    from overtrick_lin import LinkError, link

    found = []
    for key, name in _VIEWERS:
        try:
            found.append(Link(name=name, address=link(board, to=key)))
        except LinkError:
            continue  # without its cards there is nothing that the viewer could show
    return tuple(found)


def suited(text: str) -> Markup:
    """Return a text as HTML with the suit symbols in their colours.

    Example:
        >>> suited("3♥ <b>")
        Markup('3<span class="suit hearts">♥</span> &lt;b&gt;')
    """
    safe = escape(text)
    for glyph, name in _SUITS.items():
        if glyph in safe:
            sign = Markup('<span class="suit {}">{}</span>').format(name, glyph)
            safe = sign.join(safe.split(glyph))
    return safe


def _solved(board: Board) -> tuple[Grid, ...]:
    """Return the grid of double-dummy tricks, if a picture can show it as numbers."""
    grid = board.grid(OPTIMUM_RESULT_TABLE)
    try:
        return () if grid is None or board.double_dummy is None else (grid,)
    except ModelError:
        return ()


def _pairs(value: ExtraValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield "", value
    elif isinstance(value, tuple):
        texts = [item for item in value if isinstance(item, str)]
        if len(texts) == len(value) == 2:
            yield texts[0], texts[1]
            return
        for item in value:
            yield from _pairs(item)
