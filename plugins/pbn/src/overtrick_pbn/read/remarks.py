"""What stands between the tags besides section data: comments, escape lines, stray text.

Source: PBN 2.1 §2.4 (Escape mechanism), §3.8 (Commentary).
"""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from overtrick_pbn.text.annotations import SectionRead
from overtrick_pbn.text.cut import has_data
from overtrick_pbn.text.quoting import comment_text, plain_lines
from overtrick_pbn.text.scanners import EXPORT, ITEM, VERSION

if TYPE_CHECKING:
    from overtrick import ExtraValue
    from overtrick_pbn.read.findings import SayAt
    from overtrick_pbn.text.cut import Cut
    from overtrick_pbn.text.syntax import Game

_LINE_END: Final = re.compile(r"[\r\n]")
_ENDS: Final = "\r\n"

Anchored = tuple[int, str, str]
"""The position of a tag, the anchor in words, the text."""


class Remarks:
    """Gathers comments, escape lines and stray text of one game.

    Attributes:
        comments: with the position of their tag, so that they can be sorted into the file's
            order: sections are read after the notes that explain them.
        escapes: the same for escape lines.
        stray: text that belongs to nothing.
    """

    __slots__ = ("comments", "cut", "escapes", "game", "report", "stray")

    def __init__(self, game: Game, cut: Cut, report: SayAt) -> None:
        self.game = game
        self.cut = cut
        self.report = report
        self.comments: list[Anchored] = []
        self.escapes: list[Anchored] = []
        self.stray: list[str] = []

    def take(self, position: int, name: str, body: str) -> bool:
        """Sort out comments and escape lines behind a tag; return whether there is nothing else.

        Before the first tag the position is -1. What stands there is mostly one of them, with which
        no pattern is as quick as this.
        """
        comments: list[str] = []
        escapes: list[str] = []
        place, size, has_cr = 0, len(body), "\r" in body
        while place < size:
            sign = body[place]
            if sign == "{":
                end = body.find("}", place)
                if end < 0:
                    return False
                text = body[place + 1 : end]
                comments.append(plain_lines(text) if has_cr else text)
                place = end + 1
            elif sign.isspace():
                place += 1
            elif sign == ";" or (
                # In column one alone it begins an escape line.
                sign == "%" and (body[place - 1] in _ENDS if place else position < 0)
            ):
                found = _LINE_END.search(body, place)
                end = size if found is None else found.start()
                (comments if sign == ";" else escapes).append(body[place + 1 : end])
                place = end
            else:
                return False
        self.comments += [(position, name, text) for text in comments]
        for text in escapes:
            self.add_escape(position, name, text)
        return True

    def add_escape(self, position: int, name: str, text: str) -> None:
        """Keep an escape line, unless it is one of the two that the standard itself defines."""
        if ("PBN" in text and VERSION.match(text)) or ("EXPORT" in text and EXPORT.match(text)):
            return
        self.escapes.append((position, name, text))

    def keep(self, position: int, name: str, read: SectionRead) -> None:
        """Keep what a section's body gave besides its value."""
        self.comments.extend((position, anchor, text) for anchor, text in read.comments)
        for text in read.escapes:
            self.add_escape(position, name, text)

    def put(self, extras: dict[str, ExtraValue]) -> None:
        """Put what was gathered into extras, in the file's order."""
        for key, found in (("pbn:comments", self.comments), ("pbn:escapes", self.escapes)):
            if len(found) == 1:
                extras[key] = (found[0][1:],)
            elif found:
                found.sort(key=itemgetter(0))
                extras[key] = tuple([(anchor, text) for _, anchor, text in found])

    def span(self, position: int) -> tuple[int, int]:
        """Return where the body at a position begins and ends in the game's text."""
        start = self.cut.body_start(position)
        return start, start + len(self.cut.bodies[position])

    def add(self, position: int, name: str, body: str, ignored: list[str] | None = None) -> None:
        """Sort out what stands where only comments and escape lines may.

        Args:
            position: of the tag before it; -1 for what stands before the first one.
            name: the tag's name.
            body: what stands there.
            ignored: takes other text, where that is not reported by itself.
        """
        if self.take(position, name, body):
            return
        text, start, end = body, 0, len(body)
        base = 0 if position < 0 else self.cut.body_start(position)
        if position >= 0 and body[0] == "%":
            # Not in column one, so no escape line; the pattern must see what stands before it.
            text, base = self.game.text, 0
            start, end = self.span(position)
        self._sort_out(text, start, end, base, (position, name), ignored)

    def add_tail(self) -> None:
        """Sort out what follows a semi-empty line behind the last tag: text of no game."""
        cut, text = self.cut, self.game.text
        position = len(cut.names) - 1
        start = len(text) - len(cut.tail)
        self._sort_out(text, start, len(text), 0, (position, cut.names[position]), None)

    def _sort_out(  # noqa: PLR0917  # what is sorted out, and where it stands
        self,
        text: str,
        start: int,
        end: int,
        base: int,
        place: tuple[int, str],
        ignored: list[str] | None,
    ) -> None:
        """Keep comments and escape lines, and report text that belongs to nothing."""
        position, name = place
        for match in ITEM.finditer(text, start, end):
            raw = match.group()
            kind = match.lastgroup
            if kind == "COMMENT":
                self.comments.append((position, name, comment_text(raw)))
                if raw[0] == "{" and raw[-1] != "}":
                    self.report("PBN302", base + match.start())
            elif kind == "ESCAPE":
                self.add_escape(position, name, raw[1:])
            elif kind == "DATA" and not raw.isspace():
                data = raw.strip()
                if ignored is not None:
                    ignored.append(data)
                    continue
                index = match.start() + len(raw) - len(raw.lstrip())
                # Text that a comment is glued to which is never closed is reported with that.
                is_glued = text[match.end() - 1 : match.end() + 1] == raw[-1] + "{" and (
                    not raw[-1].isspace() and text.find("}", match.end(), end) < 0
                )
                if not is_glued:
                    line = data.split("\n", 1)[0][:60].rstrip()
                    self.report("PBN306", base + index, text=line)
                self.stray.append(data)

    def has_data(self, position: int) -> bool:
        """Return whether section elements follow a tag."""
        return has_data(self.cut.bodies[position])
