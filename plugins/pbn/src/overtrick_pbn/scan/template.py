"""The form that a file's games have in common, as one pattern that takes them one after another.

A canonical game has each tag once, on a line of its own as export format writes it, in an order
that other games of the file have too; calls, cards and table cells in the standard's own words,
divided by single blanks and line ends; notes behind the auction, comments of one line behind other
tags; no inheritance, no escape line; one line end throughout; and an empty line behind it that
another tag follows. Of such a game the reader has nothing to say but what its values give reason
to, and those are captured.

Source: PBN 2.1 §3.3 (Tag pair), §3.4, §3.5, §3.6, §5.1.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from overtrick_pbn.read.tables import parse_columns
from overtrick_pbn.read.wants import Wants
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.plan import is_table_name
from overtrick_pbn.standard.tables import TRICKS_TAGS
from overtrick_pbn.standard.tags import IN_MODEL, KNOWN, SECTIONS, SUPPLEMENTAL
from overtrick_pbn.standard.values import VULNERABLE
from overtrick_pbn.text.cut import Cut

_MOST_TAGS: Final = 80  # the standard has fewer; each is a group of the pattern

GAME: Final = ".game"
"""What the group of the whole game is called; no tag is called so."""

# What stands in a table: anything that is no quote, comment, tag or escape line.
_CELL: Final = "!#$&-:=-Z\\\\-z|}~"
_LINE: Final = rf"[ \t]*+[{_CELL}][ \t{_CELL}]*+"

# The inside of a string without escapes; `#` at the beginning of a value is inheritance.
_FREE: Final = f"(?!#){lexis.BARE_STRING[1:-1]}"
_SEAT: Final = "[NESW]"
_HOLDING: Final = f"{lexis.RANK}*+"
_HAND: Final = rf"{_HOLDING}(?:\.{_HOLDING}){{3}}"
_CALL: Final = f"(?:Pass|{lexis.LEVEL}{lexis.DENOMINATION}|XX?+)"
_NUMBER: Final = "(?:[12][0-9]|3[0-2]|[1-9])"
_CARD: Final = f"(?:{lexis.SUIT}{lexis.RANK}|-)"

_VALUES: Final = {
    "Board": "[1-9][0-9]{0,8}",
    "Dealer": _SEAT,
    "Vulnerable": "|".join(map(re.escape, VULNERABLE)),
    "Deal": f"{_SEAT}:{_HAND}(?: {_HAND}){{3}}",
}


class Signature(NamedTuple):
    """What two games have in common that one pattern takes.

    Attributes:
        names: the names of their tags in order, without notes.
        headers: the values of those tags that are tables.
        newline: their line end.
    """

    names: tuple[str, ...]
    headers: tuple[str, ...]
    newline: str


def signature_of(cut: Cut) -> Signature | None:
    """Return the signature of a game, `None` where no pattern can take such games."""
    names = tuple(name for name in cut.names if name != "Note")
    if not cut.is_canonical or cut.prefix or len({*names}) != len(names) or not names:
        return None
    if len(names) > _MOST_TAGS or names[0] in SECTIONS or is_table_name(names[0]):
        return None
    if "Board" not in names:
        # What has no number is rarely a game.
        return None
    headers = tuple(
        value for name, value in zip(cut.names, cut.values, strict=True) if is_table_name(name)
    )
    for header in headers:
        columns = parse_columns(header)
        if len(columns) < 2 or header[0] == "#" or '"' in header or not header.isprintable():
            return None
    newline = "\r\n" if cut.bodies[0][:1] == "\r" else "\n"
    return Signature(names, headers, newline)


class Template:
    """One pattern with what its groups are.

    Attributes:
        signature: what the games have in common.
        pattern: takes one game; its last group is all that is left where none can be taken.
        groups: the names of the groups in order: of a tag, or of a part of a section.
    """

    __slots__ = ("groups", "pattern", "signature")

    def __init__(self, signature: Signature, wants: Wants) -> None:
        self.signature = signature
        self.groups: list[str] = [GAME]
        newline = re.escape(signature.newline)
        line = f"(?:{_LINE}{newline})"
        headers = iter(signature.headers)
        parts = [self._part(name, headers, wants, newline, line) for name in signature.names]
        game = "".join(parts) + rf'(?:{newline})++(?=\[{lexis.PLAIN_NAME} ")'
        self.pattern = re.compile(rf"({game})|([\s\S]++)")

    def _group(self, name: str, pattern: str) -> str:
        self.groups.append(name)
        return f"({pattern})"

    def _part(
        self, name: str, headers: Iterator[str], wants: Wants, newline: str, line: str
    ) -> str:
        """Return the pattern of a tag with what follows it."""
        if is_table_name(name):
            header = next(headers)
            body = f"{line}*+"
            if wants.grids:
                body = self._group(f"{name}.body", body)
            return rf'\[{name} "{re.escape(header)}"\]{newline}{body}'
        if name == "Auction":
            return self._auction(wants, newline, line)
        if name == "Play":
            return self._play(wants, newline, line)
        value = _VALUES.get(name)
        if value is not None or self._is_wanted(name, wants):
            value = self._group(name, _FREE if value is None else value)
        else:
            value = _FREE
        comment = rf'(?:\{{[^{{}}\[\]"%;<\x00-\x1f]*+\}}{newline})?+' if name in KNOWN else ""
        return rf'\[{name} "{value}"\]{newline}{comment}'

    def _is_wanted(self, name: str, wants: Wants) -> bool:
        if name in {"Contract", "Declarer", "Result", "Score", "Scoring"}:
            return wants.outcome
        if name in IN_MODEL:
            return wants.info
        return wants.extras or (wants.grids and name in TRICKS_TAGS)

    def _first(self, name: str) -> str:
        """Return the pattern of the seat of a section."""
        if name == "Auction" and "Dealer" in self.groups:
            # Another seat than the dealer's is worth a finding.
            return rf"\{self.groups.index('Dealer') + 1}"
        return self._group(name, _SEAT)

    def _auction(self, wants: Wants, newline: str, line: str) -> str:
        notes = rf'(?:\[Note "{_NUMBER}:{_FREE.removeprefix("(?!#)")}"\]{newline})*+'
        if not wants.auction:
            return rf'\[Auction "{_FREE}"\]{newline}{line}*+{notes}'
        first = self._first("Auction")
        gap = f"(?: |{newline})"
        calls = f"(?:{_CALL}{gap}(?:={_NUMBER}={gap})?+)*+(?:AP{newline})?+"
        body = self._group("Auction.body", f"(?:{calls}(?<={newline}))?+")
        notes = self._group("Auction.notes", notes)
        return rf'\[Auction "{first}"\]{newline}{body}{notes}'

    def _play(self, wants: Wants, newline: str, line: str) -> str:
        if not wants.play:
            return rf'\[Play "{_FREE}"\]{newline}{line}*+'
        first = self._group("Play", _SEAT)
        body = self._group("Play.body", f"(?:(?:{_CARD}(?: |{newline}))*+(?<={newline}))?+")
        closed = self._group("Play.closed", rf"(?:\*{newline})?+")
        return rf'\[Play "{first}"\]{newline}{body}{closed}'


@functools.lru_cache(maxsize=256)
def template_of(signature: Signature, wants: Wants) -> Template:
    """Return the template of a signature; those of other files are remembered."""
    return Template(signature, wants)


def checked_extras(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of some tags whose values have a grammar that the reader holds them against."""
    return tuple(name for name in names if name == "Room" or SUPPLEMENTAL.get(name) is not None)
