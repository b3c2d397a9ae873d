"""The score card: the result of the contract with its reason, and the steps of the score."""

from __future__ import annotations

import attrs

from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.rules.cards import Side
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.scoring import HandScore, Item, ScoreLine


@attrs.frozen(kw_only=True)
class ScoreCard:
    """The score of a hand, as sentences in order.

    Attributes:
        result: whether the contract is made.
        requirements: the two requirements, each with its numbers and whether it is met.
        totals: how each side's total is made up, declarer's side first.
        notes: what else is worth a word: all the tricks, announces that do not count.
        scores: the way of each side's score, declarer's side first.
        game: the state of the game after the hand.
    """

    result: Reason
    requirements: tuple[Reason, ...] = ()
    totals: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    scores: tuple[Reason, ...] = ()
    game: Reason

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All sentences, from the result to the game."""
        return (
            self.result,
            *self.totals,
            *self.notes,
            *self.requirements,
            *self.scores,
            self.game,
        )


def score_card(
    score: HandScore | None, options: RuleOptions, standing: tuple[int, int] = (0, 0)
) -> ScoreCard:
    """Return the score card of a hand.

    Args:
        score: its score; `None` if the hand was passed out.
        options: the rules of the table.
        standing: the points of the game before the hand, by side.

    Example:
        >>> from overtrick import Seat, Suit
        >>> from overtrick_belote.rules.auction import Bid, Contract
        >>> from overtrick_belote.rules.scoring import Earned, score_hand
        >>> from overtrick_belote.explanations.sentences import tell
        >>> contract = Contract(Bid(120, Suit.CLUBS), Seat.NORTH)
        >>> earned = Earned(
        ...     tricks=(131, 31), won=(6, 2), announces=(20, 0), declared=(20, 0)
        ... )
        >>> card = score_card(score_hand(contract, earned, RuleOptions()), RuleOptions())
        >>> for reason in (card.result, *card.requirements, *card.scores):
        ...     print(tell(reason))
        North makes 120♣.
        More points than the defence: 151 to 31, yes.
        At least 122, the bid of 120 and two: 151, yes.
        North-South score 130 for the tricks (131 rounded) + 20 for the announces + 120 for the bid = 270.
        East-West score 30 for the tricks (31 rounded).
    """  # noqa: E501  # a line of output
    if score is None:
        return ScoreCard(result=Reason("card-void"), game=_game(options, standing, (0, 0)))
    side = score.contract.side
    ours, theirs = score.totals[side], score.totals[side.other]
    bid, needed = score.contract.bid.amount, score.needed
    named: dict[str, Fact] = {
        "declarer": score.contract.declarer,
        "contract": score.contract,
    }
    reach: dict[str, Fact] = {
        "needed": needed,
        "bid": bid,
        "ours": ours,
        "missing": max(0, needed - ours),
    }
    return ScoreCard(
        result=Reason("card-made" if score.made else "card-defeated", named),
        requirements=(
            Reason(
                "card-more" if score.beats_defence else "card-not-more",
                {"ours": ours, "theirs": theirs},
            ),
            Reason("card-reached" if score.reaches_bid else "card-not-reached", reach),
        ),
        totals=tuple(_total(score, which, options) for which in (side, side.other)),
        notes=_notes(score),
        scores=tuple(_scored(score, which) for which in (side, side.other)),
        game=_game(options, standing, score.score),
    )


def _total(score: HandScore, side: Side, options: RuleOptions) -> Reason:
    earned = score.earned
    counts_outranked = options.outranked_for_contract and side == score.contract.side
    announces = (earned.declared if counts_outranked else earned.announces)[side]
    belot = earned.belot[side] if options.belot_for_contract else 0
    parts = tuple(
        Reason(rule, {"points": points})
        for rule, points in (
            ("part-tricks", earned.tricks[side]),
            ("part-announces", announces),
            ("part-belot", belot),
        )
        if points
    )
    total = score.totals[side]
    return _summed("card-total", side, parts, total)


def _scored(score: HandScore, side: Side) -> Reason:
    exact = score.earned.tricks[side]
    parts: list[Reason] = []
    # Multiplied terms come together, in the order of the lines.
    factors = sorted({line.multiplier for line in score.lines[side]}, reverse=True)
    for factor in factors:
        lines = [line for line in score.lines[side] if line.multiplier == factor and line.points]
        group = tuple(_part(line, exact) for line in lines)
        if factor > 1 and group:
            parts.append(Reason("part-times", {"factor": factor, "parts": group}))
        else:
            parts.extend(group)
    total = score.score[side]
    return _summed("card-score", side, tuple(parts), total)


def _summed(rule: str, side: Side, parts: tuple[Reason, ...], total: int) -> Reason:
    if not parts:
        return Reason(f"{rule}-none", {"side": side})
    if len(parts) == 1 and parts[0].rule != "part-times":
        rule = f"{rule}-one"
    facts: dict[str, Fact] = {"side": side, "parts": parts, "total": total}
    return Reason(rule, facts)


def _part(line: ScoreLine, exact: int) -> Reason:
    facts: dict[str, Fact] = {"points": line.points}
    if line.item is Item.TRICKS and exact != line.points:
        return Reason("part-score-tricks-rounded", {**facts, "exact": exact})
    return Reason(f"part-score-{line.item.value}", facts)


def _notes(score: HandScore) -> tuple[Reason, ...]:
    earned = score.earned
    notes = [Reason("card-slam", {"side": side}) for side in Side if earned.won[side] == 8]
    if all(earned.declared) and not any(earned.announces):
        both: dict[str, Fact] = {"points": earned.declared}
        notes.append(Reason("card-tied", both))
    else:
        notes += [
            Reason("card-outranked", {"side": side, "points": earned.declared[side]})
            for side in Side
            if earned.declared[side] and not earned.announces[side]
        ]
    return tuple(notes)


def _game(options: RuleOptions, standing: tuple[int, int], score: tuple[int, int]) -> Reason:
    facts: dict[str, Fact] = {
        "north_south": standing[0] + score[0],
        "east_west": standing[1] + score[1],
        "game_points": options.game_points,
    }
    return Reason("card-game", facts)
