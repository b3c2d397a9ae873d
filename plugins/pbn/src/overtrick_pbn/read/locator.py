"""Finds the place in the file of a part of a board, such as `auction.3` or `play.2.W`.

The board's own text is read again, so that positions cost nothing until somebody asks.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Final

from overtrick import Board, Location, Seat, Source
from overtrick_pbn.read.auction import ALL_PASSES, kind_of
from overtrick_pbn.standard.tags import SECTIONS
from overtrick_pbn.standard.values import SEAT_LETTERS
from overtrick_pbn.text.annotations import places_at
from overtrick_pbn.text.cut import Cut, cut_game
from overtrick_pbn.text.elements import elements_at
from overtrick_pbn.text.spans import At, Span, span_of
from overtrick_pbn.text.syntax import Game

_TAGS: Final = {
    "number": "Board",
    "name": "Board",
    "dealer": "Dealer",
    "vulnerability": "Vulnerable",
    "deal": "Deal",
    "scoring": "Scoring",
    "contract": "Contract",
    "declarer": "Declarer",
    "result": "Result",
    "score": "Score",
    "auction": "Auction",
    "play": "Play",
}


def locate(board: Board, part: str) -> Location | None:
    r"""Return where a part of a board stands in its file.

    Args:
        board: a board that was read from PBN.
        part: `auction.<call>`, `play.<trick>.<seat>` (0-based; N, E, S or W), a field's name, a
            tag's name, an extras key, or `<table>.<row>`; whatever follows a dot and is not
            understood is left out. Empty for the board as a whole, which is told by its first tag.

    Returns:
        The place with its end: a call or card, a row of a table, the value of a tag with its
        quotes, or the tag of a section of which nothing closer is said. `None` where the board is
        not from a PBN file or has no such part.

    Example:
        >>> import overtrick_pbn.read.file
        >>> from overtrick import Source
        >>> source = Source(format="pbn", text='[Dealer "N"]\n[Auction "N"]\n1C Pass\n')
        >>> place = locate(overtrick_pbn.read.file.reread(source), "auction.1")
        >>> place.line, place.column, place.end_column
        (3, 4, 8)
    """
    if board.source is None or board.source.format != "pbn":
        return None
    origin = board.origin or Location()
    places = _places_of(board.source, origin)
    span = _span(board, places, part)
    if span is None:
        return None
    place, end = (places.game.position(index) for index in span)
    return Location(
        path=origin.path,
        line=place.line,
        column=place.column,
        offset=place.offset,
        board=origin.board,
        end_line=end.line,
        end_column=end.column,
    )


class _Places:
    """Where the parts of one game stand; each is looked for once.

    A game may have as many findings as calls, and each of them asks.

    Attributes:
        game: the game, with its place in the file.
        cut: its tags.
    """

    def __init__(self, game: Game, cut: Cut) -> None:
        self.game = game
        self.cut = cut
        self._spans: dict[str, tuple[Span, ...]] = {}

    def spans(self, name: str) -> tuple[Span, ...]:
        """Return where the entries, cards or elements of the section of a name stand."""
        if name not in self._spans:
            find = {"Auction": _calls, "Play": _cards}.get(name, _elements)
            self._spans[name] = tuple(find(self.cut, self.cut.names.index(name)))
        return self._spans[name]


@functools.lru_cache(maxsize=1)
def _places(
    text: str,
    context: tuple[tuple[str, str], ...],
    line: int | None,
    column: int | None,
    offset: int | None,
) -> _Places:
    """Return the places of the game whose first tag stands at a place of its file."""
    known = dict(context)
    encoding, is_doubled = known.get("%encoding", "utf-8"), "%doubled" in known
    game, cut = Game(text, encoding=encoding, is_doubled=is_doubled), cut_game(text)
    if line is not None and offset is not None:
        place = game.position(cut.start(0) if cut.names else 0)
        # The game begins in the middle of a line if its first tag stands further right.
        first = (column or 1) - place.column + 1 if place.line == 1 else 1
        game = Game(text, line - place.line + 1, offset - place.offset, encoding, first, is_doubled)
    return _Places(game, cut)


def _places_of(source: Source, origin: Location) -> _Places:
    """Return the places of a board's game, kept for the next finding in the same game."""
    return _places(source.text, source.context, origin.line, origin.column, origin.offset)


def _span(board: Board, places: _Places, part: str) -> Span | None:
    if not part:
        return _of_tag(places, 0, At.TAG) if places.cut.names else None
    name, *rest = part.removeprefix("extras.pbn:").removeprefix("grids.").split(".")
    name = _TAGS.get(name, name)
    if not name or name not in places.cut.names:
        return None
    whole = _of_tag(places, places.cut.names.index(name), At.TAG if name in SECTIONS else At.VALUE)
    if not rest or not rest[0].isdecimal():
        return whole
    number, count = int(rest[0]), 1
    if name == "Play":
        if board.play is None:
            return whole
        number *= 4
        if len(rest) > 1 and rest[1] in SEAT_LETTERS:
            number += (Seat.parse(rest[1]) - board.play.leader) & 3
        else:
            count = 4
    elif name != "Auction":
        grid = board.grid(name)
        if grid is None or not grid.columns:
            return whole
        count = len(grid.columns)
        number *= count
    spans = places.spans(name)
    if number >= len(spans):
        return whole
    return spans[number][0], spans[min(number + count, len(spans)) - 1][1]


def _of_tag(places: _Places, position: int, at: At) -> Span:
    return span_of(places.game.text, places.cut.start(position), at)


def _calls(cut: Cut, position: int) -> Iterator[Span]:
    """Yield where each entry of the auction stands; AP stands for as many as it takes."""
    for slot in places_at(cut, position).slots:
        word = slot.word.text
        if word not in {"-", "+"}:
            span = slot.first.start, slot.word.end
            yield span
            if kind_of(word) in ALL_PASSES:
                yield from itertools.repeat(span, 3)


def _cards(cut: Cut, position: int) -> Iterator[Span]:
    """Yield where each place in the play stands."""
    for slot in places_at(cut, position).slots:
        yield slot.first.start, slot.word.end


def _elements(cut: Cut, position: int) -> Iterator[Span]:
    for element in elements_at(cut, position):
        yield element.start, element.end
