"""Comments and escape lines that stand at no call or card: where each goes in a game.

Source: PBN 2.1 §2.4 (Escape mechanism), §3.8 (Commentary).
"""

from __future__ import annotations

from typing import Final

from overtrick.losses import Field
from overtrick.model import Board, Extras
from overtrick_pbn.export_lines import anchored
from overtrick_pbn.export_report import SILENT, Report
from overtrick_pbn.export_tables import sorted_grids
from overtrick_pbn.export_tags import board_sections, supplemental_values
from overtrick_pbn.names import MANDATORY
from overtrick_pbn.texts import WIDTH, clean


class Remarks:
    """The comments and escape lines that stand at no call or card, by their place."""

    __slots__ = ("_places", "_report")

    def __init__(self, extras: Extras, report: Report) -> None:
        self._report = report
        self._places: dict[str, list[tuple[bool, str]]] = {}
        for key, is_escape in (("pbn:comments", False), ("pbn:escapes", True)):
            pairs = extras.get(key)
            for pair in pairs if isinstance(pairs, tuple) else ():
                if isinstance(pair, tuple) and len(pair) == 2:
                    self._places.setdefault(str(pair[0]), []).append((is_escape, str(pair[1])))
                else:
                    report.dropped(Field.EXTRAS, f"an item of {key} is a place and a text")

    def put(self, lines: list[str], place: str) -> None:
        """Append what stands at a place."""
        if place not in self._places:
            return
        for is_escape, text in self._places.pop(place):
            if not is_escape:
                anchored(lines, text, self._report)
            elif len(text) < WIDTH and clean(text) == text:
                lines.append(f"%{text}")
            else:
                self._report.dropped(
                    Field.EXTRAS, "an escape line does not fit a line of 255 characters"
                )

    def take(self, place: str) -> tuple[str, ...]:
        """Return the comments at a place and forget them."""
        return tuple(text for _, text in self._places.pop(place, ()))

    def has(self, place: str) -> bool:
        """Return whether anything stands at a place."""
        return place in self._places

    def put_strays(self, lines: list[str], name: str, notes: int) -> None:
        """Append what stands at notes or an end that a section does not have.

        Behind the calls or cards it would be taken for a comment on the last one of them.
        """
        prefix = f"{name}.note."
        lost = [
            place
            for place in self._places
            if (place.startswith(prefix) and not 1 <= _number(place[len(prefix) :]) <= notes)
            or place == f"{name}.end"
        ]
        for place in lost:
            self._report.changed(Field.EXTRAS, "a comment stands at a note that is not written")
            self.put(lines, place)

    def put_rest(self, lines: list[str], board: Board) -> None:
        """Append what stands at none of the places that the board's game has."""
        if self._places.keys() <= ALWAYS:
            return
        places = places_of(board)
        for place in [place for place in self._places if place not in places]:
            self._report.changed(Field.EXTRAS, "a comment stands at a tag that is not written")
            self.put(lines, place)

    def places(self) -> dict[str, list[tuple[bool, str]]]:
        """Return what stands where: whether it is an escape line, and its text."""
        return self._places


def remarks_of(board: Board, report: Report) -> Remarks | None:
    """Return a board's comments and escape lines; `None` where it has none."""
    extras = board.extras
    if extras and ("pbn:comments" in extras or "pbn:escapes" in extras):
        return Remarks(extras, report)
    return None


ALWAYS: Final = frozenset({"", *MANDATORY})
"""The places that every game has."""


def places_of(board: Board) -> set[str]:
    """Return the places at which something can stand in a board's game."""
    places = set(ALWAYS)
    places |= {name for name, _ in supplemental_values(board, board_sections(board), SILENT)}
    for grid in sorted_grids(board, SILENT):
        places |= {grid.name, f"{grid.name}.end"}
    for name, section in (("Auction", board.auction), ("Play", board.play)):
        if section is not None:
            places |= {name, f"{name}.end", *(f"{name}.note.{n}" for n in range(1, 33))}
    return places


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
