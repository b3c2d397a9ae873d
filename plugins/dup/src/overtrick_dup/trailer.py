"""The last ten bytes of a DUP record: five fields about the whole set of boards.

Source: Convert page ("Byte 147 gives the answer to ..."); which records
carry the trailer is as observed: all of them (Big Deal 2.0), or the first with NULs behind it.
"""

from __future__ import annotations

from typing import Final

import attrs

TRAILER_LENGTH: Final = 10
TRAILER_START: Final = 146

# Name, first byte and end within the trailer, as the messages call it.
_NUMBERS: Final = (("lowest board", 2, 5), ("copies", 5, 7), ("highest board", 7, 10))


@attrs.frozen(kw_only=True)
class Trailer:
    """The five fields of a trailer.

    Attributes:
        random: the answer to "Random hands?".
        backwards: the answer to "Backwards counting".
        lowest: the lowest board number of the set.
        copies: the copies of each board, 0 to 99; `None` where the field is blank.
        highest: the highest board number of the set; `None` where the field is blank.
    """

    random: bool
    backwards: bool
    lowest: int
    copies: int | None
    highest: int | None

    def to_bytes(self) -> bytes:
        r"""Return the ten bytes: numbers left aligned and padded with blanks.

        Example:
            >>> Trailer(random=True, backwards=False, lowest=1, copies=1, highest=32).to_bytes()
            b'YN1  1 32 '
        """
        copies = "" if self.copies is None else str(self.copies)
        highest = "" if self.highest is None else str(self.highest)
        flags = "NY"[self.random] + "NY"[self.backwards]
        return f"{flags}{self.lowest:<3}{copies:<2}{highest:<3}".encode()


def is_blank(data: bytes) -> bool:
    """Return whether bytes are only blanks and NULs."""
    return not data.strip(b" \0")


def parse_trailer(data: bytes) -> tuple[Trailer | None, str]:
    """Return the trailer of ten bytes, or `None` and the name of the first bad field.

    Lower-case letters and numbers that are not left aligned are read.

    Example:
        >>> parse_trailer(b"YN1  0 16 ")[0].highest
        16
        >>> parse_trailer(b"YX1  0 16 ")
        (None, 'backwards counting')
    """
    flags = data[:2].upper()
    if flags[:1] not in (b"Y", b"N"):
        return None, "random hands"
    if flags[1:] not in (b"Y", b"N"):
        return None, "backwards counting"
    numbers: list[int | None] = []
    for name, start, end in _NUMBERS:
        text = data[start:end].strip(b" \0")
        if text and not text.isdigit():
            return None, name
        numbers.append(int(text) if text else None)
    lowest, copies, highest = numbers
    if not lowest:
        return None, "lowest board"
    if highest is not None and highest < lowest:
        return None, "highest board"
    trailer = Trailer(
        random=flags[:1] == b"Y",
        backwards=flags[1:] == b"Y",
        lowest=lowest,
        copies=copies,
        highest=highest,
    )
    return trailer, ""
