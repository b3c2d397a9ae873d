"""Errors of hands, shapes and conditions."""

from __future__ import annotations

from overtrick import ModelError, OptionError


class HandError(ModelError):
    """A hand that cannot be evaluated: it does not have thirteen cards."""


class ShapeError(ModelError):
    """An invalid shape of a hand, or an invalid class of shapes."""


class ConditionError(OptionError):
    """A condition that cannot be parsed.

    Attributes:
        why: what is wrong, and what was expected.
        text: the condition; empty where it was not made from text.
        column: where in it, 1-based, code points; 0 where it was not made from text.

    Example:
        >>> print(ConditionError("a number was expected, not a text", "north.hcp > 'x'", 13))
        column 13: a number was expected, not a text
          north.hcp > 'x'
                      ^
    """

    def __init__(self, why: str, text: str = "", column: int = 0) -> None:
        self.why = why
        self.text = text
        self.column = column
        super().__init__(f"column {column}: {why}\n{excerpt(text, column)}" if column else why)


class ArgumentError(ConditionError):
    """An argument that does not fit a function.

    Attributes:
        place: which of them, from 0.
    """

    def __init__(self, why: str, place: int) -> None:
        self.place = place
        super().__init__(why)


_WIDTH = 70


def excerpt(text: str, column: int) -> str:
    """Return the part of a text about a column, and a mark under it."""
    shown = "".join(mark if mark.isprintable() else " " for mark in text)
    start = max(0, min(column - 1 - _WIDTH // 2, len(shown) - _WIDTH))
    part = shown[start : start + _WIDTH]
    return f"  {part}\n  {' ' * (column - 1 - start)}^"
