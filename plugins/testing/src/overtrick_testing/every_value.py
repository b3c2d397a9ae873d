"""Boards with each value that a field can have: numbers, tricks, contracts, seats."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Final

import attrs

from overtrick import (
    PASSED_OUT,
    Auction,
    Board,
    Contract,
    Deal,
    DoubleDummyGrid,
    Doubling,
    Field,
    Result,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick.plugin import ALL_FIELDS
from overtrick_testing.examples import keep_fields

NUMBERS: Final = (*range(1, 101), 127, 128, 129, 199, 255, 256, 257, 999, 1000, 1001, 65535, 65536)
"""Numbers as clubs have them, and those where a byte, two digits or three are full."""

_FIRST: Final = ["AKQJ.T987.654.32", "T987.654.32.AKQJ", "654.32.AKQJ.T987", "32.AKQJ.T987.654"]


@functools.cache
def different_deal(index: int) -> Deal:
    """Return one of some deals; those of neighbouring numbers differ in every hand.

    Args:
        index: 0 or more; there are 24 deals.

    Example:
        >>> different_deal(0) == different_deal(24), different_deal(0) == different_deal(1)
        (True, False)
    """
    orders = ("NESW", "ESWN", "SWNE", "WNES")
    hands = [_FIRST["NESW".index(seat)] for seat in orders[index % 4]]
    suits = ((0, 1, 2, 3), (1, 0, 3, 2), (3, 2, 1, 0), (2, 3, 0, 1), (0, 2, 1, 3), (3, 1, 0, 2))
    order = suits[index // 4 % 6]
    turned = [".".join(hand.split(".")[suit] for suit in order) for hand in hands]
    return Deal.parse(f"N:{' '.join(turned)}")


def numbered_board(number: int | None, index: int = 0) -> Board:
    """Return a board with a deal, and the dealer and vulnerability of its number.

    Args:
        number: its number, `None` for a board without one.
        index: which deal it has; see `different_deal`.

    Example:
        >>> numbered_board(256).dealer.name, numbered_board(None).dealer
        ('WEST', None)
    """
    return Board(
        number=number,
        dealer=None if number is None else Seat.dealer_of(number),
        vulnerability=None if number is None else Vulnerability.of_board(number),
        deal=different_deal(index),
    )


def dealt_boards() -> tuple[Board, ...]:
    """Return boards 1 to 16 with the dealer and vulnerability of other boards: each with each."""
    return tuple(
        attrs.evolve(
            numbered_board(4 * seat + said + 1, seat + said),
            dealer=seat,
            vulnerability=Vulnerability(said),
        )
        for seat in Seat
        for said in range(4)
    )


def contract_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, ...]:
    """Return a board for each contract, doubled or not, by each declarer, and one passed out.

    The auctions lead there at once; results go through 0 to 13 tricks.

    Example:
        >>> len(contract_boards())
        421
    """
    boards = [_passed_out()]
    for level in range(1, 8):
        for strain in Strain:
            for doubling in Doubling:
                for seat in Seat:
                    contract = Contract(
                        level=level, strain=strain, doubling=doubling, declarer=seat
                    )
                    boards.append(_played(contract, len(boards)))
    return tuple(keep_fields(board, carries) for board in boards)


def _passed_out() -> Board:
    auction = Auction.of(Seat.NORTH, "Pass Pass Pass Pass")
    return attrs.evolve(numbered_board(1), contract=PASSED_OUT, auction=auction)


def _played(contract: Contract, index: int) -> Board:
    declarer = contract.declarer
    assert declarer is not None
    number = 1 + index % 16
    dealer = Seat.dealer_of(number)
    calls = ["Pass"] * ((declarer - dealer) % 4)
    calls += [str(attrs.evolve(contract, doubling=Doubling.UNDOUBLED, declarer=None))]
    calls += ["X", "XX"][: contract.doubling]
    calls += ["Pass"] * 3
    return attrs.evolve(
        numbered_board(number, index),
        contract=contract,
        result=Result(tricks=index % 14),
        auction=Auction.of(dealer, " ".join(calls)),
    )


def result_boards() -> tuple[Board, ...]:
    """Return boards with every number of tricks, said of declarer or of either side or of both."""
    contract = Contract(level=4, strain=Strain.SPADES, declarer=Seat.EAST)
    kinds = [
        result
        for tricks in range(14)
        for result in (
            Result(tricks=tricks),
            Result(ns=tricks),
            Result(ew=tricks),
            Result(ns=tricks, ew=13 - tricks),
        )
    ]
    return tuple(
        attrs.evolve(numbered_board(1 + index % 16, index), contract=contract, result=result)
        for index, result in enumerate(kinds)
    )


def double_dummy_boards() -> tuple[Board, ...]:
    """Return boards with double-dummy tables: each number of tricks in each of the 20 places.

    No two rows or columns of a table are alike, so that one in the place of another is seen.
    """
    boards = []
    for shift in range(14):
        tricks = tuple(
            tuple((shift + 5 * seat + 2 * strain + seat * strain) % 14 for strain in range(5))
            for seat in range(4)
        )
        grid = DoubleDummyGrid(tricks).to_grid()
        boards.append(attrs.evolve(numbered_board(1 + shift, shift), grids=(grid,)))
    return tuple(boards)
