"""The call rules with their reasons: one table, in the order of evaluation.

    forced, first response, doubles, bids by evaluation, passes

A rule looks at a `Scene`, the information of the auction for the player at turn, and at his hand.
It has a call, or the reason it has none; either way with the facts of its sentence.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.players import conventions, evaluation
from overtrick_belote.players.advice import Advice, Fact, Level, Reason
from overtrick_belote.players.conventions import Reading, because, response, response_sum
from overtrick_belote.players.evaluation import Item, TrumpOwner
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.announces import best_announces
from overtrick_belote.rules.auction import (
    DOUBLE,
    GREATEST_BID,
    LEAST_BID,
    PASS,
    REDOUBLE,
    Auction,
    Bid,
    Call,
    Contract,
    Pass,
)
from overtrick_belote.rules.cards import following, side_of
from overtrick_belote.rules.options import Redoubler, RuleOptions

_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

RULES: Final = (
    Rule(
        "pass-forced",
        "Nothing but a pass is allowed now.",
        "Il n'est permis que de passer.",
    ),
    Rule(
        "redouble",
        "They doubled {contract}. I expect {worth} points of our side; from {limit} on I redouble.",
        "Ils ont contré {contract}. J'attends {worth} points de notre camp ; "
        "à partir de {limit} je surcontre.",
    ),
    Rule(
        "pass-doubled",
        "They doubled {contract}. I expect {worth} points of our side; to redouble I want {limit}.",
        "Ils ont contré {contract}. J'attends {worth} points de notre camp ; "
        "pour surcontrer il m'en faut {limit}.",
    ),
    Rule(
        "pass-never-redouble",
        "They doubled {contract}, and I do not redouble.",
        "Ils ont contré {contract}, et je ne surcontre pas.",
    ),
    Rule(
        "double-four",
        "I have {announce}, worth {worth}, and without it no bid of my own: "
        "against {contract} it counts for us, and a double makes it twice.",
        "J'ai {announce:a}, qui vaut {worth}, et sans lui pas d'enchère à moi : "
        "contre {contract} il compte pour nous, et le contre le double.",
    ),
    Rule(
        "double",
        "I expect {their_worth} points of them in {contract}; up to {limit} I double.",
        "J'attends d'eux {their_worth} points à {contract} ; jusqu'à {limit} je contre.",
    ),
    Rule(
        "no-double",
        "I expect {their_worth} points of them in {contract}; above {limit} I do not double.",
        "J'attends d'eux {their_worth} points à {contract} ; "
        "au-dessus de {limit} je ne contre pas.",
    ),
    Rule(
        "bid-open",
        "With {suit} as trumps I expect {worth} points of our side, "
        "and from {limit} on I bid {call}.",
        "Avec {suit} comme atout, j'attends {worth} points de notre camp, "
        "et à partir de {limit} je dis {call}.",
    ),
    Rule(
        "bid-over",
        "With {suit} as trumps I expect {worth} points of our side, "
        "and from {limit} on I bid {call} over {contract}.",
        "Avec {suit} comme atout, j'attends {worth} points de notre camp, "
        "et à partir de {limit} je dis {call} sur {contract}.",
    ),
    Rule(
        "bid-raise",
        "With my partner's {suit} as trumps I expect {worth} points of our side, "
        "and from {limit} on I bid {call} over {contract}.",
        "Avec l'atout de mon partenaire, {suit}, j'attends {worth} points de notre camp, "
        "et à partir de {limit} je dis {call} sur {contract}.",
    ),
    Rule(
        "bid-change",
        "With {suit} as trumps I expect {worth} points of our side, in {contract} {other_worth}: "
        "I bid {call}, for which I want {limit}.",
        "Avec {suit} comme atout, j'attends {worth} points de notre camp, {other_worth} à "
        "{contract} : je dis {call}, pour quoi il m'en faut {limit}.",
    ),
    Rule(
        "pass-ours",
        "{contract} of {declarer} is our bid, and I have nothing better.",
        "{contract} de {declarer} est notre enchère, et je n'ai rien de mieux.",
    ),
    Rule(
        "pass-weak",
        "My best trump suit is {suit}: I expect {worth} points of our side, "
        "and to bid {call} I want {limit}.",
        "Mon meilleur atout est {suit} : j'attends {worth} points de notre camp, "
        "et pour dire {call} il m'en faut {limit}.",
    ),
    Rule(
        "pass-over",
        "Over {contract} my best trump suit is {suit}: I expect {worth} points of our side, "
        "and to bid {call} I want {limit}.",
        "Sur {contract}, mon meilleur atout est {suit} : j'attends {worth} points de notre camp, "
        "et pour dire {call} il m'en faut {limit}.",
    ),
    Rule(
        "pass-high",
        "No bid is higher than {contract}.",
        "Aucune enchère ne dépasse {contract}.",
    ),
    Rule(
        "told-level",
        "{player} bid {call} in his suit: {value:+}.",
        "{player} a dit {call} dans sa couleur : {value:+}.",
    ),
    Rule(
        "told-response",
        "{player} responded {call}, which says {sums:or}: {value:+}.",
        "{player} a répondu {call}, ce qui dit {sums:or} : {value:+}.",
    ),
    Rule(
        "told-silence",
        "{player} did not respond to {base}: {value:+}.",
        "{player} n'a pas répondu à {base} : {value:+}.",
    ),
    Rule(
        "told-partners-suit",
        "{player} bid {suit}: {value:+}.",
        "{player} a annoncé {suit} : {value:+}.",
    ),
    Rule(
        "told-partners-pass",
        "{player} passed: {value:+}.",
        "{player} a passé : {value:+}.",
    ),
    Rule(
        "told-same-suit",
        "{players} bid {suit} too: {value:+}.",
        "{players} {players|a|ont} aussi annoncé {suit} : {value:+}.",
    ),
    Rule(
        "told-answered",
        "My own response is in that bid: {value:+}.",
        "Ma propre réponse est dans cette enchère : {value:+}.",
    ),
    Rule(
        "told-opponents-level",
        "The opponents went up to {call}: {value:+}.",
        "Les adversaires sont montés à {call} : {value:+}.",
    ),
    Rule(
        "told-their-response",
        "{player} responded {call}, which says {sums:or}: {value:+}.",
        "{player} a répondu {call}, ce qui dit {sums:or} : {value:+}.",
    ),
    Rule(
        "told-their-silence",
        "{player} did not respond to {base}: {value:+}.",
        "{player} n'a pas répondu à {base} : {value:+}.",
    ),
    Rule(
        "told-their-level",
        "They bid as high as {contract}: {value:+}.",
        "Ils sont montés à {contract} : {value:+}.",
    ),
    Rule(
        "score-behind",
        "They need {their_need} points to win the game, we {need}: I want {value:+} for a bid.",
        "Il leur manque {their_need} points pour gagner la partie, à nous {need} : "
        "je demande {value:+} pour une enchère.",
    ),
    Rule(
        "score-ahead",
        "We need {need} points to win the game, they {their_need}: I want {value:+} for a bid.",
        "Il nous manque {need} points pour gagner la partie, à eux {their_need} : "
        "je demande {value:+} pour une enchère.",
    ),
)
"""The sentences of the rules below, and of the lines of their sums."""


@attrs.frozen(kw_only=True)
class RiskTolerance:
    """The risk tolerance of a level: points by which a sum must exceed a bid.

    Attributes:
        opening: for a bid of 80 before any bid.
        competing: for a bid over the opponents'; below zero, as letting them play costs too.
        growth: more for each ten above 80.
        change: how much better another suit must be than partner's, to leave his bid.
        double: how far below their bid the points expected of the opponents must be; `None`
            for a level that does not double by evaluation.
        redouble: how far above the bid the sum must be to redouble; `None` for never.
        listens: whether the sum counts what the others called.
    """

    opening: int
    competing: int
    growth: int
    change: int
    double: int | None
    redouble: int | None
    listens: bool


NERVES: Final = {
    Level.NOVICE: RiskTolerance(
        opening=24, competing=14, growth=3, change=30, double=None, redouble=None, listens=False
    ),
    Level.ADVANCED: RiskTolerance(
        opening=42, competing=-2, growth=3, change=20, double=20, redouble=40, listens=True
    ),
    Level.EXPERT: RiskTolerance(
        opening=42, competing=-2, growth=3, change=20, double=20, redouble=40, listens=True
    ),
}

# What the others' calls add to the points expected, beyond what a hand of chance would bring.
RESPONSES: Final = {0: -8, 10: 24, 20: 32, 30: 70, 40: 95, 50: 115, 60: 120}
"""The points that partner's first response to a suit of mine adds, by its minimum sum."""
SILENCE: Final = -17
"""The points that his pass adds."""
PARTNERS_OTHER_SUIT: Final = -5
PARTNERS_PASS: Final = -5
OPPONENTS_LEVEL: Final = -1
"""The points that each ten of the opponents' contract above 80 adds to any suit of ours."""
OPPONENTS_SAME_SUIT: Final = -17
PARTNERS_LEVEL: Final = 8
"""The points that each ten of partner's last bid above 80 adds to his suit."""
ANSWERED: Final = -10
"""The points subtracted for my own response, which is part of that bid."""
THEIR_LEVEL: Final = 4
"""The points that each ten of the opponents' contract above 80 adds to their own expectation."""
THEIR_RESPONSES: Final = {0: -9, 10: 0, 20: 4, 30: 8, 40: 16, 50: 20, 60: 20}
"""The points that a response in their contract's suit adds to it, by its minimum sum."""
_ANNOUNCED: Final = ((170, 200), (120, 150), (70, 100))
STANDING: Final = -10
"""The additional risk when the score of the game requires it."""


@attrs.frozen
class SuitScene:
    """The information of the auction about a suit as trumps.

    Attributes:
        whose: mine or open, partner's, or the opponents'.
        told: the points that the calls add to the cards, item by item.
        value: their sum.
    """

    whose: TrumpOwner
    told: tuple[Item, ...]
    value: int


@attrs.frozen(kw_only=True)
class Scene:
    """The information of the auction for the player at turn, independent of the hand.

    Attributes:
        seat: the player.
        options: the rules of the table.
        nerve: how much he dares.
        leads: whether his side leads to the first trick.
        least: the lowest bid; `None` where no bid is legal.
        contract: the highest bid so far.
        ours: whether it is his side's.
        may_double: whether he may double.
        may_redouble: whether he may redouble.
        base: partner's bid that he may still answer by the conventions.
        suits: the suits as trumps for his side, by suit.
        theirs: the suit of the opponents' contract, for them; `None` without one.
        standing: what the score of the game adds to what is dared.
        opening: whether there is no bid yet.
    """

    seat: Seat
    options: RuleOptions
    nerve: RiskTolerance
    leads: bool
    least: int | None
    contract: Contract | None
    ours: bool
    may_double: bool
    may_redouble: bool
    base: Bid | None
    suits: tuple[SuitScene, SuitScene, SuitScene, SuitScene]
    theirs: SuitScene | None
    standing: tuple[Item, ...]
    opening: bool

    @property
    def bid(self) -> Bid:
        """The highest bid; it exists once a player has bid.

        Raises:
            BeloteError: there is none.
        """
        if self.contract is None:
            msg = "nobody has bid"
            raise BeloteError(msg)
        return self.contract.bid

    def worth(self, hand: int, suit: Suit) -> int:
        """Return the expected points of one's side with a trump suit."""
        told = self.suits[suit]
        return (
            evaluation.cards_value(hand, suit, told.whose, self.leads)
            + evaluation.announces_value(hand, suit, self.options)
            + told.value
        )

    def worth_items(self, hand: int, suit: Suit) -> tuple[Item, ...]:
        """Return the items of `worth`."""
        told = self.suits[suit]
        return (
            *evaluation.cards_items(hand, suit, told.whose, self.leads),
            *evaluation.announces_items(hand, suit, self.options),
            *told.told,
        )

    def answers(self, hand: int) -> bool:
        """Return whether a hand makes a first response here."""
        return _respond(self, hand) is not None

    def needed(self, amount: int) -> int:
        """Return the points that a bid requires."""
        nerve = self.nerve
        dared = nerve.competing if self.contract and not self.ours else nerve.opening
        dared += nerve.growth * (amount - LEAST_BID) // 10
        return amount + dared + sum(item.value for item in self.standing)

    def their_worth(self, hand: int) -> int:
        """Return the expected points of the opponents in their contract."""
        if self.theirs is None:
            return 0
        value = evaluation.cards_value(hand, self.bid.suit, TrumpOwner.THEIRS, not self.leads)
        return value + self.theirs.value

    @property
    def double_limit(self) -> int:
        """The points up to which the level doubles the opponents' contract, if it doubles."""
        margin = self.nerve.double
        return 0 if margin is None or self.contract is None else self.contract.bid.amount - margin

    def their_items(self, hand: int) -> tuple[Item, ...]:
        """Return the items of `their_worth`."""
        if self.theirs is None:
            return ()
        items = evaluation.cards_items(hand, self.bid.suit, TrumpOwner.THEIRS, not self.leads)
        return (*items, *self.theirs.told)

    def best(self, hand: int) -> tuple[int, Suit]:
        """Return the suit with the most points, and these; the higher suit of equals."""
        return max((self.worth(hand, suit), suit) for suit in _SUITS)


def _standing(seat: Seat, standing: tuple[int, int], options: RuleOptions) -> tuple[Item, ...]:
    """Return the adjustment for the game score, near its end with one side far ahead."""
    side = side_of(seat)
    need = options.game_points - standing[side]
    their_need = options.game_points - standing[side.other]
    if their_need <= 250 and need > 400:
        rule = "score-behind"
    elif need <= 250 and their_need > 400:
        rule = "score-ahead"
    else:
        return ()
    reason = because(rule, need=need, their_need=their_need, value=STANDING)
    return (Item(reason, STANDING),)


def _heard(
    auction: Auction, seat: Seat, readings: tuple[Reading, ...], listens: bool
) -> list[SuitScene]:
    """Return the information of the calls about each suit as trumps of one's own side, by suit."""
    partner = Seat((seat + 2) & 3)
    ours: dict[Suit, Seat] = {}
    theirs: dict[Seat, list[Bid]] = {}
    partners: dict[Suit, Bid] = {}
    partner_passed = False
    for who, call in auction.calls:
        if isinstance(call, Bid):
            if side_of(who) != side_of(seat):
                theirs.setdefault(who, []).append(call)
                continue
            ours.setdefault(call.suit, who)
            if who == partner:
                partners[call.suit] = call
        elif who == partner and isinstance(call, Pass) and not ours:
            partner_passed = True
    if not listens:
        plain = SuitScene(TrumpOwner.MINE, (), 0), SuitScene(TrumpOwner.PARTNERS, (), 0)
        return [plain[ours.get(suit) == partner] for suit in Suit]
    answers = {reading.base.suit: reading for reading in readings if reading.player == partner}
    against = _of_opponents(theirs)
    scenes: list[SuitScene] = []
    for suit in Suit:
        whose = TrumpOwner.PARTNERS if ours.get(suit) == partner else TrumpOwner.MINE
        told = against.get(suit, against[None])
        if whose is TrumpOwner.PARTNERS:
            answered = any(
                reading.player == seat and reading.base.suit == suit and reading.call != PASS
                for reading in readings
            )
            told = [*_of_level(partners[suit], partner, answered), *told]
        elif suit in answers:
            told = [_of_answer(answers[suit]), *told]
        elif partners:
            named, value = next(iter(partners)), PARTNERS_OTHER_SUIT
            told = [_item("told-partners-suit", value, player=partner, suit=named), *told]
        elif partner_passed:
            told = [_item("told-partners-pass", PARTNERS_PASS, player=partner), *told]
        scenes.append(SuitScene(whose, tuple(told), evaluation.total(told)))
    return scenes


def _of_opponents(theirs: dict[Seat, list[Bid]]) -> dict[Suit | None, list[Item]]:
    """Return the information of the opponents' bids: by suit, and (`None`) for all others."""
    level: list[Item] = []
    named: dict[Suit, list[Seat]] = {}
    most = LEAST_BID
    for who, bids in theirs.items():
        for bid in bids:
            players = named.setdefault(bid.suit, [])
            if who not in players:
                players.append(who)
            if bid.amount > most:
                most = bid.amount
                value = OPPONENTS_LEVEL * (most - LEAST_BID) // 10
                level = [_item("told-opponents-level", value, call=bid)]
    found: dict[Suit | None, list[Item]] = {None: level}
    for suit, players in named.items():
        value = OPPONENTS_SAME_SUIT
        same = _item("told-same-suit", value, suit=suit, players=tuple(players))
        found[suit] = [same, *level]
    return found


def _item(rule: str, value: int, **facts: Fact) -> Item:
    return Item(because(rule, **facts, value=value), value)


def _of_sum(least: int, values: Mapping[int, int]) -> int:
    """Return the points of a response's sum: large declarations in full, the rest by the table."""
    for added, points in _ANNOUNCED:
        if least >= added:
            return points + values.get(least - added, values[60])
    return values[least]


def _of_level(bid: Bid, partner: Seat, answered: bool) -> list[Item]:
    tens = (bid.amount - LEAST_BID) // 10
    told: list[Item] = []
    if tens:
        told.append(_item("told-level", PARTNERS_LEVEL * tens, player=partner, call=bid))
        if answered:
            told.append(_item("told-answered", ANSWERED))
    return told


def _of_answer(answer: Reading) -> Item:
    if isinstance(answer.call, Pass):
        return _item("told-silence", SILENCE, player=answer.player, base=answer.base)
    value = _of_sum(min(answer.sums), RESPONSES)
    return _item("told-response", value, player=answer.player, call=answer.call, sums=answer.sums)


def _of_theirs(contract: Contract, readings: tuple[Reading, ...]) -> SuitScene:
    told: list[Item] = []
    value = THEIR_LEVEL * (contract.bid.amount - LEAST_BID) // 10
    if value:
        told.append(_item("told-their-level", value, contract=contract.bid))
    suit, side = contract.bid.suit, contract.side
    answers = [r for r in readings if r.base.suit == suit and side_of(r.player) == side]
    if answers:
        player, call, sums = answers[-1].player, answers[-1].call, answers[-1].sums
        if isinstance(call, Pass):
            value, base = THEIR_RESPONSES[0], answers[-1].base
            told.append(_item("told-their-silence", value, player=player, base=base))
        else:
            value = _of_sum(min(sums), THEIR_RESPONSES)
            told.append(_item("told-their-response", value, player=player, call=call, sums=sums))
    return SuitScene(TrumpOwner.THEIRS, tuple(told), evaluation.total(told))


@functools.lru_cache(maxsize=1 << 12)
def scene(
    auction: Auction, options: RuleOptions, level: Level, standing: tuple[int, int] = (0, 0)
) -> Scene:
    """Return the scene of an auction for the player at turn, built once (see `build_scene`)."""
    return build_scene(auction, options, level, standing)


def build_scene(
    auction: Auction, options: RuleOptions, level: Level, standing: tuple[int, int] = (0, 0)
) -> Scene:
    """Return the scene of an auction for the player at turn.

    Args:
        auction: the auction; it has not ended.
        options: the rules of the table.
        level: how well he plays.
        standing: the points of the game before this hand, by side.
    """
    seat = auction.turn
    if seat is None:
        msg = "the auction is over"
        raise BeloteError(msg)
    nerve = NERVES[level]
    contract = auction.contract
    ours = contract is not None and contract.side == side_of(seat)
    doubled = contract is not None and contract.multiplier > 1
    amount = LEAST_BID if contract is None else contract.bid.amount + 10
    may_redouble = (
        contract is not None
        and ours
        and contract.multiplier == 2
        and (options.redoubler is Redoubler.SIDE or contract.declarer == seat)
    )
    readings = conventions.readings(auction, options)
    clubs, diamonds, hearts, spades = _heard(auction, seat, readings, nerve.listens)
    return Scene(
        seat=seat,
        options=options,
        nerve=nerve,
        leads=side_of(following(auction.dealer)) == side_of(seat),
        least=None if doubled or amount > GREATEST_BID else amount,
        contract=contract,
        ours=ours,
        may_double=contract is not None and not ours and not doubled,
        may_redouble=may_redouble,
        base=None if doubled else conventions.base_for(auction.calls, seat, options),
        suits=(clubs, diamonds, hearts, spades),
        theirs=_of_theirs(contract, readings) if contract is not None and not ours else None,
        standing=_standing(seat, standing, options),
        opening=contract is None,
    )


@attrs.frozen
class Finding:
    """The result of a rule: its reason, and its call if it has one.

    Attributes:
        reason: the rule with its facts.
        items: the lines of the sum that it goes by.
        standing: what the score of the game adds to what is dared.
        before: the objections found before.
    """

    reason: Reason
    items: tuple[Item, ...] = ()
    standing: tuple[Item, ...] = ()
    before: tuple[Reason, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons, the decisive one first, then the lines of the sum."""
        lines = (item.reason for item in (*self.items, *self.standing))
        return (self.reason, *self.before, *lines)


Choice = Callable[[Scene, int], Call | None]
Tell = Callable[[Scene, int, Call | None], Finding | None]


@attrs.frozen
class BidRule:
    """A rule of the auction.

    Attributes:
        call: the call that it makes with a hand, `None` where it makes none.
        tell: its result: the call it makes, or the reason it makes none; `None` where the rule
            has nothing to do with the position.
    """

    call: Choice
    tell: Tell


def _forced(scene: Scene, hand: int) -> Call | None:
    return PASS if scene.least is None and not scene.may_double and not scene.may_redouble else None


def _tell_forced(scene: Scene, hand: int, call: Call | None) -> Finding | None:
    return Finding(because("pass-forced")) if call is not None else None


def _redouble(scene: Scene, hand: int) -> Call | None:
    if not scene.may_redouble:
        return None
    bid, dared = scene.bid, scene.nerve.redouble
    if dared is not None and scene.worth(hand, bid.suit) >= bid.amount + dared:
        return REDOUBLE
    return PASS


def _tell_redouble(scene: Scene, hand: int, call: Call | None) -> Finding | None:
    if call is None:
        return None
    bid, dared = scene.bid, scene.nerve.redouble
    if dared is None:
        return Finding(because("pass-never-redouble", contract=bid))
    worth, needed = scene.worth(hand, bid.suit), bid.amount + dared
    rule = "redouble" if call == REDOUBLE else "pass-doubled"
    reason = because(rule, contract=bid, worth=worth, limit=needed)
    return Finding(reason, scene.worth_items(hand, bid.suit))


def _respond(scene: Scene, hand: int) -> Call | None:
    base, contract = scene.base, scene.contract
    if base is None or contract is None or scene.least is None:
        return None
    total = response_sum(hand, base.suit, scene.options)
    if not total and not scene.options.extra_ten_on_nothing:
        return None
    amount = base.amount + total
    if amount < scene.least:
        amount += conventions.EXTRA
    return Bid(amount, base.suit) if scene.least <= amount <= GREATEST_BID else None


def _tell_respond(scene: Scene, hand: int, call: Call | None) -> Finding | None:
    base, contract = scene.base, scene.contract
    if base is None or contract is None:
        return None
    answer = response(hand, base, contract.bid, scene.options)
    return Finding(answer.reason, tuple(Item(p.reason, p.value) for p in answer.parts))


def _double_four(scene: Scene, hand: int) -> Call | None:
    if not scene.may_double or not scene.options.announces:
        return None
    if not hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFC:
        return None
    fours = best_announces(hand, scene.bid.suit, scene.options)
    worth = sum(announce.points for announce in fours if announce.suit is None)
    if not worth:
        return None
    if scene.least is not None and scene.best(hand)[0] - worth >= scene.needed(scene.least):
        # There is a bid without it.
        return None
    return DOUBLE


def _tell_double_four(scene: Scene, hand: int, call: Call | None) -> Finding | None:
    if call is None:
        return None
    announces = best_announces(hand, scene.bid.suit, scene.options)
    four = next(announce for announce in announces if announce.suit is None)
    reason = because("double-four", announce=four, worth=four.points, contract=scene.bid)
    return Finding(reason)


def _double(scene: Scene, hand: int) -> Call | None:
    margin = scene.nerve.double
    if margin is None or not scene.may_double:
        return None
    return DOUBLE if scene.their_worth(hand) <= scene.double_limit else None


def _tell_double(scene: Scene, hand: int, call: Call | None) -> Finding | None:
    margin = scene.nerve.double
    if margin is None or not scene.may_double:
        return None
    bid = scene.bid
    rule = "no-double" if call is None else "double"
    worth = scene.their_worth(hand)
    reason = because(rule, contract=bid, their_worth=worth, limit=scene.double_limit)
    return Finding(reason, scene.their_items(hand) if call is not None else ())


def _natural(scene: Scene, hand: int) -> Bid | None:
    if scene.least is None:
        return None
    worth, suit = scene.best(hand)
    if worth < scene.needed(scene.least):
        return None
    if scene.ours:
        ours = scene.bid.suit
        if suit == ours or worth < scene.worth(hand, ours) + scene.nerve.change:
            return None
    return Bid(scene.least, suit)


def _tell_bid(scene: Scene, hand: int, call: Call | None) -> Finding | None:
    if not isinstance(call, Bid):
        return None
    worth, suit = scene.best(hand)
    told = scene.suits[suit]
    if scene.opening:
        rule = "bid-open"
    elif told.whose is TrumpOwner.PARTNERS:
        rule = "bid-raise"
    elif scene.ours:
        rule = "bid-change"
    else:
        rule = "bid-over"
    facts: dict[str, Fact] = {"call": call, "suit": suit, "worth": worth}
    facts["limit"] = scene.needed(call.amount)
    if not scene.opening:
        facts["contract"] = scene.bid
        facts["other_worth"] = scene.worth(hand, scene.bid.suit)
    items = scene.worth_items(hand, suit)
    return Finding(because(rule, **facts), items, scene.standing)


def _pass(scene: Scene, hand: int) -> Call | None:
    return PASS


def _tell_pass(scene: Scene, hand: int, call: Call | None) -> Finding | None:
    first: tuple[Reason, ...] = ()
    if scene.base is not None:
        first = (response(hand, scene.base, scene.bid, scene.options).reason,)
    if scene.ours and scene.contract is not None:
        declarer = scene.contract.declarer
        stands = because("pass-ours", contract=scene.bid, declarer=declarer)
        return Finding(first[0] if first else stands)
    worth, suit = scene.best(hand)
    if scene.least is None:
        return Finding(because("pass-high", contract=Bid(GREATEST_BID, suit)))
    rule = "pass-weak" if scene.opening else "pass-over"
    least = Bid(scene.least, suit)
    limit = scene.needed(scene.least)
    facts: dict[str, Fact] = {"suit": suit, "worth": worth, "call": least, "limit": limit}
    if not scene.opening:
        facts["contract"] = scene.bid
    items = scene.worth_items(hand, suit)
    return Finding(because(rule, **facts), items, scene.standing, first)


BID_RULES: Final = (
    BidRule(_forced, _tell_forced),
    BidRule(_redouble, _tell_redouble),
    BidRule(_respond, _tell_respond),
    BidRule(_double_four, _tell_double_four),
    BidRule(_double, _tell_double),
    BidRule(_natural, _tell_bid),
    BidRule(_pass, _tell_pass),
)
"""The rules in the order they are asked; the last one always has a call."""


def choose(scene: Scene, hand: int) -> Call:
    """Return the call of the rules for a hand, without reasons."""
    for rule in BID_RULES:
        call = rule.call(scene, hand)
        if call is not None:
            return call
    msg = "no rule has a call"
    raise BeloteError(msg)


def advise_by_rules(at: Scene, hand: int, level: Level) -> Advice:
    """Return the call of the rules for a hand, with reasons."""
    tried: list[Reason] = []
    for rule in BID_RULES:
        call = rule.call(at, hand)
        finding = rule.tell(at, hand, call)
        if call is None:
            if finding is not None:
                tried.append(finding.reason)
            continue
        if finding is not None:
            return Advice(action=call, level=level, reasons=finding.reasons, tried=tuple(tried))
    msg = "no rule has a call"
    raise BeloteError(msg)
