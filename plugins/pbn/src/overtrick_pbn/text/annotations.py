"""What stands behind a call or a card: suffix, note reference, NAGs, comments.

Source: PBN 2.1 §3.5.2 to §3.5.5, §3.6.2 to §3.6.5, §3.7, §3.8.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from overtrick_pbn.text.quoting import comment_text

SectionSay = Callable[..., None]
"""Reports a finding in a section: `say(code, index, **values)`, index 0-based in the body."""


class SectionError(Exception):
    """A section cannot be read; the finding has been reported."""


class SectionRead:
    """What a section's body gave besides its value.

    Attributes:
        comments: `(anchor, text)` of the comments that stand at no call or card.
        escapes: the texts of escape lines.
        used: the numbers of the notes referred to, in the order of their first use.
    """

    __slots__ = ("comments", "escapes", "used")

    def __init__(self) -> None:
        self.comments: list[tuple[str, str]] = []
        self.escapes: list[str] = []
        self.used: list[int] = []


class Marks:
    """The annotations of one call or card while they are gathered."""

    __slots__ = ("comments", "nags", "note", "suffix")

    def __init__(self) -> None:
        self.note: int | None = None
        self.nags: list[int] = []
        self.suffix: str | None = None
        self.comments: list[str] = []

    @property
    def is_plain(self) -> bool:
        """Whether there is no annotation at all."""
        return self.note is None and not self.nags and not self.comments and self.suffix is None

    def glyphs(self, suffixes: Mapping[str, int]) -> tuple[int, ...]:
        """Return the NAGs in ascending order, the suffix among them."""
        numbers = set(self.nags)
        if self.suffix is not None:
            numbers.add(suffixes[self.suffix])
        return tuple(sorted(numbers))

    @property
    def comment(self) -> str | None:
        """The comments joined, one a line."""
        return "\n".join(self.comments) if self.comments else None


TOKEN: Final = re.compile(
    r"[A-Za-z0-9-]++|=[0-9]++=|\$[0-9]++|[!?]{1,2}+|\^[ISRL]|\{[^}]*+\}?+|;[^\r\n]*+"
    r"|(?<=[\r\n])%[^\r\n]*+|[^\s]"
)
"""The tokens of an auction or play; anything else comes out as a single character."""

MAX_TOKENS: Final = 5000
"""The most tokens of an auction or play; 52 cards and what can be said of them are far fewer."""

NOTE_DIGITS: Final = 4
NAG_DIGITS: Final = 3
ALERT_NOTE: Final = -1
"""Stands for a note reference without a number: an asterisk at a call."""


def note_number(token: str) -> int | None:
    """Return the number of a note token such as `=12=`, `None` where it is none or absurd."""
    if len(token) < 3:
        return None
    digits = token[1:-1].lstrip("0") or "0"
    return int(digits) if len(digits) <= NOTE_DIGITS else None


def nag_number(token: str) -> int | None:
    """Return the number of a NAG token such as `$25`, `None` where it is above 255."""
    digits = token[1:].lstrip("0") or "0"
    if len(token) < 2 or len(digits) > NAG_DIGITS:
        return None
    number = int(digits)
    return number if number <= 255 else None


def add_mark(marks: Marks, token: str, used: list[int]) -> bool:
    """Add a suffix, note, NAG or comment token to the marks.

    Returns:
        Whether it is allowed; a second suffix or note and a wrong number are not.
    """
    first = token[0]
    if first == "=":
        number = note_number(token)
        if marks.note is not None or number is None:
            return False
        marks.note = number
        if number not in used:
            used.append(number)
    elif first == "$":
        glyph = nag_number(token)
        if glyph is None:
            return False
        marks.nags.append(glyph)
    elif first in "!?":
        if marks.suffix is not None:
            return False
        marks.suffix = token
    else:
        marks.comments.append(comment_text(token))
    return True


def explain_bad_mark(marks: Marks, token: str) -> tuple[str, dict[str, object]]:
    """Return the kind of what is wrong with a mark that `add_mark` refused.

    Returns:
        `nag`, `note` or `second`, and the values for the message.
    """
    first = token[0]
    if first == "$":
        return "nag", {"text": token[:20]}
    if first == "=" and marks.note is None:
        return "note", {"number": token[1:-1][:20]}
    what = "note reference" if first == "=" else "suffix"
    return "second", {"what": what, "text": token[:20]}


def closed_comment(raw: str, index: int, say: SectionSay) -> str:
    """Return a comment's text; one that is never closed makes its section unreadable.

    Raises:
        SectionError: the comment has no closing brace; that has been reported.
    """
    if is_open(raw):
        say("PBN302", index)
        raise SectionError
    return comment_text(raw)


def is_open(raw: str) -> bool:
    """Return whether a comment token is a brace comment that is never closed."""
    return raw[0] == "{" and (len(raw) == 1 or raw[-1] != "}")


def check_size(body: str, name: str, say: SectionSay) -> None:
    """Refuse a section that no game can have, before much time is spent on it.

    Raises:
        SectionError: the body has more than `MAX_TOKENS` tokens; that has been reported.
    """
    if len(body) > MAX_TOKENS and len(TOKEN.findall(body)) > MAX_TOKENS:
        say("PBN208", 0, name=name, limit=MAX_TOKENS)
        raise SectionError
