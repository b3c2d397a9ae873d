"""The board and what belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final

import attrs

from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import ModelError
from overtrick.findings.printable import printable
from overtrick.model.calls import Auction
from overtrick.model.contract import Contract, Result, Score
from overtrick.model.grids import OPTIMUM_RESULT_TABLE, DoubleDummyGrid, Grid
from overtrick.model.hands import Deal
from overtrick.model.missing import NO_MISSING, FrozenDict, Missing, MissingPlaces, check_place
from overtrick.model.notebook import html_of
from overtrick.model.play import Play
from overtrick.model.table import Seat, Vulnerability

ExtraValue = str | int | bool | None | tuple["ExtraValue", ...]
"""What an extra may hold: text, numbers, truth, nothing, and tuples of these."""


_SIMPLE: Final = frozenset({str, int, bool, type(None)})


DEEPEST: Final = 100
"""The maximum depth of nested tuples in an extra; it limits recursion."""


def _check_extra(key: str, value: object, depth: int = 1) -> None:
    """Refuse what could be changed from outside or would make the extras unhashable."""
    if isinstance(value, tuple):
        if depth > DEEPEST:
            msg = f"an extra has {DEEPEST} tuples within one another at most: {key}"
            raise ModelError(msg)
        for item in value:
            if type(item) not in _SIMPLE:
                _check_extra(key, item, depth + 1)
    elif value is not None and not isinstance(value, (str, int)):
        msg = f"an extra is text, a number or a tuple, not {type(value).__name__}: {key}"
        raise ModelError(msg)


class Extras(FrozenDict[ExtraValue]):
    """Values of a format that the model has no field for: an immutable mapping in the file's order.

    Keys are `format:name`, such as `pbn:Room` or `dlm:duplicates`. Two are equal if they hold
    the same pairs, in whatever order. It is a `dict` that refuses to be changed: every writer asks
    a board for a dozen extras, and none of these questions runs a line of Python.

    Raises:
        ModelError: a key without a format, or a value that is no `ExtraValue`.
        TypeError: whoever tries to change it; see `with_items` and `without`.

    Example:
        >>> extras = Extras({"dlm:duplicates": 1})
        >>> extras.with_items({"pbn:Room": "Open"})["pbn:Room"]
        'Open'
    """

    __slots__ = ()

    def __init__(self, items: Mapping[str, ExtraValue] | None = None) -> None:
        super().__init__(items or {})
        for key, value in self.items():
            if ":" not in key:
                msg = f"an extra's key names its format, as in 'pbn:Room': {key!r}"
                raise ModelError(msg)
            if type(value) not in _SIMPLE:
                _check_extra(key, value)

    @classmethod
    def unchecked(cls, items: dict[str, ExtraValue]) -> Extras:
        """Return the extras of keys and values that the caller has proved; for readers.

        Every key names its format, and every value is an `ExtraValue`.

        Example:
            >>> Extras.unchecked({"dlm:duplicates": 1}) == Extras({"dlm:duplicates": 1})
            True
        """
        # Without a look at each pair, which costs a board of ten extras five times as much.
        extras = cls.__new__(cls)
        dict.update(extras, items)
        return extras

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Extras) and dict.__eq__(self, other)

    def __ne__(self, other: object) -> bool:  # a dict has one of its own
        return not self == other

    __hash__ = FrozenDict.__hash__

    def with_items(self, items: Mapping[str, ExtraValue]) -> Extras:
        """Return the extras with some items added or replaced."""
        return Extras({**self, **items})

    def without(self, *keys: str) -> Extras:
        """Return the extras less some keys; keys that are not there are passed over."""
        return Extras({key: value for key, value in self.items() if key not in keys})

    def of_format(self, name: str) -> dict[str, ExtraValue]:
        """Return the items of one format, their keys without the `name:` prefix."""
        prefix = f"{name}:"
        return {k.removeprefix(prefix): v for k, v in self.items() if k.startswith(prefix)}

    def text(self, key: str, default: str | None = None) -> str | None:
        """Return an extra that is text, or the default where it is absent or no text."""
        value = self.get(key, default)
        return value if isinstance(value, str) else default

    def __repr__(self) -> str:
        return f"<Extras {printable(', '.join(self)) or 'none'}>"


NO_EXTRAS: Final = Extras()
"""The empty extras, shared by every board that has none."""


@attrs.frozen(kw_only=True)
class Source:
    """The source text of a board, so that an untouched board is written back byte for byte.

    It is opaque to all but the format that made it and takes no part in equality.

    Attributes:
        format: the name of the format.
        text: the board's own part of the file.
        context: what the text needs from elsewhere in the file, as name and value pairs.
    """

    format: str
    text: str
    context: tuple[tuple[str, str], ...] = ()


@attrs.frozen(kw_only=True)
class Info:
    """Where, when and by whom a board was played. `None` where it is not known.

    Attributes:
        event: the tournament or match.
        site: the place.
        date: as the file has it; in PBN `YYYY.MM.DD` with `?` for unknown digits.
        room: `Open` or `Closed` in a teams match.
        players: names of North, East, South, West.
        teams: names of the home and the visiting team.

    Source: PBN 2.1 §3.4.1 to §3.4.8, §4.1.7 (Room), §4.4.3 (HomeTeam), §4.4.8 (VisitTeam).
    """

    event: str | None = None
    site: str | None = None
    date: str | None = None
    room: str | None = None
    players: tuple[str | None, str | None, str | None, str | None] = (None, None, None, None)
    teams: tuple[str | None, str | None] = (None, None)

    def player(self, seat: Seat) -> str | None:
        """Return the name of the player in a seat."""
        return self.players[seat]


NO_INFO: Final = Info()
"""The empty info, shared."""


@attrs.frozen(kw_only=True, repr=False)
class Board:
    """One board: its deal, and its bidding, play and score as far as known.

    Every field is its value or `None`. Where a file states that a field is unknown or empty, its
    value is `None`, and `missing` and `said` have the reason.
    Equality means equal content, reasons of missing values included; `origin` and `source` are not
    compared.

    Attributes:
        number: the board number, 1-based.
        name: what the file calls the board where that is not a plain number ("Example 1").
        dealer: who calls first.
        vulnerability: which sides are vulnerable.
        deal: the four hands; may be partial.
        scoring: the scoring method, in the file's words.
        contract: the contract with its declarer.
        result: the tricks taken.
        score: the points.
        auction: the calls.
        play: the cards played.
        info: event, site, date, players, teams.
        grids: tables in the file's order, such as `OptimumResultTable`.
        extras: what only one format knows.
        missing: which fields without a value are stated to be unknown or empty, by their
            places (`overtrick.PLACES`): `dealer`, `info.event`, `info.players.west`, ...;
            `declarer` is the contract's. Any mapping is taken; of a field that has a value
            nothing is kept.
        origin: the board's position in its file.
        source: what the reader kept to write the board back untouched.
        is_as_read: whether the reader made this very object from its `source` (see `unchecked`);
            a board made from another one, by `attrs.evolve` too, is not.

    Raises:
        ModelError: `missing` names a place that no board has, or gives another reason than
            `UNKNOWN` and, except for text fields, `EMPTY`.

    Example:
        >>> board = Board(number=1, dealer=Seat.NORTH,
        ...               deal=Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -"))
        >>> board
        <Board 1 N N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. ->
        >>> attrs.evolve(board, number=2).number
        2
        >>> from overtrick import EMPTY, PASSED_OUT, UNKNOWN
        >>> passed = Board(contract=PASSED_OUT, missing={"dealer": UNKNOWN, "result": EMPTY})
        >>> passed.dealer is None, passed.said("dealer"), passed.said("score")
        (True, UNKNOWN, None)
    """

    number: int | None = None
    name: str | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Deal | None = None
    scoring: str | None = None
    contract: Contract | None = None
    result: Result | None = None
    score: Score | None = None
    auction: Auction | None = None
    play: Play | None = None
    info: Info = NO_INFO
    grids: tuple[Grid, ...] = ()
    extras: Extras = NO_EXTRAS
    missing: Mapping[str, Missing] = NO_MISSING
    origin: Location | None = attrs.field(default=None, eq=False)
    source: Source | None = attrs.field(default=None, eq=False)
    is_as_read: bool = attrs.field(default=False, init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        if self.missing is not NO_MISSING:
            object.__setattr__(self, "missing", _still_missing(self))

    @classmethod
    def unchecked(
        cls,
        *,
        number: int | None = None,
        name: str | None = None,
        dealer: Seat | None = None,
        vulnerability: Vulnerability | None = None,
        deal: Deal | None = None,
        scoring: str | None = None,
        contract: Contract | None = None,
        result: Result | None = None,
        score: Score | None = None,
        auction: Auction | None = None,
        play: Play | None = None,
        info: Info = NO_INFO,
        grids: tuple[Grid, ...] = (),
        extras: Extras = NO_EXTRAS,
        missing: MissingPlaces = NO_MISSING,
        origin: Location | None = None,
        source: Source | None = None,
        is_as_read: bool = False,
    ) -> Board:
        """Return the board of values that the caller has proved; for readers.

        No place of `missing` has a value. Where `is_as_read` is true, the board has all that
        `source` states and nothing else, so a writer that preserves writes the source without
        reading it again.

        Example:
            >>> board = Board.unchecked(source=Source(format="pbn", text=""), is_as_read=True)
            >>> board.is_as_read, attrs.evolve(board, number=2).is_as_read
            (True, False)
        """
        # By the descriptors of its slots: the constructor of a frozen class is slower by a sixth,
        # and by half where it compares what is missing with the values.
        board = cls.__new__(cls)
        _SET_NUMBER(board, number)
        _SET_NAME(board, name)
        _SET_DEALER(board, dealer)
        _SET_VULNERABILITY(board, vulnerability)
        _SET_DEAL(board, deal)
        _SET_SCORING(board, scoring)
        _SET_CONTRACT(board, contract)
        _SET_RESULT(board, result)
        _SET_SCORE(board, score)
        _SET_AUCTION(board, auction)
        _SET_PLAY(board, play)
        _SET_INFO(board, info)
        _SET_GRIDS(board, grids)
        _SET_EXTRAS(board, extras)
        _SET_MISSING(board, missing)
        _SET_ORIGIN(board, origin)
        _SET_SOURCE(board, source)
        _SET_IS_AS_READ(board, is_as_read)
        return board

    def said(self, place: str) -> Missing | None:
        """Return the stated reason why a field has no value.

        `UNKNOWN` or `EMPTY`; `None` where the file states no reason, or the field has a value.

        Args:
            place: one of `overtrick.PLACES`.

        Raises:
            ModelError: no board has such a place.

        Example:
            >>> from overtrick import UNKNOWN
            >>> board = Board(missing={"info.players.west": UNKNOWN})
            >>> board.said("info.players.west"), board.said("info.players.north")
            (UNKNOWN, None)
        """
        if place not in self.missing:
            check_place(place)
        return self.missing.get(place)

    @property
    def label(self) -> str:
        """What to call the board in a message: its number, its name, or `?`."""
        if self.number is not None:
            return str(self.number)
        return self.name or "?"

    def grid(self, name: str) -> Grid | None:
        """Return the first grid of a name, or `None`."""
        return next((grid for grid in self.grids if grid.name == name), None)

    @property
    def double_dummy(self) -> DoubleDummyGrid | None:
        """The double-dummy tricks, or `None` where the board has no such table.

        Raises:
            ModelError: the board's `OptimumResultTable` cannot be read as one.
        """
        grid = self.grid(OPTIMUM_RESULT_TABLE)
        return None if grid is None else DoubleDummyGrid.from_grid(grid)

    def __repr__(self) -> str:
        words = [printable(self.label)]
        words += [self.dealer.symbol] if self.dealer is not None else []
        words += [self.vulnerability.label] if self.vulnerability is not None else []
        words += [str(self.deal)] if self.deal is not None else []
        words += [str(self.contract)] if self.contract is not None else []
        words += [f"= {self.result}"] if self.result is not None else []
        return f"<Board {' '.join(words)}>"

    _repr_html_ = html_of


def _declarer(board: Board) -> Seat | None:
    return None if board.contract is None else board.contract.declarer


_VALUES: Final[Mapping[str, Callable[[Board], object]]] = {
    **{
        name: attrgetter(name)
        for name in (
            *("number", "dealer", "vulnerability", "deal", "scoring", "contract", "result"),
            *("score", "auction", "play", "info.event", "info.site", "info.date", "info.room"),
        )
    },
    "declarer": _declarer,
    "info.players.north": lambda board: board.info.players[0],
    "info.players.east": lambda board: board.info.players[1],
    "info.players.south": lambda board: board.info.players[2],
    "info.players.west": lambda board: board.info.players[3],
    "info.teams.home": lambda board: board.info.teams[0],
    "info.teams.visit": lambda board: board.info.teams[1],
}


def _still_missing(board: Board) -> MissingPlaces:
    """Return what is missing of a board, less what it has a value of."""
    given = board.missing
    places = given if isinstance(given, MissingPlaces) else MissingPlaces(given)
    for place in places:
        if _VALUES[place](board) is not None:
            left = {p: which for p, which in places.items() if _VALUES[p](board) is None}
            return MissingPlaces(left) if left else NO_MISSING
    return places or NO_MISSING


_SET_NUMBER: Final = Board.__dict__["number"].__set__
_SET_NAME: Final = Board.__dict__["name"].__set__
_SET_DEALER: Final = Board.__dict__["dealer"].__set__
_SET_VULNERABILITY: Final = Board.__dict__["vulnerability"].__set__
_SET_DEAL: Final = Board.__dict__["deal"].__set__
_SET_SCORING: Final = Board.__dict__["scoring"].__set__
_SET_CONTRACT: Final = Board.__dict__["contract"].__set__
_SET_RESULT: Final = Board.__dict__["result"].__set__
_SET_SCORE: Final = Board.__dict__["score"].__set__
_SET_AUCTION: Final = Board.__dict__["auction"].__set__
_SET_PLAY: Final = Board.__dict__["play"].__set__
_SET_INFO: Final = Board.__dict__["info"].__set__
_SET_GRIDS: Final = Board.__dict__["grids"].__set__
_SET_EXTRAS: Final = Board.__dict__["extras"].__set__
_SET_MISSING: Final = Board.__dict__["missing"].__set__
_SET_ORIGIN: Final = Board.__dict__["origin"].__set__
_SET_SOURCE: Final = Board.__dict__["source"].__set__
_SET_IS_AS_READ: Final = Board.__dict__["is_as_read"].__set__
