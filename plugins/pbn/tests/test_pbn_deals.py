"""Many deals at once: the bytes are those that the writer makes of the same boards."""

from __future__ import annotations

import io
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
from overtrick import Board, Deal, Extras, Seat, Vulnerability
from overtrick_pbn.options import WriteOptions
from overtrick_pbn.write.export.deals import write_deals

numpy = pytest.importorskip("numpy")


def masks_of(chance, count):
    found = []
    for _ in range(count):
        pack = list(range(52))
        chance.shuffle(pack)
        found.append([sum(1 << card for card in pack[i : i + 13]) for i in (0, 13, 26, 39)])
    return numpy.asarray(found, numpy.int64).reshape(-1, 4).T


@given(
    chance=st.randoms(use_true_random=False),
    count=st.integers(0, 70),
    cut=st.integers(0, 70),
    first=st.sampled_from([1, 2, 5, 9, 84, 95, 990, 99_990]),
    same=st.fixed_dictionaries(
        {},
        optional={
            "dealer": st.sampled_from(Seat),
            "vulnerability": st.sampled_from(list(Vulnerability)),
            "extras": st.sampled_from(["overtrick deal", 'a "quote", 7 and [Board "3"]']).map(
                lambda text: Extras({"pbn:Generator": text})
            ),
        },
    ),
    options=st.fixed_dictionaries(
        {},
        optional={
            "style": st.sampled_from(["export", "plain"]),
            "encoding": st.sampled_from(["latin-1", "utf-8"]),
            "creator": st.just("someone"),
        },
    ),
)
def test_the_bytes_are_those_of_the_writer(*, chance, count, cut, first, same, options):
    if options.get("style") == "plain":
        same.pop("extras", None)
    hands = masks_of(chance, count)

    def board_of(number, deal):
        follows = {
            "dealer": Seat.dealer_of(number),
            "vulnerability": Vulnerability.of_board(number),
        }
        return Board(number=number, deal=deal, **{**follows, **same})

    quick, usual = io.BytesIO(), io.BytesIO()
    write_deals([hands[:, :cut], hands[:, cut:]], quick, first, board_of, WriteOptions(**options))
    boards = [
        board_of(first + place, Deal.from_masks(*masks))
        for place, masks in enumerate(hands.T.tolist())
    ]
    overtrick.write(boards, usual, format="pbn", options=options)
    assert quick.getvalue() == usual.getvalue()


def test_boards_of_which_more_is_to_be_told_are_refused():
    def board_of(number, deal):
        return Board(number=number, dealer=Seat.NORTH, deal=deal, name="twelve")

    with pytest.raises(ValueError, match="not written as it is"):
        write_deals([masks_of(random.Random(1), 3)], io.BytesIO(), 1, board_of,
                    WriteOptions())  # fmt: skip

    def nameless(number, deal):
        return attrs.evolve(board_of(number, deal), number=None)

    with pytest.raises(ValueError, match="not as the others"):
        write_deals([masks_of(random.Random(1), 3)], io.BytesIO(), 1, nameless,
                    WriteOptions())  # fmt: skip
