"""The builder of expressions with type checks, for text and Python alike."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final, TypeVar, cast

from overtrick import OptionError
from overtrick_hands.conditions.limits import check_size, span
from overtrick_hands.conditions.tree import Bound, Call, Constant, Kind, Node, contract_rank
from overtrick_hands.conditions.words import (
    FIELDS,
    FUNCTIONS,
    SEAT_FUNCTIONS,
    SEATS,
    SIDES,
    STRAINS,
    SUITS,
    SYNONYMS,
    VULNERABILITIES,
    all_words,
    words_behind,
)
from overtrick_hands.errors import ArgumentError, ConditionError
from overtrick_hands.evaluators import EVALUATORS, Evaluator, Number, exact
from overtrick_hands.shapes import NAMED_CLASSES, ShapeClass

SIGNS: Final = {"=": "==", "≤": "<=", "≥": ">=", "≠": "!=", "is": "==", "is not": "!="}
"""Other ways to write a comparison."""

KEYWORDS: Final = frozenset({"and", "or", "not", "in", "is", "contains", "any", "shape"})
"""The words that join others, without a meaning alone."""

_ORDERED: Final = {Kind.NUMBER, Kind.CONTRACT, Kind.TEXT, Kind.STRAIN}
_FACTS: Final = {Kind.SEAT, Kind.SIDE, Kind.VULNERABILITY}

SPADES, HEARTS, DIAMONDS, CLUBS = 3, 2, 1, 0

_SHORT: Final = {
    "n": ("north",),
    "e": ("east",),
    "s": ("south", "spades"),
    "w": ("west",),
    "h": ("hearts",),
    "d": ("diamonds",),
    "c": ("clubs",),
}
"""The suggestions for single letters."""

_NO_WORDS: Final = {
    **dict.fromkeys(
        ("true", "false", "yes", "no"),
        "a condition is true by itself: write made, or not made",
    ),
    **dict.fromkeys(
        ("null", "unknown", "missing", "empty"),
        "what a board does not say is unknown, and the board is not picked",
    ),
}
"""Words of other languages, and their replacements here."""

ResultT = TypeVar("ResultT")


# --- constants --------------------------------------------------------------------------------


def number(value: Number) -> Constant:
    """Return a number from its text."""
    try:
        return Constant(Kind.NUMBER, exact(value))
    except OptionError as error:
        raise ConditionError(str(error)) from None


def text(value: str) -> Constant:
    """Return a text of one line."""
    if not value.isprintable():
        msg = "a text is of one line, without control characters"
        raise ConditionError(msg)
    return Constant(Kind.TEXT, value)


def seat(index: int) -> Constant:
    """Return a seat."""
    return Constant(Kind.SEAT, index)


def side(index: int) -> Constant:
    """Return a side."""
    return Constant(Kind.SIDE, index)


def strain(index: int) -> Constant:
    """Return a suit or notrump."""
    return Constant(Kind.STRAIN, index)


def contract(level: int, strain_index: int, doubling: int) -> Constant:
    """Return a contract."""
    return Constant(Kind.CONTRACT, contract_rank(level, strain_index, doubling))


def cards(mask: int) -> Constant:
    """Return some cards, as a mask of 52 bits."""
    return Constant(Kind.CARDS, mask)


# --- words ------------------------------------------------------------------------------------


def meant(word: str, known: Iterable[str]) -> str:
    """Return a suggestion for a misspelt word, as the end of a message."""
    words = sorted(known)
    close = [name for name in _SHORT.get(word, ()) if name in words]
    close = close or difflib.get_close_matches(word, words, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def word(name: str) -> Node:
    """Return the expression for a single word.

    Raises:
        ConditionError: there is no such word, or it needs something in brackets.
    """
    if name in KEYWORDS:
        msg = f'a value was expected, such as north.hcp, 15 or "Smith"; {name!r} stands here'
        raise ConditionError(msg)
    name = SYNONYMS.get(name, name)
    for table, kind in (
        (SEATS, Kind.SEAT),
        (SIDES, Kind.SIDE),
        (STRAINS, Kind.STRAIN),
        (VULNERABILITIES, Kind.VULNERABILITY),
    ):
        if name in table:
            return Constant(kind, table[name])
    if name in FIELDS:
        return Call(FIELDS[name].kind, name)
    if name in FUNCTIONS:
        msg = f"{name} needs something in brackets: {FUNCTIONS[name].partition(': ')[0]}"
    elif name in words_behind(Kind.SEAT):
        msg = f"whose {name}? A seat stands before it, such as north.{name}"
    elif name in _NO_WORDS:
        msg = f"there is no word {name!r}; {_NO_WORDS[name]}"
    else:
        msg = f"there is no word {name!r}{meant(name, [*all_words(), *words_behind(Kind.SEAT)])}"
    raise ConditionError(msg)


def attribute(owner: Node, name: str) -> Node:
    """Return an attribute after a point: `north.hcp`, `north.spades.hcp`, `ns.fit`.

    Raises:
        ConditionError: the owner has no such thing.
    """
    name = SYNONYMS.get(name, name)
    known = words_behind(owner.kind)
    if not known:
        msg = f"a seat, a side or a suit of a hand stands before .{name}, not {owner.kind.value}"
        raise ConditionError(msg)
    if name not in known:
        where = owner.kind.value
        msg = f"{where} has no {name!r}{meant(name, known)}"
        raise ConditionError(msg)
    if name in EVALUATORS:
        return Call(Kind.NUMBER, name, (owner,))
    if name in SUITS:
        return Call(Kind.HOLDING, "suit", (owner, strain(SUITS.index(name))))
    if name in NAMED_CLASSES:
        return shape(owner, NAMED_CLASSES[name][0])
    if name in {"majors", "minors"}:
        pair = (SPADES, HEARTS) if name == "majors" else (DIAMONDS, CLUBS)
        one, other = (length(Call(Kind.HOLDING, "suit", (owner, strain(i)))) for i in pair)
        return arithmetic("+", one, other)
    kinds = {
        "trumps": Kind.HOLDING,
        "name": Kind.TEXT,
        "vulnerable": Kind.TRUTH,
        "side": Kind.SIDE,
        "opponents": Kind.SIDE,
        "fit": Kind.NUMBER,
    }
    return Call(kinds[name], name, (owner,))


def length(holding: Node) -> Node:
    """Return the length of a suit of a hand."""
    return Call(Kind.NUMBER, "length", (holding,))


def as_number(node: Node) -> Node:
    """Return an expression as a number; a suit of a hand becomes its length.

    Raises:
        ConditionError: it is no number.
    """
    if node.kind is Kind.HOLDING:
        return length(node)
    if node.kind is not Kind.NUMBER:
        msg = f"a number was expected, not {node.kind.value}"
        if node.kind is Kind.SEAT:
            msg += ", such as north.hcp"
        raise ConditionError(msg)
    return node


def as_truth(node: Node) -> Node:
    """Return an expression as a condition.

    Raises:
        ConditionError: it is none.
    """
    if node.kind is not Kind.TRUTH:
        msg = f"a condition was expected, not {node.kind.value}"
        if node.kind in {Kind.NUMBER, Kind.HOLDING}:
            msg += ": compare it, as in north.hcp >= 12"
        raise ConditionError(msg)
    return node


def as_seat(node: Node) -> Node:
    """Return an expression as a seat.

    Raises:
        ConditionError: it is none.
    """
    if node.kind is not Kind.SEAT:
        msg = f"a seat was expected, such as north or dealer, not {node.kind.value}"
        raise ConditionError(msg)
    return node


# --- logic ------------------------------------------------------------------------------------


def joined(name: str, parts: Sequence[Node]) -> Node:
    """Return the conjunction or disjunction of some conditions; nested ones are flattened."""
    flat: list[Node] = []
    for part in parts:
        as_truth(part)
        if isinstance(part, Call) and part.name == name:
            flat.extend(part.arguments)
        else:
            flat.append(part)
    return flat[0] if len(flat) == 1 else Call(Kind.TRUTH, name, tuple(flat))


def negated(part: Node) -> Node:
    """Return the negation of a condition."""
    as_truth(part)
    if isinstance(part, Call) and part.name == "not":
        return part.arguments[0]
    return Call(Kind.TRUTH, "not", (part,))


def compared(sign: str, left: Node, right: Node) -> Node:
    """Return a comparison of two values of one kind.

    Args:
        sign: `==`, `!=`, `<`, `<=`, `>`, `>=`, `contains`, or another way to write one.
        left: what is compared.
        right: with what.

    Raises:
        ConditionError: they cannot be compared in this way.
    """
    sign = SIGNS.get(sign, sign)
    left, right = _alike(left, right)
    kind = left.kind
    if sign == "contains":
        if kind is not Kind.TEXT:
            msg = f"a text contains another, not {kind.value}"
            raise ConditionError(msg)
    elif sign not in {"==", "!="} and kind not in _ORDERED:
        msg = f"{kind.value} is == or != another, neither less nor more"
        raise ConditionError(msg)
    elif kind not in _ORDERED and kind not in _FACTS:
        msg = f"{kind.value} cannot be compared; join conditions with and, or, not"
        raise ConditionError(msg)
    return Call(Kind.TRUTH, sign, (left, right))


def _alike(left: Node, right: Node) -> tuple[Node, Node]:
    """Return two expressions converted to one kind.

    Raises:
        ConditionError: they are of different kinds.
    """
    kinds = {left.kind, right.kind}
    if Kind.VULNERABILITY in kinds:
        left, right = _as_vulnerability(left), _as_vulnerability(right)
    elif kinds <= {Kind.NUMBER, Kind.HOLDING}:
        return as_number(left), as_number(right)
    if left.kind is not right.kind:
        msg = f"{left.kind.value} cannot be compared with {right.kind.value}"
        if Kind.SEAT in kinds and Kind.NUMBER in kinds:
            msg += "; a hand has numbers, such as north.hcp"
        raise ConditionError(msg)
    return left, right


def _as_vulnerability(node: Node) -> Node:
    """Return a side as a vulnerability: exactly that side is vulnerable."""
    if isinstance(node, Constant) and node.kind is Kind.SIDE:
        return Constant(Kind.VULNERABILITY, cast("int", node.value) + 1)
    return node


Item = tuple[Node | None, Node | None]
"""A range as written: its ends, each `None` where it is open, the same twice for one."""


def within(node: Node, items: Sequence[Item]) -> Node:
    """Return the condition that a value is in one of some ranges.

    Raises:
        ConditionError: the ends are of another kind, a range runs backwards, or has no ends.
    """
    if len(items) == 1 and items[0][0] is items[0][1] and items[0][0] is not None:
        only = items[0][0]
        if only.kind is Kind.SIDE and node.kind is Kind.SEAT:
            members = (0, 2) if cast("Constant", only).value == 0 else (1, 3)
            return joined("or", [compared("==", node, seat(index)) for index in members])
    if node.kind is Kind.HOLDING:
        node = length(node)
    if node.kind not in {Kind.NUMBER, Kind.CONTRACT}:
        if any(low is not high for low, high in items):
            msg = f"{node.kind.value} has no ranges: write them all, as in (north, south)"
            raise ConditionError(msg)
        return joined("or", [compared("==", node, cast("Node", low)) for low, _ in items])
    ranges: list[tuple[Bound, Bound]] = []
    for low, high in items:
        ends = [_end(node, end) for end in (low, high)]
        if ends == [None, None]:
            msg = "a range has one end at least, such as 15.. or ..7"
            raise ConditionError(msg)
        if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
            msg = "the range runs backwards: the lower end stands first, as in 15..17"
            raise ConditionError(msg)
        ranges.append((ends[0], ends[1]))
    return Call(Kind.TRUTH, "in", (node, Constant(Kind.RANGES, tuple(ranges))))


def _end(node: Node, end: Node | None) -> Bound:
    if end is None:
        return None
    if end.kind is not node.kind or not isinstance(end, Constant):
        msg = f"the end of a range of {node.kind.value} is {node.kind.value}"
        raise ConditionError(msg + f", not {end.kind.value}")
    return cast("Bound", end.value)


# --- numbers ----------------------------------------------------------------------------------


def arithmetic(sign: str, left: Node, right: Node) -> Node:
    """Return `+`, `-`, `*`, `/` or `%` of two numbers.

    Raises:
        ConditionError: they are no numbers, too large, or divided by something else than a number.
    """
    left, right = as_number(left), as_number(right)
    if sign == "/" and (not isinstance(right, Constant) or not right.value):
        msg = "a number is divided by a number that stands in the condition and is not 0"
        raise ConditionError(msg)
    if sign == "%":
        remainder = right.value if isinstance(right, Constant) else 0
        is_integer = span(left).scale == 1
        if not isinstance(remainder, Fraction) or remainder.denominator != 1 or remainder < 1:
            msg = "% stands before a whole number above 0, as in board % 16"
            raise ConditionError(msg)
        if not is_integer:
            msg = "% stands behind whole numbers, not behind halves or hundredths"
            raise ConditionError(msg)
    if isinstance(left, Constant) and isinstance(right, Constant):
        return _folded(sign, cast("Fraction", left.value), cast("Fraction", right.value))
    return _checked(Call(Kind.NUMBER, sign, (left, right)))


def _folded(sign: str, left: Fraction, right: Fraction) -> Node:
    """Return the result of an operation on two constants."""
    results = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left / right,
        "%": lambda: left % right,
    }
    return number(results[sign]())


def negative(node: Node) -> Node:
    """Return a number with the opposite sign."""
    node = as_number(node)
    if isinstance(node, Constant):
        return number(-cast("Fraction", node.value))
    return Call(Kind.NUMBER, "negative", (node,))


def chosen(name: str, nodes: Sequence[Node]) -> Node:
    """Return `min` or `max` of some numbers, or `abs` of one.

    Raises:
        ConditionError: none, or something that is no number.
    """
    if not nodes or (name == "abs") != (len(nodes) == 1):
        needs = "one number" if name == "abs" else "two numbers or more"
        msg = f"{name} has {needs} in its brackets"
        raise ConditionError(msg)
    parts = tuple(_fitting(place, as_number, node) for place, node in enumerate(nodes))
    return _checked(Call(Kind.NUMBER, name, parts))


def _checked(node: Call) -> Call:
    check_size(node)
    return node


# --- hands ------------------------------------------------------------------------------------


def _fitting(place: int, make: Callable[[Node], ResultT], node: Node) -> ResultT:
    """Return an argument of a function, converted.

    Raises:
        ArgumentError: it does not fit.
    """
    try:
        return make(node)
    except ConditionError as error:
        raise ArgumentError(error.why, place) from None


def shape(owner: Node, shapes: ShapeClass) -> Node:
    """Return the condition that a hand has one of some shapes.

    Raises:
        ConditionError: the owner is no seat.
    """
    return Call(Kind.TRUTH, "shape", (as_seat(owner), Constant(Kind.SHAPES, shapes)))


def has(owner: Node, held: Sequence[Node]) -> Node:
    """Return the condition that a hand, a side or a suit holds all of some cards.

    Raises:
        ConditionError: the owner is none of these, or no cards are named.
    """
    if owner.kind is Kind.HOLDING:
        if len(held) != 1 or held[0].kind is not Kind.TEXT:
            msg = 'the cards of a suit are ranks in quotes, as in has(north.spades, "AQ")'
            raise ArgumentError(msg, min(len(held), 1))
        return Call(Kind.TRUTH, "has", (owner, _fitting(1, _ranks_of, held[0])))
    if owner.kind not in {Kind.SEAT, Kind.SIDE}:
        msg = f"a seat, a side or a suit of a hand holds cards, not {owner.kind.value}"
        raise ArgumentError(msg, 0)
    if not held:
        msg = "has names a card at least, as in has(north, SA)"
        raise ConditionError(msg)
    mask = 0
    for place, one in enumerate(held, 1):
        if one.kind is not Kind.CARDS or not isinstance(one, Constant):
            msg = f"a card was expected, such as SA or HT, not {one.kind.value}"
            raise ArgumentError(msg, place)
        mask |= cast("int", one.value)
    return Call(Kind.TRUTH, "has", (owner, cards(mask)))


def _ranks_of(node: Node) -> Constant:
    return ranks(str(cast("Constant", node).value))


def ranks(letters: str) -> Constant:
    """Return the ranks of a suit, such as AQT.

    Raises:
        ConditionError: a letter is no rank, or none is given.
    """
    mask = 0
    for letter in letters.upper().replace("10", "T"):
        place = "23456789TJQKA".find(letter)
        if place < 0 or mask >> place & 1:
            msg = f"ranks are some of AKQJT98765432, each once, not {letters!r}"
            raise ConditionError(msg)
        mask |= 1 << place
    if not mask:
        msg = "has names a rank at least"
        raise ConditionError(msg)
    return Constant(Kind.RANKS, mask)


def counted(owner: Node, values: Sequence[Node]) -> Node:
    """Return a custom point count for ace, king, queen and so on.

    Raises:
        ConditionError: the owner has no points, or the values are no numbers.
    """
    if owner.kind not in {Kind.SEAT, Kind.SIDE, Kind.HOLDING}:
        msg = f"a seat, a side or a suit of a hand has points, not {owner.kind.value}"
        raise ArgumentError(msg, 0)
    if not 1 <= len(values) <= 13:
        msg = f"points has one to thirteen numbers behind the seat, ace first, not {len(values)}"
        raise ConditionError(msg)
    table = []
    for place, value in enumerate(values, 1):
        if value.kind is not Kind.NUMBER or not isinstance(value, Constant):
            msg = "points are numbers, ace first, as in points(north, 3, 2, 1)"
            raise ArgumentError(msg, place)
        table.append(cast("Fraction", value.value))
    return _checked(Call(Kind.NUMBER, "points", (owner, Constant(Kind.POINTS, tuple(table)))))


def counted_by(owner: Node, evaluator: Evaluator) -> Node:
    """Return a custom evaluation.

    Raises:
        ConditionError: the evaluator does not count such a thing, or its numbers are too large.
    """
    fits = {
        Kind.SEAT: evaluator.for_hands,
        Kind.SIDE: evaluator.for_hands and evaluator.adds_up,
        Kind.HOLDING: evaluator.for_suits,
    }
    if not fits.get(owner.kind):
        msg = f"{evaluator.name} does not count {owner.kind.value}"
        raise ConditionError(msg)
    return _checked(Call(Kind.NUMBER, "counted", (owner, Constant(Kind.EVALUATOR, evaluator))))


def tricks(declarer: Node, denomination: Node) -> Node:
    """Return the double-dummy tricks of a declarer in a strain.

    Raises:
        ConditionError: not a seat and a strain.
    """
    _fitting(0, as_seat, declarer)
    if denomination.kind is not Kind.STRAIN:
        msg = f"a suit or notrump was expected, not {denomination.kind.value}"
        raise ArgumentError(msg, 1)
    return Call(Kind.NUMBER, "tricks", (declarer, denomination))


def known_to_format(key: Node) -> Node:
    """Return a value that only one format has, by its key.

    Raises:
        ConditionError: the key is no text with a colon.
    """
    if not isinstance(key, Constant) or key.kind is not Kind.TEXT or ":" not in str(key.value):
        msg = 'an extra has its format in its key, as in extra("pbn:Generator")'
        raise ArgumentError(msg, 0)
    return Call(Kind.TEXT, "extra", (key,))


def beside(name: str, of: Node) -> Node:
    """Return the partner, or the left or right opponent, of a seat."""
    _fitting(0, as_seat, of)
    if isinstance(of, Constant):
        return seat((cast("int", of.value) + SEAT_FUNCTIONS[name][0]) & 3)
    return Call(Kind.SEAT, name, (of,))


_TAKES: Final = {
    "tricks": 2,
    "extra": 1,
    **dict.fromkeys(SEAT_FUNCTIONS, 1),
    **dict.fromkeys(NAMED_CLASSES, 1),
}


def check_count(name: str, takes: int, given: int) -> None:
    """Raise for a wrong number of arguments.

    Raises:
        ConditionError: there are.
    """
    if given != takes:
        msg = f"{name} has {takes} thing{'s' * (takes > 1)} in its brackets, not {given}"
        raise ConditionError(msg)


def function(name: str, arguments: Sequence[Node]) -> Node:
    """Return a function call, except `someone` and `everyone`, which take a condition on a hand.

    Raises:
        ArgumentError: one of the arguments does not fit it.
        ConditionError: there is no such function, or it has another number of arguments.
    """
    name = SYNONYMS.get(name, name)
    if name not in FUNCTIONS:
        if name in EVALUATORS and arguments:
            msg = f"write {name} behind a point, as in north.{name}"
        else:
            msg = f"there is no function {name!r}{meant(name, [*FUNCTIONS, *SEATS])}"
        raise ConditionError(msg)
    check_count(name, _TAKES.get(name, len(arguments)), len(arguments))
    if name in NAMED_CLASSES:
        classes = NAMED_CLASSES[name][0]
        return _fitting(0, lambda owner: shape(owner, classes), arguments[0])
    if name in SEAT_FUNCTIONS:
        return beside(name, arguments[0])
    if name in {"min", "max", "abs"}:
        return chosen(name, arguments)
    if name == "tricks":
        return tricks(*arguments)
    if name == "extra":
        return known_to_format(arguments[0])
    if not arguments:
        msg = f"{name} needs something in its brackets: {FUNCTIONS[name].partition(': ')[0]}"
        raise ConditionError(msg)
    return (has if name == "has" else counted)(arguments[0], arguments[1:])
