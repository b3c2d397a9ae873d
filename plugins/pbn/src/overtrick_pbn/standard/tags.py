"""The standard's tags: which are mandatory, where each goes in the model, what its value may be.

Source: PBN 2.1 §3.4 (Mandatory Tag Set), §4.1 to §4.7 (supplemental tags), §4.8.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import TABLES
from overtrick_pbn.standard.values import form

PLACE_OF: Final = {
    "Event": "info.event",
    "Site": "info.site",
    "Date": "info.date",
    "Board": "number",
    "West": "info.players.west",
    "North": "info.players.north",
    "East": "info.players.east",
    "South": "info.players.south",
    "Dealer": "dealer",
    "Vulnerable": "vulnerability",
    "Deal": "deal",
    "Scoring": "scoring",
    "Declarer": "declarer",
    "Contract": "contract",
    "Result": "result",
    "HomeTeam": "info.teams.home",
    "Room": "info.room",
    "Score": "score",
    "VisitTeam": "info.teams.visit",
}
"""The tags whose value has a place of its own in a board, with that place."""

MANDATORY: Final = tuple(PLACE_OF)[:15]
"""The 15 mandatory tags in the order of export format."""

IN_MODEL: Final = PLACE_OF.keys()
"""The tags whose value has a place of its own in a board."""

SECTIONS: Final = frozenset({"Auction", "Play"})
"""The tags of the two sections that are no tables."""

NOT_INHERITED: Final = frozenset(
    {
        "Dealer",
        "Vulnerable",
        "Deal",
        "Declarer",
        "Contract",
        "Auction",
        "Play",
        "Note",
    }
)
"""The tags for which `#` and `##` are forbidden (§4.8)."""

GAME_STARTS: Final = frozenset({"Event", "Board", "Deal"})
"""The tags that begin a game in real files; one that repeats begins another (PBN301)."""


class Grammar(NamedTuple):
    """The rule of a supplemental tag's value in the grammar, and the clause that states it."""

    start: str
    clause: str


DATE: Final = re.compile(lexis.DATE)

SUPPLEMENTAL: Final[dict[str, Grammar | None]] = {
    name: None if start is None else Grammar(start, clause)
    for name, start, clause in (
        ("Competition", None, "4.1.1"),
        ("DealId", None, "4.1.2"),
        ("Description", None, "4.1.3"),
        ("FrenchMP", "french_mp", "4.1.4"),
        ("Generator", None, "4.1.5"),
        ("Hidden", "hidden", "4.1.6"),
        ("Room", "room", "4.1.7"),
        ("Termination", None, "4.1.8"),
        ("Score", "score", "4.2.1"),
        ("ScoreIMP", "score_decimal", "4.2.2"),
        ("ScoreMP", "score_decimal", "4.2.3"),
        ("ScorePercentage", "score_percentage", "4.2.4"),
        ("ScoreRubber", "score_rubber", "4.2.5"),
        ("ScoreRubberHistory", "rubber_history", "4.2.6"),
        ("OptimumScore", "optimum_score", "4.2.7"),
        ("BidSystemEW", None, "4.3.1"),
        ("BidSystemNS", None, "4.3.1"),
        ("PairEW", None, "4.3.2"),
        ("PairNS", None, "4.3.2"),
        ("WestNA", None, "4.3.3"),
        ("NorthNA", None, "4.3.3"),
        ("EastNA", None, "4.3.3"),
        ("SouthNA", None, "4.3.3"),
        ("WestType", None, "4.3.4"),
        ("NorthType", None, "4.3.4"),
        ("EastType", None, "4.3.4"),
        ("SouthType", None, "4.3.4"),
        ("EventDate", "date", "4.4.1"),
        ("EventSponsor", None, "4.4.2"),
        ("HomeTeam", None, "4.4.3"),
        ("Round", "round", "4.4.4"),
        ("Section", None, "4.4.5"),
        ("Stage", None, "4.4.6"),
        ("Table", None, "4.4.7"),
        ("VisitTeam", None, "4.4.8"),
        ("Time", "time", "4.5.1"),
        ("UTCDate", "date", "4.5.2"),
        ("UTCTime", "time", "4.5.3"),
        ("TimeControl", "time_control", "4.6.1"),
        ("TimeCall", "seconds", "4.6.2"),
        ("TimeCard", "seconds", "4.6.3"),
        ("Annotator", None, "4.7.1"),
        ("AnnotatorNA", None, "4.7.2"),
        ("Application", None, "4.7.3"),
        ("Mode", None, "4.7.4"),
    )
}
"""The supplemental tags; `None` where the value is free text."""

WITHOUT_BLANKS: Final = frozenset(
    name for name, grammar in SUPPLEMENTAL.items() if grammar is not None and "Score" not in name
)
"""The supplemental tags whose form has no blanks; those of scores are parted by blanks."""

KNOWN: Final = frozenset({*MANDATORY, *SUPPLEMENTAL, *SECTIONS, *TABLES, "Note"})
"""Every tag name of the standard."""


def suits_grammar(name: str, value: str) -> bool:
    """Return whether a supplemental tag's value has the form that the standard gives.

    Unknown (`?`) and empty values suit every tag, as do unknown tags.

    Example:
        >>> suits_grammar("TimeControl", "4/30"), suits_grammar("Hidden", "WW")
        (True, False)
    """
    grammar = SUPPLEMENTAL.get(name)
    if grammar is None or value in {"", "?"}:
        return True
    return form(grammar.start).fullmatch(value.strip()) is not None
