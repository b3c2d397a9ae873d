"""Writes the index of all diagnostic codes, and a page a family of codes, from the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator

from overtrick.framework.catalogues import NamedCatalogue
from overtrick.plugin import DiagnosticCode, catalogues, default_manager


def pages() -> Iterator[tuple[str, str]]:
    """Yield each page's path below `docs/`, and its text."""
    known = list(catalogues(default_manager()))
    yield "diagnostics.md", _index(known)
    for each in known:
        yield f"codes/{_slug(each)}.md", _family(each)


def _slug(known: NamedCatalogue) -> str:
    return re.sub(r"[^a-z0-9]+", "-", known.title.lower())


def _index(families: list[NamedCatalogue]) -> str:
    parts = [
        "# Diagnostics\n",
        "Every finding has a code, and a code never changes its meaning. Programs should match "
        "codes, not messages. `overtrick explain CODE` prints the same text.\n",
        "```{toctree}\n:hidden:\n",
        *(f"codes/{_slug(known)}" for known in families),
        "```\n",
    ]
    for known in families:
        parts.append(f"## {known.title}\n")
        parts.append("| code | severity | message |")
        parts.append("|---|---|---|")
        for entry in known.codes.values():
            link = f"[{entry.code}](codes/{_slug(known)}.md#{entry.code.lower()})"
            said = _escape(entry.template).replace("|", "\\|")
            parts.append(f"| {link} | {entry.severity.label} | {said} |")
        parts.append("")
    return "\n".join(parts)


def _family(known: NamedCatalogue) -> str:
    count = len(known.codes)
    parts = [f"# Codes: {known.title}\n", f"{count} codes of `{known.distribution}`.\n"]
    for entry in known.codes.values():
        parts += _entry(entry)
    return "\n".join(parts)


def _entry(entry: DiagnosticCode) -> Iterator[str]:
    yield f"## {entry.code}\n"
    yield f"*{entry.severity.label}* · {entry.clause or 'rule of overtrick'}\n"
    yield f"{_escape(entry.template)}\n"
    if entry.hint:
        yield f"Hint: {_escape(entry.hint)}\n"
    yield f"Bad:\n\n{_fenced(entry.sample)}\n"
    yield f"Fixed:\n\n{_fenced(entry.fix)}\n"


def _fenced(text: str) -> str:
    fence = "~~~~" if "```" in text else "```"
    shown = text.replace("\t", "⇥").replace("\r", "␍")
    return f"{fence}text\n{shown}\n{fence}"


def _escape(text: str) -> str:
    for mark in "\\`*_<>[]$#":
        text = text.replace(mark, f"\\{mark}")
    return text
