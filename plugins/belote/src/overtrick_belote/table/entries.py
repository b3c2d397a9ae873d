"""The journal entries of a table: actions, undo, next hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid, Pass
from overtrick_belote.rules.cards import RANK_SYMBOLS, Card, Rank
from overtrick_belote.rules.state import Action, Declare, Play
from overtrick_belote.table.setup import Players, players_mapping, read_players, read_seat


@attrs.frozen
class ActionTaken:
    """A player called, declared or played.

    Attributes:
        seat: who.
        action: what.
        by_computer: whether the computer chose it, also for a person's seat.
    """

    seat: Seat
    action: Action
    by_computer: bool


@attrs.frozen
class HandUndone:
    """The hand was taken back.

    Attributes:
        place: how many of its actions are left.
    """

    place: int


@attrs.frozen
class HandBegun:
    """The next hand of a game began.

    Attributes:
        shuffle: whether the cards were shuffled because both sides agreed.
    """

    shuffle: bool = False


@attrs.frozen
class PlayersSeated:
    """Other players took seats.

    Attributes:
        players: who sits where from now on.
    """

    players: Players


@attrs.frozen
class HelpToggled:
    """Play without help was switched on or off.

    Attributes:
        without: whether hands are played without help from now on.
    """

    without: bool


@attrs.frozen
class Helped:
    """A user took help in this hand: a hint, an explanation or a peek."""


Entry = ActionTaken | HandUndone | HandBegun | PlayersSeated | HelpToggled | Helped


def action_text(action: Action) -> str:
    """Return the text of an action: `P`, `80S`, `X`, `XX`, `SJ`, `third SQ`, `four J`.

    Example:
        >>> action_text(Bid(80, Suit.SPADES)), action_text(Play(Card.parse("ht")))
        ('80S', 'HT')
    """
    if isinstance(action, Play):
        return str(action.card)
    if isinstance(action, Declare):
        announce = action.announce
        if announce.suit is None:
            return f"four {announce.top.symbol}"
        return f"{announce.kind.name.lower()} {Card.of(announce.suit, announce.top)}"
    if isinstance(action, Bid):
        return str(action)
    return "P" if isinstance(action, Pass) else "X" if action == DOUBLE else "XX"


_CALLS: Final[Mapping[str, Action]] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
_SEQUENCES: Final = {"third": Kind.THIRD, "fourth": Kind.FOURTH, "fifth": Kind.FIFTH}


def read_action(text: str) -> Action:
    """Read an action as `action_text` writes it.

    Raises:
        BeloteError: it is none.
    """
    if text in _CALLS:
        return _CALLS[text]
    first, _, rest = text.partition(" ")
    if first in _SEQUENCES:
        top = Card.parse(rest)
        if top.rank + 1 >= _SEQUENCES[first].length:
            return Declare(Announce(_SEQUENCES[first], top.rank, top.suit))
    elif first == "four" and len(rest) == 1 and rest in RANK_SYMBOLS:
        rank = Rank(RANK_SYMBOLS.index(rest))
        for kind in Kind:
            if kind.name == f"FOUR_{rank.name}S":
                return Declare(Announce(kind, rank))
    elif text[:-1].isascii() and text[:-1].isdigit() and text[-1:] in "CDHS":
        return Bid(int(text[:-1]), Suit("CDHS".index(text[-1])))
    elif len(text) == 2:
        return Play(Card.parse(text))
    msg = f"not a call, an announce or a card: {text!r}"
    raise BeloteError(msg)


def entry_mapping(entry: Entry) -> dict[str, object]:
    """Return an entry as a JSON mapping."""
    if isinstance(entry, ActionTaken):
        who = "computer" if entry.by_computer else "person"
        return {"did": action_text(entry.action), "seat": entry.seat.symbol, "by": who}
    if isinstance(entry, HandUndone):
        return {"back": entry.place}
    if isinstance(entry, HandBegun):
        return {"next": "shuffle" if entry.shuffle else "cut"}
    if isinstance(entry, PlayersSeated):
        return {"players": players_mapping(entry.players)}
    if isinstance(entry, HelpToggled):
        return {"help": not entry.without}
    return {"helped": True}


def read_entry(written: Mapping[str, object]) -> Entry:
    """Read an entry.

    Raises:
        BeloteError: it is none.
    """
    match written:
        case {"did": str(action), "seat": seat, "by": "computer" | "person" as by}:
            return ActionTaken(read_seat(seat), read_action(action), by == "computer")
        case {"back": int(place)}:
            return HandUndone(place)
        case {"next": "shuffle" | "cut" as how}:
            return HandBegun(how == "shuffle")
        case {"players": dict(players)}:
            return PlayersSeated(read_players(players))
        case {"help": bool(is_given)}:
            return HelpToggled(not is_given)
        case {"helped": True}:
            return Helped()
    msg = f"not an entry of a game: {dict(written)!r}"
    raise BeloteError(msg)
