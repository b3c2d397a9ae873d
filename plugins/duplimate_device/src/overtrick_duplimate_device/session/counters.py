"""The file's own counters: brought to what the journal says, never merely counted up.

Some formats say of each board how often it was dealt; such a format declares a bookkeeper. After
every board the counter is *set* to the counter before the session plus the copies that the
journal calls dealt, so doing it twice, or after a crash, changes nothing. Files of other formats
have no counter; then the journal is all there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs

from overtrick.files.sources import read_content
from overtrick.files.writing import replace_content
from overtrick.framework.protocols import Bookkeeper
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger


@attrs.frozen
class FileCounters:
    """The counters of a file.

    Attributes:
        path: the file; one that is compressed stays so.
        bookkeeper: its format's, or `None` where the format counts nothing.

    Raises:
        OvertrickError: from its methods, where the file cannot be read or is not intact.
        OSError: from its methods, where it cannot be read or replaced.
    """

    path: Path
    bookkeeper: Bookkeeper | None

    def read(self) -> dict[int, int]:
        """Return the file's counters by board; empty where the format has none."""
        if self.bookkeeper is None:
            return {}
        return dict(self.bookkeeper.counters(read_content(self.path)))

    def write(self, values: Mapping[int, int]) -> None:
        """Set some counters and replace the file atomically.

        Raises:
            ValueError: a counter is more than the format can hold.
        """
        if self.bookkeeper is None:
            return
        data = read_content(self.path)
        changed = self.bookkeeper.with_counters(data, dict(values))
        if changed != data:
            replace_content(self.path, changed)


def reconcile(counters: FileCounters, ledger: Ledger, boards: Iterable[int]) -> list[Entry]:
    """Bring the file's counters to what the ledger says.

    A counter that is neither what was last written nor what is to be written was changed by
    another program meanwhile; its value becomes the new base, so nobody's copies are lost.

    Returns:
        What to write into the journal: entries of kind `REBASED` stand before the change of
        the file and must be written with `ledger.apply` before this is called again.
    """
    found = counters.read()
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
        counters.write(wanted)
    return [
        Entry(kind=EntryKind.COUNTED, board=board, detail={"value": value})
        for board, value in wanted.items()
        if ledger.counted.get(board) != value
    ]
