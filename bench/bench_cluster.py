"""Measure adding to an archive by a Dask cluster: growth, the scheduler's own time, lost workers.

    python bench/bench_cluster.py [--quick] [--boards N] [--files N] [--variant plain]

A scheduler and its workers are real processes on this machine, each worker with one thread. Adding
is timed with one worker and with two; beside the clock stands the processor time of the scheduler,
of the workers and of the process that adds, which on a busy machine says more than the clock. Then
three workers: one is killed with -9 when a third of the bytes is done, one joins at a half; the
archive must be, to the byte, the one that one process makes. `--quick` takes little of all.
"""

from __future__ import annotations

import argparse
import hashlib
import json
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


class Cluster:
    """A scheduler and workers, each a process; the last worker may join later."""

    def __init__(self, folder, workers):
        self.folder = folder
        folder.mkdir()
        self.workers = []
        self.spent = 0.0
        self.scheduler = self._start("scheduler", "--port", "0")
        while not (folder / "cluster.json").exists():
            assert self.scheduler.poll() is None, "the scheduler ended"
            time.sleep(0.05)
        self.address = json.loads((folder / "cluster.json").read_bytes())["address"]
        for _ in range(workers):
            self.join()
        self._wait(workers)

    def _start(self, what, *words):
        command = [
            sys.executable, "-m", f"distributed.cli.dask_{what}", "--host", "127.0.0.1",
            "--no-dashboard", "--scheduler-file", "cluster.json", *words,
        ]  # fmt: skip
        with (self.folder / "log.txt").open("ab") as log:
            return subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)

    def join(self):
        self.workers.append(self._start("worker", "--nthreads", "1", "--no-nanny"))

    def _wait(self, workers):
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)

    def times(self):
        """Return the processor seconds of the scheduler and of the workers that live."""
        import psutil  # comes with Dask

        def spent(process):
            if process.poll() is not None:
                return 0.0
            found = psutil.Process(process.pid).cpu_times()
            return found.user + found.system

        return spent(self.scheduler), sum(map(spent, self.workers))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def measure(folder, files, workers):
    """Return how many seconds adding took; all workers have read a file before."""
    with Cluster(folder / f"cluster-{workers}", workers) as cluster:
        warm = folder / f"warm-{workers}"
        overtrick_archive.add(warm, [folder / "warm"], scheduler=cluster.address)
        before, mine = cluster.times(), time.process_time()
        begun = time.perf_counter()
        target = folder / f"by-{workers}"
        added = overtrick_archive.add(target, [files], scheduler=cluster.address)
        seconds = time.perf_counter() - begun
        own = time.process_time() - mine
        scheduler, work = (now - then for now, then in zip(cluster.times(), before, strict=True))
    print(
        f"{workers} workers: {added.boards:,} boards, {seconds:6.1f} s "
        f"({added.boards / seconds:8,.0f} boards/s); seconds of processors: workers {work:6.1f}, "
        f"scheduler {scheduler:5.1f}, the process that adds {own:5.1f}"
    )
    return seconds, target


def lose(folder, files):
    """Add with three workers, of which one is lost and one comes late."""
    with Cluster(folder / "losing", 2) as cluster:
        done = []

        def watch(added):
            share = added.bytes / added.total_bytes
            if not done and share > 0.33:
                cluster.workers[0].kill()
                cluster.workers[0].wait()
                done.append("killed")
            if len(done) == 1 and share > 0.5:
                cluster.join()
                done.append("joined")

        target = folder / "by-losing"
        overtrick_archive.add(target, [files], scheduler=cluster.address, watch=watch)
        assert done == ["killed", "joined"], done
        assert cluster.workers[0].returncode == -9
    return target


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--boards", type=int, default=60_000)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--variant", default="plain", choices=("deal", "plain", "rich"))
    chosen = parser.parse_args()
    try:
        import distributed
    except ImportError:
        print("distributed is not installed: overtrick-archive[dask]")
        return
    boards, count = (1_000, 20) if chosen.quick else (chosen.boards, chosen.files)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = folder / "files"
        for place, number in ((folder / "warm", 8), (files, count)):
            place.mkdir()
            for at in range(number):
                path = place / f"{at:03}.pbn"
                make(boards // count, chosen.variant, path)
                with path.open("a") as file:
                    file.write(f"% file {at} of {place.name}\n")
        begun, spent = time.perf_counter(), time.process_time()
        overtrick_archive.add(folder / "one", [files])
        print(
            f"one process: {time.perf_counter() - begun:6.1f} s, "
            f"{time.process_time() - spent:6.1f} s of a processor; "
            f"distributed {distributed.__version__}"
        )
        whole = tree(folder / "one")
        two, target = measure(folder, files, 2)
        assert tree(target) == whole, "the archives differ"
        if not chosen.quick:
            one, target = measure(folder, files, 1)
            assert tree(target) == whole, "the archives differ"
            print(f"two workers are {one / two:.2f} times as fast as one")
        assert tree(lose(folder, files)) == whole, "the archives differ"
        print("one of three workers killed, one late: the archive of one process, byte for byte")


if __name__ == "__main__":
    main()
