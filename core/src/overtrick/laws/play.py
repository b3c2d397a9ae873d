"""The law of the play: LAW201 to LAW208.

Cards are numbers here and hands are masks, as in `Card.index` and `Hand.mask`: this runs for each
card of each board that is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from operator import and_
from typing import Final, NamedTuple

from overtrick.findings.diagnostics import Diagnostic
from overtrick.laws.codes import problem
from overtrick.model.calls import Ending, Irregularity
from overtrick.model.cards import CARDS, Strain, Suit
from overtrick.model.hands import Deal, Hand
from overtrick.model.play import NO_CARD, Play, winning_step
from overtrick.model.table import Seat

_CARD_MARKS: Final = frozenset({Irregularity.REVOKE, Irregularity.LEAD_OUT_OF_TURN})

_SEATS: Final = tuple(Seat)
_CLOCKWISE: Final = tuple(tuple(seat.after(step) for step in range(4)) for seat in Seat)
_OTHER_COLUMNS: Final = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
_SUIT_MASKS: Final = tuple(8191 << 13 * suit for suit in Suit)
_BITS: Final = [1 << index if index < 52 else 0 for index in range(256)]
"""The mask of each card; that of no card is empty."""

_SUITS: Final = bytes(index // 13 if index < 52 else NO_CARD for index in range(256))
"""The suit of each card, for `bytes.translate`; that of no card is no suit."""


class Course(NamedTuple):
    """The result of checking a play.

    Attributes:
        problems: the violations of the laws.
        winners: the winner of each trick, `None` where it is not known.
        limit: the number of tricks that can be played: 13, or fewer in an end position.
    """

    problems: tuple[Diagnostic, ...] = ()
    winners: tuple[Seat | None, ...] = ()
    limit: int = 13


def play_problems(
    play: Play, deal: Deal | None = None, strain: Strain | None = None
) -> tuple[Diagnostic, ...]:
    """Return the findings of the laws for a play, trick by trick.

    A card marked `REVOKE` or `LEAD_OUT_OF_TURN` is no problem. Only what is certain is reported:
    a hand that is not given in full cannot show that a card is not held, and revokes are not
    reported from the first trick on whose leader is not known.

    Args:
        play: the play.
        deal: the hands; without it neither cards not held nor revokes can be found.
        strain: the trumps; without them the leader is known to the first trick only.

    Example:
        >>> from overtrick import Play, Seat
        >>> [str(p.part) + " " + p.code for p in play_problems(
        ...     Play.of(Seat.WEST, "SK H3 S4 S3", "C5 C2 C6 SK"))]
        ['play.1.S LAW202']

    Source: Laws of Duplicate Bridge 2017, Laws 44, 53, 61; PBN 2.1 §3.6, §3.9, §3.10.
    """
    return follow_play(play, deal, strain).problems


def follow_play(play: Play, deal: Deal | None, strain: Strain | None) -> Course:
    """Check a play, and return who wins its tricks as well (see `play_problems`)."""
    masks = (0, 0, 0, 0) if deal is None else deal.masks
    limit, count, seats = _trick_limit(masks), play.length, _CLOCKWISE[play.leader]
    cards, marks = _columns(play)
    held = [masks[seat] for seat in seats]
    winners: list[Seat | None] = []
    found: list[Diagnostic] = []
    sound = None if marks or strain is None else _sound_winners(cards, held, strain)
    if sound is not None:
        winners += map(seats.__getitem__, sound)
    else:
        check = _PlayCheck(seats, cards, marks, held, limit)
        leader: int | None = 0
        for number in range(count):
            leader = check.leader(number, leader)
            check.cards(number)
            leader = check.winner(number, leader, strain)
            winners.append(None if leader is None else seats[leader])
        found = check.certain()
    problems = (*found, *_ending_problems(play, count, limit))
    return Course(problems, tuple(winners), limit)


def _sound_winners(cards: bytes, held: Sequence[int], strain: Strain) -> list[int] | None:
    """Return the columns that win the tricks of a play without faults.

    Most plays are sound, and this takes a quarter of the time of the full check.

    Args:
        cards: those of the play in the order of columns.
        held: the cards of each column at the beginning.
        strain: the trumps.

    Returns:
        The winners; `None` where a card is not given, not held or played twice, or where a player
        revokes.
    """
    bits = map(_BITS.__getitem__, cards)
    if len({*cards}) < len(cards) or not all(map(and_, bits, cycle(held))):
        return None
    all_suits = cards.translate(_SUITS)
    winners: list[int] = []
    leader = 0
    for place in range(0, len(cards), 4):
        trick, suits = cards[place : place + 4], all_suits[place : place + 4]
        led = suits[leader]
        if suits.count(led) == 4:
            leader = trick.index(max(trick))
        else:
            for column in _OTHER_COLUMNS[leader]:
                if suits[column] != led:
                    had = held[column] & _SUIT_MASKS[led]
                    if had.bit_count() > all_suits[column:place:4].count(led):
                        return None
            leader = (leader + winning_step(trick[leader:] + trick[:leader], strain)) & 3
        winners.append(leader)
    return winners


def _trick_limit(masks: Sequence[int]) -> int:
    """Return how many tricks can be played with some hands: 13, or fewer in an end position."""
    lengths = [mask.bit_count() for mask in masks if mask]
    # Hands of unequal length, or a single short one, are a deal that is given only in part.
    is_position = len(lengths) > 1 and len(set(lengths)) == 1
    return lengths[0] if is_position else 13


def _ending_problems(play: Play, count: int, limit: int) -> list[Diagnostic]:
    if count > limit:
        return [problem("LAW205", f"play.{limit}", count=count, limit=limit)]
    if play.ending is Ending.COMPLETE and count < limit:
        return [problem("LAW206", "play", count=count, limit=limit)]
    if play.ending is Ending.OPEN and play.is_whole(limit):
        return [problem("LAW207", "play", limit=limit)]
    return []


def _columns(play: Play) -> tuple[bytes, dict[int, Irregularity]]:
    """Return the cards of a play in the order of columns, and the marks by the card's place."""
    indexes = play.indexes
    if indexes is not None:
        return indexes, {}
    cards, marks = bytearray(), {}
    for trick in play.tricks:
        for seat in _CLOCKWISE[play.leader]:
            played = trick.cards[seat]
            if played is not None and played.irregularity is not None:
                marks[len(cards)] = played.irregularity
            card = None if played is None else played.card
            cards.append(NO_CARD if card is None else card.index)
    return bytes(cards), marks


class _PlayCheck:
    """The hands and the cards played, trick by trick.

    A player is a column here: 0 is the opening leader, and the others follow clockwise.

    Attributes:
        found: the findings.
        seats: the seat of each column.
        held: the cards of each column at the beginning.
        left: those that each column still holds.
        limit: how many tricks can be played; only a hand of that length is given in full.
        places: the place of each card that was played.
        foreign: the cards that another player than their owner plays, as a mask.
        concluded: the findings that follow from the cards held, each with the cards of its trick
            and those by which the player could have followed suit, as masks.
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        cards: bytes,
        marks: dict[int, Irregularity],
        held: list[int],
        limit: int,
    ) -> None:
        self.found: list[Diagnostic] = []
        self.foreign = 0
        self.concluded: list[tuple[Diagnostic, int, int]] = []
        self.seats = seats
        self.held = held
        self.left = list(held)
        self.limit = limit
        self.places: dict[int, int] = {}
        self._cards, self._marks = cards, marks
        self._suits = cards.translate(_SUITS)

    def _report(self, code: str, place: int, **fields: object) -> None:
        seat = self.seats[place & 3].symbol
        self.found.append(problem(code, f"play.{place >> 2}.{seat}", **fields))

    def certain(self) -> list[Diagnostic]:
        """Return the findings, less those that follow from cards of another player."""
        foreign = self.foreign
        if not foreign:
            return self.found
        doubtful = [
            found
            for found, played, held in self.concluded
            if played & foreign or not held & ~foreign
        ]
        return [found for found in self.found if not any(found is other for other in doubtful)]

    def _conclude(self, number: int, held: int) -> None:
        """Note what the latest finding follows from."""
        played = 0
        for index in self._cards[4 * number : 4 * number + 4]:
            played |= 0 if index == NO_CARD else 1 << index
        self.concluded.append((self.found[-1], played, held))

    def _in_order_of_seats(self) -> list[int]:
        return [self.seats.index(seat) for seat in _SEATS]

    def leader(self, number: int, leader: int | None) -> int | None:
        """Return who led to a trick, as far as known; report revokes and unfounded marks."""
        if self._marks:
            marked = self._marked_leads(number)
            self._check_marks(number, marked, leader)
            if marked:
                return marked[0] if len(marked) == 1 else None
        return None if leader is None else self._following(number, leader)

    def _marked_leads(self, number: int) -> list[int]:
        return [
            column
            for column in range(4)
            if self._marks.get(4 * number + column) is Irregularity.LEAD_OUT_OF_TURN
        ]

    def _check_marks(self, number: int, marked: list[int], leader: int | None) -> None:
        """Report marks of a trick that the cards do not bear out."""
        for column in self._in_order_of_seats():
            place = 4 * number + column
            mark = self._marks.get(place)
            why = None
            if mark is not None and mark not in _CARD_MARKS:
                why = "it belongs to a call, not to a card"
            elif mark is Irregularity.LEAD_OUT_OF_TURN and len(marked) > 1:
                why = "only one player can lead to a trick"
            elif mark is Irregularity.LEAD_OUT_OF_TURN and column == leader:
                why = "it is the player's lead"
            if mark is not None and why is not None:
                seat = self.seats[column].symbol
                self._report("LAW208", place, mark=f"^{mark.value}", seat=seat, why=why)

    def _following(self, number: int, leader: int) -> int | None:
        """Report revokes and an unmarked lead out of turn; return who led, as far as known."""
        revokes = self._revokes(number, leader)
        place = 4 * number
        if len(revokes) > 1:
            # One player who led out of turn explains what would be several revokes.
            innocent = [
                column
                for column in self._in_order_of_seats()
                if column != leader
                and self._cards[place + column] != NO_CARD
                and not self._revokes(number, column)
            ]
            if innocent:
                fields = {"leader": self.seats[leader].symbol, "trick": number + 1}
                self._report("LAW204", place + leader, **fields)
                # The leader follows from all hands.
                self._conclude(number, 0)
                # Whichever of them led, the same card wins if they all followed to one suit.
                suits = {self._suits[place + column] for column in innocent}
                return innocent[0] if len(suits) == 1 else None
        for column in revokes:
            led, card = CARDS[self._cards[place + leader]], CARDS[self._cards[place + column]]
            ranks = Hand(self.left[column]).suit_text(led.suit)
            held = " ".join(led.suit.symbol + rank for rank in ranks)
            seat = self.seats[column].symbol
            self._report("LAW203", place + column, led=led, seat=seat, card=card, held=held)
            self._conclude(number, self.left[column] & _SUIT_MASKS[led.suit])
        return leader

    def _revokes(self, number: int, leader: int) -> list[int]:
        """Return who does not follow suit though he could, clockwise from the leader."""
        place = 4 * number
        suits = self._suits[place : place + 4]
        led = suits[leader]
        if led == NO_CARD or suits.count(led) == 4:
            return []
        return [
            column
            for column in _OTHER_COLUMNS[leader]
            if suits[column] not in {led, NO_CARD}
            and self.left[column] & _SUIT_MASKS[led]
            and self._marks.get(place + column) is not Irregularity.REVOKE
        ]

    def cards(self, number: int) -> None:
        """Report cards that were played before or are not held, and take them from the hands."""
        left = self.left
        first = 4 * number
        for column, index in enumerate(self._cards[first : first + 4]):
            if index == NO_CARD:
                continue
            bit, place = 1 << index, first + column
            before = self.places.setdefault(index, place)
            if before != place:
                self._report_card(
                    "LAW202",
                    place,
                    before=(before >> 2) + 1,
                    player=self.seats[before & 3].symbol,
                )
            elif left[column] & bit:
                left[column] ^= bit
            else:
                self._check_owner(place, bit)

    def _check_owner(self, place: int, bit: int) -> None:
        """Report a card that is in another hand, or in none."""
        column = place & 3
        owner = next((other for other in range(4) if self.held[other] & bit), None)
        if owner is not None:
            why = f"is in the hand of {self.seats[owner].symbol}"
            self._report_card("LAW201", place, why=why)
            self.left[owner] &= ~bit
            self.foreign |= bit
        elif self.held[column].bit_count() == self.limit:
            self._report_card("LAW201", place, why="is not in the hand")

    def _report_card(self, code: str, place: int, **fields: object) -> None:
        seat, card = self.seats[place & 3].symbol, CARDS[self._cards[place]]
        self._report(code, place, seat=seat, card=card, **fields)

    def winner(self, number: int, leader: int | None, strain: Strain | None) -> int | None:
        """Return who wins a trick, `None` where a card, the leader or the trumps are unknown."""
        if leader is None or strain is None:
            return None
        trick = self._cards[4 * number : 4 * number + 4]
        if NO_CARD in trick:
            return None
        return (leader + winning_step(trick[leader:] + trick[:leader], strain)) & 3
