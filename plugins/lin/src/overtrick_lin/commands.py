"""Parse a LIN file as commands with values; resynchronise after errors.

The file is `cmd|value|cmd|value|...`. In real files there is text before commands (`%` comment
lines, words of lesson authors), line breaks are anywhere, and a bar too many or too few puts a
naive reader out of step for good.

Source: observed in files of Bridge Base and lesson authors; no published specification.
"""

from __future__ import annotations

import codecs
import functools
import re
from collections.abc import Iterator
from typing import BinaryIO, Final, TypeAlias

from overtrick.plugin import ReadContext, decode_line, wide_encoding

MAX_VALUE_BYTES: Final = 1 << 20
"""No value comes near this many bytes; lesson texts have a few thousand."""

SHORT: Final = 8
"""The maximum length of a text that is likely to recur: its parsed form is cached."""

Command: TypeAlias = tuple[str, str, int]
"""One command: its name in lower case, its value unchanged, and the line it begins on.

A plain tuple, for a board that was played has some eighty of them.
"""

_CHUNK: Final = 1 << 16

# A command is two characters: letters, digits (`3d`), or one of the lesson authors' marks (`n#`).
_COMMAND: Final = re.compile(r"(?:^|[^A-Za-z0-9])([A-Za-z0-9][A-Za-z0-9#^])\s*$")


def iter_commands(source: BinaryIO, ctx: ReadContext, *, line: int = 1) -> Iterator[Command]:
    """Yield the commands of a file, one at a time in constant memory.

    Args:
        source: the file.
        ctx: what is read.
        line: the line on which it begins, where it is a part of another file.
    """
    name: str | None = None
    start = line
    short_name = _short_name
    for parts, is_rest in _parts(source, ctx):
        if is_rest:
            yield from _rest(parts[0], name, line if name is None else start, ctx)
            return
        for part in parts:
            if name is not None:
                yield name, part, start
                name = None
                if "\n" in part:
                    line += part.count("\n")
            else:
                name, skipped, breaks = (short_name if len(part) <= SHORT else _name)(part)
                start = line + skipped
                line += breaks
                if name is None:
                    ctx.issue("LIN001", line=start, found=part.strip()[-20:])


def _name(part: str) -> tuple[str | None, int, int]:
    """Return the name at the end of a piece, and the line breaks before its end and in all."""
    text = part.rpartition("\n")[2] if "%" in part else part
    match = _COMMAND.search(text)
    name = None if match is None else match[1].lower()
    return name, part.rstrip().count("\n"), part.count("\n")


_short_name: Final = functools.lru_cache(maxsize=1024)(_name)


def _rest(part: str, name: str | None, line: int, ctx: ReadContext) -> Iterator[Command]:
    """Yield the command whose value is the file's last piece, if it has one."""
    text = part.strip()
    if name is not None:
        ctx.issue("LIN002", line=line, found=name)
        if text:
            yield name, part, line
        return
    # Comment lines and stray words at the end of a file are no slip of the bars.
    is_comment = all(row.lstrip().startswith("%") for row in text.splitlines())
    if not is_comment and _COMMAND.search(text) is not None:
        ctx.issue("LIN002", line=line + part.rstrip().count("\n"), found=text[-20:])


def _parts(source: BinaryIO, ctx: ReadContext) -> Iterator[tuple[list[str], bool]]:
    """Yield the texts before the bars, in batches; at last the text after the final bar."""
    rest = b""
    first = True
    is_doubled = False
    while chunk := source.read(_CHUNK):
        if first:
            first = False
            is_doubled = ctx.report_doubled_ends(chunk)
            if (encoding := wide_encoding(chunk)) is not None:
                raise ctx.refuse("LIN003", offset=0, encoding=encoding)
            chunk = chunk.removeprefix(codecs.BOM_UTF8)  # the mark is no text
        complete, bar, rest = (rest + chunk).rpartition(b"|")
        if bar:
            yield _pieces(complete.replace(b"\r\r\n", b"\n") if is_doubled else complete), False
        if len(rest) > MAX_VALUE_BYTES:
            raise ctx.refuse("LIN004", limit=MAX_VALUE_BYTES)
    yield [_decode(rest.replace(b"\r\r\n", b"\n") if is_doubled else rest)], True


def _pieces(text: bytes) -> list[str]:
    """Return the texts between the bars, each piece decoded separately."""
    if text.isascii():
        return _decode(text).split("|")
    # Latin-1 has a character for each byte, so that the pieces that need no other are done.
    pieces = text.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n").split("|")
    return [piece if piece.isascii() else _decode(piece.encode("latin-1")) for piece in pieces]


def _decode(part: bytes) -> str:
    text = decode_line(part)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
