"""Reading the format `cds`: a byte for the number, then two bits a card: SA HA DA CA SK ... C2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from overtrick import CARDS, Board, Card, Deal, Location
from overtrick.plugin import Confidence, Probe, ReadContext

SIZE: Final = 14


def shift_of(card: Card) -> int:
    """Return where the owner of a card stands, in bits from the end."""
    return 8 * (card.rank - 2) + 2 * card.suit


def masks_of(record: bytes) -> list[int]:
    """Return the cards of North, East, South and West as masks."""
    bits = int.from_bytes(record[1:], "big")
    masks = [0, 0, 0, 0]
    for card in CARDS:
        masks[((bits >> shift_of(card) & 3) - 1) % 4] |= 1 << card.index
    return masks


def is_sound(record: bytes) -> bool:
    """Tell whether a record gives each seat 13 cards."""
    return all(mask.bit_count() == 13 for mask in masks_of(record))


def sniff(probe: Probe) -> Confidence:
    """Tell how likely a file is of this format: each record deals 13 cards to each seat."""
    whole = len(probe.head) // SIZE
    records = [probe.head[at * SIZE : (at + 1) * SIZE] for at in range(whole)]
    if records and all(map(is_sound, records)):
        fits = probe.size is None or probe.size % SIZE == 0
        return Confidence.CERTAIN if fits else Confidence.LIKELY
    return Confidence.MAYBE if probe.suffix == ".cds" else Confidence.NO


def _records(source: BinaryIO) -> Iterator[bytes]:
    record = b""
    while piece := source.read(SIZE - len(record)):
        record += piece
        if len(record) == SIZE:
            yield record
            record = b""
    if record:
        yield record


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards of a file; a record with an error is reported and left out."""
    for position, record in enumerate(_records(source)):
        offset = position * SIZE
        if len(record) < SIZE:
            ctx.issue("CDS001", offset=offset, size=len(record))
            return
        masks = masks_of(record)
        if not is_sound(record):
            counts = ", ".join(f"{s} {m.bit_count()}" for s, m in zip("NESW", masks, strict=True))
            ctx.issue("CDS002", offset=offset, board=record[0] or None, counts=counts)
            continue
        yield Board(
            number=record[0] or None,
            deal=Deal.from_masks(*masks),
            origin=Location(path=ctx.path, offset=offset),
        )
