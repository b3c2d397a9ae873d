"""Count the files that `check --fix` does not settle, or in which it changes what no fix names.

    python tests/sweeps/fix_settles.py [FOLDER...] [--games N] [--mutants N] [--seed S]

Looked at are the PBN files of the folders, `--games` generated files, and `--mutants` damaged
copies of each file of every other format that has a fixer. Of a PBN file that is fixed, bytes,
boards and findings are compared with those of the file before (`unnamed_changes` in
`plugins/pbn/tests/pbn_games.py`); of a file of another format, the second run with the first. It
prints a line for each file with a fault, and the counts. The exit code is 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "plugins" / "pbn" / "tests"))

from fuzzing.mutations import Bytes
from fuzzing.seeds import of_format
from pbn_games import random_file, unnamed_changes

from overtrick.files.fixing import fix_file
from overtrick.findings.errors import OvertrickError
from overtrick.framework.manager import default_manager
from overtrick.framework.spec.capabilities import FixerSpec


def faults_of(data):
    """Return what is wrong with the fixes of a PBN file; nothing where it cannot be read."""
    try:
        return unnamed_changes(data)
    except OvertrickError:
        return []


def pbn_files(folders):
    """Yield the PBN files of folders, by name."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() == ".pbn":
                yield path.name, path.read_bytes()


def generated(count, seed):
    """Yield generated PBN files, by number."""
    for number in range(count):
        yield f"generated {number}", random_file(random.Random(f"{seed} {number}"))


def others(count, seed, manager):
    """Yield files of the other formats that have a fixer, and damaged copies of each."""
    for spec in manager.formats().values():
        if spec.name == "pbn" or spec.capability(FixerSpec) is None:
            continue
        known = of_format(manager, spec)
        mutate = Bytes(known)
        chance = random.Random(f"{seed} {spec.name}")
        for number, data in enumerate(known):
            yield spec, f"{spec.name} {number}", data
            for copy in range(count):
                yield spec, f"{spec.name} {number} mutant {copy}", mutate(data, chance)


def unsettled(data, spec, manager):
    """Return what a second run does to a file of any format."""
    try:
        once = fix_file(data, spec, manager, path=f"a{spec.suffixes[0]}").data
    except OvertrickError:
        return []
    again = fix_file(once, spec, manager, path=f"a{spec.suffixes[0]}").data
    return [] if again == once else ["the second run does more"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--mutants", type=int, default=1)
    parser.add_argument("--seed", default="")
    options = parser.parse_args()
    manager = default_manager()
    counts: Counter[str] = Counter()
    kinds = {
        "PBN files": ((name, faults_of(data)) for name, data in pbn_files(options.folders)),
        "generated PBN files": (
            (name, faults_of(data)) for name, data in generated(options.games, options.seed)
        ),
        "files of other formats": (
            (name, unsettled(data, spec, manager))
            for spec, name, data in others(options.mutants, options.seed, manager)
        ),
    }
    for kind, found in kinds.items():
        for name, faults in found:
            counts[kind] += 1
            counts[f"{kind} with a fault"] += bool(faults)
            counts[f"{kind} that do not settle"] += any("second run" in text for text in faults)
            if faults:
                print(f"{name}: {'; '.join(faults)}")
    for kind, count in sorted(counts.items()):
        print(f"{count:8,} {kind}")
    return 1 if any(count for kind, count in counts.items() if kind.endswith("fault")) else 0


if __name__ == "__main__":
    sys.exit(main())
