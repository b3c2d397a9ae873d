"""What boards have that a view may show: texts, numbers, other values; and expected outputs."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from overtrick import (
    Board,
    Contract,
    Field,
    Result,
    Seat,
    Vulnerability,
    board_from_dict,
    board_to_dict,
)
from overtrick_testing.corpus import JSON_SUFFIXES
from overtrick_testing.examples import full_board, keep_fields
from overtrick_testing.hostile import Place, text_places, with_texts

LONG_TEXTS: Final = (" Alexandrina of Utrecht" * 6 + " ", "featherstonehaugh" * 6)
"""Texts of words, and of one word; with a beginning and an end they are a name of some length."""

CUT_MARKS: Final = ("…", "...", r"\u2026")
"""What shows that a text is cut; the last is the first in JSON."""

NUMBERS: Final = (5, 48, 347)
"""Numbers of boards that no card, dealer or table of the examples has."""

_NUMBER: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"\w+")


@functools.cache
def _full_tree() -> dict[str, Any]:
    tree: dict[str, Any] = board_to_dict(full_board())
    for grid in tree["grids"].values():
        grid["rows"] = grid["rows"][:1]
    return tree


@functools.cache
def places_of_texts() -> tuple[Place, ...]:
    """Return the places of a board in which any text may be: names, notes, comments, tables.

    Example:
        >>> ("event",) in places_of_texts()
        True
    """
    return tuple(text_places(_full_tree()))


def board_with_texts(texts: Mapping[Place, str]) -> Board:
    """Return a board with a value in each of its fields, and texts in some places.

    Example:
        >>> board_with_texts({("players", "W"): "Ada"}).info.players[3]
        'Ada'
    """
    return board_from_dict(with_texts(_full_tree(), texts))


def numbers_in(text: str) -> Counter[int]:
    """Return the whole numbers in a text.

    Example:
        >>> sorted(numbers_in("board 007 of 12").elements())
        [7, 12]
    """
    return Counter(map(int, _NUMBER.findall(text)))


def words_in(text: str) -> Counter[str]:
    """Return the words and numbers in a text.

    Example:
        >>> sorted(words_in("| a-b | 7 |").elements())
        ['7', 'a', 'b']
    """
    return Counter(_WORD.findall(text))


@attrs.frozen
class Lack:
    """A board that lacks a value, and the same with values that a view may invent for it.

    Attributes:
        what: the value, in words.
        field: the field that it belongs to.
        board: the board that lacks it.
        others: boards that have it.
    """

    what: str
    field: Field
    board: Board
    others: tuple[Board, ...]


@functools.cache
def lacks() -> tuple[Lack, ...]:
    """Return boards that lack a value each, with others that have it.

    What may look like nothing is no value here: a board that nobody is vulnerable at, or that was
    passed out.
    """
    full, evolve = full_board(), attrs.evolve
    plain = keep_fields(
        full, {Field.NUMBER, Field.DEALER, Field.VULNERABILITY, Field.DEAL, Field.CONTRACT}
    )
    texts = [f"{level}{strain}" for level in (1, 4, 7) for strain in ("C", "S", "NT")]
    contracts = [Contract.parse(text, declarer=seat) for text in texts for seat in Seat]
    declared = [contract for contract in contracts if contract.text == "4S"]
    sides = [one for one in Vulnerability if one is not Vulnerability.NONE]
    return (
        Lack(
            "number", Field.NUMBER, evolve(plain, number=None),
            tuple(evolve(plain, number=number) for number in range(1, 37)),
        ),
        Lack(
            "dealer", Field.DEALER, evolve(plain, dealer=None),
            tuple(evolve(plain, dealer=seat) for seat in Seat),
        ),
        Lack(
            "vulnerability", Field.VULNERABILITY, evolve(plain, vulnerability=None),
            tuple(evolve(plain, vulnerability=side) for side in sides),
        ),
        Lack(
            "contract", Field.CONTRACT, evolve(plain, contract=None),
            tuple(evolve(plain, contract=contract) for contract in contracts),
        ),
        Lack(
            "declarer", Field.CONTRACT, evolve(plain, contract=Contract.parse("4S")),
            tuple(evolve(plain, contract=contract) for contract in declared),
        ),
        Lack(
            "result", Field.RESULT, evolve(plain, result=None),
            tuple(evolve(plain, result=Result(tricks=tricks)) for tricks in range(14)),
        ),
    )  # fmt: skip


# Expected outputs -------------------------------------------------------------------------------


@attrs.frozen
class Expected:
    """An expected output: boards in JSON, and what the view makes of them.

    Attributes:
        source: the file of boards.
        output: the file that the view is to make of them.
        options: the options with which it does, as texts by name.
    """

    source: Path
    output: Path
    options: Mapping[str, str]


def find_expected(folder: Path, suffixes: Collection[str]) -> tuple[Expected, ...]:
    """Return the expected outputs in a folder.

    `evening.json` has boards, `evening.txt` is what the view makes of them, and
    `evening.hide=EW,play=no.txt` what it makes of them with options.

    Args:
        folder: the folder.
        suffixes: the view's own; `.txt` where it has none.

    Raises:
        AssertionError: there is none, or a file that belongs to no file of boards.
    """
    suffixes = tuple(suffixes) or (".txt",)
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    sources = {
        path.stem: path
        for path in files
        if path.suffix in JSON_SUFFIXES and _stem(path, suffixes) is None
    }
    assert sources, f"no file *.json in {folder}"
    found = list(_outputs(files, sources, suffixes))
    alone = sources.keys() - {each.source.stem for each in found}
    assert not alone, f"beside {min(alone)}.json there is no {min(alone)}{suffixes[0]}"
    return tuple(found)


def _outputs(
    files: Sequence[Path], sources: Mapping[str, Path], suffixes: tuple[str, ...]
) -> Iterator[Expected]:
    for path in files:
        stem = _stem(path, suffixes)
        if stem is None:
            continue
        names = [name for name in sources if stem == name or stem.startswith(f"{name}.")]
        assert names, f"{path.name} belongs to no file of boards: there is no {stem}.json"
        name = max(names, key=len)
        yield Expected(sources[name], path, _options(path, stem[len(name) + 1 :]))


def _stem(path: Path, suffixes: Collection[str]) -> str | None:
    fitting = [suffix for suffix in suffixes if path.name.endswith(suffix)]
    return path.name.removesuffix(max(fitting, key=len)) if fitting else None


def _options(path: Path, text: str) -> dict[str, str]:
    """Return the options in a file's name: `hide=E,W,play=no` are two."""
    found: dict[str, str] = {}
    name = ""
    for part in text.split(",") if text else ():
        before, mark, value = part.partition("=")
        if mark:
            name = before.replace("-", "_")
            found[name] = value
        elif name:
            found[name] += f",{part}"
        else:
            msg = f"{path.name} is named after no options: NAME.OPTION=VALUE,OPTION=VALUE.suffix"
            raise AssertionError(msg)
    return found
