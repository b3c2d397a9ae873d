"""Taking games in runs: the loop that fills columns, and its way back to the reader.

Source: PBN 2.1 §3 (Game layout).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from overtrick import COLUMNS, Board
from overtrick.plugin import OPTIMUM_RESULT_TABLE, Rows
from overtrick_pbn.read.file import read_file, read_pieces
from overtrick_pbn.read.wants import Wants
from overtrick_pbn.scan import values
from overtrick_pbn.scan.template import (
    GAME,
    Signature,
    Template,
    checked_extras,
    signature_of,
    template_of,
)
from overtrick_pbn.scan.values import Odd
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.plan import is_table_name
from overtrick_pbn.standard.tables import TRICKS_TAGS
from overtrick_pbn.standard.tags import IN_MODEL, SECTIONS
from overtrick_pbn.text.games import Run

if TYPE_CHECKING:
    from overtrick import BoardColumn, Cell
    from overtrick.plugin import ReadContext
    from overtrick_pbn.text.cut import Cut

PLAIN_NAME: Final = re.compile(lexis.PLAIN_NAME)

Column = Sequence["Cell"]

_NOTE_NUMBERS: Final = re.compile(r'^\[Note "([0-9]++):', re.MULTILINE).findall

_LEAST: Final = 1 << 12
_WINDOW: Final = 1 << 16
_TEMPLATES: Final = 8  # so many patterns at the most are tried on a game
_SIGNATURES: Final = 256  # so many are remembered to see whether they come again
_MOST_AUCTION: Final = 5000
_PATIENCE: Final = 64  # so many games at the most go by before another is tried


class RunOfRows(Run):
    """Games that were taken as rows.

    Attributes:
        values: the columns.
    """

    __slots__ = ("values",)

    def __init__(  # a run and its columns
        self, size: int, lines: int, count: int, last: str, columns: tuple[Column, ...]
    ) -> None:
        super().__init__(size, lines, count, last)
        self.values = columns


def scan_file(
    source: BinaryIO, ctx: ReadContext, columns: Sequence[BoardColumn]
) -> Iterator[Board | Rows]:
    """Yield the boards of a PBN file in its order, canonical games as rows of columns."""
    wants = Wants.of(ctx.wants)
    makers = [_maker(column) for column in columns]
    if None in makers:
        # A column of somebody's own.
        yield from read_file(source, ctx)
        return
    # The parts of a file look alike: what was learnt from one holds for the next. But who takes
    # texts sees which games were taken, and that may hang on nothing but the part.
    may_know = ctx.part is not None and not any(column.is_source for column in columns)
    what = (tuple(columns), ctx.wants)
    known = _learnt.pop(what, None) if may_know else None
    taker = known or _Taker([maker for maker in makers if maker is not None], wants)
    places = {place: column.name for place, column in enumerate(columns) if column.name in _PLACES}
    for piece in read_pieces(source, ctx, taker=taker):
        if isinstance(piece, RunOfRows):
            yield Rows(_placed(piece, places) if places else piece.values)
        elif isinstance(piece, Board):
            yield piece
    if may_know:
        _learnt.clear()
        _learnt[what] = taker


_PLACES: Final = frozenset({"line", "offset"})


def _placed(run: RunOfRows, places: dict[int, str]) -> tuple[Column, ...]:
    """Return the columns of a run with the places of its games in the file, not in the run."""
    values = list(run.values)
    for place, name in places.items():
        begin = run.line if name == "line" else run.offset
        values[place] = [begin + cast("int", count) for count in run.values[place]]
    return tuple(values)


_learnt: dict[object, _Taker] = {}
"""What took the games of the part that was read last, by what was asked for."""


class _Taker:
    """Takes canonical games; it learns what they look like from those that the reader reads."""

    def __init__(self, makers: list[Maker], wants: Wants) -> None:
        self._makers = makers
        self._wants = wants
        self._templates: list[Template] = []
        self._seen: dict[Signature, int] = {}
        self._window = _LEAST
        # How many games are passed by before another is tried, and how many of them are left.
        self._pause = self._wait = 0

    def learn(self, cut: Cut) -> None:
        """Look at a game that was read the long way; such games may come again."""
        signature = signature_of(cut)
        if signature is None:
            return
        count = self._seen.get(signature, 0) + 1
        if count == 1 and len(self._seen) >= _SIGNATURES:
            self._seen.clear()
        self._seen[signature] = count
        if count == 2:
            self._templates.insert(0, template_of(signature, self._wants))
            del self._templates[_TEMPLATES:]
            self._pause = self._wait = 0

    def __call__(
        self,
        data: bytes,
        begin: int,
        is_last: bool,  # a pattern takes no game without one behind it
    ) -> RunOfRows | None:
        """Take as many games as one pattern takes in a row."""
        if not self._templates:
            return None
        if self._wait:
            self._wait -= 1
            return None
        text = _decoded(data, begin, begin + self._window)
        for place, template in enumerate(self._templates):
            run = self._take(template, text)
            if run is not None:
                if place:
                    self._templates.insert(0, self._templates.pop(place))
                # Where nearly all that was looked at could be taken, more is looked at next.
                if 4 * run.size > 3 * self._window:
                    self._window = min(2 * self._window, _WINDOW)
                elif 4 * run.size < self._window and len(data) - begin > self._window:
                    self._window = max(self._window // 2, _LEAST)
                self._pause = self._wait = 0
                return run
        if len(data) - begin > self._window:
            self._window = max(self._window // 4, _LEAST)
            self._pause = self._wait = min(2 * self._pause + 1, _PATIENCE)
        return None

    def _take(self, template: Template, text: str) -> RunOfRows | None:
        rows = template.pattern.findall(text)
        left = 0
        if rows and rows[-1][-1]:
            left = len(rows.pop()[-1])
        if not rows:
            return None
        end = len(text) - left
        while True:
            columns = _Columns(template, list(zip(*rows, strict=True)), len(rows))
            try:
                columns.prove(self._wants)
                made = tuple(maker(columns) for maker in self._makers)
            except Odd as odd:
                if not odd.index:
                    return None
                del rows[odd.index :]
                matches = template.pattern.finditer(text)
                end = next(islice(matches, odd.index - 1, None)).end()
                continue
            break
        taken = text[:end]
        newline = template.signature.newline
        size = end if taken.isascii() else len(taken.encode())
        start = taken.rstrip("\r\n").rfind(2 * newline) + 2 * len(newline)
        last = taken[start:] if start >= 2 * len(newline) else taken
        return RunOfRows(size, taken.count("\n"), len(rows), last, made)


def _decoded(data: bytes, begin: int, end: int) -> str:
    """Return a part of a buffer as text, as far as it is UTF-8; the last character may be cut."""
    view = memoryview(data)[begin:end]
    try:
        return str(view, "utf-8")
    except UnicodeDecodeError as error:
        return str(view[: error.start], "utf-8")


class _Columns:
    """What was captured of some games, and what has been made of it.

    Args:
        template: the pattern that took them.
        captured: the texts of each group.
        count: how many games they are.
    """

    def __init__(self, template: Template, captured: list[tuple[str, ...]], count: int) -> None:
        self.template = template
        self.count = count
        self._captured = dict(zip(template.groups, captured, strict=False))
        self._made: dict[str, Column] = {}
        self._hands: values.Hands | None = None
        self._outcomes: list[values.Outcome] | None = None
        self._scores: list[values.Points] | None = None

    def texts(self, name: str) -> tuple[str, ...] | None:
        """Return what was captured of a tag, `None` where the games have none."""
        return self._captured.get(name)

    def made(self, name: str, make: Callable[[tuple[str, ...]], Column]) -> Column:
        """Return the values of a tag, made once."""
        known = self._made.get(name)
        if known is None:
            texts = self.texts(name)
            known = self.nothing() if texts is None else make(texts)
            self._made[name] = known
        return known

    def nothing(self) -> Column:
        """Return a column without values."""
        return [None] * self.count

    def prove(self, wants: Wants) -> None:
        """Make all of which the reader might have something to say.

        Raises:
            Odd: it would.
        """
        self.hands()
        if wants.outcome:
            self.outcomes()
            self.made("Result", values.RESULTS.of)
            self.scores()
        if wants.info:
            self.made("Date", values.DATES.of)
        if wants.auction:
            self.auctions()
        if wants.play:
            self.plays()
        if wants.grids:
            self.tables()
        if wants.extras:
            for name in checked_extras(self.template.signature.names):
                texts = self.texts(name)
                if texts is not None:
                    values.supplemental(name, texts)

    def hands(self) -> values.Hands | None:
        """Return the masks of the deals."""
        deals = self.texts("Deal")
        if self._hands is None and deals is not None:
            self._hands = values.hands(deals)
        return self._hands

    def outcomes(self) -> list[values.Outcome]:
        """Return the contracts with their declarers."""
        if self._outcomes is None:
            contracts: Sequence[str | None] | None = self.texts("Contract")
            declarers: Sequence[str | None] | None = self.texts("Declarer")
            nothing = [None] * self.count
            self._outcomes = values.outcomes(
                nothing if contracts is None else contracts,
                nothing if declarers is None else declarers,
            )
        return self._outcomes

    def scores(self) -> list[values.Points]:
        """Return the points."""
        if self._scores is None:
            texts = self.texts("Score")
            nothing: values.Points = (None, None, None)
            self._scores = [nothing] * self.count if texts is None else values.SCORES.of(texts)
        return self._scores

    def auctions(self) -> Column:
        """Return the calls."""
        return self.made("Auction.body", self._auctions)

    def _auctions(self, bodies: tuple[str, ...]) -> Column:
        newline = self.template.signature.newline
        notes = self.texts("Auction.notes") or ()
        found: list[str] = []
        try:
            for body, noted in zip(bodies, notes, strict=True):
                numbers = _NOTE_NUMBERS(noted) if noted else ()
                if len(body) > _MOST_AUCTION:
                    raise Odd(len(found))
                found.append(values.auction(body.replace(newline, " "), numbers))
        except ValueError:
            raise Odd(len(found)) from None
        return found

    def plays(self) -> Column:
        """Return the cards that were played."""
        return self.made("Play.body", self._plays)

    def _plays(self, bodies: tuple[str, ...]) -> Column:
        newline = self.template.signature.newline
        closed = self.texts("Play.closed") or ()
        found: list[str] = []
        try:
            for body, mark in zip(bodies, closed, strict=True):
                found.append(values.play(body.replace(newline, " "), closed=bool(mark)))
        except ValueError:
            raise Odd(len(found)) from None
        return found

    def openers(self) -> Column:
        """Return the seats of the auctions."""
        if "Auction.body" not in self._captured:
            return self.nothing()
        return self.made("Auction" if "Auction" in self._captured else "Dealer", list)

    def tables(self) -> Column:
        """Return the double-dummy tricks, after a look at each table."""
        known = self._made.get("tables")
        if known is not None:
            return known
        names = [name for name in self.template.signature.names if is_table_name(name)]
        # Tags of programs state the table where there is none.
        tags = {name: texts for name in TRICKS_TAGS if (texts := self.texts(name)) is not None}
        is_stated = tags and OPTIMUM_RESULT_TABLE not in names
        made: Column = values.stated_tables(tags) if is_stated else self.nothing()
        for name, header in zip(names, self.template.signature.headers, strict=True):
            table = values.Table(header)
            found: list[values.Tricks | None] = []
            try:
                for body in self.texts(f"{name}.body") or ():
                    found.append(table.tricks(body))
            except ValueError:
                raise Odd(len(found)) from None
            if name == OPTIMUM_RESULT_TABLE:
                made = found
        self._made["tables"] = made
        return made


Maker = Callable[[_Columns], Column]
"""Makes the values of a column."""


def _sources(columns: _Columns) -> Column:
    return [f"pbn:{text}" for text in columns.texts(GAME) or ()]


def _lines(columns: _Columns) -> Column:
    """Return how many line ends stand before each game of a run."""
    counts = [text.count("\n") for text in columns.texts(GAME) or ()]
    return list(accumulate(counts[:-1], initial=0))


def _offsets(columns: _Columns) -> Column:
    """Return how many bytes stand before each game of a run."""
    texts = columns.texts(GAME) or ()
    sizes = [len(text) if text.isascii() else len(text.encode()) for text in texts]
    return list(accumulate(sizes[:-1], initial=0))


def _hand(place: int) -> Maker:
    def make(columns: _Columns) -> Column:
        found = columns.hands()
        return columns.nothing() if found is None else found[place]

    return make


def _deal(columns: _Columns) -> Column:
    deals = columns.texts("Deal")
    return columns.nothing() if deals is None else values.deal_texts(deals)


def _outcome(part: int) -> Maker:
    def make(columns: _Columns) -> Column:
        return [outcome[part] for outcome in columns.outcomes()]

    return make


def _points(part: int) -> Maker:
    def make(columns: _Columns) -> Column:
        if columns.texts("Score") is None:
            return columns.nothing()
        return [points[part] for points in columns.scores()]

    return make


def _tag(name: str, make: Callable[[tuple[str, ...]], Column]) -> Maker:
    return lambda columns: columns.made(name, make)


def _numbers(texts: tuple[str, ...]) -> Column:
    return list(map(int, texts))


def _vulnerabilities(texts: tuple[str, ...]) -> Column:
    return list(map(values.VULNERABILITIES.__getitem__, texts))


_MAKERS: Final[dict[str, Maker]] = {
    "number": _tag("Board", _numbers),
    "name": _Columns.nothing,
    "dealer": _tag("Dealer", list),
    "vulnerability": _tag("Vulnerable", _vulnerabilities),
    "deal": _deal,
    **{
        f"{seat}_hand": _hand(place)
        for place, seat in enumerate(("north", "east", "south", "west"))
    },
    "scoring": _tag("Scoring", values.free),
    "contract": _outcome(0),
    "declarer": _outcome(1),
    "level": _outcome(2),
    "strain": _outcome(3),
    "doubling": _outcome(4),
    "result": _tag("Result", values.RESULTS.of),
    "result_ns": _Columns.nothing,
    "result_ew": _Columns.nothing,
    "score": _points(0),
    "score_ns": _points(1),
    "score_ew": _points(2),
    "date": _tag("Date", values.DATES.of),
    **{
        column: _tag(tag, values.free)
        for column, tag in (
            *(("event", "Event"), ("site", "Site"), ("room", "Room")),
            *((seat.lower(), seat) for seat in ("North", "East", "South", "West")),
            *(("home_team", "HomeTeam"), ("visit_team", "VisitTeam")),
        )
    },
    "opener": _Columns.openers,
    "auction": _Columns.auctions,
    "leader": lambda columns: columns.made("Play", list),
    "play": _Columns.plays,
    "double_dummy": _Columns.tables,
    "line": _lines,
    "offset": _offsets,
}
"""How each column is made; what a name stands for is told in `overtrick.model.columns`."""


def _maker(column: BoardColumn) -> Maker | None:
    """Return what makes a column, `None` where only a board tells."""
    if column.is_source:
        return _sources
    if column.extra is None:
        return _MAKERS.get(column.name) if COLUMNS.get(column.name) is column else None
    name = column.extra.removeprefix("pbn:")
    if name == column.extra or not PLAIN_NAME.fullmatch(name):
        return None
    # What has a place of its own is an extra only where something is odd.
    is_placed = name in IN_MODEL or name in SECTIONS or name == "Note" or is_table_name(name)
    return None if is_placed else _tag(name, list)
