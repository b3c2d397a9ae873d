"""Mends the values of tags that have one right spelling.

Source: PBN 2.1 §3.2, §3.3, §3.4.4, §3.4.9 to §3.4.15, §3.11.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from overtrick.model import Board, Contract, Deal, Result, Seat
from overtrick_pbn.check.fix.edits import Edit
from overtrick_pbn.text import lexis
from overtrick_pbn.text.syntax import Game, ItemKind, Section, quote


class Mend(NamedTuple):
    """A new value and the code that tells of it."""

    value: str
    code: str


_BROKEN: Final = frozenset({"PBN308", "PBN309", "PBN310", "PBN311", "PBN314"})
_SEAT_TAGS: Final = frozenset({"Dealer", "Declarer", "Auction", "Play"})
_SEAT: Final = re.compile(r"\^?[wnes]")
_VULNERABLE: Final = {
    word.lower(): word for word in ("None", "Love", "NS", "EW", "All", "Both")
}  # fmt: skip
_ODD_VULNERABLE: Final = {"n-s": "NS", "e-w": "EW", "n/s": "NS", "e/w": "EW"}
_EXPORT_VULNERABLE: Final = {"Love": "None", "-": "None", "Both": "All"}
_CONTRACT: Final = re.compile(rf"({lexis.LEVEL})({lexis.DENOMINATION}|N)(X{{0,2}})")
_STRAINS: Final = frozenset({"S", "H", "D", "C", "NT"})
_SUIT_LETTERS: Final = re.compile(r"S([^.]*+)\.H([^.]*+)\.D([^.]*+)\.C([^.]*+)", re.IGNORECASE)
_LEADING_ZEROS: Final = re.compile(r"0+(?=[1-9][0-9]*\Z)")


def mend_values(game: Game, board: Board, *, is_export: bool) -> Iterator[Edit]:
    """Yield the edits of a game's tags.

    Args:
        game: the game.
        board: what the reader makes of it.
        is_export: whether the rules of export format hold.
    """
    seen: set[str] = set()
    for section in game.sections:
        tag = section.tag
        if tag is None or tag.kind is not ItemKind.TAG:
            continue
        is_first = section.name not in seen
        seen.add(section.name)
        mends = list(_value_mends(section, board, is_export=is_export)) if is_first else []
        value = mends[-1].value if mends else tag.value
        if tag.fault in _BROKEN:
            text = f"[{tag.name} {quote(value)}]"
            yield Edit(tag.start, tag.end, text, "PBN759", {"name": tag.name})
        elif mends:
            start = tag.start + tag.text.index('"')
            end = tag.start + tag.text.rindex('"') + 1
            old = tag.value
            for number, mend in enumerate(mends):
                values = {"name": tag.name, "old": old, "new": value}
                # The first one replaces the value, the others only tell what else was done.
                if number:
                    yield Edit(end, end, "", mend.code, values)
                else:
                    yield Edit(start, end, quote(value), mend.code, values)
        elif is_export and tag.fault is None:
            raw = tag.text[tag.text.index('"') : tag.text.rindex('"') + 1]
            text = f"[{tag.name} {raw}]"
            if text != tag.text:
                yield Edit(tag.start, tag.end, text, "PBN769", {"name": tag.name})


def _value_mends(section: Section, board: Board, *, is_export: bool) -> Iterator[Mend]:
    """Yield the steps from a tag's value to the right one; each begins where the last ended."""
    name, value = section.name, section.value
    typed = name in _MENDERS or name in _SEAT_TAGS
    if not typed or value.startswith("#"):
        return
    bare = value.strip(" ")
    if bare != value:
        value = bare
        yield Mend(value, "PBN758")
    if name in _SEAT_TAGS:
        if _SEAT.fullmatch(value):
            yield Mend(value.upper(), "PBN751")
        return
    for mend in _MENDERS[name](value, board, is_export):
        if mend.value != value:
            value = mend.value
            yield mend


def _board(value: str, board: Board, is_export: bool) -> Iterator[Mend]:
    yield Mend(_LEADING_ZEROS.sub("", value), "PBN762")


def _vulnerable(value: str, board: Board, is_export: bool) -> Iterator[Mend]:
    lower = value.lower()
    if lower in _ODD_VULNERABLE:
        value = _ODD_VULNERABLE[lower]
        yield Mend(value, "PBN757")
    elif lower in _VULNERABLE:
        right = _VULNERABLE[lower]
        is_lower = value == lower
        value = right
        yield Mend(value, "PBN751" if is_lower else "PBN757")
    if is_export and value in _EXPORT_VULNERABLE:
        yield Mend(_EXPORT_VULNERABLE[value], "PBN757")


def _contract(value: str, board: Board, is_export: bool) -> Iterator[Mend]:
    upper = value.upper()
    match = _CONTRACT.fullmatch(upper)
    if upper in {"PASS", "P"}:
        yield Mend("Pass", "PBN751" if value == "pass" else "PBN766")
    elif match is not None:
        level, strain, risk = match.groups()
        right = f"{level}{'NT' if strain == 'N' else strain}{risk}"
        yield Mend(right, "PBN766" if strain == "N" else "PBN751")
    elif upper in _STRAINS:
        yield Mend(upper, "PBN751")


def _result(value: str, board: Board, is_export: bool) -> Iterator[Mend]:
    upper = value.upper()
    yield Mend(upper, "PBN751")
    result = board.result
    contract = board.contract
    is_told = isinstance(result, Result) and result.tricks is not None
    if is_export and is_told and isinstance(contract, Contract) and not upper.lstrip("^").isdigit():
        assert isinstance(result, Result)  # noqa: S101 - said by is_told
        yield Mend(f"{'^' if result.irregular else ''}{result.tricks}", "PBN775")


def _deal(value: str, board: Board, is_export: bool) -> Iterator[Mend]:
    if value[1:2] != ":" or not isinstance(board.deal, Deal):
        return
    first, hands = value[0], value[2:]
    spaced = " ".join(hands.split())
    yield Mend(f"{first}:{spaced}", "PBN763")
    words = spaced.split()
    words = [_SUIT_LETTERS.sub(lambda match: ".".join(match.groups()), word) for word in words]
    yield Mend(f"{first}:{' '.join(words)}", "PBN774")
    words = ["-" if word == "..." else word for word in words]
    yield Mend(f"{first}:{' '.join(words)}", "PBN756")
    words = [word.replace("10", "T") for word in words]
    yield Mend(f"{first}:{' '.join(words)}", "PBN755")
    yield Mend(f"{first}:{' '.join(words)}".upper(), "PBN751")
    if is_export and isinstance(board.dealer, Seat):
        yield Mend(board.deal.to_text(board.dealer), "PBN770")


_MENDERS: Final[dict[str, Callable[[str, Board, bool], Iterator[Mend]]]] = {
    "Board": _board,
    "Vulnerable": _vulnerable,
    "Contract": _contract,
    "Result": _result,
    "Deal": _deal,
}
