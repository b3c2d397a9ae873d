"""Values that people write in other ways than the standard, and the one right way to write each.

Source: PBN 2.1 §3.4.3 (Date), §4.1.4 (FrenchMP), §4.1.6 (Hidden), §4.1.7 (Room), §4.2 (scores),
§4.5 (dates and times); the other spellings as they are met in real files.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Callable, Iterator
from typing import Final

from overtrick_pbn.standard.tags import DATE, suits_grammar

_MONTH_NAMES: Final = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_MONTHS: Final = {
    spelling: number
    for number, name in enumerate(_MONTH_NAMES, 1)
    for spelling in (name, name[:3], name[:4] if name == "september" else name)
}
_WORD: Final = r"(?:(?:sun|mon|tues|wednes|thurs|fri|satur)day,?\s+|[a-z]{3}\.?,\s+)?+"
_MONTH: Final = r"([A-Za-z]{3,9})\.?"
_DAY: Final = r"([0-9]{1,2})(?:st|nd|rd|th)?"
_BETWEEN: Final = r"(?:\s*[-/,. ]\s*)"
_YEAR_FIRST: Final = re.compile(r"([0-9]{4})([-/. ])([0-9]{1,2})(?:\2([0-9]{1,2}))?")
_DIGITS: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_YEAR: Final = re.compile(r"([0-9]{4})")
_DAY_FIRST: Final = re.compile(
    rf"{_WORD}{_DAY}{_BETWEEN}{_MONTH}{_BETWEEN}([0-9]{{4}})", re.IGNORECASE
)
_MONTH_FIRST: Final = re.compile(
    rf"{_WORD}{_MONTH}{_BETWEEN}(?:{_DAY}{_BETWEEN})?([0-9]{{4}})", re.IGNORECASE
)
_YEAR_LAST: Final = re.compile(r"([0-9]{1,2})([-/. ])([0-9]{1,2})\2([0-9]{4})")
_CLOCK: Final = re.compile(r"([0-9]{1,2})[:.]([0-9]{2})(?:[:.]([0-9]{2}))?")
_WITH_TIME: Final = re.compile(r"(.*?[0-9])[T ]\s*([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)Z?")
_SIGNS: Final = re.compile(r"\+(?=\d)|(?<=\d) ?%", re.ASCII)
_YEARS: Final = range(1850, 2200)
_LONGEST: Final = 40


def dates_of(value: str) -> list[str]:
    """Return the dates that a text can mean, in the form of the standard; mostly one or none.

    Example:
        >>> dates_of("28 Jul 2023"), dates_of("03/04/2020"), dates_of("2023-07")
        (['2023.07.28'], ['2020.04.03', '2020.03.04'], ['2023.07.??'])
    """
    text = value.strip()
    if len(text) > _LONGEST or not text.isascii() or DATE.fullmatch(text):
        return []
    return list(dict.fromkeys(filter(None, (_date(*parts) for parts in _readings(text)))))


def _readings(text: str) -> Iterator[tuple[str, str | int, str | None]]:
    """Yield the year, month and day that a text can mean."""
    if match := _YEAR_FIRST.fullmatch(text):
        yield match[1], match[3], match[4]
    elif match := _YEAR.fullmatch(text):
        yield match[1], 0, None
    elif match := _DIGITS.fullmatch(text):
        yield match[1], match[2], match[3]
    elif match := _DAY_FIRST.fullmatch(text):
        yield match[3], _MONTHS.get(match[2].lower(), 13), match[1]
    elif match := _MONTH_FIRST.fullmatch(text):
        yield match[3], _MONTHS.get(match[1].lower(), 13), match[2]
    elif match := _YEAR_LAST.fullmatch(text):
        yield match[4], match[3], match[1]
        yield match[4], match[1], match[3]


def _date(year: str, month: str | int, day: str | None) -> str | None:
    """Return a date in the form of the standard, `None` where there is no such day."""
    if int(year) not in _YEARS:
        return None
    if month == 0 and day is None:
        return f"{year}.??.??"
    try:
        made = datetime.date(int(year), int(month), 1 if day is None else int(day))
    except ValueError:
        return None
    return f"{year}.{made.month:02}.{'??' if day is None else f'{made.day:02}'}"


def date_and_time(value: str) -> tuple[str, str] | None:
    """Return the date and the time of a text that has both, `None` for any other.

    Example:
        >>> date_and_time("2013-08-24 8:36:05")
        ('2013.08.24', '08:36:05')
    """
    match = _WITH_TIME.fullmatch(value.strip()[:_LONGEST])
    dates = [] if match is None else dates_of(match[1])
    if match is not None and DATE.fullmatch(match[1]):
        dates = [match[1]]
    return None if match is None or len(dates) != 1 else (dates[0], _time(match[2]))


def lacks_seconds(value: str) -> bool:
    """Return whether a text is a time of hours and minutes alone.

    Example:
        >>> lacks_seconds("9:30"), lacks_seconds("9:30:00"), lacks_seconds("9:99")
        (True, False, False)
    """
    match = _CLOCK.fullmatch(value.strip())
    return match is not None and match[3] is None and suits_grammar("Time", _time(f"{value}:00"))


def _plain_date(value: str) -> str:
    bare = value.strip()
    dates = [bare] if DATE.fullmatch(bare) else dates_of(value)
    return dates[0] if len(dates) == 1 else value


def _time(value: str) -> str:
    """Return a time in the form of the standard; seconds are not made up."""
    match = _CLOCK.fullmatch(value.strip())
    if match is None or match[3] is None:
        return value
    return f"{int(match[1]):02}:{match[2]}:{match[3]}"


def _capital(value: str) -> str:
    return value.strip().capitalize()


def _upper(value: str) -> str:
    return value.strip().upper()


def _number(value: str) -> str:
    """Return scores with the sides in upper case, without plus and percent signs."""
    return _SIGNS.sub("", value.strip().upper())


_PLAIN: Final[dict[str, Callable[[str], str]]] = {
    "Date": _plain_date,
    "EventDate": _plain_date,
    "UTCDate": _plain_date,
    "Time": _time,
    "UTCTime": _time,
    "Room": _capital,
    "FrenchMP": _capital,
    "Hidden": _upper,
    **dict.fromkeys(
        ("ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "OptimumScore"), _number
    ),
}

SPELLED: Final = frozenset(_PLAIN)
"""The tags whose values `plain_value` knows to spell."""


@functools.lru_cache(maxsize=2048)
def plain_value(name: str, value: str) -> str:
    """Return the value of a tag as the standard writes it, or as it is where that is not certain.

    Example:
        >>> plain_value("Room", "open"), plain_value("Room", "Third")
        ('Open', 'Third')
    """
    spell = _PLAIN.get(name)
    if spell is None or not value or value == "?" or is_right(name, value):
        return value
    plain = spell(value)
    return plain if is_right(name, plain) else value


def is_right(name: str, value: str) -> bool:
    """Return whether a value has the form that the standard gives to that of its tag."""
    return bool(DATE.fullmatch(value)) if name == "Date" else suits_grammar(name, value)
