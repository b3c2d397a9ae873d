"""Print an expression tree as text, which parses to an equal tree."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, cast

from overtrick import CARDS
from overtrick.plugin import holding_text
from overtrick_hands.conditions.tree import Bound, Call, Constant, Kind, Node
from overtrick_hands.conditions.words import (
    FIELDS,
    SEATS,
    SIDES,
    STRAIN_LETTERS,
    STRAINS,
    SUITS,
)
from overtrick_hands.evaluators import Evaluator, decimal_text
from overtrick_hands.shapes import ShapeClass, name_of

_SEATS: Final = tuple(SEATS)
_SIDES: Final = tuple(SIDES)
_STRAINS: Final = tuple(STRAINS)

# How tightly each binds; an operand of a tighter operator is put in brackets.
_OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGNED, _ATOM = range(8)

_BINDS: Final = {
    "or": _OR,
    "and": _AND,
    "not": _NOT,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "contains", "in"), _COMPARED),
    **dict.fromkeys(("+", "-"), _SUM),
    **dict.fromkeys(("*", "/", "%"), _PRODUCT),
    "negative": _SIGNED,
}


def to_text(node: Node) -> str:
    """Return the text of an expression.

    Example:
        >>> from overtrick_hands.conditions.parsing import parse
        >>> to_text(parse("North.HCP in 15..17 and shape(north, any 4333+any 4432+any 5332)"))
        'north.hcp in 15..17 and balanced(north)'
    """
    return _text(node)[0]


def _text(node: Node) -> tuple[str, int]:
    """Return a text and its binding strength."""
    if isinstance(node, Constant):
        text = _CONSTANTS[node.kind](node.value)
        return text, _SIGNED if text.startswith("-") else _ATOM
    binds = _BINDS.get(node.name)
    if binds is None:
        return _atom(node), _ATOM
    return _joined(node, binds), binds


def _within(node: Node, binds: int) -> str:
    text, own = _text(node)
    return text if own >= binds else f"({text})"


def _joined(node: Call, binds: int) -> str:
    parts = node.arguments
    if node.name in {"and", "or"}:
        return f" {node.name} ".join(_within(part, binds + 1) for part in parts)
    if node.name == "not":
        return f"not {_within(parts[0], _NOT)}"
    if node.name == "negative":
        return f"-{_within(parts[0], _SIGNED)}"
    left = _within(parts[0], binds if binds in {_SUM, _PRODUCT} else binds + 1)
    if node.name == "in":
        ranges = cast("tuple[tuple[Bound, Bound], ...]", cast("Constant", parts[1]).value)
        return f"{left} in {_ranges(ranges, parts[0].kind)}"
    return f"{left} {node.name} {_within(parts[1], binds + 1)}"


def _ranges(ranges: tuple[tuple[Bound, Bound], ...], kind: Kind) -> str:
    def end(bound: Bound) -> str:
        return "" if bound is None else _CONSTANTS[kind](bound)

    items = [end(low) if low == high else f"{end(low)}..{end(high)}" for low, high in ranges]
    return items[0] if len(items) == 1 else f"({', '.join(items)})"


def _atom(node: Call) -> str:
    name, parts = node.name, node.arguments
    if name in FIELDS:
        return name
    if name == "shape":
        shapes = cast("ShapeClass", cast("Constant", parts[1]).value)
        named = name_of(shapes)
        return f"{named}({to_text(parts[0])})" if named else f"shape({to_text(parts[0])}, {shapes})"
    if name == "suit":
        return f"{to_text(parts[0])}.{SUITS[cast('int', cast('Constant', parts[1]).value)]}"
    if name == "counted":
        evaluator = cast("Evaluator", cast("Constant", parts[1]).value)
        return f"{to_text(parts[0])}.{evaluator.name}"
    if name == "length":
        return to_text(parts[0])
    if name in {"points", "has", "tricks", "extra", "min", "max", "abs", "partner", "lho", "rho"}:
        return f"{name}({', '.join(map(to_text, parts))})"
    return f"{to_text(parts[0])}.{name}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _contract(rank: int) -> str:
    rest, doubling = divmod(rank, 3)
    level, strain = divmod(rest, 5)
    return f"{level}{STRAIN_LETTERS[strain]}{'X' * doubling}"


def _cards(mask: int) -> str:
    return ", ".join(CARDS[index].symbol for index in range(51, -1, -1) if mask >> index & 1)


def _numbers(values: tuple[Fraction, ...]) -> str:
    return ", ".join(map(decimal_text, values))


_CONSTANTS: Final[dict[Kind, Callable[..., str]]] = {
    Kind.NUMBER: decimal_text,
    Kind.TEXT: _quoted,
    Kind.SEAT: _SEATS.__getitem__,
    Kind.SIDE: _SIDES.__getitem__,
    Kind.STRAIN: _STRAINS.__getitem__,
    Kind.VULNERABILITY: ("none", "ns", "ew", "both").__getitem__,
    Kind.CONTRACT: _contract,
    Kind.CARDS: _cards,
    Kind.RANKS: lambda mask: f'"{holding_text(mask)}"',
    Kind.POINTS: _numbers,
    Kind.SHAPES: str,
}
