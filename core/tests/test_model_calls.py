from __future__ import annotations

import pytest
from hypothesis import given

from overtrick import (
    CALLS,
    DOUBLE,
    PASS,
    PASSED_OUT,
    REDOUBLE,
    Auction,
    Call,
    CallEntry,
    Contract,
    Doubling,
    Ending,
    Irregularity,
    Seat,
    Strain,
)
from overtrick.findings.errors import CallError
from overtrick.laws import auction_problems
from overtrick.model.calls import passes_to_end
from overtrick_testing.strategies import auctions, call_entries, calls

SKIPPED = CallEntry(call=None, irregularity=Irregularity.SKIPPED)


def entries_of(words):
    """Return entries of words, `-` for a skipped player and `^1C` for an insufficient bid."""
    mark = Irregularity.INSUFFICIENT_BID
    return tuple(
        SKIPPED
        if word == "-"
        else CallEntry(call=Call.parse(word[1:]), irregularity=mark)
        if word[0] == "^"
        else CallEntry.plain(Call.parse(word))
        for word in words.split()
    )


@given(calls())
def test_a_call_is_one_object_however_it_is_come_by(call):
    assert Call.parse(str(call)) is call
    assert Call.parse(str(call).lower()) is call
    assert Call(call.index) is call
    if call.is_bid:
        assert Call.bid(call.level, call.strain) is call


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("P", PASS),
        ("pass", PASS),
        ("D", DOUBLE),
        ("dbl", DOUBLE),
        ("R", REDOUBLE),
        ("3n", CALLS[17]),
    ],
)
def test_the_other_ways_to_write_a_call_are_understood(text, call):
    assert Call.parse(text) is call


@pytest.mark.parametrize("text", ["", "8C", "0NT", "1", "C", "XXX", "paſs", "AP", "-"])
def test_other_text_is_no_call(text):
    with pytest.raises(CallError, match="not a call"):
        Call.parse(text)


@pytest.mark.parametrize("index", [-1, 38])
def test_a_call_index_outside_the_range_is_refused(index):
    with pytest.raises(CallError, match="0 to 37"):
        Call(index)


@pytest.mark.parametrize("level", [0, 8])
def test_a_bid_has_a_level_of_one_to_seven(level):
    with pytest.raises(CallError, match="not a level"):
        Call.bid(level, Strain.CLUBS)


def test_there_are_35_bids_and_three_other_calls():
    assert sum(call.is_bid for call in CALLS) == 35
    assert [str(call) for call in CALLS[:3]] == ["Pass", "X", "XX"]
    assert (PASS.level, PASS.strain) == (0, None)


def test_there_is_no_other_kind_of_call():
    with pytest.raises(TypeError, match="subclassed"):
        type("Alert", (Call,), {})


@given(calls(bids_only=True), calls(bids_only=True))
def test_bids_are_ordered_by_level_and_strain(one, other):
    key, other_key = (one.level, one.strain), (other.level, other.strain)
    assert (one < other) == (key < other_key)
    assert (one <= other) == (key <= other_key)
    assert (one > other) == (key > other_key)
    assert (one >= other) == (key >= other_key)


def test_only_bids_have_an_order():
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(PASS, compare)(CALLS[3]) is NotImplemented
        assert getattr(CALLS[3], compare)(7) is NotImplemented


def test_a_call_cannot_be_changed():
    with pytest.raises(AttributeError, match="immutable"):
        PASS.level = 3
    with pytest.raises(AttributeError, match="immutable"):
        del PASS.symbol


@given(calls())
def test_a_call_without_annotation_is_one_shared_entry(call):
    assert CallEntry.plain(call) is CallEntry.plain(call)
    assert CallEntry.plain(call).is_plain
    assert CallEntry.plain(call).call is call


@given(call_entries())
def test_an_entry_is_plain_if_nothing_is_said(entry):
    said = (entry.note, entry.comment, entry.irregularity) != (None,) * 3
    assert entry.is_plain == (not said and not entry.nags and not entry.alert)


def test_a_skipped_player_is_not_plain():
    assert not SKIPPED.is_plain
    assert str(SKIPPED) == "-"


def test_entries_read_as_a_player_writes_them():
    assert repr(CallEntry(call=CALLS[3], alert=True, note="16+")) == "<CallEntry 1C! '16+'>"
    assert repr(CallEntry.plain(PASS)) == "<CallEntry Pass>"


@pytest.mark.parametrize(
    ("dealer", "words", "contract"),
    [
        ("N", "1NT AP", "1NT by N"),
        ("N", "1D 1S 3H 4S AP", "4S by E"),
        ("E", "1S Pass 2S Pass 4S AP", "4S by E"),
        ("E", "Pass 1H Pass 2H Pass 4H X XX AP", "4HXX by S"),
        ("S", "1C X XX 1D AP", "1D by E"),
        ("W", "1NT 2NT 3NT AP", "3NT by W"),
        ("W", "Pass 1H 1S 2S 4S 5H AP", "5H by N"),
        ("N", "1H 1S X 2S 3S 4S AP", "4S by E"),
    ],
)
def test_declarer_is_the_first_of_the_side_to_name_the_strain(dealer, words, contract):
    auction = Auction.of(Seat.parse(dealer), words)
    assert str(auction.contract()) == contract
    assert auction.ending is Ending.COMPLETE
    assert auction.is_complete


def test_four_passes_pass_a_board_out():
    auction = Auction.of(Seat.SOUTH, "AP")
    assert auction.contract() is PASSED_OUT
    assert auction.calls == (PASS,) * 4


@pytest.mark.parametrize("words", ["", "Pass Pass Pass", "1C Pass Pass", "1C Pass Pass X"])
def test_an_auction_that_goes_on_has_no_contract(words):
    auction = Auction.of(Seat.NORTH, words)
    assert auction.contract() is None
    assert not auction.is_complete
    assert auction.ending is Ending.UNKNOWN


def test_a_double_without_a_bid_passes_nothing_out():
    assert Auction.of(Seat.NORTH, "X Pass Pass Pass").contract() is None


def test_the_standing_contract_is_the_last_bid():
    assert Auction.of(Seat.NORTH, "Pass Pass").standing_contract() is None
    assert str(Auction.of(Seat.NORTH, "1C X").standing_contract()) == "1CX by N"
    assert str(Auction.of(Seat.NORTH, "1C X 1D").standing_contract()) == "1D by S"
    assert str(Auction.of(Seat.NORTH, "1C X XX").standing_contract()) == "1CXX by N"


@pytest.mark.parametrize("words", ["1C Pass X", "1C XX", "X 1C", "1C X Pass XX 1D X 2C"])
def test_a_double_that_is_not_allowed_does_not_count(words):
    assert Auction.of(Seat.NORTH, words).standing_contract().doubling is Doubling.UNDOUBLED


@pytest.mark.parametrize(
    ("words", "left"),
    [("", 4), ("Pass", 3), ("1C", 3), ("1C Pass", 2), ("1C Pass Pass Pass", 0), ("Pass " * 5, 0)],
)
def test_how_many_passes_end_an_auction(words, left):
    assert passes_to_end(entries_of(words)) == left


@pytest.mark.parametrize(
    ("words", "contract"),
    [
        # The examples of PBN 2.1 §3.9, West dealer, with the passes that close them.
        ("1D ^1C Pass Pass Pass", "1C by N"),
        ("- 1D Pass Pass Pass", "1D by N"),
        ("1D - 2D Pass Pass Pass", "2D by E"),
        ("1D - ^1C Pass Pass Pass", "1C by E"),
        ("1D - - 2D Pass Pass Pass", "2D by S"),
        ("1D - - ^1C Pass Pass Pass", "1C by S"),
    ],
)
def test_skipped_players_and_insufficient_bids_keep_the_seats_right(words, contract):
    auction = Auction(dealer=Seat.WEST, entries=entries_of(words), ending=Ending.COMPLETE)
    found = auction.contract()
    # East and West have both named diamonds: West was first.
    expected = "2D by W" if contract == "2D by E" else contract
    assert str(found) == expected


def test_the_seat_of_a_call_counts_skipped_players():
    auction = Auction(dealer=Seat.WEST, entries=entries_of("1D - 2D"))
    assert auction.seat_of(2) is Seat.EAST
    assert [str(call) for call in auction.calls] == ["1D", "2D"]


@given(auctions(legal=True))
def test_an_auction_is_read_from_its_text(auction):
    again = Auction.of(auction.dealer, str(auction), ending=auction.ending)
    assert again == auction


@given(auctions(legal=True, complete=True))
def test_a_complete_auction_has_the_contract_of_its_last_bid(auction):
    contract = auction.contract()
    bids = [call for call in auction.calls if call.is_bid]
    if not bids:
        assert contract is PASSED_OUT
    else:
        assert isinstance(contract, Contract)
        assert (contract.level, contract.strain) == (bids[-1].level, bids[-1].strain)
        assert contract == auction.standing_contract()


def test_a_word_that_is_no_call_is_refused():
    with pytest.raises(CallError, match="'1Z'"):
        Auction.of(Seat.NORTH, "1C 1Z")


@pytest.mark.parametrize(
    ("ending", "mark"),
    [(Ending.COMPLETE, ""), (Ending.OPEN, " +"), (Ending.CLOSED, " *"), (Ending.UNKNOWN, " ...")],
)
def test_the_ending_shows(ending, mark):
    assert repr(Auction.of(Seat.EAST, "1C X", ending)) == f"<Auction E: 1C X{mark}>"


def test_an_auction_knows_its_problems():
    assert [p.code for p in auction_problems(Auction.of(Seat.EAST, "2C 1C"))] == ["LAW101"]
