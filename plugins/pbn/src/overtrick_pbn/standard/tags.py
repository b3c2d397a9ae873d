"""The standard's tags: which are mandatory, where each goes in the model, what its value may be.

Source: PBN 2.1 §3.4 (Mandatory Tag Set), §4.1 to §4.7 (supplemental tags), §4.8.
"""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple

from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import TABLES

MANDATORY: Final = (
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
)
"""The 15 mandatory tags in the order of export format."""

IN_MODEL: Final = frozenset({*MANDATORY, "Room", "HomeTeam", "VisitTeam", "Score"})
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
    """The form of a supplemental tag's value, as a pattern, and the clause that states it."""

    form: str
    clause: str


_BLANK: Final = lexis.ANY_SPACE
_HISTORY: Final = f"{lexis.CARDINAL}{_BLANK}{lexis.RUBBER}(?:{_BLANK}{lexis.CARDINAL}){{0,2}}+"


def _sides(number: str, *, declarer: bool = True) -> str:
    alone = rf"{number}|" if declarer else ""
    ew, ns = rf"EW{_BLANK}{number}", rf"NS{_BLANK}{number}"
    return rf"{alone}{ew}(?:{_BLANK}{ns})?+|{ns}(?:{_BLANK}{ew})?+"


DATE: Final = re.compile(lexis.DATE)

SUPPLEMENTAL: Final[dict[str, Grammar | None]] = {
    name: None if form is None else Grammar(form, clause)
    for name, form, clause in (
        ("Competition", None, "4.1.1"),
        ("DealId", None, "4.1.2"),
        ("Description", None, "4.1.3"),
        ("FrenchMP", lexis.YES_NO, "4.1.4"),
        ("Generator", None, "4.1.5"),
        ("Hidden", rf"(?:{lexis.HIDDEN})?+", "4.1.6"),
        ("Room", lexis.ROOM, "4.1.7"),
        ("Termination", None, "4.1.8"),
        ("Score", _sides(lexis.INT), "4.2.1"),
        ("ScoreIMP", _sides(lexis.DECIMAL), "4.2.2"),
        ("ScoreMP", _sides(lexis.DECIMAL), "4.2.3"),
        ("ScorePercentage", _sides(lexis.PERCENTAGE), "4.2.4"),
        ("ScoreRubber", _sides(lexis.RUBBER), "4.2.5"),
        ("ScoreRubberHistory", rf"NS{_BLANK}{_HISTORY}{_BLANK}EW{_BLANK}{_HISTORY}", "4.2.6"),
        ("OptimumScore", _sides(lexis.INT, declarer=False), "4.2.7"),
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
        ("EventDate", lexis.DATE, "4.4.1"),
        ("EventSponsor", None, "4.4.2"),
        ("HomeTeam", None, "4.4.3"),
        ("Round", lexis.ROUND, "4.4.4"),
        ("Section", None, "4.4.5"),
        ("Stage", None, "4.4.6"),
        ("Table", None, "4.4.7"),
        ("VisitTeam", None, "4.4.8"),
        ("Time", lexis.TIME, "4.5.1"),
        ("UTCDate", lexis.DATE, "4.5.2"),
        ("UTCTime", lexis.TIME, "4.5.3"),
        ("TimeControl", rf"(?:{lexis.CARDINAL}/{lexis.CARDINAL})?+", "4.6.1"),
        ("TimeCall", lexis.CARDINAL, "4.6.2"),
        ("TimeCard", lexis.CARDINAL, "4.6.3"),
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


# Who writes a file needs none of the forms, and who reads one a few of them.
_compiled = functools.cache(re.compile)


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
    if _compiled(grammar.form).fullmatch(value.strip()) is None:
        return False
    if name == "ScoreRubberHistory":
        # Both sides are in the same game of the rubber.
        ns, ew = (side.rpartition("/")[2].split() for side in value.split("EW"))
        return len(ns) == len(ew)
    return True
