"""A DLM file as a list of lines with their values; changed lines give the changed file.

Only this module knows the layout; the reader, the writer and the deal counter of the dealing
machine all work on a `Document`. Unchanged lines keep their bytes.

Source: DLM paper (`docs/reference/sources.md`), §1 to §1.4 and Appendices A and B.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from overtrick_dlm.letters import (
    PLACEHOLDER,
    STATUS_VALUES,
    board_checksum,
    header_checksum,
    is_deal,
)

HEADLINE: Final = "Headline"
STATUS: Final = "Status"
DUPLICATES: Final = "Duplicates"
FROM_BOARD: Final = "From board"
TO_BOARD: Final = "To board"
DEALING_METHOD: Final = "Dealing method"
NEXT_BOARD: Final = "Next board to duplimate"
PRINTOUTS: Final = "PrintOuts"
CRYPTO_KEY: Final = "Crypto key"
CHECKSUM: Final = "Checksum"

# Where each header line belongs; From and To may come in either order (§1.3.3).
HEADER_PLACES: Final = {
    HEADLINE: 1,
    STATUS: 2,
    DUPLICATES: 3,
    FROM_BOARD: 4,
    TO_BOARD: 4,
    DEALING_METHOD: 5,
    NEXT_BOARD: 6,
    PRINTOUTS: 7,
    CRYPTO_KEY: 8,
    CHECKSUM: 9,
}

MANDATORY: Final = (STATUS, DUPLICATES, FROM_BOARD, TO_BOARD, NEXT_BOARD, CHECKSUM)
"""The header lines that every file has (Appendix A)."""

STARTUP: Final = "[STARTUP]"

BOARD_NUMBERS: Final = range(1, 100)

MAX_COPIES: Final = 255
"""The highest number in a `Duplicates NN` line: the checksum that counts it has eight bits."""

NUMBER_RANGES: Final = {
    DUPLICATES: (0, MAX_COPIES),
    FROM_BOARD: (1, 99),
    TO_BOARD: (1, 99),
    DEALING_METHOD: (0, 255),
    NEXT_BOARD: (0, 99),
    PRINTOUTS: (0, 255),
    CRYPTO_KEY: (0, 999),
    CHECKSUM: (0, 255),
}
"""The lowest and the highest number of each header line that has one."""


@attrs.define
class Entry:
    """A line with a value: its text after the equals sign, and its place among the lines."""

    value: bytes
    index: int

    @property
    def line(self) -> int:
        """The 1-based line number."""
        return self.index + 1

    @property
    def text(self) -> str:
        """The value as text; what is not UTF-8 is taken for CP1252 or Latin-1."""
        for encoding in ("utf-8", "cp1252"):
            try:
                return self.value.decode(encoding)
            except UnicodeDecodeError:
                continue
        return self.value.decode("latin-1")


@attrs.define(kw_only=True)
class Document:
    """The lines of a DLM file and their values.

    Attributes:
        lines: every line with its end, unchanged.
        header: the header's lines by keyword.
        copies: the `Duplicates NN` lines by board.
        properties: the `Property NN` lines by board.
        boards: the `Board NN` lines by board.
        startup: the settings after `[STARTUP]`, name and value in order; `None` without it.
        unknown: the lines that are of no kind, by their index.
        is_regular: whether every mandatory line is there once, so that lines can be changed.
        is_foreign: whether no line is one of a DLM file, the first included.
    """

    lines: list[bytes]
    header: dict[str, Entry] = attrs.Factory(dict)
    copies: dict[int, Entry] = attrs.Factory(dict)
    properties: dict[int, Entry] = attrs.Factory(dict)
    boards: dict[int, Entry] = attrs.Factory(dict)
    startup: list[tuple[str, str, int]] | None = None
    startup_index: int | None = None
    unknown: list[int] = attrs.Factory(list)
    is_regular: bool = True
    is_foreign: bool = False

    @property
    def newline(self) -> bytes:
        """The file's line end: that of its first line."""
        first = self.lines[0]
        return first[len(first.rstrip(b"\r\n")) :] or b"\r\n"

    def number(self, keyword: str, default: int) -> int:
        """Return a header line's number, or the default where it has none in its range."""
        entry = self.header.get(keyword)
        if entry is None or not is_number_of(keyword, entry.value):
            return default
        return int(entry.value)

    @property
    def range(self) -> range | None:
        """The boards of the file, first to last; `None` where the header states no such range."""
        first, last = self.number(FROM_BOARD, 0), self.number(TO_BOARD, 0)
        return range(first, last + 1) if 1 <= first <= last else None

    @property
    def status(self) -> str:
        """The Status line's value, whether or not it is one that is known."""
        entry = self.header.get(STATUS)
        return "" if entry is None else entry.text

    def copies_of(self, board: int) -> int:
        """Return how often a board was dealt, 0 where the line is absent or no such number."""
        entry = self.copies.get(board)
        return int(entry.value) if entry is not None and is_copies(entry.value) else 0

    def letters_of(self, board: int) -> bytes:
        """Return a board's letters, or the placeholder's where its line is absent."""
        entry = self.boards.get(board)
        return PLACEHOLDER if entry is None else entry.value[:26]

    def is_placeholder(self, board: int) -> bool:
        """Return whether a board is unused: the placeholder's letters, never dealt.

        Only the letters that programs write for an unused board count (§1.3.7), not other deals
        with a complete suit in each hand. A board that was dealt is a board, whatever its letters.
        """
        return (
            board in self.boards
            and self.letters_of(board) == PLACEHOLDER
            and not self.copies_of(board)
        )

    def is_deal(self, board: int) -> bool:
        """Return whether a board's letters deal 13 cards to each hand."""
        return is_deal(self.letters_of(board))

    def expected_checksum(self) -> int:
        """Return what the header's lines come to (§1.3.6)."""
        return header_checksum(
            status=self.status if self.status in STATUS_VALUES else "Show",
            duplicates=self.number(DUPLICATES, 0),
            first=self.number(FROM_BOARD, 1),
            last=self.number(TO_BOARD, 1),
            method=self.number(DEALING_METHOD, 1),
            next_board=self.number(NEXT_BOARD, 0),
        )

    # Changing ---------------------------------------------------------------------------

    def _replace(self, entry: Entry, value: bytes) -> None:
        line = self.lines[entry.index]
        body = line.rstrip(b"\r\n")
        start = body.index(b"=") + 1
        self.lines[entry.index] = body[:start] + value + line[len(body) :]
        entry.value = value

    def set_text(self, keyword: str, value: bytes) -> None:
        """Change a header line that has another value; add a missing Headline."""
        entry = self.header.get(keyword)
        if entry is None:
            if value:
                self._insert(1, f"{keyword}=".encode() + value)
                self.header[keyword] = Entry(value, 1)
        elif entry.value != value:
            self._replace(entry, value)

    def set_number(self, keyword: str, value: int) -> None:
        """Change a header line if its number is another; zeros in front are kept in width."""
        entry = self.header[keyword]
        if not is_number(entry.value) or int(entry.value) != value:
            width = len(entry.value) if entry.value.startswith(b"0") else 0
            self._replace(entry, b"%0*d" % (width, value))

    def set_copies(self, board: int, count: int) -> None:
        """Set how often a board was dealt."""
        if self.copies_of(board) != count or not is_copies(self.copies[board].value):
            self._replace(self.copies[board], b"%d" % count)

    def set_property(self, board: int, value: bytes) -> None:
        """Set the value of a board's Property line."""
        if self.properties[board].value != value:
            self._replace(self.properties[board], value)

    def set_letters(self, board: int, letters: bytes) -> None:
        """Set a board's deal; the checksum follows in `refresh_checksums`."""
        if self.letters_of(board) != letters:
            self._replace(self.boards[board], letters)

    def set_startup(self, settings: list[tuple[str, str]] | None) -> None:
        """Set the start-up part, or take it out with `None`."""
        current = (
            None if self.startup is None else [(name, value) for name, value, _ in self.startup]
        )
        if settings == current:
            return
        if self.startup_index is not None:
            del self.lines[self.startup_index :]
        self.startup, self.startup_index = None, None
        if settings is not None:
            # What was cut off at the file's end gets its line end now.
            if not self.lines[-1].endswith((b"\n", b"\r")):
                self.lines[-1] += self.newline
            self.startup_index = len(self.lines)
            texts = [STARTUP, *(f"{name}={value}" for name, value in settings)]
            self.lines += [text.encode("cp1252") + self.newline for text in texts]
            self.startup = [
                (name, value, self.startup_index + 1 + place)
                for place, (name, value) in enumerate(settings)
            ]

    def _insert(self, index: int, body: bytes) -> None:
        numbered = (*self.copies.values(), *self.properties.values(), *self.boards.values())
        for entry in (*self.header.values(), *numbered):
            if entry.index >= index:
                entry.index += 1
        self.startup = [(n, v, i + 1) for n, v, i in self.startup] if self.startup else self.startup
        if self.startup_index is not None:
            self.startup_index += 1
        self.lines.insert(index, body + self.newline)

    def refresh_checksums(self) -> None:
        """Put every checksum right that is not; the others keep their bytes."""
        self.set_number(CHECKSUM, self.expected_checksum())
        for board in BOARD_NUMBERS:
            letters = self.letters_of(board)
            expected = b"%03d" % board_checksum(letters, board, self.copies_of(board))
            if self.boards[board].value != letters + expected:
                self._replace(self.boards[board], letters + expected)

    def to_bytes(self) -> bytes:
        """Return the complete file."""
        return b"".join(self.lines)


def in_ranges(boards: Iterable[int]) -> str:
    """Return board numbers in words.

    Example:
        >>> in_ranges({2, 3, 4, 7})
        '2-4,7'
    """
    from overtrick import NumberRanges  # only where a file has gaps

    return str(NumberRanges.from_numbers(boards))


def is_number(value: bytes) -> bool:
    """Return whether a value is one to three decimal digits."""
    return value.isdigit() and len(value) <= 3


def is_number_of(keyword: str, value: bytes) -> bool:
    """Return whether a value is a number that a header line can have."""
    low, high = NUMBER_RANGES[keyword]
    return is_number(value) and low <= int(value) <= high


def is_copies(value: bytes) -> bool:
    """Return whether a value is a number of copies dealt."""
    return is_number(value) and int(value) <= MAX_COPIES
