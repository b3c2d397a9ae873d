"""Files with one game for each table: group the games by board, and collect their scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Final

import attrs

from overtrick import Board, Column, Contract, Grid, ModelError, Seat, Side, score_contract
from overtrick.plugin import OPTIMUM_RESULT_TABLE
from overtrick_render import Translator

# The columns of an empty form, with names in the place of numbers: games have no numbers of pairs.
_COLUMNS: Final = (
    *("Names_NS", "Names_EW", "Contract", "Declarer", "Lead", "Result"),
    *("Score_NS", "Score_EW", "MP_NS", "MP_EW"),
)

# An empty column takes no place in a table of scores; in a form it does.
_TO_BE_FILLED: Final = " "


@attrs.frozen
class BoardGames:
    """The games of one board.

    Attributes:
        board: the first of them, with a table of tricks where any of them has one.
        games: all of them, in their order, at least one.
    """

    board: Board
    games: tuple[Board, ...]


def by_board(
    games: Sequence[Board], hidden: Callable[[Board], frozenset[Seat]]
) -> list[BoardGames]:
    """Return the boards of some games, in the order in which they first appear.

    Games are of one board where label, hands, dealer and vulnerability are the same, and the same
    hands are hidden: a quiz and its answer are two. One without a label and without hands is a
    board of its own.

    Args:
        games: as the file has them.
        hidden: returns the hidden hands of a game.

    Example:
        >>> games = [Board(number=1), Board(number=2), Board(number=1)]
        >>> boards = by_board(games, hidden=lambda _: frozenset())
        >>> [(each.board.label, len(each.games)) for each in boards]
        [('1', 2), ('2', 1)]
    """
    found: dict[object, list[Board]] = {}
    for place, game in enumerate(games):
        if game.number is None and not game.name and game.deal is None:
            found[place] = [game]
            continue
        key = (game.label, game.deal, game.dealer, game.vulnerability, hidden(game))
        found.setdefault(key, []).append(game)
    return [BoardGames(_with_tricks(same), tuple(same)) for same in found.values()]


def _with_tricks(games: Sequence[Board]) -> Board:
    """Return the first game, with the first double-dummy table among all games."""
    first = games[0]
    if first.grid(OPTIMUM_RESULT_TABLE) is not None:
        return first
    for game in games:
        tricks = game.grid(OPTIMUM_RESULT_TABLE)
        if tricks is not None:
            return attrs.evolve(first, grids=(*first.grids, tricks))
    return first


def tables_of(games: Sequence[Board], name: str) -> list[Grid]:
    """Return the distinct tables with a name in some games, without empty ones."""
    found = [grid for game in games if (grid := game.grid(name)) is not None and grid.rows]
    return list(dict.fromkeys(found))


def scored(games: Sequence[Board], words: Translator, *, least: int) -> tuple[Grid | None, int]:
    """Return the score table from the games of a board.

    A score that a game does not state follows from contract, tricks and vulnerability where it has
    all three (law 77). Other missing values are left to be filled in.

    Args:
        games: of one board.
        words: the language of seats and of a pass.
        least: how many rows there are at least; the last ones are empty.

    Returns:
        The table, `None` if no game has a contract, a result or a score; and how many
        games do.
    """
    played = [
        game
        for game in games
        if (game.contract is not None and game.contract.text != "?")
        or game.result is not None
        or game.score is not None
    ]
    if not played:
        return None, 0
    rows = [tuple(text or _TO_BE_FILLED for text in _row(game, words)) for game in played]
    rows += [(_TO_BE_FILLED,) * len(_COLUMNS)] * (least - len(rows))
    columns = tuple(Column(name=name) for name in _COLUMNS)
    return Grid(name="ScoreTable", columns=columns, rows=tuple(rows)), len(played)


def _row(game: Board, words: Translator) -> tuple[str, ...]:
    """Return the cells of a game by column, empty if unknown."""
    contract = game.contract
    declarer = None if contract is None else contract.declarer
    tricks = None
    if game.result is not None:
        result = game.result
        tricks = result.tricks if declarer is None else result.for_declarer(declarer)
    points = _points(game, declarer)
    if game.score is None:
        points = _worked_out(game, declarer, tricks)
    return (
        _names(game, Side.NORTH_SOUTH),
        _names(game, Side.EAST_WEST),
        "" if contract is None else _contract(contract, words),
        "" if declarer is None else words.seat_letter(declarer),
        _lead(game),
        "" if tricks is None else str(tricks),
        "" if points is None or points < 0 else f"{points:f}",
        "" if points is None or points >= 0 else f"{-points:f}",
        "",
        "",
    )


def _names(game: Board, side: Side) -> str:
    """Return the names of a pair, one name if both players have the pair's."""
    names = [game.info.player(seat) for seat in Seat if seat.side == side]
    return " – ".join(dict.fromkeys(name for name in names if name and name not in {"?", "#"}))


def _contract(contract: Contract, words: Translator) -> str:
    if contract.is_passed_out:
        return words.pgettext("call", "Pass")
    return "" if contract.strain is None else contract.text


def _lead(game: Board) -> str:
    """Return the opening lead, such as `SK`."""
    play = game.play
    first = play.tricks[0][play.leader] if play is not None and play.tricks else None
    card = None if first is None else first.card
    return "" if card is None else f"{card.suit.symbol}{card.rank.symbol}"


def _points(game: Board, declarer: Seat | None) -> Decimal | None:
    """Return the points of North and South, or `None` if they are not stated."""
    score = game.score
    if score is None:
        return None
    points = score.for_side(Side.NORTH_SOUTH)
    if points is None and declarer is not None and score.declarer is not None:
        points = score.declarer if declarer.side is Side.NORTH_SOUTH else -score.declarer
    return points


def _worked_out(game: Board, declarer: Seat | None, tricks: int | None) -> Decimal | None:
    """Return the points of North and South by law 77, or `None` if a value is unknown."""
    contract, vulnerability = game.contract, game.vulnerability
    if contract is None:
        return None
    if contract.is_passed_out:
        return Decimal(0)
    if declarer is None or tricks is None or vulnerability is None:
        return None
    try:
        points = score_contract(contract, tricks, vulnerable=vulnerability.includes(declarer))
    except ModelError:
        return None  # a contract without a level, or more tricks than there are
    return Decimal(points if declarer.side is Side.NORTH_SOUTH else -points)
