"""Options shared by the commands, and the settings that they change."""

from __future__ import annotations

import contextlib
import functools
import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

import attrs
import click

from overtrick.plugin import printable
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.words import LANGUAGES, game_language
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.table.settings import (
    SHOWN_AS,
    Settings,
    change_settings,
    read_settings,
)
from overtrick_belote.table.setup import OneHand, Players, Setup, read_options
from overtrick_belote.terminal.speaking import TextPrinter

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

_TOLD: Final = "overtrick_belote.bad-settings"
_FROM_SETTINGS: Final = "from the settings"
LEVELS: Final = tuple(level.value for level in Level)


class Pair(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """`NAME=VALUE`."""

    name = "NAME=VALUE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return the name and the value."""
        if isinstance(value, tuple):
            return value
        name, sign, rest = str(value).partition("=")
        if not sign or not name.strip():
            self.fail(f"{value!r} is no NAME=VALUE", param, ctx)
        return name.strip(), rest.strip()


class StrictInteger(click.IntRange):
    """An integer, in digits only."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number."""
        digits = str(value).removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            self.fail(f"{value!r} is no whole number", param, ctx)
        given: Any = value
        return int(super().convert(given, param, ctx))


def tui_option(function: FunctionT) -> FunctionT:
    """Add `--tui`, which gives `has_tui`."""
    return click.option(
        "--tui",
        "has_tui",
        is_flag=True,
        help="Play at a drawn table (install overtrick-belote[tui]).",
    )(function)


def auto_option(function: FunctionT) -> FunctionT:
    """Add `--auto`, which gives `auto`: a level, or `None`."""
    return click.option(
        "--auto",
        type=click.Choice(LEVELS, case_sensitive=False),
        help="Let the computer play all four hands at this level.",
    )(function)


def rule_option(function: FunctionT) -> FunctionT:
    """Add `--rule`, which gives `rules`."""
    return click.option(
        "--rule",
        "rules",
        type=Pair(),
        multiple=True,
        help="Set a rule of the game; `overtrick belote settings` lists them; may be repeated.",
    )(function)


def language_option(function: FunctionT) -> FunctionT:
    """Add the options of the terminal's language and symbols."""
    for option in (
        click.option(
            "--cards",
            type=click.Choice(SHOWN_AS, case_sensitive=False),
            show_default=_FROM_SETTINGS,
            help="Show suits as letters, as symbols or as both.",
        ),
        click.option(
            "--lang",
            "language",
            type=click.Choice(tuple(LANGUAGES), case_sensitive=False),
            metavar="CODE",
            show_default=_FROM_SETTINGS,
            help="Set the language: en or fr.",
        ),
    ):
        function = option(function)
    return function


def table_options(function: FunctionT) -> FunctionT:
    """Add the options of a table: players and rules."""
    for option in (
        rule_option,
        click.option(
            "--no-declarations",
            is_flag=True,
            help="Play without declarations, except belote and rebelote.",
        ),
        click.option(
            "--without-help", is_flag=True, help="Play without hints, peeking and replays."
        ),
        click.option(
            "--adviser",
            type=click.Choice(LEVELS, case_sensitive=False),
            show_default=_FROM_SETTINGS,
            help="Set the level of the hints.",
        ),
        click.option(
            "--player",
            "players",
            type=Pair(),
            multiple=True,
            metavar="SEAT=PLAYER",
            show_default=_FROM_SETTINGS,
            help="Set the player of a seat, such as S=human or E=novice; may be repeated.",
        ),
        click.option(
            "--level",
            type=click.Choice(LEVELS, case_sensitive=False),
            show_default=_FROM_SETTINGS,
            help="Set the level of all computer players.",
        ),
        click.option(
            "--seed",
            metavar="SEED",
            show_default="random",
            help="Play the same game again for the same seed.",
        ),
    ):
        function = option(function)
    return language_option(function)


@attrs.frozen(kw_only=True)
class Chosen:
    """The combination of a command's options and the settings.

    Attributes:
        settings: the settings, changed by the options.
        seed: the seed that was given, or one of chance.
    """

    settings: Settings
    seed: str

    @property
    def speaker(self) -> TextPrinter:
        """The speaker for the terminal."""
        return speaker_of(self.settings)

    def setup(self, hand: OneHand | None = None) -> Setup:
        """Return the setup of a table for a game, or for a hand."""
        return Setup(
            seed=self.seed,
            players=self.settings.players,
            adviser=self.settings.adviser,
            options=self.settings.options,
            hand=hand,
            without_help=self.settings.without_help,
        )


def speaker_of(settings: Settings) -> TextPrinter:
    """Return the speaker for the settings."""
    return TextPrinter.of(game_language(settings.language or None), settings.cards)


def kept_settings(language: str | None = None) -> Settings:
    """Return the settings of the file; report its faults once a command.

    Args:
        language: the language that was asked for, if any.
    """
    settings, wrong = read_settings()
    told = click.get_current_context().find_root().meta
    if wrong and _TOLD not in told:
        told[_TOLD] = True
        speaker = speaker_of(settings)
        if language in LANGUAGES:
            speaker = attrs.evolve(speaker, language=language)
        why = "; ".join(map(printable, wrong))
        click.echo(speaker.text("bad-settings", why=why), err=True)
    return settings


def spoken(language: str | None, cards: str | None) -> TextPrinter:
    """Return the speaker of a command that has only the language options."""
    return speaker_of(_spoken(kept_settings(language), language, cards))


def _spoken(settings: Settings, language: str | None, cards: str | None) -> Settings:
    changes = {"cards": cards}
    if language is not None:
        changes["language"] = game_language(language)
    return change_settings(settings, {n: v for n, v in changes.items() if v is not None})


def chosen(
    *,
    language: str | None,
    cards: str | None,
    rules: tuple[tuple[str, str], ...],
    no_declarations: bool,
    without_help: bool,
    adviser: str | None,
    players: tuple[tuple[str, str], ...],
    level: str | None,
    seed: str | None,
) -> Chosen:
    """Return the combination of the options and the settings.

    Raises:
        UsageError: an option is none.
    """
    settings = kept_settings(language)
    changes: dict[str, object] = {f"rules.{name}": value for name, value in rules}
    if no_declarations:
        changes["rules.announces"] = False
    if without_help:
        changes["without_help"] = True
    if adviser is not None:
        changes["adviser"] = adviser
    try:
        settings = _spoken(settings, language, cards)
        if level is not None:
            settings = attrs.evolve(settings, players=_all_at(settings.players, Level(level)))
        changes.update({f"players.{seat}": who for seat, who in players})
        settings = change_settings(settings, changes)
        found = Chosen(settings=settings, seed=secrets.token_hex(8) if seed is None else seed)
        found.setup()
    except BeloteError as error:
        with contextlib.suppress(BeloteError):  # of a language that it does not speak
            settings = _spoken(settings, language, None)
        raise as_usage(error, speaker_of(settings)) from error
    return found


def _all_at(players: Players, level: Level) -> Players:
    return tuple(None if who is None else level for who in players)  # type: ignore[return-value]  # four as before


def read_rules(rules: tuple[tuple[str, str], ...]) -> RuleOptions:
    """Return the rules of a table: those of the settings, with the changes of the options.

    Raises:
        UsageError: there is no such rule, or not that value of it.
    """
    settings = kept_settings()
    try:
        return read_options(dict(rules), settings.options)
    except BeloteError as error:
        raise as_usage(error, speaker_of(settings)) from error


def as_usage(error: BeloteError, speaker: TextPrinter) -> click.UsageError:
    """Return a usage error with the message of an error."""
    return click.UsageError(speaker.wrong(error))


def with_chosen(function: FunctionT) -> FunctionT:
    """Pass `chosen` to a command in place of the options of a table."""
    names = (
        "language", "cards", "rules", "no_declarations", "without_help", "adviser", "players",
        "level", "seed",
    )  # fmt: skip

    @functools.wraps(function)
    def command(**arguments: Any) -> object:  # noqa: ANN401  # whatever the options give
        own = {name: arguments.pop(name) for name in names}
        return function(chosen=chosen(**own), **arguments)

    return table_options(command)  # type: ignore[return-value]  # it takes what the options give
