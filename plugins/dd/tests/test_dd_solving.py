"""Tables from the cache and from a solver that dies, hangs, raises or is killed."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import attrs
import pytest
from fake_solvers import made_up, random_deals

import overtrick_dd
from overtrick import (
    Board,
    Card,
    Contract,
    Deal,
    DealError,
    Irregularity,
    ModelError,
    OptionError,
    Play,
    PlayedCard,
    Seat,
    Strain,
    Trick,
)
from overtrick_dd import SolverError, process, solving
from overtrick_dd.cache import shared_cache
from overtrick_dd.testing import _known


@pytest.mark.slow
def test_tables_come_in_the_order_of_the_deals(fakes):
    deals = random_deals(30)
    assert overtrick_dd.tables(deals) == tuple(map(made_up, deals))
    assert sum(fakes.calls) == 30
    assert max(fakes.calls) <= 8
    assert len(fakes.starts) == 1


@pytest.mark.slow
def test_what_a_library_leaves_where_it_runs_is_not_left_with_the_user(
    fakes, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    overtrick_dd.tables(random_deals(3))
    assert sum(fakes.calls) == 3
    assert list(tmp_path.glob("dump.txt")) == []


@pytest.mark.slow
def test_a_second_run_asks_nobody(fakes):
    deals = random_deals(10)
    first = overtrick_dd.tables(deals)
    asked = fakes.calls
    assert overtrick_dd.tables(reversed(deals)) == first[::-1]
    assert fakes.calls == asked
    known = list(overtrick_dd.solve(deals))
    assert all(one.was_known for one in known)
    assert overtrick_dd.tables(deals, use_cache=False) == first
    assert sum(fakes.calls) == 20


@pytest.mark.slow
def test_the_same_deal_is_solved_once(fakes):
    one, other = random_deals(2)
    found = overtrick_dd.tables([one, other, one, one])
    assert found == (made_up(one), made_up(other), made_up(one), made_up(one))
    assert sum(fakes.calls) == 2


def test_a_single_table_and_a_missing_hand(fakes):
    (deal,) = random_deals(1)
    three = Deal((*deal.hands[:3], type(deal.hands[3])()))
    assert overtrick_dd.table(three) == made_up(deal)


def test_an_incomplete_deal_is_named_before_anything_is_solved(fakes):
    deals = [*random_deals(2), Deal.parse("N:AK... QJ... - -")]
    with pytest.raises(DealError, match="deal 3 is not complete: 4 of 52 cards"):
        overtrick_dd.tables(deals)
    assert fakes.starts == []


def test_no_deals_need_no_solver(fakes):
    assert overtrick_dd.tables([]) == ()
    assert fakes.starts == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("dies", "ended with code 3: free(): invalid size"),
        ("hangs", "no answer in 1 seconds"),
        ("raises", "ValueError: nine hearts"),
    ],
)
def test_the_deal_that_a_solver_cannot_bear_is_found_and_costs_the_others_nothing(
    fakes, how, message
):
    deals = random_deals(20)
    fakes.make_ill(how, deals[6])
    lost = []
    found = {}
    for one in overtrick_dd.solve(
        deals, timeout=1, restarted=lambda places, why: lost.append((tuple(places), why))
    ):
        assert one.place not in found
        found[one.place] = one
    assert sorted(found) == list(range(20))
    assert [place for place, one in found.items() if one.error is not None] == [6]
    assert message in str(found[6].error)
    assert all(one.grid == made_up(deals[place]) for place, one in found.items() if place != 6)
    # Who watches sees which deals were being solved, fewer each time, until it is the one alone.
    if how != "raises":
        assert all(6 in places for places, _ in lost)
        assert lost[-1][0] == (6,)
        assert all(message in why for _, why in lost)
        assert len(fakes.starts) == len(lost) + 1
        if how == "hangs":
            return
    # What was found is kept, and the one is asked for again.
    with pytest.raises(SolverError, match="deal 7 of 20: the solver fake failed"):
        overtrick_dd.tables(deals)


@pytest.mark.slow
def test_a_solver_that_fails_with_every_deal_is_given_up(fakes, monkeypatch):
    monkeypatch.setattr(solving.os, "cpu_count", lambda: 1)
    deals = random_deals(12)
    fakes.make_ill("dies", *deals)
    with pytest.raises(SolverError, match="the solver fake failed: ended with code 3"):
        list(overtrick_dd.solve(deals))
    assert len(fakes.starts) == 6  # three deals, each tried twice


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is of POSIX")
def test_killed_again_and_again_in_the_middle_of_100_boards_all_100_are_right(fakes, monkeypatch):
    monkeypatch.setenv("DD_FAKE_PAUSE", "0.004")
    deals = random_deals(100)
    is_over = threading.Event()
    killed = []

    def kill():
        kept = process.kept_process(solving.chosen_solver())
        seen = 0
        while not is_over.wait(0.03) and len(killed) < 4:
            pid, calls = kept.pid, fakes.calls
            # In a call that has begun since the last time, and of several deals: one that the
            # solver dies of twice when it is alone is given up, and rightly so.
            if pid is not None and pid in fakes.starts and len(calls) > seen and calls[-1] > 1:
                seen = len(calls)
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    lost = []
    try:
        found = list(overtrick_dd.solve(deals, restarted=lambda *what: lost.append(what)))
    finally:
        is_over.set()
        killer.join()
    assert len(killed) >= 1
    assert len(lost) >= 1
    assert "killed by signal 9" in lost[0][1]
    assert sorted(one.place for one in found) == list(range(100))
    assert all(one.grid == made_up(deals[one.place]) for one in found)


def test_numbers_that_are_none_of_tricks_are_a_failure_and_not_kept(fakes):
    deals = random_deals(6)
    assert {deal[Seat.NORTH].mask % 3 for deal in deals} == {0, 1, 2}
    for deal in deals:
        [found] = overtrick_dd.solve([deal], solver="wild")
        assert found.grid is None
        assert "20 numbers of tricks were asked for" in str(found.error)
    assert shared_cache().state().entries == 0


def test_a_solver_that_is_broken_mute_or_absent_says_so_once(fakes):
    deals = random_deals(3)
    with pytest.raises(SolverError, match="the library is of another century"):
        overtrick_dd.tables(deals, solver="broken")
    with pytest.raises(SolverError, match="the solver mute does not start: ended with code 7"):
        overtrick_dd.tables(deals, solver="mute")
    with pytest.raises(SolverError, match="it is on holiday: pip install presence"):
        overtrick_dd.tables(deals, solver="absent")
    assert overtrick_dd.unavailable("absent") == "it is on holiday: pip install presence"
    assert overtrick_dd.unavailable("fake") is None
    with pytest.raises(OptionError, match="there is no solver 'deep'"):
        overtrick_dd.tables(deals, solver="deep")
    assert "there is no solver 'deep'" in overtrick_dd.unavailable("deep")


def test_too_few_tables_are_no_tables(fakes):
    with pytest.raises(SolverError, match="not as many tables came"):
        overtrick_dd.tables(random_deals(2), solver="short")


def test_solvers_do_not_share_what_they_found(fakes, cache_folder):
    (deal,) = random_deals(1)
    overtrick_dd.table(deal)
    with pytest.raises(SolverError):
        overtrick_dd.table(deal, solver="short")


def test_without_a_library_one_sentence_says_what_to_install(monkeypatch):
    from overtrick_dd import dds as binding

    monkeypatch.setattr(binding, "find_spec", lambda name: None)
    monkeypatch.setattr(binding, "find_library", lambda name: None)
    monkeypatch.setattr(binding, "_has_wheel", lambda: True)
    assert binding.absence() == "double dummy needs a solver: pip install 'overtrick-dd[dds]'"
    monkeypatch.setattr(binding, "_has_wheel", lambda: False)
    assert "is not made for Python" in binding.absence()
    assert "OVERTRICK_DDS" in binding.absence()
    with pytest.raises(SolverError, match="needs a solver"):
        binding.open_dds()
    monkeypatch.setenv("OVERTRICK_DDS", os.__file__)
    with pytest.raises(SolverError, match="cannot be used"):
        binding.open_dds()


def test_a_frozen_program_says_that_it_has_no_python_to_solve_in(fakes, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(SolverError, match="a frozen program has none"):
        overtrick_dd.tables(random_deals(1))


def test_leads_are_by_card_from_spades_down_and_kept(fakes):
    deal = random_deals(1)[0]
    found = overtrick_dd.leads(deal, Strain.HEARTS, Seat.NORTH)
    assert list(found) == list(deal[Seat.EAST])
    assert found == {card: (card.index + 2) % 14 for card in deal[Seat.EAST]}
    fakes.make_ill("dies", deal)
    process._close_all(process._owner)
    assert overtrick_dd.leads(deal, Strain.HEARTS, Seat.NORTH) == found
    with pytest.raises(SolverError, match="the solver fake failed: ended with code 3"):
        overtrick_dd.leads(deal, Strain.HEARTS, Seat.SOUTH)
    assert len(fakes.starts) == 3


def test_dds_finds_what_its_own_list_states(dds):
    deal, _ = _known()[0]
    # FUT of the same list: spades, North on lead, so West declares and the leads give 13 less.
    leads = overtrick_dd.leads(deal, Strain.SPADES, Seat.WEST)
    assert {str(card) for card, tricks in leads.items() if tricks == 8} == BEST
    assert {str(card) for card, tricks in leads.items() if tricks == 9} == WORSE


# There: the leads D5 D8 DJ CT S6 SQ and what is equal to them give 5 tricks, H2 H6 HK 4.
BEST = {"D5", "D8", "DJ", "CT", "C9", "C8", "S6", "SQ", "SJ"}
WORSE = {"H2", "H6", "H5", "HK"}


def board_of(*rows, leader=Seat.NORTH, declarer=Seat.WEST):
    deal, _ = _known()[0]
    return Board(
        number=7,
        deal=deal,
        contract=Contract.parse("2S", declarer=declarer),
        play=Play.of(leader, *rows),
    )


def test_what_cards_cost_begins_with_the_table(dds):
    _, grid = _known()[0]
    found = overtrick_dd.plays(board_of("CT C4 CA CJ"))
    assert [cost.card.symbol for cost in found] == ["CT", "C4", "CA", "CJ"]
    assert [cost.seat for cost in found] == [Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST]
    assert found[0].before == grid.tricks_of(Seat.WEST, Strain.SPADES) == 8
    for one, following in itertools.pairwise(found):
        assert one.after == following.before
    assert all(one.cost >= 0 for one in found)


def test_a_bad_card_costs_its_own_side(dds):
    leads = overtrick_dd.leads(_known()[0][0], Strain.SPADES, Seat.WEST)
    worst = max(leads, key=leads.get)
    (found,) = overtrick_dd.plays(board_of(str(worst)))
    assert found.cost == found.after - found.before == leads[worst] - 8 > 0


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Board(), "with a deal, a contract and a play"),
        (board_of("CT", declarer=None), "needs the trumps and the declarer"),
        (board_of("CQ C2 CK CA", leader=Seat.EAST), "N leads against W, not E"),
        (board_of("CT D4 CA CJ"), "the play of board 7 cannot be followed"),
    ],
)
def test_what_cannot_be_followed_is_said(board, message):
    with pytest.raises(ModelError, match=message):
        overtrick_dd.plays(board)


def accepted(board, seat, card, irregularity):
    """The same board with a first trick in which a seat plays another card, accepted as such."""
    (trick,) = board.play.tricks
    cards = list(trick.cards)
    cards[seat] = PlayedCard(card=Card.parse(card), irregularity=irregularity)
    return attrs.evolve(board, play=attrs.evolve(board.play, tricks=(Trick(tuple(cards)),)))


def test_what_the_players_accepted_cannot_be_followed_double_dummy():
    revoke = accepted(board_of("CT C4 CA CJ"), Seat.EAST, "D4", Irregularity.REVOKE)
    with pytest.raises(ModelError, match=r"board 7 cannot be .* double dummy: E revokes with D4"):
        overtrick_dd.plays(revoke)
    lead = accepted(board_of("CT C4 CA CJ"), Seat.EAST, "C4", Irregularity.LEAD_OUT_OF_TURN)
    with pytest.raises(ModelError, match=r"board 7 cannot be .* double dummy: E leads out of turn"):
        overtrick_dd.plays(lead)


def test_the_play_ends_with_the_first_card_that_is_not_known(fakes):
    board = board_of("CT C4 CA CJ", "D5 D4 DK D2")
    assert len(overtrick_dd.plays(board)) == 8
    first, second = board.play.tricks
    for known in range(5):
        # As after a claim in the middle of a trick: South leads to the second one.
        cards = list(second.cards)
        for step in range(known, 4):
            cards[Seat.SOUTH.after(step)] = None
        play = attrs.evolve(board.play, tricks=(first, Trick(tuple(cards))))
        assert len(overtrick_dd.plays(attrs.evolve(board, play=play))) == 4 + known
    assert overtrick_dd.plays(attrs.evolve(board, play=Play(leader=Seat.NORTH, tricks=()))) == ()
    passed_out = attrs.evolve(board, contract=Contract.parse("Pass"))
    with pytest.raises(ModelError, match="needs the trumps and the declarer: Pass"):
        overtrick_dd.plays(passed_out)
    unknown = attrs.evolve(board, deal=Deal.parse("N:QJ6.K652.J85.T98 - - -"))
    with pytest.raises(DealError, match="board 7 is not complete: 13 of 52 cards"):
        overtrick_dd.plays(unknown)


def test_a_play_without_cards_costs_nothing():
    assert overtrick_dd.plays(board_of()) == ()


def test_a_card_is_what_it_was(fakes):
    found = overtrick_dd.plays(board_of("CT C4 CA CJ"))
    assert {one.cost for one in found} == {0}
    assert found[0].card is Card.parse("CT")


@pytest.mark.slow
def test_what_cards_cost_is_kept_by_what_was_played(fakes):
    board = board_of("CT C4 CA CJ", "D5 D4 DK D2")
    first = overtrick_dd.plays(board)
    assert len(first) == 8
    fakes.make_ill("dies", board.deal)
    process._close_all(process._owner)
    assert overtrick_dd.plays(board) == first
    # Fewer cards, another declarer: other questions.
    with pytest.raises(SolverError, match="ended with code 3"):
        overtrick_dd.plays(board_of("CT C4 CA CJ"))
    with pytest.raises(SolverError, match="ended with code 3"):
        overtrick_dd.plays(board, use_cache=False)


def test_other_numbers_than_were_asked_for_are_not_believed(fakes):
    board = board_of("CT C4 CA CJ")
    with pytest.raises(SolverError, match=r"5 numbers of tricks were asked for, .* came: \[7\]"):
        overtrick_dd.plays(board, solver="short")


def test_the_process_ends_with_the_one_that_asked(fakes, tmp_path):
    code = (
        "import overtrick_dd, fake_solvers\n"
        "from overtrick_dd.process import SolverProcess\n"
        "from overtrick_dd.spec import SolverSpec\n"
        "from overtrick_dd import process\n"
        "spec = SolverSpec(name='fake', summary='x', solver='fake_solvers:open_fake')\n"
        "deal = fake_solvers.random_deals(1)[0]\n"
        "process.kept_process(spec).ask({'do': 'tables', 'deals': [deal.to_text()]}, 30)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-W", "error", "-c", code], env=environment, check=True)
    (pid,) = fakes.starts
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except OSError:
            return
        time.sleep(0.05)
    pytest.fail("the solver's process outlives the one that asked")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_process_has_a_solver_of_its_own(fakes):
    deals = random_deals(2)
    overtrick_dd.table(deals[0])
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if overtrick_dd.table(deals[1]) == made_up(deals[1]) else 2
            process._close_all(os.getpid())
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert overtrick_dd.tables(deals) == tuple(map(made_up, deals))
    assert len(fakes.starts) == 2
