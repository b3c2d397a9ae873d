"""Read DUP, the file of Duplimate's DOS program: 156 bytes a board and no line ends.

Each record has 78 digits (the BRI part), 68 bytes of sorted hands (the DGE part) and a trailer
of ten bytes about the whole set. Known variants: the trailer in every record (Big Deal 2.0), in
the first only with NULs behind it (Big Deal 1.2 and others), or blank; blanks in place of the
sorted hands of the first record (Big Deal's blind files); and, under the same suffix, lines of
78 digits.

The board numbers run from the trailer's lowest board. Dealer and vulnerability follow from them.

Source: Convert page; the variants are as observed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick import NO_EXTRAS, Board, Extras, ExtraValue, Field, Location, Source
from overtrick_dup.cards import Masks, decode_bri, encode_dge, is_sorted, to_deal
from overtrick_dup.faults import MOST_FAULTS, Place, bri_faults, disagreement, shown, split_dge
from overtrick_dup.options import ReadOptions
from overtrick_dup.records import line_layout, lines, report_rest
from overtrick_dup.trailer import TRAILER_START, Trailer, is_blank, parse_trailer

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

RECORD_LENGTH: Final = 156
_DIGITS: Final = b"0123456789"


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards in the order of the file, one record at a time.

    A damaged record comes out, in `collect` mode, as a board without a deal.
    """
    head = ctx.take(source, RECORD_LENGTH)
    options = ctx.options(ReadOptions)
    layout = line_layout(head, 78, _DIGITS)
    if layout or (len(head) == 78 and not head.strip(_DIGITS)):
        start = options.first_board or 1
        ctx.issue("DUP037", offset=0, first=start)
        ctx.header = Extras({"dup:source": layout or "lines crlf"})
        yield from read_lines(source, head, ctx, start)
        return
    if len(head) < RECORD_LENGTH:
        if head:
            _report_rest(ctx, head, 0, 1)
        return
    trailer, first = _read_first_trailer(head, ctx, options)
    yield from _read_records(source, head, ctx, trailer, first)


def _read_first_trailer(
    head: bytes, ctx: ReadContext, options: ReadOptions
) -> tuple[Trailer | None, int | None]:
    """Read the trailer of the first record; return it and the number of the first board."""
    raw = head[TRAILER_START:]
    if is_blank(raw):
        first = options.first_board or 1
        if options.first_board is None:
            ctx.issue("DUP035", offset=TRAILER_START, board=1, first=first)
        return None, first
    trailer, field = parse_trailer(raw)
    if trailer is None:
        ctx.issue("DUP030", offset=TRAILER_START, record=1, field=field, found=shown(raw))
        return None, options.first_board
    expected = trailer.to_bytes()
    if raw != expected:
        ctx.issue(
            "DUP034", offset=TRAILER_START, record=1, found=shown(raw), expected=shown(expected)
        )
    if trailer.backwards:
        ctx.issue("DUP031", offset=TRAILER_START + 1)
    items: dict[str, ExtraValue] = {}
    # What every new file says is left out: random hands, counted upwards, one copy or none set.
    if not trailer.random:
        items["dup:random"] = False
    if trailer.backwards:
        items["dup:backwards"] = True
    if trailer.copies is not None and trailer.copies > 1:
        items["dup:copies"] = trailer.copies
    # The ten bytes themselves, so that they are written back as they stand.
    items["dup:source"] = raw.decode("latin-1")
    ctx.header = Extras(items)
    return trailer, trailer.lowest if options.first_board is None else options.first_board


def _read_records(
    source: BinaryIO, head: bytes, ctx: ReadContext, trailer: Trailer | None, first: int | None
) -> Iterator[Board]:
    path = ctx.path
    wants_order = ctx.wants_any(Field.EXTRAS)
    number = first
    record = 0
    common = head[TRAILER_START:]
    # A blank trailer is no usual one: each record's own bytes are kept.
    usual = None if is_blank(common) else common
    for offset, data in ctx.records(source, RECORD_LENGTH, head=head, short=None):
        if len(data) < RECORD_LENGTH:
            _report_rest(ctx, data, offset, record + 1)
            break
        record += 1
        part = data[:78]
        masks = decode_bri(part)
        extras, kept = NO_EXTRAS, None
        if masks is None or encode_dge(masks) != data[78:146] or data[146:] != usual:
            place = Place(ctx=ctx, offset=offset, record=record, number=number)
            masks = examine(data, masks, place)
            kept = Source(format="dup", text=data.decode("latin-1"))
            raw = data[TRAILER_START:]
            if record > 1 and raw != usual and not is_blank(raw):
                place.issue("DUP032", TRAILER_START, found=shown(raw))
        if wants_order and masks is not None and not is_sorted(part):
            extras = Extras({"dup:order": part.decode("ascii")})
        if number == 100:
            ctx.issue("DUP036", offset=offset, board=number)
        yield Board(
            number=number,
            **({} if number is None else ctx.implied(number)),
            deal=None if masks is None else to_deal(masks),
            extras=extras,
            origin=Location(path=path, offset=offset, board=number),
            source=kept,
        )
        if number is not None:
            number += 1
    if trailer is not None and trailer.highest is not None:
        count = trailer.highest - trailer.lowest + 1
        if count != record:
            ctx.issue(
                "DUP033",
                offset=TRAILER_START,
                lowest=trailer.lowest,
                highest=trailer.highest,
                count=record,
            )


def examine(data: bytes, masks: Masks | None, place: Place) -> Masks | None:
    """Report the faults in the two parts of a record; return its hands if they are sound.

    Args:
        data: the record.
        masks: what its BRI part says, `None` where that is no deal.
        place: where the record stands.
    """
    if masks is None:
        report_bri(data[:78], place)
    part = data[78:146]
    if is_blank(part):
        if place.ctx.checking:
            place.issue("DUP029", 78)
        return masks
    dge = examine_dge(part, place, 78)
    if masks is None or dge is None:
        return None
    if dge != masks:
        place.issue("DUP027", 0, cards=disagreement(masks, dge))
        return None
    return masks


def examine_dge(part: bytes, place: Place, start: int = 0) -> Masks | None:
    """Report the faults of 68 bytes of sorted hands; return the hands if they are sound."""
    masks, faults = split_dge(part)
    # What makes the part unreadable comes before what is only out of order.
    faults.sort(key=lambda fault: fault.code == "DUP028")
    for fault in faults[:MOST_FAULTS]:
        place.report(fault, start)
    return masks


def report_bri(part: bytes, place: Place) -> None:
    """Report the first faults of 78 bytes that are no deal."""
    for fault in islice(bri_faults(part), MOST_FAULTS):
        place.report(fault)


def _report_rest(ctx: ReadContext, rest: bytes, offset: int, record: int) -> None:
    begins_well = not rest[:78].strip(_DIGITS)
    report_rest(
        ctx, rest, offset=offset, record=record, length=RECORD_LENGTH, begins_well=begins_well
    )


def read_lines(source: BinaryIO, head: bytes, ctx: ReadContext, first: int) -> Iterator[Board]:
    """Yield the boards of a file of lines with 78 digits each."""
    for offset, line, record, content in lines(source, head, 78, ctx):
        place = Place(ctx=ctx, offset=offset, record=record, number=first + record - 1, line=line)
        masks = decode_bri(content) if content else None
        if content and masks is None:
            report_bri(content, place)
        yield numbered_board(place, masks, content)


def numbered_board(
    place: Place, masks: Masks | None, digits: bytes = b"", source: Source | None = None
) -> Board:
    """Return a board with the values implied by its number.

    Args:
        place: where it stands; the number must be known.
        masks: the hands, `None` where they cannot be read.
        digits: its BRI part, whose order of cards is kept where it is not the sorted one.
        source: the record as it stands, if it must be kept.
    """
    number = place.number or 1
    extras = NO_EXTRAS
    if masks is not None and digits and not is_sorted(digits):
        extras = Extras({f"{place.ctx.spec.name}:order": digits.decode("ascii")})
    return Board(
        number=number,
        **place.ctx.implied(number),
        deal=None if masks is None else to_deal(masks),
        extras=extras,
        origin=Location(path=place.ctx.path, line=place.line, offset=place.offset, board=number),
        source=source,
    )
