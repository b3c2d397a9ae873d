"""Plots of frequency tables: SVG without font, script or network.

Light on paper, dark where the reader's system is dark; the meaning of a colour is written, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from overtrick.plugin import printable
from overtrick_deal.statistics.tables import Frequencies, JointFrequencies
from overtrick_render import escaped, number, shortened

_WIDTH: Final = 640.0
_HEIGHT: Final = 300.0
_LEFT: Final = 56.0
_RIGHT: Final = 16.0
_TOP: Final = 40.0
_BOTTOM: Final = 44.0
_CELL: Final = 34.0
_MOST_CELLS: Final = 60
_TEXT: Final = 12.0
_TITLE: Final = 15.0

_FONTS: Final = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif"
_DARK: Final = (
    "@media (prefers-color-scheme:dark){.plot-paper{fill:#1c1c1e}.plot-ink{fill:#ededed}"
    ".plot-line{stroke:#555}.plot-bar{fill:#7fb2ff}.plot-mark{fill:#1c1c1e;stroke:#ffc06a}"
    ".plot-cell{fill:#7fb2ff}}"
)
# Attributes repeat it for programs without style sheets.
_PAPER: Final = 'class="plot-paper" fill="#ffffff"'
_INK: Final = 'class="plot-ink" fill="#1b1b1b"'
_LINE: Final = 'class="plot-line" stroke="#c8c8c8" stroke-width="1"'
_BAR: Final = 'class="plot-bar" fill="#2f6fc4"'
_MARK: Final = 'class="plot-mark" fill="#ffffff" stroke="#b35900" stroke-width="2"'


def plot(tables: Iterable[Frequencies | JointFrequencies]) -> str:
    """Return a plot of some tables, one below another.

    Args:
        tables: one of a number becomes bars, with circles where the long run is known; one of two
            numbers becomes a grid whose darker cells come more often.

    Returns:
        An SVG document.

    Example:
        >>> import numpy as np
        >>> from overtrick_deal.statistics.tables import Frequencies, Rows
        >>> table = Frequencies(Rows(title="north.aces", low=0, high=4))
        >>> table.add(np.array([0, 1, 1, 2]))
        >>> plot([table]).count("<rect")
        4
    """
    parts: list[str] = []
    names: list[str] = []
    below = 0.0
    width = _WIDTH
    for table in tables:
        drawn, wide, high, name = _bars(table) if isinstance(table, Frequencies) else _grid(table)
        parts.append(f'<g transform="translate(0 {number(below)})">{drawn}</g>')
        names.append(name)
        below += high
        width = max(width, wide)
    title = escaped(printable("; ".join(names) or "no table"))
    size = f"{number(width)} {number(max(below, 1.0))}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(width)}"'
        f' height="{number(max(below, 1.0))}" role="img" aria-label="{title}"'
        f' font-family="{_FONTS}" font-size="{number(_TEXT)}">'
        f"<title>{title}</title><style>{_DARK}</style>"
        f'<rect {_PAPER} width="100%" height="100%"/>{"".join(parts)}</svg>'
    )


def _text(text: str, x: float, y: float, *, anchor: str = "middle", size: float = _TEXT) -> str:
    return (
        f'<text {_INK} x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
        f' font-size="{number(size)}">{escaped(text)}</text>'
    )


def _heading(title: str, total: int) -> str:
    text = shortened(printable(title or "frequency"), _TITLE, _WIDTH - 150)
    return _text(text, _LEFT, 24, anchor="start", size=_TITLE) + _text(
        f"{total:,} deals", _WIDTH - _RIGHT, 24, anchor="end"
    )


def _step(most: float) -> float:
    """Return a round step for a scale of four to eight lines."""
    step = 1e-9
    for factor in (1, 2, 5) * 12:
        if most / step <= 6:
            return step
        step *= 2.5 if factor == 2 else 2
    return step


def _every(count: int, room: float) -> int:
    """Return the number of columns that share one label, to give labels room."""
    return max(1, -(-int(count * 30) // int(room)))


def _bars(table: Frequencies) -> tuple[str, float, float, str]:
    total = table.total
    shown = table.shown()
    names = table.rows.names
    shares = [int(table.counts[place]) / total if total else 0.0 for place in shown]
    chances = None if table.expected is None else [float(table.expected[place]) for place in shown]
    most = max([*shares, *(chances or []), 1e-9])
    room, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    floor = _HEIGHT - _BOTTOM
    step = _step(most)
    scale = tall / (most * 1.05)
    out = [_heading(table.rows.title, total)]
    line = step
    while line <= most * 1.05:
        y = floor - line * scale
        out.append(f'<path {_LINE} d="M{number(_LEFT)} {number(y)}H{number(_WIDTH - _RIGHT)}"/>')
        out.append(_text(f"{100 * line:g} %", _LEFT - 6, y + 4, anchor="end"))
        line += step
    wide = room / max(1, len(shown))
    every = _every(len(shown), room)
    for column, place in enumerate(shown):
        x = _LEFT + column * wide
        name, share = names[place], shares[column]
        label = f"{name}: {_deals(int(table.counts[place]))}, {100 * share:.4g} %"
        if chances is not None:
            label += f"; in the long run {100 * chances[column]:.4g} %"
        out.append(
            f'<rect {_BAR} x="{number(x + wide * 0.1)}" y="{number(floor - share * scale)}"'
            f' width="{number(wide * 0.8)}" height="{number(share * scale)}">'
            f"<title>{escaped(label)}</title></rect>"
        )
        if chances is not None:
            radius = number(min(4.0, wide * 0.3))
            y = floor - chances[column] * scale
            out.append(
                f'<circle {_MARK} cx="{number(x + wide / 2)}" cy="{number(y)}" r="{radius}">'
                f"<title>{escaped(label)}</title></circle>"
            )
        if column % every == 0:
            out.append(_text(name, x + wide / 2, floor + 16))
    out.append(f'<path {_LINE} d="M{number(_LEFT)} {number(floor)}H{number(_WIDTH - _RIGHT)}"/>')
    if chances is not None:
        note = "bars: these deals; circles: the long run"
        out.append(_text(note, _WIDTH - _RIGHT, _HEIGHT - 10, anchor="end"))
    return "".join(out), _WIDTH, _HEIGHT, f"Frequencies of {table.rows.title or 'a number'}"


def _nonempty_range(counts: Sequence[int]) -> range:
    """Return the range of rows from the first to the last that is not empty."""
    places = [place for place, count in enumerate(counts) if count]
    if not places:
        return range(0)
    return range(places[0], min(places[-1] + 1, places[0] + _MOST_CELLS))


def _grid(table: JointFrequencies) -> tuple[str, float, float, str]:
    counts = table.counts
    rows = _nonempty_range(counts.sum(axis=1).tolist())
    columns = _nonempty_range(counts.sum(axis=0).tolist())
    total = table.total
    most = int(counts.max()) or 1
    top, left = _TOP + 24, 80.0
    title = f"{table.rows.title} (down), {table.columns.title} (across)"
    out = [_heading(title, total)]
    down, across = table.rows.names, table.columns.names
    for column, place in enumerate(columns):
        out.append(_text(across[place], left + (column + 0.5) * _CELL, top - 6))
    for row, place in enumerate(rows):
        y = top + row * _CELL
        out.append(_text(down[place], left - 8, y + _CELL / 2 + 4, anchor="end"))
        for column, other in enumerate(columns):
            count = int(counts[place, other])
            x = left + column * _CELL
            label = f"{down[place]}, {across[other]}: {_deals(count)}, {100 * count / total:.4g} %"
            out.append(
                f'<rect class="plot-cell" fill="#2f6fc4" fill-opacity="{count / most:.3f}"'
                f' x="{number(x)}" y="{number(y)}" width="{number(_CELL - 1)}"'
                f' height="{number(_CELL - 1)}"><title>{escaped(label)}</title></rect>'
            )
            if count:
                # On a cell as dark as this black cannot be read, nor white on a light one.
                percent = _text(
                    _short(100 * count / total), x + _CELL / 2, y + _CELL / 2 + 4, size=9
                )
                out.append(percent if count / most < 0.6 else percent.replace(_INK, _ON_DARK))
    wide = max(_WIDTH, left + len(columns) * _CELL + _RIGHT)
    name = f"Frequencies of {table.rows.title or 'a number'} and {table.columns.title or 'another'}"
    return "".join(out), wide, top + len(rows) * _CELL + 16, name


_ON_DARK: Final = 'class="plot-paper" fill="#ffffff"'


def _short(percent: float) -> str:
    return f"{percent:.1f}" if percent >= 0.05 else "+"


def _deals(count: int) -> str:
    return "1 deal" if count == 1 else f"{count:,} deals"
