"""The untranslatable words of a page's templates: those that are not marked."""

from __future__ import annotations

import html.parser
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import jinja2

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_SHOWN: Final = frozenset({"title", "alt", "placeholder", "aria-label", "aria-description"})
# The content of an attribute of the layout, such as the class of the body.
_CLASSES: Final = re.compile(r"{%-?\s*block\s+\w+_class\s.*?endblock[^%]*%}", re.DOTALL)
_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)


def unmarked(folder: Path) -> Iterator[str]:
    """Yield the words of templates outside `_()`, each with its place.

    Names in capitals alone, such as PBN, are the same in every language; so is the content of an
    element with `translate="no"`.

    Args:
        folder: with the templates.
    """
    for path in sorted(folder.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        for line, words in _Words(_without_code(text)).found:
            yield f"{path.relative_to(folder).as_posix()}, line {line}: {words[:60]!r}"


def _without_code(text: str) -> str:
    """Return a template's HTML with its expressions and statements removed."""
    text = _CLASSES.sub(lambda match: "\n" * match[0].count("\n"), text)
    kept, depth = [], 0
    for _, kind, value in jinja2.Environment(autoescape=True).lex(text):
        is_code = not kind.startswith("raw_")
        if is_code and kind.endswith("_begin"):
            depth += 1
        kept.append(value if kind == "data" and not depth else "\n" * value.count("\n"))
        if is_code and kind.endswith("_end"):
            depth -= 1
    return "".join(kept)


class _Words(html.parser.HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str]] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        is_kept = self._is_kept() or values.get("translate") == "no" or tag in {"script", "style"}
        if tag not in _VOID:
            self._open.append((tag, is_kept))
        if not is_kept:
            for name in _SHOWN & values.keys():
                self._look(values[name])

    def handle_endtag(self, tag: str) -> None:
        if any(tag == name for name, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._is_kept():
            self._look(data)

    def _is_kept(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def _look(self, text: str) -> None:
        if any(not word.isupper() for word in _WORD.findall(text)):
            self.found.append((self.getpos()[0], " ".join(text.split())))
