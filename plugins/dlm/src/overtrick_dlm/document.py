"""A DLM file as its lines: what each says, and the file again with some of them changed.

The layout is read here and nowhere else; the reader, the writer and the bookkeeping of the dealing
machine all work on a `Document`. Lines that nobody touches keep their bytes.

Source: DLM paper (`docs/sources.md`), §1 to §1.4 and Appendices A and B.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

import attrs

from overtrick_dlm.letters import PLACEHOLDER, STATUS_VALUES, board_checksum, header_checksum

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

_NUMBERED: Final = re.compile(rb"(Duplicates|Property|Board) (\d+)=(.*)", re.DOTALL)
_KINDS: Final = {b"Duplicates": 0, b"Property": 1, b"Board": 2}


class Report(Protocol):
    """What a finding is told to; `ReadContext.issue` is one."""

    def __call__(
        self,
        code: str,
        /,
        *,
        line: int | None = None,
        board: int | None = None,
        found: object = None,
        keyword: object = None,
        first: object = None,
    ) -> object:
        """Take a finding."""


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
    """The lines of a DLM file and what they say.

    Attributes:
        lines: every line with its end, as it stands.
        header: the header's lines by keyword.
        copies: the `Duplicates NN` lines by board.
        properties: the `Property NN` lines by board.
        boards: the `Board NN` lines by board.
        startup: the settings after `[STARTUP]`, name and value in order; `None` without it.
        is_regular: whether every mandatory line is there once, so that lines can be changed.
    """

    lines: list[bytes]
    header: dict[str, Entry] = attrs.Factory(dict)
    copies: dict[int, Entry] = attrs.Factory(dict)
    properties: dict[int, Entry] = attrs.Factory(dict)
    boards: dict[int, Entry] = attrs.Factory(dict)
    startup: list[tuple[str, str, int]] | None = None
    startup_index: int | None = None
    is_regular: bool = True

    @property
    def newline(self) -> bytes:
        """The file's line end: that of its first line."""
        first = self.lines[0]
        return first[len(first.rstrip(b"\r\n")) :] or b"\r\n"

    def number(self, keyword: str, default: int) -> int:
        """Return a header line's number, or the default where it has none."""
        entry = self.header.get(keyword)
        if entry is None or not is_number(entry.value):
            return default
        return int(entry.value)

    @property
    def status(self) -> str:
        """The Status line's value, whether or not it is one that is known."""
        entry = self.header.get(STATUS)
        return "" if entry is None else entry.text

    @property
    def suppresses_deals(self) -> bool:
        """Whether the start-up settings say that the hands are not to be shown (§1.4)."""
        return any(name == "SuppressDeals" and value in {"Yes", "1"}
                   for name, value, _ in self.startup or ())  # fmt: skip

    def copies_of(self, board: int) -> int:
        """Return how often a board was dealt, 0 where the line is absent or no number."""
        entry = self.copies.get(board)
        return int(entry.value) if entry is not None and is_number(entry.value) else 0

    def letters_of(self, board: int) -> bytes:
        """Return a board's letters, or the placeholder's where its line is absent."""
        entry = self.boards.get(board)
        return PLACEHOLDER if entry is None else entry.value[:26]

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
        """Change a header line if it says something else; add a missing Headline."""
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
        if self.copies_of(board) != count or not is_number(self.copies[board].value):
            self._replace(self.copies[board], b"%d" % count)

    def set_property(self, board: int, value: bytes) -> None:
        """Set what a board's Property line says."""
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
        """Return the whole file."""
        return b"".join(self.lines)


def is_number(value: bytes) -> bool:
    """Return whether a value is one to three decimal digits."""
    return value.isdigit() and len(value) <= 3


def parse_document(data: bytes, report: Report) -> Document:
    """Take a DLM file apart into its lines, reporting what is wrong with the layout.

    What the lines' values mean (ranges, checksums, cards) is the reader's business.
    """
    lines = data.splitlines(keepends=True)
    document = Document(lines=lines)
    first = lines[0].rstrip(b"\r\n") if lines else b""
    if first not in {b"[DOCUMENT]", b"[Document]"}:
        report("DLM001", line=1, found=first[:40].decode("latin-1"))
        document.is_regular = False
    settled = 0  # the highest place so far; see _place
    for index, line in enumerate(lines[1:], 1):
        body = line.rstrip(b"\r\n")
        if document.startup is not None:
            _startup_line(document, body, index, report)
            continue
        match = _NUMBERED.fullmatch(body)
        if match is not None:
            place = _numbered_line(document, match, index, report)
        elif body == STARTUP.encode():
            document.startup, document.startup_index = [], index
            continue
        else:
            place = _header_line(document, body, index, report)
        if place and place < settled:
            keyword = body.partition(b"=")[0].decode("latin-1")
            report("DLM031", line=index + 1, keyword=keyword)
        settled = max(settled, place)
    if lines and not lines[-1].endswith((b"\n", b"\r")):
        report("DLM039", line=len(lines))
    _missing_lines(document, report)
    return document


def _header_line(document: Document, body: bytes, index: int, report: Report) -> int:
    """Enter a header line; return its place in the order, 0 where it has none."""
    if not body.strip():
        report("DLM038", line=index + 1)
        return 0
    keyword_bytes, equals, value = body.partition(b"=")
    keyword = keyword_bytes.decode("latin-1")
    place = HEADER_PLACES.get(keyword, 0)
    if not equals or not place:
        report("DLM003", line=index + 1, found=body[:60].decode("latin-1"))
        return 0
    if keyword in document.header:
        first = document.header[keyword].line
        report("DLM004", line=index + 1, keyword=keyword, first=first)
        document.is_regular = False
        return 0
    document.header[keyword] = Entry(value, index)
    return place


def _numbered_line(document: Document, match: re.Match[bytes], index: int, report: Report) -> int:
    """Enter a line of one board; return its place in the order, 0 where it has none."""
    kind, digits, value = match.groups()
    keyword = f"{kind.decode()} {digits.decode()}"
    board = int(digits) if len(digits) == 2 else 0
    if not board:
        report("DLM022", line=index + 1, keyword=keyword)
        return 0
    group = (document.copies, document.properties, document.boards)[_KINDS[kind]]
    if board in group:
        report("DLM021", line=index + 1, board=board, keyword=keyword, first=group[board].line)
        document.is_regular = False
        return 0
    group[board] = Entry(value, index)
    return 100 + 3 * board + _KINDS[kind]


_YES_NO: Final = frozenset({"Yes", "No", "0", "1"})

# The settings that were seen, with the values that were seen or that follow from them.
_STARTUP_SETTINGS: Final = {
    "Statistics": _YES_NO,
    "SuppressDeals": _YES_NO,
    "Add filename": _YES_NO,
    "Makeable": _YES_NO,
    "Reversed": _YES_NO,
    "All copies": _YES_NO,
}


def _startup_line(document: Document, body: bytes, index: int, report: Report) -> None:
    if not body.strip():
        report("DLM038", line=index + 1)
        return
    name, _, value = Entry(body, index).text.partition("=")
    if value not in _STARTUP_SETTINGS.get(name, ()):
        report("DLM037", line=index + 1, found=f"{name}={value}"[:60])
    assert document.startup is not None  # noqa: S101  # the caller has seen [STARTUP]
    document.startup.append((name, value, index))


def _missing_lines(document: Document, report: Report) -> None:
    last = len(document.lines) or 1
    for keyword in MANDATORY:
        if keyword not in document.header:
            document.is_regular = False
            if keyword == STATUS:
                report("DLM006", line=last, found="there is no such line")
            else:
                report("DLM005", line=last, keyword=keyword)
    for board in BOARD_NUMBERS:
        for name, group in (("Duplicates", document.copies), ("Board", document.boards)):
            if board not in group:
                document.is_regular = False
                line = _line_near(document, board)
                report("DLM020", line=line, board=board, keyword=f"{name} {board:02}")
        if document.properties and board not in document.properties:
            report("DLM035", line=_line_near(document, board), board=board)


def _line_near(document: Document, board: int) -> int:
    """Return the line after which a board's missing line should stand."""
    for number in range(board, 0, -1):
        for group in (document.boards, document.properties, document.copies):
            if number in group:
                return group[number].line
    return len(document.lines) or 1


def _template() -> bytes:
    lines = [
        "[Document]",
        "Headline=",
        "Status=Show",
        "Duplicates=0",
        "From board=1",
        "To board=1",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        "Checksum=1",
    ]
    for board in BOARD_NUMBERS:
        checksum = board_checksum(PLACEHOLDER, board, 0)
        lines += [
            f"Duplicates {board:02}=0",
            f"Board {board:02}={PLACEHOLDER.decode()}{checksum:03}",
        ]
    return "".join(f"{line}\r\n" for line in lines).encode()


TEMPLATE: Final = _template()
"""A file of 99 unused boards, as Big Deal and ECats lay theirs out (observed)."""


def ignore(  # the shape of `Report`
    code: str,
    /,
    *,
    line: int | None = None,
    board: int | None = None,
    found: object = None,
    keyword: object = None,
    first: object = None,
) -> object:
    """Take a finding that was reported before, when the file was read."""


def template_document() -> Document:
    """Return a new file of 99 unused boards."""
    return parse_document(TEMPLATE, ignore)
