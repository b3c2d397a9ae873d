"""Contracts, results and scores."""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

from overtrick.findings.errors import CallError
from overtrick.model.cards import Strain
from overtrick.model.table import Seat, Side

if TYPE_CHECKING:
    from decimal import Decimal


class Doubling(enum.IntEnum):
    """The risk of a contract."""

    UNDOUBLED = 0
    DOUBLED = 1
    REDOUBLED = 2

    @property
    def symbol(self) -> str:
        """Nothing, X or XX."""
        return "X" * self


_CONTRACT: Final = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})", re.IGNORECASE | re.ASCII)


@attrs.frozen(kw_only=True, repr=False)
class Contract:
    """A contract with its declarer, as far as they are known.

    Attributes:
        level: 1 to 7; 0 for a passed-out board; `None` where only the strain is given (an end
            position), or nothing but the declarer.
        strain: the denomination; `None` for a passed-out board or where it is not given.
        doubling: the risk.
        declarer: the seat; `None` if not given. `Board.missing` holds the reason that a file
            states for it.
        swapped: declarer and dummy changed places by accident (PBN `^S`); `declarer` is the
            seat that played the hand.

    Raises:
        CallError: a level outside 0 to 7, a level without a strain, a doubling without a bid,
            declarer and dummy swapped without a declarer, or nothing given at all.

    Example:
        >>> Contract.parse("5HX", declarer=Seat.SOUTH)
        <Contract 5HX by S>
        >>> Contract.parse("Pass") == PASSED_OUT
        True

    Source: PBN 2.1 §3.4.13 (Declarer), §3.4.14 (Contract), §3.10 (End positions).
    """

    level: int | None = None
    strain: Strain | None = None
    doubling: Doubling = Doubling.UNDOUBLED
    declarer: Seat | None = None
    swapped: bool = False

    def __attrs_post_init__(self) -> None:
        if self.level is not None:
            if not 0 <= self.level <= 7:
                msg = f"not a level: {self.level!r} (1 to 7)"
                raise CallError(msg)
            if (self.level == 0) != (self.strain is None):
                msg = "a contract of level 1 to 7 has a strain, a passed-out board has none"
                raise CallError(msg)
        elif self.strain is None and self.declarer is None:
            msg = "a contract has a level, a strain or at least a declarer"
            raise CallError(msg)
        if self.doubling and not self.level:
            msg = "only a contract of level 1 to 7 can be doubled"
            raise CallError(msg)
        if self.swapped and self.declarer is None:
            msg = "a declarer who changed places with dummy is one of the four seats"
            raise CallError(msg)

    @classmethod
    def parse(cls, text: str, declarer: Seat | None = None) -> Contract:
        """Read `3NT`, `4SX`, `Pass`, or a bare strain (end position), in either case.

        Raises:
            CallError: the text is not a contract.
        """
        if text.upper() == "PASS":
            return PASSED_OUT if declarer is None else attrs.evolve(PASSED_OUT, declarer=declarer)
        match = _CONTRACT.fullmatch(text)
        if match:
            level, strain, risk = match.groups()
            return cls(
                level=int(level),
                strain=Strain.parse(strain),
                doubling=Doubling(len(risk)),
                declarer=declarer,
            )
        if text.upper() in {"C", "D", "H", "S", "NT", "N"} and text.isascii():
            return cls(strain=Strain.parse(text), declarer=declarer)
        msg = f"not a contract: {text!r} (1C to 7NT, X or XX behind it, or Pass)"
        raise CallError(msg)

    @property
    def is_passed_out(self) -> bool:
        """Whether all four players passed."""
        return self.level == 0

    @property
    def tricks_needed(self) -> int | None:
        """The tricks that declarer must take, 7 to 13, or `None` where no level is known."""
        return self.level + 6 if self.level else None

    @property
    def text(self) -> str:
        """The contract as PBN writes it: `5HX`, `3NT`, `Pass`, or the bare strain."""
        if self.level == 0:
            return "Pass"
        strain = self.strain.symbol if self.strain is not None else "?"
        return f"{self.level or ''}{strain}{self.doubling.symbol}"

    def __str__(self) -> str:
        by = f" by {self.declarer.symbol}" if self.declarer is not None else ""
        return self.text + by

    def __repr__(self) -> str:
        return f"<Contract {self}>"


PASSED_OUT: Final = Contract(level=0)
"""The contract of a board that all four players passed."""


def _text_of(declarer: object, ns: object, ew: object) -> str:
    """Return the known numbers of declarer and the sides, as PBN writes them."""
    words = (("", declarer), ("NS ", ns), ("EW ", ew))
    return " ".join(f"{whose}{number}" for whose, number in words if number is not None)


@attrs.frozen(kw_only=True, repr=False)
class Result:
    """The tricks taken, in the form in which the file states them.

    Attributes:
        tricks: tricks won by declarer, 0 to 13; `None` where only a side's are given.
        ns: tricks won by North and South, 0 to 13, where the file gives them.
        ew: tricks won by East and West, 0 to 13, where the file gives them.
        irregular: the number agreed on differs from the tricks actually won (PBN `^`).

    Raises:
        CallError: no number at all, or one outside 0 to 13.

    Example:
        >>> Result(ns=9).for_declarer(Seat.WEST)
        4

    Source: PBN 2.1 §3.4.15 (Result).
    """

    tricks: int | None = None
    ns: int | None = None
    ew: int | None = None
    irregular: bool = False

    def __attrs_post_init__(self) -> None:
        given = [count for count in (self.tricks, self.ns, self.ew) if count is not None]
        if not given or not all(0 <= count <= 13 for count in given):
            msg = f"not a number of tricks: {given} (0 to 13)"
            raise CallError(msg)

    def for_side(self, side: Side, total: int = 13) -> int | None:
        """Return the tricks of a side, from the numbers of both sides.

        Args:
            side: the side.
            total: how many tricks there are, 0 to 13; an end position has fewer.
        """
        own, theirs = (self.ns, self.ew) if side is Side.NORTH_SOUTH else (self.ew, self.ns)
        if own is not None:
            return own
        return None if theirs is None or theirs > total else total - theirs

    def for_declarer(self, declarer: Seat, total: int = 13) -> int | None:
        """Return declarer's tricks, 0 to 13, or `None` where they are not known.

        Args:
            declarer: the declarer.
            total: how many tricks there are, 0 to 13; an end position has fewer.
        """
        return self.tricks if self.tricks is not None else self.for_side(declarer.side, total)

    def __str__(self) -> str:
        return ("^" if self.irregular else "") + _text_of(self.tricks, self.ns, self.ew)

    def __repr__(self) -> str:
        return f"<Result {self}>"


def _points(value: Decimal | int | str | None) -> Decimal | None:
    if value is None:
        return None
    from decimal import Decimal, InvalidOperation  # many a file has no scores

    try:
        points = Decimal(value)
    except (InvalidOperation, TypeError, ValueError):
        points = Decimal("NaN")
    # Whoever writes `1E+999999999` out in full would be at it for hours.
    exponent = points.as_tuple().exponent
    is_bounded = isinstance(exponent, int) and exponent >= -Score.MAX_DIGITS
    if not is_bounded or points.adjusted() >= Score.MAX_DIGITS:
        msg = f"not a number of points: {value!r:.60}"
        raise CallError(msg)
    return points


@attrs.frozen(kw_only=True, repr=False)
class Score:
    """The score of a board, in the form in which the file states it.

    Attributes:
        declarer: declarer's points, where the file names no side.
        ns: points of North and South.
        ew: points of East and West.
        MAX_DIGITS: the most digits before the decimal point, and behind it.

    Raises:
        CallError: no number at all, one that is not finite, or one of more than
            `MAX_DIGITS` digits before the decimal point or behind it.

    Example:
        >>> Score(ew=-300).for_side(Side.NORTH_SOUTH)
        Decimal('300')

    Source: PBN 2.1 §4.2.1 (Score).
    """

    MAX_DIGITS: ClassVar[int] = 20

    declarer: Decimal | None = attrs.field(default=None, converter=_points)
    ns: Decimal | None = attrs.field(default=None, converter=_points)
    ew: Decimal | None = attrs.field(default=None, converter=_points)

    def __attrs_post_init__(self) -> None:
        if self.declarer is None and self.ns is None and self.ew is None:
            msg = "a score has at least one number"
            raise CallError(msg)

    def for_side(self, side: Side) -> Decimal | None:
        """Return a side's points; the negated points of the other side where only those exist."""
        own, theirs = (self.ns, self.ew) if side is Side.NORTH_SOUTH else (self.ew, self.ns)
        if own is not None:
            return own
        return None if theirs is None else -theirs

    def __str__(self) -> str:
        return _text_of(self.declarer, self.ns, self.ew)

    def __repr__(self) -> str:
        return f"<Score {self}>"
