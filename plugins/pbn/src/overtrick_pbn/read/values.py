"""The values of the mandatory tags but Deal, and of Score: from tokens to the model.

Each function takes the value and `say(code, **values)`; it returns the value read, and `None` where
the tag states that there is none (see `missing_in`) or where it cannot be read (after saying so).
What a token is, the grammars say (`text.values`).

Source: PBN 2.1 §3.4.3 to §3.4.15, §3.11 (Case sensitivity), §4.2.1 (Score).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple, TypeVar

import attrs

from overtrick import (
    EMPTY,
    PASSED_OUT,
    UNKNOWN,
    Contract,
    Missing,
    ModelError,
    Result,
    Score,
    Seat,
    Side,
    Vulnerability,
)
from overtrick_pbn.text.values import MAX_KEPT, Tokens, tokens

Say = Callable[..., None]

Said = tuple[tuple[str, dict[str, object]], ...]
"""What there is to say of a value: codes, each with what fills its message."""

MISSING: Final = {"?": UNKNOWN, "": EMPTY}
"""What a tag without a value states instead."""


def missing_in(value: str) -> Missing | None:
    """Return what a coded value states in place of a value: that it is unknown, or empty."""
    return MISSING.get(value.strip())


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


def _read_seat(
    value: str, say: Say, *, by_grammar: bool, name: str, start: str = "seat"
) -> tuple[Seat | None, bool]:
    """Return a seat, and whether it changed places with dummy."""
    bare = value.strip()
    if bare in MISSING:
        spelled(name, value, [], say)
        return None, False
    found = tokens(start, bare, by_grammar=by_grammar)
    code, clause = _OF_SEATS[name]
    if found is None:
        say(code, value=bare)
        return None, False
    ((kind, text),) = found
    odd: Spellings = []
    if kind == "SEAT_WORD":
        seat = Seat[text.upper()]
        odd.append(("PBN817", {"value": bare, "clause": f"PBN 2.1 §{clause}"}))
    else:
        seat = Seat.parse(text[-1])
        if text.islower():
            odd.append(("PBN813", {"name": name}))
    spelled(name, value, odd, say)
    return seat, kind == "SWAPPED"


_OF_SEATS: Final = {
    "Dealer": ("PBN333", "3.4.9"),
    "Declarer": ("PBN337", "3.4.13"),
    "Auction": ("PBN360", "3.5"),
    "Play": ("PBN380", "3.6"),
}
"""What a wrong seat is called, and the clause of how it is written, by the name of the tag."""


def _read_vulnerability(value: str, say: Say, *, by_grammar: bool) -> Vulnerability | None:
    """Read the Vulnerable tag (§3.4.10)."""
    bare = value.strip()
    if bare in MISSING:
        spelled("Vulnerable", value, [], say)
        return None
    known = vulnerability_of(bare, by_grammar=by_grammar)
    if known is None:
        say("PBN334", value=bare)
        return None
    vulnerability, code = known
    odd: Spellings = [(code, {"name": "Vulnerable", "value": bare})] if code else []
    spelled("Vulnerable", value, odd, say)
    return vulnerability


def vulnerability_of(
    text: str, *, by_grammar: bool = False
) -> tuple[Vulnerability, str | None] | None:
    """Return the vulnerability that a text is, with the code of what is odd in its spelling.

    `None` where it is none.

    Example:
        >>> vulnerability_of("n-s")
        (<Vulnerability.NS: 1>, 'PBN811')
    """
    found = tokens("vulnerable", text, by_grammar=by_grammar)
    if not found:
        return None
    ((kind, word),) = found
    if kind == "VULNERABILITY":
        return Vulnerability.parse(word), "PBN813" if word.islower() else None
    return Vulnerability.parse("".join(filter(str.isalpha, word))), "PBN811"


class KnownContract(NamedTuple):
    """What the values of Contract and Declarer mean together.

    Attributes:
        contract: the contract.
        lacks: what is stated to be unknown or empty.
        said: what there is to say of them: the tag, the code, what fills the message.
    """

    contract: Contract | None
    lacks: Mapping[str, Missing]
    said: tuple[tuple[str, str, dict[str, object]], ...]


def _read_contract(
    contract: str | None, declarer: str | None, *, by_grammar: bool
) -> KnownContract:
    """Read the Contract and Declarer tags together (§3.4.13, §3.4.14, §3.10).

    Args:
        contract: the value of the Contract tag, `None` where there is no such tag.
        declarer: the value of the Declarer tag, `None` where there is no such tag.
        by_grammar: whether the grammar reads them.
    """
    said: list[tuple[str, str, dict[str, object]]] = []

    def say(code: str, **values: object) -> None:
        said.append(("Contract", code, values))

    def say_declarer(code: str, **values: object) -> None:
        said.append(("Declarer", code, values))

    lacks: dict[str, Missing] = {}
    seat, swapped, without = _read_declarer(declarer, say_declarer, by_grammar=by_grammar)
    bare = None if contract is None else contract.strip()
    result: Contract | None = None
    if not bare or bare == "?":
        if contract:
            spelled("Contract", contract, [], say)
        if seat is not None:
            result = Contract(declarer=seat, swapped=swapped)
        else:
            if bare is not None:
                lacks["contract"] = MISSING[bare]
            if without is not None:
                lacks["declarer"] = without
        return KnownContract(result, lacks, tuple(said))
    known = contract_of(bare, by_grammar=by_grammar)
    if known is None:
        say("PBN338", value=bare)
        return KnownContract(None, lacks, tuple(said))
    result, code = known
    if contract is not None:
        odd: Spellings = [(code, {"name": "Contract", "value": bare})] if code else []
        spelled("Contract", contract, odd, say)
    if without is not None:
        lacks["declarer"] = without
    if result.level != 0:
        result = attrs.evolve(result, declarer=seat, swapped=swapped)
    elif seat is not None:
        say_declarer("PBN343", value=declarer)
        result = Contract(level=0, declarer=seat, swapped=swapped)
    return KnownContract(result, lacks, tuple(said))


def _read_declarer(
    value: str | None, say: Say, *, by_grammar: bool
) -> tuple[Seat | None, bool, Missing | None]:
    """Return the seat, whether it changed places with dummy, and what stands in its place."""
    if value is None:
        return None, False, None
    bare = value.strip()
    found = () if bare in MISSING else tokens("declarer", bare, by_grammar=by_grammar)
    if found and found[0][0] == "SWAPPED_UNKNOWN":
        return None, False, UNKNOWN
    seat, swapped = _read_seat(value, say, by_grammar=by_grammar, name="Declarer", start="declarer")
    return seat, swapped, missing_in(value)


def contract_of(text: str, *, by_grammar: bool = False) -> tuple[Contract, str | None] | None:
    """Return the contract that a text is, with the code of what is odd in its spelling.

    `None` where it is no contract.

    Example:
        >>> contract_of("3n")
        (<Contract 3NT>, 'PBN812')
    """
    found = tokens("contract", text, by_grammar=by_grammar)
    if not found:
        return None
    ((kind, word),) = found
    contract = PASSED_OUT if kind == "OBSERVED_P" else Contract.parse(word)
    if word == contract.text:
        return contract, None
    return contract, "PBN813" if kind in _STANDARD_CONTRACTS else "PBN812"


_STANDARD_CONTRACTS: Final = frozenset({"PASS", "CONTRACT", "DENOMINATION", "LOWER_DENOMINATION"})

NumberT = TypeVar("NumberT", int, Decimal)


def _by_side(
    found: Tokens, number: Callable[[str], NumberT]
) -> tuple[NumberT | None, NumberT | None, NumberT | None]:
    """Return the number of declarer, of North and South, of East and West."""
    numbers: dict[str, NumberT] = {}
    whose = ""
    for kind, text in found:
        if kind in Side.__members__:
            whose = kind
        elif kind != "CARET":
            numbers[whose] = number(text)
    north_south, east_west = (numbers.get(side.name) for side in Side)
    return numbers.get(""), north_south, east_west


def _read_result(value: str, say: Say, *, by_grammar: bool) -> Result | None:
    """Read the Result tag (§3.4.15), by the relation that it tells."""
    bare = value.strip()
    if bare in MISSING:
        spelled("Result", value, [], say)
        return None
    found = tokens("result", bare, by_grammar=by_grammar) or ()
    irregular = dict(found).get("CARET") is not None
    try:
        tricks, ns, ew = _by_side(found, int)
        result = Result(tricks=tricks, ns=ns, ew=ew, irregular=irregular)
    except ModelError:
        say("PBN339", value=bare)
        return None
    odd: Spellings = []
    if bare != bare.upper():
        odd.append(("PBN816", {"name": "Result", "value": bare}))
    if (irregular and bare[1:2].isspace()) or any(_has_zeros(text) for _, text in found):
        odd.append(("PBN345", {"value": bare}))
    spelled("Result", value, odd, say)
    return result


def _has_zeros(text: str) -> bool:
    return text[0] == "0" and len(text) > 1


_MAX_SCORE: Final = 100


def _read_score(value: str, say: Say, *, by_grammar: bool) -> Score | None:
    """Read the Score tag (§4.2.1), by the relation that it tells."""
    bare = value.strip()
    if bare in MISSING:
        spelled("Score", value, [], say)
        return None
    found = tokens("score", bare, by_grammar=by_grammar) if len(bare) <= _MAX_SCORE else None
    if found is None or any(_is_too_long(text) for _, text in found):
        say("PBN402", value=bare)
        return None
    is_so = {"PBN403": "+" in bare, "PBN407": "." in bare, "PBN816": bare != bare.upper()}
    values: dict[str, object] = {"name": "Score", "value": bare}
    spelled("Score", value, [(code, values) for code, is_odd in is_so.items() if is_odd], say)
    alone, ns, ew = _by_side(found, Decimal)
    return Score(declarer=alone) if alone is not None else Score(ns=ns, ew=ew)


def _is_too_long(points: str) -> bool:
    """Return whether a number has more digits than the model keeps."""
    return any(len(digits) > Score.MAX_DIGITS for digits in points.strip("+-").split("."))


MAX_DIGITS: Final = 10
"""A board number has fewer digits than this."""


def _read_number(value: str, say: Say, *, by_grammar: bool) -> int | None:
    """Read the Board tag (§3.4.4)."""
    bare = value.strip()
    if bare in MISSING:
        return None
    found = tokens("board", bare, by_grammar=by_grammar)
    if found is None or len(bare) >= MAX_DIGITS:
        say("PBN332", value=value)
        return None
    if bare != value:
        say("PBN810", name="Board")
    if bare[0] == "0":
        say("PBN341", value=bare)
    return int(bare)


class TagMeaning(NamedTuple):
    """What the value of a tag means, whatever else is in the game.

    Attributes:
        value: what the model has for it; `None` where there is nothing, or it cannot be read.
        stated: what the tag states in place of a value.
        said: what there is to say of it.
    """

    value: Any
    stated: Missing | None
    said: Said


_READERS: Final[Mapping[str, Callable[..., object]]] = {
    "Board": _read_number,
    "Vulnerable": _read_vulnerability,
    "Result": _read_result,
    "Score": _read_score,
}


def _known_value(name: str, value: str, *, by_grammar: bool) -> TagMeaning:
    said: list[tuple[str, dict[str, object]]] = []

    def say(code: str, **values: object) -> None:
        said.append((code, values))

    found: object
    if name in _OF_SEATS:
        found, _ = _read_seat(value, say, by_grammar=by_grammar, name=name)
    else:
        found = _READERS[name](value, say, by_grammar=by_grammar)
    return TagMeaning(found, None if found is not None else missing_in(value), tuple(said))


class Values:
    """Reads tag values, each of them once: most stand in many games.

    Attributes:
        value: reads the value of a tag: `value("Dealer", "N")`; not that of Deal.
        contract: reads the values of Contract and Declarer together.

    Args:
        by_grammar: whether the grammar reads what the patterns take as well.

    Example:
        >>> QUICK.value("Result", "9").value, QUICK.contract("4S", "?").lacks
        (<Result 9>, {'declarer': UNKNOWN})
    """

    def __init__(self, *, by_grammar: bool) -> None:
        keep = functools.lru_cache(MAX_KEPT)
        self.value: Callable[[str, str], TagMeaning] = keep(
            functools.partial(_known_value, by_grammar=by_grammar)
        )
        self.contract: Callable[[str | None, str | None], KnownContract] = keep(
            functools.partial(_read_contract, by_grammar=by_grammar)
        )


QUICK: Final = Values(by_grammar=False)
PARSED: Final = Values(by_grammar=True)
"""The values of all files: by the patterns where they take them, and by the grammar alone."""
