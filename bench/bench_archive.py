"""Measure overtrick-archive: boards a second of adding, answers, memory, bytes.

    python bench/bench_archive.py [--quick] [--boards N] [--variant plain] [--jobs N]
                                  [--packed N] [--corpus FOLDER]
    python bench/bench_archive.py --boards 1000000 --jobs 2 --corpus FOLDER

The file is made by `pbn_files.py`. With `--corpus`, the PBN files of a folder are added as well, so
many times over under other names that there are as many boards; a last line of its own makes each
copy another file, for equal bytes are kept once. Adding is timed on the clock, as users wait, with
the processor time of all its processes beside it; the peak memory is that of the process that adds,
and the greatest of its others (Linux). Beside it stand a plain loop over `overtrick.read` and,
where it is installed, endplay, which read the first boards and are extrapolated.
`--packed` adds so many files of thirty boards as a folder, and packed as `.zip`, `.tar`, `.tgz` and
`.tar.xz`, which must cost no more: the same rows in each. `--quick` takes little of all.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

from bench_pbn import make

import overtrick
import overtrick_archive

QUESTIONS = {
    "all 4S made, by vulnerability": (
        "select vulnerability, count(*) from boards where level = 4 and strain = 'S' "
        "and result >= 10 group by vulnerability"
    ),
    "boards with a 6-6 shape": (
        "select count(*) from boards where north_shape in ('6-6-1-0') or "
        "east_shape = '6-6-1-0' or south_shape = '6-6-1-0' or west_shape = '6-6-1-0'"
    ),
}
ADD = """
import sys, resource
import pyarrow, overtrick_archive
if __name__ == "__main__":
    pyarrow.set_memory_pool(pyarrow.system_memory_pool())  # as the command does
    added = overtrick_archive.add(sys.argv[1], sys.argv[3:], jobs=int(sys.argv[2]))
    with open("/proc/self/status") as status:
        peak = next(line for line in status if line.startswith("VmHWM")).split()[1]
    others = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(peak, others, added.boards, len(added.errors))
"""


def tree(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def measure_add(script, folder, jobs, file, what="add"):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [sys.executable, str(script), str(folder), str(jobs), str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak, others, boards, errors = map(int, done.stdout.split())
    length = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    print(
        f"{what} --jobs {jobs}: {boards:,} boards, {seconds:7.1f} s ({spent:7.1f} s of processors: "
        f"{spent / boards * 1e6:5.0f} us a board), {boards / seconds:9,.0f} boards/s, "
        f"peak {peak / 1024:5.0f} MB, of others {others / 1024:5.0f} MB, "
        f"{length / boards:5.0f} bytes a board, {errors} files with errors",
        flush=True,
    )
    return boards


def measure_corpus(script, folder, jobs, corpus, boards):
    """Add the PBN files of a folder, repeated to so many boards or a few more."""
    files = sorted(path for path in corpus.rglob("*") if path.suffix.lower() == ".pbn")
    if not files:
        print(f"no PBN files in {corpus}")
        return
    copies = folder / "copies"
    held = made = 0
    while not made or held * made < boards:
        for number, path in enumerate(files):
            target = copies / f"{made:04}" / f"{number:05}.pbn"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes() + b"\n%% copy %d\n" % made)
        made += 1
        if made == 1:
            held = overtrick_archive.add(folder / "once", [copies]).boards
            assert held, f"no boards in {corpus}"
    made = []
    for one in jobs:
        target = folder / f"real-{one}"
        measure_add(script, target, one, copies, "add of real boards")
        made.append(tree(target))
    assert all(one == made[0] for one in made), "the archives differ"


def measure_answers(folder, repeats):
    with overtrick_archive.open(folder) as archive:
        for name, question in QUESTIONS.items():
            archive.sql(question)
            times = []
            for _ in range(repeats):
                begun = time.perf_counter()
                rows = archive.sql(question)
                times.append(time.perf_counter() - begun)
            print(f"{name}: {min(times) * 1000:6.1f} ms, {rows.num_rows} rows")


def measure_others(path, some, boards):
    """Print what reading the first boards takes, as if all had been read."""

    def plain():
        return sum(1 for _ in overtrick.read(path))

    readers = {"a loop over overtrick.read": plain}
    try:
        from endplay.parsers import pbn
    except ImportError:
        print("endplay is not installed")
    else:

        def endplay():
            with path.open(encoding="utf-8") as file:
                return len(pbn.load(file))

        readers["endplay.parsers.pbn.load"] = endplay
    for name, read in readers.items():
        begun = time.process_time()
        count = read()
        each = (time.process_time() - begun) / count
        print(
            f"{name}: {count:,} boards at {1 / each:8,.0f} a second: {each * boards:8.1f} s of "
            f"one processor for {boards:,}"
        )
        assert count == some


def measure_packed(script, folder, count):
    """Add files as they are, and packed in each way."""
    make(30, "plain", folder / "one.pbn")
    data = (folder / "one.pbn").read_bytes()
    files = {f"{number:05}.pbn": data + b"%% file %d\n" % number for number in range(count)}
    (folder / "many").mkdir()
    for name, content in files.items():
        (folder / "many" / name).write_bytes(content)
    with zipfile.ZipFile(folder / "many.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    for suffix, mode in ((".tar", "w"), (".tgz", "w:gz"), (".tar.xz", "w:xz")):
        with tarfile.open(folder / f"many{suffix}", mode) as packed:
            packed.add(folder / "many", "")
    held = set()
    for suffix in ("", ".zip", ".tar", ".tgz", ".tar.xz"):
        target = folder / f"packed{suffix}"
        measure_add(script, target, 1, folder / f"many{suffix}", f"add of many{suffix}")
        with overtrick_archive.open(target) as archive:
            query = "select hash(list(b order by file, place)) from (select * from boards) b"
            held.add(archive.sql(query).to_pylist()[0].popitem()[1])
    assert len(held) == 1, "the rows differ"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--variant", default="plain", choices=("deal", "plain", "rich"))
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--packed", type=int, default=0)
    parser.add_argument("--corpus", type=Path, help="a folder with PBN files of real boards")
    chosen = parser.parse_args()
    boards = 1_500 if chosen.quick else chosen.boards
    some = min(boards, 500 if chosen.quick else 20_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script, path, first = folder / "add.py", folder / "all.pbn", folder / "first.pbn"
        script.write_text(ADD)
        if chosen.packed:
            measure_packed(script, folder, chosen.packed)
            return
        make(boards, chosen.variant, path)
        make(some, chosen.variant, first)
        made = []
        for jobs in chosen.jobs:
            target = folder / f"archive-{jobs}"
            measure_add(script, target, jobs, path)
            made.append(tree(target))
        assert all(one == made[0] for one in made), "the archives differ"
        measure_answers(target, 1 if chosen.quick else 5)
        measure_others(first, some, boards)
        if chosen.corpus is not None:
            measure_corpus(script, folder, chosen.jobs, chosen.corpus, boards)


if __name__ == "__main__":
    main()
