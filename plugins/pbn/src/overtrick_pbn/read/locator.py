"""Finds the place in the file of a part of a board, such as `auction.3` or `play.2.W`.

The board's own text is read again, so that positions cost nothing until somebody asks.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Final

from overtrick.findings.diagnostics import Location
from overtrick.model import Board, Seat, Source
from overtrick_pbn.text.annotations import slots_of
from overtrick_pbn.text.elements import elements_of
from overtrick_pbn.text.syntax import Game, Section, parse_game

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
            understood is left out.

    Returns:
        The place, or `None` where the board is not from a PBN file or has no such part.

    Example:
        >>> import overtrick_pbn.read.file
        >>> from overtrick.model import Source
        >>> source = Source(format="pbn", text='[Dealer "N"]\n[Auction "N"]\n1C Pass\n')
        >>> place = locate(overtrick_pbn.read.file.reread(source), "auction.1")
        >>> place.line, place.column
        (3, 4)
    """
    if board.source is None or board.source.format != "pbn":
        return None
    places = _places_of(board.source, board.origin or Location())
    index = _index(board, places, part)
    if index is None:
        return None
    place = places.game.position(index)
    origin = board.origin or Location()
    return Location(
        path=origin.path,
        line=place.line,
        column=place.column,
        offset=place.offset,
        board=origin.board,
    )


class _Places:
    """Where the parts of one game begin; each is looked for once.

    A game may have as many findings as calls, and each of them asks.

    Attributes:
        game: the game, with its place in the file.
        sections: the first section of each name.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sections: dict[str, Section] = {}
        for section in game.sections:
            self.sections.setdefault(section.name, section)
        self._starts: dict[str, tuple[int, ...]] = {}

    def starts(self, name: str) -> tuple[int, ...]:
        """Return where the entries, cards or elements of the section of a name begin."""
        if name not in self._starts:
            find = {"Auction": _calls, "Play": _cards}.get(name, _elements)
            self._starts[name] = tuple(find(self.game.text, self.sections[name]))
        return self._starts[name]


@functools.lru_cache(maxsize=1)
def _places(text: str, encoding: str, line: int | None, offset: int | None) -> _Places:
    """Return the places of the game whose first tag stands at a line and an offset of its file."""
    game = parse_game(text, encoding=encoding)
    if line is not None and offset is not None:
        sections = game.sections
        place = game.position(sections[1].start if len(sections) > 1 else 0)
        first = line - place.line + 1
        game = parse_game(text, line=first, offset=offset - place.offset, encoding=encoding)
    return _Places(game)


def _places_of(source: Source, origin: Location) -> _Places:
    """Return the places of a board's game, kept for the next finding in the same game."""
    encoding = dict(source.context).get("%encoding", "utf-8")
    return _places(source.text, encoding, origin.line, origin.offset)


def _index(board: Board, places: _Places, part: str) -> int | None:
    name, *rest = part.removeprefix("extras.pbn:").split(".")
    name = _TAGS.get(name, name)
    section = places.sections.get(name)
    if section is None:
        return None
    if not rest or not rest[0].isdecimal():
        return section.start
    number = int(rest[0])
    if name == "Play":
        if board.play is None:
            return section.start
        number *= 4
        if len(rest) > 1 and rest[1] in {"N", "E", "S", "W"}:
            number += (Seat.parse(rest[1]) - board.play.leader) & 3
    elif name != "Auction":
        grid = board.grid(name)
        if grid is None or not grid.columns:
            return section.start
        number *= len(grid.columns)
    starts = places.starts(name)
    return starts[number] if number < len(starts) else section.start


def _calls(text: str, section: Section) -> Iterator[int]:
    """Yield where each entry of the auction begins; AP stands for as many as it takes."""
    for slot in slots_of(text, section):
        word = slot.word.text
        if word not in {"-", "+"}:
            yield slot.word.start
            if word.upper() in {"AP", "ALL"}:
                yield from itertools.repeat(slot.word.start, 3)


def _cards(text: str, section: Section) -> Iterator[int]:
    """Yield where each place in the play begins."""
    for slot in slots_of(text, section):
        yield slot.word.start


def _elements(text: str, section: Section) -> Iterator[int]:
    for element in elements_of(text, section):
        yield element.start
