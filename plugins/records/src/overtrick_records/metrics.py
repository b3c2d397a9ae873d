"""Font metrics: the width of a text in the sheets' own font, and its characters.

Read from the tables `cmap` and `hmtx` of the font file itself.

Source: OpenType specification 1.9, chapters cmap (format 4), hmtx, hhea, head.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterable
from importlib import resources
from typing import Final

import attrs

from overtrick_records.sheet import Line, Run

REGULAR: Final = "regular"
BOLD: Final = "bold"

# How wide a character is taken that the font does not have.
_UNKNOWN: Final = 1.0

# The end of a text that is cut.
_ELLIPSIS: Final = Run("…")

# Where a word may be broken that is too long for a line; it has no width.
_BREAK: Final = "\u200b"


@functools.cache
def widths(face: str = REGULAR) -> dict[str, float]:
    """Return the width of each character of a face, including those without a glyph, in ems.

    Args:
        face: `regular`, `bold`, `italic` or `bold-italic`.

    Example:
        >>> round(widths()["0"], 3), "♠" in widths(), "中" in widths()
        (0.572, True, False)
    """
    data = font_data(f"{face}.ttf")
    tables = {
        data[at : at + 4]: struct.unpack_from(">L", data, at + 8)[0]
        for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)
    }
    (units,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (count,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    advances = struct.unpack_from(">" + "Hh" * count, data, tables[b"hmtx"])[::2]
    return {
        chr(code): advances[min(glyph, count - 1)] / units
        for code, glyph in _glyphs(data, tables[b"cmap"])
    } | {_BREAK: 0.0}


def font_data(name: str) -> bytes:
    """Return the content of a font file."""
    return resources.files("overtrick_records").joinpath("fonts", name).read_bytes()


def _glyphs(data: bytes, cmap: int) -> Iterable[tuple[int, int]]:
    """Yield each character's code with its glyph number."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for index in range(count):
        start = cmap + struct.unpack_from(">L", data, cmap + 8 + 8 * index)[0]
        if struct.unpack_from(">H", data, start)[0] == 4:
            break
    else:
        msg = "a font of the sheets has no table of characters in format 4"
        raise ValueError(msg)
    segments = struct.unpack_from(">H", data, start + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", data, start + 14)
    starts = struct.unpack_from(f">{segments}H", data, start + 16 + 2 * segments)
    deltas = struct.unpack_from(f">{segments}h", data, start + 16 + 4 * segments)
    place = start + 16 + 6 * segments
    offsets = struct.unpack_from(f">{segments}H", data, place)
    for index, (first, last, delta, offset) in enumerate(
        zip(starts, ends, deltas, offsets, strict=True)
    ):
        for code in range(first, last + 1):
            glyph = code
            if offset:
                at = place + 2 * index + offset + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", data, at)
            if glyph and code != 0xFFFF:
                yield code, (glyph + delta) & 0xFFFF


def width_of(text: str, *, bold: bool = False) -> float:
    """Return the width of a text, in ems of its size."""
    known = widths(BOLD if bold else REGULAR)
    return sum(known.get(character, _UNKNOWN) for character in text)


def line_width(runs: Iterable[Run]) -> float:
    """Return the width of runs, in ems of their size."""
    return sum(width_of(run.text, bold=run.bold) for run in runs)


def fitted(line: Line, limit: float, least: float = 0.7) -> Line:
    """Return a line scaled down, then cut, to a maximum width.

    Args:
        line: the line.
        limit: in ems of the cell.
        least: the smallest part of its size that it may be made.

    Example:
        >>> line = fitted(Line((Run("a" * 40),)), 10.0)
        >>> round(line.scale, 2), line.text[-2:]
        (0.7, 'a…')
    """
    # Who draws rounds, and a line that is a hair too wide would become two.
    limit *= 0.996
    width = line_width(line.runs)
    if width * line.scale <= limit:
        return line
    scale = max(limit / width, line.scale * least)
    if width * scale <= limit * 1.0001:
        return Line(line.runs, scale)
    return Line(_cut(line.runs, limit / scale), scale)


def _cut(runs: tuple[Run, ...], limit: float) -> tuple[Run, ...]:
    """Return runs cut to a width in ems of their size, with an ellipsis at the end."""
    left = limit - width_of("…")
    kept = []
    for run in runs:
        known = widths(BOLD if run.bold else REGULAR)
        text = ""
        for character in run.text:
            left -= known.get(character, _UNKNOWN)
            if left < 0:
                break
            text += character
        if text == run.text:
            kept.append(run)
            continue
        if text.rstrip():
            kept.append(Run(text.rstrip(), run.suit, run.bold, run.italic))
        break
    return (*kept, _ELLIPSIS)


def shortened(text: str, limit: float, *, bold: bool = False) -> str:
    """Return a text cut to a width in ems, with an ellipsis if it is shortened.

    Example:
        >>> shortened("Northampton", 4.0), shortened("North", 4.0)
        ('Northa…', 'North')
    """
    # A name of a file may be of any length: what cannot fit is not measured.
    most = int(limit / 0.15) + 1
    head = text[:most]
    if len(text) <= most and width_of(head, bold=bold) <= limit:
        return text
    return "".join(run.text for run in _cut((Run(head, bold=bold),), limit))


@attrs.define
class TextFitter:
    """A fitter of texts into their places; it records the cut ones.

    Example:
        >>> cuts = TextFitter()
        >>> cuts.fitted("names of players", "7", Line((Run("a" * 40),)), 10.0).text[-2:]
        'a…'
        >>> cuts.found
        {'names of players': {'7': None}}
    """

    found: dict[str, dict[str, None]] = attrs.field(factory=dict)

    def note(self, what: str, label: str) -> None:
        """Record a cut text.

        Args:
            what: what it is, for the user; several of them.
            label: on which board; empty if it belongs to the complete sheet.
        """
        self.found.setdefault(what, {})[label] = None

    def fitted(self, what: str, label: str, line: Line, limit: float, least: float = 0.7) -> Line:
        """Return a line fitted by `fitted`, and record a cut."""
        made = fitted(line, limit, least)
        if made.runs and made.runs[-1] is _ELLIPSIS:
            self.note(what, label)
        return made

    def shortened(
        self, what: str, label: str, text: str, limit: float, *, bold: bool = False
    ) -> str:
        """Return a text shortened by `shortened`, and record a cut."""
        made = shortened(text, limit, bold=bold)
        if made != text:
            self.note(what, label)
        return made


def breakable(runs: Iterable[Run], limit: float, pitch: float = 0.0) -> tuple[Run, ...]:
    r"""Return runs with breaks allowed anywhere in words wider than a line.

    Args:
        runs: the text.
        limit: how wide a line is, in ems of the runs' size.
        pitch: the width of each letter where all have the same, in ems.

    Example:
        >>> [run] = breakable((Run("short " + "m" * 9),), 6.0)
        >>> run.text.split("\u200b")
        ['short m', 'm', 'm', 'm', 'm', 'm', 'm', 'm', 'm']
    """
    made = tuple(runs)
    # No letter is wider than an em and a half: most texts have no such word.
    most = max(int(limit / 1.5), 1)
    if not any(len(word) > most for run in made for word in run.text.split(" ")):
        return made
    found = []
    for run in made:
        words = [
            _BREAK.join(word)
            if len(word) > most and (len(word) * pitch or width_of(word, bold=run.bold)) > limit
            else word
            for word in run.text.split(" ")
        ]
        found.append(attrs.evolve(run, text=" ".join(words)))
    return tuple(found)


def lines_needed(runs: Iterable[Run], limit: float, most: int = 1000) -> int:
    """Return an upper bound of a text's number of lines at a width in ems.

    Args:
        runs: the text.
        limit: how wide a line is, in ems.
        most: where the counting ends, for texts that go on and on.

    Example:
        >>> lines_needed((Run("one two three"),), 4.0)
        2
    """
    lines, at, word = 1, 0.0, 0.0
    for run in runs:
        known = widths(BOLD if run.bold else REGULAR)
        for character in run.text:
            wide = known.get(character, _UNKNOWN)
            if lines > most:
                return lines
            if character == "\n":
                lines, at, word = lines + 1, 0.0, 0.0
                continue
            at += wide
            word = 0.0 if character == " " else word + wide
            if at > limit and character != " ":
                lines += 1
                # The word that does not fit goes to the next line; one that is longer is broken.
                at = word = word if word <= limit else wide
    return lines


def uncovered(texts: Iterable[str]) -> str:
    """Return the characters missing from the font, sorted."""
    known = widths()
    found = set().union(*map(set, texts)) - known.keys()
    return "".join(sorted(found - {"\n"}))


def listed(characters: str) -> str:
    """Return characters for a message, the first ones of many.

    Example:
        >>> listed("αβ")
        'α β'
    """
    return " ".join(characters[:12]) + (" ..." if len(characters) > 12 else "")
