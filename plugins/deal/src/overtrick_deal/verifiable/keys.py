"""The secret keys of an event: one for each session, as SquareDeal stores them in `.sqk` files.

A line each, `phase,session:key`, ended by CR LF; the key is sixty letters and digits at random. The
SHA-256 of the complete file is published with the description before anyone can know the delayed
value, and the file itself after the event. Until then it is a secret: the file and the delayed
value determine all deals.

Source: SquareDeal 2.7, `squaredeal.pl` (`make_secret`, `writekeys`, `readkeys`).
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from overtrick.plugin import atomic_output
from overtrick_deal.errors import DealingError, SquareDealError
from overtrick_deal.verifiable.description import (
    Description,
    decoded,
    encoded,
    lines_of,
    read_small,
)

KEY_LENGTH: Final = 60
"""The number of letters and digits of a key: about 357 random bits."""

_ALPHABET: Final = string.ascii_letters + string.digits
_SHORTEST: Final = 40  # SquareDeal warns of keys below it
_LINE: Final = re.compile(r"([1-9][0-9]{0,4}),(0|[1-9][0-9]{0,4}):([A-Za-z0-9]{1,1000})")


@attrs.frozen(kw_only=True, repr=False)
class Keys:
    """The secret keys of an event. Their `repr` hides them.

    Attributes:
        by_session: the keys by the numbers of phase and session, in the order of the file; the
            session is 0 in a phase whose number of sessions is open.
        path: where they were read, `None` for nowhere.

    Raises:
        SquareDealError: a key is no letters and digits.

    Example:
        >>> from overtrick_deal import Phase
        >>> event = Description(name="Cup", delayed_information="DAX close, 4 May 2027",
        ...                     phases=(Phase.parse("2:16:CUP#:Session #/2"),))
        >>> keys = Keys.make(event)
        >>> keys
        <Keys of 2 sessions>
        >>> Keys.parse(keys.to_bytes()).hash == keys.hash
        True
    """

    by_session: Mapping[tuple[int, int], str]
    path: str | None = attrs.field(default=None, eq=False)

    def __attrs_post_init__(self) -> None:
        for (phase, session), key in self.by_session.items():
            if not _LINE.fullmatch(f"{phase},{session}:{key}"):
                msg = f"the key of session {phase},{session} is not letters and digits alone"
                raise SquareDealError(msg, self.path)

    @classmethod
    def make(cls, description: Description) -> Keys:
        """Return new random keys for all sessions of an event."""
        return cls(
            by_session={
                place: "".join(secrets.choice(_ALPHABET) for _ in range(KEY_LENGTH))
                for place in _places(description)
            }
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Keys:
        """Read a `.sqk` file.

        Raises:
            SquareDealError: it cannot be read; the message has file and line, and nothing of a key.
            OSError: it cannot be opened.
        """
        return cls.parse(read_small(path), path=os.fspath(path))

    @classmethod
    def parse(cls, data: bytes, *, path: str | None = None) -> Keys:
        """Parse the content of a `.sqk` file.

        Args:
            data: lines that end in CR LF or, where they were changed on the way, in LF.
            path: a name for messages.

        Raises:
            SquareDealError: it cannot be read, or a session has two keys.
        """
        by_session: dict[tuple[int, int], str] = {}
        for number, line in enumerate(lines_of(decoded(data, path)), 1):
            match = _LINE.fullmatch(line)
            if match is None:
                msg = "a line is phase,session:key, the key letters and digits alone"
                raise SquareDealError(msg, path, number)
            place = int(match[1]), int(match[2])
            if place in by_session:
                msg = f"session {place[0]},{place[1]} has two keys"
                raise SquareDealError(msg, path, number)
            by_session[place] = match[3]
        if not by_session:
            msg = "it has no keys"
            raise SquareDealError(msg, path)
        return cls(by_session=by_session, path=path)

    @property
    def hash(self) -> str:
        """The SHA-256 of the key file, 64 hexadecimal digits: `KH` of the description."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @property
    def short(self) -> tuple[tuple[int, int], ...]:
        """The sessions with keys of fewer than 40 letters and digits: never keys from this program.

        A key that can be guessed proves nothing.
        """
        return tuple(place for place, key in self.by_session.items() if len(key) < _SHORTEST)

    def check(self, description: Description) -> None:
        """Check the keys against their description.

        Raises:
            SquareDealError: it is not published, its hash is another one, or it has other sessions.
        """
        if description.key_hash is None:
            msg = "the description has no hash of its keys (KH): it is not published"
            raise SquareDealError(msg, description.path)
        wanted = _places(description)
        missing = [place for place in wanted if place not in self.by_session]
        known = set(wanted)
        extra = [place for place in self.by_session if place not in known]
        is_other = self.hash != description.key_hash
        for places, what in ((missing, "has no key"), (extra, "is not in the description")):
            if places:
                more = f" (and {len(places) - 1:,} more)" if len(places) > 1 else ""
                why = "; they are the keys of another event" if is_other else ""
                msg = f"session {places[0][0]},{places[0][1]}{more} {what}{why}"
                raise SquareDealError(msg, self.path)
        if is_other:
            msg = (
                f"these are not the keys of the description: their hash is {self.hash}, "
                f"and KH is {description.key_hash}"
            )
            raise SquareDealError(msg, self.path)

    def to_bytes(self) -> bytes:
        """Return the content of a `.sqk` file."""
        lines = (f"{phase},{n}:{key}\r\n" for (phase, n), key in self.by_session.items())
        return encoded("".join(lines))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a new `.sqk` file that only its owner can read.

        Raises:
            DealingError: there is such a file: keys are never overwritten.
            OSError: the folder or disk refuses.
        """
        try:
            if Path(path).is_symlink():  # not written either where it leads to nothing
                raise FileExistsError
            with atomic_output(path, is_private=True) as file:
                file.write(self.to_bytes())
        except FileExistsError:
            msg = f"{os.fspath(path)} is there already, and keys are never overwritten"
            raise DealingError(msg) from None

    def __repr__(self) -> str:
        return f"<Keys of {len(self.by_session)} sessions>"


def _places(description: Description) -> list[tuple[int, int]]:
    """Return the phase and session numbers that have a key."""
    return [
        (in_phase, number)
        for in_phase, phase in enumerate(description.phases, 1)
        for number in (range(1, phase.sessions + 1) if phase.sessions else (0,))
    ]
