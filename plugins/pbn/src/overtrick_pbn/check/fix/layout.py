"""Mends the layout of a game in export format: lines, order, comments, line ends.

Source: PBN 2.1 §2.3, §3, §3.1, §3.3, §3.4, §3.8.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from overtrick_pbn.check.fix.edits import Edit
from overtrick_pbn.check.tags import export_rank
from overtrick_pbn.check.text import behind_blanks, blanks_before
from overtrick_pbn.text import lexis
from overtrick_pbn.text.scanners import LINE_END
from overtrick_pbn.text.syntax import Game, ItemKind, Section

Step = Callable[[Game, str], Iterator[Edit]]
"""Yields the edits of one kind; the second argument is the file's line end."""

_STRING: Final = re.compile(lexis.OPEN_STRING)
_TABS: Final = re.compile(r"[\t\v]++")
_BLANK_LINE: Final = re.compile(r"(?<=[\r\n])[ \t]++(?=[\r\n])")
_END: Final = re.compile(r"(\r\n?|\n)((?:[ \t]*+(?:\r\n?|\n))*+[ \t]*+)\Z")


def own_lines(game: Game, newline: str) -> Iterator[Edit]:
    """Put each tag on a line of its own, at its beginning."""
    text = game.text
    for item in game.items:
        if item.kind is not ItemKind.TAG:
            continue
        start, before = blanks_before(text, item.start)
        if before or start < item.start:
            wanted = newline if before else ""
            yield Edit(start, item.start, wanted, "PBN769", {"name": item.name})
        end, behind = behind_blanks(text, item.end)
        if behind not in {"", "{", ";", "["}:
            yield Edit(item.end, end, newline, "PBN769", {"name": item.name})


def comment_places(game: Game, newline: str) -> Iterator[Edit]:
    """Begin comments on a new line behind a tag, elsewhere after one blank."""
    text = game.text
    for item in game.items:
        if item.kind is not ItemKind.COMMENT:
            continue
        start, before = blanks_before(text, item.start)
        wanted = {"": "", "]": newline}.get(before, " ")
        # A comment at the beginning of the text or of a line stands where it should.
        if text[start : item.start] != wanted and (before or start < item.start):
            yield Edit(start, item.start, wanted, "PBN776")


def order(game: Game, newline: str) -> Iterator[Edit]:
    """Put tags and sections in the order of export format, each with what follows it."""
    sections = [section for section in game.sections if section.tag is not None]
    if len(sections) < 2:
        return
    begin, end = sections[0].start, sections[-1].end
    groups: list[list[Section]] = []
    owner: list[Section] | None = None
    for section in sections:
        # A note belongs to the auction or play before it, whatever stands between.
        if section.name == "Note" and owner is not None:
            owner.append(section)
            continue
        groups.append([section])
        if section.name in {"Auction", "Play"}:
            owner = groups[-1]
    ordered = sorted(groups, key=lambda group: export_rank(group[0]))
    text = game.text
    tail = _END.search(text, sections[-1].start, end)
    stop = end if tail is None else tail.start(2)
    pieces = []
    for section in (section for group in ordered for section in group):
        piece = text[section.start : min(section.end, stop)]
        pieces.append(piece if piece.endswith(("\r", "\n")) else piece + newline)
    new = "".join(pieces) + text[stop:end]
    if new != text[begin:end]:
        yield Edit(begin, end, new, "PBN768")


def blank_lines(game: Game, newline: str) -> Iterator[Edit]:
    """Take the blanks off the empty line behind a game."""
    items = game.items
    if items and items[-1].kind is ItemKind.BLANK:
        for match in _BLANK_LINE.finditer(game.text, items[-1].start):
            yield Edit(match.start(), match.end(), "", "PBN773")


def tabs(game: Game, newline: str) -> Iterator[Edit]:
    """Write tabs as blanks, but leave the texts of comments and strings alone."""
    for item in game.items:
        if item.kind not in {ItemKind.BLANK, ItemKind.DATA}:
            continue
        strings = [match.span() for match in _STRING.finditer(item.text)]
        for match in _TABS.finditer(item.text):
            if not any(start <= match.start() < end for start, end in strings):
                start, end = item.start + match.start(), item.start + match.end()
                yield Edit(start, end, " " * len(match.group()), "PBN772")


def line_ends(text: str) -> str:
    r"""Return a text whose lines end with CR and LF.

    Example:
        >>> line_ends("a\nb\r")
        'a\r\nb\r\n'
    """
    return LINE_END.sub("\r\n", text)


STEPS: Final[tuple[Step, ...]] = (own_lines, comment_places, order, blank_lines, tabs)
"""The steps in order; each works on what the one before made."""
