"""Small parts of an archive joined: what comes out hangs on the rows and their order alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pyarrow as pa

from overtrick_archive.store import PART_ROWS, Manifest, Store, StoredPart
from overtrick_archive.tables import BOARDS, SCHEMAS, TABLES, UNDATED, YEAR

_Key = tuple[str, str | None]
"""A table, and of `boards` a year as its folder says it."""


@attrs.define(kw_only=True)
class Compacted:
    """What came of joining parts.

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
        """Return it as an object that `json.dumps` takes."""
        return attrs.asdict(self)


def compact(
    path: str | os.PathLike[str],
    *,
    watch: Callable[[int, int], None] = lambda done, total: None,
) -> Compacted:
    """Join the small parts of an archive.

    The rows of each table, and the boards of each year, keep their order, and are divided anew:
    every part but the last one is full. So an archive to which the same files were added in the
    same order ends as the same bytes, however many times it took, as long as no file was replaced.
    Full parts that stand where they belong are not touched; a second time nothing is done.

    One table, or one year of boards, is put into the archive at a time: whoever is killed leaves
    the archive whole, some of it joined, and the next one removes what was begun. Somebody who
    asks meanwhile and opened the archive before may be told that a part is gone; opening it again
    helps.

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
    """Return the manifest with the parts of a table joined as by `compact`, in the archive.

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
    """Return where boards of a year stand: those without one behind the others."""
    year = key[1] or ""
    return year == UNDATED, year


def _divided(manifest: Manifest) -> list[tuple[_Key, list[StoredPart]]]:
    """Return the parts of each table, and of each year of boards, in their order."""
    found: dict[_Key, list[StoredPart]] = {}
    for table, parts in manifest.tables.items():
        for part in parts:
            found.setdefault(_key_of(table, part), []).append(part)
    return sorted(found.items(), key=lambda item: (TABLES.index(item[0][0]), _order(item[0])))


def _with(manifest: Manifest, key: _Key, parts: tuple[StoredPart, ...]) -> Manifest:
    """Return the manifest with other parts under a key, and the years of its table in order."""
    table = key[0]
    others = [part for part in manifest.tables[table] if _key_of(table, part) != key]
    whole = sorted((*others, *parts), key=lambda part: _order(_key_of(table, part)))
    return Manifest({**manifest.tables, table: tuple(whole)})


def _joined(store: Store, key: _Key, parts: list[StoredPart]) -> Iterator[StoredPart]:
    """Yield parts of the same rows, each full but the last one."""
    table, year = key
    waiting, count = [SCHEMAS[table].empty_table()], 0
    for at, part in enumerate(parts):
        is_last = at == len(parts) - 1
        if not count and (part.rows == PART_ROWS or (is_last and part.rows < PART_ROWS)):
            yield part  # it stands where it belongs
            continue
        # By its columns: what a reader notes beside a schema is not to be written again.
        columns = store.read(part).select(SCHEMAS[table].names).columns
        waiting.append(pa.Table.from_arrays(columns, schema=SCHEMAS[table]))
        count += part.rows
        while count >= PART_ROWS:
            rows = pa.concat_tables(waiting)
            yield store.put(table, rows.slice(0, PART_ROWS), year)
            waiting, count = [rows.slice(PART_ROWS)], count - PART_ROWS
    if count:
        yield store.put(table, pa.concat_tables(waiting), year)
