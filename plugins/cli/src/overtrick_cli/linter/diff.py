"""What fixing would change in a file, as a unified diff that `patch` and `git apply` read.

Fixes are small and many, and the lines of a file of boards much alike; `difflib` alone may take
minutes then. Here the two contents are walked side by side, and meet again behind each fix.
"""

from __future__ import annotations

import bisect
import difflib
import os
from collections.abc import Iterator
from typing import Final, Literal

_NO_END: Final = b"\\ No newline at end of file\n"
_CONTEXT: Final = 3
_NEAR: Final = 120
"""How many lines a fix may be long, those of both sides together, to be seen as one."""

OpCode = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]


def unified(before: bytes, after: bytes, path: str, *, is_binary: bool = False) -> bytes:
    r"""Return the difference of two contents of a file; nothing where there is none.

    Args:
        before: the file as it is.
        after: the file as it would be.
        path: its name.
        is_binary: whether it has no lines: the diff is then one line stating that it would change.

    Example:
        >>> print(unified(b"a\nb\n", b"a\nc\n", "x").decode(), end="")
        --- x
        +++ x
        @@ -1,2 +1,2 @@
         a
        -b
        +c
    """
    if before == after:
        return b""
    name = os.fsencode(path)
    if is_binary:
        return b"Binary files " + name + b" and " + name + b" differ\n"
    # A blank in a name would end it.
    label = name + b"\t" if b" " in name else name
    parts = [b"--- " + label + b"\n", b"+++ " + label + b"\n"]
    for line in _hunks(_lines(before), _lines(after)):
        parts.append(line if line.endswith(b"\n") else line + b"\n" + _NO_END)
    return b"".join(parts)


def _lines(data: bytes) -> list[bytes]:
    """Return lines with their ends; only LF ends one here, so that a fixed line end shows."""
    parts = data.split(b"\n")
    last = parts.pop()
    return [part + b"\n" for part in parts] + ([last] if last else [])


def _hunks(old: list[bytes], new: list[bytes]) -> Iterator[bytes]:
    for group in _Walk(old, new).get_grouped_opcodes(_CONTEXT):
        first, last = group[0], group[-1]
        places = _range(first[1], last[2]), _range(first[3], last[4])
        yield f"@@ -{places[0]} +{places[1]} @@\n".encode()
        for tag, old_begin, old_end, new_begin, new_end in group:
            if tag == "equal":
                yield from (b" " + line for line in old[old_begin:old_end])
                continue
            yield from (b"-" + line for line in old[old_begin:old_end])
            yield from (b"+" + line for line in new[new_begin:new_end])


def _range(begin: int, end: int) -> str:
    """Return lines as a hunk's head has them: the first, 1-based, and how many."""
    count = end - begin
    first = begin + 1 if count else begin
    return f"{first}" if count == 1 else f"{first},{count}"


class _Walk(difflib.SequenceMatcher[bytes]):
    """Two lists of lines compared by walking along both, in time that grows with their length."""

    def __init__(self, old: list[bytes], new: list[bytes]) -> None:
        super().__init__(None, (), ())
        self._old = old
        self._new = new
        self._pairs: dict[tuple[bytes, bytes], list[int]] | None = None

    def get_opcodes(self) -> list[OpCode]:
        """Return the steps from the old lines to the new, as `difflib` has them."""
        old, new = self._old, self._new
        codes: list[OpCode] = []
        i = j = 0
        while i < len(old) or j < len(new):
            begin, start = i, j
            while i < len(old) and j < len(new) and old[i] == new[j]:
                i += 1
                j += 1
            if i > begin:
                codes.append(("equal", begin, i, start, j))
            if i < len(old) or j < len(new):
                to_i, to_j = self._together(i, j)
                if to_i == i:
                    codes.append(("insert", i, i, j, to_j))
                elif to_j == j:
                    codes.append(("delete", i, to_i, j, j))
                else:
                    codes.append(("replace", i, to_i, j, to_j))
                i, j = to_i, to_j
        return codes

    def _together(self, i: int, j: int) -> tuple[int, int]:
        """Return where the lists go on alike: at a place near by, or wherever there is one."""
        for steps in range(1, _NEAR + 1):
            for down in range(steps + 1):
                if self._goes_on(i + down, j + steps - down, is_aligned=2 * down == steps):
                    return i + down, j + steps - down
        pairs = self._index()
        for place in range(i, len(self._old) - 1):
            places = pairs.get((self._old[place], self._old[place + 1]), ())
            found = bisect.bisect_left(places, j)
            if found < len(places):
                return place, places[found]
        return len(self._old), len(self._new)

    def _goes_on(self, i: int, j: int, *, is_aligned: bool) -> bool:
        """Return whether two lines are alike from here on, or the last ones have been reached."""
        old, new = self._old, self._new
        if i >= len(old) or j >= len(new):
            return i == len(old) and j == len(new)
        if old[i] != new[j]:
            return False
        # One line alone is too little to go by, where lines are much alike.
        return (is_aligned and bool(old[i].strip())) or old[i + 1 : i + 2] == new[j + 1 : j + 2]

    def _index(self) -> dict[tuple[bytes, bytes], list[int]]:
        """Return the positions of each pair of adjacent lines in the new text."""
        if self._pairs is None:
            self._pairs = {}
            for place in range(len(self._new) - 1):
                pair = (self._new[place], self._new[place + 1])
                self._pairs.setdefault(pair, []).append(place)
        return self._pairs
