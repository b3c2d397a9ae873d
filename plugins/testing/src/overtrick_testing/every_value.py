"""Boards with each value that a field can have: numbers, tricks, contracts, seats."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterator
from typing import Any, Final

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
    Info,
    Play,
    Result,
    Score,
    Seat,
    Strain,
    Trick,
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
    """Return boards with every number of tricks: of declarer, of either side or both, irregular."""
    contract = Contract(level=4, strain=Strain.SPADES, declarer=Seat.EAST)
    kinds = [
        result
        for tricks in range(14)
        for result in (
            Result(tricks=tricks),
            Result(ns=tricks),
            Result(ew=tricks),
            Result(ns=tricks, ew=13 - tricks),
            Result(tricks=tricks, irregular=True),
        )
    ]
    return tuple(
        attrs.evolve(numbered_board(1 + index % 16, index), contract=contract, result=result)
        for index, result in enumerate(kinds)
    )


def value_pairs(carries: Collection[Field] = ALL_FIELDS) -> Iterator[tuple[Field, Board, Board]]:
    """Yield two boards that differ in the value of one field, and that field.

    In a text the two values are as long as each other, as far as the format has them so.

    Example:
        >>> field, one, other = next(value_pairs({Field.NUMBER, Field.DEAL}))
        >>> field.value, one.number, other.number
        ('number', 8, 9)
    """

    def made(**values: Any) -> Board:  # noqa: ANN401  # of any field
        return attrs.evolve(numbered_board(3, 1), **values)

    def played(contract: str, declarer: Seat = Seat.EAST, **values: Any) -> Board:  # noqa: ANN401  # any field
        return made(contract=Contract.parse(contract, declarer=declarer), **values)

    def bid(calls: str, **values: Any) -> Board:  # noqa: ANN401  # of any field
        auction = Auction.of(Seat.NORTH, f"{calls} Pass Pass Pass")
        return played(calls, Seat.NORTH, dealer=Seat.NORTH, auction=auction, **values)

    def dummy(count: int) -> Board:
        rows = ((count, 6, 7, 5, 4), (6, 7, 5, 4, 8))
        return made(grids=(DoubleDummyGrid(rows * 2).to_grid(),))

    def about(**values: Any) -> Board:  # noqa: ANN401  # of any field
        return made(info=Info(**values))

    ten = Result(tricks=10)
    pairs = (
        (Field.NUMBER, made(number=8), made(number=9)),
        (Field.NUMBER, made(number=12), made(number=34)),
        (Field.DEALER, made(dealer=Seat.NORTH), made(dealer=Seat.SOUTH)),
        (
            Field.VULNERABILITY,
            made(vulnerability=Vulnerability.NS),
            made(vulnerability=Vulnerability.EW),
        ),
        (Field.DEAL, made(), made(deal=different_deal(3))),
        (Field.CONTRACT, played("4S"), played("3H")),
        (Field.CONTRACT, played("4S"), played("4S", Seat.WEST)),
        (
            Field.RESULT,
            played("4S", result=Result(tricks=8)),
            played("4S", result=Result(tricks=9)),
        ),
        (Field.RESULT, played("4S", result=ten), played("4S", result=Result(tricks=12))),
        (
            Field.SCORE,
            played("4S", result=ten, score=Score(ns=-420)),
            played("4S", result=ten, score=Score(ns=-650)),
        ),
        (Field.SCORING, made(scoring="IMP"), made(scoring="BAM")),
        (Field.AUCTION_CALLS, bid("1NT"), bid("2NT")),
        (
            Field.PLAY_CARDS,
            bid("1NT", play=Play.of(Seat.EAST, "SA")),
            bid("1NT", play=Play.of(Seat.EAST, "SK")),
        ),
        (Field.GRIDS, dummy(2), dummy(3)),
        (Field.INFO_EVENT, about(event="Alpha"), about(event="Delta")),
        (Field.INFO_SITE, about(site="Paris"), about(site="Delft")),
        (Field.INFO_DATE, about(date="2024.05.31"), about(date="2025.06.30")),
        (Field.INFO_PLAYERS, about(players=("Ann",) * 4), about(players=("Bob",) * 4)),
        (Field.INFO_TEAMS, about(teams=("Ann", "Eve")), about(teams=("Bob", "Kit"))),
    )
    for field, one, other in pairs:
        if field in carries:
            yield field, keep_fields(one, carries), keep_fields(other, carries)


def doubled_pairs() -> Iterator[tuple[Field, Board, Board]]:
    """Yield boards whose contracts differ in the doubling alone, as `value_pairs` has them.

    Example:
        >>> [(one.contract.text, other.contract.text) for _, one, other in doubled_pairs()]
        [('4S', '4SX'), ('4S', '4SXX'), ('4SX', '4SXX')]
    """
    made = [
        attrs.evolve(numbered_board(3, 1), contract=Contract.parse(text, declarer=Seat.EAST))
        for text in ("4S", "4SX", "4SXX")
    ]
    for one, other in itertools.combinations(made, 2):
        yield Field.CONTRACT, one, other


def auction_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, ...]:
    """Return boards with auctions of each length that bids alone reach, and the longest of all.

    Example:
        >>> lengths = [len(board.auction.entries) for board in auction_boards()]
        >>> lengths[:3], 21 in lengths, max(lengths)
        ([4, 5, 6], True, 319)
    """
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    calls = [[*bids[:count], *["Pass"] * 3] for count in range(1, len(bids) + 1)]
    doubled = " Pass Pass X Pass Pass XX Pass Pass"
    for count in (1, 2, 3, 11, 12, len(bids)):
        text = " ".join(["Pass Pass Pass", *(bid + doubled for bid in bids[:count]), "Pass"])
        calls.append(text.split())
    boards = []
    for index, words in enumerate(calls):
        board = numbered_board(1 + index % 16, index)
        assert board.dealer is not None
        auction = Auction.of(board.dealer, " ".join(words))
        boards.append(attrs.evolve(board, auction=auction, contract=auction.contract()))
    return tuple(keep_fields(board, carries) for board in boards)


def play_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, ...]:
    """Return boards played for 1 to 13 tricks in three notrump by South.

    Example:
        >>> [len(board.play.tricks) for board in play_boards()][-2:]
        [12, 13]
    """
    board = numbered_board(3)
    assert board.deal is not None
    left = {seat: list(board.deal[seat]) for seat in Seat}
    leader, rows = Seat.WEST, []
    for _ in range(13):
        led = left[leader][0]
        trick = {}
        for step in range(4):
            seat = leader.after(step)
            card = next((one for one in left[seat] if one.suit is led.suit), left[seat][-1])
            left[seat].remove(card)
            trick[seat] = card
        cards = [str(trick[Seat.WEST.after(step)]) for step in range(4)]
        rows.append(" ".join(cards))
        winner = Trick.of(Seat.WEST, *cards).winner(leader, Strain.NOTRUMP)
        assert winner is not None
        leader = winner
    contract = Contract(level=3, strain=Strain.NOTRUMP, declarer=Seat.SOUTH)
    auction = Auction.of(Seat.SOUTH, "3NT Pass Pass Pass")
    boards = [
        attrs.evolve(
            numbered_board(3, 0),
            contract=contract,
            auction=auction,
            play=Play.of(Seat.WEST, *rows[:count]),
        )
        for count in range(1, 14)
    ]
    return tuple(keep_fields(board, carries) for board in boards)


def incomplete_tables() -> tuple[Board, ...]:
    """Return boards with double-dummy tables in which numbers are missing.

    Some have one number, one has one row, some lack one number.

    Example:
        >>> [sum(row.count(None) for row in board.double_dummy.tricks)
        ...  for board in incomplete_tables()]
        [19, 15, 19, 1, 1]
    """
    full = [[(5 * seat + 2 * strain) % 14 for strain in range(5)] for seat in range(4)]
    every = {(seat, strain) for seat in range(4) for strain in range(5)}
    kept = [
        {(0, 0)},
        {(2, strain) for strain in range(5)},
        {(3, 4)},
        every - {(1, 2)},
        every - {(3, 4)},
    ]
    boards = []
    for index, places in enumerate(kept):
        tricks = tuple(
            tuple(full[seat][strain] if (seat, strain) in places else None for strain in range(5))
            for seat in range(4)
        )
        grid = DoubleDummyGrid(tricks).to_grid()
        boards.append(attrs.evolve(numbered_board(1 + index, index), grids=(grid,)))
    return tuple(boards)


def odd_boards() -> tuple[Board, ...]:
    """Return boards with values that many formats have no place for, or not in full.

    Results of a side or irregular ones, tables with gaps, and contracts of which something is
    missing or unusual.

    Example:
        >>> len(odd_boards())
        13
    """
    contracts = (
        Contract(strain=Strain.SPADES, declarer=Seat.EAST),
        Contract(declarer=Seat.EAST),
        Contract(level=4, strain=Strain.SPADES, declarer=Seat.EAST, swapped=True),
    )
    played = (attrs.evolve(numbered_board(3), contract=contract) for contract in contracts)
    return (*result_boards()[:5], *incomplete_tables(), *played)


def varied_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, ...]:
    """Return some of the boards of each kind here, for what is done with few.

    Example:
        >>> len(varied_boards()) < 100
        True
    """
    numbered = [numbered_board(number) for number in NUMBERS[9::11]]
    boards = [*numbered, *result_boards()[::5], *double_dummy_boards()[::3], *incomplete_tables()]
    played = [*contract_boards()[::29], *auction_boards()[::9], *play_boards()[::6]]
    return tuple(keep_fields(board, carries) for board in (*boards, *played))


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
