"""The score card: the thirteen worked examples of the rules, and numbers counted a second time."""

from __future__ import annotations

import random
import re

import pytest

from overtrick import Seat, Suit
from overtrick_belote.explanations.score_card import score_card
from overtrick_belote.explanations.sentences import tell
from overtrick_belote.players.advice import Reason
from overtrick_belote.rules.auction import Bid, Contract
from overtrick_belote.rules.options import DoublingBase, Rounding, RuleOptions
from overtrick_belote.rules.scoring import Earned, HandScore, score_hand

# Rules 7.6: bid, tricks, announces, belot (declarer's side first), multiplier, made, scores.
EXAMPLES = [
    (120, (131, 31), (20, 0), (0, 0), 1, True, (270, 30)),
    (80, (81, 81), (0, 0), (0, 0), 1, False, (0, 240)),
    (80, (82, 80), (0, 0), (0, 0), 1, True, (160, 80)),
    (120, (121, 41), (0, 0), (0, 0), 1, False, (0, 280)),
    (100, (81, 81), (20, 0), (0, 0), 1, False, (0, 280)),
    (100, (62, 100), (0, 0), (20, 0), 1, False, (20, 260)),
    (100, (82, 80), (0, 0), (20, 0), 1, True, (200, 80)),
    (80, (90, 72), (0, 50), (0, 0), 1, False, (0, 290)),
    (110, (115, 47), (0, 0), (0, 0), 1, True, (230, 50)),
    (250, (252, 0), (0, 0), (0, 0), 1, True, (500, 0)),
    (90, (100, 62), (0, 0), (0, 20), 2, True, (380, 140)),
    (90, (80, 82), (50, 0), (20, 0), 2, True, (460, 160)),
    (130, (80, 82), (20, 0), (0, 0), 4, False, (0, 1240)),
]


def hand(  # noqa: PLR0917  # as in the table
    bid: int,
    tricks: tuple[int, int],
    announces: tuple[int, int] = (0, 0),
    belot: tuple[int, int] = (0, 0),
    multiplier: int = 1,
    options: RuleOptions = RuleOptions(),
) -> HandScore:
    earned = Earned(
        tricks=tricks,
        won=(0, 8) if not tricks[0] else (8, 0) if not tricks[1] else (4, 4),
        announces=announces,
        declared=announces,
        belot=belot,
    )
    contract = Contract(Bid(bid, Suit.CLUBS), Seat.NORTH, multiplier)
    return score_hand(contract, earned, options)


def evaluated(text: str) -> int:
    """The way of a score, counted again from the sentence alone."""
    way = text.split(" score " if " score " in text else ": ")[1]
    way = way.split(" = ", maxsplit=1)[0].rstrip(".")
    way = re.sub(r"\(\d+ rounded\)", "", way).replace(" x ", " * ")
    # Names, which are letters alone, go; what is left is a sum.
    return int(eval(re.sub(r"[a-z']+", "", way)))  # noqa: S307  # our own sentence


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_way_of_each_worked_example(
    example: tuple[
        int, tuple[int, int], tuple[int, int], tuple[int, int], int, bool, tuple[int, int]
    ],
) -> None:
    *given, made, scores = example
    bid, tricks, announces, belot, multiplier = given
    score = hand(bid, tricks, announces, belot, multiplier)
    card = score_card(score, RuleOptions())
    assert tell(card.result).startswith("North makes" if made else "North does not make")
    for reason, wanted in zip(card.scores, scores, strict=True):
        text = tell(reason)
        if wanted:
            assert evaluated(text) == wanted
            assert text.endswith(f"= {wanted}.") or text.count("+") == 0
        else:
            assert text.endswith("score nothing.")
    first, second = (tell(reason) for reason in card.requirements)
    assert first.endswith("yes.") is score.beats_defence
    assert (", yes" in second) is score.reaches_bid


def test_the_card_of_the_commented_hand() -> None:
    score = hand(120, (131, 31), (20, 0))
    card = score_card(score, RuleOptions(), (1000, 500))
    assert [tell(reason) for reason in card.reasons] == [
        "North makes 120♣.",
        "North-South: 131 in tricks + 20 in announces = 151.",
        "East-West: 31 in tricks.",
        "More points than the defence: 151 to 31, yes.",
        "At least 122, the bid of 120 and two: 151, yes.",
        "North-South score 130 for the tricks (131 rounded) + 20 for the announces"
        " + 120 for the bid = 270.",
        "East-West score 30 for the tricks (31 rounded).",
        "The game stands at 1270 for North-South and 530 for East-West; it goes to 3000.",
    ]
    assert tell(card.scores[0], "fr") == (
        "Nord-Sud marque 130 pour les levées (131 arrondi) + 20 pour les annonces"
        " + 120 pour l'enchère = 270."
    )


def test_doubles_stand_before_what_they_multiply() -> None:
    card = score_card(hand(90, (100, 62), (0, 0), (0, 20), 2), RuleOptions())
    assert tell(card.scores[0]) == (
        "North-South score 2 x (100 for the tricks + 90 for the bid) = 380."
    )
    assert tell(card.scores[1]) == (
        "East-West score 2 x (60 for the tricks (62 rounded)) + 20 for belot = 140."
    )


def test_outranked_announces_and_slams_are_noted() -> None:
    earned = Earned(tricks=(252, 0), won=(8, 0), announces=(50, 0), declared=(50, 20))
    contract = Contract(Bid(80, Suit.CLUBS), Seat.NORTH)
    card = score_card(score_hand(contract, earned, RuleOptions()), RuleOptions())
    assert [tell(reason) for reason in card.notes] == [
        "North-South won all the tricks.",
        "The announces of East-West (20) were outranked and do not count.",
    ]
    assert tell(card.notes[1], "fr").startswith("Les annonces d'Est-Ouest (20)")


def test_announces_that_tie_are_noted_as_void() -> None:
    earned = Earned(tricks=(100, 62), won=(5, 3), declared=(20, 20))
    contract = Contract(Bid(80, Suit.CLUBS), Seat.NORTH)
    card = score_card(score_hand(contract, earned, RuleOptions()), RuleOptions())
    assert [tell(reason) for reason in card.notes] == [
        "The announces of the two sides (20 and 20) tie, and none counts."
    ]


def test_nobody_bid() -> None:
    card = score_card(None, RuleOptions(), (10, 20))
    assert [reason.rule for reason in card.reasons] == ["card-void", "card-game"]


@pytest.mark.slow
def test_every_way_adds_up_under_every_option() -> None:
    lots = random.Random(7)
    for _ in range(1500):
        options = RuleOptions(
            rounding=lots.choice(list(Rounding)),
            doubling_base=lots.choice(list(DoublingBase)),
            doubled_belot=lots.random() < 0.5,
            belot_for_contract=lots.random() < 0.5,
            outranked_for_contract=lots.random() < 0.5,
            slam_takes_announces=lots.random() < 0.5,
            defeat_by_slam=lots.choice((160, 250)),
        )
        ours = lots.choice((0, 252, lots.randint(1, 161)))
        tricks = (ours, 252 - ours if ours in {0, 252} else 162 - ours)
        belot = lots.choice(((0, 0), (20, 0), (0, 20)))
        announces = lots.choice(((0, 0), (70, 0), (0, 150)))
        score = hand(
            lots.randrange(80, 260, 10), tricks, announces, belot, lots.choice((1, 2, 4)), options
        )
        card = score_card(score, options)
        for reasons, wanted in (
            (card.totals, score.totals),
            (card.scores, score.score),
        ):
            for reason, number in zip(reasons, wanted, strict=True):
                _adds_up(reason, number)


def _adds_up(reason: Reason, wanted: int) -> None:
    text = tell(reason)
    assert "{" not in tell(reason, "fr")
    if reason.rule.endswith("-none"):
        assert wanted == 0
    else:
        assert evaluated(text) == wanted, text
