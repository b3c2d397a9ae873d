"""Edit the boards of a file: selection, order, rotation and numbers.

A plan describes it, and plans are changed step by step before anything is written. Every change of
a board is made by the core's own functions (`overtrick.tools.editing`), so that what it makes
untrue is removed and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, get_args

import attrs

from overtrick import (
    Board,
    EditError,
    Lose,
    NumberRanges,
    PluginManager,
    Seat,
    Vulnerability,
    merge,
    renumber,
    rotate,
)
from overtrick.plugin import LossCollector, Seals
from overtrick_web.boards.reading import Reading
from overtrick_web.boards.rewriting import Rewritten, rewritten

Numbers = Literal["keep", "places", "from"]
"""Which numbers boards get.

`keep`: their own. `places`: those of the places that they move to, as `move` and `swap` of the core
have it: the file's own boards share their numbers out among them in the file's order, so that
nothing changes where none is moved; boards of other files keep theirs. `from`: one after the other.
"""

LONGEST: Final = 200_000
"""The most characters of a plan as text; the longest for ten thousand boards has a third."""

_WORD: Final = re.compile(
    r"(?:(?P<key>[A-Za-z0-9_-]{1,64}):)?(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?(?:~(?P<turns>[1-3]))?",
    re.ASCII,
)


@attrs.frozen
class Entry:
    """A board of a plan.

    Attributes:
        place: its place in its file, from 1.
        key: which other file it is from; empty for the file itself.
        turns: quarter turns clockwise that its hands are given, 0 to 3.
    """

    place: int
    key: str = ""
    turns: int = 0


@attrs.frozen(kw_only=True)
class Plan:
    """The boards of a new version: selection, order, rotation and numbers.

    Attributes:
        entries: the boards, in their order.
        numbers: which numbers they get.
        first: the first number, where they get them one after the other.

    Raises:
        EditError: a first number below 1, or numbers of another kind.

    Example:
        >>> plan = Plan.of(5).moved([5], 2)
        >>> plan.text, plan.numbers
        ('1 5 2-4', 'places')
    """

    entries: tuple[Entry, ...]
    numbers: Numbers = "places"
    first: int = 1

    def __attrs_post_init__(self) -> None:
        if self.numbers not in get_args(Numbers):
            msg = f"numbers are 'keep', 'places' or 'from', not {self.numbers!r}"
            raise EditError(msg)
        if not 1 <= self.first <= 999_999_999:
            msg = f"a board number is 1 or more, and has nine digits at most: {self.first}"
            raise EditError(msg)

    @classmethod
    def of(cls, count: int) -> Plan:
        """Return the plan that leaves a number of boards unchanged."""
        return cls(entries=tuple(map(Entry, range(1, count + 1))))

    @classmethod
    def parse(cls, text: str, numbers: Numbers = "places", first: int = 1, *, most: int) -> Plan:
        """Return the plan of a text, in the form of `text`.

        Args:
            text: words such as `1-16`, `k3f9:4` (of another file) and `7~1` (turned once).
            numbers: which numbers the boards get.
            first: the first number, where they get them one after the other.
            most: how many boards it may have.

        Raises:
            EditError: it cannot be read, or it has more boards.
        """
        if len(text) > LONGEST:
            msg = "the order is too long"
            raise EditError(msg)
        entries: list[Entry] = []
        for word in text.split():
            match = _WORD.fullmatch(word)
            if match is None:
                msg = f"not an order of boards: {word[:40]!r}"
                raise EditError(msg)
            low = int(match["first"])
            high = low if match["last"] is None else int(match["last"])
            if not 1 <= low <= high or len(entries) + high - low >= most:
                msg = f"not an order of boards, {most:,} at most: {word!r}"
                raise EditError(msg)
            key, turns = match["key"] or "", int(match["turns"] or 0)
            entries += (Entry(place, key, turns) for place in range(low, high + 1))
        return cls(entries=tuple(entries), numbers=numbers, first=first)

    @property
    def text(self) -> str:
        """The plan as text for `parse`."""
        words = []
        for low, high in _runs(self.entries):
            key = f"{low.key}:" if low.key else ""
            last = "" if high.place == low.place else f"-{high.place}"
            words.append(f"{key}{low.place}{last}{f'~{low.turns}' if low.turns else ''}")
        return " ".join(words)

    @property
    def keys(self) -> tuple[str, ...]:
        """The other files that the plan takes boards from, each once."""
        return tuple(dict.fromkeys(entry.key for entry in self.entries if entry.key))

    def kept(self, places: Iterable[int]) -> Plan:
        """Return the plan with these boards only, by their places in it, from 1."""
        chosen = self._chosen(places)
        return attrs.evolve(self, entries=tuple(self.entries[place] for place in chosen))

    def dropped(self, places: Iterable[int]) -> Plan:
        """Return the plan without these boards."""
        gone = set(self._chosen(places))
        left = tuple(entry for place, entry in enumerate(self.entries) if place not in gone)
        return attrs.evolve(self, entries=left)

    def moved(self, places: Iterable[int], to: int) -> Plan:
        """Return the plan with these boards moved together to a place.

        Args:
            places: which boards.
            to: the place of the first of them in the new order, from 1; the last one possible
                where it is beyond it.

        Raises:
            EditError: there is no such board, or no such place.
        """
        chosen = self._chosen(places)
        if to < 1:
            msg = f"a place is 1 or more, not {to}"
            raise EditError(msg)
        gone = set(chosen)
        left = [entry for place, entry in enumerate(self.entries) if place not in gone]
        left[to - 1 : to - 1] = [self.entries[place] for place in chosen]
        return attrs.evolve(self, entries=tuple(left))

    def swapped(self, places: Iterable[int]) -> Plan:
        """Return the plan with two boards exchanged.

        Raises:
            EditError: these are not two.
        """
        chosen = self._chosen(places)
        if len(chosen) != 2:
            msg = f"two boards change places: choose two, not {len(chosen)}"
            raise EditError(msg)
        one, other = chosen
        entries = list(self.entries)
        entries[one], entries[other] = entries[other], entries[one]
        return attrs.evolve(self, entries=tuple(entries))

    def turned(self, places: Iterable[int], quarter_turns: int) -> Plan:
        """Return the plan with the hands of these boards rotated clockwise."""
        entries = list(self.entries)
        for place in self._chosen(places):
            entry = entries[place]
            entries[place] = attrs.evolve(entry, turns=(entry.turns + quarter_turns) & 3)
        return attrs.evolve(self, entries=tuple(entries))

    def added(self, others: Iterable[Entry], at: int | None = None) -> Plan:
        """Return the plan with boards of another file inserted at a place, by default the end.

        Raises:
            EditError: there is no such place.
        """
        end = len(self.entries)
        place = end + 1 if at is None else at
        if not 1 <= place <= end + 1:
            msg = f"there are the places 1 to {end + 1}, not {place}"
            raise EditError(msg)
        entries = (*self.entries[: place - 1], *others, *self.entries[place - 1 :])
        return attrs.evolve(self, entries=entries)

    def numbered(self, numbers: Numbers, first: int = 1) -> Plan:
        """Return the plan with new board numbers.

        Raises:
            EditError: a first number below 1.
        """
        return attrs.evolve(self, numbers=numbers, first=first)

    def _chosen(self, places: Iterable[int]) -> list[int]:
        """Return places from 0, sorted and without duplicates.

        Raises:
            EditError: there is none, or no such board.
        """
        chosen = sorted(set(places))
        if not chosen:
            msg = "choose a board first"
            raise EditError(msg)
        if chosen[0] < 1 or chosen[-1] > len(self.entries):
            msg = f"there are the places 1 to {len(self.entries)}"
            raise EditError(msg)
        return [place - 1 for place in chosen]


def _runs(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Yield the first and the last of each run of entries with consecutive places."""
    low = high = None
    for entry in entries:
        if (
            low is not None
            and high is not None
            and entry == attrs.evolve(low, place=high.place + 1)
        ):
            high = entry
            continue
        if low is not None and high is not None:
            yield low, high
        low = high = entry
    if low is not None and high is not None:
        yield low, high


@attrs.frozen(kw_only=True)
class Row:
    """A board of a plan for display; it holds no card.

    Attributes:
        place: its place in the new order, from 1.
        entry: its entry in the plan.
        number: its number in the new version, `None` where it has none.
        was: what it is called in its own file.
        dealer: who deals it.
        vulnerability: who is vulnerable.
        is_changed: whether number, dealer or vulnerability are others than in its own file.
    """

    place: int
    entry: Entry
    number: int | None
    was: str
    dealer: Seat | None
    vulnerability: Vulnerability | None
    is_changed: bool


@attrs.frozen(kw_only=True)
class Edited:
    """The result of a plan.

    Attributes:
        rows: the boards in their new order.
        written: the new bytes, with what is lost.
        is_same: whether the plan changes nothing.
    """

    rows: tuple[Row, ...]
    written: Rewritten
    is_same: bool


def listed(boards: Iterable[Board], key: str = "") -> tuple[Row, ...]:
    """Return the boards of a file as they are; the rows hold no card.

    Args:
        boards: in the file's order.
        key: what plans call the file.
    """
    return tuple(
        _row(place, Entry(place, key), board, board) for place, board in enumerate(boards, 1)
    )


def arranged(
    plan: Plan, files: Mapping[str, Sequence[Board]], *, manager: PluginManager | None = None
) -> tuple[Row, ...]:
    """Return the boards of a plan in their new order, without writing anything.

    Args:
        plan: the plan.
        files: the boards of the files that it takes some from, by their keys; the file itself has
            an empty one.
        manager: the plugins to use; the installed ones by default.

    Raises:
        EditError: a board of the plan is not there, or two boards would have one number.
    """
    made = _made(plan, files, LossCollector().add, manager)
    return tuple(_row(place, *one) for place, one in enumerate(made, 1))


def edited(
    reading: Reading,
    plan: Plan | None,
    others: Mapping[str, Reading] | None = None,
    *,
    keep_going: bool = False,
    sealed: Seals = "keep",
    manager: PluginManager | None = None,
) -> Edited:
    """Return the result of a plan: the new order, the new bytes, and the losses.

    Args:
        reading: the version, as it was read.
        plan: the plan; `None` for the one that leaves all boards as they are.
        others: the other files that it takes boards from, by their keys.
        keep_going: as for `rewritten`, as `sealed`, which holds for the other files too.
        sealed: what is done about sealed boards.
        manager: the plugins to use; the installed ones by default.

    Raises:
        EditError: a board of the plan is not there, or two boards would have one number.
        The errors of `rewritten`.
    """
    losses = LossCollector()
    files: dict[str, tuple[Board, ...]] = {}
    any_sealed = False
    for key in () if plan is None else plan.keys:
        if others is None or key not in others:
            msg = f"there is no file {key!r} to take boards from"
            raise EditError(msg)
        others[key].check_shown(sealed)
        files[key] = others[key].boards
        any_sealed = any_sealed or others[key].is_sealed
    rows: list[Row] = []
    same = True

    def edit(boards: Iterator[Board]) -> Iterable[Board]:
        nonlocal same
        own = tuple(boards)
        order = Plan.of(len(own)) if plan is None else plan
        made = _made(order, {"": own, **files}, losses.add, manager)
        found = [board for _, _, board in made]
        same = len(found) == len(own) and all(map(_is, found, own))
        rows[:] = (_row(place, *one) for place, one in enumerate(made, 1))
        return found

    written = rewritten(
        reading,
        edit=edit,
        losses=losses,
        others_sealed=any_sealed,
        keep_going=keep_going,
        sealed=sealed,
        manager=manager,
    )
    return Edited(rows=tuple(rows), written=written, is_same=same)


def _is(one: Board, other: Board) -> bool:
    return one is other


def _made(
    plan: Plan, files: Mapping[str, Sequence[Board]], lose: Lose, manager: PluginManager | None
) -> list[tuple[Entry, Board, Board]]:
    """Return the boards of a plan: the entry, the old board, and the new one."""
    _check_numbers(plan, files)
    numbers = _numbers(plan, files[""])
    result = []
    for entry, number in zip(plan.entries, numbers, strict=True):
        boards = files[entry.key]
        if not 1 <= entry.place <= len(boards):
            msg = f"there is no board at the place {entry.place}: the file has {len(boards):,}"
            raise EditError(msg)
        board = was = boards[entry.place - 1]
        if entry.turns:
            (board,) = rotate((board,), entry.turns, lose, manager=manager)
        # A board without a number has that of its place, and stays without one there.
        if number is not None and (number != _number(board, entry.place) or plan.numbers == "from"):
            (board,) = renumber((board,), number, lose, manager=manager)
        result.append((entry, was, board))
    return result


def _numbers(plan: Plan, own: Sequence[Board]) -> list[int | None]:
    """Return the numbers of a plan's boards; `None` for unchanged ones."""
    if plan.numbers == "from":
        return list(range(plan.first, plan.first + len(plan.entries)))
    if plan.numbers == "keep":
        return [None] * len(plan.entries)
    there = sorted(entry.place for entry in plan.entries if not entry.key)
    shared = iter(_number(own[place - 1], place) if place <= len(own) else place for place in there)
    return [None if entry.key else next(shared) for entry in plan.entries]


def _check_numbers(plan: Plan, files: Mapping[str, Sequence[Board]]) -> None:
    """Raise if boards of several files share a number and get no new ones.

    Raises:
        EditError: there are such.
    """
    if plan.numbers == "from":
        return
    together: list[Board] = []
    for key in ("", *plan.keys):
        boards = files[key]
        places = (entry.place for entry in plan.entries if entry.key == key)
        chosen = [boards[place - 1] for place in places if 1 <= place <= len(boards)]
        together = list(merge(together, chosen))


def _number(board: Board, place: int) -> int:
    return place if board.number is None else board.number


def _row(place: int, entry: Entry, was: Board, board: Board) -> Row:
    before = (was.number, was.dealer, was.vulnerability)
    return Row(
        place=place,
        entry=entry,
        number=board.number,
        was=was.label,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        is_changed=before != (board.number, board.dealer, board.vulnerability),
    )


def chosen_places(text: str, rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the places of the boards that a text names, such as `1-16,20`.

    They are numbers of boards where each board has one of its own, else places in the order.

    Raises:
        EditError: it cannot be read, or a part of it is no board.
    """
    ranges = NumberRanges.parse(text)
    by_number = goes_by_number(rows)
    found = []
    unused = set(ranges.parts)
    for row in rows:
        number = row.number if by_number and row.number is not None else row.place
        parts = [part for part in ranges.parts if part.has(number)]
        unused.difference_update(parts)
        if parts:
            found.append(row.place)
    if unused:
        missing = ", ".join(str(part) for part in ranges.parts if part in unused)
        msg = f"there is no board {missing}"
        raise EditError(msg)
    return tuple(found)


def goes_by_number(rows: Sequence[Row]) -> bool:
    """Return whether boards are named by number: each has one, and all are different."""
    numbers = {row.number for row in rows}
    return None not in numbers and len(numbers) == len(rows)


def names_of(places: Iterable[int], rows: Sequence[Row]) -> str:
    """Return the names of boards, in the form of `chosen_places`; empty for none."""
    by_number = goes_by_number(rows)
    numbers = []
    for place in places:
        number = rows[place - 1].number
        numbers.append(number if by_number and number is not None else place)
    return str(NumberRanges.from_numbers(numbers))
