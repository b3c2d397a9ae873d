"""Duplicate scoring: the score of a contract and its result, IMPs, and matchpoints."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import Final

from overtrick.findings.errors import CallError
from overtrick.model.cards import Strain
from overtrick.model.contract import Contract, Doubling
from overtrick.model.table import Side, Vulnerability

# The lowest difference in total points for 1, 2, ... 24 IMPs.
_IMP_STEPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip

# What the first to the thirteenth undertrick cost, doubled.
_DOUBLED_NOT_VULNERABLE: Final = (100, 200, 200, *(300,) * 10)
_DOUBLED_VULNERABLE: Final = (200, *(300,) * 12)


def score_contract(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Return declarer's duplicate score; negative when the contract fails.

    Args:
        contract: a contract of level 1 to 7, or a passed-out board (0 points).
        tricks: tricks won by declarer, 0 to 13; without meaning for a passed-out board.
        vulnerable: whether declarer's side is vulnerable.

    Raises:
        CallError: the contract has no level, or the tricks are outside 0 to 13.

    Example:
        >>> score_contract(Contract.parse("5HX"), 9, vulnerable=False)
        -300
        >>> score_contract(Contract.parse("7NTXX"), 13, vulnerable=True)
        2980

    Source: Laws of Duplicate Bridge 2017, Law 77.
    """
    if contract.is_passed_out:
        return 0
    level, strain, doubling = contract.level, contract.strain, contract.doubling
    if not level or strain is None:
        msg = f"no score without a level and strain: {contract}"
        raise CallError(msg)
    if not 0 <= tricks <= 13:
        msg = f"not a number of tricks: {tricks!r} (0 to 13)"
        raise CallError(msg)
    over = tricks - level - 6
    if over < 0:
        return -_undertricks(-over, doubling, vulnerable=vulnerable)
    per_trick = 20 if strain <= Strain.DIAMONDS else 30
    trick_points = (level * per_trick + (10 if strain is Strain.NOTRUMP else 0)) << doubling
    score = trick_points + 50 * doubling
    score += (500 if vulnerable else 300) if trick_points >= 100 else 50
    if level == 6:
        score += 750 if vulnerable else 500
    elif level == 7:
        score += 1500 if vulnerable else 1000
    if doubling is Doubling.UNDOUBLED:
        return score + over * per_trick
    return score + over * 100 * doubling * (2 if vulnerable else 1)


def _undertricks(count: int, doubling: Doubling, *, vulnerable: bool) -> int:
    if doubling is Doubling.UNDOUBLED:
        return count * (100 if vulnerable else 50)
    table = _DOUBLED_VULNERABLE if vulnerable else _DOUBLED_NOT_VULNERABLE
    return sum(table[:count]) * doubling


def score_for_side(
    contract: Contract, tricks: int, vulnerability: Vulnerability, side: Side = Side.NORTH_SOUTH
) -> int:
    """Return the duplicate score from one side's point of view.

    Raises:
        CallError: as `score_contract`, or the contract's declarer is not known.

    Example:
        >>> from overtrick import Seat
        >>> contract = Contract.parse("4S", declarer=Seat.EAST)
        >>> score_for_side(contract, 10, Vulnerability.EW)
        -620
    """
    if contract.is_passed_out:
        return 0
    declarer = contract.declarer
    if declarer is None:
        msg = f"no score for a side without a declarer: {contract}"
        raise CallError(msg)
    score = score_contract(contract, tricks, vulnerable=vulnerability.includes(declarer))
    return score if declarer.side is side else -score


def imps(difference: int) -> int:
    """Return the IMPs, -24 to 24, of a difference in total points.

    Example:
        >>> imps(430), imps(-10), imps(-4000)
        (10, 0, -24)

    Source: Laws of Duplicate Bridge 2017, Law 78 B.
    """
    scale = bisect.bisect_right(_IMP_STEPS, abs(difference))
    return scale if difference >= 0 else -scale


def matchpoints(scores: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return the matchpoints of a column of scores: 2 for each beaten, 1 for each equal.

    Args:
        scores: one side's scores on one board; `None` for a table that did not play it.

    Returns:
        For each score 0 to `2 * (n - 1)` where `n` tables played, `None` where there is none.

    Example:
        >>> matchpoints([420, 450, 420, None, -50])
        (3, 6, 3, None, 0)

    Source: PBN 2.1 §4.2.3 (ScoreMP, modifier MP1); Laws of Duplicate Bridge 2017, Law 78 A.
    """
    played = sorted(score for score in scores if score is not None)
    results: list[int | None] = []
    for score in scores:
        if score is None:
            results.append(None)
            continue
        below = bisect.bisect_left(played, score)
        equal = bisect.bisect_right(played, score) - below - 1
        results.append(2 * below + equal)
    return tuple(results)
