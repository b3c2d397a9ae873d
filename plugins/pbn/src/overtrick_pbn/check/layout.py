"""Rules of characters, lines, tags' layout and comments, and their fixes.

Source: PBN 2.1 §2.2, §2.3, §3, §3.3, §3.8.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from overtrick_pbn.check.edits import Edit
from overtrick_pbn.check.state import Checker
from overtrick_pbn.read.findings import Found
from overtrick_pbn.standard import lexis
from overtrick_pbn.text.cut import Cut
from overtrick_pbn.text.scanners import LINE_END, plain_tag
from overtrick_pbn.text.syntax import Game, Item, ItemKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick_pbn.text.spans import Span

_CONTROL: Final = re.compile(r"[\x00-\x08\x0c\x0e-\x1f\x7f]")
# A line with its end: the length counts both (§2.3).
_TOO_LONG: Final = re.compile(r"[^\r\n]{254,}+(?:\r\n?|\n)?+")
MAX_LINE: Final = 255
_C1: Final = re.compile("[\x80-\x9f]")
_C1_BYTE: Final = re.compile(rb"[\x80-\x9f]")
_DISCOURAGED: Final = re.compile("[\u00a0-\u00bf]")
_LONG: Final = re.compile(r"[^\r\n]{80,}+")
_NOT_CRLF: Final = re.compile(r"(?<!\r)\n|\r(?!\n)")
_TAB_LINE: Final = re.compile(r"(?<![^\r\n])[^\r\n\t\v]*+([\t\v])[^\r\n]*+")
_BLANK_LINE: Final = re.compile(r"(?<=[\r\n])[ \t]++(?=[\r\n])")
_EMPTY_LINE: Final = re.compile(r"(?:\r\n?+|\n)[ \t]*+[\r\n]")
_EXPORT_TAG: Final = re.compile(plain_tag(lexis.ANY_NAME, lexis.ANY_STRING))
_TAG_OF_A_LINE: Final = re.compile(rf"(?<![^\r\n]){_EXPORT_TAG.pattern}(?![^\r\n])")
_END_OF_LINE: Final = frozenset({"", "\r", "\n"})
_LINE_BREAKS: Final = frozenset("\r\n")


Report = Callable[..., None]
"""Reports a finding: `report(code, index, **values)`."""


def longest_line(text: str) -> int:
    """Return about how long the longest line is, its CR counted; no line is longer.

    Of a text without a line of 80 characters no more is found out than that.
    """
    start, last = 0, len(text) - 80
    while start <= last:
        # As far on as no line can be that long: some fifteen steps a game.
        end = text.rfind("\n", start, start + 80)
        if end < 0:
            return max(map(len, text.split("\n")))
        start = end + 1
    return 79


def check_characters(
    game: Game,
    findings: Report,
    declared: str | None,
    longest: int,
    reported: Sequence[Span] = (),
) -> None:
    """Report control characters, long lines, and text that is not ISO 8859-1.

    Args:
        game: the game.
        findings: takes the findings.
        declared: the encoding that the file declares.
        longest: what `longest_line` says of the game.
        reported: what the reader's findings speak of; nothing more is said of a character there.
    """
    text = game.text
    for match in _CONTROL.finditer(text) if _may_have_controls(text) else ():
        if not any(start <= match.start() < end for start, end in reported):
            findings("PBN204", match.start(), character=f"0x{ord(match[0]):02X}")
            break
    for long in _TOO_LONG.finditer(text) if longest >= MAX_LINE - 1 else ():
        if len(long[0]) > MAX_LINE:
            findings("PBN206", long.start(), length=len(long[0]))
    if text.isascii():
        return
    index = next(i for i, character in enumerate(text) if character > "\x7f")
    c1 = _c1_index(game)
    if c1 is not None:
        character, encoding = text[c1], game.encoding
        value = ord(character) if encoding == "utf-8" else character.encode(encoding)[0]
        findings("PBN214", c1, character=ascii(character), value=value, encoding=encoding.upper())
    elif game.encoding != "iso-8859-1":
        findings("PBN203", index, encoding=game.encoding.upper())
    if declared is not None and declared != game.encoding:
        findings("PBN205", index, encoding=declared.upper(), used=game.encoding.upper())


def _may_have_controls(text: str) -> bool:
    """Return whether a text may have a control character; "no" is certain, and quickly found."""
    if not text.isascii():
        return True
    data = text.encode()
    return len(data.translate(None, _CONTROLS)) < len(data)


_CONTROLS: Final = bytes(code for code in range(128) if _CONTROL.match(chr(code)))


def _c1_index(game: Game) -> int | None:
    """Return where a byte from 128 to 159 is a character of its own, `None` where none is."""
    if game.encoding == "utf-8":
        match = _C1.search(game.text)
        return None if match is None else match.start()
    # Every other encoding has a byte a character.
    found = _C1_BYTE.search(game.text.encode(game.encoding))
    return None if found is None else found.start()


def check_text(checker: Checker, longest: int) -> None:
    """Report what is wrong with a game's characters, lines and comments.

    Args:
        checker: the game.
        longest: what `longest_line` says of it.
    """
    text = checker.game.text
    if not text.isascii():
        _check_discouraged(checker)
    if longest >= 80 and "PBN213" not in checker.state.said:
        match = _LONG.search(text)
        if match is not None:
            checker.say_once("PBN213", match.start(), length=len(match.group()))
    if checker.is_export:
        _check_export_text(checker)


def _check_discouraged(checker: Checker) -> None:
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
        checker.say_once("PBN650", line_start(text, match.start()))
    elif text and text[-1] not in _LINE_BREAKS:
        # Only the last line of a file can be without an end.
        checker.say_once("PBN650", line_start(text, len(text)))


def line_start(text: str, index: int) -> int:
    """Return where the line of an index begins."""
    return max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1


def _check_export_text(checker: Checker) -> None:
    text, state = checker.game.text, checker.state
    check_line_ends(checker)
    checker.before, state.blank_line = state.blank_line, None
    for match in _TAB_LINE.finditer(text) if "\t" in text or "\v" in text else ():
        checker.say("PBN651", match.start(1))
    for item in _items_to_check(checker.game, checker.cut):
        if item.kind is ItemKind.TAG:
            _check_tag_layout(checker, item)
        elif item.kind is ItemKind.COMMENT:
            _check_comment_layout(checker, item)
    if not ends_in_blanks(text):
        return
    last = checker.game.items[-1] if checker.game.items else None
    if last is not None and last.kind is ItemKind.BLANK:
        blank = _BLANK_LINE.search(text, last.start)
        if blank is not None:
            state.blank_line = checker.game, Found("PBN652", blank.span(), {})


def _items_to_check(game: Game, cut: Cut) -> Iterable[Item]:
    """Return the tags and comments of a game; no tags where each surely stands on its line."""
    before = {cut.prefix or "\n", *cut.bodies[:-1]}
    is_right = (
        cut.is_canonical
        and not cut.tail
        and _LINE_BREAKS.issuperset([text[-1:] for text in before])
        and _END_OF_LINE.issuperset([text[:1] for text in {*cut.bodies}])
    )
    if not is_right:
        return game.items
    found = list(game.items_in(0, len(cut.prefix)))
    for position in cut.filled:
        body = cut.bodies[position]
        if "{" in body or ";" in body:
            start = cut.body_start(position)
            found += game.items_in(start, start + len(body))
    return found


def is_one_game(text: str, cut: Cut) -> bool:
    """Return whether it is certain that a text is one game: no tag twice, no empty line inside."""
    return (
        cut.is_canonical
        and bool(cut.names)
        and cut.plan.is_unique
        and "<PBN>" not in text
        and _EMPTY_LINE.search(text.rstrip()) is None
    )


def ends_in_blanks(text: str) -> bool:
    """Return whether blanks or tabs stand among the line ends behind a game."""
    behind = text[len(text.rstrip()) :]
    return " " in behind or "\t" in behind


def blanks_before(text: str, index: int) -> tuple[int, str]:
    """Return where the blanks before an index begin, and the character before them.

    That is the empty string at the beginning of a line. Only blanks are looked at, so that lines
    of any length cost no more than their characters.
    """
    start = index
    while start and text[start - 1] in " \t":
        start -= 1
    before = text[start - 1 : start]
    return start, "" if before in {"\r", "\n"} else before


def behind_blanks(text: str, index: int) -> tuple[int, str]:
    """Return where the blanks behind an index end, and what is there: nothing at a line's end."""
    end = index
    while end < len(text) and text[end] in " \t":
        end += 1
    behind = text[end : end + 1]
    return end, "" if behind in {"\r", "\n"} else behind


def _check_tag_layout(checker: Checker, tag: Item) -> None:
    """One tag, left justified, on a line of its own; a comment behind it has its own code."""
    if tag.fault is None and not _is_own_line(checker.game.text, tag):
        checker.say("PBN653", tag.start, name=tag.name)


def _is_own_line(text: str, tag: Item) -> bool:
    """Return whether a tag stands at the beginning of a line of its own, as export writes it."""
    if _EXPORT_TAG.fullmatch(tag.text) is None:
        return False
    end = tag.start + len(tag.text)
    if (not tag.start or text[tag.start - 1] in _LINE_BREAKS) and (
        text[end : end + 1] in _END_OF_LINE
    ):
        return True
    start, before = blanks_before(text, tag.start)
    _, behind = behind_blanks(text, end)
    return start == tag.start and not before and behind in {"", "{", ";", "["}


def _check_comment_layout(checker: Checker, comment: Item) -> None:
    text = checker.game.text
    start, before = blanks_before(text, comment.start)
    if not before:
        if start < comment.start:
            what = "a new line begins with the comment, not blanks"
            checker.say("PBN669", comment.start, what=what)
    elif before == "]":
        checker.say("PBN669", comment.start, what="a comment behind a tag begins a new line")
    elif text[start : comment.start] != " ":
        checker.say("PBN669", comment.start, what="a single blank precedes a comment")


def misplaced_tags(text: str) -> int:
    r"""Return how many tags of some lines are not written on their own, each from its beginning.

    Example:
        >>> misplaced_tags('[Event "a"] [Site "b"]'), misplaced_tags('[Event "a"]\n[Site "b"]')
        (1, 0)
    """
    game = Game(text)
    return sum(
        not _is_own_line(text, item)
        for item in game.items
        if item.kind is ItemKind.TAG and item.fault is None
    )


# What check --fix makes of it, in export format

Step = Callable[[Game, Cut, str], Iterator[Edit]]
"""Yields the edits of one kind from a game, its tags, and the line end of its file."""

_STRING: Final = re.compile(lexis.OPEN_STRING)
_TABS: Final = re.compile(r"[\t\v]++")


def own_lines(game: Game, cut: Cut, newline: str) -> Iterator[Edit]:
    """Put each tag on a line of its own, at its beginning."""
    text = game.text
    if text.count("[") == sum(1 for _ in _TAG_OF_A_LINE.finditer(text)):
        return
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


def comment_places(game: Game, cut: Cut, newline: str) -> Iterator[Edit]:
    """Begin comments on a new line behind a tag, elsewhere after one blank."""
    text = game.text
    if "{" not in text and ";" not in text:
        return
    for item in game.items:
        if item.kind is not ItemKind.COMMENT:
            continue
        start, before = blanks_before(text, item.start)
        wanted = {"": "", "]": newline}.get(before, " ")
        # A comment at the beginning of the text or of a line stands where it should.
        if text[start : item.start] != wanted and (before or start < item.start):
            yield Edit(start, item.start, wanted, "PBN776")


def blank_lines(game: Game, cut: Cut, newline: str) -> Iterator[Edit]:
    """Take the blanks off the empty line behind a game."""
    items = game.items if ends_in_blanks(game.text) else ()
    if items and items[-1].kind is ItemKind.BLANK:
        for match in _BLANK_LINE.finditer(game.text, items[-1].start):
            yield Edit(match.start(), match.end(), "", "PBN773")


def tabs(game: Game, cut: Cut, newline: str) -> Iterator[Edit]:
    """Write tabs as blanks, but leave the texts of comments and strings alone."""
    if _TABS.search(game.text) is None:
        return
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
