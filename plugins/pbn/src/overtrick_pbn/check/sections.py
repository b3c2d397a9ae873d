"""Rules of the auction, the play and their notes.

Source: PBN 2.1 §3.5 to §3.7.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from overtrick.model import Contract, Seat
from overtrick_pbn.check.state import Checker
from overtrick_pbn.text.annotations import Mark, Scan, Slot, nag_number, scan_of
from overtrick_pbn.text.syntax import ItemKind

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


def check_auction(checker: Checker) -> None:
    """Report what is wrong with the auction of a game."""
    section = checker.first.get("Auction")
    if section is None or not section.has_data:
        return
    scan, start = scan_of(checker.game.text, section)
    _check_marks(checker, scan, start, AUCTION)
    if not checker.is_export or checker.board is None:
        return
    found = scan.slots(start)
    _check_export_marks(checker, scan.all_marks(start), found, AUCTION)
    _check_lines(checker, found, AUCTION)
    dealer = checker.board.dealer
    value = section.value.strip().upper()
    begins_late = bool(found) and found[0].word.text == "-"
    if begins_late or (isinstance(dealer, Seat) and value in _SEATS and value != dealer.symbol):
        checker.say("PBN662", section.start, part="auction")


def check_play(checker: Checker) -> None:
    """Report what is wrong with the play of a game."""
    section = checker.first.get("Play")
    if section is None or not section.has_data:
        return
    scan, start = scan_of(checker.game.text, section)
    _check_marks(checker, scan, start, PLAY)
    if not checker.is_export or checker.board is None:
        return
    found = scan.slots(start)
    _check_export_marks(checker, scan.all_marks(start), found, PLAY)
    _check_lines(checker, found, PLAY)
    contract = checker.board.contract
    # In an end position the Play tag names whoever leads.
    if not isinstance(contract, Contract) or contract.seat is None or not contract.level:
        return
    leader = contract.seat.next
    value = section.value.strip().upper()
    if value in _SEATS and value != leader.symbol:
        checker.say("PBN667", section.start, part="play", leader=leader.symbol)


def _check_marks(checker: Checker, scan: Scan, start: int, rules: SectionRules) -> None:
    for index in itertools.chain.from_iterable(scan.marks.values()):
        text = scan.tokens[index]
        if text[0] == "$" and nag_number(text) in rules.foreign_nags:
            checker.say("PBN325", start + scan.start(index), nag=text, what=rules.foreign)


def _check_export_marks(
    checker: Checker, tokens: list[Mark], found: list[Slot], rules: SectionRules
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
    for token, following in itertools.pairwise(tokens):
        if token.text[0] in "$=" and token.text[1:2].isdigit():
            between = text[token.end : following.start]
            if between != " " and not _LINE_END.search(between):
                clause = rules.note if token.text[0] == "=" else "3.7"
                checker.say("PBN666", token.start, clause=clause, text=token.text)


def _export_order(mark: str) -> tuple[int, int]:
    return (0, 0) if mark[0] == "=" else (1, nag_number(mark) or 0)


def _check_lines(checker: Checker, found: list[Slot], rules: SectionRules) -> None:
    """Four calls or cards a line, the first player's at its beginning; said once a section."""
    text = checker.game.text
    lines: list[list[Slot]] = []
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
