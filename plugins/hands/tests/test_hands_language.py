"""The condition language: what is read, what is refused and where, and the way back to text."""

from __future__ import annotations

import inspect
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick_hands.conditions.building as build
from overtrick import Card, Contract, OptionError, Seat, Side, Strain, Vulnerability
from overtrick_hands import (
    ConditionError,
    balanced,
    compile_condition,
    east,
    everyone,
    ew,
    greatest,
    least,
    north,
    ns,
    someone,
    south,
    the,
    tricks,
    west,
)
from overtrick_hands.conditions.parsing import MAX_CHARACTERS, parse
from overtrick_hands.conditions.printing import to_text
from overtrick_hands.conditions.tree import Constant, Kind
from overtrick_hands.conditions.words import FIELDS, words_behind
from overtrick_hands.shapes import SHAPES, ShapeClass
from overtrick_hands.terms import SeatTerm, SideTerm, SuitTerm
from overtrick_testing import count_steps

# A text, what it is printed as, and the same in Python.
BOTH_FORMS = [
    (
        "north.hcp in 15..17 and balanced(north) and south.spades >= 4",
        "north.hcp in 15..17 and balanced(north) and south.spades >= 4",
        lambda: north.hcp.between(15, 17) & north.shape.in_(balanced) & (south.spades >= 4),
    ),
    (
        "shape(north, any 4333 + any 4432 + any 5332)",
        "balanced(north)",
        lambda: north.shape.in_("any 4333 + any 4432 + any 5332"),
    ),
    ("North is balanced", "balanced(north)", lambda: north.balanced),
    ("north is not balanced", "not balanced(north)", lambda: ~north.balanced),
    ("ns.hcp >= 25", "ns.hcp >= 25", lambda: ns.hcp >= 25),
    ("ns.fit≥8", "ns.fit >= 8", lambda: ns.fit >= 8),
    ("ew.hearts.top3 = 2", "ew.hearts.top3 == 2", lambda: ew.hearts.top3 == 2),
    (
        "has(north, SA, H10) or not has(west.spades, 'aq')",
        'has(north, SA, HT) or not has(west.spades, "AQ")',
        lambda: north.has("SA", Card.parse("HT")) | ~west.spades.has("AQ"),
    ),
    ("points(east, 3, 2, 1) > 7.5", "points(east, 3, 2, 1) > 7.5",
     lambda: east.points(3, 2, 1) > 7.5),
    (
        "12 <= north.hcp <= 14",
        "12 <= north.hcp and north.hcp <= 14",
        lambda: (build_number(12) <= north.hcp) & (north.hcp <= 14),
    ),
    ("dealer is north and ns is vulnerable", "dealer == north and ns.vulnerable",
     lambda: (the.dealer == north) & ns.vulnerable),
    ("vul is not ew", "vulnerability != ew",
     lambda: the.vulnerability != Vulnerability.EW),
    ("vulnerability is all", "vulnerability == both",
     lambda: the.vulnerability == Vulnerability.BOTH),
    ("contract in 3NT..4SX", "contract in 3NT..4SX",
     lambda: the.contract.between(Contract.parse("3NT"), Contract.parse("4SX"))),
    ("strain in (spades, hearts)", "strain == spades or strain == hearts",
     lambda: the.strain.in_(Strain.SPADES, Strain.HEARTS)),
    ("declarer in ew", "declarer == east or declarer == west",
     lambda: the.declarer.in_(ew)),
    ("declarer.side is ns", "declarer.side == ns", lambda: the.declarer.side == Side.NORTH_SOUTH),
    ("level >= 6 and not made", "level >= 6 and not made", lambda: (the.level >= 6) & ~the.made),
    ("overtricks in ..-1", "overtricks in ..-1", lambda: the.overtricks.in_((None, -1))),
    ("board % 2 == 1 and board in (1..4, 13, 20..)",
     "board % 2 == 1 and board in (1..4, 13, 20..)",
     lambda: (the.board % 2 == 1) & the.board.in_((1, 4), 13, (20, None))),
    ("event contains 'Pairs' and south.name != \"O'Neil\"",
     "event contains \"Pairs\" and south.name != \"O'Neil\"",
     lambda: the.event.contains("Pairs") & (south.name != "O'Neil")),
    ("extra(\"pbn:Generator\") contains 'Big'", 'extra("pbn:Generator") contains "Big"',
     lambda: the.extra("pbn:Generator").contains("Big")),  # noqa: S610  # not Django's
    ("tricks(south, nt) >= 9", "tricks(south, notrump) >= 9",
     lambda: tricks(south, Strain.NOTRUMP) >= 9),
    ("tricks(declarer, strain) > level + 6", "tricks(declarer, strain) > level + 6",
     lambda: tricks(the.declarer, the.strain) > the.level + 6),
    ("declarer.trumps + dummy.trumps <= 7", "declarer.trumps + dummy.trumps <= 7",
     lambda: the.declarer.trumps + the.dummy.trumps <= 7),
    ("partner(dealer).cccc >= 12.5", "partner(dealer).cccc >= 12.5",
     lambda: the.dealer.partner.cccc >= 12.5),
    ("lho(north).hcp < rho(north).hcp", "east.hcp < west.hcp",
     lambda: north.lho.hcp < north.rho.hcp),
    ("max(north.spades, north.hearts) - 1 >= abs(ns.hcp - ew.hcp) / 2",
     "max(north.spades, north.hearts) - 1 >= abs(ns.hcp - ew.hcp) / 2",
     lambda: greatest(north.spades, north.hearts) - 1 >= abs(ns.hcp - ew.hcp) / 2),
    ("min(north.hcp, 12) * 2 == 3 * -south.losers", "min(north.hcp, 12) * 2 == 3 * -south.losers",
     lambda: least(north.hcp, 12) * 2 == 3 * -south.losers),
    ("someone(hcp >= 20)",
     "north.hcp >= 20 or east.hcp >= 20 or south.hcp >= 20 or west.hcp >= 20",
     lambda: someone(lambda hand: hand.hcp >= 20)),
    ("everyone(hcp >= 8)",
     "north.hcp >= 8 and east.hcp >= 8 and south.hcp >= 8 and west.hcp >= 8",
     lambda: everyone(lambda hand: hand.hcp >= 8)),
    ("north(hcp >= 12 and spades >= 5 and balanced)",
     "north.hcp >= 12 and north.spades >= 5 and balanced(north)",
     lambda: (north.hcp >= 12) & (north.spades >= 5) & north.balanced),
    ("north(spades >= 5 and strain is spades)", "north.spades >= 5 and strain == spades",
     lambda: (north.spades >= 5) & (the.strain == Strain.SPADES)),
    ("north.majors >= 8", "north.spades + north.hearts >= 8", lambda: north.majors >= 8),
    ("not (north.hcp > 3 or made) and (made or doubled)",
     "not (north.hcp > 3 or made) and (made or doubled)",
     lambda: ~((north.hcp > 3) | the.made) & (the.made | the.doubled)),
]  # fmt: skip


def build_number(value):
    from overtrick_hands.terms import NumberTerm

    return NumberTerm(build.number(value))


@pytest.mark.parametrize(
    ("text", "printed", "python"), BOTH_FORMS, ids=[t for t, _, _ in BOTH_FORMS]
)
def test_both_forms_build_the_same_tree_which_is_printed_back(text, printed, python):
    condition = compile_condition(text)
    assert condition.text == printed
    assert condition == python()
    assert hash(condition) == hash(python())
    assert compile_condition(condition.text) == condition


WRONG = [
    ("", 1, "a value was expected"),
    ("north.hcp >= ", 14, "a value was expected"),
    ("north.hcp >= 12 and", 20, "a value was expected"),
    ("made or or made", 9, "'or' stands here"),
    ("north", 1, "a condition was expected, not a seat"),
    ("north.hcp", 1, "compare it, as in north.hcp >= 12"),
    ("north.spades", 1, "a condition was expected, not a suit of a hand"),
    ("north.hpc >= 12", 7, "a seat has no 'hpc'; did you mean hcp?"),
    ("nort.hcp >= 12", 1, "there is no word 'nort'; did you mean north"),
    ("hcp >= 12", 1, "whose hcp? A seat stands before it, such as north.hcp"),
    ("balenced(north)", 1, "there is no function 'balenced'; did you mean balanced"),
    ("hcp(north) > 3", 1, "write hcp behind a point, as in north.hcp"),
    ("north.hcp >= 12)", 16, "a bracket is closed that was not opened"),
    ("(north.hcp >= 12", 1, "the bracket that is opened here is not closed"),
    ("has(west.name, SA) or (event == 'a)' and (made", 42, "is not closed"),
    ("north hcp > 3", 7, "a sign was expected"),
    ("north.hcp ? 3", 11, "a sign was expected"),
    ("made ;", 6, "...) or the end; ';' stands here"),
    ("(made ;", 7, "...) or ')'; ';' stands here"),
    ("max(3 ;", 7, "...) or ')' or a comma; ';' stands here"),
    ("made, doubled", 5, "...) or the end; ',' stands here"),
    ("shape(north)", 12, "...) or a comma; ')' stands here"),
    ("north.hcp in 17..15", 14, "the range runs backwards"),
    ("north.hcp in ..", 16, "was expected; the end stands here"),
    ("north.hcp in (3", 14, "is not closed"),
    ("north.hcp in (3 4", 17, "')', '..' or a comma was expected; '4' stands here"),
    ("dealer in north..south", 11, "a seat has no ranges"),
    ("north.hcp in 'a'..'b'", 14, "the end of a range of a number is a number, not a text"),
    ("north.hcp >= 'a'", 14, "a number cannot be compared with a text"),
    ("north >= 12", 10, "a hand has numbers, such as north.hcp"),
    ("dealer > north", 10, "neither less nor more"),
    ("contract >= 3", 13, "a contract cannot be compared with a number"),
    ("made == doubled", 9, "join conditions with and, or, not"),
    ("level contains 3", 16, "a text contains another, not a number"),
    ("ns.balanced", 4, "a side has no 'balanced'"),
    ("north.hcp.hcp > 3", 11, "stands before .hcp, not a number"),
    ("shape(north, 44)", 14, "a pattern has four lengths"),
    ("shape(north, any 5555)", 14, "no hand of thirteen cards has the shape"),
    ("shape(north, any)", 17, "a shape such as 5xx3 was expected"),
    ("shape(north, )", 14, "a shape was expected"),
    ("shape(north, balansed)", 14, "there are no shapes called 'balansed'; did you mean balanced"),
    ("shape(ns, 4333)", 7, "a seat was expected"),
    ("tricks(south)", 1, "tricks has 2 things in its brackets, not 1"),
    ("tricks(south, 3) > 9", 15, "a suit or notrump was expected, not a number"),
    ("has(north)", 1, "has names a card at least"),
    ("has(north, SA, 3)", 16, "a card was expected, such as SA or HT"),
    ("has(north.spades, 'AA')", 19, "each once"),
    ("points(north) > 3", 1, "one to thirteen numbers behind the seat, ace first, not 0"),
    ("points(north, 1,2,3,4,5,6,7,8,9,10,11,12,13,14) > 3", 1, "not 14"),
    ("points(3, 2) > 3", 8, "has points, not a number"),
    ("points(north, 3, hearts) > 3", 18, "points are numbers, ace first"),
    ("has(north.spades)", 5, "ranks in quotes"),
    ("has(board, SA)", 5, "holds cards, not a number"),
    ("tricks(3, spades) > 9", 8, "a seat was expected"),
    ("partner(3) is north", 9, "a seat was expected"),
    ("partner(north, south) is north", 1, "partner has 1 thing in its brackets, not 2"),
    ("balanced(ns)", 10, "a seat was expected"),
    ("max(3, north) > 3", 8, "a number was expected, not a seat"),
    ("someone(made, doubled)", 1, "someone has 1 thing in its brackets, not 2"),
    ("made or north(hcp > 2, made)", 9, "north has 1 thing in its brackets, not 2"),
    ("min(north.hcp) > 3", 1, "two numbers or more"),
    ("someone(someone(hcp > 3))", 17, "stands in none on another"),
    ("someone() or made", 1, "someone has 1 thing"),
    ("partner.hcp > 3", 1, "partner needs something in brackets"),
    ("north.hcp / 0 > 1", 11, "is not 0"),
    ("north.hcp / south.hcp > 1", 11, "divided by a number that stands in the condition"),
    ("board % 0 == 1", 7, "a whole number above 0"),
    ("north.cccc % 2 == 1", 12, "behind whole numbers"),
    ("north.hcp * 999999999 * 999999999 > 3", 23, "too large"),
    ("99999999999999999999999 > north.hcp", 1, "too many digits"),
    ("1234567890 > north.hcp", 1, "nine digits"),
    ("event == \"abc", 10, "the text is not closed on its line"),
    ("extra('Generator') == 'x'", 7, "has its format in its key"),
    ("north.hcp >= ١٢", 14, "a value was expected"),
    ("north.hcp >= 12 \x00", 17, "stands here"),
    # How other languages write it.
    ("true", 1, "there is no word 'true'; a condition is true by itself"),
    ("made == FALSE", 9, "write made, or not made"),
    ("north.hcp == null", 14, "what a board does not say is unknown"),
    ("N.hcp >= 12", 1, "did you mean north?"),
    ("north.s >= 5", 7, "did you mean spades?"),
    ("north.hcp <> 12", 11, "write '!=' for '<>'"),
    ("north.hcp => 12", 11, "write '>=' for '=>'"),
    ("north.hcp =< 12", 11, "write '<=' for '=<'"),
    ("north.hcp === 12", 11, "write '==' for '==='"),
    ("north.hcp := 12", 11, "write '==' for ':='"),
    ("made && doubled", 6, "write 'and' for '&&'"),
    ("made & doubled", 6, "write 'and' for '&'"),
    ("made || doubled", 6, "write 'or' for '||'"),
    ("made | doubled", 6, "write 'or' for '|'"),
    ("!made", 1, "write 'not' or '!=' for '!'"),
    ("event == '<>' and ~made", 19, "write 'not' for '~'"),
    ("event == “x”", 10, "write straight quotes for '“'"),
    ("north.hcp in [12, 13]", 14, "write round brackets for '['"),
    ("north.hcp between 12 and 14", 11, "write a range, as in north.hcp in 12..14"),
    ("north.hcp in 12-14", 16, "write '..' for '-' in a range, as in 12..14"),
    ("north.hcp in 12...14", 16, "write '..' for '...'"),
    ("north.hcp >= 12..14", 16, "a range stands behind 'in'"),
    ("shape(north, 5431 | 4441)", 19, "write '+' for '|'"),
    ("shape(north, 5431 or 4441)", 19, "write '+' for 'or'"),
    ("shape(north, 5xxx && x5xx)", 19, "write '&' for '&&'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "why"), WRONG, ids=[t[:30] for t, _, _ in WRONG])
def test_what_is_wrong_is_said_at_its_column(text, column, why):
    with pytest.raises(ConditionError) as caught:
        compile_condition(text)
    error = caught.value
    assert isinstance(error, OptionError)
    assert (error.column, why in error.why) == (column, True), error.why
    assert error.text == text
    mark = str(error).splitlines()[-1]
    assert mark.strip() == "^"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * (MAX_CHARACTERS + 1), "4,000 characters at most"),
        ("not " * 500 + "made", "more than 60 expressions"),
        ("-" * 900 + "1 > 0", "more than 60 expressions"),
        ("1+" * 900 + "1 > 0", "more than 60 expressions"),
        ("partner(" * 300 + "dealer" + ")" * 300 + " == north", "more than 60 expressions"),
        ("someone(" + "hcp>1 or " * 400 + "hcp > 2)", "more than 5,000 expressions"),
        ("shape(north, " + "not " * 300 + "4333)", "more than 60 expressions"),
        ("(" * 3999, "a value was expected"),
        ('"' * 3999, "stands here"),
        ("\\" * 3999, "a value was expected"),
        ("..." * 1000, r"write '\.\.' for '\.\.\.'"),
    ],
    ids=lambda text: text[:12],
)
def test_hostile_texts_are_refused_soon(text, why):
    def refuse():
        with pytest.raises(ConditionError, match=why):
            compile_condition(text)

    assert count_steps(refuse) < 2000 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 500 + "made" + ")" * 500,
        "shape(north, " + "(" * 300 + "4333" + ")" * 300 + ")",
        "someone(" + "hcp > 1 or " * 300 + "hcp > 2)",
    ],
    ids=lambda text: text[:12],
)
def test_long_texts_that_mean_something_plain_are_taken(text):
    condition = compile_condition(text)
    assert condition.parts[0].text in condition.text


def test_a_long_plain_condition_is_taken():
    text = " or ".join(f"board == {number}" for number in range(1, 200))
    assert len(compile_condition(text).tree.arguments) == 199


# --- random trees -----------------------------------------------------------------------------


def _numbers():
    constants = st.integers(-4000, 4000).map(lambda n: build.number(n / 20))
    seats = st.sampled_from([build.seat(0), build.seat(2), build.word("dealer"),
                             build.function("partner", [build.word("declarer")])])  # fmt: skip
    owners = seats | st.sampled_from([build.side(0), build.side(1)])
    suits = st.builds(build.attribute, owners, st.sampled_from(["spades", "clubs", "trumps"]))
    counted = st.builds(
        build.attribute, owners, st.sampled_from(["hcp", "losers", "cccc", "new_losers", "tens"])
    )
    of_suits = st.builds(build.attribute, suits, st.sampled_from(["quality", "hcp", "length"]))
    fields = st.sampled_from([build.word("board"), build.word("result"), build.word("overtricks")])
    own = st.builds(
        lambda owner, values: build.counted(owner, list(map(build.number, values))),
        owners, st.lists(st.sampled_from([0, 1, 2.5, -0.25]), min_size=1, max_size=5),
    )  # fmt: skip

    def larger(smaller):
        signs = st.sampled_from(["+", "-"])
        return (
            st.builds(build.arithmetic, signs, smaller, smaller)
            | st.builds(build.negative, smaller)
            | st.builds(build.arithmetic, st.just("/"), smaller, st.just(build.number(-2.5)))
            | st.builds(lambda a, b: build.chosen("max", [a, b]), smaller, smaller)
            | st.builds(lambda a: build.chosen("abs", [a]), smaller)
        )

    return st.recursive(constants | counted | of_suits | suits | fields | own, larger, max_leaves=4)


def _conditions():
    numbers = _numbers()
    signs = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    texts = st.text(st.characters(codec="ascii", categories=["L", "N", "P", "Zs"]), max_size=8)
    classes = st.lists(st.sampled_from(SHAPES), min_size=1, max_size=4).map(ShapeClass.of)
    ends = st.tuples(st.integers(-5, 5), st.integers(6, 40)).map(
        lambda pair: (build.number(pair[0]), build.number(pair[1] / 2 + 5))
    )
    leaves = (
        st.builds(build.compared, signs, numbers, numbers)
        | st.builds(build.within, numbers, st.lists(ends, min_size=1, max_size=3))
        | st.builds(lambda shapes: build.shape(build.seat(1), shapes), classes)
        | st.builds(
            lambda sign, text: build.compared(sign, build.word("event"), build.text(text)),
            st.sampled_from(["==", "contains"]), texts,
        )
        | st.sampled_from([build.word("made"), build.attribute(build.word("dealer"), "vulnerable")])
    )  # fmt: skip

    def larger(smaller):
        parts = st.lists(smaller, min_size=2, max_size=3)
        return (
            st.builds(build.joined, st.sampled_from(["and", "or"]), parts)
            | st.builds(build.negated, smaller)
        )  # fmt: skip

    return st.recursive(leaves, larger, max_leaves=6)


@given(_conditions())
def test_the_text_of_a_tree_builds_it_again(tree):
    text = to_text(tree)
    assert parse(text) == tree, text


@given(st.text(max_size=60))
def test_any_text_is_a_condition_or_an_error_at_a_column(text):
    try:
        compile_condition(text)
    except ConditionError as error:
        assert 1 <= error.column <= len(text) + 1  # most texts are wrong


# --- Python alone -----------------------------------------------------------------------------


def test_what_only_python_can_get_wrong():
    with pytest.raises(TypeError, match="join conditions with &"):
        bool((north.hcp > 3) & (south.hcp > 3))
    with pytest.raises(TypeError, match="compare it"):
        bool(north.hcp)
    with pytest.raises(AttributeError, match="did you mean hcp"):
        _ = north.hpc
    with pytest.raises(AttributeError):
        _ = the.colour
    with pytest.raises(ConditionError):
        _ = north.hcp > "three"
    with pytest.raises(ConditionError, match="a level"):
        _ = the.contract == Contract.parse("Pass")
    with pytest.raises(ConditionError, match="without control characters"):
        _ = the.event == "a\nb"
    assert isinstance(build.text("x"), Constant)


def test_the_names_that_type_checkers_see_are_those_there_are():
    # What stands under TYPE_CHECKING is not there at run time: read it from the source.
    source = inspect.getsource(sys.modules[SeatTerm.__module__])

    def written(name):
        start = source.index(f"class {name}(") if f"class {name}(" in source else source.index(
            f"class {name}:")  # fmt: skip
        body = source[start : source.find("\nclass ", start + 1)]
        return set(re.findall(r"^        (\w+): \w+$", body, re.MULTILINE))

    common = written("_Counts")
    hands = common | written("_Hands")
    assert hands | written("SeatTerm") == set(words_behind(Kind.SEAT))
    assert hands | written("SideTerm") == set(words_behind(Kind.SIDE))
    assert common | written("SuitTerm") == set(words_behind(Kind.HOLDING))
    assert written("BoardTerms") == set(FIELDS)
    for term, kind in ((north, Kind.SEAT), (ns, Kind.SIDE), (north.spades, Kind.HOLDING)):
        assert set(words_behind(kind)) <= set(dir(term))
        for name in words_behind(kind):
            getattr(term, name)
    assert {type(north), type(ns), type(north.spades)} == {SeatTerm, SideTerm, SuitTerm}


def test_seats_of_the_model_stand_for_themselves():
    assert (the.dealer == Seat.NORTH) == (the.dealer == north)
    assert tricks(Seat.SOUTH, Strain.SPADES).__class__ is (north.hcp).__class__
