"""Draws the map of the rooms, from the contracts that hold them and from the code itself.

The order of the rooms comes from the contracts of import-linter in `pyproject.toml`, what a room is
for from the first line of its docstring, and the way of a board from a walk that is really taken
(`way_of_a_board.py`). So the map cannot say what the code does not.
"""

from __future__ import annotations

import ast
import html
import textwrap
import tomllib
from pathlib import Path
from typing import NamedTuple

import way_of_a_board

ROOT = Path(__file__).resolve().parents[2]
WAYS = {"read": "#c0392b", "check": "#8e44ad", "export": "#1f618d"}

_WIDTH, _HEIGHT, _GAP, _TOP, _LEFT = 300, 62, 14, 70, 24
_COLUMN = _WIDTH + 90


class Room(NamedTuple):
    """A room: its package, its name, and what it is for."""

    package: str
    name: str
    purpose: str

    @property
    def path(self) -> str:
        """The room's name as it is imported."""
        return f"{self.package}.{self.name}"


def houses() -> dict[str, list[list[Room]]]:
    """Return each package's rooms from the contracts: floors, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found = {}
    for contract in settings["tool"]["importlinter"]["contracts"]:
        if contract["type"] == "layers":
            (package,) = contract["containers"]
            found[package] = [
                [_room(package, name.strip(" ()")) for name in floor.replace(":", "|").split("|")]
                for floor in contract["layers"]
            ]
    return found


def _room(package: str, name: str) -> Room:
    (source,) = (*ROOT.glob(f"*/src/{package}"), *ROOT.glob(f"plugins/*/src/{package}"))
    folder = source / name
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    purpose = text.partition("\n\n")[0].replace("\n", " ")
    return Room(package, name, purpose)


def picture() -> str:
    """Return the map as SVG: a column a package, a floor a row, and the ways through the rooms."""
    places: dict[str, tuple[float, float]] = {}
    parts: list[str] = []
    columns = houses()
    depth = max(len(floors) for floors in columns.values())
    for column, (package, floors) in enumerate(columns.items()):
        left = _LEFT + column * _COLUMN
        parts.append(f'<text x="{left}" y="{_TOP - 22}" class="package">{package}</text>')
        for row, floor in enumerate(floors):
            width = (_WIDTH - _GAP * (len(floor) - 1)) / len(floor)
            for place, room in enumerate(floor):
                x, y = left + place * (width + _GAP), _TOP + row * (_HEIGHT + _GAP)
                # A way keeps to the right of its column, at the height of the floor.
                places[room.path] = (left + _WIDTH, y)
                parts.append(_box(room, x, y, width))
    lines, dots = zip(*(_way(way, places, n) for n, way in enumerate(WAYS)), strict=True)
    # The lines pass behind the rooms, so that every word can be read.
    parts = [*lines, *parts, *dots]
    foot = _TOP + depth * (_HEIGHT + _GAP) + 10
    for number, (way, colour) in enumerate(WAYS.items()):
        x = _LEFT + number * 210
        parts.append(f'<circle cx="{x + 8}" cy="{foot}" r="8" fill="{colour}"/>')
        words = f"the way of a board: {way}"
        parts.append(f'<text x="{x + 22}" y="{foot + 4}" class="purpose">{words}</text>')
    width, height = _LEFT + len(columns) * _COLUMN, foot + 24
    style = (
        "text{font-family:Helvetica,Arial,sans-serif;fill:#222}"
        ".package{font-size:18px;font-weight:bold}.room{font-size:14px;font-weight:bold}"
        ".purpose{font-size:11px}.number{font-size:10px;fill:#fff;text-anchor:middle}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>The rooms of overtrick and the way of a board through them</title>"
        f"<style>{style}</style>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>' + "\n".join(parts) + "</svg>\n"
    )


def _box(room: Room, x: float, y: float, width: float) -> str:
    # A narrow room has place for its name alone; the page below has the words.
    lines = textwrap.wrap(room.purpose, int(width / 6.2)) if width > 100 else []
    if len(lines) > 3:
        lines = [*lines[:2], textwrap.shorten(" ".join(lines[2:]), int(width / 6.2))]
    style = "room" if lines else "purpose"
    texts = "".join(
        f'<text x="{x + 8:.0f}" y="{y + 31 + 12 * number:.0f}" class="purpose">'
        f"{html.escape(line)}</text>"
        for number, line in enumerate(lines)
    )
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{_HEIGHT}" rx="6" '
        f'fill="#f4f1ea" stroke="#777"/>'
        f'<text x="{x + 6:.0f}" y="{y + 17:.0f}" class="{style}">{room.name}</text>{texts}'
    )


def _way(way: str, places: dict[str, tuple[float, float]], lane: int) -> tuple[str, str]:
    colour = WAYS[way]
    stops = [places[room] for room in way_of_a_board.rooms_entered(way) if room in places]
    points = [(x + 8 + lane * 20, y + 14 + lane * 12) for x, y in stops]
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="8" fill="{colour}"/>'
        f'<text x="{x:.0f}" y="{y + 3.5:.0f}" class="number">{number}</text>'
        for number, (x, y) in enumerate(points, 1)
    )
    drawn = f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
    return drawn, dots


def page() -> str:
    """Return the page: the map, the rooms in words, and the ways as lists."""
    lines = [
        "# Map of the code\n",
        "Each package is a stack of layers (folders or modules). A layer may import those below "
        "it, not those above; contracts in `pyproject.toml` enforce this (`lint-imports`).\n",
        "```{image} rooms.svg\n:alt: the layers of each package and the path of a board\n"
        ":width: 100%\n```\n",
    ]
    for package, floors in houses().items():
        lines += [f"## {package}\n", "From top to bottom:\n"]
        lines += [f"- `{room.name}`: {room.purpose}" for floor in floors for room in floor]
        lines.append("")
    lines.append("## Path of a board\n")
    lines.append("The layers in the order in which a board first enters them.\n")
    for way in WAYS:
        rooms = ", ".join(f"`{room}`" for room in way_of_a_board.rooms_entered(way))
        lines.append(f"- {way}: {rooms}")
    return "\n".join(lines) + "\n"
