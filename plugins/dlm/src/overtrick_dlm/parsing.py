"""Taking a DLM file apart into its lines, and the lines of a new file.

Source: DLM paper §1 to §1.4, Appendices A and B.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from overtrick.plugin import split_lines
from overtrick_dlm.document import (
    BOARD_NUMBERS,
    HEADER_PLACES,
    MANDATORY,
    STARTUP,
    STATUS,
    Document,
    Entry,
    in_ranges,
)
from overtrick_dlm.fixing import (
    close_keywords,
    fixed_copies,
    fixed_end,
    fixed_keyword,
    fixed_number,
    fixed_order,
    fixed_property,
    without_line,
)
from overtrick_dlm.letters import PLACEHOLDER, board_checksum

if TYPE_CHECKING:
    from overtrick import Fix

_NUMBERED: Final = re.compile(rb"(Duplicates|Property|Board) (\d+)=(.*)", re.DOTALL)
_KINDS: Final = {b"Duplicates": 0, b"Property": 1, b"Board": 2}

_COMPLETE_BOARD: Final = re.compile(rb"Board \d\d=[a-p]{26}\d{3}")
_PREFIX_OF_NUMBERED: Final = re.compile(r"(?:Duplicates|Property|Board) \d{0,2}")
_MIN_PREFIX_LENGTH: Final = 3
"""The minimum length of a cut keyword; shorter texts may be typing errors."""


class Report(Protocol):
    """A function that reports a finding, such as `ReadContext.issue`."""

    def __call__(
        self,
        code: str,
        /,
        *,
        line: int | None = None,
        column: int | None = None,
        end_column: int | None = None,
        board: int | None = None,
        hint: str | None = None,
        fix: Fix | None = None,
        found: object = None,
        keyword: object = None,
        first: object = None,
    ) -> object:
        """Take a finding."""


def parse_document(data: bytes, report: Report) -> Document:
    """Take a DLM file apart into its lines, reporting what is wrong with the layout.

    What the lines' values mean (ranges, checksums, cards) is the reader's business.
    """
    lines = split_lines(data)
    document = Document(lines=lines)
    first = lines[0].rstrip(b"\r\n") if lines else b""
    if first not in {b"[DOCUMENT]", b"[Document]"}:
        report("DLM001", line=1, found=first[:40].decode("latin-1"))
        document.is_regular = False
        if not any(_is_known(line.rstrip(b"\r\n")) for line in lines):
            document.is_foreign = True
            return document
    settled = 0  # the highest place so far; see _place
    places: list[tuple[int, int]] = []
    misplaced: list[int] = []
    is_sortable = True  # every line is known and unique
    cut: bytes | None = None  # the beginning of a line at which the file ends
    for index, line in enumerate(lines[1:], 1):
        body = line.rstrip(b"\r\n")
        if index == len(lines) - 1 and _is_cut(document, line):
            cut = body
            continue
        place = _enter(document, body, index, report)
        if place is None:
            continue
        is_sortable = is_sortable and place > 0
        places.append((index, place))
        if place >= settled:
            settled = place
        elif place:
            misplaced.append(index)
    _unknown_lines(document, report)
    if misplaced:
        fix = fixed_order(document, places) if is_sortable else None
        for index in misplaced:
            keyword = _keyword(lines[index])
            end = len(keyword) + 1
            report("DLM031", line=index + 1, column=1, end_column=end, keyword=keyword, fix=fix)
    _missing_lines(document, cut, report)
    return document


def _enter(document: Document, body: bytes, index: int, report: Report) -> int | None:
    """Enter a line; return its place in the order, 0 where it has none, `None` from start-up on."""
    if document.startup is not None:
        _startup_line(document, body, index, report)
        return None
    if body == STARTUP.encode():
        document.startup, document.startup_index = [], index
        return None
    match = _NUMBERED.fullmatch(body)
    if match is not None:
        return _numbered_line(document, match, index, report)
    return _header_line(document, body, index, report)


def _is_cut(document: Document, line: bytes) -> bool:
    """Return whether the last line of a file is the beginning of one; the others are read."""
    if document.startup is not None or BOARD_NUMBERS[-1] in document.boards:
        return False
    body = line.rstrip(b"\r\n")
    if _is_beginning(body.decode("latin-1")):
        return True
    return body == line and _COMPLETE_BOARD.fullmatch(body) is None


def _is_beginning(text: str) -> bool:
    """Return whether a line is the beginning of a keyword, or a keyword without its value."""
    if len(text) < _MIN_PREFIX_LENGTH:
        return False
    names = (*HEADER_PLACES, "Duplicates", "Property", "Board")
    return any(name.startswith(text) for name in names) or bool(_PREFIX_OF_NUMBERED.fullmatch(text))


def _keyword(body: bytes) -> str:
    return body.partition(b"=")[0].decode("latin-1")


def _is_known(body: bytes) -> bool:
    """Return whether a line is valid in a DLM file."""
    keyword, equals, _ = body.partition(b"=")
    is_header = bool(equals) and keyword.decode("latin-1") in HEADER_PLACES
    return is_header or _NUMBERED.fullmatch(body) is not None


def _header_line(document: Document, body: bytes, index: int, report: Report) -> int:
    """Enter a header line; return its place in the order, 0 where it has none."""
    if not body.strip():
        report("DLM038", line=index + 1, fix=without_line(index + 1, "take the line out"))
        return 0
    keyword_bytes, equals, value = body.partition(b"=")
    keyword = keyword_bytes.decode("latin-1")
    place = HEADER_PLACES.get(keyword, 0)
    if not equals or not place:
        document.unknown.append(index)
        return 0
    if keyword in document.header:
        first = document.header[keyword]
        _twice(first, Entry(value, index), keyword, None, report)
        document.is_regular = False
        return 0
    document.header[keyword] = Entry(value, index)
    return place


def _unknown_lines(document: Document, report: Report) -> None:
    """Report the unknown lines; called after all others, which show what is missing."""
    for index in document.unknown:
        body = document.lines[index].rstrip(b"\r\n")
        keyword = _keyword(body)
        report(
            "DLM003",
            line=index + 1,
            column=1,
            end_column=len(keyword) + 1,
            found=body[:60].decode("latin-1"),
            hint=_meant(body.decode("latin-1")),
            fix=fixed_keyword(body, document, index + 1),
        )


def _meant(text: str) -> str | None:
    """Return the hint for a line without a known keyword."""
    if _is_beginning(text):
        return "the line seems cut"
    close = _closest(text.partition("=")[0])
    return f"did you mean {close}?" if close else None


def _closest(keyword: str) -> str | None:
    known = {name.lower(): name for name in (*HEADER_PLACES, "Duplicates 01", "Board 01")}
    close = close_keywords(keyword.strip().lower(), known, 1, 0.6)
    return known[close[0]] if close else None


def slipped_status(document: Document) -> str | None:
    """Return the value of a line that was meant to be the status, `None` where there is none."""
    for index in document.unknown:
        keyword, equals, value = document.lines[index].decode("latin-1").partition("=")
        if equals and _closest(keyword) == STATUS:
            return value.strip()
    # A second document behind the first one's settings is taken for more of them.
    for name, text, _ in document.startup or ():
        if name.strip().casefold() == STATUS.casefold():
            return text.strip()
    return None


def _twice(first: Entry, second: Entry, keyword: str, board: int | None, report: Report) -> None:
    """Report a line that occurs twice; the fix removes the second if both are equal."""
    fix = None
    if first.value == second.value:
        fix = without_line(second.line, "take out the second, which says the same")
    end = len(keyword) + 1
    report(
        "DLM004" if board is None else "DLM021",
        line=second.line,
        column=1,
        end_column=end,
        board=board,
        keyword=keyword,
        first=first.line,
        fix=fix,
    )


def _numbered_line(document: Document, match: re.Match[bytes], index: int, report: Report) -> int:
    """Enter a line of one board; return its place in the order, 0 where it has none."""
    kind, digits, value = match.groups()
    board = int(digits) if len(digits) == 2 else 0
    if not board:
        report("DLM022", line=index + 1, keyword=_keyword(match[0]))
        return 0
    group = (document.copies, document.properties, document.boards)[_KINDS[kind]]
    if board in group:
        keyword = _keyword(match[0])
        _twice(group[board], Entry(value, index), keyword, board, report)
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
        report("DLM038", line=index + 1, fix=without_line(index + 1, "take the line out"))
        return
    name, _, value = Entry(body, index).text.partition("=")
    if value not in _STARTUP_SETTINGS.get(name, ()):
        report("DLM037", line=index + 1, found=f"{name}={value}"[:60])
    assert document.startup is not None  # noqa: S101  # the caller has seen [STARTUP]
    document.startup.append((name, value, index))


def _missing_lines(document: Document, cut: bytes | None, report: Report) -> None:
    """Report the missing lines; those after the end of a cut file are one finding.

    Args:
        document: the file.
        cut: the incomplete last line, `None` where the last line is complete.
        report: takes the findings.
    """
    groups = [("Duplicates", document.copies), ("Board", document.boards)]
    if document.properties:
        groups.insert(1, ("Property", document.properties))
    end = max((board for _, group in groups for board in group), default=0)
    is_cut = cut is not None or (end < BOARD_NUMBERS[-1] and document.startup is None)
    # Lines of the header, or of the last board, that were lost with the end.
    lost = _missing_header(document, report, is_lost=is_cut and not end)
    gone = []
    for board in range(1, (end if is_cut else BOARD_NUMBERS[-1]) + 1):
        is_there = [board in group for _, group in groups]
        if not any(is_there):
            gone.append(board)
            continue
        for at, (name, group) in enumerate(groups):
            if is_cut and board == end and not any(is_there[at:]):
                lost.append(f"{name} {board:02}")
            elif not is_there[at]:
                _missing_line(document, board, name, group, report)
    if gone:
        document.is_regular = False
        line = _line_near(document, gone[0])
        report("DLM020", line=line, board=gone[0], keyword=f"every line of {_boards(gone)}")
    if is_cut:
        document.is_regular = False
        _end_of_cut_file(document, range(end + 1, BOARD_NUMBERS[-1] + 1), lost, cut, report)
    elif document.lines and not document.lines[-1].endswith((b"\n", b"\r")):
        report("DLM039", line=len(document.lines), fix=fixed_end(document))


def _missing_header(document: Document, report: Report, *, is_lost: bool) -> list[str]:
    """Report missing lines of the header; return those behind its last line, if they are lost."""
    last = len(document.lines) or 1
    missing = [keyword for keyword in MANDATORY if keyword not in document.header]
    place = max((HEADER_PLACES[keyword] for keyword in document.header), default=0)
    lost = [keyword for keyword in missing if is_lost and HEADER_PLACES[keyword] >= place]
    for keyword in missing:
        document.is_regular = False
        if keyword in lost:
            continue
        if keyword == STATUS:
            report("DLM006", line=last, found="there is no such line")
        else:
            # What is missing may be a line that is there, misspelt.
            fix = None if document.unknown else fixed_number(document, keyword)
            report("DLM005", line=last, keyword=keyword, fix=fix)
    return lost


def _missing_line(
    document: Document, board: int, name: str, group: dict[int, Entry], report: Report
) -> None:
    line = _line_near(document, board)
    if group is document.properties:
        report("DLM035", line=line, board=board, fix=fixed_property(document, board))
        return
    document.is_regular = False
    fix = fixed_copies(document, board) if group is document.copies else None
    report("DLM020", line=line, board=board, keyword=f"the line '{name} {board:02}'", fix=fix)


def _end_of_cut_file(
    document: Document, tail: range, lost: list[str], cut: bytes | None, report: Report
) -> None:
    """Report what is missing behind the last line of a file: boards, and the lines before them."""
    parts = [] if cut is None else ["the rest of this line"]
    keyword = None if cut is None else _keyword(cut)
    parts += [f"the line {name!r}" for name in lost if not (keyword and name.startswith(keyword))]
    if tail:
        parts.append(f"every line of {_boards(tail)}")
    report(
        "DLM019",
        line=len(document.lines) or 1,
        column=None if cut is None else 1,
        end_column=None if cut is None else len(cut) + 1,
        board=tail[0] if tail else None,
        hint=None if document.boards else "get the file again",
        keyword=", ".join(parts),
    )


def _boards(numbers: Sequence[int]) -> str:
    return f"board{'s' if len(numbers) > 1 else ''} {in_ranges(numbers)}"


def _line_near(document: Document, board: int) -> int:
    """Return the line after which a board's missing line belongs."""
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
    column: int | None = None,
    end_column: int | None = None,
    board: int | None = None,
    hint: str | None = None,
    fix: Fix | None = None,
    found: object = None,
    keyword: object = None,
    first: object = None,
) -> object:
    """Take a finding that was reported before, when the file was read."""


def template_document() -> Document:
    """Return a new file of 99 unused boards."""
    return parse_document(TEMPLATE, ignore)
