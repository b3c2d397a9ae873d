"""Join the small parts of an archive: the output depends only on the rows and their order.

The boards of a year are put in the order of their dates meanwhile, so that a question about some
weeks reads the parts of these weeks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pyarrow as pa

from overtrick_archive.store import PART_ROWS, Manifest, Store, StoredPart
from overtrick_archive.tables import BOARDS, SCHEMAS, TABLES, UNDATED, YEAR, order_of

_Key = tuple[str, str | None]
"""A table, and for `boards` the year in its folder's name."""


@attrs.define(kw_only=True)
class Compacted:
    """The result of joining parts.

    Attributes:
        before: how many parts there were.
        after: how many there are.
        bytes_before: how many bytes they had.
        bytes_after: how many they have.
    """

    before: int
    after: int
    bytes_before: int
    bytes_after: int

    def to_dict(self) -> dict[str, object]:
        """Return the result as an object for `json.dumps`."""
        return attrs.asdict(self)


def compact(
    path: str | os.PathLike[str],
    *,
    watch: Callable[[int, int], None] = lambda done, total: None,
) -> Compacted:
    """Join the small parts of an archive.

    The rows of each table keep their order, but for the boards of each year, which are put in the
    order of their dates (as texts; those of one date keep theirs). They are divided anew: every
    part but the last one is full. So an archive to which the same files were added in the
    same order ends as the same bytes, however many times it took, as long as no file was replaced.
    Full parts in their right place are not touched; a second time nothing is done.

    One table, or one year of boards, is put into the archive at a time: a killed process leaves
    the archive intact, partly joined, and the next run removes unfinished parts. A program that
    opened the archive before may get an error that a part is gone; opening it again helps.

    Args:
        path: the archive's folder.
        watch: called with the rows that are done and that there are.

    Raises:
        ArchiveError: the folder is no archive, or a part is damaged.
        FileNotFoundError: there is none.
        LockedError: another program adds to it.
        OSError: the folder or the disk refuses.

    Example:
        >>> import tempfile
        >>> from overtrick_archive import add
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     added = add(Path(folder, "club"), [])
        ...     compact(Path(folder, "club")).after
        0
    """
    store = Store(Path(path))
    store.manifest()  # one that is not there is not made
    with store.held() as first:
        manifest = first
        done, total = 0, sum(manifest.rows(table) for table in TABLES)
        for key, parts in _divided(manifest):
            after = _with(manifest, key, tuple(_joined(store, key, parts)))
            if after != manifest:
                store.replace_manifest(after)
                store.remove(manifest, after)
                manifest = after
            done += sum(part.rows for part in parts)
            watch(done, total)
    return Compacted(
        before=len(list(first.parts())),
        after=len(list(manifest.parts())),
        bytes_before=sum(part.bytes for part in first.parts()),
        bytes_after=sum(part.bytes for part in manifest.parts()),
    )


def joined(store: Store, manifest: Manifest, table: str) -> Manifest:
    """Return the manifest with the parts of a table joined as by `compact`.

    Args:
        store: the folder; it is held.
        manifest: what it holds.
        table: one without years.

    Raises:
        ArchiveError: a part is damaged.
        OSError: the folder or the disk refuses.
    """
    key = (table, None)
    after = _with(manifest, key, tuple(_joined(store, key, list(manifest.tables[table]))))
    if after != manifest:
        store.replace_manifest(after)
        store.remove(manifest, after)
    return after


def _key_of(table: str, part: StoredPart) -> _Key:
    if table != BOARDS:
        return table, None
    return table, part.path.split("/")[1].removeprefix(f"{YEAR}=")


def _order(key: _Key) -> tuple[bool, str]:
    """Return the sort key of a year of boards: undated ones come last."""
    year = key[1] or ""
    return year == UNDATED, year


def _divided(manifest: Manifest) -> list[tuple[_Key, list[StoredPart]]]:
    """Return the parts of each table, and of each year of boards, in order."""
    found: dict[_Key, list[StoredPart]] = {}
    for table, parts in manifest.tables.items():
        for part in parts:
            found.setdefault(_key_of(table, part), []).append(part)
    return sorted(found.items(), key=lambda item: (TABLES.index(item[0][0]), _order(item[0])))


def _with(manifest: Manifest, key: _Key, parts: tuple[StoredPart, ...]) -> Manifest:
    """Return the manifest with new parts for a key, and the years of its table in order."""
    table = key[0]
    others = [part for part in manifest.tables[table] if _key_of(table, part) != key]
    kept = sorted((*others, *parts), key=lambda part: _order(_key_of(table, part)))
    return Manifest({**manifest.tables, table: tuple(kept)})


def _joined(store: Store, key: _Key, parts: list[StoredPart]) -> Iterator[StoredPart]:
    """Yield parts of the same rows, each full except the last; boards by date."""
    table, year = key
    ends = np.cumsum([part.rows for part in parts])
    total = int(ends[-1]) if parts else 0
    order = np.arange(total)
    if table == BOARDS:
        dates = [store.read(part, ["date"])["date"].combine_chunks() for part in parts]
        sorted_ = order_of(pa.chunked_array(dates, pa.string()))
        order = order if sorted_ is None else sorted_
    done = 0
    for end, part in zip(ends.tolist(), parts, strict=True):
        is_full = part.rows == PART_ROWS or (end == total and part.rows < PART_ROWS)
        if not is_full or (order[done:end] != np.arange(done, end)).any():
            break
        yield part  # it is in its place
        done = end
    rows = _Rows(store, table, parts, ends)
    for start in range(done, total, PART_ROWS):
        yield store.put(table, rows.at(order[start : start + PART_ROWS]), year)


_Places = np.ndarray[Any, np.dtype[np.int64]]


class _Rows:
    """The rows of some parts, by their overall place.

    Args:
        store: the folder.
        table: the parts' table.
        parts: which.
        ends: how many rows there are up to the end of each.
    """

    def __init__(
        self, store: Store, table: str, parts: Sequence[StoredPart], ends: _Places
    ) -> None:
        self._store = store
        self._schema = SCHEMAS[table]
        self._parts = parts
        self._ends = ends
        self._last: tuple[int, pa.Table] | None = None  # what one leaves the next one begins with

    def at(self, places: _Places) -> pa.Table:
        """Return rows in the given order."""
        ascending = np.sort(places)
        sources = np.searchsorted(self._ends, ascending, side="right")
        found = [self._schema.empty_table()]
        for source in np.unique(sources).tolist():
            here = ascending[sources == source] - (self._ends[source] - self._parts[source].rows)
            found.append(self._part(source).take(pa.array(here)))
        rows = pa.concat_tables(found)
        if (ascending == places).all():
            return rows
        # The index of each named row among the fetched ones.
        return rows.take(pa.array(np.searchsorted(ascending, places)))

    def _part(self, number: int) -> pa.Table:
        if self._last is None or self._last[0] != number:
            # By its columns: what a reader notes beside a schema is not to be written again.
            columns = self._store.read_sound(self._parts[number]).select(self._schema.names).columns
            self._last = number, pa.Table.from_arrays(columns, schema=self._schema)
        return self._last[1]
