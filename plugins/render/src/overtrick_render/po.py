"""Catalogues of translated texts: `.po` files, read as they stand.

A catalogue is what a translator edits, and the same file is what the program reads: there is no
step between them that a change of a word could be lost in. It is handed to the standard library's
`gettext` in the form that this reads, so that plurals and fallbacks are gettext's own.

Source: GNU gettext manual, "The Format of PO Files" and "The Format of GNU MO Files".
"""

from __future__ import annotations

import ast
import gettext
import io
import re
import struct
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

_LINE: Final = re.compile(
    r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)\s+)?("(?:[^"\\]|\\.)*")'
)

_CONTEXT_END: Final = "\x04"
_MO_MAGIC: Final = 0x950412DE


@attrs.frozen(kw_only=True)
class Entry:
    """One text of a catalogue.

    Attributes:
        context: what tells it from another of the same words, `None` for nothing.
        message: the English text; empty for the catalogue's header.
        plural: the English text for several, `None` where there is no such choice.
        translations: one, or one a plural form; empty ones where it is not translated.
        is_fuzzy: whether a person has still to look at it; it is not used then.
    """

    context: str | None = None
    message: str
    plural: str | None = None
    translations: tuple[str, ...] = ()
    is_fuzzy: bool = False

    @property
    def key(self) -> tuple[str | None, str]:
        """What the entry is found by: its context and message."""
        return self.context, self.message

    @property
    def is_translated(self) -> bool:
        """Whether there is a translation, in all plural forms, that is used."""
        return bool(self.translations) and all(self.translations) and not self.is_fuzzy


def parse_po(text: str) -> list[Entry]:
    r"""Read a catalogue; its header is the entry with an empty message.

    Raises:
        ValueError: a line that is neither a comment nor one of a catalogue's, with its number.

    Example:
        >>> parse_po('msgid "Board"\nmsgstr "Donne"\n')[0].translations
        ('Donne',)
    """
    entries: list[Entry] = []
    fields: dict[str, str] = {}
    name = ""
    is_fuzzy = fuzzy_next = False

    def finish() -> None:
        if "msgid" in fields:
            entries.append(_entry(fields, is_fuzzy=is_fuzzy))
        fields.clear()

    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            fuzzy_next = fuzzy_next or (line.startswith("#,") and "fuzzy" in line)
            continue
        match = _LINE.fullmatch(line)
        if match is None or not (match[1] or fields):
            msg = f"line {number} is not one of a catalogue: {line}"
            raise ValueError(msg)
        if match[1] is not None:
            name = match[1]
            if name == "msgctxt" or (name == "msgid" and set(fields) != {"msgctxt"}):
                finish()
                is_fuzzy, fuzzy_next = fuzzy_next, False
            fields[name] = ""
        # A text is quoted as C does it, which for what stands here is how Python does.
        quoted = match[2]
        fields[name] += ast.literal_eval(quoted) if "\\" in quoted else quoted[1:-1]
    finish()
    return entries


def _entry(fields: dict[str, str], *, is_fuzzy: bool) -> Entry:
    return Entry(
        context=fields.get("msgctxt"),
        message=fields["msgid"],
        plural=fields.get("msgid_plural"),
        translations=tuple(fields[name] for name in sorted(fields) if name.startswith("msgstr")),
        is_fuzzy=is_fuzzy,
    )


def catalogue(entries: Iterable[Entry]) -> gettext.GNUTranslations:
    """Return a catalogue as `gettext` uses it; what is not translated is left out."""
    return gettext.GNUTranslations(io.BytesIO(_mo(dict(_pairs(entries)))))


def _pairs(entries: Iterable[Entry]) -> Iterator[tuple[bytes, bytes]]:
    for entry in entries:
        if entry.is_translated:
            key = entry.message if entry.plural is None else f"{entry.message}\0{entry.plural}"
            if entry.context is not None:
                key = f"{entry.context}{_CONTEXT_END}{key}"
            yield key.encode(), "\0".join(entry.translations).encode()


def _mo(pairs: dict[bytes, bytes]) -> bytes:
    """Return a catalogue in the form of a `.mo` file: two tables of places, and the texts."""
    keys = sorted(pairs)
    place = 28 + 16 * len(keys)
    tables = []
    texts = []
    for column in (keys, [pairs[key] for key in keys]):
        for text in column:
            tables.append(struct.pack("<2I", len(text), place))
            texts.append(text + b"\0")
            place += len(text) + 1
    head = struct.pack("<7I", _MO_MAGIC, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return b"".join((head, *tables, *texts))
