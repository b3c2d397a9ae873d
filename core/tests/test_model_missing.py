from __future__ import annotations

import copy
import pickle

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    EMPTY,
    PASSED_OUT,
    PLACES,
    UNKNOWN,
    Auction,
    Board,
    Contract,
    Deal,
    Info,
    Missing,
    Play,
    Result,
    Score,
    Seat,
    Vulnerability,
)
from overtrick.findings.errors import ModelError
from overtrick.findings.losses import Field
from overtrick.model.fields import field_of_place
from overtrick.model.missing import NO_MISSING, TEXT_PLACES, MissingPlaces
from overtrick_testing.strategies import boards

# A board that has a value at every place.
FULL = Board(
    number=1,
    dealer=Seat.NORTH,
    vulnerability=Vulnerability.NONE,
    deal=Deal.parse("N:AK... - - -"),
    scoring="",
    contract=Contract.parse("4S", declarer=Seat.NORTH),
    result=Result(tricks=0),
    score=Score(ns=0),
    auction=Auction(dealer=Seat.NORTH),
    play=Play(leader=Seat.NORTH),
    info=Info(event="", site="", date="", room="", players=("",) * 4, teams=("", "")),
)

places = st.sampled_from(PLACES)
sayings = st.dictionaries(places, st.just(UNKNOWN)) | st.dictionaries(
    st.sampled_from([place for place in PLACES if place not in TEXT_PLACES]),
    st.sampled_from(Missing),
)


def test_a_board_that_says_nothing_has_nothing_missing():
    assert Board().missing is NO_MISSING
    assert Board(missing={}).missing is NO_MISSING
    assert not NO_MISSING
    assert [Board().said(place) for place in PLACES] == [None] * len(PLACES)


@given(sayings)
def test_what_is_said_of_a_place_is_told_at_that_place_alone(said):
    board = Board(missing=said)
    assert {place: board.said(place) for place in PLACES} == {
        place: said.get(place) for place in PLACES
    }
    assert board.missing == said
    assert list(board.missing) == sorted(said)


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_said_of_a_place_that_has_a_value(place):
    assert attrs.evolve(FULL, missing={place: UNKNOWN}).missing is NO_MISSING
    assert Board(missing={place: UNKNOWN}).said(place) is UNKNOWN


@pytest.mark.parametrize("field", ["number", "dealer", "contract", "score", "play", "scoring"])
def test_a_value_that_comes_takes_the_place_of_what_was_said(field):
    board = Board(missing={field: UNKNOWN, "deal": EMPTY})
    stated = attrs.evolve(board, **{field: getattr(FULL, field)})
    assert stated.missing == {"deal": EMPTY}
    # What was said does not come back when the value goes.
    assert attrs.evolve(stated, **{field: None}).said(field) is None


def test_the_declarer_is_that_of_the_contract():
    said = {"declarer": UNKNOWN}
    assert Board(contract=Contract.parse("4S"), missing=said).said("declarer") is UNKNOWN
    assert Board(contract=PASSED_OUT, missing=said).said("declarer") is UNKNOWN
    assert Board(missing=said).said("declarer") is UNKNOWN
    contract = Contract(declarer=Seat.NORTH)
    assert Board(contract=contract, missing=said).said("declarer") is None


def test_what_is_missing_counts_for_equality_and_hash():
    unknown, empty = Board(missing={"dealer": UNKNOWN}), Board(missing={"dealer": EMPTY})
    assert len({Board(), unknown, empty, Board(missing={"dealer": UNKNOWN})}) == 3
    assert unknown == Board(missing={"dealer": UNKNOWN})
    assert unknown != empty
    assert unknown != Board()
    one = Board(missing={"dealer": UNKNOWN, "result": EMPTY})
    other = Board(missing={"result": EMPTY, "dealer": UNKNOWN})
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize("place", ["", "dealr", "name", "info", "info.players", "grids"])
def test_a_place_that_no_board_has_is_refused(place):
    with pytest.raises(ModelError, match="no place of a board") as caught:
        Board(missing={place: UNKNOWN})
    assert "info.players.north" in str(caught.value)
    with pytest.raises(ModelError, match="no place of a board"):
        Board().said(place)


@pytest.mark.parametrize("which", [None, "?", "", Seat.NORTH])
def test_what_is_missing_is_unknown_or_empty(which):
    with pytest.raises(ModelError, match="UNKNOWN or EMPTY"):
        Board(missing={"dealer": which})


@pytest.mark.parametrize("place", TEXT_PLACES)
def test_an_empty_text_is_a_text(place):
    with pytest.raises(ModelError, match="is the empty text, not EMPTY"):
        Board(missing={place: EMPTY})


def test_what_is_missing_cannot_be_changed():
    missing = MissingPlaces({"dealer": UNKNOWN})
    changes = [
        lambda: missing.update({"deal": EMPTY}),
        lambda: missing.setdefault("deal", EMPTY),
        lambda: missing.pop("dealer"),
        missing.popitem,
        missing.clear,
        lambda: missing.__setitem__("dealer", EMPTY),
        lambda: missing.__delitem__("dealer"),
        lambda: missing.__ior__({"deal": EMPTY}),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="MissingPlaces is immutable"):
            change()
    assert missing == {"dealer": UNKNOWN}
    assert missing | {"deal": EMPTY} == {"dealer": UNKNOWN, "deal": EMPTY}
    given_to_it = {"dealer": UNKNOWN}
    board = Board(missing=given_to_it)
    given_to_it["dealer"] = EMPTY
    assert board.said("dealer") is UNKNOWN


@given(boards())
def test_copies_and_pickles_say_the_same(board):
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert again.missing == board.missing
    assert (again.missing is NO_MISSING) == (board.missing is NO_MISSING)
    assert copy.deepcopy(board).missing == board.missing
    assert attrs.evolve(board).missing == board.missing


def test_every_place_belongs_to_a_field():
    fields = {place: field_of_place(place) for place in PLACES}
    assert fields["declarer"] is Field.CONTRACT
    assert fields["info.teams.visit"] is Field.INFO_TEAMS
    assert fields["auction"] is Field.AUCTION_CALLS
    assert fields["deal"] is Field.DEAL
    unspoken = {field for field in Field if field not in fields.values()}
    assert {field.value.split(".")[0] for field in unspoken} == {
        *("name", "deal", "auction", "play", "grids", "extras", "header")
    }


def test_unknown_and_empty_read_as_their_names():
    assert repr(UNKNOWN) == "UNKNOWN"
    assert repr(EMPTY) == "EMPTY"
    assert repr(NO_MISSING) == "<MissingPlaces none>"
    # What `said` tells can be asked for as truth: something is said.
    assert UNKNOWN
    assert EMPTY
