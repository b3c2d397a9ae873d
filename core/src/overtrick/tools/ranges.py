"""Board numbers as people write them: `1-16,20`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Self

import attrs

from overtrick.findings.errors import EditError

_PART: Final = re.compile(r"(\d{1,9})(?:\s*(-)\s*(\d{1,9})?)?", re.ASCII)


@attrs.frozen
class NumberRange:
    """The numbers from `first` to `last`, both included; `last` is `None` for no end."""

    first: int
    last: int | None

    def has(self, number: int) -> bool:
        """Return whether a number is in the range."""
        return self.first <= number and (self.last is None or number <= self.last)

    def __str__(self) -> str:
        if self.first == self.last:
            return str(self.first)
        return f"{self.first}-{'' if self.last is None else self.last}"


@attrs.frozen
class NumberRanges:
    """Some board numbers, 1-based: `1-16,20` or, with an open end, `33-`.

    Attributes:
        parts: the ranges in the order given.

    Example:
        >>> ranges = NumberRanges.parse("1-16, 20")
        >>> 16 in ranges, 17 in ranges, str(ranges)
        (True, False, '1-16,20')
    """

    parts: tuple[NumberRange, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ranges divided by commas.

        Raises:
            EditError: a part is not a number or range, a range runs backwards, a number is 0.
        """
        parts = []
        for word in text.split(","):
            match = _PART.fullmatch(word.strip())
            if match is None:
                what = repr(word.strip()) if word.strip() else "nothing between two commas"
                msg = f"not board numbers: {what} in {text!r}; write them as in 1-16,20"
                raise EditError(msg)
            first, dash, end = match.groups()
            last = int(end) if end else (None if dash else int(first))
            if int(first) < 1:
                msg = f"board numbers begin with 1: {word.strip()!r}"
                raise EditError(msg)
            if last is not None and last < int(first):
                msg = f"the range {word.strip()!r} runs backwards: write {last}-{first}"
                raise EditError(msg)
            parts.append(NumberRange(int(first), last))
        return cls(tuple(parts))

    @classmethod
    def of(cls, ranges: NumberRanges | str) -> NumberRanges:
        """Return ranges, read from text where they are text.

        Raises:
            EditError: the text cannot be read.
        """
        return ranges if isinstance(ranges, NumberRanges) else cls.parse(ranges)

    @classmethod
    def from_numbers(cls, numbers: Iterable[int]) -> Self:
        """Return the fewest ranges that hold some numbers.

        Example:
            >>> str(NumberRanges.from_numbers([1, 2, 3, 7]))
            '1-3,7'
        """
        parts: list[NumberRange] = []
        for number in sorted(set(numbers)):
            if parts and parts[-1].last == number - 1:
                parts[-1] = NumberRange(parts[-1].first, number)
            else:
                parts.append(NumberRange(number, number))
        return cls(tuple(parts))

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and any(part.has(number) for part in self.parts)

    def __str__(self) -> str:
        return ",".join(str(part) for part in self.parts)
