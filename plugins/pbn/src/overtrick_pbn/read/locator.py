"""Finds the place in the file of a part of a board, such as `auction.3` or `play.2.W`.

The board's own text is read again, so that positions cost nothing until somebody asks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.findings.diagnostics import Location
from overtrick.model import Board, Seat
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
    encoding = dict(board.source.context).get("%encoding", "utf-8")
    game = _placed(board, parse_game(board.source.text, encoding=encoding))
    index = _index(board, game, part)
    if index is None:
        return None
    place = game.position(index)
    origin = board.origin or Location()
    return Location(
        path=origin.path,
        line=place.line,
        column=place.column,
        offset=place.offset,
        board=origin.board,
    )


def _placed(board: Board, game: Game) -> Game:
    """Return the game with the line and offset of its text in the file."""
    origin = board.origin
    if origin is None or origin.line is None or origin.offset is None:
        return game
    sections = game.sections
    first = sections[1].start if len(sections) > 1 else 0
    place = game.position(first)
    return Game(
        game.text,
        line=origin.line - place.line + 1,
        offset=origin.offset - place.offset,
        encoding=game.encoding,
    )


def _index(board: Board, game: Game, part: str) -> int | None:
    name, *rest = part.removeprefix("extras.pbn:").split(".")
    name = _TAGS.get(name, name)
    section = next((section for section in game.sections if section.name == name), None)
    if section is None:
        return None
    if rest:
        if name == "Auction" and rest[0].isdecimal():
            return _nth(_calls(game.text, section), int(rest[0]), section)
        if name == "Play" and rest[0].isdecimal() and board.play is not None:
            step = 0
            if len(rest) > 1 and rest[1] in {"N", "E", "S", "W"}:
                step = (Seat.parse(rest[1]) - board.play.leader) & 3
            return _nth(_cards(game.text, section), 4 * int(rest[0]) + step, section)
        grid = board.grid(name)
        if grid is not None and grid.columns and rest[0].isdecimal():
            return _nth(_elements(game.text, section), int(rest[0]) * len(grid.columns), section)
    return section.start


def _nth(starts: Iterable[int], count: int, section: Section) -> int:
    """Return the place of a 0-based number; the section's where there is none."""
    return next(itertools.islice(starts, count, None), section.start)


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
