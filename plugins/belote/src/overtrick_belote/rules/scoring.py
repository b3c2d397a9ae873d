"""The score of a hand, with its steps (rules 4.10 and 7)."""

from __future__ import annotations

import enum

import attrs

from overtrick_belote.errors import expect
from overtrick_belote.rules.auction import Contract
from overtrick_belote.rules.cards import Side
from overtrick_belote.rules.options import DoublingBase, Rounding, RuleOptions


class Item(enum.Enum):
    """The kind of a line of the score."""

    TRICKS = "tricks"
    DEFEAT = "defeat"
    ANNOUNCES = "announces"
    OPPONENTS_ANNOUNCES = "opponents-announces"
    BID = "bid"
    BELOT = "belot"


@attrs.frozen
class ScoreLine:
    """A part of a side's score.

    Attributes:
        item: what it is for.
        points: the points, rounded, before a double.
        multiplier: 1, 2 or 4.
    """

    item: Item
    points: int
    multiplier: int

    @property
    def total(self) -> int:
        """The points of the line."""
        return self.points * self.multiplier


@attrs.frozen(kw_only=True)
class Earned:
    """The trick points and declarations of a hand, by side (`Side.NORTH_SOUTH`, `Side.EAST_WEST`).

    Attributes:
        tricks: points of the tricks with the last trick's; their sum is 162, or 252 in a slam.
        won: how many tricks each has, their sum 8.
        announces: points of the announces that count; one of the two is 0.
        declared: points of all announces declared, also of those that do not count.
        belot: 0 or 20 each.
    """

    tricks: tuple[int, int]
    won: tuple[int, int]
    announces: tuple[int, int] = (0, 0)
    declared: tuple[int, int] = (0, 0)
    belot: tuple[int, int] = (0, 0)


@attrs.frozen(kw_only=True)
class HandScore:
    """The score of a hand, with its steps.

    Attributes:
        contract: the contract.
        earned: what the sides took.
        totals: the totals that decide about the contract, by side (4.10).
        needed: what the declaring side's total must reach: the bid and two.
        beats_defence: whether the declaring side has more than the defenders (first requirement).
        reaches_bid: whether it has what is needed (second requirement).
        lines: the parts of the score, by side.
    """

    contract: Contract
    earned: Earned
    totals: tuple[int, int]
    needed: int
    beats_defence: bool
    reaches_bid: bool
    lines: tuple[tuple[ScoreLine, ...], tuple[ScoreLine, ...]]

    @property
    def made(self) -> bool:
        """Whether the contract is made."""
        return self.beats_defence and self.reaches_bid

    @property
    def score(self) -> tuple[int, int]:
        """The score of the hand, by side."""
        first, second = self.lines
        return (sum(line.total for line in first), sum(line.total for line in second))


def rounded(points: int, rounding: Rounding) -> int:
    """Round trick points to a multiple of ten (7.4).

    Example:
        >>> rounded(131, Rounding.HALF_UP), rounded(75, Rounding.HALF_UP)
        (130, 80)
    """
    if rounding is Rounding.NONE:
        return points
    return (points + (4 if rounding is Rounding.HALF_DOWN else 5)) // 10 * 10


def _trick_points(declarers: int, defenders: int, options: RuleOptions) -> tuple[int, int]:
    first = rounded(declarers, options.rounding)
    if options.rounding is Rounding.COMPLEMENT:
        # 160 of 162, 250 in a slam: a defender's trick of no points makes none.
        return first, (declarers + defenders) // 10 * 10 - first
    return first, rounded(defenders, options.rounding)


def score_hand(contract: Contract, earned: Earned, options: RuleOptions) -> HandScore:
    """Score a finished hand.

    Example:
        >>> from overtrick import Seat, Suit
        >>> from overtrick_belote.rules.auction import Bid
        >>> contract = Contract(Bid(120, Suit.CLUBS), Seat.NORTH)
        >>> earned = Earned(
        ...     tricks=(131, 31), won=(6, 2), announces=(20, 0), declared=(20, 0)
        ... )
        >>> score_hand(contract, earned, RuleOptions()).score
        (270, 30)
    """
    expect(contract, Contract, "contract", "a Contract")
    expect(earned, Earned, "earned", "what was Earned")
    expect(options, RuleOptions, "options", "RuleOptions")
    side = contract.side
    other = side.other
    counted = earned.declared if options.outranked_for_contract else earned.announces
    totals = [earned.tricks[s] + earned.announces[s] for s in Side]
    totals[side] = earned.tricks[side] + counted[side]
    if options.belot_for_contract:
        totals = [total + belot for total, belot in zip(totals, earned.belot, strict=True)]
    needed = contract.bid.amount + 2
    beats, reaches = totals[side] > totals[other], totals[side] >= needed
    if beats and reaches:
        ours, theirs = _made(contract, earned, options)
    else:
        ours, theirs = _defeated(contract, earned, options)
    kept = contract.multiplier if options.doubled_belot else 1
    for lines, which in ((ours, side), (theirs, other)):
        if earned.belot[which]:
            lines.append(ScoreLine(Item.BELOT, earned.belot[which], kept))
    both = (tuple(ours), tuple(theirs))
    return HandScore(
        contract=contract,
        earned=earned,
        totals=(totals[0], totals[1]),
        needed=needed,
        beats_defence=beats,
        reaches_bid=reaches,
        lines=both if side is Side.NORTH_SOUTH else (both[1], both[0]),
    )


def _multipliers(contract: Contract, options: RuleOptions) -> tuple[int, int]:
    """Return the multipliers of the bid and of all other points."""
    if options.doubling_base is DoublingBase.BID:
        return contract.multiplier, 1
    return contract.multiplier, contract.multiplier


def _made(
    contract: Contract, earned: Earned, options: RuleOptions
) -> tuple[list[ScoreLine], list[ScoreLine]]:
    side, other = contract.side, contract.side.other
    of_bid, of_rest = _multipliers(contract, options)
    tricks, their_tricks = _trick_points(earned.tricks[side], earned.tricks[other], options)
    ours = [ScoreLine(Item.TRICKS, tricks, of_rest)]
    theirs = [ScoreLine(Item.TRICKS, their_tricks, of_rest)]
    if earned.announces[side]:
        ours.append(ScoreLine(Item.ANNOUNCES, earned.announces[side], of_rest))
    if earned.announces[other]:
        if options.slam_takes_announces and earned.won[other] == 0:
            ours.append(ScoreLine(Item.OPPONENTS_ANNOUNCES, earned.announces[other], of_rest))
        else:
            theirs.append(ScoreLine(Item.ANNOUNCES, earned.announces[other], of_rest))
    ours.append(ScoreLine(Item.BID, contract.bid.amount, of_bid))
    if options.doubling_base is DoublingBase.WINNER_TAKES_ALL and contract.multiplier > 1:
        theirs = []
    return ours, theirs


def _defeated(
    contract: Contract, earned: Earned, options: RuleOptions
) -> tuple[list[ScoreLine], list[ScoreLine]]:
    side, other = contract.side, contract.side.other
    of_bid, of_rest = _multipliers(contract, options)
    is_slam = earned.won[side] == 0
    theirs = [
        ScoreLine(Item.DEFEAT, options.defeat_by_slam if is_slam else 160, of_rest),
        ScoreLine(Item.BID, contract.bid.amount, of_bid),
    ]
    if earned.announces[other]:
        theirs.append(ScoreLine(Item.ANNOUNCES, earned.announces[other], of_rest))
    if earned.announces[side]:
        theirs.append(ScoreLine(Item.OPPONENTS_ANNOUNCES, earned.announces[side], of_rest))
    return [], theirs
