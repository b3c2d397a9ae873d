"""The words of the condition language, each with its meaning and its columns.

The compilers, the messages and the reference in the documentation all read these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from overtrick_hands.conditions.tree import Kind, contract_rank
from overtrick_hands.evaluators import EVALUATORS
from overtrick_hands.shapes import NAMED_CLASSES

SEATS: Final = {"north": 0, "east": 1, "south": 2, "west": 3}
SIDES: Final = {"ns": 0, "ew": 1}
STRAINS: Final = {"clubs": 0, "diamonds": 1, "hearts": 2, "spades": 3, "notrump": 4}
VULNERABILITIES: Final = {"none": 0, "both": 3}
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
STRAIN_LETTERS: Final = ("C", "D", "H", "S", "NT")

SYNONYMS: Final[Mapping[str, str]] = {
    "all": "both",
    "love": "none",
    "nt": "notrump",
    "number": "board",
    "ltc": "losers",
    "nltc": "new_losers",
    "vul": "vulnerability",
}
"""Other words for some."""


@attrs.frozen(kw_only=True)
class Field:
    """A value of a board.

    Attributes:
        name: the word.
        kind: what it is.
        columns: the columns of boards that it comes from (`overtrick.COLUMNS`).
        of: its value from those columns, `None` where it is not known.
        summary: a one-line description.
        least: the least number it can be, of a number.
        most: the greatest.
    """

    name: str
    kind: Kind
    columns: tuple[str, ...]
    of: Callable[..., Any]
    summary: str
    least: int = 0
    most: int = 13


_LETTER_OF_SEAT: Final = {"N": 0, "E": 1, "S": 2, "W": 3}
_STRAIN_OF: Final = {letters: number for number, letters in enumerate(STRAIN_LETTERS)}
_VULNERABILITY_OF: Final = {"None": 0, "NS": 1, "EW": 2, "All": 3}


def _turned(steps: int) -> Callable[[str | None], int | None]:
    def seat(letter: str | None) -> int | None:
        return None if letter is None else (_LETTER_OF_SEAT[letter] + steps) & 3

    return seat


def _contract(level: int | None, strain: str | None, doubling: int | None) -> int | None:
    if level is None:
        return None
    return 0 if not level or strain is None else contract_rank(
        level, _STRAIN_OF[strain], doubling or 0
    )  # fmt: skip


def _at_least_doubled(times: int) -> Callable[[int | None, int | None], bool | None]:
    def doubled(level: int | None, doubling: int | None) -> bool | None:
        return None if level is None else (doubling or 0) >= times

    return doubled


def declarers_tricks(
    own: int | None, ns: int | None, ew: int | None, declarer: str | None
) -> int | None:
    """Return declarer's tricks, in the form in which the file states them."""
    if own is not None or declarer is None:
        return own
    mine, theirs = (ns, ew) if declarer in "NS" else (ew, ns)
    return mine if mine is not None else None if theirs is None else 13 - theirs


def _overtricks(level: int | None, *result: Any) -> int | None:  # noqa: ANN401  # as declarers_tricks
    tricks = declarers_tricks(*result)
    return None if not level or tricks is None else tricks - level - 6


def _made(level: int | None, *result: Any) -> bool | None:  # noqa: ANN401  # as declarers_tricks
    over = _overtricks(level, *result)
    return None if over is None else over >= 0


def _score(
    ns: float | None, ew: float | None, own: float | None, declarer: str | None
) -> float | None:
    if ns is not None:
        return ns
    if ew is not None:
        return -ew
    if own is None or declarer is None:
        return None
    return own if declarer in "NS" else -own


def _same(value: Any) -> Any:  # noqa: ANN401  # the column's value
    return value


_RESULT: Final = ("result", "result_ns", "result_ew", "declarer")


def _fields() -> dict[str, Field]:
    seat, number, truth, text = Kind.SEAT, Kind.NUMBER, Kind.TRUTH, Kind.TEXT
    contract = ("level", "doubling")
    rows: list[tuple[str, Kind, tuple[str, ...], Callable[..., Any], str]] = [
        ("board", number, ("number",), _same, "the board's number"),
        ("dealer", seat, ("dealer",), _turned(0), "who calls first"),
        (
            "vulnerability",
            Kind.VULNERABILITY,
            ("vulnerability",),
            lambda label: None if label is None else _VULNERABILITY_OF[label],
            "none, ns, ew or both",
        ),
        (
            "contract",
            Kind.CONTRACT,
            ("level", "strain", "doubling"),
            _contract,
            "such as 3NT or 4SX, in the order of level, strain and doubling",
        ),
        ("level", number, ("level",), _same, "the contract's level, 0 where all passed"),
        (
            "strain",
            Kind.STRAIN,
            ("strain",),
            lambda letters: None if letters is None else _STRAIN_OF[letters],
            "the contract's suit, or notrump",
        ),
        ("declarer", seat, ("declarer",), _turned(0), "who plays the contract"),
        ("dummy", seat, ("declarer",), _turned(2), "declarer's partner"),
        ("leader", seat, ("declarer",), _turned(1), "who leads first: declarer's left"),
        ("doubled", truth, contract, _at_least_doubled(1), "the contract is doubled or redoubled"),
        ("redoubled", truth, contract, _at_least_doubled(2), "the contract is redoubled"),
        (
            "passed_out",
            truth,
            ("level",),
            lambda level: None if level is None else level == 0,
            "all four players passed",
        ),
        ("result", number, _RESULT, declarers_tricks, "declarer's tricks"),
        (
            "overtricks",
            number,
            ("level", *_RESULT),
            _overtricks,
            "tricks above the contract, negative where it failed",
        ),
        ("made", truth, ("level", *_RESULT), _made, "declarer made the contract"),
        (
            "score",
            number,
            ("score_ns", "score_ew", "score", "declarer"),
            _score,
            "the points of North and South",
        ),
        ("event", text, ("event",), _same, "the tournament or match"),
        ("site", text, ("site",), _same, "the place"),
        ("date", text, ("date",), _same, "as the file has it, such as 2024.05.31"),
        ("room", text, ("room",), _same, "Open or Closed"),
        ("scoring", text, ("scoring",), _same, "the scoring method, in the file's words"),
        ("title", text, ("name",), _same, "what the file calls the board in place of a number"),
        ("home_team", text, ("home_team",), _same, "the home team"),
        ("visit_team", text, ("visit_team",), _same, "the visiting team"),
    ]
    limits = {
        "board": (0, 10**9),
        "level": (0, 7),
        "overtricks": (-13, 6),
        "score": (-(10**6), 10**6),
    }
    found = {}
    for name, kind, columns, of, summary in rows:
        least, most = limits.get(name, (0, 13))
        found[name] = Field(
            name=name, kind=kind, columns=columns, of=of, summary=summary, least=least, most=most
        )
    return found


FIELDS: Final[Mapping[str, Field]] = _fields()
"""The values of a board, by word."""

HAND_COLUMNS: Final = ("north_hand", "east_hand", "south_hand", "west_hand")
NAME_COLUMNS: Final = ("north", "east", "south", "west")
DOUBLE_DUMMY_COLUMN: Final = "double_dummy"

SEAT_FUNCTIONS: Final[Mapping[str, tuple[int, str]]] = {
    "partner": (2, "the seat opposite"),
    "lho": (1, "the seat to the left"),
    "rho": (3, "the seat to the right"),
}
"""Seats relative to seats: the number of seats clockwise."""

HAND_ATTRIBUTES: Final[Mapping[str, str]] = {
    **{suit: f"the {suit}: how many, or their holding (`north.{suit}.hcp`)" for suit in
       reversed(SUITS)},
    "trumps": "the suit of the contract; unknown at notrump",
    "name": "the player's name",
    "vulnerable": "the seat or side is vulnerable",
    "side": "the seat's partnership, such as `declarer.side.hcp`",
    "opponents": "the other partnership",
    "majors": "how many spades and hearts",
    "minors": "how many diamonds and clubs",
}  # fmt: skip
"""The attributes of a seat, besides evaluators and classes of shapes."""

SIDE_ATTRIBUTES: Final[Mapping[str, str]] = {
    "fit": "the length of the longest suit of both hands together",
}
"""The attributes of a side alone."""

FUNCTIONS: Final[Mapping[str, str]] = {
    "shape": "shape(north, any 4333 + any 4432): the hand has one of these shapes",
    "has": 'has(north, SA, HK), has(north.spades, "AQ"): the hand holds all these cards',
    "points": "points(north, 3, 2, 1): points of your own for ace, king, queen, ...",
    "tricks": "tricks(south, notrump): double-dummy tricks by the board's table",
    "extra": 'extra("pbn:Generator"): what one format knows, as text',
    "someone": "someone(hcp >= 20 and spades >= 5): true of one of the four hands",
    "everyone": "everyone(hcp >= 8): true of all four hands",
    "min": "min(north.spades, south.spades): the least of several numbers",
    "max": "max(north.hcp, south.hcp): the greatest",
    "abs": "abs(ns.hcp - ew.hcp): without its sign",
    **{name: f"{name}(dealer): {what}" for name, (_, what) in SEAT_FUNCTIONS.items()},
    **{name: f"{name}(north): {what}" for name, (_, what) in NAMED_CLASSES.items()},
}
"""The functions."""


def words_behind(kind: Kind) -> list[str]:
    """Return the words allowed after a point for an expression of a kind."""
    hands = [name for name, evaluator in EVALUATORS.items() if evaluator.for_hands]
    if kind is Kind.SEAT:
        return [*hands, *HAND_ATTRIBUTES, *NAMED_CLASSES]
    if kind is Kind.SIDE:
        # Of two hands together there is no longest suit but their fit.
        counts = [name for name in hands if EVALUATORS[name].adds_up]
        suits = [*reversed(SUITS), "trumps", "vulnerable", "majors", "minors"]
        return [*counts, *suits, *SIDE_ATTRIBUTES]
    if kind is Kind.HOLDING:
        return [name for name, evaluator in EVALUATORS.items() if evaluator.for_suits]
    return []


def all_words() -> list[str]:
    """Return the words allowed alone, or before a bracket."""
    return [*SEATS, *SIDES, *STRAINS, *VULNERABILITIES, *FIELDS, *FUNCTIONS, *SYNONYMS]
