"""Count hands as other programs do: how many come to the same.

    python tests/sweeps/hands_peers.py [--dealer PROGRAM] [--hands N]

`dealer` (Debian package `dealer`) deals a hand a run, by seed, and prints what it counts; endplay,
where it is installed, counts N random hands. Each count of each program is held against ours, and
where they differ the reasons that are known are counted too.
"""

from __future__ import annotations

import argparse
import collections
import random
import shutil
import subprocess
from pathlib import Path

from overtrick import Hand, Suit
from overtrick_hands import EVALUATORS, balanced, quality

SCRIPT = """produce 1
action printoneline, average loser(north), average control(north), average hcp(north),
average top3(north), average top5(north), average tens(north), average cccc(north),
average quality(north, spades), average quality(north, hearts),
average quality(north, diamonds), average quality(north, clubs)
"""
COUNTS = ("losers", "controls", "hcp", "top3", "top5", "tens", "cccc")


def reasons(hand: Hand) -> set[str]:
    """Return what `dealer` is known to read in another way than the article."""
    found = set()
    for suit in Suit:
        text = hand.suit_text(suit)
        honours = sum(card in "AKQJ" for card in text)
        if len(text) == 2 and "Q" in text:
            found.add("a doubleton queen (0.25 more)")
        if len(text) > 6 and "T" in text:
            found.add("a ten in seven cards or more")
        if len(text) < 7 and "9" in text and honours > 2 and not {"T", "8"} & set(text):
            found.add("a nine below three honours")
    return found


def by_dealer(program: str, hands: int) -> None:
    same: collections.Counter[str] = collections.Counter()
    why: collections.Counter[str] = collections.Counter()
    for seed in range(1, hands + 1):
        run = subprocess.run(
            [program, "-m", "-s", str(seed)],
            input=SCRIPT,
            capture_output=True,
            text=True,
            check=True,
        )
        first, *numbers = run.stdout.splitlines()
        hand = Hand.parse(first.split()[1])
        values = [float(number) for number in numbers[:11]]
        for name, value in zip(COUNTS, values, strict=False):
            scale = 100 if name == "cccc" else 1
            is_same = round(scale * EVALUATORS[name](hand), 6) == value
            same[name] += is_same
            if not is_same:
                why.update(reasons(hand) or {"no reason known"})
        suits = zip(reversed(Suit), values[7:], strict=True)
        same["quality"] += all(
            round(100 * quality.of_holding(hand.holding(suit)), 6) == value for suit, value in suits
        )
    for name in (*COUNTS, "quality"):
        print(f"dealer   {name:10} {same[name]:,} of {hands:,} hands")
    for reason, count in why.most_common():
        print(f"         {count:,} of those that differ have {reason}")


def by_endplay(hands: int) -> None:
    try:
        from endplay import evaluate
        from endplay.types import Hand as Theirs
    except ImportError:
        print("endplay is not installed")
        return
    chance = random.Random(5)
    dealt = [Hand(sum(1 << card for card in chance.sample(range(52), 13))) for _ in range(hands)]
    functions = {
        "losers": evaluate.losers,
        "controls": evaluate.controls,
        "hcp": evaluate.hcp,
        "cccc": evaluate.cccc,
        "rule_of_20": evaluate.rule_of_n,
        "balanced": evaluate.is_balanced,
    }
    for name, function in functions.items():
        ours = balanced.__contains__ if name == "balanced" else EVALUATORS[name]
        same = sum(abs(ours(hand) - function(Theirs(hand.text))) < 1e-9 for hand in dealt)
        print(f"endplay  {name:10} {same:,} of {hands:,} hands")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--dealer", help="the program; found on the path, or in /usr/games")
    parser.add_argument("--hands", type=int, default=1000)
    asked = parser.parse_args()
    path = asked.dealer or shutil.which("dealer")
    if path is None and Path("/usr/games/dealer").exists():
        path = "/usr/games/dealer"
    if path is None:
        print("dealer is not installed")
    else:
        by_dealer(path, asked.hands)
    by_endplay(asked.hands)


if __name__ == "__main__":
    main()
