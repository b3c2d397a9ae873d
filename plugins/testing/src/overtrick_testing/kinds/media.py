"""Whether what was made is what it says it is: a page, a picture, a document, text."""

from __future__ import annotations

import html
import html.parser
import json
import re
import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable, Iterator
from typing import Final

from overtrick_testing.hostile import unprintable_line

_VOID: Final = frozenset(
    (
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    )
)  # fmt: skip
_MAY_BE_OPEN: Final = frozenset(
    ("html", "head", "body", "p", "li", "td", "th", "tr", "thead", "tbody", "tfoot", "dt", "dd")
)
_OUTSIDE: Final = frozenset({"src", "href", "action", "formaction", "data", "poster", "srcset"})
_NAME: Final = re.compile(r"[a-z_:][-a-z0-9_:.]*")
_ADDRESS: Final = re.compile(r"\s*(?:https?:)?//|\s*(?:javascript|file):", re.IGNORECASE)
_STYLE_END: Final = re.compile(r"\x1b\[[0-9;]*m")


class _Page(html.parser.HTMLParser):
    """Looks at a page: elements that are closed, and nothing that runs or is fetched."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self.shown: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in the beginning of an element."""
        if tag not in _VOID:
            self._open.append(tag)
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.wrong.append(f"<{tag}> has an attribute twice")
        for name, value in attrs:
            text = value or ""
            if not _NAME.fullmatch(name):
                self.wrong.append(f"<{tag}> has an attribute {name[:40]!r}: a quote is not escaped")
            self.shown.append(text)
            if name.startswith("on"):
                self.wrong.append(f"<{tag}> has {name}, which runs")
            if name in {"src", "srcset", "poster"} and _ADDRESS.match(text):
                self.wrong.append(f"<{tag}> fetches {text[:60]!r}")
            if name in _OUTSIDE and text.strip().lower().startswith("javascript:"):
                self.wrong.append(f"<{tag}> runs {text[:60]!r}")
        if tag in {"script", "iframe", "object", "embed"}:
            self.wrong.append(f"there is a <{tag}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element that closes itself, as in a picture."""
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Take in the end of an element."""
        while self._open and self._open[-1] != tag and self._open[-1] in _MAY_BE_OPEN:
            self._open.pop()
        if not self._open or self._open[-1] != tag:
            self.wrong.append(f"</{tag}> closes nothing that is open")
            return
        self._open.pop()

    def handle_data(self, data: str) -> None:
        """Take in text."""
        self.shown.append(data)

    def finish(self) -> None:
        """Look at what was never closed."""
        self.close()
        left = [tag for tag in self._open if tag not in _MAY_BE_OPEN]
        if left:
            self.wrong.append(f"<{left[-1]}> is never closed")


def _text_of(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        msg = f"it is not UTF-8: {error}"
        raise AssertionError(msg) from error


def _check_html(data: bytes) -> None:
    page = _Page()
    page.feed(_text_of(data))
    page.finish()
    assert not page.wrong, "; ".join(page.wrong[:3])
    for text in page.shown:
        line = unprintable_line(text)
        assert line is None, f"the page shows what cannot be shown: {line!r:.100}"


def _check_xml(data: bytes, root: str | None = None) -> None:
    _text_of(data)
    try:
        tree = ET.fromstring(data)  # noqa: S314  # what the view made just now
    except ET.ParseError as error:
        msg = f"it is not well-formed XML: {error}"
        raise AssertionError(msg) from error
    name = tree.tag.rpartition("}")[2]
    assert root is None or name == root, f"its root is <{name}>, not <{root}>"
    for element in tree.iter():
        tag = str(element.tag).rpartition("}")[2]
        assert tag != "script", "there is a <script>"
        for key, value in element.attrib.items():
            assert not key.startswith("on"), f"<{tag}> has {key}, which runs"
            is_fetched = key.endswith("href") and _ADDRESS.match(value)
            assert not (is_fetched and tag != "a"), f"<{tag}> fetches {value[:60]!r}"
        for text in (element.text, element.tail, *element.attrib.values()):
            line = unprintable_line(text or "")
            assert line is None, f"it shows what cannot be shown: {line!r:.100}"


def _check_svg(data: bytes) -> None:
    _check_xml(data, "svg")


def _check_png(data: bytes) -> None:
    assert data.startswith(b"\x89PNG\r\n\x1a\n"), "it does not begin as PNG does"
    place, kinds, pixels = 8, [], b""
    while place < len(data):
        assert place + 12 <= len(data), "its last chunk is cut off"
        (length,) = struct.unpack(">I", data[place : place + 4])
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        end = place + 8 + length
        (code,) = struct.unpack(">I", data[end : end + 4])
        assert code == zlib.crc32(kind + body), f"its chunk {kind!r} has a wrong checksum"
        kinds.append(kind)
        pixels += body if kind == b"IDAT" else b""
        place = end + 4
    assert kinds[:1] == [b"IHDR"], "it has no header"
    assert kinds[-1:] == [b"IEND"], "it has no end"
    assert zlib.decompress(pixels), "it has no pixels"


def _check_pdf(data: bytes) -> None:
    assert data.startswith(b"%PDF-1."), "it does not begin as PDF does"
    assert data.rstrip().endswith(b"%%EOF"), "it does not end as PDF does"
    assert b"startxref" in data, "it has no table of its objects"
    assert b"/JavaScript" not in data, "it has a script"


def check_json(data: bytes, what: str = "it is") -> None:
    """Fail if bytes are no JSON: one value, or one a line, as many programs read it."""
    text = _text_of(data)
    assert text.strip(), "there is nothing"
    try:
        json.loads(text)
    except ValueError:
        for line in filter(str.strip, text.split("\n")):
            try:
                json.loads(line)
            except ValueError as error:
                msg = f"{what} what is not JSON, nor is each line: {line[:100]!r}"
                raise AssertionError(msg) from error


def _check_text(data: bytes) -> None:
    line = unprintable_line(_text_of(data))
    assert line is None, f"it shows what cannot be shown: {line!r:.100}"


_CHECKS: Final[dict[str, Callable[[bytes], None]]] = {
    "text/html": _check_html,
    "application/xhtml+xml": _check_xml,
    "image/svg+xml": _check_svg,
    "image/png": _check_png,
    "application/pdf": _check_pdf,
    "application/json": check_json,
}


class _Shown(html.parser.HTMLParser):
    """Takes in the text of a page that a reader sees."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in the beginning of an element."""
        self._hidden += tag in _HIDDEN

    def handle_endtag(self, tag: str) -> None:
        """Take in the end of an element."""
        self._hidden -= tag in _HIDDEN

    def handle_data(self, data: str) -> None:
        """Take in text."""
        if not self._hidden:
            self.texts.append(data)


_HIDDEN: Final = frozenset({"style", "script", "title", "desc", "metadata"})


def visible_text(media_type: str, data: bytes) -> str | None:
    """Return the text that a reader sees; `None` for types of which that is not known here.

    Example:
        >>> visible_text("text/html", b"<style>b {}</style><b title=x>one &amp; two</b>")
        'one & two'
        >>> visible_text("image/png", b"")
    """
    plain = media_type.partition(";")[0].strip().lower()
    if plain == "text/html":
        page = _Shown()
        page.feed(_text_of(data))
        page.close()
        return " ".join(page.texts)
    if plain.endswith(("+xml", "/xml")):
        root = ET.fromstring(data)  # noqa: S314  # what the view made just now
        return " ".join(_texts_in(root))
    if plain.endswith("json"):
        return _text_of(data)
    return html.unescape(_text_of(data)) if plain.startswith("text/") else None


def _texts_in(element: ET.Element) -> Iterator[str]:
    if str(element.tag).rpartition("}")[2] not in _HIDDEN:
        yield element.text or ""
        for inner in element:
            yield from _texts_in(inner)
    yield element.tail or ""


def checker(media_type: str) -> Callable[[bytes], None] | None:
    """Return what asserts that something is of a media type; `None` for types that nobody knows.

    It asserts too that nothing in it runs, is fetched from elsewhere, or cannot be shown.

    Example:
        >>> check = checker("image/svg+xml")
        >>> check(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
        >>> check(b"<svg><script/></svg>")
        Traceback (most recent call last):
        ...
        AssertionError: there is a <script>
    """
    plain = media_type.partition(";")[0].strip().lower()
    if plain in _CHECKS:
        return _CHECKS[plain]
    if plain.endswith(("+xml", "/xml")):
        return _check_xml
    if plain.endswith("json"):
        return check_json
    return _check_text if plain.startswith("text/") else None


def without_colours(data: bytes) -> bytes:
    r"""Return text without what colours it on a terminal.

    Example:
        >>> without_colours(b"\x1b[91mred\x1b[0m")
        b'red'
    """
    return _STYLE_END.sub("", data.decode("utf-8", "surrogateescape")).encode(
        "utf-8", "surrogateescape"
    )
