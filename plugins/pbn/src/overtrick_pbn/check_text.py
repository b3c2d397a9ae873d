"""Rules of characters, lines, tags' layout and comments.

Source: PBN 2.1 §2.2, §2.3, §3, §3.3, §3.8.
"""

from __future__ import annotations

import re
from typing import Final

from overtrick_pbn.check_state import Checker
from overtrick_pbn.syntax import Item, ItemKind

_DISCOURAGED: Final = re.compile("[\u00a0-\u00bf]")
_LONG: Final = re.compile(r"[^\r\n]{80,}+")
_NOT_CRLF: Final = re.compile(r"(?<!\r)\n|\r(?!\n)")
_TABS: Final = re.compile(r"[\t\v]")
_BLANK_LINE: Final = re.compile(r"(?<=[\r\n])[ \t]++(?=[\r\n])")
_EXPORT_TAG: Final = re.compile(r'\[[A-Za-z0-9_]++ "[^\r\n]*"\]')
_LINE_BREAKS: Final = frozenset("\r\n")


def check_text(checker: Checker) -> None:
    """Report what is wrong with a game's characters, lines and comments."""
    text = checker.game.text
    if not text.isascii():
        _check_characters(checker)
    if "PBN213" not in checker.state.said:
        match = _LONG.search(text)
        if match is not None:
            checker.say_once("PBN213", match.start(), length=len(match.group()))
    if checker.is_export:
        _check_export_text(checker)


def _check_characters(checker: Checker) -> None:
    match = _DISCOURAGED.search(checker.game.text)
    if match is not None:
        checker.say_once("PBN212", match.start(), character=match.group())


def check_line_ends(checker: Checker) -> None:
    """Report the first line of an export file that does not end with CR and LF."""
    text = checker.game.text
    if not checker.is_export or "PBN650" in checker.state.said:
        return
    match = _NOT_CRLF.search(text)
    if match is not None:
        # The place is the line that ends wrongly, at its beginning.
        checker.say_once("PBN650", _line_start(text, match.start()))
    elif text and text[-1] not in _LINE_BREAKS:
        # Only the last line of a file can be without an end.
        checker.say_once("PBN650", _line_start(text, len(text)))


def _line_start(text: str, index: int) -> int:
    return max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1


def _check_export_text(checker: Checker) -> None:
    text, state = checker.game.text, checker.state
    check_line_ends(checker)
    if state.blank_line is not None:
        checker.say_at("PBN652", state.blank_line)
        state.blank_line = None
    line = -1
    for match in _TABS.finditer(text):
        start = _line_start(text, match.start())
        if start != line:
            line = start
            checker.say("PBN651", match.start())
    for item in checker.items:
        if item.kind is ItemKind.TAG:
            _check_tag_layout(checker, item)
        elif item.kind is ItemKind.COMMENT:
            _check_comment_layout(checker, item)
    last = checker.items[-1] if checker.items else None
    if last is not None and last.kind is ItemKind.BLANK:
        blank = _BLANK_LINE.search(text, last.start)
        if blank is not None:
            state.blank_line = checker.place(blank.start())


def _before(text: str, index: int) -> str:
    """Return what stands before an index on its line."""
    return text[_line_start(text, index) : index]


def _behind(text: str, index: int) -> str:
    """Return what stands behind an index on its line."""
    match = re.compile(r"[^\r\n]*+").match(text, index)
    return "" if match is None else match.group()


def _check_tag_layout(checker: Checker, tag: Item) -> None:
    """One tag, left justified, on a line of its own; a comment behind it has its own code."""
    text = checker.game.text
    behind = _behind(text, tag.end).lstrip(" \t")
    is_alone = not _before(text, tag.start) and (not behind or behind[0] in "{;[")
    if tag.fault is None and not (is_alone and _EXPORT_TAG.fullmatch(tag.text)):
        checker.say("PBN653", tag.start, name=tag.name)


def _check_comment_layout(checker: Checker, comment: Item) -> None:
    text = checker.game.text
    before = _before(text, comment.start)
    if not before:
        return
    if not before.strip(" \t"):
        checker.say("PBN669", comment.start, what="a new line begins with the comment, not blanks")
    elif before.rstrip(" \t").endswith("]"):
        checker.say("PBN669", comment.start, what="a comment behind a tag begins a new line")
    elif not re.search(r"[^ \t] \Z", before):
        checker.say("PBN669", comment.start, what="a single blank precedes a comment")
