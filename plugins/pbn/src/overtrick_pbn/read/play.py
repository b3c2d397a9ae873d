"""The play section: from its body to a `Play`.

As for the auction there are two ways: plain cards by look-up, and the scanner of annotations for
the rest, which reports.

Source: PBN 2.1 §3.6 (Play section), §3.9 (Irregularities), §3.11.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick.model.calls import Ending
from overtrick.model.cards import CARDS, Card
from overtrick.model.play import PLAIN_CARDS, Play, PlayedCard, Trick
from overtrick_pbn.standard.glyphs import CARD_SUFFIXES
from overtrick_pbn.standard.values import IRREGULARITIES
from overtrick_pbn.text.annotations import (
    PLAY,
    Gatherer,
    Scan,
    SectionError,
    SectionRead,
    SectionSay,
)

if TYPE_CHECKING:
    from overtrick.model.table import Seat

_PLAIN: Final[dict[str, PlayedCard | None]] = {
    card.symbol: PLAIN_CARDS[card.index] for card in CARDS
}
_PLAIN["-"] = None

_CARDS: Final[dict[str, Card | None]] = {card.symbol: card for card in CARDS}
_CARDS["-"] = None


def _odd_cards() -> dict[str, tuple[Card, tuple[str, ...]]]:
    """Return the cards of other spellings, with the codes of each; lower case is §3.11's."""
    odd: dict[str, tuple[Card, tuple[str, ...]]] = {}
    for card in CARDS:
        suit, rank = card.symbol[0], card.symbol[1]
        for text in (suit + rank.lower(), suit.lower() + rank, suit.lower() + rank.lower()):
            odd[text] = card, ("PBN805",)
        if rank == "T":
            odd[f"{suit}10"] = card, ("PBN806",)
            odd[f"{suit.lower()}10"] = card, ("PBN806", "PBN805")
    return {text: found for text, found in odd.items() if text not in _CARDS}


ODD_CARDS: Final = _odd_cards()
"""The cards that are plainly meant, by spelling, each with the codes of what is odd in it."""

_PLAYS: Final = {mark: IRREGULARITIES[mark] for mark in ("^R", "^L")}
_END: Final = "Play.end"


def play_of(
    leader: Seat,
    cards: list[PlayedCard | None],
    ending: Ending | None,
    *,
    is_whole: bool | None = None,
) -> Play:
    """Return the play of cards in the order of the section's columns.

    Args:
        leader: the seat of the first column.
        cards: 52 at the most.
        ending: what the record says of it.
        is_whole: whether no card is missing, where that is known already.
    """
    count = len(cards)
    if count == 52 and ending is not Ending.OPEN:
        if is_whole is None:
            is_whole = all(played is not None and played.card is not None for played in cards)
        ending = Ending.COMPLETE if is_whole else ending
    if count & 3:
        if ending is Ending.OPEN and not any(cards[count & ~3 :]):
            # A last row that holds the mark of the next card and no card is no trick.
            cards = cards[: count & ~3]
        else:
            cards = cards + [None] * (4 - (count & 3))
    first = leader.value
    # Column k is the seat k places after the leader; a trick is in the order of seats.
    columns = (
        cards[-first & 3 :: 4],
        cards[1 - first & 3 :: 4],
        cards[2 - first & 3 :: 4],
        cards[3 - first & 3 :: 4],
    )
    return Play(
        leader=leader,
        tricks=tuple(map(Trick, zip(*columns, strict=True))),
        ending=ending or Ending.UNKNOWN,
    )


def fast_play(leader: Seat, body: str) -> Play | None:
    """Read cards and hyphens by look-up; `None` where there is anything else."""
    words = body.split()
    ending: Ending | None = None
    if words and words[-1] == "*":
        words.pop()
        ending = Ending.CLOSED
    if len(words) > 52:
        return None
    try:
        cards = list(map(_PLAIN.__getitem__, words))
    except KeyError:
        return None
    return play_of(leader, cards, ending, is_whole="-" not in words)


def read_play(
    leader: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Play:
    """Read any play, and report all that the standard has against it.

    Args:
        leader: the seat of the Play tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        read: gets what the body holds besides.
        say: takes the findings.

    Raises:
        SectionError: the body is no play; the reason has been reported.
    """
    return _Cards(notes, Scan(body, PLAY), read, say).play(leader)


class _Cards(Gatherer):
    """Gathers the cards of a play."""

    def __init__(
        self, notes: Mapping[str, str], found: Scan, read: SectionRead, say: SectionSay
    ) -> None:
        super().__init__(found, read, say)
        self.notes = notes
        self.ending: Ending | None = None

    def play(self, leader: Seat) -> Play:
        """Return the play, its tag naming the seat `leader`."""
        self.begin()
        found = self.found
        words = found.words
        cards: list[PlayedCard | None] = []
        is_whole: bool | None = None
        if len(words) <= 52 and not found.irregular:
            with contextlib.suppress(KeyError):
                cards = list(map(_PLAIN.__getitem__, words))
        if cards:
            for number in found.marks:
                cards[number] = self._played(number)
            is_whole = "-" not in words
        else:
            for number in range(len(words)):
                cards.append(self._played(number))
                if number == 52:
                    index = found.irregular.get(number, found.places[number])
                    self.say("PBN385", found.start(index))
                    raise SectionError
        if found.closed:
            self.ending = self.ending or Ending.CLOSED
            self.comments(_END, found.behind)
        return play_of(leader, cards, self.ending, is_whole=is_whole)

    def _played(self, number: int) -> PlayedCard | None:
        """Return what stands at a place."""
        found = self.found
        index = found.places[number]
        word = found.words[number]
        if word == "+":
            if self.ending is not None:
                self.say("PBN387", found.start(index))
            self.ending = Ending.OPEN
            self.comments(_END, found.marks.get(number, ()))
            return None
        marks = self.marks(number)
        card = self._card(word, index)
        irregularity = None
        if number in found.irregular:
            if card is None:
                self.misplaced(number)
            irregularity = _PLAYS[found.tokens[found.irregular[number]]]
        elif number not in found.marks:
            return None if card is None else PLAIN_CARDS[card.index]
        return PlayedCard(
            card=card,
            note=None if marks.note is None else self.notes.get(f"={marks.note}=", ""),
            nags=marks.glyphs(CARD_SUFFIXES),
            comment=marks.comment,
            irregularity=irregularity,
        )

    def _card(self, word: str, index: int) -> Card | None:
        """Return the card that a word means, `None` for a hyphen."""
        if word in _CARDS:
            return _CARDS[word]
        start = self.found.start(index)
        if word not in ODD_CARDS:
            self.say("PBN381", start, text=word[:20])
            raise SectionError
        card, codes = ODD_CARDS[word]
        for code in codes:
            self.say(code, start, section="Play")
        return card
