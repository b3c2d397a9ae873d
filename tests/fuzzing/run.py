"""Fuzz whatever reads, writes or shows what strangers made: boards or typed errors, nothing else.

    python tests/fuzzing/run.py [--minutes N] [--seed S] [--only WORD,...] [--plain]
    python tests/fuzzing/run.py --count
    python tests/fuzzing/run.py --list
    python tests/fuzzing/run.py --growth [--kilobytes 10,100] [--most N] [--share N] [--only WORD]
    python tests/fuzzing/run.py --hostile
    python tests/fuzzing/run.py --again | --keep
    python tests/fuzzing/run.py --quick

Targets are found through the plugin registry: every format's reader, its checks, fixer and writer,
every view, and the commands on files of every format; beside them the texts of the model,
conditions, scripts, SquareDeal's files, hands of 32-card bridge, editors' questions and machines'
frames. Inputs are taken from every corpus (`tests/fuzzing/seeds.py`) and changed as bytes, tokens,
lines, splices and trees. Where `atheris` is installed, coverage guides them; otherwise, or with
`--plain`, what they come to does. Each input may take ten seconds and 192 MB; the slowest is told.

Counts are kept by seed and target in a folder (`--state`), so that several runs sum up: `--count`
prints them. Whatever should not be is made as short as it goes and kept there in `failures`, as
`tests/replay` has its inputs; the exit code is then 1. `--again` feeds these inputs once more, and
`--keep` moves them to `tests/replay`, where the ordinary tests read them from then on: say in its
manifest what was wrong. `--growth` repeats each construct of every format to 10, 100 and 1000 kB
and prints how the cost grows; `--hostile` puts control characters, marks of direction and markup
into every text of a board and looks at what views and commands show.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib.metadata
import importlib.util
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzzing import replay, running

STATE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "overtrick-fuzz"


def load(*, guided):
    """Import what is fuzzed, seen by atheris where that is wanted; return all targets."""
    entries = importlib.metadata.entry_points(group="overtrick.plugins.v2")
    names = {"overtrick", "overtrick_lsp"} | {entry.value.split(":")[0] for entry in entries}
    watched = running.instrumented(names) if guided else None
    with contextlib.ExitStack() as stack:
        if watched is not None:
            stack.enter_context(running.quiet())
            stack.enter_context(watched)
        from fuzzing.others import others, pbn_games
        from fuzzing.targets import registered
        from overtrick.framework.manager import default_manager

        manager = default_manager()
        targets = [*registered(manager, pbn_games()), *others(manager)]
        # What is imported when it is first used is imported now.
        for target in targets:
            known = target.seeds()
            # Threads that such a library starts here would be missing in the processes.
            for data in known[:3] if target.is_ours else ():
                with contextlib.suppress(Exception):
                    target.run(data)
            target.mutate  # noqa: B018  # made once, before processes are
    # A collection in a process of its own would copy every page of what all share.
    gc.collect()
    gc.freeze()
    return targets


def chosen(targets, words):
    """Return the targets of which some word is in the name."""
    wanted = [word.strip() for word in words.split(",")] if words else [""]
    return [target for target in targets if any(word in target.name for word in wanted)]


def fuzz(targets, options):
    """Feed the targets in turn until the time is up; return whether anything failed."""
    state = running.State(options.state)
    has_failed = False
    ends = time.monotonic() + 60 * options.minutes
    rounds = 1 if options.quick else sys.maxsize
    while time.monotonic() < ends and rounds:
        rounds -= 1
        for target in targets:
            if time.monotonic() >= ends:
                break
            number = state.stretches(options.seed, target.name)
            found = options.state / "corpus" / target.name.replace(" ", "-")
            guided = target.is_guided and not options.plain
            tally = running.stretch(
                target,
                options.stretch * target.weight,
                f"{options.seed} {target.name} {number}",
                found,
                guided=guided,
                known=state.failures(options.seed, target.name),
            )
            fresh = state.add(options.seed, target, tally, guided=guided)
            has_failed = has_failed or bool(fresh)
            print(
                f"{time.strftime('%H:%M')} {target.name:28} {tally.executions:9,} inputs, "
                f"{len(tally.outcomes):5} outcomes, slowest {1000 * tally.slowest:7.1f} ms",
                flush=True,
            )
            for key in fresh:
                print(f"      FAILED: {key}", flush=True)
    return has_failed


def count(options):
    """Print the sums of all runs."""
    rows, kinds = running.State(options.state).table()
    print(
        f"{'':30} {'inputs':>12} {'by coverage':>12} {'looked into':>12} {'s CPU':>8} "
        f"{'slowest ms':>10} {'+MB':>5}"
    )
    for table in (rows, kinds):
        for name, row in sorted(table.items()):
            inputs, deep, seconds, slowest, peak, failures, guided = row
            failed = f"  {failures} failures" if failures else ""
            print(
                f"{name:30} {inputs:12,} {guided:12,} {deep:12,} {seconds:8,.0f} {slowest:10,.1f} "
                f"{peak // 1024:5}{failed}"
            )
        print()
    print(f"{sum(row[0] for row in rows.values()):,} executions in sum")


def again(targets, folder):
    """Feed what failed to all targets that take it; return how many inputs fail still."""
    failing = 0
    for item in replay.inputs(folder):
        try:
            item.run(targets)
        except Exception as error:  # noqa: BLE001  # it is told, and the others tried
            failing += 1
            print(f"{item.path}: {running.failure_key(error)}: {str(error)[:300]!r}")
    print(f"{failing} still fail")
    return failing


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--stretch", type=float, default=6, help="seconds of CPU for one turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="targets with one of these words in their name")
    parser.add_argument("--plain", action="store_true", help="no coverage, though atheris is there")
    parser.add_argument("--state", type=Path, default=STATE, help="where counts and failures are")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--kilobytes", default="10,100,1000")
    parser.add_argument("--most", type=int, default=12, help="of them taken to the last length")
    parser.add_argument("--share", type=int, default=1, help="try every so-manieth construct")
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("--again", action="store_true", help="feed what failed once more")
    parser.add_argument("--keep", action="store_true", help="move what failed to tests/replay")
    parser.add_argument("--quick", action="store_true", help="a little of everything, in seconds")
    options = parser.parse_args()
    if options.count:
        count(options)
        return 0
    if options.keep:
        kept = replay.keep(options.state / "failures")
        print("\n".join(kept))
        return 0
    if options.growth:
        from fuzzing.growth import grow

        sizes = [int(size) for size in options.kilobytes.split(",")]
        return grow(sizes, options.only, options.most, options.share)
    if options.hostile:
        from fuzzing.hostile import show_all

        return int(show_all())
    if options.quick:
        options.minutes, options.stretch = 10, 0.03
        options.state = Path(tempfile.mkdtemp(prefix="overtrick-fuzz-"))
    options.plain = options.plain or options.quick or importlib.util.find_spec("atheris") is None
    targets = chosen(load(guided=not options.plain), options.only)
    if options.list:
        print("\n".join(target.name for target in targets))
        return 0
    if options.again:
        return int(bool(again(targets, options.state / "failures")))
    return int(fuzz(targets, options))


if __name__ == "__main__":
    sys.exit(main())
