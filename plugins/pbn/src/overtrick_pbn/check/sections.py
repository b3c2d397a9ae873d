"""Rules of the auction, the play and their notes.

Source: PBN 2.1 §3.5 to §3.7.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import attrs

from overtrick_pbn.check.state import Checker
from overtrick_pbn.text.annotations import TOKEN, nag_number
from overtrick_pbn.text.syntax import ItemKind, Section

_LINE_END: Final = re.compile(r"[\r\n]")
_OF_CALLS: Final = frozenset({1, 2, 3, 4, 5, 6, 13})
_OF_CARDS: Final = frozenset({7, 8, 9, 10, 11, 12, 14})
_SUFFIXES: Final[Mapping[str, int]] = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_SEATS: Final = frozenset("WNES")
_CARD_SHIFT: Final = 6


class SectionRules(NamedTuple):
    """In what the rules of an auction and a play differ."""

    name: str
    foreign_nags: frozenset[int]
    foreign: str
    first_nag: int
    line_code: str
    annotations: str
    suffix: str
    note: str


AUCTION: Final = SectionRules("Auction", _OF_CARDS, "cards", 0, "PBN663", "3.5.2", "3.5.3", "3.5.4")
PLAY: Final = SectionRules(
    "Play", _OF_CALLS, "calls", _CARD_SHIFT, "PBN668", "3.6.2", "3.6.3", "3.6.4"
)


class Mark(NamedTuple):
    """A token of a section with its index in the game's text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The index behind the token."""
        return self.start + len(self.text)


@attrs.define
class Place:
    """A place for a call or card, its annotations with it.

    Attributes:
        first: where it begins: the mark of an irregularity, or the word itself.
        word: the call, the card, or the sign that stands for one.
        marks: suffix, note and NAGs in the file's order.
        has_comment: whether a comment follows.
    """

    first: Mark
    word: Mark
    marks: list[Mark] = attrs.field(factory=list)
    has_comment: bool = False


def section_tokens(text: str, section: Section) -> Iterator[Mark]:
    """Yield the tokens of an auction or a play."""
    start = section.start if section.tag is None else section.tag.end
    for match in TOKEN.finditer(text, start, section.end):
        yield Mark(match.group(), match.start())


def places(text: str, section: Section) -> list[Place]:
    """Return the places for calls or cards: one for each word, skipped player and `+`."""
    found: list[Place] = []
    irregular: Mark | None = None
    for token in section_tokens(text, section):
        first = token.text[0]
        if first in "{;":
            if found:
                found[-1].has_comment = True
        elif first == "^":
            irregular = irregular or token
            if token.text == "^S":
                found.append(Place(irregular, token))
                irregular = None
        elif first in "$=!?" and len(token.text) > (first in "$="):
            if found:
                found[-1].marks.append(token)
        elif first.isalnum() or first in "-+":
            found.append(Place(irregular or token, token))
            irregular = None
    return found


def check_auction(checker: Checker) -> None:
    """Report what is wrong with the auction of a game."""
    section = checker.first.get("Auction")
    if section is None or not section.has_data:
        return
    found = places(checker.game.text, section)
    _check_marks(checker, found, AUCTION)
    if not checker.is_export or checker.board is None:
        return
    _check_export_marks(checker, section, found, AUCTION)
    _check_lines(checker, found, AUCTION)
    dealer = checker.board.dealer
    value = section.value.strip().upper()
    begins_late = bool(found) and found[0].word.text == "-"
    if begins_late or (dealer is not None and value in _SEATS and value != dealer.symbol):
        checker.say("PBN662", section.start, part="auction")


def check_play(checker: Checker) -> None:
    """Report what is wrong with the play of a game."""
    section = checker.first.get("Play")
    if section is None or not section.has_data:
        return
    found = places(checker.game.text, section)
    _check_marks(checker, found, PLAY)
    if not checker.is_export or checker.board is None:
        return
    _check_export_marks(checker, section, found, PLAY)
    _check_lines(checker, found, PLAY)
    contract = checker.board.contract
    # In an end position the Play tag names whoever leads.
    if contract is None or contract.declarer is None or not contract.level:
        return
    leader = contract.declarer.next
    value = section.value.strip().upper()
    if value in _SEATS and value != leader.symbol:
        checker.say("PBN667", section.start, part="play", leader=leader.symbol)


def _check_marks(checker: Checker, found: list[Place], rules: SectionRules) -> None:
    for place in found:
        for mark in place.marks:
            if mark.text[0] == "$" and nag_number(mark.text) in rules.foreign_nags:
                checker.say("PBN325", mark.start, nag=mark.text, what=rules.foreign)


def _check_export_marks(
    checker: Checker, section: Section, found: list[Place], rules: SectionRules
) -> None:
    for place in found:
        for mark in place.marks:
            if mark.text in _SUFFIXES:
                nag = f"${_SUFFIXES[mark.text] + rules.first_nag}"
                checker.say("PBN665", mark.start, clause=rules.suffix, text=mark.text, nag=nag)
        order = [_export_order(mark.text) for mark in place.marks if mark.text not in _SUFFIXES]
        if order != sorted(order):
            checker.say("PBN664", place.marks[0].start, clause=rules.annotations)
    text = checker.game.text
    tokens = list(section_tokens(text, section))
    for token, following in itertools.pairwise(tokens):
        if token.text[0] in "$=" and token.text[1:2].isdigit():
            between = text[token.end : following.start]
            if between != " " and not _LINE_END.search(between):
                clause = rules.note if token.text[0] == "=" else "3.7"
                checker.say("PBN666", token.start, clause=clause, text=token.text)


def _export_order(mark: str) -> tuple[int, int]:
    return (0, 0) if mark[0] == "=" else (1, nag_number(mark) or 0)


def _check_lines(checker: Checker, found: list[Place], rules: SectionRules) -> None:
    """Four calls or cards a line, the first player's at its beginning; said once a section."""
    text = checker.game.text
    lines: list[list[Place]] = []
    start = 0
    for number, place in enumerate(found):
        if not number or _LINE_END.search(text, start, place.first.start):
            lines.append([])
        lines[-1].append(place)
        start = place.word.end
    count = 0
    for number, line in enumerate(lines):
        first, left = line[0].first.start, 4 - count % 4
        is_last = number == len(lines) - 1
        is_annotated = any(place.marks or place.has_comment for place in line)
        # The last calls need not fill a line, nor what is played up to the next card (`+`).
        may_end = is_last and (rules is AUCTION or line[-1].word.text == "+")
        is_short = len(line) < left and not is_annotated and not may_end
        is_indented = not count % 4 and text[first - 1 : first] not in {"\r", "\n"}
        if len(line) > left or is_short or is_indented:
            checker.say(rules.line_code, first, part=rules.name.lower(), count=len(line))
            return
        count += len(line)


def check_first_lines(checker: Checker) -> None:
    """Report data on the line of its tag; in export format the tag's layout has its own code."""
    board = checker.board
    if checker.is_export or board is None:
        return
    for section in checker.first.values():
        if section.name not in {"Auction", "Play"} and board.grid(section.name) is None:
            continue
        items = section.items
        after = next((item for item in items if item.kind is not ItemKind.BLANK), None)
        if section.tag is None or after is None or after.kind is not ItemKind.DATA:
            continue
        data = after.start + len(after.text) - len(after.text.lstrip())
        if not _LINE_END.search(checker.game.text, section.tag.end, data):
            checker.say("PBN815", data, part=section.name, name=section.name)


def check_notes(checker: Checker) -> None:
    """Report the notes that stand in neither an auction nor a play."""
    for section in checker.sections:
        if section.name in {"Auction", "Play"}:
            return
        if section.name == "Note":
            checker.say("PBN322", section.start)
