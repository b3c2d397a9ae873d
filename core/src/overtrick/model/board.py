"""The board and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Never

import attrs

from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import ModelError
from overtrick.model.calls import Auction
from overtrick.model.contract import Contract, Result, Score
from overtrick.model.grids import OPTIMUM_RESULT_TABLE, DoubleDummyGrid, Grid
from overtrick.model.hands import Deal
from overtrick.model.notebook import html_of
from overtrick.model.play import Play
from overtrick.model.table import Missing, Seat, Vulnerability

ExtraValue = str | int | bool | None | tuple["ExtraValue", ...]
"""What an extra may hold: text, numbers, truth, nothing, and tuples of these."""


_SIMPLE: Final = frozenset({str, int, bool, type(None)})


def _check_extra(key: str, value: object) -> None:
    """Refuse what could be changed from outside or would make the extras unhashable."""
    if isinstance(value, tuple):
        for item in value:
            _check_extra(key, item)
    elif value is not None and not isinstance(value, (str, int)):
        msg = f"an extra is text, a number or a tuple, not {type(value).__name__}: {key}"
        raise ModelError(msg)


class Extras(Mapping[str, ExtraValue]):
    """What a format knows and the model does not: an immutable mapping in the file's order.

    Keys are `format:name`, such as `pbn:Room` or `dlm:duplicates`. Two are equal if they hold
    the same pairs, in whatever order.

    Raises:
        ModelError: a key without a format, or a value that is no `ExtraValue`.

    Example:
        >>> extras = Extras({"dlm:duplicates": 1})
        >>> extras.with_items({"pbn:Room": "Open"})["pbn:Room"]
        'Open'
    """

    __slots__ = ("_items",)

    _items: dict[str, ExtraValue]

    def __init__(self, items: Mapping[str, ExtraValue] | None = None) -> None:
        content = dict(items) if items else {}
        for key, value in content.items():
            if ":" not in key:
                msg = f"an extra's key names its format, as in 'pbn:Room': {key!r}"
                raise ModelError(msg)
            if type(value) not in _SIMPLE:
                _check_extra(key, value)
        object.__setattr__(self, "_items", content)

    def __setattr__(self, name: str, value: object) -> Never:
        msg = "extras are immutable; use with_items() or without()"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> Never:
        msg = "extras are immutable; use with_items() or without()"
        raise AttributeError(msg)

    def __getitem__(self, key: str) -> ExtraValue:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return self._items == other._items if isinstance(other, Extras) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __reduce__(self) -> tuple[type[Extras], tuple[dict[str, ExtraValue]]]:
        return (Extras, (self._items,))

    def with_items(self, items: Mapping[str, ExtraValue]) -> Extras:
        """Return the extras with some items added or replaced."""
        return Extras(self._items | dict(items))

    def without(self, *keys: str) -> Extras:
        """Return the extras less some keys; keys that are not there are passed over."""
        return Extras({key: value for key, value in self._items.items() if key not in keys})

    def of_format(self, name: str) -> dict[str, ExtraValue]:
        """Return the items of one format, their keys without the `name:` prefix."""
        prefix = f"{name}:"
        return {k.removeprefix(prefix): v for k, v in self._items.items() if k.startswith(prefix)}

    def text(self, key: str, default: str | None = None) -> str | None:
        """Return an extra that is text, or the default where it is absent or no text."""
        value = self._items.get(key, default)
        return value if isinstance(value, str) else default

    def __repr__(self) -> str:
        return f"<Extras {', '.join(self._items) or 'none'}>"


NO_EXTRAS: Final = Extras()
"""The empty extras, shared by every board that has none."""


@attrs.frozen(kw_only=True)
class Source:
    """What a reader kept so that an untouched board is written back exactly as it stood.

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
    """Where, when and by whom a board was played. `None` where the file does not say.

    Attributes:
        event: the tournament or match.
        site: the place.
        date: as the file has it; in PBN `YYYY.MM.DD` with `?` for unknown digits.
        room: `Open` or `Closed` in a teams match.
        players: names of North, East, South, West.
        teams: names of the home and the visiting team.

    Source: PBN 2.1 §3.4.1 to §3.4.8, §4.1.7 (Room), §4.4.3 (HomeTeam), §4.4.8 (VisitTeam).
    """

    event: str | Missing | None = None
    site: str | Missing | None = None
    date: str | Missing | None = None
    room: str | Missing | None = None
    players: tuple[
        str | Missing | None, str | Missing | None, str | Missing | None, str | Missing | None
    ] = (None, None, None, None)
    teams: tuple[str | Missing | None, str | Missing | None] = (None, None)

    def player(self, seat: Seat) -> str | Missing | None:
        """Return the name of the player in a seat."""
        return self.players[seat]


NO_INFO: Final = Info()
"""The info of a board that tells nothing, shared."""


@attrs.frozen(kw_only=True, repr=False)
class Board:
    """One board: its deal, and as much of its bidding, play and score as is known.

    Every field may be absent (`None`); `UNKNOWN` and `EMPTY` are what a file states.
    Equality means equal content: where a board came from (`origin`, `source`) does not count.

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
        origin: where the board stands in its file.
        source: what the reader kept to write the board back untouched.
        is_as_read: whether a reader says of this very object that it says what its `source` says;
            a board that was made from another one, by `attrs.evolve` too, is not.

    Example:
        >>> board = Board(number=1, dealer=Seat.NORTH,
        ...               deal=Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -"))
        >>> board
        <Board 1 N N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. ->
        >>> attrs.evolve(board, number=2).number
        2
    """

    number: int | Missing | None = None
    name: str | None = None
    dealer: Seat | Missing | None = None
    vulnerability: Vulnerability | Missing | None = None
    deal: Deal | Missing | None = None
    scoring: str | Missing | None = None
    contract: Contract | Missing | None = None
    result: Result | Missing | None = None
    score: Score | Missing | None = None
    auction: Auction | Missing | None = None
    play: Play | Missing | None = None
    info: Info = NO_INFO
    grids: tuple[Grid, ...] = ()
    extras: Extras = NO_EXTRAS
    origin: Location | None = attrs.field(default=None, eq=False)
    source: Source | None = attrs.field(default=None, eq=False)
    is_as_read: bool = attrs.field(default=False, init=False, eq=False)

    def keep_as_read(self) -> None:
        """Take note that the board says what its source says; for the reader that made both.

        A writer that preserves can then write the source without reading it once more.

        Example:
            >>> board = Board(source=Source(format="pbn", text=""))
            >>> board.keep_as_read()
            >>> board.is_as_read, attrs.evolve(board, number=2).is_as_read
            (True, False)
        """
        object.__setattr__(self, "is_as_read", True)

    @property
    def label(self) -> str:
        """What to call the board in a message: its number, its name, or `?`."""
        if isinstance(self.number, int):
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
        words = [self.label]
        words += [self.dealer.symbol] if isinstance(self.dealer, Seat) else []
        vulnerability = self.vulnerability
        words += [vulnerability.label] if isinstance(vulnerability, Vulnerability) else []
        words += [str(self.deal)] if isinstance(self.deal, Deal) else []
        words += [str(self.contract)] if isinstance(self.contract, Contract) else []
        words += [f"= {self.result}"] if isinstance(self.result, Result) else []
        return f"<Board {' '.join(words)}>"

    def _repr_html_(self) -> str | None:
        """Return a picture of the board, which notebooks show."""
        return html_of(self)
