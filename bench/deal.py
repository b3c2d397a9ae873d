"""Random deals beside Deal, dealer and endplay, in one run.

Masks are arrays of 52-bit masks of all four hands. Processor time, the least of several runs, ours
and theirs by turns; of a program less that of a start with next to no deals. The peer of a row is
the fastest script of Deal. Deal and dealer are the Debian packages of these names. Files are whole
processes by the clock, from the start of Python to the closed file.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.measuring import Given, Row, best, overtrick_command, run
from overtrick_deal import Sampler, Seed, deals
from overtrick_hands import compile_condition, hcp

REFERENCE = "north.hcp in 15..17 and balanced(north) and south.spades >= 4 and south.hcp >= 8"
NOTRUMP = "north.hcp in 15..17 and balanced(north)"
RARE = "north.hcp >= 30 and south.spades >= 6"
BLOCK = 4096

PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))

DEAL_PLAIN = "main { hcp north; hcp east; hcp south; hcp west; accept }"
DEAL_WAYS = {
    "Deal, plain script": """main {
  accept if {[hcp north] >= 15 && [hcp north] <= 17 && [balanced north]
             && [spades south] >= 4 && [hcp south] >= 8}
}""",
    "Deal, shape class": """shapeclass nobal {expr $s*$s+$h*$h+$d*$d+$c*$c <= 47}
main {
  reject unless {[nobal north]}
  reject if {[hcp north] < 15} {[hcp north] > 17} {[spades south] < 4} {[hcp south] < 8}
  accept
}""",
    "Deal, smart stack": """shapeclass nobal {expr $s*$s+$h*$h+$d*$d+$c*$c <= 47}
deal::input smartstack north nobal hcp 15 17
main { accept if {[spades south] >= 4 && [hcp south] >= 8} }""",
}
DEALER = """generate 1000000000
produce {count}
condition hcp(north) >= 15 and hcp(north) <= 17
  and shape(north, any 4333 + any 4432 + any 5332) and spades(south) >= 4 and hcp(south) >= 8
"""
ENDPLAY = """
import sys, time
from endplay.dealer import generate_deals
started = time.process_time()
for _ in generate_deals(
    "hcp(north) >= 15 and hcp(north) <= 17 and spades(south) >= 4 and hcp(south) >= 8"
    " and shape(north, any 4333 + any 4432 + any 5332)", produce=int(sys.argv[1])
):
    pass
print(time.process_time() - started)
"""


def program_rate(commands, count, repeats):
    """Return the deals a second of a program, less its start: `commands` of a count of deals."""
    start = min(run(*commands(1)).processor for _ in range(repeats))
    whole = min(run(*commands(count)).processor for _ in range(repeats))
    return (count - 1) / max(whole - start, 1e-9)


def deal_program(script, folder):
    """Return what gives the command of Deal for a number of deals."""
    path = Path(folder) / "script.tcl"
    path.write_text(script)
    program = shutil.which("deal", path=PATH)

    def command(count):
        return [program, "-i", "format/none", "-i", str(path), str(count)], "/usr/share/deal"

    return command


def rate_of(sampler, repeats, *, values=False):
    """Return how many deals a second are drawn as masks, four hands evaluated if that is asked.

    What other processes do to the processor's caches is seen in arrays sooner than in programs of
    small loops: many short runs, of which the least counts.
    """
    starts = iter(range(0, 1 << 40, BLOCK))
    # The tables for many draws are made first.
    for _ in range(60):
        sampler.part(next(starts), BLOCK)

    def draw():
        for _ in range(2):
            drawn = sampler.part(next(starts), BLOCK)
            if values:
                for masks in drawn.hands:
                    hcp.numbers_on(masks)

    return 2 * BLOCK / best(draw, 40 * repeats)


def has_program(given: Given, name: str) -> bool:
    """Return whether a peer's program is installed; note it where it is not."""
    if shutil.which(name, path=PATH) is None:
        given.note(f"{name} is not installed (Debian: apt-get install {name})")
        return False
    return True


def plain_rows(given: Given, count: int, rounds: int, folder: str) -> Iterator[Row]:
    """Measure deals without a condition."""
    theirs = None
    if has_program(given, "deal"):
        theirs = program_rate(deal_program(DEAL_PLAIN, folder), count, rounds)
    for generator in ("shake128", "philox"):
        sampler = Sampler(seed=Seed.of(1, generator))
        rate = rate_of(sampler, rounds, values=True)
        what = f"masks and the high cards of four hands, {generator}"
        yield Row(what, rate, "deals/s", theirs, 5 if theirs and generator == "shake128" else None)
    some = max(100, count // 20)
    spent = best(lambda: sum(1 for _ in deals(some, seed=1)), rounds)
    yield Row("`Deal` objects", some / spent, "deals/s")


def reference_rows(given: Given, count: int, rounds: int, folder: str) -> Iterator[Row]:
    """Measure deals of the reference's condition; peers have rows of their own."""
    some, theirs = max(50, count // 25), []
    if has_program(given, "deal"):
        for name, script in DEAL_WAYS.items():
            theirs.append(program_rate(deal_program(script, folder), some, rounds))
            yield Row(f"condition, {name}", theirs[-1], "deals/s")
    if has_program(given, "dealer"):
        program = shutil.which("dealer", path=PATH)
        rate = program_rate(
            lambda number: ([program, dealer_script(folder, number)], folder), some, rounds
        )
        yield Row("condition, dealer", rate, "deals/s")
    if given.has("endplay"):
        number = 2 if given.is_quick else 20
        done = run([sys.executable, "-c", ENDPLAY, str(number)])
        yield Row("condition, endplay", number / float(done.output), "deals/s")
    fastest = max(theirs, default=None)
    condition = compile_condition(REFERENCE)
    rates = {}
    for generator in ("shake128", "philox"):
        rates[generator] = rate_of(Sampler(condition, seed=Seed.of(1, generator)), rounds)
        floor = 80 if fastest and generator == "shake128" else None
        yield Row(f"condition, masks, {generator}", rates[generator], "deals/s", fastest, floor)
    number = max(100, count // 20)
    spent = best(lambda: sum(1 for _ in deals(number, where=condition, seed=1)), rounds)
    yield Row("condition, `Deal` objects", number / spent, "deals/s", fastest)
    rare = Sampler(compile_condition(RARE), seed=Seed.of(1))
    rate = rate_of(rare, rounds) / rates["shake128"]
    yield Row("a condition of 1.4 deals in ten million, beside it", rate, "times", floor=0.8)


def dealer_script(folder, count):
    """Write a script of dealer that deals so many; return its path."""
    path = Path(folder) / f"script{count}.dl"
    path.write_text(DEALER.format(count=count))
    return str(path)


def file_rows(given: Given, rounds: int, folder: str) -> Iterator[Row]:
    """Measure whole processes that write files."""
    number = 200 if given.is_quick else 100_000
    many = ["--count", str(number)]
    few = ["--count", "24"]
    cases = {
        f"{number:,} plain boards as PBN": (many, 2.0),
        f"{number:,} boards of the condition as PBN": ([*many, "--where", REFERENCE], 2.0),
        "24 boards of the condition as PBN": ([*few, "--where", REFERENCE], 1.5),
        "24 boards of a strong notrump as PBN": ([*few, "--where", NOTRUMP], 1.5),
        "24 plain boards as DLM": (few, 1.5),
    }
    for what, (options, floor) in cases.items():
        path = Path(folder) / ("boards.dlm" if "DLM" in what else "boards.pbn")
        words = ("deal", "--seed", "1", "-q", "--force", *options, "-o", str(path))
        clock = min(run(overtrick_command(*words)).clock for _ in range(rounds))
        yield Row(f"file, {what}", clock, "s", floor=floor)


def rows(given: Given) -> Iterator[Row]:
    """Measure deals without and with a condition, then files."""
    count, rounds = given.size(500_000, 2_000), given.times(5)
    with tempfile.TemporaryDirectory() as folder:
        yield from plain_rows(given, count, rounds, folder)
        yield from reference_rows(given, count, rounds, folder)
        yield from file_rows(given, rounds, folder)
