"""The deal counters of a file: each copy dealt by this session is added exactly once.

Some formats record how often each board was dealt; such a format declares a deal counter.
Several sessions may deal one file at once, on several machines. So a counter is never set to what
one session thinks: under a lock, it is read, what this session dealt and has not added yet is
added, and the file is replaced. The added copies are recorded in the session's journal as its
share. Files of other formats have no counter; then the journal is all there is.
"""

from __future__ import annotations

import errno
import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import attrs

from overtrick import OvertrickError
from overtrick.plugin import (
    DealCounter,
    FileState,
    Guard,
    file_of,
    read_content,
    replace_content,
    resolve,
)
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger
from overtrick_duplimate_device.session.sharing import Change, SharedFile, digest

_TRIES: Final = 5


class GuardedCounter:
    """A format's deal counter; its failures become errors.

    Args:
        format: the name of the format.
        reference: its deal counter.

    Raises:
        PluginLoadError: the deal counter cannot be imported.
    """

    def __init__(self, format: str, reference: str) -> None:  # the word that users know
        self._keeper: DealCounter = resolve(reference)
        what = f"the deal counter of {format!r}"
        self._guard = Guard(what, reference, typed=(OvertrickError, OSError, ValueError))

    def counters(self, data: bytes) -> Mapping[int, int]:
        """Return the deal count of each board of a file."""
        with self._guard:
            return dict(self._keeper.counters(data))

    def with_counters(self, data: bytes, counters: Mapping[int, int]) -> bytes:
        """Return the file with the counters of some boards set."""
        with self._guard:
            return bytes(self._keeper.with_counters(data, counters))


@attrs.frozen
class FileCounters:
    """The counters of a file.

    Attributes:
        path: the file; one that is compressed stays so.
        deal_counter: its format's, or `None` where the format counts nothing.
    """

    path: Path
    deal_counter: DealCounter | None

    def read(self) -> dict[int, int]:
        """Return the file's counters by board; empty if the format has none.

        Raises:
            OvertrickError: the file is not intact.
            OSError: it cannot be read.
        """
        if self.deal_counter is None:
            return {}
        return dict(self.deal_counter.counters(read_content(self.path)))

    def replace(self, data: bytes, *, since: FileState) -> None:
        """Replace the file's content atomically; the caller holds its lock.

        Args:
            data: the new content.
            since: the file's state before the content was read of which the new one is made.

        Raises:
            OSError: the folder or disk refuses; `EBUSY` where a program that takes no lock changed
                the file since.
        """
        replace_content(self.path, data, since=since)


@attrs.frozen(kw_only=True)
class Count:
    """The result of an update of the counters.

    Attributes:
        others_counted: whether another program changed the counters meanwhile.
        is_locked: whether other sessions were kept out.
        ahead: counters by board that are above the journal's without an explanation; nothing was
            added to them.
        behind: boards whose counters are below those that the journal wrote down last.
    """

    others_counted: bool = False
    is_locked: bool = True
    ahead: Mapping[int, int] = attrs.field(factory=dict)
    behind: tuple[int, ...] = ()


OthersCounted = Callable[[Mapping[int, int]], Mapping[int, int]]
"""A function that returns the copies by board added by other sessions since some counters."""


def keep_counters(
    counters: FileCounters,
    ledger: Ledger,
    boards: Iterable[int],
    note: Callable[[Entry], None],
    others: OthersCounted | None = None,
) -> Count:
    """Add the copies dealt by this session and not yet counted to the file's counters.

    A process may be killed at any moment, and the change is then repeated: the next holder of the
    lock determines whether the file was replaced.

    Args:
        counters: the file's.
        ledger: what this session dealt, and its share in the counters so far.
        boards: which ones to look at.
        note: writes an entry into the journal and applies it to the ledger.
        others: where it is given, unexplained counters are left as they are.

    Raises:
        LockedError: another program holds the file's lock.
        OvertrickError: the file is not intact.
        OSError: it cannot be read or replaced.
        ValueError: a counter would be more than the format can hold.
    """
    for left in range(_TRIES - 1, -1, -1):
        try:
            return _keep_counters(counters, ledger, boards, note, others)
        except OSError as error:
            # Another program edits the file without the lock: its result is counted anew.
            if error.errno != errno.EBUSY or not left:
                raise
    raise AssertionError


def _keep_counters(
    counters: FileCounters,
    ledger: Ledger,
    boards: Iterable[int],
    note: Callable[[Entry], None],
    others: OthersCounted | None,
) -> Count:
    keeper, path = counters.deal_counter, counters.path
    if keeper is None:
        return Count()
    with SharedFile(path) as shared:
        state = FileState.of(file_of(path))
        data = read_content(path)
        found = dict(keeper.counters(data))
        shared.log.settle(data, found)
        _hear(shared, data, found, ledger, note)
        known = [board for board in boards if board in found]
        ahead = {} if others is None else _ahead(found, ledger, known, others)
        behind = tuple(board for board in known if found[board] < ledger.counted.get(board, 0))
        shares = {board: ledger.copies(board) for board in known if board not in ahead}
        changed = {
            board: found[board] + share - ledger.shares.get(board, 0)
            for board, share in shares.items()
            if share != ledger.shares.get(board, 0)
        }
        if not changed:
            return Count(is_locked=shared.is_locked, ahead=ahead, behind=behind)
        others_counted = any(found[board] != ledger.counted.get(board, 0) for board in changed)
        target = keeper.with_counters(data, changed)
        change = Change(secrets.token_hex(8), digest(data), digest(target), changed)
        for board in changed:
            note(_counting(board, shares[board], change))
        shared.log.begin(change)
        try:
            counters.replace(target, since=state)
        except OSError as error:
            if error.errno == errno.EBUSY:
                shared.log.claim(change.token)  # it was not made, for sure
            raise
        for board, value in changed.items():
            note(_counted(board, value, shares[board]))
        shared.log.claim(change.token)
        return Count(
            others_counted=others_counted, is_locked=shared.is_locked, ahead=ahead, behind=behind
        )


def _ahead(
    found: Mapping[int, int], ledger: Ledger, boards: Iterable[int], others: OthersCounted
) -> dict[int, int]:
    """Return the counters above the journal's that no other session explains."""
    above = {b: found[b] for b in boards if found[b] > ledger.counted.get(b, 0)}
    if not above:
        return {}
    explained = others(ledger.counted)
    return {
        board: value
        for board, value in above.items()
        if value > ledger.counted.get(board, 0) + explained.get(board, 0)
    }


def _hear(
    shared: SharedFile,
    data: bytes,
    found: Mapping[int, int],
    ledger: Ledger,
    note: Callable[[Entry], None],
) -> None:
    """Record the outcome of the change during which this session was killed."""
    for board, counting in sorted(ledger.counting.items()):
        is_made = shared.log.settled.get(counting.token)
        value = found.get(board, 0)
        if is_made is None:
            # Under a lock, a change without a record was never begun, unless
            # the journal was put back from an older copy: so a counter that is higher is still to
            # be explained. Without a lock the file itself decides.
            is_made = not shared.is_locked and digest(data) == counting.after
            value = min(value, ledger.counted.get(board, 0)) if shared.is_locked else value
        share = counting.share if is_made else ledger.shares.get(board, 0)
        note(_counted(board, value, share))
    if ledger.token in shared.log.settled:
        shared.log.claim(ledger.token)


def _counting(board: int, share: int, change: Change) -> Entry:
    return Entry(
        kind=EntryKind.COUNTING,
        board=board,
        detail={"share": share, "token": change.token, "after": change.after},
    )


def _counted(board: int, value: int, share: int) -> Entry:
    return Entry(kind=EntryKind.COUNTED, board=board, detail={"value": value, "share": share})
