"""What of a game's text each finding of the linter speaks of."""

from __future__ import annotations

import re
from typing import Final

from overtrick_pbn.text.spans import At, Inside, Span

_COMMA: Final = re.compile(r",(?! )")

CHECK_PLACES: Final[dict[str, At]] = {
    **dict.fromkeys(("PBN212", "PBN317"), At.CHARACTER),
    **dict.fromkeys(("PBN213", "PBN223", "PBN650", "PBN663", "PBN668"), At.LINE),
    **dict.fromkeys(("PBN727", "PBN741"), At.LINE),
    **dict.fromkeys(("PBN222", "PBN654"), At.NOTHING),
    **dict.fromkeys(
        ("PBN320", "PBN321", "PBN322", "PBN512", "PBN513", "PBN653", "PBN655", "PBN656", "PBN742"),
        At.TAG,
    ),
    "PBN318": At.NAME,
    **dict.fromkeys(
        (
            *("PBN350", "PBN351", "PBN352", "PBN353", "PBN354", "PBN411", "PBN514", "PBN515"),
            *("PBN658", "PBN659", "PBN660", "PBN661", "PBN662", "PBN667", "PBN701", "PBN702"),
            *("PBN721", "PBN722", "PBN723", "PBN724", "PBN725", "PBN726", "PBN731", "PBN732"),
            *("PBN733", "PBN734"),
        ),
        At.VALUE,
    ),
    **dict.fromkeys(
        ("PBN510", "PBN511", "PBN671", "PBN672", "PBN703", "PBN704", "PBN815"), At.ELEMENT
    ),
}
"""What each code's finding speaks of; a token where nothing is said."""


def _comma(value: str) -> Span | None:
    """Return where the first comma stands that no blank follows."""
    match = _COMMA.search(value)
    return None if match is None else match.span()


CHECK_INSIDE: Final[dict[str, Inside]] = {"PBN351": _comma}
"""What of a value is meant, where it is not the whole."""
