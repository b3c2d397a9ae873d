"""Measure the PBN plugin beside endplay, both in the same run, and print the ratios.

    python bench/bench_pbn.py [--quick] [--boards N] [--memory]

Times are processor time, the best of several runs, so that other programs disturb little; only
the ratios travel from machine to machine. `--quick` takes 300 boards and no limits, for CI;
`--memory` adds the peak memory of a preserving round trip of 10,000 and of 100,000 boards, each in
a process of its own (Linux).
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_files

import overtrick
from overtrick.findings.losses import DEAL_FIELDS

LIMITS = {
    "full import, plain": 4.0,
    "deals only, plain": 8.0,
    "deals only, deal": 5.0,
    "kept, plain": 6.0,
    "export, plain": 8.0,
    "rich against plain": 0.5,
}
ROUND_TRIP = """
import sys, overtrick
overtrick.convert(sys.argv[1], sys.argv[2], write_options={"style": "preserve"}, overwrite=True)
# Unlike ru_maxrss this does not begin with the memory of the process that started us.
with open("/proc/self/status") as status:
    print(next(line for line in status if line.startswith("VmHWM")).split()[1])
"""


def make(boards, variant, path):
    pbn_files.write_file(boards, variant, str(path))


def best(function, repeats):
    """Return the least processor time of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        function()
        times.append(time.process_time() - begun)
    return min(times)


def read_all(path, wants=None):
    with overtrick.open_boards(path, format="pbn", wants=wants) as boards:
        return sum(1 for _ in boards)


def keep_all(path):
    return len(overtrick.read(path, format="pbn"))


def write(boards, style):
    overtrick.write(boards, io.BytesIO(), format="pbn", options={"style": style})


def memory(folder, boards):
    source = folder / f"plain-{boards}.pbn"
    make(boards, "plain", source)
    target = folder / "out.pbn"
    done = subprocess.run(
        [sys.executable, "-c", ROUND_TRIP, source, target],
        capture_output=True,
        text=True,
        check=True,
    )
    same = source.read_bytes() == target.read_bytes()
    return int(done.stdout) / 1024, source.stat().st_size / 1e6, same


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="300 boards, one run, no limits")
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--memory", action="store_true", help="also the peak memory (slow)")
    options = parser.parse_args()
    count = 300 if options.quick else options.boards
    repeats = 1 if options.quick else 5
    try:
        from endplay.parsers import pbn as endplay
    except ImportError:
        endplay = None
        print("endplay is not installed: only our own figures")
    ratios = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {variant: folder / f"{variant}.pbn" for variant in ("deal", "plain", "rich")}
        for variant, path in files.items():
            make(count, variant, path)
        ours = {
            variant: best(lambda p=path: read_all(p), repeats) for variant, path in files.items()
        }
        deals = {
            variant: best(lambda p=path: read_all(p, DEAL_FIELDS), repeats)
            for variant, path in files.items()
        }
        held = {
            variant: best(lambda p=path: keep_all(p), repeats) for variant, path in files.items()
        }
        boards = overtrick.read(files["plain"])
        written = best(lambda: write(boards, "export"), repeats)
        kept = {}
        for variant, path in files.items():
            some = overtrick.read(path)
            kept[variant] = best(lambda b=some: write(b, "preserve"), repeats)
        for variant in files:
            full, some = count / ours[variant], count / deals[variant]
            print(f"{variant:5}  full {full:9,.0f}   deals {some:9,.0f} boards/s")
            print(f"{variant:5}  kept {count / held[variant]:9,.0f} boards/s")
        print(f"plain  export {count / written:7,.0f} boards/s")
        for variant, seconds in kept.items():
            print(f"{variant:5}  preserve {count / seconds:7,.0f} boards/s")
        ratios["rich against plain"] = ours["plain"] / ours["rich"]
        if endplay is not None:
            peer = {}
            for variant in ("deal", "plain"):
                text = files[variant].read_text(encoding="latin-1")
                peer[variant] = best(lambda t=text: endplay.loads(t), max(1, repeats - 2))
                print(f"{variant:5}  endplay {count / peer[variant]:6,.0f} boards/s")
            loaded = endplay.loads(files["plain"].read_text(encoding="latin-1"))
            peer_written = best(lambda: endplay.dumps(loaded), max(1, repeats - 2))
            print(f"plain  endplay export {count / peer_written:6,.0f} boards/s")
            ratios["full import, plain"] = peer["plain"] / ours["plain"]
            ratios["full import, deal"] = peer["deal"] / ours["deal"]
            ratios["kept, plain"] = peer["plain"] / held["plain"]
            ratios["kept, deal"] = peer["deal"] / held["deal"]
            ratios["deals only, plain"] = peer["plain"] / deals["plain"]
            ratios["deals only, deal"] = peer["deal"] / deals["deal"]
            ratios["export, plain"] = peer_written / written
        for label, ratio in ratios.items():
            limit = LIMITS.get(label)
            note = "" if limit is None else f"  (at least {limit})"
            print(f"{label:20} {ratio:6.2f} times{note}")
        if options.memory:
            for size in (10_000, 100_000):
                peak, megabytes, same = memory(folder, size)
                print(
                    f"round trip of {size:,} boards ({megabytes:.0f} MB): peak {peak:.1f} MB, "
                    f"{'the same bytes' if same else 'NOT THE SAME BYTES'}"
                )
    if options.quick:
        return
    missed = [label for label, limit in LIMITS.items() if label in ratios and ratios[label] < limit]
    if missed:
        sys.exit(f"below the limit: {', '.join(missed)}")


if __name__ == "__main__":
    main()
