"""Edits of a text: what is replaced, by what, and which codes say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from overtrick import TextEdit
from overtrick_pbn.text.scanners import LINE_END
from overtrick_pbn.text.syntax import Game, Position

_NO_VALUES: Final[Mapping[str, object]] = {}


@attrs.frozen
class Edit:
    """One replacement in a game's text.

    Attributes:
        start: the index of the first character that goes, 0-based code points.
        end: the index behind the last one.
        text: what comes in their place.
        code: the code that tells of it.
        values: what fills the code's message.
        also: the codes of what else it fixes, whose messages the same values fill.
    """

    start: int
    end: int
    text: str
    code: str
    values: Mapping[str, object] = _NO_VALUES
    also: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """All codes that tell of it."""
        return (self.code, *self.also)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with its edits made; edits that overlap one before are left out.

    Example:
        >>> apply("1C P P", [Edit(3, 4, "Pass", "PBN752"), Edit(5, 6, "Pass", "PBN752")])
        '1C Pass Pass'
    """
    pieces: list[str] = []
    done = 0
    for edit in without_overlaps(edits):
        pieces += (text[done : edit.start], edit.text)
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)


def places_of(game: Game, edits: Iterable[Edit]) -> Iterator[tuple[Edit, Position]]:
    """Yield edits in the order of the text, each with the place where it begins."""
    done, line, offset = 0, game.line, game.offset
    begin = 1 - game.column
    for edit in without_overlaps(edits):
        for match in LINE_END.finditer(game.text, done, edit.start):
            line, begin = line + 1, match.end()
            offset += game.is_doubled
        offset += len(game.text[done : edit.start].encode(game.encoding))
        done = edit.start
        yield edit, Position(line, edit.start - begin + 1, offset)


def text_edit(game: Game, edit: Edit) -> TextEdit:
    """Return an edit of a game's text as one of its file."""
    start, end = game.position(edit.start), game.position(edit.end)
    return TextEdit(
        line=start.line,
        column=start.column,
        end_line=end.line,
        end_column=end.column,
        text=edit.text,
    )


def without_overlaps(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in the order of the text, less those that reach into one before."""
    kept: list[Edit] = []
    edits = [*edits]
    if len(edits) < 2:
        return edits
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept
