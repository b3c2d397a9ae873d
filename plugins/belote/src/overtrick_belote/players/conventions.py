"""The first response to partner's bid: choose it, and interpret it (rules 8).

A response in partner's suit is his bid and what the hand adds to it. Ten more may be added to
beat the opponents, so that a response over them means one of two sums.
"""

from __future__ import annotations

import functools
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.announces import best_announces
from overtrick_belote.rules.auction import GREATEST_BID, Auction, Bid, Call, Pass
from overtrick_belote.rules.cards import CARDS, SUIT_MASKS, Card, Rank
from overtrick_belote.rules.options import Base, RuleOptions

NINE: Final = 10
JACK: Final = 20
ACES: Final = {2: 20, 3: 30}
"""The points of aces outside trumps, by their number; a single one by the options (8.8)."""
ANNOUNCES: Final = {100: 70, 150: 120, 200: 170}
"""The points that announces add, by their own points."""
EXTRA: Final = 10

RULES: Final = (
    Rule(
        "response-nine",
        "The nine of trumps, {card}, with {others:word} other {others|trump|trumps}: {value:+}.",
        "Le neuf d'atout, {card}, avec {others:word} {others|autre|autres} "
        "{others|atout|atouts} : {value:+}.",
    ),
    Rule(
        "response-jack",
        "The jack of trumps, {card}: {value:+}.",
        "Le valet d'atout, {card} : {value:+}.",
    ),
    Rule(
        "response-aces",
        "{aces:word} {aces|ace|aces} outside trumps, {cards}: {value:+}.",
        "Hors atout, {aces:word} {aces|as|as}, {cards} : {value:+}.",
    ),
    Rule(
        "response-announce",
        "An announce of {worth} points, {announce}: {value:+}.",
        "Une annonce de {worth} points, {announce} : {value:+}.",
    ),
    Rule(
        "respond",
        "My partner bid {base}. My first response adds {sum} to it: {call}.",
        "Mon partenaire a dit {base}. Ma première réponse y ajoute {sum} : {call}.",
    ),
    Rule(
        "respond-extra",
        "My partner bid {base}. My first response adds {sum}, which does not beat {last}; "
        "I may add {extra} more: {call}.",
        "Mon partenaire a dit {base}. Ma première réponse y ajoute {sum}, ce qui ne dépasse pas "
        "{last} ; je peux ajouter {extra} de plus : {call}.",
    ),
    Rule(
        "respond-nothing",
        "I have nothing to respond to {base}: no guarded nine, no jack of trumps, "
        "no {least:word} aces outside trumps, no announce of {worth} points.",
        "Je n'ai rien pour répondre à {base} : ni neuf gardé, ni valet d'atout, "
        "ni {least:word} as hors atout, ni annonce de {worth} points.",
    ),
    Rule(
        "respond-too-low",
        "My first response would bring {base} to {reached}; "
        "even {extra} more does not beat {last}.",
        "Ma première réponse porterait {base} à {reached} ; même {extra} de plus ne dépassent "
        "pas {last}.",
    ),
    Rule(
        "reads-response",
        "{player} added {added} to {base}: that says {sums:or}.",
        "{player} a ajouté {added} à {base} : cela dit {sums:or}.",
    ),
    Rule(
        "reads-holding",
        "{sum:+}: {jack?the jack|no jack}, {nine?the guarded nine|no guarded nine}, "
        "{fewer?fewer than }{aces:word} {aces|ace|aces} outside trumps{worth?, and announces too}.",
        "{sum:+} : {jack?le valet|pas de valet}, {nine?le neuf gardé|pas de neuf gardé}, "
        "{fewer?moins de }{aces:word} as hors atout{worth?, et des annonces}.",
    ),
    Rule(
        "reads-silence",
        "{player} did not respond to {base}: his values add at most {most}.",
        "{player} n'a pas répondu à {base} : ses valeurs ajoutent au plus {most}.",
    ),
)


def because(rule: str, **facts: Fact) -> Reason:
    """Return a reason with its facts."""
    return Reason(rule, facts)


@attrs.frozen
class Part:
    """One part of a hand that a response shows.

    Attributes:
        reason: what it is, with its facts.
        value: what it adds.
    """

    reason: Reason
    value: int


def parts(hand: int, trump: Suit, options: RuleOptions) -> tuple[Part, ...]:
    """Return the parts that a hand adds to partner's bid in a suit (8.1, 8.2, 8.7).

    Args:
        hand: a complete hand.
        trump: the suit of partner's bid.
        options: the rules of the table.

    Example:
        >>> from overtrick_belote.rules.cards import hand_of
        >>> hand = hand_of(map(Card.parse, "S9 S7 HA H8 DA D8 C8 C7".split()))
        >>> [part.value for part in parts(hand, Suit.SPADES, RuleOptions())]
        [10, 20]
    """
    found: list[Part] = []

    def add(rule: str, value: int, **facts: Fact) -> None:
        found.append(Part(because(rule, **facts, value=value), value))

    announces = [a for a in best_announces(hand, trump, options) if a.points in ANNOUNCES]
    told = {a.top for a in announces if a.suit is None and not options.fours_add_their_cards}
    trumps = hand & SUIT_MASKS[trump]
    nine, jack = Card.of(trump, Rank.NINE), Card.of(trump, Rank.JACK)
    if hand & nine.mask and trumps != nine.mask:
        add("response-nine", NINE, card=nine, others=trumps.bit_count() - 1)
    if hand & jack.mask and Rank.JACK not in told:
        add("response-jack", JACK, card=jack)
    if Rank.ACE not in told:
        aces = tuple(CARDS[8 * suit + 7] for suit in (3, 2, 1, 0) if suit != trump)
        aces = tuple(ace for ace in aces if hand & ace.mask)
        value = options.one_ace if len(aces) == 1 else ACES.get(len(aces), 0)
        if value:
            add("response-aces", value, aces=len(aces), cards=aces)
    for announce in announces:
        value = ANNOUNCES[announce.points]
        add("response-announce", value, worth=announce.points, announce=announce)
    return tuple(found)


@functools.lru_cache(maxsize=1 << 17)
def response_sum(hand: int, trump: Suit, options: RuleOptions) -> int:
    """Return the sum that a hand adds to partner's bid in a suit: 0 or a multiple of ten.

    Example:
        >>> from overtrick_belote.rules.cards import hand_of
        >>> hand = hand_of(map(Card.parse, "SJ S9 HA H8 DA D8 CA C7".split()))
        >>> response_sum(hand, Suit.SPADES, RuleOptions())
        60
    """
    fours = hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFC
    fifths = hand & hand >> 1 & hand >> 2 & hand >> 3 & hand >> 4 & 0x0F0F0F0F
    if options.announces and (fours or fifths):
        return sum(part.value for part in parts(hand, trump, options))
    # Without announces of a hundred, which few hands have, it is three looks.
    trumps = hand >> (8 * trump) & 0xFF
    value = NINE if trumps & 4 and trumps != 4 else 0
    if trumps & 16:
        value += JACK
    aces = (hand & 0x80808080 & ~SUIT_MASKS[trump]).bit_count()
    return value + (options.one_ace if aces == 1 else ACES.get(aces, 0))


@attrs.frozen(kw_only=True)
class Response:
    """The response of a hand to a bid of partner's.

    Attributes:
        base: the bid of partner's.
        parts: what is added to it.
        sum: their sum, 0 where there is nothing.
        extra: ten where that much is added to beat the opponents (8.3), else 0.
        bid: the response; `None` where there is none: pass, or another call.
        reason: why there is this response, or none.
    """

    base: Bid
    parts: tuple[Part, ...]
    sum: int
    extra: int
    bid: Bid | None
    reason: Reason


def response(hand: int, base: Bid, last: Bid, options: RuleOptions) -> Response:
    """Return the first response to partner's bid (8.1 to 8.4).

    Args:
        hand: a complete hand.
        base: partner's bid; its suit is the trump suit.
        last: the highest bid so far, which is to be beaten; partner's own or an opponent's.
        options: the rules of the table.

    Example:
        >>> from overtrick_belote.rules.cards import hand_of
        >>> hand = hand_of(map(Card.parse, "S9 S7 HA H8 DA D8 C8 C7".split()))
        >>> answer = response(hand, Bid(80, Suit.SPADES), Bid(110, Suit.HEARTS), RuleOptions())
        >>> answer.sum, answer.extra, str(answer.bid)
        (30, 10, '120S')
    """
    found = parts(hand, base.suit, options)
    total = sum(part.value for part in found)
    extra = 0
    if base.amount + total <= last.amount and (total or options.extra_ten_on_nothing):
        extra = EXTRA
    amount = base.amount + total + extra
    bid: Bid | None = None
    if last.amount < amount <= GREATEST_BID:
        bid = Bid(amount, base.suit)
        rule = "respond-extra" if extra else "respond"
        reason = because(rule, base=base, sum=total, call=bid, last=last, extra=extra)
    elif not total:
        reason = because("respond-nothing", base=base, least=2, worth=100)
    else:
        reached = base.amount + total
        reason = because(
            "respond-too-low", base=base, sum=total, reached=reached, last=last, extra=EXTRA
        )
    return Response(
        base=base, parts=found, sum=total, extra=extra if bid else 0, bid=bid, reason=reason
    )


def base_for(calls: tuple[tuple[Seat, Call], ...], seat: Seat, options: RuleOptions) -> Bid | None:
    """Return the bid of partner's that a player may still answer by the conventions (8.5, 8.6).

    Args:
        calls: the calls so far, with the player of each.
        seat: the player.
        options: the rules of the table: `response_base`.

    Returns:
        `None` where partner has not bid a suit of his own, or the player has bid since.
    """
    partner = (seat + 2) & 3
    named: dict[Suit, int] = {}
    base: Bid | None = None
    for who, call in calls:
        if not isinstance(call, Bid):
            continue
        if who == seat:
            if base is not None:
                return None
            named.setdefault(call.suit, who)
        elif who == partner:
            own = named.setdefault(call.suit, who) == partner
            if own and (base is None or options.response_base is Base.LAST_BID):
                base = call
    return base


@attrs.frozen
class Holding:
    """A possible meaning of the sum of a response (8.10).

    Attributes:
        sum: the sum.
        nine: whether the nine of trumps is held with another trump.
        jack: whether the jack of trumps is held.
        aces: how many aces outside trumps; with `fewer`, fewer than that.
        fewer: whether there are fewer aces than stated: too few to add anything.
        worth: what the announces of a hundred or more add to the sum.
    """

    sum: int
    nine: bool
    jack: bool
    aces: int
    fewer: bool
    worth: int

    @property
    def reason(self) -> Reason:
        """The holding as a rule with its facts."""
        return Reason("reads-holding", attrs.asdict(self))


# Up to two announces of a hundred or more fit in eight cards.
_ANNOUNCE_SUMS: Final = (0, 70, 120, 140, 170, 190, 240)


@functools.lru_cache(maxsize=256)
def holdings(total: int, options: RuleOptions) -> tuple[Holding, ...]:
    """Return the possible meanings of a sum, those without declarations first.

    Example:
        >>> [(h.nine, h.jack, h.aces, h.fewer) for h in holdings(20, RuleOptions())]
        [(False, True, 2, True), (False, False, 2, False)]
    """
    least = 1 if options.one_ace else 2
    aces = [(least, True, 0), (2, False, ACES[2]), (3, False, ACES[3])]
    if options.one_ace:
        aces.append((1, False, options.one_ace))
    return tuple(
        Holding(total, nine, jack, number, fewer, worth)
        for worth in (_ANNOUNCE_SUMS if options.announces else (0,))
        for jack in (True, False)
        for number, fewer, value in aces
        for nine in (True, False)
        if worth + NINE * nine + JACK * jack + value == total
    )


@attrs.frozen(kw_only=True)
class Reading:
    """The meaning of a call of a player who could respond.

    Attributes:
        player: who called.
        base: the bid that he could respond to.
        call: his response, or his pass.
        sums: the sums that a response may mean, the highest first; of a pass, the sums that
            would have been too low, lowest first.
        options: the rules of the table.
    """

    player: Seat
    base: Bid
    call: Bid | Pass
    sums: tuple[int, ...]
    options: RuleOptions

    def fits(self, hand: int) -> bool:
        """Return whether a complete hand would have made the call."""
        return response_sum(hand, self.base.suit, self.options) in self.sums

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """The possible holdings of a response, by its sums; empty for a pass."""
        if isinstance(self.call, Pass):
            return ()
        return tuple(held for total in self.sums for held in holdings(total, self.options))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reading as rules with facts: the response or pass, then each possible holding."""
        player, base, sums = self.player, self.base, self.sums
        if isinstance(self.call, Pass):
            return (because("reads-silence", player=player, base=base, most=sums[-1]),)
        added = self.call.amount - base.amount
        first = because("reads-response", player=player, base=base, added=added, sums=sums)
        return (first, *(held.reason for held in self.holdings))


def read_call(
    calls: tuple[tuple[Seat, Call], ...],
    last: Bid | None,
    seat: Seat,
    call: Call,
    options: RuleOptions,
) -> Reading | None:
    """Return the meaning of a call by the conventions, or `None` if it has none.

    Args:
        calls: the calls before it.
        last: the highest bid before it.
        seat: who called.
        call: the call.
        options: the rules of the table.
    """
    base = base_for(calls, seat, options)
    if base is None or last is None:
        return None
    if isinstance(call, Pass):
        most = max(0, last.amount - base.amount - EXTRA)
        return Reading(
            player=seat,
            base=base,
            call=call,
            sums=tuple(range(0, most + 1, 10)),
            options=options,
        )
    if not isinstance(call, Bid) or call.suit != base.suit:
        return None
    added = call.amount - base.amount
    sums = [added]
    less = added - EXTRA
    # The extra ten is for what would not have beaten the last bid, and never else.
    if base.amount + less <= last.amount and (less > 0 or options.extra_ten_on_nothing):
        sums.append(less)
    return Reading(player=seat, base=base, call=call, sums=tuple(sums), options=options)


def readings(auction: Auction, options: RuleOptions) -> tuple[Reading, ...]:
    """Return the meanings of the calls of an auction by the conventions, in order.

    A pass is read only where a response was possible: not once there was a double.
    """
    found: list[Reading] = []
    last: Bid | None = None
    for place, (seat, call) in enumerate(auction.calls):
        reading = read_call(auction.calls[:place], last, seat, call, options)
        if reading is not None:
            found.append(reading)
        if isinstance(call, Bid):
            last = call
        elif not isinstance(call, Pass):
            break
    return tuple(found)
