"""The values of the mandatory tags and of Score in export format.

Source: PBN 2.1 §3.4.4 to §3.4.15 (mandatory tags), §3.10 (End positions), §4.2.1 (Score).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from overtrick import Board, Field, Missing, Score, Side
from overtrick_pbn.standard.results import (
    completed_tricks,
    is_partial,
    result_of_declarer,
    tricks_of,
)
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import clean

if TYPE_CHECKING:
    from decimal import Decimal

NOT_A_VALUE: Final = "PBN strings hold no line ends, tabs or control characters"
_INHERITS: Final = "PBN reads # and ## at the start of a value as inheritance"
UNKNOWN_TEXT: Final = "PBN reads ? as unknown"


def safe_value(text: str, field: Field, losses: Losses) -> str:
    """Return a text as a tag's value, reporting what must be changed in it."""
    value = clean(text)
    if value != text:
        losses.changed(field, NOT_A_VALUE)
    if value[:1] == "#" and (value == "#" or value[1] == "#"):
        losses.changed(field, _INHERITS)
        value = f" {value}"
    return value


def nothing(said: Missing | None, absent: str = "?") -> str:
    """Return what stands for a value that is not there: unknown, empty, or not stated at all."""
    return absent if said is None else str(said.value)


def board_value(board: Board, losses: Losses) -> str:
    """Return the value of the Board tag: the number, or the name where there is none.

    Source: PBN 2.1 §3.4.4 (a positive integer).
    """
    number, name = board.number, board.name
    if number is not None:
        if name is not None:
            losses.dropped(Field.NAME, "the Board tag contains the number")
        if not 0 < number < NUMBERS_END:
            losses.dropped(Field.NUMBER, "a board number is a positive whole number")
            losses.changed(Field.NAME, "a board number is a positive whole number")
        return str(number)
    if not name:
        return nothing(board.missing.get("number"))
    value = safe_value(name, Field.NAME, losses)
    bare = value.strip()
    if bare in {"", "?"}:
        losses.dropped(Field.NAME, UNKNOWN_TEXT)
        return bare
    if bare.isascii() and bare.isdigit() and 0 < int(bare) < NUMBERS_END:
        losses.changed(Field.NAME, "a number in the Board tag is read as the board's number")
        losses.changed(Field.NUMBER, "a number in the Board tag is read as the board's number")
    return value


NUMBERS_END: Final = 1_000_000_000
"""Board numbers have nine digits at most."""


def contract_values(board: Board, absent: str) -> tuple[str, str]:
    """Return the values of the Contract and the Declarer tag.

    Source: PBN 2.1 §3.4.13, §3.4.14, §3.10 (End positions).
    """
    contract = board.contract
    missing = board.missing
    if contract is None:
        return nothing(missing.get("contract"), absent), nothing(missing.get("declarer"), absent)
    declarer = contract.declarer
    if declarer is not None:
        seat = ("^" if contract.swapped else "") + declarer.symbol
    elif contract.level == 0:
        seat = ""
    else:
        return contract.text, nothing(missing.get("declarer"))
    if contract.level is None and contract.strain is None:
        stated = board.extras.get("pbn:Contract")
        return (stated if stated == "" else "?"), seat
    return contract.text, seat


def result_value(board: Board, absent: str, losses: Losses) -> str:
    """Return the value of the Result tag: declarer's tricks where they can be told.

    Source: PBN 2.1 §3.4.15 (Result).
    """
    result, contract = board.result, board.contract
    if result is None:
        passed_out = contract is not None and contract.is_passed_out
        return nothing(board.missing.get("result"), "" if passed_out else absent)
    caret = "^" if result.irregular else ""
    seat = None if contract is None else contract.declarer
    if result.tricks is not None:
        if result.ns is not None or result.ew is not None:
            losses.changed(Field.RESULT, "the Result tag contains declarer's tricks")
        return f"{caret}{result.tricks}"
    if seat is not None:
        play, total = board.play, tricks_of(board.deal, contract)
        is_going_on = is_partial(play, total)
        counted = completed_tricks(play) if is_going_on and play is not None else total
        own = result_of_declarer(result, seat, counted).tricks
        if own is not None:
            losses.changed(Field.RESULT, "the Result tag contains declarer's tricks")
            return f"{caret}{own}"
    losses.warn("PBN910", part="result", value=str(result))
    return str(result)


def score_value(score: Score, losses: Losses) -> str:
    """Return the value of the Score tag, its relation kept.

    Source: PBN 2.1 §4.2.1 (Score).
    """
    words = []
    if score.ns is not None:
        words.append(f"{Side.NORTH_SOUTH.symbol} {_points(score.ns)}")
    if score.ew is not None:
        words.append(f"{Side.EAST_WEST.symbol} {_points(score.ew)}")
    if score.declarer is not None:
        if words:
            losses.changed(Field.SCORE, "the Score tag contains declarer's score or the sides'")
        else:
            words.append(_points(score.declarer))
    return " ".join(words)


def _points(value: Decimal) -> str:
    whole = value.to_integral_value()
    if whole == value:
        return str(int(whole))
    return format(value, "f").rstrip("0")
