"""Mends calls, cards and their annotations.

Source: PBN 2.1 §3.5.1 to §3.5.4, §3.6.1 to §3.6.4, §3.11.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

from overtrick_pbn.check.edits import Edit
from overtrick_pbn.check.sections import AUCTION, PLAY, Place, SectionRules, places
from overtrick_pbn.standard.glyphs import CALL_SUFFIXES, CARD_SUFFIXES
from overtrick_pbn.text.annotations import nag_number
from overtrick_pbn.text.syntax import Game, Section

_BID: Final = re.compile(r"([1-7])(NT|N|[SHDC])", re.IGNORECASE)
_CARD: Final = re.compile(r"([SHDC])(10|[AKQJT2-9])", re.IGNORECASE)
_DOUBLES: Final = {"D": "X", "DBL": "X", "R": "XX", "RDBL": "XX"}


def mend_sections(game: Game, *, is_export: bool) -> Iterator[Edit]:
    """Yield the edits of a game's auction and play."""
    seen: set[str] = set()
    for section in game.sections:
        if section.name in seen or section.name not in {"Auction", "Play"}:
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
        gap = re.compile(r"[ \t]*+(?=[^\s])").match(text, end, section.end)
        if gap is not None and gap.group() != " ":
            end, new = gap.end(), f"{new} "
        if text[start:end] != new:
            yield Edit(start, end, new, "PBN771", {"old": old, "new": new.strip()})
