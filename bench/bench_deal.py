"""Measure overtrick-deal beside Deal, dealer and endplay, in one run.

    python bench/bench_deal.py [--quick] [--deals N]

What is counted stands in each row: masks are arrays of 52-bit masks of all four hands, values
arrays of points beside them, text a PBN file, objects `Deal`s. Times are processor time, of
programs that are started theirs and less that of a start with next to no deals (unless the row
says "whole process"); each is the least of several runs, ours and theirs in turn. Deal and dealer
are the Debian packages of these names; endplay is the package of PyPI. What is absent is said.
`--quick` takes little of everything, for CI.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from overtrick_deal import Sampler, Seed, deals, probability
from overtrick_deal.sampling import planning
from overtrick_hands import compile_condition, hcp

REFERENCE = "north.hcp in 15..17 and balanced(north) and south.spades >= 4 and south.hcp >= 8"
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


def best(work, repeats):
    """Return the least processor time of several runs."""
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def process(command, folder=None):
    """Run a program in a folder; return its processor time and that by the clock, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(command, check=True, cwd=folder, **quiet)
    clock = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, clock


def program_rate(commands, count, repeats):
    """Return the deals a second of a program, less its start: `commands` of a count of deals."""
    start = min(process(*commands(1))[0] for _ in range(repeats))
    whole = min(process(*commands(count))[0] for _ in range(repeats))
    return (count - 1) / max(whole - start, 1e-9)


def deal_program(script, folder):
    """Return what gives the command of Deal for a number of deals."""
    path = Path(folder) / "script.tcl"
    path.write_text(script)
    program = shutil.which("deal", path=PATH)

    def command(count):
        return [program, "-i", "format/none", "-i", str(path), str(count)], "/usr/share/deal"

    return command


def row(what, rate, unit="deals/s", beside=None):
    """Print a line: a rate, and how many times another it is."""
    ratio = f"   {rate / beside:6.1f} x" if beside else ""
    print(f"{what:60} {rate:14,.0f} {unit}{ratio}")


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


def plain(args, folder):
    print("\nPlain deals")
    theirs = None
    if shutil.which("deal", path=PATH):
        theirs = program_rate(deal_program(DEAL_PLAIN, folder), args.deals, args.repeats)
        row("Deal 3.1.9, high cards of four hands, nothing printed", theirs)
    for generator in ("shake128", "philox"):
        sampler = Sampler(seed=Seed.of(1, generator))
        found = rate_of(sampler, args.repeats, values=True)
        row(f"masks and the high cards of four hands, {generator}", found, beside=theirs)
        row(f"masks, {generator}", rate_of(sampler, args.repeats))
    some = max(1000, args.deals // 20)
    spent = best(lambda: sum(1 for _ in deals(some, seed=1)), args.repeats)
    row("Deal objects", some / spent)


def reference(args, folder):
    print(f"\n{REFERENCE}\n(probability {float(probability(REFERENCE)):.6f}, accepted deals)")
    count = max(200, args.deals // 25)
    theirs = []
    if shutil.which("deal", path=PATH):
        for name, script in DEAL_WAYS.items():
            theirs.append(program_rate(deal_program(script, folder), count, args.repeats))
            row(name, theirs[-1])
    if shutil.which("dealer", path=PATH):
        program = shutil.which("dealer", path=PATH)
        found = program_rate(
            lambda number: ([program, dealer_script(folder, number)], folder), count, args.repeats
        )
        row("dealer", found)
    if importlib.util.find_spec("endplay") is not None:
        number = 2 if args.quick else 20
        done = subprocess.run(
            [sys.executable, "-c", ENDPLAY, str(number)], capture_output=True, text=True, check=True
        )
        row("endplay", number / float(done.stdout))
    fastest = max(theirs, default=None)
    condition = compile_condition(REFERENCE)
    rates = {}
    for generator in ("shake128", "philox"):
        sampler = Sampler(condition, seed=Seed.of(1, generator))
        rates[generator] = rate_of(sampler, args.repeats)
        row(f"masks, sampled, {generator}, against the fastest Deal", rates[generator],
            beside=fastest)  # fmt: skip
    some = max(1000, args.deals // 20)
    spent = best(lambda: sum(1 for _ in deals(some, where=condition, seed=1)), args.repeats)
    row("Deal objects", some / spent, beside=fastest)
    begun = time.process_time()
    planning.forget()
    Sampler(condition, seed=Seed.of(1)).take(1)
    print(f"{'counting and tables, once for a condition':60} {time.process_time() - begun:14.2f} s")
    print(f"\n{RARE}\n(probability {float(probability(RARE)):.3g})")
    rare = Sampler(compile_condition(RARE), seed=Seed.of(1))
    found = rate_of(rare, args.repeats)
    row("masks, sampled, shake128, against the reference", found, beside=rates["shake128"])


def dealer_script(folder, count):
    """Write a script of dealer that deals so many; return its path."""
    path = Path(folder) / f"script{count}.dl"
    path.write_text(DEALER.format(count=count))
    return str(path)


def whole(args, folder):
    print("\nWhole processes: from the start of Python to the closed file")
    number = 2000 if args.quick else 100_000
    cases = {
        f"{number:,} plain boards as PBN": ["--count", str(number)],
        f"{number:,} boards of the reference as PBN": [
            "--count", str(number), "--where", REFERENCE
        ],
        "24 boards of the reference as PBN": ["--count", "24", "--where", REFERENCE],
        "24 boards, north 15-17 balanced, as PBN": [
            "--count", "24", "--where", "north.hcp in 15..17 and balanced(north)"
        ],
        "24 plain boards as DLM": ["--count", "24"],
    }  # fmt: skip
    start = min(process([sys.executable, "-c", "import numpy"])[0] for _ in range(args.repeats))
    print(f"{'(Python and numpy alone)':60} {start:14.2f} s")
    for name, options in cases.items():
        path = Path(folder) / ("boards.dlm" if "DLM" in name else "boards.pbn")
        command = [sys.executable, "-m", "overtrick_cli", "deal", "--seed", "1", "-q", "--force"]
        times = [process([*command, *options, "-o", str(path)]) for _ in range(args.repeats)]
        spent, clock = (min(one) for one in zip(*times, strict=True))
        print(f"{name:60} {spent:14.2f} s of processor time, {clock:.2f} s by the clock")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--deals", type=int, default=500_000)
    args = parser.parse_args()
    args.repeats = 1 if args.quick else 5
    if args.quick:
        args.deals = 20_000
    for name in ("deal", "dealer"):
        if shutil.which(name, path=PATH) is None:
            print(f"{name} is not installed (Debian: apt-get install {name})")
    if importlib.util.find_spec("endplay") is None:
        print("endplay is not installed")
    with tempfile.TemporaryDirectory() as folder:
        plain(args, folder)
        reference(args, folder)
        whole(args, folder)


if __name__ == "__main__":
    main()
