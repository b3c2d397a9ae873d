"""Time tables in the order of the calls and cards that export format writes.

An auction in export format has no hyphens before the dealer's call, and a play has the opening
leader's column first; the tables that run beside them follow.

Source: PBN 2.1 §3.5, §3.6, §5.4 (AuctionTimeTable), §5.8 (PlayTimeTable).
"""

from __future__ import annotations

import attrs

from overtrick import Board, Contract, Ending, Field, Grid, Play, Seat
from overtrick_pbn.read.play import next_card_of
from overtrick_pbn.standard.tables import AUCTION_TIMES, HYPHENS, PLAY_TIMES
from overtrick_pbn.write.losses import Losses

Place = tuple[int, Seat]
"""Where a card is played: the number of its trick, 0-based, and the seat."""


def opening_leader(board: Board) -> Seat | None:
    """Return who leads: declarer's left hand opponent; `None` where another seat may.

    In an end position the Play tag names whoever leads (§3.10).
    """
    contract = board.contract
    if contract is None or contract.declarer is None or not contract.level:
        return None
    return contract.declarer.next


def in_written_order(grid: Grid, board: Board, losses: Losses) -> Grid:
    """Return a time table with its rows in the order of the calls or cards as they are written.

    Any other table comes back as it is.

    Args:
        grid: a table of the board.
        board: the board.
        losses: where they go.
    """
    if grid.name == AUCTION_TIMES:
        count = board.extras.get(HYPHENS)
        if isinstance(count, int) and 0 < count < len(grid.rows):
            losses.changed(Field.GRIDS, "export format has no hyphens that could have times")
            return attrs.evolve(grid, rows=grid.rows[count:])
    elif grid.name == PLAY_TIMES and board.play is not None:
        leader = opening_leader(board)
        if leader is not None and leader is not board.play.leader:
            return _turned(grid, board, board.play, leader, losses)
    return grid


def _turned(grid: Grid, board: Board, play: Play, leader: Seat, losses: Losses) -> Grid:
    """Return a `PlayTimeTable` for a play whose first column is the opening leader's."""
    places = _timed_places(grid, board, play)
    if places is None:
        losses.changed(Field.GRIDS, f"the cards of the rows of {PLAY_TIMES} are unknown")
        return grid
    order = sorted(
        range(len(places)), key=lambda row: (places[row][0], (places[row][1] - leader) & 3)
    )
    if order == list(range(len(places))):
        return grid
    losses.changed(Field.GRIDS, f"the rows of {PLAY_TIMES} follow the opening leader's columns")
    return attrs.evolve(grid, rows=tuple(grid.rows[row] for row in order))


def _timed_places(grid: Grid, board: Board, play: Play) -> list[Place] | None:
    """Return the trick and the seat of each row; `None` where the number of rows does not tell."""
    cards, places = token_places(play, board.contract)
    if len(grid.rows) == len(cards):
        return cards
    behind = places.index(cards[-1]) + 1 if cards else 0
    # The last hyphens may have no rows.
    return places[: len(grid.rows)] if behind <= len(grid.rows) <= len(places) else None


def token_places(play: Play, contract: Contract | None) -> tuple[list[Place], list[Place]]:
    """Return the trick and the seat of each card, and of each card token.

    Hyphens are tokens of cards, which may have times or not; the mark of the next card is none.

    Source: PBN 2.1 §3.2 (card token), §3.6, §5.8.
    """
    following: Place | None = None
    tricks = len(play.tricks)
    if play.ending is Ending.OPEN:
        following = next_card_of(play, None if contract is None else contract.strain)[:2]
        # A trick that is only begun by the mark has hyphens beside it.
        tricks = max(tricks, following[0] + 1)
    cards: list[Place] = []
    places: list[Place] = []
    for number in range(tricks):
        for step in range(4):
            place = number, play.leader.after(step)
            if place == following:
                continue
            places.append(place)
            played = play.tricks[number].cards[place[1]] if number < len(play.tricks) else None
            if played is not None and played.card is not None:
                cards.append(place)
    return cards, places
