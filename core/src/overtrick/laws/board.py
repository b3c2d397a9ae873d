"""Contradictions between the parts of a board: LAW301 to LAW313."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import attrs

from overtrick.findings.diagnostics import Diagnostic, Location, Severity
from overtrick.findings.errors import ModelError
from overtrick.laws.auction import Calling, follow_auction
from overtrick.laws.codes import problem
from overtrick.laws.play import Course, follow_play
from overtrick.model.board import Board
from overtrick.model.calls import Auction, Ending, Irregularity
from overtrick.model.contract import Contract
from overtrick.model.grids import OPTIMUM_RESULT_TABLE, DoubleDummyGrid
from overtrick.model.scoring import score_contract
from overtrick.model.table import Seat, Side, Vulnerability

# Scored by other tables than Law 77; see PBN 2.1 §3.4.12.
_OTHER_SCORES: Final = frozenset({"chicago", "rubber", "oldmp"})

_MAX_NAMED: Final = 8

_RESULT_COLUMNS: Final = frozenset({"Declarer", "Denomination", "Result"})


def board_problems(
    board: Board, *, doubted: Collection[str] = frozenset()
) -> tuple[Diagnostic, ...]:
    """Return the findings of bridge law and arithmetic for a board.

    First the auction by itself (LAW1xx), then the play (LAW2xx), then what contradicts what
    (LAW3xx). Only what is certain is reported: a part that is missing or unknown contradicts
    nothing, and an adjusted or irregular value that is marked so is no problem. One fault is one
    finding: of a part that has contradicted another nothing more is concluded. Each finding has
    the board's `origin` as its location, with the board number.

    Args:
        board: the board.
        doubted: the parts that were found to be doubtful before, such as `dealer`, `declarer`,
            `result`, `play`, or the name of a table.

    Example:
        >>> from overtrick import Contract, Result
        >>> board = Board(number=1, dealer=Seat.SOUTH, contract=Contract.parse("Pass"),
        ...               result=Result(tricks=7))
        >>> for found in board_problems(board):
        ...     print(found.severity.label, found.code, found.part)
        warning LAW307 result
        note LAW310 dealer

    Source: Laws of Duplicate Bridge 2017; PBN 2.1 §3.4, §4.2.
    """
    return _located([*_contradictions(board, doubted), *_notes(board, doubted)], board)


def _contradictions(board: Board, doubted: Collection[str]) -> list[Diagnostic]:
    """Return what the parts of a board do against the laws and against one another."""
    contract, auction = board.contract, board.auction
    of_auction, called = Calling() if auction is None else follow_auction(auction)
    # Where the board has no contract of its own, the auction's serves.
    played = contract if contract is not None else called
    course = Course()
    if board.play is not None:
        strain = played.strain if played is not None else None
        course = follow_play(board.play, board.deal, strain)
    # Of cards at the wrong players nothing is concluded, not even who does not hold them.
    of_play = () if "play" in doubted else course.problems
    conclusions = _Conclusions(doubted)
    conclude = conclusions.add
    if auction is not None:
        conclude(_dealer(board, auction), "dealer", "auction")
        conclude(_against_auction(contract, called), "contract", "auction")
        # The declarer depends on the dealer.
        conclude(_declarer(contract, called), "declarer", "contract", "dealer", "auction")
    conclude(_lead(board, played, course.limit), "declarer", "play")
    is_of_others = any(item.code == "LAW201" for item in of_play)
    if is_of_others and any(item.code == "LAW304" for item in conclusions.found):
        # Where the wrong player leads, it is no fault besides that he does not hold the cards.
        of_play = ()
    if played is not None and played.is_passed_out:
        conclude(_passed_out(board, played), "contract", "declarer", "result")
    else:
        conclude(_result(board, played), "result", "declarer")
        if not any(item.is_error for item in of_play):
            conclude(_tricks(board, played, course), "result", "declarer", "contract", "play")
        conclude(_score(board, played), "score", "result", "declarer", "contract", "vulnerability")
    conclude(_tricks_table(board), OPTIMUM_RESULT_TABLE)
    conclude(_of_duplicate(board), "dealer")
    return [*of_auction, *of_play, *conclusions.found]


class _Conclusions:
    """Gathers contradictions between parts, each part in one of them at most.

    Attributes:
        found: the findings.
    """

    def __init__(self, doubted: Collection[str]) -> None:
        self.found: list[Diagnostic] = []
        self._doubted = set(doubted)

    def add(self, found: Iterator[Diagnostic], *parts: str) -> None:
        """Add what is found about some parts, unless one of them is in doubt already."""
        if self._doubted and not self._doubted.isdisjoint(parts):
            return
        for item in found:
            self.found.append(item)
            if item.part is not None and item.severity > Severity.NOTE:
                self._doubted.add(item.part.partition(".")[0])


def _located(found: list[Diagnostic], board: Board) -> tuple[Diagnostic, ...]:
    if not found:
        return ()
    location = board.origin if board.origin is not None else Location()
    if board.number is not None and board.number != location.board:
        location = attrs.evolve(location, board=board.number)
    return tuple(item.at(location) for item in found)


def _dealer(board: Board, auction: Auction) -> Iterator[Diagnostic]:
    """The dealer against the player who calls first."""
    if board.dealer is not None and auction.entries and board.dealer is not auction.dealer:
        stated, caller = board.dealer.symbol, auction.dealer.symbol
        yield problem("LAW303", "dealer", stated=stated, found=caller)


def _against_auction(contract: Contract | None, found: Contract | None) -> Iterator[Diagnostic]:
    """The contract against the one that the calls come to."""
    if contract is None or found is None:
        return
    if not _is_same_contract(contract, found):
        yield problem("LAW301", "contract", stated=contract.text, found=found.text)


def _declarer(contract: Contract | None, found: Contract | None) -> Iterator[Diagnostic]:
    """The declarer against the one that the calls come to."""
    if contract is None or found is None:
        return
    expected = found.declarer
    if contract.swapped and expected is not None:
        expected = expected.partner
    if contract.declarer is not None and expected is not None and contract.declarer is not expected:
        mark = "^" if contract.swapped else ""
        stated = f"{mark}{contract.declarer.symbol}"
        yield problem("LAW302", "declarer", stated=stated, found=f"{mark}{expected.symbol}")


def _is_same_contract(stated: Contract, found: Contract) -> bool:
    """Compare as far as the contract is stated: an end position has a strain alone."""
    if stated.level is None:
        return stated.strain is None or stated.strain is found.strain
    return (stated.level, stated.strain, stated.doubling) == (
        found.level,
        found.strain,
        found.doubling,
    )


def _lead(board: Board, contract: Contract | None, limit: int) -> Iterator[Diagnostic]:
    """The opening leader against the declarer; an end position may begin with anyone."""
    play = board.play
    if contract is None or contract.declarer is None or not contract.level:
        return
    leads = contract.declarer.next
    # Tricks are made on demand: most plays are led by the right player.
    if play is None or play.leader is leads or not play.length or limit < 13:
        return
    first = play.tricks[0]
    is_marked = any(
        played is not None and played.irregularity is Irregularity.LEAD_OUT_OF_TURN
        for played in first
    )
    # Without a card there is no lead that could be wrong.
    if first.card_of(play.leader) and not is_marked:
        leader, declarer = play.leader.symbol, contract.declarer.symbol
        yield problem("LAW304", f"play.0.{leader}", leader=leader, declarer=declarer)


def _passed_out(board: Board, contract: Contract) -> Iterator[Diagnostic]:
    """What a passed-out board cannot have, all of it in one finding."""
    had: dict[str, str] = {}
    if contract.declarer is not None:
        had["declarer"] = f"a declarer ({contract.declarer.symbol})"
    if board.play is not None and board.play.length:
        had["play"] = f"{board.play.length} tricks of play"
    if board.result is not None:
        had["result"] = f"a result ({board.result})"
    score = board.score
    if score is not None and any((score.declarer, score.ns, score.ew)):
        had["score"] = f"a score ({score})"
    if had:
        *others, last = had.values()
        what = f"{', '.join(others)} and {last}" if others else last
        yield problem("LAW307", next(iter(had)), what=what)


def _result(board: Board, contract: Contract | None) -> Iterator[Diagnostic]:
    """The result against itself."""
    result = board.result
    if result is None:
        return
    ns, ew, tricks = result.ns, result.ew, result.tricks
    declarer = None if contract is None else contract.declarer
    own = None if declarer is None else (ns, ew)[declarer.side]
    if ns is not None and ew is not None and ns + ew > 13:
        why = f"NS {ns} and EW {ew} are {ns + ew} tricks"
        yield problem("LAW306", "result", why=why)
    elif declarer is not None and None not in {tricks, own} and tricks != own:
        why = f"declarer has {tricks} tricks, but {declarer.side.symbol} have {own}"
        yield problem("LAW306", "result", why=why)


def _tricks(board: Board, contract: Contract | None, course: Course) -> Iterator[Diagnostic]:
    """The result against the tricks of a play without errors.

    A card that cannot have been played makes the winner of its trick uncertain.
    """
    result, play = board.result, board.play
    if result is None or play is None or contract is None or contract.declarer is None:
        return
    seat = contract.declarer
    bounds = _trick_bounds(course, contract, seat)
    tricks = result.for_declarer(seat)
    if bounds is None or tricks is None or result.irregular:
        return
    least, most = bounds
    # While the play goes on, the result may count the tricks won so far.
    is_partial = play.ending is Ending.OPEN and tricks == least
    if not least <= tricks <= most and not is_partial:
        found = f"wins {least}" if least == most else f"wins {least} to {most}"
        yield problem("LAW305", "result", stated=tricks, found=found)


def _trick_bounds(course: Course, contract: Contract, declarer: Seat) -> tuple[int, int] | None:
    """Return the fewest and the most tricks that declarer can win, `None` where unknown."""
    if contract.strain is None or not contract.level or course.limit < 13:
        return None
    winners = course.winners
    own = winners.count(declarer) + winners.count(declarer.partner)
    theirs = len(winners) - winners.count(None) - own
    return own, 13 - theirs


def _score(board: Board, contract: Contract | None) -> Iterator[Diagnostic]:
    """The score against contract, result and vulnerability."""
    score, result = board.score, board.result
    if score is None or result is None:
        return
    if contract is None or not contract.level or _is_scored_otherwise(board):
        return
    seat = contract.declarer
    tricks = result.for_declarer(seat) if seat is not None else result.tricks
    is_going_on = board.play is not None and board.play.ending is Ending.OPEN
    if tricks is None or is_going_on:
        return
    right = _right_scores(board, contract, tricks, seat)
    stated = [("declarer", score.declarer, 1)]
    if seat is not None:
        sign = 1 if seat.side is Side.NORTH_SOUTH else -1
        stated += [("NS", score.ns, sign), ("EW", score.ew, -sign)]
    for who, points, sign in stated:
        if points is not None and points not in {sign * value for value in right}:
            found = " or ".join(f"{who} {sign * value}" for value in right)
            fields = {"contract": contract, "tricks": tricks, "found": found}
            yield problem("LAW308", "score", stated=f"{who} {points}", **fields)
            return


def _right_scores(
    board: Board, contract: Contract, tricks: int, declarer: Seat | None
) -> tuple[int, ...]:
    """Return declarer's score; both where the vulnerability is not known."""
    vulnerability = board.vulnerability
    if vulnerability is not None:
        if declarer is not None:
            risks = {vulnerability.includes(declarer)}
        else:
            risks = {vulnerability.includes(side) for side in Side}
    else:
        risks = {False, True}
    scores = {score_contract(contract, tricks, vulnerable=risk) for risk in risks}
    return tuple(sorted(scores))


def _is_scored_otherwise(board: Board) -> bool:
    if board.scoring is None:
        return False
    fields = {field.strip().lower() for field in board.scoring.split(";")}
    return bool(fields & _OTHER_SCORES)


def _tricks_table(board: Board) -> Iterator[Diagnostic]:
    """The table of double-dummy results, which must give a number of tricks for each contract."""
    table = board.grid(OPTIMUM_RESULT_TABLE)
    if table is None:
        return
    # A table may have any subset of its columns (PBN 2.1 §5.2); without these it has no results.
    names = {column.name for column in table.columns}
    if names & _RESULT_COLUMNS and not names >= _RESULT_COLUMNS:
        return
    try:
        DoubleDummyGrid.from_grid(table)
    except ModelError as error:
        yield problem("LAW313", f"grids.{OPTIMUM_RESULT_TABLE}", why=error)


def _of_duplicate(board: Board) -> Iterator[Diagnostic]:
    """The dealer against that of a duplicate board of the same number."""
    number = board.number
    if number is not None and number > 0 and board.dealer is not None:
        dealer = Seat.dealer_of(number)
        if board.dealer is not dealer:
            fields = {"stated": board.dealer.symbol, "found": dealer.symbol}
            yield problem("LAW310", "dealer", board=number, **fields)


def _notes(board: Board, doubted: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what is unusual but allowed: not as on a duplicate board, or an incomplete deal."""
    number, deal = board.number, board.deal
    if number is not None and number > 0:
        vulnerability = Vulnerability.of_board(number)
        if board.vulnerability is not None and board.vulnerability != vulnerability:
            fields = {"stated": board.vulnerability.label, "found": vulnerability.label}
            yield problem("LAW311", "vulnerability", board=number, **fields)
    if deal is not None and deal.missing and "deal" not in doubted:
        cards = deal.missing
        # A longer list does not help to find a typing error.
        names = ": " + " ".join(map(str, cards)) if len(cards) <= _MAX_NAMED else ""
        yield problem("LAW312", "deal", count=len(cards), names=names)
