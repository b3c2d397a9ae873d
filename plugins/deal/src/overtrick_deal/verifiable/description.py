r"""The commitment of an event: the description that SquareDeal stores in `.sqd` files.

A line each, a word of two letters before it; lines that begin with `#` are comments:

- `TN` the event's name.
- `DI` what the delayed information will be: something unknown when the description is
  published, and everybody can look up later, such as the close of a stock index on some day.
- `DV` its value, once it is known.
- `SN` a phase: `sessions:boards:file:description`. The boards are ranges divided by commas, which
  the sessions take in turn (`1-16,17-32`); `?` where they are not known yet. A run of `#` in the
  file's name and in the description is the number of the session. 0 sessions leave their number
  open.
- `KH` the hash of the secret keys: with it the description is published, and does not change any
  more, but for the delayed value.

Source: SquareDeal 2.7, `squaredeal.pl`, and descriptions of events from 2024 to 2026, observed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from overtrick.plugin import printable
from overtrick_deal.errors import SquareDealError

MAX_BYTES: Final = 1 << 20
"""The longest description or file of keys that is read."""

MAX_SESSIONS: Final = 10_000
"""The most sessions of an event, those of all phases together."""

MAX_BOARDS: Final = 1_000
"""The most boards of a session, and the highest number that one may have is 9999."""

_HIGHEST: Final = 9999
_LONGEST_FILE: Final = 60

# What SquareDeal takes for blanks: those of ASCII.
_BLANKS: Final = " \t\f\v\r\n"

_LINE: Final = re.compile(r"(TN|DI|DV|SN|KH)(?: +(.*))?")
_WITH_END: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_VERSION: Final = re.compile(r"#.*[Ss]quare[Dd]eal ([0-9]{1,4})\.([0-9]{1,4})")
_RANGE: Final = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")
_TIMES: Final = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_FILE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?:#+[A-Za-z0-9_-]*)?")
_HASH: Final = re.compile(r"[0-9a-f]{64}")

# Names that Windows keeps for devices, whatever follows them.
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)

RESERVE: Final = "reserve"
"""The suffix of the file name of a session's reserve set."""

WRITER: Final = (2, 7)
"""The version of SquareDeal whose rules overtrick follows."""

UNKNOWN: Final = "Tbd"
"""SquareDeal's placeholder for a missing name or delayed information."""

_HEAD: Final = "# Description file of tournament for program SquareDeal {}.{}, written by overtrick"
_PHASES: Final = (
    "# Description of phases of tournament",
    "# Per phase a line with SN nessions:nboards:filename:description",
)
_EDITABLE: Final = "# Until published this file may be edited if so wished"
_FINAL: Final = "# Never edit this file"
_FINGERPRINT: Final = "# Fingerprint of what is published: "


@attrs.frozen
class Boards:
    """The board numbers of a session, the first and the last.

    Example:
        >>> str(Boards(17, 32)), len(Boards(17, 32))
        ('17-32', 16)
    """

    first: int
    last: int

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.first <= self.last <= _HIGHEST:
            msg = f"board numbers run from 1 to {_HIGHEST} and upwards, not {self}"
            raise SquareDealError(msg)
        if len(self) > MAX_BOARDS:
            msg = f"a session has {MAX_BOARDS} boards at most, not {len(self):,}"
            raise SquareDealError(msg)

    @classmethod
    def parse(cls, text: str) -> Boards:
        """Parse `17-32`, or `16` for `1-16`.

        Raises:
            SquareDealError: it cannot be read, or runs downwards.
        """
        match = _RANGE.fullmatch(text)
        if match is None:
            msg = f"boards are a number or a range such as 17-32, not {_quoted(text)}"
            raise SquareDealError(msg)
        first, last = match.groups()
        return cls(1, int(first)) if last is None else cls(int(first), int(last))

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))

    def __str__(self) -> str:
        return f"{self.first}-{self.last}"


def parse_boards(text: str) -> tuple[Boards, ...]:
    """Parse the boards of a phase's sessions: `16`, `1-16,17-32`, `2x16`, or `?` for unknown.

    Raises:
        SquareDealError: they cannot be read.

    Example:
        >>> [str(boards) for boards in parse_boards("3x7")]
        ['1-7', '8-14', '15-21']
    """
    if text == "?":
        return ()
    if match := _TIMES.fullmatch(text):
        times, length = map(int, match.groups())
        if times * length > _HIGHEST:
            msg = f"{_quoted(text)} comes to boards above number {_HIGHEST}"
            raise SquareDealError(msg)
        return tuple(Boards(n * length + 1, (n + 1) * length) for n in range(times))
    return tuple(Boards.parse(part) for part in text.split(","))


@attrs.frozen(kw_only=True)
class Phase:
    """A phase of an event: some sessions of one kind.

    Attributes:
        sessions: how many there are; 0 leaves it open, and then all have one key.
        boards: the ranges of board numbers that they take in turn, divided by commas, as
            `parse_boards` reads them; `?` where they are not known yet.
        file: the name of their files without its suffix; a run of `#` is the session's number.
        description: for people; a run of `#` is the session's number.

    Raises:
        SquareDealError: there cannot be such a phase.

    Example:
        >>> phase = Phase.parse("17:1-16,17-32:OPRR##:Open Round Robin #/17")
        >>> phase.session(2, in_phase=1).name, str(phase.session(2, in_phase=1).boards)
        ('OPRR02', '17-32')
    """

    sessions: int
    boards: str
    file: str
    description: str = ""

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.sessions <= MAX_SESSIONS:
            msg = f"a phase has 0 to {MAX_SESSIONS:,} sessions, not {self.sessions:,}"
            raise SquareDealError(msg)
        parse_boards(self.boards)
        if not _FILE.fullmatch(self.file) or len(self.file) > _LONGEST_FILE:
            msg = (
                "a file name begins with a letter and has letters, digits, _ and -, with one run "
                f"of # for the session's number, {_LONGEST_FILE} characters at most, "
                f"not {_quoted(self.file)}"
            )
            raise SquareDealError(msg)
        if self.sessions != 1 and "#" not in self.file:
            msg = (
                f"the file name {self.file!r} needs a # for the session's number: all sessions "
                "would be written to one file"
            )
            raise SquareDealError(msg)
        if ":" in self.description or _is_no_line(self.description):
            msg = "the description of a phase is a line without colons and control characters"
            raise SquareDealError(msg)

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Parse `sessions:boards:file:description`.

        Raises:
            SquareDealError: it cannot be read.
        """
        parts = text.split(":")
        if len(parts) != 4:
            msg = (
                "a phase is sessions:boards:file:description, four parts divided by colons, "
                f"not {len(parts)}"
            )
            raise SquareDealError(msg)
        sessions, boards, file, description = parts
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", sessions):
            msg = f"the number of sessions is a whole number, not {_quoted(sessions)}"
            raise SquareDealError(msg)
        return cls(sessions=int(sessions), boards=boards, file=file, description=description)

    def session(self, number: int, *, in_phase: int) -> Session:
        """Return a session.

        Args:
            number: its number, from 1.
            in_phase: the number of this phase in its event, from 1.

        Raises:
            SquareDealError: the phase has no such session.
        """
        last = self.sessions or MAX_SESSIONS
        if not 1 <= number <= last:
            msg = f"phase {in_phase} has the sessions 1 to {last:,}, and no {number:,}"
            raise SquareDealError(msg)
        ranges = parse_boards(self.boards)
        return Session(
            phase=in_phase,
            number=number,
            key_number=number if self.sessions else 0,
            name=_numbered(self.file, number),
            description=_numbered(self.description, number),
            boards=ranges[(number - 1) % len(ranges)] if ranges else None,
        )

    def __str__(self) -> str:
        return f"{self.sessions}:{self.boards}:{self.file}:{self.description}"


@attrs.frozen(kw_only=True)
class Session:
    """A session of an event.

    Attributes:
        phase: the number of its phase, from 1.
        number: its number in the phase, from 1.
        key_number: the number of its key: its own, or 0 where the number of
            sessions is open.
        name: that of its file, without the suffix.
        description: for people.
        boards: its boards, `None` where they are not known yet.
    """

    phase: int
    number: int
    key_number: int
    name: str
    description: str
    boards: Boards | None


@attrs.frozen(kw_only=True)
class Description:
    """The description of an event: its commitment to the deals.

    Attributes:
        name: the event's.
        delayed_information: what it will be, in words.
        phases: in their order.
        delayed_value: what the delayed information came to; `None` until it is known. It counts to
            the letter: `123.0` and `123.00` make different deals.
        key_hash: the SHA-256 of the secret keys, 64 hexadecimal digits; `None` until they are made.
        version: the version of SquareDeal that wrote it, or by whose rules overtrick did; (0, 0)
            if the file has none.
        path: where it was read, `None` for nowhere.
        text: what was read, so that it is written back with only the changes in it.

    Raises:
        SquareDealError: there cannot be such a description.

    Example:
        >>> event = Description(
        ...     name="Club cup", delayed_information="DAX close, 4 May 2027",
        ...     phases=(Phase.parse("2:16:CUP#:Session #/2"),))
        >>> [session.name for session in event.sessions()]
        ['CUP1', 'CUP2']
        >>> Description.parse(event.to_bytes()) == event
        True
    """

    name: str
    delayed_information: str
    phases: tuple[Phase, ...]
    delayed_value: str | None = None
    key_hash: str | None = None
    version: tuple[int, int] = attrs.field(default=WRITER, eq=False)
    path: str | None = attrs.field(default=None, eq=False)
    text: str | None = attrs.field(default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for what, text in (
            ("name of the event", self.name),
            ("delayed information", self.delayed_information),
            ("delayed value", self.delayed_value or ""),
        ):
            if _is_no_line(text) or text != text.strip(_BLANKS):
                msg = f"the {what} is a line without blanks around it and control characters"
                raise SquareDealError(msg, self.path)
        if self.key_hash is not None:
            _check_hash(self.key_hash, self.path)
        _check_phases(self.phases, self.path)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Description:
        """Read a `.sqd` file.

        Raises:
            SquareDealError: it cannot be read as a description; the message has file and line.
            OSError: it cannot be opened.
        """
        return cls.parse(read_small(path), path=os.fspath(path))

    @classmethod
    def parse(cls, data: bytes, *, path: str | None = None) -> Description:
        """Parse the content of a `.sqd` file.

        Args:
            data: at most 1 MiB. Bytes that are not UTF-8 stay as they are.
            path: a name for messages.

        Raises:
            SquareDealError: it cannot be read as a description, or has a repeated entry.
        """
        text = decoded(data, path)
        found: dict[str, tuple[int, str]] = {}
        phases: list[Phase] = []
        places: list[int] = []
        version = (0, 0)
        for number, line in enumerate(lines_of(text), 1):
            if line.startswith("#"):
                if match := _VERSION.match(line):
                    version = int(match[1]), int(match[2])
                continue
            if not line:
                continue
            match = _LINE.fullmatch(line)
            if match is None:
                msg = f"a line begins with TN, DI, DV, SN, KH or #, not {_quoted(line)}"
                raise SquareDealError(msg, path, number)
            tag, value = match[1], match[2] or ""
            if tag == "SN":
                try:
                    phases.append(Phase.parse(value))
                except SquareDealError as error:
                    raise SquareDealError(error.what, path, number) from None
                places.append(number)
            elif tag in found:
                msg = f"{tag} stands twice, first in line {found[tag][0]}: which one counts?"
                raise SquareDealError(msg, path, number)
            else:
                found[tag] = number, value
        if not found and not phases:
            msg = "it has none of the lines of a description (TN, DI, SN ...)"
            raise SquareDealError(msg, path)
        if "KH" in found:
            line_number, key_hash = found["KH"]
            _check_hash(key_hash, path, line_number)
        _check_phases(phases, path, places)
        return cls(
            name=found.get("TN", (0, ""))[1],
            delayed_information=found.get("DI", (0, ""))[1],
            phases=tuple(phases),
            delayed_value=found.get("DV", (0, ""))[1] or None,
            key_hash=found["KH"][1] if "KH" in found else None,
            version=version,
            path=path,
            text=text,
        )

    @property
    def is_published(self) -> bool:
        """Whether keys have been made: then only the delayed value may change."""
        return self.key_hash is not None

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the commitment, 64 hexadecimal digits.

        It covers the name, the delayed information, the phases and the hash of the keys: the lines
        `TN`, `DI`, `SN` and `KH` in this order as in the file, with one blank behind the
        tag, none at the end, and CR LF. Comments and the delayed value do not count.

        The hash of the keys covers nothing but the keys. If the fingerprint is published as
        well, every word of the description is binding.
        """
        lines = [f"TN {self.name}", f"DI {self.delayed_information}"]
        lines += (f"SN {phase}" for phase in self.phases)
        if self.key_hash is not None:
            lines.append(f"KH {self.key_hash}")
        return hashlib.sha256(encoded("".join(f"{line}\r\n" for line in lines))).hexdigest()

    def sessions(self) -> Iterator[Session]:
        """Yield the sessions of all phases; a phase with an open number of sessions has none."""
        for in_phase, phase in enumerate(self.phases, 1):
            for number in range(1, phase.sessions + 1):
                yield phase.session(number, in_phase=in_phase)

    def with_delayed_value(self, value: str) -> Description:
        """Return the description with a delayed value, in SquareDeal's form.

        Blanks around it go. Since version 2.6, by which overtrick goes as well, several blanks
        become one, and a dot or comma between two digits goes: 43275.91 counts as 4327591.

        Raises:
            SquareDealError: the description has another value, or this one is empty.
        """
        given = value.strip(_BLANKS)
        text = given if self.version < (2, 6) else canonical_value(given)
        if not text:
            msg = "the delayed value is empty"
            raise SquareDealError(msg, self.path)
        if self.delayed_value is None:
            return attrs.evolve(self, delayed_value=text)
        if self.delayed_value not in {text, given}:
            msg = (
                f"the delayed value of the description is {_quoted(self.delayed_value)}, "
                f"not {_quoted(given)}"
            )
            raise SquareDealError(msg, self.path)
        return self

    @property
    def noted_fingerprints(self) -> tuple[str, ...]:
        """The fingerprints recorded in comments of the file, as overtrick writes them."""
        lines = lines_of(self.text or "")
        return tuple(
            line.removeprefix(_FINGERPRINT) for line in lines if line.startswith(_FINGERPRINT)
        )

    def check_fingerprint(self, published: str | None = None) -> None:
        """Check the description against its fingerprint.

        Args:
            published: the fingerprint that was published. The one that a comment in the file notes,
                as overtrick writes it there, is looked at in any case.

        Raises:
            SquareDealError: it is another one: the description has been changed.
        """
        noted = [(fingerprint, "that its file notes") for fingerprint in self.noted_fingerprints]
        given = [] if published is None else [(published, "that was published")]
        for text, where in (*noted, *given):
            if text.strip().lower() != self.fingerprint:
                msg = (
                    "the description has been changed since its keys were made: its fingerprint "
                    f"is {self.fingerprint}, and the one {where} is {_quoted(text.strip(), 64)}"
                )
                raise SquareDealError(msg, self.path)

    def to_bytes(self) -> bytes:
        """Return the content of a `.sqd` file.

        What was read stays to the byte with the delayed value put into it; a description that is
        new, or changed in more than this, is laid out as SquareDeal does, and keeps its comments.
        """
        if self.text is None:
            return encoded("".join(f"{line}\r\n" for line in self._laid_out(())))
        before = Description.parse(encoded(self.text))
        if before == self:
            return encoded(self.text)
        lines = [match[0] for match in _WITH_END.finditer(self.text)]
        ends = (line[len(line.rstrip("\r\n")) :] for line in lines)
        end = next(filter(None, ends), "\r\n")
        if before.delayed_value is None and self == attrs.evolve(
            before, delayed_value=self.delayed_value
        ):
            kept = [line for line in lines if line.strip(_BLANKS) != "DV"]
            place = next((n for n, line in enumerate(kept, 1) if line.startswith("DI")), len(kept))
            if place and not kept[place - 1].endswith(("\r", "\n")):
                kept[place - 1] += end
            return encoded("".join((*kept[:place], f"DV {self.delayed_value}{end}", *kept[place:])))
        comments = tuple(line for line in lines_of(self.text) if line.startswith("#"))
        return encoded("".join(f"{line}{end}" for line in self._laid_out(comments)))

    def _laid_out(self, comments: tuple[str, ...]) -> Iterator[str]:
        """Yield the lines of the file, the user's own comments first."""
        yield _HEAD.format(*(self.version if any(self.version) else WRITER))
        yield "#"
        fixed = {"#", *_PHASES, _EDITABLE, _FINAL}
        for comment in comments:
            if not (
                comment in fixed or _VERSION.match(comment) or comment.startswith(_FINGERPRINT)
            ):
                yield comment
        yield f"TN {self.name or UNKNOWN}"
        yield f"DI {self.delayed_information or UNKNOWN}"
        if self.delayed_value is not None:
            yield f"DV {self.delayed_value}"
        yield from _PHASES
        for phase in self.phases:
            yield f"SN {phase}"
        if self.key_hash is None:
            yield from ("#", _EDITABLE)
        else:
            yield f"KH {self.key_hash}"
            yield from ("#", f"{_FINGERPRINT}{self.fingerprint}", "#", _FINAL)


def canonical_value(value: str) -> str:
    """Return a delayed value in the form of SquareDeal since version 2.6.

    Example:
        >>> canonical_value("  Dow  Jones 43,275.91 ")
        'Dow Jones 4327591'

    Source: SquareDeal 2.6, `getDV`.
    """
    joined = re.sub(f"[{_BLANKS}]+", " ", value.strip(_BLANKS))
    return re.sub(r"([0-9])[,.]([0-9])", r"\1\2", joined)


def read_small(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file of limited size.

    Raises:
        SquareDealError: it is longer than `MAX_BYTES`.
        OSError: it cannot be opened.
    """
    with Path(path).open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        msg = f"it is longer than {MAX_BYTES:,} bytes, which no such file is"
        raise SquareDealError(msg, os.fspath(path))
    return data


def decoded(data: bytes, path: str | None) -> str:
    """Return bytes as text without loss, UTF-8 or not.

    Raises:
        SquareDealError: it is no text of single bytes.
    """
    if b"\x00" in data:
        msg = "it is no plain text: it was saved as UTF-16, or is another kind of file"
        raise SquareDealError(msg, path)
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes of a text from `decoded`."""
    return text.encode("utf-8", "surrogateescape")


def lines_of(text: str) -> Iterator[str]:
    """Yield lines as SquareDeal reads them, without trailing blanks."""
    for match in _WITH_END.finditer(text.removeprefix("\ufeff")):
        yield match[0].rstrip(_BLANKS)


def _quoted(text: str, length: int = 60) -> str:
    """Return text of a file for a message: short, and without control characters."""
    return repr(printable(text if len(text) <= length else f"{text[: length - 3]}..."))


def _is_no_line(text: str) -> bool:
    return any((character < " " and character != "\t") or character == "\x7f" for character in text)


def _numbered(text: str, number: int) -> str:
    """Return text with the first run of # replaced by a zero-padded number."""
    return re.sub("#+", lambda run: f"{number:0{len(run[0])}d}", text, count=1)


def _check_hash(text: str, path: str | None, line: int | None = None) -> None:
    if not _HASH.fullmatch(text):
        msg = f"the hash of the keys is 64 of the signs 0 to 9 and a to f, not {_quoted(text)}"
        raise SquareDealError(msg, path, line)


def _check_phases(
    phases: Sequence[Phase], path: str | None, lines: Sequence[int] | None = None
) -> None:
    """Raise for phases with too many sessions or with colliding file names.

    Raises:
        SquareDealError: they would, or are.
    """
    owners: dict[str, int] = {}
    total = 0
    for index, phase in enumerate(phases):
        line = None if lines is None else lines[index]
        # The first hundred represent all if their number is open.
        count = phase.sessions or 100
        total += count
        if total > MAX_SESSIONS:
            msg = f"an event has {MAX_SESSIONS:,} sessions at most"
            raise SquareDealError(msg, path, line)
        for number in range(1, count + 1):
            name = _numbered(phase.file, number)
            if name.casefold() in _DEVICES:
                msg = f"{name!r} is the name of a device on Windows, and no file's"
                raise SquareDealError(msg, path, line)
            # Some file systems ignore case.
            for taken in (name, f"{name}{RESERVE}"):
                if owners.setdefault(taken.casefold(), index) != index:
                    msg = f"the file {taken!r} belongs to two phases"
                    raise SquareDealError(msg, path, line)
