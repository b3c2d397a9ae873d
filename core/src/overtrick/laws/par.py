"""Par: the score of a deal when both sides bid and play with all cards open.

The auction is a game with open cards. A side that bids is either left in its contract, doubled
if it fails, or outbid. The value of a bid is what its side gets when the other side answers as
well as it can; par is the value of the first call. Bids are worked out from 7NT downwards, since
the answers to a bid are all higher.
"""

from __future__ import annotations

import functools
from typing import Final

import attrs

from overtrick.findings.errors import ModelError
from overtrick.model.calls import CALLS
from overtrick.model.cards import Strain
from overtrick.model.contract import Contract, Doubling
from overtrick.model.grids import DoubleDummyGrid
from overtrick.model.scoring import score_contract
from overtrick.model.table import Seat, Side, Vulnerability

_BIDS: Final = tuple((call.level, call.strain) for call in CALLS if call.strain is not None)

_Table = tuple[tuple[int, ...], tuple[int, ...]]


@attrs.frozen(kw_only=True)
class ParContract:
    """A contract by which par is reached, with its result.

    Attributes:
        contract: with declarer, doubled where it fails.
        tricks: tricks won by declarer, 0 to 13.
    """

    contract: Contract
    tricks: int

    def __str__(self) -> str:
        over = self.tricks - (self.contract.tricks_needed or 0)
        return f"{self.contract}{f'{over:+d}' if over else '='}"


@attrs.frozen(kw_only=True)
class Par:
    """The par of a deal.

    Attributes:
        score: points of North and South.
        contracts: the contracts that reach it, in bidding order and then by seat; each strain
            of a side at the lowest level that leaves the other side only worse bids (so 4S
            where 3S would be outbid, and the sacrifice, not a lower bid that could be left in).
            Empty where the board is best passed out.
        higher: the same contracts at higher levels that are worth no less, in the same order:
            beside 2S with an overtrick 3S just made. With `contracts` these are all contracts
            by which par is reached.
    """

    score: int
    contracts: tuple[ParContract, ...] = ()
    higher: tuple[ParContract, ...] = ()

    def for_side(self, side: Side) -> int:
        """Return the par score from a side's point of view."""
        return self.score if side is Side.NORTH_SOUTH else -self.score

    def __str__(self) -> str:
        words = ", ".join(str(contract) for contract in self.contracts)
        return f"NS {self.score}: {words or 'Pass'}"


def par(grid: DoubleDummyGrid, dealer: Seat, vulnerability: Vulnerability) -> Par:
    """Return the par score and contracts of a deal.

    Either partner may declare: the one who takes more tricks. The dealer matters only where both
    sides can make the same contract, so that the first to bid gets it.

    Args:
        grid: the double-dummy tricks, complete.
        dealer: who calls first.
        vulnerability: which sides are vulnerable.

    Raises:
        ModelError: a number of the grid is not known.

    Example:
        Over 3NT, four hearts doubled would cost East and West less: North and South need 4NT.

        >>> grid = DoubleDummyGrid(((8, 11, 5, 6, 10), (5, 2, 8, 7, 3)) * 2)
        >>> print(par(grid, Seat.NORTH, Vulnerability.BOTH))
        NS 630: 4NT by N=, 4NT by S=

    Source: PBN 2.1 §4.2.7 (OptimumScore); Laws of Duplicate Bridge 2017, Law 77.
    """
    tricks = _side_tricks(grid)
    outcomes = _outcomes(tricks, vulnerability)
    answers = _answers(outcomes)
    score = _first_call(outcomes, answers, dealer.side)
    contracts, higher = _par_contracts(grid, score, tricks, outcomes, answers)
    return Par(score=score, contracts=contracts, higher=higher)


def par_scores(grid: DoubleDummyGrid, vulnerability: Vulnerability) -> tuple[int, ...]:
    """Return the par scores of North and South, ascending: two where par depends on who bids first.

    Raises:
        ModelError: a number of the grid is not known.

    Example:
        >>> par_scores(DoubleDummyGrid(((6, 6, 6, 6, 7),) * 4), Vulnerability.NONE)
        (-90, 90)
    """
    outcomes = _outcomes(_side_tricks(grid), vulnerability)
    answers = _answers(outcomes)
    return tuple(sorted({_first_call(outcomes, answers, side) for side in Side}))


def pars(grid: DoubleDummyGrid) -> dict[tuple[Seat, Vulnerability], Par]:
    """Return the par of a deal for every dealer and vulnerability: sixteen of them.

    Raises:
        ModelError: a number of the grid is not known.

    Example:
        >>> found = pars(DoubleDummyGrid(((6, 6, 6, 6, 7),) * 4))
        >>> print(found[Seat.NORTH, Vulnerability.NONE], "|", found[Seat.EAST, Vulnerability.NONE])
        NS 90: 1NT by N=, 1NT by S= | NS -90: 1NT by E=, 1NT by W=
    """
    # Partners who deal come to the same.
    found = {
        (dealer, vulnerability): par(grid, dealer, vulnerability)
        for dealer in (Seat.NORTH, Seat.EAST)
        for vulnerability in Vulnerability
    }
    return {
        (dealer, vulnerability): found[Seat(dealer & 1), vulnerability]
        for dealer in Seat
        for vulnerability in Vulnerability
    }


def _side_tricks(grid: DoubleDummyGrid) -> _Table:
    """Return the tricks of each side by strain, by its better declarer."""
    best: list[list[int]] = [[0] * 5, [0] * 5]
    for seat in Seat:
        for strain in Strain:
            count = grid.tricks_of(seat, strain)
            if count is None:
                msg = f"no par without the tricks of {seat.symbol} in {strain.symbol}"
                raise ModelError(msg)
            best[seat.side][strain] = max(best[seat.side][strain], count)
    return tuple(best[0]), tuple(best[1])


def _outcomes(tricks: _Table, vulnerability: Vulnerability) -> _Table:
    """Return the score of North and South for each bid of each side, doubled where it fails."""
    rows = []
    for side in Side:
        sign = 1 if side is Side.NORTH_SOUTH else -1
        vulnerable = vulnerability.includes(side)
        scores = [_scores(strain, tricks[side][strain], vulnerable) for strain in Strain]
        rows.append(tuple(sign * scores[strain][level - 1] for level, strain in _BIDS))
    return rows[0], rows[1]


@functools.cache
def _scores(strain: Strain, tricks: int, vulnerable: bool) -> tuple[int, ...]:
    """Return declarer's score for each level of a strain, doubled where he fails."""
    found = []
    for level in range(1, 8):
        doubling = Doubling.DOUBLED if tricks < level + 6 else Doubling.UNDOUBLED
        contract = Contract(level=level, strain=strain, doubling=doubling)
        found.append(score_contract(contract, tricks, vulnerable=vulnerable))
    return tuple(found)


# Beyond every score: the answer to 7NT.
_NONE: Final = 10**6


def _answers(outcomes: _Table) -> _Table:
    """Return the score that the best higher bid of the other side leads to, for each bid."""
    answers: tuple[list[int], list[int]] = ([0] * len(_BIDS), [0] * len(_BIDS))
    # What each side gets at best by a bid above the one at hand.
    north_south, east_west = -_NONE, _NONE
    for index in range(len(_BIDS) - 1, -1, -1):
        answers[0][index], answers[1][index] = east_west, north_south
        of_north_south = min(outcomes[0][index], east_west)
        of_east_west = max(outcomes[1][index], north_south)
        north_south, east_west = max(north_south, of_north_south), min(east_west, of_east_west)
    return tuple(answers[0]), tuple(answers[1])


def _first_call(outcomes: _Table, answers: _Table, first: Side) -> int:
    """Return par: four players in turn open or pass, and four passes are worth nothing."""
    best = (
        max(map(min, outcomes[0], answers[0])),
        min(map(max, outcomes[1], answers[1])),
    )
    score = 0
    # The fourth player decides first what he would do.
    for side in (first.other, first, first.other, first):
        choose = max if side is Side.NORTH_SOUTH else min
        score = choose(score, best[side])
    return score


def _par_contracts(
    grid: DoubleDummyGrid, score: int, tricks: _Table, outcomes: _Table, answers: _Table
) -> tuple[tuple[ParContract, ...], tuple[ParContract, ...]]:
    """Return the contracts that reach par: the lowest of each side and strain, and those above."""
    found: list[ParContract] = []
    higher: list[ParContract] = []
    seen: set[tuple[Side, Strain]] = set()
    if score == 0:
        return (), ()
    for index, (level, strain) in enumerate(_BIDS):
        for side in Side:
            key = (side, strain)
            worse = answers[side][index] - score
            is_final = worse > 0 if side is Side.NORTH_SOUTH else worse < 0
            if outcomes[side][index] != score or not is_final:
                continue
            into = higher if key in seen else found
            seen.add(key)
            count = tricks[side][strain]
            doubling = Doubling.DOUBLED if count < level + 6 else Doubling.UNDOUBLED
            into += [
                ParContract(
                    contract=Contract(level=level, strain=strain, doubling=doubling, declarer=seat),
                    tricks=count,
                )
                for seat in Seat
                if seat.side is side and grid.tricks_of(seat, strain) == count
            ]
    return tuple(found), tuple(higher)
