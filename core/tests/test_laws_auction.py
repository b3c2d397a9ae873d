from __future__ import annotations

import pytest
from hypothesis import given, settings

from overtrick import Auction, Call, CallEntry, Ending, Irregularity, Seat
from overtrick.findings.diagnostics import Severity
from overtrick.laws import auction_problems
from overtrick_testing.strategies import auctions

MARKS = {"I": Irregularity.INSUFFICIENT_BID, "R": Irregularity.REVOKE, "S": Irregularity.SKIPPED}


def auction_of(words, ending=Ending.UNKNOWN, dealer=Seat.NORTH):
    """Return the auction of words; `-` for no call, `^I1C` for a mark and a call, `^S` alone."""
    entries = []
    for word in words.split():
        mark = MARKS[word[1]] if word[0] == "^" else None
        text = word[2:] if mark is not None else word
        call = Call.parse(text) if text and text != "-" else None
        entries.append(CallEntry(call=call, irregularity=mark))
    return Auction(dealer=dealer, entries=tuple(entries), ending=ending)


def found_in(auction):
    return [f"{problem.code} {problem.part}" for problem in auction_problems(auction)]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("2S 2H Pass Pass Pass", ["LAW101 auction.1"]),
        ("2S 2S", ["LAW101 auction.1"]),
        ("1NT 1S 1H", ["LAW101 auction.1", "LAW101 auction.2"]),
        ("7NT 1C", ["LAW101 auction.1"]),
        ("2S ^I2H Pass Pass Pass", []),
        ("2S ^I2H 2D", ["LAW101 auction.2"]),
        ("2S ^I2H 2S", []),
        ("X", ["LAW102 auction.0"]),
        ("1C Pass X", ["LAW102 auction.2"]),
        ("1C X X", ["LAW102 auction.2"]),
        ("1C X Pass X", ["LAW102 auction.3"]),
        ("1C X XX X", ["LAW102 auction.3"]),
        ("1C X 1D X Pass Pass XX", []),
        ("Pass Pass 1C Pass Pass X XX", []),
        ("XX", ["LAW103 auction.0"]),
        ("1C XX", ["LAW103 auction.1"]),
        ("1C X Pass XX", ["LAW103 auction.3"]),
        ("1C X XX XX", ["LAW103 auction.3"]),
        ("1C X XX Pass XX", ["LAW103 auction.4"]),
        ("1C X 1D XX", ["LAW103 auction.3"]),
        ("1C Pass Pass Pass Pass", ["LAW104 auction.4"]),
        ("1C Pass Pass Pass 2C X", ["LAW104 auction.4"]),
        ("Pass Pass Pass Pass 1C", ["LAW104 auction.4"]),
        ("Pass Pass Pass 1C Pass Pass Pass", []),
        ("1C Pass Pass Pass -", ["LAW104 auction.4"]),
        ("^I1C", ["LAW107 auction.0"]),
        ("1C ^I1D", ["LAW107 auction.1"]),
        ("1C ^IPass", ["LAW107 auction.1"]),
        ("1C ^R1D", ["LAW107 auction.1"]),
        ("^S1C", ["LAW107 auction.0"]),
        ("^I-", ["LAW107 auction.0", "LAW108 auction.0"]),
        ("1C - 1D", ["LAW108 auction.1"]),
        ("^S 1D", []),
        # The examples of PBN 2.1 §3.9.
        ("1D ^I1C", []),
        ("1D ^S 2D", []),
        ("1D ^S ^I1C", []),
        ("1D ^S ^S 2D", []),
        ("1D ^S ^S ^I1C", []),
    ],
)
def test_what_the_laws_say_against_an_auction(words, found):
    assert found_in(auction_of(words)) == found


@pytest.mark.parametrize(
    ("words", "ending", "found"),
    [
        ("1C Pass Pass", Ending.COMPLETE, ["LAW105 auction"]),
        ("", Ending.COMPLETE, ["LAW105 auction"]),
        ("Pass Pass Pass", Ending.COMPLETE, ["LAW105 auction"]),
        ("Pass Pass Pass Pass", Ending.COMPLETE, []),
        ("1C Pass Pass Pass", Ending.OPEN, ["LAW106 auction"]),
        ("1C Pass Pass Pass", Ending.CLOSED, []),
        ("1C Pass Pass Pass", Ending.UNKNOWN, []),
        ("1C Pass", Ending.OPEN, []),
        ("1C Pass", Ending.CLOSED, []),
        # What stands after the end is the problem, not that passes are missing again.
        ("1C Pass Pass Pass 2C", Ending.COMPLETE, ["LAW104 auction.4"]),
    ],
)
def test_what_is_stated_of_the_ending_must_be_so(words, ending, found):
    assert found_in(auction_of(words, ending)) == found


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("2S 2H", "insufficient bid 2H by E, not above 2S"),
        ("X", "inadmissible double by N: there is no bid yet"),
        ("1C Pass X", "inadmissible double by S: 1C was bid by the player's own side"),
        ("1C X Pass X", "inadmissible double by W: 1C is already doubled"),
        ("1C X XX X", "inadmissible double by W: 1C is already redoubled"),
        ("XX", "inadmissible redouble by N: there is no bid yet"),
        ("1C XX", "inadmissible redouble by E: 1C is not doubled"),
        ("1C X XX XX", "inadmissible redouble by W: 1C is already redoubled"),
        ("1C X Pass XX", "inadmissible redouble by W: 1C was doubled by the player's own side"),
        ("1C Pass Pass Pass 2C", "N calls 2C after the end of the auction"),
        ("1C Pass Pass Pass -", "N calls nothing after the end of the auction"),
        ("1C ^I1D", "unjustified irregularity mark ^I by E: 1D is sufficient"),
    ],
)
def test_the_message_says_who_and_why(words, message):
    assert auction_problems(auction_of(words))[0].message == message


def test_a_double_that_is_not_admissible_does_not_count():
    # South's double of his own side is an error once; East's of North's bid is in order.
    assert found_in(auction_of("1C Pass X X")) == ["LAW102 auction.2"]


@given(auctions(legal=True, annotated=True))
def test_nothing_is_said_against_a_legal_auction(auction):
    assert auction_problems(auction) == ()


@given(auctions(legal=False, annotated=True))
def test_something_is_said_against_every_illegal_auction(auction):
    assert auction_problems(auction) != ()


@settings(deadline=None)
@given(auctions(legal=None, annotated=True))
def test_every_finding_names_a_part_and_a_clause(auction):
    for problem in auction_problems(auction):
        assert problem.part is not None
        assert problem.part.split(".")[0] == "auction"
        assert problem.clause is not None
        assert problem.severity is not Severity.NOTE
        index = problem.part.removeprefix("auction").removeprefix(".")
        assert not index or int(index) < len(auction.entries)
