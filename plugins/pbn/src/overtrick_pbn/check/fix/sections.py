"""Mends calls, cards and their annotations.

Source: PBN 2.1 §3.5.1 to §3.5.4, §3.6.1 to §3.6.4, §3.11.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

from overtrick_pbn.check.fix.edits import Edit
from overtrick_pbn.check.sections import AUCTION, PLAY, SectionRules
from overtrick_pbn.read.auction import ODD_CALLS
from overtrick_pbn.read.play import ODD_CARDS
from overtrick_pbn.standard.glyphs import CALL_SUFFIXES, CARD_SUFFIXES
from overtrick_pbn.text.annotations import Slot, nag_number, slots_of
from overtrick_pbn.text.syntax import Game, Section

_GAP: Final = re.compile(r"[ \t]*+(?=[^\s])")
# The code of a mend by the code of what it mends.
_MENDS: Final = {"PBN801": "PBN752", "PBN802": "PBN753", "PBN803": "PBN754", "PBN805": "PBN751"}


def mend_sections(game: Game, *, is_export: bool) -> Iterator[Edit]:
    """Yield the edits of a game's auction and play."""
    seen: set[str] = set()
    for section in game.sections:
        if section.name in seen or section.name not in {"Auction", "Play"}:
            continue
        seen.add(section.name)
        rules = AUCTION if section.name == "Auction" else PLAY
        found = slots_of(game.text, section)
        for place, following in itertools.zip_longest(found, found[1:]):
            edit = _call(place, following) if rules is AUCTION else _card(place)
            if edit is not None:
                yield edit
        if is_export:
            yield from _annotations(game.text, section, found, rules)


def _call(place: Slot, following: Slot | None) -> Edit | None:
    text = place.word.text
    if text.upper() == "ALL":
        # Observed: "all pass" in two words.
        is_two = following is not None and following.word.text.upper() == "PASS"
        end = following.word.end if following is not None and is_two else place.word.end
        return Edit(place.word.start, end, "AP", "PBN752", {"old": text})
    right, code = spelling_of_call(text)
    return _edit(place, right, code)


def spelling_of_call(text: str) -> tuple[str, str]:
    """Return the standard's spelling of a call and the code that tells of it.

    Example:
        >>> spelling_of_call("1n"), spelling_of_call("P"), spelling_of_call("AC")
        (('1NT', 'PBN754'), ('Pass', 'PBN752'), ('AC', ''))
    """
    if text.upper() == "AP":
        return "AP", "PBN751"
    if text not in ODD_CALLS:
        return text, ""
    call, code = ODD_CALLS[text]
    return call.symbol, _MENDS[code]


def _card(place: Slot) -> Edit | None:
    text = place.word.text
    if text not in ODD_CARDS:
        return None
    card, codes = ODD_CARDS[text]
    return _edit(place, card.symbol, "PBN755" if "PBN806" in codes else "PBN751")


def _edit(place: Slot, right: str, code: str) -> Edit | None:
    text, start = place.word
    values = {"old": text, "new": right}
    return None if right == text else Edit(start, place.word.end, right, code, values)


def _annotations(
    text: str, section: Section, found: list[Slot], rules: SectionRules
) -> Iterator[Edit]:
    """Suffixes as NAGs, the note first, NAGs ascending, one blank behind each (export format)."""
    suffixes = CALL_SUFFIXES if rules is AUCTION else CARD_SUFFIXES
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
        glyphs |= {suffixes[mark.text] for mark in place.marks if mark.text[0] in "!?"}
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
        gap = _GAP.match(text, end, section.end)
        if gap is not None and gap.group() != " ":
            end, new = gap.end(), f"{new} "
        if text[start:end] != new:
            yield Edit(start, end, new, "PBN771", {"old": old, "new": new.strip()})
