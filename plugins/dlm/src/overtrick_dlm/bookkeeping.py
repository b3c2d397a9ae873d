"""What the dealing program itself writes into its file while it deals.

`DealCounterSpec` names it, so whoever drives a dealing machine keeps the counters of a DLM
file without knowing one. Nothing but the counters, the next board and the checksums is touched.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Mapping
from typing import Final

from overtrick.plugin import API_VERSION, FormatSpec, ReadContext
from overtrick_dlm import overtrick_formats
from overtrick_dlm.document import (
    DUPLICATES,
    NEXT_BOARD,
    Document,
)
from overtrick_dlm.parsing import ignore, parse_document
from overtrick_dlm.reader import read


@functools.cache
def _spec() -> FormatSpec:
    (spec,) = overtrick_formats(API_VERSION)
    return spec


def _parse(data: bytes) -> Document:
    """Return the lines of a file that has no error: new checksums must not hide one."""
    for _ in read(io.BytesIO(data), ReadContext(_spec())):
        pass
    return parse_document(data, ignore)


def _boards(document: Document) -> list[int]:
    """Return the boards that are there to be dealt: those of the range, without placeholders."""
    boards = document.range
    assert boards is not None  # noqa: S101  # a file without errors has a range
    return [number for number in boards if not document.is_placeholder(number)]


class DlmDealCounter:
    """Keeps the counters `Duplicates NN` of a DLM file."""

    def counters(self, data: bytes) -> dict[int, int]:
        """Return how often each board from first to last was dealt, 0 to 255, by its number.

        Placeholders are not boards; they have no counter.

        Args:
            data: the complete file.

        Raises:
            ParseError: a line is missing or cannot be read (the codes of the reader).
            InconsistentDataError: a checksum is wrong, or lines contradict each other.

        Example:
            >>> from overtrick_dlm.parsing import TEMPLATE
            >>> BOOKKEEPER.counters(TEMPLATE)
            {}
        """
        document = _parse(data)
        return {number: document.copies_of(number) for number in _boards(document)}

    def with_counters(self, data: bytes, counters: Mapping[int, int]) -> bytes:
        """Return the file with how often some boards were dealt, all checksums following.

        `Next board to duplimate` moves as the dealing program moves it: where the file limits
        the sets (`Duplicates` above 0) and some board has reached that number, it becomes the
        lowest board of the range that has not; 0 where every board has. Without a limit it stays.

        Args:
            data: the complete file.
            counters: the number of copies dealt, 0 to 255, by board number, 1 to 99.

        Raises:
            ParseError: a line is missing or cannot be read (the codes of the reader).
            InconsistentDataError: a checksum is wrong, or lines contradict each other.
            ValueError: a board or number outside its range, or a board that is a placeholder.

        Example:
            >>> from overtrick_dlm.parsing import TEMPLATE
            >>> old, new = b"aaaaaabffffffkkkkkklpppppp019", b"fnbkmmincldklcfcofoiefnapm019"
            >>> file = TEMPLATE.replace(b"Board 01=" + old, b"Board 01=" + new)
            >>> changed = BOOKKEEPER.with_counters(file, {1: 2})
            >>> BOOKKEEPER.counters(changed)
            {1: 2}
            >>> BOOKKEEPER.with_counters(changed, {1: 0}) == file
            True

        Source: DLM paper §1.3.5 (Next board to duplimate), §1.3.7 (Duplicates NN).
        """
        document = _parse(data)
        for number, count in counters.items():
            if not (1 <= number <= 99 and 0 <= count <= 255):
                msg = f"board {number} with {count} copies: boards are 1 to 99, copies 0 to 255"
                raise ValueError(msg)
            if count and document.is_placeholder(number):
                msg = f"board {number} is a placeholder and cannot have been dealt"
                raise ValueError(msg)
            document.set_copies(number, count)
        limit = document.number(DUPLICATES, 0)
        if limit:
            boards = _boards(document)
            left = [number for number in boards if document.copies_of(number) < limit]
            if len(left) < len(boards):
                document.set_number(NEXT_BOARD, left[0] if left else 0)
        document.refresh_checksums()
        return document.to_bytes()


BOOKKEEPER: Final = DlmDealCounter()
"""The deal counter that the declaration of the format names."""
