"""Missing values: unknown, or empty."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final, Never, TypeVar, cast

from overtrick.findings.errors import ModelError


class Missing(enum.Enum):
    """Two kinds of missing value that a file can state; without either it does not state the field.

    `UNKNOWN`: the file states that the value is not known (PBN `?`). `EMPTY`: the file states that
    no value applies (PBN `""`, such as the result of a board that was not played). An empty text
    is a value like any other.

    Source: PBN 2.1 §3.3 (tag values), §3.4 (mandatory tag set).
    """

    UNKNOWN = "?"
    EMPTY = ""

    def __repr__(self) -> str:
        return self.name


UNKNOWN: Final = Missing.UNKNOWN
"""The file states that the value is not known."""

EMPTY: Final = Missing.EMPTY
"""The file states that no value applies."""

PLAYER_PLACES: Final = (
    "info.players.north",
    "info.players.east",
    "info.players.south",
    "info.players.west",
)
"""The places of the players' names, by seat."""

TEAM_PLACES: Final = ("info.teams.home", "info.teams.visit")
"""The places of the names of the home and the visiting team."""

TEXT_PLACES: Final = (
    *("scoring", "info.event", "info.site", "info.date", "info.room"),
    *PLAYER_PLACES,
    *TEAM_PLACES,
)
"""The places of a board that hold text; what is stated to be empty there is the empty text."""

PLACES: Final = (
    *("number", "dealer", "vulnerability", "deal", "contract", "declarer", "result", "score"),
    *("auction", "play"),
    *TEXT_PLACES,
)
"""The places of a board that a file can state to be unknown or empty."""


ValueT = TypeVar("ValueT")


class FrozenDict(dict[str, ValueT]):
    """An immutable dict: readers and writers look one up many times a board.

    Raises:
        TypeError: whoever tries to change it.
    """

    __slots__ = ()

    def _refuse(self, *arguments: object, **named: object) -> Never:
        msg = f"{type(self).__name__} is immutable; make another one"
        raise TypeError(msg)

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # immutable, so it has one
        return hash(frozenset(self.items()))

    def __reduce__(self) -> str | tuple[object, ...]:
        return (type(self), (dict(self),))


class MissingPlaces(FrozenDict[Missing]):
    """The places of a board that a file states to be unknown or empty; an immutable mapping.

    Raises:
        ModelError: a place that no board has, something other than `UNKNOWN` and `EMPTY`, or
            `EMPTY` at a place of text.
        TypeError: whoever tries to change it.

    Example:
        >>> MissingPlaces({"result": EMPTY, "dealer": UNKNOWN})
        <MissingPlaces dealer UNKNOWN, result EMPTY>
    """

    __slots__ = ()

    def __init__(self, items: Mapping[str, Missing] | None = None) -> None:
        given = {} if items is None else items
        for place, which in given.items():
            check_place(place)
            if not isinstance(cast("object", which), Missing):
                msg = f"what is missing is UNKNOWN or EMPTY, not {which!r}: {place}"
                raise ModelError(msg)
            if which is EMPTY and place in TEXT_PLACES:
                msg = f"a text that is stated to be empty is the empty text, not EMPTY: {place}"
                raise ModelError(msg)
        super().__init__((place, given[place]) for place in sorted(given))

    def __reduce__(self) -> str | tuple[object, ...]:
        # Boards with nothing missing share one object, after a journey to another process too.
        return super().__reduce__() if self else "NO_MISSING"

    def __repr__(self) -> str:
        words = (f"{place} {which!r}" for place, which in self.items())
        return f"<MissingPlaces {', '.join(words) or 'none'}>"


_PLACES: Final = frozenset(PLACES)


def check_place(place: str) -> None:
    """Raise for a place that no board has.

    Raises:
        ModelError: there is no such place; the message names those there are.
    """
    if place not in _PLACES:
        msg = f"no place of a board: {place!r} (one of {', '.join(PLACES)})"
        raise ModelError(msg)


NO_MISSING: Final = MissingPlaces()
"""The empty mapping, shared by all boards without stated reasons."""
