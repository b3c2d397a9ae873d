"""New orders of boards, against the core's own functions."""

from __future__ import annotations

import gzip

import pytest

import overtrick
import overtrick.plugin
from overtrick import EditError, SealedError, UnknownFormatError
from overtrick.plugin import default_manager
from overtrick_web.boards.editing import (
    Entry,
    Plan,
    chosen_places,
    edited,
    names_of,
)
from overtrick_web.boards.reading import read
from overtrick_web.boards.rewriting import FaultyError

DEALS = (
    "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543",
    "E:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543",
)
VULNERABLE = ("None", "NS", "EW", "All")


def pbn(numbers, *, more=""):
    """Such a file as it was read."""
    return read(pbn_data(numbers, more=more), "evening.pbn", default_manager())


def pbn_data(numbers, *, more=""):
    """A file in which each board has an auction, a comment and a tag that nobody knows."""
    parts = ["% PBN 2.1\n% Our club\n"]
    for number in numbers:
        dealer = "NESW"[(number - 1) % 4]
        vulnerable = VULNERABLE[(number - 1 + (number - 1) // 4) % 4]
        parts.append(
            f'[Event "Club"]\n[Board "{number}"]\n[Dealer "{dealer}"]\n'
            f'[Vulnerable "{vulnerable}"]\n[Deal "{DEALS[number % 2]}"]\n[OurTag "was {number}"]\n'
            f'{more}[Auction "{dealer}"]\n1NT   Pass Pass Pass\n\n'
        )
    return "".join(parts).encode()


def boards_of(data):
    return overtrick.read(data, sealed="show")


def tags(data):
    return [board.extras["pbn:OurTag"] for board in boards_of(data)]


def test_a_plan_as_text_is_the_same_plan_again():
    plan = Plan(entries=(Entry(1), Entry(2), Entry(3, turns=1), Entry(4), Entry(1, "k3f9")))
    assert plan.text == "1-2 3~1 4 k3f9:1"
    assert Plan.parse(plan.text, most=5) == plan
    assert plan.keys == ("k3f9",)


@pytest.mark.parametrize("text", ["0", "3-1", "x", "1~4", "1-6", "1-999999999", "../e:1", "1,2"])
def test_what_is_no_order_is_refused(text):
    with pytest.raises(EditError):
        Plan.parse(text, most=5)


def test_nothing_is_changed_to_the_byte():
    source = pbn(range(1, 9))
    result = edited(source, None)
    assert result.is_same
    assert result.written.data == pbn_data(range(1, 9))
    assert [row.number for row in result.rows] == list(range(1, 9))


def test_a_move_is_the_move_of_the_core():
    source = pbn(range(17, 25))
    result = edited(source, Plan.of(8).moved([5], 2))
    losses = overtrick.plugin.LossCollector()
    wanted = overtrick.move(overtrick.read(pbn_data(range(17, 25))), 21, 18, losses.add)
    assert boards_of(result.written.data).boards == wanted.boards
    assert result.written.losses == losses.report()
    assert [row.was for row in result.rows][:3] == ["17", "21", "18"]
    assert [row.number for row in result.rows] == list(range(17, 25))
    assert b"% Our club" in result.written.data


def test_a_swap_is_the_swap_of_the_core():
    source = pbn(range(1, 9))
    result = edited(source, Plan.of(8).swapped([2, 7]))
    losses = overtrick.plugin.LossCollector()
    wanted = overtrick.swap(overtrick.read(pbn_data(range(1, 9))), 2, 7, losses.add)
    assert boards_of(result.written.data).boards == wanted.boards
    assert result.written.losses == losses.report()


def test_keeping_dropping_turning_and_numbering_are_those_of_the_core():
    source = pbn(range(1, 9))
    whole = overtrick.read(pbn_data(range(1, 9)))
    kept = edited(source, Plan.of(8).kept([1, 2, 7]))
    assert boards_of(kept.written.data) == overtrick.select(whole, "1-2,7")
    dropped = edited(source, Plan.of(8).dropped([3]))
    assert boards_of(dropped.written.data) == overtrick.drop(whole, "3")
    turned = edited(source, Plan.of(8).turned(range(1, 9), 1))
    assert boards_of(turned.written.data).boards == overtrick.rotate(whole, 1).boards
    assert [loss.field for loss in turned.written.losses] == ["auction.calls"]
    numbered = edited(source, Plan.of(8).numbered("from", 33))
    assert boards_of(numbered.written.data).boards == overtrick.renumber(whole, 33).boards


def test_boards_of_another_file_come_in_at_a_place():
    plan = Plan.of(4).added([Entry(1, "b"), Entry(2, "b")], at=3)
    result = edited(pbn(range(1, 5)), plan, {"b": pbn((11, 12))})
    assert tags(result.written.data) == ["was 1", "was 2", "was 11", "was 12", "was 3", "was 4"]
    assert [row.number for row in result.rows] == [1, 2, 11, 12, 3, 4]
    moved = edited(pbn(range(1, 5)), plan.moved([1], 2), {"b": pbn((11, 12))})
    assert [(row.number, row.was) for row in moved.rows][:3] == [(1, "2"), (2, "1"), (11, "11")]
    anew = edited(pbn(range(1, 5)), plan.numbered("from"), {"b": pbn((11, 12))})
    assert [row.number for row in anew.rows] == [1, 2, 3, 4, 5, 6]


def test_a_drop_and_a_swap_are_those_of_the_core_together():
    source = pbn(range(1, 9))
    result = edited(source, Plan.of(8).dropped([3]).swapped([1, 7]))
    wanted = overtrick.swap(overtrick.drop(overtrick.read(pbn_data(range(1, 9))), "3"), 1, 8)
    assert boards_of(result.written.data).boards == wanted.boards


def test_boards_keep_their_numbers_where_that_is_said():
    source = pbn(range(1, 5))
    result = edited(source, Plan.of(4).numbered("keep").moved([4], 1))
    assert [row.number for row in result.rows] == [4, 1, 2, 3]
    assert not result.written.losses


def test_one_number_twice_is_refused_unless_boards_get_others():
    plan = Plan.of(4).added([Entry(1, "b")])
    with pytest.raises(EditError, match="in both sets of boards: 2"):
        edited(pbn(range(1, 5)), plan, {"b": pbn((2,))})
    result = edited(pbn(range(1, 5)), plan.numbered("from"), {"b": pbn((2,))})
    assert [row.number for row in result.rows] == [1, 2, 3, 4, 5]


def test_a_file_that_is_not_given_and_a_board_that_is_not_there_are_refused():
    with pytest.raises(EditError, match="no file 'b'"):
        edited(pbn((1,)), Plan.of(1).added([Entry(1, "b")]))
    with pytest.raises(EditError, match="no board at the place 2"):
        edited(pbn((1,)), Plan(entries=(Entry(2),)))


def test_boards_are_named_by_number_or_where_that_says_nothing_by_place():
    rows = edited(pbn(range(17, 21)), None).rows
    assert chosen_places("18-19", rows) == (2, 3)
    assert names_of((2, 3), rows) == "18-19"
    twice = edited(pbn((1, 1, 2)), None).rows
    assert chosen_places("2-3", twice) == (2, 3)
    with pytest.raises(EditError, match="no board 21"):
        chosen_places("17,21", rows)


def test_a_file_with_errors_is_left_alone_unless_it_is_to_be_saved_all_the_same():
    data = pbn_data((1, 2)).replace(b"T53.AJ7", b"T53.AJJ7", 1)
    bad = read(data, "evening.pbn", default_manager())
    with pytest.raises(FaultyError) as caught:
        edited(bad, Plan.of(2).dropped([1]))
    assert caught.value.count == 1
    result = edited(bad, Plan.of(2).dropped([1]), keep_going=True)
    assert tags(result.written.data) == ["was 2"]


def test_what_was_compressed_stays_compressed():
    source = pbn(range(1, 5))
    data = gzip.compress(pbn_data(range(1, 5)))
    packed = read(data, "evening.pbn.gz", default_manager())
    result = edited(packed, Plan.of(4).dropped([4]))
    plain = edited(source, Plan.of(4).dropped([4]))
    assert gzip.decompress(result.written.data) == plain.written.data


def test_sealed_boards_stay_sealed_and_are_not_brought_into_what_has_no_seal(sealed_dlm):
    result = edited(sealed_dlm, Plan.of(2).swapped([1, 2]))
    assert boards_of(result.written.data).is_sealed
    plan = Plan.of(4).added([Entry(1, "s")]).numbered("places")
    with pytest.raises(SealedError):
        edited(pbn(range(1, 5)), plan, {"s": sealed_dlm})


def test_a_format_that_is_read_only_is_refused():
    source = read(b"G 1\nB 1,N:,0\nH N\n", "a.rbn", default_manager())
    with pytest.raises(UnknownFormatError):
        edited(source, None)
