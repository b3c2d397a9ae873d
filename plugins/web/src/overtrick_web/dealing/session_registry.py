"""The registry of dealing sessions: documents and machines, running and past.

A session deals a copy of a document's version in the document's own folder, so that a
counter that the machine's session keeps in the file changes nothing that was dropped. Its journal
is in the folder that the command `overtrick duplimate` uses too: `status` and `resume` find it.
"""

from __future__ import annotations

import atexit
import hashlib
import threading
import weakref
from pathlib import Path
from typing import Final

import attrs

from overtrick.plugin import atomic_output
from overtrick_duplimate_device import (
    Concerns,
    DamagedJournalError,
    DealFile,
    HeldSession,
    Journal,
    JournalError,
    LedgerStatus,
    Machine,
    Operator,
    Order,
    Proposal,
    SessionState,
    UnfinishedError,
    begin,
    journal_folder,
    make_plan,
    propose,
    read_deals,
    second_path,
    session_paths,
    state_of,
    take_up,
)
from overtrick_web.dealing.live import LiveSession
from overtrick_web.dealing.machines import is_simulated, without_trouble
from overtrick_web.errors import ConflictError, NotFoundError, WebError
from overtrick_web.work.documents import Document
from overtrick_web.work.folder import WorkFolder

_FOLDER: Final = "dealing"
_DEALT: Final = "dealt"
_MOST_ENDED: Final = 20
_LAST_WORDS: Final = 3.0


@attrs.frozen(kw_only=True)
class SessionRequest:
    """The requested session.

    Attributes:
        url: the machine's address.
        boards: such as `1-8,12`; empty for all.
        copies: of each board, or `None` for no limit.
        order: which copy comes next.
        is_descending: whether the highest board comes first.
        is_auto_number: whether the number on the inserted board chooses the deal.
        is_sorted: whether the cards have no bar codes and come in sorted order.
        stop_card: whether an extra card divides the decks.
        is_new: whether it is begun although a session on this file is not finished.
        take: whether the machine is taken from another host.
    """

    url: str
    boards: str = ""
    copies: int | None = 1
    order: Order | None = None
    is_descending: bool = False
    is_auto_number: bool = False
    is_sorted: bool = False
    stop_card: bool = False
    is_new: bool = False
    take: bool = False


@attrs.frozen(kw_only=True)
class KnownSession:
    """A session of a document in the data folder.

    Attributes:
        state: its status, from its journal.
        document: the document that it deals.
        turn: the higher, the later it was used.
        live: the session in this process, or `None`; one that is over stays for a while.
    """

    state: SessionState
    document: Document
    turn: int
    live: LiveSession | None = None

    @property
    def is_running(self) -> bool:
        """Whether the session is running in this process."""
        return self.live is not None and not self.live.is_over

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to deal."""
        return self.state.standing is LedgerStatus.FINISHED

    @property
    def is_offered(self) -> bool:
        """Whether the session can be resumed from the list: unfinished, and not set aside."""
        is_there = self.document.removed is None
        return is_there and not self.is_finished and not self.aside.exists()

    @property
    def aside(self) -> Path:
        """The marker file of a session that was set aside."""
        return self.file.parent.parent / f"{self.state.session}.aside"

    @property
    def file(self) -> Path:
        """The dealt file, which holds the deal counters."""
        return Path(self.state.path)


class OddBoardError(WebError):
    """A board looks unintended.

    Attributes:
        concerns: in what way.
    """

    def __init__(self, concerns: Concerns) -> None:
        super().__init__(" ".join(concerns.told))
        self.concerns = concerns


@attrs.frozen
class _Read:
    """The content of a journal when it was read."""

    state: SessionState
    turn: int


class SessionRegistry:
    """The dealing sessions of a data folder; thread-safe.

    Args:
        work: the data folder.
        journals: the folder of journals; the usual one by default.
    """

    def __init__(self, work: WorkFolder, journals: Path | None = None) -> None:
        self._documents = work.documents
        self._root = (work.path / "documents").resolve()
        self.journals: Final = journal_folder() if journals is None else journals
        self._lock = threading.Lock()
        # To open a machine takes seconds, where it does not answer.
        self._opening = threading.Lock()
        self._live: dict[str, LiveSession] = {}
        self._machines: set[str] = set()
        self._read: dict[Path, tuple[object, _Read | None]] = {}

    # The file.

    def deal_file(self, document: Document) -> DealFile:
        """Return the boards that a document has to deal.

        Raises:
            DealsError: it cannot be dealt from; the message names no card.
            OvertrickError: its format cannot be detected.
        """
        return read_deals(document.current.path, name=document.name)

    def _copy(self, document: Document) -> Path:
        """Return the working copy of a document's newest version, created if necessary."""
        version = document.current
        folder = self._documents.folder(document.id, _FOLDER) / str(version.number)
        path = folder / version.name
        with self._opening:
            if not path.exists():
                folder.mkdir(exist_ok=True, mode=0o700)
                with atomic_output(path, is_private=True) as file:
                    file.write(version.read())
        return path.resolve()

    # Sessions.

    def propose(self, document: Document, request: SessionRequest) -> Proposal:
        """Return the session that can be started for a document.

        Raises:
            UnfinishedError: a session on it is not finished.
            OvertrickError: it cannot be dealt, or the boards already dealt are unknown.
        """
        if not request.is_new:
            self._refuse_unfinished(document)
        source = read_deals(self._copy(document), name=document.name)
        plan = make_plan(
            source,
            request.boards,
            copies=request.copies,
            order=request.order,
            is_descending=request.is_descending,
            is_auto_number=request.is_auto_number,
            is_sorted=request.is_sorted,
            stop_card=request.stop_card,
        )
        return propose(
            source,
            plan,
            Machine(url=request.url, take=request.take),
            self.journals,
            is_chosen=bool(request.boards),
            # Asked above, for all versions of the document.
            is_new=True,
        )

    def _refuse_unfinished(self, document: Document) -> None:
        """Raise if the document has an unfinished session, even one of an older version.

        Raises:
            UnfinishedError: a session on one of the document's versions is not finished.
        """
        for known in self.unfinished():
            if known.document.id == document.id:
                raise UnfinishedError(Journal.open(known.state.journal, write=False))

    def begin(self, proposal: Proposal) -> LiveSession:
        """Start a session; it runs in a thread of its own when this returns.

        Raises:
            OvertrickError: the machine cannot be opened, or the journal not be made.
        """
        with self._opening:
            return self._run(begin(proposal))

    def resume(self, name: str, url: str | None = None, *, take: bool = False) -> LiveSession:
        """Resume a session.

        Args:
            name: the session.
            url: the machine, where it is not the session's own.
            take: whether the machine is taken from another host.

        Raises:
            ConflictError: it runs already.
            NotFoundError: there is none of that name.
            OvertrickError: it cannot be resumed; the message has the reason.
        """
        with self._opening:
            known = self._not_running(name)
            held = take_up(known.state.journal)
            try:
                held.resume(self._machine(url or known.state.device, take=take))
            except BaseException:
                held.__exit__()
                raise
            known.aside.unlink(missing_ok=True)
            return self._run(held)

    def again(
        self, name: str, board: int, *, take: bool = False, is_meant: bool = False
    ) -> LiveSession:
        """Deal a board again.

        Args:
            name: the session.
            board: the board.
            take: whether the machine is taken from another host.
            is_meant: whether it is dealt although it looks as if it was not meant.

        Raises:
            OddBoardError: it looks unintended, and the user has not confirmed it.
            OvertrickError: as `resume`; also where the board cannot be dealt.
        """
        with self._opening:
            known = self._not_running(name)
            held = take_up(known.state.journal)
            try:
                concerns = Concerns() if held.why_not(board) else held.concerns(board)
                if concerns.is_asked and not is_meant:
                    raise OddBoardError(concerns)
                held.redeal(board, self._machine(known.state.device, take=take))
            except BaseException:
                held.__exit__()
                raise
            return self._run(held)

    def can_keep(self, known: KnownSession) -> bool:
        """Return whether the dealt file has changes that its document lacks."""
        if known.is_running or not known.file.exists():
            return False
        return hashlib.sha256(known.file.read_bytes()).hexdigest() not in {
            version.digest for version in known.document.versions
        }

    def keep(self, name: str) -> Document:
        """Save the dealt file, with its counters, as the newest version of its document.

        Args:
            name: the session.

        Raises:
            ConflictError: it runs, or the document was changed since it was dealt.
            NotFoundError: there is none of that name, or its file is not there any more.
        """
        known = self._not_running(name)
        if not self.can_keep(known):
            return known.document
        number = int(known.file.parent.name)
        for version in known.document.versions[number:]:
            # A version saved from this file before is no change by another user.
            if version.what == _DEALT and version.number == number + 1:
                number = version.number
        return self._documents.save(known.document.id, known.file, based_on=number, what=_DEALT)

    def _not_running(self, name: str) -> KnownSession:
        known = self.get(name)
        if known.is_running:
            msg = "this session runs already"
            raise ConflictError(msg, newest=0)
        return known

    def _machine(self, url: str, *, take: bool) -> Machine:
        if is_simulated(url) and url not in self._machines:
            # A new one would only have the same trouble once more.
            url = without_trouble(url)
        return Machine(url=url, take=take)

    def _run(self, held: HeldSession) -> LiveSession:
        live = LiveSession(held)
        with self._lock:
            # The newest last: of those that are over, the oldest are forgotten.
            self._live.pop(live.name, None)
            self._live[live.name] = live
            self._machines.add(live.url)
            over = [name for name, one in self._live.items() if one.is_over]
            for name in over[:-_MOST_ENDED]:
                del self._live[name]
        live.start()
        return live

    def live(self, name: str) -> LiveSession | None:
        """Return the session of this process with a name, running or the last one to run."""
        with self._lock:
            return self._live.get(name)

    def get(self, name: str) -> KnownSession:
        """Return a session of a document.

        Raises:
            NotFoundError: there is none of that name.
            DamagedJournalError: its journal is not as it was written.
        """
        path = self.journals / f"{name}.session"
        # Only a name that the folder has leads anywhere.
        if path in self._paths():
            known = self._known(path)
            if known is not None:
                return known
        msg = "there is no such session"
        raise NotFoundError(msg)

    def all(self) -> tuple[KnownSession, ...]:
        """Return the sessions of documents, the most recently used first.

        Raises:
            JournalError: the folder of journals cannot be read.
        """
        found = []
        for path in self._paths():
            try:
                known = self._known(path)
            except DamagedJournalError:
                continue  # `damaged` reports it
            if known is not None:
                found.append(known)
        return tuple(
            sorted(found, key=lambda known: (known.turn, known.state.session), reverse=True)
        )

    def unfinished(self) -> tuple[KnownSession, ...]:
        """Return the sessions that can be resumed from the list, the most recently used first."""
        return tuple(known for known in self.all() if known.is_offered)

    def lay_aside(self, name: str) -> None:
        """Remove a session from the list of unfinished ones; it can still be resumed.

        Raises:
            ConflictError: it runs.
            NotFoundError: there is none of that name.
            OSError: the data folder cannot be written.
        """
        self._not_running(name).aside.touch(mode=0o600)

    def damaged(self) -> tuple[DamagedJournalError, ...]:
        """Return the reasons that journals in the folder are damaged; these prevent dealing."""
        found = []
        for path in self._paths():
            try:
                self._journal(path)
            except DamagedJournalError as error:
                found.append(error)
        return tuple(found)

    def _paths(self) -> list[Path]:
        try:
            return session_paths(self.journals)
        except OSError as error:
            msg = f"the folder of journals cannot be read: {error.strerror}"
            raise JournalError(msg) from error

    def _known(self, path: Path) -> KnownSession | None:
        read = self._journal(path)
        document = None if read is None else self._document(Path(read.state.path))
        if read is None or document is None:
            return None
        live = self.live(read.state.session)
        return KnownSession(state=read.state, document=document, turn=read.turn, live=live)

    def _journal(self, path: Path) -> _Read | None:
        """Return the content of a journal, read again only if its files have changed."""
        mark = tuple(_mark(file) for file in (path, second_path(path)))
        with self._lock:
            before = self._read.get(path)
        if before is not None and before[0] == mark:
            return before[1]
        journal = Journal.read(path)
        read = None
        # One of the command line's is not shown, so it is not added up either.
        if journal is not None and self._document(Path(journal.header.path)) is not None:
            read = _Read(state_of(journal), journal.turn)
        with self._lock:
            self._read[path] = (mark, read)
        return read

    def _document(self, path: Path) -> Document | None:
        """Return the document of a working copy, or `None`."""
        try:
            id, folder, *_ = path.relative_to(self._root).parts
            document = self._documents.get(id)
        except (ValueError, NotFoundError):
            return None
        return document if folder == _FOLDER else None

    def close(self) -> None:
        """Stop the running sessions in order, within a few seconds."""
        with self._lock:
            running = [live for live in self._live.values() if not live.is_over]
        for live in running:
            live.say(Operator.STOP)
        for live in running:
            live.join(_LAST_WORDS)


def _mark(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None  # reading it reports the reason
    return state.st_mtime_ns, state.st_size


_REGISTRIES: Final[weakref.WeakKeyDictionary[WorkFolder, SessionRegistry]] = (
    weakref.WeakKeyDictionary()
)
_REGISTRIES_LOCK: Final = threading.Lock()


def registry_of(work: WorkFolder) -> SessionRegistry:
    """Return the session registry of a data folder: one object for all roles."""
    with _REGISTRIES_LOCK:
        registry = _REGISTRIES.get(work)
        if registry is None:
            registry = _REGISTRIES[work] = SessionRegistry(work)
            # The threads of sessions end with the process; so they are given time to stop.
            atexit.register(registry.close)
        return registry
