"""Changes in the text of a game that leave everything else as it stands.

Source: PBN 2.1 §3.3 (Tag pair), §3.8 (Commentary).
"""

from __future__ import annotations

import re
from typing import Final

from overtrick_pbn.standard.tags import MANDATORY, SECTIONS
from overtrick_pbn.text.cut import Cut, cut_game
from overtrick_pbn.text.quoting import quote
from overtrick_pbn.text.scanners import LINE_END
from overtrick_pbn.text.spans import value_span
from overtrick_pbn.write.export.lines import EOL

# A character that no text has: Unicode reserves it for uses inside a program.
_DROPPED: Final = "\ufdd0"
_EMPTIED: Final = re.compile(rf"(?<![^\r\n])[ \t]*+{_DROPPED}[ \t{_DROPPED}]*+(?:\r\n?|\n|\Z)")
_REST_OF_LINE: Final = re.compile(r"[ \t]*(?:\r\n?|\n|\Z)")

_SECTION_TAGS: Final = SECTIONS | {"Note"}


class GameText:
    r"""The text of one game and what is to be changed in it.

    Args:
        text: the text.
        newline: the line end for new lines.

    Example:
        >>> game = GameText('[Event "a"] ; first\n[Board "1"]\n', "\n")
        >>> game.set_tag("Board", "2")
        >>> game.changed()
        '[Event "a"] ; first\n[Board "2"]\n'
    """

    def __init__(self, text: str, newline: str) -> None:
        match = LINE_END.search(text)
        self.newline = match.group() if match else newline
        self.text = text
        self.cut: Cut = cut_game(text)
        self._changes: list[tuple[int, int, str]] = []
        self._grids: set[str] = set()

    def know_grids(self, names: set[str]) -> None:
        """Take some tags for those of tables or sections, which stand behind the others."""
        self._grids |= names

    def find(self, name: str) -> int | None:
        """Return the position of the first tag of a name, or `None`."""
        names = self.cut.names
        return names.index(name) if name in names else None

    def content_end(self, position: int) -> int:
        """Return the index behind a tag and what follows it, white space at the end excepted."""
        return self.cut.body_start(position) + len(self.cut.bodies[position].rstrip())

    def replace(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of what stands from `start` to `end`."""
        self._changes.append((start, end, text))

    def joined(self, lines: list[str]) -> str:
        """Return lines of an export as one text with the game's own line ends."""
        return EOL.join(lines).replace(EOL, self.newline)

    def set_tag(self, name: str, value: str) -> None:
        """Give a tag a value: where it stands, or where it belongs if there is none."""
        position = self.find(name)
        if position is None:
            self._insert_tag(name, value)
            return
        begin, stop = self.cut.start(position), self.cut.body_start(position)
        if position in self.cut.faults:
            # A tag that is not written as the standard has it is written anew.
            self.replace(begin, stop, f"[{name} {quote(value)}]")
        else:
            start, end = value_span(self.text[begin:stop])
            self.replace(begin + start, begin + end, quote(value))

    def can_drop(self, name: str) -> bool:
        """Return whether a tag stands in the text, and nothing at it."""
        position = self.find(name)
        return position is not None and not self.cut.bodies[position].strip()

    def drop_tag(self, name: str) -> None:
        """Take a tag away, with its line if nothing else stands on it."""
        position = self.find(name)
        if position is not None:
            self._drop(self.cut.start(position), self.cut.body_start(position))

    def drop_section(self, position: int) -> None:
        """Take a tag away with all that follows it up to the next tag, white space excepted."""
        self._drop(self.cut.start(position), self.content_end(position))

    def _drop(self, start: int, end: int) -> None:
        """Take a text away, with its lines if nothing else stands on them."""
        behind = self._behind(start, end)
        # What was dropped from a line leaves a mark: a line of nothing else is dropped, too,
        # for an empty line would end the game.
        self.replace(start, behind, _DROPPED if behind == end else "")

    def _behind(self, start: int, end: int) -> int:
        """Return the end of the line where `start` to `end` is all that stands on its lines."""
        before = self.text[:start]
        if before and not before.endswith(("\n", "\r")):
            return end
        match = _REST_OF_LINE.match(self.text, end)
        return match.end() if match else end

    def insert_lines(self, lines: list[str], before: str | None = None) -> None:
        """Insert lines before the first tag of a name, or at the end of the game."""
        position = None if before is None else self.find(before)
        if position is not None:
            at = self.cut.start(position)
            self.replace(at, at, self.joined([*lines, ""]))
            return
        end = len(self.text.rstrip())
        self.replace(end, end, self.joined(["", *lines]))

    def _insert_tag(self, name: str, value: str) -> None:
        line = f"[{name} {quote(value)}]"
        behind = self._neighbour(name)
        if behind is not None:
            end = self.content_end(behind)
            self.replace(end, end, f"{self.newline}{line}")
            return
        if self.cut.names:
            first = self.cut.start(0)
            self.replace(first, first, f"{line}{self.newline}")
            return
        end = len(self.text.rstrip())
        self.replace(end, end, f"{self.newline if end else ''}{line}")

    def _neighbour(self, name: str) -> int | None:
        """Return the position of the tag that a new one belongs behind."""
        names = self.cut.names
        if name in MANDATORY:
            for other in reversed(MANDATORY[: MANDATORY.index(name)]):
                if other in names:
                    return names.index(other)
            return None
        last = None
        for position, other in enumerate(names):
            if other in _SECTION_TAGS or other in self._grids:
                break
            if other:
                last = position
        return last

    def set_remarks(self, position: int | None, lines: list[str]) -> None:
        """Put comments and escape lines in the place of those behind a tag.

        Args:
            position: the tag's; `None` for what stands before the first one.
            lines: the new ones, each a line.
        """
        if position is None:
            end = len(self.cut.prefix) if self.cut.prefix.strip() else 0
            self.replace(0, end, "".join(f"{line}{self.newline}" for line in lines))
            return
        text = "".join(f"{self.newline}{line}" for line in lines)
        self.replace(self.cut.body_start(position), self.content_end(position), text)

    def changed(self) -> str:
        """Return the text with the changes in it."""
        pieces: list[str] = []
        index = 0
        for start, end, text in sorted(self._changes, key=_place):
            if start < index:
                # Lies within what has been replaced already; a new line takes its place.
                if start == end:
                    pieces.append(text.strip("\r\n") + self.newline)
                continue
            pieces += (self.text[index:start], text)
            index = end
        pieces.append(self.text[index:])
        text = "".join(pieces)
        if _DROPPED not in text:
            return text
        return _EMPTIED.sub("", text).replace(_DROPPED, "")


def _place(change: tuple[int, int, str]) -> tuple[int, int]:
    # What is put in at a place stands before what takes the place of the text there.
    return change[0], change[1]
