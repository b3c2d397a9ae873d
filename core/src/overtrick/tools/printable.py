"""Text from strangers' files made safe to show: nothing in it steers a terminal.

Names, notes and comments are whatever somebody wrote. Control characters could move the cursor of
a terminal, and marks of direction could turn a line round; both are shown as `�`.
"""

from __future__ import annotations

import re
from typing import Final

_CONTROL: Final = r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"


def printable(text: str) -> str:
    r"""Return a text on one line in which nothing can steer a terminal or turn the direction.

    Line breaks and tabs become blanks, other control characters `�`.

    Example:
        >>> printable("a\tb\x1b[2J")
        'a b�[2J'
    """
    if text.isprintable():  # none of these characters is
        return text
    return re.sub(_CONTROL, lambda match: " " if match[0] in "\t\r\n" else "�", text)
