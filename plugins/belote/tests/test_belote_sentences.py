"""The templates of rules, and the sentences made of them."""

from __future__ import annotations

import pytest

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.phrases import EVENTS
from overtrick_belote.explanations.sentences import RULES, fill, tell
from overtrick_belote.explanations.words import LANGUAGES, game_language, words
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.players.sentences import Rule, facts_of, table
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import PASS, Bid
from overtrick_belote.rules.cards import CARDS, Card, Rank, Side

JACK = Card.parse("SJ")
TEN = Card.parse("HT")
THIRD = Announce(Kind.THIRD, Rank.QUEEN, Suit.SPADES)


def said(template: str, language: str = "en", symbols: bool = True, **facts: Fact) -> str:
    return fill(Rule("test", template, template), facts, words(language, symbols))


@pytest.mark.parametrize(
    ("template", "fact", "english", "french"),
    [
        ("{x}", JACK, "♠J", "♠V"),
        ("{x}", TEN, "♥10", "♥10"),
        ("{x:name}", JACK, "jack of spades", "valet de pique"),
        ("{x:the}", Card.parse("CQ"), "the queen of clubs", "la dame de trèfle"),
        ("{x:the}", Card.parse("DA"), "the ace of diamonds", "l'as de carreau"),
        ("{x:a}", Card.parse("DA"), "an ace of diamonds", "un as de carreau"),
        ("{x:a}", Rank.EIGHT, "an eight", "un huit"),
        ("{x}", Rank.KING, "king", "roi"),
        ("{x}", Suit.HEARTS, "hearts", "cœur"),
        ("de {x}", Seat.EAST, "de East", "d'Est"),
        ("que {x}", Seat.WEST, "que West", "qu'Ouest"),
        ("Lorsque {x}", Seat.WEST, "Lorsque West", "Lorsqu'Ouest"),
        ("de {x}", Seat.SOUTH, "de South", "de Sud"),
        ("grande {x}", Seat.EAST, "grande East", "grande Est"),
        ("{x}", Side.EAST_WEST, "East-West", "Est-Ouest"),
        ("{x}", Bid(110, Suit.DIAMONDS), "110♦", "110♦"),
        ("{x}", PASS, "pass", "passe"),
        ("{x:a}", Kind.THIRD, "a third", "une tierce"),
        ("{x}", Kind.FOUR_ACES, "four aces", "carré d'as"),
        ("{x}", THIRD, "third ♠Q-J-10", "tierce ♠D-V-10"),
        ("{x}", 7, "7", "7"),
        ("{x:+}", 7, "+7", "+7"),
        ("{x:+}", -7.6, "-8", "-8"),
        ("{x:+}", -0.4, "0", "0"),
        ("{x:1}", 7.25, "7.3", "7,3"),
        ("{x:%}", 0.625, "63%", "63\N{NO-BREAK SPACE}%"),
        ("{x:word}", 3, "three", "trois"),
        ("{x}", (JACK,), "♠J", "♠V"),
        ("{x}", (JACK, TEN, TEN), "♠J, ♥10 and ♥10", "♠V, ♥10 et ♥10"),
        ("{x:or}", (Seat.EAST, Seat.WEST), "East or West", "Est ou Ouest"),
        ("{x|a|b}", 0, "b", "a"),
        ("{x|a|b}", 1, "a", "a"),
        ("{x|a|b}", 2, "b", "b"),
        ("{x?a|b}", 0, "b", "b"),
        ("{x?a}", 2, "a", "a"),
        ("ah : {x}", 2, "ah : 2", "ah\N{NO-BREAK SPACE}: 2"),
    ],
)
def test_each_kind_of_fact_is_told_in_both_languages(
    template: str, fact: Fact, english: str, french: str
) -> None:
    assert said(template, "en", x=fact) == english
    assert said(template, "fr", x=fact) == french


def test_letters_take_the_place_of_symbols() -> None:
    assert said("{x}", "en", symbols=False, x=JACK) == "SJ"
    assert said("{x}", "fr", symbols=False, x=THIRD) == "tierce PD-V-10"
    assert said("{x}", "fr", symbols=False, x=Bid(80, Suit.CLUBS)) == "80 trèfle"


@pytest.mark.parametrize(
    ("template", "facts"),
    [
        ("{x}", {}),
        ("{x:the}", {"x": 7}),
        ("{x:+}", {"x": JACK}),
        ("{x:%}", {"x": Suit.CLUBS}),
        ("{x|a|b}", {"x": JACK}),
        ("{x}", {"x": ()}),
        ("{x:huge}", {"x": 1}),
    ],
)
def test_what_does_not_fit_is_refused_by_name(template: str, facts: dict[str, Fact]) -> None:
    with pytest.raises(BeloteError, match="rule test"):
        said(template, **facts)


def test_unknown_rules_and_languages_are_refused() -> None:
    with pytest.raises(BeloteError, match="no rule is called 'no-such'"):
        tell(Reason("no-such"))
    with pytest.raises(BeloteError, match="does not speak 'de'"):
        words("de")
    with pytest.raises(BeloteError, match="two rules are called a"):
        table((Rule("a", "", ""),), (Rule("a", "", ""),))
    with pytest.raises(BeloteError, match="brace"):
        facts_of("{Card} {")


def test_cards_are_read_as_they_are_told() -> None:
    for language in LANGUAGES:
        for symbols in (True, False):
            names = words(language, symbols)
            for card in CARDS:
                assert names.read_card(names.card(card).lower()) == card
                # In French the letter C is that of cœur.
                if language == "en" or card.suit is not Suit.CLUBS:
                    assert names.read_card(str(card)) == card
    assert game_language("fr_CA") == "fr"
    assert game_language("de") == "en"


def test_each_rule_says_the_same_in_both_languages() -> None:
    for rule in RULES.values():
        check_each_rule_says_the_same_in_both_languages(rule)


def check_each_rule_says_the_same_in_both_languages(rule: Rule) -> None:
    assert rule.english
    assert rule.french
    assert facts_of(rule.english) == facts_of(rule.french)
    for template in (rule.english, rule.french):
        text = template.strip()
        assert text == template
        assert "  " not in text
        # It ends a sentence, and may be followed by another, or is part of one.
        # What is called out at the table, as `North: pass`, is short.
        is_part = rule.id.startswith("part-")
        assert rule in EVENTS or is_part is (text[-1] not in ".!?:")
    assert " :" not in rule.english
