"""Try every mutant against every requirement, and print which catches it.

    python tests/kit/table.py [--quick] [--only WORD] [--show]

Each must fail exactly the requirement that names its fault; others pass, or skip for its sake. With
`--quick` every mutant is tried against its own requirement and those that it builds on. `--show`
prints what the author of such a plugin is told.
"""

from __future__ import annotations

import argparse
import runpy
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import settings

HERE = Path(__file__).parent
kit = runpy.run_path(str(HERE / "running.py"))


def main() -> int:
    """Print the table; return 1 where a mutant is not caught as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="its own requirement and a few")
    parser.add_argument("--only", default="", help="mutants whose words or requirement have this")
    parser.add_argument("--show", action="store_true", help="print what is told of each failure")
    chosen = parser.parse_args()
    settings.register_profile("table", max_examples=100, database=None)
    settings.load_profile("table")
    wrong = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        mutants = [one for one in kit["MUTANTS"] if chosen.only in f"{one.what} {one.requirement}"]
        for mutant in mutants:
            wrong += not row(mutant, Path(folder), chosen)
    print(f"\n{len(mutants)} mutants, {len({one.requirement for one in mutants})} requirements, "
          f"{wrong} not caught as they should be, {time.monotonic() - begun:.0f} s")  # fmt: skip
    return 1 if wrong else 0


def row(mutant, folder: Path, chosen: argparse.Namespace) -> bool:
    """Try one mutant and print its line; return whether it is caught by its requirement alone."""
    outcomes = {}
    with kit["suite_of"](mutant.good, mutant.edits, folder, kit["KeptExamples"]) as suite:
        start = time.perf_counter()
        outcomes[mutant.requirement] = kit["outcome_of"](suite, mutant.requirement)
        took = time.perf_counter() - start
        for test in () if chosen.quick else kit["REQUIREMENTS"]:
            if test != mutant.requirement and kit["can_see"](test, mutant.edits):
                outcomes[test] = kit["outcome_of"](suite, test)
    failed = {test: outcome for test, outcome in outcomes.items() if outcome.error is not None}
    is_right = list(failed) == [mutant.requirement]
    format_name = mutant.good.removesuffix("_format")
    print(
        f"{'ok ' if is_right else 'BAD'} {took:5.1f} s  {format_name}  {mutant.what:58} "
        f"{mutant.requirement}",
        flush=True,
    )
    if not is_right:
        own = outcomes[mutant.requirement]
        print(f"        its own: {own.skipped or own.told if not own.passed else 'passed'}")
        print(
            *(
                f"        {test}: {outcome.told.splitlines()[0]:.150}"
                for test, outcome in failed.items()
                if test != mutant.requirement
            ),
            sep="\n",
        )
    if chosen.show:
        for test, outcome in failed.items():
            print(f"\n{test}: {outcome.told}\n")
    return is_right


if __name__ == "__main__":
    sys.exit(main())
