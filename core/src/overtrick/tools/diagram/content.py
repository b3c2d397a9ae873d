"""The content and the style of a diagram, for every view.

Every text that comes from a file has gone through `printable`; a view that writes markup escapes
it as well.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import attrs

from overtrick.findings.errors import ModelError
from overtrick.findings.printable import printable
from overtrick.framework.spec.formats import option
from overtrick.model.board import Board
from overtrick.model.calls import Auction, CallEntry, Ending, Irregularity
from overtrick.model.cards import Strain, Suit
from overtrick.model.grids import OPTIMUM_RESULT_TABLE, Align, DoubleDummyGrid, Grid
from overtrick.model.hands import Deal, Hand
from overtrick.model.missing import PLAYER_PLACES, TEAM_PLACES, UNKNOWN
from overtrick.model.play import Play, PlayedCard
from overtrick.model.table import Seat
from overtrick.tools.terms import Terms

Tabular = Auction | Play | Grid | DoubleDummyGrid
"""What is shown as a table by itself."""

_STRAINS: Final = tuple(reversed(Strain))

# The columns of an auction begin with West, as newspapers print it.
_AUCTION_SEATS: Final = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


_TWO: Final = {Suit.CLUBS: None, Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: None}
_FOUR: Final = {
    Suit.CLUBS: "green",
    Suit.DIAMONDS: "orange",
    Suit.HEARTS: "red",
    Suit.SPADES: "blue",
}

COLOURS: Final = {"red": "#e3132c", "orange": "#b35e00", "green": "#158238", "blue": "#2f6fde"}
"""Colours as bright as they can be read on white paper and on a dark screen alike."""


def _to_seats(text: str) -> str:
    """Return the letters of seats in their order, each once.

    Raises:
        ValueError: a letter that is no seat's.
    """
    seats = {Seat.parse(letter) for letter in text if letter not in ", "}
    return "".join(seat.symbol for seat in sorted(seats))


@attrs.frozen(kw_only=True)
class Look:
    """The style of a diagram, and the parts that it shows.

    Attributes:
        colours: 2 for black and red suits; 4 for blue spades, red hearts, orange diamonds and
            green clubs.
        auction: whether the auction is shown.
        play: whether the play is shown.
        tables: whether the board's tables are shown, double-dummy tricks among them.
        hide: the letters of the seats whose hands are not shown, such as `EW`; their place stays
            empty. The play, which names their cards, is shown unless `play` is false.

    Raises:
        ValueError: another number of colours, or a letter that is no seat's.

    Example:
        >>> Look(colours=4, hide="e,w").hides(Seat.WEST)
        True
    """

    colours: int = attrs.field(
        default=2,
        converter=int,
        validator=attrs.validators.in_((2, 4)),
        metadata={"help": "how many colours the suits have", "choices": ("2", "4")},
    )
    auction: bool = option(True, help="show the auction")
    play: bool = option(True, help="show the play")
    tables: bool = option(True, help="show the board's tables")
    hide: str = attrs.field(
        default="",
        converter=_to_seats,
        metadata={"help": "hands not to be shown, such as EW"},
    )

    def hides(self, seat: Seat) -> bool:
        """Return whether the hand of a seat is not to be shown."""
        return seat.symbol in self.hide

    def colour_of(self, suit: Suit) -> str | None:
        """Return the name of a suit's colour, or `None` for that of the text."""
        return (_TWO if self.colours == 2 else _FOUR)[suit]

    def shown(self, deal: Deal) -> Deal:
        """Return a deal without the hands that are not to be shown.

        A hand that follows from the three others is known, and is shown or hidden as they are.
        """
        deal = deal.completed()
        if not self.hide:
            return deal
        north, east, south, west = (Hand() if self.hides(seat) else deal[seat] for seat in Seat)
        return Deal((north, east, south, west))


@attrs.frozen(kw_only=True)
class Table:
    """A table with its head, rows and notes, ready to be laid out.

    Attributes:
        title: what it is.
        head: the columns' names; empty where there are none.
        rows: the cells; a row may be shorter than the longest.
        aligns: the alignment of each column; missing ones count as left.
        notes: lines below the table.
        is_record: whether it is the auction or the play, which need no title.
    """

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: tuple[Align, ...] = ()
    notes: tuple[str, ...] = ()
    is_record: bool = False

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The head, where there is one, and the rows."""
        return (self.head, *self.rows) if self.head else self.rows

    @classmethod
    def of(cls, shown: Tabular, words: Terms) -> Table:
        """Return the table of an auction, a play, a grid or double-dummy tricks.

        An auction's columns begin with West, a play's with the opening leader. A grid of
        double-dummy tricks that can be read as numbers has a row for each declarer.

        Args:
            shown: what the table is made of.
            words: the language.

        Example:
            >>> from overtrick.tools.terms import terms_in
            >>> table = Table.of(Auction.of(Seat.NORTH, "1C P P P"), terms_in("en"))
            >>> table.head, table.rows[0]
            (('West', 'North', 'East', 'South'), ('', '1♣', 'Pass', 'Pass'))
        """
        if isinstance(shown, Auction):
            return _auction_table(shown, words)
        if isinstance(shown, Play):
            return _play_table(shown, words)
        if isinstance(shown, Grid):
            return _grid_table(shown, words)
        return _double_dummy_table(shown, words)

    def is_right(self, column: int) -> bool:
        """Return whether a column (0-based) is filled up on its left."""
        return column < len(self.aligns) and self.aligns[column] is Align.RIGHT


@attrs.frozen
class BoardText:
    """The texts of a diagram around the hands, in one language.

    Every text is printable; a view that writes markup escapes it as well.

    Attributes:
        board: the board.
        words: the language.

    Example:
        >>> from overtrick.tools.terms import terms_in
        >>> BoardText(Board(number=4, dealer=Seat.WEST), terms_in("en")).heading()
        ['Board 4', 'Dealer West']
    """

    board: Board
    words: Terms

    def heading(self) -> list[str]:
        """Return number, name, dealer and vulnerability, as many as the board has."""
        board, words = self.board, self.words
        parts = [words.gettext("Board {label}").format(label=printable(board.label))]
        if board.name is not None and board.number is not None:
            parts.append(printable(board.name))
        if board.dealer is not None:
            parts.append(words.gettext("Dealer {seat}").format(seat=words.seat(board.dealer)))
        if board.vulnerability is not None:
            parts.append(words.vulnerable(board.vulnerability))
        return parts

    def occasion(self) -> list[str]:
        """Return a line with event, site, date and room, and a line with the teams."""
        info = self.board.info
        where = (
            self._stated("info.event", info.event),
            self._stated("info.site", info.site),
            self._stated("info.date", info.date),
            self._stated("info.room", info.room),
        )
        teams = " – ".join(name for name in map(self._stated, TEAM_PLACES, info.teams) if name)
        return [line for line in (" · ".join(word for word in where if word), teams) if line]

    def players(self) -> dict[Seat, str]:
        """Return the names of the players by their seats; a seat without a name is left out."""
        names = self.board.info.players
        pairs = [(seat, self._stated(PLAYER_PLACES[seat], names[seat])) for seat in Seat]
        return {seat: name for seat, name in pairs if name}

    def outcome(self) -> list[str]:
        """Return contract, result, score and scoring, as many as the board has."""
        board, words = self.board, self.words
        parts = (
            ("Contract", words.contract(board.contract) if board.contract is not None else ""),
            ("Result", words.result(board.result) if board.result else ""),
            ("Score", words.score(board.score) if board.score else ""),
            ("Scoring", self._stated("scoring", board.scoring)),
        )
        return [f"{words.gettext(name)} {value}" for name, value in parts if value]

    def tricks(self) -> DoubleDummyGrid | None:
        """Return the double-dummy tricks; `None` where none are given or they cannot be read."""
        try:
            return self.board.double_dummy
        except ModelError:
            return None  # the grid is shown as it is

    def tables(self, look: Look, *, without: Grid | None = None) -> Iterator[Table]:
        """Yield the tables below the hands: auction, play, and the board's grids.

        Args:
            look: which of them are shown.
            without: a grid that the picture shows elsewhere.
        """
        board, words = self.board, self.words
        if look.auction and board.auction is not None:
            yield Table.of(board.auction, words)
        if look.play and board.play is not None:
            yield Table.of(board.play, words)
        if look.tables:
            yield from (Table.of(grid, words) for grid in board.grids if grid is not without)

    def _stated(self, place: str, text: str | None) -> str:
        """Return the text at a place, `?` for an unknown one, nothing for an absent one."""
        if text is not None:
            return printable(text)
        return "?" if self.board.missing.get(place) is UNKNOWN else ""


def _auction_table(auction: Auction, words: Terms) -> Table:
    """Return the calls in columns that begin with West, and the notes."""
    notes: list[str] = []
    cells = [""] * ((auction.dealer + 1) & 3)
    cells += [_call_text(entry, words) + _remark(entry, notes, words) for entry in auction.entries]
    return Table(
        title=words.gettext("Auction"),
        head=tuple(map(words.seat, _AUCTION_SEATS)),
        rows=tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4)),
        notes=(*_ending(auction.ending, words), *notes),
        is_record=True,
    )


def _play_table(play: Play, words: Terms) -> Table:
    """Return the tricks, numbered; the first column of cards is the opening leader's."""
    seats = [play.leader.after(step) for step in range(4)]
    notes: list[str] = []
    rows = []
    for number, trick in enumerate(play.tricks, 1):
        rows.append((str(number), *(_played_text(trick[seat], notes, words) for seat in seats)))
    return Table(
        title=words.gettext("Play"),
        head=(words.gettext("Trick"), *map(words.seat, seats)),
        rows=tuple(rows),
        notes=(*_ending(play.ending, words), *notes),
        is_record=True,
    )


def _grid_table(grid: Grid, words: Terms) -> Table:
    """Return a table unchanged; double-dummy tricks as seats by strains."""
    if grid.name == OPTIMUM_RESULT_TABLE:
        with contextlib.suppress(ModelError):  # then it is shown as it is
            return _double_dummy_table(DoubleDummyGrid.from_grid(grid), words)
    return Table(
        title=printable(grid.name),
        head=tuple(printable(column.name) for column in grid.columns),
        rows=tuple(tuple(map(printable, row)) for row in grid.rows),
        aligns=tuple(column.align for column in grid.columns),
    )


def _double_dummy_table(tricks: DoubleDummyGrid, words: Terms) -> Table:
    """Return the tricks of each declarer in each strain, `-` where they are not known."""
    counts = ([tricks.tricks_of(seat, strain) for strain in _STRAINS] for seat in Seat)
    rows = zip(Seat, counts, strict=True)
    return Table(
        title=words.gettext("Double-dummy tricks"),
        head=(words.gettext("Declarer"), *map(words.strain, _STRAINS)),
        rows=tuple(
            (words.seat(seat), *("-" if n is None else str(n) for n in row)) for seat, row in rows
        ),
        aligns=(Align.LEFT, *[Align.RIGHT] * 5),
    )


def _ending(ending: Ending, words: Terms) -> tuple[str, ...]:
    """Return the ending of an incomplete auction or play as one line; none for other endings."""
    if ending is Ending.OPEN:
        return (words.gettext("(to be continued)"),)
    return (words.gettext("(ends here)"),) if ending is Ending.CLOSED else ()


def _call_text(entry: CallEntry, words: Terms) -> str:
    if entry.call is None:
        return f"({words.irregularity(Irregularity.SKIPPED)})"
    text = words.call(entry.call)
    return f"{text}!" if entry.alert else text


def _played_text(played: PlayedCard | None, notes: list[str], words: Terms) -> str:
    if played is None:
        return "-"
    card = "-" if played.card is None else words.card(played.card)
    return card + _remark(played, notes, words)


def _remark(entry: CallEntry | PlayedCard, notes: list[str], words: Terms) -> str:
    """Return a reference such as `[2]` and add its note; "" for an entry without annotation."""
    texts = [printable(entry.note)] if entry.note is not None else []
    mark = entry.irregularity
    if mark is not None and mark is not Irregularity.SKIPPED:
        texts.append(words.irregularity(mark))
    texts += [" ".join(f"${nag}" for nag in entry.nags)] if entry.nags else []
    texts += [f"{{{printable(entry.comment)}}}"] if entry.comment is not None else []
    if not texts:
        return ""
    number = f"[{len(notes) + 1}]"
    notes.append(f"{number} {'; '.join(texts)}")
    return f" {number}"
