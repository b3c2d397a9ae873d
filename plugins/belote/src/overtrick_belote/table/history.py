"""The history of finished games, and its statistics."""

from __future__ import annotations

import datetime
import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.rules.auction import Bid, Contract
from overtrick_belote.rules.cards import Side
from overtrick_belote.rules.game import Game
from overtrick_belote.rules.state import HandState
from overtrick_belote.table.setup import (
    Players,
    options_mapping,
    players_mapping,
    read_players,
    read_seat,
)
from overtrick_belote.table.storage import data_folder, kept_folder, locked

FILE_NAME: Final = "games.jsonl"
_CONTRACT: Final = re.compile(r"([0-9]{2,3})([CDHS])(X{0,2})")


@attrs.frozen(kw_only=True)
class PlayedHand:
    """The result of a hand.

    Attributes:
        contract: the contract in letters, such as `120C`, `80SX`; empty where there was none.
        declarer: who made it, `None` where there was none.
        made: whether it was made.
        tricks: the points of the tricks by side, the last trick's with them.
        score: the score by side.
    """

    contract: str = ""
    declarer: Seat | None = None
    made: bool = False
    tricks: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)


@attrs.frozen(kw_only=True)
class PlayedGame:
    """A finished game.

    Attributes:
        name: its name.
        date: when it was begun, local time.
        players: who sat where at its end.
        totals: the points by side.
        winner: the side that won.
        hands: what became of each hand.
        options: the rules that differed from the default.
        helped: in how many hands a person looked for help, took something back, or let the
            computer go on.
        seed: where its cards came from.
    """

    name: str
    date: datetime.datetime
    players: Players
    totals: tuple[int, int]
    winner: Side
    hands: tuple[PlayedHand, ...]
    options: Mapping[str, object] = attrs.field(factory=dict)
    helped: int = 0
    seed: str = ""


def contract_letters(contract: Contract) -> str:
    """Return a contract in letters, such as `120C`, `80SX`, `80SXX`."""
    return str(contract.bid) + {1: "", 2: "X", 4: "XX"}[contract.multiplier]


def contract_of(hand: PlayedHand) -> Contract | None:
    """Return the contract of a hand; `None` if there was none or its letters are invalid."""
    match = _CONTRACT.fullmatch(hand.contract)
    if match is None or hand.declarer is None:
        return None
    bid = Bid(int(match[1]), Suit("CDHS".index(match[2])))
    return Contract(bid, hand.declarer, 2 ** len(match[3]))


def played_hand(state: HandState) -> PlayedHand:
    """Return the result of a finished hand."""
    score = state.score
    if score is None:
        return PlayedHand()
    return PlayedHand(
        contract=contract_letters(score.contract),
        declarer=score.contract.declarer,
        made=score.made,
        tricks=score.earned.tricks,
        score=score.score,
    )


def played_game(
    name: str, date: datetime.datetime, players: Players, game: Game, helped: int
) -> PlayedGame:
    """Return the history entry of a won game.

    Raises:
        BeloteError: it is not won yet.
    """
    if game.winner is None:
        msg = "the game is not over"
        raise BeloteError(msg)
    return PlayedGame(
        name=name,
        date=date,
        players=players,
        totals=game.totals,
        winner=game.winner,
        hands=tuple(played_hand(state) for state in game.hands),
        options=options_mapping(game.options),
        helped=helped,
        seed=game.seed,
    )


def history_path() -> Path:
    """Return the history file.

    Raises:
        OSError: the folder of all that is kept cannot be used.
    """
    return kept_folder() / FILE_NAME


def played_path(name: str) -> Path:
    """Return the path of a finished game in text form (`.b32`)."""
    return data_folder() / "played" / f"{name}.b32"


def game_mapping(game: PlayedGame) -> dict[str, object]:
    """Return a game as a mapping, as stored and as printed by `history --json`."""
    return {
        "name": game.name,
        "date": game.date.isoformat(),
        "players": players_mapping(game.players),
        "score": _by_side(game.totals),
        "winner": game.winner.symbol,
        "options": dict(game.options),
        "helped": game.helped,
        "seed": game.seed,
        "hands": [
            {
                "contract": hand.contract,
                "declarer": hand.declarer.symbol if hand.declarer is not None else None,
                "made": hand.made,
                "tricks": _by_side(hand.tricks),
                "score": _by_side(hand.score),
            }
            for hand in game.hands
        ],
    }


def _by_side(points: tuple[int, int]) -> dict[str, int]:
    return {side.symbol: points[side] for side in Side}


def add_game(game: PlayedGame) -> bool:
    """Add a game to the history; it is on disk when this returns.

    A game counts once: one that was loaded and played again, with cards that were known, does
    not be added a second time.

    Returns:
        Whether it is in the history now; false if another game with the same cards is.

    Raises:
        InUseError: another program is writing to it just now.
        OSError: the folder or disk refuses.
    """
    path = history_path()
    if any(other.seed == game.seed and other.name != game.name for other in read_history()[0]):
        return False
    line = json.dumps(game_mapping(game)).encode() + b"\n"
    with locked(path), path.open("a+b") as file:
        # A kill may have left a line without its end, which is no game: this one begins its own.
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else b"\n" + line
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
    return True


def read_history() -> tuple[list[PlayedGame], list[int]]:
    """Return the games of the history, the oldest first, and the invalid lines.

    A game that was written twice counts once, as it was written last.

    Raises:
        OSError: the file cannot be read.
    """
    games: dict[str, PlayedGame] = {}
    bad: list[int] = []
    path = history_path()
    data = path.read_bytes() if path.exists() else b""
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line:
            continue
        try:
            game = _read_game(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            bad.append(number)
            continue
        games.pop(game.name, None)
        games[game.name] = game
    return list(games.values()), bad


def _read_game(written: Mapping[str, object]) -> PlayedGame:
    hands, players, options = written["hands"], written["players"], written["options"]
    if not isinstance(hands, list) or not isinstance(players, dict):
        msg = "not a game"
        raise TypeError(msg)
    return PlayedGame(
        name=str(written["name"]),
        date=datetime.datetime.fromisoformat(str(written["date"])),
        players=read_players(players),
        totals=_of_sides(written["score"]),
        winner=_read_side(written["winner"]),
        hands=tuple(_read_hand(hand) for hand in hands),
        options=options if isinstance(options, dict) else {},
        helped=_number(written["helped"]),
        seed=str(written["seed"]),
    )


def _read_hand(written: Mapping[str, object]) -> PlayedHand:
    declarer = written["declarer"]
    return PlayedHand(
        contract=str(written["contract"]),
        declarer=None if declarer is None else read_seat(declarer),
        made=written["made"] is True,
        tricks=_of_sides(written["tricks"]),
        score=_of_sides(written["score"]),
    )


def _read_side(value: object) -> Side:
    return {side.symbol: side for side in Side}[str(value)]


def _of_sides(written: object) -> tuple[int, int]:
    if not isinstance(written, dict):
        msg = "not the points of two sides"
        raise TypeError(msg)
    return (_number(written["NS"]), _number(written["EW"]))


def _number(value: object) -> int:
    if not isinstance(value, int):
        msg = "not a number"
        raise TypeError(msg)
    return value


@attrs.frozen(kw_only=True)
class SideStatistics:
    """The results of a side in some games.

    Attributes:
        games_won: how many games it won.
        points: its points in all.
        contracts: how many contracts its players declared.
        made: how many of them were made.
        doubled: how many of them were doubled or redoubled.
        slams: hands in which it won all tricks.
        trick_points: points of its tricks, the last tricks' with them.
        highest: the highest bid that it made, 0 where there is none.
    """

    games_won: int
    points: int
    contracts: int
    made: int
    doubled: int
    slams: int
    trick_points: int
    highest: int


@attrs.frozen(kw_only=True)
class Statistics:
    """The statistics of some games.

    Attributes:
        games: how many.
        hands: how many hands, those without a contract with them.
        void: hands without a contract.
        helped: hands in which a person was helped.
        sides: each side's part.
    """

    games: int
    hands: int
    void: int
    helped: int
    sides: tuple[SideStatistics, SideStatistics]


def statistics(games: Iterable[PlayedGame]) -> Statistics:
    """Return the statistics of some games."""
    all_games = list(games)
    hands = [hand for game in all_games for hand in game.hands]
    return Statistics(
        games=len(all_games),
        hands=len(hands),
        void=sum(hand.declarer is None for hand in hands),
        helped=sum(game.helped for game in all_games),
        sides=(
            _of_side(Side.NORTH_SOUTH, all_games, hands),
            _of_side(Side.EAST_WEST, all_games, hands),
        ),
    )


def _of_side(side: Side, games: list[PlayedGame], hands: list[PlayedHand]) -> SideStatistics:
    own = [h for h in hands if h.declarer is not None and h.declarer in side.seats]
    return SideStatistics(
        games_won=sum(game.winner == side for game in games),
        points=sum(game.totals[side] for game in games),
        contracts=len(own),
        made=sum(hand.made for hand in own),
        doubled=sum("X" in hand.contract for hand in own),
        slams=sum(hand.tricks[side] == 252 for hand in hands),
        trick_points=sum(hand.tricks[side] for hand in hands),
        highest=max(
            (found.bid.amount for h in own if h.made and (found := contract_of(h)) is not None),
            default=0,
        ),
    )
