"""Conditions in Python: `north.hcp.between(15, 17) & north.shape.in_(balanced)`.

This module builds the same expression trees as the text does, so that
`compile_condition("north.hcp >= 12") == (north.hcp >= 12)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, cast

from overtrick import Card, Contract, Seat, Side, Strain, Vulnerability
from overtrick_hands.conditions import building as build
from overtrick_hands.conditions.condition import Condition
from overtrick_hands.conditions.parsing import parse_shapes
from overtrick_hands.conditions.printing import to_text
from overtrick_hands.conditions.tree import Constant, Kind, Node
from overtrick_hands.conditions.words import FIELDS, words_behind
from overtrick_hands.errors import ConditionError
from overtrick_hands.evaluators import Evaluator, Number
from overtrick_hands.shapes import ShapeClass


class Term:
    """An expression that is not a condition yet: a comparison makes it one."""

    __slots__ = ("_node",)
    __hash__ = None  # type: ignore[assignment]  # == makes a condition

    def __init__(self, node: Node) -> None:
        self._node = node

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]  # a condition
        return Condition(build.compared("==", self._node, to_node(other)))

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]  # a condition
        return Condition(build.compared("!=", self._node, to_node(other)))

    def in_(self, *values: object) -> Condition:
        """Return the condition that it equals one of some values; a pair is a range."""
        return Condition(build.within(self._node, [_item(value) for value in values]))

    def __bool__(self) -> bool:
        msg = "an expression is neither true nor false: compare it, and join conditions with & | ~"
        raise TypeError(msg)

    def __str__(self) -> str:
        return to_text(self._node)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class OrderedTerm(Term):
    """An expression with ordered values: numbers, contracts, texts, suits."""

    __slots__ = ()

    def _compared(self, sign: str, other: object) -> Condition:
        return Condition(build.compared(sign, self._node, to_node(other)))

    def __lt__(self, other: object) -> Condition:
        return self._compared("<", other)

    def __le__(self, other: object) -> Condition:
        return self._compared("<=", other)

    def __gt__(self, other: object) -> Condition:
        return self._compared(">", other)

    def __ge__(self, other: object) -> Condition:
        return self._compared(">=", other)

    def between(self, low: object, high: object) -> Condition:
        """Return the condition that it is between two values, inclusive."""
        ends = (to_node(low), to_node(high))
        return Condition(build.within(self._node, [ends]))


class NumberTerm(OrderedTerm):
    """A number, with arithmetic and comparisons."""

    __slots__ = ()

    def _with(self, sign: str, other: object, *, turned: bool = False) -> NumberTerm:
        pair = (self._node, to_node(other))
        return NumberTerm(build.arithmetic(sign, *(pair[::-1] if turned else pair)))

    def __add__(self, other: NumberTerm | Number) -> NumberTerm:
        return self._with("+", other)

    def __radd__(self, other: Number) -> NumberTerm:
        return self._with("+", other, turned=True)

    def __sub__(self, other: NumberTerm | Number) -> NumberTerm:
        return self._with("-", other)

    def __rsub__(self, other: Number) -> NumberTerm:
        return self._with("-", other, turned=True)

    def __mul__(self, other: NumberTerm | Number) -> NumberTerm:
        return self._with("*", other)

    def __rmul__(self, other: Number) -> NumberTerm:
        return self._with("*", other, turned=True)

    def __truediv__(self, other: Number) -> NumberTerm:
        return self._with("/", other)

    def __mod__(self, other: int) -> NumberTerm:
        return self._with("%", other)

    def __neg__(self) -> NumberTerm:
        return NumberTerm(build.negative(self._node))

    def __abs__(self) -> NumberTerm:
        return NumberTerm(build.chosen("abs", [self._node]))


class TextTerm(OrderedTerm):
    """A text; comparisons ignore case."""

    __slots__ = ()

    def contains(self, part: str) -> Condition:
        """Return the condition that it contains a text."""
        return self._compared("contains", part)


class _Behind:
    """A base with the attributes after a point, as in the text form."""

    __slots__ = ()

    _node: Node

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Term | Condition:
            if name.startswith("_"):
                raise AttributeError(name)
            try:
                return wrapped(build.attribute(self._node, name))
            except ConditionError as error:
                raise AttributeError(str(error)) from None

    def __dir__(self) -> Sequence[str]:
        return [*object.__dir__(self), *words_behind(self._node.kind)]

    def points(self, *values: Number) -> NumberTerm:
        """Return a custom point count for ace, king, queen and so on."""
        return NumberTerm(build.counted(self._node, list(map(build.number, values))))

    def counted(self, evaluator: Evaluator) -> NumberTerm:
        """Return a custom evaluation."""
        return NumberTerm(build.counted_by(self._node, evaluator))


class _Counts(_Behind):
    """The evaluations of hands, sides and suits."""

    __slots__ = ()

    if TYPE_CHECKING:
        hcp: NumberTerm
        controls: NumberTerm
        losers: NumberTerm
        new_losers: NumberTerm
        quick_tricks: NumberTerm
        aces: NumberTerm
        kings: NumberTerm
        queens: NumberTerm
        jacks: NumberTerm
        tens: NumberTerm
        top2: NumberTerm
        top3: NumberTerm
        top4: NumberTerm
        top5: NumberTerm


class SuitTerm(_Counts, NumberTerm):
    """A suit of a hand, or of both hands of a side; as a number it is the length."""

    __slots__ = ()

    if TYPE_CHECKING:
        quality: NumberTerm
        length: NumberTerm

    def has(self, ranks: str) -> Condition:
        """Return the condition that it holds all of some ranks, such as `AQT`."""
        return Condition(build.has(self._node, [build.text(ranks)]))


class _Hands(_Counts):
    """The common base of hands and sides."""

    __slots__ = ()

    if TYPE_CHECKING:
        cccc: NumberTerm
        voids: NumberTerm
        singletons: NumberTerm
        doubletons: NumberTerm
        spades: SuitTerm
        hearts: SuitTerm
        diamonds: SuitTerm
        clubs: SuitTerm
        trumps: SuitTerm
        majors: NumberTerm
        minors: NumberTerm
        vulnerable: Condition

    def has(self, *cards: str | Card) -> Condition:
        """Return the condition that it holds all of some cards, such as `SA`."""
        held = [build.cards(1 << _card(card).index) for card in cards]
        return Condition(build.has(self._node, held))


class SideTerm(_Hands, Term):
    """A partnership: its counts are those of both hands together."""

    __slots__ = ()

    if TYPE_CHECKING:
        fit: NumberTerm


class ShapeTerm:
    """The shape of a hand."""

    __slots__ = ("_seat",)

    def __init__(self, seat: Node) -> None:
        self._seat = seat

    def in_(self, shapes: ShapeClass | str) -> Condition:
        """Return the condition that it is in a class, or in that of a text such as `any 5xx3`."""
        found = parse_shapes(shapes) if isinstance(shapes, str) else shapes
        return Condition(build.shape(self._seat, found))


class SeatTerm(_Hands, Term):
    """A seat: its hand, its player, and its neighbours."""

    __slots__ = ()

    if TYPE_CHECKING:
        rule_of_20: NumberTerm
        longest: NumberTerm
        second: NumberTerm
        shortest: NumberTerm
        name: TextTerm
        side: SideTerm
        opponents: SideTerm
        balanced: Condition
        semibalanced: Condition
        one_suited: Condition
        two_suited: Condition
        three_suited: Condition

    @property
    def shape(self) -> ShapeTerm:
        """The shape of the hand."""
        return ShapeTerm(self._node)

    @property
    def partner(self) -> SeatTerm:
        """The seat opposite."""
        return SeatTerm(build.beside("partner", self._node))

    @property
    def lho(self) -> SeatTerm:
        """The seat to the left."""
        return SeatTerm(build.beside("lho", self._node))

    @property
    def rho(self) -> SeatTerm:
        """The seat to the right."""
        return SeatTerm(build.beside("rho", self._node))


class BoardTerms:
    """The values of a board: `the.dealer`, `the.contract`, `the.event`.

    Example:
        >>> the.level >= 4
        <Condition level >= 4>
    """

    if TYPE_CHECKING:
        board: NumberTerm
        dealer: SeatTerm
        vulnerability: Term
        contract: OrderedTerm
        level: NumberTerm
        strain: OrderedTerm
        declarer: SeatTerm
        dummy: SeatTerm
        leader: SeatTerm
        doubled: Condition
        redoubled: Condition
        passed_out: Condition
        result: NumberTerm
        overtricks: NumberTerm
        made: Condition
        score: NumberTerm
        event: TextTerm
        site: TextTerm
        date: TextTerm
        room: TextTerm
        scoring: TextTerm
        title: TextTerm
        home_team: TextTerm
        visit_team: TextTerm
    else:

        def __getattr__(self, name: str) -> Term | Condition:
            if name not in FIELDS:
                raise AttributeError(name)
            return wrapped(build.word(name))

    def __dir__(self) -> Sequence[str]:
        return [*object.__dir__(self), *FIELDS]

    def extra(self, key: str) -> TextTerm:
        """Return a value that only one format has, by its key (`pbn:Generator`), as text."""
        return TextTerm(build.known_to_format(build.text(key)))


_TERMS: Final[dict[Kind, type[Term]]] = {
    Kind.NUMBER: NumberTerm,
    Kind.TEXT: TextTerm,
    Kind.SEAT: SeatTerm,
    Kind.SIDE: SideTerm,
    Kind.HOLDING: SuitTerm,
    Kind.STRAIN: OrderedTerm,
    Kind.CONTRACT: OrderedTerm,
    Kind.VULNERABILITY: Term,
}


def wrapped(node: Node) -> Term | Condition:
    """Return an expression as a term."""
    return Condition(node) if node.kind is Kind.TRUTH else _TERMS[node.kind](node)


def to_node(value: object) -> Node:
    """Return the expression node of a Python value.

    Raises:
        ConditionError: nothing does.
    """
    if isinstance(value, Term):
        return value._node
    if isinstance(value, Seat):
        return build.seat(value)
    if isinstance(value, Side):
        return build.side(value)
    if isinstance(value, Strain):
        return build.strain(value)
    if isinstance(value, Vulnerability):
        return Constant(Kind.VULNERABILITY, value.value)
    if isinstance(value, Contract):
        if not value.level or value.strain is None:
            msg = f"a contract of a level and a strain can be compared, not {value}"
            raise ConditionError(msg)
        return build.contract(value.level, value.strain, value.doubling)
    if isinstance(value, str):
        return build.text(value)
    return build.number(cast("Number", value))


def _item(value: object) -> build.Item:
    if isinstance(value, tuple):
        low, high = value
        return (
            None if low is None else to_node(low),
            None if high is None else to_node(high),
        )
    node = to_node(value)
    return node, node


def _card(card: str | Card) -> Card:
    return card if isinstance(card, Card) else Card.parse(card)


def someone(condition: Callable[[SeatTerm], Condition]) -> Condition:
    """Return the condition that at least one hand satisfies a function of its seat.

    Example:
        >>> someone(lambda hand: hand.hcp >= 20).text
        'north.hcp >= 20 or east.hcp >= 20 or south.hcp >= 20 or west.hcp >= 20'
    """
    return Condition(build.joined("or", [condition(seat).tree for seat in _SEATS]))


def everyone(condition: Callable[[SeatTerm], Condition]) -> Condition:
    """Return the condition that all four hands satisfy a function of their seat."""
    return Condition(build.joined("and", [condition(seat).tree for seat in _SEATS]))


def least(*numbers: NumberTerm | Number) -> NumberTerm:
    """Return the minimum of several numbers."""
    return NumberTerm(build.chosen("min", list(map(to_node, numbers))))


def greatest(*numbers: NumberTerm | Number) -> NumberTerm:
    """Return the maximum of several numbers."""
    return NumberTerm(build.chosen("max", list(map(to_node, numbers))))


def tricks(declarer: SeatTerm | Seat, strain: OrderedTerm | Strain) -> NumberTerm:
    """Return the double-dummy tricks of a declarer in a strain, by the board's table."""
    return NumberTerm(build.tricks(to_node(declarer), to_node(strain)))


north: Final = SeatTerm(build.seat(0))
"""North, whose hand is counted: `north.hcp >= 12`."""
east: Final = SeatTerm(build.seat(1))
"""East."""
south: Final = SeatTerm(build.seat(2))
"""South."""
west: Final = SeatTerm(build.seat(3))
"""West."""
ns: Final = SideTerm(build.side(0))
"""North and South together: `ns.hcp >= 25`."""
ew: Final = SideTerm(build.side(1))
"""East and West together."""
the: Final = BoardTerms()
"""The values of a board: `the.dealer == north`, `the.level >= 4`."""

_SEATS: Final = (north, east, south, west)
