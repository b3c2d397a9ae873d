"""The setup of a table: players, rules, and the hand or game."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final, TypeVar

import attrs

from overtrick import Seat
from overtrick_belote.errors import BeloteError, expect, of_kind
from overtrick_belote.explanations.sentences import LocalizedError
from overtrick_belote.players.advice import Fact, Level
from overtrick_belote.players.sentences import Rule, table
from overtrick_belote.rules.cards import FULL_DECK, Card, cards_of, hand_of
from overtrick_belote.rules.dealing import numbered_hand
from overtrick_belote.rules.options import (
    DEFAULT_OPTIONS,
    OPTIONS,
    Choices,
    OptionValueError,
    Range,
    RuleOptions,
    changed_options,
    option_text,
    with_option,
)
from overtrick_belote.rules.state import Hands

HUMAN: Final = "human"

WRONG: Final = table(
    (
        Rule(
            "north-computer",
            "North is always the computer: people sit West, South and East",
            "Nord est toujours l'ordinateur : on s'assied en Ouest, Sud et Est",
        ),
        Rule(
            "no-seat", "not a seat: {name} (N, E, S or W)", "pas une place : {name} (N, E, S ou O)"
        ),
        Rule(
            "no-player",
            "not a player: {name} ({known})",
            "pas un joueur : {name} ({known})",
        ),
        Rule(
            "adviser-computer",
            "the adviser is a level, not a person",
            "le conseiller est un niveau, pas une personne",
        ),
        Rule(
            "no-rule",
            "no rule is called {name}; `overtrick belote settings` lists them",
            "aucune règle ne s'appelle {name} ; `overtrick belote settings` en donne la liste",
        ),
        Rule(
            "no-setting",
            "no setting is called {name}; `overtrick belote settings` lists them",
            "aucun réglage ne s'appelle {name} ; `overtrick belote settings` en donne la liste",
        ),
        Rule(
            "no-value",
            "not a value of {name}: {value} ({known:or})",
            "pas une valeur pour {name} : {value} ({known:or})",
        ),
        Rule(
            "no-value-least",
            "not a value of {name}: {value} ({least} or more)",
            "pas une valeur pour {name} : {value} ({least} ou plus)",
        ),
        Rule(
            "no-value-range",
            "not a value of {name}: {value} ({least} to {greatest})",
            "pas une valeur pour {name} : {value} ({least} à {greatest})",
        ),
    )
)
"""The messages for unknown players, rules and settings."""

Players = tuple[Level | None, Level | None, Level | None, Level | None]
"""The player of each seat, North, East, South, West: a level, or `None` for a human."""

DEFAULT_PLAYERS: Final[Players] = (Level.EXPERT, Level.EXPERT, None, Level.EXPERT)


@attrs.frozen(kw_only=True)
class OneHand:
    """A single hand, outside a game.

    Attributes:
        hands: the four hands, by seat.
        dealer: the dealer.
        number: the number of a numbered hand, `None` for another.
        standing: the points of the game that it was dealt in, by side.
        unshuffled: whether the cards were only cut since the hand before.
    """

    hands: Hands
    dealer: Seat
    number: int | None = None
    standing: tuple[int, int] = (0, 0)
    unshuffled: bool = False

    @classmethod
    def numbered(cls, number: int) -> OneHand:
        """Return the hand of a number, 1 to 1,000,000.

        Raises:
            BeloteError: there is no such number.
        """
        hands, dealer = numbered_hand(number)
        return cls(hands=hands, dealer=dealer, number=number)


def check_players(_: object, __: object, players: Players) -> None:
    """Raise for other than four players, and for a human at North (9.2)."""
    expect(players, tuple, "players", "a tuple of four levels, None for a person")
    for player in players:
        expect(player, (Level, type(None)), "a player", "a Level, or None for a person")
    if len(players) != len(Seat):
        msg = f"a table has four players, North, East, South and West, not {len(players)}"
        raise BeloteError(msg)
    if players[Seat.NORTH] is None:
        raise LocalizedError(WRONG["north-computer"])


@attrs.frozen(kw_only=True)
class Setup:
    """The setup of a table; it does not change while the table exists.

    Attributes:
        seed: where shuffles, cuts and the players' draws come from.
        players: who sits where at the beginning; people sit West, South or East.
        adviser: how well hints are given and a person's seat is played for him.
        options: the rules of the table.
        hand: the hand to be played, `None` for a game.
        dealer: the first dealer of a game, `None` if the seed decides.
        without_help: whether it begins without hints, analysis, peeking and replays.

    Raises:
        BeloteError: there are not four players, or a person sits North.
        TypeError: something is of another kind.
    """

    seed: str = attrs.field(validator=of_kind(str, "a text"))
    players: Players = attrs.field(default=DEFAULT_PLAYERS, validator=check_players)
    adviser: Level = attrs.field(default=Level.EXPERT, validator=of_kind(Level, "a Level"))
    options: RuleOptions = attrs.field(
        default=DEFAULT_OPTIONS, validator=of_kind(RuleOptions, "RuleOptions")
    )
    hand: OneHand | None = attrs.field(
        default=None, validator=of_kind((OneHand, type(None)), "a OneHand or None")
    )
    dealer: Seat | None = attrs.field(
        default=None, validator=of_kind((Seat, type(None)), "a Seat or None")
    )
    without_help: bool = attrs.field(default=False, validator=of_kind(bool, "True or False"))


def players_mapping(players: Players) -> dict[str, str]:
    """Return the players as a mapping: `human` or a level by the seat's letter."""
    return {
        seat.symbol: HUMAN if level is None else level.value
        for seat, level in zip(Seat, players, strict=True)
    }


def read_players(written: Mapping[str, object], given: Players = DEFAULT_PLAYERS) -> Players:
    """Read the players; seats that are not named keep the given ones.

    Raises:
        BeloteError: there is no such seat or player.

    Example:
        >>> read_players({"E": "novice", "west": "human"})[1:] == (Level.NOVICE, None, None)
        True
    """
    players = list(given)
    for name, value in written.items():
        players[read_seat(name)] = read_player(value)
    return (players[0], players[1], players[2], players[3])


def read_seat(name: object) -> Seat:
    """Read a seat by its letter or its name, in any case.

    Raises:
        BeloteError: it is none.
    """
    text = str(name).lower()
    for seat in Seat:
        if text in (seat.symbol.lower(), seat.name.lower()):
            return seat
    raise LocalizedError(WRONG["no-seat"], name=repr(name))


def read_player(value: object) -> Level | None:
    """Read the player of a seat: `human` or a level.

    Raises:
        BeloteError: it is neither.
    """
    text = str(value).lower()
    if text == HUMAN:
        return None
    try:
        return Level(text)
    except ValueError:
        known = (HUMAN, *(level.value for level in Level))
        raise LocalizedError(WRONG["no-player"], name=repr(value), known=", ".join(known)) from None


def options_mapping(options: RuleOptions) -> dict[str, object]:
    """Return the options that differ from the default, as JSON and TOML values."""
    return {
        name: value.value if isinstance(value, enum.Enum) else value
        for name, value in changed_options(options).items()
    }


def read_options(
    written: Mapping[str, object], given: RuleOptions = DEFAULT_OPTIONS
) -> RuleOptions:
    """Read options by name; options that are not named keep the given values.

    Names may have `-` for `_`. Values are those of JSON and TOML, or texts such as `no`, `160`.

    Raises:
        BeloteError: there is no such option, or not that value of it.

    Example:
        >>> read_options({"announces": "no", "rounding": "half-down"}).announces
        False
    """
    options = given
    for name, value in written.items():
        key = name.replace("-", "_")
        if key not in OPTIONS:
            raise LocalizedError(WRONG["no-rule"], name=repr(name))
        try:
            options = with_option(options, key, value)
        except OptionValueError as error:
            raise _no_value(name, value, error.choices) from None
    return options


def _no_value(name: str, value: object, choices: Choices) -> LocalizedError:
    """Return the message for an invalid value, with the allowed ones."""
    facts: dict[str, Fact] = {"name": name, "value": repr(value)}
    if not isinstance(choices, Range):
        known = tuple(option_text(choice) for choice in choices)
        return LocalizedError(WRONG["no-value"], known=known, **facts)
    facts["least"] = choices.least
    if choices.greatest is None:
        return LocalizedError(WRONG["no-value-least"], **facts)
    return LocalizedError(WRONG["no-value-range"], greatest=choices.greatest, **facts)


def hands_mapping(hands: Hands) -> dict[str, str]:
    """Return four hands as a mapping: cards by the seat's letter."""
    return {
        seat.symbol: " ".join(str(card) for card in cards_of(hand))
        for seat, hand in zip(Seat, hands, strict=True)
    }


def read_hands(written: Mapping[str, object]) -> Hands:
    """Read four complete hands.

    Raises:
        BeloteError: they are not the 32 cards, eight to each player.
    """
    hands = [0, 0, 0, 0]
    for name, text in written.items():
        cards = [Card.parse(word) for word in str(text).split()]
        hands[read_seat(name)] = hand_of(cards)
    together = hands[0] | hands[1] | hands[2] | hands[3]
    if together != FULL_DECK or any(hand.bit_count() != 8 for hand in hands):
        msg = "the four hands are not the 32 cards, eight to each player"
        raise BeloteError(msg)
    return (hands[0], hands[1], hands[2], hands[3])


def setup_mapping(setup: Setup) -> dict[str, object]:
    """Return a setup as a mapping for a save."""
    found: dict[str, object] = {
        "seed": setup.seed,
        "players": players_mapping(setup.players),
        "adviser": setup.adviser.value,
        "options": options_mapping(setup.options),
        "without_help": setup.without_help,
    }
    if setup.hand is not None:
        found["hand"] = {
            "number": setup.hand.number,
            "dealer": setup.hand.dealer.symbol,
            "hands": hands_mapping(setup.hand.hands),
            "standing": list(setup.hand.standing),
            "unshuffled": setup.hand.unshuffled,
        }
    if setup.dealer is not None:
        found["dealer"] = setup.dealer.symbol
    return found


def read_setup(written: Mapping[str, object]) -> Setup:
    """Read a setup from a save.

    Raises:
        BeloteError: something in it is missing or wrong.
    """
    adviser = read_player(_entry(written, "adviser", str))
    if adviser is None:
        raise LocalizedError(WRONG["adviser-computer"])
    return Setup(
        seed=_entry(written, "seed", str),
        players=read_players(_entry(written, "players", dict)),
        adviser=adviser,
        options=read_options(_entry(written, "options", dict)),
        hand=_read_one_hand(_entry(written, "hand", dict)) if "hand" in written else None,
        dealer=read_seat(written["dealer"]) if "dealer" in written else None,
        without_help=_entry(written, "without_help", bool),
    )


def _read_one_hand(written: Mapping[str, object]) -> OneHand:
    number = written.get("number")
    hand = OneHand(
        hands=read_hands(_entry(written, "hands", dict)),
        dealer=read_seat(_entry(written, "dealer", str)),
        number=number if isinstance(number, int) else None,
        standing=_read_standing(_entry(written, "standing", list)),
        unshuffled=_entry(written, "unshuffled", bool),
    )
    if hand.number is not None and (hand.hands, hand.dealer) != numbered_hand(hand.number):
        msg = f"these are not the cards of hand {hand.number}"
        raise BeloteError(msg)
    return hand


def _read_standing(written: list[object]) -> tuple[int, int]:
    match written:
        case [int(north_south), int(east_west)]:
            return (north_south, east_west)
    msg = f"'standing' is wrong: {written!r}"
    raise BeloteError(msg)


ValueT = TypeVar("ValueT")


def _entry(written: Mapping[str, object], name: str, kind: type[ValueT]) -> ValueT:
    value = written.get(name)
    if not isinstance(value, kind):
        msg = f"{name!r} is {'missing' if name not in written else f'wrong: {value!r}'}"
        raise BeloteError(msg)
    return value
