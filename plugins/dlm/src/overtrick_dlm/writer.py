"""Writes DLM files that the dealing program accepts.

A file that was DLM before is changed line by line, so that unchanged lines keep their bytes. Any
other source gets a new file of 99 boards, with placeholders (a complete suit in each hand) for
those not given. The reader omits placeholders; more than a few between boards are refused, because
the dealing program would deal them.

Source: DLM paper §1.3, §1.4; the new file's layout is that of Big Deal and ECats (observed).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO, Final

from overtrick import Board, Extras, Field, LossKind, Seat, Severity, Vulnerability
from overtrick.plugin import WriteContext, field_value
from overtrick_dlm.diagnostics import CODES
from overtrick_dlm.document import (
    BOARD_NUMBERS,
    CRYPTO_KEY,
    DEALING_METHOD,
    DUPLICATES,
    FROM_BOARD,
    HEADLINE,
    NEXT_BOARD,
    NUMBER_RANGES,
    PRINTOUTS,
    STATUS,
    TO_BOARD,
    Document,
    in_ranges,
)
from overtrick_dlm.letters import PLACEHOLDER, STATUS_VALUES, encode_letters
from overtrick_dlm.options import WriteOptions
from overtrick_dlm.parsing import parse_document, template_document
from overtrick_dlm.seal import is_sealed

_FOLLOWS: Final = "in DLM it follows from the board number"
_PLACEHOLDER: Final = (
    "a whole suit in each hand is a placeholder in DLM; it is read with -O placeholders=keep"
)


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write boards 1 to 99; nothing is written if one of them cannot be.

    Raises:
        WriteError: a board without a number (`DLM050`), two boards of one number (`DLM054`), no
            board (`DLM055`), a headline or setting that the file cannot hold (`DLM052`), more
            missing numbers than may be filled with placeholders (`DLM056`).
    """
    deals: dict[int, tuple[bytes, Board]] = {}
    for board in boards:
        number = board.number
        if number is None:
            ctx.issue("DLM050", label=board.label)
            return
        if number in deals:
            ctx.issue("DLM054", board=board)
        _report_table(board, number, ctx)
        deals[number] = (encode_letters(ctx.deal_of(board)), board)
    if not deals:
        ctx.issue("DLM055")
    document, is_new = _base(ctx.header)
    _set_boards(document, deals, ctx, is_new=is_new)
    _set_header(document, ctx)
    document.refresh_checksums()
    sink.write(document.to_bytes())


def _report_table(board: Board, number: int, ctx: WriteContext) -> None:
    for field, value, usual in (
        (Field.DEALER, board.dealer, Seat.dealer_of(number)),
        (Field.VULNERABILITY, board.vulnerability, Vulnerability.of_board(number)),
    ):
        if value is None:
            ctx.lose(board, field, _FOLLOWS, LossKind.DEFAULTED)
        elif value != usual:
            ctx.lose(board, field, _FOLLOWS)


def _base(header: Extras) -> tuple[Document, bool]:
    """Return the source's own lines, or those of a new file, and whether it is new.

    The source's lines are kept only where their layout has no error, so that every line that must
    follow an edit is there, once.
    """
    source = header.text("dlm:source")
    if source is not None:
        found: list[str] = []
        document = parse_document(
            source.encode("latin-1", "replace"), lambda code, /, **_: found.append(code)
        )
        if not any(CODES[code].severity is Severity.ERROR for code in found):
            return document, False
    return template_document(), True


def _set_boards(
    document: Document, deals: dict[int, tuple[bytes, Board]], ctx: WriteContext, *, is_new: bool
) -> None:
    """Put the boards into the file, placeholders for those it lacks, and its range."""
    before = frozenset() if is_new else frozenset(document.range or ())
    sound = frozenset(filter(document.is_deal, BOARD_NUMBERS))
    # What the file itself has as placeholders was reported when it was read.
    unused = frozenset() if is_new else frozenset(filter(document.is_placeholder, BOARD_NUMBERS))
    for number, (letters, board) in deals.items():
        document.set_letters(number, letters)
        _set_copies(document, number, board, ctx)
        if document.is_placeholder(number) and number not in unused:
            # The board does not come back at all.
            for field in (Field.NUMBER, Field.DEALER, Field.VULNERABILITY, Field.DEAL):
                if field_value(board, field) is not None:
                    ctx.lose(board, field, _PLACEHOLDER)
    first, last = min(deals), max(deals)
    read = frozenset(BOARD_NUMBERS) if ctx.header.get("dlm:all_boards:source") else before
    dealt = {number for number in deals if not document.is_placeholder(number)}
    if before and before <= unused | deals.keys() and dealt == (read & sound) - unused:
        # The same boards: the range of the file holds, whatever else it takes in.
        first, last = min(before), max(before)
    else:
        document.set_number(FROM_BOARD, first)
        document.set_number(TO_BOARD, last)
    inside = range(first, last + 1)
    for number in BOARD_NUMBERS:
        if number in deals:
            continue
        if number in before or number in inside or number not in sound:
            # A board that the source had and the target has not must not stay behind, nor may
            # damaged letters, which no checksum makes a deal.
            document.set_letters(number, PLACEHOLDER)
            document.set_copies(number, 0)
        else:
            document.set_copies(number, document.copies_of(number))
    _check_gaps({*inside} - deals.keys() - (unused & before), first, last, ctx)


def _check_gaps(gaps: set[int], first: int, last: int, ctx: WriteContext) -> None:
    """Report numbers for which there is no board, and refuse more of them than are allowed."""
    limit = ctx.options(WriteOptions).max_placeholders
    if gaps:
        if len(gaps) > limit:
            ctx.issue("DLM056", count=len(gaps), first=first, last=last, limit=limit)
        ctx.issue("DLM053", boards=in_ranges(gaps), first=first, last=last)


def _set_copies(document: Document, number: int, board: Board, ctx: WriteContext) -> None:
    copies = board.extras.get("dlm:duplicates", 0)
    if not isinstance(copies, int) or not 0 <= copies <= 255:
        ctx.issue("DLM052", board=board, what="number of copies dealt", found=copies)
        return
    document.set_copies(number, copies)
    value = board.extras.get("dlm:property", "1")
    if number in document.properties:
        document.set_property(number, _encode(str(value), "property", ctx))
    elif value != "1":
        ctx.lose(board, Field.EXTRAS, "the file has no Property lines")


def _set_header(document: Document, ctx: WriteContext) -> None:
    options, header = ctx.options(WriteOptions), ctx.header
    if ctx.is_sealed and not is_sealed(header):
        header = header.with_items({"dlm:status": "Sealed"})
    headline = options.headline if options.headline is not None else header.text("dlm:headline", "")
    if headline != _headline_of(document):
        document.set_text(HEADLINE, _encode(str(headline), "headline", ctx))
    status = str(options.status or header.text("dlm:status", "Show"))
    if status not in STATUS_VALUES:
        # One that is missing hides nothing; one that is unknown may have hidden the hands.
        status = "Sealed" if is_sealed(Extras({"dlm:status": status})) else "Show"
    document.set_text(STATUS, status.encode())
    duplicates = options.duplicates
    if duplicates is None:
        duplicates = _number(header, "dlm:duplicates", DUPLICATES, 0, ctx)
    elif not 0 <= duplicates <= 99:
        ctx.issue("DLM052", what="number of sets to deal (0 to 99)", found=duplicates)
    document.set_number(DUPLICATES, duplicates)
    document.set_number(NEXT_BOARD, _number(header, "dlm:next_board", NEXT_BOARD, 0, ctx))
    if DEALING_METHOD in document.header:
        method = _number(header, "dlm:dealing_method", DEALING_METHOD, 1, ctx)
        document.set_number(DEALING_METHOD, method)
    for keyword in (PRINTOUTS, CRYPTO_KEY):
        if keyword in document.header:
            document.set_number(keyword, document.number(keyword, 0))
    document.set_startup(_startup(options, header, ctx))


def _headline_of(document: Document) -> str:
    entry = document.header.get(HEADLINE)
    return "" if entry is None else entry.text


def _number(header: Extras, key: str, keyword: str, default: int, ctx: WriteContext) -> int:
    """Return a number of the header's extras; they may come from a file of any format."""
    value = header.get(key, default)
    low, high = NUMBER_RANGES[keyword]
    if not isinstance(value, int) or not low <= value <= high:
        ctx.lose(None, Field.HEADER, f"not a number from {low} to {high}", extra=key)
        return default
    return int(value)


def _encode(text: str, what: str, ctx: WriteContext) -> bytes:
    """Return text as the dealing program's Windows reads it, one line.

    Source: CP1252 is inferred from the program's platform; no published specification.
    """
    if re.search(r"[\x00-\x1f\x7f]", text):
        ctx.issue("DLM052", what=what, found=text)
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        ctx.issue("DLM052", what=what, found=text)
        raise


def _startup(
    options: WriteOptions, header: Extras, ctx: WriteContext
) -> list[tuple[str, str]] | None:
    if options.startup is None:
        kept = header.get("dlm:startup")
        if not isinstance(kept, tuple):
            return None
        pairs = [(str(pair[0]), str(pair[1])) for pair in kept
                 if isinstance(pair, tuple) and len(pair) == 2]  # fmt: skip
        for name, value in pairs:
            _encode(f"{name}={value}", "start-up setting", ctx)
        return pairs
    if options.startup.lower() == "none":
        return None
    settings = []
    for text in filter(None, options.startup.split(";")):
        name, equals, value = text.strip().partition("=")
        if not equals or not name:
            ctx.issue("DLM052", what="start-up setting (Name=Value)", found=text)
        _encode(text, "start-up setting", ctx)
        settings.append((name, value))
    return settings
