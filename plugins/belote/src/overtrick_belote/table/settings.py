"""The settings of a user: players, rules and display."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from overtrick.plugin import replace_file
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.sentences import LocalizedError
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.options import DEFAULT_OPTIONS, TRUTH, RuleOptions
from overtrick_belote.table.setup import (
    DEFAULT_PLAYERS,
    WRONG,
    Players,
    check_players,
    options_mapping,
    players_mapping,
    read_options,
    read_player,
    read_players,
)
from overtrick_belote.table.storage import aside, data_folder, kept_folder, make_folder

FILE_NAME: Final = "settings.toml"
SHOWN_AS: Final = ("both", "letters", "symbols")


@attrs.frozen(kw_only=True)
class Settings:
    """The settings of a user for all games.

    Attributes:
        players: who sits where.
        adviser: how well hints are given.
        options: the rules of the table.
        without_help: whether to play without help.
        language: `en` or `fr`; empty for the environment's.
        cards: cards with letters and symbols (`both`), `letters` or `symbols` alone.
        autoplay: whether a card that must be played is played by itself.
        medal: whether the winner of each trick is announced.
        animate: whether cards move on the drawn table.
        confirm: whether the drawn table asks before a call is made.
        status_bar: whether the drawn table has a line that explains the keys.
        dark: whether the drawn table is dark.
        colour: the drawn table's colour: `green`, `blue` or `grey`.
        speed: how fast the computer's players act there: `slow`, `normal`, `fast`, `instant`.
        end_of_turn: when a trick is put away there: by a `key`, or after 1, 2, 3 or 5 seconds.
    """

    players: Players = attrs.field(default=DEFAULT_PLAYERS, validator=check_players)
    adviser: Level = Level.EXPERT
    options: RuleOptions = DEFAULT_OPTIONS
    without_help: bool = False
    language: str = ""
    cards: str = "both"
    autoplay: bool = True
    medal: bool = True
    animate: bool = True
    confirm: bool = False
    status_bar: bool = True
    dark: bool = True
    colour: str = "green"
    speed: str = "normal"
    end_of_turn: str = "key"


DEFAULT_SETTINGS: Final = Settings()
_SWITCHES: Final = (
    *("without_help", "autoplay", "medal"),
    *("animate", "confirm", "status_bar", "dark"),
)
CHOICES: Final = {
    "language": ("en", "fr", ""),
    "cards": SHOWN_AS,
    "colour": ("green", "blue", "grey"),
    "speed": ("slow", "normal", "fast", "instant"),
    "end_of_turn": ("key", "1", "2", "3", "5"),
}
"""The allowed values of settings with few values, by name."""

SPEEDS: Final = {"slow": 1.2, "normal": 0.6, "fast": 0.2, "instant": 0.0}
"""The seconds between actions of computer players at a graphical table, by the setting `speed`."""


def settings_path() -> Path:
    """Return the settings file."""
    return data_folder() / FILE_NAME


def read_settings() -> tuple[Settings, tuple[str, ...]]:
    """Return the settings, and the faults of their file.

    The default replaces missing and faulty values.

    Returns:
        The settings, and a text for each thing that is wrong: the file, the line where it is
        known, and why.
    """
    path = settings_path()
    try:
        text = path.read_bytes().decode()
    except (FileNotFoundError, NotADirectoryError):
        return DEFAULT_SETTINGS, ()
    except OSError as error:
        return DEFAULT_SETTINGS, (f"{path}: {error.strerror}",)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return DEFAULT_SETTINGS, (f"{path}:{line}: it is not text in UTF-8",)
    try:
        written = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        at = re.search(r"line ([0-9]+)", str(error))
        last = max(1, len(text.splitlines()))
        line = int(at[1]) if at else last
        return DEFAULT_SETTINGS, (f"{path}:{line}: this is not TOML ({error})",)
    found, wrong = DEFAULT_SETTINGS, list[str]()
    for name, value in _flat(written).items():
        try:
            found = _change(found, name, value)
        except BeloteError as error:
            wrong.append(f"{path}:{_line_of(name, text)} {error}")
    return found, tuple(wrong)


def _line_of(name: str, text: str) -> str:
    """Return the line of a setting with a colon, or an empty text if it is unknown."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            table = f"{heading[1]}."
        elif (key := re.match(r"\s*([\w.-]+)\s*=", line)) and table + key[1] == name:
            return f"{number}:"
    return ""


def keep_aside() -> Path | None:
    """Keep a copy of a faulty settings file before it is replaced.

    Returns:
        The copy, `None` where nothing is wrong.

    Raises:
        OSError: the folder or disk refuses.
    """
    if not read_settings()[1]:
        return None
    path = settings_path()
    kept = aside(path)
    replace_file(kept, path.read_bytes())
    return kept


def _flat(written: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in written.items():
        if name in ("players", "rules") and isinstance(value, dict):
            found.update({f"{name}.{key}": inner for key, inner in value.items()})
        else:
            found[name] = value
    return found


def change_settings(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """Return settings with changes by name: `players.E`, `rules.rounding`, `language` ...

    Raises:
        BeloteError: there is no such setting, or not that value of it.

    Example:
        >>> change_settings(Settings(), {"players.E": "novice", "medal": "no"}).medal
        False
    """
    for name, value in changes.items():
        settings = _change(settings, name, value)
    return settings


def _change(settings: Settings, name: str, value: object) -> Settings:
    first, _, rest = name.partition(".")
    key = name.replace("-", "_")
    if first == "players" and rest:
        return attrs.evolve(settings, players=read_players({rest: value}, settings.players))
    if first == "rules" and rest:
        return attrs.evolve(settings, options=read_options({rest: value}, settings.options))
    if key == "adviser":
        level = read_player(value)
        if level is not None:
            return attrs.evolve(settings, adviser=level)
        raise LocalizedError(WRONG["adviser-computer"])
    if key in _SWITCHES:
        is_on = value if isinstance(value, bool) else TRUTH.get(str(value).lower())
        if is_on is not None:
            return attrs.evolve(settings, **_changed(key, is_on))
        raise LocalizedError(WRONG["no-value"], name=name, value=repr(value), known=("yes", "no"))
    choices = CHOICES.get(key)
    if choices is None:
        raise LocalizedError(WRONG["no-setting"], name=repr(name))
    if str(value) not in choices:
        known = tuple(choice for choice in choices if choice)
        raise LocalizedError(WRONG["no-value"], name=name, value=repr(value), known=known)
    return attrs.evolve(settings, **_changed(key, str(value)))


def _changed(name: str, value: bool | str) -> dict[str, Any]:
    return {name: value}


def settings_mapping(settings: Settings) -> dict[str, object]:
    """Return the settings that differ from the default, by name."""
    found: dict[str, object] = {}
    players = players_mapping(settings.players)
    usual = players_mapping(DEFAULT_PLAYERS)
    found.update({f"players.{s}": who for s, who in players.items() if who != usual[s]})
    found.update({f"rules.{name}": v for name, v in options_mapping(settings.options).items()})
    for name in ("adviser", *_SWITCHES, *CHOICES):
        value = getattr(settings, name)
        if value != getattr(DEFAULT_SETTINGS, name):
            found[name] = value.value if isinstance(value, Level) else value
    return found


def plain_settings(settings: Settings) -> Iterator[tuple[str, object, str]]:
    """Yield the settings other than players and rules: name, value, and allowed values."""
    levels = " or ".join(level.value for level in Level)
    yield "adviser", settings.adviser.value, levels
    for name in _SWITCHES:
        yield name, getattr(settings, name), "yes or no"
    for name, choices in CHOICES.items():
        allowed = " or ".join(choice for choice in choices if choice)
        yield name, getattr(settings, name), allowed


def write_settings(settings: Settings) -> Path:
    """Write the settings file atomically; return its path.

    Raises:
        OSError: the folder or disk refuses.
    """
    path = settings_path()
    tables: dict[str, list[str]] = {"": [], "players": [], "rules": []}
    for name, value in settings_mapping(settings).items():
        first, _, rest = name.rpartition(".")
        tables[first].append(f"{rest} = {_toml(value)}")
    text = "# Settings of overtrick belote; what is not told here is the default.\n"
    for name, lines in tables.items():
        if lines:
            text += "".join(f"{line}\n" for line in ([f"\n[{name}]"] if name else []) + lines)
    make_folder(kept_folder())
    replace_file(path, text.encode())
    return path


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'
