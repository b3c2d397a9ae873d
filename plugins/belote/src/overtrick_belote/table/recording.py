"""Games and hands in text form (`.b32`): saved by users, and resumed from there."""

from __future__ import annotations

import enum
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from overtrick.plugin import atomic_output
from overtrick_belote.errors import BeloteError
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.reading import Record, read
from overtrick_belote.rules.state import Declare, Play, apply
from overtrick_belote.rules.text import (
    FIRST_LINE,
    GameRecord,
    HandRecord,
    record_game,
    record_hand,
    write,
)
from overtrick_belote.table.entries import ActionTaken, Entry, HandBegun
from overtrick_belote.table.session import Table
from overtrick_belote.table.setup import (
    OneHand,
    Players,
    Setup,
    players_mapping,
    read_players,
)

MOST_BYTES: Final = 10_000_000
"""No game is so long; a file that is larger is not read."""

_MAGIC: Final = FIRST_LINE.rpartition(" ")[0].encode()
_HEAD_BYTES: Final = 4096  # in which the first line begins, behind blank lines


class Begin(enum.Enum):
    """The point at which a saved hand is resumed."""

    BIDDING = "bidding"
    CARDS = "cards"
    END = "end"


def record_of(table: Table) -> HandRecord | GameRecord:
    """Return the record of a table: of its game, or of its one hand."""
    notes = {"players": _players_text(table.players)}
    game = table.game
    if game is not None:
        return record_game(game, table.state, notes=notes)
    return hand_record_of(table, notes)


def hand_record_of(table: Table, notes: dict[str, str] | None = None) -> HandRecord:
    """Return the record of the hand at a table: for a report, or the clipboard."""
    hand = table.setup.hand
    number = None if hand is None else hand.number
    return record_hand(table.state, number=number, notes=notes)


def _players_text(players: Players) -> str:
    return ", ".join(f"{seat} {who}" for seat, who in players_mapping(players).items())


def players_of(record: HandRecord | GameRecord, given: Players) -> Players:
    """Return the players of a record, or the given ones if it has none.

    Raises:
        BeloteError: its players are invalid.
    """
    text = record.notes.get("players", "")
    written = dict(pair.partition(" ")[::2] for pair in text.split(", ") if pair)
    return read_players(written, given)


def check_record_target(path: Path) -> None:
    """Raise if a file to be replaced is no hand or game of 32-card bridge, such as one of boards.

    Raises:
        BeloteError: it is there, and is something else.
        OSError: it cannot be read.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if head and not head.removeprefix(BOM_UTF8).lstrip().startswith(_MAGIC):
        msg = f"{path} is no hand or game of 32-card bridge; name another file"
        raise BeloteError(msg)


def write_record(path: Path, record: HandRecord | GameRecord, *, overwrite: bool = False) -> None:
    """Write a game or hand into a file, atomically.

    Raises:
        BeloteError: it is there, and is no hand or game.
        FileExistsError: it is there and must not be replaced.
        OSError: the folder or disk refuses.
    """
    check_record_target(path)
    with atomic_output(path, overwrite=overwrite) as file:
        file.write(write(record).encode())


def read_record(path: Path) -> Record:
    """Read a hand or game from a file.

    Raises:
        TextError: it is not written as it should be; the error has the place.
        BeloteError: it is too large.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        msg = f"{path}: too large for a game ({MOST_BYTES:,} bytes at most)"
        raise BeloteError(msg)
    return read(data, str(path))


def table_setup(
    record: HandRecord | GameRecord,
    seed: str,
    players: Players,
    *,
    adviser: Level = Level.EXPERT,
    without_help: bool = False,
) -> Setup:
    """Return the setup of a table that resumes a record.

    Args:
        record: a game, or a hand; one that leaves cards open is completed.
        seed: what the players draw by; also completes a hand that has no seed of its own.
        players: who sits where.
        adviser: how well hints are given.
        without_help: whether to play without help.

    Raises:
        BeloteError: the hand cannot be completed.
    """
    hand = None
    if isinstance(record, HandRecord):
        state = record.begin(seed)
        hand = OneHand(
            hands=state.dealt,
            dealer=state.dealer,
            number=record.number,
            standing=record.standing,
            unshuffled=record.unshuffled,
        )
    return Setup(
        seed=record.seed if isinstance(record, GameRecord) else seed,
        players=players,
        adviser=adviser,
        options=record.options,
        hand=hand,
        dealer=record.dealer if isinstance(record, GameRecord) else None,
        without_help=without_help,
    )


def entries_of(
    record: HandRecord | GameRecord, players: Players, begin: Begin = Begin.END
) -> tuple[Entry, ...]:
    """Return the journal entries of a table that resumes a record.

    Args:
        record: a game, or a hand.
        players: who sits where.
        begin: where the hand, of a game the last one, is taken up.

    Raises:
        BeloteError: a recorded action is against the rules.
    """
    if isinstance(record, HandRecord):
        return tuple(_entries(record, players, begin))
    found: list[Entry] = []
    for place, hand in enumerate(record.hands):
        if place:
            found.append(HandBegun(shuffle=not hand.unshuffled))
        is_last = place == len(record.hands) - 1
        found.extend(_entries(hand, players, begin if is_last else Begin.END))
    return tuple(found)


def _entries(record: HandRecord, players: Players, begin: Begin) -> Iterator[Entry]:
    if begin is Begin.BIDDING:
        return
    state = record.begin()
    for seat, action in attrs.evolve(record, dealer=state.dealer).actions():
        who = state.turn if seat is None else seat
        if who is None or (begin is Begin.CARDS and isinstance(action, Declare | Play)):
            return
        state, _ = apply(state, action, who)
        yield ActionTaken(who, action, by_computer=players[who] is not None)
