"""The lobby of the web page: unfinished games, new games, finished games, settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from overtrick import Seat
from overtrick_belote.page.tables import Tables
from overtrick_belote.page.voices import PageTexts
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.cards import Side
from overtrick_belote.table.history import read_history, statistics
from overtrick_belote.table.saves import SUFFIX
from overtrick_belote.table.settings import CHOICES, Settings, read_settings
from overtrick_belote.table.setup import HUMAN
from overtrick_belote.table.unfinished import Unfinished
from overtrick_belote.table.visible import hand_title
from overtrick_belote.table.won_games import is_untouched

MOST_GAMES: Final = 20
"""The maximum number of finished games in the list."""


@attrs.frozen(kw_only=True)
class LobbyEntry:
    """An unfinished game in the lobby.

    Attributes:
        name: its name.
        text: what it is.
        score: the score of the game, empty for one hand.
        note: what is wrong with it, or who plays it.
        can_go_on: whether it can be gone on with as it is.
        can_be_rescued: whether the part before its damage can.
        can_be_deleted: whether it can be taken away.
        date: when it was begun.
    """

    name: str
    text: str
    score: str
    note: str
    can_go_on: bool
    can_be_rescued: bool
    can_be_deleted: bool
    date: str


def hall(tables: Tables, voice: PageTexts) -> dict[str, Any]:
    """Return the content of the lobby, for the template `hall.html`.

    Args:
        tables: the open tables.
        voice: how the page speaks.

    Raises:
        OSError: the folder of all that is kept cannot be used.
    """
    settings, problems = read_settings()
    return {
        "games": [_offered(game, voice) for game in tables.unfinished() if _is_worth(game)],
        "points": voice.words.number(settings.options.game_points),
        "past": list(_past(voice)),
        "problems": problems,
    }


def _is_worth(game: Unfinished) -> bool:
    """Return whether a game is worth resuming: neither finished nor untouched."""
    table = game.table
    return table is None or not game.is_sound or not (table.is_finished or is_untouched(table))


def _offered(game: Unfinished, voice: PageTexts) -> LobbyEntry:
    date = game.path.name if game.begun is None else voice.words.date(game.begun)
    table, score = game.table, ""
    hand = voice.label("one-hand") if table is None else hand_title(table, voice.words)
    text = voice.label("hand-of-date", hand=hand, date=date)
    if table is not None and table.game is not None:
        text = voice.label("game-of-date", date=date, n=table.hand_number)
        score = ", ".join(
            f"{voice.words.side(side)} {voice.words.number(table.totals[side])}" for side in Side
        )
    note = ""
    if game.in_use:
        note = voice.label("played-elsewhere")
    elif not game.is_sound:
        note = voice.label("damaged-game" if game.line else "damaged-all", line=game.line)
    return LobbyEntry(
        name=game.path.name.removesuffix(SUFFIX),
        text=text,
        score=score,
        note=note,
        can_go_on=game.is_sound and not game.in_use,
        can_be_rescued=not game.in_use and bool(game.line),
        can_be_deleted=not game.in_use,
        date=date,
    )


def _past(voice: PageTexts) -> Iterator[str]:
    games, _ = read_history()
    if not games:
        return
    said, found = voice.words, statistics(games)
    yield f"{found.games} {voice.label('games')}, {found.hands} {voice.label('hands')}"
    for side, done in zip(Side, found.sides, strict=True):
        yield (
            f"{said.side(side)}{voice.label('colon')} {done.games_won} {voice.label('games')}, "
            f"{done.contracts} {voice.label('contracts')}, {done.made} {voice.label('made')}"
        )
    for game in list(reversed(games))[:MOST_GAMES]:
        yield (
            f"{said.date(game.date)}  {game.totals[0]} – {game.totals[1]}  "
            f"{voice.label('won-by')} {said.side(game.winner)}"
        )


# Settings -----------------------------------------------------------------------------------

_SWITCHES: Final = ("autoplay", "medal", "animate", "confirm", "without_help")


@attrs.frozen(kw_only=True)
class Field:
    """A setting in the form.

    Attributes:
        name: its name, as `change_settings` takes it.
        text: what it is called.
        choices: what it may be: the value and what it is called; empty for a switch.
        value: what it is; of a switch `yes` or `no`.
    """

    name: str
    text: str
    choices: tuple[tuple[str, str], ...] = ()
    value: str


def settings_form(settings: Settings, voice: PageTexts) -> list[tuple[str, list[Field]]]:
    """Return the settings in groups: each with its heading.

    Args:
        settings: what the person chose.
        voice: how the page speaks.
    """
    label, said = voice.label, voice.words
    levels = tuple((level.value, said.level(level)) for level in Level)
    players = []
    for seat in Seat:
        choices = levels if seat is Seat.NORTH else ((HUMAN, label("human")), *levels)
        level = settings.players[seat]
        value = HUMAN if level is None else level.value
        name = f"players.{seat.symbol}"
        players.append(Field(name=name, text=said.seat(seat), choices=choices, value=value))
    adviser = settings.adviser.value
    players.append(Field(name="adviser", text=label("adviser"), choices=levels, value=adviser))
    seconds = tuple(
        (value, label("by-key") if value == "key" else label("seconds", n=value))
        for value in CHOICES["end_of_turn"]
    )
    languages = (("", label("as-page")), ("en", "English"), ("fr", "Français"))
    shown = [
        Field(name="language", text=label("language"), choices=languages, value=settings.language),
        Field(
            name="speed", text=label("speed"), choices=_named("speed", voice), value=settings.speed
        ),
        Field(
            name="end_of_turn",
            text=label("end_of_turn"),
            choices=seconds,
            value=settings.end_of_turn,
        ),
        Field(
            name="colour",
            text=label("colour"),
            choices=_named("colour", voice),
            value=settings.colour,
        ),
    ]
    switches = [
        Field(
            name=name,
            text=label({"medal": "medals", "without_help": "without-help"}.get(name, name)),
            value="yes" if getattr(settings, name) else "no",
        )
        for name in _SWITCHES
    ]
    return [(label("who-sits"), players), (label("how-shown"), shown), ("", switches)]


def _named(name: str, voice: PageTexts) -> tuple[tuple[str, str], ...]:
    return tuple((value, voice.label(value)) for value in CHOICES[name])


def asked_settings(asked: Mapping[str, str]) -> dict[str, object]:
    """Return the changed settings of a submitted form; a missing checkbox is off.

    Args:
        asked: the fields of the form.
    """
    known = {"adviser", "language", "speed", "end_of_turn", "colour"}
    known |= {f"players.{seat.symbol}" for seat in Seat}
    changes: dict[str, object] = {n: v for n, v in asked.items() if n in known}
    changes |= {name: asked.get(name) == "yes" for name in _SWITCHES}
    return changes
