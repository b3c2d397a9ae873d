"""What fixes a finding: of the edits that `check --fix` would make, those that it asks for."""

from __future__ import annotations

import bisect
from typing import Final

import attrs

from overtrick import Fix
from overtrick_pbn.check.codes import FIXES
from overtrick_pbn.check.edits import Edit, apply, text_edit, without_overlaps
from overtrick_pbn.check.export import why_not_added
from overtrick_pbn.check.fixing import STEPS, Fixer
from overtrick_pbn.check.layout import MAX_LINE, line_start, misplaced_tags
from overtrick_pbn.check.sections import SECTION_FIXES
from overtrick_pbn.check.tags import TAG_FIXES
from overtrick_pbn.read.findings import Found
from overtrick_pbn.text.syntax import Game

VERSION_LINE: Final = "% PBN 2.1"

LINE_ENDS: Final = Fix(summary="end each line with CR and LF", edits=())
"""Line ends are no text that an edit could replace."""

_MOST_SHOWN: Final = 90

_FIRST_READINGS: Final = 2000
_CHARACTERS: Final = 200
"""So many characters of a file allow one reading more; a whole game has some 400."""

# What is said once of a section stands for all that is so in it.
_OF_THE_SECTION: Final = frozenset(
    {"PBN371", "PBN506", "PBN801", "PBN802", "PBN803", "PBN805", "PBN806"}
)
# What is said once of a line.
_OF_THE_LINE: Final = frozenset({"PBN651"})

_WORDS: Final = {
    "PBN751": "write it in upper case",
    "PBN752": "write Pass and AP",
    "PBN753": "write X and XX",
    "PBN754": "write NT for notrump",
    "PBN755": "write T for the ten",
    "PBN760": f"begin the file with {VERSION_LINE}",
    "PBN765": "put an empty line between the games",
    "PBN768": "put tags and sections in the order of export format",
    "PBN769": "put the tag on a line of its own",
    "PBN771": "write annotations as export format has them",
    "PBN772": "write blanks in place of tabs",
    "PBN773": "take the blanks off the empty line",
    "PBN785": "add the mandatory tags that are missing",
    "PBN786": "lay the auction out as export format has it",
    "PBN787": "lay the play out as export format has it",
    "PBN788": "lay the rows out as export format has it",
    "PBN776": "put the comment where export format has it",
}
"""Summaries of the fixes whose text does not explain them."""


class Allowance:
    """How often the games of one file are read again to offer fixes with their findings.

    Games as people have them never use it up. Many thousands of games of a few characters do: then
    `check --fix` still fixes what their findings no longer offer.
    """

    def __init__(self) -> None:
        self._left = _FIRST_READINGS * _CHARACTERS
        self._is_told = False

    def add(self, game: Game) -> None:
        """Allow what the next game's length does."""
        self._left += len(game.text)

    def take(self) -> bool:
        """Return whether one reading more is allowed, and count it."""
        if not self._is_left():
            return False
        self._left -= _CHARACTERS
        return True

    def _is_left(self) -> bool:
        return self._left >= _CHARACTERS

    def hint(self) -> str | None:
        """Return, once a file, what there is to say of fixes that are not offered."""
        if self._is_left() or self._is_told:
            return None
        self._is_told = True
        return "there are too many to show a fix for each: check --fix makes them all"


class Fixes:
    """Finds what fixes the findings of one game; the game is looked through when first asked.

    Args:
        fixer: fixes the game.
        allowance: how often games may be read again for it.
    """

    def __init__(self, fixer: Fixer, allowance: Allowance) -> None:
        self._fixer = fixer
        self._allowance = allowance
        self._by_code: dict[str, list[Edit]] = {}

    def of(self, found: Found) -> Fix | None:
        """Return what fixes a finding as `check --fix` would, `None` where nothing does."""
        code = FIXES.get(found.code)
        if code is None:
            return None
        if code != "PBN765" and self._fixer.is_broken_off:
            # What is missing would be made up for a part of a game.
            return None
        if found.code == "PBN650":
            return LINE_ENDS if self._fixer.ends_lines else None
        edits = self._edits(code)
        if not edits:
            return None
        start, end = self._reach(found)
        asked: list[Edit] = []
        # Edits of one code do not overlap: the one before the last that is asked for ends before.
        last = bisect.bisect_right(edits, end, key=lambda edit: edit.start)
        while last and edits[last - 1].end >= start:
            last -= 1
            asked.append(edits[last])
        if found.code == "PBN654":
            # Reported at the game's beginning, fixed where the tag belongs.
            asked = edits
        asked = without_overlaps(asked)
        return fix_of(self._fixer, code, asked) if asked and self._clears(found, asked) else None

    def _clears(self, found: Found, edits: list[Edit]) -> bool:
        """Return whether a finding is gone after its edits, which may be of a part of it."""
        if found.code == "PBN662":
            board = self._fixer.board
            # The first caller and the dealer are in different tags.
            return board.auction is None or board.dealer in {None, board.auction.dealer}
        if found.code not in {"PBN651", "PBN653"}:
            return True
        text = self._fixer.game.text
        start, end = found.span
        begin = line_start(text, start)
        stop = max(self._end_of_line(end), *(edit.end for edit in edits))
        if stop - begin > MAX_LINE:
            # Each of its findings would be tried on all of it: a cost that grows as the square.
            return False
        made = [
            attrs.evolve(edit, start=edit.start - begin, end=edit.end - begin)
            for edit in edits
            if edit.start >= begin
        ]
        line = text[begin:stop]
        fixed = apply(line, made)
        if found.code == "PBN651":
            return "\t" not in fixed and "\v" not in fixed
        return misplaced_tags(fixed) < misplaced_tags(line)

    def _end_of_line(self, index: int) -> int:
        """Return where the line of an index ends."""
        text = self._fixer.game.text
        stops = [at for at in (text.find("\r", index), text.find("\n", index)) if at >= 0]
        return min(stops, default=len(text))

    def why_not_added(self) -> str | None:
        """Return why mandatory tags that the game lacks are left out."""
        return why_not_added(self._fixer.game, self._fixer.cut)

    def _edits(self, code: str) -> list[Edit]:
        """Return the edits that one code tells of."""
        if code not in self._by_code:
            step = next((codes for codes in STEPS if code in codes), None)
            is_word = code in TAG_FIXES or code in SECTION_FIXES
            edits = self._fixer.words(code) if is_word and self._allowance.take() else []
            if code == "PBN765":
                edits.append(self._divide())
            if step is not None and self._allowance.take():
                made = self._fixer.layout(self._fixer.game, step)
                edits += [edit for edit in made if code in edit.codes]
            self._by_code[code] = sorted(edits, key=lambda edit: (edit.start, edit.end))
        return self._by_code[code]

    def _divide(self) -> Edit:
        """Return the edit that puts an empty line before the game."""
        is_inside = self._fixer.game.column > 1
        return Edit(0, 0, self._fixer.newline * (1 + is_inside), "PBN765")

    def _reach(self, found: Found) -> tuple[int, int]:
        """Return where what a finding speaks of begins and ends."""
        start, end = found.span
        if found.code in _OF_THE_LINE:
            return start, self._end_of_line(end)
        if found.code in _OF_THE_SECTION:
            cut = self._fixer.cut
            for position, body in enumerate(cut.bodies):
                if 0 <= start - cut.body_start(position) < len(body):
                    return start, cut.body_start(position) + len(body)
        return start, end


def fix_of(fixer: Fixer, code: str, edits: list[Edit]) -> Fix:
    """Return edits of a game as the fix of a finding."""
    texts = {edit.text.strip() for edit in edits}
    shown = texts.pop() if len(texts) == 1 else ""
    is_plain = shown and len(shown) <= _MOST_SHOWN and len(shown.splitlines()) == 1
    summary = f"write {shown}" if is_plain else _WORDS.get(code, "write it as the standard has it")
    game = fixer.game
    return Fix(summary=summary, edits=tuple(text_edit(game, edit) for edit in edits))
