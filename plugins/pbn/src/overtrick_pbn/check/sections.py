"""Rules of the auction, the play and their notes, and their fixes.

Source: PBN 2.1 §3.5 to §3.7, §3.11.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import attrs

from overtrick import CARDS, PASS, Board, Play, Seat, Trick
from overtrick.plugin import NO_CARD
from overtrick_pbn.check.codes import FIXES
from overtrick_pbn.check.edits import Edit
from overtrick_pbn.check.state import Checker
from overtrick_pbn.read.auction import ALL_PASSES, call_of, kind_of
from overtrick_pbn.read.play import card_in
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.glyphs import CALL_ONLY, CALL_SUFFIXES, CARD_ONLY, CARD_SUFFIXES
from overtrick_pbn.standard.tags import SECTIONS
from overtrick_pbn.standard.values import ALL_PASS, SEAT_LETTERS
from overtrick_pbn.text.annotations import AUCTION as CALLS
from overtrick_pbn.text.annotations import Slot, nag_number, places_at, scan
from overtrick_pbn.text.cut import Cut, has_data
from overtrick_pbn.text.elements import elements_at
from overtrick_pbn.text.quoting import doubled, quote
from overtrick_pbn.text.scanners import ITEM

_LINE_END: Final = re.compile(r"[\r\n]")
_SPACE: Final = re.compile(r"\s*+")
_NAG: Final = re.compile(lexis.NAG_TOKEN)
_BREAKS: Final = frozenset({"", "\r", "\n"})


class SectionRules(NamedTuple):
    """In what the rules of an auction and a play differ."""

    name: str
    words: str
    foreign_nags: frozenset[int]
    foreign: str
    suffixes: Mapping[str, int]
    line_code: str
    annotations: str
    suffix: str
    note: str


AUCTION: Final = SectionRules(
    "Auction", "calls", CARD_ONLY, "cards", CALL_SUFFIXES, "PBN663", "3.5.2", "3.5.3", "3.5.4"
)
PLAY: Final = SectionRules(
    "Play", "cards", CALL_ONLY, "calls", CARD_SUFFIXES, "PBN668", "3.6.2", "3.6.3", "3.6.4"
)


def check_auction(checker: Checker) -> None:
    """Report what is wrong with the auction of a game."""
    begins_late = _check_body(checker, AUCTION)
    if begins_late is None:
        return
    if not checker.is_export or checker.board is None:
        return
    dealer = checker.board.dealer
    value = checker.values["Auction"].strip().upper()
    if begins_late or (dealer is not None and value in SEAT_LETTERS and value != dealer.symbol):
        checker.say("PBN662", checker.start("Auction"), part="auction")


def check_play(checker: Checker) -> None:
    """Report what is wrong with the play of a game."""
    if _check_body(checker, PLAY) is None:
        return
    if not checker.is_export or checker.board is None:
        return
    contract = checker.board.contract
    # In an end position the Play tag names whoever leads.
    if contract is None or contract.declarer is None or not contract.level:
        return
    leader = contract.declarer.next
    value = checker.values["Play"].strip().upper()
    if value in SEAT_LETTERS and value != leader.symbol:
        checker.say("PBN667", checker.start("Play"), part="play", leader=leader.symbol)


def _check_body(checker: Checker, rules: SectionRules) -> bool | None:
    """Check calls or cards with their marks; return whether they begin with a hyphen.

    `None` where there are none.
    """
    body = checker.body(rules.name)
    if not body or body.isspace():
        return None
    # Most sections are laid out as export format has them, which is seen without a look at each.
    if _LAID_OUT[rules.name].fullmatch(body):
        return False
    if not has_data(body):
        return None
    is_export = checker.is_export and checker.board is not None
    if not is_export and rules.foreign_nags.isdisjoint(map(nag_number, _NAG.findall(body))):
        return False
    found, is_sound = places_at(checker.cut, checker.position(rules.name))
    if not is_sound:
        # The section is not read, which has been reported.
        return None
    _check_marks(checker, found, rules)
    if not is_export:
        return False
    if any(place.marks for place in found):
        _check_export_marks(checker, found, rules)
    _check_lines(checker, found, rules)
    return bool(found) and found[0].word.text == "-"


def _laid_out(word: str) -> re.Pattern[str]:
    """Return what is sound of itself: four words a line, each with a note at most."""
    one = rf"(?:{word})(?: {lexis.NOTE_REF})?+"
    line = rf"(?:\r\n?|\n){one}"
    return re.compile(rf"(?:{line}(?: {one}){{3}})*+(?:{line}(?: {one}){{0,2}})?+[\r\n]*+")


_CARD: Final = lexis.SUIT_RANK
_CALL: Final = f"{lexis.CELL_PASS}|{lexis.CELL_RISK}|{lexis.CELL_BID}|{lexis.CELL_ALL_PASS}"
_LAID_OUT: Final = {
    "Auction": _laid_out(_CALL),
    # Cards that are not played have hyphens, so that no line is short.
    "Play": re.compile(rf"(?:(?:\r\n?|\n){_CARD}(?: {_CARD}){{3}})*+[\r\n]*+"),
}


def _check_marks(checker: Checker, found: list[Slot], rules: SectionRules) -> None:
    for mark in itertools.chain.from_iterable(place.marks for place in found):
        if mark.text[0] == "$" and nag_number(mark.text) in rules.foreign_nags:
            checker.say("PBN325", mark.start, nag=mark.text, what=rules.foreign)


def _check_export_marks(checker: Checker, found: list[Slot], rules: SectionRules) -> None:
    for place in found:
        if not place.marks:
            continue
        for mark in place.marks:
            if mark.text in rules.suffixes:
                nag = f"${rules.suffixes[mark.text]}"
                checker.say("PBN665", mark.start, clause=rules.suffix, text=mark.text, nag=nag)
        order = [
            _export_order(mark.text) for mark in place.marks if mark.text not in rules.suffixes
        ]
        if order != sorted(order):
            first, last = place.marks[0], place.marks[-1]
            checker.say("PBN664", first.start, end=last.end, clause=rules.annotations)
    text, start = checker.game.text, checker.cut.body_start(checker.position(rules.name))
    end = start + len(checker.body(rules.name).rstrip())
    for mark in itertools.chain.from_iterable(place.marks for place in found):
        if mark.text[0] in "$=" and mark.text[1:2].isdigit() and mark.end < end:
            blanks = _SPACE.match(text, mark.end)
            between = "" if blanks is None else blanks[0]
            if between != " " and not _LINE_END.search(between):
                clause = rules.note if mark.text[0] == "=" else "3.7"
                checker.say("PBN666", mark.start, clause=clause, text=mark.text)


def _export_order(mark: str) -> tuple[int, int]:
    return (0, 0) if mark[0] == "=" else (1, nag_number(mark) or 0)


def _check_lines(checker: Checker, found: list[Slot], rules: SectionRules) -> None:
    """Four calls or cards a line, the first player's at its beginning; said once a section."""
    text = checker.game.text
    lines: list[list[Slot]] = []
    start = 0
    for number, place in enumerate(found):
        before = text[start : place.first.start]
        if not number or "\n" in before or "\r" in before:
            lines.append([])
        lines[-1].append(place)
        start = place.word.end
    count = 0
    for number, line in enumerate(lines):
        first, left = line[0].first.start, 4 - count % 4
        is_last = number == len(lines) - 1
        is_annotated = any(place.marks or place.has_comment for place in line)
        # The last calls need not fill a line; cards that are not played yet are hyphens (§3.6).
        may_end = is_last and rules is AUCTION
        is_short = len(line) < left and not is_annotated and not may_end
        is_indented = not count % 4 and text[first - 1 : first] not in {"\r", "\n"}
        if len(line) > left or is_short or is_indented:
            is_full = len(line) == left
            what = (
                "begins without blanks" if is_full else f"has four {rules.words}, not {len(line)}"
            )
            checker.say(rules.line_code, first, part=rules.name.lower(), what=what)
            return
        count += len(line)


def rows_of_others(board: Board) -> Iterator[tuple[int, int]]:
    """Yield the tricks whose cards stand in columns of other players than those who hold them.

    Each is the number of a trick, from 0, and by how many columns all of its cards have to move.
    """
    deal, play, contract = board.deal, board.play, board.contract
    if deal is None or play is None:
        return
    declarer = None if contract is None or not contract.level else contract.declarer
    if declarer is not None and play.leader is not declarer.next:
        return  # the Play tag is wrong or the declarer, not the rows
    columns = [play.leader.after(column) for column in range(4)]
    cards = _cards_of(play, columns)
    held = deal.masks
    masks = [held[seat] for seat in columns]
    owners = itertools.cycle([mask | _BITS[NO_CARD] for mask in masks])
    if all(map(operator.and_, map(_BITS.__getitem__, cards), owners)):
        return
    for start in range(0, len(cards), 4):
        row = cards[start : start + 4]
        steps = {
            (owner - column) % 4
            for column, card in enumerate(row)
            for owner, mask in enumerate(masks)
            if card != NO_CARD and mask >> card & 1
        }
        owned = sum(any(mask >> card & 1 for mask in masks) for card in row if card != NO_CARD)
        if owned == 4 and len(steps) == 1 and steps != {0}:
            yield start // 4, steps.pop()


_BITS: Final = {card.index: 1 << card.index for card in CARDS} | {NO_CARD: 1 << len(CARDS)}


def _cards_of(play: Play, columns: list[Seat]) -> bytes:
    """Return the indexes of the cards of a play row by row, `NO_CARD` where none is given."""
    cards = play.indexes
    if cards is not None:
        return cards
    played = (trick.cards[seat] for trick in play.tricks for seat in columns)
    return bytes(NO_CARD if one is None or one.card is None else one.card.index for one in played)


def with_own_rows(board: Board) -> Play | None:
    """Return a board's play with the cards of each trick at the players who hold them."""
    play = board.play
    moved = dict(rows_of_others(board))
    if play is None or not moved:
        return play
    tricks = list(play.tricks)
    for number, step in moved.items():
        cards = tricks[number].cards
        north, east, south, west = cards[-step:] + cards[:-step]
        tricks[number] = Trick((north, east, south, west))
    return attrs.evolve(play, tricks=tuple(tricks))


def check_rows(checker: Checker) -> None:
    """Report the rows of a play that are written from another player than the opening leader."""
    board = checker.board
    if board is None or board.play is None or "Play" not in checker.values:
        return
    moved = list(rows_of_others(board))
    slots = places_at(checker.cut, checker.position("Play")).slots if moved else []
    for number, step in moved:
        row = slots[4 * number : 4 * number + 4]
        leader = board.play.leader
        checker.say(
            "PBN390", row[0].first.start, end=row[-1].word.end, part="play", trick=number + 1,
            seat=leader.after(step).symbol, leader=leader.symbol,
        )  # fmt: skip


def _turned_rows(text: str, slots: list[Slot], board: Board) -> Iterator[Edit]:
    """Write rows of cards from the opening leader on, each card with its annotations."""
    moved = list(rows_of_others(board))
    for number, step in moved:
        row = slots[4 * number : 4 * number + 4]
        places = [(slot.first.start, (slot.marks or (slot.word,))[-1].end) for slot in row]
        if any(slot.has_comment for slot in row):
            continue
        cards = [text[start:end] for start, end in places]
        cards = cards[-step:] + cards[:-step]
        pieces = [cards[0]]
        for (_, end), (start, _), card in zip(places, places[1:], cards[1:], strict=False):
            pieces += (text[end:start], card)
        new = "".join(pieces)
        yield Edit(places[0][0], places[-1][1], new, "PBN790", {"trick": number + 1})


def check_first_lines(checker: Checker) -> None:
    """Report data on the line of its tag; in export format the tag's layout has its own code."""
    if checker.is_export or checker.board is None:
        return
    for name in checker.values:
        if name in SECTIONS or name in checker.grids:
            data = data_on_the_line(checker.game.text, checker.cut, checker.position(name))
            if data is not None:
                checker.say("PBN815", data, part=name, name=name)


def data_on_the_line(text: str, cut: Cut, position: int) -> int | None:
    """Return where the data of a section begin if they stand on the line of its tag."""
    body = cut.bodies[position]
    if body[:1] in _BREAKS:
        return None
    blanks = len(body) - len(body.lstrip())
    data = cut.body_start(position) + blanks
    if blanks == len(body) or _LINE_END.search(body, 0, blanks):
        return None
    item = ITEM.match(text, data)
    return data if item is not None and item.lastgroup == "DATA" else None


def check_notes(checker: Checker) -> None:
    """Report the notes that stand in neither an auction nor a play."""
    if "Note" not in checker.values:
        return
    for place, name in enumerate(checker.cut.names):
        if name in SECTIONS:
            return
        if name == "Note":
            checker.say("PBN322", checker.cut.start(place))


# What check --fix makes of it

_ALLOWED: Final = re.compile(lexis.SECTION_TOKEN)
_GAP: Final = re.compile(r"[ \t]*+(?=[^\s])")


SECTION_FIXES: Final = frozenset({
    "PBN751", "PBN752", "PBN753", "PBN754", "PBN755", "PBN771", "PBN779", "PBN780", "PBN783",
    "PBN784", "PBN790",
})  # fmt: skip
"""The codes of the edits of `fix_sections`."""


def fix_sections(
    text: str, cut: Cut, board: Board, *, is_export: bool, newline: str
) -> Iterator[Edit]:
    """Yield the edits of a game's auction, play and tables.

    Args:
        text: the game's text.
        cut: its tags.
        board: what the reader makes of it.
        is_export: whether the rules of export format hold.
        newline: the line end of what is put in.
    """
    for position in _to_fix(cut, board, is_export=is_export):
        name = cut.names[position]
        data = None if is_export else data_on_the_line(text, cut, position)
        if data is not None:
            yield Edit(cut.body_start(position), data, newline, "PBN784", {"name": name})
        if name not in SECTIONS:
            yield from _elements(cut, position)
            continue
        rules = AUCTION if name == "Auction" else PLAY
        start, found = cut.body_start(position), places_at(cut, position).slots
        if rules is PLAY:
            yield from _turned_rows(text, found, board)
        for place, following in itertools.zip_longest(found, found[1:]):
            edit = _call(place, following) if rules is AUCTION else _card(place)
            if edit is not None:
                yield edit
        if rules is AUCTION:
            yield from _asked(cut.bodies[position], start)
            yield from _all_pass_too_much(found)
        if is_export:
            end = start + len(cut.bodies[position])
            yield from _annotations(text, end, found, rules)


def _to_fix(cut: Cut, board: Board, *, is_export: bool) -> Iterator[int]:
    """Yield the first section of each name, less those in which there is surely nothing to fix."""
    grids = {grid.name for grid in board.grids}
    seen: set[str] = set()
    for position, name in enumerate(cut.names):
        if name in seen or (name not in SECTIONS and name not in grids):
            continue
        seen.add(name)
        is_moved = name == "Play" and any(rows_of_others(board))
        is_odd = not cut.is_canonical or is_moved
        if is_odd or not _is_sound(name, cut.bodies[position], is_export=is_export):
            yield position


def _is_sound(name: str, body: str, *, is_export: bool) -> bool:
    """Return whether it is certain that nothing of a section is fixed."""
    if body[:1] not in _BREAKS:
        return False
    if name not in SECTIONS:
        return _PLAIN_ROWS.fullmatch(body) is not None
    if ALL_PASS in body and body.count(PASS.symbol) > 2:
        # It may have ended before.
        return False
    return (_LAID_OUT if is_export else _PLAIN_WORDS)[name].fullmatch(body) is not None


_PLAIN_ROWS: Final = re.compile(rf"(?:\s++|{lexis.SECTION_TOKEN})*+")


def _plain_words(word: str) -> re.Pattern[str]:
    """Return what has the standard's own words alone, in whatever lines, with annotations."""
    mark = f"{lexis.NOTE_TOKEN}|{lexis.NAG_TOKEN}|{lexis.SUFFIX}"
    return re.compile(rf"(?:\s++(?:{word})(?:\s*+(?:{mark})(?!\S))*+)*+(?:\s++\*)?+\s*+")


_PLAIN_WORDS: Final = {
    "Auction": _plain_words(_CALL),
    "Play": _plain_words(f"{_CARD}|-"),
}


def _elements(cut: Cut, position: int) -> Iterator[Edit]:
    """Put elements in quotes that are neither strings nor of the characters of a token."""
    for text, start in elements_at(cut, position):
        if text[0] == '"':
            if "\\" in text and doubled(text) != text:
                values = {"name": cut.names[position]}
                yield Edit(start, start + len(text), doubled(text), "PBN779", values)
        elif not _ALLOWED.fullmatch(text) and text.isprintable():
            yield Edit(start, start + len(text), quote(text), "PBN783", {"old": text[:40]})


def _asked(body: str, start: int) -> Iterator[Edit]:
    """Write the line that stands for the next call as +."""
    if "_" not in body:
        return
    found = scan(body, CALLS)
    for place in found.places:
        text = place.word.value
        if text[0] == "_":
            begin = start + found.start(place.word)
            yield Edit(begin, begin + len(text), "+", "PBN753", {"old": text[:20], "new": "+"})


def _all_pass_too_much(found: list[Slot]) -> Iterator[Edit]:
    """Take AP away where the auction has ended before."""
    if len(found) < 5 or kind_of(found[-1].word.text) not in _AP or found[-1].marks:
        return
    calls = [spelling_of_call(place.word.text)[0] for place in found[-5:-1]]
    if calls[1:] == [PASS.symbol] * 3 and not found[-1].has_comment:
        yield Edit(found[-2].word.end, found[-1].word.end, "", "PBN780")


_AP: Final = ALL_PASSES - {"OBSERVED_ALL"}


def _call(place: Slot, following: Slot | None) -> Edit | None:
    text = place.word.text
    if kind_of(text) == "OBSERVED_ALL":
        # Observed: "all pass" in two words.
        is_two = following is not None and spelling_of_call(following.word.text)[0] == PASS.symbol
        end = following.word.end if following is not None and is_two else place.word.end
        return Edit(place.word.start, end, ALL_PASS, "PBN752", {"old": text})
    right, code = spelling_of_call(text)
    return _edit(place, right, code)


def spelling_of_call(text: str) -> tuple[str, str]:
    """Return the standard's spelling of a call and the code that tells of it.

    Example:
        >>> spelling_of_call("1n"), spelling_of_call("P"), spelling_of_call("AC")
        (('1NT', 'PBN754'), ('Pass', 'PBN752'), ('AC', ''))
    """
    kind = kind_of(text)
    if kind in _AP:
        return ALL_PASS, "PBN751"
    call, code = (None, None) if kind is None or kind in ALL_PASSES else call_of(kind, text)
    return (text, "") if call is None or code is None else (call.symbol, FIXES[code])


def _card(place: Slot) -> Edit | None:
    text = place.word.text
    known = card_in(text)
    if known is None or not known[1]:
        return None
    card, codes = known
    return _edit(place, card.symbol, "PBN755" if "PBN806" in codes else "PBN751")


def _edit(place: Slot, right: str, code: str) -> Edit | None:
    text, start = place.word
    values = {"old": text, "new": right}
    return None if right == text else Edit(start, place.word.end, right, code, values)


def _annotations(text: str, stop: int, found: list[Slot], rules: SectionRules) -> Iterator[Edit]:
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
        gap = _GAP.match(text, end, stop)
        if gap is not None and gap.group() != " ":
            end, new = gap.end(), f"{new} "
        if text[start:end] != new:
            yield Edit(start, end, new, "PBN771", {"old": old, "new": new.strip()})
