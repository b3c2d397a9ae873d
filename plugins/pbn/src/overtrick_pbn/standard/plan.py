"""Where the tags of a game go, worked out once for each sequence of tag names.

The games of a file have the same tags in the same order, mostly. What depends on the names alone
is not asked anew of each game.

Source: PBN 2.1 §3.4 (Mandatory Tag Set), §4 (Supplemental tags).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Final

from overtrick.plugin import OPTIMUM_RESULT_TABLE
from overtrick_pbn.standard.tables import TABLES, TRICKS_TAGS
from overtrick_pbn.standard.tags import IN_MODEL, KNOWN, PLACE_OF, SECTIONS

PLAIN_TAGS: Final = KNOWN - TABLES.keys() - SECTIONS - {"Note"}
"""The tags of the standard that no section elements follow."""

TEXT_TAGS: Final = {
    name: PLACE_OF[name]
    for name in (
        *("Event", "Site", "Date", "Room", "North", "East", "South", "West"),
        *("HomeTeam", "VisitTeam"),
    )
}
"""The tags of a board's info with their places in it, in the order of `Plan.texts`."""

Take = Callable[[Sequence[str | None]], tuple[str | None, ...]]
"""Takes some of the values of a game."""

TakeFour = Callable[[Sequence[str | None]], tuple[str | None, str | None, str | None, str | None]]

MAX_PLANS: Final = 1 << 10
"""About how many sequences of names are remembered."""

MAX_NAMES: Final = 200
"""The longest sequence that is remembered; a text with more tags is hardly one game."""

_SECTIONS: Final = SECTIONS | {"Note", ""}

_PLACED: Final = IN_MODEL | SECTIONS | {"Note"}


class Plan:
    """Where the values of a game's tags stand; `-1` is the place of a tag that is not there.

    The values that it is for are those of the tags in order with `None` behind the last one.

    Attributes:
        names: the names of the tags.
        places: the place of each of them, of those that repeat the last one.
        is_unique: whether each name stands once.
        number: the place of the Board tag; the others are called like their tags, too.
        ends: takes the values of Contract, Declarer, Result and Score.
        texts: takes the values of `TEXT_TAGS`.
        extras: place, name and extras key of each tag that the model has no place for.
        extra_values: takes the values of these tags and of Room, which has a grammar as they have.
        has_extras: whether there are any of them.
        is_regular: whether no tag but notes stands twice, and each note behind a section.
        only_tables: `tables` where no other tag has a place in `extras` or a grammar, else `None`.
        tables: the names of the tables.
        sections: the places of the tags that mean something for what follows them even where that
            is nothing: auction, play, tables, notes, and tags without a name.
        stated: name and place of each tag of programs that may state the double-dummy table;
            none where there is a table.
    """

    __slots__ = (
        "deal",
        "dealer",
        "ends",
        "extra_values",
        "extras",
        "has_extras",
        "is_regular",
        "is_unique",
        "names",
        "number",
        "only_tables",
        "places",
        "result",
        "room",
        "score",
        "scoring",
        "sections",
        "stated",
        "tables",
        "texts",
        "vulnerable",
    )

    def __init__(self, names: tuple[str, ...]) -> None:
        places = {name: place for place, name in enumerate(names)}
        self.names = names
        self.places = places
        self.is_unique = len(places) == len(names)
        self.number = places.get("Board", -1)
        self.dealer = places.get("Dealer", -1)
        self.vulnerable = places.get("Vulnerable", -1)
        self.deal = places.get("Deal", -1)
        self.result = places.get("Result", -1)
        self.score = places.get("Score", -1)
        self.scoring = places.get("Scoring", -1)
        self.room = places.get("Room", -1)
        self.stated: tuple[tuple[str, int], ...] = tuple(
            (name, places[name])
            for name in TRICKS_TAGS
            if name in places and OPTIMUM_RESULT_TABLE not in places
        )
        self.ends: TakeFour = itemgetter(
            *(places.get(name, -1) for name in ("Contract", "Declarer", "Result", "Score"))
        )
        self.texts: Take = itemgetter(*(places.get(name, -1) for name in TEXT_TAGS))
        self.extras = tuple(
            (place, name, f"pbn:{name}")
            for place, name in enumerate(names)
            if name and name not in _PLACED
        )
        self.extra_values: Take = itemgetter(self.room, -1, *(p for p, _, _ in self.extras))
        self.has_extras = bool(self.extras) or self.room >= 0
        self.sections = tuple(
            place for place, name in enumerate(names) if name in _SECTIONS or is_table_name(name)
        )
        self.tables = frozenset(filter(is_table_name, names))
        self.is_regular = _is_regular(names)
        is_more = self.room >= 0 or any(name not in self.tables for _, name, _ in self.extras)
        self.only_tables = None if is_more else self.tables


def _is_regular(names: tuple[str, ...]) -> bool:
    """Return whether no tag but notes stands twice, and each note behind a section."""
    if len({*names}) < len(names) - max(names.count("Note") - 1, 0):
        return False
    section = ""
    for name in names:
        if name != "Note":
            section = name
        elif section not in SECTIONS:
            return False
    return True


def is_table_name(name: str) -> bool:
    """Return whether a tag is a table by its name.

    `Table` itself is a plain tag: the number of a table in the room (§4.4.7).
    """
    return name.endswith("Table") and name != "Table"


_PLANS: Final[dict[tuple[str, ...], Plan]] = {}


def plan_of(names: tuple[str, ...]) -> Plan:
    """Return the plan of a sequence of tag names.

    Example:
        >>> plan = plan_of(("Event", "Board", "Annotator"))
        >>> plan.number, plan.deal, plan.texts(["Cup", "7", "Ann", None])[:2]
        (1, -1, ('Cup', None))
    """
    plan = _PLANS.get(names)
    if plan is None:
        plan = Plan(names)
        if len(names) <= MAX_NAMES:
            if len(_PLANS) > MAX_PLANS:
                _PLANS.clear()
            _PLANS[names] = plan
    return plan
