"""Hands: `select` on files, evaluators on hands and on arrays, beside endplay's evaluators.

Files are made by `tests/pbn_files.py`; processor time, the best of several rounds. endplay's
evaluators are given the same hands in the same run.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy
import pbn_files

import overtrick
from bench.measuring import Given, Row, best, by_turns
from overtrick import Hand
from overtrick_hands import EVALUATORS, balanced, compile_condition

CONDITION = "north.hcp in 15..17 and balanced(north) and south.spades >= 4"
SHOWN = ("hcp", "controls", "losers", "cccc", "rule_of_20", "quick_tricks")
OUTCOME = "level >= 4 and made and ns.cccc >= 20.5"


def scanned(path: Path, columns: list[str]) -> list[int]:
    """Return the places of a file's boards by its columns alone."""
    with overtrick.scan(path, columns=columns) as batches:
        return [place for batch in batches for place in range(len(batch))]


def select_rows(variant: str, text: str, count: int, rounds: int) -> Iterator[Row]:
    """Measure a condition on a file: by columns, the columns alone, and on boards."""
    from overtrick_hands.selection import Search

    condition = compile_condition(text)
    columns = ["number", *(name for name in condition.columns if name != "number")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{variant}.pbn"
        pbn_files.write_file(count, variant, path)

        def selected() -> int:
            rows = Search(condition=condition).rows(path)
            return sum(condition.of_row(row) is True for _, row in rows)

        def read() -> int:
            with overtrick.open_boards(path) as boards:
                return sum(condition(board) is True for board in boards)

        if selected() != read():
            raise SystemExit(f"{text!r} selects other boards by columns")
        what = f"select, {variant}, {'outcome' if text == OUTCOME else 'hands'}"
        works = {
            what: selected,
            f"{what}: its columns alone": lambda: scanned(path, columns),
            f"{what}: boards": read,
        }
        for name, seconds in by_turns(works, rounds).items():
            yield Row(name, count / seconds, "boards/s")


def random_hands(count: int) -> list[Hand]:
    chance = random.Random(5)
    return [Hand(sum(1 << card for card in chance.sample(range(52), 13))) for _ in range(count)]


def peers(given: Given, hands: list[Hand]) -> dict[str, Callable[[], object]]:
    """Return endplay's work on the same hands by our names of it."""
    if not given.has("endplay"):
        return {}
    from endplay import evaluate
    from endplay.types import Hand as Theirs

    values = [Theirs(hand.text) for hand in hands]
    functions = {
        "hcp": evaluate.hcp,
        "controls": evaluate.controls,
        "losers": evaluate.losers,
        "cccc": evaluate.cccc,
        "rule_of_20": evaluate.rule_of_n,
        "balanced": evaluate.is_balanced,
    }
    return {
        name: lambda function=function: [function(value) for value in values]
        for name, function in functions.items()
    }


def evaluator_rows(given: Given, rounds: int) -> Iterator[Row]:
    """Measure each evaluator on hands one by one, and on an array of them."""
    hands = random_hands(50 if given.is_quick else 500)
    masks = numpy.array([hand.mask for hand in random_hands(1000)])
    masks = numpy.tile(masks, 1 if given.is_quick else 1000)
    theirs = peers(given, hands)
    for name in SHOWN:
        one = EVALUATORS[name]
        one.on_masks(masks[:1])
        peer = theirs.get(name)
        single = best(lambda one=one: [one(hand) for hand in hands], rounds)
        beside = None if peer is None else len(hands) / best(peer, rounds)
        yield Row(f"{name}, hands", len(hands) / single, "hands/s", beside)
        many = best(lambda one=one: one.on_masks(masks), rounds)
        yield Row(f"{name}, array", len(masks) / many, "hands/s")
    single = best(lambda: [hand in balanced for hand in hands], rounds)
    beside = len(hands) / best(theirs["balanced"], rounds) if theirs else None
    yield Row("balanced, hands", len(hands) / single, "hands/s", beside)
    condition = compile_condition(CONDITION)
    taken = best(lambda: condition.on_masks(masks, south=masks), rounds)
    yield Row("condition on two hands, array", len(masks) / taken, "deals/s")


def rows(given: Given) -> Iterator[Row]:
    """Measure selecting, then evaluators."""
    count, rounds = given.size(20_000, 100), given.times(5)
    for variant, text in (("deal", CONDITION), ("plain", CONDITION), ("plain", OUTCOME)):
        yield from select_rows(variant, text, count, rounds)
    yield from evaluator_rows(given, rounds)
