"""Add files to an archive: find the new ones, and read them in one or several processes."""

from __future__ import annotations

import collections
import contextlib
import glob
import itertools
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

import attrs
import pyarrow as pa
import pyarrow.compute as pc

from overtrick import Diagnostic, Location, OvertrickError, Severity
from overtrick.plugin import (
    Crew,
    FileState,
    FoundFile,
    Seals,
    archive_for,
    core_finding,
    default_manager,
    file_of,
    find_files,
    keeping_archives,
    readable_suffixes,
    suffix_of,
)
from overtrick_archive.addresses import (
    Address,
    FetchError,
    fetch,
    find,
    is_address,
    named,
    shown,
    stored_name,
)
from overtrick_archive.cluster import read_by
from overtrick_archive.errors import ArchiveError
from overtrick_archive.reading import (
    LONG_FETCH,
    ReadUnit,
    RowBatch,
    hash_of,
    piece_in_archive,
    pieces_of,
    portions_of,
    read,
)
from overtrick_archive.store import PART_ROWS, Manifest, Store, StoredPart, is_archive, without
from overtrick_archive.tables import (
    BOARDS,
    FILE,
    FILES,
    FINDINGS,
    RESULTS,
    SOLVED,
    findings_of,
    made,
    order_of,
    years_of,
)
from overtrick_cli.commands import failing, no_board

GROUP_FILES: Final = 2_048
"""The maximum number of files in a commit; the other limit is `PART_ROWS` boards."""

_NO_BOARD: Final = "CORE030"  # the code of `no_board`
_NO_FORMAT: Final = "CORE051"  # the code of an undetected format
_MOST: Final = PART_ROWS  # the maximum number of buffered boards
_TABLES: Final = 4  # tables of buffered boards


@attrs.define(kw_only=True)
class Added:
    """The result of adding files.

    Attributes:
        files: how many files were read.
        same: how many were in the archive already, by the hash of their bytes.
        changed: how many of those that were read took the place of what they held before.
        boards: how many boards were read.
        findings: how many findings.
        empty: how many of those that were read have no board, and no error.
        errors: why files could not be read, or not to their end; each names its file.
        bytes: how many bytes of files were looked at, of all that there are.
        total_bytes: how many there are.
        seconds: how long it took.
    """

    files: int = 0
    same: int = 0
    changed: int = 0
    boards: int = 0
    findings: int = 0
    empty: int = 0
    errors: list[Diagnostic] = attrs.field(factory=list)
    bytes: int = 0
    total_bytes: int = 0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, object]:
        """Return the result as an object for `json.dumps`."""
        found = {**vars_of(self), "errors": [error.to_dict() for error in self.errors]}
        rate = self.boards / self.seconds if self.seconds else 0.0
        return {**found, "seconds": round(self.seconds, 3), "boards_per_second": round(rate, 1)}


def vars_of(added: Added) -> dict[str, Any]:
    """Return the counts of the result, by name."""
    return {
        field.name: getattr(added, field.name)
        for field in attrs.fields(Added)
        if field.name != "errors"
    }


def add(
    path: str | os.PathLike[str],
    sources: Iterable[str | os.PathLike[str]],
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    check: bool = False,
    retry_failed: bool = False,
    format: str | None = None,
    sealed: Seals = "refuse",
    watch: Callable[[Added], None] = lambda added: None,
) -> Added:
    """Add files to an archive, created if it is missing.

    Files are known by their full paths and the hash of their bytes: one that has not changed is
    passed over, one that has takes the place of what it held before, one that is under several
    names is read once. A file that cannot be read is a row of the table `files` with its error; one
    whose hands are sealed is left out unless `sealed` is `show`. What was
    read is in the archive after every `PART_ROWS` boards, always of complete files; a killed
    process leaves the archive in that state.

    Args:
        path: the archive's folder.
        sources: files, folders, zip and tar files and patterns (`**/*.pbn`), and addresses
            (`s3://club/**/*.pbn`, `https://...`), which need `overtrick-archive[remote]`.
        jobs: how many processes read while this one writes; the archive is the same to the byte. A
            script guards what it does with `if __name__ == "__main__":`.
        scheduler: the address of the scheduler of a Dask cluster whose workers read
            (`tcp://host:8786`), in place of other processes here; they see the files under the same
            paths and addresses. The archive is the same to the byte.
        check: whether the rules of the linter are tried as well.
        retry_failed: whether files that could not be read before are tried once more, changed or
            not: if a format was installed meanwhile, for example.
        format: the format of files whose format cannot be detected. Those that could
            not be read for that reason are read again.
        sealed: `show` adds files whose hands are not to be shown, too; else they are left out.
        watch: called now and then with what has come of it so far.

    Raises:
        ArchiveError: the folder holds something else, the archive is damaged, the cluster cannot
            be used, or what addresses need is not installed.
        LockedError: another program adds to it.
        OSError: the folder or the disk refuses.
        UnknownFormatError: no such format is installed.
        TypeError: the sources are one name, not a list of names.
        ValueError: there are both, several jobs and a scheduler.
        OptionError: a source is empty.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     add(Path(folder, "club"), []).boards
        0
    """
    if jobs != 1 and scheduler is not None:
        msg = "either several jobs or a scheduler, not both"
        raise ValueError(msg)
    if format is not None:
        default_manager().format(format)
    started = time.monotonic()
    store = Store(Path(path))
    with contextlib.ExitStack() as stack:
        # Found before the archive is held: a pattern that goes wrong changes nothing.
        found = _Found.of(named(sources), stack)
        manifest = stack.enter_context(store.held())
        adding = _Adding(
            store,
            manifest,
            found,
            is_checked=check,
            is_again=retry_failed,
            format=format,
            sealed=sealed,
        )
        pieces = adding.pieces()
        # The files of an archive are read one behind the other: it is gone through once.
        with keeping_archives():
            for piece, portions in _read(pieces, jobs, scheduler):
                adding.take(piece, portions)
                adding.added.seconds = time.monotonic() - started
                watch(adding.added)
        adding.commit()
    adding.added.seconds = time.monotonic() - started
    return adding.added


def _read(
    pieces: Iterator[ReadUnit], jobs: int, scheduler: str | None
) -> Iterator[tuple[ReadUnit, Iterable[RowBatch]]]:
    if scheduler is not None:
        for piece, portions in read_by(scheduler, pieces):
            yield piece, portions or portions_of(piece)
        return
    if jobs == 1:
        for piece in pieces:
            yield piece, portions_of(piece)
        return
    crew = Crew(read, pieces, jobs)
    try:
        crew.start()
        for piece, portions in crew.results():
            # Of a long one nothing came: here its rows are taken as they come.
            yield piece, portions or portions_of(piece)
    finally:
        crew.close()


@attrs.frozen
class _Source:
    """A file to add.

    Attributes:
        path: its full path, or the name of its address.
        size: how many bytes it has; 0 where that is not known.
        error: why it cannot be read.
        archive: the name of the archive that it is in, `None` where it is in none.
        address: where it is, `None` for one on a disk.
        place: where it is read, where that is not its path: in a copy of an archive at an address.
        file: the file on the disk, which is the archive where it is in one.
    """

    path: str
    size: int = 0
    error: Exception | None = None
    archive: str | None = None
    address: Address | None = None
    place: str | None = None
    file: str = attrs.field(
        default=attrs.Factory(lambda self: self.archive or self.path, takes_self=True)
    )


@attrs.frozen
class _Found:
    """The files to add, each once."""

    files: list[_Source]

    @classmethod
    def of(cls, sources: Iterable[str], stack: contextlib.ExitStack) -> _Found:
        """Find the files; copies of remote archives exist until the exit stack is closed."""
        files: dict[str, _Source] = {}
        for source in _sources(sources, stack):
            known = files.get(source.path)
            if known is None:
                files[source.path] = source
            elif known.address != source.address:
                why = "another address has the same name, secrets aside"
                finding = core_finding("CORE050", Location(path=source.path), why=why)
                # Neither may take the place of the other.
                files[f"{source.path}\n{len(files)}"] = attrs.evolve(
                    source, error=FetchError(finding)
                )
        return cls(list(files.values()))


def _sources(sources: Iterable[str], stack: contextlib.ExitStack) -> Iterator[_Source]:
    known: dict[str, bool] = {}
    for are_addresses, some in itertools.groupby(sources, key=is_address):
        if not are_addresses:
            for found in find_files(_named(some), default_manager()):
                if not _is_of_archive(found, known):
                    yield _measured(found)
            continue
        for source in some:
            try:
                for address in find(source):
                    if archive_for(address.shown) is None:
                        yield _Source(address.shown, address.size or 0, address=address)
                    else:
                        yield from _in_archive(address, address.url == source, stack)
            except FetchError as error:
                yield _Source(shown(source), error=error)


def _in_archive(address: Address, is_named: bool, stack: contextlib.ExitStack) -> Iterator[_Source]:
    """Yield the files of a remote archive, read from a local copy."""
    with contextlib.ExitStack() as fetching:
        try:
            fetched = fetch(address, fetching)
        except FetchError:
            # Its reader tries again, and reports the fault.
            yield _Source(address.shown, address.size or 0, address=address)
            return
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        # The suffix of its name decides, if it is damaged.
        copy = Path(folder, f"copy{PurePosixPath(address.shown.partition('?')[0]).suffix}")
        with copy.open("wb") as file:
            shutil.copyfileobj(fetched.file, file, 1 << 20)
    suffixes = readable_suffixes(default_manager())
    for found in find_files([str(copy)], default_manager()):
        path = address.shown + found.path[len(str(copy)) :]
        if found.archive is None:
            yield _Source(path, fetched.size, place=found.path, file=str(copy))
        elif is_named or suffix_of(found.path) in suffixes:
            yield _Source(
                path,
                found.size or 0,
                archive=address.shown,
                place=found.path,
                file=str(copy),
            )


_DEEP: Final = 2  # the depth of a part below its archive


def _is_of_archive(found: FoundFile, known: dict[str, bool]) -> bool:
    """Return whether a file found in a folder belongs to the archive itself."""
    if found.is_named:
        return False
    folder = os.path.abspath(file_of(found.path))  # noqa: PTH100  # text in, text out
    for _ in range(1 + _DEEP):
        folder = os.path.dirname(folder)  # noqa: PTH120  # as above
        if folder not in known:
            known[folder] = is_archive(folder)
        if known[folder]:
            return True
    return False


def _named(sources: Iterable[str]) -> Iterator[str]:
    """Yield plain paths unchanged, and the matches of patterns in alphabetical order.

    Raises:
        ArchiveError: one is an archive.
    """
    for source in sources:
        if is_archive(source):
            why = "is an archive itself: add the files that it was made of"
            msg = f"{source} {why}, or write its boards with `sql --as-boards` and add these"
            raise ArchiveError(msg)
        matches = (
            sorted(glob.glob(source, recursive=True))  # noqa: PTH207  # text in, text out
            if glob.has_magic(source) and not os.path.lexists(source)
            else []
        )
        yield from matches or [source]


def _measured(found: FoundFile) -> _Source:
    file = os.path.abspath(found.archive or found.path)  # noqa: PTH100  # text in, text out
    if found.archive is not None:
        # A name in an archive is one: no dots in it lead anywhere.
        path = file + found.path[len(found.archive) :]
        name, size = stored_name(path), found.size or 0
        place = None if name == path else path
        return _Source(name, size, archive=stored_name(file), place=place, file=file)
    # A name that is not UTF-8 is another one in the tables.
    name = stored_name(file)
    place = None if name == file else file
    if found.error is not None:
        return _Source(name, error=found.error)
    try:
        size = os.stat(file).st_size  # noqa: PTH116  # text in, text out
        return _Source(name, size, place=place, file=file)
    except OSError as error:
        return _Source(name, error=error)


class _Adding:
    """Add read portions to the archive, in the order of the files.

    The content of each part depends only on the rows, never on their reader or the time.
    """

    def __init__(
        self,
        store: Store,
        manifest: Manifest,
        found: _Found,
        *,
        is_checked: bool,
        sealed: Seals,
        is_again: bool,
        format: str | None,
    ) -> None:
        self.added = Added(total_bytes=sum(source.size for source in found.files))
        self._store = store
        self._manifest = manifest
        self._found = found
        self._is_checked = is_checked
        self._seals = sealed
        self._format = format
        # What paths hold by its hash, and how many hold it.
        self._known: dict[str, str] = {}
        # Those that are read once more, and the content of their rows.
        self._again: dict[str, tuple[str | None, _Content]] = {}
        self._failures: dict[str, tuple[str, str]] = {}
        for path, sha256, *content in _rows(store, manifest, ["path", "sha256", *_CONTENT]):
            form, encoding, boards, header, code, error = content
            # One that changed while it was read has none, and is read again.
            self._known[path] = sha256 or ""
            if (is_again and code is not None) or (format is not None and code == _NO_FORMAT):
                self._again[path] = sha256, (form, encoding, boards, header, code, error)
            elif sha256 is None:
                self._failures[path] = (code, error)
        self._fetched: set[str] = set()
        self._holders = collections.Counter(self._known.values())
        # The content values in the row of a file, by the content's hash.
        self._contents: dict[str, _Content] = {}
        self._has_loaded = False
        self._states: dict[str, tuple[str, FileState]] = {}
        self._sealed: dict[str, Diagnostic] = {}
        self._left: dict[str, str] = {}
        self._file = _File()
        self._group = _Group(store)

    def pieces(self) -> Iterator[ReadUnit]:
        """Yield the pieces to read; known files are skipped."""
        self._drop_archives()
        for source in self._found.files:
            path, size = source.path, source.size
            try:
                if source.error is not None:
                    raise source.error
                if source.address is not None:
                    yield self._remote(source, source.address)
                    continue
                state = _state_of(source.file)
                if source.archive is not None:
                    piece = piece_in_archive(path, source.place or path, size)
                else:
                    sha256 = hash_of(source.place or path)
                    piece = ReadUnit(path=path, sha256=sha256, size=size, place=source.place)
            except FetchError as problem:
                self.added.errors.append(problem.diagnostic)
                continue
            except OvertrickError as problem:
                yield from self._unread(path, size, failing(problem, path))
                continue
            except OSError as problem:
                self.added.bytes += size
                self.added.errors.append(failing(problem, path))
                continue
            if self._is_known(path, piece.sha256):
                self.added.same += 1
                self.added.bytes += size
                continue
            if self._hold(path, piece.sha256):
                yield ReadUnit(path=path, sha256=piece.sha256, size=size, is_copy=True)
                continue
            self._states[path] = (source.file, state)
            piece = attrs.evolve(
                piece, is_checked=self._is_checked, fallback=self._format, sealed=self._seals
            )
            if source.archive is not None or source.place is not None:
                is_long = piece.is_long or source.archive is None
                yield attrs.evolve(piece, is_long=is_long)
            else:
                yield from pieces_of(piece)

    def _drop_archives(self) -> None:
        """Remove the rows of archive files recorded by their own name: their members replace them.

        That is the error of one that was damaged, or its only file.
        """
        meant = {source.path for source in self._found.files}
        for archive in dict.fromkeys(source.archive for source in self._found.files):
            if archive is not None and archive in self._known and archive not in meant:
                self._let_go(archive)
                self._known.pop(archive)
                self._group.replaced.append(archive)
                if archive in self._left:
                    self._group.left.append(self._left.pop(archive))

    def _remote(self, source: _Source, address: Address) -> ReadUnit:
        """Return the piece of a remote file; its reader checks whether it changed."""
        path = source.path
        return ReadUnit(
            path=path,
            sha256="" if path in self._again else self._known.get(path, ""),
            size=source.size,
            address=address,
            is_long=source.size > LONG_FETCH,
            is_checked=self._is_checked,
            sealed=self._seals,
            fallback=self._format,
        )

    def _is_known(self, path: str, sha256: str) -> bool:
        return self._known.get(path) == sha256 and path not in self._again

    def _unread(self, path: str, size: int, failure: Diagnostic) -> Iterator[ReadUnit]:
        """Yield an unreadable file as a piece, unless the archive already records the failure."""
        if self._failures.get(path) == (failure.code, failure.message):
            self.added.same += 1
            self.added.bytes += size
            return
        self._let_go(path)
        yield ReadUnit(path=path, sha256="", size=size, failure=failure)

    def _hold(self, path: str, sha256: str) -> bool:
        """Record that a path has new content; return whether another path has the same."""
        self._let_go(path)
        self._holders[sha256] += 1
        return self._holders[sha256] > 1

    def _let_go(self, path: str) -> None:
        before = self._known.get(path)
        if before:
            self._holders[before] -= 1
            if not self._holders[before]:
                self._left[path] = before

    def take(self, piece: ReadUnit, portions: Iterable[RowBatch]) -> None:
        """Add the portions of a piece; the pieces of a file come one after the other."""
        file, group = self._file, self._group
        if piece.address is not None:
            settled = self._settled(piece, iter(portions))
            if settled is None:
                return
            piece, portions = settled
        elif piece.sha256 in self._fetched:
            # The same bytes came from an address, after it was decided who reads this one.
            piece, portions = attrs.evolve(piece, is_copy=True), ()
        for portion in portions:
            # The rest of a file after an unreadable place is ignored.
            if file.failure is None:
                self._take_rows(file, group, portion)
        self.added.bytes += piece.size
        if piece.is_last:
            self._finish(piece, file)
            self._file = _File()
            if group.is_full:
                self.commit()

    def _settled(
        self, piece: ReadUnit, portions: Iterator[RowBatch]
    ) -> tuple[ReadUnit, Iterable[RowBatch]] | None:
        """Return a fetched piece with its hash, or `None` if the archive already has it."""
        first = next(portions)
        if first.fetched is None:
            return self._not_fetched(piece, first)
        sha256, size = first.fetched
        # How long it is may be known only now.
        self.added.total_bytes += size - piece.size
        if self._is_known(piece.path, sha256):
            self.added.same += 1
            self.added.bytes += size
            return None
        # One that is read meanwhile, of which nothing was taken so far, is the copy.
        is_copy = self._hold(piece.path, sha256) and (
            sha256 in self._sealed or self._content_of(sha256) is not None
        )
        self._fetched.add(sha256)
        piece = attrs.evolve(piece, sha256=sha256, size=size, file_size=size, is_copy=is_copy)
        return piece, [] if is_copy else itertools.chain((first,), portions)

    def _not_fetched(
        self, piece: ReadUnit, portion: RowBatch
    ) -> tuple[ReadUnit, Iterable[RowBatch]] | None:
        """Return a piece that could not be fetched, or `None` if the archive stays unchanged."""
        failure = portion.failure
        if failure is not None and (
            self._known.get(piece.path)
            or self._failures.get(piece.path) == (failure.code, failure.message)
        ):
            # What was read once stays, until there is something else.
            self.added.errors.append(failure)
            self.added.bytes += piece.size
            return None
        return attrs.evolve(piece, sha256="", failure=failure), [portion]

    def _take_rows(self, file: _File, group: _Group, portion: RowBatch) -> None:
        if portion.boards is not None:
            group.put_boards(_moved(portion.boards, file.place))
            group.put(RESULTS, _moved(portion.results, file.place))
            file.boards += portion.boards.num_rows
            self.added.boards += portion.boards.num_rows
            return
        file.place = file.boards
        group.put(FINDINGS, portion.findings)
        self.added.findings += portion.findings.num_rows
        file.is_reported_empty |= _NO_BOARD in portion.findings["code"].to_pylist()
        file.format = portion.format or file.format
        file.header = portion.header or file.header
        file.encoding = portion.encoding or file.encoding
        file.failure, file.is_sealed = portion.failure, portion.is_sealed

    def _finish(self, piece: ReadUnit, file: _File) -> None:
        """Add the row of a file, once it is read completely."""
        path, sha256, group = piece.path, piece.sha256, self._group
        if file.is_sealed or (piece.is_copy and sha256 in self._sealed):
            self._leave_out(path, sha256, file.failure)
            return
        self.added.files += 1
        failure = file.failure
        if failure is None and not file.boards and not piece.is_copy:
            self._report_empty(file, group, piece)
        content: _Content | None = (
            file.format,
            file.encoding,
            file.boards,
            file.header,
            None if failure is None else failure.code,
            None if failure is None else failure.message,
        )
        if piece.is_copy:
            content = self._content_of(sha256)
            if content is not None and content[4] is not None:
                file.failure = Diagnostic(
                    code=content[4],
                    severity=Severity.ERROR,
                    message=content[5] or "",
                    location=Location(path=path),
                )
        elif piece.failure is None and not self._is_as_it_was(path):
            content = None
            group.torn.append(sha256)
        if content is None:
            why = "the file changed while being read: add it again"
            file.failure = core_finding("CORE050", Location(path=path), why=why)
            content = (file.format, None, 0, None, file.failure.code, file.failure.message)
            group.put_file(path, None, piece.file_size, content)
        elif piece.failure is not None:
            group.put_file(path, None, piece.file_size, content)
        else:
            self._contents[sha256] = content
            group.put_file(path, sha256, piece.file_size, content)
        if file.failure is not None:
            self.added.errors.append(file.failure)
        if path in self._known:
            # One that failed as it did before is no other one.
            is_as_before = self._again.get(path) == (None if piece.failure else sha256, content)
            self.added.changed += not is_as_before
            group.replaced.append(path)
            if path in self._left:
                group.left.append(self._left.pop(path))

    def _report_empty(self, file: _File, group: _Group, piece: ReadUnit) -> None:
        """Record that a file has no boards, unless its reader reported it."""
        self.added.empty += 1
        if not file.is_reported_empty:
            finding = no_board(piece.path)
            group.put(FINDINGS, findings_of([finding], piece.sha256))
            self.added.findings += 1

    def _is_as_it_was(self, path: str) -> bool:
        """Return whether a file is unchanged since it was read; a fetched one always is."""
        held = self._states.pop(path, None)
        return held is None or _state_of(held[0]) == held[1]

    def _leave_out(self, path: str, sha256: str, failure: Diagnostic | None) -> None:
        """Skip a file with hidden hands without a record: later its hands may be released."""
        if failure is None:
            failure = self._sealed[sha256]
            failure = failure.at(attrs.evolve(failure.location, path=path))
        self._sealed[sha256] = failure
        self.added.errors.append(failure)
        self._states.pop(path, None)
        self._left.pop(path, None)

    def _content_of(self, sha256: str) -> _Content | None:
        """Return the data from the row of another file with the same content."""
        if sha256 not in self._contents and not self._has_loaded:
            self._has_loaded = True
            for known, *about in _rows(self._store, self._manifest, ["sha256", *_CONTENT]):
                form, encoding, boards, header, code, error = about
                self._contents.setdefault(known, (form, encoding, boards, header, code, error))
        return self._contents.get(sha256)

    def commit(self) -> None:
        """Commit the rows added since the last commit."""
        group, before = self._group, self._manifest
        if not group.files and not group.replaced:
            return
        # What was solved stays, for it is of a deal; what another board was given of a file goes.
        tables = (BOARDS, RESULTS, FINDINGS, SOLVED)
        gone = {name: (FILE, group.left) for name in tables if group.left}
        if group.replaced:
            gone[FILES] = ("path", group.replaced)
        after = without(self._store, before, gone).with_parts(group.parts())
        if group.torn:
            torn = dict.fromkeys((BOARDS, RESULTS, FINDINGS), (FILE, group.torn))
            after = without(self._store, after, torn)
        self._store.replace_manifest(after)
        self._store.remove(before, after)
        self._manifest = after
        self._group = _Group(self._store)


_Content = tuple[str | None, str | None, int, str | None, str | None, str | None]
"""Format, encoding, number of boards, header, and code and message of the error."""

_CONTENT: Final = ("format", "encoding", "boards", "header", "code", "error")
"""The columns of the table `files` with these values."""


def _state_of(path: str) -> FileState:
    try:
        return FileState.of(path)
    except OSError:
        return FileState()  # it is gone


def _rows(store: Store, manifest: Manifest, columns: list[str]) -> Iterator[tuple[Any, ...]]:
    """Yield rows of the table `files`, with some columns."""
    for part in manifest.tables[FILES]:
        yield from zip(*store.read(part, columns).to_pydict().values(), strict=True)


def _moved(rows: pa.Table, by: int) -> pa.Table:
    """Return rows with their places counted from the first board of the file."""
    if not by or not rows.num_rows:
        return rows
    at = rows.schema.get_field_index("place")
    places = pc.add(rows["place"], pa.scalar(by, pa.int32()))
    return rows.set_column(at, rows.schema.field(at), places)


@attrs.define
class _File:
    """The state of a partly added file.

    Attributes:
        boards: how many there are so far.
        place: the number of boards before the current piece.
        is_reported_empty: whether a finding reports that there is none.
    """

    boards: int = 0
    place: int = 0
    format: str | None = None
    header: str | None = None
    encoding: str | None = None
    failure: Diagnostic | None = None
    is_sealed: bool = False
    is_reported_empty: bool = False


class _Group:
    """The complete files that one commit adds to the archive.

    Attributes:
        files: the rows of that table.
        replaced: paths that hold something else now.
        left: the hashes of contents without a file.
        torn: the hashes of files that changed while they were read.
    """

    def __init__(self, store: Store) -> None:
        self.files: list[dict[str, Any]] = []
        self.replaced: list[str] = []
        self.left: list[str] = []
        self.torn: list[str] = []
        self._store = store
        self._boards = 0
        self._waiting: dict[tuple[str, str | None], _Waiting] = {}
        self._parts: dict[str, list[StoredPart]] = {}

    @property
    def is_full(self) -> bool:
        """Whether the group is large enough to commit."""
        return self._boards >= PART_ROWS or len(self.files) >= GROUP_FILES

    def put_file(self, path: str, sha256: str | None, size: int, content: _Content) -> None:
        """Add a row of the table `files`."""
        form, encoding, boards, header, code, error = content
        self.files.append(
            {
                "path": path,
                "sha256": sha256,
                "bytes": size,
                "format": form,
                "encoding": encoding,
                "boards": boards,
                "header": header,
                "code": code,
                "error": error,
            }
        )

    def put_boards(self, rows: pa.Table) -> None:
        """Add rows of the table `boards`."""
        self._boards += rows.num_rows
        for year, some in years_of(rows):
            self.put(BOARDS, some, year)
        while True:
            waiting = {key: one for key, one in self._waiting.items() if key[0] == BOARDS}
            if sum(one.count for one in waiting.values()) < _MOST:
                return
            # A file of boards of very many years.
            key = max(waiting, key=lambda key: (waiting[key].count, str(key[1])))
            self._write(key, self._waiting.pop(key).all())

    def put(self, table: str, rows: pa.Table, year: str | None = None) -> None:
        """Add rows of a table; a full part is written at once."""
        if not rows.num_rows:
            return
        waiting = self._waiting.setdefault((table, year), _Waiting())
        waiting.tables.append(rows)
        waiting.count += rows.num_rows
        if len(waiting.tables) > _TABLES:
            waiting.tables = [waiting.all().combine_chunks()]
        while waiting.count >= PART_ROWS:
            self._write((table, year), waiting.take(PART_ROWS))

    def parts(self) -> dict[str, list[StoredPart]]:
        """Return all parts, including incomplete ones."""
        for key in sorted(self._waiting, key=lambda key: (key[0], str(key[1]))):
            if self._waiting[key].count:
                self._write(key, self._waiting[key].all())
        self._waiting.clear()
        if self.files:
            self._write((FILES, None), made(FILES, self.files))
        return self._parts

    def _write(self, key: tuple[str, str | None], rows: pa.Table) -> None:
        table, year = key
        if table == BOARDS and (order := order_of(rows["date"])) is not None:
            rows = rows.take(pa.array(order))
        self._parts.setdefault(table, []).append(self._store.put(table, rows, year))


@attrs.define
class _Waiting:
    """A buffer of rows for the next part."""

    tables: list[pa.Table] = attrs.field(factory=list)
    count: int = 0

    def all(self) -> pa.Table:
        """Return all rows."""
        return pa.concat_tables(self.tables)

    def take(self, count: int) -> pa.Table:
        """Return the first rows, and keep the others."""
        rows = self.all()
        self.tables = [rows.slice(count)]
        self.count -= count
        return rows.slice(0, count)
