"""Kill -9 games of 32-card bridge at random moments, and judge what is left of them.

    python bench/chaos_belote.py --kills 200

Real processes of `overtrick belote`, each with a game that a person plays through a pipe. After
each kill the judge reads the journal and compares it with what an undisturbed game writes:

- it is the beginning of that, to the entry: nothing is lost that was answered by a prompt;
- at most the action that was being made is missing;
- the game could be resumed each time, and nothing ended in a traceback.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "plugins" / "belote" / "tests"))

from belote_killing import Evening  # noqa: E402  # it lies with the tests


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    kills = starts = games = lost = cut = 0
    seed, started = arguments.seed * 1000, time.monotonic()
    while kills < arguments.kills:
        seed += 1
        folder = Path(tempfile.mkdtemp(prefix="chaos-belote-"))
        evening = Evening(folder / "belote", seed)
        try:
            evening.play(arguments.kills - kills)
        except BaseException:
            print(f"seed {seed}; everything is kept in {folder}", file=sys.stderr)
            raise
        shutil.rmtree(folder)
        kills += evening.kills
        starts += evening.starts
        games += evening.is_finished
        lost = max(lost, evening.most_lost)
        cut += evening.cut_lines
        print(f"{kills} kills, {games} games ended, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{starts:6} starts, each resumed where the last was killed")
    print(f"{cut:6} kills in the middle of a line")
    print(f"{lost:6} answered actions lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
