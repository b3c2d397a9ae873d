"""Writes DLM files that the dealing program accepts.

A file that was DLM before is changed line by line, so that what no edit touched keeps its
bytes; any other source gets a new file of 99 boards, those not given with a whole suit in each
hand.

Source: DLM paper §1.3, §1.4; the new file's layout is that of Big Deal and ECats (observed).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO, Final

from overtrick import Board, Extras, Field, LossKind, Seat, Vulnerability
from overtrick.plugin import WriteContext
from overtrick_dlm.document import (
    BOARD_NUMBERS,
    DEALING_METHOD,
    DUPLICATES,
    FROM_BOARD,
    HEADLINE,
    NEXT_BOARD,
    STATUS,
    TO_BOARD,
    Document,
)
from overtrick_dlm.letters import PLACEHOLDER, encode_letters
from overtrick_dlm.options import WriteOptions
from overtrick_dlm.parsing import ignore, parse_document, template_document

_FOLLOWS: Final = "dlm has no place for it: it follows from the board number"


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write boards 1 to 99; nothing is written if one of them cannot be.

    Raises:
        WriteError: a board without a number (`DLM050`), two boards of one number (`DLM054`), no
            board (`DLM055`), a headline or setting that cannot stand in the file (`DLM052`).
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
    document = _base(ctx.header)
    _set_boards(document, deals, ctx)
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


def _base(header: Extras) -> Document:
    """Return the source's own lines where it was a whole DLM file, else a new file's."""
    source = header.text("dlm:source")
    if source is not None:
        document = parse_document(source.encode("latin-1"), ignore)
        if document.is_regular:
            return document
    return template_document()


def _set_boards(
    document: Document, deals: dict[int, tuple[bytes, Board]], ctx: WriteContext
) -> None:
    before = range(document.number(FROM_BOARD, 1), document.number(TO_BOARD, 0) + 1)
    first, last = min(deals), max(deals)
    holes = [number for number in range(first, last + 1) if number not in deals]
    if holes:
        text = ", ".join(str(number) for number in holes)
        ctx.issue("DLM053", boards=text, first=first, last=last)
    for number in BOARD_NUMBERS:
        if number in deals:
            letters, board = deals[number]
            document.set_letters(number, letters)
            _set_copies(document, number, board, ctx)
        elif number in before or number in holes:
            # A board that the source had and the target has not must not stay behind.
            document.set_letters(number, PLACEHOLDER)
            document.set_copies(number, 0)
    # With all 99 boards read, the file's own range is not what the boards show.
    if not (ctx.header.get("dlm:all_boards:source") and len(deals) == 99):
        document.set_number(FROM_BOARD, first)
        document.set_number(TO_BOARD, last)


def _set_copies(document: Document, number: int, board: Board, ctx: WriteContext) -> None:
    copies = board.extras.get("dlm:duplicates", 0)
    if not isinstance(copies, int) or not 0 <= copies <= 255:
        ctx.issue("DLM052", board=board, what="number of copies dealt", found=copies)
        return
    document.set_copies(number, copies)
    value = board.extras.get("dlm:property", "1")
    if number in document.properties:
        document.set_property(number, str(value).encode("cp1252", "replace"))
    elif value != "1":
        ctx.lose(board, Field.EXTRAS, "the file has no Property lines")


def _set_header(document: Document, ctx: WriteContext) -> None:
    options, header = ctx.options(WriteOptions), ctx.header
    headline = options.headline if options.headline is not None else header.text("dlm:headline", "")
    if headline != _headline_of(document):
        document.set_text(HEADLINE, _encode(str(headline), "headline", ctx))
    status = options.status or header.text("dlm:status", "Show")
    document.set_text(STATUS, str(status).encode())
    duplicates = options.duplicates
    if duplicates is None:
        duplicates = _number(header, "dlm:duplicates", 0)
    if not 0 <= duplicates <= 99:
        ctx.issue("DLM052", what="number of sets to deal (0 to 99)", found=duplicates)
    document.set_number(DUPLICATES, duplicates)
    document.set_number(NEXT_BOARD, _number(header, "dlm:next_board", 0))
    if DEALING_METHOD in document.header:
        document.set_number(DEALING_METHOD, _number(header, "dlm:dealing_method", 1))
    document.set_startup(_startup(options, header, ctx))


def _headline_of(document: Document) -> str:
    entry = document.header.get(HEADLINE)
    return "" if entry is None else entry.text


def _number(header: Extras, key: str, default: int) -> int:
    value = header.get(key, default)
    return value if isinstance(value, int) else default


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
        return [(str(pair[0]), str(pair[1])) for pair in kept
                if isinstance(pair, tuple) and len(pair) == 2]  # fmt: skip
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
