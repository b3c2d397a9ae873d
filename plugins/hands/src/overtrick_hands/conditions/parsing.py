"""Parse the text of a condition to its expression tree; errors have a column.

Hostile text is refused early: a condition has at most 4,000 characters, 60 nested
expressions, and 5,000 expressions in all.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from overtrick import Card
from overtrick_hands.conditions import building as build
from overtrick_hands.conditions.tree import Call, Kind, Node, walk
from overtrick_hands.conditions.words import (
    FUNCTIONS,
    STRAIN_LETTERS,
    STRAINS,
    SYNONYMS,
    all_words,
    words_behind,
)
from overtrick_hands.errors import ArgumentError, ConditionError, ShapeError
from overtrick_hands.evaluators import Evaluator
from overtrick_hands.shapes import NAMED_CLASSES, ShapeClass, pattern_class

MAX_CHARACTERS: Final = 4_000
MAX_DEPTH: Final = 60
MAX_NODES: Final = 5_000

_OWN_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")

ResultT = TypeVar("ResultT")
Branch = Tree[Token] | Token


def parse(text: str, evaluators: Iterable[Evaluator] = ()) -> Node:
    """Return the expression tree of a condition.

    Args:
        text: the condition.
        evaluators: more counts that it may use, by their names.

    Raises:
        ConditionError: the text is no condition; the message has the place, and the expected terms.
            Or an evaluator's name is no word, or one that the language has.

    Example:
        >>> parse("north.hcp >= 12").name
        '>='
        >>> parse("north.hcp >= ")
        Traceback (most recent call last):
        ...
        overtrick_hands.errors.ConditionError: column 14: a value was expected, such as north.hcp...
    """
    reader = _Reader(text, evaluators)
    node = reader.read(_tree(text, "condition"), build.as_truth)
    check_nodes(node)
    return node


def parse_value(text: str, evaluators: Iterable[Evaluator] = ()) -> Node:
    """Return the expression tree of a number, such as `ns.hcp`, or of a condition.

    Args:
        text: the expression; a suit of a hand means its length.
        evaluators: more counts that it may use, by their names.

    Raises:
        ConditionError: the text is neither; the message has the column, and the expected terms.

    Example:
        >>> parse_value("north.hcp + south.spades").kind.name
        'NUMBER'
    """

    def is_value(node: Node) -> Node:
        return node if node.kind is Kind.TRUTH else build.as_number(node)

    node = _Reader(text, evaluators).read(_tree(text, "condition"), is_value)
    check_nodes(node)
    return node


def parse_shapes(text: str) -> ShapeClass:
    """Return the class of shapes of a text, as used in `shape(...)`.

    A pattern has four lengths, spades first: `4333`; `x` is any length, `any` allows every order,
    and so do round brackets for the suits within: `(54)xx` has five and four cards in the majors.
    Lengths above nine are written with hyphens, `10-2-1-0`. `+` joins, `-` lessens, `&` intersects
    (before `+` and `-`), `not` negates, and names mean themselves: `balanced`.

    Raises:
        ConditionError: the text is no class of shapes; the message has the column.

    Example:
        >>> str(parse_shapes("54xx - any 0xxx")), len(parse_shapes("any 5xx3 & not balanced"))
        ('5413 + 5422 + 5431', 36)
    """
    return _Reader(text).shapes(_tree(text, "shapes"))


def check_nodes(node: Node) -> None:
    """Raise for an expression that is too large, or too deep.

    Raises:
        ConditionError: it is.
    """
    for count, _ in enumerate(walk(node)):
        if count > MAX_NODES:
            msg = f"the condition comes to more than {MAX_NODES:,} expressions"
            raise ConditionError(msg)
    if _depth(node) > MAX_DEPTH:
        msg = f"the condition has more than {MAX_DEPTH} expressions within one another"
        raise ConditionError(msg)


def _depth(node: Node) -> int:
    depth, row = 0, [node]
    while row:
        depth += 1
        row = [part for one in row if isinstance(one, Call) for part in one.arguments]
    return depth


@functools.lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = Path(__file__).with_name("condition.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start=["condition", "shapes"], propagate_positions=True)


def _tree(text: str, start: str) -> Branch:
    if len(text) > MAX_CHARACTERS:
        msg = f"a condition has {MAX_CHARACTERS:,} characters at most, not {len(text):,}"
        raise ConditionError(msg)
    try:
        tree: Branch = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise _explained(error, text, start) from None
    _check_depth(tree, text)
    return tree


def _check_depth(tree: Branch, text: str) -> None:
    depth, row = 0, [tree]
    while row:
        depth += 1
        if depth > MAX_DEPTH:
            column = next((_column(one) for one in row if _column(one)), 1)
            msg = f"more than {MAX_DEPTH} expressions stand within one another"
            raise ConditionError(msg, text, column)
        row = [part for one in row if isinstance(one, Tree) for part in one.children]


def _column(branch: Branch) -> int:
    """Return the start of a branch, 1-based; 0 if it has no place."""
    if isinstance(branch, Token):
        return (branch.start_pos or 0) + 1
    start = getattr(branch.meta, "start_pos", None)
    return 0 if start is None else start + 1


# --- what was expected ------------------------------------------------------------------------

_VALUE: Final = 'a value was expected, such as north.hcp, 15, "Smith", SA or 3NT'
_SHAPE: Final = "a shape was expected, such as 4333, any 5xx3 or balanced"
_SIGNS: Final = {
    "PLUS": "'+'",
    "MINUS": "'-'",
    "DOT": "a point",
    "COMMA": "a comma",
    "RPAR": "')'",
    "LPAR": "'('",
    "_AND": "'and'",
    "_OR": "'or'",
    "_IN": "'in'",
    "__ANON_0": "'..'",
    "$END": "the end",
    "PATTERN": "a shape such as 5xx3",
    "NAME": "a word",
    "NUMBER": "a number",
    "AMPERSAND": "'&'",
}

# How other languages write it, the longer before what they begin with, and how this one does.
_FOREIGN: Final = (
    (r"<>|!==|/=", "'!='"),
    (r"=>", "'>='"),
    (r"=<", "'<='"),
    (r"===|:=|:|\b(?:equals|eq)\b", "'=='"),
    (r"\bge\b", "'>='"),
    (r"\ble\b", "'<='"),
    (r"&&?|\bbut\b", "'and'"),
    (r"\|\|?", "'or'"),
    (r"!", "'not' or '!='"),
    (r"[~¬]", "'not'"),
    (r"[“”„«»‘’]", "straight quotes"),
    (r"[\[\]{}]", "round brackets"),
    (r"\bbetween\b", "a range, as in north.hcp in 12..14,"),
    (r"[…–—]|\.{3}", "'..'"),
)
_FOREIGN_TO_SHAPES: Final = (
    (r"\|\|?|,|/|\bor\b", "'+'"),
    (r"&&|\band\b", "'&'"),
    (r"[!~¬]", "'not'"),
    (r"[\"'“”„«»‘’]", "the shape without quotes"),
)


def _explained(error: UnexpectedInput, text: str, start: str) -> ConditionError:
    """Return the syntax error of a text, with the expected terms."""
    place = getattr(error, "pos_in_stream", None)
    if isinstance(error, UnexpectedToken):
        found = error.token
        place = len(text) if found.type == "$END" else found.start_pos
        what = "the end" if found.type == "$END" else repr(str(found)[:30])
    else:
        what = "the end" if place is None else repr(text[place : place + 1])
    if place is None:
        place = len(text)
    expected = _accepted(text[:place], start)
    if what in {repr('"'), repr("'")}:
        return ConditionError("the text is not closed on its line", text, place + 1)
    if what == "the end" and "RPAR" in expected:
        return ConditionError(
            "the bracket that is opened here is not closed", text, _open_at(text) + 1
        )
    if what == "')'" and "$END" in expected:
        return ConditionError("a bracket is closed that was not opened", text, place + 1)
    is_shape = not expected.isdisjoint({"AMPERSAND", "PATTERN"})
    for pattern, instead in _FOREIGN_TO_SHAPES if is_shape else _FOREIGN:
        for match in re.finditer(pattern, text, re.IGNORECASE):
            if match.start() <= place < match.end():
                why = f"write {instead} for {match[0]!r}"
                return ConditionError(why, text, match.start() + 1)
    if text.startswith("..", place - 1) and "__ANON_0" not in expected:
        why = "a range stands behind 'in', as in north.hcp in 12..14"
        return ConditionError(why, text, place)
    if what == "'-'" and "__ANON_0" in expected:
        return ConditionError("write '..' for '-' in a range, as in 12..14", text, place + 1)
    return ConditionError(f"{_wanted(expected)}; {what} stands here", text, place + 1)


def _accepted(text: str, start: str) -> set[str]:
    """Return the names of the terminals that may follow the beginning of a text."""
    state: Any = _parser().parse_interactive(text, start=start)
    try:
        state.exhaust_lexer()
    except UnexpectedInput:
        # A word that was cut off reads otherwise.
        return set()
    return set(state.accepts())


def _open_at(text: str) -> int:
    """Return the place of the last unclosed bracket."""
    opened: list[int] = []
    for match in re.finditer(r"""\"(?:[^"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[()]""", text):
        if match[0] == "(":
            opened.append(match.start())
        elif match[0] == ")":
            opened.pop()
    return opened[-1]


def _wanted(expected: set[str]) -> str:
    if {"NAME", "NUMBER", "CARD"} <= expected:
        return _VALUE
    if "PATTERN" in expected and "_ANY" in expected:
        return _SHAPE
    if "COMPARE" in expected and "_AND" in expected:
        closing = [_SIGNS[name] for name in ("$END", "RPAR", "COMMA") if name in expected]
        return " or ".join(["a sign was expected (>=, ==, in, and, or, +, ...)", *closing])
    words = sorted(_SIGNS[name] for name in expected if name in _SIGNS)
    if not words:
        return "something else was expected"
    listed = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    return f"{listed} was expected"


# --- from the parser's tree -------------------------------------------------------------------


class _Reader:
    """A transformer of the parse tree into expressions; it adds columns to errors."""

    def __init__(self, source: str, evaluators: Iterable[Evaluator] = ()) -> None:
        self._source = source
        self._own = {evaluator.name: evaluator for evaluator in evaluators}
        for name in self._own:
            if not _OWN_NAME.fullmatch(name) or name in {*all_words(), *words_behind(Kind.SEAT)}:
                msg = f"an evaluator is called by a word that the language does not have: {name!r}"
                raise ConditionError(msg)
        self._hand: Node | None = None  # the hand of bare words, in brackets
        self._count = 0

    def _at(self, branch: Branch, make: Callable[[], ResultT]) -> ResultT:
        """Return the result of a function; its errors get this place."""
        try:
            return make()
        except ConditionError as error:
            if error.column or isinstance(error, ArgumentError):
                raise
            raise ConditionError(error.why, self._source, _column(branch) or 1) from None

    def read(self, branch: Branch, check: Callable[[Node], Node]) -> Node:
        """Return the expression of a branch, converted by a check."""
        node = self.node(branch)
        return self._at(branch, lambda: check(node))

    def node(self, branch: Branch, wanted: Kind | None = None) -> Node:
        """Return the expression of a branch.

        Args:
            branch: the parser's tree.
            wanted: what a word should be where it can be two things.
        """
        # Words for each of four hands are read four times, within one another many times more.
        self._count += 1
        if self._count > MAX_NODES:
            msg = f"the condition comes to more than {MAX_NODES:,} expressions"
            raise ConditionError(msg, self._source, _column(branch) or 1)
        tree = cast("Tree[Token]", branch)
        parts = tree.children
        if tree.data == "word":
            return self._at(branch, lambda: self._word(str(parts[0]), wanted))
        make: Callable[[Branch, list[Branch]], Node] = getattr(self, f"on_{tree.data}")
        return make(tree, parts)

    def _word(self, given: str, wanted: Kind | None) -> Node:
        name = SYNONYMS.get(given.lower(), given.lower())
        if wanted is Kind.STRAIN and name in STRAINS:
            return build.strain(STRAINS[name])
        if self._hand is not None and name in self._own:
            return build.counted_by(self._hand, self._own[name])
        if self._hand is not None and name in words_behind(self._hand.kind):
            return build.attribute(self._hand, name)
        return build.word(name)

    # Constants.

    def on_number(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a number."""
        return self._at(tree, lambda: _number(str(parts[0])))

    def on_text(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a text."""
        return self._at(tree, lambda: _text(str(parts[0])))

    def on_card(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a card."""
        return build.cards(1 << Card.parse(str(parts[0])).index)

    def on_contract(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a contract."""
        return _contract(str(parts[0]))

    # Logic.

    def on_disjunction(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a disjunction of conditions."""
        return build.joined("or", [self.read(part, build.as_truth) for part in parts])

    def on_all_of(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a conjunction of conditions."""
        return build.joined("and", [self.read(part, build.as_truth) for part in parts])

    def on_negated(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return the negation of a condition."""
        return build.negated(self.read(parts[0], build.as_truth))

    # Comparisons.

    def on_compared(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a comparison, or a conjunction of chained ones."""
        found = []
        left = parts[0]
        for sign, right in zip(parts[1::2], parts[2::2], strict=True):
            found.append(self._comparison(" ".join(str(sign).lower().split()), left, right))
            left = right
        return build.joined("and", found)

    def _comparison(self, sign: str, left: Branch, right: Branch) -> Node:
        name = _word_of(right)
        one = self.node(left)
        if sign in {"is", "is not"} and name is not None:
            # North is balanced; the dealer is not vulnerable.
            is_hand = one.kind is Kind.SEAT and (name in NAMED_CLASSES or name == "vulnerable")
            if is_hand or (one.kind is Kind.SIDE and name == "vulnerable"):
                found = build.attribute(one, name)
                return build.negated(found) if sign == "is not" else found
        other = self.node(right, one.kind)
        if other.kind is Kind.STRAIN and one.kind is Kind.HOLDING:
            one = self.node(left, Kind.STRAIN)
        return self._at(right, lambda: build.compared(sign, one, other))

    def on_within(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return the condition that a value is in one of some ranges."""
        node = self.node(parts[0])
        items = [self._item(part, node.kind) for part in parts[1:]]
        return self._at(parts[1], lambda: build.within(node, items))

    def on_outside(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return the condition that a value is in none of some ranges."""
        return build.negated(self.on_within(tree, parts))

    def _item(self, branch: Branch, wanted: Kind) -> build.Item:
        tree = cast("Tree[Token]", branch)
        if tree.data == "bound":
            one = self._bound(tree, wanted)
            return one, one
        ends = [self._bound(part, wanted) for part in tree.children]
        if tree.data == "between":
            return ends[0], ends[1]
        return (ends[0], None) if tree.data == "at_least" else (None, ends[0])

    def _bound(self, branch: Branch, wanted: Kind) -> Node:
        tokens = cast("list[Token]", cast("Tree[Token]", branch).children)
        first, last = tokens[0], tokens[-1]
        if last.type == "NUMBER":
            found = self._at(branch, lambda: _number(str(last)))
            return build.negative(found) if first.type == "MINUS" else found
        if last.type == "STRING":
            return self._at(branch, lambda: _text(str(last)))
        if last.type == "CONTRACT":
            return _contract(str(last))
        return self._at(branch, lambda: self._word(str(last), wanted))

    # Numbers.

    def on_arithmetic(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return the result of an arithmetic operation."""
        left = self.read(parts[0], build.as_number)
        right = self.read(parts[2], build.as_number)
        return self._at(parts[1], lambda: build.arithmetic(str(parts[1]), left, right))

    def on_negative(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a number with the opposite sign."""
        node = self.read(parts[1], build.as_number)
        return self._at(tree, lambda: build.negative(node))

    # Hands.

    def on_attribute(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return an attribute after a point."""
        owner, name = self.node(parts[0]), str(parts[1]).lower()
        own = self._own.get(name)
        if own is not None:
            return self._at(parts[1], lambda: build.counted_by(owner, own))
        return self._at(parts[1], lambda: build.attribute(owner, name))

    def on_call(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return a function call, or a condition on a hand: `north(hcp >= 12)`."""
        given = str(parts[0]).lower()
        name = SYNONYMS.get(given, given)
        arguments = parts[1:]
        count = len(arguments)
        if name in {"someone", "everyone"}:
            self._at(parts[0], lambda: build.check_count(name, 1, count))
            found = [self._for_hand(build.seat(index), arguments[0]) for index in range(4)]
            return build.joined("or" if name == "someone" else "and", found)
        owner = None if name in FUNCTIONS else self._owner(name)
        if owner is not None:
            self._at(parts[0], lambda: build.check_count(given, 1, count))
            return self._for_hand(owner, arguments[0])
        nodes = [
            self.node(part, Kind.STRAIN if name == "tricks" and place else None)
            for place, part in enumerate(arguments)
        ]
        try:
            return self._at(parts[0], lambda: build.function(name, nodes))
        except ArgumentError as error:
            where = _column(arguments[error.place]) or 1
            raise ConditionError(error.why, self._source, where) from None

    def _owner(self, name: str) -> Node | None:
        """Return the seat or side that a word names."""
        try:
            node = build.word(name)
        except ConditionError:
            return None
        return node if node.kind in {Kind.SEAT, Kind.SIDE} else None

    def _for_hand(self, owner: Node, branch: Branch) -> Node:
        """Return a condition in which words refer to a hand."""
        before, self._hand = self._hand, owner
        if before is not None:
            msg = "a condition on a hand stands in none on another: write north.hcp in it"
            raise ConditionError(msg, self._source, _column(branch) or 1)
        try:
            return self.read(branch, build.as_truth)
        finally:
            self._hand = before

    # Shapes.

    def on_shape(self, tree: Branch, parts: list[Branch]) -> Node:
        """Return the condition that a hand has one of some shapes."""
        owner = self.read(parts[0], build.as_seat)
        return build.shape(owner, self.shapes(parts[1]))

    def shapes(self, branch: Branch) -> ShapeClass:
        """Return the class of shapes of a branch."""
        tree = cast("Tree[Token]", branch)
        parts = tree.children
        if tree.data in {"pattern", "any_order"}:
            return self._at(branch, lambda: _pattern(str(parts[-1]), tree.data == "any_order"))
        if tree.data == "shape_name":
            return self._at(branch, lambda: _shape_name(str(parts[0]).lower()))
        if tree.data == "shape_other":
            return ~self.shapes(parts[-1])
        one, other = self.shapes(parts[0]), self.shapes(parts[-1])
        if tree.data == "met":
            return one & other
        return one | other if tree.data == "joined" else one - other


def _word_of(branch: Branch) -> str | None:
    """Return the word of a branch that is a single word."""
    tree = cast("Tree[Token]", branch)
    return str(tree.children[0]).lower() if tree.data == "word" else None


def _number(digits: str) -> Node:
    if len(digits) > 20:
        msg = "the number has too many digits"
        raise ConditionError(msg)
    return build.number(Fraction(digits))


def _text(token: str) -> Node:
    return build.text(re.sub(r"\\(.)", r"\1", token[1:-1]))


def _contract(token: str) -> Node:
    letters = token[1:].rstrip("X")
    strain = STRAIN_LETTERS.index("NT" if letters == "N" else letters)
    return build.contract(int(token[0]), strain, token.count("X"))


def _pattern(text: str, any_order: bool) -> ShapeClass:  # from the grammar
    try:
        return pattern_class(f"any {text}" if any_order else text)
    except ShapeError as error:
        raise ConditionError(str(error)) from None


def _shape_name(name: str) -> ShapeClass:
    if name not in NAMED_CLASSES:
        msg = f"there are no shapes called {name!r}{build.meant(name, NAMED_CLASSES)}"
        raise ConditionError(msg)
    return NAMED_CLASSES[name][0]
