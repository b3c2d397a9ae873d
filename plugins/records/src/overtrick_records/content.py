"""The content of a sheet for one board: hands, makeable contracts, auction and play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from overtrick import (
    Auction,
    Board,
    CallEntry,
    DoubleDummyGrid,
    Ending,
    Grid,
    Irregularity,
    ModelError,
    Play,
    PlayedCard,
    Seat,
    Side,
    Suit,
    Vulnerability,
    par,
)
from overtrick.plugin import printable
from overtrick_records.diagrams import DIAGRAM_WIDTH, Diagrams
from overtrick_records.metrics import (
    TextFitter,
    breakable,
    fitted,
    line_width,
    lines_needed,
    shortened,
    width_of,
)
from overtrick_records.settings import Parts, Settings, hidden_seats, stated_par
from overtrick_records.sheet import (
    ROW,
    TEXT_GAP,
    TEXT_LINE,
    Column,
    Diagram,
    Line,
    Paragraph,
    Run,
    Table,
)
from overtrick_records.texts import (
    DASH,
    MINUS,
    STRAINS,
    bid_text,
    commentary,
    labelled,
    line,
    makeable,
    marked,
    par_text,
    signed,
)
from overtrick_render import Translator

_FACT: Final = 0.86
_CORNER: Final = 2.0
# The columns of an auction begin with West, as newspapers print it.
_AUCTION_SEATS: Final = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


@attrs.frozen(kw_only=True)
class Writer:
    """A writer of a board's parts on a sheet.

    Attributes:
        words: the language.
        settings: what the file wants.
        hide: the seats that the user hides, `None` where the file decides.
        tables: whether makeable contracts and par are shown.
        cuts: takes note of what is cut.
        diagrams: makes the diagrams.
    """

    words: Translator
    settings: Settings
    hide: frozenset[Seat] | None = None
    tables: bool = True
    cuts: TextFitter = attrs.field(factory=TextFitter)
    diagrams: Diagrams = attrs.field(init=False)
    _results: dict[int, tuple[tuple[str, ...], str]] = attrs.field(factory=dict, init=False)

    @diagrams.default
    def _diagrams(self) -> Diagrams:
        spacing = self.settings.spacing or "even"
        return Diagrams(words=self.words, spacing=spacing, cuts=self.cuts)

    def hidden(self, board: Board) -> frozenset[Seat]:
        """Return the seats with hidden hands."""
        return hidden_seats(board) if self.hide is None else self.hide

    # What a board is called ------------------------------------------------------------------

    def label(self, board: Board) -> str:
        """Return the label of a board: `Board 7`."""
        name = self._shortened("names of boards", board, printable(board.label), 20.0)
        if self.settings.label is not None:
            text = printable(self.settings.label.replace("%", name))
            return self._shortened("labels", board, text, 30.0)
        if board.number is None and board.name:
            return name
        return f"{self.words.gettext('Board')} {name}"

    def _shortened(self, what: str, board: Board, text: str, limit: float) -> str:
        return self.cuts.shortened(what, board.label, text, limit)

    def corner(self, board: Board, limit: float) -> Line:
        """Return the number for the upper right corner, no wider than a limit in ems."""
        text = printable(board.label)
        if self.settings.label is not None:
            text = printable(self.settings.label.replace("%", text))
            label = line(self._shortened("labels", board, text, 40.0), 1.2, bold=True)
            return self.cuts.fitted("labels", board.label, label, min(limit, 6.5))
        number = line(self._shortened("names of boards", board, text, 40.0), _CORNER, bold=True)
        return self.cuts.fitted("names of boards", board.label, number, min(limit, 5.4), 0.4)

    def facts(self, board: Board, parts: Parts, limit: float) -> tuple[Line, ...]:
        """Return dealer and vulnerability, a line each, no wider than a limit in ems."""
        found = []
        if board.dealer is not None and parts.dealer:
            found.append(f"{self.words.gettext('Dealer')} {self.words.seat_letter(board.dealer)}")
        if board.vulnerability is not None and parts.vulnerable:
            found.append(f"{self.words.gettext('Vul.')} {self.vulnerable(board.vulnerability)}")
        return tuple(
            self.cuts.fitted("dealers", board.label, line(text, _FACT), limit, 0.5)
            for text in found
        )

    def vulnerable(self, vulnerability: Vulnerability) -> str:
        """Return the vulnerability, in a word."""
        return self.words.vulnerability(vulnerability)

    def spoken(self, board: Board) -> str:
        """Return the heading of a board in one line."""
        found = [self.label(board)]
        if board.dealer is not None:
            found.append(f"{self.words.gettext('Dealer')} {self.words.seat(board.dealer)}")
        if board.vulnerability is not None:
            found.append(f"{self.words.gettext('Vul.')} {self.vulnerable(board.vulnerability)}")
        return ", ".join(found)

    def diagram(
        self,
        board: Board,
        *,
        corner: Line,
        facts: Sequence[Line],
        width: float = DIAGRAM_WIDTH,
        with_points: bool = True,
        with_compass: bool = False,
        with_names: bool = False,
        keep_space: bool = True,
    ) -> Diagram | None:
        """Return the hands around each other, without the hidden ones; see `Diagrams`."""
        return self.diagrams.diagram(
            board,
            hidden=self.hidden(board),
            corner=corner,
            facts=facts,
            width=width,
            with_points=with_points,
            with_compass=with_compass,
            with_names=with_names,
            keep_space=keep_space,
        )

    # What can be made ------------------------------------------------------------------------

    def grid(self, board: Board) -> DoubleDummyGrid | None:
        """Return the double-dummy tricks of a board, or `None` if they are not shown."""
        if not self.tables or self.hidden(board):
            return None  # makeable contracts reveal the hidden hands
        try:
            return board.double_dummy
        except ModelError:
            return None  # the linter reports the reason

    def feet(self, board: Board, limit: float, scale: float) -> tuple[Line, ...]:
        """Return makeable contracts and par, in lines no wider than a limit in ems."""
        sides, best = self._results_of(board)
        found = []
        if self._is_short(sides, limit, scale):
            found.append(fitted(_beside(sides, scale), limit, 0.8))
        else:
            found += [
                self.cuts.fitted("contracts", board.label, line(each, scale), limit, 0.5)
                for each in sides
            ]
        if best:
            found.append(self.cuts.fitted("par", board.label, line(best, scale), limit, 0.5))
        return tuple(found)

    def feet_count(self, board: Board, limit: float, scale: float) -> int:
        """Return the number of lines of `feet`."""
        sides, best = self._results_of(board)
        return (1 if self._is_short(sides, limit, scale) else len(sides)) + bool(best)

    @staticmethod
    def _is_short(sides: tuple[str, ...], limit: float, scale: float) -> bool:
        """Return whether the makeable contracts of both sides fit on one line."""
        return bool(sides) and line_width(_beside(sides, scale).runs) * scale * 0.85 <= limit

    def _results_of(self, board: Board) -> tuple[tuple[str, ...], str]:
        """Return the makeable contracts of each side, empty if not shown, and par."""
        # Layout calls this several times for each board, and par is slow.
        found = self._results.get(id(board))
        if found is None:
            grid = self.grid(board)
            sides = () if grid is None else makeable(grid, self.words)
            found = self._results[id(board)] = (sides, self.par(board, grid))
        return found

    def par(self, board: Board, grid: DoubleDummyGrid | None) -> str:
        """Return par, computed from the tricks, else as stated in the file, else an empty text."""
        if grid is not None and board.dealer is not None and board.vulnerability is not None:
            try:
                return par_text(par(grid, board.dealer, board.vulnerability), self.words)
            except ModelError:
                return ""  # some of the tricks are not known
        if not self.tables or self.hidden(board):
            return ""
        stated = stated_par(board)
        return "" if stated is None else f"{self.words.gettext('Par')} {signed(stated)}"

    def tricks_table(self, grid: DoubleDummyGrid, scale: float) -> Table:
        """Return the tricks of each declarer in each strain."""
        words = self.words
        heads = [Column(head=Line(), align="left", width=1.6)]
        heads += [
            Column(head=Line(marked(words.strain(strain))), align="center", width=1.75)
            for strain in STRAINS
        ]
        rows = []
        for seat in Seat:
            counts = [grid.tricks_of(seat, strain) for strain in STRAINS]
            cells = [line(DASH if count is None else str(count)) for count in counts]
            rows.append((line(words.seat_letter(seat), bold=True), *cells))
        return Table(
            title=words.gettext("Double-dummy tricks"),
            columns=tuple(heads),
            rows=tuple(rows),
            scale=scale,
        )

    # Auction, play, result -------------------------------------------------------------------

    def auction(
        self, auction: Auction, parts: Parts, *, label: str, width: float, scale: float
    ) -> Table:
        """Return the calls in columns, and their explanatory notes."""
        seats = list(_AUCTION_SEATS)
        entries = list(auction.entries)
        if self.settings.two_columns:
            seats, entries = _of_one_side(auction) or (seats, entries)
        offset = seats.index(auction.dealer) if auction.dealer in seats else 0
        if len(seats) == 2:
            first = auction.seat_of(0)
            offset = seats.index(first if first in seats else first.next)
        notes: list[Line] = []
        cells = [Line()] * offset + list(self._calls(entries, parts, notes))
        rows = [cells[at : at + len(seats)] for at in range(0, len(cells), len(seats))]
        rows = [row + [Line()] * (len(seats) - len(row)) for row in rows]
        if auction.ending is Ending.OPEN:
            notes.append(line(self.words.gettext("(to be continued)")))
        each = width / scale / 4
        return Table(
            title=self.words.gettext("Auction"),
            columns=tuple(
                Column(
                    head=fitted(line(self.words.seat(seat), bold=True), each - 0.6),
                    align="left",
                    width=round(each, 3),
                )
                for seat in seats
            ),
            rows=tuple(
                tuple(self.cuts.fitted("calls", label, cell, each - 0.6, 0.6) for cell in row)
                for row in rows
            ),
            notes=self._notes(notes, width / scale),
            scale=scale,
        )

    @staticmethod
    def _notes(notes: list[Line], limit: float) -> tuple[Line, ...]:
        """Return notes with breaks allowed in words longer than a line."""
        return tuple(Line(breakable(note.runs, limit), note.scale) for note in notes)

    def _calls(self, entries: list[CallEntry], parts: Parts, notes: list[Line]) -> Iterator[Line]:
        passes = 0
        for entry in reversed(entries):
            if entry.call is None or entry.call.symbol != "Pass" or not entry.is_plain:
                break
            passes += 1
        has_bid = any(entry.call is not None and entry.call.is_bid for entry in entries)
        all_pass = passes >= 3 and has_bid
        for entry in entries[: len(entries) - passes] if all_pass else entries:
            yield Line(marked(self.call_text(entry)) + self._remark(entry, parts, notes))
        if all_pass:
            yield line(self.words.gettext("All pass"))

    def call_text(self, entry: CallEntry) -> str:
        """Return a call: `1♠`, `Pass`, `X`."""
        call = entry.call
        if call is None:
            return DASH
        if call.strain is not None:
            return f"{call.level}{self.words.strain(call.strain)}{'!' if entry.alert else ''}"
        return self.words.pgettext("call", call.symbol) + ("!" if entry.alert else "")

    def _remark(
        self, entry: CallEntry | PlayedCard, parts: Parts, notes: list[Line]
    ) -> tuple[Run, ...]:
        """Return a reference such as `[2]` and add its note; empty without a note."""
        runs: list[Run] = []
        texts = [entry.note, entry.comment] if parts.notes else []
        mark = entry.irregularity
        if mark is not None and mark is not Irregularity.SKIPPED:
            texts.insert(0, self.words.irregularity(mark))
        for text in texts:
            for paragraph in commentary(text or ""):
                runs += [Run("; "), *paragraph.runs] if runs else paragraph.runs
        if not runs:
            return ()
        number = f"[{len(notes) + 1}]"
        notes.append(Line((Run(f"{number} ", bold=True), *runs)))
        return (Run(f"\u2009{number}"),)

    def play(
        self, play: Play, parts: Parts, *, label: str, width: float, scale: float
    ) -> Table | tuple[Line, ...]:
        """Return the tricks as a table; if only the lead is known, the lead and its note."""
        words = self.words
        cards = [trick[play.leader.after(step)] for trick in play.tricks for step in range(4)]
        played = [card for card in cards if card is not None and card.card is not None]
        if not played:
            return ()
        notes: list[Line] = []
        if len(played) == 1:
            lead = (
                Run(labelled(words, words.gettext("Lead")), bold=True),
                *marked(self._card_text(played[0])),
                *self._remark(played[0], parts, notes),
            )
            return (Line(lead, scale), *(Line(note.runs, scale) for note in notes))
        seats = [play.leader.after(step) for step in range(4)]
        rows = []
        for number, trick in enumerate(play.tricks, 1):
            cells = [
                Line(
                    marked(self._card_text(card))
                    + (self._remark(card, parts, notes) if card else ())
                )
                for card in (trick[seat] for seat in seats)
            ]
            rows.append((line(str(number)), *cells))
        first = 1.7
        each = round(min(4.4 if notes else 3.2, (width / scale - first) / 4), 3)
        columns = [Column(head=Line(), align="right", width=first)]
        columns += [
            Column(head=line(words.seat_letter(seat), bold=True), align="center", width=each)
            for seat in seats
        ]
        return Table(
            title=words.gettext("Play"),
            columns=tuple(columns),
            rows=tuple(
                (
                    number,
                    *(self.cuts.fitted("cards", label, cell, each - 0.6, 0.6) for cell in cells),
                )
                for number, *cells in rows
            ),
            notes=self._notes(notes, width / scale),
            scale=scale,
        )

    def _card_text(self, played: PlayedCard | None) -> str:
        if played is None or played.card is None:
            return DASH
        return played.card.suit.glyph + self.diagrams.ranks[played.card.rank.symbol]

    def outcome(self, board: Board, parts: Parts) -> Line:
        """Return contract, result and score in one line; empty if none is known."""
        words = self.words
        found: list[str] = []
        contract = board.contract
        if (
            contract is not None
            and parts.contract
            and (contract.strain is not None or contract.is_passed_out)
        ):
            who = "" if contract.declarer is None else f" {words.seat(contract.declarer)}"
            bid = bid_text(contract, words, short=False)
            found.append(labelled(words, words.gettext("Contract"), f"{bid}{who}"))
        if parts.results and board.result is not None:
            tricks = None
            if contract is not None and contract.declarer is not None:
                tricks = board.result.for_declarer(contract.declarer)
            text = str(board.result) if tricks is None else str(tricks)
            found.append(labelled(words, words.gettext("Result"), text))
        if parts.results and board.score is not None:
            points = str(board.score).replace("-", MINUS)
            found.append(labelled(words, words.gettext("Score"), points))
        return line("\u2003".join(found)) if found else Line()

    def comments(self, board: Board, slot: str, parts: Parts) -> Iterator[Paragraph]:
        """Yield the commentary of a board for one of its four places.

        Args:
            board: the board.
            slot: `before`, `middle`, `after` or `final`.
            parts: which of them are shown.
        """
        if not getattr(parts, slot):
            return
        found = board.extras.get("pbn:comments")
        for item in found if isinstance(found, tuple) else ():
            if not isinstance(item, tuple) or len(item) != 2:
                continue
            anchor, text = map(str, item)
            place = _SLOTS.get(anchor.partition(".")[0], "final")
            if place != slot:
                continue
            fixed = slot in parts.fixed or _is_drawn(text)
            yield from (Paragraph(line=each, fixed=fixed) for each in commentary(text, fixed=fixed))

    # Scores ----------------------------------------------------------------------------------

    def scores(self, grid: Grid, *, label: str, width: float, scale: float) -> Table:
        """Return a table of scores with columns fitted to their content and the table's width."""
        cuts = self.cuts
        limit = width / scale
        # A column without content takes no place.
        kept = [
            at
            for at in range(len(grid.columns))
            if any(row[at] not in NO_VALUE for row in grid.rows)
        ]
        # What is narrower than this cannot be read.
        if len(kept) > limit / _MIN_COLUMN_EMS:
            kept = kept[: int(limit / _MIN_COLUMN_EMS)]
            cuts.note("tables of scores", label)
        columns = [grid.columns[at] for at in kept]
        names = [self.head(column.name) for column in columns]
        cells = [
            [self._cell(grid.columns[at].name, row[at], label) for at in kept] for row in grid.rows
        ]
        wants = [
            max([width_of(name, bold=True), *(line_width(row[at].runs) for row in cells)]) + 1.3
            for at, name in enumerate(names)
        ]
        # A column of names gives way first.
        over = sum(wants) - limit
        while over > 0.001:
            widest = max(range(len(wants)), key=wants.__getitem__)
            rest = sorted(wants)[-2] if len(wants) > 1 else 0.0
            cut = min(over, max(wants[widest] - rest, 0.25), wants[widest] - 1.0)
            wants[widest] -= cut
            over -= cut
        rows = tuple(
            tuple(
                cuts.fitted("scores", label, cell, wants[at] - 0.7) for at, cell in enumerate(row)
            )
            for row in cells
        )
        return Table(
            title=self.words.gettext("Scores"),
            columns=tuple(
                Column(
                    head=cuts.fitted(
                        "heads of scores", label, line(name, bold=True), wants[at] - 0.7
                    ),
                    align="left" if columns[at].name in _TEXTS else "right",
                    width=round(wants[at], 3),
                )
                for at, name in enumerate(names)
            ),
            rows=rows,
            scale=scale,
            ruled=True,
            shaded=self.settings.shaded,
        )

    def head(self, name: str) -> str:
        """Return the heading of a column of scores."""
        words = self.words
        sides = {side.symbol: words.side_letters(side) for side in Side}
        stem, _, side_name = name.rpartition("_")
        if side_name in sides:
            side = sides[side_name]
            if stem == "Names":
                return words.side(Side.NORTH_SOUTH if side_name == "NS" else Side.EAST_WEST)
            known = {
                "PairId": side,
                "Score": f"{side} +",
                "MP": f"{words.gettext('MP')} {side}",
                "Percentage": f"% {side}",
                "IMP": f"IMP {side}",
            }
        else:
            stem = name
            known = {
                "Section": words.gettext("Section"),
                "Contract": words.gettext("Contract"),
                "Declarer": words.gettext("By"),
                "Lead": words.gettext("Lead"),
                "Result": words.gettext("Tricks"),
                "Rank": words.gettext("Rank"),
                "Multiplicity": words.gettext("Number"),
                "Round": words.gettext("Round"),
                "Table": words.gettext("Table"),
            }
        return known.get(stem) or shortened(printable(name.replace("_", " ")), 12.0)

    def _cell(self, name: str, text: str, label: str) -> Line:
        if name in {"Contract", "Lead"}:
            found = _with_signs(text, self.diagrams.ranks)
        else:
            found = "" if text in NO_VALUE else text.strip('"').replace(";", "; ")
            if found[:1] == "-" and found[1:2].isdigit():
                found = MINUS + found[1:]
        # A name may be of any length, and only its beginning can be shown.
        return line(self.cuts.shortened("scores", label, printable(found), 40.0))


# The minimum width of a column of scores, in ems.
_MIN_COLUMN_EMS: Final = 2.4


def _beside(sides: tuple[str, ...], scale: float) -> Line:
    """Return the makeable contracts of both sides in one line."""
    return line("\u2002".join(sides), scale)


NO_VALUE: Final = frozenset({"", "-", "?"})
"""The contents of a cell without a value."""

_TEXTS: Final = frozenset(
    {"Names_NS", "Names_EW", "Contract", "Declarer", "Lead", "Section", "Names"}
)
# The tag before a commentary: before the board's number, right after the hands, or
# behind the auction and its notes.
_SLOTS: Final = {
    "": "before",
    "Event": "before",
    "Site": "before",
    "Date": "before",
    "Board": "middle",
    "Deal": "middle",
    "Auction": "after",
}


def _is_drawn(text: str) -> bool:
    """Return whether blanks are significant in a text, as in a diagram made of letters."""
    lines = text.split("\n")
    return sum("    " in part.strip() or part.startswith("      ") for part in lines) >= 3


def _with_signs(text: str, ranks: Mapping[str, str]) -> str:
    """Return a contract or a card with its suit symbol: `4♠X`, `♥K`.

    Args:
        text: the contract or card.
        ranks: what each rank is called on the sheet.
    """
    found = text if text not in NO_VALUE else ""
    if len(found) > 1:
        for suit in Suit:
            if found[1] == suit.symbol and found[0].isdigit():
                return found[0] + suit.glyph + found[2:]
            if found[0] == suit.symbol and len(found) <= 3:
                return suit.glyph + ranks.get(found[1:], found[1:])
    return found


def _of_one_side(auction: Auction) -> tuple[list[Seat], list[CallEntry]] | None:
    """Return two seats and their calls, if the other side only passes and without notes."""
    for side in (0, 1):
        theirs = [e for at, e in enumerate(auction.entries) if auction.seat_of(at).side != side]
        if theirs and all(
            e.is_plain and e.call is not None and e.call.symbol == "Pass" for e in theirs
        ):
            ours = [e for at, e in enumerate(auction.entries) if auction.seat_of(at).side == side]
            seats = [seat for seat in _AUCTION_SEATS if seat.side == side]
            return seats, ours
    return None


def table_height(table: Table, width: float) -> float:
    """Return an upper bound of a table's height with heading and notes, in ems of the cell.

    Args:
        table: the table.
        width: what its notes may take, in ems of the cell.
    """
    rows = len(table.rows) + (1 if table.has_head else 0)
    notes = sum(lines_needed(note.runs, width / table.scale) for note in table.notes)
    gaps = 0.15 * len(table.notes)
    return table.scale * (rows * ROW + notes * TEXT_LINE + gaps) + TEXT_GAP


FIXED: Final = 0.82
"""The size of letters of a fixed pitch, in ems of the paragraph."""

PITCH: Final = 0.602 * FIXED
"""The width of each of them, in ems of the paragraph."""


def paragraph_height(paragraph: Paragraph, width: float) -> float:
    """Return an upper bound of a paragraph's height, in ems of the cell."""
    scale = paragraph.line.scale
    if paragraph.fixed:
        letters = sum(len(run.text) for run in paragraph.line.runs)
        fitting = max(int(width / (PITCH * scale)) - 1, 1)
        return TEXT_LINE * scale * max(-(-letters // fitting), 1)
    needed = lines_needed(paragraph.line.runs, 0.985 * width / scale)
    return scale * (needed * TEXT_LINE) + TEXT_GAP
