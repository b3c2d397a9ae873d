"""Bridge functions in SQL: hand evaluation, contract scores, par, deals as PBN.

A sum over cards is a macro of DuckDB's; the rest works on columns as arrays, with the
same code as elsewhere: evaluators and shapes of overtrick-hands, scores and par of the core.
A `deal` is a struct of four masks, `north` to `west`, as the view `boards` has it. A seat is `N`,
`E`, `S` or `W`; where a number adds up, `NS` and `EW` are both hands of a side. Of a hand that has
not thirteen cards nothing is known: the answer is null, as it is for a null.
"""

from __future__ import annotations

import functools
import inspect
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs
import duckdb
import numpy as np
import pyarrow as pa
from duckdb.func import ARROW, SPECIAL
from numpy.typing import NDArray

from overtrick import (
    Card,
    Contract,
    Deal,
    DoubleDummyGrid,
    Hand,
    Seat,
    Vulnerability,
    imps,
    par,
    score_contract,
)
from overtrick.plugin import holding_text, par_scores
from overtrick_hands import (
    EVALUATORS,
    NAMED_CLASSES,
    SHAPES,
    Condition,
    Evaluator,
    ShapeClass,
    compile_condition,
    shape_indexes,
)

Masks = NDArray[np.int64]

DEAL: Final = "struct(north ubigint, east ubigint, south ubigint, west ubigint)"
"""The type of a deal in SQL."""

_SUIT: Final = (1 << 13) - 1
_ANY_HAND: Final = _SUIT  # placeholder for a missing hand


@attrs.frozen(kw_only=True)
class Function:
    """An SQL function of an archive.

    Attributes:
        name: its name.
        forms: its arguments, for each number of them, with its SQL.
        summary: a one-line description.
        example: a call of it, of a deal `d` or of no table at all, and what it gives.
    """

    name: str
    forms: tuple[tuple[str, str], ...]
    summary: str
    example: tuple[str, object]

    @property
    def calls(self) -> tuple[str, ...]:
        """The call syntax: `hcp(deal, seat)`."""
        return tuple(f"{self.name}({arguments})" for arguments, _ in self.forms)


def install(connection: duckdb.DuckDBPyConnection) -> None:
    """Register the functions with a connection, for it and its cursors."""
    for name, takes, gives, on_arrays in _arrays():
        create(connection, name, takes, gives, on_arrays)
    for function in (*_HELPERS, *FUNCTIONS.values()):
        forms = ", ".join(
            f"({arguments}) as ({_naming(function, body)})" for arguments, body in function.forms
        )
        connection.execute(f"create macro {function.name} {forms}")


def _naming(function: Function, body: str) -> str:
    """Return a function's definition with its name added to error messages."""
    if function in _HELPERS:
        return body
    renamed = _ASKED_BY.sub(rf"\1('{function.name}', ", body)
    return renamed.replace("error('", f"error('{function.name}: ")


def create(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    takes: Sequence[str],
    gives: str,
    function: Callable[..., pa.Array],
) -> None:
    """Register a function of arrays, including nulls.

    Args:
        connection: the connection.
        name: the function's name in SQL.
        takes: the types of its arguments, as SQL writes them.
        gives: the type of its answer.
        function: takes and gives Arrow arrays of one length.
    """
    connection.create_function(
        name,
        _of_arrays(function, len(takes)),
        list(takes),
        gives,
        type=ARROW,
        null_handling=SPECIAL,
    )


def _of_arrays(function: Callable[..., pa.Array], count: int) -> Callable[..., pa.Array]:
    """Return a function of arrays as one of DuckDB values, which may be chunked."""

    def called(*given: pa.Array | pa.ChunkedArray) -> pa.Array:
        return function(
            *(one.combine_chunks() if isinstance(one, pa.ChunkedArray) else one for one in given)
        )

    # DuckDB counts what a function takes.
    kind = inspect.Parameter.POSITIONAL_ONLY
    names = [inspect.Parameter(f"array{place}", kind) for place in range(count)]
    called.__signature__ = inspect.Signature(names)  # type: ignore[attr-defined]  # of a function
    return called


# --- on arrays ----------------------------------------------------------------------------------


def _arrays() -> Iterator[tuple[str, tuple[str, ...], str, Callable[..., pa.Array]]]:
    """Yield the array functions: name, argument types, result type, function."""
    for name in _COUNTED:
        evaluator = EVALUATORS[name]
        kind = "integer" if evaluator.scale == 1 else "double"
        yield f"_{name}", ("ubigint",), kind, _evaluated(evaluator)
    for name, (shapes, _) in NAMED_CLASSES.items():
        yield f"_{name}", ("ubigint",), "boolean", _in_class(shapes)
    yield "_shape", ("ubigint",), "varchar", _taken(_patterns)
    yield "_exact_shape", ("ubigint",), "varchar", _taken(_exact_shapes)
    yield "_hand_text", ("ubigint",), "varchar", _hand_text
    yield "_holding_text", ("usmallint",), "varchar", _holding_text
    yield "_card_mask", ("varchar",), "ubigint", _by_value("has", _mask_of_cards, pa.uint64())
    yield "_deal", ("varchar",), DEAL, _by_value("deal", _deal_of, _DEAL_TYPE)
    yield "_fits", ("ubigint",) * 4 + ("varchar",), "boolean", _fits
    yield "_imps", ("bigint",), "integer", _by_value("imps", imps, pa.int32())
    yield "_score", ("varchar", "integer", "boolean"), "integer", _score
    yield "_par", ("tinyint[]", "varchar", "varchar"), "integer", _by_row(_par, pa.int32())
    yield (
        "_par_contracts",
        ("tinyint[]", "varchar", "varchar"),
        "varchar",
        _by_row(_par_contracts, pa.string()),
    )


def masks_of(hands: pa.Array) -> tuple[Masks, NDArray[np.bool_]]:
    """Return hands as masks, and a mask of the incomplete ones, which get a dummy hand."""
    found = np.array(hands.fill_null(0).to_numpy(zero_copy_only=False), dtype="int64")
    others = np.bitwise_count(found) != 13
    found[others] = _ANY_HAND
    return found, others


def _evaluated(evaluator: Evaluator) -> Callable[[pa.Array], pa.Array]:
    kind = pa.int32() if evaluator.scale == 1 else pa.float64()

    def evaluated(hands: pa.Array) -> pa.Array:
        masks, others = masks_of(hands)
        return pa.array(evaluator.on_masks(masks), kind, mask=others)

    return evaluated


def _in_class(shapes: ShapeClass) -> Callable[[pa.Array], pa.Array]:
    def in_class(hands: pa.Array) -> pa.Array:
        masks, others = masks_of(hands)
        return pa.array(shapes.on_masks(masks), mask=others)

    return in_class


def _taken(texts: Callable[[], pa.Array]) -> Callable[[pa.Array], pa.Array]:
    def taken(hands: pa.Array) -> pa.Array:
        masks, others = masks_of(hands)
        return texts().take(pa.array(shape_indexes(masks), mask=others))

    return taken


@functools.cache
def _patterns() -> pa.Array:
    return pa.array(["-".join(map(str, sorted(shape, reverse=True))) for shape in SHAPES])


@functools.cache
def _exact_shapes() -> pa.Array:
    return pa.array(["=".join(map(str, shape)) for shape in SHAPES])


@functools.cache
def _holdings() -> NDArray[np.object_]:
    return np.array([holding_text(mask) for mask in range(8192)], dtype=object)


def _hand_text(hands: pa.Array) -> pa.Array:
    others = hands.is_null().to_numpy(zero_copy_only=False)
    masks = np.array(hands.fill_null(0).to_numpy(zero_copy_only=False), dtype="int64")
    text = _holdings()
    suits = (text[masks >> shift & _SUIT] for shift in (39, 26, 13, 0))
    words = [".".join(hand) for hand in zip(*suits, strict=True)]
    for place in np.flatnonzero(masks == 0).tolist():
        words[place] = Hand().text
    return pa.array(words, pa.string(), mask=others)


def _holding_text(holdings: pa.Array) -> pa.Array:
    found = holdings.fill_null(0).to_numpy(zero_copy_only=False)
    others = holdings.is_null().to_numpy(zero_copy_only=False)
    return pa.array(_holdings()[found & _SUIT], pa.string(), mask=others)


def _by_value(
    name: str, function: Callable[[Any], Any], kind: pa.DataType
) -> Callable[[pa.Array], pa.Array]:
    """Return a function of values as one of arrays; it is called once for equal values."""

    def by_value(values: pa.Array) -> pa.Array:
        coded = values.dictionary_encode()
        found = [_asked(name, function, one) for one in coded.dictionary.to_pylist()]
        return pa.array(found, kind).take(coded.indices)

    return by_value


def _asked(name: str, function: Callable[[Any], Any], value: object) -> Any:  # noqa: ANN401  # what the function gives
    """Return a function's result for a value; an error gets the function's name."""
    if value is None:
        return None
    try:
        return function(value)
    except (ValueError, OverflowError) as error:
        msg = f"{name}({reprlib.repr(value)}): {error}"
        raise ValueError(msg) from error


def _by_row(function: Callable[..., Any], kind: pa.DataType) -> Callable[..., pa.Array]:
    def by_row(*columns: pa.Array) -> pa.Array:
        rows = zip(*(column.to_pylist() for column in columns), strict=True)
        return pa.array([function(*row) for row in rows], kind)

    return by_row


def _mask_of_cards(text: str) -> int:
    return sum({1 << Card.parse(word).index for word in text.replace(",", " ").split()})


_DEAL_TYPE: Final = pa.struct([(seat, pa.uint64()) for seat in ("north", "east", "south", "west")])


def _deal_of(text: str) -> dict[str, int]:
    return dict(zip(("north", "east", "south", "west"), Deal.parse(text).masks, strict=True))


@functools.lru_cache(maxsize=64)
def _condition(text: str) -> Condition:
    return compile_condition(text)


def _fits(
    north: pa.Array, east: pa.Array, south: pa.Array, west: pa.Array, conditions: pa.Array
) -> pa.Array:
    hands = [masks_of(hand) for hand in (north, east, south, west)]
    coded = conditions.dictionary_encode()
    codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    found = np.zeros(len(conditions), dtype=bool)
    others = codes < 0
    for code, text in enumerate(coded.dictionary.to_pylist()):
        if text is None:
            others |= codes == code
            continue
        condition = _asked("fits", _condition, text)
        rows = codes == code
        found[rows] = condition.on_masks(*(masks[rows] for masks, _ in hands))
        for seat in condition.seats:
            others |= rows & hands[seat][1]
    return pa.array(found, mask=others)


@functools.lru_cache(maxsize=1024)
def _scores(contract: str) -> tuple[NDArray[np.int32], bool]:
    """Return a contract's scores by vulnerability and tricks, and whether the tricks matter."""
    parsed = Contract.parse(contract)
    scores = [
        [score_contract(parsed, tricks, vulnerable=vulnerable) for tricks in range(14)]
        for vulnerable in (False, True)
    ]
    return np.array(scores, dtype="int32"), not parsed.is_passed_out


def _score(contracts: pa.Array, results: pa.Array, vulnerable: pa.Array) -> pa.Array:
    coded = contracts.dictionary_encode()
    codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    if not len(coded.dictionary):
        return pa.nulls(len(contracts), pa.int32())
    tricks = results.fill_null(-1).to_numpy(zero_copy_only=False)
    is_vulnerable = vulnerable.fill_null(False).to_numpy(zero_copy_only=False).astype("int64")
    unknown = (tricks < 0) | (tricks > 13) | vulnerable.is_null().to_numpy(zero_copy_only=False)
    scores = [_asked("score", _scores, contract) for contract in coded.dictionary.to_pylist()]
    tables, is_played = zip(*scores, strict=True)
    found = np.stack(tables)[codes, is_vulnerable, np.clip(tricks, 0, 13)]
    return pa.array(found, mask=(codes < 0) | (np.array(is_played)[codes] & unknown))


_VULNERABILITIES: Final = {Vulnerability(sides).label: Vulnerability(sides) for sides in range(4)}
_SEATS: Final = {seat.symbol: seat for seat in Seat}


def _sides(text: str) -> Vulnerability:
    if text not in _VULNERABILITIES:
        msg = "a vulnerability is None, NS, EW or All"
        raise ValueError(msg)
    return _VULNERABILITIES[text]


def _seat(text: str) -> Seat:
    if text not in _SEATS:
        msg = "a seat is N, E, S or W"
        raise ValueError(msg)
    return _SEATS[text]


def _grid(tricks: Sequence[int | None] | None) -> DoubleDummyGrid | None:
    if tricks is None or len(tricks) != 20 or None in tricks:
        return None
    rows = tuple(tuple(tricks[start : start + 5]) for start in (0, 5, 10, 15))
    return DoubleDummyGrid(rows)


def _par(
    tricks: Sequence[int | None] | None, dealer: str | None, vulnerability: str | None
) -> int | None:
    grid = _grid(tricks)
    if grid is None or vulnerability is None:
        return None
    sides = _asked("par", _sides, vulnerability)
    seat = _asked("par", _seat, dealer)
    scores = par_scores(grid, sides)
    if len(scores) == 1:
        return scores[0]
    return None if seat is None else par(grid, seat, sides).score


def _par_contracts(
    tricks: Sequence[int | None] | None, dealer: str | None, vulnerability: str | None
) -> str | None:
    grid = _grid(tricks)
    if grid is None or vulnerability is None or dealer is None:
        return None
    sides = _asked("par_contracts", _sides, vulnerability)
    found = par(grid, _asked("par_contracts", _seat, dealer), sides)
    return ", ".join(map(str, found.contracts)) or "Pass"


# --- macros -------------------------------------------------------------------------------------


def _ranks(*ranks: int) -> int:
    """Return the mask of some ranks in all suits; 12 is the ace."""
    return sum(1 << 13 * suit + rank for suit in range(4) for rank in ranks)


def _count(*ranks: int) -> str:
    return f"bit_count((_whole(deal, seat) & {_ranks(*ranks)}::ubigint)::bigint)::integer"


_BY_RANKS: Final[Mapping[str, str]] = {
    "hcp": " + ".join(f"{points} * {_count(rank)}" for points, rank in zip(
        (4, 3, 2, 1), (12, 11, 10, 9), strict=True)),
    "controls": f"2 * {_count(12)} + {_count(11)}",
    "aces": _count(12),
    "kings": _count(11),
    "queens": _count(10),
    "jacks": _count(9),
    "tens": _count(8),
    "top2": _count(12, 11),
    "top3": _count(12, 11, 10),
    "top4": _count(12, 11, 10, 9),
    "top5": _count(12, 11, 10, 9, 8),
}  # fmt: skip
"""The evaluators that count cards, as sums over the bits of hands."""

# `second` is a function of DuckDB's, of times.
_COUNTED: Final = tuple(
    name
    for name, evaluator in EVALUATORS.items()
    if evaluator.for_hands and name not in _BY_RANKS and name != "second"
)

_SEAT_MASK: Final = """case upper(seat) when 'N' then deal.north when 'E' then deal.east
    when 'S' then deal.south when 'W' then deal.west
    else error(called || ': a seat is N, E, S or W, not ' || seat) end"""

_SIDE_MASK: Final = """case upper(seat) when 'N' then deal.north when 'E' then deal.east
    when 'S' then deal.south when 'W' then deal.west
    when 'NS' then deal.north | deal.south when 'EW' then deal.east | deal.west
    else error(called || ': a seat is N, E, S, W, NS or EW, not ' || seat) end"""

_SHIFT: Final = """case upper(suit) when 'S' then 39 when 'H' then 26 when 'D' then 13
    when 'C' then 0 else error(called || ': a suit is S, H, D or C, not ' || suit) end"""

_SEAT_NUMBER: Final = """case upper(seat) when 'N' then 0 when 'E' then 1 when 'S' then 2
    when 'W' then 3 else error(called || ': a seat is N, E, S or W, not ' || seat) end"""

_IS_VULNERABLE: Final = """case when seat is null or vulnerability is null then null
    when vulnerability = 'All' then true when vulnerability = 'None' then false
    when vulnerability in ('NS', 'EW') then contains(vulnerability, upper(seat)[1])
    else error(called || ': a vulnerability is None, NS, EW or All, not ' || vulnerability) end"""

_VULNERABILITY: Final = """case lower(vulnerability::varchar) when 'true' then true
    when 'all' then true when 'both' then true when 'false' then false when 'none' then false
    when 'ns' then null when 'ew' then null
    else error('true, false, All or None, not ' || vulnerability::varchar) end"""

_LENGTHS: Final = "[" + ", ".join(
    f"bit_count(((_whole(deal, seat) >> {shift}) & 8191)::bigint)::integer"
    for shift in (39, 26, 13, 0)
) + "]"  # fmt: skip


def _helper(name: str, arguments: str, body: str) -> Function:
    return Function(name=name, forms=((arguments, body),), summary="", example=("", None))


_HELPERS: Final = (
    _helper("_mask", "called, deal, seat", _SIDE_MASK),
    _helper(
        "_whole",
        "called, deal, seat",
        "case when bit_count(_mask(called, deal, seat)::bigint) = 13 * length(seat) "
        "then _mask(called, deal, seat) end",
    ),
    _helper("_one", "called, deal, seat", _SEAT_MASK),
    _helper("_shift", "called, suit", _SHIFT),
    _helper("_seat_number", "called, seat", _SEAT_NUMBER),
    _helper("_vulnerable", "called, seat, vulnerability", _IS_VULNERABLE),
)

_ASKED_BY: Final = re.compile(rf"\b({'|'.join(helper.name for helper in _HELPERS)})\(")
"""The calls from a function to a helper, which receives the function's name."""

D: Final = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
"""The deal of the examples."""


def _hands_functions() -> Iterator[Function]:
    north, _, _, west = Deal.parse(D).hands
    for name, evaluator in EVALUATORS.items():
        if name in _BY_RANKS:
            body = f"case when _whole(deal, seat) is not null then {_BY_RANKS[name]} end"
        elif name not in _COUNTED:
            continue
        elif evaluator.adds_up:
            body = (
                f"case when length(seat) = 2 then _{name}(_one(deal, seat[1])) + "
                f"_{name}(_one(deal, seat[2])) else _{name}(_one(deal, seat)) end"
            )
        else:
            body = f"_{name}(_one(deal, seat))"
        yield Function(
            name=name,
            forms=(("deal, seat", body),),
            summary=evaluator.summary,
            example=(f"{name}(d, 'N')", evaluator(north)),
        )
    for name, (shapes, summary) in NAMED_CLASSES.items():
        yield Function(
            name=name,
            forms=(("deal, seat", f"_{name}(_one(deal, seat))"),),
            summary=f"whether the hand is {summary}",
            example=(f"{name}(d, 'W')", west in shapes),
        )


def _function(
    name: str, forms: Iterable[tuple[str, str]], summary: str, call: str, value: object
) -> Function:
    return Function(name=name, forms=tuple(forms), summary=summary, example=(call, value))


def _cards_functions() -> Iterator[Function]:
    yield _function(
        "shape", [("deal, seat", "_shape(_one(deal, seat))")],
        "the lengths of the suits, the longest first, as in north_shape",
        "shape(d, 'N')", "5-3-3-2",
    )  # fmt: skip
    yield _function(
        "exact_shape", [("deal, seat", "_exact_shape(_one(deal, seat))")],
        "the numbers of spades, hearts, diamonds and clubs",
        "exact_shape(d, 'N')", "3=3=2=5",
    )  # fmt: skip
    yield _function(
        "lengths",
        [("deal, seat", f"case when _whole(deal, seat) is not null then {_LENGTHS} end")],
        "the same as a list",
        "lengths(d, 'NS')", [6, 8, 7, 5],
    )  # fmt: skip
    yield _function(
        "suit_length",
        [(
            "deal, seat, suit",
            "bit_count(((_whole(deal, seat) >> _shift(suit)) & 8191)::bigint)::integer",
        )],
        "how many cards of a suit",
        "suit_length(d, 'NS', 'H')", 8,
    )  # fmt: skip
    yield _function(
        "holding",
        [(
            "deal, seat, suit",
            "_holding_text(((_one(deal, seat) >> _shift(suit)) & 8191)::usmallint)",
        )],
        "the ranks of a suit",
        "holding(d, 'N', 'C')", "AQ762",
    )  # fmt: skip
    yield _function(
        "hand", [("deal, seat", "_hand_text(_one(deal, seat))")],
        "a hand as PBN writes it",
        "hand(d, 'E')", "AKJ9.Q.QJ65.KJT8",
    )  # fmt: skip
    yield _function(
        "has",
        [("deal, seat, cards", "(_mask(deal, seat) & _card_mask(cards)) = _card_mask(cards)")],
        "whether all these cards are held",
        "has(d, 'N', 'HA HJ')", True,
    )  # fmt: skip
    texts = " || ' ' || ".join(f"_hand_text(deal.{seat})" for seat in _DEAL_TYPE.names)
    yield _function(
        "pbn", [("deal", f"'N:' || {texts}")],
        "a deal as PBN writes it, North first",
        "pbn(d)", D,
    )  # fmt: skip
    yield _function(
        "deal", [("pbn", "_deal(pbn)")],
        "the deal of a text as PBN writes it",
        "hcp(deal('W:AKQ2.A.K6542.985 - - -'), 'W')", 16,
    )  # fmt: skip
    masks = ", ".join(f"deal.{seat}" for seat in _DEAL_TYPE.names)
    yield _function(
        "fits", [("deal, condition", f"_fits({masks}, condition)")],
        "whether a condition on cards is true, in the language of overtrick select --where",
        "fits(d, 'ns.hcp >= 18 and has(east, SA)')", True,
    )  # fmt: skip


def _results_functions() -> Iterator[Function]:
    yield _function(
        "score",
        [
            (
                "contract, result, vulnerability",
                f"_score(contract, result::integer, {_VULNERABILITY})",
            ),
            (
                "contract, declarer, result, vulnerability",
                "case when upper(contract) = 'PASS' then 0 when upper(declarer) in ('N', 'S') "
                "then _score(contract, result::integer, _vulnerable(declarer, vulnerability)) "
                "when upper(declarer) in ('E', 'W') "
                "then -_score(contract, result::integer, _vulnerable(declarer, vulnerability)) end",
            ),
        ],
        "the duplicate score: of declarer, whose vulnerability is true, false, All or None; with "
        "a declarer of North and South, by the vulnerability of the board",
        "[score('4SX', 9, false), score('3NT', 'E', 9, 'All')]", [-100, -600],
    )  # fmt: skip
    level = "try_cast(contract[1] as integer)"
    yield _function(
        "overtricks", [("contract, result", f"result - 6 - {level}")],
        "tricks above the contract, negative where it failed; null where all passed",
        "overtricks('4SX', 9)", -1,
    )  # fmt: skip
    yield _function(
        "made", [("contract, result", f"result >= 6 + {level}")],
        "whether the contract was made; null where all passed",
        "made('3NT', 10)", True,
    )  # fmt: skip
    yield _function(
        "imps", [("difference", "_imps(difference::bigint)")],
        "the IMPs of a difference in points",
        "imps(-430)", -10,
    )  # fmt: skip
    yield _function(
        "vulnerable", [("seat, vulnerability", "_vulnerable(seat, vulnerability)")],
        "whether a seat or a side is vulnerable",
        "[vulnerable('W', 'EW'), vulnerable('NS', 'None')]", [True, False],
    )  # fmt: skip
    table = "[7, 8, 9, 10, 6, 5, 4, 4, 3, 7, 7, 8, 9, 10, 6, 5, 4, 4, 3, 7]"
    yield _function(
        "tricks",
        [(
            "double_dummy, seat, strain",
            "double_dummy[5 * _seat_number(seat) + case upper(strain) when 'C' then 1 "
            "when 'D' then 2 when 'H' then 3 when 'S' then 4 when 'NT' then 5 when 'N' then 5 "
            "else error('a strain is C, D, H, S or NT, not ' || strain) end]",
        )],
        "double-dummy tricks of a declarer in a strain",
        f"tricks({table}, 'E', 'NT')", 7,
    )  # fmt: skip
    yield _function(
        "par",
        [(
            "double_dummy, dealer, vulnerability",
            "_par(double_dummy::tinyint[], dealer, vulnerability)",
        )],
        "the par score of North and South; where the dealer is null, if it is the same whoever "
        "deals",
        f"par({table}, 'N', 'None')", 420,
    )  # fmt: skip
    yield _function(
        "par_contracts",
        [(
            "double_dummy, dealer, vulnerability",
            "_par_contracts(double_dummy::tinyint[], dealer, vulnerability)",
        )],
        "the contracts that reach par, with their results",
        f"par_contracts({table}, 'N', 'None')", "4S by N=, 4S by S=",
    )  # fmt: skip
    yield _function(
        "opening_lead", [("play", "nullif(nullif(nullif(play[1], '-'), '+'), '*')")],
        "the card that was led first",
        "opening_lead(['SK', 'S2'])", "SK",
    )  # fmt: skip


FUNCTIONS: Final[Mapping[str, Function]] = {
    function.name: function
    for function in (*_results_functions(), *_cards_functions(), *_hands_functions())
}
"""The functions, by name; those that others are made of come before them."""
