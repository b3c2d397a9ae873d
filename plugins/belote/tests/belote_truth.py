"""Every number and card that a sentence tells, counted again from the player's view.

A second opinion: cards are texts here, what others may hold is found by asking of each unseen card
whether a player could have held it and played as he did, and sums are added up anew. The tables of
values themselves (`WEIGHTS`, `NERVES`, ...) are what the players go by, and are taken from there.

Used by `test_belote_truth.py` for some positions, by `tests/sweeps/belote_sentences.py` for many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from overtrick import Seat, Suit
from overtrick_belote.explanations.hint import explain, told
from overtrick_belote.explanations.sentences import RULES, tell
from overtrick_belote.explanations.words import LANGUAGES
from overtrick_belote.players import bidding, call_rules, card_play, conventions, evaluation
from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.players.evaluation import WEIGHTS, TrumpOwner
from overtrick_belote.players.search import Solving, compare
from overtrick_belote.players.sentences import facts_of
from overtrick_belote.rules.auction import REDOUBLE, Bid, Double, Pass
from overtrick_belote.rules.cards import CARDS, Card, hand_of
from overtrick_belote.rules.play import legal_cards
from overtrick_belote.rules.state import Declare, Play, View, choices

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
            card for card in self.unseen if any(self.may_hold(seat, card) for seat in self.enemies)
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
            # Nor by a trump: that all must follow suit is not certain.
            follows_trump = (self.table or [card])[0][0] == self.trump
            ruffs = any(other[0] == self.trump for other in can)
            if card[0] != self.trump and ruffs and not follows_trump:
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

    def cards_worth(self, suit: str, whose: TrumpOwner, leads: bool) -> dict[str, int]:
        """The lines of the sum of the player's cards, by rule."""
        w = WEIGHTS[whose]
        lines = {"value-base": w.base}
        if self.count(suit):
            lines["value-trumps"] = w.trump * self.count(suit)
        elif w.no_trump:
            lines["value-no-trump"] = w.no_trump
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


# The rules of thumb -----------------------------------------------------------------------

PARTNERS = {
    *("feed-partner", "feed-discard", "feed-trump", "feed-hopeful"),
    *("throw-ten", "save-ace", "spare-trump", "wait"),
}
"""Rules that speak of a trick that is partner's."""

SURE = {
    *("feed-partner", "feed-discard", "feed-trump", "throw-ten"),
    *("save-ace", "ace-call", "call"),
}
"""Those of them that say it cannot be lost any more."""

MASTERS = {"run-winners", "cash-winner", "take-winner", "top-trump", "draw-trumps"}
"""Rules that say no opponent can have a higher card than the one they choose."""


def thumb_facts(eyes: Eyes, rule: str, facts: dict[str, Any]) -> None:
    """Count what a rule of thumb tells; take what was counted out of the facts."""
    card = str(facts.pop("card"))
    hold(Play(Card.parse(card)) == eyes.advice.action, f"{rule} speaks for {card}")
    hold(card in eyes.hand, "a card of the hand")
    cards, winning = eyes.table, ""
    if cards:
        winning = cards[eyes.winner(cards)]
        who = eyes.players(eyes.view.trick.leader)[eyes.winner(cards)]
    numbers: dict[str, Callable[[], object]] = {
        "value": lambda: eyes.worth(card),
        "points": lambda: sum(map(eyes.worth, cards)),
        "taken": lambda: sum(map(eyes.worth, [*cards, card])),
        "winning": lambda: winning,
        "led": lambda: cards[0][0],
        "after": lambda: TURN[(TURN.index(eyes.me) + 1) % 4],
        "trumps": eyes.trumps,
        "enemy_trumps": lambda: sum(c[0] == eyes.trump for c in eyes.enemy_cards()),
        "declarer": lambda: eyes.view.contract.declarer.symbol,
        "last_trick": lambda: 10,
    }
    for name, count in numbers.items():
        if name in facts:
            fact = facts.pop(name)
            if isinstance(fact, Suit | Seat):
                fact = fact.symbol
            counted = count()
            hold(str(fact) == str(counted), f"{rule}: {name} is {counted}, not {fact}")
    if "winning" in facts_of(RULES[rule].english):
        ours = who == eyes.partner
        hold(ours or rule not in PARTNERS, f"{rule}: the trick is not partner's")
    if rule in SURE:
        hold(who == eyes.partner, f"{rule}: the trick is not partner's")
        hold(eyes.stands(winning, eyes.to_come()), f"{rule}: {winning} may be beaten")
    if rule in MASTERS:
        hold(eyes.is_master(card), f"{rule}: {card} may be beaten")
    if rule == "run-winners":
        hold(not any(c[0] == eyes.trump for c in eyes.enemy_cards()), "trumps are out")
    if rule in {"over-trump-sure", "ruff-high"}:
        hold(eyes.stands(card, eyes.to_come()), f"{rule}: {card} may be beaten")
    if rule in {"take-last", "take-with-ten", "try-cheaply", "over-trump-cheap", "overruff"}:
        hold(eyes.winner([*cards, card]) == len(cards), f"{rule}: {card} does not win")
    if rule in {"take-last", "take-with-ten", "ruff-for-points"}:
        hold(len(cards) == 3, f"{rule}: not the last to play")
    if rule in {"under-trump", "save-points"}:
        hold(eyes.winner([*cards, card]) != len(cards), f"{rule}: {card} wins")
    if rule == "forced":
        plays = [each for each in choices(eyes.view) if isinstance(each, Play)]
        hold(len(plays) == 1, "not the only card")
    thumb_cards(eyes, rule, card, facts)


def thumb_cards(eyes: Eyes, rule: str, card: str, facts: dict[str, Any]) -> None:
    """Look at the cards and suits that a rule of thumb names beside its own card."""
    if "suit" in facts:
        suit = facts.pop("suit").symbol
        hold(suit == card[0], f"{rule}: {card} is not of the suit")
        if rule == "lead-singleton":
            hold(sum(c[0] == suit for c in eyes.hand) == 1, "not the only one")
        if rule == "give-ruff":
            may = [c for c in eyes.unseen if eyes.may_hold(eyes.partner, c)]
            hold(not any(c[0] == suit for c in may), "partner may have the suit")
            hold(any(c[0] == eyes.trump for c in may), "partner has no trump")
        if rule == "return-suit":
            led = [t for t in eyes.view.tricks if t.leader.symbol == eyes.partner]
            hold(any(str(t.cards[0])[0] == suit for t in led), "partner did not lead it")
        if rule == "save-ace":
            hold(not eyes.is_master(card) or _may_be_trumped(eyes, suit), "nobody can trump it")
    if "keep" in facts:
        keep = str(facts.pop("keep"))
        hold(keep in eyes.hand and eyes.is_master(keep) and keep != card, "not kept")
    if "high" in facts:
        high = str(facts.pop("high"))
        if rule == "call":
            hold(high in eyes.hand and eyes.is_master(high), f"{high} may be beaten")
        else:
            left = {c for c in eyes.enemy_cards() if c[0] == eyes.trump}
            mine = [c for c in eyes.hand if c[0] == eyes.trump]
            hold(left == {high}, "not the only trump out")
            hold(min([*mine, high], key=eyes.order) == high, "it does not beat mine")
    if "called" in facts:
        called = str(facts.pop("called"))
        thrown = [(who, before) for who, before, what in eyes.played() if what == called]
        ((who, before),) = thrown
        hold(who == eyes.partner, "not partner's call")
        first = TURN.index(who) - len(before)
        hold(TURN[(first + eyes.winner(before)) % 4] == eyes.me, "the trick was not mine")
        hold(called[0] == card[0], "not the suit called")
    for name in ("ten", "spared"):
        if name in facts:
            hold(str(facts.pop(name)) in eyes.hand - {card}, f"{rule}: {name} is not there")
    hold(not facts or set(facts) == {"card"}, f"{rule} tells what is not counted: {set(facts)}")


def _may_be_trumped(eyes: Eyes, suit: str) -> bool:
    for seat in eyes.enemies:
        may = [c for c in eyes.unseen if eyes.may_hold(seat, c)]
        if not any(c[0] == suit for c in may) and any(c[0] == eyes.trump for c in may):
            return True
    return False


# What was compared ------------------------------------------------------------------------


def compared_facts(eyes: Eyes, rule: str, facts: dict[str, Any]) -> None:
    """Look at what a comparison tells against its table."""
    advice = eyes.advice
    rows = {each.action: each for each in advice.candidates}
    mine = rows[advice.action]
    if rule == "contract-chance":
        hold(facts.pop("chance") == round(mine.chance, 2), "another chance")
    elif rule == "game-near-end":
        goal = eyes.view.options.game_points
        hold(facts.pop("goal") == goal and max(eyes.view.standing) >= goal - 700, "not near")
    elif rule == "without-fast":
        hold(facts.pop("worlds") == advice.worlds, "other worlds")
        facts.pop("cards")
    elif rule == "no-rule-of-thumb":
        hold(Play(facts.pop("card")) == advice.action, "another card")
    else:
        other = rows[Play(facts.pop("other"))]
        hold(Play(facts.pop("card")) == advice.action, "another card")
        hold(other is not mine, "compared with itself")
        hold(facts.pop("worlds") == advice.worlds, "other worlds")
        hold(facts.pop("score") == round(mine.score, 1), "another score")
        if rule in {"compared-near-end", "compared-close"}:
            goal = eyes.view.options.game_points
            near = max(eyes.view.standing) >= goal - 700
            hold(near or rule == "compared-close", "it is not near the end")
            hold(mine.score < other.score, "it is not behind")
            hold(facts.pop("other_score") == round(other.score, 1), "another score")
        if rule == "compared-cards":
            hold(mine.score > other.score, "it is not ahead")
            ahead = facts.pop("ahead")
            lead = round(mine.score, 1) - round(other.score, 1)
            hold(ahead == round(lead, 1), "another lead")
            hold(facts.pop("best") == round(mine.best, 2), "another share")
    hold(not facts, f"{rule} tells what is not counted: {sorted(facts)}")


def compared_calls(eyes: Eyes, rule: str, facts: dict[str, Any]) -> None:
    """Look at what a comparison of calls tells against its table."""
    advice = eyes.advice
    first, second = advice.candidates[:2]
    hold(first.action == advice.action, "another call is first")
    near = max(eyes.view.standing) >= eyes.view.options.game_points - 700
    if rule == "compared-caution":
        more = caution(eyes, first.action) - caution(eyes, second.action)
        hold(facts.pop("caution") == abs(more) != 0, "another caution")
        hold(facts.pop("call") == (first if more > 0 else second).action, "another call dares")
        return
    if rule.endswith("estimate"):
        theirs = "their_worth" in facts
        suit = facts.pop("contract").suit if theirs else facts.pop("suit")
        worth = facts.pop("their_worth" if theirs else "worth")
        counted = worth_lines(eyes, suit.symbol, advice.level, theirs=theirs)
        hold(worth == sum(counted.values()), "another estimate")
        hold(facts.pop("worlds") == advice.worlds, "other worlds")
        hold(abs(facts["found"] - worth) >= bidding.APART, "it is the same")
        hold(0 <= facts.pop("found") <= 162 + 20 + 4 * 200, "no points")
        hold(not facts, "it tells what is not counted")
        return
    if rule.startswith("compared-double"):
        doubles = [each for each in advice.candidates if isinstance(each.action, Double)]
        hold(doubles and doubles[0] is not first, "it doubles")
        if rule == "compared-double-share":
            hold(facts.pop("contract") == eyes.view.contract.bid, "another contract")
            hold(0 <= facts.pop("share") < facts["limit"], "it is clear")
            hold(facts.pop("limit") == bidding.DOUBLE_SHARE, "another share")
        elif rule == "compared-double-gain":
            passes = next(each for each in advice.candidates if isinstance(each.action, Pass))
            gain = facts.pop("gain")
            hold(abs(gain - (doubles[0].score - passes.score)) < 1, "another gain")
            hold(bidding.DOUBLE_CAUTION <= facts["limit"] > gain, "it is clear")
            facts.pop("limit")
        else:
            hold(near, "the game is not near its end")
        hold(not facts, "it tells what is not counted")
        return
    hold(facts.pop("call") == advice.action, "another call")
    if rule == "compared-chance":
        hold(facts.pop("chance") == first.chance, "another chance")
    elif rule == "compared-kept":
        hold(facts.pop("kept") == bidding.KEPT, "another margin")
        hold(not any(each.rule == "overruled" for each in advice.tried), "it is not the rules'")
    elif rule == "compared-game":
        hold(near and facts.pop("other") == second.action, "another call")
        hold(0 <= facts.pop("game") <= 1 and 0 <= facts.pop("other_game") <= 1, "no share")
    else:
        hold(facts.pop("worlds") == advice.worlds, "other worlds")
        hold(facts.pop("score") == first.score, "another score")
        hold(facts.pop("other") == second.action, "another call")
        hold(facts.pop("other_score") == second.score, "another score")
        extra = (first.score - caution(eyes, first.action)) - (
            second.score - caution(eyes, second.action)
        )
        kept = any(each.rule == "compared-kept" for each in advice.reasons)
        doubted = any(each.rule.startswith("compared-double") for each in advice.reasons)
        hold(near or doubted or extra > -1e-6 - bidding.KEPT * kept, "the other brings more")


def caution(eyes: Eyes, call: object) -> int:
    """How much more a call must bring than a pass."""
    contract = eyes.view.contract
    if isinstance(call, Double):
        return bidding.DOUBLE_CAUTION
    if not isinstance(call, Bid):
        return 0
    more = bidding.CAUTION * ((call.amount - 70) // 10)
    if contract is None:
        return more + bidding.OPENING
    return more + (bidding.LEAVING if eyes.ours(contract.declarer.symbol) else 0)


def rows_are_sound(eyes: Eyes) -> None:
    """The table of candidates: all that is legal, in order, with figures that can be."""
    rows = eyes.advice.candidates
    if not rows:
        return
    plays = {each for each in choices(eyes.view) if isinstance(each, Play)}
    actions = [each.action for each in rows]
    hold(eyes.advice.action in actions, "the choice was not compared")
    if isinstance(eyes.advice.action, Play):
        hold(set(actions) == plays and len(actions) == len(plays), "not the legal cards")
    for each in rows:
        hold(0 <= each.chance <= 1.000001 and 0 <= each.best <= 1.000001, "no share")
        hold(each.least - 1e-6 <= each.score <= each.most + 1e-6, "the mean is not between")
        hold(-1e-6 <= each.points <= 252 + 1e-6, f"{each.points} points of tricks")


def rows_again(view: View, advice: Advice, seed: str) -> None:
    """Make the table of an advanced player's cards again, deal by deal.

    Raises:
        UntruthError: a deal cannot be, or a figure is not the mean of what the deals bring.
    """
    eyes = Eyes(view, advice)
    effort = card_play.ADVANCED
    deals = card_play.sample(view, effort, seed)
    # Deals that are alike are one with more weight.
    hold(len(deals) <= advice.worlds, "more deals than are told")
    solving = Solving.EXACT if len(eyes.hand) <= effort.exact else Solving.ROLLOUT
    found: dict[object, list[tuple[float, object]]] = {}
    tops: list[float] = []
    for deal in deals:
        for seat in Seat:
            cards = {str(card) for card in CARDS if deal.hands[seat] >> card & 1}
            if seat.symbol == eyes.me:
                hold(cards == eyes.hand, "not the player's hand")
            else:
                fits = all(card in eyes.unseen for card in cards)
                hold(fits and all(eyes.may_hold(seat.symbol, c) for c in cards), "it cannot be")
        rows = [each.candidate for each in compare(view, [deal], solving)]
        tops.append(max(row.score for row in rows))
        for row in rows:
            found.setdefault(row.action, []).append((deal.weight, row))
    total = sum(deal.weight for deal in deals)
    for told_row in advice.candidates:
        mine = found[told_row.action]
        for name in ("score", "chance", "points"):
            mean = sum(weight * getattr(row, name) for weight, row in mine) / total
            hold(abs(mean - getattr(told_row, name)) < 1e-6, f"{name}: {mean}")
        scores = [row.score for _, row in mine]
        # A mean of one deal with a weight may differ from it in its last digit.
        hold(abs(told_row.least - min(scores)) < 1e-6, "worst")
        hold(abs(told_row.most - max(scores)) < 1e-6, "best")
        pairs = zip(mine, tops, strict=True)
        best = sum(w for (w, row), top in pairs if top - row.score < 1e-6) / total
        near = max(view.standing) >= view.options.game_points - 700
        hold(near or abs(best - told_row.best) < 1e-6, f"best: {best}")


# The auction ------------------------------------------------------------------------------

CALLS = {
    "respond": Bid,
    "respond-extra": Bid,
    "bid-open": Bid,
    "bid-over": Bid,
    "bid-raise": Bid,
    "bid-change": Bid,
    "double": Double,
    "double-four": Double,
    "redouble": type(REDOUBLE),
    "pass-forced": Pass,
    "pass-doubled": Pass,
    "pass-never-redouble": Pass,
    "pass-ours": Pass,
    "pass-weak": Pass,
    "pass-over": Pass,
    "pass-high": Pass,
    "respond-nothing": Pass,
    "respond-too-low": Pass,
}
"""What a rule that decides must have called."""


def response_facts(eyes: Eyes, rule: str, facts: dict[str, Any], *, decided: bool) -> None:
    """Count a first response again."""
    base = eyes.base()
    hold(base is not None and facts.pop("base", base) == base, f"{rule}: the bid is {base}")
    assert base is not None
    contract = eyes.view.contract
    assert contract is not None
    last = contract.bid
    parts = eyes.response(base.suit.symbol)
    total = sum(value for _, value in parts)
    hold(facts.pop("sum", total) == total, f"{rule}: the sum is {total}")
    hold(facts.pop("last", last) == last, "the last bid")
    enough = base.amount + total > last.amount
    extra = facts.pop("extra", 10)
    hold(extra in {0, 10}, "the extra ten")
    if rule == "respond":
        call = facts.pop("call")
        hold(total and enough and call == Bid(base.amount + total, base.suit), "another bid")
    elif rule == "respond-extra":
        call = facts.pop("call")
        hold(not enough and call == Bid(base.amount + total + 10, base.suit), "another bid")
        hold(base.amount + total + 10 > last.amount, "too low")
    elif rule == "respond-nothing":
        hold(not total and facts.pop("least") == 2 and facts.pop("worth") == 100, "it has")
    else:
        hold(facts.pop("reached") == base.amount + total, "it reaches another")
        hold(base.amount + total + 10 <= last.amount, "it is not too low")
    if decided and rule in {"respond", "respond-extra"}:
        hold(eyes.advice.action == call, "another call")
    hold(not facts, f"{rule} tells what is not counted: {sorted(facts)}")


def told_lines(eyes: Eyes, suit: str, level: Level, *, theirs: bool) -> dict[str, int]:
    """What the calls add to a suit, by rule."""
    nerve = call_rules.NERVES[level]
    lines: dict[str, int] = {}
    contract = eyes.view.contract
    bids = [(who, call) for who, call in eyes.calls() if isinstance(call, Bid)]
    if theirs:
        assert contract is not None
        tens = (contract.bid.amount - 80) // 10
        if tens:
            lines["told-their-level"] = call_rules.THEIR_LEVEL * tens
        said = [r for r in eyes.readings() if r[1].suit.symbol == suit and not eyes.ours(r[0])]
        if said:
            _, _, call, sums = said[-1]
            if isinstance(call, Pass):
                lines["told-their-silence"] = call_rules.THEIR_RESPONSES[0]
            else:
                lines["told-their-response"] = of_sums(sums, call_rules.THEIR_RESPONSES)
        return lines
    if not nerve.listens:
        return lines
    partners = [call for who, call in bids if who == eyes.partner]
    named = next((who for who, call in bids if eyes.ours(who) and call.suit.symbol == suit), "")
    answers = [r for r in eyes.readings() if r[0] == eyes.partner and r[1].suit.symbol == suit]
    if named == eyes.partner:
        last = [call for call in partners if call.suit.symbol == suit][-1]
        tens = (last.amount - 80) // 10
        if tens:
            lines["told-level"] = call_rules.PARTNERS_LEVEL * tens
            mine = [
                r
                for r in eyes.readings()
                if r[0] == eyes.me and r[1].suit.symbol == suit and not isinstance(r[2], Pass)
            ]
            if mine:
                lines["told-answered"] = call_rules.ANSWERED
    elif answers:
        _, _, call, sums = answers[-1]
        if isinstance(call, Pass):
            lines["told-silence"] = call_rules.SILENCE
        else:
            lines["told-response"] = of_sums(sums, call_rules.RESPONSES)
    elif partners:
        lines["told-partners-suit"] = call_rules.PARTNERS_OTHER_SUIT
    elif partner_passed_first(eyes):
        lines["told-partners-pass"] = call_rules.PARTNERS_PASS
    against = [(who, call) for who, call in bids if not eyes.ours(who)]
    if any(call.suit.symbol == suit for _, call in against):
        lines["told-same-suit"] = call_rules.OPPONENTS_SAME_SUIT
    top = max((call.amount for _, call in against), default=80)
    if top > 80:
        lines["told-opponents-level"] = call_rules.OPPONENTS_LEVEL * ((top - 80) // 10)
    return lines


def partner_passed_first(eyes: Eyes) -> bool:
    """Whether partner passed before his side had bid."""
    for who, call in eyes.calls():
        if eyes.ours(who) and isinstance(call, Bid):
            return False
        if who == eyes.partner and isinstance(call, Pass):
            return True
    return False


def of_sums(sums: tuple[int, ...], values: object) -> int:
    """What a response adds by its least sum."""
    least = min(sums)
    for added, points in ((170, 200), (120, 150), (70, 100)):
        if least >= added:
            return points + values.get(least - added, values[60])
    return values[least]


def worth_lines(eyes: Eyes, suit: str, level: Level, *, theirs: bool = False) -> dict[str, int]:
    """All lines of a sum, by rule; announces added up."""
    if theirs:
        whose, leads = TrumpOwner.THEIRS, not eyes.leads()
    else:
        bids = [(w, c) for w, c in eyes.calls() if isinstance(c, Bid) and eyes.ours(w)]
        first = next((who for who, call in bids if call.suit.symbol == suit), "")
        whose = TrumpOwner.PARTNERS if first == eyes.partner else TrumpOwner.MINE
        leads = eyes.leads()
    lines = eyes.cards_worth(suit, whose, leads)
    if not theirs:
        if {suit + "K", suit + "Q"} <= eyes.dealt:
            lines["value-belot"] = 20
        for kind, _, value in eyes.announces(suit):
            rule = "value-four" if kind == "four" else "value-announce"
            lines[rule] = lines.get(rule, 0) + value
    return lines | told_lines(eyes, suit, level, theirs=theirs)


def bid_facts(eyes: Eyes, rule: str, facts: dict[str, Any], *, decided: bool) -> None:
    """Count again what a rule of evaluation tells."""
    level, nerve = eyes.advice.level, call_rules.NERVES[eyes.advice.level]
    contract = eyes.view.contract
    lines = {
        each.rule: each for each in eyes.advice.reasons if each.rule.startswith(("value-", "told-"))
    }
    if "declarer" in facts:
        hold(contract is not None and facts.pop("declarer") == contract.declarer, "declarer")
    bid = facts.pop("contract", None)
    if bid is not None and rule != "pass-high":
        hold(contract is not None and bid == contract.bid, "the contract")
    theirs = "their_worth" in facts
    suit = facts.pop("suit", None)
    trump = suit.symbol if isinstance(suit, Suit) else bid.suit.symbol if bid else ""
    worth = facts.pop("their_worth" if theirs else "worth", None)
    if rule == "double-four":
        announce = facts.pop("announce")
        hold(worth == announce.points and announce.suit is None, "no four")
    elif worth is not None:
        counted = worth_lines(eyes, trump, level, theirs=theirs)
        hold(worth == sum(counted.values()), f"{rule}: {worth}, not {sum(counted.values())}")
        if decided and lines:
            added: dict[str, int] = {}
            for each in eyes.advice.reasons:
                if each.rule in lines:
                    added[each.rule] = added.get(each.rule, 0) + int(str(each.facts["value"]))
            hold(added == counted, f"{rule}: the lines are {added}, not {counted}")
    limit = facts.pop("limit", None)
    call = facts.pop("call", None)
    if rule in {"double", "no-double"}:
        assert nerve.double is not None
        assert contract is not None
        hold(limit == contract.bid.amount - nerve.double, "the limit")
        hold((int(str(worth)) <= int(str(limit))) is (rule == "double"), "it says the contrary")
    elif rule in {"redouble", "pass-doubled"}:
        assert nerve.redouble is not None
        assert contract is not None
        hold(limit == contract.bid.amount + nerve.redouble, "the limit")
        hold((int(str(worth)) >= int(str(limit))) is (rule == "redouble"), "the contrary")
    elif isinstance(call, Bid):
        ours = contract is not None and eyes.ours(contract.declarer.symbol)
        least = 80 if contract is None else contract.bid.amount + 10
        hold(call.amount == least and call.suit.symbol == trump, "another bid")
        dared = nerve.opening if contract is None or ours else nerve.competing
        wanted = least + dared + nerve.growth * ((least - 80) // 10) + standing(eyes)
        hold(limit == wanted, f"{rule}: {limit}, not {wanted}")
        passes = rule in {"pass-weak", "pass-over"}
        hold((int(str(worth)) < int(str(limit))) is passes, f"{rule} says the contrary")
        hold(decided is False or (eyes.advice.action == call) is not passes, "another call")
    if "other_worth" in facts:
        assert contract is not None
        other = facts.pop("other_worth")
        same = sum(worth_lines(eyes, contract.bid.suit.symbol, level).values())
        hold(other == same, f"{rule}: {other}, not {same}")
    hold(not facts, f"{rule} tells what is not counted: {sorted(facts)}")


def standing(eyes: Eyes) -> int:
    """What the score of the game adds to what is wanted."""
    goal = eyes.view.options.game_points
    mine, other = eyes.view.standing
    if eyes.me in "EW":
        mine, other = other, mine
    near = [goal - mine <= 250, goal - other <= 250]
    far = [goal - mine > 400, goal - other > 400]
    return call_rules.STANDING if (near[0] and far[1]) or (near[1] and far[0]) else 0


def line_facts(eyes: Eyes, rule: str, facts: dict[str, Any]) -> None:
    """Count the lines of a sum: what each names beside its value."""
    value = int(str(facts.pop("value")))
    trump = ""
    for reason in eyes.advice.reasons:
        for name in ("suit", "contract"):
            fact = reason.facts.get(name)
            if not trump and isinstance(fact, Suit | Bid) and not reason.rule.startswith("told"):
                trump = (fact if isinstance(fact, Suit) else fact.suit).symbol
    count = facts.pop("count", None)
    if "trump" in facts:
        hold(facts.pop("trump").symbol == trump, "another trump")
    if rule == "value-trumps":
        hold(count == eyes.count(trump), f"{count} trumps")
    elif rule == "value-no-trump":
        hold(not eyes.count(trump), "there are trumps")
    elif rule in eyes.side_counts("S"):
        hold(count == eyes.side_counts(trump)[rule], f"{rule}: {count}")
    if "announce" in facts:
        announce = facts.pop("announce")
        cards = {str(card) for card in CARDS if announce.mask >> card & 1}
        hold(cards <= eyes.dealt, "not held")
    for name in ("player", "players"):
        if name in facts:
            told_players = facts.pop(name)
            each = told_players if isinstance(told_players, tuple) else (told_players,)
            hold(all(seat.symbol != eyes.me for seat in each), "oneself")
    said = [call for _, call in eyes.calls()]
    for name in ("call", "base", "contract"):
        if name in facts:
            call = facts.pop(name)
            hold(call in said, f"{call} was not said")
    if "suit" in facts:
        suit = facts.pop("suit")
        hold(any(isinstance(c, Bid) and c.suit == suit for c in said), "no such suit")
    if "sums" in facts:
        sums = facts.pop("sums")
        hold(any(sums == reading[3] for reading in eyes.readings()), "other sums")
    hold(isinstance(value, int), "no number")
    hold(not facts, f"{rule} tells what is not counted: {sorted(facts)}")


def part_facts(eyes: Eyes, rule: str, facts: dict[str, Any]) -> None:
    """Count the parts of a response."""
    base = eyes.base()
    assert base is not None
    suit = base.suit.symbol
    value = facts.pop("value")
    hold((rule, value) in eyes.response(suit), f"{rule}: {value}")
    card = facts.pop("card", None)
    if card is not None:
        hold(str(card) in eyes.dealt and str(card)[0] == suit, "not held")
    if "others" in facts:
        hold(facts.pop("others") == eyes.count(suit) - 1, "others")
    if "aces" in facts:
        aces = {c for c in eyes.dealt if c[1] == "A" and c[0] != suit}
        hold(facts.pop("aces") == len(aces), "aces")
        hold({str(ace) for ace in facts.pop("cards")} == aces, "aces")
    if "announce" in facts:
        announce = facts.pop("announce")
        hold(facts.pop("worth") == announce.points, "its points")
    hold(not facts, f"{rule} tells what is not counted: {sorted(facts)}")


AUCTION_RULES = {each.id for each in bidding.RULES} | {
    each.id for each in (*conventions.RULES, *evaluation.RULES)
}


OF_CALLS = {each.id for each in bidding.RULES if each.id.startswith("compared-")}
COMPARED = {each.id for each in card_play.RULES}


def check_reason(eyes: Eyes, reason: Reason, *, decided: bool) -> None:
    """Count what one reason tells.

    Raises:
        UntruthError: something in it is not so.
    """
    rule = reason.rule
    told_names = facts_of(RULES[rule].english)
    facts: dict[str, Any] = {n: fact for n, fact in reason.facts.items() if n in told_names}
    if rule in {"response-nine", "response-jack", "response-aces", "response-announce"}:
        part_facts(eyes, rule, facts)
    elif rule.startswith("respond"):
        response_facts(eyes, rule, facts, decided=decided)
    elif rule.startswith(("value-", "told-")):
        line_facts(eyes, rule, facts)
    elif rule == "overruled":
        ruled = facts["ruled"]
        assert isinstance(ruled, Reason)
        check_reason(eyes, ruled, decided=False)
        call = ruled.facts.get("call") if CALLS[ruled.rule] is Bid else CALLS[ruled.rule]()
        hold(call != eyes.advice.action, "it says the same")
    elif rule in OF_CALLS:
        compared_calls(eyes, rule, facts)
    elif rule.startswith("score-"):
        hold(facts.pop("value") == standing(eyes) != 0, "the score")
        goal, (mine, other) = eyes.view.options.game_points, eyes.view.standing
        if eyes.me in "EW":
            mine, other = other, mine
        hold(facts == {"need": goal - mine, "their_need": goal - other}, "the score")
    elif rule in AUCTION_RULES:
        if decided and rule in CALLS:
            hold(isinstance(eyes.advice.action, CALLS[rule]), f"{rule} says another call")
        bid_facts(eyes, rule, facts, decided=decided)
    elif rule in COMPARED:
        compared_facts(eyes, rule, facts)
    elif rule == "declare-announce":
        announce = facts.pop("announce")
        hold(Declare(announce) == eyes.advice.action, "another announce")
        hold(facts == {"points": announce.points}, "its points")
    else:
        thumb_facts(eyes, rule, facts)


def check_advice(view: View, advice: Advice) -> int:
    """Count all that an advice tells, in both languages; return how many sentences that is.

    Raises:
        UntruthError: a sentence is not true, contradicts the choice, or the languages differ.
    """
    eyes = Eyes(view, advice)
    hold(advice.action in choices(view), "not allowed")
    hold(advice.reasons, "no reason")
    rows_are_sound(eyes)
    for place, reason in enumerate(advice.reasons):
        try:
            check_reason(eyes, reason, decided=place == 0)
        except AssertionError as error:
            raise UntruthError(f"{tell(reason)} ({reason.rule}): {error}") from error
    for reason in advice.tried:
        try:
            check_reason(eyes, reason, decided=False)
        except AssertionError as error:
            raise UntruthError(f"tried: {tell(reason)} ({reason.rule}): {error}") from error
    explained = explain(view, advice)
    figures = []
    for language in LANGUAGES:
        said = told(explained, language, symbols=False)
        lines = (*said.lines, *said.tried, *said.notes)
        hold(not any(mark in line for line in lines for mark in "{}|"), "a placeholder is left")
        figures.append([_figures(line) for line in lines])
    hold(figures[0] == figures[1], f"the languages tell other numbers: {figures}")
    return len(advice.reasons) + len(advice.tried)


def _figures(line: str) -> list[str]:
    """The numbers of a sentence, in order of size; French has its comma."""
    found = re.findall(r"\d+(?:[.,]\d+)?", line)
    return sorted(each.replace(",", ".") for each in found)
