"""Bars side by side, as SVG: what the pictures of answers need, no more."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

_WIDTH: Final = 760
_HEIGHT: Final = 330
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 16, 46, 52
_COLOURS: Final = ("#1f5fa8", "#d98c2b", "#5a9e6f")
_TEXT: Final = 'font-family="system-ui, sans-serif" font-size="13" fill="#333"'


def bars(
    title: str, labels: Sequence[str], series: Mapping[str, Sequence[float]], across: str, up: str
) -> str:
    """Return a picture of bars.

    Args:
        title: stands above it.
        labels: what each group of bars is of.
        series: the heights by what they are; as many each as there are labels.
        across: what the labels are.
        up: what the heights are.
    """
    values = [value for heights in series.values() for value in heights]
    step = _step(max([*values, 0]) - min([*values, 0]))
    low = math.floor(min([*values, 0]) / step) * step
    high = math.ceil(max([*values, 0]) / step) * step
    wide, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def y(value: float) -> float:
        return _TOP + tall * (high - value) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" {_TEXT} font-weight="600">{escape(title)}</text>',
    ]
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        parts.append(
            f'<path d="M{_LEFT} {y(value):.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>'
            f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" {_TEXT} text-anchor="end">'
            f"{value:g}</text>"
        )
    group = wide / len(labels)
    bar = min(46.0, group * 0.76 / len(series))
    for place, label in enumerate(labels):
        middle = _LEFT + group * (place + 0.5)
        for nth, heights in enumerate(series.values()):
            left = middle + bar * (nth - len(series) / 2)
            top, foot = sorted((y(heights[place]), y(0)))
            parts.append(
                f'<rect x="{left:.1f}" y="{top:.1f}" width="{bar - 1:.1f}" '
                f'height="{foot - top:.1f}" fill="{_COLOURS[nth]}"/>'
            )
        parts.append(
            f'<text x="{middle:.1f}" y="{_HEIGHT - _BOTTOM + 18}" {_TEXT} text-anchor="middle">'
            f"{escape(label)}</text>"
        )
    parts.append(f'<path d="M{_LEFT} {y(0):.1f}H{_WIDTH - _RIGHT}" stroke="#333"/>')
    parts.append(
        f'<text x="{_LEFT + wide / 2}" y="{_HEIGHT - 12}" {_TEXT} text-anchor="middle">'
        f"{escape(across)}</text>"
        f'<text transform="translate(14 {_TOP + tall / 2}) rotate(-90)" {_TEXT} '
        f'text-anchor="middle">{escape(up)}</text>'
    )
    if len(series) > 1:
        right = _WIDTH - _RIGHT
        for nth, name in reversed(list(enumerate(series))):
            right -= 7 * len(name) + 30
            parts.append(
                f'<rect x="{right}" y="28" width="12" height="12" fill="{_COLOURS[nth]}"/>'
                f'<text x="{right + 17}" y="38" {_TEXT}>{escape(name)}</text>'
            )
    return "\n".join(parts) + "\n</svg>\n"


def _step(span: float) -> float:
    """Return a round number of which four to ten make a span."""
    size = 10.0 ** math.floor(math.log10(span)) if span else 1.0
    return next(size * part for part in (0.1, 0.2, 0.5, 1.0, 2.0) if span / (size * part) <= 8)
