"""The match of a vugraph file: its title, its results, and its players.

`vg` describes the match: title, segment, scoring, first and last board, home team and what it
carries over, visitors and what they carry over. `rs` lists the results, two for each board, the
open room's first. `pn` names eight players, South, West, North and East of the open room and then
of the closed room. `bn` lists the boards where these do not follow one another.

Another format has no place for these records but its own: in PBN they are escape lines,
`%lin vg|...|`, each short enough for a line of the standard.

Source: observed in vugraph files; PBN 2.1 §2.4 (Escape mechanism); no published specification.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from overtrick import NO_EXTRAS, CallError, Contract, Extras, ExtraValue, Result
from overtrick_lin.values import MATCH, MAX_BOARD_NUMBER, parse_match_result

STAGE: Final = "pbn:Stage"
"""The segment of a match: PBN's tag for it. Source: PBN 2.1 §4.4.6 (Stage)."""

LISTED: Final = "lin:listed"
"""The listed result of a board whose own result differs."""

LATER: Final = "lin:match"
"""The records of a match that is not the file's first, at its first board."""

ESCAPES: Final = "pbn:escapes"
"""The place of the records in PBN."""

RECORDS: Final = ("vg", "rs", "pn", "pw", "mp", "bn")
"""The records in the order in which they are written."""

SCORING: Final = {"I": "IMP", "P": "MP", "B": "BAM"}
"""The scoring methods by the letters of `vg`, in PBN's words. Source: PBN 2.1 §3.4.12."""

_LETTERS: Final = {"IMP": "I", "MP": "P", "MatchPoints": "P", "BAM": "B"}

_FIELDS: Final = 8
"""The minimum number of fields of a `vg` value; the visitors' carry-over may be missing."""

_MAX_LINE_LENGTH: Final = 200
"""The maximum number of a record's characters on an escape line."""

_ESCAPE: Final = re.compile(r"\s*lin\s+([a-z][a-z0-9])(\+?)\|(.*)\|\s*", re.DOTALL)

OPEN, CLOSED = "Open", "Closed"
ROOMS: Final = (OPEN, CLOSED)
"""The two rooms of a match, as their results are listed."""


def scoring_letter(scoring: str | None) -> str | None:
    """Return the letter of a scoring method; empty for none, `None` for one without a letter.

    Example:
        >>> scoring_letter("IMP"), scoring_letter(None), scoring_letter("Chicago")
        ('I', '', None)
    """
    return "" if not scoring else _LETTERS.get(scoring)


class Key(NamedTuple):
    """The identity of a match, in the values of each of its boards.

    Attributes:
        event: the title.
        stage: the segment.
        scoring: the method's letter.
        home: the home team.
        visit: the visitors.
    """

    event: str = ""
    stage: str = ""
    scoring: str = ""
    home: str = ""
    visit: str = ""


class Match:
    """The parsed records of a match.

    Attributes:
        records: the records unchanged, by their commands.
        event: the title.
        teams: the home team and the visitors.
        scoring: the method in PBN's words.
        unknown_scoring: a letter that is none of the known.
        fields: how many fields `vg` has.
        shared: the values shared by all boards of the match.
        results: the items of `rs`.
        is_match: whether there is a `vg`.
    """

    def __init__(self, records: Mapping[str, str]) -> None:
        self.records = dict(records)
        self.is_match = "vg" in records
        fields = _items(records.get("vg", ""))
        self.fields = len(fields)
        fields += [""] * (_FIELDS + 1 - len(fields))
        self.event: str | None = fields[0] or None
        self.stage = fields[1]
        self.teams: tuple[str | None, str | None] = (fields[5] or None, fields[7] or None)
        self.scoring = SCORING.get(fields[2].upper())
        self.unknown_scoring = "" if self.scoring else fields[2]
        self.shared = Extras({STAGE: self.stage}) if self.stage else NO_EXTRAS
        self._vg = fields
        self.results = _items(records["rs"]) if "rs" in records else []
        self._places = self._placed()

    @property
    def key(self) -> Key:
        """The identity of the match, in the values of its boards."""
        home, visit = self.teams
        letter = scoring_letter(self.scoring) or ""
        return Key(self.event or "", self.stage, letter, home or "", visit or "")

    @property
    def carried(self) -> tuple[str, str]:
        """The carry-over of the teams, as written."""
        return self._vg[6], self._vg[8]

    @property
    def has_all_fields(self) -> bool:
        """Whether `vg` has all its fields."""
        return not self.is_match or _FIELDS <= self.fields <= _FIELDS + 1

    def _placed(self) -> dict[int, int] | int | None:
        """Return the start of each board's results in `rs`, or the number of its first board."""
        listed = _items(self.records.get("bn", ""))
        if any(listed):
            numbers = [board_number(text) for text in listed]
            if None in numbers or len(set(numbers)) < len(numbers):
                return None
            return {n: 2 * place for place, n in enumerate(numbers) if n is not None}
        return board_number(self._vg[3]) if self.fields >= 5 else None

    def place(self, number: int, *, closed: bool) -> int | None:
        """Return the place of a board's result in `rs`, 0-based; `None` if it is unknown."""
        placed = self._places
        if placed is None:
            return None
        at = 2 * (number - placed) if isinstance(placed, int) else placed.get(number, -1)
        return at + closed if at >= 0 else None

    def item(self, number: int | None, *, closed: bool) -> str:
        """Return the item of a board and room in `rs`; empty if there is none."""
        if number is None or not self.results:
            return ""
        place = self.place(number, closed=closed)
        return self.results[place] if place is not None and place < len(self.results) else ""

    def listed(self) -> list[tuple[int, bool, str]]:
        """Return each result as number, closed-room flag, and item."""
        placed = self._places
        if placed is None:
            return []
        numbers = {at: n for n, at in placed.items()} if isinstance(placed, dict) else None
        found = []
        for place, item in enumerate(self.results):
            at = place & ~1
            number = placed + at // 2 if numbers is None else numbers.get(at)  # type: ignore[operator]  # a number then
            if item and number is not None and number <= MAX_BOARD_NUMBER:
                found.append((number, bool(place & 1), item))
        return found

    @property
    def numbers(self) -> tuple[int, ...]:
        """The boards listed by the match, in the order of `rs`."""
        placed = self._places
        if placed is None:
            return ()
        if isinstance(placed, dict):
            return tuple(placed)
        last = board_number(self._vg[4])
        return () if last is None else tuple(range(placed, last + 1))

    def has(self, numbers: Collection[int]) -> bool:
        """Return whether the match includes all of some boards, as far as it lists them."""
        listed = self.numbers
        return not listed or set(listed).issuperset(numbers)

    def is_of_teams(self, key: Key) -> bool:
        """Return whether the same teams play in another match."""
        return (self.key.home, self.key.visit) == (key.home, key.visit)

    def beyond(self) -> int:
        """Return the number of results after the last board of the match."""
        last = 2 * len(self.numbers)
        return sum(1 for item in self.results[last:] if item) if last else 0

    def names(self) -> list[str]:
        """Return the names of `pn`."""
        return names_of(self.records.get("pn", ""))

    def extras(self) -> Extras:
        """Return the records as the extras of a file's header."""
        kept: dict[str, ExtraValue] = {
            f"lin:{name}": text
            for name, text in self.records.items()
            if self.is_match or text.strip(", ")
        }
        if kept:
            kept[ESCAPES] = tuple(escape_lines(self.records))
        return Extras(kept)

    def extras_of_first(self) -> dict[str, ExtraValue]:
        """Return the records as the extras of the first board of a later match."""
        lines = tuple(("", line) for line in escape_lines(self.records))
        return {LATER: tuple(self.records.items()), ESCAPES: lines}


def board_number(text: str) -> int | None:
    """Return the number of a board, or `None` for an invalid text."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
    return number if number is not None and number <= MAX_BOARD_NUMBER else None


def names_of(value: str) -> list[str]:
    """Return the names of a `pn` value."""
    return [part.strip() for part in value.split(",")]


def names_in(names: Sequence[str], *, closed: bool) -> tuple[str | None, ...]:
    """Return South, West, North and East at a table; eight names are those of two tables."""
    offset = 4 if closed and len(names) >= 8 else 0
    four = [name or None for name in names[offset : offset + 4]]
    return (*four, None, None, None, None)[:4]


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",")]


@functools.lru_cache(maxsize=1024)
def meaning(item: str) -> tuple[Contract, Result | None] | None:
    """Return the contract and result of an item of `rs`; `None` if it has none or is invalid.

    Example:
        >>> meaning("4HNx=")
        (<Contract 4HX by N>, <Result 10>)
    """
    try:
        return parse_match_result(item)
    except CallError:
        return None


def item_text(contract: Contract | None, result: Result | None) -> str:
    """Return a contract with its result as an item of `rs`; empty if either is missing.

    Example:
        >>> item_text(Contract.parse("4HX", declarer=Seat.NORTH), Result(tricks=9))
        '4HNx-1'
    """
    if contract is None:
        return ""
    if contract.is_passed_out:
        return "PASS"
    tricks = None if result is None else result.tricks
    level = contract.level
    if tricks is None or level is None or contract.declarer is None or contract.strain is None:
        return ""
    over = tricks - 6 - level
    risk = "x" * int(contract.doubling)
    strain = contract.strain.symbol.replace("NT", "N")
    return f"{level}{strain}{contract.declarer.symbol}{risk}{'=' if over == 0 else f'{over:+d}'}"


def escape_lines(records: Mapping[str, str]) -> list[str]:
    """Return records as escape lines of PBN, without the percent sign.

    Example:
        >>> escape_lines({"rs": "4SN=,PASS"})
        ['lin rs|4SN=,PASS|']
    """
    return [
        f"lin {name}{'+' if start else ''}|{text[start : start + _MAX_LINE_LENGTH]}|"
        for name, text in records.items()
        for start in range(0, max(len(text), 1), _MAX_LINE_LENGTH)
    ]


def records_of_escapes(lines: Iterable[object]) -> dict[str, str]:
    """Return the records in escape lines; foreign lines are ignored.

    Args:
        lines: texts, or pairs of a place and a text, as `pbn:escapes` has them.

    Example:
        >>> records_of_escapes(["Creator: X", "lin rs|4SN=,|", "lin rs+|PASS|"])
        {'rs': '4SN=,PASS'}
    """
    records: dict[str, str] = {}
    for line in lines:
        found = _escape(line)
        if found is not None and found[1] in RECORDS_OF_MATCH:
            name, is_more, text = found.groups()
            if name == "vg" and not is_more:
                records = {}  # of two matches at the top of a file the boards are of the second
            # A long record has several lines.
            records[name] = records.get(name, "") + text if is_more else text
    return records


def are_of_match(lines: object) -> bool:
    """Return whether all of some escape lines belong to a match."""
    return isinstance(lines, tuple) and all(
        (found := _escape(line)) is not None and found[1] in {*RECORDS_OF_MATCH, LISTED_COMMAND}
        for line in lines
    )


def _escape(line: object) -> re.Match[str] | None:
    text = line[1] if isinstance(line, tuple) and len(line) == 2 else line
    return _ESCAPE.fullmatch(text) if isinstance(text, str) else None


def listed_in_escapes(lines: object) -> str | None:
    """Return the listed result of a board from its escape lines."""
    for line in lines if isinstance(lines, tuple) else ():
        found = _escape(line)
        if found is not None and found[1] == LISTED_COMMAND:
            return found[3]
    return None


LISTED_COMMAND: Final = "li"
"""The name of an escape line for one item of `rs`; no command of LIN."""

RECORDS_OF_MATCH: Final = MATCH | {"pn"}


def kept_records(extras: Extras) -> dict[str, str]:
    """Return the records in a file's header: LIN's own, or those of escape lines."""
    own = {name: text for name in RECORDS if (text := extras.text(f"lin:{name}")) is not None}
    if own:
        return own
    escapes = extras.get(ESCAPES)
    return records_of_escapes(escapes) if isinstance(escapes, tuple) else {}


def later_records(extras: Extras) -> dict[str, str]:
    """Return the records in a board that is the first of a later match."""
    pairs = extras.get(LATER)
    own = {
        pair[0]: pair[1]
        for pair in (pairs if isinstance(pairs, tuple) else ())
        if isinstance(pair, tuple)
        and len(pair) == 2
        and isinstance(pair[0], str)
        and isinstance(pair[1], str)
        and pair[0] in RECORDS_OF_MATCH
    }
    if own:
        return own
    escapes = extras.get(ESCAPES)
    return records_of_escapes(escapes) if isinstance(escapes, tuple) else {}


NO_MATCH: Final = Match({})
"""The records of boards outside a match."""
