"""Rule options: each choice that the rules leave open, with its default.

The numbers are those of `docs/belote/rules.md`.
"""

from __future__ import annotations

import enum
from typing import Any, Final

import attrs

from overtrick_belote.errors import BeloteError, expect


class Restacking(enum.Enum):
    """The side whose pile of tricks goes on top before the cut (3.6)."""

    DECLARERS_ON_TOP = "declarers-on-top"
    DEFENDERS_ON_TOP = "defenders-on-top"


class DoubleFinish(enum.Enum):
    """The winner of a game in which both sides reach the points in one hand (3.8)."""

    HIGHER_TOTAL = "higher-total"
    DECLARERS = "declarers"


class AnnounceTie(enum.Enum):
    """The treatment of declarations of equal rank (6.7)."""

    VOID = "void"
    FIRST_TO_SPEAK = "first-to-speak"


class Rounding(enum.Enum):
    """The rounding of trick points to tens (7.4)."""

    HALF_UP = "half-up"
    HALF_DOWN = "half-down"
    COMPLEMENT = "complement"
    NONE = "none"


class DoublingBase(enum.Enum):
    """The points that a double multiplies (7.5)."""

    EVERYTHING = "everything"
    WINNER_TAKES_ALL = "winner-takes-all"
    BID = "bid"


class Redoubler(enum.Enum):
    """The players who may redouble (4.6)."""

    SIDE = "side"
    DECLARER = "declarer"


class Base(enum.Enum):
    """The bid that a first response adds to, when partner bid twice before it (8.6)."""

    LAST_BID = "last-bid"
    FIRST_BID = "first-bid"


@attrs.frozen
class Range:
    """The range of integers of an option.

    Attributes:
        least: the least of them.
        greatest: the greatest of them, `None` where there is none.
    """

    least: int
    greatest: int | None = None

    def __contains__(self, number: object) -> bool:
        """Return whether a number is in the range."""
        if not isinstance(number, int) or number < self.least:
            return False
        return self.greatest is None or number <= self.greatest

    def __str__(self) -> str:
        """Return the range in words: `1 to 16`, `1 or more`."""
        return (
            f"{self.least} or more" if self.greatest is None else f"{self.least} to {self.greatest}"
        )


Choices = Range | tuple[Any, ...]
"""The allowed values of an option: a range of whole numbers, or each of its values."""

_NUMBERS: Final = "numbers"


def choices_of(field: attrs.Attribute[Any]) -> Choices:
    """Return the allowed values of an option, by its field in `RuleOptions`.

    Example:
        >>> choices_of(attrs.fields(RuleOptions).least_cut)
        Range(least=1, greatest=16)
        >>> choices_of(attrs.fields(RuleOptions).announces)
        (True, False)
    """
    default = field.default
    if isinstance(default, bool):
        return (True, False)
    if isinstance(default, enum.Enum):
        return tuple(type(default))
    numbers: Choices = field.metadata[_NUMBERS]
    return numbers


def option_text(value: object) -> str:
    """Return the text of an option's value: yes or no, a number, or the name of a choice."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, enum.Enum) else value)


def choices_text(choices: Choices) -> str:
    """Return the allowed values of an option in words: `yes or no`, `160 or 250`, `1 to 16`."""
    if isinstance(choices, Range):
        return str(choices)
    return " or ".join(option_text(choice) for choice in choices)


def _is_allowed(_: object, field: attrs.Attribute[Any], value: object) -> None:
    """Raise for a value of another type than the option's default, and for one not allowed."""
    kind = type(field.default)
    what = {bool: "True or False", int: "a whole number"}.get(kind, f"a {kind.__name__}")
    expect(value, kind, field.name, what)
    choices = choices_of(field)
    if value not in choices:
        msg = f"{field.name} is {choices_text(choices)}, not {value!r}"
        raise BeloteError(msg)


def _checked(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    return [field.evolve(validator=_is_allowed) for field in fields]


def _number(default: int, choices: Choices) -> Any:  # noqa: ANN401  # what `attrs.field` returns
    return attrs.field(default=default, metadata={_NUMBERS: choices})


@attrs.frozen(kw_only=True, cache_hash=True, field_transformer=_checked)
class RuleOptions:
    """The rule options of a table.

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
        belot_cards_in_announces: whether king and queen of trumps may also be part of a sequence
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

    Raises:
        BeloteError: an option is given a value that it may not have.
        TypeError: it is given one of another kind.
    """

    game_points: int = _number(3000, Range(1))
    announces: bool = True
    void_hands: int = _number(4, Range(1))
    void_hands_in_a_row: bool = True
    restacking: Restacking = Restacking.DECLARERS_ON_TOP
    least_cut: int = _number(3, Range(1, 16))
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
    defeat_by_slam: int = _number(160, (160, 250))
    rounding: Rounding = Rounding.HALF_UP
    doubling_base: DoublingBase = DoublingBase.EVERYTHING
    doubled_belot: bool = False
    extra_ten_on_nothing: bool = False
    response_base: Base = Base.LAST_BID
    fours_add_their_cards: bool = True
    one_ace: int = _number(0, (0, 10))


DEFAULT_OPTIONS = RuleOptions()

OPTIONS: Final = {field.name: choices_of(field) for field in attrs.fields(RuleOptions)}
"""The allowed values of each option, by the name of its attribute, in the order of the rules."""

TRUTH: Final = {
    **dict.fromkeys(("yes", "true", "on", "1"), True),
    **dict.fromkeys(("no", "false", "off", "0"), False),
}
"""The spellings of yes and no, in lower case."""

_MOST_DIGITS: Final = 9


class OptionValueError(BeloteError):
    """A value that an option does not allow.

    Attributes:
        choices: what it may be.
    """

    def __init__(self, attribute: str, value: object) -> None:
        """Build the message from the option and the value."""
        self.choices: Choices = OPTIONS[attribute]
        super().__init__(f"{option_name(attribute)} is {choices_text(self.choices)}, not {value!r}")


def option_name(attribute: str) -> str:
    """Return the written name of a rule option: `game_points` as `game-points`."""
    return attribute.replace("_", "-")


def changed_options(
    options: RuleOptions, known: RuleOptions = DEFAULT_OPTIONS
) -> dict[str, object]:
    """Return the values of the options that differ, by the names of their attributes.

    Example:
        >>> changed_options(RuleOptions(rounding=Rounding.NONE))
        {'rounding': <Rounding.NONE: 'none'>}
    """
    return {
        name: getattr(options, name)
        for name in OPTIONS
        if getattr(options, name) != getattr(known, name)
    }


def with_option(options: RuleOptions, attribute: str, written: object) -> RuleOptions:
    """Return options with one value changed.

    Args:
        options: the options as they are.
        attribute: the name of its attribute, one of `OPTIONS`.
        written: the value as it is written: a text such as `no`, `160`, `half-up` in any case,
            or a truth or a number.

    Raises:
        OptionValueError: the option may not be that.

    Example:
        >>> with_option(DEFAULT_OPTIONS, "rounding", "half-down").rounding
        <Rounding.HALF_DOWN: 'half-down'>
    """
    text = option_text(written).lower()
    choices = OPTIONS[attribute]
    found: object = None
    if isinstance(choices, Range) or all(type(choice) is int for choice in choices):
        is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        found = int(text) if is_number else None
    elif choices == (True, False):
        found = TRUTH.get(text)
    else:
        found = next((choice for choice in choices if option_text(choice) == text), None)
    if found is None or found not in choices:
        raise OptionValueError(attribute, written)
    changed: dict[str, Any] = {attribute: found}
    return attrs.evolve(options, **changed)
