"""The replacements that mend findings, put into a file's bytes."""

from __future__ import annotations

import bisect
import codecs
from collections.abc import Callable, Iterable
from typing import Final

import attrs

from overtrick.findings.diagnostics import Diagnostic, Fix, Severity, TextEdit, in_order
from overtrick.framework.contexts import decoded_line

_ROUNDS: Final = 10  # one mend may make room for another


def make_fixes(
    data: bytes, find: Callable[[bytes], Iterable[Diagnostic]]
) -> tuple[bytes, list[Diagnostic]]:
    """Make the fixes that findings bring with them, and look again until nothing changes.

    Args:
        data: the whole file.
        find: returns those findings of a file whose fixes are to be made.

    Returns:
        The file, mended, and a note for each mend: its finding, with what was done for its message.

    Raises:
        ValueError: a fix names a place that the file does not have.
    """
    done: list[Diagnostic] = []
    for _ in range(_ROUNDS):
        chosen = [(item, item.fix) for item in in_order(find(data)) if item.fix is not None]
        mended, made = apply_fixes(data, [fix for _, fix in chosen])
        if mended == data:
            break
        data = mended
        done += [
            attrs.evolve(item, severity=Severity.NOTE, message=fix.summary, hint=None, fix=None)
            for item, fix in (chosen[index] for index in made)
        ]
    return data, done


class _Lines:
    """A text file by lines: where in its bytes a line and column are."""

    def __init__(self, data: bytes) -> None:
        self._lines = data.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        first = self._lines[0] if self._lines else b""
        self.newline = first[len(first.rstrip(b"\r\n")) :] or b"\n"

    def encoding(self, number: int) -> str:
        """Return the encoding of a line, 1-based: UTF-8, or what one byte for a letter is."""
        line = self._lines[number - 1] if number <= len(self._lines) else b""
        return decoded_line(line)[1]

    def offset(self, number: int, column: int) -> int:
        """Return where a place is in the bytes.

        Raises:
            ValueError: there is no such place.
        """
        if number == len(self._lines) + 1 and column == 1:
            return self._starts[-1]
        if not 1 <= number <= len(self._lines):
            msg = f"there is no line {number}"
            raise ValueError(msg)
        line = self._lines[number - 1]
        mark = len(codecs.BOM_UTF8) if number == 1 and line.startswith(codecs.BOM_UTF8) else 0
        text, encoding = decoded_line(line[mark:])
        if not 1 <= column <= len(text) + 1:
            msg = f"there is no column {column} in line {number}"
            raise ValueError(msg)
        before = text[: column - 1].encode(encoding)
        return self._starts[number - 1] + mark + len(before)


def apply_fixes(data: bytes, fixes: Iterable[Fix]) -> tuple[bytes, tuple[int, ...]]:
    r"""Return a text file with fixes made in it, and which were, by their places among them.

    A fix is made whole or not at all: one that touches what an earlier one replaced is left out,
    and so is one whose text the file's encoding does not have. Line ends are those of the file.

    Args:
        data: the whole file.
        fixes: in any order; an earlier one comes first where two touch.

    Raises:
        ValueError: a fix names a place that the file does not have.

    Example:
        >>> edit = TextEdit(line=1, column=12, end_line=1, end_column=14, text="6NT")
        >>> apply_fixes(b'[Contract "6N"]\r\n', [Fix(summary="write 6NT", edits=(edit,))])
        (b'[Contract "6NT"]\r\n', (0,))
    """
    lines = _Lines(data)
    made: list[tuple[int, int, bytes]] = []
    done: list[int] = []
    for index, fix in enumerate(fixes):
        try:
            new = [_replacement(lines, edit) for edit in fix.edits]
        except UnicodeEncodeError:
            continue
        if new and not any(_touches(one, made) for one in new):
            for one in new:
                bisect.insort(made, one)
            done.append(index)
    parts = []
    end = 0
    for start, stop, text in made:
        parts += [data[end:start], text]
        end = stop
    return b"".join([*parts, data[end:]]), tuple(done)


def _replacement(lines: _Lines, edit: TextEdit) -> tuple[int, int, bytes]:
    text = edit.text.replace("\r\n", "\n").encode(lines.encoding(edit.line))
    return (
        lines.offset(edit.line, edit.column),
        lines.offset(edit.end_line, edit.end_column),
        text.replace(b"\n", lines.newline),
    )


def _touches(one: tuple[int, int, bytes], made: list[tuple[int, int, bytes]]) -> bool:
    """Return whether a replacement overlaps one of others, which are in order and apart.

    Two insertions at one place touch: nothing says which comes first.
    """
    place = bisect.bisect_left(made, one)
    before, after = made[place - 1 : place], made[place : place + 1]
    if any(other[1] > one[0] or other[:2] == one[:2] for other in before):
        return True
    return any(other[0] < one[1] or other[:2] == one[:2] for other in after)
