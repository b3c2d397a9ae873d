"""Measure `overtrick archive compact`: parts and bytes before and after, seconds; and kill it.

    python bench/bench_compact.py [--quick] [--files N] [--kills N]

Files are added one at a time, which leaves many small parts. `--kills` kills the command so many
times at a random moment, and demands each time an archive that is whole and has the same boards,
none twice; in the end it must be, to the byte, the one that was joined undisturbed. `--quick` takes
few files and kills.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_pbn import make

import overtrick_archive


def tree(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def boards_of(folder):
    """Return which boards there are; an archive in which one stands twice ends the run."""
    with overtrick_archive.open(folder) as archive:
        assert not archive.verify(), archive.verify()
        query = "select file, place, deal_hash from boards order by all"
        rows = [tuple(row.values()) for row in archive.sql(query).to_pylist()]
        files = archive.table("files").column("path").to_pylist()
    assert len(set(rows)) == len(rows)
    assert len(set(files)) == len(files)
    return rows, sorted(files)


def kill(scattered, whole, folder, kills, seconds):
    """Kill the command at random moments, and look at the archive each time."""
    chance = random.Random(18)
    held = boards_of(scattered)
    target, struck, late = folder / "struck", 0, 0
    shutil.copytree(scattered, target)
    command = [sys.executable, "-m", "overtrick.cli", "archive", "compact", "--quiet"]
    while struck < kills:
        process = subprocess.Popen([*command, str(target)])
        try:
            process.wait(timeout=chance.uniform(0, 1.05 * seconds))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            struck += 1
        assert boards_of(target) == held
        if process.returncode == 0:
            assert tree(target) == whole
            late += 1
            shutil.rmtree(target)
            shutil.copytree(scattered, target)
    subprocess.run([*command, str(target)], check=True)
    assert tree(target) == whole
    print(
        f"killed {struck} times, {late} times too late: the archive was whole each time, had the "
        f"same boards, and in the end it was the one joined undisturbed, byte for byte"
    )


def measure(count, kills):
    """Join what came of so many files added one at a time; kill it so many times."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scattered, at_once = folder / "scattered", folder / "at-once"
        files = []
        for number in range(count):
            path = folder / f"{number:03}.pbn"
            make(50, ("deal", "plain", "rich")[number % 3], path)
            with path.open("a") as file:
                file.write(f"% file {number}\n")
            files.append(path)
            overtrick_archive.add(scattered, [path])
        overtrick_archive.add(at_once, files)
        overtrick_archive.compact(at_once)
        target = folder / "joined"
        shutil.copytree(scattered, target)
        spent = time.process_time()
        done = overtrick_archive.compact(target)
        print(
            f"{count} files added one at a time: {done.before} parts became {done.after}, "
            f"{done.bytes_before:,} bytes became {done.bytes_after:,} "
            f"({time.process_time() - spent:.2f} s of a processor)"
        )
        assert tree(target) == tree(at_once), "it hangs on how the files came"
        if kills:
            shutil.copytree(scattered, folder / "timed")
            command = [sys.executable, "-m", "overtrick.cli", "archive", "compact", "--quiet"]
            begun = time.perf_counter()
            subprocess.run([*command, str(folder / "timed")], check=True)
            kill(scattered, tree(target), folder, kills, time.perf_counter() - begun)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--kills", type=int, default=0)
    chosen = parser.parse_args()
    measure(*(8, 2) if chosen.quick else (chosen.files, chosen.kills))


if __name__ == "__main__":
    main()
