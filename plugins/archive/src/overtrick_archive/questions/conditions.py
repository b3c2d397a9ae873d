"""Conditions of overtrick-hands as SQL, so that DuckDB reads only the columns it needs.

Both have three values and the same logic of them, so that a condition goes over part by part. What
the columns of an archive determine is compared by DuckDB itself: dealer, vulnerability, contract
and result, high cards, lengths and shapes, double-dummy tricks. The rest is a function that DuckDB
asks about those rows alone that the other parts leave: on arrays of hands if cards alone determine
it, for each different value where it looks at one column, else row by row as on boards.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, cast

import attrs
import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from overtrick import COLUMNS, Cell, board_from_dict
from overtrick.plugin import columns_of
from overtrick_archive.questions.functions import create, masks_of
from overtrick_archive.rows import REST, beside
from overtrick_archive.tables import BOARDS, SCHEMAS
from overtrick_hands import (
    HAND_COLUMNS,
    SEAT_FUNCTIONS,
    SUITS,
    Bound,
    Call,
    Condition,
    Constant,
    Kind,
    Node,
    ShapeClass,
    joined,
    needs_hands,
    span,
    walk,
)

_SEATS: Final = ("north", "east", "south", "west")
_SIDES: Final = ((0, 2), (1, 3))
_SIGNS: Final = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

_MOST: Final = 1 << 40
"""Numbers of a condition that may be greater than this are left to Python's."""

_LETTERS: Final = {
    "dealer": ("N", "E", "S", "W"),
    "declarer": ("N", "E", "S", "W"),
    "strain": ("C", "D", "H", "S", "NT"),
    "vulnerability": ("None", "NS", "EW", "All"),
}
"""The values in a column, by the numbers of the language."""

_FROM_DECLARER: Final = {
    "dealer": ("dealer", 0),
    "declarer": ("declarer", 0),
    "dummy": ("declarer", 2),
    "leader": ("declarer", 1),
}
"""The fields that are seats: the column, and the seats clockwise from it."""

_RESULT: Final = (
    "coalesce(result, case when declarer in ('N', 'S') then coalesce(result_ns, 13 - result_ew) "
    "when declarer in ('E', 'W') then coalesce(result_ew, 13 - result_ns) end)"
)
_NUMBERS: Final = {
    "board": "number",
    "level": "level",
    "result": _RESULT,
    "overtricks": f"({_RESULT})::bigint - nullif(level, 0) - 6",
    "score": (
        "coalesce(score_ns, -score_ew, case when declarer in ('N', 'S') then score "
        "when declarer in ('E', 'W') then -score end)"
    ),
}
_TRUTHS: Final = {
    "passed_out": "level = 0",
    "doubled": "case when level is not null then coalesce(doubling, 0) >= 1 end",
    "redoubled": "case when level is not null then coalesce(doubling, 0) >= 2 end",
    "made": f"({_NUMBERS['overtricks']}) >= 0",
}
_CONTRACT: Final = (
    "case when level = 0 then 0 when level is not null then "
    "case when strain is null then 0 else "
    "(level::integer * 5 + case strain when 'C' then 0 when 'D' then 1 when 'H' then 2 "
    "when 'S' then 3 else 4 end) * 3 + coalesce(doubling, 0) end end"
)

_THREE_HANDS: Final = (
    "select exists(select 1 from boards where north_hand is not null and "  # noqa: S608  # names of ours
    + " + ".join(f"({seat}_hcp is null)::integer" for seat in _SEATS)
    + " = 1)"
)


class SqlTranslator:
    """A translator of conditions to SQL for a connection; it registers the required functions.

    Args:
        connection: it has the view `boards` of an archive.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._known: dict[tuple[Node, int], tuple[str, Condition]] = {}
        self._has_three_hands: bool | None = None

    def sql(self, condition: Condition) -> str:
        """Return a condition on the columns of `boards` as an SQL expression.

        Like that one it is null if a board does not determine it.
        """
        return self._truth(condition.tree, condition)

    def _three_hands(self) -> bool:
        """Return whether some boards have three stored hands, with the fourth implied.

        The columns have no values for that hand.
        """
        if self._has_three_hands is None:
            found = self._connection.cursor().execute(_THREE_HANDS).fetchall()
            self._has_three_hands = bool(found[0][0])
        return self._has_three_hands

    # Conditions.

    def _truth(self, node: Node, condition: Condition) -> str:
        call = cast("Call", node)
        if call.name in {"and", "or"}:
            translated = [part for part in call.arguments if _has_sql(part, condition)]
            parts = [self._truth(part, condition) for part in translated]
            # What is left to Python is asked at once.
            left = [part for part in call.arguments if part not in translated]
            if left:
                parts.append(self._left(joined(call.name, left), condition))
            return "(" + f" {call.name} ".join(parts) + ")"
        if call.name == "not":
            return f"(not {self._truth(call.arguments[0], condition)})"
        found = _leaf(call, condition)
        if found is None:
            return self._left(call, condition)
        looks_at_hands = any(
            isinstance(part, Call) and part.name != "tricks" and needs_hands(part)
            for part in walk(call)
        )
        if looks_at_hands and self._three_hands():
            return f"coalesce({found}, {self._left(call, condition)})"
        return f"({found})"

    def _left(self, node: Node, condition: Condition) -> str:
        """Return the call of a function that evaluates a condition on boards."""
        part = Condition(node, condition.solver)
        stored = [name if name in COLUMNS else REST for name in part.columns] or ["place"]
        key = (node, id(condition.solver))
        if key not in self._known:
            name = f"_condition_{len(self._known)}"
            types = [_SQL_TYPES[SCHEMAS[BOARDS].field(column).type] for column in stored]
            create(self._connection, name, types, "boolean", _tried(part))
            # The condition is kept, so that no other solver has the identity of its.
            self._known[key] = (name, part)
        given = ", ".join(f'"{column}"' for column in stored)
        return f"{self._known[key][0]}({given})"


_SQL_TYPES: Final[Mapping[pa.DataType, str]] = {
    pa.int8(): "tinyint",
    pa.int32(): "integer",
    pa.int64(): "bigint",
    pa.uint64(): "ubigint",
    pa.float64(): "double",
    pa.string(): "varchar",
    pa.list_(pa.int8(), 20): "tinyint[]",
}


# --- from the columns --------------------------------------------------------------------------


def _has_sql(node: Node, condition: Condition) -> bool:
    call = cast("Call", node)
    return call.name in {"and", "or", "not"} or _leaf(call, condition) is not None


def _leaf(call: Call, condition: Condition) -> str | None:
    """Return an elementary condition in SQL; `None` if the columns do not determine it."""
    name, parts = call.name, call.arguments
    if name in _TRUTHS:
        return _TRUTHS[name]
    if name in _SIGNS:
        return _compared(call, condition)
    if name == "in":
        return _within(call, condition)
    if name == "shape":
        return _shape(parts[0], cast("ShapeClass", cast("Constant", parts[1]).value))
    if name == "has":
        return _has(parts[0], cast("int", cast("Constant", parts[1]).value))
    return _vulnerable(parts[0]) if name == "vulnerable" else None


def _compared(call: Call, condition: Condition) -> str | None:
    left, right = call.arguments
    sign = _SIGNS[call.name]
    if left.kind is not Kind.NUMBER:
        letters = _LETTERS.get(left.name) if isinstance(left, Call) else None
        if letters and isinstance(right, Constant) and sign in {"=", "<>"}:
            letter = letters[cast("int", right.value)]
            return f"{cast('Call', left).name} {sign} '{letter}'"
        one, other = _value(left), _value(right)
        return None if one is None or other is None else f"{one} {sign} {other}"
    first, second = _number(left, condition), _number(right, condition)
    if first is None or second is None:
        return None
    if first.scale == second.scale == 1:
        return f"{first.sql} {sign} {second.sql}"
    if not (first.is_small and second.is_small):
        return None
    return f"({first.sql}) * {second.scale} {sign} ({second.sql}) * {first.scale}"


def _within(call: Call, condition: Condition) -> str | None:
    node, ranges = call.arguments
    if node.kind is Kind.NUMBER:
        number = _number(node, condition)
        if number is None:
            return None
        one, scale = number.sql, number.scale
    else:
        value = _value(node)
        if value is None:
            return None
        one, scale = value, 1
    found = []
    for low, high in cast("tuple[tuple[Bound, Bound], ...]", cast("Constant", ranges).value):
        ends = []
        if low is not None:
            ends.append(f"({one}) >= {math.ceil(low * scale)}")
        if high is not None:
            ends.append(f"({one}) <= {math.floor(high * scale)}")
        found.append(f"({' and '.join(ends)})")
    return " or ".join(found)


def _shape(owner: Node, shapes: ShapeClass) -> str | None:
    patterns = {_pattern(shape) for shape in shapes}
    if not patterns:
        return _of(owner, lambda seat: f"case when {seat}_shape is not null then false end")
    if ShapeClass.where(lambda *shape: _pattern(shape) in patterns) == shapes:
        words = ", ".join(f"'{pattern}'" for pattern in sorted(patterns))
        return _of(owner, lambda seat: f"{seat}_shape in ({words})")
    codes = ", ".join(str(s * 196 + h * 14 + d) for s, h, d, _ in shapes)
    return _of(
        owner,
        lambda seat: (
            f"({seat}_spades::integer * 196 + {seat}_hearts::integer * 14 + {seat}_diamonds) "
            f"in ({codes})"
        ),
    )


def _pattern(shape: Sequence[int]) -> str:
    return "-".join(map(str, sorted(shape, reverse=True)))


def _has(owner: Node, cards: int) -> str | None:
    shift = 0
    if owner.kind is Kind.HOLDING:
        holding = cast("Call", owner)
        if holding.name != "suit":
            return None
        owner, strain = holding.arguments
        shift = 13 * cast("int", cast("Constant", strain).value)
    wanted = f"{cards << shift}::ubigint"
    held = _of(
        owner,
        lambda seat: f"case when {seat}_hcp is not null then {seat}_hand end",
        lambda one, other: f"({one}) | ({other})",
    )
    return None if held is None else f"(({held}) & {wanted}) = {wanted}"


def _vulnerable(owner: Node) -> str | None:
    who, sides = _value(owner), _value(Call(Kind.VULNERABILITY, "vulnerability"))
    if who is None:
        return None
    side = f"({who}) % 2" if owner.kind is Kind.SEAT else who
    return f"((({sides}) >> ({side})) & 1) = 1"


def _of(
    owner: Node,
    one: Callable[[str], str],
    join: Callable[[str, str], str] = lambda one, other: f"({one})::bigint + ({other})",
) -> str | None:
    """Return a property of a seat's hand, or of both hands of a side, in SQL.

    Args:
        owner: a seat or a side.
        one: gives it of a seat that is named.
        join: gives it of two hands.
    """
    if owner.kind is Kind.SEAT:
        found = [one(seat) for seat in _SEATS]
    else:
        found = [join(one(_SEATS[first]), one(_SEATS[other])) for first, other in _SIDES]
    if isinstance(owner, Constant):
        return found[cast("int", owner.value)]
    which = _value(owner)
    if which is None:
        return None
    cases = " ".join(f"when {place} then {sql}" for place, sql in enumerate(found))
    return f"case {which} {cases} end"


def _value(node: Node) -> str | None:
    """Return a seat, side, strain, vulnerability or contract as an SQL number."""
    if isinstance(node, Constant):
        return str(node.value) if isinstance(node.value, int) else None
    name = node.name
    if name in {"strain", "vulnerability"}:
        return _coded(name)
    if name in _FROM_DECLARER:
        column, steps = _FROM_DECLARER[name]
        return f"(({_coded(column)}) + {steps}) % 4"
    if name == "contract":
        return f"({_CONTRACT})"
    inner = _value(node.arguments[0]) if node.arguments else None
    if inner is None:
        return None
    if name in SEAT_FUNCTIONS:
        return f"(({inner}) + {SEAT_FUNCTIONS[name][0]}) % 4"
    if name == "side":
        return f"(({inner}) % 2)"
    return f"(1 - ({inner}) % 2)" if name == "opponents" else None


def _coded(column: str) -> str:
    cases = " ".join(
        f"when '{letter}' then {place}" for place, letter in enumerate(_LETTERS[column])
    )
    return f"(case {column} {cases} end)"


@attrs.frozen
class _Number:
    """A number in SQL.

    Attributes:
        sql: an integer expression, or points that may be fractional.
        scale: by what it is divided.
        is_small: whether arithmetic is safe: it is an integer, and far below the maximum.
    """

    sql: str
    scale: int = 1
    is_small: bool = True


def _number(node: Node, condition: Condition) -> _Number | None:
    """Return a number in SQL; `None` if the columns do not determine it."""
    if isinstance(node, Constant):
        value = cast("Fraction", node.value)
        return _Number(str(value.numerator), value.denominator)
    name, parts = node.name, node.arguments
    if name in _NUMBERS:
        # A file may have any board number or score.
        return _Number(_NUMBERS[name], is_small=name not in {"board", "score"})
    sql: str | None = None
    if name == "hcp" and parts[0].kind is not Kind.HOLDING:
        sql = _of(parts[0], lambda seat: f"{seat}_hcp")
    elif name == "length":
        holding = cast("Call", parts[0])
        if holding.name == "suit":
            suit = SUITS[cast("int", cast("Constant", holding.arguments[1]).value)]
            sql = _of(holding.arguments[0], lambda seat: f"{seat}_{suit}")
    elif name == "tricks" and condition.solver is None:
        seat, strain = map(_value, parts)
        if seat is not None and strain is not None:
            sql = f"double_dummy[5 * ({seat}) + ({strain}) + 1]"
    elif name in _ARITHMETIC:
        return _reckoned(node, condition)
    return None if sql is None else _Number(sql)


_ARITHMETIC: Final = frozenset({"negative", "+", "-", "*", "/", "%", "min", "max", "abs"})


def _reckoned(node: Call, condition: Condition) -> _Number | None:
    found = span(node)
    if max(abs(found.least), abs(found.most)) * found.scale > _MOST:
        return None
    numbers = []
    for part in node.arguments:
        number = _number(part, condition)
        if number is None or not number.is_small:
            return None
        numbers.append(number)
    name, scale = node.name, found.scale
    one = f"({numbers[0].sql})::bigint"
    if name in {"/", "%"}:
        by = cast("Fraction", cast("Constant", node.arguments[1]).value)
        if name == "%":
            # What is left is never negative here; in SQL it has the sign of what is divided.
            return _Number(f"({one} % {by.numerator} + {by.numerator}) % {by.numerator}", scale)
        return _Number(f"{one} * {int(scale / (numbers[0].scale * by))}", scale)
    if name == "negative":
        return _Number(f"-({one})", scale)
    if name == "*":
        return _Number(f"{one} * ({numbers[1].sql})::bigint", scale)
    same = [f"({number.sql})::bigint * {scale // number.scale}" for number in numbers]
    if name in {"+", "-"}:
        return _Number(f"({same[0]}) {name} ({same[1]})", scale)
    if name == "abs":
        return _Number(f"abs({same[0]})", scale)
    # In SQL the least of several passes over nulls.
    known = " and ".join(f"({one}) is not null" for one in same)
    choose = "least" if name == "min" else "greatest"
    return _Number(f"case when {known} then {choose}({', '.join(same)}) end", scale)


# --- what is left to Python ---------------------------------------------------------------------


def _tried(condition: Condition) -> Callable[..., pa.Array]:
    """Return a function of columns that marks the rows for which a condition is true."""
    of_cells = [_of_cell(name) for name in condition.columns]
    of_row = condition.of_row

    def by_rows(*arrays: pa.Array) -> pa.Array:
        if not of_cells:
            return pa.array([of_row(())] * len(arrays[0]), pa.bool_())
        columns = [
            array.to_pylist() if of is None else list(map(of, array.to_pylist()))
            for of, array in zip(of_cells, arrays, strict=True)
        ]
        return pa.array(list(map(of_row, zip(*columns, strict=True))), pa.bool_())

    def by_values(array: pa.Array) -> pa.Array:
        coded = array.dictionary_encode(null_encoding="encode")
        return by_rows(coded.dictionary).take(coded.indices)

    def by_hands(*arrays: pa.Array) -> pa.Array:
        hands = [masks_of(array) for array in arrays]
        found = condition.on_masks(*(masks for masks, _ in hands))
        unknown = np.zeros(len(found), dtype=bool)
        for seat in condition.seats:
            unknown |= hands[seat][1]
        answers = pa.array(found)
        if not unknown.any():
            return answers
        # A hand may follow from the other three; or the known cards may suffice.
        places = pa.array(np.flatnonzero(unknown))
        found = by_rows(*(array.take(places) for array in arrays))
        return pc.replace_with_mask(answers, pa.array(unknown), found)

    if condition.is_about_cards and condition.columns == HAND_COLUMNS:
        return by_hands
    return by_values if len(of_cells) == 1 else by_rows


_TAG: Final = re.compile("[A-Z][A-Za-z0-9_]*")


def _of_cell(name: str) -> Callable[[str | None], Cell] | None:
    """Return the extractor of a column stored only in `rest`; `None` for a stored column."""
    if name in COLUMNS:
        return None
    (column,) = columns_of([name])

    key = json.dumps(name)

    tag = name.partition(":")[2]
    # Parsing a text takes a while; a tag has a value only if it is present.
    mark = f'[{tag} "' if _TAG.fullmatch(tag) else ""

    def of_cell(rest: str | None) -> Cell:
        if rest is None:
            return None
        if not rest.startswith("{"):
            return column.of(beside(rest)) if mark in rest else None
        if key not in rest:
            return None
        extras = json.loads(rest).get("extras", {})
        if name not in extras:
            return None
        return column.of(board_from_dict({"extras": {name: extras[name]}}))

    return of_cell
