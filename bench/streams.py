"""Every command with standard streams that are closed, full, broken or devices.

    python bench/streams.py [--quick] [--only WORD]

Each stream in each state for each row of `tests/streams_matrix.py`, and all pairs of states of two
streams; `--quick` leaves the pairs out. The exit code is 1 where something is wrong: a traceback,
a hang, an exit code that does not fit, a half file, or a temporary one that stays.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))

from streams_matrix import ROWS, STDERR, STDIN, STDOUT, Place, faults  # noqa: E402  # with the tests


def states(*, is_quick):
    """Yield the states of the three streams."""
    for one in itertools.product(STDIN, STDOUT, STDERR):
        unusual = sum(state != "usual" for state in one)
        if unusual == 1 or (unusual == 2 and not is_quick):
            yield one
    if not is_quick:
        yield "closed", "closed", "closed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one stream at a time")
    parser.add_argument("--only", default="", help="rows with this word in them")
    parser.add_argument("--verbose", action="store_true", help="how long each row takes")
    arguments = parser.parse_args()
    rows = [row for row in ROWS if arguments.only in row.words]
    started, runs, wrong = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        for row in rows:
            usual = place.run(row)
            if arguments.verbose:
                print(f"{usual.seconds:.2f} s, exit code {usual.code}: {row.words}", flush=True)
            for one in (("usual", "usual", "usual"), *states(is_quick=arguments.quick)):
                done = usual if set(one) == {"usual"} else place.run(row, *one)
                runs += 1
                for fault in faults(row, one, done, usual):
                    wrong += 1
                    said = done.err.strip().splitlines()
                    print(f"{row.words} | {' '.join(one)}: {fault} | {said[-1:]}", flush=True)
    print(f"{runs:,} runs of {len(rows)} command lines, {time.monotonic() - started:.0f} s")
    print(f"{wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
