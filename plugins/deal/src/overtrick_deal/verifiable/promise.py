"""Commit to the deals of an event, and reveal them.

Before the event its organiser publishes what will be dealt, which delayed information will go into
it, and the hash of secret keys (`commit`). The delayed value is unknown then, so no one, not the
organiser either, can choose the deals. Once it is known, keys and value make all boards (`reveal`).
After the event the keys are published, and anybody can make the boards again (`verify`).
"""

from __future__ import annotations

import base64
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from overtrick import Board, Deal, Seat, Vulnerability
from overtrick_deal.errors import DealingError, SquareDealError
from overtrick_deal.numbering.orders import deal_of_number
from overtrick_deal.verifiable.bigdeal import bigdeal_numbers
from overtrick_deal.verifiable.description import (
    MAX_SESSIONS,
    RESERVE,
    UNKNOWN,
    WRITER,
    Boards,
    Description,
    Phase,
    Session,
    encoded,
    parse_boards,
)
from overtrick_deal.verifiable.keys import Keys
from overtrick_deal.verifiable.ripemd160 import ripemd160

_MOST_BOARDS: Final = 200_000  # that are made at once

_SPAN: Final = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")


@attrs.frozen(kw_only=True)
class RevealedSession:
    """A session with its deals.

    Attributes:
        session: which one.
        is_reserve: whether it is the reserve set, in place of the original one.
        numbers: the numbers of its boards.
        deals: the deal of each.
    """

    session: Session
    is_reserve: bool
    numbers: tuple[int, ...]
    deals: tuple[Deal, ...]

    @property
    def name(self) -> str:
        """The name of the file, without suffix: the session's, with `reserve` at the end."""
        return f"{self.session.name}{RESERVE}" if self.is_reserve else self.session.name

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards, with dealer and vulnerability by number."""
        return tuple(
            Board(
                number=number,
                dealer=Seat.dealer_of(number),
                vulnerability=Vulnerability.of_board(number),
                deal=deal,
            )
            for number, deal in zip(self.numbers, self.deals, strict=True)
        )

    def __repr__(self) -> str:
        # No hand of a session may get into a log by chance.
        return f"<RevealedSession {self.name}: {len(self.deals)} boards>"


def commit(description: Description) -> tuple[Description, Keys]:
    """Make the secret keys of an event, and the description to publish.

    Args:
        description: what will be dealt; phases may be written as `3x7`.

    Returns:
        The description with the hash of the keys, and the keys.

    Raises:
        SquareDealError: it has no name, no delayed information or no phase, is published already,
            or has a delayed value: what is known beforehand proves nothing.

    Example:
        >>> event = Description(name="Cup", delayed_information="DAX close, 4 May 2027",
        ...                     phases=(Phase.parse("2:16:CUP#:Session #/2"),))
        >>> published, keys = commit(event)
        >>> published.key_hash == keys.hash, keys
        (True, <Keys of 2 sessions>)

    Source: SquareDeal 2.7, `publish`.
    """
    if description.is_published:
        msg = "its keys have been made (KH): what is published does not change any more"
        raise SquareDealError(msg, description.path)
    for what, tag, text in (
        ("name of the event", "TN", description.name),
        ("delayed information", "DI", description.delayed_information),
    ):
        if text.casefold() in {"", UNKNOWN.casefold()}:
            msg = f"it does not say the {what} ({tag})"
            if tag == "DI":
                msg += (
                    ": without something that nobody can know yet, whoever makes the keys could "
                    "choose the deals"
                )
            raise SquareDealError(msg, description.path)
    if not description.phases:
        msg = "it has no phases (SN): there is nothing to deal"
        raise SquareDealError(msg, description.path)
    if description.delayed_value is not None:
        msg = (
            "it has the delayed value (DV) already: keys that are made when it is known prove "
            "nothing"
        )
        raise SquareDealError(msg, description.path)
    keys = Keys.make(description)
    phases = tuple(
        attrs.evolve(phase, boards=",".join(map(str, parse_boards(phase.boards))))
        if "x" in phase.boards
        else phase
        for phase in description.phases
    )
    published = attrs.evolve(description, phases=phases, key_hash=keys.hash, version=WRITER)
    return published, keys


def reveal(
    description: Description,
    keys: Keys,
    *,
    delayed_value: str | None = None,
    sessions: Iterable[Session] | None = None,
    reserve: bool = False,
    boards: Mapping[int, str] | None = None,
) -> Iterator[RevealedSession]:
    """Return the boards of an event's sessions, from the keys and the delayed value.

    Args:
        description: what was published.
        keys: the secret keys that belong to it.
        delayed_value: the value of the delayed information, if the description lacks it.
        sessions: which ones, as `Phase.session` or `find_sessions` gives them; all of the
            description where they are not named, but for phases that leave their number open.
        reserve: make the reserve sets in place of the original ones.
        boards: for phases whose boards the description leaves open, their ranges by the number of
            the phase, as `parse_boards` reads them.

    Yields:
        The sessions in their order, each when its boards are made.

    Raises:
        SquareDealError: the keys are not those of the description, it has been changed since they
            were made, or has another delayed value.
        DealingError: the delayed value is not known, or not the boards of a session.

    Source: SquareDeal 2.7, `makesessionfromphase`; verified with the 1,186 boards of the World
        Bridge Games 2024.
    """
    known = with_value(description, keys, delayed_value)
    chosen = tuple(known.sessions()) if sessions is None else tuple(sessions)
    ranges = _ranges(known, chosen, boards or {})
    return _revealed(known, keys, chosen, ranges, reserve=reserve)


def _revealed(
    description: Description,
    keys: Keys,
    sessions: tuple[Session, ...],
    ranges: tuple[Boards, ...],
    *,
    reserve: bool,
) -> Iterator[RevealedSession]:
    for session, numbers in zip(sessions, ranges, strict=True):
        made = itertools.islice(
            session_numbers(description, keys, session, reserve=reserve), len(numbers)
        )
        yield RevealedSession(
            session=session,
            is_reserve=reserve,
            numbers=tuple(numbers),
            deals=tuple(map(deal_of_number, made)),
        )


def with_value(description: Description, keys: Keys, delayed_value: str | None) -> Description:
    """Return a description after checks of its publication, keys and delayed value.

    Raises:
        SquareDealError: something does not belong together.
        DealingError: the delayed value is not known.
    """
    keys.check(description)
    description.check_fingerprint()
    if delayed_value is not None:
        description = description.with_delayed_value(delayed_value)
    if description.delayed_value is None:
        msg = (
            f"the delayed value is not known yet ({description.delayed_information}): without it "
            "there are no boards; once it is, give it (--delayed-value)"
        )
        raise DealingError(msg)
    return description


def session_numbers(
    description: Description, keys: Keys, session: Session, *, reserve: bool = False
) -> Iterator[int]:
    """Yield the deal numbers of a session in BigDeal's order, endlessly.

    Args:
        description: with its delayed value.
        keys: the keys of the event.
        session: which one.
        reserve: those of the reserve set.

    Raises:
        SquareDealError: the session has no key.

    Source: SquareDeal 2.7, `makesessionfromphase`; BigDeal 2.0, `main.c`.
    """
    key = keys.by_session.get((session.phase, session.key_number))
    if key is None:
        msg = f"session {session.phase},{session.key_number} has no key"
        raise SquareDealError(msg, keys.path)
    half = len(key) // 2
    value = base64.b64encode(encoded(description.delayed_value or ""))
    entropy = key[half:].encode() + value + (RESERVE.encode() if reserve else b"original")
    if session.key_number == 0:
        entropy += f"ses{session.number}".encode()
    return bigdeal_numbers(ripemd160(entropy), key[:half])


def find_sessions(description: Description, text: str) -> tuple[Session, ...]:
    """Return the sessions that a user names.

    Args:
        description: what was published.
        text: the name of a session (`OPRR07`), of a phase's file (`OPRR##`: all its sessions), the
            number of a phase (`2`), or of some sessions in it (`2:1-4`).

    Raises:
        DealingError: there is no such session, or a phase leaves open how many it has.

    Example:
        >>> event = Description(name="Cup", delayed_information="DAX close, 4 May 2027",
        ...                     phases=(Phase.parse("3:16:CUP#:Session #/3"),))
        >>> [session.name for session in find_sessions(event, "1:2-3")]
        ['CUP2', 'CUP3']
    """
    name, _, some = text.partition(":")
    for in_phase, phase in enumerate(description.phases, 1):
        if name in {str(in_phase), phase.file}:
            if not some and not phase.sessions:
                msg = (
                    f"phase {in_phase} ({phase.file}) leaves open how many sessions it has: say "
                    f"which, such as {in_phase}:1-4"
                )
                raise DealingError(msg)
            try:
                numbers = Boards.parse(some) if "-" in some else None
                each = numbers or ([int(some)] if some else range(1, phase.sessions + 1))
                return tuple(phase.session(number, in_phase=in_phase) for number in each)
            except ValueError as error:
                why = error.what if isinstance(error, SquareDealError) else f"what is {text!r}?"
                raise DealingError(why) from None
        if not some and (found := sessions_of_name(phase, name, in_phase=in_phase)):
            return found
    names = ", ".join(phase.file for phase in description.phases)
    msg = f"there is no session {text!r} (the phases are {names})"
    raise DealingError(msg)


def sessions_of_name(phase: Phase, name: str, *, in_phase: int) -> tuple[Session, ...]:
    """Return the sessions of a phase that match a file's name.

    Args:
        phase: the phase.
        name: the file's name without suffix: that of a session (`OPRR01`) or, as SquareDeal joins
            them, of several one behind the other (`OPRR01-02`).
        in_phase: the number of the phase.

    Returns:
        The sessions; none where it is no name of this phase.
    """
    start, mark, rest = phase.file.partition("#")
    end = rest.lstrip("#")
    if not mark:
        return (phase.session(1, in_phase=in_phase),) if name == phase.file else ()
    if not (name.startswith(start) and name.endswith(end)):
        return ()
    match = _SPAN.fullmatch(name, len(start), len(name) - len(end))
    if match is None:
        return ()
    first = int(match[1])
    last = first if match[2] is None else int(match[2])
    if not 1 <= first <= last <= (phase.sessions or MAX_SESSIONS):
        return ()
    found = tuple(phase.session(n, in_phase=in_phase) for n in range(first, last + 1))
    # Written out in full, it is that name and no other: RR1 is none of RR##.
    ends = (found[0],) if match[2] is None else (found[0], found[-1])
    digits = "-".join(session.name[len(start) : len(session.name) - len(end)] for session in ends)
    return found if f"{start}{digits}{end}" == name else ()


def _ranges(
    description: Description, sessions: tuple[Session, ...], given: Mapping[int, str]
) -> tuple[Boards, ...]:
    """Return the boards of each session.

    Raises:
        DealingError: they are known for one and given all the same, or given for none, or they are
            too many.
    """
    found: list[Boards] = []
    for in_phase in given:
        if not 1 <= in_phase <= len(description.phases):
            msg = f"there is no phase {in_phase}; the event has {len(description.phases)}"
            raise DealingError(msg)
        if description.phases[in_phase - 1].boards != "?":
            stated = description.phases[in_phase - 1].boards
            msg = f"the description says the boards of phase {in_phase}: {stated}"
            raise DealingError(msg)
    ranges = {in_phase: parse_boards(text) for in_phase, text in given.items()}
    for session in sessions:
        some = ranges.get(session.phase)
        boards = some[(session.number - 1) % len(some)] if some else session.boards
        if boards is None:
            msg = (
                f"the description leaves open the boards of phase {session.phase} "
                f"({session.name}): say which they are, such as {session.phase}=1-16 "
                "(--phase-boards)"
            )
            raise DealingError(msg)
        found.append(boards)
    total = sum(map(len, found))
    if total > _MOST_BOARDS:
        msg = f"{total:,} boards are more than an event has ({_MOST_BOARDS:,} at most)"
        raise DealingError(msg)
    return tuple(found)
