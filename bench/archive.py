"""Archives: boards added by one process and two, their bytes and memory, and questions.

Files are made by `tests/pbn_files.py plain`; with folders, their PBN files are added too, as often
under other names as it takes to come to as many boards. Adding is timed by the clock, as users
wait; the peak memory is that of the process that adds (Linux). The peer of adding is a loop over
`overtrick.read`, which reads some of the boards. Packed files are 1,000 of thirty boards each.
"""

from __future__ import annotations

import hashlib
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pbn_files

import overtrick
import overtrick_archive
from bench.measuring import PEAK, Given, Process, Row, best, run

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
# A file, since processes that are started anew read it again.
ADD = f"""
import sys
import pyarrow, overtrick_archive
if __name__ == "__main__":
    pyarrow.set_memory_pool(pyarrow.system_memory_pool())  # as the command does
    added = overtrick_archive.add(sys.argv[1], sys.argv[3:], jobs=int(sys.argv[2]))
    print(added.boards)
{PEAK.replace(chr(10), chr(10) + "    ")}
"""
PACKED = (".zip", ".tar", ".tgz", ".tar.xz")


def tree(folder: Path) -> dict[str, str]:
    """Return the hashes of all files in a folder by their paths."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


class Adding:
    """Adds files to archives in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._script = folder / "add.py"
        self._script.write_text(ADD)

    def add(self, name: str, source: Path, jobs: int) -> tuple[Path, int, Process]:
        """Return an archive of the files, its boards, and the process that made it."""
        target = self.folder / name
        done = run([sys.executable, str(self._script), str(target), str(jobs), str(source)])
        return target, int(done.output.split()[0]), done

    def rows(self, what: str, source: Path) -> Iterator[Row]:
        """Measure one process and two, whose archives must be equal."""
        made = []
        for jobs in (1, 2):
            target, boards, done = self.add(f"{what}-{jobs}", source, jobs)
            made.append(tree(target))
            name = f"{what}, {'one process' if jobs == 1 else 'two processes'}"
            yield Row(f"{name}, clock", boards / done.clock, "boards/s")
            yield Row(f"{name}, processors", done.processor / boards * 1e6, "µs a board")
            yield Row(f"{name}, peak memory", int(done.output.split()[1]) / 1024, "MB")
        if made[0] != made[1]:
            raise SystemExit("the archives of one process and of two differ")
        length = sum(path.stat().st_size for path in target.rglob("*.parquet"))
        yield Row(f"{what}, archive", length / boards, "bytes a board")


def repeated(files: list[Path], folder: Path, boards: int) -> Path:
    """Write files as often as it takes to come to so many boards, each copy with another end."""
    held = made = 0
    while not made or held * made < boards:
        for number, path in enumerate(files):
            target = folder / "copies" / f"{made:04}" / f"{number:05}.pbn"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes() + b"\n%% copy %d\n" % made)
        made += 1
        held = held or overtrick_archive.add(folder / "once", [folder / "copies"]).boards
        if not held:
            raise SystemExit("there are no boards in the PBN files of the folders")
    return folder / "copies"


def packed(folder: Path, count: int) -> Iterator[tuple[str, Path]]:
    """Yield the same files as a folder and packed in each way."""
    (folder / "many").mkdir()
    pbn_files.write_file(30, "plain", folder / "one.pbn")
    data = (folder / "one.pbn").read_bytes()
    for number in range(count):
        (folder / "many" / f"{number:05}.pbn").write_bytes(data + b"%% file %d\n" % number)
    yield "a folder", folder / "many"
    for suffix in PACKED:
        path = folder / f"many{suffix}"
        if suffix == ".zip":
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
                for file in sorted((folder / "many").iterdir()):
                    zipped.write(file, file.name)
        else:
            mode = {".tar": "w", ".tgz": "w:gz", ".tar.xz": "w:xz"}[suffix]
            with tarfile.open(path, mode) as taken:
                taken.add(folder / "many", "")
        yield f"a {suffix}", path


def question_rows(folder: Path, when: str, times: int) -> Iterator[Row]:
    """Ask each question some times in an open archive."""
    with overtrick_archive.open(folder) as archive:
        for name, question in QUESTIONS.items():
            archive.sql(question)
            taken = []
            for _ in range(times):
                begun = time.perf_counter()
                archive.sql(question)
                taken.append(time.perf_counter() - begun)
            yield Row(f"question, {when}: {name}", min(taken) * 1000, "ms", floor=200)


def rows(given: Given) -> Iterator[Row]:
    """Measure adding, questions before and after `compact`, and packed files."""
    boards, times = given.size(100_000, 500), given.times(5)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        adding = Adding(folder)
        path, first = folder / "all.pbn", folder / "first.pbn"
        pbn_files.write_file(boards, "plain", path)
        pbn_files.write_file(some := min(boards, 20_000), "plain", first)
        yield from adding.rows("made boards", path)
        spent = best(lambda: sum(1 for _ in overtrick.read(first)), 1)
        yield Row("a loop over overtrick.read", spent / some * 1e6, "µs a board")
        if files := given.files(".pbn"):
            yield from adding.rows("real boards", repeated(files, folder, boards))
        archive = folder / "made boards-1"
        yield from question_rows(archive, "as added", times)
        overtrick_archive.compact(archive)
        yield from question_rows(archive, "compacted", times)
        numbers = set()
        for what, source in packed(folder, given.size(1000, 10)):
            _, held, done = adding.add(f"packed {what}", source, 1)
            numbers.add(held)
            yield Row(f"files packed as {what}", done.processor, "s")
        if len(numbers) != 1:
            raise SystemExit("packed files do not give the same boards")
