"""Parse the text of a script; errors have line and column.

Hostile text is refused early, by `ScriptLimits`: how long it may be, how deep, how many expressions
it comes to, and how large its tables are.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Never, cast

import attrs
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lark import PostLex

import overtrick_hands
from overtrick import Card
from overtrick_deal.errors import ScriptError
from overtrick_deal.scripts import counts
from overtrick_deal.scripts.expressions import Expressions
from overtrick_deal.scripts.tree import (
    Action,
    Average,
    Axis,
    Contract,
    Count,
    Expression,
    Frequency,
    HasCard,
    Place,
    Script,
    ShapeOf,
    Show,
    Tricks,
)
from overtrick_deal.scripts.words import (
    ALTERNATE_COUNTS,
    NOT_KNOWN,
    RANK_LETTERS,
    SEATS,
    SIDES,
    SUIT_LETTERS,
    SUITS,
    TERMINALS,
    terminal_of,
)
from overtrick_hands import Evaluator, ShapeClass, ShapeError, meant, pattern_class

Branch = Tree[Token] | Token


@attrs.frozen(kw_only=True)
class ScriptLimits:
    """The limits of a script; narrow them for untrusted scripts.

    Attributes:
        characters: how long it may be.
        depth: the maximum nesting depth of expressions.
        expressions: how many expressions it may have, those that it repeats not counted.
        rows: how many rows a table of frequencies may have, or columns.
        deals: how many deals it may ask for; it tries no more, whatever its `generate` is.
    """

    characters: int = 100_000
    depth: int = 100
    expressions: int = 20_000
    rows: int = 2_000
    deals: int = 1_000_000_000


def parse_script(text: str, limits: ScriptLimits | None = None) -> Script:
    r"""Return the parsed script.

    Args:
        text: the script.
        limits: what it may ask for.

    Raises:
        ScriptError: the text is no script; the message has line, column, and the expected terms.

    Example:
        >>> script = parse_script("opener = hcp(north) > 11\nproduce 5\ncondition opener")
        >>> script.wanted, script.actions[0].form
        (5, 'printall')
        >>> parse_script("produce 5\nhcp(norht) > 11")
        Traceback (most recent call last):
        ...
        overtrick_deal.errors.ScriptError: line 2, column 5: a seat was expected...
    """
    limits = limits or ScriptLimits()
    if len(text) > limits.characters:
        msg = f"a script has {limits.characters:,} characters at most, not {len(text):,}"
        raise ScriptError(msg)
    if re.search(r"[\x00-\x08\x0e-\x1f]", text):
        msg = "a script is text, and this is none"
        raise ScriptError(msg)
    tree = _tree(text)
    _check_depth(tree, text, limits)
    return _Reader(text, limits).script(tree)


class _Words(PostLex):
    """A lexer stage that assigns a terminal to every word and number."""

    always_accept = ("WORD", "DIGITS")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens with their terminals."""
        for token in stream:
            if token.type in self.always_accept:
                yield Token.new_borrow_pos(terminal_of(token), str(token), token)
            else:
                yield token


@functools.lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = Path(__file__).with_name("script.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start="script",
        propagate_positions=True,
        postlex=_Words(),
    )


def _tree(text: str) -> Tree[Token]:
    try:
        return _parser().parse(text)
    except UnexpectedInput as error:
        raise _explained(error, text) from None


def _check_depth(tree: Tree[Token], text: str, limits: ScriptLimits) -> None:
    # Each expression in brackets is one branch; commands and actions are three more.
    depth: int = 0
    row: list[Branch] = [tree]
    while row:
        depth += 1
        if depth > limits.depth + 3:
            place = next((found for one in row if (found := _place(one))), Place(1, 1))
            msg = f"more than {limits.depth} expressions stand within one another"
            raise ScriptError(msg, text, place.line, place.column)
        row = [part for one in row if isinstance(one, Tree) for part in one.children]


def _place(branch: Branch) -> Place | None:
    if isinstance(branch, Token):
        return Place(branch.line or 1, branch.column or 1)
    if getattr(branch.meta, "empty", True):
        return None
    return Place(branch.meta.line, branch.meta.column)


# --- what was expected ------------------------------------------------------------------------

_VALUES: Final = {"COUNT", "NUMBER", "NAME"}
_SIGNS: Final = {
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": "a comma",
    "EQUAL": "==",
    "_EQUAL": "=",
    "__EQUAL": "=",
    "COLON": ":",
    "QUESTION": "?",
    "NUMBER": "a number",
    "SEAT": "a seat (north, east, south, west)",
    "SUIT": "a suit (spades, hearts, diamonds, clubs)",
    "NOTRUMP": "notrump",
    "SIDE": "none, NS, EW or all",
    "HOLDING": "cards of a suit, such as SAQ42",
    "CARD": "a card, such as AS or TC",
    "CONTRACT": "a contract, such as x3N",
    "IS_VULNERABLE": "vul or nv",
    "PATTERN": "a shape, such as 5xx3 or any 4333",
    "STRING": "a text in quotes",
    "$END": "the end",
}
_NAMING: Final = "="
_CALLED: Final = re.compile(r"\b([A-Za-z][A-Za-z0-9_]*)\s*\(\s*\Z")
_ACTIONS: Final = "an action was expected, such as printoneline, average hcp(north) or frequency"
_VALUE: Final = "a value was expected, such as hcp(north), 15 or a name"


def _explained(error: UnexpectedInput, text: str) -> ScriptError:
    """Return the syntax error of a text, with the expected terms."""
    if isinstance(error, UnexpectedCharacters):
        start = int(getattr(error, "pos_in_stream", 0))
        what = text[start : start + 1]
        msg = f"nothing in a script begins with {what!r}"
        if what == '"':
            msg = "the text in quotes is not closed"
        elif what == "=":
            msg = "= gives an expression a name; == compares"
        elif what in "&|":
            msg = f"{what * 2} joins conditions, not {what}"
        return ScriptError(msg, text, error.line, error.column)
    if not isinstance(error, UnexpectedToken):
        return ScriptError("the script ends too early", text, *_end_of(text))
    token = error.token
    line, column = (token.line or 1, token.column or 1)
    if token.type == "$END":
        line, column = _end_of(text)
    expected = set(error.accepts or error.expected)
    called = _CALLED.search(text, 0, token.start_pos)
    if called is not None and terminal_of(called[1]) == "NAME":
        hint = meant(called[1].lower(), TERMINALS)
        start = text.count("\n", 0, called.start()) + 1
        line, column = start, called.start() - text.rfind("\n", 0, called.start())
        return ScriptError(f"there is no function {called[1]!r}{hint}", text, line, column)
    found = "the script ends here" if token.type == "$END" else f"{str(token)[:30]!r} stands here"
    why = f"{_wanted(expected, token)}; {found}"
    before = (token.start_pos or 0) - (token.type == "TIMES")
    if token.type in {"OVER", "TIMES"} and text.startswith("/*", max(before, 0)):
        column -= token.type == "TIMES"
        why = "the comment /* is not closed by */"
    elif token.type in {"SEAT", "SUIT", "COUNT"} and expected >= {"LPAR"} and len(expected) == 1:
        why += _reserved(token)
    elif token.type == "EQUAL" or (str(token) == _NAMING and "_AND" in expected):
        why = "= gives an expression a name; == compares"
    elif token.type in _RESERVED_TYPES and "NAME" in expected:
        why += _reserved(token)
    elif token.type == "NAME":
        # Of the words allowed here.
        known = [word for word, terminal in TERMINALS.items() if terminal in expected]
        why += meant(str(token).lower(), known)
    return ScriptError(why, text, line, column)


_RESERVED_TYPES: Final = frozenset(TERMINALS.values()) | {"HOLDING", "CARD", "CONTRACT", "PATTERN"}


def _reserved(token: Token) -> str:
    return f"; {str(token)!r} is a word of the language, and no name for anything else"


def _end_of(text: str) -> tuple[int, int]:
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1


def _wanted(expected: set[str], token: Token) -> str:
    if {"PRINTALL", "AVERAGE"} <= expected and "_ACTION" not in expected:
        return _ACTIONS
    if expected >= _VALUES and "_PRODUCE" not in expected:
        return _VALUE
    if "QUESTION" in expected or "_AND" in expected or "ORDER" in expected:
        closing = [_SIGNS[name] for name in ("RPAR", "COMMA", "COLON") if name in expected]
        signs = ">=, ==, and, or, +, ..."
        return f"a sign was expected ({signs})" + "".join(f", or {one}" for one in closing)
    if "_PRODUCE" in expected and expected != {"LPAR"}:
        return "a command or a condition was expected, such as produce 10 or hcp(north) > 11"
    words = sorted({_SIGNS[name] for name in expected if name in _SIGNS})
    return f"{' or '.join(words)} was expected" if words else "something else was expected"


# --- from the parser's tree -------------------------------------------------------------------


class _Reader:
    """A transformer of the parse tree into a script."""

    def __init__(self, text: str, limits: ScriptLimits) -> None:
        self._text = text
        self._limits = limits
        self._made = Expressions(text, depth=limits.depth, count=limits.expressions)
        self._names: dict[str, Expression] = {}
        self._points: Evaluator = overtrick_hands.hcp
        self._alternates = [count.evaluator for count in ALTERNATE_COUNTS]
        self._generate: int | None = None
        self._produce: int | None = None
        self._dealer: int | None = None
        self._vulnerability: int | None = None
        self._cards: dict[int, int] = {}
        self._lengths: dict[tuple[int, int], int] = {}
        self._condition: Expression | None = None
        self._actions: tuple[Action, ...] | None = None

    def _fail(self, why: str, branch: Branch) -> Never:
        place = _place(branch) or Place(1, 1)
        raise ScriptError(why, self._text, place.line, place.column)

    def script(self, tree: Tree[Token]) -> Script:
        """Return the script."""
        # The tables of points apply to the complete script, wherever they are in it.
        statements = [cast("Tree[Token]", part) for part in tree.children]
        for statement in statements:
            if statement.data in {"pointcount", "altcount"}:
                self._count_by(statement)
        for statement in statements:
            if statement.data not in {"pointcount", "altcount"}:
                getattr(self, f"_do_{statement.data}")(statement)
        actions = self._actions
        if actions is None:
            actions = (Show(form="printall"),)
        return Script(
            text=self._text,
            generate=self._generate,
            produce=self._produce,
            dealer=self._dealer,
            vulnerability=self._vulnerability,
            cards=self._cards,
            counts=self._lengths,
            condition=self._condition,
            actions=actions,
            names=self._names,
        )

    # Commands.

    def _number(self, branch: Branch, digits: int = 10) -> int:
        tokens = cast("list[Token]", cast("Tree[Token]", branch).children)
        if len(tokens[-1]) > digits:
            self._fail(f"a number has {digits} digits at most", tokens[-1])
        number = int(tokens[-1])
        return -number if len(tokens) == 2 else number

    def _how_many(self, branch: Branch, digits: int = 10) -> int:
        number = self._number(branch, digits)
        if number < 0:
            self._fail("a number of deals is not negative", branch)
        return number

    def _do_generate(self, tree: Tree[Token]) -> None:
        # The first one holds, and 0 is as if it were not there. Scripts that mean "as many as it
        # takes" give ten billion and more.
        tries = min(self._how_many(tree.children[0], digits=18), self._limits.deals)
        self._generate = self._generate or tries

    def _do_produce(self, tree: Tree[Token]) -> None:
        number = self._how_many(tree.children[0])
        if number > self._limits.deals:
            msg = f"a script may ask for {self._limits.deals:,} deals at most"
            self._fail(msg, tree.children[0])
        self._produce = self._produce or number

    def _do_dealer(self, tree: Tree[Token]) -> None:
        self._dealer = SEATS[str(tree.children[0])]

    def _do_vulnerable(self, tree: Tree[Token]) -> None:
        self._vulnerability = SIDES[str(tree.children[0])]

    def _do_predeal(self, tree: Tree[Token]) -> None:
        for part in tree.children:
            one = cast("Tree[Token]", part)
            seat_token = one.children[0 if one.data == "predealt_cards" else 1]
            seat = SEATS[str(seat_token)]
            if one.data == "predealt_cards":
                for holding in one.children[1:]:
                    self._deal_cards(seat, cast("Token", holding))
            else:
                self._deal_length(seat, one)

    def _deal_cards(self, seat: int, token: Token) -> None:
        suit = SUIT_LETTERS.index(token[0])
        mask = sum(1 << RANK_LETTERS.index(rank) for rank in token[1:]) << 13 * suit
        for other in self._cards.values():
            if other & mask:
                self._fail("a card is dealt twice beforehand", token)
        mask |= self._cards.get(seat, 0)
        if mask.bit_count() > 13:
            self._fail("one hand has more than thirteen cards beforehand", token)
        self._cards[seat] = mask

    def _deal_length(self, seat: int, tree: Tree[Token]) -> None:
        suit = SUITS[str(tree.children[0]).removesuffix("s")]
        number = self._number(tree.children[3])
        if not 0 <= number <= 13:
            self._fail("a suit has 0 to 13 cards", tree.children[3])
        self._lengths[seat, suit] = number
        of_suit = [length for (_, its), length in self._lengths.items() if its == suit]
        if sum(of_suit) > 13 or (len(of_suit) == 4 and sum(of_suit) < 13):
            self._fail(f"thirteen {tree.children[0]} cannot be dealt so", tree)
        of_seat = [length for (its, _), length in self._lengths.items() if its == seat]
        if sum(of_seat) > 13 or (len(of_seat) == 4 and sum(of_seat) < 13):
            self._fail("a hand has thirteen cards", tree)

    def _count_by(self, tree: Tree[Token]) -> None:
        numbers = [self._number(part) for part in tree.children]
        places = list(tree.children)
        which = None
        if tree.data == "altcount":
            which = numbers.pop(0)
            if not 0 <= which <= 9:
                self._fail("the alternate counts are 0 to 9", places[0])
            places.pop(0)
        if len(numbers) > 13:
            self._fail("a suit has thirteen cards, ace first", places[13])
        for number, place in zip(numbers, places, strict=True):
            if abs(number) > 1_000_000:
                self._fail("points are a million at most", place)
        if which is None:
            self._points = _table(numbers, overtrick_hands.hcp)
        else:
            self._alternates[which] = _table(numbers, ALTERNATE_COUNTS[which].evaluator)

    def _do_condition(self, tree: Tree[Token]) -> None:
        # A bare expression is a condition, too; the last one holds.
        self._condition = self._expression(tree.children[0])

    def _do_definition(self, tree: Tree[Token]) -> None:
        token, expression = tree.children
        name = str(token)
        made = self._expression(expression)
        if name in self._names:
            self._fail(f"{name} has been given a meaning already", token)
        self._names[name] = made

    def _do_actions(self, tree: Tree[Token]) -> None:
        self._actions = tuple(self._action(cast("Tree[Token]", part)) for part in tree.children)

    # Actions.

    def _action(self, tree: Tree[Token]) -> Action:
        form, parts = str(tree.data), list(tree.children)
        if form == "average":
            label, rest = _labelled(parts[1:])
            return Average(label=label, of=self._expression(rest[0]))
        if form == "frequency":
            label, rest = _labelled(parts[1:])
            return Frequency(
                label=label,
                axes=tuple(self._axis(rest[place : place + 3]) for place in range(0, len(rest), 3)),
            )
        if form == "print":
            seats = {SEATS[str(part)] for part in parts[1:]}
            return Show(form=form, seats=tuple(sorted(seats)))
        items: list[Expression | str] = []
        for part in parts[1:]:
            if isinstance(part, Token):
                items.append("\n" if part.type == "NEWLINE" else str(part)[1:-1])
            else:
                items.append(self._expression(part))
        return Show(form=form, items=tuple(items))

    def _axis(self, parts: list[Branch]) -> Axis:
        of = self._expression(parts[0])
        low, high = self._number(parts[1]), self._number(parts[2])
        if low > high:
            self._fail("the lower end stands first", parts[1])
        if high - low >= self._limits.rows:
            self._fail(f"a table has {self._limits.rows:,} rows at most", parts[1])
        return Axis(of=of, low=low, high=high)

    # Expressions.

    def _expression(self, branch: Branch) -> Expression:
        tree = cast("Tree[Token]", branch)
        make = getattr(self, f"_of_{tree.data}")
        return cast("Expression", make(tree, tree.children))

    def _at(self, branch: Branch) -> Place:
        return _place(branch) or Place(1, 1)

    def _of_literal(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        if len(cast("Token", parts[0])) > 10:
            self._fail("a number has 10 digits at most", tree)
        return self._made.number(int(str(parts[0])), self._at(tree))

    def _of_name(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        name = str(parts[0])
        found = self._names.get(name)
        if found is None:
            if name in NOT_KNOWN:
                self._fail(f"{name} is not done here: {NOT_KNOWN[name]}", tree)
            known = [*self._names, *TERMINALS]
            hint = meant(name, known) or meant(name.lower(), known)
            self._fail(f"{name} has no meaning here, nor before{hint}", tree)
        return found

    def _of_count(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        word = str(parts[0])
        suit = SUITS[str(parts[2]).removesuffix("s")] if len(parts) == 3 else None
        leaf = Count(SEATS[str(parts[1])], suit, self._evaluator(word))
        return self._made.leaf("count", leaf, self._at(tree))

    def _evaluator(self, word: str) -> Evaluator:
        for number, count in enumerate(ALTERNATE_COUNTS):
            if word in {f"pt{number}", count.name, count.name.rstrip("s")}:
                return self._alternates[number]
        if word.startswith("hcp"):
            return self._points
        return overtrick_hands.controls if word.startswith("control") else overtrick_hands.losers

    def _of_length(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        suit = SUITS[str(parts[0]).removesuffix("s")]
        leaf = Count(SEATS[str(parts[1])], suit, overtrick_hands.length)
        return self._made.leaf("count", leaf, self._at(tree))

    def _of_quality(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        suit = SUITS[str(parts[2]).removesuffix("s")]
        leaf = Count(SEATS[str(parts[1])], suit, counts.quality, 100)
        return self._made.leaf("count", leaf, self._at(tree))

    def _of_cccc(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        leaf = Count(SEATS[str(parts[1])], None, counts.cccc, 100)
        return self._made.leaf("count", leaf, self._at(tree))

    def _of_shape_of(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        shapes = ShapeClass(0)
        for part in parts[2:]:
            tokens = cast("list[Token]", cast("Tree[Token]", part).children)
            names = {token.type for token in tokens}
            pattern = f"any {tokens[-1]}" if "ANY" in names else str(tokens[-1])
            try:
                one = pattern_class(pattern)
            except ShapeError as error:
                self._fail(str(error), tokens[-1])
            shapes = shapes - one if "MINUS" in names else shapes | one
        leaf = ShapeOf(SEATS[str(parts[1])], shapes)
        return self._made.leaf("shape", leaf, self._at(tree))

    def _of_hascard(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        token = str(parts[2])
        card = Card.parse(token[1] + token[0])
        leaf = HasCard(SEATS[str(parts[1])], 1 << card.index)
        return self._made.leaf("hascard", leaf, self._at(tree))

    def _of_tricks(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        strain = str(parts[2]).removesuffix("s")
        leaf = Tricks(SEATS[str(parts[1])], SUITS.get(strain, 4))
        return self._made.leaf("tricks", leaf, self._at(tree))

    def _of_score(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        contract = str(parts[2])
        leaf = Contract(
            int(contract[1]), "CDHSN".index(contract[2]), is_vulnerable=str(parts[1]) == "vul"
        )
        tricks = self._expression(parts[3])
        return self._made.made("score", (tricks,), self._at(tree), leaf)

    def _of_imps(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        return self._made.made("imps", (self._expression(parts[1]),), self._at(tree))

    def _of_chosen(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        return self._operation("?:", [parts[0], *parts[2:]], tree)

    def _of_any_of(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        return self._operation("||", parts, tree)

    def _of_all_of(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        return self._operation("&&", parts, tree)

    def _of_binary(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        return self._operation(str(parts[1]), [parts[0], parts[2]], tree)

    def _of_negated(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        return self._operation("!", parts[1:], tree)

    def _of_negative(self, tree: Tree[Token], parts: list[Branch]) -> Expression:
        of = self._expression(parts[1])
        place = self._at(tree)
        return self._made.made("-", (self._made.number(0, place), of), place)

    def _operation(self, name: str, branches: list[Branch], tree: Tree[Token]) -> Expression:
        parts = tuple(self._expression(branch) for branch in branches)
        # The place of an operator is more informative than that of its first operand.
        return self._made.made(name, parts, self._at(tree))


def _labelled(parts: list[Branch]) -> tuple[str, list[Branch]]:
    first = parts[0]
    if isinstance(first, Token) and first.type == "STRING":
        return str(first)[1:-1], parts[1:]
    return "", parts


def _table(numbers: list[int], usual: Evaluator) -> Evaluator:
    """Return the evaluator of a point table; the usual one if the points are equal."""
    found = overtrick_hands.points(*(numbers or [0]))
    return usual if found.suit_values == usual.suit_values else found
