"""The fixes of findings in a DLM file that have exactly one right answer.

A changed letter gives another valid deal, which only the checksum can show. So a board's line is
fixed only where its checksum proves the letters: with the counter as it is, without a counter, or
with one copy fewer, which a program leaves if it stops between the two lines. It is not fixed where
one changed letter would explain the checksum as well. The header is readable text: its checksum is
computed anew, and an unreadable number is derived from the checksum, where the range is that of the
boards dealt, as placeholders or counters show it. All other findings are reported without a fix.

Source: DLM paper §1.3; what a checksum proves is our own reasoning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from overtrick import Fix, TextEdit
from overtrick_dlm.document import (
    BOARD_NUMBERS,
    CHECKSUM,
    DEALING_METHOD,
    DUPLICATES,
    FROM_BOARD,
    HEADER_PLACES,
    NEXT_BOARD,
    NUMBER_RANGES,
    STATUS,
    TO_BOARD,
    Document,
    Entry,
    is_number,
    is_number_of,
)
from overtrick_dlm.letters import (
    PLACEHOLDER,
    STATUS_VALUES,
    board_checksum,
    header_checksum,
    is_deal,
)

_MAX_SETS: Final = 99  # what the writer's option allows

_MAX_KEYWORD_LENGTH: Final = 2 * max(map(len, HEADER_PLACES)) + 8

# The lines that the header's checksum is made of.
_SUMMED: Final = (DUPLICATES, FROM_BOARD, TO_BOARD, DEALING_METHOD, NEXT_BOARD)


# Edits ------------------------------------------------------------------------------------


def without_line(line: int, summary: str) -> Fix:
    """Return the fix that takes a line out."""
    edit = TextEdit(line=line, column=1, end_line=line + 1, end_column=1, text="")
    return Fix(summary=summary, edits=(edit,))


def new_line(line: int, text: str) -> Fix:
    """Return the fix that puts a line before another."""
    edit = TextEdit(line=line, column=1, end_line=line, end_column=1, text=f"{text}\n")
    return Fix(summary=f"put in the line {text}", edits=(edit,))


def _rest_of_line(line: int, column: int, old: str, new: str, summary: str) -> Fix:
    edit = TextEdit(line=line, column=column, end_line=line, end_column=column + len(old), text=new)
    return Fix(summary=summary, edits=(edit,))


def _new_value(keyword: str, entry: Entry, value: str) -> Fix:
    """Return the fix that gives a line another value."""
    column = len(keyword) + 2
    return _rest_of_line(entry.line, column, entry.text, value, f"write {keyword}={value}")


# What one changed letter changes of a checksum where every hand keeps 13 cards: two cards, one
# above the other, of two hands change places.
_ONE_LETTER: Final = frozenset(
    (4 * one + other + 1) ^ (4 * other + one + 1) for one in range(4) for other in range(one)
)


# The header -------------------------------------------------------------------------------


def close_keywords(written: str, known: Iterable[str], count: int, cutoff: float) -> list[str]:
    """Return the keywords similar to a text, the closest first."""
    import difflib  # sound files do not need it

    # A longer text is below the lowest cutoff, 0.6, for every keyword, and its comparison takes
    # more than linear time.
    if len(written) > _MAX_KEYWORD_LENGTH:
        return []
    return difflib.get_close_matches(written, known, n=count, cutoff=cutoff)


def fixed_keyword(body: bytes, document: Document, line: int) -> Fix | None:
    """Return the fix of a line whose keyword is similar to that of a missing line."""
    text = body.decode("latin-1")
    keyword, equals, _ = text.partition("=")
    missing = [known for known in HEADER_PLACES if known not in document.header]
    number = re.search(r"\b(\d\d)$", keyword)
    if number is not None:
        groups = {"Duplicates": document.copies, "Property": document.properties}
        for name, group in {**groups, "Board": document.boards}.items():
            if int(number[1]) in BOARD_NUMBERS and int(number[1]) not in group:
                missing.append(f"{name} {number[1]}")
    plain = {known.casefold(): known for known in missing}
    written = " ".join(keyword.split()).casefold()
    close = close_keywords(written, plain, 2, 0.8)
    if not equals or not close or (len(close) > 1 and close[0] != written):
        return None
    known = plain[close[0]]
    return _rest_of_line(line, 1, keyword, known, f"write {known}=")


def fixed_status(document: Document) -> Fix | None:
    """Return what fixes a status that is a known one but for its capitals and blanks."""
    entry = document.header[STATUS]
    for known in STATUS_VALUES:
        if entry.text.strip().casefold() == known.casefold():
            return _new_value(STATUS, entry, known)
    return None


def fixed_number(document: Document, keyword: str) -> Fix | None:
    """Return what gives a header line the number that the checksum asks for.

    All other lines and the checksum must be sound, and the number must be a possible one.
    """
    entry = document.header.get(keyword)
    if keyword == CHECKSUM:
        value = _sum(document)
        if value is None or not _is_range_plausible(document):
            return None
    else:
        stripped = b"" if entry is None else entry.value.strip()
        value = int(stripped) if is_number(stripped) else None
        if value is None or not _fits(document, keyword, value):
            value = _missing_number(document, keyword)
        if value is None or not _fits(document, keyword, value):
            return None
    if entry is not None:
        return _new_value(keyword, entry, str(value))
    order = list(HEADER_PLACES)
    later = [
        known.line
        for name, known in document.header.items()
        if order.index(name) > order.index(keyword)
    ]
    lines = [known.line for known in (*document.copies.values(), *document.boards.values())]
    place = min(later or lines, default=None)
    return None if place is None else new_line(place, f"{keyword}={value}")


def fixed_order_of_range(document: Document) -> Fix | None:
    """Return what lets the first and the last board change places; the checksum must hold."""
    first, last = document.header.get(FROM_BOARD), document.header.get(TO_BOARD)
    if first is None or last is None or document.number(CHECKSUM, -1) != _sum(document):
        return None
    edits = (
        _new_value(FROM_BOARD, first, last.text).edits
        + _new_value(TO_BOARD, last, first.text).edits
    )
    summary = f"write From board={last.text}, To board={first.text}"
    return Fix(summary=summary, edits=tuple(sorted(edits, key=lambda edit: edit.line)))


def fixed_header_checksum(document: Document) -> Fix | None:
    """Return what puts the header's checksum right, if its range can be believed."""
    value = _sum(document)
    if value is None or not _is_range_plausible(document):
        return None
    entry = document.header[CHECKSUM]
    width = len(entry.value) if entry.value.startswith(b"0") else 0
    return _new_value(CHECKSUM, entry, f"{value:0{width}}")


def _sum(document: Document, without: str | None = None) -> int | None:
    """Return what the header's lines come to, one left out; `None` where another is unsound."""
    if document.status not in STATUS_VALUES:
        return None
    for keyword in _SUMMED:
        entry = document.header.get(keyword)
        if keyword == without or (entry is None and keyword == DEALING_METHOD):
            continue
        if entry is None or not is_number_of(keyword, entry.value):
            return None
    return header_checksum(
        status=document.status,
        duplicates=0 if without == DUPLICATES else document.number(DUPLICATES, 0),
        first=0 if without == FROM_BOARD else document.number(FROM_BOARD, 0),
        last=0 if without == TO_BOARD else document.number(TO_BOARD, 0),
        method=0 if without == DEALING_METHOD else document.number(DEALING_METHOD, 1),
        next_board=0 if without == NEXT_BOARD else document.number(NEXT_BOARD, 0),
    )


def _missing_number(document: Document, keyword: str) -> int | None:
    rest = _sum(document, without=keyword) if keyword in _SUMMED else None
    total = document.header.get(CHECKSUM)
    if rest is None or total is None or not is_number(total.value):
        return None
    return rest ^ int(total.value)


def _fits(document: Document, keyword: str, value: int) -> bool:
    """Return whether a number is valid in a header line beside the others."""
    low, high = NUMBER_RANGES[keyword] if keyword in _SUMMED else (0, 0)
    if not low <= value <= high:
        return False
    first = value if keyword == FROM_BOARD else document.number(FROM_BOARD, 1)
    last = value if keyword == TO_BOARD else document.number(TO_BOARD, 99)
    if keyword == DUPLICATES:
        return value <= _MAX_SETS
    if keyword == NEXT_BOARD:
        return value == 0 or first <= value <= last
    return keyword not in {FROM_BOARD, TO_BOARD} or _is_dealt(document, first, last)


def _is_range_plausible(document: Document) -> bool:
    boards = document.range
    return boards is not None and _is_dealt(document, boards[0], boards[-1])


def _is_dealt(document: Document, first: int, last: int) -> bool:
    """Return whether a range is that of the boards dealt.

    It begins and ends with a deal, and outside it are placeholders; there may be some in gaps.
    Where no board is a placeholder, as the dealing program itself leaves none, the counters show
    the range: then each board of it, and no other, was dealt.
    """
    dealt = [number for number in BOARD_NUMBERS if document.letters_of(number) != PLACEHOLDER]
    if len(dealt) == len(BOARD_NUMBERS):
        dealt = [number for number in BOARD_NUMBERS if document.copies_of(number)]
        return dealt == list(range(first, last + 1))
    return bool(dealt) and (dealt[0], dealt[-1]) == (first, last)


# The boards -------------------------------------------------------------------------------


def is_proven(document: Document, board: int, checksum: int, copies: int | None = None) -> bool:
    """Return whether a checksum proves the letters of a board.

    Args:
        document: the file.
        board: the board's number.
        checksum: the checksum in the file.
        copies: the counter; that of the file if not given.
    """
    letters = document.boards[board].value[:26].lower()
    if not is_deal(letters):
        return False
    count = document.copies_of(board) if copies is None else copies
    return board_checksum(letters, board, count) == checksum


def fixed_board_checksum(document: Document, board: int, found: int) -> Fix | None:
    """Return what puts a board's checksum right, if it proves the letters with another counter."""
    copies = document.copies_of(board)
    for other in (0, copies - 1):
        is_letter = (copies ^ other) in _ONE_LETTER
        if 0 <= other < copies and not is_letter and is_proven(document, board, found, other):
            entry = document.boards[board]
            expected = board_checksum(entry.value[:26], board, copies)
            summary = f"write {expected:03}; {found:03} goes with Duplicates {board:02}={other}"
            return _rest_of_line(entry.line, 36, f"{found:03}", f"{expected:03}", summary)
    return None


def fixed_letters(document: Document, board: int) -> Fix | None:
    """Return what writes a board's letters small, if its checksum proves them."""
    entry = document.boards[board]
    digits = entry.value[26:]
    if len(digits) != 3 or not digits.isdigit() or not is_proven(document, board, int(digits)):
        return None
    letters = entry.value[:26].decode("latin-1")
    return _rest_of_line(entry.line, 10, letters, letters.lower(), "write the letters small")


def fixed_digits(document: Document, board: int) -> Fix | None:
    """Return what makes three digits of a board's checksum, with nothing behind them."""
    entry = document.boards[board]
    tail = entry.value[26:]
    digits = tail[:3] if tail[:3].isdigit() else tail.strip()
    if not is_number(digits) or not is_proven(document, board, int(digits)):
        return None
    old = entry.text[26:]
    return _rest_of_line(
        entry.line, 36, old, f"{int(digits):03}", f"end the line with {int(digits):03}"
    )


def fixed_copies(document: Document, board: int) -> Fix | None:
    """Return what gives a board the counter that its checksum asks for.

    The counter must be one that other boards have, or that of a board dealt once more.
    """
    line = document.boards.get(board)
    if line is None or len(line.value) != 29 or not line.value[26:].isdigit():
        return None
    entry = document.copies.get(board)
    letters = line.value[:26]
    count = board_checksum(letters, board, 0) ^ int(line.value[26:])
    others = [document.copies_of(number) for number in document.copies if number != board]
    if count > max(others, default=0) + 1 or not is_proven(
        document, board, int(line.value[26:]), count
    ):
        return None
    keyword = f"Duplicates {board:02}"
    if entry is not None:
        return _new_value(keyword, entry, str(count))
    known = document.properties.get(board)
    place = line.line if known is None or known.line > line.line else known.line
    return new_line(place, f"{keyword}={count}")


def fixed_property(document: Document, board: int) -> Fix | None:
    """Return what gives a board its Property line, if that of all other boards is the same."""
    line, copies = document.boards.get(board), document.copies.get(board)
    values = {entry.value for entry in document.properties.values()}
    if values != {b"1"} or line is None or copies is None or line.line != copies.line + 1:
        return None
    return new_line(line.line, f"Property {board:02}=1")


# The layout -------------------------------------------------------------------------------


def fixed_order(document: Document, places: Iterable[tuple[int, int]]) -> Fix | None:
    """Return the fix that puts lines into their order.

    Args:
        document: the file; each of its lines must be known and unique.
        places: the place of each line, by its index, in the order of the file.
    """
    now = list(places)
    wanted = sorted(now, key=lambda pair: pair[1])
    changed = [number for number, pair in enumerate(now) if pair != wanted[number]]
    if not changed:
        return None
    begin, end = changed[0], changed[-1]
    lines = [document.lines[index] for index, _ in wanted[begin : end + 1]]
    if not all(line.isascii() and line.endswith((b"\n", b"\r")) for line in lines):
        return None
    text = "".join(line.rstrip(b"\r\n").decode("ascii") + "\n" for line in lines)
    first, last = now[begin][0] + 1, now[end][0] + 1
    edit = TextEdit(line=first, column=1, end_line=last + 1, end_column=1, text=text)
    return Fix(summary=f"put the lines {first} to {last} into their order", edits=(edit,))


def fixed_end(document: Document) -> Fix | None:
    """Return the fix that adds the end of the last line, if that line is complete."""
    last = document.lines[-1]
    board = document.boards.get(BOARD_NUMBERS[-1])
    is_last = board is not None and board.line == len(document.lines)
    tail = b"" if board is None else board.value[26:]
    is_complete = is_last and len(tail) == 3 and tail.isdigit()
    if not is_complete or not is_proven(document, BOARD_NUMBERS[-1], int(tail)):
        return None
    line, column = len(document.lines), len(last) + 1
    edit = TextEdit(line=line, column=column, end_line=line, end_column=column, text="\n")
    return Fix(summary="end the last line", edits=(edit,))
