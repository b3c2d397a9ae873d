"""The play section: from its body to a `Play`.

As for the auction there are two ways: plain cards by look-up, and the scanner of annotations for
the rest, which reports.

Source: PBN 2.1 §3.6 (Play section), §3.9 (Irregularities), §3.11.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from overtrick.model.calls import Ending
from overtrick.model.cards import CARDS, Card, Strain
from overtrick.model.play import (
    NO_CARD,
    PLAIN_CARDS,
    Play,
    PlayedCard,
    Trick,
    trick_winner,
)
from overtrick.model.table import Seat
from overtrick_pbn.standard.glyphs import CARD_SUFFIXES
from overtrick_pbn.standard.values import IRREGULARITIES
from overtrick_pbn.text.annotations import (
    PLAY,
    Gatherer,
    Scan,
    SectionError,
    SectionRead,
    SectionSay,
    scan,
)

_PLAIN: Final[dict[str, PlayedCard | None]] = {
    card.symbol: PLAIN_CARDS[card.index] for card in CARDS
}
_PLAIN["-"] = None

_INDEXES: Final = {card.symbol: card.index for card in CARDS} | {"-": NO_CARD}

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

_ODD_INDEXES: Final = _INDEXES | {text: card.index for text, (card, _) in ODD_CARDS.items()}

_PLAYS: Final = {mark: IRREGULARITIES[mark] for mark in ("^R", "^L")}
_END: Final = "Play.end"


def play_of(
    leader: Seat,
    cards: list[PlayedCard | None],
    ending: Ending | None,
    *,
    is_whole: bool | None = None,
    plus: int | None = None,
) -> Play:
    """Return the play of cards in the order of the section's columns.

    Args:
        leader: the seat of the first column.
        cards: 52 at the most.
        ending: what the record says of it.
        is_whole: whether no card is missing, where that is known already.
        plus: the number of the place that `+` has, where it has one.
    """
    count = len(cards)
    if count == 52 and ending is not Ending.OPEN:
        if is_whole is None:
            is_whole = all(played is not None and played.card is not None for played in cards)
        ending = Ending.COMPLETE if is_whole else ending
    row = (count - 1) & ~3
    if ending is Ending.OPEN and (plus or 0) >= row >= 0 and not any(cards[row:]):
        # A last row that holds the mark of the next card and no card is no trick.
        cards = cards[:row]
    elif count & 3:
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


class NextCard(NamedTuple):
    """The card that is to be played next.

    Attributes:
        trick: the number of its trick, 0-based.
        seat: who plays it.
        is_told: whether the cards tell so; else it is the first place that is free.
    """

    trick: int
    seat: Seat
    is_told: bool


def next_card_of(play: Play, strain: Strain | None) -> NextCard:
    """Return the card that is to be played next, which `+` stands for.

    Args:
        play: a play that goes on.
        strain: the trumps, to know who won a trick; `None` where they are not known.

    Source: PBN 2.1 §3.6 ("The '+' replaces the next card to be played").
    """
    last = len(play.tricks) - 1
    # In a play of thirteen tricks the card is one that an earlier trick lacks.
    for number in range(last, -1 if last == 12 else last - 1, -1):
        if number >= 0:
            cards = play.tricks[number].cards
            leader = None
            if number == 0 or strain is not None:
                # Who led to the first trick does not hang on the trumps.
                leader = play.leader_of(number, Strain.NOTRUMP if strain is None else strain)
            # Whoever led, the next is the one behind those who have played.
            ends = [s for s in Seat if cards[s] is None and cards[s.after(3)] is not None]
            if leader is None and len(ends) == 1:
                return NextCard(number, ends[0], is_told=True)
            first = play.leader if leader is None else leader
            free = [seat for step in range(4) if cards[seat := first.after(step)] is None]
            if free:
                return NextCard(number, free[0], is_told=leader is not None)
    leader = play.leader
    if last >= 0:
        leader = _winner(play, last, strain)
    seat = play.leader if leader is None else leader
    return NextCard(last + 1, seat, is_told=leader is not None)


def _winner(play: Play, number: int, strain: Strain | None) -> Seat | None:
    """Return who won a trick, `None` where that cannot be told."""
    if strain is not None:
        return play.winner_of(number, strain)
    cards = [played.card for played in play.tricks[number].cards if played is not None]
    if len(cards) == 4 and len({card.suit if card else None for card in cards}) == 1:
        # Where all follow suit, trumps do not matter.
        return trick_winner(play.tricks[number], play.leader, Strain.NOTRUMP)
    return None


def plain_play(leader: Seat, body: str) -> Play | None:
    """Read cards and hyphens as the standard has them; `None` where there is anything else."""
    return _by_look_up(leader, body.split(), _INDEXES)


def fast_play(leader: Seat, body: str, read: SectionRead) -> Play | None:
    """Read cards in any known spelling and hyphens by look-up; `None` where there is more.

    Args:
        leader: the seat of the Play tag.
        body: what follows the tag.
        read: gets what is to be reported.
    """
    words = body.split()
    play = _by_look_up(leader, words, _ODD_INDEXES)
    if play is not None:
        _keep_odd(words, body, read)
    return play


def _by_look_up(leader: Seat, words: list[str], known: Mapping[str, int]) -> Play | None:
    ending = Ending.UNKNOWN
    if words and words[-1] == "*":
        words.pop()
        ending = Ending.CLOSED
    if len(words) > 52:
        return None
    try:
        indexes = bytes(map(known.__getitem__, words))
    except KeyError:
        return None
    if len(words) == 52 and NO_CARD not in indexes:
        ending = Ending.COMPLETE
    return Play.of_indexes(leader, indexes, ending)


def _keep_odd(words: list[str], body: str, read: SectionRead) -> None:
    """Keep the first card of each odd spelling."""
    found: dict[str, tuple[str, int, int, str]] = {}
    read.words = words
    for number, word in enumerate(words):
        for code in ODD_CARDS[word][1] if word in ODD_CARDS else ():
            if code not in found:
                found[code] = code, number, 0, word
                read.spellings = [*found.values()]
                if "1" not in body:
                    # There is no ten in figures, so nothing else can be odd.
                    return


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
    return _Cards(notes, scan(body, PLAY), read, say).play(leader)


class _Cards(Gatherer):
    """Gathers the cards of a play."""

    def __init__(
        self, notes: Mapping[str, str], found: Scan, read: SectionRead, say: SectionSay
    ) -> None:
        super().__init__(found, read, say)
        self.notes = notes
        self.ending: Ending | None = None

    def is_known(self, word: str) -> bool:
        """Return whether a word is a card or a hyphen."""
        return word in _CARDS or word in ODD_CARDS

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
        plus = None if self.read.next_card is None else self.read.next_card[0]
        return play_of(leader, cards, self.ending, is_whole=is_whole, plus=plus)

    def _played(self, number: int) -> PlayedCard | None:
        """Return what stands at a place."""
        found = self.found
        index = found.places[number]
        word = found.words[number]
        if word == "+":
            if self.ending is not None:
                self.say("PBN387", found.start(index))
                self.read.next_card = None
            else:
                self.read.next_card = number, found.start(index)
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
