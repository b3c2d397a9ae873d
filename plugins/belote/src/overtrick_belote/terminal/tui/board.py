"""The table widget: four hands, the trick, the bidding box; drawn and selectable."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from overtrick_belote.explanations.labels import label
from overtrick_belote.explanations.words import Words, words
from overtrick_belote.terminal.tui.drawing import Box, Canvas, Painter, Palette, palette
from overtrick_belote.terminal.tui.picture import Picture, Target
from overtrick_belote.terminal.tui.scene import paint

LEAST: Final = (80, 24)
"""The minimum columns and rows of a window in which the table can be drawn."""


class Board(Widget, can_focus=True):
    """The table widget.

    Attributes:
        picture: what it shows.
        cursor: what is selected.
    """

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    class Chosen(Message):
        """A target was clicked."""

        def __init__(self, target: Target, button: int) -> None:
            super().__init__()
            self.target, self.button = target, button

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.picture = Picture()
        self.cursor: Target | None = None
        self.colours: Palette = palette("green", dark=True)
        self.words: Words = words("en", True)
        self._targets: list[tuple[Box, Target]] = []
        self._canvas: Canvas | None = None

    def show(self, picture: Picture) -> None:
        """Show a new picture; the cursor stays if its target still exists."""
        self.picture = picture
        self._canvas = None
        self._draw()
        choices = [target for _, target in self.selectable()]
        if self.cursor not in choices:
            self.cursor = self._first(choices)
            self._canvas = None
        self.refresh()

    def select(self, target: Target | None) -> None:
        """Move the cursor to a target."""
        self.cursor = target
        self._canvas = None
        self.refresh()

    def dress(self, colours: Palette, said: Words) -> None:
        """Change colours and language."""
        self.colours, self.words = colours, said
        self._canvas = None
        self.refresh()

    @staticmethod
    def _first(choices: Sequence[Target]) -> Target | None:
        for kind in ("pass", "announce"):
            for target in choices:
                if target.kind == kind:
                    return target
        return choices[0] if choices else None

    def selectable(self) -> list[tuple[Box, Target]]:
        """Return the targets of the keys, with their boxes, from the top left."""
        self._draw()
        kinds = self.picture.selectable
        found = [each for each in self._targets if each[1].kind in kinds]
        if "card" in kinds:
            found = [each for each in found if each[1].kind != "card" or self._may(each[1])]
        return sorted(found, key=lambda each: (each[0].y, each[0].x))

    def _may(self, target: Target) -> bool:
        """Return whether a card is legal."""
        return any((hand.playable or 0) >> target.value & 1 for hand in self.picture.hands)

    def box_of(self, target: Target | None) -> Box | None:
        """Return the box of a target, or `None` if it is not visible."""
        self._draw()
        return next((box for box, other in self._targets if other == target), None)

    def move(self, across: int, down: int) -> None:
        """Move the cursor to the next target in a direction; it wraps at the ends of a row."""
        choices = self.selectable()
        here = next((box for box, target in choices if target == self.cursor), None)
        if here is None:
            self.select(self._first([target for _, target in choices]))
            return
        marked = Target("amount", self.picture.box.amount) if self.picture.box else None
        if down < 0 and self.cursor and self.cursor.kind == "suit" and self.box_of(marked):
            self.select(marked)
            return
        if down:
            rows = [each for each in choices if (each[0].y - here.y) * down > 0]
            if not rows:
                return
            nearest = min(rows, key=lambda each: abs(each[0].y - here.y))[0].y
            rows = [each for each in rows if each[0].y == nearest]
            middle = here.x + here.width / 2
            self.select(min(rows, key=lambda e: abs(e[0].x + e[0].width / 2 - middle))[1])
            return
        # A raised card is a row higher than the others of its hand.
        slack = 1 if self.cursor is not None and self.cursor.kind == "card" else 0
        row = [each for each in choices if abs(each[0].y - here.y) <= slack]
        if self.cursor is not None and self.cursor.kind == "played":
            row = choices
        row.sort(key=lambda each: each[0].x)
        place = next(place for place, (_, target) in enumerate(row) if target == self.cursor)
        self.select(row[(place + across) % len(row)][1])

    # Drawing --------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Redraw in the new size."""
        self.show(self.picture)

    def render_line(self, y: int) -> Strip:
        """Return a row of the table."""
        self._draw()
        canvas = self._canvas
        return canvas.strip(y) if canvas is not None else Strip.blank(self.size.width)

    def _draw(self) -> None:
        width, height = self.size
        if self._canvas is not None or not width or not height:
            return
        base = Style(color=self.colours.text, bgcolor=self.colours.felt)
        self._canvas = Canvas(width, height, base)
        painter = Painter(self._canvas, self.colours, self.words)
        if self._is_too_small:
            # Cards would overlap: a message is shown, and nothing can be chosen.
            self._targets = []
            self._say_too_small(painter)
            return
        self._targets = paint(painter, self.picture, self.cursor)

    @property
    def _is_too_small(self) -> bool:
        window = self.app.size
        return window.width < LEAST[0] or window.height < LEAST[1]

    def _say_too_small(self, painter: Painter) -> None:
        window, canvas = self.app.size, painter.canvas
        text = label(
            "too-small",
            self.words.language,
            columns=LEAST[0],
            rows=LEAST[1],
            width=window.width,
            height=window.height,
        )
        style = painter.style(self.colours.text)
        lines = textwrap.wrap(text, canvas.width)
        first = max(0, (canvas.height - len(lines)) // 2)
        for y, line in enumerate(lines, first):
            canvas.middle(y, line, style)

    def at(self, x: int, y: int) -> Target:
        """Return the target at a cell."""
        self._draw()
        for box, target in reversed(self._targets):
            if box.holds(x, y):
                return target
        return Target("felt")

    def on_click(self, event: events.Click) -> None:
        """Post a message with the clicked target."""
        event.stop()
        self.post_message(self.Chosen(self.at(event.x, event.y), event.button))
