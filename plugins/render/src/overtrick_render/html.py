"""Boards, deals, hands and sets of boards as HTML: for notebooks, pages and paper.

Nothing is loaded from elsewhere and nothing runs. Colours are those of the page around, with
suits that can be read on white and on black, so that a dark notebook shows them as well.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import BinaryIO, Final

from overtrick import ENGLISH, Board, BoardSet, Deal, Grid, Hand, Look, Seat, Suit, Terms
from overtrick.plugin import (
    COLOURS,
    OPTIMUM_RESULT_TABLE,
    BoardText,
    Table,
    ViewContext,
    printable,
)
from overtrick_render.drawing import SUITS, VOID, Tabular, compass, not_given
from overtrick_render.translation import translator

_STYLE: Final = (
    ".overtrick-board{font-family:sans-serif;line-height:1.35;margin:1em 0;break-inside:avoid;"
    "overflow-wrap:anywhere}"
    ".overtrick-board p{margin:.1em 0}"
    ".overtrick-board figcaption p:first-child{font-size:1.15em;font-weight:bold}"
    ".overtrick-hands{display:inline-grid;grid-template-columns:repeat(3,minmax(6.5em,max-content));"
    "gap:.5em 1.6em;margin:.8em 0;align-items:center}"
    ".overtrick-hands ul,.overtrick-hand ul{list-style:none;margin:0;padding:0;font-size:1.2em;"
    "letter-spacing:.06em;white-space:nowrap}"
    ".overtrick-hands p{margin:0;font-size:.85em;opacity:.75;max-width:12em}"
    ".overtrick-suit{display:inline-block;width:.9em;letter-spacing:0}"
    ".overtrick-n{grid-area:1/2}.overtrick-w{grid-area:2/1}.overtrick-e{grid-area:2/3}"
    ".overtrick-s{grid-area:3/2}.overtrick-compass{grid-area:2/2;width:6.5em;height:6.5em}"
    ".overtrick-points{grid-area:3/1}"
    ".overtrick-makeable{grid-area:3/3}"
    ".overtrick-board table{border-collapse:collapse;margin:.8em 0;font-size:.95em}"
    ".overtrick-board caption{font-weight:bold;text-align:left;white-space:nowrap}"
    ".overtrick-board thead th{border-bottom:1px solid #999;font-weight:normal}"
    ".overtrick-board th,.overtrick-board td{padding:.1em .7em .1em 0;text-align:left;"
    "vertical-align:top}"
    ".overtrick-board .overtrick-right{text-align:right}"
    ".overtrick-makeable table,.overtrick-points table{margin:0;font-size:.85em}"
    ".overtrick-makeable td,.overtrick-makeable th,.overtrick-points td{padding:0 .35em;"
    "text-align:center}"
    ".overtrick-makeable td:first-child,.overtrick-makeable th:first-child{text-align:left;"
    "padding-left:0}.overtrick-makeable th+th{white-space:nowrap}"
    + "".join(f".overtrick-{name}{{color:{value}}}" for name, value in COLOURS.items())
    + "@media(max-width:30em){.overtrick-hands{font-size:.75em;gap:.4em .6em}}"
    ".overtrick-spoken{position:absolute;width:1px;height:1px;overflow:hidden;"
    "clip-path:inset(50%);white-space:nowrap}"
)

_PAGE_STYLE: Final = (
    ":root{color-scheme:light dark}body{margin:1em}"
    "main{display:flex;flex-wrap:wrap;gap:1em 3em;align-items:flex-start}"
    "main .overtrick-board{margin:0}@page{margin:12mm}"
    "@media print{body{margin:0;font-size:7pt}main{gap:4mm}}"
)


def html_diagram(
    shown: Board | Deal | Hand | BoardSet | Tabular,
    look: Look | None = None,
    *,
    language: str = ENGLISH,
) -> str:
    """Return a board, a deal, a hand, a table or a set of boards as self-contained HTML.

    It is one `figure` with its style; a set is a table of its boards, as is an auction of its
    calls and a play of its cards. Each suit is also named for
    those who hear the page, each table has a caption and heads. Everything that comes from a file
    is escaped, and nothing is loaded from elsewhere.

    Args:
        shown: what to show.
        look: colours of the suits, and which parts of a board and which hands.
        language: the code of the language, one of `languages()`.

    Raises:
        OptionError: a language that there are no words of.

    Example:
        >>> print(html_diagram(Board(number=1, name="<b>"))[:78])
        <figure class="overtrick-board" role="group" aria-label="Board 1 · &lt;b&gt;">
    """
    chosen = look or Look()
    words = translator(language=language)
    style = f"<style>{_STYLE}</style>"
    if isinstance(shown, BoardSet):
        label = _count(shown, words)
        return _figure(label, style + _overview(shown, label, chosen, words), words)
    if isinstance(shown, Hand):
        hand = f'<div class="overtrick-hand">{_suits(shown, chosen, words)}</div>'
        return _figure(words.gettext("Hand"), style + hand, words)
    if isinstance(shown, Deal):
        hands = _hands(Board(deal=shown), shown, chosen, words)
        return _figure(words.gettext("Deal"), style + hands, words)
    if isinstance(shown, Tabular):
        table = Table.of(shown, words)
        return _figure(table.title, style + _table(table, chosen), words)
    return _board(shown, chosen, words, style)


def html_page(
    boards: Iterable[Board], look: Look | None = None, *, language: str = ENGLISH
) -> Iterator[str]:
    """Yield a page of boards in pieces: side by side, ready for printing.

    Args:
        boards: in the order in which they are to stand.
        look: as for `html_diagram`.
        language: as for `html_diagram`.

    Raises:
        OptionError: a language that there are no words of.
    """
    chosen = look or Look()
    words = translator(language=language)
    yield (
        f'<!DOCTYPE html>\n<html lang="{_tag(words)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(words.gettext('Boards'))}</title><style>{_STYLE}{_PAGE_STYLE}</style></head><body><main>\n"
    )
    for board in boards:
        yield _board(board, chosen, words) + "\n"
    yield "</main></body></html>\n"


def _tag(words: Terms) -> str:
    """Return the HTML code of the language."""
    return words.language.replace("_", "-")


def _figure(label: str, content: str, words: Terms) -> str:
    # A page around it that has another language is not to be read out in that one.
    lang = "" if words.language == ENGLISH else f' lang="{_tag(words)}"'
    return (
        f'<figure class="overtrick-board" role="group" aria-label="{html.escape(label)}"{lang}>'
        f"{content}</figure>"
    )


def _board(board: Board, look: Look, words: Terms, style: str = "") -> str:
    texts = BoardText(board, words)
    title = " · ".join(texts.heading())
    above = "".join(f"<p>{_marked(line, look)}</p>" for line in (title, *texts.occasion()))
    parts = [style, f"<figcaption>{above}</figcaption>"]
    corner = None
    if board.deal is not None:
        if look.tables and texts.tricks() is not None:
            corner = board.grid(OPTIMUM_RESULT_TABLE)
        parts.append(_hands(board, board.deal, look, words, corner))
    else:
        letter = words.seat_letter
        names = "  ".join(f"{letter(seat)}: {name}" for seat, name in texts.players().items())
        parts += [f"<p>{_marked(names, look)}</p>"] if names else []
    end = " · ".join(texts.outcome())
    parts += [f"<p>{_marked(end, look)}</p>"] if end else []
    parts += (_table(table, look) for table in texts.tables(look, without=corner))
    return _figure(title, "".join(parts), words)


def _hands(board: Board, deal: Deal, look: Look, words: Terms, corner: Grid | None = None) -> str:
    """Return four hands around a compass, with the facts of the deal in the corners."""
    names = BoardText(board, words).players()
    deal = deal.completed()
    parts = []
    for seat in Seat:
        name = f"<p>{_marked(names[seat], look)}</p>" if seat in names else ""
        hand = "" if look.hides(seat) else _suits(deal[seat], look, words)
        parts.append(
            f'<section class="overtrick-{seat.symbol.lower()}"'
            f' aria-label="{html.escape(words.seat(seat))}">'
            f"{name}{hand}</section>"
        )
    # The caption says the same in words.
    parts.append(
        '<svg class="overtrick-compass" viewBox="-1 -1 102 102" fill="currentColor"'
        f' aria-hidden="true">{compass(board, words)}</svg>'
    )
    if look.shown(deal).is_complete:
        parts.append(f'<div class="overtrick-points">{_points(deal, words)}</div>')
    if corner is not None:
        table = _table(Table.of(corner, words), look)
        parts.append(f'<div class="overtrick-makeable">{table}</div>')
    return f'<div class="overtrick-hands">{"".join(parts)}</div>'


def _suits(hand: Hand, look: Look, words: Terms) -> str:
    if not hand:
        return f"<ul><li>{html.escape(not_given(words))}</li></ul>"
    lines = "".join(
        f'<li><span class="overtrick-suit" aria-hidden="true">{_pip(suit, look)}</span>'
        f'<span class="overtrick-spoken">{html.escape(words.suit(suit).capitalize())}:</span>'
        f" {html.escape(words.holding(hand, suit)) or VOID}</li>"
        for suit in SUITS
    )
    return f"<ul>{lines}</ul>"


def _points(deal: Deal, words: Terms) -> str:
    """Return the high-card points of the four hands, arranged like the hands."""
    north, east, south, west = (hand.hcp for hand in deal)
    told = ", ".join(f"{words.seat(seat)} {deal[seat].hcp}" for seat in Seat)
    spoken = html.escape(f"{words.gettext('High-card points')}: {told}")
    unit = html.escape(words.gettext("HCP"))
    return (
        f'<span class="overtrick-spoken">{spoken}</span><table aria-hidden="true"><tbody>'
        f"<tr><td></td><td>{north}</td><td></td></tr>"
        f"<tr><td>{west}</td><td><small>{unit}</small></td><td>{east}</td></tr>"
        f"<tr><td></td><td>{south}</td><td></td></tr></tbody></table>"
    )


def _table(table: Table, look: Look) -> str:
    """Return a table with its caption, its heading and its notes."""

    def cells(tag: str, row: Iterable[str]) -> str:
        right = ' class="overtrick-right"'
        return "".join(
            f"<{tag}{right if table.is_right(column) else ''}>{_marked(cell, look)}</{tag[:2]}>"
            for column, cell in enumerate(row)
        )

    head = f"<thead><tr>{cells(_HEAD, table.head)}</tr></thead>" if table.head else ""
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in table.rows)
    below = "".join(f"<p>{_marked(note, look)}</p>" for note in table.notes)
    caption = f"<caption>{_marked(table.title, look)}</caption>"
    return f"<table>{caption}{head}<tbody>{body}</tbody></table>{below}"


_HEAD: Final = 'th scope="col"'

# A table of more boards than these is cut: a notebook is no place for a thousand rows.
_MOST: Final = 64


def _count(boards: BoardSet, words: Terms) -> str:
    count = len(boards)
    return words.ngettext("{count} board", "{count} boards", count).format(count=count)


def _overview(boards: BoardSet, title: str, look: Look, words: Terms) -> str:
    """Return an overview table: one row for each board."""
    head = (
        words.gettext("Board"),
        words.gettext("Dealer"),
        words.gettext("Vulnerable"),
        *map(words.seat, Seat),
        words.gettext("Contract"),
        words.gettext("Result"),
        words.gettext("Score"),
    )
    rows = tuple(tuple(_overview_cells(board, look, words)) for board in islice(boards, _MOST))
    left = len(boards) - len(rows)
    more = (words.gettext("and {count} more").format(count=left),) if left else ()
    title += f" · {boards.format}" if boards.format is not None else ""
    return _table(Table(title=title, head=head, rows=rows, notes=more), look)


def _overview_cells(board: Board, look: Look, words: Terms) -> Iterator[str]:
    yield printable(board.label)
    yield words.seat(board.dealer) if board.dealer is not None else ""
    yield words.vulnerability(board.vulnerability) if board.vulnerability is not None else ""
    for seat in Seat:
        hand = look.shown(board.deal)[seat] if board.deal is not None else None
        yield " ".join(f"{s.glyph}{words.holding(hand, s) or VOID}" for s in SUITS) if hand else ""
    yield words.contract(board.contract) if board.contract is not None else ""
    yield words.result(board.result) if board.result else ""
    yield words.score(board.score) if board.score else ""


def _marked(text: str, look: Look) -> str:
    """Escape a printable text and colour the suits in it."""
    escaped = html.escape(text)
    return re.sub("[♠♥♦♣]", lambda match: _pip(_SUIT_OF_GLYPH[match[0]], look), escaped)


_SUIT_OF_GLYPH: Final = {suit.glyph: suit for suit in Suit}


def _pip(suit: Suit, look: Look) -> str:
    # The selector behind the sign asks for text: some systems would show an emoji.
    sign = f"{suit.glyph}\ufe0e"
    colour = look.colour_of(suit)
    return sign if colour is None else f'<span class="overtrick-{colour}">{sign}</span>'


def view(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Write a page of boards; the view `html`."""
    for piece in html_page(boards, ctx.options(Look), language=ctx.language):
        sink.write(piece.encode())
