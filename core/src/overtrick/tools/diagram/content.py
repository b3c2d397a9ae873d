"""What a picture of a board says, as plain words and tables, and how it looks: for every view.

Every text that comes from a file has gone through `printable`; a view that writes markup escapes
it as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from overtrick.findings.errors import ModelError
from overtrick.findings.printable import printable
from overtrick.framework.spec.formats import option
from overtrick.model.board import Board
from overtrick.model.calls import Auction, CallEntry, Ending, Irregularity
from overtrick.model.cards import Rank, Strain, Suit
from overtrick.model.grids import OPTIMUM_RESULT_TABLE, Align, DoubleDummyGrid, Grid
from overtrick.model.hands import Deal, Hand
from overtrick.model.missing import PLAYER_PLACES, TEAM_PLACES, UNKNOWN
from overtrick.model.play import Play, PlayedCard
from overtrick.model.table import Seat
from overtrick.tools.terms import Terms

SUITS: Final = tuple(reversed(Suit))
"""Spades first, as every player sorts a hand."""

STRAINS: Final = tuple(reversed(Strain))
"""Notrump first, then spades to clubs."""

Tabular = Auction | Play | Grid | DoubleDummyGrid
"""What is shown as a table by itself."""

VOID: Final = "—"
"""What stands for no card in a suit."""

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
    """How a board is shown, and which of its parts.

    Attributes:
        colours: 2 for black and red suits; 4 for blue spades, red hearts, orange diamonds and
            green clubs.
        auction: whether the auction is shown.
        play: whether the play is shown.
        tables: whether the board's tables are shown, double-dummy tricks among them.
        hide: the letters of the seats whose hands are not shown, such as `EW`; their place stays
            empty. What tells of them elsewhere, as the play does, is shown unless it is left out.

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


@attrs.frozen(kw_only=True)
class Table:
    """A table ready to be set.

    Attributes:
        title: what it is.
        head: the columns' names; empty where there are none.
        rows: the cells; a row may be shorter than the longest.
        aligns: on which side each column is filled up; missing ones count as left.
        notes: lines that stand below.
        is_record: whether it is the auction or the play, which anyone knows without a title.
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

    def is_right(self, column: int) -> bool:
        """Return whether a column (0-based) is filled up on its left."""
        return column < len(self.aligns) and self.aligns[column] is Align.RIGHT


def not_given(words: Terms) -> str:
    """Return what stands for a hand of which no card is known."""
    return words.gettext("(not given)")


def seen(deal: Deal, look: Look) -> Deal:
    """Return a deal without the hands that are not to be shown.

    A hand that follows from the three others is known, here as for all that ask for it.
    """
    deal = deal.completed()
    if not look.hide:
        return deal
    north, east, south, west = (Hand() if look.hides(seat) else deal[seat] for seat in Seat)
    return Deal((north, east, south, west))


def stated(board: Board, place: str, text: str | None) -> str:
    """Return the text at a place, `?` for an unknown one, nothing for one that is not stated."""
    if text is not None:
        return printable(text)
    return "?" if board.said(place) is UNKNOWN else ""


def heading(board: Board, words: Terms) -> list[str]:
    """Return number, name, dealer and vulnerability, as many as the board has."""
    parts = [words.gettext("Board {label}").format(label=printable(board.label))]
    if board.name is not None and board.number is not None:
        parts.append(printable(board.name))
    if board.dealer is not None:
        parts.append(words.gettext("Dealer {seat}").format(seat=words.seat(board.dealer)))
    if board.vulnerability is not None:
        parts.append(words.vulnerable(board.vulnerability))
    return parts


def occasion(board: Board) -> list[str]:
    """Return event, site, date and room on one line, and the teams on another."""
    info = board.info
    where = (
        stated(board, "info.event", info.event),
        stated(board, "info.site", info.site),
        stated(board, "info.date", info.date),
        stated(board, "info.room", info.room),
    )
    names = map(stated, (board, board), TEAM_PLACES, info.teams)
    teams = " – ".join(name for name in names if name)
    return [line for line in (" · ".join(word for word in where if word), teams) if line]


def players(board: Board) -> list[tuple[Seat, str]]:
    """Return the seats whose player is told, with the names."""
    names = board.info.players
    pairs = [(seat, stated(board, PLAYER_PLACES[seat], names[seat])) for seat in Seat]
    return [(seat, name) for seat, name in pairs if name]


def outcome(board: Board, words: Terms) -> list[str]:
    """Return contract, result, score and scoring, as many as the board has."""
    scoring = stated(board, "scoring", board.scoring)
    parts = (
        ("Contract", words.contract(board.contract) if board.contract is not None else ""),
        ("Result", words.result(board.result) if board.result else ""),
        ("Score", words.score(board.score) if board.score else ""),
        ("Scoring", scoring),
    )
    return [f"{words.gettext(name)} {value}" for name, value in parts if value]


def spoken(hand: Hand, words: Terms) -> str:
    """Return a hand in words, for those who hear a picture: `spades A K 10, hearts none, ...`."""
    if not hand:
        return words.gettext("not given")
    parts = []
    for suit in SUITS:
        ranks = " ".join(
            "10" if rank == "T" else words.rank(Rank.parse(rank)) for rank in hand.suit_text(suit)
        )
        parts.append(f"{words.suit(suit)} {ranks or words.gettext('none')}")
    return ", ".join(parts)


def makeable(grid: Grid | None) -> DoubleDummyGrid | None:
    """Return a table of double-dummy tricks as numbers, `None` where it cannot be read so."""
    try:
        return None if grid is None else DoubleDummyGrid.from_grid(grid)
    except ModelError:
        return None  # then it is shown as it stands


def tables(
    board: Board, look: Look, words: Terms, *, without: Grid | None = None
) -> Iterator[Table]:
    """Yield what stands below the hands: auction, play, and the board's own tables.

    Args:
        board: the board.
        look: which of them.
        words: in which language.
        without: a table that stands elsewhere.
    """
    if look.auction and board.auction is not None:
        yield auction_table(board.auction, words)
    if look.play and board.play is not None:
        yield play_table(board.play, words)
    if look.tables:
        yield from (grid_table(grid, words) for grid in board.grids if grid is not without)


def table_of(shown: Tabular, words: Terms) -> Table:
    """Return an auction, a play or a table of a board as a table ready to be set."""
    if isinstance(shown, Auction):
        return auction_table(shown, words)
    if isinstance(shown, Play):
        return play_table(shown, words)
    return grid_table(shown, words) if isinstance(shown, Grid) else double_dummy_table(shown, words)


def auction_table(auction: Auction, words: Terms) -> Table:
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


def play_table(play: Play, words: Terms) -> Table:
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


def grid_table(grid: Grid, words: Terms) -> Table:
    """Return a table as it stands; double-dummy tricks as seats by strains."""
    if grid.name == OPTIMUM_RESULT_TABLE:
        tricks = makeable(grid)
        if tricks is not None:
            return double_dummy_table(tricks, words)
    return Table(
        title=printable(grid.name),
        head=tuple(printable(column.name) for column in grid.columns),
        rows=tuple(tuple(map(printable, row)) for row in grid.rows),
        aligns=tuple(column.align for column in grid.columns),
    )


def double_dummy_table(tricks: DoubleDummyGrid, words: Terms) -> Table:
    """Return the tricks of each declarer in each strain, `-` where they are not known."""
    counts = ([tricks.tricks_of(seat, strain) for strain in STRAINS] for seat in Seat)
    rows = zip(Seat, counts, strict=True)
    return Table(
        title=words.gettext("Double-dummy tricks"),
        head=(words.gettext("Declarer"), *map(words.strain, STRAINS)),
        rows=tuple(
            (words.seat(seat), *("-" if n is None else str(n) for n in row)) for seat, row in rows
        ),
        aligns=(Align.LEFT, *[Align.RIGHT] * 5),
    )


def _ending(ending: Ending, words: Terms) -> tuple[str, ...]:
    """Return a line that says how an auction or a play ends, where it does not end by itself."""
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
    """Return a reference such as `[2]` and add its note; nothing where nothing is said."""
    said = [printable(entry.note)] if entry.note is not None else []
    mark = entry.irregularity
    if mark is not None and mark is not Irregularity.SKIPPED:
        said.append(words.irregularity(mark))
    said += [" ".join(f"${nag}" for nag in entry.nags)] if entry.nags else []
    said += [f"{{{printable(entry.comment)}}}"] if entry.comment is not None else []
    if not said:
        return ""
    number = f"[{len(notes) + 1}]"
    notes.append(f"{number} {'; '.join(said)}")
    return f" {number}"
