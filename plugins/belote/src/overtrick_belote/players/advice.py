"""An advised action with its reasons, as data; the caller turns it into sentences."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Union

import attrs

from overtrick import Seat, Suit
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import Contract
from overtrick_belote.rules.cards import Card, Rank, Side
from overtrick_belote.rules.state import Action

Fact = (
    int
    | float
    | str
    | Card
    | Rank
    | Suit
    | Seat
    | Side
    | Kind
    | Announce
    | Contract
    | Action
    | Union["Level", "Reason", tuple["Fact", ...]]
)
"""The value of a fact in a sentence: a number, a card, a suit, a player, a call, the result of
another rule, or several of them."""


class Level(enum.Enum):
    """The level of a computer player (9.1)."""

    NOVICE = "novice"
    ADVANCED = "advanced"
    EXPERT = "expert"


@attrs.frozen
class Reason:
    """A rule that was applied, with its facts.

    Attributes:
        rule: the name of the rule, a key of the table of sentences.
        facts: the values in the sentence, by name; every number in it can be counted again from
            the player's view.
    """

    rule: str
    facts: Mapping[str, Fact] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class Candidate:
    """A card or call that was compared with others by playing sampled worlds.

    Attributes:
        action: the card or call.
        score: the mean score of the player's side minus the opponents', in points of the game.
        chance: the share of worlds in which the contract is made, 0 to 1.
        points: the mean points of tricks of the player's side, 0 to 252.
        best: the share of worlds in which nothing scores more, 0 to 1.
        least: the score in the worst world.
        most: the score in the best world.
    """

    action: Action
    score: float
    chance: float
    points: float
    best: float
    least: int
    most: int


@attrs.frozen(kw_only=True)
class Advice:
    """The advised action, with its reasons.

    Attributes:
        action: the call, the announce or the card.
        level: how well the player plays.
        reasons: why, the reason that decided first.
        tried: what was looked at before and did not apply, in that order.
        candidates: what was compared in sampled worlds, the best first; empty where nothing was.
        worlds: how many worlds were sampled; 0 where none was needed.
    """

    action: Action
    level: Level
    reasons: tuple[Reason, ...]
    tried: tuple[Reason, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    worlds: int = 0
