"""The text at the place of a finding."""

from __future__ import annotations

import re

from overtrick import Location

_LINE_END = re.compile(r"\r\n?|\n")


def text_at(location: Location, text: str) -> str:
    """Return what stands between the two ends of a finding's place."""
    assert location.line is not None
    assert location.column is not None
    assert location.end_line is not None
    assert location.end_column is not None
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    start = starts[location.line - 1] + location.column - 1
    end = starts[location.end_line - 1] + location.end_column - 1
    assert 0 <= start <= end <= len(text), location
    return text[start:end]
