"""Measure overtrick-hands: boards a second of `select`, evaluators on hands and on arrays.

    python bench/bench_hands.py [--quick] [--boards N]

The file is made by `pbn_files.py`. Times are processor time, the best of several runs; `--quick`
takes little of everything and one run, for CI. Where endplay is installed, its evaluators are
measured on the same hands, in the same run.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

import numpy
from bench_pbn import best, make

import overtrick
from overtrick import Hand
from overtrick_hands import EVALUATORS, balanced, compile_condition
from overtrick_hands.selection import Found, Search

CONDITION = "north.hcp in 15..17 and balanced(north) and south.spades >= 4"


def select_all(path, condition):
    found = Found()
    for number, row in Search(condition=condition).rows(path):
        found.note(number, condition.of_row(row))
    return found


def read_all(path, condition):
    found = Found()
    with overtrick.open_boards(path) as boards:
        for board in boards:
            found.note(board.number, condition(board))
    return found


def scan_alone(path, columns):
    with overtrick.scan(path, columns=columns) as batches:
        return sum(len(batch) for batch in batches)


def measure_select(variant, text, count, repeats):
    condition = compile_condition(text)
    columns = ["number", *(name for name in condition.columns if name != "number")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{variant}.pbn"
        make(count, variant, path)
        assert select_all(path, condition).picked == read_all(path, condition).picked
        searched = count / best(lambda: select_all(path, condition), repeats)
        scanned = count / best(lambda: scan_alone(path, columns), repeats)
        boards = count / best(lambda: read_all(path, condition), repeats)
    print(
        f"select {variant:6} {searched:9,.0f} boards/s (columns alone {scanned:9,.0f}, "
        f"boards read whole {boards:9,.0f})  {text}"
    )


def hands_of(count):
    chance = random.Random(5)
    return [Hand(sum(1 << card for card in chance.sample(range(52), 13))) for _ in range(count)]


def measure_evaluators(count, repeats):
    hands = hands_of(min(count, 5000))
    masks = numpy.array([hand.mask for hand in hands_of(1000)])
    masks = numpy.tile(masks, max(1, count // 1000))
    theirs = peers(hands)
    print(f"{'evaluator':14} {'hands/s':>12} {'of an array/s':>15} {'endplay, hands/s':>17}  ratio")
    for name, evaluator in EVALUATORS.items():
        if not evaluator.for_hands:
            continue
        evaluator(hands[0])
        evaluator.on_masks(masks[:1])
        single = len(hands) / best(lambda e=evaluator: [e(hand) for hand in hands], repeats)
        many = len(masks) / best(lambda e=evaluator: e.on_masks(masks), repeats)
        row = f"{name:14} {single:12,.0f} {many:15,.0f}"
        if name in theirs:
            function, values = theirs[name]
            peer = len(values) / best(lambda f=function, v=values: [f(h) for h in v], repeats)
            row += f" {peer:17,.0f}  {single / peer:.1f}"
        print(row)
    shape = len(hands) / best(lambda: [hand in balanced for hand in hands], repeats)
    many = len(masks) / best(lambda: balanced.on_masks(masks), repeats)
    row = f"{'balanced':14} {shape:12,.0f} {many:15,.0f}"
    if "balanced" in theirs:
        function, values = theirs["balanced"]
        peer = len(values) / best(lambda: [function(h) for h in values], repeats)
        row += f" {peer:17,.0f}  {shape / peer:.1f}"
    print(row)
    condition = compile_condition(CONDITION)
    taken = best(lambda: condition.on_masks(masks, south=masks), repeats)
    print(f"condition on arrays {len(masks) / taken:12,.0f} deals/s  {CONDITION}")


def peers(hands):
    """Return endplay's functions by our names, with the hands as it has them."""
    try:
        from endplay import evaluate
        from endplay.types import Hand as Theirs
    except ImportError:
        print("endplay is not installed: its evaluators are not measured")
        return {}
    values = [Theirs(hand.text) for hand in hands[:500]]
    functions = {
        "hcp": evaluate.hcp,
        "controls": evaluate.controls,
        "losers": evaluate.losers,
        "cccc": evaluate.cccc,
        "rule_of_20": evaluate.rule_of_n,
        "balanced": evaluate.is_balanced,
    }
    agree(functions, hands, values)
    return {name: (function, values) for name, function in functions.items()}


def agree(functions, hands, values):
    """Say of how many hands the two programs think alike."""
    for name, function in functions.items():
        ours = balanced.__contains__ if name == "balanced" else EVALUATORS[name]
        pairs = [(ours(hand), function(value)) for hand, value in zip(hands, values, strict=False)]
        same = sum(abs(a - b) < 1e-9 for a, b in pairs)
        if same < len(pairs):
            print(f"{name}: {same} of {len(pairs)} hands as endplay counts them")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="300 boards, one run")
    parser.add_argument("--boards", type=int, default=20_000)
    asked = parser.parse_args()
    count = 300 if asked.quick else asked.boards
    repeats = 1 if asked.quick else 5
    measure_select("deal", CONDITION, count, repeats)
    measure_select("plain", CONDITION, count, repeats)
    measure_select("plain", "level >= 4 and made and ns.cccc >= 20.5", count, repeats)
    measure_evaluators(2000 if asked.quick else 1_000_000, repeats)


if __name__ == "__main__":
    main()
