"""Make text from untrusted files safe to show: no control codes, no hidden characters.

Names, notes and comments are untrusted text. Control characters can move the cursor of a terminal,
direction marks can reverse a line, and invisible characters can make two names look alike; all are
shown as `�`. JSON escapes them, so that the text survives unchanged. A view that writes markup
escapes the rest; all remaining characters are valid in XML.
"""

from __future__ import annotations

import functools
import re
from typing import Final

_HOSTILE: Final = (
    "["
    r"\x00-\x1f\x7f-\x9f"  # controls
    r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f"  # line ends and marks of direction
    r"\u180e\u200b\u2060-\u2065\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible
    r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # no characters
    + "".join(rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(1, 17))
    + "]"
)
"""The characters that are replaced; zero-width joiners, which some scripts need, are not."""


def printable(text: str) -> str:
    r"""Return a text on one line, without terminal controls and changes of direction.

    Line breaks and tabs become blanks, other characters that are not to be shown `�`.

    Example:
        >>> printable("a\tb\x1b[2J")
        'a b�[2J'
    """
    if text.isprintable():  # none of these characters is
        return text
    return _hostile().sub(lambda match: " " if match[0] in "\t\r\n" else "�", text)


def printable_lines(text: str) -> str:
    r"""Return a text as `printable` does, with its line breaks (LF).

    Example:
        >>> printable_lines("one\nt\x07wo")
        'one\nt�wo'
    """
    if text.isprintable():
        return text
    return "\n".join(map(printable, text.split("\n")))


def json_text(value: object, *, indent: int | None = None) -> str:
    r"""Return a value as JSON without terminal control characters.

    Args:
        value: whatever `json.dumps` takes.
        indent: blanks for each level; `None` for one line.

    Example:
        >>> print(json_text({"name": "Zoë \u202e\x9b"}))
        {"name": "Zoë \u202e\u009b"}
    """
    import json  # few commands print any

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    # Outside of strings, the only such characters are the line ends of the layout.
    return _hostile().sub(lambda match: match[0] if match[0] == "\n" else _escaped(match[0]), text)


@functools.cache
def _hostile() -> re.Pattern[str]:
    # Most texts need none, and to make it takes a millisecond.
    return re.compile(_HOSTILE)


def _escaped(character: str) -> str:
    """Return a character as JSON escapes it, beyond the first plane as two surrogates."""
    digits = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{digits[at : at + 4]}" for at in range(0, len(digits), 4))
