"""Read lists of links: addresses of online viewers, with a board in each.

Who made them: Bridge Base Online's hand viewer, Bridge Solver Online, forums, teachers, scripts.
Known variants: a board as LIN (`lin=`); a board in parameters of its own (`n=`, `s=`, `a=`, ...);
one link a line, or links in the midst of HTML or of any other text; percent-encoded or not, and
entities of HTML. Nothing is fetched: a link that only names a board is reported.

Source: Handviewer documentation (parameters); observed, links in forums and in pages of clubs.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple
from urllib.parse import unquote_to_bytes

import attrs

from overtrick import NO_INFO, Board, Info
from overtrick.plugin import ReadContext, decode_line, wide_encoding
from overtrick_lin.commands import Command, iter_commands
from overtrick_lin.links import VIEWERS
from overtrick_lin.options import ReadOptions
from overtrick_lin.reader import boards_of
from overtrick_lin.sniffer import MARK

MAX_LINK_BYTES: Final = 1 << 16
"""The maximum bytes of a viewer's address; those with a complete board have some hundreds."""

_CHUNK: Final = 1 << 16
_BEFORE: Final = 300
"""The maximum bytes of an address before its mark: its host, and a quote around it."""

_START: Final = re.compile(rb"[\s\"'<>()\[\]=;,]")
_BLANK: Final = re.compile(rb"[\s<>\"]")
_QUOTED: Final = {b'"': re.compile(rb'["<>\r\n]'), b"'": re.compile(rb"['<>\r\n]")}
_ENTITY: Final = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,30}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
# The text of an unencoded address may contain an ampersand.
_PAIRS: Final = re.compile(r"&(?=[A-Za-z_]\w*=)")
_WIDE: Final = re.compile(r"%u([0-9a-fA-F]{4})")
_NOTE: Final = re.compile(r"\(([^()]*)\)")

_DEALERS: Final = {"s": "1", "w": "2", "n": "3", "e": "4"}
_HANDS: Final = ("s", "w", "n", "e")
_NAMES: Final = ("nn", "en", "sn", "wn")
_ELSEWHERE: Final = ("myhand", "linurl", "id")


class _Found(NamedTuple):
    """An address in a text: its query string, and its line."""

    query: bytes
    line: int
    is_short: bool = False


def read_link_list(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards of each link, in the file's order."""
    for found in _links(source, ctx):
        if found.is_short:
            ctx.issue("LIN104", line=found.line)
        else:
            yield from _boards(found, ctx)


def _links(source: BinaryIO, ctx: ReadContext) -> Iterator[_Found]:
    """Yield the addresses in a text, one at a time in constant memory."""
    rest, line = b"", 1
    is_first, is_passing = True, False
    while True:
        chunk = source.read(_CHUNK)
        if is_first and (encoding := wide_encoding(chunk)) is not None:
            raise ctx.refuse("LIN003", offset=0, encoding=encoding)
        if is_first:
            ctx.report_doubled_ends(chunk)
        is_first, is_last = False, not chunk
        data = rest + chunk
        at = 0
        keep: int | None = None
        if is_passing:
            blank = _BLANK.search(data)
            if blank is None and not is_last:
                rest = b""
                continue
            is_passing, at = False, len(data) if blank is None else blank.start()
        for mark in MARK.finditer(data, at):
            if mark.start() < at:
                continue  # an address in an address
            start, ending = _around(data, at, mark.start())
            closed = ending.search(data, mark.end())
            if closed is None and not is_last and len(data) - mark.end() < MAX_LINK_BYTES:
                keep = start - 1 if start else 0  # the next chunk has its end
                break
            end = len(data) if closed is None else closed.start()
            place = line + data.count(b"\n", 0, mark.start())
            if end - mark.end() >= MAX_LINK_BYTES:
                ctx.issue("LIN101", line=place, limit=MAX_LINK_BYTES)
                is_passing = closed is None and not is_last
            else:
                query = data[mark.end() : end]
                is_short = not mark[0].endswith(b"?")
                yield _Found(query if ending is not _BLANK else _trimmed(query), place, is_short)
            at = end
        if is_last:
            if _is_cut(data[max(at, len(data) - _BEFORE) :]):
                ctx.issue("LIN106", line=line + data.count(b"\n"))
            return
        cut = max(at, len(data) - _BEFORE) if keep is None else keep
        line += data.count(b"\n", 0, cut)
        rest = data[cut:]


_UNFINISHED: Final = re.compile(rb"https?[^\s<>\"']*\Z", re.IGNORECASE)
_PAGES: Final = tuple(viewer.page.partition("?")[0].encode() for viewer in VIEWERS.values())


def _is_cut(tail: bytes) -> bool:
    """Return whether a file ends within a viewer's address."""
    found = _UNFINISHED.search(tail)
    if found is None:
        return False
    address = found[0].lower().partition(b":")[2]
    return any(page.partition(b":")[2].startswith(address) for page in _PAGES)


def _around(data: bytes, low: int, mark: int) -> tuple[int, re.Pattern[bytes]]:
    """Return the start of the address around a mark, and the pattern that ends it."""
    start = max(low, mark - _BEFORE)
    for match in _START.finditer(data, start, mark):
        start = match.end()
    quote = data[start - 1 : start] if start else b""
    return start, _QUOTED.get(quote, _BLANK)


_CLOSING: Final = {ord(")"): b"(", ord("]"): b"["}


def _trimmed(query: bytes) -> bytes:
    """Return an address in a text without surrounding punctuation."""
    while query:
        last = query[-1]
        opening = _CLOSING.get(last)
        is_of_text = (
            last in b".,;'" if opening is None else query.count(opening) < query.count(last)
        )
        if not is_of_text:
            break
        query = query[:-1]
    return query


def _boards(found: _Found, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards of one link; most have one."""
    text = decode_line(found.query)
    text = _ENTITY.sub(lambda match: html.unescape(match[0]), text).partition("#")[0]
    values: dict[str, str] = {}
    for pair in _PAIRS.split(text):
        name, _, value = pair.partition("=")
        values.setdefault(name.strip().lower(), value)
    line = found.line
    if "lin" in values:
        lin = _value(values["lin"])
        one_line = " ".join(lin.replace("\0", " ").splitlines()).encode("utf-8", "replace")
        commands = iter_commands(io.BytesIO(one_line), ctx, line=line)
        has_board = False
        for board in boards_of(commands, ctx, ReadOptions(), has_header=False):
            has_board = True
            yield board
        if not has_board:
            ctx.issue("LIN102", line=line)
    elif any(seat in values for seat in _HANDS):
        yield from _of_parameters({n: _value(value) for n, value in values.items()}, line, ctx)
    elif any(name in values for name in _ELSEWHERE):
        ctx.issue("LIN103", line=line)
    else:
        ctx.issue("LIN102", line=line)


def _value(text: str) -> str:
    """Return a decoded parameter: UTF-8 or CP1252, and `%u2019` from old scripts."""
    # Who writes blanks as %20 means a plus by a plus.
    if "%20" not in text and " " not in text:
        text = text.replace("+", " ")
    if "%u" in text:
        text = _WIDE.sub(lambda match: chr(int(match[1], 16)), text)
        text = text.encode("utf-8", "replace").decode("utf-8")
    return decode_line(unquote_to_bytes(text))


def _of_parameters(values: dict[str, str], line: int, ctx: ReadContext) -> Iterator[Board]:
    """Yield the board in separate parameters.

    Source: Handviewer documentation (n, s, e, w, nn, sn, en, wn, d, v, b, a, p, c).
    """
    number = values.get("b", "").strip()
    if number and not (number.isascii() and number.isdigit() and len(number) < 5):
        ctx.issue("LIN105", line=line, name="b", found=number[:20])
        number = ""
    board = int(number) if number else None
    dealer = values.get("d", "").strip().lower()[:1]
    if dealer and dealer not in _DEALERS:
        ctx.issue("LIN105", line=line, board=board, name="d", found=dealer)
    hands = ",".join(values.get(seat, "").replace(",", " ") for seat in _HANDS)
    commands: list[Command] = [
        ("qx", f"o{number}" if number else "", line),
        ("md", _DEALERS.get(dealer, "0") + hands, line),
        ("sv", values.get("v", ""), line),
    ]
    # The explanation of a call follows it in brackets.
    for place, text in enumerate(_NOTE.split(values.get("a", ""))):
        if text.strip():
            commands.append(("an" if place & 1 else "mb", text, line))
    commands += [("pc", values["p"], line)] if values.get("p") else []
    commands += [("mc", values["c"], line)] if values.get("c") else []
    names = [" ".join(values.get(name, "").split()) or None for name in _NAMES]
    north, east, south, west = names
    info = Info(players=(north, east, south, west)) if any(names) else NO_INFO
    for read_board in boards_of(commands, ctx, ReadOptions(), has_header=False):
        yield attrs.evolve(read_board, info=info)
