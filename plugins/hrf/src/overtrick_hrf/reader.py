"""Read HRF, the hand record files of Duplimate's Convert program.

A record is the board number and four hands, suit letters with ranks, in 128 bytes. Known variants:
none; no file in this format has been found. So this reader takes what the one published sample
allows: records of 128 bytes whatever fills them, one record a line (also broken into several), and
records that run together as the sample is printed.

Source: Convert page, part HRF FORMAT. The padding of the record and the
width of the number are not documented: what is done here is an assumption.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import attrs

from overtrick import Board, Deal, Extras, Location, Source
from overtrick_hrf.hands import (
    HANDS_LENGTH,
    NUMBER,
    RECORD_LENGTH,
    Fault,
    format_record,
    parse_hands,
)

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

_FILLING: Final = b" \0\r\n\x1a"
_LINE_ENDS: Final = b"\r\n"
_WINDOW: Final = 512
"""More bytes than a record has in any layout."""


@attrs.define
class _Bytes:
    """The file, with a lookahead."""

    source: BinaryIO
    ahead: bytes = b""
    offset: int = 0

    def peek(self, count: int) -> bytes:
        while len(self.ahead) < count:
            piece = self.source.read(count - len(self.ahead))
            if not piece:
                break
            self.ahead += piece
        return self.ahead[:count]

    def take(self, count: int) -> bytes:
        piece = self.peek(count)
        self.ahead = self.ahead[len(piece) :]
        self.offset += len(piece)
        return piece


@attrs.frozen(kw_only=True)
class _Place:
    """The place of a record."""

    ctx: ReadContext
    offset: int
    record: int
    number: int | None = None

    def issue(self, code: str, at: int, **values: str | int) -> None:
        board = self.record if self.number is None else self.number
        fields: dict[str, Any] = dict(values)  # any, since `issue` has keywords of other types
        self.ctx.issue(code, offset=self.offset + at, board=board, record=self.record, **fields)

    def report(self, fault: Fault, start: int) -> None:
        self.issue(
            fault.code,
            start + fault.at,
            seat=fault.seat,
            found=fault.found,
            expected=fault.expected,
        )


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards in the order of the file.

    A damaged record comes out, in `collect` mode, as a board without a deal, or not at all if
    its number cannot be read either.
    """
    data = _Bytes(source)
    head = data.peek(2 * RECORD_LENGTH)
    ctx.refuse_wide(head)
    layout = find_layout(head)
    if layout == "lines crlf":
        ctx.report_doubled_ends(head)
    if layout != "blanks":
        ctx.header = Extras({"hrf:source": layout})
    if layout in ("blanks", "nuls"):
        yield from _read_records(data, ctx, layout)
    else:
        yield from _read_text(data, ctx, layout)


def find_layout(head: bytes) -> str:
    """Return the layout of a file's records (see `hands.LAYOUTS`).

    Args:
        head: its first bytes, enough for two records.
    """
    record, after = head[:RECORD_LENGTH], head[RECORD_LENGTH:]
    if len(record) == RECORD_LENGTH and b"\n" not in record and b"\r" not in record:
        filling = record[HANDS_LENGTH:]
        # A record of 128 bytes ends in blanks, and no line end follows.
        if not filling[-32:].strip(b" \0") and after[:1] not in (b"\r", b"\n"):
            return "nuls" if filling.endswith(b"\0") else "blanks"
    end = head.find(b"\n")
    if end >= 0:
        return "lines crlf" if head[end - 1 : end] == b"\r" else "lines lf"
    return "joined"


def _shown(data: bytes) -> str:
    return "".join(chr(c) if 32 <= c < 127 else f"\\x{c:02x}" for c in data)


def _board(place: _Place, number: int | None, deal: Deal | None, raw: bytes, layout: str) -> Board:
    source = None
    if deal is not None and number is not None and raw != format_record(number, deal, layout):
        source = Source(format="hrf", text=raw.decode("latin-1"))
    return Board(
        number=number,
        **({} if number is None else place.ctx.implied(number)),
        deal=deal,
        origin=Location(path=place.ctx.path, offset=place.offset, board=number),
        source=source,
    )


def _read_number(raw: bytes, place: _Place) -> tuple[int | None, int]:
    """Return the board number at the beginning of a record, and the start of the hands."""
    match = NUMBER.match(raw)
    if match is None:
        place.issue("HRF012", 0, found=_shown(raw[:12]))
        return None, 0
    number = int(match[1])
    if number == 0:
        place.issue("HRF026", match.start(1))
        return None, match.end()
    return number, match.end()


def _read_records(data: _Bytes, ctx: ReadContext, layout: str) -> Iterator[Board]:
    record = 0
    while raw := data.take(RECORD_LENGTH):
        place = _Place(ctx=ctx, offset=data.offset - len(raw), record=record + 1)
        if len(raw) < RECORD_LENGTH and not _is_readable_end(raw, place):
            return
        record += 1
        number, start = _read_number(raw, place)
        place = _Place(ctx=ctx, offset=place.offset, record=record, number=number)
        deal = None
        if start:
            content = raw[start:].rstrip(_FILLING)
            deal, length, faults = parse_hands(content.upper().decode("latin-1"))
            for fault in faults:
                place.report(fault, start)
            extra = content[length:].lstrip(_FILLING)
            if deal is not None and extra:
                at = start + len(content) - len(extra)
                place.issue("HRF014", at, found=_shown(extra[:20]))
        if number is not None or deal is not None:
            yield _board(place, number, deal, raw, layout)


def _is_readable_end(raw: bytes, place: _Place) -> bool:
    """Return whether an incomplete last record is readable; report it otherwise."""
    content = raw.rstrip(_FILLING)
    match = NUMBER.match(content)
    if match is not None and len(content) >= match.end() + HANDS_LENGTH:
        place.issue("HRF015", len(content))
        return True
    if not content:
        return False
    if match is not None:
        place.issue("HRF011", 0, have=len(raw))
    else:
        place.issue("HRF010", 0, have=len(raw), found=_shown(raw[:12]))
    return False


def _read_text(data: _Bytes, ctx: ReadContext, layout: str) -> Iterator[Board]:
    record = 0
    while True:
        window = data.peek(_WINDOW)
        filling = len(window) - len(window.lstrip(_FILLING))
        if filling:
            data.take(filling)
            continue
        if not window:
            return
        record += 1
        place = _Place(ctx=ctx, offset=data.offset, record=record)
        number, start = _read_number(window, place)
        place = _Place(ctx=ctx, offset=place.offset, record=record, number=number)
        deal, length = _deal_in(window[start:]) if start else (None, 0)
        if deal is not None:
            length = _with_line_end(window, start + length, place, layout)
        else:
            length = _report_damage(window, start, place, layout)
        raw = data.take(length)
        if number is not None or deal is not None:
            yield _board(place, number, deal, raw, layout)
        if not length:
            # Where the next record begins cannot be told.
            place.issue("HRF013", 0)
            return


def _deal_in(window: bytes) -> tuple[Deal | None, int]:
    """Return the deal at the start of a window, and its length including line ends."""
    letters = window.translate(None, _LINE_ENDS)[:HANDS_LENGTH].upper().decode("latin-1")
    deal, length, _ = parse_hands(letters)
    if deal is None:
        return None, 0
    at = 0
    for end, value in enumerate(window, 1):
        at += value not in _LINE_ENDS
        if at == length:
            return deal, end
    return None, 0


def _with_line_end(window: bytes, end: int, place: _Place, layout: str) -> int:
    """Return the end of a record: with its line, or at the start of the next one."""
    if layout == "joined":
        return end
    line = window.find(b"\n", end) + 1
    rest = window[end:line] if line else window[end:]
    if not rest.strip(_FILLING):
        return line or len(window)
    if NUMBER.match(rest):
        return end  # several records in one line
    extra = rest.lstrip(_FILLING)
    place.issue("HRF014", end + len(rest) - len(extra), found=_shown(extra.rstrip()[:20]))
    return line or len(window)


def _report_damage(window: bytes, start: int, place: _Place, layout: str) -> int:
    """Report the faults of the hands; return the length of the damaged line, or 0."""
    line = window.find(b"\n") + 1
    if start:
        content = window[start : line or len(window)].rstrip(_FILLING)
        faults = parse_hands(content.upper().decode("latin-1"))[2]
        for fault in faults:
            at_end = fault.code == "HRF021" and not line
            if at_end:
                place.issue("HRF011", 0, have=len(window))
            else:
                place.report(fault, start)
    return 0 if layout == "joined" else line or len(window)
