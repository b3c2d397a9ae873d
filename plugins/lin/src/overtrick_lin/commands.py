"""A LIN file as commands with values: bytes in, pairs out, and in step again after a slip.

The file is `cmd|value|cmd|value|...`. In real files there is text before commands (`%` comment
lines, words of lesson authors), line breaks stand anywhere, and a bar too many or too few puts a
naive reader out of step for good.

Source: observed in files of Bridge Base and lesson authors; no published specification.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

import attrs

from overtrick.framework.contexts import ReadContext, decode_line

LONGEST_VALUE: Final = 1 << 20
"""No value comes near this many bytes; lesson texts have a few thousand."""

_CHUNK: Final = 1 << 16

# A command is two characters: letters, digits (`3d`), or one of the lesson authors' marks (`n#`).
_COMMAND: Final = re.compile(r"(?:^|[^A-Za-z0-9])([A-Za-z0-9][A-Za-z0-9#^])\s*$")

_WIDE_MARKS: Final = ((codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))


@attrs.frozen
class Command:
    """One command: its name in lower case, its value as it stands, and the line it begins on."""

    name: str
    value: str
    line: int


def iter_commands(source: BinaryIO, ctx: ReadContext) -> Iterator[Command]:
    """Yield the commands of a file, one at a time in flat memory."""
    name: str | None = None
    line = start = 1
    for part, is_last in _parts(source, ctx):
        if name is None:
            text = part.rpartition("\n")[2] if "%" in part else part
            match = _COMMAND.search(text)
            start = line + part.rstrip().count("\n")
            if match is not None and not is_last:
                name = match[1].lower()
            elif part.strip() or not is_last:
                _report_odd(part, start, ctx, is_last=is_last)
        else:
            if is_last:
                ctx.issue("LIN002", line=start, found=name)
                if not part.strip():
                    return
            yield Command(name, part, start)
            name = None
        line += part.count("\n")


def _report_odd(part: str, line: int, ctx: ReadContext, *, is_last: bool) -> None:
    text = part.strip()
    # Comment lines and stray words at the end of a file are no slip of the bars.
    if is_last and all(row.lstrip().startswith("%") for row in text.splitlines()):
        return
    if is_last and _COMMAND.search(text) is None:
        return
    if is_last:
        ctx.issue("LIN002", line=line, found=text[-20:])
    else:
        ctx.issue("LIN001", line=line, found=text[-20:])


def _parts(source: BinaryIO, ctx: ReadContext) -> Iterator[tuple[str, bool]]:
    """Yield what stands between the bars, with whether it is the file's last piece."""
    rest = b""
    first = True
    while chunk := source.read(_CHUNK):
        if first:
            first = False
            for mark, encoding in _WIDE_MARKS:
                if chunk.startswith(mark):
                    raise ctx.refuse("LIN003", offset=0, encoding=encoding)
            chunk = chunk.removeprefix(codecs.BOM_UTF8)  # the mark is no text
        *whole, rest = (rest + chunk).split(b"|")
        for part in whole:
            yield _decode(part), False
        if len(rest) > LONGEST_VALUE:
            raise ctx.refuse("LIN004", limit=LONGEST_VALUE)
    yield _decode(rest), True


def _decode(part: bytes) -> str:
    return decode_line(part).replace("\r\n", "\n").replace("\r", "\n")
