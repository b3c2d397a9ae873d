"""What was probably meant: tags and values that are nearly those of the standard.

A guess is told as a hint and never made by `check --fix`.
"""

from __future__ import annotations

import calendar
import difflib
import functools
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from overtrick import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Board,
    Doubling,
    Severity,
    Strain,
    Vulnerability,
)
from overtrick_pbn.check.spellings import date_and_time, dates_of, lacks_seconds
from overtrick_pbn.check.state import NO_VALUE
from overtrick_pbn.read.values import contract_of
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tags import DATE, KNOWN, MANDATORY
from overtrick_pbn.standard.values import OTHER_QUOTES, SEAT_WORDS, SUIT_LETTERS, VULNERABLE

if TYPE_CHECKING:
    from overtrick_pbn.check.state import Checker
    from overtrick_pbn.read.findings import Found

_NAMES: Final = {name.lower(): name for name in KNOWN}
_BY_INITIAL: Final = {
    initial: tuple(name for name in _NAMES if name[0] == initial)
    for initial in {name[0] for name in _NAMES}
}
_NEAR: Final = 0.75
# Names are nearer, unless they share their stem: Vulnerability.
_NEARER: Final = 0.8
_STEM: Final = 8
# A name of the fifteen cut short, from so many letters on.
_SHORTEST: Final = 3
_DEAL: Final = re.compile(rf"\s*{lexis.SEAT}\s*:")
_RELATIVE: Final = re.compile(r"[A-Za-z]{0,2} ?(=|[+-][0-9]{1,2})")
_SPOKEN: Final = re.compile(
    rf"({lexis.LEVEL})\s*({lexis.SPOKEN_STRAIN})\.?"
    rf"\s*(?:(?P<redouble>{lexis.SPOKEN_REDOUBLE})|(?P<double>{lexis.SPOKEN_DOUBLE}))?"
)
_CUT_OFF: Final = re.compile(rf'\[{lexis.ANY_NAME} "[^"\]]*+\Z')
_OTHERWISE_QUOTED: Final = re.compile(
    rf"\[({lexis.ANY_NAME})\s*[{OTHER_QUOTES}]([^\"{OTHER_QUOTES}]*+)[{OTHER_QUOTES}]\s*\]"
)
_SUITS: Final = str.maketrans(
    "\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667", SUIT_LETTERS + SUIT_LETTERS
)
_BOTH_SIDES: Final = re.compile(lexis.BOTH_SIDES)
_PASSED: Final = re.compile(lexis.SPOKEN_PASS)
_CALL: Final = re.compile(
    f"(?P<REDOUBLE>{lexis.SPOKEN_REDOUBLE})|(?P<DOUBLE>{lexis.SPOKEN_DOUBLE})"
    f"|(?P<PASS>{lexis.SPOKEN_PASS})"
)
_CALLS: Final = {"PASS": PASS.symbol, "DOUBLE": DOUBLE.symbol, "REDOUBLE": REDOUBLE.symbol}


def near(text: str, words: Iterable[str]) -> str | None:
    """Return the word that a text is nearly the same as, `None` where there is none.

    Example:
        >>> near("Nonee", ("None", "NS", "EW", "All")), near("E", ("EW",))
        ('None', None)
    """
    by_lower = {word.lower(): word for word in words}
    found = difflib.get_close_matches(text.lower()[:40], by_lower, 1, _NEAR)
    return by_lower[found[0]] if found else None


@functools.lru_cache(maxsize=1024)
def near_tag(name: str) -> str | None:
    """Return the standard's tag of which a name is probably a misspelling.

    A name that goes on behind one of the standard's is a name of its own, and so is one that begins
    with another letter. Of the mandatory tags a plural, a last letter typed twice and a name cut
    short are taken for slips as well.

    Example:
        >>> near_tag("Vulnerabel"), near_tag("Dealr"), near_tag("ParContract"), near_tag("Event2")
        ('Vulnerable', 'Dealer', None, None)
        >>> near_tag("Deals"), near_tag("Vul"), near_tag("Scores")
        ('Deal', 'Vulnerable', None)
    """
    lower = name.lower()
    if lower in _NAMES:
        return None if name in KNOWN else _NAMES[lower]
    slip = _near_mandatory(lower)
    if slip is not None or len(name) < 4:
        return slip
    # Most names have none near them that begins alike, which is seen much faster.
    alike = _BY_INITIAL.get(lower[0], ())
    if not difflib.get_close_matches(lower[:40], alike, 1, _NEAR):
        return None
    found = difflib.get_close_matches(lower[:40], _NAMES, 1, _NEAR)
    if not found or found[0][0] != lower[0] or lower.startswith(found[0]):
        return None
    is_near = difflib.SequenceMatcher(None, lower[:40], found[0]).ratio() >= _NEARER
    return _NAMES[found[0]] if is_near or lower[:_STEM] == found[0][:_STEM] else None


def _near_mandatory(lower: str) -> str | None:
    """Return the mandatory tag that a name in lower case says in the plural, or cut short."""
    for name in MANDATORY:
        tag = name.lower()
        if lower in {f"{tag}s", tag + tag[-1]}:
            return name
        if tag.startswith(lower) and len(lower) >= _SHORTEST:
            # Scor may be Score or Scoring.
            return name if sum(known.startswith(lower) for known in _NAMES) == 1 else None
    return None


_SHORT_TAGS: Final = ("Deal", "Date")
_INITIALS: Final = {name[0] for name in _SHORT_TAGS}


def _near_by_value(name: str, value: str) -> str | None:
    """Return the short tag that a name is nearly the same as, where the value suits that tag.

    One letter in four can be another word: Data is not Date.
    """
    if name[:1].upper() not in _INITIALS:
        return None
    meant = near(name, _SHORT_TAGS)
    if meant == "Deal":
        return meant if _DEAL.match(value) else None
    return meant if meant and (DATE.fullmatch(value) or dates_of(value)) else None


def meant_tag(name: str, value: str) -> str | None:
    """Return the standard's tag of which a tag is probably a misspelling, by its value as well."""
    return near_tag(name) or _near_by_value(name, value)


def check_names(checker: Checker) -> None:
    """Report tags whose names are nearly those of the standard, and stand in their place.

    Where a mandatory tag was meant, what the game says there is lost: that is a warning.
    """
    values = checker.values
    for name in () if values.keys() <= KNOWN else values:
        if name in KNOWN or not name[:1].isupper():
            continue
        meant = meant_tag(name, values[name])
        # A tag without a value may have been added because this one was not recognised.
        if meant is not None and values.get(meant, "?") in NO_VALUE:
            # A plural is a word of its own, unless its value is that of the tag.
            is_word = name == f"{meant}s" and not (meant == "Deal" and _DEAL.match(values[name]))
            severity = Severity.WARNING if meant in MANDATORY and not is_word else None
            checker.say("PBN318", checker.start(name), severity=severity, name=name, meant=meant)


def hint_of(found: Found, value: str, board: Board | None) -> str | None:
    """Return what was probably meant, `None` where nothing is near.

    Args:
        found: a finding that nothing fixes.
        value: what stands at its place, without quotes.
        board: the board.
    """
    if found.code == "PBN307" and _CUT_OFF.match(value):
        return "write the tag on one line: neither its value nor itself ends on this one"
    if found.code == "PBN318":
        return f"did you mean {found.values['meant']}?"
    if found.code == "PBN312":
        meant = near_tag(value)
        return None if meant is None else f"did you mean {meant}?"
    if (hint := _OF_VALUES.get(found.code)) is not None:
        return hint(value)
    if found.code == "PBN335" and str(found.values.get("reason")).startswith("not a rank: '-'"):
        return "leave a void empty: the hyphen stands for a whole hand that is not given"
    if found.code == "PBN334":
        bare = value.strip(OTHER_QUOTES)
        return _did_you_mean(
            Vulnerability.BOTH.label if _BOTH_SIDES.fullmatch(bare) else near(bare, VULNERABLE)
        )
    if found.code in {"PBN333", "PBN337", "PBN360", "PBN380"}:
        seat = near(value, SEAT_WORDS)
        return _did_you_mean(None if seat is None else SEAT_WORDS[seat])
    if found.code == "PBN338":
        bare = value.strip(OTHER_QUOTES)
        return _did_you_mean(PASS.symbol if _PASSED.fullmatch(bare) else _contract(bare))
    if found.code == "PBN339":
        return _did_you_mean(_result(value, board))
    return None


def _did_you_mean(value: str | None) -> str | None:
    return None if value is None else f'did you mean "{value}"?'


def _hint_of_date(value: str) -> str | None:
    if lacks_seconds(value):
        return "write HH:MM:SS: a time of the standard has seconds"
    dates = dates_of(value)
    if len(dates) > 1:
        return f"the order of day and month cannot be told: write {' or '.join(dates)}"
    both = date_and_time(value)
    if both is not None:
        return f"write {both[0]}; the time {both[1]} goes into a Time tag"
    return None


def _hint_of_character(value: str) -> str | None:
    """Return what to write for a suit, which ISO 8859-1 has no character for."""
    letter = value[:1].translate(_SUITS)
    if letter == value[:1]:
        return None
    return f"ISO 8859-1 has no {value[:1]}: write the letter {letter} or the name of the suit"


def _hint_of_quotes(value: str) -> str | None:
    match = _OTHERWISE_QUOTED.fullmatch(value)
    return None if match is None else f'write [{match[1]} "{match[2]}"]'


def _hint_of_day(value: str) -> str | None:
    """Return how many days the month has, where a date has none of its days."""
    year, month, day = value.removeprefix("##").split(".")
    if not month.isdecimal() or not 1 <= int(month) <= 12 or day == "00":
        return None
    # Of a year that is not known, or none, February may have 29.
    known = int(year) if year.isdecimal() and int(year) else 2000
    return f"{calendar.month_name[int(month)]} has {calendar.monthrange(known, int(month))[1]} days"


def _hint_of_call(value: str) -> str | None:
    """Return the hint for a call that is written in other words than the standard's."""
    bare = value.strip()
    match = _CALL.fullmatch(bare)
    call = None if match is None else _CALLS[match.lastgroup or ""]
    return _did_you_mean(call or _contract(bare))


def _contract(value: str) -> str | None:
    """Return the contract that is spoken of in other words than the standard's."""
    match = _SPOKEN.fullmatch(value.strip()[:40].translate(_SUITS))
    if match is None:
        return None
    strain = match[2][0].upper()
    letter = Strain.NOTRUMP.symbol if strain == Strain.NOTRUMP.symbol[0] else strain
    told = Doubling.REDOUBLED if match["redouble"] else Doubling(int(bool(match["double"])))
    contract = f"{match[1]}{letter}{told.symbol}"
    return contract if contract_of(contract) else None


def _result(value: str, board: Board | None) -> str | None:
    """Return declarer's tricks where they are told by how many he was over or under."""
    match = _RELATIVE.fullmatch(value.strip()[:10])
    contract = None if board is None else board.contract
    if match is None or contract is None or not contract.level:
        return None
    tricks = 6 + contract.level + (0 if match[1] == "=" else int(match[1]))
    return str(tricks) if 0 <= tricks <= 13 else None


_OF_VALUES: Final[dict[str, Callable[[str], str | None]]] = {
    "PBN203": _hint_of_character,
    "PBN308": _hint_of_quotes,
    "PBN331": _hint_of_date,
    "PBN350": _hint_of_day,
    "PBN361": _hint_of_call,
    "PBN401": _hint_of_date,
}
"""What makes the hint of a code from what stands at its place alone."""
