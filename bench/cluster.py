"""Adding to an archive by a Dask cluster of one worker and of two on this machine.

A scheduler and its workers are processes of their own, each worker with one thread. Beside the
clock stands the processor time of the scheduler, of the workers and of the process that adds. The
archives must be equal to that of one process.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pbn_files

import overtrick_archive
from bench.archive import tree
from bench.measuring import Given, Row


class Cluster:
    """A scheduler and workers, each a process."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        folder.mkdir()
        self.scheduler = self._start("scheduler", "--port", "0")
        while not (folder / "cluster.json").exists():
            if self.scheduler.poll() is not None:
                raise SystemExit("the scheduler ended")
            time.sleep(0.05)
        self.address = json.loads((folder / "cluster.json").read_bytes())["address"]
        self.workers = [
            self._start("worker", "--nthreads", "1", "--no-nanny") for _ in range(workers)
        ]
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        command = [
            sys.executable, "-m", f"distributed.cli.dask_{what}", "--host", "127.0.0.1",
            "--no-dashboard", "--scheduler-file", "cluster.json", *words,
        ]  # fmt: skip
        with (self.folder / "log.txt").open("ab") as log:
            return subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)

    def times(self) -> tuple[float, float]:
        """Return the processor seconds of the scheduler and of the workers."""
        import psutil  # comes with Dask

        def spent(process: subprocess.Popen[bytes]) -> float:
            found = psutil.Process(process.pid).cpu_times()
            return found.user + found.system

        return spent(self.scheduler), sum(map(spent, self.workers))

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def write_files(folder: Path, files: int, boards: int) -> Path:
    """Write files that are not alike."""
    folder.mkdir()
    for number in range(files):
        path = folder / f"{number:03}.pbn"
        pbn_files.write_file(boards, "plain", path)
        with path.open("a") as file:
            file.write(f"% file {number} of {folder.name}\n")
    return folder


def rows(given: Given) -> Iterator[Row]:
    """Measure one worker and two; all have read a file before."""
    if not given.has("distributed", "distributed (overtrick-archive[dask])"):
        return
    boards, count = given.size(200_000, 400), 8 if given.is_quick else 40
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        warm = write_files(folder / "warm", 8, 10)
        files = write_files(folder / "files", count, boards // count)
        overtrick_archive.add(folder / "one", [files])
        expected, seconds = tree(folder / "one"), {}
        for workers in (1, 2):
            with Cluster(folder / f"cluster-{workers}", workers) as cluster:
                overtrick_archive.add(folder / f"warm-{workers}", [warm], scheduler=cluster.address)
                before, mine = cluster.times(), time.process_time()
                begun, target = time.perf_counter(), folder / f"by-{workers}"
                overtrick_archive.add(target, [files], scheduler=cluster.address)
                seconds[workers] = time.perf_counter() - begun
                own, after = time.process_time() - mine, cluster.times()
            if tree(target) != expected:
                raise SystemExit("the archives differ")
            what = f"{workers} worker{'s' * (workers > 1)}"
            yield Row(f"{what}, clock", seconds[workers], "s")
            yield Row(f"{what}, processors of the workers", after[1] - before[1], "s")
            yield Row(f"{what}, processor of the scheduler", after[0] - before[0], "s")
            yield Row(f"{what}, processor of the process that adds", own, "s")
        yield Row("two workers against one", seconds[1] / seconds[2], "times", floor=1.6)
