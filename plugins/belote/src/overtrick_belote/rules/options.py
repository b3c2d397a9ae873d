"""What the rules leave open: each choice with the one that is taken where nobody says another.

The numbers are those of `docs/belote-rules.md`.
"""

from __future__ import annotations

import enum
from typing import Any

import attrs

from overtrick_belote.errors import expect


class Restacking(enum.Enum):
    """Whose pile of tricks is put on the other's before the cut (3.6)."""

    DECLARERS_ON_TOP = "declarers-on-top"
    DEFENDERS_ON_TOP = "defenders-on-top"


class DoubleFinish(enum.Enum):
    """Who wins where both sides reach the points of a game in one hand (3.8)."""

    HIGHER_TOTAL = "higher-total"
    DECLARERS = "declarers"


class AnnounceTie(enum.Enum):
    """What becomes of announces that rank alike (6.7)."""

    VOID = "void"
    FIRST_TO_SPEAK = "first-to-speak"


class Rounding(enum.Enum):
    """How the points of tricks are rounded to tens (7.4)."""

    HALF_UP = "half-up"
    HALF_DOWN = "half-down"
    COMPLEMENT = "complement"
    NONE = "none"


class DoublingBase(enum.Enum):
    """What a double multiplies (7.5)."""

    EVERYTHING = "everything"
    WINNER_TAKES_ALL = "winner-takes-all"
    BID = "bid"


class Redoubler(enum.Enum):
    """Who may redouble (4.6)."""

    SIDE = "side"
    DECLARER = "declarer"


class Base(enum.Enum):
    """Which bid a first response adds to, where partner bid twice before it (8.6)."""

    LAST_BID = "last-bid"
    FIRST_BID = "first-bid"


def _is_of_its_kind(_: object, field: attrs.Attribute[Any], value: object) -> None:
    kind = type(field.default)
    what = {bool: "True or False", int: "a whole number"}.get(kind, f"a {kind.__name__}")
    expect(value, kind, field.name, what)


def _kinds(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Let each option be of the kind of its default, before its value is looked at."""
    return [
        field.evolve(
            validator=attrs.validators.and_(
                _is_of_its_kind, *(() if field.validator is None else (field.validator,))
            )
        )
        for field in fields
    ]


@attrs.frozen(kw_only=True, cache_hash=True, field_transformer=_kinds)
class RuleOptions:
    """The rules of a table.

    Attributes:
        game_points: what a side must reach to win a game (3.1), a positive number.
        announces: whether there are announces besides belot (6.10).
        void_hands: after how many hands without a contract the cards are shuffled (3.4).
        void_hands_in_a_row: whether a contract sets that count back (3.5).
        restacking: how the cards are put together before the cut (3.6).
        least_cut: how many cards each part of a cut has at least, 1 to 16 (3.7).
        double_finish: who wins where both reach the points of a game in one hand: the higher
            total (alike, another hand is played), or the side that declared that hand (3.8).
        belot_wins_when_defeated: whether belot alone may end a game for a side that has just
            been defeated (3.9).
        redoubler: who may redouble (4.6).
        double_out_of_turn: whether an opponent may double before his turn (4.7).
        redouble_ends: whether a redouble ends the auction at once (4.8).
        belot_for_contract: whether belot counts towards the contract (4.10.4).
        outranked_for_contract: whether announces that are outranked or void count towards the
            contract of who has them (4.10.5).
        undertrump_duty: whether a player who cannot overtrump must undertrump (5.3.6).
        eight_in_sequence_twice: whether eight cards in sequence are a fifth and a third (6.4).
        show_all_announces: whether at the second trick all announces are shown, not only
            those that count (6.5).
        announce_tie: what becomes of announces that rank alike (6.7).
        belot_cards_in_announces: whether king and queen of trumps may also stand in a sequence
            or a four where they are belot (6.9).
        slam_takes_announces: whether declarers who win all tricks score the defenders'
            announces too (7.2).
        defeat_by_slam: what the defenders score for tricks that were all theirs, 160 or 250 (7.3).
        rounding: how the points of tricks are rounded (7.4).
        doubling_base: what a double multiplies (7.5).
        doubled_belot: whether a double multiplies belot too (7.5).
        extra_ten_on_nothing: whether the extra ten may be added to no value at all (8.4).
        response_base: which bid of partner's a response adds to (8.6).
        fours_add_their_cards: whether four aces or jacks also count as aces or jack (8.7).
        one_ace: what a single ace outside trumps adds, 0 or 10 (8.8).
    """

    game_points: int = attrs.field(default=3000, validator=attrs.validators.ge(1))
    announces: bool = True
    void_hands: int = attrs.field(default=4, validator=attrs.validators.ge(1))
    void_hands_in_a_row: bool = True
    restacking: Restacking = Restacking.DECLARERS_ON_TOP
    least_cut: int = attrs.field(
        default=3, validator=[attrs.validators.ge(1), attrs.validators.le(16)]
    )
    double_finish: DoubleFinish = DoubleFinish.HIGHER_TOTAL
    belot_wins_when_defeated: bool = True
    redoubler: Redoubler = Redoubler.SIDE
    double_out_of_turn: bool = False
    redouble_ends: bool = True
    belot_for_contract: bool = True
    outranked_for_contract: bool = False
    undertrump_duty: bool = False
    eight_in_sequence_twice: bool = True
    show_all_announces: bool = False
    announce_tie: AnnounceTie = AnnounceTie.VOID
    belot_cards_in_announces: bool = True
    slam_takes_announces: bool = False
    defeat_by_slam: int = attrs.field(default=160, validator=attrs.validators.in_((160, 250)))
    rounding: Rounding = Rounding.HALF_UP
    doubling_base: DoublingBase = DoublingBase.EVERYTHING
    doubled_belot: bool = False
    extra_ten_on_nothing: bool = False
    response_base: Base = Base.LAST_BID
    fours_add_their_cards: bool = True
    one_ace: int = attrs.field(default=0, validator=attrs.validators.in_((0, 10)))


DEFAULT_OPTIONS = RuleOptions()
