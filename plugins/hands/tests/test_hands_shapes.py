"""The 560 shapes, their index, patterns, and the algebra of classes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Hand
from overtrick_hands import (
    NAMED_CLASSES,
    SHAPES,
    ConditionError,
    HandError,
    ShapeClass,
    ShapeError,
    ShapeTable,
    balanced,
    parse_shapes,
    semibalanced,
    shape_index,
)
from overtrick_hands.shapes import pattern_class
from overtrick_testing import strategies

TABLE = Path(__file__).with_name("data") / "shapes.txt"

# ACBL Encyclopedia of Bridge, Probable Percentage Frequency of Distribution Patterns: each as it
# is printed, some rounded and some cut (7222 is 0.51295).
PERCENTAGES = """
    4432 21.5512  4333 10.5361  4441 2.9932  5332 15.5168  5431 12.9307  5422 10.5797
    5521 3.1739   5440 1.2433   5530 0.8952  6322 5.6425   6421 4.7021   6331 3.4482
    6430 1.3262   6511 0.7053   6520 0.6511  6610 0.0723   7321 1.8808   7222 0.5129
    7411 0.3918   7420 0.3617   7330 0.2652  7510 0.1085   7600 0.0056   8221 0.1924
    8311 0.1176   8320 0.1085   8410 0.0452  8500 0.0031   9211 0.0178   9310 0.0100
    9220 0.0082   9400 0.0010   10-2-1-0 0.0011  10-1-1-1 0.0004  10-3-0-0 0.00015
    11-1-1-0 0.00002  11-2-0-0 0.00001
"""


def test_all_560_rows_of_the_paper():
    rows = [line.split() for line in TABLE.read_text().splitlines() if line[0] != "#"]
    assert len(rows) == len(SHAPES) == 560
    for row in rows:
        index, *lengths = map(int, row)
        assert SHAPES[index] == tuple(lengths)
        assert shape_index(*lengths[:3]) == index


def test_the_39_patterns_have_the_probabilities_of_the_encyclopedia():
    words = PERCENTAGES.split()
    for pattern, percent in zip(words[::2], words[1::2], strict=True):
        digits = len(percent.partition(".")[2])
        found = 100 * pattern_class(f"any {pattern}").probability
        assert abs(found - float(percent)) < 10**-digits, pattern
    patterns = {tuple(sorted(shape)) for shape in SHAPES}
    assert len(patterns) == 39


def test_the_counts_of_all_shapes_add_up_to_all_hands():
    assert parse_shapes("xxxx").count == 635_013_559_600
    assert balanced.count + (~balanced).count == 635_013_559_600
    assert balanced.count == 302_292_822_832  # 4333, 4432 and 5332 by C(13, n)


def test_the_condition_of_the_paper_is_balanced():
    assert ShapeClass.where(lambda s, h, d, c: s * s + h * h + d * d + c * c <= 47) == balanced


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("4333", [(4, 3, 3, 3)]),
        ("any 4333", [(4, 3, 3, 3), (3, 4, 3, 3), (3, 3, 4, 3), (3, 3, 3, 4)]),
        ("54xx - any 0xxx", [(5, 4, 1, 3), (5, 4, 2, 2), (5, 4, 3, 1)]),
        ("(54)(31)", [(5, 4, 3, 1), (5, 4, 1, 3), (4, 5, 3, 1), (4, 5, 1, 3)]),
        ("5(431)", [(5, 4, 3, 1), (5, 4, 1, 3), (5, 3, 4, 1), (5, 3, 1, 4), (5, 1, 4, 3),
                    (5, 1, 3, 4)]),
        ("10-2-1-0", [(10, 2, 1, 0)]),
        ("10-x-x-0 & xx1x", [(10, 2, 1, 0)]),
        ("(4333 + 5332) & xx3x - 5xxx", [(4, 3, 3, 3)]),
        ("any 5xx3 & 35xx & xx32", [(3, 5, 3, 2)]),
        ("not (xxxx - 13-0-0-0)", [(13, 0, 0, 0)]),
    ],
)  # fmt: skip
def test_patterns(text, shapes):
    assert set(parse_shapes(text)) == set(shapes)


def test_any_5xx3_as_deal_has_it():
    found = parse_shapes("any 5xx3")
    assert found == ShapeClass.where(lambda *lengths: 5 in lengths and 3 in lengths)


def test_names():
    assert parse_shapes("balanced + any 5422 + any 6322") == semibalanced
    assert [str(shapes) for shapes, _ in NAMED_CLASSES.values()] == list(NAMED_CLASSES)
    assert str(~balanced) == "not balanced"


@pytest.mark.parametrize("text", ["", "444", "4444", "43333", "any", "5x(x3", "4333 +", "balansed"])
def test_what_is_no_shape_is_refused_with_its_place(text):
    with pytest.raises(ConditionError, match="column"):
        parse_shapes(text)


def test_impossible_values_are_refused():
    with pytest.raises(ShapeError):
        ShapeClass(1 << 560)
    with pytest.raises(ShapeError):
        ShapeClass.of([(4, 4, 4, 4)])
    with pytest.raises(ShapeError):
        ShapeTable((1, 2, 3))
    with pytest.raises(HandError, match="thirteen"):
        Hand.parse("AKQ...") in balanced  # noqa: B015  # asking is what raises
    with pytest.raises(ShapeError):
        pattern_class("spades")


CLASSES = st.integers(0, (1 << 560) - 1).map(ShapeClass) | st.lists(
    st.sampled_from(SHAPES), max_size=9
).map(ShapeClass.of)


@given(CLASSES)
def test_the_text_of_a_class_is_read_back(shapes):
    assert parse_shapes(str(shapes)) == shapes


@given(CLASSES, CLASSES)
def test_classes_are_sets(one, other):
    a, b = set(one), set(other)
    assert set(one | other) == set(one + other) == a | b
    assert set(one & other) == a & b
    assert set(one - other) == a - b
    assert set(~one) == set(SHAPES) - a
    assert len(one) == len(a)


@given(strategies.hands(min_size=13), CLASSES)
def test_a_hand_belongs_to_a_class_as_its_lengths_do(hand, shapes):
    assert (hand in shapes) == (hand.lengths in shapes) == (hand.lengths in set(shapes))


def test_a_shape_function_has_any_value():
    longest = ShapeTable.of(lambda *lengths: "shdc"[lengths.index(max(lengths))])
    assert longest[Hand.parse("KQT2.AT.J6542.85")] == "d" == longest[4, 2, 5, 2]
    assert longest.where(lambda suit: suit == "s") == ShapeClass.where(
        lambda s, h, d, c: s >= max(h, d, c)
    )


def test_classes_and_tables_work_on_arrays():
    numpy = pytest.importorskip("numpy")
    deal = [
        Hand.parse(text) for text in ("KQT2.AT.J6542.85", "A.2.AKQ.AKQJT987", "432.432.432.5432")
    ]
    masks = numpy.array([[hand.mask for hand in deal]])
    assert semibalanced.on_masks(masks).tolist() == [[hand in semibalanced for hand in deal]]
    table = ShapeTable.of(lambda s, h, d, c: s * 1000 + h * 100 + d * 10 + c)
    assert table.on_masks(masks).tolist() == [[4252, 1138, 3334]]
