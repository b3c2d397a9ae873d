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
from overtrick.plugin import WriteSettings
from overtrick_deal.commands.pbn_deals import PbnDeals

numpy = pytest.importorskip("numpy")


def masks_of(chance, count):
    found = []
    for _ in range(count):
        pack = list(range(52))
        chance.shuffle(pack)
        found.append([sum(1 << card for card in pack[i : i + 13]) for i in (0, 13, 26, 39)])
    return numpy.asarray(found, numpy.int64).reshape(-1, 4).T


@pytest.mark.slow
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
            "extras": st.sampled_from(
                ["overtrick deal", 'a "quote", 7 and [Board "3"]', "long " * 60]
            ).map(lambda text: Extras({"pbn:Generator": text})),
        },
    ),
    options=st.fixed_dictionaries(
        {},
        optional={
            "style": st.sampled_from(["auto", "export", "plain"]),
            "long_values": st.sampled_from(["keep", "cut"]),
            "encoding": st.sampled_from(["latin-1", "utf-8"]),
            "creator": st.just("someone"),
        },
    ),
)
def test_the_bytes_are_those_of_the_writer(*, chance, count, cut, first, same, options):
    hands = masks_of(chance, count)

    def board_of(number, deal):
        follows = {
            "dealer": Seat.dealer_of(number),
            "vulnerability": Vulnerability.of_board(number),
        }
        return Board(number=number, deal=deal, **{**follows, **same})

    quick, usual = io.BytesIO(), io.BytesIO()
    settings = WriteSettings(format="pbn", options=options)
    blocks = [hands[:, :cut], hands[:, cut:]]
    games = PbnDeals(board_of, settings, first)
    boards = [
        board_of(first + place, Deal.from_masks(*masks))
        for place, masks in enumerate(hands.T.tolist())
    ]
    losses = overtrick.write(boards, usual, format="pbn", options=options)
    assert games.losses.is_lossless == losses.is_lossless or not boards
    games.write(blocks, quick)
    assert quick.getvalue() == usual.getvalue()


def test_losses_of_one_board_are_found_before_any_is_written():
    def board_of(number, deal):
        return Board(
            number=number,
            dealer=Seat.dealer_of(number),
            vulnerability=Vulnerability.of_board(number),
            deal=deal,
            name="twelve",
        )

    settings = WriteSettings(format="pbn")
    assert not PbnDeals(board_of, settings, 1).losses.is_lossless
    unnamed = PbnDeals(lambda n, deal: attrs.evolve(board_of(n, deal), name=None), settings, 1)
    assert unnamed.losses.is_lossless


def test_boards_that_are_not_as_the_others_are_refused():
    def board_of(number, deal):
        return Board(number=4, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE, deal=deal)

    games = PbnDeals(board_of, WriteSettings(format="pbn"), 1)
    with pytest.raises(ValueError, match="not as the others"):
        games.write([masks_of(random.Random(1), 3)], io.BytesIO())
