"""The verdict on published boards: session by session, board by board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import attrs

from overtrick import Board, Deal
from overtrick_deal.errors import DealingError
from overtrick_deal.verifiable.description import RESERVE, Description, Session
from overtrick_deal.verifiable.keys import Keys
from overtrick_deal.verifiable.promise import (
    RevealedSession,
    reveal,
    sessions_of_name,
    with_value,
)


@attrs.frozen(kw_only=True)
class SessionVerdict:
    """The verdict on a session.

    Attributes:
        name: the session's, with `reserve` behind it for a reserve set.
        description: for people.
        equal: the numbers of its boards that are those promised.
        different: the numbers of boards that are there with other cards, or in another place.
        missing: the numbers of boards that were promised and are not there.
        extra: the numbers of boards that were not promised.
    """

    name: str
    description: str
    equal: tuple[int, ...] = ()
    different: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()

    @property
    def is_kept(self) -> bool:
        """Whether all boards of the session exist and match the commitment."""
        return not (self.different or self.missing or self.extra)


@attrs.frozen(kw_only=True)
class FileVerdict:
    """The verdict on a file of boards.

    Attributes:
        name: the file's.
        boards: how many boards it has.
        sessions: those of which it has boards, in the order of the description.
        strange: the 1-based places in the file of boards that no session has. In a file that is
            named after a session, such boards count to that.
    """

    name: str
    boards: int
    sessions: tuple[SessionVerdict, ...]
    strange: tuple[int, ...] = ()

    @property
    def is_kept(self) -> bool:
        """Whether the boards match the commitment, in complete sessions."""
        return (
            self.boards > 0
            and not self.strange
            and all(session.is_kept for session in self.sessions)
        )


@attrs.frozen(kw_only=True)
class Verification:
    """The verdict on all files of an event.

    Attributes:
        description: what was promised, with the delayed value.
        files: what came of each file.
        unseen: the names of original sessions of which no file has boards.
    """

    description: Description
    files: tuple[FileVerdict, ...]
    unseen: tuple[str, ...] = ()

    @property
    def equal(self) -> int:
        """The number of boards that match the commitment."""
        return sum(len(session.equal) for file in self.files for session in file.sessions)

    @property
    def boards(self) -> int:
        """The number of boards checked."""
        return sum(file.boards for file in self.files)

    @property
    def is_kept(self) -> bool:
        """Whether all boards match the commitment, and each session in a file is complete."""
        return bool(self.files) and all(file.is_kept for file in self.files)


def verify(
    description: Description,
    keys: Keys,
    files: Mapping[str, Iterable[Board]],
    *,
    delayed_value: str | None = None,
    boards: Mapping[int, str] | None = None,
) -> Verification:
    """Verify published boards against the commitment.

    A file that is named after a session (`OPRR01`, `OPRR01reserve`, or `OPRR01-02` for two) is
    held against it, board by board. The boards of any other file are looked for in all sessions,
    original and reserve; of a session that it has boards of it must have all.

    Args:
        description: what was published.
        keys: the keys, published after the event.
        files: the published boards, by the names of their files; folder and suffix do not count.
        delayed_value: the value of the delayed information, if the description lacks it.
        boards: as `reveal` takes it. Where the boards of a phase are not known, they are those
            that a file named after its session has.

    Raises:
        SquareDealError: description, keys and delayed value do not belong together.
        DealingError: the delayed value is not known.

    Example:
        >>> from overtrick_deal import Phase, commit
        >>> published, keys = commit(Description(
        ...     name="Cup", delayed_information="DAX close, 4 May 2027",
        ...     phases=(Phase.parse("2:16:CUP#:Session #/2"),)))
        >>> made = reveal(published, keys, delayed_value="24,107.36")
        >>> files = {session.name: session.boards for session in made}
        >>> verify(published, keys, files, delayed_value="24,107.36").is_kept
        True
        >>> verify(published, keys, files, delayed_value="24,107.37").equal
        0
    """
    known = with_value(description, keys, delayed_value)
    search = _Search(known, keys, boards or {})
    verdicts = tuple(search.verdict(name, list(made)) for name, made in files.items())
    seen = {session.name for file in verdicts for session in file.sessions}
    return Verification(
        description=known,
        files=verdicts,
        unseen=tuple(each.name for each in known.sessions() if each.name not in seen),
    )


class _Search:
    """A search for the boards of files among the sessions of an event."""

    def __init__(self, description: Description, keys: Keys, boards: Mapping[int, str]) -> None:
        self._description = description
        self._keys = keys
        self._boards = boards
        self._places: dict[Deal, tuple[RevealedSession, int]] | None = None

    def verdict(self, name: str, boards: list[Board]) -> FileVerdict:
        """Return the verdict on a file."""
        named = self._named(name)
        if named:
            sessions, is_reserve = named
            return self._by_name(name, boards, sessions, is_reserve=is_reserve)
        return self._by_cards(name, boards)

    def _named(self, name: str) -> tuple[tuple[Session, ...], bool] | None:
        """Return the sessions that match a file's name, and whether it names their reserve sets."""
        stem = re.split(r"[/\\]", name)[-1].partition(".")[0]
        for is_reserve in (False, True):
            if is_reserve and not stem.endswith(RESERVE):
                continue
            wanted = stem.removesuffix(RESERVE) if is_reserve else stem
            for in_phase, phase in enumerate(self._description.phases, 1):
                if found := sessions_of_name(phase, wanted, in_phase=in_phase):
                    return found, is_reserve
        return None

    def _by_name(
        self, name: str, boards: list[Board], sessions: tuple[Session, ...], *, is_reserve: bool
    ) -> FileVerdict:
        """Compare the boards of a file with the sessions that match its name."""
        numbers = [number for each in sessions for number in each.boards or ()]
        if not _has_numbers(boards) and numbers != list(range(1, len(numbers) + 1)):
            # The format has no numbers, and its reader counted: places decide.
            boards = [attrs.evolve(board, number=None) for board in boards]
        groups = [boards] if len(sessions) == 1 else _apart(boards, sessions)
        verdicts = [
            _compared(self._promised(session, group, is_reserve=is_reserve), group)
            for session, group in zip(sessions, groups, strict=True)
        ]
        return FileVerdict(name=name, boards=len(boards), sessions=tuple(verdicts))

    def _promised(
        self, session: Session, boards: Sequence[Board], *, is_reserve: bool
    ) -> RevealedSession:
        """Return a session; if its boards are unknown, with those of a file."""
        given = dict(self._boards)
        if session.boards is None and session.phase not in given:
            numbers = [board.number for board in boards if board.number is not None]
            if not numbers:
                msg = (
                    f"the description leaves open the boards of {session.name}, and the boards of "
                    "its file have no numbers: say which they are"
                )
                raise DealingError(msg)
            given[session.phase] = f"{min(numbers)}-{max(numbers)}"
        (made,) = reveal(
            self._description, self._keys, sessions=[session], reserve=is_reserve, boards=given
        )
        return made

    def _by_cards(self, name: str, boards: list[Board]) -> FileVerdict:
        """Search for the boards of a file in all sessions."""
        places = self._all()
        found: dict[str, tuple[RevealedSession, dict[int, Board]]] = {}
        strange: list[int] = []
        for place, board in enumerate(boards, 1):
            deal = None if board.deal is None else board.deal.completed()
            made, index = places.get(deal, (None, 0)) if deal is not None else (None, 0)
            if made is None:
                strange.append(place)
            else:
                found.setdefault(made.name, (made, {}))[1][index] = board
        is_numbered = _has_numbers(boards)
        verdicts = []
        for made, at in sorted(found.values(), key=_order):
            equal, different, missing = [], [], []
            for index, number in enumerate(made.numbers):
                if index not in at:
                    missing.append(number)
                elif is_numbered and at[index].number not in {None, number}:
                    different.append(number)
                else:
                    equal.append(number)
            verdicts.append(
                SessionVerdict(
                    name=made.name,
                    description=made.session.description,
                    equal=tuple(equal),
                    different=tuple(different),
                    missing=tuple(missing),
                )
            )
        return FileVerdict(
            name=name, boards=len(boards), sessions=tuple(verdicts), strange=tuple(strange)
        )

    def _all(self) -> dict[Deal, tuple[RevealedSession, int]]:
        """Return the place of each deal of the event, original and reserve."""
        if self._places is None:
            known = [
                session
                for session in self._description.sessions()
                if session.boards is not None or session.phase in self._boards
            ]
            self._places = {
                deal: (made, index)
                for is_reserve in (True, False)
                for made in reveal(
                    self._description,
                    self._keys,
                    sessions=known,
                    reserve=is_reserve,
                    boards=self._boards,
                )
                for index, deal in enumerate(made.deals)
            }
        return self._places


def _order(item: tuple[RevealedSession, dict[int, Board]]) -> tuple[bool, int, int]:
    made = item[0]
    return made.is_reserve, made.session.phase, made.session.number


def _has_numbers(boards: Sequence[Board]) -> bool:
    """Return whether board numbers differ from their places in the file."""
    return [board.number for board in boards] != list(range(1, len(boards) + 1))


def _apart(boards: list[Board], sessions: tuple[Session, ...]) -> list[list[Board]]:
    """Split the boards of several sessions: by number, or by place.

    What belongs to none stays with the last one.
    """
    groups: list[list[Board]] = [[] for _ in sessions]
    owners = [
        index
        for index, session in enumerate(sessions)
        for _ in (() if session.boards is None else session.boards)
    ]
    numbers = [number for each in sessions for number in each.boards or ()]
    # Boards that come again in another session are identified by their places alone.
    by_number = dict(zip(numbers, owners, strict=True))
    is_apart = len(by_number) == len(numbers)
    last = len(sessions) - 1
    for place, board in enumerate(boards):
        owner = owners[place] if place < len(owners) else last
        if is_apart and board.number is not None:
            owner = by_number.get(board.number, last)
        groups[owner].append(board)
    return groups


def _compared(made: RevealedSession, boards: Sequence[Board]) -> SessionVerdict:
    """Compare boards with those of a session, by number or else by place."""
    by_number: dict[int, list[Board]] = {}
    for number, board in zip(_numbers(made, boards), boards, strict=True):
        by_number.setdefault(number, []).append(board)
    equal, different, missing = [], [], []
    for number, deal in zip(made.numbers, made.deals, strict=True):
        some = by_number.pop(number, [])
        if not some:
            missing.append(number)
        elif all(board.deal is not None and board.deal.completed() == deal for board in some):
            equal.append(number)
        else:
            different.append(number)
    return SessionVerdict(
        name=made.name,
        description=made.session.description,
        equal=tuple(equal),
        different=tuple(different),
        missing=tuple(missing),
        extra=tuple(sorted(by_number)),
    )


def _numbers(made: RevealedSession, boards: Sequence[Board]) -> list[int]:
    """Return the numbers of boards; an unnumbered one gets its place."""
    first = made.numbers[0]
    return [
        first + place if board.number is None else board.number
        for place, board in enumerate(boards)
    ]
