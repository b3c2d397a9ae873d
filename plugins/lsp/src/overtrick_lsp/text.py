"""A text in an editor's terms: lines, and positions in the units that it requested."""

from __future__ import annotations

import re
from typing import Final

import attrs
from lsprotocol import types
from pygls.workspace import PositionCodec

from overtrick import Location, TextEdit

# The protocol's own three line ends. `str.splitlines` knows more of them, a form feed for one.
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


@attrs.frozen
class Text:
    r"""A document's text, with the editor's unit of positions.

    Attributes:
        text: the whole of it.
        codec: turns columns in code points into the editor's units, UTF-16 for most.
        lines: the lines without their ends; one more than there are line ends.

    Example:
        >>> text = Text("[Site '\U0001f0a1 club']\n")
        >>> text.range(Location(line=1, column=9, end_line=1, end_column=14)).start.character
        9
    """

    text: str
    codec: PositionCodec = attrs.field(factory=PositionCodec, eq=False)
    lines: list[str] = attrs.field(init=False, eq=False, repr=False)

    @lines.default
    def _lines(self) -> list[str]:
        return _LINE_END.split(self.text)

    @property
    def data(self) -> bytes:
        """The text as the bytes of a file, UTF-8; an unpaired surrogate becomes a question mark."""
        return self.text.encode("utf-8", "replace")

    def position(self, line: int, column: int) -> types.Position:
        """Return a place, 1-based in code points, as an editor's position, 0-based in its units.

        A place behind the end of a line or of the text is its end.
        """
        row = min(max(line, 1), len(self.lines)) - 1
        text = self.lines[row]
        index = len(text) if line > len(self.lines) else min(max(column, 1) - 1, len(text))
        return types.Position(line=row, character=self.codec.client_num_units(text[:index]))

    def range(self, location: Location) -> types.Range:
        """Return the range of a finding: its own, else the rest of its line.

        A finding without a place stands on the first line.
        """
        line, column = location.line, location.column
        if line is None and location.offset is not None:
            before = self.data[: location.offset].decode("utf-8", "replace")
            above = _LINE_END.split(before)
            line, column = len(above), len(above[-1]) + 1
        row = min(line or 1, len(self.lines))
        start = self.position(line or 1, column or 1)
        if location.end_line is not None and location.end_column is not None:
            return types.Range(start, self.position(location.end_line, location.end_column))
        end = self.position(row, len(self.lines[row - 1].rstrip()) + 1)
        return types.Range(start, max(start, end))

    def edit(self, edit: TextEdit) -> types.TextEdit:
        """Return a replacement as an editor's text edit."""
        place = types.Range(
            self.position(edit.line, edit.column), self.position(edit.end_line, edit.end_column)
        )
        return types.TextEdit(range=place, new_text=edit.text)

    def rewrite(self, new: str) -> list[types.TextEdit]:
        """Return the edit that produces a new text: only the lines that differ."""
        if new == self.text:
            return []
        old_lines, new_lines = self.text.splitlines(keepends=True), new.splitlines(keepends=True)
        same = _common(old_lines, new_lines)
        tail = _common(old_lines[same:][::-1], new_lines[same:][::-1])
        start = sum(map(len, old_lines[:same]))
        stop = sum(map(len, old_lines[: len(old_lines) - tail]))
        middle = "".join(new_lines[same : len(new_lines) - tail])
        place = types.Range(self._at(start), self._at(stop))
        return [types.TextEdit(range=place, new_text=middle)]

    def _at(self, index: int) -> types.Position:
        above = _LINE_END.split(self.text[:index])
        return self.position(len(above), len(above[-1]) + 1)


def _common(one: list[str], other: list[str]) -> int:
    """Return the number of lines that two lists share at the start."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
