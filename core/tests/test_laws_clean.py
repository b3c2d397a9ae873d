"""The quick verdict on auctions and plays: never "clean" where the full search finds something."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.findings.errors import ModelError
from overtrick.laws.auction import auction_problems, search_auction
from overtrick.laws.board import board_problems, is_clean_board, search_board
from overtrick.laws.clean import (
    clean_auction,
    clean_play,
    is_clean_auction,
    is_clean_play,
    is_clean_table,
)
from overtrick.laws.play import play_problems, search_play
from overtrick.model import (
    Auction,
    Board,
    CallEntry,
    Contract,
    Deal,
    DoubleDummyGrid,
    Ending,
    Grid,
    Irregularity,
    Play,
    PlayedCard,
    Seat,
    Strain,
    Trick,
)
from overtrick.model.calls import CALLS
from overtrick.model.cards import CARDS
from overtrick.testing import strategies


@st.composite
def mutated_auctions(draw):
    """Legal auctions with up to three calls replaced, marked, put in or taken out."""
    auction = draw(strategies.auctions(legal=True, annotated=True))
    entries = list(auction.entries)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(entries)))
        entry = draw(
            st.sampled_from([CallEntry.plain(call) for call in CALLS[:3]])
            | st.sampled_from([*map(CallEntry.plain, CALLS), CallEntry(call=None)])
            | st.builds(
                CallEntry, call=st.sampled_from(CALLS), irregularity=st.sampled_from(Irregularity)
            )
        )
        how = draw(st.sampled_from(("replace", "put in", "take out")))
        entries[place : place + (how != "put in")] = [] if how == "take out" else [entry]
    ending = draw(st.sampled_from((auction.ending, *Ending)))
    return attrs.evolve(auction, entries=tuple(entries), ending=ending)


@st.composite
def mutated_plays(draw):
    """A deal, trumps and a legal play with up to three cards exchanged, marked or left out."""
    deal = draw(strategies.deals() | st.just(Deal.parse("N:AK... QJ... T9... 87...")))
    whole = deal if deal.is_complete else draw(strategies.deals())
    strain = draw(strategies.strains())
    play = draw(strategies.plays(deal=whole, strain=strain, annotated=True))
    slots = [list(trick.cards) for trick in play.tricks]
    places = [(trick, seat) for trick in range(len(slots)) for seat in range(4)]
    for _ in range(draw(st.integers(0, 3)) if places else 0):
        (trick, seat), (other, another) = (draw(st.sampled_from(places)) for _ in range(2))
        match draw(st.sampled_from(("exchange", "again", "leave out", "no card", "mark", "any"))):
            case "exchange":
                slots[trick][seat], slots[other][another] = (
                    slots[other][another],
                    slots[trick][seat],
                )
            case "again":
                slots[trick][seat] = slots[other][seat]
            case "leave out":
                slots[trick][seat] = None
            case "no card":
                slots[trick][seat] = PlayedCard(card=None, comment="?")
            case "mark" if slots[trick][seat] is not None:
                mark = draw(st.sampled_from(Irregularity))
                slots[trick][seat] = attrs.evolve(slots[trick][seat], irregularity=mark)
            case _:
                slots[trick][seat] = PlayedCard.plain(draw(st.sampled_from(CARDS)))
    leader = draw(st.sampled_from((play.leader, play.leader, play.leader, *Seat)))
    ending = draw(st.sampled_from((play.ending, *Ending)))
    tricks = tuple(Trick(tuple(row)) for row in slots)
    tricks = tricks[: draw(st.integers(0, len(tricks)))] if draw(st.booleans()) else tricks
    return attrs.evolve(play, leader=leader, tricks=tricks, ending=ending), deal, strain


@given(strategies.auctions(legal=None) | strategies.auctions(legal=False) | mutated_auctions())
def test_no_auction_with_a_problem_is_told_clean(auction):
    found = search_auction(auction)
    assert not (is_clean_auction(auction) and found)
    assert auction_problems(auction) == found


@given(mutated_plays(), st.booleans(), st.booleans())
def test_no_play_with_a_problem_is_told_clean(case, has_deal, has_strain):
    play, deal, strain = case
    deal, strain = deal if has_deal else None, strain if has_strain else None
    found = search_play(play, deal, strain)
    assert not (is_clean_play(play, deal, strain) and found)
    assert play_problems(play, deal, strain) == found


@given(strategies.auctions(legal=True))
def test_every_legal_auction_without_a_mark_is_told_clean(auction):
    assert is_clean_auction(auction)


@given(st.data(), strategies.deals(), strategies.strains())
def test_every_legal_play_without_a_mark_is_told_clean(data, deal, strain):
    play = data.draw(strategies.plays(deal=deal, strain=strain))
    assert is_clean_play(play, deal, strain)


@pytest.mark.parametrize(
    "calls",
    [
        "1C Pass X AP",
        "1C X Pass X AP",
        "1C X Pass XX AP",
        "1C X Pass Pass Pass XX",
        "1C Pass XX AP",
        "1C X XX XX AP",
        "X 1C AP",
        "1S 1S AP",
        "1C Pass Pass Pass 1D",
        "Pass Pass Pass Pass Pass",
    ],
)
def test_a_call_out_of_order_needs_a_closer_look(calls):
    assert search_auction(Auction.of(Seat.NORTH, calls))
    assert not is_clean_auction(Auction.of(Seat.NORTH, calls))


SUITS_APART = Deal.parse("N:AKQJ... .AKQJ.. ..AKQJ. ...AKQJ")


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["SA HA DA CA", "SA HK DK CK"], "the ace of spades is played twice"),
        (["SA HA DA CK", "SK HK DK SQ"], "West plays a card of North's"),
        (["SA HA DA CA"] * 5, "more tricks than cards"),
        (["SA HA DA", "SK HK DK HQ"], "West plays a card of East's"),
    ],
)
def test_a_closer_look_is_needed(rows, why):
    assert not is_clean_play(Play.of(Seat.NORTH, *rows), SUITS_APART, Strain.NOTRUMP), why


def test_where_the_leader_is_not_known_only_the_cards_are_looked_at():
    rows = ["SA HA DA", "HK SK DK CK"]
    assert not is_clean_play(Play.of(Seat.NORTH, *rows), SUITS_APART, Strain.NOTRUMP)
    deal = Deal.parse("N:A2... K3... Q.2.. J..2.")
    discards = Play.of(Seat.NORTH, "SA S3 SQ", "S2 SK H2 D2")
    assert is_clean_play(discards, deal, Strain.NOTRUMP)
    assert is_clean_play(discards, deal, None)


def test_who_wins_a_trick_leads_to_the_next():
    deal = Deal.parse("N:A2... K3... Q.2.. J..2.")
    first = "SA S3 SQ SJ"
    assert is_clean_play(Play.of(Seat.NORTH, first, "S2 SK H2 D2"), deal, Strain.NOTRUMP)
    # East ruffs and leads a spade: North must follow.
    deal = Deal.parse("N:A.2.5. K3..2. Q.4.6. .AJ.7.")
    first = "HA H2 SK H4"
    assert is_clean_play(Play.of(Seat.WEST, first, "HJ SA S3 SQ"), deal, Strain.SPADES)
    revoke = Play.of(Seat.WEST, first, "HJ D5 S3 SQ")
    assert search_play(revoke, deal, Strain.SPADES)
    assert not is_clean_play(revoke, deal, Strain.SPADES)


@pytest.mark.parametrize("ending", Ending)
def test_the_ending_is_looked_at(ending):
    auction = Auction.of(Seat.NORTH, "1C Pass Pass Pass", ending)
    play = Play.of(Seat.NORTH, *["SA HA DA CA", "SK HK DK CK", "SQ HQ DQ CQ", "SJ HJ DJ CJ"])
    play = attrs.evolve(play, ending=ending)
    assert is_clean_auction(auction) is (ending is not Ending.OPEN)
    assert is_clean_play(play, SUITS_APART, Strain.NOTRUMP) is (ending is not Ending.OPEN)
    short = attrs.evolve(play, tricks=play.tricks[:3])
    assert is_clean_play(short, SUITS_APART, Strain.NOTRUMP) is (ending is not Ending.COMPLETE)


@given(mutated_auctions())
def test_what_a_clean_auction_comes_to_is_its_contract(auction):
    course = clean_auction(auction)
    contract = auction.standing_contract()
    if course is None:
        return
    assert course.has_ended is auction.is_complete
    if contract is None:
        assert not course.highest
    else:
        assert CALLS[course.highest].symbol + "XX"[: course.doubled] == contract.text


@given(mutated_plays())
def test_the_tricks_of_a_clean_play_are_those_of_its_winners(case):
    play, deal, strain = case
    found = clean_play(play, deal, strain)
    if found is None:
        return
    winners = [seat.side for seat in play.winners(strain) if seat is not None]
    own = play.leader.side
    assert found == (winners.count(own), len(winners) - winners.count(own))


@st.composite
def mutated_boards(draw):
    """Boards of which the parts fit together, most of them with some parts of another one."""
    board = draw(strategies.boards(consistent=True) | strategies.boards())
    other = draw(strategies.boards(consistent=draw(st.booleans())))
    parts = ("dealer", "vulnerability", "deal", "contract", "result", "score", "auction", "play",
             "number", "grids", "scoring")  # fmt: skip
    taken = draw(st.sets(st.sampled_from(parts), max_size=2))
    changed = {part: getattr(other, part) for part in taken}
    return attrs.evolve(board, missing={}, **changed)


@given(mutated_boards(), st.sets(st.sampled_from(("dealer", "contract", "result", "deal"))))
def test_no_board_with_a_problem_is_told_clean(board, doubted):
    found = search_board(board, doubted=doubted)
    # Who deals a duplicate board is looked at besides.
    assert not (is_clean_board(board) and any(item.code != "LAW310" for item in found))
    told = board_problems(board, doubted=doubted)
    assert [item.code for item in told[: len(found)]] == [item.code for item in found]
    assert {item.code for item in told[len(found) :]} <= {"LAW311", "LAW312"}


@given(strategies.boards(consistent=True))
def test_most_boards_whose_parts_fit_together_are_told_clean(board):
    contract = board.contract
    is_plain = contract is None or not (contract.swapped or contract.is_passed_out)
    # A closer look is needed where the auction alone tells the contract, or nobody the leader, and
    # at what is said of a board that was passed out.
    if is_plain and board.auction is None and board.play is None:
        assert is_clean_board(board)


@pytest.mark.parametrize(
    ("change", "is_clean"),
    [
        ({}, True),
        ({"contract": Contract.parse("3NT", Seat.NORTH)}, False),
        ({"contract": Contract.parse("4S", Seat.SOUTH)}, False),
        ({"dealer": Seat.EAST}, False),
    ],
)
def test_a_board_is_held_against_its_auction(change, is_clean):
    auction = Auction.of(Seat.NORTH, "1S Pass 4S AP")
    board = Board(dealer=Seat.NORTH, contract=Contract.parse("4S", Seat.NORTH), auction=auction)
    assert is_clean_board(attrs.evolve(board, **change)) is is_clean


@given(st.data())
def test_no_table_that_cannot_be_read_is_told_clean(data):
    grid = DoubleDummyGrid(((7, 6, 5, 4, 3),) * 4).to_grid()
    rows = list(grid.rows)
    cell = st.sampled_from(("N", "NT", "S", "13", "14", "?", "-", "", "n", "07"))
    for _ in range(data.draw(st.integers(0, 2))):
        place = data.draw(st.integers(0, len(rows) - 1))
        rows[place] = tuple(data.draw(st.tuples(cell, cell, cell)))
    table = Grid(name=grid.name, columns=grid.columns, rows=tuple(rows))
    try:
        DoubleDummyGrid.from_grid(table)
    except ModelError:
        assert not is_clean_table(table)
