"""The play section: from its body to a `Play`.

As for the auction there are two ways: look-up, which says yes or no for the whole section, and the
grammar.

Source: PBN 2.1 §3.6 (Play section), §3.9 (Irregularities), §3.11.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick import CARDS, Card, Ending, Play, PlayedCard, Seat, Strain, Suit, Trick
from overtrick.plugin import NO_CARD
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.glyphs import CARD_SUFFIXES
from overtrick_pbn.standard.values import IRREGULARITIES, PLAY_MARKS, RANK_LETTERS
from overtrick_pbn.text.annotations import (
    PLAY,
    Gatherer,
    Marks,
    Place,
    Scan,
    SectionError,
    SectionRead,
    SectionSay,
    scan,
    take_mark,
    word_start,
)
from overtrick_pbn.text.scanners import MARK

if TYPE_CHECKING:
    from lark import Token

_PLAIN: Final[dict[str, PlayedCard | None]] = {
    card.symbol: PlayedCard.plain(card) for card in CARDS
}
_PLAIN["-"] = None

_INDEXES: Final = {card.symbol: card.index for card in CARDS} | {"-": NO_CARD}

_CARDS: Final[dict[str, Card | None]] = {card.symbol: card for card in CARDS}
_CARDS["-"] = None


_WORD: Final = re.compile(f"(?P<CARD>{lexis.CARD})|(?P<OBSERVED_CARD>{lexis.OBSERVED_CARD})")

Codes = tuple[str, ...]
"""What is odd in the spelling of a card."""


def card_of(kind: str, text: str) -> tuple[Card, Codes]:
    """Return the card of a token, and what is odd in its spelling; lower case is §3.11's.

    Args:
        kind: its terminal.
        text: the token.
    """
    card = Card.parse(text)
    codes = ("PBN806",) if kind == "OBSERVED_CARD" else ()
    return card, codes if text == text.upper() else (*codes, "PBN805")


@functools.lru_cache(maxsize=1 << 10)
def card_in(word: str) -> tuple[Card, Codes] | None:
    """Return the card of a word and what is odd in it, `None` where it is no card.

    Example:
        >>> card_in("s10"), card_in("S1")
        ((<Card ST>, ('PBN806', 'PBN805')), None)
    """
    match = _WORD.fullmatch(word)
    return None if match is None else card_of(match.lastgroup or "", word)


_PLAYS: Final = {mark: IRREGULARITIES[mark] for mark in PLAY_MARKS}
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
        cards: 52 at most.
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
            if not any(cards):
                # Four hyphens are a trick whose cards are not known, or do not matter (§3.6.1).
                continue
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
        return play.tricks[number].winner(play.leader, Strain.NOTRUMP)
    return None


def quick_play(
    leader: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Play | None:
    """Read a play by look-up; `None` where that does not tell what it is.

    Taken are hyphens and cards in any known spelling, with their annotations and comments.

    Args:
        leader: the seat of the Play tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        read: gets what the body holds besides; of no use where the play is not told.
        say: takes the findings, of each code the first one.
    """
    indexes = _whole_rows(body)
    if indexes is not None:
        return Play.of_indexes(leader, indexes, Ending.COMPLETE)
    if len(body) < _SHORT and body.strip() == "*":
        return _NOT_BEGUN[leader]
    has_comments = "{" in body or ";" in body or "%" in body
    words = MARK.findall(body.rstrip()) if has_comments else body.split()
    if len(words) > _MOST_WORDS:
        return None
    ending = Ending.UNKNOWN
    if words and words[-1] == "*":
        words.pop()
        ending = Ending.CLOSED
    cards: tuple[tuple[int, PlayedCard], ...] = ()
    odd: Mapping[str, int] = {}
    try:
        # Most plays have cards alone.
        indexes = bytes(map(_INDEXES.__getitem__, words))
    except KeyError:
        found = _words(words, notes, read)
        if found is None:
            return None
        indexes, cards, odd = found
    if len(indexes) > 52:
        return None
    for code, number in odd.items():
        say(code, word_start(body, words, number), text=words[number], section="Play")
    if len(indexes) == 52 and NO_CARD not in indexes:
        ending = Ending.COMPLETE
    return Play.of_indexes(leader, indexes, ending, cards)


_SHORT: Final = 8
_NOT_BEGUN: Final = tuple(Play.of_indexes(seat, b"", Ending.CLOSED) for seat in Seat)
"""The plays of boards that were only bid, as some programs write them."""


def _whole_rows(body: str) -> bytes | None:
    """Return the cards of thirteen rows of four with single blanks, `None` for any other text.

    Suits and ranks stand in columns of their own, and a card's index is the sum of what stands for
    its suit and its rank: in 1 µs in place of 6.
    """
    text = body.replace("\r\n", "\n") if "\r" in body else body
    if text[3::3] != _GAPS or text[0] != "\n" or not text.isascii():
        return None
    cards = text.encode()
    suits, ranks = cards[1::3].translate(_SUITS), cards[2::3].translate(_RANKS)
    if 128 in suits or 128 in ranks:
        return None
    # No sum is over 51, so that nothing is carried.
    return (int.from_bytes(suits) + int.from_bytes(ranks)).to_bytes(52)


def _places(letters: str, step: int) -> bytes:
    """Return a table of the letters, each with its place times a step; 128 for all others."""
    table = bytearray([128] * 256)
    for place, letter in enumerate(letters):
        table[ord(letter)] = step * place
    return bytes(table)


_GAPS: Final = "   \n" * 13
_SUITS: Final = _places("".join(suit.symbol for suit in Suit), 13)
_RANKS: Final = _places(RANK_LETTERS[::-1], 1)


def _words(
    words: list[str], notes: Mapping[str, str], read: SectionRead
) -> tuple[bytes, tuple[tuple[int, PlayedCard], ...], dict[str, int]] | None:
    """Return the cards of words, those of which something is said by their places, and odd words.

    These are the numbers of the first ones of each code.
    """
    indexes = bytearray()
    said: dict[int, Marks] = {}
    odd: dict[str, int] = {}
    for number, word in enumerate(words):
        index = _INDEXES.get(word)
        if index is not None:
            indexes.append(index)
            continue
        bare = word.rstrip("!?")
        known = card_in(bare) if bare[:1].isalpha() else None
        if known is None:
            if not take_mark(word, len(indexes) - 1, said, read, PLAY):
                return None
            continue
        card, codes = known
        indexes.append(card.index)
        for code in codes:
            odd.setdefault(code, number)
        if bare != word and not take_mark(word[len(bare) :], len(indexes) - 1, said, read, PLAY):
            return None
    played = [(place, _said_card(indexes[place], said[place], notes)) for place in said]
    return bytes(indexes), tuple(played), odd


_MOST_WORDS: Final = 1000  # of a play that anybody wrote by hand

_SAID: Final[dict[tuple[int, str | None, tuple[int, ...], str | None], PlayedCard]] = {}


def _said_card(index: int, marks: Marks, notes: Mapping[str, str]) -> PlayedCard:
    """Return a card with its annotations; those without a comment are shared."""
    note = None if marks.note is None else notes.get(f"={marks.note}=", "")
    key = index, note, marks.glyphs(CARD_SUFFIXES), marks.comment
    known = _SAID.get(key)
    if known is None:
        known = PlayedCard(
            card=None if index == NO_CARD else CARDS[index],
            note=note,
            nags=key[2],
            comment=key[3],
        )
        if not marks.comments:
            if len(_SAID) > 1 << 12:
                _SAID.clear()
            _SAID[key] = known
    return known


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

    def play(self, leader: Seat) -> Play:
        """Return the play, its tag naming the seat `leader`."""
        self.begin()
        found = self.found
        cards: list[PlayedCard | None] = []
        for number, place in enumerate(found.places):
            cards.append(self._played(number, place))
            if number == 52:
                self.say("PBN385", found.start(place.irregular or place.word))
                raise SectionError
        if found.closed is not None:
            self.ending = self.ending or Ending.CLOSED
            self.comments(_END, found.behind)
        plus = None if self.read.next_card is None else self.read.next_card[0]
        return play_of(leader, cards, self.ending, plus=plus)

    def _played(self, number: int, place: Place) -> PlayedCard | None:
        """Return what stands at a place."""
        found, word = self.found, place.word
        if word.type == "PLUS":
            if self.ending is not None:
                self.say("PBN387", found.start(word))
                self.read.next_card = None
            else:
                self.read.next_card = number, found.start(word)
            self.ending = Ending.OPEN
            self.comments(_END, place.marks)
            return None
        if not place.marks and place.irregular is None and word.value in _PLAIN:
            return _PLAIN[word.value]
        marks = self.marks(place)
        card = self._card(word)
        irregularity = None
        if place.irregular is not None:
            if card is None:
                self.misplaced(place.irregular)
            irregularity = _PLAYS[place.irregular]
        elif not place.marks:
            return None if card is None else PlayedCard.plain(card)
        return PlayedCard(
            card=card,
            note=None if marks.note is None else self.notes.get(f"={marks.note}=", ""),
            nags=marks.glyphs(CARD_SUFFIXES),
            comment=marks.comment,
            irregularity=irregularity,
        )

    def _card(self, word: Token) -> Card | None:
        """Return the card that a word means, `None` for a hyphen."""
        if word in _CARDS:
            return _CARDS[word]
        start = self.found.start(word)
        if word.type not in _CARD_TOKENS:
            self.say("PBN381", start, text=word.value[:20])
            raise SectionError
        card, codes = card_of(word.type, word.value)
        for code in codes:
            self.say(code, start, section="Play")
        return card


_CARD_TOKENS: Final = frozenset({"CARD", "OBSERVED_CARD"})
