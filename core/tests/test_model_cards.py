from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

from overtrick import CARDS, Card, Deal, Hand, Rank, Seat, Strain, Suit
from overtrick.findings.errors import CardError, DealError, ModelError
from overtrick.model.hands import holding_text, parse_holding
from overtrick_testing.strategies import cards, deals, hands, holdings, ranks, seats, strains, suits

NOT_A_SUIT = ["", "X", "NT", "SS", "♠", "ſ", "1"]


@given(suits())
def test_a_suit_is_read_from_its_symbol_in_either_case(suit):
    assert Suit.parse(suit.symbol) is suit
    assert Suit.parse(suit.symbol.lower()) is suit


@pytest.mark.parametrize("text", NOT_A_SUIT)
def test_other_text_is_no_suit(text):
    with pytest.raises(CardError, match="not a suit"):
        Suit.parse(text)


def test_suits_have_pips():
    assert [suit.glyph for suit in Suit] == ["♣", "♦", "♥", "♠"]


@given(strains())
def test_a_strain_is_read_from_its_symbol_in_either_case(strain):
    assert Strain.parse(strain.symbol) is strain
    assert Strain.parse(strain.symbol.lower()) is strain
    assert Strain.parse(strain.symbol[0]) is strain


@pytest.mark.parametrize("text", ["", "X", "NTX", "ſ", "♠"])
def test_other_text_is_no_strain(text):
    with pytest.raises(CardError, match="not a strain"):
        Strain.parse(text)


def test_strains_are_in_bidding_order_and_name_their_suit():
    assert [strain.glyph for strain in sorted(Strain)] == ["♣", "♦", "♥", "♠", "NT"]
    assert [strain.suit for strain in Strain] == [*Suit, None]


@given(ranks())
def test_a_rank_is_read_from_its_symbol_in_either_case(rank):
    assert Rank.parse(rank.symbol) is rank
    assert Rank.parse(rank.symbol.lower()) is rank


def test_ten_may_be_written_with_two_characters():
    assert Rank.parse("10") is Rank.TEN


@pytest.mark.parametrize("text", ["", "1", "0", "AA", "11", "x", "ſ"])
def test_other_text_is_no_rank(text):
    with pytest.raises(CardError, match="not a rank"):
        Rank.parse(text)


@given(cards())
def test_a_card_is_one_object_however_it_is_come_by(card):
    assert Card.parse(str(card)) is card
    assert Card.parse(str(card).lower()) is card
    assert Card(card.index) is card
    assert Card.of(card.suit, card.rank) is card
    assert card.index == 13 * card.suit + card.rank - 2


def test_ten_of_a_suit_may_be_written_with_two_digits():
    assert Card.parse("s10") is Card.parse("ST")


@pytest.mark.parametrize("text", ["", "S", "SX", "AS", "S11", "SAA", "♠A"])
def test_other_text_is_no_card(text):
    with pytest.raises(CardError):
        Card.parse(text)


@pytest.mark.parametrize("index", [-1, 52])
def test_a_card_index_outside_the_pack_is_refused(index):
    with pytest.raises(CardError, match="0 to 51"):
        Card(index)


def test_there_is_no_other_kind_of_card():
    with pytest.raises(TypeError, match="subclassed"):
        type("Joker", (Card,), {})


@given(cards(), cards())
def test_cards_sort_by_index(one, other):
    assert (one < other) == (one.index < other.index)
    assert (one <= other) == (one.index <= other.index)
    assert (one > other) == (one.index > other.index)
    assert (one >= other) == (one.index >= other.index)


@pytest.mark.parametrize("compare", ["__lt__", "__le__", "__gt__", "__ge__"])
def test_a_card_compares_with_cards_only(compare):
    assert getattr(CARDS[0], compare)(5) is NotImplemented


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError, match="immutable"):
        CARDS[0].index = 3
    with pytest.raises(AttributeError, match="immutable"):
        del CARDS[0].suit


@given(hands())
def test_a_hand_is_read_from_its_text(hand):
    assert Hand.parse(hand.text) == hand
    assert Hand.parse(str(hand).lower()) == hand


@given(holdings())
def test_a_holding_is_read_from_its_text(text):
    mask = parse_holding(text)
    assert holding_text(mask) == text
    assert mask.bit_count() == len(text)
    assert parse_holding(text[::-1].lower()) == mask


@given(hands(max_size=6), hands(max_size=6))
def test_the_algebra_of_hands_is_that_of_sets(one, other):
    left, right = set(one), set(other)
    assert set(one | other) == left | right
    assert set(one & other) == left & right
    assert set(one - other) == left - right
    assert len(one | other) == len(left | right)
    assert (one == other) == (left == right)
    assert all((card in one) == (card in left) for card in CARDS)


@given(hands())
def test_a_hand_iterates_from_the_spade_ace_down(hand):
    listed = list(hand)
    assert listed == sorted(listed, reverse=True)
    assert hand.cards == tuple(listed)
    assert Hand.of(listed) == Hand.of(reversed(listed)) == hand


@given(hands())
def test_the_suits_of_a_hand_add_up(hand):
    assert sum(hand.lengths) == len(hand)
    assert hand.lengths == tuple(len(hand.suit_text(suit)) for suit in reversed(Suit))
    assert [hand.holding(suit).bit_count() for suit in reversed(Suit)] == list(hand.lengths)


@given(hands())
def test_high_card_points_are_four_three_two_one(hand):
    assert hand.hcp == sum("JQKA".find(card.rank.symbol) + 1 for card in hand)


@given(hands())
def test_the_shape_is_the_lengths_longest_first(hand):
    lengths = [int(word) for word in hand.shape.split("-")]
    assert lengths == sorted(hand.lengths, reverse=True)


@pytest.mark.parametrize(
    ("text", "hcp", "shape"),
    [
        ("AKQ.AKQ.AKQ.AKQJ", 37, "4-3-3-3"),
        ("AKQJT98765432...", 10, "13-0-0-0"),
        ("5432.5432.5432.2", 0, "4-4-4-1"),
        ("-", 0, "0-0-0-0"),
    ],
)
def test_a_hand_counts_as_players_count_it(text, hcp, shape):
    hand = Hand.parse(text)
    assert (hand.hcp, hand.shape) == (hcp, shape)


def test_a_hand_holds_nothing_but_cards():
    assert "SA" not in Hand.parse("AKQ...")


@pytest.mark.parametrize("operator", ["__or__", "__and__", "__sub__"])
def test_the_algebra_of_hands_is_for_hands_only(operator):
    assert getattr(Hand(1), operator)({CARDS[0]}) is NotImplemented


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("AKQ", "four suits"),
        ("AKQ....", "four suits"),
        ("AKX...", "not a rank: 'X'"),
        ("AKA...", "duplicate rank A"),
        ("AKQJT98765432.A..", "14 cards"),
        ("10...", "not a rank: '1'"),
    ],
)
def test_text_that_is_no_hand_is_refused(text, why):
    with pytest.raises(CardError, match=why):
        Hand.parse(text)


@pytest.mark.parametrize("mask", [-1, 1 << 52, (1 << 53) - 1])
def test_a_mask_outside_the_pack_is_refused(mask):
    with pytest.raises(CardError, match="52 bits"):
        Hand(mask)


def test_a_card_twice_in_a_hand_is_refused():
    with pytest.raises(CardError, match="duplicate card SA"):
        Hand.of([Card.parse("SA"), Card.parse("SA")])


def test_a_hand_not_given_is_a_dash():
    assert Hand.parse("-") == Hand()
    assert Hand().text == "-"


@given(deals(partial=None), seats())
def test_a_deal_is_read_from_its_text_by_whichever_seat_first(deal, first):
    text = deal.to_text(first)
    assert text.startswith(f"{first.symbol}:")
    assert Deal.parse(text) == deal
    assert Deal.parse(text.lower()) == deal


@given(deals())
def test_a_complete_deal_has_every_card_once(deal):
    assert deal.is_complete
    assert deal.missing == ()
    assert sorted(itertools.chain(*deal)) == list(CARDS)
    assert deal.completed() is deal


@given(deals(partial=True))
def test_a_partial_deal_and_its_missing_cards_are_the_pack(deal):
    assert not deal.is_complete
    assert sorted([*itertools.chain(*deal), *deal.missing]) == list(CARDS)


@given(deals(), seats())
def test_the_fourth_hand_follows_from_three(deal, seat):
    hands_given = [Hand() if other is seat else deal[other] for other in Seat]
    short = Deal(tuple(hands_given))
    assert not short.is_complete
    assert short.completed() == deal


def test_nothing_follows_from_two_hands_or_from_a_hand_given_in_part():
    two = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 - -")
    part = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64...")
    assert two.completed() is two
    assert part.completed() is part


@given(deals(partial=None), seats())
def test_turning_passes_every_hand_on(deal, seat):
    assert deal.rotated(1)[seat.next] == deal[seat]
    assert deal.rotated(-1)[seat] == deal[seat.next]
    assert deal.rotated(4) == deal


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("", DealError, "begins with a seat"),
        ("N T53.AJ7.AT.AQ762", DealError, "begins with a seat"),
        ("X:- - - -", DealError, "not a seat"),
        ("N:- - -", DealError, "four hands, not 3"),
        ("N:- - - - -", DealError, "four hands, not 5"),
        ("N:A... A... - -", DealError, r"card in two hands: SA \(N and E\)"),
        ("N:AK... AK... - -", DealError, r"cards in two hands: SA \(N and E\), SK \(N and E\)"),
        ("N:- - - A..", CardError, "four suits"),
    ],
)
def test_text_that_is_no_deal_is_refused(text, error, why):
    with pytest.raises(error, match=why):
        Deal.parse(text)


def test_a_card_in_two_hands_is_refused_wherever_they_are():
    ace = 1 << 51
    for one, other in itertools.combinations(range(4), 2):
        masks = [ace if seat in {one, other} else 0 for seat in range(4)]
        with pytest.raises(DealError, match="SA"):
            Deal.from_masks(*masks)


def test_every_error_of_the_model_is_a_value_error():
    for text in ("N:", "Q"):
        with pytest.raises(ValueError, match="deal") as caught:
            Deal.parse(text)
        assert isinstance(caught.value, ModelError)


@settings(max_examples=20)
@given(deals())
def test_reprs_are_what_a_player_would_write(deal):
    assert repr(deal) == f"<Deal {deal}>"
    assert repr(deal[Seat.NORTH]) == f"<Hand {deal[Seat.NORTH]}>"
    assert repr(CARDS[51]) == "<Card SA>"
