"""The medal on the winning card, against the rules told a second time."""

from __future__ import annotations

import random

import pytest

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.medal import VALUES, medal
from overtrick_belote.explanations.sentences import tell
from overtrick_belote.rules.cards import CARDS, Card
from overtrick_belote.rules.play import Trick

TRUMPS = "J9ATKQ87"
OTHERS = "ATKQJ987"
WORTH = {"J": 20, "9": 14}, {"J": 2, "9": 0}
ALIKE = {"A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def said(text: str, trump: Suit, language: str = "en", before: tuple[Trick, ...] = ()) -> list[str]:
    trick = Trick(Seat.SOUTH, tuple(map(Card.parse, text.split())))
    return [tell(reason, language) for reason in medal(trick, trump, before).reasons]


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("C7 C9 CJ CQ", "Trumps were led, and the jack of clubs is the highest, above ♣9, ♣Q"),
        ("C7 HA HK HQ", "Trumps were led, and the seven of clubs is the only trump played."),
        ("HK H7 HT C7", "The seven of clubs wins: it is a trump, and any trump beats every card"),
        ("HK C7 HT C8", "The eight of clubs wins: it is the highest trump played, above ♣7."),
        ("HK HT DA SA", "Hearts were led, nobody trumped, and the ten of hearts is the highest"),
        ("H9 DA SA SK", "Hearts were led, nobody followed or trumped, and a card of another suit"),
        ("H9", "♥9 is the only card so far."),
    ],
)
def test_why_the_card_wins(cards: str, why: str) -> None:
    first, *_ = said(cards, Suit.CLUBS)
    assert first.startswith(why)
    assert said(cards, Suit.CLUBS, "fr") != said(cards, Suit.CLUBS)


def test_the_order_is_told_where_it_is_a_surprise() -> None:
    assert "Trumps rank J 9 A 10 K Q 8 7." in said("C9 CA CK C7", Suit.CLUBS)
    assert "Outside trumps the order is A 10 K Q J 9 8 7." in said("HT HK HQ H7", Suit.CLUBS)
    assert "Hors atout, l'ordre est A 10 R D V 9 8 7." in said("HT HK HQ H7", Suit.CLUBS, "fr")
    assert len(said("HA HK HQ H7", Suit.CLUBS)) == 2


def test_the_last_trick_and_the_slam_are_worth_more() -> None:
    ours, theirs = Trick(Seat.SOUTH, CARDS[:4]), Trick(Seat.EAST, CARDS[:4])
    last = "S7 SA H7 H8"
    assert said(last, Suit.CLUBS, before=(ours,) * 7)[-1].endswith("= 11, and 10 more as the last.")
    won = said(last, Suit.CLUBS, before=(theirs,) * 7)[-1]
    assert won.endswith("= 11, and 100 more: East-West won all the tricks.")


def test_no_card_has_no_medal() -> None:
    with pytest.raises(BeloteError):
        medal(Trick(Seat.NORTH), Suit.SPADES)


def test_medals_agree_with_the_rules_told_a_second_time() -> None:
    lots = random.Random(14)
    for _ in range(2000):
        trump = Suit(lots.randrange(4))
        cards = tuple(lots.sample(CARDS, lots.randint(1, 4)))
        trick = Trick(Seat(lots.randrange(4)), cards)
        found = medal(trick, trump)
        trumps = [card for card in cards if card.suit == trump]
        fighting = trumps or [card for card in cards if card.suit == cards[0].suit]
        order = TRUMPS if trumps else OTHERS
        best = min(fighting, key=lambda card: order.index(card.rank.symbol))
        assert found.card == best
        # The seats go round South, East, North, West.
        turn = "SENW"
        first = turn.index(trick.leader.symbol)
        assert found.seat.symbol == turn[(first + cards.index(best)) % 4]
        for language in ("en", "fr"):
            text = " ".join(tell(reason, language) for reason in found.reasons)
            assert "{" not in text
        if len(cards) == 4:
            worth = found.reasons[-1].facts["points"]
            assert worth == sum(
                {**ALIKE, **WORTH[card.suit != trump]}[card.rank.symbol] for card in cards
            )


def test_the_table_of_values_sums_to_the_deck() -> None:
    trumps, others = VALUES
    assert "".join(rank.symbol for rank, _ in trumps) == TRUMPS
    assert "".join(rank.symbol for rank, _ in others) == OTHERS
    assert sum(points for _, points in trumps) + 3 * sum(points for _, points in others) == 152
