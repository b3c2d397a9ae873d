"""What an organiser does to boards, and that nothing goes without a word."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    EMPTY,
    UNKNOWN,
    Auction,
    Board,
    BoardSet,
    Column,
    Contract,
    Deal,
    DoubleDummyGrid,
    EditError,
    Extras,
    Field,
    Grid,
    LossKind,
    NumberRanges,
    Play,
    PluginLoadError,
    PluginManager,
    Result,
    Score,
    Seat,
    Strain,
    Vulnerability,
    drop,
    merge,
    move,
    renumber,
    rotate,
    select,
    swap,
)
from overtrick.plugin import ExtrasSpec, FormatSpec, hookimpl

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
TRICKS = DoubleDummyGrid(tuple(tuple(range(seat, seat + 5)) for seat in range(4)))


class Par:
    """A format that says which of its extras follow from what."""

    @hookimpl
    def overtrick_formats(self, api):
        derived = {"Best": ("deal", "vulnerability"), "Tricks": {"deal"}, "Lead": {"dealer"}}
        yield FormatSpec(
            name="par", summary="x", reader="none:none", capabilities=(ExtrasSpec(derived=derived),)
        )
        turned = {"Hidden": f"{__name__}:turned_seats", "Fixed": f"{__name__}:untold"}
        yield FormatSpec(
            name="seats",
            summary="x",
            reader="none:none",
            capabilities=(ExtrasSpec(rotated=turned),),
        )


def turned_seats(value, turns):
    """Turn the letters of seats."""
    return "".join(Seat.parse(letter).after(turns).symbol for letter in value)


def untold(value, turns):
    """Tell that it cannot be told."""
    return None if turns & 1 else value


@pytest.fixture(scope="module")
def par():
    """A plugin manager that knows the format `par` and nothing else."""
    manager = PluginManager(discover=False)
    manager.register(Par(), "par")
    return manager


class Losses(list):
    """Notes what is lost."""

    def __call__(self, board, field, reason, kind):
        self.append((board.number, field, reason, kind))

    @property
    def fields(self):
        return {field for _, field, _, _ in self}


def standard(number, **more):
    return Board(
        number=number,
        dealer=Seat.dealer_of(number),
        vulnerability=Vulnerability.of_board(number),
        **more,
    )


def played(number):
    return standard(
        number,
        deal=DEAL,
        contract=Contract.parse("3NT", declarer=Seat.SOUTH),
        result=Result(tricks=9),
        score=Score(ns=400),
        auction=Auction.of(Seat.dealer_of(number), "1NT Pass 3NT AP"),
        play=Play.of(Seat.WEST, "S4 S3 SK S2"),
        grids=(TRICKS.to_grid(), Grid(name="ScoreTable")),
        extras=Extras({"par:Best": "NS 400", "par:Tricks": "x", "other:Best": "y"}),
    )


def numbers(boards):
    return [board.number for board in boards]


SETS = {"1-16,20": {*range(1, 17), 20}, " 3 ": {3}, "2,2": {2}, "1 - 3, 5": {1, 2, 3, 5}}


@pytest.mark.parametrize("text", SETS)
def test_ranges_hold_their_numbers(text):
    ranges = NumberRanges.parse(text)
    assert {number for number in range(100) if number in ranges} == SETS[text]
    assert NumberRanges.parse(str(ranges)) == ranges


def test_a_range_may_have_no_end():
    ranges = NumberRanges.parse("33-")
    assert 32 not in ranges
    assert 10**9 in ranges
    assert str(ranges) == "33-"
    assert "33" not in ranges


BAD_RANGES = {
    "": "nothing between two commas",
    "1,,2": "nothing between two commas",
    "a": "'a'",
    "1-a": "'1-a'",
    "-3": "'-3'",
    "1.5": "'1.5'",
    "9-3": "runs backwards: write 3-9",
    "0": "begin with 1",
    "0-3": "begin with 1",
    "1-2-3": "'1-2-3'",
    "١": "not board numbers",
    "1" * 5000: "not board numbers",
}


@pytest.mark.parametrize("text", BAD_RANGES, ids=lambda text: text[:8])
def test_bad_ranges_say_why(text):
    with pytest.raises(EditError, match=BAD_RANGES[text]):
        NumberRanges.parse(text)


@given(st.sets(st.integers(1, 200), min_size=1))
def test_ranges_of_numbers_are_those_numbers(wanted):
    ranges = NumberRanges.from_numbers(wanted)
    assert {number for number in range(1, 300) if number in ranges} == wanted
    assert NumberRanges.parse(str(ranges)) == ranges


def test_what_was_said_of_a_part_goes_with_the_part():
    said = {"contract": UNKNOWN, "declarer": EMPTY, "auction": UNKNOWN, "info.event": UNKNOWN}
    lost = []
    [turned] = rotate([Board(missing=said)], 1, lambda *loss: lost.append(loss))
    assert turned.missing == {"info.event": UNKNOWN}
    assert lost == []
    dealt = Board(number=1, dealer=Seat.NORTH, missing={"auction": UNKNOWN})
    [moved] = renumber([dealt], 2)
    assert (moved.dealer, moved.missing) == (Seat.EAST, {"auction": UNKNOWN})
    [numbered] = renumber([Board(missing={"number": EMPTY, "dealer": EMPTY})], 5)
    assert (numbered.number, numbered.missing) == (5, {"dealer": EMPTY})


def test_select_and_drop_divide_the_boards():
    boards = [Board(number=n) for n in (3, 1, 2, 7)]
    assert numbers(select(boards, "1-2,7")) == [1, 2, 7]
    assert numbers(drop(boards, "1-2,7")) == [3]


def test_boards_without_numbers_go_by_their_position():
    boards = [Board(name="a"), Board(name="b"), Board(name="c", missing={"number": UNKNOWN})]
    assert [board.name for board in select(boards, "2-3")] == ["b", "c"]


@pytest.mark.parametrize("function", [select, drop])
def test_a_range_without_a_board_is_an_error(function):
    boards = [Board(number=1), Board(number=2)]
    with pytest.raises(EditError, match="no board has a number in 5, 7-9"):
        list(function(boards, "1-3,5,7-9"))


def test_selecting_holds_no_board_back():
    drawn = []

    def source():
        for number in range(1, 100):
            drawn.append(number)
            yield Board(number=number)

    next(iter(select(source(), "3-")))
    assert drawn == [1, 2, 3]


def test_dealer_and_vulnerability_follow_the_new_number():
    assert list(renumber([standard(n) for n in (1, 2, 3)], 30)) == [
        standard(n) for n in (30, 31, 32)
    ]


def test_a_dealer_of_the_files_own_choice_stays():
    board = Board(number=1, dealer=Seat.WEST, vulnerability=Vulnerability.BOTH)
    [changed] = renumber([board], 2)
    assert (changed.dealer, changed.vulnerability) == (Seat.WEST, Vulnerability.BOTH)
    [untold] = renumber([Board(number=1)], 2)
    assert (untold.dealer, untold.vulnerability) == (None, None)


def test_renumbering_drops_what_the_new_dealer_and_vulnerability_make_untrue(par):
    lose = Losses()
    [board] = renumber([played(1)], 2, lose, manager=par)
    assert board.auction is None
    assert board.score is None
    assert board.contract is not None
    assert board.play is not None
    assert list(board.extras) == ["par:Tricks", "other:Best"]
    assert lose.fields == {Field.AUCTION_CALLS, Field.SCORE, Field.EXTRAS}
    assert all(number == 1 and kind is LossKind.DROPPED for number, _, _, kind in lose)


def test_sixteen_boards_further_on_nothing_changes_but_the_number():
    lose = Losses()
    [board] = renumber([played(1)], 17, lose)
    assert board == attrs.evolve(played(1), number=17)
    assert lose == []


def test_an_unchanged_number_changes_nothing():
    boards = [played(1), played(2)]
    assert [one is other for one, other in zip(renumber(boards), boards, strict=True)] == [True] * 2


def test_a_name_that_stood_for_a_number_goes():
    lose = Losses()
    [board] = renumber([Board(name="Example 1")], 5, lose)
    assert (board.number, board.name) == (5, None)
    assert lose.fields == {Field.NAME}
    [kept] = renumber([Board(number=1, name="Example 1")], 5)
    assert kept.name == "Example 1"


def test_numbers_begin_with_one():
    with pytest.raises(EditError):
        renumber([], 0)
    with pytest.raises(EditError):
        move([Board(number=1)], 1, 0)


def named(*numbers_):
    return [standard(number, scoring=f"was {number}") for number in numbers_]


def order(boards):
    return [(board.number, board.scoring.removeprefix("was ")) for board in boards]


def test_swap():
    assert order(swap(named(1, 2, 3), 1, 3)) == [(1, "3"), (2, "2"), (3, "1")]
    assert order(swap(named(1, 2), 2, 2)) == [(1, "1"), (2, "2")]
    changed = swap(named(1, 2, 3), 1, 3)
    assert [board.dealer for board in changed] == [Seat.dealer_of(n) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("number", "to", "expected"),
    [
        (1, 3, [(1, "2"), (2, "3"), (3, "1"), (4, "4")]),
        (4, 2, [(1, "1"), (2, "4"), (3, "2"), (4, "3")]),
        (2, 2, [(1, "1"), (2, "2"), (3, "3"), (4, "4")]),
        (2, 9, [(1, "1"), (3, "3"), (4, "4"), (9, "2")]),
    ],
)
def test_move(number, to, expected):
    boards = move(named(1, 2, 3, 4), number, to)
    assert order(boards) == expected
    assert all(board.dealer is Seat.dealer_of(board.number) for board in boards)


def test_moving_into_a_gap_keeps_the_order():
    assert order(move(named(1, 2, 7, 8), 8, 5)) == [(1, "1"), (2, "2"), (5, "8"), (7, "7")]


@pytest.mark.parametrize("edit", [lambda b: swap(b, 1, 9), lambda b: move(b, 9, 1)])
def test_a_board_that_is_not_there(edit):
    with pytest.raises(EditError, match="no board has the number 9"):
        edit(named(1, 2))


def test_a_number_that_two_boards_have():
    with pytest.raises(EditError, match="2 boards have the number 1"):
        swap(named(1, 1, 2), 1, 2)


def test_rotation_turns_hands_and_double_dummy_results(par):
    lose = Losses()
    [board] = rotate([played(5)], 1, lose, manager=par)
    assert board.deal[Seat.EAST] == DEAL[Seat.NORTH]
    assert board.deal[Seat.NORTH] == DEAL[Seat.WEST]
    for seat in Seat:
        for strain in Strain:
            found = board.double_dummy.tricks_of(seat.next, strain)
            assert found == TRICKS.tricks_of(seat, strain)
    assert (board.number, board.dealer) == (5, Seat.NORTH)
    assert [grid.name for grid in board.grids] == ["OptimumResultTable"]
    gone = (board.auction, board.play, board.contract, board.result, board.score)
    assert gone == (None,) * 5
    assert list(board.extras) == ["other:Best"]
    assert lose.fields == {
        Field.AUCTION_CALLS, Field.PLAY_CARDS, Field.CONTRACT, Field.RESULT, Field.SCORE,
        Field.GRIDS, Field.EXTRAS,
    }  # fmt: skip


def test_the_rows_of_a_turned_table_keep_their_order():
    [board] = rotate([Board(grids=(TRICKS.to_grid(),))], 3)
    [grid] = board.grids
    assert grid.column("Declarer") == TRICKS.to_grid().column("Declarer")
    assert grid.column("Denomination") == TRICKS.to_grid().column("Denomination")


def test_a_table_that_cannot_be_read_is_dropped_and_said():
    lose = Losses()
    columns = (Column(name="Declarer"), Column(name="Denomination"), Column(name="Result"))
    bad = Grid(name="OptimumResultTable", columns=columns, rows=(("Q", "NT", "7"),))
    [board] = rotate([Board(grids=(bad,))], 1, lose)
    assert board.grids == ()
    assert lose.fields == {Field.GRIDS}


def test_no_turn_changes_nothing():
    board = played(1)
    for turns in (0, 4, -4):
        [same] = rotate([board], turns)
        assert same is board


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_turns_add_up(one, other):
    board = Board(deal=DEAL, grids=(TRICKS.to_grid(),))
    [twice] = rotate(rotate([board], one), other)
    [once] = rotate([board], one + other)
    assert twice == once


def test_merge_keeps_the_order_of_numbers():
    assert numbers(merge(named(1, 4), named(2, 3, 9))) == [1, 2, 3, 4, 9]
    assert numbers(merge(named(4, 1), named(2))) == [4, 1, 2]
    assert merge([Board()], named(1))[1].number == 1


def test_merging_one_number_twice_is_an_error():
    with pytest.raises(EditError, match="in both sets of boards: 1-3,7; renumber one set first"):
        merge(named(1, 2, 3, 7, 9), named(1, 2, 3, 7, 8))


def test_sets_with_the_same_numbers_are_merged_where_they_are_renumbered():
    """The others follow the first, and nothing is sorted between them."""
    first = [Board(number=number) for number in (1, 2, 3)]
    others = [Board(number=number, name="b") for number in (1, 2)]
    joined = merge(first, others, renumbered=True)
    assert [(board.number, board.name) for board in joined] == [
        (1, None), (2, None), (3, None), (1, "b"), (2, "b"),
    ]  # fmt: skip
    apart = merge([Board(number=3)], first[:2], renumbered=True)
    assert [board.number for board in apart] == [1, 2, 3]


def test_edits_say_nothing_without_a_listener_and_change_no_board():
    board = played(1)
    copy = attrs.evolve(board)
    list(rotate([board], 1))
    list(renumber([board], 2))
    assert board == copy


def test_a_number_that_is_not_there_is_told_with_those_that_are():
    boards = [Board(number=n) for n in (5, 20, 7)]
    for edit in (select, drop):
        with pytest.raises(EditError, match=r"no board has a number in 3: .* go from 5 to 20"):
            list(edit(boards, "3,5"))
        with pytest.raises(EditError, match="in 3: there is no board"):
            list(edit([], "3"))


def test_extras_go_with_each_field_that_they_follow_from(par):
    extras = Extras({"par:Best": 1, "par:Tricks": 2, "par:Lead": 3, "par:Else": 4})
    boards = [standard(n, extras=extras) for n in (1, 2, 3)]
    left = [
        list(board.extras)
        for edit in (renumber(boards[:1], 17, manager=par), swap(boards, 1, 2, manager=par),
                     move(boards, 1, 3, manager=par), rotate(boards[:1], 2, manager=par))
        for board in edit
    ]  # fmt: skip
    both = ["par:Tricks", "par:Else"]
    all_four = list(extras)
    turned = ["par:Lead", "par:Else"]
    assert left == [all_four, both, both, all_four, both, both, both, turned]


def test_what_follows_from_what_is_given_as_fields():
    extras = ExtrasSpec(derived={"B": ["deal"], "A": {Field.DEALER}})
    assert extras.derived == (("A", frozenset({Field.DEALER})), ("B", frozenset({Field.DEAL})))
    with pytest.raises(PluginLoadError, match="derived: 'deals' is not a valid Field"):
        ExtrasSpec(derived={"A": ["deals"]})


def test_extras_that_speak_of_seats_turn_with_the_hands(par):
    lose = Losses()
    extras = Extras({"seats:Hidden": "NE", "par:Lead": 3, "seats:Fixed": "x", "none:Seat": "N"})
    [board] = rotate([Board(extras=extras)], 1, lose, manager=par)
    left = {"seats:Hidden": "ES", "par:Lead": 3, "none:Seat": "N"}
    assert list(board.extras.items()) == list(left.items())
    assert lose == [(None, Field.EXTRAS, "the hands were rotated: seats:Fixed", LossKind.DROPPED)]
    [again] = rotate([Board(extras=extras)], -2, manager=par)
    assert again.extras["seats:Hidden"] == "SW"
    assert again.extras["seats:Fixed"] == "x"


def test_what_turns_with_the_hands_is_given_as_references():
    extras = ExtrasSpec(rotated={"B": "m:f", "A": "m:g"})
    assert extras.rotated == (("A", "m:g"), ("B", "m:f"))
    with pytest.raises(PluginLoadError, match="rotated maps an extra to a 'module:attribute'"):
        ExtrasSpec(rotated={"A": "nothing"})


EDITS = {
    "select": lambda boards: select(boards, "1-2"),
    "drop": lambda boards: drop(boards, "3"),
    "renumber": lambda boards: renumber(boards, 2),
    "swap": lambda boards: swap(boards, 1, 3),
    "move": lambda boards: move(boards, 1, 2),
    "rotate": lambda boards: rotate(boards, 1),
    "merge": lambda boards: merge(boards, [Board(number=9)]),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_set_gives_a_set(name):
    boards = BoardSet(
        boards=tuple(standard(n) for n in (1, 2, 3)), header=Extras({"x:y": 1}), format="x"
    )
    edited = EDITS[name](boards)
    assert isinstance(edited, BoardSet)
    assert (edited.header, edited.format) == (boards.header, "x")
    assert edited.boards == tuple(EDITS[name](list(boards)))
