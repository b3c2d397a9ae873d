"""Evaluators and shapes on arrays of hands; the only module that needs numpy."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from overtrick_hands.shapes import shape_index

if TYPE_CHECKING:
    import types

    import numpy as np
    from numpy.typing import NDArray

    from overtrick_hands.evaluators import Evaluator
    from overtrick_hands.shapes import ShapeClass



def numpy() -> types.ModuleType:
    """Return numpy.

    Raises:
        ModuleNotFoundError: it is not installed; the message says how to.
    """
    try:
        import numpy as found
    except ModuleNotFoundError as error:
        msg = "arrays of hands need numpy: python -m pip install overtrick-hands[arrays]"
        raise ModuleNotFoundError(msg, name="numpy") from error
    return found


def suits(masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the 13-bit holdings in spades, hearts, diamonds and clubs."""
    found = masks.astype("int64", copy=False)
    return found >> 39, found >> 26 & 8191, found >> 13 & 8191, found & 8191


def evaluate(evaluator: Evaluator, masks: NDArray[Any]) -> NDArray[np.int64]:
    """Return the whole numbers (points times the scale) of an array of whole hands."""
    masks = numpy().asarray(masks)
    table = suit_table(evaluator)
    spades, hearts, diamonds, clubs = suits(masks)
    total = table[spades]
    total += table[hearts]
    total += table[diamonds]
    total += table[clubs]
    shapes = evaluator.shape_values
    if shapes is not None:
        total += _shape_table(evaluator)[shape_indexes(masks)]
    found: NDArray[np.int64] = total
    return found


@functools.lru_cache(maxsize=256)
def suit_table(evaluator: Evaluator) -> NDArray[np.int64]:
    """Return an evaluator's 8,192 whole numbers as an array."""
    found: NDArray[np.int64] = numpy().asarray(evaluator.suit_values, dtype="int64")
    return found


@functools.lru_cache(maxsize=256)
def _shape_table(evaluator: Evaluator) -> NDArray[np.int64]:
    found: NDArray[np.int64] = numpy().asarray(evaluator.shape_values, dtype="int64")
    return found


def shape_indexes(masks: NDArray[Any]) -> NDArray[np.int16]:
    """Return the index of each hand's shape among the 560."""
    spades, hearts, diamonds, _ = suits(numpy().asarray(masks))
    first, second, third = _index_tables()
    # Lengths and sums of lengths are small: one gather for each of the three suits.
    lengths = _lengths()
    in_spades = lengths[spades]
    in_majors = in_spades + lengths[hearts]
    found: NDArray[np.int16] = (
        first[in_spades] + second[in_majors] + third[in_majors + lengths[diamonds]]
    )
    return found


@functools.lru_cache(maxsize=1)
def _lengths() -> NDArray[np.int8]:
    found: NDArray[np.int8] = numpy().asarray([n.bit_count() for n in range(8192)], dtype="int8")
    return found


@functools.lru_cache(maxsize=1)
def _index_tables() -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    """Return the three summands of the index of a shape, by length."""
    make = numpy().asarray
    return (
        make(range(14), dtype="int16"),
        make([shape_index(0, n, 0) - shape_index(0, 0, n) for n in range(14)], dtype="int16"),
        make([shape_index(0, 0, n) for n in range(14)], dtype="int16"),
    )


def look_up(shapes: ShapeClass, indexes: NDArray[Any]) -> NDArray[np.bool_]:
    """Return whether each of some indexes of shapes belongs to a class."""
    found: NDArray[np.bool_] = _class_table(shapes)[indexes]
    return found


@functools.lru_cache(maxsize=256)
def _class_table(shapes: ShapeClass) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = numpy().frombuffer(shapes.table, dtype="bool")
    return found
