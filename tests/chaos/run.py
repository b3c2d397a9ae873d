"""The chaos laboratory: real processes, every kind of fault, and a judge of what is left.

    python tests/chaos/run.py --minutes 60 --seed 1
    python tests/chaos/run.py --scenario disk --seed 4711
    python tests/chaos/run.py --judge FOLDER

Each run is a folder with real files, real machines (simulated ones, in processes of their own) and
real sessions, which are killed, interrupted, cut off, lied to and starved; then a calm end. The
simulator's witness says what really fell into the boards. The judge (`tests/chaos/judge.py`) says
after each run whether

- a board was dealt wrong, skipped or doubled, or a counter is not exact;
- a card was shown, in any output or journal;
- a file is half written, or something is left lying about;
- a session could not be resumed to its end, or a command hung;
- a command ended in a traceback, with an exit code that means nothing, or with 0 and its work
  not done.

After a violation the folder is kept, and the exit code is 1. The seed that is printed with each run
makes the same choices again; what they meet depends on the moment, because the processes are real.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from chaos import breaks
from chaos.judge import MACHINE, judge
from chaos.scenarios import SCENARIOS
from chaos.stage import LeftOutError, Stage, ViolationError, forget_layer


def run_one(name: str, seed: int, total: dict[str, Counter], given: argparse.Namespace) -> bool:
    """Run a scenario once; return whether all is well."""
    stage = Stage(name, seed, is_quick=given.quick)
    began = time.monotonic()
    violations: list[str] = []
    try:
        try:
            SCENARIOS[name].play(stage)
        except ViolationError as error:
            violations.append(str(error))
            stage.write_plan()
        finally:
            stage.close()
        if given.break_name:
            breaks.BREAKS[given.break_name](stage.folder)
        violations += judge(stage.folder, stage.counts)
    except LeftOutError as error:
        stage.remove()
        total[name]["left out"] += 1
        say(given, f"{name}: left out, it needs {error}")
        return True
    except KeyboardInterrupt:
        stage.remove()
        raise
    except BaseException:
        print(f"{name} --seed {seed}: everything is kept in {stage.folder}", file=sys.stderr)
        raise
    stage.faults[MACHINE] += stage.counts.pop(MACHINE, 0)
    counts = total[name]
    counts["runs"] += 1
    counts["faults"] += stage.faults.total()
    counts["violations"] += bool(violations)
    counts.update({f"fault: {fault}": count for fault, count in stage.faults.items()})
    counts.update({f"count: {what}": count for what, count in stage.counts.items()})
    boards = stage.counts["boards"]
    say(
        given,
        f"{time.monotonic() - given.began:6.0f} s  --scenario {name} --seed {seed}: "
        f"{stage.faults.total()} faults, {boards} boards, {time.monotonic() - began:.1f} s"
        + ("" if violations else ", well"),
    )
    if not violations:
        stage.remove()
        return True
    for violation in violations:
        print(f"  VIOLATION: {violation}", file=sys.stderr)
    print(f"  everything is kept in {stage.folder}", file=sys.stderr, flush=True)
    return False


def say(given: argparse.Namespace, text: str) -> None:
    """Report progress."""
    print(text, file=sys.stderr if given.json else sys.stdout, flush=True)


def schedule(given: argparse.Namespace):
    """Yield scenarios and seeds: the one that is wanted, or all in turn until the time is over."""
    if given.scenario:
        for number in range(given.runs):
            yield given.scenario, given.seed + number
        return
    r = random.Random(given.seed)
    number = given.seed * 100_000
    until = given.began + 60 * (given.minutes or 0)
    names = list(SCENARIOS)
    while True:
        r.shuffle(names)
        for name in names:
            if given.minutes is not None and time.monotonic() >= until:
                return
            number += 1
            yield name, number
        if given.minutes is None:
            return


def summary(total: dict[str, Counter]) -> str:
    """Return the table."""
    lines = [f"{'scenario':16} {'runs':>6} {'faults':>8} {'boards':>8} {'violations':>11}"]
    whole: Counter[str] = Counter()
    for name in SCENARIOS:
        counts = total.get(name, Counter())
        row = Counter(
            runs=counts["runs"], faults=counts["faults"], boards=counts["count: boards"],
            violations=counts["violations"],
        )  # fmt: skip
        whole.update(row)
        note = "  left out on this computer" if counts["left out"] else ""
        lines.append(_row(name, row) + note)
    lines.append(_row("all", whole))
    details: Counter[str] = Counter()
    for counts in total.values():
        details.update({key: value for key, value in counts.items() if ": " in key})
    lines.append("")
    for key, value in sorted(details.items()):
        lines.append(f"{value:8} {key.partition(': ')[2]}")
    return "\n".join(lines)


def _row(name: str, row: Counter[str]) -> str:
    return f"{name:16} {row['runs']:6} {row['faults']:8} {row['boards']:8} {row['violations']:11}"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, help="all scenarios in turn, for so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", choices=list(SCENARIOS), help="this one alone")
    parser.add_argument("--runs", type=int, default=1, help="of that scenario, seed after seed")
    parser.add_argument("--quick", action="store_true", help="a few faults a run")
    parser.add_argument("--json", action="store_true", help="the summary for programs")
    parser.add_argument("--keep-going", action="store_true", help="go on after a violation")
    parser.add_argument(
        "--break", dest="break_name", choices=sorted(breaks.BREAKS),
        help="doctor what is left of each run, to see that the judge bites",
    )  # fmt: skip
    parser.add_argument("--judge", type=Path, metavar="FOLDER", help="judge a folder once more")
    parser.add_argument("--list", action="store_true", help="name the scenarios")
    given = parser.parse_args(words)
    if given.list:
        for name, scenario in SCENARIOS.items():
            print(f"{name:16} {scenario.summary}")
        return 0
    if given.judge:
        violations = judge(given.judge)
        print("\n".join(violations) or "all is well")
        return 1 if violations else 0
    given.began = time.monotonic()
    # Whoever ends the laboratory ends all that it started, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    total: dict[str, Counter] = {}
    is_well = True
    with contextlib.ExitStack() as stack:
        stack.callback(forget_layer)
        # What was found until Ctrl-C is told.
        stack.enter_context(contextlib.suppress(KeyboardInterrupt))
        for name, seed in schedule(given):
            total.setdefault(name, Counter())
            is_well &= run_one(name, seed, total, given)
            if not is_well and not given.keep_going:
                break
    if given.json:
        print(json.dumps({name: dict(counts) for name, counts in total.items()}, indent=1))
    else:
        print("\n" + summary(total))
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
