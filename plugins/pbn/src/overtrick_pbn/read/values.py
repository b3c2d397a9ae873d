"""The values of the mandatory tags but Deal, and of Score: from text to the model.

Each function takes the value and `say(code, **values)`; it returns the value read, and `None` where
the tag states that there is none (see `missing_in`) or where it cannot be read (after saying so).

Source: PBN 2.1 §3.4.3 to §3.4.15, §3.11 (Case sensitivity), §4.2.1 (Score).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Final

from overtrick import (
    EMPTY,
    PASSED_OUT,
    UNKNOWN,
    Contract,
    Doubling,
    Missing,
    ModelError,
    Result,
    Score,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.values import (
    CONTRACT,
    MIXED_CASE,
    ODD_VULNERABLE,
    SEAT_WORDS,
    VULNERABLE,
)

Say = Callable[..., None]

MISSING: Final = {"?": UNKNOWN, "": EMPTY}
"""What a tag without a value states instead."""


def missing_in(value: str) -> Missing | None:
    """Return what a coded value states in place of a value: that it is unknown, or empty."""
    return MISSING.get(value.strip())


SEATS: Final = {
    "N": Seat.NORTH,
    "E": Seat.EAST,
    "S": Seat.SOUTH,
    "W": Seat.WEST,
}

_LOWER_VULNERABLE: Final = {
    word.lower(): vulnerability for word, vulnerability in VULNERABLE.items()
}


Spellings = list[tuple[str, dict[str, object]]]
"""What is odd in the spelling of a value: codes, each with what fills its message."""


def spelled(name: str, value: str, odd: Spellings, say: Say) -> None:
    """Report what is odd in the spelling of a value that was understood.

    Of one that was not, nobody knows how it ought to be spelled. No coded value has blanks at its
    ends.
    """
    if value.strip() != value:
        say("PBN810", name=name)
    for code, values in odd:
        say(code, **values)


def read_seat(name: str, value: str, say: Say, code: str) -> Seat | None:
    """Read a seat; `code` is what a wrong one is called."""
    known = SEATS.get(value)
    if known is not None:
        return known
    bare = value.strip()
    known = SEATS.get(bare)
    odd: Spellings = []
    if known is None and bare not in MISSING:
        known = SEATS.get(bare.upper()) if bare in {"n", "e", "s", "w"} else None
        word = SEAT_WORDS.get(bare.lower())
        if word is not None:
            clause = f"PBN 2.1 §{_SEAT_CLAUSES[name]}"
            known = SEATS[word]
            odd.append(("PBN817", {"value": bare, "clause": clause}))
        elif known is not None:
            odd.append(("PBN813", {"name": name}))
        else:
            say(code, value=bare)
            return None
    spelled(name, value, odd, say)
    return known


_SEAT_CLAUSES: Final = {"Dealer": "3.4.9", "Declarer": "3.4.13", "Auction": "3.5", "Play": "3.6"}


def read_vulnerability(value: str, say: Say) -> Vulnerability | None:
    """Read the Vulnerable tag (§3.4.10)."""
    known = VULNERABLE.get(value)
    if known is not None:
        return known
    bare = value.strip()
    known = VULNERABLE.get(bare)
    odd: Spellings = []
    if known is None and bare not in MISSING:
        lower = bare.lower()
        known = _LOWER_VULNERABLE.get(lower)
        code = "PBN811" if known is None or bare != lower else "PBN813"
        known = ODD_VULNERABLE.get(lower) if known is None else known
        if known is None:
            say("PBN334", value=bare)
            return None
        odd.append((code, {"name": "Vulnerable", "value": bare}))
    spelled("Vulnerable", value, odd, say)
    return known


CONTRACTS: Final[dict[tuple[str | None, str | None], Contract]] = {}
"""What values of Contract and Declarer mean together, where there is nothing to say of them."""


def read_contract(
    contract: str | None,
    declarer: str | None,
    missing: dict[str, Missing],
    say: Say,
    say_declarer: Say,
) -> Contract | None:
    """Read the Contract and Declarer tags together (§3.4.13, §3.4.14, §3.10).

    Args:
        contract: the value of the Contract tag, `None` where there is no such tag.
        declarer: the value of the Declarer tag, `None` where there is no such tag.
        missing: takes what is stated to be unknown or empty.
        say: reports what is wrong with the contract.
        say_declarer: reports what is wrong with the declarer.
    """
    seat, swapped, without = _read_declarer(declarer, say_declarer)
    bare = None if contract is None else contract.strip()
    if not bare or bare == "?":
        if contract:
            spelled("Contract", contract, [], say)
        if seat is not None:
            return Contract(declarer=seat, swapped=swapped)
        if bare is not None:
            missing["contract"] = MISSING[bare]
        if without is not None:
            missing["declarer"] = without
        return None
    result, odd = _read_contract_alone(bare)
    if result is None:
        say("PBN338", value=bare)
        return None
    if contract is not None:
        spelled("Contract", contract, odd, say)
    if result is PASSED_OUT:
        if seat is not None:
            say_declarer("PBN343", value=declarer)
            return Contract(level=0, declarer=seat)
        if without is not None:
            missing["declarer"] = without
        return PASSED_OUT
    if without is not None:
        missing["declarer"] = without
    result = Contract(
        level=result.level,
        strain=result.strain,
        doubling=result.doubling,
        declarer=seat,
        swapped=swapped,
    )
    if seat is not None and contract == result.text and declarer == seat.symbol:
        CONTRACTS[contract, declarer] = result
    return result


def _unstated(contract: str | None, declarer: str | None) -> dict[str, Missing]:
    missing: dict[str, Missing] = {}
    read_contract(contract, declarer, missing, _silent, _silent)
    return missing


def _silent(code: str, **values: object) -> None:
    """Report nothing."""


def _read_declarer(value: str | None, say: Say) -> tuple[Seat | None, bool, Missing | None]:
    """Return the seat, whether it changed places with dummy, and what stands in its place."""
    if value is None:
        return None, False, None
    bare = value.strip()
    if bare[:1] == "^" and len(bare) == 2:
        seat = read_seat("Declarer", bare[1:], say, "PBN337")
        return seat, seat is not None, missing_in(bare[1:])
    return read_seat("Declarer", value, say, "PBN337"), False, missing_in(value)


def _read_contract_alone(bare: str) -> tuple[Contract | None, Spellings]:
    """Return what a value means, if anything, and what is odd in its spelling."""
    lower: Spellings = [("PBN813", {"name": "Contract"})]
    other: Spellings = [("PBN812", {"value": bare})]
    if bare.upper() in {"PASS", "P"}:
        return PASSED_OUT, {"Pass": [], "pass": lower}.get(bare, other)
    upper = bare.upper()
    cased = [] if bare == upper else lower if not MIXED_CASE.search(bare) else other
    match = CONTRACT.fullmatch(upper)
    if match is None:
        if upper in {"C", "D", "H", "S", "NT"}:
            return Contract(strain=Strain.parse(upper)), cased
        return None, []
    level, strain, risk = match.groups()
    contract = Contract(level=int(level), strain=Strain.parse(strain), doubling=Doubling(len(risk)))
    return contract, other if strain == "N" else cased


UNSTATED: Final = {
    (contract, declarer): _unstated(contract, declarer)
    for contract in (None, *MISSING)
    for declarer in (None, *MISSING)
}
"""What is missing where neither Contract nor Declarer has a value, by the values of both."""

_RESULT: Final = re.compile(
    r"(\^?)\s*(?:([0-9]{1,2})|(NS|EW) ([0-9]{1,2})(?: (NS|EW) ([0-9]{1,2}))?)", re.IGNORECASE
)
# No blank behind the caret, no leading zeros.
_PLAIN_RESULT: Final = re.compile(
    rf"\^?(?:[A-Z]{{2}} )?(?:{lexis.TRICKS})(?: [A-Z]{{2}} (?:{lexis.TRICKS}))?", re.IGNORECASE
)
RESULTS: Final = {str(n): Result(tricks=n) for n in range(14)}


def read_result(value: str, say: Say) -> Result | None:
    """Read the Result tag (§3.4.15), by the relation that it tells."""
    known = RESULTS.get(value)
    if known is not None:
        return known
    bare = value.strip()
    known = RESULTS.get(bare)
    if known is not None or bare in MISSING:
        spelled("Result", value, [], say)
        return known
    match = _RESULT.fullmatch(bare)
    if match is None:
        say("PBN339", value=bare)
        return None
    caret, alone, side, count, other_side, other = match.groups()
    try:
        if alone is not None:
            result = Result(tricks=int(alone), irregular=bool(caret))
        else:
            told = {side.upper(): int(count)}
            if other_side is not None:
                if other_side.upper() in told:
                    say("PBN339", value=bare)
                    return None
                told[other_side.upper()] = int(other)
            result = Result(ns=told.get("NS"), ew=told.get("EW"), irregular=bool(caret))
    except ModelError:
        say("PBN339", value=bare)
        return None
    odd: Spellings = []
    if bare != bare.upper():
        odd.append(("PBN816", {"name": "Result", "value": bare}))
    if not _PLAIN_RESULT.fullmatch(bare):
        odd.append(("PBN345", {"value": bare}))
    spelled("Result", value, odd, say)
    return result


_POINTS_DIGITS: Final = 20  # what `Score` holds
_POINTS: Final = rf"[+-]?\d{{1,{_POINTS_DIGITS}}}(?:\.\d{{1,{_POINTS_DIGITS}}})?"
_SCORE: Final = re.compile(
    rf"({_POINTS})|(NS|EW)\s+({_POINTS})(?:\s+(NS|EW)\s+({_POINTS}))?", re.ASCII | re.IGNORECASE
)
_MAX_SCORE: Final = 100


def read_score(value: str, say: Say) -> Score | None:
    """Read the Score tag (§4.2.1), by the relation that it tells."""
    bare = value.strip()
    if bare in MISSING:
        spelled("Score", value, [], say)
        return None
    match = _SCORE.fullmatch(bare) if len(bare) <= _MAX_SCORE else None
    if match is None or (match[2] and match[4] and match[2].upper() == match[4].upper()):
        say("PBN402", value=bare)
        return None
    found = {"PBN403": "+" in bare, "PBN407": "." in bare, "PBN816": bare != bare.upper()}
    values: dict[str, object] = {"name": "Score", "value": bare}
    spelled("Score", value, [(code, values) for code, is_so in found.items() if is_so], say)
    alone, side, points, _, other = match.groups()
    if alone is not None:
        return Score(declarer=Decimal(alone))
    first, second = Decimal(points), None if other is None else Decimal(other)
    if side.upper() == "NS":
        return Score(ns=first, ew=second)
    return Score(ns=second, ew=first)


MAX_DIGITS: Final = 10
"""A board number has fewer digits than this."""

_NUMBER: Final = re.compile(r"[0-9]{1,9}")

NUMBERS: Final = {str(number): number for number in range(1, 1001)}
"""The numbers that most boards have."""


def read_number(value: str, say: Say) -> int | None:
    """Read the Board tag (§3.4.4)."""
    bare = value.strip()
    if bare in MISSING:
        return None
    if _NUMBER.fullmatch(bare) and int(bare) > 0:
        if bare != value:
            say("PBN810", name="Board")
        if bare[0] == "0":
            say("PBN341", value=bare)
        return int(bare)
    say("PBN332", value=value)
    return None
