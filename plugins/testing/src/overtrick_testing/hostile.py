"""Boards in which every text is hostile: what a view or command shows of them must be printable.

The texts hold what steers a terminal, turns the direction of a line, is invisible, is no character
at all, or is markup of terminals and pages. They stand wherever a board takes any text, whatever
fields it comes to have: names, comments, notes, tables, extras and their keys.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from overtrick import Board, ModelError, board_from_dict, board_to_dict
from overtrick.plugin import printable
from overtrick_testing.examples import example_boards, rare_boards

HOSTILE_TEXTS: Final = (
    "a\x00\x07\x08\x1b[2J\x1b]0;x\x07\x7f\x80\x9b31mz",
    "a\u061c\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff\ufff9\U000e0041z",
    "a[/x] [bold]b[link=file:///x] <script>\"'&lt;]]>&#0;--> \\{}|%n$(id)`*_~z",
    "a\udfff\ud800\ufdd0\ufffe\uffff\U0001ffff\U0010fffez",
    "a\r\n\t\x0b\x0c\x1c\x85\u2028\u2029z",
)
"""Controls; marks of direction and what is invisible; markup; no characters; ends of lines."""

Place = tuple[str | int, ...]
"""A place in the JSON of a board: the keys and indexes that lead there."""


@functools.cache
def hostile_boards() -> tuple[Board, ...]:
    r"""Return boards of every kind with each of the hostile texts wherever a text may be.

    Example:
        >>> "\x1b[2J" in hostile_boards()[0].info.event
        True
    """
    found = []
    for board in (example_boards()[0], *rare_boards()):
        tree: dict[str, Any] = board_to_dict(board)
        tree.setdefault("name", "x")
        tree.setdefault("extras", {})["kit:text"] = ["x", ["x"]]
        places = list(text_places(tree))
        found += [_hostile(tree, places, text) for text in HOSTILE_TEXTS]
    return tuple(found)


def text_places(tree: dict[str, Any]) -> Iterator[Place]:
    """Yield the places in the JSON of a board in which any text may be.

    Example:
        >>> list(text_places({"board": 7, "dealer": "N", "event": "Club"}))
        [('event',)]
    """
    return (place for place in _texts(tree) if _takes_any(tree, place))


def _takes_any(tree: dict[str, Any], place: Place) -> bool:
    """Tell whether any text may stand in a place."""
    try:
        board_from_dict(with_texts(tree, {place: HOSTILE_TEXTS[0]}))
    except ModelError:
        return False
    return True


def _hostile(tree: dict[str, Any], places: Iterable[Place], text: str) -> Board:
    changed = with_texts(tree, dict.fromkeys(places, text))
    for name in ("extras", "grids"):
        changed[name] = {f"{key}{text}": value for key, value in changed.get(name, {}).items()}
    return board_from_dict(changed)


def _texts(tree: object, place: Place = ()) -> Iterator[Place]:
    """Yield the places of all texts, each as the keys that lead there."""
    if isinstance(tree, str):
        yield place
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield from _texts(value, (*place, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from _texts(value, (*place, index))


def with_texts(tree: dict[str, Any], texts: Mapping[Place, str]) -> dict[str, Any]:
    """Return the JSON of a board with texts in some places."""
    changed = copy.deepcopy(tree)
    for place, text in texts.items():
        inner: Any = changed
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = text
    return changed


def unprintable_line(text: str) -> str | None:
    r"""Return the first line of a text that cannot be shown as it stands, or `None`.

    Example:
        >>> unprintable_line("one\nt\x07wo")
        't\x07wo'
    """
    return next((line for line in text.split("\n") if printable(line) != line), None)
