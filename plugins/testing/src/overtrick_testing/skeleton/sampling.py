"""A file of a format that nobody has read yet: records of one length, lines, or blocks of lines?"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import eq
from typing import Final, Literal

import attrs

Shape = Literal["records", "lines", "blocks"]

_MOST: Final = 1 << 13  # bytes that are looked at for what repeats
_LONGEST: Final = 1 << 10  # the longest record that is looked for
_SHORTEST: Final = 8  # a deal has 12 bytes at least; a player's hand less
_MANY: Final = 8  # so many numbers one after another are no accident
_LEAST: Final = {True: 13, False: 52}  # what a deal needs: two bits a card, or a character
_TEXT: Final = frozenset(range(32, 256)) - {127} | set(b"\t\n\v\f\r\x1a")
_DIVIDERS: Final = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
_EMPTY: Final = "the file is empty"
MOST_OF_A_SAMPLE: Final = 1 << 22  # bytes: it goes into the plugin's corpus
_KNOWN: Final = {
    b"\xff\xfe": "UTF-16 text: save it as UTF-8 first",
    b"\xfe\xff": "UTF-16 text: save it as UTF-8 first",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"%PDF": "a PDF file",
    b"PK\x03\x04": "a zip file: unpack it first",
    b"\x1f\x8b": "a gzip file: unpack it first",
    b"\xfd7zXZ": "an xz file: unpack it first",
}
"""What files of other kinds begin with."""


@attrs.frozen(kw_only=True)
class Look:
    """What a file looks like.

    Attributes:
        shape: how its boards are likely to be laid out.
        is_binary: whether it is no text.
        size: bytes of a record; 0 where there are none.
        start: bytes before the first record.
        reasons: what speaks for that, a sentence each.
    """

    shape: Shape
    is_binary: bool
    reasons: tuple[str, ...]
    size: int = 0
    start: int = 0

    @property
    def words(self) -> str:
        """What it looks like, in a few words for a person."""
        if self.shape != "records":
            return f"text in {self.shape}"
        what = "bytes" if self.is_binary else "characters of text"
        behind = f" behind a header of {self.start} bytes" if self.start else ""
        return f"records of {self.size} {what}{behind}"


def look_at(data: bytes) -> Look:
    r"""Tell how the boards of a file are likely to be laid out.

    Args:
        data: the file.

    Raises:
        ValueError: it is empty, or holds blanks alone; it has over 4 MiB, or is of another kind
            that is known: a picture, packed, in UTF-16.

    Example:
        >>> look = look_at(b"1\tN\n2\tE\n3\tS\n")
        >>> look.words, look.reasons[-1]
        ('text in lines', 'each line has 1 tabs: 2 cells')
    """
    if not data:
        raise ValueError(_EMPTY)
    kind = next((kind for start, kind in _KNOWN.items() if data.startswith(start)), None)
    if kind is not None:
        msg = f"it is {kind}"
        raise ValueError(msg)
    if len(data) > MOST_OF_A_SAMPLE:
        msg = f"it has over {MOST_OF_A_SAMPLE:,} bytes; give a sample of a few boards"
        raise ValueError(msg)
    strange = Counter(data) - Counter(byte for byte in data if byte in _TEXT)
    if strange:
        byte, count = strange.most_common(1)[0]
        reason = f"it is no text: the byte {byte:02X}, which texts do not have, stands in it "
        return _records(data, (f"{reason}{count} times",), is_binary=True)
    text, coding = _decoded(data)
    lines = text.splitlines()
    longest = max(map(len, lines))
    if len(lines) == 1 and longest >= 2 * _SHORTEST:
        return _records(data, ("it is text without an end of line",), is_binary=False)
    return _lines(lines, (coding,))


def _decoded(data: bytes) -> tuple[str, str]:
    try:
        return data.decode("utf-8"), "it is text: ASCII or UTF-8, without control characters"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "it is text, though not UTF-8, without control characters"


# Lines and blocks ---------------------------------------------------------------------------


def _lines(lines: Sequence[str], reasons: tuple[str, ...]) -> Look:
    blocks = [
        len(list(group))
        for is_blank, group in groupby(lines, key=lambda line: not line.strip())
        if not is_blank
    ]
    if len(blocks) > 1 and statistics.mean(blocks) >= 2:
        divided = (
            f"blank lines divide its {sum(blocks)} lines into {len(blocks)} blocks",
            f"a block has {_range(blocks)} lines",
        )
        return Look(shape="blocks", is_binary=False, reasons=reasons + divided)
    full = [line for line in lines if line.strip()]
    if not full:
        raise ValueError(_EMPTY)
    found = (
        f"it has {len(full)} lines, and no blank lines that divide blocks of them",
        f"a line has {_range([len(line) for line in full])} characters",
        *_cells(full),
    )
    return Look(shape="lines", is_binary=False, reasons=reasons + found)


def _cells(lines: Sequence[str]) -> Iterator[str]:
    """Say into how many cells most lines are divided by the same mark."""
    for divider, name in _DIVIDERS.items():
        [(count, times)] = Counter(line.count(divider) for line in lines).most_common(1)
        if count and times * 5 >= len(lines) * 4:
            which = "each line has" if times == len(lines) else f"{times} lines have"
            yield f"{which} {count} {name}: {count + 1} cells"
            return


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low} to {high}"


# Records ------------------------------------------------------------------------------------


def _records(data: bytes, reasons: tuple[str, ...], *, is_binary: bool) -> Look:
    """Return the look of a file of records, whose length is told from what repeats in it."""
    size, more = _repeating(data) or _dividing(data, _LEAST[is_binary])
    start = len(data) % size
    many = len(data) // size
    if start:
        rest = f"{start} bytes are left, which may be a header"
        more = (*more, f"the length, {len(data)}, is {many} times {size}, and {rest}")
    else:
        more = (*more, f"the length, {len(data)}, is {many} times {size}")
    return Look(
        shape="records", is_binary=is_binary, reasons=reasons + more, size=size, start=start
    )


def _repeating(data: bytes) -> tuple[int, tuple[str, ...]] | None:
    """Return the length after which bytes come again or count on, with the reasons."""
    head = data[:_MOST]
    sizes = range(_SHORTEST, min(_LONGEST, len(head) // 2) + 1)
    alike = {size: _share_alike(head, size) for size in sizes}
    counting = {size: _counting(head, size) for size in sizes}
    if not alike:
        return None

    def weight(size: int) -> float:
        extra = 0.05 * (len(data) % size == 0) + 0.25 * bool(counting[size])
        return alike[size] + extra

    usual = statistics.median(alike.values())
    best = max(sizes, key=weight)
    # Multiples of a record's length fit as well as itself.
    size = next(n for n in sizes if best % n == 0 and weight(n) >= 0.9 * weight(best))
    columns = counting[size]
    if alike[size] < usual + 0.1 and not columns:
        return None
    reasons = [
        f"{alike[size]:.0%} of its bytes come again {size} bytes further on, where {usual:.0%} do "
        "at any distance"
    ]
    if columns:
        named = ", ".join(str(column % size) for column in columns[:3])
        reasons.append(f"what stands {size} bytes further on is one more: column {named}")
    same = sum(len(set(data[column::size])) == 1 for column in range(size))
    if same and len(data) >= 3 * size:
        reasons.append(f"{same} of the {size} columns hold the same byte in every record")
    return size, tuple(reasons)


def _share_alike(data: bytes, size: int) -> float:
    """Return which part of the bytes stands so many bytes further on again."""
    same: int = sum(map(eq, data, data[size:]))
    return same / (len(data) - size)


def _counting(data: bytes, size: int) -> list[int]:
    """Return the columns of records of a length that count on, by one each, as numbers do."""
    if len(data) < _MANY * size:
        return []
    columns = (data[column::size] for column in range(size))
    return [
        number
        for number, column in enumerate(columns)
        if all((after - before) & 255 == 1 for before, after in pairwise(column))
    ]


def _dividing(data: bytes, least: int) -> tuple[int, tuple[str, ...]]:
    """Return a length that the file's own can be divided by; no more than a guess."""
    length = len(data)
    sizes = [n for n in range(_SHORTEST, min(_LONGEST, length) + 1) if length % n == 0] or [length]
    size = next((n for n in sizes if n >= least), sizes[-1])
    named = ", ".join(map(str, sizes[:12]))
    return size, (
        f"nothing in it comes again, so this is a guess: its length can be divided by {named}",
    )
