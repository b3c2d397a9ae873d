"""The strategies draw what they promise."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from overtrick import (
    EMPTY,
    UNKNOWN,
    Board,
    Ending,
    Field,
    Irregularity,
    Seat,
    Vulnerability,
    auction_problems,
    board_problems,
    play_problems,
)
from overtrick.plugin import ALL_FIELDS, DEAL_FIELDS, field_value
from overtrick_testing import strategies
from overtrick_testing.strategies import (
    auctions,
    board_sets,
    boards,
    deals,
    extras,
    infos,
    plays,
    texts,
)

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# To find one is enough: to shrink it would take a hundred times as long.
QUICK = settings(max_examples=5000, database=None, deadline=None, phases=[Phase.generate])

ANNOTATIONS = {field for field in Field if "." in field.value} - {
    Field.AUCTION_CALLS,
    Field.PLAY_CARDS,
    Field.PARTIAL_DEAL,
}


@given(texts())
def test_texts_are_sane(text):
    assert text
    assert text.isprintable()
    assert text == " ".join(text.split())
    assert text not in {"?", "-"}
    text.encode("latin-1")


@given(texts(nasty=True))
def test_nasty_texts_have_no_control_characters(text):
    assert text
    assert text.isprintable()


@given(auctions(legal=True, complete=True))
def test_complete_auctions_are_complete(auction):
    assert auction.is_complete
    assert auction.ending is Ending.COMPLETE
    assert auction_problems(auction) == ()


@given(auctions(legal=True, complete=False))
def test_incomplete_auctions_are_not_complete(auction):
    assert not auction.is_complete
    assert auction.ending is not Ending.COMPLETE


@given(st.sampled_from(Seat).flatmap(lambda s: st.tuples(st.just(s), auctions(dealer=s))))
def test_the_dealer_may_be_chosen(pair):
    assert pair[1].dealer is pair[0]


@given(auctions(), plays())
def test_nothing_is_said_unless_asked_for(auction, play):
    assert all(entry.is_plain for entry in auction.entries)
    assert all(played.is_plain for trick in play.tricks for played in trick if played)


@CALM
@given(st.data(), deals(), st.booleans())
def test_legal_plays_are_legal(data, deal, annotated):
    strain = data.draw(strategies.strains())
    play = data.draw(plays(deal=deal, strain=strain, annotated=annotated))
    assert play_problems(play, deal, strain) == ()


@given(plays(complete=True))
def test_complete_plays_have_52_cards(play):
    assert len({trick.card_of(seat) for trick in play.tricks for seat in Seat}) == 52
    assert play.ending is Ending.COMPLETE


@pytest.mark.slow
@pytest.mark.parametrize(
    "wanted",
    [
        lambda auction: any(entry.note for entry in auction.entries),
        lambda auction: any(entry.alert for entry in auction.entries),
        lambda auction: any(len(entry.nags) == 2 for entry in auction.entries),
        lambda auction: any(
            entry.irregularity is Irregularity.SKIPPED for entry in auction.entries
        ),
        lambda auction: any(
            entry.irregularity is Irregularity.INSUFFICIENT_BID for entry in auction.entries
        ),
        lambda auction: any(str(call) == "XX" for call in auction.calls),
        lambda auction: any(call.level == 7 for call in auction.calls),
    ],
)
def test_annotated_auctions_have_everything(wanted):
    assert wanted(find(auctions(annotated=True), wanted, settings=QUICK))


@pytest.mark.slow
@pytest.mark.parametrize("mark", [Irregularity.REVOKE, Irregularity.LEAD_OUT_OF_TURN])
def test_annotated_plays_have_irregularities(mark):
    def has_mark(play):
        cards = [played for trick in play.tricks for played in trick if played is not None]
        return any(played.irregularity is mark for played in cards)

    assert has_mark(find(plays(annotated=True), has_mark, settings=QUICK))


@CALM
@given(boards(consistent=True))
def test_consistent_boards_follow_their_number(board):
    assert not [problem for problem in board_problems(board) if problem.severity]
    if isinstance(board.number, int) and isinstance(board.dealer, Seat):
        assert board.dealer is Seat.dealer_of(board.number)
    if isinstance(board.number, int) and isinstance(board.vulnerability, Vulnerability):
        assert board.vulnerability is Vulnerability.of_board(board.number)


@CALM
@given(st.sets(st.sampled_from(sorted(ALL_FIELDS))), st.booleans(), st.data())
def test_boards_state_nothing_that_is_not_carried(carries, consistent, data):
    board = data.draw(boards(carries=carries, consistent=consistent, extras=extras("x")))
    for field in ALL_FIELDS - carries:
        assert field_value(board, field) is None


@CALM
@given(st.data(), st.booleans())
def test_what_is_required_is_stated(data, consistent):
    needed = DEAL_FIELDS | {Field.AUCTION_CALLS, Field.CONTRACT, Field.SCORING}
    board = data.draw(boards(require=needed, consistent=consistent))
    for field in needed:
        assert field_value(board, field) is not None
    assert board.deal.is_complete


@CALM
@given(boards(carries=DEAL_FIELDS, require=DEAL_FIELDS, consistent=True))
def test_a_dealing_program_gets_what_it_needs(board):
    assert board == Board(
        number=board.number,
        dealer=Seat.dealer_of(board.number),
        vulnerability=Vulnerability.of_board(board.number),
        deal=board.deal,
    )


# What a board must have before it can have the rest.
FIRST = {
    Field.VULNERABILITY,
    Field.CONTRACT,
    Field.RESULT,
    *(Field.AUCTION_CALLS, Field.PLAY_CARDS),
}


@pytest.mark.slow
@pytest.mark.parametrize("field", sorted(ALL_FIELDS - {Field.HEADER}))
@pytest.mark.parametrize("consistent", [False, True])
def test_every_field_is_drawn_sometimes(field, consistent):
    strategy = boards(
        carries=FIRST | {field},
        require=FIRST - {field},
        consistent=consistent,
        extras=extras("x"),
    )
    board = find(strategy, lambda b: field_value(b, field) is not None, settings=QUICK)
    assert field_value(board, field) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    "wanted",
    [
        lambda board: board.said("number") is not None,
        lambda board: board.said("contract") is UNKNOWN,
        lambda board: board.contract is not None and board.said("declarer") is EMPTY,
        lambda board: board.said("auction") is EMPTY,
        lambda board: board.auction is not None and bool(auction_problems(board.auction)),
        lambda board: board.play is not None and bool(play_problems(board.play)),
        lambda board: board.said("info.event") is UNKNOWN,
        lambda board: board.said("info.players.west") is UNKNOWN,
        lambda board: board.scoring == "",
    ],
)
def test_boards_that_need_not_be_consistent_are_not(wanted):
    assert wanted(find(boards(), wanted, settings=QUICK))


@CALM
@given(infos(carries=frozenset(), nasty=True))
def test_infos_state_what_is_carried(info):
    assert info == type(info)()


@CALM
@given(board_sets(carries=DEAL_FIELDS, require=DEAL_FIELDS, consistent=True))
def test_boards_of_a_set_have_ascending_numbers(found):
    numbers = [board.number for board in found]
    assert numbers == sorted(set(numbers))


@CALM
@given(
    board_sets(
        min_size=1,
        max_size=9,
        numbering="contiguous",
        highest=9,
        carries={Field.NUMBER},
        require={Field.NUMBER},
        header=extras("dlm"),
    )
)
def test_contiguous_sets_have_no_gap(found):
    numbers = [board.number for board in found]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert numbers[-1] <= 9
    assert all(key.startswith("dlm:") for key in found.header)


@CALM
@given(board_sets(min_size=2, numbering="any", highest=3, carries={Field.NUMBER}))
def test_any_numbering_has_any_number(found):
    assert len(found) >= 2


def test_the_public_names_are_listed():
    for name in strategies.__all__:
        assert hasattr(strategies, name)
    assert strategies.__all__ == sorted(strategies.__all__, key=lambda n: (n.islower(), n))


def test_annotations_are_every_field_with_a_dot():
    # The strategies choose annotations by these names.
    assert {f.value.split(".")[0] for f in ANNOTATIONS} == {"auction", "play", "info"}
