"""The markup of a page: its landmarks, resources, scripts, and forms."""

from __future__ import annotations

import html.parser
import re
from typing import Final

import attrs

PROBE: Final = "overtrick-probe"
"""The name of the element and of the attributes that `HOSTILE` makes where it is not escaped."""

HOSTILE: Final = (
    f"x</script></style></title></textarea>--><{PROBE} {PROBE}='1'>\" {PROBE}=\"2' {PROBE}='3"
)
"""A text that comes out as markup wherever it is not escaped."""

HOSTILE_STEP: Final = HOSTILE.partition("-->")[2]
"""The part of it that can be a step of a path: it has no stroke."""

_JAVASCRIPT: Final = re.compile(r"\s*(javascript|vbscript|data):", re.IGNORECASE)
_ELSEWHERE: Final = re.compile(r"\s*([a-z][a-z0-9+.-]*:)?//|\s*https?:", re.IGNORECASE)
_LOADING: Final = frozenset({"src", "srcset", "poster", "data", "background", "action"})
_DATA_TYPES: Final = frozenset({"application/json", "application/ld+json", "importmap"})


@attrs.define
class Form:
    """A form of a page.

    Attributes:
        action: where it goes; empty for the page's own address.
        method: `get` or `post`.
        fields: the name of each field with the value that it has.
        texts: the names of fields that take any text.
        files: the names of fields that take files.
    """

    action: str
    method: str
    fields: list[tuple[str, str]] = attrs.field(factory=list)
    texts: list[str] = attrs.field(factory=list)
    files: list[str] = attrs.field(factory=list)


_TEXTS: Final = frozenset({"text", "search", "email", "tel", "url", "password", ""})


class MarkupFacts(html.parser.HTMLParser):
    """A parser that collects the facts of a page or fragment.

    Args:
        text: the HTML.

    Attributes:
        language: of the page; `None` if it declares none.
        title: the page's.
        count: how often each element is there.
        runs: what would run or is forbidden by the policy of the page.
        elsewhere: what is loaded from another host.
        loads: the addresses of what it loads.
        links: the addresses of this host that it leads to.
        forms: its forms.
        probes: where `HOSTILE` came out as markup.
        words: all that is shown, element by element.
    """

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.language: str | None = None
        self.title = ""
        self.count: dict[str, int] = {}
        self.runs: list[str] = []
        self.elsewhere: list[str] = []
        self.loads: list[str] = []
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.probes: list[str] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self._choice = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle the start tag of an element."""
        values = {name: value or "" for name, value in attrs}
        self.count[tag] = self.count.get(tag, 0) + 1
        self._open.append(tag)
        if tag == PROBE or any(PROBE in name for name in values):
            self.probes.append(f"<{tag}>")
        if tag == "html":
            self.language = values.get("lang")
        self._look_for_what_runs(tag, values)
        self._look_at_addresses(tag, values)
        self._look_at_forms(tag, values)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a self-closing element, as in a picture."""
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Handle the end tag of an element."""
        if tag == "select":
            self._choice = ""
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Handle text."""
        where = self._open[-1] if self._open else ""
        if where == "title" and "svg" not in self._open:
            self.title += data
        if where not in {"script", "style"} and data.strip():
            self.words.append(data)

    def _look_for_what_runs(self, tag: str, values: dict[str, str]) -> None:
        kind = values.get("type", "").strip().lower()
        if tag == "script" and "src" not in values and kind not in _DATA_TYPES:
            self.runs.append("a <script> without src")
        if tag == "style":
            self.runs.append("a <style>")
        if tag in {"object", "embed", "base"} or "srcdoc" in values:
            self.runs.append(f"<{tag}>")
        for name, value in values.items():
            if name.startswith("on"):
                self.runs.append(f"<{tag} {name}=...>")
            if name == "style":
                self.runs.append(f"<{tag} style={value[:30]!r}>")
            if name in {"href", "formaction", "action"} and _JAVASCRIPT.match(value):
                self.runs.append(f"<{tag} {name}={value[:30]!r}>")

    def _look_at_addresses(self, tag: str, values: dict[str, str]) -> None:
        for name, value in values.items():
            plain = name.removeprefix("xlink:")
            is_link = plain == "href" and tag in {"a", "area"}
            is_loaded = plain in _LOADING or (plain == "href" and not is_link)
            if is_link:
                # Those to other hosts may be followed: the site ensures that nothing is disclosed.
                if not _ELSEWHERE.match(value):
                    self.links.append(value)
            elif is_loaded and _ELSEWHERE.match(value):
                self.elsewhere.append(f'<{tag} {name}="{value[:60]}">')
            elif is_loaded and plain != "action" and not value.startswith(("#", "data:")):
                self.loads.append(value)

    def _look_at_forms(self, tag: str, values: dict[str, str]) -> None:
        if tag == "form":
            method = values.get("method", "get").strip().lower()
            self.forms.append(Form(values.get("action", ""), method))
        name = values.get("name", "")
        if tag == "option" and self._choice and ("selected" in values or not self._chosen()):
            self.forms[-1].fields[-1] = (self._choice, values.get("value", ""))
        if not self.forms or not name or "form" not in self._open:
            return
        form, kind = self.forms[-1], values.get("type", "").strip().lower()
        if tag == "textarea" or (tag == "input" and kind in _TEXTS):
            form.texts.append(name)
        elif tag == "input" and kind == "file":
            form.files.append(name)
        elif tag == "input" and (kind not in {"checkbox", "radio"} or "checked" in values):
            form.fields.append((name, values.get("value", "")))
        elif tag == "select":
            form.fields.append((name, ""))
            self._choice = name
        elif tag == "button":
            form.fields.append((name, values.get("value", "")))

    def _chosen(self) -> str:
        return self.forms[-1].fields[-1][1]
