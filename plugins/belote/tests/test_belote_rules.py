"""Every numbered rule of `docs/belote/rules.md`, sections 1 to 7 and 8.12, by its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from overtrick import Seat, Suit
from overtrick_belote import IllegalActionError
from overtrick_belote.rules.announces import (
    Announce,
    Kind,
    best_announces,
    has_belot,
    may_stand_together,
    possible,
    winning_side,
)
from overtrick_belote.rules.auction import (
    DOUBLE,
    GREATEST_BID,
    PASS,
    REDOUBLE,
    Bid,
    Contract,
)
from overtrick_belote.rules.cards import (
    CARDS,
    LAST_TRICK,
    POINTS,
    SLAM,
    STRENGTH,
    Card,
    Rank,
    Side,
    cards_of,
    following,
    hand_of,
    side_of,
    turn_order,
)
from overtrick_belote.rules.dealing import SeededRandom, complete, cut, deal_deck, restack
from overtrick_belote.rules.game import finish, new_game, next_hand
from overtrick_belote.rules.game import winning_side as winner_of_game
from overtrick_belote.rules.options import (
    AnnounceTie,
    DoubleFinish,
    DoublingBase,
    Redoubler,
    Restacking,
    Rounding,
    RuleOptions,
)
from overtrick_belote.rules.play import Trick, legal_cards
from overtrick_belote.rules.scoring import Earned, Item, rounded, score_hand
from overtrick_belote.rules.state import (
    AuctionEnded,
    BeloteAnnounced,
    DeclarationsCompared,
    Declare,
    Declared,
    HandEnded,
    Phase,
    Play,
    apply,
    legal,
    start,
    view,
)
from overtrick_belote.rules.tutorial_hand import tutorial_hand

# Every number of sections 1 to 8 but 8.11 and 8.13, which are advice and no rules.
NUMBERS = (
    *(f"1.{n}" for n in range(1, 7)),
    *(f"2.{n}" for n in range(1, 4)),
    *(f"3.{n}" for n in range(1, 10)),
    *(f"4.{n}" for n in range(1, 11)),
    *(f"4.10.{n}" for n in range(1, 7)),
    *(f"5.{n}" for n in range(1, 7)),
    *(f"5.3.{n}" for n in range(1, 8)),
    *(f"6.{n}" for n in range(1, 11)),
    *(f"7.{n}" for n in range(1, 8)),
    *(f"8.{n}" for n in (*range(1, 11), 12)),
)

SPADES, HEARTS, DIAMONDS, CLUBS = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS
NORTH, EAST, SOUTH, WEST = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST
NS, EW = Side.NORTH_SOUTH, Side.EAST_WEST
DEFAULT = RuleOptions()
SUITS = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)


def held(text):
    return hand_of(map(Card.parse, text.split()))


def cards(text):
    return tuple(map(Card.parse, text.split()))


def names(hand):
    return {str(card) for card in cards_of(hand)}


def allowed(hand, trick, trump=SPADES, options=DEFAULT):
    return names(legal_cards(held(hand), cards(trick), trump, options))


def announces(hand, trump=CLUBS, options=DEFAULT):
    return [str(found) for found in best_announces(held(hand), trump, options)]


def dealt(*, dealer=WEST, options=DEFAULT, **hands):
    """A hand in which players, by name, have at least these cards."""
    given = [held(hands.get(name, "")) for name in ("north", "east", "south", "west")]
    hands, _ = complete(given, dealer, "a test")
    return start(hands, dealer, options)


def after(state, *actions):
    """The state after some actions, each by who is at turn."""
    for action in actions:
        state, _ = apply(state, action)
    return state


def bid_of(word):
    return Bid(int(word[:-1]), (CLUBS, DIAMONDS, HEARTS, SPADES)["CDHS".index(word[-1])])


def to_call(text):
    return {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}.get(text) or bid_of(text)


def auction(text, options=DEFAULT, dealer=WEST):
    """A hand after calls from the dealer's right on."""
    return after(dealt(dealer=dealer, options=options), *map(to_call, text.split()))


def first_card(state):
    return next(action for action in legal(state) if isinstance(action, Play))


def played_out(state):
    """A hand played to its end, each player with the first card he may play, announces said."""
    while state.turn is not None:
        state = after(state, legal(state)[0])
    return state


def calls_of(state, seat=None):
    return set(map(str, legal(state, seat)))


# 1 cards


def test_rule_1_1_thirty_two_cards():
    assert {str(card) for card in CARDS} == {s + r for s in "SHDC" for r in "789TJQKA"}
    assert len(set(CARDS)) == 32
    assert [Card.parse(text) for text in ("s10", "ST", "♠10", "♠t")] == [Card.parse("ST")] * 4


@pytest.mark.parametrize("trump", Suit)
def test_rule_1_2_trumps(trump):
    suit = sorted(cards_of(SUITS[trump]), key=lambda card: -STRENGTH[trump][card])
    assert "".join(card.rank.symbol for card in suit) == "J9ATKQ87"
    assert [POINTS[trump][card] for card in suit] == [20, 14, 11, 10, 4, 3, 0, 0]


@pytest.mark.parametrize("trump", Suit)
def test_rule_1_3_other_suits(trump):
    for other in Suit:
        if other != trump:
            suit = sorted(cards_of(SUITS[other]), key=lambda card: -STRENGTH[trump][card])
            assert "".join(card.rank.symbol for card in suit) == "ATKQJ987"
            assert [POINTS[trump][card] for card in suit] == [11, 10, 4, 3, 2, 0, 0, 0]


def test_rule_1_4_the_points_of_a_hand():
    assert {sum(row) for row in POINTS} == {152}
    assert (LAST_TRICK, SLAM) == (10, 100)
    state = played_out(auction("80C P P P"))
    assert sum(state.score.earned.tricks) == 162
    assert sum(slam().score.earned.tricks) == 252


def slam(options=DEFAULT, north="", west="", calls="80S P P P"):
    """South has the eight spades and wins all tricks."""
    state = dealt(north=north, west=west, south="S7 S8 S9 ST SJ SQ SK SA", options=options)
    return played_out(after(state, *map(to_call, calls.split())))


def test_rule_1_5_natural_order_is_for_sequences():
    assert "".join(rank.symbol for rank in sorted(Rank, reverse=True)) == "AKQJT987"
    assert announces("HJ HT H9 C7 C8 D7 D8 S7") == ["third of HJ"]
    # The ten is next to the ace where tricks are won, not here.
    assert announces("HA HT HK C7 C8 D7 D8 S7") == []


def test_rule_1_6_every_contract_has_a_trump_suit():
    bids = [call for call in legal(dealt()) if isinstance(call, Bid)]
    assert {call.suit for call in bids} == set(Suit)


# 2 players


def test_rule_2_1_partners_sit_opposite():
    assert NS.seats == (NORTH, SOUTH)
    assert EW.seats == (EAST, WEST)
    assert [side_of(seat) for seat in (NORTH, EAST, SOUTH, WEST)] == [NS, EW, NS, EW]


def test_rule_2_2_the_turn_goes_counter_clockwise():
    assert turn_order(SOUTH) == (SOUTH, EAST, NORTH, WEST)
    assert following(WEST) is SOUTH
    state = dealt()
    speakers = []
    for call in map(to_call, ["80S", "P", "P", "P"]):
        speakers.append(state.turn)
        state = after(state, call)
    assert speakers == [SOUTH, EAST, NORTH, WEST]


def test_rule_2_3_the_dealers_right_speaks_and_leads_whoever_declares():
    for dealer in Seat:
        state = dealt(dealer=dealer)
        assert state.turn is following(dealer)
        state = after(state, *map(to_call, ["P", "P", "80C", "P", "P", "P"]))
        assert state.contract.declarer is following(following(following(dealer)))
        assert state.turn is following(dealer)
        assert state.trick.leader is following(dealer)


# 3 games and deals


def test_rule_3_1_the_first_side_to_reach_the_points():
    assert winner_of_game((2990, 0), None, DEFAULT) is None
    assert winner_of_game((3000, 2990), None, DEFAULT) is NS
    assert winner_of_game((10, 3010), None, DEFAULT) is EW
    assert winner_of_game((500, 480), None, RuleOptions(game_points=500)) is NS


def test_rule_3_2_the_first_dealer_is_drawn_and_the_deal_passes_on():
    assert {new_game(str(seed)).dealer for seed in range(30)} == set(Seat)
    game = new_game("x", dealer=SOUTH)
    dealers = []
    for _ in range(5):
        dealers.append(game.dealer)
        game = finish(game, played_out(next_hand(game)))
    assert dealers == [SOUTH, EAST, NORTH, WEST, SOUTH]


def test_rule_3_3_three_two_three_from_the_dealers_right():
    hands = deal_deck(CARDS, WEST)
    packs = {SOUTH: [], EAST: [], NORTH: [], WEST: []}
    deck = list(CARDS)
    for size in (3, 2, 3):
        for seat in packs:
            packs[seat] += deck[:size]
            del deck[:size]
    assert hands == tuple(hand_of(packs[seat]) for seat in Seat)
    # A first hand is shuffled, and cut.
    game = new_game("a seed", dealer=WEST)
    lots = SeededRandom("overtrick belote game a seed hand 1")
    shuffled = lots.shuffled(CARDS)
    state = next_hand(game)
    assert state.dealt == deal_deck(cut(shuffled, lots, DEFAULT), WEST)
    assert not state.unshuffled


def test_rule_3_4_cut_and_not_shuffled_between_hands():
    game = new_game("a seed", dealer=WEST)
    state = called_and_played(next_hand(game))
    game = finish(game, state)
    following_hand = next_hand(game)
    assert following_hand.unshuffled
    deck = restack(state)
    cuts = {deal_deck(deck[place:] + deck[:place], SOUTH) for place in range(3, 30)}
    assert following_hand.dealt in cuts
    agreed = next_hand(game, shuffle=True)
    assert not agreed.unshuffled
    assert agreed.dealt != following_hand.dealt
    assert finish(game, called_and_played(agreed)).hands[1].dealt == agreed.dealt


def called_and_played(state, text="80C P P P"):
    return played_out(after(state, *map(to_call, text.split())))


def shuffles(texts, options=DEFAULT):
    """Whether each hand was shuffled, where these were the auctions before it."""
    game = new_game("a seed", options)
    found = []
    for text in texts:
        state = next_hand(game)
        found.append(not state.unshuffled)
        game = finish(game, called_and_played(state, text))
    return found


VOID, BID = "P P P P", "80C P P P"


def test_rule_3_5_four_void_hands_in_a_row():
    assert shuffles([VOID] * 6) == [True, False, False, False, True, False]
    mixed = [VOID, VOID, VOID, BID, VOID, VOID]
    assert shuffles(mixed) == [True] + [False] * 5
    in_all = RuleOptions(void_hands_in_a_row=False)
    assert shuffles(mixed, in_all) == [True, False, False, False, False, True]
    assert shuffles([VOID] * 3, RuleOptions(void_hands=2)) == [True, False, True]


def test_rule_3_6_restacking():
    for restacking in Restacking:
        state = called_and_played(dealt(options=RuleOptions(restacking=restacking)))
        piles = {NS: [], EW: []}
        for trick in state.tricks:
            piles[side_of(trick.winner(CLUBS))] += trick.cards
        assert state.contract.side is NS
        top = NS if restacking is Restacking.DECLARERS_ON_TOP else EW
        assert restack(state) == (*piles[top], *piles[top.other])
    void = called_and_played(dealt(), VOID)
    deck = restack(void)
    for place, seat in enumerate((SOUTH, EAST, NORTH, WEST)):
        assert hand_of(deck[8 * place : 8 * place + 8]) == void.dealt[seat]
    assert [str(card) for card in restack(called_and_played(slam_deal(), VOID))[:8]] == [
        "SA", "ST", "SK", "SQ", "SJ", "S9", "S8", "S7",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="not over"):
        restack(dealt())


def slam_deal():
    return dealt(south="S7 S8 S9 ST SJ SQ SK SA")


def test_rule_3_7_at_least_three_cards_in_each_part_of_a_cut():
    def sizes(options):
        lots = SeededRandom("cuts")
        return {32 - cut(CARDS, lots, options).index(CARDS[0]) for _ in range(600)}

    assert sizes(DEFAULT) == set(range(3, 30))
    assert sizes(RuleOptions(least_cut=15)) == {15, 16, 17}
    deck = cut(CARDS, SeededRandom("a"), DEFAULT)
    place = deck.index(CARDS[0])
    assert deck[place:] + deck[:place] == CARDS


def test_rule_3_8_both_sides_in_one_hand():
    score = scored(120, (131, 31))
    assert winner_of_game((3010, 3020), score, DEFAULT) is EW
    assert winner_of_game((3030, 3020), score, DEFAULT) is NS
    assert winner_of_game((3020, 3020), score, DEFAULT) is None
    declarers = RuleOptions(double_finish=DoubleFinish.DECLARERS)
    assert winner_of_game((3010, 3020), score, declarers) is NS


def test_rule_3_9_reached_by_belot_alone_while_defeated():
    # North and South are defeated and score their belot, which brings them to 3000.
    score = scored(100, (62, 100), belot=(20, 0))
    assert score.score == (20, 260)
    assert winner_of_game((3000, 1000), score, DEFAULT) is NS
    strict = RuleOptions(belot_wins_when_defeated=False)
    assert winner_of_game((3000, 1000), score, strict) is None
    # It wins with the next hand that brings it anything else, and not with a hand of no score.
    assert winner_of_game((3000, 1000), None, strict) is None
    made = scored(80, (100, 62))
    assert winner_of_game((3180, 1060), made, strict) is NS
    defended = scored(80, (62, 100), declarer=EAST)
    assert winner_of_game((3240, 1000), defended, strict) is NS


# 4 bidding


def test_rule_4_1_pass_bid_double_redouble_in_turn():
    state = dealt()
    assert calls_of(state) >= {"pass", "80S", "820C"}
    assert "double" not in calls_of(state)
    assert legal(state, EAST) == ()
    with pytest.raises(IllegalActionError):
        apply(state, PASS, EAST)
    assert "double" in calls_of(auction("80S"))
    assert calls_of(auction("80S X P")) == {"pass"}
    assert calls_of(auction("80S X P P")) == {"pass", "redouble"}


def test_rule_4_2_bids_are_tens_from_80_each_higher():
    bids = {call for call in legal(dealt()) if isinstance(call, Bid)}
    assert {bid.amount for bid in bids} == set(range(80, 830, 10))
    state = auction("80S 90D")
    over = {call for call in legal(state) if isinstance(call, Bid)}
    assert min(bid.amount for bid in over) == 100
    for bid in (Bid(90, SPADES), Bid(80, SPADES), Bid(105, CLUBS), Bid(70, CLUBS)):
        with pytest.raises(IllegalActionError):
            apply(state, bid)
    # Over partner, over oneself, in any suit, and by a jump.
    assert str(auction("80S P 90S").contract) == "90S by N"
    assert str(auction("80S P P 90H 160C").contract) == "160C by S"
    assert str(auction("80S P 100D P 110S").contract) == "110S by S"


def test_rule_4_3_no_limit_but_what_can_be_made():
    assert GREATEST_BID == 820
    state = auction("820S")
    assert calls_of(state) == {"pass", "double"}
    with pytest.raises(IllegalActionError):
        apply(auction("800S"), Bid(830, SPADES))


def test_rule_4_4_who_passed_may_bid_later():
    assert str(auction("P P 80C P P 90D 100C 110D").contract) == "110D by W"


def test_rule_4_5_doubles():
    assert "double" in calls_of(auction("80S"))
    assert "double" not in calls_of(auction("80S P"))
    assert "double" in calls_of(auction("80S P P"))
    doubled = auction("80S X")
    assert doubled.contract.multiplier == 2
    for bid in (Bid(90, SPADES), Bid(820, CLUBS)):
        with pytest.raises(IllegalActionError):
            apply(doubled, bid)
    assert "double" not in calls_of(auction("80S X P"))


def test_rule_4_6_redoubles():
    # South has bid, East doubled: North may redouble, and South.
    assert calls_of(auction("80S X")) == {"pass", "redouble"}
    assert calls_of(auction("80S X P")) == {"pass"}
    assert calls_of(auction("80S X P P")) == {"pass", "redouble"}
    assert auction("80S X XX").contract.multiplier == 4
    strict = RuleOptions(redoubler=Redoubler.DECLARER)
    assert calls_of(auction("80S X", strict)) == {"pass"}
    assert calls_of(auction("80S X P P", strict)) == {"pass", "redouble"}


def test_rule_4_7_no_double_out_of_turn():
    state = auction("80S")
    assert legal(state, WEST) == ()
    with pytest.raises(IllegalActionError):
        apply(state, DOUBLE, WEST)
    free = auction("80S", RuleOptions(double_out_of_turn=True))
    assert legal(free, WEST) == (DOUBLE,)
    assert legal(free, NORTH) == ()
    done, _ = apply(free, DOUBLE, WEST)
    assert done.contract.multiplier == 2
    assert done.turn is SOUTH
    assert after(done, PASS, PASS, PASS).phase is Phase.PLAY


def test_rule_4_8_three_passes_end_it_when_all_have_spoken():
    assert auction("P P P").turn is WEST
    void, events = apply(auction("P P P"), PASS)
    assert void.phase is Phase.OVER
    assert void.score is None
    assert events[1:] == (AuctionEnded(None), HandEnded(None))
    assert auction("P P P 80S P P").phase is Phase.AUCTION
    assert auction("P P P 80S P P P").phase is Phase.PLAY
    assert auction("80S P P").phase is Phase.AUCTION
    assert auction("80S P P P").phase is Phase.PLAY
    assert auction("80S X P P P").phase is Phase.PLAY
    assert auction("80S X XX").phase is Phase.PLAY
    longer = RuleOptions(redouble_ends=False)
    assert auction("80S X XX", longer).phase is Phase.AUCTION
    assert auction("80S X XX P P P", longer).phase is Phase.PLAY


def test_rule_4_9_the_highest_bid_is_the_contract():
    state = auction("80S 90H P P P")
    assert state.contract == Contract(Bid(90, HEARTS), EAST)
    assert state.contract.side is EW
    # Who bids over his partner's suit is declarer.
    assert auction("80S P 90S P P P").contract.declarer is NORTH


def scored(bid, tricks, counted=(0, 0), belot=(0, 0), *, times=1, declarer=NORTH, **more):
    """The score of a hand; pairs are of declarers and defenders."""
    options = more.pop("options", DEFAULT)
    won = more.pop("won", (8, 0) if tricks[0] == 252 else (0, 8) if tricks[1] == 252 else (5, 3))
    declared = more.pop("declared", counted)

    def by_side(pair):
        return pair if side_of(declarer) is NS else pair[::-1]

    earned = Earned(
        tricks=by_side(tricks),
        won=by_side(won),
        announces=by_side(counted),
        declared=by_side(declared),
        belot=by_side(belot),
    )
    return score_hand(Contract(Bid(bid, HEARTS), declarer, times), earned, options)


def test_rule_4_10_both_requirements():
    assert scored(80, (82, 80)).made
    more_than_defence = scored(120, (121, 41))
    assert (more_than_defence.beats_defence, more_than_defence.reaches_bid) == (True, False)
    reaches = scored(80, (90, 72), (0, 50))
    assert (reaches.beats_defence, reaches.reaches_bid) == (False, True)
    assert not reaches.made


@pytest.mark.parametrize("bid", range(80, 170, 10))
def test_rule_4_10_1_the_bid_and_two(bid):
    assert scored(bid, (bid + 2, 160 - bid)).made == (2 * bid + 4 > 162)
    assert not scored(bid, (bid + 1, 161 - bid)).made
    assert scored(bid, (bid + 2, 160 - bid)).needed == bid + 2


def test_rule_4_10_1_a_bid_of_250_needs_the_slam():
    assert scored(250, (252, 0)).made
    assert not scored(250, (162, 0), (80, 0)).made


def test_rule_4_10_2_announces_of_the_defence():
    score = scored(80, (90, 72), (0, 50))
    assert score.totals == (90, 122)
    assert not score.made


def test_rule_4_10_3_alike_is_defeated():
    assert not scored(80, (81, 81)).made


def test_rule_4_10_4_belot_counts_towards_the_contract():
    assert scored(100, (82, 80), belot=(20, 0)).made
    without = RuleOptions(belot_for_contract=False)
    assert not scored(100, (82, 80), belot=(20, 0), options=without).made
    # The defenders' belot counts for them.
    assert not scored(80, (90, 72), belot=(0, 20)).made
    assert scored(80, (90, 72), belot=(0, 20), options=without).made


def test_rule_4_10_5_announces_that_are_outranked_do_not_count():
    outranked = scored(100, (90, 72), (0, 0), declared=(20, 0))
    assert not outranked.made
    counted = RuleOptions(outranked_for_contract=True)
    assert scored(100, (90, 72), (0, 0), declared=(20, 0), options=counted).made


def test_rule_4_10_6_exact_points_not_rounded_ones():
    # 121 would round to 120, 125 to 130.
    assert not scored(120, (121, 41)).made
    assert not scored(130, (125, 37)).made


# 5 play


def test_rule_5_1_the_winner_of_a_trick_leads():
    state = after(auction("80C P P P"))
    leaders = []
    while state.turn is not None:
        if not state.trick.cards:
            leaders.append(state.turn)
        state = after(state, first_card(state))
    assert len(leaders) == 8
    assert leaders[0] is SOUTH
    assert leaders[1:] == [trick.winner(CLUBS) for trick in state.tricks[:-1]]
    assert all(len(trick.cards) == 4 for trick in state.tricks)


def test_rule_5_2_the_highest_trump_else_the_highest_of_the_suit_led():
    def winner(text, trump=SPADES):
        return Trick(SOUTH, cards(text)).winner(trump)

    assert winner("H7 HT HA HK") is NORTH
    assert winner("H7 DA CA H8") is WEST
    assert winner("HA S7 HT H8") is EAST
    assert winner("HA S7 S8 SK") is WEST
    assert winner("SA S9 SJ ST") is NORTH


def test_rule_5_3_legal_cards_are_what_may_be_played():
    state = auction("80C P P P")
    while state.turn is not None:
        suit = state.contract.bid.suit
        mine = legal_cards(state.hands[state.turn], state.trick.cards, suit, DEFAULT)
        assert {a.card for a in legal(state) if isinstance(a, Play)} == set(cards_of(mine))
        for card in CARDS:
            if not mine >> card & 1:
                with pytest.raises(IllegalActionError):
                    apply(state, Play(card))
        state = after(state, first_card(state))


def test_rule_5_3_1_any_card_is_led():
    assert allowed("S7 HA D8 CQ", "") == {"S7", "HA", "D8", "CQ"}


def test_rule_5_3_2_follow_suit_without_duty_to_beat():
    assert allowed("H7 HA SJ DA", "H9") == {"H7", "HA"}
    assert allowed("H7 HA SJ DA", "HT S7") == {"H7", "HA"}


def test_rule_5_3_3_over_the_trump_led_partners_too():
    assert allowed("SJ S7 HA", "S9") == {"SJ"}
    assert allowed("S8 S7 HA", "S9") == {"S8", "S7"}
    assert allowed("SJ S7 HA", "S9 S8") == {"SJ"}
    assert allowed("SJ SA S7 HA", "ST SK S8") == {"SJ", "SA"}


def test_rule_5_3_4_partner_high_anything():
    assert allowed("S7 SJ DA C8", "HA H7") == {"S7", "SJ", "DA", "C8"}
    assert allowed("S7 SJ DA C8", "H7 S8 H8") == {"S7", "SJ", "DA", "C8"}
    assert allowed("S7 DA", "HA S8", options=RuleOptions(undertrump_duty=True)) == {"S7"}


def test_rule_5_3_5_opponent_high_trump():
    assert allowed("S7 SJ DA C8", "HA") == {"S7", "SJ"}
    assert allowed("S7 SJ DA C8", "H7 HA") == {"S7", "SJ"}


def test_rule_5_3_6_overtrump_if_possible_else_anything():
    assert allowed("S7 SJ DA", "HA S9") == {"SJ"}
    assert allowed("S8 DA C7", "HA S9") == {"S8", "DA", "C7"}
    duty = RuleOptions(undertrump_duty=True)
    assert allowed("S8 DA C7", "HA S9", options=duty) == {"S8"}
    assert allowed("S7 SJ DA", "HA S9", options=duty) == {"SJ"}


def test_rule_5_3_7_neither_suit_nor_trump():
    assert allowed("DA C7", "HA") == {"DA", "C7"}
    assert allowed("DA C7", "SA") == {"DA", "C7"}


def test_rule_5_4_partner_is_high_at_the_moment_of_playing():
    # Partner's nine may still be beaten by the fourth hand.
    assert allowed("S7 DA", "H9 H8") == {"S7", "DA"}
    assert allowed("S7 DA", "H9 HT") == {"S7"}


def test_rule_5_5_the_last_ten_and_the_slam():
    state = played_out(auction("80C P P P"))
    assert 8 not in state.score.earned.won
    last = state.tricks[-1]
    won = [
        sum(t.points(CLUBS) for t in state.tricks if side_of(t.winner(CLUBS)) is side)
        for side in Side
    ]
    won[side_of(last.winner(CLUBS))] += 10
    assert state.score.earned.tricks == tuple(won)
    assert slam().score.earned.tricks == (252, 0)


def test_rule_5_6_case_a_partner_holds_with_his_ace():
    assert allowed("S7 SJ S9", "HA H7") == {"S7", "SJ", "S9"}


def test_rule_5_6_case_b_an_opponent_ruffed():
    assert allowed("ST SJ", "HA S9") == {"SJ"}
    assert allowed("S8 DA C7", "HA S9") == {"S8", "DA", "C7"}
    duty = RuleOptions(undertrump_duty=True)
    assert allowed("S8 DA C7", "HA S9", options=duty) == {"S8"}


def test_rule_5_6_case_c_partner_led_a_trump():
    assert allowed("SJ S8", "S9 S7") == {"SJ"}


def test_rule_5_6_case_d_partner_ruffed_and_wins():
    assert allowed("S7 SA DA C7", "HK S8 H7") == {"S7", "SA", "DA", "C7"}


def test_rule_5_6_case_e_partner_has_not_played():
    assert allowed("S7 SA DA C7", "HK") == {"S7", "SA"}


# 6 announces


@pytest.mark.parametrize(
    ("hand", "told", "points"),
    [
        ("SJ HJ DJ CJ S7 H8 D7 C8", "four jacks", 200),
        ("S9 H9 D9 C9 S7 HA D7 CA", "four nines", 150),
        ("SA HA DA CA S7 H8 D7 C8", "four aces", 100),
        ("ST HT DT CT S7 HA D7 CA", "four tens", 100),
        ("SK HK DK CK S7 H8 D7 C8", "four kings", 100),
        ("SQ HQ DQ CQ S7 H8 D7 C8", "four queens", 100),
        ("SA SK SQ SJ ST H8 D7 C8", "fifth of SA", 100),
        ("HJ HT H9 H8 S7 SA D7 C8", "fourth of HJ", 50),
        ("D9 D8 D7 HJ S7 SA DQ C8", "third of D9", 20),
    ],
)
def test_rule_6_1_kinds_and_values(hand, told, points):
    [found] = best_announces(held(hand), CLUBS, DEFAULT)
    assert (str(found), found.points) == (told, points)


@pytest.mark.parametrize("rank", ["8", "7"])
def test_rule_6_1_four_eights_or_sevens_are_nothing(rank):
    assert announces(" ".join(suit + rank for suit in "SHDC") + " SA HK DQ CJ") == []


def test_rule_6_1_there_are_no_other_announces():
    for kind, top, suit in (
        (Kind.THIRD, Rank.EIGHT, CLUBS),
        (Kind.FIFTH, Rank.TEN, SPADES),
        (Kind.THIRD, Rank.ACE, None),
        (Kind.FOUR_JACKS, Rank.ACE, None),
        (Kind.FOUR_JACKS, Rank.JACK, CLUBS),
    ):
        with pytest.raises(ValueError, match="no announce"):
            Announce(kind, top, suit)


def test_rule_6_2_ranks():
    order = [
        Kind.FOUR_JACKS, Kind.FOUR_NINES, Kind.FOUR_ACES, Kind.FOUR_TENS, Kind.FOUR_KINGS,
        Kind.FOUR_QUEENS, Kind.FIFTH, Kind.FOURTH, Kind.THIRD,
    ]  # fmt: skip
    assert sorted(Kind, reverse=True) == order
    queens = Announce(Kind.FOUR_QUEENS, Rank.QUEEN)
    fifth = Announce(Kind.FIFTH, Rank.ACE, CLUBS)
    assert winning_side([(NORTH, fifth), (EAST, queens)], CLUBS, DEFAULT) is EW


def test_rule_6_3_a_card_belongs_to_one_announce():
    hand = "SJ ST S9 S8 HJ DJ CJ C7"
    assert announces(hand) == ["four jacks", "third of ST"]
    every = {str(found) for found in possible(held(hand))}
    assert every == {"four jacks", "fourth of SJ", "third of SJ", "third of ST"}
    jacks, fourth = Announce(Kind.FOUR_JACKS, Rank.JACK), Announce(Kind.FOURTH, Rank.JACK, SPADES)
    assert not may_stand_together([jacks, fourth], held(hand), DEFAULT)
    # The holder chooses: whoever says the fourth first cannot say the four jacks.
    state = after(dealt(south=hand), *map(to_call, ["80C", "P", "P", "P"]), Declare(fourth))
    with pytest.raises(IllegalActionError):
        apply(state, Declare(jacks))


def test_rule_6_3_the_greatest_total_or_the_highest_announce():
    # Two thirds and more in one suit: four nines leave nothing of the fifth and fourth.
    hand = "S9 S8 S7 H9 H8 H7 D9 C9"
    assert announces(hand) == ["four nines"]
    hand = "SQ SJ ST S9 HQ DQ CQ C7"
    assert announces(hand) == ["four queens", "third of SJ"]
    hand = "SA SK SQ SJ HK DK CK C7"
    assert announces(hand) == ["four kings"]
    hand = "SA SK SQ SJ ST HQ DQ CQ"
    assert announces(hand) == ["four queens"]
    hand = "SA SK SQ SJ ST HA DA CA"
    assert announces(hand) == ["four aces", "fourth of SK"]


def test_rule_6_4_long_sequences():
    assert announces("SA SK SQ SJ ST S9 H7 C8") == ["fifth of SA"]
    assert announces("SA SK SQ SJ ST S9 S8 C8") == ["fifth of SA"]
    whole = "SA SK SQ SJ ST S9 S8 S7"
    assert announces(whole) == ["fifth of SA", "third of S9"]
    once = RuleOptions(eight_in_sequence_twice=False)
    assert announces(whole, options=once) == ["fifth of SA"]


def with_announces(options=DEFAULT, **hands):
    """A hand of clubs with its auction over: South leads."""
    state = dealt(options=options, **hands)
    return after(state, *map(to_call, ["80C", "P", "P", "P"]))


def test_rule_6_5_declared_with_the_first_card():
    state = with_announces(south="SQ SJ ST H7 H9 HJ D7 D9")
    third = Declare(Announce(Kind.THIRD, Rank.QUEEN, SPADES))
    assert third in legal(state)
    said, events = apply(state, third)
    # The kind is told, not the height.
    assert events == (Declared(SOUTH, Kind.THIRD),)
    assert view(said, EAST).said == ((SOUTH, Kind.THIRD),)
    assert view(said, EAST).shown == ()
    # Silence is allowed, and then it is lost.
    silent = after(state, first_card(state))
    while silent.turn is not None:
        assert not any(
            isinstance(action, Declare) for action in legal(silent) if silent.turn is SOUTH
        )
        silent = after(silent, first_card(silent))
    assert silent.score.earned.announces[NS] == 0
    # One says it at one's turn.
    with pytest.raises(IllegalActionError):
        apply(state, Declare(Announce(Kind.THIRD, Rank.ACE, HEARTS)), EAST)


def test_rule_6_5_what_is_shown():
    hands = {"south": "SQ SJ ST H7 D7 D9 C7 C8", "east": "HA HK HQ S7 D8 C9 DJ S8"}
    for show_all, seats in ((False, {EAST}), (True, {EAST, SOUTH})):
        state = with_announces(RuleOptions(show_all_announces=show_all), **hands)
        shown = None
        while shown is None:
            said = [action for action in legal(state) if isinstance(action, Declare)]
            state, events = apply(state, said[0] if said else first_card(state))
            shown = next((e for e in events if isinstance(e, DeclarationsCompared)), None)
        assert len(state.tricks) == 1
        assert len(state.trick.cards) == 1
        assert (shown.side, shown.points) == (EW, 20)
        assert {seat for seat, _ in shown.shown} == seats
        assert view(state, NORTH).shown == shown.shown


def test_rule_6_6_the_highest_announce_scores_all_of_its_side():
    fourth = Announce(Kind.FOURTH, Rank.TEN, HEARTS)
    low = Announce(Kind.THIRD, Rank.NINE, DIAMONDS)
    high = Announce(Kind.THIRD, Rank.ACE, SPADES)
    said = [(SOUTH, low), (EAST, high), (NORTH, fourth)]
    assert winning_side(said, CLUBS, DEFAULT) is NS
    hands = {
        "south": "D9 D8 D7 S7 S8 H7 CJ CA",
        "east": "SA SK SQ H8 DT DJ C7 C8",
        "north": "HT H9 HJ HQ S9 DQ CQ C9",
    }
    state = with_announces(**hands)
    state = played_out(state)
    assert state.score.earned.announces == (70, 0)
    assert state.score.earned.declared == (70, 20)


def test_rule_6_7_ties_by_top_card_then_trumps_then_void():
    king = Announce(Kind.THIRD, Rank.KING, HEARTS)
    ten = Announce(Kind.THIRD, Rank.TEN, SPADES)
    assert winning_side([(NORTH, ten), (EAST, king)], CLUBS, DEFAULT) is EW
    other = Announce(Kind.THIRD, Rank.KING, SPADES)
    assert winning_side([(NORTH, other), (EAST, king)], SPADES, DEFAULT) is NS
    assert winning_side([(NORTH, other), (EAST, king)], HEARTS, DEFAULT) is EW
    assert winning_side([(NORTH, other), (EAST, king)], CLUBS, DEFAULT) is None
    # A lower announce beside it does not break the tie.
    more = [(NORTH, other), (EAST, king), (SOUTH, ten)]
    assert winning_side(more, CLUBS, DEFAULT) is None
    first = RuleOptions(announce_tie=AnnounceTie.FIRST_TO_SPEAK)
    assert winning_side([(NORTH, other), (EAST, king)], CLUBS, first) is NS
    assert winning_side([(EAST, king), (NORTH, other)], CLUBS, first) is EW


def test_rule_6_8_announces_of_the_defeated_go_to_the_defence():
    score = scored(100, (81, 81), (20, 0))
    assert not score.made
    lines = {line.item: line.total for line in score.lines[EW]}
    assert lines[Item.OPPONENTS_ANNOUNCES] == 20
    assert score.lines[NS] == ()
    # What is not held cannot be said: nobody is ever unable to show it.
    state = with_announces(south="SQ SJ S9 H7 H9 HJ D7 D9")
    with pytest.raises(IllegalActionError):
        apply(state, Declare(Announce(Kind.THIRD, Rank.QUEEN, SPADES)))


def test_rule_6_9_belot():
    assert has_belot(held("SK SQ H7"), SPADES)
    assert not has_belot(held("SK SQ H7"), HEARTS)
    state = dealt(south="CK CQ S7 S8 H7 H8 D7 D8")
    state = after(state, *map(to_call, ["80C", "P", "P", "P"]))
    said = []
    while state.turn is not None:
        state, events = apply(state, first_card(state))
        said += [event for event in events if isinstance(event, BeloteAnnounced)]
    assert said == [BeloteAnnounced(SOUTH, again=False), BeloteAnnounced(SOUTH, again=True)]
    assert not state.score.made
    assert state.score.earned.belot == (20, 0)
    # It is never lost to the defence.
    assert state.score.score[NS] == 20
    # Its cards may stand in announces too.
    hand = "SA SK SQ H7 H9 D7 D9 C8"
    assert announces(hand, SPADES) == ["third of SA"]
    apart = RuleOptions(belot_cards_in_announces=False)
    assert announces(hand, SPADES, apart) == []
    assert announces(hand, HEARTS, apart) == ["third of SA"]


def test_rule_6_10_without_announces():
    options = RuleOptions(announces=False)
    assert announces("SJ HJ DJ CJ S7 H8 D7 C8", options=options) == []
    state = with_announces(options, south="CK CQ CJ H7 H8 H9 D7 D8")
    assert not [action for action in legal(state) if isinstance(action, Declare)]
    with pytest.raises(IllegalActionError):
        apply(state, Declare(Announce(Kind.THIRD, Rank.KING, CLUBS)))
    assert played_out(state).score.earned.belot == (20, 0)


# 7 scores


def test_rule_7_1_made_only_with_both():
    for bid in range(80, 260, 10):
        for ours in range(163):
            for belot in (0, 20):
                score = scored(bid, (ours, 162 - ours), belot=(belot, 0))
                assert score.made == (ours + belot > 162 - ours and ours + belot >= bid + 2)


def test_rule_7_2_made():
    score = scored(120, (131, 31), (20, 0), belot=(20, 0))
    told = [(line.item, line.points) for line in score.lines[NS]]
    assert told == [(Item.TRICKS, 130), (Item.ANNOUNCES, 20), (Item.BID, 120), (Item.BELOT, 20)]
    assert [(line.item, line.points) for line in score.lines[EW]] == [(Item.TRICKS, 30)]
    defence = scored(80, (130, 32), (0, 20), belot=(0, 20))
    assert defence.score == (210, 30 + 20 + 20)


def test_rule_7_2_a_slam_takes_the_announces_where_the_option_says_so():
    assert scored(80, (252, 0), (0, 50)).score == (330, 50)
    takes = RuleOptions(slam_takes_announces=True)
    assert scored(80, (252, 0), (0, 50), options=takes).score == (380, 0)
    assert scored(80, (162, 0), (0, 50), options=takes, won=(7, 1)).score == (240, 50)


def test_rule_7_3_defeated():
    score = scored(100, (70, 92), (0, 50), belot=(20, 0))
    assert score.score == (20, 160 + 100 + 50)
    assert scored(100, (0, 252)).score == (0, 260)
    slam_counts = RuleOptions(defeat_by_slam=250)
    assert scored(100, (0, 252), options=slam_counts).score == (0, 350)
    assert scored(100, (70, 92), options=slam_counts).score == (0, 260)


def test_rule_7_4_rounding():
    assert [rounded(p, Rounding.HALF_UP) for p in (131, 134, 135, 139)] == [130, 130, 140, 140]
    assert [rounded(p, Rounding.HALF_DOWN) for p in (131, 135, 136)] == [130, 130, 140]
    assert rounded(131, Rounding.NONE) == 131
    assert scored(80, (87, 75)).score == (170, 80)
    complement = RuleOptions(rounding=Rounding.COMPLEMENT)
    assert scored(80, (87, 75), options=complement).score == (170, 70)
    assert scored(80, (252, 0), options=complement).score == (330, 0)
    # A defender's trick without a point: 160 is shared all the same, and no more.
    assert scored(80, (162, 0), won=(7, 1), options=complement).score == (240, 0)
    # Made with announces alone, the defenders won every trick.
    lucky = scored(80, (0, 252), (270, 0), options=complement)
    assert lucky.score == (0 + 270 + 80, 250)
    assert scored(80, (252, 0)).score == (330, 0)


def test_rule_7_5_doubles():
    made = {"tricks": (100, 62), "belot": (0, 20), "times": 2}
    assert scored(90, **made).score == (380, 140)
    takes_all = RuleOptions(doubling_base=DoublingBase.WINNER_TAKES_ALL)
    assert scored(90, **made, options=takes_all).score == (380, 20)
    bid_only = RuleOptions(doubling_base=DoublingBase.BID)
    assert scored(90, **made, options=bid_only).score == (100 + 180, 60 + 20)
    belot_too = RuleOptions(doubled_belot=True)
    assert scored(90, **made, options=belot_too).score == (380, 120 + 40)
    assert scored(90, (50, 112), times=4).score == (0, 4 * 250)
    assert scored(90, (50, 112), times=4, options=bid_only).score == (0, 160 + 360)
    # Without a double winner takes nothing from anybody.
    assert scored(90, (100, 62), options=takes_all).score == (190, 60)


EXAMPLES = [
    # number, bid, tricks, announces, belot, times, made, score
    (1, 120, (131, 31), (20, 0), (0, 0), 1, True, (270, 30)),
    (2, 80, (81, 81), (0, 0), (0, 0), 1, False, (0, 240)),
    (3, 80, (82, 80), (0, 0), (0, 0), 1, True, (160, 80)),
    (4, 120, (121, 41), (0, 0), (0, 0), 1, False, (0, 280)),
    (5, 100, (81, 81), (20, 0), (0, 0), 1, False, (0, 280)),
    (6, 100, (62, 100), (0, 0), (20, 0), 1, False, (20, 260)),
    (7, 100, (82, 80), (0, 0), (20, 0), 1, True, (200, 80)),
    (8, 80, (90, 72), (0, 50), (0, 0), 1, False, (0, 290)),
    (9, 110, (115, 47), (0, 0), (0, 0), 1, True, (230, 50)),
    (10, 250, (252, 0), (0, 0), (0, 0), 1, True, (500, 0)),
    (11, 90, (100, 62), (0, 0), (0, 20), 2, True, (380, 140)),
    (12, 90, (80, 82), (50, 0), (20, 0), 2, True, (460, 160)),
    (13, 130, (80, 82), (20, 0), (0, 0), 4, False, (0, 1240)),
]


@pytest.mark.parametrize("declarer", [NORTH, WEST])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example[0]))
def test_rule_7_6_the_thirteen_examples(example, declarer):
    _, bid, tricks, counted, belot, times, made, score = example
    found = scored(bid, tricks, counted, belot, times=times, declarer=declarer)
    assert found.made is made
    assert found.score == (score if declarer is NORTH else score[::-1])


def test_rule_7_7_the_score_tells_why_and_how():
    score = scored(120, (131, 31), (20, 0))
    assert score.totals == (151, 31)
    assert (score.needed, score.beats_defence, score.reaches_bid) == (122, True, True)
    for lines, total in zip(score.lines, score.score, strict=True):
        assert sum(line.points * line.multiplier for line in lines) == total


# 8 conventions: 8.1 to 8.10 stand in `test_belote_conventions.py`


def test_rule_8_12_a_low_card_calls_and_the_ace_calls():
    from overtrick_belote.players.heuristics import thumb

    # East of the tutorial throws the seven of spades on West's trick, and West leads spades.
    record = tutorial_hand()
    card, reason = thumb(view(record.replay(cards=7), EAST))
    assert (str(card), reason.rule) == ("S7", "call")
    card, reason = thumb(view(record.replay(cards=8), WEST))
    assert (card.suit, reason.rule) == (SPADES, "answer-call")
    # With ace and ten of a suit the ace itself calls.
    state = dealt(
        south="D7 D8 H7 H8 HJ S7 C7 CA",
        east="DA DT HA HK S9 SJ C8 CK",
        north="DK DQ DJ HT HQ SQ SK D9",
        west="SA ST S8 H9 C9 CT CJ CQ",
    )
    state = after(state, *map(to_call, ["80H", "P", "P", "P"]))
    state = after(state, *map(Play, cards("HJ HA HT H9 D7 DA D9")))
    card, reason = thumb(view(state, WEST))
    assert (str(card), reason.rule) == ("SA", "ace-call")


# all of them


def test_every_number_has_a_test_that_names_it():
    named = set()
    for path in Path(__file__).parent.glob("test_belote_*.py"):
        for found in re.findall(r"^def test_rule_(\d+(?:_\d+)+)_\D", path.read_text("utf-8"), re.M):
            named.add(found.replace("_", "."))
    assert set(NUMBERS) - named == set()
    assert named - set(NUMBERS) == set()
