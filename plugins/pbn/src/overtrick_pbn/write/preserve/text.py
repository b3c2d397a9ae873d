"""Changes in the text of a game that leave everything else as it stands.

Source: PBN 2.1 §3.3 (Tag pair), §3.8 (Commentary).
"""

from __future__ import annotations

import re
from typing import Final

from overtrick_pbn.standard.tags import MANDATORY, SECTIONS
from overtrick_pbn.text.quoting import quote
from overtrick_pbn.text.scanners import LINE_END
from overtrick_pbn.text.syntax import Game, ItemKind, Section
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
        self._game = Game(text)
        self.sections: tuple[Section, ...] = self._game.sections
        self._changes: list[tuple[int, int, str]] = []
        self._grids: set[str] = set()

    def know_grids(self, names: set[str]) -> None:
        """Take some tags for those of tables or sections, which stand behind the others."""
        self._grids |= names

    def find(self, name: str) -> int | None:
        """Return the position among the sections of the first tag of a name, or `None`."""
        for position, section in enumerate(self.sections):
            if section.name == name and section.tag is not None:
                return position
        return None

    def content_end(self, position: int) -> int:
        """Return the index behind the last character of a section that is not white space."""
        section = self.sections[position]
        return section.start + len(self.text[section.start : section.end].rstrip())

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
        tag = self.sections[position].tag
        if tag is None:
            return
        if tag.fault is not None:
            # A tag that is not written as the standard has it is written anew.
            self.replace(tag.start, tag.end, f"[{name} {quote(value)}]")
        else:
            start, end = tag.quoted()
            self.replace(tag.start + start, tag.start + end, quote(value))

    def can_drop(self, name: str) -> bool:
        """Return whether a tag stands in the text, and nothing at it."""
        position = self.find(name)
        if position is None:
            return False
        return all(item.kind is ItemKind.BLANK for item in self.sections[position].items)

    def drop_tag(self, name: str) -> None:
        """Take a tag away, with its line if nothing else stands on it."""
        position = self.find(name)
        tag = None if position is None else self.sections[position].tag
        if tag is None:
            return
        self._drop(tag.start, tag.end)

    def drop_section(self, position: int) -> None:
        """Take a tag away with all that follows it up to the next tag, white space excepted."""
        section = self.sections[position]
        self._drop(section.start, self.content_end(position))

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
            at = self.sections[position].start
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
        first = next((s for s in self.sections if s.tag is not None), None)
        if first is not None:
            self.replace(first.start, first.start, f"{line}{self.newline}")
            return
        end = len(self.text.rstrip())
        self.replace(end, end, f"{self.newline if end else ''}{line}")

    def _neighbour(self, name: str) -> int | None:
        """Return the position of the section that a new tag belongs behind."""
        names = [section.name if section.tag is not None else "" for section in self.sections]
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

    def set_remarks(self, position: int, lines: list[str]) -> None:
        """Put comments and escape lines in the place of those behind a tag (or before the first).

        Args:
            position: the section's.
            lines: the new ones, each a line.
        """
        section = self.sections[position]
        if section.tag is None:
            # What stands before the first tag.
            blank = all(item.kind is ItemKind.BLANK for item in section.items)
            end = section.start if blank else section.end
            self.replace(section.start, end, "".join(f"{line}{self.newline}" for line in lines))
            return
        text = "".join(f"{self.newline}{line}" for line in lines)
        self.replace(section.tag.end, max(section.tag.end, self.content_end(position)), text)

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
