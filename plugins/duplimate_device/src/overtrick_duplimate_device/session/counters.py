"""The file's own counters: brought to what the journal says, never merely counted up.

A DLM file says of each board how often it was dealt. After every board the counter is *set* to
the counter before the session plus the copies that the journal calls dealt, so doing it twice,
or after a crash, changes nothing. Files of other formats have no counter; then the journal is
all there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from overtrick.findings.errors import OvertrickError
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger


class FileChangedError(OvertrickError):
    """The file of deals is not the one that the session began with."""


class Bookkeeper(Protocol):
    """Keeps a file's counters."""

    def counters(self) -> dict[int, int]:
        """Return the file's counters by board; empty where the format has none."""

    def set(self, values: Mapping[int, int]) -> None:
        """Set counters and replace the file atomically."""


class DlmBookkeeper:
    """Keeps the counters of a DLM file.

    Raises:
        OvertrickError: from its methods, where the file cannot be read or is not intact.
        OSError: from its methods, where it cannot be read or replaced.

    Source: DLM paper 1.3.5, 1.3.6, 1.3.7.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def counters(self) -> dict[int, int]:
        """Return the counters of all boards."""
        from overtrick_dlm.bookkeeping import read_header

        return dict(read_header(self._path.read_bytes()).copies)

    def set(self, values: Mapping[int, int]) -> None:
        """Set counters; `Next board to duplimate` and the checksums follow."""
        from overtrick.files.atomic import replace_file
        from overtrick_dlm.bookkeeping import set_copies_dealt

        data = self._path.read_bytes()
        changed = set_copies_dealt(data, dict(values))
        if changed != data:
            replace_file(self._path, changed)


class NoBookkeeper:
    """For formats that have no counters."""

    def counters(self) -> dict[int, int]:
        """Return nothing."""
        return {}

    def set(self, values: Mapping[int, int]) -> None:
        """Do nothing."""


def bookkeeper_for(path: Path, format_name: str) -> Bookkeeper:
    """Return who keeps the counters of a file."""
    return DlmBookkeeper(path) if format_name == "dlm" else NoBookkeeper()


def reconcile(bookkeeper: Bookkeeper, ledger: Ledger, boards: Iterable[int]) -> list[Entry]:
    """Bring the file's counters to what the ledger says.

    A counter that is neither what was last written nor what is to be written was changed by
    another program meanwhile; its value becomes the new base, so nobody's copies are lost.

    Returns:
        What to write into the journal: entries of kind `REBASED` stand before the change of
        the file and must be written with `ledger.apply` before this is called again.
    """
    found = bookkeeper.counters()
    rebased = [
        Entry(
            kind=EntryKind.REBASED,
            board=board,
            detail={
                "value": found[board],
                "base": found[board] - (ledger.counted.get(board, 0) - ledger.base.get(board, 0)),
            },
        )
        for board in boards
        if board in found
        and found[board] not in {ledger.counted.get(board, 0), ledger.counter(board)}
    ]
    if rebased:
        return rebased
    wanted = {board: ledger.counter(board) for board in boards if board in found}
    if any(found[board] != value for board, value in wanted.items()):
        bookkeeper.set(wanted)
    return [
        Entry(kind=EntryKind.COUNTED, board=board, detail={"value": value})
        for board, value in wanted.items()
        if ledger.counted.get(board) != value
    ]
