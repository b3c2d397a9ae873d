"""Rules of the auction, the play and their notes, and their mends.

Source: PBN 2.1 §3.5 to §3.7, §3.11.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import attrs

from overtrick_pbn.check.edits import Edit
from overtrick_pbn.check.state import Checker
from overtrick_pbn.standard.glyphs import CALL_ONLY, CALL_SUFFIXES, CARD_ONLY, CARD_SUFFIXES
from overtrick_pbn.standard.tags import SECTIONS
from overtrick_pbn.standard.values import SEAT_LETTERS
from overtrick_pbn.text.annotations import TOKEN, nag_number
from overtrick_pbn.text.syntax import Game, ItemKind, Section

_LINE_END: Final = re.compile(r"[\r\n]")


class SectionRules(NamedTuple):
    """In what the rules of an auction and a play differ."""

    name: str
    foreign_nags: frozenset[int]
    foreign: str
    suffixes: Mapping[str, int]
    line_code: str
    annotations: str
    suffix: str
    note: str


AUCTION: Final = SectionRules(
    "Auction", CARD_ONLY, "cards", CALL_SUFFIXES, "PBN663", "3.5.2", "3.5.3", "3.5.4"
)
PLAY: Final = SectionRules(
    "Play", CALL_ONLY, "calls", CARD_SUFFIXES, "PBN668", "3.6.2", "3.6.3", "3.6.4"
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
    if begins_late or (dealer is not None and value in SEAT_LETTERS and value != dealer.symbol):
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
    if value in SEAT_LETTERS and value != leader.symbol:
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
            if mark.text in rules.suffixes:
                nag = f"${rules.suffixes[mark.text]}"
                checker.say("PBN665", mark.start, clause=rules.suffix, text=mark.text, nag=nag)
        order = [
            _export_order(mark.text) for mark in place.marks if mark.text not in rules.suffixes
        ]
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
        if section.name not in SECTIONS and board.grid(section.name) is None:
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
        if section.name in SECTIONS:
            return
        if section.name == "Note":
            checker.say("PBN322", section.start)


# What check --fix makes of it

_BID: Final = re.compile(r"([1-7])(NT|N|[SHDC])", re.IGNORECASE)
_CARD: Final = re.compile(r"([SHDC])(10|[AKQJT2-9])", re.IGNORECASE)
_DOUBLES: Final = {"D": "X", "DBL": "X", "R": "XX", "RDBL": "XX"}


def mend_sections(game: Game, *, is_export: bool) -> Iterator[Edit]:
    """Yield the edits of a game's auction and play."""
    seen: set[str] = set()
    for section in game.sections:
        if section.name in seen or section.name not in SECTIONS:
            continue
        seen.add(section.name)
        rules = AUCTION if section.name == "Auction" else PLAY
        found = places(game.text, section)
        for place, following in itertools.zip_longest(found, found[1:]):
            edit = _call(place, following) if rules is AUCTION else _card(place)
            if edit is not None:
                yield edit
        if is_export:
            yield from _annotations(game.text, section, found, rules)


def _call(place: Place, following: Place | None) -> Edit | None:
    text = place.word.text
    if text.upper() == "ALL":
        # Observed: "all pass" in two words.
        is_two = following is not None and following.word.text.upper() == "PASS"
        end = following.word.end if following is not None and is_two else place.word.end
        return Edit(place.word.start, end, "AP", "PBN752", {"old": text})
    right = spelling_of_call(text)
    if right is None or right[0] == text:
        return None
    start = place.word.start
    return Edit(start, place.word.end, right[0], right[1], {"old": text, "new": right[0]})


def spelling_of_call(text: str) -> tuple[str, str] | None:
    """Return the standard's spelling of a call and the code that tells of it, if it is one.

    Example:
        >>> spelling_of_call("1n"), spelling_of_call("P"), spelling_of_call("AC")
        (('1NT', 'PBN754'), ('Pass', 'PBN752'), None)
    """
    upper = text.upper()
    if upper in {"P", "PASS"}:
        return "Pass", "PBN751" if text == "pass" else "PBN752"
    if upper in {"AP", "X", "XX"}:
        return upper, "PBN751"
    if upper in _DOUBLES:
        return _DOUBLES[upper], "PBN753"
    match = _BID.fullmatch(text)
    if match is None:
        return None
    level, strain = match[1], match[2].upper()
    if strain == "N":
        return f"{level}NT", "PBN754"
    return f"{level}{strain}", "PBN751"


def _card(place: Place) -> Edit | None:
    text = place.word.text
    match = _CARD.fullmatch(text)
    if match is None:
        return None
    suit, rank = match[1].upper(), match[2].upper()
    right = suit + ("T" if rank == "10" else rank)
    if right == text:
        return None
    code = "PBN755" if rank == "10" else "PBN751"
    return Edit(place.word.start, place.word.end, right, code, {"old": text, "new": right})


def _annotations(
    text: str, section: Section, found: list[Place], rules: SectionRules
) -> Iterator[Edit]:
    """Suffixes as NAGs, the note first, NAGs ascending, one blank behind each (export format)."""
    for place in found:
        if not place.marks:
            continue
        first, last = place.marks[0], place.marks[-1]
        old = text[first.start : last.end]
        # A comment between two annotations keeps its place.
        if set(old) & set("{;%\r\n"):
            continue
        notes = [mark.text for mark in place.marks if mark.text[0] == "="]
        glyphs = {nag_number(mark.text) for mark in place.marks if mark.text[0] == "$"}
        glyphs |= {rules.suffixes[mark.text] for mark in place.marks if mark.text[0] in "!?"}
        if len(notes) > 1 or None in glyphs:
            continue
        new = " ".join(
            [*notes, *(f"${glyph}" for glyph in sorted(g for g in glyphs if g is not None))]
        )
        start = first.start
        before = text[start - 1]
        if not before.isspace():
            new = f" {new}"
        end = last.end
        gap = re.compile(r"[ \t]*+(?=[^\s])").match(text, end, section.end)
        if gap is not None and gap.group() != " ":
            end, new = gap.end(), f"{new} "
        if text[start:end] != new:
            yield Edit(start, end, new, "PBN771", {"old": old, "new": new.strip()})
