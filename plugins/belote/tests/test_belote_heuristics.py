"""Rules of thumb: each on a position of its own, and all their facts against the hidden cards."""

from __future__ import annotations

from collections import Counter

import pytest

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.players.advice import Reason
from overtrick_belote.players.card_counting import PlayerView
from overtrick_belote.players.heuristics import HEURISTICS, NOVICE_MEMORY, RULES, agreeing, thumb
from overtrick_belote.players.sentences import facts_of
from overtrick_belote.rules.auction import PASS, Auction, Bid, Contract
from overtrick_belote.rules.cards import CARDS, Card, cards_of, hand_of, ordered, turn_order
from overtrick_belote.rules.dealing import SeededRandom, numbered_hand
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import HandState, Play, View, apply, playable, start, view
from overtrick_belote.solving.knowledge import know

BY_ID = {each.rule.id: each for each in HEURISTICS}


def cards(text: str) -> tuple[Card, ...]:
    """Cards by suit: `S:J97 H:A` or one by one: `SJ HA`."""
    found = []
    for word in text.split():
        suit, _, ranks = word.partition(":")
        found += [Card.parse(suit + rank) for rank in ranks] if ranks else [Card.parse(word)]
    return tuple(found)


def trick(text: str) -> Trick:
    """A trick: its leader, then its cards."""
    leader, _, rest = text.partition(" ")
    return Trick(Seat.parse(leader), cards(rest))


def south(
    hand: str, table: str = "S", *, trump: str = "S", by: str = "S", before: str = ""
) -> View:
    """What South sees with some cards in hand.

    Args:
        hand: what he still holds.
        table: the leader and the cards on the table.
        trump: the trump suit.
        by: who is declarer.
        before: the tricks that are complete, divided by semicolons.
    """
    tricks = tuple(trick(text.strip()) for text in before.split(";") if text.strip())
    own = [t.cards[place] for t in tricks for place in range(4) if t.player(place) == Seat.SOUTH]
    held = hand_of(cards(hand))
    bid = Bid(80, Suit.parse(trump))
    return View(
        seat=Seat.SOUTH,
        options=RuleOptions(),
        dealer=Seat.WEST,
        standing=(0, 0),
        unshuffled=False,
        dealt=held | hand_of(own),
        hand=held,
        auction=Auction(Seat.WEST, contract=Contract(bid, Seat.parse(by))),
        tricks=tricks,
        trick=trick(table),
        turn=Seat.SOUTH,
        said=(),
        shown=(),
        own=(),
        belot=None,
    )


# Spades are trumps unless told. In turn: South, East, North, West.
CASES = {
    "forced": (south("HA C8", "W C7"), "C8"),
    "keep-for-last-trick": (
        south(
            "SA H8",
            before="S SJ S7 S8 H7; S S9 C7 C8 ST; S C9 CT CJ CQ; S D7 D8 D9 DT;"
            "S DJ DQ DK DA; S HA H9 HT HJ",
        ),
        "H8",
    ),
    "leave-master-trump": (
        south("S:T H:A7", before="S SK SA SQ S8; E S7 D7 D8 S9"),
        "HA",
    ),
    "draw-trumps": (south("S:J98 H:AT7 C:A7"), "SJ"),
    "trump-for-partner": (south("S:7 S:K H:AT7 D:K98", by="N"), "S7"),
    "draw-trumps-low": (south("S:98AK H:AT C:A7"), "S8"),
    "run-winners": (
        south("H:AT D:7", before="S SJ S7 S8 ST; S S9 C7 SA SQ; S SK C8 C9 D8"),
        "HA",
    ),
    "answer-ace-call": (south("H:97 C:K8 D:8", before="S SJ S7 HA S8"), "H7"),
    "ace-early": (south("H:AK7 C:A8 D:987", by="E"), "CA"),
    "answer-call": (south("H:K7 C:K8 D:8", before="S SJ S7 H8 S8"), "H7"),
    "give-ruff": (south("H:K87 C:K8 D:8", by="E", before="S HA HT C7 HQ"), "H7"),
    "return-suit": (south("H:97 C:K8 D:T98", by="E", before="N HK H7 HT HA; S CA C7 CT C9"), "H7"),
    "cash-winner": (south("H:A9 D:T98", by="S"), "HA"),
    "lead-singleton": (south("S:87 H:Q C:K98 D:98", by="E"), "HQ"),
    "top-trump": (south("S:J98", by="E"), "SJ"),
    "spare-trumps": (south("S:A7 H:K8 D:T97", by="E"), "D7"),
    "lead-low": (south("S:7 H:K8 D:T97"), "D7"),
    "ace-call": (south("D:AT7 C:K87", "E H7 HA H8"), "DA"),
    "save-ace": (
        south("D:A87 C:K8", "E H7 HA H8", by="E", before="S D9 S7 DT DK"),
        "DA",
    ),
    "throw-ten": (south("D:T7 C:K87", "E H7 HA H8"), "DT"),
    "call": (south("D:A97 C:J87", "E H7 HA H8"), "D7"),
    "feed-partner": (south("H:K9 C:K87", "E H7 HA H8"), "HK"),
    "feed-discard": (south("D:K7 C:987", "E H7 HA H8"), "DK"),
    "feed-trump": (south("S:T7 C:K87", "E S8 SJ S9", by="E"), "ST"),
    "feed-hopeful": (south("H:K9 C:K87", "N HA H7"), "HK"),
    "take-winner": (south("H:A9 C:K87", "N H7 HT"), "HA"),
    "take-with-ten": (south("H:AT9 C:K87", "E H7 H8 HK"), "HT"),
    "take-last": (south("H:AK9 C:K87", "E H7 H8 HQ"), "HK"),
    "try-cheaply": (south("H:K9 C:K87", "N H7 H8"), "H9"),
    "over-trump-sure": (south("S:JQ C:K87", "N S7 S8", by="E"), "SJ"),
    "over-trump-cheap": (south("S:TQ C:K87", "E S7 S8 SK", by="E"), "ST"),
    "ruff-for-points": (south("S:T7 C:K87", "E H7 H8 HA", by="E"), "ST"),
    "ruff-high": (
        south("S:J7 C:K87", "N H7 HT", by="E", before="S HQ S8 H8 H9"),
        "SJ",
    ),
    "overruff": (south("S:TAJ C:K87", "E H7 HA S8"), "ST"),
    "ruff-cheap": (south("S:97 C:K87", "E H7 H8 HA"), "S7"),
    "under-trump": (south("S:T7 C:K87", "E S8 S9 SJ"), "S7"),
    "spare-trump": (south("S:97 C:K87", "E H7 HA H8"), "C7"),
    "wait": (south("H:T9 C:K87", "N HK H7"), "H9"),
    "leave-to-partner": (south("H:T9 C:K87", "W H7"), "H9"),
    "save-points": (south("H:T9 C:K87", "E H7 H8 HA"), "H9"),
    "guard-ten": (south("H:T7 C:QJ", "E SJ S8 S9", by="E"), "CJ"),
    "keep-winner": (
        south("C:QK D:8", "E SJ S8 S9", by="E", before="E DA DT D9 DK; E DQ DJ H8 H9"),
        "CQ",
    ),
    "discard-low": (south("H:K7 C:QJ8", "E SJ S8 S9", by="E"), "H7"),
    "cheapest": (south("H:97 C:K8", "E HT HA H8"), "H7"),
}


def test_every_rule_has_a_position():
    assert list(CASES) == [rule.id for rule in RULES]
    assert 25 <= len(RULES) <= 45


@pytest.mark.parametrize("rule", CASES)
def test_a_rule_on_a_position_of_its_own(rule: str):
    seen, card = CASES[rule]
    found = BY_ID[rule].applies(seen)
    assert found is not None
    assert str(found[0]) == card
    reasons = {reason.rule: reason for reason in agreeing(seen, found[0])}
    told = reasons[rule].facts
    assert told["card"] == found[0]
    assert facts_of(BY_ID[rule].rule.english) <= set(told)


def test_no_rule_leads_where_it_does_not_belong():
    """What users of such programs complain of, one by one."""
    cut = south("S:97 C:K87", "E H7 HA H8")
    assert str(thumb(cut)[0])[0] == "C", "cuts partner's winner"
    come_back = south("H:97 C:K8 D:T98", by="E", before="N HK H7 HT HA; S CA C7 CT C9")
    assert thumb(come_back)[1].rule == "return-suit"
    help_him = south("S:7K H:AT7 D:K98", by="N")
    assert thumb(help_him)[1].rule == "trump-for-partner"
    defend = south("S:J9 H:K87 D:KQ8", by="E")
    assert thumb(defend)[0].suit is not Suit.SPADES
    called = south("H:K7 C:K8 D:8", before="S SJ S7 H8 S8", by="E")
    assert thumb(called)[1].rule == "answer-call"


def test_the_tutorial_lead_is_a_trump_for_north():
    """South of the tutorial holds one trump, and North has the contract: rules 11."""
    seen = south("S:QJT H:7 D:KQ8 C:7", trump="C", by="N")
    card, reason = thumb(seen)
    assert (str(card), reason.rule) == ("C7", "trump-for-partner")


def test_the_tutorial_call_is_a_low_card_and_is_answered():
    east = south("S:A7 H:K98 D:QJ8", "E C9 CJ HT", trump="C", by="W")
    assert str(thumb(east)[0]) == "S7"
    assert thumb(east)[1].rule == "call"
    west = south("S:98 H:Q98 D:K9", trump="C", by="E", before="W C8 CA CK S7")
    assert thumb(west)[1].rule == "answer-call"


def test_not_at_turn_is_refused():
    state = start(*numbered_hand(1))
    with pytest.raises(BeloteError, match="no card to play now"):
        thumb(view(state, Seat.SOUTH))


def test_a_novice_forgets_cards_that_are_no_trumps_after_two_tricks():
    before = "S HA H7 H8 H9; S CA C7 C8 C9; S DA D7 D8 D9"
    seen = south("H:T H:K S:7", before=before)
    assert PlayerView(seen).out >> Card.parse("H7") & 1 == 0
    forgot = PlayerView(seen, NOVICE_MEMORY)
    assert forgot.out >> Card.parse("H7") & 1
    assert not forgot.out >> Card.parse("HA") & 1, "his own card he remembers"
    assert not forgot.out >> Card.parse("C7") & 1


# The facts, counted again by other means from all four hands.

POINTS = dict(zip("789TJQKA", (0, 0, 0, 10, 2, 3, 4, 11), strict=True))
TRUMP_POINTS = dict(zip("789TJQKA", (0, 0, 14, 10, 20, 3, 4, 11), strict=True))


def worth(card: Card, trump: Suit) -> int:
    return (TRUMP_POINTS if card.suit is trump else POINTS)[card.rank.symbol]


def stands(state: HandState, card: Card, by: Seat) -> bool:
    """Whether a side keeps the trick with a card of its own, whatever opponents play to it."""
    assert state.trick is not None
    trump = state.auction.contract.bid.suit
    played = (*state.trick.cards, card)
    after = turn_order(state.trick.leader)[len(played) :]
    for seat in after:
        if (seat - by) % 2 == 0:
            continue
        hand = state.hands[seat]
        for other in cards_of(hand):
            led = played[0].suit
            beats = ordered(hand_of([other, card]), trump)[0] == other
            if other.suit == card.suit and beats:
                return False
            if other.suit is trump and card.suit is not trump and led is not trump:
                void = not any(held.suit is led for held in cards_of(hand))
                if void:
                    return False
    return True


def held_above(state: HandState, card: Card, seat: Seat) -> list[Card]:
    """The cards of a player's opponents that rank over a card in its suit."""
    trump = state.auction.contract.bid.suit
    return [
        other
        for enemy in ((seat + 1) % 4, (seat + 3) % 4)
        for other in cards_of(state.hands[enemy])
        if other.suit == card.suit and ordered(hand_of([other, card]), trump)[0] == other
    ]


def check(state: HandState, reason: Reason) -> None:
    facts, rule, seat = dict(reason.facts), reason.rule, state.turn
    assert seat is not None
    assert state.trick is not None
    trump = state.auction.contract.bid.suit
    card = facts.pop("card")
    assert playable(state) >> card & 1
    hand = set(cards_of(state.hands[seat]))
    table = state.trick.cards
    partner = Seat((seat + 2) % 4)
    enemies = [Seat((seat + 1) % 4), Seat((seat + 3) % 4)]
    enemy_cards = [c for s in enemies for c in cards_of(state.hands[s])]
    if "value" in facts:
        assert facts.pop("value") == worth(card, trump)
    if "points" in facts:
        assert facts.pop("points") == sum(worth(c, trump) for c in table)
    if "taken" in facts:
        assert facts.pop("taken") == sum(worth(c, trump) for c in (*table, card))
    if "winning" in facts:
        winning = facts.pop("winning")
        assert winning == table[state.trick.winning_place(trump)]
        ours = state.trick.winner(trump) == partner
        assert ours is (
            rule
            in {
                *("feed-partner", "feed-discard", "feed-trump", "feed-hopeful", "throw-ten"),
                *("save-ace", "spare-trump", "wait"),
            }
        ) or rule.startswith(("over-trump", "take-winner"))
        if rule in {"feed-partner", "feed-discard", "feed-trump", "throw-ten", "save-ace"}:
            after = attrs_with_card(state, card)
            assert stands(after, winning, partner) if after else True
    if "led" in facts:
        assert facts.pop("led") is table[0].suit
    if "after" in facts:
        assert facts.pop("after") is turn_order(seat)[1]
    if "trumps" in facts:
        assert facts.pop("trumps") == sum(c.suit is trump for c in hand)
    if "suit" in facts:
        suit = facts.pop("suit")
        if rule == "give-ruff":
            assert all(c.suit is not suit for c in cards_of(state.hands[partner]))
        if rule in {
            "run-winners",
            "cash-winner",
            "ace-early",
            "call",
            "ace-call",
            "lead-singleton",
        }:
            assert card.suit is suit
        if rule == "lead-singleton":
            assert [c for c in hand if c.suit is suit] == [card]
        if rule == "return-suit":
            assert any(t.leader == partner and t.cards[0].suit is suit for t in state.tricks)
    if "enemy_trumps" in facts:
        known = {c for t in state.tricks for c in t.cards} | hand
        most = sum(c.suit is trump and c not in known for c in CARDS)
        assert sum(c.suit is trump for c in enemy_cards) <= facts.pop("enemy_trumps") <= most
        assert not held_above(state, card, seat)
    if rule in {"run-winners", "cash-winner", "take-winner", "ace-early", "top-trump"}:
        assert not held_above(state, card, seat)
    if rule == "run-winners":
        assert not [c for c in enemy_cards if c.suit is trump]
    if rule == "over-trump-sure":
        assert stands(state, card, seat)
    if rule == "ruff-high":
        assert stands(state, card, seat)
        assert not any(c.suit is table[0].suit for c in cards_of(state.hands[turn_order(seat)[1]]))
    if "declarer" in facts:
        assert facts.pop("declarer") in enemies
    if "keep" in facts:
        keep = facts.pop("keep")
        assert keep in hand
        assert keep.suit is trump
        assert not held_above(state, keep, seat)
        assert (facts.pop("last_trick"), len(hand)) == (10, 2)
    if "high" in facts:
        high = facts.pop("high")
        if rule == "call":
            assert high in hand
            assert not held_above(state, high, seat)
        else:
            assert {c for c in enemy_cards if c.suit is trump} <= {high}
            mine = [c for c in hand if c.suit is trump]
            assert ordered(hand_of([*mine, high]), trump)[0] == high
    if "called" in facts:
        called = facts.pop("called")
        (thrown,) = [t for t in state.tricks if called in t.cards]
        place = thrown.cards.index(called)
        assert thrown.player(place) == partner
        assert Trick(thrown.leader, thrown.cards[:place]).winner(trump) == seat
        assert called.suit is card.suit
        assert called.rank.symbol in ("A" if rule == "answer-ace-call" else "789")
    for name in ("ten", "spared"):
        if name in facts:
            assert facts.pop(name) in hand - {card}
    assert not facts, f"{rule} tells what is not counted again: {sorted(facts)}"


def attrs_with_card(state: HandState, card: Card) -> HandState | None:
    """The state after a card, `None` where that completes the trick."""
    if len(state.trick.cards) == 3:
        return None
    return apply(state, Play(card))[0]


def positions(hands: int, seed: str):
    """Positions of hands with a contract of chance, played half by thumb and half by chance."""
    lots = SeededRandom(seed)
    for _ in range(hands):
        state = start(*numbered_hand(1 + lots.below(1_000_000)))
        for _ in range(lots.below(4)):
            state, _ = apply(state, PASS)
        state, _ = apply(state, Bid(80, Suit(lots.below(4))))
        while state.trick is None:
            state, _ = apply(state, PASS)
        while state.turn is not None:
            yield state
            legal = list(cards_of(playable(state)))
            card = legal[lots.below(len(legal))]
            if lots.below(4):
                card = thumb(view(state, state.turn))[0]
            state, _ = apply(state, Play(card))


@pytest.mark.slow
def test_every_fact_is_true_whatever_the_hidden_cards_are():
    used: Counter[str] = Counter()
    for state in positions(150, "facts of thumb"):
        seen = view(state, state.turn)
        for memory in (None, NOVICE_MEMORY):
            sight = PlayerView(seen, memory)
            for each in HEURISTICS:
                found = each.look(sight)
                if found is not None:
                    used[each.rule.id] += 1
                    check(state, Reason(each.rule.id, {"card": found[0], **found[1]}))
    missing = {rule.id for rule in RULES} - set(used)
    assert missing <= {"ruff-high"}, f"never seen: {missing}"


@pytest.mark.slow
def test_what_is_counted_never_contradicts_the_hands_and_is_what_is_known():
    for state in positions(60, "what may be held"):
        seen = view(state, state.turn)
        sharp, forgetful = PlayerView(seen), PlayerView(seen, NOVICE_MEMORY)
        known = know(seen)
        for seat in Seat:
            if seat != state.turn:
                assert not state.hands[seat] & ~sharp.can[seat]
                assert not sharp.can[seat] & ~forgetful.can[seat]
                assert not known.possible[seat] & ~sharp.can[seat]


def test_a_novice_goes_by_no_rule_that_takes_practice():
    practised = {each.rule.id for each in HEURISTICS if each.practised}
    signals = {"call", "ace-call", "answer-call", "answer-ace-call", "return-suit"}
    assert practised
    assert not practised & signals
    told = {thumb(view(state, state.turn))[1].rule for state in positions(25, "novice")}
    assert not told & practised
    whole = {
        thumb(view(state, state.turn), practised=True)[1].rule for state in positions(25, "novice")
    }
    assert whole & practised


def test_agreeing_names_the_rule_that_decides_where_nothing_is_forgotten():
    for state in positions(25, "agreeing"):
        seen = view(state, state.turn)
        card, reason = thumb(seen, None, practised=True)
        assert agreeing(seen, card)[0] == reason
        others = [c for c in cards_of(playable(state)) if c != card]
        assert all(reason not in agreeing(seen, other) for other in others)
