"""What the dealing program itself writes into its file while it deals.

A driver of a dealing machine uses these; they touch nothing but the counters, the next board and
the checksums that follow.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from overtrick.framework.contexts import ReadContext
from overtrick.framework.spec import API_VERSION
from overtrick_dlm import overtrick_formats
from overtrick_dlm.document import (
    DUPLICATES,
    FROM_BOARD,
    NEXT_BOARD,
    TO_BOARD,
    Document,
)
from overtrick_dlm.parsing import parse_document


@attrs.frozen(kw_only=True)
class Header:
    """What a session needs to know of a DLM file before it deals.

    Attributes:
        status: Show, Edit or Sealed.
        duplicates: how many sets are to be dealt in automatic mode, 0 for no limit.
        first_board: the lowest board, 1 to 99.
        last_board: the highest board, 1 to 99.
        next_board: the lowest board that still requires dealing, 0 for none noted.
        suppresses_deals: whether the hands are not to be shown.
        copies: how often each board from first to last was dealt.
    """

    status: str
    duplicates: int
    first_board: int
    last_board: int
    next_board: int
    suppresses_deals: bool
    copies: Mapping[int, int]

    @property
    def is_sealed(self) -> bool:
        """Whether nobody may see the hands."""
        return self.status == "Sealed"


def _parse(data: bytes) -> Document:
    (spec,) = overtrick_formats(API_VERSION)
    return parse_document(data, ReadContext(spec).issue)


def read_header(data: bytes) -> Header:
    """Return what a DLM file says of its set.

    Raises:
        ParseError: a line is missing or cannot be read (the codes of `parse_document`).
        InconsistentDataError: a line stands twice.

    Example:
        >>> from overtrick_dlm.parsing import TEMPLATE
        >>> read_header(TEMPLATE).last_board
        1
    """
    document = _parse(data)
    first, last = document.number(FROM_BOARD, 1), document.number(TO_BOARD, 99)
    return Header(
        status=document.status,
        duplicates=document.number(DUPLICATES, 0),
        first_board=first,
        last_board=last,
        next_board=document.number(NEXT_BOARD, 0),
        suppresses_deals=document.suppresses_deals,
        copies={number: document.copies_of(number) for number in range(first, last + 1)},
    )


def set_copies_dealt(data: bytes, copies: Mapping[int, int]) -> bytes:
    """Return the file with how often some boards were dealt, all checksums following.

    `Next board to duplimate` moves as the dealing program moves it: where the file limits
    the sets (`Duplicates` above 0) and some board has reached that number, it becomes the lowest
    board of the range that has not; 0 where every board has. Without a limit it stays.

    Args:
        data: the whole file.
        copies: the number of copies dealt, 0 to 255, by board number, 1 to 99.

    Raises:
        ParseError: a line is missing or cannot be read (the codes of `parse_document`).
        InconsistentDataError: a line stands twice.
        ValueError: a board or number outside its range.

    Example:
        >>> from overtrick_dlm.parsing import TEMPLATE
        >>> changed = set_copies_dealt(TEMPLATE, {1: 2})
        >>> read_header(changed).copies
        {1: 2}
        >>> set_copies_dealt(changed, {1: 0}) == TEMPLATE
        True

    Source: DLM paper §1.3.5 (Next board to duplimate), §1.3.7 (Duplicates NN).
    """
    document = _parse(data)
    for number, count in copies.items():
        if not (1 <= number <= 99 and 0 <= count <= 255):
            msg = f"board {number} with {count} copies: boards are 1 to 99, copies 0 to 255"
            raise ValueError(msg)
        document.set_copies(number, count)
    limit = document.number(DUPLICATES, 0)
    if limit:
        numbers = range(document.number(FROM_BOARD, 1), document.number(TO_BOARD, 99) + 1)
        dealt = [document.copies_of(number) >= limit for number in numbers]
        if any(dealt):
            open_boards = (number for number, done in zip(numbers, dealt, strict=True) if not done)
            document.set_number(NEXT_BOARD, next(open_boards, 0))
    document.refresh_checksums()
    return document.to_bytes()
