"""The faults of an invalid part: slow and exact, used only for damaged records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from overtrick import CARDS, Seat
from overtrick_dup.cards import BRI_LENGTH, SUIT_BYTES, Masks

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

MOST_FAULTS: Final = 4
"""How many faults of a part are worth a message; a shifted file would have thousands."""

_RANKS: Final = b"23456789TJQKA"
_SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")


@attrs.frozen(kw_only=True)
class Fault:
    """A fault in a part of a record.

    Attributes:
        code: the diagnostic code.
        at: its place, 0-based bytes from the start of the part.
        values: what fills the code's message.
    """

    code: str
    at: int
    values: Mapping[str, Any]  # text and numbers, passed on as keywords


@attrs.frozen(kw_only=True)
class Place:
    """The place of a record, for reports.

    Attributes:
        ctx: the reader's context.
        offset: 0-based bytes from the start of the file.
        record: the 1-based position of the record.
        number: the board's number; `None` where it cannot be told.
        line: the 1-based line, in files of lines.
    """

    ctx: ReadContext
    offset: int
    record: int
    number: int | None
    line: int | None = None

    def report(self, fault: Fault, start: int = 0) -> None:
        """Report a fault in a part that begins `start` bytes into the record."""
        at = start + fault.at
        self.ctx.issue(
            fault.code,
            line=self.line,
            column=None if self.line is None else at + 1,
            offset=self.offset + at,
            board=self.record if self.number is None else self.number,
            record=self.record,
            **fault.values,
        )

    def issue(self, code: str, at: int, **values: Any) -> None:  # noqa: ANN401  # as `ctx.issue`
        """Report a finding at a byte of the record."""
        self.report(Fault(code=code, at=at, values=values))


def shown(data: bytes) -> str:
    """Return bytes for a message: as text if printable, else hexadecimal."""
    return "".join(chr(c) if 32 <= c < 127 else f"\\x{c:02x}" for c in data)


def card_name(index: int) -> str:
    """Return a card's name for a message, such as `SA`."""
    return CARDS[index].symbol


def bri_faults(part: bytes) -> Iterator[Fault]:
    """Yield all faults of 78 bytes that should be 39 different card numbers."""
    first_places: dict[int, int] = {}
    for at in range(0, BRI_LENGTH, 2):
        pair = part[at : at + 2]
        seat = Seat(at // 26).name.title()
        if not pair.isdigit():
            odd = at if not pair[:1].isdigit() else at + 1
            yield Fault(code="DUP020", at=odd, values={"seat": seat, "found": shown(pair)})
            continue
        number = int(pair)
        if not 1 <= number <= 52:
            yield Fault(code="DUP021", at=at, values={"seat": seat, "found": pair.decode()})
            continue
        if number in first_places:
            other = Seat(first_places[number] // 26).name.title()
            values = {"card": card_name(52 - number), "first": other, "second": seat}
            yield Fault(code="DUP022", at=at, values=values)
        else:
            first_places[number] = at


def split_dge(part: bytes) -> tuple[Masks | None, list[Fault]]:
    """Read 68 bytes one by one; return the hands if they are a deal, and the faults.

    Ranks that do not descend are a fault that leaves the deal readable.
    """
    faults: list[Fault] = []
    masks: list[int] = []
    suit, below = 4, 13
    seen: dict[int, str] = {}
    for at, value in enumerate(part):
        place = SUIT_BYTES.find(value)
        rank = _RANKS.find(value)
        seat = Seat(max(len(masks) - 1, 0)).name.title()
        if place == 0 and suit >= 3:
            suit, below = 0, 13
            if len(masks) == 4:
                faults.append(Fault(code="DUP024", at=at, values=_order(seat, "no fifth hand")))
                return None, faults
            masks.append(0)
        elif place > 0 and suit == place - 1:
            suit, below = place, 13
        elif place >= 0:
            expected = "spades" if suit >= 3 else _SUIT_NAMES[suit + 1]
            faults.append(Fault(code="DUP024", at=at, values=_order(seat, expected)))
            return None, faults
        elif rank < 0:
            values = {"seat": seat, "found": shown(bytes((value,)))}
            faults.append(Fault(code="DUP023", at=at, values=values))
        elif not masks:
            faults.append(Fault(code="DUP024", at=at, values=_order(seat, "spades")))
            return None, faults
        else:
            index = 13 * (3 - suit) + rank
            if index in seen:
                values = {"card": card_name(index), "first": seen[index], "second": seat}
                faults.append(Fault(code="DUP026", at=at, values=values))
            elif rank > below:
                values = {"seat": seat, "suit": _SUIT_NAMES[suit]}
                faults.append(Fault(code="DUP028", at=at, values=values))
            seen.setdefault(index, seat)
            masks[-1] |= 1 << index
            below = rank
    return _close_dge(masks, suit, faults)


def _order(seat: str, expected: str) -> dict[str, str]:
    return {"seat": seat, "expected": expected}


def _close_dge(
    masks: list[int], suit: int, faults: list[Fault]
) -> tuple[Masks | None, list[Fault]]:
    """Check the number of hands and of their cards."""
    if len(masks) < 4 or suit < 3:
        seat = Seat(max(len(masks) - 1, 0)).name.title()
        expected = _SUIT_NAMES[suit + 1] if suit < 3 else "spades"
        faults.append(Fault(code="DUP024", at=67, values=_order(seat, expected)))
        return None, faults
    if all(fault.code == "DUP028" for fault in faults):
        for seat_index, mask in enumerate(masks):
            count = mask.bit_count()
            if count != 13:
                values = {"seat": Seat(seat_index).name.title(), "count": count}
                faults.append(Fault(code="DUP025", at=17 * seat_index, values=values))
    if any(fault.code != "DUP028" for fault in faults):
        return None, faults
    north, east, south, west = masks
    return (north, east, south, west), faults


def disagreement(bri: Masks, dge: Masks) -> str:
    """Return the cards on which the two parts of a record differ, at most six a hand.

    Example:
        >>> disagreement((3, 0, 0, 0), (1, 2, 0, 0))
        'BRI gives North C3, DGE East'
    """
    holders: dict[tuple[int, int], list[str]] = {}
    for index in range(51, -1, -1):
        card = 1 << index
        one = next((seat for seat in range(4) if bri[seat] & card), -1)
        two = next((seat for seat in range(4) if dge[seat] & card), -1)
        if one != two:
            holders.setdefault((one, two), []).append(card_name(index))
    words = []
    for (one, two), cards in holders.items():
        more = " ..." if len(cards) > 6 else ""
        names = " ".join(cards[:6]) + more
        words.append(f"BRI gives {_seat(one)} {names}, DGE {_seat(two)}")
    return "; ".join(words)


def _seat(index: int) -> str:
    return "nobody" if index < 0 else Seat(index).name.title()
