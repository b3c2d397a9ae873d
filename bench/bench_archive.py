"""Measure overtrick-archive: boards a second of adding, answers, memory, bytes; and kill it.

    python bench/bench_archive.py [--quick] [--boards N] [--variant plain] [--jobs N] [--kills N]
                                  [--corpus FOLDER]

The file is made by `make_pbn.py`; with `--corpus` the PBN files of a folder are taken instead, each
again and again under another name, and with another last line, until there are so many boards.
Adding is timed on the clock, as users wait, with the processor time of all its
processes beside it, and the peak memory of the process that adds and of the largest that helps it.
Beside it stand a plain loop over `overtrick.read` and, where it is installed, endplay, which read
the first boards and are extrapolated. `--kills` kills `overtrick archive add` so many times at a
random moment, and demands each time an archive that is whole, in which nothing stands twice; in the
end it must be, to the byte, the one that was made undisturbed. `--quick` takes little of all.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import resource
import subprocess
import sys
import tempfile
import time
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
        own = next(line for line in status if line.startswith("VmHWM")).split()[1]
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(own, children, added.boards, len(added.errors))
"""


def tree(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def measure_add(script, folder, jobs, file):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [sys.executable, str(script), str(folder), str(jobs), str(file)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak, largest, boards, errors = map(int, done.stdout.split())
    length = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    print(
        f"add --jobs {jobs}: {boards:,} boards, {seconds:7.1f} s ({spent:7.1f} s of processors), "
        f"{boards / seconds:9,.0f} boards/s, peak {peak / 1024:5.0f} MB, "
        + (f"of a helper {largest / 1024:5.0f} MB, " if jobs > 1 else "")
        + f"{length / boards:5.0f} bytes a board"
        + (f", {errors:,} files not read whole" if errors else "")
    )


def repeat(corpus, boards, folder):
    """Write the PBN files of a folder again and again, and return how many boards they have."""
    files = []
    for path in sorted(corpus.rglob("*.pbn")):
        data = path.read_bytes()
        try:
            files.append((data, sum(1 for _ in overtrick.open_boards(data, errors="collect"))))
        except overtrick.OvertrickError:
            files.append((data, 0))
    held = sum(count for _, count in files)
    copies = -(-boards // held)
    for copy in range(copies):
        place = folder / f"{copy:03}"
        place.mkdir(parents=True)
        for number, (data, _) in enumerate(files):
            (place / f"{number:04}.pbn").write_bytes(data + b"\n%% copy %d\n" % copy)
    print(f"{len(files)} files with {held:,} boards, {copies} times: {copies * held:,} boards")


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


def kill(folder, kills):
    """Kill adding at random moments, and look at the archive each time."""
    chance = random.Random(18)
    files = folder / "files"
    files.mkdir()
    for number in range(24):
        make(400, ("deal", "plain", "rich")[number % 3], files / f"{number:02}.pbn")
        with (files / f"{number:02}.pbn").open("a") as file:
            file.write(f"% file {number}\n")
    command = [sys.executable, "-m", "overtrick.cli", "archive", "add", "--quiet", "--jobs", "2"]
    begun = time.perf_counter()
    subprocess.run([*command, str(folder / "whole"), str(files)], check=True)
    whole = time.perf_counter() - begun
    target, done, struck = folder / "struck", 0, 0
    most = 0
    while struck < kills:
        process = subprocess.Popen([*command, str(target), str(files)])
        try:
            process.wait(timeout=chance.uniform(0, 1.05 * whole))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            struck += 1
        if (target / "manifest.json").exists():
            archive = overtrick_archive.open(target)
            assert not archive.verify(), archive.verify()
            rows = archive.table("files").to_pylist()
            assert len({row["path"] for row in rows}) == len(rows)
            held = archive.dataset().count_rows()
            told = {row["sha256"]: row["boards"] for row in rows}
            assert sum(told.values()) == held, (told, held)
            places = archive.sql(
                "select count(*) as n from (select distinct file, place from boards)"
            )
            assert places.to_pylist() == [{"n": held}]
            archive.close()
            most = max(most, held)
        if process.returncode == 0:
            assert tree(target) == tree(folder / "whole")
            done += 1
            target = folder / f"struck-{done}"
    subprocess.run([*command, str(target), str(files)], check=True)
    assert tree(target) == tree(folder / "whole")
    print(
        f"killed {struck} times, {done} times too late: the archive was whole each time, nothing "
        f"stood twice, and in the end it was the one made undisturbed, byte for byte"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--variant", default="plain", choices=("deal", "plain", "rich"))
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--corpus", type=Path)
    chosen = parser.parse_args()
    boards = 1_500 if chosen.quick else chosen.boards
    some = min(boards, 500 if chosen.quick else 20_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.kills:
            kill(folder, chosen.kills)
            return
        script, path, first = folder / "add.py", folder / "all.pbn", folder / "first.pbn"
        script.write_text(ADD)
        if chosen.corpus is not None:
            path = folder / "all"
            repeat(chosen.corpus, boards, path)
        else:
            make(boards, chosen.variant, path)
            make(some, chosen.variant, first)
        made = []
        for jobs in chosen.jobs:
            target = folder / f"archive-{jobs}"
            measure_add(script, target, jobs, path)
            made.append(tree(target))
        assert all(one == made[0] for one in made), "the archives differ"
        measure_answers(target, 1 if chosen.quick else 5)
        if chosen.corpus is None:
            measure_others(first, some, boards)


if __name__ == "__main__":
    main()
