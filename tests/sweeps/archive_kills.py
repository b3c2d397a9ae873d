"""Kill `overtrick archive add`, `compact` and `dd` at random moments, and look at the archive.

    python tests/sweeps/archive_kills.py [add] [compact] [dd] [--kills N] [--quick]

After each kill -9 the archive must be sound, with no board twice and none lost that was there; in
the end it must be, to the byte, the archive that was made undisturbed. A kill that comes after the
command ended is counted as too late, and does not count as a kill. `--quick` kills each twice.
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
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

import pbn_files

import overtrick
import overtrick_archive

VARIANTS = ("deal", "plain", "rich")
ARCHIVE = [sys.executable, "-m", "overtrick_cli", "archive"]

# It writes what was solved four times a second, so that kills strike while it writes.
DD_OFTEN = """
import sys
from overtrick_cli import main
from overtrick_archive import solving
solving.EVERY = 0.25
sys.argv = ["overtrick", "archive", "dd", sys.argv[1], "--jobs", "2", "--quiet"]
main()
"""


def tree(folder: Path) -> dict[str, str]:
    """Return the hashes of all files in a folder by their paths."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write_files(folder: Path, count: int, boards: int) -> list[Path]:
    """Write PBN files of all variants, no two alike."""
    files = [folder / f"{number:03}.pbn" for number in range(count)]
    for number, path in enumerate(files):
        pbn_files.write_file(boards, VARIANTS[number % 3], str(path))
        with path.open("a") as file:
            file.write(f"% file {number}\n")
    return files


def kill(
    name: str,
    command: Callable[[Path], list[str]],
    fresh: Callable[[], Path],
    look: Callable[[Path], None],
    kills: int,
) -> None:
    """Kill a command so many times; `look` is called after each of them.

    `fresh` returns an archive on which nothing was done.
    """
    undisturbed = fresh()
    begun = time.perf_counter()
    subprocess.run(command(undisturbed), check=True)
    seconds = time.perf_counter() - begun
    expected = tree(undisturbed)
    chance = random.Random(18)
    target, struck, late = fresh(), 0, 0
    while struck < kills:
        process = subprocess.Popen(command(target))
        try:
            process.wait(timeout=chance.uniform(0, 1.05 * seconds))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            struck += 1
        look(target)
        if process.returncode == 0:
            assert tree(target) == expected
            late += 1
            target = fresh()
    subprocess.run(command(target), check=True)
    assert tree(target) == expected
    print(
        f"archive {name} killed {struck} times, {late} too late: the archive was sound each time, "
        f"no board was lost or doubled, the same bytes in the end",
        flush=True,
    )


def numbered(folder: Path) -> Callable[[], Path]:
    """Return a function that gives another path in a folder each time."""
    numbers = iter(range(1 << 30))
    return lambda: folder / f"archive-{next(numbers)}"


def kill_add(folder: Path, kills: int) -> None:
    """Kill adding of 24 files."""
    files = folder / "files"
    files.mkdir()
    write_files(files, 24, 400)

    def look(target: Path) -> None:
        if not (target / "manifest.json").exists():
            return
        with overtrick_archive.open(target) as archive:
            assert not archive.verify(), archive.verify()
            rows = archive.table("files").to_pylist()
            assert len({row["path"] for row in rows}) == len(rows)
            held = archive.dataset().count_rows()
            stated = {row["sha256"]: row["boards"] for row in rows}
            assert sum(stated.values()) == held, (stated, held)
            query = "select count(*) as n from (select distinct file, place from boards)"
            assert archive.sql(query).to_pylist() == [{"n": held}]

    def command(target: Path) -> list[str]:
        return [*ARCHIVE, "add", "--quiet", "--jobs", "2", str(target), str(files)]

    kill("add", command, numbered(folder), look, kills)


def boards_of(folder: Path) -> tuple[list[tuple[object, ...]], list[str]]:
    """Return the boards and files of an archive; no board and no file may be there twice."""
    with overtrick_archive.open(folder) as archive:
        assert not archive.verify(), archive.verify()
        query = "select file, place, deal_hash from boards order by all"
        rows = [tuple(row.values()) for row in archive.sql(query).to_pylist()]
        files = archive.table("files").column("path").to_pylist()
    assert len(set(rows)) == len(rows)
    assert len(set(files)) == len(files)
    return rows, sorted(files)


def kill_compact(folder: Path, kills: int) -> None:
    """Kill compacting of an archive to which 60 files were added one at a time."""
    scattered, at_once = folder / "scattered", folder / "at-once"
    files = write_files(folder, 60, 50)
    for path in files:
        overtrick_archive.add(scattered, [path])
    held = boards_of(scattered)
    target_of = numbered(folder)

    def fresh() -> Path:
        return Path(shutil.copytree(scattered, target_of()))

    def look(target: Path) -> None:
        assert boards_of(target) == held

    def command(target: Path) -> list[str]:
        return [*ARCHIVE, "compact", "--quiet", str(target)]

    overtrick_archive.add(at_once, files)
    overtrick_archive.compact(at_once)
    compacted = fresh()
    overtrick_archive.compact(compacted)
    assert tree(compacted) == tree(at_once), "the result depends on the order of adding"
    kill("compact", command, fresh, look, kills)


def kill_dd(folder: Path, kills: int, deals: int = 40) -> None:
    """Kill the solving of some deals."""
    chance, cards, boards = random.Random(1), list(range(52)), []
    for number in range(1, deals + 1):
        chance.shuffle(cards)
        masks = [sum(1 << card for card in cards[at : at + 13]) for at in range(0, 52, 13)]
        boards.append(overtrick.Board(number=number, deal=overtrick.Deal.from_masks(*masks)))
    file = folder / "deals.pbn"
    overtrick.write(overtrick.BoardSet(boards=tuple(boards)), file)
    target_of = numbered(folder)
    solved: dict[Path, int] = {}

    def fresh() -> Path:
        target = target_of()
        overtrick_archive.add(target, [file])
        return target

    def look(target: Path) -> None:
        with overtrick_archive.open(target) as archive:
            assert not archive.verify(), archive.verify()
            query = "select count(*), count(distinct deal_hash) from solved"
            count, distinct = archive.sql(query).to_pylist()[0].values()
        assert count == distinct >= solved.get(target, 0), (count, distinct)
        solved[target] = count

    def command(target: Path) -> list[str]:
        return [sys.executable, "-c", DD_OFTEN, str(target)]

    kill("dd", command, fresh, look, kills)


COMMANDS = {"add": kill_add, "compact": kill_compact, "dd": kill_dd}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commands", nargs="*", metavar="add, compact, dd", help="all without")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--quick", action="store_true", help="two kills each")
    chosen = parser.parse_args()
    if unknown := set(chosen.commands) - set(COMMANDS):
        parser.error(f"unknown command {', '.join(sorted(unknown))}")
    for name in chosen.commands or COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            COMMANDS[name](Path(folder), 2 if chosen.quick else chosen.kills)


if __name__ == "__main__":
    main()
