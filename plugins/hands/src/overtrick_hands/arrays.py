"""Evaluators and shapes on arrays of hands; the only module that needs numpy."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from overtrick_hands.lengths import THREES, TWOS

if TYPE_CHECKING:
    import types

    import numpy as np
    from numpy.typing import NDArray


def numpy() -> types.ModuleType:
    """Return numpy.

    Raises:
        ModuleNotFoundError: it is not installed; the message has the install command.
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


def add_up(table: NDArray[np.int64], masks: NDArray[Any]) -> NDArray[np.int64]:
    """Return the sum of a table of 8,192 values over the four suits of each hand."""
    spades, hearts, diamonds, clubs = suits(numpy().asarray(masks))
    total = table[spades]
    total += table[hearts]
    total += table[diamonds]
    total += table[clubs]
    found: NDArray[np.int64] = total
    return found


def as_table(values: Sequence[int]) -> NDArray[np.int64]:
    """Return integers as an array."""
    found: NDArray[np.int64] = numpy().asarray(values, dtype="int64")
    return found


def shape_indexes(masks: NDArray[Any]) -> NDArray[np.int16]:
    """Return the index of each hand's shape among the 560."""
    spades, hearts, diamonds, _ = suits(numpy().asarray(masks))
    ones, twos, threes = _index_tables()
    lengths = _lengths()
    in_spades = lengths[spades]
    in_majors = in_spades + lengths[hearts]
    found: NDArray[np.int16] = (
        ones[in_spades] + twos[in_majors] + threes[in_majors + lengths[diamonds]]
    )
    return found


@functools.lru_cache(maxsize=1)
def _lengths() -> NDArray[np.int8]:
    found: NDArray[np.int8] = numpy().asarray([n.bit_count() for n in range(8192)], dtype="int8")
    return found


@functools.lru_cache(maxsize=1)
def _index_tables() -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    """Return the three summands of a shape's index, by suit length."""
    make = numpy().asarray
    return (
        make(range(14), dtype="int16"),
        make(TWOS, dtype="int16"),
        make(THREES, dtype="int16"),
    )


def look_up(table: bytes, indexes: NDArray[Any]) -> NDArray[np.bool_]:
    """Return the values of a table of 560 for some shape indexes."""
    found: NDArray[np.bool_] = numpy().frombuffer(table, dtype="bool")[indexes]
    return found
