"""The Note tags of a game: which section each explains, and which nobody refers to.

A Note belongs to the latest Auction or Play tag before it.

Source: PBN 2.1 §3.5.5 (Auction note explanation), §3.6.5 (Play note explanation).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.values import MOST_NOTES
from overtrick_pbn.text.annotations import NOTE_DIGITS
from overtrick_pbn.text.values import MAX_KEPT

_NOTE: Final = re.compile(lexis.ANY_NOTE + "(.*)", re.DOTALL)


class Notes:
    """The notes of one section.

    Attributes:
        texts: the texts by note token without leading zeros, such as `=1=`.
        positions: the position of each note's tag among the game's tags, by number.
        loose: the values that are no notes.
        repeated: number and text of the notes whose number stands before another text.
    """

    __slots__ = ("loose", "positions", "repeated", "texts")

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.positions: dict[int, int] = {}
        self.loose: list[str] = []
        self.repeated: list[tuple[int, str]] = []

    def add(self, value: str, position: int, say: Callable[..., None]) -> int | None:
        """Add a Note tag's value; `say(code, position, **values)` takes what is wrong with it.

        Returns:
            The note's number, or `None` where it was not added.
        """
        if value[:1] == "#" and value[1:2] in {"", "#"}:
            say("PBN404", position, name="Note")
            self.loose.append(value)
            return None
        note = _note_of(value)
        if note is None:
            say("PBN399", position, value=value)
            self.loose.append(value)
            return None
        number, token, text, has_blanks = note
        if has_blanks:
            say("PBN810", position, name="Note")
        if not 1 <= number <= MOST_NOTES:
            say("PBN396", position, number=number)
        if number in self.positions:
            say("PBN394", position, number=number)
            if text != self.texts[token]:
                self.repeated.append((number, text))
            return None
        self.positions[number] = position
        self.texts[token] = text
        return number

    def left(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return some of the notes' texts, then all to which no reference can lead."""
        texts = [self.texts[f"={number}="] for number in numbers]
        return (*texts, *(text for _, text in self.repeated), *self.loose)

    def unreferenced(self, used: Iterable[int]) -> list[int]:
        """Return the numbers that nobody refers to, in the order of their tags."""
        known = set(used)
        return [number for number in self.positions if number not in known]


@functools.lru_cache(maxsize=MAX_KEPT)
def _note_of(value: str) -> tuple[int, str, str, bool] | None:
    """Return what a value says, which recurs from game to game; `None` where it is no note.

    Returns:
        Its number, its token such as `=1=`, its text, and whether there are blanks before them.
    """
    match = _NOTE.fullmatch(value)
    digits = "" if match is None else match[1].lstrip("0") or "0"
    if match is None or len(digits) > NOTE_DIGITS:
        return None
    has_blanks = not value[0].isdigit() or value[len(match[1])] != ":"
    return int(digits), f"={int(digits)}=", match[2], has_blanks


def numbers_in_export(notes: Mapping[str, str], texts: Iterable[str | None]) -> dict[str, int]:
    """Return the number that export gives each note; those not referred to come last.

    Args:
        notes: the texts of a section's notes by their tokens.
        texts: the note at each call or card, as `export_numbers` takes them.
    """
    shared = export_numbers(texts)
    numbers: dict[str, int] = {}
    following = len(shared)
    for token, text in notes.items():
        if text not in shared:
            following += 1
        numbers[token] = shared.get(text, following)
    return numbers


def export_numbers(texts: Iterable[str | None]) -> dict[str, int]:
    """Return the number that export gives each note text: by first use, equal texts share one.

    Args:
        texts: the note at each call or card in order, `None` where there is none, `""` for a
            reference without text.

    Example:
        >>> export_numbers([None, "weak", "strong", "weak"])
        {'weak': 1, 'strong': 2}
    """
    numbers: dict[str, int] = {}
    for text in texts:
        if text is not None and text not in numbers:
            numbers[text] = len(numbers) + 1
    return numbers
