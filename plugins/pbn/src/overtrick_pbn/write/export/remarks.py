"""Comments and escape lines that stand at no call or card: where each goes in a game.

Source: PBN 2.1 §2.4 (Escape mechanism), §3.8 (Commentary).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from overtrick import Board, Extras, Field
from overtrick_pbn.write.export.lines import anchored
from overtrick_pbn.write.export.tables import written_grids
from overtrick_pbn.write.export.tags import supplemental_values
from overtrick_pbn.write.losses import SILENT, Losses
from overtrick_pbn.write.strings import WIDTH, clean


class Remarks:
    """The comments and escape lines that stand at no call or card, by their place."""

    __slots__ = ("_losses", "_order", "_places", "_written")

    def __init__(self, extras: Extras, losses: Losses) -> None:
        self._losses = losses
        self._places: dict[str, list[tuple[bool, str]]] = {}
        # The places of comments, and those of escape lines, as they are listed.
        self._order: tuple[list[str], list[str]] = ([], [])
        self._written: list[str] = []
        for key, is_escape in (("pbn:comments", False), ("pbn:escapes", True)):
            pairs = extras.get(key)
            for pair in pairs if isinstance(pairs, tuple) else ():
                if isinstance(pair, tuple) and len(pair) == 2:
                    place = str(pair[0])
                    if is_escape and "." in place:
                        place = place.partition(".")[0]
                        losses.changed(Field.EXTRAS, "an escape line requires a tag")
                    self._places.setdefault(place, []).append((is_escape, str(pair[1])))
                    self._order[is_escape].append(place)
                else:
                    losses.dropped(Field.EXTRAS, f"an item of {key} requires a place and a text")

    def put(self, lines: list[str], *places: str) -> None:
        """Append what stands at some places, which come back as one: comments first."""
        found: list[tuple[bool, str]] = []
        for place in places:
            if place in self._places:
                self._written.append(place)
                found += self._places.pop(place)
        if len(places) > 1:
            found.sort(key=_is_escape)
        for is_escape, text in found:
            if not is_escape:
                anchored(lines, text, self._losses)
            elif len(text) < WIDTH and clean(text) == text:
                lines.append(f"%{text}")
            else:
                self._losses.dropped(Field.EXTRAS, "escape lines have at most 255 characters")

    def take(self, place: str) -> tuple[str, ...]:
        """Return the comments at a place and forget them; `wrote` tells when they are written."""
        return tuple(text for _, text in self._places.pop(place, ()))

    def wrote(self, place: str) -> None:
        """Take note that what stands at a place has been written."""
        self._written.append(place)

    def renumber(self, prefix: str, old: dict[str, int], new: dict[str, int]) -> None:
        """Move what stands at notes to the numbers that the notes get.

        Args:
            prefix: what their places begin with.
            old: the numbers that the places have, by the notes' texts.
            new: the numbers that they are to have.
        """
        moved = {f"{prefix}{old[text]}": f"{prefix}{new[text]}" for text in old}
        self._places = {moved.get(place, place): said for place, said in self._places.items()}
        for order in self._order:
            order[:] = [moved.get(place, place) for place in order]

    def has(self, place: str) -> bool:
        """Return whether anything stands at a place."""
        return place in self._places

    def strays(self, name: str, notes: int) -> list[str]:
        """Return the places at notes or an end that a section does not have.

        Behind the calls or cards a comment would be taken for one on the last of them.
        """
        prefix = f"{name}.note."
        return self._told(
            place
            for place in self._places
            if (place.startswith(prefix) and not 1 <= _number(place[len(prefix) :]) <= notes)
            or place == f"{name}.end"
        )

    def rest(self, board: Board) -> list[str]:
        """Return the places that the game does not have, once its mandatory tags are written."""
        if self._places.keys() <= _RESULT:
            return []
        places = places_after_identification(board) | _RESULT
        return self._told(place for place in self._places if place not in places)

    def _told(self, places: Iterable[str]) -> list[str]:
        lost = list(places)
        if lost:
            self._losses.changed(Field.EXTRAS, "the comment belongs to a tag that is not written")
        return lost

    @property
    def is_done(self) -> bool:
        """Whether all has been written."""
        return not self._places

    def finish(self) -> None:
        """Report remarks that come back in another order, though each at its place."""
        if max(map(len, self._order)) < 2:
            return
        position = {place: number for number, place in enumerate(self._written)}
        for places, what in zip(self._order, ("comments", "escape lines"), strict=True):
            order = [position.get(place, 0) for place in places]
            if order != sorted(order):
                self._losses.changed(Field.EXTRAS, f"{what} follow the order of the tags")

    def places(self) -> dict[str, list[tuple[bool, str]]]:
        """Return what stands where: whether it is an escape line, and its text."""
        return self._places


def remarks_of(board: Board, losses: Losses) -> Remarks | None:
    """Return a board's comments and escape lines; `None` where it has none."""
    extras = board.extras
    if extras and ("pbn:comments" in extras or "pbn:escapes" in extras):
        return Remarks(extras, losses)
    return None


def places_after_identification(board: Board) -> set[str]:
    """Return the places of a board's game behind its mandatory tags."""
    places = {name for name, _ in supplemental_values(board, SILENT)}
    for grid in written_grids(board, SILENT):
        places |= {grid.name, f"{grid.name}.end"}
    for name, section in (("Auction", board.auction), ("Play", board.play)):
        if section is not None or name.lower() in board.missing:
            places |= {name, f"{name}.end", *(f"{name}.note.{n}" for n in range(1, 33))}
    return places


_RESULT: Final = frozenset({"Result"})


def _is_escape(remark: tuple[bool, str]) -> bool:
    return remark[0]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
