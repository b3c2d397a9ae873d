"""The hand diagram of a board: the hands around each other, placed without overlap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from overtrick import Board, Deal, Seat, Suit, Vulnerability
from overtrick.plugin import printable
from overtrick_records.metrics import TextFitter, line_width, width_of
from overtrick_records.sheet import (
    LINE,
    Compass,
    Diagram,
    Hand,
    Holding,
    Line,
    Points,
)
from overtrick_records.texts import DASH, SUITS, labelled, marked, ranks_of, spaced
from overtrick_render import Translator

DIAGRAM_WIDTH: Final = 15.6
"""The least width of a diagram, in ems."""

LESSON_WIDTH: Final = 18.8
"""The width of a diagram with a compass, in ems."""

FULL_HAND: Final = 13
"""Cards of a hand of which all are known."""

PIP: Final = 1.05
"""From the left edge of a hand to its first card, in ems."""

POINT_SIZE: Final = 0.86
"""The size of the letters of points and of the compass, in ems."""

_NAME: Final = 0.86
_NOTE: Final = 0.86
_COMPASS: Final = 3.6
_HAIR: Final = "\u200a"
_SPACES: Final = {"none": "", "hair": _HAIR, "thin": "\u2009", "even": "\u2005", "normal": " "}

# The space between two texts side by side, in ems.
_GAP: Final = 0.5

# How small the cards are made where a suit is too long for its place: first without blanks.
_SIZES: Final = (0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.45, 0.38, 0.3)

# The points of the four seats are this far from their middle, in ems.
_POINTS_REACH: Final = 2.0
_POINTS_LEFT: Final = 2.3


@attrs.frozen
class _Set:
    """A typeset hand, with the width of each line."""

    hand: Hand
    widths: tuple[float, ...]

    @property
    def reach(self) -> float:
        """The width of the widest line."""
        return max(self.widths, default=0.0)


@attrs.frozen
class _Corners:
    """The text in the two upper corners, which hands must avoid.

    Attributes:
        width: of the diagram, in ems.
        facts: how far the lines in the left corner reach.
        number: how wide the text in the right corner is.
        facts_bottom: where the left corner ends.
        number_bottom: where the right corner ends.
    """

    width: float
    facts: float
    number: float
    facts_bottom: float
    number_bottom: float

    @classmethod
    def of(cls, corner: Line, facts: Sequence[Line], width: float) -> _Corners:
        """Return the corners for some lines."""
        return cls(
            width,
            max((line_width(fact.runs) * fact.scale for fact in facts), default=0.0),
            line_width(corner.runs) * corner.scale,
            sum(fact.scale for fact in facts) * LINE,
            corner.scale * LINE if corner else 0.0,
        )

    @property
    def bottom(self) -> float:
        """The lower end of both."""
        return max(self.facts_bottom, self.number_bottom)

    def free(self, top: float) -> float:
        """Return the right limit of a line at a distance from the top."""
        if self.number and top < self.number_bottom - 0.1:
            return self.width - self.number - _GAP
        return self.width

    def room(self, widths: Sequence[float], above: float) -> tuple[float, float]:
        """Return the minimum and the maximum left edge of a hand with lines of these widths."""
        low = self.facts + _GAP if self.facts else 0.0
        edges = (self.free(above + at * LINE) - wide for at, wide in enumerate(widths))
        return low, min(edges, default=self.width)


@attrs.frozen(kw_only=True)
class _Plan:
    """The content of a diagram.

    Attributes:
        board: the board.
        deal: its hands.
        hidden: the seats whose hands are not shown.
        suits: those that are shown.
        corners: the content of the upper corners.
        above: the height of the line for the players' names, in ems; 0 where there is none.
        has_points: whether points are shown.
        has_compass: whether the square between the hands is.
        keeps_space: whether a hidden hand keeps its place.
    """

    board: Board
    deal: Deal
    hidden: frozenset[Seat]
    suits: tuple[Suit, ...]
    corners: _Corners
    above: float
    has_points: bool
    has_compass: bool
    keeps_space: bool

    @property
    def block(self) -> float:
        """The height of a hand with its name, in ems."""
        return len(self.suits) * LINE + self.above


@attrs.frozen(kw_only=True)
class Diagrams:
    """A maker of diagrams for a sheet.

    Attributes:
        words: the language.
        spacing: BridgeComposer's word for the space between cards.
        cuts: takes note of names that are cut.
    """

    words: Translator
    spacing: str
    cuts: TextFitter
    ranks: Mapping[str, str] = attrs.field(init=False)

    @ranks.default
    def _ranks(self) -> Mapping[str, str]:
        return ranks_of(self.words)

    def diagram(
        self,
        board: Board,
        *,
        hidden: frozenset[Seat],
        corner: Line,
        facts: Sequence[Line],
        width: float = DIAGRAM_WIDTH,
        with_points: bool = True,
        with_compass: bool = False,
        with_names: bool = False,
        keep_space: bool = True,
    ) -> Diagram | None:
        """Return the hand diagram; `None` if no card is known.

        Args:
            board: the board.
            hidden: the seats whose hands are not shown.
            corner: the content of the upper right corner, which North avoids.
            facts: the content of the upper left corner.
            width: of the diagram, in ems.
            with_points: whether high-card points are at the lower left.
            with_compass: whether there is a square between the hands.
            with_names: whether the players' names are above the hands.
            keep_space: whether a hidden hand keeps its place.
        """
        deal = board.deal
        if deal is None or not any(deal):
            return None
        plan = _Plan(
            board=board,
            deal=deal,
            hidden=hidden,
            suits=_suits_of(deal),
            corners=_Corners.of(corner, facts, width),
            above=LINE if with_names and any(board.info.players) else 0.0,
            has_points=with_points and deal.is_complete,
            has_compass=with_compass,
            keeps_space=keep_space,
        )
        if not keep_space and len(hidden) == 3:
            return self._alone(plan)
        return self._around(plan)

    def _around(self, plan: _Plan) -> Diagram:
        """Return a diagram of the hands around each other."""
        hidden, width, block = plan.hidden, plan.corners.width, plan.block
        # Where nothing is kept free, a hidden North moves the others up to what is in the corners.
        keeps_north = plan.keeps_space or Seat.NORTH not in hidden
        top = block if keeps_north else plan.corners.bottom
        bottom = top + block
        if not plan.keeps_space and {Seat.EAST, Seat.WEST} <= hidden:
            bottom = top + (5 * LINE if plan.has_compass else LINE)
        middle = 0.36 * width
        has_square = plan.has_compass and len(plan.suits) == 4
        hands: dict[Seat, _Set] = {}
        lefts: dict[Seat, float] = {Seat.WEST: 0.0}

        def fit(seat: Seat, wanted: float, low: float, high: float) -> bool:
            """Place a hand between two edges, and return whether it fits."""
            lefts[seat] = max(low, min(wanted, high))
            return low <= high

        place = middle + 0.4
        for look in self._looks():
            hands[Seat.NORTH] = north = self._set(plan, Seat.NORTH, *look)
            if fit(Seat.NORTH, middle, *plan.corners.room(north.widths, plan.above)):
                break
        for look in self._looks():
            hands[Seat.SOUTH] = south = self._set(plan, Seat.SOUTH, *look)
            low = _POINTS_LEFT + _POINTS_REACH if plan.has_points else 0.0
            if fit(Seat.SOUTH, middle, low, width - south.reach):
                break
        for look in self._looks():
            hands[Seat.EAST] = east = self._set(plan, Seat.EAST, *look)
            hands[Seat.WEST] = west = self._set(plan, Seat.WEST, *look)
            low = west.reach + _GAP
            if has_square:
                place = max(middle + 0.4, low)
                low = place + _COMPASS + _GAP - 0.1
            # A long suit moves East to the left.
            if fit(Seat.EAST, 0.635 * width, low, width - east.reach):
                break
        rooms = {
            Seat.NORTH: plan.corners.free(0.0) - lefts[Seat.NORTH],
            Seat.EAST: width - lefts[Seat.EAST],
            Seat.SOUTH: width - lefts[Seat.SOUTH],
            Seat.WEST: lefts[Seat.EAST] - _GAP,
        }
        tops = {Seat.NORTH: 0.0, Seat.EAST: top, Seat.SOUTH: bottom, Seat.WEST: top}
        shown = tuple(
            self._placed(plan, hands[seat].hand, seat, (lefts[seat], tops[seat]), rooms[seat])
            for seat in Seat
            if seat not in hidden or plan.keeps_space
        )
        height = bottom + block
        if not plan.keeps_space and Seat.SOUTH in hidden:
            height = bottom
        points = None
        if plan.has_points:
            # In the free corner at the lower left.
            points = self._points(plan, max(bottom + (len(plan.suits) - 3) * LINE * 0.6, 0))
            height = max(height, bottom + 3 * LINE)
        compass = None
        if has_square:
            compass = self._compass(
                plan.board, left=place, top=top + plan.above + (4 * LINE - _COMPASS) / 2
            )
        return Diagram(
            width=round(width, 3),
            height=round(height, 3),
            hands=shown,
            points=points,
            compass=compass,
        )

    def _alone(self, plan: _Plan) -> Diagram:
        """Return a diagram of one hand, beside the facts of the board."""
        corners = plan.corners
        [seat] = set(Seat) - plan.hidden
        left, hand = 0.0, self._set(plan, seat, "", 1.0)
        for look in self._looks():
            hand = self._set(plan, seat, *look)
            low, high = corners.room(hand.widths, plan.above)
            left = max(low, min(0.36 * corners.width, high))
            if low <= high:
                break
        height = plan.block
        points = None
        if plan.has_points:
            step = POINT_SIZE * LINE
            top = max(corners.bottom, height - 3 * step)
            points = self._points(plan, top)
            height = max(height, top + 3 * step)
        room = corners.free(0.0) - left
        return Diagram(
            width=round(corners.width, 3),
            height=round(max(height, corners.bottom), 3),
            hands=(self._placed(plan, hand.hand, seat, (left, 0.0), room),),
            points=points,
        )

    def _looks(self) -> Iterator[tuple[str, float]]:
        """Yield the typesettings of cards, each a spacing and a size, the best first."""
        spaces = dict.fromkeys((_SPACES.get(self.spacing.lower(), "\u2005"), _HAIR, ""))
        yield from ((space, 1.0) for space in spaces)
        yield from (("", size) for size in _SIZES)

    def _placed(
        self, plan: _Plan, hand: Hand, seat: Seat, place: tuple[float, float], room: float
    ) -> Hand:
        """Return a hand in position, with as much of the player's name as fits."""
        name = plan.board.info.players[seat]
        player = Line()
        if plan.above:
            # The line of a name that is not known is kept free: hands keep their rows.
            text = marked(printable(name[:400]) if name else "\u00a0", bold=True)
            player = self.cuts.fitted(
                "names of players", plan.board.label, Line(text, _NAME), room, 0.6
            )
        left, top = place
        return attrs.evolve(hand, player=player, left=round(left, 3), top=round(top, 3))

    def _set(self, plan: _Plan, seat: Seat, space: str, size: float) -> _Set:
        """Return a hand typeset in a size, with a spacing between cards."""
        words = self.words
        hand = plan.deal[seat]
        if seat in plan.hidden or not hand:
            note = "" if seat in plan.hidden else words.gettext("(not given)")
            empty = Hand(seat=words.seat(seat), note=note)
            return _Set(empty, (width_of(note) * _NOTE,) * len(plan.suits))
        holdings, widths = [], []
        for suit in plan.suits:
            ranks = spaced([self.ranks[rank] for rank in hand.suit_text(suit)], space)
            text = ranks or DASH
            widths.append(PIP + width_of(text) * size + 0.15)
            holdings.append(
                Holding(
                    suit=suit.symbol,
                    sign=suit.glyph,
                    name=words.suit(suit),
                    text=text,
                    spoken="" if ranks else words.gettext("none"),
                )
            )
        made = Hand(seat=words.seat(seat), holdings=tuple(holdings), scale=size)
        return _Set(made, tuple(widths))

    def _points(self, plan: _Plan, top: float) -> Points:
        texts = ["" if seat in plan.hidden else str(plan.deal[seat].hcp) for seat in Seat]
        by_seat = [
            f"{self.words.seat(seat)} {text}"
            for seat, text in zip(Seat, texts, strict=True)
            if text
        ]
        north, east, south, west = texts
        return Points(
            north=north,
            east=east,
            south=south,
            west=west,
            spoken=labelled(self.words, self.words.gettext("High-card points"), ", ".join(by_seat)),
            left=_POINTS_LEFT,
            top=round(top, 3),
        )

    def _compass(self, board: Board, *, left: float, top: float) -> Compass:
        vulnerability = board.vulnerability or Vulnerability.NONE
        north, east, south, west = (self.words.seat_letter(seat) for seat in Seat)
        first, second, third, fourth = (vulnerability.includes(seat) for seat in Seat)
        return Compass(
            letters=(north, east, south, west),
            vulnerable=(first, second, third, fourth),
            dealer=None if board.dealer is None else int(board.dealer),
            left=round(left, 3),
            top=round(top, 3),
            size=_COMPASS,
        )


def _suits_of(deal: Deal) -> tuple[Suit, ...]:
    """Return the suits to show: those in a fragment, else all four.

    Beside a hand of thirteen cards a suit without known cards is a void, not a suit that
    is left out.
    """
    if any(len(hand) == FULL_HAND for hand in deal):
        return SUITS
    held = tuple(suit for suit in SUITS if any(hand.holding(suit) for hand in deal))
    count = sum(map(len, deal))
    return held if count < 39 else SUITS
