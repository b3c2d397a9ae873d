"""What follows the tags of a game: auction, play, notes, tables, comments, stray text.

Source: PBN 2.1 §3.1 (Game sections), §3.5, §3.6, §3.8 (Commentary), §5.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, cast

from overtrick import Auction, ExtraValue, Grid, Missing, Play, Seat
from overtrick_pbn.read.auction import quick_auction, read_auction
from overtrick_pbn.read.notes import Notes, numbers_in_export
from overtrick_pbn.read.play import quick_play, read_play
from overtrick_pbn.read.remarks import Remarks
from overtrick_pbn.read.tables import fast_table, is_table, read_section
from overtrick_pbn.read.values import PARSED, QUICK
from overtrick_pbn.standard.plan import PLAIN_TAGS, Plan
from overtrick_pbn.standard.tables import AUCTION_TIMES, HYPHENS
from overtrick_pbn.standard.tags import SECTIONS
from overtrick_pbn.standard.values import MOST_NOTES
from overtrick_pbn.text.annotations import (
    AUCTION,
    PLAY,
    SectionError,
    SectionRead,
    note_number,
    scan,
    timed_counts,
)
from overtrick_pbn.text.cut import has_data
from overtrick_pbn.text.quoting import plain_lines

if TYPE_CHECKING:
    from overtrick_pbn.read.findings import SayAt
    from overtrick_pbn.read.wants import Wants
    from overtrick_pbn.text.cut import Cut
    from overtrick_pbn.text.syntax import Game


class Sections:
    """What the bodies of a game's tags gave.

    Attributes:
        auction: the auction.
        play: the play.
        next_card: the number of the place that `+` has in the play, and its index in the game.
        grids: tables and other sections in the file's order.
        extras: what the model has no place for, by extras key.
        tables: the tags whose value is in a grid's columns.
    """

    __slots__ = ("auction", "extras", "grids", "next_card", "play", "tables")

    def __init__(self) -> None:
        self.auction: Auction | None = None
        self.play: Play | None = None
        self.next_card: tuple[int, int] | None = None
        self.grids: tuple[Grid, ...] = ()
        self.extras: dict[str, ExtraValue] = {}
        self.tables: frozenset[str] = frozenset()


NO_SECTIONS: Final = Sections()
"""What a game has whose tags have no bodies."""

_NO_NOTES: Final = Notes()
_OF_THE_TAG: Final = frozenset({"PBN208", "PBN502", "PBN503"})
_CHAPTERS: Final = {"Auction": "3.5", "Play": "3.6"}


class SectionReader(Sections):
    """Reads the bodies of one game.

    Args:
        game: the game.
        cut: its tags.
        plan: where their values are.
        values: the values.
        repeated: the positions of the tags that repeat, each with that of the first one.
        missing: takes that an auction or a play is stated to be unknown or empty.
        wants: the parts that are read.
        report: takes the findings.
        by_grammar: whether no section is read in the quick way.
    """

    __slots__ = (
        "by_grammar",
        "current",
        "cut",
        "is_other",
        "late",
        "missing",
        "notes",
        "others",
        "places",
        "plan",
        "remarks",
        "repeated",
        "report",
        "values",
        "wants",
    )

    def __init__(
        self,
        game: Game,
        cut: Cut,
        plan: Plan,
        values: list[str | None],
        *,
        repeated: Mapping[int, int],
        missing: dict[str, Missing],
        wants: Wants,
        report: SayAt,
        by_grammar: bool,
    ) -> None:
        super().__init__()
        self.by_grammar = by_grammar
        self.cut = cut
        self.missing = missing
        self.plan = plan
        self.values = values
        self.repeated = repeated
        self.wants = wants
        self.report = report
        self.remarks = Remarks(game, cut, report)
        self.notes: dict[str, Notes] = {}
        self.places: dict[str, int] = {}
        # The latest Auction or Play tag: what a Note belongs to.
        self.current = ""
        # Tags that stand twice with something else; the notes of such a section are left out, too.
        self.others: list[tuple[str, ...]] = []
        self.is_other = False
        self.late: list[tuple[int, str, int, str]] = []

    def read(self, dealer: Seat | None) -> Sections:  # noqa: PLR0912  # a kind each
        """Go through the tags once, then read auction and play with their notes."""
        cut, wants = self.cut, self.wants
        if cut.prefix and not cut.prefix.isspace():
            self.remarks.add(-1, "", cut.prefix)
        for position, lines in cut.inside.items():
            for text in lines:
                self.remarks.add_escape(position, cut.names[position], text)
        places = self.places
        names, bodies = cut.names, cut.bodies
        looked_at: Iterable[int] = range(len(names))
        if self.plan is cut.plan:
            # Few tags mean something for what follows them where that is nothing.
            looked_at = sorted({*self.plan.sections, *cut.filled})
        for position in looked_at:
            name, body = names[position], bodies[position]
            if name == "Note" and self.is_other:
                self.others.append((name, cut.values[position], *self._ignored_data(position)))
            elif name == "Note":
                notes = self.notes.get(self.current)
                if notes is None:
                    notes = self.notes[self.current] = Notes()
                number = notes.add(cut.values[position], position, self._say_note)
                if body and not body.isspace():
                    self._note_matter(position, self.current, number)
            elif name in SECTIONS and name not in places:
                places[name] = position
                self.current, self.is_other = name, False
            elif position in self.repeated:
                self._repeated_tag(position)
            elif not name:
                self.remarks.stray.append(cut.values[position])
                if body and not body.isspace():
                    self.remarks.add(position, name, body)
            elif name[-5:] == "Table" and name != "Table" and self._value(name) is not None:
                if wants.grids:
                    self._table(position, name, body)
            elif body and not body.isspace():
                self._other(position, name, body)
        if cut.tail:
            self.remarks.add_tail()
        if "Auction" in places and wants.auction:
            self._auction(places["Auction"], dealer)
        if "Play" in places and wants.play:
            self._play(places["Play"])
        return self._finish()

    def _repeated_tag(self, position: int) -> None:
        """Keep what a tag that stands twice says else than the first one."""
        cut, first = self.cut, self.repeated[position]
        name, value = cut.names[position], cut.values[position]
        is_other = has_other_data(cut, position, first)
        data: tuple[str, ...] = ()
        if name in PLAIN_TAGS:
            self.remarks.add(position, name, cut.bodies[position])
        else:
            data = self._ignored_data(position)
        if is_other or has_other_value(cut, position, first, self._value(name)):
            self.others.append((name, value, *data))
        if is_other and name in SECTIONS:
            self.is_other = True

    def _ignored_data(self, position: int) -> tuple[str, ...]:
        """Sort out what follows an ignored tag; return its data as one text, if there is any."""
        data: list[str] = []
        self.remarks.add(position, self.cut.names[position], self.cut.bodies[position], data)
        return (plain_lines("\n".join(data)),) if data else ()

    def _value(self, name: str) -> str | None:
        """Return the value of a tag, be it inherited; `None` where it has none."""
        return self.values[self.plan.places.get(name, -1)]

    def _finish(self) -> Sections:
        if not self.wants.extras:
            self.extras = {}
            return self
        extras = self.extras
        outside = self.notes.get("")
        if outside is not None:
            texts = [self.cut.values[i] for i in sorted(outside.positions.values())]
            again = [f"{number}:{text}" for number, text in outside.repeated]
            extras["pbn:notes"] = (*texts, *again, *outside.loose)
        if "Auction" in self.places and self.auction is not None:
            self._count_hyphens()
        if self.late:
            values = {"Auction": self.auction, "Play": self.play}
            numbers = {
                name: numbers_in_export(notes.texts, notes_of(values[name]))
                for name, notes in self.notes.items()
                if name
            }
            for position, section, number, text in self.late:
                anchor = f"{section}.note.{numbers[section][f'={number}=']}"
                self.remarks.comments.append((position, anchor, text))
        self.remarks.put(extras)
        if self.remarks.stray:
            extras["pbn:stray"] = tuple(self.remarks.stray)
        if self.others:
            extras["pbn:repeated"] = tuple(self.others)
        return self

    def _count_hyphens(self) -> None:
        """Note the rows of an `AuctionTimeTable` that are those of hyphens before the first call.

        Source: PBN 2.1 §5.4 (a row for each call token).
        """
        timed = next((grid for grid in self.grids if grid.name == AUCTION_TIMES), None)
        if timed is None or "-" not in (body := self.cut.bodies[self.places["Auction"]]):
            return
        found = scan(body, AUCTION)
        counts = timed_counts([place.word.value for place in found.places])
        if found.hyphens and len(timed.rows) == max(counts):
            self.extras[HYPHENS] = found.hyphens

    def _say_at(self, position: int) -> Callable[..., None]:
        """Return what reports a finding at a tag."""

        def say(code: str, **values: object) -> None:
            value = values.get("value")
            if isinstance(value, str):
                values["value"] = value[:60]
            self.report(code, self.cut.start(position), part=self.cut.names[position], **values)

        return say

    def _say_note(self, code: str, position: int, **values: object) -> None:
        """Report a finding at a note, with the clause of its section."""
        if code in {"PBN404", "PBN810"}:
            # They are not of notes alone.
            self._say_at(position)(code, **values)
            return
        chapter = _CHAPTERS.get(self.current, "3.5")
        paragraph = 4 if code == "PBN396" else 5
        self._say_at(position)(code, clause=f"PBN 2.1 §{chapter}.{paragraph}", **values)

    def _say_in(self, position: int) -> Callable[..., None]:
        """Return what reports findings in a body, each code that is no error once."""
        said: set[str] = set()

        def say(code: str, index: int, **values: object) -> None:
            if code not in said:
                said.add(code)
                cut, name = self.cut, self.cut.names[position]
                # What is wrong with the whole is told at the tag.
                is_whole = code in _OF_THE_TAG
                start = cut.start(position) if is_whole else cut.body_start(position) + index
                part = name.lower() if name in SECTIONS else name
                self.report(code, start, part=part, **values)

        return say

    def _note_matter(self, position: int, section: str, number: int | None) -> None:
        """Sort out what stands behind a Note tag; its anchor is known when all is read."""
        before = len(self.remarks.comments)
        self.remarks.add(position, section or "Note", self.cut.bodies[position])
        if section and number is not None:
            for place, _, text in self.remarks.comments[before:]:
                self.late.append((place, section, number, text))
            del self.remarks.comments[before:]

    def _table(self, position: int, name: str, body: str) -> None:
        value = self._value(name) or ""
        grid = None if self.by_grammar else fast_table(name, value, body)
        if grid is None:
            self._grid(position, name, value, body)
        else:
            self.grids += (grid,)
            self.tables |= {name}

    def _grid(self, position: int, name: str, value: str, body: str) -> None:
        read = SectionRead()
        try:
            grid = read_section(
                name, value, body, read, self._say_in(position), by_grammar=self.by_grammar
            )
        except SectionError:
            self.tables |= {name}
            self.extras[f"pbn:{name}.unread"] = (value, body)
            return
        self.remarks.keep(position, name, read)
        if grid is not None:
            self.grids += (grid,)
            if grid.columns:
                self.tables |= {name}

    def _other(self, position: int, name: str, body: str) -> None:
        """Read what follows a tag that is neither auction, play, note nor table by its name."""
        value = self._value(name) or ""
        if name in PLAIN_TAGS or not self.remarks.has_data(position):
            self.remarks.add(position, name, body)
        elif self.wants.grids:
            if is_table(name, value):
                self._table(position, name, body)
            else:
                self._grid(position, name, value, body)

    def _auction(self, position: int, dealer: Seat | None) -> None:
        body = self.cut.bodies[position]
        notes = self.notes.get("Auction", _NO_NOTES)
        first = self._first_seat(position, "Auction", dealer, "PBN360")
        if first is None:
            return
        read, say = SectionRead(), self._say_in(position)
        auction = None if self.by_grammar else quick_auction(first, body, notes.texts, read, say)
        if auction is None:
            read = SectionRead()
            try:
                auction = read_auction(first, body, notes.texts, read, say)
            except SectionError:
                self._unread(position)
                return
        if read.comments or read.escapes:
            self.remarks.keep(position, "Auction", read)
        if read.rest:
            self.extras["pbn:Auction.rest"] = read.rest
        self.auction = auction
        self._close_notes("Auction", notes, read, auction)
        if dealer is not None and auction.entries and auction.dealer is not dealer:
            start = self.cut.start(position)
            seats = {"seat": auction.dealer.symbol, "dealer": dealer.symbol}
            self.report("PBN369", start, part="dealer", **seats)

    def _play(self, position: int) -> None:
        body = self.cut.bodies[position]
        notes = self.notes.get("Play", _NO_NOTES)
        leader = self._first_seat(position, "Play", None, "PBN380")
        if leader is None:
            return
        read, say = SectionRead(), self._say_in(position)
        play = None if self.by_grammar else quick_play(leader, body, notes.texts, read, say)
        if play is None:
            read = SectionRead()
            try:
                play = read_play(leader, body, notes.texts, read, say)
            except SectionError:
                self._unread(position)
                return
            if read.next_card is not None:
                place, index = read.next_card
                self.next_card = place, self.cut.body_start(position) + index
        if read.comments or read.escapes:
            self.remarks.keep(position, "Play", read)
        self.play = play
        self._close_notes("Play", notes, read, play)

    def _first_seat(self, position: int, name: str, dealer: Seat | None, code: str) -> Seat | None:
        """Return the seat of a section's tag, or `None` where there is no section to read."""
        value = self._value(name)
        if value is None:
            # It may not inherit, and has been reported.
            self._unread(position)
            return None
        seat, stated, said = (PARSED if self.by_grammar else QUICK).value(name, value)
        for found, filling in said:
            self._say_at(position)(found, **filling)
        if seat is not None:
            return cast("Seat", seat)
        body = self.cut.bodies[position]
        if not body or body.isspace() or not self.remarks.has_data(position):
            if body and not body.isspace():
                self.remarks.add(position, name, body)
            if stated is not None:
                self.missing[name.lower()] = stated
            return None
        if stated is not None:
            if dealer is not None:
                self._say_at(position)("PBN368")
                return dealer
            self._say_at(position)(code, value=value)
        self._unread(position)
        return None

    def _unread(self, position: int) -> None:
        """Keep the raw text of a section that could not be read."""
        cut = self.cut
        name = cut.names[position]
        self.extras[f"pbn:{name}.unread"] = (cut.values[position], cut.bodies[position])
        notes = self.notes.get(name)
        if notes is not None:
            self.extras[f"pbn:{name.lower()}.notes"] = notes.left(notes.positions)

    def _references(self, name: str) -> dict[int, int]:
        """Return where in the game's text the first reference to each note of a section stands."""
        position = self.places[name]
        start = self.cut.body_start(position)
        found = scan(self.cut.bodies[position], AUCTION if name == "Auction" else PLAY)
        places: dict[int, int] = {}
        for token in itertools.chain.from_iterable(place.marks for place in found.places):
            number = note_number(token) if token[0] == "=" else None
            if number is not None:
                places.setdefault(number, start + found.start(token))
        return places

    def _close_notes(
        self, name: str, notes: Notes, read: SectionRead, value: Auction | Play
    ) -> None:
        """Report references without a note, and keep the notes that nobody refers to."""
        used = read.used
        if not notes.positions and not notes.loose and not used:
            return
        chapter = f"PBN 2.1 §{_CHAPTERS[name]}"
        clause = f"{chapter}.5"
        # Among the notes that could not be read may be the one that is missing.
        untold = [n for n in used if n not in notes.positions and not notes.loose]
        if untold:
            places = self._references(name)
            for number in untold:
                # What no note can have is not looked for among the notes.
                in_range = 1 <= number <= MOST_NOTES
                code, where = ("PBN397", clause) if in_range else ("PBN396", f"{chapter}.4")
                start = places.get(number, self.cut.start(self.places[name]))
                self.report(code, start, part=name.lower(), clause=where, number=number)
        loose = notes.unreferenced(used)
        for number in loose:
            if number in read.mentioned:
                # A call that is not told may refer to it.
                continue
            start = self.cut.start(notes.positions[number])
            self.report("PBN398", start, part=name.lower(), clause=clause, number=number)
        if left := notes.left(loose):
            self.extras[f"pbn:{name.lower()}.notes"] = left


def has_other_value(cut: Cut, position: int, first: int, meant: str | None) -> bool:
    """Return whether a tag that stands twice has another value than the first one.

    Args:
        cut: the game's tags.
        position: of the second one.
        first: of the first one.
        meant: what the first one means, which may be inherited.
    """
    return cut.values[position] not in {cut.values[first], meant}


def has_other_data(cut: Cut, position: int, first: int) -> bool:
    """Return whether the section of a tag that stands twice has other data than the first one."""
    body = cut.bodies[position]
    if cut.names[position] in PLAIN_TAGS:
        return False
    return body.strip() != cut.bodies[first].strip() and has_data(body)


def notes_of(value: Auction | Play | None) -> Iterable[str | None]:
    """Yield the note at each call or card, `""` for a reference without text."""
    if isinstance(value, Auction):
        for entry in value.entries:
            yield "" if entry.alert and entry.note is None else entry.note
    elif isinstance(value, Play):
        for trick in value.tricks:
            for step in range(4):
                played = trick.cards[value.leader.after(step)]
                yield None if played is None else played.note


__all__ = [
    "NO_SECTIONS",
    "SectionReader",
    "Sections",
    "has_other_data",
    "has_other_value",
    "notes_of",
]
