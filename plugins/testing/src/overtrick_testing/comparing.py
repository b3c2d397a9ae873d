"""What a board says before and after writing and reading, field by field."""

from __future__ import annotations

import enum
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from overtrick import NO_EXTRAS, Board, Deal, Extras, Field, Grid, LossKind, Seat
from overtrick.plugin import field_value
from overtrick_testing.examples import content
from overtrick_testing.harness import Written

_DEALS: Final = frozenset({Field.DEAL, Field.PARTIAL_DEAL})
_NOTHING: Final = Board()
_MOST_ROWS: Final = 4
_MOST_NUMBERS: Final = 12
_LONGEST: Final = 160
_AROUND: Final = 40


def changed_fields(before: Board, after: Board) -> frozenset[Field]:
    """Return the fields in which two boards differ.

    Extras that only the second has are not counted: they are the format's own bookkeeping.

    Example:
        >>> sorted(changed_fields(Board(number=1), Board(number=1, name="A")))
        [<Field.NAME: 'name'>]
    """
    found: set[Field] = {
        field
        for field in Field
        if field is not Field.EXTRAS and field_value(before, field) != field_value(after, field)
    }
    if not _is_kept(before.extras, after.extras):
        found.add(Field.EXTRAS)
    if len(found & _DEALS) == 2:
        # Whole on one side and partial on the other: what was there before is what is lost.
        found -= {field for field in _DEALS if field_value(before, field) is None}
    return frozenset(found)


def changes(
    before: Sequence[Board],
    after: Sequence[Board],
    header_before: Extras = NO_EXTRAS,
    header_after: Extras = NO_EXTRAS,
) -> Mapping[Field, str]:
    """Return the fields in which two files differ, each with one example.

    Where the second has another number of boards, the boards are compared in order and what
    is missing counts as lost.
    """
    found: dict[Field, str] = {}
    for index in range(max(len(before), len(after))):
        old = before[index] if index < len(before) else _NOTHING
        new = after[index] if index < len(after) else _NOTHING
        for field in sorted(changed_fields(old, new)):
            if field not in found:
                found[field] = f"board {index + 1}: {difference(old, new, field)}"
    if not _is_kept(header_before, header_after):
        there = content(header_after)
        lost = {key: value for key, value in content(header_before).items()
                if key not in there or there[key] != value}  # fmt: skip
        left = {key: there[key] for key in lost if key in there}
        found[Field.HEADER] = f"{lost!r:.120} came back as {left or 'nothing'!r:.120}"
    return found


def in_another_order(before: Sequence[Board], after: Sequence[Board]) -> str | None:
    """Return in words how the same boards come in another order; `None` where they do not.

    Extras are not compared: a format keeps its own bookkeeping there.

    Example:
        >>> one, two = Board(number=1), Board(number=2)
        >>> in_another_order([one, two], [two, one])
        'the same boards come in another order: 1 2 came back as 2 1'
        >>> in_another_order([one, two], [two, two])
    """
    old, new = ([_bare(board) for board in boards] for boards in (before, after))
    if old == new or Counter(old) != Counter(new):
        return None
    numbers, others = ([board.number for board in boards] for boards in (old, new))
    if numbers != others:
        how = f"{_listed(numbers)} came back as {_listed(others)}"
    else:
        at = next(at for at, board in enumerate(old) if board != new[at])
        how = f"board {at + 1} came back as board {new.index(old[at]) + 1}"
    return f"the same boards come in another order: {how}"


def _bare(board: Board) -> Board:
    return attrs.evolve(board, extras=NO_EXTRAS)


def _listed(numbers: Sequence[int | None]) -> str:
    shown = ["-" if number is None else str(number) for number in numbers[:_MOST_NUMBERS]]
    return " ".join(shown) + (" ..." if len(numbers) > _MOST_NUMBERS else "")


def unreported(found: Mapping[Field, str], written: Written) -> dict[Field, str]:
    """Return the changes that the loss report does not name."""
    reported = written.fields()
    return {field: text for field, text in found.items() if field not in reported}


def imagined(found: Mapping[Field, str], written: Written) -> list[str]:
    """Return the losses that were reported although the field came back as it was."""
    return [
        f"{loss.field.value} {loss.kind.value} ({loss.reason})"
        for loss in written.report
        if loss.kind is not LossKind.DEFAULTED and loss.field not in found
    ]


def unnamed(
    before: Sequence[Board], after: Sequence[Board], written: Written
) -> Iterator[tuple[Field, str, str]]:
    """Yield losses that are reported of some boards, and not of another that has them too.

    Extras are left out: what they hold may belong to the whole file.

    Args:
        before: what was written.
        after: as many boards that were read.
        written: what came of writing.

    Yields:
        The field, the board that is not named, and those that are, in words.
    """
    named: dict[Field, set[str]] = {}
    for loss in written.report:
        named.setdefault(loss.field, set()).update(loss.boards)
    for old, new in zip(before, after, strict=True):
        for field in sorted(changed_fields(old, new) & named.keys() - {Field.EXTRAS}):
            if old.label not in named[field]:
                yield field, old.label, ", ".join(sorted(named[field]))


def vanished(before: Board, after: Board, written: Written) -> list[str]:
    """Return the losses that were reported as approximated although nothing of the value is left.

    A text without a letter or digit has nothing that could be left: signs may stand for nothing.
    """
    kinds: dict[Field, set[LossKind]] = {}
    for loss in written.report:
        kinds.setdefault(loss.field, set()).add(loss.kind)
    return [
        f"{loss.field.value} approximated ({loss.reason})"
        for loss in written.report
        if kinds[loss.field] == {LossKind.APPROXIMATED}
        and field_value(after, loss.field) is None
        and _has_letters(field_value(before, loss.field))
    ]


def _has_letters(value: object) -> bool:
    """Return whether a value, or the texts in it if there are any, have a letter or digit."""
    parts = list(_leaves(value))
    texts = [part for part in parts if isinstance(part, str)]
    return any(map(str.isalnum, "".join(texts or map(str, parts))))


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _is_kept(before: Extras, after: Extras) -> bool:
    there = content(after)
    return all(key in there and there[key] == value for key, value in content(before).items())


def difference(old: Board, new: Board, field: Field, became: str = "came back as") -> str:
    r"""Return in words how a field differs: of a deal and of a table only what does.

    Args:
        old: the board as it is right.
        new: the board as it is.
        field: the field that differs.
        became: what stands between the two values.

    Example:
        >>> difference(Board(number=256), Board(number=0), Field.NUMBER, "is read as")
        'number 256 is read as 0'

        Values that look alike are shown by their code points:

        >>> print(difference(Board(name="e\u0308"), Board(name="\xeb"), Field.NAME))
        name 'e\u0308' came back as \xeb
    """
    if field in _DEALS and old.deal is not None and new.deal is not None:
        return _different_hands(old.deal, new.deal, became)
    if field is Field.EXTRAS:
        there = dict(new.extras)
        lost = {key: value for key, value in old.extras.items() if there.get(key) != value}
        left = {key: there[key] for key in lost if key in there}
        return f"{_words(lost)} {became} {_words(left)}"
    if field is Field.GRIDS and len(old.grids) == len(new.grids):
        pairs = zip(old.grids, new.grids, strict=True)
        return _different_rows(*next(pair for pair in pairs if pair[0] != pair[1]), became)
    before, after = _words(field_value(old, field)), _words(field_value(new, field))
    if unicodedata.normalize("NFKC", before) == unicodedata.normalize("NFKC", after):
        before, after = (
            text.encode("ascii", "backslashreplace").decode() for text in (before, after)
        )
    return f"{field.value} {before} {became} {after}"


def _different_hands(old: Deal, new: Deal, became: str) -> str:
    """Return the hands that differ, one a line, as PBN writes them."""
    lines = [
        f"{seat.name.capitalize():<5}  {_hand(old, seat):<16}  {became}  {_hand(new, seat)}"
        for seat in Seat
        if old[seat] != new[seat]
    ]
    return "\n    ".join([f"the deal {became} another:", *lines])


def _hand(deal: Deal, seat: Seat) -> str:
    return str(deal[seat]) if deal[seat] else "no cards"


def _different_rows(old: Grid, new: Grid, became: str) -> str:
    """Return the first rows of a table that differ."""
    pairs = [pair for pair in zip(old.rows, new.rows, strict=False) if pair[0] != pair[1]]
    same = [(grid.name, [column.name for column in grid.columns]) for grid in (old, new)]
    if same[0] != same[1] or len(old.rows) != len(new.rows) or not pairs:
        return f"{old!r} {became} {new!r}"
    lines = [f"{' '.join(a)}  {became}  {' '.join(b)}" for a, b in pairs[:_MOST_ROWS]]
    lines += [f"and {len(pairs) - _MOST_ROWS} more rows"] if len(pairs) > _MOST_ROWS else []
    return "\n    ".join([f"{old.name} {became} another:", *lines])


def unlike(one: object, other: object) -> str:
    """Return where two things differ first, in their texts or bytes, with what stands around.

    Example:
        >>> unlike(b"N 1 none", b"N 2 none")
        "at 2: b'N 1 none' here, b'N 2 none' there"
    """
    here = one if isinstance(one, bytes | str) else repr(one)
    there = other if isinstance(other, bytes | str) else repr(other)
    pairs = enumerate(zip(here, there, strict=False))
    at = next((place for place, (a, b) in pairs if a != b), min(len(here), len(there)))
    around = slice(max(0, at - _AROUND), at + _AROUND)
    return f"at {at}: {here[around]!r} here, {there[around]!r} there"


def in_words(board: Board) -> str:
    """Return what a board says in a few lines, each field in words and a deal as PBN writes it.

    Example:
        >>> in_words(Board(number=7, name="A"))
        'number 7, name A'
    """
    values = [(field, field_value(board, field)) for field in Field if field is not Field.EXTRAS]
    said = [f"{field.value} {_words(value)}" for field, value in values if value is not None]
    extras = [_words(dict(board.extras))] if board.extras else []
    return ", ".join([*said, *extras]) or "a board that says nothing"


def _words(value: object) -> str:
    """Return a value as people write it, shortened where it is long."""
    if value is None or value == {}:
        return "nothing"
    text = " ".join(_parts(value))
    # As text that looks like another value or like none: quotes tell.
    text = repr(text) if isinstance(value, str) and (not text.isalnum()) else text
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


def _parts(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        for part in value:
            yield from _parts(part)
    elif isinstance(value, Seat):
        yield value.symbol
    elif isinstance(value, enum.Enum):
        yield value.name.lower()
    elif value is None:
        yield "-"
    else:
        yield str(value)
