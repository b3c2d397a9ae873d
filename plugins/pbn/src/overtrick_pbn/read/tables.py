"""Tables and other sections: from a tag with its body to a `Grid`.

Source: PBN 2.1 §5.1 (General description), §5.2 (Description of tables), §3.2 (section token,
column name token).
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from overtrick import Align, Column, Grid, Order
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import TABLES
from overtrick_pbn.text.annotations import COMMENTS, SectionError, SectionRead, SectionSay
from overtrick_pbn.text.quoting import StringToken, comment_text, unquote
from overtrick_pbn.text.values import tokens

if TYPE_CHECKING:
    from lark import Token

Rows = tuple[tuple[str, ...], ...]
"""The rows of a table."""

_COLUMNS: Final[dict[str, tuple[Column, ...]]] = {}

# The columns of each plain header, with the rows of the lines of tables of so many columns.
_HEADERS: Final[dict[str, tuple[tuple[Column, ...], dict[str, tuple[str, ...]]]]] = {}
_ROWS: Final[dict[int, dict[str, tuple[str, ...]]]] = {}

MAX_WIDTH_DIGITS: Final = 4
"""The most digits of a column's width."""

MAX_HEADERS: Final = 1 << 10
"""About how many headers of tables are remembered."""

MAX_LINES: Final = 1 << 12
"""About how many lines of tables of one width are remembered."""

MAX_SHARED: Final = 40
"""The most rows of a table whose lines are remembered: those of longer ones rarely come again."""

MAX_ELEMENTS: Final = 50_000
"""The most elements of a section that are read one by one; plain tables have no such limit."""

# The section elements that need no look at each character.
_SPECIAL: Final = re.compile(r'[\[\]{};"%<]')
_ALLOWED: Final = re.compile(lexis.SECTION_TOKEN)


class ElementToken(NamedTuple):
    """A section element: its text, a `StringToken` without its quotes; its start; its line."""

    text: str
    start: int
    line: int


def is_table(name: str, value: str) -> bool:
    """Return whether a section is a table: by its name, or by a list of columns.

    `Table` itself is a plain tag: the number of a table in the room (§4.4.7).
    """
    return (name.endswith("Table") and name != "Table") or ";" in value


def parse_columns(value: str, *, by_grammar: bool = False) -> tuple[Column, ...]:
    r"""Return the columns of a table's header.

    What is no column by the grammar has all of its text for a name.

    Example:
        >>> parse_columns(r"-Rank\3R;Names;+Percentage")
        (<Column -Rank\3R>, <Column Names>, <Column +Percentage>)

    Source: PBN 2.1 §3.2 (column name token), §5.2.
    """
    if by_grammar:
        return tuple(_column(text, by_grammar=True) for text in value.split(";"))
    columns = _COLUMNS.get(value)
    if columns is None:
        columns = tuple(map(_column, value.split(";")))
        if len(_COLUMNS) > MAX_HEADERS:
            _COLUMNS.clear()
        _COLUMNS[value] = columns
    return columns


def _column(text: str, *, by_grammar: bool = False) -> Column:
    found = dict(tokens("column", text, by_grammar=by_grammar) or ())
    width = found.get("WIDTH", "")[1:]
    column = Column(
        name=found.get("COLUMN_NAME", ""),
        order=Order(found.get("ORDER", "")),
        width=int(width) if 0 < len(width) <= MAX_WIDTH_DIGITS else None,
        align=Align(found.get("ALIGN", "")),
    )
    return column if str(column) == text else Column(name=text)


def fast_table(name: str, value: str, body: str) -> Grid | None:
    """Read a table of plain elements; `None` where there is anything else.

    Most tables of most files have a line a row, and the same lines as the tables before: a
    double-dummy table has one of 280 rows in each. Lines that were read before give their rows by
    look-up, in 3 µs in place of 9, and tables share their rows: 20 tuples with their cells less.
    """
    table = _HEADERS.get(value)
    if table is None:
        if not value.strip("; ") or (";" not in value and " " in value):
            return None
        columns = parse_columns(value)
        if len(_HEADERS) > MAX_HEADERS:
            _HEADERS.clear()
        table = _HEADERS[value] = columns, _ROWS.setdefault(len(columns), {})
    columns, known = table
    lines = body.strip().split("\n")
    try:
        rows = tuple(map(known.__getitem__, lines))
    except KeyError:
        new = _new_rows(len(columns), body)
        if new is None:
            return None
        rows = new
        if len(lines) == len(rows) <= MAX_SHARED:
            if len(known) > MAX_LINES:
                known.clear()
            rows = tuple(map(partial(_shared, known), lines, rows))
    return Grid.unchecked(name=name, columns=columns, rows=rows)


def _new_rows(count: int, body: str) -> Rows | None:
    """Return the rows of plain elements; `None` where there is anything else."""
    if _SPECIAL.search(body) or not body.isascii():
        return None
    cells = body.split()
    if len(cells) % count:
        return None
    return tuple(zip(*(cells[step::count] for step in range(count)), strict=True))


def _shared(known: dict[str, tuple[str, ...]], line: str, row: tuple[str, ...]) -> tuple[str, ...]:
    """Return the row that all tables with this line share."""
    # A line may have more cells than its row, and the next one less.
    return known.setdefault(line, row) if tuple(line.split()) == row else row


def read_section(
    name: str,
    value: str,
    body: str,
    read: SectionRead,
    say: SectionSay,
    *,
    by_grammar: bool = False,
) -> Grid | None:
    """Read any section element by element, and report what the standard has against it.

    Returns:
        The grid; `None` for a table tag without value and rows, which is a plain tag.

    Raises:
        SectionError: the section cannot be read; the reason has been reported.
    """
    elements = _elements(name, body, read, say)
    if not is_table(name, value):
        rows: dict[int, list[str]] = {}
        for element in elements:
            rows.setdefault(element.line, []).append(element.text)
        return Grid(name=name, rows=tuple(tuple(row) for row in rows.values()))
    if not value.strip("; "):
        if not elements:
            return None
        say("PBN502", 0, name=name, value=value[:40])
        raise SectionError
    columns = parse_columns(value, by_grammar=by_grammar)
    if len(columns) == 1 and " " in value.strip() and name in TABLES:
        say("PBN503", 0, name=name)
        columns = tuple(_column(text) for text in value.split())
    count = len(columns)
    cells = [element.text for element in elements]
    if len(cells) % count:
        last = elements[-1]
        say("PBN501", last.start, name=name, cells=len(cells), columns=count)
        raise SectionError
    table = tuple(tuple(cells[start : start + count]) for start in range(0, len(cells), count))
    return Grid(name=name, columns=columns, rows=table)


def _elements(name: str, body: str, read: SectionRead, say: SectionSay) -> list[ElementToken]:
    # Only who meets more than plain cells imports lark.
    from overtrick_pbn.text.grammar import events

    found = cast("list[Token]", events(body.rstrip(), "elements"))
    if len(found) > MAX_ELEMENTS:
        say("PBN208", 0, name=name, limit=MAX_ELEMENTS)
        raise SectionError
    for token in found:
        if token.type == "JUNK":
            start = cast("int", token.start_pos)
            run = body[start : start + 80].split(maxsplit=1)[0]
            say("PBN505", start, name=name, text=run[:20])
            raise SectionError
    elements: list[ElementToken] = []
    line, counted = 0, 0
    for token in found:
        text, index, kind = token.value, cast("int", token.start_pos), token.type
        if kind == "ESCAPE":
            read.escapes.append(text[1:])
        elif kind in COMMENTS:
            if elements:
                say("PBN504", index, name=name)
            if kind == "UNCLOSED":
                say("PBN302", index)
                raise SectionError
            read.comments.append((f"{name}.end" if elements else name, comment_text(text)))
        elif kind != "FOREIGN":
            line += _line_ends(body, counted, index)
            counted = index
            is_string = kind == "STRING"
            if not is_string and not _ALLOWED.fullmatch(text):
                say("PBN506", index, name=name, text=text[:20])
            cell = StringToken(unquote(text[1:-1])) if is_string else text
            elements.append(ElementToken(cell, index, line))
    return elements


def _line_ends(text: str, start: int, end: int) -> int:
    count = text.count("\n", start, end)
    if "\r" in text:
        count += text.count("\r", start, end) - text.count("\r\n", start, end)
    return count
