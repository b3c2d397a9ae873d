"""Draw the picture of a table, and record the boxes of its targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick import Seat, Suit
from overtrick_belote.rules.cards import Card
from overtrick_belote.terminal.tui.drawing import PLAIN, Box, CardStyle, Painter, Size
from overtrick_belote.terminal.tui.picture import (
    SUITS,
    BiddingBox,
    HandPicture,
    Picture,
    Target,
)

LARGE: Final = (72, 36)
"""The minimum columns and rows for large cards."""

_AMOUNTS_IN_A_ROW: Final = 8


def paint(painter: Painter, picture: Picture, cursor: Target | None) -> list[tuple[Box, Target]]:
    """Draw a picture; return the boxes of its targets, later ones on top of earlier ones."""
    scene = _Scene(painter, picture, cursor)
    scene.hands()
    scene.middle()
    return scene.targets


class _Scene:
    def __init__(self, painter: Painter, picture: Picture, cursor: Target | None) -> None:
        self.painter, self.picture, self.cursor = painter, picture, cursor
        self.canvas = canvas = painter.canvas
        self.targets: list[tuple[Box, Target]] = []
        self.is_large = canvas.width >= LARGE[0] and canvas.height >= LARGE[1]
        self.size = Size.LARGE if self.is_large else Size.SMALL
        self.flat = Size.LARGE if self.is_large else Size.FLAT
        self.side_width = 8 if self.is_large else 6
        # Rows: a name and North's hand above; South's hand, one row for the raised card, a name.
        self.top = 1 + self.flat.height
        self.bottom = canvas.height - 1 - self.size.height
        self.text = painter.style(painter.colours.text)
        self.faint = painter.style(painter.colours.faint)

    # Hands ----------------------------------------------------------------------------------

    def hands(self) -> None:
        """Draw the four hands with their names."""
        self._row_hand(Seat.NORTH, 1, self.flat, name_row=0)
        self._side_hand(Seat.WEST, 0)
        self._side_hand(Seat.EAST, self.canvas.width - self.side_width)
        self._row_hand(Seat.SOUTH, self.bottom, self.size, name_row=self.canvas.height - 1)

    def _look(self, seat: Seat, card: Card) -> CardStyle:
        hand = self.picture.hands[seat]
        return CardStyle(
            faint=hand.playable is not None and not hand.playable >> card & 1,
            chosen=self.cursor == Target("card", card),
        )

    def _card_target(self, seat: Seat, card: Card) -> Target:
        """Return the target of a card: playable, or of a viewed hand."""
        if self.picture.hands[seat].playable is None:
            return Target("hand", seat)
        return Target("card", card)

    def _row_hand(self, seat: Seat, y: int, size: Size, *, name_row: int) -> None:
        hand = self.picture.hands[seat]
        count = len(hand.cards)
        whole = (count - 1) * size.step + size.width if count else 0
        x = (self.canvas.width - whole) // 2
        for card in hand.cards:
            if card is None:
                box = self.painter.back(x, y, size)
                self.targets.append((box, Target("hand", seat)))
            else:
                look = self._look(seat, card)
                raised = 1 if look.chosen and seat == Seat.SOUTH else 0
                box = self.painter.face(x, y - raised, card, size, look)
                self.targets.append((box, self._card_target(seat, card)))
            x += size.step
        self._name(seat, hand, name_row)

    def _name(self, seat: Seat, hand: HandPicture, row: int) -> None:
        text = f"{'► ' if hand.is_turn else ''}{hand.name}"
        said = f" {hand.said} " if hand.said else ""
        whole = len(text) + (1 + len(said) if said else 0)
        x = (self.canvas.width - whole) // 2
        style = self.painter.style(
            self.painter.colours.accent if hand.is_turn else self.painter.colours.text, bold=True
        )
        self.canvas.put(x, row, text, style)
        if said:
            self._said(seat, x + len(text) + 1, row, said)

    def _said(self, seat: Seat, x: int, row: int, said: str) -> None:
        target = Target("call", seat)
        chosen = self.cursor == target
        box = self.painter.chip(x, row, said, state="chosen" if chosen else "")
        self.targets.append((box, target))

    def _side_hand(self, seat: Seat, x: int) -> None:
        hand = self.picture.hands[seat]
        width, count = self.side_width, len(hand.cards)
        rows = self.bottom - self.top
        # One row a card, two where there is room, with an edge above and below.
        each = 2 if self.is_large and 2 * count + 4 <= rows else 1
        height = each * count + 2
        y = self.top + max(0, (rows - height - 2) // 2)
        left = seat == Seat.WEST
        name = f"{'► ' if hand.is_turn else ''}{hand.name}"
        style = self.painter.style(
            self.painter.colours.accent if hand.is_turn else self.painter.colours.text, bold=True
        )
        self.canvas.put(0 if left else self.canvas.width - len(name), y, name, style)
        y += 1
        if count:
            face = hand.cards[0] is not None
            self.painter.cap(x, y, width, top=True, face=face)
            y += 1
            for place, card in enumerate(hand.cards):
                look = self._look(seat, card) if card is not None else PLAIN
                box = self.painter.edge_on(x, y, card, width, look)
                if each == 2 and place < count - 1:
                    self._between(x, y + 1, width, card)
                    box = Box(box.x, box.y, box.width, 2)
                face_down = Target("hand", seat)
                target = face_down if card is None else self._card_target(seat, card)
                self.targets.append((box, target))
                y += each if place < count - 1 else 1
            self.painter.cap(x, y, width, top=False, face=face)
            y += 1
        if hand.said:
            said = f" {hand.said} "
            self._said(seat, 0 if left else self.canvas.width - len(said), y, said)

    def _between(self, x: int, y: int, width: int, card: Card | None) -> None:
        """Draw the edge of the next card of a hand at the side."""
        painter = self.painter
        painter.cap(x, y, width, top=True, face=card is not None)

    # The middle -----------------------------------------------------------------------------

    def middle(self) -> None:
        """Draw the trick, the bidding box or words; then a card on its way."""
        picture = self.picture
        if picture.box is not None:
            self._bidding_box(picture.box)
            for row, line in enumerate(picture.lines):
                self.canvas.middle(self.bottom - 2 + row, line, self.text)
        elif picture.trick:
            self._trick(picture.trick)
        elif picture.lines:
            self._lines(picture.lines)
        if picture.buttons:
            self._buttons(picture.buttons)
        if picture.moving is not None:
            card, seat, share = picture.moving
            start, end = self._home(seat), self._place(seat)
            x = round(start[0] + (end[0] - start[0]) * share)
            y = round(start[1] + (end[1] - start[1]) * share)
            self.painter.face(x, y, card, self.flat)

    def _centre(self) -> tuple[int, int]:
        return self.canvas.width // 2, (self.top + self.bottom) // 2

    def _place(self, seat: Seat) -> tuple[int, int]:
        """Return the position of a player's card in the trick."""
        x, y = self._centre()
        width, height = self.flat.width, self.flat.height
        across = width + 2 if self.is_large else width + 3
        rows = self.bottom - self.top
        # Cards lie apart where there is room, else North's and South's over the others' corners.
        down = min(height + 1, max(height - 1, (rows - height) // 2))
        return {
            Seat.NORTH: (x - width // 2, y - height // 2 - down + (1 if self.is_large else 0)),
            Seat.SOUTH: (x - width // 2, y - height // 2 + down - (1 if self.is_large else 0)),
            Seat.WEST: (x - width // 2 - across, y - height // 2),
            Seat.EAST: (x - width // 2 + across, y - height // 2),
        }[seat]

    def _home(self, seat: Seat) -> tuple[int, int]:
        """Return the position from which a player's card starts."""
        x, y = self._centre()
        return {
            Seat.NORTH: (x - self.flat.width // 2, 1),
            Seat.SOUTH: (x - self.flat.width // 2, self.bottom),
            Seat.WEST: (0, y),
            Seat.EAST: (self.canvas.width - self.flat.width, y),
        }[seat]

    def _trick(self, trick: Sequence[tuple[Seat, Card]]) -> None:
        for seat, card in trick:
            x, y = self._place(seat)
            target = Target("played", card)
            look = CardStyle(chosen=self.cursor == target, winning=self.picture.winner == seat)
            box = self.painter.face(x, y, card, self.flat, look)
            self.targets.append((box, target))
            if look.winning:
                self.targets.append((Box(box.x + box.width - 2, box.y, 1, 1), Target("medal")))

    def _lines(self, lines: Sequence[str]) -> None:
        _, y = self._centre()
        y -= len(lines) // 2
        for row, line in enumerate(lines):
            self.canvas.middle(y + row, line, self.text if row == 0 else self.faint)

    def _buttons(self, buttons: Sequence[str]) -> None:
        whole = sum(len(text) + 2 for text in buttons) + 2 * (len(buttons) - 1)
        x = (self.canvas.width - whole) // 2
        y = self.bottom - 2
        for place, text in enumerate(buttons):
            target = Target("announce", place)
            chosen = self.cursor == target
            label = f" {text} "
            box = self.painter.chip(x, y, label, state="chosen" if chosen else "")
            self.targets.append((box, target))
            x += len(label) + 2

    def _chip(self, x: int, y: int, text: str, target: Target, *, state: str, ink: str) -> int:
        chosen = self.cursor == target
        box = self.painter.chip(x, y, text, state="chosen" if chosen else state, ink=ink)
        if state != "off":
            self.targets.append((box, target))
        return box.width

    def _bidding_box(self, box: BiddingBox) -> None:
        rows = [
            box.amounts[first : first + _AMOUNTS_IN_A_ROW]
            for first in range(0, len(box.amounts), _AMOUNTS_IN_A_ROW)
        ]
        width = 5 * _AMOUNTS_IN_A_ROW - 1
        height = len(rows) + 5
        x0 = (self.canvas.width - width) // 2
        y = self.top + max(0, (self.bottom - self.top - height) // 2)
        may_bid = box.least <= 820
        for amounts in rows:
            x = x0
            for amount in amounts:
                state = "off" if amount < box.least else "marked" if amount == box.amount else ""
                text = f"{amount:^4}"
                x += 1 + self._chip(x, y, text, Target("amount", amount), state=state, ink="")
            y += 1
        if box.more and may_bid:
            text = f" {box.more} "
            x = x0 + width - len(text)
            self._chip(x, y - 1, text, Target("more"), state="", ink="")
        y += 1
        x = x0 + (width - 4 * 7 + 1) // 2
        for suit in SUITS:
            text = f"  {self.painter.words.suit_sign(suit):^2}  "
            is_red = suit in (Suit.HEARTS, Suit.DIAMONDS)
            ink = self.painter.colours.alarm if is_red else ""
            state = "" if may_bid else "off"
            x += 1 + self._chip(x, y, text, Target("suit", suit), state=state, ink=ink)
        y += 2
        texts = [(f"  {box.pass_}  ", Target("pass"))]
        if box.double:
            texts.append((f"  {box.double}  ", Target("double")))
        x = x0 + (width - sum(len(text) for text, _ in texts) - 2 * (len(texts) - 1)) // 2
        for text, target in texts:
            ink = self.painter.colours.alarm if target.kind == "double" else ""
            x += 2 + self._chip(x, y, text, target, state="", ink=ink)
