"""Every number and card that a sentence tells, counted again from the player's view.

A second opinion: cards are texts here, what others may hold is found by asking of each unseen card
whether a player could have held it and played as he did, and sums are added up anew. The tables of
values themselves (`WEIGHTS`, `NERVES`, ...) are what the players go by, and are taken from there.

Used by `test_belote_truth.py` for some positions and by `bench/belote_sentences.py` for many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from overtrick import Seat, Suit
from overtrick_belote.players import bidding, conventions, evaluation
from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.players.evaluation import WEIGHTS, Whose
from overtrick_belote.players.sentences import facts_of
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid, Contract, Double, Pass
from overtrick_belote.rules.cards import CARDS, Card, hand_of
from overtrick_belote.rules.play import legal_cards
from overtrick_belote.rules.state import Declare, Play, View, choices
from overtrick_belote.telling.hint import explain, told
from overtrick_belote.telling.sentences import RULES, tell
from overtrick_belote.telling.words import LANGUAGES

TURN = "SENW"
TRUMP_ORDER, SIDE_ORDER = "J9ATKQ87", "ATKQJ987"
TRUMP_WORTH = dict(zip("J9ATKQ87", (20, 14, 11, 10, 4, 3, 0, 0), strict=True))
SIDE_WORTH = dict(zip("ATKQJ987", (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
NATURAL = "AKQJT987"


class UntruthError(AssertionError):
    """A sentence that tells what the position does not give, or contradicts the choice."""


def hold(condition: object, why: str) -> None:
    """Raise where something does not hold."""
    if not condition:
        raise UntruthError(why)


class Eyes:
    """A position as a player sees it, counted without the package's own counting."""

    def __init__(self, view: View, advice: Advice) -> None:
        self.view, self.advice = view, advice
        self.me = view.seat.symbol
        self.partner = TURN[(TURN.index(self.me) + 2) % 4]
        self.enemies = [seat for seat in TURN if seat not in (self.me, self.partner)]
        self.hand = {str(card) for card in CARDS if view.hand >> card & 1}
        self.dealt = {str(card) for card in CARDS if view.dealt >> card & 1}
        contract = view.contract
        self.trump = contract.bid.suit.symbol if contract is not None else ""

    # The play -----------------------------------------------------------------------------

    def players(self, leader: Seat) -> list[str]:
        """The players of a trick, in turn."""
        first = TURN.index(leader.symbol)
        return [TURN[(first + place) % 4] for place in range(4)]

    def order(self, card: str) -> int:
        """How high a card ranks in its suit, 0 the highest."""
        return (TRUMP_ORDER if card[0] == self.trump else SIDE_ORDER).index(card[1])

    def worth(self, card: str) -> int:
        """The points of a card."""
        return (TRUMP_WORTH if card[0] == self.trump else SIDE_WORTH)[card[1]]

    def winner(self, cards: list[str]) -> int:
        """The place of the card that wins."""
        fighting = [c for c in cards if c[0] == self.trump] or [
            c for c in cards if c[0] == cards[0][0]
        ]
        return cards.index(min(fighting, key=self.order))

    @property
    def table(self) -> list[str]:
        """The cards on the table."""
        return [] if self.view.trick is None else [str(card) for card in self.view.trick.cards]

    def played(self) -> Iterator[tuple[str, list[str], str]]:
        """All cards played: who, what lay on the table, what he played."""
        last = () if self.view.trick is None else (self.view.trick,)
        for trick in (*self.view.tricks, *last):
            cards = [str(card) for card in trick.cards]
            for place, card in enumerate(cards):
                yield self.players(trick.leader)[place], cards[:place], card

    @property
    def unseen(self) -> set[str]:
        """What the three others hold."""
        gone = {card for _, _, card in self.played()}
        return {str(card) for card in CARDS} - self.dealt - gone

    def may_hold(self, seat: str, card: str) -> bool:
        """Whether a player may hold an unseen card, by the rules and by what was shown."""
        options, trump = self.view.options, Suit.parse(self.trump)
        for who, before, what in self.played():
            if who != seat or not before:
                continue
            both = hand_of([Card.parse(card), Card.parse(what)])
            table = [Card.parse(each) for each in before]
            # With that card in hand too, was what he played allowed?
            if not legal_cards(both, table, trump, options) >> Card.parse(what) & 1:
                return False
        belot = {self.trump + "K", self.trump + "Q"}
        if card in belot:
            said = self.view.belot
            if said is not None:
                return seat == said.symbol
            if any(who == seat and what in belot for who, _, what in self.played()):
                return False
        for who, announce in self.view.shown:
            if announce.mask >> Card.parse(card) & 1:
                return seat == who.symbol
        return True

    def enemy_cards(self) -> set[str]:
        """The cards that one opponent or the other may hold."""
        return {
            card
            for card in self.unseen
            if any(self.may_hold(seat, card) for seat in self.enemies)
        }

    def is_master(self, card: str) -> bool:
        """Whether no opponent can hold a higher card of the suit."""
        return not any(
            other[0] == card[0] and self.order(other) < self.order(card)
            for other in self.enemy_cards()
        )

    def stands(self, card: str, seats: list[str]) -> bool:
        """Whether none of some players can beat a card that wins so far."""
        for seat in seats:
            if seat not in self.enemies:
                continue
            can = {other for other in self.unseen if self.may_hold(seat, other)}
            if any(o[0] == card[0] and self.order(o) < self.order(card) for o in can):
                return False
            led = (self.table or [card])[0][0]
            if card[0] != self.trump and any(o[0] == self.trump for o in can):
                # Not with a trump either, unless a player must follow: not certain.
                if led != self.trump:
                    return False
        return True

    def to_come(self) -> list[str]:
        """Who plays to this trick after the player."""
        return [TURN[(TURN.index(self.me) + n) % 4] for n in range(1, 4 - len(self.table))]

    def trumps(self) -> int:
        """How many trumps the player holds."""
        return sum(card[0] == self.trump for card in self.hand)

    # The auction --------------------------------------------------------------------------

    def calls(self) -> list[tuple[str, object]]:
        """The calls so far."""
        return [(seat.symbol, call) for seat, call in self.view.auction.calls]

    def count(self, suit: str) -> int:
        """How many cards of a suit the player was dealt."""
        return sum(card[0] == suit for card in self.dealt)

    def ours(self, seat: str) -> bool:
        """Whether a player is of the player's side."""
        return seat in (self.me, self.partner)

    def leads(self) -> bool:
        """Whether the player's side leads to the first trick."""
        first = TURN[(TURN.index(self.view.dealer.symbol) + 1) % 4]
        return self.ours(first)

    def announces(self, suit: str) -> list[tuple[str, int, int]]:
        """Sequences and fours of the player, by brute force the best to take: kind, points, value.

        Only their points matter here, so of all sets that share no card the richest is taken.
        """
        if not self.view.options.announces:
            return []
        found: list[tuple[frozenset[str], str, int]] = []
        for rank, points in zip("J9ATKQ", (200, 150, 100, 100, 100, 100), strict=True):
            cards = frozenset(s + rank for s in "SHDC")
            if cards <= self.dealt:
                found.append((cards, "four", points))
        for s in "SHDC":
            for length, kind, points in ((5, "fifth", 100), (4, "fourth", 50), (3, "third", 20)):
                for top in range(9 - length):
                    cards = frozenset(s + rank for rank in NATURAL[top : top + length])
                    if cards <= self.dealt:
                        found.append((cards, kind, points))
        best: list[tuple[frozenset[str], str, int]] = []
        for chosen in _sets(found):
            if sum(each[2] for each in chosen) > sum(each[2] for each in best):
                best = chosen
        values = {"third": 15, "fourth": 47, "fifth": 97}
        return [(kind, points, values.get(kind, points)) for _, kind, points in best]

    def response(self, suit: str) -> list[tuple[str, int]]:
        """What the player adds to his partner's bid in a suit."""
        parts: list[tuple[str, int]] = []
        if suit + "9" in self.dealt and self.count(suit) > 1:
            parts.append(("response-nine", 10))
        if suit + "J" in self.dealt:
            parts.append(("response-jack", 20))
        aces = sum(card[1] == "A" and card[0] != suit for card in self.dealt)
        if aces >= 2:
            parts.append(("response-aces", {2: 20, 3: 30}[aces]))
        adds = {100: 70, 150: 120, 200: 170}
        parts += [
            ("response-announce", adds[points])
            for _, points, _ in self.announces(suit)
            if points in adds
        ]
        return parts

    def base(self) -> Bid | None:
        """Partner's last bid in a suit of his own, unless the player has answered."""
        named: dict[str, str] = {}
        base: Bid | None = None
        for seat, call in self.calls():
            if isinstance(call, Bid) and self.ours(seat):
                if seat == self.me and base is not None:
                    return None
                named.setdefault(call.suit.symbol, seat)
                if seat == self.partner and named[call.suit.symbol] == seat:
                    base = call
        return base

    def readings(self) -> list[tuple[str, Bid, object, tuple[int, ...]]]:
        """Who could answer his partner, the bid, his call, and the sums it may stand for."""
        found = []
        calls = self.calls()
        for place, (seat, call) in enumerate(calls):
            if isinstance(call, Double):
                break
            before = calls[:place]
            mate = TURN[(TURN.index(seat) + 2) % 4]
            named: dict[str, str] = {}
            base: Bid | None = None
            last: Bid | None = None
            done = False
            for who, said in before:
                if not isinstance(said, Bid):
                    continue
                last = said
                if who not in (seat, mate):
                    continue
                done = done or (who == seat and base is not None)
                named.setdefault(said.suit.symbol, who)
                if who == mate and named[said.suit.symbol] == mate:
                    base = said
            if base is None or last is None or done:
                continue
            if isinstance(call, Pass):
                most = max(0, last.amount - base.amount - 10)
                found.append((seat, base, call, tuple(range(0, most + 1, 10))))
            elif isinstance(call, Bid) and call.suit == base.suit:
                added = call.amount - base.amount
                sums: tuple[int, ...] = (added,)
                if added > 10 and call.amount - 10 <= last.amount:
                    sums = (added, added - 10)
                found.append((seat, base, call, sums))
        return found

    def cards_worth(self, suit: str, whose: Whose, leads: bool) -> dict[str, int]:
        """The lines of the sum of the player's cards, by rule."""
        w = WEIGHTS[whose]
        lines = {"value-base": w.base}
        if self.count(suit):
            lines["value-trumps"] = w.trump * self.count(suit)
        for rank, rule, value in (
            ("J", "value-jack", w.jack),
            ("9", "value-nine", w.nine),
            ("A", "value-ace", w.ace),
            ("T", "value-ten", w.ten),
        ):
            if suit + rank in self.dealt:
                lines[rule] = value
        for rule, number in self.side_counts(suit).items():
            each = {
                "value-side-aces": w.side_ace,
                "value-ace-tens": w.ace_ten,
                "value-guarded-tens": w.guarded_ten,
                "value-voids": w.void,
            }[rule]
            if number:
                lines[rule] = number * each
        if leads:
            lines["value-lead"] = w.lead
        return lines

    def side_counts(self, suit: str) -> dict[str, int]:
        """Aces, tens with them, guarded tens and voids outside a suit."""
        counts = dict.fromkeys(
            ("value-side-aces", "value-ace-tens", "value-guarded-tens", "value-voids"), 0
        )
        for side in "SHDC".replace(suit, ""):
            ace, ten = side + "A" in self.dealt, side + "T" in self.dealt
            counts["value-side-aces"] += ace
            counts["value-ace-tens"] += ace and ten
            counts["value-guarded-tens"] += ten and not ace and self.count(side) > 1
            counts["value-voids"] += not self.count(side) and self.count(suit) > 0
        return counts


def _sets(
    found: list[tuple[frozenset[str], str, int]],
) -> Iterator[list[tuple[frozenset[str], str, int]]]:
    """All sets of announces that share no card."""
    if not found:
        yield []
        return
    first, *rest = found
    yield from _sets(rest)
    for others in _sets([each for each in rest if not each[0] & first[0]]):
        yield [first, *others]
