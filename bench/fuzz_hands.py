"""Feed the condition language with texts: conditions or errors at a column, nothing else.

    python bench/fuzz_hands.py [COUNT] [--seed N]
    python bench/fuzz_hands.py --growth

Texts are made of the language's own words in any order, of conditions that are right, and of these
changed at random. What is understood must be printed back to an equal tree, answer every board with
true, false or nothing, and (where cards alone tell it) answer arrays as boards. The slowest is
reported. `--growth` reads texts of each hostile construct at 500, 1,000, 2,000 and 4,000 characters
and prints how the processor time grows; the greatest length is the limit of the language.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import time

import numpy

from overtrick import Board, Contract, Deal, Result, Seat, Vulnerability
from overtrick_hands import ConditionError, compile_condition
from overtrick_hands.conditions.tree import Kind
from overtrick_hands.conditions.words import all_words, words_behind

SIGNS = [
    *("and", "or", "not", "in", "is", "is not", "contains", "any", "==", "!=", "<", "<=", ">"),
    *(">=", "=", "+", "-", "*", "/", "%", "(", ")", ",", ".", "..", "&", "≥", "'", '"'),
]
VALUES = ["0", "4", "15", "12.5", "17", "3NT", "4SX", "SA", "H10", "'Pairs'", "4333", "5xx3", "x"]

RIGHT = [
    "north.hcp in 15..17 and balanced(north) and south.spades >= 4",
    "shape(north, any 4333 + any 4432 - 4xxx) or not has(ns, SA, HK)",
    "someone(hcp >= 20 and spades >= 5) or everyone(hcp in 8..12)",
    "12 <= ns.hcp <= 25 and ns.fit >= 8 and ew.losers < 18",
    "contract in 3NT..4SX and declarer in ns and tricks(declarer, strain) > level + 6",
    "dealer is not vulnerable and vulnerability is both or board % 4 == 1",
    "max(north.cccc, south.cccc) - 0.5 > abs(ns.hcp - ew.hcp) / 2",
    "event contains 'Pairs' and north.name != \"O'Neil\" and date >= '2024'",
    "points(ew, 4.5, 3, 1.5, 0.75, 0.25) > 20.25 and west.spades.quality > 2",
    "made and overtricks in (-1, 0, 2..) and not (doubled or passed_out)",
    "declarer.trumps + dummy.trumps <= 7 and partner(dealer).clubs.top3 == 2",
]

HOSTILE = {
    "brackets": lambda n: "(" * (n // 2 - 2) + "made" + ")" * (n // 2 - 2),
    "brackets left open": lambda n: "(" * n,
    "not": lambda n: "not " * (n // 4 - 1) + "made",
    "minus": lambda n: "-" * (n - 6) + "1 > 0",
    "a sum": lambda n: "1+" * (n // 2 - 3) + "1 > 0",
    "or": lambda n: "made or " * (n // 8 - 1) + "made",
    "someone": lambda n: "someone(" + "hcp>1 or " * (n // 9 - 2) + "hcp>2)",
    "a row of comparisons": lambda n: "north.hcp > " * (n // 12 - 1) + "1",
    "ranges": lambda n: "north.hcp in (" + "1..2," * (n // 5 - 4) + "3)",
    "shapes": lambda n: "shape(north, " + "5xx3+" * (n // 5 - 4) + "5xx3)",
    "shapes joined and met": lambda n: "shape(north, " + "any xxxx&" * (n // 9 - 3) + "xxxx)",
    "functions": lambda n: "partner(" * (n // 9 - 1) + "dealer" + ")" * (n // 9 - 1),
    "points": lambda n: "north" + ".spades" * (n // 7 - 1),
    "quotes": lambda n: '"' * n,
    "a long word": lambda n: "n" * n,
    "digits": lambda n: "1" * n,
    "blanks": lambda n: " " * n,
}


def boards(chance):
    found = [Board()]
    for _ in range(4):
        pack = list(range(52))
        chance.shuffle(pack)
        masks = [sum(1 << card for card in pack[13 * i : 13 * i + 13]) for i in range(4)]
        found.append(
            Board(
                number=chance.randint(1, 32),
                dealer=Seat(chance.randrange(4)),
                vulnerability=Vulnerability(chance.randrange(4)),
                deal=Deal.from_masks(*masks),
                contract=Contract.parse("4S", declarer=Seat(chance.randrange(4))),
                result=Result(tricks=chance.randint(0, 13)),
            )
        )
    return found


def soup(chance, words):
    return " ".join(chance.choice(words) for _ in range(chance.randint(1, 24)))


def changed(chance, words):
    text = chance.choice(RIGHT)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text) + 1)
        end = place + chance.choice([0, 0, 1, 2, 6])
        piece = chance.choice([chance.choice(words), "", chr(chance.randrange(32, 0x250)), " "])
        text = text[:place] + piece + text[end:]
    return text


def joined(chance):
    parts = [f"({chance.choice(RIGHT)})" for _ in range(chance.randint(1, 4))]
    return chance.choice([" and ", " or ", " and not "]).join(parts)


def try_one(text, some, hands):
    """Return what came of a text; anything that should not be is an assertion."""
    refusal = None
    try:
        condition = compile_condition(text)
    except ConditionError as error:
        refusal = error
    if refusal is not None:
        assert 0 <= refusal.column <= len(text) + 1, (text, refusal)
        assert "\n" not in refusal.why, (text, refusal)
        return "refused"
    again = compile_condition(condition.text)
    assert again == condition, (text, condition.text)
    answers = [condition(board) for board in some]
    assert all(answer in (True, False, None) for answer in answers), text
    if condition.is_about_cards:
        found = condition.on_masks(*hands).tolist()
        assert found == answers[1:], (text, found, answers)
    return "understood"


def fuzz(count, seed):
    chance = random.Random(seed)
    kinds = (Kind.SEAT, Kind.SIDE, Kind.HOLDING)
    words = [*all_words(), *SIGNS * 3, *VALUES * 2]
    words += [word for kind in kinds for word in words_behind(kind)]
    words += [f"{who}.{word}" for who in ("north", "ns") for word in words_behind(Kind.SIDE)]
    some = boards(chance)
    hands = [numpy.array([board.deal.masks[seat] for board in some[1:]]) for seat in range(4)]
    counts, slowest = {"refused": 0, "understood": 0}, (0.0, "")
    for number in range(count):
        make = (soup, changed, changed)[number % 3]
        text = joined(chance) if number % 10 == 9 else make(chance, words)
        begun = time.process_time()
        counts[try_one(text, some, hands)] += 1
        slowest = max(slowest, (time.process_time() - begun, text))
    print(f"{count:,} texts: {counts['understood']:,} understood, {counts['refused']:,} refused")
    print(f"slowest: {1000 * slowest[0]:.1f} ms  {slowest[1][:80]!r}")


def growth():
    compile_condition("made")  # the parser is made once
    lengths = (500, 1000, 2000, 4000)
    print(f"{'ms for characters':24} {'  '.join(f'{length:7,}' for length in lengths)}")
    worst = 0.0
    for name, make in HOSTILE.items():
        times = []
        for length in lengths:
            begun = time.process_time()
            with contextlib.suppress(ConditionError):  # most are wrong: it is the time that counts
                str(compile_condition(make(length)))
            times.append(1000 * (time.process_time() - begun))
        worst = max(worst, *times)
        print(f"{name:24} {'  '.join(f'{taken:7.1f}' for taken in times)}")
    print(f"greatest: {worst:.0f} ms")
    return worst < 2000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("count", nargs="?", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--growth", action="store_true")
    asked = parser.parse_args()
    if asked.growth:
        sys.exit(0 if growth() else 1)
    fuzz(asked.count, asked.seed)


if __name__ == "__main__":
    main()
