"""Reads DLM, the document format of the Duplimate dealing program (Jannersten Förlag).

An INI-like text of CRLF lines: a header with a checksum, then for each of 99 boards how often
it was dealt and 26 letters with a checksum, then optional start-up settings. Known variants: the
program's own `[DOCUMENT]` with `Dealing method` and `Property NN` lines and real deals in all 99
boards; the `[Document]` of ECats, the EBU and Big Deal, with complete suits in unused boards; LF
line ends; `Status=Sealed` (Big Deal). The model's dealer and vulnerability follow from the number.

Source: DLM paper; facts beyond it are marked as observed where they are used.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from overtrick import NO_EXTRAS, Board, Deal, Extras, ExtraValue, Fix, Location
from overtrick.plugin import ReadContext, has_doubled_ends
from overtrick_dlm.document import (
    BOARD_NUMBERS,
    CHECKSUM,
    CRYPTO_KEY,
    DEALING_METHOD,
    DUPLICATES,
    FROM_BOARD,
    HEADLINE,
    MAX_COPIES,
    NEXT_BOARD,
    NUMBER_RANGES,
    PRINTOUTS,
    STATUS,
    TO_BOARD,
    Document,
    Entry,
    in_ranges,
    is_copies,
    is_number,
    is_number_of,
)
from overtrick_dlm.fixing import (
    fixed_board_checksum,
    fixed_copies,
    fixed_digits,
    fixed_header_checksum,
    fixed_letters,
    fixed_number,
    fixed_order_of_range,
    fixed_status,
)
from overtrick_dlm.letters import (
    ALPHABET,
    STATUS_VALUES,
    board_checksum,
    decode_letters,
)
from overtrick_dlm.options import ReadOptions
from overtrick_dlm.parsing import parse_document, slipped_status
from overtrick_dlm.seal import is_sealed

MAX_FILE_BYTES: Final = 1 << 20
"""The maximum number of bytes that is read; a file of 99 boards has some 7,000."""

MAX_LINES: Final = 1000
"""No DLM file comes near this many lines; each may be a finding, which costs far more than it."""

UNDOUBLED: Final = Fix(summary="end each line with CR and LF", edits=())
"""What is done about line ends of CR, CR and LF."""


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards from `From board` to `To board`, or all 99 with `all_boards`.

    Placeholders are left out unless `placeholders` is `keep`.
    A board whose letters are sound but whose checksum is not still comes out in `collect` mode.
    """
    options = ctx.options(ReadOptions)
    data = source.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        ctx.issue("DLM002", offset=MAX_FILE_BYTES, limit=MAX_FILE_BYTES, unit="bytes")
        return
    if not has_few_lines(data):
        ctx.issue("DLM002", line=MAX_LINES + 1, limit=MAX_LINES, unit="lines")
        return
    ctx.refuse_wide(data)
    document = parse_document(data, ctx.issue)
    if document.is_foreign:
        return
    if has_doubled_ends(data):
        ctx.issue("CORE022", line=1, fix=UNDOUBLED)
    # Before the first finding: the header states whether findings may name cards.
    ctx.header = _header_extras(document, data, all_boards=options.all_boards)
    ctx.is_sealed = is_sealed(ctx.header)
    if not _check_header(document, ctx, options):
        return
    wanted = BOARD_NUMBERS if options.all_boards else document.range or ()
    deals = {number: _check_board(document, number, ctx) for number in BOARD_NUMBERS}
    _check_range(document, ctx)
    omitted = _omitted(document, wanted, ctx) if options.placeholders == "omit" else frozenset()
    path = ctx.path
    for number in wanted:
        deal = deals[number]
        if deal is not None and number not in omitted:
            yield Board(
                number=number,
                **ctx.implied(number),
                deal=deal,
                extras=_board_extras(document, number),
                origin=Location(path=path, line=document.boards[number].line, board=number),
            )


def has_few_lines(data: bytes) -> bool:
    """Return whether a file has at most `MAX_LINES` lines; their ends are CR LF, LF or CR."""
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n") <= MAX_LINES


def _check_header(document: Document, ctx: ReadContext, options: ReadOptions) -> bool:
    """Report what is wrong in the header; return whether the boards can be read at all."""
    header = document.header
    status = header.get(STATUS)
    if status is not None and status.text not in STATUS_VALUES:
        ctx.issue(
            "DLM006",
            line=status.line,
            column=8,
            end_column=8 + len(status.text),
            found=f"Status={status.text}"[:60],
            fix=fixed_status(document),
        )
    sound = status is None or status.text in STATUS_VALUES
    for keyword, (low, high) in NUMBER_RANGES.items():
        entry = header.get(keyword)
        if entry is not None and not is_number_of(keyword, entry.value):
            column = len(keyword) + 2
            ctx.issue(
                "DLM007",
                line=entry.line,
                column=column,
                end_column=column + len(entry.text),
                fix=fixed_number(document, keyword),
                keyword=keyword,
                low=low,
                high=high,
                found=entry.text[:40],
            )
            sound = False
    first, last = document.number(FROM_BOARD, 0), document.number(TO_BOARD, 0)
    if first > last > 0:
        line = header[TO_BOARD].line
        fix = fixed_order_of_range(document)
        ctx.issue("DLM008", line=line, first=first, last=last, fix=fix)
    if CHECKSUM in header and sound and document.is_regular:
        found_sum, expected = document.number(CHECKSUM, -1), document.expected_checksum()
        if found_sum != expected:
            entry = header[CHECKSUM]
            ctx.issue(
                "DLM009",
                line=entry.line,
                column=10,
                end_column=10 + len(entry.text),
                fix=fixed_header_checksum(document),
                expected=expected,
                found=found_sum,
            )
    printouts = header.get(PRINTOUTS)
    if printouts is not None and is_number(printouts.value) and int(printouts.value):
        _unusual(ctx, printouts, PRINTOUTS, "0")
    return _check_crypto_key(document, ctx, options)


def _check_crypto_key(document: Document, ctx: ReadContext, options: ReadOptions) -> bool:
    entry = document.header.get(CRYPTO_KEY)
    if entry is None or (is_number(entry.value) and int(entry.value) == 0):
        return True
    if options.ignore_crypto_key:
        ctx.issue("DLM011", line=entry.line, found=entry.text[:40])
        return True
    ctx.issue("DLM010", line=entry.line, found=entry.text[:40])
    return False


def _unusual(ctx: ReadContext, entry: Entry, keyword: str, usual: str) -> None:
    ctx.issue("DLM036", line=entry.line, keyword=keyword, usual=usual, found=entry.text[:40])


def _check_board(document: Document, number: int, ctx: ReadContext) -> Deal | None:
    """Report what is wrong with a board's lines; return its deal where its cards are sound."""
    copies = document.copies.get(number)
    if copies is not None and not is_copies(copies.value):
        ctx.issue(
            "DLM007",
            line=copies.line,
            column=15,
            end_column=15 + len(copies.text),
            board=number,
            fix=fixed_copies(document, number),
            keyword=f"Duplicates {number:02}",
            low=0,
            high=MAX_COPIES,
            found=copies.text[:40],
        )
    entry = document.properties.get(number)
    if entry is not None and entry.value != b"1":
        _unusual(ctx, entry, f"Property {number:02}", "1")
    entry = document.boards.get(number)
    if entry is None:
        return None
    value, line = entry.value, entry.line
    letters, checksum = value[:26], value[26:]
    if (
        len(letters) != 26
        or letters.strip(ALPHABET)
        or checksum[:1].strip(ALPHABET) != checksum[:1]
    ):
        _bad_letters(document, number, ctx)
        return None
    masks = decode_letters(letters)
    counts = tuple(mask.bit_count() for mask in masks)
    if counts != (13, 13, 13, 13):
        text = "-".join(str(count) for count in counts)
        ctx.issue("DLM026", line=line, column=10, end_column=36, board=number, counts=text)
        return None
    _check_checksum(document, number, letters, checksum, ctx)
    return Deal.from_masks(*masks)


def _bad_letters(document: Document, number: int, ctx: ReadContext) -> None:
    """Report the fault in a text that should be 26 letters a to p."""
    value, line = document.boards[number].value, document.boards[number].line
    run = value.rstrip(b"0123456789").decode("latin-1")
    if run.lower() != run and len(run) == 26 and not run.lower().strip(ALPHABET.decode()):
        fix = fixed_letters(document, number)
        ctx.issue("DLM023", line=line, column=10, end_column=36, board=number, found=run, fix=fix)
        return
    odd = next((place for place, c in enumerate(value[:26]) if c not in ALPHABET), None)
    if odd is not None and not value[odd : odd + 1].isdigit():
        found = value[odd : odd + 1].decode("latin-1")
        column = 10 + odd
        ctx.issue(
            "DLM025", line=line, column=column, end_column=column + 1, board=number, found=found
        )
        return
    count = len(value) - len(value.lstrip(ALPHABET)) if odd is None else odd
    end = 10 + len(run)
    ctx.issue("DLM024", line=line, column=10, end_column=end, board=number, count=count)


def _check_checksum(
    document: Document, number: int, letters: bytes, checksum: bytes, ctx: ReadContext
) -> None:
    line = document.boards[number].line
    digits, rest = checksum[:3], checksum[3:]
    if len(digits) != 3 or not digits.isdigit():
        found = checksum[:20].decode("latin-1")
        end, fix = 36 + max(len(found), 1), fixed_digits(document, number)
        ctx.issue(
            "DLM028", line=line, column=36, end_column=end, board=number, found=found, fix=fix
        )
        return
    if rest:
        found = rest[:20].decode("latin-1")
        end, fix = 39 + len(rest), fixed_digits(document, number)
        ctx.issue(
            "DLM012", line=line, column=39, end_column=end, board=number, found=found, fix=fix
        )
        return
    copies = document.copies_of(number)
    expected = board_checksum(letters, number, copies)
    if int(digits) != expected:
        ctx.issue(
            "DLM027",
            line=line,
            column=36,
            end_column=39,
            board=number,
            fix=fixed_board_checksum(document, number, int(digits)),
            copies=copies,
            expected=expected,
            found=int(digits),
        )


def _check_range(document: Document, ctx: ReadContext) -> None:
    """Report a range that reaches beyond the deals at either end: it was hardly meant."""
    numbers = document.range
    if numbers is None:
        return
    head = list(itertools.takewhile(document.is_placeholder, numbers))
    tail = list(itertools.takewhile(document.is_placeholder, reversed(numbers)))
    if head or tail:
        ctx.issue(
            "DLM030",
            line=document.header[TO_BOARD].line,
            first=numbers[0],
            last=numbers[-1],
            boards=in_ranges({*head, *tail}),
        )


def _omitted(document: Document, numbers: Iterable[int], ctx: ReadContext) -> frozenset[int]:
    """Return which of some boards are placeholders, and report that they are left out."""
    omitted = frozenset(filter(document.is_placeholder, numbers))
    if omitted:
        ctx.issue(
            "DLM040",
            line=document.boards[min(omitted)].line,
            count=len(omitted),
            boards=in_ranges(omitted),
        )
    return omitted


def _header_extras(document: Document, data: bytes, *, all_boards: bool) -> Extras:
    """Return the file's metadata without the defaults of new files."""
    header = document.header
    items: dict[str, ExtraValue] = {}
    if HEADLINE in header and header[HEADLINE].value:
        items["dlm:headline"] = header[HEADLINE].text
    if STATUS not in header and slipped_status(document) not in {None, "", "Show", "Edit"}:
        # The hands may have been sealed, and a slip does not open a seal.
        items["dlm:status"] = "Sealed"
    elif document.status != "Show":
        items["dlm:status"] = document.status
    for key, keyword, usual in (
        ("dlm:duplicates", DUPLICATES, 0),
        ("dlm:dealing_method", DEALING_METHOD, 1),
        ("dlm:next_board", NEXT_BOARD, 0),
    ):
        if document.number(keyword, usual) != usual:
            items[key] = document.number(keyword, usual)
    if document.startup is not None:
        items["dlm:startup"] = tuple((name, value) for name, value, _ in document.startup)
    # The complete file, for the boards outside the range and the spelling of each line; Latin-1, so
    # that every byte is a character. It is not content, so no format reports it as lost.
    items["dlm:source"] = data.decode("latin-1")
    if all_boards:
        items["dlm:all_boards:source"] = True
    return Extras(items)


def _board_extras(document: Document, number: int) -> Extras:
    copies = document.copies_of(number)
    entry = document.properties.get(number)
    if not copies and (entry is None or entry.value == b"1"):
        return NO_EXTRAS
    items: dict[str, ExtraValue] = {"dlm:duplicates": copies} if copies else {}
    if entry is not None and entry.value != b"1":
        items["dlm:property"] = entry.text
    return Extras(items)
